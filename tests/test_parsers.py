r"""Every function that parses outside input accepts or refuses any text quickly, with one sentence.

The list below is complete: a new parsing function that is not in it fails the last test.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time
from typing import Final, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pitbook
from pitbook.cards import parse_card, parse_cards
from pitbook.cli.params import parse_penetration as parse_cut
from pitbook.cli.params import parse_rounds as parse_count
from pitbook.cli.replay import read_record
from pitbook.compliance.property import parse_property, parse_stored_property, read_property
from pitbook.errors import Faults, PitbookError
from pitbook.exact.design import parse_pays, parse_span
from pitbook.exact.design_game import parse_design, read_design
from pitbook.exact.expression.parse import parse_rule
from pitbook.exact.printed import parse_printed
from pitbook.families.blackjack.learn.drill import read_hand
from pitbook.families.blackjack.rules.posted import BlackjackRules, parse_rules
from pitbook.families.blackjack.simulate.strategy import PLACES, read_strategy
from pitbook.families.pai_gow.rules.base import parse_commission
from pitbook.families.poker.exact.knowledge import parse_sees
from pitbook.families.poker.exact.problem import parse_pay_or_number
from pitbook.games import game
from pitbook.games.build import labels_of
from pitbook.games.caribbean_stud.rules import rules as caribbean_stud
from pitbook.games.meter_wins import RIGHT_FIRST, parse_order
from pitbook.games.paytables import load_own_table, load_tables
from pitbook.hands.pai_gow import parse_setting
from pitbook.jackpot.days import parse_day
from pitbook.jackpot.setup import parse_rate, parse_terms
from pitbook.money import parse_bet, parse_cents, parse_rounding
from pitbook.pay import parse_pay
from pitbook.reports.jackpot.tax_forms import read_people
from pitbook.simulate.blocks import Simulation
from pitbook.simulate.checkpoint import read_checkpoint, write_checkpoint
from pitbook.simulate.finished_blocks import FinishedBlocks
from pitbook.simulate.hold_file import number_of, part_of, read_month
from pitbook.table.checks import read_cards
from pitbook.table.config import parse_penetration
from pitbook.table.events import parse_event, read_lines
from pitbook.table.notation_read import parse_rounds
from pitbook.table.replay import Replay
from pitbook.table.steps import parse_place
from pitbook.table.upgrade import parse_log
from pitbook.toml_file import TomlFile
from tests.hostile import NASTY, anything
from tests.mutated_text import HUGE, MILLION, memory_limit, mutated

ROOT: Final = Path(__file__).resolve().parents[1]
SECONDS: Final = 5.0
"""Seconds of this thread's processor time; most parsers take a thousandth of it."""
LONGEST_SENTENCE: Final = 1_000
MOST_MEMORY: Final = 100_000_000
"""In bytes."""
MOST_FAULTS: Final = 102
"""Errors of one file, reported together."""


@dataclass(frozen=True)
class Reader:
    """A function that parses outside input, and texts that it accepts."""

    function: str
    """``module.name``."""
    read: Callable[[str], object]
    right: tuple[str, ...]


READERS: Final[list[Reader]] = []


def reads(function: Callable[..., object], *right: str, by: Callable[[str], object] | None = None) -> None:
    """Adds a function to the list; ``by`` where it takes more than a text."""
    READERS.append(Reader(f"{function.__module__}.{function.__qualname__}", by or function, right))


def reads_file(function: Callable[..., object], *right: str, by: Callable[[Path], object] | None = None) -> None:
    """The same for a function that reads a file."""

    def read(text: str) -> object:
        path = Path(FOLDER.name) / "file"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return (by or function)(path)

    reads(function, *right, by=read)


FOLDER: Final = TemporaryDirectory()


def example(name: str) -> str:
    return (ROOT / "examples" / name).read_text("utf-8")


def by_rules(text: str) -> object:
    """``soft17=hit, decks=6``, as the command line gives them."""
    return parse_rules([(name, value) for name, _, value in (pair.partition("=") for pair in text.split(","))])


def replayed(text: str) -> object:
    """Replays a log to its end."""
    return Replay.begin(parse_log(text)).run()


ROUNDS: Final = tuple(path.read_text("utf-8") for path in sorted((ROOT / "examples" / "rounds").iterdir()))
LOGS: Final = tuple("".join(f"{event.line()}\n" for event in parse_rounds(text)) for text in ROUNDS)
CHART: Final = json.dumps(
    {
        "chart": {
            "hard": {str(points): {up: {"code": "H"} for up in PLACES} for points in range(5, 21)},
            "soft": {f"A,{points}": {up: {"code": "Ds"} for up in PLACES} for points in range(2, 10)},
        }
    }
)
ROOM: Final = (
    example("room.toml")
    .replace('wager = "base"\nbet = "25"', 'wager = "royal-match"\ntable = "RM-02"\nbet = "25"')
    .replace('seats = "4.5"', 'seats = "1"')
    .replace('hours = "12"', 'hours = "12"\nseats = "1"')
)
"""Without blackjack, which takes long to solve, and with one seat: covariances of seats take long to count."""
RULE: Final = "wager: Pair\ncards: player 2, up_card 1\nlet mine = suited(player)\nPair: pair(player) and not mine\n"
LABELS: Final = labels_of(game("royal-match-21").wagers)
SEVEN: Final = parse_cards("As Kd Jk 7h 7c 3d 2s")


class Simulated:
    """The parts of a simulation that reading its checkpoint needs."""

    key, blocks = "key", 10


def checkpoint() -> str:
    path = Path(FOLDER.name) / "checkpoint"
    write_checkpoint(path, SIMULATION, FinishedBlocks([(0, 2)], {"base": (1, 2, 3)}))
    return path.read_text("utf-8")


SIMULATION: Final = cast(Simulation, Simulated())

reads(parse_card, "Ks", "10h", "Jk")
reads(parse_cards, "Ks Qs", "As,Kd,Jk")
reads(read_cards, "Ks 9h")
reads(parse_setting, "As Kd / Jk 7h 7c 3d 2s", by=lambda text: parse_setting(text, SEVEN))
reads(parse_cents, "$1,000.50", "5")
reads(parse_bet, "$5", "0.50")
reads(parse_rounding, "down to $0.50", "up to $1")
reads(parse_pay, "25 to 1", "40 for 1", "25% of meter", "car ($38,000)", "push")
reads(parse_rate, "12.5%")
reads(parse_terms, "$5,000", by=lambda text: parse_terms(text, "10.91%", "2%", text))
reads(parse_order, "2, 1, 3", RIGHT_FIRST)
reads(parse_rules, "soft17=hit,blackjack-pays=3:2,five-card=21-pays-2:1", "decks=6,split-hands=4", by=by_rules)
reads(parse_commission, "5%")
reads(parse_span, "4..6%", by=lambda text: parse_span(text, "edge", percent=True, target="5%"))
reads(parse_pays, "3..6", "20..50:5", by=lambda text: parse_pays("flush", text))
reads(parse_rule, RULE)
reads(parse_printed, "4.75%", "$40,793", "1000 to 1", "N/A")
reads(parse_penetration, "75%", "0.75")
reads(parse_cut, "75%", "0.75")
reads(parse_count, "1e6", "1,000,000", "2.5e6")
reads(number_of, "7.5")
reads(part_of, "60%", "0.6")
reads(parse_place, "seat 3 hand 2", "dealer")
reads(parse_event, LOGS[0].splitlines()[0])
reads(parse_log, *LOGS)
reads(read_lines, *LOGS)
reads(replayed, *LOGS)
reads(parse_rounds, *ROUNDS)
reads(parse_day, "2026-11-16")
reads(parse_pay_or_number, "3", "3:2", "40 to 1")
reads(parse_sees, "none", "dealer:1", "dealer:2~QKA", by=lambda text: parse_sees(text, caribbean_stud()))
reads(read_hand, "Ts 6d", by=lambda text: read_hand(BlackjackRules(), text, text[:2]))
reads(TomlFile, example("property.toml"), by=lambda text: TomlFile(text, "file"))
reads(parse_property, example("property.toml"))
reads(parse_stored_property, example("property.toml"), by=lambda text: parse_stored_property(text, "version 1"))
reads_file(read_property, example("property.toml"), example("property-tribal.toml"))
reads_file(
    load_tables, example("royal-match-own.toml"), by=lambda path: load_tables(path, LABELS, only_wager="royal-match")
)
reads_file(load_own_table, example("royal-match-own.toml"), by=lambda path: load_own_table(path, "royal-match", LABELS))
reads_file(read_month, ROOM)
reads_file(read_people, example("winners.toml"))
reads_file(read_record, *ROUNDS, *LOGS)
reads_file(read_strategy, CHART, by=lambda path: read_strategy(str(path)))
reads_file(read_checkpoint, checkpoint(), by=lambda path: read_checkpoint(path, SIMULATION))


def sentence_of(read: Callable[[str], object], text: str) -> None:
    """Asserts that a parser accepts a text or refuses it in sentences, quickly. Any other exception is a bug."""
    began, sentences, most = thread_time(), ["taken"], 1
    try:
        read(text)
    except Faults as refusal:
        sentences, most = str(refusal).split("\n"), MOST_FAULTS
    except PitbookError as refusal:
        sentences = str(refusal).split("\n")
    assert thread_time() - began < SECONDS
    assert len(sentences) <= most
    assert all(0 < len(sentence) <= LONGEST_SENTENCE for sentence in sentences)


@pytest.fixture(params=READERS, ids=lambda reader: reader.function.removeprefix("pitbook."))
def reader(request: pytest.FixtureRequest) -> Reader:
    found: Reader = request.param
    return found


def test_valid_texts_are_accepted(reader: Reader) -> None:
    """The parser allocates no more memory than the text needs."""
    for text in reader.right:
        with memory_limit(MOST_MEMORY):
            reader.read(text)


def test_hostile_texts_are_refused_with_one_sentence(reader: Reader) -> None:
    """Texts of a million characters are in the slow proof below."""
    for text in (*NASTY, *(text for text in HUGE.values() if len(text) < MILLION // 2)):
        sentence_of(reader.read, text)


@pytest.mark.slow
def test_texts_of_a_million_letters_take_little_time_and_memory(reader: Reader) -> None:
    for text in HUGE.values():
        with memory_limit(MOST_MEMORY):
            sentence_of(reader.read, text)


def spoil(reader: Reader, examples: int) -> None:
    @settings(max_examples=examples, suppress_health_check=[HealthCheck.too_slow])
    @given(st.one_of(anything, mutated(reader.right), mutated(reader.right)))
    def holds(text: str) -> None:
        sentence_of(reader.read, text)

    holds()


def test_mutated_texts_are_parsed_or_refused(reader: Reader) -> None:
    spoil(reader, 8)


@pytest.mark.slow
def test_many_mutated_texts_are_parsed_or_refused(reader: Reader) -> None:
    spoil(reader, 3_000)


DESIGN: Final = 'game = "match-n-poker"\nwager = "match-n-poker"\ndecks = 6\n\n[pays]\nflush = "5 to 1"\n'
reads(parse_design, DESIGN, 'rule = "cards: player 2\\nPair: pair(player)"\n')
reads_file(read_design, DESIGN)


# -- the list is complete ----------------------------------------------------------------------------------------------

OUR_OWN: Final = "reads what the store or the package itself wrote"
EXEMPT: Final = {
    "pitbook.exact.custom_wager.load_custom_game": "runs a user's own Python file, which may do anything",
    "pitbook.cli.store.restore_command": "tests/cli: a command, whose file is read by pitbook.store.archive.restore",
    "pitbook.exact.custom_wager.load_wager_file": "runs a user's own Python file, which may do anything",
    "pitbook.games.outside.load_folder": "tests/outside: loads a folder, which runs its Python",
    "pitbook.exact.design_game.load_design": "registers what read_design reads",
    "pitbook.games.progressive.read_progressives": OUR_OWN,
    "pitbook.games.shown.read_shown": OUR_OWN,
    "pitbook.games.build.read_folder": OUR_OWN,
    "pitbook.families.poker.rules.compose.read_tables": OUR_OWN,
    "pitbook.games.catalogue.read_catalogue": OUR_OWN,
    "pitbook.games.letter.load_letter": OUR_OWN,
    "pitbook.games.letter_text.parse_letter_text": OUR_OWN,
    "pitbook.source.modules.read_source": OUR_OWN,
    "pitbook.exact.cache.read_kept": "tests/exact/test_cache.py",
    "pitbook.toml_file.read_file": "tests/test_toml_file.py",
    "pitbook.store.archive.restore": "tests/room/test_uploads.py",
    "pitbook.store.archive.read_manifest": "tests/room/test_uploads.py",
}
"""Functions of such a name that need not be in the list, and why."""
NAMED: Final = re.compile(r"\b(?:(?:parse|read|load|decode|restore)_\w+|restore)\b")
OUTSIDE: Final = frozenset({"str", "bytes", "Path"})


def named_so() -> Iterator[str]:
    """Every function of the package that takes a text, bytes or a path and whose name says that it parses."""
    package = Path(pitbook.__file__).parent
    for path in sorted(package.rglob("*.py")):
        module = ".".join(("pitbook", *path.relative_to(package).with_suffix("").parts)).removesuffix(".__init__")
        text = path.read_text("utf-8")
        for node in ast.parse(text).body if NAMED.search(text) else ():
            if isinstance(node, ast.FunctionDef) and NAMED.fullmatch(node.name):
                kinds = {ast.unparse(each.annotation) for each in node.args.args if each.annotation is not None}
                if kinds & OUTSIDE and "Connection" not in kinds:  # Pitbook itself wrote the content of the store
                    yield f"{module}.{node.name}"


def test_every_parsing_function_is_listed() -> None:
    listed = {reader.function for reader in READERS} | EXEMPT.keys()
    assert set(named_so()) <= listed
    assert len(set(named_so())) >= 30, "and it finds them"
