"""The tables of the room: opened through the gate, worked by its people, each within their duties."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import func, select

from pitbook.errors import BadInput, NotFound, quoted
from pitbook.games.settle import Bet
from pitbook.jackpot.book import Book
from pitbook.jackpot.house import House
from pitbook.jackpot.people import Person
from pitbook.money import Cents
from pitbook.room.jackpots import pad_record, what_of
from pitbook.room.live_table import LiveTable
from pitbook.room.property import Configurations
from pitbook.room.table_jackpot import TableJackpot
from pitbook.room.table_log import PLAY
from pitbook.room.table_view import View, public, view_of
from pitbook.room.tables import Receipt, Tables, until_taken
from pitbook.store import schema
from pitbook.store.questions import Question
from pitbook.store.work import Desk, Work
from pitbook.table.events import Journal
from pitbook.table.steps import Ask, CardTo, Number, Press, Settle
from pitbook.table.table import Table

OF_A_ROUND: Final = ("sense", "lock", "end")
"""Keys by which a controller's round begins and ends."""
UNKNOWN: Final = "??"
"""Written for a card face down that only the dealer has seen."""
Do = Callable[[LiveTable], object]
_NEWEST: Final = Question(select(func.max(schema.records.c.number)))


class Pit:
    """Everything that is done to the room's tables goes through here, by somebody who may do it."""

    def __init__(self, tables: Tables, configurations: Configurations) -> None:
        self.tables, self.configurations = tables, configurations
        self.jackpots = tables.jackpots
        self._approved: dict[str, tuple[object, ...]] = {}
        """For each table what was looked at when it was last found to run as it was approved."""
        self._newest: int | None = None
        self._house = House()
        """As set when the newest record was looked at."""

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
                    "rounds": table.rounds,
                    "phase": "betting" if table.round is None else "playing",
                    "source": table.config.source,
                    "configuration": table.config.configuration,
                    "at": live.story.at,
                }
        except NotFound:
            return {"open": False}

    def view(self, name: str) -> View:
        """A table as the console shows it, with its controller."""
        return self.looked_at(name)[0]

    def looked_at(self, name: str) -> tuple[View, Book | None]:
        """The same, and the jackpot that it plays for."""
        with self.tables.look(_checked(name)) as live:
            return self._view(live)

    def news(self, name: str, after: int) -> View:
        """The view, and as its ``events`` what happened after the one of this number."""
        with self.tables.look(_checked(name)) as live:
            return self._view(live)[0] | {"events": [public(event, live.before) for event in live.news(after)]}

    def _view(self, live: LiveTable) -> tuple[View, Book | None]:
        controller = book = None
        if live.jackpot is not None:
            pad, book = self.jackpots.standing(live.name)
            controller = pad_record(pad, book)
        view = view_of(live, book.shown if book is not None else None)
        return view | {"configuration": live.table.config.configuration, "controller": controller}, book

    # -- opening and closing -------------------------------------------------------------------------------------------

    def open(self, name: str, person: Person, request: str) -> Receipt:
        """Opens a table from the current configuration; refused with every reason where the gate stays closed."""
        person.check("open a table")
        today = self.configurations.today()

        def begin(journal: Journal) -> tuple[Table, Callable[[Desk], None]]:
            stated = self.configurations.gate(today).open_table(_checked(name))
            jackpot = TableJackpot(self.jackpots, name) if stated.progressive else None
            if jackpot is not None:
                self._check_jackpot(name, jackpot)
            return self.configurations.begin_table(
                name, today, person.id, self.tables.chance, self.tables.clock, journal, jackpot
            )

        return self.tables.open(name, begin, request, what_of(f"open table {name}", person))

    @staticmethod
    def _check_jackpot(name: str, jackpot: TableJackpot) -> None:
        try:
            jackpot.check_between_rounds()
        except NotFound:
            raise BadInput(f"table {name} offers a progressive that is not open: open its jackpot first") from None

    def close(self, name: str, person: Person, request: str) -> Receipt:
        """Closes a table between rounds; players take their chips along."""
        person.check("open a table")

        def do(live: LiveTable) -> None:
            if live.jackpot is not None:
                live.jackpot.check_between_rounds()
            for seat in list(live.table.seats):
                live.table.leave(seat)
            live.table.close()

        return self._act(name, person, request, "close", (), do)

    # -- players and bets ----------------------------------------------------------------------------------------------

    def sit(self, name: str, person: Person, seat: int, player: str, chips: Cents, request: str) -> Receipt:
        """A player sits down with chips."""
        return self._deal(
            name, person, request, "sit", (seat, player, chips), lambda live: live.table.sit(seat, player, chips), True
        )

    def buy(self, name: str, person: Person, seat: int, chips: Cents, request: str) -> Receipt:
        """A player gets more chips."""
        return self._deal(name, person, request, "buy", (seat, chips), lambda live: live.table.buy(seat, chips), True)

    def leave(self, name: str, person: Person, seat: int, request: str) -> Receipt:
        """A player leaves."""
        return self._deal(name, person, request, "leave", (seat,), lambda live: live.table.leave(seat))

    def bet(self, name: str, person: Person, seat: int, bets: Sequence[Bet], request: str) -> Receipt:
        """Changes all that a seat has bet to this, all of it or nothing."""
        said = [seat, *([bet.wager, bet.cents, bet.spot, bet.choice] for bet in bets)]
        return self._deal(name, person, request, "bet", said, lambda live: live.table.lay_bets(seat, bets), True)

    def same_bets(self, name: str, person: Person, request: str) -> Receipt:
        """Every seat without a bet bets as in its last round, where it can; refused where none can."""

        def do(live: LiveTable) -> None:
            laid, refusal = 0, BadInput("no seat has bets of an earlier round to lay again")
            for seat, held in live.table.seats.items():
                bets = live.last_bets(seat)
                if not bets or held.bets:
                    continue
                try:
                    live.table.lay_bets(seat, bets)
                    laid += 1
                except BadInput as error:
                    refusal = error
            if not laid:
                raise refusal

        return self._deal(name, person, request, "same bets", (), do, True)

    def close_betting(self, name: str, person: Person, request: str) -> Receipt:
        """No more bets; the progressive wagers are locked in the same moment."""

        def do(live: LiveTable) -> None:
            table = live.table
            table.close_betting()
            if isinstance(table.step, Press) and table.step.name == "coin-in":
                table.do()
            elif live.jackpot is not None:
                live.jackpot.check_between_rounds()

        return self._deal(name, person, request, "close betting", (), do, True)

    # -- the round -----------------------------------------------------------------------------------------------------

    def cards(self, name: str, person: Person, text: str, request: str) -> Receipt:
        """Physical cards as the dealer reads them, for as many steps as they are for; ``??`` for one not shown."""

        def do(live: LiveTable) -> None:
            left = text.split()
            while True:
                step = live.table.step
                count = step.count if isinstance(step, CardTo) else 1
                now, left = left[:count], left[count:]
                live.table.enter("" if set(now) == {UNKNOWN} else " ".join(now))
                if not left:
                    return

        return self._deal(name, person, request, "cards", (text,), do)

    def number(self, name: str, person: Person, number: int, request: str) -> Receipt:
        """The number that dice or a device show."""
        return self._deal(name, person, request, "number", (number,), lambda live: live.table.enter_number(number))

    def decide(self, name: str, person: Person, seat: int, answer: str, hand: int, request: str) -> Receipt:
        """A player's answer as the dealer sees it, or with seat 0 the dealer's own."""
        said = (seat, answer, hand)
        return self._deal(name, person, request, "decide", said, lambda live: live.table.decide(seat, answer, hand))

    def step(self, name: str, person: Person, request: str) -> Receipt:
        """The one step that is due, where it needs nobody's word."""
        return self._deal(name, person, request, "step", (), lambda live: _step(live.table))

    def settle_next(self, name: str, person: Person, request: str) -> Receipt:
        """Pays or takes the next wager."""

        def do(live: LiveTable) -> None:
            if live.table.step is not None and not isinstance(live.table.step, Settle):
                raise BadInput(f"nothing is to be paid yet: next is '{live.table.step.words}'")
            live.table.do()

        return self._deal(name, person, request, "settle next", (), do)

    def advance(self, name: str, person: Person, request: str) -> Receipt:
        """All steps up to the next that needs somebody: a card, an answer, a prize that is not recorded."""

        def do(live: LiveTable) -> None:
            table = live.table
            _step(table)
            while table.step is not None and not _needs_somebody(table):
                before = len(live.new)
                try:
                    _step(table)
                except BadInput:
                    if len(live.new) > before:
                        raise
                    return  # what was done before it stands

        return self._deal(name, person, request, "advance", (), do)

    def shuffle(self, name: str, person: Person, request: str) -> Receipt:
        """A fresh shoe, or a note that the physical cards were shuffled."""
        return self._deal(name, person, request, "shuffle", (), lambda live: live.table.shuffle())

    # -- the supervisor ------------------------------------------------------------------------------------------------

    def void(
        self, name: str, person: Person, why: str, document: str, request: str, second: Person | None = None
    ) -> Receipt:
        """A round that does not stand: every chip goes back, and what the wagers added to the meter too."""
        person.check("void")
        by = " and ".join(each.name for each in (person, second) if each is not None)

        def do(live: LiveTable) -> None:
            if live.jackpot is not None:
                live.jackpot.void_by(why, document, second)
            live.table.void(why, by)

        return self._act(name, person, request, "void", (why, document, by), do)

    def correct(
        self, name: str, person: Person, event: int, net: Cents, why: str, request: str, second: Person | None = None
    ) -> Receipt:
        """Corrects what a wager of this round or the last was paid."""
        person.check("void")
        by = " and ".join(each.name for each in (person, second) if each is not None)

        def do(live: LiveTable) -> None:
            for item in live.table.settled:
                if item.event == event and live.jackpot and item.settlement.wager == live.table.config.progressive:
                    raise BadInput("a pay of the progressive is corrected on the controller: back it out there")
            live.table.correct(event, net, why, by)

        return self._act(name, person, request, "correct", (event, net, why, by), do)

    # -- the controller ------------------------------------------------------------------------------------------------

    def press(
        self, name: str, button: str, person: Person, request: str, seat: int = 0, outcome: str = ""
    ) -> dict[str, Any]:
        """A key of the controller. Where the table keeps the bets, its own round says when wagers are locked and when
        the game is over: neither is pressed by hand in the middle of it."""
        if button not in OF_A_ROUND:
            return self.jackpots.press(name, button, person, request, seat, outcome)

        def pressed() -> dict[str, Any]:
            try:
                with self.tables.look(_checked(name)) as live:
                    number, refusal = live.number, _out_of_turn(live, button)
            except NotFound:  # a controller alone
                return self.jackpots.press(name, button, person, request, seat, outcome)

            def at_table(desk: Desk) -> None:
                desk.add_events(name, number, [])  # nobody has acted there since it was looked at
                if refusal:
                    raise BadInput(refusal)

            return self.jackpots.press(name, button, person, request, seat, outcome, at_table)

        return until_taken(name, pressed)

    def key_in(self, name: str, person: Person, request: str) -> dict[str, Any]:
        """Presses the hand button for the win that the table has worked out and is about to pay from the meter."""
        person.check("deal")
        with self.tables.look(_checked(name)) as live:
            step, jackpot = live.table.step, live.jackpot
            order = live.table.config.layout.options.get("meter-order", "")
        if jackpot is None or not isinstance(step, Settle) or step.settlement.share is None:
            raise BadInput("no win from the meter is to be paid now: there is no hand to key in")
        win, controller = step.settlement, jackpot

        def work(desk: Desk) -> dict[str, Any]:
            told = controller.key_in(desk, win.seat, win.outcome, order, person)
            pad = desk.pad(name).pad
            return pad_record(pad, desk.book(pad.jackpot)) | {"told": told}

        what = what_of(f"key in at {name}", person)
        return self.jackpots.writer.run(Work(work, (controller.pad.jackpot,), (name,), request, what))

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _deal(
        self, name: str, person: Person, request: str, words: str, said: Sequence[object], do: Do, begins: bool = False
    ) -> Receipt:
        person.check("deal")
        return self._act(name, person, request, words, said, do, begins)

    def _act(
        self, name: str, person: Person, request: str, words: str, said: Sequence[object], do: Do, begins: bool = False
    ) -> Receipt:
        """What begins something new is refused where the table runs otherwise than is approved; a round is finished."""

        def at_open(live: LiveTable) -> Mapping[str, Any] | None:
            if live.table.closed:
                raise BadInput(f"table {name} is closed: open it first")
            if begins:
                self._check_approved(name, live.table)
            do(live)
            live.table.settle_lost_wagers()
            return None

        return self.tables.act(_checked(name), person, request, what_of(f"{words} at {name}", person, *said), at_open)

    def _check_approved(self, name: str, table: Table) -> None:
        """Looked at again when the table was opened or read anew, with each version of the configuration, each day."""
        ((newest,),) = self.tables.database.ask(_NEWEST)
        if newest is None or newest != self._newest:  # else the house has the clock that it had
            self._newest, self._house = newest, self.configurations.house()
        today = self._house.day_of(self.tables.clock())
        looked_at = (table, newest, today)
        if self._approved.get(name) != looked_at:
            self.configurations.check_running(name, table, today)
            self._approved[name] = looked_at


def _checked(name: str) -> str:
    """A name that a table of the room may have."""
    if name.startswith(PLAY) or not name.isprintable() or len(name) > 40:
        raise NotFound(f"the room has no table {quoted(name[:60])}")
    return name


def _out_of_turn(live: LiveTable, button: str) -> str:
    """Why a key is not pressed at a table now; empty where it may be."""
    table, step = live.table, live.table.step
    if table.closed or not table.seats:
        return ""
    if button != "end":
        return "" if table.round is None else f"a round is being played at table {live.name}: its wagers are locked"
    if isinstance(step, Press) and step.name == "end-game":
        return ""
    words = f"next is '{step.words}'" if step is not None else "close the betting there first"
    return f"the game at table {live.name} is not over: {words}"


def _needs_somebody(table: Table) -> bool:
    entered = table.config.source == "entered"
    return isinstance(table.step, Ask) or (entered and isinstance(table.step, (CardTo, Number)))


def _step(table: Table) -> None:
    """The one thing that is due."""
    match table.step:
        case CardTo() if table.config.source == "shoe":
            table.deal()
        case Number() if table.config.source == "shoe":
            table.draw_number()
        case _:
            table.do()
