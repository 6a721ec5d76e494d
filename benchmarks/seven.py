"""The seven-card joker distribution by counting and by direct enumeration of the same rule, both compiled.

Runs as a separate process, so that its memory can be measured; prints its figures as JSON.
"""

import json
from time import perf_counter, process_time

from benchmarks.line import best_time
from pitbook.cards import Shoe
from pitbook.exact.compiled import count_sevens_compiled, enumerate_deals
from pitbook.games import game

HANDS = 154_143_080
RUNS = 10


def main() -> None:
    """Compiles both, then measures both warm; they must agree to the last integer."""
    chosen = game("ez-pai-gow")
    wager = chosen.wager("dynasty")
    reads = tuple(option.index({}) for option in wager.reads)
    pack, small = Shoe.of_decks(1, joker=True), Shoe((1,) * 8 + (0,) * 45)
    start = perf_counter()
    counted = count_sevens_compiled(wager.rule, pack, reads)
    enumerate_deals(wager.rule, [7], small, reads)
    compiling = perf_counter() - start
    counting = best_time(lambda: count_sevens_compiled(wager.rule, pack, reads), RUNS)
    start = process_time()
    count_sevens_compiled(wager.rule, pack, reads)
    cpu = process_time() - start
    start = perf_counter()
    enumerated = enumerate_deals(wager.rule, [7], pack, reads)
    enumerating = perf_counter() - start
    agree = counted == enumerated and sum(counted.values()) == HANDS
    took = {"compiling": compiling, "counting": counting, "cpu": cpu, "enumerating": enumerating}
    print(json.dumps({**took, "agree": agree}))


if __name__ == "__main__":
    main()
