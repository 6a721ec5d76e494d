"""The procedure of a showdown."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from pitbook.cards import Cards, card_names, rank
from pitbook.games.house_rules import check_none
from pitbook.games.model import Game
from pitbook.games.settle import Bet, Layout, Settlement, settle_bet
from pitbook.money import Cents, dollars
from pitbook.table.advice import Advice, Write
from pitbook.table.config import TableConfig
from pitbook.table.family import Picked, ShownHand, StatementTrial
from pitbook.table.hidden import deal_hands, show_hands
from pitbook.table.odds import BetFigures, NotCounted, TableOdds
from pitbook.table.reasons import signed
from pitbook.table.round import Player, Round, settle_side_wager
from pitbook.table.stakes import Move, StakeKey
from pitbook.table.steps import (
    BOARD,
    DEALER,
    AmountBounds,
    Ask,
    CardTo,
    Choice,
    HandRequirement,
    Place,
    Press,
    Procedure,
    Question,
    Settle,
)
from pitbook.table.view import PlayerView, RoundView
from tests.families.showdown.rules import ANTE, RAISE, RIDE, has_pair

TWO: Final = 2
CHECK, PLAIN = Choice("check", "checks", "c"), Choice("raise", "raises", "s")
FOLD, NAMED = Choice("fold", "folds", "f", ends=True), Choice("name", "names", "n")
FREE = Choice("free raise", "raises for free", "e")
TRIPLE: Final = Choice("raise 3x", "raises three times", "x", needs=HandRequirement("a pair", has_pair))
STREET: Final = Question(
    "street",
    (PLAIN, TRIPLE, NAMED, FREE, CHECK, FOLD),
    fallback="check",
    timed_out="Time ran out: you check",
    together=True,
)
LET, PULL = Choice("let ride", "lets it ride", "l"), Choice("pull", "takes the ride back", "p")
SHIFT = Choice("shift", "moves the ride", "m")
RIDING: Final = Question(
    "riding", (LET, PULL, SHIFT), fallback="let ride", timed_out="Time ran out: it rides", together=True
)
DEAL, SHOWDOWN = "deal", "showdown"
BURN: int = 1
SHUFFLES_EACH_ROUND: bool = True
STAKES: tuple[str, ...] = ()
QUESTIONS: Mapping[str, Question] = {STREET.name: STREET, RIDING.name: RIDING}
NUMBERS: tuple[str, ...] = ()
OWN_SHOE_STEPS: tuple[str, ...] = (SHOWDOWN,)
STEPS: Mapping[str, str] = {DEAL: "All hands were dealt", SHOWDOWN: "All hands were turned over"}
PLAYS_BY: str = "a plain strategy"


def play(round_: Round) -> Procedure:
    """Hidden hands, a decision, the board, another decision, the showdown."""
    places = [Place(player.seat) for player in round_.from_left]
    hands = [CardTo(place, "owner", TWO) for place in places]
    words = "Deal two cards face down to each player and to the dealer"
    yield from deal_hands(round_, [*hands, CardTo(DEALER, "nobody", TWO)], Press(DEAL, words))
    yield from ask_street(round_)
    round_.shared[BOARD].extend((yield CardTo(BOARD)))
    yield from ask_riding(round_)
    yield from show_hands(round_, [DEALER, *reversed(places)], Press(SHOWDOWN, "Turn all hands over"))
    yield from settle_all(round_)


def ask_street(round_: Round) -> Procedure:
    left = [player for player in round_.from_left if ANTE in player.bets]
    while left:
        asked = {Place(player.seat): street_choices(player) for player in left}
        place, answer = yield Ask(STREET, asked)
        player = round_.players[place.seat]
        left.remove(player)
        player.folded = answer == FOLD.word


def street_choices(player: Player) -> tuple[Choice, ...]:
    ante = player.staked(ANTE)
    triple = _with(TRIPLE, Move(StakeKey(RAISE), Cents(3 * ante)))
    named = replace(NAMED, amount=AmountBounds(StakeKey(RAISE), ante, Cents(2 * ante), dollars(5)))
    free = _with(FREE, Move(StakeKey(RAISE), ante, "house"))
    return (_with(PLAIN, Move(StakeKey(RAISE), ante)), triple, named, free, CHECK, FOLD)


def ask_riding(round_: Round) -> Procedure:
    left = [player for player in round_.from_left if ANTE in player.bets and 1 not in player.ended]
    while left:
        asked = {Place(player.seat): riding_choices(player) for player in left}
        place, _ = yield Ask(RIDING, asked)
        left.remove(round_.players[place.seat])


def riding_choices(player: Player) -> tuple[Choice, ...]:
    ride = player.staked(RIDE)
    back, on = Move(StakeKey(RIDE), Cents(-ride)), Move(StakeKey(RAISE), ride)
    return (LET, _with(PULL, back), _with(SHIFT, back, on))


def _with(choice: Choice, *moves: Move) -> Choice:
    return replace(choice, moves=moves)


def settle_all(round_: Round) -> Procedure:
    layout = round_.config.layout
    for wager in round_.config.wagers():
        if wager.slug not in (ANTE, RIDE, RAISE):
            yield from settle_side_wager(round_, wager, round_.from_right, round_.deal_for)
    for player in round_.from_right:
        for slug in (ANTE, RIDE, RAISE):
            stake = player.stakes.get(StakeKey(slug))
            if stake is None:
                continue
            bet = Bet(slug, stake.own, house=stake.house)
            if player.folded:
                lost = Cents(-bet.cents)
                yield Settle(Settlement(player.seat, slug, 0, bet.cents, "house", "loss", "Folded", "loss", lost))
            else:
                yield Settle(settle_bet(layout, player.seat, layout.game.wager(slug), bet, round_.deal_for(player)))


def most_cards(config: TableConfig) -> int:
    return TWO * config.seats + TWO + 1


def most_staked(config: TableConfig, bets: Mapping[str, Bet]) -> Mapping[str, Cents]:
    """A raise of three Antes, and the Ride that may be moved onto it."""
    ante = bets[ANTE].cents if ANTE in bets else 0
    return {RAISE: Cents(4 * ante)}


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
    """Raises with two high cards, lets everything ride."""
    if ask.name == RIDING.name:
        return LET.word
    high = min(map(rank, view.players[place.seat].dealt)) >= 6
    return PLAIN.word if high and PLAIN.word in ask.open[place] else CHECK.word


def plain_answer(view: RoundView, ask: Ask, place: Place) -> str:
    return ask.question.fallback


def unwritten_answer(view: RoundView, ask: Ask, place: Place, coming: Sequence[int]) -> str:
    return ask.question.fallback


def picks_of(config: TableConfig, cards: Cards) -> Sequence[Picked]:
    return ()


def figures(config: TableConfig, bet: Bet, variances: bool) -> BetFigures | None:
    if bet.wager in (ANTE, RIDE, RAISE):
        raise NotCounted("there is no solver for a showdown")
    return None


def advise(view: RoundView, ask: Ask, place: Place, odds: TableOdds | None, write: Write) -> Advice:
    cards = card_names(tuple(view.players[place.seat].dealt))
    return Advice(f"With {cards}: {answer_for(view, ask, place)}.")


def prepare_advice(config: TableConfig) -> None:
    """Nothing takes long."""


def hands(view: RoundView, player: PlayerView) -> Sequence[ShownHand]:
    cards = tuple(player.dealt)
    words = f"ranks {' and '.join(str(rank(card) + 2) for card in cards)}"
    return [ShownHand(cards, player.staked(ANTE), words, "folded" if player.folded else "")] if cards else []


def dealer_hand(view: RoundView) -> ShownHand:
    return ShownHand(tuple(view.dealer))


def question_words(view: RoundView, ask: Ask, place: Place) -> str:
    return "Raise, check or fold?" if ask.name == STREET.name else "Let it ride?"


def felt_words(config: TableConfig) -> tuple[str, ...]:
    return ("the higher hand wins",)


def reason(view: RoundView, item: Settlement, hand: int) -> str:
    words = {"win": "Your hand is higher", "push": "Both hands are equal"}
    return f"{words.get(item.outcome, 'The dealer has the higher hand')}: {signed(item)}"
