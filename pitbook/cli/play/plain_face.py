"""The table in plain lines: for pipes, dumb terminals and screen readers."""

import sys
from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Final

from pitbook.cli.play.face import Face
from pitbook.cli.play.look import Look, look_for
from pitbook.cli.play.prompts import Prompt
from pitbook.cli.play.scene import HandView, Scene

if TYPE_CHECKING:
    from rich.console import Console

PLAIN_WIDTH: Final = 80
MOST_REFUSALS: Final = 50
"""After this many lines in a row that mean nothing, the input is taken to be no player's."""


class PlainFace(Face):
    """Lines out, lines in."""

    patience, careful = float("inf"), False

    def __init__(self, screen: "Console", look: Look) -> None:
        super().__init__(screen, look)
        self._refused = 0
        self._said: tuple[str, ...] = ()
        self._helped = False

    def say(self, *lines: str) -> None:
        for line in lines:
            self._print(line)

    def _print(self, line: str, style: str = "") -> None:
        from rich.text import Text

        for part in wrap(self.look.words(line), self.screen.width, break_on_hyphens=False) or [""]:
            self.screen.print(Text(part, style), no_wrap=True, overflow="ignore", crop=False)

    def ask(self, scene: Callable[[], Scene], prompt: Prompt) -> str:
        self._describe(scene(), prompt)
        while True:
            answer = prompt.read(self._line())
            if answer:
                self._refused = 0
                return answer
            self._refused = 1 if prompt.understood else self._refused + 1
            if self._refused >= MOST_REFUSALS:
                raise EOFError
            self._print(prompt.hint)

    def _line(self) -> str:
        self.screen.print("> ", end="")
        self.screen.file.flush()
        line = ""
        try:
            line = sys.stdin.readline() if sys.stdin else ""
        finally:  # whoever presses Enter at a terminal has ended the line there
            if not line or not sys.stdin.isatty():
                self.screen.print()
        if not line:
            raise EOFError
        return line

    def _describe(self, scene: Scene, prompt: Prompt) -> None:
        """The table in words, then what may be answered."""
        if scene.notes and scene.notes != self._said:
            self._said = scene.notes
            self.say(*scene.notes)
        elif not prompt.betting:
            self.say_hands(scene)
        self.say(*prompt.in_words(self.look, not self._helped))
        self._helped = self._helped or prompt.betting

    def say_hands(self, scene: Scene) -> None:
        hands = (scene.dealer, *scene.shared, *scene.others, *scene.you)
        self.say(*(_hand_line(self.look, hand) for hand in hands if hand.cards or hand.down))

    def page(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._print(line.removeprefix("# "), "bold" if line.startswith("# ") else "")


def _hand_line(look: Look, hand: HandView) -> str:
    cards = look.card_words(hand.cards)
    if hand.gap:
        cards = f"{look.card_words(hand.cards[: hand.gap])} / {look.card_words(hand.cards[hand.gap :])}"
    if hand.down:
        cards += f"{' and ' if hand.cards else ''}{hand.down} face down"
    words = "; ".join(part for part in (hand.note, hand.tone if hand.tone in ("win", "lose", "push") else "") if part)
    mark = " (to play)" if hand.active else ""
    return f"{hand.title}{mark}: {cards}{f', {words}' if words else ''}"


def plain_face(screen: "Console", ascii_only: bool) -> PlainFace:
    """Lines, as wide as a page."""
    return PlainFace(screen, look_for(screen, ascii_only))
