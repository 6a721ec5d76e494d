"""Hands of poker games to decide about, and exactly what a decision costs."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from pitbook.cards import Cards, card_names, parse_cards, rank, suit
from pitbook.errors import BadInput, quoted
from pitbook.families.poker.exact.advise import adviser
from pitbook.families.poker.exact.methods import method_of
from pitbook.families.poker.exact.solution import Situation
from pitbook.families.poker.rules.model import PokerRules
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.table.advice import is_quick
from pitbook.families.poker.table.questions import LABELS
from pitbook.families.poker.table.words import as_held, value_words
from pitbook.games import all_games, cached_by_game, game
from pitbook.games.model import Game, listed
from pitbook.games.shown import DrillSpot, DrillText, shown

ANY, CLOSE_CALLS = "any", "close"
"""All hands as they are dealt, or only those where the two best choices are close; other foci are the names of kinds
of hands that the game's ``show.toml`` lists."""
CLOSE: Final = Fraction(1, 20)
"""The difference between the two best choices, in first stakes, below which a call is close."""
TRIES: Final = {"sweep": 60, "suits": 60, "tree": 60, "kinds": 60, "ranks": 20, "board": 6}
"""Hands that are dealt in search of a close call; situations of a hold'em game take longer."""
FEW_TRIES: Final = 8
"""The same for a game with many dealer hands to count."""
FAMILY: Final = "poker"
MOST_DEALS: Final = 20_000
"""Hands that are dealt in search of one of a kind; the rarest kind is one hand in a few hundred."""


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
    """The value of the hand."""


def games_to_decide() -> list[Game]:
    """The games of this family that are dealt and whose decisions one situation answers quickly."""
    return [game for game in all_games() if game.family == FAMILY and _is_drilled(rules_of(game.slug))]


def _is_drilled(rules: PokerRules) -> bool:
    return rules.board == 0 or adviser(rules.slug).is_ready()


def check_game(slug: str) -> PokerRules:
    known = [game.slug for game in games_to_decide()]
    if slug not in known:
        raise BadInput(f"{quoted(slug)} has no drill of decisions: {listed(known)} have one")
    return rules_of(slug)


def text_of(slug: str) -> DrillText:
    """The drill's text about a game, and the kinds of hands that it deals on request."""
    return shown(game(slug)).drill


def deal(slug: str, seed: int, focus: str = ANY) -> Dealt:
    """The hand that follows from a number."""
    rules, chance = check_game(slug), Random(f"{slug} {seed}")
    spot = _spot(slug, focus)
    pack = range(53 if rules.joker else 52)

    def hand() -> tuple[Cards, Cards, Cards]:
        streets = [street for street in rules.streets if not spot.street or street.name == spot.street]
        street = chance.choice(streets) if len(rules.streets) > 1 else rules.streets[0]
        own = rules.own_at(street)
        up = own + rules.dealer_up
        cards = chance.sample(pack, up + street.board)
        return as_held(rules, cards[:own]), tuple(cards[own:up]), tuple(cards[up:])

    def of_kind() -> tuple[Cards, Cards, Cards]:
        for _ in range(MOST_DEALS):
            player, dealer, board = hand()
            if _is_of_kind(rules, spot, player):
                return player, dealer, board
        raise BadInput(f"no hand of {slug} is of the kind {quoted(spot.name)}")

    player, dealer, board = of_kind()
    for _ in range(_tries(rules) if focus == CLOSE_CALLS else 0):
        if _gap(situation(slug, player, dealer, board)) < CLOSE:
            break
        player, dealer, board = of_kind()
    found = situation(slug, player, dealer, board)
    choices = tuple(each.choice for each in found.choices)
    return Dealt(slug, player, board, dealer, found.decision, choices, value_words(rules, player, board))


def _tries(rules: PokerRules) -> int:
    """The number of hands solved in search of a close call."""
    return TRIES[method_of(rules)] if is_quick(rules) or rules.board else FEW_TRIES


def _spot(slug: str, focus: str) -> DrillSpot:
    """The kind of hands that a focus names; if it names none, a kind that includes every hand."""
    if focus in (ANY, CLOSE_CALLS):
        return DrillSpot("")
    kinds = {each.name: each for each in text_of(slug).spots}
    if focus not in kinds:
        known = ", ".join(map(quoted, (ANY, CLOSE_CALLS, *kinds)))
        raise BadInput(f"the drill of {slug} has no focus {quoted(focus)}: it has {known}")
    return kinds[focus]


def _is_of_kind(rules: PokerRules, spot: DrillSpot, player: Cards) -> bool:
    if spot.starting:
        return starting_name(player) in spot.starting
    if not spot.low:
        return True
    return rules.value(parse_cards(spot.low)) <= rules.value(player) <= rules.value(parse_cards(spot.high))


def starting_name(two: Cards) -> str:
    """``K5o`` or ``QJs``, higher rank first; a pair is ``77``."""
    high, low = sorted(two, reverse=True)
    ranks = f"{card_names((high,))[0]}{card_names((low,))[0]}"
    return ranks if rank(high) == rank(low) else f"{ranks}{'s' if suit(high) == suit(low) else 'o'}"


def _gap(found: Situation) -> Fraction:
    best, second, *_ = sorted((each.value for each in found.choices), reverse=True)
    return best - second


@cached_by_game(4096)
def situation(slug: str, player: Cards, dealer: Cards, board: Cards = ()) -> Situation:
    """The value of each choice; refused where the cards cannot be dealt."""
    check_game(slug)
    return adviser(slug).advise(player, board, dealer)


@dataclass(frozen=True, slots=True)
class DecisionVerdict:
    """A learner's choice beside the best one."""

    found: Situation
    choice: str
    words: str
    rule: str = ""
    """The choice of the game's chart for such hands."""

    @property
    def worth(self) -> dict[str, Fraction]:
        return {each.choice: each.value for each in self.found.choices}

    @property
    def cost(self) -> Fraction:
        """The cost of the choice against the best one, per unit of the first stake."""
        return max(self.worth.values()) - self.worth[self.choice]


def judge(slug: str, player: Cards, dealer: Cards, choice: str, board: Cards = ()) -> DecisionVerdict:
    rules, found = check_game(slug), situation(slug, player, dealer, board)
    known = [each.choice for each in found.choices]
    if choice not in known:
        raise BadInput(f"{quoted(choice)} is not a choice here: {listed(known)} are")
    return DecisionVerdict(
        found, choice, value_words(rules, player, board), _rule(rules, found.decision, player, board, dealer)
    )


def _rule(rules: PokerRules, decision: str, player: Cards, board: Cards, dealer: Cards) -> str:
    """``By the chart: bet 2x, as with a pair or better.``"""
    chart = next((each for each in rules.chart if each.street == decision), None)
    if chart is None:
        return ""
    own, seen = ((*player, *board), ()) if rules.dealer == 0 else (player, board)
    rule = chart.rules[chart.pick(own, seen, dealer, 0)]
    return f"By the chart: {LABELS[rule.choice][0].lower()}, as with {rule.words}."
