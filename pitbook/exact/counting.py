"""Exposure to card counting: how often, and by how much, a player who counts cards could beat a wager.

Two kinds of counter are modelled. One keeps a count (:mod:`pitbook.exact.counts`) and bets from the true count on that
pays best. The other knows every card that is left and bets whenever the exact edge favours the player: this is an upper
bound for any counter.

A count is a sum over cards drawn without replacement, so its deviation at any penetration is exact. How often the edge
becomes positive, and how large it then is, is sampled: random compositions, each with its exact edge.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final

from pitbook.cards import JOKER, Shoe
from pitbook.errors import BadInput
from pitbook.exact.convolution import have_numpy
from pitbook.exact.counts import DECK, Count, all_counts, deviation_seen
from pitbook.exact.family import family_of
from pitbook.exact.par import ParSheet, groups_seen
from pitbook.exact.removal import Removal, removal
from pitbook.games.model import Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Counts = NDArray[np.int64]
    Flags = NDArray[np.bool_]

SAMPLES: Final = 40_000
FEWEST_SAMPLES: Final = 100
MOST_SAMPLES: Final = 200_000
"""Limits memory."""
SEED: Final = 21
PENETRATIONS: Final = tuple(Fraction(percent, 100) for percent in (50, 60, 70, 75, 80, 85, 90))
"""The usual place of the cut card."""
QUANTILES: Final = (0.01, 0.1, 0.5, 0.9, 0.99)
PERFECT: Final = "perfect counter"


@dataclass(frozen=True, slots=True)
class Advantage:
    """The result of a counter who bets one unit whenever the wager looks favourable, and otherwise nothing."""

    counter: str
    share: float
    """The share of rounds in which the counter bets."""
    share_error: float
    per_round: float
    """The average win, over all rounds."""
    per_round_error: float
    """Errors are standard errors of the sampling; 0 if nothing was sampled."""
    rounds: int
    """Rounds dealt from one shoe."""

    @property
    def edge(self) -> float | None:
        """The counter's average edge in the rounds bet on; None if there are none."""
        return self.per_round / self.share if self.share else None

    @property
    def per_100_rounds(self) -> float:
        return 100 * self.per_round

    @property
    def per_shoe(self) -> float:
        return self.rounds * self.per_round


@dataclass(frozen=True, slots=True)
class AtPenetration:
    """The player's edge at one penetration of the shoe, over all possible sequences of earlier cards."""

    seen_deviation: float
    """The exact standard deviation of the edge that the best count estimates."""
    deviation: float | None = None
    """The standard deviation of the exact edge, sampled; None if nothing was sampled, as below."""
    seen_share: float | None = None
    """The share of the variance that the best count explains (R squared); the rest is curvature that no linear count
    sees."""
    favourable: float | None = None
    """The share of compositions whose exact edge favours the player here."""
    quantiles: Mapping[float, float] | None = None
    """Probability -> the value that the exact edge does not exceed with this probability."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """The exposure of a wager to counters in a shoe dealt to a given penetration."""

    sheet: ParSheet
    removal: Removal
    penetration: Fraction
    players: int
    cards_per_round: Fraction
    rounds: int
    """Rounds dealt from one shoe."""
    counts: tuple[Count, ...]
    """The best count, then those with integer tags; empty if no single card makes a difference."""
    bell_curve: Advantage
    """The best count under a normal approximation of its edge."""
    at_penetration: AtPenetration
    advantages: tuple[Advantage, ...] = ()
    """The perfect counter, then one for each count; empty if nothing was sampled."""
    by_penetration: tuple[tuple[Fraction, tuple[Advantage, ...]], ...] = ()
    """The same for other positions of the cut card."""
    indexes: tuple[float, ...] = ()
    """For each count, the sampled true count from which betting pays: curvature moves it off the linear one."""
    samples: int = 0
    seed: int = 0

    @property
    def perfect(self) -> Advantage | None:
        return self.advantages[0] if self.advantages else None

    @property
    def method(self) -> str:
        if not self.samples:
            return "effects of removal exact; only the bell curve of the best count: compositions could not be sampled"
        drawn = f"{self.samples:,} compositions drawn (seed {self.seed})"
        return f"effects of removal exact; {drawn}, each with its exact edge"


def is_shoe_game(game: Game) -> bool:
    """Whether a round is dealt from the cards that earlier rounds left."""
    return family_of(game).cards_per_round(game, 1) is not None


def check_shoe_game(game: Game) -> None:
    cards_per_round(game, 1)


def cards_per_round(game: Game, players: int) -> Fraction:
    """The approximate number of cards per round; refused if every round begins with all cards."""
    cards = family_of(game).cards_per_round(game, players)
    if cards is None:
        raise BadInput(
            f"{game.slug} is dealt from a pack shuffled for every round: there are no earlier cards to count"
        )
    return cards


def round_starts(shoe: Shoe, penetration: Fraction, per_round: Fraction) -> list[int]:
    """The number of cards gone when each round begins: before the cut card, and with enough left for the round."""
    whole = len(shoe)
    last = min(ceil(penetration * whole) - 1, whole - ceil(per_round))
    starts = [round(number * per_round) for number in range(floor(last / per_round) + 2)]
    return [gone for gone in starts if gone <= last]


def gone_at(shoe: Shoe, penetration: Fraction, per_round: Fraction) -> int:
    """The number of cards gone at a penetration, limited so that a round can still be dealt."""
    return min(round(penetration * len(shoe)), len(shoe) - ceil(per_round))


def exposure(
    sheet: ParSheet, penetration: Fraction = Fraction(3, 4), players: int = 1, samples: int = SAMPLES, seed: int = SEED
) -> Exposure:
    """The exposure of one wager to counters."""
    return exposures([sheet], penetration, players, samples, seed)[0]


def exposures(
    sheets: Sequence[ParSheet],
    penetration: Fraction = Fraction(3, 4),
    players: int = 1,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> list[Exposure]:
    """The same for many sheets, in their order; those dealt from the same shoe use the same sampled cards."""
    _check(sheets, penetration, players, samples, seed)
    known = [_known(sheet, penetration, players) for sheet in sheets]
    if not have_numpy():
        return known
    together: dict[tuple[Any, ...], list[int]] = {}
    for place, each in enumerate(known):
        together.setdefault((each.sheet.shoe, each.cards_per_round), []).append(place)
    for places in together.values():
        for place, drawn in zip(places, _drawn([known[each] for each in places], samples, seed), strict=True):
            known[place] = drawn
    return known


def _check(sheets: Sequence[ParSheet], penetration: Fraction, players: int, samples: int, seed: int) -> None:
    if not 0 < penetration < 1:
        raise BadInput(f"a shoe is dealt to a penetration between 0% and 100%, not {float(penetration):.0%}")
    if not FEWEST_SAMPLES <= samples <= MOST_SAMPLES:
        raise BadInput(
            f"at least {FEWEST_SAMPLES} and at most {MOST_SAMPLES:,} compositions are drawn, not {samples:,}"
        )
    if seed < 0:
        raise BadInput(f"the seed is 0 or more, not {seed}")
    for sheet in sheets:
        game, wager = sheet.game, sheet.wager
        check_shoe_game(game)
        if not 1 <= players <= game.seats:
            raise BadInput(f"{game.slug} is played by 1 to {game.seats} players, not {players}")
        looked_at = sum(group.size for group in groups_seen(wager, sheet.table, sheet.basis, sheet.options))
        if looked_at > cards_per_round(game, players):
            raise BadInput(f"{wager.slug} looks at {looked_at} cards, more than a round takes")


def _known(sheet: ParSheet, penetration: Fraction, players: int) -> Exposure:
    """The figures that need no sampling."""
    effects = removal(sheet)
    per_round = cards_per_round(sheet.game, players)
    starts = round_starts(sheet.shoe, penetration, per_round)
    return Exposure(
        sheet=sheet,
        removal=effects,
        penetration=penetration,
        players=players,
        cards_per_round=per_round,
        rounds=len(starts),
        counts=all_counts(effects),
        bell_curve=_bell_curve(effects, starts),
        at_penetration=AtPenetration(deviation_seen(effects, gone_at(sheet.shoe, penetration, per_round))),
    )


def _bell_curve(effects: Removal, starts: Sequence[int]) -> Advantage:
    """The best count with a normally distributed edge: its mean is the house's, its deviation exact."""
    edge, normal = float(effects.house_edge), NormalDist()
    share = won = 0.0
    for gone in starts:
        deviation = deviation_seen(effects, gone)
        if deviation:
            away = edge / deviation
            share += normal.cdf(-away)
            won += deviation * normal.pdf(away) - edge * normal.cdf(-away)
        elif edge < 0:
            share, won = share + 1, won - edge
    rounds = len(starts)
    return Advantage("best count, bell curve", share / rounds, 0.0, won / rounds, 0.0, rounds)


def _drawn(known: Sequence[Exposure], samples: int, seed: int) -> Iterator[Exposure]:
    """The same wagers, all dealt from one kind of shoe, with compositions sampled for every round."""
    import numpy as np

    from pitbook.exact.composition import averages, expectation

    shoe, per_round, penetration = known[0].sheet.shoe, known[0].cards_per_round, known[0].penetration
    cuts = sorted({penetration, *PENETRATIONS})
    starts = round_starts(shoe, cuts[-1], per_round)
    numbers = _allotted(samples, starts, len(shoe))
    ends = {cut: len(round_starts(shoe, cut, per_round)) for cut in cuts}
    random, counts = np.random.default_rng(seed), np.array(shoe.counts)

    def left_after(gone: int, number: int) -> "Counts":
        return random.multivariate_hypergeometric(counts, len(shoe) - gone, size=number, method="marginals")

    rounds = np.concatenate([left_after(gone, number) for gone, number in zip(starts, numbers, strict=True)])
    deep = left_after(gone_at(shoe, penetration, per_round), max(samples // 4, FEWEST_SAMPLES))
    polynomials = [expectation(one.sheet) for one in known]
    edges, deep_edges = averages(polynomials, rounds), averages(polynomials, deep)
    weights = np.concatenate([np.full(number, 1 / number) for number in numbers])
    weights[sum(numbers[: ends[penetration]]) :] = (
        0  # no bets are made beyond the cut card, so nothing is learnt from there
    )
    for one, edge, deep_edge in zip(known, edges, deep_edges, strict=True):
        bets, indexes = {PERFECT: edge > 0}, []
        for count in one.counts:
            # Rounded, so that equal edges stay equal in floating point.
            seen = estimate(count, one.removal, rounds).round(12)
            bets[count.name] = _learnt_bets(seen, weights * edge)
            indexes.append(true_count(count, one.removal, _turning_point(seen, weights * edge)))
        in_rounds = [
            (name, _of_rounds(bet.astype(float), numbers), _of_rounds(bet * edge, numbers))
            for name, bet in bets.items()
        ]
        by_cut = {
            cut: tuple(_advantage(name, bet[:, :number], won[:, :number]) for name, bet, won in in_rounds)
            for cut, number in ends.items()
        }
        yield replace(
            one,
            at_penetration=_at_penetration(one, deep, deep_edge),
            advantages=by_cut[penetration],
            by_penetration=tuple(by_cut.items()),
            indexes=tuple(indexes),
            samples=len(rounds) + len(deep),
            seed=seed,
        )


def _allotted(samples: int, starts: Sequence[int], whole: int) -> list[int]:
    """The number of compositions to sample for each round: more where the edge varies more, and some for every
    round."""
    spread = [sqrt(gone / (whole - gone)) for gone in starts]
    return [max(50, round(samples * each / sum(spread))) for each in spread]


def estimate(count: Count, effects: Removal, compositions: "Counts") -> "Floats":
    """The player's edge as a count estimates it, for rows of 53 counts of the cards left."""
    import numpy as np

    shoe = effects.sheet.shoe
    tags = np.array([float(count.tags.get(card, 0)) for card in range(JOKER + 1)])
    gone = np.array(shoe.counts) - compositions
    above = gone @ tags - float(count.mean) * gone.sum(axis=1)
    weight = (len(shoe) - 1) / compositions.sum(axis=1)
    return np.asarray(weight * float(count.slope) * above - float(effects.house_edge))


def _turning_point(seen: "Floats", worth: "Floats") -> float:
    """The lowest estimated edge from which betting has been most profitable."""
    import numpy as np

    order = np.argsort(-seen, kind="stable")
    gained = np.cumsum(worth[order])
    # Equal edges are bet on together or not at all.
    last_of_equals = np.append(np.diff(seen[order]) != 0, True)
    gained[~last_of_equals] = -np.inf
    best = int(np.argmax(gained))
    return float(seen[order[best]]) if gained[best] > 0 else float("inf")


def _learnt_bets(seen: "Floats", worth: "Floats") -> "Flags":
    """When a count bets: each half of the sample uses the threshold learnt from the other half, so that luck is not
    mistaken for skill."""
    import numpy as np

    bets = np.zeros(len(seen), np.bool_)
    halves = np.arange(len(seen)) % 2 == 0
    for half in (halves, ~halves):
        bets[half] = seen[half] >= _turning_point(seen[~half], worth[~half])
    return bets


def _of_rounds(values: "Floats", numbers: Sequence[int]) -> "Floats":
    """For each round, sampled this many times: the mean (first row) and the variance of that mean (second)."""
    import numpy as np

    drawn, starts = np.array(numbers), np.cumsum([0, *numbers[:-1]])
    means = np.add.reduceat(values, starts) / drawn
    away = values - np.repeat(means, drawn)
    return np.array([means, np.add.reduceat(away * away, starts) / drawn / (drawn - 1)])


def true_count(count: Count, effects: Removal, edge: float) -> float:
    """The true count at which a count estimates this edge for the player."""
    return (edge + float(effects.house_edge)) * DECK / (float(count.slope) * (len(effects.sheet.shoe) - 1))


def _advantage(counter: str, bets: "Floats", won: "Floats") -> Advantage:
    """Rounds have equal weight, independent of how many of each were sampled."""
    rounds = bets.shape[1]
    share, per_round = float(bets[0].mean()), float(won[0].mean())
    return Advantage(counter, share, sqrt(bets[1].sum()) / rounds, per_round, sqrt(won[1].sum()) / rounds, rounds)


def _at_penetration(one: Exposure, compositions: "Counts", edges: "Floats") -> AtPenetration:
    import numpy as np

    variance = float(edges.var(ddof=1))
    unseen = edges - estimate(one.counts[0], one.removal, compositions) if one.counts else edges
    return AtPenetration(
        seen_deviation=one.at_penetration.seen_deviation,
        deviation=sqrt(variance),
        seen_share=max(0.0, 1 - float(unseen.var(ddof=1)) / variance) if variance else 1.0,
        favourable=float((edges > 0).mean()),
        quantiles={chance: float(np.quantile(edges, chance)) for chance in QUANTILES},
    )
