"""The exact distribution of a wager's answers for any shoe: the quickest count that its rule allows."""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

import pitbook
from pitbook.cards import NO_CARD, Cards, Shoe
from pitbook.errors import BadInput
from pitbook.exact.deals import (
    NO_RENAMING,
    RENAMINGS,
    Renaming,
    all_deals,
    check_sizes,
    count_deals,
    kinds_of_deals,
    symmetries,
)
from pitbook.exact.seven import count_sevens
from pitbook.games.model import Group, Wager

if TYPE_CHECKING:
    from pitbook.exact.copies import Copies

MOST_CALLS: Final = 4_000_000
"""A rule is called at most about so many times in plain Python; beyond that it is compiled."""
MOST_PLAIN_CALLS: Final = 50_000_000
"""What a rule that cannot be compiled may take: a minute or two."""
TO_HELP: Final = "write it with whole numbers, comparisons and loops only, or declare suits='interchangeable'"


@dataclass(frozen=True, slots=True)
class Distribution:
    """What the rule answers over all deals."""

    answers: Mapping[int, int]
    """Answer -> number of deals."""
    total: int
    method: str
    """How it was counted, for the sheet's assumptions."""

    def __post_init__(self) -> None:
        if sum(self.answers.values()) != self.total:
            raise ArithmeticError("the counts do not add up to all deals: the rule or its declared symmetry is wrong")


def distribution(
    wager: Wager, shoe: Shoe, options: Mapping[str, str] | None = None, groups: Sequence[Group] | None = None
) -> Distribution:
    """The exact distribution for this shoe and these readings; kept in a cache on disk for the next time.

    ``groups`` may leave out groups at the end that the outcomes in question do not look at.
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
    if wager.rule.__module__.partition(".")[0] != "pitbook":
        # What a user's own rule depends on is not known in full, so nothing of it is kept.
        answers, method = _count(wager, sizes, shoe, reads)
        return Distribution(answers, total, method)
    key = _key(wager, sizes, shoe, reads)
    if (kept := _read_kept(key)) is not None and sum(kept[0].values()) == total:
        return Distribution(kept[0], total, kept[1])
    with one_at_a_time(cache_folder() / "counts" / f".{key}.lock"):
        if (kept := _read_kept(key)) is not None and sum(kept[0].values()) == total:
            return Distribution(kept[0], total, kept[1])  # another process has counted it meanwhile
        answers, method = _count(wager, sizes, shoe, reads)
        _keep(key, answers, method)
    return Distribution(answers, total, method)


def _count(wager: Wager, sizes: list[int], shoe: Shoe, reads: tuple[int, ...]) -> tuple[Counter[int], str]:
    if wager.suits == "only flushes" and sizes == [7] and max(shoe.counts) == 1:
        return count_sevens(lambda hand: wager.rule(hand, *reads), shoe), "counted by ranks and flushes"
    # Groups left out are shown to the rule as cards that were not dealt; then no card of the last one can be alike.
    not_dealt = tuple((NO_CARD,) * group.size for group in wager.groups[len(sizes) :])
    alike = None if not_dealt else wager.alike
    group = NO_RENAMING if wager.suits == "named" else symmetries(shoe)
    calls = kinds_of_deals(sizes, group, alike)
    if calls > MOST_CALLS:
        from pitbook.exact.compiled import enumerate_deals
        from pitbook.exact.kernels import NotCompiled

        try:
            tally = enumerate_deals(wager.rule, sizes, shoe, (*not_dealt, *reads))
            return tally, "every deal enumerated, compiled"
        except NotCompiled as error:
            if calls > MOST_PLAIN_CALLS:
                raise BadInput(f"{error}, and {calls:,} deals are too many to count without: {TO_HELP}") from None
    how = "cards alike to the rule counted together" if alike else "suits that play alike counted together"
    tally = count_deals(wager.rule, sizes, shoe, (*not_dealt, *reads), group=group, alike=alike)
    return tally, "all deals enumerated" + (f", {how}" if alike or len(group) > 1 else "")


def distributions_without(
    wager: Wager, shoe: Shoe, options: Mapping[str, str] | None = None, groups: Sequence[Group] | None = None
) -> Mapping[Cards, Distribution]:
    """The exact distribution after any one card has left the shoe, for each class of cards that make no difference.

    They all come from one enumeration of the whole shoe, and are kept as the distributions of those shoes.
    """
    chosen = options or {}
    reads = tuple(option.index(chosen) for option in (*wager.reads, *((wager.choice,) if wager.choice else ())))
    return _distributions_without(wager, shoe, reads, len(wager.groups if groups is None else groups))


@cache
def _distributions_without(
    wager: Wager, shoe: Shoe, reads: tuple[int, ...], groups: int
) -> Mapping[Cards, Distribution]:
    from pitbook.exact.copies import card_classes

    sizes = [group.size for group in wager.groups[:groups]]
    smaller = {cards: shoe.without(cards[:1]) for cards in card_classes(shoe, _renamings(wager, shoe))}
    for less in smaller.values():
        check_sizes(sizes, less)
    own = wager.rule.__module__.partition(".")[0] != "pitbook"
    keys = {} if own else {cards: _key(wager, sizes, less, reads) for cards, less in smaller.items()}
    total = all_deals(sizes, shoe) * (len(shoe) - sum(sizes)) // len(shoe)
    kept = [found for key in keys.values() if (found := _read_kept(key)) and sum(found[0].values()) == total]
    if len(kept) == len(smaller):
        return {cards: Distribution(found[0], total, found[1]) for cards, found in zip(smaller, kept, strict=True)}
    counted = _count_copies(wager, sizes, shoe, reads)
    if counted is None:
        return {cards: _distribution(wager, less, reads, groups) for cards, less in smaller.items()}
    method = "counted from the deals of the fuller shoe that avoid the card"
    found_all = {cards: Distribution(counted.without(cards), total, method) for cards in smaller}
    for cards, key in keys.items():
        _keep(key, found_all[cards].answers, method)
    return found_all


def _count_copies(wager: Wager, sizes: list[int], shoe: Shoe, reads: tuple[int, ...]) -> "Copies | None":
    """The one enumeration; None where it takes compiled code, which counts no copies."""
    from pitbook.exact.copies import count_copies, count_sevens_copies

    group = _renamings(wager, shoe)
    if wager.suits == "only flushes" and sizes == [7] and max(shoe.counts) == 1:
        symmetric = len(group) == len(RENAMINGS)
        return count_sevens_copies(lambda hand: wager.rule(hand, *reads), shoe) if symmetric else None
    not_dealt = tuple((NO_CARD,) * group.size for group in wager.groups[len(sizes) :])
    alike = None if not_dealt else wager.alike
    if kinds_of_deals(sizes, group, alike) > MOST_CALLS:
        return None
    return count_copies(wager.rule, sizes, shoe, (*not_dealt, *reads), group=group, alike=alike)


def _renamings(wager: Wager, shoe: Shoe) -> tuple[Renaming, ...]:
    return NO_RENAMING if wager.suits == "named" else symmetries(shoe)


# The cache: what a count depends on is its key, the source of all rules included, so it can never be stale.


@cache
def _source_hash() -> str:
    digest = hashlib.sha256()
    folder = Path(pitbook.__file__).parent
    counting = [folder / "exact" / f"{name}.py" for name in ("deals", "seven", "compiled", "distribution")]
    for path in [folder / "cards.py", *sorted((folder / "hands").glob("*.py")), *counting]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _key(wager: Wager, sizes: Sequence[int], shoe: Shoe, reads: tuple[int, ...]) -> str:
    code = hashlib.sha256()
    for function in (wager.rule, wager.alike):
        module = getattr(function, "__module__", "")
        source = _file_of(module)
        code.update(f"{module}.{getattr(function, '__qualname__', '')}".encode())
        code.update(source.read_bytes() if source else b"")
    parts = [_source_hash(), code.hexdigest(), list(sizes), shoe.counts, reads, wager.suits]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _file_of(module: str) -> Path | None:
    import sys

    found: ModuleType | None = sys.modules.get(module)
    return Path(found.__file__) if found is not None and found.__file__ else None


def cache_folder() -> Path:
    """Where counts are kept: ``$PITBOOK_CACHE``, else the user's cache folder."""
    if own := os.environ.get("PITBOOK_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
    return Path(base) / "pitbook"


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Holds a lock file, so that processes that need the same entry of the cache compute it once: the others wait and
    then find it there. The lock ends with its process; where there can be no lock, there is none."""
    with ExitStack() as held:
        with suppress(ImportError, OSError, RuntimeError):
            import fcntl

            lock.parent.mkdir(parents=True, exist_ok=True)
            file = held.enter_context(lock.open("ab"))
            fcntl.flock(file, fcntl.LOCK_EX)
            held.callback(lock.unlink, missing_ok=True)
        yield


def _read_kept(key: str) -> tuple[dict[int, int], str] | None:
    try:
        kept = json.loads((cache_folder() / "counts" / f"{key}.json").read_text("utf-8"))
        return {int(answer): int(times) for answer, times in kept["answers"].items()}, str(kept["method"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RuntimeError):
        return None  # nothing kept, or not readable: count again


def _keep(key: str, answers: Mapping[int, int], method: str) -> None:
    try:
        folder = cache_folder() / "counts"
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f".{key}.{os.getpid()}"
        part.write_text(json.dumps({"answers": answers, "method": method}), "utf-8")
        part.replace(folder / f"{key}.json")  # whole or not at all
    except (OSError, RuntimeError):
        pass  # a cache that cannot be written costs time, nothing else
