"""The cost of base wagers at a poker table, and the value of each choice with the cards that a player sees."""

from fractions import Fraction
from typing import Final

from pitbook.cards import NO_CARD, Cards
from pitbook.errors import BadInput
from pitbook.families.poker.exact.advise import Adviser, adviser
from pitbook.families.poker.exact.charted import charted, is_charted
from pitbook.families.poker.exact.methods import method_of
from pitbook.families.poker.exact.money import put_up
from pitbook.families.poker.exact.sheet import chosen_tables
from pitbook.families.poker.exact.solution import Situation, Valued
from pitbook.families.poker.rules.chart import ChartRule
from pitbook.families.poker.rules.model import PokerRules
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.table.procedure import board_of, unit_of
from pitbook.families.poker.table.questions import LABELS
from pitbook.games import cached_by_game
from pitbook.games.settle import Bet
from pitbook.table.advice import Advice, Write, average
from pitbook.table.config import TableConfig
from pitbook.table.odds import BetFigures, NotCounted, TableOdds, figures_of, options_of
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView

FEW: Final = 3
"""Dealer cards whose hands are counted at once."""
EVERYTHING_ELSE: Final = "everything else"
"""The words of a chart's last rule."""
Pairs = tuple[tuple[str, str], ...]


def figures(config: TableConfig, bet: Bet, variances: bool) -> BetFigures | None:
    """The figures of the first stake, which include the wagers that are one game with it."""
    from pitbook.exact.select import SheetRequest as SheetAsk
    from pitbook.exact.sheets import jobs

    game, slug = config.game, bet.wager
    wager = game.wager(slug)
    if not wager.by_play:
        return None
    if wager.counts_with:
        return BetFigures(0.0, 0.0)
    tables = {part: config.layout.tables[part][0].id for part in game.part_of(slug) if part in config.layout.tables}
    (job,) = jobs(game, SheetAsk(wager=slug, tables=tables, options=options_of(config, slug)))
    if job.takes_long:
        raise NotCounted
    found = figures_of(job.sheet())
    units = wager.units or 1
    return BetFigures(found.edge / units, found.variance / units**2)


def is_quick(rules: PokerRules) -> bool:
    """Whether one situation takes milliseconds: few dealer cards to count, or suits by themselves, and no community
    cards."""
    return method_of(rules) == "suits" or (rules.board == 0 and 0 < rules.dealer - rules.dealer_up <= FEW)


def prepare_advice(config: TableConfig) -> None:
    """The first situation takes longest: it compiles the value of a hand; a game without a dealer lays out its tree."""
    _adviser(config).get_ready()


def situation_of(view: RoundView, place: Place) -> Situation:
    """The value of each choice for a seat, by the cards that it sees."""
    player, config = view.players[place.seat], view.config
    rules, unit = rules_of(config.game.slug), unit_of(rules_of(config.game.slug), player)
    if not player.dealt or NO_CARD in player.dealt:
        raise BadInput("the cards of this hand are not known to the table")
    return _solved(
        config.game.slug,
        _tables(config),
        _options(config),
        tuple(sorted(player.dealt)),
        board_of(view.shared),
        tuple(view.dealer),
        sum(player.staked(stake.slug) for stake in rules.stakes) // unit - put_up(rules, {}),
    )


def is_at_once(view: RoundView) -> bool:
    """Whether a situation takes milliseconds once the adviser is ready: not before the flop of a hold'em game with
    pay tables or options for which it was never solved."""
    return _adviser(view.config).is_ready(board_of(view.shared))


def _adviser(config: TableConfig) -> Adviser:
    return adviser(config.game.slug, _tables(config), _options(config))


@cached_by_game(4096)
def _solved(
    slug: str,
    tables: Pairs,
    options: Pairs,
    hand: Cards,
    board: Cards,
    dealer: Cards,
    added: int,
) -> Situation:
    return adviser(slug, tables, options).advise(hand, board, dealer, added)


def _tables(config: TableConfig) -> Pairs:
    return tuple(chosen_tables(rules_of(config.game.slug), config.layout.tables).items())


def _options(config: TableConfig) -> Pairs:
    known = {option.name for option in rules_of(config.game.slug).options}
    return tuple((name, value) for name, value in config.layout.options.items() if name in known)


def chart_rule(view: RoundView, place: Place) -> ChartRule | None:
    """The rule of the game's chart that a seat's cards satisfy; None where the chart does not have the street."""
    rules, player = rules_of(view.config.game.slug), view.players[place.seat]
    street = rules.streets[len(player.hands)]
    chart = next((each for each in rules.chart if each.street == street.name), None)
    if chart is None:
        return None
    own, board = tuple(player.dealt), board_of(view.shared)
    if rules.dealer == 0:  # one hand is made of all cards, so a chart is asked about all of them
        own, board = (*own, *board), ()
    added = sum(player.added.values()) // unit_of(rules, player)
    return chart.rules[chart.pick(own, board, tuple(view.dealer), added)]


def known_rule(view: RoundView, place: Place) -> ChartRule | None:
    """The rule of the game's own chart or of a chart that was solved before; None where neither is known."""
    hand = tuple(view.players[place.seat].dealt)
    return None if NO_CARD in hand else chart_rule(view, place) or _step_rule(view.config, hand)


def _step_rule(config: TableConfig, hand: Cards) -> ChartRule | None:
    """The step of a solved chart that a hand reaches: read from the cache, without counting."""
    if len(rules_of(config.game.slug).streets) > 1:
        return None
    steps = _steps(config.game.slug, _tables(config), _options(config))
    value = rules_of(config.game.slug).value(hand)
    return next((rule for lowest, rule in steps if value >= lowest), None)


@cached_by_game(64)
def _steps(slug: str, tables: Pairs, options: Pairs) -> tuple[tuple[int, ChartRule], ...]:
    problem = adviser(slug, tables, options).problem
    chart = charted(problem) if is_charted(problem) else None
    (street,) = chart.streets if chart else (None,)
    return tuple(zip(street.lowest, street.rules, strict=True)) if street and street.lowest else ()


def _chart_words(rule: ChartRule | None) -> str:
    if rule is None:
        return ""
    hands = "with a hand that it does not list" if rule.words == EVERYTHING_ELSE else f"with {rule.words}"
    return f"{LABELS[rule.choice][0]}: the chart's choice {hands}."


def advise(view: RoundView, ask: Ask, place: Place, odds: TableOdds | None, write: Write) -> Advice:
    """The best choice and its value; below it every choice with its exact value."""
    by_chart = _chart_words(known_rule(view, place))
    if odds is None and not _is_read(view):
        return Advice(by_chart, is_whole=False)
    if not is_at_once(view):
        return Advice(by_chart)
    shown = situation_of(view, place)
    rules, player = rules_of(view.config.game.slug), view.players[place.seat]
    unit = unit_of(rules, player)
    worth = {each.choice: each.value for each in shown.choices}
    words = f"{LABELS[shown.best][0]}: on average you {average(float(worth[shown.best]), unit)}"
    others = [each for each in shown.choices if each.choice != shown.best]
    if others:
        words += _next_best(worth[shown.best], max(others, key=lambda each: each.value), unit)
    lines = tuple(
        f"{each.choice:<6} {float(each.value):+.4f}{'  ◂ best' if each.choice == shown.best else ''}"
        for each in shown.choices
    )
    return Advice(f"{words}.", lines)


def _next_best(best: Fraction, other: Valued, unit: int) -> str:
    """``; folding would lose $10``; if both have the same value in cents, the difference in cost instead."""
    doing = LABELS[other.choice][1].lower()
    if average(float(best), unit) == average(float(other.value), unit):
        return f"; {doing} would cost {cents_words(float(best - other.value) * unit)} more"
    return f"; {doing} would {average(float(other.value), unit)}"


def _is_read(view: RoundView) -> bool:
    """Whether the values are read from the solved game, without counting: before the flop of a hold'em game."""
    rules, board = rules_of(view.config.game.slug), board_of(view.shared)
    return method_of(rules) == "board" and not board and is_at_once(view)


def cents_words(cents: float) -> str:
    """``$1.20``, or less than a cent in tenths of a cent."""
    return f"${cents / 100:,.2f}" if cents >= 1 else f"{cents:.2f} cents"
