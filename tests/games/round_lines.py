r"""Rounds written in one line, like the options of the command line without dashes, and their results.

``decks 6; table royal-match=RM-08; bet royal-match=10; player Ks Qs; dealer 9h 5c``
"""

import re

from pitbook.cards import parse_cards
from pitbook.games import game
from pitbook.games.settle import Bet, Seat, Settlement, bet_name, lay_out, settle
from pitbook.hands.pai_gow import Setting, parse_setting
from pitbook.money import format_cents, parse_cents


def settlements(slug: str, line: str) -> list[Settlement]:
    """Settles the round that a line describes."""
    words: dict[str, list[str]] = {}
    for clause in line.split(";"):
        name, _, value = clause.strip().partition(" ")
        words.setdefault(name, []).append(value.strip())
    decks = next(map(int, words.pop("decks", [])), None)
    tables = dict(_pair(text) for text in words.pop("table", []))
    options = dict(_pair(text) for text in words.pop("option", []))
    hands = [parse_cards(text) for text in words.pop("player")]
    dealer = parse_cards(words.pop("dealer", [""])[0])
    meter = next(map(parse_cents, words.pop("meter", [])), None)
    bets: list[list[Bet]] = [[] for _ in hands]
    for seat, text in map(_seated, words.pop("bet", [])):
        bets[seat - 1] += _bets(text)
    settings: list[Setting | None] = [None for _ in hands]
    for seat, text in map(_seated, words.pop("set", [])):
        settings[seat - 1] = parse_setting(text, hands[seat - 1])
    assert not words, f"not understood: {words}"
    seats = [Seat(hand, tuple(bets[place]), settings[place]) for place, hand in enumerate(hands)]
    return settle(lay_out(game(slug), decks, tables, options), seats, dealer, meter)


def _pair(text: str) -> tuple[str, str]:
    name, _, value = text.partition("=")
    return name, value


def _seated(text: str) -> tuple[int, str]:
    found = re.match(r"(\d): ?(.*)", text)
    return (int(found[1]), found[2]) if found else (1, text)


def _bets(text: str) -> list[Bet]:
    name, value = _pair(text)
    amount, _, choice = value.partition(":")
    cents = parse_cents(amount)
    if name == "five-spots":
        return [Bet("match", cents, spot) for spot in range(1, 6)]
    spotted = re.fullmatch(r"(match)-(\d)", name)
    return [Bet(spotted[1], cents, int(spotted[2])) if spotted else Bet(name, cents, choice=choice)]


def paid(slug: str, line: str) -> str:
    """The one wager of a round: ``royal_match, 25 to 1, $250``."""
    (only,) = settlements(slug, line)
    return result(only)


def round_of(slug: str, line: str) -> list[str]:
    """Every wager of a round with its seat: ``1 royal-match: royal_match, 25 to 1, $250``."""
    return [
        f"{each.seat} {bet_name(Bet(each.wager, each.bet, each.spot))}: {result(each)}"
        for each in settlements(slug, line)
    ]


def result(settlement: Settlement) -> str:
    """Outcome, pay and net of a wager; envy says whose hand brought it."""
    net = "share" if settlement.net is None else format_cents(settlement.net)
    whose = f" of seat {settlement.envy_from}" if settlement.envy_from else ""
    return f"{settlement.outcome}{whose}, {settlement.pays}, {net}"
