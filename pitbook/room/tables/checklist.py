"""The checklist for opening a table: the letter's conditions, the notices, its jackpot, and what keeps it closed.

The page that opens a table shows it, and the record of the opening stores it as it was at that moment.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pitbook.compliance.findings import Finding
from pitbook.compliance.gate import Gate
from pitbook.compliance.property import NUMBER, posted_hash
from pitbook.compliance.rules import RULES
from pitbook.compliance.rules_letters import applies
from pitbook.errors import NotFound
from pitbook.games import game as game_of
from pitbook.jackpot.controller import ControllerState
from pitbook.room.configurations import Configurations
from pitbook.room.jackpots.service import Jackpots
from pitbook.room.tables.service import Tables


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One line of the checklist."""

    title: str
    words: str
    met: bool
    cite: str = ""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Checklist:
    """Everything that opening a table asks for."""

    table: str
    game: str
    letter: str
    configuration: str
    conditions: tuple[ChecklistItem, ...]
    against: tuple[Finding, ...]
    stopped: str
    """Another reason that keeps it closed; empty without one."""
    in_round: str
    """A sentence if its controller is in mid-round: the table opens for its controller only, to finish that round."""
    has_controller: bool
    """Whether it can be opened for its controller only."""
    rules: int
    """The number of rules that were checked."""
    offers: tuple[tuple[str, str, str], ...]
    """Wager, pay table, limits."""

    @property
    def may_open(self) -> bool:
        return not self.against and not self.stopped


def checklist_of(configurations: Configurations, tables: Tables, jackpots: Jackpots, table: str) -> Checklist:
    """The checklist of a table by the current configuration, today."""
    today = configurations.today()
    gate = configurations.gate(today)
    entry = gate.entry(table)
    known = game_of(entry.game)
    against = tuple(gate.against(table))
    controller = controller_of(jackpots, table)
    return Checklist(
        table,
        known.name,
        ", ".join(filter(None, (known.letter.citation, known.letter.iso_day))),
        gate.property.hash,
        (*_letters(gate, entry.games, against), _postings(gate, table, against), *_jackpot(jackpots, gate, table)),
        against,
        f"Table {table} is open already." if is_open(tables, table) else "",
        _in_round(jackpots, table),
        controller is not None,
        sum(rule.since <= today for rule in RULES),
        _offers(gate, table, against),
    )


def is_open(tables: Tables, table: str) -> bool:
    """Whether a table is open, with its seats or for its controller only."""
    try:
        with tables.look(table) as live:
            return not live.table.closed
    except NotFound:
        return False


def controller_of(jackpots: Jackpots, table: str) -> ControllerState | None:
    """The controller of a table; None if it has none."""
    try:
        return jackpots.controller(table)
    except NotFound:
        return None


def _in_round(jackpots: Jackpots, table: str) -> str:
    if controller_of(jackpots, table) is None:
        return ""
    controller, book = jackpots.standing(table)
    if controller.phase == "betting":
        return ""
    return (
        f"The controller of table {table} is in round {controller.round}: next comes "
        f"{' or '.join(controller.expected(book.setup))}. "
        "Open the table for its controller only to finish that round."
    )


def _letters(gate: Gate, games: Sequence[str], against: Sequence[Finding]) -> list[ChecklistItem]:
    """The conditions of each game's letter, each with its document, day and person."""
    wrong = {(finding.place.game, finding.place.part) for finding in against if finding.rule == "LETTER"}
    conditions = []
    for game in games:
        approval = gate.property.approvals.get(game)
        for condition in game_of(game).letter.conditions:
            if not applies(condition, gate.property):
                continue
            evidence = approval.conditions.get(condition.id) if approval is not None else None
            words = f"{evidence.document}; {evidence.day}, {evidence.person}" if evidence else "not recorded as met"
            conditions.append(ChecklistItem(condition.text, words, (game, condition.id) not in wrong, condition.cite))
        if game_of(game).letter.listing:
            conditions.append(_rules_sheet(gate, game, against))
    return conditions


def _rules_sheet(gate: Gate, game: str, against: Sequence[Finding]) -> ChecklistItem:
    """The house's own rules sheet of a game that its letter lists without rules."""
    approval = gate.property.approvals.get(game)
    sheet = approval.rules_sheet if approval is not None else None
    words = "not on file"
    if sheet is not None:
        words = f"{sheet.evidence.document}, {sheet.sha256[:NUMBER]}; {sheet.evidence.day}, {sheet.evidence.person}"
    met = not any(finding.rule == "WA-02" for finding in against)
    title = f"The house's rules sheet of {game_of(game).name} is on file and confirms the pay tables"
    return ChecklistItem(title, words, met, game_of(game).letter.listing)


def _postings(gate: Gate, table: str, against: Sequence[Finding]) -> ChecklistItem:
    wanted = posted_hash(gate.property, table)[:NUMBER]
    met = not any(finding.rule == "WA-07" for finding in against)
    words = f"number {wanted} on them" if met else f"those with number {wanted} must be up"
    return ChecklistItem("Notices of this configuration are up", words, met, "WAC 230-15-060")


def _jackpot(jackpots: Jackpots, gate: Gate, table: str) -> list[ChecklistItem]:
    conditions, opened = [], jackpots.names()
    for jackpot in (entry.id for entry in gate.property.jackpots if table in entry.tables):
        status = str(jackpots.book(jackpot).status) if jackpot in opened else "not opened"
        title = f"Progressive {jackpot} takes wagers"
        conditions.append(ChecklistItem(title, status, status == "open", "WAC 230-15-685"))
    return conditions


def _offers(gate: Gate, table: str, against: Sequence[Finding]) -> tuple[tuple[str, str, str], ...]:
    if against:
        return ()
    config = gate.open_table(table)
    found = []
    riding = [wager.slug for wager in config.game.wagers if wager.requires_all_of in config.offered]
    for slug in (*config.offered, *riding):
        wager, limits = config.game.wager(slug), config.limits.get(slug)
        tables = config.layout.tables.get(wager.paid_as or slug, ())
        name = tables[0].id if tables else ""
        amounts = str(limits) if limits is not None else ""
        found.append((wager.name, name, amounts))
    return tuple(found)
