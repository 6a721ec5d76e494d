"""An approval letter as data: what it approves, under which conditions, and every figure it prints.

A game may have another basis: a base game has a regulation, a game of the library has published rules, a design has
none. :class:`Letter` says which, and writes the citation.
"""

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final, Literal, get_args

from pitbook.games.letter_text import NONE, LetterText
from pitbook.toml_file import Section, TomlFile

Basis = Literal["letter", "regulation", "public rules", "nothing"]
"""The basis of a game. Only a letter or a regulation approves it."""
UNDATED: Final = date.min
PRINTED_UNDATED: Final = date(2000, 1, 1)
"""The date on documents whose basis has no date: a fixed date keeps their bytes reproducible."""

Applies = Literal["all", "commercial card rooms", "tribal casinos", "manufacturers and distributors"]

ConditionKind = Literal[
    "rules of play",
    "internal controls",
    "tribal agency approval",
    "commission concurrence",
    "compact supplement",
    "licensed equipment",
    "certified equipment",
    "modification",
    "wager limits",
]

Figure = Literal[
    "hit frequency",
    "one in",
    "house advantage",
    "return",
    "total return",
    "combinations",
    "probability",
    "envy pays",
    "envy return",
    "total envy return",
    "house edge by players",
    "hold",
    "top payout odds",
    "top payout average",
    "seed",
    "reserve",
]
"""The subject of a printed figure. ``top payout odds`` is the figure that letter 003 calls a probability."""


def long_date(day: date) -> str:
    """``March 10, 2015``, as letters write it."""
    return f"{day:%B} {day.day}, {day.year}"


@dataclass(frozen=True, slots=True)
class Condition:
    """A requirement that must hold before, or while, the game is played."""

    id: str
    kind: ConditionKind
    applies_to: Applies
    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Information in the letter that is not a condition."""

    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class Component:
    """A part of a progressive system at the version that the letter requires."""

    name: str
    version: str
    or_higher: bool
    alternative_to: str = ""
    """The component that this one may replace."""


@dataclass(frozen=True, slots=True)
class System:
    """A progressive system that a wager must be run on."""

    id: str
    name: str
    wagers: tuple[str, ...]
    controller: str
    """The controller that records a prize: ``keyed``, ``card swipe`` or ``touch pad``."""
    components: tuple[Component, ...]
    cite: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One figure that the letter prints, and what it measures."""

    id: str
    figure: Figure
    printed: str
    wager: str
    cite: str
    table: str = ""
    decks: int = 0
    """The deck count printed with it; 0 where the letter prints none."""
    outcome: str = ""
    players: int = 0
    """The number of players that it is stated for; 0 if it does not depend on that."""
    block: str = ""
    """The printed table that contains it, if the letter prints figures about the same thing more than once."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Letter:
    """One approval letter, or the other basis of a game; then it has no number."""

    number: str = ""
    """Empty if the basis is not a letter."""
    subject: str = ""
    maker: str = ""
    dated: date = UNDATED
    submission: int | None = None
    rules_dated: tuple[date, ...] = ()
    """When the enclosed rules were provided, where the letter says so."""
    approves: tuple[str, ...] = ()
    encloses: str = ""
    conditions: tuple[Condition, ...] = ()
    notices: tuple[Notice, ...] = ()
    linking: tuple[Notice, ...] = ()
    """The letter's conditions for linking progressives."""
    advice: tuple[Notice, ...] = ()
    """The manufacturer's recommendations on meters, seeds and reserves."""
    systems: tuple[System, ...] = ()
    claims: tuple[Claim, ...] = ()
    remarks: tuple[Notice, ...] = ()
    """Places where the letter contradicts or repeats itself or leaves something open, in our words."""
    text: LetterText = NONE
    """The text of the letter; empty for a game whose folder has no ``printed.txt``."""
    regulation: str = ""
    """The regulation that allows the game without a letter, such as ``regulation 2.1``."""
    public_rules: str = ""
    """The source of the game's published rules. Publication is not an approval."""
    outside: bool = False
    """Whether the game was loaded from outside Pitbook: no approval covers it, even if its folder claims one."""
    listing: str = ""
    """The list of approved games that names the game without enclosing its rules, such as ``letter 004, list entry
    57``. A house may offer it after putting its own rules sheet on file."""

    @property
    def basis(self) -> Basis:
        if self.outside:
            return "nothing"
        if self.number:
            return "letter"
        if self.regulation:
            return "regulation"
        return "public rules" if self.public_rules else "nothing"

    @property
    def is_approval(self) -> bool:
        """Whether a house may offer the game at all."""
        return self.basis in ("letter", "regulation")

    @property
    def citation(self) -> str:
        """For use in a sentence: ``letter 003``, ``regulation 2.1``, ``public rules (...)`` or ``no letter``."""
        if self.outside:
            return "not approved, from outside Pitbook"
        if self.basis == "public rules":
            return f"public rules ({self.public_rules})"
        return {"letter": f"letter {self.number}", "regulation": self.regulation}.get(self.basis, "no letter")

    @property
    def label(self) -> str:
        """For a form field "Letter": its number, or ``none`` and the other basis."""
        if self.basis == "nothing":
            return f"none: {self.citation if self.outside else 'not approved'}"
        return self.number or f"none: {self.citation}"

    @property
    def source(self) -> str:
        """Citation and maker: ``letter 003, Bally Technologies``."""
        return ", ".join(filter(None, (self.citation, self.maker)))

    @property
    def day(self) -> str:
        """The day of the letter in words, ``March 10, 2015``; empty where it is undated."""
        return "" if self.dated == UNDATED else long_date(self.dated)

    @property
    def iso_day(self) -> str:
        """The day of the letter as ``2015-03-10``."""
        return "" if self.dated == UNDATED else self.dated.isoformat()

    @property
    def day_printed(self) -> date:
        """The date of documents that are made from this letter."""
        return PRINTED_UNDATED if self.dated == UNDATED else self.dated


def load_letter(path: Path) -> Letter:
    """Reads a ``letter.toml``; raises all its faults together."""
    file = TomlFile.open(path)
    root = file.root
    head = root.section("letter")
    submission = head.number("submission", 0)
    letter = Letter(
        number=head.text("number"),
        subject=head.text("subject"),
        maker=head.text("maker"),
        dated=head.day("dated"),
        submission=submission or None,
        rules_dated=tuple(date.fromisoformat(day) for day in head.texts("rules_dated", ())),
        approves=head.texts("approves"),
        encloses=head.text("encloses"),
        conditions=tuple(_condition(section) for section in root.sections("conditions")),
        notices=tuple(_notice(section) for section in root.sections("notices")),
        linking=tuple(_notice(section) for section in root.sections("linking")),
        advice=tuple(_notice(section) for section in root.sections("advice")),
        systems=tuple(_system(section) for section in root.sections("systems")),
        claims=tuple(claim for section in root.sections("claims") for claim in _claims(section)),
        remarks=tuple(_notice(section) for section in root.sections("remarks")),
    )
    head.done()
    root.done()
    file.check()
    return letter


def _one_of(section: Section, name: str, kind: Any, default: str = "") -> Any:
    value = section.text(name, default) if default else section.text(name)
    if value and value not in get_args(kind):
        section.fault(name, f"{value!r} is not one of {', '.join(get_args(kind))}")
    return value


def _condition(section: Section) -> Condition:
    condition = Condition(
        id=section.text("id"),
        kind=_one_of(section, "kind", ConditionKind),
        applies_to=_one_of(section, "applies_to", Applies),
        text=section.text("text"),
        cite=section.text("cite"),
    )
    section.done()
    return condition


def _notice(section: Section) -> Notice:
    notice = Notice(text=section.text("text"), cite=section.text("cite"))
    section.done()
    return notice


def _system(section: Section) -> System:
    system = System(
        id=section.text("id"),
        name=section.text("name"),
        wagers=section.texts("wagers"),
        controller=section.text("controller"),
        components=tuple(_component(part) for part in section.sections("components")),
        cite=section.text("cite"),
    )
    section.done()
    return system


def _component(section: Section) -> Component:
    component = Component(
        name=section.text("name"),
        version=section.text("version", ""),
        or_higher=section.flag("or_higher", False),
        alternative_to=section.text("alternative_to", ""),
    )
    section.done()
    return component


ClaimKey = Literal["outcome", "table", "decks", "players", "none"]


def _claims(section: Section) -> list[Claim]:
    """One ``[[claims]]`` block: a row or column of printed figures, distinguished by ``by``."""
    figure: Figure = _one_of(section, "figure", Figure)
    by: ClaimKey = _one_of(section, "by", ClaimKey, "none")
    common: dict[str, Any] = {
        "figure": figure,
        "wager": section.text("wager"),
        "cite": section.text("cite"),
        "table": section.text("table", ""),
        "decks": section.number("decks", 0),
        "outcome": section.text("outcome", ""),
        "players": section.number("players", 0),
        "block": section.text("block", ""),
        "note": section.text("note", ""),
    }
    printed: dict[str, Any] = (
        {"": section.text("printed")} if by == "none" else dict(section.section("printed").items())
    )
    section.done()
    claims = []
    for key, text in printed.items():
        if not isinstance(text, str):
            section.fault(f"printed.{key}", f"{text!r} is not a quoted string: a figure is stored as printed")
            continue
        own: dict[str, Any] = {} if by == "none" else {by: int(key) if by in ("decks", "players") else key}
        values = common | own
        parts = [values[name] for name in ("wager", "table", "decks", "block", "figure", "outcome", "players")]
        claims.append(Claim(id="/".join(str(part) for part in parts if part), printed=text, **values))
    return claims
