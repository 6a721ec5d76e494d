"""Hints at tables for play money: the advice of the chart or the house way, and all ways to set a hand."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from pitbook.cards import JOKER, RANKS, SUIT_SYMBOLS, card_names, parse_cards, rank, suit
from pitbook.errors import BadInput
from pitbook.room.jobs import JobRunner, Lane, QueueFull
from pitbook.room.play.cost import MOST_GAMES, named
from pitbook.table.advice import advise
from pitbook.table.config import TableConfig
from pitbook.table.family import family_of
from pitbook.table.odds import TableOdds
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView

LANE: Final = "hints"
WORKING: Final = "Working out the odds…"


def picks_of(view: RoundView, place: Place) -> list[dict[str, Any]]:
    """Every way to set a seat's cards, in words, with whether it is foul and whether it is the house way."""
    found = family_of(view.config.game).picks_of(view.config, tuple(view.players[place.seat].dealt))
    return [
        {"low": card_names(each.low).split(), "words": each.words, "foul": each.foul, "house_way": each.usual}
        for each in found
    ]


def check_picked(view: RoundView, ask: Ask, place: Place, answer: str) -> None:
    """Refuses a foul hand: at a real table it loses the base wager (letter 004, rule 9), on a screen it is a slip."""
    if answer in (each.word for each in ask.choices[place]):
        return  # such as the house way
    choice = ask.check(place, answer)
    if choice in ask.choices[place]:
        return
    low = sorted(parse_cards(choice.word.partition("/")[0]))
    found = family_of(view.config.game).picks_of(view.config, tuple(view.players[place.seat].dealt))
    foul = next((each for each in found if each.foul and sorted(each.low) == low), None)
    if foul is not None:
        raise BadInput(f"this setting is foul: {foul.words}; the low hand may not outrank the high hand")


class Hints:
    """Advice for every game; slow computations run once, in a background thread."""

    def __init__(self) -> None:
        self._odds: dict[str, TableOdds] = {}
        self._ready: set[str] = set()
        self._runner = JobRunner({LANE: Lane(workers=4, threads=True)}, MOST_GAMES)

    def advice(self, view: RoundView, ask: Ask, place: Place) -> list[str]:
        """The advised answer; only the quick part of it while the rest is being computed."""
        config = view.config
        slug = named(config)
        odds = self._odds.setdefault(slug, TableOdds(config))
        with suppress(QueueFull):  # the next hint asks again
            self._runner.ask(LANE, slug, self._prepare, config)
        found = advise(view, ask, place, odds if slug in self._ready else None, write)
        return [
            *filter(None, [found.words]),
            *(() if found.is_whole else (WORKING,)),
        ]  # figures are too long for a screen

    def _prepare(self, config: TableConfig) -> None:
        family_of(config.game).prepare_advice(config)
        self._ready.add(named(config))


def write(cards: Sequence[int]) -> str:
    """``K♠ 10♥``."""
    return " ".join("joker" if card == JOKER else _name(card) for card in cards)


def _name(card: int) -> str:
    letter = RANKS[rank(card)]
    return f"{'10' if letter == 'T' else letter}{SUIT_SYMBOLS[suit(card)]}"
