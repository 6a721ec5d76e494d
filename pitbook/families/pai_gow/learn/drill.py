"""Pai gow: hands to set, the house way's setting with its row, and the exact cost of a setting."""

from concurrent.futures import Future
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Final, Literal

from pitbook.cards import JOKER, Cards
from pitbook.errors import BadInput
from pitbook.games import all_games, game
from pitbook.games.model import Game, listed
from pitbook.hands.house_ways import HOUSE_WAYS, house_way
from pitbook.hands.pai_gow import Setting, check_seven
from pitbook.hands.rows import Row
from pitbook.room.jobs import JobRunner, Lane

if TYPE_CHECKING:
    from pitbook.families.pai_gow.exact.hand import SettingAdvice, SettingChoice

Focus = Literal["any", "tricky"]
"""All hands, or only hands with more than one pair or none."""
PLAIN: Final = ("a pair", "no pair")
"""The words in which the rows of a house way describe hands without a choice."""
_SEVEN, _TRIES = 7, 200

_READY: Final = JobRunner({"drill": Lane(threads=True, waiting=8)}, kept=8, retry_after=0)


def games_with_hands_to_set() -> list[Game]:
    """The games of the rulebook that are played with set hands."""
    return [each for each in all_games() if each.set_hands is not None]


def game_of(slug: str) -> Game:
    """One of these games."""
    found = game(slug)
    if found.set_hands is None:
        raise BadInput(f"{slug} has no hands to set: {listed(each.slug for each in games_with_hands_to_set())} do")
    return found


def deal(seed: int, focus: Focus = "any", way: str = "foxwoods") -> Cards:
    """The seven cards of a seed, the highest first."""
    chance, rows = Random(f"pai gow {seed}"), house_way(way)
    for _ in range(_TRIES):
        cards = tuple(sorted(chance.sample(range(JOKER + 1), _SEVEN), reverse=True))
        if focus == "any" or rows.deciding_row(cards).contains not in PLAIN:
            return cards
    raise BadInput("no such hand was found: give another seed")


@dataclass(frozen=True, slots=True)
class ByWay:
    """A learner's setting compared with the house way's."""

    cards: Cards
    """As they were dealt."""
    mine: Setting
    of_way: Setting
    row: Row
    cite: str
    foul: bool
    same: bool
    """Whether both have the same values; suits do not matter."""


@dataclass(frozen=True, slots=True)
class SettingVerdict:
    """The same with results against all possible hands of the dealer."""

    advice: "SettingAdvice"
    mine: "SettingChoice | None"
    """None for a foul, which loses unless the dealer has a barred hand."""
    expectation: Fraction

    @property
    def cost(self) -> Fraction:
        """The cost of the setting compared with the best one, per unit bet."""
        return self.advice.best.expectation - self.expectation


def is_wheel_second(played: Game) -> bool:
    """Whether A-2-3-4-5 ranks second among straights."""
    return played.check_options({})["wheel"] == "second-highest"


def compare(played: Game, cards: Cards, low: Cards, way: str) -> ByWay:
    """The house way's setting of these cards, and whether the learner's is the same."""
    check_seven(cards)
    if any(card not in cards for card in low):
        raise BadInput("the two low cards must be among the seven")
    mine = Setting(low, tuple(card for card in cards if card not in low))
    rows = house_way(way)
    of_way, wheel = rows.set_hand(cards), is_wheel_second(played)
    same = _values(mine, wheel) == _values(of_way, wheel)
    return ByWay(cards, mine, of_way, rows.deciding_row(cards), rows.citation, mine.is_foul(wheel_second=wheel), same)


def _values(setting: Setting, wheel: bool) -> tuple[int, int]:
    return setting.low_value(), setting.high_value(wheel_second=wheel)


def ready(played: Game, way: str) -> "Future[None]":
    """Loads the dealer's hands; the first request takes seconds, later ones are immediate."""
    if way not in HOUSE_WAYS:
        house_way(way)  # raises with the known names
    return _READY.ask("drill", (way, is_wheel_second(played)), _prepare, played, way).future


def _prepare(played: Game, way: str) -> None:
    from pitbook.families.pai_gow.exact.hand import advise_in

    advise_in(played, tuple(range(_SEVEN)), {"house-way": way})


def judge(played: Game, by_way: ByWay, way: str) -> SettingVerdict:
    """The value of the setting against all possible hands of the dealer, given these cards."""
    from pitbook.families.pai_gow.exact.hand import advise_in

    advice = advise_in(played, by_way.cards, {"house-way": way})
    if by_way.foul:
        # A foul loses to every hand except the barred one, which always pushes (letter 004, rule 11).
        lost = advice.best.hands - advice.best.barred
        return SettingVerdict(advice, None, Fraction(-lost, advice.best.hands))
    values = _values(by_way.mine, is_wheel_second(played))
    mine = next(choice for choice in advice.choices if (choice.low, choice.high) == values)
    return SettingVerdict(advice, mine, mine.expectation)
