"""Converts event logs and notation of earlier versions when they are read.

Version 2 records which progressive wagers the dealer took when they were locked, what the dealer pushed out for each
wager, the money that a player's choice moved, and in the opening the base game and games (its first logs lack some of
this). All of it can be derived from older logs, so pure functions add it when a log is read. The hash of an approved
package cannot be derived: an earlier opening has none. Misleading names were changed: see :data:`RENAMED`. Version 2
records a blackjack's pay as ``3 to 2``; version 1 had ``1.5 to 1``.

Stored lines are never rewritten: the hash chain covers them as they were first written.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pitbook import games
from pitbook.games.settlement import pushed_out
from pitbook.money import Cents
from pitbook.table.config import TableConfig
from pitbook.table.events import LOG_VERSION, OWNER_SEES, Event, check_record, read_lines

FIRST: Final = 1
"""The version that can be upgraded."""
RENAMED: Final[Mapping[str, Mapping[str, str]]] = {
    "opened": {"depth": "penetration", "tables": "pay_tables"},
    "settled": {"table": "pay_table"},
}
"""By kind of event, keys of its data: name in earlier versions -> name in this version."""
BASE: Final = "base"
"""The wager of the base game in every game of version 1."""
BASE_PAYS: Final = {"1.5 to 1": "3 to 2", "1.2 to 1": "6 to 5"}
"""Pays of the base wager: text in version 1 -> text in this version."""


def parse_log(text: str) -> list[Event]:
    """The events of a log of any version; refused if events are damaged or missing, or the version is unknown."""
    events = upgrade(read_lines(text))
    check_record(events)
    return events


def upgrade(events: Sequence[Event]) -> list[Event]:
    """Converts the events of one opening of a table, or its opening and some whole rounds, to this version.

    A table that version 1 opened and this version continued has events of both; those of this version stay as they are.
    A damaged log is returned unchanged where it cannot be read, for the reader to refuse.
    """
    if not events or events[0].kind != "opened" or events[0].data.get("log") not in (FIRST, LOG_VERSION):
        return list(events)
    opened = replace(events[0], data=upgrade_opened(events[0].data))
    config = TableConfig.from_dict(opened.data)
    found = upgrade_rounds(events[1:], config.progressive)
    # Only games with a joker had cards that other players do not see.
    hides = config.game.joker and config.source == "shoe"
    return [opened, *(map(_with_owner, found) if hides else found)]


def upgrade_opened(data: Mapping[str, Any]) -> dict[str, Any]:
    """Converts the data of an opening to this version."""
    found = _renamed("opened", data)
    slug = str(data.get("game"))
    base = games.base_slug(games.game(slug)) if games.exists(slug) else slug
    added = {"base_game": base, "extra_games": [], "packages": {}}
    return {**added, **found, "log": LOG_VERSION}


def _renamed(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    names = RENAMED.get(kind, {})
    return {names.get(name, name): value for name, value in data.items()}


def opened_config(data: Mapping[str, Any]) -> TableConfig:
    """The configuration from an opening of any version."""
    return TableConfig.from_dict(upgrade_opened(data))


def upgrade_line(words: str) -> str:
    """Converts a line of the notation to this version."""
    return re.sub(r"^depth (?=[0-9])", "penetration ", words)


def _with_owner(event: Event) -> Event:
    """Marks a player's cards, and a hand that was set, as seen by that player only."""
    to_seat = event.kind == "card" and str(event.data.get("to")).startswith("seat ")
    is_set = event.kind == "answer" and "/" in str(event.data.get("answer"))
    return replace(event, data={**event.data, **OWNER_SEES}) if to_seat or is_set else event


def upgrade_rounds(events: Iterable[Event], progressive: str) -> list[Event]:
    """Converts the events of whole rounds, including their bets, of a table with this progressive wager."""
    bets: dict[Any, Any] = {}
    taken: dict[str, Any] = {}
    base = _BaseStakes()
    found = []
    for event in events:
        if event.kind in RENAMED:
            event = replace(event, data=_renamed(event.kind, event.data))
        event = base.upgraded(event)
        data = event.data
        match event.kind:
            case "bet" if data.get("wager") == progressive:
                bets[data.get("seat")] = data.get("cents")
            case "taken-back" if data.get("wager") == progressive:
                bets.pop(data.get("seat"), None)
            case "step" if data.get("name") == "coin-in" and "taken" not in data:
                taken = {str(seat): bets.get(seat) for seat in _list(data, "seats")}
                kept = {name: value for name, value in data.items() if name != "seats"}
                event = replace(event, data={**kept, "taken": taken})
            case "step" if data.get("name") == "coin-in":
                taken = data["taken"]
            case "settled" if "pushed_out" not in data:
                event = _settled(event, progressive, taken)
            case "round-over":
                bets, taken = {}, {}
        found.append(event)
    return found


@dataclass(slots=True)
class _BaseStakes:
    """Tracks the base wagers of blackjack, the only game whose choices moved money before moves were recorded."""

    bets: dict[Any, Any] = field(default_factory=dict)
    splits: list[tuple[int, Any]] = field(default_factory=list)
    """The event and the seat of each split of the round."""

    def upgraded(self, event: Event) -> Event:
        """The event, with its moves added if they are missing."""
        data = event.data
        match event.kind:
            case "bet" if data.get("wager") == BASE:
                self.bets[data.get("seat")] = data.get("cents")
            case "betting-closed":
                self.splits = []
            case "undone":
                back = data.get("event")
                self.splits = [split for split in self.splits if isinstance(back, int) and split[0] < back]
            case "answer":
                return self._with_moves(event)
        return event

    def _with_moves(self, event: Event) -> Event:
        data, place = event.data, str(event.data.get("place")).split()
        seat = int(place[1]) if len(place) > 1 and place[1].isdecimal() else 0
        hand, price = place[3] if len(place) > 3 else "1", self.bets.get(seat)
        moved: dict[str, Any] = {}
        match data.get("to"), data.get("answer"):
            case "play", "double" if hand.isdecimal():
                moved = {"hand": int(hand)}
            case "play", "split":
                moved = {"hand": 2 + sum(at == seat for _, at in self.splits)}
                self.splits.append((event.number, seat))
            case "insurance", "yes":
                moved = {"wager": "insurance", "hand": 1, "cents": price // 2 if isinstance(price, int) else 0}
        if not moved or "moves" in data or not isinstance(price, int):
            return event
        move = {"wager": BASE, "cents": price, **moved}
        move = {name: value for name, value in move.items() if (name, value) != ("hand", 1)}
        return replace(event, data={**data, "moves": [move]})


def _settled(event: Event, progressive: str, taken: dict[str, Any]) -> Event:
    data = event.data
    gone = data.get("wager") == progressive and str(data.get("seat")) in taken and not data.get("envy_from")
    bet, net = data.get("bet"), data.get("net")
    if not (isinstance(bet, int) and isinstance(net, int)):
        return event
    changed: dict[str, Any] = {"pushed_out": pushed_out(Cents(bet), Cents(net), gone)}
    if "pays" in data:
        changed["pays"] = upgrade_pays(data.get("wager"), data["pays"])
    return replace(event, data={**data, **changed})


def upgrade_pays(wager: object, pays: Any) -> Any:
    """Converts the text of a line's pay to this version."""
    return BASE_PAYS.get(pays, pays) if wager == BASE and isinstance(pays, str) else pays


def _list(data: Any, name: str) -> list[Any]:
    found = data.get(name)
    return found if isinstance(found, list) else []
