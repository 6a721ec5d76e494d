"""``pitbook tour``: a walk through the rulebook, one worked hand a game."""

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pitbook.cards import parse_cards
from pitbook.cli.output import GOLD, QUIET, WIN, as_json, card_text, console, print_json
from pitbook.money import dollars, format_cents

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.games.settle import Settlement


class Stop(NamedTuple):
    """A hand worth seeing."""

    game: str
    wager: str
    table: str
    bet: int
    player: str
    dealer: str
    spots: int = 0


STOPS = (
    Stop("million-dollar-match-the-dealer", "match", "6-A", 5, "8s 8s", "8s 8h 8d Kd 2c", spots=5),
    Stop("match-n-poker", "match-n-poker", "4", 10, "7h 8h", "9h 4c"),
    Stop("royal-riches-pai-gow", "royal-riches", "2", 5, "As Ks Qs Js Jk Ah Kh", ""),
    Stop("royal-match-21", "royal-match", "RM-08", 10, "Kd Qd", "9h 5c"),
    Stop("ez-pai-gow", "protection", "1", 5, "9s 8d 7h 5c 4s 3d 2h", ""),
)


@click.command()
@as_json
def tour(as_json: bool) -> None:
    """Walk through the rulebook: every game, its letter, and one hand settled with the reason.

    \b
    Examples:
      pitbook tour
      pitbook tour --json
    """
    if as_json:
        print_json([_record(stop, _settled(stop)) for stop in STOPS])
        return
    screen = console()
    _print_welcome(screen)
    for stop in STOPS:
        _print_stop(screen, stop, _settled(stop))
    _print_way_on(screen)


def _settled(stop: Stop) -> "Settlement":
    """The bet of the hand that wins most."""
    from pitbook import games
    from pitbook.games.settle import Bet, Seat, lay_out, settle

    slug = "super-bonus" if stop.spots else stop.wager
    layout = lay_out(games.game(stop.game), None, {slug: stop.table})
    spots = range(1, stop.spots + 1) if stop.spots else (0,)
    bets = tuple(Bet(stop.wager, dollars(stop.bet), spot) for spot in spots)
    settled = settle(layout, [Seat(parse_cards(stop.player), bets)], parse_cards(stop.dealer))
    return max(settled, key=lambda item: item.net or 0)


def _record(stop: Stop, best: "Settlement") -> dict[str, Any]:
    from pitbook import games

    game = games.game(stop.game)
    return {
        "game": game.slug,
        "letter": game.letter.number,
        "maker": game.letter.maker,
        "dated": game.letter.dated.isoformat(),
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


def _print_stop(screen: "Console", stop: Stop, best: "Settlement") -> None:
    from rich.padding import Padding
    from rich.text import Text

    from pitbook import games

    game = games.game(stop.game)
    letter = game.letter
    screen.print(
        Text.assemble(
            ("\n" + game.name, GOLD), (f"  letter {letter.number}, {letter.maker}, {letter.dated.year}", QUIET)
        )
    )
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
