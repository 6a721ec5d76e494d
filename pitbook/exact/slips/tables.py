"""Checks pay tables: equal ones, lines out of order, pays without a unit or a value, impossible outcomes."""

import re
from fractions import Fraction
from itertools import combinations, pairwise

from pitbook.exact.par import par_sheet
from pitbook.exact.slips.model import MOST_CARDS, LetterCase, QuotedFaults, check
from pitbook.games.letter_text import Quote
from pitbook.games.model import Wager, listed
from pitbook.pay import Amount, MeterShare, Odds, Pay, PayLine, PayTable, Prize


def _printed(wager: Wager) -> tuple[PayTable, ...]:
    """The tables that the letter prints; a wager made of others has none of its own."""
    return () if wager.components else wager.tables


@check("equal-tables", "Two pay tables are the same under different names", "inconsistent")
def equal_tables(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        for first, second in combinations(_printed(wager), 2):
            if first.id == second.id or first.tier != second.tier or _pays(first) != _pays(second):
                continue
            if set(first.decks) & set(second.decks):
                differ = [line.envy for line in first.lines] != [line.envy for line in second.lines]
                words = f"pay tables {first.id} and {second.id} have the same pays"
                quotes = (*case.pay_table(wager, first, envy=differ), *case.pay_table(wager, second, envy=differ))
                yield f"{words} and differ only in envy" if differ else words, quotes
            elif first.tier == wager.tables[0].tier and not _has_figures(case, wager, first, second):
                decks = listed(listed(table.decks) for table in (first, second))
                words = f"pay tables {first.id} and {second.id} have the same pays for {decks} decks and no figures"
                yield words, (*case.pay_table(wager, first), *case.pay_table(wager, second))


def _pays(table: PayTable) -> list[tuple[str, Pay]]:
    return [(line.outcome, line.pay) for line in (*table.lines, *table.added)]


def _has_figures(case: LetterCase, wager: Wager, *tables: PayTable) -> bool:
    ids = {table.id for table in tables}
    return any(claim.wager == wager.slug and (not claim.table or claim.table in ids) for claim in case.letter.claims)


@check("pay-order", "A lower line of a pay table pays more than a higher one", "inconsistent")
def pay_order(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        for table in _printed(wager):
            envy = [(line, Fraction(line.envy)) for line in table.lines if line.envy]
            for name, ranks in (("pays", _ranks(table)), ("envy", envy)):
                wrong = [(low, high) for (low, less), (high, more) in pairwise(ranks) if less < more]
                if wrong:
                    low, high = wrong[0]
                    words = f"pay table {table.id}: {high.label} is printed below {low.label} and has the higher {name}"
                    yield words, case.pay_table(wager, table, envy=True)


def _ranks(table: PayTable) -> list[tuple[PayLine, Fraction]]:
    """Lines with their pays: shares of a meter above odds; amounts are compared only with each other."""
    kinds = {type(line.pay) for line in table.lines}
    if kinds <= {Amount}:
        return [(line, Fraction(line.pay.cents)) for line in table.lines if isinstance(line.pay, Amount)]
    found = []
    for line in table.lines:
        if isinstance(line.pay, Odds):
            found.append((line, line.pay.net))
        elif isinstance(line.pay, MeterShare):
            found.append((line, 1_000_000 * (1 + line.pay.share)))
    return found


@check("line-order", "The order of two lines changes from table to table", "inconsistent")
def line_order(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        above: dict[tuple[str, str], PayTable] = {}
        told: set[frozenset[str]] = set()
        for table in _printed(wager):
            for high, low in combinations(table.lines, 2):
                pair = (high.outcome, low.outcome)
                above.setdefault(pair, table)
                other = above.get((low.outcome, high.outcome))
                if other is not None and frozenset(pair) not in told:
                    told.add(frozenset(pair))
                    words = f"{high.label} ranks above {low.label} in pay table {table.id} and below it in {other.id}"
                    yield words, (*case.pay_table(wager, other), *case.pay_table(wager, table))


@check("columns", "A column for a higher bet is not in proportion", "inconsistent")
def columns(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        tables = _printed(wager)
        for lower, higher in ((a, b) for a, b in combinations(tables, 2) if a.id == b.id and a.decks == b.decks):
            ratios = {
                small.label: Fraction(large.pay.cents, small.pay.cents)
                for small, large in zip(lower.lines, higher.lines, strict=True)
                if isinstance(small.pay, Amount) and isinstance(large.pay, Amount) and small.pay.cents
            }
            usual = max(ratios.values(), key=list(ratios.values()).count, default=Fraction(0))
            odd = [label for label, ratio in ratios.items() if ratio != usual]
            if odd:
                words = f"pay table {lower.id}: {listed(odd)} does not pay {usual} times as much for the higher bet"
                yield words, case.pay_table(wager, lower)


@check("prize-value", "A prize has no value", "incomplete")
def prize_values(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        for table in _printed(wager):
            for line in table.lines:
                if isinstance(line.pay, Prize):
                    yield (
                        f"pay table {table.id} pays a prize and does not say what it is worth",
                        (case.row_of(wager, line.outcome, table),),
                    )


@check("no-unit", "Pays are printed without a unit", "incomplete")
def units(case: LetterCase) -> QuotedFaults:
    bare = [
        table.row_quote(row)
        for _, table, row, _ in case.lines()
        if any(
            re.fullmatch(r"\d{1,5}", cell) and "Pay" in head for cell, head in zip(row.cells, table.head, strict=False)
        )
    ]
    if bare:
        yield f"{len(bare)} rows print bare numbers: 'to 1' and 'for 1' differ by the stake", tuple(bare[:2])


@check("rounding", "Pays of half a unit and no rule for rounding them", "incomplete")
def rounding(case: LetterCase) -> QuotedFaults:
    halves = [
        table.row_quote(row)
        for section, table, row, _ in case.lines()
        if section.kind == "tables" and any(re.fullmatch(r"\d+\.\d+ (?:to|for) 1", cell) for cell in row.cells)
    ]
    said = any(re.search(r"\bround(?:ed|ing)\b", each.text) for each in case.text.passages())
    if halves and not said:
        yield "an odd bet wins half a dollar, and the letter does not say how it is paid", tuple(halves)


@check("mixed-units", "One pay table pays both to 1 and for 1", "inconsistent")
def mixed_units(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        for table in _printed(wager):
            returned = {line.pay.stake_returned for line in table.lines if isinstance(line.pay, Odds)}
            if len(returned) > 1:
                yield f"pay table {table.id} pays some lines 'to 1' and others 'for 1'", case.pay_table(wager, table)


@check("impossible", "A line cannot be dealt with a deck count that the table is for", "inconsistent")
def impossible_lines(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        if case.game.joker or sum(group.size for group in wager.groups) > MOST_CARDS:
            continue
        never: dict[int, list[Quote]] = {}
        for table in _printed(wager):
            for decks in table.decks:
                for row in par_sheet(case.game, wager, table, decks).rows:
                    if not row.count and table.line(row.outcome):
                        never.setdefault(decks, []).append(case.row_of(wager, row.outcome, table))
        for decks, quotes in never.items():
            count = f"{decks} decks" if decks > 1 else "one deck"
            yield f"{wager.name}: these lines cannot be dealt from {count}, which nothing rules out", tuple(quotes)


@check("same-name", "Several pay tables have one name", "inconsistent")
def same_names(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        shared: dict[str, list[PayTable]] = {}
        for table in _printed(wager):
            if table.tier == wager.tables[0].tier:
                shared.setdefault(table.id, []).append(table)
        several = {name: tables for name, tables in shared.items() if len({str(_pays(each)) for each in tables}) > 1}
        if several:
            words = f"{listed(several)} each name another pay table for every deck count"
            yield (
                words,
                tuple(quote for table in next(iter(several.values())) for quote in case.pay_table(wager, table)),
            )


@check("two-names", "Notes call pay tables by other names than their headings", "inconsistent")
def two_names(case: LetterCase) -> QuotedFaults:
    for section in case.text.of("tables"):
        for table in section.tables:
            found = re.fullmatch(r"(?:Paytable )?(\d+)", table.caption)
            note = next(
                (each for each in table.notes if found and re.search(rf"\b[A-Z]{{2}}-0?{found[1]}\b", each)), ""
            )
            if note:
                yield (
                    f"the heading says '{table.caption}', the note another name",
                    (table.quote, Quote(table.place, note)),
                )
                break
