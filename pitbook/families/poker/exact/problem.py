"""A problem to solve: a game with its pay tables and options, dead cards, and the player's knowledge."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pitbook.cards import Cards
from pitbook.errors import BadInput, quoted
from pitbook.families.poker.exact.knowledge import Knowledge, by_rules, parse_sees
from pitbook.families.poker.rules.model import PokerRules, Stake, Street, StreetChoice, applies
from pitbook.games.model import listed
from pitbook.pay import Pay, PayLine, PayTable, parse_pay


@dataclass(frozen=True, slots=True)
class Problem:
    """The inputs of a solution."""

    rules: PokerRules
    tables: Mapping[str, PayTable]
    """Slug of a base wager -> its pay table."""
    options: Mapping[str, str]
    dead: Cards
    knowledge: Knowledge

    def table_ids(self) -> dict[str, str]:
        """The pay tables of wagers that have some to choose from, by wager."""
        return {
            stake.slug: self.tables[stake.slug].id
            for stake in self.rules.stakes
            if _printed(stake) and not stake.paid_as
        }


def choices_of(street: Street, problem: Problem) -> tuple[StreetChoice, ...]:
    """The choices that the options offer."""
    return tuple(choice for choice in street.choices if applies(choice.only_if, problem.options))


def pose(
    rules: PokerRules,
    tables: Mapping[str, str] | None = None,
    pays: Sequence[tuple[str, str, str]] = (),
    options: Mapping[str, str] | None = None,
    dead: Cards = (),
    sees: str | None = None,
) -> Problem:
    """Checks a request; ``pays`` are (wager, outcome, pay) that replace lines of pay tables."""
    chosen = {stake.slug: stake.tables[0] for stake in rules.stakes}
    for slug, table_id in (tables or {}).items():
        chosen[slug] = _table(_stake(rules, slug), table_id)
    for slug, outcome, pay in pays:
        chosen[_stake(rules, slug).slug] = _with_pay(_stake(rules, slug), chosen[slug], outcome, pay)
    for stake in rules.stakes:
        if stake.paid_as:
            chosen[stake.slug] = chosen[stake.paid_as]
    knowledge = by_rules(rules) if sees is None else parse_sees(sees, rules)
    return Problem(rules, chosen, rules.check_options(options or {}), dead, knowledge)


def _stake(rules: PokerRules, slug: str) -> Stake:
    if any(wager.slug == slug for wager in rules.bonuses):
        raise BadInput(
            f"{slug} is decided by the deal alone and changes no choice: its figures are on its own par sheet"
        )
    stake = rules.stake(slug)
    if stake.paid_as:
        raise BadInput(f"{slug} is paid by the pay table of {stake.paid_as}: choose that one's")
    return stake


def _printed(stake: Stake) -> bool:
    """Whether a base wager has pay tables to choose from."""
    return any(not line.pay for line in stake.lines)


def _table(stake: Stake, table_id: str) -> PayTable:
    for table in stake.tables:
        if table.id == table_id and _printed(stake):
            return table
    if not _printed(stake):
        raise BadInput(f"{stake.slug} has no pay tables to choose from: use --pay {stake.slug}:OUTCOME=PAY")
    raise BadInput(
        f"{stake.slug} has no pay table {quoted(table_id)}: it has {listed(table.id for table in stake.tables)}"
    )


def _with_pay(stake: Stake, table: PayTable, outcome: str, text: str) -> PayTable:
    """The table with another pay for one outcome."""
    known = {line.outcome.name: line.outcome for line in stake.lines}
    if outcome not in known:
        raise BadInput(f"{stake.slug} has no outcome {quoted(outcome)}: it has {listed(known)}")
    pay = parse_pay_or_number(text)
    lines = [replace(line, pay=pay) if line.outcome == outcome else line for line in table.lines]
    if all(line.outcome != outcome for line in lines):
        lines.append(PayLine(outcome, known[outcome].label, pay))
    return replace(table, id=f"{table.id.partition(' with ')[0]} with other pays", lines=tuple(lines))


def parse_pay_or_number(text: str) -> Pay:
    """A pay in a pay table's words, or only its number: ``3`` is ``3 to 1`` and ``3:2`` is ``3 to 2``."""
    if found := re.fullmatch(r"\s*([\d.,]+)\s*(?::\s*(\d))?\s*", text, re.ASCII):
        return parse_pay(f"{found[1]} to {found[2] or 1}")
    return parse_pay(text)
