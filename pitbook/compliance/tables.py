"""Turns a table's entry of a property's file into a configuration, and finds every setting that its letter refuses."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from pitbook.compliance.property import JackpotEntry, TableEntry
from pitbook.errors import BadInput
from pitbook.games import exists
from pitbook.games import game as game_of
from pitbook.games.model import Game
from pitbook.money import Cents
from pitbook.table.config import TableConfig, configure


@dataclass(frozen=True, slots=True)
class RefusedSetting:
    """A refused setting, and the sentence that refuses it."""

    key: str
    """Such as ``decks`` or ``limits.royal-match``."""
    words: str


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """A table's entry, its configuration, and its refused settings."""

    entry: TableEntry
    game: Game | None
    """None if the rulebook has no such game."""
    config: TableConfig | None
    """With every approved setting; refused ones have the game's defaults, so that all rules can be checked."""
    refused: tuple[RefusedSetting, ...] = ()

    @property
    def id(self) -> str:
        return self.entry.id


def config_of(entry: TableEntry, prize: Cents | None = None) -> TableConfig:
    """The configuration of a table; refused if its letter does not approve it."""
    return configure(game_of(entry.game), prize=prize, **_settings(entry))


def prize_of(entry: TableEntry, jackpots: tuple[JackpotEntry, ...]) -> Cents | None:
    """The seed of a table's jackpot; None without a jackpot, or for a seed of $0."""
    return next((jackpot.seed for jackpot in jackpots if entry.id in jackpot.tables), None) or None


def _settings(entry: TableEntry) -> dict[str, Any]:
    return {
        "decks": entry.decks,
        "tables": entry.tables,
        "options": entry.options,
        "rules": entry.rules,
        "seats": entry.seats,
        "offered": entry.wagers,
        "limits": entry.limits,
        "source": "entered" if entry.source == "entered" else "shoe",
        "penetration": entry.penetration,
        "aggregate": entry.aggregate,
    }


def check_table(entry: TableEntry) -> CheckedTable:
    """Configures a table; if that is refused, tries each setting by itself, to find all faults."""
    if not exists(entry.game):
        return CheckedTable(entry, None, None)
    try:
        game = game_of(entry.game)
    except BadInput as error:  # the games cannot be combined: check the first alone
        alone = check_table(replace(entry, game=entry.games[0]))
        wrong = RefusedSetting("extra_games", str(error).rstrip("."))
        return replace(alone, entry=entry, refused=(wrong, *alone.refused))
    try:
        return CheckedTable(entry, game, config_of(entry))
    except BadInput:
        accepted: dict[str, Any] = {}
        refused = list(_try_each(entry, lambda settings: configure(game, **(accepted | settings)), accepted))
    return CheckedTable(entry, game, configure(game, **accepted), tuple(refused))


def _try_each(
    entry: TableEntry, make: Callable[[dict[str, Any]], object], accepted: dict[str, Any]
) -> Iterator[RefusedSetting]:
    """Tries each setting together with those accepted before; skips one that depends on a refused setting."""
    wrong: set[str] = set()
    for key, needs, settings in _ordered_settings(entry, accepted):
        if needs & wrong:
            continue
        try:
            make(settings)
        except BadInput as error:
            wrong.add(key.partition(".")[0])
            yield RefusedSetting(key, str(error).rstrip("."))
        else:
            accepted |= settings


def _ordered_settings(entry: TableEntry, accepted: dict[str, Any]) -> Iterator[tuple[str, set[str], dict[str, Any]]]:
    """Each setting's key, the keys it depends on, and the arguments to try: it and the accepted ones of its kind."""
    everything = _settings(entry)
    yield "decks", set(), {"decks": everything["decks"]}
    yield "wagers", {"decks"}, {"offered": everything["offered"]}
    for kind, name, needs in (
        ("pay_tables", "tables", {"decks"}),
        ("options", "options", set()),
        ("rules", "rules", {"decks"}),
        ("limits", "limits", {"wagers"}),
    ):
        for key, value in everything[name].items():
            yield f"{kind}.{key}", needs, {name: {**accepted.get(name, {}), key: value}}
    yield "seats", {"decks"}, {"seats": everything["seats"]}
    for key, value in everything["aggregate"].items():
        needs = {"decks", "wagers", "pay_tables", "limits"}
        yield f"aggregate.{key}", needs, {"aggregate": {**accepted.get("aggregate", {}), key: value}}
    yield "penetration", set(), {"penetration": everything["penetration"], "source": everything["source"]}
