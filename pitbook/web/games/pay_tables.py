"""Pay tables side by side, as letters print them: tables with the same deck counts and lines form one block."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitbook.games.model import Game, Wager
from pitbook.games.shown import pay_words
from pitbook.money import format_cents
from pitbook.pay import PayTable


@dataclass(frozen=True, slots=True)
class PayCell:
    """The pay of one table for one line."""

    pays: str
    envy: str = ""


@dataclass(frozen=True, slots=True)
class PayTableBlock:
    """A block of tables side by side: a heading for each, and the lines."""

    decks: tuple[int, ...]
    shoe: str
    headings: tuple[str, ...]
    ids: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[PayCell | None, ...]], ...]
    """Label, outcome, and a cell for each table."""
    has_added: bool


def printed(game: Game, wager: Wager) -> list[PayTableBlock]:
    """Every pay table of a wager."""
    blocks: dict[tuple[object, ...], list[PayTable]] = {}
    for table in wager.tables:
        names = tuple((line.outcome, line.label) for line in (*table.lines, *table.added))
        blocks.setdefault((table.decks, names), []).append(table)
    return [_block(game, wager, tables) for tables in blocks.values()]


def _block(game: Game, wager: Wager, tables: Sequence[PayTable]) -> PayTableBlock:
    first = tables[0]
    counts = ", ".join(map(str, first.decks))
    joker = " and the joker" if game.joker else ""
    return PayTableBlock(
        decks=first.decks,
        shoe=("one deck" if first.decks == (1,) else f"{counts} decks") + joker,
        headings=tuple(f"{table.id} from {format_cents(table.tier)}" if table.tier else table.id for table in tables),
        ids=tuple(table.id for table in tables),
        rows=tuple(_rows(wager, tables)),
        has_added=any(table.added for table in tables),
    )


def _rows(wager: Wager, tables: Sequence[PayTable]) -> Iterator[tuple[str, str, tuple[PayCell | None, ...]]]:
    for line in (*tables[0].lines, *tables[0].added):
        yield line.label, line.outcome, tuple(_cell(wager, table, line.outcome) for table in tables)


def _cell(wager: Wager, table: PayTable, outcome: str) -> PayCell | None:
    line = table.line(outcome)
    if line is None:
        return None
    plus = "+ " if line in table.added else ""
    return PayCell(f"{plus}{pay_words(wager, line.pay)}", format_cents(line.envy) if line.envy else "")
