"""Pai gow poker at a live table."""

from pitbook.families.pai_gow.table.advice import advise, figures, prepare_advice
from pitbook.families.pai_gow.table.players import answer_for, picks_of, plain_answer, prepare_players, unwritten_answer
from pitbook.families.pai_gow.table.procedure import check, most_cards, most_staked, play, post_rules, statement_trials
from pitbook.families.pai_gow.table.questions import DEALER_HAND, FIRST_POSITION, QUESTIONS, STEPS
from pitbook.families.pai_gow.table.words import dealer_hand, felt_words, hands, question_words, reason

BURN: int = 0
SHUFFLES_EACH_ROUND: bool = True
STAKES: tuple[str, ...] = ()
NUMBERS: tuple[str, ...] = (FIRST_POSITION,)
OWN_SHOE_STEPS: tuple[str, ...] = (DEALER_HAND,)
PLAYS_BY: str = "the house way"

__all__ = [
    "BURN", "NUMBERS", "OWN_SHOE_STEPS", "PLAYS_BY", "QUESTIONS", "SHUFFLES_EACH_ROUND", "STAKES",
    "STEPS", "advise", "answer_for", "check", "dealer_hand", "felt_words", "figures", "hands", "most_cards",
    "most_staked", "picks_of", "plain_answer", "play", "post_rules", "prepare_advice", "prepare_players",
    "question_words", "reason", "statement_trials", "unwritten_answer",
]  # fmt: skip
