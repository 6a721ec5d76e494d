"""How to play: one text for each base game, on the game's pages, on the Learn page and on the sheet at a table.

A table fills in its own rules (what blackjack pays, when the dealer stands); a page for all tables of a game leaves
them open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from pitbook.games.model import Game
from pitbook.pay import PayTable
from pitbook.room.play import play_config
from pitbook.table.config import BASE, TableConfig
from pitbook.web.examples import Example, examples

Choices = tuple[tuple[str, str], ...]
"""What a player may do, each with what it means."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One base game, for somebody who never played it."""

    name: str
    aim: str
    values: str
    deal: str
    choices: Choices
    results: str
    """What wins, loses and is returned."""
    special: str
    """What pays more or is settled otherwise."""
    cards: str
    """Two or three cards that stand for the game."""
    drill: tuple[str, str] | None = None
    """The drill for it: its address and what a link to it says."""

    @property
    def lines(self) -> tuple[str, ...]:
        """Six lines for a page."""
        choices = " ".join(f"{name}: {words}." for name, words in self.choices)
        return tuple(
            filter(None, (f"Aim: {_small(self.aim)}", self.values, self.deal, choices, self.results, self.special))
        )


@dataclass(frozen=True, slots=True)
class SideBet:
    """A wager beside the game itself."""

    slug: str
    name: str
    about: str
    sample: Example
    """A hand that wins, and what it pays."""
    meaning: str
    """What that hand is, in words."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a newcomer reads at a table."""

    lesson: Lesson
    side_bets: tuple[SideBet, ...]


_SURRENDER: Final = ("Surrender", "give up the hand and get half your bet back")
_INSURANCE: Final = ("Insurance", "against an ace: half your bet that the dealer has blackjack, paid 2 to 1")
_FOLD: Final = ("Fold", "give up the hand and lose your bet")
_BLACKJACK_RESULTS: Final = (
    "Over 21 you lose at once. Otherwise the dealer {dealer}, and the hand closer to 21 wins: a win pays 1 to 1. Equal "
    "totals are a push: your bet is returned."
)
LESSONS: Final[Mapping[str, Lesson]] = {
    "blackjack": Lesson(
        "Blackjack",
        "Get closer to 21 than the dealer without going over.",
        (
            "Number cards count as printed, jack, queen and king as 10, and an ace as 11, or as 1 where 11 would be "
            "too many."
        ),
        "You bet and get two cards. The dealer gets two as well and shows one of them.",
        (
            ("Hit", "take one more card"),
            ("Stand", "take no more cards"),
            ("Double", "double your bet and take exactly one more card"),
            ("Split", "make two hands of a pair, with a second bet of the same size"),
        ),
        _BLACKJACK_RESULTS.format(dealer="draws to 17 or more"),
        (
            "An ace with a ten-value card as your first two cards is blackjack. It pays more than 1 to 1, at most "
            "tables 3 to 2."
        ),
        "As Kd",
        ("/learn/blackjack", "Practise the decisions"),
    ),
    "pai gow poker": Lesson(
        "Pai gow poker",
        "Make two poker hands of your seven cards and beat both hands of the dealer.",
        (
            "Hands rank as in poker; the low hand of two cards can only be a pair or high cards. The joker is an ace, "
            "or completes a straight or a flush."
        ),
        "You and the dealer get seven cards each, from one deck with a joker.",
        (
            (
                "Set your hand",
                "choose two cards for the low hand; the other five are the high hand, which must rank higher",
            ),
            ("House way", "let the cards be set by the dealer's fixed rules"),
        ),
        (
            "If both your hands beat the dealer's two hands you win 1 to 1; if one does, your bet is returned; if "
            "none does, you lose. A tie goes to the dealer."
        ),
        "",
        "Ad Ah Jk",
        ("/learn/pai-gow", "Practise setting hands"),
    ),
    "match the dealer": Lesson(
        "Match the dealer",
        "Hold a card of the same rank as a card of the dealer's.",
        "Only rank and suit count: an ace matches an ace, a king a king.",
        "Each of five bets is on one of the dealer's five cards. You get two cards and the dealer gets five.",
        (("Bet", "on one to five of the dealer's cards; after that there is nothing to decide"),),
        (
            "A bet wins for each of your cards that has the rank of its dealer card, and pays more if the suit is the "
            "same too. A bet that neither card matches loses."
        ),
        (
            "With $5 or more on every spot you also play for the Super Bonus: a pair of yours and two or more dealer "
            "cards of its rank."
        ),
        "8d 8c 8s",
    ),
}
"""By the name of the base game."""
SPECIAL: Final[Mapping[str, str]] = {
    "ez-pai-gow": "No commission is taken; instead, all bets are returned when the dealer's best hand is queen high.",
    "royal-riches-pai-gow": "The house keeps a commission of 5% of what you win on both hands.",
}
"""What one game settles otherwise than its base game."""


def lesson(game: Game) -> Lesson:
    """The text of a game, for all tables of it."""
    found = LESSONS[game.base]
    return replace(found, special=SPECIAL.get(game.slug, found.special))


@cache
def sheet(slug: str) -> Sheet:
    """The sheet of a game as it is played here."""
    config = play_config(slug)
    found = lesson(config.game)
    if config.rules is not None:
        rules, pays = config.rules, config.rules.blackjack_pays
        soft = "hits soft 17" if rules.hits_soft_17 else "stands on every 17"
        late = (_SURRENDER,) if rules.surrender != "none" else ()
        found = replace(
            found,
            choices=(*found.choices, *late, *((_INSURANCE,) if rules.insurance else ())),
            results=_BLACKJACK_RESULTS.format(dealer=f"draws to 16 and {soft} (a 17 with an ace that counts 11)"),
            special=(
                "An ace with a ten-value card as your first two cards is blackjack and pays "
                f"{pays.numerator} to {pays.denominator}."
            ),
        )
    elif "folded-hand" in config.layout.options:
        found = replace(found, choices=(*found.choices, _FOLD))
    return Sheet(found, _side_bets(config))


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


def _side_bets(config: TableConfig) -> tuple[SideBet, ...]:
    riding = [wager for wager in config.game.wagers if wager.rides_on in config.offered]
    found = []
    for wager in (*config.wagers(), *riding):
        if wager.slug == BASE or wager.slug not in config.layout.tables:
            continue
        table: PayTable = config.layout.tables[wager.slug][0]
        winning = [each for each in examples(config.game, wager, table.id) if each.verdict in ("won", "meter")]
        # The one in the middle of the pay table: not the rarest hand.
        sample = winning[(len(winning) - 1) // 2]
        found.append(SideBet(wager.slug, wager.name, wager.about, sample, wager.outcome(sample.outcome).meaning))
    return tuple(found)
