"""``pitbook replay``: a record is replayed and settled again; differences and damage are reported in words."""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook import games
from pitbook.cards import card_names, parse_cards
from pitbook.table.config import configure
from pitbook.table.events import Event
from pitbook.table.run import run_table
from pitbook.table.shoe import promise_of
from tests.cli.command_runner import run
from tests.every_game import SAMPLE, sampled
from tests.hostile import NASTY, short

HAND = """\
game royal-match-21
table royal-match RM-08
seat 1 bets $10 on base, $5 on royal-match
seat 1: Ks Qs
dealer: 9h 5c Td
"""


def log_of(slug: str, rounds: int = 6, seats: int = 2, seed: int = 3, **given: Any) -> list[str]:
    """The lines of a log of a table's own."""
    events: list[Event] = []
    run_table(configure(games.game(slug), seats=seats, **given), rounds, seats, seed, journal=events.append)
    return [event.line() for event in events]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "rounds.jsonl"
    path.write_text("\n".join(log_of("royal-match-21")) + "\n", "utf-8")
    return path


def changed(lines: list[str], kind: str, **data: Any) -> list[str]:
    """The log with other facts in the first event of a kind."""
    place = next(place for place, line in enumerate(lines) if json.loads(line)[1] == kind)
    number, kind, old, at, by = json.loads(lines[place])
    new = json.dumps([number, kind, {**old, **data}, at, by], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return [*lines[:place], new, *lines[place + 1 :]]


def saved(path: Path, lines: list[str]) -> str:
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


@pytest.mark.parametrize("slug", sampled())
def test_intact_log_replays_without_differences(slug: str, tmp_path: Path) -> None:
    lines = log_of(slug)
    record = run("replay", saved(tmp_path / "log", lines), "--json").json

    assert (record["sound"], record["differences"], record["form"]) == (True, [], "log")
    assert (record["rounds"], record["events"], record["game"]) == (6, len(lines), slug)
    assert [step["event"] for step in record["steps"]] == list(range(1, len(lines) + 1))
    assert all(shoe["kept"] is not False for shoe in record["shoes"])
    if games.game(slug).base == "pai gow poker":
        assert [shoe["kept"] for shoe in record["shoes"]] == [True] * 6 + [None]


@pytest.mark.parametrize("slug", sampled())
def test_log_and_notation_replay_to_the_same_rounds(slug: str, tmp_path: Path) -> None:
    file = saved(tmp_path / "log", log_of(slug))
    text = run("replay", file, "--notation")
    (tmp_path / "text").write_text(text.out, "utf-8")

    def paid(record: Any) -> list[Any]:
        return [step["data"] for step in record["steps"] if step["kind"] in ("settled", "round-over")]

    assert (text.code, text.err) == (0, "")
    again = run("replay", str(tmp_path / "text"), "--json").json
    assert (again["form"], again["event_log_hash"]) == ("notation", None)
    assert paid(again) == paid(run("replay", file, "--json").json)


def test_a_payment_that_differs_from_the_rules_is_shown(tmp_path: Path) -> None:
    lines = log_of("match-n-poker")
    file = saved(tmp_path / "log", changed(lines, "settled", net=999_00))

    shown, facts = run("replay", file), run("replay", file, "--json")

    assert (shown.code, facts.code) == (1, 1)
    assert "wins $999" in shown.out
    assert "by the rules: seat" in shown.out
    assert "1 difference between record and rule" in shown.out
    (difference,) = json.loads(facts.out)["differences"]
    assert difference["recorded"]["data"]["net"] == 999_00
    assert difference["by_the_rules"]["data"]["net"] != 999_00
    assert json.loads(facts.out)["sound"] is False


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("bet", {"cents": 1}, "could not have happened: Blackjack is $5 to $300 at this table, not $0.01"),
        ("bet", {"wager": "roulette"}, "could not have happened: match-n-poker has no wager 'roulette'"),
        ("sat", {"chips": -5}, "could not have happened: chips of -$0.05 is not possible"),
        ("answer", {"answer": "jump"}, "could not have happened: seat 1 cannot 'jump'"),
        ("card", {"cards": "Ks"}, "by the rules: seat 1: "),
        ("round-over", {"stacks": {"1": 5, "2": 6}}, "by the rules: round over: seat 1 $"),
        ("settled", {"outcome": "unheard"}, 'event 16 is [16,"settled",{'),
    ],
)
def test_impossible_event_is_reported(kind: str, data: dict[str, Any], words: str, tmp_path: Path) -> None:
    shown = run("replay", saved(tmp_path / "log", changed(log_of("match-n-poker"), kind, **data)))

    assert shown.code == 1
    assert words in shown.out


def test_exchanged_shoe_does_not_match_its_commitment(tmp_path: Path) -> None:
    lines = log_of("ez-pai-gow")
    shown_at = next(json.loads(line) for line in lines if json.loads(line)[1] == "shoe-shown")
    order = list(parse_cards(shown_at[2]["order"]))
    order[0], order[1] = order[1], order[0]
    moved = run("replay", saved(tmp_path / "moved", changed(lines, "shoe-shown", order=card_names(order))))
    # A forged promise is detected by the promise published before the bets.
    salt = shown_at[2]["salt"]
    both = changed(lines, "shoe-shown", order=card_names(order), promise=promise_of(order, salt))
    exchanged = run("replay", saved(tmp_path / "both", both))

    for ran in (moved, exchanged):
        assert ran.code == 1
        assert "the shoe that is shown is not the one that was promised" in ran.out
        assert "5 shoes shown, as promised before the bets." in ran.out


def test_selected_round_is_shown_and_all_are_settled(log: Path) -> None:
    shown = run("replay", str(log), "--round", "2")

    assert (shown.code, shown.err) == (0, "")
    assert "round 2: no more bets" in shown.out
    assert "round 3: no more bets" not in shown.out
    assert "6 rounds" in shown.out
    assert {step["round"] for step in run("replay", str(log), "--round", "2", "--json").json["steps"]} == {2}


def test_the_whole_table_is_shown_after_each_step(log: Path) -> None:
    shown = run("replay", str(log), "--round", "1", "--step")

    assert (shown.code, shown.err) == (0, "")
    assert "next  bets are open" in shown.out
    assert "jackpot  $5,0" in shown.out
    assert "next  Take" in shown.out


def test_a_key_steps_on_and_q_shows_the_rest(log: Path) -> None:
    from rich.console import Console

    keys = iter(["\r", "\r", "q"])
    screen = Console(force_terminal=True, width=100, highlight=False)
    with (
        patch("pitbook.cli.replay.console", lambda: screen),
        patch("sys.stdin.isatty", lambda: True, create=True),
        patch("click.getchar", lambda: next(keys)),
    ):
        assert run("replay", str(log), "--round", "1", "--step").code == 0
    assert list(keys) == []


def test_cards_and_payments_are_described_in_words(log: Path) -> None:
    shown = run("replay", str(log), "--round", "1").out

    assert "seat 1 bets $10 on base   $999,990 left" in shown
    assert "dealer: [" in shown
    assert "♠" in shown


@pytest.mark.parametrize("other", [("--round", "1"), ("--step",), ("--json",)])
def test_notation_takes_no_other_choice_of_what_is_shown(tmp_path: Path, other: tuple[str, ...]) -> None:
    ran = run("replay", str(tmp_path / "rounds.jsonl"), "--notation", *other)
    assert (ran.code, "leave out --round, --step and --json" in ran.err) == (2, True)


def test_notation_typed_by_hand_is_settled(tmp_path: Path) -> None:
    (tmp_path / "hand.txt").write_text(HAND, "utf-8")
    shown = run("replay", str(tmp_path / "hand.txt"))

    assert shown.code == 0
    assert "seat 1 royal-match $5 wins $125: Royal Match @ 25 to 1   $10,115 left" in shown.out
    assert "has 9♥ 5♣ 10♦ (24 bust)" in shown.out
    assert "Every payment is what the rules say." in shown.out


def test_payments_in_the_notation_are_checked_against_the_rules(tmp_path: Path) -> None:
    (tmp_path / "hand.txt").write_text(HAND + "seat 1 royal-match $5 wins $100: Royal Match @ 20 to 1\n", "utf-8")
    shown = run("replay", str(tmp_path / "hand.txt"))

    assert shown.code == 1
    assert "by the rules: seat 1 royal-match $5 wins $125: Royal Match @ 25 to 1" in shown.out


def test_unfinished_round_is_reported(tmp_path: Path) -> None:
    lines = log_of("match-n-poker", rounds=1)
    shown = run("replay", saved(tmp_path / "log", lines[:-4]))

    assert shown.code == 0
    assert "1 round, the last of them not over: next is" in shown.out


REFUSED = {
    "nothing": ("", "line 1: the text must begin with its game"),
    "no log": ("[1,2,3]", "line 1: '[1,2,3]' is not an event: a log has one JSON list on each line"),
    "an object": ('{"a": 1}', "line 1: '{\"a\": 1}' is not an event"),
    "deep": ("[" * 100_000, "line 1: '[[[["),
    "a fraction": ('[1.5,"opened",{"log":1},"",""]', "line 1: "),
    "not a number": ('[NaN,"opened",{"log":1},"",""]', "line 1: "),
    "no opening": ('[1,"sat",{},"",""]', "a record begins with the opening of its table"),
    "another version": ('[1,"opened",{"log":3},"",""]', "the record has version 3: this program reads version 2"),
    "no version": ('[1,"opened",{},"",""]', "the record has version None"),
    "no table": ('[1,"opened",{"log":1},"",""]', "the table's record is damaged: 'game' is missing"),
    "an unknown game": ('[1,"opened",{"log":1,"game":"chess"},"",""]', "there is no game 'chess'"),
    "notation": ("game royal-match-21\nhop", "line 2: 'hop' is not a line of the notation"),
}


@pytest.mark.parametrize(("text", "sentence"), REFUSED.values(), ids=REFUSED)
def test_file_that_is_not_a_record_is_refused(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "record"
    path.write_text(text, "utf-8")

    assert run("replay", str(path)).refusal.startswith(f"{path}: {sentence}")
    assert run("replay", str(path), "--json").refusal


def test_missing_and_broken_lines_are_refused(tmp_path: Path) -> None:
    lines = log_of("match-n-poker", rounds=2)
    gap = run("replay", saved(tmp_path / "gap", lines[:4] + lines[5:])).refusal
    torn = run("replay", saved(tmp_path / "torn", [*lines[:9], lines[9][:40]])).refusal
    shown = run("replay", saved(tmp_path / "hidden", changed(lines, "shuffled", secret=None))).refusal

    assert "event 5 is missing or out of order: event 6 is in its place" in gap
    assert "line 10: " in torn
    assert "event 2 keeps its shoe secret" in shown


def test_files_that_cannot_be_read_are_refused(tmp_path: Path, log: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")

    assert (
        run("replay", str(tmp_path / "none")).refusal
        == f"{tmp_path / 'none'} cannot be read: no such file or directory"
    )
    assert run("replay", str(tmp_path)).refusal == f"{tmp_path} cannot be read: is a directory"
    assert run("replay", str(tmp_path / "bytes")).refusal == f"{tmp_path / 'bytes'} is no text in UTF-8"
    assert run("replay", str(log), "--round", "7").refusal == "the record has no round 7: it has rounds 1 to 6"
    assert run("replay", str(log), "--round", "0").refusal == "the record has no round 0: it has rounds 1 to 6"


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_arbitrary_text_is_refused_without_a_traceback(text: str, tmp_path: Path) -> None:
    (tmp_path / "record").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert run("replay", str(tmp_path / "record")).refusal


@cache
def short_log(slug: str) -> list[str]:
    return log_of(slug, rounds=1)


@given(random=st.randoms(use_true_random=False), slug=st.sampled_from(SAMPLE))
@settings(max_examples=60)
def test_log_with_one_damaged_value_never_ends_in_a_traceback(
    tmp_path_factory: pytest.TempPathFactory, random: Random, slug: str
) -> None:
    """With a value exchanged, a key left out or another kind of event: exit code 0, 1 or 2, one sentence with 2."""
    lines = list(short_log(slug))
    place = random.randrange(len(lines))
    number, kind, data, at, by = json.loads(lines[place])
    name = random.choice(sorted(data)) if data else ""
    what = random.randrange(4)
    if what == 0 and name:
        data[name] = random.choice([None, -1, 10**30, "", "x", [], {}, [[1]], True, "seat 9", "\u202e"])
    elif what == 1 and name:
        del data[name]
    elif what == 2:
        kind = random.choice(
            ["sat", "bet", "card", "settled", "voided", "corrected", "round-over", "step", "number", ""]
        )
    else:
        number += random.choice([-1, 0, 1])
    lines[place] = json.dumps([number, kind, data, at, by])
    path = tmp_path_factory.mktemp("spoilt") / "log"

    for ran in (run("replay", saved(path, lines), *how) for how in ((), ("--json",), ("--notation",))):
        assert ran.code in (0, 1, 2)
        assert ran.refusal if ran.code == 2 else ran.err == ""
