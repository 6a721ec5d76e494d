"""The procedure of every poker game, driven by the statement of the game: deal, streets with choices, showdown, pays.

Hands are hidden (:mod:`pitbook.table.hidden`): with the table's own shoe players see only their own cards; with
physical cards decisions are recorded first, and cards are entered as they are turned over.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pitbook.cards import Cards
from pitbook.families.poker.rules.model import PokerRules, Stake, Street, StreetChoice, applies
from pitbook.families.poker.rules.statement import rules_of
from pitbook.families.poker.table.questions import DEALT, DECISION, SHOWDOWN, fallback_of
from pitbook.games.house_rules import check_none
from pitbook.games.model import Deal, Wager
from pitbook.games.settle import Bet, Layout, Settlement, folded_loss, settle_bet
from pitbook.money import Cents
from pitbook.table.config import TableConfig
from pitbook.table.hidden import deal_hands, show_hands
from pitbook.table.round import (
    Player,
    Round,
    coin_in,
    end_game,
    is_share,
    settle_envies,
    settle_meter_wins,
    within_aggregate,
)
from pitbook.table.stakes import Move, StakeKey
from pitbook.table.steps import (
    BOARD,
    DEALER,
    Ask,
    CardTo,
    Choice,
    HandRequirement,
    Place,
    Press,
    Procedure,
    Settle,
    Step,
)
from pitbook.table.view import PlayerView


def play(round_: Round) -> Procedure:
    """From the jackpot's sensors to the last pay."""
    rules = rules_of(round_.config.game.slug)
    yield from coin_in(round_)
    yield from _deal(round_, rules)
    deciding = [player for player in round_.from_left if rules.first.slug in player.bets]
    for street in rules.streets:
        deciding = yield from _street(round_, rules, street, deciding)
    yield from _deal_more(round_, rules, deciding, rules.own)
    live = [Place(player.seat) for player in round_.from_right if _is_live(round_, player)]
    if live:
        yield from _turn_board(round_, rules, rules.board)
    words = "Turn over the dealer's hand" if rules.dealer else "Turn over the players' hands"
    dealer = [DEALER] if rules.dealer else []
    yield from show_hands(round_, [*dealer, *live], Press(SHOWDOWN, words, _cite(rules)), _cite(rules))
    yield from _settle_all(round_, rules)
    yield from end_game(round_)


# -- cards -------------------------------------------------------------------------------------------------------------


def _deal(round_: Round, rules: PokerRules) -> Procedure:
    """Deals each player's cards face down, then the dealer's, of which the rules may turn some face up."""
    cite = _cite(rules)
    first = rules.own_at(rules.streets[0])
    hands = [CardTo(Place(player.seat), "owner", first, cite) for player in round_.from_left]
    if rules.dealer > rules.dealer_up:
        hands.append(CardTo(DEALER, "nobody", rules.dealer - rules.dealer_up, cite))
    words = f"Deal {_cards(first)} face down to each player{_to_dealer(rules, first)}"
    yield from deal_hands(round_, hands, Press(DEALT, words, cite))
    if rules.dealer_up:
        round_.dealer.extend((yield CardTo(DEALER, count=rules.dealer_up, cite=cite)))


def _deal_more(round_: Round, rules: PokerRules, players: Sequence[Player], count: int) -> Procedure:
    """Deals to these players face down until each has ``count`` cards."""
    missing = [(player, count - len(player.dealt)) for player in players if len(player.dealt) < count]
    if missing:
        cite, more = _cite(rules), missing[0][1]
        hands = [CardTo(Place(player.seat), "owner", cards, cite) for player, cards in missing]
        words = f"Deal {_cards(more).replace(' ', ' more ', 1)} face down to each player who is in"
        yield from deal_hands(round_, hands, Press(DEALT, words, cite))


def board_of(shared: Mapping[Place, Sequence[int]]) -> Cards:
    """The community cards that lie face up."""
    return tuple(shared.get(BOARD, ()))


def _turn_board(round_: Round, rules: PokerRules, count: int) -> Procedure:
    """Turns over community cards until ``count`` lie face up."""
    board = round_.shared[BOARD]
    if count > len(board):
        board.extend((yield CardTo(BOARD, count=count - len(board), cite=_cite(rules))))


# -- decisions ---------------------------------------------------------------------------------------------------------


def _street(
    round_: Round, rules: PokerRules, street: Street, deciding: Sequence[Player]
) -> Generator[Step, Any, list[Player]]:
    """Asks the players who still decide, from the dealer's left; returns those who decide on the next street."""
    number, left = rules.streets.index(street), list[Player]()
    if deciding:
        yield from _deal_more(round_, rules, deciding, rules.own_at(street))
        yield from _turn_board(round_, rules, street.board)
    for player in deciding:
        place = Place(player.seat)
        question = replace(DECISION, fallback=fallback_of(street))
        _, word = yield Ask(question, {place: _choices(round_, rules, street, player)}, cite=_cite(rules))
        chosen = next(choice for choice in street.choices if choice.word == word)
        player.hands.append((number, word))
        player.folded = chosen.folds
        if chosen.folds:
            yield from _settle_fold(round_, player)
        elif not chosen.ends:
            left.append(player)
    return left


def _choices(round_: Round, rules: PokerRules, street: Street, player: Player) -> tuple[Choice, ...]:
    """The choices of a player on a street; the table checks the requirements of a choice on the hand."""
    options = round_.config.layout.options
    offered = (choice for choice in street.choices if applies(choice.only_if, options))
    return tuple(_with_moves(round_, rules, street, choice, player) for choice in offered)


def _with_moves(round_: Round, rules: PokerRules, street: Street, stated: StreetChoice, player: Player) -> Choice:
    """A choice with the chips that it puts up or takes back."""
    unit = unit_of(rules, player)
    moves = (Move(StakeKey(street.wager), Cents(unit * stated.adds)),) if stated.adds else ()
    purpose = f"for a {stated.word} bet" if moves else ""
    needs = (
        HandRequirement(rules.words_of(stated.hands), _holder(round_, rules, stated.hands)) if stated.hands else None
    )
    return replace(DECISION.choice[stated.word], moves=moves, purpose=purpose, needs=needs)


def _holder(round_: Round, rules: PokerRules, lines: int) -> Callable[[Cards], bool]:
    """Whether a player's cards satisfy one of these lines."""
    return lambda cards: bool(lines & rules.lines(rules.value((*cards, *board_of(round_.shared)))))


def unit_of(rules: PokerRules, player: PlayerView) -> Cents:
    """The first stake of a player: the unit of choices."""
    return Cents(player.bets[rules.first.slug].cents // rules.first.first)


# -- pays --------------------------------------------------------------------------------------------------------------


def _is_live(round_: Round, player: Player) -> bool:
    """Whether a wager of this player is still settled by the cards."""
    return not player.folded or any(_stays(round_, player, wager) for wager in round_.config.wagers())


def _stays(round_: Round, player: Player, wager: Wager) -> bool:
    return StakeKey(wager.slug) in player.stakes and wager.stays_after_fold(round_.config.layout.options)


def _settle_fold(round_: Round, player: Player) -> Procedure:
    """A fold gives up every wager that does not stay in play."""
    layout = round_.config.layout
    for wager in round_.config.wagers():
        bet = _bet_on(player, wager)
        if bet is not None and not wager.stays_after_fold(layout.options):
            yield Settle(folded_loss(layout, player.seat, wager, bet), cite=wager.cite)


def _bet_on(player: Player, wager: Wager) -> Bet | None:
    """The current stake on a wager, bet before the deal or by a choice."""
    staked = player.staked(wager.slug)
    if not staked:
        return None
    return replace(player.bets.get(wager.slug, Bet(wager.slug, staked)), cents=staked)


def _settle_all(round_: Round, rules: PokerRules) -> Procedure:
    """From the dealer's right, one seat at a time: its base wagers, the bonuses paid on them, then the optional
    wagers."""
    bonuses = {wager.slug: iter(list(_bonus(round_, wager))) for wager in _optional(round_)}
    base = _base_by_seat(round_, rules)
    from_meter: list[Settlement] = []
    for player in round_.from_right:
        for item in base[player.seat]:
            yield Settle(item, cite=round_.config.game.wager(item.wager).cite)
        for wager in _optional(round_):
            if _bet_on(player, wager) is not None:
                item = next(bonuses[wager.slug])
                if is_share(item):
                    from_meter.append(item)
                else:
                    yield Settle(item, cite=wager.cite)
    # A folded hand wins no envy for others.
    envied = {player.seat: round_.deal_for(player) for player in round_.from_left if _is_live(round_, player)}
    yield from settle_envies(round_, lambda player: envied.get(player.seat, Deal((), ())))
    yield from settle_meter_wins(round_, from_meter)


def _optional(round_: Round) -> list[Wager]:
    base = {stake.slug for stake in rules_of(round_.config.game.slug).stakes}
    return [wager for wager in round_.config.wagers() if wager.slug not in base]


def _base_by_seat(round_: Round, rules: PokerRules) -> dict[int, list[Settlement]]:
    """The settlements of the base wagers of every seat that did not fold, within the house's aggregate limits."""
    found: dict[int, list[Settlement]] = {player.seat: [] for player in round_.from_right}
    for stake in rules.stakes:
        playing = (player for player in round_.from_right if not player.folded)
        items = [item for player in playing if (item := _base_item(round_, stake, player)) is not None]
        for item in within_aggregate(round_.config, items):
            found[item.seat].append(item)
    return found


def _base_item(round_: Round, stake: Stake, player: Player) -> Settlement | None:
    """One base wager of a seat; None without a stake, or if a bonus that is paid on another stake pays nothing."""
    layout, deal = round_.config.layout, round_.deal_for(player)
    wager = layout.game.wager(stake.slug)
    if not stake.paid_on:
        bet = _bet_on(player, wager)
        return None if bet is None else settle_bet(layout, player.seat, wager, bet, deal)
    qualifying = _staked(player, stake.paid_on)
    if not qualifying or wager.slug not in layout.tables:
        return None
    item = settle_bet(layout, player.seat, wager, Bet(wager.slug, Cents(0)), deal, qualifying=qualifying)
    return item if item.net else None


def _staked(player: Player, slug: str) -> Cents:
    """The stake on a wager, which may already be settled."""
    return player.bets[slug].cents if slug in player.bets else player.added.get(slug, Cents(0))


def _bonus(round_: Round, wager: Wager) -> Iterator[Settlement]:
    """An optional wager at every seat that still has it in play, within the house's aggregate limit."""
    layout = round_.config.layout
    items = [
        settle_bet(layout, player.seat, wager, bet, round_.deal_for(player))
        for player in round_.from_right
        if (bet := _bet_on(player, wager)) is not None
    ]
    return within_aggregate(round_.config, items)


# -- the table ---------------------------------------------------------------------------------------------------------


def most_cards(config: TableConfig) -> int:
    rules = rules_of(config.game.slug)
    return rules.own * config.seats + rules.dealer + rules.board


def most_staked(config: TableConfig, bets: Mapping[str, Bet]) -> Mapping[str, Cents]:
    """The largest stake that choices can add to each wager: one choice per street; streets add up unless a choice ends
    the player's decisions."""
    rules, options = rules_of(config.game.slug), config.layout.options
    if rules.first.slug not in bets:
        return {}
    unit = bets[rules.first.slug].cents // rules.first.first
    found: dict[str, Cents] = {}
    for street in rules.streets:
        raises = [choice for choice in street.choices if choice.adds > 0 and applies(choice.only_if, options)]
        most = Cents(unit * max((choice.adds for choice in raises), default=0))
        so_far = found.get(street.wager, Cents(0))
        found[street.wager] = max(so_far, most) if all(each.ends for each in raises) else Cents(so_far + most)
    return {slug: most for slug, most in found.items() if most}


def check(config: TableConfig) -> None:
    """Refuses nothing: every configuration that the rules allow can be dealt."""


def post_rules(layout: Layout, rules: Mapping[str, str]) -> tuple[Layout, None]:
    """None: its rules are options of the game."""
    check_none(layout.game, rules)
    return layout, None


def _cite(rules: PokerRules) -> str:
    return rules.first.cite


def _cards(count: int) -> str:
    return f"{count} cards" if count > 1 else "one card"


def _to_dealer(rules: PokerRules, own: int) -> str:
    if not rules.dealer:
        return ""
    return " and to the dealer" if rules.dealer == own else f" and {_cards(rules.dealer)} to the dealer"
