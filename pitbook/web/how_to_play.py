"""How to play: what a newcomer reads at a table, from the game's own rules, wagers and examples."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from pitbook.pay import PayTable
from pitbook.room.play import play_config
from pitbook.table.config import BASE, TableConfig
from pitbook.web.examples import Example, examples


@dataclass(frozen=True, slots=True)
class SideBet:
    """A wager beside the game itself."""

    slug: str
    name: str
    about: str
    sample: Example
    """A hand that wins, and what it pays."""
    meaning: str
    """What that hand is, in words."""


@dataclass(frozen=True, slots=True)
class HowTo:
    """The sheet of one game."""

    aim: str
    values: str
    choices: tuple[tuple[str, str], ...]
    side_bets: tuple[SideBet, ...]
    strategy: str
    """Where the best play is shown; empty where nothing is to be decided."""


_BLACKJACK_CHOICES: Final = (
    ("Hit", "take one more card"),
    ("Stand", "take no more cards"),
    ("Double", "double your bet and take exactly one more card"),
    ("Split", "make two hands of a pair, with a second bet of the same size"),
)
_SURRENDER: Final = ("Surrender", "give up the hand and get half your bet back")
_INSURANCE: Final = ("Insurance", "against an ace: half your bet that the dealer has blackjack, paid 2 to 1")
_PAI_GOW_CHOICES: Final = (
    ("Set your hand", "choose two cards for the low hand; the other five are the high hand and must rank higher"),
    ("House way", "lay the cards as the dealer would; you can still change them before you set the hand"),
)
_FOLD: Final = ("Fold", "give up the hand and lose your bet")


@cache
def how_to_play(slug: str) -> HowTo:
    """The sheet of a game as it is played here."""
    config = play_config(slug)
    return HowTo(_aim(config), _values(config), _choices(config), _side_bets(config), _strategy(config))


def _aim(config: TableConfig) -> str:
    if config.rules is not None:
        pays = config.rules.blackjack_pays
        return (
            "Get closer to 21 than the dealer without going over. A win pays 1 to 1; an ace with a ten-value card in "
            f"your first two cards is blackjack and pays {pays.numerator} to {pays.denominator}. Equal totals are a "
            "push: your bet is returned."
        )
    if config.game.base == "pai gow poker":
        commission = config.layout.options.get("commission")
        won = f"1 to 1, less {commission} commission" if commission else "1 to 1"
        push = "" if commission else " If the dealer has a queen-high pai gow, every bet is returned."
        return (
            f"Make two poker hands of your seven cards. If both beat the dealer's two hands you win {won}; if one "
            f"does, your bet is returned; if none does, you lose. A tie goes to the dealer.{push}"
        )
    return (
        "You get two cards and the dealer five. Each of your five bets is on one dealer card and wins if one of your "
        "cards has the same rank; it pays more if the suit is the same too."
    )


def _values(config: TableConfig) -> str:
    if config.rules is not None:
        soft = "hits soft 17" if config.rules.hits_soft_17 else "stands on every 17"
        return (
            "Number cards count as printed, jack, queen and king as 10, an ace as 11 or 1. The dealer draws to 16 and "
            f"{soft} (a 17 with an ace that counts 11)."
        )
    if config.game.base == "pai gow poker":
        return (
            "Hands rank as in poker; the low hand of two cards can only be a pair or high cards. The joker is an ace, "
            "or completes a straight or a flush."
        )
    return "Only rank and suit count: an ace matches an ace, a king a king."


def _choices(config: TableConfig) -> tuple[tuple[str, str], ...]:
    if config.rules is not None:
        late = (_SURRENDER,) if config.rules.surrender != "none" else ()
        return (*_BLACKJACK_CHOICES, *late, *((_INSURANCE,) if config.rules.insurance else ()))
    if config.game.base == "pai gow poker":
        return (*_PAI_GOW_CHOICES, *((_FOLD,) if "folded-hand" in config.layout.options else ()))
    return (("Bet", "on one to five of the dealer's cards; after that there is nothing to decide"),)


def _side_bets(config: TableConfig) -> tuple[SideBet, ...]:
    riding = [wager for wager in config.game.wagers if wager.rides_on in config.offered]
    found = []
    for wager in (*config.wagers(), *riding):
        if wager.slug == BASE or wager.slug not in config.layout.tables:
            continue
        table: PayTable = config.layout.tables[wager.slug][0]
        winning = [each for each in examples(config.game, wager, table.id) if each.verdict in ("won", "meter")]
        # The one in the middle of the pay table: not the rarest hand.
        sample = winning[(len(winning) - 1) // 2]
        found.append(SideBet(wager.slug, wager.name, wager.about, sample, wager.outcome(sample.outcome).meaning))
    return tuple(found)


def _strategy(config: TableConfig) -> str:
    if config.rules is not None:
        return "/learn/blackjack"
    return "/learn/pai-gow" if config.game.base == "pai gow poker" else ""
