"""The process that counts for the Lab: it reads one job a line, answers with one line, and ends with its input.

It is a process of its own, so that a server never waits for a count, and so that a rule of somebody's own can be
stopped in the middle, whatever it does.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from pitbook.cards import NO_CARD, Shoe, card_names
from pitbook.errors import BadInput
from pitbook.exact.cross_check import examples, second_count
from pitbook.exact.distribution import Distribution, distribution, distributions_without
from pitbook.exact.lab import Counted, Design, opened
from pitbook.exact.outside import ensure
from pitbook.games.model import Wager

MOST_MEMORY: Final = 3 << 30
"""Bytes of address space; a count takes a small part of it."""
NICE: Final = 5


def main() -> None:
    """Works until there is nothing more to read."""
    _take_little()
    for line in sys.stdin:
        job = json.loads(line)
        try:
            ensure(job["games"])
            answer = {"found": JOBS[job["kind"]](job["about"])}
        except BadInput as error:
            answer = {"refused": str(error)}
        except MemoryError:
            answer = {"refused": "that takes more memory than a count may have: look at fewer cards"}
        print(json.dumps(answer), flush=True)


def _take_little() -> None:
    """Leaves the machine to the server, and sets a bound to memory, where the system has such things."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        os.nice(NICE)
    except (ImportError, OSError, ValueError, AttributeError):
        pass


def _counted(about: Mapping[str, Any]) -> tuple[Counted, Wager, Shoe]:
    counted = Counted(**about)
    game, wager = counted.found()
    return counted, wager, Shoe.of_decks(counted.decks, joker=game.joker)


def _distribution(about: Mapping[str, Any]) -> Distribution:
    counted, wager, shoe = _counted(about)
    return distribution(wager, shoe, counted.options, wager.groups[: counted.groups])


def _record(counted: Distribution) -> dict[str, Any]:
    return {"answers": {str(key): times for key, times in counted.answers.items()}, "total": counted.total} | {
        "method": counted.method
    }


def count(about: Mapping[str, Any]) -> dict[str, Any]:
    """The distribution of a wager's answers."""
    return _record(_distribution(about))


def without(about: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The distributions after one card has left the shoe."""
    counted, wager, shoe = _counted(about)
    found = distributions_without(wager, shoe, counted.options, wager.groups[: counted.groups])
    return [{"cards": list(cards), **_record(each)} for cards, each in found.items()]


def _asked(about: Mapping[str, Any]) -> tuple[Wager, list[int], Shoe, tuple[Any, ...]]:
    """What a rule is asked about: the groups that are dealt, and whatever it is given after them."""
    counted, wager, shoe = _counted(about)
    not_dealt = tuple((NO_CARD,) * group.size for group in wager.groups[counted.groups :])
    options = (*wager.reads, *((wager.choice,) if wager.choice else ()))
    reads = (*not_dealt, *(option.index(counted.options) for option in options))
    return wager, [group.size for group in wager.groups[: counted.groups]], shoe, reads


def hands(about: Mapping[str, Any]) -> dict[str, Any]:
    """Deals that show each answer."""
    wager, sizes, shoe, reads = _asked(about)
    found = examples(wager.rule, sizes, shoe, list(_distribution(about).answers), reads)
    return {str(answer): [[card_names(cards) for cards in deal] for deal in deals] for answer, deals in found.items()}


def proof(about: Mapping[str, Any]) -> dict[str, Any]:
    """The second way to the same count."""
    wager, sizes, shoe, reads = _asked(about)
    second = second_count(wager.rule, sizes, shoe, reads)
    agrees = second.agrees(_distribution(about))
    answers = {str(key): times for key, times in second.answers.items()}
    return {"answers": answers, "total": second.total, "exact": second.exact, "agrees": agrees}


def search(about: Mapping[str, Any]) -> dict[str, Any]:
    """Pay tables in a range of house edges."""
    from pitbook.exact.lab_find import find_tables

    return find_tables(opened(Design(**about["design"])), about["wanted"])


JOBS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "count": count,
    "without": without,
    "hands": hands,
    "proof": proof,
    "find": search,
}


if __name__ == "__main__":
    main()
