"""What somebody at a table sees of it: cards that lie face down for them are absent.

A :class:`~pitbook.table.table.Table` and its round know every card. Pages, streams, hints, automatic players, drills
and records in words never get them: they get a view, made by ``Table.seen_by`` or ``Round.seen_by`` for one seat. In
it a card that lies face down is ``NO_CARD``, other players' choices are left out, and nothing leads back to the round.
Import contracts keep the modules that show something from importing the round or the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from pitbook.cards import NO_CARD, Cards
from pitbook.games.model import Deal
from pitbook.games.settle import Bet
from pitbook.money import Cents
from pitbook.table.family import ShownHand, family_of
from pitbook.table.stakes import Stake, StakeKey
from pitbook.table.steps import BANKER, BOARD, PLAYER, Ask, CardTo, Place, Press, Settled, Step, Stop

if TYPE_CHECKING:
    from pitbook.table.config import TableConfig


class PlayerView(Protocol):
    """A seat that plays in a round, as somebody sees it."""

    @property
    def seat(self) -> int: ...
    @property
    def bets(self) -> Mapping[str, Bet]:
        """By the name of the spot."""

    @property
    def dealt(self) -> Sequence[int]:
        """Every card that came to this seat, in order; NO_CARD for one that is not seen."""

    @property
    def hands(self) -> Sequence[Any]:
        """What the family keeps of the hands; empty where the cards are not seen."""

    @property
    def added(self) -> Mapping[str, Cents]:
        """What this round put on wagers that had no bet, such as insurance, by name."""

    @property
    def folded(self) -> bool: ...
    @property
    def stakes(self) -> Mapping[StakeKey, Stake]:
        """What is in play now."""

    def staked(self, wager: str, hand: int = 1) -> Cents:
        """All that lies on a wager of one hand."""


@dataclass(slots=True)
class CoveredPlayer:
    """A player whose cards somebody does not see; see :class:`PlayerView`."""

    seat: int
    bets: Mapping[str, Bet]
    dealt: Sequence[int]
    """NO_CARD for each."""
    added: Mapping[str, Cents]
    folded: bool
    stakes: Mapping[StakeKey, Stake]
    hands: Sequence[Any] = ()

    def staked(self, wager: str, hand: int = 1) -> Cents:
        return self.stakes.get(StakeKey(wager, hand), Stake()).total


def face_down(hand: ShownHand) -> ShownHand:
    """A hand whose cards are not seen: how many lie there, and what everybody sees the player do."""
    return ShownHand((NO_CARD,) * len(hand.cards), hand.bet, state=hand.state, given_up=hand.given_up)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as one seat sees it."""

    seat: int
    """Whose view it is: a seat from 1, ``SPECTATOR`` or ``CONSOLE``."""
    number: int
    config: "TableConfig"
    players: Mapping[int, PlayerView]
    """By seat, from the dealer's left."""
    dealer: Sequence[int]
    """The dealer's cards that lie face up."""
    down: int
    """So many more cards of the dealer lie face down."""
    shared: Mapping[Place, Cards]
    """The cards that belong to all seats, by place; only places that have cards."""
    taken: Mapping[int, Cents]
    """The progressive wagers that the dealer took from the table when they were locked, by seat."""
    covered: Mapping[int, Sequence[ShownHand]]
    """The hands of players whose cards are not seen, by seat."""

    def hands_of(self, seat: int) -> Sequence[ShownHand]:
        """A player's hands as they lie there; none before the first card."""
        if seat in self.covered:
            return self.covered[seat]
        player = self.players[seat]
        if NO_CARD in player.dealt:  # nobody has read them: there is nothing to say of their worth
            bet, state = player.staked(self.config.game.main), "folded" if player.folded else ""
            return [ShownHand(tuple(player.dealt), bet, state=state, given_up=player.folded)]
        return family_of(self.config.game).hands(self, player)

    def deal_for(self, player: PlayerView) -> Deal:
        """The cards that a player's wagers look at, as far as they are seen."""
        return deal_of(player.dealt, self.dealer, self.shared)

    def dealer_hand(self) -> ShownHand:
        """The dealer's cards that lie face up, with their worth once none lies face down."""
        return family_of(self.config.game).dealer_hand(self)


def deal_of(dealt: Sequence[int], dealer: Sequence[int], shared: Mapping[Place, Sequence[int]]) -> Deal:
    """The cards that wagers look at; at a game without hands of seats those of player and banker."""
    own, other = dealt or shared.get(PLAYER, ()), dealer or shared.get(BANKER, ())
    return Deal(tuple(own), tuple(other), board=tuple(shared.get(BOARD, ())))


class SeatView(Protocol):
    """Somebody who sits at a table."""

    @property
    def player(self) -> str: ...
    @property
    def stack(self) -> Cents: ...
    @property
    def bets(self) -> Mapping[str, Bet]:
        """What lies on the spots, by their names, while betting is open."""

    @property
    def ready(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class ShoeView:
    """The table's own shoe while it is dealt from; its order and salt stay a secret until it has been dealt."""

    promise: str
    """The salted commitment to its order."""
    cards: int
    dealt: int
    shuffle_due: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one seat sees it."""

    seat: int
    """Whose view it is: a seat from 1, ``SPECTATOR`` or ``CONSOLE``."""
    config: "TableConfig"
    closed: bool
    rounds: int
    """Rounds that were begun since the table was opened."""
    playing: bool
    """Whether a round is being played; betting is open otherwise."""
    round: RoundView | None
    """The round now played, or the last one, whose cards lie on the felt until the next."""
    step: Step | None
    """What happens next in the round."""
    settled: Sequence[Settled]
    """Of the round now played, or of the last one."""
    seats: Mapping[int, SeatView]
    stayed: frozenset[int]
    """Seats whose players have sat there since the round of this view."""
    shoe: ShoeView | None
    meter: Cents | None
    """What the jackpot of this table shows."""


def step_seen_by(step: Step, seat: int) -> Step:
    """What happens next, without what the seat must not know of it.

    Functions that check cards know hidden cards, and so does what a step of the dealer will record and say of it.
    """
    if isinstance(step, Ask):
        return step.seen_by(seat)
    if isinstance(step, Press):
        return replace(step, words=step.words.partition(":")[0], data={})
    if isinstance(step, CardTo) and step.check is not None:
        return replace(step, check=None)
    if isinstance(step, Stop):
        return replace(step, decision=step.decision._replace(choice=step.decision.choice.told))
    return step
