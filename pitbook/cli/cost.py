"""``pitbook cost``: what the base game and side bets together cost a player."""

from collections.abc import Iterable
from math import sqrt
from typing import TYPE_CHECKING, Any

import click

from pitbook.cli.family import play_of, play_options
from pitbook.cli.output import GOLD, QUIET, console, new_table, print_json, print_options, waiting
from pitbook.cli.params import (
    WHOLE,
    amount,
    as_json,
    bets_option,
    decks_option,
    game_named,
    house_option,
    meter_option,
    options_of,
    pair,
    tables_of,
    tables_option,
)
from pitbook.cli.progress import counting_bar
from pitbook.errors import BadInput, quoted
from pitbook.money import Cents, format_cents, parse_bet

if TYPE_CHECKING:
    from pitbook.exact.cost import Cost, PlayedTable
    from pitbook.simulate.covariance import SeatSpread


@click.command()
@click.argument("game")
@bets_option("The bet on a wager every round, in dollars.")
@tables_option("A side bet's pay table, by its id or a file.")
@decks_option
@click.option("--hands-per-hour", type=WHOLE, default=60, show_default=True, help="Rounds dealt an hour.")
@meter_option
@house_option()
@play_options
@click.option("--covariance", is_flag=True, help="Also simulate how the base game and side bets vary together.")
@as_json
def cost(
    game: str,
    bets: tuple[str, ...],
    tables: tuple[str, ...],
    decks: int | None,
    hands_per_hour: int,
    meter: str | None,
    options: tuple[str, ...],
    covariance: bool,
    as_json: bool,
    **play: Any,
) -> None:
    """Print what the base game and the side bets cost a player, per round and per hour.

    Blackjack is played by the strategy chart; a pai gow player sets as the dealer does, or as --player-way says. The
    first time, counting all pairs of pai gow hands takes about a minute.

    \b
    Examples:
      pitbook cost royal-match-21 --bet base=25 --bet royal-match=5
      pitbook cost match-n-poker --decks 6 --bet base=15 --bet match-n-poker=5 --table match-n-poker=1
      pitbook cost royal-match-21 --bet base=25 --bet royal-match-progressive=1 --meter 50000 \\
          --rule surrender=late --hands-per-hour 75
      pitbook cost royal-match-21 --bet base=25 --bet royal-match=5 --covariance --json
      pitbook cost ez-pai-gow --bet base=25 --bet dynasty=5 --player-way optimal --hands-per-hour 35
    """
    from pitbook.exact.cost import PlayedTable
    from pitbook.exact.cost import cost as work_out

    chosen = game_named(game)
    placed = _bets(bets)
    bet_on = [wager for wager in chosen.wagers if wager.slug in placed]
    table = PlayedTable(
        decks=decks,
        tables=tables_of(chosen, tables),
        options=options_of(options),
        play=play_of(play, chosen, bet_on, ", and there is no such bet"),
        meter=amount(meter, "--meter"),
    )
    with counting_bar() as report:
        found = work_out(chosen, placed, table, hands_per_hour, report)
    spread = _spread(found, table) if covariance else None
    if as_json:
        print_json(found.to_dict() | ({} if spread is None else _spread_record(found, spread)))
    else:
        _print(found)
        if spread is not None:
            _print_spread(found, spread)


def _bets(texts: Iterable[str]) -> dict[str, Cents]:
    chosen: dict[str, Cents] = {}
    for text in texts:
        name, value = pair(text, "--bet")
        if name in chosen:
            raise BadInput(f"--bet names {quoted(name)} twice: give one amount")
        chosen[name] = parse_bet(value, "--bet")
    return chosen


def _print(found: "Cost") -> None:
    screen = console()
    decks = f"{found.decks} decks" if found.decks > 1 else "one deck" + (" and the joker" if found.game.joker else "")
    screen.print(f"[{GOLD}]{found.game.name}[/]  [{QUIET}]{decks}, {found.rounds} rounds an hour[/]")
    figures = ("bet", "house edge", "a round", "an hour", "± an hour")
    table = new_table("wager", *figures[:2], *figures[2:], title="Average cost", right=figures)
    for line in found.lines:
        table.add_row(
            f"{line.wager}\n[{QUIET}]{line.basis}[/]",
            format_cents(line.bet),
            f"{line.edge:.4%}",
            _dollars(line.cost),
            _dollars(line.cost * found.rounds),
            _dollars(line.deviation_of(found.rounds)),
        )
    table.add_section()
    table.add_row(
        "[bold]together[/]",
        f"[bold]{format_cents(found.wagered)}[/]",
        f"[bold]{found.edge:.4%}[/]",
        f"[bold]{_dollars(found.cost)}[/]",
        f"[bold]{_dollars(found.cost * found.rounds)}[/]",
        "",
    )
    screen.print(table)
    screen.print(
        f"[{QUIET}]Edges are shares of the first wager. ± is one standard deviation of an hour of that wager alone: "
        "wagers of a round share cards, so their deviations do not add up.[/]"
    )
    print_options(screen, found.options)


def _dollars(cents: float) -> str:
    sign = "-" if cents < 0 else ""
    return f"{sign}${abs(cents) / 100:,.4f}" if abs(cents) < 100 else f"{sign}${abs(cents) / 100:,.2f}"


def _spread(found: "Cost", table: "PlayedTable") -> "SeatSpread":
    """The simulated covariance of the wagers."""
    from pitbook.simulate.covariance import spread_of_bets

    with waiting("playing rounds"):
        return spread_of_bets(
            found.game,
            {line.wager: line.bet for line in found.lines},
            decks=found.decks,
            tables=table.tables,
            options=table.options,
            play=table.play,
            meter=table.meter,
        )


def _together(found: "Cost", spread: "SeatSpread") -> float:
    """The standard deviation of an hour of all wagers, in cents."""
    return spread.deviation(line.deviation_of(1) for line in found.lines) * sqrt(found.rounds)


def _spread_record(found: "Cost", spread: "SeatSpread") -> dict[str, Any]:
    return {"deviation_per_hour": _together(found, spread) / 100, "covariance": spread.to_dict()}


def _print_spread(found: "Cost", spread: "SeatSpread") -> None:
    screen = console()
    deviations = {line.wager: line.deviation_of(1) for line in found.lines}
    for wager, each in spread.with_base.items():
        product = deviations[spread.base] * deviations[wager]
        figures = f"{float(each.value) / product:+.5f} ± {(each.error or 0) / product:.5f}"
        screen.print(f"Correlation of {spread.base} and {wager}: {figures} [{QUIET}]({each.method})[/]")
    screen.print(f"± of an hour of all wagers together: [bold]{_dollars(_together(found, spread))}[/]")
