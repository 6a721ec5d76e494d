"""A room in a TOML file: the wagers played, the number of tables and the volume.

.. code-block:: toml

    days = 30

    [[play]]
    game = "royal-match-21"
    wager = "base"
    bet = "25"
    tables = 4
    hours = "16"
    rounds_per_hour = "60"
    seats = "4.5"

    [[play]]
    game = "royal-match-21"
    wager = "royal-match"
    table = "RM-04"
    bet = "5"
    tables = 4
    take_up = "40%"
"""

import re
from fractions import Fraction
from pathlib import Path
from typing import Final

from pitbook.errors import BadInput, quoted
from pitbook.money import parse_bet, parse_cents
from pitbook.simulate.hold import HoldRequest, Month, MonthlyPlay, play_of
from pitbook.simulate.life import TableVolume
from pitbook.toml_file import Section, TomlFile

DAYS: Final = 30
MOST_PLAYS: Final = 100


def read_month(path: Path) -> Month:
    """The month of a file; reports all its faults at once."""
    file = TomlFile.open(path)
    days = file.root.number("days", DAYS)
    plays = [_play(section, days) for section in file.root.sections("play")]
    file.root.done()
    if not plays and not file.faults:
        file.fault("", "the room plays nothing: give at least one [[play]]")
    if len(plays) > MOST_PLAYS:
        file.fault("play", f"{len(plays)} plays are too many: give at most {MOST_PLAYS}")
    file.check()
    return Month(tuple(play for play in plays if play is not None))


def _play(section: Section, days: int) -> MonthlyPlay | None:
    before = len(section.file.faults)
    ask = HoldRequest(
        section.text("game"),
        section.text("wager"),
        section.text("table", ""),
        section.number("decks") if "decks" in section else None,
        f"{bet / 100:.2f}" if "bet" in section and (bet := section.parsed("bet", _bet)) else None,
        {},
        section.parsed("seed_amount", parse_cents) if "seed_amount" in section else None,
        section.parsed("contribution", part_of) if "contribution" in section else None,
        section.parsed("reserve", part_of) if "reserve" in section else None,
    )
    usual = TableVolume()
    tables = section.number("tables", usual.tables)
    hours, rounds, seats, take_up = (
        section.parsed(name, parse, default) or Fraction(0)
        for name, parse, default in (
            ("hours", number_of, "16"),
            ("rounds_per_hour", number_of, "60"),
            ("seats", number_of, "5"),
            ("take_up", part_of, "100%"),
        )
    )
    section.done()
    if len(section.file.faults) > before:
        return None
    try:
        return play_of(ask, TableVolume(tables, hours, rounds, seats, take_up), days)
    except BadInput as error:
        section.fault("", str(error))
        return None


def _bet(text: str) -> int:
    return parse_bet(text)


def number_of(text: str, what: str = "number") -> Fraction:
    """``16`` or ``7.5``."""
    if not re.fullmatch(r"\d{1,12}(?:\.\d{1,3})?", text.strip(), re.ASCII):
        raise BadInput(f"{what} {quoted(text)} is not a number: write it as 16 or 7.5, with at most three decimals")
    return Fraction(text.strip())


def part_of(text: str, what: str = "part") -> Fraction:
    """``60%`` or ``0.6``, from 0 to 1."""
    found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})(%?)", text.strip(), re.ASCII)
    if not found:
        raise BadInput(f"{what} {quoted(text)} is not a part: write 60% or 0.6, with at most six decimals")
    value = Fraction(found[1]) / (100 if found[2] else 1)
    if value > 1:
        raise BadInput(f"{what} {quoted(text)} is more than 100%: write a part, such as 60% or 0.6")
    return value
