"""Pai gow through whole rounds: dealing, setting, comparing, folding and paying (letters 002 and 004)."""

import pytest

from pitbook.cards import card_names
from pitbook.errors import BadInput
from pitbook.money import Cents, dollars
from pitbook.table.config import Limits
from pitbook.table.steps import Ask, Press
from tests.table.rig import EZ, RICHES, Rig, deal_sevens, rig

ROUND_THE_TABLE = ["dealer", "seat 6", "seat 5", "seat 4", "seat 3", "seat 2", "seat 1"]
"""Counter-clockwise from position 1: the dealer's right is seat 6, and the dealer comes after seat 1."""

HIGH = "As Ac Kd Kc 9h 7h 2d"
"""Kings and aces: it beats most hands."""
MIDDLE = "Jh Tc 8d 6s 4c 3h 2s"
PAIR = "Qs Qd Th 8c 6h 4s 3d"


def dealt(at: Rig) -> list[str]:
    """The places that were dealt packets of seven, in order; the cards left over are omitted."""
    cards = [event.data for event in at.events[at.mark :] if event.kind == "card"]
    assert all(len(data["cards"].split()) == 7 for data in cards[:-1])
    return [data["to"] for data in cards[:-1]]


@pytest.mark.parametrize("start", range(1, 8))
def test_every_spot_is_dealt_counter_clockwise(start: int) -> None:
    """Rule 7: from the position chosen; the dealer after the first seat, or first, and then the first seat last."""
    at = rig(EZ)
    at.play({1: "base=10", 4: "base=10", 6: "base=10"}, start=start)
    order = ROUND_THE_TABLE[start - 1 :] + ROUND_THE_TABLE[: start - 1]
    playing = ("dealer", "seat 1", "seat 4", "seat 6")
    assert dealt(at) == [place if place in playing else "discards" for place in order]
    last = [event.data for event in at.events if event.kind == "card"][-1]
    assert (last["to"], len(last["cards"].split())) == ("discards", 4)


@pytest.mark.parametrize("start", range(1, 8))
def test_only_spots_with_wagers_are_dealt(start: int) -> None:
    """Rule 7b: a chosen position without a wager gives the first hand to the next position with one."""
    at = rig(EZ, options={"dealing": "wagered spots"})
    at.play({1: "base=10", 4: "base=10", 5: "base=10"}, start=start)
    assert (
        dealt(at)
        == {
            1: ["dealer", "seat 5", "seat 4", "seat 1"],
            2: ["seat 5", "seat 4", "seat 1", "dealer"],
            3: ["seat 5", "seat 4", "seat 1", "dealer"],
            4: ["seat 4", "seat 1", "dealer", "seat 5"],
            5: ["seat 1", "dealer", "seat 5", "seat 4"],
            6: ["seat 1", "dealer", "seat 5", "seat 4"],
            7: ["seat 1", "dealer", "seat 5", "seat 4"],
        }[start]
    )
    last = [event.data for event in at.events if event.kind == "card"][-1]
    assert (last["to"], len(last["cards"].split())) == ("discards", 53 - 28)


def test_the_first_hand_goes_to_a_seat_and_not_to_the_dealer() -> None:
    """Rule 7b: if only the dealer is between the chosen position and the next wager, the wager comes first."""
    at = rig(EZ, options={"dealing": "wagered spots"})
    at.play({5: "base=10", 4: "base=10"}, start=5)
    assert dealt(at) == ["seat 5", "seat 4", "dealer"]


def test_all_53_cards_are_dealt_once() -> None:
    at = rig(RICHES)
    at.play({2: "base=10"})
    cards = [name for event in at.events if event.kind == "card" for name in event.data["cards"].split()]
    assert len(cards) == len(set(cards)) == 53


def test_the_dealer_stays_hidden_until_all_have_set() -> None:
    """Rule 10: players set in any order, and nothing is turned over or paid before the last of them has."""
    at = rig(EZ)
    at.begin(
        {1: "base=10", 3: "base=10", 6: "base=10"}, deal_sevens({1: HIGH, 3: MIDDLE, 6: PAIR}, "Kh Jd 9s 7c 5d 3s 2c")
    )
    at.table.advance()
    for seat in (3, 6, 1):
        assert isinstance(at.table.step, Ask)
        assert at.table.round is not None
        assert (at.table.round.dealer, len(at.table.round.hidden)) == ([], 7)
        assert not at.table.settled
        shown = [event.shown() for event in at.events[at.mark :] if event.kind == "card"]
        assert all(event.data["cards"].split() == ["??"] * 7 for event in shown if event.data["to"] == "dealer")
        with pytest.raises(BadInput, match="is not due"):
            at.table.deal()
        with pytest.raises(BadInput, match="a key press or a payment is not due"):
            at.table.do()
        at.table.decide(seat, "house way")
        with pytest.raises(BadInput):
            at.table.decide(seat, "house way")
    assert isinstance(at.table.step, Press)
    assert at.table.step.data == {"setting": "Jd 9s / Kh 7c 5d 3s 2c"}
    at.finish()
    at.check_chips()


def test_settled_from_the_far_right_a_seat_at_a_time() -> None:
    """The base wager of a seat, then its optional ones; envy after all seats, and meters last."""
    at = rig(RICHES)
    bets = dict.fromkeys((2, 5), "base=10 royal-riches=5 dealer-pai-gow=5 pai-gow-insurance=5 jackpot=1")
    at.play(bets, deal_sevens({2: "9h 9c 9d 9s 2c 7d Kh", 5: "As Ah Ac Ad Jk 2h 7c"}, "Kc Jd Ts 8c 5d 3s 4c"))
    assert [line for line in at.story if line.startswith("pay")] == [
        "pay 5 base win",
        "pay 5 royal-riches five_aces",
        "pay 5 dealer-pai-gow king_high_pai_gow",
        "pay 5 pai-gow-insurance loss",
        "pay 5 jackpot five_aces",
        "pay 2 base win",
        "pay 2 royal-riches four_of_a_kind",
        "pay 2 dealer-pai-gow king_high_pai_gow",
        "pay 2 pai-gow-insurance loss",
        "pay 2 jackpot four_of_a_kind",
        "pay 5 royal-riches four_of_a_kind",
        "pay 2 royal-riches five_aces",
    ]
    assert at.story[0] == "coin-in"
    assert at.story[-1] == "end-game"


BASE = [
    # game, player's cards, their setting, dealer's cards, result of a $20 wager
    (RICHES, HIGH, "", PAIR, "win $19"),
    (EZ, HIGH, "", PAIR, "win $20"),
    (RICHES, MIDDLE, "", PAIR, "loss -$20"),
    (EZ, MIDDLE, "", PAIR, "loss -$20"),
    (RICHES, "As Ac Td 8h 6c 5h 2d", "", "Kh Qd Qs Jc 9h 4c 3d", "push $0"),
    (RICHES, HIGH, "As Ac / Kd Kc 9h 7h 2d", PAIR, "foul -$20"),
    (EZ, HIGH, "As Ac / Kd Kc 9h 7h 2d", PAIR, "foul -$20"),
    (RICHES, HIGH, "Kd Kc / As Ac 9h 7h 2d", PAIR, "win $19"),
    (EZ, HIGH, "", "Qh 9c 7d 6s 4c 3h 2s", "barred $0"),
    (EZ, HIGH, "As Ac / Kd Kc 9h 7h 2d", "Qh 9c 7d 6s 4c 3h 2s", "barred $0"),
    (RICHES, HIGH, "", "Qh 9c 7d 6s 4c 3h 2s", "win $19"),
    # A copy of one hand goes to the dealer: the pairs of kings and queens decide nothing.
    (RICHES, "As Kd Qh Qs 9c 7d 2c", "", "Ah Kc Qc Qd 9s 7h 2s", "loss -$20"),
    (EZ, "As Kd Qh Qs 9c 7d 3c", "", "Ah Kc Qc Qd 9s 7h 2s", "push $0"),
]


@pytest.mark.parametrize(("slug", "hand", "setting", "dealer", "paid"), BASE)
def test_the_base_wager(slug: str, hand: str, setting: str, dealer: str, paid: str) -> None:
    """Win both, lose both, else push; copies to the dealer; a commission, or the dealer's queen-high pai gow barred."""
    at = rig(slug, players=1, offered=("base",))
    assert at.play({1: "base=20"}, deal_sevens({1: hand}, dealer), {1: setting or "house way"}) == [f"1 base {paid}"]
    at.check_chips()


def test_commission_is_the_houses_choice() -> None:
    for commission, paid in (("0%", "$20"), ("5%", "$19"), ("2.5%", "$19.50")):
        at = rig(RICHES, players=1, offered=("base",), options={"commission": commission})
        assert at.play({1: "base=20"}, deal_sevens({1: HIGH}, PAIR)) == [f"1 base win {paid}"]


def test_bonus_wagers_are_resolved_when_the_dealer_is_barred() -> None:
    """Letter 004, rule 11: only the base wager pushes."""
    at = rig(EZ, players=1)
    bets = {1: "base=20 dynasty=5 protection=5 red-black=5:red"}
    quads = "9h 9c 9d 9s Kd 7h 2d"
    assert at.play(bets, deal_sevens({1: quads}, "Qh Jc 8d 6s 4c 3h 2s")) == [
        "1 base barred $0",
        "1 dynasty four_of_a_kind $125",
        "1 protection loss -$5",
        "1 red-black five_of_the_color $5",
    ]


@pytest.mark.parametrize("qualifies", [True, False])
def test_folded_hands(qualifies: bool) -> None:
    """The base wager is lost; bonus and jackpot as the house chose, and so is envy for others."""
    options = {"folded-hand": "qualifies" if qualifies else "does not qualify"}
    at = rig(RICHES, players=2, options=options)
    bets = {1: "base=20 royal-riches=5 dealer-pai-gow=5 pai-gow-insurance=5 jackpot=1", 2: "base=20 royal-riches=5"}
    hands = {1: "9h 9c 9d 9s Kd 7h 2d", 2: "Kh Jc 8h 6s 4d 3c 2h"}
    round_ = at.play(bets, deal_sevens(hands, "Qh Jd 8d 6c 4c 3h 2s"), {1: "fold"})
    assert [line for line in round_ if line.startswith("1")] == (
        [
            "1 base loss -$20",
            "1 royal-riches four_of_a_kind $100",
            "1 dealer-pai-gow queen_high_pai_gow $35",
            "1 pai-gow-insurance loss -$5",
            "1 jackpot four_of_a_kind $74",
        ]
        if qualifies
        else [
            "1 base loss -$20",
            *(f"1 {slug} loss -$5" for slug in ("royal-riches", "dealer-pai-gow", "pai-gow-insurance")),
            "1 jackpot loss -$1",
        ]
    )
    assert ("2 royal-riches envy(1) four_of_a_kind $5" in round_) == qualifies
    at.check_chips()


def test_a_folded_jackpot_hand() -> None:
    """Where a folded hand does not qualify, the meter is not paid and keeps its wager."""
    for qualifies, outcome in (("qualifies", "seven_card_straight_flush"), ("does not qualify", "loss")):
        at = rig(RICHES, players=1, offered=("base", "jackpot"), options={"folded-hand": qualifies})
        at.play(
            {1: "base=20 jackpot=1"},
            deal_sevens({1: "9h 8h 7h 6h 5h 4h 3h"}, "Qs Qd Th 8c 6c 4s 3d"),
            {1: "fold"},
        )
        assert at.table.settled[1].settlement.outcome == outcome
        assert at.table.jackpot is not None
        # $10,000 and 25% of $1; after a 100% award the seed and 2% of $1.
        assert at.table.jackpot.shown == (1_000_025 if outcome == "loss" else 1_000_002)


def test_no_hand_is_folded_in_ez_pai_gow() -> None:
    at = rig(EZ, players=1)
    at.begin({1: "base=20"}, deal_sevens({1: HIGH}, PAIR))
    at.table.advance()
    with pytest.raises(BadInput, match="seat 1 cannot fold: EZ Pai Gow has no folded hands"):
        at.table.decide(1, "fold")


@pytest.mark.parametrize(
    "setting",
    [
        "", "/", "As Ac", "As / Ac", "As Ac / Kd Kc 9h 7h", "As Ac / Kd Kc 9h 7h 2c", "As As / Kd Kc 9h 7h 2d",
        "As Ac / Kd Kc 9h 7h 2d / 3c", "hit", "As Ac Kd / Kc 9h 7h 2d", "x" * 61, "Jk Ac / Kd Kc 9h 7h 2d", "HOUSE WAY",
    ],
)  # fmt: skip
def test_invalid_settings_are_refused(setting: str) -> None:
    """A setting uses the seven cards dealt, two low and five high; all else is refused and the hand stays unset."""
    at = rig(EZ, players=1)
    at.begin({1: "base=20"}, deal_sevens({1: HIGH}, PAIR))
    at.table.advance()
    before = at.table.log.hash
    with pytest.raises(BadInput):
        at.table.decide(1, setting)
    assert at.table.log.hash == before
    assert at.table.round is not None
    assert at.table.round.players[1].hands == []


def test_jackpot_meter_grows_and_each_win_takes_its_share() -> None:
    """Letter 002, Jackpot rule 6: several percentage wins, each from the meter as the one before left it."""
    natural, wild, royal = "9h 8h 7h 6h 5h 4h 3h", "9c 8c 7c 6c 5c 4c Jk", "As Ks Qs Js Ts Kd Qd"
    bets = dict.fromkeys((1, 2, 3), "base=10 jackpot=1")
    # $10,000.75 after three wagers of $1: 25% each.
    full, half, quarter = (
        f"{line} ${{}}"
        for line in (
            "3 jackpot seven_card_straight_flush",
            "2 jackpot royal_flush_king_queen_suited",
            "1 jackpot seven_card_straight_flush_with_joker",
        )
    )
    expected = {
        # 100%, then 50% and 25% of what is left of the restart: the seed and 3 x 2 cents of reserve.
        "dealer's right first": [full.format("9,999.75"), half.format("4,999.03"), quarter.format("1,249")],
        "1, 2, 3": [quarter.format("2,499.18"), half.format("3,749.28"), full.format("3,749.29")],
        "2": [half.format("4,999.37"), full.format("4,999.38"), quarter.format("2,499.01")],
    }
    limits = {"jackpot": Limits(dollars(1), dollars(1))}
    for order, wins in expected.items():
        at = rig(RICHES, players=3, offered=("base", "jackpot"), options={"meter-order": order}, limits=limits)
        round_ = at.play(bets, deal_sevens({3: natural, 2: royal, 1: wild}, "Ah Ad Tc 9d 5d 4d 2c"))
        assert round_[-3:] == wins
        at.check_chips()


def test_a_posted_prize_is_paid_in_full_to_every_winner() -> None:
    """Letter 002: a house jackpot is the casino's; percentage lines pay that share of the posted prize."""
    at = rig(
        RICHES, players=2, offered=("base", "jackpot"), options={"jackpot-kind": "house"}, prize=Cents(500_001),
        limits={"jackpot": Limits(dollars(1), dollars(1))},
    )  # fmt: skip
    hands = {2: "9h 8h 7h 6h 5h 4h 3h", 1: "As Ks Qs Js Ts Kd Qd"}
    round_ = at.play(dict.fromkeys((1, 2), "base=10 jackpot=1"), deal_sevens(hands, "Ah Ad Tc 9d 5d 4d 2c"))
    assert round_[-2:] == [
        "2 jackpot seven_card_straight_flush $4,999.01",
        "1 jackpot royal_flush_king_queen_suited $2,499",
    ]
    assert at.table.jackpot is not None
    assert at.table.jackpot.shown == 500_001


def test_the_house_way_is_the_houses() -> None:
    """Jacks and fours with an ace: Foxwoods splits them, Flamingo keeps them (regulation 2.5)."""
    for way, setting in (("foxwoods", "4h 4c / As Js Jd 9d 7c"), ("flamingo", "As 9d / Js Jd 7c 4h 4c")):
        at = rig(EZ, players=1, offered=("base",), options={"house-way": way})
        at.play({1: "base=10"}, deal_sevens({1: "Js Jd 4h 4c As 9d 7c"}, "Qs Qh Th 8c 6h 4s 3d"))
        (answer,) = [event.data["answer"] for event in at.events if event.kind == "answer"]
        assert [set(part.split()) for part in answer.split("/")] == [set(part.split()) for part in setting.split("/")]


def test_a_fresh_shoe_for_every_round() -> None:
    """The pack is promised before the bets and shown after the round, whole."""
    at = rig(EZ, players=1)
    at.play({1: "base=10"})
    kinds = [event.kind for event in at.events if event.kind in ("shuffled", "bet", "round-over", "shoe-shown")]
    assert kinds[-5:] == ["shuffled", "bet", "round-over", "shoe-shown", "shuffled"]
    shown = [event.data["order"] for event in at.events if event.kind == "shoe-shown"][-1]
    assert sorted(shown.split()) == sorted(card_names(range(53)).split())
