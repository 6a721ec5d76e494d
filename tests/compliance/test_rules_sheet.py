"""A game that letter 004 only lists opens with the house's own rules sheet and the pay tables that it confirms."""

from datetime import timedelta

import pytest

from pitbook.compliance.gate import Gate
from pitbook.compliance.property import parse_property
from pitbook.errors import BadInput, NotApproved
from pitbook.games.package import package_hash
from tests.compliance.broken_properties import TODAY, UP, posted

GAME = "three-card-poker"
ROOM = f"""
[property]
name = "Small"
kind = "card room"
location = "here"
tables_authorised = 1
dispute = "Ask."
employees = "None."
[cash]
on_hand = "$100,000"
last_year_receipts = "$1,500,000"
prize_funds = "$2,000,000"

[[table]]
id = "one"
game = "{GAME}"
postings = "{UP}"
cards = "entered"
wagers = ["ante", "pair-plus"]
limits = {{ ante = "$5 to $100", pair-plus = "$1 to $50" }}
"""
SHEET = f"""
[approvals.{GAME}]
package = "{package_hash(GAME)}"
[approvals.{GAME}.rules_sheet]
document = "Three Card Poker, rules of the house"
day = DAY
person = "D. Reyes"
sha256 = "{"a" * 64}"
pay_tables = {{ ante-bonus = "1-4-5", pair-plus = "40-40-30-6-4-1" }}
"""


def refusal(text: str) -> str:
    with pytest.raises(NotApproved) as refused:
        Gate(parse_property(posted(text)), TODAY).open_table("one")
    return str(refused.value)


def with_sheet(old: str = "", new: str = "") -> str:
    return ROOM + SHEET.replace("DAY", TODAY.isoformat()).replace(old, new)


def test_without_a_rules_sheet_the_table_stays_closed() -> None:
    said = refusal(ROOM)
    assert "letter 004, list entries 57, 60 and 61 names Three Card Poker and encloses no rules" in said
    assert "WA-02" in said


def test_with_the_sheet_and_its_pay_tables_it_opens() -> None:
    config = Gate(parse_property(posted(with_sheet())), TODAY).open_table("one")
    assert config.offered == ("ante", "play", "pair-plus")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (TODAY.isoformat(), (TODAY + timedelta(1)).isoformat(), "the rules sheet is dated"),
        ('ante-bonus = "1-4-5", ', "", "Ante Bonus is paid by 1-4-5"),
        ("40-40-30-6-4-1", "40-40-30-6-3-1", "Pair Plus is paid by 40-40-30-6-4-1"),
        (f'package = "{package_hash(GAME)}"\n', "", "the package that plays it is not confirmed"),
        (package_hash(GAME), "0" * 64, "the package of Three Card Poker is"),
    ],
)
def test_unconfirmed_pay_table_keeps_the_table_closed(old: str, new: str, words: str) -> None:
    assert words in refusal(with_sheet(old, new))


def test_invalid_hash_is_refused_while_parsing() -> None:
    with pytest.raises(BadInput, match="64 digits"):
        parse_property(with_sheet("a" * 64, "abc"))


def test_the_ceiling_counts_the_raise() -> None:
    """WAC 230-15-140: the Play may be as high as the Ante, so it meets the same ceiling."""
    text = with_sheet().replace("$5 to $100", "$5 to $500").replace('pair-plus = "$1', 'pair-plus = "$1')
    assert "play" in refusal(text)
