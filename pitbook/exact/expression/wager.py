"""A wager whose rule was written as text; no letter approves it."""

from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from typing import Final

from pitbook.cards import JOKER
from pitbook.errors import BadInput
from pitbook.exact.custom_wager_rule import groups_of
from pitbook.exact.deals import NO_PERMUTATION, SUIT_PERMUTATIONS, kinds_of_deals
from pitbook.exact.distribution import MOST_CALLS
from pitbook.exact.expression.parse import parse_rule
from pitbook.exact.expression.tree import RuleText
from pitbook.exact.expression.write import card_class_of, is_interchangeable, rule_of
from pitbook.games.model import Game, Outcome, Wager
from pitbook.games.on_base import game_of_wager
from pitbook.pay import Odds, PayLine, PayTable

SLUG: Final = "own-rule"
DECKS: Final = tuple(range(1, 9))
MOST_DEALS: Final = 400_000_000
"""The limit on different deals that are enumerated: a single hand of seven cards is below it."""


@lru_cache(maxsize=256)
def expression_game(text: str) -> Game:
    """The game with the one wager of a rule's text; each line pays 1 to 1 until changed."""
    rule = parse_rule(text)
    interchangeable, card_class = is_interchangeable(rule), card_class_of(rule)
    wager = Wager(
        slug=SLUG,
        name=rule.name,
        about="A wager of your own.",
        groups=tuple(groups_of(rule.sizes)),
        outcomes=tuple(Outcome(line.outcome, line.label, line.label.lower()) for line in rule.lines),
        rule=rule_of(rule),
        tables=(_even_pays(rule),),
        suits="interchangeable" if interchangeable else "named",
        card_class=card_class,
        cite="a custom rule; no letter approves it",
    )
    _check_deals(wager)
    return game_of_wager(wager, DECKS, joker=False)


def _even_pays(rule: RuleText) -> PayTable:
    even = Odds(Fraction(1), True)
    return PayTable("own", SLUG, DECKS, tuple(PayLine(line.outcome, line.label, even) for line in rule.lines))


def _check_deals(wager: Wager) -> None:
    """Refuses a rule with too many deals to enumerate."""
    sizes = [group.size for group in wager.groups]
    group = NO_PERMUTATION if wager.suits == "named" else SUIT_PERMUTATIONS
    if kinds_of_deals(sizes, group, wager.card_class) <= MOST_CALLS:
        return
    deals = prod(comb(JOKER - 1 + size, size) for size in sizes)
    if deals > MOST_DEALS:
        raise BadInput(
            f"the rule looks at {deals:,} different deals, but {MOST_DEALS:,} can be counted: look at fewer cards, "
            f"or use only any(...), every(...), count(...) or sum(...) on the last group"
        )
