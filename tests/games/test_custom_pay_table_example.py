"""The example of a custom pay table matches its page."""

import re
from pathlib import Path

from pitbook.cards import parse_cards
from pitbook.games import game
from pitbook.games.build import labels_of
from pitbook.games.paytables import load_own_table
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.money import Cents, dollars

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "royal-match-own.toml"
GAME = game("royal-match-21")


def test_documentation_shows_the_shipped_example() -> None:
    """docs/pay-tables.md prints the file in examples/, comments apart."""
    page = (ROOT / "docs" / "pay-tables.md").read_text("utf-8")
    shown = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert shown
    assert EXAMPLE.read_text("utf-8").endswith(shown[1])


def test_shipped_example_pays_as_documented() -> None:
    """2.2 to 1 on $11 is $24.20, paid down to the half dollar; Crown Treasure comes on top."""
    tables = load_own_table(EXAMPLE, "royal-match", labels_of(GAME.wagers))
    layout = lay_out(GAME, 6, {"royal-match": tables}, {"crown-treasure": "yes"})
    bet = (Bet("royal-match", dollars(11)),)
    seats = [Seat(parse_cards("2s 9s"), bet), Seat(parse_cards("Kd Qd"), bet)]
    suited, royal, envy = settle(layout, seats, parse_cards("Kc Qc"))
    assert (suited.net, royal.net) == (Cents(24_00), Cents(440_00 + 2_500_00))
    assert (envy.seat, envy.envy_from, envy.net) == (1, 2, Cents(20_00))
