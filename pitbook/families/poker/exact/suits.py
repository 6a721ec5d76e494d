"""The product over the suits: one decision against a dealer's hand whose value is that of its best suit.

The dealer's hand is worth less than the player's if each of its four suits is worth less. For each suit, the ways to
hold n cards that are worth less, of the cards that the player leaves in the deck, are the coefficients of a polynomial
in n; the product of the four polynomials counts whole hands. Suits are added to these counts in order of value, as in
the subset sweep. A known dealer card is a rank that its suit must hold.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Any, Final

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.families.poker.exact import kernels, suit_kernels
from pitbook.families.poker.exact.deck import Deck, deck_left
from pitbook.families.poker.exact.knowledge import refuse_board
from pitbook.families.poker.exact.money import Money, hand_classes, money_of
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.situation import check_seen, valued
from pitbook.families.poker.exact.solution import Situation, Solution
from pitbook.families.poker.exact.sweep import Chooser, PieceResult, SweepStage, kinds_of_sets, solution_of
from pitbook.families.poker.exact.values import Ranked, in_parallel, sets_of
from pitbook.families.poker.rules.model import RESULTS, PokerRules

METHOD: Final = "product over the four suits: every deal counted, equivalent suits together"
MASKS: Final = 1 << 13
"""Sets of ranks that a suit may hold."""
IN_A_PIECE: Final = 64
"""Values of best suits in one piece of work."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The player hands with one of these best suits, where the player knows these dealer cards."""

    seen: Cards
    weight: int
    """How many sets of known cards are equivalent to this one."""
    first: int
    """The number of the best suit, with equivalent suits next to each other (blocks)."""
    start: int
    stop: int
    """The best suit's ranks, by their index in order of value."""


@dataclass(frozen=True, slots=True)
class SuitValues:
    """The value of every set of ranks in one suit, given as a mask."""

    values: Any
    """By mask."""
    sizes: Any
    """The number of cards, by mask."""
    order: Any
    """The masks with no more cards than a hand has, by value."""
    place_of: Any
    """The index of each mask in this order."""
    occurring: list[int]
    """The values of these masks, each once, from the lowest."""


def suit_values(rules: PokerRules) -> SuitValues:
    """The values of all sets of ranks in one suit, in a game."""
    if rules.suit_value is None:
        raise BadInput(f"{rules.slug} does not say what one suit is worth")
    return _suit_values(rules.suit_value, max(rules.own, rules.dealer))


@lru_cache(maxsize=16)
def _suit_values(value: Callable[[int], int], most: int) -> SuitValues:
    import numpy as np

    masks = np.arange(MASKS)
    values = np.array([value(mask) for mask in range(MASKS)], np.int64)
    sizes = np.array([mask.bit_count() for mask in range(MASKS)], np.int64)
    order = np.lexsort((masks, values))
    order = order[sizes[order] <= most]
    return SuitValues(values, sizes, order, _places(order), np.unique(values[order]).tolist())


def _places(order: Any) -> Any:
    import numpy as np

    place_of = np.zeros(MASKS, np.int64)
    place_of[order] = np.arange(len(order))
    return place_of


@dataclass(frozen=True, slots=True)
class Suits:
    """A prepared problem: suits valued, nets known, work divided into numbered pieces."""

    problem: Problem
    deck: Deck
    ranked: Ranked
    money: Money
    qualifies: int
    """The lowest rank of value with which the dealer plays."""
    hands: Any
    """The class of hand by rank of value."""
    pieces: tuple[Piece, ...]
    occurs: Any
    """By rank of value: whether a player's hand has it."""
    suits: SuitValues

    @property
    def tally_shape(self) -> tuple[int, int, int]:
        return len(self.money.nets), len(self.money.choices), RESULTS

    def hands_by_value(self) -> dict[int, Cards]:
        """None: a flush is described by its length and as many ranks as count, without an example."""
        return {}

    def run(self, number: int, choose: Chooser | None = None, ways: Sequence[Chooser] = ()) -> PieceResult:
        """Computes one piece with the best choices or those of ``choose``, and with the further policies ``ways``."""
        import numpy as np

        piece = self.pieces[number]
        rules = self.problem.rules
        names, blocks = (np.array(each) for each in self.deck.suit_blocks(piece.seen))
        held = [ranks_of(piece.seen, suit) for suit in range(4)]
        have = [ranks_of(self.deck.cards, suit) for suit in range(4)]
        firsts = [names.tolist()[blocks.tolist().index(block)] for block in range(int(blocks.max()) + 1)]
        of_block = np.array([have[suit] for suit in firsts]), np.array([held[suit] for suit in firsts])
        below, out_below = (np.zeros((len(firsts), MASKS, rules.dealer + 1), np.int32) for _ in range(2))
        order, values = self.suits.order, self.suits.values
        compiled(suit_kernels.fill_below)(order, values, values[order[piece.start]], *of_block, below)
        up_to = below.copy()
        if self.qualifies:
            lowest = self.ranked.values[self.qualifies]
            compiled(suit_kernels.fill_below)(order, values, lowest, *of_block, out_below)
        rank_of = np.minimum(np.searchsorted(self.ranked.values, values), len(self.ranked.values) - 1)
        by_size = order[np.argsort(self.suits.sizes[order], kind="stable")]
        starts = np.searchsorted(self.suits.sizes[by_size], np.arange(rules.own + 2))

        def hands(count: int) -> tuple[Any, ...]:
            ranks, weights, less, equal, out = np.zeros((5, count), np.int64)
            cards = np.zeros((count, rules.own), np.uint8)
            found = compiled(suit_kernels.hands_by_best)(
                piece.start, piece.stop, piece.first, order, self.suits.place_of, values, rank_of, by_size, starts,
                names, blocks, *of_block, rules.own, below, up_to, out_below, ranks, weights, less, equal, out, cards,
            )  # fmt: skip
            return found, ranks, weights, less, equal, out, cards

        _, ranks, weights, less, equal, out, cards = hands(hands(0)[0])
        weights *= piece.weight
        unseen = rules.dealer - len(piece.seen)
        total = np.full(len(ranks), comb(len(self.deck.cards) - rules.own - len(piece.seen), unseen), np.int64)
        worth = np.zeros((len(self.hands), len(self.money.choices)), np.int64)
        tally, *others = (np.zeros(self.tally_shape, np.int64) for _ in range(1 + len(ways)))
        taken = np.full(len(ranks), -1, np.int8)
        if choose is not None:
            taken[:] = choose(cards, piece.seen)
        nets, allowed = np.array(self.money.nets, np.int64), np.array(self.money.allowed)

        def decide(chosen: Any, counts: Any, sums: Any) -> None:
            compiled(kernels.decide)(
                ranks, self.hands, weights, less, equal, out, total, self.qualifies, nets, allowed, chosen, counts,
                sums,
            )  # fmt: skip

        decide(taken, tally, worth)
        for way, other in zip(ways, others, strict=True):
            decide(way(cards, piece.seen), other, np.zeros_like(worth))
        places = np.searchsorted(self.deck.array(), cards)
        return PieceResult(tally, places, (taken,), worth, weights * total, tuple(others))


def ranks_of(cards: Sequence[int], suit: int) -> int:
    """The ranks held of one suit, as a mask."""
    return sum(1 << (card >> 2) for card in cards if card & 3 == suit)


def make_ready(problem: Problem) -> Suits:
    """Values all suits and splits the work."""
    import numpy as np

    rules = problem.rules
    check_knowledge(problem)
    deck = Deck.of(rules, problem.dead)
    suits = _in_deck(suit_values(rules), deck)
    ranked = Ranked(suits.occurring, {})
    lowest = rules.lowest_qualifying(problem.options)
    classes = hand_classes(rules, ranked.values)
    longest = -(-rules.own // 4)  # of seven cards at least two are of one suit
    held = np.isin(suits.sizes, np.arange(longest, rules.own + 1))
    return Suits(
        problem=problem,
        deck=deck,
        ranked=ranked,
        money=money_of(rules, problem.tables, problem.options, classes),
        qualifies=ranked.rank_from(lowest) if lowest else 0,
        hands=np.array(classes.of_value, np.int64),
        pieces=tuple(_pieces(problem, deck, suits)),
        occurs=np.isin(ranked.values, suits.values[held]),
        suits=suits,
    )


def _in_deck(suits: SuitValues, deck: Deck) -> SuitValues:
    """The suit values with only the masks that this deck can hold: dead cards leave fewer."""
    import numpy as np

    fit = np.zeros(len(suits.order), bool)
    for suit in range(4):
        fit |= suits.order & ~ranks_of(deck.cards, suit) == 0
    order = suits.order[fit]
    return replace(suits, order=order, place_of=_places(order))


def check_knowledge(problem: Problem) -> None:
    """Refuses knowledge of the player that this method does not support."""
    refuse_board(problem.knowledge, problem.rules, ("dealer:N", "none"))
    if problem.knowledge.hinted:
        raise BadInput(
            f"{problem.rules.slug} is solved suit by suit, with dealer cards that are known in full or not at all: "
            "leave out ~ in --sees"
        )


def _pieces(problem: Problem, deck: Deck, suits: SuitValues) -> "list[Piece]":
    """By known dealer cards, best suit and ranks of the best suit; ranks of equal value are in one piece."""
    import numpy as np

    known = problem.knowledge.dealer
    sets, weights = kinds_of_sets(deck.array(), sets_of(len(deck.cards), known), deck)
    in_order = suits.values[suits.order]
    new = np.flatnonzero(np.concatenate([[True], in_order[1:] != in_order[:-1]])).tolist()
    bounds = [*new[::IN_A_PIECE], len(suits.order)]
    found = []
    for places, weight in zip(sets, weights, strict=True):
        seen = tuple(int(deck.cards[place]) for place in places)
        _, blocks = deck.suit_blocks(seen)
        for first in (blocks.index(block) for block in range(max(blocks) + 1)):
            found += [Piece(seen, int(weight), first, start, stop) for start, stop in pairwise(bounds)]
    return found


def solve(problem: Problem, progress: Progress | None = None, run: Runner = run_here, key: str = "") -> Solution:
    """Solves a game with one decision and no community cards, whose hands have the value of their best suit."""
    stage = SweepStage(problem, key, make_ready)
    sums = run(stage, progress)
    return solution_of(stage.ready, sums["tally"], int(sums["sets"][0]), METHOD)


def situation(problem: Problem, hand: Cards, board: Cards, dealer: Cards) -> Situation:
    """The value of each choice with this hand, computed independently of ``solve``, from all subsets of each suit."""
    import numpy as np

    rules = problem.rules
    check_knowledge(problem)
    deck = deck_left(rules, problem.dead, hand, board, dealer)
    check_seen(problem, dealer)
    suits = suit_values(rules)
    own = max(int(suits.values[ranks_of(hand, suit)]) for suit in range(4))
    lowest = rules.lowest_qualifying(problem.options)
    counted = []
    for limit in (own, own + 1, lowest, min(own, lowest), min(own + 1, lowest)):
        product = np.array([1], object)
        for suit in range(4):
            left, held = ranks_of((*deck.cards, *dealer), suit), ranks_of(dealer, suit)
            masks = np.arange(MASKS)
            fits = (masks & ~left == 0) & (held & ~masks == 0) & (suits.values < limit)
            product = np.convolve(product, np.bincount(suits.sizes[fits], minlength=1).astype(object))
        counted.append(int(product[rules.dealer]) if len(product) > rules.dealer else 0)
    less, up_to, out, out_less, out_up_to = counted
    total = comb(len(deck.cards), rules.dealer - len(dealer))
    out_results = (out - out_up_to, out_up_to - out_less, out_less)
    every = (total - up_to, up_to - less, less)
    by_result = (*(all_of - out_of for all_of, out_of in zip(every, out_results, strict=True)), *out_results)
    return valued(problem, own, by_result)


@dataclass(frozen=True, slots=True)
class BestChoices:
    """The best choice of every hand: by the best suit where that decides alone, else by the kind of hand."""

    place_of: Any
    """The index of each mask in order of value."""
    by_best: Any
    """By the index of the best suit: the number of the choice, or -1 where the other suits matter."""
    keys: Any
    """The keys of the kinds of hands whose other suits matter, sorted."""
    choices: Any

    def choose(self, cards: Any, own_at: Any, chosen: Any) -> None:
        """Fills in the choice for the hand in these columns of each row."""
        compiled(suit_kernels.choose_rows)(cards, own_at, self.place_of, self.by_best, self.keys, self.choices, chosen)


def best_choices(ready: Suits) -> BestChoices:
    """The best choice of every hand of a whole deck, where the player knows the own cards only."""
    import numpy as np

    own_at, place_of = np.arange(ready.problem.rules.own), ready.suits.place_of
    by_best = np.full(MASKS, -1, np.int8)
    keys, choices = [], []

    def run(number: int) -> tuple[Any, Any]:
        done = ready.run(number)
        found = np.zeros(len(done.player), np.int64)
        compiled(suit_kernels.key_rows)(ready.deck.array()[done.player], own_at, place_of, found)
        return found, done.chosen[0]

    for found, chosen in in_parallel(run, range(len(ready.pieces))):
        best = found >> 39
        for place in np.unique(best).tolist():
            here = best == place
            taken = np.unique(chosen[here])
            if len(taken) == 1:
                by_best[place] = taken[0]
            else:
                keys.append(found[here])
                choices.append(chosen[here])
    every = np.concatenate([*keys, np.zeros(0, np.int64)])
    order = np.argsort(every)
    return BestChoices(place_of, by_best, every[order], np.concatenate([*choices, np.zeros(0, np.int8)])[order])
