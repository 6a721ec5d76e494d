"""Finds drafting errors (slips): places where a letter contradicts itself or omits something that it needs.

Each check is general: it runs over every letter and uses the letter's text (``printed.txt``), its pay tables and the
figures on file. No check knows a letter, a game or a wager by name.
"""

from collections.abc import Iterator

from pitbook import games
from pitbook.exact.slips import figures, names, references, rules, structure, tables
from pitbook.exact.slips.model import CHECKS, LetterCase, Slip, SlipCheck, SlipKind
from pitbook.games.model import Game

__all__ = ["CHECKS", "LetterCase", "Slip", "SlipCheck", "SlipKind", "find_slips", "slips_of"]
_REGISTERED = (structure, names, references, tables, figures, rules)


def find_slips(game: Game) -> tuple[Slip, ...]:
    """Every slip in a game's letter: contradictions first, then omissions. A game without a letter has none."""
    if not game.letter.number:
        return ()
    letters = (each.letter for each in games.all_games() if each.letter.number)
    others = tuple(letter for letter in letters if letter.number != game.letter.number)
    return tuple(sorted(slips_of(LetterCase(game, others)), key=lambda slip: slip.check.kind != "inconsistent"))


def slips_of(case: LetterCase) -> Iterator[Slip]:
    """The same, with the other letters given."""
    for each in CHECKS:
        for words, quotes in each.find(case):
            yield Slip(case.game, each, words, quotes)
