"""``pitbook ruin`` and ``hold``: how long a player's money lasts, and what a room keeps in a month."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import WHOLE, as_json, console, print_json, waiting
from pitbook.errors import BadInput
from pitbook.money import parse_cents

if TYPE_CHECKING:
    from pitbook.simulate.hold import Month


@click.command()
@click.argument("game")
@click.argument("wager", default="")
@click.option("--bankroll", required=True, metavar="AMOUNT", help="What the player sits down with.")
@click.option("--rounds", type=WHOLE, default=500, show_default=True, help="How many rounds are played at most.")
@click.option("--target", metavar="AMOUNT", help="What the player leaves with once it is reached.")
@click.option("--table", default="", metavar="ID", help="Pay table; the game's usual one if left out.")
@click.option("--decks", type=WHOLE, help="Number of decks; the game's usual one if left out.")
@click.option("--bet", metavar="AMOUNT", help="What is wagered each round; on each spot, where there are five.")
@click.option("--meter", metavar="AMOUNT", help="What the progressive meter shows.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A choice of the house.")
@as_json
def ruin(
    game: str,
    wager: str,
    bankroll: str,
    rounds: int,
    target: str | None,
    table: str,
    decks: int | None,
    bet: str | None,
    meter: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show the chance that a bankroll is lost: round by round, and if play never ends.

    The same bet is made each round on a fresh shoe until less than a bet is left. Every way is counted on the lattice
    of results: there is no bell curve and no simulation in it.

    \b
    Examples:
      pitbook ruin match-n-poker match-n-poker --bankroll 200 --rounds 500
      pitbook ruin royal-match-21 base --bankroll 500 --bet 25 --rounds 1000
      pitbook ruin royal-match-21 royal-match --bankroll 100 --target 300
      pitbook ruin royal-match-21 blazing-7s --meter 90000 --bankroll 500 --json
    """
    from pitbook.cli.bankroll_text import print_ruin, ruin_record
    from pitbook.cli.settle import options_of
    from pitbook.exact.round_distribution import round_distribution
    from pitbook.exact.ruin import ruin as ruin_of

    with waiting("counting the deals"):
        law = round_distribution(
            game, wager, table=table, decks=decks, bet=bet, meter=meter, options=options_of(options)
        )
    wanted = None if target is None else parse_cents(target, "--target")
    found = ruin_of(law, parse_cents(bankroll, "--bankroll"), rounds, wanted)
    if as_json:
        print_json(ruin_record(found))
        return
    print_ruin(console(), found)


@click.command()
@click.argument("game")
@click.argument("wager", default="")
@click.option("--table", default="", metavar="ID", help="Pay table; the game's usual one if left out.")
@click.option("--decks", type=WHOLE, help="Number of decks; the game's usual one if left out.")
@click.option("--bet", metavar="AMOUNT", help="The average bet; on each spot, where there are five.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A choice of the house.")
@click.option("--tables", type=WHOLE, default=3, show_default=True, help="Tables at which it is played.")
@click.option("--hours", default="16", show_default=True, help="Hours of play a day.")
@click.option("--rounds-per-hour", default="60", show_default=True, help="At each table.")
@click.option("--seats", default="5", show_default=True, help="Players at a table, on average.")
@click.option("--take-up", default="100%", show_default=True, help="Part of them that makes the wager.")
@click.option("--days", type=WHOLE, default=30, show_default=True, help="Days of the month.")
@click.option("--seed-amount", metavar="AMOUNT", help="Of a progressive's meter; else as the letter has it.")
@click.option("--contribution", metavar="PART", help="Of a progressive's meter; else as the letter has it.")
@click.option("--reserve", metavar="PART", help="Of a progressive's meter; else as the letter has it.")
@as_json
def hold(
    game: str,
    wager: str,
    table: str,
    decks: int | None,
    bet: str | None,
    options: tuple[str, ...],
    tables: int,
    hours: str,
    rounds_per_hour: str,
    seats: str,
    take_up: str,
    days: int,
    seed_amount: str | None,
    contribution: str | None,
    reserve: str | None,
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
        from pitbook.cli.settle import options_of
        from pitbook.simulate.hold import HoldRequest, Month, play_of
        from pitbook.simulate.hold_file import number_of, part_of
        from pitbook.simulate.life import Room

        room = Room(
            tables,
            number_of(hours, "--hours"),
            number_of(rounds_per_hour, "--rounds-per-hour"),
            number_of(seats, "--seats"),
            part_of(take_up, "--take-up"),
        )
        ask = HoldRequest(
            game,
            wager,
            table,
            decks,
            bet,
            options_of(options),
            None if seed_amount is None else parse_cents(seed_amount, "--seed-amount"),
            None if contribution is None else part_of(contribution, "--contribution"),
            None if reserve is None else part_of(reserve, "--reserve"),
        )
        with waiting("counting the deals"):
            month = Month((play_of(ask, room, days),))
    if as_json:
        print_json(month.to_dict())
        return
    from pitbook.cli.bankroll_text import print_month

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
        raise BadInput("a file says all about the room: give nothing beside it but --json")
    return read_month(Path(path))


COMMANDS = (ruin, hold)
