"""Setting seven cards and comparing two settings."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitbook.cards import Cards, parse_cards
from pitbook.errors import BadInput
from pitbook.hands.pai_gow import (
    LOSE,
    PUSH,
    SPLITS,
    WIN,
    Setting,
    high_cards,
    is_queen_high_pai_gow,
    legal_settings,
    low_cards,
    outcome,
    parse_setting,
    setting_at,
)
from tests.hands.reference import hands

DEALT = parse_cards("As Kd Jh 9c 7d 5s 3h")


def setting(text: str) -> Setting:
    return parse_setting(text, parse_cards(text.replace("/", " ")))


@given(hands(7), st.sampled_from(SPLITS))
def test_a_split_is_a_partition_of_the_seven(hand: Cards, split: tuple[int, int]) -> None:
    """The low and the high hand together are the seven cards, and each keeps their order."""
    low, high = low_cards(hand, *split), high_cards(hand, *split)

    assert low == tuple(card for place, card in enumerate(hand) if place in split)
    assert high == tuple(card for place, card in enumerate(hand) if place not in split)


@given(hands(7), st.sampled_from(SPLITS))
def test_a_setting_reads_back_as_written(hand: Cards, split: tuple[int, int]) -> None:
    """The printed form of a setting parses to the same setting."""
    here = setting_at(hand, *split)

    assert parse_setting(str(here), hand) == here


def test_a_setting_is_printed_highest_card_first() -> None:
    """The order in which a setting is written does not matter."""
    assert str(parse_setting("Jh Kd/3h 5s 7d 9c As", DEALT)) == "Kd Jh / As 9c 7d 5s 3h"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Kd Jh As 9c 7d 5s 3h", "is not a setting: write the two low cards, a slash and the five high cards"),
        ("Kd / Jh / As 9c 7d 5s 3h", "is not a setting"),
        ("Kd Jh As / 9c 7d 5s 3h", "two low cards and five high cards, not 3 and 4"),
        ("Kd Jh / As 9c 7d 5s 5s", "5s occurs twice"),
        ("Kd Qh / As 9c 7d 5s 3h", "Qh was not dealt: the seven cards are As Kd Jh 9c 7d 5s 3h"),
        ("Kd Xh / As 9c 7d 5s 3h", "there is no card 'Xh'"),
    ],
)
def test_a_wrong_setting_is_refused_with_its_reason(text: str, sentence: str) -> None:
    """A setting must use the seven cards dealt, two in the low hand and five in the high hand."""
    with pytest.raises(BadInput, match=sentence):
        parse_setting(text, DEALT)


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        (DEALT[:6], "a pai gow hand has seven cards, not 6"),
        (DEALT[:6] + DEALT[:1], "As occurs twice"),
        ((*DEALT[:6], 53), "53 is not a card"),
    ],
)
def test_only_seven_different_cards_can_be_set(hand: Cards, sentence: str) -> None:
    """A hand is seven different cards of the 53-card pack."""
    with pytest.raises(BadInput, match=sentence):
        legal_settings(hand)


@pytest.mark.parametrize(
    ("text", "foul"),
    [
        ("Kd Jh / As 9c 7d 5s 3h", False),
        ("As Kd / Jh 9c 7d 5s 3h", True),
        ("Kh Kc / As Kd Qd 9c 2s", True),
        ("Ah Ac / As Jk Qd 9c 2s", False),
        ("Ah Kc / As Kd 9d 5c 2s", False),
        ("Ah Kc / As Qd 9d 5c 2s", True),
        ("3h 3c / 2s 2d 5d 6c 8s", True),
        ("2h 2c / As Kd Qd Jc 9s", True),
        ("2h 2c / As Kd Qd Jc Ts", False),
    ],
)
def test_the_high_hand_must_rank_at_least_as_high_as_the_low_hand(text: str, foul: bool) -> None:
    """Equal class and ranks are not a foul, since the high hand has more cards (regulation 2.2)."""
    assert setting(text).is_foul() is foul


def test_a_fully_wild_joker_can_foul_a_hand() -> None:
    """In the low hand it pairs the other card, which may then outrank the high hand."""
    cards = setting("Kd Jk / As Qs 9d 5c 2s")

    assert cards.is_foul(joker_wild=True)
    assert not setting("Kd Jk / As Ad 9d 5c 2s").is_foul(joker_wild=True)


@pytest.mark.parametrize(
    ("player", "result"),
    [
        ("Ah Qc / Ks Kd 9c 5s 4h", WIN),
        ("Ah Jc / Ks Kd 9c 5s 4h", PUSH),
        ("Ah Qc / Qs Qd 9c 5s 3h", PUSH),
        ("Ah Jc / Qs Qd 9c 5s 3h", LOSE),
        ("Ah Tc / Qs Qd 9c 5s 3h", LOSE),
        ("Ah Tc / Js Jd 9c 5s 3h", LOSE),
        ("Ah Qc / Js Jd 9c 5s 3h", PUSH),
    ],
)
def test_both_hands_must_win_and_copies_go_to_the_dealer(player: str, result: int) -> None:
    """Strictly higher on both sides wins, on neither loses, on one pushes (letter 004, rule 11)."""
    dealer = setting("As Jd / Qh Qc 9d 5h 3c")

    assert setting(player).against(dealer) == result


@given(*[st.integers(0, 3)] * 4)
def test_exchanging_seats_turns_a_win_into_a_loss(
    player_low: int, player_high: int, dealer_low: int, dealer_high: int
) -> None:
    """Only a copy favours one side."""
    there = outcome(player_low, player_high, dealer_low, dealer_high)
    back = outcome(dealer_low, dealer_high, player_low, player_high)

    assume(player_low != dealer_low and player_high != dealer_high)
    assert there == -back


def test_legal_settings_are_those_without_a_foul() -> None:
    """Of 21 splits, a high-card hand may put no ace in the low hand, and so on."""
    settings = legal_settings(DEALT)

    assert len(legal_settings(parse_cards("As Ks Qs Js Ts 9s 8s"))) == 21
    assert len(settings) == len(set(settings)) == 15
    assert all(DEALT[0] in each.high for each in settings)


@given(hands(7), st.booleans(), st.booleans())
def test_every_hand_can_be_set(hand: Cards, joker_wild: bool, wheel_second: bool) -> None:
    """There is always a setting that is not a foul."""
    assert legal_settings(hand, joker_wild, wheel_second)


def test_the_barred_hand_is_a_queen_high_pai_gow() -> None:
    """The dealer's queen-high pai gow pushes every base wager of EZ Pai Gow (letter 004)."""
    assert is_queen_high_pai_gow(parse_cards("Ts Qs 9d 8h 6c 4d 2s"), False)
    assert not is_queen_high_pai_gow(parse_cards("Ts Qs 9d 8h Jc 4d 2s"), False)
    assert not is_queen_high_pai_gow(parse_cards("Ts Ks 9d 8h 6c 4d 2s"), False)
    assert not is_queen_high_pai_gow(parse_cards("Ts Qs 9d 8h 6c 4d Jk"), False)
