"""Checks for printed figures that contradict each other, or that are too incomplete to be checked."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Final

from pitbook.exact.slips.model import LetterCase, QuotedFaults, check
from pitbook.exact.slips.words import bare, figure, half_unit
from pitbook.games.letter_text import LetterRow, LetterTable, Quote, TextSection
from pitbook.games.model import listed
from pitbook.pay import MeterShare, Odds, PayTable, Prize

TOTALS: Final = re.compile(r"total|any winning hand", re.IGNORECASE)
COLUMN_WORDS: Final = re.compile(
    r"hand|pay|return|percent|envy|bonus|hit|freq|combination|probab|deck|match|outcome|event"
)
ADVANTAGE: Final = re.compile(r"house (?:advantage|edge)|hold\b", re.IGNORECASE)


@check("probability", "A probability is above one", "inconsistent")
def probabilities(case: LetterCase) -> QuotedFaults:
    wrong: dict[str, list[Quote]] = {}
    for _, table in case.text.tables():
        for row in table.rows:
            for place, cell in enumerate(row.cells):
                head = table.head[place] if place < len(table.head) else ""
                value = figure(cell)
                if (
                    value is not None
                    and value > 1
                    and re.search(r"probab|frequen|hit freq", f"{row.label} {head}", re.IGNORECASE)
                ):
                    wrong.setdefault(row.label, []).append(table.row_quote(row))
    for label, quotes in wrong.items():
        yield f"'{label}' prints numbers above one: they are odds", tuple(dict.fromkeys(quotes))


@check("totals", "The rows of a table do not add up to its total", "inconsistent")
def totals(case: LetterCase) -> QuotedFaults:
    for _, table in case.text.tables():
        for total, wrong in _sums(table):
            if wrong:
                yield f"the rows do not add up to the total: {listed(wrong)}", (table.quote, table.row_quote(total))


def _sums(table: LetterTable) -> Iterator[tuple[LetterRow, list[str]]]:
    """The total row, and each column whose rows add up to a different total, allowing for rounding."""
    place = next((place for place, row in enumerate(table.rows) if TOTALS.match(row.label)), None)
    if place is None:
        return
    total, rows, wrong = table.rows[place], table.rows[1:place], []
    for column, cell in enumerate(total.cells):
        head = table.head[column] if column < len(table.head) else ""
        said, values = figure(cell), [row.cells[column] for row in rows if column < len(row.cells)]
        numbers = [value for each in values if (value := figure(each)) is not None]
        if said is None or not numbers or head.startswith("1 in"):
            continue
        slack = sum((half_unit(each) for each in values if figure(each) is not None), half_unit(cell))
        if abs(sum(numbers) - said) > slack:
            wrong.append(f"{head or total.label} adds up to {float(sum(numbers)):.6g}, printed is {cell}")
    yield total, wrong


@check("missing-row", "A table lacks a row that its twin has", "incomplete")
def missing_rows(case: LetterCase) -> QuotedFaults:
    told: set[tuple[str, str]] = set()
    for (_, first), (_, second) in combinations(case.text.tables(), 2):
        if first.head != second.head or _stem(first.caption) != _stem(second.caption):
            continue
        for table, twin in ((first, second), (second, first)):
            have, others = ({bare(row.label) for row in each.rows} for each in (table, twin))
            if len(have & others) <= min(len(have), len(others)) // 2:
                continue
            for row in twin.rows:
                name = bare(row.label)
                if (table.place, name) in told or name in have or not re.match(r"all other|total|house", name):
                    continue
                # A row for the rest is needed only if the others do not add up to the total.
                if name != "all other" or any(wrong for _, wrong in _sums(table)):
                    told.add((table.place, name))
                    yield (
                        f"'{row.label}' is in the twin of this table and not in it",
                        (table.quote, twin.row_quote(row)),
                    )


def _stem(caption: str) -> str:
    """The name of a table before the part that names its pay table."""
    return " ".join(re.split(r"\b(?:Table|Pay Table|For|\d)", caption)[0].split())


@check("wrong-caption", "A table has the figures of another pay table than it is named for", "inconsistent")
def captions(case: LetterCase) -> QuotedFaults:
    for section, table in case.text.tables():
        named = re.findall(r"Pay Table (\d+)\b", table.caption)
        envy = "Envy" in table.caption
        rows = {
            outcome: value
            for row in table.rows
            if (outcome := case.outcome(section, row)) and row.cells and (value := _odds(row.cells[0])) is not None
        }
        if len(named) != 1 or len(rows) < 3:
            continue
        fits = [each.id for wager in case.game.wagers for each in wager.tables if _agree(each, rows, envy)]
        if fits and named[0] not in fits:
            first = next(row for row in table.rows if case.outcome(section, row))
            what = "envy bonuses" if envy else "pays"
            words = f"named for pay table {named[0]}, with the {what} of pay table {listed(fits)}"
            quotes = [table.quote, table.row_quote(first), *(_where_printed(case, first, table, envy))]
            yield words, tuple(dict.fromkeys(quotes))


def _odds(cell: str) -> Fraction | None:
    found = re.fullmatch(r"([\d,]+) to 1", cell)
    return Fraction(found[1].replace(",", "")) if found else None


def _agree(table: PayTable, rows: dict[str, Fraction], envy: bool) -> bool:
    """Whether a pay table pays these odds; envy in units of the qualifying $5."""
    for outcome, value in rows.items():
        line = table.line(outcome)
        if line is None:
            return False
        paid = Fraction(line.envy or 0, 500) if envy else line.pay.net if isinstance(line.pay, Odds) else None
        if paid != value:
            return False
    return True


def _where_printed(case: LetterCase, row: LetterRow, table: LetterTable, envy: bool) -> Iterator[Quote]:
    """The row of the same line in the table that lists pays or envy for all pay tables."""
    for _, other in case.text.tables():
        if other is not table and ("Envy Bonuses" in other.caption) == envy and len(other.head) > 3:
            yield from (
                other.row_quote(each) for each in (other.rows[0], *other.rows) if each.label in (row.label, "Hand")
            )
            return


@check("odds", "A frequency and its odds do not fit", "inconsistent")
def odds(case: LetterCase) -> QuotedFaults:
    for _, table in case.text.tables():
        columns = [place for place, head in enumerate(table.head) if head.startswith(("Hit Freq", "1 in"))]
        if len(columns) != 2:
            continue
        for row in table.rows[1:]:
            share, one_in = (row.cells[place] if place < len(row.cells) else "" for place in columns)
            frequency, number = figure(share), figure(one_in)
            if frequency is None or number is None:
                continue
            low, high = frequency - half_unit(share), frequency + half_unit(share)
            if not (number - half_unit(one_in)) * low <= 1 <= (number + half_unit(one_in)) * high:
                yield f"{share} is not 1 in {one_in}", (table.row_quote(row),)


@check("one-figure-for-all", "One hit frequency is printed for every deck count", "inconsistent")
def one_for_all(case: LetterCase) -> QuotedFaults:
    told: dict[str, list[Quote]] = {}
    for _, table in case.text.tables():
        decks = [head for head in table.head if re.fullmatch(r"\d Deck", head)]
        moving = [row for row in table.rows[1:] if len(set(row.cells)) == len(decks) > 2]
        for row in table.rows[1:]:
            if moving and re.search(r"frequency", row.label, re.IGNORECASE) and len(set(row.cells)) == 1:
                told.setdefault(row.label, []).extend((table.row_quote(row), table.row_quote(moving[0])))
    for label, quotes in told.items():
        yield f"'{label}' is the same for every deck count, although the odds differ", tuple(dict.fromkeys(quotes))


@check("two-bases", "Returns are printed on two bases", "inconsistent")
def two_bases(case: LetterCase) -> QuotedFaults:
    bases: dict[str, list[Quote]] = {}
    for section, table in case.text.tables():
        for head, said in _returns(case, section, table):
            bases.setdefault(said, []).append(Quote(table.place, f"{table.caption}: {head}"))
    if len(bases) > 1:
        quotes = tuple(quote for quotes in bases.values() for quote in dict.fromkeys(quotes))
        yield f"some tables print returns {listed(f'{basis}' for basis in bases)}", quotes


def _returns(case: LetterCase, section: TextSection, table: LetterTable) -> Iterator[tuple[str, str]]:
    """For a table of returns, whether they include the stake: with it they add up to less than 1, without it below
    0."""
    for row in table.rows:
        total = next((value for cell in row.cells if (value := figure(cell)) is not None), None)
        if row.label == "Total" and total is not None and "Return" in table.caption and "Envy" not in table.caption:
            signed = [value for cell in row.cells if (value := figure(cell)) is not None and value < 0]
            if signed:
                yield row.text, "without the stake"
    column = next((place for place, head in enumerate(table.head) if head == "Return Percentages"), None)
    if column is not None:
        lines = [row for row in table.rows if case.outcome(section, row)]
        values = [value for row in lines if (value := figure(row.cells[column])) is not None]
        if values and Fraction(1, 2) < sum(values) < 1:
            yield table.head[column], "with the stake"


@check("edge-twice", "One house edge is printed in two places and differs", "inconsistent")
def edges_twice(case: LetterCase) -> QuotedFaults:
    printed: dict[tuple[str, str], list[tuple[str, Quote]]] = {}
    for section, table in case.text.tables():
        for name, cell, row in _edges(case, section, table):
            printed.setdefault((" ".join(section.wagers), name), []).append((cell, table.row_quote(row)))
    for (_, name), found in printed.items():
        for (one, first), (other, second) in combinations(found, 2):
            values = figure(one), figure(other)
            if values[0] is None or values[1] is None:
                continue
            if abs(abs(values[0]) - abs(values[1])) > half_unit(one) + half_unit(other):
                yield f"pay table {name}: {one} in one place and {other} in another", (first, second)


def _edges(case: LetterCase, section: TextSection, table: LetterTable) -> Iterator[tuple[str, str, LetterRow]]:
    """Pay table, printed edge and row, for one player without envy."""
    if "Envy" in table.caption:
        return
    for row in table.rows:
        if row.label == "Total" or ("House Edge" in table.caption and row.label == "1"):
            for head, cell in zip(table.head, row.cells, strict=False):
                if re.fullmatch(r"Pay Table \d+", head):
                    yield head.removeprefix("Pay Table "), cell, row
                elif head == "Return" and (found := re.search(r"Pay Table (\d+)$", table.caption)):
                    yield found[1], cell, row
    sums = _returned(case, section, table)
    if sums is not None:
        for said in (each for each in table.rows if ADVANTAGE.search(each.label)):
            printed = next((cell for cell in reversed(said.cells) if figure(cell) is not None), "")
            yield table.caption, printed, said
            yield table.caption, f"{float(100 * (1 - sums)):.4f}%", said


def _returned(case: LetterCase, section: TextSection, table: LetterTable) -> Fraction | None:
    column = next((place for place, head in enumerate(table.head) if head == "Return Percentages"), None)
    if column is None:
        return None
    lines = [row for row in table.rows if case.outcome(section, row)]
    return sum((value for row in lines if (value := figure(row.cells[column])) is not None), Fraction(0))


@check("no-basis", "A printed advantage does not say what it is for", "incomplete")
def no_basis(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        claims = [
            each
            for each in case.letter.claims
            if each.wager == wager.slug and each.figure in ("house advantage", "hold")
        ]
        tables = {table.id: table for table in wager.tables}
        named = [(tables[each.table], each) for each in claims if each.table in tables]
        decks = [each for table, each in named if len(table.decks) > 1 and not each.decks]
        added = [each for table, each in named if table.added]
        prizes = [each for table, each in named if any(isinstance(line.pay, Prize) for line in table.lines)]
        for what, some in (
            ("for which deck count", decks),
            ("whether the optional line is in it", added),
            ("which value the prize was given", prizes),
        ):
            if some:
                quotes = tuple(Quote(each.cite, f"{each.table}: {each.figure} {each.printed}") for each in some)
                yield f"{listed(each.table for each in some)}: the letter does not say {what}", quotes
    for _, table in case.text.tables():
        for row in table.rows:
            if re.search(r"full table", row.text, re.IGNORECASE) and not re.search(r"\d+ players", row.text):
                yield "the letter does not say how many players a full table has", (table.row_quote(row),)


@check("unexplained-column", "The name of a column is nowhere explained", "incomplete")
def unexplained_columns(case: LetterCase) -> QuotedFaults:
    prose = " ".join(each.text for each in case.text.passages("rules")).lower()
    for _, table in case.text.tables():
        for head in table.head:
            words = re.findall(r"[a-z]{3,}", head.lower())
            if len(words) <= 2 and not all(
                COLUMN_WORDS.search(word) or re.search(rf"\b{word}", prose) for word in words
            ):
                yield f"the letter does not explain '{head}'", (table.row_quote(table.rows[0]),)


@check("no-figures", "No pay table has a house advantage", "incomplete")
def no_figures(case: LetterCase) -> QuotedFaults:
    printed = [each.number for each in case.others if any(claim.figure == "house advantage" for claim in each.claims)]
    if case.letter.claims or not printed:
        return
    wagers = [wager for wager in case.game.wagers if wager.tables and not wager.components]
    count = sum(len(wager.table_ids()) for wager in wagers)
    words = f"{count} pay tables and no figure for any of them; letters {listed(printed)} print theirs"
    yield words, tuple(Quote(wager.tables[0].cite, f"{wager.name}, pay table {wager.tables[0].id}") for wager in wagers)


@check("figure-names", "One figure goes by several names", "inconsistent")
def figure_names(case: LetterCase) -> QuotedFaults:
    named: dict[str, Quote] = {}
    for _, table in case.text.tables():
        for row in table.rows:
            for cell in (row.label, *row.cells):
                if found := re.search(r"\bhouse advantage\b|\bhouse edge\b|^hold\b", cell, re.IGNORECASE):
                    named.setdefault(found[0].lower(), table.row_quote(row))
        if found := re.search(r"\bhouse edge\b", table.caption, re.IGNORECASE):
            named.setdefault(found[0].lower(), table.quote)
    if len(named) > 1:
        yield f"the house's share is called {listed(named)}", tuple(named.values())


@check("deck-note", "A pay table does not say how many decks it is for", "incomplete")
def deck_notes(case: LetterCase) -> QuotedFaults:
    if len(case.game.decks) == 1:
        return
    for section in case.text.of("tables"):
        noted = [table for table in section.tables if _deck_words(table)]
        silent = [table for table in section.tables if not _deck_words(table)]
        if noted and silent and any(table.notes for table in noted):
            for table in silent:
                # A note below the last of several tables applies to all of them.
                if table.notes or len(silent) < len(noted):
                    yield (
                        "the other tables have a deck note",
                        (table.quote, *(Quote(noted[0].place, note) for note in noted[0].notes[:1])),
                    )
        sheets = [
            each for each in case.text.sections if set(each.wagers) & set(section.wagers) and each.kind != "advice"
        ]
        if not noted and not any(
            re.search(r"\d[- ]decks?\b|\bdecks\b", each.text, re.IGNORECASE)
            for sheet in sheets
            for each in sheet.passages
        ):
            quotes = tuple(table.quote for table in section.tables)
            yield "the letter does not say how many decks these tables are for", quotes
        vague = [
            Quote(table.place, note)
            for table in section.tables
            for note in table.notes
            if re.search(r"multi ?-?deck", note, re.IGNORECASE)
        ]
        if vague:
            yield "'multi deck' names no deck counts", tuple(vague)


def _deck_words(table: LetterTable) -> bool:
    return any(re.search(r"\bdecks?\b", text, re.IGNORECASE) for text in (table.caption, *table.head, *table.notes))


@check("meter-terms", "A progressive lacks a term that its figures need", "incomplete")
def meter_terms(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        shares = [table for table in wager.tables if any(isinstance(line.pay, MeterShare) for line in table.lines)]
        sheets = [each for each in case.text.of("rules", "tables") if wager.slug in each.wagers]
        if not shares or not sheets:
            continue
        words = " ".join(
            text
            for sheet in sheets
            for text in (
                *(each.text for each in sheet.passages),
                *(row.text for table in sheet.tables for row in table.rows),
            )
        ).lower()
        missing = [
            name for name, sign in (("seed", "seed amount"), ("contribution rate", "contribut")) if sign not in words
        ]
        quotes = tuple(
            case.row_of(wager, line.outcome, shares[0]) for line in shares[0].lines if isinstance(line.pay, MeterShare)
        )
        if missing:
            yield f"{wager.name}: no {' and no '.join(missing)} is printed", quotes
        for sheet in sheets[:1]:
            for table in sheet.tables:
                for row in table.rows:
                    if re.search(r"\d% reserve(?! of)", row.label):
                        words = "the reserve is a percentage, and the letter does not say of what"
                        yield words, (table.row_quote(row),)
