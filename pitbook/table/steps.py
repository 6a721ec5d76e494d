"""The steps of a round: what the dealer does next, or what players are asked.

The procedure of a game is a generator of steps. It waits at each one for the card, number, answer or key press that the
step needs, so the program always knows the next step and refuses everything out of turn.
"""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple

from pitbook.cards import Cards
from pitbook.errors import BadInput, quoted
from pitbook.games.model import listed
from pitbook.games.settlement import Settlement, pushed_out
from pitbook.money import Cents, format_cents
from pitbook.table.events import CONSOLE
from pitbook.table.stakes import Move, Source, StakeKey


class Place(NamedTuple):
    """A place for cards: a hand of a seat, or a named place such as the dealer's."""

    seat: int
    """From 1, starting at the dealer's left; 0 and below for the places of :data:`PLACES`."""
    hand: int = 1
    """Which of a seat's hands, after a split."""

    def __str__(self) -> str:
        if self.seat < 1:
            return PLACES[self.seat]
        return f"seat {self.seat}" if self.hand == 1 else f"seat {self.seat} hand {self.hand}"


PLACES: Final = {0: "dealer", -1: "discards", -2: "board", -3: "player", -4: "banker"}
"""Places that belong to no seat, by their numbers, with their names in events and notation."""
DEALER, DISCARDS, BOARD, PLAYER, BANKER = map(Place, PLACES)
SHARED: Final = (BOARD, PLAYER, BANKER)
"""Places whose cards belong to all seats: community cards, and the two hands of baccarat."""


def parse_place(text: str) -> Place:
    """Parses ``seat 3``, ``seat 3 hand 2``, or a named place such as ``dealer``."""
    if text in PLACES.values():
        return next(Place(number) for number, name in PLACES.items() if name == text)
    words = text.split()
    if len(words) in (2, 4) and words[0] == "seat" and (len(words) == 2 or words[2] == "hand"):
        numbers = [word for word in words[1::2] if word.isascii() and word.isdecimal() and len(word) < 3]
        if len(numbers) == len(words) // 2:
            return Place(*map(int, numbers))
    raise BadInput(f"{quoted(text)} is not a place: write 'seat 3', 'seat 3 hand 2' or {listed(PLACES.values())}")


@dataclass(frozen=True, slots=True)
class Choice:
    """A named answer to a question."""

    word: str
    """The answer as it is entered and recorded."""
    verb: str = ""
    """The verb in notation and on pages: ``hits``; empty where they show the question with its answer."""
    key: str = ""
    """The key of the keyboard."""
    moves: tuple[Move, ...] = ()
    """The money that it puts on stakes or takes back; the table checks it, records it and moves the chips."""
    purpose: str = ""
    """The purpose of the money in messages, if it is not ``to`` and the word: ``for insurance``."""
    needs: "HandRequirement | None" = None
    """A requirement on the hand. A hand that has not been entered yet is checked when it is turned over."""
    amount: "AmountBounds | None" = None
    """For a choice whose amount the player names: its bounds and its stake, in addition to ``moves``."""
    ends: bool = False
    """Whether it ends the hand: the procedure asks it nothing more (:attr:`Player.ended`)."""

    def naming(self, cents: Cents) -> "Choice":
        """The choice with the amount that a player named, as one more move."""
        if self.amount is None:
            return self
        return replace(self, moves=(*self.moves, Move(self.amount.key, cents, self.amount.source)))

    @property
    def for_view(self) -> "Choice":
        """The choice for a view: its requirement in words, without the function that checks cards."""
        return self if self.needs is None else replace(self, needs=HandRequirement(self.needs.words, _not_in_a_view))


class AmountBounds(NamedTuple):
    """The amounts that a player may name."""

    key: StakeKey
    """The stake that the amount is put on."""
    low: Cents
    high: Cents
    step: Cents = Cents(100)
    """The increment above ``low``."""
    source: Source = "player"

    def __str__(self) -> str:
        if self.low == self.high:
            return format_cents(self.low)
        return f"{format_cents(self.low)} to {format_cents(self.high)} in steps of {format_cents(self.step)}"

    def allows(self, cents: int) -> bool:
        return self.low <= cents <= self.high and (cents - self.low) % self.step == 0


class HandRequirement(NamedTuple):
    """A requirement on the hand, such as for a raise that only a pair of aces or better may make."""

    words: str
    """``a pair of aces or better``."""
    holds: Callable[[Cards], bool]
    """Whether the cards of the seat meet it."""


def _not_in_a_view(cards: Cards) -> bool:
    raise ValueError("a view cannot check hands: only the table does")


YES_NO: Final = (Choice("yes", key="y"), Choice("no", key="n"))


@dataclass(frozen=True, slots=True)
class Question:
    """A kind of question that a procedure asks, with its words for screens, records and the decision clock."""

    name: str
    """The name in events."""
    choices: tuple[Choice, ...]
    """Every named answer; an :class:`Ask` offers some of them."""
    fallback: str
    """The answer for a player whose time runs out."""
    timed_out: str = ""
    """The message to that player."""
    dealer: str = "Ask {places}: {name}?"
    """The instruction to the dealer; ``{answers}`` are those offered to the first place."""
    word: str = ""
    """The question in notation, if its choices have no verbs: ``insurance? yes``."""
    form: str = ""
    """The format of an answer that is not a named choice: ``low cards / high cards``."""
    verb: str = ""
    """The verb of such an answer in notation: ``sets``."""
    done: str = ""
    """Such an answer on pages: ``set the hand``."""
    picks: int = 0
    """The number of the seat's cards that such an answer picks: two for a low hand."""
    together: bool = False
    """Whether all players are asked at the same time, each with the full time."""

    @property
    def choice(self) -> Mapping[str, Choice]:
        """The choices by word."""
        return {choice.word: choice for choice in self.choices}


Seen = Literal["all", "owner", "nobody"]


@dataclass(frozen=True, slots=True)
class CardTo:
    """Cards are dealt to one place."""

    place: Place
    seen: Seen = "all"
    """Who sees them: ``owner`` is the player of that seat, until the cards are turned over."""
    count: int = 1
    cite: str = ""
    check: Callable[[Cards], None] | None = None
    """Refuses impossible cards, such as a hole card that contradicts what the dealer announced."""
    dealt: bool = False
    """Whether they lie there face down already: the dealer turns them over and enters them."""

    @property
    def up(self) -> bool:
        """Whether anyone sees them."""
        return self.seen != "nobody"

    @property
    def words(self) -> str:
        if self.dealt:
            cards = "card" if self.count == 1 else f"{self.count} cards"
            return f"Turn over and enter the {cards} of {_the(self.place)}"
        cards = "A card" if self.count == 1 else f"{self.count} cards"
        return f"{cards}{'' if self.up else ' face down'} to {_the(self.place)}"


@dataclass(frozen=True, slots=True)
class Number:
    """A number is drawn or thrown, from ``low`` to ``high``."""

    name: str
    low: int
    high: int
    cite: str = ""

    @property
    def words(self) -> str:
        return f"Draw the {self.name}, {self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class Ask:
    """Players are asked a question, and may answer in any order."""

    question: Question
    choices: Mapping[Place, tuple[Choice, ...]]
    """The choices of each place."""
    refusals: Mapping[Place, Mapping[str, str]] = field(default_factory=dict)
    """By a choice's word, why it is not available although the rules would allow it."""
    read: Callable[[Place, str], str] | None = None
    """Parses an answer that is not a named choice; refuses an impossible one."""
    cite: str = ""
    open: Mapping[Place, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    """The answers of each place, in words."""

    def __post_init__(self) -> None:
        form = (self.question.form,) if self.question.form else ()
        words = {place: (*form, *(c.word for c in some)) if some else () for place, some in self.choices.items()}
        object.__setattr__(self, "open", words)

    @property
    def name(self) -> str:
        return self.question.name

    @property
    def words(self) -> str:
        asked = (f"{place}: {' / '.join(answers)}" if answers else str(place) for place, answers in self.open.items())
        return f"{self.name.capitalize()}? {', '.join(asked)}"

    def seen_by(self, seat: int) -> "Ask":
        """The question without the choices of other seats, which may reveal their cards.

        The functions that parse answers and check hands are left out too: they may have access to all cards.
        """
        own = [place for place in self.choices if seat in (place.seat, CONSOLE)]
        if len(own) == len(self.choices) and self.read is None and not self._needs_something():
            return self
        choices = {
            place: tuple(c.for_view for c in some) if place in own else () for place, some in self.choices.items()
        }
        refusals = {place: some for place, some in self.refusals.items() if place in own}
        return replace(self, choices=choices, refusals=refusals, read=None)

    def _needs_something(self) -> bool:
        return any(choice.needs is not None for some in self.choices.values() for choice in some)

    def narrowed(self, check: Callable[[Place, Choice], Choice]) -> "Ask":
        """The question with each choice as ``check`` returns it; a choice that it refuses moves to ``refusals``."""
        found: dict[Place, dict[str, Choice | str]] = {}
        for place, some in self.choices.items():
            for choice in some:
                if not choice.moves and choice.needs is None and choice.amount is None:
                    continue  # nothing to check
                try:
                    checked: Choice | str = check(place, choice)
                except BadInput as error:
                    checked = str(error)
                if checked is not choice:
                    found.setdefault(place, {})[choice.word] = checked
        if not found:
            return self
        left, refusals = dict(self.choices), {place: dict(some) for place, some in self.refusals.items()}
        for place, changed in found.items():
            now = (changed.get(choice.word, choice) for choice in self.choices[place])
            left[place] = tuple(choice for choice in now if isinstance(choice, Choice))
            refused = {word: why for word, why in changed.items() if isinstance(why, str)}
            refusals[place] = {**refusals.get(place, {}), **refused}
        return replace(self, choices=left, refusals=refusals)

    def lowest(self, place: Place, answer: str) -> Cents | None:
        """The lowest amount for an answer, for automatic players; None if the answer takes no amount."""
        amount = next((choice.amount for choice in self.choices[place] if choice.word == answer), None)
        return amount.low if amount is not None else None

    def check(self, place: Place, answer: str) -> Choice:
        """The choice of an answer; refused if it is not offered to that hand."""
        if place not in self.open:
            raise BadInput(f"{place} is not asked for {self.name} now: {listed(map(str, self.open))} may answer")
        kept = self.read(place, answer) if self.read is not None else answer
        if refusal := self.refusals.get(place, {}).get(kept):
            raise BadInput(refusal)
        for choice in self.choices[place]:
            if choice.word == kept:
                return choice
        if self.read is None:
            raise BadInput(f"{place} cannot {quoted(answer)}: allowed are {listed(self.open[place])}")
        return Choice(kept)


class Decision(NamedTuple):
    """A choice that was made."""

    place: Place
    choice: Choice


@dataclass(frozen=True, slots=True)
class Press:
    """A step of the dealer without cards or money: pressing a button, turning a card over."""

    name: str
    words: str
    cite: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    locks: Mapping[int, StakeKey] = field(default_factory=dict)
    """Stakes, by seat, that the dealer takes from the felt in this step; they stay in play."""
    reveals: tuple[int, ...] = ()
    """Seats whose cards everyone sees from now on."""
    announces: str = ""
    """The dealer's announcement about cards that stay face down: whether they are a blackjack. Later steps may depend
    on it; otherwise nothing that players see may depend on a card that they do not see."""


@dataclass(frozen=True, slots=True)
class Settle:
    """One wager is paid, taken or pushed."""

    settlement: Settlement
    hand: int = 1
    cite: str = ""
    taken: bool = False
    """Whether the dealer took this wager from the felt when the progressive was locked."""

    @property
    def pushed_out(self) -> Cents | None:
        """The chips that the dealer pushes out; None for a share of the meter, which is not known before it is paid."""
        return pushed_out(self.settlement.bet, self.settlement.net, self.taken)

    @property
    def needs_no_action(self) -> bool:
        """Whether the wager is lost and was taken already, so that the dealer has nothing to do."""
        return self.taken and self.pushed_out == 0

    @property
    def words(self) -> str:
        return self.words_with(self.settlement.wager)

    def words_with(self, wager: str) -> str:
        """The words of this step with the wager's full name."""
        item = self.settlement
        place, name = Place(item.seat, self.hand), wager if not item.spot else f"{wager} {item.spot}"
        if item.share is not None:
            return f"Meter win at {_the(place)}: {item.label}, {item.pays}"
        if item.envy_from:
            return f"Pay {_the(place)} {item.pays} for seat {item.envy_from}'s {item.label}"
        if self.needs_no_action:
            return f"Lost at {_the(place)}: {name}, already taken"
        if chips := self.pushed_out:
            return f"Pay {_the(place)} {name}: {item.label}, {item.pays}, {format_cents(chips)}"
        return f"{'Push' if item.net == 0 else 'Take'} {name} at {_the(place)}: {item.label}"


@dataclass(frozen=True, slots=True)
class Settled:
    """A wager that was paid, taken or pushed."""

    settlement: Settlement
    hand: int
    event: int
    """The number of the event that recorded it."""
    taken: bool = False
    """Whether the dealer took the wager when the progressive was locked."""

    @property
    def pushed_out(self) -> Cents | None:
        """The chips that the dealer pushed out for it."""
        return pushed_out(self.settlement.bet, self.settlement.net, self.taken)


@dataclass(frozen=True, slots=True)
class Stop:
    """The table stops: a hand that was turned over does not meet the requirement of its player's choice.

    A supervisor corrects the stake of that choice, or voids the round.
    """

    decision: Decision
    move: Move
    """The choice's move, whose stake is to be corrected."""
    cite: str = ""

    @property
    def name(self) -> str:
        return "stop"

    @property
    def words(self) -> str:
        place, choice = self.decision.place, self.decision.choice
        needs = choice.needs.words if choice.needs is not None else "another hand"
        return f"Call a supervisor: {place} chose {choice.word}, which needs {needs}"


Step = CardTo | Number | Ask | Press | Settle | Stop
Procedure = Generator[Step, Any, None]
"""Sent the cards for :class:`CardTo`, a number for :class:`Number`, a place and an answer for :class:`Ask`, the
settlement as paid for :class:`Settle`, and None for :class:`Press` and :class:`Stop`."""


def _the(place: Place) -> str:
    return f"the {place}" if place.seat < 1 else str(place)
