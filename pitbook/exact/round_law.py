"""What one round of a wager can come to, and how likely each result is: side wagers and solved base games alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from pitbook.errors import BadInput
from pitbook.exact.exposure_record import stake_of
from pitbook.exact.notebook import Table, par
from pitbook.exact.own import Source, find_wager
from pitbook.exact.par import ParSheet
from pitbook.exact.session import net_chances
from pitbook.games.model import Game, Wager
from pitbook.games.options_read import check_full_shoe, values_read
from pitbook.money import Cents, dollars, format_cents, parse_bet

BASE: Final = "base"
USUAL_BET: Final = dollars(5)


@dataclass(frozen=True, slots=True)
class RoundLaw:
    """One round of one bet."""

    game: str
    wager: str
    name: str
    basis: str
    """The pay table, or how the base game is played."""
    stake: Cents
    """What is wagered at first, on all spots together."""
    chances: Mapping[Fraction, Fraction]
    """Net result for each unit of the stake -> chance."""
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


def round_law(
    game: Source,
    wager: str = "",
    *,
    table: Table = "",
    decks: int | None = None,
    bet: str | None = None,
    meter: str | None = None,
    options: Mapping[str, str] | None = None,
) -> RoundLaw:
    """The law of a round, dealt from a fresh shoe; $5 or the least that the letter allows where no bet is given."""
    found, chosen = find_wager(game, wager)
    check_full_shoe(chosen, options or {})
    stake = f"{usual_bet(chosen) / 100:.2f}" if bet is None else bet
    if chosen.slug == BASE:
        return _base(found, chosen, decks, stake, options or {}, table, meter)
    sheet = par(game, wager, table=table, decks=decks, bet=stake, meter=meter, options=options)
    return law_of(sheet)


def law_of(sheet: ParSheet) -> RoundLaw:
    """The law of a par sheet; refused where a line has no value on its basis."""
    shown = "" if sheet.basis.meter is None else f", meter at {format_cents(sheet.basis.meter)}"
    return RoundLaw(
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
    """$5 where the letter allows that, else the least it allows."""
    low = wager.lowest or Cents(1)
    return USUAL_BET if low <= USUAL_BET <= (wager.highest or USUAL_BET) else low


def deck_words(decks: int) -> str:
    return "one deck" if decks == 1 else f"{decks} decks"


def _base(
    game: Game,
    wager: Wager,
    decks: int | None,
    bet: str,
    options: Mapping[str, str],
    table: Table,
    meter: str | None,
) -> RoundLaw:
    if table or meter is not None:
        raise BadInput("the base game has no pay table and no meter to choose: leave --table and --meter out")
    stake = parse_bet(bet)
    wager.check_bet(stake)
    count = game.default_decks if decks is None else decks
    game.check_decks(count)
    game.check_options(options)
    game.check_bearing(options, [wager], "count")
    basis, chances = (_blackjack if game.base == "blackjack" else _pai_gow)(game, count, options)
    read = values_read(game, [wager], [], "count", options)
    return RoundLaw(game.slug, BASE, wager.name, basis, stake, chances, options=read)


def _blackjack(game: Game, decks: int, options: Mapping[str, str]) -> tuple[str, dict[Fraction, Fraction]]:
    from pitbook.families.blackjack.exact.sheet import blackjack_sheet
    from pitbook.families.blackjack.rules.posted import headline, rules_of_game

    rules = rules_of_game(game, decks, {}, options)
    weights = {Fraction(each["net"]): Fraction(each["probability"]) for each in blackjack_sheet(rules)["outcomes"]}
    total = sum(weights.values(), Fraction(0))  # one, but for the last digits of floating point
    return f"the strategy chart; {headline(rules)}", {net: weight / total for net, weight in weights.items()}


def _pai_gow(game: Game, decks: int, options: Mapping[str, str]) -> tuple[str, dict[Fraction, Fraction]]:
    from pitbook.families.pai_gow.exact.sheet import base_sheet, is_counted

    if not is_counted(game, BASE, options):
        raise BadInput(
            f"the base game of {game.slug} is counted over all pairs of hands, which takes a while: run "
            f"'pitbook par {game.slug} base' once"
        )
    return "both set by the house way", net_chances(base_sheet(game, options))
