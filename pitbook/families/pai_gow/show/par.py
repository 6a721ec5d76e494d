"""Additional blocks of pai gow sheets: the comparison of all pairs, and the costliest mistakes of the house way."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pitbook.cards import JOKER, RANKS, SUIT_SYMBOLS, Cards, rank, suit
from pitbook.exact.figures import percent
from pitbook.exact.par import ParSheet
from pitbook.families.pai_gow.exact.best import Best
from pitbook.families.pai_gow.exact.comparison import Comparison
from pitbook.families.pai_gow.exact.count import WHOLE_PACK
from pitbook.families.pai_gow.exact.sheet import SetHands, player_way_of, set_hands_of
from pitbook.families.pai_gow.rules.base import is_barred
from pitbook.hands.house_ways import HouseWay, house_way
from pitbook.hands.pai_gow import Setting
from pitbook.hands.poker import CLASS_NAMES
from pitbook.reports.par.view import Block, SheetView, plain_view

SHOWN: Final = 12
"""The most differences that are shown; the others cost almost nothing."""


def pai_gow_view(sheet: ParSheet) -> SheetView:
    """Everything on the sheet, ready to be shown."""
    found = set_hands_of(sheet)
    return plain_view(sheet, _played(sheet, found), _blocks(sheet, found))


def _played(sheet: ParSheet, found: SetHands) -> str:
    """The pay table, and how hands are set."""
    table = "" if sheet.wager.house_table else f"pay table {sheet.table.id}, "
    way, player = house_way(sheet.options["house-way"]).name, player_way_of(sheet)
    if player == sheet.options["house-way"]:
        return f"{table}both by the {way} house way"
    set_by = "optimal player" if found.best else f"player by {house_way(player).name}"
    return f"{table}{set_by}, dealer by {way}"


def _blocks(sheet: ParSheet, found: SetHands) -> Iterator[Block]:
    """The blocks of the base wager; other wagers have none."""
    if found.comparison is not None:
        yield _pairs(found.comparison, is_barred(sheet.wager))
    if found.best is not None:
        yield _differences(found.best, house_way(sheet.options["house-way"]))


def _pairs(found: Comparison, barred: bool) -> Block:
    rows = [
        ("Player wins both hands", found.win),
        ("Dealer wins both, copies included", found.lose),
        ("One hand each", found.push),
    ]
    if barred:
        rows += [
            ("Won, had the dealer's hand not been barred", found.barred_win),
            ("Lost, had it not been barred", found.barred_lose),
        ]
    if found.five_copies is not None and found.two_copies is not None and found.both_copies is not None:
        rows += [
            ("Equal high hands", found.five_copies),
            ("Equal low hands", found.two_copies),
            ("Both equal", found.both_copies),
        ]
    shares = [Fraction(count, found.pairs) for _, count in rows]
    return Block(
        "All pairs of disjoint hands",
        ("As they compare", "Pairs", "Share"),
        tuple((name, f"{count:,}", percent(share)) for (name, count), share in zip(rows, shares, strict=True)),
        note=f"The first three are all {found.pairs:,} pairs; the others are parts of them.",
        numbers=tuple((share,) for share in shares),
    )


def _differences(best: Best, way: HouseWay) -> Block:
    """Two rows for each group of hands: their settings in general, and the hand with the largest loss."""
    rows: list[tuple[str, ...]] = []
    numbers: list[tuple[Fraction | None, ...]] = []
    for group in best.outdone[:SHOWN]:
        share = Fraction(group.hands, WHOLE_PACK.hands)
        row = way.rows[group.row].id
        rows.append((row, _shape(*group.way), _shape(*group.best), percent(share, 3), percent(group.cost)))
        rows.append(("", _cards(group.example), _cards(group.better), "", percent(group.most, 2)))
        numbers += [(share, group.cost), (None, group.most)]
    rest = best.outdone[SHOWN:]
    more = sum((group.cost for group in rest), Fraction(0))
    left = f" {len(rest)} more groups cost {percent(more)} together." if rest else ""
    return Block(
        f"Where the {way.name} house way costs most",
        ("Row", "House way: low / high", "Better: low / high", "Hands", "Cost"),
        tuple(rows),
        note="The share of all hands, and their cost per unit wagered on any hand; below each "
        f"group, its costliest hand and the cost of that hand.{left}",
        numbers=tuple(numbers),
        words=3,
        wide=True,
    )


def _shape(five: int, two_is_pair: bool) -> str:
    return f"{'pair' if two_is_pair else 'high cards'} / {CLASS_NAMES[five]}"


def _cards(setting: Setting) -> str:
    return f"{_faces(setting.low)} / {_faces(setting.high)}"


def _faces(cards: Cards) -> str:
    return " ".join("Jk" if card == JOKER else RANKS[rank(card)] + SUIT_SYMBOLS[suit(card)] for card in cards)
