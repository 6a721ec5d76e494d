"""Texts that a hostile or careless user may enter where a card, an amount or a pay is expected."""

from collections.abc import Callable

from hypothesis import strategies as st

from pitbook.errors import BadInput

NASTY = (
    "",
    " ",
    "\t\r\n",
    "\x00",
    "\x1b[31m",
    "\u202e10",
    "\ufeff5",
    "\ud800",
    "nan",
    "NaN",
    "inf",
    "-inf",
    "1e3",
    "1E400",
    "0x10",
    "1_000",
    "٣",
    "５",
    "²",
    "Ⅷ",
    "½",
    "+5",
    "--5",
    "−5",
    "5.",
    ".5",
    ".",
    ",",
    "1,00",
    "1,0000",
    "5 5",
    "5\n5",
    "null",
    "None",
    "'; drop table bets; --",
    "[bold]5[/bold]",
    "%s%n",
    "{0}",
    "A" * 100_000,
    "9" * 100_000,
    "0." + "1" * 100_000,
    "1" + ",000" * 30_000,
    "down to " + " " * 100_000,
    "(" * 100_000,
)
"""None of these is a card, an amount of money, a pay or a rounding."""

anything = st.one_of(
    st.text(),
    st.text(alphabet="0123456789.,$-+eE% ", max_size=30),
    st.text(alphabet="23456789TJQKAtjqkacdhs10♣♦♥♠\u212a\u017f ", max_size=6),
    st.text(alphabet="0123456789.,$% ()abcfortmepushl", max_size=30),
    st.sampled_from(NASTY),
)
"""Texts of every kind, nearly valid ones among them."""


def refused(parse: Callable[[str], object], text: str) -> str:
    """The sentence with which ``parse`` refuses a text; empty if it accepts it. Any other exception is a bug."""
    try:
        parse(text)
    except BadInput as error:
        return str(error)
    return ""


def short(text: str) -> str:
    """A short test id for such a text."""
    return ascii(text)[:24]
