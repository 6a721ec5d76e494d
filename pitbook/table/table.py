"""A table: seats and chips, betting, one round after another, and the record of all of it.

Whatever is done is checked first and recorded as an event; whatever is refused changes nothing. The same events, done
again in the same order, give the same table: that is how a table goes on after a restart, and how a round is replayed.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pitbook.cards import NO_CARD, Cards, card_name, card_names
from pitbook.errors import BadInput, quoted
from pitbook.games.model import listed
from pitbook.games.settle import LOSS, Bet, Settlement, bet_name
from pitbook.money import Cents, format_cents
from pitbook.table import blackjack, match_the_dealer, pai_gow
from pitbook.table.checks import check_amount, check_whole, line_of, names_of, read_cards, settled_record, word_of
from pitbook.table.config import BASE, TableConfig
from pitbook.table.events import LOG_VERSION, SECRET, Event, Journal, Log
from pitbook.table.jackpot import Jackpot
from pitbook.table.round import Player, Round, Settled, paid_share
from pitbook.table.shoe import Chance, SealedShoe
from pitbook.table.steps import Ask, CardTo, Number, Place, Press, Procedure, Settle, Step

PROCEDURES: Final[Mapping[str, Callable[[Round], Procedure]]] = {
    "blackjack": blackjack.play,
    "pai gow poker": pai_gow.play,
    "match the dealer": match_the_dealer.play,
}
HOUSE: Final = "house"


@dataclass(slots=True)
class Seat:
    """A player at the table."""

    player: str
    stack: Cents
    bets: dict[str, Bet] = field(default_factory=dict)
    """What lies on the spots, by their names, while betting is open."""
    ready: bool = False
    """Whether the player has said that the deal may begin."""


Clock = Callable[[], str]
"""The time, as it is recorded."""


class Table:
    """One table, from opening to closing."""

    def __init__(
        self, config: TableConfig, chance: Chance, clock: Clock, journal: Journal, jackpot: Jackpot | None = None
    ) -> None:
        self.config = config
        self._pack = Counter(config.pack)
        self.log = Log(journal)
        self.chance, self.clock = chance, clock
        self.by = HOUSE
        """Who does what is done next, as it is recorded."""
        self.seats: dict[int, Seat] = {}
        self.house = Cents(0)
        """What the house has won from the players, progressive wagers included."""
        self.bought = Cents(0)
        """All chips that players brought less those they took away."""
        self.rounds = 0
        self.round: Round | None = None
        self.last_round: Round | None = None
        """The one before, whose cards lie on the felt until the next."""
        self.closed = False
        self.step: Step | None = None
        """What happens next in the round; None while betting is open."""
        self.settled: list[Settled] = []
        """Of the round now played, or of the last one."""
        self.jackpot = jackpot or config.jackpot()
        self.shoe: SealedShoe | None = None
        self.position = 0
        self._withdrawn = False
        """Whether the shoe is played no more, and the next betting begins with a fresh one."""
        self._seen: Counter[int] = Counter()
        """Cards that have come since the last shuffle."""
        self._in_play: Counter[int] = Counter()
        """Cards of the round now played."""
        self._played: dict[int, Seat] = {}
        """Who sat where in the round now played, or in the last one."""
        self._procedure: Procedure | None = None
        self._layout = Cents(0)
        self._waiting: dict[tuple[object, ...], bool] = {}
        self._record("opened", {"log": LOG_VERSION, **config.to_dict()})
        self._ready_shoe()

    # -- the record ----------------------------------------------------------------------------------------------------

    def _record(self, kind: str, data: Mapping[str, Any]) -> Event:
        return self.log.add(kind, data, self.clock(), self.by)

    @property
    def on_layout(self) -> Cents:
        """Chips that lie on the table."""
        return self._layout

    # -- seats and bets ------------------------------------------------------------------------------------------------

    def sit(self, seat: int, player: str, chips: Cents) -> None:
        """A player sits down with chips."""
        self._check_open()
        check_whole(seat, "a seat")
        if not 1 <= seat <= self.config.seats:
            raise BadInput(f"there is no seat {seat}: the table has seats 1 to {self.config.seats}")
        if seat in self.seats:
            raise BadInput(f"seat {seat} is taken")
        name = line_of(player, "a player's name")
        check_amount(chips, "chips")
        self._record("sat", {"seat": seat, "player": name, "chips": chips})
        self.seats[seat] = Seat(name, chips)
        self.bought = Cents(self.bought + chips)

    def buy(self, seat: int, chips: Cents) -> None:
        """A player gets more chips, between rounds."""
        player = self._seat(seat)
        check_amount(chips, "chips")
        self._check_betting()
        self._record("bought", {"seat": seat, "chips": chips})
        player.stack = Cents(player.stack + chips)
        self.bought = Cents(self.bought + chips)

    def leave(self, seat: int) -> Cents:
        """A player takes bets back, and leaves with all chips, between rounds."""
        player = self._seat(seat)
        self._check_betting()
        for name in reversed(list(player.bets)):
            self._take_back(seat, player, name)
        self._record("left", {"seat": seat, "chips": player.stack})
        self.bought = Cents(self.bought - player.stack)
        del self.seats[seat]
        return player.stack

    def bet(self, seat: int, wager: str, cents: Cents, spot: int = 0, choice: str = "") -> None:
        """Places a bet, or changes the one that lies there; nothing (0) takes it back."""
        player = self._seat(seat)
        self._check_betting()
        for number, what in ((cents, "a bet"), (spot, "a spot")):
            check_whole(number, what)
        new = Bet(word_of(wager, "a wager"), cents, spot, word_of(choice, "a choice"))
        name = bet_name(new)
        if cents == 0:
            if name not in player.bets:
                raise BadInput(f"seat {seat} has no bet on {name} to take back")
            if name == BASE and len(player.bets) > 1:
                others = listed(other for other in player.bets if other != BASE)
                raise BadInput(
                    f"seat {seat} cannot take back the base wager while {others} is bet: take that back first"
                )
            self._take_back(seat, player, name)
            return
        self._check_bet(seat, player, new)
        before = player.bets[name].cents if name in player.bets else 0
        if cents - before > player.stack:
            raise BadInput(
                f"seat {seat} has {format_cents(player.stack)} left: {format_cents(cents)} on {name} is too much"
            )
        data: dict[str, Any] = {"seat": seat, "wager": wager, "cents": cents}
        self._record("bet", data | ({"spot": spot} if spot else {}) | ({"choice": choice} if choice else {}))
        player.bets[name] = new
        player.ready = False
        self._move(player, Cents(cents - before))

    def lay_bets(self, seat: int, bets: Sequence[Bet]) -> None:
        """Changes all that a player has bet to these bets: all of them are placed, or none."""
        player = self._seat(seat)
        self._check_betting()
        on_table = sum(bet.cents for bet in player.bets.values())
        after = Seat(player.player, Cents(player.stack + on_table))
        for bet in sorted(bets, key=lambda bet: bet.wager != BASE):
            for number, what in ((bet.cents, "a bet"), (bet.spot, "a spot")):
                check_whole(number, what)
            name = bet_name(bet)
            if name in after.bets:
                raise BadInput(f"seat {seat} bets twice on {name}: give one amount")
            self._check_bet(seat, after, bet)
            if bet.cents > after.stack:
                raise BadInput(
                    f"seat {seat} has {format_cents(after.stack)} left: {format_cents(bet.cents)} on {name} is too much"
                )
            after.bets[name] = bet
            after.stack = Cents(after.stack - bet.cents)
        for name in reversed([name for name in player.bets if name not in after.bets]):
            self._take_back(seat, player, name)

        def added(name: str) -> int:
            return after.bets[name].cents - (player.bets[name].cents if name in player.bets else 0)

        # Chips come off one spot before they are put on another.
        for name in sorted(after.bets, key=lambda name: added(name) > 0):
            bet = after.bets[name]
            if player.bets.get(name) != bet:
                self.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)

    def ready(self, seat: int) -> None:
        """A player who has bet says that the deal may begin; whoever changes a bet is no longer ready."""
        player = self._seat(seat)
        self._check_betting()
        if not player.bets:
            raise BadInput(f"seat {seat} has not bet: place a bet first")
        if player.ready:
            raise BadInput(f"seat {seat} is ready already")
        self._record("ready", {"seat": seat})
        player.ready = True

    def _take_back(self, seat: int, player: Seat, name: str) -> None:
        bet = player.bets[name]
        data: dict[str, Any] = {"seat": seat, "wager": bet.wager}
        self._record("taken-back", data | ({"spot": bet.spot} if bet.spot else {}))
        del player.bets[name]
        player.ready = False
        self._move(player, Cents(-bet.cents))

    def _check_bet(self, seat: int, player: Seat, bet: Bet) -> None:
        """Refuses what the letter, the table's limits or the other bets do not allow."""
        config = self.config
        wager = config.game.wager(bet.wager)
        if wager.rides_on:
            raise BadInput(f"{wager.slug} takes no bet of its own: it comes with a bet on every {wager.rides_on} spot")
        if bet.wager not in config.offered:
            raise BadInput(f"this table does not offer {bet.wager}: it offers {listed(config.offered)}")
        if not (1 <= bet.spot <= wager.spots if wager.spots else bet.spot == 0):
            raise BadInput(f"{wager.slug} has no spot {bet.spot}: it has {wager.spots or 'only one'}")
        if wager.choice is not None:
            wager.choice.check(bet.choice)
        elif bet.choice:
            raise BadInput(f"{wager.slug} has nothing to choose, but {quoted(bet.choice)} was given with the bet")
        check_amount(bet.cents, "a bet")
        limits = config.limits[bet.wager]
        if not limits.low <= bet.cents <= limits.high:
            raise BadInput(f"{bet.wager} is {limits} at this table, not {format_cents(bet.cents)}")
        # Every optional wager rides on the base game's (letters 001, 002, 003 and 004).
        if BASE in config.offered and bet.wager != BASE and BASE not in player.bets:
            raise BadInput(f"seat {seat} bets on {bet.wager} without the base wager: place that first ({wager.cite})")

    def _move(self, player: Seat, cents: Cents) -> None:
        """Chips from a stack onto the table, or back."""
        player.stack = Cents(player.stack - cents)
        self._layout = Cents(self._layout + cents)

    def sat_in_round(self, seat: int) -> bool:
        """Whether whoever sits here sat here in the round now played, or in the last one."""
        return seat in self.seats and self._played.get(seat) is self.seats[seat]

    def _seat(self, seat: int) -> Seat:
        check_whole(seat, "a seat")
        if seat not in self.seats:
            raise BadInput(f"nobody sits at seat {seat}: {listed(sorted(self.seats)) or 'no seat'} is taken")
        return self.seats[seat]

    def _check_open(self) -> None:
        if self.closed:
            raise BadInput("the table is closed: open it again first")

    def _check_betting(self) -> None:
        self._check_open()
        if self.round is not None:
            raise BadInput(f"round {self.round.number} is being played: wait until it is over")

    # -- cards ---------------------------------------------------------------------------------------------------------

    def shuffle(self) -> None:
        """A fresh shoe before anyone bets: the table's own is sealed, and the one before is shown.

        Physical cards may be shuffled at any time, also when they run out in mid-round.
        """
        self._check_open()
        if self.config.source == "shoe":
            self._check_betting()
            if self._layout:
                raise BadInput("bets lie on the table: a shoe is promised before anyone bets, so take them back first")
        self._record("shuffle", {})
        self._fresh_shoe()

    def _fresh_shoe(self) -> None:
        """With physical cards it is only noted that those which do not lie on the table were shuffled."""
        self._show_shoe()
        self._seen = Counter(self._in_play)
        if self.config.source == "shoe":
            self._seal(self.config.pack)
            self.position = self.config.burn

    def _seal(self, cards: Sequence[int]) -> None:
        shoe = self.chance.seal(cards)
        self._record(
            "shuffled",
            {"cards": len(shoe.order), "promise": shoe.promise, SECRET: shoe.secret},
        )
        self.shoe = shoe
        self.position = 0
        self._withdrawn = False

    def _show_shoe(self) -> None:
        """When a shoe has been dealt, anyone may check it against its promise; unless its order is not known here."""
        if self.shoe is not None:
            told = {"order": card_names(self.shoe.order), "salt": self.shoe.salt} if self.shoe.is_known else {}
            self._record("shoe-shown" if told else "shoe-lost", {"promise": self.shoe.promise, **told})
            self.shoe = None

    @property
    def shuffle_due(self) -> bool:
        """Whether the next round needs a fresh shoe: pai gow shuffles for each, the others when the cut card has come.

        A shoe that was shuffled in mid-round, without the cards on the table, is not played on.
        """
        if self.config.source == "entered":
            return False
        if self.shoe is None or self._withdrawn:
            return True
        if self.config.game.base == "pai gow poker":
            return self.position > self.config.burn
        whole = self._pack.total()
        return len(self.shoe.order) < whole or self.position >= self.config.depth * whole

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

    def _ready_shoe(self) -> None:
        """Before anyone bets: the promise is that of the very cards that are bet on."""
        if self.config.source == "entered" and self.config.game.base == "pai gow poker":
            self._seen.clear()
        elif self.shuffle_due:
            self._fresh_shoe()

    # -- a round -------------------------------------------------------------------------------------------------------

    def close_betting(self) -> None:
        """No more bets: the round begins."""
        self._check_betting()
        playing = {seat: player for seat, player in sorted(self.seats.items()) if player.bets}
        if not playing:
            raise BadInput("nobody has bet: a round needs at least one bet")
        self.rounds += 1
        self.settled = []
        self._played = playing
        self._record("betting-closed", {"round": self.rounds, "seats": list(playing)})
        players = {seat: Player(seat, dict(player.bets)) for seat, player in playing.items()}
        self.round = Round(
            self.rounds,
            self.config,
            players,
            self.jackpot,
            lambda seat: self.seats[seat].stack,
            lambda seat, cents: self._move(self.seats[seat], cents),
            self._collect,
            waiting=self._waiting,
        )
        self._procedure = PROCEDURES[self.config.game.base](self.round)
        self._go_on(None)

    def _go_on(self, reply: object) -> None:
        """Lets the procedure run to its next step, or the round end."""
        if self._procedure is None or self.round is None:
            raise BadInput("no round is being played: close the betting first")
        try:
            step = self._procedure.send(reply)
        except StopIteration:
            self._end_round()
            return
        self.step = replace(step, taken=self.round.is_taken(step.settlement)) if isinstance(step, Settle) else step

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

    def _reshuffle(self) -> None:
        """The shoe is empty in mid-round: what does not lie on the table is shuffled again."""
        left = self._pack - self._in_play
        if not left:
            raise BadInput("every card of the shoe lies on the table: a supervisor must void the round")
        self._show_shoe()
        self._seal(sorted(left.elements()))

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
        shown = {} if step.up else {"up": False}
        self._record("card", {"to": str(step.place), "cards": names_of(cards)} | shown)
        for card in cards:
            if card != NO_CARD:
                self._seen[card] += 1
                self._in_play[card] += 1
        self._go_on(cards)

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
        self._record("number", {"name": step.name, "number": number})
        self._go_on(number)

    def decide(self, seat: int, answer: str, hand: int = 1) -> None:
        """A player's answer, or with seat 0 the dealer's."""
        step: Ask = self._expect(Ask, "an answer")
        for number, what in ((seat, "a seat"), (hand, "a hand")):
            check_whole(number, what)
        place = Place(seat, hand)
        kept = step.check(place, word_of(answer, "an answer"))
        self._record("answer", {"place": str(place), "to": step.name, "answer": kept})
        self._go_on((place, kept))

    def do(self) -> None:
        """The dealer does the step that is due, one without cards or answers."""
        if self.step is None:
            raise BadInput("nothing is due: betting is open")
        match self.step:
            case Press() as step:
                self._record("step", {"name": step.name, **step.data})
                self._go_on(None)
            case Settle() as step:
                self._settle(step)
            case _:
                raise BadInput(f"this cannot be done by itself: next is '{self.step.words}'")

    def _settle(self, step: Settle) -> None:
        item = step.settlement
        if item.share is not None and self.jackpot is not None:
            item = paid_share(item, self.jackpot.award(item.seat, item.share))
        elif self._comes_off_meter(item) and self.jackpot is not None:
            self.jackpot.pay(item.seat, Cents(item.bet + (item.net or 0)))
        net = Cents(item.net or 0)
        event = self._record("settled", settled_record(item, step.hand, step.taken))
        self.settled.append(Settled(item, step.hand, event.number, step.taken))
        self._pay(item.seat, item.bet, net, step.taken)
        self._go_on(item)

    def _comes_off_meter(self, item: Settlement) -> bool:
        """Whether a fixed pay is taken from the meter, as the casino requires (letter 003, Blazing 7's rule 13b)."""
        won = item.outcome != LOSS and not item.envy_from and item.wager == self.config.progressive
        return won and self.config.fixed_pays_from_meter

    def _pay(self, seat: int, bet: Cents, net: Cents, taken: bool = False) -> None:
        """Bet and winnings to the player; what is lost to the house, which has a wager that was taken already."""
        player = self.seats[seat]
        player.stack = Cents(player.stack + bet + net)
        if not taken:
            self._collect(bet)
        self.house = Cents(self.house - bet - net)

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
        while self.step is not None and not isinstance(self.step, Ask):
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

    def void(self, reason: str, by: str) -> None:
        """A misdeal or a round that must not stand: every chip goes back to where it was before the deal."""
        why, who = line_of(reason, "a reason"), line_of(by, "a supervisor's name")
        if self.round is None:
            raise BadInput("no round is being played: there is nothing to void")
        self._record("voided", {"round": self.round.number, "reason": why, "supervisor": who})
        for item in self.settled:
            settlement = item.settlement
            self._pay(settlement.seat, Cents(-settlement.bet), Cents(-(settlement.net or 0)), item.taken)
        self._collect(Cents(-sum(self.round.taken.values())))
        for seat, player in self.round.players.items():
            placed = sum(bet.cents for bet in player.bets.values())
            extra = sum(hand.bet - hand.first for hand in player.hands) + player.insurance
            self._move(self.seats[seat], Cents(-(placed + extra)))
        if self.jackpot is not None:
            self.jackpot.void_game()
        self.settled = []
        self._end_round()

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
        self._record("corrected", {"payment": event, "net": net, "was": item.net, "reason": why, "supervisor": who})
        self._pay(item.seat, Cents(0), change)
        self.settled[place] = replace(self.settled[place], settlement=replace(item, net=net))
