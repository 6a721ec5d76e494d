"""Par sheets from Python: the functions of ``import pitbook``, as short to call as the command line."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pitbook.cards import Cards, parse_cards
from pitbook.exact.custom_wager import Source, find_game, find_wager, is_file, one_table, with_tables
from pitbook.exact.par import ParSheet
from pitbook.exact.select import SheetRequest, check_has_sheet, holder, plan
from pitbook.games import all_games
from pitbook.games.model import Game, Wager
from pitbook.money import parse_bet, parse_cents

Table = str | Path | Mapping[str, str]
"""A pay table by its id, as a custom TOML file, or as outcome -> pay."""


def par(
    game: Source,
    wager: str = "",
    *,
    table: Table = "",
    decks: int | None = None,
    bet: str | int | None = None,
    meter: str | int | None = None,
    seats: int = 1,
    options: Mapping[str, str] | None = None,
    removed: str | Cards = (),
) -> ParSheet:
    """One par sheet; pay table and deck count default to the game's, and money is in dollars.

    The first argument may be a game or a wager of the rulebook, the path of a Python file, or a function decorated with
    ``@wager``.
    """
    found, chosen = find_wager(game, wager)
    named = table if isinstance(table, str) and not is_file(table) else ""
    own = (one_table(found, chosen, 0, table),) if table and not named else ()
    found = with_tables(found, {"": own} if own else {})
    chosen = found.wager(chosen.slug)
    check_has_sheet(chosen)
    count = _usual_decks(found, chosen, named) if decks is None else decks
    ask = SheetRequest(
        wager=chosen.slug,
        tables={holder(found, chosen.slug): own or named or found.default_table(chosen, count)},
        decks=count,
        bets={} if bet is None else {"": parse_bet(str(bet))},
        meter=None if meter is None else parse_cents(str(meter), "meter"),
        seats=seats,
        options=options or {},
        removed=_cards(removed),
    )
    return plan(found, ask)[0].sheet()


def _usual_decks(game: Game, wager: Wager, table: str) -> int:
    """The game's default deck count, or the first that has this pay table."""
    counts = (game.default_decks, *game.decks)
    fitting = (each for each in counts if (table in wager.table_ids(each) if table else wager.table_ids(each)))
    return next(fitting, game.default_decks)


def solve(
    game: str,
    *,
    tables: Mapping[str, str] | None = None,
    pays: Mapping[tuple[str, str], str] | None = None,
    options: Mapping[str, str] | None = None,
    dead: str | Cards = (),
    sees: str | None = None,
    hand: str | Cards | None = None,
    board: str | Cards = (),
    dealer: str | Cards = (),
) -> dict[str, Any]:
    """A base game solved exactly, and one situation with all its choices; see docs/solve.md for what the names mean.

    ``pays`` replaces lines of pay tables: (wager, outcome) -> pay.
    """
    from pitbook.exact.solving import SolveRequest
    from pitbook.exact.solving import solve as solve_game

    return solve_game(
        SolveRequest(
            game=game,
            tables=tables or {},
            pays=tuple((wager, outcome, pay) for (wager, outcome), pay in (pays or {}).items()),
            options=options or {},
            dead=_cards(dead),
            sees=sees,
            hand=None if hand is None else _cards(hand),
            board=_cards(board),
            dealer=_cards(dealer),
        )
    )


def _cards(given: str | Cards) -> Cards:
    return parse_cards(given) if isinstance(given, str) else given


def par_sheets(
    game: Source | None = None, wager: str = "", *, table: str = "", decks: int | None = None
) -> list[ParSheet]:
    """All matching sheets, in the order of the letters; without a game, those of the whole rulebook."""
    if game is None:
        return [job.sheet() for each in all_games() for job in plan(each, SheetRequest(decks=decks))]
    found = with_tables(find_game(game), {})
    return [
        job.sheet()
        for job in plan(found, SheetRequest(wager=wager, tables={wager: table} if table else {}, decks=decks))
    ]
