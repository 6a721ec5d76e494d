"""What the live table, and every screen that shows one, asks of a family of games."""

from collections.abc import Mapping, Sequence
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
    from pitbook.table.odds import Figures, Odds
    from pitbook.table.round import Round
    from pitbook.table.steps import Ask, Place, Procedure, Question
    from pitbook.table.view import PlayerView, RoundView


class PostedRules(Protocol):
    """The house's rules of a base game; only its family looks inside."""

    def items(self) -> dict[str, str]:
        """Every rule by its name with its value, as the family reads them back."""


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand as people see it on the felt."""

    cards: Cards
    bet: Cents = Cents(0)
    """What lies on it."""
    words: str = ""
    """What it is worth: ``soft 17``."""
    state: str = ""
    """How it stands before it is settled, in one word: ``bust``, ``set``."""
    given_up: bool = False
    """Whether the player gave it up; ``state`` says how."""
    low: int = 0
    """So many of its cards, the first ones, are set apart as the low hand of two."""


@dataclass(frozen=True, slots=True)
class Picked:
    """One way to set the cards of a seat, for a question that asks to pick some (:attr:`Question.picks`)."""

    low: Cards
    words: str
    foul: bool
    """Whether it loses whatever the dealer has; screens ask twice."""
    usual: bool
    """Whether it is what the house way picks."""


class TableFamily(Protocol):
    """A module ``pitbook.families.<family>.table``.

    Only the procedure gets the round. All that answers, advises and shows gets the view of one seat, in which cards
    that lie face down for that seat are absent.
    """

    BURN: int
    """Cards that are burnt after a shuffle, unless the house says otherwise."""
    SHUFFLES_EACH_ROUND: bool
    """Whether every round begins with a fresh shoe; other tables shuffle when the cut card has come."""
    STAKES: tuple[str, ...]
    """Stakes of the base game beside its wagers, such as insurance; ``reason`` explains them too."""
    QUESTIONS: Mapping[str, "Question"]
    """All that its procedure asks, by name."""
    NUMBERS: tuple[str, ...]
    """Numbers that its procedure has drawn or thrown, by the names of their steps."""
    STEPS: Mapping[str, str]
    """Steps of its procedure without cards or money, by name, in the words that tell them when they are done."""
    OWN_SHOE_STEPS: tuple[str, ...]
    """Steps that only a table with its own shoe has: notation, which is read as physical cards, leaves them out."""
    PLAYS_BY: str
    """What the figures of the base wager take players to go by: ``the strategy chart``; empty without decisions."""

    def play(self, round_: "Round") -> "Procedure":
        """The procedure of a round, from the first step to the last pay."""

    def most_cards(self, config: "TableConfig") -> int:
        """As many cards as a round can take at most, or so nearly that it does not happen."""

    def most_staked(self, config: "TableConfig", bets: Mapping[str, Bet]) -> Mapping[str, Cents]:
        """The most of a player's own chips that choices may bring to a wager or stake in one round, by name, for a seat
        with these bets: what lies there before the deal included, all hands together. Without those that no choice
        adds to."""

    def check(self, config: "TableConfig") -> None:
        """Refuses a configuration that the base game does not allow."""

    def post_rules(self, layout: "Layout", rules: Mapping[str, str]) -> "tuple[Layout, PostedRules | None]":
        """The house's rules with these choices, and the layout with options that follow from them.

        Refuses choices that the base game does not have. None where all of its rules are options of the game.
        """

    # -- players -------------------------------------------------------------------------------------------------------

    def prepare_players(self, config: "TableConfig") -> None:
        """Works out what automatic players need before the first round, so that no round waits for it."""

    def answer_for(self, view: "RoundView", ask: "Ask", place: "Place") -> str:
        """What an automatic player answers, who plays as :data:`PLAYS_BY` says."""

    def plain_answer(self, view: "RoundView", ask: "Ask", place: "Place") -> str:
        """What a player may well answer, without any calculation: for rounds that only show a procedure."""

    def unwritten_answer(self, view: "RoundView", ask: "Ask", place: "Place", coming: Sequence[int]) -> str:
        """What a text in notation means that does not state an answer; ``coming`` are cards still to come there."""

    def picks_of(self, config: "TableConfig", cards: Cards) -> Sequence[Picked]:
        """Every way to set these cards; none where no question picks cards."""

    # -- figures -------------------------------------------------------------------------------------------------------

    def figures(self, config: "TableConfig", bet: Bet, variances: bool) -> "Figures | None":
        """Of a wager or stake that the family counts itself; None for one that is counted by its rule alone.

        Raises :class:`~pitbook.table.odds.NotCounted` rather than count for minutes.
        """

    def advise(self, view: "RoundView", ask: "Ask", place: "Place", odds: "Odds | None", write: "Write") -> "Advice":
        """What to answer, and why; without ``odds`` only as much as is known at once."""

    def prepare_advice(self, config: "TableConfig") -> None:
        """Works out what ``advise`` needs, which may take a while."""

    # -- words ---------------------------------------------------------------------------------------------------------

    def hands(self, view: "RoundView", player: "PlayerView") -> Sequence[ShownHand]:
        """A player's hands as they lie there; none before the first card."""

    def dealer_hand(self, view: "RoundView") -> ShownHand:
        """The dealer's cards that lie face up, with their worth once none lies face down."""

    def question_words(self, view: "RoundView", ask: "Ask", place: "Place") -> str:
        """A question as it is put to a player: ``Insurance for $5?``."""

    def felt_words(self, config: "TableConfig") -> tuple[str, ...]:
        """What is printed on the felt between dealer and players, what matters most first."""

    def reason(self, view: "RoundView", item: "Settlement", hand: int) -> str:
        """Why a wager of the base game won or lost."""


def family_of(game: Game) -> TableFamily:
    return cast("TableFamily", facet(game.family, "table"))
