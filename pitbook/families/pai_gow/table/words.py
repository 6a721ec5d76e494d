"""Pai gow hands as people see them, and why a base wager won or lost."""

from collections.abc import Sequence

from pitbook.families.pai_gow.rules.base import BARRED_OUTCOME, parse_commission
from pitbook.families.pai_gow.table.procedure import dealer_setting
from pitbook.families.pai_gow.table.questions import BASE
from pitbook.families.pai_gow.table.settings import is_joker_wild, is_wheel_second, setting_words
from pitbook.games.settle import Settlement
from pitbook.hands.pai_gow import Setting
from pitbook.money import Cents
from pitbook.table.config import TableConfig
from pitbook.table.family import ShownHand
from pitbook.table.reasons import signed
from pitbook.table.steps import Ask, Place
from pitbook.table.view import PlayerView, RoundView
from pitbook.table.words import in_order


def hands(view: RoundView, player: PlayerView) -> Sequence[ShownHand]:
    """The seven cards as a player sorts them, then as they are set."""
    if not player.dealt:
        return ()
    bet, cards = player.bets[BASE].cents, in_order(player.dealt)
    if player.folded:
        return (ShownHand(cards, bet, state="folded", given_up=True),)
    if not player.hands:
        return (ShownHand(cards, bet),)
    return (_set_hand(player.hands[0], view.config, bet, "set"),)


def dealer_hand(view: RoundView) -> ShownHand:
    setting = dealer_setting(view.dealer)
    return _set_hand(setting, view.config) if setting is not None else ShownHand(())


def _set_hand(setting: Setting, config: TableConfig, bet: Cents = Cents(0), state: str = "") -> ShownHand:
    words = setting_words(setting, config)
    return ShownHand((*setting.low, *setting.high), bet, words, state, low=len(setting.low))


def question_words(view: RoundView, ask: Ask, place: Place) -> str:
    return "Set your hand: choose the two low cards"


def felt_words(config: TableConfig) -> tuple[str, ...]:
    options = config.layout.options
    if "commission" in options:
        return f"both hands win: even money less {options['commission']}", "copies go to the dealer"
    return "both hands win: even money", "the dealer's queen-high pai gow pushes"


def reason(view: RoundView, item: Settlement, hand: int) -> str:
    """Why the base wager won or lost: the high and the low hand against the dealer's."""
    player = view.players[item.seat]
    money, options = signed(item), view.config.layout.options
    if player.folded:
        return f"You folded: {money}"
    if item.outcome == BARRED_OUTCOME.name:
        return f"The dealer has a queen-high pai gow, push: {money}"
    if item.outcome == "foul":
        return f"Your low hand outranks your high hand, a foul: {money}"
    if item.outcome == "win":
        commission = parse_commission(options["commission"]) if "commission" in options else 0
        after = f" after {float(commission):.0%} commission" if commission else ""
        return f"Both your hands beat the dealer's: {money}{after}"
    won = [f"your {name} hand {_against(own, dealer)}" for name, own, dealer in _both(view, player)]
    words = ", ".join(won)
    tie = " (a tie goes to the dealer)" if "tied" in words else ""
    push = ", push" if item.outcome == "push" else ""
    return f"{words[0].upper()}{words[1:]}{tie}{push}: {money}"


def _both(view: RoundView, player: PlayerView) -> list[tuple[str, int, int]]:
    """The high and the low hand, each with its value and the dealer's."""
    dealer = dealer_setting(view.dealer)
    if not player.hands or dealer is None:
        return []
    own: Setting = player.hands[0]
    wild, second = is_joker_wild(view.config), is_wheel_second(view.config)
    return [
        ("high", own.high_value(wild, second), dealer.high_value(wild, second)),
        ("low", own.low_value(wild), dealer.low_value(wild)),
    ]


def _against(own: int, dealer: int) -> str:
    return "won" if own > dealer else "tied" if own == dealer else "lost"
