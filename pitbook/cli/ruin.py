"""``pitbook ruin``: how long a player's money lasts."""

from typing import TYPE_CHECKING, Any, Final

import click

from pitbook import __version__
from pitbook.cli.output import BAR, GOLD, LOSE, QUIET, WIN, console, new_table, print_json, print_options, waiting
from pitbook.cli.params import WHOLE, SheetChoice, amount, as_json, sheet_options
from pitbook.money import format_cents, parse_cents

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.exact.ruin import Ruin

POINTS: Final = 10


@click.command()
@click.argument("game")
@click.argument("wager", default="")
@click.option("--bankroll", required=True, metavar="AMOUNT", help="The money that the player begins with.")
@click.option("--rounds", type=WHOLE, default=500, show_default=True, help="The most rounds to play.")
@click.option("--target", metavar="AMOUNT", help="The amount at which the player leaves.")
@sheet_options()
@as_json
def ruin(
    game: str,
    wager: str,
    bankroll: str,
    rounds: int,
    target: str | None,
    choice: SheetChoice,
    as_json: bool,
) -> None:
    """Show the chance that a bankroll is lost: round by round, and if play never ends.

    The same bet is made each round on a fresh shoe until less than a bet is left. The chance is computed over all
    possible results, without a normal approximation and without simulation.

    \b
    Examples:
      pitbook ruin match-n-poker match-n-poker --bankroll 200 --rounds 500
      pitbook ruin royal-match-21 base --bankroll 500 --bet 25 --rounds 1000
      pitbook ruin royal-match-21 royal-match --bankroll 100 --target 300
      pitbook ruin royal-match-21 blazing-7s --meter 90000 --bankroll 500 --json
    """
    from pitbook.cli.params import options_of
    from pitbook.exact.round_distribution import round_distribution
    from pitbook.exact.ruin import ruin as ruin_of

    with waiting("counting the deals"):
        one_round = round_distribution(
            game,
            wager,
            table=choice.table,
            decks=choice.decks,
            bet=choice.bet,
            meter=choice.meter,
            options=options_of(choice.options),
        )
    wanted = amount(target, "--target")
    found = ruin_of(one_round, parse_cents(bankroll, "--bankroll"), rounds, wanted)
    if as_json:
        print_json(ruin_record(found))
        return
    print_ruin(console(), found)


def _points(found: "Ruin") -> list[int]:
    """About ten evenly spaced numbers of rounds, the last included."""
    step = max(found.rounds // POINTS, 1)
    return [*range(step, found.rounds, step), found.rounds]


def ruin_record(found: "Ruin") -> dict[str, Any]:
    """The result as JSON; money in cents."""
    one_round = found.one_round
    return {
        "game": one_round.game,
        "wager": one_round.wager,
        "basis": one_round.basis,
        "bet_cents": one_round.stake,
        "options": dict(one_round.options),
        "bankroll_cents": found.bankroll,
        "target_cents": found.target,
        "rounds": found.rounds,
        "house_edge": float(-one_round.mean),
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

    one_round = found.one_round
    screen.print(f"[{GOLD}]{one_round.name}[/]  [{QUIET}]{one_round.game}, {one_round.basis}[/]", soft_wrap=True)
    target = "" if found.target is None else f", leaving at {format_cents(found.target)}"
    played = f"{format_cents(one_round.stake)} a round for up to {found.rounds:,} rounds{target}"
    screen.print(f"{format_cents(found.bankroll)} at {played}; the house edge is {float(-one_round.mean):.4%}.")
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
    if found.target is None:  # with a target, play always ends
        _print_without_end(screen, found)
    notes = [f"Computed over all possible results; the error of each chance is below {found.error:.0e}."]
    if -min(one_round.chances) > 1:
        notes.append("Doubles and splits are made even where they take more than is left.")
    if one_round.sheet is not None and one_round.sheet.basis.meter is not None:
        notes.append("The meter is assumed to stay the same in every round; a real one moves.")
    screen.print(f"[{QUIET}]{' '.join(notes)}[/]", soft_wrap=True)
    print_options(screen, one_round.options)


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
