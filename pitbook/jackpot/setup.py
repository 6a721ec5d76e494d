"""The set-up of a jackpot, checked against its letter, and the letter's advice against some settings."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from pitbook.errors import BadInput, NotApproved, quoted
from pitbook.games import cached_by_game
from pitbook.games import game as game_of
from pitbook.games.model import Game, listed
from pitbook.games.progressive import (
    ADVICE,
    GROWS_FROM,
    Controller,
    ProgressiveRules,
    all_progressives,
    progressives_of,
)
from pitbook.games.settle import lay_out
from pitbook.games.settlement import pushed_out
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents, Micros, dollars, format_cents, parse_cents
from pitbook.pay import MeterShare, PayTable, format_percent, net_of

Kind = Literal["progressive", "house"]
"""``progressive``: a meter of the players' money, which grows with each wager. ``house``: a prize of the casino."""
FixedFrom = Literal["tray", "meter"]

EXECUTIVE_FROM: Final = dollars(5_000)
"""The default amount from which a prize needs an executive's card."""


@dataclass(frozen=True, slots=True)
class Setup:
    """One jackpot."""

    id: str
    game: str
    wager: str
    table: str
    decks: int
    kind: Kind
    terms: MeterTerms
    """Seed and rates; for a house jackpot the seed is the posted prize, and nothing is contributed."""
    bet: Cents
    """The amount of every wager: it is the same for all players."""
    fixed_from: FixedFrom = "tray"
    controller: Controller = "card"
    executive_from: Cents = EXECUTIVE_FROM
    location: str = "main"

    def __post_init__(self) -> None:
        check_setup(self)

    @property
    def rules(self) -> Game:
        return game_of(self.game)

    @property
    def pay_table(self) -> PayTable:
        return pay_table_of(self.game, self.wager, self.table, self.decks)

    def shares(self) -> dict[str, Fraction]:
        """The outcomes that win a share of the meter."""
        return {line.outcome: line.pay.share for line in self.pay_table.lines if isinstance(line.pay, MeterShare)}

    def fixed(self) -> dict[str, Cents]:
        """The outcomes that win a fixed sum, with what the dealer pushes out for each after taking the wager."""
        paid = {}
        for line in self.pay_table.lines:
            net = net_of(line.pay, self.bet, self.pay_table.rounding)
            chips = pushed_out(self.bet, net, taken=True)
            if chips:
                paid[line.outcome] = chips
        return paid

    def to_dict(self) -> dict[str, Any]:
        terms = self.terms
        return {
            "id": self.id,
            "game": self.game,
            "wager": self.wager,
            "table": self.table,
            "decks": self.decks,
            "kind": self.kind,
            "terms": terms_to_dict(terms),
            "bet_cents": self.bet,
            "fixed_from": self.fixed_from,
            "controller": self.controller,
            "executive_from_cents": self.executive_from,
            "location": self.location,
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> "Setup":
        try:
            return cls(
                str(record["id"]),
                str(record["game"]),
                str(record["wager"]),
                str(record["table"]),
                int(record["decks"]),
                record["kind"],
                terms_from_dict(record["terms"]),
                Cents(int(record["bet_cents"])),
                record["fixed_from"],
                record["controller"],
                Cents(int(record["executive_from_cents"])),
                str(record["location"]),
            )
        except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
            if isinstance(error, BadInput):
                raise
            raise BadInput(f"the jackpot's record is damaged: {type(error).__name__} {quoted(error)}") from None


def terms_to_dict(terms: MeterTerms) -> dict[str, Any]:
    return {
        "seed_micros": terms.seed,
        "contribution": str(terms.contribution),
        "reserve": str(terms.reserve),
        "limit_micros": terms.limit,
    }


def terms_from_dict(record: Mapping[str, Any]) -> MeterTerms:
    limit = record["limit_micros"]
    return MeterTerms(
        Micros(int(record["seed_micros"])),
        Fraction(record["contribution"]),
        Fraction(record["reserve"]),
        None if limit is None else Micros(int(limit)),
    )


@cached_by_game()
def pay_table_of(game: str, wager: str, table: str, decks: int) -> PayTable:
    rules = game_of(game)
    return rules.wager(wager).table(table, decks)


def check_setup(setup: Setup) -> None:
    """Refuses settings that the letter does not approve."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", setup.id, re.ASCII):
        raise BadInput(f"{quoted(setup.id)} cannot name a jackpot: use up to 40 lower-case letters, digits and hyphens")
    wager, allowed_by_letter = setup.rules.wager(setup.wager), progressive_rules(setup.game, setup.wager)
    lay_out(setup.rules, setup.decks, {setup.wager: setup.table})
    for value, allowed in ((setup.kind, Kind), (setup.fixed_from, FixedFrom)):
        if value not in get_args(allowed):
            raise BadInput(f"{quoted(value)} is not possible here: allowed are {listed(get_args(allowed))}")
    if setup.controller not in allowed_by_letter.controllers:
        approved = listed(allowed_by_letter.controllers)
        raise NotApproved(
            f"{setup.wager} runs on {approved} controllers, not on {quoted(setup.controller)} ({wager.cite})"
        )
    wager.check_bet(setup.bet)
    if allowed_by_letter.tray_only and setup.fixed_from != "tray":
        raise NotApproved(
            f"{setup.wager} pays its fixed awards from the tray only: they do not come off the meter "
            f"({allowed_by_letter.tray_only})"
        )
    if setup.kind == "house":
        if not allowed_by_letter.house_jackpot:
            raise NotApproved(f"{setup.wager} is a progressive: its letter approves no house jackpot for it")
        if setup.terms.contribution or setup.terms.reserve:
            raise NotApproved("a house jackpot takes nothing from wagers: its rates are 0 (WAC 230-15-671)")
        if setup.terms.seed <= 0:
            raise NotApproved("a house jackpot posts a prize above zero (letter 002, Jackpot)")
    elif setup.terms.contribution == 0:
        raise NotApproved("a progressive grows with each wager: its contribution is above 0% (WAC 230-15-671)")
    if setup.executive_from <= 0:
        raise BadInput("the prize from which an executive's card is needed must be above $0")


def progressive_rules(game: str, wager: str) -> ProgressiveRules:
    """The letter's rules for a progressive wager; refused for a wager that is not progressive."""
    game_of(game).wager(wager)
    found = progressives_of(game).rules.get(wager)
    if found is None:
        known = listed(f"{each.wager} of {of}" for of, each in all_progressives())
        raise BadInput(f"{wager} of {game} does not pay from a meter: the wagers that do are {known}")
    return found


@dataclass(frozen=True, slots=True)
class LetterAdvice:
    """A setting that the letter advises against, and its consequence."""

    id: str
    words: str
    cite: str = ADVICE


def advice_on(setup: Setup, preset: MeterTerms | None) -> Iterator[LetterAdvice]:
    """The letter's advice against these settings; ``preset`` has its own for this pay table, if any."""
    terms = setup.terms
    if setup.kind == "house":
        return
    rate = terms.contribution
    if setup.fixed_from == "meter" and rate < GROWS_FROM:
        yield LetterAdvice(
            "meter-runs-dry",
            f"all pays come off the meter at a contribution of {format_percent(rate)}: below 70% the risk grows "
            "that the meter runs dry",
        )
    if setup.fixed_from == "tray" and preset is not None and rate > preset.contribution:
        yield LetterAdvice(
            "rate-above-preset",
            f"a contribution of {format_percent(rate)} is above the preset {format_percent(preset.contribution)}: "
            "it reduces the mathematical house advantage of the wager",
        )
    largest = max(setup.fixed().values(), default=Cents(0))
    if terms.seed == 0 and terms.reserve > 0:
        yield LetterAdvice(
            "reserve-is-the-only-seed",
            "the reserve is the only seed: after two awards in a row the meter restarts at a very low amount",
        )
    if terms.seed == 0:
        yield LetterAdvice("no-seed", "a seed of $0 restarts the meter at nothing after a 100% award")
    elif terms.seed < largest * MICROS_PER_CENT:
        yield LetterAdvice(
            "seed-below-fixed-pay",
            f"a seed of {format_cents(terms.seed // MICROS_PER_CENT)} is below the largest fixed pay of "
            f"{format_cents(largest)}: the second prize would be worth more than the first",
        )
    if terms.reserve == 0:
        yield LetterAdvice(
            "no-reserve", "without a reserve the meter restarts at its seed alone: play drops after a jackpot"
        )
    if preset is not None and terms.seed != preset.seed:
        yield LetterAdvice(
            "seed-changed",
            f"the seed is {format_cents(terms.seed // MICROS_PER_CENT)}, the preset "
            f"{format_cents(preset.seed // MICROS_PER_CENT)}, which goes with the pay table's mathematics",
        )


def parse_terms(seed: str, contribution: str, reserve: str, limit: str = "") -> MeterTerms:
    """Terms as a person writes them: ``$5,000``, ``13%``, ``2%``."""
    return MeterTerms(
        Micros(parse_cents(seed, "seed") * MICROS_PER_CENT),
        parse_rate(contribution),
        parse_rate(reserve),
        Micros(parse_cents(limit, "limit") * MICROS_PER_CENT) if limit else None,
    )


def parse_rate(text: str) -> Fraction:
    """Parses ``12.5%``, with at most four decimals, as a controller accepts it."""
    found = re.fullmatch(r"\s*(\d{1,3}(?:\.\d{1,4})?)\s*%\s*", text, re.ASCII)
    if not found or Fraction(found[1]) > 100:
        raise BadInput(f"rate {quoted(text)} is not a percentage from 0% to 100%: write 12.5%")
    return Fraction(found[1]) / 100
