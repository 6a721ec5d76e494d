"""``pitbook counting``: what a card counter could win from a wager."""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import isinf
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import GOLD, QUIET, Slug, console, new_table, print_json, print_options, sheet_title, waiting
from pitbook.cli.params import WHOLE, SheetChoice, as_json, sheet_options
from pitbook.errors import BadInput, quoted
from pitbook.money import Cents, dollars, format_cents, parse_cents

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.exact.counting import Advantage, Exposure
    from pitbook.exact.select import CountingJob
    from pitbook.games.model import Game

LEAGUE_METER = dollars(10_000)
"""The meter assumed in the league table without --meter."""
LEAGUE_SAMPLES = 8_000
WIDE = 96
"""In a narrower terminal the league table leaves out two figures, which --json has."""


@click.command()
@click.argument("game", required=False)
@click.argument("wager", required=False)
@click.option("--penetration", default="75%", show_default=True, help="Part of the shoe dealt before it is shuffled.")
@click.option("--players", default=1, show_default=True, help="Hands played each round, beside the dealer's.")
@click.option("--samples", type=WHOLE, help="Compositions drawn; more make the errors smaller.")
@click.option(
    "--seed", default=21, show_default=True, help="Seed of the random numbers; the same seed draws the same cards."
)
@sheet_options()
@as_json
def counting(
    game: str | None,
    wager: str | None,
    penetration: str,
    players: int,
    samples: int | None,
    seed: int,
    choice: SheetChoice,
    as_json: bool,
) -> None:
    """Show how often, and by how much, a card counter could beat a wager; without a wager, a league table of all.

    A perfect counter knows every card that is left and bets one unit whenever the exact edge favours the player, which
    is the most that counting can win. The best count adds up the effects of removal; counts of level 1 to 3 use
    whole-number tags.

    \b
    Examples:
      pitbook counting
      pitbook counting match-n-poker --decks 2
      pitbook counting royal-match-21 royal-match --table RM-11 --decks 6 --penetration 80%
      pitbook counting royal-match-21 blazing-7s --meter 25000 --json
    """
    import os

    # Small matrices are faster on one thread. NumPy reads this when it is imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from pitbook.exact.counting import SAMPLES, exposure
    from pitbook.exact.exposure_record import exposure_record

    part = _part(penetration)
    if wager and game:
        _check_shoe_game(game, wager)
        found = exposure(choice.sheet(game, wager), part, players, SAMPLES if samples is None else samples, seed)
        if as_json:
            print_json(exposure_record(found))
        else:
            print_exposure(console(), found)
        return
    if choice.bet or choice.options:
        raise BadInput("--bet and --option are for one wager: name it after the game")
    shown = LEAGUE_METER if choice.meter is None else parse_cents(choice.meter, "--meter")
    league = _league(game, choice, shown, part, players, LEAGUE_SAMPLES if samples is None else samples, seed)
    if as_json:
        print_json([exposure_record(each) for each in league])
    else:
        print_league(console(), league, shown)


def _check_shoe_game(game: str, wager: str) -> None:
    """Checks the request before counting, because counting seven cards is slow."""
    from pitbook.exact.counting import check_shoe_game
    from pitbook.exact.custom_wager import find_wager

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
    choice: SheetChoice,
    meter: Cents,
    penetration: Fraction,
    players: int,
    samples: int,
    seed: int,
) -> "list[Exposure]":
    """Every wager dealt from a shoe, the most exposed first."""
    from pitbook.exact.counting import exposures
    from pitbook.exact.custom_wager import find_game
    from pitbook.games import all_games

    table, decks = choice.table, choice.decks
    games = [find_game(game)] if game else list(all_games())
    jobs = [job for each in games for job in _shoe_jobs(each, choice, meter, named=bool(game))]
    if not jobs:
        raise BadInput(
            "no wager dealt from a shoe"
            + (f" has a pay table {quoted(table)}" if table else "")
            + (f" for {decks} decks" if decks is not None else "")
        )
    with waiting(f"drawing shoes for {len(jobs)} wagers"):
        found = exposures([job.sheet() for job in jobs], penetration, players, samples, seed)
    return sorted(found, key=lambda each: -(each.perfect or each.bell_curve).per_round)


def _shoe_jobs(game: "Game", choice: SheetChoice, meter: Cents, named: bool) -> "Iterator[CountingJob]":
    from pitbook.exact.counting import check_shoe_game, is_shoe_game
    from pitbook.exact.par import has_par_sheet
    from pitbook.exact.select import SheetRequest, plan
    from pitbook.pay import MeterShare

    if named:
        check_shoe_game(game)
    if not is_shoe_game(game):
        return
    table, decks = choice.table, choice.decks
    for wager in game.wagers:
        if wager.requires_all_of or not has_par_sheet(wager):
            continue
        fitting = [each for each in wager.tables if table in ("", each.id) and (decks is None or decks in each.decks)]
        from_meter = any(isinstance(line.pay, MeterShare) for each in fitting for line in each.lines)
        if fitting:
            tables = {wager.slug: table} if table else {}
            yield from plan(game, SheetRequest(wager.slug, tables, decks, meter=meter if from_meter else None))


def _gain(each: "Advantage") -> str:
    """The value with its error, rounded to the significant digits."""
    error = f" ± {100 * each.per_round_error:.3f}" if each.per_round_error else ""
    return f"{each.per_100_rounds:.3f}{error}"


def print_exposure(screen: "Console", found: "Exposure") -> None:
    from pitbook.exact.figures import percent

    screen.print(sheet_title(found.sheet))
    screen.print(
        f"A shoe dealt to {float(found.penetration):.0%}: {found.rounds} rounds of about "
        f"{float(found.cards_per_round):g} cards ({found.players} player{'s' * (found.players > 1)}). House edge of a "
        f"fresh shoe [bold]{percent(found.removal.house_edge)}[/]. One unit is bet when the edge looks favourable, "
        "else nothing."
    )
    table = new_table(
        "counter", "rounds bet", "edge when bet", "won per 100 rounds", "won per shoe",
        right=("rounds bet", "edge when bet", "won per 100 rounds", "won per shoe"),
    )  # fmt: skip
    for each in (*found.advantages, found.bell_curve):
        edge = "-" if each.edge is None else f"{each.edge:+.2%}"
        table.add_row(each.counter, f"{each.share:.2%}", edge, _gain(each), f"{each.per_shoe:.4f}")
    screen.print(table)
    deep = found.at_penetration
    if deep.deviation is not None and deep.quantiles and deep.favourable is not None:
        low, high = deep.quantiles[0.01], deep.quantiles[0.99]
        screen.print(
            f"At {float(found.penetration):.0%} of the shoe the player's edge deviates by {deep.deviation:.2%} "
            f"(from {low:+.2%} to {high:+.2%} in 98 of 100 shoes) and is favourable in {deep.favourable:.2%} of them."
        )
        screen.print(
            f"[{QUIET}]The best count sees a deviation of {deep.seen_deviation:.2%} (exact), {deep.seen_share:.0%} of "
            "the variance; the rest depends on which cards are gone together.[/]"
        )
    _print_counts(screen, found)
    if found.by_penetration:
        cuts = new_table("cut card at", "rounds", *(each.counter for each in found.advantages))
        for column in cuts.columns[1:]:
            column.justify = "right"
        for cut, ways in found.by_penetration:
            style = "bold" if cut == found.penetration else ""
            cells = (_gain(each) for each in ways)
            cuts.add_row(f"{float(cut):.0%}", str(ways[0].rounds), *cells, style=style)
        cuts.title, cuts.title_style, cuts.title_justify = "Won per 100 rounds, by penetration", GOLD, "left"
        screen.print(cuts)
    screen.print(f"[{QUIET}]Method: {found.method}. ± is one standard error.[/]", soft_wrap=True)
    print_options(screen, found.sheet.options_read())


def _index(index: float) -> str:
    return "never" if isinf(index) else f"{index:+.2f}"


def _print_counts(screen: "Console", found: "Exposure") -> None:
    if not found.counts:
        screen.print("No count of single cards helps: every card makes the same difference by itself.")
        return
    levels = found.counts[1:]
    table = new_table("card", "effect of removal", *(count.name for count in levels))
    for column in table.columns[1:]:
        column.justify = "right"
    for effect in found.removal.effects:
        tags = (f"{int(count.tags[effect.cards[0]]):+d}".replace("+0", "0") for count in levels)
        table.add_row(effect.label, f"{float(effect.change) * 100:+.4f}", *tags)
    table.add_section()
    table.add_row("correlation", "1", *(f"{count.correlation:.4f}" for count in levels))
    table.add_row("true count where its edge is 0", "", *(f"{count.index:+.2f}" for count in levels))
    if found.indexes:
        table.add_row("bet from true count (drawn)", "", *(_index(index) for index in found.indexes[1:]))
    screen.print(table)
    screen.print(
        f"[{QUIET}]Effects in points of house edge. The true count is the running count, less its expected value, for "
        "each deck left.[/]",
        soft_wrap=True,
    )


def print_league(screen: "Console", league: "Sequence[Exposure]", meter: Cents) -> None:
    first, wide = league[0], screen.width >= WIDE
    right = ("decks", "house", *(["deviates"] * wide), "rounds bet", "edge", "per 100", *(["shoe"] * wide), "count")
    table = new_table("wager", "table", *right, title="Exposure to card counters, the most exposed first", right=right)
    for each in league:
        most = each.perfect or each.bell_curve
        best = each.advantages[1].per_100_rounds if len(each.advantages) > 1 else 0.0
        cells = {
            "decks": str(each.sheet.decks),
            "house": f"{float(each.removal.house_edge):.2%}",
            "deviates": "-" if each.at_penetration.deviation is None else f"{each.at_penetration.deviation:.2%}",
            "rounds bet": f"{most.share:.2%}",
            "edge": "-" if most.edge is None else f"{most.edge:+.2%}",
            "per 100": _gain(most),
            "shoe": f"{most.per_shoe:.3f}",
            "count": f"{best:.3f}",
        }
        table.add_row(Slug(each.sheet.wager.slug), each.sheet.table.id, *(cells[name] for name in right))
    screen.print(table)
    players = f"{first.players} player{'s' * (first.players > 1)}"
    meters = f"Meters show {format_cents(meter)}. " if any(each.sheet.basis.meter for each in league) else ""
    deviates, shoe = (", and by how much that deviates at this penetration", " and per shoe") if wide else ("", "")
    screen.print(
        f"[{QUIET}]A shoe dealt to {float(first.penetration):.0%}, {players}. House: its edge on a fresh shoe"
        f"{deviates}. A perfect counter bets one unit when the exact edge favours the player: how often, at what "
        f"average edge, and the win in units per 100 rounds{shoe}. Count: what the best count wins per 100 rounds. "
        f"{meters}Method: {first.method}. ± is one standard error. Pai gow packs are shuffled for every round and "
        "are not exposed. Every option has its usual value; --json lists the options that each wager reads.[/]",
        soft_wrap=True,
    )
