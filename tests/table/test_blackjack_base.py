"""The regular 21 wager through whole rounds: every decision and every way a hand can end (regulation 2.1)."""

from typing import Any

import pytest

from pitbook.errors import BadInput
from pitbook.money import Cents, dollars
from tests.table.rig import POKER, Rig, deal, rig


def table(rules: str = "", **config: Any) -> Rig:
    """A table with these posted rules, ``das=no split-hands=2``."""
    given = dict(word.split("=") for word in rules.split())
    return rig(POKER, players=1, offered=("base",), rules=given, **config)


PLAIN = """
Ks 9d | 8h Tc |           |                      | 1 base win $10
Ks 8d | 8h Tc |           |                      | 1 base push $0
Ks 7d | 8h Tc |           |                      | 1 base loss -$10
As Kd | 8h Tc |           |                      | 1 base blackjack $15
As Kd | Ah Tc |           | no                   | 1 base push $0
Ks 9d | Th Ac |           |                      | 1 base loss -$10
Ks 9d | 5h Tc | 7c        |                      | 1 base win $10
Ks 5d | 9h Tc | 8c        | hit                  | 1 base loss -$10
Ks 5d | 9h Tc | 2c 3c     | hit, hit             | 1 base win $10
5s 5d | 9h Tc | 6c        | double               | 1 base loss -$20
6s 5d | 9h Tc | Tc        | double               | 1 base win $20
5s 6d | 9h 9c | 7c        | double               | 1 base push $0
8s 8d | 9h Tc | 3c Tc 2c 9c | split, hit, hit       | 1 base win $10; 1.2 base push $0
8s 8d | 9h Tc | 3c Tc 3d Td | split, double, double | 1 base win $20; 1.2 base win $20
9s 9d | 9h Tc | 9c Tc 9h 2c 8c Td | split, split, stand, split, stand, stand, stand \
| 1 base push $0; 1.2 base loss -$10; 1.3 base loss -$10; 1.4 base push $0
As Ad | 9h Tc | Tc 5c     | split                | 1 base win $10; 1.2 base loss -$10
Ts Kd | 6h Tc | Ac Ad Tc  | split                | 1 base win $10; 1.2 base win $10
8s 8d | 9h Tc | 5c Tc 5d Td | split, hit, hit    | 1 base loss -$10; 1.2 base loss -$10
Ks 9d | Ah Tc |           | yes                  | 1 insurance insurance $10; 1 base loss -$10
Ks 9d | Ah 7c |           | yes, stand           | 1 insurance loss -$5; 1 base win $10
As Kd | Ah Tc |           | yes                  | 1 insurance insurance $10; 1 base push $0
As Kd | Ah 7c |           | yes                  | 1 insurance loss -$5; 1 base blackjack $15
"""


def rows(text: str, columns: int) -> list[list[str]]:
    """The rows of a table in a text."""
    found = [[cell.strip() for cell in line.split("|")] for line in text.replace("\\\n", "").strip().splitlines()]
    assert all(len(row) == columns for row in found)
    return found


@pytest.mark.parametrize(("hand", "dealer", "then", "answers", "paid"), rows(PLAIN, 5))
def test_standard_rules(hand: str, dealer: str, then: str, answers: str, paid: str) -> None:
    """A $10 wager by Washington's rules, the dealer hitting soft 17."""
    at = table()
    assert at.play({1: "base=10"}, deal([hand], dealer, then), {1: answers} if answers else {}) == paid.split("; ")
    at.check_chips()
    assert at.table.on_layout == 0


RULED = """
blackjack-pays=6:5          | As Kd | 8h Tc |           |             | 1 base blackjack $12
blackjack-pays=1:1          | As Kd | 8h Tc |           |             | 1 base blackjack $10
soft17=hit                  | Ks 8d | Ah 6c | 5c Tc     | no          | 1 base win $10
soft17=stand                | Ks 8d | Ah 6c |           | no          | 1 base win $10
soft17=stand                | Ks 7d | Ah 6c |           | no          | 1 base push $0
soft17=hit                  | Ks 7d | Ah 6c | 2c        | no          | 1 base loss -$10
surrender=late              | Ks 6d | Th 9c |           | surrender   | 1 base surrender -$5
surrender=late              | Ks 6d | Th Ac |           |             | 1 base loss -$10
surrender=early             | Ks 6d | Th Ac |           | yes         | 1 base surrender -$5
surrender=early             | Ks 6d | Ah Tc |           | yes         | 1 base surrender -$5
surrender=early             | Ks 6d | Th 9c |           | no          | 1 base loss -$10
hole-card=european          | 6s 5d | Th    | 7c Ac     | double      | 1 base loss -$20
hole-card=original-bets-only| 6s 5d | Th    | 7c Ac     | double      | 1 base loss -$10
hole-card=european          | 6s 5d | Th    | 7c 7d     | double      | 1 base win $20
hole-card=original-bets-only| 6s 5d | Th    | 7c 7d     | double      | 1 base win $20
hole-card=original-bets-only| 6s 5d | Th    | 7c 8d     | double      | 1 base push $0
hole-card=original-bets-only| 6s 5d | Th    | 7c 9d     | double      | 1 base loss -$20
hole-card=european          | 8s 8d | Th    | Tc Td Ac  | split       | 1 base loss -$10; 1.2 base loss -$10
hole-card=original-bets-only| 8s 8d | Th    | Tc Td Ac  | split       | 1 base loss -$10; 1.2 base loss $0
hole-card=original-bets-only| 8s 6d | Th    | 8c Ac     | double      | 1 base loss -$10
hole-card=original-bets-only| 8s 6d | Th    | 8c 9c     | double      | 1 base loss -$20
hole-card=european          | As Kd | Th    | Ac        |             | 1 base push $0
hole-card=original-bets-only| As Kd | Th    | Ac        |             | 1 base push $0
hole-card=european          | As Kd | Ah    | Kc        | yes         | 1 insurance insurance $10; 1 base push $0
hole-card=european          | Ks 9d | Ah    | 7c        | yes, stand  | 1 insurance loss -$5; 1 base win $10
hole-card=european surrender=late  | Ks 6d | Th | Ac     | surrender   | 1 base loss -$10
hole-card=european surrender=late  | Ks 6d | Th | 9c     | surrender   | 1 base surrender -$5
hole-card=european surrender=early | Ks 6d | Th |        | yes         | 1 base surrender -$5
hole-card=original-bets-only surrender=late | Ks 6d | Th | Ac | surrender | 1 base loss -$10
five-card=charlie           | 2s 3d | Th 9c | 4c 5c 6c  | hit, hit, hit | 1 base five_card $10
five-card=charlie           | 2s 3d | Th 9c | 4c 5c Tc  | hit, hit, hit | 1 base loss -$10
five-card=charlie           | 2s 3d | Th 9c | 4c 3c     | hit, hit, stand | 1 base loss -$10
five-card=21-pays-2:1       | 2s 3d | Th 9c | 4c 5c 7c  | hit, hit, hit | 1 base five_card $20
five-card=21-pays-2:1       | 2s 3d | Th 9c | 4c 5c 6c  | hit, hit, hit, stand | 1 base win $10
five-card=21-pays-2:1       | 2s 3d | Th 9c | 4c 2d 2c 8c | hit, hit, hit, hit | 1 base five_card $20
five-card=charlie hole-card=european | 2s 3d | Th | 4c 5c 6c Ac | hit, hit, hit | 1 base loss -$10
five-card=charlie hole-card=european | 2s 3d | Th | 4c 5c 6c 9c | hit, hit, hit | 1 base five_card $10
resplit-aces=yes            | As Ad | 9h Tc | Ac Tc Td 5c | split, split \
| 1 base win $10; 1.2 base win $10; 1.3 base loss -$10
hit-split-aces=yes          | As Ad | 9h Tc | 5c 5d 9c  | split, hit, stand | 1 base win $10; 1.2 base win $10
"""


@pytest.mark.parametrize(("rules", "hand", "dealer", "then", "answers", "paid"), rows(RULED, 6))
def test_posted_rules(rules: str, hand: str, dealer: str, then: str, answers: str, paid: str) -> None:
    """The same under rules that a house may post."""
    at = table(rules)
    assert at.play({1: "base=10"}, deal([hand], dealer, then), {1: answers} if answers else {}) == paid.split("; ")
    at.check_chips()
    assert at.table.on_layout == 0


OPEN = """
                     | 5s 6d | 9h Tc | hit stand double
                     | 8s 8d | 9h Tc | hit stand double split
                     | Ks Qd | 9h Tc | hit stand double split
pairs=rank           | Ks Qd | 9h Tc | hit stand double
pairs=rank           | Ks Kd | 9h Tc | hit stand double split
double=9-11          | 5s 3d | 9h Tc | hit stand
double=9-11          | 5s 4d | 9h Tc | hit stand double
double=10-11         | 5s 4d | 9h Tc | hit stand
double=10-11         | 5s 5d | 9h Tc | hit stand double split
split-hands=1        | 8s 8d | 9h Tc | hit stand double
surrender=late       | 8s 8d | 9h Tc | hit stand double split surrender
"""


@pytest.mark.parametrize(("rules", "hand", "dealer", "allowed"), rows(OPEN, 4))
def test_allowed_actions_of_a_hand(rules: str, hand: str, dealer: str, allowed: str) -> None:
    """The actions open on the first two cards; every other is refused and changes nothing."""
    at = table(rules)
    at.begin({1: "base=10"}, deal([hand], dealer))
    at.table.advance()
    assert at.table.step is not None
    (answers,) = at.table.step.open.values()  # type: ignore[union-attr]
    assert list(answers) == allowed.split()
    before = at.table.log.hash
    for answer in {"hit", "stand", "double", "split", "surrender", "yes", "HIT", ""} - set(allowed.split()):
        with pytest.raises(BadInput):
            at.table.decide(1, answer)
    assert at.table.log.hash == before


def test_after_a_split() -> None:
    """No doubling where das=no, no surrender ever, and no fifth hand."""
    at = table("das=no surrender=late")
    at.begin({1: "base=10"}, deal(["8s 8d"], "9h Tc", "8c 8h 2c 3c 4c 5c"))
    for expected in ("hit stand double split surrender", "hit stand split", "hit stand split", "hit stand"):
        at.table.advance()
        (answers,) = at.table.step.open.values()  # type: ignore[union-attr]
        assert list(answers) == expected.split()
        at.table.decide(1, "split" if "split" in answers else "stand")
    at.finish()
    assert len(at.paid) == 4


@pytest.mark.parametrize(
    ("bet", "surrendered", "insured"), [("5.01", Cents(-251), Cents(250)), ("10", dollars(-5), dollars(5))]
)
def test_odd_cents(bet: str, surrendered: int, insured: int) -> None:
    """Half of an odd wager is rounded down, for surrender and for insurance."""
    at = table("surrender=late")
    at.play({1: f"base={bet}"}, deal(["Ks 6d"], "Th 9c"), {1: "surrender"})
    assert at.table.settled[0].settlement.net == surrendered
    at.play({1: f"base={bet}"}, deal(["Ks 9d"], "Ah 9c"), {1: "yes, stand"})
    assert (at.table.settled[0].settlement.wager, at.table.settled[0].settlement.bet) == ("insurance", insured)


def test_the_house_rounds_five_card_pays_too() -> None:
    """3 to 2 on $5 is $7.50, and $7 where the house pays whole dollars."""
    for rounding, paid in (("table", "$7.50"), ("down to $1", "$7")):
        at = table("five-card=21-pays-3:2", options={"rounding": rounding})
        cards = deal(["2s 3d"], "Th 9c", "4c 5c 7c")
        assert at.play({1: "base=5"}, cards, {1: "hit, hit, hit"}) == [f"1 base five_card {paid}"]


def test_too_few_chips() -> None:
    """An action that costs more chips than the player has is refused with its price; the others stay open."""
    at = rig(POKER, players=1, offered=("base",), chips=dollars(14))
    at.begin({1: "base=10"}, deal(["8s 8d"], "Ah 9c", "2c 3c"))
    at.table.advance()
    with pytest.raises(BadInput, match=r"seat 1 has \$4 left, too little for insurance: it costs \$5"):
        at.table.decide(1, "yes")
    at.table.decide(1, "no")
    at.table.advance()
    for answer in ("split", "double"):
        with pytest.raises(BadInput, match=rf"seat 1 has \$4 left, too little to {answer}: it costs \$10"):
            at.table.decide(1, answer)
    at.finish()
    at.check_chips()


def test_the_dealer_draws_only_for_hands_that_need_it() -> None:
    """Against hands that are bust, given up or a blackjack, the hole card is turned over and no more."""
    at = table("surrender=late")
    for hand, answers in (("Ks 6d", {1: "hit"}), ("Ks 6d", {1: "surrender"}), ("As Kd", {})):
        at.play({1: "base=10"}, deal([hand], "6h 5c", "Tc 2c"), answers)
        assert [line for line in at.story if line == "card to dealer"] == ["card to dealer"] * 2
    at.play({1: "base=10"}, deal(["Ks 6d"], "6h 5c", "2c 2d 8c"), {1: "stand"})
    assert at.story.count("card to dealer") == 5


def test_dealer_draws_no_second_card_when_all_players_bust() -> None:
    """With no hole card, a dealer whose players are all bust draws none."""
    at = table("hole-card=european")
    at.play({1: "base=10"}, deal(["Ks 6d"], "Th", "9c"), {1: "hit"})
    assert at.story.count("card to dealer") == 1
