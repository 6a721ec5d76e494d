"""Printed figures of progressive wagers: seeds, holds and average top payouts, by the model of the meter.

A letter that prints a hold and an average top payout but no contribution rate has implied the rate: each of the two
figures determines it, so they are checked against each other. A letter that prints only a hold leaves deck count, seed
and rate open: the audit searches for configurations of round numbers that give every hold printed for the wager, and
reports them as inferred.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from pitbook.exact.audit_bases import AuditedGame, Candidate, hit_frequency, house_advantage
from pitbook.exact.figures import deck_words
from pitbook.exact.printed import parse_printed
from pitbook.exact.progressive import Progressive, progressive
from pitbook.exact.record import has_meter, preset_of
from pitbook.games.letter import Claim
from pitbook.money import Cents, dollars, format_cents
from pitbook.pay import Odds

SEED_STEP: Final = dollars(500)
LARGEST_SEED: Final = dollars(100_000)
RATE_STEP: Final = Fraction(1, 200)
"""The round numbers of the search: seeds in steps of $500 to $100,000, rates in steps of half a percent."""
FROM_AVERAGE: Final = "the contribution and reserve that the printed average top payout determines"
INPUT: Final = "input, used as the preset"


# Figures whose rate follows from another printed figure


def advantage(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """The house advantage of any wager; that of a wager with a meter is checked against its printed average top
    payout."""
    sheets = list(audited.sheets(claim))
    if not any(map(has_meter, sheets)):
        yield from house_advantage(audited, claim)
        return
    average, begun = audited.companion(claim, "top payout average"), audited.companion(claim, "seed")
    if average is None or begun is None:
        return
    for sheet in sheets:
        meter, start = progressive(sheet), _cents(begun)
        feeding = _feeding_for_average(meter, _cents(average), start)
        why = (
            f"no rate is printed; together {rate(feeding)} of the wager, by an average of {average.printed} and a "
            f"seed of {begun.printed}"
        )
        yield Candidate(FROM_AVERAGE, meter.hold(feeding, Fraction(0), start), False, why)


def top_payout_average(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """The average amount of the meter when all of it is won, in dollars."""
    held, begun = audited.companion(claim, "house advantage"), audited.companion(claim, "seed")
    if held is None or begun is None:
        return
    for sheet in audited.sheets(claim):
        meter, start = progressive(sheet), _cents(begun)
        feeding = meter.feeding_for(parse_printed(held.printed).value, start)
        average = meter.average_top(feeding, start)
        why = (
            f"no rate is printed; contribution and reserve together {rate(feeding)} of the wager, with a seed of "
            f"{begun.printed}"
        )
        yield Candidate(f"a hold of exactly {held.printed}", None if average is None else average / 100, False, why)


# Inputs


def seed(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """An input: used as the preset if it leaves room for a rate and is not less than the largest fixed pay."""
    for sheet in audited.sheets(claim):
        if (preset := preset_of(sheet)) is None:
            continue
        fixed = [line.pay.ratio for line in sheet.table.lines if isinstance(line.pay, Odds)]
        largest = Cents(int(max(fixed, default=Fraction(0)) * sheet.basis.bet))
        fits = preset.contribution >= 0 and preset.seed >= largest
        why = (
            f"at the printed hold it leaves a contribution of {rate(preset.contribution)} beside the reserve; it is no "
            f"less than the largest fixed pay, {format_cents(largest)}, as the maker advises"
        )
        yield Candidate(INPUT, Fraction(preset.seed, 100) if fits else None, True, why if fits else "")


def reserve(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """An input too: used as the preset if it is not more than contribution and reserve together."""
    for sheet in audited.sheets(claim):
        if (preset := preset_of(sheet)) is None:
            continue
        fits = preset.contribution >= 0
        why = f"at the printed hold, contribution and reserve together are {rate(preset.feeding)} of the wager"
        yield Candidate(INPUT, preset.reserve if fits else None, True, why if fits else "")


# A hold that is printed alone


@dataclass(frozen=True, slots=True)
class RoundSet:
    """A configuration of round numbers that gives every printed hold of a wager."""

    decks: int
    seed: Cents
    feeding: Fraction
    """Contribution and reserve together, as a share of the wager."""

    def __str__(self) -> str:
        return (
            f"{deck_words(self.decks)}, a seed of {format_cents(self.seed)}, contribution and reserve together "
            f"{rate(self.feeding)} of the wager"
        )


def round_sets(
    audited: AuditedGame, wager: str, seed_step: Cents = SEED_STEP, rate_step: Fraction = RATE_STEP
) -> Iterator[RoundSet]:
    """The configurations of round numbers with one deck count, seed and rate that give all printed holds of a wager.

    The printed hit frequencies must hold with the deck count too. For a deck count and a seed, each printed hold leaves
    a narrow interval of rates; a solution is a round rate in all of them.
    """
    figures = [claim for claim in audited.game.letter.claims if claim.wager == wager]
    holds = [claim for claim in figures if claim.figure == "hold"]
    for decks in sorted({sheet.decks for claim in holds for sheet in audited.sheets(claim)}):
        if not all(_agrees_with(audited, claim, decks) for claim in figures if claim.figure == "hit frequency"):
            continue
        meters = [
            (parse_printed(claim.printed), progressive(sheet))
            for claim in holds
            for sheet in audited.sheets(claim)
            if sheet.decks == decks
        ]
        for cents in range(seed_step, LARGEST_SEED + 1, seed_step):
            start = Cents(cents)
            bands = [
                (meter.feeding_for(printed.band[1], start), meter.feeding_for(printed.band[0], start))
                for printed, meter in meters
            ]
            low, high = max(band[0] for band in bands), min(band[1] for band in bands)
            first = max(-(-low // rate_step), 1)
            for steps in range(int(first), int(high // rate_step) + 1):
                feeding = steps * rate_step
                if all(printed.agrees(meter.hold(feeding, Fraction(0), start)) for printed, meter in meters):
                    yield RoundSet(decks, start, feeding)


def _agrees_with(audited: AuditedGame, claim: Claim, decks: int) -> bool:
    return any(
        parse_printed(claim.printed).agrees(candidate.exact)
        for candidate in hit_frequency(audited, replace(claim, decks=decks))
    )


def hold(audited: AuditedGame, claim: Claim) -> Iterator[Candidate]:
    """The hold of a wager for which no deck count, seed or rate is printed."""
    found = list(round_sets(audited, claim.wager))
    searched = (
        f"no deck count, seed or rate is printed; of all deck counts, seeds in steps of {format_cents(SEED_STEP)} to "
        f"{format_cents(LARGEST_SEED)} and rates in steps of {rate(RATE_STEP)}, "
    )
    if not found:
        yield Candidate("no round set", None, False, f"{searched}none gives every printed hold of the wager")
    for each in found:
        sheet = next(sheet for sheet in audited.sheets(claim) if sheet.decks == each.decks)
        alone = "only this one gives" if len(found) == 1 else f"{len(found)} give"
        why = f"{searched}{alone} every printed hold of the wager, with its printed hit frequency"
        exact = progressive(sheet).hold(each.feeding, Fraction(0), each.seed)
        yield Candidate(f"inferred: {each}", exact, False, why)


def rate(part: Fraction) -> str:
    """A share of the wager as a percentage with at most four decimals."""
    return f"{float(part * 100):.4f}".rstrip("0").rstrip(".") + "%"


def _cents(claim: Claim) -> Cents:
    return Cents(int(parse_printed(claim.printed).value * 100))


def _feeding_for_average(meter: Progressive, average: Cents, start: Cents) -> Fraction:
    """The rate that gives this long-run average of the top payout: the average is linear in the rate."""
    none, all_of_it = meter.average_top(Fraction(0), start), meter.average_top(Fraction(1), start)
    return Fraction(0) if none is None or all_of_it is None else (average - none) / (all_of_it - none)
