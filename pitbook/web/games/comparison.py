"""The comparison of all wagers: edge, hit frequency, volatility, top prize, exposure to card counting."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Literal

from pitbook import games
from pitbook.exact.counting import is_shoe_game
from pitbook.exact.figures import NONE, number, percent
from pitbook.games.meter_wins import printed_seed
from pitbook.games.model import Game, Wager
from pitbook.money import Cents
from pitbook.web.games.counted import METER, CountingExposure, CountingOf, SheetFigures, SheetOf, has_counting
from pitbook.web.games.figures import FigureService
from pitbook.web.games.sheet_key import SheetKey, chosen, usual

Column = Literal["wager", "edge", "hit", "volatility", "prize", "counting"]
Order = Literal["up", "down"]
Tables = Literal["usual", "all"]

COUNTING: Final = "…"
"""Shown for a figure that is being calculated."""
FRESH: Final = "cannot be counted: the pack is shuffled for every round"
DEPENDS_ON_BETTING: Final = "depends on how the bet changes with the count"


@dataclass(frozen=True, slots=True)
class MeterAmount:
    """The amount of a jackpot, and its source."""

    cents: Cents
    source: str


def usual_meter(of: SheetKey) -> MeterAmount:
    """The seed that the letter prints, or an assumed amount if it prints none."""
    seed = printed_seed(games.game(of.game), of.wager, of.decks)
    return MeterAmount(METER, "assumed") if seed is None else MeterAmount(seed, "its seed in the letter")


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One wager with one pay table and deck count."""

    game: Game
    wager: Wager
    of: SheetKey
    counted: SheetFigures | None
    watched: CountingExposure | None
    is_being_counted: bool
    meter: MeterAmount | None = None
    """The jackpot amount that the figures assume, if a jackpot pays."""

    @property
    def name(self) -> str:
        return self.wager.name

    @property
    def table(self) -> str:
        return self.of.table or "house rules"

    @property
    def edge(self) -> float | None:
        edge = self.counted.edge if self.counted else None
        return None if edge is None else float(edge)

    @property
    def hit(self) -> float | None:
        hit = self.counted.hit if self.counted else None
        return None if hit is None else float(hit)

    @property
    def volatility(self) -> float | None:
        return self.counted.deviation if self.counted else None

    @property
    def prize(self) -> float | None:
        return self.counted.prize_net if self.counted else None

    @property
    def counting(self) -> float | None:
        """What a perfect counter wins in 100 rounds, in bets; 0 if the pack is shuffled for every round."""
        if not is_shoe_game(self.game):
            return 0.0
        return self.watched.per_100 if self.watched else None

    @property
    def edge_text(self) -> str:
        return self.counted.edge_text if self.counted else COUNTING

    @property
    def hit_text(self) -> str:
        return percent(self.counted.hit, 2) if self.counted else COUNTING

    @property
    def volatility_text(self) -> str:
        return number(self.volatility, 2) if self.counted else COUNTING

    @property
    def prize_text(self) -> str:
        return self.counted.prize if self.counted else COUNTING

    @property
    def counting_text(self) -> str:
        if not is_shoe_game(self.game):
            return "none"
        if self.watched is None:
            return NONE if self.wager.requires_all_of else COUNTING
        return NONE if self.watched.per_100 is None else f"{self.watched.per_100:.3f}"

    @property
    def counting_note(self) -> str:
        if not is_shoe_game(self.game):
            return FRESH
        return DEPENDS_ON_BETTING if self.wager.by_play and self.wager.house_table else ""

    def to_dict(self) -> dict[str, Any]:
        """The row as the API returns it."""
        return {
            "game": self.of.game,
            "wager": self.of.wager,
            "name": self.name,
            "pay_table": self.of.table,
            "decks": self.of.decks,
            "house_edge": self.edge,
            "hit_frequency": self.hit,
            "standard_deviation": self.volatility,
            "top_prize": None if self.counted is None else self.counted.prize,
            "top_prize_bets": self.prize,
            "counter_wins_per_100_rounds": self.counting,
            "counting": self.is_being_counted,
        }


SORTS: Final[Mapping[Column, Callable[[ComparisonRow], Any]]] = {
    "wager": lambda row: (row.name.lower(), row.game.slug, row.table),
    "edge": lambda row: row.edge,
    "hit": lambda row: row.hit,
    "volatility": lambda row: row.volatility,
    "prize": lambda row: row.prize,
    "counting": lambda row: row.counting,
}


def rows(
    figures: FigureService,
    tables: Tables = "usual",
    only: str = "",
    patience: float = 0.0,
    meter_of: Callable[[SheetKey], MeterAmount] | None = None,
) -> list[ComparisonRow]:
    """The wagers of one game or of all, with the usual pay table or with every one for the usual decks.

    ``patience`` is the number of seconds to wait for all of them together. Figures assume a jackpot of :data:`METER`,
    or the amount that ``meter_of`` returns.
    """
    chosen_games = [games.game(only)] if only else list(games.all_games())
    asked = [of for game in chosen_games for of in (usual(game) if tables == "usual" else _all_tables(game))]
    figures.ask(*(SheetOf(of) for of in asked), *(CountingOf(of) for of in asked if _can_count(of)))
    until = monotonic() + patience
    return [_row(figures, of, until, meter_of) for of in asked]


def _all_tables(game: Game) -> list[SheetKey]:
    found = []
    for wager in (each for each in game.wagers if not each.counts_with):
        decks = chosen(game, wager).decks
        found += [chosen(game, wager, table, decks) for table in wager.table_ids(decks) or [""]]
    return found


def _can_count(of: SheetKey) -> bool:
    return is_shoe_game(games.game(of.game)) and has_counting(of)


def _row(
    figures: FigureService, of: SheetKey, until: float, meter_of: Callable[[SheetKey], MeterAmount] | None
) -> ComparisonRow:
    game = games.game(of.game)
    counted = figures.shown(SheetOf(of), until - monotonic())
    watched = figures.shown(CountingOf(of), until - monotonic()) if _can_count(of) else None
    there = figures.has(SheetOf(of)) and (figures.has(CountingOf(of)) or not _can_count(of))
    meter = meter_of(of) if meter_of is not None and counted is not None and counted.by_meter else None
    if counted is not None and meter is not None:
        counted = counted.at_meter(meter.cents)
    return ComparisonRow(game, game.wager(of.wager), of, counted, watched, not there, meter)


def ordered(found: Sequence[ComparisonRow], by: Column, order: Order) -> list[ComparisonRow]:
    """The rows sorted; rows without the figure come last in both orders."""
    key = SORTS[by]
    known = sorted((row for row in found if key(row) is not None), key=key, reverse=order == "down")
    return [*known, *(row for row in found if key(row) is None)]
