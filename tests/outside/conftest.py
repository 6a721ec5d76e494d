"""A small game in its own folder, which tests may modify."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitbook import games

RULES = '''"""Two Red: blackjack with a bet on three red cards."""

from pitbook.cards import Cards, suit
from pitbook.families.blackjack.rules.base import BLACKJACK_OPTIONS, base_rules, base_wager
from pitbook.games.build import read_folder
from pitbook.games.letter import Letter
from pitbook.games.model import Game, Group, Outcome, ProcedureStep, Wager

from .words import ABOUT


def three_red(player: Cards, up_card: Cards) -> int:
    red = 0
    for card in player + up_card:
        if suit(card) in (1, 2):
            red += 1
    return 1 if red == 3 else 0


WAGER = Wager(
    slug="two-red",
    name="Two Red",
    about=ABOUT,
    groups=(Group("your two cards", "player", 2), Group("the up card", "dealer", 1)),
    outcomes=(Outcome("all_red", "All Red", "three red cards"),),
    rule=three_red,
)


def build() -> Game:
    letter, wagers = read_folder(__file__, (WAGER,))
    return Game(
        slug="two-red-21",
        name="Two Red 21",
        base="blackjack",
        family="blackjack",
        about=ABOUT,
        decks=(1, 6),
        default_decks=6,
        seats=7,
        wagers=(base_wager("house rules"), *wagers),
        letter=Letter(subject="Two Red 21", regulation="regulation 2.1"),
        procedure=(ProcedureStep("Deal as at blackjack.", "house rules"),),
        options=BLACKJACK_OPTIONS,
        base_rules=base_rules,
    )
'''
PAYS = """[[table]]
id = "1"
wager = "two-red"
decks = [1, 6]
pays = { all_red = "7 to 1" }
"""
SHOW = """[examples]
two-red = ["Kh Qd / 2h", "Kh Qs / 2h"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of Two Red 21."""
    made = tmp_path / "games" / "two_red"
    made.mkdir(parents=True)
    files = {"rules.py": RULES, "words.py": 'ABOUT = "Blackjack and red cards."\n', "paytables.toml": PAYS}
    for name, text in (files | {"show.toml": SHOW}).items():
        (made / name).write_text(text, "utf-8")
    yield made
    for each in games.all_outside():
        games.unregister(each.game.slug)


def change(path: Path, old: str, new: str) -> None:
    """Replaces a text that is in the file."""
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
