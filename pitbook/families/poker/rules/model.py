"""The data classes that a poker game fills in.

A game is stated on **values**. ``value(cards)`` is one number a hand, the higher the better. Two values and the lowest
with which the dealer qualifies make a **result**. ``lines(value)`` is a bit mask of the hands that pay tables name.
From the two, a base wager knows which of its outcomes are satisfied, and its pay table pays the best of them.

The rule that the table settles with is composed of these (:mod:`pitbook.families.poker.rules.compose`). The solver
fills tables from the same functions and never calls the composed rule.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pitbook.cards import Cards
from pitbook.errors import BadInput, quoted
from pitbook.families.poker.rules.chart import StreetChart
from pitbook.families.poker.rules.published import Published
from pitbook.games.model import Irregularity, Option, Outcome, ProcedureStep, Wager, listed
from pitbook.pay import PayTable

LOSE, TIE, WIN, OUT_LOSE, OUT_TIE, OUT_WIN = range(6)
"""The results: how the player's hand compares, with a dealer who qualifies and with one who is out."""
RESULTS: Final = 6
ALWAYS: Final = frozenset(range(RESULTS))
OUT: Final = frozenset({OUT_LOSE, OUT_TIE, OUT_WIN})
"""The dealer does not qualify, whichever hand is higher."""
HIGHER: Final = frozenset({WIN, OUT_WIN})
EQUAL: Final = frozenset({TIE, OUT_TIE})

DEALER_QUALIFIES: Final = Option(
    "dealer-qualifies",
    ("yes", "no"),
    "yes",
    "whether the dealer needs a hand of a certain value to play",
    title="Dealer must qualify",
)


class OptionValue(NamedTuple):
    """The value of an option under which something applies."""

    option: str
    value: str


@dataclass(frozen=True, slots=True)
class OutcomeCondition:
    """One outcome of a base wager, and when it is satisfied."""

    outcome: Outcome
    results: frozenset[int] = ALWAYS
    hands: int = 0
    """Bits of ``lines(value)``, any of which the hand needs; 0 for every hand."""
    pay: str = ""
    """Its pay, if the rules fix it in every pay table; empty where the pay tables print it."""
    only_if: OptionValue | None = None
    """The option with which the wager has this outcome."""


@dataclass(frozen=True, slots=True)
class Stake:
    """A base wager: its stake, and which of its outcomes each result and hand satisfy."""

    slug: str
    name: str
    about: str
    lines: tuple[OutcomeCondition, ...]
    first: int = 0
    """The bet before the deal, in first stakes; 0 for a wager that a choice puts up."""
    paid_on: str = ""
    """For a bonus that is paid on another stake and takes none of its own: the slug of that wager."""
    paid_as: str = ""
    """The slug of another wager whose pay table this one has; empty where it has its own."""
    cite: str = ""
    tables: tuple[PayTable, ...] = ()
    """Complete: the lines that the rules fix are in every table."""


@dataclass(frozen=True, slots=True)
class StreetChoice:
    """One answer to a decision."""

    word: str
    """``fold``, ``check``, ``1x`` to ``4x``, ``ride`` or ``pull``."""
    adds: int = 0
    """First stakes that it puts on the street's wager; below 0 it takes that many back."""
    ends: bool = False
    """True where no further decision follows."""
    folds: bool = False
    """True where every stake is given up."""
    hands: int = 0
    """Bits of ``lines(value)``, any of which the hand needs for this choice; 0 for every hand."""
    only_if: OptionValue | None = None
    """The option with which it is offered."""


FOLD: Final = StreetChoice("fold", folds=True, ends=True)


@dataclass(frozen=True, slots=True)
class Street:
    """One decision, and the cards that are turned over before it."""

    name: str
    wager: str
    """The slug of the stake that its choices put up or take back."""
    choices: tuple[StreetChoice, ...]
    """The smallest stake first: of equal choices the first is taken."""
    board: int = 0
    """The number of community cards that are face up at this decision."""
    own: int | None = None
    """The number of own cards that the player has at this decision; all of them if left out."""


@dataclass(frozen=True, slots=True)
class PokerRules:
    """A poker game as its folder states it."""

    slug: str
    name: str
    about: str
    own: int
    """Cards that a player is dealt."""
    value: Callable[[Cards], int]
    """The value of a hand: the player's or the dealer's cards, together with the community cards."""
    lines: Callable[[int], int]
    """The hands that pay tables and choices name, as a bit mask of a value."""
    describe: Callable[[int], str]
    """A value in words."""
    stakes: tuple[Stake, ...]
    """The first is the one that figures are stated in."""
    streets: tuple[Street, ...]
    bonuses: tuple[Wager, ...] = ()
    """Optional wagers decided by one deal, without a decision."""
    dealer: int = 0
    """Cards that the dealer is dealt; 0 where the hand is paid by a pay table alone."""
    dealer_up: int = 0
    """The number of them that lie face up when the player decides."""
    board: int = 0
    """Community cards."""
    suit_value: Callable[[int], int] | None = None
    """For a game whose hands have the value of their best suit: the value of one suit's ranks, given as a mask."""
    by_points: bool = False
    """Whether values are points, of which fewer are better, rather than poker hands."""
    qualifies: int = 0
    """The lowest value with which the dealer plays; 0 where every hand does."""
    qualifies_words: str = ""
    """The same in words, such as ``queen high or better``."""
    hand_words: Mapping[int, str] = field(default_factory=dict, hash=False)
    """Lines that a choice needs (``StreetChoice.hands``) -> the same in words, such as ``a pair of aces or better``."""
    joker: bool = False
    seats: int = 7
    options: tuple[Option, ...] = ()
    """Options that the rules of base wagers read."""
    house_options: tuple[Option, ...] = ()
    """Other choices of the house, such as what becomes of a side bet when the player folds."""
    irregularities: tuple[Irregularity, ...] = ()
    """The rules for a misdeal and for exposed cards."""
    procedure: tuple[ProcedureStep, ...] = ()
    entries: tuple[int, ...] = ()
    """Its entries in the list of letter 004."""
    sources: tuple[str, ...] = ()
    """Where the rules are published."""
    missing: tuple[str, ...] = ()
    """Parts that the sources leave open, so that the game comes without them."""
    chart: tuple[StreetChart, ...] = ()
    """The strategy that people learn, one chart a decision; empty where it follows from the values of hands alone and
    the solver finds it."""
    simpler: tuple[tuple[StreetChart, ...], ...] = ()
    """Charts that are easier to remember, each as other rules for some decisions; the solver counts what they cost."""
    published: tuple[Published, ...] = ()
    """Figures that others publish of the base game."""
    novice: tuple[StreetChart, ...] = ()
    """A novice's decisions; empty for one who never folds and bets as little as possible."""
    novice_words: str = ""
    """The same in words, such as ``plays every hand with a face card``."""

    @property
    def first(self) -> Stake:
        """The stake that figures are stated in."""
        return self.stakes[0]

    def stake(self, slug: str) -> Stake:
        """The base wager of this slug."""
        for stake in self.stakes:
            if stake.slug == slug:
                return stake
        raise BadInput(
            f"{self.slug} has no base wager {quoted(slug)}: it has {listed(each.slug for each in self.stakes)}"
        )

    def check_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value: the one given, checked, or the default."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                has = f"it has {listed(known)}" if known else "it has none"
                raise BadInput(f"{self.slug} has no option {quoted(name)}: {has}")
        return {name: option.check(given.get(name, option.default)) for name, option in known.items()}

    @property
    def before_deal(self) -> tuple[Stake, ...]:
        """The base wagers that are bet before the deal."""
        return tuple(stake for stake in self.stakes if stake.first)

    def raises_on(self, slug: str) -> tuple[int, ...]:
        """The amounts that choices may put on a wager, in first stakes, in rising order."""
        return tuple(sorted({choice.adds for choice in self.choices_on(slug) if choice.adds > 0}))

    def choices_on(self, slug: str) -> tuple[StreetChoice, ...]:
        """The choices of all streets that put up a wager or take it back."""
        return tuple(choice for street in self.streets if street.wager == slug for choice in street.choices)

    def own_at(self, street: Street) -> int:
        """The number of own cards of a player at a decision."""
        return self.own if street.own is None else street.own

    def words_of(self, hands: int) -> str:
        """The hand that a choice needs, in words."""
        return self.hand_words.get(hands, "a better hand")

    def needs(self, slug: str) -> bool:
        """Whether every player who does not fold bets on a wager: a street offers only that or to fold."""
        return any(
            street.wager == slug
            and any(choice.folds for choice in street.choices)
            and all(choice.folds or choice.adds > 0 for choice in street.choices)
            for street in self.streets
        )

    def lowest_qualifying(self, options: Mapping[str, str]) -> int:
        """The lowest value with which the dealer plays, with these options."""
        return self.qualifies if options.get(DEALER_QUALIFIES.name, "yes") == "yes" else 0


def applies(reading: OptionValue | None, options: Mapping[str, str]) -> bool:
    """Whether the options have the value that ``reading`` requires; true without a requirement."""
    return reading is None or options[reading.option] == reading.value
