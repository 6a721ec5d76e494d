"""``pitbook tour``: a walk through the rulebook, one worked hand a game."""

from typing import NamedTuple

import click

from pitbook.cli.output import GOLD, QUIET, WIN, card_text, console
from pitbook.money import dollars, format_cents


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
def tour() -> None:
    """Walk through the rulebook: every game, its letter, and one hand settled with the reason.

    \b
    Example:
      pitbook tour
    """
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.text import Text

    from pitbook import games
    from pitbook.cards import parse_cards
    from pitbook.games.settle import Bet, Seat, lay_out, settle

    screen = console()
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
    for stop in STOPS:
        game = games.game(stop.game)
        letter = game.letter
        screen.print(
            Text.assemble(
                ("\n" + game.name, GOLD), (f"  letter {letter.number}, {letter.maker}, {letter.dated.year}", QUIET)
            )
        )
        screen.print(Padding(game.about, (0, 0, 0, 2)))
        slug = "super-bonus" if stop.spots else stop.wager
        layout = lay_out(game, None, {slug: stop.table})
        spots = range(1, stop.spots + 1) if stop.spots else (0,)
        bets = tuple(Bet(stop.wager, dollars(stop.bet), spot) for spot in spots)
        player, dealer = parse_cards(stop.player), parse_cards(stop.dealer)
        settled = settle(layout, [Seat(player, bets)], dealer)
        best = max(settled, key=lambda item: item.net or 0)
        cards = Text.assemble("  ", card_text(player))
        if dealer:
            cards.append("   dealer ", QUIET).append_text(card_text(dealer))
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
    screen.print(
        Text.assemble(
            ("\nGo on with\n", "bold"),
            "  pitbook games                       all games, wagers and letters\n"
            "  pitbook rules royal-match-21        how a game is played\n"
            "  pitbook paytables ez-pai-gow        every pay table\n"
            "  pitbook letter royal-riches-pai-gow the approval and its conditions\n"
            "  pitbook settle --help               settle any hand\n"
            "  pitbook catalogue                   the 66 games of letter 004\n",
            ("This is .venv/bin/pitbook; every command takes --help.", QUIET),
        )
    )
