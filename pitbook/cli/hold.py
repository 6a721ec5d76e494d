"""``pitbook hold``: what a room keeps in a month."""

from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, console, new_table, print_json, results_table, waiting
from pitbook.cli.params import (
    WHOLE,
    MeterChoice,
    RoomChoice,
    SheetChoice,
    as_json,
    meter_options,
    room_options,
    sheet_options,
)
from pitbook.errors import BadInput
from pitbook.money import format_cents

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.simulate.hold import Month


@click.command()
@click.argument("game")
@click.argument("wager", default="")
@sheet_options("The average bet; on each spot, where there are five.", meter=False)
@room_options("Tables at which it is played.", "100%")
@click.option("--days", type=WHOLE, default=30, show_default=True, help="Days of the month.")
@meter_options()
@as_json
def hold(
    game: str,
    wager: str,
    choice: SheetChoice,
    played: RoomChoice,
    days: int,
    meter: MeterChoice,
    as_json: bool,
) -> None:
    """Show what a room keeps in a month: the expected win, and the bands in which the hold lies by chance.

    GAME and WAGER name one wager; a file such as room.toml in place of GAME names many, and the bands are those of all
    of them together. Hold is the win for each dollar wagered, not for each dollar dropped. What a progressive puts on
    its meter is the players' money, so it is never part of the win. Seats of a round share the dealer's cards, so their
    results are correlated: the bands allow for that.

    \b
    Examples:
      pitbook hold royal-match-21 royal-match --table RM-04 --bet 5 --take-up 40%
      pitbook hold royal-match-21 base --bet 25 --tables 4
      pitbook hold royal-match-21 royal-match-progressive --take-up 60%
      pitbook hold examples/room.toml --json
    """
    if game.endswith(".toml"):
        with waiting("counting the deals"):
            month = _from_file(game)
    else:
        from pitbook.cli.params import options_of
        from pitbook.simulate.hold import HoldRequest, Month, play_of

        room = played.room()
        ask = HoldRequest(
            game,
            wager,
            choice.table,
            choice.decks,
            choice.bet,
            options_of(choice.options),
            *meter.terms(),
        )
        with waiting("counting the deals"):
            month = Month((play_of(ask, room, days),))
    if as_json:
        print_json(month.to_dict())
        return
    print_month(console(), month)


def _from_file(path: str) -> "Month":
    from pitbook.simulate.hold_file import read_month

    given = click.get_current_context()
    said = [
        name
        for name in given.params
        if name not in ("game", "as_json")
        and given.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    ]
    if said:
        raise BadInput("a room file sets everything: give only --json with it")
    return read_month(Path(path))


def print_month(screen: "Console", month: "Month") -> None:

    from pitbook.games.options_read import options_line
    from pitbook.simulate.hold import BANDS

    win = month.win
    screen.print(f"[{GOLD}]A month of {month.plays[0].days} days[/]  [{QUIET}]{win.rounds:,} bets[/]")
    figures = ("bet", "bets", "wagered", "expected win", "hold", "±")
    table = new_table("wager", *figures, right=figures)
    for play in month.plays:
        bet = play.one_round
        table.add_row(
            f"{bet.game} {bet.wager}\n[{QUIET}]{bet.basis}\n{options_line(bet.options)}[/]",
            format_cents(bet.stake),
            f"{play.bets:,}",
            _money(play.wagered),
            _money(play.expected),
            f"{float(play.expected / play.wagered):.3%}",
            f"{sqrt(play.variance) / play.wagered:.3%}",
        )
    table.add_section()
    table.add_row(
        "[bold]together[/]",
        "",
        f"[bold]{win.rounds:,}[/]",
        f"[bold]{_money(month.wagered)}[/]",
        f"[bold]{_money(month.expected)}[/]",
        f"[bold]{float(month.hold):.3%}[/]",
        f"[bold]{win.standard_deviation / month.wagered:.3%}[/]",
    )
    screen.print(table)
    heads = ("of all months", "hold from", "to", "win from", "to ", "bell curve from", "to  ")
    bands = new_table(*heads, right=heads)
    for part in BANDS:
        low, high = month.band(part)
        bell_low, bell_high = month.bell_band(part)
        bands.add_row(
            f"{part:.0%}",
            f"{low:.3%}",
            f"{high:.3%}",
            _money(low * month.wagered),
            _money(high * month.wagered),
            f"{bell_low:.3%}",
            f"{bell_high:.3%}",
        )
    screen.print(bands)
    losing = win.chance_below(0)
    style = LOSE if losing > 0.05 else WIN
    screen.print(
        f"The house loses in [{style}]{losing:.3%}[/] of months. "
        f"[{QUIET}]A bell curve would say {win.normal_at_most(0):.3%}.[/]"
    )
    screen.print(results_table(win.histogram(), _money, "win from"))
    sure = "about" if month.alone.estimated else "below"
    screen.print(
        f"[{QUIET}]Hold is the win for each dollar first wagered. By {win.method}; error of a chance {sure} "
        f"{win.error:.1e} for independent bets.\n{_seats_text(month)}\nEvery bet is the average bet, on a fresh shoe: "
        "bets of different sizes widen the bands, and so do different wagers at the same seats, which are taken as "
        "independent.[/]",
        soft_wrap=True,
    )


def _seats_text(month: "Month") -> str:
    """How much wider the month's bands are because seats share the dealer's cards."""
    known = [(play.one_round, play.between_seats) for play in month.plays if play.between_seats is not None]
    if not known:
        return "Bets are taken as independent of each other."
    error = f" ± {month.widening_error:.4f}" if month.widening_error else ""
    words = [
        f"{bet.game} {bet.wager} {float(found.value) / float(bet.variance):+.4f}"
        + ("" if found.error is None else f" ± {found.error / float(bet.variance):.4f}")
        + f" ({found.method})"
        for bet, found in known
    ]
    return (
        f"Seats of a round share the dealer's cards: the bands are {month.widening:.4f}{error} times as wide as for "
        f"independent seats. Correlation of two seats: {'; '.join(words)}."
    )


def _money(cents: Fraction | float) -> str:
    return format_cents(round(cents / 100) * 100)
