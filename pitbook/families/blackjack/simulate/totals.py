"""The totals of a block of rounds, in named rows."""

from typing import TYPE_CHECKING, Any

from pitbook.families.blackjack.simulate.kernel import (
    ANSWERS,
    BASE_SQUARES,
    ENVY,
    ENVY_SQUARES,
    INSURED,
    INSURED_SQUARES,
    INSURED_WON,
    NET,
    SHOES,
    SIDE_SUMS,
    SQUARES,
    TABLE_NET,
    TABLE_SQUARES,
    Sums,
)
from pitbook.simulate.blocks import Totals

if TYPE_CHECKING:
    from pitbook.families.blackjack.simulate.table import BlackjackTable


def totals_of(simulation: "BlackjackTable", rounds: int, sums: Sums) -> Totals:
    """The rows of a simulation.

    A wager's ``lines`` are counted over seats, its ``line squares``, ``net squares`` and those of the table over whole
    rounds. ``net`` is without envy and the base wager's without insurance; the table's has both. ``base lines`` are
    counted by hand, ``base results`` by the net result of all hands of one seat.
    """
    base = simulation.base
    counts = [int(count) for count in sums.results]
    met = [(result, count) for result, count in enumerate(counts) if count]
    lines = [0] * len(base.lines)
    squares = [int(count) for count in sums.line_squares]
    by_net = dict.fromkeys(simulation.result_nets, 0)
    net_squares = _whole(sums.rest, BASE_SQUARES)
    table_net, table_squares = int(sums.rest[TABLE_NET]), _whole(sums.rest, TABLE_SQUARES)
    for result, count in met:
        held = base.results[result]
        by_net[base.net(result)] += count
        for line in held:
            lines[line] += count
        if simulation.walk is not None:
            # This kernel counts only results; with one seat and one wager everything else follows from them.
            for line in set(held):
                squares[line] += held.count(line) ** 2 * count
            net_squares += base.net(result) ** 2 * count
    net = sum(base.net(result) * count for result, count in met)
    if simulation.walk is not None:
        table_net, table_squares = net, net_squares
    rows = {
        "table rounds": (rounds,),
        "table shoes": (int(sums.rest[SHOES]),),
        "table net": (table_net,),
        "table net squares": (table_squares,),
        "base lines": tuple(lines),
        "base line squares": tuple(squares),
        "base wagered": (sum(base.wagered(result) * count for result, count in met),),
        "base net": (net,),
        "base net squares": (net_squares,),
        "base envy": (0,),
        "base envy squares": (0,),
        "base results": tuple(by_net.values()),
        "base hands": (sum(lines),),
        "base doubles": (sum(count for line, count in zip(base.lines, lines, strict=True) if line.stake > 1),),
        "base splits": (sum(count for result, count in met if len(base.results[result]) > 1),),
    }
    if simulation.insured:
        bets, won = int(sums.rest[INSURED]), int(sums.rest[INSURED_WON])
        lost_net, won_net = base.insurance_net
        rows |= {
            "insurance lines": (bets - won, won),
            "insurance wagered": (bets * base.insurance,),
            "insurance net": (won * won_net + (bets - won) * lost_net,),
            "insurance net squares": (_whole(sums.rest, INSURED_SQUARES),),
        }
    for index, side in enumerate(simulation.sides):
        lines_at = slice(index * ANSWERS, index * ANSWERS + len(side.priced.lines))
        sums_at = index * SIDE_SUMS
        rows |= {
            f"{side.slug} lines": tuple(sums.side_lines[lines_at].tolist()),
            f"{side.slug} line squares": tuple(sums.side_squares[lines_at].tolist()),
            f"{side.slug} wagered": (rounds * simulation.seats * side.priced.bet,),
            f"{side.slug} net": (int(sums.side_sums[sums_at + NET]),),
            f"{side.slug} net squares": (_whole(sums.side_sums, sums_at + SQUARES),),
            f"{side.slug} envy": (int(sums.side_sums[sums_at + ENVY]),),
            f"{side.slug} envy squares": (_whole(sums.side_sums, sums_at + ENVY_SQUARES),),
        }
    return rows


def _whole(sums: Any, at: int) -> int:
    """A sum that is kept in two parts."""
    return int(sums[at]) + (int(sums[at + 1]) << 32)
