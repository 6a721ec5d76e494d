"""Aggregate payout limits for one deal (WAC 230-15-490): which a table may have, and how winners share them."""

from typing import Any

import pytest

from pitbook.errors import BadInput, NotApproved
from pitbook.games import game
from pitbook.money import Cents, dollars
from pitbook.table.config import Limits, configure
from tests.table.rig import EZ, MATCH, POKER, RICHES, ROYAL, deal, deal_sevens, rig

FLAT = Limits(dollars(1), dollars(100))


@pytest.mark.parametrize(
    ("slug", "wager", "table", "least"),
    [
        # The highest bet is $100: 50 times that, or the highest odds where they are no more than 50.
        (RICHES, "royal-riches", "1", 500_000),
        (EZ, "dynasty", "1", 500_000),
        (EZ, "protection", "1", 500_000),
        (POKER, "match-n-poker", "1", 500_000),
        (ROYAL, "royal-match", "RM-05", 500_000),
        (ROYAL, "royal-match", "RM-11", 500_000),
    ],
)
def test_minimum_aggregate_limit(slug: str, wager: str, table: str, least: int) -> None:
    """Never below the highest wager times 50; one cent less is refused."""
    config: dict[str, Any] = {"tables": {wager: table}}
    if wager == "match-n-poker":
        config["decks"] = 8
    allowed = configure(game(slug), aggregate={wager: Cents(least)}, **config)
    assert allowed.aggregate == {wager: least}
    with pytest.raises(NotApproved, match=r"at least \$5,000 \(WAC 230-15-490\)"):
        configure(game(slug), aggregate={wager: Cents(least - 1)}, **config)


def test_the_floor_follows_the_highest_bet() -> None:
    """The regulation's example: $300 and 5,000 to 1 make $15,000."""
    limits = {"royal-riches": Limits(dollars(1), dollars(300))}
    configure(game(RICHES), limits=limits, aggregate={"royal-riches": dollars(15_000)})
    with pytest.raises(NotApproved, match=r"at least \$15,000"):
        configure(game(RICHES), limits=limits, aggregate={"royal-riches": Cents(1_499_999)})


@pytest.mark.parametrize(
    ("slug", "wager", "table"),
    [
        (ROYAL, "royal-match", "RM-04"),  # 25 to 1, and a sum that is no odds
        (ROYAL, "royal-match", "RM-07"),  # 30 to 1 and $5,000
        (ROYAL, "royal-match-progressive", "RMP"),  # 40 for 1 and shares of a meter
        (MATCH, "match", "6"),
        (EZ, "red-black", "1"),
    ],
)
def test_no_limit_for_odds_below_50(slug: str, wager: str, table: str) -> None:
    with pytest.raises(NotApproved, match="pays less than 50 to 1 and may have no aggregate limit"):
        configure(game(slug), tables={wager: table}, aggregate={wager: dollars(1_000_000)})


def test_no_limit_for_base_and_unknown_wagers() -> None:
    for wager in ("base", "insurance", "super-bonus", "jackpots", ""):
        with pytest.raises(BadInput):
            configure(game(RICHES), aggregate={wager: dollars(1_000_000)})


def test_winners_share_in_proportion() -> None:
    """Two large wins of one deal share the limit by what they would have won; a cent's rest stays with the house."""
    at = rig(
        RICHES, players=3, offered=("base", "royal-riches"), tables={"royal-riches": "2"},
        aggregate={"royal-riches": dollars(5_000)},
    )  # fmt: skip
    hands = {1: "9h 8h 7h 6h 5h 4h 3h", 2: "As Ac Ad Ah Jk 8c 3d", 3: "Kd Kc 9s 7c 4c 3s 2d"}
    bets = {1: "base=10 royal-riches=7", 2: "base=10 royal-riches=30", 3: "base=10 royal-riches=5"}
    round_ = at.play(bets, deal_sevens(hands, "Qd Qc Td 8d 6c 4s 2s"))
    # 8,000 to 1 on $7 and 400 to 1 on $30: $56,000 and $12,000 of $68,000, so $4,117.647... and $882.352...
    own = [line for line in round_ if "royal-riches" in line and "envy" not in line]
    assert own == [
        "3 royal-riches loss -$5",
        "2 royal-riches five_aces $882.35",
        "1 royal-riches seven_card_straight_flush $4,117.64",
    ]
    # Envy is a fixed sum and no part of the limit.
    assert [line for line in round_ if "envy" in line] == [
        "3 royal-riches envy(1) seven_card_straight_flush $5,000",
        "3 royal-riches envy(2) five_aces $250",
        "2 royal-riches envy(1) seven_card_straight_flush $5,000",
        "1 royal-riches envy(2) five_aces $250",
    ]
    cut = next(item.settlement.pays for item in at.table.settled if item.settlement.outcome == "five_aces")
    assert cut == "400 to 1, cut to the aggregate limit of $5,000 a deal"
    at.check_chips()


def test_a_limit_that_is_just_reached_cuts_nothing() -> None:
    at = rig(RICHES, players=1, offered=("base", "royal-riches"), aggregate={"royal-riches": dollars(5_000)})
    hand = deal_sevens({1: "9h 8h 7h 6h 5h 4h 3h"}, "Qd Qc Td 8d 6c 4s 2s")
    assert at.play({1: "base=10 royal-riches=1"}, hand)[-1] == "1 royal-riches seven_card_straight_flush $5,000"
    assert at.play({1: "base=10 royal-riches=1.01"}, hand)[-1] == "1 royal-riches seven_card_straight_flush $5,000"


def test_each_deal_has_its_own_limit_and_each_wager_too() -> None:
    """Prizes of different wagers are never pooled."""
    at = rig(
        RICHES, players=1, offered=("base", "royal-riches", "pai-gow-insurance"), tables={"pai-gow-insurance": "1"},
        aggregate={"royal-riches": dollars(5_000), "pai-gow-insurance": dollars(5_000)},
    )  # fmt: skip
    bets = {1: "base=10 royal-riches=100 pai-gow-insurance=100"}
    for _ in range(2):
        round_ = at.play(bets, deal_sevens({1: "9h 8c 7d 6s 4c 3h 2d"}, "Qd Qc Td 8d 6c 4s 2s"))
        assert round_[1:] == ["1 royal-riches loss -$100", "1 pai-gow-insurance nine_high_pai_gow $5,000"]


CROWN: dict[str, Any] = {
    "offered": ("base", "royal-match"),
    "tables": {"royal-match": "RM-05"},
    "options": {"crown-treasure": "yes"},
    "aggregate": {"royal-match": dollars(5_000)},
}


@pytest.mark.parametrize(("dealer", "crown"), [("Kh Qh", dollars(1_000)), ("Kh 9h", Cents(0))])
def test_winners_that_wait_for_the_hole_card_count(dealer: str, crown: int) -> None:
    """While a Royal Match waits, no winner of that wager is paid: their parts of the limit are not known yet."""
    at = rig(ROYAL, players=3, **CROWN)
    bets = {1: "base=10 royal-match=100", 2: "base=10 royal-match=100", 3: "base=10 royal-match=100"}
    round_ = at.play(bets, deal(["Ks Qs", "2c 9c", "2d 9c"], dealer, "5c"))
    # 50 to 1 and 2 to 1 on $100 are $5,000 and $200: cut to 50/52 and 2/52 of $5,000; Crown Treasure is a fixed sum.
    outcome = "crown_treasure" if crown else "royal_match"
    assert round_[:3] == [
        "3 royal-match loss -$100",
        "2 royal-match two_suited_cards $192.30",
        f"1 royal-match {outcome} ${'5,807.69' if crown else '4,807.69'}",
    ]
    assert at.story.index("pay 3 royal-match loss") < at.story.index("peek")
    assert at.story.index("pay 2 royal-match two_suited_cards") > at.story.index("hole-card")
    at.check_chips()


def test_winners_are_paid_at_once_without_a_limit_or_a_waiting_hand() -> None:
    """If no hand waits, or the table has no limit, winners are paid as soon as they have two cards."""
    for config, dealer in ((CROWN, "8h 9h"), ({**CROWN, "aggregate": {}}, "Kh 9h")):
        at = rig(ROYAL, players=2, **config)
        bets = {1: "base=10 royal-match=100", 2: "base=10 royal-match=100"}
        at.play(bets, deal(["Ks Qs", "2c 9c"], dealer, "5c"))
        assert at.story.index("pay 2 royal-match two_suited_cards") < at.story.index("seat 1 stand")


def test_progressive_odds_share_the_limit_too() -> None:
    """Blazing 7's pays 200 for 1 on $1: with a limit of $50 two winners share it, also where one is bust before."""
    at = rig(ROYAL, players=3, offered=("base", "blazing-7s"), aggregate={"blazing-7s": dollars(50)})
    bets = dict.fromkeys((1, 2, 3), "base=10 blazing-7s=1")
    cards = deal(["7d 7c", "7s 7h", "9h 9d"], "Th 9s", "Tc 7d")
    round_ = at.play(bets, cards, {1: "hit", 2: "hit"})
    # $24 and $199 of $223: the limit's $50 in these parts.
    assert [line for line in round_ if "blazing" in line] == [
        "3 blazing-7s loss -$1",
        "2 blazing-7s three_sevens $44.61",
        "1 blazing-7s two_sevens $5.38",
    ]
    at.check_chips()


def test_shares_of_a_meter_are_not_cut() -> None:
    """100% of the meter and 200 for 1 at one table: only what odds pay is limited."""
    at = rig(ROYAL, players=2, offered=("base", "blazing-7s"), aggregate={"blazing-7s": dollars(50)})
    bets = dict.fromkeys((1, 2), "base=10 blazing-7s=1")
    round_ = at.play(bets, deal(["7d 7d", "7s 7h"], "Th 9s", "7d 7c"), {1: "hit", 2: "hit"})
    assert [line for line in round_ if "blazing" in line] == [
        "2 blazing-7s three_sevens $50",
        "1 blazing-7s three_sevens_suited $9,999.50",
    ]
