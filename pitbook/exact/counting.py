"""Exposure to card counting: how often, and by how much, someone who watches the cards could beat a wager.

Two counters are set against a wager. One keeps a running count: every card seen moves it by a number, and the effects of
removal say which numbers are best, as fractions or rounded to whole tags of level 1, 2 or 3. The other knows the whole
composition of what is left and bets whenever the exact edge is on the player's side: nobody can do better.

What a count sees is a sum over cards drawn without replacement, so its deviation at any depth is exact. How often the
edge turns, and what it is then, is drawn: compositions dealt at random, each with its exact edge.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final

from pitbook.cards import JOKER
from pitbook.errors import BadInput
from pitbook.exact.par import ParSheet, groups_seen
from pitbook.exact.removal import Removal, removal
from pitbook.games.model import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DECK: Final = 52
LEVELS: Final = (1, 2, 3)
SAMPLES: Final = 40_000
SEED: Final = 21
CARDS_OF_A_BLACKJACK_HAND: Final = Fraction(27, 10)
"""About what a hand of blackjack takes, the dealer's too; it hangs a little on the rules and on how players play."""
MATCH_HAND, MATCH_DEALER: Final = 2, 5
DEPTHS: Final = tuple(Fraction(percent, 100) for percent in (50, 60, 70, 75, 80, 85, 90))


@dataclass(frozen=True, slots=True)
class Count:
    """A number for each card, added up as cards leave the shoe: the higher, the better for the player."""

    name: str
    tags: Mapping[int, Fraction]
    """By card; whole numbers for a count of a level."""
    mean: Fraction
    """Of the tags over the shoe: what the count is expected to grow by with each card seen."""
    slope: Fraction
    """How much the house edge falls for each point above expectation when one card is gone."""
    correlation: float
    """With the best count there is."""
    index: float
    """The true count (points above expectation for each deck left) from which on the wager favours the player."""


@dataclass(frozen=True, slots=True)
class Advantage:
    """What a counter makes of a wager who bets one unit whenever it looks favourable, and nothing else."""

    counter: str
    share: float
    """Of all rounds: those bet on."""
    share_error: float
    edge: float
    """The counter's average edge in those rounds."""
    per_round: float
    """Won on average, over all rounds."""
    per_round_error: float
    """Errors are standard errors of the drawing; 0 where nothing was drawn."""
    rounds: int

    @property
    def per_100_rounds(self) -> float:
        return 100 * self.per_round

    @property
    def per_shoe(self) -> float:
        return self.rounds * self.per_round


@dataclass(frozen=True, slots=True)
class AtDepth:
    """The edge at one depth of the shoe, over all the ways the cards before may have come."""

    depth: Fraction
    deviation_of_count: float
    """The standard deviation of the edge as the best count sees it: exact."""
    deviation: float | None
    """Of the exact edge itself, drawn."""
    seen_by_count: float | None
    """The part of its variance that the best count sees (R squared); the rest is curvature that no such count sees."""
    share: float | None
    """How often the exact edge favours the player here."""
    quantiles: Mapping[float, float]
    """Chance -> player's edge."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """How a wager stands against counters in a shoe dealt to a given depth."""

    sheet: ParSheet
    removal: Removal
    depth: Fraction
    players: int
    cards_per_round: Fraction
    rounds: int
    """Dealt from one shoe."""
    counts: tuple[Count, ...]
    """The best count, then those of whole tags; none where no card makes a difference by itself."""
    bell_curve: Advantage
    """The best count, were the edge that it sees distributed normally."""
    advantages: tuple[Advantage, ...]
    """The perfect counter first, then one for each count; empty without NumPy."""
    by_depth: tuple[tuple[Fraction, Advantage, Advantage | None], ...]
    """Were the shoe dealt to this depth: the perfect counter and the best count."""
    at_depth: AtDepth
    samples: int
    seed: int

    @property
    def perfect(self) -> Advantage | None:
        return self.advantages[0] if self.advantages else None

    @property
    def method(self) -> str:
        if not self.samples:
            return "effects of removal exact; the edge taken as normal, since NumPy is not installed to draw compositions"
        return f"effects of removal exact; {self.samples:,} compositions drawn (seed {self.seed}), each with its exact edge"


def is_shoe_game(game: Game) -> bool:
    """Whether rounds are dealt from what earlier rounds left; a pai gow pack is shuffled for every round."""
    return game.base != "pai gow poker"


def cards_per_round(game: Game, players: int) -> Fraction:
    """About how many cards a round takes."""
    if game.base == "match the dealer":
        return Fraction(MATCH_HAND * players + MATCH_DEALER)
    return CARDS_OF_A_BLACKJACK_HAND * (players + 1)


def round_starts(sheet: ParSheet, depth: Fraction, per_round: Fraction) -> list[int]:
    """How many cards are gone when each round begins; no round begins beyond the cut card or without cards enough."""
    whole = len(sheet.shoe)
    looked_at = sum(group.size for group in groups_seen(sheet.wager, sheet.table, sheet.basis))
    last = min(depth * whole, whole - max(per_round, looked_at))
    starts = (round(number * per_round) for number in range(whole))
    return [gone for gone in starts if gone <= last and gone < depth * whole]


def best_count(effects: Removal) -> Count | None:
    """The effects themselves as tags: no sum over cards follows the edge more closely."""
    if not effects.mean_square:
        return None
    return _count("best count", {card: -change for card, change in effects.by_card.items()}, effects)


def level_count(effects: Removal, level: int) -> Count | None:
    """The whole tags up to ``level`` that follow the edge most closely: the effects, scaled and rounded."""
    sizes = sorted({abs(change) for change in effects.by_card.values() if change})
    # Tags change only where a scaled effect passes a half.
    scales = sorted({(number + Fraction(1, 2)) / size for size in sizes for number in range(level)})
    found: Count | None = None
    for scale in scales:
        tags = {card: _tag(-change * scale, level) for card, change in effects.by_card.items()}
        if len(set(tags.values())) > 1:
            count = _count(f"level {level}", tags, effects)
            if found is None or count.correlation > found.correlation + 1e-12:
                found = count
    return found


def _tag(value: Fraction, level: int) -> Fraction:
    """Rounded, halves away from zero, and held within the level."""
    size = min((2 * abs(value.numerator) + value.denominator) // (2 * value.denominator), level)
    return Fraction(size if value > 0 else -size)


def _count(name: str, tags: Mapping[int, Fraction], effects: Removal) -> Count:
    """A count with these tags: how it follows the edge, and from where on it says to bet."""
    counts, whole = effects.sheet.shoe.counts, len(effects.sheet.shoe)
    mean = sum((counts[card] * tag for card, tag in tags.items()), Fraction(0)) / whole
    spread = sum((counts[card] * (tag - mean) ** 2 for card, tag in tags.items()), Fraction(0))
    shared = -sum((counts[card] * (tag - mean) * effects.by_card[card] for card, tag in tags.items()), Fraction(0))
    slope = shared / spread
    correlation = float(shared) / sqrt(float(spread) * float(effects.mean_square) * whole)
    index = float(effects.house_edge / (slope * (whole - 1) / DECK)) if slope else float("inf")
    return Count(name, tags, mean, slope, correlation, index)


def deviation_of_count(effects: Removal, gone: int) -> float:
    """The exact standard deviation of the edge that the best count sees after so many cards."""
    whole = len(effects.sheet.shoe)
    return sqrt(float(effects.mean_square) * (whole - 1) * gone / (whole - gone))


def exposure(
    sheet: ParSheet, depth: Fraction = Fraction(3, 4), players: int = 1, samples: int = SAMPLES, seed: int = SEED
) -> Exposure:
    """How one wager stands against counters."""
    return next(exposures([sheet], depth, players, samples, seed))


def exposures(
    sheets: Sequence[ParSheet],
    depth: Fraction = Fraction(3, 4),
    players: int = 1,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Iterator[Exposure]:
    """The same for many sheets, in their order; those dealt from the same shoe are set against the same cards."""
    from pitbook.exact.drawing import Drawing

    _check(sheets, depth, players, samples)
    found: dict[int, Exposure] = {}
    together: dict[tuple[Any, ...], list[int]] = {}
    for place, sheet in enumerate(sheets):
        per_round = cards_per_round(sheet.game, players)
        key = (sheet.shoe, per_round, len(round_starts(sheet, max(DEPTHS[-1], depth), per_round)))
        together.setdefault(key, []).append(place)
    for (_, per_round, _), places in together.items():
        drawing = Drawing.of([sheets[place] for place in places], depth, per_round, samples, seed)
        for place in places:
            found[place] = drawing.exposure(sheets[place], players)
    return (found[place] for place in range(len(sheets)))


def _check(sheets: Sequence[ParSheet], depth: Fraction, players: int, samples: int) -> None:
    if not 0 < depth < 1:
        raise BadInput(f"a shoe is dealt to a depth between 0% and 100%, not {float(depth):.0%}")
    if samples < 100:
        raise BadInput(f"{samples} compositions say nothing: draw 100 or more")
    for sheet in sheets:
        if not is_shoe_game(sheet.game):
            raise BadInput(
                f"{sheet.game.slug} is dealt from a pack shuffled for every round, so no cards are gone to be counted"
            )
        if not 1 <= players <= sheet.game.seats:
            raise BadInput(f"{sheet.game.slug} is played by 1 to {sheet.game.seats} players, not {players}")
