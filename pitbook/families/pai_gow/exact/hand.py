"""One hand: every setting, and its result against the dealer's house way, given these seven cards."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import cast

from pitbook import games
from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.exact.par import default_basis
from pitbook.families.pai_gow.exact.count import ANY_HAND, BARRED, WHOLE_PACK
from pitbook.families.pai_gow.exact.dealer import Dealer, dealer_hands
from pitbook.families.pai_gow.exact.left import Left, hands_left
from pitbook.families.pai_gow.exact.set_kinds import set_kinds
from pitbook.families.pai_gow.exact.sheet import BASE, house_table, wager_options
from pitbook.families.pai_gow.rules.base import is_barred, is_fully_wild
from pitbook.games.model import Game, listed
from pitbook.hands.house_ways import house_way
from pitbook.hands.pai_gow import Setting, check_seven, legal_settings
from pitbook.hands.rows import Row


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """A setting, and its results against all possible hands of the dealer."""

    setting: Setting
    low: int
    """The value of its two cards."""
    high: int
    """The value of its five cards."""
    win: int
    lose: int
    barred: int
    """Dealer hands that push against any hand of the player."""
    hands: int
    pay: Fraction
    """The pay of a win, per unit of the wager."""

    @property
    def push(self) -> int:
        """One hand won, the other not."""
        return self.hands - self.win - self.lose - self.barred

    @property
    def expectation(self) -> Fraction:
        """The average net win per unit of the wager."""
        return (self.pay * self.win - self.lose) / self.hands


@dataclass(frozen=True, slots=True)
class SettingAdvice:
    """A hand as the house way sets it, and all alternatives."""

    cards: Cards
    way: str
    row: Row
    """The row of the house way that decides."""
    of_way: SettingChoice
    choices: tuple[SettingChoice, ...]
    """The best first; of equals, the house way's."""

    @property
    def best(self) -> SettingChoice:
        return self.choices[0]

    def shown(self, top: int) -> list[SettingChoice]:
        """The best few, and the house way's if it is none of them."""
        few = list(self.choices[:top])
        return few if any(choice is self.of_way for choice in few) else [*few, self.of_way]


def advise_in(game: Game, cards: Cards, options: Mapping[str, str]) -> SettingAdvice:
    """The same by the rules of a game, with its options."""
    if game.set_hands is None:
        known = [each.slug for each in games.all_games() if each.set_hands is not None]
        raise BadInput(f"{game.slug} has no hands to set: {listed(known)} do")
    check_seven(cards)
    wager = game.wager(BASE)
    chosen = wager_options(game, wager, options)
    table = house_table(wager, chosen)
    win = next(line.pay for line in table.lines if line.outcome == "win")
    pay = cast(Fraction, default_basis(wager, table, chosen).net(win))
    wild, wheel = is_fully_wild(chosen), chosen["wheel"] == "second-highest"
    return advise(cards, chosen["house-way"], wheel, pay, is_barred(wager), wild)


def advise(cards: Cards, way: str, wheel: bool, pay: Fraction, barred: bool, wild: bool = False) -> SettingAdvice:
    """How to set seven cards against a dealer who follows this house way.

    ``wheel`` ranks A-2-3-4-5 second-highest; a win pays ``pay`` for each unit; with ``barred``, a dealer's queen-high
    pai gow pushes; with ``wild``, the joker is fully wild. Settings that are worth the same are one choice: suits break
    no ties.
    """
    found = house_way(way)
    set_by_way = found.set_hand(cards, wild, wheel)
    dealer = _dealer(way, wheel, wild)
    left = hands_left(dealer, dealer.parts[0], cards)
    pushing = hands_left(dealer, dealer.parts[1], cards) if barred else None
    settings = {_values(each, wild, wheel): each for each in legal_settings(cards, wild, wheel)}
    mine = _values(set_by_way, wild, wheel)
    settings[mine] = set_by_way
    choices = {values: _choice(setting, *values, left, pushing, pay) for values, setting in settings.items()}
    ordered = sorted(choices.items(), key=lambda item: (-item[1].expectation, item[0] != mine))
    return SettingAdvice(
        cards, way, found.deciding_row(cards, wild, wheel), choices[mine], tuple(choice for _, choice in ordered)
    )


def _values(setting: Setting, wild: bool, wheel: bool) -> tuple[int, int]:
    return setting.low_value(wild), setting.high_value(wild, wheel)


@cache
def _dealer(way: str, wheel: bool, wild: bool) -> Dealer:
    return dealer_hands(WHOLE_PACK, set_kinds(way, wheel, wild), [ANY_HAND, BARRED])


def _choice(setting: Setting, low: int, high: int, left: Left, pushing: Left | None, pay: Fraction) -> SettingChoice:
    win, lose = _won_and_lost(left, low, high)
    hands, barred = left.hands, 0
    if pushing is not None:
        less_win, less_lose = _won_and_lost(pushing, low, high)
        win, lose, barred = win - less_win, lose - less_lose, pushing.hands
    return SettingChoice(setting, low, high, win, lose, barred, hands, pay)


def _won_and_lost(left: Left, low: int, high: int) -> tuple[int, int]:
    win = left.lower(high, low)
    return win, left.hands - left.lower(high, None) - left.lower(None, low) + win
