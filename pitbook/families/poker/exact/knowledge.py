"""The cards that a player knows at a decision: the rules' face-up cards, or more, or fewer (``--sees``)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitbook.cards import ACE, EIGHT, RANK_NAMES, RANKS
from pitbook.errors import BadInput, quoted
from pitbook.families.poker.rules.model import PokerRules
from pitbook.games.model import listed

_ALLOWED = (
    "write dealer:N for known dealer cards, board:N for a community card, ~ and ranks for cards known only as being "
    "one of them (dealer:1~QKA), none for nothing, and + between several"
)


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a player knows in addition to their own cards and the face-up community cards."""

    dealer: int = 0
    """The number of known dealer cards."""
    hinted: int = 0
    """The number of further dealer cards that are known only as being of certain ranks or not."""
    hint: tuple[int, ...] = ()
    """These ranks."""
    board: tuple[int, ...] = ()
    """Community cards known before the first decision, by position from 1."""
    board_hints: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Further ones of which is known only whether they are of certain ranks: positions with these ranks."""

    def text(self) -> str:
        """As ``--sees`` takes it."""
        parts = [f"dealer:{self.dealer}"] if self.dealer else []
        if self.hinted:
            parts.append(f"dealer:{self.dealer + self.hinted}~{_letters(self.hint)}")
        parts += [f"board:{position}" for position in self.board]
        parts += [f"board:{position}~{_letters(ranks)}" for position, ranks in self.board_hints]
        return "+".join(parts) or "none"

    def words(self, rules: PokerRules) -> str:
        """In a sentence for people."""
        parts = []
        if self.dealer:
            parts.append(f"{_count(self.dealer, rules.dealer)} of the dealer's {rules.dealer} cards")
        if self.hinted == 1:
            parts.append(f"whether one {'further ' * (self.dealer > 0)}dealer card is {_one_of(self.hint)}")
        elif self.hinted:
            few = f"{_count(self.hinted, rules.dealer)} {'further ' * (self.dealer > 0)}dealer cards"
            which = few if self.hinted < rules.dealer else f"the dealer's {rules.dealer} cards"
            parts.append(f"which of {which} are {_of_ranks(self.hint)}")
        if self.board:
            which = listed(PLACES[position - 1] for position in self.board)
            parts.append(f"the {which} community card{'s' if len(self.board) > 1 else ''} from the start")
        parts += [
            f"whether the {PLACES[position - 1]} community card is {_one_of(ranks)}, before it is turned over"
            for position, ranks in self.board_hints
        ]
        if parts:
            return f"Besides their own cards, the player knows {listed(parts)}."
        return f"The player knows only their own cards{' and the face-up community cards' * (rules.board > 0)}."


PLACES: Final = ("first", "second", "third", "fourth", "fifth")


def _letters(ranks: Sequence[int]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def _one_of(ranks: Sequence[int]) -> str:
    """``an ace``, ``a queen, king or ace``."""
    article = "an" if ranks[0] in (EIGHT, ACE) else "a"
    return f"{article} {listed(RANK_NAMES[rank] for rank in ranks)}".replace(" and ", " or ")


def _of_ranks(ranks: Sequence[int]) -> str:
    """``aces``, ``queens, kings or aces``."""
    names = (RANK_NAMES[rank] for rank in ranks)
    return listed(f"{name}{'es' if name == 'six' else 's'}" for name in names).replace(" and ", " or ")


def _count(count: int, of: int) -> str:
    return "all" if count == of else ("one", "two", "three", "four", "five", "six")[count - 1]


def by_rules(rules: PokerRules) -> Knowledge:
    """What the rules show."""
    return Knowledge(dealer=rules.dealer_up)


def parse_sees(text: str, rules: PokerRules) -> Knowledge:
    """Reads ``--sees``."""
    if text.strip() == "none":
        return Knowledge()
    known: list[int] = []
    hinted: list[tuple[int, tuple[int, ...]]] = []
    board: list[int] = []
    board_hints: list[tuple[int, tuple[int, ...]]] = []
    for part in text.split("+"):
        found = re.fullmatch(r"(dealer|board):(\d|all)(?:~([2-9TJQKA]{1,13}))?", part.strip(), re.ASCII)
        if not found:
            raise BadInput(f"--sees {quoted(part)} is not known: {_ALLOWED}")
        most = rules.dealer if found[1] == "dealer" else rules.board
        count = most if found[2] == "all" else int(found[2])
        if not 1 <= count <= most:
            raise BadInput(f"--sees {quoted(part)}: {rules.slug} has {most or 'no'} {found[1]} cards")
        if found[1] == "board":
            positions = range(1, most + 1) if found[2] == "all" else [count]
            if found[3]:
                board_hints += ((position, _ranks(found[3])) for position in positions)
            else:
                board += positions
        elif found[3]:
            hinted.append((count, _ranks(found[3])))
        else:
            known.append(count)
    on_board = [*board, *(position for position, _ in board_hints)]
    if len(known) > 1 or len(hinted) > 1 or len(set(on_board)) < len(on_board):
        raise BadInput(f"--sees {quoted(text)} says the same thing twice")
    exact = known[0] if known else 0 if hinted else rules.dealer_up
    if hinted and hinted[0][0] <= exact:
        raise BadInput(f"--sees {quoted(text)}: {exact} dealer cards are known in full already")
    count, ranks = hinted[0] if hinted else (exact, ())
    return Knowledge(exact, count - exact, ranks, tuple(sorted(board)), tuple(sorted(board_hints)))


def _ranks(text: str) -> tuple[int, ...]:
    return tuple(sorted({RANKS.index(each) for each in text}))


def refuse_board(knowledge: Knowledge, rules: PokerRules, offered: Sequence[str]) -> None:
    """Refuses knowledge of community cards if a method does not support it."""
    if knowledge.board or knowledge.board_hints:
        raise BadInput(f"{rules.slug} is not solved with --sees board: it can be solved with {listed(offered)}")


def refuse_hints(knowledge: Knowledge) -> None:
    """Refuses one situation where a card is known only as being of certain ranks or not."""
    if knowledge.hinted or knowledge.board_hints:
        raise BadInput("one situation is shown for cards that are known in full: leave out ~ in --sees")
