"""The display data of a game, which never changes its rules: felt colours, examples, lesson, tour stop, play tables.

It is the file ``show.toml`` in the game's folder. A game without that file, or without a part of it, has the default
colours of :class:`FeltColours`, no examples, no lesson and no stop. The approved package does not cover it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import NamedTuple

from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.games import base_game, cached_by_game, folder
from pitbook.games.lesson import Lesson
from pitbook.games.model import Game, Wager
from pitbook.pay import Pay, Push
from pitbook.toml_file import Section, TomlFile

NOTHING = "nothing"


def pay_words(wager: Wager, pay: Pay) -> str:
    """A pay as players read it; a wager that comes with another one has no bet of its own to return."""
    return NOTHING if wager.requires_all_of and isinstance(pay, Push) else str(pay)


@dataclass(frozen=True, slots=True)
class FeltColours:
    """The colours of a felt, printed and on screen; the defaults apply to a game that states none."""

    felt: str = "#1f4f46"
    edge: str = "#163a33"
    """A darker tone towards the rail."""
    ink: str = "#f4ecd6"
    accent: str = "#e6bf66"


class ExampleHand(NamedTuple):
    """Cards on the table; the dealer's and the community cards where the wager looks at them."""

    player: str
    dealer: str = ""
    board: str = ""


class TourStop(NamedTuple):
    """A hand worth seeing. Bet and pay table are in the format of ``pitbook settle``."""

    bet: str
    table: str
    player: str
    dealer: str = ""


@dataclass(frozen=True, slots=True)
class DrillSpot:
    """Hands of one kind that a learner may ask a drill of decisions for."""

    name: str
    street: str = ""
    """The decision that they are for; empty for every decision."""
    low: str = ""
    high: str = ""
    """Example hands: those whose value lies between the two are dealt; empty for hands of every value."""
    starting: tuple[str, ...] = ()
    """Starting hands of two cards, such as ``K5o``; empty for all."""


@dataclass(frozen=True, slots=True)
class DrillText:
    """The text of a drill of decisions about a game, and the kinds of hands that it deals."""

    about: str = ""
    spots: tuple[DrillSpot, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowFile:
    """The contents of a ``show.toml``."""

    felt: FeltColours = FeltColours()
    hands: Mapping[str, tuple[ExampleHand, ...]] = field(default_factory=dict)
    """Wager -> hands that show its lines, from the best to one that loses. Their pays are settled, not stored."""
    best: str = ""
    """The wager whose best hand illustrates the game on the front page; empty for the first that has hands."""
    tour: TourStop | None = None
    lesson: Lesson = field(default_factory=Lesson)
    """The lesson of the game. A game on a base game states only the differences."""
    short_names: Mapping[str, str] = field(default_factory=dict)
    """Wager -> a short name for small places such as a betting spot."""
    drill: DrillText = DrillText()
    legend: str = ""
    """A rule that the felt prints in large letters, such as ``deuces and the joker are wild``."""
    play: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Further tables for play money, beside the one with the usual wagers: name -> wagers."""


def shown(game: Game) -> ShowFile:
    """The display data of a game."""
    return _kept(folder(game.slug) / "show.toml")


def example_hands(game: Game, wager: str) -> tuple[ExampleHand, ...]:
    """The hands that show what a wager pays: those of the game, else those of its base game."""
    own = shown(game).hands
    base = base_game(game)
    if wager in own or base is None:
        return own.get(wager, ())
    return shown(base).hands.get(wager, ())


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game: its own, completed by that of its base game. A game without a lesson is described by
    its procedure."""
    own, base = shown(game).lesson, base_game(game)
    if base is not None:
        stated = {each.name: value for each in fields(own) if (value := getattr(own, each.name))}
        own = replace(shown(base).lesson, **stated)
    if own == Lesson():
        return Lesson(name=game.name, deal=game.about, results=" ".join(step.text for step in game.procedure))
    return own


def best_wager(game: Game) -> str:
    """The wager whose best hand illustrates the game; empty if no wager has hands."""
    found = shown(game)
    return found.best or next((wager.slug for wager in game.wagers if example_hands(game, wager.slug)), "")


@cached_by_game()
def _kept(path: Path) -> ShowFile:
    return read_shown(path)


def read_shown(path: Path) -> ShowFile:
    """Reads a ``show.toml``; raises all its faults together."""
    if not path.is_file():
        return ShowFile()
    file = TomlFile.open(path)
    root = file.root
    examples, tables = root.section("examples", optional=True), root.section("play", optional=True)
    found = ShowFile(
        felt=_felt(root.section("felt", optional=True)),
        hands={wager: _hands(examples, wager) for wager, _ in examples.items()},
        best=root.text("best_wager", ""),
        tour=_stop(root.section("tour")) if "tour" in root else None,
        lesson=_lesson(root.section("lesson", optional=True)),
        legend=root.text("legend", ""),
        drill=_drill(root.section("drill", optional=True)),
        short_names=_texts(root.section("short_names", optional=True)),
        play={name: tables.texts(name) for name, _ in tables.items()},
    )
    root.done()
    file.check()
    return found


def _felt(section: Section) -> FeltColours:
    usual = FeltColours()
    found = {
        name: section.parsed(name, _colour, getattr(usual, name)) or "" for name in ("felt", "edge", "ink", "accent")
    }
    section.done()
    return FeltColours(**found)


def _colour(text: str) -> str:
    if not re.fullmatch(r"#[0-9a-f]{6}", text):
        raise BadInput(f"{text!r} is not a colour: write it as '#1f4f46'")
    return text


def _hands(examples: Section, wager: str) -> tuple[ExampleHand, ...]:
    """``"Kh Qh / 9s 5c"``: the player's cards, then the dealer's; with a second slash, the community cards."""
    found = []
    for text in examples.texts(wager):
        player, dealer, board = (part.strip() for part in f"{text}//".split("/")[:3])
        examples.attempt(wager, parse_cards, f"{player} {dealer} {board}")
        found.append(ExampleHand(player, dealer, board))
    return tuple(found)


def _lesson(section: Section) -> Lesson:
    names = ("name", "aim", "values", "deal", "results", "special")
    texts = {name: section.text(name, "") for name in names}
    section.parsed("cards", parse_cards, "")
    choices = tuple(_texts(section.section("choices", optional=True)).items())
    found = Lesson(**texts, cards=section.text("cards", ""), choices=choices)
    section.done()
    return found


def _drill(section: Section) -> DrillText:
    spots = tuple(_spot(each) for each in section.sections("spot")) if "spot" in section else ()
    found = DrillText(section.text("about", ""), spots)
    section.done()
    return found


def _spot(section: Section) -> DrillSpot:
    for name in ("low", "high"):
        section.parsed(name, parse_cards, "")
    starting = section.texts("starting", ()) if "starting" in section else ()
    spot = DrillSpot(
        section.text("name"), section.text("street", ""), section.text("low", ""), section.text("high", ""), starting
    )
    section.done()
    return spot


def _texts(section: Section) -> dict[str, str]:
    """A table of strings with free keys."""
    return {name: section.text(name) for name, _ in section.items()}


def _stop(section: Section) -> TourStop:
    stop = TourStop(section.text("bet"), section.text("table"), section.text("player"), section.text("dealer", ""))
    section.done()
    return stop
