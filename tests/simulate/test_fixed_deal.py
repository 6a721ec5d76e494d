"""A table of any game without decisions: the game states its wagers, cards and spots, and the simulation follows."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from pitbook.cards import Cards, rank, suit
from pitbook.errors import BadInput
from pitbook.families.fixed_deal.rules import cards_of
from pitbook.families.fixed_deal.simulate import table as fixed_deal
from pitbook.families.fixed_deal.simulate.kernel import take
from pitbook.families.fixed_deal.simulate.table import FixedDealTable, table_simulation
from pitbook.games.letter import Letter
from pitbook.games.model import Game, Group, Option, Outcome, ProcedureStep, Wager
from pitbook.games.settle import Layout, Seat, settle
from pitbook.money import Cents, dollars
from pitbook.pay import PayLine, PayTable, parse_pay
from pitbook.simulate.compile import kernel_with
from pitbook.simulate.random import State, stream_of
from pitbook.simulate.table import TableRequest
from tests.simulate.table_rounds import settled_totals

DECKS, SEATS, DEALT, OF_DEALER = 2, 4, 3, 4


def pair_on_spot(player: Cards, dealer: Cards) -> int:
    """One of the player's cards pairs one of the two dealer cards of the spot."""
    return int(rank(player[0]) in (rank(dealer[0]), rank(dealer[1])))


def three_alike(player: Cards, dealer: Cards, aces_count: int) -> int:
    """Three of one suit, three of one rank; with the option, an ace counts as any suit."""
    suits = (suit(player[0]) == suit(player[1]) or (aces_count == 1 and rank(player[1]) == 12)) and suit(
        player[1]
    ) == suit(player[2])
    ranks = rank(player[0]) == rank(player[1]) == rank(player[2])
    return int(suits) | int(ranks) << 1 | int(suits and rank(player[0]) == rank(dealer[0])) << 2


def parity(dealer: Cards, side: int) -> int:
    """The dealer's last card is of the chosen colour."""
    return int((suit(dealer[0]) in (1, 2)) == (side == 0))


def both_ends(player: Cards, dealer: Cards) -> int:
    return int(rank(player[0]) == rank(dealer[0]))


def table_of(slug: str, *lines: tuple[str, str], envy: int = 0) -> PayTable:
    paid = tuple(PayLine(name, name, parse_pay(pay), envy=Cents(envy) if envy else None) for name, pay in lines)
    return PayTable("A", slug, (DECKS,), paid)


ACES = Option("aces", ("plain", "any-suit"), "plain", "whether an ace counts as any suit")
WAGERS = (
    Wager(
        slug="pairs", name="Pairs", about="", rule=pair_on_spot, spots=3,
        groups=(Group("your first card", "player", 1), Group("two of the dealer's", "dealer", 2)),
        outcomes=(Outcome("pair", "Pair", ""),), tables=(table_of("pairs", ("pair", "4 to 1")),),
    ),
    Wager(
        slug="three", name="Three", about="", rule=three_alike, reads=(ACES,), envy_minimum=Cents(500),
        groups=(Group("your cards", "player", 3), Group("the dealer's first", "dealer", 1)),
        outcomes=(Outcome("suited", "Suited", ""), Outcome("ranked", "Ranked", ""), Outcome("top", "Top", "")),
        tables=(table_of("three", ("top", "10% of meter"), ("ranked", "30 to 1"), ("suited", "9 to 1"), envy=200),),
    ),
    Wager(
        slug="colour", name="Colour", about="", rule=parity,
        groups=(Group("the dealer's last card", "dealer", 1, start=3),),
        choice=Option("side", ("red", "black"), "red", "the colour"),
        outcomes=(Outcome("right", "Right", ""),), tables=(table_of("colour", ("right", "1 to 1")),),
    ),
    Wager(
        slug="extra", name="Extra", about="", rule=both_ends, requires_all_of="pairs",
        groups=(Group("your last card", "player", 1, start=2), Group("the dealer's first", "dealer", 1)),
        outcomes=(Outcome("match", "Match", ""),), tables=(table_of("extra", ("match", "$40")),),
    ),
)  # fmt: skip
GAME = Game(
    slug="any-deal", name="Any Deal", base="any deal", family="fixed_deal", about="", decks=(DECKS,),
    default_decks=DECKS, seats=SEATS, wagers=WAGERS, letter=Letter(subject="Any Deal"),
    procedure=(ProcedureStep("Deal.", ""),), options=(ACES,),
)  # fmt: skip


@pytest.fixture(autouse=True)
def only_this_game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(fixed_deal, "game", lambda slug: GAME)
    monkeypatch.setattr(fixed_deal, "package_hash", lambda slug: "hash")
    yield
    fixed_deal._make_ready.cache_clear()


def table(bets: dict[str, Cents], aces: str = "plain", **changes: Any) -> FixedDealTable:
    layout = Layout(GAME, DECKS, {wager.slug: list(wager.tables) for wager in WAGERS}, {"aces": aces})
    asked: dict[str, Any] = {"rounds": 1, "seats": SEATS, "seed": 3, "penetration": Fraction(1, 2), "meter": None}
    asked |= {"rules": {}, "strategy": "basic", "bets": bets} | changes
    return table_simulation(TableRequest(layout, **asked))


def take_many(state: State, cards: Any, number: int) -> None:
    place = 0
    for _ in range(number):
        state, place = take(state, cards, place)


@cache
def taking() -> Any:
    return kernel_with(take_many)


def test_the_cards_dealt_follow_from_the_wagers() -> None:
    """Three spots that look at two dealer cards each, every spot one card further, take four cards."""
    assert (cards_of(GAME, "player"), cards_of(GAME, "dealer")) == (DEALT, OF_DEALER)


@pytest.mark.parametrize(
    ("bets", "aces", "rules"),
    [
        ({"pairs": 300, "three": 500, "colour": 250}, "plain", {"side": "black"}),
        ({"pairs": 300, "three": 499}, "any-suit", {}),
        ({"colour": 100}, "plain", {}),
    ],
)
def test_every_round_is_settled_as_the_rulebook_settles_it(
    bets: dict[str, Cents], aces: str, rules: dict[str, str]
) -> None:
    """Numbered spots, a wager that comes with them, envy, a meter, an option and a player's choice, all at once."""
    meter = dollars(1_000) if "three" in bets else None
    simulation = replace(table(bets, aces, rules=rules, meter=meter), rounds=150, block_rounds=1)
    needed = SEATS * DEALT + OF_DEALER
    assert set(simulation.priced) == set(bets) | ({"extra"} if "pairs" in bets else set())
    for block in range(simulation.blocks):
        shoe = np.tile(np.arange(52, dtype=np.int64), DECKS)
        taking()(stream_of(simulation.seed, block), shoe, 1 + needed)
        cards = tuple(shoe[1 : 1 + needed].tolist())
        seats = [Seat(cards[DEALT * seat : DEALT * (seat + 1)], simulation.bets_of_a_seat) for seat in range(SEATS)]
        settled = settle(simulation.layout, seats, cards[DEALT * SEATS :])
        assert simulation.run(block) == settled_totals(simulation.priced, settled, meter), cards


@pytest.mark.parametrize(
    ("bets", "changes", "words"),
    [
        ({}, {}, "nothing is bet on pairs, three and colour"),
        ({"extra": 100}, {}, "extra cannot be bet alone"),
        ({"pairs": 100}, {"meter": dollars(5)}, "pays nothing from a meter"),
        ({"three": 100}, {}, "pays shares of a meter"),
        ({"pairs": 100}, {"rules": {"side": "red"}}, "has no rule 'side' for its players: these bets have no choices"),
        ({"colour": 100}, {"rules": {"side": "green"}}, "green"),
        ({"colour": 100}, {"penetration": Fraction(99, 100)}, "a round of 4 seats takes 16: give at most 84%"),
    ],
)
def test_invalid_fixed_deal_tables_are_refused(bets: dict[str, Cents], changes: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        table(bets, **changes)
