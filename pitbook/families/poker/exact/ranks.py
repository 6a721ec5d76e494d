"""Ranks first: one decision against a dealer's hidden hand, six or seven cards each, the best five of which count.

Suits matter for flushes only, so the value of a hand is the higher of two: the value of its ranks, and that of its
cards of one suit. For each pattern of the player's ranks, all dealer hands are first counted by their ranks alone, as
if flushes did not exist. Then the dealer's flushes are corrected suit by suit: each is moved from the value of its
ranks to its true value, which requires only the player's ranks in that suit. Both counts are running sums over dealer
hands in order of value, so no pair of hands is compared. The suits of the player's other cards do not matter, so hands
that differ only in these are counted together, with a weight.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import comb
from random import Random
from typing import Any, Final, NamedTuple

from pitbook.cards import JOKER, Cards, rank
from pitbook.errors import BadInput
from pitbook.exact.kernels import compiled, kernel_with
from pitbook.exact.pieces import Progress, Runner, run_here
from pitbook.families.poker.exact import ranks_kernels as kernels
from pitbook.families.poker.exact import ranks_play_kernels as play_kernels
from pitbook.families.poker.exact.deck import Deck, deck_left
from pitbook.families.poker.exact.kernels import results_of
from pitbook.families.poker.exact.knowledge import refuse_board, refuse_hints
from pitbook.families.poker.exact.money import Money, hand_classes, money_of
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.ranks_patterns import Patterns, PatternTree, tree_of
from pitbook.families.poker.exact.situation import check_seen, valued
from pitbook.families.poker.exact.solution import Situation, Solution
from pitbook.families.poker.exact.sweep import Chooser, PieceResult, SweepStage, kinds_of_sets, solution_of
from pitbook.families.poker.exact.values import Ranked, binomials, sets_of
from pitbook.families.poker.rules.model import RESULTS

METHOD: Final = "ranks first, then the dealer's flushes suit by suit: every deal counted"
FLUSH: Final = 5
"""Cards of one suit that make a flush, the joker among them."""
BLOCK: Final = 200_000_000
"""Pairs of patterns in a piece of work: about half a second."""
CHECKED: Final = 3_000
"""Random hands on which the method's assumption about values is tested."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The dealer cards that the player knows in a piece of work, and the cards left."""

    cards: Cards
    weight: int
    """How many sets of cards are equivalent to this one."""
    left: tuple[int, ...]
    """The ranks left in each suit."""
    joker_left: bool

    @property
    def joker(self) -> bool:
        return JOKER in self.cards

    def ranks(self) -> list[int]:
        """How many cards of each rank are seen."""
        return [sum(card < JOKER and rank(card) == each for card in self.cards) for each in range(13)]

    def in_suit(self, suit: int) -> int:
        """The ranks seen in a suit."""
        return sum(1 << rank(card) for card in self.cards if card < JOKER and card & 3 == suit)

    def of_rank(self) -> list[int]:
        """How many cards of each rank are left."""
        return [sum(suit >> each & 1 for suit in self.left) for each in range(13)]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of work: player hands with certain ranks beside seen cards of certain ranks."""

    group: int
    """The number of the group of seen cards."""
    joker: int
    """1 where the player holds the joker."""
    first: int
    last: int
    """The patterns, by rising value."""
    flushes: bool = False
    """The player's hands with a flush instead: all of them."""


class Counted(NamedTuple):
    """The sums of a piece of work."""

    tally: Any
    """Deals by class of hand, choice and result."""
    others: Any
    """The same for each further policy."""
    worth: Any
    """The sum of nets over all deals, by number of value and choice."""
    taken: Any
    """Player hands, each counted for every set of seen cards, by number of value and best choice."""


@dataclass(frozen=True, slots=True)
class Events:
    """The flush events beside seen cards, for each kind of suit in which the dealer may have a flush."""

    relevant: Any
    kind_of: Any
    first: Any
    rows: Any
    outside: Any
    width: int
    """The columns that a table of them needs."""


@dataclass(frozen=True, slots=True)
class Ranks:
    """A prepared problem: patterns valued, nets known, work divided into numbered pieces."""

    problem: Problem
    deck: Deck
    ranked: Ranked
    """Every value that occurs; hands are known by patterns, not by sets of cards."""
    money: Money
    qualifies: int
    hands: Any
    """The class of hand by number of value."""
    occurs: Any
    own: tuple[Patterns, ...]
    """The player's patterns without the joker, and with it."""
    dealer: tuple[Patterns, ...]
    suited: tuple[Any, ...]
    """The number of the value of every set of ranks in one suit, without the joker and with it; -1 for too few."""
    groups: tuple[tuple[Seen, ...], ...]
    """The kinds of seen cards, by their ranks."""
    pieces: tuple[Piece, ...]
    orders: dict[tuple[int, int], Any] = field(default_factory=dict)
    """(group, joker) -> the indexes of the player's patterns that can be dealt, by rising value."""
    made: dict[Any, Any] = field(default_factory=dict)
    """A cache of the dealer's patterns and flush events without seen cards, for all pieces and for advice."""

    # -- what the dealer may hold --------------------------------------------------------------------------------------

    @property
    def unseen(self) -> int:
        return self.problem.rules.dealer - self.problem.knowledge.dealer

    def hints(self) -> Iterator[tuple[Any, Any]]:
        """For each possible hint about the unseen cards: which ranks it is about, and the number of ways in which a
        dealer hand fits it, by the number of these ranks in the hand."""
        import numpy as np

        knowledge, unseen = self.problem.knowledge, self.unseen
        hinted = np.array([each in knowledge.hint for each in range(13)], np.int64)
        known = knowledge.hinted
        for of_them in range(known + 1):
            ways = [comb(some, of_them) * comb(unseen - some, known - of_them) for some in range(unseen + 1)]
            yield hinted, np.array(ways, np.int64)

    def leaves(self, seen: Seen, joker: int) -> tuple[PatternTree, Any, Any]:
        """The dealer's patterns beside seen cards, their order by value, and their values in that order."""
        import numpy as np

        if (seen, joker) in self.made:
            found: tuple[PatternTree, Any, Any] = self.made[seen, joker]
            return found
        tree = tree_of(self.unseen, seen.joker_left and not joker)
        values = np.full(len(tree.counts), -1, np.int64)
        beside = np.array(seen.ranks(), np.int64)
        for with_joker in (0, 1):
            some = tree.joker == bool(with_joker) if not seen.joker else np.full(len(values), bool(with_joker))
            if some.any():
                valued_here = np.zeros(int(some.sum()), np.int64)
                compiled(kernels.value_beside)(
                    tree.counts[some], beside, binomials(), self.dealer[with_joker].values, valued_here
                )
                values[some] = valued_here
        order = np.argsort(values, kind="stable")
        order = order[values[order] >= 0]
        made = tree, order, values[order]
        if not seen.cards:
            self.made[seen, joker] = made
        return made

    def events(self, seen: Seen, joker: int, hinted: Any, hint_ways: Any) -> Events:
        """The flush events beside seen cards against a player with the joker or without."""
        import numpy as np

        kept = (seen, joker, hint_ways.tobytes())
        if kept in self.made:
            found: Events = self.made[kept]
            return found
        beside = np.array(seen.ranks(), np.int64)
        of_rank = np.array(seen.of_rank(), np.int64)
        numbers: dict[tuple[int, int], int] = {}
        relevant: list[int] = []
        kind_of: list[int] = []
        outside: list[Any] = []
        parts: list[Any] = []
        for suit in range(4):
            alike = seen.left[suit], seen.in_suit(suit)
            elsewhere = of_rank - np.array([seen.left[suit] >> each & 1 for each in range(13)])
            key = (*alike, *elsewhere.tolist())
            if key not in numbers:
                rows = self._events_of(seen, joker, alike, beside, elsewhere, hinted, hint_ways)
                numbers[key] = -1 if len(rows) == 0 else len(parts)
                if len(rows):
                    parts.append(rows)
                    outside.append(elsewhere)
            if numbers[key] >= 0:
                relevant.append(suit)
                kind_of.append(numbers[key])
        rows = np.concatenate(parts) if parts else np.zeros((0, 5), np.int64)
        width = 105 if (rows[:, 3] >= 0).any() else 14 if (rows[:, 2] >= 0).any() else 1
        made = Events(
            np.array(relevant, np.int64),
            np.array(kind_of, np.int64),
            np.cumsum([0, *map(len, parts)]),
            rows,
            np.array(outside, np.int64).reshape(len(parts), 13),
            width,
        )
        if not seen.cards:
            self.made[kept] = made
        return made

    def _events_of(
        self, seen: Seen, joker: int, of_suit: tuple[int, int], beside: Any, outside: Any, hinted: Any, hint_ways: Any
    ) -> Any:
        """The events of one suit by rising value."""
        import numpy as np

        left, suited_seen = of_suit
        may_come = [1] if seen.joker else [0, 1] if seen.joker_left and not joker else [0]
        unseen = [self.unseen - (1 if each and not seen.joker else 0) for each in may_come]
        free, already = left.bit_count(), suited_seen.bit_count()
        most = 2 * sum(
            comb(free, size) * (1, 13, 91)[cards - size]
            for each, cards in zip(may_come, unseen, strict=True)
            for size in range(max(0, FLUSH - already - each), cards + 1)
        )
        rows = np.zeros((most, 5), np.int64)
        found = 0
        for each, cards in zip(may_come, unseen, strict=True):
            found = compiled(kernels.fill_events)(
                masks_up_to(cards), cards, each, suited_seen, beside, left, outside, binomials(),
                self.dealer[each].values, self.suited[each], hinted, hint_ways, found, rows,
            )  # fmt: skip
        return rows[:found][np.argsort(rows[:found, 0], kind="stable")]

    # -- pieces of work ------------------------------------------------------------------------------------------------

    @property
    def tally_shape(self) -> tuple[int, int, int]:
        return len(self.money.nets), len(self.money.choices), RESULTS

    def hands_by_value(self) -> dict[int, Cards]:
        """Every value that a player's hand without the joker can have, with one such hand."""
        import numpy as np

        found: dict[int, Cards] = {}
        patterns, suited = self.own[0], self.suited[0]
        places = np.flatnonzero(patterns.values >= 0)
        for number, hand in zip(
            patterns.values[places].tolist(), hands_of(patterns.counts[places], 0, flush=False).tolist(), strict=True
        ):
            found[self.ranked.values[number]] = tuple(hand)
        for mask in masks_up_to(self.problem.rules.own).tolist():
            if suited[mask] >= 0:
                found[self.ranked.values[int(suited[mask])]] = tuple(each * 4 for each in range(13) if mask >> each & 1)
        return found

    def run(self, number: int, choose: Chooser | None = None, ways: Sequence[Chooser] = ()) -> PieceResult:
        """Computes one piece with the best choices or those of ``choose``, and with the further policies ``ways``.

        A policy may depend on the value of a hand and on ranks only: it decides for one hand of each pattern.
        """
        import numpy as np

        piece = self.pieces[number]
        every = [*([choose] if choose else []), *ways]
        by_value = len(self.ranked.values), len(self.money.choices)
        counted = Counted(
            np.zeros(self.tally_shape, np.int64),
            np.zeros((len(every), *self.tally_shape), np.int64),
            *np.zeros((2, *by_value), np.int64),
        )
        play = self._flushes if piece.flushes else self._patterns
        sets = sum(play(piece, hinted, hint_ways, every, counted) for hinted, hint_ways in self.hints())
        tally, others = counted.tally, tuple(counted.others)
        if choose:
            tally, others = others[0], others[1:]
        return PieceResult(tally, None, (), counted.worth, None, others, sets, counted.taken)

    def _patterns(self, piece: Piece, hinted: Any, hint_ways: Any, ways: Sequence[Chooser], counted: Counted) -> int:
        import numpy as np

        group = self.groups[piece.group]
        own = self.own[piece.joker]
        places = self.orders[piece.group, piece.joker][piece.first : piece.last]
        counts, values = own.counts[places], own.values[places]
        bounds = np.array([values, values + 1, np.full(len(values), self.qualifies)]).T
        by_ranks, totals = self.sum_ranks(group[0], piece.joker, counts, bounds, hinted, hint_ways)
        sets = 0
        for seen in group:
            sets += self._play(
                play_kernels.play_patterns, seen, piece.joker, hinted, hint_ways,
                (counts, values, by_ranks, totals, self._chosen(ways, places, piece.joker, seen.cards),
                 FLUSH - piece.joker, self.suited[piece.joker]),
                counted,
            )  # fmt: skip
        return sets

    def _flushes(self, piece: Piece, hinted: Any, hint_ways: Any, ways: Sequence[Chooser], counted: Counted) -> int:
        import numpy as np

        group = self.groups[piece.group]
        own, suited = self.own[piece.joker], self.suited[piece.joker]
        size = self.problem.rules.own - piece.joker
        places = self.orders[piece.group, piece.joker]
        places = places[(own.counts[places] > 0).sum(axis=1) >= FLUSH - piece.joker]
        masks = np.array([each for each in range(kernels.SETS) if suited[each] >= 0 and each.bit_count() <= size])
        masks = masks[np.argsort(suited[masks], kind="stable")]
        _, _, leaf_values = self.leaves(group[0], piece.joker)
        limits, bound_of = np.unique(np.searchsorted(leaf_values, suited[masks]), return_inverse=True)
        starts = np.array([*(suited[masks][bound_of == each].min() for each in range(len(limits))), self.qualifies])
        bounds = np.tile(starts, (len(places), 1))
        found, totals = self.sum_ranks(group[0], piece.joker, own.counts[places], bounds, hinted, hint_ways)
        by_ranks = np.zeros((len(own.counts), len(limits)), np.int64)
        out_by_ranks, total_of = np.zeros((2, len(own.counts)), np.int64)
        possible = np.full(len(own.counts), -1, np.int64)
        by_ranks[places], out_by_ranks[places], total_of[places] = found[:, :-1], found[:, -1], totals
        possible[places] = own.values[places]
        sets = 0
        for seen in group:
            chosen = np.zeros((len(ways), len(own.counts)), np.int8)
            chosen[:, places] = self._chosen(ways, places, piece.joker, seen.cards, flush=True)
            sets += self._play(
                play_kernels.play_flushes, seen, piece.joker, hinted, hint_ways,
                (masks, suited[masks], bound_of, size, possible, by_ranks, out_by_ranks, total_of, chosen),
                counted,
            )  # fmt: skip
        return sets

    def _play(
        self, kernel: Any, seen: Seen, joker: int, hinted: Any, hint_ways: Any, asked: tuple[Any, ...], counted: Counted
    ) -> int:
        """Plays player hands beside seen cards."""
        import numpy as np

        events = self.events(seen, joker, hinted, hint_ways)
        tables = np.zeros((3, len(events.outside), kernels.SETS, events.width), np.int32)
        found = compiled(kernel)(
            *asked, np.array(seen.left, np.int64), events.relevant, events.kind_of, events.first, events.rows,
            events.outside, tables, binomials(), seen.weight, self.qualifies, self.hands,
            np.array(self.money.nets, np.int64), np.array(self.money.allowed), *counted,
        )  # fmt: skip
        return int(found)

    def sum_ranks(
        self, seen: Seen, joker: int, counts: Any, limits: Any, hinted: Any, hint_ways: Any
    ) -> tuple[Any, Any]:
        """For each player pattern the number of dealer hands below each limit, ignoring flushes, and of all."""
        import numpy as np

        tree, order, values = self.leaves(seen, joker)
        bounds = np.searchsorted(values, limits)
        unseen = self.unseen
        known = self.problem.knowledge.hinted
        if known:
            bounds = np.concatenate([bounds, np.full((len(counts), 1), len(values))], axis=1)
        ranking = np.argsort(bounds, axis=1, kind="stable")
        sums = np.zeros_like(bounds)
        compiled(kernels.sum_ranks)(
            counts, np.array(seen.of_rank(), np.int64), binomials(), tree.node_parent, tree.node_step,
            tree.leaf_parent[order], tree.leaf_step[order], hint_ways[tree.counts[order] @ hinted],
            np.take_along_axis(bounds, ranking, axis=1), sums,
        )  # fmt: skip
        found = np.zeros_like(sums)
        np.put_along_axis(found, ranking, sums, axis=1)
        if known:
            return found[:, :-1], found[:, -1].copy()
        left = len(self.deck.cards) - len(seen.cards) - self.problem.rules.own
        return found, np.full(len(counts), comb(left, unseen), np.int64)

    def _chosen(self, ways: Sequence[Chooser], places: Any, joker: int, seen: Cards, flush: bool = False) -> Any:
        """The choice of each policy for one hand of each pattern."""
        import numpy as np

        if not ways:
            return np.zeros((0, len(places)), np.int8)
        if (joker, flush) not in self.made:
            self.made[joker, flush] = hands_of(self.own[joker].counts, joker, flush)
        hands = self.made[joker, flush][places]
        return np.array([way(hands, seen) for way in ways], np.int8)


@cache
def masks_up_to(size: int) -> Any:
    """All sets of at most this many ranks, as bit masks."""
    import numpy as np

    return np.array([mask for mask in range(kernels.SETS) if mask.bit_count() <= size], np.int64)


def hands_of(counts: Any, joker: int, flush: bool) -> Any:
    """One hand of each pattern, one per row, with evenly spread suits or, with ``flush``, mostly of one suit."""
    import numpy as np

    size = int(counts[0].sum())
    hands = np.full((len(counts), size + joker), JOKER, np.int64)
    for row, pattern in enumerate(counts.tolist()):
        used = [0] * 4
        at = 0
        for each, many in enumerate(pattern):
            order = range(4) if flush else sorted(range(4), key=lambda suit: used[suit])
            for suit in tuple(order)[:many]:
                used[suit] += 1
                hands[row, at] = each * 4 + suit
                at += 1
    return hands


def make_ready(problem: Problem) -> Ranks:
    """Values all patterns and splits the work."""
    import numpy as np

    rules = problem.rules
    refuse_board(problem.knowledge, rules, ("dealer:N", "dealer:N~RANKS", "none"))
    deck = Deck.of(rules, problem.dead)
    check_values(problem)
    jokers = range(2 if rules.joker else 1)
    own = [_patterns(rules.value, rules.own - joker, joker) for joker in jokers]
    dealer = [_patterns(rules.value, rules.dealer - joker, joker) for joker in jokers]
    suited = [_suited(rules.value, joker, max(rules.own, rules.dealer)) for joker in jokers]
    every = [*(each.values for each in (*own, *dealer)), *suited]
    values = np.unique(np.concatenate(every))
    values = values[values >= 0]

    def numbered(some: Any) -> Any:
        return np.where(some < 0, -1, np.searchsorted(values, some))

    classes = hand_classes(rules, values.tolist())
    lowest = rules.lowest_qualifying(problem.options)
    own = [Patterns(each.counts, numbered(each.values)) for each in own]
    suited = [numbered(each) for each in suited]
    occurs = np.zeros(len(values), np.bool_)
    for patterns, in_suit, joker in zip(own, suited, jokers, strict=True):
        occurs[patterns.values[patterns.values >= 0]] = True
        sizes = np.array([mask.bit_count() for mask in range(kernels.SETS)])
        occurs[in_suit[(in_suit >= 0) & (sizes <= rules.own - joker)]] = True
    groups = _groups(problem, deck)
    ready = Ranks(
        problem=problem,
        deck=deck,
        ranked=Ranked(values.tolist(), {}),
        money=money_of(rules, problem.tables, problem.options, classes),
        qualifies=int(np.searchsorted(values, lowest)) if lowest else 0,
        hands=np.array(classes.of_value, np.int64),
        occurs=occurs,
        own=tuple(own),
        dealer=tuple(Patterns(each.counts, numbered(each.values)) for each in dealer),
        suited=tuple(suited),
        groups=groups,
        pieces=(),
    )
    blocks = []
    for number, group in enumerate(groups):
        of_rank = np.array(group[0].of_rank())
        for joker in jokers:
            if joker and not group[0].joker_left:
                continue
            patterns = ready.own[joker]
            possible = np.flatnonzero((patterns.values >= 0) & (patterns.counts <= of_rank).all(axis=1))
            order = possible[np.argsort(patterns.values[possible], kind="stable")]
            ready.orders[number, joker] = order
            leaves = len(tree_of(ready.unseen, group[0].joker_left and not joker).counts)
            step = max(1, BLOCK // leaves)
            blocks += [Piece(number, joker, at, at + step) for at in range(0, len(order), step)]
            blocks.append(Piece(number, joker, 0, 0, flushes=True))
    object.__setattr__(ready, "pieces", tuple(blocks))
    return ready


def _patterns(value: Any, size: int, joker: int) -> Patterns:
    import numpy as np

    counts = np.zeros((comb(12 + size, size), 13), np.int64)
    compiled(kernels.fill_patterns)(size, binomials(), counts)
    values = np.zeros(len(counts), np.int64)
    kernel_with(kernels.value_patterns, value=value)(counts, joker, values)
    return Patterns(counts, values)


def _suited(value: Any, joker: int, most: int) -> Any:
    import numpy as np

    values = np.zeros(kernels.SETS, np.int64)
    kernel_with(kernels.value_suited, value=value)(joker, most, values)
    return values


def _groups(problem: Problem, deck: Deck) -> tuple[tuple[Seen, ...], ...]:
    """The kinds of seen cards, those of the same ranks together."""
    sets, weights = kinds_of_sets(deck.array(), sets_of(len(deck.cards), problem.knowledge.dealer), deck)
    groups: dict[tuple[int, ...], list[Seen]] = {}
    for places, weight in zip(sets.tolist(), weights.tolist(), strict=True):
        seen = seen_cards(deck, tuple(deck.cards[place] for place in places), weight)
        groups.setdefault(tuple(sorted(rank(card) for card in seen.cards)), []).append(seen)
    return tuple(tuple(group) for group in groups.values())


def seen_cards(deck: Deck, cards: Cards, weight: int = 1) -> Seen:
    """The seen cards, with the cards left in the deck."""
    rest = [card for card in deck.cards if card not in cards]
    left = tuple(sum(1 << rank(card) for card in rest if card < JOKER and card & 3 == suit) for suit in range(4))
    return Seen(cards, weight, left, JOKER in rest)


def check_values(problem: Problem) -> None:
    """Refuses a game whose values depend on suits in another way than by flushes."""
    rules = problem.rules
    chance = Random(rules.slug)
    pack = range(JOKER + 1 if rules.joker else JOKER)
    for number in range(CHECKED):
        size = (rules.own, rules.dealer)[number % 2]
        few = [card for card in pack if card >= JOKER or card & 3 < 2]  # flushes are common with two suits
        cards = tuple(chance.sample(few if number % 3 else pack, size))
        if rules.value(cards) != _apart(rules.value, cards):
            raise BadInput(f"{rules.slug} is not solved: its hands have values that suits change in other ways")


def _apart(value: Any, cards: Cards) -> int:
    """The value as this method computes it: the higher one of the ranks and of the cards of one suit."""
    joker = [card for card in cards if card == JOKER]
    used = [0] * 4
    spread: list[int] = []
    for each in range(13):
        many = sum(card < JOKER and rank(card) == each for card in cards)
        for suit in sorted(range(4), key=lambda suit: used[suit])[:many]:
            used[suit] += 1
            spread.append(each * 4 + suit)
    found = value((*spread, *joker))
    for suit in range(4):
        alike = [card for card in cards if card < JOKER and card & 3 == suit]
        if len(alike) + len(joker) >= FLUSH:
            found = max(found, value((*alike, *joker)))
    return int(found)


# -- the whole game ----------------------------------------------------------------------------------------------------


def solve(problem: Problem, progress: Progress | None = None, run: Runner = run_here, key: str = "") -> Solution:
    """Solves a game with one decision and no community cards whose hands are the best five of six or seven cards."""
    stage = SweepStage(problem, key, make_ready)
    sums = run(stage, progress)
    return solution_of(stage.ready, sums["tally"], int(sums["sets"][0]), METHOD)


# -- one situation -----------------------------------------------------------------------------------------------------


def situation(problem: Problem, hand: Cards, board: Cards, dealer: Cards, made: Ranks | None = None) -> Situation:
    """The value of each choice with this hand; ``made`` is the prepared problem where it is known already."""
    import numpy as np

    refuse_hints(problem.knowledge)
    deck_left(problem.rules, problem.dead, hand, board, dealer)
    check_seen(problem, dealer)
    ready = made or make_ready(problem)
    value = problem.rules.value(hand)
    player = ready.ranked.rank_from(value)
    less, up_to, out, total = face(ready, seen_cards(ready.deck, dealer), hand, player)
    results = np.zeros(RESULTS, np.int64)
    results_of(player, ready.qualifies, less, up_to - less, out, total, results)
    return valued(problem, value, results.tolist())


def face(ready: Ranks, seen: Seen, hand: Cards, player: int) -> tuple[int, int, int, int]:
    """The numbers of dealer hands against one hand: lower, lower or equal, not qualifying, and all."""
    import numpy as np

    joker = int(JOKER in hand)
    counts = np.array([[sum(card < JOKER and rank(card) == each for card in hand) for each in range(13)]], np.int64)
    ((hinted, hint_ways),) = ready.hints()
    limits = np.array([[player, player + 1, ready.qualifies]])
    by_ranks, totals = ready.sum_ranks(seen, joker, counts, limits, hinted, hint_ways)
    sums = by_ranks[0].copy()
    events = ready.events(seen, joker, hinted, hint_ways)
    for suit, kind in zip(events.relevant.tolist(), events.kind_of.tolist(), strict=True):
        own = sum(1 << rank(card) for card in hand if card < JOKER and card & 3 == suit)
        k = counts[0] - np.array([own >> each & 1 for each in range(13)])
        rows = events.rows[events.first[kind] : events.first[kind + 1]]
        compiled(kernels.sum_events)(rows, own, k, events.outside[kind], player, ready.qualifies, sums)
    less, up_to, out = map(int, sums)
    return less, up_to, out, int(totals[0])
