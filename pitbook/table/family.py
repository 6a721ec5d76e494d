"""The protocol that a family of games implements for the live table and its screens."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, cast

from pitbook.cards import Cards
from pitbook.families import facet
from pitbook.games.model import Game
from pitbook.games.settle import Bet
from pitbook.money import Cents

if TYPE_CHECKING:
    from pitbook.games.settle import Layout, Settlement
    from pitbook.table.advice import Advice, Write
    from pitbook.table.config import TableConfig
    from pitbook.table.odds import BetFigures, TableOdds
    from pitbook.table.round import Round
    from pitbook.table.steps import Ask, Place, Procedure, Question
    from pitbook.table.view import PlayerView, RoundView


class HouseRules(Protocol):
    """The house's rules of a base game; only its family knows their structure."""

    def items(self) -> dict[str, str]:
        """Every rule with its value, in the form that the family's ``post_rules`` takes."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand as the felt shows it."""

    cards: Cards
    bet: Cents = Cents(0)
    """The stake on it."""
    words: str = ""
    """Its value: ``soft 17``."""
    state: str = ""
    """Its state before it is settled, in one word: ``bust``, ``set``."""
    given_up: bool = False
    """Whether the player gave it up; ``state`` says how."""
    low: int = 0
    """The number of its first cards that form the low hand."""


@dataclass(frozen=True, slots=True)
class Picked:
    """One way to set the cards of a seat, for a question whose answer picks cards (:attr:`Question.picks`)."""

    low: Cards
    words: str
    foul: bool
    """Whether it is foul and loses to any dealer hand; screens ask for a confirmation."""
    usual: bool
    """Whether it is the house way."""


@dataclass(frozen=True, slots=True)
class StatementTrial:
    """One function or text of a game's folder, and how to try it."""

    what: str
    of: object
    """The function that is tried, or a key of show.toml: where a fault is reported. After a fault no more is tried."""
    do: Callable[[], None]


class TableFamily(Protocol):
    """A module ``pitbook.families.<family>.table``.

    Only the procedure gets the round. Every function that answers, advises or displays gets the view of one seat,
    without the cards that lie face down for that seat.
    """

    BURN: int
    """The default number of cards that are burnt after a shuffle."""
    SHUFFLES_EACH_ROUND: bool
    """Whether every round begins with a fresh shoe; otherwise the table shuffles after the cut card."""
    STAKES: tuple[str, ...]
    """Stakes of the base game beside its wagers, such as insurance; ``reason`` explains them too."""
    QUESTIONS: Mapping[str, "Question"]
    """The questions of its procedure, by name."""
    NUMBERS: tuple[str, ...]
    """The names of the steps in which its procedure draws or throws a number."""
    STEPS: Mapping[str, str]
    """Steps of its procedure without cards or money, by name, with the words for a completed step."""
    OWN_SHOE_STEPS: tuple[str, ...]
    """Steps that only a table with its own shoe has: notation, which is read as physical cards, leaves them out."""
    PLAYS_BY: str
    """The strategy that the base wager's figures assume: ``the strategy chart``; empty without decisions."""

    def play(self, round_: "Round") -> "Procedure":
        """The procedure of a round, from the first step to the last pay."""

    def most_cards(self, config: "TableConfig") -> int:
        """The most cards that a round can take, or a number that rounds practically never exceed."""

    def most_staked(self, config: "TableConfig", bets: Mapping[str, Bet]) -> Mapping[str, Cents]:
        """The most of a player's own chips on each wager or stake in one round, for a seat with these bets: the bet
        before the deal plus what choices add, all hands together. Wagers that no choice adds to are left out."""

    def check(self, config: "TableConfig") -> None:
        """Refuses a configuration that the base game does not allow."""

    def statement_trials(self, game: Game) -> Iterable[StatementTrial]:
        """Trials of a game from outside before its rules are tried, for a folder that states more than a ``Game``
        holds."""

    def post_rules(self, layout: "Layout", rules: Mapping[str, str]) -> "tuple[Layout, HouseRules | None]":
        """The layout with options that follow from these rules, and the house's rules.

        Refuses rules that the base game does not have. None if all of its rules are options of the game.
        """

    # -- players -------------------------------------------------------------------------------------------------------

    def prepare_players(self, config: "TableConfig") -> None:
        """Computes what automatic players need before the first round, so that no round waits for it."""

    def answer_for(self, view: "RoundView", ask: "Ask", place: "Place") -> str:
        """The answer of an automatic player, who plays by :data:`PLAYS_BY`."""

    def plain_answer(self, view: "RoundView", ask: "Ask", place: "Place") -> str:
        """A reasonable answer without any calculation, for rounds that only demonstrate a procedure."""

    def unwritten_answer(self, view: "RoundView", ask: "Ask", place: "Place", coming: Sequence[int]) -> str:
        """The answer that a text in notation implies where it states none; ``coming`` are the cards still to come to
        that place."""

    def picks_of(self, config: "TableConfig", cards: Cards) -> Sequence[Picked]:
        """Every way to set these cards; empty if no question picks cards."""

    # -- figures -------------------------------------------------------------------------------------------------------

    def figures(self, config: "TableConfig", bet: Bet, variances: bool) -> "BetFigures | None":
        """The figures of a wager or stake that the family computes; None for one that the counting engine handles.

        Raises :class:`~pitbook.table.odds.NotCounted` if the computation would take minutes.
        """

    def advise(
        self, view: "RoundView", ask: "Ask", place: "Place", odds: "TableOdds | None", write: "Write"
    ) -> "Advice":
        """The recommended answer, and why; without ``odds`` only what needs no calculation."""

    def prepare_advice(self, config: "TableConfig") -> None:
        """Computes what ``advise`` needs, which may take a while."""

    # -- words ---------------------------------------------------------------------------------------------------------

    def hands(self, view: "RoundView", player: "PlayerView") -> Sequence[ShownHand]:
        """A player's hands; empty before the first card."""

    def dealer_hand(self, view: "RoundView") -> ShownHand:
        """The dealer's face-up cards, with their value when no card lies face down."""

    def question_words(self, view: "RoundView", ask: "Ask", place: "Place") -> str:
        """A question in the words that a player sees: ``Insurance for $5?``."""

    def felt_words(self, config: "TableConfig") -> tuple[str, ...]:
        """The texts on the felt between dealer and players, the most important first."""

    def reason(self, view: "RoundView", item: "Settlement", hand: int) -> str:
        """Why a wager of the base game won or lost."""


def family_of(game: Game) -> TableFamily:
    return cast("TableFamily", facet(game.family, "table"))
