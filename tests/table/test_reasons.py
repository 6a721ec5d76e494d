"""Why each wager won, lost or was returned: one sentence for every outcome of every wager of every game."""

from dataclasses import replace

import pytest

from pitbook.cards import Shoe, parse_cards
from pitbook.families.blackjack.rules.hands import Hand, settle_hand, settle_insurance
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.games import SLUGS, game
from pitbook.games.model import Deal
from pitbook.games.settle import Bet, Settlement, dependent_wagers, lay_out, settle_bet
from pitbook.games.shown import example_hands, shown
from pitbook.hands.pai_gow import Setting, parse_setting
from pitbook.money import Cents, dollars
from pitbook.table.config import TableConfig, configure
from pitbook.table.reasons import reason
from pitbook.table.round import Player, Round
from pitbook.table.steps import BOARD

BET = dollars(10)


def a_round(config: TableConfig, player: Player, dealer: str, board: str = "") -> Round:
    found = Round(1, config, {player.seat: player}, None)
    found.dealer = list(parse_cards(dealer))
    found.shared[BOARD] = list(parse_cards(board))
    return found


def settled(config: TableConfig, slug: str, cards: str, dealer: str, choice: str = "", board: str = "") -> str:
    """The reason of one side wager, and its outcome before it."""
    wager = config.game.wager(slug)
    cents = Cents(min(BET, wager.highest or BET))
    if wager.requires_all_of:
        bets = [Bet(wager.requires_all_of, BET, spot) for spot in range(1, 6)]
    else:
        bets = [Bet(slug, cents, 1 if wager.spots else 0, choice or (wager.choice.default if wager.choice else ""))]
    player = Player(1, {f"{bet.wager}-{bet.spot}" if bet.spot else bet.wager: bet for bet in bets})
    player.dealt = list(parse_cards(cards))
    round_ = a_round(config, player, dealer, board)
    if config.game.set_hands is not None:
        deal = config.game.set_hands(tuple(player.dealt), None, tuple(round_.dealer), config.layout.options)
        player.hands = [deal.player_set]
    else:
        deal = Deal(tuple(player.dealt), tuple(round_.dealer), board=tuple(round_.shared[BOARD]))
    if wager.requires_all_of:
        ((dependent, lowest),) = dependent_wagers(config.layout, bets)
        item = settle_bet(config.layout, 1, dependent, Bet(slug, Cents(0)), deal, qualifying=lowest)
    else:
        item = settle_bet(config.layout, 1, wager, bets[0], deal)
    if item.net is None:
        item = replace(item, net=Cents(123_00))
    return f"{item.outcome}: {reason(round_.seen_by(1), item)}"


def tables() -> list[tuple[str, str, str, int]]:
    """Every side wager of every game with each of its pay tables."""
    return [
        (slug, wager.slug, table, next(iter(decks)))
        for slug in SLUGS
        for wager in game(slug).wagers
        if not wager.by_play or wager.slug not in game(slug).part_of(game(slug).main)
        if wager.slug in shown(game(slug)).hands and wager.slug != "base"
        for table in wager.table_ids()
        if (decks := [each for each in game(slug).decks if table in wager.table_ids(each)])
    ]


@pytest.mark.parametrize(("slug", "name", "table", "decks"), tables())
def test_every_line_of_every_pay_table_has_its_reason(slug: str, name: str, table: str, decks: int) -> None:
    """For every line that pays, the sentence begins with a capital or a card, ends with the money, and has no
    identifier."""
    rules = game(slug)
    wager = rules.wager(name)
    offered = {name, wager.requires_all_of or name, *rules.required}
    config = configure(
        rules, offered=tuple(s for s in rules.wager_slugs() if s in offered and not rules.wager(s).requires_all_of)
    )
    config = replace(config, layout=lay_out(rules, decks, {name: table}, dict(config.layout.options)))
    shoe, seen = Shoe.of_decks(decks, joker=rules.joker), set()
    for hand in example_hands(rules, name):
        dealt = parse_cards(f"{hand.player} {hand.dealer} {hand.board}")
        if any(dealt.count(card) > shoe.counts[card] for card in dealt):
            continue
        dealer = hand.dealer or {"blackjack": "9h 5c", "Three Card Poker": "2h 3d 9c"}.get(rules.base, "")
        outcome, _, words = settled(config, name, hand.player, dealer, board=hand.board).partition(": ")
        seen.add(outcome)
        assert words[0].isupper() or words[0].isdigit(), words
        assert "_" not in words
        assert "Loss" not in words
        assert words.endswith(("is returned", "commission")) or "$" in words.rpartition(" ")[2], words
    assert "loss" in seen or wager.requires_all_of


GOLDEN = [
    ("royal-match-21", "royal-match", "Kh Qh", "9s 5c", "K-Q of hearts: Royal Match pays 25 to 1: +$250"),
    (
        "royal-match-21",
        "royal-match",
        "9d 3d",
        "9s 5c",
        "Royal Match, 9-3 of diamonds: Two Suited Cards pay 2.5 to 1: +$25",
    ),
    ("royal-match-21", "royal-match", "Kh 7c", "9s 5c", "K♥ 7♣ are not of one suit: -$10"),
    (
        "royal-match-21",
        "royal-match-progressive",
        "Kh Qh",
        "9s 5c",
        "K-Q of hearts: Royal Match pays 40 for 1 with your bet included: +$39",
    ),
    (
        "royal-match-21",
        "royal-match-progressive",
        "Kh Qh",
        "Ks Qs",
        "K-Q of hearts with the dealer's K-Q of spades: Double Royal Match pays 25% of the jackpot: +$123",
    ),
    (
        "royal-match-21",
        "royal-match-progressive",
        "9d 3d",
        "9s 5c",
        "Royal Match Progressive needs a 2-card straight flush or better: -$1",
    ),
    (
        "match-n-poker",
        "match-n-poker",
        "9s 4d",
        "9c",
        "Match-n-Poker, 9♠ 4♦ with the dealer's 9♣: Match pays 1 to 1: +$10",
    ),
    (
        "match-n-poker",
        "match-n-poker",
        "Ks 6d",
        "9c",
        "K♠ 6♦ with the dealer's 9♣ make no match and no poker hand: -$10",
    ),
    (
        "million-dollar-match-the-dealer",
        "match",
        "8d 8c",
        "8d",
        "8♦ 8♣ with the dealer's 8♦: Suited and Unsuited Match pays 13 to 1: +$130",
    ),
    ("million-dollar-match-the-dealer", "match", "Qc 3c", "8d", "Q♣ 3♣ do not match the dealer's 8♦: -$10"),
    (
        "million-dollar-match-the-dealer",
        "super-bonus",
        "Kh Kd",
        "Ks 9s 5d Kc 2c",
        "Super Bonus, K♥ K♦: Any 4-Card Match pays $200",
    ),
    ("ez-pai-gow", "dynasty", "As Ah Kd Tc 8s 5d 3h", "", "Dynasty Bonus needs three of a kind or better: -$10"),
    ("ez-pai-gow", "protection", "As Ah Kd Tc 8s 5d 3h", "", "EZ Pai Gow Protection needs a pai gow: -$10"),
    ("ez-pai-gow", "red-black", "Kh Jd 9h 8c 6s 4c 2s", "", "Fewer than four of your seven cards are red: -$10"),
    (
        "royal-riches-pai-gow",
        "dealer-pai-gow",
        "Jc Jh 9h 7d 6d 4h 2h",
        "As Ah Kd Tc 8s 5d 3h",
        "The dealer has no pai gow: -$10",
    ),
    (
        "royal-riches-pai-gow",
        "dealer-pai-gow",
        "Jc 8h 9h 7d 6d 4h 2h",
        "As Qd Tc 8s 7s 5d 3c",
        "Your high hand does not beat the dealer's: -$10",
    ),
]


@pytest.mark.parametrize(("slug", "wager", "cards", "dealer", "words"), GOLDEN)
def test_side_bets_have_reasons(slug: str, wager: str, cards: str, dealer: str, words: str) -> None:
    assert settled(configure(game(slug)), wager, cards, dealer).partition(": ")[2] == words


HAND_CASES = [
    ("Th 9s", "Td 7c", {}, {}, "Your 19 beats the dealer's 17: +$10"),
    ("As Kd", "9h 8c", {}, {}, "Your blackjack pays 3 to 2: +$15"),
    ("As Kd", "Ah Kc", {}, {}, "You and the dealer both have blackjack, push: your $10 is returned"),
    ("Th 5s", "6d Tc Kh", {}, {}, "The dealer's 26 is over 21, your 15 wins: +$10"),
    ("Th 5s 9c", "6d Tc", {}, {}, "Your 24 is over 21: -$10"),
    ("Th 8s", "Td 8c", {}, {}, "You and the dealer both have 18, push: your $10 is returned"),
    ("Th 8s", "Td 9c", {}, {}, "The dealer's 19 beats your 18: -$10"),
    ("Th 8s", "Ad Kc", {}, {}, "The dealer's blackjack beats your 18: -$10"),
    ("As Kd", "Th 9c", {"after_split": True}, {}, "Your 21 beats the dealer's 19: +$10"),
    ("Th 6s", "Td 9c", {"surrendered": True}, {"surrender": "late"}, "You surrendered and keep half of your $10: -$5"),
    (
        "Th 8s",
        "Ad Kc",
        {"first": Cents(5_00)},
        {"hole_card": "original-bets-only"},
        "The dealer's blackjack takes only your first bet: -$5",
    ),
    ("2h 3s 4c 5d 2c", "Td 9c", {}, {"five_card": "charlie"}, "Five cards without going over 21, 1 to 1: +$10"),
]


@pytest.mark.parametrize(("cards", "dealer", "of_hand", "of_rules", "words"), HAND_CASES)
def test_blackjack_hands_have_reasons(
    cards: str, dealer: str, of_hand: dict[str, object], of_rules: dict[str, object], words: str
) -> None:
    config = configure(game("match-n-poker"))
    rules = replace(BlackjackRules(), **of_rules)  # type: ignore[arg-type]
    hand = Hand(**({"cards": parse_cards(cards), "bet": BET, "first": BET} | of_hand))  # type: ignore[arg-type]
    paid = settle_hand(config.layout, config.game.wager("base"), hand, parse_cards(dealer), rules)
    item = Settlement(1, "base", 0, BET, "house", paid.outcome, paid.label, paid.pays, paid.net)
    player = Player(1, {"base": Bet("base", BET)}, hands=[hand])
    assert reason(a_round(config, player, dealer).seen_by(1), item) == words


def test_insurance_has_a_reason() -> None:
    config = configure(game("match-n-poker"))
    found = []
    for dealer in ("Ad Kc", "Ad 9c"):
        paid = settle_insurance(dollars(5), parse_cards(dealer))
        item = Settlement(1, "insurance", 0, dollars(5), "house", paid.outcome, paid.label, paid.pays, paid.net)
        found.append(reason(a_round(config, Player(1, {}), dealer).seen_by(1), item))
    assert found == [
        "The dealer has blackjack, insurance pays 2 to 1: +$10",
        "The dealer has no blackjack, insurance loses: -$5",
    ]


PAI_GOW = [
    ("ez-pai-gow", "Kd Kc / As Ah 9s 5d 3h", "Td 8c / Qs Qh 7s 4d 2h", "Both your hands beat the dealer's: +$10"),
    (
        "royal-riches-pai-gow",
        "Kd Kc / As Ah 9s 5d 3h",
        "Td 8c / Qs Qh 7s 4d 2h",
        "Both your hands beat the dealer's: +$9.50 after 5% commission",
    ),
    (
        "ez-pai-gow",
        "9d 8c / As Ah 7s 5d 3h",
        "Td 8d / Qs Qh 7c 4d 2h",
        "Your high hand won, your low hand lost, push: your $10 is returned",
    ),
    (
        "ez-pai-gow",
        "Td 8c / As Ah 7s 5d 3h",
        "Th 8d / Qs Qh 7c 4d 2h",
        "Your high hand won, your low hand tied (a tie goes to the dealer), push: your $10 is returned",
    ),
    ("ez-pai-gow", "9d 8c / Js Th 7s 5d 3h", "Td 8d / Qs Qh 7c 4d 2h", "Your high hand lost, your low hand lost: -$10"),
    (
        "ez-pai-gow",
        "Kd Kc / As Jh 9s 5d 3h",
        "Td 8d / Qs Qh 7c 4d 2h",
        "Your low hand outranks your high hand, a foul: -$10",
    ),
    (
        "ez-pai-gow",
        "9d 8c / As Ah 7s 5d 3h",
        "Jd 9c / Qs 8h 6s 4d 2c",
        "The dealer has a queen-high pai gow, push: your $10 is returned",
    ),
    ("royal-riches-pai-gow", "fold", "Td 8d / Qs Qh 7c 4d 2h", "You folded: -$10"),
]


def setting(text: str) -> Setting:
    return parse_setting(text, parse_cards(text.replace("/", " ")))


@pytest.mark.parametrize(("slug", "own", "dealer", "words"), PAI_GOW)
def test_pai_gow_hands_have_reasons(slug: str, own: str, dealer: str, words: str) -> None:
    config = configure(game(slug))
    player = Player(1, {"base": Bet("base", BET)})
    round_ = a_round(config, player, dealer.replace("/", " "))
    player.folded = own == "fold"
    own_set = setting("Kd Kc / As Ah 9s 5d 3h" if player.folded else own)
    player.hands, player.dealt = [own_set], list(own_set.low + own_set.high)
    if player.folded:
        item = Settlement(1, "base", 0, BET, "house", "loss", "Folded", "loss", Cents(-BET))
    else:
        deal = Deal(tuple(player.dealt), tuple(round_.dealer), own_set, setting(dealer))
        item = settle_bet(config.layout, 1, config.game.wager("base"), player.bets["base"], deal)
    assert reason(round_.seen_by(1), item) == words


def test_a_folded_hand_and_envy_have_reasons() -> None:
    config = configure(game("royal-riches-pai-gow"))
    player = Player(1, {"royal-riches": Bet("royal-riches", dollars(5))}, folded=True)
    round_ = a_round(config, player, "")
    lost = Settlement(1, "royal-riches", 0, dollars(5), "1", "loss", "Folded: does not qualify", "loss", Cents(-5_00))
    assert reason(round_.seen_by(1), lost) == "You folded, so Royal Riches loses: -$5"
    envy = Settlement(1, "royal-riches", 0, Cents(0), "1", "x", "4 of a Kind", "envy $5", Cents(5_00), envy_from=4)
    assert reason(round_.seen_by(1), envy) == "Envy, because seat 4 has 4 of a Kind: +$5"
