"""Tries the functions that a poker game from outside states: ``value``, ``lines`` and ``describe``, and its drill."""

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from pitbook.cards import JOKER, RANKS, Cards, card_names, parse_cards
from pitbook.errors import BadInput, quoted
from pitbook.exact.deals import SUIT_PERMUTATIONS, renamed
from pitbook.families.poker.rules.model import PokerRules
from pitbook.games.model import listed
from pitbook.games.shown import DrillSpot

TRIALS: Final = 200
LARGEST: Final = 2**62
_STARTING: Final = re.compile(rf"([{RANKS}])\1|([{RANKS}])(?!\2)[{RANKS}][so]")


def _hands(rules: PokerRules) -> Iterator[Cards]:
    """Random hands of the player and the community cards."""
    chance = Random(27)
    deck = range(JOKER + 1 if rules.joker else JOKER)
    for _ in range(TRIALS):
        yield tuple(chance.sample(deck, rules.own + rules.board))


def try_value(rules: PokerRules) -> None:
    chance = Random(27)
    for cards in _hands(rules):
        value: object = rules.value(cards)
        if type(value) is not int or abs(value) >= LARGEST:
            raise BadInput(f"value() answers {quoted(value)} to {card_names(cards)}: it answers with a whole number")
        for other, why in (
            (tuple(chance.sample(cards, len(cards))), "it must not depend on the order of the cards"),
            (renamed(cards, chance.choice(SUIT_PERMUTATIONS)), "it may ask which cards share a suit, but not which"),
        ):
            if rules.value(other) != value:
                raise BadInput(f"value() answers differently to {card_names(cards)} and {card_names(other)}: {why}")


def try_lines(rules: PokerRules) -> None:
    for cards in _hands(rules):
        lines: object = rules.lines(rules.value(cards))
        if type(lines) is not int or lines < 0:
            raise BadInput(f"lines() answers {quoted(lines)} to {card_names(cards)}: it answers with a bit mask")


def try_describe(rules: PokerRules) -> None:
    for cards in _hands(rules):
        words: object = rules.describe(rules.value(cards))
        if not isinstance(words, str) or not words.strip():
            raise BadInput(f"describe() answers {quoted(words)} to {card_names(cards)}: it answers with a text")


def try_spot(rules: PokerRules, spot: DrillSpot) -> None:
    """Refuses a kind of hands that the drill cannot deal."""
    streets = [street.name for street in rules.streets]
    if spot.street and spot.street not in streets:
        raise BadInput(f"there is no street {quoted(spot.street)}: the streets are {listed(streets)}")
    if wrong := [each for each in spot.starting if rules.own != 2 or not _STARTING.fullmatch(each)]:
        raise BadInput(f"{quoted(wrong[0])} is no starting hand of two cards such as K5o, QJs or 77")
    if bool(spot.low) != bool(spot.high):
        raise BadInput("low and high are given together")
    for name, text in (("low", spot.low), ("high", spot.high)):
        if text and len(parse_cards(text)) != rules.own:
            raise BadInput(f"{name} is a hand of {rules.own} cards")
    if spot.low and rules.value(parse_cards(spot.low)) > rules.value(parse_cards(spot.high)):
        raise BadInput("low is worth more than high")
