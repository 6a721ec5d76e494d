"""The cost of a table for a player: the base game and chosen side bets together, per round and per hour."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from pitbook import __version__
from pitbook.errors import BadInput
from pitbook.exact.family import family_of
from pitbook.exact.progress import Report, no_report
from pitbook.exact.select import SheetRequest, Tables, holder
from pitbook.exact.sheets import jobs
from pitbook.games.model import Game, Wager, listed
from pitbook.games.options_read import check_full_shoe
from pitbook.money import Cents, format_cents
from pitbook.pay import MeterShare

MOST_ROUNDS: Final = 1_000


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table, and the player's way of playing."""

    decks: int | None = None
    """None for the game's default."""
    tables: Mapping[str, Tables] = field(default_factory=dict)
    """By wager; the game's default if none is given."""
    options: Mapping[str, str] = field(default_factory=dict)
    play: Mapping[str, str] = field(default_factory=dict)
    """How hands are played or set, by option names of the game's family, such as ``surrender`` or ``player-way``."""
    meter: Cents | None = None


@dataclass(frozen=True, slots=True)
class CostLine:
    """One wager of the player."""

    wager: str
    name: str
    bet: Cents
    basis: str
    """The pay table, or how the base game is played."""
    edge: float
    deviation: float
    """Per unit bet."""
    options: Mapping[str, str]
    """The options that its figures read."""

    @property
    def cost(self) -> float:
        """The average loss per round, in cents."""
        return self.bet * self.edge

    def deviation_of(self, rounds: int) -> float:
        """The standard deviation of this many rounds, in cents."""
        return self.bet * self.deviation * sqrt(rounds)


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of all wagers of a player."""

    game: Game
    decks: int
    rounds: int
    """Rounds per hour."""
    lines: tuple[CostLine, ...]
    options: Mapping[str, str]
    """The options that the figures read."""

    @property
    def wagered(self) -> int:
        """The initial wagers of a round, in cents."""
        return sum(line.bet for line in self.lines)

    @property
    def cost(self) -> float:
        return sum(line.cost for line in self.lines)

    @property
    def edge(self) -> float:
        """The house edge of all initial wagers together."""
        return self.cost / self.wagered

    def to_dict(self) -> dict[str, Any]:
        """The JSON record; money in dollars."""
        return {
            "game": self.game.slug,
            "decks": self.decks,
            "rounds_per_hour": self.rounds,
            "wagers": [
                {
                    "wager": line.wager,
                    "bet_cents": line.bet,
                    "basis": line.basis,
                    "house_edge": line.edge,
                    "standard_deviation": line.deviation,
                    "cost_per_round": line.cost / 100,
                    "cost_per_hour": line.cost * self.rounds / 100,
                    "deviation_per_hour": line.deviation_of(self.rounds) / 100,
                }
                for line in self.lines
            ],
            "options": dict(self.options),
            "wagered_per_round": self.wagered / 100,
            "wagered_per_hour": self.wagered * self.rounds / 100,
            "house_edge": self.edge,
            "cost_per_round": self.cost / 100,
            "cost_per_hour": self.cost * self.rounds / 100,
            "version": __version__,
        }


def cost(
    game: Game, bets: Mapping[str, Cents], table: PlayedTable, rounds: int = 60, report: Report = no_report
) -> Cost:
    """The cost of making these bets every round; ``report`` is called with the progress of a long count."""
    if not bets:
        raise BadInput(f"no bet was given: bets are on {listed(game.wager_slugs())}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds per hour are out of range: give 1 to {MOST_ROUNDS:,}")
    decks = game.default_decks if table.decks is None else table.decks
    game.check_decks(decks)
    given = {holder(game, slug): tables for slug, tables in table.tables.items()}
    for slug in given:
        if slug not in {holder(game, bet) for bet in bets}:
            raise BadInput(f"a pay table of {slug} is named, but there is no bet on it")
    if table.meter is not None and not any(_has_meter(game.wager(slug)) for slug in bets):
        raise BadInput("no wager that is bet on pays from a meter, so a meter changes nothing")
    _check_play(game, bets, table)
    for slug in bets:
        check_full_shoe(game.wager(slug), table.options)
    game.check_options(table.options)
    game.check_bearing(table.options, map(game.wager, bets), "rounds")
    for slug, bet in bets.items():
        game.wager(slug).check_bet(bet)
    lines = [_line(game, game.wager(slug), bet, decks, table, report) for slug, bet in bets.items()]
    read = {name: value for line in lines for name, value in line.options.items()}
    return Cost(game, decks, rounds, tuple(lines), read)


def _check_play(game: Game, bets: Mapping[str, Cents], table: PlayedTable) -> None:
    """Refuses options for playing or setting hands if no bet depends on them."""
    if table.play and not any(game.wager(slug).by_play for slug in bets):
        raise BadInput(f"no wager that is bet on is played or set, so {listed(table.play)} would change nothing")


def _line(game: Game, wager: Wager, bet: Cents, decks: int, table: PlayedTable, report: Report) -> CostLine:
    """A wager with the named pay table or the game's default one."""
    named = table.tables.get(wager.slug, table.tables.get(holder(game, wager.slug)))
    usual = None if wager.house_table else game.default_table(wager, decks)
    chosen = usual if named is None else named
    ask = SheetRequest(
        wager=wager.slug,
        tables={} if chosen is None else {wager.slug: chosen},
        decks=decks,
        bets={wager.slug: bet} if not wager.by_play or family_of(game).BY_BET else {},
        meter=table.meter if _has_meter(wager) else None,
        options=game.bearing(table.options, [wager], "rounds"),
        play=table.play if wager.by_play else {},
    )
    sheet = jobs(game, ask)[0].sheet(report)
    edge, deviation = sheet.house_edge, sheet.standard_deviation
    if edge is None or deviation is None:
        raise BadInput(f"the return of {wager.slug} depends on the meter: give its amount with --meter")
    at = "" if ask.meter is None else f", meter at {format_cents(ask.meter)}"
    basis = sheet.strategy if wager.house_table else f"pay table {sheet.table.id}{at}"
    return CostLine(wager.slug, wager.name, bet, basis, float(edge), deviation, sheet.options_read("rounds"))


def _has_meter(wager: Wager) -> bool:
    return any(isinstance(line.pay, MeterShare) for table in wager.tables for line in table.lines)
