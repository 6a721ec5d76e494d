"""Seats, chips and bets: placed, changed and taken back until betting closes, within limits and by each letter."""

import pytest

from pitbook.errors import BadInput
from pitbook.money import Cents, dollars
from pitbook.table.steps import Ask
from tests.hostile import NASTY
from tests.table.rig import EZ, MATCH, POKER, RICHES, ROYAL, Rig, deal, one_step, rig


def refused(at: Rig, words: str, bet: str) -> None:
    """A bet that is refused with these words and changes nothing."""
    before = (at.table.log.hash, at.table.on_layout, at.table.seats[1].stack, dict(at.table.seats[1].bets))
    with pytest.raises(BadInput, match=words):
        at.bet({1: bet})
    assert (at.table.log.hash, at.table.on_layout, at.table.seats[1].stack, dict(at.table.seats[1].bets)) == before


def test_chips_move_with_bets() -> None:
    """Placed, raised, lowered, taken back: stack and bets follow to the cent."""
    at = rig(POKER, players=1, chips=dollars(100))
    for bet, stack in (
        ("base=10", 90),
        ("base=50", 50),
        ("match-n-poker=25", 25),
        ("base=20", 55),
        ("match-n-poker=0", 80),
    ):
        at.bet({1: bet})
        assert (at.table.seats[1].stack, at.table.on_layout) == (dollars(stack), dollars(100 - stack))
    at.bet({1: "base=0"})
    assert (at.table.seats[1].stack, at.table.on_layout) == (dollars(100), 0)
    at.check_chips()


def test_no_more_than_the_stack() -> None:
    """All of it may be bet, but not one cent more; a raise includes the bet already placed."""
    at = rig(POKER, players=1, chips=dollars(20))
    refused(at, r"seat 1 has \$20 left: \$20.01 on Blackjack is too much", "base=20.01")
    at.bet({1: "base=20"})
    refused(at, r"seat 1 has \$0 left", "base=20.01")
    refused(at, r"seat 1 has \$0 left", "match-n-poker=1")
    at.bet({1: "base=10"})
    at.bet({1: "match-n-poker=10"})
    assert at.table.seats[1].stack == 0


def test_limits() -> None:
    at = rig(POKER, players=1)
    for bet in ("base=4.99", "base=300.01"):
        refused(at, r"Blackjack is \$5 to \$300 at this table", bet)
    at.bet({1: "base=5"})
    at.bet({1: "base=300"})
    refused(at, r"Match-n-Poker is \$1 to \$100 at this table", "match-n-poker=0.99")


def test_fixed_wagers() -> None:
    """$1 for the progressives of letter 003; one amount for all at the jackpot of letter 002."""
    at = rig(ROYAL, players=1)
    at.bet({1: "base=10"})
    for bet in ("0.99", "1.01", "2"):
        refused(at, r"Royal Match Progressive is \$1 at this table", f"royal-match-progressive={bet}")
    at = rig(RICHES, players=1)
    at.bet({1: "base=10"})
    refused(at, r"Royal Riches Jackpot is \$1 at this table, not \$2", "jackpot=2")


@pytest.mark.parametrize(
    ("slug", "wager"),
    [
        (POKER, "match-n-poker=5"),
        (ROYAL, "royal-match=5"),
        (ROYAL, "royal-match-progressive=1"),
        (RICHES, "royal-riches=5"),
        (RICHES, "jackpot=1"),
        (EZ, "dynasty=5"),
        (EZ, "red-black=5:red"),
    ],
)
def test_optional_wagers_need_the_base_wager(slug: str, wager: str) -> None:
    """None without the base wager, which stays while one of them is placed."""
    at = rig(slug, players=1)
    base = at.table.config.game.wager("base").name
    refused(at, f"without the {base} wager", wager)
    at.bet({1: "base=10"})
    at.bet({1: wager})
    refused(at, f"cannot take back the {base} wager", "base=0")
    at.bet({1: wager.split("=")[0] + "=0"})
    at.bet({1: "base=0"})
    assert at.table.on_layout == 0


def test_match_the_dealer_needs_one_spot_of_five() -> None:
    """Letter 000, rule 1: any of the five, and no sixth; the Super Bonus takes no bet."""
    at = rig(MATCH, players=1)
    at.bet({1: "match-4=5"})
    for spot in (0, 6, -1):
        with pytest.raises(BadInput, match="match has no spot"):
            at.table.bet(1, "match", dollars(5), spot)
    for slug in ("super-bonus", "five-spots"):
        with pytest.raises(BadInput):
            at.table.bet(1, slug, dollars(5))
    at.table.close_betting()
    at.finish()
    assert len(at.paid) == 1


def test_choices() -> None:
    at = rig(EZ, players=1)
    at.bet({1: "base=10"})
    refused(at, "allowed are red, black", "red-black=5")
    refused(at, "allowed are red, black", "red-black=5:green")
    refused(at, "has nothing to choose", "dynasty=5:red")
    at.bet({1: "red-black=5:red"})
    at.bet({1: "red-black=5:black"})
    assert at.table.seats[1].bets["red-black"].choice == "black"


def test_bets_on_wagers_not_offered_are_refused() -> None:
    at = rig(ROYAL, players=1, offered=("base", "royal-match"))
    at.bet({1: "base=10"})
    refused(at, "this table does not offer royal-match-progressive", "royal-match-progressive=1")
    refused(at, "has no wager 'dynasty'", "dynasty=1")
    refused(at, "no bet on Royal Match to take back", "royal-match=0")


def test_betting_is_closed_while_a_round_is_played() -> None:
    """No bets, no chips, no leaving; a new player may sit down and waits."""
    at = rig(POKER, players=1)
    at.begin({1: "base=10"}, deal(["Ks 9d"], "8h Tc"))
    for act in (
        lambda: at.table.bet(1, "base", dollars(20)),
        lambda: at.table.bet(1, "base", Cents(0)),
        lambda: at.table.buy(1, dollars(20)),
        lambda: at.table.leave(1),
        lambda: at.table.shuffle(),
        lambda: at.table.close_betting(),
    ):
        with pytest.raises(BadInput, match="round 1 is being played"):
            act()
    at.table.sit(2, "Newcomer", dollars(100))
    with pytest.raises(BadInput, match="round 1 is being played"):
        at.table.bet(2, "base", dollars(20))
    at.finish()
    at.bet({2: "base=10"})
    at.check_chips()


def test_nothing_is_due_while_betting_is_open() -> None:
    at = rig(POKER, players=1)
    for act in (
        at.table.deal,
        at.table.do,
        at.table.draw_number,
        lambda: at.table.decide(1, "hit"),
        lambda: at.table.enter("Ks"),
    ):
        with pytest.raises(BadInput, match="betting is open"):
            act()
    with pytest.raises(BadInput, match="no bet has been placed"):
        at.table.close_betting()


def test_a_shoe_is_not_changed_under_bets() -> None:
    """The promise was made before them."""
    at = rig(POKER, players=1)
    at.bet({1: "base=10"})
    with pytest.raises(BadInput, match="bets are on the table"):
        at.table.shuffle()
    at.bet({1: "base=0"})
    at.table.shuffle()


def test_seats() -> None:
    at = rig(POKER, players=1, seats=2)
    for seat in (0, 3, -1):
        with pytest.raises(BadInput, match=f"there is no seat {seat}"):
            at.table.sit(seat, "X", dollars(5))
    with pytest.raises(BadInput, match="seat 1 is taken"):
        at.table.sit(1, "X", dollars(5))
    with pytest.raises(BadInput, match="seat 2 is empty: the taken seats are 1"):
        at.table.buy(2, dollars(5))
    at.table.sit(2, "  Ann   Lee ", dollars(5))
    assert at.table.seats[2].player == "Ann Lee"


def test_leaving_takes_bets_and_chips() -> None:
    at = rig(POKER, players=2, chips=dollars(100))
    at.bet({1: "base=10 match-n-poker=5"})
    assert at.table.leave(1) == dollars(100)
    assert (at.table.on_layout, at.table.bought, list(at.table.seats)) == (0, dollars(100), [2])
    assert [event.kind for event in at.events[-3:]] == ["taken-back", "taken-back", "left"]
    assert at.events[-3].data["wager"] == "match-n-poker"


@pytest.mark.parametrize("name", [text for text in NASTY if not text.strip() or len(text) > 200])
def test_names(name: str) -> None:
    at = rig(POKER, players=1)
    with pytest.raises(BadInput, match="a player's name"):
        at.table.sit(2, name, dollars(5))


def test_the_next_step_is_always_known() -> None:
    """In words, with what a console shows, from the first card to the last pay; none while betting is open."""
    at = rig(ROYAL, players=2)
    at.begin({1: "base=10 royal-match=5 royal-match-progressive=1", 2: "base=10"}, deal(["Ks Qs", "9c 8d"], "Ah 7c"))
    words = []
    while (step := at.table.step) is not None:
        words.append(step.words)
        if isinstance(step, Ask):
            (place,) = step.open
            at.table.decide(place.seat, "no" if step.name == "insurance" else "stand", place.hand)
        else:
            one_step(at.table)
    assert words == [
        "Take the $1 progressive wager: seat 1",
        "A card to seat 1",
        "A card to seat 2",
        "A card to the dealer",
        "A card to seat 1",
        "A card to seat 2",
        "A card face down to the dealer",
        "Pay seat 1 royal-match: Royal Match, 25 to 1, $125",
        "Insurance? seat 1: yes / no",
        "Insurance? seat 2: yes / no",
        "Look at the hole card for a blackjack",
        "Play? seat 1: hit / stand / double / split",
        "Play? seat 2: hit / stand / double",
        "Turn over the hole card: 7c",
        "Take base at seat 2: Loss",
        "Pay seat 1 base: Win, 1 to 1, $10",
        "Pay seat 1 royal-match-progressive: Royal Match, 40 for 1, $40",
        "End the game: the progressive is ready for the next round",
    ]
