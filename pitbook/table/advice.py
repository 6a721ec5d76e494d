"""Advice on request, from the exact engine: what every action is worth, and what the chart or the house way says."""

from collections.abc import Callable, Sequence

from pitbook.cards import NO_CARD, Shoe
from pitbook.errors import BadInput
from pitbook.games.blackjack_rules import BlackjackRules
from pitbook.hands.blackjack import card_points
from pitbook.table.config import TableConfig
from pitbook.table.odds import Odds
from pitbook.table.players import chart_play
from pitbook.table.round import Round
from pitbook.table.steps import Ask, Place

TEN_POINTS = 10
SHOWN_SETTINGS = 4
Write = Callable[[Sequence[int]], str]
"""How a screen writes cards."""


def advise(config: TableConfig, round_: Round, ask: Ask, place: Place, odds: Odds, write: Write) -> tuple[str, ...]:
    """What to answer; one sentence where it cannot be worked out here."""
    try:
        if ask.name == "set":
            return _setting(config, round_, place, write)
        if ask.name == "insurance":
            return _insurance(config, round_)
        return _play(config, round_, ask, place, odds)
    except BadInput as error:
        return (f"No advice here: {error}",)


def _play(config: TableConfig, round_: Round, ask: Ask, place: Place, odds: Odds) -> tuple[str, ...]:
    """Every action that is open, the best first, with what it is worth for each unit of the first wager."""
    from pitbook.exact.blackjack.values import composition_of_cards

    hand = round_.players[place.seat].hands[place.hand - 1]
    up_card, rules = round_.dealer[0], config.rules or BlackjackRules()
    early = ask.name == "surrender"
    allowed = ask.open[place]

    def worth() -> dict[str, float]:
        found = odds.analysis.values(composition_of_cards(hand.cards), card_points(up_card) - 1)
        if early:
            best = max(value for action, value in found.items() if action != "surrender")
            return {"yes": found["surrender"], "no": best}
        return {action: value for action, value in found.items() if action in allowed}

    values = odds.locked(worth)
    ordered = sorted(values.items(), key=lambda item: -item[1])
    if early:
        choice = ordered[0][0]
        first = f"{'Surrender' if choice == 'yes' else 'Do not surrender'}."
    else:
        choice = chart_play(hand, up_card, allowed, rules)
        first = f"The strategy chart says: {choice}."
        if ordered and ordered[0][0] != choice:
            first += f" With these very cards {ordered[0][0]} is worth more."
    words = ", ".join(f"{action} {value:+.4f}" for action, value in ordered)
    return first, f"Worth for each unit wagered, from a full shoe: {words}"


def _insurance(config: TableConfig, round_: Round) -> tuple[str, ...]:
    """The chance of a ten among the cards that nobody has seen, from a full shoe."""
    seen = [card for player in round_.players.values() for card in player.dealt] + round_.dealer
    left = Shoe.of_decks(config.layout.decks).without(card for card in seen if card != NO_CARD)
    tens = sum(count for card, count in enumerate(left.counts[:52]) if card_points(card) == TEN_POINTS)
    value = 3 * tens / len(left) - 1
    return (
        "No: the strategy chart never insures."
        if value < 0
        else "The cards in view are few tens: insurance pays here.",
        f"{tens} of the {len(left)} cards not in view are tens: {value:+.4f} for each unit insured, from a full shoe",
    )


def _setting(config: TableConfig, round_: Round, place: Place, write: Write) -> tuple[str, ...]:
    """The house way's setting and the best ones, each against every hand that the dealer may have."""
    from pitbook.exact.pai_gow.hand import advise_in
    from pitbook.hands.house_ways import house_way

    advice = advise_in(config.game, tuple(round_.players[place.seat].dealt), config.layout.options)
    same = advice.best is advice.of_way
    lines = [
        f"The {house_way(advice.way).name} house way sets {write(advice.of_way.setting.low)} in front"
        + (", and nothing is better." if same else ".")
    ]
    for choice in advice.shown(SHOWN_SETTINGS):
        mark = "  ◂ house way" if choice is advice.of_way else ""
        lines.append(
            f"{write(choice.setting.low):<11} {float(choice.expectation):+.4f}  "
            f"wins {choice.win / choice.hands:.1%}, loses {choice.lose / choice.hands:.1%}{mark}"
        )
    return tuple(lines)
