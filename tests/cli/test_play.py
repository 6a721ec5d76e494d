"""``pitbook play`` line by line: whole sessions of every game, every decision, advice, leaving, and invalid input."""

import io
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from pitbook import games
from pitbook.cards import Cards, parse_cards
from pitbook.cli.play.scene import spot_rows
from pitbook.games.settle import Bet, Settlement
from pitbook.money import Cents, dollars, format_cents
from pitbook.table.config import TableConfig, configure
from pitbook.table.events import Event, parse_event
from pitbook.table.replay import Replay
from pitbook.table.seeded import SeededChance
from pitbook.table.shoe import promise_of
from pitbook.table.steps import Settled
from pitbook.table.words import settled_words
from tests.cli.command_runner import run
from tests.cli.scripted_players import GAMES, play, read_and_play
from tests.hostile import NASTY, short

MATCH_N_POKER, ROYAL, RICHES, EZ = "match-n-poker", "royal-match-21", "royal-riches-pai-gow", "ez-pai-gow"
WIDTH = 80


@pytest.fixture(autouse=True)
def _no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves out expectations: solving blackjack for a set of rules takes seconds, and few tests need them."""
    from pitbook.table.odds import BetFigures, TableOdds

    monkeypatch.setattr(TableOdds, "_figures", lambda *_: BetFigures(0.01, 1.0))


@pytest.fixture
def _odds(_no_odds: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Restores expectations for the tests that need them."""
    monkeypatch.undo()


def events_of(path: Path) -> list[Event]:
    return [parse_event(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("game", GAMES)
def test_whole_sessions_of_every_game(game: str, tmp_path: Path) -> None:
    """Twelve rounds with random answers: every line fits, and the record replays to the same chips."""
    log = tmp_path / "log.jsonl"
    ran, _ = read_and_play(5, 12, game, "--others", "2", "--log", str(log))
    replay = Replay.begin(events_of(log)).run()
    chips = re.search(r"^Chips +\$([\d,.]+) of", ran.out, re.MULTILINE)

    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"^After 12 rounds you are (up|down|even)", ran.out, re.MULTILINE)
    assert max(map(len, ran.out.splitlines())) <= WIDTH
    assert replay.differences == []
    assert replay.table.rounds == 12
    assert chips is not None
    assert round(float(chips[1].replace(",", "")) * 100) == replay.table.seats[2].stack
    assert "Every card and payment can be checked: pitbook replay" in ran.out


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ((MATCH_N_POKER, "--rule", "surrender=late"), {"hit", "stand", "double", "split", "surrender", "yes", "no"}),
        ((ROYAL, "--rule", "surrender=early", "--decks", "1"), {"hit", "stand", "double", "split", "yes", "no"}),
        ((RICHES,), {"w", "f"}),
        ((EZ,), {"w"}),
    ],
    ids=["late surrender", "early surrender", "folding", "no folding"],
)
def test_every_kind_of_decision(words: tuple[str, ...], wanted: set[str]) -> None:
    """Sessions with random answers offer and accept every answer of the rules."""
    given: set[str] = set()
    for seed in range(8):
        ran, answers = read_and_play(seed, 25, *words, "--chips", "5000")
        assert ran.code == 0
        given |= set(answers)
        if wanted <= given:
            break

    assert wanted <= given
    if words[0] in (RICHES, EZ):
        assert any(re.fullmatch("[1-7]{2}", answer) for answer in given)


def test_help_example_deals_stands_and_leaves() -> None:
    """Only the base wager is bet."""
    alone = play("\ns\nquit\n", MATCH_N_POKER, "--seed", "7")
    assert "Your bets: Blackjack $10. Enter deals." in " ".join(alone.out.split())
    assert "This round: -$10. Your chips: $490." in alone.out


def test_a_side_bet_that_was_asked_for_lies_on_the_table() -> None:
    ran = play("\ns\nquit\n", MATCH_N_POKER, "--wager", "match-n-poker", "--seed", "7")

    assert ran.code == 0
    assert "Dealer: Q♥ and 1 face down" in ran.out
    assert "You (to play): 7♠ 3♣, 10" in ran.out
    assert "Your move: hit (h), stand (s), double (d); ? advises" in ran.out
    assert "Dealer: Q♥ 8♦, 18" in ran.out
    assert "Blackjack: The dealer's 18 beats your 10: -$10." in ran.out
    why = "7♠ 3♣ with the dealer's Q♥ make no match and no poker hand: -$5."
    assert f"Match-n-Poker: {why}" in " ".join(ran.out.split())
    assert "This round: -$15. Your chips: $485." in ran.out


def test_a_seed_gives_the_same_session_and_says_so() -> None:
    first, again = (play("\ns\nquit\n", MATCH_N_POKER, "--seed", "7") for _ in range(2))

    assert first == again
    assert "practice, seed 7" in first.out
    assert play("\ns\nquit\n", MATCH_N_POKER, "--seed", "8") != first


def test_shoes_differ_without_a_seed() -> None:
    promises = {re.findall("^[0-9a-f]{64}$", play("", MATCH_N_POKER).out, re.MULTILINE)[0] for _ in range(2)}

    assert len(promises) == 2


def test_shoe_commitment_is_shown_before_the_first_bet_and_holds() -> None:
    """The order shown at the end hashes to the commitment."""
    out = play("\ns\nquit\n", MATCH_N_POKER, "--seed", "7").out
    before, after = out.split("Your bets: ", 1)
    promised = re.findall("^[0-9a-f]{64}$", before, re.MULTILINE)
    salt = re.search("^  ([0-9a-f]{64})$", after, re.MULTILINE)
    order = " ".join(re.findall(r"^  ((?:[2-9TJQKA][cdhs] )+)\\$", after, re.MULTILINE))

    assert salt is not None
    assert promised == [promise_of(parse_cards(order), salt[1])]
    assert len(parse_cards(order)) == 312


@pytest.mark.skipif(not (shutil.which("sh") and shutil.which("sha256sum")), reason="no shell or no sha256sum here")
def test_printed_command_verifies_the_commitment() -> None:
    """Copied as it is, it prints the promise."""
    out = play("\nw\nquit\n", EZ, "--seed", "3").out
    command = out[out.rindex("{ printf") :]
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)

    assert done.stdout.split()[0] == re.findall("^[0-9a-f]{64}$", out, re.MULTILINE)[0]


def test_shoe_page_shows_current_commitment_and_previous_order() -> None:
    """The promise of the shoe in play; of the one before, all that is needed to check it."""
    out = play("v\n\nw\nverify\n", EZ, "--seed", "3").out
    first, second = out.split("The shoe in play")[1:3]

    assert "The last shoe" not in first
    assert "The cards dealt match the fingerprint: no card was moved." in second


def test_finished_shoe_is_revealed_and_the_next_one_committed() -> None:
    """One deck is soon dealt: then the next one is promised, and the old one shown."""
    ran, _ = read_and_play(1, 20, ROYAL, "--decks", "1")

    assert ran.out.count("The shoe is finished: [v] shows how to check it.") >= 2


def test_bets_are_accepted_by_number_name_or_prefix() -> None:
    """Several at once; Enter repeats them."""
    lines = "1 25, dyn 3\nprot=2\nred-black 4 black\nclear dynasty\n\nw\n\nw\nquit\n"
    out = play(lines, EZ, "--seed", "3").out

    written = "Pai Gow Poker $25, EZ Pai Gow Protection $2, EZ Pai Gow Red/Black $4 on black"
    text = " ".join(out.split())
    assert text.count(f"Your bets: {written}. Enter deals.") == 2
    assert "Bets: Pai Gow Poker $25, Dynasty Bonus $3" in text
    assert text.count("EZ Pai Gow Red/Black: black: ") == 2


def test_all_spots_at_once() -> None:
    out = play("clear\nmatch 25\n\n", "million-dollar-match-the-dealer", "--seed", "3").out

    assert "Bets: none" in out
    assert len(re.findall(r"^Match The Dealer, \d\w\w card: ", out, re.MULTILINE)) == 5
    assert "of $500 bought" in out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("base 4", "Blackjack is $5 to $300 at this table, not $4"),
        ("base 301", "Blackjack is $5 to $300 at this table, not $301"),
        ("base 200, match-n-poker 100, base 300", ""),
        ("match-n-poker 5, clear base", "bets on Match-n-Poker without the Blackjack wager: place that first"),
        ("base 300, match-n-poker 100\n\ns\nbuy 1\n", ""),
        ("clear", "Nothing is bet yet"),
        ("chess 5", "'chess' is no bet here: bets are base and match-n-poker"),
        ("base -5", "the bet '-5' is negative"),
        ("base nan", "the bet 'nan' is not an amount of money"),
        ("base 0.001", "has a fraction of a cent"),
        ("base 5 red", "base has nothing to choose"),
        ("base", "'base' is no bet: write a spot and an amount"),
        ("7 5", "'7' is no bet here"),
        ("buy 0", "chips of $0 is not possible: give an amount above zero"),
        ("buy lots", "chips 'lots' is not an amount of money"),
    ],
)
def test_invalid_bets_are_refused_and_leave_nothing(line: str, sentence: str) -> None:
    """The player gets one sentence, and the question again."""
    ran = play(f"{line}\n\n", MATCH_N_POKER, "--seed", "7")

    assert ran.code == 0
    assert sentence in " ".join(ran.out.split())


def test_bets_above_the_stack_are_refused_until_chips_are_bought() -> None:
    lines = "base 300, match-n-poker 100\n\nbuy 200\n\ns\n"
    text = " ".join(play(lines, MATCH_N_POKER, "--seed", "7", "--chips", "250").out.split())

    assert "$400 is more than the $250 you have: bet less, or buy chips" in text
    assert "You bought $200 and have $450." in text
    assert "This round: -$400. Your chips: $50." in text
    assert "$50 of $450 bought" in text


def test_double_is_offered_only_with_enough_chips() -> None:
    out = play("\n", MATCH_N_POKER, "--seed", "7", "--chips", "15").out

    assert "Your move: hit (h), stand (s); ? advises" in out


def test_answers_of_other_questions_are_refused() -> None:
    """Keys and words of other questions are refused; capitals and spaces do not matter."""
    out = play("\np\nSPLIT\n  Stand  \nquit\n", MATCH_N_POKER, "--seed", "7").out

    assert "'p' is not possible now: choose hit, stand or double" in out
    assert "'SPLIT' is not possible now" in out
    assert "Dealer: Q♥ 8♦, 18" in out


def test_foul_setting_needs_confirmation() -> None:
    """A♦ J♦ 8♠ 8♦ 7♠ 7♣ 4♦: a low hand of both eights above a high hand of two sevens is a foul."""
    lines = "\n34\n34\nquit\n"
    out = play(lines, EZ, "--seed", "3").out
    text = " ".join(out.split())

    assert "That is a foul and loses the base wager: set it again to confirm" in text
    assert "Pai Gow Poker: Your low hand outranks your high hand, a foul: -$10." in out


def test_a_folded_hand_loses_its_wagers() -> None:
    out = play("royal-riches 5\n\nfold\nquit\n", RICHES, "--seed", "6").out

    assert "Pai Gow Poker: You folded: -$10." in out
    assert "You folded, so Royal Riches loses: -$5." in out
    assert "'f'" in play("\nf\nquit\n", EZ, "--seed", "3").out


def test_advice_at_blackjack() -> None:
    """The chart's choice, and every open action with its exact worth."""
    from pitbook.families.blackjack.exact.values import composition_of_cards
    from pitbook.families.blackjack.rules.posted import BlackjackRules
    from pitbook.families.blackjack.table.players import analysis_of

    text = " ".join(play("\n?\n", MATCH_N_POKER, "--seed", "7").out.split())
    values = analysis_of(BlackjackRules()).values(composition_of_cards(parse_cards("7s 3c")), 9)

    assert values["hit"] > 0 > values["double"] > values["stand"]
    gain, loss = (format_cents(abs(round(10_00 * values[action]))) for action in ("hit", "double"))
    assert f"Hit: on average you win {gain} of $10; doubling would lose {loss}." in text
    for action in ("hit", "stand", "double"):
        assert f"{action} {values[action]:+.4f}" in text


def test_advice_on_insurance() -> None:
    """96 tens among 312 cards, less those in view."""
    config = configure(games.game(MATCH_N_POKER), seats=1)
    seed = _seed_where(config, lambda order: order[2] >> 2 == 12 and order[1] >> 2 < 8 and order[3] >> 2 < 8)
    text = " ".join(play("\n?\nyes\n", MATCH_N_POKER, "--seed", str(seed)).out.split())

    assert "Insurance for $5? yes (y), no (n)" in text
    lost = format_cents(round(5_00 * (1 - 3 * 96 / 309)))
    assert f"No insurance: on average insurance loses {lost} of $5. 96 of the 309 cards not in view are tens" in text


def _seed_where(config: TableConfig, wanted: Callable[[Cards], bool]) -> int:
    """The first seed with the wanted shoe; its first card is burnt."""
    return next(seed for seed in range(10_000) if wanted(SeededChance(seed).seal(config.pack).order))


@pytest.mark.usefixtures("_odds")
def test_advice_while_betting_shows_the_cost_of_each_wager() -> None:
    from pitbook.exact.select import SheetRequest, plan

    out = play("match-n-poker 20\n?\n", MATCH_N_POKER, "--seed", "7").out
    sheet = plan(games.game(MATCH_N_POKER), SheetRequest("match-n-poker", {"match-n-poker": "1"}, 6))[0].sheet()

    assert sheet.house_edge is not None
    assert f"Match-n-Poker: {float(sheet.house_edge):.2%} of the wager, -$0.80 at $20" in out
    assert "Blackjack: 0.62% of the wager by the strategy chart, -$0.06 at $10" in out


@pytest.mark.usefixtures("_odds")
def test_advice_without_numpy_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitbook.extras import MissingExtra
    from pitbook.families.blackjack.table import advice

    def missing(rules: object) -> None:
        raise MissingExtra("numpy")

    monkeypatch.setattr(advice, "analysis_of", missing)
    text = " ".join(play("match-n-poker 5\n\n?\ns\nquit\n", MATCH_N_POKER, "--seed", "7").out.split())

    assert "No hint here: this needs the extra fast (numpy is not installed)" in text
    assert "the expected loss was $0.20, without base (luck" in text
    assert "base is left out: this needs the extra fast (numpy is not installed)" in text


def test_rules_and_pay_tables_are_shown_on_request() -> None:
    out = play("rules\nt\n\nr\ntable\n", ROYAL, "--seed", "7", "--table", "royal-match=RM-07").out

    assert out.count("How a round goes") == 2
    assert out.count("Royal Match: pay table RM-07") == 2
    assert max(map(len, out.splitlines())) <= WIDTH


def test_line_that_the_house_does_not_offer_is_not_paid() -> None:
    words = ("--seed", "7", "--table", "royal-match=RM-04")

    assert "Crown Treasure" not in play("t\n", ROYAL, *words).out
    assert "+ $1,000" in play("t\n", ROYAL, *words, "--option", "crown-treasure=yes").out


def test_end_of_input_in_the_middle_of_a_round() -> None:
    """The summary says what was left on the table."""
    ran = play("\n", MATCH_N_POKER, "--seed", "7")
    text = " ".join(ran.out.split())

    assert ran.code == 0
    assert re.search(r"^No rounds played yet\.$", ran.out, re.MULTILINE)
    assert "$10 in a round that was not finished and is not counted" in text


@pytest.mark.parametrize("before", ["", "\n", "\n?\n", "\ns\n"])
@pytest.mark.parametrize("how", ["q\n", "quit\n", ""])
def test_leaving_at_any_time(before: str, how: str) -> None:
    ran = play(before + how, MATCH_N_POKER, "--seed", "7")

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("\nSession\n") == 1


def test_ctrl_c_ends_the_session_normally() -> None:
    class Interrupted:
        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            raise KeyboardInterrupt

    with patch.object(sys, "stdin", Interrupted()):
        ran = run("play", MATCH_N_POKER, "--seed", "7")

    assert (ran.code, ran.err) == (0, "")
    assert "\nSession\n" in ran.out


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_unknown_input_repeats_the_question(text: str) -> None:
    """Nothing that a terminal would interpret is printed."""
    line = text.replace("\n", " ").replace("\r", " ")
    ran = play(f"{line}\n\n{line}\ns\n{line}\nquit\n", MATCH_N_POKER, "--seed", "7")

    assert (ran.code, ran.err) == (0, "")
    assert "Traceback" not in ran.out
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", ran.out)
    assert len(ran.out) < 20_000


def test_endless_invalid_input_ends_the_session() -> None:
    """``yes nonsense | pitbook play`` ends."""
    ran = play("nonsense\n" * 1000, EZ, "--seed", "3")

    assert ran.code == 0
    assert ran.out.count("'nonsense'") < 100


def test_random_input_always_ends_with_a_summary() -> None:
    chance = random.Random(11)
    words = ["", "h", "s", "d", "p", "u", "y", "n", "w", "f", "?", "12", "1 7", "77", "b", "buy 1e9", "clear", "all 5",
             "1 10", "2 1", "v", "x", "0", "-1", "base=", "=", ",", "deal", "q!"]  # fmt: skip
    for game in GAMES:
        lines = "\n".join(chance.choice(words) for _ in range(60))
        ran = play(lines, game, "--seed", "1", "--others", "1")
        assert (ran.code, ran.err) == (0, "")
        assert "\nSession\n" in ran.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "there is no game 'chess'"),
        ((MATCH_N_POKER, "--others", "7"), "--others 7 is not possible: match-n-poker has seats for 0 to 6 others"),
        ((EZ, "--others", "-1"), "--others -1 is not possible"),
        ((MATCH_N_POKER, "--chips", "0"), "--chips '0' is zero"),
        ((MATCH_N_POKER, "--chips", "1e3"), "--chips '1e3' is not an amount of money"),
        ((MATCH_N_POKER, "--decks", "3"), "is approved for 2, 4, 5, 6 and 8 decks, not 3"),
        ((MATCH_N_POKER, "--seed", "x"), "'x' is not a whole number"),
        ((MATCH_N_POKER, "--table", "match-n-poker=9"), "has no pay table '9'"),
        ((MATCH_N_POKER, "--wager", "chess"), "has no wager 'chess'"),
        ((MATCH_N_POKER, "--rule", "soft17=maybe"), "soft17='maybe' is not known"),
        ((EZ, "--rule", "soft17=hit"), "has no blackjack rules"),
        ((ROYAL, "--wager", "blazing-7s", "--wager", "royal-match-progressive"), "never offered together"),
        ((MATCH_N_POKER, "--rule", "soft17=hit", "--rule", "soft17=hit"), "--rule gives 'soft17' twice"),
    ],
    ids=lambda value: " ".join(value[1:]) if isinstance(value, tuple) else "",
)
def test_invalid_tables_are_refused(words: tuple[str, ...], sentence: str) -> None:
    with patch.object(sys, "stdin", io.StringIO("")):
        assert sentence in run("play", *words).refusal


def test_existing_log_is_not_overwritten(tmp_path: Path) -> None:
    old = tmp_path / "old.jsonl"
    old.write_text("kept")

    with patch.object(sys, "stdin", io.StringIO("")):
        assert "exists already: name a new file" in run("play", EZ, "--log", str(old)).refusal
        assert "cannot be written" in run("play", EZ, "--log", str(tmp_path / "no" / "x")).refusal
    assert old.read_text() == "kept"


def test_only_the_wagers_that_were_asked_for() -> None:
    """The base game stays; a jackpot's meter is not shown where its wager is not offered."""
    out = play("", ROYAL, "--wager", "royal-match", "--seed", "1").out
    blazing = play("", ROYAL, "--wager", "blazing-7s", "--seed", "1").out

    assert "Or write a spot and an amount: base, royal-match." in out
    assert "Or write a spot and an amount: base, blazing-7s." in blazing
    assert "Blazing 7's Progressive $1" in blazing


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_an_encoding_without_suit_symbols(encoding: str) -> None:
    """Suits are letters there, and nothing is a question mark."""
    out = play("\n?\ns\nquit\n", MATCH_N_POKER, "--seed", "7", encoding=encoding).out

    assert "You (to play): 7s 3c, 10" in out
    assert "?" not in out.replace("? advises", "").replace("? for the odds", "")
    assert play("\ns\nquit\n", MATCH_N_POKER, "--seed", "7", "--ascii").out.isascii()


def test_a_win_is_explained_with_its_pay() -> None:
    """Seed 1078 gives seat 2 the king and queen of spades: 25 to 1, and 40 for 1 from the progressive."""
    lines = "royal-match 5, royal-match-progressive 1\n\ns\nquit\n"
    out = play(lines, ROYAL, "--seed", "1078", "--others", "3").out

    assert "You (to play): K♠ Q♠, 20" in out
    assert "K-Q of spades: Royal Match pays 25 to 1: +$125." in out
    assert "Royal Match pays 40 for 1 with your bet included: +$39." in " ".join(out.split())
    assert re.search(r"^Biggest win +Royal Match, 25 to 1: \$5 → \+\$125$", out, re.MULTILINE)


def test_leaving_before_the_first_round_does_not_wait_for_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitbook.table.odds import TableOdds

    def wait(self: TableOdds, seconds: float = 0) -> bool:
        raise AssertionError("the test waited for input")

    monkeypatch.setattr(TableOdds, "wait", wait)

    assert play("quit\n", MATCH_N_POKER).code == 0


@pytest.mark.parametrize(
    ("item", "words", "tone"),
    [
        (("royal-match", 10_00, "Royal Match", "25 to 1", 250_00), "Royal Match, 25 to 1: $10 → +$250", "win"),
        (("royal-match", 10_00, "Loss", "loss", -10_00), "Loss: -$10", "lose"),
        (("base", 10_00, "Push", "push", 0), "Push: $10 returned", "push"),
        (("protection", 5_00, "Queen-High", "push", 0), "Queen-High, push: $5 returned", "push"),
        (("base", 10_00, "Surrender", "half the wager back", -5_00), "Surrender: -$5", "lose"),
        (("super-bonus", 0, "Any 4-Card Match", "$200", 200_00), "Any 4-Card Match, $200: +$200", "win"),
        (("jackpot", 1_00, "Royal", "100% of meter", 5_012_24), "Royal, 100% of meter: $1 → +$5,012.24", "win"),
    ],
)
def test_results_are_explained(item: tuple[str, int, str, str, int], words: str, tone: str) -> None:
    wager, bet, label, pays, net = item
    settlement = Settlement(1, wager, 0, Cents(bet), "1", "x", label, pays, Cents(net))

    assert settled_words(settlement) == (words, tone)


def test_envy_and_insurance_have_their_own_rows() -> None:
    """The rows are below the spots and name the hand that caused them."""
    config = configure(games.game(RICHES))
    envy = Settlement(1, "royal-riches", 0, Cents(0), "1", "x", "Four of a Kind", "envy $5", dollars(5), envy_from=3)
    own = Settlement(1, "royal-riches", 0, dollars(5), "1", "loss", "Loss", "loss", Cents(-5_00))
    bets = {"royal-riches": Bet("royal-riches", dollars(5))}
    settled = [Settled(own, 1, 1), Settled(envy, 1, 2)]
    first, second = spot_rows(config, {"royal-riches": "Royal Riches"}, bets, settled, False)

    assert (first.words, second.name) == ("Loss: -$5", "Royal Riches envy")
    assert second.words == "Envy for Four of a Kind at seat 3: +$5"
    insured = Settlement(1, "insurance", 0, dollars(5), "house", "insurance", "Insurance", "2 to 1", dollars(10))
    (row,) = spot_rows(configure(games.game(ROYAL)), {}, {}, [Settled(insured, 1, 1)], False)
    assert (row.name, row.words) == ("Insurance", "Insurance, 2 to 1: $5 → +$10")


def test_split_hands_have_separate_results() -> None:
    """Seed 6 deals Q♣ K♣: after the split, each hand has its own end."""
    out = play("\np\ns\nquit\n", MATCH_N_POKER, "--seed", "6").out

    assert "You, hand 2 (to play): K♣ 4♥, 14" in out
    assert len(re.findall(r"^Blackjack: .*\+\$10\.$", out, re.MULTILINE)) == 2


def test_replay_accepts_the_log(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    play("\ns\n\n", MATCH_N_POKER, "--seed", "7", "--log", str(log))

    assert run("replay", str(log)).code == 0
