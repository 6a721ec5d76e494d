"""The table on the whole screen of a terminal, with single keys."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from pitbook.cli.play.face import Face
from pitbook.cli.play.keys import Keys, single_keys
from pitbook.cli.play.look import Look, look_for
from pitbook.cli.play.prompts import Prompt
from pitbook.cli.play.scene import Scene
from pitbook.cli.play.view import Panel, View

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

T = TypeVar("T")
LOOK_AGAIN: Final = 0.5
"""Seconds between two looks: the terminal may have another size, the odds may be counted."""


class FullFace(Face):
    """The whole screen, redrawn line by line where something has changed."""

    patience, careful = 0.0, True

    def __init__(self, screen: "Console", look: Look, keys: Keys, panel: Panel) -> None:
        super().__init__(screen, look)
        self.keys, self.panel = keys, panel
        self._drawn: list[Text] = []
        self._size = (0, 0)
        self._hurried = False

    def show(self, scene: Scene, seconds: float) -> None:
        """Draws, and waits a moment, unless the player is in a hurry: any key deals the rest at once."""
        self._draw(scene, None)
        if not self._hurried and seconds and self.keys.read(seconds):
            self._hurried = True

    def ask(self, scene: Callable[[], Scene], prompt: Prompt) -> str:
        self._hurried = False
        while True:
            self._draw(scene(), prompt)
            key = self.keys.read(LOOK_AGAIN)
            if key and (answer := prompt.press(key)):
                return answer

    def page(self, lines: Sequence[str]) -> None:
        first = 0
        while True:
            shown = self._wrapped(lines)
            room = max(self.screen.height - 2, 1)
            first = max(0, min(first, len(shown) - room))
            self._write([*self._page(shown, first, room)])
            key = self.keys.read(LOOK_AGAIN)
            steps = {"down": 1, "up": -1, "page down": room, " ": room, "page up": -room}
            if key in steps and not (key in (" ", "page down") and first + room >= len(shown)):
                first += steps[key]
            elif key:
                return

    def _wrapped(self, lines: Sequence[str]) -> "list[Text]":
        from rich.text import Text

        wide = max(min(self.screen.width - 4, 110), 10)
        found: list[Text] = []
        for line in lines:
            heading = line.startswith("# ")
            text = Text(self.look.words(line.removeprefix("# ")), self.look.colours.gold if heading else "")
            found.extend(text.wrap(self.screen, wide, overflow="fold") if line else [Text()])
        return found

    def _page(self, shown: "Sequence[Text]", first: int, room: int) -> "Iterator[Text]":
        from rich.text import Text

        view = View(self.look, *self.screen.size)
        colours = self.look.colours
        yield view.fit(Text(), view.width, colours.bar)
        for place in range(first, first + room):
            line = Text("  ").append_text(shown[place]) if place < len(shown) else Text()
            yield view.fit(line, view.width, colours.felt)
        more = "[↑↓] [Space] more   " if len(shown) > room else ""
        yield view.fit(
            Text(self.look.words(f" {more}any other key goes back to the table"), colours.key), view.width, colours.bar
        )

    def work(self, scene: Scene, words: str, job: Callable[[], T]) -> T:
        """Shows that something is being worked out, and for how long, where it takes longer than a moment."""
        done: list[T] = []
        failed: list[Exception] = []

        def run() -> None:
            try:
                done.append(job())
            except Exception as error:  # noqa: BLE001 (raised again where the player waits)
                failed.append(error)

        worker = Thread(target=run, daemon=True)
        worker.start()
        start = monotonic()
        worker.join(0.15)
        while worker.is_alive():
            self._draw(replace(scene, notes=(f"{words} {monotonic() - start:.0f} s",)), None)
            worker.join(0.5)
        if failed:
            raise failed[0]
        return done[0]

    def _draw(self, scene: Scene, prompt: Prompt | None) -> None:
        width, height = self.screen.size
        self._write(View(self.look, width, height, self.panel).screen(scene, prompt))

    def _write(self, lines: "Sequence[Text]") -> None:
        """Only the lines that differ from what is there, in one piece: nothing flickers."""
        if self.screen.size != self._size:
            self._size, self._drawn = self.screen.size, []
        out = [] if self._drawn else ["\x1b[2J"]
        for row, line in enumerate(lines):
            before = self._drawn[row] if row < len(self._drawn) else None
            if before is None or line != before or line.style != before.style:
                out.append(f"\x1b[{row + 1};1H{self._encoded(line)}\x1b[0m")
        self._drawn = list(lines)
        if out:
            # Terminals that know it show all of this at once; others take no notice.
            self.screen.file.write(f"\x1b[?2026h{''.join(out)}\x1b[?2026l")
            self.screen.file.flush()

    def _encoded(self, line: "Text") -> str:
        with self.screen.capture() as caught:
            self.screen.print(line, end="", no_wrap=True, crop=True, overflow="crop")
        return caught.get()


@contextmanager
def full_screen(screen: "Console", ascii_only: bool, panel: Panel) -> Iterator[FullFace]:
    """The whole terminal, given back as it was."""
    look = look_for(screen, ascii_only)
    with single_keys() as keys:
        screen.set_alt_screen(True)
        screen.show_cursor(False)
        try:
            yield FullFace(screen, look, keys, panel)
        finally:
            screen.show_cursor(True)
            screen.set_alt_screen(False)
