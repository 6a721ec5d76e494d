"""``pitbook jackpot simulate``: what progressive meters do over years of play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitbook.cli.output import console, print_json, print_options
from pitbook.cli.params import (
    FILE,
    WHOLE,
    MeterChoice,
    RoomChoice,
    SheetChoice,
    amount,
    as_json,
    meter_options,
    room_options,
    sheet_options,
)
from pitbook.cli.progress import terminal_bar
from pitbook.errors import BadInput, quoted

if TYPE_CHECKING:
    from rich.progress import ProgressColumn

    from pitbook.exact.par import ParSheet
    from pitbook.simulate.life import Life
    from pitbook.simulate.life_preset import MeterSetting
    from pitbook.simulate.life_result import LifeResult
    from pitbook.simulate.run import RunProgress, SimulationRun


@click.command()
@click.argument("game")
@click.argument("wager")
@sheet_options("The wager, where the letter leaves it open.", meter=False)
@room_options("Tables linked to the meter.", "60%")
@click.option("--years", default="5", show_default=True, help="Years of each life.")
@click.option("--warm-up", default="0", show_default=True, help="Years played before anything is counted.")
@click.option("--lives", type=WHOLE, default=1_000, show_default=True, help="How many meters to play.")
@meter_options()
@click.option("--limit", metavar="AMOUNT", help="The most that the display shows.")
@click.option("--advice", is_flag=True, help="Compare what the letter recommends with what it advises against.")
@click.option(
    "--seed",
    type=WHOLE,
    default=21,
    show_default=True,
    help="Seed of the random numbers; the same seed gives the same lives.",
)
@click.option("--workers", type=WHOLE, help="Threads; as many as there are cores if left out.")
@click.option(
    "--checkpoint",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Save progress in this file; the same command resumes from it.",
)
@click.option("--svg", type=FILE, metavar="FILE", help="Write a chart of it as SVG.")
@as_json
def simulate(
    game: str,
    wager: str,
    choice: SheetChoice,
    played: RoomChoice,
    years: str,
    warm_up: str,
    lives: int,
    meter: MeterChoice,
    limit: str | None,
    advice: bool,
    seed: int,
    workers: int | None,
    checkpoint: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Play meters over years: top awards, time between hits, money held for players, and what can go wrong.

    Every wager has the exact chances of the par sheet, and the meter is the one that all of Pitbook uses. Only awards
    and pays whose order matters are drawn one by one, so a thousand lives take seconds. Each figure is shown with the
    exact one, if there is one, and the distance between them in standard errors.

    \b
    Examples:
      pitbook jackpot simulate royal-match-21 royal-match-progressive --decks 6
      pitbook jackpot simulate royal-match-21 royal-match-progressive --warm-up 5 --lives 5000
      pitbook jackpot simulate royal-match-21 blazing-7s --option blazing-fixed-pays=meter --contribution 50%
      pitbook jackpot simulate royal-riches-pai-gow jackpot --table 2 --seed-amount 10000 --contribution 25%
      pitbook jackpot simulate royal-match-21 blazing-7s --advice
      pitbook jackpot simulate royal-match-21 blazing-7s --lives 200 --json --svg meters.svg
    """
    from pitbook.cli.params import options_of
    from pitbook.exact.custom_wager import find_wager
    from pitbook.exact.notebook import par
    from pitbook.extras import require
    from pitbook.simulate.hold_file import number_of
    from pitbook.simulate.life import life_of
    from pitbook.simulate.life_preset import printed_average, terms_from

    if svg is not None and not svg.parent.is_dir():
        raise BadInput(f"--svg: there is no folder {quoted(str(svg.parent))} to write into")
    room = played.room()
    given = options_of(choice.options)
    source_option = find_wager(game, wager)[1].fixed_pays
    fixed_from = ""
    if source_option is not None:
        if advice and source_option.name in given:
            raise BadInput(
                f"--advice plays fixed pays from the tray and off the meter: leave --option {source_option.name} out"
            )
        fixed_from = source_option.check(given.pop(source_option.name, source_option.default))
    require("numba")
    sheet = par(game, wager, table=choice.table, decks=choice.decks, bet=choice.bet, options=given)
    read = sheet.options_read("rounds") | ({source_option.name: fixed_from} if source_option is not None else {})
    _check_seats(sheet, room.seats)
    off_meter = fixed_from == "meter"
    terms, source = terms_from(
        sheet,
        off_meter,
        *meter.terms(),
        amount(limit, "--limit"),
    )
    life = life_of(
        sheet,
        terms,
        room,
        years=number_of(years, "--years"),
        warm_up=number_of(warm_up, "--warm-up"),
        lives=lives,
        fixed_from_meter=off_meter,
        seed=_checked_seed(seed),
    )
    if advice:
        if svg is not None or checkpoint is not None:
            raise BadInput("--svg and --checkpoint are for one meter's terms: leave --advice out")
        _advise(life, sheet, workers, as_json, sheet.options_read("rounds"))
        return
    found, ran = _played(life, workers, checkpoint)
    printed = printed_average(sheet) if life.terms.limit is None else None
    if svg is not None:
        from pitbook.reports.jackpot.life_svg import life_svg

        svg.write_text(life_svg(found, sheet.wager.name), "utf-8")
    if as_json:
        letter = {"terms_from": source, "letter_top_award_cents": printed}
        interrupted = {"interrupted": ran.interrupted}
        print_json(found.to_dict() | {"options": read} | letter | interrupted | {"timing": _timing([ran])})
    else:
        from pitbook.cli.jackpot.simulate_text import print_life

        print_life(console(), sheet.wager.name, found, source, printed)
        print_options(console(), read)
    if ran.interrupted:
        from pitbook.cli.simulate import INTERRUPTED

        click.echo(f"Stopped after {found.lives:,} of {life.lives:,} lives.", err=True)
        raise click.exceptions.Exit(INTERRUPTED)


def _advise(life: "Life", sheet: "ParSheet", workers: int | None, as_json: bool, read: Mapping[str, str]) -> None:
    from pitbook.simulate.life_preset import advised_settings

    played: list[tuple[MeterSetting, LifeResult]] = []
    runs: list[SimulationRun] = []
    for setting in advised_settings(life):
        found, ran = _played(setting.life, workers, name=setting.name)
        if ran.interrupted:
            raise click.Abort
        played.append((setting, found))
        runs.append(ran)
    if as_json:
        settings = [
            {"setting": each.name, "advised": each.advised, "advice": each.advice, **found.to_dict()}
            for each, found in played
        ]
        print_json({"settings": settings, "options": dict(read), "timing": _timing(runs)})
        return
    from pitbook.cli.jackpot.simulate_text import print_advice

    print_advice(console(), sheet.wager.name, played)
    print_options(console(), read)


def _played(
    life: "Life", workers: int | None, checkpoint: Path | None = None, name: str = "playing"
) -> "tuple[LifeResult, SimulationRun]":
    from pitbook.simulate.life_result import LifeResult
    from pitbook.simulate.run import run

    with _bar(name) as report:
        ran = run(life, workers, report, checkpoint)
    if not ran.totals:
        raise click.Abort  # interrupted before the first life was finished
    return LifeResult(life, ran.totals), ran


@contextmanager
def _bar(name: str) -> "Iterator[Callable[[RunProgress], None]]":
    with terminal_bar(_columns) as bar:
        if bar is None:
            yield lambda progress: None
            return
        task = bar.add_task("compiling", total=1.0)
        bar.start()
        yield lambda progress: bar.update(task, completed=progress.done / progress.of, description=name)


def _columns() -> "Sequence[ProgressColumn]":
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

    percent = TextColumn("{task.percentage:.0f}%")
    return TextColumn("{task.description}"), BarColumn(), percent, TimeRemainingColumn()


def _timing(runs: "list[SimulationRun]") -> dict[str, Any]:
    return {
        "preparing_seconds": sum(ran.preparing for ran in runs),
        "playing_seconds": sum(ran.progress.seconds for ran in runs),
        "workers": runs[0].workers,
    }


def _check_seats(sheet: "ParSheet", seats: Fraction) -> None:
    if seats > sheet.game.seats:
        raise BadInput(f"{sheet.game.slug} is played by at most {sheet.game.seats} seats, not {float(seats):g}")


def _checked_seed(seed: int) -> int:
    if not 0 <= seed < 2**64:
        raise BadInput("--seed is a whole number from 0 to 18,446,744,073,709,551,615")
    return seed
