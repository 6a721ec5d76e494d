"""The jobs of the Lab: functions that a worker process runs (:mod:`pitbook.room.jobs`).

They run outside the server, so that the server can stop a visitor's own rule at any point.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitbook.cards import NO_CARD, Shoe, card_names
from pitbook.errors import BadInput
from pitbook.exact.cross_check import examples, second_count
from pitbook.exact.distribution import Distribution, distribution, distributions_without
from pitbook.exact.lab import CountInputs, LabDesign, opened
from pitbook.games.model import Wager

About = Mapping[str, Any]
"""A :class:`CountInputs` as plain data."""


def do(kind: str, about: About) -> Any:
    """Does a job of this kind."""
    try:
        return JOBS[kind](about)
    except MemoryError:
        raise BadInput("this count needs too much memory: use a rule with fewer cards") from None


def _counted(about: About) -> tuple[CountInputs, Wager, Shoe]:
    counted = CountInputs(**about)
    game, wager = counted.found()
    return counted, wager, Shoe.of_decks(counted.decks, joker=game.joker)


def count(about: About) -> Distribution:
    """The distribution of a wager's answers."""
    counted, wager, shoe = _counted(about)
    return distribution(wager, shoe, counted.options, wager.groups[: counted.groups])


def without(about: About) -> Mapping[tuple[int, ...], Distribution]:
    """The distributions after one card has left the shoe."""
    counted, wager, shoe = _counted(about)
    return distributions_without(wager, shoe, counted.options, wager.groups[: counted.groups])


def _asked(about: About) -> tuple[Wager, list[int], Shoe, tuple[Any, ...]]:
    """A rule's wager, the sizes of the groups that are dealt, the shoe, and the rule's other arguments."""
    counted, wager, shoe = _counted(about)
    not_dealt = tuple((NO_CARD,) * group.size for group in wager.groups[counted.groups :])
    options = (*wager.reads, *((wager.choice,) if wager.choice else ()))
    reads = (*not_dealt, *(option.index(counted.options) for option in options))
    return wager, [group.size for group in wager.groups[: counted.groups]], shoe, reads


def hands(about: About) -> dict[int, list[list[str]]]:
    """Deals that show each answer of the rule."""
    wager, sizes, shoe, reads = _asked(about)
    found = examples(wager.rule, sizes, shoe, list(count(about).answers), reads)
    return {answer: [[card_names(cards) for cards in deal] for deal in deals] for answer, deals in found.items()}


def proof(about: About) -> dict[str, Any]:
    """The same count by a second method."""
    wager, sizes, shoe, reads = _asked(about)
    second = second_count(wager.rule, sizes, shoe, reads)
    agrees = second.agrees(count(about))
    answers = {str(key): times for key, times in second.answers.items()}
    return {"answers": answers, "total": second.total, "exact": second.exact, "agrees": agrees}


def find(about: Mapping[str, Any]) -> dict[str, Any]:
    """Pay tables in a range of house edges."""
    from pitbook.exact.lab_find import find_tables

    return find_tables(opened(LabDesign(**about["design"])), about["wanted"])


JOBS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "count": count,
    "without": without,
    "hands": hands,
    "proof": proof,
    "find": find,
}
