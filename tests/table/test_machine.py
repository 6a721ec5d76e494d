"""Random legal and illegal actions at a table of each game; the invariants hold after every one of them."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from pitbook.cards import card_name, parse_cards
from pitbook.errors import BadInput
from pitbook.games import game
from pitbook.money import Cents, dollars
from pitbook.table.config import configure
from pitbook.table.events import Event, parse_event
from pitbook.table.jackpot import PlayMeter
from pitbook.table.replay import Replay
from pitbook.table.shoe import SealedShoe, below, random_words, seal
from pitbook.table.steps import Ask, CardTo, Number
from pitbook.table.table import Table
from tests.table.log_checker import LogChecker
from tests.table.rig import EZ, MATCH, POKER, RICHES, ROYAL, check_chips, restore

HOSTILE_NUMBERS: list[Any] = [-1, 0, 1, 2, 8, 10**30, -(10**30), True, None, 2.5, float("nan"), "1", [], 10**5000]
HOSTILE_TEXTS: list[Any] = [
    "",
    " ",
    "\x00",
    "\ud800",
    "x" * 10_000,
    None,
    5,
    b"x",
    [],
    "hit",
    "stand",
    "yes",
    "Ks",
    "base",
]
SEVEN = "Ks Qs Js Ts 9s 8s 7s"
ANSWERS = ["hit", "yes", "no", "split", "fold", "house way", "Ks Qs / As"]
# Drawn by index, because some of them cannot even be printed.
numbers = st.integers(0, len(HOSTILE_NUMBERS) - 1)
texts = st.integers(0, len(HOSTILE_TEXTS) - 1)


class CountedChance:
    """Randomness from a seed, with a count of its use, so that a second table can continue it."""

    def __init__(self, seed: int, used: int = 0) -> None:
        self.seed, self.used = seed, used

    def secret(self) -> bytes:
        self.used += 1
        return hashlib.sha256(f"{self.seed} {self.used}".encode()).digest()

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        return seal(cards, self.secret())

    def number(self, name: str, low: int, high: int) -> int:
        return low + below(random_words(self.secret(), name), high - low + 1)


class TableMachine(RuleBasedStateMachine):
    """One table under random actions."""

    slug: ClassVar[str]
    setups: ClassVar[list[dict[str, Any]]]

    @initialize(data=st.data(), seed=st.integers(0, 2**32))
    def open(self, data: st.DataObject, seed: int) -> None:
        config = configure(game(self.slug), **data.draw(st.sampled_from(self.setups)))
        self.events: list[Event] = []
        self.chance = CountedChance(seed)
        self.table = Table(config, self.chance, self.clock, self.events.append)
        self.witness = LogChecker(config.game.base, config.layout.decks, config.source == "shoe")
        self.witnessed = 0

    def clock(self) -> str:
        return f"12:00:{len(self.events):06}"

    # -- the actions that the machine tries ------------------------------------------------------------------------

    def state(self) -> object:
        """All state that a refused action must not change."""
        table = self.table
        return (
            table.log.hash, table.log.length, len(self.events), table.house, table.bought, table.on_layout,
            [(number, seat.player, seat.stack, dict(seat.bets)) for number, seat in table.seats.items()],
            table.rounds, table.position, table.shoe, table.step is None or (id(table.step), table.step.words),
            list(table.settled), table.jackpot.meter if isinstance(table.jackpot, PlayMeter) else None,
            self.chance.used, hands_of(table),
        )  # fmt: skip

    def attempt(self, act: Callable[[], object]) -> bool:
        """Tries an action and returns whether it was done; asserts that a refused one changed nothing."""
        before, refusal = self.state(), ""
        try:
            act()
        except BadInput as error:
            refusal = str(error) or "without a word"
        if refusal:
            assert self.state() == before, f"refused with {refusal}, but something changed"
            assert "\n" not in refusal
        return not refusal

    @rule(seed=st.integers(0, 2**32), steps=st.integers(1, 60))
    def play(self, seed: int, steps: int) -> None:
        """Does the steps that are due, with legal answers; between rounds, bets on all that is offered at some
        seats."""
        choose = Random(seed)
        for _ in range(steps):
            if self.table.step is None:
                self.bet_on_everything(choose)
                self.attempt(self.table.close_betting)
            else:
                assert self.attempt(lambda: self.legal(choose)), "the table refused a legal answer to its open step"
            self.nothing_happens_out_of_turn()

    # The same rule under a second name, so that more rounds are played to the end.
    @rule(seed=st.integers(0, 2**32))
    def play_on(self, seed: int) -> None:
        self.play(seed, 40)

    def bet_on_everything(self, choose: Random) -> None:
        table = self.table
        for seat in choose.sample(range(1, table.config.seats + 1), choose.randint(1, min(3, table.config.seats))):
            if seat not in table.seats:
                table.sit(seat, f"Regular {seat}", dollars(choose.choice((30, 10_000))))
            for wager in table.config.wagers():
                limits, choice = table.config.limits[wager.slug], wager.choice.default if wager.choice else ""
                cents = max(limits.low, min(limits.high, choose.choice((500, 1000, 777))))
                for spot in range(1, wager.spots + 1) or (0,):
                    self.attempt(partial(table.bet, seat, wager.slug, Cents(cents), spot, choice))

    def legal(self, choose: Random) -> None:
        table = self.table
        match table.step:
            case CardTo() if table.config.source == "shoe":
                table.deal()
            case CardTo() as step:
                table.enter(self.fitting(choose, step))
            case Number() as step if choose.random() < 0.5:
                table.enter_number(choose.randint(step.low, step.high))
            case Number():
                table.draw_number()
            case Ask() as step:
                place = choose.choice(list(step.open))
                answers = ("house way",) if step.name == "set" else step.open[place]
                table.decide(place.seat, choose.choice(answers), place.hand)
            case _:
                table.do()

    def fitting(self, choose: Random, step: CardTo) -> str:
        """Physical cards that the shoe still holds and the step takes."""
        if not step.up and choose.random() < 0.7:
            return ""
        left = Counter(map(card_name, self.table.config.pack)) - self.witness.since_shuffle
        if left.total() < step.count + 8:
            self.table.shuffle()
            self.nothing_happens_out_of_turn()
            return self.fitting(choose, step)
        while True:
            cards = choose.sample(sorted(left.elements()), step.count)
            try:
                if step.check is not None:
                    step.check(parse_cards(" ".join(cards)))
                return " ".join(cards)
            except BadInput:
                continue

    @rule(data=st.data())
    def try_something(self, data: st.DataObject) -> None:
        """Any action, in turn or not."""
        table, seat = self.table, data.draw(st.integers(0, 8))
        acts: dict[str, Callable[[], object]] = {
            "sit": lambda: table.sit(seat, f"Player {seat}", Cents(data.draw(st.sampled_from([100, 1500, 100_000])))),
            "buy": lambda: table.buy(seat, Cents(data.draw(st.sampled_from([1, 5000])))),
            "leave": lambda: table.leave(seat),
            "bet": lambda: self.some_bet(data, seat),
            "close": table.close_betting,
            "enter": lambda: table.enter(data.draw(st.sampled_from(["", "Ks", "Ks Ks", "Jk", "1x", "??", SEVEN]))),
            "decide": lambda: table.decide(seat, data.draw(st.sampled_from(ANSWERS)), data.draw(st.integers(1, 5))),
            "number": lambda: table.enter_number(data.draw(st.integers(0, 8))),
            "deal": table.deal,
            "do": table.do,
            "draw": table.draw_number,
            "shuffle": table.shuffle,
            "void": lambda: table.void(data.draw(st.sampled_from(["misdeal", "", ""])), "Sam"),
            "correct": lambda: self.some_correction(data),
        }
        self.attempt(acts[data.draw(st.sampled_from(sorted(acts)))])

    def some_bet(self, data: st.DataObject, seat: int) -> None:
        slug = data.draw(st.sampled_from([*self.table.config.game.wager_slugs(), "nothing"]))
        cents = data.draw(st.sampled_from([0, 1, 100, 500, 501, 1000, 2500, 30_001]))
        spot = data.draw(st.integers(0, 6) if slug == "match" else st.sampled_from([0, 0, 0, 1]))
        self.table.bet(seat, slug, Cents(cents), spot, data.draw(st.sampled_from(["", "", "red", "blue"])))

    def some_correction(self, data: st.DataObject) -> None:
        events = [item.event for item in self.table.settled] or [1]
        net = data.draw(st.sampled_from([-500, -1, 0, 100, 100_000]))
        self.table.correct(data.draw(st.sampled_from(events)), Cents(net), "mispaid", "Sam")

    @rule(one=numbers, two=numbers, three=numbers, text=texts, other=texts)
    def hostile(self, one: int, two: int, three: int, text: int, other: int) -> None:
        """Values of any type and size at every entry point: each is refused, or is a legal action."""
        table, (a, b, c) = self.table, (HOSTILE_NUMBERS[place] for place in (one, two, three))
        x, y = HOSTILE_TEXTS[text], HOSTILE_TEXTS[other]
        acts: list[Callable[[], object]] = [
            lambda: table.sit(a, x, b),
            lambda: table.buy(a, b),
            lambda: table.leave(a),
            lambda: table.bet(a, x, b, c, y),
            lambda: table.enter(x),
            lambda: table.enter_number(a),
            lambda: table.decide(a, x, b),
            lambda: table.correct(a, b, x, y),
            lambda: table.void(x, y),
        ]
        for act in acts:
            self.attempt(act)

    @rule()
    def restart(self) -> None:
        """The table is lost and comes back from its record, written and read again."""
        record = [parse_event(event.line()) for event in self.events]
        before = (self.table.log.hash, self.table.step.words if self.table.step else "", self.table.rounds)
        self.table = restore(record, self.chance, self.clock, self.events.append)
        assert (self.table.log.hash, self.table.step.words if self.table.step else "", self.table.rounds) == before

    # -- invariants ------------------------------------------------------------------------------------------------

    @invariant()
    def chips_add_up(self) -> None:
        if hasattr(self, "table"):
            check_chips(self.table)
            assert all(seat.stack >= 0 for seat in self.table.seats.values())
            assert self.table.on_layout >= 0
            if self.table.round is None:
                on_spots = sum(bet.cents for seat in self.table.seats.values() for bet in seat.bets.values())
                assert self.table.on_layout == on_spots

    @invariant()
    def nothing_happens_out_of_turn(self) -> None:
        if hasattr(self, "table"):
            for event in self.events[self.witnessed :]:
                assert event.number == self.witnessed + 1
                self.witness.read(event)
                self.witnessed += 1

    def teardown(self) -> None:
        """A replay gives the same record; a table restored here plays on to the same end."""
        if not hasattr(self, "table"):
            return
        replay = Replay.begin(self.events).run()
        assert replay.differences == []
        assert replay.table.log.hash == self.table.log.hash
        twin_events = list(self.events)
        twin = restore(
            self.events, CountedChance(self.chance.seed, self.chance.used), lambda: f"12:00:{len(twin_events):06}",
            twin_events.append,
        )  # fmt: skip
        for table in (self.table, twin):
            for _ in range(2):
                play_on(table)
                bet_again(table)
        assert twin_events == self.events
        assert twin.log.hash == self.table.log.hash
        check_chips(self.table)


def hands_of(table: Table) -> object:
    """The cards and choices of the round."""
    if table.round is None:
        return None
    players = table.round.players.values()
    return (
        table.round.number, list(table.round.dealer), list(table.round.hidden),
        [(p.seat, list(p.dealt), list(p.hands), dict(p.added), p.folded) for p in players],
    )  # fmt: skip


def play_on(table: Table) -> None:
    """Plays to the end of the round: stand, no, the house way; physical rounds are voided."""
    while table.step is not None:
        table.advance()
        if isinstance(table.step, Ask):
            place = next(iter(table.step.open))
            usual = {"play": "stand", "set": "house way"}.get(table.step.name, "no")
            table.decide(place.seat, usual, place.hand)
        elif isinstance(table.step, CardTo):
            table.void("cards were lost", "Sam")


def bet_again(table: Table) -> None:
    """The lowest bet at every seat that can pay for it."""
    slug = table.config.offered[0]
    for number, seat in table.seats.items():
        low = table.config.limits[slug].low
        if seat.stack >= low and not seat.bets:
            table.bet(number, slug, low, 1 if table.config.game.wager(slug).spots else 0)
    if any(seat.bets for seat in table.seats.values()):
        table.close_betting()


ENTERED: dict[str, Any] = {"source": "entered"}


class MatchMachine(TableMachine):
    slug = MATCH
    setups: ClassVar[list[dict[str, Any]]] = [
        {},
        {"decks": 5, "seats": 2},
        {"decks": 8, "penetration": Fraction(1, 10)},
        ENTERED,
    ]


class PokerMachine(TableMachine):
    slug = POKER
    setups: ClassVar[list[dict[str, Any]]] = [
        {},
        {"decks": 2, "penetration": Fraction(1)},
        {"rules": {"hole-card": "european", "surrender": "late"}},
        {"rules": {"hole-card": "original-bets-only", "surrender": "early", "five-card": "charlie"}},
        {"rules": {"surrender": "early", "resplit-aces": "yes", "hit-split-aces": "yes"}},
        ENTERED,
        {"source": "entered", "decks": 2, "rules": {"hole-card": "european"}},
    ]


class RoyalMachine(TableMachine):
    slug = ROYAL
    setups: ClassVar[list[dict[str, Any]]] = [
        {},
        {
            "decks": 1,
            "seats": 5,
            "penetration": Fraction(1),
            "options": {"crown-treasure": "yes"},
            "tables": {"royal-match": "RM-01"},
        },
        {"tables": {"royal-match": "RM-07"}},
        {"decks": 2, "offered": ("base", "royal-match", "blazing-7s"), "options": {"blazing-fixed-pays": "meter"}},
        {"offered": ("base", "blazing-7s"), "aggregate": {"blazing-7s": dollars(50)}},
        {
            "tables": {"royal-match": "RM-11"},
            "aggregate": {"royal-match": dollars(5_000)},
            "rules": {"hole-card": "european"},
        },
        {"source": "entered", "tables": {"royal-match": "RM-10"}},
    ]


class RichesMachine(TableMachine):
    slug = RICHES
    setups: ClassVar[list[dict[str, Any]]] = [
        {},
        {"options": {"folded-hand": "qualifies", "jackpot-kind": "house"}},
        {"aggregate": {"royal-riches": dollars(5_000)}, "seats": 3},
        ENTERED,
    ]


class EzMachine(TableMachine):
    slug = EZ
    setups: ClassVar[list[dict[str, Any]]] = [
        {},
        {"options": {"dealing": "wagered spots", "house-way": "flamingo"}},
        ENTERED,
    ]


MACHINES = (MatchMachine, PokerMachine, RoyalMachine, RichesMachine, EzMachine)
QUICK = settings(
    max_examples=6, stateful_step_count=15, deadline=None, derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate,),  # shrinking a long sequence is slow: the first failure is shown as it is
)  # fmt: skip
LONG = settings(QUICK, max_examples=150, stateful_step_count=30)


@pytest.mark.parametrize("machine", MACHINES)
def test_random_actions(machine: type[TableMachine]) -> None:
    run_machine(machine, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("machine", MACHINES)
def test_many_random_actions(machine: type[TableMachine]) -> None:
    run_machine(machine, LONG)


def run_machine(machine: type[TableMachine], how: settings) -> None:
    case = machine.TestCase
    case.settings = how
    case().runTest()
