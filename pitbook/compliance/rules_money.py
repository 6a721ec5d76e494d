"""Rules on money: money on hand, funding of large prizes, and how large prizes are verified and paid."""

from datetime import date
from typing import Final

from pitbook.compliance.findings import EVERYWHERE, Case, ComplianceRule, Findings, Subject, rule
from pitbook.compliance.limits import FIRST_DAY, MONEY_ON_HAND, NEW_ROOM, in_force
from pitbook.compliance.property import CHEQUE_HOURS, MALFUNCTION_HOURS, SEAL_DAYS
from pitbook.jackpot.payout import CASH_UP_TO, DECK_FROM, SURVEILLANCE_OVER
from pitbook.money import Cents, dollars, format_cents
from pitbook.pay import Amount, Odds, Prize
from pitbook.table.config import TableConfig

LARGE_PRIZE: Final = dollars(25_000)
RULES: Final[list[ComplianceRule]] = []


@rule(
    RULES, "WA-08", "Money on hand", "WAC 230-15-050", "verified", MONEY_ON_HAND[0].since, card_rooms_only=True
)  # fmt: skip
def money_on_hand(case: Case) -> Findings:
    cash, form = case.of.cash, in_force(MONEY_ON_HAND, case.on)
    if cash is None:
        yield EVERYWHERE, "the money on hand is not stated", "state [cash] on_hand"
        return
    more = max((prize for prize, _ in _prizes(case)), default=Cents(0))
    if form.receipts:
        more = NEW_ROOM if cash.last_year_receipts is None else Cents(cash.last_year_receipts // 100)
    least = form.per_table * len(case.tables) + more
    if cash.on_hand < least:
        allowed = f"at least {format_cents(least)} within 3 hours of opening"
        yield EVERYWHERE, f"{format_cents(cash.on_hand)} on hand", allowed


@rule(
    RULES, "WA-10", "The second-highest large prize is funded", "WAC 230-15-455", "verified", date(2010, 1, 1),
    card_rooms_only=True,
)  # fmt: skip
def large_prizes(case: Case) -> Findings:
    large = sorted({prize for prize in _prizes(case) if prize[0] > LARGE_PRIZE}, reverse=True)
    if len(large) < 2:
        return
    second, where = large[1]
    held = case.of.cash.prize_funds if case.of.cash else Cents(0)
    if held < second:
        wrong = f"{format_cents(held)} is held for a prize of {format_cents(second)} ({where})"
        yield EVERYWHERE, wrong, "hold it or have credit for it, and state it in [cash] prize_funds"


def _prizes(case: Case) -> list[tuple[Cents, str]]:
    """Every prize of every offered wager, without jackpots."""
    return [
        (prize, f"{slug} at table {table.id}")
        for table, config in case.configs()
        for slug in config.layout.tables
        if slug in config.offered or config.game.wager(slug).requires_all_of in config.offered
        for prize in prizes_of(config, slug)
    ]


def prizes_of(config: TableConfig, slug: str) -> list[Cents]:
    """The prize of each line of a wager at the highest bet, without shares of a meter, which has its own funds."""
    bet = config.limits[slug].high if slug in config.limits else Cents(0)
    spots = config.game.wager(slug).requires_all_of
    reach = config.limits[spots].high if spots else bet
    found = []
    # The highest column that the bet qualifies for pays most.
    for table in [table for table in config.layout.tables[slug] if table.tier <= reach][-1:]:
        for line in (*table.lines, *table.added):
            if isinstance(line.pay, Odds):
                found.append(Cents(int(bet * line.pay.net)))
            elif isinstance(line.pay, Amount | Prize):
                found.append(line.pay.cents)
    return found


@rule(
    RULES, "WA-19", "Large prizes are verified: the deck proved, the hand sealed, surveillance asked",
    "WAC 230-15-320 and 230-15-405", "partly read", FIRST_DAY, card_rooms_only=True,
)  # fmt: skip
def large_prizes_are_verified(case: Case) -> Findings:
    paid, place = case.of.payouts, Subject(part="payouts")
    for name, given, most in (
        ("the deck is proved from", paid.deck_proof_from, DECK_FROM),
        ("surveillance verifies above", paid.surveillance_over, SURVEILLANCE_OVER),
    ):
        if given > most:
            yield place, f"{name} {format_cents(given)}", f"from {format_cents(most)} at the latest"
    if paid.seal_days < SEAL_DAYS:
        yield place, f"hands stay sealed for {paid.seal_days} days", f"at least {SEAL_DAYS}"


@rule(
    RULES, "WA-20", "Prizes above $5,000 are paid by cheque within 24 hours", "WAC 230-15-405", "partly read",
    FIRST_DAY, card_rooms_only=True,
)  # fmt: skip
def cheques(case: Case) -> Findings:
    paid, place = case.of.payouts, Subject(part="payouts")
    if paid.cash_up_to > CASH_UP_TO:
        wrong = f"cash is paid up to {format_cents(paid.cash_up_to)}"
        yield place, wrong, f"up to {format_cents(CASH_UP_TO)}, above that by cheque"
    if not 0 < paid.cheque_hours <= CHEQUE_HOURS:
        yield place, f"a cheque within {paid.cheque_hours} hours", f"within {CHEQUE_HOURS}"


@rule(
    RULES, "WA-21", "A malfunction is reported within 72 hours", "WAC 230-06-054", "partly read", date(2014, 1, 1),
    card_rooms_only=True,
)  # fmt: skip
def malfunctions(case: Case) -> Findings:
    hours = case.of.payouts.malfunction_hours
    if not 0 < hours <= MALFUNCTION_HOURS:
        yield Subject(part="payouts"), f"a malfunction reported within {hours} hours", f"within {MALFUNCTION_HOURS}"
