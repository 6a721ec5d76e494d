"""A letter's terms for a game's progressives beside pays and rules: ``progressive.toml`` in the game's folder.

The file names the controllers that a progressive wager may run on, the source of its fixed pays, and the tables that
may share a meter. None of this decides what a hand wins, so it is not part of the approved package; seeds and
contributions that a letter prints are among the letter's claims.

.. code-block:: toml

    linked_only_alike = "letter 003, approval"

    [[progressive]]
    wager = "blazing-7s"
    fixed_pays_from_tray = ""
    house_jackpot = false

    [[progressive.controller]]
    kind = "card"
    cite = "letter 003, Blazing 7's Progressive rules 5 and 13"
    hand_button = "letter 003, Blazing 7's Progressive rule 13d"
    spots = false
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final, Literal, get_args

from pitbook.errors import quoted
from pitbook.games import cached_by_game, folder, game, slugs
from pitbook.toml_file import Section, TomlFile

Controller = Literal["keyed", "card", "sensing"]
"""A keypad with a supervisor's key, one with cards, and sensors that see the wagers."""
GROWS_FROM: Final = Fraction(70, 100)
"""The contribution at which most meters grow although all pays are paid from them."""
ADVICE: Final = "letter 003, Progressive systems flexibility and recommendations"
"""Where the letter prints this and other advice on a meter's terms."""


@dataclass(frozen=True, slots=True)
class ControllerRules:
    """The rules sheet for operating a wager's controller."""

    kind: Controller
    cite: str
    hand: str
    """The rule of the hand button."""
    spots: bool
    """Whether the dealer selects the player's spot before the hand button."""


@dataclass(frozen=True, slots=True)
class ProgressiveRules:
    """The letter's terms for one progressive wager."""

    wager: str
    sheets: tuple[ControllerRules, ...]
    """The controllers that the letter approves, the usual one first."""
    tray_only: str
    """The paragraph that forbids paying fixed pays from the meter; empty if the house may choose."""
    house_jackpot: bool
    """Whether the casino may post a prize of its own instead of a progressive."""

    @property
    def controllers(self) -> tuple[Controller, ...]:
        return tuple(sheet.kind for sheet in self.sheets)

    def sheet(self, controller: str) -> ControllerRules:
        return next(sheet for sheet in self.sheets if sheet.kind == controller)


@dataclass(frozen=True, slots=True)
class GameProgressives:
    """The progressives of one game."""

    linked_only_alike: str
    """The paragraph that allows linking this game's tables only if wager, pay table and deck count are the same, and
    never with another game; empty if the general rule applies."""
    rules: Mapping[str, ProgressiveRules]
    """By wager."""


NO_PROGRESSIVES: Final = GameProgressives("", {})


@cached_by_game()
def progressives_of(slug: str) -> GameProgressives:
    """The progressives of a game; a game without the file has none."""
    return read_progressives(folder(slug) / "progressive.toml", tuple(game(slug).wager_slugs()))


def all_progressives() -> Iterator[tuple[str, ProgressiveRules]]:
    """Every progressive wager of the rulebook, with its game."""
    for slug in slugs():
        for rules in progressives_of(slug).rules.values():
            yield slug, rules


def read_progressives(path: Path, wagers: tuple[str, ...]) -> GameProgressives:
    """Reads a ``progressive.toml``; raises all its faults together."""
    if not path.exists():
        return NO_PROGRESSIVES
    file = TomlFile.open(path)
    linked_only = file.root.text("linked_only_alike", "")
    found = [_progressive(section, wagers) for section in file.root.sections("progressive")]
    file.root.done()
    file.check()
    return GameProgressives(linked_only, {rules.wager: rules for rules in found})


def _progressive(section: Section, wagers: tuple[str, ...]) -> ProgressiveRules:
    wager = section.text("wager")
    if wager not in wagers:
        section.fault("wager", f"the game has no wager {quoted(wager)}: it has {', '.join(wagers)}")
    tray_only, house = section.text("fixed_pays_from_tray", ""), section.flag("house_jackpot", False)
    sheets = tuple(_sheet(each) for each in section.sections("controller"))
    if not sheets:
        section.fault("", "a progressive runs on at least one [[progressive.controller]]")
    section.done()
    return ProgressiveRules(wager, sheets, tray_only, house)


def _sheet(section: Section) -> ControllerRules:
    kinds: Mapping[str, Controller] = {kind: kind for kind in get_args(Controller)}
    kind = section.text("kind")
    if kind not in kinds:
        section.fault("kind", f"{quoted(kind)} is not a controller: the kinds are {', '.join(kinds)}")
    sheet = ControllerRules(
        kinds.get(kind, "card"), section.text("cite"), section.text("hand_button"), section.flag("spots", False)
    )
    section.done()
    return sheet
