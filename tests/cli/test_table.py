"""``pitbook table run``: reproducible rounds, totals that match the log, and refusals."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from pitbook import games
from pitbook.table.config import configure, default_bet
from pitbook.table.upgrade import parse_log
from tests.cli.command_runner import run
from tests.every_game import sampled
from tests.hostile import NASTY, short

GAMES = sampled()


def ran(*words: str) -> dict[str, Any]:
    record: dict[str, Any] = run("table", "run", *words, "--json").json
    return record


def without_timing(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "timing"}


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_seed_gives_the_same_run_and_another_seed_another(slug: str) -> None:
    one, again, other = (ran(slug, "--rounds", "15", "--seats", "2", "--seed", seed) for seed in ("5", "5", "6"))

    assert without_timing(one) == without_timing(again)
    assert one["event_log_hash"] != other["event_log_hash"]
    assert one["totals"] != other["totals"]
    assert one["timing"]["rounds_per_second"] > 0


@pytest.mark.parametrize("slug", GAMES)
def test_totals_match_the_log(slug: str, tmp_path: Path) -> None:
    """Money and outcomes of every wager, counted again from the events that were written."""
    log = tmp_path / "rounds.jsonl"
    record = ran(slug, "--rounds", "30", "--seats", "3", "--seed", "9", "--log", str(log))
    events = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    settled = [data for _, kind, data, _, _ in events if kind == "settled"]

    assert hashlib.sha256(log.read_bytes()).hexdigest() == record["event_log_hash"]
    assert (len(events), record["rounds"], record["seats"]) == (record["events"], 30, 3)
    assert record["unit"] == "cents"
    for wager, totals in record["totals"].items():
        own = [data for data in settled if data["wager"] == wager]
        assert totals["wagered"] == totals["wagered_cents"] == sum(data["bet"] for data in own)
        assert totals["returned"] == totals["returned_cents"] == sum(data["bet"] + data["net"] for data in own)
        assert sum(totals["outcomes"].values()) == len(own)
        assert totals["bets"] == sum("envy_from" not in data for data in own)
    assert {data["wager"] for data in settled} <= set(record["totals"])


def test_player_chips_match_the_totals(tmp_path: Path) -> None:
    log = tmp_path / "rounds.jsonl"
    record = ran("royal-match-21", "--rounds", "40", "--seats", "2", "--log", str(log))
    last = [event for event in parse_log(log.read_text("utf-8")) if event.kind == "round-over"][-1]

    won = sum(totals["returned"] - totals["wagered"] for totals in record["totals"].values())
    assert sum(last.data["stacks"].values()) == 2 * 1_000_000_00 + won


@pytest.mark.parametrize("slug", GAMES)
def test_every_offered_wager_is_bet(slug: str) -> None:
    config = configure(games.game(slug), seats=2)
    record = ran(slug, "--rounds", "4", "--seats", "2")

    for wager in config.offered:
        if config.game.wager(
            wager
        ).in_round:  # a choice makes this stake, so there is no first bet to state its edge in
            assert (record["totals"][wager]["house_edge"], record["bets_cents"].get(wager)) == (None, None)
            continue
        spots, units = config.game.wager(wager).spots or 1, config.game.wager(wager).units or 1
        first = record["totals"][wager]["first_wagered_cents"]
        assert first * units == 8 * spots * default_bet(config, wager)
        assert record["bets_cents"][wager] == default_bet(config, wager)


def test_the_edge_of_a_base_game_of_several_wagers_is_that_of_all_together() -> None:
    record = ran("three-card-poker", "--rounds", "20", "--seats", "2")
    base = record["base_game"]
    wagers = ["ante", "play", "ante-bonus"]
    assert base["wagers"] == wagers
    lost = sum(record["totals"][each]["wagered"] - record["totals"][each]["returned"] for each in wagers)
    assert base["house_edge"] == lost / record["totals"]["ante"]["first_wagered_cents"]
    assert base["standard_error"] > 0

    lines = run("table", "run", "three-card-poker", "--rounds", "20", "--seats", "2").out.splitlines()
    row = next(line for line in lines if line.startswith("  base game"))
    assert row.endswith("3.37%  ")
    assert next(line for line in lines if line.startswith("  ante ")).split()[-3:] == ["-", "-", "-"]


def test_the_edge_of_equal_bets_is_a_share_of_one_of_them() -> None:
    lines = run("table", "run", "let-it-ride", "--rounds", "20").out.splitlines()
    assert next(line for line in lines if line.startswith("  bet ")).split()[-1] == "3.51%"
    assert any("of one of the 3 equal bets of bet" in line for line in lines)


def test_options_configure_the_table() -> None:
    table = games.game("royal-match-21").wager("royal-match").table_ids(4)[1]
    record = ran(
        "royal-match-21", "--rounds", "5", "--decks", "4", "--table", f"royal-match={table}", "--rule", "soft17=stand",
        "--option", "crown-treasure=yes", "--wager", "base", "--wager", "royal-match", "--penetration", "50%",
    )  # fmt: skip

    assert (record["decks"], record["penetration"], record["tables"]["royal-match"]) == (4, "1/2", table)
    assert record["rules"]["soft17"] == record["options"]["soft17"] == "stand"
    assert record["options"]["crown-treasure"] == "yes"
    assert list(record["totals"]) == ["base", "royal-match"]


def test_table_name_follows_its_pay_table() -> None:
    record = ran("million-dollar-match-the-dealer", "--rounds", "1", "--table", "super-bonus=6-E")

    assert record["name"] == "$500,000 Super Bonus Match The Dealer"
    assert record["tables"]["super-bonus"] == "6-E"


def test_another_penetration_shuffles_at_other_times() -> None:
    shallow, deep = (
        ran("match-n-poker", "--rounds", "60", "--penetration", penetration) for penetration in ("20%", "90%")
    )
    assert shallow["event_log_hash"] != deep["event_log_hash"]


def test_terminal_output_shows_the_exact_edge_beside_the_result() -> None:
    shown = run("table", "run", "match-n-poker", "--rounds", "30", "--seats", "2")

    assert (shown.code, shown.err) == (0, "")
    assert "0.62%" in shown.out  # the base game by its chart
    assert "4.00%" in shown.out  # Match-n-Poker, table 1
    assert "event log hash" in shown.out
    assert "rounds a second" in shown.out


OFFER_ALL = ("--wager", "base", "--wager", "blazing-7s", "--wager", "royal-match-progressive")
REFUSED = {
    ("chess",): "there is no game 'chess'",
    ("match-n-poker", "--rounds", "0"): "0 rounds: give 1 to 10,000,000",
    ("match-n-poker", "--rounds", "-5"): "-5 rounds: give 1 to 10,000,000",
    ("match-n-poker", "--rounds", "99999999999"): "99999999999 rounds: give 1 to 10,000,000",
    ("match-n-poker", "--rounds", "1e3"): "Invalid value for '--rounds': '1e3' is not a whole number",
    ("match-n-poker", "--seats", "0"): "match-n-poker is played by 1 to 7 seats, not 0",
    ("match-n-poker", "--seats", "99"): "match-n-poker is played by 1 to 7 seats, not 99",
    ("match-n-poker", "--seed", "-1"): "a seed is a whole number from 0 to",
    ("match-n-poker", "--decks", "3"): "match-n-poker is approved for 2, 4, 5, 6 and 8 decks, not 3",
    ("match-n-poker", "--table", "match-n-poker=77"): "match-n-poker has no pay table '77'",
    ("match-n-poker", "--table", "match-n-poker=mine.toml"): "--table match-n-poker=mine.toml is a file",
    ("match-n-poker", "--table", "x"): "--table 'x' is not of the form NAME=VALUE",
    ("match-n-poker", "--wager", "roulette"): "match-n-poker has no wager 'roulette'",
    ("match-n-poker", "--wager", "match-n-poker"): "a table of match-n-poker offers its base wager",
    ("match-n-poker", "--penetration", "0%"): "penetration '0%' is not a share of a shoe above 0: write 75% or 0.75",
    ("match-n-poker", "--penetration", "nan"): "penetration 'nan' is not a share of a shoe above 0: write 75% or 0.75",
    ("match-n-poker", "--rule", "soft17=maybe"): "rule soft17='maybe' is not known",
    ("match-n-poker", "--rule", "soft17=hit", "--rule", "soft17=hit"): "--rule gives 'soft17' twice",
    ("match-n-poker", "--option", "colour=red"): "match-n-poker has no option 'colour'",
    ("ez-pai-gow", "--rule", "soft17=hit"): "ez-pai-gow has no blackjack rules",
    ("royal-match-21", *OFFER_ALL): "blazing-7s and royal-match-progressive are never offered together",
}  # fmt: skip


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_invalid_run_is_refused_with_one_sentence(words: tuple[str, ...]) -> None:
    assert run("table", "run", *words).refusal.startswith(REFUSED[words])


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_arbitrary_arguments_are_refused_without_a_traceback(text: str) -> None:
    if "\x00" in text or "\ud800" in text:
        return  # a shell cannot pass these
    for option in (
        "--rounds",
        "--seats",
        "--seed",
        "--decks",
        "--table",
        "--option",
        "--rule",
        "--wager",
        "--penetration",
    ):
        assert run("table", "run", "match-n-poker", option, text).refusal


def test_existing_log_is_not_overwritten(tmp_path: Path) -> None:
    log = tmp_path / "rounds.jsonl"
    log.write_text("precious", "utf-8")
    words = ("match-n-poker", "--rounds", "2", "--log", str(log))

    assert run("table", "run", *words).refusal == f"{log} exists already: --force overwrites it"
    assert run("table", "run", "match-n-poker", "--rounds", "0", "--log", str(log), "--force").refusal
    assert log.read_text("utf-8") == "precious"
    assert run("table", "run", *words, "--force").code == 0
    assert parse_log(log.read_text("utf-8"))[0].kind == "opened"


def test_unwritable_log_is_refused(tmp_path: Path) -> None:
    where = tmp_path / "nowhere" / "rounds.jsonl"
    sentence = run("table", "run", "match-n-poker", "--rounds", "2", "--log", str(where)).refusal
    assert sentence == f"{where} cannot be written: no such file or directory"
