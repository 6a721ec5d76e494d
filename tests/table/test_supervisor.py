"""Voided rounds and corrected payments: every chip and the meter as they were, and a reason for all of it."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from pitbook.errors import BadInput
from pitbook.money import Cents, dollars
from pitbook.table.jackpot import PlayMeter
from pitbook.table.steps import Ask, Place
from tests.hostile import NASTY
from tests.table.rig import EZ, GAMES, MATCH, POKER, RICHES, ROYAL, Rig, deal, deal_sevens, one_step, rig

BETS = {
    MATCH: "match-1=5 match-2=5 match-3=5 match-4=5 match-5=5",
    POKER: "base=10 match-n-poker=5",
    ROYAL: "base=10 royal-match=5 royal-match-progressive=1",
    RICHES: "base=10 royal-riches=5 dealer-pai-gow=5 pai-gow-insurance=5 jackpot=1",
    EZ: "base=10 dynasty=5 protection=5 red-black=5:red",
}
CARDS = {
    POKER: deal(["8s 8d", "As Ks"], "Ah 9c", "3c Tc 5c 2d"),
    ROYAL: deal(["8s 8d", "Ks Qs"], "Ah 9c", "3c Tc 5c 2d"),
}
ANSWERS = ["yes", "no", "split", "double", "hit", "stand", "stand", "stand"]
"""Answers that take insurance, then split and double the first hand."""


def go(at: Rig, steps: int) -> bool:
    """Does this many steps of a round; false if it ends before."""
    answers = iter(ANSWERS)
    for _ in range(steps):
        step = at.table.step
        if step is None:
            return False
        if isinstance(step, Ask):
            (place, allowed), *_ = step.open.items()
            if step.name == "set":
                at.table.decide(place.seat, "house way")
            else:
                wanted = next(answers, "stand")
                at.table.decide(place.seat, wanted if wanted in allowed else allowed[-1], place.hand)
        else:
            one_step(at.table)
    return at.table.step is not None


@pytest.mark.parametrize("slug", GAMES)
def test_a_void_after_any_step_gives_everything_back(slug: str) -> None:
    """Stacks, house, layout and meter are to the last millionth what they were before the bets."""
    steps = 0
    while True:
        at = rig(slug, players=2)
        before = at.table.jackpot.meter if isinstance(at.table.jackpot, PlayMeter) else None
        at.begin({1: BETS[slug], 2: BETS[slug]}, CARDS.get(slug, ()))
        if not go(at, steps):
            break
        at.table.void("misdeal", "Sam Supervisor")
        assert [seat.stack for seat in at.table.seats.values()] == [dollars(100_000)] * 2
        assert (at.table.house, at.table.on_layout, at.table.settled) == (0, 0, [])
        assert at.table.step is None
        if before is not None:
            assert isinstance(at.table.jackpot, PlayMeter)
            assert at.table.jackpot.meter == before
        assert not any(seat.bets for seat in at.table.seats.values())
        at.play({1: BETS[slug]})  # the table continues
        at.check_chips()
        steps += 1
    assert steps > 15


def test_a_doubled_wager_comes_back_before_its_card() -> None:
    """The second wager lies on the table from the moment the player doubles."""
    at = rig(POKER, players=1)
    at.begin({1: "base=10"}, deal(["5s 6d"], "9h 9c"))
    at.table.advance()
    at.table.decide(1, "double")
    assert at.table.on_layout == dollars(20)
    at.table.void("card exposed", "Sam")
    assert (at.table.on_layout, at.table.seats[1].stack) == (0, dollars(100_000))


def test_a_void_takes_meter_wins_back() -> None:
    """A 100% award and the restart of the meter are undone."""
    at = rig(ROYAL, players=2, offered=("base", "royal-match-progressive"))
    assert isinstance(at.table.jackpot, PlayMeter)
    before = at.table.jackpot.meter
    at.begin(dict.fromkeys((1, 2), "base=10 royal-match-progressive=1"), deal(["Ks Qs", "Kd Qd"], "Kh Qh"))
    while not any(item.settlement.share for item in at.table.settled):
        go(at, 1)
    assert at.table.jackpot.meter != before
    at.table.void("exposed card", "Sam")
    assert at.table.jackpot.meter == before
    at.check_chips()


NO_REASONS = [text for text in NASTY if not text.strip() or len(text) > 200 or not " ".join(text.split()).isprintable()]


@pytest.mark.parametrize("text", NO_REASONS)
def test_reasons_are_needed(text: str) -> None:
    """Without a reason and a name nothing is voided or corrected."""
    at = rig(POKER, players=1)
    at.begin({1: "base=10 match-n-poker=5"}, deal(["9c 2d"], "9h 9c"))
    at.table.advance()
    before, event = at.table.log.hash, at.table.settled[0].event
    acts: list[Callable[[], None]] = [
        lambda: at.table.void(text, "Sam"),
        lambda: at.table.void("misdeal", text),
        lambda: at.table.correct(event, Cents(0), text, "Sam"),
        lambda: at.table.correct(event, Cents(0), "mispaid", text),
    ]
    for act in acts:
        with pytest.raises(BadInput):
            act()
    assert at.table.log.hash == before


def test_nothing_to_void() -> None:
    at = rig(POKER, players=1)
    with pytest.raises(BadInput, match="no round is being played"):
        at.table.void("misdeal", "Sam")


def test_corrections_add_up() -> None:
    """A payment is corrected twice; the chips follow, and the record keeps all three amounts."""
    at = rig(POKER, players=1)
    at.play({1: "base=10 match-n-poker=5"}, deal(["9c 8d"], "9h 9c"))
    stack, house = at.table.seats[1].stack, at.table.house
    event = at.table.settled[0].event
    assert at.table.settled[0].settlement.net == dollars(5)
    for net in (dollars(15), dollars(-5)):
        at.table.correct(event, net, "wrong line", "Sam")
        assert at.table.seats[1].stack == stack + net - dollars(5)
        assert at.table.house == house - net + dollars(5)
        assert at.table.settled[0].settlement.net == net
        at.check_chips()
    assert [(event.data["was"], event.data["net"]) for event in at.events if event.kind == "corrected"] == [
        (500, 1500),
        (1500, -500),
    ]


def test_a_corrected_payment_is_voided_as_corrected() -> None:
    at = rig(POKER, players=1)
    at.begin({1: "base=10 match-n-poker=5"}, deal(["9c 2d"], "9h 9c"))
    at.table.advance()
    at.table.correct(at.table.settled[0].event, dollars(50), "paid 10 to 1", "Sam")
    at.table.void("misdeal", "Sam")
    assert (at.table.seats[1].stack, at.table.house) == (dollars(100_000), 0)


def test_corrected_payment_changes_what_the_player_can_afford() -> None:
    """A win that pays for a double or split is corrected to a loss while the table waits for the answer, and back."""
    at = rig(ROYAL, players=1, chips=dollars(20))
    at.begin({1: "base=10 royal-match=5"}, deal(["Ks Qs"], "6h 9c", "2c"))
    at.table.advance()
    event = at.table.settled[0].event

    def offered() -> tuple[str, ...]:
        assert isinstance(at.table.step, Ask)
        return at.table.step.open[Place(1)]

    at.table.correct(event, dollars(-5), "misread", "Sam")
    assert offered() == ("hit", "stand")
    with pytest.raises(BadInput, match=r"seat 1 has \$5 left, too little to double: it costs \$10"):
        at.table.decide(1, "double")
    at.table.correct(event, dollars(15), "misread", "Sam")
    assert offered() == ("hit", "stand", "double", "split")
    for answers in (("hit", "stand"), ("hit", "stand", "double", "split")):
        at.table.undo(at.table.inputs[-1].number, "right before", "Sam")
        assert offered() == answers
    at.table.decide(1, "double")
    at.check_chips()


def test_impossible_corrections_are_refused() -> None:
    """Another round's payment, more than the bet lost, chips the player does not have, a player who left."""
    at = rig(POKER, players=2, chips=dollars(30))
    at.play({1: "base=10 match-n-poker=5"}, deal(["9c 8d"], "9h 9c"))
    event = at.table.settled[0].event
    for wrong in (0, -1, event + 1_000, 10**30):
        with pytest.raises(BadInput):
            at.table.correct(wrong, Cents(0), "mispaid", "Sam")
    with pytest.raises(BadInput, match=r"a wager of \$5 loses at most that"):
        at.table.correct(event, Cents(-501), "mispaid", "Sam")
    with pytest.raises(BadInput):
        at.table.correct(event, Cents(10**30), "mispaid", "Sam")
    at.table.correct(event, dollars(1_000), "mispaid", "Sam")
    at.bet({1: "base=300"})
    at.bet({1: "base=10"})
    at.table.leave(1)
    with pytest.raises(BadInput, match="the player of seat 1 has left"):
        at.table.correct(event, Cents(0), "mispaid", "Sam")
    at.table.sit(1, "Another player", dollars(2_000))
    with pytest.raises(BadInput, match="the player of seat 1 has left"):
        at.table.correct(event, Cents(0), "mispaid", "Sam")
    at.play({2: "base=10"}, deal(["9c 8d"], "9h 9c"))
    with pytest.raises(BadInput, match=f"event {event} is not a payment of this round"):
        at.table.correct(event, Cents(0), "mispaid", "Sam")
    at.check_chips()


def test_too_little_to_take_back() -> None:
    at = rig(POKER, players=1, chips=dollars(15))
    at.play({1: "base=10 match-n-poker=5"}, deal(["9c 2d"], "9h 9c"), {1: "stand"})
    assert at.table.seats[1].stack == dollars(10)
    at.bet({1: "base=9"})
    with pytest.raises(BadInput, match=r"seat 1 has \$1: too little to take back"):
        at.table.correct(at.table.settled[0].event, Cents(0), "mispaid", "Sam")
    at.check_chips()


def test_fixed_pays_from_the_meter() -> None:
    """Letter 003, Blazing 7's rule 13b: from the tray, or off the meter, as the casino requires."""
    for source, shown in (("tray", 1_000_050), ("meter", 1_000_050 - 2_500 - 200)):
        at = rig(ROYAL, players=2, offered=("base", "blazing-7s"), options={"blazing-fixed-pays": source})
        cards = deal(["7d 7c", "7h 2c"], "Th 9s")
        assert at.play(dict.fromkeys((1, 2), "base=10 blazing-7s=1"), cards)[-3:] == [
            "2 blazing-7s one_seven $1",
            "1 base loss -$10",
            "1 blazing-7s two_sevens $24",
        ]
        assert at.table.jackpot is not None
        assert at.table.jackpot.shown == shown
        at.check_chips()


def test_fixed_pays_from_the_meter_are_voided_with_the_round() -> None:
    at = rig(ROYAL, players=1, offered=("base", "blazing-7s"), options={"blazing-fixed-pays": "meter"})
    assert isinstance(at.table.jackpot, PlayMeter)
    before = at.table.jackpot.meter
    at.begin({1: "base=10 blazing-7s=1"}, deal(["7d 7c"], "Th 9s"))
    at.table.advance()
    at.table.decide(1, "stand")
    while len(at.table.settled) < 2:
        at.table.do()
    assert at.table.jackpot.meter.shown < before.shown
    at.table.void("misdeal", "Sam")
    assert at.table.jackpot.meter == before


def test_several_meter_wins_of_a_blackjack_round() -> None:
    """Letter 003, Appendix A: the farthest on the dealer's right first, each from what the win before left."""
    cards = deal(["Ks Qs", "Kd Qd", "Kh Qh"], "Kd Qd", "")
    bets = dict.fromkeys((1, 2, 3), "base=10 royal-match-progressive=1")
    # The seed is $5,000; three wagers add 75 cents and keep 6 cents back.
    seed, shown = 500_000, 500_075
    quarter = shown // 4
    for order, seats in (("dealer's right first", [3, 2, 1]), ("1,2", [1, 2, 3]), ("2", [2, 3, 1])):
        at = rig(ROYAL, players=3, offered=("base", "royal-match-progressive"), options={"meter-order": order})
        at.play(bets, cards)
        wins = [item.settlement for item in at.table.settled if item.settlement.share]
        assert [win.seat for win in wins] == seats
        left, expected = Fraction(shown), []
        for seat in seats:
            if seat == 2:  # the dealer's own suit
                expected.append(int(left) - 100)
                left = seed + 6 + (left - int(left))
            else:
                expected.append(int(left) // 4 - 100)
                left -= int(left) // 4
        assert [win.net for win in wins] == expected
        assert at.story[-4:-1] == [
            f"pay {seat} royal-match-progressive {'double_royal_match_suited' if seat == 2 else 'double_royal_match'}"
            for seat in seats
        ]
        at.check_chips()
    assert quarter == 125_018


def test_void_before_anything_was_dealt() -> None:
    """A round of pai gow that is voided before the deal keeps its sealed pack: no card was seen."""
    at = rig(EZ, players=1)
    at.begin({1: "base=10"}, deal_sevens({}, "As Ac Kd Kc 9h 7h 2d"))
    promise = at.table.shoe.promise if at.table.shoe else ""
    at.table.void("wrong bets", "Sam")
    assert at.table.shoe is not None
    assert at.table.shoe.promise == promise
