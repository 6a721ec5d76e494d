"""``pitbook tour``: a walk through the rulebook, one worked hand for each game."""

from typing import TYPE_CHECKING, Any

import click

from pitbook.cards import parse_cards
from pitbook.cli.output import GOLD, QUIET, WIN, card_text, console, print_json
from pitbook.cli.params import as_json, bets_of, tables_of
from pitbook.money import format_cents

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.games.model import Game
    from pitbook.games.settle import Settlement
    from pitbook.games.shown import TourStop


@click.command()
@as_json
def tour(as_json: bool) -> None:
    """Walk through the rulebook: every game, its letter, and one hand settled with the reason.

    \b
    Examples:
      pitbook tour
      pitbook tour --json
    """
    from pitbook.games import all_games
    from pitbook.games.shown import shown

    stops = [(game, stop) for game in all_games() if (stop := shown(game).tour) is not None]
    if as_json:
        print_json([_record(game, stop, _settled(game, stop)) for game, stop in stops])
        return
    screen = console()
    _print_welcome(screen)
    for game, stop in stops:
        _print_stop(screen, game, stop, _settled(game, stop))
    _print_way_on(screen)


def _settled(game: "Game", stop: "TourStop") -> "Settlement":
    """The bet of the hand that wins most."""
    from pitbook.games.settle import Seat, lay_out, settle

    layout = lay_out(game, None, tables_of(game, [stop.table]))
    seat = Seat(parse_cards(stop.player), tuple(bets_of(game, stop.bet)))
    return max(settle(layout, [seat], parse_cards(stop.dealer)), key=lambda item: item.net or 0)


def _record(game: "Game", stop: "TourStop", best: "Settlement") -> dict[str, Any]:
    return {
        "game": game.slug,
        "letter": game.letter.number,
        "maker": game.letter.maker,
        "dated": game.letter.iso_day,
        "about": game.about,
        "player": stop.player,
        "dealer": stop.dealer or None,
        "wager": best.wager,
        "pay_table": best.table,
        "bet_cents": best.bet,
        "outcome": best.outcome,
        "pays": best.pays,
        "net_cents": best.net,
    }


def _print_welcome(screen: "Console") -> None:
    from rich.panel import Panel
    from rich.text import Text

    screen.print(
        Panel(
            Text.assemble(
                ("Pitbook", GOLD),
                "  regulator-approved casino card games, from the approval letter\n"
                "to the mathematics, to the live table, to the jackpot.",
            ),
            expand=False,
            border_style=QUIET,
        )
    )


def _print_stop(screen: "Console", game: "Game", stop: "TourStop", best: "Settlement") -> None:
    from rich.padding import Padding
    from rich.text import Text

    letter = game.letter
    year = f", {letter.dated.year}" if letter.day else ""
    screen.print(Text.assemble(("\n" + game.name, GOLD), (f"  {letter.source}{year}", QUIET)))
    screen.print(Padding(game.about, (0, 0, 0, 2)))
    cards = Text.assemble("  ", card_text(parse_cards(stop.player)))
    if stop.dealer:
        cards.append("   dealer ", QUIET).append_text(card_text(parse_cards(stop.dealer)))
    screen.print(cards)
    won = format_cents(best.net or 0)
    screen.print(
        Text.assemble(
            "  ",
            (best.label, "bold"),
            f" pays {best.pays}",
            (f" (table {best.table})", QUIET),
            ": ",
            (f"{won} won", WIN),
        )
    )


def _print_way_on(screen: "Console") -> None:
    from rich.text import Text

    screen.print(
        Text.assemble(
            ("\nGo on with\n", "bold"),
            "  pitbook games                       all games, wagers and letters\n"
            "  pitbook rules royal-match-21        how a game is played\n"
            "  pitbook paytables ez-pai-gow        every pay table\n"
            "  pitbook letter royal-riches-pai-gow the approval and its conditions\n"
            "  pitbook settle --help               settle any hand\n"
            "  pitbook catalogue                   the 66 games of letter 004\n"
            "  pitbook par ez-pai-gow              the exact mathematics\n",
            ("This is .venv/bin/pitbook; every command takes --help.", QUIET),
        )
    )
