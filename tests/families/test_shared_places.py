"""Cards that belong to all seats: events, notation, replay and every view name their place."""

import pytest

from pitbook.room.tables.view import _shared, _step
from pitbook.table.events import Event
from pitbook.table.notation import parse_rounds, write_rounds
from pitbook.table.replay import Replay
from pitbook.table.steps import BOARD, PLACES, CardTo, parse_place
from tests.table.rig import Rig, check_chips, rig

TWO_HANDS = "Ks Kd 7c 2d Ah Th 9s"
"""Two seats, the dealer and the board."""
BETS = {1: "ante=10 ride=10", 2: "ante=10 ride=10 pocket-pair=5"}


@pytest.fixture
def table(showdown: str) -> Rig:
    return rig(showdown, players=2)


def test_place_names_round_trip() -> None:
    assert [str(parse_place(name)) for name in PLACES.values()] == list(PLACES.values())
    assert len(set(map(parse_place, PLACES.values()))) == len(PLACES)


def test_a_card_of_the_board_is_recorded_shown_and_settled_on(table: Rig) -> None:
    table.begin(BETS, TWO_HANDS)
    table.table.advance()
    for seat, answer in ((2, "check"), (1, "raise")):
        table.table.decide(seat, answer)
    assert table.table.step == CardTo(BOARD)
    assert _step(table.table.step) is not None
    assert (_step(table.table.step) or {})["place"] == "board"
    assert table.table.step.words == "A card to the board"
    table.table.deal()
    assert table.events[-1].data == {"to": "board", "cards": "9s"}
    assert _shared(table.table.seen_by(1).round) == [{"place": "board", "cards": ["9s"]}]
    table.finish({1: "let ride", 2: "pull"})
    # Kings win ante, ride and raise; seat 2 took its ride back and loses the rest.
    assert [line for line in table.paid if line.startswith("1")] == [
        "1 ante win $10",
        "1 ride win $10",
        "1 raise win $10",
    ]
    assert [line for line in table.paid if line.startswith("2")] == ["2 pocket-pair loss -$5", "2 ante loss -$10"]
    check_chips(table.table)


def test_replay_and_notation_keep_the_board(table: Rig) -> None:
    table.play(BETS, TWO_HANDS, {1: "raise, let ride", 2: "check, pull"})
    assert Replay.begin(table.events).run().differences == []
    text = write_rounds(table.events)
    assert "board: 9s" in text.splitlines()
    read = parse_rounds(text)
    assert events_by_place(read) == events_by_place(table.events)
    again = write_rounds(read)
    assert again != text  # with physical cards the hands are written where they were turned over
    assert write_rounds(parse_rounds(again)) == again
    assert Replay.begin(read).run().differences == []


def events_by_place(events: list[Event]) -> list[tuple[str, object]]:
    """Answers, payments and cards by place, in any order."""
    kinds = ("answer", "settled", "round-over")
    cards = sorted(
        (str(e.data["to"]), str(e.data["cards"])) for e in events if e.kind == "card" and e.data["to"] != "discards"
    )
    return [(event.kind, dict(event.data)) for event in events if event.kind in kinds] + [("cards", cards)]
