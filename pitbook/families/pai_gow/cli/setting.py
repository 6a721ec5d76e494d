"""``pitbook set``: how to set a pai gow hand."""

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from pitbook.cards import parse_cards
from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, card_text, console, new_table, print_json, print_options
from pitbook.cli.params import as_json, options_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pitbook.families.pai_gow.exact.hand import SettingAdvice, SettingChoice
    from pitbook.games.model import Game

WIDE = 96
"""Columns of a terminal in which the house way's setting is marked in words."""


@click.command("set")
@click.argument("cards")
@click.option("--house-way", metavar="WAY", help="How the dealer sets: foxwoods (the usual one) or flamingo.")
@click.option("--game", "slug", default="ez-pai-gow", show_default=True, metavar="GAME", help="Whose rules apply.")
@click.option("--top", default=5, show_default=True, type=click.IntRange(1, 21), help="How many settings to show.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game, such as wheel=lowest."
)
@as_json
def set_hand(cards: str, house_way: str | None, slug: str, top: int, options: tuple[str, ...], as_json: bool) -> None:
    """Show how the house way sets seven cards, the best setting, and the exact results of the best few.

    Every hand that the dealer may have beside these seven cards is counted, set by the house way. The joker is Jk.

    \b
    Examples:
      pitbook set "As Kd Jk 7h 7c 3d 2s"
      pitbook set "Kc Qc 7h 7d 6d 2s 2h" --house-way flamingo --game royal-riches-pai-gow
    """
    from pitbook import games
    from pitbook.families.pai_gow.exact.hand import advise_in
    from pitbook.families.pai_gow.exact.record import advice_record
    from pitbook.families.pai_gow.exact.sheet import with_way
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


def _print_advice(screen: "Console", game: "Game", advice: "SettingAdvice", top: int) -> None:
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


def _setting_text(choice: "SettingChoice") -> "Text":
    from rich.text import Text

    return Text.assemble(card_text(choice.setting.low), " / ", card_text(choice.setting.high))
