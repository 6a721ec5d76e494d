"""Why poker wagers won or lost, and what hints say, sentence by sentence."""

import pytest

from pitbook.cards import parse_cards
from pitbook.families.poker.exact.knowledge import parse_sees
from pitbook.families.poker.rules.chart import ChartRule
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.show.postings import posted_rules
from pitbook.families.poker.table.advice import figures
from pitbook.families.poker.table.players import answer_for
from pitbook.games import all_games, game
from pitbook.games.settle import Bet, folded_loss, settle_bet
from pitbook.money import Cents, dollars
from pitbook.room.play.hints import write
from pitbook.room.play.service import play_config
from pitbook.table.advice import advise, average
from pitbook.table.config import configure, default_bet
from pitbook.table.reasons import reason
from pitbook.table.round import Player
from pitbook.table.run import counting_clock
from pitbook.table.seeded import SeededChance
from pitbook.table.steps import Ask, CardTo, Place
from pitbook.table.table import Table
from pitbook.table.view import RoundView
from tests.table.test_reasons import a_round, settled

POKER = [each.slug for each in all_games() if each.family == "poker"]

REASONS = [
    (
        "three-card-poker", "ante", "Ks Kd 4c", "Qd 8s 3h", "",
        "Your pair of kings beats the dealer's queen high: Ante +$10",
    ),
    ("three-card-poker", "ante", "Ks 9d 4c", "Jd 8s 3h", "", "The dealer's jack high does not qualify: Ante +$10"),
    (
        "three-card-poker", "play", "Ks 9d 4c", "Jd 8s 3h", "",
        "The dealer's jack high does not qualify: Play $10 returned",
    ),
    ("three-card-poker", "pair-plus", "7s 6d 4c", "Qd 8s 3h", "", "Pair Plus needs a pair or better: -$10"),
    (
        "three-card-poker", "ante", "As Kd 9c", "Ad Ks 8h", "",
        "Your ace high, nine kicker, beats the dealer's ace high, eight kicker: Ante +$10",
    ),
    (
        "caribbean-stud", "ante", "2s 2d 9c 8h 4s", "Ad Qs 8d 5c 3h", "",
        "The dealer's ace high, queen kicker, does not qualify: Ante +$10",
    ),
    (
        "caribbean-stud", "raise", "2s 2d 2c 8h 4s", "Ad Ks 8d 5c 3h", "",
        "Your three of a kind, deuces, pays 3 to 1: Raise +$30",
    ),
    (
        "crazy-4-poker", "super-bonus", "9s 9d 8c 6h 4s", "Kd Js 8d 5c 3h", "",
        "The Super Bonus pays only for a straight or better: your $10 is returned",
    ),
    ("crazy-4-poker", "queens-up", "9s 9d 8c 6h 4s", "", "", "Queens Up needs a pair of queens or better: -$10"),
    (
        "four-card-poker", "ante", "9s 9d 8c 6h 4s", "9c 9h 8d 6c 2d 3d", "",
        "You and the dealer both have a pair of nines, and you win ties: Ante +$10",
    ),
    (
        "triple-shot-rummy", "ante", "9s 8d 2c", "5d 4s 3h", "",
        "Your 19 points lose to the dealer's 12 points: Ante -$10",
    ),
    ("triple-shot-rummy", "ante", "9s 8d 2c", "Kd 9h 6h", "", "The dealer's 25 points do not qualify: Ante +$10"),
    ("let-it-ride", "bet", "Ts 9d 4c", "", "7h 2c", "Your ten high pays nothing: -$10"),
    (
        "i-luv-suits", "ante", "Ts 8s 6s Kd 5d Ah 2c", "8h 7h 2h Kc Qc 4d 3d", "",
        "The dealer's three-card flush, 8-7-2, does not qualify: Ante +$10",
    ),
    (
        "i-luv-suits", "play", "Ts 8s 6s Kd 5d Ah 2c", "9h 5h 3h Kc Qc 4d 2d", "",
        "Your three-card flush, 10-8-6, beats the dealer's three-card flush, 9-5-3: Play +$10",
    ),
    (
        "i-luv-suits", "flush-rush", "Ts 8s 6s Kd 5d Ah 2c", "9h 5h 3h Kc Qc 4d 2d", "",
        "Flush Rush needs a four-card flush or better: -$10",
    ),
    (
        "flush-rush", "ante", "9h 6h 5h 4h 3h 2c Kc", "", "",
        "Your five-card flush with a four-card straight flush pays 15 to 1: Ante +$150",
    ),
    ("flush-rush", "play-1", "Ks Qs 9s 7s 5h 4h 2h", "", "", "Your four-card flush pays 1 to 1: Play 1 +$10"),
    ("flush-rush", "play-2", "Ks Qs 9s 7h 5h 4h 2d", "", "", "Your three of one suit pays nothing: Play 2 -$10"),
    ("mississippi-stud", "ante", "8s 8d", "", "7h 2c Kd", "Your pair of eights is a push: Ante $10 returned"),
    ("texas-holdem-bonus", "bonus", "Kd 3s", "9h 4c", "", "Bonus needs a pair, or an ace with a jack or better: -$10"),
    ("texas-holdem-bonus", "bonus", "As Kd", "9h 4c", "", "Bonus, A♠ K♦: A-K Unsuited pays 15 to 1: +$150"),
    (
        "texas-holdem-bonus", "ante", "As 9d", "Kd 8s", "Ah Kc 7s 4d 2c",
        "The Ante pays only for a straight or better: your $10 is returned",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "wager", "cards", "dealer", "board", "words"), REASONS)
def test_each_wager_has_a_reason(slug: str, wager: str, cards: str, dealer: str, board: str, words: str) -> None:
    """Both hands, the kicker only where it decides, and the wager that the money belongs to."""
    found = settled(configure(game(slug)), wager, cards, dealer, board=board)
    assert found.partition(": ")[2] == words


def test_a_bonus_on_the_ante_is_explained_by_the_own_hand() -> None:
    """The dealer's cards have no part in it."""
    config = configure(game("three-card-poker"))
    player = Player(1, {"ante": Bet("ante", dollars(10))})
    player.dealt = list(parse_cards("7s 6d 5c"))
    round_ = a_round(config, player, "Qd 8s 3h")
    bonus = config.game.wager("ante-bonus")
    bet, ante = Bet(bonus.slug, Cents(0)), dollars(10)
    item = settle_bet(config.layout, 1, bonus, bet, round_.deal_for(player), qualifying=ante)
    assert reason(round_.seen_by(1), item) == "Your straight, seven high, pays 1 to 1: Ante Bonus +$10"


def test_a_fold_is_the_reason_only_where_it_gave_the_wager_up() -> None:
    """Pair Plus is lost with the hand; the 6 Card Bonus stays in play and loses by its cards."""
    config = configure(game("three-card-poker"))
    bets = {name: Bet(name, dollars(5)) for name in ("ante", "pair-plus", "six-card-bonus")}
    player = Player(1, bets)
    player.dealt, player.folded = list(parse_cards("7s 6d 2c")), True
    round_ = a_round(config, player, "Kd 9s 3h")
    seen = round_.seen_by(1)
    lost = folded_loss(config.layout, 1, config.game.wager("pair-plus"), bets["pair-plus"])
    stays = settle_bet(
        config.layout, 1, config.game.wager("six-card-bonus"), bets["six-card-bonus"], round_.deal_for(player)
    )
    assert reason(seen, lost) == "You folded, so Pair Plus loses: -$5"
    assert reason(seen, stays) == "6 Card Bonus needs three of a kind or better: -$5"


def first_decision(slug: str) -> tuple[RoundView, Ask, Place]:
    """The first seat's view when it is asked for the first time."""
    config = play_config(slug)
    table = Table(config, SeededChance(3), counting_clock(), lambda event: None)
    table.sit(1, "Guest", dollars(1_000))
    for wager in config.wagers():
        if wager.is_required:
            table.bet(1, wager.slug, default_bet(config, wager.slug))
    table.close_betting()
    while not isinstance(table.step, Ask):
        table.deal() if isinstance(table.step, CardTo) else table.do()
    assert table.round is not None
    return table.round.seen_by(1), table.step.seen_by(1), next(iter(table.step.open))


@pytest.mark.parametrize("slug", ["four-card-poker", "crazy-4-poker", "dj-wild"])
def test_automatic_players_read_a_known_chart_instead_of_counting(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting every dealer hand takes 50 ms at these games, and a table asks thousands of times."""
    steps = ((0, ChartRule("fold", "everything else")),)
    monkeypatch.setattr("pitbook.families.poker.table.advice._steps", lambda slug, tables, options: steps)
    monkeypatch.setattr("pitbook.families.poker.table.players.situation_of", lambda view, place: pytest.fail("counted"))
    assert answer_for(*first_decision(slug)) == "fold"


@pytest.mark.parametrize("slug", POKER)
def test_the_first_hint_needs_no_count(slug: str) -> None:
    """From the stored chart or solution: nothing is compiled or counted."""
    view, ask, place = first_decision(slug)
    advice = advise(view, ask, place, None, write)
    label, _, why = advice.words.partition(": ")
    assert label in ("Fold", "Check", "Let it ride", "Take one back", "Bet 1x", "Bet 2x", "Bet 3x", "Bet 4x")
    assert why.startswith(("the chart's choice ", "on average you "))


@pytest.mark.parametrize("slug", POKER)
def test_the_expected_loss_of_the_first_stake_is_known(slug: str) -> None:
    """The session line needs it, and no game's figures may be refused or left out."""
    config = play_config(slug)
    found = figures(config, Bet(config.game.main, dollars(30)), False)
    assert found is not None
    assert 0 < found.edge < 0.1


def test_posted_rules_name_the_raises_of_each_street_once() -> None:
    def posted(slug: str) -> list[str]:
        found = posted_rules(configure(game(slug)))
        assert found is not None
        return [words for words in found.sentences if words.startswith(("Fold", "A player who folds"))]

    assert posted("mississippi-stud") == [
        "Fold, or bet 1, 2 or 3 times the Ante on 3rd Street, 4th Street and 5th Street.",
        "A player who folds loses Ante and every bet made since; 3 Card Bonus stays in play.",
    ]
    assert posted("dj-wild") == ["Fold, or bet twice the Ante on Play.", "A player who folds loses Ante and Blind."]
    # One Play bet on three streets: the sentence about the wager says how much on which.
    assert posted("ultimate-texas-holdem")[0].startswith("A player who folds loses Ante")


@pytest.mark.parametrize(
    ("value", "words"), [(0.0004, "break even"), (-0.21, "lose $2.10 of $10"), (0.5, "win $5 of $10")]
)
def test_a_zero_average_is_not_called_a_win(value: float, words: str) -> None:
    assert average(value, 1_000, of_bet=True) == words


@pytest.mark.parametrize(
    ("slug", "sees", "words"),
    [
        ("three-card-poker", "none", "The player knows only their own cards."),
        ("let-it-ride", "none", "The player knows only their own cards and the face-up community cards."),
        ("caribbean-stud", "dealer:1", "Besides their own cards, the player knows one of the dealer's 5 cards."),
        (
            "caribbean-stud",
            "dealer:1+dealer:2~KA",
            (
                "Besides their own cards, the player knows one of the dealer's 5 cards and whether one further dealer "
                "card is a king or ace."
            ),
        ),
        (
            "three-card-poker",
            "dealer:1~A",
            "Besides their own cards, the player knows whether one dealer card is an ace.",
        ),
        (
            "three-card-poker",
            "dealer:all~6A",
            "Besides their own cards, the player knows which of the dealer's 3 cards are sixes or aces.",
        ),
        (
            "let-it-ride",
            "board:1+board:2~8",
            (
                "Besides their own cards, the player knows the first community card from the start and whether the "
                "second community card is an eight, before it is turned over."
            ),
        ),
    ],
)
def test_what_the_player_knows_in_words(slug: str, sees: str, words: str) -> None:
    rules = rules_of(slug)
    assert parse_sees(sees, rules).words(rules) == words
