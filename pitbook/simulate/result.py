"""The results of a simulation: each figure with its standard error, the exact one, and their distance.

The totals of a table hold for each wager, under its slug:

- ``lines``: how often each line of ``Priced.lines`` was paid, over all seats and rounds;
- ``line squares``: the sum over rounds of the squared number of bets that the line paid in the round; the standard
  error derived from it accounts for seats that share the dealer's cards;
- ``wagered``, ``net`` and ``net squares``: cents, and the sum over rounds of the squared net win of all seats, without
  envy;
- ``envy`` and ``envy squares``: cents of envy, and the sum over rounds of the squared envy of all seats.

``table rounds``, ``table shoes``, ``table net`` and ``table net squares`` cover all wagers together, with envy.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from pitbook import __version__
from pitbook.exact.distribution import Distribution
from pitbook.exact.par import ParSheet, priced
from pitbook.money import Cents
from pitbook.pay import Amount
from pitbook.simulate.blocks import ANSWER, Totals
from pitbook.simulate.estimate import FEW, Estimate, mean_by_round, score, share_by_round, share_of
from pitbook.simulate.known import Known, Whole

if TYPE_CHECKING:
    from pitbook.simulate.pricing import Priced

CUT_CARD: Final = (
    "Exact figures are for a fresh shoe. With a cut card the number of rounds depends on the cards dealt, so "
    "results may differ slightly."
)


def counted(totals: Totals) -> Distribution:
    """The simulated counts of one wager as a distribution of the exact engine."""
    answers = {int(name.removeprefix(ANSWER)): times for name, (times,) in totals.items()}
    return Distribution(answers, sum(answers.values()), "simulated")


@dataclass(frozen=True, slots=True)
class LineFound:
    """One possible result of a bet."""

    outcome: str
    label: str
    pays: str
    times: int
    frequency: Estimate

    def to_dict(self) -> dict[str, Any]:
        words = {"outcome": self.outcome, "label": self.label, "pays": self.pays, "times": self.times}
        return words | {"frequency": self.frequency.to_dict()}


@dataclass(frozen=True, slots=True)
class WagerFound:
    """The simulated figures of one wager."""

    slug: str
    name: str
    table: str
    """Its pay table."""
    bet: Cents
    """The bet on each spot; 0 for a wager that takes no bet."""
    bets: int
    """The number of bets."""
    edge: Estimate | None
    """The house edge per unit of the initial wager, without envy; None if nothing is wagered, or a share of a meter has
    no value."""
    worth: Estimate | None = None
    """If nothing is wagered: its win per round and seat, in cents."""
    wagered: int | None = None
    net: int | None = None
    envy: Estimate | None = None
    """The envy from other seats' hands, per unit wagered."""
    lines: tuple[LineFound, ...] = ()
    more: Mapping[str, int] = field(default_factory=dict)
    note: str = ""

    @property
    def scores(self) -> list[float]:
        """Every comparison with an exact figure."""
        found = [*(line.frequency for line in self.lines), self.edge, self.worth, self.envy]
        return [each.z for each in found if each is not None and each.z is not None]

    def to_dict(self) -> dict[str, Any]:
        entries: dict[str, Any] = {
            "wager": self.slug,
            "name": self.name,
            "pay_table": self.table,
            "bet_cents": self.bet,
            "bets": self.bets,
        }
        cents = {"wagered_cents": self.wagered, "net_cents": self.net}
        entries |= {name: amount for name, amount in cents.items() if amount is not None}
        for name, found in (("house_edge", self.edge), ("cents_a_round", self.worth), ("envy", self.envy)):
            if found is not None or name == "house_edge":
                entries[name] = found and found.to_dict()
        entries["lines"] = [line.to_dict() for line in self.lines]
        return entries | dict(self.more) | ({"note": self.note} if self.note else {})


@dataclass(frozen=True, slots=True)
class TableFound:
    """The results of the whole table."""

    shoes: int
    net: Estimate
    """The total net win of all seats in a round, in cents."""
    edge: Estimate | None = None
    """If several wagers make up the base game: its house edge, per unit of the first stake."""

    def to_dict(self) -> dict[str, Any]:
        entries = {"shoes": self.shoes, "players_net_cents_a_round": self.net.to_dict()}
        return entries if self.edge is None else entries | {"base_house_edge": self.edge.to_dict()}


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """All results."""

    title: str
    subtitle: str
    inputs: Mapping[str, Any]
    rounds: int
    """The rounds played, fewer than requested if the run was stopped."""
    of: int
    wagers: tuple[WagerFound, ...]
    totals: Totals
    table: TableFound | None = None
    notes: tuple[str, ...] = ()

    @property
    def interrupted(self) -> bool:
        return self.rounds < self.of

    @property
    def scores(self) -> list[float]:
        base = self.table.edge if self.table is not None else None
        whole = [base.z] if base is not None and base.z is not None else []
        return whole + [z for wager in self.wagers for z in wager.scores]

    @property
    def largest(self) -> float | None:
        """The largest distance from an exact figure, in standard errors."""
        return max(map(abs, self.scores), default=None)

    def to_dict(self) -> dict[str, Any]:
        """The JSON record: identical for identical inputs, independent of workers and machines."""
        largest = self.largest
        return {
            **self.inputs,
            "rounds_played": self.rounds,
            "interrupted": self.interrupted,
            "wagers": [wager.to_dict() for wager in self.wagers],
            **({} if self.table is None else {"table": self.table.to_dict()}),
            "compared": len(self.scores),
            "largest_z_score": "infinite" if largest == float("inf") else largest,
            "notes": list(self.notes),
            "totals": {name: list(row) for name, row in sorted(self.totals.items())},
            "version": __version__,
        }


def wager_found(sheet: ParSheet, totals: Totals) -> WagerFound:
    """Deals of one wager compared with its par sheet: the same sheet over the simulated distribution."""
    dealt = counted(totals)
    wager, trials = sheet.wager, dealt.total
    about = (wager.slug, wager.name, sheet.table.id, Cents(0) if wager.requires_all_of else sheet.basis.bet, trials)
    if not trials:
        return WagerFound(*about, edge=None)
    played = priced(sheet, dealt)
    times = {row.outcome: row.count for row in played.rows}
    exact = {row.outcome: row for row in sheet.rows}
    rows = [*sheet.rows, *(row for row in played.rows if row.outcome not in exact)]
    lines = tuple(
        LineFound(
            row.outcome,
            row.label,
            row.pays,
            times.get(row.outcome, 0),
            share_of(
                times.get(row.outcome, 0),
                trials,
                exact[row.outcome].probability if row.outcome in exact else Fraction(0),
            ),
        )
        for row in rows
    )
    if wager.requires_all_of:
        return WagerFound(*about, edge=None, worth=_worth(sheet, played, trials), lines=lines)
    return WagerFound(*about, edge=_edge(sheet, played, trials), lines=lines)


def _edge(sheet: ParSheet, played: ParSheet, trials: int) -> Estimate | None:
    """The house edge with the error that the exact sheet gives: rare or missing outcomes would make an estimate too
    small."""
    found, exact, spread = played.house_edge, sheet.house_edge, sheet.variance
    if found is None or exact is None or spread is None:
        return None
    error = sqrt(spread / trials)
    return Estimate(float(found), error, exact, score(float(found - exact), error))


def _worth(sheet: ParSheet, played: ParSheet, trials: int) -> Estimate | None:
    found, exact = played.average_win, sheet.average_win
    if found is None or exact is None:
        return None
    paid = [(sheet.table.line(row.outcome), row.probability) for row in sheet.rows]
    squares = sum(
        (chance * line.pay.cents**2 for line, chance in paid if line and isinstance(line.pay, Amount)), Fraction(0)
    )
    error = sqrt((squares - exact * exact) / trials)
    return Estimate(float(found), error, exact, score(float(found - exact), error))


def table_wager_found(
    each: "Priced", totals: Totals, rounds: int, exact: Known, seats: int, counts: tuple[str, ...] = ()
) -> WagerFound:
    """One wager of a table; ``counts`` names rows of the totals that are shown unchanged, if the wager has them.

    A bet may end in several hands, each with its own line, so bets are counted by seats and spots.
    """
    slug = each.wager.slug
    found = _money(each, rounds * seats * max(each.wager.spots, 1), totals, rounds, exact, seats)
    more = {word: totals[f"{slug} {word}"][0] for word in counts if f"{slug} {word}" in totals}
    return replace(found, lines=_lines(each, totals, rounds, exact), more=more)


def _lines(each: "Priced", totals: Totals, rounds: int, exact: Known) -> tuple[LineFound, ...]:
    """The highest pay first, as on a par sheet."""
    counts, squares = (totals[f"{each.wager.slug} {name}"] for name in ("lines", "line squares"))
    trials = sum(counts)
    chances = exact.chances or (None,) * len(counts)
    found = []
    for paid, net, times, square, chance in zip(each.lines, each.net, counts, squares, chances, strict=True):
        frequency = share_by_round(times, square, trials, rounds, chance)
        found.append((net, LineFound(paid.outcome, paid.label, paid.pays, times, frequency)))
    return tuple(line for _, line in sorted(found, key=lambda pair: -pair[0]))


def _money(each: "Priced", bets: int, totals: Totals, rounds: int, exact: Known, seats: int) -> WagerFound:
    """The result of a wager, per unit of the initial bets; if nothing is bet, in cents per round and seat."""
    slug, bet, per_round = each.wager.slug, each.bet, Fraction(bets, rounds)
    wagered, net, squares = (totals[f"{slug} {name}"][0] for name in ("wagered", "net", "net squares"))
    mean = exact.mean
    if mean is not None:
        mean = mean * per_round if isinstance(mean, Fraction) else mean * float(per_round)
    a_round = mean_by_round(net, squares, rounds, mean)
    others = _envy(slug, totals, rounds, exact, seats)
    return WagerFound(
        slug,
        each.wager.name,
        each.table,
        bet,
        bets,
        edge=-a_round.times(1 / (per_round * bet)) if bet else None,
        worth=None if bet else a_round.times(1 / per_round),
        wagered=wagered,
        net=net,
        envy=others.times(1 / (per_round * bet)) if bet and others is not None else None,
        note=exact.note,
    )


def _envy(slug: str, totals: Totals, rounds: int, exact: Known, seats: int) -> Estimate | None:
    """The envy of all seats in a round, in cents: every seat wins it for every other seat's hand.

    A few awards give no estimate of their error, and none at all would make it zero.
    """
    envy, squares = (totals.get(f"{slug} {name}", (0,))[0] for name in ("envy", "envy squares"))
    if not envy and exact.envy is None:
        return None
    expected = None if exact.envy is None else exact.envy * seats * (seats - 1)
    found = mean_by_round(envy, squares, rounds, expected)
    if exact.envy is not None and exact.envied * rounds * seats < FEW:
        return replace(found, error=found.error or None, z=None)
    return found


def table_found(totals: Totals, rounds: int, seats: int = 1, whole: Whole | None = None) -> TableFound:
    """The results of the whole table."""
    net = mean_by_round(totals["table net"][0], totals["table net squares"][0], rounds)
    if whole is None:
        return TableFound(totals["table shoes"][0], net)
    mean = None if whole.mean is None else whole.mean * seats
    base = mean_by_round(totals["base net"][0], totals["base net squares"][0], rounds, mean)
    return TableFound(totals["table shoes"][0], net, -base.times(Fraction(1, seats * whole.unit)))
