"""``pitbook solve``: a base game solved exactly, and one situation with all its choices."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitbook.cards import Cards, parse_cards
from pitbook.cli.output import GOLD, QUIET, card_text, console, new_table, print_json, print_options
from pitbook.cli.params import as_json, game_named, house_option, options_of, pair, pairs, tables_option
from pitbook.cli.progress import report_bar
from pitbook.errors import BadInput, quoted

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import ProgressColumn

    from pitbook.exact.pieces import Runner


LONG = 60.0
"""Seconds; work that takes longer is announced first."""


@click.command()
@click.argument("game")
@tables_option("The pay table of a base wager.")
@click.option(
    "--pay", "pays", multiple=True, metavar="WAGER:OUTCOME=PAY", help="Change one pay, such as ante-bonus:straight=2."
)
@house_option("A rule that differs by house.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that are known to be out of the deck.")
@click.option(
    "--sees",
    metavar="WHAT",
    help="What the player knows: dealer:N, board:N, dealer:1~QKA (only whether it is one of these ranks), none; "
    "several are joined by +.",
)
@click.option("--exposures", is_flag=True, help="Rank the cards that a dealer may expose by their value to a player.")
@click.option("--hand", metavar="CARDS", help="Show what every choice is worth with this hand.")
@click.option("--board", default="", metavar="CARDS", help="The community cards that are face up, for --hand.")
@click.option("--dealer", default="", metavar="CARDS", help="The dealer cards that are known, for --hand.")
@click.option("--cluster", metavar="ADDRESS", help="Solve on a Dask cluster, such as tcp://10.0.0.1:8786.")
@click.option(
    "--checkpoint",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Save progress in this file and resume from it the next time.",
)
@as_json
def solve(
    game: str,
    tables: tuple[str, ...],
    pays: tuple[str, ...],
    options: tuple[str, ...],
    dead: str,
    sees: str | None,
    exposures: bool,
    hand: str | None,
    board: str,
    dealer: str,
    cluster: str | None,
    checkpoint: Path | None,
    as_json: bool,
) -> None:
    """Solve a game exactly: the best choice for everything that a player can know, and what it costs.

    Figures are for each unit of the first stake. Among equal choices the smaller stake is taken.

    \b
    Examples:
      pitbook solve three-card-poker
      pitbook solve three-card-poker --hand "Qs 6d 4h"
      pitbook solve three-card-poker --table ante-bonus=1-3-4 --option dealer-qualifies=no
      pitbook solve caribbean-stud --sees dealer:2 --json
      pitbook solve three-card-poker --exposures
      pitbook solve caribbean-stud --hand "As Kd Qh 7c 3s" --dealer Qc
      pitbook solve texas-holdem-bonus --checkpoint solve.json
    """
    from pitbook.exact.solving import SolveRequest, seconds
    from pitbook.exact.solving import solve as solve_game
    from pitbook.games import is_path

    request = SolveRequest(
        game=game_named(game).slug if is_path(game) else game,
        tables=pairs(tables, "--table"),
        pays=tuple(_pay(text) for text in pays),
        options=options_of(options),
        dead=parse_cards(dead),
        sees=sees,
        exposures=exposures,
        hand=None if hand is None else parse_cards(hand),
        board=parse_cards(board),
        dealer=parse_cards(dealer),
    )
    needed = seconds(request)
    if needed > LONG:
        kept = "" if checkpoint else "; --checkpoint FILE saves progress"
        click.echo(f"pitbook: this takes about {needed:.0f} seconds on two cores{kept}", err=True)
    with report_bar(_columns, "Solving") as progress:
        record = solve_game(request, progress, _runner(cluster, checkpoint))
    if as_json:
        print_json(record)
    else:
        _print(record, request.hand, request.board, request.dealer)


def _runner(cluster: str | None, checkpoint: Path | None) -> "Runner":
    """Runs the work on this machine, or on the cluster that --cluster names."""
    if cluster is None and checkpoint is None:
        from pitbook.exact.pieces import run_here

        return run_here
    from pitbook.simulate.stages import stage_runner

    return stage_runner(cluster, checkpoint)


def _pay(text: str) -> tuple[str, str, str]:
    name, pay = pair(text, "--pay")
    wager, sign, outcome = name.partition(":")
    if not sign or not wager or not outcome:
        raise BadInput(f"--pay {quoted(text)} is not of the form WAGER:OUTCOME=PAY, such as ante-bonus:straight=2")
    return wager, outcome, pay


def _columns() -> "Sequence[ProgressColumn]":
    from rich.progress import Progress

    return Progress.get_default_columns()


_FIGURES = (
    ("House edge", "house_edge_decimal", ".4%"),
    ("Average stake", "average_stake_decimal", ".6f"),
    ("Element of risk", "element_of_risk_decimal", ".4%"),
    ("Hit frequency", "hit_frequency_decimal", ".4%"),
    ("Standard deviation", "standard_deviation_decimal", ".4f"),
)


def _print(record: Mapping[str, Any], hand: Cards | None, board: Cards, dealer: Cards) -> None:
    from rich.text import Text

    screen = console()
    screen.print(Text.assemble((record["game"], GOLD), (f"  solved for one {record['wager']}", QUIET)))
    if "situation" in record and hand is not None:
        _print_situation(screen, record["situation"], hand, board, dealer)
    figures = new_table("figure", "", right=("",))
    for name, key, form in _FIGURES:
        if record[key] is not None:
            figures.add_row(name, format(record[key], form))
    if record["house_edge"]:
        figures.add_row("House edge, exactly", record["house_edge"])
        figures.add_row("Deals", f"{record['deals']:,}")
    elif "house_edge_error" in record:
        figures.add_row("Error of the edge at most", f"{record['house_edge_error']:.0e}")
    if figures.row_count:
        screen.print(figures)
    if record["choices"]:
        table = new_table("decision", "choice", "of all rounds", right=("of all rounds",))
        for decision, shares in record["choices"].items():
            for word, share in shares.items():
                table.add_row(decision, word, f"{share:.4%}")
        screen.print(table)
        screen.print(Text("Among equal choices the smaller stake is taken.", QUIET))
    if "starting_hands" in record:
        _print_starting_hands(screen, record["starting_hands"])
    if "chart" in record:
        _print_chart(screen, record["chart"])
    if "published" in record:
        _print_published(screen, record["published"])
    if "exposures" in record:
        _print_exposures(screen, record["exposures"])
    for wager, table_id in record["tables"].items():
        screen.print(Text(f"Pay table of {wager}: {table_id}.", QUIET))
    if "knowledge" in record:
        screen.print(Text(record["knowledge"], QUIET), soft_wrap=True)
    print_options(screen, record["options"])


def _print_starting_hands(screen: "Console", hands: Mapping[str, Mapping[str, str]]) -> None:
    """The best choice with every starting hand, then the value of each choice, as grids of 13 by 13."""
    from rich.text import Text

    from pitbook.exact.starting_hands import HIGH_FIRST, starting_grid

    grid = starting_grid(hands)
    head = "    " + "".join(f"{rank:>6}" for rank in HIGH_FIRST)

    def show(title: str, rows: Iterable[Text]) -> None:
        screen.print(Text(f"\nStarting hands: {title}"))
        screen.print(Text(head, QUIET), soft_wrap=True)
        for rank, row in zip(HIGH_FIRST, rows, strict=True):
            screen.print(Text.assemble((f"{rank:>4}", QUIET), row), soft_wrap=True)

    show(
        "best choice (pairs on the diagonal, suited above it)",
        (Text("".join(f"{cell.best:>6}" for cell in row)) for row in grid),
    )
    for word, _ in grid[0][0].values:
        show(
            f"value of {word}, in first stakes",
            (
                Text.assemble(
                    *((f"{dict(cell.values)[word]:>+6.2f}", GOLD if cell.best == word else "") for cell in row)
                )
                for row in grid
            ),
        )


def _print_chart(screen: "Console", chart: Mapping[str, Any]) -> None:
    """The strategy chart, and what it and simpler strategies cost against the best choices."""
    from rich.text import Text

    table = new_table("decision", "choice", "with", title="Chart")
    for street in chart["streets"]:
        for rule in street["rules"]:
            table.add_row(street["decision"], rule["choice"], rule["hands"])
    screen.print(table)
    cost = chart["cost_decimal"]
    words = "The chart costs nothing: it makes the best choice with every hand."
    if chart["cost"] != "0/1":
        edge = chart["house_edge_decimal"]
        words = f"The chart costs {cost:.6%} of the first stake against the best choices; its house edge is {edge:.4%}."
    screen.print(Text(words), soft_wrap=True)
    if chart["simplifications"]:
        simpler = new_table("simpler", "costs", right=("costs",))
        for each in chart["simplifications"]:
            simpler.add_row(each["words"], f"{each['cost_decimal']:.4%}")
        screen.print(simpler)


def _print_published(screen: "Console", published: Sequence[Mapping[str, Any]]) -> None:
    """Published figures beside the computed ones."""
    from rich.text import Text

    table = new_table(
        "published figure", "published", "computed", "", title="Published", right=("published", "computed")
    )
    for each in published:
        table.add_row(each["figure"], each["published"], each["ours"], "" if each["agrees"] else "differs")
    screen.print(table)
    for each in published:
        if each["why"]:
            screen.print(Text(f"{each['figure']}, {each['published']}: {each['why']}", QUIET), soft_wrap=True)


def _print_exposures(screen: "Console", exposures: Sequence[Mapping[str, Any]]) -> None:
    """The value of each exposed card, the most valuable first."""
    table = new_table("exposed", "worth", "house edge", "", title="Exposures", right=("worth", "house edge"))
    for each in exposures:
        worth, edge = f"{each['worth_decimal']:.4%}", f"{each['house_edge_decimal']:.4%}"
        table.add_row(each["sees"], worth, edge, each["knowledge"])
    screen.print(table)


def _print_situation(screen: "Console", situation: Mapping[str, Any], hand: Cards, board: Cards, dealer: Cards) -> None:
    from rich.text import Text

    line = Text.assemble(card_text(hand))
    for name, cards in (("board", board), ("dealer", dealer)):
        if cards:
            line = Text.assemble(line, (f"  {name}  ", QUIET), card_text(cards))
    screen.print(line)
    table = new_table("choice", "worth", "", right=("worth",))
    for each in situation["choices"]:
        table.add_row(
            each["choice"], f"{each['value_decimal']:+.6f}", "best" if each["choice"] == situation["best"] else ""
        )
    screen.print(table)
