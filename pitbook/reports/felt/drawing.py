"""A table's felt, drawn true to scale in millimetres as the letters describe it; original artwork.

The dealer stands at the straight edge above, the players sit round the arc below; letters are read from their side.
Seat 1 is at the dealer's left. Spots, hands and legends follow from the table's configuration.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pitbook import __version__
from pitbook.games.meter_wins import is_posted_prize
from pitbook.games.model import Wager, listed
from pitbook.games.shown import shown
from pitbook.money import format_cents
from pitbook.reports.family import family_of
from pitbook.reports.felt.letters import fitting
from pitbook.reports.felt.panels import Panel, draw_panels
from pitbook.reports.felt.svg import CARD, SHEET, Drawing, Footprint, Frame, arc_path, mm, on_arc
from pitbook.reports.postings.notices import pay_block, paying
from pitbook.table.config import TableConfig

WIDE, DEEP = 1880.0, 1070.0
"""A usual half-round table."""
SIDE: Final = 130.0
"""The length of the straight sides, before the arc begins."""
CENTRE: Final = (0.0, SIDE)
"""The centre of every arc."""
ROUND: Final = WIDE / 2
RAIL: Final = 90.0
"""The width that the padded rail covers."""
BLEED: Final = 10.0
MARGIN: Final = 70.0
"""The margin around the felt, for marks and the printer's line."""
TRAY: Final = (600.0, 95.0)
LONGEST_LINE: Final = 9
"""The most characters on one line of a spot."""
SEEN: Final = frozenset({"felt", "ornament", "spots", "sensors", "legends"})
"""Layers shown in the small picture."""
PANEL_WIDE, PANEL_TALL, PANEL_AT = 470.0, 168.0, (585.0, 108.0)


SIDES: Final = {"red": "#a3242b", "black": "#14181b"}
"""The sides of a spot on which a player chooses a colour."""


class FeltDrawing:
    """One felt as it is drawn.

    The game's family draws what belongs to its kind of game, with the public methods. Angles are 90 degrees in the
    middle of the table and grow towards the dealer's right; distances are in millimetres.
    """

    def __init__(self, config: TableConfig, note: str = "") -> None:
        self.config = config
        # A house may be named in any script; the printer's line is set in a font that has few.
        self.note = note.encode("ascii", "replace").decode()
        self.inks = shown(config.game).felt
        self.drawing = Drawing(
            -WIDE / 2 - MARGIN, -MARGIN, WIDE + 2 * MARGIN, DEEP + 2 * MARGIN, f"{config.name}, {_seats(config)}"
        )
        layer = self.drawing.layer
        self.ground = layer("felt", "Felt with bleed")
        self.ornament = layer("ornament", "Ornament")
        self.spots = layer("spots", "Betting spots and card places")
        self.sensors = layer("sensors", "Progressive sensors")
        self.legends = layer("legends", "Legends")
        self.panels = layer("pay-tables", "Pay tables")
        self.guides = layer("guides", "Guides: tray and rail, not printed")
        self.cut = layer("cut", "Cut line, not printed")
        self.marks = layer("marks", "Marks and scale")

    def draw(self) -> Drawing:
        self._ground()
        family_of(self.config.game).draw_felt(self)
        self._pay_tables()
        self._guides()
        self._marks()
        return self.drawing

    # -- ground, guides, marks -----------------------------------------------------------------------------------------

    def _ground(self) -> None:
        self.drawing.path(self.ground, outline_path(BLEED), f'fill="{self.inks.edge}"')
        self.drawing.path(self.ground, outline_path(-RAIL + 14), f'fill="{self.inks.felt}"')
        for inset, width in ((RAIL + 14, 2.4), (RAIL + 21, 0.8)):
            path = arc_path(CENTRE, ROUND - inset, 4, 176)
            self.drawing.path(self.ornament, path, self.line(width))

    def line(self, width: float, colour: str = "") -> str:
        return f'fill="none" stroke="{colour or self.inks.accent}" stroke-width="{mm(width)}" stroke-linecap="round"'

    def _guides(self) -> None:
        style = 'fill="none" stroke="#00a0ff" stroke-width="0.8" stroke-dasharray="6 4"'
        wide, tall = TRAY
        self.drawing.box(self.guides, SHEET, 0, tall / 2, wide, tall, style, corner=8)
        self.drawing.take("chip tray", SHEET, 0, tall / 2, wide, tall)
        self.drawing.path(self.guides, outline_path(-RAIL), style)

    def _marks(self) -> None:
        drawing, ink = self.drawing, "#222"
        drawing.path(self.cut, outline_path(0), 'fill="none" stroke="#e6007e" stroke-width="0.5"')
        hair = f'fill="none" stroke="{ink}" stroke-width="0.3"'
        for x in (-WIDE / 2, WIDE / 2):
            out = -1 if x < 0 else 1
            for y in (0.0, SIDE):
                drawing.path(self.marks, f"M{mm(x + out * (BLEED + 4))} {mm(y)}h{mm(out * 16)}", hair)
            drawing.path(self.marks, f"M{mm(x)} {mm(-BLEED - 4)}v-16", hair)
        drawing.path(self.marks, f"M0 {mm(-BLEED - 4)}v-16M0 {mm(DEEP + BLEED + 4)}v16", hair)
        left, below = -WIDE / 2 + 20, DEEP + 34
        ticks = "".join(
            f"M{mm(left + each)} {mm(below - (5 if each % 50 else 8))}V{mm(below)}" for each in range(0, 201, 10)
        )
        drawing.path(
            self.marks, f"M{mm(left)} {mm(below)}h200{ticks}", f'fill="none" stroke="{ink}" stroke-width="0.4"'
        )
        drawing.words(self.marks, SHEET, left, below + 10, "200 mm at true size (1:1)", 8, ink, anchor="start",
                      weight="regular")  # fmt: skip
        config = self.config
        tables = listed(
            f"{config.game.wager(slug).name} {tables[0].id}"
            for slug, tables in config.layout.tables.items()
            if any(wager.slug == slug for wager in paying(config))
        )
        named = f"{tables}." if tables else ""
        about = (
            f"{config.name}, {config.game.letter.citation}. {_seats(config)}, {_decks(config)}. {named}".rstrip(),
            f"Felt {WIDE:.0f} x {DEEP:.0f} mm, bleed {BLEED:.0f} mm. Pitbook {__version__}. {self.note}".rstrip(),
        )
        for place, words in enumerate(about):
            size = fitting(words, WIDE - 320, 9, "regular")
            drawing.words(self.marks, SHEET, WIDE / 2 - 20, below + place * 12, words, size, ink, anchor="end",
                          weight="regular")  # fmt: skip

    # -- legends -------------------------------------------------------------------------------------------------------

    def name(self, radius: float, size: float) -> None:
        """The game's name, which a pay table may demand (letter 000), between two stars."""
        words = self.config.name.upper()
        size = min(size, fitting(words, radius * 1.95, size))
        self.arc(words, radius, size, self.inks.accent, tracking=size * 0.06)

    def arc(self, words: str, radius: float, size: float, colour: str = "", tracking: float = 0.0) -> None:
        self.drawing.footprints += self.drawing.arc_words(
            self.legends, CENTRE, radius, words, size, colour or self.inks.ink, tracking=tracking
        )

    def band(self, inner: float, outer: float, half: float) -> None:
        """Two arcs with double lines, as the insurance line has them."""
        for radius, width in ((inner, 1.8), (outer, 1.8), (inner - 5, 0.7), (outer + 5, 0.7)):
            self.drawing.path(self.ornament, arc_path(CENTRE, radius, 90 - half, 90 + half), self.line(width))
        for radius in (inner - 5, outer + 5):
            self.drawing.footprints += ground_of_arc("band", radius, half)
        for side in (-1, 1):
            middle = on_arc(CENTRE, (inner + outer) / 2, 90 + side * (half + 1.6))
            self._diamond(middle, 9)

    def _diamond(self, at: tuple[float, float], size: float) -> None:
        x, y = at
        d = f"M{mm(x)} {mm(y - size)}L{mm(x + size * 0.7)} {mm(y)}L{mm(x)} {mm(y + size)}L{mm(x - size * 0.7)} {mm(y)}Z"
        self.drawing.path(self.ornament, d, f'fill="{self.inks.accent}"')

    # -- seats ---------------------------------------------------------------------------------------------------------

    def seat(self, angle: float, radius: float) -> Frame:
        """A seat's own directions at some distance from the middle."""
        return seat_frame(angle, radius)

    def seats(self, first: float, widest_step: float) -> Iterator[tuple[int, float]]:
        """Every seat with its angle, seat 1 at the dealer's left, evenly spaced and centred."""
        count = self.config.seats
        step = min(widest_step, (180 - 2 * first) / (count - 1)) if count > 1 else 0
        for seat in range(1, count + 1):
            yield seat, 90 + (seat - (count + 1) / 2) * step

    def seat_number(self, seat: int, angle: float, radius: float) -> None:
        frame = seat_frame(angle, radius)
        self.drawing.words(self.legends, frame, 0, 5, str(seat), 17, self.inks.accent)
        self.drawing.take(f"number of seat {seat}", frame, 0, 0, 18, 16)

    def spot(self, frame: Frame, x: float, radius: float, lines: Sequence[str], name: str) -> None:
        """A round spot with its name in it."""
        drawing, inks = self.drawing, self.inks
        drawing.circle(self.spots, frame, x, 0, radius, f'{self.line(2.2)} style="fill:{inks.felt}"')
        drawing.circle(self.spots, frame, x, 0, radius - 4, self.line(0.7))
        drawing.take_circle(name, frame, x, 0, radius)
        room = (radius - 6) * (1.86 if len(lines) == 1 else 1.7)
        size = min(fitting(words, room, radius * 0.36) for words in lines)
        top = -(len(lines) - 1) * size * 0.6 + size * 0.32
        for place, words in enumerate(lines):
            drawing.words(self.spots, frame, x, top + place * size * 1.2, words, size, inks.ink)

    def _halves(self, frame: Frame, x: float, radius: float, choices: Sequence[str], name: str) -> None:
        """A spot with a side for each choice: where the chip lies says what the player chose (letter 004, rule 5)."""
        drawing, inks = self.drawing, self.inks
        size = min(fitting(choice.upper(), radius * 0.74, radius * 0.36) for choice in choices)
        top, bottom = (" ".join(mm(part) for part in frame.point(x, y)) for y in (-radius, radius))
        for side, choice in zip((-1, 1), choices, strict=True):
            sweep = 0 if side < 0 else 1
            half = f"M{top}A{mm(radius)} {mm(radius)} 0 0 {sweep} {bottom}Z"
            drawing.path(self.spots, half, f'fill="{SIDES.get(choice, inks.edge)}"')
            drawing.words(self.spots, frame, x + side * radius * 0.46, size * 0.33, choice.upper(), size, inks.ink)
        drawing.path(self.spots, f"M{top}L{bottom}", self.line(0.9))
        drawing.circle(self.spots, frame, x, 0, radius, self.line(2.2))
        drawing.take_circle(name, frame, x, 0, radius)

    def _sensor(self, frame: Frame, x: float, radius: float, label: str, bet: str, name: str) -> None:
        """A progressive's sensed spot: the lens in the middle, the wager round it."""
        drawing, inks = self.drawing, self.inks
        drawing.circle(self.sensors, frame, x, 0, radius, f'{self.line(2.2)} style="fill:{inks.edge}"')
        drawing.circle(self.sensors, frame, x, 0, radius * 0.44, self.line(1.2))
        lens = 'fill="none" stroke="#00a0ff" stroke-width="0.5" stroke-dasharray="2 1.5"'
        drawing.circle(self.guides, frame, x, 0, radius * 0.36, lens)
        drawing.take_circle(name, frame, x, 0, radius)
        drawing.words(self.sensors, frame, x, radius * 0.1, bet, radius * 0.36, inks.accent)
        size = fitting(label, radius * 1.25, radius * 0.24)
        drawing.words(self.sensors, frame, x, -radius * 0.58, label, size, inks.ink)
        drawing.words(self.sensors, frame, x, radius * 0.78, "WAGER", size, inks.ink)

    def place(self, frame: Frame, x: float, wide: float, tall: float, label: str, name: str, small: str = "") -> None:
        """A place for cards."""
        drawing, inks = self.drawing, self.inks
        drawing.box(self.spots, frame, x, 0, wide, tall, self.line(1.6), corner=7)
        drawing.box(self.spots, frame, x, 0, wide - 8, tall - 8, self.line(0.5), corner=5)
        drawing.take(name, frame, x, 0, wide, tall)
        size = fitting(label, wide - 18, tall * 0.24)
        drawing.words(self.spots, frame, x, size * (0.1 if small else 0.33), label, size, inks.ink)
        if small:
            fit = fitting(small, wide - 18, size * 0.5, "regular")
            drawing.words(self.spots, frame, x, size * 0.85, small, fit, inks.accent, weight="regular")

    def optional_wagers(self, angle: float, seat: int, radius: float, size: float, pitch: float) -> None:
        """The optional wagers of a seat in a row, the progressive's sensor last."""
        frame = seat_frame(angle, radius)
        optional = [
            wager
            for wager in self.config.wagers()
            if not (wager.house_table or wager.is_required or wager.in_round or wager.requires_all_of)
        ]
        wagers = sorted(optional, key=lambda wager: wager.slug == self.config.progressive)
        for place, wager in enumerate(wagers):
            x = (place - (len(wagers) - 1) / 2) * pitch
            name = f"{wager.slug} of seat {seat}"
            if wager.slug == self.config.progressive:
                bet = format_cents(self.config.limits[wager.slug].low)
                self._sensor(frame, x, size, self._jackpot_word(), bet, name)
            elif wager.choice is not None:
                self._halves(frame, x, size, wager.choice.choices, name)
            else:
                self.spot(frame, x, size, spot_lines(wager, self.config.game.name), name)

    def cards(self, seat: int, angle: float, radius: float, count: int) -> None:
        """A faint outline where a seat's cards are dealt."""
        frame, pitch = seat_frame(angle, radius), CARD[0] + 8
        for place in range(count):
            x = (place - (count - 1) / 2) * pitch
            faint = f'{self.line(0.9)} opacity="0.55" stroke-dasharray="7 5"'
            self.drawing.box(self.spots, frame, x, 0, CARD[0], CARD[1], faint, corner=5)
        self.drawing.take(f"cards of seat {seat}", frame, 0, 0, count * pitch - 8, CARD[1])

    def seat_legend(self, seat: int, angle: float, radius: float, words: str, wide: float) -> None:
        """A line of words at a seat, fitted into this width."""
        frame = seat_frame(angle, radius)
        self.drawing.words(self.legends, frame, 0, 4, words, 15, self.inks.accent, tracking=0.8)
        self.drawing.take(f"legend of seat {seat}", frame, 0, 0, wide, 16)

    def _jackpot_word(self) -> str:
        return "JACKPOT" if is_posted_prize(self.config.layout.options) else "PROGRESSIVE"

    # -- pay tables ----------------------------------------------------------------------------------------------------

    def _pay_tables(self) -> None:
        x, y = PANEL_AT
        panels = [panel_of(self.config, wager) for wager in paying(self.config) if not wager.house_table]
        panels += list(_aggregate(self.config))
        if panels:
            frames = Frame(-x, y), Frame(x, y)
            draw_panels(self.drawing, self.panels, panels, *frames, PANEL_WIDE, PANEL_TALL, self.inks.ink,
                        self.inks.accent)  # fmt: skip


def panel_of(config: TableConfig, wager: Wager) -> Panel:
    """A wager's pay table as printed on the felt."""
    block = pay_block(config.layout, wager)
    several = len(block.headings) > 2
    heads = tuple(block.headings[1:]) if several else ()
    return Panel(wager.name.upper(), block.rows, heads, block.footnotes)


def _aggregate(config: TableConfig) -> Iterator[Panel]:
    """Aggregate limits must be printed on the layout (WAC 230-15-490)."""
    if config.aggregate:
        rows = tuple((config.game.wager(slug).name, format_cents(most)) for slug, most in config.aggregate.items())
        yield Panel("MOST PAID FROM ONE DEAL", rows)


def seat_frame(angle: float, radius: float) -> Frame:
    """A seat's own directions at some distance from the middle."""
    return Frame(*on_arc(CENTRE, radius, angle), angle - 90)


def outline_path(out: float) -> str:
    """The table's edge, moved out by this distance, or in if it is negative."""
    radius = ROUND + out
    top = -max(out, 0.0)
    return f"M{mm(-radius)} {mm(top)}H{mm(radius)}V{mm(SIDE)}A{mm(radius)} {mm(radius)} 0 0 1 {mm(-radius)} {mm(SIDE)}Z"


def ground_of_arc(name: str, radius: float, half: float) -> list[Footprint]:
    """The area of a thin arc, as convex pieces."""
    pieces = []
    step = 2
    for angle in range(int(90 - half), int(90 + half), step):
        corners = [on_arc(CENTRE, radius + side, turn) for side, turn in
                   ((-0.5, angle), (-0.5, angle + step), (0.5, angle + step), (0.5, angle))]  # fmt: skip
        pieces.append(Footprint(name, tuple(corners)))
    return pieces


def spot_lines(wager: Wager, game: str) -> tuple[str, ...]:
    """A wager's name on its spot, in lines; without the game's name, which the felt has already."""
    words = re.findall(r"[^\s/-]+-?", wager.name.removeprefix(f"{game} ").upper())
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(word) < LONGEST_LINE:
            lines[-1] += word if lines[-1].endswith("-") else f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def _seats(config: TableConfig) -> str:
    return "1 seat" if config.seats == 1 else f"{config.seats} seats"


def _decks(config: TableConfig) -> str:
    if config.game.joker:
        return "one deck and the joker"
    return "one deck" if config.layout.decks == 1 else f"{config.layout.decks} decks"


def draw_felt(config: TableConfig, note: str = "") -> Drawing:
    """The felt of a table."""
    return FeltDrawing(config, note).draw()


def felt_picture(config: TableConfig) -> str:
    """The felt as a small picture for a screen: spots and words, without bleed, marks and the small print of pays."""
    drawing = draw_felt(config)
    drawing.layers = [layer for layer in drawing.layers if layer.id in SEEN]
    edge = RAIL / 2
    drawing.left, drawing.top, drawing.width, drawing.height = edge - WIDE / 2, 0.0, WIDE - 2 * edge, DEEP - edge
    return drawing.svg()
