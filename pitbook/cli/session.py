"""``pitbook session``: what many rounds of a wager win or lose."""

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import (
    LOSE,
    QUIET,
    WIN,
    console,
    new_table,
    print_json,
    print_options,
    results_table,
    sheet_title,
    waiting,
)
from pitbook.cli.params import SheetChoice, as_json, sheet_options
from pitbook.money import format_cents

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.exact.par import ParSheet
    from pitbook.exact.session import SessionDistribution


@click.command()
@click.argument("game")
@click.argument("wager", default="")
@click.option("--rounds", default=100, show_default=True, help="How many rounds are played.")
@sheet_options()
@as_json
def session(
    game: str,
    wager: str,
    rounds: int,
    choice: SheetChoice,
    as_json: bool,
) -> None:
    """Show what a session of many rounds wins or loses: quantiles, the chance to be ahead, a histogram.

    Every round is one bet of the same size on a fresh shoe. The chances are calculated exactly where
    that is short enough; the method and its largest error are printed.

    \b
    Examples:
      pitbook session match-n-poker match-n-poker --table 4 --decks 6 --rounds 100 --bet 5
      pitbook session million-dollar-match-the-dealer five-spots --rounds 500
      pitbook session examples/total_21.py
      pitbook session royal-match-21 blazing-7s --meter 25000 --json
    """
    from pitbook.cli.params import options_of
    from pitbook.exact.custom_wager import find_wager
    from pitbook.exact.exposure_record import session_record
    from pitbook.exact.round_distribution import usual_bet
    from pitbook.exact.session import session as session_of
    from pitbook.games.options_read import check_full_shoe

    with waiting("counting the deals"):
        _, chosen = find_wager(game, wager)
        check_full_shoe(chosen, options_of(choice.options))
        sheet = choice.sheet(game, wager, f"{usual_bet(chosen) / 100:.2f}")
        found = session_of(sheet, rounds)
    if as_json:
        print_json(session_record(sheet, found))
        return
    print_session(console(), sheet, found)


def print_session(screen: "Console", sheet: "ParSheet", found: "SessionDistribution") -> None:
    from rich.table import Table

    from pitbook.exact.exposure_record import LOSSES, QUANTILES, stake_of

    stake = stake_of(sheet)

    def money(net: Fraction | float) -> str:
        return format_cents(round(net * stake))

    screen.print(sheet_title(sheet))
    spots = " (all spots together)" if sheet.wager.components else ""
    screen.print(
        f"{found.rounds:,} round{'s' * (found.rounds > 1)} at {format_cents(stake)} each{spots}; "
        f"on average {money(found.mean)}, give or take {money(found.standard_deviation)}."
    )
    screen.print(
        f"[{WIN}]Ahead {found.chance_ahead:.2%}[/], even {found.chance_even:.2%}, "
        f"[{LOSE}]behind {found.chance_behind:.2%}[/]. "
        f"[{QUIET}]A normal approximation would give ahead {1 - found.normal_at_most(0):.2%}.[/]"
    )
    quantiles = new_table("of all sessions", "end at or below", right=("of all sessions", "end at or below"))
    for chance in QUANTILES:
        quantiles.add_row(f"{chance:.1%}", money(found.quantile(chance)))
    losses = new_table("lose at least", "chance", right=("lose at least", "chance"))
    for bets in LOSSES:
        if -bets >= found.lowest:
            losses.add_row(money(Fraction(bets)), f"{found.chance_lost_at_least(bets):.3%}")
    beside = Table.grid(padding=(0, 4))
    beside.add_row(quantiles, losses)
    screen.print(beside)
    screen.print(results_table(found.histogram(), money))
    sure = "about" if found.estimated else "below"
    method = found.method[0].upper() + found.method[1:]
    screen.print(f"[{QUIET}]{method}; the error of each chance is {sure} {found.error:.1e}.[/]", soft_wrap=True)
    if sheet.basis.meter is not None:
        meter = format_cents(sheet.basis.meter)
        screen.print(f"[{QUIET}]The meter is assumed to show {meter} in every round; a real one moves.[/]")
    print_options(screen, sheet.options_read("rounds"))
