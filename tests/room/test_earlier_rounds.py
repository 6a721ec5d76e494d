"""A round begun by an earlier version continues if this version replays it identically, and is refused otherwise."""

from dataclasses import replace

import pytest

from pitbook.errors import BadInput
from pitbook.room.tables.live_table import LiveTable
from pitbook.table.events import Event
from pitbook.table.shoe import OsChance
from tests.table.rig import ROYAL, entered_rig


def begun(packages: dict[str, str]) -> list[Event]:
    """A round with its betting closed; an opening of an earlier version names no packages."""
    at = entered_rig(ROYAL, players=1)
    at.begin({1: "base=10"})
    opened = at.events[0]
    return [replace(opened, data={**opened.data, "packages": packages}), *at.events[1:]]


def as_recorded_otherwise(events: list[Event]) -> list[Event]:
    return [
        replace(event, data={**event.data, "seats": [1, 2]}) if event.kind == "betting-closed" else event
        for event in events
    ]


def load(events: list[Event]) -> LiveTable:
    return LiveTable("royal-1", 0, events, OsChance(), lambda: "", None)


def test_open_round_of_an_earlier_version_continues_or_is_refused() -> None:
    assert load(begun({})).table.round is not None
    with pytest.raises(BadInput, match=r"royal-1 has a round that an earlier version .* finish or void"):
        load(as_recorded_otherwise(begun({})))
    with pytest.raises(BadInput, match="the table cannot continue from this record"):
        load(as_recorded_otherwise(begun({ROYAL: "0" * 64})))
