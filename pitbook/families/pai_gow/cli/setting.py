"""Pai gow hands in the terminal: ``pitbook set``, and what ``pitbook par`` needs for the wagers on set hands."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from pitbook.cards import parse_cards
from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, as_json, card_text, console, new_table, print_json, print_options
from pitbook.cli.settle import options_of
from pitbook.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pitbook.exact.select import Ask
    from pitbook.families.pai_gow.exact.hand import Advice, Choice
    from pitbook.families.pai_gow.exact.sheet import PaiGowSheet
    from pitbook.games.model import Game

WIDE = 96
"""Columns of a terminal in which the house way's setting is marked in words."""
_TWO_WAYS = "--house-way and --option house-way name two house ways: give one"


def way_options(command: Callable[..., None]) -> Callable[..., None]:
    """How pai gow hands are set."""
    house = click.option("--house-way", metavar="WAY", help="How a pai gow dealer sets: foxwoods or flamingo.")
    player = click.option(
        "--player-way", metavar="WAY", help="How the player sets: as the dealer; or a way, or optimal."
    )
    return house(player(command))


def counting(
    game: "Game", ask: "Ask", house_way: str | None, player_way: str | None
) -> "Callable[[], Sequence[PaiGowSheet]] | None":
    """What computes the sheets of a wager on set hands; None where the wager asked for is no such wager."""
    from pitbook.families.pai_gow.exact.sheet import check_ask, is_on_set_hands, pai_gow_sheets

    if not is_on_set_hands(game, ask.wager):
        for option, given in (("--house-way", house_way), ("--player-way", player_way)):
            if given:
                raise BadInput(f"{option} is for the wagers on set hands: base and dealer-pai-gow of a pai gow game")
        return None
    asked = replace(ask, options=with_way(ask.options, house_way))
    check_ask(game, asked, player_way or "")
    game.check_bearing(asked.options, [game.wager(ask.wager)], "count")

    def count() -> "Sequence[PaiGowSheet]":
        with counting_bar() as report:
            return pai_gow_sheets(game, asked, player_way or "", report)

    return count


def with_way(options: Mapping[str, str], house_way: str | None) -> dict[str, str]:
    if house_way is None:
        return dict(options)
    if options.get("house-way", house_way) != house_way:
        raise BadInput(_TWO_WAYS)
    return {**options, "house-way": house_way}


@contextmanager
def counting_bar() -> Iterator[Callable[[int, int], None]]:
    """How far a count of pairs is, and that an interrupted one is kept; the bar is there only where one is counted."""
    begun = False
    try:
        with _bar() as show:

            def report(done: int, of: int) -> None:
                nonlocal begun
                begun = True
                show(done, of)

            yield report
    except KeyboardInterrupt:
        if begun:
            click.echo("pitbook: interrupted; what is counted is kept: the same command goes on from there", err=True)
        raise


@contextmanager
def _bar() -> Iterator[Callable[[int, int], None]]:
    """A bar on the error stream, where that is a terminal and there is something to report."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("counting all pairs of hands"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
        TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task("counting", total=None)

    def show(done: int, of: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=of)

    try:
        yield show
    finally:
        bar.stop()


@click.command("set")
@click.argument("cards")
@click.option("--house-way", metavar="WAY", help="How the dealer sets: foxwoods (the usual one) or flamingo.")
@click.option("--game", "slug", default="ez-pai-gow", show_default=True, metavar="GAME", help="Whose rules hold.")
@click.option("--top", default=5, show_default=True, type=click.IntRange(1, 21), help="How many settings to show.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="A choice of the house, such as wheel=lowest."
)
@as_json
def set_hand(cards: str, house_way: str | None, slug: str, top: int, options: tuple[str, ...], as_json: bool) -> None:
    """Set seven cards: the house way's setting, the best one, and exactly what the best few win.

    Every hand that the dealer may have beside these seven cards is counted, set by the house way. The joker is Jk.

    \b
    Examples:
      pitbook set "As Kd Jk 7h 7c 3d 2s"
      pitbook set "Kc Qc 7h 7d 6d 2s 2h" --house-way flamingo --game royal-riches-pai-gow
    """
    from pitbook import games
    from pitbook.families.pai_gow.exact.hand import advise_in
    from pitbook.families.pai_gow.exact.record import advice_record
    from pitbook.games.options_read import values_read

    game = games.game(slug)
    chosen = with_way(options_of(options), house_way)
    advice = advise_in(game, parse_cards(cards), chosen)
    game.check_bearing(chosen, [game.wager("base")], "count")
    read = values_read(game, [game.wager("base")], [], "count", chosen)
    if as_json:
        print_json(advice_record(game, advice, top) | {"options": read})
    else:
        _print_advice(console(), game, advice, top)
        print_options(console(), read)


def _print_advice(screen: "Console", game: "Game", advice: "Advice", top: int) -> None:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    from pitbook.exact.figures import percent
    from pitbook.hands.house_ways import house_way
    from pitbook.hands.poker import describe

    way = house_way(advice.way)
    screen.print(
        Text.assemble((game.name, GOLD), ("  the dealer sets by the ", QUIET), (f"{way.name} house way", "bold"))
    )
    two_ways = Table.grid(padding=(0, 2, 0, 0))
    two_ways.add_row(Text("  cards", QUIET), card_text(advice.cards))
    for name, choice in (("house way", advice.of_way), ("best", advice.best)):
        held = Text(f"{describe(choice.low)} / {describe(choice.high)}", QUIET)
        same = name == "best" and choice is advice.of_way
        shown = [Text("the same", QUIET)] if same else [_setting_text(choice), held]
        two_ways.add_row(Text(f"  {name}", QUIET), *shown)
    two_ways.columns[1].no_wrap = True
    screen.print(two_ways)
    row = Text(f"row {advice.row.id}: {advice.row.contains}; the low hand is {advice.row.low}", QUIET)
    screen.print(Padding(row, (0, 0, 0, 2)))
    if advice.best is not advice.of_way:
        cost = percent(advice.best.expectation - advice.of_way.expectation, 3)
        screen.print(Text.assemble(("  the house way costs ", QUIET), (cost, LOSE), (" of the wager here", QUIET)))
    barred = advice.best.barred > 0
    columns = ["setting", "win", "push", "lose", *(["barred"] if barred else []), "on average"]
    table = new_table(*columns, right=columns[1:])
    sign, legend = (" ◂ house way", "") if screen.width >= WIDE else (" ◂", "◂ the house way. ")
    for choice in advice.shown(top):
        parts = [choice.win, choice.push, choice.lose, *([choice.barred] if barred else [])]
        mark = sign if choice is advice.of_way else ""
        style = WIN if choice is advice.best else ""
        table.add_row(
            Text.assemble(_setting_text(choice), (mark, GOLD)),
            *(percent(Fraction(part, choice.hands), 3) for part in parts),
            Text(percent(choice.expectation, 3), style),
        )
    screen.print(table)
    words = f"{legend}Of {advice.best.hands:,} hands that the dealer may have; for each unit wagered."
    screen.print(Padding(Text(words, QUIET), (0, 0, 0, 2)))


def _setting_text(choice: "Choice") -> "Text":
    from rich.text import Text

    return Text.assemble(card_text(choice.setting.low), " / ", card_text(choice.setting.high))
