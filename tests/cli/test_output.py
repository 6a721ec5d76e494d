"""Tables and lists in narrow terminals."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from pitbook.cli.output import Slug, new_table, print_item

LONG = "million-dollar-match-the-dealer"


def printed(thing: object, width: int) -> list[str]:
    screen = Console(file=io.StringIO(), width=width, highlight=False)
    screen.print(thing)
    assert isinstance(screen.file, io.StringIO)
    return [line.rstrip() for line in screen.file.getvalue().splitlines()]


def test_slug_breaks_only_after_a_hyphen() -> None:
    """Each line holds as much as fits."""
    assert printed(Slug(LONG), 80) == [LONG]
    assert printed(Slug(LONG), 17) == ["million-dollar-", "match-the-dealer"]
    assert printed(Slug(LONG), 9) == ["million-", "dollar-", "match-", "the-", "dealer"]
    assert printed(Slug("base"), 3) == ["bas", "e"]
    assert printed(Slug(""), 10) == [""]


@given(st.text(st.sampled_from("ab-1 "), max_size=30), st.integers(1, 40))
def test_broken_slug_keeps_every_character(name: str, width: int) -> None:
    assert "".join("".join(printed(Slug(name), width)).split()) == "".join(name.split())


@pytest.mark.parametrize("width", [60, 70, 80, 100, 116])
def test_numbers_are_never_broken_across_lines(width: int) -> None:
    """Columns move together first, then words wrap."""
    table = new_table("wager", "what", "count", "edge", right=("count", "edge"))
    table.add_row(Slug(LONG), "a player's five-card hand", "8,250,459,031,214,400", "-0.02576053")
    lines = printed(table, width)

    assert all(len(line) <= width for line in lines)
    assert any("8,250,459,031,214,400" in line and "-0.02576053" in line for line in lines)
    words = " ".join(lines).split()
    assert {"player's", "five-card", "hand"} <= set(words)
    assert "".join(word for word in words if word in LONG and len(word) > 1) == LONG


def test_wide_table_keeps_its_spacing() -> None:
    """Three blanks between columns, where there is space for them."""
    table = new_table("a", "b")
    table.add_row("one", "two")

    assert "  one   two" in printed(table, 80)


def test_footer_is_aligned_with_its_columns() -> None:
    """The footer is the last line of a table, with the sums."""
    table = new_table("event", "count", right=("count",), feet=("Total", "12"))
    table.add_row("win", "12")

    assert any(line.split() == ["Total", "12"] for line in printed(table, 40))


def test_wrapped_list_item_is_indented() -> None:
    """The second line begins under the text, not under the number."""
    screen = Console(file=io.StringIO(), width=24, highlight=False)
    print_item(screen, "  1. ", "Seven cards are set as two hands.")
    assert isinstance(screen.file, io.StringIO)

    assert [line.rstrip() for line in screen.file.getvalue().splitlines()] == [
        "  1. Seven cards are set",
        "     as two hands.",
    ]
