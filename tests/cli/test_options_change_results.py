"""Every command lists the options that it read; each changes a result for some input, others are refused."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from pitbook.cards import Cards, parse_cards
from pitbook.games import game
from pitbook.games.model import Game, Option
from pitbook.games.options_read import options_line
from tests.cli.command_runner import Ran, run
from tests.cli.scripted_players import play
from tests.room.table_rig import Stacked
from tests.table.rig import deal, deal_sevens

OTHER = {"rounding": "down to $100", "car-value": "$50,000", "commission": "3%", "meter-order": "1, 2"}
"""Another value of options that are free text."""
NO_RESULT = {
    "options",
    "inputs_hash",
    "par_sheet",
    "timing",
    "event_log_hash",
    "assumptions",
    "basis",
    "files",
    "version",
}
"""Keys that repeat the request, or state how long it took."""
ROYAL, POKER, RICHES, EZ = "royal-match-21", "match-n-poker", "royal-riches-pai-gow", "ez-pai-gow"
WHEEL = "Ad 2c 3h 4s 5d Kc Qh"
METER = ("--meter", "50000")


def hands(*players: str, dealer: str = "") -> tuple[str, ...]:
    """Cards of one or more seats and of the dealer, for pitbook settle."""
    seats = tuple(word for cards in players for word in ("--player", cards))
    return (*seats, "--dealer", dealer) if dealer else seats


class Case(NamedTuple):
    """A command, and for each option that it reads, the arguments with which that option changes its result."""

    words: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]

    @property
    def game(self) -> Game:
        return next(game(slug) for slug in (ROYAL, POKER, RICHES, EZ) if slug in self.words)

    @property
    def any_words(self) -> tuple[str, ...]:
        return next(iter(self.options.values()))


def case(*words: str, reads: Any = "", **inputs: tuple[str, ...]) -> Case:
    """Options that change the result of the plain command are in ``reads``; the others need the given arguments."""
    named = {name.replace("_", "-"): more for name, more in inputs.items()}
    return Case(words, dict.fromkeys(reads.split(), ()) | named)


def another(option: Option) -> str:
    return OTHER.get(option.name) or next(choice for choice in option.choices if choice != option.default)


def known_options(of: Game) -> dict[str, Option]:
    """The options of a game, and what its players choose."""
    return of.all_options() | {wager.choice.name: wager.choice for wager in of.wagers if wager.choice}


def listed(record: Any) -> dict[str, str]:
    """The options that a result lists."""
    for place in (record, record.get("inputs", {}), *record.get("plays", [])):
        if "options" in place:
            return dict(place["options"])
    raise AssertionError("no options are listed")


def figures(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: figures(each) for name, each in value.items() if name not in NO_RESULT}
    return [figures(each) for each in value] if isinstance(value, list) else value


def result(*words: str) -> Any:
    """The figures that a command prints, or its refusal."""
    ran = run(*words, "--json")
    return ran.refusal if ran.code else figures(json.loads(ran.out))


def check(of: Case) -> None:
    found = listed(run(*of.words, *of.any_words, "--json").json)
    assert set(found) == set(of.options), of.words
    known = known_options(of.game)
    assert all(value == known[name].default for name, value in found.items())
    for name, more in of.options.items():
        plain = result(*of.words, *more)
        changed = result(*of.words, *more, "--option", f"{name}={another(known[name])}")
        assert plain != changed, f"{of.words} ignores {name}"
        assert not isinstance(changed, str) or "no bearing" not in changed, f"{of.words} refuses {name}"
    for name, option in known.items():
        if name not in found:
            refused = run(*of.words, *of.any_words, "--option", f"{name}={option.default}").refusal
            assert "has no bearing" in refused or "has no option" in refused


QUICK = [
    case("hold", ROYAL, "royal-match", reads="rounding crown-treasure"),
    case("hold", POKER, "match-n-poker", reads="rounding king-ace-deuce"),
    case("removal", POKER, "match-n-poker", "--decks", "2", reads="rounding king-ace-deuce"),
    case("removal", EZ, "red-black", reads="rounding color"),
    case("cost", ROYAL, "--bet", "royal-match=5", reads="rounding crown-treasure"),
    case("cost", POKER, "--bet", "match-n-poker=5", reads="rounding king-ace-deuce"),
    case("cost", EZ, "--bet", "red-black=5", reads="rounding"),
    case("settle", RICHES, "--bet", "base=10",
         **dict.fromkeys(("rounding", "commission"),
                         hands("As Ah Ad Ac Jk 4d 3c", dealer="Js Th 9c 7s 6h 4c 2d")),
         joker=hands("As Kd Jk 7h 7c 3d 2s", dealer="Qs Qh 4s 4h 9c 8d 6c"),
         house_way=hands("As Kd Jc Jd Jh 8c 3d", dealer="5h 9h 4c 6s 6h Ts 5c"),
         wheel=hands("Ad 2c 3h 4s 5d Kc Kh", dealer="9s 8h 7c 6s Th Qd Js")),
    case("settle", RICHES, "--bet", "1:jackpot=5", "--bet", "2:jackpot=5", *METER,
         **dict.fromkeys(("jackpot_kind", "meter_order"),
                         hands("4h 5h 6h 7h 8h 9h Th", "4d 5d 6d Jk 8d 9d Td", dealer="Js Tc 9c 7s 6s 4c 2d")),
         rounding=hands("9s 9d 9h 9c Ks Td 4c", "Ah Kd Qc 8s 6d 4h 2c", dealer="Js Tc 8c 7s 6s 4d 2d"),
         joker=hands("9s 9d 9h 8c Jk Td 4c", "Ah Kd Qc 8s 6d 4h 2c", dealer="Js Tc 8d 7s 6s 4d 2d")),
    case("settle", ROYAL, "--bet", "base=10",
         **dict.fromkeys(("blackjack_pays", "rounding"), hands("As Kd", dealer="9h 8c")),
         soft17=hands("Kh 9h", dealer="6h Ac")),
    case("settle", ROYAL, "--bet", "royal-match=5",
         **dict.fromkeys(("rounding", "crown_treasure"), hands("Kh Qh", dealer="Kc Qc"))),
    case("settle", ROYAL, "--bet", "royal-match=5", "--table", "royal-match=RM-10",
         **dict.fromkeys(("rounding", "ace_deuce_straight"), hands("Ah 2h", dealer="Kc Qd")),
         car_value=hands("Kd Qd", dealer="Kd Qd")),
    case("settle", ROYAL, "--bet", "1:royal-match-progressive=1", "--bet", "2:royal-match-progressive=1", *METER,
         **dict.fromkeys(("rounding", "ace_deuce_straight"), hands("Ah 2h", "9c 8d", dealer="Kc Qd")),
         meter_order=hands("Kh Qh", "Ks Qs", dealer="Kh Qh")),
    case("settle", ROYAL, "--bet", "1:blazing-7s=1", "--bet", "2:blazing-7s=1", *METER,
         rounding=hands("7h 9c", "9c 8d", dealer="9d 8c"),
         third_seven=hands("7h 7d 7s", "9c 8d", dealer="As Kd"),
         meter_order=hands("7h 7h 7h", "7d 7d 7d", dealer="9d 8c")),
]  # fmt: skip


SLOW = [
    case("hold", ROYAL, "royal-match", "--table", "RM-10", reads="rounding car-value ace-deuce-straight"),
    case("par", RICHES, "base", reads="house-way rounding commission joker wheel"),
    case("par", RICHES, "dealer-pai-gow", "--table", "1", reads="house-way rounding joker"),
    case("par", EZ, "base", reads="house-way rounding joker wheel"),
    case("set", WHEEL, "--game", RICHES, reads="house-way rounding commission joker wheel"),
    case("hold", ROYAL, "base", reads="soft17 blackjack-pays"),
    case("hold", ROYAL, "royal-match-progressive", reads="rounding ace-deuce-straight"),
    case("hold", EZ, "red-black", reads="rounding"),
    case("session", ROYAL, "blazing-7s", "--rounds", "5", *METER, reads="rounding third-seven"),
    case("session", RICHES, "royal-riches", "--rounds", "5", "--table", "1", reads="rounding joker"),
    case("ruin", ROYAL, "blazing-7s", "--bankroll", "5", "--rounds", "5", *METER, reads="rounding third-seven"),
    case("ruin", ROYAL, "base", "--bankroll", "50", "--rounds", "20", reads="soft17 blackjack-pays"),
    case("cost", ROYAL, "--bet", "base=5", reads="soft17 blackjack-pays"),
    case("cost", ROYAL, "--bet", "base=5", "--bet", "blazing-7s=1", *METER,
         reads="soft17 blackjack-pays rounding third-seven"),
    case("counting", ROYAL, "royal-match", "--samples", "200", reads="rounding crown-treasure"),
    case("simulate", ROYAL, "royal-match", "--rounds", "1000", reads="rounding crown-treasure"),
    case("simulate", EZ, "red-black", "--rounds", "1000", reads="rounding color"),
    case("simulate", ROYAL, "--rounds", "2000", "--bet", "royal-match=5", "--table", "royal-match=RM-09",
         reads="soft17 blackjack-pays rounding ace-deuce-straight", crown_treasure=("--rounds", "20000")),
    case("simulate", ROYAL, "--rounds", "20000", "--bet", "blazing-7s=1", *METER,
         reads="soft17 blackjack-pays rounding third-seven"),
    case("simulate", RICHES, "--rounds", "2000", "--bet", "base=5", "--bet", "royal-riches=5",
         reads="house-way rounding commission joker wheel"),
    case("simulate", EZ, "--rounds", "2000", reads="house-way rounding joker wheel color"),
    case("jackpot", "simulate", ROYAL, "royal-match-progressive", "--lives", "20", "--years", "1",
         reads="rounding ace-deuce-straight"),
    case("jackpot", "simulate", ROYAL, "blazing-7s", "--lives", "20", "--years", "1",
         reads="rounding third-seven blazing-fixed-pays"),
]  # fmt: skip


@pytest.mark.parametrize("of", QUICK, ids=lambda of: " ".join(of.words))
def test_every_option_that_a_command_lists_changes_its_result(of: Case) -> None:
    check(of)


@pytest.mark.slow
@pytest.mark.parametrize("of", SLOW, ids=lambda of: " ".join(of.words))
def test_every_option_that_a_slower_command_lists_changes_its_result(of: Case) -> None:
    check(of)


# -- tables: one round whose cards are known --------------------------------------------------------------------------

BURNED = parse_cards("2d")
FIVE_ACES = deal_sevens({1: "As Ah Ad Ac Jk 4d 3c"}, "Js Th 9c 7s 6h 4c 2d")
SEVENS_AND_JOKER = deal_sevens({1: "As Kd Jk 7h 7c 3d 2s"}, "Qs Qh 4s 4h 9c 8d 6c")
TWO_PAIR_DEALER = deal_sevens({1: "As Kd Jc Jd Jh 8c 3d"}, "5h 9h 4c 6s 6h Ts 5c")
AGAINST_A_STRAIGHT = deal_sevens({1: "Ad 2c 3h 4s 5d Kc Kh"}, "9s 8h 7c 6s Th Qd Js")
STRAIGHT_FLUSHES = deal_sevens({1: "4h 5h 6h 7h 8h 9h Th", 2: "4d 5d 6d Jk 8d 9d Td"}, "Js Tc 9c 7s 6s 4c 2d")


def dealt(*players: str, dealer: str, then: str = "5c 5d 5h 5s 6c") -> Cards:
    """The shoe of a blackjack round, below the card that is burned."""
    return (*BURNED, *deal(players, dealer, then))


class Round(NamedTuple):
    """A table, and for each option that it reads the cards with which that option changes the round."""

    words: tuple[str, ...]
    options: Mapping[str, Cards]


ROUNDS = [
    Round(
        (ROYAL, "--seats", "2", "--table", "royal-match=RM-09"),
        {
            "soft17": dealt("Kh 8h", "Kd 8d", dealer="6c As", then="4c"),
            "blackjack-pays": dealt("As Kd", "Tc 8s", dealer="9d 7c"),
            "rounding": dealt("As Kd", "Tc 8s", dealer="9d 7c"),
            "crown-treasure": dealt("Kh Qh", "Tc 8s", dealer="Kc Qc"),
            "ace-deuce-straight": dealt("Ah 2h", "Tc 8s", dealer="9d 7c"),
            "meter-order": dealt("Kh Qh", "Ks Qs", dealer="Kh Qh"),
        },
    ),
    Round(
        (ROYAL, "--seats", "2", "--wager", "base", "--wager", "blazing-7s"),
        {
            "soft17": dealt("Kh 8h", "Kd 8d", dealer="6c As", then="4c"),
            "blackjack-pays": dealt("As Kd", "Tc 8s", dealer="9d 7c"),
            "rounding": dealt("As Kd", "Tc 8s", dealer="9d 7c"),
            "meter-order": dealt("7h 7h", "7d 7h", dealer="Td 9c", then="7h 7d"),
            "blazing-fixed-pays": dealt("7h 7h", "7d 7c", dealer="Td 9c", then="7h 7s"),
        },
    ),
    Round(
        (POKER,),
        {
            "soft17": dealt("Kh 8h", dealer="6c As", then="4c"),
            "blackjack-pays": dealt("As Kd", dealer="9d 7c"),
            "rounding": dealt("As Kd", dealer="9d 7c"),
            "king-ace-deuce": dealt("Kh Ad", dealer="2c 7c"),
        },
    ),
    Round(
        (RICHES, "--seats", "2"),
        {
            **dict.fromkeys(("rounding", "commission"), FIVE_ACES),
            "joker": SEVENS_AND_JOKER,
            "house-way": TWO_PAIR_DEALER,
            "wheel": AGAINST_A_STRAIGHT,
            "jackpot-kind": STRAIGHT_FLUSHES,
            "meter-order": STRAIGHT_FLUSHES,
        },
    ),
    Round(
        (EZ, "--seats", "2"),
        {
            **dict.fromkeys(("rounding", "dealing"), FIVE_ACES),
            "joker": SEVENS_AND_JOKER,
            "house-way": TWO_PAIR_DEALER,
            "wheel": AGAINST_A_STRAIGHT,
        },
    ),
]


def played(cards: Cards, *words: str) -> Ran:
    with patch("pitbook.table.run.SeededChance", lambda seed: Stacked(cards, seed)):
        return run("table", "run", *words, "--rounds", "1", "--json")


@pytest.mark.parametrize("of", ROUNDS, ids=lambda of: " ".join(of.words))
def test_every_option_that_a_table_lists_changes_a_round(of: Round) -> None:
    known = known_options(game(of.words[0]))
    found = listed(played(next(iter(of.options.values())), *of.words).json)
    assert set(found) == set(of.options)
    for name, cards in of.options.items():
        plain = played(cards, *of.words).json
        changed = played(cards, *of.words, "--option", f"{name}={another(known[name])}")
        assert figures(plain["totals"]) != figures(changed.json["totals"]), f"{of.words} ignores {name}"
    for name, option in known.items():
        if name not in found:
            refused = run("table", "run", *of.words, "--option", f"{name}={option.default}").refusal
            assert "has no bearing" in refused or "has no option" in refused


def test_play_lists_its_options_and_folding_follows_its_option() -> None:
    """People may fold and automatic players never do; otherwise ``play`` reads the options that ``table run`` reads."""

    def session(*words: str) -> str:
        with patch("pitbook.table.seeded.SeededChance", lambda seed: Stacked(STRAIGHT_FLUSHES, seed)):
            side = [word for wager in game(RICHES).wagers if wager.slug != "base" for word in ("--wager", wager.slug)]
            ran = play("\nfold\nquit\n", RICHES, "--seed", "1", "--plain", *side, *words)
        assert (ran.code, ran.err) == (0, "")
        return " ".join(ran.out.split())

    of_run = listed(played(STRAIGHT_FLUSHES, RICHES).json)
    usual = {**of_run, "folded-hand": "does not qualify"}
    known = game(RICHES).options_for(game(RICHES).wagers, "play")
    plain, changed = session(), session("--option", "folded-hand=qualifies")
    in_order = {name: usual[name] for name in known}
    assert set(in_order) == set(usual)
    assert options_line(in_order) in plain
    assert options_line(in_order | {"folded-hand": "qualifies"}) in changed
    assert ("Chips $474 of" in plain, "Chips $474 of" in changed) == (True, False)


FELTS = [
    ((ROYAL, "--table", "royal-match=RM-10"), "soft17 blackjack-pays car-value"),
    ((ROYAL,), "soft17 blackjack-pays crown-treasure"),
    ((RICHES,), "commission jackpot-kind"),
    ((EZ,), ""),
]


@pytest.mark.parametrize(("words", "drawn"), FELTS)
def test_every_option_that_a_felt_lists_changes_its_drawing(words: tuple[str, ...], drawn: str, tmp_path: Path) -> None:
    known = known_options(game(words[0]))

    def draw(*more: str) -> tuple[dict[str, str], bytes]:
        file = tmp_path / "felt.svg"
        record = run("layout", *words, "--seats", "2", "--svg", str(file), *more, "--json").json
        return record["options"], file.read_bytes()

    found, plain = draw()
    assert set(found) == set(drawn.split())
    for name in found:
        assert draw("--option", f"{name}={another(known[name])}")[1] != plain, f"the felt ignores {name}"
    for name in known.keys() - found:
        refused = run("layout", *words, "--svg", str(tmp_path / "no.svg"), "--option", f"{name}={known[name].default}")
        assert "has no bearing" in refused.refusal or "has no option" in refused.refusal


@pytest.mark.parametrize(
    "words",
    [
        ("par", ROYAL, "royal-match", "--table", "RM-09", "--decks", "6"),
        ("session", ROYAL, "royal-match", "--rounds", "5"),
        ("ruin", ROYAL, "royal-match", "--bankroll", "50", "--rounds", "5"),
        ("hold", ROYAL, "royal-match"),
        ("removal", EZ, "red-black"),
        ("cost", POKER, "--bet", "match-n-poker=5"),
        pytest.param(("set", WHEEL), marks=pytest.mark.slow),
        ("settle", ROYAL, "--bet", "royal-match=5", "--player", "Kh Qh", "--dealer", "Kc Qc"),
        ("table", "run", ROYAL, "--rounds", "1"),
    ],
)
def test_a_result_in_words_lists_the_same_options_as_its_record(words: tuple[str, ...]) -> None:
    line = options_line(listed(run(*words, "--json").json))
    assert line in " ".join(run(*words).out.split())
