"""``pitbook strategy``: blackjack solved for any rules."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitbook.cards import Cards, parse_cards
from pitbook.cli.output import GOLD, QUIET, console, new_table, print_json, write_file
from pitbook.cli.params import WHOLE, as_json, file_option, pair, rule_option
from pitbook.errors import BadInput, quoted

if TYPE_CHECKING:
    from rich.table import Table

    from pitbook.families.blackjack.exact.analysis import Analysis
    from pitbook.families.blackjack.exact.values import Composition
    from pitbook.families.blackjack.rules.posted import BlackjackRules

COLOURS = {
    "hit": "bold #10161c on #8fd694",
    "stand": "bold #10161c on #f2938c",
    "double": "bold #10161c on #8fb8f2",
    "split": "bold #10161c on #f2d06b",
    "surrender": "bold #10161c on #d5d0dc",
    "none": "",
}
"""The colours of printed charts: green hits, red stands, blue doubles, yellow splits, white surrenders."""
_SHOWN = 10
"""The most exceptions to the chart that are printed."""


@click.command()
@click.option("--decks", type=WHOLE, help="How many decks are in the shoe; 6 if left out.")
@rule_option
@click.option("--remove", default="", metavar="CARDS", help='Cards that have left the shoe, such as "7d 7d Ks".')
@click.option("--hand", metavar="CARDS", help="Show the value of every action with this hand.")
@click.option("--up", metavar="CARD", help="The dealer's up card, for --hand.")
@as_json
@file_option("html", "Write the chart as one page for a browser.")
@file_option("pdf", "Write the chart as one printed page.")
def strategy(
    decks: int | None,
    rules: tuple[str, ...],
    remove: str,
    hand: str | None,
    up: str | None,
    as_json: bool,
    html_file: Path | None,
    pdf_file: Path | None,
) -> None:
    """Print the blackjack strategy chart for any rules, computed in double precision.

    The chart is the best strategy by totals alone. Hands for which the exact cards make another action better are
    listed below it.

    \b
    Rules and their values (the default is Washington's usual rule):
      decks             1 to 8
      soft17            hit, stand
      blackjack-pays    3:2, 6:5, 1:1 or another ratio
      double            any, 9-11, 10-11
      das               yes, no                          double after a split
      split-hands       1 to 4                           1 forbids splitting
      resplit-aces      yes, no
      hit-split-aces    yes, no
      surrender         none, late, early
      hole-card         peek, european, original-bets-only
      insurance         yes, no
      five-card         none, charlie, 21-pays-2:1 or another ratio
      pairs             value, rank                      which ten-value cards are a pair

    \b
    Examples:
      pitbook strategy --decks 6
      pitbook strategy --decks 2 --rule soft17=stand --rule surrender=late
      pitbook strategy --hand "Ts 6d" --up Th
      pitbook strategy --hand "8s 8d" --up Ah --remove "8c 8h Ts"
      pitbook strategy --decks 8 --html chart.html --pdf chart.pdf
    """
    from pitbook.families.blackjack.exact.analysis import Analysis
    from pitbook.families.blackjack.exact.chart import chart_record, hand_record
    from pitbook.families.blackjack.exact.values import composition_of_cards

    found = _rules(rules, decks)
    analysis = Analysis(found, _shoe(found, parse_cards(remove)))
    if hand is not None or up is not None:
        if hand is None or up is None:
            raise BadInput('--hand and --up go together: give both, as in --hand "Ts 6d" --up Th')
        if html_file or pdf_file:
            raise BadInput("--html and --pdf are for the chart: leave out --hand and --up")
        held, shown = parse_cards(hand), parse_cards(up)
        _check_cards(found, (*held, *shown, *parse_cards(remove)))
        if len(shown) != 1:
            raise BadInput(f"--up {quoted(up)} is not one card")
        record = hand_record(analysis, composition_of_cards(held), composition_of_cards(shown).index(1))
        if as_json:
            print_json(record | {"cards": hand, "up": up})
        else:
            _print_hand(held, shown, record)
        return
    files = {"html": html_file, "pdf": pdf_file}
    for kind, path in files.items():
        if path is not None:
            write_file(path, _writer(kind)(analysis))
            click.echo(f"{path}: the strategy chart as {kind.upper()}", err=as_json)
    if as_json:
        print_json(chart_record(analysis))
    elif not any(files.values()):
        _print_chart(found, chart_record(analysis))


def _rules(texts: Iterable[str], decks: int | None) -> "BlackjackRules":
    from pitbook.families.blackjack.rules.posted import parse_rules

    return parse_rules([pair(text, "--rule") for text in texts], decks)


def _shoe(rules: "BlackjackRules", removed: Cards) -> "Composition":
    """The full shoe without the removed cards."""
    from pitbook.cards import Shoe
    from pitbook.families.blackjack.exact.values import composition_of

    return composition_of(Shoe.of_decks(rules.decks).without(removed))


def _check_cards(rules: "BlackjackRules", cards: Cards) -> None:
    """Raises for a joker, or more copies of a card than there are decks."""
    _shoe(rules, cards)


def _writer(kind: str) -> "Callable[[Analysis], bytes]":
    from importlib import import_module

    write: Callable[[Analysis], bytes] = import_module(f"pitbook.families.blackjack.show.strategy_{kind}").write
    return write


def _print_hand(hand: Cards, up: Cards, record: Mapping[str, Any]) -> None:
    from rich.text import Text

    from pitbook.cli.output import card_text

    screen = console()
    kind = f"{'soft' if record['soft'] else 'hard'} {record['total']}"
    screen.print(Text.assemble(card_text(hand), (f"  {kind} against  ", QUIET), card_text(up)))
    table = new_table("action", "worth", "", right=("worth",))
    for action, value in record["values"].items():
        marks = [word for word, key in (("best", "best"), ("chart", "chart")) if record[key] == action]
        table.add_row(Text(f" {action} ", COLOURS[action]), f"{value:+.6f}", ", ".join(marks))
    screen.print(table)
    looked = (
        "once the dealer has looked for a blackjack" if record["dealer_has_looked"] else "before the dealer's cards"
    )
    screen.print(f"[{QUIET}]For each unit of the first wager, {looked}; later decisions are the best for the cards.[/]")


def _print_chart(rules: "BlackjackRules", record: Mapping[str, Any]) -> None:
    from rich.columns import Columns
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from pitbook.families.blackjack.exact.chart import CODES, action_of
    from pitbook.families.blackjack.exact.values import full_shoe
    from pitbook.families.blackjack.rules.posted import headline

    screen = console()
    gone = sum(full_shoe(rules.decks)) - sum(record["shoe"].values())
    removed = f", {gone} card{'s' if gone > 1 else ''} removed" if gone else ""
    screen.print(Text.assemble(("Blackjack strategy", GOLD), (f"  {headline(rules)}{removed}", QUIET)))
    tables = {name: _chart_table(name.capitalize(), rows) for name, rows in record["chart"].items()}
    if screen.width >= 100:
        beside = Table.grid(padding=(0, 6, 0, 0))
        beside.add_row(tables["hard"], Group(*(tables[name] for name in ("soft", "pairs") if name in tables)))
        screen.print(beside)
    else:
        for table in tables.values():
            screen.print(table)
    keys = (Text.assemble((f" {code} ", COLOURS[action_of(code)]), f" {CODES[code]}") for code in record["legend"])
    screen.print(Columns(keys, padding=(0, 3)))
    by_chart, best = (record["expectation"][f"{by}_dependent"] for by in ("total", "composition"))
    verb, sign = ("loses", -1) if by_chart < 0 else ("wins", 1)
    screen.print(
        f"\nThe player {verb} [bold]{sign * by_chart:.4%}[/] of the first wager by this chart, "
        f"[bold]{sign * best:.4%}[/] by the best play for every card."
    )
    departures = record["departures"]
    table = new_table("cards", "against", "chart", "better", "gain", "once in", right=("gain", "once in"))
    for each in departures[:_SHOWN]:
        table.add_row(
            each["hand"],
            each["up_card"],
            each["chart"],
            Text(f" {each['best']} ", COLOURS[each["best"]]),
            f"{each['gain']:.4%}",
            f"{1 / each['frequency']:,.0f} rounds",
        )
    if departures:
        screen.print(f"\n[{GOLD}]Exceptions to the chart[/]  [{QUIET}]{_departing(len(departures))}[/]")
        screen.print(table)


def _departing(number: int) -> str:
    if number == 1:
        return "one hand"
    return f"{number} hands" + (f", the {_SHOWN} that matter most" if number > _SHOWN else "")


def _chart_table(name: str, rows: "Mapping[str, Mapping[str, Any]]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    from pitbook.families.blackjack.exact.chart import action_of

    table = Table(box=None, padding=0, header_style="bold", pad_edge=False)
    table.add_column(name, justify="right", min_width=5)
    table.add_column("", width=1)
    for up in next(iter(rows.values())):
        table.add_column(f" {up}", width=4)
    for row, cells in rows.items():
        codes = (cell["code"] for cell in cells.values())
        table.add_row(Text(row, "bold"), "", *(Text(f" {code:<3}", COLOURS[action_of(code)]) for code in codes))
    table.add_row()
    return table
