"""A table of a property's file as the live table knows it, and everything of it that its letter does not approve."""

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
    """One setting that cannot be, and the sentence that refuses it."""

    key: str
    """Such as ``decks`` or ``limits.royal-match``."""
    words: str


@dataclass(frozen=True, slots=True)
class Looked:
    """A table's entry, and what became of it."""

    entry: TableEntry
    game: Game | None
    """None where the rulebook has no such game."""
    config: TableConfig | None
    """With every setting that is approved; the others are left at the game's own, so that all rules can be checked."""
    refused: tuple[RefusedSetting, ...] = ()

    @property
    def id(self) -> str:
        return self.entry.id


def config_of(entry: TableEntry, prize: Cents | None = None) -> TableConfig:
    """The table as the live table knows it; refused where its letter does not approve it."""
    return configure(game_of(entry.game), prize=prize, **_settings(entry))


def prize_of(entry: TableEntry, jackpots: tuple[JackpotEntry, ...]) -> Cents | None:
    """What the jackpot of a table starts at; None where it starts at nothing, or there is none."""
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


def look_at(entry: TableEntry) -> Looked:
    """Sets a table up; where that is refused, setting by setting, so that every fault is named and not the first."""
    if not exists(entry.game):
        return Looked(entry, None, None)
    try:
        game = game_of(entry.game)
    except BadInput as error:  # the games do not go together: look at the first alone
        alone = look_at(replace(entry, game=entry.games[0]))
        wrong = RefusedSetting("extra_games", str(error).rstrip("."))
        return replace(alone, entry=entry, refused=(wrong, *alone.refused))
    try:
        return Looked(entry, game, config_of(entry))
    except BadInput:
        taken: dict[str, Any] = {}
        refused = list(_one_by_one(entry, lambda settings: configure(game, **(taken | settings)), taken))
    return Looked(entry, game, configure(game, **taken), tuple(refused))


def _one_by_one(
    entry: TableEntry, make: Callable[[dict[str, Any]], object], taken: dict[str, Any]
) -> Iterator[RefusedSetting]:
    """Tries each setting on top of those that were taken; one that hangs on a setting refused before is left out."""
    wrong: set[str] = set()
    for key, needs, settings in _in_turn(entry, taken):
        if needs & wrong:
            continue
        try:
            make(settings)
        except BadInput as error:
            wrong.add(key.partition(".")[0])
            yield RefusedSetting(key, str(error).rstrip("."))
        else:
            taken |= settings


def _in_turn(entry: TableEntry, taken: dict[str, Any]) -> Iterator[tuple[str, set[str], dict[str, Any]]]:
    """Key, what it hangs on, and the setting with those of its kind that were taken before."""
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
            yield f"{kind}.{key}", needs, {name: {**taken.get(name, {}), key: value}}
    yield "seats", {"decks"}, {"seats": everything["seats"]}
    for key, value in everything["aggregate"].items():
        needs = {"decks", "wagers", "pay_tables", "limits"}
        yield f"aggregate.{key}", needs, {"aggregate": {**taken.get("aggregate", {}), key: value}}
    yield "penetration", set(), {"penetration": everything["penetration"], "source": everything["source"]}
