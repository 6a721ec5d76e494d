"""A table: seats and chips, betting, one round after another, and the record of all of it.

Whatever is done is checked first and recorded as an event; whatever is refused changes nothing. The same events, done
again in the same order, give the same table: that is how a table goes on after a restart, and how a round is replayed.
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
        """What the house has won from the players, progressive wagers included."""
        self.rounds = 0
        """Rounds that were begun since the table was opened."""
        self.last_round: Round | None = None
        """The one before, whose cards lie on the felt until the next."""
        self.step: Step | None = None
        """What happens next in the round; None while betting is open."""
        self.settled: list[Settled] = []
        """Of the round now played, or of the last one."""
        self.jackpot = jackpot or config.jackpot()
        self.meters: dict[int, Cents] = {}
        """What a meter of the table's own showed just before it took the wagers of a round, by the round's number; a
        room's controller has records of its own."""
        self._procedure: Procedure | None = None
        self._snapshot = Snapshot({}, {}, Cents(0))
        """The money when betting closed on the round now played: voids and undos start from it."""
        self._inputs: list[Input] = []
        """All that the round now played was given, in order."""
        self._waiting: dict[tuple[object, ...], bool] = {}
        self._record("opened", {"log": LOG_VERSION, **config.to_dict()})
        self._ready_shoe()

    @property
    def round_number(self) -> int:
        """The number of the round now played, or of the last one; rounds are numbered on across openings."""
        return self.config.first_round - 1 + self.rounds

    def at_stake(self, seat: int) -> Cents:
        """A seat's chips that are in play in this round, a wager taken at COIN IN included until it is settled."""
        player = self.round.players.get(seat) if self.round is not None else None
        return Cents(sum(stake.own for stake in player.stakes.values()) if player is not None else 0)

    def seen_by(self, seat: int) -> TableView:
        """The table as somebody sees it, who is not given this object: a seat, ``SPECTATOR`` or ``CONSOLE``."""
        round_, shoe = self.round or self.last_round, None
        if self.shoe is not None:
            shoe = ShoeView(self.shoe.promise, len(self.shoe.order), self.position, self.shuffle_due)
        # A player who sat down since the last round sees of it what everybody sees.
        looks = seat if seat < 1 or self.sat_in_round(seat) else SPECTATOR
        return TableView(
            seat=seat,
            config=self.config,
            closed=self.closed,
            rounds=self.rounds,
            playing=self.round is not None,
            round=round_.seen_by(looks) if round_ is not None else None,
            step=step_seen_by(self.step, seat) if self.step is not None else None,
            settled=self.settled,
            seats=self.seats,
            stayed=frozenset(filter(self.sat_in_round, self.seats)),
            shoe=shoe,
            meter=self.jackpot.shown if self.jackpot is not None else None,
        )

    # -- a round -------------------------------------------------------------------------------------------------------

    def close_betting(self) -> None:
        """No more bets: the round begins."""
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
        """Runs the procedure of the round up to its first step."""
        self.round = Round(
            self.round_number,
            self.config,
            {seat: Player(seat, dict(bets)) for seat, bets in self._snapshot.bets.items()},
            jackpot,
            waiting=self._waiting,
        )
        self._procedure = self.family.play(self.round)
        self._go_on(None)

    def _take(self, event: Event, reply: object, before: object = None, automatic: bool = False) -> None:
        """Gives the round what it waited for, and keeps it so that the round can be run again."""
        self._inputs.append(Input(event, reply, before, automatic))
        self._apply(self._inputs[-1])

    def _apply(self, given: Input) -> None:
        """What an input does to chips and to the procedure: the same the first time and when the round runs again."""
        if isinstance(given.reply, Settled) and given.event.kind == "corrected":
            place = next(place for place, item in enumerate(self.settled) if item.event == given.reply.event)
            was, now = self.settled[place].settlement, given.reply.settlement
            self._give_chips(now.seat, Cents((now.net or 0) - (was.net or 0)))
            self.settled[place] = given.reply
            return
        if isinstance(given.reply, Settled):
            self.settled.append(given.reply)
            self._pay(given.reply)
            self._go_on(given.reply.settlement)
            return
        if isinstance(given.reply, Decision):
            self._decided(given.reply)
            return
        if isinstance(given.reply, Move) and isinstance(self.step, Stop):
            self._move_stakes(self.step.decision.place.seat, (given.reply,))
            self._go_on(None)
            return
        if isinstance(self.step, Press):
            self._lock(self.step.locks)
        self._uncover(self.step)
        self._go_on(given.reply)

    def _decided(self, made: Decision) -> None:
        """Moves the chips of a choice, and lets the round go on."""
        place, choice = made
        self._move_stakes(place.seat, choice.moves)
        player = self.round.players.get(place.seat) if self.round is not None else None
        if self.round is not None and player is not None:
            if choice.ends:
                player.ended.add(place.hand)
            if choice.needs is not None and not is_read(player):
                self.round.unchecked.append(made)
        self._go_on((place, choice.word))

    def _uncover(self, step: Step | None) -> None:
        """Notes whose cards only their player sees, and whose are turned over."""
        if self.round is None:
            return
        if isinstance(step, CardTo) and step.seen == "owner":
            self.round.players[step.place.seat].private = True
        elif isinstance(step, Press):
            for seat in step.reveals:
                self.round.players[seat].private = False

    def _go_on(self, reply: object) -> None:
        """Lets the procedure run to its next step, or the round end."""
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
            step = step.narrowed(self._open_choice)
        self.step = step

    def _open_choice(self, place: Place, choice: Choice) -> Choice:
        return open_choice(self._chooser(place), choice)

    def _chooser(self, place: Place) -> Chooser:
        player = self.round.players.get(place.seat) if self.round is not None else None
        stack = self.seats[place.seat].stack if player is not None else Cents(0)
        return Chooser(self.family, self.config, player, stack, place)

    def _check_money(self) -> None:
        """That every stake was settled, and every seat has what it had when betting closed and what it won since."""
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
        """The step that is due, if it is of this kind."""
        if self.step is None:
            raise BadInput(f"{doing} is not due: betting is open")
        if not isinstance(self.step, kind):
            raise BadInput(f"{doing} is not due: next is '{self.step.words}'")
        return self.step

    def deal(self) -> Cards:
        """The next cards from the table's own shoe."""
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
        """Physical cards, as the dealer reads them; nothing for a card face down that only the dealer has seen."""
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
        self._take(event, cards)

    def draw_number(self) -> int:
        """A number from the table's own source of chance."""
        step: Number = self._expect(Number, "a number")
        number = self.chance.number(step.name, step.low, step.high)
        self._number(step, number)
        return number

    def enter_number(self, number: int) -> None:
        """The number that the dealer's dice or device shows."""
        step: Number = self._expect(Number, "a number")
        check_whole(number, f"the {step.name}")
        if not step.low <= number <= step.high:
            raise BadInput(f"the {step.name} is {step.low} to {step.high}, not {number}")
        self._number(step, number)

    def _number(self, step: Number, number: int) -> None:
        event = self._record("number", {"name": step.name, "number": number})
        if self.config.source == "shoe":
            self._floor = event.number  # the table's own chance is not asked twice
        self._take(event, number)

    def decide(self, seat: int, answer: str, hand: int = 1, cents: Cents | None = None) -> None:
        """A player's answer, or with seat 0 the dealer's, with the moves of money that it makes.

        ``cents`` is the sum that the player names, for a choice that takes one. :func:`check_choice` checks it all.
        """
        step: Ask = self._expect(Ask, "an answer")
        for number, what in ((seat, "a seat"), (hand, "a hand")):
            check_whole(number, what)
        place = Place(seat, hand)
        if cents is not None:
            check_amount(cents, "an amount")
        offered = step.check(place, word_of(answer, "an answer"))
        player = self.round.players.get(seat) if self.round is not None else None
        # A choice without a sum was checked when the question came.
        plain = cents is None and offered.amount is None
        choice = offered if plain else check_choice(self._chooser(place), offered, cents)
        data: dict[str, Any] = {"place": str(place), "to": step.name, "answer": choice.word}
        if cents is not None:
            data["cents"] = cents
        if choice.moves:
            data["moves"] = [move.record() for move in choice.moves]
        if player is not None and player.private and offered not in step.choices[place]:
            data |= OWNER_SEES  # it names cards
        self._take(self._record("answer", data), Decision(place, choice))

    def do(self) -> None:
        """The dealer does the step that is due, one without cards or answers."""
        if self.step is None:
            raise BadInput("nothing is due: betting is open")
        match self.step:
            case Press() as step:
                event = self._record("step", {"name": step.name, **step.data})
                if step.name == "coin-in":
                    if isinstance(self.jackpot, PlayMeter):
                        self.meters[self.round_number] = self.jackpot.shown
                    self._floor = event.number  # the meter has stepped up: only a void takes that back
                self._take(event, None)
            case Settle() as step:
                self._settle(step)
            case _:
                raise BadInput(f"this cannot be done by itself: next is '{self.step.words}'")

    def _settle(self, step: Settle) -> None:
        item = step.settlement
        before = self.jackpot.mark() if self.jackpot is not None else None
        if item.share is not None and self.jackpot is not None:
            item = paid_share(item, self.jackpot.award(item.seat, item.share))
        elif self._comes_off_meter(item) and self.jackpot is not None:
            self.jackpot.pay(item.seat, Cents(item.bet + (item.net or 0)))
        event = self._record("settled", settled_record(item, step.hand, step.taken))
        self._take(event, Settled(item, step.hand, event.number, step.taken), before, step.needs_no_hand)

    def _comes_off_meter(self, item: Settlement) -> bool:
        """Whether a fixed pay is taken from the meter, as the casino requires (letter 003, Blazing 7's rule 13b)."""
        won = item.outcome != LOSS and not item.envy_from and item.wager == self.config.progressive
        return won and self.config.fixed_pays_from_meter

    def _move_stakes(self, seat: int, moves: Sequence[Move]) -> None:
        """Chips of the player, or of the house, onto stakes or back."""
        for move in moves:
            if self.round is None:
                return
            self.round.players[seat].move(move)
            if move.source == "player":
                self._move(self.seats[seat], move.cents)
            else:
                self._collect(Cents(-move.cents))

    def _lock(self, locks: Mapping[int, StakeKey]) -> None:
        """The dealer takes stakes from the felt into the tray; they stay in play."""
        for seat, key in locks.items():
            if self.round is not None:
                stakes = self.round.players[seat].stakes
                self._collect(stakes[key].own)
                stakes[key] = replace(stakes[key], locked=True)

    def _pay(self, paid: Settled) -> None:
        """Stake and winnings to the player; what is lost to the house, which has a stake that was locked already."""
        item = paid.settlement
        stake = self.round.stake_of(item, paid.hand) if self.round is not None else None
        if ((stake.own, stake.house) if stake is not None else (0, 0)) != (item.bet, item.house):
            raise ValueError(f"{item.wager} of seat {item.seat} is settled for {item.bet}, but {stake} lies there")
        own = Cents(0)
        if self.round is not None and stake is not None:
            own = stake.own
            del self.round.players[item.seat].stakes[StakeKey(item.wager, paid.hand, item.spot)]
            self._collect(stake.house if stake.locked else stake.total)
        self._give_chips(item.seat, Cents(own + (item.net or 0)))

    def _give_chips(self, seat: int, cents: Cents) -> None:
        """From the house's tray to a player, or back."""
        player = self.seats[seat]
        player.stack = Cents(player.stack + cents)
        self.house = Cents(self.house - cents)

    def _collect(self, cents: Cents) -> None:
        """Chips from the table into the house's tray."""
        self._layout = Cents(self._layout - cents)
        self.house = Cents(self.house + cents)

    def settle_lost_wagers(self) -> None:
        """Records wagers that are lost and were taken when the progressive was locked, where they come next.

        Nothing is left to do for them at the table, so nobody presses a key.
        """
        while isinstance(self.step, Settle) and self.step.needs_no_hand:
            self.do()

    def advance(self) -> None:
        """Does all that needs nobody's word: deals from the shoe and settles, up to the next question or the end."""
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
        """Nobody sits here any more: the table is closed, and its shoe is shown."""
        self._check_betting()
        if self.seats:
            raise BadInput(f"seat {listed(sorted(self.seats))} is taken: a table is closed when all players have left")
        self._record("closed", {"rounds": self.rounds})
        self.closed = True
        self._show_shoe()

    # -- the supervisor ------------------------------------------------------------------------------------------------

    def withdraw_shoe(self, reason: str) -> None:
        """Replaces the table's own shoe, whose order is lost or may be known: voids an open round, gives bets back."""
        why = line_of(reason, "a reason")
        self._check_open()
        if self.shoe is None:
            raise BadInput("the table deals from no shoe of its own")
        self._record("shoe-withdrawn", {"promise": self.shoe.promise, "reason": why})
        self._withdrawn = True
        if self.round is not None:
            self.void(why, HOUSE)  # the end of a round makes a fresh shoe where one is due
            return
        for seat, player in sorted(self.seats.items()):
            for name in reversed(list(player.bets)):
                self._take_back(seat, player, name)
        self._fresh_shoe()

    def void(self, reason: str, by: str) -> None:
        """A misdeal or a round that must not stand: every chip goes back to where it was before the deal."""
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
        """All money of the round back to where it was when betting closed."""
        for seat, stack in self._snapshot.stacks.items():
            self.seats[seat].stack = stack
        self.house = self._snapshot.house
        self._layout = self._snapshot.on_layout

    @property
    def inputs(self) -> list[Event]:
        """What of the round now played can be taken back, by a supervisor at least; the oldest first."""
        return [given.event for given in self._inputs if given.event.number > self._floor]

    @property
    def last_input(self) -> Event | None:
        """The last input that somebody keyed, where it can be taken back."""
        keyed = (given.event for given in reversed(self._inputs) if not given.automatic)
        return next((event for event in keyed if event.number > self._floor), None)

    def undo(self, event: int, reason: str = "", by: str = "") -> None:
        """Takes an event of this round back, and all that the round was given after it.

        The dealer takes back the last input only, and nothing irreversible. A supervisor, who is named with a reason,
        may go further. The procedure runs again from the close of betting with the inputs that are left.
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
        # The wagers were locked when COIN IN was pressed: running the round again does not lock them twice.
        self._start_procedure(LockedWagers(self.jackpot) if self.jackpot is not None else None)
        for given in kept:
            self._apply(given)
        self.round.jackpot = self.jackpot

    def refuse_prize(self, reason: str, by: str) -> None:
        """Settles a wager that won from the meter without its prize: the house does not honour the win."""
        why, who = line_of(reason, "a reason"), line_of(by, "a supervisor's name")
        step: Settle = self._expect(Settle, "a prize")
        if step.settlement.share is None:
            raise BadInput(f"no prize from the meter is due: next is '{step.words}'")
        item = not_honoured(step.settlement)
        event = self._record(
            "settled", settled_record(item, step.hand, step.taken) | {"reason": why, "supervisor": who}
        )
        self._take(
            event, Settled(item, step.hand, event.number, step.taken), self.jackpot.mark() if self.jackpot else None
        )

    def correct_stake(self, cents: Cents, reason: str, by: str) -> None:
        """Corrects the stake for which the table has stopped to less than lies there; what is over goes back."""
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
        self._take(made, replace(step.move, cents=Cents(cents - was)))

    def correct(self, event: int, net: Cents, reason: str, by: str) -> None:
        """Corrects what a wager of this round or the last was paid; the record of it stays, the correction is added."""
        why, who = line_of(reason, "a reason"), line_of(by, "a supervisor's name")
        for number, what in ((event, "a payment"), (net, "what a wager is paid")):
            check_whole(number, what)
        place = next((place for place, item in enumerate(self.settled) if item.event == event), None)
        if place is None:
            known = listed(item.event for item in self.settled) or "none"
            raise BadInput(f"event {event} is no payment of this round: payments are {known}")
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
