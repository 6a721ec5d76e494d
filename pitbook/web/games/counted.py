"""The figures that pages show: request classes, whose ``make`` calls the engine, and results as plain data.

Worker processes calculate them (:mod:`pitbook.web.games.figures`), so requests and results must be picklable.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any, Final, Literal, cast, get_args

from pitbook import games
from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.exact.audit import Audit, ClaimFinding, audit
from pitbook.exact.counting import exposure, is_shoe_game
from pitbook.exact.exposure_record import exposure_record, removal_record, stake_of
from pitbook.exact.family import family_of
from pitbook.exact.figures import percent
from pitbook.exact.par import ParSheet
from pitbook.exact.record import has_meter, record_to_keep
from pitbook.exact.removal import removal
from pitbook.exact.round_distribution import usual_bet
from pitbook.exact.select import SheetRequest
from pitbook.exact.session import SessionDistribution, net_chances, sum_of_rounds
from pitbook.exact.sheets import jobs
from pitbook.exact.slips import SlipKind
from pitbook.exact.solving import SolveRequest, seconds, solve
from pitbook.games.model import Wager
from pitbook.money import Cents, dollars
from pitbook.pay import Amount, MeterShare
from pitbook.reports.par.view import SheetView, view
from pitbook.room.jobs import report
from pitbook.web.games.sheet_key import FigureRequest, SheetKey, offered, usual

ROUNDS: Final = 100
METER: Final = dollars(10_000)
"""The meter that figures assume, if they need one."""
MOST_SECONDS: Final = 30.0
"""Longest solution, in seconds, that a server computes on request; the usual solutions ship with the package."""
SAMPLES: Final = 8_000
"""Number of sampled shoe compositions for the gain of a card counter."""

Form = Literal["csv", "xlsx", "pdf"]


def engine_sheet(of: SheetKey, meter: Cents | None = None, bet: Cents | None = None) -> ParSheet:
    """The par sheet, as ``pitbook par`` computes it; ``meter`` matters only if a line pays from one."""
    game = games.game(of.game)
    tables = {of.wager: of.table} if of.table else {}
    bets = {} if bet is None else {of.wager: bet}
    shown = meter if pays_from_meter(game.wager(of.wager), of) else None
    return jobs(game, SheetRequest(of.wager, tables, of.decks, bets, shown))[0].sheet()


def pays_from_meter(wager: Wager, of: SheetKey) -> bool:
    """Whether a line of the chosen table is a share of a meter."""
    return any(
        isinstance(line.pay, MeterShare) for table in wager.tables if table.id == of.table for line in table.lines
    )


@dataclass(frozen=True, slots=True)
class SheetFigures:
    """A par sheet, and the figures of the comparison."""

    view: SheetView
    record: dict[str, Any]
    edge: Fraction | None
    """The house edge, with a meter of :data:`METER` if one pays; None for a wager without a bet of its own."""
    edge_text: str
    hit: Fraction | None
    deviation: float | None
    prize: str
    """The highest pay, as printed."""
    prize_net: float | None
    """The same in bets."""
    by_meter: bool
    by_meters: tuple[tuple[Fraction, Fraction, Fraction], ...] = ()
    """Edge, variance and top prize with the meter at one, two and three times :data:`METER`, if one pays."""

    def at_meter(self, meter: Cents) -> "SheetFigures":
        """The same with the meter at another amount. Edge and prize are linear in it and the variance is quadratic, so
        three points determine them."""
        if not self.by_meters:
            return self
        at = Fraction(meter, METER)
        weights = ((at - 2) * (at - 3) / 2, -(at - 1) * (at - 3), (at - 1) * (at - 2) / 2)
        edge, variance, prize = (
            sum((weight * point[place] for weight, point in zip(weights, self.by_meters, strict=True)), Fraction(0))
            for place in range(3)
        )
        return replace(self, edge=edge, edge_text=percent(edge), deviation=sqrt(variance), prize_net=float(prize))


@dataclass(frozen=True, slots=True)
class SheetOf:
    """The par sheet."""

    of: SheetKey

    @property
    def slow(self) -> bool:
        return self.of.slow

    def make(self) -> SheetFigures:
        sheet = engine_sheet(self.of)
        by_meter = has_meter(sheet)
        priced = engine_sheet(self.of, METER) if by_meter else sheet
        shown = view(sheet)
        prize, net = _prize(priced, sheet)
        return SheetFigures(
            shown,
            record_to_keep(sheet),
            priced.house_edge,
            percent(priced.house_edge),
            sheet.hit_frequency,
            priced.standard_deviation,
            shown.top_prize or prize,
            net,
            by_meter,
            tuple(_points(self.of)) if by_meter else (),
        )


def _points(of: SheetKey) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    for times in (1, 2, 3):
        sheet = engine_sheet(of, Cents(times * METER))
        nets = [row.net or Fraction(0) for row in sheet.rows if row.wins and row.can_occur]
        yield sheet.house_edge or Fraction(0), sheet.variance or Fraction(0), max(nets)


def _prize(priced: ParSheet, printed: ParSheet) -> tuple[str, float | None]:
    """The top prize: as printed, and in bets."""
    rows = [(row, words) for row, words in zip(priced.rows, printed.rows, strict=True) if row.wins and row.can_occur]
    if printed.wager.requires_all_of:
        lines = [line for line in printed.table.lines if isinstance(line.pay, Amount)]
        top = max(lines, key=lambda line: cast(Amount, line.pay).cents)
        spots = printed.game.wager(printed.wager.requires_all_of).spots
        return str(top.pay), cast(Amount, top.pay).cents / (printed.basis.bet * spots)
    row, words = max(rows, key=lambda each: each[0].net or Fraction(0))
    net = float(row.net or 0)
    if words.pays.startswith("+"):  # of a whole round
        return f"{net:,.10g} bets", net
    return words.pays.replace("of meter", "of the jackpot"), net


@dataclass(frozen=True, slots=True)
class Edge:
    """The house edge of one pay table and deck count."""

    table: str
    decks: int
    edge: Fraction | None
    text: str


@dataclass(frozen=True, slots=True)
class EdgesOf:
    """The house edge of every pay table and deck count of a wager, with a meter of :data:`METER`."""

    game: str
    wager: str

    @property
    def slow(self) -> bool:
        return SheetKey(self.game, self.wager, "", 0).slow

    def make(self) -> tuple[Edge, ...]:
        game = games.game(self.game)
        found = []
        for of in offered(game, game.wager(self.wager)):
            edge = engine_sheet(of, METER).house_edge
            found.append(Edge(of.table, of.decks, edge, percent(edge)))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """A bar of a histogram: its range in cents; None for an open end."""

    low: int | None
    high: int | None
    chance: float


@dataclass(frozen=True, slots=True)
class Hundred:
    """The distribution of results of 100 hands of a wager."""

    rounds: int
    stake: Cents
    meter: Cents | None
    mean: float
    """In cents, like the amounts below."""
    deviation: float
    ahead: float
    even: float
    behind: float
    quantiles: tuple[tuple[float, int], ...]
    bars: tuple[HistogramBar, ...]
    method: str
    error: float


def has_session(of: SheetKey) -> bool:
    """Whether the wager takes a bet of its own."""
    return not games.game(of.game).wager(of.wager).requires_all_of


@dataclass(frozen=True, slots=True)
class SessionOf:
    """A session of 100 hands, for a usual bet."""

    of: SheetKey

    @property
    def slow(self) -> bool:
        return self.of.slow

    def make(self) -> Hundred:
        wager = games.game(self.of.game).wager(self.of.wager)
        if not has_session(self.of):
            raise BadInput(f"{wager.slug} cannot be bet alone, so there is no session of it")
        bet = usual_bet(wager)
        sheet = engine_sheet(self.of) if wager.by_play else engine_sheet(self.of, METER, bet)
        stake = bet if wager.by_play else Cents(stake_of(sheet))
        return _hundred(sum_of_rounds(net_chances(sheet), ROUNDS), stake, sheet.basis.meter)


def _hundred(found: SessionDistribution, stake: Cents, meter: Cents | None) -> Hundred:
    def cents(net: Fraction | None) -> int | None:
        return None if net is None else round(net * stake)

    return Hundred(
        rounds=found.rounds,
        stake=stake,
        meter=meter,
        mean=float(found.mean * stake),
        deviation=found.standard_deviation * stake,
        ahead=found.chance_ahead,
        even=found.chance_even,
        behind=found.chance_behind,
        quantiles=tuple(
            (chance, round(found.quantile(chance) * stake)) for chance in (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
        ),
        bars=tuple(HistogramBar(cents(bar.low), cents(bar.high), bar.chance) for bar in found.histogram(26)),
        method=found.method,
        error=found.error,
    )


@dataclass(frozen=True, slots=True)
class RemovalEffect:
    """The effect of removing one card from the shoe on the house edge."""

    label: str
    change: float
    text: str


@dataclass(frozen=True, slots=True)
class CountingExposure:
    """The exposure of a wager to card counting."""

    effects: tuple[RemovalEffect, ...]
    shoe: bool
    """Whether several rounds are dealt from one shoe."""
    meter: Cents | None
    per_100: float | None
    """What a perfect counter wins in 100 rounds, in bets; None if counting is impossible."""
    per_100_error: float | None
    """The standard error of the sample."""
    share: float | None
    best_per_100: float | None
    """The same for the best linear count."""
    penetration: float
    method: str
    record: dict[str, Any]


def has_counting(of: SheetKey) -> bool:
    """Whether the effect of one card is computed: for a wager with a bet of its own on cards as dealt."""
    game = games.game(of.game)
    wager = game.wager(of.wager)
    if wager.counted_by:
        return False
    return has_session(of) and (not wager.by_play or family_of(game).removal_of(game, wager) is not None)


@dataclass(frozen=True, slots=True)
class CountingOf:
    """The exposure of a wager to card counting."""

    of: SheetKey

    @property
    def slow(self) -> bool:
        """Whether it may take minutes: a pai gow hand has seven cards."""
        return self.of.slow or not is_shoe_game(games.game(self.of.game))

    def make(self) -> CountingExposure:
        game = games.game(self.of.game)
        if not has_counting(self.of):
            raise BadInput(f"the effect of removing one card is not computed for {self.of.wager} alone")
        sheet = engine_sheet(self.of, METER)
        if sheet.wager.by_play:
            return _of_play(sheet)
        effects = removal(sheet)
        shown = tuple(
            RemovalEffect(each.label, float(each.change), percent(each.change, 4 if abs(each.change) < 1 else 2))
            for each in effects.effects
        )
        meter = sheet.basis.meter
        if not is_shoe_game(game):
            return CountingExposure(
                shown, False, meter, None, None, None, None, 0.0, "effects of removal exact", removal_record(effects)
            )
        found = exposure(sheet, samples=SAMPLES)
        best = found.advantages[1] if len(found.advantages) > 1 else None
        perfect = found.perfect or found.bell_curve
        return CountingExposure(
            shown,
            True,
            meter,
            perfect.per_100_rounds,
            100 * perfect.per_round_error,
            perfect.share,
            best.per_100_rounds if best else None,
            float(found.penetration),
            found.method,
            exposure_record(found),
        )


def _of_play(sheet: ParSheet) -> CountingExposure:
    """For a wager with decisions: solves the game without each card; a counter's gain depends on the bet spread."""
    effects = family_of(sheet.game).removal_of(sheet.game, sheet.wager)
    found = {} if effects is None else effects(sheet)
    shown = tuple(RemovalEffect(name, change, percent(Fraction(change))) for name, change in found.items())
    return CountingExposure(shown, True, None, None, None, None, None, 0.0, "solved without one card of each value", {})


@dataclass(frozen=True, slots=True)
class FigureVerdict:
    """One printed figure and the audit's verdict."""

    wager: str
    table: str
    """The pay table, and the printed block if there are several."""
    figure: str
    printed: str
    rounded: str
    exact: str
    verdict: str
    reading: str
    reason: str
    cite: str
    is_cut: bool
    """Whether it differs only because the letter truncated decimals instead of rounding."""


@dataclass(frozen=True, slots=True)
class ShownSlip:
    """A mistake in the letter: what is wrong, and the lines concerned with their positions."""

    words: str
    quotes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Audited:
    """The audit of one letter."""

    claims: int
    holds: int
    under: int
    """Figures that match under one interpretation that the letter leaves open."""
    wrong: int
    """Figures that do not match."""
    cut: int
    """Of these, figures explained by truncated decimals."""
    unchecked: int
    judged: tuple[FigureVerdict, ...]
    """Figures that do not match first, then those that match under one interpretation."""
    readings: tuple[tuple[str, str, bool, int, int], ...]
    """Option, choice, whether it is selected, figures that match, and their total."""
    slips: Mapping[SlipKind, Mapping[str, Sequence[ShownSlip]]]
    """Where the letter is inconsistent or incomplete, by the title of the check."""
    record: dict[str, Any]


@dataclass(frozen=True, slots=True)
class AuditOf:
    """The audit: every figure that a game's letter prints, compared with the exact one."""

    game: str

    @property
    def slow(self) -> bool:
        return False

    def make(self) -> Audited:
        return _audited(audit([games.game(self.game)]))


_FIRST: Final = ("does not hold", "unchecked", "holds under", "holds")


def _audited(done: Audit) -> Audited:
    counts = done.counts()
    judged = tuple(map(_judged, sorted(done.findings, key=lambda each: _FIRST.index(each.verdict))))
    return Audited(
        claims=counts["claims"],
        holds=counts["holds"],
        under=counts["holds_under"],
        wrong=counts["does_not_hold"],
        cut=sum(each.is_cut for each in judged),
        unchecked=counts["unchecked"],
        judged=judged,
        readings=tuple(
            (each.option.title, each.option.words(each.choice), each.taken, each.holding, each.claims)
            for each in done.readings
        ),
        slips={
            kind: {
                title: [
                    ShownSlip(slip.words, tuple((quote.place, quote.text) for quote in slip.quotes)) for slip in slips
                ]
                for title, slips in done.slips_by_title(kind).items()
            }
            for kind in get_args(SlipKind)
        },
        record=done.to_dict(),
    )


def _judged(finding: ClaimFinding) -> FigureVerdict:
    claim = finding.claim
    return FigureVerdict(
        wager=claim.wager,
        table=", ".join(part for part in (claim.table, claim.block) if part),
        figure=", ".join(part for part in (claim.figure, finding.about) if part),
        printed=claim.printed,
        rounded=finding.rounded,
        exact=finding.shown,
        verdict=finding.verdict,
        reading=finding.reading,
        reason=finding.reason,
        cite=claim.cite,
        is_cut=finding.verdict == "does not hold" and finding.printed.truncates(finding.exact),
    )


@dataclass(frozen=True, slots=True)
class FileOf:
    """The par sheet as a file."""

    of: SheetKey
    form: Form

    @property
    def slow(self) -> bool:
        return self.of.slow

    def make(self) -> bytes:
        from importlib import import_module

        written: bytes = import_module(f"pitbook.reports.par.to_{self.form}").write([engine_sheet(self.of)])
        return written


@dataclass(frozen=True, slots=True)
class SolvedOf:
    """The solution of a base game, as ``pitbook solve`` computes it, and of one situation if cards are given."""

    game: str
    tables: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    pays: tuple[tuple[str, str], ...] = ()
    """``WAGER:OUTCOME`` -> the pay that replaces the printed one."""
    sees: str | None = None
    dead: str = ""
    hand: str = ""
    board: str = ""
    dealer: str = ""

    @property
    def slow(self) -> bool:
        """Whether it may take minutes: the usual solutions ship with the package."""
        return bool(self.tables or self.options or self.pays or self.sees or self.dead)

    def make(self) -> dict[str, Any]:
        request = SolveRequest(
            self.game,
            tables=dict(self.tables),
            pays=tuple((wager, outcome, pay) for line, pay in self.pays for wager, _, outcome in [line.partition(":")]),
            options=dict(self.options),
            sees=self.sees,
            dead=parse_cards(self.dead),
            hand=parse_cards(self.hand) if self.hand else None,
            board=parse_cards(self.board),
            dealer=parse_cards(self.dealer),
        )
        needed = seconds(request)
        if needed > MOST_SECONDS:
            raise BadInput(
                f"this takes about {needed:.0f} seconds, and a server solves for {MOST_SECONDS:.0f} at most: ask "
                f"'pitbook solve {self.game}' on the command line"
            )
        return solve(request, report)


@dataclass(frozen=True, slots=True)
class ExposuresOf:
    """What each card that a dealer may expose is worth to a player of a game, the most dangerous first."""

    game: str

    @property
    def slow(self) -> bool:
        return True

    def make(self) -> list[dict[str, Any]]:
        request = SolveRequest(self.game, exposures=True)
        needed = seconds(request)
        if needed > MOST_SECONDS:
            raise BadInput(
                f"what exposed cards are worth takes about {needed:.0f} seconds to compute: ask "
                f"'pitbook solve {self.game} --exposures' on the command line"
            )
        found: list[dict[str, Any]] = solve(request, report).get("exposures", [])
        return found


@dataclass(frozen=True, slots=True)
class AuditFile:
    """The audit of a letter as a PDF."""

    game: str

    @property
    def slow(self) -> bool:
        return False

    def make(self) -> bytes:
        from pitbook.reports.audit.pdf import write

        return write(audit([games.game(self.game)]))


def everything() -> Sequence[FigureRequest[object]]:
    """All figures that pages show by default, the quickest first."""
    all_of = [of for game in games.all_games() for of in usual(game)]
    wanted: list[FigureRequest[object]] = [SheetOf(of) for of in all_of]
    wanted += [AuditOf(slug) for slug in games.slugs()]
    wanted += [EdgesOf(of.game, of.wager) for of in all_of]
    wanted += [SessionOf(of) for of in all_of if has_session(of)]
    wanted += [CountingOf(of) for of in all_of if has_counting(of)]
    return sorted(wanted, key=lambda each: each.slow)
