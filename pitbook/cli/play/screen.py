"""The player's terminal: draws the table, reads keys or lines, shows pages."""

import io
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import replace
from textwrap import wrap
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, TypeVar

from pitbook.cli.play.keyboard import can_read_keys, open_keyboard
from pitbook.cli.play.look import TerminalStyle, look_for
from pitbook.cli.play.prompts import Prompt
from pitbook.cli.play.scene import Scene
from pitbook.cli.play.view import Panel, SceneDrawer, hand_in_words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

T = TypeVar("T")
REDRAW: Final = 0.5
"""Seconds after which a screen that waits is drawn again: its size or the odds may have changed."""
LINE_WIDTH: Final = 80
MOST_REFUSALS: Final = 50
"""After this many refused lines in a row the session ends: the input is not a player's."""


class Screen:
    """One terminal, in one of two modes.

    With ``read_key`` the table is drawn on the whole screen and questions take single keys. Without it (pipes, dumb
    terminals, ``--plain`` for screen readers) the table is described in lines and every question takes a line.
    """

    def __init__(
        self, console: "Console", look: TerminalStyle, read_key: Callable[[float], str] | None = None, panel: Panel = ()
    ) -> None:
        self.console, self.look, self.panel = console, look, panel
        self._read_key = read_key
        self._drawn: list[Text] = []
        self._size = (0, 0)
        self._hurried = False
        """Whether a key was pressed while cards were dealt: the rest is dealt without pauses."""
        self._refused = 0
        self._notes: tuple[str, ...] = ()
        self._helped = False

    @property
    def is_plain(self) -> bool:
        """Whether this terminal shows and reads lines."""
        return self._read_key is None

    # -- what a session shows and asks ---------------------------------------------------------------------------------

    def show(self, scene: Scene, seconds: float) -> None:
        """Draws what has changed and pauses; any key skips the pauses of this deal. Lines show nothing in between."""
        if self._read_key is None:
            return
        self._draw(scene, None)
        if not self._hurried and seconds and self._read_key(seconds):
            self._hurried = True

    def say(self, *lines: str) -> None:
        """Prints facts that are visible on the felt, for players who read lines."""
        if self.is_plain:
            for line in lines:
                self._print(line)

    def say_hands(self, scene: Scene) -> None:
        """Prints the cards of every hand, for players who read lines."""
        hands = (scene.dealer, *scene.shared, *scene.others, *scene.you)
        self.say(*(hand_in_words(self.look, hand) for hand in hands if hand.cards or hand.down))

    def ask(self, scene: Callable[[], Scene], prompt: Prompt) -> str:
        """The player's answer; the scene is computed again for every drawing."""
        if self._read_key is None:
            self._describe(scene(), prompt)
            return self._ask_for_line(prompt)
        self._hurried = False
        while True:
            self._draw(scene(), prompt)
            key = self._read_key(REDRAW)
            if key and (answer := prompt.press(key)):
                return answer

    def page(self, lines: Sequence[str]) -> None:
        """Shows text until the player goes back to the table; a line that begins with ``# `` is a heading."""
        if self._read_key is None:
            for line in lines:
                self._print(line.removeprefix("# "), "bold" if line.startswith("# ") else "")
            return
        first = 0
        while True:
            text = self._wrapped(lines)
            room = max(self.console.height - 2, 1)
            first = max(0, min(first, len(text) - room))
            self._write(SceneDrawer(self.look, *self.console.size).page(text, first, room))
            key = self._read_key(REDRAW)
            steps = {"down": 1, "up": -1, "page down": room, " ": room, "page up": -room}
            if key in steps and not (key in (" ", "page down") and first + room >= len(text)):
                first += steps[key]
            elif key:
                return

    def work(self, scene: Scene, words: str, job: Callable[[], T]) -> T:
        """The result of a job; while it takes longer than a moment, the screen shows for how long it has run."""
        if self.is_plain:
            return job()
        result: Future[T] = Future()

        def run() -> None:
            try:
                result.set_result(job())
            except Exception as error:  # noqa: BLE001 (raised again where the player waits)
                result.set_exception(error)

        start = monotonic()
        Thread(target=run, daemon=True).start()  # a daemon, so that Ctrl-C need not wait for it
        wait([result], 0.15)
        while not result.done():
            self._draw(replace(scene, notes=(f"{words} {monotonic() - start:.0f} s",)), None)
            wait([result], REDRAW)
        return result.result()

    # -- the whole screen ----------------------------------------------------------------------------------------------

    def _draw(self, scene: Scene, prompt: Prompt | None) -> None:
        self._write(SceneDrawer(self.look, *self.console.size, self.panel).screen(scene, prompt))

    def _wrapped(self, lines: Sequence[str]) -> "list[Text]":
        from rich.text import Text

        width = max(min(self.console.width - 4, 110), 10)
        found: list[Text] = []
        for line in lines:
            style = self.look.colours.gold if line.startswith("# ") else ""
            text = Text(self.look.words(line.removeprefix("# ")), style)
            found.extend(text.wrap(self.console, width, overflow="fold") if line else [Text()])
        return found

    def _write(self, lines: "Sequence[Text]") -> None:
        """Writes only the lines that have changed, in one piece, so that nothing flickers."""
        if self.console.size != self._size:
            self._size, self._drawn = self.console.size, []
        out = [] if self._drawn else ["\x1b[2J"]
        for row, line in enumerate(lines):
            before = self._drawn[row] if row < len(self._drawn) else None
            if before is None or line != before or line.style != before.style:
                out.append(f"\x1b[{row + 1};1H{self._encoded(line)}\x1b[0m")
        self._drawn = list(lines)
        if out:
            # A synchronized update: terminals that support it show all of this at once, others ignore the codes.
            self.console.file.write(f"\x1b[?2026h{''.join(out)}\x1b[?2026l")
            self.console.file.flush()

    def _encoded(self, line: "Text") -> str:
        with self.console.capture() as captured:
            self.console.print(line, end="", no_wrap=True, crop=True, overflow="crop")
        return captured.get()

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _print(self, line: str, style: str = "") -> None:
        from rich.text import Text

        for part in wrap(self.look.words(line), self.console.width, break_on_hyphens=False) or [""]:
            self.console.print(Text(part, style), no_wrap=True, overflow="ignore", crop=False)

    def _describe(self, scene: Scene, prompt: Prompt) -> None:
        """The table in words, then the possible answers."""
        if scene.notes and scene.notes != self._notes:
            self._notes = scene.notes
            self.say(*scene.notes)
        elif not prompt.betting:
            self.say_hands(scene)
        self.say(*prompt.in_words(self.look, not self._helped))
        self._helped = self._helped or prompt.betting

    def _ask_for_line(self, prompt: Prompt) -> str:
        while True:
            answer = prompt.read(self._read_line())
            if answer:
                self._refused = 0
                return answer
            self._refused = 1 if prompt.understood else self._refused + 1
            if self._refused >= MOST_REFUSALS:
                raise EOFError
            self._print(prompt.hint)

    def _read_line(self) -> str:
        self.console.print("> ", end="")
        self.console.file.flush()
        line = ""
        try:
            line = sys.stdin.readline() if sys.stdin else ""
        finally:  # at a terminal, the player's own Enter has ended the line
            if not line or not sys.stdin.isatty():
                self.console.print()
        if not line:
            raise EOFError
        return line


@contextmanager
def open_screen(console: "Console", plain: bool, ascii_only: bool, panel: Panel) -> Iterator[Screen]:
    """The whole terminal, if it can be drawn on and ``plain`` is not set; restores it afterwards."""
    look = look_for(console, ascii_only)
    if plain or console.legacy_windows or not can_read_keys():
        console.width = min(console.width, LINE_WIDTH)
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        yield Screen(console, look)
        return
    with open_keyboard() as keyboard:
        console.set_alt_screen(True)
        console.show_cursor(False)
        try:
            yield Screen(console, look, keyboard.read, panel)
        finally:
            console.show_cursor(True)
            console.set_alt_screen(False)
