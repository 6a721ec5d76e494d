"""Lays out a scene as the lines of one screen, exactly as wide and high as the terminal."""

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Final, Literal

from pitbook.cli.play.look import ASCII, TerminalStyle
from pitbook.cli.play.prompts import ALWAYS, Prompt, PromptKey
from pitbook.cli.play.scene import HandView, Scene, SpotRow
from pitbook.money import format_cents

if TYPE_CHECKING:
    from rich.text import Text

Panel = Sequence[tuple[str, str]]
"""Lines of a pay table: name and pay; a heading has no pay."""
NARROW: Final = 100
"""From this width on there is room for a panel beside the felt."""
PANEL: Final = (30, 44)
LABEL: Final = 14
MOST_GAP: Final = 3
CHIPS: Final = (
    (100_00, "$100", "#9aa0a6"),
    (25_00, "$25", "#6fd08c"),
    (5_00, "$5", "#ff8f80"),
    (1_00, "$1", "#ffffff"),
)
"""Chips by their usual colours, each with its worth beside it."""
_TONE_WORDS: Final = {"win": "WIN", "lose": "LOSE", "push": "PUSH"}


class SceneDrawer:
    """Draws scenes for one size of screen."""

    def __init__(self, look: TerminalStyle, width: int, height: int, panel: Panel = ()) -> None:
        self.look, self.width, self.height = look, max(width, 20), max(height, 6)
        self.beside = min(max(width - 70, PANEL[0]), PANEL[1]) if panel and width >= NARROW else 0
        self.inner = self.width - self.beside
        self.panel = panel
        self.cut: Literal["crop", "ellipsis"] = "crop" if look.signs is ASCII else "ellipsis"
        self._longest = 0
        """The longest of the words beside the hands, which all begin in one column."""

    # -- pieces --------------------------------------------------------------------------------------------------------

    def text(self, words: str = "", style: str = "") -> "Text":
        from rich.text import Text

        return Text(self.look.words(words), style)

    def fit(self, line: "Text", width: int, style: str) -> "Text":
        """A line of exactly this width with this background."""
        from rich.text import Text

        whole = Text(style=style, no_wrap=True, end="").append_text(line)
        whole.truncate(width, overflow=self.cut, pad=True)
        return whole

    def sides(self, left: "Text", right: "Text", width: int) -> "Text":
        """One line with a left and a right part; the left one is cut if need be."""
        room = max(width - right.cell_len - 1, 0)
        left.truncate(room, overflow=self.cut, pad=True)
        return left.append(" ").append_text(right)

    # -- the screen ----------------------------------------------------------------------------------------------------

    def screen(self, scene: Scene, prompt: Prompt | None = None) -> "list[Text]":
        """All lines of the screen."""
        colours = self.look.colours
        scene = prompt.on(scene) if prompt is not None else scene
        top = [self.fit(line, self.width, colours.bar) for line in self._header(scene)]
        bottom = [self.fit(line, self.width, colours.bar) for line in self._footer(scene, prompt)]
        room = max(self.height - len(top) - len(bottom), 0)
        betting = prompt is not None and prompt.betting
        felt = [self.fit(line, self.inner, colours.felt) for line in self._felt(scene, room, betting)]
        if self.beside:
            felt = [
                line.append_text(self.fit(self._beside(place, len(felt)), self.beside, colours.bar))
                for place, line in enumerate(felt)
            ]
        return [*top, *felt, *bottom][-self.height :]

    def _beside(self, place: int, room: int) -> "Text":
        """A line of the panel: a name with its pay, or a heading."""
        if place == room - 1 and len(self.panel) > room:
            return self.text(" [t] shows the rest", self.look.colours.quiet)
        name, pay = self.panel[place] if place < len(self.panel) else ("", "")
        if not pay:
            return self.text(f" {name}", self.look.colours.gold)
        return self.sides(self.text(f" {name}"), self.text(f"{pay} ", self.look.colours.win), self.beside)

    def _header(self, scene: Scene) -> "list[Text]":
        colours = self.look.colours
        name = self.text(" ").append(scene.name, colours.gold).append(f"  {scene.facts}", "")
        meter = self.text()
        if scene.meter is not None:
            meter.append(" JACKPOT ", colours.banner).append(f" {format_cents(scene.meter)} ", colours.gold)
        return [self.sides(name, meter, self.width)]

    def _footer(self, scene: Scene, prompt: Prompt | None) -> "list[Text]":
        colours = self.look.colours
        hint = self.text(" " + (prompt.hint if prompt else ""), colours.lose)
        keys = self.text(" ")
        if prompt is not None:
            if not prompt.hint:
                hint = self.text(f" {prompt.status()}", colours.lose if prompt.warns else colours.gold)
            for key in prompt.open_keys():
                keys.append_text(self._key(key)).append("  ")
        always = self.text(" ")
        for key in ALWAYS:
            always.append_text(self._key(key)).append("  ")
        shoe = self.text(f"{scene.shoe} ", colours.quiet)
        return [
            self.sides(self.text(" ").append_text(self._stack(scene)), self.text(), self.width),
            self.text(f" {scene.tally}"),
            hint,
            keys,
            self.sides(always, shoe, self.width),
        ]

    def _key(self, key: PromptKey) -> "Text":
        before, letter, after = key.parts()
        return (
            self.text(before)
            .append(self.look.words(f"[{letter}]"), self.look.colours.key)
            .append(self.look.words(after))
        )

    def _stack(self, scene: Scene) -> "Text":
        """The chips in front of the player, the highest first."""
        line = self.text("Chips ").append(format_cents(scene.stack), self.look.colours.gold).append("  ")
        left = int(scene.stack)
        for worth, name, colour in CHIPS:
            count, left = divmod(left, worth)
            if count:
                line.append(f"{self.look.signs.chip} ", colour if self.look.colours.felt else "")
                line.append(self.look.words(f"{count}×{name}  "))
        if scene.on_layout:
            line.append(f"  on the table {format_cents(scene.on_layout)}", self.look.colours.gold)
        return line

    def page(self, text: "Sequence[Text]", first: int, room: int) -> "list[Text]":
        """Lines of a page from ``first`` on, with how to turn and leave it."""
        colours, blank = self.look.colours, self.text()
        shown = [*text[first : first + room], *([blank] * room)][:room]
        more = "[↑↓] [Space] more   " if len(text) > room else ""
        keys = self.text(f" {more}any other key goes back to the table", colours.key)
        return [
            self.fit(blank, self.width, colours.bar),
            *(self.fit(self.text("  ").append_text(line), self.width, colours.felt) for line in shown),
            self.fit(keys, self.width, colours.bar),
        ]

    # -- the felt ------------------------------------------------------------------------------------------------------

    def _felt(self, scene: Scene, room: int, betting: bool) -> "list[Text]":
        """Dealer, printed words, other players, you and the spots; lines that do not fit are cut from the top."""
        blank = self.text()
        notes, rows = self._notes(scene), self._rows(scene.rows)
        # Advice may take the place of the spots, but not while they are being bet on: then the cards give way.
        below = rows if not notes else [*notes, *([blank] if betting else []), *(rows if betting else [])]
        self._longest = max(
            (len(note) for hand in (scene.dealer, *scene.shared, *scene.you) for note in _notes_of(hand)), default=0
        )
        dealer, you = self._all_hands(scene, True)
        if len(dealer) + 1 + len(you) + len(below) > room:
            dealer, you = self._all_hands(scene, False)
        if not betting and notes and len(dealer) + 1 + len(you) + len(notes) + 1 + len(rows) <= room:
            below = [*notes, blank, *rows]
        others = self._others(scene.others)
        spare = room - len(dealer) - len(you) - len(below) - 1
        others = others[: max(spare, 0)]
        spare = max(spare - len(others), 0)
        # Blank lines where there is room for them, the most needed first.
        under, top, middle, above, bottom = (min((spare + 4 - place) // 5, MOST_GAP) for place in range(5))
        parts: tuple[list[Text], ...] = ([], dealer, [self._words(scene)], others, you, below)
        gaps = (top, middle, 0, above, under, bottom)
        lines = [line for part, gap in zip(parts, gaps, strict=True) for line in [*part, *([blank] * gap)]]
        return (lines + [blank] * (room - len(lines)))[-room:] if room else []

    def _words(self, scene: Scene) -> "Text":
        """The words printed on the felt, or the banner of a big win, centred."""
        colours, wide = self.look.colours, self.inner - 4
        if scene.banner:
            line = self.text(f" {scene.banner} ", colours.banner)
            line.truncate(wide, overflow=self.cut)
        else:
            shown = ""
            for piece in scene.felt:
                longer = f"{shown} · {piece}" if shown else piece
                shown = longer if len(longer) <= wide else shown
            line = self.text(shown, colours.quiet)
        return self.text(" " * max((self.inner - line.cell_len) // 2, 1)).append_text(line)

    def _all_hands(self, scene: Scene, boxes: bool) -> "tuple[list[Text], list[Text]]":
        return self._hands([scene.dealer, *scene.shared], boxes), self._hands(scene.you, boxes)

    def _hands(self, hands: Sequence[HandView], boxes: bool) -> "list[Text]":
        """Hands side by side as boxes, or line by line where there is no room for that."""
        if boxes and len(hands) == 1:
            return self._one(hands[0])
        if boxes and hands:
            blocks = [self.look.boxes(hand) for hand in hands]
            widths = [max(block[0].cell_len, 18) for block in blocks]
            if sum(widths) + 2 * len(widths) + 2 <= self.inner:
                return self._beside_each_other(hands, blocks, widths)
        return [self._in_line(hand) for hand in hands]

    def _one(self, hand: HandView) -> "list[Text]":
        """A hand in the middle, with its name on the left and its worth on the right."""
        colours, block = self.look.colours, self.look.boxes(hand)
        notes, wide = _notes_of(hand), block[0].cell_len
        start = max(min((self.inner - wide) // 2, self.inner - wide - self._longest - 4), LABEL)
        if start + wide > self.inner:
            return [self._in_line(hand)]
        middle = len(block) - self.look.rows - bool(hand.numbers) + (self.look.rows - 3)
        lines = []
        for place, row in enumerate(block):
            name = self.text()
            if place == middle:
                name.append(hand.title, "bold")
            elif place == middle + 1 and hand.tone in _TONE_WORDS:
                name.append(_TONE_WORDS[hand.tone], colours.of(hand.tone))
            line = self.text(" " * (start - name.cell_len - 3)).append_text(name).append("   ").append_text(row)
            if 0 <= place - middle < len(notes):
                line.append("   ").append(notes[place - middle], colours.of(hand.tone) or "bold")
            lines.append(line)
        return lines

    def _beside_each_other(
        self, hands: Sequence[HandView], blocks: "Sequence[list[Text]]", widths: Sequence[int]
    ) -> "list[Text]":
        colours = self.look.colours
        start = (self.inner - sum(widths) - 2 * len(widths)) // 2
        lines = [self.text(" " * start) for _ in range(len(blocks[0]) + 1)]
        for hand, block, width in zip(hands, blocks, widths, strict=True):
            mark = self.look.signs.cursor if hand.active else " "
            name = hand.title.removeprefix("You, ")
            words = f"{mark}{name}{':' if hand.note else ''} {hand.note} {_TONE_WORDS.get(hand.tone, '').lower()}"
            style = colours.gold if hand.active else colours.of(hand.tone)
            for line, row in zip(lines, [*block, self.text(words, style)], strict=True):
                row = row.copy()
                row.truncate(width + 2, pad=True)
                line.append_text(row)
        return lines

    def _in_line(self, hand: HandView) -> "Text":
        mark = self.look.signs.cursor if hand.active else " "
        line = self.text(f" {mark}").append(f"{hand.title}  ", "bold")
        if hand.chosen or len(hand.numbers) == 7:
            for place, card in enumerate(hand.cards, 1):
                taken = "*" if place in hand.chosen else ":"
                line.append(f"{place}{taken}", self.look.colours.gold).append_text(self.look.card_text([card])).append(
                    " "
                )
        else:
            line.append_text(self.look.card_text(hand.cards, hand.down))
        tone = _TONE_WORDS.get(hand.tone, "")
        return line.append(f"  {hand.note}  {tone}".rstrip(), self.look.colours.of(hand.tone))

    def _others(self, hands: Sequence[HandView]) -> "list[Text]":
        """The other players, in as few lines as hold them."""
        lines: list[Text] = []
        for hand in hands:
            piece = self.text(f"  {hand.title} ", self.look.colours.quiet)
            piece.append_text(self.look.card_text(hand.cards, hand.down))
            tone = _TONE_WORDS.get(hand.tone, "").lower()
            words = f" {hand.note if not hand.gap else ''} {tone}".replace("  ", " ").rstrip()
            piece.append(words, self.look.colours.of(hand.tone) or self.look.colours.quiet)
            if lines and lines[-1].cell_len + piece.cell_len + 1 <= self.inner:
                lines[-1].append_text(piece)
            else:
                lines.append(piece)
        return lines

    def _rows(self, rows: Sequence[SpotRow]) -> "list[Text]":
        """Every spot: its name, bet and result."""
        colours, lines = self.look.colours, []
        wide = min(max((len(row.name) for row in rows), default=0) + 4, self.inner // 2 - 5)
        for row in rows:
            mark = self.look.signs.cursor if row.cursor else " "
            line = self.text().append(f" {mark} {row.name}", colours.gold if row.cursor else "")
            line.truncate(wide, overflow=self.cut, pad=True)
            line.append(f"{row.bet:>7}  ", colours.gold if row.cursor else "bold")
            lines.append(line.append(self.look.words(row.words), colours.of(row.tone)))
        return lines

    def _notes(self, scene: Scene) -> "list[Text]":
        """The last messages, the first line in gold."""
        wide = max(self.inner - 4, 10)
        return [
            self.text(f"  {part}", self.look.colours.gold if not place else "")
            for place, note in enumerate(scene.notes)
            for part in wrap(self.look.words(note), wide, break_on_hyphens=False)
        ]


def _notes_of(hand: HandView) -> list[str]:
    """The value of a hand; of a set hand, its low and its high hand."""
    return hand.note.split(" / ") if hand.gap else [hand.note]


def hand_in_words(look: TerminalStyle, hand: HandView) -> str:
    """A hand in one line of plain text."""
    cards = look.card_words(hand.cards)
    if hand.gap:
        cards = f"{look.card_words(hand.cards[: hand.gap])} / {look.card_words(hand.cards[hand.gap :])}"
    if hand.down:
        cards += f"{' and ' if hand.cards else ''}{hand.down} face down"
    words = "; ".join(part for part in (hand.note, hand.tone if hand.tone in _TONE_WORDS else "") if part)
    mark = " (to play)" if hand.active else ""
    return f"{hand.title}{mark}: {cards}{f', {words}' if words else ''}"
