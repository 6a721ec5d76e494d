"""Par sheets: the exact mathematics of a wager with a pay table and a deck count."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import Any, Final

from pitbook.cards import Shoe
from pitbook.errors import BadInput
from pitbook.exact.assumptions import assumptions
from pitbook.exact.distribution import Distribution, distribution
from pitbook.exact.family import family_of
from pitbook.exact.spots import results, splittings
from pitbook.games.model import Game, Group, Use, Wager, listed
from pitbook.games.options_read import values_read
from pitbook.games.settle import LOSS
from pitbook.money import Cents, Rounding, dollars, format_cents, parse_cents, parse_rounding
from pitbook.pay import Amount, Loss, MeterShare, Odds, Pay, PayLine, PayTable, Prize, Push, is_offered, net_of

DEALT: Final[Mapping[str, tuple[str, ...]]] = {
    "player": ("player",),
    "dealer": ("dealer",),
    "board": ("board",),
    "player and dealer": ("player", "dealer"),
    "player and board": ("player", "board"),
}
"""The places of the cards of one deal."""
VOLATILITY_AT_90: Final = 1.645
"""The standard deviations on either side of the mean that contain 90% of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Basis:
    """The basis of a figure, beside the table and the shoe."""

    bet: Cents = dollars(1)
    """The wager; for five spots, on each of them."""
    spots: tuple[Cents, ...] = ()
    """The bet on each spot in order, if it is not ``bet`` on all of them; 0 for a spot without a bet."""
    seats: int = 1
    """Players at the table, including this one; the others' hands win envy."""
    meter: Cents | None = None
    """The displayed meter; None leaves meter lines without a value."""
    added: bool = False
    """Whether lines paid on top (Crown Treasure) are offered."""
    prizes: Mapping[str, Cents] = field(default_factory=dict)
    """The value of a prize, by name; else as the table states."""
    rounding: Rounding | None = None
    """The rounding of winnings at this wager; None if they are not rounded."""

    @property
    def lowest(self) -> Cents:
        """The bet that decides the tier."""
        return min(self.spots, default=self.bet)

    def priced(self, pay: Pay) -> Pay:
        """A prize at its value on this basis."""
        return Prize(pay.name, self.prizes.get(pay.name, pay.cents)) if isinstance(pay, Prize) else pay

    def net(self, pay: Pay) -> Fraction | None:
        """The net win of a pay, per unit of the wager."""
        if self.rounding is not None:
            won = net_of(self.priced(pay), self.bet, self.rounding, self.meter)
            return None if won is None else Fraction(won, self.bet)
        match self.priced(pay):
            case Odds() as odds:
                return odds.net
            case Amount(cents) | Prize(_, cents):
                return Fraction(cents, self.bet)
            case MeterShare(share):
                return None if self.meter is None else self.meter * share / self.bet - 1
            case Push():
                return Fraction(0)
            case Loss():
                return Fraction(-1)


@dataclass(frozen=True, slots=True)
class OutcomeRow:
    """One outcome of the sheet."""

    outcome: str
    label: str
    combinations: int | None
    """The number of deals; None if the wager was solved and no deals were counted."""
    probability: Fraction
    pays: str
    net: Fraction | None
    """The net win per unit of all money wagered; None if it depends on a meter, or nothing is wagered."""
    wins: bool

    @property
    def count(self) -> int:
        """The number of deals, for callers that never handle a solved wager."""
        return _counted(self.combinations)

    @property
    def can_occur(self) -> bool:
        return self.probability > 0

    @property
    def one_in(self) -> Fraction | None:
        return 1 / self.probability if self.can_occur else None

    @property
    def returned(self) -> Fraction | None:
        """The row's contribution to the net return."""
        return None if self.net is None else self.probability * self.net


def _counted(number: int | None) -> int:
    if number is None:
        raise ArithmeticError("this sheet was solved in floating point: there are no deals to count")
    return number


@dataclass(frozen=True, slots=True)
class Solved:
    """The figures of a wager that was solved in floating point, with error bounds."""

    house_edge: float
    hit_frequency: float
    variance: float
    error: float
    """The error bound of the house edge."""
    chance_error: float
    """The error bound of an outcome's probability, the hit frequency and the variance."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The house edge on a basis other than the sheet's."""

    basis: str
    house_edge: Fraction | None
    """None if nothing is wagered."""


@dataclass(frozen=True, slots=True)
class ParSheet:
    """The mathematics of one wager, one pay table and one shoe.

    If deals were counted, every figure is an exact fraction. If the wager was solved (``solved``), figures are
    fractions made from floating-point numbers, with an error bound, and there are no counts.
    """

    game: Game
    wager: Wager
    table: PayTable
    decks: int
    shoe: Shoe
    options: Mapping[str, str]
    basis: Basis
    rows: tuple[OutcomeRow, ...]
    deals: int | None
    """The number of all deals; None if none were counted."""
    assumptions: tuple[str, ...]
    variants: tuple[Variant, ...] = ()
    method: str = ""
    """The method by which the deals were counted, or the wager solved."""
    solved: Solved | None = None
    """None if every figure is exact."""
    strategy: str = ""
    """How hands are played or set, in words; empty for a wager that one deal decides."""
    detail: Any = None
    """The additional data of the family that made the sheet. Only the family writes its record and shows it."""

    @property
    def total(self) -> int:
        """The number of deals, for callers that never handle a solved wager."""
        return _counted(self.deals)

    def options_read(self, use: Use = "count") -> dict[str, str]:
        """The options that can change a figure of this sheet, or of a result made from it, with their values."""
        return values_read(self.game, [self.wager], [self.table], use, self.options)

    @property
    def hit_frequency(self) -> Fraction:
        """The probability of a winning outcome; a push does not count as a hit."""
        if self.solved is not None:
            return Fraction(self.solved.hit_frequency)
        return sum((row.probability for row in self.rows if row.wins), Fraction(0))

    @property
    def returned(self) -> Fraction | None:
        """The net return per unit wagered; None if a line has no value on this basis."""
        if self.solved is not None:
            return -Fraction(self.solved.house_edge)
        parts = [row.returned for row in self.rows]
        return None if None in parts else sum((part for part in parts if part is not None), Fraction(0))

    @property
    def house_edge(self) -> Fraction | None:
        net = self.returned
        return None if net is None else -net

    def moment(self, power: int) -> Fraction | None:
        """The central moment of the net win of one unit."""
        mean = self.returned
        if mean is None:
            return None
        return sum(
            (row.probability * (row.net - mean) ** power for row in self.rows if row.net is not None), Fraction(0)
        )

    @property
    def variance(self) -> Fraction | None:
        return self.moment(2) if self.solved is None else Fraction(self.solved.variance)

    @property
    def standard_deviation(self) -> float | None:
        variance = self.variance
        return None if variance is None else sqrt(variance)

    @property
    def volatility_index(self) -> float | None:
        """Half the width of the interval that would contain 90% of single results under a normal distribution."""
        deviation = self.standard_deviation
        return None if deviation is None else VOLATILITY_AT_90 * deviation

    @property
    def skewness(self) -> float | None:
        variance, third = self.variance, self.moment(3)
        return None if not variance or third is None else float(third) / float(variance) ** 1.5

    @property
    def envy_value(self) -> Fraction | None:
        """The envy value of one other player's hand, per unit of a qualifying wager; None without envy."""
        lines = [(self.table.line(row.outcome), row.probability) for row in self.rows]
        worth = [line.envy * chance for line, chance in lines if line is not None and line.envy]
        return sum(worth, Fraction(0)) / self.envy_bet if worth else None

    @property
    def average_win(self) -> Fraction | None:
        """The value of a wager that takes no bet, in cents per round; None for others."""
        if not self.wager.requires_all_of:
            return None
        paid = [(self.table.line(row.outcome), row.probability) for row in self.rows]
        return sum(
            (line.pay.cents * chance for line, chance in paid if line and isinstance(line.pay, Amount)), Fraction(0)
        )

    @property
    def envy_bet(self) -> Cents:
        """The wager that envy figures are for: the sheet's own, or the lowest that qualifies."""
        return max(self.basis.bet, self.wager.envy_minimum or Cents(1))

    def to_dict(self) -> dict[str, Any]:
        """Everything on the sheet, fractions as ``"n/d"`` with a decimal beside them."""
        from pitbook.exact.record import record_of

        return record_of(self)

    def to_csv(self) -> str:
        """The outcomes as CSV with a header line."""
        from pitbook.exact.record import csv_text

        return csv_text([self])

    def to_frame(self) -> Any:
        """The outcomes as a pandas or polars data frame, depending on which is installed."""
        from pitbook.exact.record import frame

        return frame([self])

    def _repr_html_(self) -> str:
        """The notebook display."""
        from pitbook.exact.picture import sheet_html

        return sheet_html(self)


def par_sheet(
    game: Game,
    wager: Wager,
    table: PayTable,
    decks: int,
    options: Mapping[str, str] | None = None,
    basis: Basis | None = None,
    removed: Sequence[int] = (),
) -> ParSheet:
    """The sheet of a wager with a pay table for a full shoe of ``decks``, less any cards removed from it."""
    chosen = checked_options(game, wager, options or {})
    shoe = Shoe.of_decks(decks, joker=game.joker).without(removed)
    ground = basis or default_basis(wager, table, chosen)
    blank = ParSheet(game, wager, table, decks, shoe, chosen, ground, (), 0, ())
    sheet, counted = _filled(blank, ground)
    looked_at = groups_seen(wager, sheet.table, ground, chosen)
    folds = family_of(game).after_folds(sheet)
    return replace(
        sheet,
        assumptions=(
            *assumptions(sheet, counted.method, looked_at, removed),
            *((folds.words,) if folds else ()),
        ),
        variants=tuple(_variants(sheet)),
    )


def checked_options(game: Game, wager: Wager, options: Mapping[str, str]) -> dict[str, str]:
    """Every option of the game, and the player's choice with this bet."""
    given, choice = dict(options), wager.choice
    picked = {choice.name: choice.check(given.pop(choice.name, choice.default))} if choice else {}
    return game.check_options(given) | picked


def _filled(sheet: ParSheet, basis: Basis) -> tuple[ParSheet, Distribution]:
    """The sheet's rows on this basis, and the distribution that they come from."""
    wager = sheet.wager
    table = _column(wager, sheet.table, sheet.decks, basis)
    folds = family_of(sheet.game).after_folds(sheet)
    counted = folds.counted if folds else None
    if counted is None:
        counted = distribution(wager, sheet.shoe, sheet.options, groups_seen(wager, table, basis, sheet.options))
    return priced(replace(sheet, table=table, basis=basis), counted), counted


def priced(sheet: ParSheet, counted: Distribution) -> ParSheet:
    """The same sheet over another distribution of the rule's answers."""
    game, wager, table, basis = sheet.game, sheet.wager, sheet.table, sheet.basis
    rows = (_spot_rows if wager.components else _rows)(game, wager, table, counted, basis)
    total = counted.total * (splittings(basis.spots) if basis.spots else 1)
    return replace(sheet, rows=rows, deals=total, method=counted.method)


def _column(wager: Wager, table: PayTable, decks: int, basis: Basis) -> PayTable:
    """The pays for the lowest bet, if a table has tiers; the lowest tier if it reaches none."""
    # A table that is not one of the wager's is used unchanged, even if its id is the same.
    known = wager.tables if table in wager.tables else ()
    tiers = [each for each in known if each.id == table.id and decks in each.decks] or [table]
    reached = [each for each in tiers if each.tier <= basis.lowest]
    if not reached and wager.requires_all_of:
        raise BadInput(f"{wager.slug} takes {format_cents(tiers[0].tier)} or more on each spot ({wager.cite})")
    return max(reached or tiers[:1], key=lambda each: each.tier)


def groups_seen(wager: Wager, table: PayTable, basis: Basis, options: Mapping[str, str]) -> tuple[Group, ...]:
    """The groups that the lines of this table look at with these options: the last may be needed by other tables
    only."""
    *before, last = wager.groups
    if last.only_if is not None:
        name, value = last.only_if
        return wager.groups if options[name] == value else tuple(before)
    paid = {line.outcome for line in (*table.lines, *(table.added if basis.added else ()))}
    return tuple(before) if last.only_for and paid.isdisjoint(last.only_for) else wager.groups


def default_basis(wager: Wager, table: PayTable, options: Mapping[str, str]) -> Basis:
    """A $1 wager, $5 on each of five spots; one player, no envy, no meter, no added lines unless the house offers them.

    Winnings are not rounded unless the house or the table states a rounding.
    """
    prizes = {
        name.removesuffix("-value"): parse_cents(value) for name, value in options.items() if name.endswith("-value")
    }
    added = any(is_offered(line, options) for line in table.added)
    stated = options.get("rounding", "table")
    rounding = table.rounding if stated == "table" else parse_rounding(stated)
    bet = (
        max(dollars(5), table.tier)
        if wager.components
        else table.tier
        if wager.requires_all_of
        else wager.lowest or dollars(1)
    )
    return Basis(bet=bet, added=added, prizes=prizes, rounding=None if rounding == Rounding() else rounding)


def _rows(game: Game, wager: Wager, table: PayTable, counted: Distribution, basis: Basis) -> tuple[OutcomeRow, ...]:
    """Answers grouped by the line that pays them, in the table's order; answers without a line come last."""
    counts: dict[str, int] = {}
    paid: dict[str, PayLine] = {}
    extra: dict[str, PayLine] = {}
    for answer, times in counted.answers.items():
        names = wager.named(answer)
        line = wager.paid_line(table, names)
        added = next((each for each in table.added if each.outcome in names), None) if basis.added else None
        name = added.outcome if added and line else line.outcome if line else LOSS
        counts[name] = counts.get(name, 0) + times
        if line:
            paid[name] = line
        if added:
            extra[name] = added
    for line in table.lines:  # a printed line that cannot occur stays on the sheet with the count 0
        if line.outcome not in counts and not any(line.outcome in each.sum_of for each in wager.outcomes):
            counts[line.outcome], paid[line.outcome] = 0, line
    order = [line.outcome for line in (*table.added, *table.lines)]
    names = sorted(counts, key=lambda name: (name == LOSS, order.index(name) if name in order else -1))
    rows = []
    for name in names:
        if name == LOSS:
            rows.append(
                OutcomeRow(LOSS, "Loss", counts[name], Fraction(counts[name], counted.total), LOSS, Fraction(-1), False)
            )
            continue
        line, top = paid[name], extra.get(name)
        net = basis.net(line.pay)
        pays, label = str(basis.priced(line.pay)), line.label
        if top is not None and net is not None:
            net, pays, label = net + (basis.net(top.pay) or 0), f"{pays} + {top.pay}", top.label
        wins = not isinstance(line.pay, Push | Loss)
        rows.append(OutcomeRow(name, label, counts[name], Fraction(counts[name], counted.total), pays, net, wins))
    # Nothing is wagered on a wager that requires others, so there is no return per unit.
    return tuple(replace(row, net=None) if wager.requires_all_of else row for row in rows)


def _spot_rows(
    game: Game, wager: Wager, table: PayTable, counted: Distribution, basis: Basis
) -> tuple[OutcomeRow, ...]:
    """All spots together with the wager that requires them."""
    bets = basis.spots or (basis.bet,) * game.wager(wager.components[0]).spots
    total = counted.total * splittings(bets)
    return tuple(
        OutcomeRow(
            each.name, each.label, each.deals, Fraction(each.deals, total), each.pays, each.won / sum(bets), each.wins
        )
        for each in results(counted.answers, game, wager, table, bets)
    )


def house_edge(sheet: ParSheet, basis: Basis) -> Fraction | None:
    """The edge of the same sheet on another basis, including the envy of other seats."""
    other, _ = _filled(sheet, basis)
    edge = other.house_edge
    if edge is None or basis.seats == 1:
        return edge
    qualifies = sheet.wager.envy_minimum is not None and basis.bet >= sheet.wager.envy_minimum
    return edge - (basis.seats - 1) * (other.envy_value or 0) if qualifies else edge


def edges_by_players(sheet: ParSheet) -> dict[int, Fraction | None]:
    """The edge of a wager that qualifies for envy, for one player to a full table: each seat adds the same."""
    two = replace(sheet.basis, bet=sheet.envy_bet, seats=2)
    alone, both = house_edge(sheet, replace(two, seats=1)), house_edge(sheet, two)
    if alone is None or both is None:
        return dict.fromkeys(range(1, sheet.game.seats + 1))
    return {players: alone - (players - 1) * (alone - both) for players in range(1, sheet.game.seats + 1)}


def _variants(sheet: ParSheet) -> Iterator[Variant]:
    basis, table, wager = replace(sheet.basis, seats=1), sheet.table, sheet.wager

    def variant(text: str, changed: Basis) -> Iterator[Variant]:
        if changed != basis and (edge := house_edge(sheet, changed)) is not None:
            yield Variant(text, edge)

    if sheet.envy_value is not None:
        edges = edges_by_players(sheet)
        for players in sorted(
            edges, key=lambda players: players != sheet.basis.seats
        ):  # the requested number comes first
            if players > 1:
                yield Variant(f"{players} players, envy at a {format_cents(sheet.envy_bet)} wager", edges[players])
    fixed = [line for line in (*table.lines, *table.added) if isinstance(line.pay, Amount | Prize)]
    if table.added:
        name = table.added[0].label
        yield from variant(f"without {name}", replace(basis, added=False))
        for bet in (1, 5, 25, 100):
            yield from variant(f"with {name} at a ${bet} wager", replace(basis, bet=dollars(bet), added=True))
    elif wager.components or wager.requires_all_of:
        yield from _tier_variants(sheet)
    elif fixed:
        for bet in (1, 5, 25, 100):
            yield from variant(f"at a ${bet} wager", replace(basis, bet=dollars(bet)))
    if any(isinstance(line.pay, MeterShare) for line in table.lines) and basis.meter is None:
        for meter in (5_000, 10_000, 25_000, 50_000, 100_000):
            yield from variant(f"meter at ${meter:,}", replace(basis, meter=dollars(meter)))


def _tier_variants(sheet: ParSheet) -> Iterator[Variant]:
    """The wager that requires all spots, by the bet on each spot: below the tiers, and at each of them."""
    tiers = [each.tier for each in sheet.wager.tables if each.id == sheet.table.id and sheet.decks in each.decks]
    dependent = sheet.game.wager(sheet.wager.components[-1]) if sheet.wager.components else sheet.wager
    for bet in sorted({*tiers, *(() if sheet.wager.requires_all_of else (dollars(1), dollars(10), dollars(100)))}):
        changed = replace(sheet.basis, bet=bet, spots=())
        reached = max((tier for tier in tiers if tier <= bet), default=None)
        column = f"no {dependent.name}" if reached is None else f"the {format_cents(reached)} column"
        if changed != sheet.basis:
            other, _ = _filled(sheet, changed)
            worth = f", worth ${float(other.average_win / 100):.4f} a round" if other.average_win is not None else ""
            yield Variant(f"{format_cents(bet)} on each spot, {column}{worth}", other.house_edge)


def has_par_sheet(wager: Wager) -> bool:
    """Whether one deal decides the wager: this is not so if hands are played or set.

    Refuses a wager that looks at cards outside such a deal, which would be left out or counted wrongly.
    """
    if wager.by_play or not wager.tables:
        return False
    for group in wager.groups:
        if group.source not in DEALT:
            raise BadInput(
                f"{wager.slug} looks at {group.name} ({group.source}), but a deal that is counted has "
                f"{listed(DEALT)} cards only"
            )
    sources = dict.fromkeys(group.source for group in wager.groups)
    parts = [part for source in sources for part in DEALT[source]]
    if len(set(parts)) < len(parts):
        raise BadInput(f"{wager.slug} looks at the same cards twice, as {listed(sources)}: it cannot be counted")
    return True
