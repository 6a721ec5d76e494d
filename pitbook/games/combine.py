"""Wagers of several games at one table, such as bonus bets of two manufacturers on one blackjack table.

The games are combined into one game, which tables, settlement and pages treat like any other. Each wager keeps its
letter's citation, and each game its own letter and approved package: compliance checks them game by game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

from pitbook.errors import NotApproved
from pitbook.games.letter import Letter
from pitbook.games.model import Game, Option, Wager, listed

WORDS: Final = frozenset({"about", "cite", "footnotes", "loss_words", "name", "published"})
"""Fields of a wager that only explain it: games on one base game may word them differently."""


def combine(slug: str, games: Sequence[Game], bases: Sequence[str]) -> Game:
    """One game with the wagers of all; ``bases`` are the slugs of their base games.

    Refuses games that are not played on the same base game with the same rules, or that use one name for two things.
    """
    first = games[0]
    for other, base in zip(games[1:], bases[1:], strict=True):
        if base != bases[0]:
            raise _refused(other, first, f"it is played on {base}, and {first.slug} on {bases[0]}")
        if other.slug in (first.slug, base):
            raise _refused(other, first, "its wagers are there already")
        for needed in dict.fromkeys((*first.required, *other.required)):
            if not _is_same(_wager(first, needed), _wager(other, needed)):
                raise _refused(other, first, f"their {needed} wagers have different rules")
    decks = tuple(count for count in first.decks if all(count in game.decks for game in games))
    if not decks:
        raise _refused(games[1], first, "no number of decks is approved for both")
    return replace(
        first,
        slug=slug,
        name=f"{first.name} with {listed(game.name for game in games[1:])}",
        about=" ".join(game.about for game in games),
        decks=decks,
        default_decks=first.default_decks if first.default_decks in decks else decks[0],
        seats=min(game.seats for game in games),
        wagers=_wagers(games),
        letter=_letter([game.letter for game in games]),
        procedure=tuple(dict.fromkeys(step for game in games for step in game.procedure)),
        options=_options(games),
        default_tables=_joined([game.default_tables for game in games]),
        cites=_joined([game.cites for game in games]),
    )


def _refused(other: Game, first: Game, why: str) -> NotApproved:
    return NotApproved(f"{other.slug} cannot be offered with {first.slug} at one table: {why}")


def _wager(game: Game, slug: str) -> Wager | None:
    return next((wager for wager in game.wagers if wager.slug == slug), None)


def _is_same(one: Wager | None, other: Wager | None) -> bool:
    """Whether two wagers are the same bet, ignoring their descriptions."""
    if one is None or other is None:
        return False
    names = [each.name for each in fields(Wager) if each.name not in WORDS]
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _wagers(games: Sequence[Game]) -> tuple[Wager, ...]:
    found = {wager.slug: wager for wager in games[0].wagers}
    for game in games[1:]:
        for wager in game.wagers:
            if wager.slug in found and wager.slug not in game.required:
                raise _refused(game, games[0], f"both have a wager {wager.slug}")
            found.setdefault(wager.slug, wager)
    return tuple(found.values())


def _letter(letters: Sequence[Letter]) -> Letter:
    """A letter with the citations and notices of all letters."""
    return replace(
        letters[0],
        number=" and letter ".join(filter(None, (letter.number for letter in letters))),
        maker=" and ".join(filter(None, (letter.maker for letter in letters))),
        dated=max(letter.dated for letter in letters),
        conditions=tuple(each for letter in letters for each in letter.conditions),
        notices=tuple(each for letter in letters for each in letter.notices),
        linking=tuple(each for letter in letters for each in letter.linking),
        advice=tuple(each for letter in letters for each in letter.advice),
        systems=tuple(each for letter in letters for each in letter.systems),
        claims=tuple(each for letter in letters for each in letter.claims),
    )


def _options(games: Sequence[Game]) -> tuple[Option, ...]:
    """The options of all games. An option of one game affects only the wagers of that game."""
    known: dict[str, Option] = {}
    for game in games:
        for name, option in game.all_options().items():
            if known.setdefault(name, option) != option:
                raise _refused(game, games[0], f"their options {name} are not the same")
    found: dict[str, Option] = {}
    for game in games:
        for option in game.options:
            shared = all(option.name in other.all_options() for other in games)
            own = option if option.wagers or shared else replace(option, wagers=tuple(game.wager_slugs()))
            found.setdefault(option.name, own)
    return tuple(found.values())


def _joined(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: value for part in reversed(parts) for name, value in part.items()}
