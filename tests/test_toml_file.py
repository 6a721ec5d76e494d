"""Reading TOML: every fault at once, each with its line and key."""

import time
from contextlib import suppress
from datetime import date
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput, Fault, Faults
from pitbook.money import Cents, parse_bet
from pitbook.toml_file import Section, TomlFile

MISSING = "is missing: it takes a text in quotes"


def read(text: str) -> TomlFile:
    """A file of this text, its first line being line 1."""
    return TomlFile(dedent(text).lstrip("\n"), "mine.toml")


def faults_of(file: TomlFile) -> list[tuple[int, str]]:
    """Line and key of every fault, as they are reported."""
    with pytest.raises(Faults) as refusal:
        file.check()
    return [(fault.line, fault.key) for fault in refusal.value.faults]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = ", 1),
        ("a = 1\nb = = 2", 2),
        ("a = 1\na = 2", 2),
        ("[t]\nx = 1\n[t]\ny = 2", 3),
        ("a = 1\n\n\nb = 'open", 4),
        ("[[t]\n", 1),
        ("a = [1, 2", 1),
        ("x = 1\n[t", 2),
        ("x", 1),
        ("x\n\n", 1),
        ("# only\n= 5", 2),
        ("a = 2023-13-45", 1),
        ("a = 01", 1),
        ("a = 1\x00", 1),
        ("a = \x85", 1),
        ("a = 1\r\nb", 2),
    ],
)
def test_a_syntax_error_is_one_fault_with_its_line(text: str, line: int) -> None:
    """A missing end is reported on the last line."""
    with pytest.raises(Faults) as refusal:
        TomlFile(text, "mine.toml")

    assert [fault.line for fault in refusal.value.faults] == [line]
    assert str(refusal.value).startswith(f"mine.toml: line {line}, ")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a = " + "[" * 1500, "nested too deeply"),
        ("a = " + "9" * 1900 + "_" + "9" * 50, ""),
        ("a = 0x" + "f" * 1900, ""),
        ("a = 1e999", ""),
        ("a = nan", ""),
        ("a" + ".a" * 900 + " = 1", ""),
        ("a = 1" * 500, "longer than 2,000 characters"),
        ("[" + " " * 1900, "Invalid"),
        ("[[" + " " * 1900 + "]", "Invalid"),
        ("a" + " " * 1900, "Expected '='"),
        ("\n" * 240_000, ""),
        ("a = '''\n" + "[ x\n" * 50_000 + "'''", ""),
        ("[a.b.c.d]\n" * 20_000, "Cannot declare"),
    ],
    ids=lambda text: ascii(text)[:20],
)
def test_slow_texts_are_parsed_or_refused_quickly(text: str, sentence: str) -> None:
    """Texts that could take minutes or hours are parsed or refused quickly."""
    start = time.perf_counter()
    try:
        TomlFile(text, "mine.toml")
        found = ""
    except Faults as refusal:
        found = str(refusal)

    assert time.perf_counter() - start < 10  # a busy machine
    assert sentence in found
    assert bool(sentence) == bool(found)


@given(st.text() | st.text(alphabet="ab=[]{}.,\"'\n #1"))
def test_arbitrary_text_is_parsed_or_refused(text: str) -> None:
    """Every text is refused with faults, or is a file whose keys have lines."""
    with suppress(Faults):
        file = TomlFile(text, "mine.toml")
        for key in dict(file.root.items()):
            assert 0 <= file.line_of(key) <= text.count("\n") + 1


@given(
    st.lists(
        st.tuples(st.from_regex(r"[a-z]{1,5}", fullmatch=True), st.integers(), st.integers(0, 3)),
        unique_by=lambda item: item[0],
    )
)
def test_every_key_is_found_on_its_line(keys: list[tuple[str, int, int]]) -> None:
    """Blank lines and comments between keys move them, and the reader follows."""
    text = ""
    lines = {}
    for name, value, blank in keys:
        text += "# a comment = 1\n" * blank
        lines[name] = text.count("\n") + 1
        text += f"{name} = {value}\n"

    file = TomlFile(text, "mine.toml")

    assert {name: file.line_of(name) for name in lines} == lines


NESTED = """
title = "x"                      # 1
[[room]]                         # 2
name = "a"
[[room.table]]                   # 4
id = "a1"
[[room.table]]                   # 6
id = "a2"
[room.table.pays]                # 8
win = "1 to 1"
"push" = "push"
'loss' = "loss"

[[room]]                         # 13
name = "b"
limits.low = 5
[[ room . table ]]               # 16
id = "b1"
pays = { win = "2 to 1", push = "push" }
cite = '''
id = "not here"
[[room]]
'''
note = "there"
[house]                          # 24
seats = [
    1,
    2,
]
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("title", 1),
        ("room[0]", 2),
        ("room[0].name", 3),
        ("room[0].table[0]", 4),
        ("room[0].table[0].id", 5),
        ("room[0].table[1]", 6),
        ("room[0].table[1].id", 7),
        ("room[0].table[1].pays", 8),
        ("room[0].table[1].pays.win", 9),
        ("room[0].table[1].pays.push", 10),
        ("room[0].table[1].pays.loss", 11),
        ("room[1]", 13),
        ("room[1].limits.low", 15),
        ("room[1].table[0]", 16),
        ("room[1].table[0].id", 17),
        ("room[1].table[0].pays.win", 18),
        ("room[1].table[0].cite", 19),
        ("room[1].table[0].note", 23),
        ("house", 24),
        ("house.seats", 25),
        ("house.seats[1]", 25),
        ("house.seats.deeper.still", 25),
        ("room[1].table[0].nothing", 16),
        ("room[7]", 2),
        ("nothing", 0),
    ],
)
def test_keys_of_nested_array_tables_have_their_lines(key: str, line: int) -> None:
    """Tables count from 0 under each parent; a missing key has the line of the key above it."""
    assert read(NESTED).line_of(key) == line


def test_other_line_ends_than_those_of_toml_do_not_change_line_numbers() -> None:
    """Only a newline ends a line, whatever else a text may hold."""
    assert TomlFile('a = "one\u2028two\u0085three"\nb = 1\n', "mine.toml").line_of("b") == 2


def test_every_wrong_value_is_reported_at_once() -> None:
    """One reading finds all faults, sorted by line, each under its key."""
    file = read(
        """
        text = 5
        flag = "yes"
        number = true
        day = "2023-04-10"
        texts = ["a", 1]
        numbers = [1, true]
        list = "a"
        table = 3
        tables = [1]
        bet = "0"
        """
    )
    root = file.root
    root.section("table")
    list(root.sections("tables"))
    root.text("text")
    root.flag("flag")
    root.number("number")
    root.day("day")
    root.texts("texts")
    root.numbers("numbers")
    root.texts("list")
    root.parsed("bet", parse_bet)
    root.text("absent")

    assert faults_of(file) == [
        (0, ""),
        (1, "text"),
        (2, "flag"),
        (3, "number"),
        (4, "day"),
        (5, "texts"),
        (6, "numbers"),
        (7, "list"),
        (8, "table"),
        (9, "tables"),
        (10, "bet"),
    ]


def test_right_values_are_no_faults() -> None:
    """Each kind gives its value, and an omitted key its default."""
    file = read(
        """
        text = "x"
        flag = true
        number = 5
        day = 2023-04-10
        texts = ["a"]
        numbers = [1, 2]
        bet = "$5"
        """
    )
    root = file.root

    assert (root.text("text"), root.flag("flag"), root.number("number")) == ("x", True, 5)
    assert (root.day("day"), root.texts("texts"), root.numbers("numbers")) == (date(2023, 4, 10), ("a",), (1, 2))
    assert root.parsed("bet", parse_bet) == Cents(500)
    assert (root.text("t", "d"), root.flag("f", True), root.number("n", 7)) == ("d", True, 7)
    assert (root.texts("ts", ("d",)), root.numbers("ns", (7,))) == (("d",), (7,))
    assert root.parsed("b", parse_bet, "$7") == Cents(700)
    assert list(root.sections("none")) == []
    root.done()
    file.check()


def test_a_missing_key_is_a_fault_of_its_toml_table() -> None:
    """The line is that of the table's header."""
    file = read("[[table]]\nid = 'a'\n[[table]]\n")
    for section in file.root.sections("table"):
        section.text("id")

    assert faults_of(file) == [(3, "table[1]")]
    assert MISSING in str(file.faults[0])


def test_unknown_keys_are_faults_and_the_sentence_names_the_known_ones() -> None:
    """A typing mistake is reported, in any table."""
    file = read("pay = 1\n[[table]]\nid = 'a'\nidd = 'b'\n[table.paysx]\nwin = '1 to 1'\n")
    for section in file.root.sections("table"):
        section.text("id")
        section.done()
    file.root.done()

    assert faults_of(file) == [(1, "pay"), (4, "table[0].idd"), (5, "table[0].paysx")]
    assert str(file.faults[0]) == "line 4, table[0].idd: this key is not known here: known are id"


@pytest.mark.parametrize("value", ['""', '" "', '"0"', '"-5"', '"x"', '"\\u0000"'])
def test_a_text_that_is_refused_is_a_fault_also_where_it_is_empty(value: str) -> None:
    """An empty text is not accepted as a bet either."""
    file = read(f"bet = {value}")
    assert file.root.parsed("bet", parse_bet) is None
    assert faults_of(file) == [(1, "bet")]


def test_a_wrong_kind_is_one_fault_only() -> None:
    """A number in place of a text is reported only once."""
    file = read("bet = 5")
    assert file.root.parsed("bet", parse_bet) is None
    assert file.faults == [Fault("bet", 1, "5 is not a text in quotes")]


def test_a_control_character_in_a_text_is_a_fault() -> None:
    """A terminal would execute it; line ends and tabs are allowed."""
    file = read('label = "\\u001b[31mred"\nother = "two\\nlines\\tand a tab"')

    assert file.root.text("label") == ""
    assert file.root.text("other") == "two\nlines\tand a tab"
    assert faults_of(file) == [(1, "label")]
    assert "\x1b" not in str(file.faults[0])


@pytest.mark.parametrize(
    "value", ["0x" + "f" * 1900, "[" * 40 + "]" * 40, "'" + "x" * 1900 + "'", "{" + "a.b={c=1}" + "}"]
)
def test_a_value_of_any_size_is_quoted_in_one_short_sentence(value: str) -> None:
    """The quoted value is truncated, and a number too long to print is only described."""
    file = read(f"flag = {value}")
    file.root.flag("flag")

    assert faults_of(file) == [(1, "flag")]
    assert len(str(file.faults[0])) < 250


def test_a_deeply_nested_value_is_quoted_too() -> None:
    """Thousands of tables inside each other do not stop the report."""
    file = TomlFile("[flag" + ".a" * 900 + "]\na" + ".a" * 900 + " = 1\n", "mine.toml")
    file.root.flag("flag")

    assert len(str(file.faults[0])) < 250


def test_whether_a_name_is_faulty_already() -> None:
    """A fault of a value below it counts, one of a neighbour does not."""
    file = read("[pays]\nwin = 1\n[payscale]\nx = 1")
    file.root.section("pays").text("win")

    assert file.root.faulty("pays")
    assert not file.root.faulty("payscale")
    assert not Section(file, "pa", {}).faulty("ys")


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    """No file, a folder, other bytes than text, and a name that no file can have."""
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "large.toml").write_text("#" + "x\n#" * 100_000)
    (tmp_path / "loop.toml").symlink_to(tmp_path / "loop.toml")
    for name, sentence in (
        ("none.toml", "no such file or directory"),
        ("folder.toml", "is a directory"),
        ("bytes.toml", "not text in UTF-8"),
        ("large.toml", "larger than 250,000 bytes"),
        ("loop.toml", "symbolic links"),
        ("x" * 5000 + ".toml", "name too long"),
        ("a\0b.toml", "cannot be the name of a file"),
        ("folder.toml/x.toml/y.toml", "no such file or directory"),
    ):
        with pytest.raises(BadInput, match=sentence):
            TomlFile.open(tmp_path / name)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="the machine has no device that never ends")
def test_a_file_without_end_is_refused_at_once() -> None:
    """Reading stops at a limit, even for a device that never ends."""
    with pytest.raises(BadInput, match="larger than"):
        TomlFile.open(Path("/dev/zero"))


def test_line_ends_of_another_system_are_read(tmp_path: Path) -> None:
    """A file written on Windows is the same file."""
    path = tmp_path / "mine.toml"
    path.write_bytes(b'a = "x"\r\nb = 5\r\n')
    file = TomlFile.open(path)

    assert (file.root.text("a"), file.root.number("b"), file.line_of("b")) == ("x", 5, 2)
