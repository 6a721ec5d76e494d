"""How each base game is played, in a few lines for somebody who never played it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pitbook.games.model import Game


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """The lines of one base game, and three or four cards that stand for it."""

    name: str
    lines: tuple[str, ...]
    cards: str
    drill: tuple[str, str] | None = None
    """The drill for it: its address and what a link to it says."""


HOW_TO_PLAY: Final[Mapping[str, HowToPlay]] = {
    "blackjack": HowToPlay(
        "Blackjack",
        (
            "Aim: come closer to 21 than the dealer without going over.",
            (
                "Cards from 2 to 10 count their number. Jack, queen and king count 10. An ace counts 11, or 1 where 11 "
                "would be too many."
            ),
            "You bet and get two cards. The dealer gets two as well and shows one of them.",
            (
                "Hit takes another card. Stand keeps your hand. Double bets as much again and takes exactly one more "
                "card. Split turns a pair into two hands."
            ),
            (
                "Over 21 you lose at once. Otherwise the dealer draws to 17 or more, and the hand closer to 21 wins as "
                "much as was bet; a tie returns your bet."
            ),
            (
                "An ace with a ten-value card as your first two is a blackjack. It pays more than even money, at most "
                "tables 3 to 2."
            ),
        ),
        "As Kd",
        ("/learn/blackjack", "Practise the decisions"),
    ),
    "pai gow poker": HowToPlay(
        "Pai gow poker",
        (
            "Aim: beat both hands of the dealer with your two hands.",
            (
                "You and the dealer get seven cards each, from one deck with a joker. The joker is an ace, or "
                "completes a straight or a flush."
            ),
            "Choose two cards for the low hand; the other five are the high hand. The high hand must be worth more.",
            "The low hand can only be a pair or high cards. The high hand is a poker hand of five cards.",
            "The dealer sets the dealer's cards by a fixed list, the house way. You may have your hand set by it too.",
            (
                "Win both hands and you are paid as much as you bet. Win one and your bet is returned. Lose both and "
                "you lose it. Where two hands are equal, the dealer's wins."
            ),
        ),
        "Ad Ah Jk",
        ("/learn/pai-gow", "Practise setting hands"),
    ),
    "match the dealer": HowToPlay(
        "Match the dealer",
        (
            "Aim: hold a card of the same rank as a card of the dealer's.",
            "Bet on one or more of five spots. Each spot stands for one of the dealer's five cards.",
            "You get two cards and the dealer gets five. There is nothing to decide after the bets.",
            (
                "A spot wins for each of your cards that has the rank of its dealer card; a card of the same suit pays "
                "more."
            ),
            "A spot where neither card matches loses its bet.",
            (
                "With $5 or more on every spot you also play for the Super Bonus: a pair of yours and two or more "
                "dealer cards of its rank."
            ),
        ),
        "8d 8c 8s",
    ),
}
"""By the name of the base game."""

DIFFERENCES: Final[Mapping[str, str]] = {
    "ez-pai-gow": "No commission is taken; instead, all bets are returned when the dealer's best hand is queen high.",
    "royal-riches-pai-gow": "The house keeps a commission of 5% of what you win on both hands.",
}
"""What one game does otherwise than its base game."""


def how_to_play(game: Game) -> HowToPlay:
    """The lines for a game's base game."""
    return HOW_TO_PLAY[game.base]
