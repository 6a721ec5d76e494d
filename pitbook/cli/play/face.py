"""Where the table is shown and the player asked: a whole screen, or lines."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from pitbook.cli.play.look import Look
from pitbook.cli.play.prompts import Prompt
from pitbook.cli.play.scene import Scene

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")


class Face(ABC):
    """What a session shows and asks goes through here."""

    patience: float
    """Seconds that the tally may wait for the odds."""
    careful: bool
    """Whether a key is pressed so easily that leaving in mid-round is asked for twice."""

    def __init__(self, screen: "Console", look: Look) -> None:
        self.screen, self.look = screen, look

    def show(self, scene: Scene, seconds: float) -> None:  # noqa: B027 (a face may show nothing)
        """Something has changed; it may be looked at for so long."""

    def say(self, *lines: str) -> None:  # noqa: B027 (a face may show nothing)
        """Facts that the scene does not show by itself."""

    def say_hands(self, scene: Scene) -> None:  # noqa: B027 (a face may show nothing)
        """Everybody's cards, for those who do not see the felt."""

    @abstractmethod
    def ask(self, scene: Callable[[], Scene], prompt: Prompt) -> str:
        """The player's answer; the scene may be looked at again while it is waited for."""

    @abstractmethod
    def page(self, lines: Sequence[str]) -> None:
        """Something to read, until the player comes back; a heading begins with ``# ``."""

    def work(self, scene: Scene, words: str, job: Callable[[], T]) -> T:
        """Does what may take a while."""
        return job()
