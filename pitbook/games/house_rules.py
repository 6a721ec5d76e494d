"""House choices that games of every family share: the rounding of pays, and the check of rules given beside options."""

from collections.abc import Mapping

from pitbook.errors import BadInput
from pitbook.games.model import Game, Option, listed
from pitbook.money import parse_rounding

ROUNDING = Option(
    "rounding",
    (),
    "table",
    "how winnings are rounded, such as 'down to $0.50'; 'table' rounds as the pay table says",
    parse=lambda text: text == "table" or parse_rounding(text),
    title="Rounding of pays",
    choice_words={"table": "as the pay table says"},
)


def check_none(game: Game, rules: Mapping[str, str]) -> None:
    """Refuses blackjack rules for a game without them."""
    if rules:
        raise BadInput(f"{game.slug} has no blackjack rules: {listed(rules)} cannot be given")


def check_same(options: Mapping[str, str], rules: Mapping[str, str]) -> None:
    """Refuses a rule that is given twice with different values, as an option of the game and as a rule."""
    for name, value in rules.items():
        if options.get(name, value) != value:
            raise BadInput(f"option {name}={options[name]} contradicts rule {name}={value}: give one of them")
