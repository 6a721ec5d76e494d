"""What one player sees of the table, ready to be drawn: face-up cards, bets, results and words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pitbook.cards import NO_CARD, Cards
from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents, format_cents
from pitbook.table.config import TableConfig
from pitbook.table.family import ShownHand
from pitbook.table.steps import Settled
from pitbook.table.view import RoundView, ShoeView
from pitbook.table.words import Tone, settled_words, signed

PLACES: Final = ("1st", "2nd", "3rd", "4th", "5th")


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand on the felt."""

    title: str
    cards: Cards
    down: int = 0
    """The number of further cards, which lie face down."""
    note: str = ""
    """Its total, or its rank in words."""
    tone: Tone = "plain"
    """Its result."""
    active: bool = False
    gap: int = 0
    """A space after this many cards, which are the low hand."""
    chosen: tuple[int, ...] = ()
    """Positions that are lifted, from 1."""
    numbers: tuple[str, ...] = ()
    """The text under the cards."""


@dataclass(frozen=True, slots=True)
class SpotRow:
    """A bet spot: its bet and its result."""

    name: str
    bet: str
    words: str
    tone: Tone
    cursor: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on one screen."""

    name: str
    facts: str
    """Decks and pay tables, and whether it is practice."""
    felt: tuple[str, ...]
    """The texts on the felt between dealer and players, the most important first."""
    meter: Cents | None
    shoe: str
    dealer: HandView
    shared: tuple[HandView, ...]
    """Cards that belong to all seats: a board."""
    others: tuple[HandView, ...]
    you: tuple[HandView, ...]
    rows: tuple[SpotRow, ...]
    stack: Cents
    on_layout: Cents
    tally: str
    banner: str = ""
    """A big win."""
    notes: tuple[str, ...] = ()
    """Advice or the last messages."""


def tone_of(nets: Iterable[int]) -> Tone:
    """The combined result of some wagers."""
    net = sum(nets)
    return "win" if net > 0 else "lose" if net < 0 else "push"


def spot_rows(
    config: TableConfig, titles: Mapping[str, str], bets: Mapping[str, Bet], settled: Sequence[Settled], live: bool
) -> tuple[SpotRow, ...]:
    """Every spot with its bet and result, then results without a spot, such as envy or insurance."""
    results: dict[str, list[Settled]] = {}
    for each in settled:
        item = each.settlement
        own = bet_name(Bet(item.wager, item.bet, item.spot))
        results.setdefault(f"envy {item.envy_from}" if item.envy_from else own, []).append(each)
    rows = []
    for name, title in titles.items():
        words, tone = _result(results.pop(name, []))
        if not words and not live:
            words, tone = str(config.limits[bets[name].wager]), "quiet"
        rows.append(SpotRow(title, bet_words(bets[name].cents), words, tone))
    for name, found in results.items():
        words, tone = _result(found)
        wager = found[0].settlement.wager
        slugs = config.game.wager_slugs()
        title = config.game.wager(wager).name if wager in slugs else wager.capitalize()
        bet_text = format_cents(found[0].settlement.bet) if found[0].settlement.bet else ""
        rows.append(SpotRow(title if not name.startswith("envy ") else f"{title} envy", bet_text, words, tone))
    return tuple(rows)


def bet_words(cents: int) -> str:
    """The bet on a spot."""
    return format_cents(cents) if cents else "-"


def _result(found: Sequence[Settled]) -> tuple[str, Tone]:
    if len(found) == 1:
        return settled_words(found[0].settlement)
    nets = [each.settlement.net or 0 for each in found]
    parts = [
        f"{each.settlement.label} {signed(net)}"
        for each, net in sorted(zip(found, nets, strict=True), key=lambda pair: pair[0].hand)
    ]
    return ", ".join(parts), tone_of(nets) if parts else "plain"


def table_facts(config: TableConfig, practice: str) -> str:
    """Whether it is practice, the decks, and the pay tables in use."""
    decks = config.layout.decks
    pack = f"{decks} decks" if decks > 1 else "one deck and the joker" if config.game.joker else "one deck"
    tables = [
        f"{slug} {tables[0].id}"
        for slug, tables in config.layout.tables.items()
        if slug in config.offered or config.game.wager(slug).requires_all_of
    ]
    return ", ".join(filter(None, [practice, pack, *tables]))


def dealer_view(view: RoundView) -> HandView:
    """The dealer's hand: the face-up cards, and the number of face-down ones."""
    hand = view.dealer_hand()
    spots = max(wager.spots for wager in view.config.wagers())
    note = hand.words if len(hand.cards) > 1 else ""
    numbers = PLACES[: len(hand.cards)] if spots else ()
    return HandView("Dealer", hand.cards, view.down, note, gap=hand.low, numbers=numbers)


def shared_views(view: RoundView) -> tuple[HandView, ...]:
    """The cards that belong to all seats, each place by its name."""
    return tuple(HandView(str(place).capitalize(), cards) for place, cards in view.shared.items())


def player_views(
    view: RoundView, seat: int, name: str, settled: Sequence[Settled], active: int = 0
) -> tuple[HandView, ...]:
    """A player's hands; ``active`` is the one that must act."""
    shown = view.hands_of(seat) or [ShownHand(())]
    own = [each for each in settled if each.settlement.seat == seat]
    several = len(shown) > 1
    return tuple(
        _hand_view(hand, f"{name}, hand {number}" if several else name, _nets(view, own, number), number == active)
        for number, hand in enumerate(shown, 1)
    )


def _nets(view: RoundView, own: Sequence[Settled], hand: int) -> list[int]:
    """The results of a hand's main wager, or of all wagers in a game without one."""
    main = view.config.game.main
    return [each.settlement.net or 0 for each in own if not main or (each.settlement.wager, each.hand) == (main, hand)]


def _hand_view(hand: ShownHand, title: str, nets: Sequence[int], active: bool) -> HandView:
    note = f"{hand.words} {hand.state}".strip() if hand.given_up else hand.words
    cards = tuple(card for card in hand.cards if card != NO_CARD)
    down = len(hand.cards) - len(cards)
    return HandView(title, cards, down, note, tone_of(nets) if nets else "plain", active, hand.low)


def shoe_words(shoe: ShoeView | None) -> str:
    """The number of cards dealt from the shoe."""
    return f"shoe {shoe.dealt}/{shoe.cards}" if shoe is not None else ""
