"""Hints at tables for play money: what the chart or the house way says, and what each way to set seven cards is."""

from collections.abc import Sequence
from threading import Lock, Thread
from typing import Any, Final

from pitbook.cards import JOKER, RANKS, SUIT_SYMBOLS, Cards, card_names, rank, suit
from pitbook.errors import BadInput
from pitbook.hands.house_ways import house_way
from pitbook.hands.pai_gow import SPLITS, parse_setting, setting_at
from pitbook.room.play_cost import named
from pitbook.table.advice import advise
from pitbook.table.config import BASE, TableConfig
from pitbook.table.odds import Odds, options_of
from pitbook.table.players import learn
from pitbook.table.round import Round
from pitbook.table.steps import FOLD, HOUSE_WAY, Ask, Place
from pitbook.table.words import in_order, setting_words

WORKING: Final = "Working out the odds…"


def settings_of(config: TableConfig, dealt: Cards) -> list[dict[str, Any]]:
    """Every way to set seven cards, in words, whether it is foul, and whether it is the house way's."""
    wheel, hand = _wheel_second(config), in_order(dealt)
    way = house_way(config.layout.options["house-way"]).set_hand(dealt)
    return [
        {
            "low": card_names(setting.low).split(),
            "words": setting_words(setting, wheel),
            "foul": setting.is_foul(wheel_second=wheel),
            "house_way": sorted(setting.low) == sorted(way.low),
        }
        for setting in (setting_at(hand, *split) for split in SPLITS)
    ]


def check_setting(config: TableConfig, dealt: Cards, answer: str) -> None:
    """Refuses a foul: at a table it loses the base wager (letter 004, rule 9), and on a screen nobody means it."""
    if answer in (HOUSE_WAY, FOLD) or len(answer) > 60:
        return
    setting, wheel = parse_setting(answer, dealt), _wheel_second(config)
    if setting.is_foul(wheel_second=wheel):
        words = setting_words(setting, wheel)
        raise BadInput(f"this setting is foul: {words}; the low hand may not outrank the high hand")


def _wheel_second(config: TableConfig) -> bool:
    return config.layout.options["wheel"] == "second-highest"


class Hints:
    """Advice for every game; what takes long is worked out once, beside the play."""

    def __init__(self) -> None:
        self._odds: dict[str, Odds] = {}
        self._ready: set[str] = set()
        self._turn = Lock()

    def advice(self, config: TableConfig, round_: Round, ask: Ask, place: Place) -> list[str]:
        """What to answer; what is quickly known while the rest is being counted."""
        slug = named(config)
        with self._turn:
            begun = slug in self._odds
            odds = self._odds.setdefault(slug, Odds(config))
        if not begun:
            Thread(target=self._learn, args=(config,), name="pitbook hints", daemon=True).start()
        if slug in self._ready or ask.name == "insurance":
            return list(advise(config, round_, ask, place, odds, write)[:1])  # the figures are too long for a screen
        if ask.name == "set":
            low = house_way(config.layout.options["house-way"]).set_hand(tuple(round_.players[place.seat].dealt)).low
            return [f"House way: {write(low)} as the low hand.", WORKING]
        return [WORKING]

    def _learn(self, config: TableConfig) -> None:
        learn(config)
        if config.game.base == "pai gow poker":
            from pitbook.families.pai_gow.exact.hand import advise_in

            advise_in(config.game, config.pack[:7], options_of(config, BASE))
        self._ready.add(named(config))


def write(cards: Sequence[int]) -> str:
    """``K♠ 10♥``."""
    return " ".join("joker" if card == JOKER else _name(card) for card in cards)


def _name(card: int) -> str:
    letter = RANKS[rank(card)]
    return f"{'10' if letter == 'T' else letter}{SUIT_SYMBOLS[suit(card)]}"
