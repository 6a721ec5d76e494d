"""The commands that print the rulebook: for people, and as JSON for programs."""

import re
import shlex
from collections import Counter
from typing import Any

import click
import pytest

from pitbook.cli import cli
from pitbook.games import LETTER_SLUGS, game
from tests.cli.command_runner import run


def leaves(group: click.Group, before: str = "") -> dict[str, click.Command]:
    """Every command that does something, by its whole name: ``settle``, ``table run``."""
    found: dict[str, click.Command] = {}
    with click.Context(group) as context:
        for name in group.list_commands(context):
            command = group.get_command(context, name)
            assert command is not None
            assert command.name == name
            found |= (
                leaves(command, f"{before}{name} ") if isinstance(command, click.Group) else {before + name: command}
            )
    return found


COMMANDS = leaves(cli)
PRINTS_NO_FACTS = {"play", "serve", "people end", "people withdraw", "property show"}
"""Commands that talk with people or browsers, only confirm something, or print a file."""

WAGERS = {
    "million-dollar-match-the-dealer": ["match", "super-bonus", "five-spots"],
    "match-n-poker": ["base", "match-n-poker"],
    "royal-riches-pai-gow": ["base", "royal-riches", "dealer-pai-gow", "pai-gow-insurance", "jackpot"],
    "royal-match-21": ["base", "royal-match", "royal-match-progressive", "blazing-7s"],
    "ez-pai-gow": ["base", "dynasty", "protection", "red-black"],
}
"""The names that other programs rely on."""

SUPER_BONUS = [f"{decks}-{letter}" for decks in (5, 6, 8) for letter in "ABCDEF"]
TABLES = {
    "match": ["5", "6", "8"],
    "super-bonus": SUPER_BONUS,
    "five-spots": SUPER_BONUS,
    "match-n-poker": list("123456"),
    "royal-match": [f"RM-{number:02}" for number in (1, 2, 3, 4, 5, 7, 8, 9, 10, 11)],
    "royal-match-progressive": ["RMP"],
    "blazing-7s": ["1", "2"],
    "royal-riches": list("123456"),
    "dealer-pai-gow": list("123"),
    "pai-gow-insurance": list("12345"),
    "jackpot": list("123"),
    "dynasty": list("1234567"),
    "protection": ["1"],
    "red-black": ["1"],
}


def tables(slug: str, *wager: str) -> list[dict[str, Any]]:
    """The pay tables of a game as a program reads them."""
    found: list[dict[str, Any]] = run("paytables", slug, *wager, "--json").json
    return found


@pytest.mark.parametrize("slug", LETTER_SLUGS)
def test_paytables_json_shape(slug: str) -> None:
    """An array of tables, each with its game, wager, id, decks and lines of outcome, label, pays and envy."""
    for table in tables(slug):
        assert {"game", "wager", "pay_table", "decks", "lines"} <= set(table)
        assert table["game"] == slug
        assert table["wager"] in WAGERS[slug]
        assert table["pay_table"] in TABLES[table["wager"]]
        assert table["decks"] == sorted(set(table["decks"]))
        assert set(table["decks"]) <= set(game(slug).decks)
        assert table["lines"]
        for line in table["lines"]:
            assert {"outcome", "label", "pays", "envy_cents"} <= set(line)
            assert re.fullmatch(r"[a-z0-9_]+", line["outcome"])
            assert line["label"]
            assert line["envy_cents"] is None or (isinstance(line["envy_cents"], int) and line["envy_cents"] > 0)
            assert re.fullmatch(
                r"[\d,.]+ (to|for) 1|\$[\d,]+(\.\d\d)?|[\d.]+% of meter|push|loss|car \(\$38,000\)", line["pays"]
            )


@pytest.mark.parametrize("slug", LETTER_SLUGS)
def test_every_pay_table_of_every_wager_is_printed(slug: str) -> None:
    """The ids of the letters, no more and no fewer, and each wager's alone when it is asked for."""
    ids: dict[str, list[str]] = {}
    for table in tables(slug):
        ids.setdefault(table["wager"], []).append(table["pay_table"])

    assert {wager: list(dict.fromkeys(found)) for wager, found in ids.items()} == {
        wager: TABLES[wager] for wager in WAGERS[slug] if wager != "base"
    }
    for wager in ids:
        assert tables(slug, wager) == [table for table in tables(slug) if table["wager"] == wager]


def test_a_super_bonus_table_has_an_entry_for_each_tier() -> None:
    """Eighteen tables with two columns are thirty-six entries, the $5 column first."""
    entries = tables("million-dollar-match-the-dealer", "super-bonus")

    assert len(entries) == 36
    assert [(entry["pay_table"], entry["tier_cents"]) for entry in entries[:2]] == [("5-A", 500), ("5-A", 2500)]
    assert set(Counter(entry["pay_table"] for entry in entries).values()) == {2}
    tops = [[entry["lines"][0]["pays"] for entry in entries if entry["pay_table"] == "6-B"]]
    assert tops == [["$1,000,000", "$5,000,000"]]


@pytest.mark.parametrize(
    ("slug", "wager", "table", "decks", "outcome", "pays", "envy"),
    [
        ("royal-match-21", "royal-match", "RM-04", [2, 4, 5, 6, 8], "royal_match", "25 to 1", None),
        ("royal-match-21", "royal-match", "RM-04", [2, 4, 5, 6, 8], "two_suited_cards", "2.5 to 1", None),
        ("royal-match-21", "royal-match", "RM-04", [2, 4, 5, 6, 8], "crown_treasure", "$1,000", None),
        ("royal-match-21", "royal-match", "RM-07", [2, 4, 5, 6, 8], "crown_treasure", "$5,000", 25_000),
        ("royal-match-21", "royal-match", "RM-10", [6], "matching_royal_matches", "car ($38,000)", None),
        (
            "royal-match-21",
            "royal-match-progressive",
            "RMP",
            [2, 4, 5, 6, 8],
            "double_royal_match",
            "25% of meter",
            None,
        ),
        ("royal-match-21", "royal-match-progressive", "RMP", [2, 4, 5, 6, 8], "royal_match", "40 for 1", None),
        ("royal-riches-pai-gow", "royal-riches", "1", [1], "three_pair", "push", None),
        ("royal-riches-pai-gow", "royal-riches", "2", [1], "seven_card_straight_flush", "8,000 to 1", 500_000),
        ("royal-riches-pai-gow", "jackpot", "1", [1], "royal_flush_king_queen_suited", "50% of meter", None),
        ("ez-pai-gow", "dynasty", "3", [1], "three_pair", "loss", None),
        ("ez-pai-gow", "dynasty", "6", [1], "four_of_a_kind", "25 to 1", 600),
        ("million-dollar-match-the-dealer", "match", "8", [8], "suited_match", "12 to 1", None),
    ],
)
def test_pays_are_printed_as_the_letter_prints_them(
    slug: str, wager: str, table: str, decks: list[int], outcome: str, pays: str, envy: int | None
) -> None:
    """To 1, for 1, sums, shares of the meter, push, loss and the prize, with envy in cents."""
    (found,) = [each for each in tables(slug, wager) if each["pay_table"] == table]

    assert found["decks"] == decks
    (line,) = [each for each in found["lines"] if each["outcome"] == outcome]
    assert (line["pays"], line["envy_cents"]) == (pays, envy)


def test_crown_treasure_is_marked_as_added() -> None:
    """A program can tell a line that is paid on top from one that replaces another."""
    added = {
        table["pay_table"]
        for table in tables("royal-match-21", "royal-match")
        for line in table["lines"]
        if line.get("added")
    }

    assert added == {f"RM-{number:02}" for number in (1, 2, 3, 4, 5, 8, 9)}


def test_games_lists_the_letters_games_with_their_wagers() -> None:
    """Slugs, letters, decks and pay-table ids, in the order of the letters."""
    found = run("games", "--json").json

    assert [each["game"] for each in found][:5] == list(LETTER_SLUGS)
    assert [each["letter"] for each in found][:5] == ["000", "001", "002", "003", "004"]
    assert {each["letter"] for each in found[5:]} == {""}  # games from public rules
    for each in found[:5]:
        assert [wager["wager"] for wager in each["wagers"]] == WAGERS[each["game"]]
        assert [wager["pay_tables"] for wager in each["wagers"]] == [
            TABLES.get(wager["wager"], []) if wager["wager"] != "base" else [] for wager in each["wagers"]
        ]


@pytest.mark.parametrize("slug", LETTER_SLUGS)
def test_rules_explain_every_wager_and_option(slug: str) -> None:
    """Steps with their paragraphs, outcomes with their meaning, options with their default."""
    found = run("rules", slug, "--json").json

    assert [wager["wager"] for wager in found["wagers"]] == WAGERS[slug]
    assert all(step["text"] and step["cite"].startswith("letter ") for step in found["procedure"])
    for wager in found["wagers"]:
        assert wager["about"]
        assert wager["cite"]
        assert all(outcome["meaning"] for outcome in wager["outcomes"])
        assert len({outcome["outcome"] for outcome in wager["outcomes"]}) == len(wager["outcomes"])
    for option in found["options"]:
        assert option["meaning"]
        assert not option["choices"] or option["default"] in option["choices"]


@pytest.mark.parametrize("slug", LETTER_SLUGS)
def test_letter_gives_approval_conditions_and_figures(slug: str) -> None:
    """Maker, date, conditions for card rooms, tribes and makers of layouts, and every printed figure as a claim."""
    found = run("letter", slug, "--json").json

    assert found["game"] == slug
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", found["dated"])
    assert found["maker"]
    applies = {condition["applies_to"] for condition in found["conditions"]}
    assert {"commercial card rooms", "tribal casinos"} <= applies
    assert len({claim["id"] for claim in found["claims"]}) == len(found["claims"])
    assert all(claim["printed"] and claim["cite"] for claim in found["claims"])


def test_catalogue_lists_66_games() -> None:
    """Numbered as in letter 004, with its three amendments."""
    found = run("catalogue", "--json").json

    assert [entry["number"] for entry in found["games"]] == list(range(1, 67))
    assert len(found["amendments"]) == 3
    assert {entry["status"] for entry in found["games"]} == {"played", "partly", "listed"}
    assert all(entry["why"] for entry in found["games"] if entry["status"] != "played")
    assert all(entry["play"] == entry["analyse"] == (entry["status"] != "listed") for entry in found["games"])


@pytest.mark.parametrize("slug", LETTER_SLUGS)
def test_terminal_output_names_wagers_tables_and_maker(slug: str) -> None:
    chosen = game(slug)
    rules, paytables, letter = (run(command, slug) for command in ("rules", "paytables", "letter"))

    assert [each.code for each in (rules, paytables, letter)] == [0, 0, 0]
    for wager in chosen.wagers:
        assert wager.slug in rules.out
        assert wager.name in rules.out
        for table in wager.tables if not wager.components else ():
            assert table.id in paytables.out
            assert all(str(line.pay) in paytables.out for line in table.lines)
    for option in chosen.all_options().values():
        assert option.name in rules.out
    assert chosen.letter.maker in letter.out
    assert chosen.letter.number in letter.out
    for wager in chosen.wagers:
        assert run("paytables", slug, wager.slug).code == 0


@pytest.mark.parametrize(
    "words", [["games"], ["catalogue"], ["tour"], *(["letter", slug, "--claims"] for slug in LETTER_SLUGS)]
)
def test_output_has_no_markup_and_fits_the_page(words: list[str]) -> None:
    """Nothing goes to stderr."""
    shown = run(*words)

    assert (shown.code, shown.err) == (0, "")
    assert len(shown.out) > 500
    assert max(map(len, shown.out.splitlines())) <= 120
    assert "[/]" not in shown.out
    assert "\x1b" not in shown.out


def test_games_and_tour_name_every_game() -> None:
    """A newcomer sees all five on the first page."""
    for words in (["games"], ["tour"]):
        for slug in LETTER_SLUGS:
            assert game(slug).name in run(*words).out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_help_has_examples_that_parse(name: str) -> None:
    words = name.split()
    help_text = run(*words, "--help")
    command = COMMANDS[name]

    assert help_text.code == 0
    assert help_text.err == ""
    assert f"  pitbook {name}" in help_text.out
    assert run(*words, "-h").out == help_text.out
    for example in examples(command):
        given = shlex.split(example.partition(" > ")[0])[1:]
        assert given[: len(words)] == words
        command.make_context(name, given[len(words) :])


def examples(command: click.Command) -> list[str]:
    """The examples in a command's help, continued lines joined."""
    text = re.sub(r" \\\n\s+", " ", command.help or "")
    return [line.strip() for line in text.splitlines() if line.strip().startswith("pitbook ")]


QUICK = ("games", "rules", "paytables", "letter", "catalogue", "settle", "tour")


@pytest.mark.parametrize("example", [each for name in QUICK for each in examples(COMMANDS[name])])
def test_help_examples_run(example: str) -> None:
    assert run(*shlex.split(example)[1:]).code == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_that_prints_facts_takes_json(name: str) -> None:
    """The same facts for a program."""
    has_json = any("--json" in parameter.opts for parameter in COMMANDS[name].params)

    assert has_json == (name not in PRINTS_NO_FACTS)


def test_help_version_and_missing_command() -> None:
    """Help and version exit with 0; a missing command shows the help and exits with 2."""
    assert run("--help").code == run("-h").code == run("--version").code == 0
    assert "Begin here" in run("--help").out
    assert run("--version").out.startswith("pitbook, version ")
    alone = run()
    assert alone.code == 2
    assert alone.err.startswith("Usage: pitbook")
