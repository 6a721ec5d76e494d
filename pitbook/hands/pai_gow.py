"""Seven cards set as a two-card low hand and a five-card high hand, and how two settings compare.

A split is given by the positions of its low cards in the seven, ``first < second``; there are 21. A :class:`Setting` is
the same with the cards themselves, for display.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from pitbook.cards import JOKER, Cards, card_name, card_names, parse_cards
from pitbook.errors import BadInput, quoted
from pitbook.hands.poker import five_card_value, two_card_value
from pitbook.hands.seven import QUEEN_HIGH_PAI_GOW, seven_card_lines

WIN, PUSH, LOSE = 1, 0, -1
"""The result of the main wager for the player."""


SPLITS: Final = tuple(combinations(range(7), 2))
"""Every way to pick the low hand, by position."""


def low_cards(hand: Cards, first: int, second: int) -> Cards:
    """The low hand of a split."""
    return hand[first], hand[second]


def high_cards(hand: Cards, first: int, second: int) -> Cards:
    """The high hand of a split: the five cards that are not in the low hand."""
    return (
        hand[_skipping(0, first, second)],
        hand[_skipping(1, first, second)],
        hand[_skipping(2, first, second)],
        hand[_skipping(3, first, second)],
        hand[_skipping(4, first, second)],
    )


def _skipping(index: int, first: int, second: int) -> int:
    """The position of the card ``index`` among those that remain when two positions are removed."""
    if index >= first:
        index += 1
    return index + 1 if index >= second else index


def is_foul(low_value: int, high_value: int) -> bool:
    """Whether the low hand outranks the high hand (regulation 2.2: the high hand must be equal or higher).

    A high hand that contains the ranks of the low hand has three more cards and is not lower.
    """
    return high_value < low_value


def outcome(player_low: int, player_high: int, dealer_low: int, dealer_high: int) -> int:
    """``WIN``, ``PUSH`` or ``LOSE`` by the values of both settings; the dealer wins copies (letter 004, rule 11)."""
    low_won = player_low > dealer_low
    high_won = player_high > dealer_high
    if low_won and high_won:
        return WIN
    return PUSH if low_won or high_won else LOSE


def is_queen_high_pai_gow(hand: Cards, joker_wild: bool) -> bool:
    """Whether the dealer's seven cards are the barred hand that pushes every base wager (EZ Pai Gow, letter 004)."""
    return seven_card_lines(hand, joker_wild) >> QUEEN_HIGH_PAI_GOW & 1 == 1


@dataclass(frozen=True, slots=True)
class Setting:
    """Seven cards as set; each hand is sorted, highest card id first."""

    low: Cards
    high: Cards

    def __post_init__(self) -> None:
        if len(self.low) != 2 or len(self.high) != 5:
            raise BadInput(f"a setting has two low cards and five high cards, not {len(self.low)} and {len(self.high)}")
        check_distinct(self.low + self.high)
        object.__setattr__(self, "low", tuple(sorted(self.low, reverse=True)))
        object.__setattr__(self, "high", tuple(sorted(self.high, reverse=True)))

    def __str__(self) -> str:
        """``Kd Jh / As 9c 7d 5s 3h``; :func:`parse_setting` parses it."""
        return f"{card_names(self.low)} / {card_names(self.high)}"

    def low_value(self, joker_wild: bool = False) -> int:
        """The value of the low hand."""
        return two_card_value(self.low, joker_wild)

    def high_value(self, joker_wild: bool = False, wheel_second: bool = False) -> int:
        """The value of the high hand."""
        return five_card_value(self.high, joker_wild, wheel_second)

    def is_foul(self, joker_wild: bool = False, wheel_second: bool = False) -> bool:
        """Whether the low hand outranks the high hand."""
        return is_foul(self.low_value(joker_wild), self.high_value(joker_wild, wheel_second))

    def against(self, dealer: "Setting", joker_wild: bool = False, wheel_second: bool = False) -> int:
        """``WIN``, ``PUSH`` or ``LOSE`` of this player's setting against the dealer's."""
        return outcome(
            self.low_value(joker_wild),
            self.high_value(joker_wild, wheel_second),
            dealer.low_value(joker_wild),
            dealer.high_value(joker_wild, wheel_second),
        )


def setting_at(hand: Cards, first: int, second: int) -> Setting:
    """The split at two positions, as a setting."""
    return Setting(low_cards(hand, first, second), high_cards(hand, first, second))


def legal_settings(hand: Cards, joker_wild: bool = False, wheel_second: bool = False) -> tuple[Setting, ...]:
    """Every way to set seven cards without a foul: 21 at most."""
    check_seven(hand)
    settings = (setting_at(hand, first, second) for first, second in SPLITS)
    return tuple(setting for setting in settings if not setting.is_foul(joker_wild, wheel_second))


def parse_setting(text: str, dealt: Cards) -> Setting:
    """Parses ``Kd Jh / As 9c 7d 5s 3h``, which must use the seven cards dealt."""
    check_seven(dealt)
    low, slash, high = text.partition("/")
    if not slash or "/" in high:
        raise BadInput(
            f"{quoted(text)} is not a setting: write the two low cards, a slash and the five high cards, "
            "such as Kd Jh / As 9c 7d 5s 3h"
        )
    setting = Setting(parse_cards(low), parse_cards(high))
    strange = [card for card in setting.low + setting.high if card not in dealt]
    if strange:
        raise BadInput(f"{card_names(strange)} was not dealt: the seven cards are {card_names(dealt)}")
    return setting


def check_seven(hand: Cards) -> None:
    """Refuse anything but seven different cards of the 53-card pack."""
    if len(hand) != 7:
        raise BadInput(f"a pai gow hand has seven cards, not {len(hand)}")
    check_distinct(hand)


def check_distinct(cards: Cards) -> None:
    """Refuse an invalid card id, and a card that occurs twice."""
    for position, card in enumerate(cards):
        if not 0 <= card <= JOKER:
            raise BadInput(f"{card} is not a card: card ids are 0 to {JOKER}")
        if card in cards[:position]:
            raise BadInput(f"{card_name(card)} occurs twice, but the pack holds it once")
