"""The cost of the base game at a blackjack table, and advice on how to play."""

from typing import Final

from pitbook.cards import NO_CARD, Shoe
from pitbook.families.blackjack.table.players import analysis_of, chart_play, prepare_players
from pitbook.families.blackjack.table.procedure import rules_of
from pitbook.families.blackjack.table.questions import (
    BASE,
    DOUBLE,
    EARLY_SURRENDER,
    HIT,
    INSURANCE,
    NO,
    SPLIT,
    STAND,
    SURRENDER,
    YES,
)
from pitbook.games.settle import Bet
from pitbook.hands.blackjack import card_points
from pitbook.money import format_cents
from pitbook.table.advice import Advice, Write, average
from pitbook.table.config import TableConfig
from pitbook.table.odds import BetFigures, TableOdds
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView

_TEN_POINTS: Final = 10
DOING: Final = {
    HIT.word: ("Hit", "hitting"),
    STAND.word: ("Stand", "standing"),
    DOUBLE.word: ("Double", "doubling"),
    SPLIT.word: ("Split", "splitting"),
    SURRENDER.word: ("Surrender", "surrendering"),
    YES: ("Surrender", "surrendering"),
    NO: ("Do not surrender", "playing on"),
}
"""The name of each answer, and of the action."""


def figures(config: TableConfig, bet: Bet, variances: bool) -> BetFigures | None:
    """The figures of the base wager, solved for the rules of the table, and of insurance."""
    if bet.wager == INSURANCE.name:
        return _insurance_figures(config)
    if bet.wager != BASE:
        return None
    solved = analysis_of(rules_of(config))
    return BetFigures(-solved.expectation, solved.outcomes.variance if variances else 0.0)


def _insurance_figures(config: TableConfig) -> BetFigures:
    """The figures of insurance, which pays 2 to 1."""
    from pitbook.families.blackjack.exact.removal import insurance
    from pitbook.families.blackjack.exact.values import full_shoe

    found = insurance(full_shoe(config.layout.decks))
    expectation = float(found.expectation) if found else 0.0
    chance = (1 + expectation) / 3
    return BetFigures(-expectation, 9 * chance * (1 - chance))


def prepare_advice(config: TableConfig) -> None:
    prepare_players(config)


def advise(view: RoundView, ask: Ask, place: Place, odds: TableOdds | None, write: Write) -> Advice:
    """Advice on insurance is computed at once; advice on a hand needs the solved base game."""
    if ask.name == INSURANCE.name:
        return _insurance(view, place)
    return _play(view, ask, place, odds) if odds is not None else Advice("", is_whole=False)


def _play(view: RoundView, ask: Ask, place: Place, odds: TableOdds) -> Advice:
    """The action of the chart and the next best, each with its average result, from a full shoe."""
    from pitbook.families.blackjack.exact.values import composition_of_cards

    hand = view.players[place.seat].hands[place.hand - 1]
    up_card, rules = view.dealer[0], rules_of(view.config)
    early = ask.name == EARLY_SURRENDER.name
    allowed = ask.open[place]

    def find() -> dict[str, float]:
        found = analysis_of(rules).values(composition_of_cards(hand.cards), card_points(up_card) - 1)
        if early:
            best = max(value for action, value in found.items() if action != SURRENDER.word)
            return {YES: found[SURRENDER.word], NO: best}
        return {action: value for action, value in found.items() if action in allowed}

    values = odds.locked(find)
    ordered = sorted(values, key=lambda action: -values[action])
    choice = ordered[0] if early else chart_play(hand, up_card, allowed, rules)
    best = choice if choice in values else ordered[0]
    other = next((action for action in ordered if action != best), None)
    words = f"{DOING[best][0]}: on average you {average(values[best], hand.bet, of_bet=True)}"
    if other is not None:
        words += f"; {DOING[other][1]} would {average(values[other], hand.bet)}"
    if not early and ordered[0] != choice:
        words += f". The chart says {choice}, but with these cards {ordered[0]} is better"
    worth = ", ".join(f"{action} {values[action]:+.4f}" for action in ordered)
    return Advice(f"{words}.", (f"For each unit bet, from a full shoe: {worth}",))


def _insurance(view: RoundView, place: Place) -> Advice:
    """From the probability of a ten among the unseen cards of a full shoe."""
    seen = [card for player in view.players.values() for card in player.dealt] + [*view.dealer]
    left = Shoe.of_decks(view.config.layout.decks).without(card for card in seen if card != NO_CARD)
    tens = sum(count for card, count in enumerate(left.counts[:52]) if card_points(card) == _TEN_POINTS)
    value, cost = 3 * tens / len(left) - 1, view.players[place.seat].bets[BASE].cents // 2
    result = f"{'loses' if value < 0 else 'wins'} {format_cents(abs(round(value * cost)))} of {format_cents(cost)}"
    return Advice(
        f"{'No insurance' if value < 0 else 'Insure'}: on average insurance {result}.",
        (f"{tens} of the {len(left)} cards not in view are tens, from a full shoe",),
    )
