"""A table: seats and chips, betting, rounds, and the event log.

Every action is checked, then recorded as an event, then applied; a refused action changes nothing. Replaying the same
events in the same order gives the same table, which is how a table continues after a restart and how a round is proved.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pitbook.cards import NO_CARD, Cards, card_name
from pitbook.errors import BadInput
from pitbook.games.model import listed
from pitbook.games.settle import LOSS, Settlement
from pitbook.money import Cents, format_cents
from pitbook.table.betting import HOUSE, Clock
from pitbook.table.checks import (
    check_amount,
    check_bets,
    check_whole,
    line_of,
    names_of,
    read_cards,
    settled_record,
    word_of,
)
from pitbook.table.choices import Chooser, check_choice, is_read, open_choice
from pitbook.table.config import TableConfig
from pitbook.table.events import LOG_VERSION, OWNER_SEES, SPECTATOR, Event, Journal
from pitbook.table.jackpot import Jackpot, LockedWagers, PlayMeter
from pitbook.table.round import Player, Round, not_honoured, paid_share
from pitbook.table.shoe import Chance
from pitbook.table.shoe_table import ShoeTable
from pitbook.table.stakes import Move, StakeKey
from pitbook.table.steps import (
    Ask,
    CardTo,
    Choice,
    Decision,
    Number,
    Place,
    Press,
    Procedure,
    Settle,
    Settled,
    Step,
    Stop,
)
from pitbook.table.undo import Input, Snapshot, check_dealer_may, find_input
from pitbook.table.view import ShoeView, TableView, step_seen_by


class Table(ShoeTable):
    """One table, from opening to closing."""

    def __init__(
        self, config: TableConfig, chance: Chance, clock: Clock, journal: Journal, jackpot: Jackpot | None = None
    ) -> None:
        super().__init__(config, chance, clock, journal)
        self.house = Cents(0)
        """The house's winnings from the players, progressive wagers included."""
        self.rounds = 0
        """Rounds begun since the table was opened."""
        self.last_round: Round | None = None
        """The previous round, whose cards stay on the felt until the next."""
        self.step: Step | None = None
        """The next step of the round; None while betting is open."""
        self._question: Ask | None = None
        """The last question with all its choices; ``step`` has those that a player can make."""
        self.settled: list[Settled] = []
        """The payments of the current round, or of the last one."""
        self.jackpot = jackpot or config.jackpot()
        self.meters: dict[int, Cents] = {}
        """By round number, the amount of a play-money meter just before the round's wagers; a room's controller keeps
        its own records."""
        self._procedure: Procedure | None = None
        self._snapshot = Snapshot({}, {}, Cents(0))
        """The money when betting closed on the current round; void and undo return to it."""
        self._inputs: list[Input] = []
        """All inputs of the current round, in order."""
        self._waiting: dict[tuple[object, ...], bool] = {}
        self._record("opened", {"log": LOG_VERSION, **config.to_dict()})
        self._ready_shoe()

    @property
    def round_number(self) -> int:
        """The number of the current round, or of the last one; numbers continue across openings."""
        return self.config.first_round - 1 + self.rounds

    def at_stake(self, seat: int) -> Cents:
        """A seat's own chips in play in this round, including a wager taken at COIN IN until it is settled."""
        player = self.round.players.get(seat) if self.round is not None else None
        return Cents(sum(stake.own for stake in player.stakes.values()) if player is not None else 0)

    def seen_by(self, seat: int, meter: Cents | None = None) -> TableView:
        """A view of the table for a seat, ``SPECTATOR`` or ``CONSOLE``, without cards that the viewer must not see.

        ``meter`` is what the jackpot shows, if the caller has just read it.
        """
        round_, shoe = self.round or self.last_round, None
        if self.shoe is not None:
            shoe = ShoeView(self.shoe.promise, len(self.shoe.order), self.position, self.shuffle_due)
        # A player who sat down after the last round sees it as a spectator.
        viewer = seat if seat < 1 or self.sat_in_round(seat) else SPECTATOR
        return TableView(
            seat=seat,
            config=self.config,
            closed=self.closed,
            rounds=self.rounds,
            playing=self.round is not None,
            round=round_.seen_by(viewer) if round_ is not None else None,
            step=step_seen_by(self.step, seat) if self.step is not None else None,
            settled=self.settled,
            seats=self.seats,
            stayed=frozenset(filter(self.sat_in_round, self.seats)),
            shoe=shoe,
            meter=self.jackpot.shown if meter is None and self.jackpot is not None else meter,
        )

    # -- a round -------------------------------------------------------------------------------------------------------

    def close_betting(self) -> None:
        """Closes the betting and begins the round."""
        self._check_betting()
        playing = {seat: player for seat, player in sorted(self.seats.items()) if player.bets}
        if not playing:
            raise BadInput("no bet has been placed: a round needs at least one bet")
        for seat, player in playing.items():
            check_bets(self.config, seat, player.bets)
        self.rounds += 1
        self.settled = []
        self._played = playing
        self._record("betting-closed", {"round": self.round_number, "seats": list(playing)})
        self._snapshot = Snapshot.of(playing, self.house)
        self._inputs, self._floor = [], self.log.length
        self._start_procedure(self.jackpot)

    def _start_procedure(self, jackpot: Jackpot | None) -> None:
        """Starts the procedure of the round and runs it to its first step."""
        self.round = Round(
            self.round_number,
            self.config,
            {seat: Player(seat, dict(bets)) for seat, bets in self._snapshot.bets.items()},
            jackpot,
            waiting=self._waiting,
        )
        self._procedure = self.family.play(self.round)
        self._resume(None)

    def _accept(self, event: Event, reply: object, before: object = None, automatic: bool = False) -> None:
        """Passes an input to the round, and keeps it so that an undo can run the round again."""
        self._inputs.append(Input(event, reply, before, automatic))
        self._apply(self._inputs[-1])

    def _apply(self, given: Input) -> None:
        """Applies an input to chips and procedure, in the same way the first time and when the round runs again."""
        if isinstance(given.reply, Settled) and given.event.kind == "corrected":
            place = next(place for place, item in enumerate(self.settled) if item.event == given.reply.event)
            was, now = self.settled[place].settlement, given.reply.settlement
            self._give_chips(now.seat, Cents((now.net or 0) - (was.net or 0)))
            self.settled[place] = given.reply
            if isinstance(self.step, Ask) and self._question is not None:  # a player has other chips to choose with
                self.step = self._question.narrowed(self._open_choice)
            return
        if isinstance(given.reply, Settled):
            self.settled.append(given.reply)
            self._pay(given.reply)
            self._resume(given.reply.settlement)
            return
        if isinstance(given.reply, Decision):
            self._apply_decision(given.reply)
            return
        if isinstance(given.reply, Move) and isinstance(self.step, Stop):
            self._move_stakes(self.step.decision.place.seat, (given.reply,))
            self._resume(None)
            return
        if isinstance(self.step, Press):
            self._lock(self.step.locks)
        self._update_visibility(self.step)
        self._resume(given.reply)

    def _apply_decision(self, made: Decision) -> None:
        """Moves the chips of a choice, and resumes the round."""
        place, choice = made
        self._move_stakes(place.seat, choice.moves)
        player = self.round.players.get(place.seat) if self.round is not None else None
        if self.round is not None and player is not None:
            if choice.ends:
                player.ended.add(place.hand)
            if choice.needs is not None and not is_read(player):
                self.round.unchecked.append(made)
        self._resume((place, choice.word))

    def _update_visibility(self, step: Step | None) -> None:
        """Keeps track of which seats' cards only their player sees."""
        if self.round is None:
            return
        if isinstance(step, CardTo) and step.seen == "owner":
            self.round.players[step.place.seat].private = True
        elif isinstance(step, Press):
            for seat in step.reveals:
                self.round.players[seat].private = False

    def _resume(self, reply: object) -> None:
        """Runs the procedure to its next step, or ends the round."""
        if self._procedure is None or self.round is None:
            raise BadInput("no round is being played: close the betting first")
        try:
            step = self._procedure.send(reply)
        except StopIteration:
            self._check_money()
            self._end_round()
            return
        if isinstance(step, Settle):
            stake = self.round.stake_of(step.settlement, step.hand)
            step = replace(step, taken=stake is not None and stake.locked)
        elif isinstance(step, Ask):
            self._question = step
            step = step.narrowed(self._open_choice)
        self.step = step

    def _open_choice(self, place: Place, choice: Choice) -> Choice:
        return open_choice(self._chooser(place), choice)

    def _chooser(self, place: Place) -> Chooser:
        player = self.round.players.get(place.seat) if self.round is not None else None
        stack = self.seats[place.seat].stack if player is not None else Cents(0)
        return Chooser(self.family, self.config, player, stack, place)

    def _check_money(self) -> None:
        """Asserts that every stake was settled, and that each seat has its chips at the close of betting plus its
        winnings."""
        won: Counter[int] = Counter()
        for item in self.settled:
            won[item.settlement.seat] += item.settlement.net or 0
        for seat, player in self.round.players.items() if self.round is not None else ():
            had, has = self._snapshot.chips(seat), self.seats[seat].stack
            if player.stakes or has != had + won[seat]:
                raise ValueError(f"seat {seat} had {had}, won {won[seat]} and has {has}; not settled: {player.stakes}")

    def _end_round(self) -> None:
        number = self.round.number if self.round else 0
        for seat in self.seats.values():
            seat.bets, seat.ready = {}, False
        self.last_round = self.round
        self.round = self.step = self._procedure = None
        self._in_play = Counter()
        self._record(
            "round-over", {"round": number, "stacks": {str(s): p.stack for s, p in sorted(self.seats.items())}}
        )
        self._ready_shoe()

    def _expect(self, kind: type[Any], doing: str) -> Any:
        """The step that is due; refused if it is of another kind."""
        if self.step is None:
            raise BadInput(f"{doing} is not due: betting is open")
        if not isinstance(self.step, kind):
            raise BadInput(f"{doing} is not due: next is '{self.step.words}'")
        return self.step

    def deal(self) -> Cards:
        """Deals the next cards from the table's own shoe."""
        step: CardTo = self._expect(CardTo, "a card")
        if self.config.source != "shoe":
            raise BadInput("this table plays with physical cards: enter the card that was dealt")
        drawn = []
        if self.shoe is not None:
            self.shoe.check_known(self.position, step.count)
        for _ in range(step.count):
            if self.shoe is None or self.position >= len(self.shoe.order):
                self._reshuffle()
            assert self.shoe is not None  # noqa: S101 (a new shoe was just made)
            drawn.append(self.shoe.order[self.position])
            self.position += 1
        cards = tuple(drawn)
        self._give(step, cards)
        return cards

    def enter(self, text: str) -> Cards:
        """Enters physical cards; an empty text for a face-down card that only the dealer has seen."""
        step: CardTo = self._expect(CardTo, "a card")
        if self.config.source != "entered":
            raise BadInput("this table deals from its own shoe: cards cannot be entered")
        cards = read_cards(text)
        if not cards and not step.up:
            cards = (NO_CARD,) * step.count
        if len(cards) != step.count:
            raise BadInput(f"{len(cards)} cards given for '{step.words}': {step.count} expected")
        known = [card for card in cards if card != NO_CARD]
        for card, times in Counter(known).items():
            if self._seen[card] + times > self._pack[card]:
                seen = f"{self._seen[card]} came before" if self._seen[card] else f"{times} were given at once"
                raise BadInput(f"{card_name(card)} cannot be dealt: the shoe holds {self._pack[card]} of it and {seen}")
        if step.check is not None:
            step.check(cards)
        self._give(step, cards)
        return cards

    def _give(self, step: CardTo, cards: Cards) -> None:
        shown = {"up": False} if not step.up else OWNER_SEES if step.seen == "owner" else {}
        event = self._record("card", {"to": str(step.place), "cards": names_of(cards), **shown})
        self._count_cards(cards, 1)
        self._accept(event, cards)

    def draw_number(self) -> int:
        """Draws a number from the table's own source of randomness."""
        step: Number = self._expect(Number, "a number")
        number = self.chance.number(step.name, step.low, step.high)
        self._number(step, number)
        return number

    def enter_number(self, number: int) -> None:
        """Enters the number that the dealer's dice or device shows."""
        step: Number = self._expect(Number, "a number")
        check_whole(number, f"the {step.name}")
        if not step.low <= number <= step.high:
            raise BadInput(f"the {step.name} is {step.low} to {step.high}, not {number}")
        self._number(step, number)

    def _number(self, step: Number, number: int) -> None:
        event = self._record("number", {"name": step.name, "number": number})
        if self.config.source == "shoe":
            self._floor = event.number  # an undo must not draw the number again
        self._accept(event, number)

    def decide(self, seat: int, answer: str, hand: int = 1, cents: Cents | None = None) -> None:
        """Takes a player's answer (seat 0: the dealer's), and moves the money of that choice.

        ``cents`` is the amount that the player names, for a choice that takes one. :func:`check_choice` checks it.
        """
        step: Ask = self._expect(Ask, "an answer")
        for number, what in ((seat, "a seat"), (hand, "a hand")):
            check_whole(number, what)
        place = Place(seat, hand)
        if cents is not None:
            check_amount(cents, "an amount")
        offered = step.check(place, word_of(answer, "an answer"))
        player = self.round.players.get(seat) if self.round is not None else None
        # A choice without an amount was checked when the question was asked.
        plain = cents is None and offered.amount is None
        choice = offered if plain else check_choice(self._chooser(place), offered, cents)
        data: dict[str, Any] = {"place": str(place), "to": step.name, "answer": choice.word}
        if cents is not None:
            data["cents"] = cents
        if choice.moves:
            data["moves"] = [move.record() for move in choice.moves]
        if player is not None and player.private and offered not in step.choices[place]:
            data |= OWNER_SEES  # it names cards
        self._accept(self._record("answer", data), Decision(place, choice))

    def do(self) -> None:
        """Does the step that is due: a key press or a payment."""
        if self.step is None:
            raise BadInput("nothing is due: betting is open")
        match self.step:
            case Press() as step:
                event = self._record("step", {"name": step.name, **step.data})
                if step.name == "coin-in":
                    if isinstance(self.jackpot, PlayMeter):
                        self.meters[self.round_number] = self.jackpot.shown
                    self._floor = event.number  # the meter has stepped up: only a void reverses that
                self._accept(event, None)
            case Settle() as step:
                self._settle(step)
            case _:
                raise BadInput(f"a key press or a payment is not due: next is '{self.step.words}'")

    def _settle(self, step: Settle) -> None:
        item = step.settlement
        before = self.jackpot.mark() if self.jackpot is not None else None
        if item.share is not None and self.jackpot is not None:
            item = paid_share(item, self.jackpot.award(item.seat, item.share))
        elif self._comes_off_meter(item) and self.jackpot is not None:
            self.jackpot.pay(item.seat, Cents(item.bet + (item.net or 0)))
        event = self._record("settled", settled_record(item, step.hand, step.taken))
        self._accept(event, Settled(item, step.hand, event.number, step.taken), before, step.needs_no_action)

    def _comes_off_meter(self, item: Settlement) -> bool:
        """Whether the meter pays this fixed pay, by the casino's choice (letter 003, Blazing 7's rule 13b)."""
        won = item.outcome != LOSS and not item.envy_from and item.wager == self.config.progressive
        return won and self.config.fixed_pays_from_meter

    def _move_stakes(self, seat: int, moves: Sequence[Move]) -> None:
        """Moves chips of the player or of the house onto stakes, or back."""
        for move in moves:
            if self.round is None:
                return
            self.round.players[seat].move(move)
            if move.source == "player":
                self._move(self.seats[seat], move.cents)
            else:
                self._collect(Cents(-move.cents))

    def _lock(self, locks: Mapping[int, StakeKey]) -> None:
        """Moves stakes from the felt into the tray; they stay in play."""
        for seat, key in locks.items():
            if self.round is not None:
                stakes = self.round.players[seat].stakes
                self._collect(stakes[key].own)
                stakes[key] = replace(stakes[key], locked=True)

    def _pay(self, paid: Settled) -> None:
        """Moves stake and winnings to the player, or a lost stake to the house, which already has a locked one."""
        item = paid.settlement
        stake = self.round.stake_of(item, paid.hand) if self.round is not None else None
        if ((stake.own, stake.house) if stake is not None else (0, 0)) != (item.bet, item.house):
            raise ValueError(f"{item.wager} of seat {item.seat} is settled for {item.bet}, but its stake is {stake}")
        own = Cents(0)
        if self.round is not None and stake is not None:
            own = stake.own
            del self.round.players[item.seat].stakes[StakeKey(item.wager, paid.hand, item.spot)]
            self._collect(stake.house if stake.locked else stake.total)
        self._give_chips(item.seat, Cents(own + (item.net or 0)))

    def _give_chips(self, seat: int, cents: Cents) -> None:
        """Moves chips from the house's tray to a player, or back if negative."""
        player = self.seats[seat]
        player.stack = Cents(player.stack + cents)
        self.house = Cents(self.house - cents)

    def _collect(self, cents: Cents) -> None:
        """Moves chips from the layout into the house's tray."""
        self._layout = Cents(self._layout - cents)
        self.house = Cents(self.house + cents)

    def settle_lost_wagers(self) -> None:
        """Settles the next wagers as long as they are lost and were taken when the progressive was locked.

        The dealer has nothing to do for them, so they need no key press.
        """
        while isinstance(self.step, Settle) and self.step.needs_no_action:
            self.do()

    def advance(self) -> None:
        """Does every automatic step: deals from the shoe and settles, up to the next question or the round's end."""
        while self.step is not None and not isinstance(self.step, (Ask, Stop)):
            if isinstance(self.step, CardTo):
                if self.config.source != "shoe":
                    return
                self.deal()
            elif isinstance(self.step, Number):
                self.draw_number()
            else:
                self.do()

    def close(self) -> None:
        """Closes the table, which must have no players, and reveals its shoe."""
        self._check_betting()
        if self.seats:
            raise BadInput(f"seat {listed(sorted(self.seats))} is taken: a table is closed when all players have left")
        self._record("closed", {"rounds": self.rounds})
        self.closed = True
        self._show_shoe()

    # -- the supervisor ------------------------------------------------------------------------------------------------

    def withdraw_shoe(self, reason: str) -> None:
        """Replaces the table's own shoe, whose order is lost or may be known; voids an open round and returns bets."""
        why = line_of(reason, "a reason")
        self._check_open()
        if self.shoe is None:
            raise BadInput("the table has no shoe of its own to replace")
        self._record("shoe-withdrawn", {"promise": self.shoe.promise, "reason": why})
        self._withdrawn = True
        if self.round is not None:
            self.void(why, HOUSE)  # the end of the round makes a fresh shoe
            return
        for seat, player in sorted(self.seats.items()):
            for name in reversed(list(player.bets)):
                self._take_back(seat, player, name)
        self._fresh_shoe()

    def void(self, reason: str, by: str) -> None:
        """Voids the round, as after a misdeal: every chip returns to where it was before the deal."""
        why, who = line_of(reason, "a reason"), line_of(by, "a supervisor's name")
        if self.round is None:
            raise BadInput("no round is being played: there is nothing to void")
        self._record("voided", {"round": self.round.number, "reason": why, "supervisor": who})
        self._restore()
        for seat, bets in self._snapshot.bets.items():
            self._move(self.seats[seat], Cents(-sum(bet.cents for bet in bets.values())))
        if self.jackpot is not None:
            self.jackpot.void_game()
        self.settled = []
        self._end_round()

    def _restore(self) -> None:
        """Returns all money of the round to where it was when betting closed."""
        for seat, stack in self._snapshot.stacks.items():
            self.seats[seat].stack = stack
        self.house = self._snapshot.house
        self._layout = self._snapshot.on_layout

    @property
    def inputs(self) -> list[Event]:
        """The inputs of the current round that a supervisor can undo, the oldest first."""
        return [given.event for given in self._inputs if given.event.number > self._floor]

    @property
    def last_input(self) -> Event | None:
        """The last input that was keyed in, if it can be undone."""
        keyed = (given.event for given in reversed(self._inputs) if not given.automatic)
        return next((event for event in keyed if event.number > self._floor), None)

    def undo(self, event: int, reason: str = "", by: str = "") -> None:
        """Undoes an input of this round, and all inputs after it.

        A dealer may undo the last input only, unless it is irreversible. A supervisor, named with a reason, may go
        further. The procedure runs again from the close of betting with the remaining inputs.
        """
        check_whole(event, "an event")
        if self.round is None:
            raise BadInput("no round is being played: there is nothing to take back")
        place = find_input(self._inputs, event, self._floor)
        data: dict[str, Any] = {"event": event}
        if by or reason:
            data |= {"reason": line_of(reason, "a reason"), "supervisor": line_of(by, "a supervisor's name")}
        else:
            check_dealer_may(self._inputs, place, self.config.source, self.config.game)
        self._record("undone", data)
        kept, taken = self._inputs[:place], self._inputs[place:]
        for given in taken:
            if given.event.kind == "card" and isinstance(given.reply, tuple):
                self._count_cards(given.reply, -1)
                self.position -= len(given.reply) if self.config.source == "shoe" else 0
        paid = next((given for given in taken if given.event.kind == "settled"), None)
        if paid is not None and self.jackpot is not None:
            self.jackpot.rewind(paid.before)
        self._restore()
        self.settled, self._inputs = [], kept
        # The wagers were locked at COIN IN: running the round again must not lock them twice.
        self._start_procedure(LockedWagers(self.jackpot) if self.jackpot is not None else None)
        for given in kept:
            self._apply(given)
        self.round.jackpot = self.jackpot

    def refuse_prize(self, reason: str, by: str) -> None:
        """Settles a win from the meter as lost: the house does not honour it."""
        why, who = line_of(reason, "a reason"), line_of(by, "a supervisor's name")
        step: Settle = self._expect(Settle, "a prize")
        if step.settlement.share is None:
            raise BadInput(f"no prize from the meter is due: next is '{step.words}'")
        item = not_honoured(step.settlement)
        event = self._record(
            "settled", settled_record(item, step.hand, step.taken) | {"reason": why, "supervisor": who}
        )
        self._accept(
            event, Settled(item, step.hand, event.number, step.taken), self.jackpot.mark() if self.jackpot else None
        )

    def correct_stake(self, cents: Cents, reason: str, by: str) -> None:
        """Reduces the stake for which the table has stopped; the difference goes back to the player."""
        why, who = line_of(reason, "a reason"), line_of(by, "a supervisor's name")
        step: Stop = self._expect(Stop, "a corrected stake")
        check_whole(cents, "a stake")
        place, key = step.decision.place, step.move.key
        assert self.round is not None  # noqa: S101 (a table stops in a round only)
        stake = self.round.players[place.seat].stakes[key]
        was = stake.own if step.move.source == "player" else stake.house
        if not 0 <= cents < was:
            raise BadInput(
                f"the {key.wager} stake of {place} is {format_cents(was)}: correct it to less than that, or void "
                "the round"
            )
        data = {"place": str(place), "wager": key.wager, "cents": cents, "was": was}
        made = self._record("stake-corrected", data | {"reason": why, "supervisor": who})
        self._accept(made, replace(step.move, cents=Cents(cents - was)))

    def correct(self, event: int, net: Cents, reason: str, by: str) -> None:
        """Corrects a payment of this round or the last; the original event stays, and a correction is added."""
        why, who = line_of(reason, "a reason"), line_of(by, "a supervisor's name")
        for number, what in ((event, "a payment"), (net, "what a wager is paid")):
            check_whole(number, what)
        place = next((place for place, item in enumerate(self.settled) if item.event == event), None)
        if place is None:
            known = listed(item.event for item in self.settled) or "none"
            raise BadInput(f"event {event} is not a payment of this round: payments are {known}")
        item = self.settled[place].settlement
        if not self.sat_in_round(item.seat):
            raise BadInput(f"the player of seat {item.seat} has left: the payment cannot be corrected at the table")
        if net < -item.bet:
            raise BadInput(f"a wager of {format_cents(item.bet)} loses at most that, not {format_cents(-net)}")
        change = Cents(net - (item.net or 0))
        if self.seats[item.seat].stack + change < 0:
            raise BadInput(f"seat {item.seat} has {format_cents(self.seats[item.seat].stack)}: too little to take back")
        corrected = replace(self.settled[place], settlement=replace(item, net=net))
        made = self._record(
            "corrected", {"payment": event, "net": net, "was": item.net, "reason": why, "supervisor": who}
        )
        given = Input(made, corrected)
        if self.round is not None:
            self._inputs.append(given)
        self._apply(given)
