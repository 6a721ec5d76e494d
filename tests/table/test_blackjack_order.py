"""When each wager of a blackjack game is settled: the order that letters 001 and 003 prescribe, event by event."""

from typing import Any

from pitbook.money import dollars
from tests.table.rig import POKER, ROYAL, Rig, deal, rig

DEALT = [
    *(f"card to seat {seat}" for seat in (1, 2, 3)), "card to dealer",
    *(f"card to seat {seat}" for seat in (1, 2, 3)), "card to dealer",
]  # fmt: skip


def royal(offered: str = "base royal-match", **config: Any) -> Rig:
    """A table of Royal Match 21 with three players."""
    return rig(ROYAL, players=3, offered=tuple(offered.split()), **config)


def test_match_n_poker_comes_first_from_right_to_left() -> None:
    """Letter 001, paragraph 4: all Match-n-Poker wagers are settled before the regular game continues."""
    at = rig(POKER, players=3)
    bets = dict.fromkeys((1, 2, 3), "base=10 match-n-poker=5")
    paid = at.play(bets, deal(["Ac 2h", "9c Th", "Ah Kd"], "As 9d"), {1: "yes, stand", 2: "no, stand", 3: "no"})
    assert at.story == [
        *DEALT,
        "pay 3 match-n-poker match",
        "pay 2 match-n-poker loss",
        "pay 1 match-n-poker match",
        "seat 1 yes",
        "seat 2 no",
        "seat 3 no",
        "peek",
        "pay 1 insurance loss",
        "seat 1 stand",
        "seat 2 stand",
        "hole-card",
        "pay 3 base blackjack",
        "pay 2 base loss",
        "pay 1 base loss",
    ]
    assert paid[:3] == ["3 match-n-poker match $5", "2 match-n-poker loss -$5", "1 match-n-poker match $5"]


def test_match_n_poker_winnings_are_pushed_out_of_the_way() -> None:
    """Stake and winnings belong to the player before the regular game continues: they may pay for a double."""
    at = rig(POKER, players=1, chips=dollars(15))
    at.begin({1: "base=10 match-n-poker=5"}, deal(["5c 6h"], "6d 9d", "Tc"))
    at.table.advance()
    assert at.table.seats[1].stack == 1000
    at.finish({1: "double"})
    assert at.paid == ["1 match-n-poker match $5", "1 base win $20"]


def test_royal_match_is_settled_when_two_cards_are_there() -> None:
    """Letter 003, Royal Match rule 5: before insurance and decisions, from the dealer's right."""
    at = royal()
    bets = dict.fromkeys((1, 2, 3), "base=10 royal-match=5")
    at.play(bets, deal(["2c 9c", "Kd Qd", "Ah Kc"], "As 9d"))
    assert at.story[: len(DEALT) + 4] == [
        *DEALT,
        "pay 3 royal-match loss",
        "pay 2 royal-match royal_match",
        "pay 1 royal-match two_suited_cards",
        "seat 1 no",
    ]


def test_crown_treasure_waits_for_the_hole_card() -> None:
    """Against a king or queen only a Royal Match waits, and it is paid when the hole card shows, before any draw."""
    for dealer, outcome in (("Ks Qs", "crown_treasure"), ("Qs 2c", "royal_match")):
        at = royal(options={"crown-treasure": "yes"})
        bets = dict.fromkeys((1, 2, 3), "base=10 royal-match=5")
        at.play(bets, deal(["2c 9c", "Kd Qd", "8h 9d"], dealer, "Th 6c"))
        assert [line for line in at.story if not line.startswith("card")] == [
            "pay 3 royal-match loss",
            "pay 1 royal-match two_suited_cards",
            "peek",
            "seat 1 stand",
            "seat 2 stand",
            "seat 3 stand",
            "hole-card",
            f"pay 2 royal-match {outcome}",
            "pay 3 base loss" if outcome == "crown_treasure" else "pay 3 base win",
            "pay 2 base push" if outcome == "crown_treasure" else "pay 2 base win",
            "pay 1 base loss" if outcome == "crown_treasure" else "pay 1 base win",
        ]
        after_hole = at.story[at.story.index("hole-card") :]
        assert after_hole[1] == f"pay 2 royal-match {outcome}"


def test_nothing_waits_where_no_crown_treasure_is_offered() -> None:
    """A table without a line for both hands pays a Royal Match at once, whatever the dealer shows."""
    at = royal()
    at.play({1: "base=10 royal-match=5"}, deal(["Kd Qd"], "Ks Qs"))
    assert at.story.index("pay 1 royal-match royal_match") < at.story.index("peek")


def test_no_crown_treasure_against_another_up_card() -> None:
    """Only a king or queen up card can make the dealer's Royal Match."""
    at = royal(options={"crown-treasure": "yes"})
    at.play({1: "base=10 royal-match=5"}, deal(["Kd Qd"], "Js Qs"))
    assert at.story.index("pay 1 royal-match royal_match") < at.story.index("peek")


def test_tables_7_and_10_wait_too() -> None:
    """Their Royal Match pays another line where the dealer has one: it is paid when the hole card shows."""
    for table, dealer, paid in (
        ("RM-07", "Ks Qs", "1 royal-match crown_treasure $5,000"),
        ("RM-07", "Ks 2s", "1 royal-match royal_match $150"),
        ("RM-10", "Qd Kd", "1 royal-match matching_royal_matches $38,000"),
        ("RM-10", "Qs Ks", "1 royal-match royal_match $200"),
    ):
        at = royal(tables={"royal-match": table})
        round_ = at.play({1: "base=10 royal-match=5"}, deal(["Kd Qd"], dealer, "Tc"))
        assert round_[0] == paid
        assert at.story.index("hole-card") + 1 == at.story.index("pay 1 " + paid.removeprefix("1 ").rsplit(" ", 1)[0])


def test_envy_waits_for_the_hole_card_too() -> None:
    """Table 7: envy for another's hand is $250 with a Crown Treasure, $10 without, even where that seat bet nothing."""
    for dealer, envy in (("Ks Qs", "crown_treasure $250"), ("Ks 9s", "royal_match $10")):
        for bets in (
            {1: "base=10 royal-match=5", 2: "base=10"},
            {1: "base=10 royal-match=5", 2: "base=10 royal-match=1"},
        ):
            at = royal(tables={"royal-match": "RM-07"})
            round_ = at.play(bets, deal(["2c 9h", "Kd Qd"], dealer, "Tc"))
            assert f"1 royal-match envy(2) {envy}" in round_
            assert at.story.index(f"pay 1 royal-match {envy.split()[0]}") > at.story.index("hole-card")


def test_envy_is_paid_with_royal_match_where_nothing_waits() -> None:
    at = royal(tables={"royal-match": "RM-07"})
    bets = {1: "base=10 royal-match=5", 2: "base=10 royal-match=5", 3: "base=10 royal-match=4.99"}
    at.play(bets, deal(["2c 9h", "Kd Qd", "3c 9d"], "9s 8s"))
    assert at.story[len(DEALT) : len(DEALT) + 5] == [
        "pay 3 royal-match loss",
        "pay 2 royal-match royal_match",
        "pay 1 royal-match loss",
        "pay 1 royal-match royal_match",
        "seat 1 stand",
    ]


def test_progressive_fixed_pays_come_with_the_standard_wagers() -> None:
    """Letter 003, Royal Match Progressive rule 8: main wager, then progressive, from the dealer's right."""
    at = royal("base royal-match-progressive")
    bets = dict.fromkeys((1, 2, 3), "base=10 royal-match-progressive=1")
    at.play(bets, deal(["Kd Qd", "5c 6c", "2h 9d"], "Th 9s"))
    assert at.story[0] == "coin-in"
    assert at.story[-8:] == [
        "hole-card",
        "pay 3 base loss",
        "pay 3 royal-match-progressive loss",
        "pay 2 base loss",
        "pay 2 royal-match-progressive two_card_straight_flush",
        "pay 1 base win",
        "pay 1 royal-match-progressive royal_match",
        "end-game",
    ]


def test_progressive_royal_match_against_a_king_or_queen() -> None:
    """It is paid when the hole card shows, and from the meter only if the dealer has a Royal Match too."""
    at = royal("base royal-match-progressive")
    bets = dict.fromkeys((1, 2, 3), "base=10 royal-match-progressive=1")
    at.play(bets, deal(["Kd Qd", "5c 6c", "2h 9d"], "Kh 5s", "Tc"))
    assert at.story[at.story.index("hole-card") :] == [
        "hole-card",
        "pay 1 royal-match-progressive royal_match",
        "card to dealer",
        "pay 3 base win",
        "pay 3 royal-match-progressive loss",
        "pay 2 base win",
        "pay 2 royal-match-progressive two_card_straight_flush",
        "pay 1 base win",
        "end-game",
    ]
    assert "1 royal-match-progressive royal_match $39" in at.paid


def test_a_busted_royal_match_still_waits() -> None:
    """A player who hits K-Q against a king and busts is paid the progressive when the hole card shows."""
    at = royal("base royal-match-progressive")
    at.play({1: "base=10 royal-match-progressive=1"}, deal(["Kd Qd"], "Kh Qh", "5c"), {1: "hit"})
    assert at.story[-5:] == [
        "card to seat 1",
        "pay 1 base loss",
        "hole-card",
        "pay 1 royal-match-progressive double_royal_match",
        "end-game",
    ]


def test_blazing_sevens_after_the_main_wager() -> None:
    """Letter 003, Blazing 7's rule 11: from right to left, the main wager first, then the progressive."""
    at = royal("base blazing-7s")
    bets = dict.fromkeys((1, 2, 3), "base=10 blazing-7s=1")
    at.play(bets, deal(["7d Tc", "7c 7h", "2h 9d"], "Th 9s", "2c"), {2: "hit, stand"})
    assert at.story[-8:] == [
        "hole-card",
        "pay 3 base loss",
        "pay 3 blazing-7s loss",
        "pay 2 base loss",
        "pay 2 blazing-7s two_sevens",
        "pay 1 base loss",
        "pay 1 blazing-7s one_seven",
        "end-game",
    ]


def test_a_busted_hand_has_its_progressive_paid_at_once() -> None:
    """Rule 10: the main wager is taken first, then the progressive is paid, and the deal continues."""
    at = royal("base blazing-7s")
    bets = dict.fromkeys((1, 2, 3), "base=10 blazing-7s=1")
    paid = at.play(bets, deal(["7d 7c", "7h 2h", "8h 9d"], "Th 9s", "5c Tc 9c"), {1: "hit, hit", 2: "stand"})
    start = at.story.index("seat 1 hit")
    assert at.story[start:] == [
        "seat 1 hit",
        "card to seat 1",
        "seat 1 hit",
        "card to seat 1",
        "pay 1 base loss",
        "pay 1 blazing-7s two_sevens",
        "seat 2 stand",
        "seat 3 stand",
        "hole-card",
        "pay 3 base loss",
        "pay 3 blazing-7s loss",
        "pay 2 base loss",
        "pay 2 blazing-7s one_seven",
        "end-game",
    ]
    assert paid[:2] == ["1 base loss -$10", "1 blazing-7s two_sevens $24"]


def test_a_bust_card_does_not_count() -> None:
    """Rule 10: a hand with one 7 that draws two more is bust or not paid for them: only 7-7 takes a third."""
    at = royal("base blazing-7s")
    paid = at.play({1: "base=10 blazing-7s=1"}, deal(["7d 8c"], "Th 9s", "7c"), {1: "hit"})
    assert paid == ["1 base loss -$10", "1 blazing-7s one_seven $1"]


def test_standing_on_two_sevens() -> None:
    at = royal("base blazing-7s")
    paid = at.play({1: "base=10 blazing-7s=1"}, deal(["7d 7c"], "Th 9s", "7h"), {1: "stand"})
    assert paid == ["1 base loss -$10", "1 blazing-7s two_sevens $24"]


def test_the_third_seven_after_a_split() -> None:
    """Rule 9: the two 7s and the third card dealt to that player; the next card of the second hand does not matter."""
    for then, line in (
        ("7h 2c 3c 4c", "three_sevens $199"),
        ("2c 7h 3c 4c", "two_sevens $24"),
    ):
        at = royal("base blazing-7s")
        paid = at.play({1: "base=10 blazing-7s=1"}, deal(["7d 7c"], "6h Ts", then), {1: "split"})
        assert f"1 blazing-7s {line}" in paid


def test_a_double_takes_the_third_seven() -> None:
    at = royal("base blazing-7s")
    paid = at.play({1: "base=10 blazing-7s=1"}, deal(["7d 7c"], "6h Ts", "7h Tc"), {1: "double"})
    assert paid == ["1 base win $20", "1 blazing-7s three_sevens $199"]


def test_a_busted_split_waits_for_its_last_hand() -> None:
    """The progressive is paid once, after the main wager of the last hand is taken."""
    at = royal("base blazing-7s")
    cards = deal(["7d 7c"], "6h Ts", "Tc 9c 8c Td")
    at.play({1: "base=10 blazing-7s=1"}, cards, {1: "split, hit, hit"})
    assert [line for line in at.story if line.startswith("pay")] == [
        "pay 1 base loss",
        "pay 1.2 base loss",
        "pay 1 blazing-7s two_sevens",
    ]
    at.play({1: "base=10 blazing-7s=1"}, cards, {1: "split, hit, stand"})
    assert [line for line in at.story if line.startswith(("pay", "hole"))] == [
        "pay 1 base loss",
        "hole-card",
        "pay 1.2 base win",
        "pay 1 blazing-7s two_sevens",
    ]


def test_a_dealer_blackjack_ends_the_hand_before_a_third_seven() -> None:
    """The live table ends the hand as blackjack rules do: two 7s are paid, the third card is never dealt."""
    at = royal("base blazing-7s")
    paid = at.play({1: "base=10 blazing-7s=1"}, deal(["7d 7c"], "Th As", "7h"))
    assert paid == ["1 base loss -$10", "1 blazing-7s two_sevens $24"]


def test_a_surrendered_hand_is_settled_at_once() -> None:
    """Half the wager is taken when it is given up; then the progressive, and the next player is asked."""
    at = royal("base blazing-7s", rules={"surrender": "late"})
    bets = dict.fromkeys((1, 2), "base=10 blazing-7s=1")
    at.play(bets, deal(["7d 9c", "Tc 9d"], "Th 9s"), {1: "surrender"})
    start = at.story.index("seat 1 surrender")
    assert at.story[start : start + 4] == [
        "seat 1 surrender",
        "pay 1 base surrender",
        "pay 1 blazing-7s one_seven",
        "seat 2 stand",
    ]
