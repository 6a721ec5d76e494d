"""What the bets of a round are expected to cost, by the exact mathematics of the very table that is played."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Final, TypeVar

from pitbook.errors import BadInput
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.games.settle import Bet
from pitbook.money import Cents
from pitbook.table.config import BASE, TableConfig
from pitbook.table.players import analysis_of
from pitbook.table.steps import INSURANCE

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet
    from pitbook.families.blackjack.exact.analysis import Analysis

T = TypeVar("T")

_WORKING: Final = Lock()
"""Held by whoever works out figures."""
SPOTS: Final = "five-spots"
"""The spots of Match The Dealer share their cards with each other and with the Super Bonus: they are one wager here."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A wager for each unit bet on it."""

    edge: float
    """The house edge."""
    variance: float


@dataclass(frozen=True, slots=True)
class Expected:
    """One wager of one round, in cents."""

    wagers: tuple[str, ...]
    """The wagers whose settlements this covers."""
    cost: float
    variance: float


def options_of(config: TableConfig, slug: str, choice: str = "") -> dict[str, str]:
    """What the house and the player chose that the sheet of a wager reads; the engine refuses any other option."""
    from pitbook.games.options_read import values_read

    wager, layout = config.game.wager(slug), config.layout
    table = wager.house_table(layout.options) if wager.house_table else layout.tables[slug][0]
    picked = {wager.choice.name: choice or wager.choice.default} if wager.choice else {}
    return values_read(config.game, [wager], [table], "count", {**layout.options, **picked})


class NotCounted(Exception):
    """A count that takes minutes has not been made on this machine yet."""


class Odds:
    """The figures of one table. What takes time is worked out once, beside the play, and then kept."""

    def __init__(self, config: TableConfig, variances: bool = True) -> None:
        """Without variances, which take longest, for whoever asks only what is expected."""
        self.config, self.variances = config, variances
        self._ready = Event()
        self._failed: dict[str, str] = {}

    def begin(self) -> None:
        """Works out in the background what the first round will ask for; leaving does not wait for it."""
        Thread(target=self._warm_up, daemon=True).start()

    def _warm_up(self) -> None:
        try:
            for slug in self.config.offered:
                self._figures_or_none(slug, Bet(slug, self.config.limits[slug].low, 1), Cents(1_000_00), 1)
        finally:
            self._ready.set()

    def wait(self, seconds: float = inf) -> bool:
        """Whether the figures are there, after waiting so long at most."""
        return self._ready.wait(None if seconds == inf else seconds)

    def expect(
        self, bets: Mapping[str, Bet], insured: Cents, meter: Cents | None, seats: int
    ) -> tuple[list[Expected], dict[str, str]]:
        """What a round's bets are expected to cost, and the wagers that are left out, each with the reason."""
        found: list[Expected] = []
        left_out: dict[str, str] = {}
        if self.config.game.base == "match the dealer":
            figures, total = self._of_spots(bets.values()), sum(bet.cents for bet in bets.values())
            covered = tuple({bet.wager for bet in bets.values()} | {"super-bonus"})
            return [Expected(covered, total * figures.edge, total * total * figures.variance)], {}
        for bet in bets.values():
            figures_or_none = self._figures_or_none(bet.wager, bet, meter, seats)
            if figures_or_none is None:
                left_out[bet.wager] = self._failed[bet.wager]
            else:
                found.append(_expected(bet.wager, bet.cents, figures_or_none))
        if insured and BASE not in left_out:
            found.append(_expected(INSURANCE, insured, self._insurance()))
        elif insured:
            left_out[INSURANCE] = left_out[BASE]
        return found, left_out

    def edge(self, bet: Bet, meter: Cents | None, seats: int) -> float | str:
        """The house edge of a bet, or one sentence that says why it is not known here."""
        figures = self._figures_or_none(bet.wager, bet, meter, seats)
        return self._failed[bet.wager] if figures is None else figures.edge

    def _figures_or_none(self, slug: str, bet: Bet, meter: Cents | None, seats: int) -> Figures | None:
        """One at a time: the background and the table may ask together."""
        with _WORKING:
            try:
                return self._figures(slug, bet, meter, seats)
            except NotCounted:
                command = f"pitbook par {self.config.game.slug} {slug}"
                self._failed[slug] = f"{slug} is left out until '{command}' has been run once"
            except BadInput as error:
                self._failed[slug] = f"{slug} is left out: {error}"
            return None

    def _figures(self, slug: str, bet: Bet, meter: Cents | None, seats: int) -> Figures:
        base = self.config.game.base
        if slug == BASE and base == "blackjack":
            return Figures(-self.analysis.expectation, self.analysis.outcomes.variance if self.variances else 0.0)
        if base == "match the dealer":
            return self._of_spots([bet])
        if base == "pai gow poker" and slug in (BASE, "dealer-pai-gow"):
            return self._of_set_hands(slug, bet)
        return self._of_side(slug, bet, meter, seats)

    @property
    def analysis(self) -> "Analysis":
        """Blackjack solved for the rules of this table."""
        return analysis_of(self.config.rules or BlackjackRules())

    def locked(self, use: Callable[[], T]) -> T:
        """Asks the analysis while nobody else works on it."""
        with _WORKING:
            return use()

    def _of_side(self, slug: str, bet: Bet, meter: Cents | None, seats: int) -> Figures:
        from pitbook.exact.par import house_edge
        from pitbook.exact.select import Ask, plan

        config = self.config
        from_meter = config.layout.pays_from_meter(slug)
        ask = Ask(
            wager=slug,
            tables={slug: config.layout.tables[slug]},
            decks=config.layout.decks,
            bets={slug: bet.cents},
            meter=meter if from_meter else None,
            options=options_of(config, slug, bet.choice),
        )
        sheet = plan(config.game, ask)[0].sheet()
        edge = house_edge(sheet, replace(sheet.basis, seats=seats))
        if edge is None:
            raise BadInput("its return depends on the meter")
        return Figures(float(edge), float(sheet.variance or 0) + (seats - 1) * _envy_variance(sheet))

    def _of_spots(self, bets: Iterable[Bet]) -> Figures:
        """All spots together with the Super Bonus that rides on them."""
        from pitbook.exact.select import Ask, plan

        layout = self.config.layout
        ask = Ask(
            wager=SPOTS,
            tables={"match": layout.tables["match"], "super-bonus": layout.tables["super-bonus"]},
            decks=layout.decks,
            bets={f"{bet.wager}-{bet.spot}": bet.cents for bet in bets},
        )
        return _figures_of(plan(self.config.game, ask)[0].sheet())

    def _of_set_hands(self, slug: str, bet: Bet) -> Figures:
        """A wager on set hands, if all pairs of hands have been counted before: that takes minutes, once."""
        from pitbook.exact.select import Ask
        from pitbook.families.pai_gow.exact.batches import is_kept, key_of
        from pitbook.families.pai_gow.exact.count import Match
        from pitbook.families.pai_gow.exact.sheet import pai_gow_sheets

        layout = self.config.layout
        way = layout.options["house-way"]
        match = Match(way, way, layout.options["wheel"] == "second-highest")
        if not is_kept(key_of("compare" if slug == BASE else "beaten pai gows", *match.inputs)):
            raise NotCounted
        tables = {} if slug == BASE else {slug: layout.tables[slug]}
        ask = Ask(wager=slug, tables=tables, bets={slug: bet.cents}, options=options_of(self.config, slug, bet.choice))
        return _figures_of(pai_gow_sheets(self.config.game, ask)[0])

    def _insurance(self) -> Figures:
        """Of the wager that a dealer's ace hides a ten: 2 to 1."""
        from pitbook.families.blackjack.exact.removal import insurance
        from pitbook.families.blackjack.exact.values import full_shoe

        found = insurance(full_shoe(self.config.layout.decks))
        expectation = float(found.expectation) if found else 0.0
        chance = (1 + expectation) / 3
        return Figures(-expectation, 9 * chance * (1 - chance))


def _expected(slug: str, bet: Cents, figures: Figures) -> Expected:
    return Expected((slug,), bet * figures.edge, bet * bet * figures.variance)


def _figures_of(sheet: "ParSheet") -> Figures:
    return Figures(float(sheet.house_edge or 0), float(sheet.variance or 0))


def _envy_variance(sheet: "ParSheet") -> float:
    """Of what one other hand brings in envy, for each unit bet."""
    if sheet.wager.envy_minimum is None or sheet.basis.bet < sheet.wager.envy_minimum:
        return 0.0
    worth = [(sheet.table.line(row.outcome), float(row.probability)) for row in sheet.rows]
    units = [(line.envy / sheet.basis.bet, chance) for line, chance in worth if line is not None and line.envy]
    mean = sum(unit * chance for unit, chance in units)
    return sum(unit * unit * chance for unit, chance in units) - mean * mean
