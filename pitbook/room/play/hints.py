"""Hints at tables for play money: what the chart or the house way says, and what each way to set a hand is."""

from collections.abc import Sequence
from threading import Lock, Thread
from typing import Any, Final

from pitbook.cards import JOKER, RANKS, SUIT_SYMBOLS, card_names, parse_cards, rank, suit
from pitbook.errors import BadInput
from pitbook.room.play.cost import named
from pitbook.table.advice import advise
from pitbook.table.config import TableConfig
from pitbook.table.family import family_of
from pitbook.table.odds import Odds
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView

WORKING: Final = "Working out the odds…"


def picks_of(view: RoundView, place: Place) -> list[dict[str, Any]]:
    """Every way to set a seat's cards, in words, whether it is foul, and whether it is the house way's."""
    found = family_of(view.config.game).picks_of(view.config, tuple(view.players[place.seat].dealt))
    return [
        {"low": card_names(each.low).split(), "words": each.words, "foul": each.foul, "house_way": each.usual}
        for each in found
    ]


def check_picked(view: RoundView, ask: Ask, place: Place, answer: str) -> None:
    """Refuses a foul: at a table it loses the base wager (letter 004, rule 9), and on a screen nobody means it."""
    if answer in (each.word for each in ask.choices[place]):
        return  # the house way, say
    choice = ask.check(place, answer)
    if choice in ask.choices[place]:
        return
    low = sorted(parse_cards(choice.word.partition("/")[0]))
    found = family_of(view.config.game).picks_of(view.config, tuple(view.players[place.seat].dealt))
    foul = next((each for each in found if each.foul and sorted(each.low) == low), None)
    if foul is not None:
        raise BadInput(f"this setting is foul: {foul.words}; the low hand may not outrank the high hand")


class Hints:
    """Advice for every game; what takes long is worked out once, beside the play."""

    def __init__(self) -> None:
        self._odds: dict[str, Odds] = {}
        self._ready: set[str] = set()
        self._turn = Lock()

    def advice(self, view: RoundView, ask: Ask, place: Place) -> list[str]:
        """What to answer; what is quickly known while the rest is being counted."""
        config = view.config
        slug = named(config)
        with self._turn:
            begun = slug in self._odds
            odds = self._odds.setdefault(slug, Odds(config))
        if not begun:
            Thread(target=self._prepare, args=(config,), name="pitbook hints", daemon=True).start()
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
