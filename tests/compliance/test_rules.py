"""Every rule has a configuration that breaks it, and the refusal in words."""

import re
from datetime import date

import pytest

from pitbook.compliance.approved import BY_FILES
from pitbook.compliance.findings import ComplianceRule
from pitbook.compliance.gate import Gate
from pitbook.compliance.property import parse_property
from pitbook.compliance.rules import RULES, findings
from pitbook.errors import BadInput, NotApproved
from pitbook.games.package import package_hash
from tests.compliance.broken_properties import (
    BROKEN,
    CASINO,
    FILED_COMMISSION,
    KEYED,
    ROOM,
    TODAY,
    UP,
    Broken,
    changed,
    found,
    property_of,
)


@pytest.mark.parametrize("text", [ROOM, CASINO], ids=["card room", "tribal casino"])
def test_example_properties_pass_every_rule(text: str) -> None:
    assert findings(parse_property(text), TODAY) == []


def test_a_fully_wild_joker_is_approved() -> None:
    """Letter 004, rule 1: only the notices must be printed again, because they state what the joker may be."""
    change = ('pay_tables = { dynasty = "3" }', 'pay_tables = { dynasty = "3" }\noptions = { joker = "fully-wild" }')
    told = [each for each in found(change, text=CASINO) if each.stops]

    assert [each.rule for each in told if "post" not in str(each)] == []


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_broken_rule_is_reported_with_one_sentence(case: Broken) -> None:
    rule = next(rule for rule in RULES if rule.id == case.rule)
    told = [str(each) for each in found(*case.changes, text=case.text, on=case.on) if each.rule == case.rule]

    assert f"{case.rule} {case.sentence} ({case.cite or rule.cite})" in told


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_has_a_configuration_that_breaks_it(rule: ComplianceRule) -> None:
    assert rule.id in {case.rule for case in BROKEN}
    assert rule.cite
    assert rule.title


def test_rule_ids_are_unique() -> None:
    assert len({rule.id for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(
    "case",
    [
        case
        for case in BROKEN
        if case.rule not in ("LETTER-ADVICE", "LETTER-QUALIFY", "LETTER-TOP") and case.on == TODAY
    ],
    ids=str,
)
def test_change_causes_only_the_expected_findings(case: Broken) -> None:
    """Before the change there was no finding; after it only those of the rule and of dependent rules."""
    told = found(*case.changes, text=case.text, on=case.on)

    assert any(each.stops for each in told)
    # Several rules may report the same problem with a link or a wager, but at most three.
    assert len({each.rule for each in told if each.stops}) <= 3


@pytest.mark.parametrize(
    "change",
    [
        ('base = "$5 to $300", match-n-poker', 'base = "$5 to $299", match-n-poker'),
        ('match-n-poker = "4"', 'match-n-poker = "3"'),
        ("Ask for the floor supervisor.", "Ask for the manager."),
        ('payout = "$2,500"', 'payout = "$2,501"'),
        ('name = "Example Card Room"', 'name = "Another Card Room"'),
    ],
)
def test_notices_are_stale_when_what_they_state_has_changed(change: tuple[str, str]) -> None:
    old, new = change
    stale = [str(each.place) for each in findings(parse_property(ROOM.replace(old, new)), TODAY)]

    assert "table poker-1" in stale
    # Newly printed notices are accepted.
    assert found(change) == []


@pytest.mark.parametrize(
    "change",
    [
        ('person = "D. Reyes"', 'person = "A. Kim"'),
        ('"ViPS display" = "v1.2.0"', '"ViPS display" = "v1.2.1"'),
        ('on_hand = "$60,000"', 'on_hand = "$61,000"'),
        ('controller = "card"', 'controller = "card"\nexecutive_from = "$4,000"'),
    ],
)
def test_notices_stay_up_when_something_else_has_changed(change: tuple[str, str]) -> None:
    assert findings(parse_property(ROOM.replace(*change)), TODAY) == []


def test_a_change_of_the_jackpot_makes_the_notices_of_its_tables_stale() -> None:
    told = findings(parse_property(ROOM.replace('seed = "$5,000"', 'seed = "$5,001"')), TODAY)

    assert [str(each.place) for each in told if each.rule == "WA-07"] == ["table royal-1", "table royal-2"]


@pytest.mark.parametrize("commission", ["5%", "0.01%", "4.9999%"])
def test_standard_commission_needs_no_internal_controls(commission: str) -> None:
    assert (
        found(('house-way = "foxwoods" }', f'house-way = "foxwoods", commission = "{commission}" }}'), text=CASINO)
        == []
    )


def test_other_commission_needs_internal_controls_on_file() -> None:
    stated = ('house-way = "foxwoods" }', 'house-way = "foxwoods", commission = "7%" }')

    assert found(stated, FILED_COMMISSION, text=CASINO) == []


def test_every_citation_names_the_letter_and_its_paragraph() -> None:
    """No finding cites "each letter": a reader finds the sentence that it rests on."""
    told = [each for case in BROKEN for each in found(*case.changes, text=case.text, on=case.on)]
    vague = {each.cite for each in told if "each letter" in each.cite or "the letters" in each.cite}

    assert vague == set()


def test_no_citation_names_the_letter_of_another_game() -> None:
    """A finding on one game's table cites that game's letter, with a paragraph; a rule may be of several letters."""
    for case in BROKEN:
        for each in found(*case.changes, text=case.text, on=case.on):
            letters = re.findall(r"letters? (\d{3})(,?)", each.cite)
            assert len({number for number, _ in letters}) <= 1, str(each)
            assert all(comma for _, comma in letters), str(each)


def test_only_advice_and_unwinnable_lines_are_warnings() -> None:
    assert [rule.id for rule in RULES if not rule.stops] == ["LETTER-ADVICE", "LETTER-QUALIFY", "LETTER-TOP"]


def test_other_approved_controller_with_its_components_passes() -> None:
    assert found(*KEYED) == []
    # A newer display may replace the older one.
    assert found(*KEYED, ('"CHAM2+ display" = "v1.66P$"', '"ViPS display" = "v1.2.1"')) == []
    (old,) = found(*KEYED, ('"CHAM2+ display" = "v1.66P$"', '"ViPS display" = "v1.1.9"'))
    assert "ViPS display is v1.1.9, not v1.2.0 or higher" in str(old)
    (none,) = found(*KEYED, ('"CHAM2+ display" = "v1.66P$"', ""))
    assert "CHAM2+ display or ViPS display is not stated" in str(none)
    # Both are present, and neither version is accepted.
    (both,) = found(*KEYED, ('"CHAM2+ display" = "v1.66P$"', '"CHAM2+ display" = "v1"\n"ViPS display" = "v1.1"'))
    assert "CHAM2+ display is v1, not v1.66P$; ViPS display is v1.1" in str(both)


@pytest.mark.parametrize("version", ["v005t", "v005u", "v006a", "v10", "V005T1", "6"])
def test_component_version_or_higher_passes(version: str) -> None:
    assert found(('"v005t"', f'"{version}"'), text=CASINO) == []


@pytest.mark.parametrize("version", ["v005s", "v004z", "v5", "", "t", "٦"])
def test_lower_component_version_is_refused(version: str) -> None:
    assert [each.rule for each in found(('"v005t"', f'"{version}"'), text=CASINO)] == ["LETTER-SYSTEM"]


# -- all at once -------------------------------------------------------------------------------------------------------


def test_every_fault_of_one_table_is_found_at_once() -> None:
    told = found(
        ('pay_tables = { match-n-poker = "4" }', 'pay_tables = { match-n-poker = "9" }\noptions = { soft17 = "jump" }'),
        ('limits = { base = "$5 to $300", match-n-poker = "$1 to $100" }', 'limits = { base = "$5 to $900" }'),
        ('game = "match-n-poker"\ndecks = 6\nseats = 7', 'game = "match-n-poker"\ndecks = 6\nseats = 70'),
    )

    assert [(each.rule, str(each.place)) for each in told] == [
        ("WA-02", "table poker-1, pay_tables.match-n-poker"),
        ("WA-02", "table poker-1, options.soft17"),
        ("WA-04", "table poker-1"),
        ("WA-05", "table poker-1, base"),
    ]


def test_refused_deck_count_hides_only_dependent_findings() -> None:
    told = found(("decks = 6\nseats = 7\npay_tables = { match-n", "decks = 7\nseats = 7\npay_tables = { match-n"))

    assert [str(each.place) for each in told] == ["table poker-1, decks"]


# -- by date -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "most"),
    [
        ("1997-01-01", 25),
        ("1999-12-31", 25),
        ("2000-01-01", 100),
        ("2004-07-01", 100),
        ("2008-12-31", 200),
        ("2009-01-01", 300),
        ("2023-08-20", 300),
        ("2023-08-21", 400),
        ("2026-11-16", 400),
    ],
)
def test_wager_ceiling_depends_on_the_date(day: str, most: int) -> None:
    on = date.fromisoformat(day)

    def high(dollars: int) -> list[str]:
        changes = (
            ('base = "$5 to $300", match-n-poker = "$1 to $100"',
             f'base = "$5 to ${dollars}", match-n-poker = "$1 to $5"'),
        )  # fmt: skip
        return [str(each.place) for each in found(*changes, on=on) if each.rule == "WA-05" and "poker" in str(each)]

    assert high(most) == []
    assert high(most + 1) == ["table poker-1, base"]


@pytest.mark.parametrize(("authorised", "allowed"), [(5, 1), (6, 2), (10, 2), (11, 3), (15, 3)])
def test_higher_ceiling_of_2004_applied_to_some_tables(authorised: int, allowed: int) -> None:
    marked = [(f'id = "{name}"', f'id = "{name}"\nhigh_limit = true') for name in ("royal-1", "royal-2", "poker-1")]
    text = changed(
        ROOM,
        ("tables_authorised = 5", f"tables_authorised = {authorised}"),
        ('to $300"', 'to $200"'),
        *marked[: allowed + 1],
    )
    told = [each for each in findings(parse_property(text), date(2005, 1, 1)) if each.rule == "WA-05"]

    assert [str(each.place) for each in told if "marked" in each.wrong] == (["the property"] if allowed < 3 else [])
    # Tables that are marked may take $200, the others $100.
    over = [str(each.place) for each in told if each.place.part == "base"]
    assert over == [f"table {name}, base" for name in ("royal-1", "royal-2", "poker-1")[allowed + 1 :]]


@pytest.mark.parametrize(("day", "games"), [("2007-12-31", 2), ("2008-01-01", 3), ("2009-09-17", 3), ("2009-09-18", 6)])
def test_separate_games_limit_depends_on_the_date(day: str, games: int) -> None:
    told = [each for each in found(on=date.fromisoformat(day)) if each.rule == "WA-03"]

    assert bool(told) == (games < 3)


def test_money_on_hand_before_2022_is_not_checked() -> None:
    change = ('on_hand = "$60,000"', 'on_hand = "$0"')

    assert not [each for each in found(change, on=date(2021, 12, 31)) if each.rule == "WA-08"]
    assert [each for each in found(change, on=date(2022, 1, 1)) if each.rule == "WA-08"]


@pytest.mark.parametrize("day", ["1996-12-31", "0001-01-01"])
def test_no_table_opens_before_1997(day: str) -> None:
    with pytest.raises(BadInput, match="no house-banked card game was allowed: give a day from 1997-01-01 on"):
        found(on=date.fromisoformat(day))


# -- tribal casinos ----------------------------------------------------------------------------------------------------


def test_a_tribal_casino_follows_its_compact() -> None:
    """No state rule on cash, tokes or dealing; its own ceiling; as many tables as it is authorised for."""
    more = "\n".join(f'[[table]]\nid = "ez-{n}"\ngame = "ez-pai-gow"\npostings = "{UP}"\n' for n in range(2, 30))
    changes = (
        ('dealt_from = "approved shuffler"', 'dealt_from = "hand"'),
        ("[unavailable]", '[tokes]\nlimits = { base = "$1 to $5,000" }\n\n[unavailable]'),
        ("[[jackpot]]", f"{more}\n[[jackpot]]"),
    )

    assert found(*changes, text=CASINO) == []


def test_tribal_file_lacks_the_documents_of_a_card_room() -> None:
    told = found(('kind = "tribal casino"', 'kind = "card room"'), text=CASINO)

    missing = {str(each.place) for each in told if each.rule == "LETTER"}
    assert "ez-pai-gow, commercial-internal-controls" in missing
    assert "ez-pai-gow, equipment-licensed" in missing
    assert "WA-08" in {each.rule for each in told}


# -- packages ----------------------------------------------------------------------------------------------------------


def test_matching_approved_package_passes() -> None:
    here = package_hash("royal-match-21")
    head = "[approvals.royal-match-21.conditions]"

    assert found((head, f'[approvals.royal-match-21]\npackage = "{here}"\n{head}')) == []
    (other,) = found((head, f'[approvals.royal-match-21]\npackage = "{"0" * 64}"\n{head}'))
    assert str(other).startswith(
        f"WA-02a royal-match-21: the package of Royal Match 21 is {here[:12]}, approved is 000000000000; "
    )


def test_package_recorded_by_file_hashes_is_recognised() -> None:
    """A property's file of an earlier version needs no edit if the game is the approved one."""
    head = "[approvals.royal-match-21.conditions]"
    by_files = next(old for old, new in BY_FILES.items() if new == package_hash("royal-match-21"))

    assert found((head, f'[approvals.royal-match-21]\npackage = "{by_files}"\n{head}')) == []


# -- the gate ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_table_opens_if_and_only_if_no_finding_stops_it(case: Broken) -> None:
    of = property_of(*case.changes, text=case.text)
    gate = Gate(of, case.on)
    for table in dict.fromkeys(entry.id for entry in of.tables):
        against = gate.against(table)
        if against:
            with pytest.raises(NotApproved, match=f"table {table} may not open: ") as refused:
                gate.open_table(table)
            assert all(each.wrong in str(refused.value) for each in against)
        else:
            assert gate.open_table(table).game.slug == gate.entry(table).game
    stopping = [each for each in findings(of, case.on) if each.stops]
    about_tables = [each for each in stopping if not each.place.jackpot]
    closed = [entry.id for entry in of.tables if gate.against(entry.id)]
    assert bool(closed) >= bool(about_tables)
    if not stopping:
        assert closed == []


@pytest.mark.parametrize("case", BROKEN, ids=str)
def test_jackpot_opens_if_and_only_if_no_finding_stops_it_or_its_tables(case: Broken) -> None:
    of = property_of(*case.changes, text=case.text)
    gate = Gate(of, case.on)
    for entry in of.jackpots:
        stopped = [each for each in findings(of, case.on) if each.stops and each.place.jackpot == entry.id]
        tables = [table for table in entry.tables if table in {each.id for each in of.tables}]
        if stopped or any(gate.against(table) for table in tables):
            with pytest.raises(NotApproved, match=f"jackpot {entry.id} may not open: "):
                gate.open_jackpot(entry.id)
        elif not gate.against_jackpot(entry.id):
            setup, members = gate.open_jackpot(entry.id)
            assert (setup.id, [member.table for member in members]) == (entry.id, list(entry.tables))


def test_finding_at_one_table_leaves_others_open() -> None:
    gate = Gate(property_of(('base = "$5 to $300", match-n', 'base = "$5 to $301.55", match-n')), date(2020, 1, 1))
    # On that day no document of 2026 was in force; only one table's limit is too high.
    assert [each.place.table for each in gate.against("royal-1") if each.rule == "WA-05"] == []
    assert [each.place.table for each in gate.against("poker-1") if each.rule == "WA-05"] == ["poker-1"]


def test_unknown_table_and_jackpot_names_are_refused() -> None:
    gate = Gate(property_of(), TODAY)

    with pytest.raises(BadInput, match="the property has no table 'x': it has royal-1, royal-2 and poker-1"):
        gate.open_table("x")
    with pytest.raises(BadInput, match="the property has no jackpot 'x': it has royal"):
        gate.open_jackpot("x")


def test_a_table_opens_with_its_jackpots_prize() -> None:
    assert Gate(parse_property(CASINO), TODAY).open_table("riches-1").prize == 2_500_000
