"""The procedure of a duel."""

from collections.abc import Mapping, Sequence
from typing import Final

from pitbook.cards import Cards, card_name, rank
from pitbook.games.house_rules import check_none
from pitbook.games.model import Deal, Game
from pitbook.games.settle import Bet, Layout, Settlement, settle_bet
from pitbook.money import Cents
from pitbook.table.advice import Advice, Write
from pitbook.table.config import TableConfig
from pitbook.table.family import Picked, ShownHand, StatementTrial
from pitbook.table.odds import BetFigures, TableOdds
from pitbook.table.reasons import signed
from pitbook.table.round import Player, Round, settle_side_wager
from pitbook.table.steps import DEALER, Ask, CardTo, Choice, Place, Procedure, Question, Settle
from pitbook.table.view import PlayerView, RoundView
from tests.families.duel.rules import BASE, KEEP, SWAP, chances, should_swap

SWAPPING: Final = Question(
    SWAP,
    (Choice(KEEP, "keeps", "K"), Choice(SWAP, "swaps", "W")),
    fallback=KEEP,
    timed_out="Time ran out: you keep your card",
)
BURN: int = 1
SHUFFLES_EACH_ROUND: bool = False
STAKES: tuple[str, ...] = ()
QUESTIONS: Mapping[str, Question] = {SWAP: SWAPPING}
NUMBERS: tuple[str, ...] = ()
OWN_SHOE_STEPS: tuple[str, ...] = ()
STEPS: Mapping[str, str] = {}
PLAYS_BY: str = "the best swap"


def play(round_: Round) -> Procedure:
    """One card to each seat, a swap for those who want one, the dealer's card, the pays."""
    for player in round_.from_left:
        player.dealt.extend((yield CardTo(Place(player.seat))))
    for wager in round_.config.wagers():
        if wager.slug != BASE:
            yield from settle_side_wager(round_, wager, round_.from_right, lambda player: deal_of(round_, player))
    for player in round_.from_left:
        _, answer = yield Ask(SWAPPING, {Place(player.seat): SWAPPING.choices})
        if answer == SWAP:
            player.dealt.extend((yield CardTo(Place(player.seat))))
    round_.dealer.extend((yield CardTo(DEALER)))
    layout = round_.config.layout
    for player in round_.from_right:
        deal = deal_of(round_, player)
        yield Settle(settle_bet(layout, player.seat, layout.game.wager(BASE), player.bets[BASE], deal))


def deal_of(round_: Round, player: Player) -> Deal:
    return Deal(tuple(player.dealt), tuple(round_.dealer))


def most_cards(config: TableConfig) -> int:
    return 2 * config.seats + 1


def most_staked(config: TableConfig, bets: Mapping[str, Bet]) -> Mapping[str, Cents]:
    return {}


def check(config: TableConfig) -> None:
    """Refuses nothing: every configuration can be dealt."""


def statement_trials(game: Game) -> tuple[StatementTrial, ...]:
    """None: the folder of a game states only its wagers."""
    return ()


def post_rules(layout: Layout, rules: Mapping[str, str]) -> tuple[Layout, None]:
    check_none(layout.game, rules)
    return layout, None


def prepare_players(config: TableConfig) -> None:
    """Nothing takes long."""


def answer_for(view: RoundView, ask: Ask, place: Place) -> str:
    return SWAP if should_swap(view.players[place.seat].dealt[-1]) else KEEP


def plain_answer(view: RoundView, ask: Ask, place: Place) -> str:
    return KEEP


def unwritten_answer(view: RoundView, ask: Ask, place: Place, coming: Sequence[int]) -> str:
    return SWAP if coming else KEEP


def picks_of(config: TableConfig, cards: Cards) -> Sequence[Picked]:
    return ()


def figures(config: TableConfig, bet: Bet, variances: bool) -> BetFigures | None:
    if bet.wager != BASE:
        return None
    win, _, lose = (float(chance) for chance in chances())
    return BetFigures(lose - win, win + lose - (win - lose) ** 2)


def advise(view: RoundView, ask: Ask, place: Place, odds: TableOdds | None, write: Write) -> Advice:
    card = view.players[place.seat].dealt[-1]
    better = answer_for(view, ask, place)
    return Advice(f"{better.capitalize()} the {card_name(card)}.")


def prepare_advice(config: TableConfig) -> None:
    """Nothing takes long."""


def hands(view: RoundView, player: PlayerView) -> Sequence[ShownHand]:
    cards = tuple(player.dealt[-1:])
    return [ShownHand(cards, player.bets[BASE].cents, f"rank {rank(cards[0]) + 2}")] if cards else []


def dealer_hand(view: RoundView) -> ShownHand:
    return ShownHand(tuple(view.dealer))


def question_words(view: RoundView, ask: Ask, place: Place) -> str:
    return "Keep your card, or swap it?"


def felt_words(config: TableConfig) -> tuple[str, ...]:
    return ("the higher card wins",)


def reason(view: RoundView, item: Settlement, hand: int) -> str:
    words = {"win": "Your card is higher", "push": "Both cards are equal"}
    return f"{words.get(item.outcome, 'The dealer has the higher card')}: {signed(item)}"
