"""A table with a stacked shoe and players with prepared answers: whole rounds in a few words.

``rig.play({1: "base=10 royal-match=5"}, deal(["Ks Qs"], "Kh Qd"), {1: "stand"})``
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from pitbook.cards import JOKER, Cards, card_names, parse_cards
from pitbook.families.pai_gow.table.procedure import dealing_order
from pitbook.families.pai_gow.table.questions import HOUSE_WAY
from pitbook.games import game
from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents, dollars, format_cents, parse_cents
from pitbook.table.betting import Clock
from pitbook.table.config import TableConfig, configure
from pitbook.table.events import Event, Journal
from pitbook.table.replay import Replay
from pitbook.table.shoe import Chance, SealedShoe
from pitbook.table.steps import Ask, CardTo, Number, Settled
from pitbook.table.table import Table

MATCH, POKER = "million-dollar-match-the-dealer", "match-n-poker"
RICHES, ROYAL, EZ = "royal-riches-pai-gow", "royal-match-21", "ez-pai-gow"
GAMES: Final = (MATCH, POKER, RICHES, ROYAL, EZ)
CHIPS: Final = dollars(100_000)
EVERY_ROUND: Final = Fraction(1, 10**6)
"""A cut card so high that every round is dealt from a fresh shoe."""

Bets = Mapping[int, str]
Answers = Mapping[int, str]


class Stacked:
    """A prepared random source: the chosen cards on top of the shoe, and the numbers of the dice."""

    def __init__(self) -> None:
        self.top: Cards = ()
        self.numbers: list[int] = []

    def seal(self, cards: Sequence[int]) -> SealedShoe:
        rest = Counter(cards)
        for card in self.top:
            rest[card] -= 1
        assert min(rest.values()) >= 0, f"{card_names(self.top)} is not in the shoe"
        return SealedShoe((*self.top, *sorted(rest.elements(), reverse=True)), "0" * 64)

    def number(self, name: str, low: int, high: int) -> int:
        return self.numbers.pop(0) if self.numbers else low


class Rig:
    """One table with its chance and its record."""

    def __init__(self, config: TableConfig, seats: int | None = None, chips: Cents = CHIPS) -> None:
        self.chance, self.events = Stacked(), list[Event]()
        self.table = Table(config, self.chance, self.clock, self.events.append)
        for seat in range(1, (seats or config.seats) + 1):
            self.table.sit(seat, f"Player {seat}", chips)
        self.mark = 0

    def clock(self) -> str:
        return f"12:00:{len(self.events):06}"

    def bet(self, bets: Bets) -> None:
        """``{1: "base=10 red-black=5:red match-3=5"}``."""
        for seat, text in bets.items():
            for word in text.split():
                name, _, value = word.partition("=")
                amount, _, choice = value.partition(":")
                wager, _, spot = (
                    name.rpartition("-") if name.startswith("match-") and name[-1].isdigit() else (name, "", "0")
                )
                self.table.bet(seat, wager, parse_cents(amount), int(spot), choice)

    def begin(self, bets: Bets, cards: Cards | str = (), start: int = 1) -> None:
        """Stacks the shoe, places the bets and closes the betting."""
        self.chance.top = parse_cards(cards) if isinstance(cards, str) else cards
        self.chance.numbers = [start]
        if self.table.config.source == "shoe":
            self.table.shuffle()
        self.mark = len(self.events)
        self.bet(bets)
        self.table.close_betting()

    def play(self, bets: Bets, cards: Cards | str = (), answers: Answers | None = None, start: int = 1) -> list[str]:
        """One whole round; what was paid, in order."""
        self.begin(bets, cards, start)
        self.finish(answers)
        return self.paid

    def finish(self, answers: Answers | None = None, entered: str = "") -> None:
        """Plays to the end. Default answers: stand, no, the house way."""
        told = {seat: [word.strip() for word in text.split(",")] for seat, text in (answers or {}).items()}
        cards = entered.split()
        while self.table.step is not None:
            self.table.advance()
            step = self.table.step
            if isinstance(step, CardTo):
                given, cards = cards[: step.count], cards[step.count :]
                self.table.enter("" if "??" in given else " ".join(given))
            elif isinstance(step, Ask):
                place = next(iter(step.open))
                queue = told.get(place.seat, [])
                usual = {"play": "stand", "set": HOUSE_WAY.word}.get(step.name, "no")
                self.table.decide(place.seat, queue.pop(0) if queue else usual, place.hand)
        left = {seat: queue for seat, queue in told.items() if queue}
        assert not left, f"the table did not ask for these choices: {left}"
        assert not cards, f"the table did not deal these cards: {cards}"

    @property
    def paid(self) -> list[str]:
        return [line(item) for item in self.table.settled]

    @property
    def story(self) -> list[str]:
        """The events since the bets, one per line."""
        return [told for event in self.events[self.mark :] if (told := tell(event))]

    def check_chips(self) -> None:
        check_chips(self.table)


def all_bets(config: TableConfig) -> Iterator[Bet]:
    """The lowest bet on everything that a table offers before the deal, the base wager first."""
    for wager in (wager for wager in config.wagers() if not wager.in_round):
        choice = wager.choice.default if wager.choice else ""
        for spot in range(1, wager.spots + 1) or (0,):
            yield Bet(wager.slug, config.limits[wager.slug].low, spot, choice)


def one_step(table: Table) -> None:
    """Does the next step, if it needs no answer."""
    match table.step:
        case CardTo():
            table.deal()
        case Number():
            table.draw_number()
        case _:
            table.do()


def check_chips(table: Table) -> None:
    """Every chip that was bought is in a stack, on the table or with the house, and stakes say whose it is.

    In a round: stack + own stakes - settled net is what a seat had when betting closed.
    """
    stacks = sum(seat.stack for seat in table.seats.values())
    assert table.bought == stacks + table.on_layout + table.house
    if table.round is None:
        return
    before, on_felt = table._snapshot, 0
    for seat, player in table.round.players.items():
        on_felt += sum(stake.house if stake.locked else stake.total for stake in player.stakes.values())
        own = sum(stake.own for stake in player.stakes.values())
        net = sum(item.settlement.net or 0 for item in table.settled if item.settlement.seat == seat)
        had = before.stacks[seat] + sum(bet.cents for bet in before.bets[seat].values())
        assert table.seats[seat].stack + own - net == had
    assert table.on_layout == on_felt


def line(item: Settled) -> str:
    """``1 royal-match royal_match $250``; a second hand is ``1.2``, envy says for whose hand."""
    each = item.settlement
    seat = f"{each.seat}.{item.hand}" if item.hand > 1 else str(each.seat)
    envy = f"envy({each.envy_from}) " if each.envy_from else ""
    name = bet_name(Bet(each.wager, each.bet, each.spot))
    return f"{seat} {name} {envy}{each.outcome} {'?' if each.net is None else format_cents(each.net)}"


def tell(event: Event) -> str:
    """The part of an event that matters to an order of steps."""
    data = event.data
    match event.kind:
        case "card":
            return f"card to {data['to']}"
        case "answer":
            return f"{data['place']} {data['answer']}"
        case "step":
            return str(data["name"])
        case "settled":
            hand = f".{data['hand']}" if "hand" in data else ""
            return f"pay {data['seat']}{hand} {data['wager']} {data['outcome']}"
        case _:
            return ""


def rig(slug: str, *, players: int | None = None, chips: Cents = CHIPS, **config: Any) -> Rig:
    """A table of a game; by default with a fresh shoe each round and no burn card."""
    return Rig(configure(game(slug), **({"penetration": EVERY_ROUND, "burn": 0} | config)), players, chips)


def entered_rig(slug: str, *, players: int | None = None, **config: Any) -> Rig:
    """The same with physical cards."""
    return Rig(configure(game(slug), source="entered", **config), players)


def deal(hands: Sequence[str], dealer: str, then: str = "") -> Cards:
    """The shoe of a blackjack round: hands from the dealer's left, up card, hole card, and the cards drawn later."""
    cards, (up, *hole) = [parse_cards(hand) for hand in hands], parse_cards(dealer)
    return (*(hand[0] for hand in cards), up, *(hand[1] for hand in cards), *hole, *parse_cards(then))


def deal_match(hands: Sequence[str], dealer: str) -> Cards:
    """The shoe of a Match The Dealer round."""
    cards = [parse_cards(hand) for hand in hands]
    return (*(hand[0] for hand in cards), *(hand[1] for hand in cards), *parse_cards(dealer))


def deal_sevens(hands: Mapping[int, str], dealer: str, start: int = 1) -> Cards:
    """The pack of a pai gow round that gives these seats and the dealer these hands when every spot is dealt."""
    chosen = {seat: parse_cards(hand) for seat, hand in {0: dealer, **hands}.items()}
    used = {card for cards in chosen.values() for card in cards}
    spare = iter(sorted(set(range(JOKER + 1)) - used))
    order: list[int] = []
    for seat in dealing_order(start):
        order += chosen.get(seat) or [next(spare) for _ in range(7)]
    return tuple(order)


def restore(events: Sequence[Event], chance: Chance, clock: Clock, journal: Journal) -> Table:
    """Restores a table from its log, in mid-round or not; refused if the log differs from the rules."""
    replay = Replay.begin(events, None, clock, chance).run()
    replay.check()
    table = replay.table
    table.chance, table.clock = chance, clock
    table.log.journal = journal
    # Events that follow from the last one may be missing, if the program stopped before recording them.
    for event in replay.made[len(events) :]:
        journal(event)
    return table
