"""The procedure of the blackjack games (letters 001 and 003; the base game by regulation 2.1).

Optional wagers are settled when their letter says: Match-n-Poker before anything else, Royal Match once the two cards
are there, or when the hole card shows where a king or queen is up; progressives with or after the main wager.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from pitbook.cards import NO_CARD, Cards, card_name
from pitbook.errors import BadInput
from pitbook.families.blackjack.rules.base import BLACKJACK_PAYS, SOFT_17, is_natural
from pitbook.families.blackjack.rules.hands import (
    CARDS_A_HAND,
    Hand,
    choices,
    ends_at_once,
    settle_hand,
    settle_insurance,
)
from pitbook.families.blackjack.rules.posted import BlackjackRules, rules_of_game
from pitbook.families.blackjack.table.questions import (
    BASE,
    DOUBLE,
    EARLY_SURRENDER,
    HIT,
    INSURANCE,
    PEEK,
    PLAY,
    SPLIT,
    SURRENDER,
    YES,
)
from pitbook.games.model import Deal, Game, Wager
from pitbook.games.settle import LOSS, Bet, Layout, Settlement, settle_bet
from pitbook.hands.blackjack import card_points, dealer_draws, is_bust
from pitbook.money import Cents
from pitbook.table.config import TableConfig
from pitbook.table.family import Picked, StatementTrial
from pitbook.table.round import (
    Player,
    Round,
    coin_in,
    end_game,
    is_awaited,
    is_envy_awaited,
    is_share,
    settle_envies,
    settle_meter_wins,
    settle_side_wager,
    within_aggregate,
)
from pitbook.table.stakes import Move, StakeKey
from pitbook.table.steps import DEALER, YES_NO, Ask, CardTo, Choice, Place, Press, Procedure, Settle, Step

INSURED: Final = StakeKey(INSURANCE.name)
_ACE_POINTS, _TEN_POINTS = 1, 10


def play(round_: Round) -> Procedure:
    """From the sensors of the progressive to the last pay."""
    game = _Blackjack(round_)
    yield from coin_in(round_)
    yield from game.first_cards()
    yield from game.early_wagers()
    yield from game.insurance_and_peek()
    if not game.dealer_natural:
        for player in round_.from_left:
            yield from game.play_hands(player)
    yield from game.dealer_hand()
    yield from game.settle_all()
    yield from end_game(round_)


class _Blackjack:
    """One round of blackjack, in the order in which it is dealt."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.config = round_.config
        self.rules = rules_of(round_.config)
        self.dealer_natural = False
        self.settled: set[tuple[int, str, int]] = set()
        """Seat, wager and hand of bets that were settled before the end."""
        self.from_meter: list[Settlement] = []
        """Wins from the meter, which are paid last, in their own order."""
        self.held: list[Settlement] = []
        """Progressive wins at odds under an aggregate limit, which are paid when all of them are known."""
        self.envied = False
        side = [wager for wager in self.config.wagers() if wager.slug != BASE]
        self.before = [wager for wager in side if not self.config.layout.pays_from_meter(wager.slug)]
        self.progressives = [wager for wager in side if self.config.layout.pays_from_meter(wager.slug)]

    @property
    def up_card(self) -> int:
        return self.round.dealer[0]

    @property
    def hole(self) -> int:
        """The dealer's second card while it is face down; NO_CARD if only the dealer has seen it."""
        return self.round.hidden[0]

    def first_cards(self) -> Procedure:
        """Two cards face up to each player, the dealer's up card and hole card."""
        for _ in range(2):
            for player in self.round.from_left:
                player.dealt.extend((yield CardTo(Place(player.seat))))
            if not self.round.dealer:
                self.round.dealer.extend((yield CardTo(DEALER)))
            elif self.rules.hole_card == "peek":
                self.round.hidden.extend((yield CardTo(DEALER, "nobody")))
        for player in self.round.from_left:
            bet = player.bets[BASE].cents
            player.hands.append(Hand((player.dealt[0], player.dealt[1]), bet, bet))

    def early_wagers(self) -> Procedure:
        """Optional wagers on first cards, from the dealer's right, except those that wait for the hole card."""
        for wager in self.before:
            late = [player for player, _ in self._late([wager])]
            ready = [player for player in self.round.from_right if player not in late]
            if late and wager.slug in self.config.aggregate:
                # Winners share the limit in proportion: while one of them waits, no share is known.
                ready = [player for player in ready if not self._wins(player, wager)]
            yield from settle_side_wager(self.round, wager, ready, self.deal)
            self.settled.update((player.seat, wager.slug, 1) for player in ready)
        if not is_envy_awaited(self.round, self.shown):
            yield from self._settle_envies()

    def _wins(self, player: Player, wager: Wager) -> bool:
        bet = player.bet_on(wager.slug)
        return bet is not None and (
            settle_bet(self.config.layout, player.seat, wager, bet, self.deal(player)).outcome != LOSS
        )

    def _late(self, wagers: list[Wager]) -> list[tuple[Player, Wager]]:
        """Bets on these wagers that wait for the hole card."""
        return [
            (player, wager)
            for wager in wagers
            for player in self.round.from_right
            if (player.seat, wager.slug, 1) not in self.settled and is_awaited(self.round, wager, player, self.shown)
        ]

    def _settle_envies(self) -> Procedure:
        if not self.envied:
            self.envied = True
            yield from settle_envies(self.round, self.deal)

    @property
    def shown(self) -> Cards:
        """The dealer's cards as the players see them."""
        return tuple(self.round.dealer)

    def deal(self, player: Player) -> Deal:
        """The cards for an optional wager, in the order in which the seat got them."""
        return Deal(tuple(player.dealt[:3]), self.shown)

    def insurance_and_peek(self) -> Procedure:
        """Early surrender, insurance against an ace, and the peek at the hole card with an ace or a ten up."""
        up_points = card_points(self.up_card)
        if self.rules.surrender == "early":
            for player in self.round.from_left:
                yield from self._ask_surrender(player)
        if up_points == _ACE_POINTS and self.rules.insurance:
            for player in self.round.from_left:
                if not player.hands[0].surrendered:
                    yield from self._ask_insurance(player)
        if self.rules.hole_card != "peek" or up_points not in (_ACE_POINTS, _TEN_POINTS):
            return
        if self.hole == NO_CARD:
            _, answer = yield Ask(PEEK, {DEALER: YES_NO}, cite="regulation 2.1")
            self.dealer_natural = answer == YES
        else:
            words = "Look at the hole card for a blackjack"
            yield Press("peek", words, "regulation 2.1", announces="whether the dealer has a blackjack")
            self.dealer_natural = is_natural((self.up_card, self.hole))
        if not self.dealer_natural:
            yield from self._settle_insurance((self.up_card, self.up_card))

    def _ask_surrender(self, player: Player) -> Procedure:
        _, answer = yield Ask(EARLY_SURRENDER, {Place(player.seat): YES_NO}, cite="regulation 2.1")
        if answer == YES:
            player.hands[0] = replace(player.hands[0], surrendered=True)

    def _ask_insurance(self, player: Player) -> Procedure:
        """Offers insurance: half the wager, on a separate stake."""
        price = Cents(player.staked(BASE) // 2)
        if price:
            yes, no = YES_NO
            insure = replace(yes, moves=(Move(INSURED, price),), purpose="for insurance")
            yield Ask(INSURANCE, {Place(player.seat): (insure, no)}, cite="regulation 2.1")

    def _settle_insurance(self, dealer: Cards) -> Procedure:
        for player in self.round.from_right:
            stake = player.staked(INSURANCE.name)
            if stake:
                paid = settle_insurance(stake, dealer)
                item = Settlement(
                    player.seat, INSURANCE.name, 0, stake, "house", paid.outcome, paid.label, paid.pays, paid.net
                )
                yield Settle(item, cite="regulation 2.1")

    def play_hands(self, player: Player) -> Procedure:
        """A player's decisions: the hand on the left is finished before a hand split from it gets its next card."""
        index = 0
        while index < len(player.hands):
            hand = player.hands[index]
            if len(hand.cards) == 1:
                player.hands[index] = hand = replace(hand, cards=(*hand.cards, *(yield from self._card(player, index))))
            if is_natural(hand.cards) and not hand.after_split:
                index += 1
                continue
            open_choices = () if hand.surrendered else choices(hand, len(player.hands), self.rules)
            if not open_choices:
                yield from self._finish(player, index)
                index += 1
                continue
            place = Place(player.seat, index + 1)
            asked = tuple(self._with_moves(PLAY.choice[word], player, index) for word in open_choices)
            _, choice = yield Ask(PLAY, {place: asked}, cite="regulation 2.1")
            if choice == HIT.word:
                player.hands[index] = replace(hand, cards=(*hand.cards, *(yield from self._card(player, index))))
            elif choice == SPLIT.word:
                player.hands[index] = replace(hand, cards=hand.cards[:1], after_split=True)
                split_off = Hand(hand.cards[1:], hand.bet, Cents(0), after_split=True)
                player.hands.insert(index + 1, split_off)
            else:
                if choice == DOUBLE.word:
                    # The wager lies on the table before its card comes.
                    hand = player.hands[index] = replace(hand, bet=player.staked(BASE, index + 1))
                    player.hands[index] = replace(hand, cards=(*hand.cards, *(yield from self._card(player, index))))
                elif choice == SURRENDER.word:
                    player.hands[index] = replace(hand, surrendered=True)
                yield from self._finish(player, index)
                index += 1

    def _card(self, player: Player, index: int) -> Generator[Step, Any, Cards]:
        cards: Cards = yield CardTo(Place(player.seat, index + 1))
        player.dealt.extend(cards)
        return cards

    @staticmethod
    def _with_moves(choice: Choice, player: Player, index: int) -> Choice:
        """A double adds the hand's wager to it again. A split adds it to a new hand: the hands still to be played have
        the same wager, so it does not matter that the new one is played before them."""
        hand = {DOUBLE: index + 1, SPLIT: len(player.hands) + 1}.get(choice)
        if hand is None:
            return choice
        return replace(choice, moves=(Move(StakeKey(BASE, hand), player.staked(BASE, index + 1)),))

    def _finish(self, player: Player, index: int) -> Procedure:
        """Settles a hand that is over at once, then the seat's progressive if it has no other hand left.

        Letter 003, Blazing 7's Progressive rule 10: the main wager first, then the progressive.
        """
        if not self._is_over(player.hands[index]):
            return
        yield from self._settle_base(player, index)
        if all(self._is_settled(player, other) for other in range(len(player.hands))):
            for wager in self.progressives:
                if not is_awaited(self.round, wager, player, self.shown):
                    yield from self._settle_progressive(player, wager)

    def _is_over(self, hand: Hand) -> bool:
        """Whether a hand is bust or surrendered, and a dealer's blackjack would not change its loss."""
        if self.rules.hole_card == "original-bets-only" and hand.bet > hand.first:
            return False
        given_up = hand.surrendered and (self.rules.surrender == "early" or self.rules.hole_card == "peek")
        return is_bust(hand.cards) or given_up

    def _settle_base(self, player: Player, index: int) -> Procedure:
        hand = player.hands[index]
        paid = settle_hand(self.config.layout, self.config.game.wager(BASE), hand, self._final_dealer(), self.rules)
        self.settled.add((player.seat, BASE, index + 1))
        yield Settle(
            Settlement(player.seat, BASE, 0, hand.bet, "house", paid.outcome, paid.label, paid.pays, paid.net),
            index + 1,
        )

    def _final_dealer(self) -> Cards:
        """The dealer's hand; two equal cards, which are not a blackjack, if a bust is settled before it is known."""
        shown = self.shown
        return shown if len(shown) > 1 else (self.up_card, self.up_card)

    def _settle_progressive(self, player: Player, wager: Wager) -> Procedure:
        bet = player.bet_on(wager.slug)
        if bet is None or (player.seat, wager.slug, 1) in self.settled:
            return
        item = settle_bet(self.config.layout, player.seat, wager, bet, self.deal(player))
        self.settled.add((player.seat, wager.slug, 1))
        if is_share(item):
            self.from_meter.append(item)
        elif wager.slug in self.config.aggregate and item.outcome != LOSS:
            self.held.append(item)
        else:
            yield Settle(item, cite=wager.cite)

    def dealer_hand(self) -> Procedure:
        """Turns over the hole card, settles the bets that waited for it, and draws while a hand is undecided."""
        late = self._late(self.progressives)
        if self.rules.hole_card == "peek":
            hole = self.hole
            if hole == NO_CARD:
                (hole,) = yield CardTo(DEALER, check=self._check_hole)
            else:
                name = card_name(hole)
                yield Press("hole-card", f"Turn over the hole card: {name}", data={"card": name})
            self.round.dealer.append(hole)
            self.round.hidden.clear()
        elif self._is_needed():
            self.round.dealer.extend((yield CardTo(DEALER)))
        self.dealer_natural = is_natural(self.shown)
        yield from self._settle_insurance(self._final_dealer())
        yield from self._late_wagers()
        for player, wager in late:
            # Letter 003, Royal Match Progressive rule 8: paid when the dealer reveals the hole card.
            yield from self._settle_progressive(player, wager)
        live = not self.dealer_natural and any(self._is_undecided(hand) for _, _, hand in self._hands())
        while live and dealer_draws(self.shown, self.rules.hits_soft_17):
            self.round.dealer.extend((yield CardTo(DEALER)))

    def _late_wagers(self) -> Procedure:
        """Crown Treasure, and the Royal Match of tables 7 and 10, when the hole card shows (letter 003)."""
        for wager in self.before:
            waited = [player for player in self.round.from_right if (player.seat, wager.slug, 1) not in self.settled]
            yield from settle_side_wager(self.round, wager, waited, self.deal)
        yield from self._settle_envies()

    def _is_needed(self) -> bool:
        """Whether, without a hole card, anything still depends on the dealer's second card."""
        insured = any(player.staked(INSURANCE.name) for player in self.round.from_left)
        open_hands = any(not self._is_settled(player, index) for player, index, _ in self._hands())
        return insured or open_hands or not self.envied or bool(self._late([*self.before, *self.progressives]))

    def _check_hole(self, cards: Cards) -> None:
        """With physical cards: the card turned over must agree with what the dealer reported after the peek."""
        if card_points(self.up_card) in (_ACE_POINTS, _TEN_POINTS) and (
            is_natural((self.up_card, cards[0])) != self.dealer_natural
        ):
            saw = "a blackjack" if self.dealer_natural else "no blackjack"
            raise BadInput(f"{card_name(cards[0])} cannot be the hole card: the dealer looked and saw {saw}")

    def _hands(self) -> list[tuple[Player, int, Hand]]:
        return [(player, index, hand) for player in self.round.from_left for index, hand in enumerate(player.hands)]

    def _is_settled(self, player: Player, index: int) -> bool:
        return (player.seat, BASE, index + 1) in self.settled

    def _is_undecided(self, hand: Hand) -> bool:
        """Whether the dealer's total matters to a hand."""
        natural = is_natural(hand.cards) and not hand.after_split
        return not (is_bust(hand.cards) or hand.surrendered or natural or ends_at_once(hand.cards, self.rules))

    def settle_all(self) -> Procedure:
        """From the dealer's right: the main wager first, then the progressive; shared limits and meter wins last."""
        for player in self.round.from_right:
            for index in range(len(player.hands)):
                if not self._is_settled(player, index):
                    yield from self._settle_base(player, index)
            for wager in self.progressives:
                yield from self._settle_progressive(player, wager)
        for item in within_aggregate(self.config, sorted(self.held, key=lambda item: -item.seat)):
            yield Settle(item, cite=self.config.game.wager(item.wager).cite)
        yield from settle_meter_wins(self.round, self.from_meter)


def most_cards(config: TableConfig) -> int:
    return CARDS_A_HAND * (config.seats + 1)


def most_staked(config: TableConfig, bets: Mapping[str, Bet]) -> Mapping[str, Cents]:
    """Every hand of a split doubled, and half the first wager for insurance."""
    base, rules = config.game.main, rules_of(config)
    first = bets[base].cents
    return {base: Cents(2 * rules.split_hands * first), INSURANCE.name: Cents(first // 2)}


def check(config: TableConfig) -> None:
    """Refuses nothing: every configuration that the letter allows can be dealt."""


def statement_trials(game: Game) -> tuple[StatementTrial, ...]:
    """None: the folder of a game states only its wagers."""
    return ()


def post_rules(layout: Layout, rules: Mapping[str, str]) -> tuple[Layout, BlackjackRules]:
    """The options that the base wager is paid by are rules of the same names."""
    same = {name: value for name, value in layout.options.items() if name not in rules}
    posted = rules_of_game(layout.game, layout.decks, rules, same)
    pays = f"{posted.blackjack_pays.numerator}:{posted.blackjack_pays.denominator}"
    BLACKJACK_PAYS.check(pays)
    paid_by = {SOFT_17.name: posted.soft17, BLACKJACK_PAYS.name: pays}
    return replace(layout, options={**layout.options, **paid_by}), posted


def rules_of(config: TableConfig) -> BlackjackRules:
    """The posted rules of a blackjack table."""
    return cast("BlackjackRules", config.rules)


def picks_of(config: TableConfig, cards: Cards) -> Sequence[Picked]:
    """None: no question picks cards."""
    return ()
