"""Bad input: one sentence on stderr that names the fault and what is allowed, exit code 2, and no partial output."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.command_runner import run
from tests.hostile import NASTY, short

RM, MATCH = "royal-match-21", "million-dollar-match-the-dealer"
RICHES, EZ = "royal-riches-pai-gow", "ez-pai-gow"
SEVEN, OTHER = "As Kd Jk 7h 7c 3d 2s", "Ah Ks Qd 9c 8d 4s 3h"


def settle(game: str, *words: str, bet: str = "", player: str = "", dealer: str = "") -> str:
    """The refusal of a settlement; arguments that are not given are valid."""
    seven = game in (RICHES, EZ)
    right = {RM: "royal-match=5", MATCH: "match-1=5", RICHES: "royal-riches=5", EZ: "dynasty=5"}[game]
    cards = player or (SEVEN if seven else "Ks Qs")
    base = ("settle", game, "--bet", bet or right, "--player", cards, "--dealer", dealer or ("" if seven else "9h"))
    return run(*base, *words).refusal


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        ("Ks Xs", "there is no card 'Xs': a card is a rank (2-9, T, J, Q, K, A) and a suit (c, d, h, s)"),
        ("Ks 1s", "there is no card '1s'"),
        ("KsQs", "there is no card 'KsQs'"),
        ("Ks \u212as", "there is no card '\u212as'"),
        ("Ks Q\u017f", "there is no card 'Q\u017f'"),
        ("Ks\x00 Qs", "there is no card 'Ks\\x00'"),
        ("Ks Jk", "Jk occurs once, but the shoe holds it not at all"),
        ("Ks " * 7, "Ks occurs 7 times, but the shoe holds it 6 times"),
        ("Ks", "royal-match looks at the player's first two cards (2), but 1 given"),
        (" ", "royal-match looks at the player's first two cards (2), but 0 given"),
        (",,,", "royal-match looks at the player's first two cards (2), but 0 given"),
    ],
)
def test_impossible_cards_are_refused(card: str, sentence: str) -> None:
    """A card that does not exist, occurs too often, or is missing."""
    assert sentence in settle(RM, player=card)


def test_duplicate_cards_are_counted_over_all_hands() -> None:
    """Seven kings of spades in six decks, in any hands."""
    words = ("--player", "Ks Ks", "--player", "Ks Ks", "--player", "Ks 2c")

    assert "Ks occurs 7 times, but the shoe holds it 6 times" in settle(RM, *words, dealer="Ks")
    assert "As occurs twice, but the shoe holds it once" in settle(EZ, dealer="As Ks Qd 9c 8d 4s 3h")


@pytest.mark.parametrize("decks", ["0", "3", "7", "9", "-1", "99999999999999999999"])
def test_unapproved_deck_count_is_refused(decks: str) -> None:
    """The sentence names the approved deck counts and the letter."""
    assert f"is approved for 1, 2, 4, 5, 6 and 8 decks, not {decks} (letter 003)" in settle(RM, "--decks", decks)


@pytest.mark.parametrize("decks", ["six", "", "6.0", "1e1", "0x6", "9" * 5000, "six decks"])
def test_deck_count_must_be_a_number(decks: str) -> None:
    """Click's own message, with a pointer to the help."""
    sentence = settle(RM, "--decks", decks)

    assert "'--decks'" in sentence
    assert "(see pitbook settle --help)" in sentence


@pytest.mark.parametrize(
    ("game", "table", "sentence"),
    [
        (RM, "royal-match=RM-06", "royal-match has no pay table 'RM-06': it has RM-01,"),
        (RM, "royal-match=RM-01", "is for 1 deck, not 6: for 6 it has RM-03,"),
        (RM, "royal-match", "--table 'royal-match' is not of the form NAME=VALUE"),
        (RM, "royal-match=", "is not of the form NAME=VALUE"),
        (RM, "=RM-04", "is not of the form NAME=VALUE"),
        (RM, "", "is not of the form NAME=VALUE"),
        (RM, "base=1", "base has no pay tables to choose from"),
        (RM, "royal=1", "royal-match-21 has no wager 'royal'"),
        (RM, "royal-match=mine.toml", "mine.toml: no such file or directory"),
        (RM, "royal-match=/", "/: is a directory"),
        (RM, "royal-match=./no\x07such", "no\\x07such: no such file or directory"),
        (RM, "royal-match=a\x00b.toml", "cannot be the name of a file"),
        (RM, "royal-match=" + "x" * 5000 + ".toml", "file name too long"),
        (RM, "royal-match=[bold]x[/bold]", "[bold]x[/bold]: no such file or directory"),
        (RM, "royal-match=[bold]x", "has no pay table '[bold]x'"),
        (MATCH, "match=5", "pay table 5 of match is for 5 decks, not 6: for 6 it has 6"),
        (MATCH, "five-spots=8-A", "pay table 8-A of super-bonus is for 8 decks, not 6"),
    ],
    ids=short,
)
def test_unapproved_pay_table_is_refused(game: str, table: str, sentence: str) -> None:
    """An id that the letter does not have, one for other decks, or a file that cannot be read."""
    assert sentence in settle(game, "--table", table)


def test_pay_table_named_twice_is_refused() -> None:
    """Also when ``five-spots`` and ``super-bonus`` name the same table."""
    twice = "names a pay table of {} twice"

    assert twice.format("royal-match") in settle(RM, "--table", "royal-match=RM-03", "--table", "royal-match=RM-03")
    assert twice.format("super-bonus") in settle(MATCH, "--table", "five-spots=6-A", "--table", "super-bonus=6-A")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the machine has no device that never ends")
def test_endless_file_is_refused() -> None:
    """A device that produces bytes without end is refused at once."""
    assert "the file is larger than 250,000 bytes" in settle(RM, "--table", "royal-match=/dev/zero")


@pytest.mark.parametrize(
    ("game", "bet", "sentence"),
    [
        (RM, "royal-match=0", "the bet on royal-match '0' is zero: a bet is at least one cent"),
        (RM, "royal-match=0.00", "is zero"),
        (RM, "royal-match=-5", "the bet on royal-match '-5' is negative: give dollars and cents of zero or more"),
        (RM, "royal-match=0.005", "the bet on royal-match '0.005' has a fraction of a cent: money is in whole cents"),
        (RM, "royal-match=1e3", "is not an amount of money: give dollars and cents, such as 10 or 2.50"),
        (RM, "base=1e3", "is not an amount of money"),
        (RM, "royal-match=nan", "is not an amount of money"),
        (RM, "royal-match=٥", "is not an amount of money"),
        (RM, "royal-match=five", "is not an amount of money"),
        (RM, "royal-match=" + "9" * 5000, "is larger than $1,000,000,000, the largest amount allowed"),
        (RM, "royal-match==5", "is not an amount of money"),
        (RM, "royal-match", "--bet 'royal-match' is not of the form NAME=VALUE"),
        (RM, "royal-match=", "is not of the form NAME=VALUE"),
        (RM, "=5", "is not of the form NAME=VALUE"),
        (RM, " ", "is not of the form NAME=VALUE"),
        (RM, "royal=5", "royal-match-21 has no wager 'royal': it has base, royal-match, royal-match-progressive and"),
        (RM, "Royal-Match=5", "has no wager 'Royal-Match'"),
        (RM, "[bold]x[/bold]=5", "has no wager '[bold]x[/bold]'"),
        (RM, "x\x1b[2J=5", "has no wager 'x\\x1b[2J'"),
        (RM, "x" * 5000 + "=5", "has no wager 'xxxx"),
        (RM, "royal-match-1=5", "royal-match has no spot 1: it has only one"),
        (RM, "royal-match=5:red", "royal-match has nothing to choose, but 'red' was given with the bet"),
        (RM, "royal-match-progressive=2", "royal-match-progressive is exactly $1, not $2 (letter 003"),
        (RM, "0:royal-match=5", "'0:royal-match=5' names no seat: one seat was given cards with --player"),
        (RM, "2:royal-match=5", "'2:royal-match=5' names no seat: one seat was given cards with --player"),
        (RM, "99999:royal-match=5", "names no seat"),
        (RM, "9" * 5000 + ":royal-match=5", "names no seat"),
        (RM, "-1:royal-match=5", "has no wager '-1:royal-match'"),
        (RM, "1.5:royal-match=5", "has no wager '1.5:royal-match'"),
        (RM, "١:royal-match=5", "has no wager '١:royal-match'"),
        (RM, "1:1:royal-match=5", "has no wager '1:royal-match'"),
        (MATCH, "match=5", "match has 5 spots: bet on match-1 to match-5"),
        (MATCH, "match-0=5", "match has no spot 0: it has 5"),
        (MATCH, "match-6=5", "match has no spot 6: it has 5"),
        (MATCH, "match-٣=5", "has no wager 'match-٣'"),
        (MATCH, "match--1=5", "has no wager 'match--1'"),
        (MATCH, "super-bonus=5", "super-bonus cannot be bet alone: it comes with a bet on every match spot"),
        (MATCH, "five-spots=5:red", "match has nothing to choose, but 'red' was given"),
        (RICHES, "jackpot=0.99", "jackpot is $1 to $20, not $0.99 (letter 002, Jackpot rule 1)"),
        (EZ, "red-black=5", "red-black needs a color: red or black"),
        (EZ, "red-black=5:", "red-black needs a color: red or black"),
        (EZ, "red-black=5:green", "option color='green' is not known: allowed are red, black"),
    ],
    ids=short,
)
def test_invalid_bet_is_refused(game: str, bet: str, sentence: str) -> None:
    """Zero, negative, a fraction of a cent, no amount, no wager, no spot, no seat."""
    assert sentence in settle(game, bet=bet)


@pytest.mark.parametrize(
    ("game", "words", "sentence"),
    [
        (RM, ("--bet", "royal-match=6"), "seat 1 bets twice on royal-match: give one amount"),
        (MATCH, ("--bet", "five-spots=5"), "seat 1 bets twice on match-1"),
        (RM, ("--player", "2c 3c") * 7, "is played by 1 to 7 seats, not 8"),
        (RM, ("--option", "crown-treasure=maybe"), "option crown-treasure='maybe' is not known: allowed are no, yes"),
        (RM, ("--option", "crown=yes"), "royal-match-21 has no option 'crown': it has soft17,"),
        (RM, ("--option", "crown-treasure"), "--option 'crown-treasure' is not of the form NAME=VALUE"),
        (
            RM,
            ("--option", "crown-treasure=yes", "--option", "crown-treasure=no"),
            "--option gives 'crown-treasure' twice",
        ),
        (RM, ("--option", "rounding=up"), "option rounding: rounding 'up' is not known: write 'down to $0.50'"),
        (RM, ("--option", "rounding=up to 0"), "the unit is at least one cent"),
        (RM, ("--option", "car-value=-1"), "option car-value: amount '-1' is negative"),
        (RM, ("--meter", "-1"), "--meter '-1' is negative"),
        (RM, ("--meter", "lots"), "--meter 'lots' is not an amount of money"),
        (RM, ("--meter", ""), "--meter '' is not an amount of money"),
        (RM, ("--set", "Ks / Qs"), "--set is for pai gow: royal-match-21 has no hands to set"),
        (EZ, ("--set", ""), "'' is not a setting: write the two low cards, a slash and the five high cards"),
        (EZ, ("--set", "As Kd Jk 7h 7c 3d 2s"), "is not a setting"),
        (EZ, ("--set", "As / Kd / Jk 7h 7c 3d 2s"), "is not a setting"),
        (EZ, ("--set", "As Kd 3d / Jk 7h 7c 2s"), "two low cards and five high cards, not 3 and 4"),
        (EZ, ("--set", "As As / Kd 7h 7c 3d 2s"), "As occurs twice, but the pack holds it once"),
        (EZ, ("--set", "As Kd / Jk 7h 7c 3d 2h"), "2h was not dealt: the seven cards are As Kd Jk 7h 7c 3d 2s"),
        (EZ, ("--set", "2: As Kd / Jk 7h 7c 3d 2s"), "names no seat"),
        (EZ, ("--set", "As Kd / Jk 7h 7c 3d 2s") * 2, "--set gives seat 1 two settings: give one"),
        (EZ, ("--decks", "2"), "ez-pai-gow is approved for 1 deck, not 2 (letter 004)"),
        (EZ, ("--nonsense",), "No such option"),
        (EZ, ("too", "many"), "unexpected extra argument"),
        (EZ, ("--bet",), "requires an argument"),
    ],
    ids=str,
)
def test_other_invalid_arguments_are_refused(game: str, words: Sequence[str], sentence: str) -> None:
    """Duplicates, seats, options, meters and settings."""
    assert sentence.lower() in settle(game, *words).lower()


def test_settling_needs_bets_and_cards() -> None:
    """Cards without a bet, and a bet without cards."""
    assert run("settle", RM, "--player", "Ks Qs").refusal.startswith("no bet was given: add --bet")
    assert run("settle", RM, "--bet", "royal-match=5").refusal.startswith("no player's cards were given: add --player")


@pytest.mark.parametrize("command", ["rules", "paytables", "letter", "settle"])
@pytest.mark.parametrize(
    "game", ["chess", "", "Royal-Match-21", "royal_match_21", "../royal-match-21", "[bold]", "\x1b[31m"]
)
def test_unknown_game_is_refused(command: str, game: str) -> None:
    """The sentence lists the five that it has."""
    sentence = run(command, game).refusal

    assert sentence.startswith("there is no game ")
    assert "royal-match-21, ez-pai-gow" in sentence
    assert sentence.isprintable()


@pytest.mark.parametrize("wager", ["chess", "", "royal_match"])
def test_pay_tables_of_an_unknown_wager_are_refused(wager: str) -> None:
    """An empty name is not a wager either."""
    assert "royal-match-21 has no wager" in run("paytables", RM, wager).refusal


@pytest.mark.parametrize(
    ("words", "sentence"), [(["chess"], "No such command 'chess'"), (["--chess"], "No such option")]
)
def test_unknown_commands_and_options_point_to_the_help(words: list[str], sentence: str) -> None:
    refusal = run(*words).refusal

    assert sentence.lower() in refusal.lower()
    assert "(see pitbook --help)" in refusal


OPTIONS = ["--decks", "--table", "--bet", "--player", "--dealer", "--set", "--meter", "--option"]


NO_CARDS = {("--dealer", text) for text in ("", " ", "\t\r\n", ",")}
"""Spaces and commas separate cards: these texts give the dealer no cards, like leaving the option out."""


def test_hostile_text_in_every_option_is_refused() -> None:
    """With one short sentence; texts without a card print what the command prints without them."""
    right = ("--bet", "royal-match=5", "--player", "Ks Qs")
    without = run("settle", RM, *right)
    assert (without.code, without.err) == (0, "")
    for option in OPTIONS:
        for text in NASTY:
            ran = run("settle", RM, option, f"{text}1" if "\ud800" in text or "\x00" in text else text, *right)
            name = f"{option} {short(text)}"
            if (option, text) in NO_CARDS:
                assert ran == without, name
            else:
                assert ran.code == 2, name
                assert len(ran.refusal) < 1000, name
                assert "\x1b" not in ran.err, name


word = st.one_of(
    st.sampled_from([*OPTIONS, "--json", "--help", "--", "-", "=", ":", RM, MATCH, EZ]),
    st.sampled_from(["royal-match=5", "match-1=5", "five-spots=5", "dynasty=5", "Ks Qs", SEVEN, OTHER, "9h 5c", "6"]),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=20),
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(["games", "rules", "paytables", "letter", "catalogue", "settle"]), st.lists(word, max_size=8))
def test_arbitrary_arguments_exit_with_0_or_2(command: str, words: list[str]) -> None:
    """A refusal prints only its sentence."""
    ran = run(command, *words)

    assert ran.code in (0, 2)
    assert "Traceback" not in ran.err
    if ran.code == 2:
        assert ran.out == ""
        assert ran.err.startswith("pitbook: ")
