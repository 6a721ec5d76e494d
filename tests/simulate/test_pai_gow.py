"""A whole pai gow table: every round as settlement settles it, and many rounds as the exact counts say."""

import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from pitbook.cards import Cards, Shoe, card_names, parse_cards
from pitbook.errors import BadInput
from pitbook.exact.distribution import distribution
from pitbook.families.pai_gow.rules.base import set_against_barred
from pitbook.families.pai_gow.simulate import ready as pai_gow_ready
from pitbook.families.pai_gow.simulate.bets import priced_bets
from pitbook.families.pai_gow.simulate.kernel import DEALERS, HAND, PACK, deal, five_place, lines_of, on_five, two_place
from pitbook.families.pai_gow.simulate.setting import HandTables, hand_tables, novice
from pitbook.families.pai_gow.simulate.table import PaiGowTable, table_simulation
from pitbook.games import game
from pitbook.games.model import Wager
from pitbook.games.settle import Seat, Settlement, lay_out, settle
from pitbook.hands.house_ways import HOUSE_WAYS, house_way
from pitbook.hands.pai_gow import LOSE, PUSH, WIN, setting_at
from pitbook.hands.pai_gow import is_queen_high_pai_gow as is_barred
from pitbook.money import Cents, dollars
from pitbook.simulate.blocks import Totals, add
from pitbook.simulate.compile import kernel_with
from pitbook.simulate.pricing import price
from pitbook.simulate.random import State, stream_of
from pitbook.simulate.run import run
from pitbook.simulate.table import TableRequest
from tests.simulate.table_rounds import scores, settled_totals

EZ: Mapping[str, Cents] = {
    "base": Cents(2_537), "dynasty": dollars(5), "protection": dollars(3), "red-black": Cents(755),
}  # fmt: skip
ROYAL: Mapping[str, Cents] = {
    "base": Cents(2_515), "royal-riches": dollars(7), "dealer-pai-gow": dollars(2), "pai-gow-insurance": dollars(4),
    "jackpot": dollars(1),
}  # fmt: skip
METER = dollars(123_456)
LIMIT = 4.0
"""The limit in standard errors; with these seeds no figure exceeds it."""

PAIRS = 8_250_459_031_214_400
"""Pairs of a player's and a dealer's hand; the counts are those of Foxwoods against Foxwoods, the wheel
second-highest."""
WON, LOST, PUSHED = 2_402_482_226_669_052, 2_506_863_515_529_772, 3_341_113_289_015_576
BARRED_WON, BARRED_LOST = 127_206_564_679_464, 1_703_411_996_724


def table(
    slug: str,
    bets: Mapping[str, Cents],
    *,
    rounds: int = 1,
    seats: int = 6,
    seed: int = 11,
    strategy: str = "basic",
    rules: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    tables: Mapping[str, str] | None = None,
) -> PaiGowTable:
    meter = METER if "jackpot" in bets else None
    layout = lay_out(game(slug), tables=tables, options=options)
    return table_simulation(TableRequest(layout, rounds, seats, seed, bets, Fraction(0), meter, rules or {}, strategy))


def deal_once(state: State, cards: int, pack: Any) -> None:
    """The cards of the first round of a block."""
    deal(state, pack, cards)


@cache
def dealing() -> Callable[..., None]:
    return kernel_with(deal_once)


def dealt(simulation: PaiGowTable, block: int) -> tuple[list[Cards], Cards]:
    """The hands of the seats and of the dealer in a block of one round."""
    pack = np.arange(PACK).astype(np.uint8)
    dealing()(stream_of(simulation.seed, block), HAND * (simulation.seats + 1), pack)
    hands = [tuple(pack[at : at + HAND].tolist()) for at in range(0, HAND * (simulation.seats + 1), HAND)]
    return [hands[0], *hands[2:]], hands[1]


def settled(simulation: PaiGowTable, hands: Sequence[Cards], dealer: Cards) -> list[Settlement]:
    """The same round, settled by the rulebook."""
    bets = tuple(simulation.bets_of_a_seat)
    seats = []
    for hand in hands:
        setting = setting_at(hand, *novice(hand)[:2]) if simulation.strategy == "novice" else None
        if simulation.strategy in HOUSE_WAYS:
            setting = house_way(simulation.strategy).set_hand(hand)
        seats.append(Seat(hand, bets, setting))
    return settle(simulation.layout, seats, dealer)


@pytest.mark.parametrize(
    ("rounds", "simulation"),
    [
        (40, lambda: table("ez-pai-gow", EZ)),
        (40, lambda: table("royal-riches-pai-gow", ROYAL, tables={"jackpot": "2", "royal-riches": "6"})),
        (60, lambda: table("ez-pai-gow", EZ, seats=1, rules={"color": "black"}, tables={"dynasty": "3"})),
        pytest.param(100, lambda: table("ez-pai-gow", EZ, seats=3, strategy="novice", options={"wheel": "lowest"}),
                     marks=pytest.mark.slow),
        pytest.param(200, lambda: table("royal-riches-pai-gow", ROYAL, seats=3, strategy="novice"),
                     marks=pytest.mark.slow),
        pytest.param(200, lambda: table("ez-pai-gow", EZ, seats=2, strategy="flamingo"), marks=pytest.mark.slow),
        pytest.param(100, lambda: table("royal-riches-pai-gow", ROYAL, seats=2, strategy="mimic",
                     options={"house-way": "flamingo", "wheel": "second-highest", "commission": "4%"}),
                     marks=pytest.mark.slow),
        pytest.param(100, lambda: table("ez-pai-gow", {slug: bet for slug, bet in EZ.items() if slug != "base"},
                     seats=4, options={"joker": "fully-wild"}), marks=pytest.mark.slow),
        pytest.param(100, lambda: table("royal-riches-pai-gow", {"royal-riches": Cents(499)}, seats=6),
                     marks=pytest.mark.slow),
        pytest.param(100, lambda: table("royal-riches-pai-gow", {"dealer-pai-gow": Cents(1)}, seats=6),
                     marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_every_round_is_settled_as_the_rulebook_settles_it(rounds: int, simulation: Callable[[], PaiGowTable]) -> None:
    """The same cards: the same lines, the same cents, the same envy."""
    played = replace(simulation(), rounds=rounds, block_rounds=1)
    priced = played.priced

    for block in range(rounds):
        cards = dealt(played, block)
        assert played.run(block) == settled_totals(priced, settled(played, *cards), played.meter), cards


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "bets"), [("ez-pai-gow", EZ), ("royal-riches-pai-gow", ROYAL)])
def test_many_more_rounds_are_settled_as_the_rulebook_settles_them(slug: str, bets: Mapping[str, Cents]) -> None:
    played = replace(table(slug, bets, rounds=10_000, seed=5), block_rounds=1)

    priced = played.priced
    for block in range(played.blocks):
        assert played.run(block) == settled_totals(priced, settled(played, *dealt(played, block)), played.meter)


def test_rare_hands_bring_envy_and_shares_of_the_meter() -> None:
    """Searches the compared rounds for such hands, to show that they occur."""
    royal = replace(table("royal-riches-pai-gow", ROYAL, seed=6), rounds=600, block_rounds=1)
    envied = [block for block in range(600) if royal.run(block)["royal-riches envy"][0]]

    assert len(envied) > 5
    for block in envied:
        assert royal.run(block) == settled_totals(royal.priced, settled(royal, *dealt(royal, block)), METER)


def exact_lines(simulation: PaiGowTable, slug: str) -> tuple[list[Fraction], Fraction]:
    """The chance of each line of a wager on seven cards, and the mean of a bet in cents."""
    layout, wager = simulation.layout, simulation.layout.game.wager(slug)
    counted = distribution(wager, Shoe.of_decks(1, joker=True), {**layout.options, **dict(simulation.choices)})
    priced = price(layout, wager, dict(simulation.bets)[slug], counted.answers, simulation.meter)
    chances = dict.fromkeys(simulation.priced[slug].lines, Fraction(0))
    for line, times in zip(priced.line_of, counted.answers.values(), strict=True):
        chances[priced.lines[line]] += Fraction(times, counted.total)
    nets = simulation.priced[slug].net
    mean = sum((chance * net for chance, net in zip(chances.values(), nets, strict=True)), Fraction(0))
    return list(chances.values()), mean


@cache
def played(slug: str, strategy: str = "basic") -> tuple[PaiGowTable, Totals]:
    bets = EZ if slug == "ez-pai-gow" else ROYAL
    simulation = table(slug, bets, rounds=400_000, seed=2, strategy=strategy)
    return simulation, run(simulation, workers=2).totals


@pytest.mark.parametrize(
    ("slug", "wager"),
    [
        ("ez-pai-gow", "dynasty"),
        ("ez-pai-gow", "protection"),
        ("ez-pai-gow", "red-black"),
        ("royal-riches-pai-gow", "royal-riches"),
        ("royal-riches-pai-gow", "pai-gow-insurance"),
        ("royal-riches-pai-gow", "jackpot"),
    ],
)
def test_wagers_on_seven_cards_end_as_often_as_counted(slug: str, wager: str) -> None:
    simulation, totals = played(slug)
    found = scores(wager, totals, *exact_lines(simulation, wager))

    assert len(found) >= 5
    assert max(map(abs, found)) < LIMIT


def test_envy_equals_the_value_of_other_seats_hands() -> None:
    simulation, totals = played("ez-pai-gow")
    wager = simulation.layout.game.wager("dynasty")
    counted = distribution(wager, Shoe.of_decks(1, joker=True), simulation.layout.options)
    priced = price(simulation.layout, wager, EZ["dynasty"], counted.answers)
    chances = [Fraction(times, counted.total) for times in counted.answers.values()]
    mean = sum((chance * envy for chance, envy in zip(chances, priced.envy, strict=True)), Fraction(0))
    square = sum((chance * envy**2 for chance, envy in zip(chances, priced.envy, strict=True)), Fraction(0))
    others = 6 * 5
    error = float(5**2 * 6 * (square - mean**2) / simulation.rounds) ** 0.5

    assert abs(totals["dynasty envy"][0] / simulation.rounds - float(mean) * others) < LIMIT * error


def barred_chances(won: int = WON, lost: int = LOST, pushed: int = PUSHED) -> dict[str, Fraction]:
    """The probability of each result of EZ Pai Gow's base wager, by all pairs of hands."""
    wager = game("ez-pai-gow").wager("protection")
    counted = distribution(wager, Shoe.of_decks(1, joker=True), game("ez-pai-gow").check_options({}))
    queen = next(outcome.mask for outcome in wager.outcomes if outcome.name == "queen_high_pai_gow")
    barred = Fraction(sum(times for answer, times in counted.answers.items() if answer & queen), counted.total)
    barred_pushed = barred * PAIRS - BARRED_WON - BARRED_LOST
    assert barred_pushed.denominator == 1
    assert won + lost + pushed == PAIRS
    return {
        "barred": barred,
        "win": Fraction(won - BARRED_WON, PAIRS),
        "loss": Fraction(lost - BARRED_LOST, PAIRS),
        "push": (pushed - barred_pushed) / PAIRS,
        "foul": Fraction(0),
    }


def base_scores(simulation: PaiGowTable, totals: Totals) -> list[float]:
    chances = barred_chances()
    each = [chances[line.outcome] for line in simulation.priced["base"].lines]
    bet = dict(simulation.bets)["base"]
    return scores("base", totals, each, bet * (chances["win"] - chances["loss"]))


def test_the_base_wager_ends_as_often_as_all_pairs_of_hands_say() -> None:
    simulation, totals = played("ez-pai-gow")
    found = base_scores(simulation, totals)

    assert len(found) == 5
    assert max(map(abs, found)) < LIMIT


def copies_to_the_player(player_low: int, player_high: int, dealer_low: int, dealer_high: int) -> int:
    """The rule of letter 004 broken on purpose: a copy wins."""
    low_won = player_low >= dealer_low
    high_won = player_high >= dealer_high
    if low_won and high_won:
        return WIN
    return PUSH if low_won or high_won else LOSE


@pytest.mark.slow
def test_wrong_copy_rule_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test of the test: with copies to the player, the same scores are far beyond it."""

    def broken(wager: Wager, hands: HandTables) -> Any:
        lines = kernel_with(lines_of, LINES=tuple(answers[0] for answers in hands.answers))
        barred = kernel_with(is_barred, seven_card_lines=lines)
        seen = kernel_with(
            set_against_barred, two_card_value=two_place, five_card_value=five_place, is_queen_high_pai_gow=barred,
            compare=copies_to_the_player,
        )  # fmt: skip
        return kernel_with(on_five, set_rule=seen, THIRD=DEALERS, FOURTH=DEALERS, FIFTH=DEALERS)

    monkeypatch.setattr(pai_gow_ready, "on_set_hands", broken)
    simulation = table("ez-pai-gow", {"base": dollars(10)}, rounds=131_072, seed=3)
    totals = run(simulation, workers=1).totals
    monkeypatch.undo()
    right = run(replace(simulation, seed=4), workers=1).totals

    assert max(map(abs, base_scores(simulation, totals))) > 3 * LIMIT
    assert max(map(abs, base_scores(simulation, right))) < LIMIT


def test_a_novice_does_worse_than_the_house_way() -> None:
    """Never splitting two pair, or four of a kind, or three aces costs a part of every hand."""
    _, basic = played("ez-pai-gow")
    _, new = played("ez-pai-gow", "novice")
    few = [run(table("ez-pai-gow", EZ, rounds=2_000, seed=2, strategy=way)).totals for way in ("mimic", "basic")]

    assert few[0] == few[1]
    assert new["base net"][0] < 1.5 * basic["base net"][0] < 0
    assert new["dynasty lines"] == basic["dynasty lines"]  # the same cards


@pytest.mark.parametrize(
    ("hand", "low"),
    [
        ("Ac Kd Qh 9s 7c 5d 3h", "Kd Qh"),
        ("Ac Ad Kh Qs 9c 7d 5h", "Kh Qs"),
        ("Ac Ad Kh Ks Qc Jd 9h", "Qc Jd"),
        ("Ac Ad Kh Ks Qc Qd 9h", "Ad Ac"),
        ("Ac Ad Ah Ks Kc 2d 3h", "3h 2d"),
        ("Ac Ad Ah As Kc 2d 3h", "Kc 3h"),
        ("Ac 2d 3h 4s 5c Kd Kh", "Kh Kd"),
        ("2c 3d 4h 5s 6c Ad Kh", "Ad Kh"),
        ("2c 9c 4c 5c Jk Kd Kh", "Kh Kd"),
        ("Ac Ad Ah As Jk Kd Kh", "Kh Kd"),
    ],
)
def test_the_novice_keeps_the_best_kind_of_hand(hand: str, low: str) -> None:
    cards = parse_cards(hand)
    setting = setting_at(cards, *novice(cards)[:2])

    assert card_names(setting.low) == low
    assert not setting.is_foul()


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_totals_are_the_same_for_any_number_of_workers(workers: int) -> None:
    simulation = replace(table("royal-riches-pai-gow", ROYAL, rounds=10_001, seed=8), block_rounds=1_000)
    one_by_one: Totals = {}
    for block in reversed(range(simulation.blocks)):
        one_by_one = add(one_by_one, simulation.run(block))

    assert simulation.blocks == 11
    assert simulation.rounds_in(10) == 1
    assert run(simulation, workers=workers).totals == one_by_one
    assert one_by_one["table rounds"] == one_by_one["table shoes"] == (10_001,)


def test_key_covers_every_input_of_pai_gow() -> None:
    simulation = table("ez-pai-gow", EZ)
    others = [
        table("ez-pai-gow", EZ, seats=5),
        table("ez-pai-gow", EZ, rounds=2),
        table("ez-pai-gow", EZ, seed=12),
        table("ez-pai-gow", EZ, strategy="novice"),
        table("ez-pai-gow", EZ, rules={"color": "black"}),
        table("ez-pai-gow", EZ, tables={"dynasty": "2"}),
        table("ez-pai-gow", EZ, options={"wheel": "lowest"}),
        table("ez-pai-gow", {**EZ, "base": dollars(26)}),
        table("ez-pai-gow", {"base": EZ["base"]}),
    ]
    again = pickle.loads(pickle.dumps(simulation))

    assert len({each.key for each in (simulation, *others)}) == len(others) + 1
    assert again == simulation
    assert again.key == simulation.key
    assert again.run(0) == simulation.run(0)


def test_money_is_added_up_however_much_it_is() -> None:
    """Sums of squares above 64 bits are exact."""
    simulation = replace(table("ez-pai-gow", {"base": dollars(1_000_000_000)}, seed=1), rounds=64, block_rounds=1)
    nets = [simulation.run(block)["base net"][0] for block in range(64)]
    totals = replace(simulation, block_rounds=64).run(0)

    assert max(nets) > 2**37
    assert totals["base wagered"] == (64 * 6 * 10**11,)
    for block, net in enumerate(nets):
        assert simulation.run(block)["base net squares"] == (net * net,)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rounds": 0}, "0 rounds: a simulation plays 1 to"),
        ({"rounds": -5}, "-5 rounds"),
        ({"seats": 0}, "ez-pai-gow is played by 1 to 6 seats, not 0"),
        ({"seats": 7}, "ez-pai-gow is played by 1 to 6 seats, not 7"),
        ({"bets": {}}, "nothing is bet: ez-pai-gow has base, dynasty, protection and red-black"),
        ({"bets": {"luck": dollars(5)}}, "ez-pai-gow has no wager 'luck': it has base, dynasty"),
        ({"bets": {"base": 0}}, "seat 1 bets nothing on base"),
        ({"bets": {"base": -1}}, "seat 1 bets nothing on base"),
        ({"bets": {"base": 10**15}}, "a round may come to .* can be added up"),
        ({"bets": {"base": 2.5}}, "the bet 2.5 on base is not a whole number of cents"),
        ({"bets": {"base": float("nan")}}, "the bet nan on base is not a whole number of cents"),
        ({"bets": {"base": "5"}}, "the bet '5' on base is not a whole number of cents"),
        ({"penetration": Fraction(3, 4)}, "dealt from a fresh pack every round, so a penetration changes nothing"),
        ({"penetration": Fraction(-1)}, "a penetration changes nothing"),
        ({"meter": dollars(5_000)}, "no wager that is bet pays from a meter"),
        ({"strategy": "perfect"}, "players cannot set by 'perfect': the ways known are basic, mimic, novice"),
        ({"strategy": ""}, "players cannot set by ''"),
        ({"rules": {"color": "green"}}, "option color='green' is not known: allowed are red, black"),
        ({"rules": {"soft-17": "hit"}}, "no rule 'soft-17' for its players: .* these bets are color"),
        ({"rules": {"color": "red"}, "bets": {"base": 500}}, "no rule 'color' for its players: these bets"),
    ],
)  # fmt: skip
def test_invalid_pai_gow_tables_are_refused(change: dict[str, Any], words: str) -> None:
    asked: dict[str, Any] = {
        "rounds": 1, "seats": 2, "seed": 1, "bets": {"base": dollars(5), "red-black": dollars(5)},
        "penetration": Fraction(0), "meter": None, "rules": {}, "strategy": "basic",
    }  # fmt: skip
    layout = lay_out(game("ez-pai-gow"), options=change.pop("options", None))

    with pytest.raises(BadInput, match=words):
        table_simulation(TableRequest(layout, **(asked | change)))


def test_a_jackpot_needs_a_meter() -> None:
    royal = lay_out(game("royal-riches-pai-gow"))

    with pytest.raises(BadInput, match="jackpot pays shares of a meter: give its amount"):
        table_simulation(TableRequest(royal, 1, 1, 1, {"jackpot": dollars(1)}, Fraction(0), None, {}, "basic"))
    with pytest.raises(BadInput, match=r"jackpot is \$1 to \$20, not \$25"):
        table_simulation(TableRequest(royal, 1, 1, 1, {"jackpot": dollars(25)}, Fraction(0), METER, {}, "basic"))


def test_two_wagers_of_one_kind_on_set_hands_are_refused() -> None:
    """The kernel calls one such rule beside the base wager's; a second would be settled by the first one's rule."""
    layout = lay_out(game("royal-riches-pai-gow"))
    (priced,) = priced_bets(layout, [("dealer-pai-gow", dollars(5))], None)
    with pytest.raises(BadInput, match="dealer-pai-gow and dealer-pai-gow cannot be simulated at one table"):
        pai_gow_ready.lay_out_bets([priced, priced], 0)


def test_more_kinds_of_hands_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(BadInput, match=r"tell \d+ hands apart: 64 are the most"):
        hand_tables(((high_ranks, ()),), None, False, False)


def high_ranks(hand: Cards) -> int:
    total = 0
    for card in hand:
        total += (card >> 2) ** 2
    return total


@pytest.mark.slow
def test_one_hundred_million_pai_gow_rounds_agree() -> None:
    """Base wager and bonus wagers, to a few parts in a hundred thousand."""
    simulation = table("ez-pai-gow", EZ, rounds=100_000_000, seed=1)
    totals = run(simulation).totals

    assert max(map(abs, base_scores(simulation, totals))) < LIMIT
    for slug in ("dynasty", "protection", "red-black"):
        assert max(map(abs, scores(slug, totals, *exact_lines(simulation, slug)))) < LIMIT


@pytest.mark.slow
def test_dealer_pai_gow_wins_as_often_as_all_pairs_of_hands_say() -> None:
    """Also the base wager with its commission, for players with another house way than the dealer's."""
    from pitbook.exact.select import SheetRequest
    from pitbook.families.pai_gow.exact.sheet import pai_gow_sheets

    simulation = table("royal-riches-pai-gow", ROYAL, rounds=20_000_000, seed=1, strategy="flamingo")
    totals = run(simulation).totals
    for slug in ("base", "dealer-pai-gow"):
        tables = {} if slug == "base" else {slug: simulation.layout.tables[slug][0].id}
        asked = SheetRequest(wager=slug, tables=tables, bets={slug: ROYAL[slug]}, options=dict(simulation.options))
        (sheet,) = pai_gow_sheets(simulation.layout.game, asked, "flamingo")
        chances = {row.outcome: row.probability for row in sheet.rows}
        priced = simulation.priced[slug]
        each = [chances.get(line.outcome, Fraction(0)) for line in priced.lines]
        mean = sum((chance * net for chance, net in zip(each, priced.net, strict=True)), Fraction(0))
        found = scores(slug, totals, each, mean)
        assert len(found) >= 4
        assert max(map(abs, found)) < LIMIT
