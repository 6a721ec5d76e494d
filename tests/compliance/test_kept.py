"""Configurations that a store kept from earlier versions are read as they were meant, and keep their hashes."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitbook.compliance.property import hash_of, parse_kept, parse_property, posted_hash
from pitbook.errors import Faults

TEXT = (Path(__file__).parents[2] / "examples" / "property.toml").read_text("utf-8")
TABLE = parse_property(TEXT).tables[0].id
EARLIER = TEXT.replace(f'id = "{TABLE}"', f'id = "{TABLE}"\ndepth = "50%"', 1)


def test_a_kept_depth_is_the_penetration() -> None:
    kept, now = parse_kept(EARLIER, "version 1"), parse_property(EARLIER.replace("depth =", "penetration ="))
    assert kept.tables[0].penetration == Fraction(1, 2)
    assert kept == now
    assert kept.hash == hash_of(EARLIER)


def test_notices_that_are_up_stay_up() -> None:
    """They are known by a hash over what they state, which the new name is no part of."""
    assert posted_hash(parse_kept(EARLIER, "version 1"), TABLE) == posted_hash(parse_property(TEXT), TABLE)
    assert [entry.postings for entry in parse_property(TEXT).tables] == [
        posted_hash(parse_property(TEXT), entry.id)[: len(entry.postings)] for entry in parse_property(TEXT).tables
    ]


def test_a_new_file_has_the_new_name() -> None:
    with pytest.raises(Faults, match=r"depth.*this key is not known here: known are .*penetration"):
        parse_property(EARLIER)
