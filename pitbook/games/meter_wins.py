"""Several meter wins in one round: the order of payment, and the meter's amount for each."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pitbook.errors import BadInput, quoted
from pitbook.games.model import Game, Option
from pitbook.games.settlement import Settlement
from pitbook.money import Cents, parse_cents
from pitbook.pay import share_of

RIGHT_FIRST = "dealer's right first"


def meter_order(cite: str, *wagers: str) -> Option:
    """The option for the order of payment, which the internal controls of a house may replace."""
    meaning = (
        "who is paid first when several hands of a round win from the meter; "
        "or the seats in the order of the house's internal controls, such as '2, 1, 3'"
    )
    return Option(
        "meter-order",
        (),
        RIGHT_FIRST,
        meaning,
        cite,
        parse_order,
        wagers=wagers,
        uses=("settle", "run", "play"),
        title="Order of jackpot payments",
    )


def parse_order(text: str) -> tuple[int, ...]:
    """The seats in the order of payment; empty for the dealer's right first."""
    if text == RIGHT_FIRST:
        return ()
    seats = re.findall(r"[1-9]", text) if re.fullmatch(r"\s*[1-9](\s*,\s*[1-9])*\s*", text, re.ASCII) else []
    if not seats or len(seats) != len(set(seats)):
        raise BadInput(f"meter-order {quoted(text)} is neither {RIGHT_FIRST!r} nor a list of seats such as '2, 1, 3'")
    return tuple(map(int, seats))


def turn(seat: int, order: tuple[int, ...]) -> tuple[int, int]:
    """The sort key for the order of payment: as listed, then from the dealer's far right (the highest number)."""
    return (order.index(seat) if seat in order else len(order), -seat)


def printed_seed(game: Game, wager: str, decks: int) -> Cents | None:
    """The amount at which the meter restarts by the letter, if the letter prints a seed."""
    for claim in game.letter.claims:
        if claim.figure == "seed" and claim.wager == wager and claim.decks in (0, decks):
            return parse_cents(claim.printed, "seed")
    return None


def is_posted_prize(options: Mapping[str, str]) -> bool:
    """Whether the jackpot is a prize that the casino posts, not a meter (letter 002, Jackpot, first paragraph)."""
    return options.get("jackpot-kind") == "house"


def pay_meter_wins(
    settled: Sequence[Settlement], meter: Cents, restart: Cents | None, order: tuple[int, ...], posted: bool = False
) -> list[Settlement]:
    """Pays each win from what the previous win left on the meter (letter 003, Appendix A).

    A ``posted`` prize does not decrease: each winner is paid a share of the whole amount.

    Seats count from the dealer's left, so the highest number sits farthest on the dealer's right and is paid first.
    After a 100% award the meter restarts (letter 003, Royal Match Progressive rule 4). If the restart amount is not
    known, a later win of the same round is not known either.
    """

    paid = list(settled)
    left: Cents | None = meter
    for place in sorted(range(len(paid)), key=lambda place: turn(paid[place].seat, order)):
        win = paid[place]
        if win.share is not None and left is not None:
            award = share_of(left, win.share)
            if not posted:
                left = Cents(left - award) if win.share < 1 else restart
            paid[place] = replace(win, net=Cents(award - win.bet))
    return paid
