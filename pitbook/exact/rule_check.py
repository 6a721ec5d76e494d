"""Tries the rule of a wager on random deals: its answers, and whether it obeys the wager's declarations.

The rulebook's own rules are tested more thoroughly; a game from outside and a custom wager are tried when they are
loaded.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
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
    read = (*wager.reads, wager.choice) if wager.choice else wager.reads
    for groups in random_deals(wager, Shoe.of_decks(game.default_decks, joker=game.joker), TRIALS, chance):
        reads = [chance.randrange(len(option.choices)) for option in read]
        answer: object = wager.rule(*groups, *reads)
        if not isinstance(answer, int) or isinstance(answer, bool) or answer < 0 or answer & ~allowed:
            raise BadInput(
                f"the rule of {wager.slug} answers {quoted(answer)} to {_shown(groups)}: it answers with the bits of "
                f"its {len(wager.outcomes)} outcomes, a number from 0 to {allowed}"
            )
        check_answers(wager, groups, reads, chance, f"the rule of {wager.slug}", _shown)


def check_answers(
    wager: Wager, groups: Groups, reads: Sequence[int], chance: Random, name: str, shown: Callable[[Groups], str]
) -> None:
    """Refuses a rule that answers differently when asked twice, or to a deal that the wager declares equivalent."""
    answer = wager.rule(*groups, *reads)
    for other, why in ((groups, ""), *_same(wager, groups, chance)):
        if wager.rule(*other, *reads) == answer:
            continue
        if not why or len({wager.rule(*groups, *reads) for _ in range(20)}) > 1:
            raise BadInput(f"{name} answers differently when asked twice about {shown(groups)}")
        raise BadInput(f"{name} answers differently to {shown(groups)} and {shown(other)}: {why}")


def _same(wager: Wager, groups: Groups, chance: Random) -> Iterator[tuple[Groups, str]]:
    """Deals that the rule must treat like this one, each with the reason."""
    mixed = tuple(tuple(chance.sample(cards, len(cards))) for cards in groups)
    yield mixed, "a rule must not depend on the order of the cards in a group"
    if wager.suits != "named":
        new = chance.choice(SUIT_PERMUTATIONS)
        yield tuple(renamed(cards, new) for cards in groups), f"it declares suits={wager.suits!r}: leave that out"
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


def random_deals(wager: Wager, shoe: Shoe, trials: int, chance: Random) -> Iterator[Groups]:
    """Random deals of the wager's groups, half of them from few ranks so that rare outcomes occur."""
    sizes = [group.size for group in wager.groups]
    for number in range(trials):
        ranks = range(14) if number % 2 else (*chance.sample(range(13), FEW_RANKS), 13)
        cards = [card for card in range(JOKER + 1) for _ in range(shoe.counts[card]) if card >> 2 in ranks]
        if len(cards) < sum(sizes):
            cards = [card for card in range(JOKER + 1) for _ in range(shoe.counts[card])]
        dealt = iter(chance.sample(cards, sum(sizes)))
        yield tuple(tuple(islice(dealt, size)) for size in sizes)


def _shown(groups: Groups) -> str:
    return " / ".join(map(card_names, groups))
