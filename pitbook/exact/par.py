"""Par sheets: the exact mathematics of a wager with a pay table and a deck count."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from typing import Any

from pitbook.cards import Shoe, card_names
from pitbook.errors import BadInput
from pitbook.exact.distribution import Distribution, distribution
from pitbook.games.model import Game, Group, Wager
from pitbook.games.settle import LOSS
from pitbook.money import Cents, dollars, format_cents, parse_cents
from pitbook.pay import Amount, Loss, MeterShare, Odds, Pay, PayLine, PayTable, Prize, Push


@dataclass(frozen=True, slots=True)
class Basis:
    """What a figure is computed on, beside the table and the shoe."""

    bet: Cents = dollars(1)
    """The wager; for five spots, on each of them."""
    seats: int = 1
    """Players at the table, this one included; the others' hands bring envy."""
    meter: Cents | None = None
    """What the meter shows; None leaves meter lines without a value."""
    added: bool = False
    """Whether lines paid on top (Crown Treasure) are offered."""
    prizes: Mapping[str, Cents] = field(default_factory=dict)
    """What a prize is worth here, by name; else as the table states."""

    def net(self, pay: Pay) -> Fraction | None:
        """What a pay brings over the wager, for each unit of it."""
        match pay:
            case Odds():
                return pay.net
            case Amount(cents):
                return Fraction(cents, self.bet)
            case Prize(name, cents):
                return Fraction(self.prizes.get(name, cents), self.bet)
            case MeterShare(share):
                return None if self.meter is None else self.meter * share / self.bet - 1
            case Push():
                return Fraction(0)
            case Loss():
                return Fraction(-1)


@dataclass(frozen=True, slots=True)
class Row:
    """One outcome of the sheet."""

    outcome: str
    label: str
    count: int
    probability: Fraction
    pays: str
    net: Fraction | None
    """Won over the wager for each unit of all money wagered; None where it hangs on a meter, or nothing is wagered."""
    wins: bool

    @property
    def one_in(self) -> Fraction | None:
        return 1 / self.probability if self.count else None

    @property
    def returned(self) -> Fraction | None:
        """The row's part in the net return."""
        return None if self.net is None else self.probability * self.net


@dataclass(frozen=True, slots=True)
class Variant:
    """The house edge on another basis than the sheet's own."""

    basis: str
    house_edge: Fraction


@dataclass(frozen=True, slots=True)
class ParSheet:
    """The exact mathematics of one wager, one pay table and one shoe."""

    game: Game
    wager: Wager
    table: PayTable
    decks: int
    shoe: Shoe
    options: Mapping[str, str]
    basis: Basis
    rows: tuple[Row, ...]
    total: int
    assumptions: tuple[str, ...]
    variants: tuple[Variant, ...] = ()

    @property
    def hit_frequency(self) -> Fraction:
        """The chance of an outcome that wins; a push is no hit."""
        return sum((row.probability for row in self.rows if row.wins), Fraction(0))

    @property
    def returned(self) -> Fraction | None:
        """The net return for each unit wagered; None where a line has no value on this basis."""
        parts = [row.returned for row in self.rows]
        return None if None in parts else sum((part for part in parts if part is not None), Fraction(0))

    @property
    def house_edge(self) -> Fraction | None:
        net = self.returned
        return None if net is None else -net

    def moment(self, power: int) -> Fraction | None:
        """The central moment of what one unit wins."""
        mean = self.returned
        if mean is None:
            return None
        return sum(
            (row.probability * (row.net - mean) ** power for row in self.rows if row.net is not None), Fraction(0)
        )

    @property
    def variance(self) -> Fraction | None:
        return self.moment(2)

    @property
    def standard_deviation(self) -> float | None:
        variance = self.variance
        return None if variance is None else sqrt(variance)

    @property
    def skewness(self) -> float | None:
        variance, third = self.variance, self.moment(3)
        return None if not variance or third is None else float(third) / float(variance) ** 1.5

    @property
    def envy_value(self) -> Fraction | None:
        """What one other player's hand is worth in envy, for each unit of a wager that qualifies; None without envy."""
        lines = [(self.table.line(row.outcome), row.probability) for row in self.rows]
        worth = [line.envy * chance for line, chance in lines if line is not None and line.envy]
        return sum(worth, Fraction(0)) / max(self.basis.bet, self.wager.envy_minimum or Cents(1)) if worth else None


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
    chosen = game.check_options(options or {})
    shoe = Shoe.of_decks(decks, joker=game.joker).without(removed)
    ground = basis or default_basis(game, wager, chosen)
    counted = distribution(wager, shoe, chosen, _groups_seen(wager, table, ground))
    make_rows = _five_spots_rows if wager.parts else _rows
    rows = make_rows(game, wager, table, counted, ground)
    sheet = ParSheet(game, wager, table, decks, shoe, chosen, ground, rows, counted.total, ())
    return replace(sheet, assumptions=tuple(_assumptions(sheet, counted, removed)), variants=tuple(_variants(sheet)))


def _groups_seen(wager: Wager, table: PayTable, basis: Basis) -> tuple[Group, ...]:
    """The groups that the lines of this table look at: the last is left out where it is for other lines only."""
    *before, last = wager.groups
    paid = {line.outcome for line in (*table.lines, *(table.added if basis.added else ()))}
    return tuple(before) if last.only_for and paid.isdisjoint(last.only_for) else wager.groups


def default_basis(game: Game, wager: Wager, options: Mapping[str, str]) -> Basis:
    """A $1 wager, $5 on each of five spots; one player, no envy, nothing optional added, no meter."""
    prizes = {
        name.removesuffix("-value"): parse_cents(value) for name, value in options.items() if name.endswith("-value")
    }
    return Basis(bet=dollars(5) if wager.parts else wager.lowest or dollars(1), prizes=prizes)


def _rows(game: Game, wager: Wager, table: PayTable, counted: Distribution, basis: Basis) -> tuple[Row, ...]:
    """Answers gathered by the line that they are paid on, in the table's order; what no line pays comes last."""
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
    for line in table.lines:  # a printed line that cannot occur stays on the sheet with a count of none
        if line.outcome not in counts and not any(line.outcome in each.sum_of for each in wager.outcomes):
            counts[line.outcome], paid[line.outcome] = 0, line
    order = [line.outcome for line in (*table.added, *table.lines)]
    names = sorted(counts, key=lambda name: (name == LOSS, order.index(name) if name in order else -1))
    rows = []
    for name in names:
        if name == LOSS:
            rows.append(
                Row(LOSS, "Loss", counts[name], Fraction(counts[name], counted.total), LOSS, Fraction(-1), False)
            )
            continue
        line, top = paid[name], extra.get(name)
        net = basis.net(line.pay)
        pays, label = str(line.pay), line.label
        if top is not None and net is not None:
            net, pays, label = net + (basis.net(top.pay) or 0), f"{pays} + {top.pay}", top.label
        if wager.rides_on:  # nothing is wagered on it, so nothing is returned for each unit
            net = None
        wins = not isinstance(line.pay, Push | Loss)
        rows.append(Row(name, label, counts[name], Fraction(counts[name], counted.total), pays, net, wins))
    if wager.rides_on:
        rows = [replace(row, net=None) for row in rows]
    return tuple(rows)


def _five_spots_rows(game: Game, wager: Wager, table: PayTable, counted: Distribution, basis: Basis) -> tuple[Row, ...]:
    """All five spots and the Super Bonus together, for the same bet on each."""
    from pitbook.games.million_dollar_match_the_dealer.rules import unpack

    bonus_wager = game.wager(wager.parts[-1])
    suited_pay, unsuited_pay = _odds_of(table, "suited_match"), _odds_of(table, "unsuited_match")
    counts: dict[tuple[int, int, int, str], int] = {}
    for answer, times in counted.answers.items():
        suited, unsuited, losing, bonus = unpack(answer)
        line = table.best(bonus_wager.named(bonus)) if basis.bet >= table.tier else None
        key = (suited, unsuited, losing, line.outcome if line else "")
        counts[key] = counts.get(key, 0) + times
    rows = []
    for (suited, unsuited, losing, bonus_name), times in sorted(counts.items(), reverse=True):
        line = table.line(bonus_name)
        won = suited * suited_pay.ratio + unsuited * unsuited_pay.ratio - losing
        bonus_won = Fraction(line.pay.cents, basis.bet) if line and isinstance(line.pay, Amount) else Fraction(0)
        parts = [(suited, "suited"), (unsuited, "unsuited")]
        name = "_".join(f"{number}_{kind}" for number, kind in parts if number) or LOSS
        label = ", ".join(f"{number} {kind}" for number, kind in parts if number) or "No match"
        pays = " + ".join(
            f"{number} x {pay}" for number, pay in ((suited, suited_pay), (unsuited, unsuited_pay)) if number
        )
        if losing and name != LOSS:
            name, label = f"{name}_{losing}_lost", f"{label}, {losing} lost"
        if line:
            name, label, pays = f"{name}_{line.outcome}", f"{label}, {line.label}", f"{pays} + {line.pay}"
        net = (won + bonus_won) / 5
        chance = Fraction(times, counted.total)
        rows.append(Row(name, label, times, chance, pays or LOSS, net, suited + unsuited > 0))
    return tuple(rows)


def _odds_of(table: PayTable, outcome: str) -> Odds:
    line = table.line(outcome)
    if line is None or not isinstance(line.pay, Odds):
        raise BadInput(f"pay table {table.id} must pay {outcome} at odds such as '4 to 1'")
    return line.pay


def house_edge(sheet: ParSheet, basis: Basis) -> Fraction | None:
    """The edge of the same sheet on another basis, the envy of other seats included."""
    counted = distribution(sheet.wager, sheet.shoe, sheet.options, _groups_seen(sheet.wager, sheet.table, basis))
    make_rows = _five_spots_rows if sheet.wager.parts else _rows
    other = replace(sheet, basis=basis, rows=make_rows(sheet.game, sheet.wager, sheet.table, counted, basis))
    edge = other.house_edge
    if edge is None or basis.seats == 1:
        return edge
    qualifies = sheet.wager.envy_minimum is not None and basis.bet >= sheet.wager.envy_minimum
    return edge - (basis.seats - 1) * (other.envy_value or 0) if qualifies else edge


def _variants(sheet: ParSheet) -> Iterator[Variant]:
    basis, table, wager = sheet.basis, sheet.table, sheet.wager

    def variant(text: str, changed: Basis) -> Iterator[Variant]:
        if (edge := house_edge(sheet, changed)) is not None:
            yield Variant(text, edge)

    fixed = [line for line in (*table.lines, *table.added) if isinstance(line.pay, Amount | Prize)]
    if table.added:
        for bet in (1, 5, 25, 100):
            name = table.added[0].label
            yield from variant(f"with {name} at a ${bet} wager", replace(basis, bet=dollars(bet), added=True))
    elif fixed and not wager.rides_on and not wager.parts:
        for bet in (5, 25, 100):
            yield from variant(f"at a ${bet} wager", replace(basis, bet=dollars(bet)))
    if sheet.envy_value is not None and wager.envy_minimum is not None:
        bet = max(basis.bet, wager.envy_minimum)
        for seats in range(2, sheet.game.seats + 1):
            text = f"{seats} players, envy at a {format_cents(bet)} wager"
            yield from variant(text, replace(basis, bet=bet, seats=seats))
    if any(isinstance(line.pay, MeterShare) for line in table.lines) and basis.meter is None:
        for meter in (5_000, 10_000, 25_000, 50_000, 100_000):
            yield from variant(f"meter at ${meter:,}", replace(basis, meter=dollars(meter)))


def _assumptions(sheet: ParSheet, counted: Distribution, removed: Sequence[int]) -> Iterator[str]:
    decks, basis, wager, table = sheet.decks, sheet.basis, sheet.wager, sheet.table
    pack = f"{decks} decks of 52 cards" if decks > 1 else "one deck of 52 cards"
    joker = " and one joker" if sheet.game.joker else ""
    yield f"A fresh shoe of {pack}{joker}, dealt without replacement, all cards unseen."
    if removed:
        yield f"Removed from it before the deal: {card_names(removed)}."
    seen = ", ".join(group.name for group in _groups_seen(wager, table, basis))
    yield f"Looks at {seen}; {sheet.total:,} deals; {counted.method}."
    if wager.parts:
        yield f"{format_cents(basis.bet)} on each of the five spots; figures are for each unit of all five bets."
    elif wager.rides_on:
        yield f"Takes no bet of its own; pays are those of the {format_cents(table.tier)} column."
    else:
        yield f"Figures are for each unit of a {format_cents(basis.bet)} wager; one player, without envy."
    if table.added:
        offered = "offered" if basis.added else "not offered"
        yield f"{table.added[0].label}, which the house may add, is {offered}."
    for line in table.lines:
        if isinstance(line.pay, Prize):
            yield f"The {line.pay.name} is worth {format_cents(basis.prizes.get(line.pay.name, line.pay.cents))}."
        if (
            isinstance(line.pay, MeterShare)
            and not next(row for row in sheet.rows if row.outcome == line.outcome).count
        ):
            yield f"{line.label} ({line.pay}) cannot occur with {decks} decks."
    if basis.meter is not None:
        yield f"The meter shows {format_cents(basis.meter)}."
    for option in wager.reads:
        yield f"Reading: {option.name} = {sheet.options[option.name]} ({option.meaning})."
    if "third-seven" in sheet.options and wager.slug == "blazing-7s":
        yield "The third card is always dealt; a dealer's blackjack does not end the hand first."


def all_sheets(
    game: Game, wager: str = "", table: str = "", decks: int | None = None, **more: Any
) -> Iterator[ParSheet]:
    """Every sheet of a game that fits: each wager with each of its pay tables and permitted deck counts."""
    wagers = [game.wager(wager)] if wager else [each for each in game.wagers if each.tables and has_par_sheet(each)]
    for each in wagers:
        if not has_par_sheet(each):
            raise BadInput(f"{each.slug} has no par sheet yet: it needs the base game")
        for one in each.tables:
            if table and one.id != table:
                continue
            if one.tier and one.tier != min(other.tier for other in each.tables if other.id == one.id):
                continue  # the higher tier is a variant of the same sheet
            for count in one.decks:
                if decks is None or count == decks:
                    yield par_sheet(game, each, one, count, **more)


def has_par_sheet(wager: Wager) -> bool:
    """Whether the wager is decided by one deal: the base wagers and those on set hands are not."""
    return bool(wager.tables) and all(group.source in ("player", "dealer") for group in wager.groups)
