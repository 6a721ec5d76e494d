"""The expected totals of one round, settled from the cards that were dealt; and z-scores of many rounds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitbook.games.settle import Settlement
from pitbook.money import Cents
from pitbook.pay import share_of
from pitbook.simulate.blocks import Totals
from pitbook.simulate.estimate import mean_by_round, share_by_round
from pitbook.simulate.pricing import Priced


def settled_totals(
    priced: Mapping[str, Priced], settled: Sequence[Settlement], meter: Cents | None, shoes: int = 1
) -> Totals:
    """The rows that a block of this one round must have."""
    rows: dict[str, tuple[int, ...]] = {"table rounds": (1,), "table shoes": (shoes,)}
    table_net = 0
    for slug, each in priced.items():
        own = [item for item in settled if item.wager == slug and not item.envy_from]
        envy = sum(item.net or 0 for item in settled if item.wager == slug and item.envy_from)
        lines = [0] * len(each.lines)
        net = 0
        for item in own:
            paid = (item.outcome, item.label, item.pays, item.net, item.share)
            lines[[(line.outcome, line.label, line.pays, line.net, line.share) for line in each.lines].index(paid)] += 1
            if item.net is None:
                assert meter is not None
                assert item.share is not None
            net += share_of(meter or Cents(0), item.share or Fraction(0)) - item.bet if item.net is None else item.net
        rows[f"{slug} lines"] = tuple(lines)
        rows[f"{slug} line squares"] = tuple(count * count for count in lines)
        rows[f"{slug} wagered"] = (sum(item.bet for item in own),)
        rows[f"{slug} net"], rows[f"{slug} net squares"] = (net,), (net * net,)
        rows[f"{slug} envy"] = (envy,)
        rows[f"{slug} envy squares"] = (envy * envy,)
        table_net += net + envy
    assert {item.wager for item in settled} <= priced.keys()
    return rows | {"table net": (table_net,), "table net squares": (table_net**2,)}


def scores(slug: str, totals: Totals, chances: Sequence[Fraction], mean: Fraction) -> list[float]:
    """The distances of each line's share and of a bet's mean from the exact ones, in standard errors."""
    counts, squares = totals[f"{slug} lines"], totals[f"{slug} line squares"]
    (rounds,), bets = totals["table rounds"], sum(counts)
    found = [
        share_by_round(count, square, bets, rounds, chance).z
        for count, square, chance in zip(counts, squares, chances, strict=True)
    ]
    a_round = mean * Fraction(bets, rounds)
    found.append(mean_by_round(totals[f"{slug} net"][0], totals[f"{slug} net squares"][0], rounds, a_round).z)
    return [each for each in found if each is not None]
