"""Tables and jackpots of a property opened through the gate, from stored versions with author and reason."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pitbook.compliance import opening
from pitbook.compliance.approved import BY_FILES
from pitbook.compliance.gate import Gate
from pitbook.compliance.opening import check_unmodified, differences, open_from_property
from pitbook.compliance.property import parse_property
from pitbook.compliance.rules import findings
from pitbook.errors import BadInput, NotApproved, NotFound
from pitbook.games.package import package_hash
from pitbook.jackpot.setup import parse_terms, terms_to_dict
from pitbook.money import dollars
from pitbook.room.configurations import Configurations, compare
from pitbook.room.days.records import read_records
from pitbook.room.people.service import People
from pitbook.table.events import Event
from pitbook.table.replay import Replay
from pitbook.table.shoe import OsChance
from pitbook.table.table import Table
from tests.cli.command_runner import run
from tests.compliance.broken_properties import CASINO, EXAMPLES, ROOM, TODAY, changed, property_of
from tests.room.rig import ADMINISTRATOR, BOTH, DEALER, EXECUTIVE, Room, hire, room_over, tamper

LOWER = ('base = "$5 to $300", match-n', 'base = "$5 to $200", match-n')
"""A change of one table, poker-1."""


def clock() -> str:
    return "2026-11-16T12:00:00+00:00"


def opened(gate: Gate, table: str) -> tuple[Table, list[Event]]:
    events: list[Event] = []
    return open_from_property(gate, table, OsChance(), clock, events.append), events


@pytest.mark.parametrize("text", [ROOM, CASINO], ids=["card room", "tribal casino"])
def test_every_table_of_the_examples_opens_and_plays_a_round(text: str) -> None:
    of = parse_property(text)
    for entry in of.tables:
        table, events = opened(Gate(of, TODAY), entry.id)
        assert events[0].kind == "opened"
        assert events[0].data["configuration"] == of.hash
        table.sit(1, "Pat", dollars(1_000))
        wager = "match" if "match" in table.config.offered else "base"
        table.bet(1, wager, table.config.limits[wager].low, spot=1 if wager == "match" else 0)
        table.close_betting()
        table.advance()
        # The record with its configuration can be replayed to the byte.
        replay = Replay.begin(events).run()
        assert replay.differences == []
        assert replay.table.config.configuration == of.hash


def test_stopped_table_does_not_open() -> None:
    gate = Gate(property_of(("dispute = ", "# ")), TODAY)

    with pytest.raises(NotApproved, match="table royal-1 may not open: WA-07: no dispute procedure is stated"):
        opened(gate, "royal-1")


def test_modified_configuration_needs_the_table_reopened() -> None:
    table, _ = opened(Gate(parse_property(ROOM), TODAY), "poker-1")
    check_unmodified(Gate(parse_property(ROOM), TODAY), "poker-1", table.config)
    after = Gate(property_of(LOWER), TODAY)

    with pytest.raises(NotApproved) as refused:
        check_unmodified(after, "poker-1", table.config)
    assert str(refused.value) == (
        f"table poker-1 runs configuration {table.config.configuration[:12]}, and the property's configuration "
        f"{after.property.hash[:12]} sets it up differently: limits.base is 500 and 20000, was 500 and 30000: close "
        "the table and open it again from the new version"
    )
    # Another table of the same file was not modified.
    other, _ = opened(Gate(parse_property(ROOM), TODAY), "royal-1")
    check_unmodified(after, "royal-1", other.config)
    assert differences(other.config, after.open_table("royal-1")) == []


def test_table_stops_when_its_approval_is_withdrawn() -> None:
    table, _ = opened(Gate(parse_property(ROOM), TODAY), "poker-1")
    head = "[approvals.match-n-poker.conditions]"
    after = Gate(property_of((head, f"[approvals.match-n-poker]\nwithdrawn = true\n{head}")), TODAY)

    with pytest.raises(NotApproved, match="is withdrawn"):
        check_unmodified(after, "poker-1", table.config)


# -- versions in a store -----------------------------------------------------------------------------------------------


@pytest.fixture
def house(store: str) -> Iterator[Room]:
    with room_over(store) as made:
        yield made


def test_versions_are_stored_with_author_and_reason(house: Room) -> None:
    kept = Configurations(house.jackpots)
    first = kept.keep(ROOM, "D. Reyes", "the opening")
    second = kept.keep(changed(ROOM, LOWER), "A. Kim", "lower  limits\nat one table")

    assert [version.number for version in kept.versions()] == [1, 2]
    assert (first.by, first.why, first.previous) == ("D. Reyes", "the opening", "")
    assert (second.by, second.why, second.previous) == ("A. Kim", "lower limits at one table", first.hash)
    assert first.hash == parse_property(ROOM).hash
    assert first.text == ROOM
    assert set(first.packages) == {"royal-match-21", "match-n-poker"}
    assert kept.current() == second
    assert kept.find("1") == kept.find(first.hash[:6]) == kept.find(first.hash) == first
    with pytest.raises(BadInput, match="nothing has changed: version 2 is the same"):
        kept.keep(changed(ROOM, LOWER), "A. Kim", "again")
    # Going back is a new version too.
    assert kept.keep(ROOM, "A. Kim", "back").number == 3


@pytest.mark.parametrize(("by", "why"), [("", "x"), ("x", ""), ("  ", "x"), ("x", "\x07"), ("x" * 501, "x")])
def test_version_needs_author_and_reason(house: Room, by: str, why: str) -> None:
    with pytest.raises(BadInput, match=r"state the author|state the reason"):
        Configurations(house.jackpots).keep(ROOM, by, why)
    assert Configurations(house.jackpots).versions() == []


def test_invalid_file_is_not_stored(house: Room) -> None:
    with pytest.raises(BadInput, match="'property' is missing"):
        Configurations(house.jackpots).keep("", "x", "y")


def test_unknown_versions_are_refused(house: Room) -> None:
    kept = Configurations(house.jackpots)
    with pytest.raises(NotFound, match="no configuration is stored"):
        kept.current()
    kept.keep(ROOM, "x", "y")
    for named in ("2", "0", "", "abc", "ffffff"):
        with pytest.raises(NotFound, match="versions are 1 to 1, or a hash"):
            kept.find(named)


def test_changed_version_is_detected(house: Room) -> None:
    kept = Configurations(house.jackpots)
    kept.keep(ROOM, "x", "y")
    # The database itself refuses this; without that protection the hash shows the change.
    tamper(house, "UPDATE records SET data = replace(data, '$300', '$400')")

    with pytest.raises(BadInput, match="version 1 of the configuration was changed after it was stored"):
        kept.versions()


def test_a_table_runs_the_version_it_was_opened_with(house: Room) -> None:
    kept = Configurations(house.jackpots)
    first = kept.keep(ROOM, "D. Reyes", "the opening")
    table = kept.open_table("poker-1", TODAY, "sam", house.key(), OsChance(), clock, lambda event: None)

    assert table.config.configuration == first.hash
    with house.database.reading_snapshot() as connection:
        (noted,) = read_records(connection, "table-opened")
    assert (noted.by, noted.data["table"], noted.data["configuration"]) == ("sam", "poker-1", first.hash)
    kept.check_running("poker-1", table, TODAY)
    kept.keep(changed(ROOM, LOWER), "A. Kim", "lower limits")
    assert table.config.limits["base"].high == dollars(300)
    with pytest.raises(NotApproved, match="sets it up differently"):
        kept.check_running("poker-1", table, TODAY)
    new = kept.open_table("poker-1", TODAY, "sam", house.key(), OsChance(), clock, lambda event: None)
    assert new.config.limits["base"].high == dollars(200)
    kept.check_running("poker-1", new, TODAY)


def test_table_opened_from_an_unstored_file_does_not_resume(house: Room) -> None:
    kept = Configurations(house.jackpots)
    kept.keep(ROOM, "D. Reyes", "the opening")
    table, _ = opened(Gate(property_of(LOWER), TODAY), "poker-1")

    with pytest.raises(NotApproved, match="which was never stored: open it from a stored one"):
        kept.check_running("poker-1", table, TODAY)


def test_a_game_whose_package_was_modified_stays_closed(house: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Configurations(house.jackpots)
    kept.keep(ROOM, "D. Reyes", "the opening")
    monkeypatch.setattr(opening, "package_hash", lambda game: "f" * 64)

    with pytest.raises(NotApproved, match=r"its package is ffffffffffff, approved is .*: its approval is void until"):
        kept.open_table("poker-1", TODAY, "sam", house.key(), OsChance(), clock, lambda event: None)


def test_package_recorded_by_file_hashes_still_opens(house: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier version hashed the files of a game's folder; that record stays valid."""
    kept = Configurations(house.jackpots)
    by_files = {new: old for old, new in BY_FILES.items()}
    with monkeypatch.context() as earlier:
        earlier.setattr("pitbook.room.configurations.package_hash", lambda game: by_files[package_hash(game)])
        version = kept.keep(ROOM, "D. Reyes", "the opening")

    assert set(version.packages.values()) <= BY_FILES.keys()
    assert version.approved == {game: package_hash(game) for game in version.packages}
    kept.open_table("poker-1", TODAY, "sam", house.key(), OsChance(), clock, lambda event: None)
    kept.open_jackpot("royal", TODAY, EXECUTIVE, house.key())
    assert kept.enforce("the clock") == []


def test_a_jackpot_is_opened_through_the_gate(house: Room) -> None:
    kept = Configurations(house.jackpots)
    kept.keep(changed(ROOM, ('"v1.3.0"', '"v1.2.0"')), "D. Reyes", "an old system")
    with pytest.raises(NotApproved, match="jackpot royal may not open: LETTER-SYSTEM"):
        kept.open_jackpot("royal", TODAY, EXECUTIVE, "r1")
    assert house.jackpots.names() == []
    kept.keep(ROOM, "D. Reyes", "the new system")
    kept.open_jackpot("royal", TODAY, EXECUTIVE, "r2")
    assert house.jackpots.tables_of("royal") == ["royal-1", "royal-2"]
    assert house.jackpots.book("royal").shown == dollars(5_000)


def test_jackpot_that_differs_from_the_configuration_is_refused(house: Room) -> None:
    kept = Configurations(house.jackpots)
    setup, _ = Gate(parse_property(ROOM), TODAY).open_jackpot("royal")
    kept.check_jackpot(setup, ["anything"], TODAY)  # no configuration is stored yet
    kept.keep(ROOM, "D. Reyes", "the opening")
    kept.check_jackpot(setup, ["royal-2", "royal-1"], TODAY)
    for other, tables in ((replace(setup, executive_from=dollars(1)), ["royal-1", "royal-2"]), (setup, ["royal-1"])):
        with pytest.raises(NotApproved, match="is not set up as configuration"):
            kept.check_jackpot(other, tables, TODAY)
    with pytest.raises(NotFound, match="has no jackpot 'second'"):
        kept.check_jackpot(replace(setup, id="second"), ["royal-1"], TODAY)


WITHDRAWN = (
    "[approvals.royal-match-21.conditions]",
    "[approvals.royal-match-21]\nwithdrawn = true\n[approvals.royal-match-21.conditions]",
)


def test_no_table_bypasses_the_gate(house: Room) -> None:
    kept = Configurations(house.jackpots)
    kept.guard()
    text = changed(ROOM, ("seats = 6\n", 'seats = 6\noptions = { meter-order = "2, 1" }\n'))
    kept.keep(text, "D. Reyes", "the opening")
    setup, members = Gate(parse_property(text), TODAY).open_jackpot("royal")
    for other, tables in ((replace(setup, executive_from=dollars(1)), members), (setup, members[:1])):
        with pytest.raises(NotApproved, match="is not set up as configuration"):
            house.jackpots.open(other, tables, EXECUTIVE, house.key())
    with pytest.raises(NotFound, match="has no jackpot 'mine'"):
        house.jackpots.open(replace(setup, id="mine"), members, EXECUTIVE, house.key())
    assert house.jackpots.names() == []
    house.jackpots.open(setup, members, EXECUTIVE, house.key())
    # A controller has the seats of its table, and pays several wins in the house's order.
    controllers = [house.jackpots.controller(name) for name in ("royal-1", "royal-2")]
    assert [(controller.seats, controller.order) for controller in controllers] == [
        (7, "dealer's right first"),
        (6, "2, 1"),
    ]


def test_terms_follow_a_newer_configuration(house: Room) -> None:
    kept = Configurations(house.jackpots)
    kept.guard()
    kept.keep(ROOM, "D. Reyes", "the opening")
    kept.open_jackpot("royal", TODAY, EXECUTIVE, house.key())
    terms = terms_to_dict(parse_terms("$5,000", "10.91%", "3%"))
    papers: Any = {"why": "season", "document": "T-1", "people": BOTH}
    with pytest.raises(NotApproved, match="keep a new version first"):
        house.jackpots.change_terms("royal", terms, "now", **papers, request=house.key())
    kept.keep(changed(ROOM, ('reserve = "2%"', 'reserve = "3%"')), "D. Reyes", "a larger reserve")
    house.jackpots.change_terms("royal", terms, "now", **papers, request=house.key())
    assert house.jackpots.book("royal").setup.terms.reserve == Fraction(3, 100)


def test_jackpot_of_a_withdrawn_game_takes_no_wagers(house: Room) -> None:
    """The gate applies to the controller too: a version that closes it takes effect at once, and it
    cannot be resumed.
    """
    kept = Configurations(house.jackpots)
    kept.guard()
    kept.keep(ROOM, "D. Reyes", "the opening")
    kept.open_jackpot("royal", TODAY, EXECUTIVE, house.key())
    house.play("royal-1", "12")
    papers: Any = {"why": "it is over", "document": "D-1", "people": BOTH}
    version = kept.keep(changed(ROOM, WITHDRAWN), "D. Reyes", "the commission's order")
    assert version.suspended == ("royal",)
    suspended = house.jackpots.transactions("royal")[-1]
    assert suspended.data["document"] == f"configuration {version.hash}"
    assert "WA-02a: the authorisation of Royal Match 21 is withdrawn" in suspended.data["why"]
    house.press("royal-1", "sense", seat=1)
    with pytest.raises(NotApproved, match="royal is suspended: it takes no wagers"):
        house.press("royal-1", "lock")
    with pytest.raises(NotApproved, match="jackpot royal may not open: WA-02a"):
        house.jackpots.manage("royal", "resume", **papers, request=house.key())
    assert kept.keep(ROOM, "D. Reyes", "the order is lifted").suspended == ()
    house.jackpots.manage("royal", "resume", **papers, request=house.key())
    house.press("royal-1", "lock")
    assert house.jackpots.verify("royal").holds


def test_jackpot_missing_from_a_new_version_is_suspended(house: Room) -> None:
    kept = Configurations(house.jackpots)
    kept.keep(ROOM, "D. Reyes", "the opening")
    kept.open_jackpot("royal", TODAY, EXECUTIVE, house.key())
    without = changed(ROOM.partition("[[jackpot]]")[0], (', "royal-match-progressive"]', "]"))
    assert findings(parse_property(without), TODAY) == []
    assert kept.keep(without, "D. Reyes", "no jackpot any more").suspended == ("royal",)
    assert kept.enforce("nobody") == []  # once is enough


def test_rule_that_takes_effect_stops_a_jackpot(house: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Configurations(house.jackpots)
    assert kept.enforce("the clock") == []  # no configuration is stored
    kept.keep(ROOM, "D. Reyes", "the opening")
    kept.open_jackpot("royal", TODAY, EXECUTIVE, house.key())
    assert kept.enforce("the clock") == []
    monkeypatch.setattr(opening, "package_hash", lambda game: "f" * 64)
    assert kept.enforce("the clock") == ["royal"]
    assert "royal-match-21 was modified" in house.jackpots.transactions("royal")[-1].data["why"]


def test_stored_configuration_is_checked_again_for_the_current_day(house: Room) -> None:
    kept = Configurations(house.jackpots)
    kept.keep(ROOM, "D. Reyes", "the opening")
    with pytest.raises(NotApproved, match=r"it is not in force|dated 2026-03-09"):
        kept.open_table("poker-1", date(2026, 3, 1), "sam", house.key(), OsChance(), clock, lambda event: None)


# -- differences in words ----------------------------------------------------------------------------------------------


def test_differences_by_key() -> None:
    after = ROOM.replace(*LOWER).replace('id = "royal-2"\n', 'id = "royal-2"\nhigh_limit = true\n')
    assert [str(each) for each in compare(ROOM, after)] == [
        'table poker-1.limits.base = "$5 to $200", was "$5 to $300"',
        "table royal-2.high_limit = true is new",
    ]


def test_moving_a_table_in_the_file_is_not_a_difference() -> None:
    parts = ROOM.split("[[table]]")
    tail = parts[3].split("[[jackpot]]")
    moved = "[[table]]".join([parts[0], tail[0], parts[1], parts[2]]) + "[[jackpot]]" + tail[1]

    assert compare(ROOM, moved) == []


def test_removed_table_is_a_difference() -> None:
    parts = ROOM.split("[[table]]")
    without = "[[table]]".join([*parts[:2], parts[3]])

    told = [str(each) for each in compare(ROOM, without)]
    assert 'table royal-2.id = "royal-2" is gone' in told
    assert all(each.startswith("table royal-2.") for each in told)


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command(tmp_path: Path) -> None:
    store, file = str(tmp_path / "room.db"), tmp_path / "p.toml"

    def ask(*words: str) -> Any:
        return run("property", *words, "--store", store)

    assert "there is no store at" in ask("history").refusal
    kept = ask("keep", str(EXAMPLES / "property.toml"), "--by", "D. Reyes", "--why", "the opening")
    assert (kept.code, kept.err) == (0, "")
    assert kept.out.startswith("Version 1 of Example Card Room is stored: ")
    file.write_text(ROOM.replace(*LOWER).replace("dispute = ", "# "), "utf-8")
    stopped = ask("keep", str(file), "--by", "A. Kim", "--why", "lower limits")
    assert "Its tables stay closed" in stopped.out
    listed = ask("history", "--json").json
    assert [each["by"] for each in listed] == ["D. Reyes", "A. Kim"]
    assert "lower limits" in ask("history").out
    told = ask("diff", "1", "2").out
    assert 'table poker-1.limits.base = "$5 to $200", was "$5 to $300"' in told
    assert [each["key"] for each in ask("diff", "1", "--json").json["changes"]] == [
        "property.dispute",
        "table poker-1.limits.base",
    ]
    assert ask("show", "1").out == ROOM
    assert "there is no version '7'" in ask("diff", "1", "7").refusal
    assert "nothing has changed" in ask("keep", str(file), "--by", "x", "--why", "y").refusal


def test_storing_a_version_needs_an_administrator_badge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, example = str(tmp_path / "room.db"), str(EXAMPLES / "property.toml")
    assert "give your name with --by NAME" in run("property", "keep", example, "--why", "x", "--store", store).refusal
    with room_over(store) as made:
        hire(People(made.database), ADMINISTRATOR, DEALER)
    monkeypatch.setenv("PITBOOK_PIN", "2468")

    def ask(*words: str) -> Any:
        return run("property", "keep", example, "--why", "the opening", "--store", store, *words)

    assert "leave --by out" in ask("--by", "D. Reyes").refusal
    assert "badge or PIN is wrong" in ask("--badge", "ada:nonsense").refusal
    assert "may not set up the house" in ask("--badge", "dana:token-dana").refusal
    assert ask("--badge", "ada:token-ada").code == 0
    with room_over(store) as made:
        assert [version.by for version in Configurations(made.jackpots).versions()] == ["ada"]
