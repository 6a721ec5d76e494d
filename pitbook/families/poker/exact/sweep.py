"""The subset sweep: one decision against a dealer's hidden hand, without community cards.

Dealer hands are added in order of value to counters, one for every set of cards that they contain. When all hands below
a player's hand have been added, inclusion-exclusion over the player's cards gives the number of them that hold none of
these cards, so no pair of hands is compared. A known dealer card is one more member of every set, so each kind of known
cards is one piece of work with a smaller deck. Hints (whether cards are of certain ranks) weight the dealer's hands.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any, Final, Protocol

from pitbook.cards import JOKER, Cards, rank
from pitbook.exact.kernels import compiled
from pitbook.exact.pieces import Progress, Runner, Sums, run_alone, run_here
from pitbook.families.poker.exact import kernels
from pitbook.families.poker.exact.deck import Deck
from pitbook.families.poker.exact.knowledge import refuse_board
from pitbook.families.poker.exact.money import Money, hand_classes, money_of
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.exact.values import Ranked, binomials, in_parallel, rank_hands, sets_of

METHOD: Final = "subset sweep: every deal counted, equivalent suits together"


Chooser = Callable[[Any, tuple[int, ...]], Any]
"""A policy: from hands, one per row, and the seen dealer cards, the number of each hand's choice."""


@dataclass(frozen=True, slots=True)
class Piece:
    """The deals in which the player knows these dealer cards, or equivalent cards."""

    seen: tuple[int, ...]
    """By their positions in the deck."""
    weight: int
    """How many sets of cards are equivalent to this one."""


@dataclass(frozen=True, slots=True)
class PieceResult:
    """The result of a piece of work."""

    tally: Any
    """Deals by class of hand, choice and result."""
    player: Any
    """One player hand of each kind, by the positions of its cards in the deck."""
    chosen: tuple[Any, ...]
    """For each possible hint, the number of the choice for each of these hands."""
    worth: Any
    """The sum of nets over all deals, by rank of value and choice."""
    deals: Any
    """The number of deals that each of these hands represents, without regard to hints."""
    others: tuple[Any, ...] = ()
    """The tallies of further policies."""
    sets: int = 0
    """The number of information sets, for methods that do not list single hands."""
    taken: Any = None
    """For such methods: the number of player hands by rank of value and best choice."""

    @property
    def information_sets(self) -> int:
        return self.sets or sum(map(len, self.chosen))


class OneDecision(Protocol):
    """A game with one decision and no community cards, prepared by its method: work in numbered pieces."""

    @property
    def problem(self) -> Problem: ...
    @property
    def deck(self) -> Deck: ...
    @property
    def ranked(self) -> Ranked:
        """All values that a hand may have."""

    @property
    def money(self) -> Money: ...
    @property
    def hands(self) -> Any:
        """The class of hand by rank of value."""

    @property
    def pieces(self) -> Sequence[Any]: ...
    @property
    def occurs(self) -> Any:
        """By rank of value: whether a player's hand has it."""

    @property
    def tally_shape(self) -> tuple[int, int, int]: ...
    def hands_by_value(self) -> dict[int, Cards]:
        """Every value that a player's hand without the joker can have, with one such hand."""

    def run(self, number: int, choose: Chooser | None = None, ways: Sequence[Chooser] = ()) -> PieceResult:
        """Computes one piece with the best choices or those of ``choose``, and with the further policies ``ways``."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """A prepared problem: values ranked, nets known, work divided into numbered pieces."""

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

    @property
    def tally_shape(self) -> tuple[int, int, int]:
        return len(self.money.nets), len(self.money.choices), 6

    def hands_by_value(self) -> dict[int, Cards]:
        """Every value that a player's hand without the joker can have, with one such hand: the one of the highest
        cards, which holds a low wild card only if it must."""
        import numpy as np

        own, cards = self.problem.rules.own, self.deck.array()
        without_joker = comb(int((cards < JOKER).sum()), own)
        last = np.full(len(self.ranked.values), -1)
        last[self.ranked.ranks[own][:without_joker]] = np.arange(without_joker)  # of several the last one stays
        hands = cards[sets_of(len(cards), own)[last]].tolist()
        found = zip(self.ranked.values, hands, last.tolist(), strict=True)
        return {value: tuple(hand) for value, hand, place in found if place >= 0}

    def run(self, number: int, choose: Chooser | None = None, ways: Sequence[Chooser] = ()) -> PieceResult:
        """Computes one piece with the best choices or those of ``choose``, and with the further policies ``ways``."""
        import numpy as np

        piece = self.pieces[number]
        rules, knowledge = self.problem.rules, self.problem.knowledge
        rest = [place for place in range(len(self.deck.cards)) if place not in piece.seen]
        unseen = rules.dealer - len(piece.seen)
        dealer = sets_of(len(rest), unseen)
        places = np.array(rest, np.int64)
        dealer_ranks = self._ranks(dealer, places, piece.seen, rules.dealer)
        player, weights = self._player_hands(places, piece)
        player_ranks = self._ranks(player, places, (), rules.own)
        by_value, player_by_value = (np.argsort(each, kind="stable") for each in (dealer_ranks, player_ranks))
        largest = min(rules.own, unseen)
        offsets = np.concatenate([[0], np.cumsum([comb(len(rest), size) for size in range(largest + 1)])])
        tally = np.zeros(self.tally_shape, np.int64)
        others = [np.zeros(self.tally_shape, np.int64) for _ in ways]
        hints = self._hints(dealer, places, unseen)
        nets, allowed = np.array(self.money.nets, np.int64), np.array(self.money.allowed)
        chosen = []
        worth = np.zeros((len(self.hands), len(self.money.choices)), np.int64)
        total = np.zeros(len(player), np.int64)
        cards = self.deck.array()
        for hint in hints:
            counters = np.zeros(offsets[-1], np.int32)
            less, equal, out = (np.full(len(player), start, np.int64) for start in (0, 0, -1))
            if self.qualifies == 0:
                out[:] = 0
            compiled(kernels.sweep)(
                dealer, by_value, dealer_ranks, hint, player, player_by_value, player_ranks, self.qualifies,
                binomials(), offsets, largest, counters, less, equal, out,
            )  # fmt: skip
            total[:] = comb(len(rest) - rules.own, unseen)
            if knowledge.hinted:
                total = self._against(dealer, hint, player, offsets, largest)
            taken = np.full(len(player), -1, np.int8)
            if choose is not None:
                taken[:] = choose(cards[places[player]], tuple(self.deck.cards[place] for place in piece.seen))
            compiled(kernels.decide)(
                player_ranks, self.hands, weights * piece.weight, less, equal, out, total, self.qualifies, nets,
                allowed, taken, tally, worth,
            )  # fmt: skip
            chosen.append(taken)
            for way, other in zip(ways, others, strict=True):
                seen = tuple(self.deck.cards[place] for place in piece.seen)
                compiled(kernels.decide)(
                    player_ranks, self.hands, weights * piece.weight, less, equal, out, total, self.qualifies, nets,
                    allowed, way(cards[places[player]], seen), other, np.zeros_like(worth),
                )  # fmt: skip
        return PieceResult(tally, places[player], tuple(chosen), worth, weights * piece.weight * total, tuple(others))

    def _ranks(self, sets: Any, places: Any, seen: tuple[int, ...], size: int) -> Any:
        import numpy as np

        ranks = np.zeros(len(sets), np.int16)
        with_seen = np.array(seen, np.int64)
        compiled(kernels.merged_ranks)(sets, places, with_seen, binomials(), self.ranked.ranks[size], ranks)
        return ranks

    def _player_hands(self, places: Any, piece: Piece) -> tuple[Any, Any]:
        """One player hand of each kind, and the number of hands of that kind."""
        seen = tuple(self.deck.cards[place] for place in piece.seen)
        return kinds_of_sets(self.deck.array()[places], sets_of(len(places), self.problem.rules.own), self.deck, seen)

    def _hints(self, dealer: Any, places: Any, unseen: int) -> list[Any]:
        """For each possible hint about the unseen cards, the number of ways in which each dealer hand fits it."""
        import numpy as np

        knowledge = self.problem.knowledge
        if not knowledge.hinted:
            return [np.ones(len(dealer), np.int32)]
        cards = self.deck.array()[places]
        hinted = np.array([card < JOKER and rank(card) in knowledge.hint for card in cards.tolist()])
        held = hinted[dealer].sum(axis=1)
        known = knowledge.hinted
        found = []
        for of_them in range(known + 1):
            ways = [comb(some, of_them) * comb(unseen - some, known - of_them) for some in range(unseen + 1)]
            found.append(np.array(ways, np.int32)[held])
        return found

    def _against(self, dealer: Any, weights: Any, player: Any, offsets: Any, largest: int) -> Any:
        """The number of dealer hands that fit a hint, against each player hand."""
        import numpy as np

        counters = np.zeros(offsets[-1], np.int32)
        total = np.zeros(len(player), np.int64)
        compiled(kernels.count_without)(dealer, weights, player, binomials(), offsets, largest, counters, total)
        return total


def kinds_of_sets(cards: Any, sets: Any, deck: Deck, *held: tuple[int, ...]) -> tuple[Any, Any]:
    """One set of cards of each kind under permutations of equivalent suits, and the number of sets of that kind."""
    import numpy as np

    suits, blocks = deck.suit_blocks(*held)
    kept, weights = np.zeros(len(sets), np.int64), np.zeros(len(sets), np.int64)
    found = compiled(kernels.suit_classes)(cards, np.array(suits), np.array(blocks), sets, kept, weights)
    return sets[kept[:found]], weights[:found].copy()


def make_ready(problem: Problem) -> Sweep:
    """Values all hands and splits the work."""
    import numpy as np

    rules = problem.rules
    refuse_board(problem.knowledge, rules, ("dealer:N", "dealer:N~RANKS", "none"))
    deck = Deck.of(rules, problem.dead)
    ranked = rank_hands(rules.value, deck, (rules.own, rules.dealer))
    classes = hand_classes(rules, ranked.values)
    lowest = rules.lowest_qualifying(problem.options)
    seen = problem.knowledge.dealer
    sets, weights = kinds_of_sets(deck.array(), sets_of(len(deck.cards), seen), deck)
    pieces = (Piece(tuple(map(int, places)), int(weight)) for places, weight in zip(sets, weights, strict=True))
    return Sweep(
        problem=problem,
        deck=deck,
        ranked=ranked,
        money=money_of(rules, problem.tables, problem.options, classes),
        qualifies=ranked.rank_from(lowest) if lowest else 0,
        hands=np.array(classes.of_value, np.int64),
        pieces=tuple(pieces),
        occurs=np.bincount(ranked.ranks[rules.own], minlength=len(ranked.values)) > 0,
    )


class SweepStage:
    """All pieces of a game with one decision as one stage of work; ``make`` prepares it by its method."""

    def __init__(self, problem: Problem, key: str = "", make: Callable[[Problem], OneDecision] = make_ready) -> None:
        self.problem, self.key = problem, f"{key} sweep"
        self._make = make
        self._made: OneDecision | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return SweepStage, (self.problem, self.key.removesuffix(" sweep"), self._make)

    @property
    def part(self) -> str:
        return ""

    @property
    def ready(self) -> OneDecision:
        self._made = self._made or self._make(self.problem)
        return self._made

    @property
    def blocks(self) -> int:
        return len(self.ready.pieces)

    def rounds_in(self, block: int) -> int:
        return 1

    def prepare(self) -> None:
        self.ready  # noqa: B018 (makes it ready)

    def zeros(self) -> dict[str, Any]:
        import numpy as np

        return {"tally": np.zeros(self.ready.tally_shape, np.int64), "sets": np.zeros(1, np.int64)}

    def run_into(self, block: int, sums: Sums) -> None:
        done = self.ready.run(block)
        sums["tally"][...] += done.tally
        sums["sets"][...] += done.information_sets

    def run(self, block: int) -> Sums:
        return run_alone(self, block)


def solve(problem: Problem, progress: Progress | None = None, run: Runner = run_here, key: str = "") -> Solution:
    """Solves a game with one decision, no community cards and a dealer's hand of at most six cards."""
    stage = SweepStage(problem, key)
    sums = run(stage, progress)
    return solution_of(stage.ready, sums["tally"], int(sums["sets"][0]))


@dataclass(frozen=True, slots=True)
class Swept:
    """A game swept as a whole."""

    tally: Any
    """Deals by class of hand, choice and result with the best choices."""
    others: tuple[Any, ...]
    """The same for further policies."""
    worth: Any
    """The sum of nets over all deals, by rank of value and choice."""
    information_sets: int
    taken: Any = None
    """For methods that do not list single hands: the number of player hands by rank of value and best choice."""


def sweep_all(ready: OneDecision, ways: Sequence[Chooser] = (), progress: Progress | None = None) -> Swept:
    """Sweeps all pieces of work, with the best choices and with further policies."""
    import numpy as np

    tally = np.zeros(ready.tally_shape, np.int64)
    others = [np.zeros(ready.tally_shape, np.int64) for _ in ways]
    worth = np.zeros((len(ready.hands), len(ready.money.choices)), np.int64)
    sets = 0
    taken = None

    def run(number: int) -> PieceResult:
        return ready.run(number, ways=ways)

    for done, part in enumerate(in_parallel(run, range(len(ready.pieces))), 1):
        tally += part.tally
        worth += part.worth
        for other, more in zip(others, part.others, strict=True):
            other += more
        sets += part.information_sets
        taken = part.taken if taken is None else taken + part.taken
        if progress:
            progress(done, len(ready.pieces))
    return Swept(tally, tuple(others), worth, sets, taken)


def mean_of(ready: OneDecision, tally: Any) -> Fraction:
    """The average net of a round in first stakes."""
    total = sum(
        ready.money.nets[hand][choice][result] * times for hand, choice, result, times in entries(tally.tolist())
    )
    return Fraction(total, ready.money.unit * int(tally.sum()))


def deals_of(problem: Problem, cards: int) -> int:
    """The number of equally likely deals from a deck of this size."""
    rules, knowledge = problem.rules, problem.knowledge
    left = cards - rules.own
    seen = comb(left, knowledge.dealer)
    unseen = rules.dealer - knowledge.dealer
    return comb(cards, rules.own) * seen * comb(left - knowledge.dealer, unseen) * comb(unseen, knowledge.hinted)


def solution_of(ready: OneDecision, tally: Any, information_sets: int, method: str = METHOD) -> Solution:
    """The figures of the best choices."""
    money = ready.money
    (street,) = ready.problem.rules.streets
    found: Counter[tuple[Fraction, int]] = Counter()
    taken = {choice.word: 0 for choice in money.choices}
    for hand, choice, result, times in entries(tally.tolist()):
        found[Fraction(money.nets[hand][choice][result], money.unit), money.stakes[choice]] += times
        taken[money.choices[choice].word] += times
    deals = deals_of(ready.problem, len(ready.deck.cards))
    return Solution(deals, found, {street.name: taken}, information_sets, method)


def entries(tally: list[list[list[int]]]) -> Iterator[tuple[int, int, int, int]]:
    """(class of hand, choice, result, deals) for all that came."""
    for hand, of_hand in enumerate(tally):
        for choice, of_choice in enumerate(of_hand):
            for result, times in enumerate(of_choice):
                if times:
                    yield hand, choice, result, times
