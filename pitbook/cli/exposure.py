"""``pitbook session``, ``removal`` and ``counting``: a wager over many rounds, and against those who watch cards."""

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import WHOLE, as_json, console, print_json, waiting
from pitbook.errors import BadInput, quoted
from pitbook.money import Cents, dollars, parse_cents

if TYPE_CHECKING:
    from pitbook.exact.counting import Exposure
    from pitbook.exact.par import ParSheet
    from pitbook.exact.select import Job
    from pitbook.games.model import Game, Wager

USUAL_BET = dollars(5)
LEAGUE_METER = dollars(10_000)
"""What meters are taken to show in the league table, where nothing is said."""
LEAGUE_SAMPLES = 8_000


def _sheet_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that choose a sheet, the same for all three commands."""
    for option in (
        click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A choice of the house."),
        click.option("--meter", metavar="AMOUNT", help="What the progressive meter shows."),
        click.option("--bet", metavar="AMOUNT", help="What is wagered each round; on each spot, where there are five."),
        click.option("--decks", type=WHOLE, help="Number of decks; the game's usual one if left out."),
        click.option("--table", default="", metavar="ID", help="Pay table; the game's usual one if left out."),
    ):
        command = option(command)
    return command


def _sheet(
    game: str,
    wager: str,
    table: str,
    decks: int | None,
    bet: str | None,
    meter: str | None,
    options: Sequence[str],
    usual_bet: bool = False,
) -> "ParSheet":
    from pitbook.cli.settle import options_of
    from pitbook.exact.notebook import par
    from pitbook.exact.own import find_wager

    _, found = find_wager(game, wager)
    if bet is None and usual_bet:
        bet = f"{_usual_bet(found) / 100:.2f}"
    return par(game, wager, table=table, decks=decks, bet=bet, meter=meter, options=options_of(options))


def _usual_bet(wager: "Wager") -> Cents:
    """$5 where the letter allows that, else the least it allows."""
    low = wager.lowest or Cents(1)
    return USUAL_BET if low <= USUAL_BET <= (wager.highest or USUAL_BET) else low


@click.command()
@click.argument("game")
@click.argument("wager", default="")
@click.option("--rounds", default=100, show_default=True, help="How many rounds are played.")
@_sheet_options
@as_json
def session(
    game: str,
    wager: str,
    rounds: int,
    table: str,
    decks: int | None,
    bet: str | None,
    meter: str | None,
    options: tuple[str, ...],
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
    from pitbook.cli.exposure_text import print_session
    from pitbook.cli.settle import options_of
    from pitbook.exact.exposure_record import session_record
    from pitbook.exact.own import find_wager
    from pitbook.exact.session import session as session_of
    from pitbook.games.options_read import check_full_shoe

    with waiting("counting the deals"):
        check_full_shoe(find_wager(game, wager)[1], options_of(options))
        sheet = _sheet(game, wager, table, decks, bet, meter, options, usual_bet=True)
        found = session_of(sheet, rounds)
    if as_json:
        print_json(session_record(sheet, found))
        return
    print_session(console(), sheet, found)


@click.command()
@click.argument("game")
@click.argument("wager", default="")
@_sheet_options
@as_json
def removal(
    game: str,
    wager: str,
    table: str,
    decks: int | None,
    bet: str | None,
    meter: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show the exact change of the house edge for each card that leaves the shoe.

    Suits of a rank stand together where they do the same. A change below zero helps the player.

    \b
    Examples:
      pitbook removal match-n-poker match-n-poker --decks 6
      pitbook removal royal-match-21 blazing-7s --meter 25000
      pitbook removal ez-pai-gow red-black --json
    """
    from pitbook.cli.exposure_text import print_removal
    from pitbook.exact.exposure_record import removal_record
    from pitbook.exact.removal import removal as removal_of

    sheet = _sheet(game, wager, table, decks, bet, meter, options)
    found = removal_of(sheet)
    if as_json:
        print_json(removal_record(found))
        return
    print_removal(console(), found)


@click.command()
@click.argument("game", required=False)
@click.argument("wager", required=False)
@click.option("--penetration", default="75%", show_default=True, help="Part of the shoe dealt before it is shuffled.")
@click.option("--players", default=1, show_default=True, help="Hands played each round, beside the dealer's.")
@click.option("--samples", type=WHOLE, help="Compositions drawn; more make the errors smaller.")
@click.option("--seed", default=21, show_default=True, help="Of the drawing: the same seed draws the same cards.")
@_sheet_options
@as_json
def counting(
    game: str | None,
    wager: str | None,
    penetration: str,
    players: int,
    samples: int | None,
    seed: int,
    table: str,
    decks: int | None,
    bet: str | None,
    meter: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show how often, and by how much, a card counter could beat a wager; without a wager, a league table of all.

    A perfect counter knows every card that is left and bets one unit whenever the exact edge has turned: nobody does
    better. The best count adds up the effects of removal; counts of level 1 to 3 do so with whole tags.

    \b
    Examples:
      pitbook counting
      pitbook counting match-n-poker --decks 2
      pitbook counting royal-match-21 royal-match --table RM-11 --decks 6 --penetration 80%
      pitbook counting royal-match-21 blazing-7s --meter 25000 --json
    """
    import os

    # The matrices here are small: threads that share one cost more than they give. Heeded before NumPy is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from pitbook.cli.exposure_text import print_exposure, print_league
    from pitbook.exact.counting import SAMPLES, exposure
    from pitbook.exact.exposure_record import exposure_record

    part = _part(penetration)
    if wager and game:
        _check_shoe_game(game, wager)
        sheet = _sheet(game, wager, table, decks, bet, meter, options)
        found = exposure(sheet, part, players, SAMPLES if samples is None else samples, seed)
        if as_json:
            print_json(exposure_record(found))
        else:
            print_exposure(console(), found)
        return
    if bet or options:
        raise BadInput("--bet and --option are for one wager: name it after the game")
    shown = LEAGUE_METER if meter is None else parse_cents(meter, "--meter")
    league = _league(game, table, decks, shown, part, players, LEAGUE_SAMPLES if samples is None else samples, seed)
    if as_json:
        print_json([exposure_record(each) for each in league])
    else:
        print_league(console(), league, shown)


def _check_shoe_game(game: str, wager: str) -> None:
    """Before anything is counted: seven cards take their time."""
    from pitbook.exact.counting import check_shoe_game
    from pitbook.exact.own import find_wager

    check_shoe_game(find_wager(game, wager)[0])


def _part(text: str) -> Fraction:
    """``75%`` or ``0.75``."""
    found = re.fullmatch(r"(\d{0,3}(?:\.\d{1,6})?)(%?)", text.strip(), re.ASCII)
    if not found or not found[1]:
        raise BadInput(f"--penetration {quoted(text)} is not a part of a shoe: write 75% or 0.75")
    value = Fraction(found[1]) / (100 if found[2] else 1)
    if not 0 < value < 1:
        raise BadInput(f"--penetration {quoted(text)} is not a part of a shoe: it is above 0% and below 100%")
    return value


def _league(
    game: str | None,
    table: str,
    decks: int | None,
    meter: Cents,
    penetration: Fraction,
    players: int,
    samples: int,
    seed: int,
) -> "list[Exposure]":
    """Every wager dealt from a shoe, the most exposed first."""
    from pitbook.exact.counting import exposures
    from pitbook.exact.own import find_game
    from pitbook.games import all_games

    games = [find_game(game)] if game else list(all_games())
    jobs = [job for each in games for job in _shoe_jobs(each, table, decks, meter, named=bool(game))]
    if not jobs:
        raise BadInput(
            "no wager dealt from a shoe"
            + (f" has a pay table {quoted(table)}" if table else "")
            + (f" for {decks} decks" if decks is not None else "")
        )
    with waiting(f"drawing shoes for {len(jobs)} wagers"):
        found = exposures([job.sheet() for job in jobs], penetration, players, samples, seed)
    return sorted(found, key=lambda each: -(each.perfect or each.bell_curve).per_round)


def _shoe_jobs(game: "Game", table: str, decks: int | None, meter: Cents, named: bool) -> "Iterator[Job]":
    from pitbook.exact.counting import check_shoe_game, is_shoe_game
    from pitbook.exact.par import has_par_sheet
    from pitbook.exact.select import SheetRequest, plan
    from pitbook.pay import MeterShare

    if named:
        check_shoe_game(game)
    if not is_shoe_game(game):
        return
    for wager in game.wagers:
        if wager.requires_all_of or not has_par_sheet(wager):
            continue
        fitting = [each for each in wager.tables if table in ("", each.id) and (decks is None or decks in each.decks)]
        from_meter = any(isinstance(line.pay, MeterShare) for each in fitting for line in each.lines)
        if fitting:
            tables = {wager.slug: table} if table else {}
            yield from plan(game, SheetRequest(wager.slug, tables, decks, meter=meter if from_meter else None))


COMMANDS = (session, removal, counting)
