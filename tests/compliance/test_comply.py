"""``pitbook comply``: exit codes, all findings and all faults at once, and damaged files."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.compliance.findings import Subject
from pitbook.compliance.property import parse_property
from pitbook.compliance.rules import KEPT_ELSEWHERE, RULES, findings
from pitbook.errors import BadInput, Faults
from tests.cli.command_runner import run
from tests.compliance.broken_properties import CASINO, EXAMPLES, ROOM, TODAY, changed


def write(folder: Path, text: str) -> str:
    path = folder / "property.toml"
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["property.toml", "property-tribal.toml"])
def test_the_examples_pass(name: str) -> None:
    ran = run("comply", str(EXAMPLES / name), "--on", "2026-11-16")

    assert (ran.code, ran.err) == (0, "")
    assert "Nothing is found." in ran.out
    for rule in RULES:
        assert rule.id in ran.out or rule.card_rooms_only


def test_every_finding_states_the_allowed_values(tmp_path: Path) -> None:
    text = changed(
        ROOM, ('base = "$5 to $300", match-n', 'base = "$5 to $900", match-n'), ("dispute = ", "# "),
        ('seed = "$5,000"', 'seed = "$4,000"'),
    )  # fmt: skip
    ran = run("comply", write(tmp_path, text), "--on", "2026-11-16")

    assert (ran.code, ran.err) == (1, "")
    assert "✗ WA-05  table poker-1, base: a highest bet of $900" in ran.out
    assert "at most $400 on 2026-11-16  (WAC 230-15-140)" in ran.out
    assert "✗ WA-07  the property: no dispute procedure is stated" in ran.out
    assert "! LETTER-ADVICE  jackpot royal: the seed is $4,000" in ran.out
    assert "2 findings would stop operation, 1 only warn." in ran.out


def test_warning_alone_does_not_stop_a_table(tmp_path: Path) -> None:
    ran = run("comply", write(tmp_path, changed(ROOM, ('seed = "$5,000"', 'seed = "$4,000"'))), "--on", "2026-11-16")

    assert ran.code == 0
    assert "Nothing stops operation; 1 warning." in ran.out


def test_findings_as_json(tmp_path: Path) -> None:
    path = write(tmp_path, changed(ROOM, ("employees = ", "# ")))
    told = run("comply", path, "--on", "2026-11-16", "--json")

    assert told.code == 1
    clean = run("comply", str(EXAMPLES / "property.toml"), "--on", "2026-11-16", "--json").json
    assert clean["may_operate"] is True
    assert clean["findings"] == []
    assert clean["hash"] == parse_property(ROOM).hash
    assert set(clean["packages"]) == {"royal-match-21", "match-n-poker"}
    assert '"may_operate": false' in told.out
    assert '"rule": "WA-07"' in told.out


def test_the_list_of_rules() -> None:
    listed = run("comply", "--rules", "--json").json

    assert [each["rule"] for each in listed["rules"]] == [rule.id for rule in RULES]
    assert all(each["cite"] and each["confidence"] and each["since"] for each in listed["rules"])
    ran = run("comply", "--rules")
    for name in (*(rule.id for rule in RULES), *(each.id for each in KEPT_ELSEWHERE)):
        assert name in ran.out


def test_rules_enforced_elsewhere_name_existing_code() -> None:
    from importlib.util import find_spec

    for each in KEPT_ELSEWHERE:
        assert find_spec(each.by) if each.by.startswith("pitbook.") else each.by


def test_wrong_use(tmp_path: Path) -> None:
    assert run("comply").refusal.startswith("name the property's file: pitbook comply FILE")
    assert run("comply", str(tmp_path / "none.toml")).refusal.endswith("none.toml: no such file or directory")
    path = write(tmp_path, ROOM)
    assert "'yesterday' is not a date: write 2026-11-16" in run("comply", path, "--on", "yesterday").refusal
    assert run("comply", path, "--on", "1900-01-01").refusal.startswith("on 1900-01-01 no house-banked card game")


def test_all_faults_of_a_file_come_at_once_with_their_lines(tmp_path: Path) -> None:
    text = changed(
        ROOM,
        ('kind = "card room"', 'kind = "night club"'),
        ('on_hand = "$60,000"', 'on_hand = "-$5"'),
        ('id = "poker-1"', 'id = "Poker 1"'),
        ("decks = 6\nseats = 6", 'decks = "six"\nseats = 6'),
        ('contribution = "10.91%"', 'contribution = "1091%"'),
        ("day = 2026-03-02", 'day = "soon"'),
        ('postings = "68580bd6f239"', "posting = true"),
    )  # fmt: skip
    ran = run("comply", write(tmp_path, text))

    assert (ran.code, ran.out) == (2, "")
    lines = ran.err.splitlines()
    assert len(lines) == 7
    assert all("property.toml: line " in line for line in lines)
    for words in (
        "property.kind: 'night club' is not known: allowed are card room, tribal casino",
        "cash.on_hand: amount '-$5' is negative",
        "approvals.royal-match-21.conditions.commercial-internal-controls.day: 'soon' is not a date",
        "table[0].posting: this key is not known here",
        "table[1].decks: 'six' is not a whole number",
        "table[2].id: 'Poker 1' is not an id",
        "jackpot[0].contribution: rate '1091%' is not a percentage",
    ):
        assert words in ran.err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("[tokes]", "[tokes]\nmost = 3"), "tokes.most: this key is not known here: known are limits, payout"),
        (("[tokes]", "[payouts]\nseal_days = 7.5\n[tokes]"), "payouts.seal_days: 7.5 is not a whole number"),
        (("[tokes]", '[payouts]\ncash_up_to = "lots"\n[tokes]'), "payouts.cash_up_to: amount 'lots' is not an amount"),
        (('base = "$1 to $100"', "base = 100"), "tokes.limits.base: write limits as '$5 to $300'"),
        (('base = "$1 to $100"', 'base = "$1 to NaN"'), "tokes.limits.base: highest bet 'NaN' is not an amount"),
        (('payout = "$2,500"', "payout = true"), "tokes.payout: True is not a text in quotes"),
        (('"68580bd6f239"', "true"), "table[0].postings: True is not a text in quotes"),
        (('"68580bd6f239"', '"68580BD6F239"'), "table[0].postings: '68580BD6F239' is not the number of a notice"),
        (
            ("[approvals.match-n-poker.conditions]", ('[approvals.match-n-poker]\npackage = "AB"\n'
             "[approvals.match-n-poker.conditions]")),
            "approvals.match-n-poker.package: 'AB' is not a hash: it has 64 digits from 0 to f",
        ),
        (('person = "D. Reyes"', 'person = " "'), "person: state the person"),
        (('wagers = ["base", "royal-match", "royal-match-progressive"]', 'wagers = "base"'),
         "table[0].wagers: 'base' is not a list of texts"),
    ],
)  # fmt: skip
def test_a_fault_names_its_key(change: tuple[str, str], words: str) -> None:
    with pytest.raises(Faults) as faults:
        parse_property(changed(ROOM, change))

    assert words in str(faults.value)


def test_empty_property_lists_missing_parts() -> None:
    with pytest.raises(Faults, match="'property' is missing: it takes a table"):
        parse_property("")


def test_a_property_without_tables_has_nothing_to_open() -> None:
    text = '[property]\nname = "x"\nkind = "card room"\nlocation = "y"\ndispute = "d"\nemployees = "e"\n'

    assert [each.rule for each in findings(parse_property(text), TODAY)] == ["WA-08"]


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Subject(), "the property"),
        (Subject(part="tokes"), "the property, tokes"),
        (Subject(table="a", part="base"), "table a, base"),
        (Subject(game="ez-pai-gow"), "ez-pai-gow"),
        (Subject(jackpot="j"), "jackpot j"),
    ],
)
def test_locations_in_words(place: Subject, words: str) -> None:
    assert str(place) == words


LINES = [line for line in (ROOM + CASINO).splitlines() if line.strip()]


@given(st.data())
def test_damaged_file_gives_findings_or_faults_only(data: st.DataObject) -> None:
    """Never another error."""
    text = data.draw(st.sampled_from([ROOM, CASINO]))
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        if data.draw(st.booleans()):
            del lines[place]
        else:
            lines[place] = data.draw(st.sampled_from(LINES))
    try:
        told = findings(parse_property("\n".join(lines)), TODAY)
    except BadInput:
        pass
    else:
        assert all("\n" not in str(each) for each in told)


def test_documentation_names_every_key_and_rule() -> None:
    """``docs/compliance.md`` names each key that the parser knows."""
    root = EXAMPLES.parent
    source = (root / "pitbook" / "compliance" / "property.py").read_text("utf-8")
    kinds = "text|number|flag|day|texts|parsed|section|sections|amount"
    asked = rf'(?:{kinds})\("(\w+)"|_(?:texts|amounts|one_of)\(\w+, "(\w+)"'
    keys = {one or other for one, other in re.findall(asked, source)}
    page = (root / "docs" / "compliance.md").read_text("utf-8")

    assert len(keys) > 45
    assert [key for key in sorted(keys) if not re.search(rf"\b{key}\b", page)] == []
