"""One round: its players, cards and stakes, and the parts of settlement that all games share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

from pitbook.cards import NO_CARD, Cards, rank, suit
from pitbook.games.meter_wins import RIGHT_FIRST, parse_order, turn
from pitbook.games.model import Deal, Wager
from pitbook.games.settle import LOSS, Bet, Layout, Seat, Settlement, awaited, settle_bet, settle_envy
from pitbook.money import Cents, Rounding, format_cents
from pitbook.pay import Odds, PayTable, net_of
from pitbook.table.config import TableConfig
from pitbook.table.events import CONSOLE
from pitbook.table.jackpot import Jackpot
from pitbook.table.stakes import Move, Stake, StakeKey
from pitbook.table.steps import SHARED, Decision, Place, Press, Procedure, Settle
from pitbook.table.view import CoveredPlayer, PlayerView, RoundView, deal_of, face_down
from pitbook.table.words import take_words


@dataclass(slots=True)
class Player:
    """A seat that plays this round."""

    seat: int
    bets: dict[str, Bet]
    """The bets before the deal, by the name of the spot."""
    dealt: list[int] = field(default_factory=list)
    """Every card dealt to this seat, in order."""
    hands: list[Any] = field(default_factory=list)
    """The family's own data about the seat's hands."""
    added: dict[str, Cents] = field(default_factory=dict)
    """By name, the money that this round put on wagers without a bet, such as insurance; kept after settlement."""
    folded: bool = False
    private: bool = False
    """Whether only this player sees the cards."""
    ended: set[int] = field(default_factory=set)
    """The numbers of the hands that a choice ended (:attr:`Choice.ends`)."""
    stakes: dict[StakeKey, Stake] = field(init=False)
    """The money in play now."""

    def __post_init__(self) -> None:
        self.stakes = {StakeKey(bet.wager, spot=bet.spot): Stake(bet.cents) for bet in self.bets.values()}

    def bet_on(self, wager: str) -> Bet | None:
        """The bet on a wager without numbered spots, with its present stake; None without a bet."""
        bet, stake = self.bets.get(wager), self.stakes.get(StakeKey(wager))
        if bet is None or stake is None or (stake.own, stake.house) == (bet.cents, 0):
            return bet
        return replace(bet, cents=stake.own, house=stake.house)

    def staked(self, wager: str, hand: int = 1) -> Cents:
        """The whole stake on a wager of one hand."""
        return self.stakes.get(StakeKey(wager, hand), Stake()).total

    def move(self, move: Move) -> None:
        """Changes a stake; the table has moved the chips."""
        stake = move.applied(self.stakes.pop(move.key, Stake()))
        if stake.total:
            self.stakes[move.key] = stake
        if move.source == "player" and all(bet.wager != move.key.wager for bet in self.bets.values()):
            self.added[move.key.wager] = Cents(self.added.get(move.key.wager, 0) + move.cents)


@dataclass(slots=True)
class Round:
    """The state of a round that a procedure works on."""

    number: int
    config: TableConfig
    players: dict[int, Player]
    """By seat, from the dealer's left."""
    jackpot: Jackpot | None
    dealer: list[int] = field(default_factory=list)
    """The dealer's face-up cards."""
    hidden: list[int] = field(default_factory=list)
    """The dealer's face-down cards; NO_CARD for one that only the dealer has seen."""
    shared: dict[Place, list[int]] = field(default_factory=lambda: {place: [] for place in SHARED})
    """The face-up cards of all seats together, by place: ``round_.shared[BOARD]``."""
    unchecked: list[Decision] = field(default_factory=list)
    """Choices with a requirement on a hand that has not been entered yet."""
    waiting: dict[tuple[object, ...], bool] = field(default_factory=dict)
    """A cache of which hands a hole card may still decide; the table keeps it across rounds."""
    taken: dict[int, Cents] = field(default_factory=dict)
    """The progressive wagers that the dealer took from the table when they were locked, by seat."""

    def seen_by(self, seat: int) -> RoundView:
        """A view of the round for a seat, ``SPECTATOR`` or ``CONSOLE``, without cards that the viewer must not see."""
        dealer, down = tuple(self.dealer), len(self.hidden)
        shared = {place: tuple(cards) for place, cards in self.shared.items() if cards}
        whole = RoundView(seat, self.number, self.config, self.players, dealer, down, shared, self.taken, {})
        if seat == CONSOLE:
            return whole
        others = [player for player in self.players.values() if player.private and player.seat != seat]
        if not others:
            return whole
        players: dict[int, PlayerView] = {**self.players}
        hands = {}
        for player in others:
            cards = (NO_CARD,) * len(player.dealt)
            players[player.seat] = CoveredPlayer(
                player.seat, player.bets, cards, player.added, player.folded, player.stakes
            )
            hands[player.seat] = [face_down(hand) for hand in whole.hands_of(player.seat)]
        return RoundView(seat, self.number, self.config, players, dealer, down, shared, self.taken, hands)

    def deal_for(self, player: Player) -> Deal:
        """The cards that decide a player's wagers; in a game without hands of seats, the player's and banker's."""
        return deal_of(player.dealt, self.dealer, self.shared)

    @property
    def from_left(self) -> list[Player]:
        """The players in the order of dealing and asking."""
        return list(self.players.values())

    @property
    def from_right(self) -> list[Player]:
        """The players in the order of settlement: the dealer's right first."""
        return self.from_left[::-1]

    def seats(self) -> list[Seat]:
        """Every seat up to the last player, in the form that settlement takes; empty seats have no cards."""
        last = max(self.players)
        found = (self.players.get(seat) for seat in range(1, last + 1))
        return [Seat(tuple(player.dealt[:7]), tuple(player.bets.values())) if player else Seat(()) for player in found]

    def stake_of(self, item: Settlement, hand: int) -> Stake | None:
        """The stake that a payment settles; None for envy and for wagers that have no stake of their own."""
        return None if item.envy_from else self.players[item.seat].stakes.get(StakeKey(item.wager, hand, item.spot))


def coin_in(round_: Round) -> Procedure:
    """Locks the wagers on the sensors; the meter steps up, and the dealer takes them from the table.

    Letter 003, Royal Match Progressive rule 6 and Blazing 7's rule 5; letter 002, Jackpot rule 2.
    """
    slug = round_.config.progressive
    wagers = {player.seat: player.bets[slug].cents for player in round_.from_left if slug and slug in player.bets}
    if round_.jackpot is None or not wagers:
        return
    taken = {str(seat): cents for seat, cents in wagers.items()}
    yield Press("coin-in", take_words(wagers), data={"taken": taken}, locks=dict.fromkeys(wagers, StakeKey(slug)))
    round_.jackpot.coin_in(wagers)
    round_.taken.update(wagers)


def settle_side_wager(
    round_: Round, wager: Wager, players: Iterable[Player], deals: Callable[[Player], Deal]
) -> Procedure:
    """Settles one optional wager at these seats, in this order, within the house's aggregate limit."""
    layout = round_.config.layout
    items = [
        settle_bet(layout, player.seat, wager, bet, deals(player))
        for player in players
        if (bet := player.bet_on(wager.slug)) is not None
    ]
    for item in within_aggregate(round_.config, items):
        yield Settle(item, cite=wager.cite)


def is_awaited(round_: Round, wager: Wager, player: Player, dealer: Cards) -> bool:
    """Whether this bet still depends on a dealer's card to come."""
    bet = player.bet_on(wager.slug)
    table = round_.config.layout.table_for(wager, bet.cents) if bet else None
    return table is not None and _is_open(round_, wager, table, player, dealer)


def is_envy_awaited(round_: Round, dealer: Cards) -> bool:
    """Whether envy for some hand still depends on a dealer's card; hands without a bet can bring envy too."""
    return any(
        _is_open(round_, wager, table, player, dealer)
        for wager in round_.config.wagers()
        for table in round_.config.layout.tables.get(wager.slug, ())
        if table.has_envy
        for player in round_.from_left
    )


def _is_open(round_: Round, wager: Wager, table: PayTable, player: Player, dealer: Cards) -> bool:
    """Whether cards still to come may change what this hand is paid, judged by the ranks that show.

    A Royal Match waits against a king or queen of any suit (letter 003), even if only one suit could change its pay.
    """
    if not any(group.only_for and group.start + group.size > len(dealer) for group in wager.groups):
        return False
    if dealer and not _is_open(round_, wager, table, player, ()):
        return False  # no dealer's hand can change it
    ranks = [rank(card) for card in dealer]
    layout, key = round_.config.layout, (wager.slug, table.id, *_kind(wager, player.dealt[:2]), *ranks)
    if key not in round_.waiting:
        seen = product(*([of_rank * 4 + of_suit for of_suit in range(4)] for of_rank in ranks))
        deals = (Deal(tuple(player.dealt), cards) for cards in seen)
        round_.waiting[key] = any(awaited(layout, wager, table, deal, layout.options) for deal in deals)
    return round_.waiting[key]


def _kind(wager: Wager, cards: Sequence[int]) -> list[tuple[int, int]]:
    """A cache key for cards: without their order, and with suits renamed where the rule treats them as equivalent."""
    suits: dict[int, int] = {}
    found = sorted((rank(card), suit(card)) for card in cards)
    if wager.suits != "interchangeable":
        return found
    return [(of_rank, suits.setdefault(of_suit, len(suits))) for of_rank, of_suit in found]


def settle_envies(round_: Round, deals: Callable[[Player], Deal]) -> Procedure:
    """Settles the envy of all wagers, when every hand that may bring it is known; from the dealer's right."""
    layout = round_.config.layout
    if not any(table.has_envy for tables in layout.tables.values() for table in tables):
        return
    at_seats = [Deal((), ())] * max(round_.players)
    for player in round_.from_left:
        at_seats[player.seat - 1] = deals(player)
    for item in sorted(settle_envy(layout, round_.seats(), at_seats), key=lambda item: -item.seat):
        yield Settle(item)


def settle_meter_wins(round_: Round, wins: Sequence[Settlement]) -> Procedure:
    """Settles wins from the jackpot, each from the amount that the previous win left on the meter.

    The player farthest on the dealer's right is paid first, unless internal controls say otherwise (letter 003,
    Appendix A; letter 002, Jackpot rule 6).
    """
    if not wins:
        return
    order = parse_order(round_.config.layout.options.get("meter-order", RIGHT_FIRST))
    option = round_.config.game.all_options().get("meter-order")  # a game need not have it
    for item in sorted(wins, key=lambda item: turn(item.seat, order)):
        yield Settle(item, cite=option.cite if option is not None else round_.config.game.wager(item.wager).cite)


def end_game(round_: Round) -> Procedure:
    """Ends the game on the controller: the jackpot is ready for the next round."""
    slug = round_.config.progressive
    if round_.jackpot is None or not any(slug in player.bets for player in round_.players.values()):
        return
    yield Press("end-game", "End the game: the progressive is ready for the next round")
    round_.jackpot.end_game()


def within_aggregate(config: TableConfig, items: Sequence[Settlement]) -> Iterator[Settlement]:
    """Reduces wins by odds in proportion if together they exceed the aggregate limit (WAC 230-15-490).

    Fixed sums, prizes and shares of a meter are exempt. Fractions of a cent stay with the house.
    """
    limit = config.aggregate.get(items[0].wager) if items else None
    by_odds = [_won_by_odds(config.layout, item) if limit is not None else 0 for item in items]
    for item, won in zip(items, by_odds, strict=True):
        if limit is None or won == 0 or item.net is None or sum(by_odds) <= limit:
            yield item
        else:
            cut = Cents(item.net - won + won * limit // sum(by_odds))
            pays = f"{item.pays}, cut to the aggregate limit of {format_cents(limit)} a deal"
            yield replace(item, net=cut, pays=pays)


def _won_by_odds(layout: Layout, item: Settlement) -> int:
    """The part of a win that was paid by odds, without a fixed sum paid in addition or instead."""
    table = layout.table_for(layout.game.wager(item.wager), item.total)
    line = table.line(item.outcome) if table is not None else None
    if table is None or line is None or item.net is None or item.net <= 0:
        return 0
    if line in table.added:
        return item.net - (net_of(line.pay, item.total, Rounding()) or 0)
    return item.net if isinstance(line.pay, Odds) else 0


def paid_share(item: Settlement, prize: Cents) -> Settlement:
    """A meter win with its prize; the wager itself was taken when the meter stepped up."""
    return replace(item, net=Cents(prize - item.bet))


def not_honoured(item: Settlement) -> Settlement:
    """A meter win that the house does not honour: the wager loses, and the label still names the hand."""
    label = f"{item.label}, not honoured"
    return replace(item, outcome=LOSS, label=label, pays=LOSS, net=Cents(-item.bet), share=None)


def is_share(item: Settlement) -> bool:
    """Whether a wager is won from the meter."""
    share: Fraction | None = item.share
    return share is not None
