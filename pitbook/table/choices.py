"""Checks a player's choice: the hand, the named amount, the table's limits, the most for a round, the player's chips.

The same check removes choices from a question before it is shown, and validates the answer. Whether the choice is
offered to the hand is checked by the question itself (:meth:`Ask.check`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from pitbook.cards import NO_CARD
from pitbook.errors import BadInput
from pitbook.money import Cents, format_cents
from pitbook.table.config import TableConfig
from pitbook.table.family import TableFamily
from pitbook.table.round import Player
from pitbook.table.stakes import Move, Stake, cost
from pitbook.table.steps import Choice, Place


class Chooser(NamedTuple):
    """The player or dealer who chooses, and the table."""

    family: TableFamily
    config: TableConfig
    player: Player | None
    """None for the dealer, whose answers move no money."""
    stack: Cents
    place: Place


def open_choice(who: Chooser, choice: Choice) -> Choice:
    """A choice as it is offered, with the upper bound of its amount reduced to what the seat may name; refused if the
    seat cannot make it at all."""
    amount = choice.amount
    if amount is None:
        check_choice(who, choice)
        return choice
    check_choice(who, choice, amount.low)
    low, high = 0, (amount.high - amount.low) // amount.step
    while low < high:  # binary search: every amount below an allowed one is allowed
        middle = (low + high + 1) // 2
        try:
            check_choice(who, choice, Cents(amount.low + middle * amount.step))
            low = middle
        except BadInput:
            high = middle - 1
    return replace(choice, amount=amount._replace(high=Cents(amount.low + low * amount.step)))


def check_choice(who: Chooser, choice: Choice, cents: Cents | None = None) -> Choice:
    """A choice as it is made, with a move for the named amount; refused with one sentence if it is not allowed."""
    player, stack, place = who.player, who.stack, who.place
    made = choice if choice.amount is None and cents is None else _with_sum(place, choice, cents)
    if player is None:
        return made
    if made.needs is not None and is_read(player) and not made.needs.holds(tuple(player.dealt)):
        raise BadInput(f"{place} cannot {made.word}: it needs {made.needs.words}")
    _check_stakes(who, player, made)
    price = cost(made.moves)
    if price > stack:
        purpose = made.purpose or f"to {made.word}"
        raise BadInput(
            f"seat {place.seat} has {format_cents(stack)} left, too little {purpose}: it costs {format_cents(price)}"
        )
    return made


def is_read(player: Player) -> bool:
    """Whether the software knows the player's cards; with physical cards it may know them at the showdown only."""
    return NO_CARD not in player.dealt


def _with_sum(place: Place, choice: Choice, cents: Cents | None) -> Choice:
    if choice.amount is None:
        if cents is not None:
            raise BadInput(f"{place} names {format_cents(cents)}, but {choice.word} takes no amount")
        return choice
    if cents is None:
        raise BadInput(f"{place} must name an amount to {choice.word}: {choice.amount}")
    if not choice.amount.allows(cents):
        raise BadInput(f"{place} cannot {choice.word} {format_cents(cents)}: allowed is {choice.amount}")
    return choice.naming(cents)


def _check_stakes(who: Chooser, player: Player, choice: Choice) -> None:
    """Refuses moves of the player's chips that exceed the table's limits, or the most for a wager in one round."""
    place = who.place
    most: Mapping[str, Cents] | None = None
    for move in choice.moves:
        if move.cents < 0:
            _check_taken_back(player, place, move, choice)
        if move.cents <= 0 or move.source != "player":
            continue
        most = who.family.most_staked(who.config, player.bets) if most is None else most
        wager, limits = move.key.wager, who.config.limits.get(move.key.wager)
        # Each time that chips are put up is one wager (WAC 230-15-140): a double, a split hand, a raise.
        if limits is not None and move.cents > limits.high:
            name = who.config.game.wager(wager).name
            raise BadInput(
                f"{place} cannot {choice.word}: {name} is {limits} at this table, not {format_cents(move.cents)}"
            )
        staked = 0
        for key, stake in player.stakes.items():
            staked += stake.own if key.wager == wager else 0
        for each in choice.moves:
            staked += each.cents if each.key.wager == wager and each.source == "player" else 0
        if staked > most.get(wager, 0):
            name = who.config.game.wager(wager).name
            raise BadInput(
                f"{place} cannot {choice.word}: at most {format_cents(most.get(wager, Cents(0)))} may lie on {name} "
                f"in a round, not {format_cents(Cents(staked))}"
            )


def _check_taken_back(player: Player, place: Place, move: Move, choice: Choice) -> None:
    """Refuses taking back more than the stake."""
    stake = player.stakes.get(move.key, Stake())
    staked = stake.own if move.source == "player" else stake.house
    if staked + move.cents < 0:
        raise BadInput(
            f"{place} cannot {choice.word}: {format_cents(staked)} is on {move.key.wager}, less than this takes back"
        )
