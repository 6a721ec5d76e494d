"""Physical cards that the dealer enters: the same checks as the table's own shoe."""

import pytest

from pitbook.errors import BadInput
from pitbook.table.steps import Ask, CardTo
from tests.hostile import NASTY, short
from tests.table.rig import EZ, MATCH, POKER, RICHES, ROYAL, Rig, deal, deal_match, deal_sevens, entered_rig, rig


def enter_until(at: Rig, kind: type, cards: list[str]) -> None:
    """Enters cards one by one until a step of this kind is due."""
    while not isinstance(at.table.step, kind):
        at.table.advance()
        if isinstance(at.table.step, CardTo):
            card = cards.pop(0)
            at.table.enter("" if card == "??" else card)


def test_the_same_round_as_from_a_shoe() -> None:
    """Blackjack with a known hole card and with one that only the dealer has seen pays as a shoe does."""
    bets = dict.fromkeys((1, 2), "base=10 match-n-poker=5")
    answers = {1: "yes, stand", 2: "no, hit"}
    own = rig(POKER, players=2)
    expected = own.play(bets, deal(["Ks 9d", "5c 6c"], "Ah 7c", "Tc"), answers)
    for hole, shown in (("7c", ""), ("??", " 7c")):
        at = entered_rig(POKER, players=2)
        at.bet(bets)
        at.table.close_betting()
        at.finish(answers, f"Ks 5c Ah 9d 6c {hole} Tc{shown}")
        assert at.paid == expected
        at.check_chips()


def test_match_the_dealer_entered() -> None:
    bets = {1: "match-1=5 match-2=5 match-3=5 match-4=5 match-5=5", 2: "match-4=10"}
    own = rig(MATCH, players=2)
    expected = own.play(bets, deal_match(["7h 7c", "Kd 2c"], "7h 7d 3s 2d 9c"))
    at = entered_rig(MATCH, players=2)
    at.bet(bets)
    at.table.close_betting()
    at.finish({}, "7h Kd 7c 2c 7h 7d 3s 2d 9c")
    assert at.paid == expected


@pytest.mark.parametrize("slug", [EZ, RICHES])
def test_pai_gow_is_entered_at_the_showdown(slug: str) -> None:
    """Players set unseen; the dealer's hand is entered first, then each seat's from the far right, with its setting."""
    hands, dealer = {1: "As Ac Kd Kc 9h 7h 2d", 4: "Jh Tc 8d 6s 4c 3h 2s"}, "Qs Qd Th 8c 6h 4s 3d"
    bets = dict.fromkeys((1, 4), "base=10")
    own = rig(slug)
    expected = own.play(bets, deal_sevens(hands, dealer), {1: "Kd Kc / As Ac 9h 7h 2d"})
    at = entered_rig(slug)
    at.bet(bets)
    at.table.close_betting()
    at.finish({1: "Kd Kc / As Ac 9h 7h 2d"}, f"{dealer} {hands[4]} {hands[1]}")
    assert at.paid == expected
    assert [line for line in at.story if line.startswith("card")] == [
        "card to dealer",
        "card to seat 4",
        "card to seat 1",
    ]
    at.check_chips()


def test_pai_gow_players_may_fold_and_ask_for_the_house_way() -> None:
    at = entered_rig(RICHES)
    at.bet(dict.fromkeys((1, 2), "base=10"))
    at.table.close_betting()
    at.finish({1: "fold", 2: "house way"}, "Qs Qd Th 8c 6h 4s 3d Jh Tc 8d 6s 4c 3h 2s As Ac Kd Kc 9h 7h 2d")
    assert at.paid == ["2 base loss -$10", "1 base loss -$10"]


def test_no_card_more_often_than_the_decks_hold() -> None:
    """Two decks: the third king of spades is refused, in one step, in one round and over rounds; a shuffle forgets."""
    at = entered_rig(POKER, players=1, decks=2)
    at.bet({1: "base=10"})
    at.table.close_betting()
    at.table.enter("Ks")
    at.table.enter("9h")
    at.table.enter("Ks")
    with pytest.raises(BadInput, match="Ks cannot be dealt: the shoe holds 2 of it and 2 came before"):
        at.table.enter("Ks")
    at.finish({1: "stand"}, "8c")
    at.bet({1: "base=10"})
    at.table.close_betting()
    with pytest.raises(BadInput, match="2 came before"):
        at.table.enter("Ks")
    at.table.void("wrong shoe", "Sam")
    at.table.shuffle()
    at.bet({1: "base=10"})
    at.table.close_betting()
    at.table.enter("Ks")


def test_pai_gow_cards_are_counted_by_the_round() -> None:
    """One pack: nothing twice in a round, and a fresh pack for the next."""
    at = entered_rig(EZ)
    for _ in range(2):
        at.bet({1: "base=10"})
        at.table.close_betting()
        at.table.enter_number(3)
        at.table.do()
        with pytest.raises(BadInput, match="Ks cannot be dealt: the shoe holds 1 of it and 2 were given at once"):
            at.table.enter("Ks Ks Th 8c 6h 4s 3d")
        at.table.enter("Qs Qd Th 8c 6h 4s 3d")
        with pytest.raises(BadInput, match="Qs cannot be dealt: the shoe holds 1 of it and 1 came before"):
            at.table.enter("Qs Ac Kd Kc 9h 7h 2d")
        with pytest.raises(BadInput, match="6 cards given"):
            at.table.enter("As Ac Kd Kc 9h 7h")
        at.table.enter("Jk Ac Kd Kc 9h 7h 2d")
        at.finish()


def test_a_joker_only_where_the_pack_has_one() -> None:
    at = entered_rig(POKER, players=1)
    at.bet({1: "base=10"})
    at.table.close_betting()
    with pytest.raises(BadInput, match="Jk cannot be dealt: the shoe holds 0 of it"):
        at.table.enter("Jk")


def test_physical_cards_may_run_out_in_mid_round() -> None:
    """They are shuffled without those on the table, and the round continues."""
    at = entered_rig(POKER, players=1, decks=2)
    at.bet({1: "base=10"})
    at.table.close_betting()
    for card in ("Ks", "9h", "Ks"):
        at.table.enter(card)
    at.table.shuffle()
    with pytest.raises(BadInput, match="2 came before"):
        at.table.enter("Ks")
    at.finish({1: "stand"}, "8c")
    assert at.paid == ["1 base win $10"]


UNDER_ACE = [("yes", "Kc", True), ("yes", "9c", False), ("no", "9c", True), ("no", "Kc", False)]


@pytest.mark.parametrize(("saw", "hole", "fits"), UNDER_ACE)
@pytest.mark.parametrize("up", ["Ah", "Th"])
def test_a_hole_card_must_agree_with_the_dealers_look(up: str, saw: str, hole: str, fits: bool) -> None:
    """A hole card that contradicts the dealer's look is refused, and the right one still taken."""
    at = entered_rig(POKER, players=1, rules={"insurance": "no"})
    at.bet({1: "base=10"})
    at.table.close_betting()
    enter_until(at, Ask, ["9s", up, "9d", "??"])
    assert at.table.step is not None
    assert list(at.table.step.open) == [(0, 1)]  # type: ignore[union-attr]
    natural = {"Ah": "Kc", "Th": "Ac"}[up]
    card = natural if hole == "Kc" else hole
    at.table.decide(0, saw)
    if saw == "no":
        at.table.decide(1, "stand")
    if not fits:
        words, before = "a blackjack" if saw == "yes" else "no blackjack", at.table.log.hash
        with pytest.raises(BadInput, match=f"{card} cannot be the hole card: the dealer looked and saw {words}"):
            at.table.enter(card)
        assert at.table.log.hash == before
        card = natural if saw == "yes" else "9c"
    at.finish({}, card)
    assert at.paid == ["1 base loss -$10"]  # eighteen against a blackjack, twenty or nineteen


def test_a_low_up_card_hides_any_hole_card() -> None:
    """The dealer does not look under it, so any card may be turned over."""
    at = entered_rig(POKER, players=1)
    at.bet({1: "base=10"})
    at.table.close_betting()
    at.finish({1: "stand"}, "Ts 9h Td ?? Ac")
    assert at.paid == ["1 base push $0"]


def test_royal_match_waits_for_an_unseen_hole_card() -> None:
    at = entered_rig(ROYAL, players=1, offered=("base", "royal-match"), options={"crown-treasure": "yes"})
    at.bet({1: "base=10 royal-match=5"})
    at.table.close_betting()
    at.finish({0: "no", 1: "stand"}, "Ks Kh Qs ?? Qh")
    assert at.paid == ["1 royal-match crown_treasure $1,125", "1 base push $0"]


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_invalid_card_is_refused_at_the_table(text: str) -> None:
    at = entered_rig(POKER, players=1)
    at.bet({1: "base=10"})
    at.table.close_betting()
    before = at.table.log.hash
    with pytest.raises(BadInput):
        at.table.enter(text)
    assert at.table.log.hash == before


def test_cards_are_either_entered_or_dealt_from_the_shoe() -> None:
    """Nothing is entered at a shoe, and nothing is dealt from one where cards are physical."""
    at, other = rig(POKER, players=1), entered_rig(POKER, players=1)
    for table in (at.table, other.table):
        table.bet(1, "base", 1000)  # type: ignore[arg-type]
        table.close_betting()
    with pytest.raises(BadInput, match="this table deals from its own shoe"):
        at.table.enter("Ks")
    with pytest.raises(BadInput, match="this table plays with physical cards"):
        other.table.deal()
    other.table.advance()  # nothing by itself
    assert isinstance(other.table.step, CardTo)
