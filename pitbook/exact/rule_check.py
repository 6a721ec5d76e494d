"""Tries the rule of a wager on random deals: its answers, and whether it obeys the wager's declarations.

The rulebook's own rules are tested more thoroughly; a game from outside is tried when it is loaded.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from pitbook.cards import JOKER, Cards, Shoe, card_names
from pitbook.errors import BadInput, quoted
from pitbook.exact.deals import SUIT_PERMUTATIONS, renamed
from pitbook.games.model import Game, Wager

TRIALS: Final = 200
FEW_RANKS: Final = 3
Groups = tuple[Cards, ...]


def try_rule(game: Game, wager: Wager) -> None:
    """Refuses a rule that violates the wager's declarations. Exceptions of the rule itself are passed on."""
    if not all(group.size for group in wager.groups):
        return  # played card by card: rounds at a table try it
    chance = Random(27)
    allowed = 0
    for bit, outcome in enumerate(wager.outcomes):
        allowed |= outcome.mask or 1 << bit
    for groups, reads in _deals(game, wager, chance):
        answer: object = wager.rule(*groups, *reads)
        if not isinstance(answer, int) or isinstance(answer, bool) or answer < 0 or answer & ~allowed:
            raise BadInput(
                f"the rule of {wager.slug} answers {quoted(answer)} to {_shown(groups)}: it answers with the bits of "
                f"its {len(wager.outcomes)} outcomes, a number from 0 to {allowed}"
            )
        if wager.rule(*groups, *reads) != answer:
            raise BadInput(f"the rule of {wager.slug} answers differently when asked twice about {_shown(groups)}")
        for other, why in _same(wager, groups, chance):
            if wager.rule(*other, *reads) != answer:
                raise BadInput(
                    f"the rule of {wager.slug} answers differently to {_shown(groups)} and {_shown(other)}: {why}"
                )


def _same(wager: Wager, groups: Groups, chance: Random) -> Iterator[tuple[Groups, str]]:
    """Deals that the rule must treat like this one, each with the reason."""
    mixed = tuple(tuple(chance.sample(cards, len(cards))) for cards in groups)
    yield mixed, "a rule must not depend on the order of the cards in a group"
    if wager.suits != "named":
        new = chance.choice(SUIT_PERMUTATIONS)
        yield tuple(renamed(cards, new) for cards in groups), f"the wager declares suits={wager.suits!r}"
    kind: Callable[[int], int] | None = wager.card_kind
    if kind is not None:
        yield (
            _swapped(groups, chance, lambda at, card: kind(card)),
            "the wager's card_kind calls these cards equivalent",
        )
    card_class: Callable[..., int] | None = wager.card_class
    if card_class is not None:
        before, last = groups[:-1], (groups[-1],)
        swapped = _swapped(last, chance, lambda at, card: card_class(*before, card))
        yield (*before, *swapped), "the wager's card_class calls these cards equivalent"


def _swapped(groups: Groups, chance: Random, kind: Callable[[int, int], int]) -> Groups:
    """The same groups with one card replaced by another of its kind."""
    at = chance.randrange(len(groups))
    place = chance.randrange(len(groups[at]))
    card = groups[at][place]
    others = [other for other in range(JOKER) if kind(at, other) == kind(at, card)] or [card]
    changed = (*groups[at][:place], chance.choice(others), *groups[at][place + 1 :])
    return (*groups[:at], changed, *groups[at + 1 :])


def _deals(game: Game, wager: Wager, chance: Random) -> Iterator[tuple[Groups, tuple[int, ...]]]:
    """Random deals, half of them from few ranks so that rare outcomes occur, and random option values."""
    sizes = [group.size for group in wager.groups]
    shoe = Shoe.of_decks(game.default_decks, joker=game.joker)
    reads = (*wager.reads, wager.choice) if wager.choice else wager.reads
    for number in range(TRIALS):
        ranks = range(14) if number % 2 else (*chance.sample(range(13), FEW_RANKS), 13)
        cards = [card for card in range(JOKER + 1) for _ in range(shoe.counts[card]) if card >> 2 in ranks]
        if len(cards) < sum(sizes):
            cards = [card for card in range(JOKER + 1) for _ in range(shoe.counts[card])]
        dealt = chance.sample(cards, sum(sizes))
        groups = []
        for size in sizes:
            groups.append(tuple(dealt[:size]))
            dealt = dealt[size:]
        yield tuple(groups), tuple(chance.randrange(len(option.choices)) for option in reads)


def _shown(groups: Groups) -> str:
    return " / ".join(map(card_names, groups))
