"""An option that a command accepts changes what it prints; any other is refused."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pitbook.exact.par import has_par_sheet
from pitbook.exact.select import SheetRequest, plan
from pitbook.games import all_games, game
from pitbook.games.model import Game, Wager
from pitbook.games.options_read import options_read
from tests.cli.command_runner import run

METER = ("--meter", "50000")
ALSO: dict[str, tuple[str, ...]] = {
    "royal-match-progressive": METER,
    "blazing-7s": METER,
    "jackpot": METER,
}
"""Wagers that have no figure without a meter."""
OTHER = {"rounding": "down to $100", "car-value": "$50,000"}
"""Another value of options that are free text."""
HOUSE, SEVENS = "jackpot-kind=house", "4h 5h 6h 7h 8h 9h Th"
"""A jackpot that is a posted prize, and a hand that wins it."""
TABLE_WITH = {"crown-treasure": "RM-04", "car-value": "RM-10", "ace-deuce-straight": "RM-09"}
"""The pay table that an option affects, for options whose lines most tables do not print."""


def counted_wagers() -> Iterator[tuple[Game, Wager]]:
    for each in all_games():
        for wager in each.wagers:
            if has_par_sheet(wager) and not wager.requires_all_of and each.all_options():
                yield each, wager


def figures(command: str, of: Game, wager: Wager, *words: str) -> dict[str, Any]:
    """The JSON that a command prints, without the parts that only repeat the request."""
    limits = {"session": ("--rounds", "5"), "ruin": ("--bankroll", "100", "--rounds", "5")}.get(command, ())
    found: dict[str, Any] = json.loads(
        run(command, of.slug, wager.slug, *limits, *ALSO.get(wager.slug, ()), *words, "--json").out
    )
    for name in ("inputs_hash", "options", "assumptions", "basis"):
        found.pop(name, None)
    return found


def another(of: Game, wager: Wager, name: str) -> str:
    option = of.options_for([wager], "count")[name]
    return OTHER.get(name) or next(choice for choice in option.choices if choice != option.default)


@pytest.mark.parametrize(
    ("command", "heavy"),
    [("par", False), ("session", False), ("ruin", False), pytest.param("par", True, marks=pytest.mark.slow)],
)
def test_every_option_a_sheet_reads_changes_a_figure(command: str, heavy: bool) -> None:
    """One pay table of each wager with each option; slow counts are tried on the par sheet only."""
    tried = set()
    for of, wager in counted_wagers():
        decks = ("--decks", str(of.default_decks))
        for name in of.options_for([wager], "count" if command == "par" else "rounds"):
            table = (wager.slug == "royal-match" and TABLE_WITH.get(name)) or of.default_table(wager, of.default_decks)
            # The option on folded hands changes nothing if no winning hand is folded, as at Three Card Poker.
            is_fold = isinstance(wager.after_fold, tuple) and wager.after_fold[0] == name
            if not heavy and (name == "joker" or wager.slug == "blazing-7s" or is_fold):
                continue
            chosen = wager.choice is not None and name == wager.choice.name
            words = ("--table", table, *decks, *(("--remove", "Kh") if chosen else ()))
            plain = figures(command, of, wager, *words)
            changed = figures(command, of, wager, *words, "--option", f"{name}={another(of, wager, name)}")
            assert plain != changed or is_fold, f"{command} {of.slug} {wager.slug} ignores {name}"
            if plain != changed:
                tried.add(name)
    assert {"rounding", "king-ace-deuce", "crown-treasure", "car-value", "ace-deuce-straight"} <= tried
    assert command != "par" or "color" in tried
    assert not heavy or {"joker", "third-seven"} <= tried


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (("par", "royal-match-21", "royal-match"), "third-seven=always dealt"),
        (("par", "royal-match-21", "royal-match", "--table", "RM-07"), "car-value=$1"),
        (("par", "royal-match-21", "royal-match", "--table", "RM-10"), "crown-treasure=no"),
        (("par", "royal-match-21", "royal-match", "--table", "RM-04"), "ace-deuce-straight=no"),
        (("par", "royal-match-21", "blazing-7s"), "blazing-fixed-pays=meter"),
        (("par", "royal-match-21", "base"), "crown-treasure=yes"),
        (("par", "ez-pai-gow", "base"), "dealing=wagered spots"),
        (("session", "royal-riches-pai-gow", "royal-riches"), "folded-hand=qualifies"),
        (("session", "ez-pai-gow", "red-black"), "color=black"),
        (("hold", "ez-pai-gow", "red-black"), "color=black"),
        (("cost", "ez-pai-gow", "--bet", "red-black=5"), "color=black"),
        (("cost", "royal-match-21", "--bet", "base=5"), "rounding=table"),
        (("settle", "royal-match-21", "--bet", "royal-match=5", "--player", "Ks Qs"), "car-value=$1"),
        (("table", "run", "royal-match-21", "--wager", "base", "--wager", "blazing-7s"), "third-seven=always dealt"),
        (("ruin", "match-n-poker", "base", "--bankroll", "100"), "king-ace-deuce=yes"),
        (("hold", "royal-match-21", "royal-match"), "soft17=stand"),
        (("removal", "match-n-poker", "match-n-poker"), "soft17=stand"),
        (("settle", "royal-match-21", "--bet", "royal-match=5", "--player", "Ks Qs"), "meter-order=2, 1"),
        (
            ("settle", "royal-riches-pai-gow", "--bet", "jackpot=1", "--player", SEVENS, "--option", HOUSE),
            "meter-order=1",
        ),
        (("table", "run", "royal-riches-pai-gow", "--rounds", "1", "--option", HOUSE), "meter-order=1"),
        (("set", "As Kd Jk 7h 7c 3d 2s", "--game", "royal-riches-pai-gow"), "folded-hand=qualifies"),
        (("cost", "royal-match-21", "--bet", "royal-match=5"), "soft17=stand"),
        (("simulate", "royal-match-21", "--rounds", "10"), "meter-order=2, 1"),
        (("table", "run", "royal-riches-pai-gow", "--rounds", "1"), "folded-hand=qualifies"),
        (("play", "royal-match-21", "--wager", "royal-match"), "third-seven=always dealt"),
        (("layout", "royal-match-21", "--svg", "felt.svg"), "third-seven=always dealt"),
        (("jackpot", "simulate", "royal-match-21", "royal-match-progressive"), "blazing-fixed-pays=meter"),
    ],
)
def test_option_without_effect_is_refused(words: tuple[str, ...], name: str) -> None:
    refused = run(*words, "--option", name).refusal

    assert f"option {name.partition('=')[0]} has no bearing " in refused


def test_a_sheet_lists_exactly_the_options_it_read() -> None:
    for of, wager in counted_wagers():
        job = plan(of, SheetRequest(wager.slug, decks=of.default_decks))[0]
        record = job.sheet().to_dict()
        assert list(record["options"]) == options_read(of, [wager], [job.table], "count")
        options = of.options_for([wager], "count")
        assert all(value == options[name].default for name, value in record["options"].items())


def test_the_player_choice_is_refused_where_it_changes_nothing() -> None:
    """In a full pack red and black have the same figures, so only a command that takes cards out reads the color."""
    red, black = (
        figures("par", game("ez-pai-gow"), game("ez-pai-gow").wager("red-black"), "--option", f"color={color}")
        for color in ("red", "black")
    )
    assert red == black


def test_the_third_seven_is_counted_as_the_option_says() -> None:
    """Letter 003, Blazing 7's: a dealer's blackjack takes the third card from 7-7 in just its share of the deals."""
    royal = game("royal-match-21")
    words = ("--table", "1", "--decks", "6")
    choices = ("always dealt", "dealer blackjack ends the hand")
    always, ended = (
        json.loads(
            run("par", royal.slug, "blazing-7s", *words, *METER, "--option", f"third-seven={choice}", "--json").out
        )
        for choice in choices
    )

    counts = [{row["outcome"]: row["count"] for row in sheet["outcomes"]} for sheet in (always, ended)]
    dealer_hands = 309 * 308 // 2  # 312 cards, less the player's three, none of them an ace or a ten
    left = dealer_hands - 24 * 96  # less those that are a blackjack
    for outcome in ("three_sevens_suited", "three_sevens_same_color", "three_sevens"):
        assert counts[1][outcome] == counts[0][outcome] * left
    assert ended["total"] == always["total"] * dealer_hands
    asked = "(whether 7-7 gets its third card even when the dealer has a blackjack)."
    for sheet, choice in zip((always, ended), choices, strict=True):
        said = [line for line in sheet["assumptions"] if line.startswith("Third card to 7-7: ")]
        assert said == [f"Third card to 7-7: {choice} {asked}"]
