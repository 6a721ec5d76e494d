"""Views of a table for one viewer, without the cards that lie face down for that viewer.

A :class:`~pitbook.table.table.Table` and its round know every card. Pages, streams, hints, automatic players, drills
and records in words never get them: they get a view, made by ``Table.seen_by`` or ``Round.seen_by`` for one seat. In a
view a face-down card is ``NO_CARD``, other players' choices are left out, and no reference leads back to the round.
Import contracts forbid modules that display something to import the round or the table.
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
    """A player of a round, as one viewer sees it."""

    @property
    def seat(self) -> int: ...
    @property
    def bets(self) -> Mapping[str, Bet]:
        """The bets before the deal, by the name of the spot."""

    @property
    def dealt(self) -> Sequence[int]:
        """Every card dealt to this seat, in order; NO_CARD for one that the viewer does not see."""

    @property
    def hands(self) -> Sequence[Any]:
        """The family's own data about the hands; empty if the viewer does not see the cards."""

    @property
    def added(self) -> Mapping[str, Cents]:
        """By name, the money that this round put on wagers without a bet, such as insurance."""

    @property
    def folded(self) -> bool: ...
    @property
    def stakes(self) -> Mapping[StakeKey, Stake]:
        """The money in play now."""

    def staked(self, wager: str, hand: int = 1) -> Cents:
        """The whole stake on a wager of one hand."""


@dataclass(slots=True)
class CoveredPlayer:
    """A player whose cards the viewer does not see; see :class:`PlayerView`."""

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
    """A hand without its cards: their number, and what everyone at the table can see."""
    return ShownHand((NO_CARD,) * len(hand.cards), hand.bet, state=hand.state, given_up=hand.given_up)


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round as one viewer sees it."""

    seat: int
    """The viewer: a seat from 1, ``SPECTATOR`` or ``CONSOLE``."""
    number: int
    config: "TableConfig"
    players: Mapping[int, PlayerView]
    """By seat, from the dealer's left."""
    dealer: Sequence[int]
    """The dealer's face-up cards."""
    down: int
    """The number of the dealer's face-down cards."""
    shared: Mapping[Place, Cards]
    """The cards that belong to all seats, by place; only places that have cards."""
    taken: Mapping[int, Cents]
    """The progressive wagers that the dealer took from the table when they were locked, by seat."""
    covered: Mapping[int, Sequence[ShownHand]]
    """The hands of players whose cards the viewer does not see, by seat."""

    def hands_of(self, seat: int) -> Sequence[ShownHand]:
        """A player's hands; empty before the first card."""
        if seat in self.covered:
            return self.covered[seat]
        player = self.players[seat]
        if NO_CARD in player.dealt:  # not entered yet, so their value is unknown
            bet, state = player.staked(self.config.game.main), "folded" if player.folded else ""
            return [ShownHand(tuple(player.dealt), bet, state=state, given_up=player.folded)]
        return family_of(self.config.game).hands(self, player)

    def deal_for(self, player: PlayerView) -> Deal:
        """The cards that decide a player's wagers, as far as the viewer sees them."""
        return deal_of(player.dealt, self.dealer, self.shared)

    def dealer_hand(self) -> ShownHand:
        """The dealer's face-up cards, with their value when no card lies face down."""
        return family_of(self.config.game).dealer_hand(self)


def deal_of(dealt: Sequence[int], dealer: Sequence[int], shared: Mapping[Place, Sequence[int]]) -> Deal:
    """The cards that decide wagers; in a game without hands of seats, the player's and banker's."""
    own, other = dealt or shared.get(PLAYER, ()), dealer or shared.get(BANKER, ())
    return Deal(tuple(own), tuple(other), board=tuple(shared.get(BOARD, ())))


class SeatView(Protocol):
    """A player at a table."""

    @property
    def player(self) -> str: ...
    @property
    def stack(self) -> Cents: ...
    @property
    def bets(self) -> Mapping[str, Bet]:
        """The bets by the names of their spots, while betting is open."""

    @property
    def ready(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class ShoeView:
    """The table's own shoe; its order and salt stay secret until it has been dealt."""

    promise: str
    """The salted commitment to its order."""
    cards: int
    dealt: int
    shuffle_due: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one viewer sees it."""

    seat: int
    """The viewer: a seat from 1, ``SPECTATOR`` or ``CONSOLE``."""
    config: "TableConfig"
    closed: bool
    rounds: int
    """Rounds begun since the table was opened."""
    playing: bool
    """Whether a round is being played; betting is open otherwise."""
    round: RoundView | None
    """The current round, or the last one, whose cards stay on the felt until the next."""
    step: Step | None
    """The next step of the round."""
    settled: Sequence[Settled]
    """The payments of the current round, or of the last one."""
    seats: Mapping[int, SeatView]
    stayed: frozenset[int]
    """Seats whose players have sat there since the round of this view."""
    shoe: ShoeView | None
    meter: Cents | None
    """The amount on this table's jackpot display."""


def step_seen_by(step: Step, seat: int) -> Step:
    """The next step, without what the viewer must not know.

    Removed are functions that check cards, and the data and words of a dealer's step: they may reveal hidden cards.
    """
    if isinstance(step, Ask):
        return step.seen_by(seat)
    if isinstance(step, Press):
        return replace(step, words=step.words.partition(":")[0], data={})
    if isinstance(step, CardTo) and step.check is not None:
        return replace(step, check=None)
    if isinstance(step, Stop):
        return replace(step, decision=step.decision._replace(choice=step.decision.choice.for_view))
    return step
