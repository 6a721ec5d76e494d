"""Poker games in the rulebook: their wagers settle by the composed rules, and their folders are complete."""

import itertools

import pytest

from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.families.poker.rules.compose import result_of
from pitbook.families.poker.rules.model import LOSE, OUT_LOSE, OUT_TIE, OUT_WIN, TIE, WIN
from pitbook.games import SLUGS, game
from pitbook.games.model import Game
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.money import dollars
from tests.families.poker.test_sweep import build_of, rules_of

LISTED = [slug for slug in SLUGS if game(slug).family == "poker"]


@pytest.fixture(scope="module")
def three_card_poker() -> Game:
    return build_of("three-card-poker")


def nets(game: Game, player: str, dealer: str, **options: str) -> dict[str, int]:
    """The net win of each wager on ten dollars, in dollars."""
    bets = tuple(Bet(wager.slug, dollars(10)) for wager in game.wagers if not wager.requires_all_of)
    layout = lay_out(game, options={name.replace("_", "-"): value for name, value in options.items()})
    found = settle(layout, [Seat(parse_cards(player), bets)], parse_cards(dealer))
    nets = {item.wager: int(item.net or 0) // 100 for item in found}
    return {wager.slug: nets[wager.slug] for wager in game.wagers}


@pytest.mark.parametrize(
    ("player", "dealer", "expected"),
    [
        # ante, play, ante bonus, Pair Plus, 6 Card Bonus
        ("Ks 9d 4c", "Qd 8s 3h", (10, 10, 0, -10, -10)),  # higher than a queen
        ("Ks 9d 4c", "Jd 8s 3h", (10, 0, 0, -10, -10)),  # the dealer does not qualify
        ("Ks 9d 4c", "Kd 9s 4h", (0, 0, 0, -10, -10)),  # equal
        ("Ks 9d 4c", "Ad 8s 3h", (-10, -10, 0, -10, -10)),
        ("5s 4d 3c", "2d 2s 2h", (-10, -10, 10, 60, 50)),  # a beaten straight: the bonuses are paid; trips of six
        ("As Ks Qs", "Js Ts 3h", (10, 0, 50, 400, 10000)),  # a mini royal, and a royal flush of six cards
    ],
)
def test_three_card_poker_settles_as_its_rules_say(
    three_card_poker: Game, player: str, dealer: str, expected: tuple[int, ...]
) -> None:
    assert tuple(nets(three_card_poker, player, dealer).values()) == expected


def test_without_the_qualifier_every_dealer_hand_plays(three_card_poker: Game) -> None:
    found = nets(three_card_poker, "Ks 9d 4c", "Jd 8s 3h", dealer_qualifies="no")
    assert (found["ante"], found["play"]) == (10, 10)


def test_a_result_depends_on_the_comparison_and_on_whether_the_dealer_qualifies() -> None:
    assert [result_of(player, 5, 5) for player in (4, 5, 6)] == [LOSE, TIE, WIN]
    assert [result_of(player, 4, 5) for player in (3, 4, 6)] == [OUT_LOSE, OUT_TIE, OUT_WIN]


@pytest.mark.parametrize("slug", LISTED)
def test_every_game_is_complete(slug: str) -> None:
    """It names its sources, cites its rules, and every base wager has a pay table with a line for a win."""
    rules, game = rules_of(slug), build_of(slug)
    assert game.slug == rules.slug == slug
    assert game.letter.basis == "public rules"
    assert rules.sources
    assert rules.procedure
    assert rules.missing
    for wager in game.wagers:
        assert wager.tables or wager.house_table or wager.paid_as
        assert wager.cite
        assert len({outcome.name for outcome in wager.outcomes}) == len(wager.outcomes)
    for street in rules.streets:
        assert rules.stake(street.wager).slug == street.wager
        stakes = [choice.adds for choice in street.choices if not choice.folds]
        assert stakes == sorted(stakes)  # of equal choices the first is taken, so the smallest stake comes first


@pytest.mark.parametrize(
    ("player", "play", "allowed"),
    [
        ("As Ad 9c 5h 2s", 30, True),
        ("As Ad 9c 5h 2s", 20, True),
        ("4s 3d 2c Ah Ks", 30, True),  # a straight
        ("Ks Kd 9c 5h 2s", 30, False),
        ("Ks Kd 9c 5h 2s", 20, False),
        ("Ks Kd 9c 5h 2s", 10, True),
    ],
)
def test_a_raise_that_needs_aces_is_settled_with_aces_only(player: str, play: int, allowed: bool) -> None:
    bets = (Bet("ante", dollars(10)), Bet("super-bonus", dollars(10)), Bet("play", dollars(play)))
    seat, dealer = Seat(parse_cards(player), bets), parse_cards("Qh Qc 8d 6s 3h")
    layout = lay_out(game("crazy-4-poker"))
    if allowed:
        assert [item.net for item in settle(layout, [seat], dealer)][2] == dollars(play)
        return
    with pytest.raises(
        BadInput, match=rf"\${play} on play, which needs a pair of aces or better .*: with this hand it is"
    ):
        settle(layout, [seat], dealer)


def test_a_bonus_on_four_cards_names_only_its_own_hands() -> None:
    """Aces Up starts with aces and Queens Up with queens; the order of the outcomes is that of the pay table."""
    for slug, wager, lowest in (
        ("four-card-poker", "aces-up", "pair_of_aces"),
        ("crazy-4-poker", "queens-up", "pair_of_queens"),
    ):
        bonus = game(slug).wager(wager)
        assert [each.name for each in bonus.outcomes] == [line.outcome for line in bonus.tables[0].lines]
        assert bonus.outcomes[-1].name == lowest


@pytest.mark.parametrize(("option", "net"), [("stays", 45), ("loses", -5)])
def test_aces_up_after_a_fold_is_as_the_house_chooses(option: str, net: int) -> None:
    bets = (Bet("ante", dollars(10)), Bet("aces-up", dollars(5)))
    seat = Seat(parse_cards("7s 7h 7d Kc 4s"), bets)
    layout = lay_out(game("four-card-poker"), options={"folded-aces-up": option})
    settled = {item.wager: item.net for item in settle(layout, [seat], parse_cards("Qh Qc Qd 8s 4h 2c"))}
    assert settled == {"ante": -dollars(10), "aces-up": dollars(net)}


@pytest.mark.parametrize("slug", LISTED)
def test_a_folded_hand_has_the_cards_of_one_of_its_decisions(slug: str) -> None:
    """Fewer cards are refused unless the rules deal the others later."""
    rules = rules_of(slug)
    chosen = game(slug)
    folds = [any(choice.folds for choice in street.choices) for street in rules.streets]
    folding = rules.streets[folds.index(True) :] if True in folds else ()
    bets = tuple(Bet(stake.slug, dollars(6)) for stake in rules.before_deal)
    held, shared, dealt = (
        parse_cards("2c 3c 4c 5c 6c 7c 8c"),
        parse_cards("2d 3d 4d 5d 6d"),
        parse_cards("2h 3h 4h 5h 6h 7h 8h"),
    )

    def is_settled(own: int, board: int, dealer: int) -> bool:
        try:
            settled = settle(lay_out(chosen), [Seat(held[:own], bets)], dealt[:dealer], board=shared[:board])
        except BadInput:
            return False
        return all(item.label == "Folded" for item in settled)

    allowed = {
        (own, board, dealer)
        for own in {rules.own, *(rules.own_at(street) for street in folding)}
        for board in {rules.board, *(street.board for street in folding)}
        for dealer in {0, rules.dealer_up, rules.dealer}
        if folding
    }
    tried = itertools.product(range(rules.own + 1), range(rules.board + 1), range(rules.dealer + 1))
    assert {each for each in tried if is_settled(*each)} == allowed


@pytest.mark.parametrize(
    ("slug", "bets", "board", "sentence"),
    [
        ("mississippi-stud", "ante third-street fifth-street", 3, "no bet on fourth-street, so the hand is folded: a"),
        ("mississippi-stud", "ante third-street", 0, "the community cards are then 1, 2 or 3, not 0"),
        ("texas-holdem-bonus", "ante turn", 5, "no bet on flop, so the hand is folded: a bet on turn comes after it"),
        ("ultimate-texas-holdem", "ante", 5, "$0 and $10 on blind and ante: they must be equal"),
    ],
)
def test_bets_that_no_round_brings_are_refused(slug: str, bets: str, board: int, sentence: str) -> None:
    seat = Seat(parse_cards("Ks Qs"), tuple(Bet(each, dollars(10)) for each in bets.split()))
    with pytest.raises(BadInput) as refusal:
        settle(lay_out(game(slug)), [seat], (), board=parse_cards("2c 3c 5d 7d 8d")[:board])
    assert sentence in str(refusal.value)


def test_raise_that_the_house_does_not_offer_is_refused() -> None:
    layout = lay_out(game("ultimate-texas-holdem"), options={"largest-raise": "3x"})
    bets = (Bet("ante", dollars(10)), Bet("blind", dollars(10)), Bet("play", dollars(40)))
    with pytest.raises(BadInput, match="\\$40 on play, which needs option largest-raise=4x"):
        settle(layout, [Seat(parse_cards("Ks Qs"), bets)], parse_cards("9h 9d"), board=parse_cards("2c 3c 5d 7d 8d"))
