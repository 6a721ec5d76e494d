"""The model of a game: wagers, the cards they look at, outcomes, and the options a house may choose.

A wager's **rule** is one plain function on small integers. Its arguments are the groups of cards that the wager looks
at, then the index of each option it reads. It returns a bit mask: bit *i* is set if the cards satisfy ``outcomes[i]``
(an outcome may name other bits). It knows nothing of pays; the pay table picks the best line.
The table settles with this rule, the exact engine counts with it and the simulator compiles it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, get_args

from pitbook.cards import NO_CARD, Cards
from pitbook.errors import BadInput, NotApproved, quoted
from pitbook.games.letter import Letter
from pitbook.hands.pai_gow import Setting
from pitbook.money import Cents, format_cents
from pitbook.pay import Odds, Pay, PayLine, PayTable

Rule = Callable[..., int]
Use = Literal["count", "rounds", "settle", "simulate", "run", "play", "felt"]
"""The uses that an option may affect: exact figures, figures of rounds that all begin with a full shoe, the settlement
of given cards, a simulation, a table with automatic players, one with people, who may fold, and the print on the
felt."""
ALL_USES: Final[tuple[Use, ...]] = get_args(Use)
USES_IN_PLAY: Final = tuple(use for use in ALL_USES if use != "felt")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A named result of a wager."""

    name: str
    label: str
    meaning: str
    """In plain words, for the rules page."""
    sum_of: tuple[str, ...] = ()
    """The printed lines paid together for it, if one bet can win more than once."""
    mask: int = 0
    """The bits of the rule's answer that mean this outcome, any of them; 0 for the bit at its index among the
    outcomes."""


Source = Literal[
    "player", "dealer", "player low", "player high", "dealer low", "dealer high",
    "board", "player and dealer", "player and board",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Group:
    """A set of cards on the table that a rule looks at; their order does not matter."""

    name: str
    source: Source
    size: int
    """The number of cards; 0 means all of them."""
    start: int = 0
    optional: bool = False
    """True if the rule also answers when these cards were not dealt."""
    only_for: tuple[str, ...] = ()
    """The outcomes that look at these cards, if the others do not: a pay table without them does not need this
    group."""
    only_if: tuple[str, str] | None = None
    """The option and its value with which the rule looks at these cards, if it does so only then."""
    when_folded: tuple[int, ...] = ()
    """For a wager without which a hand is folded: the numbers of these cards, besides all of them, that may lie on the
    table when a hand is folded."""


@dataclass(frozen=True, slots=True)
class LabOnly:
    """A choice that a par sheet or a simulation may try, but with which no casino table may open."""

    choice: str
    why: str
    """The sentence or printed figure of the letter that it contradicts."""
    cite: str


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a letter or the regulation leaves to the house, or an ambiguity of the letter."""

    name: str
    choices: tuple[str, ...]
    """The order defines the index that rules are given; empty if the value is free text."""
    default: str
    meaning: str
    cite: str = ""
    parse: Callable[[str], object] | None = None
    """Parses and validates a free-text value."""
    wagers: tuple[str, ...] = ()
    """The wagers whose pays or cards it changes; empty for all of the game."""
    outcomes: tuple[str, ...] = ()
    """The outcomes it decides: it changes nothing with a pay table that pays none of them. Empty for all."""
    uses: tuple[Use, ...] = USES_IN_PLAY
    """The uses in which it changes anything."""
    not_counted_for: tuple[str, ...] = ()
    """Wagers whose exact figures do not depend on it, although the pays at a table do."""
    title: str = ""
    """The title on pages and in reports; derived from the name if empty."""
    choice_words: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Display text of choices, where it differs from the value in commands and files: ``hit`` is shown as "hits"."""
    lab_only: tuple[LabOnly, ...] = ()
    """Choices that the letter rules out, in words or by a figure that holds only without them."""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", self.name.replace("-", " ").capitalize())

    def words(self, choice: str) -> str:
        """The display text of a choice."""
        return self.choice_words.get(choice, choice)

    def check(self, value: str) -> str:
        if self.parse is not None:
            try:
                self.parse(value)
            except BadInput as error:
                raise BadInput(f"option {self.name}: {error}") from None
        if self.choices and value not in self.choices:
            raise BadInput(f"option {self.name}={quoted(value)} is not known: allowed are {', '.join(self.choices)}")
        return value

    def index(self, options: Mapping[str, str]) -> int:
        """The index of the chosen value, as passed to a rule."""
        return self.choices.index(options.get(self.name, self.default))


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards that one seat's wagers are settled on."""

    player: Cards
    dealer: Cards
    player_set: Setting | None = None
    dealer_set: Setting | None = None
    board: Cards = field(default=(), kw_only=True)

    def cards(self, source: Source) -> Cards:
        match source:
            case "player":
                return self.player
            case "dealer":
                return self.dealer
            case "board":
                return self.board
            case "player and dealer":
                return (*self.player, *self.dealer)
            case "player and board":
                return (*self.player, *self.board)
        setting = self.player_set if source.startswith("player") else self.dealer_set
        if setting is None:
            return ()
        return setting.low if source.endswith("low") else setting.high


Suits = Literal["named", "interchangeable", "only flushes"]
"""``named``: a rule may ask for diamonds. ``interchangeable``: only which cards share a suit matters. ``only flushes``:
of seven cards, only five or more of one suit."""

SetHands = Callable[[Cards, Setting | None, Cards, Mapping[str, str]], Deal]
"""Player's cards, the player's setting (None for the house way), dealer's cards, options -> the deal."""


@dataclass(frozen=True, slots=True)
class Together:
    """Decodes the answers of a rule that evaluates several bets at once. The bets look at the same cards, so
    their joint result cannot be derived from each alone."""

    spots: Callable[[int], tuple[int, ...]]
    """Answer -> the number of spots that end in each outcome of one spot, in their order, and then the number that
    lose."""
    bonus: Callable[[int], int]
    """Answer -> the answer of the rule of the wager that requires all spots."""
    tables: Callable[[Iterable[PayTable], Iterable[PayTable]], Iterable[PayTable]]
    """The pay tables of one spot and of the wager that requires all spots -> those of all bets together."""
    words: tuple[str, ...]
    """The names of the printed lines of one spot in a result, in the order of the outcomes."""
    nothing: str
    """The name of the result in which every spot loses."""


@dataclass(frozen=True, slots=True)
class Wager:
    """One bet spot: the cards it looks at, the rule that names the outcome, and its pay tables."""

    slug: str
    name: str
    about: str
    """One sentence for a player."""
    groups: tuple[Group, ...]
    outcomes: tuple[Outcome, ...]
    rule: Rule
    tables: tuple[PayTable, ...] = ()
    reads: tuple[Option, ...] = ()
    """Options whose choice changes how the cards are classified; the rule is given their indexes."""
    choice: Option | None = None
    """The player's pick with the bet, such as a colour."""
    house_table: Callable[[Mapping[str, str]], PayTable] | None = None
    """True for a base wager, which is paid by the rules of the base game and not by a printed table."""
    spots: int = 0
    """The number of spots of this kind that a seat has, if they are numbered."""
    suits: Suits = "named"
    """The differences of suit that the rule sees; they determine which deals the enumeration may count together."""
    card_class: Callable[..., int] | None = None
    """Given the groups before the last and one card of the last, returns the same number for cards that the rule does
    not distinguish. If set, deals are enumerated by these classes."""
    card_kind: Callable[[int], int] | None = None
    """A number for each card: in every group, the rule treats cards with the same number as equivalent. If set, deals
    are enumerated by these numbers."""
    counted_by: str = ""
    """The family that counts its deals by a method of its own, where enumerating them would take hours."""
    requires_all_of: str = ""
    """The wager whose spots must all be bet for this one, which takes no bet itself."""
    check_deal: Callable[[Deal, Mapping[str, str]], None] | None = None
    """Refuses cards that cannot occur under the base game's rules."""
    components: tuple[str, ...] = ()
    """For a name that combines several wagers bet together: their slugs, the one with spots first."""
    together: Together | None = None
    """For such a name: how to decode its answers."""
    by_play: bool = False
    """True if hands are played or set before the wager is decided. The family then computes its figures; all other
    wagers are counted by enumerating one deal of the cards that they look at."""
    lowest: Cents | None = None
    highest: Cents | None = None
    """The bets that the letter allows; None if it leaves them to the house."""
    exclusive_group: str = ""
    """A table offers at most one of the wagers with the same group name."""
    same_for_all: bool = False
    """True where every seat must bet the same amount."""
    envy_minimum: Cents | None = None
    """The lowest bet that qualifies a seat for envy."""
    published: str = ""
    """For the par sheet: a commonly published figure that differs from the exact one, and why."""
    cite: str = ""
    footnotes: tuple[str, ...] = ()
    """Printed by the letter under the pay tables; felt, sign and notice print it too."""
    fixed_pays: Option | None = None
    """For a progressive: the option that says where the pays come from that are not a share of the meter."""
    alone: bool = False
    """Whether it may be bet without the wagers that a round requires: Pair Plus without Ante."""
    equals: str = ""
    """The wager that must be bet with it, for the same amount: a Blind with its Ante."""
    needed: bool = False
    """Whether every round requires it although it is paid by a printed table: the bet of Let It Ride."""
    in_round: bool = False
    """Whether it is bet by a decision during the round, never before the deal: Play."""
    raises: tuple[int, ...] = ()
    """For a wager bet during the round: the allowed multiples of the main wager, in rising order."""
    raise_needs: Callable[[int, Deal, Mapping[str, str]], str] | None = None
    """For multiples that need a certain hand or option: returns what this multiple lacks with these cards and options,
    such as ``a pair of aces or better``; empty if they allow it."""
    unless_folded: bool = False
    """Whether every player who does not fold bets it: a hand without it is folded."""
    units: int | None = None
    """For several equal bets on one spot: their number. Figures are for one of them."""
    paid_as: str = ""
    """The wager whose pay table pays it; empty if it has its own."""
    after_fold: "bool | tuple[str, str]" = False
    """Whether it stays in play when the player folds, or the option and its value with which it does. Other wagers
    lose."""
    counts_with: str = ""
    """The wager that it belongs to: that wager's figures include it, and where regulations limit how many games are
    played on one hand, the two count as one."""
    loss_words: "str | Callable[[Deal, Mapping[str, str]], str]" = ""
    """The reason for a loss, or a function of the deal and the house's options that returns it; used where that is
    simpler than naming the lowest line that was missed. ``{own}`` and ``{dealer}`` are the cards it looks at,
    ``{choice}`` the player's pick."""

    @property
    def is_required(self) -> bool:
        """Whether every player of a round must bet it: the wager that the base game itself pays, and wagers that must
        equal it."""
        of_base_game = self.needed or self.house_table is not None or bool(self.equals)
        return of_base_game and not self.alone and not self.in_round

    def stays_after_fold(self, options: Mapping[str, str]) -> bool:
        """Whether the cards settle it although the player folded."""
        if isinstance(self.after_fold, bool):
            return self.after_fold
        name, value = self.after_fold
        return options.get(name) == value

    def look(self, deal: Deal, spot: int = 0) -> tuple[Cards, ...]:
        """The groups of cards that are the rule's arguments; refused while one of them has not been dealt."""
        shown = []
        for group in self.groups:
            start = group.start + max(spot - 1, 0) * (group.source == "dealer" and self.spots > 0)
            cards = deal.cards(group.source)
            cards = cards[start : start + group.size] if group.size else cards
            if group.size and len(cards) < group.size:
                if not group.optional:
                    raise BadInput(f"{self.slug} looks at {group.name} ({group.size}), but {len(cards)} given")
                cards = (*cards, *((NO_CARD,) * (group.size - len(cards))))
            shown.append(cards)
        return tuple(shown)

    def satisfied(self, deal: Deal, options: Mapping[str, str], spot: int = 0) -> list[str]:
        """The names of all outcomes that these cards satisfy."""
        return self.named(self.answer(deal, options, spot))

    def answer(self, deal: Deal, options: Mapping[str, str], spot: int = 0) -> int:
        """The rule's answer for these cards, as a bit mask."""
        reads = (*self.reads, self.choice) if self.choice else self.reads
        return self.rule(*self.look(deal, spot), *[option.index(options) for option in reads])

    def named(self, answer: int) -> list[str]:
        """The names of the outcomes in an answer of the rule."""
        return [outcome.name for bit, outcome in enumerate(self.outcomes) if answer & (outcome.mask or 1 << bit)]

    def outcome(self, name: str) -> Outcome:
        return next(outcome for outcome in self.outcomes if outcome.name == name)

    def tables_of(self, table_id: str, decks: int) -> list[PayTable]:
        """The pay table of this id for this deck count, one entry for each tier."""
        named = [table for table in self.tables if table.id == table_id]
        if not named:
            known = listed(self.table_ids())
            raise NotApproved(f"{self.slug} has no pay table {quoted(table_id)}: it has {known}")
        for_decks = [table for table in named if decks in table.decks]
        if not for_decks:
            allowed = sorted({count for table in named for count in table.decks})
            others = listed(self.table_ids(decks)) or "none"
            raise NotApproved(
                f"pay table {table_id} of {self.slug} is for {listed(allowed)} deck{'s' if allowed != [1] else ''}, "
                f"not {decks}: for {decks} it has {others}"
            )
        return for_decks

    def table(self, table_id: str, decks: int) -> PayTable:
        """The same where tiers do not matter: the lowest one."""
        return self.tables_of(table_id, decks)[0]

    def table_ids(self, decks: int | None = None) -> list[str]:
        """Ids of the pay tables, of those for a deck count if one is given, in printed order."""
        return list(dict.fromkeys(table.id for table in self.tables if decks is None or decks in table.decks))

    def paid_line(self, table: PayTable, satisfied: Iterable[str]) -> PayLine | None:
        """The line of this table that is paid; if one bet may win more than once, a line with the sum of the odds."""
        names = list(satisfied)
        for outcome in self.outcomes:
            if outcome.name in names and outcome.sum_of and table.line(outcome.name) is None:
                return PayLine(outcome.name, outcome.label, _sum_of_odds(table, outcome))
        return table.best(names)

    def check_bet(self, cents: Cents) -> None:
        """Refuses a bet that the letter does not allow."""
        low, high = self.lowest or Cents(1), self.highest
        if cents >= low and (high is None or cents <= high):
            return
        span = f"{format_cents(low)} or more" if high is None else f"{format_cents(low)} to {format_cents(high)}"
        allowed = f"exactly {format_cents(low)}" if low == high else span
        raise NotApproved(f"{self.slug} is {allowed}, not {format_cents(cents)} ({self.cite})")


def _sum_of_odds(table: PayTable, outcome: Outcome) -> Pay:
    """One bet is paid for each match: the odds add up and the stake is returned once."""
    return Odds(sum((_odds(table, name).ratio for name in outcome.sum_of), Fraction(0)), True)


def _odds(table: PayTable, name: str) -> Odds:
    line = table.line(name)
    if line is None or not isinstance(line.pay, Odds) or not line.pay.stake_returned:
        raise BadInput(f"pay table {table.id}: {name} must be paid 'to 1', because a bet can win more than once")
    return line.pay


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """One step of the game's procedure, in our words, with the paragraph that states it."""

    text: str
    cite: str
    for_dealer: bool = False
    """Whether it concerns only the dealer, such as the work at a controller: then it is not posted for players."""
    wagers: tuple[str, ...] = ()
    """The wagers that it is about: it is posted if one of them is offered. Empty for a step of every round."""
    only_if: tuple[str, str] | None = None
    """The option and its value with which the step happens."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something that goes wrong in a deal, and the rule for it. A supervisor acts on it at the console."""

    name: str
    """The name of the supervisor's action: ``misdeal`` or ``exposed-card``."""
    when: str
    """The situation, in one sentence."""
    then: str
    """The rule, worded to follow a colon."""
    cite: str


@dataclass(frozen=True, slots=True)
class Game:
    """A base game, alone or with the optional wagers that a letter approves for it."""

    slug: str
    name: str
    base: str
    """The display name of the game it is played on: a base game (:func:`pitbook.games.base_game` finds it), or the game
    itself if it is one."""
    family: str
    """The family whose code deals, counts and shows it (``pitbook/families``)."""
    about: str
    decks: tuple[int, ...]
    default_decks: int
    seats: int
    """The most players that the letter or the regulation allows at the table."""
    wagers: tuple[Wager, ...]
    letter: Letter
    procedure: tuple[ProcedureStep, ...]
    options: tuple[Option, ...] = ()
    joker: bool = False
    set_hands: SetHands | None = None
    """For pai gow: splits the dealt cards into low and high hands."""
    default_tables: Mapping[str, str] = field(default_factory=dict)
    """The pay table of a wager when none is named; otherwise the first for the deck count."""
    cites: Mapping[str, str] = field(default_factory=dict)
    """The paragraph behind each step of the base game's procedure, where games on one base differ, and behind the
    notice of a house jackpot."""
    felt_words: tuple[str, ...] = ()
    """The print on the felt of a game whose family prints no rules of its own."""
    base_rules: Callable[[], tuple[Callable[..., object], ...]] | None = None
    """Functions of the base game's rules that no wager references, such as the legal actions and the value of a hand.
    The approved package covers them too."""
    irregularities: tuple[Irregularity, ...] = ()
    """The irregularities for which a supervisor voids the round."""
    required: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The wagers that every player of a round bets; empty if each spot is a separate game."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "required", tuple(wager.slug for wager in self.wagers if wager.is_required))

    def wager(self, slug: str) -> Wager:
        for wager in self.wagers:
            if wager.slug == slug:
                return wager
        raise BadInput(f"{self.slug} has no wager {quoted(slug)}: it has {listed(self.wager_slugs())}")

    def part_of(self, slug: str) -> tuple[str, ...]:
        """A wager and those that its figures include: Ante, Play and Ante Bonus."""
        return (slug, *(wager.slug for wager in self.wagers if wager.counts_with == slug))

    @property
    def main(self) -> str:
        """The wager that decides how a hand ended; empty if a round requires none."""
        return self.required[0] if self.required else ""

    def separate_game(self, slug: str) -> str:
        """The wager with which this one counts as one game, where a regulation limits the separate games on one hand.

        The wagers that the base game requires and those added to it during the round are one game: an Ante with its
        Blind and Play. Every other wager is a separate game, unless it names the wager that it counts with.
        """
        wager = self.wager(slug)
        of_base_game = bool(self.main) and (wager.is_required or wager.in_round)
        return wager.counts_with or (self.main if of_base_game else slug)

    def wager_slugs(self) -> list[str]:
        return [wager.slug for wager in self.wagers]

    def check_decks(self, decks: int) -> None:
        if decks not in self.decks:
            given = "approved for" if self.letter.is_approval else "dealt from"
            raise NotApproved(
                f"{self.slug} is {given} {listed(self.decks)} deck{'s' if self.decks != (1,) else ''}, "
                f"not {decks} ({self.letter.citation})"
            )

    def all_options(self) -> dict[str, Option]:
        """The game's options and those that its wagers read, by name."""
        read = (option for wager in self.wagers for option in wager.reads)
        return {option.name: option for option in (*self.options, *read)}

    def check_options(self, options: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value: the given one, checked, or the default."""
        known = self.all_options()
        for name in options:
            if name not in known:
                raise BadInput(f"{self.slug} has no option {quoted(name)}: it has {listed(known)}")
        return {name: option.check(options.get(name, option.default)) for name, option in known.items()}

    def options_for(self, wagers: Iterable[Wager], use: Use) -> dict[str, Option]:
        """The options that affect these wagers in this use, by name."""
        chosen = list(wagers)
        slugs = {slug for wager in chosen for slug in (wager.slug, *wager.components)}
        read = [
            option
            for wager in self.wagers
            if wager.slug in slugs
            for option in (*wager.reads, *((wager.choice,) if wager.choice and use in ("count", "simulate") else ()))
            if use in option.uses and (not option.wagers or wager.slug in option.wagers)
        ]
        own = [
            option
            for option in self.options
            if use in option.uses
            and (not option.wagers or slugs.intersection(option.wagers))
            and not (use in ("count", "rounds") and slugs.issubset(option.not_counted_for))
        ]
        return {option.name: option for option in (*own, *read)}

    def check_bearing(self, options: Iterable[str], wagers: Iterable[Wager], use: Use) -> None:
        """Refuses an option that would change nothing."""
        chosen = list(wagers)
        allowed = self.options_for(chosen, use)
        for name in options:
            if name not in allowed:
                raise no_bearing(name, listed(wager.slug for wager in chosen), allowed)

    def bearing(self, options: Mapping[str, str], wagers: Iterable[Wager], use: Use) -> dict[str, str]:
        """The given options that affect these wagers."""
        allowed = self.options_for(wagers, use)
        return {name: value for name, value in options.items() if name in allowed}

    def check_added(self, options: Mapping[str, str], chosen: Iterable[PayTable]) -> None:
        """Refuses to offer an added line that none of the chosen pay tables has."""
        tables = tuple(chosen)
        printed = {line.outcome: line for wager in self.wagers for table in wager.tables for line in table.added}
        for outcome, line in printed.items():
            name = outcome.replace("_", "-")
            if options.get(name) != "yes" or any(line.outcome == outcome for table in tables for line in table.added):
                continue
            theirs = {table.wager for wager in self.wagers for table in wager.tables if table.line(outcome)}
            ids = dict.fromkeys(table.id for table in tables if table.wager in theirs)
            if ids:
                raise NotApproved(f"option {name}=yes: pay table {listed(ids)} has no {line.label} to add on top")

    def default_table(self, wager: Wager, decks: int) -> str:
        """The pay table used when none is named."""
        preferred = self.default_tables.get(wager.slug, "")
        for_decks = wager.table_ids(decks)
        if not for_decks:
            count = f"{decks} deck{'s' if decks != 1 else ''}"
            raise NotApproved(f"no pay table of {wager.slug} is for {count}: they are for {_decks_of(wager)}")
        return preferred if preferred in for_decks else for_decks[0]


def no_bearing(name: str, on: str, allowed: Iterable[str]) -> BadInput:
    """The error for an option that would change nothing."""
    others = listed(allowed)
    return BadInput(
        f"option {name} has no bearing on {on}: " + (f"those that have are {others}" if others else "none has")
    )


def _decks_of(wager: Wager) -> str:
    return listed(sorted({count for table in wager.tables for count in table.decks})) + " decks"


def listed(values: Iterable[object]) -> str:
    """``1, 2 and 3``."""
    words = [str(value) for value in values]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
