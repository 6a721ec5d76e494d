"""The letters compared with the tables: each table of the current configuration as its letter approves it, as it is set
up, and as it runs now."""

from dataclasses import dataclass, field

from pitbook.compliance.findings import Finding
from pitbook.compliance.opening import differences
from pitbook.compliance.property import Property, TableEntry
from pitbook.compliance.rules import findings
from pitbook.compliance.tables import CheckedTable, check_table, config_of, prize_of
from pitbook.errors import BadInput, NotFound, quoted
from pitbook.games import games_of
from pitbook.games.model import Game
from pitbook.games.package import package_hash
from pitbook.room.configurations import Configurations, Version
from pitbook.room.tables.checklist import controller_of
from pitbook.room.tables.service import Tables
from pitbook.table.config import TableConfig


@dataclass(frozen=True, slots=True)
class InUse:
    """A wager as a table offers it."""

    wager: str
    name: str
    pay_table: str
    cite: str
    """The place of the pay table in the letter."""
    limits: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """An option that the letter leaves to the house."""

    option: str
    title: str
    """Its name on pages."""
    value: str
    usual: str
    """The default."""
    words: str
    """The value in words."""
    usual_words: str
    meaning: str
    cite: str


@dataclass(frozen=True, slots=True)
class TableFinding:
    """A finding of a rule against a table."""

    rule: str
    where: str
    wrong: str
    allowed: str
    cite: str
    stops: bool


@dataclass(frozen=True, slots=True)
class TableAudit:
    """One table compared with its letter."""

    table: str
    game: str
    title: str
    letter: str
    """Its number; empty if no letter approves the game."""
    sheet: str
    """The house's own rules sheet, for a game that a letter only lists; empty without one."""
    letters: tuple[tuple[str, str], ...]
    """The slug and the letter of each of its games."""
    subject: str
    dated: str
    decks: int
    seats: int
    wagers: tuple[InUse, ...]
    options: tuple[Chosen, ...]
    refused: tuple[str, ...]
    """Settings that the letter does not approve, one sentence for each."""
    findings: tuple[TableFinding, ...]
    open: bool
    controller_only: bool
    """Open for its controller only, without seats."""
    left_in_round: bool
    """Closed, with its controller in the middle of a round."""
    runs: str
    """The hash of the configuration of the open table."""
    differs: tuple[str, ...]
    """How the open table differs from the current configuration."""
    package: str
    approved: str
    """The hash of the game's package when the configuration was stored; empty if none was recorded."""
    jackpot: str
    """The jackpot that the table plays for; empty if none."""
    package_holds: bool = field(init=False, default=False)
    holds: bool = field(init=False, default=False)
    """Whether there is nothing against it."""

    def __post_init__(self) -> None:
        unchanged = not self.approved or self.approved == self.package
        object.__setattr__(self, "package_holds", unchanged)
        against = self.refused or self.findings or self.differs or self.left_in_round or not (self.letter or self.sheet)
        object.__setattr__(self, "holds", unchanged and not against)


class Letters:
    """Every table of the room compared with its letter."""

    def __init__(self, configurations: Configurations, tables: Tables) -> None:
        self.configurations, self.tables = configurations, tables

    def version(self) -> Version | None:
        """The current configuration; None if none is stored."""
        versions = self.configurations.versions()
        return versions[-1] if versions else None

    def every(self) -> list[TableAudit]:
        """All tables in the order of the configuration."""
        version = self.version()
        if version is None:
            return []
        found = findings(version.property, self.configurations.today())
        return [self._look(version, entry, found) for entry in version.property.tables]

    def table(self, name: str) -> TableAudit:
        """One of them."""
        version = self.version()
        entries = version.property.tables if version is not None else ()
        entry = next((entry for entry in entries if entry.id == name), None)
        if version is None or entry is None:
            raise NotFound(f"the configuration has no table {quoted(name[:60])}")
        return self._look(version, entry, findings(version.property, self.configurations.today()))

    def _look(self, version: Version, entry: TableEntry, found: list[Finding]) -> TableAudit:
        of, looked = version.property, check_table(entry)
        jackpots = [jackpot.id for jackpot in of.jackpots if entry.id in jackpot.tables]
        against = [finding for finding in found if finding.concerns(entry.id, entry.game, jackpots)]
        running = self._running(entry.id)
        game, config = looked.game, looked.config
        return TableAudit(
            table=entry.id,
            game=entry.game,
            title=config.name if config is not None else entry.game,
            letter=game.letter.label if game is not None and game.letter.is_approval else "",
            sheet=_sheet(of, entry) if game is not None and game.letter.listing else "",
            letters=tuple((each.slug, each.letter.label) for each in games_of(game)) if game is not None else (),
            subject=game.letter.subject if game is not None else "",
            dated=game.letter.iso_day if game is not None else "",
            decks=config.layout.decks if config is not None else 0,
            seats=config.seats if config is not None else 0,
            wagers=tuple(_in_use(config)) if config is not None else (),
            options=tuple(_chosen(game, config)) if game is not None and config is not None else (),
            refused=tuple(f"{each.key}: {each.words}" for each in looked.refused),
            findings=tuple(
                TableFinding(each.rule, str(each.place), each.wrong, each.allowed, each.cite, each.stops)
                for each in against
            ),
            open=running is not None,
            controller_only=running is not None and running.controller_only,
            left_in_round=running is None and self._in_round(entry.id),
            runs=running.configuration if running is not None else "",
            differs=self._differs(version, entry, looked, running) if running is not None else (),
            package=" ".join(map(package_hash, entry.games)) if game is not None else "",
            approved=" ".join(filter(None, (version.approved.get(slug, "") for slug in entry.games))),
            jackpot=jackpots[0] if jackpots else "",
        )

    def _running(self, table: str) -> TableConfig | None:
        """The set-up of an open table; None if it is closed."""
        try:
            with self.tables.look(table) as live:
                return None if live.table.closed else live.table.config
        except NotFound:
            return None

    def _in_round(self, table: str) -> bool:
        controller = controller_of(self.tables.jackpots, table)
        return controller is not None and controller.phase != "betting"

    def _differs(
        self, version: Version, entry: TableEntry, looked: CheckedTable, running: TableConfig
    ) -> tuple[str, ...]:
        """How an open table differs from its configuration, and whether the configuration that it runs is stored."""
        words = []
        if running.configuration not in {each.hash for each in self.configurations.versions()}:
            words.append(f"it runs configuration {running.configuration[:12] or 'none'}, which was never stored")
        try:
            stated = config_of(entry, prize_of(entry, version.property.jackpots))
        except BadInput:
            return (*words, *(f"{each.key} cannot have the stated value" for each in looked.refused))
        return (*words, *map(str, differences(stated, running)))


def _sheet(of: Property, entry: TableEntry) -> str:
    approval = of.approvals.get(entry.game)
    sheet = approval.rules_sheet if approval is not None else None
    return f"{sheet.evidence.document}, {sheet.evidence.day}" if sheet is not None else ""


def _in_use(config: TableConfig) -> list[InUse]:
    found = []
    for wager in config.wagers():
        layout = config.layout
        table = wager.house_table(layout.options) if wager.house_table else layout.tables_of(wager)[0]
        found.append(
            InUse(wager.slug, wager.name, table.id, table.cite or wager.cite, str(config.limits.get(wager.slug, "")))
        )
    return found


def _chosen(game: Game, config: TableConfig) -> list[Chosen]:
    """Every option with its value, those that differ from the default first."""
    known, rules = game.all_options(), config.rules.items() if config.rules else {}
    found = [
        Chosen(
            name,
            option.title,
            value,
            option.default,
            option.words(value),
            option.words(option.default),
            option.meaning,
            option.cite,
        )
        for name, value in config.layout.options.items()
        if name not in rules and (option := known.get(name))
    ]
    return sorted(found, key=lambda each: each.value == each.usual)
