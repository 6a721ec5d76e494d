"""Worked examples: hands that show what each line of a wager is. What they pay is settled, never written here."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from pitbook import games
from pitbook.cards import Shoe, card_names, parse_cards
from pitbook.games.model import Game, Wager
from pitbook.games.settle import LOSS, Bet, Layout, Seat, deal_of, lay_out, settle
from pitbook.money import Cents, dollars


class Hand(NamedTuple):
    """Cards on the table; the dealer's where the wager looks at them."""

    player: str
    dealer: str = ""


_SEVENS: Final = {
    "seven_card_straight_flush": "3h 4h 5h 6h 7h 8h 9h",
    "wheel_ace_queen": "Ah 2h 3h 4h 5h As Qs",
    "royal_ace_king": "As Ks Qs Js Ts Ah Kh",
    "royal_ace_queen": "As Ks Qs Js Ts Ah Qh",
    "royal_king_queen": "As Ks Qs Js Ts Kh Qh",
    "seven_with_joker": "4c 5c 6c Jk 8c 9c Tc",
    "five_aces": "As Ah Ad Ac Jk 9s 4d",
    "wheel": "Ad 2d 3d 4d 5d Js 8c",
    "royal_flush": "Ad Kd Qd Jd Td 8s 3c",
    "straight_flush": "5s 6s 7s 8s 9s Kd 2h",
    "four_of_a_kind": "9s 9h 9d 9c Kd 7s 4h",
    "full_house": "Ks Kh Kd 7c 7s 9d 2h",
    "flush": "Kh Jh 9h 6h 3h As 8d",
    "three_of_a_kind": "Qs Qh Qd Tc 8s 5d 2h",
    "straight": "9c 8d 7s 6h 5c Kd 2s",
    "three_pair": "As Ah 9d 9c 4s 4h Kd",
    "pair": "As Ah Kd Tc 8s 5d 3h",
}
_PAI_GOWS: Final = (
    "9s 8d 7c 5h 4s 3d 2c",
    "Ts 9d 8c 6h 5s 3d 2c",
    "Js Td 8c 7h 5s 3d 2c",
    "Qs Jd 9c 8h 6s 4d 2c",
    "Ks Jd Tc 8h 6s 4d 2c",
    "As Qd Tc 8h 7s 5d 3c",
)
"""From nine high to ace high."""


def _sevens(*names: str) -> tuple[Hand, ...]:
    return tuple(Hand(_SEVENS[name]) for name in names)


_BONUS: Final = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "three_of_a_kind", "straight",
)  # fmt: skip
_BLACKJACK: Final = (
    Hand("As Kd", "9h 8c"),
    Hand("Th 9s", "6d Tc Kh"),
    Hand("Ks 8d", "Th 8c"),
    Hand("Qs 7d", "Th 9c"),
)

HANDS: Final[Mapping[str, Mapping[str, tuple[Hand, ...]]]] = {
    "million-dollar-match-the-dealer": {
        "match": (
            Hand("8d 8d", "8d"),
            Hand("8d 8c", "8d"),
            Hand("8c 8s", "8d"),
            Hand("8d 3c", "8d"),
            Hand("8s 3c", "8d"),
            Hand("Qs 3c", "8d"),
        ),
        "super-bonus": (
            Hand("Kh Kh", "Kh Kh Kh Kh 4c"),
            Hand("Kh Kh", "Kh 9s Kh 5d Kh"),
            Hand("Kh Ks", "Kd 9s Kh Kc Ks"),
            Hand("Kh Ks", "Kd 9s Kc 4d Kd"),
            Hand("Kh Kh", "Kh 9s 5d Kh 2c"),
            Hand("Kh Kd", "Ks 9s 5d Kc 2c"),
            Hand("Kh Kd", "Ks 9s 5d 7c 2c"),
        ),
    },
    "match-n-poker": {
        "base": _BLACKJACK,
        "match-n-poker": (
            Hand("7d 7d", "7d"),
            Hand("8s 9s", "Ts"),
            Hand("Qc Qd", "Qs"),
            Hand("5h 6c", "7s"),
            Hand("2h Jh", "8h"),
            Hand("9s 4d", "9c"),
            Hand("Ks 6d", "9c"),
        ),
    },
    "royal-riches-pai-gow": {
        "base": (
            Hand("As Ah Kd Kc 9s 5d 3h", "Qs Qh Td 8c 7s 4d 2h"),
            Hand("As Kh Qd 9c 8s 5d 3h", "Qs Qh Td 8c 7s 4d 2h"),
            Hand("Js 9h 8d 6c 5s 3d 2h", "As Ah Kd Qc 9s 7d 4h"),
        ),
        "royal-riches": _sevens(
            "seven_card_straight_flush", "royal_ace_king", "seven_with_joker", "five_aces", *_BONUS, "three_pair",
            "pair",
        ),
        "dealer-pai-gow": (
            *(Hand("Jc Jh 9h 7d 6d 4h 2h", cards) for cards in _PAI_GOWS),
            Hand("Jc Jh 9h 7d 6d 4h 2h", "As Ah Kd Tc 8s 5d 3h"),
        ),
        "pai-gow-insurance": (*map(Hand, _PAI_GOWS), Hand(_SEVENS["pair"])),
        "jackpot": _sevens(
            "seven_card_straight_flush", "royal_king_queen", "seven_with_joker", "five_aces", *_BONUS[:4], "pair"
        ),
    },
    "royal-match-21": {
        "base": _BLACKJACK,
        "royal-match": (
            Hand("Kh Qh", "9s 5c"),
            Hand("Kh Qh", "Kh Qh"),
            Hand("Kh Qh", "Ks Qs"),
            Hand("As Ts", "9h 5c"),
            Hand("8d 8d", "9h 5c"),
            Hand("6c 7c", "9h 5c"),
            Hand("9d 3d", "Ts 6c"),
            Hand("9d 3s", "Ts 6c"),
        ),
        "royal-match-progressive": (
            Hand("Kh Qh", "Kh Qh"),
            Hand("Kh Qh", "Ks Qs"),
            Hand("Kh Qh", "9s 5c"),
            Hand("As Ts", "9h 5c"),
            Hand("6c 7c", "9h 5c"),
            Hand("9d 3d", "Ts 6c"),
        ),
        "blazing-7s": (
            Hand("7d 7d 7d"),
            Hand("7s 7s 7s"),
            Hand("7s 7c 7s"),
            Hand("7s 7d 7c"),
            Hand("7h 7c Kd"),
            Hand("7h 9c"),
            Hand("Jh 9c"),
        ),
    },
    "ez-pai-gow": {
        "base": (
            Hand("As Ah Kd Kc 9s 5d 3h", "Qs Qh Td 8c 7s 4d 2h"),
            Hand("As Kh Qd 9c 8s 5d 3h", "Qs Qh Td 8c 7s 4d 2h"),
            Hand("As Ah Kd Kc 9s 5d 3h", "Qs Jd 9c 8h 6s 4d 2c"),
            Hand("Js 9h 8d 6c 5s 3d 2h", "As Ah Kd Qc 9s 7d 4h"),
        ),
        "dynasty": _sevens(
            "wheel_ace_queen", "seven_card_straight_flush", "royal_ace_queen", "seven_with_joker", "five_aces", "wheel",
            *_BONUS, "three_pair", "pair",
        ),
        "protection": (Hand(_SEVENS["wheel"]), *map(Hand, _PAI_GOWS), Hand(_SEVENS["pair"])),
        "red-black": (
            Hand("Kh Jd 9h 8d 6h 4d 2h"),
            Hand("Kh Jd 9h 8d 6h 4d 2s"),
            Hand("Kh Jd 9h 8d 6h 4c 2s"),
            Hand("Kh Jd 9h 8d 6s 4c 2s"),
            Hand("Kh Jd 9h 8c 6s 4c 2s"),
        ),
    },
}  # fmt: skip
"""Game and wager -> hands, from the best down to one that loses."""

BEST: Final = {
    "million-dollar-match-the-dealer": "super-bonus",
    "match-n-poker": "match-n-poker",
    "royal-riches-pai-gow": "royal-riches",
    "royal-match-21": "royal-match",
    "ez-pai-gow": "dynasty",
}
"""The wager whose win stands for a game on the front page."""

BET: Final = dollars(10)


@dataclass(frozen=True, slots=True)
class Example:
    """A hand, and what it comes to."""

    groups: tuple[tuple[str, str], ...]
    """Whose cards, and the cards: ``("You", "Kh Qh")``."""
    bet: Cents
    label: str
    """The line that is paid."""
    outcome: str
    pays: str
    net: Cents | None
    """Over the bet; None for a share of a meter."""

    @property
    def verdict(self) -> str:
        """``won``, ``lost``, ``push`` or ``meter``."""
        if self.net is None:
            return "meter"
        if self.outcome == LOSS:
            return "lost"
        return "won" if self.net > 0 else "push"


def examples(game: Game, wager: Wager, table: str = "", decks: int = 0) -> tuple[Example, ...]:
    """Every hand of the wager settled under a pay table, the best first; hands that it pays alike are shown once."""
    return _examples(game.slug, wager.parts[-1] if wager.parts else wager.slug, table, decks)


@cache
def _examples(game_slug: str, slug: str, table: str, decks: int) -> tuple[Example, ...]:
    game = games.game(game_slug)
    chosen = game.wager(slug)
    count = decks or game.default_decks
    layout = lay_out(game, count, {slug: table} if table and chosen.tables else {})
    found: dict[str, Example] = {}
    shoe = Shoe.of_decks(count, joker=game.joker)
    for hand in HANDS[game.slug][slug]:
        dealt = Counter(parse_cards(f"{hand.player} {hand.dealer}"))
        if all(copies <= shoe.counts[card] for card, copies in dealt.items()):
            example = _settled(layout, chosen, hand)
            found.setdefault(example.label, example)
    return tuple(sorted(found.values(), key=lambda each: (each.net is not None, -(each.net or 0))))


def best_example(game: Game) -> Example:
    """The win that stands for a game."""
    return examples(game, game.wager(BEST[game.slug]))[0]


def _settled(layout: Layout, wager: Wager, hand: Hand) -> Example:
    seat, dealer = Seat(parse_cards(hand.player), tuple(_bets(layout, wager))), parse_cards(hand.dealer)
    item = next(item for item in settle(layout, [seat], dealer) if item.wager == wager.slug)
    won = item.outcome != LOSS
    label = item.label if won else "No bonus" if wager.rides_on else "Loses"
    groups = tuple(_groups(layout, wager, seat, hand))
    return Example(groups, item.bet, label, item.outcome, item.pays if won else label.lower(), item.net)


def _bets(layout: Layout, wager: Wager) -> Iterator[Bet]:
    """$10 where the letter allows it; a wager on top of others needs a bet on each of their spots."""
    if wager.rides_on:
        spots = layout.game.wager(wager.rides_on)
        for spot in range(1, spots.spots + 1):
            yield Bet(spots.slug, BET, spot)
        return
    bet = BET if (wager.highest is None or wager.highest >= BET) else wager.highest
    yield Bet(wager.slug, bet, 1 if wager.spots else 0, wager.choice.default if wager.choice else "")


def _groups(layout: Layout, wager: Wager, seat: Seat, hand: Hand) -> Iterator[tuple[str, str]]:
    """The cards as they lie: set hands apart, where the wager is on set hands."""
    sources = {group.source for group in wager.groups}
    if any(source.endswith(("low", "high")) for source in sources):
        deal = deal_of(layout, seat, parse_cards(hand.dealer))
        for name, setting in (("You", deal.player_set), ("Dealer", deal.dealer_set)):
            if setting is not None:
                yield f"{name}, low hand", card_names(setting.low)
                yield f"{name}, high hand", card_names(setting.high)
        return
    yield "You", hand.player
    if hand.dealer and "dealer" in sources:
        yield "Dealer", hand.dealer
