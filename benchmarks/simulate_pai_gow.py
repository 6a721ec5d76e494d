"""Pai gow and Match The Dealer on one core: hands looked up in bulk, and whole tables dealt, set and settled.

``python -m benchmarks.simulate_pai_gow`` measures in a process of its own and prints JSON: compiled code would count as
memory of whatever else is measured.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from time import process_time
from typing import Any

import numpy as np

from benchmarks.line import Line, say
from pitbook.families.fixed_deal.simulate import table as match_the_dealer
from pitbook.families.pai_gow.rules.base import set_against_barred
from pitbook.families.pai_gow.simulate import table as pai_gow
from pitbook.games import game
from pitbook.games.settle import lay_out
from pitbook.hands.foxwoods import foxwoods
from pitbook.hands.pai_gow import high_cards, low_cards
from pitbook.hands.seven import seven_card_lines
from pitbook.money import dollars
from pitbook.simulate.blocks import Simulation
from pitbook.simulate.compile import kernel_with
from pitbook.simulate.seven_kernel import HandFinder, answer_all, slot_of
from pitbook.simulate.seven_slots import answers_by_kind, slots
from pitbook.simulate.table import TableRequest

RUNS = 40
"""The number of short blocks (some hundredths of a second each): on a busy machine at least one is undisturbed."""
HANDS = 1 << 21
SOME = 1 << 14
"""The numbers of hands and rounds for the slow methods."""
SEATS = 6
METER = dollars(10_000)
AT = tuple(np.uint64(place) for place in range(8))
"""Places of cards as unsigned numbers, which a kernel need not check for being negative."""
BASE = {"base": dollars(10)}
EZ = {**BASE, "dynasty": dollars(5), "protection": dollars(5), "red-black": dollars(5)}
ROYAL = {
    **BASE, "royal-riches": dollars(5), "dealer-pai-gow": dollars(5), "pai-gow-insurance": dollars(5),
    "jackpot": dollars(1),
}  # fmt: skip


def ez_table(bets: dict[str, Any]) -> Simulation:
    """EZ Pai Gow with six seats; all set by the Foxwoods house way."""
    layout = lay_out(game("ez-pai-gow"))
    return pai_gow.table_simulation(TableRequest(layout, pai_gow.BLOCK, SEATS, 1, bets, Fraction(0), None, {}, "basic"))


def royal_table() -> Simulation:
    """Royal Riches Pai Gow with six seats and everything bet."""
    layout = lay_out(game("royal-riches-pai-gow"))
    return pai_gow.table_simulation(
        TableRequest(layout, pai_gow.BLOCK, SEATS, 1, ROYAL, Fraction(0), METER, {}, "basic")
    )


def match_table() -> Simulation:
    """Match The Dealer with seven seats, all five spots and the Super Bonus."""
    layout, bets = lay_out(game("million-dollar-match-the-dealer")), {"match": dollars(5)}
    return match_the_dealer.table_simulation(
        TableRequest(layout, match_the_dealer.BLOCK, 7, 1, bets, Fraction(3, 4), None, {}, "basic")
    )


def best_time(work: Callable[[], object], times: int) -> float:
    """The best of several runs, in CPU seconds of one core, without waiting time."""
    best = float("inf")
    for _ in range(times):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def rate(simulation: Simulation) -> float:
    return simulation.rounds_in(0) / best_time(lambda: simulation.run(0), RUNS)


def look_up_all(finder: HandFinder, table: Any, cards: Any, found: Any) -> None:
    """The table's answer to each hand of seven consecutive cards."""
    at = AT[0]
    for each in range(len(found)):
        found[each] = table[
            slot_of(
                finder, cards[at], cards[at + AT[1]], cards[at + AT[2]], cards[at + AT[3]], cards[at + AT[4]],
                cards[at + AT[5]], cards[at + AT[6]],
            )
        ]  # fmt: skip
        at += AT[7]


def sevens() -> tuple[float, float]:
    """Random hands of the 53-card pack a second: by the table, and by the rule that it is made from."""
    random, part = np.random.default_rng(1), 1 << 16
    hands = np.concatenate(
        [np.argsort(random.random((part, 53)), axis=1)[:, :7].astype(np.uint8) for _ in range(HANDS // part)]
    )
    rule, look_up = kernel_with(answer_all, rule=seven_card_lines, READS=(0,)), kernel_with(look_up_all)
    kinds, numbers = np.unique(answers_by_kind(seven_card_lines, (0,)), return_inverse=True)
    finder, table = slots().finder, slots().table(numbers.astype(np.uint8), 255)
    some, answers = hands[:SOME].astype(np.int64), np.zeros(SOME, np.int64)
    rule(some, answers)
    cards, found = hands.reshape(-1), np.empty(HANDS, np.uint8)
    look_up(finder, table, cards, found)
    if (kinds[found[:SOME]] != answers).any():
        raise RuntimeError("the table of the seven-card rule does not answer as the rule does")
    looked_up = HANDS / best_time(lambda: look_up(finder, table, cards, found), RUNS)
    return looked_up, SOME / best_time(lambda: rule(some, answers), RUNS)


def set_and_compare(packs: Any, seats: int) -> int:
    """Rounds without tables: every hand is set by the house way, every pair compared by the rule, from the cards."""
    won = 0
    for each in range(len(packs)):
        pack = packs[each]
        dealer = (pack[0], pack[1], pack[2], pack[3], pack[4], pack[5], pack[6])
        first, second, _ = foxwoods(dealer)
        dealer_low, dealer_high = low_cards(dealer, first, second), high_cards(dealer, first, second)
        for seat in range(1, seats + 1):
            at = 7 * seat
            hand = (pack[at], pack[at + 1], pack[at + 2], pack[at + 3], pack[at + 4], pack[at + 5], pack[at + 6])
            first, second, _ = foxwoods(hand)
            won += set_against_barred(
                low_cards(hand, first, second), high_cards(hand, first, second), dealer_low, dealer_high, dealer, 0, 1
            )
    return won


def direct_rate() -> float:
    """Such rounds a second, of the base wager alone, cards already dealt."""
    packs = np.argsort(np.random.default_rng(1).random((SOME, 53)), axis=1)
    kernel = kernel_with(set_and_compare)
    kernel(packs, SEATS)
    return SOME / best_time(lambda: kernel(packs, SEATS), 5)


def main() -> None:
    start = process_time()
    tables = {"base": ez_table(BASE), "ez": ez_table(EZ), "royal": royal_table(), "match": match_table()}
    for simulation in tables.values():
        simulation.prepare()
    found = {"start": process_time() - start} | {name: rate(simulation) for name, simulation in tables.items()}
    found["sevens"], found["rule"] = sevens()
    print(json.dumps(found | {"direct": direct_rate()}))


def simulated_pai_gow() -> Iterator[Line]:
    """Hands and rounds a second on one core."""
    from benchmarks.measure import run

    say("simulated pai gow and Match The Dealer, from an empty cache and again ...")
    with tempfile.TemporaryDirectory() as folder:
        cold, warm = (json.loads(run("benchmarks.simulate_pai_gow", PITBOOK_CACHE=folder).output) for _ in range(2))
    best = {name: max(cold[name], warm[name]) for name in warm}
    direct = ("house way and rule called, compiled", best["direct"])
    yield Line("seven-card joker hands, random", best["sevens"], "/s", 150e6, True, "the rule, compiled", best["rule"])
    yield Line("pai gow rounds, six seats, base wagers", best["base"], "/s", 1e6, True, *direct)
    yield Line("EZ Pai Gow rounds, six seats, four wagers each", best["ez"], "/s", 1e6, True)
    yield Line("Royal Riches rounds, six seats, five wagers each", best["royal"], "/s", 1e6, True)
    yield Line("Match The Dealer rounds, seven seats, five spots each", best["match"], "/s", 1e6, True)
    yield Line("four such tables ready to play, CPU", warm["start"], "s", 5.0, False, "empty cache", cold["start"])


if __name__ == "__main__":
    main()
