"""Properties of every settlement, for any cards, bets and pay tables of every game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pitbook.cards import JOKER, Cards, Shoe
from pitbook.errors import NotApproved
from pitbook.games import all_games
from pitbook.games.model import Game, Wager
from pitbook.games.settle import Bet, Layout, Seat, Settlement, lay_out, settle
from pitbook.hands.blackjack import dealer_draws, total
from pitbook.money import Cents
from pitbook.pay import MeterShare, Odds, PayTable, net_of, share_of

SUIT_PERMUTATIONS = tuple(permutations(range(4)))
BETTABLE = [
    (game, wager)
    for game in all_games()
    for wager in game.wagers
    if not (wager.requires_all_of or wager.components)
    if not (wager.by_play and any(each.unless_folded for each in game.wagers))
]
"""Wagers that are settled alone. Ante and Play are settled together, and an Ante alone is a folded hand:
``tests/families/poker`` has their tests."""
BY_COLOUR = ("red-black", "blazing-7s")
"""The wagers whose lines name a colour or a suit."""


@dataclass(frozen=True)
class Round:
    """One seat with one wager at a table."""

    layout: Layout
    wager: Wager
    bet: Bet
    player: Cards
    dealer: Cards
    board: Cards = ()

    def settled(self, meter: Cents | None = None) -> Settlement:
        """The settlement of the wager, without a Super Bonus that comes with it."""
        return settle(self.layout, [Seat(self.player, (self.bet,))], self.dealer, meter, board=self.board)[0]


def layouts(game: Game, wager: Wager) -> st.SearchStrategy[Layout]:
    """Every approved deck count and pay table of a wager, with any options."""
    options = st.fixed_dictionaries(
        {name: st.sampled_from(option.choices) for name, option in game.all_options().items() if option.choices}
        | {"rounding": st.sampled_from(["table", "down to $0.50", "nearest to $0.25", "up to $1"])}
        if game.all_options()
        else {}
    )
    pairs = [(decks, table) for decks in game.decks for table in (wager.table_ids(decks) if wager.tables else [""])]
    return st.builds(
        lambda pair, chosen: _laid_out(game, pair[0], {wager.slug: pair[1]} if pair[1] else {}, chosen),
        st.sampled_from(pairs),
        options,
    )


def _laid_out(game: Game, decks: int, tables: dict[str, str], options: dict[str, str]) -> Layout:
    """Crown Treasure on top is only for the tables that have it."""
    try:
        return lay_out(game, decks, tables, options)
    except NotApproved:
        return lay_out(game, decks, tables, options | {"crown-treasure": "no"})


def bets(wager: Wager) -> st.SearchStrategy[Bet]:
    """Every bet that the letter allows on a wager."""
    lowest, highest = wager.lowest or 1, wager.highest or 1_000_000
    return st.builds(
        Bet,
        st.just(wager.slug),
        st.integers(lowest, highest).map(lambda cents: Cents(cents * (wager.units or 1))),
        st.integers(1, wager.spots) if wager.spots else st.just(0),
        st.sampled_from(wager.choice.choices) if wager.choice else st.just(""),
    )


def dealt(layout: Layout, wager: Wager, seed: int, ranks: int) -> tuple[Cards, Cards, Cards]:
    """Player's, dealer's and community cards, from a pack of some ranks only, so that they often make something."""
    game, choose = layout.game, Random(seed)
    shoe = Shoe.of_decks(layout.decks, joker=game.joker)
    sets = game.set_hands is not None
    fewest = 4 if sets or game.family == "poker" else 6 if wager.slug == "base" else 2  # enough to finish every hand
    kept = (*choose.sample(range(13), max(ranks, fewest)), 13)
    pack = [card for card in range(JOKER + 1) for _ in range(shoe.counts[card]) if card >> 2 in kept]
    choose.shuffle(pack)
    if sets:
        return tuple(pack[:7]), tuple(pack[7:14]), ()
    if game.family == "poker":
        sizes = {group.source: group.size for group in game.wagers[0].groups}
        mine, theirs, shared = (sizes.get(source, 0) for source in ("player", "dealer", "board"))
        return tuple(pack[:mine]), tuple(pack[mine : mine + theirs]), tuple(pack[mine + theirs :][:shared])
    if game.base == "match the dealer":
        return tuple(pack[:2]), tuple(pack[2:7]), ()
    if wager.slug != "base":
        return tuple(pack[:3]), tuple(pack[3:5]), ()
    mine, theirs = 2, 2
    while total(tuple(pack[:mine]))[0] < 21 and choose.random() < 0.4:
        mine += 1
    while dealer_draws(tuple(pack[mine : mine + theirs]), layout.options["soft17"] == "hit"):
        theirs += 1
    return tuple(pack[:mine]), tuple(pack[mine : mine + theirs]), ()


@st.composite
def rounds(draw: st.DrawFn, having: Callable[[Wager], bool] = lambda wager: True) -> Round:
    """A round of any wager of any game."""
    game, wager = draw(st.sampled_from([pair for pair in BETTABLE if having(pair[1])]))
    layout = draw(layouts(game, wager))
    compares = wager.check_deal is not None and game.joker
    if compares and layout.options["joker"] == "fully-wild":
        layout = replace(layout, options={**layout.options, "joker": "semi-wild"})
    player, dealer, board = dealt(layout, wager, draw(st.integers(0, 2**32)), draw(st.integers(2, 13)))
    return Round(layout, wager, draw(bets(wager)), player, dealer, board)


def paid(settlement: Settlement) -> tuple[str, str, Cents | None]:
    """The part of a settlement that a player sees."""
    return settlement.outcome, settlement.pays, settlement.net


@given(rounds(), st.randoms(use_true_random=False))
def test_the_order_of_cards_within_their_group_does_not_matter(played: Round, mix: Random) -> None:
    """Seven cards in any order, a player's first two in either, and the dealer's where no card is the up card."""
    player, dealer = played.player, played.dealer
    first = 7 if played.layout.game.joker else 2
    board = tuple(mix.sample(played.board, len(played.board)))
    mixed = (*mix.sample(player[:first], len(player[:first])), *player[first:])
    if played.wager.slug not in ("match", "match-n-poker"):
        dealer = (*mix.sample(dealer[:first], len(dealer[:first])), *dealer[first:])

    assert paid(replace(played, player=mixed, dealer=dealer, board=board).settled()) == paid(played.settled())


@given(rounds(lambda wager: wager.slug not in BY_COLOUR), st.sampled_from(SUIT_PERMUTATIONS))
def test_permuting_suits_changes_nothing(played: Round, new: tuple[int, ...]) -> None:
    """If no line names a suit or colour."""

    def renamed(cards: Cards) -> Cards:
        return tuple(card if card == JOKER else card & ~3 | new[card & 3] for card in cards)

    player, dealer, board = map(renamed, (played.player, played.dealer, played.board))
    other = replace(played, player=player, dealer=dealer, board=board)

    assert paid(other.settled()) == paid(played.settled())


@given(rounds())
def test_a_losing_wager_loses_exactly_its_bet(played: Round) -> None:
    """An outcome that pays 'loss' loses the bet, and no outcome loses more."""
    settled = played.settled()

    if settled.pays == "loss":
        assert settled.net == -played.bet.cents
    if settled.pays == "push":
        assert settled.net == 0
    assert settled.net is None or settled.net >= -played.bet.cents
    assert (settled.net is None) == (settled.share is not None)


@given(rounds(lambda wager: wager.lowest is None), st.integers(1, 1_000_000))
def test_a_larger_bet_never_wins_less(played: Round, cents: int) -> None:
    """With the same cards the outcome is the same, and winnings at odds grow with the bet."""
    low, high = sorted((played.bet.cents, Cents(cents * (played.wager.units or 1))))
    one, other = (replace(played, bet=replace(played.bet, cents=bet)).settled() for bet in (low, high))
    assert one.net is not None
    assert other.net is not None

    assert (one.outcome, one.pays) == (other.outcome, other.pays)
    if one.pays == "loss":
        assert (one.net, other.net) == (-low, -high)
    else:
        assert 0 <= one.net <= other.net


@given(rounds(), st.integers(0, 10**9))
def test_no_wager_returns_more_than_its_top_line(played: Round, meter: int) -> None:
    """Two matches on one spot at most double it, and Crown Treasure is added once."""
    table = played.layout.table_for(played.wager, played.bet.cents)
    settled = played.settled(Cents(meter))
    assert table is not None
    assert settled.net is not None

    assert settled.net <= top_of(table, played, Cents(meter))


def top_of(table: PayTable, played: Round, meter: Cents) -> int:
    """The highest pay of a table, with the most generous rounding."""
    rounding = replace(table.rounding, unit=Cents(100), mode="up")
    lines = [net_of(line.pay, played.bet.cents, rounding, meter) or 0 for line in table.lines]
    added = [net_of(line.pay, played.bet.cents, rounding, meter) or 0 for line in table.added]
    return max(lines) * (2 if played.wager.spots else 1) + sum(added)


@given(rounds(), st.integers(0, 10**9))
def test_paid_outcome_is_a_line_of_the_pay_table(played: Round, meter: int) -> None:
    """The outcome and the printed pay are on the chosen table, and the net follows from them."""
    settled = played.settled(Cents(meter))
    table = played.layout.table_for(played.wager, played.bet.cents)
    assert table is not None
    line = table.line(settled.outcome)
    if settled.outcome == "loss":
        assert settled.net == -played.bet.cents
    elif line is None:
        assert played.wager.outcome(settled.outcome).sum_of
    elif isinstance(line.pay, MeterShare):
        assert settled.net == share_of(Cents(meter), line.pay.share) - played.bet.cents
    else:
        assert settled.pays.endswith(str(line.pay))
        if isinstance(line.pay, Odds) and played.layout.options.get("rounding", "table") == "table":
            assert settled.net == net_of(line.pay, played.bet.cents, table.rounding)


GAMES = {game.slug: game for game in all_games()}


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.set_hands is not None])
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_wagers_of_a_seat_are_independent(slug: str, data: st.DataObject, seed: int) -> None:
    """All bets together give the same result as each alone, in the given order."""
    game = GAMES[slug]
    layout = lay_out(game)
    player, dealer, _ = dealt(layout, game.wagers[0], seed, 13)
    given_bets = data.draw(st.permutations([data.draw(bets(wager)) for wager in game.wagers]))

    together = settle(layout, [Seat(player, tuple(given_bets))], dealer)
    alone = [settle(layout, [Seat(player, (bet,))], dealer) for bet in given_bets]

    assert together == [settlement for settlements in alone for settlement in settlements]


ENVIED = [(game, wager) for game, wager in BETTABLE if wager.envy_minimum is not None]


@given(data=st.data(), seed=st.integers(0, 2**32), count=st.integers(2, 6))
def test_envy_is_symmetric(data: st.DataObject, seed: int, count: int) -> None:
    """Changing the seats around changes the numbers of the seats, and nothing else."""
    game, wager = data.draw(st.sampled_from(ENVIED))
    envious = [table for table in wager.tables if any(line.envy is not None for line in table.lines)]
    table = data.draw(st.sampled_from(envious))
    layout = lay_out(game, table.decks[-1], {wager.slug: table.id})
    size, choose = (7, Random(seed)) if game.joker else (2, Random(seed))
    ranks = [*choose.sample(range(10), 10 if game.joker else 1), 10, 11, 12, 13]
    shoe = Shoe.of_decks(layout.decks, joker=game.joker)
    pack = [card for card in range(JOKER + 1) for _ in range(shoe.counts[card]) if card >> 2 in ranks]
    choose.shuffle(pack)
    seats = []
    for place in range(count):
        amount = data.draw(st.sampled_from([0, 1, 499, 500, 2500]))
        cards = tuple(pack[place * size : (place + 1) * size])
        seats.append(Seat(cards, (Bet(wager.slug, Cents(amount)),) if amount else ()))
    order = data.draw(st.permutations(range(count)))
    assume(order != list(range(count)))

    dealer = () if game.joker else (0, 1)  # a deuce up: no hole card can make the dealer a Royal Match
    settled = settle(layout, seats, dealer)
    moved = settle(layout, [seats[place] for place in order], dealer)

    def renumbered(each: Settlement) -> Settlement:
        return replace(
            each, seat=order[each.seat - 1] + 1, envy_from=order[each.envy_from - 1] + 1 if each.envy_from else 0
        )

    def key(each: Settlement) -> tuple[int, int]:
        return each.seat, each.envy_from

    assert sorted(map(renumbered, moved), key=key) == sorted(settled, key=key)
    for each in settled:
        if each.envy_from:
            bet = seats[each.seat - 1].bets[0]
            assert each.seat != each.envy_from
            assert bet.cents >= 500
            assert each.net is not None
            assert each.net > 0


@given(st.lists(st.integers(1, 5), max_size=5, unique=True), st.integers(0, 2**32), st.integers(1, 10_000))
def test_five_spots_in_any_order_of_the_dealers_cards(skipped: list[int], seed: int, cents: int) -> None:
    """Equal bets on all five spots pay the same in total, for any order of the dealer's cards."""
    layout = lay_out(GAMES["million-dollar-match-the-dealer"])
    player, dealer, _ = dealt(layout, layout.game.wagers[0], seed, 2)
    seat = Seat(player, tuple(Bet("match", Cents(cents), spot) for spot in range(1, 6)))
    mixed = Random(seed + 1).sample(dealer, 5)

    def together(cards: Cards) -> int:
        return sum(each.net or 0 for each in settle(layout, [seat], cards))

    assert together(tuple(mixed)) == together(dealer)
    fewer = Seat(player, tuple(bet for bet in seat.bets if bet.spot not in skipped))
    assert (len(settle(layout, [fewer], dealer)) == 6) == (not skipped and cents >= 500)


@given(st.integers(0, 10**10), st.lists(st.sampled_from("hdc"), min_size=1, max_size=3, unique=True))
def test_meter_wins_never_pay_more_than_the_meter_shows(meter: int, suits: list[str]) -> None:
    """Repeated quarters of the remaining amount: the awards and the rest add up to the meter, to the cent."""
    layout = lay_out(GAMES["royal-match-21"])
    king, queen = 11 * 4, 10 * 4
    places = {"c": 0, "d": 1, "h": 2}
    bet = (Bet("royal-match-progressive", Cents(100)),)
    seats = [Seat((king + places[suit], queen + places[suit]), bet) for suit in suits]
    left = meter
    for each in reversed(settle(layout, seats, (king + 3, queen + 3), Cents(meter))):
        assert each.net is not None
        assert each.net + 100 == left // 4
        left -= each.net + 100

    assert 0 <= left <= meter
