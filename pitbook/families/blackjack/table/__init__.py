"""Blackjack at a live table."""

from pitbook.families.blackjack.table.advice import advise, figures, prepare_advice
from pitbook.families.blackjack.table.players import answer_for, plain_answer, prepare_players, unwritten_answer
from pitbook.families.blackjack.table.procedure import (
    check,
    most_cards,
    most_staked,
    picks_of,
    play,
    post_rules,
    statement_trials,
)
from pitbook.families.blackjack.table.questions import QUESTIONS, STAKES, STEPS
from pitbook.families.blackjack.table.words import dealer_hand, felt_words, hands, question_words, reason

BURN: int = 1
SHUFFLES_EACH_ROUND: bool = False
NUMBERS: tuple[str, ...] = ()
OWN_SHOE_STEPS: tuple[str, ...] = ()
PLAYS_BY: str = "the strategy chart"

__all__ = [
    "BURN", "NUMBERS", "OWN_SHOE_STEPS", "PLAYS_BY", "QUESTIONS", "SHUFFLES_EACH_ROUND", "STAKES",
    "STEPS", "advise", "answer_for", "check", "dealer_hand", "felt_words", "figures", "hands", "most_cards",
    "most_staked", "picks_of", "plain_answer", "play", "post_rules", "prepare_advice", "prepare_players",
    "question_words", "reason", "statement_trials", "unwritten_answer",
]  # fmt: skip
