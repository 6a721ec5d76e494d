"""The content of a par sheet, the same blocks, words and digits for PDF, HTML, spreadsheet and terminal."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from pitbook import __version__
from pitbook.cards import card_names
from pitbook.exact.figures import NONE, ReturnChart, chart, fixed, number, one_in, percent, places_for
from pitbook.exact.par import ParSheet, edges_by_players
from pitbook.exact.progressive import progressive
from pitbook.exact.record import has_meter, inputs_hash, preset_of, ratio, removed_cards
from pitbook.exact.rule_hash import rule_hash
from pitbook.games.model import Wager
from pitbook.games.options_read import options_in_words
from pitbook.games.package import hash_of_table
from pitbook.money import format_cents
from pitbook.pay import Amount, PayTable
from pitbook.reports.family import family_of

HASHES = ("Rule hash", "Pay table hash", "Inputs")
"""Facts that are hashes."""
HEADINGS = ("Event", "Pays", "Combinations", "Probability", "1 in", "Return")


@dataclass(frozen=True, slots=True)
class Fact:
    """A named figure or word."""

    name: str
    value: str
    exact: str = ""
    """The figure as a fraction, where there is one."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One row of the outcome table, in the order of its headings."""

    cells: tuple[str, ...]
    wins: bool


@dataclass(frozen=True, slots=True)
class Block:
    """A small table under a heading, such as the edge by the number of players."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: int = -1
    """The row that was asked for."""
    note: str = ""
    numbers: tuple[tuple[Fraction | float | None, ...], ...] = ()
    """The values of the last cells of each row, where a spreadsheet should hold more digits than are shown."""
    words: int = 1
    """The number of leading columns with words; the others have figures."""
    wide: bool = False
    """Whether it needs the whole width of a page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A sheet's line in a list of several."""

    game: str
    wager: str
    table: str
    decks: int
    shoe: str
    house_edge: str
    hit_frequency: str
    deviation: str


@dataclass(frozen=True, slots=True)
class SheetView:
    """A par sheet in words."""

    name: str
    """The title of a document with this sheet alone."""
    short: str
    """The same in few letters, for a worksheet."""
    entry: Entry
    title: str
    subtitle: str
    about: tuple[Fact, ...]
    """The title block."""
    summary: tuple[Fact, ...]
    headings: tuple[str, ...]
    words: int
    """The number of leading columns with words."""
    lines: tuple[TextLine, ...]
    total: TextLine
    check: str
    """A sentence about the totals that a reader can verify."""
    chart: ReturnChart
    blocks: tuple[Block, ...]
    assumptions: tuple[str, ...]
    inputs_hash: str
    top_prize: str = ""
    """The top prize, where the pay of its row does not state it."""


def view(sheet: ParSheet) -> SheetView:
    """Everything on the sheet, ready to be shown."""
    return plain_view(sheet) if sheet.detail is None else family_of(sheet.game).par_view(sheet)


def plain_view(sheet: ParSheet, played: str = "", blocks: Iterable[Block] = ()) -> SheetView:
    """What every sheet shows, and further ``blocks``. The title names the pay table, or how hands are ``played``."""
    lines, total = _lines(sheet)
    by = played or sheet.strategy or f"pay table {sheet.table.id}"
    subtitle = f"{sheet.wager.name}, {by}, {decks_text(sheet)}"
    base = sheet.wager.house_table is not None
    return SheetView(
        name=f"{sheet.game.name}: {subtitle}",
        short=f"{sheet.game.slug} {sheet.wager.slug}" if base else f"{sheet.wager.slug} {sheet.table.id}",
        entry=_entry(sheet),
        title=sheet.game.name,
        subtitle=subtitle,
        about=tuple(_about(sheet)),
        summary=tuple(_summary(sheet)),
        headings=HEADINGS,
        words=2,
        lines=lines,
        total=total,
        check=_check(sheet),
        chart=chart(sheet),
        blocks=tuple(_blocks(sheet, blocks)),
        assumptions=sheet.assumptions,
        inputs_hash=inputs_hash(sheet),
    )


def title_of(views: Sequence[SheetView]) -> str:
    """The title of a document with these sheets."""
    first, *others = views
    if not others:
        return first.name
    names = dict.fromkeys(each.entry.game for each in views)
    return first.entry.game if len(names) == 1 else "Par sheets of the rulebook"


def _entry(sheet: ParSheet) -> Entry:
    return Entry(
        game=sheet.game.name,
        wager=sheet.wager.name,
        table="house rules" if sheet.wager.house_table else sheet.table.id,
        decks=sheet.decks,
        shoe=decks_text(sheet),
        house_edge=percent(sheet.house_edge),
        hit_frequency=percent(sheet.hit_frequency, 3),
        deviation=number(sheet.standard_deviation),
    )


def decks_text(sheet: ParSheet) -> str:
    joker = " and the joker" if sheet.game.joker else ""
    return (f"{sheet.decks} decks" if sheet.decks > 1 else "one deck") + joker


def bet_text(sheet: ParSheet) -> str:
    """The bet, in words."""
    basis = sheet.basis
    if sheet.wager.requires_all_of:
        return f"none of its own; {format_cents(basis.bet)} on each spot"
    if basis.spots:
        return ", ".join(format_cents(bet) if bet else "none" for bet in basis.spots) + " on the spots in order"
    return format_cents(basis.bet) + (" on each spot" if sheet.wager.components else "")


def _about(sheet: ParSheet) -> Iterator[Fact]:
    letter, table, basis = sheet.game.letter, sheet.table, sheet.basis
    yield Fact("Game", sheet.game.name)
    submission = f", submission {letter.submission}" if letter.submission else ""
    dated = f", {letter.dated.day} {letter.dated:%B %Y}" if letter.dated > date.min else ""
    yield Fact("Letter", f"{letter.label}{dated}{submission}")
    yield Fact("Maker", letter.maker or "no maker")
    yield Fact("Wager", sheet.wager.name)
    tier = f", {format_cents(table.tier)} column" if table.tier else ""
    named = "the rules of the house" if sheet.wager.house_table else f"{table.id}{tier}"
    yield Fact("Pay table", named + (f" ({table.cite})" if table.cite else ""))
    yield Fact("Shoe", decks_text(sheet))
    if removed := removed_cards(sheet):
        yield Fact("Removed", card_names(removed))
    yield Fact("Wagered", bet_text(sheet))
    if basis.meter is not None:
        yield Fact("Meter", format_cents(basis.meter))
    yield Fact("Options read", options_in_words(sheet.game, sheet.options_read()))
    yield Fact("Computed by", f"Pitbook {__version__}")
    yield Fact("Deals", sheet.method if sheet.deals is None else f"{sheet.deals:,}; {sheet.method}")
    yield Fact(HASHES[0], rule_hash(sheet.wager))
    yield Fact(HASHES[1], hash_of_table(sheet.table))
    yield Fact(HASHES[2], inputs_hash(sheet))


def _summary(sheet: ParSheet) -> Iterator[Fact]:
    edge = sheet.house_edge
    exactly = ratio if sheet.solved is None else _not_exact
    if sheet.average_win is not None:
        yield Fact("Value per round", f"${fixed(sheet.average_win / 100, 6)}", ratio(sheet.average_win / 100) or "")
    else:
        yield Fact("House edge", percent(edge) if edge is not None else "depends on the meter", exactly(edge) or "")
    if sheet.basis.seats > 1 and sheet.envy_value is not None:
        edges = edges_by_players(sheet)
        name = f"With {sheet.basis.seats} players, {format_cents(sheet.envy_bet)} wager"
        yield Fact(name, percent(edges[sheet.basis.seats]), ratio(edges[sheet.basis.seats]) or "")
    yield Fact("Hit frequency", percent(sheet.hit_frequency), exactly(sheet.hit_frequency) or "")
    hits = 1 / sheet.hit_frequency if sheet.hit_frequency else None
    yield Fact("A hit is 1 in", one_in(hits))
    if sheet.standard_deviation is not None:
        yield Fact("Standard deviation", number(sheet.standard_deviation))
        yield Fact("Volatility index (90%)", number(sheet.volatility_index))
        yield Fact("Skewness", number(sheet.skewness))


def _not_exact(value: Fraction | None) -> None:
    """Exact fractions only: a float converted to a fraction is not printed."""


def _lines(sheet: ParSheet) -> tuple[tuple[TextLine, ...], TextLine]:
    chances = places_for((row.probability for row in sheet.rows), least=8)
    returns = places_for((row.returned for row in sheet.rows), least=8, most=8)
    lines = tuple(
        TextLine(
            (
                row.label,
                row.pays,
                NONE if row.combinations is None else f"{row.combinations:,}",
                fixed(row.probability, chances),
                one_in(row.one_in),
                fixed(row.returned, returns),
            ),
            wins=row.wins,
        )
        for row in sheet.rows
    )
    counted = NONE if sheet.deals is None else f"{sum(row.count for row in sheet.rows):,}"
    whole = sum((row.probability for row in sheet.rows), Fraction(0))
    total = ("Total", "", counted, fixed(whole, chances), "", fixed(sheet.returned, returns))
    return lines, TextLine(total, wins=False)


def _blocks(sheet: ParSheet, more: Iterable[Block]) -> Iterator[Block]:
    if sheet.envy_value is not None:
        edges = edges_by_players(sheet)
        yield Block(
            f"With envy, at a {format_cents(sheet.envy_bet)} wager",
            ("Players", "House edge"),
            tuple((str(players), percent(edge)) for players, edge in edges.items()),
            sheet.basis.seats - 1 if sheet.basis.seats > 1 else -1,
            f"Each other seat's hand is worth {percent(sheet.envy_value)} of the wager.",
            tuple((edge,) for edge in edges.values()),
        )
    shown = [each for each in sheet.variants if " players, envy" not in each.basis]
    if shown:
        yield Block(
            "On another basis",
            ("Basis", "House edge"),
            tuple((each.basis, percent(each.house_edge)) for each in shown),
            numbers=tuple((each.house_edge,) for each in shown),
        )
    yield from more
    if len(tiers := _tiers(sheet)) > 1:
        fixed_pays = zip(
            *([line for line in each.lines if isinstance(line.pay, Amount)] for each in tiers), strict=True
        )
        yield Block(
            f"{_dependent_wager(sheet).name} by the lowest bet",
            ("Event", *(f"{format_cents(each.tier)} or more" for each in tiers)),
            tuple((pays[0].label, *(str(line.pay) for line in pays)) for pays in fixed_pays),
        )
    if has_meter(sheet):
        yield _meter_block(sheet)


def _tiers(sheet: ParSheet) -> list[PayTable]:
    """The columns of the sheet's pay table, lowest bet first."""
    same = [each for each in sheet.wager.tables if each.id == sheet.table.id and sheet.decks in each.decks]
    return sorted(same, key=lambda each: each.tier)


def _dependent_wager(sheet: ParSheet) -> Wager:
    """The wager whose pays depend on the lowest bet: the sheet's own, or the one that its spots bring with them."""
    return sheet.game.wager(sheet.wager.components[-1]) if sheet.wager.components else sheet.wager


def _meter_block(sheet: ParSheet) -> Block:
    found = progressive(sheet)
    even, between = found.break_even_meter, found.wagers_between_hits
    rows = [
        ("Returned by fixed pays", percent(found.fixed_return)),
        ("Returned by each $1,000 on the meter", percent(found.drain * 100_000 / found.bet)),
        ("House edge is zero at a meter of", _dollars(even)),
        ("Wagers for one 100% award", "cannot occur" if between is None else one_in(between)),
        ("100% awards in a million wagers", fixed(found.hits_per_million, 4)),
    ]
    if (preset := preset_of(sheet)) is not None:
        average = found.average_top(preset.feeding, preset.seed)
        growth = found.growth_between_hits(preset.contribution)
        rows += [
            ("Seed and reserve, as printed", f"{format_cents(preset.seed)}, {percent(preset.reserve, 2)}"),
            ("Contribution that gives the printed hold", percent(preset.contribution)),
            ("House keeps in the long run", percent(found.hold(preset.contribution, preset.reserve, preset.seed))),
            ("Average 100% award", _dollars(average)),
            ("Added to the meter between two 100% awards", _dollars(growth)),
            ("House edge at the seed", percent(found.edge_at(preset.seed))),
        ]
    return Block("The meter", ("Figure", "Value"), tuple(rows))


def _dollars(cents: Fraction | None) -> str:
    return NONE if cents is None else f"${fixed(cents / 100, 2)}"


def _check(sheet: ParSheet) -> str:
    """Raises where the totals do not agree."""
    if sheet.solved is not None:
        off = abs(sum((row.probability for row in sheet.rows), Fraction(0)) - 1)
        if off > max(len(sheet.rows) * sheet.solved.chance_error, 1e-9):
            raise ArithmeticError("the chances of the outcomes do not add up to 1")
        return f"The probabilities add up to 1. The house edge is off by {sheet.solved.error:.0e} at most."
    if sum(row.count for row in sheet.rows) != sheet.total:
        raise ArithmeticError("the outcomes do not add up to all deals")
    words = "The combinations add up to all deals and the probabilities to 1"
    return f"{words}; the returns to minus the house edge." if sheet.house_edge is not None else f"{words}."
