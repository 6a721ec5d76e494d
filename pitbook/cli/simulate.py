"""``pitbook simulate``: rounds that are really dealt and played, a whole table or one wager."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitbook.cli.output import console, print_json
from pitbook.cli.params import (
    FILE,
    WHOLE,
    amount,
    as_json,
    bets_option,
    decks_option,
    house_option,
    options_of,
    packed,
    pair,
    parse_penetration,
    parse_rounds,
    rule_option,
    sheet_bets,
    sheet_tables,
    tables_of,
    tables_option,
)
from pitbook.cli.progress import terminal_bar
from pitbook.errors import BadInput, quoted
from pitbook.money import Cents, parse_bet

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from pitbook.exact.select import CountingJob
    from pitbook.games.model import Game
    from pitbook.simulate.blocks import Simulation
    from pitbook.simulate.result import SimulationResult
    from pitbook.simulate.run import RunProgress, SimulationRun
    from pitbook.simulate.table import TableRequest

INTERRUPTED = 130
"""The exit code of an interrupted run, which still prints its partial results."""
USUAL_ROUNDS = "1e7"

ResultMaker = Callable[["SimulationRun"], "SimulationResult"]


@dataclass(frozen=True)
class TableOptions:
    """The options of a simulated table, or of the deals of one wager."""

    seats: int | None
    decks: int | None
    penetration: str | None
    tables: tuple[str, ...]
    bets: tuple[str, ...]
    meter: str | None
    options: tuple[str, ...]
    rules: tuple[str, ...]
    strategy: str | None
    seed: int


TABLE_OPTIONS = (
    click.option("--seats", type=WHOLE, help="Players at the table; a full table if left out."),
    decks_option,
    click.option(
        "--penetration", metavar="PERCENT", help="Where the cut card lies: 75% if left out; 0% shuffles every round."
    ),
    tables_option("The pay table of a wager: its id, or a TOML file of your own."),
    bets_option("What every seat bets; $5 on each wager of the table if none is named."),
    click.option("--meter", metavar="AMOUNT", help="What the progressive meter shows; it does not move."),
    house_option("A choice of the house, such as house-way=flamingo."),
    rule_option,
    click.option(
        "--strategy", metavar="NAME|FILE", help="How players play: basic (the usual one), mimic, novice, or a chart."
    ),
    click.option("--seed", type=WHOLE, default=1, show_default=True, help="The same seed gives the same cards."),
)


@click.command()
@click.argument("game")
@click.argument("wager", required=False)
@click.option(
    "--rounds", default=USUAL_ROUNDS, show_default=True, metavar="NUMBER", help="Rounds to play, such as 1e9 or 50,000."
)
@packed("given", TableOptions, TABLE_OPTIONS)
@click.option("--workers", type=WHOLE, help="Threads to play on; as many as there are cores if left out.")
@click.option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://10.0.0.1:8786.")
@click.option(
    "--checkpoint",
    metavar="FILE",
    type=FILE,
    help="Save progress in a file; the same command resumes from it.",
)
@as_json
def simulate(
    game: str,
    wager: str | None,
    rounds: str,
    given: TableOptions,
    workers: int | None,
    cluster: str | None,
    checkpoint: Path | None,
    as_json: bool,
) -> None:
    """Simulate whole rounds of a table, or deals of one wager, beside the exact figures.

    With a wager: independent deals from a fresh shoe, a hundred million a second. Without: the whole table, every seat
    with the same bets. The same seed gives the same totals, however many workers or machines play; Ctrl-C keeps and
    prints what was played (exit code 130). GAME may be a Python file with a wager of your own.

    \b
    Examples:
      pitbook simulate match-n-poker --rounds 1e8 --seats 7 --decks 6 --penetration 75%
      pitbook simulate royal-match-21 --bet base=10 --bet royal-match=5 --rule soft17=stand
      pitbook simulate ez-pai-gow --seats 6 --option house-way=flamingo
      pitbook simulate match-n-poker match-n-poker --table 1 --decks 6 --rounds 1e9
      pitbook simulate royal-match-21 --rounds 1e12 --checkpoint night.json
      pitbook simulate royal-match-21 --rounds 1e12 --cluster tcp://10.0.0.1:8786
    """
    from pitbook import families, games
    from pitbook.exact.custom_wager import find_game, is_custom
    from pitbook.games.on_base import wager_of_game
    from pitbook.simulate.run import checked_workers

    if game in families.names() and game not in games.slugs():
        raise BadInput(f"{game} is simulated as the base of a game: {_example_of(game)}")
    count = parse_rounds(rounds)
    if workers is not None:
        checked_workers(workers)
        if cluster is not None:
            raise BadInput("--workers sets threads of this machine: leave it out with --cluster")
    chosen = find_game(game)
    wager = wager or (wager_of_game(chosen).slug if is_custom(chosen) and games.is_path(game) else None)
    if wager is None:
        simulation, found = _whole_table(_table(chosen, count, given))
    else:
        of_rounds = {
            "--seats": given.seats,
            "--penetration": given.penetration,
            "--rule": given.rules,
            "--strategy": given.strategy,
        }
        if wrong := next((name for name, value in of_rounds.items() if value not in (None, ())), None):
            raise BadInput(f"{wrong} is for whole rounds: leave out the wager {wager} to play them")
        simulation, found = _one_wager(_job(chosen, wager, given), game, count, given.seed)
    ran = _run(simulation, workers, cluster, checkpoint)
    _show(found(ran), ran, cluster, as_json)
    if ran.unsaved:
        click.echo(f"pitbook: {ran.unsaved}", err=True)
    if ran.interrupted:
        raise click.exceptions.Exit(INTERRUPTED)


def _example_of(family: str) -> str:
    """An example command that simulates a game of this family."""
    from pitbook import games

    slugs = [each.slug for each in games.all_games() if each.family == family]
    return f"pitbook simulate {slugs[0] if slugs else 'GAME'}"


def _table(game: "Game", rounds: int, given: TableOptions) -> "TableRequest":
    from pitbook.games.house_rules import check_same
    from pitbook.games.options_read import check_options_read_at
    from pitbook.games.settle import lay_out
    from pitbook.simulate.family import family_of
    from pitbook.simulate.table import TableRequest, choices_apart, usual_bets, usual_penetration

    options = options_of(given.options)
    house, played = choices_apart(game, options)
    posted = dict(pair(text, "--rule") for text in given.rules)
    check_same(house, posted)
    layout = lay_out(game, given.decks, tables_of(game, given.tables), house)
    shown = amount(given.meter, "--meter")
    usual = usual_bets(layout, shown)
    made = _bets(game, given.bets, usual) if given.bets else usual
    if shown is not None and not any(layout.pays_from_meter(slug) for slug in made):
        raise BadInput("--meter was given, but no wager that is bet has a line that pays from one")
    check_options_read_at(layout, made, "simulate", options)
    return TableRequest(
        layout=layout,
        rounds=rounds,
        seats=game.seats if given.seats is None else given.seats,
        seed=given.seed,
        bets=made,
        penetration=usual_penetration(game) if given.penetration is None else parse_penetration(given.penetration),
        meter=shown,
        rules={**posted, **played},
        strategy=given.strategy or family_of(game).POLICIES[0],
    )


def _bets(game: "Game", texts: Iterable[str], usual: Mapping[str, Cents]) -> dict[str, Cents]:
    """The given bets, and default bets on required wagers that have none."""
    from pitbook.games.settle import no_bet_words

    made: dict[str, Cents] = {}
    for text in texts:
        name, value = pair(text, "--bet")
        spotted = re.fullmatch(r"(.+)-[0-9]+", name)
        if name not in game.wager_slugs() and spotted and spotted[1] in game.wager_slugs():
            raise BadInput(f"every spot has the same bet here: give --bet {spotted[1]}={value}")
        wager = game.wager(name)
        slug = wager.components[0] if wager.components else wager.slug
        if game.wager(slug).requires_all_of:
            raise BadInput(f"{slug} {no_bet_words(game, game.wager(slug))}")
        if game.wager(slug).in_round:
            raise BadInput(f"{slug} is bet during the round, as the seats play: --bet is for bets before the deal")
        if slug in made:
            raise BadInput(f"--bet gives {quoted(slug)} twice: give one")
        made[slug] = parse_bet(value, f"the bet on {slug}")
        game.wager(slug).check_bet(made[slug])
    needed = {slug: cents for slug, cents in usual.items() if slug in game.required and slug not in made}
    return {**needed, **made}


def _whole_table(table: "TableRequest") -> "tuple[Simulation, ResultMaker]":
    from pitbook.simulate.table import table_result

    simulation = table.simulation()
    return simulation, lambda ran: table_result(table, simulation, ran)


def _job(game: "Game", wager: str, given: TableOptions) -> "CountingJob":
    """One par sheet that has been checked: of the wager's usual pay table where none is named."""
    from pitbook.exact.custom_wager import with_tables
    from pitbook.exact.par import has_par_sheet
    from pitbook.exact.select import SheetRequest, holder, plan

    by_play = game.wager(wager).by_play or game.letter.approves
    if not has_par_sheet(game.wager(wager)) and game.wager(wager).groups and by_play:
        raise BadInput(f"{wager} is decided by how hands are played: leave it out, and whole rounds are simulated")
    tables = sheet_tables(game, wager, given.tables)
    chosen = with_tables(game, tables)
    held = holder(chosen, wager)
    count = _decks(chosen, held, tables, given.decks)
    if held not in tables and "" not in tables:
        tables = {**tables, held: chosen.default_table(chosen.wager(held), count)}
    ask = SheetRequest(
        wager=wager,
        tables=tables,
        decks=count,
        bets=sheet_bets(given.bets, wager),
        meter=amount(given.meter, "--meter"),
        options=options_of(given.options),
    )
    job = plan(chosen, ask)[0]
    if job.basis.spots:
        raise BadInput(f"{wager} is simulated with the same bet on all spots: give --bet {wager}=AMOUNT")
    return job


def _decks(game: "Game", wager: str, tables: Mapping[str, Any], decks: int | None) -> int:
    """The game's usual number, or the first that the pay table named is for."""
    if decks is not None:
        return decks
    named = tables.get(wager, tables.get(""))
    fitting = [table for table in game.wager(wager).tables if named is None or table.id == named]
    if named is not None and not isinstance(named, str):
        fitting = list(named)
    counts = sorted({count for table in fitting for count in table.decks if count in game.decks})
    return game.default_decks if not counts or game.default_decks in counts else counts[0]


def _one_wager(job: "CountingJob", source: str, rounds: int, seed: int) -> "tuple[Simulation, ResultMaker]":
    from pitbook.simulate.one_wager import wager_result
    from pitbook.simulate.wagers import wager_deals

    simulation = wager_deals(job, source, rounds, seed)
    return simulation, lambda ran: wager_result(job, simulation, ran)


def _run(
    simulation: "Simulation", workers: int | None, cluster: str | None, checkpoint: Path | None
) -> "SimulationRun":
    with _bar() as report:
        if cluster is not None:
            import logging

            from pitbook.simulate.cluster import run_on_cluster

            logging.getLogger("distributed").setLevel(logging.CRITICAL)  # a lost connection becomes one sentence
            return run_on_cluster(simulation, cluster, report, checkpoint)
        from pitbook.simulate.run import run

        return run(simulation, workers, report, checkpoint)


@contextmanager
def _bar() -> "Iterator[Callable[[RunProgress], None]]":
    """Progress, speed and time left on the error stream, if that is a terminal."""
    from pitbook.cli.simulate_text import duration, short

    with terminal_bar(_columns) as bar:
        if bar is None:
            yield lambda progress: None
            return
        bar.start()
        task = bar.add_task("getting ready", total=None, words="compiling")

        def report(progress: "RunProgress") -> None:
            words = ""
            if progress.rate is not None and progress.remaining is not None:
                words = f"{short(progress.rate)} a second, {duration(progress.remaining)} left"
            said = f"{short(progress.done)} of {short(progress.of)}"
            bar.update(task, description=said, total=progress.of, completed=progress.done, words=words)

        yield report


def _columns() -> "Sequence[ProgressColumn]":
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn

    return (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TaskProgressColumn(),
        TextColumn("{task.fields[words]}"),
    )


def _show(result: "SimulationResult", ran: "SimulationRun", cluster: str | None, as_json: bool) -> None:
    if as_json:
        print_json(result.to_dict() | {"timing": _timing(ran, cluster)})
        return
    from pitbook.cli.simulate_text import result_text

    screen = console()
    for part in result_text(result, ran):
        screen.print(part)


def _timing(ran: "SimulationRun", cluster: str | None) -> dict[str, Any]:
    """Figures that differ from run to run."""
    progress = ran.progress
    return {
        "seconds": round(progress.seconds, 3),
        "preparing_seconds": round(ran.preparing, 3),
        "rounds_now": progress.now,
        "rounds_per_second": None if progress.rate is None else round(progress.rate),
        "workers": ran.workers,
        "cluster": cluster,
    }
