"""Simulations in the terminal: simulated figures, exact ones, and the distance between them."""

from collections.abc import Iterator
from math import floor, isinf, log10
from typing import TYPE_CHECKING

from pitbook.cli.output import GOLD, LOSE, QUIET, new_table
from pitbook.exact.figures import NONE
from pitbook.games.options_read import options_line
from pitbook.money import format_cents
from pitbook.simulate.estimate import Estimate
from pitbook.simulate.result import SimulationResult, WagerFound
from pitbook.simulate.run import SimulationRun

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

FAR = 4.0
"""Figures farther from the exact one than this many standard errors are highlighted; by chance one in 16,000 is."""
MOST_LINES = 40


def result_text(result: SimulationResult, ran: SimulationRun) -> "Iterator[RenderableType]":
    """Everything that was found, from its title to how long it took."""
    from rich.text import Text

    yield Text.assemble((result.title, GOLD), (f"  {result.subtitle}", QUIET))
    if result.interrupted:
        yield Text(f"Stopped after {result.rounds:,} of {result.of:,} rounds: figures are of those.", LOSE)
    if not result.rounds:
        return
    if len(result.wagers) > 1:
        yield _edges(result)
    for wager in result.wagers:
        yield from _wager(wager, alone=len(result.wagers) == 1)
    if result.table is not None:
        net = result.table.net
        word, error = "lost" if net.value < 0 else "won", "" if net.error is None else f" ± {net.error / 100:,.4f}"
        shoes = f"; {result.table.shoes:,} shoes" if result.table.shoes < result.rounds else ""
        yield Text(f"All players together {word} ${abs(net.value) / 100:,.4f}{error} a round on average{shoes}.")
    for note in (*result.notes, *(wager.note for wager in result.wagers if wager.note)):
        yield Text(note, QUIET)
    yield Text(_compared(result), QUIET)
    yield Text(options_line(result.inputs["options"]), QUIET)
    yield Text(_took(result, ran), QUIET)


def _edges(result: SimulationResult) -> "Table":
    """The wagers of a table side by side."""
    from rich.text import Text

    table = new_table("wager", "bet", "house edge", "±", "exact", "z", right=("bet", "house edge", "±", "exact", "z"))
    for wager in result.wagers:
        bet = format_cents(wager.bet) if wager.bet else "no bet"
        cells: tuple[str | Text, ...] = (NONE,) * 4
        if wager.edge is not None:
            cells = _cells(wager.edge, places_of(wager.edge))
        elif wager.worth is not None:  # its value per round and seat is shown instead
            cells = _dollars(wager.worth)
        table.add_row(Text(wager.slug, "bold"), bet, *cells)
        if wager.envy is not None:
            table.add_row(Text("  less others' envy", QUIET), "", *_cells(wager.envy, places_of(wager.envy)))
    if result.table is not None and (edge := result.table.edge) is not None:
        table.add_row(Text("base game, for each first stake", "bold"), "", *_cells(edge, places_of(edge)))
    return table


def _wager(wager: WagerFound, *, alone: bool) -> "Iterator[RenderableType]":
    from rich.text import Text

    if alone:
        yield _headline(wager)
    if not wager.lines:
        return
    figures = ("times", "frequency", "±", "exact", "z")
    heading = "" if alone else f"{wager.name}, pay table {wager.table}"
    table = new_table("line", *figures, title=heading, right=figures)
    # Leave out lines that cannot occur and did not.
    lines = [line for line in wager.lines if line.times or line.frequency.exact]
    for line in lines[:MOST_LINES]:
        cells = _cells(line.frequency, places_of(line.frequency))
        table.add_row(Text(line.label), f"{line.times:,}", *cells)
    yield table
    if len(lines) > MOST_LINES:
        yield Text(f"  ... and {len(lines) - MOST_LINES} more: --json has all of them", QUIET)
    if wager.more:
        yield Text("  " + ", ".join(f"{count:,} {name}" for name, count in wager.more.items()), QUIET)


def _headline(wager: WagerFound) -> "Text":
    """The main figure."""
    from rich.text import Text

    if wager.edge is not None:
        words, (value, error, exact, z) = "House edge", _cells(wager.edge, places_of(wager.edge))
    elif wager.worth is not None:
        words, (value, error, exact, z) = "Value per round", _dollars(wager.worth)
    else:
        return Text("House edge  by meter: give it with --meter", QUIET)
    return Text.assemble((f"{words}  ", QUIET), (f"{value} ± {error}", "bold"), (f"  exactly {exact}  z ", QUIET), z)


def _dollars(cents: Estimate) -> "tuple[str, str, str, Text]":
    """A won amount, to a hundredth of a cent."""
    error = NONE if cents.error is None else f"{cents.error / 100:,.4f}"
    exact = NONE if cents.exact is None else f"${float(cents.exact) / 100:,.4f}"
    return f"${cents.value / 100:,.4f}", error, exact, _score(cents)


def _cells(found: Estimate, places: int) -> "tuple[str, str, str, Text]":
    value = f"{found.value:.{places}%}"
    error = NONE if found.error is None else f"{found.error:.{places}%}"
    exact = NONE if found.exact is None else f"{float(found.exact):.{places}%}"
    return value, error, exact, _score(found)


def places_of(found: Estimate) -> int:
    """The number of places of a percentage that shows two digits of the error."""
    if not found.error:
        return 4
    return min(9, max(2, 1 - floor(log10(found.error * 100))))


def _score(found: Estimate) -> "Text":
    from rich.text import Text

    if found.z is None:
        return Text(NONE, QUIET)
    if isinf(found.z):
        return Text("impossible", LOSE)
    return Text(f"{found.z:+.2f}", LOSE if abs(found.z) > FAR else "")


def _compared(result: SimulationResult) -> str:
    if result.largest is None:
        return "No figure is compared: none has an exact value, or too few rounds were played."
    worst = "infinitely far" if isinf(result.largest) else f"{result.largest:.2f} standard errors away"
    return (
        f"Compared with {len(result.scores)} exact figures (z: distance in standard errors); the farthest is {worst}."
    )


def _took(result: SimulationResult, ran: SimulationRun) -> str:
    progress = ran.progress
    before = f", {progress.done - progress.now:,} of them before" if progress.done > progress.now else ""
    rate = "" if progress.rate is None else f", {short(progress.rate)} a second"
    where = f"{ran.workers} worker{'s' if ran.workers > 1 else ''}"
    ready = duration(ran.preparing)
    return f"{result.rounds:,} rounds{before} in {duration(progress.seconds)} on {where}{rate}; ready in {ready}."


def short(number: float) -> str:
    """``51.2 million``."""
    for size, name in ((1e15, " quadrillion"), (1e12, " trillion"), (1e9, " billion"), (1e6, " million")):
        if number >= size:
            return f"{number / size:.3g}{name}"
    return f"{number:,.0f}"


def duration(seconds: float) -> str:
    """``12.3 s``, ``4:05 min``, ``3:10 h``, ``12 days``."""
    if seconds < 100:
        return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s"
    minutes = round(seconds) // 60
    if minutes < 100:
        return f"{minutes}:{round(seconds) % 60:02d} min"
    hours = minutes // 60
    return f"{hours}:{minutes % 60:02d} h" if hours < 48 else f"{hours // 24:,} days"
