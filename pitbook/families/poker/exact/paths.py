"""Every way through the decisions of a round, numbered for compiled kernels."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitbook.families.poker.exact.problem import Problem, choices_of


@dataclass(frozen=True, slots=True)
class Path:
    """One way through the decisions."""

    words: tuple[str, ...]
    added: Mapping[str, int]
    """Slug of a base wager -> first stakes that choices added to it or took back."""
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Node:
    """A decision as it is reached."""

    street: int
    added: Mapping[str, int]
    after: tuple[int, ...]
    """For each choice the index of the next node; if negative, ``~index`` of the complete path."""

    @property
    def total(self) -> int:
        """All first stakes that were added before."""
        return sum(self.added.values())


@dataclass(frozen=True, slots=True)
class Paths:
    """The tree of choices; the first node is the first decision."""

    nodes: tuple[Node, ...]
    paths: tuple[Path, ...]


def paths_of(problem: Problem) -> Paths:
    """The tree of choices that the options offer."""
    streets = problem.rules.streets
    nodes: list[Node | None] = []
    paths: list[Path] = []

    def walk(number: int, words: tuple[str, ...], added: Mapping[str, int]) -> int:
        place = len(nodes)
        nodes.append(None)
        after = []
        for choice in choices_of(streets[number], problem):
            wager = streets[number].wager
            more = {**added, wager: added.get(wager, 0) + choice.adds} if choice.adds else added
            if choice.folds or choice.ends or number + 1 == len(streets):
                paths.append(Path((*words, choice.word), more, choice.folds))
                after.append(~(len(paths) - 1))
            else:
                after.append(walk(number + 1, (*words, choice.word), more))
        nodes[place] = Node(number, added, tuple(after))
        return place

    walk(0, (), {})
    return Paths(tuple(node for node in nodes if node is not None), tuple(paths))
