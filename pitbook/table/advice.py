"""Advice on request, from the exact engine: what every action is worth, and what the chart or the house way says."""

from collections.abc import Callable, Sequence
from typing import Final

from pitbook.cards import NO_CARD, Shoe
from pitbook.errors import BadInput
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.hands.blackjack import card_points
from pitbook.money import format_cents
from pitbook.table.config import BASE, TableConfig
from pitbook.table.odds import Odds, options_of
from pitbook.table.players import chart_play
from pitbook.table.round import Round
from pitbook.table.steps import Ask, Place

TEN_POINTS = 10
NAMES: Final = {
    "hit": "Hit", "stand": "Stand", "double": "Double", "split": "Split", "surrender": "Surrender", "yes": "Surrender",
    "no": "Do not surrender",
}  # fmt: skip
DOING: Final = {
    "hit": "hitting", "stand": "standing", "double": "doubling", "split": "splitting", "surrender": "surrendering",
    "yes": "surrendering", "no": "playing on",
}  # fmt: skip
SHOWN_SETTINGS = 4
Write = Callable[[Sequence[int]], str]
"""How a screen writes cards."""


def advise(config: TableConfig, round_: Round, ask: Ask, place: Place, odds: Odds, write: Write) -> tuple[str, ...]:
    """What to answer, in a sentence that stands alone, and the figures behind it in further lines."""
    try:
        if ask.name == "set":
            return _setting(config, round_, place, write)
        if ask.name == "insurance":
            return _insurance(config, round_, place)
        return _play(config, round_, ask, place, odds)
    except BadInput as error:
        return (f"No hint here: {error}",)


def _play(config: TableConfig, round_: Round, ask: Ask, place: Place, odds: Odds) -> tuple[str, ...]:
    """The play of the chart and the next best, each with what it wins or loses on average, from a full shoe."""
    from pitbook.families.blackjack.exact.values import composition_of_cards

    hand = round_.players[place.seat].hands[place.hand - 1]
    up_card, rules = round_.dealer[0], config.rules or BlackjackRules()
    early = ask.name == "surrender"
    allowed = ask.open[place]

    def find() -> dict[str, float]:
        found = odds.analysis.values(composition_of_cards(hand.cards), card_points(up_card) - 1)
        if early:
            best = max(value for action, value in found.items() if action != "surrender")
            return {"yes": found["surrender"], "no": best}
        return {action: value for action, value in found.items() if action in allowed}

    values = odds.locked(find)
    ordered = sorted(values, key=lambda action: -values[action])
    choice = ordered[0] if early else chart_play(hand, up_card, allowed, rules)
    best = choice if choice in values else ordered[0]
    other = next((action for action in ordered if action != best), None)
    words = f"{NAMES[best]}: on average you {_average(values[best], hand.bet)} of {format_cents(hand.bet)}"
    if other is not None:
        words += f"; {DOING[other]} would {_average(values[other], hand.bet)}"
    if not early and ordered[0] != choice:
        words += f". The chart says {choice}, but with these cards {ordered[0]} is better"
    worth = ", ".join(f"{action} {values[action]:+.4f}" for action in ordered)
    return f"{words}.", f"For each unit bet, from a full shoe: {worth}"


def _average(value: float, bet: int) -> str:
    """``win $7.72`` or ``lose $2.10``, for a value per unit of the bet."""
    cents = round(value * bet)
    return f"{'lose' if cents < 0 else 'win'} {format_cents(abs(cents))}"


def _insurance(config: TableConfig, round_: Round, place: Place) -> tuple[str, ...]:
    """From the chance of a ten among the cards that are not in view, from a full shoe."""
    seen = [card for player in round_.players.values() for card in player.dealt] + round_.dealer
    left = Shoe.of_decks(config.layout.decks).without(card for card in seen if card != NO_CARD)
    tens = sum(count for card, count in enumerate(left.counts[:52]) if card_points(card) == TEN_POINTS)
    value, cost = 3 * tens / len(left) - 1, round_.players[place.seat].bets[BASE].cents // 2
    average = f"{'loses' if value < 0 else 'wins'} {format_cents(abs(round(value * cost)))} of {format_cents(cost)}"
    return (
        f"{'No insurance' if value < 0 else 'Insure'}: on average insurance {average}.",
        f"{tens} of the {len(left)} cards not in view are tens, from a full shoe",
    )


def _setting(config: TableConfig, round_: Round, place: Place, write: Write) -> tuple[str, ...]:
    """In the first line the house way's setting and the best one; below it several, each against every dealer hand."""
    from pitbook.families.pai_gow.exact.hand import advise_in

    player = round_.players[place.seat]
    advice, bet = advise_in(config.game, tuple(player.dealt), options_of(config, BASE)), player.bets[BASE].cents
    low, best = write(advice.of_way.setting.low), advice.best
    words = f"House way: {low} as the low hand; on average you {_average(float(advice.of_way.expectation), bet)}"
    words += f" of {format_cents(bet)}"
    if best is advice.of_way:
        lines = [f"{words}, and nothing is better."]
    else:
        lines = [f"{words}. Better: {write(best.setting.low)}, {_average(float(best.expectation), bet)}."]
    for choice in advice.shown(SHOWN_SETTINGS):
        mark = "  ◂ house way" if choice is advice.of_way else ""
        lines.append(
            f"{write(choice.setting.low):<11} {float(choice.expectation):+.4f}  "
            f"wins {choice.win / choice.hands:.1%}, loses {choice.lose / choice.hands:.1%}{mark}"
        )
    return tuple(lines)
