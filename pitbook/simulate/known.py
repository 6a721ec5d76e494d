"""What is exactly known of the wagers at a table, to be put beside what was played.

Every figure is for a fresh shoe, and for pays as settlement makes them, to the cent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from pitbook.cards import Shoe
from pitbook.exact.distribution import distribution
from pitbook.exact.par import checked_options, default_basis, groups_seen, has_par_sheet
from pitbook.games.model import Wager
from pitbook.games.settle import Layout
from pitbook.money import Cents
from pitbook.simulate.pricing import Priced, price

HOW_TO_COUNT: Final = "Exact figures of {wager} are shown once they have been worked out by: pitbook par {game} {wager}"


@dataclass(frozen=True, slots=True)
class Known:
    """The exact side of one wager."""

    chances: tuple[Fraction, ...] = ()
    """Of each line, in the order of its pays; none where only the mean is known."""
    mean: Fraction | float | None = None
    """What a bet wins over itself, in cents, without envy."""
    envy: Fraction | None = None
    """What another seat's hand is worth to a bet that qualifies, in cents."""
    note: str = ""
    """Why nothing is known, or on what terms it is."""


def known(
    layout: Layout, priced: Priced, bets: Mapping[str, Cents], meter: Cents | None, choices: Mapping[str, str]
) -> Known:
    """What is known of a wager that one deal decides, or two set hands that have been counted."""
    wager = priced.wager
    if has_par_sheet(wager):
        return _by_deals(layout, priced, bets, meter, choices)
    return Known()


def _by_deals(
    layout: Layout, priced: Priced, bets: Mapping[str, Cents], meter: Cents | None, choices: Mapping[str, str]
) -> Known:
    wager, game = priced.wager, layout.game
    qualifying = bets.get(wager.rides_on) if wager.rides_on else None
    table = layout.table_for(wager, priced.bet if qualifying is None else qualifying)
    if table is None:
        return Known()
    chosen = {wager.choice.name: choices[wager.choice.name]} if wager.choice and wager.choice.name in choices else {}
    options = checked_options(game, wager, {**layout.options, **chosen})
    groups = groups_seen(wager, table, default_basis(wager, table, options), options)
    counted = distribution(wager, Shoe.of_decks(layout.decks, joker=game.joker), options, groups)
    answers = list(counted.answers)
    each = price(layout, wager, priced.bet, answers, meter, qualifying)
    chances = dict.fromkeys(each.lines, Fraction(0))
    envy = Fraction(0)
    for answer, line, envied in zip(answers, each.line_of, each.envy, strict=True):
        chance = Fraction(counted.answers[answer], counted.total)
        chances[each.lines[line]] += chance
        envy += chance * envied
    mean = sum((chances[line] * net for line, net in zip(each.lines, each.net, strict=True)), Fraction(0))
    return Known(tuple(chances.get(line, Fraction(0)) for line in priced.lines), mean, envy or None)


def of_outcomes(priced: Priced, chances: Iterable[tuple[str, Fraction]]) -> Known:
    """What is known where the chance of each outcome is: an outcome that no line is paid for is the loss."""
    by_name = dict(chances)
    each = tuple(by_name.get(line.outcome, Fraction(0)) for line in priced.lines)
    return Known(each, sum((chance * net for chance, net in zip(each, priced.net, strict=True)), Fraction(0)))


def known_set_hands(layout: Layout, priced: Priced, player_way: str) -> Known:
    """What is known of a wager on set hands, where all pairs of hands have been counted before."""
    from pitbook.exact.select import Ask
    from pitbook.families.pai_gow.exact.sheet import is_counted, pai_gow_sheets
    from pitbook.hands.house_ways import HOUSE_WAYS

    wager, game = priced.wager, layout.game
    options = dict(layout.options)
    if player_way not in HOUSE_WAYS:
        return Known()
    if not is_counted(game, wager.slug, options, player_way):
        return Known(note=HOW_TO_COUNT.format(game=game.slug, wager=wager.slug))
    given = {} if wager.house_table else {wager.slug: tuple(layout.tables[wager.slug])}
    asked = Ask(wager=wager.slug, tables=given, bets={wager.slug: priced.bet}, options=options)
    (sheet,) = pai_gow_sheets(game, asked, player_way)
    return of_outcomes(priced, ((row.outcome, row.probability) for row in sheet.rows))


def is_on_set_hands(wager: Wager) -> bool:
    """Whether the wager looks at hands as they were set."""
    return any(" " in group.source for group in wager.groups)
