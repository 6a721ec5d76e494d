"""The catalogue: the 66 games that letter 004 approves as amended, and what Pitbook has of each.

A name on the letter's list is an approval, not a rule. An entry points to a game of the rulebook if a rule sheet is
enclosed with a letter, or if the rules are public; its note says which.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple, get_args

from pitbook.games import game
from pitbook.games.letter import Letter
from pitbook.games.model import listed
from pitbook.toml_file import Section, TomlFile

Family = Literal[
    "blackjack variant",
    "blackjack side bet",
    "baccarat",
    "pai gow",
    "hold'em",
    "stud poker",
    "three-card poker",
    "four-card poker",
    "rummy",
    "war",
    "other",
    "not known",
]


NO_PUBLIC_RULES: Final = "No public rules found."
"""The end of the summary of such an entry."""
Status = Literal["played", "partly", "listed"]


class ListedApproval(NamedTuple):
    """A letter that approves the game, and in what form."""

    letter: str
    note: str


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """One game of the letter's list."""

    number: int
    name: str
    """As the letter prints it."""
    family: Family
    summary: str
    approvals: tuple[ListedApproval, ...]
    """Oldest first."""
    game: str
    """The slug of the game in the rulebook that has its rules; empty where none has."""
    wager: str
    """The slug of the wager, if the entry is one wager of that game."""
    settles: bool
    """True where the rulebook has that game or wager; ``note`` says under which letter's rules."""
    note: str
    missing: tuple[str, ...] = ()
    """Parts of the entry that Pitbook does not have, with the reason; of an entry that is only listed, what its public
    rules leave open."""
    play: bool = False
    """Whether a live table can deal it; a higher layer fills this in."""
    analyse: bool = False
    """Whether it has a par sheet; a higher layer fills this in."""

    @property
    def status(self) -> Status:
        """Whether Pitbook plays and analyses the entry, fully or partly, or only lists it; see :attr:`why`."""
        if not self.settles:
            return "listed"
        return "partly" if self.missing else "played"

    @property
    def why(self) -> str:
        """The missing parts of an entry, or why it is only listed; empty if it is complete."""
        if self.settles:
            return "; ".join(self.missing)
        if self.summary.lower().endswith(NO_PUBLIC_RULES.lower()):
            return f"{self.note} {NO_PUBLIC_RULES}"
        leave_open = f"its public rules leave open {listed(self.missing)}" if self.missing else "its rules are public"
        return f"{self.note} Pitbook does not have it yet; {leave_open}."


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The contents of ``catalogue.toml``."""

    amendments: tuple[str, ...]
    entries: tuple[CatalogueEntry, ...]


def catalogue() -> tuple[CatalogueEntry, ...]:
    """Every game of the letter's list, 1 to 66."""
    return _built_in().entries


def amendments() -> tuple[str, ...]:
    """The amendments of the letter. Each game has some of them; the letter does not say which."""
    return _built_in().amendments


def approval() -> Letter:
    """The letter that prints the list. It encloses one rule sheet, that of EZ Pai Gow."""
    return game("ez-pai-gow").letter


@cache
def _built_in() -> Catalogue:
    return read_catalogue(Path(__file__).with_name("catalogue.toml"))


def read_catalogue(path: Path) -> Catalogue:
    """Reads a ``catalogue.toml``; raises all its faults together."""
    file = TomlFile.open(path)
    root = file.root
    letter = approval()
    approved = ListedApproval(
        letter.number,
        f"approved on {_day(letter.dated)} as amended (submission {letter.submission}), "
        f"under rules provided on {_days(letter.rules_dated)}",
    )
    not_enclosed = root.text("not_enclosed")
    read = Catalogue(
        amendments=root.texts("amendments"),
        entries=tuple(
            _entry(section, number, approved, not_enclosed) for number, section in enumerate(root.sections("game"), 1)
        ),
    )
    root.done()
    file.check()
    return read


def _entry(section: Section, place: int, approved: ListedApproval, not_enclosed: str) -> CatalogueEntry:
    number = section.number("number")
    if number != place:
        section.fault("number", f"{number} is at position {place}: the list has every number once, in order")
    game_slug, wager_slug = section.text("game", ""), section.text("wager", "")
    entry = CatalogueEntry(
        number=number,
        name=section.text("name"),
        family=_family(section),
        summary=section.text("summary"),
        approvals=(*_earlier(section), approved),
        game=game_slug,
        wager=wager_slug,
        settles=_settles(section, game_slug, wager_slug),
        note=section.text("note", not_enclosed),
        missing=section.texts("missing", ()) if "missing" in section else (),
    )
    section.done()
    return entry


def _family(section: Section) -> Family:
    name = section.text("family")
    for family in get_args(Family):
        if family == name:
            known: Family = family
            return known
    if name:
        section.fault("family", f"{name!r} is not one of {', '.join(get_args(Family))}")
    return "not known"


def _earlier(section: Section) -> Iterable[ListedApproval]:
    if "earlier" not in section:
        return ()
    part = section.section("earlier")
    earlier = ListedApproval(part.text("letter"), part.text("note"))
    part.done()
    return (earlier,)


def _settles(section: Section, game_slug: str, wager_slug: str) -> bool:
    """Whether the rulebook has the game or wager that the entry names; a name that does not exist is a fault."""
    found = section.attempt("game", game, game_slug) if game_slug else None
    if wager_slug and not game_slug:
        section.fault("wager", "a wager needs the game that it belongs to")
    if found is None or not wager_slug:
        return found is not None
    return section.attempt("wager", found.wager, wager_slug) is not None


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _days(days: Iterable[date]) -> str:
    return " and ".join(map(_day, days))
