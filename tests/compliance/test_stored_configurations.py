"""Configurations stored by earlier versions keep their meaning and their hashes."""

from fractions import Fraction
from pathlib import Path

import pytest

from pitbook.compliance.property import hash_of, parse_property, parse_stored_property, posted_hash
from pitbook.errors import Faults

TEXT = (Path(__file__).parents[2] / "examples" / "property.toml").read_text("utf-8")
TABLE = parse_property(TEXT).tables[0].id
EARLIER = TEXT.replace(f'id = "{TABLE}"', f'id = "{TABLE}"\ndepth = "50%"', 1)


def test_stored_depth_is_read_as_penetration() -> None:
    kept, now = parse_stored_property(EARLIER, "version 1"), parse_property(EARLIER.replace("depth =", "penetration ="))
    assert kept.tables[0].penetration == Fraction(1, 2)
    assert kept == now
    assert kept.hash == hash_of(EARLIER)


def test_posted_notices_stay_valid() -> None:
    """They are identified by a hash of their content, which does not include the new name."""
    assert posted_hash(parse_stored_property(EARLIER, "version 1"), TABLE) == posted_hash(parse_property(TEXT), TABLE)
    assert [entry.postings for entry in parse_property(TEXT).tables] == [
        posted_hash(parse_property(TEXT), entry.id)[: len(entry.postings)] for entry in parse_property(TEXT).tables
    ]


def test_new_file_uses_penetration() -> None:
    with pytest.raises(Faults, match=r"depth.*this key is not known here: known are .*penetration"):
        parse_property(EARLIER)
