"""The procedure of games without decisions: all cards are dealt face up, then every wager is settled."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any

from pitbook.cards import Cards
from pitbook.errors import BadInput
from pitbook.families.fixed_deal.rules import cards_of
from pitbook.games.house_rules import check_none
from pitbook.games.model import Deal, Game
from pitbook.games.settle import Bet, Layout, Settlement, dependent_wagers, settle_bet
from pitbook.money import Cents
from pitbook.table.advice import Advice, Write
from pitbook.table.config import TableConfig
from pitbook.table.family import Picked, ShownHand, StatementTrial
from pitbook.table.odds import BetFigures, TableOdds
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
from pitbook.table.steps import DEALER, Ask, CardTo, Place, Procedure, Question, Settle, Step
from pitbook.table.view import PlayerView, RoundView

BURN: int = 1
SHUFFLES_EACH_ROUND: bool = False
STAKES: tuple[str, ...] = ()
QUESTIONS: Mapping[str, Question] = {}
NUMBERS: tuple[str, ...] = ()
OWN_SHOE_STEPS: tuple[str, ...] = ()
STEPS: Mapping[str, str] = {}
PLAYS_BY: str = ""


def play(round_: Round) -> Procedure:
    """From the first card to the last pay."""
    game = round_.config.game
    cite = game.cites.get("deal", "")
    yield from coin_in(round_)
    for _ in range(cards_of(game, "player")):
        for player in round_.from_left:
            player.dealt.extend((yield CardTo(Place(player.seat), cite=cite)))
    for _ in range(cards_of(game, "dealer")):
        round_.dealer.extend((yield CardTo(DEALER, cite=cite)))
    from_meter = yield from settle_wagers(round_)
    yield from settle_dependent_wagers(round_)
    yield from settle_envies(round_, round_.deal_for)
    yield from settle_meter_wins(round_, from_meter)
    yield from end_game(round_)


def settle_wagers(round_: Round) -> Generator[Step, Any, list[Settlement]]:
    """Every bet, a seat at a time, a numbered spot against its own dealer card; returns the wins from the meter, which
    are paid last."""
    config, layout = round_.config, round_.config.layout
    bets = [
        (player, bet) for player in round_.from_right for bet in sorted(player.bets.values(), key=lambda bet: bet.spot)
    ]
    items = {
        wager.slug: within_aggregate(
            config,
            [
                settle_bet(layout, player.seat, wager, bet, _deal(round_, player))
                for player, bet in bets
                if bet.wager == wager.slug
            ],
        )
        for wager in config.wagers()
    }
    from_meter: list[Settlement] = []
    for _, bet in bets:
        item = next(items[bet.wager])
        if is_share(item):
            from_meter.append(item)
        else:
            yield Settle(item, cite=layout.game.cites.get("wagers", ""))
    return from_meter


def settle_dependent_wagers(round_: Round) -> Procedure:
    """The wager that comes with bets on all spots, for players whose bets qualify."""
    layout = round_.config.layout
    for player in round_.from_right:
        for wager, lowest in dependent_wagers(layout, tuple(player.bets.values())):
            free = Bet(wager.slug, Cents(0))
            item = settle_bet(layout, player.seat, wager, free, _deal(round_, player), qualifying=lowest)
            if item.net:
                yield Settle(item, cite=layout.game.cites.get("bonus", ""))


def _deal(round_: Round, player: Player) -> Deal:
    return round_.deal_for(player)


def most_cards(config: TableConfig) -> int:
    return cards_of(config.game, "player") * config.seats + cards_of(config.game, "dealer")


def most_staked(config: TableConfig, bets: Mapping[str, Bet]) -> Mapping[str, Cents]:
    """Nothing: no bet is raised in a round."""
    return {}


def check(config: TableConfig) -> None:
    """Refuses nothing: every configuration that the letter allows can be dealt."""


def statement_trials(game: Game) -> tuple[StatementTrial, ...]:
    """None: the folder of a game states only its wagers."""
    return ()


def post_rules(layout: Layout, rules: Mapping[str, str]) -> tuple[Layout, None]:
    """There are no decisions, so there are no rules to post."""
    check_none(layout.game, rules)
    return layout, None


# -- there are no questions --------------------------------------------------------------------------------------------


def prepare_players(config: TableConfig) -> None:
    """Prepares nothing: there are no decisions."""


def answer_for(view: RoundView, ask: Ask, place: Place) -> str:
    raise _nothing_asked(view)


def plain_answer(view: RoundView, ask: Ask, place: Place) -> str:
    raise _nothing_asked(view)


def unwritten_answer(view: RoundView, ask: Ask, place: Place, coming: Sequence[int]) -> str:
    raise _nothing_asked(view)


def advise(view: RoundView, ask: Ask, place: Place, odds: TableOdds | None, write: Write) -> Advice:
    raise _nothing_asked(view)


def prepare_advice(config: TableConfig) -> None:
    """Prepares nothing: there are no decisions."""


def question_words(view: RoundView, ask: Ask, place: Place) -> str:
    raise _nothing_asked(view)


def picks_of(config: TableConfig, cards: Cards) -> Sequence[Picked]:
    return ()


def _nothing_asked(view: RoundView) -> BadInput:
    return BadInput(f"{view.config.game.slug} asks players nothing")


# -- figures and words -------------------------------------------------------------------------------------------------


def figures(config: TableConfig, bet: Bet, variances: bool) -> BetFigures | None:
    """None: the engine counts every wager."""
    return None


def hands(view: RoundView, player: PlayerView) -> Sequence[ShownHand]:
    bet = Cents(sum(bet.cents for bet in player.bets.values()))
    return [ShownHand(tuple(player.dealt), bet)] if player.dealt else []


def dealer_hand(view: RoundView) -> ShownHand:
    return ShownHand(tuple(view.dealer))


def felt_words(config: TableConfig) -> tuple[str, ...]:
    return config.game.felt_words


def reason(view: RoundView, item: Settlement, hand: int) -> str:
    """Raises: there is no base wager."""
    raise BadInput(f"{view.config.game.slug} has no wager of a base game")
