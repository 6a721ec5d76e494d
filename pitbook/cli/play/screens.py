"""Two faces of the table: a whole screen with single keys, and plain lines for pipes, dumb terminals and readers."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from pitbook.cli.play.keys import Keys, single_keys
from pitbook.cli.play.look import Look, look_for
from pitbook.cli.play.prompts import PickCards, PlaceBets, Prompt
from pitbook.cli.play.scene import HandView, Scene
from pitbook.cli.play.view import Panel, View

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

T = TypeVar("T")
PLAIN_WIDTH: Final = 80
MOST_REFUSALS: Final = 50
"""So many lines in a row that mean nothing, and whoever writes them is no player."""
LOOK_AGAIN: Final = 0.5
"""Seconds between two looks: the terminal may have another size, the odds may be counted."""


class Face(Protocol):
    """Where the table is shown and the player asked."""

    look: Look
    patience: float
    """Seconds that the tally may wait for the odds."""
    careful: bool
    """Whether a key is pressed so easily that leaving in mid-round is asked for twice."""

    def show(self, scene: Scene, seconds: float) -> None:
        """Something has changed; it may be looked at for so long."""
        ...

    def say(self, *lines: str) -> None:
        """Facts that the scene does not show by itself."""
        ...

    def ask(self, scene: Callable[[], Scene], prompt: Prompt) -> str:
        """The player's answer; the scene may be looked at again while it is waited for."""
        ...

    def page(self, lines: Sequence[str]) -> None:
        """Something to read, until the player comes back."""
        ...

    def work(self, scene: Scene, words: str, job: Callable[[], T]) -> T:
        """Does what may take a while."""
        ...


class PlainFace:
    """Lines out, lines in."""

    patience, careful = float("inf"), False

    def __init__(self, screen: "Console", look: Look) -> None:
        self.screen, self.look = screen, look
        self._refused = 0
        self._said: tuple[str, ...] = ()
        self._helped = False

    def show(self, scene: Scene, seconds: float) -> None:
        """Nothing moves here: what matters is said when a question is asked, or when all is settled."""

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
            if prompt.hint.startswith("Bets: "):
                self._refused = 0
            self._refused += 1
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
        elif not isinstance(prompt, PlaceBets):
            self.say(*hand_lines(self.look, scene))
        if isinstance(prompt, PlaceBets):
            self._print(f"Your bets: {prompt.written()}. Enter deals.")
            if not self._helped:
                self._print(f"Or write a spot and an amount: {', '.join(prompt.slip.names)}.")
                self._print("Also: clear SPOT, buy AMOUNT, ? for the odds, rules, table, verify, quit.")
            self._helped = True
        elif isinstance(prompt, PickCards):
            cards = " ".join(f"{place}:{self.look.card_words([card])}" for place, card in enumerate(prompt.cards, 1))
            others = ", ".join(f"{key.key} for {key.word}" for key in prompt.keys)
            self._print(f"{prompt.title}: {cards}")
            self._print(f"Write two positions such as 15; {others}; ? advises")
        else:
            asked = ", ".join(f"{key.word} ({key.key})" for key in prompt.open_keys())
            self._print(f"{prompt.title} {asked}; ? advises")

    def page(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._print(line.removeprefix("# "), "bold" if line.startswith("# ") else "")

    def work(self, scene: Scene, words: str, job: Callable[[], T]) -> T:
        return job()


def hand_lines(look: Look, scene: Scene) -> list[str]:
    """Everybody's cards, one hand a line."""
    hands = (scene.dealer, *scene.shared, *scene.others, *scene.you)
    return [_hand_line(look, hand) for hand in hands if hand.cards or hand.down]


def _hand_line(look: Look, hand: HandView) -> str:
    cards = look.card_words(hand.cards)
    if hand.gap:
        cards = f"{look.card_words(hand.cards[: hand.gap])} / {look.card_words(hand.cards[hand.gap :])}"
    if hand.down:
        cards += f"{' and ' if hand.cards else ''}{hand.down} face down"
    words = "; ".join(part for part in (hand.note, hand.tone if hand.tone in ("win", "lose", "push") else "") if part)
    mark = " (to play)" if hand.active else ""
    return f"{hand.title}{mark}: {cards}{f', {words}' if words else ''}"


class FullFace:
    """The whole screen, redrawn line by line where something has changed."""

    patience, careful = 0.0, True

    def __init__(self, screen: "Console", look: Look, keys: Keys, panel: Panel) -> None:
        self.screen, self.look, self.keys, self.panel = screen, look, keys, panel
        self._drawn: list[Text] = []
        self._size = (0, 0)
        self._hurried = False

    def show(self, scene: Scene, seconds: float) -> None:
        """Draws, and waits a moment, unless the player is in a hurry: any key deals the rest at once."""
        self._draw(scene, None)
        if not self._hurried and seconds and self.keys.read(seconds):
            self._hurried = True

    def say(self, *lines: str) -> None:
        """The scene says it all."""

    def ask(self, scene: Callable[[], Scene], prompt: Prompt) -> str:
        self._hurried = False
        while True:
            shown = scene()
            self._draw(prompt.on(shown) if isinstance(prompt, PlaceBets) else shown, prompt)
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
        from dataclasses import replace

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


def plain_face(screen: "Console", ascii_only: bool) -> PlainFace:
    """Lines, as wide as a page."""
    return PlainFace(screen, look_for(screen, ascii_only))
