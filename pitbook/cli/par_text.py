"""Par sheets in the terminal: one sheet as a page with a chart, several as a table."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pitbook.cli.output import GOLD, LOSE, QUIET, RED, Slug, new_table
from pitbook.exact.figures import NONE, ReturnChart, number, percent
from pitbook.exact.par import ParSheet
from pitbook.games.options_read import options_line
from pitbook.reports.par.view import HASHES, Block, Fact, SheetView, view

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

BAR = "#d9a441"
MOST_LINES = 60
"""The most outcomes shown in the terminal; files have all of them."""


def sheet_text(sheet: ParSheet, width: int) -> "Iterator[RenderableType]":
    """One sheet, from its title to its assumptions."""
    from rich.padding import Padding
    from rich.text import Text

    shown = view(sheet)
    yield Text.assemble((shown.title, GOLD), ("  " + shown.subtitle, "bold"))
    yield _facts(shown)
    yield Padding(_summary(shown), (1, 0, 0, 0))
    yield _outcomes(shown)
    if shown.chart.bars:
        yield _heading(shown.chart.title)
        yield _bars(shown.chart, width)
    if shown.chart.note:
        yield Text("  " + shown.chart.note, QUIET)
    for block in shown.blocks:
        yield _heading(block.title, space=True)
        yield _block(block)
        if block.note:
            yield Text("  " + block.note, QUIET)
    yield _heading("Assumptions", space=True)
    for sentence in shown.assumptions:
        yield Padding(Text(sentence, QUIET), (0, 0, 0, 2))
    yield Padding(Text(options_line(sheet.options_read()), QUIET), (0, 0, 0, 2))
    for fact in shown.about:
        if fact.name in HASHES:
            yield Text(f"  {fact.name} {fact.value}", QUIET)


def _heading(words: str, *, space: bool = False) -> "Text":
    from rich.text import Text

    return Text(("\n" if space else "") + words, "bold")


def _facts(shown: SheetView) -> "Text":
    """Game, pay table and options in one line."""
    from rich.text import Text

    facts = {fact.name: fact.value for fact in shown.about}
    names = ("Removed", "Wagered", "Meter")
    more = [f"{name.lower()} {facts[name]}" for name in names if name in facts]
    words = [f"letter {facts['Letter']}", facts["Maker"], *more, facts["Computed by"]]
    return Text("  ".join(words), QUIET)


def _summary(shown: SheetView) -> "Table":
    """The main figures side by side."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 4, 0, 0))
    for _ in shown.summary:
        table.add_column()
    table.add_row(*(Text(fact.name, QUIET) for fact in shown.summary))
    table.add_row(*(Text(fact.value, GOLD if place == 0 else "bold") for place, fact in enumerate(shown.summary)))
    exact = _exact(shown.summary[0])
    if not exact:
        return table
    outer = Table.grid()
    outer.add_row(table)
    outer.add_row(Text(exact, QUIET))
    return outer


def _exact(fact: Fact) -> str:
    return f"exactly {fact.exact}" if fact.exact else ""


def _outcomes(shown: SheetView) -> "Table":
    from rich.text import Text

    table = new_table(*shown.headings, right=shown.headings[shown.words :], feet=shown.total.cells)
    for line in shown.lines[:MOST_LINES]:
        style = "" if line.wins else QUIET
        table.add_row(*(Text(cell, style) for cell in line.cells))
    left = len(shown.lines) - MOST_LINES
    if left > 0:
        table.add_row(Text(f"... and {left} more: --csv, --xlsx and --json have all of them", QUIET))
    return table


def _bars(drawn: ReturnChart, width: int) -> "Table":
    """Bars to an eighth of a character, in the sheet's order."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", overflow="ellipsis", max_width=34, no_wrap=True)
    table.add_column()
    room = max(10, min(60, width - 52))
    largest = max(abs(bar.value) for bar in drawn.bars) or 1
    for bar in drawn.bars:
        eighths = round(8 * room * float(abs(bar.value) / largest))
        blocks = "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]
        drawn_bar = Text(blocks or "▏", LOSE if bar.value < 0 else BAR)
        table.add_row(Text(bar.label), drawn_bar.append(f" {bar.text}", "default"))
    return table


def _block(block: Block) -> "Table":
    from rich.text import Text

    table = new_table(*block.headings, right=block.headings[block.words :])
    for place, row in enumerate(block.rows):
        cells = [Text(cell, GOLD if place == block.marked else "") for cell in row]
        for cell in cells:
            cell.highlight_regex(r"\w+[♥♦]", RED)
        table.add_row(*cells)
    return table


def summary_table(sheets: Iterable[ParSheet], *, games: bool = False) -> "Table":
    """Several sheets, one per row; with ``games`` each row names its game."""
    from rich.text import Text

    figures = ("decks", "hit\nfrequency", "house\nedge", "standard\ndeviation")
    table = new_table(*(("game",) if games else ()), "wager", "table", *figures, "top pay", right=(*figures, "top pay"))
    table.columns[-1].no_wrap = False  # long values are words
    before: tuple[str, str] | None = None
    for sheet in sheets:
        key, pay_table, hits, edge, top = _row(sheet)
        if before not in (None, key):
            table.add_section()
        first = key != before
        table.add_row(
            *((Slug(key[0] if first else "", QUIET),) if games else ()),
            Slug(key[1] if first else "", "bold"),
            Text(pay_table),
            str(sheet.decks),
            hits,
            Text(edge, GOLD if edge.endswith("%") else QUIET),
            number(sheet.standard_deviation),
            Text(top),
        )
        before = key
    return table


def _row(sheet: ParSheet) -> tuple[tuple[str, str], str, str, str, str]:
    """Game and wager, pay table, hit frequency, house edge and top pay."""
    edge = percent(sheet.house_edge) if sheet.house_edge is not None else _no_edge(sheet)
    key = sheet.game.slug, sheet.wager.slug
    return key, sheet.table.id, percent(sheet.hit_frequency, 3), edge, _top_pay(sheet)


def _no_edge(sheet: ParSheet) -> str:
    return "no bet" if sheet.wager.requires_all_of else "by meter"


def _top_pay(sheet: ParSheet) -> str:
    """The pay of the best line that can occur; solved sheets have no lines."""
    best = [row for row in sheet.rows if row.can_occur and row.wins]
    if not best or sheet.solved is not None:
        return NONE
    unpriced = [row for row in best if row.net is None]
    top = unpriced[0] if unpriced else max(best, key=lambda row: row.net or 0)
    line = sheet.table.line(top.outcome)
    return str(sheet.basis.priced(line.pay)) if line else top.pays
