"""The expected cost of a round's bets, from the exact figures of the table that is played."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, TypeVar

from pitbook.errors import BadInput
from pitbook.games.model import Wager
from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents
from pitbook.table.config import TableConfig
from pitbook.table.family import family_of

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet

T = TypeVar("T")

_LOCK: Final = Lock()
"""Held while figures are computed: the background thread and the table must not compute at the same time."""


@dataclass(frozen=True, slots=True)
class BetFigures:
    """House edge and variance of a wager, for one unit bet."""

    edge: float
    variance: float


@dataclass(frozen=True, slots=True)
class ExpectedCost:
    """The expected cost and variance of one bet of a round, in cents."""

    wagers: tuple[str, ...]
    """The wagers whose settlements this covers."""
    cost: float
    variance: float


def options_of(config: TableConfig, slug: str, choice: str = "") -> dict[str, str]:
    """The house's and the player's options that the sheet of a wager reads; the engine refuses any other."""
    from pitbook.games.options_read import values_read

    wager, layout = config.game.wager(slug), config.layout
    table = wager.house_table(layout.options) if wager.house_table else layout.tables_of(wager)[0]
    picked = {wager.choice.name: choice or wager.choice.default} if wager.choice else {}
    return values_read(config.game, [wager], [table], "count", {**layout.options, **picked})


class NotCounted(Exception):
    """A count that takes minutes has not been made on this machine yet."""


class TableOdds:
    """The figures of one table. A background thread computes the slow ones once; results are cached."""

    def __init__(self, config: TableConfig, variances: bool = True) -> None:
        """``variances=False`` skips variances, which take longest, for callers that need only the expected cost."""
        self.config, self.variances = config, variances
        self._ready = Event()
        self._failed: dict[str, str] = {}

    def begin(self) -> None:
        """Computes the figures of the first round in a background thread, which does not delay the program's exit."""
        Thread(target=self._warm_up, daemon=True).start()

    def _warm_up(self) -> None:
        try:
            for slug in self.config.offered:
                self._figures_or_none([Bet(slug, self.config.limits[slug].low, 1)], Cents(1_000_00), 1)
        finally:
            self._ready.set()

    def wait(self, seconds: float = inf) -> bool:
        """Waits for the background thread, up to a limit; returns whether it has finished."""
        return self._ready.wait(None if seconds == inf else seconds)

    def expect(
        self, bets: Mapping[str, Bet], added: Mapping[str, Cents], meter: Cents | None, seats: int
    ) -> tuple[list[ExpectedCost], dict[str, str]]:
        """The expected cost of a round's bets, and the wagers that are left out, each with the reason.

        ``added`` are stakes beside the bets, such as insurance, by name.
        """
        found: list[ExpectedCost] = []
        left_out: dict[str, str] = {}
        game = self.config.game
        stakes = (
            Bet(name, cents)
            for name, cents in added.items()
            if name not in game.wager_slugs() or not game.wager(name).counts_with
        )
        first = (bet for bet in bets.values() if not game.wager(bet.wager).counts_with)
        for some in self._counted_together([*first, *stakes]):
            slug, total = some[0].wager, sum(bet.cents for bet in some)
            figures = self._figures_or_none(some, meter, seats)
            if figures is None:
                left_out[slug] = self._failed[slug]
            else:
                whole = self._whole(slug)
                in_game = slug in game.wager_slugs()
                covered = whole.components if whole is not None else game.part_of(slug) if in_game else (slug,)
                found.append(ExpectedCost(covered, total * figures.edge, total * total * figures.variance))
        return found, left_out

    def _counted_together(self, bets: Iterable[Bet]) -> list[list[Bet]]:
        """Groups bets that the game counts as one combined wager, because they depend on the same cards."""
        groups: dict[str, list[Bet]] = {}
        for bet in bets:
            whole = self._whole(bet.wager)
            groups.setdefault(whole.slug if whole is not None else bet_name(bet), []).append(bet)
        return list(groups.values())

    def _whole(self, slug: str) -> Wager | None:
        """The combined wager that this one is a component of; None without one."""
        return next((wager for wager in self.config.game.wagers if slug in wager.components), None)

    def edge(self, bet: Bet, meter: Cents | None, seats: int) -> float | str:
        """The house edge of a bet, or a sentence that explains why it is not known."""
        figures = self._figures_or_none([bet], meter, seats)
        return self._failed[bet.wager] if figures is None else figures.edge

    def _figures_or_none(self, bets: Sequence[Bet], meter: Cents | None, seats: int) -> BetFigures | None:
        """The figures of bets; None if they are not known, with the reason in ``_failed``."""
        slug = bets[0].wager
        with _LOCK:
            try:
                return self._figures(bets, meter, seats)
            except NotCounted:
                command = f"pitbook par {self.config.game.slug} {slug}"
                self._failed[slug] = f"{slug} is left out until '{command}' has been run once"
            except BadInput as error:
                self._failed[slug] = f"{slug} is left out: {error}"
            return None

    def _figures(self, bets: Sequence[Bet], meter: Cents | None, seats: int) -> BetFigures:
        bet = bets[0]
        found = family_of(self.config.game).figures(self.config, bet, self.variances)
        if found is not None:
            return found
        whole = self._whole(bet.wager)
        return self._of_side(bet, meter, seats) if whole is None else self._of_parts(whole, bets)

    def locked(self, use: Callable[[], T]) -> T:
        """Calls a function while holding the lock for computing figures."""
        with _LOCK:
            return use()

    def figures(self, bet: Bet) -> BetFigures | None:
        """A bet for each unit wagered, alone at the table; None if that is not known here."""
        return self._figures_or_none([bet], None, 1)

    def side_sheet(self, bet: Bet, meter: Cents | None = None) -> "ParSheet":
        """The par sheet of a wager that one deal decides, as this table offers it."""
        from pitbook.exact.select import SheetRequest, plan

        config, slug = self.config, bet.wager
        from_meter = config.layout.pays_from_meter(slug)
        ask = SheetRequest(
            wager=slug,
            tables={slug: config.layout.tables[slug]},
            decks=config.layout.decks,
            bets={slug: bet.cents},
            meter=meter if from_meter else None,
            options=options_of(config, slug, bet.choice),
        )
        return plan(config.game, ask)[0].sheet()

    def _of_side(self, bet: Bet, meter: Cents | None, seats: int) -> BetFigures:
        from pitbook.exact.par import house_edge

        sheet = self.side_sheet(bet, meter)
        edge = house_edge(sheet, replace(sheet.basis, seats=seats))
        if edge is None:
            raise BadInput("its return depends on the meter")
        return BetFigures(float(edge), float(sheet.variance or 0) + (seats - 1) * _envy_variance(sheet))

    def _of_parts(self, whole: Wager, bets: Sequence[Bet]) -> BetFigures:
        """The figures of all spots together, with the wagers that require them all."""
        from pitbook.exact.select import SheetRequest, plan

        layout = self.config.layout
        ask = SheetRequest(
            wager=whole.slug,
            tables={part: layout.tables[part] for part in whole.components},
            decks=layout.decks,
            bets={bet_name(bet): bet.cents for bet in bets},
        )
        return figures_of(plan(self.config.game, ask)[0].sheet())


def figures_of(sheet: "ParSheet") -> BetFigures:
    """The figures of a par sheet."""
    return BetFigures(float(sheet.house_edge or 0), float(sheet.variance or 0))


def _envy_variance(sheet: "ParSheet") -> float:
    """The variance of the envy from one other hand, for one unit bet."""
    if sheet.wager.envy_minimum is None or sheet.basis.bet < sheet.wager.envy_minimum:
        return 0.0
    worth = [(sheet.table.line(row.outcome), float(row.probability)) for row in sheet.rows]
    units = [(line.envy / sheet.basis.bet, chance) for line, chance in worth if line is not None and line.envy]
    mean = sum(unit * chance for unit, chance in units)
    return sum(unit * unit * chance for unit, chance in units) - mean * mean
