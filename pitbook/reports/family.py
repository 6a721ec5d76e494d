"""The interface that documents require of a family of games."""

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from pitbook.families import facet
from pitbook.games.model import Game

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.reports.felt.drawing import FeltDrawing
    from pitbook.reports.par.view import SheetView
    from pitbook.reports.par.xlsx_frame import Styles, Worksheet
    from pitbook.table.config import TableConfig


class PostedRules(NamedTuple):
    """The base game as one house plays it, in sentences for a player."""

    heading: str
    sentences: tuple[str, ...]


class ShowFamily(Protocol):
    """A module ``pitbook.families.<family>.show``."""

    def legends(self, config: "TableConfig") -> tuple[str, ...]:
        """The words under the game's name on the felt, those nearest to the dealer first; a screen shows them too."""

    def draw_felt(self, felt: "FeltDrawing") -> None:
        """Draws the game's name, the legends, the places for cards and the spots of every seat.

        The felt draws the rest: background, pay tables beside the dealer, guides and marks.
        """

    def posted_rules(self, config: "TableConfig") -> PostedRules | None:
        """The base game as this house plays it; None if the game's procedure is enough."""

    def fees(self, config: "TableConfig") -> tuple[str, ...]:
        """The fees that the house takes from wins or wagers, for the posted limits."""

    def par_view(self, sheet: "ParSheet") -> "SheetView":
        """A par sheet with a detail of this family's, ready to be shown."""

    def par_page(
        self, book: Any, styles: "Styles", shown: "SheetView", sheet: "ParSheet", name: str
    ) -> "Worksheet | None":
        """The worksheet of such a sheet; None where it is like every other."""


def family_of(game: Game) -> ShowFamily:
    return cast("ShowFamily", facet(game.family, "show"))
