"""The base game of blackjack as a par sheet: the same blocks, words and digits on paper, page and screen."""

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, Final

from pitbook import __version__
from pitbook.exact.figures import NONE, ReturnBar, ReturnChart, number, one_in
from pitbook.exact.par import ParSheet
from pitbook.exact.rule_hash import rule_hash
from pitbook.families.blackjack.exact.base import (
    BASE,
    METHOD,
    NAME,
    inputs_hash,
    is_by_itself,
    net_words,
    rules_of_sheet,
    solved_record,
)
from pitbook.families.blackjack.exact.chart import CODES
from pitbook.families.blackjack.rules.posted import headline, rules_in_words
from pitbook.games.options_read import options_in_words
from pitbook.games.package import hash_of_table
from pitbook.reports.par.view import Block, Entry, Fact, SheetView, TextLine

HEADINGS: Final = ("Net result", "Probability", "1 in", "Return")
STRATEGIES: Final = {"total_dependent": "the chart, by totals", "composition_dependent": "the best for every card"}
ENDINGS: Final = ("17", "18", "19", "20", "21", "bust")
DEPARTURES: Final = 12
"""The most exceptions to the chart that are shown."""


def blackjack_view(sheet: ParSheet) -> SheetView:
    """Everything on the sheet, ready to be shown."""
    record = solved_record(sheet)
    rules = headline(rules_of_sheet(sheet))
    by_itself = is_by_itself(sheet.game)
    most = max(row.net or 0 for row in sheet.rows)
    edge = _edge(sheet)
    return SheetView(
        name=f"{sheet.game.name}: {'' if by_itself else f'{NAME}, '}base wager, {rules}",
        short=sheet.game.slug if by_itself else f"{sheet.game.slug} {BASE}",
        entry=Entry(
            game=sheet.game.name,
            wager=f"{NAME}, base wager",
            table="house rules",
            decks=sheet.decks,
            shoe=_decks(sheet),
            house_edge=_percent(edge),
            hit_frequency=_percent(record["win"], 3),
            deviation=number(sheet.standard_deviation),
        ),
        title=sheet.game.name,
        subtitle=f"{'Base' if by_itself else f'{NAME}, base'} wager, {_decks(sheet)}",
        about=tuple(_about(sheet)),
        summary=tuple(_summary(sheet)),
        headings=HEADINGS,
        words=1,
        lines=tuple(
            TextLine(
                (
                    net_words(row["net_decimal"]),
                    f"{row['probability']:.10f}",
                    one_in(1 / Fraction(row["probability"])),
                    f"{row['probability'] * row['net_decimal']:+.8f}",
                ),
                wins=row["net_decimal"] > 0,
            )
            for row in record["outcomes"]
        ),
        total=TextLine(("Total", "1.0000000000", "", f"{-edge:+.8f}"), wins=False),
        check=_check(sheet),
        chart=_chart(record),
        blocks=tuple(_blocks(sheet)),
        assumptions=(record["split_treatment"], *record["assumptions"]),
        inputs_hash=inputs_hash(sheet),
        top_prize=f"{float(most):g} bets, after splits and doubles",
    )


def _decks(sheet: ParSheet) -> str:
    return f"{sheet.decks} decks" if sheet.decks > 1 else "one deck"


def _edge(sheet: ParSheet) -> float:
    return float(solved_record(sheet)["house_edge"]["total_dependent"])


def _percent(value: float, places: int = 4) -> str:
    return f"{value:.{places}%}"


def _about(sheet: ParSheet) -> Iterator[Fact]:
    record = solved_record(sheet)
    yield Fact("Game", sheet.game.name)
    if not is_by_itself(sheet.game):
        letter = sheet.game.letter
        dated = f", {letter.dated.day} {letter.dated:%B %Y}" if letter.dated > date.min else ""
        yield Fact("Letter", f"{letter.label}{dated}")
        yield Fact("Maker", letter.maker or "no maker")
    yield Fact("Wager", f"{NAME}, the first wager of a round")
    yield Fact("Shoe", f"{_decks(sheet)}, {sum(record['shoe'].values())} cards")
    yield Fact("Strategy", "the chart, unless stated otherwise")
    yield Fact("Computed by", f"Pitbook {__version__}")
    yield Fact("Rules", rules_in_words(record["rules"]))
    if not is_by_itself(sheet.game):
        yield Fact("Options read", options_in_words(sheet.game, record["options"]))
    yield Fact("Method", METHOD)
    yield Fact("Rule hash", rule_hash(sheet.wager))
    yield Fact("Pay table hash", hash_of_table(sheet.table))
    yield Fact("Inputs", inputs_hash(sheet))


def _summary(sheet: ParSheet) -> Iterator[Fact]:
    record = solved_record(sheet)
    yield Fact("House edge, by the chart", _percent(_edge(sheet), 6))
    yield Fact("House edge, best for every card", _percent(record["house_edge"]["composition_dependent"], 6))
    yield Fact("Standard deviation", number(sheet.standard_deviation, 6))
    yield Fact("Wins", _percent(record["win"]))
    yield Fact("Pushes", _percent(record["push"]))
    yield Fact("Loses", _percent(record["loss"]))


def _check(sheet: ParSheet) -> str:
    """Raises where the totals do not agree."""
    outcomes = solved_record(sheet)["outcomes"]
    whole = sum(row["probability"] for row in outcomes)
    returned = sum(row["probability"] * row["net_decimal"] for row in outcomes)
    if abs(whole - 1) > 1e-9 or abs(returned + _edge(sheet)) > 1e-9:
        raise ArithmeticError("the outcomes do not add up")
    return "The probabilities add up to 1, and the returns to minus the house edge by the chart."


def _chart(record: Mapping[str, Any]) -> ReturnChart:
    parts = [(row["net_decimal"], row["probability"] * row["net_decimal"]) for row in record["outcomes"]]
    bars = tuple(
        ReturnBar(net_words(net), Fraction(part), f"{part:+.3%}") for net, part in parts if abs(part) >= 0.0005
    )
    return ReturnChart(
        "Return by net result, for each unit of the first wager", bars, "Results below 0.05% are left out."
    )


def _blocks(sheet: ParSheet) -> Iterator[Block]:
    record = solved_record(sheet)
    yield _expectation(record)
    if record["insurance"]:
        yield _insurance(record["insurance"])
    yield _up_cards(record)
    yield _removal(record["effect_of_removal"])
    if record["departures"]["costliest"]:
        yield _departures(record["departures"])
    for name, rows in record["chart"].items():
        yield _strategy(name, rows)


def _expectation(record: Mapping[str, Any]) -> Block:
    values = {words: record["expectation"][key] for key, words in STRATEGIES.items()}
    return Block(
        "Expectation",
        ("Strategy", "Of the first wager"),
        tuple((words, f"{value:+.12f}") for words, value in values.items()),
        numbers=tuple((value,) for value in values.values()),
    )


def _insurance(found: Mapping[str, Any]) -> Block:
    offered = "" if found["offered"] else " It is not offered here."
    return Block(
        "Insurance",
        ("Figure", "Value"),
        (("Pays", found["pays"]), ("Expectation per unit insured", _percent(found["expectation"]))),
        note=f"Exactly {found['expectation_exact']}; fair where one card in three counts ten.{offered}",
        numbers=((None,), (found["expectation"],)),
    )


def _up_cards(record: Mapping[str, Any]) -> Block:
    rows, numbers = [], []
    for up, chances in record["dealer_without_blackjack"].items():
        worth = record["by_up_card"][up]
        values = [
            record["dealer"][up]["blackjack"],
            *(chances[ending] for ending in ENDINGS),
            worth["total_dependent"],
            worth["composition_dependent"],
        ]
        numbers.append(tuple(values))
        rows.append((_ten(up), *(f"{value:.6f}" for value in values[:7]), *(f"{value:+.6f}" for value in values[7:])))
    return Block(
        "By the dealer's up card",
        ("Up", "Blackjack", *ENDINGS[:-1], "Bust", "By the chart", "Best"),
        tuple(rows),
        note="How the dealer's hand ends without a blackjack, and the value of a round by the chart and by the best "
        "play for every card.",
        numbers=tuple(numbers),
        wide=True,
    )


def _removal(effects: Mapping[str, float | None]) -> Block:
    return Block(
        "Effect of removing one card",
        tuple(_ten(card) for card in effects),
        (tuple(NONE if effect is None else f"{effect:+.4%}" for effect in effects.values()),),
        note="The gain of the expectation by the chart, in percent of the first wager.",
        numbers=(tuple(effects.values()),),
        words=0,
        wide=True,
    )


def _departures(found: Mapping[str, Any]) -> Block:
    shown = found["costliest"][:DEPARTURES]
    more = found["hands"] - len(shown)
    rest = f" {more} more hands differ." if more else ""
    return Block(
        "Exceptions to the chart",
        ("Cards", "Against", "Chart", "Better", "Gain", "Once in"),
        tuple(
            (
                _ten(each["hand"]),
                _ten(each["up_card"]),
                each["chart"],
                each["best"],
                f"{each['gain']:.4%}",
                f"{1 / each['frequency']:,.0f} rounds",
            )
            for each in shown
        ),
        note="The gain of the better action when the hand occurs; all exceptions together gain "
        f"{found['cost']:.4%}.{rest}",
        numbers=tuple((each["gain"], None) for each in shown),
        words=4,
        wide=True,
    )


def _strategy(name: str, rows: Mapping[str, Mapping[str, str]]) -> Block:
    used = {code for row in rows.values() for code in row.values()}
    return Block(
        f"The chart: {name}",
        ("Dealer", *(_ten(up) for up in next(iter(rows.values())))),
        tuple((_ten(hand), *row.values()) for hand, row in rows.items()),
        note="; ".join(f"{code} {words}" for code, words in CODES.items() if code in used) + ".",
    )


def _ten(text: str) -> str:
    """A ten as people write it."""
    return text.replace("T", "10")
