"""Hands of poker games to decide about, and exactly what a decision costs."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Final, Literal

from pitbook.cards import Cards
from pitbook.errors import BadInput, quoted
from pitbook.families.poker.exact.advise import adviser
from pitbook.families.poker.exact.methods import method_of
from pitbook.families.poker.exact.solution import Situation
from pitbook.families.poker.rules.model import PokerRules
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.table.advice import is_quick
from pitbook.families.poker.table.words import value_words
from pitbook.games import all_games
from pitbook.games.model import Game, listed

Focus = Literal["any", "close"]
"""All hands as they are dealt, or only those where the two best choices are close."""
CLOSE: Final = Fraction(1, 20)
"""Of a first stake: where the two best choices differ by less, the call is close."""
TRIES: Final = {"sweep": 60, "tree": 60, "board": 6}
"""How many hands are dealt in search of a close call; situations of a hold'em game take longer."""
FAMILY: Final = "poker"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand to decide about."""

    game: str
    player: Cards
    board: Cards
    dealer: Cards
    """Those that lie face up."""
    decision: str
    choices: tuple[str, ...]
    words: str
    """What the hand is worth."""


def games_to_decide() -> list[Game]:
    """The games of this family that are dealt and whose decisions one situation answers quickly."""
    return [game for game in all_games() if game.family == FAMILY and _is_drilled(rules_of(game.slug))]


def _is_drilled(rules: PokerRules) -> bool:
    return is_quick(rules) or (rules.board > 0 and adviser(rules.slug).is_ready())


def check_game(slug: str) -> PokerRules:
    known = [game.slug for game in games_to_decide()]
    if slug not in known:
        raise BadInput(f"{quoted(slug)} has no drill of decisions: {listed(known)} have one")
    return rules_of(slug)


def deal(slug: str, seed: int, focus: Focus = "any") -> Dealt:
    """The hand that follows from a number."""
    rules, chance = check_game(slug), Random(f"{slug} {seed}")
    pack = range(53 if rules.joker else 52)

    def hand() -> tuple[Cards, Cards, Cards]:
        shown = chance.choice(rules.streets).board if len(rules.streets) > 1 else 0
        cards = chance.sample(pack, rules.own + rules.dealer_up + shown)
        up = rules.own + rules.dealer_up
        return tuple(sorted(cards[: rules.own], reverse=True)), tuple(cards[rules.own : up]), tuple(cards[up:])

    player, dealer, board = hand()
    for _ in range(TRIES[method_of(rules)]):
        if focus == "any" or _gap(situation(slug, player, dealer, board)) < CLOSE:
            break
        player, dealer, board = hand()
    found = situation(slug, player, dealer, board)
    choices = tuple(each.choice for each in found.choices)
    return Dealt(slug, player, board, dealer, found.decision, choices, value_words(rules, player, board))


def _gap(found: Situation) -> Fraction:
    best, second, *_ = sorted((each.value for each in found.choices), reverse=True)
    return best - second


@lru_cache(4096)
def situation(slug: str, player: Cards, dealer: Cards, board: Cards = ()) -> Situation:
    """What each choice is worth; refused where the cards cannot be dealt."""
    check_game(slug)
    return adviser(slug).advise(player, board, dealer)


@dataclass(frozen=True, slots=True)
class Judged:
    """A learner's choice beside the best one."""

    found: Situation
    choice: str
    words: str

    @property
    def worth(self) -> dict[str, Fraction]:
        return {each.choice: each.value for each in self.found.choices}

    @property
    def cost(self) -> Fraction:
        """What the choice gives away, for each unit of the first stake."""
        return max(self.worth.values()) - self.worth[self.choice]


def judge(slug: str, player: Cards, dealer: Cards, choice: str, board: Cards = ()) -> Judged:
    rules, found = check_game(slug), situation(slug, player, dealer, board)
    known = [each.choice for each in found.choices]
    if choice not in known:
        raise BadInput(f"{quoted(choice)} is no choice here: {listed(known)} are")
    return Judged(found, choice, value_words(rules, player, board))
