"""The bases that a printed figure may have been computed on, each with the exact figure it gives.

There is one small function for each kind of figure. It yields candidates in a fixed order: first the plain one, which
the letter states or which is settled for it, then those that the letter leaves open, the simplest first. No figure is
typed in: every one comes from a par sheet.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Final

from pitbook.exact.distribution import distribution
from pitbook.exact.figures import deck_words
from pitbook.exact.par import Basis, ParSheet, house_edge, par_sheet
from pitbook.exact.printed import parse_printed
from pitbook.games.letter import Claim, Figure
from pitbook.games.model import Game, Wager, listed
from pitbook.games.settle import LOSS
from pitbook.money import Cents, dollars, format_cents
from pitbook.pay import Amount, MeterShare, PayTable, Prize

BETS: Final = (dollars(1), dollars(5), dollars(25), dollars(100))
"""The bet sizes that are tried for a figure with a fixed amount in it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One basis and the exact figure on it."""

    basis: str
    exact: Fraction | None
    """None if the figure does not exist on this basis."""
    plain: bool = True
    """True if the letter states the basis, or it is the settled one: then the figure holds without a reading."""
    why: str = ""
    """A remark beside the basis."""


@dataclass(slots=True)
class AuditedGame:
    """One game under audit: its claims, the readings used, and the sheets computed so far."""

    game: Game
    options: Mapping[str, str] = field(default_factory=dict)
    _sheets: dict[tuple[str, str, int], ParSheet] = field(default_factory=dict)
    _edges: dict[tuple[object, ...], Fraction | None] = field(default_factory=dict)

    def sheet(self, wager: Wager, table: PayTable, decks: int) -> ParSheet:
        key = (wager.slug, table.id, decks)
        if key not in self._sheets:
            self._sheets[key] = par_sheet(self.game, wager, table, decks, self.options)
        return self._sheets[key]

    def sheets(self, claim: Claim) -> Iterator[ParSheet]:
        """The sheets that a claim may be about: its table and deck count, or all that it does not distinguish."""
        wager = self.game.wager(claim.wager)
        tables = [table for table in wager.tables if claim.table in ("", table.id)]
        counts = dict.fromkeys(count for table in tables for count in table.decks)
        for decks in sorted(counts, key=lambda count: count != self.game.default_decks):
            if claim.decks in (0, decks):
                yield from (self.sheet(wager, table, decks) for table in tables if decks in table.decks)

    def edge(self, sheet: ParSheet, basis: Basis) -> Fraction | None:
        """The house edge of a sheet on another basis."""
        prizes = tuple(sorted(basis.prizes.items()))
        key = (sheet.wager.slug, sheet.table.id, sheet.decks, basis.bet, basis.seats, basis.added, prizes)
        if key not in self._edges:
            self._edges[key] = house_edge(sheet, basis)
        return self._edges[key]

    def companion(self, claim: Claim, figure: Figure) -> Claim | None:
        """Another figure that the letter prints for the same wager, table and deck count."""
        keys = ("wager", "table", "decks", "block")
        return next(
            (
                other
                for other in self.game.letter.claims
                if other.figure == figure and all(getattr(other, key) == getattr(claim, key) for key in keys)
            ),
            None,
        )


Check = Callable[[AuditedGame, Claim], Iterable[Candidate]]


def ground(sheet: ParSheet) -> str:
    """The shoe of a sheet in a few words."""
    return "53 cards" if sheet.game.joker else deck_words(sheet.decks)


def decks_known(claim: Claim, sheet: ParSheet) -> bool:
    """Whether the letter prints a deck count with the figure, or approves the table for one only."""
    return bool(claim.decks) or len(sheet.table.decks) == 1


def on_each_sheet(
    audited: AuditedGame, claim: Claim, figure: Callable[[ParSheet], Fraction | None], what: str = ""
) -> Iterator[Candidate]:
    """One candidate per sheet, plain if the deck count is known; one for all tables of a deck count that agree."""
    by_decks: dict[int, list[ParSheet]] = {}
    for sheet in audited.sheets(claim):
        by_decks.setdefault(sheet.decks, []).append(sheet)
    for sheets in by_decks.values():
        figures = [figure(sheet) for sheet in sheets]
        same = len(set(figures)) == 1
        for sheet, exact in zip(sheets[:1] if same else sheets, figures, strict=False):
            table = "" if claim.table else "every pay table" if same else f"pay table {sheet.table.id}"
            basis = ", ".join(part for part in (ground(sheet), table, what) if part)
            yield Candidate(basis, exact, decks_known(claim, sheet))


def chance(sheet: ParSheet, outcome: str) -> Fraction:
    """The probability that an outcome is paid; counted from the rule if the table has no line for it."""
    for row in sheet.rows:
        if row.outcome == outcome:
            return row.probability
    counted = distribution(sheet.wager, sheet.shoe, sheet.options)
    found = sum(times for answer, times in counted.answers.items() if outcome in sheet.wager.named(answer))
    return Fraction(found, counted.total)


# How often


def hit_frequency(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """The hit frequency of one outcome, or of any win."""
    outcome = "" if claim.outcome == "any_winning_hand" else claim.outcome
    yield from on_each_sheet(audited, claim, lambda sheet: chance(sheet, outcome) if outcome else sheet.hit_frequency)


def one_in(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    for candidate in hit_frequency(audited, claim):
        yield replace(candidate, exact=1 / candidate.exact if candidate.exact else None)


def top_payout_odds(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """The average number of wagers per award of the whole meter."""

    def odds(sheet: ParSheet) -> Fraction | None:
        top = sum((chance(sheet, line.outcome) for line in sheet.table.lines if line.pay == MeterShare(Fraction(1))), 0)
        return 1 / Fraction(top) if top else None

    yield from on_each_sheet(audited, claim, odds)


# Counts and probabilities


def combinations(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """The number of hands."""
    yield from on_each_sheet(audited, claim, lambda sheet: _count(claim, sheet), _no_envy(claim))


def probability(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    yield from on_each_sheet(audited, claim, lambda sheet: _count(claim, sheet) / sheet.total, _no_envy(claim))


def _count(claim: Claim, sheet: ParSheet) -> Fraction:
    """In a printed envy table, a loss is every hand that wins no envy."""
    if claim.outcome == "total":
        return Fraction(sheet.total)
    if _no_envy(claim):
        return Fraction(sum(row.count for row in sheet.rows if not _envy_odds(sheet, row.outcome)))
    return chance(sheet, claim.outcome) * sheet.total


def _no_envy(claim: Claim) -> str:
    return "all hands that bring no envy" if claim.outcome == LOSS and "envy" in claim.block else ""


# Returns

NET: Final = "pays x probability"
GROSS: Final = "(pays + 1) x probability, the stake that comes back counted as returned"


def returned(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """The return of one line: net, or with the returned stake."""

    def line(sheet: ParSheet, stake: int) -> Fraction | None:
        rows = [row for row in sheet.rows if row.outcome == claim.outcome]
        return rows[0].probability * (rows[0].net + stake) if rows and rows[0].net is not None else None

    yield from on_each_sheet(audited, claim, lambda sheet: line(sheet, 0), NET)
    for candidate in on_each_sheet(audited, claim, lambda sheet: line(sheet, 1)):
        yield replace(candidate, basis=GROSS, plain=False, why="the letter does not say which return it prints")


def total_return(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    yield from on_each_sheet(audited, claim, lambda sheet: sheet.returned, "all lines and all losses")
    for candidate in on_each_sheet(
        audited, claim, lambda sheet: None if sheet.returned is None else 1 + sheet.returned
    ):
        yield replace(candidate, basis=GROSS, plain=False)


# Envy


def _envy_basis(sheet: ParSheet) -> str:
    minimum = format_cents(sheet.wager.envy_minimum or 0)
    return f"the envy of pay table {sheet.table.id} for one other player, on a {minimum} wager"


def _envy_odds(sheet: ParSheet, outcome: str) -> Fraction:
    """The envy that an outcome at another seat wins, per unit of the smallest qualifying wager."""
    line = sheet.table.line(outcome)
    return Fraction(line.envy if line and line.envy else 0, sheet.wager.envy_minimum or 1)


def envy_pays(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    for sheet in audited.sheets(claim):
        yield Candidate(_envy_basis(sheet), _envy_odds(sheet, claim.outcome))


def envy_return(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    for sheet in audited.sheets(claim):
        worth = _envy_odds(sheet, claim.outcome) * chance(sheet, claim.outcome)
        yield Candidate(_envy_basis(sheet), worth)


def total_envy_return(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    for sheet in audited.sheets(claim):
        worth = sum((_envy_odds(sheet, row.outcome) * row.probability for row in sheet.rows), Fraction(0))
        yield Candidate(_envy_basis(sheet), worth)


def edge_by_players(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """The house edge less the envy of the other seats."""
    for sheet in audited.sheets(claim):
        bet = sheet.wager.envy_minimum or sheet.basis.bet
        edge = audited.edge(sheet, replace(sheet.basis, bet=bet, seats=claim.players))
        others = claim.players - 1
        envy = f"the envy of {others} other players" if others > 1 else "the envy of one other player"
        words = f"{envy}, each with a {format_cents(bet)} wager" if others else "no other player"
        yield Candidate(f"{ground(sheet)}, {words}", edge, decks_known(claim, sheet))


# House advantage of wagers without a meter


def house_advantage(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """Candidates in this order: without optional lines, with them at several bets, with envy, on a mixed basis."""
    sheets = list(audited.sheets(claim))
    for bases in (_alone, _with_added, _with_envy, _mixed):
        for sheet in sheets:
            for candidate in bases(audited, sheet):
                yield replace(candidate, plain=candidate.plain and decks_known(claim, sheet))


def _edge(
    audited: AuditedGame, sheet: ParSheet, words: str, basis: Basis, why: str = "", plain: bool = False
) -> Candidate:
    parts = [ground(sheet), words] if words else [ground(sheet)]
    return Candidate(", ".join(parts), audited.edge(sheet, basis), plain, why)


def _sums(sheet: ParSheet) -> Sequence[Amount | Prize]:
    """The pays of the table that are fixed amounts, so that the edge depends on the size of the wager."""
    return [line.pay for line in sheet.table.lines if isinstance(line.pay, Amount | Prize)]


def _alone(audited: AuditedGame, sheet: ParSheet) -> Iterator[Candidate]:
    """The candidates for one player without optional lines. If a pay is a fixed amount, one for each bet size, none of
    them plain."""
    without = f"without {sheet.table.added[0].label}" if sheet.table.added else ""
    if not _sums(sheet):
        yield _edge(audited, sheet, without, sheet.basis, plain=True)
        return
    values = {pay.name: sheet.basis.prizes.get(pay.name, pay.cents) for pay in _sums(sheet) if isinstance(pay, Prize)}
    for bet in BETS:
        prizes = [f"a {name} worth {format_cents(cents)}" for name, cents in values.items()]
        words = ", ".join([*prizes, f"a {format_cents(bet)} wager, no envy" if not prizes else _at(bet)])
        yield _edge(
            audited, sheet, words, replace(sheet.basis, bet=bet), _worth_of_prize(audited, sheet, bet) if prizes else ""
        )


def _at(bet: Cents) -> str:
    return f"at a {format_cents(bet)} wager"


def _worth_of_prize(audited: AuditedGame, sheet: ParSheet, bet: Cents) -> str:
    """The values of the prize that give the printed figure of this table."""
    claims = [each for each in sheet.game.letter.claims if each.table == sheet.table.id]
    printed = next((each.printed for each in claims if each.figure == "house advantage"), "")
    name = next(pay.name for pay in _sums(sheet) if isinstance(pay, Prize))
    nothing = audited.edge(sheet, replace(sheet.basis, bet=bet, prizes={name: Cents(0)}))
    a_dollar = audited.edge(sheet, replace(sheet.basis, bet=bet, prizes={name: dollars(1)}))
    if not printed or nothing is None or a_dollar is None or nothing == a_dollar:
        return ""
    low, high = parse_printed(printed).band
    least, most = ((nothing - edge) / (nothing - a_dollar) for edge in (high, low))
    return f"the letter prints no value; any {name} from ${float(least):,.0f} to ${float(most):,.0f} gives the figure"


_OPTIONAL: Final = "it is optional, and the letter does not say whether the figure includes it"


def _with_added(audited: AuditedGame, sheet: ParSheet) -> Iterator[Candidate]:
    for bet in BETS if sheet.table.added else ():
        words = f"with {sheet.table.added[0].label} {_at(bet)}"
        yield _edge(audited, sheet, words, replace(sheet.basis, bet=bet, added=True), _OPTIONAL)


def _with_envy(audited: AuditedGame, sheet: ParSheet) -> Iterator[Candidate]:
    lowest = sheet.wager.envy_minimum
    if lowest is None or sheet.envy_value is None:
        return
    for seats in range(2, sheet.game.seats + 1):
        words = f"the envy of {_others(seats)}, {_at(lowest)}"
        yield _edge(audited, sheet, words, replace(sheet.basis, bet=lowest, seats=seats))


def _mixed(audited: AuditedGame, sheet: ParSheet) -> Iterator[Candidate]:
    """The fixed amounts against the smallest wager, the envy against the smallest wager that qualifies for it."""
    lowest, bet = sheet.wager.envy_minimum, BETS[0]
    sums = [str(pay) for pay in _sums(sheet)]
    alone = audited.edge(sheet, replace(sheet.basis, bet=bet))
    if lowest is None or sheet.envy_value is None or not sums or alone is None:
        return
    at_lowest = audited.edge(sheet, replace(sheet.basis, bet=lowest))
    for seats in range(2, sheet.game.seats + 1):
        with_envy = audited.edge(sheet, replace(sheet.basis, bet=lowest, seats=seats))
        if with_envy is None or at_lowest is None:
            continue
        words = (
            f"mixed basis: {ground(sheet)}, the {listed(sums)} against a {format_cents(bet)} wager, but the envy of "
            f"{_others(seats)} against {format_cents(lowest)} wagers"
        )
        why = (
            f"no single wager from {format_cents(bet)} up gives it: {_percent(alone)} at {format_cents(bet)}, where "
            f"there is no envy, and {_percent(with_envy)} at {format_cents(lowest)} with that envy"
        )
        yield Candidate(words, alone - (at_lowest - with_envy), False, why)


def _others(seats: int) -> str:
    return f"{seats - 1} other seats" if seats > 2 else "one other seat"


def _percent(value: Fraction) -> str:
    return f"{float(value):.2%}"
