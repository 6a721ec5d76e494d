"""The prices that a simulation looks up equal settlement to the cent, for every wager that one deal decides."""

from random import Random

import pytest

from pitbook.cards import JOKER
from pitbook.errors import BadInput
from pitbook.exact.par import has_par_sheet
from pitbook.games import all_games, game
from pitbook.games.model import Deal, Game, Wager
from pitbook.games.settle import LOSS, Bet, Layout, Seat, lay_out, settle
from pitbook.money import Cents, dollars
from pitbook.simulate.pricing import price

METER = dollars(12_345)
WAGERS = [
    (each, wager)
    for each in all_games()
    for wager in each.wagers
    if has_par_sheet(wager) and not wager.components and not wager.requires_all_of
]
"""Every wager that one deal decides. ``tests/families/poker/test_table_simulation.py`` checks those decided by play."""


def answer_of(layout: Layout, wager: Wager, deal: Deal, choice: str) -> int:
    options = {**layout.options, wager.choice.name: choice} if wager.choice else layout.options
    reads = (*wager.reads, wager.choice) if wager.choice else wager.reads
    return wager.rule(*wager.look(deal, 1 if wager.spots else 0), *(option.index(options) for option in reads))


def some_deals(chosen: Game, decks: int, seats: int, seed: int = 7) -> list[list[tuple[int, ...]]]:
    """Random hands of the seats, the dealer and the board; half of them from few ranks, so that many lines come up."""
    shuffle = Random(seed)
    if chosen.family == "poker":
        of = {group.source: group.size for group in chosen.wagers[0].groups}
        sizes = [of["player"]] * seats + [of.get("dealer", 0), of.get("board", 0)]
    else:
        sizes = [7 if chosen.joker else 2] * seats
        sizes += [7 if chosen.joker else 5 if chosen.base == "match the dealer" else 2, 0]
    dealt = []
    for number in range(150):
        ranks = (
            range(13)
            if number % 2 or (decks == 1 and not chosen.joker)
            else shuffle.sample(range(13), 7 if chosen.joker else 3)
        )
        shoe = [card for card in range(52) for _ in range(decks) if card >> 2 in ranks]
        cards = shuffle.sample([*shoe, JOKER] if chosen.joker else [*shoe, *range(52)][: 52 * decks], sum(sizes))
        dealt.append([tuple(cards[sum(sizes[:place]) : sum(sizes[: place + 1])]) for place in range(len(sizes))])
    return dealt


@pytest.mark.parametrize(("chosen", "wager"), WAGERS, ids=lambda each: each.slug)
def test_every_answer_is_priced_as_it_is_settled(chosen: Game, wager: Wager) -> None:
    layout = lay_out(chosen)
    if wager.slug == "blazing-7s":
        layout = lay_out(chosen, options={"third-seven": "always dealt"})
    bet = max(wager.lowest or Cents(0), Cents(500)) if wager.highest is None else wager.highest
    choice = wager.choice.choices[0] if wager.choice else ""
    meter = METER if layout.pays_from_meter(wager.slug) else None
    checked = set()
    for hand, dealer, board in some_deals(chosen, layout.decks, 1):
        player = (*hand, 0) if wager.slug == "blazing-7s" else hand
        seat = Seat(player, (Bet(wager.slug, bet, 1 if wager.spots else 0, choice),))
        (settled,) = settle(layout, [seat], dealer, meter, board=board)
        answer = answer_of(layout, wager, Deal(player, dealer, board=board), choice)
        priced = price(layout, wager, bet, [answer], meter)
        line = priced.lines[priced.line_of[0]]
        assert (line.outcome, line.pays, priced.net[priced.line_of[0]]) == (settled.outcome, settled.pays, settled.net)
        assert priced.table == settled.table
        checked.add(settled.outcome)
    assert len(checked) > 1


@pytest.mark.parametrize(
    ("slug", "wager", "table"),
    [
        ("royal-match-21", "royal-match", "RM-07"),
        ("ez-pai-gow", "dynasty", "1"),
        ("royal-riches-pai-gow", "royal-riches", "1"),
    ],
)
def test_envy_is_priced_as_it_is_settled(slug: str, wager: str, table: str) -> None:
    chosen = game(slug)
    layout = lay_out(chosen, tables={wager: table})
    bonus = chosen.wager(wager)
    bet = (Bet(wager, dollars(5)),)
    seen = set()
    for one, two, dealer, _ in some_deals(chosen, layout.decks, 2):
        settled = settle(layout, [Seat(one, bet), Seat(two, bet)], dealer, METER)
        for hand, other in ((one, 2), (two, 1)):
            (envy,) = price(layout, bonus, dollars(5), [answer_of(layout, bonus, Deal(hand, dealer), "")], METER).envy
            paid = [item.net for item in settled if item.envy_from == 3 - other and item.seat == other]
            assert sum(net for net in paid if net is not None) == envy
            seen.add(envy)
    assert len(seen) > 1


def test_the_loss_is_the_first_line_and_equal_lines_are_one() -> None:
    layout = lay_out(game("match-n-poker"), 6)
    wager = layout.game.wager("match-n-poker")
    priced = price(layout, wager, dollars(5), range(64))

    assert (priced.lines[0].outcome, priced.net[0], priced.line_of[0]) == (LOSS, -500, 0)
    assert len(set(priced.lines)) == len(priced.lines) == 7
    assert len(priced.line_of) == len(priced.envy) == 64
    assert set(priced.envy) == {0}


def test_a_share_of_no_meter_is_refused() -> None:
    layout = lay_out(game("royal-match-21"), 6)
    wager = layout.game.wager("royal-match-progressive")
    answers = range(1 << len(wager.outcomes))

    with pytest.raises(BadInput, match=r"^royal-match-progressive pays shares of a meter: give its amount"):
        price(layout, wager, dollars(1), answers)
    priced = price(layout, wager, dollars(1), answers, dollars(10_000))
    assert max(priced.net) == 10_000 * 100 - 100


def test_a_bet_that_reaches_no_pays_is_refused() -> None:
    layout = lay_out(game("million-dollar-match-the-dealer"), 6)
    bonus = layout.game.wager("super-bonus")

    with pytest.raises(BadInput, match=r"^super-bonus has no pays for a bet of \$0 with this pay table$"):
        price(layout, bonus, Cents(0), [0], qualifying=Cents(499))
    low, high = (price(layout, bonus, Cents(0), range(64), qualifying=Cents(bet)) for bet in (500, 2500))
    assert max(low.net) < max(high.net)
    assert low.net[0] == high.net[0] == 0
