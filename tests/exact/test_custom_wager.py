"""Custom wagers: a function's answers become a rule, and every fault is reported in one sentence."""

import json
import random
import sys
from collections import Counter
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pitbook import BadInput, par, par_sheets, wager
from pitbook.cards import ACE, RANKS, SEVEN, Cards, Shoe, parse_cards, rank, suit
from pitbook.exact import distribution as counting
from pitbook.exact.compiled import enumerate_deals
from pitbook.exact.custom_wager import find_game, find_wager, is_custom, load_custom_game
from pitbook.exact.custom_wager_rule import custom_wager
from pitbook.exact.deals import count_deals
from pitbook.exact.kernels import NotCompiled, numba_or_refuse
from pitbook.extras import _MissingExtras
from pitbook.games import SLUGS
from pitbook.games.model import Deal
from tests.cli.command_runner import run

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

PAIR = """\
from pitbook import rank, suit, wager


@wager(player=2, outcomes=["suited_pair", "pair"])
def pairs(player):
    \"\"\"Wins on a pair.\"\"\"
    first, second = player
    if rank(first) != rank(second):
        return None
    return "suited_pair" if suit(first) == suit(second) else "pair"
"""
PAYS = """\
[[table]]
id = "P"
[table.pays]
suited_pair = "20 to 1"
pair = "8 to 1"
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts are not shared with other tests; compiled code is shared by all tests of this file."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path_factory.getbasetemp() / "cache of own rules"))


def written(folder: Path, rule: str = PAIR, pays: str = PAYS) -> Path:
    """A user's two files; the path of the Python file."""
    path = folder / "pairs.py"
    path.write_text(rule, "utf-8")
    if pays:
        path.with_suffix(".toml").write_text(pays, "utf-8")
    return path


# Results.


def test_the_example_equals_a_plain_count() -> None:
    """One deck: every deal of two cards and an up card, judged without Pitbook's cards and totals."""
    values = {**{str(number): number for number in range(2, 10)}, **dict.fromkeys("TJQK", 10), "A": 11}
    deck = [face + colour for face in RANKS for colour in "cdhs"]
    counts: Counter[str] = Counter()
    for up in deck:
        for pair in combinations([card for card in deck if card != up], 2):
            cards = [*pair, up]
            points, aces = sum(values[card[0]] for card in cards), sum(card[0] == "A" for card in cards)
            while points > 21 and aces:
                points, aces = points - 10, aces - 1
            suited = len({card[1] for card in cards}) == 1
            faces = "".join(sorted(card[0] for card in cards))
            if points != 21:
                counts["loss"] += 1
            elif faces == "777":
                counts["three_sevens"] += 1
            elif faces == "678":
                counts["suited_6_7_8" if suited else "straight_6_7_8"] += 1
            else:
                counts["suited_21" if suited else "total_21"] += 1
    sheet = par(EXAMPLES / "total_21.py", decks=1)

    assert {row.outcome: row.count for row in sheet.rows if row.count} == counts
    assert sheet.total == 52 * 51 * 50 // 2


def test_an_example_gives_the_sheet_on_the_command_line() -> None:
    ran = run("par", str(EXAMPLES / "total_21.py"), "--decks", "6", "--json")

    assert ran.json["game"] == ran.json["wager"] == "total-21"
    assert ran.json["house_edge"] == f"{par(EXAMPLES / 'total_21.py', decks=6).house_edge}"
    assert sum(line["count"] for line in ran.json["outcomes"]) == ran.json["total"] == 312 * 311 // 2 * 310


def test_a_pay_table_is_named_or_lies_beside_the_file(tmp_path: Path) -> None:
    beside = run("par", str(written(tmp_path)), "--decks", "2", "--json").json
    (tmp_path / "pairs.toml").rename(tmp_path / "other.toml")
    named = run(
        "par", str(tmp_path / "pairs.py"), "--table", str(tmp_path / "other.toml"), "--decks", "2", "--json"
    ).json

    assert beside == named
    assert beside["outcomes"][0]["count"] == 52
    assert beside["outcomes"][1]["count"] == 13 * 4 * 3 // 2 * 2 * 2


def test_without_a_deck_count_there_is_a_sheet_for_each(tmp_path: Path) -> None:
    sheets = run("par", str(written(tmp_path)), "--json").json

    assert [sheet["decks"] for sheet in sheets] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len(par_sheets(tmp_path / "pairs.py")) == 8


def answers_with(convert: Callable[[list[str]], object]) -> Any:
    """The same wager with its answers in another form."""

    @wager(player=2, outcomes=["suited_pair", "pair"], decks=[2])
    def pairs(player: Cards) -> object:
        names = []
        if rank(player[0]) == rank(player[1]):
            names.append("pair")
            if suit(player[0]) == suit(player[1]):
                names.append("suited_pair")
        return convert(names)

    return pairs


@pytest.mark.parametrize(
    "convert",
    [
        lambda names: names[-1] if names else None,
        list,
        tuple,
        set,
        frozenset,
        lambda names: names or None,
        lambda names: sum({"suited_pair": 1, "pair": 2}[name] for name in names),
        lambda names: ["suited_pair", "pair"] if len(names) == 2 else names,
    ],
    ids=["one name", "list", "tuple", "set", "frozenset", "list or None", "bit mask", "any order"],
)
def test_a_rule_may_answer_in_several_forms(convert: Callable[[list[str]], object]) -> None:
    """If the answer has several outcomes, the highest-paying line is paid, as on any table."""
    pays = {"suited_pair": "20 to 1", "pair": "8 to 1"}
    sheet = par(answers_with(convert), table=pays, decks=2)

    assert [(row.outcome, row.count) for row in sheet.rows] == [("suited_pair", 52), ("pair", 312), ("loss", 4992)]


def test_one_outcome_may_be_true_or_false() -> None:
    @wager(player=1, up_card=1, outcomes={"aces": "Two Aces"}, name="Aces")
    def both_aces(up_card: Cards, player: Cards) -> bool:
        return rank(player[0]) == rank(up_card[0]) == ACE

    sheet = par(both_aces, table={"aces": "150 to 1"}, decks=1)

    assert (sheet.rows[0].count, sheet.total) == (12, 52 * 51)
    assert (sheet.wager.name, sheet.rows[0].label) == ("Aces", "Two Aces")
    assert [group.name for group in sheet.wager.groups] == ["the dealer's up card", "the player's cards"]


def test_groups_are_taken_from_where_the_cards_lie() -> None:
    @wager(player=2, third_card=1, up_card=1, dealer=2, community=1, outcomes=["any"])
    def seven(player: Cards, third_card: Cards, up_card: Cards, dealer: Cards, community: Cards) -> bool:
        return True

    deal = Deal(parse_cards("2c 3c 4c"), parse_cards("5c 6c 7c 8c"))

    assert custom_wager(seven).look(deal) == ((0, 4), (8,), (12,), (16, 20), (24,))


def test_the_joker_may_be_in_the_pack() -> None:
    @wager(player=1, outcomes=["joker"], joker=True, decks=1)
    def the_joker(player: Cards) -> bool:
        return player[0] == 52

    assert par(the_joker, table={"joker": "50 to 1"}).rows[0].probability == pytest.approx(1 / 53)


def test_a_redefined_function_is_counted_again() -> None:
    """In a notebook a cell is run again after a change; no result of the first version may remain."""

    def declared(wanted: int) -> Any:
        @wager(player=1, outcomes=["hit"])
        def same_name(player: Cards) -> bool:
            return rank(player[0]) <= wanted

        return same_name

    edges = [par(declared(wanted), table={"hit": "1 to 1"}, decks=1).hit_frequency * 13 for wanted in range(3)]

    assert edges == [1, 2, 3]


def test_results_of_a_users_rule_are_not_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its dependencies are not fully known, so a cached count could be stale."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path / "cache"))
    par(written(tmp_path), decks=2)

    assert list((tmp_path / "cache").rglob("*.json")) == []


def test_a_users_game_is_not_approved() -> None:
    game = load_custom_game(EXAMPLES / "total_21.py")

    assert is_custom(game)
    assert game.letter.label == "none: not approved, from outside Pitbook"
    assert game.decks == (1, 2, 3, 4, 5, 6, 7, 8)
    assert not any(is_custom(find_game(slug)) for slug in SLUGS)


def test_a_wager_is_found_by_its_slug_alone() -> None:
    assert find_wager("royal-match")[0].slug == "royal-match-21"
    assert find_wager("match-n-poker")[1].slug == "match-n-poker"
    assert find_wager("ez-pai-gow", "dynasty")[1].slug == "dynasty"
    for text, sentence in [
        ("base", "base is a wager of match-n-poker, .*: name the game before it"),
        ("royal-match-21", "has several wagers: name one of royal-match, "),
        ("nothing", "there is no wager 'nothing': the rulebook has match, super-bonus"),
    ]:
        with pytest.raises(BadInput, match=sentence):
            find_wager(text)


# Compiled.


@wager(player=1, up_card=1, outcomes=["sevens", "seven"])
def seven_names(player: Cards, up_card: Cards) -> str | None:
    held = [card for card in player + up_card if is_seven(card)]
    if len(held) == 2:
        return "sevens"
    return "seven" if len(held) == 1 else None


@wager(player=1, up_card=1, outcomes=["sevens", "seven"])
def seven_bits(player: Cards, up_card: Cards) -> int:
    return is_seven(player[0]) * is_seven(up_card[0]) + 2 * (is_seven(player[0]) ^ is_seven(up_card[0]))


def is_seven(card: int) -> int:
    return 1 if rank(card) == SEVEN else 0


@pytest.mark.parametrize(
    "function", [pytest.param(seven_names, marks=pytest.mark.slow), seven_bits], ids=["names", "bit mask"]
)
def test_a_users_rule_runs_compiled_too(function: Callable[..., object]) -> None:
    """Helpers of the same file are compiled with it; the answers are the same bit masks."""
    rule = custom_wager(function).rule
    expected = {0: 48 * 47, 2: 2 * 48 * 4, 1: 12}

    assert count_deals(rule, [1, 1], Shoe.of_decks(1)) == expected
    assert enumerate_deals(rule, [1, 1], Shoe.of_decks(1)) == expected


@wager(player=2, outcomes=["hit"], decks=1)
def by_dictionary(player: Cards) -> str | None:
    return {True: "hit"}.get(Counter(map(rank, player)).most_common(1)[0][1] == 2)


def test_a_rule_that_cannot_be_compiled_is_counted_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotCompiled, match="by_dictionary cannot be compiled"):
        enumerate_deals(custom_wager(by_dictionary).rule, [2], Shoe.of_decks(1))
    monkeypatch.setattr(counting, "MOST_CALLS", 10)
    assert par(by_dictionary, table={"hit": "15 to 1"}).rows[0].count == 78
    monkeypatch.setattr(counting, "MOST_PLAIN_CALLS", 10)
    with pytest.raises(
        BadInput, match=r"cannot be compiled .* 1,431 deals are too many to count without compiling: write it"
    ):
        par(by_dictionary, table={"hit": "15 to 1"})


def test_without_the_compiler_a_rule_is_counted_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the extra were not installed: the finder that names the extra answers the import of numba."""
    monkeypatch.delitem(sys.modules, "numba", raising=False)
    monkeypatch.setattr(sys, "meta_path", [_MissingExtras, *sys.meta_path])
    with pytest.raises(NotCompiled, match="numba is not installed"):
        numba_or_refuse()
    monkeypatch.setattr(counting, "MOST_CALLS", 10)

    @wager(player=2, outcomes=["hit"], decks=1)
    def pair(player: Cards) -> bool:
        return rank(player[0]) == rank(player[1])

    assert par(pair, table={"hit": "15 to 1"}).rows[0].count == 78


@wager(player=4, outcomes=["hit"], decks=8)
def wrong_on_four_aces(player: Cards) -> str | None:
    return "pear" if player[0] == player[1] == player[2] == player[3] == 51 else "hit"


@pytest.mark.slow
def test_an_error_in_compiled_code_is_reported_in_one_sentence() -> None:
    """A fault that random deals did not show is found when every deal is called, compiled or not."""
    rule, aces = custom_wager(wrong_on_four_aces).rule, Shoe((0,) * 51 + (4, 0))
    with pytest.raises(BadInput, match="wrong_on_four_aces fails on some deal: LookupError"):
        enumerate_deals(rule, [4], aces)
    with pytest.raises(BadInput, match="answers 'pear' to player As As As As: allowed are hit, a list"):
        count_deals(rule, [4], aces)


# Bad input: one sentence that names file and line, and nothing computed.


def refusal(folder: Path, rule: str = PAIR, pays: str = PAYS, *words: str) -> str:
    return run("par", str(written(folder, rule, pays)), *(words or ("--decks", "2"))).refusal.replace(
        str(folder), "FOLDER"
    )


BAD_FILES = {
    "syntax": (PAIR.replace("return None", "return ("), "FOLDER/pairs.py, line 9: '(' was never closed"),
    "null": ("x = 1\0", "FOLDER/pairs.py"),
    "import": ("import no_such_module\n", "FOLDER/pairs.py, line 1: ModuleNotFoundError (No module named"),
    "raises": ("\nx = 1 / 0\n", "FOLDER/pairs.py, line 2: ZeroDivisionError (division by zero)"),
    "exits": ("raise SystemExit(0)\n", "FOLDER/pairs.py, line 1: SystemExit (0)"),
    "no wager": ("x = 1\n", "the file declares no wager: put @wager(...) from pitbook above one function"),
    "two": (PAIR + PAIR.replace("pairs", "more").replace("from pitbook", "#"), "several wagers (pairs and more)"),
    "bare": (
        PAIR.replace('@wager(player=2, outcomes=["suited_pair", "pair"])', "@wager"),
        "line 4: TypeError (wager()",
    ),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_that_is_no_wager_is_refused(name: str, tmp_path: Path) -> None:
    rule, sentence = BAD_FILES[name]

    assert sentence in refusal(tmp_path, rule)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "bytes.py").write_bytes(b"x = '\xff'")
    (tmp_path / "large.py").write_text("#" * 1_000_001)
    (tmp_path / "text.txt").write_text("no")

    for name, sentence in {
        "missing.py": "no such file or directory",
        "folder.py": "is a directory",
        "bytes.py": "line 1",
        "large.py": "larger than 1,000,000 bytes",
        "text.txt": "a Python file, whose name ends in .py",
    }.items():
        assert sentence in run("par", str(tmp_path / name)).refusal


DECLARED = 'player=2, outcomes=["suited_pair", "pair"]'
BAD_DECLARATIONS = {
    "unknown group": (f"players=1, {DECLARED}", "unexpected keyword argument 'players'"),
    "missing group": ('outcomes=["pair"]', "pairs takes (player), but @wager declares no cards"),
    "other group": (f"up_card=1, {DECLARED}", "takes (player), but @wager declares player=2 and up_card=1"),
    "negative": ('player=-1, outcomes=["pair"]', "player=-1 is not a number of cards"),
    "fraction": ('player=1.5, outcomes=["pair"]', "player=1.5 is not a number of cards"),
    "flag": ('player=True, outcomes=["pair"]', "player=True is not a number of cards"),
    "eight cards": ('player=8, outcomes=["pair"]', "8 cards in all: a wager looks at 7 at most"),
    "two up cards": ('up_card=2, outcomes=["pair"]', "up_card=2, but there is only one such card"),
    "no outcomes": ("player=2, outcomes=[]", "outcomes is a list of 1 to 60 names"),
    "one text": ('player=2, outcomes="pair"', "outcomes is a list of 1 to 60 names"),
    "a number": ("player=2, outcomes=[1]", "outcome 1 is not a name of small letters"),
    "capitals": ('player=2, outcomes=["Pair"]', "outcome 'Pair' is not a name of small letters"),
    "twice": ('player=2, outcomes=["pair", "pair"]', "outcome 'pair' is declared twice"),
    "loss": ('player=2, outcomes=["pair", "loss"]', "outcome 'loss' is reserved for a loss: return None"),
    "label": ('player=2, outcomes={"pair": ""}', "the label of 'pair' is not a one-line string"),
    "suits": (f'{DECLARED}, suits="none"', "suits='none' is not known: allowed are named and interchangeable"),
    "decks": (f"{DECLARED}, decks=[9]", "decks=[9] is not a list of deck counts from 1 to 8"),
    "decks too": (f"{DECLARED}, decks=None", "decks=None is not a list of deck counts"),
}


@pytest.mark.parametrize("name", BAD_DECLARATIONS)
def test_an_impossible_declaration_is_refused(name: str, tmp_path: Path) -> None:
    declaration, sentence = BAD_DECLARATIONS[name]
    said = refusal(tmp_path, PAIR.replace(DECLARED, declaration))

    assert sentence in said
    assert said.startswith("FOLDER/pairs.py, line 4: ")


def test_only_a_function_is_declared() -> None:
    with pytest.raises(BadInput, match="must decorate one plain function"):
        wager(player=1, outcomes=["a"])(print)
    with pytest.raises(BadInput, match=r"put @wager\(...\) from pitbook above the function"):
        par(print)


LAST = 'return "suited_pair" if suit(first) == suit(second) else "pair"'
BAD_RULES = {
    "unknown outcome": ('return "pear"', "pairs answers 'pear' to player ", "allowed are suited_pair and pair"),
    "unknown in a list": ('return ["pair", "pear"]', "answers ['pair', 'pear'] to player"),
    "not a name": ("return 1.5", "answers 1.5 to player"),
    "mask too large": ("return 4", "answers 4 to player"),
    "negative mask": ("return -1", "answers -1 to player"),
    "flag for two": ("return True", "answers True to player"),
    "raises": ("return {}[first]", "FOLDER/pairs.py, line 10: KeyError (", " on player "),
    "exits": ("raise SystemExit", "FOLDER/pairs.py, line 10: SystemExit (no message)"),
    "order": (
        'return "pair" if suit(first) > suit(second) else "suited_pair"',
        "must not depend on the order of the cards in a group",
    ),
    "chance": ('return __import__("random").choice(["pair", "suited_pair"])', "answers differently when asked twice"),
}


@pytest.mark.parametrize("name", BAD_RULES)
def test_a_rule_that_answers_wrongly_is_refused(name: str, tmp_path: Path) -> None:
    """The error names the file, the line and the cards."""
    last, *sentences = BAD_RULES[name]
    said = refusal(tmp_path, PAIR.replace(LAST, last))

    assert said.startswith("FOLDER/pairs.py, line ")
    for sentence in sentences:
        assert sentence in said


def test_a_fault_on_one_deal_among_thousands_is_found(tmp_path: Path) -> None:
    """Random deals may miss it; the count calls the rule on every one."""
    rare = PAIR.replace(LAST, 'return "pear" if (first, second) == (17, 17) else "pair"')

    assert "answers 'pear' to player 6d 6d" in refusal(tmp_path, rare)


def test_a_false_promise_about_suits_is_refused(tmp_path: Path) -> None:
    named = PAIR.replace(DECLARED, f'{DECLARED}, suits="interchangeable"').replace(
        LAST, 'return "suited_pair" if suit(first) == suit(second) == 1 else "pair"'
    )

    assert "it declares suits='interchangeable': leave that out" in refusal(tmp_path, named)


BAD_TABLES = {
    "unknown": (PAYS + 'pear = "2 to 1"\n', "line 6, table[0].pays.pear: outcome 'pear' is not known: known are"),
    "missing": (
        PAYS.replace('pair = "8 to 1"\n', "", 1).replace("suited_", ""),
        "FOLDER/pairs.toml: line 1, pay table P does not say what suited_pair pays: give it a pay, 'push' or 'loss'",
    ),
    "negative": (PAYS.replace("8 to 1", "-8 to 1"), "line 5, table[0].pays.pair: pay '-8 to 1' is not known"),
    "nothing": (PAYS.replace("8 to 1", "0 to 1"), "line 5, table[0].pays.pair: pay '0 to 1' pays nothing"),
    "a number": (PAYS.replace('"8 to 1"', "8"), "line 5, table[0].pays.pair: 8 is not a pay in quotes"),
    "no pays": ('[[table]]\nid = "P"\n', "line 1, table[0]: 'pays' is missing"),
    "twice": (PAYS + 'pair = "2 to 1"\n', "line 6, Cannot overwrite a value"),
    "two alike": (PAYS + PAYS, "line 7, table[1].id: pay table 'P' of pairs is already in table[0]"),
    "empty": ("# nothing\n", "the file has no [[table]]"),
    "other decks": (PAYS.replace('"P"', '"P"\ndecks = [9]'), "line 3, table[0].decks: 9 decks: a shoe holds 1 to 8"),
    "other wager": (PAYS.replace('"P"', '"P"\nwager = "x"'), "this table is for 'x', not for 'pairs'"),
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_a_table_that_does_not_fit_the_rule_is_refused(name: str, tmp_path: Path) -> None:
    pays, sentence = BAD_TABLES[name]
    ran = run("par", str(written(tmp_path, PAIR, pays)), "--decks", "2")

    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err.replace(str(tmp_path), "FOLDER")


def test_a_table_from_python_must_fit_the_rule_too() -> None:
    function = answers_with(lambda names: names)
    for pays, sentence in [
        ({"pair": "8 to 1"}, "pay table own does not say what suited_pair pays"),
        ({"pair": "8 to 1", "pear": "9 to 1"}, "pairs has no outcome 'pear': it has suited_pair and pair"),
        ({"pair": "8 to 1", "suited_pair": "-1 to 1"}, "pay '-1 to 1' is not known"),
    ]:
        with pytest.raises(BadInput, match=sentence):
            par(function, table=pays, decks=2)
    with pytest.raises(BadInput, match="pairs has no pay table: name a TOML file of pays, or put it beside"):
        par(function, decks=2)


def test_a_wager_without_a_pay_table_is_refused(tmp_path: Path) -> None:
    assert "pairs has no pay table" in refusal(tmp_path, PAIR, "")


def test_decks_of_table_and_rule_must_meet(tmp_path: Path) -> None:
    one = PAIR.replace(DECLARED, f"{DECLARED}, decks=[2, 6]")
    two = PAYS.replace('"P"', '"P"\ndecks = [1, 8]')

    assert "no pay table is for 2 and 6 decks, which the wager declares" in refusal(tmp_path, one, two)
    assert "not 3" in refusal(tmp_path, one, PAYS, "--decks", "3")


def test_impossible_compositions_are_refused(tmp_path: Path) -> None:
    assert "As occurs 3 times, but the shoe holds it twice" in refusal(
        tmp_path, PAIR, PAYS, "--decks", "2", "--remove", "As As As"
    )
    assert "9" in refusal(tmp_path, PAIR, PAYS, "--decks", "9")
    assert "0" in refusal(tmp_path, PAIR, PAYS, "--decks", "0")


def test_output_of_a_file_is_not_in_the_report(tmp_path: Path) -> None:
    ran = run("par", str(written(tmp_path, "print('hello')\n" + PAIR)), "--decks", "2", "--json")

    assert json.loads(ran.out)["wager"] == "pairs"
    assert ran.err == "hello\n"


def test_random_faults_of_a_file_are_sentences(tmp_path: Path) -> None:
    """Whatever is cut out of a working file, the command answers with a sheet or with one sentence."""
    choose = random.Random(3)
    for _ in range(20):
        start = choose.randrange(len(PAIR))
        ran = run("par", str(written(tmp_path, PAIR[:start] + PAIR[start + choose.randint(1, 9) :])), "--decks", "1")
        assert "Traceback" not in ran.err
        assert ran.code in (0, 2)
        assert (ran.code == 2) == (ran.out == "")
