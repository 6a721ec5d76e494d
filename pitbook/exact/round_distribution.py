"""The possible results of one round of a wager with their probabilities, for side wagers and solved base games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitbook.errors import BadInput
from pitbook.exact.custom_wager import Source, find_wager
from pitbook.exact.exposure_record import stake_of
from pitbook.exact.figures import deck_words
from pitbook.exact.notebook import Table, par
from pitbook.exact.par import ParSheet
from pitbook.exact.select import SheetRequest, Tables
from pitbook.exact.session import net_chances
from pitbook.exact.sheets import jobs
from pitbook.games.model import Game, Wager
from pitbook.games.options_read import check_full_shoe
from pitbook.money import Cents, dollars, format_cents, parse_bet

USUAL_BET: Final = dollars(5)


@dataclass(frozen=True, slots=True)
class RoundDistribution:
    """One round of one bet."""

    game: str
    wager: str
    name: str
    basis: str
    """The pay table, or how the base game is played."""
    stake: Cents
    """The initial wager, on all spots together."""
    chances: Mapping[Fraction, Fraction]
    """Net result per unit of the stake -> probability."""
    sheet: ParSheet | None = field(default=None, repr=False, compare=False)
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that were read."""

    @property
    def mean(self) -> Fraction:
        return sum((net * chance for net, chance in self.chances.items()), Fraction(0))

    @property
    def variance(self) -> Fraction:
        mean = self.mean
        return sum((chance * (net - mean) ** 2 for net, chance in self.chances.items()), Fraction(0))


def round_distribution(
    game: Source,
    wager: str = "",
    *,
    table: Table = "",
    decks: int | None = None,
    bet: str | None = None,
    meter: str | None = None,
    options: Mapping[str, str] | None = None,
) -> RoundDistribution:
    """The distribution of a round dealt from a fresh shoe; the default bet is $5 or the least that the letter
    allows."""
    found, chosen = find_wager(game, wager)
    check_full_shoe(chosen, options or {})
    stake = f"{usual_bet(chosen) / 100:.2f}" if bet is None else bet
    if chosen.by_play and chosen.is_required:
        return _base(found, chosen, decks, stake, options or {}, table, meter)
    sheet = par(game, wager, table=table, decks=decks, bet=stake, meter=meter, options=options)
    return law_of(sheet)


def law_of(sheet: ParSheet) -> RoundDistribution:
    """The distribution of a par sheet; refused if a line has no value on its basis."""
    shown = "" if sheet.basis.meter is None else f", meter at {format_cents(sheet.basis.meter)}"
    return RoundDistribution(
        sheet.game.slug,
        sheet.wager.slug,
        sheet.wager.name,
        f"pay table {sheet.table.id}, {deck_words(sheet.decks)}{shown}",
        Cents(stake_of(sheet)),
        net_chances(sheet),
        sheet,
        sheet.options_read("rounds"),
    )


def usual_bet(wager: Wager) -> Cents:
    """$5 if the letter allows it, else the least that it allows."""
    low = wager.lowest or Cents(1)
    return USUAL_BET if low <= USUAL_BET <= (wager.highest or USUAL_BET) else low


def _base(
    game: Game,
    wager: Wager,
    decks: int | None,
    bet: str,
    options: Mapping[str, str],
    table: Table,
    meter: str | None,
) -> RoundDistribution:
    tables = any(game.wager(slug).tables for slug in game.part_of(wager.slug))
    if (table and not tables) or meter is not None:
        raise BadInput("the base game has no pay table and no meter to choose: leave --table and --meter out")
    stake = parse_bet(bet)
    wager.check_bet(stake)
    count = game.default_decks if decks is None else decks
    game.check_decks(count)
    game.check_options(options)
    chosen: dict[str, Tables] = {}
    if table:
        if not isinstance(table, str):
            raise BadInput("a custom pay table for the base game is solved with pitbook solve --pay")
        chosen[""] = table
    job, *_ = jobs(game, SheetRequest(wager.slug, chosen, count, options=options))
    if job.takes_long and not game.letter.outside:  # a game from outside is not cached, so never quicker
        raise BadInput(
            f"the base game of {game.slug} is {job.method}, which takes a while: run "
            f"'pitbook par {game.slug} {wager.slug}' once"
        )
    sheet = job.sheet()
    return RoundDistribution(
        game.slug, wager.slug, wager.name, job.strategy, stake, net_chances(sheet), options=sheet.options_read()
    )
