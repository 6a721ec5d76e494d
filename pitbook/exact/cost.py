"""What a table costs a player: the base game and chosen side bets together, for each round and each hour."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Final

from pitbook import __version__
from pitbook.errors import BadInput
from pitbook.exact.par import ParSheet
from pitbook.exact.select import Ask, Tables, holder, plan
from pitbook.families.pai_gow.exact.batches import Report, no_report
from pitbook.families.pai_gow.exact.sheet import OPTIMAL, is_on_set_hands, pai_gow_sheets
from pitbook.games.model import Game, Wager, listed
from pitbook.games.options_read import check_full_shoe, values_read
from pitbook.hands.house_ways import house_way
from pitbook.money import Cents, format_cents
from pitbook.pay import MeterShare

BASE: Final = "base"
MOST_ROUNDS: Final = 1_000


@dataclass(frozen=True, slots=True)
class BaseFigures:
    """What a base game is to a player who follows its usual strategy, for each unit of the first wager."""

    edge: float
    deviation: float
    basis: str
    """The strategy and the rules, in words."""


@dataclass(frozen=True, slots=True)
class Table:
    """How the table is played."""

    decks: int | None = None
    """The game's usual number if None."""
    tables: Mapping[str, Tables] = field(default_factory=dict)
    """By wager; the game's usual one where none is given."""
    options: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    """Of blackjack."""
    player_way: str = ""
    """How a pai gow player sets: as the dealer if empty, by a house way, or ``optimal``."""
    meter: Cents | None = None


Base = Callable[[Game, Cents, int, Table, Report], BaseFigures]
"""Game, bet, decks, how the table is played, who is told how far the work is -> the figures of the base game."""


def _blackjack(game: Game, bet: Cents, decks: int, table: Table, report: Report) -> BaseFigures:
    from pitbook.families.blackjack.exact.base import solve_base
    from pitbook.families.blackjack.rules.posted import headline, rules_of_game

    if table.player_way:
        raise BadInput(f"{game.slug} has no hands to set, so how the player sets changes nothing")
    found = rules_of_game(game, decks, table.rules, table.options)
    sheet = solve_base(found, game)
    return BaseFigures(sheet.house_edge, sheet.standard_deviation, f"the strategy chart; {headline(found)}")


def _pai_gow(game: Game, bet: Cents, decks: int, table: Table, report: Report) -> BaseFigures:
    ask = Ask(BASE, bets={BASE: bet}, options=game.bearing(table.options, [game.wager(BASE)], "rounds"))
    (sheet,) = pai_gow_sheets(game, ask, table.player_way, report)
    edge, deviation = sheet.house_edge, sheet.standard_deviation
    if edge is None or deviation is None:
        raise ArithmeticError("the base wager pays from no meter")
    dealer, player = house_way(sheet.options["house-way"]).name, sheet.player_way
    words = f"the dealer sets by the {dealer} house way, the player "
    if player == OPTIMAL:
        words += "as well as possible"
    else:
        words += "too" if player == sheet.options["house-way"] else f"by the {house_way(player).name} one"
    return BaseFigures(float(edge), deviation, words)


BASES: Final[Mapping[str, Base]] = {"blackjack": _blackjack, "pai gow poker": _pai_gow}
"""The base games that are solved, by the name that a game has for its base."""


@dataclass(frozen=True, slots=True)
class Line:
    """One wager of the player's."""

    wager: str
    name: str
    bet: Cents
    basis: str
    """The pay table, or how the base game is played."""
    edge: float
    deviation: float
    """For each unit bet."""
    options: Mapping[str, str]
    """The options that its figures read."""

    @property
    def cost(self) -> float:
        """Lost a round, in cents, on average."""
        return self.bet * self.edge

    def deviation_of(self, rounds: int) -> float:
        """Of so many rounds, in cents."""
        return self.bet * self.deviation * sqrt(rounds)


@dataclass(frozen=True, slots=True)
class Cost:
    """What all wagers of a player cost."""

    game: Game
    decks: int
    rounds: int
    """Rounds an hour."""
    lines: tuple[Line, ...]
    options: Mapping[str, str]
    """The options that the figures read."""

    @property
    def wagered(self) -> int:
        """First wagers of a round, in cents."""
        return sum(line.bet for line in self.lines)

    @property
    def cost(self) -> float:
        return sum(line.cost for line in self.lines)

    @property
    def edge(self) -> float:
        """Of all first wagers together."""
        return self.cost / self.wagered

    def to_dict(self) -> dict[str, Any]:
        """The same as other programs rely on it; money in dollars."""
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


def cost(game: Game, bets: Mapping[str, Cents], table: Table, rounds: int = 60, report: Report = no_report) -> Cost:
    """The cost of these bets, made every round; ``report`` is told how far a count of pai gow hands is."""
    if not bets:
        raise BadInput(f"no bet was given: bets are on {listed(game.wager_slugs())}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds an hour are not possible: give 1 to {MOST_ROUNDS:,}")
    decks = game.default_decks if table.decks is None else table.decks
    game.check_decks(decks)
    given = {holder(game, slug): tables for slug, tables in table.tables.items()}
    for slug in given:
        if slug not in {holder(game, bet) for bet in bets}:
            raise BadInput(f"a pay table of {slug} is named, but there is no bet on it")
    if table.meter is not None and not any(_has_meter(game.wager(slug)) for slug in bets):
        raise BadInput("no wager that is bet on pays from a meter, so a meter changes nothing")
    _check_ways(game, bets, table)
    for slug in bets:
        check_full_shoe(game.wager(slug), table.options)
    game.check_options(table.options)
    game.check_bearing(table.options, map(game.wager, bets), "rounds")
    for slug, bet in bets.items():
        game.wager(slug).check_bet(bet)
    lines = [_line(game, game.wager(slug), bet, decks, table, report) for slug, bet in bets.items()]
    read = {name: value for line in lines for name, value in line.options.items()}
    return Cost(game, decks, rounds, tuple(lines), read)


def _check_ways(game: Game, bets: Mapping[str, Cents], table: Table) -> None:
    """Refuses what is said of how hands are played or set where no bet hangs on it."""
    on_hands = [slug for slug in bets if slug == BASE or is_on_set_hands(game, slug)]
    if table.rules and not (game.base == "blackjack" and BASE in bets):
        raise BadInput("rules are of the base game of blackjack, and there is no bet on it")
    if table.player_way and not on_hands:
        raise BadInput("there is no bet on the base game, so how the player sets changes nothing")


def _line(game: Game, wager: Wager, bet: Cents, decks: int, table: Table, report: Report) -> Line:
    if wager.slug != BASE:
        return _side(game, wager, bet, decks, table, report)
    figures = BASES[game.base](game, bet, decks, table, report)
    read = values_read(game, [wager], [], "rounds", {**table.options, **table.rules})
    return Line(wager.slug, wager.name, bet, figures.basis, figures.edge, figures.deviation, read)


def _side(game: Game, wager: Wager, bet: Cents, decks: int, table: Table, report: Report) -> Line:
    """A wager that has a par sheet, with the pay table named or the game's usual one."""
    named = table.tables.get(wager.slug, table.tables.get(holder(game, wager.slug)))
    ask = Ask(
        wager=wager.slug,
        tables={wager.slug: named if named is not None else game.default_table(wager, decks)},
        decks=decks,
        bets={wager.slug: bet},
        meter=table.meter if _has_meter(wager) else None,
        options=game.bearing(table.options, [wager], "rounds"),
    )
    if is_on_set_hands(game, wager.slug):
        sheet: ParSheet = pai_gow_sheets(game, ask, table.player_way, report)[0]
    else:
        sheet = plan(game, ask)[0].sheet()
    edge, deviation = sheet.house_edge, sheet.standard_deviation
    if edge is None or deviation is None:
        raise BadInput(f"what {wager.slug} returns depends on the meter: give it with --meter")
    at = "" if ask.meter is None else f", meter at {format_cents(ask.meter)}"
    basis = f"pay table {sheet.table.id}{at}"
    return Line(wager.slug, wager.name, bet, basis, float(edge), deviation, sheet.options_read("rounds"))


def _has_meter(wager: Wager) -> bool:
    return any(isinstance(line.pay, MeterShare) for table in wager.tables for line in table.lines)
