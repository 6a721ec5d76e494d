"""Colours and characters of the terminal table, and cards as small boxes.

Suits are told apart by their symbols and results by their signs, so that nothing depends on colour alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pitbook.cards import JOKER, RANKS, SUIT_SYMBOLS, SUITS, is_red, rank, suit

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pitbook.cli.play.scene import HandView
    from pitbook.table.words import Tone

INSIDE: Final = 3
"""Columns inside a card; a card that lies under the next one shows these and its left edge."""
MOST_LIFTED: Final = 7
"""Seven numbered cards are a hand that is being set; the chosen ones are lifted."""
THIN_LINE: Final = "▏"


@dataclass(frozen=True, slots=True)
class Colours:
    """Styles as Rich reads them; an empty one is the terminal's own."""

    felt: str
    quiet: str
    gold: str
    win: str
    lose: str
    bar: str
    """The lines at the top and the bottom."""
    key: str
    card: str
    edge: str
    red: str
    black: str
    joker: str
    back: str
    banner: str

    def of(self, tone: "Tone") -> str:
        return {"win": self.win, "lose": self.lose, "quiet": self.quiet}.get(tone, "")


FULL: Final = Colours(
    felt="#eef4ee on #0b4a34",
    quiet="#9cc3ae",
    gold="bold #f2cc6b",
    win="bold #b6f09c",
    lose="#ffb4a2",
    bar="#d7e6dc on #062a1e",
    key="bold #f2cc6b",
    card="#1c1c1c on #f7f2e4",
    edge="#b9b19c on #f7f2e4",
    red="bold #b80f2a on #f7f2e4",
    black="bold #16181d on #f7f2e4",
    joker="bold #6b2fa0 on #f7f2e4",
    back="#7fa3e0 on #1d3c78",
    banner="bold #062a1e on #f2cc6b",
)
"""Green felt and ivory cards, for terminals with 256 colours or more."""
FEW: Final = Colours(
    felt="", quiet="", gold="bold yellow", win="bold green", lose="red", bar="reverse", key="bold reverse",
    card="black on white", edge="black on white", red="bold red on white", black="bold black on white",
    joker="bold magenta on white", back="white on blue", banner="bold reverse",
)  # fmt: skip
"""Colours for terminals with sixteen colours."""


@dataclass(frozen=True, slots=True)
class Signs:
    """The characters that are drawn with."""

    suits: str
    corners: str
    """Top left, top right, bottom left, bottom right."""
    across: str
    down: str
    back: str
    star: str
    cursor: str
    chip: str


UNICODE: Final = Signs(SUIT_SYMBOLS, "╭╮╰╯", "─", "│", "░", "★", "▸", "●")
ASCII: Final = Signs(SUITS, "++++", "-", "|", "#", "*", ">", "o")
_PLAIN: Final = {
    "↑↓": "up/down", "←→": "left/right", "→": "->", "★": "*", "▸": ">", "●": "o", "–": "-", "·": "-", "×": "x",
    "◂": "<", "…": "...",
}  # fmt: skip
"""ASCII replacements of characters; pairs come before their parts."""


@dataclass(frozen=True, slots=True)
class TerminalStyle:
    """The colours and characters of one terminal."""

    colours: Colours = FULL
    signs: Signs = UNICODE

    def words(self, text: str) -> str:
        """Words with the characters that this terminal has."""
        if self.signs is ASCII:
            for sign, plain in (*_PLAIN.items(), *zip(SUIT_SYMBOLS, self.signs.suits, strict=True)):
                text = text.replace(sign, plain)
        return text

    def card_words(self, cards: Sequence[int]) -> str:
        """``K♠ 10♥``."""
        return " ".join("Joker" if card == JOKER else _rank(card) + self.signs.suits[suit(card)] for card in cards)

    def card_text(self, cards: Sequence[int], down: int = 0) -> "Text":
        """Cards in one line, each on its own little piece of card."""
        from rich.text import Text

        text = Text()
        for place, card in enumerate(cards):
            text.append(" " if place else "").append(self.card_words([card]), self._face(card))
        for place in range(down):
            text.append(" " if place or cards else "").append(self.signs.back * 2, self.colours.back)
        return text

    def _face(self, card: int) -> str:
        if card == JOKER:
            return self.colours.joker
        return self.colours.red if is_red(card) else self.colours.black

    @property
    def is_solid(self) -> bool:
        """Whether cards are drawn as coloured areas; otherwise they are drawn with lines."""
        return bool(self.colours.felt) and self.signs is UNICODE

    @property
    def rows(self) -> int:
        """The height of a card."""
        return 3 if self.is_solid else 4

    def boxes(self, hand: "HandView") -> "list[Text]":
        """The cards of a hand as boxes that overlap; chosen ones are lifted by a row, where any can be."""
        from rich.text import Text

        lifts = len(hand.numbers) == MOST_LIFTED
        faces: list[int | None] = [*hand.cards, *([None] * hand.down)]
        lines = [Text() for _ in range(self.rows + lifts)]
        tops = [int(lifts and place + 1 not in hand.chosen) for place in range(len(faces))]
        for place, card in enumerate(faces):
            first = place == 0 or (hand.gap and place == hand.gap)
            last = place + 1 == len(faces) or (hand.gap and place + 1 == hand.gap)
            for row, line in enumerate(lines):
                here = row - tops[place]
                before = -1 if first else row - tops[place - 1]
                line.append("   " if first and place else "")
                if 0 <= here < self.rows:
                    line.append(*self._left(card, here)).append(*self._inside(card, here))
                else:
                    line.append(*(self._right(faces[place - 1], before) if 0 <= before < self.rows else (" ", "")))
                    line.append(" " * INSIDE)
                if last:
                    line.append(*(self._right(card, here) if 0 <= here < self.rows else (" ", "")))
        if hand.numbers:
            numbers = Text(" ")
            for number in hand.numbers:
                numbers.append(f"{number:^{INSIDE + 1}}", self.colours.gold)
            lines.append(numbers)
        return lines

    def _edge(self, card: int | None) -> str:
        return self.colours.back if card is None else self.colours.edge

    def _side(self, card: int | None, row: int, corners: str) -> tuple[str, str]:
        """The left or right edge of a card in one row; ``corners`` are its top and bottom."""
        return {0: corners[0], self.rows - 1: corners[1]}.get(row, self.signs.down), self._edge(card)

    def _left(self, card: int | None, row: int) -> tuple[str, str]:
        return (THIN_LINE, self._edge(card)) if self.is_solid else self._side(card, row, self.signs.corners[::2])

    def _right(self, card: int | None, row: int) -> tuple[str, str]:
        return (" ", self._edge(card)) if self.is_solid else self._side(card, row, self.signs.corners[1::2])

    def _inside(self, card: int | None, row: int) -> tuple[str, str]:
        """Rank, suit, and rank again where there is a row for it."""
        if not self.is_solid and row in (0, self.rows - 1):
            return self.signs.across * INSIDE, self._edge(card)
        if card is None:
            return self.signs.back * INSIDE, self.colours.back
        name = "" if card == JOKER else _rank(card)
        sign = self.signs.star if card == JOKER else self.signs.suits[suit(card)]
        if not self.is_solid:
            words = (f"{name or 'JOK':<{INSIDE}}", f"{sign if name else ' ER':>{INSIDE}}")[row - 1]
        else:
            words = (f"{name or 'JOK':<{INSIDE}}", f"{sign:^{INSIDE}}", f"{name or 'ER':>{INSIDE}}")[row]
        return words, self._face(card)


def _rank(card: int) -> str:
    return RANKS[rank(card)].replace("T", "10")


def look_for(screen: "Console", ascii_only: bool) -> TerminalStyle:
    """The look for a terminal: its encoding may lack suits, its colours may be few or turned off (NO_COLOR)."""
    try:
        "♣♦♥♠╭╮→★▸●░–▏".encode(screen.encoding)
        signs = UNICODE
    except (UnicodeEncodeError, LookupError):
        signs = ASCII
    many = screen.color_system in ("truecolor", "256") and not screen.no_color
    return TerminalStyle(FULL if many else FEW, ASCII if ascii_only else signs)
