"""Playing cards and chips as SVG: one sprite sheet that pages and scripts refer to."""

import hashlib
from functools import cache, lru_cache
from typing import Final

from markupsafe import Markup

from pitbook.cards import (
    JOKER,
    RANKS,
    SUITS,
    card_name,
    card_words,
    is_red,
    parse_card,
    rank,
    suit,
)
from pitbook.errors import BadInput
from pitbook.money import Cents, format_cents

WIDTH, HEIGHT = 100, 140
RED, BLACK = "#bf1f2e", "#171b22"
SERIF: Final = "Fraunces,Georgia,serif"

PIPS: Final = {
    "s": "M0-10C3-5 9-2 9 3.6A4.6 4.6 0 0 1 1.4 7C1.6 8.8 2.3 9.6 3.6 10.4H-3.6C-2.3 9.6-1.6 8.8"
    "-1.4 7A4.6 4.6 0 0 1-9 3.6C-9-2-3-5 0-10Z",
    "h": "M0 10C-4 4.5-10 0-10-4.8A5 5 0 0 1 0-6.6 5 5 0 0 1 10-4.8C10 0 4 4.5 0 10Z",
    "d": "M0-11C2.6-6.5 5.2-3.2 8.2 0 5.2 3.2 2.6 6.5 0 11-2.6 6.5-5.2 3.2-8.2 0-5.2-3.2-2.6-6.5 0-11Z",
    "c": "M0-10A4.5 4.5 0 0 1 3.7-3 4.5 4.5 0 1 1 1.2 5C1.4 7.8 2.2 9.4 3.8 10.4H-3.8C-2.2 9.4-1.4 7.8-1.2"
    " 5A4.5 4.5 0 1 1-3.7-3 4.5 4.5 0 0 1 0-10Z",
}
"""Outlines of the suits, centred on the origin, about twenty units tall."""

_LEFT, _MIDDLE, _RIGHT = 33, 50, 67
_TOP, _END = 33, 107
PLACES: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "2": ((_MIDDLE, _TOP), (_MIDDLE, _END)),
    "3": ((_MIDDLE, _TOP), (_MIDDLE, 70), (_MIDDLE, _END)),
    "4": ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, _END), (_RIGHT, _END)),
    "5": ((_LEFT, _TOP), (_RIGHT, _TOP), (_MIDDLE, 70), (_LEFT, _END), (_RIGHT, _END)),
    "6": ((_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, 70), (_RIGHT, 70), (_LEFT, _END), (_RIGHT, _END)),
    "7": ((_LEFT, _TOP), (_RIGHT, _TOP), (_MIDDLE, 51), (_LEFT, 70), (_RIGHT, 70), (_LEFT, _END), (_RIGHT, _END)),
    "8": (
        (_LEFT, _TOP), (_RIGHT, _TOP), (_MIDDLE, 51), (_LEFT, 70), (_RIGHT, 70), (_MIDDLE, 89), (_LEFT, _END),
        (_RIGHT, _END),
    ),
    "9": (
        (_LEFT, _TOP), (_RIGHT, _TOP), (_LEFT, 57), (_RIGHT, 57), (_MIDDLE, 70), (_LEFT, 83), (_RIGHT, 83),
        (_LEFT, _END), (_RIGHT, _END),
    ),
    "T": (
        (_LEFT, _TOP), (_RIGHT, _TOP), (_MIDDLE, 45), (_LEFT, 57), (_RIGHT, 57), (_LEFT, 83), (_RIGHT, 83),
        (_MIDDLE, 95), (_LEFT, _END), (_RIGHT, _END),
    ),
}  # fmt: skip

_CROWNS: Final = {
    "K": '<path d="M32 58 28 34l12 12 10-18 10 18 12-12-4 24Z"/><path d="M32 61h36v5H32z"/>',
    "Q": '<path d="M32 58c-2-9-4-15-7-20 6 3 10 6 13 10 2-8 6-14 12-20 6 6 10 12 12 20 3-4 7-7 13-10-3 5-5 11-7 20Z"/>'
    '<path d="M32 61h36v5H32z"/><circle cx="50" cy="25" r="3"/><circle cx="24" cy="35" r="3"/>'
    '<circle cx="76" cy="35" r="3"/>',
    "J": '<path d="M31 60c0-14 7-24 19-24 11 0 18 8 19 20 4-6 5-13 2-22 8 10 8 20-2 32H31Z"/>',
}

CHIP_COLOURS: Final = {
    100: ("#f2efe6", "#2d5f9a", "#1c2430"),
    500: ("#b3282d", "#f6e9d6", "#ffffff"),
    2_500: ("#1d7a4a", "#f4e6bd", "#ffffff"),
    10_000: ("#20242c", "#d9c27c", "#ffffff"),
    50_000: ("#5a3a8c", "#f0d58c", "#ffffff"),
    100_000: ("#d9a441", "#5a3a0c", "#2a1e04"),
}
"""Colours of a chip (face, edge, text) by its value in cents."""


@cache
def sprite() -> str:
    """The sprite sheet: every card, a back, the chips and the logo."""
    faces = [_face(card) for card in range(52)]
    chips = [_chip(cents) for cents in CHIP_COLOURS]
    parts = "".join([*faces, _joker(), _back(), *chips, _mark()])
    return f'<svg xmlns="http://www.w3.org/2000/svg">{parts}</svg>'


@cache
def sprite_address() -> str:
    """The address of the sprite sheet, with a hash of its content."""
    return f"/static/sprite.svg?v={hashlib.sha256(sprite().encode()).hexdigest()[:10]}"


@lru_cache(1_000)
def card(name: str, kind: str = "") -> Markup:
    """One card; ``??`` is a card face down."""
    symbol, words = "back", "a card face down"
    if name != "??":
        number = parse_card(name)
        symbol, words = card_name(number), card_words(number)
    drawing = '<svg class="{}" role="img" aria-label="{}" viewBox="0 0 100 140"><use href="{}#{}"/></svg>'
    return Markup(drawing).format(f"card {kind}".strip(), words, sprite_address(), symbol)


def cards(names: str, kind: str = "") -> Markup:
    """Several cards in a row: ``Kh Qh``."""
    return Markup('<span class="cards">{}</span>').format(Markup("").join(card(name, kind) for name in names.split()))


@cache
def chip(cents: int) -> Markup:
    """One chip; refused for a value without a chip."""
    if cents not in CHIP_COLOURS:
        raise BadInput(f"there is no chip of {format_cents(Cents(cents))}")
    drawing = '<svg class="chip" role="img" aria-label="{} chip" viewBox="0 0 60 60"><use href="{}#chip-{}"/></svg>'
    return Markup(drawing).format(format_cents(Cents(cents)), sprite_address(), cents)


def chips_for(cents: int) -> list[int]:
    """The fewest chips for an amount, the largest first; ``coins_for`` has what is left."""
    found: list[int] = []
    for value in sorted(CHIP_COLOURS, reverse=True):
        found += [value] * (cents // value)
        cents %= value
    return found


def coins_for(cents: int) -> int:
    """The cents of an amount that are paid in coin, because no chip is smaller than a dollar."""
    return cents % min(CHIP_COLOURS)


def _frame() -> str:
    shape = 'x=".75" y=".75" width="98.5" height="138.5" rx="8.5"'
    return f'<rect {shape} fill="#fffefb" stroke="#c9c3b4" stroke-width="1.5"/>'


def _face(number: int) -> str:
    name = card_name(number)
    letter, colour = RANKS[rank(number)], RED if is_red(number) else BLACK
    pip = PIPS[SUITS[suit(number)]]
    shown = "10" if letter == "T" else letter
    size = 'font-size="23"' if len(shown) == 1 else 'font-size="20" textLength="20"'
    corner = (
        f'<text x="13.5" y="26" text-anchor="middle" font-family="{SERIF}" font-weight="650" {size}>{shown}</text>'
        f'<path transform="translate(13.5 38) scale(.72)" d="{pip}"/>'
    )
    corners = f'{corner}<g transform="rotate(180 50 70)">{corner}</g>'
    inside = _inside(letter, pip, colour)
    return f'<symbol id="{name}" viewBox="0 0 100 140">{_frame()}<g fill="{colour}">{corners}{inside}</g></symbol>'


def _inside(letter: str, pip: str, colour: str) -> str:
    if letter == "A":
        return f'<path transform="translate(50 70) scale(2.9)" d="{pip}"/>'
    if letter in PLACES:
        return "".join(
            f'<path transform="translate({x} {y}){"" if y <= 70 else " rotate(180)"} scale(.92)" d="{pip}"/>'
            for x, y in PLACES[letter]
        )
    half = (
        f'<g transform="translate(8 9) scale(.84)">{_CROWNS[letter]}</g>'
        f'<path transform="translate(34.5 32) scale(.5)" d="{pip}"/>'
    )
    return (
        f'<rect x="25" y="22" width="50" height="96" rx="4" fill="{colour}" fill-opacity=".06" stroke="{colour}" '
        f'stroke-opacity=".5" stroke-width="1"/><path d="M25 70H75" stroke="{colour}" stroke-opacity=".35"/>'
        f'{half}<g transform="rotate(180 50 70)">{half}</g>'
    )


def _joker() -> str:
    star = "M0-22 6.5-7 22-6.5 10 4 14 20 0 11-14 20-10 4-22-6.5-6.5-7Z"
    letters = "".join(
        f'<text x="12" y="{24 + 13 * place}" text-anchor="middle" font-family="{SERIF}" font-weight="650" '
        f'font-size="13">{letter}</text>'
        for place, letter in enumerate("JOKER")
    )
    return (
        f'<symbol id="{card_name(JOKER)}" viewBox="0 0 100 140">{_frame()}<g fill="#5a3a8c">'
        f'<path transform="translate(54 70) scale(1.250)" d="{star}"/>{letters}'
        f'<g transform="rotate(180 50 70)">{letters}</g></g></symbol>'
    )


def _back() -> str:
    diamonds = "".join(
        f'<path transform="translate({14 + 12 * x + 6 * (y % 2)} {14 + 9.333 * y:.2f}) scale(.42)" d="{PIPS["d"]}"/>'
        for y in range(13)
        for x in range(7 - y % 2)
    )
    return (
        f'<symbol id="back" viewBox="0 0 100 140">{_frame()}<rect x="6" y="6" width="88" height="128" rx="5" '
        f'fill="#12325a"/><g fill="#d9b45f" fill-opacity=".55">{diamonds}</g><rect x="9" y="9" width="82" height="122" '
        f'rx="3" fill="none" stroke="#d9b45f" stroke-opacity=".8"/></symbol>'
    )


def _chip(cents: int) -> str:
    ground, edge, letters = CHIP_COLOURS[cents]
    spot = f'd="M25 1.5h10l-1 7h-8z" fill="{edge}"'
    spots = "".join(f'<path transform="rotate({60 * turn} 30 30)" {spot}/>' for turn in range(6))
    dollars = cents // 100
    shown = f"{dollars // 1000}K" if dollars >= 1000 else str(dollars)
    return (
        f'<symbol id="chip-{cents}" viewBox="0 0 60 60"><circle cx="30" cy="30" r="29" fill="{ground}" stroke="#0006"/>'
        f'{spots}<circle cx="30" cy="30" r="19.5" fill="{ground}" stroke="{edge}" stroke-width="1.5" '
        f'stroke-dasharray="3 2"/><text x="30" y="36" text-anchor="middle" font-family="Inter,sans-serif" '
        f'font-weight="750" font-size="{18 if len(shown) < 3 else 15}" fill="{letters}">{shown}</text></symbol>'
    )


def _mark() -> str:
    return (
        '<symbol id="mark" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0d5c43"/>'
        f'<path transform="translate(16 16)" d="{PIPS["s"]}" fill="#f0d58c"/></symbol>'
    )
