"""The default terms of a meter, and the letter's advice on changing them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitbook.errors import BadInput
from pitbook.exact.audit_bases import AuditedGame
from pitbook.exact.audit_meter import rate, round_sets
from pitbook.exact.par import ParSheet
from pitbook.exact.printed import parse_printed
from pitbook.exact.progressive import Preset, progressive
from pitbook.exact.record import preset_of
from pitbook.games.progressive import ADVICE, GROWS_FROM
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Cents, Micros, format_cents
from pitbook.simulate.life import FINEST_RATE, Life

LITTLE: Final = Fraction(50, 100)
"""A lower contribution, to demonstrate the letter's warning."""
RAISED_BY: Final = Fraction(10, 100)


def preset_for(sheet: ParSheet, fixed_from_meter: bool) -> Preset | None:
    """The letter's own terms, or the only round ones that its figures allow; None if it prints too little.

    Rates are rounded to the resolution of a controller.
    """
    found = preset_of(sheet) or _inferred(sheet)
    if found is None:
        return None
    if fixed_from_meter:
        source = f"{found.source}; contribution by {ADVICE}, for tables whose pays all come off the meter"
        return Preset(found.seed, GROWS_FROM, found.reserve, source)
    return replace(found, contribution=Fraction(round(found.contribution * FINEST_RATE), FINEST_RATE))


def _inferred(sheet: ParSheet) -> Preset | None:
    """The audit's result for a letter that prints only a hold."""
    if not any(claim.wager == sheet.wager.slug and claim.figure == "hold" for claim in sheet.game.letter.claims):
        return None
    sets = list(round_sets(AuditedGame(sheet.game), sheet.wager.slug))
    if len(sets) != 1:
        return None
    return Preset(sets[0].seed, sets[0].feeding, Fraction(0), f"inferred from the printed holds: {sets[0]}")


def terms_from(
    sheet: ParSheet,
    fixed_from_meter: bool,
    seed: Cents | None,
    contribution: Fraction | None,
    reserve: Fraction | None,
    limit: Cents | None = None,
) -> tuple[MeterTerms, str]:
    """The requested terms, the letter's for the rest, and their source."""
    progressive(sheet)  # refuses a wager without a meter
    preset = preset_for(sheet, fixed_from_meter)
    if preset is None and (seed is None or contribution is None):
        raise BadInput(
            f"the letter prints no seed and no contribution for {sheet.wager.slug}: give both, such as "
            "--seed-amount 5000 --contribution 20%"
        )
    base = preset or Preset(Cents(0), Fraction(0), Fraction(0), "")
    given = {"seed": seed, "contribution": contribution, "reserve": reserve}
    asked = ", ".join(name for name, value in given.items() if value is not None)
    terms = MeterTerms(
        _micros(base.seed if seed is None else seed),
        base.contribution if contribution is None else contribution,
        base.reserve if reserve is None else reserve,
        None if limit is None else _micros(limit),
    )
    return terms, "; ".join(filter(None, [base.source, f"{asked} as requested" if asked else ""]))


def printed_average(sheet: ParSheet) -> Cents | None:
    """The average top payout that the letter prints for this table and deck count."""
    for claim in sheet.game.letter.claims:
        if claim.figure == "top payout average" and (claim.wager, claim.table, claim.decks) == (
            sheet.wager.slug,
            sheet.table.id,
            sheet.decks,
        ):
            return Cents(int(parse_printed(claim.printed).value * 100))
    return None


@dataclass(frozen=True, slots=True)
class MeterSetting:
    """One configuration of a meter, and the letter's advice on it."""

    name: str
    advised: bool
    advice: str
    """The letter's sentence, abbreviated."""
    life: Life


def advised_settings(life: Life) -> Iterator[MeterSetting]:
    """The settings that the letter recommends and those that it advises against, on otherwise the same terms.

    First the current terms, with fixed pays from the tray; then one setting for each piece of advice.
    """
    tray = replace(life, fixed_from_meter=False)
    terms, bet = tray.terms, tray.bet
    yield MeterSetting("as set", True, "use the pre-configured terms", tray)
    raised = min(terms.contribution + RAISED_BY, 1 - terms.reserve)
    yield MeterSetting(
        f"contribution raised to {rate(raised)}",
        False,
        "a rate above the pre-configured one reduces the house advantage",
        replace(tray, terms=replace(terms, contribution=raised)),
    )
    if terms.reserve:
        yield MeterSetting(
            "no reserve, all on the display",
            False,
            "contribute a small portion of each wager to the reserve",
            replace(tray, terms=replace(terms, contribution=terms.contribution + terms.reserve, reserve=Fraction(0))),
        )
    # The cost of the seeds moved to the reserve instead: the house keeps the same.
    cost = life.progressive.top_chance * Fraction(terms.seed, bet * MICROS_PER_CENT)
    as_reserve = Fraction(round((terms.reserve + cost) * FINEST_RATE), FINEST_RATE)
    yield MeterSetting(
        f"no seed, a reserve of {rate(as_reserve)} instead",
        False,
        "do not use the reserve as the only seed",
        replace(tray, terms=replace(terms, seed=Micros(0), reserve=as_reserve)),
    )
    yield MeterSetting(
        "a seed of $0 and no reserve",
        False,
        "do not configure a $0 seed",
        replace(
            tray,
            terms=replace(terms, seed=Micros(0), contribution=terms.contribution + terms.reserve, reserve=Fraction(0)),
        ),
    )
    if not life.tray_only:
        yield from _all_from_meter(replace(life, fixed_from_meter=True))


def _all_from_meter(life: Life) -> Iterator[MeterSetting]:
    terms = replace(life.terms, contribution=GROWS_FROM, reserve=Fraction(0))
    largest = max((line.cents for line in life.pays), default=Cents(0))
    enough = replace(terms, seed=max(terms.seed, _micros(largest)))
    grows, shrinks = "70% or more lets most such tables grow", "with less, the risk of running dry rises"
    yield MeterSetting(f"all pays off the meter, {rate(GROWS_FROM)}", True, grows, replace(life, terms=enough))
    little = replace(life, terms=replace(enough, contribution=LITTLE))
    yield MeterSetting(f"all pays off the meter, {rate(LITTLE)}", False, shrinks, little)
    small = Cents(largest // 10)
    yield MeterSetting(
        f"all off the meter, {rate(GROWS_FROM)}, a seed of {format_cents(small)}",
        False,
        f"a seed at least as large as the largest fixed award, {format_cents(largest)}",
        replace(life, terms=replace(terms, seed=_micros(small))),
    )


def _micros(cents: Cents) -> Micros:
    return Micros(cents * MICROS_PER_CENT)
