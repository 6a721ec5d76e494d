"""The measurements: each entry is a function that yields lines of the table."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.jackpot import jackpots
from benchmarks.line import Line, best_time, say
from benchmarks.poker import poker_situations, solved_poker
from benchmarks.simulate import simulated_deals
from benchmarks.simulate_blackjack import simulated_blackjack
from benchmarks.simulate_pai_gow import simulated_pai_gow
from benchmarks.simulate_poker import simulated_poker
from pitbook.cards import Cards, Shoe, suit
from pitbook.exact.custom_wager_rule import custom_wager, wager
from pitbook.exact.deals import SUIT_PERMUTATIONS, count_deals
from pitbook.exact.design import design
from pitbook.exact.distribution import distribution
from pitbook.exact.par import par_sheet
from pitbook.exact.reprice import counts_of, reprice, with_pays
from pitbook.families.blackjack.exact.analysis import Analysis
from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.games import game

ROOT = Path(__file__).resolve().parent.parent
MOST_MEMORY = 500.0
ALL_SHEETS = ("pitbook", "par", "--all", "--json")


@dataclass(frozen=True, slots=True)
class Ran:
    """A process that has ended."""

    seconds: float
    cpu: float
    megabytes: float
    """Its peak memory."""
    output: str


# A forked process starts with its parent's high-water mark, so the child reads its own from the kernel at its end.
_WATCHED = """
import atexit, pathlib, runpy, sys
def note():
    status = pathlib.Path("/proc/self/status").read_text()
    pathlib.Path(mark).write_text(status.split("VmHWM:")[1].split()[0])
mark = sys.argv.pop(1)
atexit.register(note)
sys.argv.pop(0)
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def run(*command: str, **environment: str) -> Ran:
    """Runs ``python -m command`` as a fresh process."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as output:
        mark = Path(folder) / "peak"
        start = perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-c", _WATCHED, str(mark), *command],
            cwd=ROOT,
            stdout=output,
            env={**os.environ, **environment},
        )
        _, status, used = os.wait4(process.pid, 0)
        seconds = perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
        output.seek(0)
        return Ran(seconds, used.ru_utime + used.ru_stime, int(mark.read_text()) / 1_000, output.read())


def sheets() -> Iterator[Line]:
    """All par sheets of all five letters, with an empty and with a filled cache."""
    with tempfile.TemporaryDirectory() as folder:
        say("all par sheets from an empty cache ...")
        cold = run(*ALL_SHEETS, PITBOOK_CACHE=folder)
        say("all par sheets again ...")
        warm = min((run(*ALL_SHEETS, PITBOOK_CACHE=folder) for _ in range(3)), key=lambda ran: ran.seconds)
    made = len(json.loads(warm.output))
    name = f"all {made} par sheets"
    yield Line(f"{name}, warm start", warm.seconds, "s", 3.0, False, "empty cache", cold.seconds, warm.cpu)
    yield Line(f"{name}, empty cache", cold.seconds, "s", 20.0, cpu=cold.cpu)
    yield Line("memory of all par sheets", max(cold.megabytes, warm.megabytes), "MB", MOST_MEMORY)


def seven() -> Iterator[Line]:
    """154,143,080 hands by counting, against calling the rule on each of them."""
    say("154,143,080 seven-card hands, by counting and one by one ...")
    ran = run("benchmarks.seven")
    took = json.loads(ran.output)
    if not took["agree"]:
        raise RuntimeError("counting and enumeration of the seven-card hands disagree")
    one_by_one = took["enumerating"]
    name = "154,143,080 seven-card hands, by counting"
    yield Line(name, took["counting"], "s", 0.25, False, "each hand, compiled, both cores", one_by_one, took["cpu"])
    yield Line("counting against enumeration", one_by_one / took["counting"], "x", 5.0, True)
    yield Line("compiling both", took["compiling"], "s")
    yield Line("memory of both", ran.megabytes, "MB", MOST_MEMORY)


def pai_gow() -> Iterator[Line]:
    """All 8,250,459,031,214,400 pairs of pai gow hands, compared and set best; and one hand by itself."""
    base = ("pitbook", "par", "ez-pai-gow", "base", "--json")
    hand = ("pitbook", "set", "As Kd Jk 7h 7c 3d 2s", "--json")
    with tempfile.TemporaryDirectory() as folder:
        say("one pai gow hand, then again ...")
        first = run(*hand, PITBOOK_CACHE=folder)
        again = min((run(*hand, PITBOOK_CACHE=folder) for _ in range(3)), key=lambda ran: ran.seconds)
    with tempfile.TemporaryDirectory() as folder:
        say("all pairs of pai gow hands from an empty cache ...")
        pairs = run(*base, PITBOOK_CACHE=folder)
    with tempfile.TemporaryDirectory() as folder:
        say("the optimal pai gow player from an empty cache ...")
        best = run(*base, "--player-way", "optimal", PITBOOK_CACHE=folder)
    yield Line("exact pai gow edge, all pairs, empty cache", pairs.seconds, "s", 120.0, cpu=pairs.cpu)
    yield Line("exact optimal pai gow player, empty cache", best.seconds, "s", 900.0, cpu=best.cpu)
    yield Line("memory of both", max(pairs.megabytes, best.megabytes), "MB", 8_000.0)
    yield Line("one pai gow hand", again.seconds, "s", 2.0, False, "empty cache", first.seconds, again.cpu)


def changed_pay() -> Iterator[Line]:
    """One changed pay, on the wager with the most lines."""
    chosen = game("ez-pai-gow")
    bonus = chosen.wager("dynasty")
    table = bonus.table("1", 1)
    counts = counts_of(bonus, Shoe.of_decks(1, joker=True), chosen.check_options({}))
    changed = with_pays(table, {"flush": "5 to 1"})
    seconds = best_time(lambda: reprice(counts, changed), 200)
    whole = best_time(lambda: par_sheet(chosen, bonus, changed, 1), 20)
    yield Line("one changed pay, 13 lines", seconds, "s", 0.001, False, "the whole sheet, counts at hand", whole)


def designs() -> Iterator[Line]:
    """The number of pay tables that a search evaluates in a second."""
    chosen = game("match-n-poker")
    side = chosen.wager("match-n-poker")
    counts = counts_of(side, Shoe.of_decks(6))
    single = 1 / best_time(lambda: reprice(counts, side.table("1", 6)), 200)
    done = min((design("match-n-poker", decks=6, edge="4..6%") for _ in range(5)), key=lambda each: each.seconds)
    rate = done.proposals.tables / done.seconds
    yield Line("pay tables searched", rate, "/s", 2_000, True, "each priced by itself", single)
    any_order = design("match-n-poker", decks=6, edge="4..6%", any_order=True)
    rate = any_order.proposals.tables / any_order.seconds
    yield Line("pay tables searched, lines in any order", rate, "/s", 2_000, True, "each priced by itself", single)


def blackjack() -> Iterator[Line]:
    """Six-deck blackjack solved for the exact cards of every hand, and by totals, on one core."""
    say("six-deck blackjack ...")
    took = []
    for _ in range(5):
        analysis = Analysis(BlackjackRules())
        if abs(analysis.total.expectation + 0.006181488083895) > 1e-12:
            raise RuntimeError("the expectation of blackjack is not the known one")
        took.append(analysis.seconds)
    ran = run("pitbook", "strategy", "--decks", "6", "--json")
    # Processor time of one core, as the C++ programs that do this report theirs.
    for name, words in (("composition_dependent", "every card"), ("total_dependent", "totals, besides")):
        yield Line(f"6-deck blackjack, best play by {words}", min(seconds[name] for seconds in took), "s", 0.5)
    yield Line("6-deck strategy chart, from starting the command", ran.seconds, "s", 2.0, cpu=ran.cpu)


def by_decks() -> Iterator[Line]:
    """The cost by the number of decks: the classes of deals stay the same, only their weights change."""
    rule = game("match-n-poker").wager("match-n-poker").rule
    first = None
    for decks in range(1, 9):
        shoe = Shoe.of_decks(decks)

        def count(shoe: Shoe = shoe) -> object:
            return count_deals(rule, [2, 1], shoe, (0,), group=SUIT_PERMUTATIONS)

        seconds = best_time(count, 12)
        first = first or seconds
        yield Line(f"three cards, {decks} deck{'s' if decks > 1 else ''}", seconds, "s", None, False, "one deck", first)


@wager(player=2, outcomes=["all_suited"], suits="interchangeable")
def all_suited(player: Cards) -> bool:
    """Wins when all cards are of one suit."""
    for card in player:  # noqa: SIM110 (compiled code has no generators)
        if suit(card) != suit(player[0]):
            return False
    return True


def by_cards(most: int = 7) -> Iterator[Line]:
    """The cost by the number of cards, for a rule that reads only which cards share a suit."""
    shoe, before = Shoe.of_decks(6), None
    for cards in range(2, most + 1):
        rule = wager(player=cards, outcomes=["all_suited"], suits="interchangeable")(all_suited)
        looked = custom_wager(rule)
        if cards > 5:
            say(f"{cards} cards ...")
        start = perf_counter()
        counted = distribution(looked, shoe)
        seconds = perf_counter() - start
        how = "compiled" if "compiled" in counted.method else "plain"
        peer = "one card less" if before else ""
        yield Line(f"{cards} cards, {counted.total:,} deals, {how}", seconds, "s", None, False, peer, before)
        before = seconds


ENTRIES: tuple[Callable[[], Iterator[Line]], ...] = (
    sheets, seven, blackjack, pai_gow, changed_pay, designs, by_decks, by_cards, simulated_deals, simulated_blackjack,
    simulated_pai_gow, solved_poker, poker_situations, simulated_poker, jackpots,
)  # fmt: skip
SHORT: tuple[Callable[[], Iterator[Line]], ...] = (changed_pay, designs, by_decks, lambda: by_cards(4))
"""The entries that take no more than a second each."""
