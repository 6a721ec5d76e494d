"""The tables of the room: opened through the gate, and used by people within their duties."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import func, select

from pitbook.errors import BadInput, NotApproved, NotFound, PitbookError, quoted
from pitbook.games.model import listed
from pitbook.games.settle import Bet
from pitbook.jackpot.book import Book
from pitbook.jackpot.controller import ControllerState
from pitbook.jackpot.house import House
from pitbook.jackpot.people import Person
from pitbook.money import Cents
from pitbook.room.configurations import Configurations
from pitbook.room.jackpots.controllers import key_in
from pitbook.room.jackpots.service import controller_record, papers_of, what_of
from pitbook.room.tables.checklist import Checklist, checklist_of, controller_of
from pitbook.room.tables.live_table import LiveTable
from pitbook.room.tables.log import PLAY
from pitbook.room.tables.openings import CLOSED, LOOK_FIRST, opening
from pitbook.room.tables.service import Also, Outdated, Receipt, Tables, retry_on_conflict
from pitbook.room.tables.view import View, public, view_of
from pitbook.store import schema
from pitbook.store.queries import PreparedQuery
from pitbook.store.work import UnitOfWork, Work
from pitbook.store.write_connection import WriteConflict
from pitbook.table.done_words import done_words
from pitbook.table.events import CONSOLE
from pitbook.table.steps import Ask, CardTo, Number, Press, Settle, Stop
from pitbook.table.table import Table
from pitbook.table.undo import irreversible
from pitbook.table.words import sitting_words

BEGINS: Final = ("sense", "lock")
"""Keys that begin a round of a controller."""
OF_A_ROUND: Final = (*BEGINS, "end")
FIXED_PAY: Final = "fixed pay"
UNKNOWN: Final = "??"
"""Entered for a card face down that only the dealer has seen."""
Do = Callable[[LiveTable], Mapping[str, Any] | None]
_NEWEST: Final = PreparedQuery(select(func.max(schema.records.c.number)))


class Pit:
    """Every act at the room's tables, by a person whose duty it is."""

    def __init__(self, tables: Tables, configurations: Configurations) -> None:
        self.tables, self.configurations = tables, configurations
        self.jackpots = tables.jackpots
        self._approved: dict[str, tuple[object, ...]] = {}
        """By table, the inputs of the last successful check that it runs as approved."""
        self._newest: int | None = None
        self._house = House()
        """The house, as the newest record states it."""

    # -- looking -------------------------------------------------------------------------------------------------------

    def floor(self) -> list[View]:
        """Every table of the property, open or not."""
        if not self.configurations.versions():
            return []
        of = self.configurations.current().property
        played_for = {table: entry.id for entry in of.jackpots for table in entry.tables}
        found = []
        for entry in of.tables:
            shown: View = {"table": entry.id, "game": entry.game, "jackpot": played_for.get(entry.id)}
            found.append(shown | self._standing(entry.id))
        return found

    def _standing(self, name: str) -> View:
        try:
            with self.tables.look(name) as live:
                table = live.table
                return {
                    "open": not table.closed,
                    "title": table.config.name,
                    "seats": table.config.seats,
                    "taken": len(table.seats),
                    "controller_only": table.config.controller_only,
                    "round": self._round(live),
                    "phase": "betting" if table.round is None else "playing",
                    "source": table.config.source,
                    "configuration": table.config.configuration,
                    "at": live.history.at,
                }
        except NotFound:
            return {"open": False}

    def has(self, name: str) -> bool:
        """Whether the property has a table of this name, open or not."""
        kept = self.configurations.versions()
        return bool(kept) and any(entry.id == name for entry in kept[-1].property.tables)

    def view(self, name: str) -> View:
        """A table as the console shows it, with its controller."""
        return self.looked_at(name)[0]

    def looked_at(self, name: str) -> tuple[View, Book | None]:
        """The same, and the jackpot that it plays for."""
        with self.tables.look(_checked(name)) as live:
            return self._view(live)

    def news(self, name: str, after: int) -> View:
        """The view, with the events after this number as its ``events``."""
        with self.tables.look(_checked(name)) as live:
            return self._view(live)[0] | {"events": [public(event, live.before, CONSOLE) for event in live.news(after)]}

    def _view(self, live: LiveTable) -> tuple[View, Book | None]:
        controller = book = None
        if live.jackpot is not None:
            state, book = self.jackpots.standing(live.name)
            controller = controller_record(state, book)
        config = live.table.config
        view = view_of(live, CONSOLE, book.shown if book is not None else None)
        opened = {"configuration": config.configuration, "controller_only": config.controller_only}
        return view | opened | {"controller": controller, "round": self._round(live, controller)} | {
            "undo": _undo(live.table)
        }, book

    def _round(self, live: LiveTable, controller: View | None = None) -> int:
        """The number of the round in play, or of the next one while betting is open.

        A table and its controller count together; if there is a controller, its number is used.
        """
        if live.jackpot is not None:
            return int(controller["round"] if controller is not None else self.jackpots.controller(live.name).round)
        return live.table.round_number + (live.table.round is None)

    # -- opening and closing -------------------------------------------------------------------------------------------

    def open(
        self, name: str, person: Person, request: str, *, checked: bool = False, controller_only: bool = False
    ) -> Receipt:
        """Opens a table from the current configuration; refused with every reason that the gate has.

        ``checked`` states that the person has inspected the table; ``controller_only`` opens it without its seats.
        """
        person.check("open a table")
        if not checked:
            raise BadInput(LOOK_FIRST)
        begin = opening(self.configurations, self.tables, self.jackpots, _checked(name), person, controller_only)
        mode = ("controller only",) if controller_only else ()
        controllers = (name,) if controller_of(self.jackpots, name) is not None else ()
        return self.tables.open(name, begin, request, what_of(f"open table {name}", person, *mode), controllers)

    def checklist(self, name: str) -> Checklist:
        """The conditions for opening a table, and which of them are met today."""
        return checklist_of(self.configurations, self.tables, self.jackpots, _checked(name))

    def close(self, name: str, person: Person, why: str, request: str, *, players_leave: bool = False) -> Receipt:
        """Closes a table between rounds, with a reason.

        Seated players leave with their chips; ``players_leave`` confirms that.
        """
        left: list[dict[str, Any]] = []

        def do(live: LiveTable) -> None:
            if live.jackpot is not None:
                live.jackpot.check_between_rounds()
            sitting = live.table.seats
            if sitting and not players_leave and live.table.round is None:
                raise BadInput(f"{sitting_words(sitting)} at table {name}: confirm that they leave with their chips")
            left[:] = [{"seat": seat, "player": held.player} for seat, held in sorted(sitting.items())]
            for place, seat in enumerate(sorted(sitting)):
                left[place]["chips"] = live.table.leave(seat)
            live.table.close()

        def also(unit: UnitOfWork) -> None:
            unit.note(CLOSED, person.id, {"table": name, "why": why, "left": left})

        return self._act(name, person, request, "close", (why, players_leave), do, also=also, duty="open a table")

    # -- players and bets ----------------------------------------------------------------------------------------------

    def sit(self, name: str, person: Person, seat: int, player: str, chips: Cents, request: str) -> Receipt:
        """A player sits down with chips."""
        return self._act(
            name, person, request, "sit", (seat, player, chips), lambda live: live.table.sit(seat, player, chips), True
        )

    def buy(self, name: str, person: Person, seat: int, chips: Cents, request: str) -> Receipt:
        """A player gets more chips."""

        def do(live: LiveTable) -> None:
            live.table.buy(seat, chips)

        return self._act(name, person, request, "buy", (seat, chips), do, True)

    def leave(self, name: str, person: Person, seat: int, request: str) -> Receipt:
        """A player leaves."""

        def do(live: LiveTable) -> None:
            live.table.leave(seat)

        return self._act(name, person, request, "leave", (seat,), do)

    def bet(self, name: str, person: Person, seat: int, bets: Sequence[Bet], request: str) -> Receipt:
        """Replaces all bets of a seat, or changes nothing."""
        said = [seat, *([bet.wager, bet.cents, bet.spot, bet.choice] for bet in bets)]
        return self._act(name, person, request, "bet", said, lambda live: live.table.lay_bets(seat, bets), True)

    def same_bets(self, name: str, person: Person, request: str) -> Receipt:
        """Repeats the last round's bets for every seat without a bet, where possible; refused if no seat can.

        The receipt's ``words`` name the seats that got no bets, and why.
        """

        def do(live: LiveTable) -> Mapping[str, Any] | None:
            laid, refusals = [], []
            for seat, held in live.table.seats.items():
                bets = live.last_bets(seat)
                if not bets or held.bets:
                    continue
                try:
                    live.table.lay_bets(seat, bets)
                    laid.append(seat)
                except BadInput as error:
                    refusals.append(str(error))
            if not laid:
                raise BadInput("; ".join(refusals) or "no seat has bets of an earlier round to repeat")
            if not refusals:
                return None
            placed = f"seat {laid[0]} has its" if len(laid) == 1 else f"seats {listed(laid)} have their"
            return {"words": f"{placed} last bets again, but {'; '.join(refusals)}"}

        return self._act(name, person, request, "same bets", (), do, True)

    def close_betting(self, name: str, person: Person, request: str) -> Receipt:
        """Closes the betting; in the same transaction the round begins on the controller, which locks the progressive
        wagers."""

        def do(live: LiveTable) -> None:
            table = live.table
            table.close_betting()
            if isinstance(table.step, Press) and table.step.name == "coin-in":
                table.do()
            elif live.jackpot is not None:
                live.jackpot.coin_in({})

        return self._act(name, person, request, "close betting", (), do, True)

    # -- the round -----------------------------------------------------------------------------------------------------

    def cards(self, name: str, person: Person, text: str, request: str) -> Receipt:
        """Enters physical cards, for one step or several; ``??`` is a card that is not shown."""

        def do(live: LiveTable) -> None:
            left = text.split()
            while True:
                step = live.table.step
                count = step.count if isinstance(step, CardTo) else 1
                now, left = left[:count], left[count:]
                live.table.enter("" if set(now) == {UNKNOWN} else " ".join(now))
                if not left:
                    return

        return self._act(name, person, request, "cards", (text,), do)

    def number(self, name: str, person: Person, number: int, request: str) -> Receipt:
        """The number that dice or a device show."""
        return self._act(name, person, request, "number", (number,), lambda live: live.table.enter_number(number))

    def decide(
        self, name: str, person: Person, seat: int, answer: str, hand: int, request: str, cents: Cents | None = None
    ) -> Receipt:
        """A player's answer, entered by the dealer, or the dealer's own with seat 0; ``cents`` is an amount that the
        player names."""
        said = (seat, answer, hand) if cents is None else (seat, answer, hand, cents)
        return self._act(
            name, person, request, "decide", said, lambda live: live.table.decide(seat, answer, hand, cents)
        )

    def step(self, name: str, person: Person, request: str) -> Receipt:
        """Does the step that is due, if it needs no answer."""
        return self._act(name, person, request, "step", (), lambda live: _step(live.table))

    def settle_next(self, name: str, person: Person, request: str) -> Receipt:
        """Pays or takes the next wager."""

        def do(live: LiveTable) -> None:
            if live.table.step is not None and not isinstance(live.table.step, Settle):
                raise BadInput(f"nothing is to be paid yet: next is '{live.table.step.words}'")
            live.table.do()

        return self._act(name, person, request, "settle next", (), do)

    def advance(self, name: str, person: Person, request: str) -> Receipt:
        """Does all steps up to the next that needs a person: a card, an answer, a prize that is not recorded."""

        def do(live: LiveTable) -> None:
            table = live.table
            _step(table)
            while table.step is not None and not _needs_person(table):
                before = len(live.new)
                try:
                    _step(table)
                except BadInput:
                    if len(live.new) > before:
                        raise
                    return  # the steps before it are done

        return self._act(name, person, request, "advance", (), do)

    def shuffle(self, name: str, person: Person, request: str) -> Receipt:
        """Shuffles a fresh shoe, or records that the physical cards were shuffled."""
        return self._act(name, person, request, "shuffle", (), lambda live: live.table.shuffle())

    # -- the supervisor ------------------------------------------------------------------------------------------------

    def void(
        self, name: str, person: Person, why: str, document: str, request: str, second: Person | None = None
    ) -> Receipt:
        """Voids the round: every stake is returned, and what the wagers added to the meter is taken off."""
        by = _names([each for each in (person, second) if each is not None])

        def do(live: LiveTable) -> None:
            if live.jackpot is not None:
                live.jackpot.void_by(why, document, second)
            live.table.void(why, by)

        return self._act(name, person, request, "void", (why, document, by), do, duty="void")

    def undo(self, name: str, person: Person, event: int, request: str) -> Receipt:
        """The dealer takes back the last input of the round: a card, a number, an answer or a step."""

        def do(live: LiveTable) -> None:
            if live.jackpot is not None:
                live.jackpot.check_undo(supervised=False)
            live.table.undo(event)

        return self._act(name, person, request, "undo", (event,), do)

    def take_back(self, name: str, person: Person, event: int, why: str, request: str, second: Person) -> Receipt:
        """A supervisor takes back an input of the round and all after it, with a reason and a second person."""
        people = [person, second]

        def do(live: LiveTable) -> None:
            table = live.table
            if live.jackpot is not None:
                live.jackpot.check_undo(supervised=True)
                taken = [each for each in table.inputs if each.number >= event]
                papers = papers_of(why, f"table {name}, event {event} taken back", people)
                live.jackpot.take_back(taken, table.config.progressive, papers)
            table.undo(event, why, _names(people))

        return self._act(name, person, request, "take back", (event, why, second), do, duty="void")

    def refuse_prize(self, name: str, person: Person, why: str, request: str, second: Person) -> Receipt:
        """Settles the wager that is due without its prize from the meter: the house does not honour the win."""
        people = [person, second]

        def do(live: LiveTable) -> None:
            step = live.table.step
            if live.jackpot is not None and isinstance(step, Settle) and step.settlement.share is not None:
                live.jackpot.check_unpaid(step.settlement.seat, step.settlement.share, people)
            live.table.refuse_prize(why, _names(people))

        return self._act(name, person, request, "refuse prize", (why, second), do, duty="verify a win")

    def correct_stake(self, name: str, person: Person, cents: Cents, why: str, request: str, second: Person) -> Receipt:
        """Corrects the stake that stopped the table: a choice that the hand did not allow."""
        by, said = _names([person, second]), (cents, why, second)
        return self._act(
            name, person, request, "correct stake", said, lambda live: live.table.correct_stake(cents, why, by),
            duty="void",
        )  # fmt: skip

    def correct(
        self, name: str, person: Person, event: int, net: Cents, why: str, request: str, second: Person | None = None
    ) -> Receipt:
        """Corrects a payment of this round or the last."""
        by = _names([each for each in (person, second) if each is not None])

        def do(live: LiveTable) -> None:
            for item in live.table.settled:
                if item.event == event and live.jackpot and item.settlement.wager == live.table.config.progressive:
                    raise BadInput("a pay of the progressive is corrected on the controller: back it out there")
            live.table.correct(event, net, why, by)

        return self._act(name, person, request, "correct", (event, net, why, by), do, duty="void")

    # -- the controller ------------------------------------------------------------------------------------------------

    def press(
        self, name: str, button: str, person: Person, request: str, seat: int = 0, outcome: str = "",
        *, without_wagers: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        """Presses a key of the controller of an open table.

        At a table with seats the table's own round locks the wagers and ends the game; those keys are refused.
        """
        if button == "end" and self._ends_at_table(name):
            self._act(name, person, request, "end", (), _end_round)
            controller, book = self.jackpots.standing(name)
            return controller_record(controller, book) | {"told": {}}
        return self._at_controller(
            name, button, lambda at_table: self.jackpots.press(
                name, button, person, request, seat, outcome, at_table, without_wagers=without_wagers
            ), seat,
        )  # fmt: skip

    def fixed_pay(self, name: str, person: Person, seat: int, outcome: str, request: str) -> dict[str, Any]:
        """Records a fixed pay that the dealer enters, at a table that is open for its controller only."""
        return self._at_controller(
            name, FIXED_PAY, lambda at_table: self.jackpots.fixed_pay(name, seat, outcome, person, request, at_table)
        )

    def _at_controller(
        self, name: str, button: str, do: Callable[[Callable[[UnitOfWork], None]], dict[str, Any]], seat: int = 0
    ) -> dict[str, Any]:
        """Does something on a controller, provided that its table has not changed since it was checked.

        A refusal is raised inside the transaction, so that a repeated request still gets its stored answer.
        """

        def attempt(_tries: int) -> dict[str, Any]:
            number, refusal, settled = self._looked_at(name, button)

            def at_table(unit: UnitOfWork) -> None:
                unit.add_events(name, number, [])  # a conflict if the table has newer events
                if refusal is not None:
                    raise refusal
                if button == "hand" and (at := _seat_of(unit.controller(name), seat)) in settled:
                    raise BadInput(f"the progressive wager of seat {at} is settled: take that back first")

            try:
                return do(at_table)
            except BadInput as error:
                if isinstance(error.__cause__, WriteConflict):
                    raise Outdated from error
                raise

        return retry_on_conflict(name, attempt)

    def _ends_at_table(self, name: str) -> bool:
        """Whether GAME OVER ends a round of the table too, in one transaction."""
        try:
            with self.tables.look(_checked(name)) as live:
                table, jackpot = live.table, live.jackpot
                if jackpot is None or table.closed or table.config.controller_only:
                    return False
                return table.round is not None or jackpot.controller.phase == "betting"
        except NotFound:
            return False

    def _looked_at(self, name: str, button: str) -> tuple[int, PitbookError | None, set[int]]:
        """The number of a table's last event; why a key of its controller is refused now, or None; and the seats whose
        progressive wager is settled."""
        try:
            with self.tables.look(_checked(name)) as live:
                number, table, words = live.number, live.table, _out_of_turn(live, button)
                settled = _settled_seats(table)
        except NotFound:
            return 0, BadInput(f"table {name} was never opened: its controller works when the table is open"), set()
        if words or button not in BEGINS:
            return number, BadInput(words) if words else None, settled
        try:
            self._check_approved(name, table)
        except NotApproved as refusal:
            return number, refusal, settled
        return number, None, settled

    def key_in(self, name: str, person: Person, request: str) -> dict[str, Any]:
        """Keys in the win that the table has computed and is about to pay from the meter."""
        person.check("deal")
        with self.tables.look(_checked(name)) as live:
            step, jackpot = live.table.step, live.jackpot
            order = live.table.config.layout.options.get("meter-order", "")
        if jackpot is None or not isinstance(step, Settle) or step.settlement.share is None:
            raise BadInput("no win from the meter is to be paid now: there is no hand to key in")
        win = step.settlement

        def work(unit: UnitOfWork) -> dict[str, Any]:
            told = key_in(unit, name, win.seat, win.outcome, order, person)
            controller = unit.controller(name)
            return controller_record(controller, unit.book(controller.jackpot)) | {"told": told}

        what = what_of(f"key in at {name}", person)
        return self.jackpots.writer.run(Work(work, (jackpot.controller.jackpot,), (name,), request, what))

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _act(
        self, name: str, person: Person, request: str, words: str, said: Sequence[object], do: Do, begins: bool = False,
        *, also: Also | None = None, duty: str = "deal",
    ) -> Receipt:  # fmt: skip
        """Does something at an open table, by a person with this duty.

        ``begins`` marks the start of something new, which is refused at a table that is no longer approved as it runs;
        a round that has begun is finished.
        """
        person.check(duty)

        def at_open(live: LiveTable) -> Mapping[str, Any] | None:
            if live.table.closed:
                raise BadInput(f"table {name} is closed: open it first")
            if begins:
                self._check_approved(name, live.table)
            told = do(live)
            live.table.settle_lost_wagers()
            return told

        what = what_of(f"{words} at {name}", person, *said)
        return self.tables.act(_checked(name), person, request, what, at_open, also)

    def _check_approved(self, name: str, table: Table) -> None:
        """Refuses a table that no longer runs as approved. The result is cached until the table is reloaded, a record
        is added or the gambling day changes."""
        ((newest,),) = self.tables.database.query(_NEWEST)
        if newest is None or newest != self._newest:  # else the house's clock is unchanged
            self._newest, self._house = newest, self.configurations.house()
        today = self._house.day_of(self.tables.clock())
        looked_at = (table, newest, today)
        if self._approved.get(name) != looked_at:
            self.configurations.check_running(name, table, today)
            self._approved[name] = looked_at


def _checked(name: str) -> str:
    """The name, if a table of the room may have it."""
    if name.startswith(PLAY) or not name.isprintable() or len(name) > 40:
        raise NotFound(f"the room has no table {quoted(name[:60])}")
    return name


def _out_of_turn(live: LiveTable, button: str) -> str:
    """Why a key of the controller is refused at a table now; empty if it is not."""
    table, step = live.table, live.table.step
    if table.closed:
        return f"table {live.name} is closed: its controller works when the table is open"
    if button == FIXED_PAY and not table.config.controller_only:
        return f"table {live.name} keeps the cards: a fixed pay is recorded when the dealer pays it there"
    if table.config.controller_only or button not in OF_A_ROUND:
        return ""
    if button in BEGINS:
        if table.round is not None:
            return f"a round is being played at table {live.name}: its wagers are locked"
        return (
            f"table {live.name} keeps the bets of its seats: bet the progressive wager at a seat and close the "
            "betting, or open the table for its controller only"
        )
    if table.round is None or (isinstance(step, Press) and step.name == "end-game"):
        return ""
    words = f"next is '{step.words}'" if step is not None else "close the betting there first"
    return f"the game at table {live.name} is not over: {words}"


def _end_round(live: LiveTable) -> None:
    refusal = _out_of_turn(live, "end")
    if refusal:
        raise BadInput(refusal)
    live.table.do()


def _settled_seats(table: Table) -> set[int]:
    """Seats whose progressive wager of this round is settled."""
    if table.round is None:
        return set()
    items = (item.settlement for item in table.settled)
    return {item.seat for item in items if item.wager == table.config.progressive and not item.envy_from}


def _seat_of(controller: ControllerState, seat: int) -> int:
    """The seat that a hand button is pressed for."""
    return controller.spot or seat or (controller.lit[0] if len(controller.lit) == 1 else 0)


def _names(people: Sequence[Person]) -> str:
    return " and ".join(person.name for person in people)


def _undo(table: Table) -> list[View]:
    """The inputs of the round that can be taken back, the last one first; ``dealer``: without a supervisor."""
    last = table.last_input
    dealers = last if last is not None and not irreversible(last, table.config.source) else None
    return [
        {"event": event.number, "words": done_words(event, table.config.game), "dealer": event == dealers}
        for event in reversed(table.inputs)
    ]


def _needs_person(table: Table) -> bool:
    entered = table.config.source == "entered"
    return isinstance(table.step, (Ask, Stop)) or (entered and isinstance(table.step, (CardTo, Number)))


def _step(table: Table) -> None:
    """Does the step that is due."""
    match table.step:
        case CardTo() if table.config.source == "shoe":
            table.deal()
        case Number() if table.config.source == "shoe":
            table.draw_number()
        case _:
            table.do()
