"""The display of a table or of a bank of tables: name, meter, pay tables, last wins, and what must be disclosed.

A progressive's meter ticks live while the page is served; a figure that is not live says so. A house jackpot is a
posted prize: it never moves (WAC 230-15-671).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from html import escape
from importlib.resources import files

from pitbook.compliance.property import JackpotEntry, Property
from pitbook.compliance.tables import config_of, prize_of
from pitbook.errors import BadInput, NotFound, quoted
from pitbook.games.model import Wager, listed
from pitbook.money import Cents, format_cents
from pitbook.reports.html_page import html_page
from pitbook.reports.postings.notices import HOUSE_DISCLOSURES, PlacardBlock, pay_block, paying
from pitbook.table.config import TableConfig


@dataclass(frozen=True, slots=True)
class Won:
    """A win as a display shows it, without a name."""

    cents: Cents
    hand: str
    table: str
    day: date


@dataclass(frozen=True, slots=True)
class MeterReading:
    """The amount of a meter at a time."""

    cents: Cents
    when: str


@dataclass(frozen=True, slots=True)
class Sign:
    """One display."""

    title: str
    subtitle: str
    hash: str
    house: str
    panels: tuple[PlacardBlock, ...]
    figure: str = ""
    state: str = ""
    """The status of the figure: a posted prize, or the time it was read."""
    cents: Cents = Cents(0)
    live: str = ""
    """The progressive whose meter is shown live; empty for a prize that never moves."""
    notices: tuple[str, ...] = ()
    winners: tuple[Won, ...] = ()

    @property
    def tables(self) -> list[list[tuple[str, ...]]]:
        """The rows of each pay table with its heading, and those of the last wins."""
        won: list[tuple[str, ...]] = [
            (f"{each.hand}, {each.day:%b} {each.day.day}", format_cents(each.cents)) for each in self.winners
        ]
        return [[block.headings, *block.rows] for block in self.panels] + ([won] if won else [])

    @property
    def letters(self) -> float:
        """The letters across all tables side by side, in their widest rows."""
        return sum(
            sum(max(len(row[place]) for row in table) + 2.5 for place in range(len(table[0]))) for table in self.tables
        )


def sign(
    of: Property, *, table: str = "", jackpot: str = "", shown: MeterReading | None = None, winners: Sequence[Won] = ()
) -> Sign:
    """The display of a table, or of the tables that play for a jackpot."""
    if bool(table) == bool(jackpot):
        raise BadInput("a display is for a table or for a jackpot: name one of them")
    entry = _jackpot(of, jackpot) if jackpot else next((each for each in of.jackpots if table in each.tables), None)
    config = _config(of, table or (entry.tables[0] if entry is not None and entry.tables else ""))
    wagers = [wager for wager in paying(config) if not wager.house_table]
    if jackpot and entry is not None:
        wagers = [wager for wager in wagers if wager.slug == entry.wager]
    panels = tuple(_block(config, wager) for wager in wagers if wager.paid_as not in config.offered)
    title = config.game.wager(entry.wager).name if jackpot and entry is not None else config.name
    subtitle = _limits(config) if table else _tables(entry)
    plain = Sign(title, subtitle, of.hash, of.name, panels, winners=tuple(winners))
    return plain if entry is None else _with_figure(plain, entry, shown)


def _block(config: TableConfig, wager: Wager) -> PlacardBlock:
    """A pay table, headed by all the wagers that it pays."""
    others = [each.name for each in config.wagers() if each.paid_as == wager.slug]
    return replace(pay_block(config.layout, wager), heading=listed([wager.name, *others]))


def _with_figure(plain: Sign, entry: JackpotEntry, shown: MeterReading | None) -> Sign:
    if entry.kind == "house":
        prize = format_cents(entry.seed)
        return replace(plain, figure=prize, state="posted prize", cents=entry.seed, notices=HOUSE_DISCLOSURES)
    cents = shown.cents if shown is not None else entry.seed
    return replace(
        plain,
        figure=f"${cents // 100:,}.{cents % 100:02d}",
        state=f"not live: as of {shown.when}" if shown is not None else "not live: the starting amount",
        cents=cents,
        live=entry.id,
        notices=(f"{format_cents(entry.bet)} a wager. The meter is the players' money.",),
    )


def _jackpot(of: Property, jackpot: str) -> JackpotEntry:
    found = next((entry for entry in of.jackpots if entry.id == jackpot), None)
    if found is None:
        known = listed(entry.id for entry in of.jackpots) or "none"
        raise NotFound(f"the property has no jackpot {quoted(jackpot)}: it has {known}")
    return found


def _config(of: Property, table: str) -> TableConfig:
    entry = next((entry for entry in of.tables if entry.id == table), None)
    if entry is None:
        known = listed(entry.id for entry in of.tables) or "none"
        raise NotFound(f"the property has no table {quoted(table)}: it has {known}")
    return config_of(entry, prize_of(entry, of.jackpots))


def _limits(config: TableConfig) -> str:
    first = config.offered[0]
    return f"{config.game.wager(first).name} {config.limits[first]}"


def _tables(entry: JackpotEntry | None) -> str:
    if entry is None or len(entry.tables) < 2:
        return ""
    return f"{len(entry.tables)} tables share this jackpot"


def write(shown: Sign) -> bytes:
    """The page, as UTF-8; it loads nothing but the meter."""
    style, script = (
        files("pitbook.reports.postings").joinpath(f"signage.{kind}").read_text("utf-8") for kind in ("css", "js")
    )
    parts = [
        f"<header><h1>{escape(shown.title)}</h1><p>{escape(shown.subtitle)}</p></header>",
        *_meter(shown),
        _tables_tag(shown),
        *(line for block in shown.panels for line in _panel(block)),
        *_winners(shown.winners),
        "</main>",
        "<footer>",
        *(f'<p class="notice">{escape(words)}</p>' for words in shown.notices),
        f"<p>{escape(shown.house)}. Configuration {shown.hash}</p></footer>",
        # A posted prize has no script: it cannot move.
        *([f"<script>\n{script}</script>"] if shown.live else []),
    ]
    body = f'<body data-jackpot="{escape(shown.live)}" data-cents="{shown.cents}">'
    return html_page(shown.title, style, parts, body=body)


def _tables_tag(shown: Sign) -> str:
    """The letter size at which the longest and the widest pay table fit on the screen."""
    tables = shown.tables
    notes = max((len(block.footnotes) for block in shown.panels), default=0)
    rows = max((len(table) + 1.3 for table in tables), default=1) + notes
    tall = min(((40 if shown.figure else 72) / rows - 0.7) / 1.25, 3 if shown.figure else 4.6)
    wide = (94 - 3 * len(tables)) / (0.53 * max(shown.letters, 1))
    kind = "tables" if shown.figure else "tables only"
    return f'<main class="{kind}" style="--line: min({tall:.2f}vmin, {wide:.2f}vw); --panels: {max(len(tables), 1)}">'


def _meter(shown: Sign) -> Iterator[str]:
    if not shown.figure:
        return
    kind = "state still" if shown.live else "state"
    yield '<section class="meter" aria-live="off">'
    yield f'<div class="figure" style="--letters: {max(9, len(shown.figure))}">{escape(shown.figure)}</div>'
    yield f'<p class="{kind}">{escape(shown.state)}</p></section>'


def _panel(block: PlacardBlock) -> Iterator[str]:
    yield f"<section><h2>{escape(block.heading)}</h2><table>"
    if len(block.headings) > 2:
        heads = "".join(f"<th>{escape(name)}</th>" for name in ("", *block.headings[1:]))
        yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for row in block.rows:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody></table>"
    for words in block.footnotes:
        yield f'<p class="footnote">{escape(words)}</p>'
    yield "</section>"


def _winners(winners: Sequence[Won]) -> Iterator[str]:
    if not winners:
        return
    yield "<section><h2>Last wins</h2><table><tbody>"
    for each in winners:
        when = f"{each.day:%b} {each.day.day}"
        yield f"<tr><td>{escape(each.hand)}, {when}</td><td>{format_cents(each.cents)}</td></tr>"
    yield "</tbody></table></section>"
