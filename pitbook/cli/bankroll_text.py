"""How the risk of ruin and the hold of a month look in a terminal, and ruin as data."""

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from pitbook import __version__
from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, new_table, print_options
from pitbook.money import format_cents

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.exact.ruin import Ruin
    from pitbook.simulate.hold import Month

BAR: Final = 40
POINTS: Final = 10


def _points(found: "Ruin") -> list[int]:
    """About ten numbers of rounds, evenly apart, the last among them."""
    step = max(found.rounds // POINTS, 1)
    return [*range(step, found.rounds, step), found.rounds]


def ruin_record(found: "Ruin") -> dict[str, Any]:
    """Ruin as other programs rely on it; money in cents."""
    law = found.law
    return {
        "game": law.game,
        "wager": law.wager,
        "basis": law.basis,
        "bet_cents": law.stake,
        "options": dict(law.options),
        "bankroll_cents": found.bankroll,
        "target_cents": found.target,
        "rounds": found.rounds,
        "house_edge": float(-law.mean),
        "chance_of_ruin": found.chance,
        "chance_of_target": None if found.target is None else found.reached,
        "half_are_ruined_after": found.rounds_to(0.5),
        "by_round": [{"rounds": rounds, "chance_of_ruin": found.ruined[rounds]} for rounds in _points(found)],
        "without_end": {
            "chance_of_ruin_from": found.for_ever[0],
            "chance_of_ruin_to": found.for_ever[1],
            "average_rounds_from": None if found.lasts is None else found.lasts[0],
            "average_rounds_to": None if found.lasts is None else found.lasts[1],
        },
        "error": found.error,
        "version": __version__,
    }


def print_ruin(screen: "Console", found: "Ruin") -> None:
    from rich.text import Text

    law = found.law
    screen.print(f"[{GOLD}]{law.name}[/]  [{QUIET}]{law.game}, {law.basis}[/]", soft_wrap=True)
    target = "" if found.target is None else f", leaving at {format_cents(found.target)}"
    played = f"{format_cents(law.stake)} a round for up to {found.rounds:,} rounds{target}"
    screen.print(f"{format_cents(found.bankroll)} at {played}; the house edge is {float(-law.mean):.4%}.")
    style = LOSE if found.chance >= 0.5 else WIN
    screen.print(f"Ruined, with less than a bet left: [{style}]{found.chance:.2%}[/]", end="")
    if found.target is not None:
        screen.print(f"; target reached: [{WIN}]{found.reached:.2%}[/]", end="")
    half = found.rounds_to(0.5)
    screen.print("." if half is None else f". Half of all players are ruined after {half:,} rounds.")
    table = new_table("rounds", "ruined", "", right=("rounds", "ruined"))
    for rounds in _points(found):
        chance = found.ruined[rounds]
        table.add_row(f"{rounds:,}", f"{chance:.2%}", Text("█" * round(BAR * chance) or "▏", LOSE))
    screen.print(table)
    if found.target is None:  # nobody who leaves at a target plays without end
        _print_without_end(screen, found)
    notes = [f"Every way counted on its lattice; error of a chance below {found.error:.0e}."]
    if -min(law.chances) > 1:
        notes.append("Doubles and splits are made even where they take more than is left.")
    if law.sheet is not None and law.sheet.basis.meter is not None:
        notes.append("The meter is taken to show the same in every round; a real one moves.")
    screen.print(f"[{QUIET}]{' '.join(notes)}[/]", soft_wrap=True)
    print_options(screen, law.options)


def _print_without_end(screen: "Console", found: "Ruin") -> None:
    low, high = found.for_ever
    if found.lasts is not None:
        at_least, at_most = found.lasts
        screen.print(
            f"Played without end, ruin is certain: on average after {at_least:,.0f} to {at_most:,.0f} rounds, a few "
            "long games among many short ones."
        )
    elif low == 1.0:
        screen.print("Played without end, ruin is certain, though the game is fair.")
    else:
        between = f"{high:.4%}" if f"{low:.4%}" == f"{high:.4%}" else f"between {low:.4%} and {high:.4%}"
        screen.print(f"Played without end, the player has the edge; ruin comes with a chance of {between}.")


def print_month(screen: "Console", month: "Month") -> None:
    from rich.text import Text

    from pitbook.games.options_read import options_line
    from pitbook.simulate.hold import BANDS

    win = month.win
    screen.print(f"[{GOLD}]A month of {month.plays[0].days} days[/]  [{QUIET}]{win.rounds:,} bets[/]")
    figures = ("bet", "bets", "wagered", "expected win", "hold", "±")
    table = new_table("wager", *figures, right=figures)
    for play in month.plays:
        table.add_row(
            f"{play.law.game} {play.law.wager}\n[{QUIET}]{play.law.basis}\n{options_line(play.law.options)}[/]",
            format_cents(play.law.stake),
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
    bars = win.histogram()
    longest = max(bar.chance for bar in bars) or 1
    chart = new_table("win from", "to below", "chance", "", right=("win from", "to below", "chance"))
    for bar in bars:
        style = LOSE if bar.high is not None and bar.high <= 0 else WIN
        chart.add_row(
            "" if bar.low is None else _money(bar.low),
            "" if bar.high is None else _money(bar.high),
            f"{bar.chance:.2%}",
            Text("█" * round(BAR * bar.chance / longest) or "▏", style),
        )
    screen.print(chart)
    sure = "about" if month.alone.estimated else "below"
    screen.print(
        f"[{QUIET}]Hold is the win for each dollar first wagered. By {win.method}; error of a chance {sure} "
        f"{win.error:.1e} for independent bets.\n{_seats_text(month)}\nEvery bet is the average bet, on a fresh shoe: "
        "bets of different sizes widen the bands, and so do different wagers at the same seats, which are taken as "
        "independent.[/]",
        soft_wrap=True,
    )


def _seats_text(month: "Month") -> str:
    """What it does to a month that seats of a round share the dealer's cards."""
    known = [(play, play.between_seats) for play in month.plays if play.between_seats is not None]
    if not known:
        return "Bets are taken as independent of each other."
    error = f" ± {month.widening_error:.4f}" if month.widening_error else ""
    words = [
        f"{play.law.game} {play.law.wager} {float(found.value) / float(play.law.variance):+.4f}"
        + ("" if found.error is None else f" ± {found.error / float(play.law.variance):.4f}")
        + f" ({found.method})"
        for play, found in known
    ]
    return (
        f"Seats of a round share the dealer's cards: the bands are {month.widening:.4f}{error} times as wide as for "
        f"independent seats. Correlation of two seats: {'; '.join(words)}."
    )


def _money(cents: Fraction | float) -> str:
    return format_cents(round(cents / 100) * 100)
