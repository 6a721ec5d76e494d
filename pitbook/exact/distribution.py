"""The exact distribution of a wager's answers for any shoe, by the fastest count that its rule allows."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from pitbook.cards import NO_CARD, Cards, Shoe
from pitbook.errors import BadInput
from pitbook.exact.cache import CacheKey, cache_key, covers, keep, kept, read_kept
from pitbook.exact.deals import (
    NO_PERMUTATION,
    SUIT_PERMUTATIONS,
    SuitPermutation,
    all_deals,
    check_sizes,
    count_by_kind,
    count_deals,
    kinds_of_deals,
    symmetries,
)
from pitbook.exact.family import counting_family
from pitbook.exact.seven import count_sevens
from pitbook.exact.shipped import check_computing
from pitbook.games.model import Group, Wager

if TYPE_CHECKING:
    from pitbook.exact.copies import Copies

MOST_CALLS: Final = 4_000_000
"""The approximate limit on calls of a rule in plain Python; beyond that it is compiled."""
MOST_PLAIN_CALLS: Final = 50_000_000
"""The limit for a rule that cannot be compiled: a minute or two."""
TO_HELP: Final = "write it with whole numbers, comparisons and loops only, or declare suits='interchangeable'"


@dataclass(frozen=True, slots=True)
class Distribution:
    """The answers of the rule over all deals."""

    answers: Mapping[int, int]
    """Answer -> number of deals."""
    total: int
    method: str
    """The method of counting, for the sheet's assumptions."""

    def __post_init__(self) -> None:
        if sum(self.answers.values()) != self.total:
            raise ArithmeticError("the counts do not add up to all deals: the rule or its declared symmetry is wrong")


def distribution(
    wager: Wager, shoe: Shoe, options: Mapping[str, str] | None = None, groups: Sequence[Group] | None = None
) -> Distribution:
    """The exact distribution for this shoe and these option values; cached on disk.

    ``groups`` may omit groups at the end that the outcomes in question do not look at.
    """
    chosen = options or {}
    reads = tuple(option.index(chosen) for option in (*wager.reads, *((wager.choice,) if wager.choice else ())))
    return _distribution(wager, shoe, reads, len(wager.groups if groups is None else groups))


@cache
def _distribution(wager: Wager, shoe: Shoe, reads: tuple[int, ...], groups: int) -> Distribution:
    sizes = [group.size for group in wager.groups[:groups]]
    if 0 in sizes:
        raise BadInput(f"{wager.slug} is played out card by card and has no distribution over one deal")
    check_sizes(sizes, shoe)
    total = all_deals(sizes, shoe)

    def count() -> Distribution:
        if wager.counted_by:
            return Distribution(counting_family(wager).count_deals(wager, shoe), total, BY_FAMILY)
        answers, method = _count(wager, sizes, shoe, reads)
        return Distribution(answers, total, method)

    if not covers(*_functions(wager)):
        return count()
    return kept(FOLDER, _key(wager, sizes, shoe, reads), count, _to_json, _from_json(total))[0]


def _count(wager: Wager, sizes: list[int], shoe: Shoe, reads: tuple[int, ...]) -> tuple[Counter[int], str]:
    if wager.suits == "only flushes" and sizes == [7] and max(shoe.counts) == 1:
        return count_sevens(lambda hand: wager.rule(hand, *reads), shoe), "counted by ranks and flushes"
    # Omitted groups are passed to the rule as cards that were not dealt; then cards of the last group have no classes.
    not_dealt = tuple((NO_CARD,) * group.size for group in wager.groups[len(sizes) :])
    if wager.card_kind is not None:
        tally = count_by_kind(wager.rule, sizes, shoe, (*not_dealt, *reads), wager.card_kind)
        return tally, "all deals enumerated, cards alike to the rule counted together"
    card_class = None if not_dealt else wager.card_class
    group = NO_PERMUTATION if wager.suits == "named" else symmetries(shoe)
    calls = kinds_of_deals(sizes, group, card_class)
    if calls > MOST_CALLS:
        from pitbook.exact.compiled import enumerate_deals
        from pitbook.exact.kernels import NotCompiled

        try:
            tally = enumerate_deals(wager.rule, sizes, shoe, (*not_dealt, *reads))
            return tally, "every deal enumerated, compiled"
        except NotCompiled as error:
            if calls > MOST_PLAIN_CALLS:
                raise BadInput(
                    f"{error}, and {calls:,} deals are too many to count without compiling: {TO_HELP}"
                ) from None
    how = "cards alike to the rule counted together" if card_class else "equivalent suits counted together"
    tally = count_deals(wager.rule, sizes, shoe, (*not_dealt, *reads), group=group, card_class=card_class)
    return tally, "all deals enumerated" + (f", {how}" if card_class or len(group) > 1 else "")


def distributions_without(
    wager: Wager, shoe: Shoe, options: Mapping[str, str] | None = None, groups: Sequence[Group] | None = None
) -> Mapping[Cards, Distribution]:
    """The exact distribution after any one card has left the shoe, for each class of equivalent cards.

    They all come from one enumeration of the whole shoe, and are cached as the distributions of those shoes.
    """
    if wager.counted_by:
        raise BadInput(
            f"the effect of single cards on {wager.slug} is not computed: it would take minutes. pitbook par --remove "
            "shows that of cards you name"
        )
    chosen = options or {}
    reads = tuple(option.index(chosen) for option in (*wager.reads, *((wager.choice,) if wager.choice else ())))
    return _distributions_without(wager, shoe, reads, len(wager.groups if groups is None else groups))


@cache
def _distributions_without(
    wager: Wager, shoe: Shoe, reads: tuple[int, ...], groups: int
) -> Mapping[Cards, Distribution]:
    from pitbook.exact.copies import card_classes

    sizes = [group.size for group in wager.groups[:groups]]
    smaller = {cards: shoe.without(cards[:1]) for cards in card_classes(shoe, suit_permutations(wager, shoe))}
    for less in smaller.values():
        check_sizes(sizes, less)
    known_source = covers(*_functions(wager))
    keys = {cards: _key(wager, sizes, less, reads) for cards, less in smaller.items()} if known_source else {}
    total = all_deals(sizes, shoe) * (len(shoe) - sum(sizes)) // len(shoe)
    read = {cards: read_kept(FOLDER, key, _from_json(total)) for cards, key in keys.items()}
    known = {cards: found for cards, found in read.items() if found is not None}
    if len(known) == len(smaller):
        return known
    check_computing(f"{wager.slug} without one card")
    counted = _count_copies(wager, sizes, shoe, reads)
    if counted is None:
        return {cards: _distribution(wager, less, reads, groups) for cards, less in smaller.items()}
    method = "counted from the deals of the fuller shoe that avoid the card"
    found_all = {cards: Distribution(counted.without(cards), total, method) for cards in smaller}
    for cards, key in keys.items():
        keep(FOLDER, key, _to_json(found_all[cards]))
    return found_all


def _count_copies(wager: Wager, sizes: list[int], shoe: Shoe, reads: tuple[int, ...]) -> "Copies | None":
    """That enumeration; None if it needs compiled code, which counts no copies."""
    from pitbook.exact.copies import count_copies, count_sevens_copies

    group = suit_permutations(wager, shoe)
    if wager.suits == "only flushes" and sizes == [7] and max(shoe.counts) == 1:
        symmetric = len(group) == len(SUIT_PERMUTATIONS)
        return count_sevens_copies(lambda hand: wager.rule(hand, *reads), shoe) if symmetric else None
    not_dealt = tuple((NO_CARD,) * group.size for group in wager.groups[len(sizes) :])
    card_class = None if not_dealt else wager.card_class
    if kinds_of_deals(sizes, group, card_class) > MOST_CALLS:
        return None
    return count_copies(wager.rule, sizes, shoe, (*not_dealt, *reads), group=group, card_class=card_class)


def suit_permutations(wager: Wager, shoe: Shoe) -> tuple[SuitPermutation, ...]:
    return NO_PERMUTATION if wager.suits == "named" else symmetries(shoe)


BY_FAMILY: Final = "every deal counted, hands on one board put in order instead of compared"
FOLDER: Final = "counts"
COUNTED_BY: Final = (
    f"{__name__}._count",
    f"{__name__}._count_copies",
    f"{__name__}.Distribution",
    "pitbook.exact.copies.Copies",
    "pitbook.cards.Shoe",
)
"""The functions that count the deals of a wager, beside its own."""


def _functions(wager: Wager) -> list[Callable[..., int]]:
    """The wager's functions on which its count depends."""
    return [each for each in (wager.rule, wager.card_class, wager.card_kind) if each is not None]


def _key(wager: Wager, sizes: Sequence[int], shoe: Shoe, reads: tuple[int, ...]) -> CacheKey:
    """The cache key of a count: the functions of the rule and of everything here that counts, and the inputs."""
    functions = _functions(wager)
    names = [f"{each.__module__}.{each.__qualname__}" for each in functions]
    # A rule written as text is not a definition: its name has the hash of the text, and its module the language.
    roots = [each.__module__ if "." in each.__qualname__ else name for each, name in zip(functions, names, strict=True)]
    if wager.counted_by:
        roots.append(f"pitbook.families.{wager.counted_by}.exact.count_deals")
    return cache_key((*COUNTED_BY, *roots), names, list(sizes), shoe.counts, reads, wager.suits)


def _to_json(found: Distribution) -> dict[str, object]:
    return {"answers": found.answers, "method": found.method}


def _from_json(total: int) -> Callable[[Any], Distribution]:
    """Reads a count; one that does not add up to all deals is damaged."""

    def read(kept: Any) -> Distribution:
        answers = {int(answer): int(times) for answer, times in kept["answers"].items()}
        if sum(answers.values()) != total:
            raise ValueError("the counts do not add up")
        return Distribution(answers, total, str(kept["method"]))

    return read
