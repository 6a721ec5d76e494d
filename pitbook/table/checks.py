"""Checks and formats of what a table records: texts, amounts, cards, bets and payments."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pitbook.cards import JOKER, NO_CARD, Cards, card_name, parse_cards
from pitbook.errors import BadInput, quoted
from pitbook.games.model import listed
from pitbook.games.settle import Bet, no_bet_words
from pitbook.games.settlement import Settlement, pushed_out
from pitbook.money import format_cents
from pitbook.table.config import TableConfig
from pitbook.table.family import family_of

MAX_TEXT: Final = 200
MAX_NUMBER: Final = 10**12


def settled_record(item: Settlement, hand: int, taken: bool) -> dict[str, Any]:
    """The data of a ``settled`` event; ``taken`` means that the dealer took the wager when it was locked."""
    record: dict[str, Any] = {
        "seat": item.seat,
        "wager": item.wager,
        "bet": item.bet,
        "pay_table": item.table,
        "outcome": item.outcome,
        "label": item.label,
        "pays": item.pays,
        "net": item.net,
        "pushed_out": pushed_out(item.bet, item.net, taken),
    }
    if item.house:
        record["house"] = item.house
    if item.spot:
        record["spot"] = item.spot
    if hand > 1:
        record["hand"] = hand
    if item.share is not None:
        record["share"] = str(item.share)
    if item.envy_from:
        record["envy_from"] = item.envy_from
    return record


_NAMES: Final = tuple(card_name(card) for card in range(JOKER + 1))
"""By card: views and events name every card again and again."""


def names_of(cards: Iterable[int]) -> str:
    """Cards as events record them; ``??`` is a card that only the dealer has seen."""
    return " ".join(["??" if card == NO_CARD else _NAMES[card] for card in cards])


def read_cards(text: str) -> Cards:
    """Parses cards that a person entered."""
    return parse_cards(word_of(text, "cards"))


def line_of(text: str, what: str) -> str:
    """A line of text that a person entered, with single spaces."""
    word = " ".join(word_of(text, what).split())
    if not word or not word.isprintable():
        raise BadInput(f"{what} must be one line of 1 to {MAX_TEXT} characters")
    return word


def word_of(text: object, what: str) -> str:
    """Checks that a value is a text of limited length, before anything else reads it."""
    if not isinstance(text, str) or len(text) > MAX_TEXT:
        raise BadInput(f"{what} must be a text of at most {MAX_TEXT} characters")
    return text


def check_whole(number: object, what: str) -> None:
    """Refuses a value that is not a whole number, or is too large."""
    if not isinstance(number, int) or isinstance(number, bool) or abs(number) > MAX_NUMBER:
        raise BadInput(f"{what} must be a whole number, at most {MAX_NUMBER:,}")


def check_amount(cents: int, what: str) -> None:
    """Refuses an amount that is not above zero."""
    check_whole(cents, what)
    if cents <= 0:
        raise BadInput(f"{what} of {format_cents(cents)} is not possible: give an amount above zero")


def bet_title(config: TableConfig, bet: Bet) -> str:
    """The wager's name as players say it, with the number of its spot."""
    name = _name(config, bet.wager)
    return f"{name} {bet.spot}" if bet.spot else name


def _name(config: TableConfig, slug: str) -> str:
    return config.game.wager(slug).name


def check_bet(config: TableConfig, seat: int, bets: Mapping[str, Bet], bet: Bet) -> None:
    """Refuses a bet that the letter, the table's limits or the seat's other bets do not allow."""
    wager = config.game.wager(bet.wager)
    if wager.requires_all_of:
        raise BadInput(f"{wager.slug} {no_bet_words(config.game, wager)}")
    if bet.wager not in config.offered:
        raise BadInput(f"this table does not offer {bet.wager}: it offers {listed(config.offered)}")
    if not (1 <= bet.spot <= wager.spots if wager.spots else bet.spot == 0):
        raise BadInput(f"{wager.slug} has no spot {bet.spot}: it has {wager.spots or 'only one'}")
    if wager.choice is not None:
        wager.choice.check(bet.choice)
    elif bet.choice:
        raise BadInput(f"{wager.name} has nothing to choose, but {quoted(bet.choice)} was given with the bet")
    check_amount(bet.cents, "a bet")
    limits = config.limits[bet.wager]
    if not limits.low <= bet.cents <= limits.high:
        raise BadInput(f"{bet_title(config, bet)} is {limits} at this table, not {format_cents(bet.cents)}")
    if wager.units and bet.cents % wager.units:
        raise BadInput(
            f"{wager.name} is {wager.units} equal bets: {format_cents(bet.cents)} cannot be divided by {wager.units}"
        )
    if wager.in_round:
        raise BadInput(f"{wager.name} is bet in the round, not before the deal ({wager.cite})")
    # An optional wager needs the wagers of the base game (letters 001, 002, 003 and 004).
    missing = [slug for slug in config.game.required if slug not in bets]
    if missing and not wager.is_required and not wager.alone:
        raise BadInput(
            f"seat {seat} bets on {wager.name} without the {_name(config, missing[0])} wager: place that first "
            f"({wager.cite})"
        )


def check_bets(config: TableConfig, seat: int, bets: Mapping[str, Bet]) -> None:
    """Refuses to begin a round with an incomplete or inconsistent set of bets."""
    if all(config.game.wager(bet.wager).alone for bet in bets.values()):
        return
    for slug in config.game.required:
        if slug not in bets:
            raise BadInput(
                f"seat {seat} has not bet on {_name(config, slug)}, which every round needs: place it, or take the "
                "bets back"
            )
    _check_raises(config, seat, bets)
    for bet in bets.values():
        wager = config.game.wager(bet.wager)
        same = wager.equals
        if same and bets[same].cents != bet.cents:
            amounts = f"{format_cents(bet.cents)} and {format_cents(bets[same].cents)}"
            raise BadInput(f"seat {seat} has {amounts} on {wager.name} and {_name(config, same)}: they must be equal")


def _check_raises(config: TableConfig, seat: int, bets: Mapping[str, Bet]) -> None:
    """Refuses bets so large that a raise in the round could exceed the limits of the raised wager."""
    most = family_of(config.game).most_staked(config, bets) if config.raises else {}
    for slug in config.raises:
        raised, limits = most.get(slug, 0), config.limits[slug]
        if raised > limits.high:
            first = config.game.required[0]
            highest = bets[first].cents * limits.high // raised
            raise BadInput(
                f"seat {seat} bets {format_cents(bets[first].cents)} on {_name(config, first)}, which may be raised by "
                f"{format_cents(raised)} on {_name(config, slug)}: that is {limits} at this table, so bet at most "
                f"{format_cents(highest)}"
            )
