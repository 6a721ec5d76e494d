"""Additional blocks on the sheet of a poker game's base wagers."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pitbook.exact.figures import number, percent
from pitbook.exact.par import ParSheet
from pitbook.families.poker.exact.sheet import STRATEGY, SolvedBase
from pitbook.games.model import listed
from pitbook.games.package import hash_of_table
from pitbook.reports.par.view import HASHES, Block, Fact, SheetView, plain_view


def base_view(sheet: ParSheet) -> SheetView:
    """Everything on the sheet, ready to be shown."""
    solved: SolvedBase = sheet.detail
    tables = listed(f"{sheet.game.wager(slug).name} {table_id}" for slug, table_id in solved.tables.items())
    shown = plain_view(sheet, f"{tables + ', ' if tables else ''}{STRATEGY}", _blocks(sheet, solved))
    names = listed(sheet.game.wager(slug).name for slug in sheet.game.part_of(sheet.wager.slug))
    about = [replace(fact, value=names) if fact.name == "Wager" else fact for fact in shown.about]
    about = [replace(fact, value=tables or fact.value) if fact.name == "Pay table" else fact for fact in about]
    about = [fact for fact in about if fact.name != HASHES[1]]
    about += [
        Fact(f"{HASHES[1]}{f', {table.id}' if len(solved.lines) > 1 else ''}", hash_of_table(table))
        for table in solved.lines or (sheet.table,)
    ]
    headings = ("Net result", "In first stakes", *shown.headings[2:])
    short = f"{sheet.game.slug} {sheet.table.id}" if solved.tables else sheet.game.slug
    entry = replace(shown.entry, wager=names, table=" ".join(solved.tables.values()) or shown.entry.table)
    summary = (*shown.summary, *_figures(sheet, solved))
    return replace(shown, about=tuple(about), summary=summary, headings=headings, short=short, entry=entry)


def _figures(sheet: ParSheet, solved: SolvedBase) -> Iterator[Fact]:
    record = solved.record
    yield Fact("Average stake, in first stakes", number(record["average_stake_decimal"]))
    yield Fact("Element of risk", percent(Fraction(record["element_of_risk_decimal"])))
    yield Fact("Kinds of knowledge solved", f"{record['information_sets']:,}")


def _blocks(sheet: ParSheet, solved: SolvedBase) -> Iterator[Block]:
    rows = [
        (decision.replace("-", " "), choice, percent(Fraction(share), 3))
        for decision, shares in solved.record["choices"].items()
        for choice, share in shares.items()
    ]
    yield Block("Choices of best play", ("Decision", "Choice", "Share of all rounds"), tuple(rows), words=2)
    for slug, table in zip(solved.tables, solved.lines, strict=True):
        yield Block(
            f"{sheet.game.wager(slug).name}, pay table {table.id}",
            ("Event", "Pays"),
            tuple((line.label, str(line.pay)) for line in table.lines),
            words=2,
        )
