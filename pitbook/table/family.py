"""What the live table asks of a family of games."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, cast

from pitbook.families import facet
from pitbook.games.model import Game

if TYPE_CHECKING:
    from pitbook.families.blackjack.rules.posted import BlackjackRules
    from pitbook.games.settle import Layout, Settlement
    from pitbook.table.config import TableConfig
    from pitbook.table.round import Round
    from pitbook.table.steps import Procedure


class TableFamily(Protocol):
    """A module ``pitbook.families.<family>.table``."""

    BURN: int
    """Cards that are burnt after a shuffle, unless the house says otherwise."""
    SHUFFLES_EACH_ROUND: bool
    """Whether every round begins with a fresh shoe; other tables shuffle when the cut card has come."""
    STAKES: tuple[str, ...]
    """Stakes of the base game beside its wagers, such as insurance; ``reason`` explains them too."""

    def play(self, round_: "Round") -> "Procedure":
        """The procedure of a round, from the first step to the last pay."""

    def most_cards(self, config: "TableConfig") -> int:
        """As many cards as a round can take at most, or so nearly that it does not happen."""

    def check(self, config: "TableConfig") -> None:
        """Refuses a configuration that the base game does not allow."""

    def posted_rules(self, layout: "Layout", rules: Mapping[str, str]) -> "BlackjackRules | None":
        """The house's rules of the base game with these choices; refuses choices that it does not have."""

    def reason(self, round_: "Round", item: "Settlement", hand: int) -> str:
        """Why a wager of the base game won or lost."""


def family_of(game: Game) -> TableFamily:
    return cast("TableFamily", facet(game.family, "table"))
