"""Every order of mistakes in a small round: from each state the round can be finished as it was really dealt.

The states of a table with its controller are explored breadth-first. In each state every act is tried, the mistakes
too: a wrong card, a wrong hand keyed in, a true win rejected or refused, a false one recorded, a key pressed too early,
anything taken back. A refused act must change nothing. The states and the acts between them are a graph; in that graph
every state must have a path of honest acts alone to the end of the round, with the record that the real cards give.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from pitbook.errors import PitbookError
from pitbook.money import MICROS_PER_CENT, dollars
from tests.room.rig import ACCOUNTANT, DEALER, EXECUTIVE, QUARTER, SUPERVISOR, TOP
from tests.room.table_rig import key
from tests.room.test_mistake_walks import EXECUTIVE2, made
from tests.room.test_tables_room import PROGRESSIVE, ROYAL, RoomServer

Signature = tuple[Any, ...]
"""The parts of a state by which two states count as equal."""
Act = tuple[Callable[[], object], bool]
"""An act, and whether it is truthful."""
AMOUNT: Final = re.compile(r"\$[\d,.]+")
"""Amounts that are shares of the meter differ from round to round."""
BOTH: Final = [EXECUTIVE, ACCOUNTANT]
SEED: Final = dollars(5_000) * MICROS_PER_CENT
"""Prizes are shares of the meter: every round begins with at least its seed, so that the same acts lead to the same
states."""


class Real(NamedTuple):
    """The real cards: each seat's two cards, the dealer's, and the hand that wins from the meter."""

    hands: Mapping[int, tuple[str, str]]
    dealer: tuple[str, str]
    wins: Mapping[int, str]
    false: Mapping[tuple[int, int], str]
    """Cards that are keyed by mistake, by seat (0 is the dealer) and place in the hand."""
    buttons: tuple[str, ...] = (QUARTER, TOP)
    """The hand buttons that are pressed, rightly or by mistake."""
    early: bool = True
    """Whether the controller's keys are also pressed before anything is to be paid."""

    def card(self, seat: int, place: int) -> str:
        return (self.hands[seat] if seat else self.dealer)[place]


WIN = Real({1: ("Ks", "Qs")}, ("Kh", "Qh"), {1: QUARTER}, {(1, 1): "9s"})
LOSS = Real({1: ("Ks", "9s")}, ("Kh", "Qh"), {}, {(1, 1): "Qs"})
"""The opposite mistake: the wrongly keyed card makes a win that no player has."""
TWO = Real({1: ("Ks", "Qs"), 3: ("Kc", "Qc")}, ("Kh", "Qh"), dict.fromkeys((1, 3), QUARTER), {(3, 1): "9c"})
QUICK_WIN, QUICK_LOSS = (real._replace(buttons=(QUARTER,), early=False) for real in (WIN, LOSS))
ANY_CARD = WIN._replace(false={(1, 0): "9c", (1, 1): "9s", (0, 0): "Th", (0, 1): "9h"})


class Explorer:
    """Walks from state to state over one table, and remembers where each act leads."""

    def __init__(self, room: RoomServer, real: Real) -> None:
        self.room, self.real = room, real
        self.graph: dict[Signature, dict[str, Signature]] = {}
        self.honest: dict[Signature, set[str]] = {}
        """The truthful acts of each state."""
        self.true_ends: set[Signature] = set()
        self.acts = 0
        room.sit(ROYAL, *real.hands)
        self.fresh = True

    # -- a state -------------------------------------------------------------------------------------------------------

    def look(self, ledger: bool) -> None:
        """Reads the console, and the prizes in the ledger with transaction, seat and hand."""
        self.view: dict[str, Any] = self.room.pit.view(ROYAL)
        if not ledger:
            return
        items = self.room.jackpots.transactions("royal", self.mark)
        undone = {item.data["award"] for item in items if item.kind == "back-out"}
        self.prizes = [
            (item.number, item.data["seat"], item.data["outcome"])
            for item in items
            if item.kind == "award" and item.number not in undone
        ]

    def state(self, ledger: bool = True) -> Signature:
        """The open step, the cards, what is settled, what the controller holds, and what may be taken back.

        Without ``ledger`` no prize has come or gone since the last look.
        """
        self.look(ledger)
        view = self.view
        controller, step = view["controller"], view["step"]
        players = tuple(
            (seat, tuple(tuple(hand["cards"]) for hand in held["hands"])) for seat, held in view["players"].items()
        )
        settled = tuple((each["seat"], each["wager"], each["label"], each["taken"]) for each in view["settled"])
        recorded = tuple((seat, outcome) for _, seat, outcome in self.prizes)
        return (
            (view["phase"], step and (step["kind"], step["name"], step["words"])),
            players,
            tuple(view["dealer"]["cards"]),
            settled if step is None or view["phase"] != "betting" else (),
            (
                controller["phase"],
                controller["spot"],
                tuple(map(tuple, controller["wins"])),
                bool(controller["verifier"]),
                tuple(controller["expected"]),
            ),
            recorded,
            tuple((AMOUNT.sub("$", each["words"]), each["dealer"]) for each in view["undo"]),
        )

    # -- acts ----------------------------------------------------------------------------------------------------------

    def begin(self) -> Signature:
        """A new round, up to the close of betting."""
        pit = self.room.pit
        if not self.fresh:
            pit.shuffle(ROYAL, DEALER, key())
            pit.same_bets(ROYAL, DEALER, key())
        self.fresh = False
        short = SEED - self.room.jackpots.book("royal").shown * MICROS_PER_CENT
        if short > 0:  # the rounds before have emptied it
            self.room.jackpots.adjust("royal", "displayed", short, "missed-wagers", "between rounds", "IR", BOTH, key())
        self.mark = self.room.jackpots.number("royal")
        pit.close_betting(ROYAL, DEALER, key())
        return self.state()

    def wrong_cards(self) -> list[tuple[int, int]]:
        """The places of cards that are not the ones really dealt."""
        view = self.view
        shown = {
            int(seat): held["hands"][0]["cards"] if held["hands"] else [] for seat, held in view["players"].items()
        }
        shown[0] = view["dealer"]["cards"]
        return [
            (seat, place)
            for seat, cards in shown.items()
            for place, card in enumerate(cards)
            if card not in ("??", self.real.card(seat, place))
        ]

    def possible(self) -> dict[str, Act]:
        """Every act that may be tried now, by name, and whether it is truthful."""
        pit, view, real = self.room.pit, self.view, self.real
        controller, step, wrong = view["controller"], view["step"], self.wrong_cards()
        acts: dict[str, Act] = {}
        keyed = [(seat, outcome) for seat, outcome in controller["wins"]]
        if step is not None and step["kind"] == "card":
            seat, place = self.due_card()
            if not step["up"]:
                acts["hole card"] = (lambda: pit.cards(ROYAL, DEALER, "??", key()), not wrong)
            else:
                true, false = real.card(seat, place), real.false.get((seat, place))
                acts["true card"] = (lambda: pit.cards(ROYAL, DEALER, true, key()), not wrong)
                if false is not None:
                    acts["wrong card"] = (lambda: pit.cards(ROYAL, DEALER, false, key()), False)
        if step is not None and step["kind"] == "ask":
            asked = step["open"][0]
            answer = "stand" if "stand" in asked["options"] else "no"
            acts["answer"] = (lambda: pit.decide(ROYAL, DEALER, asked["seat"], answer, asked["hand"], key()), not wrong)
        if step is not None and step["kind"] in ("press", "settle"):
            acts["step"] = (lambda: pit.step(ROYAL, DEALER, key()), not wrong)
        paying = step is not None and step["kind"] in ("press", "settle")
        if real.early or paying or keyed or controller["phase"] != "playing":
            acts |= self.keys(keyed, bool(wrong))
        undo = view["undo"]
        if undo:
            last, first = undo[0]["event"], undo[-1]["event"]
            acts["undo"] = (lambda: pit.undo(ROYAL, DEALER, last, key()), True)
            for name, event in {"take back the last": last, "take back the first": first}.items():
                acts[name] = (partial(self.take_back, event), True)
        acts["refuse"] = (lambda: pit.refuse_prize(ROYAL, EXECUTIVE, "not verified", key(), DEALER), False)
        for number, seat, outcome in self.prizes:
            untrue = bool(wrong) or real.wins.get(seat) != outcome
            acts[f"back out {outcome} of seat {seat}"] = (partial(self.back_out, number), untrue)
        return acts

    def keys(self, keyed: list[tuple[int, str]], wrong: bool) -> dict[str, Act]:
        """The keys of the controller."""
        pit, real, controller = self.room.pit, self.real, self.view["controller"]
        acts: dict[str, Act] = {}
        all_true = not wrong and all(real.wins.get(seat) == outcome for seat, outcome in keyed)
        acts["key in"] = (lambda: pit.key_in(ROYAL, DEALER, key()), not wrong)
        for seat in real.hands:
            if controller["has_spots"]:
                acts[f"spot of seat {seat}"] = (partial(self.press, "spot", seat), True)
            for outcome in real.buttons:
                untrue = wrong or real.wins.get(seat) != outcome
                honest = untrue == ((seat, outcome) in keyed)  # a lit button goes off again
                acts[f"hand {outcome} of seat {seat}"] = (partial(self.press, "hand", seat, outcome), honest)
        press_as = self.room.press
        acts["verify"] = (lambda: press_as("verify", EXECUTIVE2), all_true)
        acts["record"] = (lambda: press_as("record", EXECUTIVE2), all_true)
        acts["reject"] = (lambda: press_as("reject", EXECUTIVE2), not all_true)
        acts["run"] = (lambda: press_as("run", EXECUTIVE2), True)
        acts["end"] = (lambda: pit.press(ROYAL, "end", DEALER, key()), not wrong)
        return acts

    def press(self, button: str, seat: int = 0, outcome: str = "") -> None:
        self.room.pit.press(ROYAL, button, DEALER, key(), seat, outcome)

    def take_back(self, event: int) -> None:
        self.room.pit.take_back(ROYAL, SUPERVISOR, event, "misread", key(), DEALER)

    def back_out(self, number: int) -> None:
        self.room.jackpots.back_out("royal", number, "not a win", "IR-9", BOTH, key())

    def due_card(self) -> tuple[int, int]:
        """The seat and the place in the hand of the card that is due."""
        view = self.view
        words = view["step"]["words"]
        to = next((seat for seat in self.real.hands if f"seat {seat}" in words), 0)
        cards = view["players"][str(to)]["hands"] if to else [view["dealer"]]
        held = [card for card in (cards[0]["cards"] if cards else []) if card != "??"]
        return to, len(held)

    def do(self, name: str, at: Signature) -> Signature | None:
        """Does an act; None where it was refused."""
        self.acts += 1
        try:
            self.possible()[name][0]()
        except PitbookError:
            assert self.state(ledger=False) == at, f"{name} was refused and yet changed the table"
            return None
        return self.state(ledger=name.startswith(("record", "back out", "take back")))

    # -- the graph -----------------------------------------------------------------------------------------------------

    def explore(self) -> None:
        """Tries every act in every state."""
        at = self.begin()
        start = at
        untried = {at: self.tries(at)}
        self.graph[at] = {}
        while True:
            if self.view["step"] is None:
                at = self.begin()
                assert at == start
            way = self.way(at, lambda state: bool(untried.get(state)))
            if way is None:
                if at == start:
                    return  # everything is known
                at = self.leave(at)
                continue
            for name in way:
                reached = self.do(name, at)
                known = self.graph[at][name]
                assert reached == known, f"{name} led elsewhere than before: {reached} and not {known} from {at}"
                at = reached
            name = untried[at].pop(0)
            reached = self.do(name, at)
            if reached is None:
                continue
            self.graph[at][name] = reached
            at = reached
            if at not in self.graph:
                self.graph[at] = {}
                if self.view["step"] is not None:
                    untried[at] = self.tries(at)
                elif self.as_dealt():
                    self.true_ends.add(at)

    def tries(self, at: Signature) -> list[str]:
        acts = self.possible()
        self.honest[at] = {name for name, (_, honest) in acts.items() if honest}
        return list(acts)

    def way(self, at: Signature, wanted: Callable[[Signature], bool], honest: bool = False) -> list[str] | None:
        """The shortest sequence of known acts to a requested state."""
        before: dict[Signature, tuple[Signature, str] | None] = {at: None}
        waiting = deque([at])
        while waiting:
            state = waiting.popleft()
            if wanted(state):
                names: list[str] = []
                while (came := before[state]) is not None:
                    state, name = came
                    names.insert(0, name)
                return names
            for name, reached in self.graph.get(state, {}).items():
                if reached not in before and (not honest or name in self.honest[state]):
                    before[reached] = state, name
                    waiting.append(reached)
        return None

    def leave(self, at: Signature) -> Signature:
        """If no new state can be reached from here, finishes the round by a known path and begins another."""
        way = self.way(at, lambda state: state in self.true_ends or not self.graph[state])
        assert way is not None, f"no way to the end of the round from {at}"
        for name in way:
            reached = self.do(name, at)
            assert reached is not None
            at = reached
        return self.begin()

    def as_dealt(self) -> bool:
        """Whether the round that is over was recorded as it was dealt, at the table and in the ledger."""
        won = {each["seat"] for each in self.view["settled"] if each["wager"] == PROGRESSIVE and each["net"] > 0}
        booked = {seat: outcome for _, seat, outcome in self.prizes}
        return won == set(self.real.wins) and booked == dict(self.real.wins) and not self.wrong_cards()


@contextmanager
def explored(folder: Path, kind: str, real: Real) -> Iterator[Explorer]:
    with made(folder, kind) as room:
        explorer = Explorer(room, real)
        explorer.explore()
        yield explorer


def check(of: Explorer) -> None:
    """Every act was tried in every state, and every state inside the round has an honest way to its true end."""
    assert of.true_ends
    inside = [state for state in of.graph if state in of.honest]
    assert any(state[5] for state in inside), "no prize was ever recorded"
    stuck = [state for state in inside if of.way(state, of.true_ends.__contains__, honest=True) is None]
    assert not stuck, stuck[0]
    of.room.check()


@pytest.mark.parametrize(
    ("kind", "real"),
    [
        pytest.param("card", QUICK_WIN, id="card"),
        pytest.param("keyed", QUICK_LOSS, id="keyed", marks=pytest.mark.slow),
    ],
)
def test_every_state_can_reach_the_true_end_of_the_round(tmp_path: Path, kind: str, real: Real) -> None:
    """One seat, one wrong card, one hand button, keys once something is to be paid."""
    with explored(tmp_path, kind, real) as of:
        check(of)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["card", "keyed"])
@pytest.mark.parametrize("name", ["WIN", "LOSS", "ANY_CARD", "TWO"])
def test_every_state_of_larger_rounds_can_reach_the_true_end(tmp_path: Path, kind: str, name: str) -> None:
    """Every key at any time, a wrong card at any place, two seats that win."""
    with explored(tmp_path, kind, {"WIN": WIN, "LOSS": LOSS, "ANY_CARD": ANY_CARD, "TWO": TWO}[name]) as of:
        check(of)
