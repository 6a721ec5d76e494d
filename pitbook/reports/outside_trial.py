"""Tries a game from outside before it is registered: rules, rounds at a table, examples and the felt.

An error found here would otherwise appear later, in the middle of a command or a page. It is reported as an error of
the folder, with file and line.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from pitbook import games
from pitbook.cards import parse_cards
from pitbook.errors import BadInput
from pitbook.exact.rule_check import try_rule
from pitbook.games import Outside
from pitbook.games.model import Game, Wager
from pitbook.games.outside import raised_in
from pitbook.games.outside_check import GameFault
from pitbook.games.progressive import read_progressives
from pitbook.games.settle import Bet, Seat, finished_bets, lay_out, settle
from pitbook.games.shown import ExampleHand, ShowFile, lesson_of, read_shown
from pitbook.games.time_limit import TookTooLong, time_limit
from pitbook.money import dollars
from pitbook.reports.felt.drawing import draw_felt
from pitbook.table.config import configure
from pitbook.table.family import family_of
from pitbook.table.trial import play_rounds
from pitbook.toml_file import TomlFile

BET: Final = dollars(10)
RULE_SECONDS: Final = 20.0
"""The most time for a few hundred calls of one rule, which usually take a fraction of a second."""
TABLE_SECONDS: Final = 600.0
"""The same for each other trial, such as rounds at a table, which may have to compile code first."""


def trial_faults(loaded: Outside) -> list[GameFault]:
    """Everything that goes wrong when the game is used; the game is registered during the trial."""
    folder, game = loaded.place, loaded.game
    found: list[GameFault] = []

    def attempt(what: str, do: Callable[[], object], of: object = None, seconds: float = TABLE_SECONDS) -> bool:
        try:
            with time_limit(seconds):
                do()
        except (Exception, TookTooLong) as error:  # noqa: BLE001 (the code of a folder may raise anything)
            fault = raised_in(folder, error, of)
            if isinstance(of, str):
                path = folder / "show.toml"
                fault = GameFault(path, TomlFile.open(path).line_of(of), fault.words)
            found.append(GameFault(fault.file, fault.line, f"{what}: {fault.words}"))
            return False
        return True

    with games.registered(loaded):
        trials = family_of(game).statement_trials(game)
        if not all(attempt(each.what, each.do, each.of, RULE_SECONDS) for each in trials):
            return found
        rules = [
            attempt(f"trying the rule of {wager.slug}", _rule(game, wager), wager.rule, RULE_SECONDS)
            for wager in game.wagers
        ]
        shown = read_shown(folder / "show.toml")
        file = folder / "progressive.toml"
        attempt("reading progressive.toml", lambda: read_progressives(file, tuple(game.wager_slugs())))
        attempt("reading the lesson", lambda: lesson_of(game))
        if all(rules) and attempt("setting up a table", lambda: configure(game)):
            config = configure(game)
            attempt("playing rounds at a table", lambda: play_rounds(config))
            attempt("drawing the felt", lambda: draw_felt(config))
            found += _shown_faults(game, shown, folder / "show.toml")
    return found


def _rule(game: Game, wager: Wager) -> Callable[[], None]:
    return lambda: try_rule(game, wager)


def _shown_faults(game: Game, shown: ShowFile, path: Path) -> Iterator[GameFault]:
    """Hands and tables of ``show.toml`` that the game refuses."""
    tried: list[tuple[str, Callable[[], object]]] = [
        (f"examples.{slug}", lambda slug=slug, hand=hand: _settle(game, slug, hand))  # type: ignore[misc]  # bound here
        for slug, hands in shown.hands.items()
        for hand in hands
    ]
    tried += [
        (f"play.{name}", lambda wagers=wagers: configure(game, offered=wagers))  # type: ignore[misc]  # bound here
        for name, wagers in shown.play.items()
    ]
    if (stop := shown.tour) is not None:
        slug, table = stop.bet.partition("=")[0], stop.table.partition("=")
        hand = ExampleHand(stop.player, stop.dealer)
        tried.append(("tour", lambda: _settle(game, slug, hand, {table[0]: table[2]} if table[1] else {})))
    for key, do in tried:
        try:
            do()
        except BadInput as error:
            yield GameFault(path, TomlFile.open(path).line_of(key), f"{key}: {error}")


def _settle(game: Game, slug: str, hand: ExampleHand, tables: dict[str, str] | None = None) -> None:
    layout, wager = lay_out(game, None, tables or {}), game.wager(slug)
    if wager.requires_all_of or wager.spots or wager.components:
        return
    bet = BET if wager.highest is None else min(BET, wager.highest)
    chosen = Bet(slug, max(bet, wager.lowest or bet), 0, wager.choice.default if wager.choice else "")
    seat = Seat(parse_cards(hand.player), finished_bets(game, chosen))
    settle(layout, [seat], parse_cards(hand.dealer), board=parse_cards(hand.board))
