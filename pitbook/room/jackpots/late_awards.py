"""Late awards: a win that is noticed after END GAME, or decided in a dispute, and is recorded by two people.

By default the prize is a share of what the display showed when that round ended, which follows from the ledger. A
house's internal controls may use the current display instead (``late_awards`` under ``[payouts]`` of the property).
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, select

from pitbook.errors import BadInput, NotApproved
from pitbook.games.model import listed
from pitbook.jackpot.book import LATE, PRIZES, Action
from pitbook.jackpot.booking_keys import coin_in_key, prize_key, void_key
from pitbook.jackpot.days import moment_of
from pitbook.jackpot.ledger import Transaction
from pitbook.jackpot.payout import AT_ROUND_END, LateBasis
from pitbook.jackpot.people import Person
from pitbook.jackpot.separation import WinSoFar, objection
from pitbook.money import Cents, format_cents
from pitbook.pay import share_of
from pitbook.room.days.records import by_key, read_kinds, was_answered
from pitbook.room.jackpots.service import Jackpots, papers_of, what_of
from pitbook.store import schema
from pitbook.store.work import UnitOfWork, Work, read_book

ENDED: Final = "end"
"""The key that ends a round."""


@dataclass(frozen=True, slots=True)
class LateClaim:
    """A claimed win."""

    table: str
    round: int
    seat: int
    outcome: str
    why: str
    document: str
    evidence: str
    """The surveillance reference: a camera and a time, or a case number."""


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A finished round, from the ledger and the controller's presses."""

    dealt_by: str
    keyed_by: tuple[str, ...]
    """The people who pressed a hand button for this seat, even if that win was rejected."""
    ended: str
    as_of: int
    """The last transaction before the round ended."""
    shown: Cents
    """The amount on the display then."""


class LateAwards:
    """Records wins after their round."""

    def __init__(self, jackpots: Jackpots, basis: Callable[[], LateBasis]) -> None:
        self.jackpots, self.basis = jackpots, basis

    def record(self, jackpot: str, claim: LateClaim, people: Sequence[Person], request: str) -> dict[str, Any]:
        """Books a late award, by two people who verify wins and neither dealt the round nor keyed in the hand."""
        for person in people:
            person.check("verify a win")
        if len({person.id for person in people}) < 2:
            raise NotApproved("a late award needs two different people")
        if not claim.evidence.strip() or len(claim.evidence) > 300:
            raise BadInput("state the evidence, such as camera and time, in 1 to 300 letters")
        with self.jackpots.database.reading_snapshot() as connection:
            answered = was_answered(connection, request)  # then the stored answer is returned, and nothing is booked
        found, basis = self.round_end(jackpot, claim), self.basis()
        times = 0 if answered else self._times(jackpot, claim)
        for person in people:
            refusal = objection("verify", person, WinSoFar(found.dealt_by, found.keyed_by, "", Cents(0), Cents(0)))
            if refusal is not None:
                raise refusal

        def work(unit: UnitOfWork) -> dict[str, Any]:
            at_end = basis == AT_ROUND_END
            shown, as_of = (found.shown, found.as_of) if at_end else (unit.book(jackpot).shown, unit.number(jackpot))
            self._check_large(unit, jackpot, claim, shown, people)
            data = {
                "table": claim.table,
                "round": claim.round,
                "seat": claim.seat,
                "outcome": claim.outcome,
                "of_cents": shown,
                "as_of": as_of,
                "basis": basis,
                "ended": found.ended,
                "evidence": claim.evidence,
                **papers_of(claim.why, claim.document, people),
            }
            key = prize_key(claim.table, claim.round, "late", claim.seat, times + 1)
            item = unit.do(jackpot, Action(LATE, data), key, people[0].id)
            return dict(item.result) | {"transaction": item.number}

        said = [claim.table, claim.round, claim.seat, claim.outcome, claim.why, claim.document, claim.evidence]
        what = what_of(f"late award of {jackpot}", *people, said)
        return self.jackpots.writer.run(Work(work, (jackpot,), (), request, what))

    @staticmethod
    def _check_large(unit: UnitOfWork, jackpot: str, claim: LateClaim, shown: Cents, people: Sequence[Person]) -> None:
        setup = unit.book(jackpot).setup
        share = setup.shares().get(claim.outcome)
        prize = share_of(shown, share) if share is not None else setup.fixed().get(claim.outcome, Cents(0))
        if prize >= setup.executive_from and not any(person.may("approve a large win") for person in people):
            raise NotApproved(
                f"a late award of {format_cents(prize)} needs an executive: supervisors record those below "
                f"{format_cents(setup.executive_from)}"
            )

    def round_end(self, jackpot: str, claim: LateClaim) -> RoundEnd:
        """The end of a round, with the amount on the display; refused if it is not over or has no such wager."""
        where = f"round {claim.round} at table {claim.table}"
        with self.jackpots.database.reading_snapshot() as connection:
            wagers = by_key(connection, jackpot, coin_in_key(claim.table, claim.round))
            if wagers is None:
                raise BadInput(f"{where} has no wagers in the ledger of {jackpot}")
            seats = [int(seat) for seat in wagers.data["wagers"]]
            if claim.seat not in seats:
                raise BadInput(f"seat {claim.seat} had no wager in {where}: {listed(seats)} had")
            if by_key(connection, jackpot, void_key(claim.table, claim.round)) is not None:
                raise BadInput(f"{where} was voided: its wagers went back")
            ended, as_of = _ended(connection, claim.table, claim.round)
            if not ended:
                raise BadInput(f"{where} is not over: key the hand in on its controller")
            last = wagers
            for item in read_book(connection, jackpot, wagers.number):
                # Transactions are ordered by number; a store of version 0.1 has only the time of the end.
                if item.number > as_of if as_of else moment_of(item.at) > moment_of(ended):
                    break
                last = item
            keyed = _keyed(connection, claim)
        return RoundEnd(wagers.by, keyed, ended, last.number, Cents(int(last.result["shown_cents"])))

    def _times(self, jackpot: str, claim: LateClaim) -> int:
        """The number of late awards of this hand, all backed out; refused if one was not: a hand wins once."""
        with self.jackpots.database.reading_snapshot() as connection:
            items = read_kinds(connection, jackpot, (*PRIZES, "back-out"))
        undone = {int(item.data["award"]) for item in items if item.kind == "back-out"}
        mine = [item for item in items if item.kind in PRIZES and _is_of(item, claim)]
        paid = next((item for item in mine if item.number not in undone), None)
        if paid is not None:
            raise BadInput(
                f"seat {claim.seat} was paid {format_cents(paid.result['prize_cents'])} for that round (transaction "
                f"{paid.number}): a hand wins once; back that out first"
            )
        return sum(item.kind == LATE for item in mine)


def _is_of(item: Transaction, claim: LateClaim) -> bool:
    return (item.data["table"], item.data["round"], item.data["seat"]) == (claim.table, claim.round, claim.seat)


def _ended(connection: Connection, table: str, played: int) -> tuple[str, int]:
    """The time at which GAME OVER or END GAME was pressed in a round, and the transaction before; empty without one."""
    presses = schema.presses
    rows = connection.execute(
        select(presses.c.at, presses.c.data).where(
            presses.c.table == table,
            presses.c.data.contains(f'"round":{played}'),
            presses.c.data.contains('"key":"end"'),
        )
    )
    for row in rows:
        data = json.loads(row.data)
        if (data.get("key"), data.get("round")) == (ENDED, played):
            return str(row.at), int(data.get("as_of", 0))
    return "", 0


def _keyed(connection: Connection, claim: LateClaim) -> tuple[str, ...]:
    """The people who pressed a hand button for the seat in a round."""
    presses = schema.presses
    of_round = (presses.c.table == claim.table, presses.c.data.contains(f'"round":{claim.round}'))
    spot, found = 0, []
    for row in connection.execute(select(presses.c.by, presses.c.data).where(*of_round).order_by(presses.c.number)):
        data = json.loads(row.data)
        if data.get("round") != claim.round:
            continue
        if data.get("key") == "spot":
            spot = int(data["seat"])
        # A press without a seat, with no seat selected, may have been for this one.
        if data.get("key") == "hand" and (int(data["seat"]) or spot or claim.seat) == claim.seat:
            found.append(str(row.by))
    return tuple(found)
