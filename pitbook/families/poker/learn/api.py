"""The HTTP API of the drill of poker decisions."""

from typing import Annotated

from pydantic import BaseModel, Field

from pitbook.cards import card_names, parse_cards
from pitbook.exact.record import decimal, ratio
from pitbook.families.poker.learn import drill
from pitbook.families.poker.rules.statement import rules_of
from pitbook.web.learn.routers import CardsText, Seed, drill_router
from pitbook.web.office.jackpots_api import PrintableBody

router = drill_router("/poker")

GameSlug = Annotated[str, Field(max_length=60, examples=["three-card-poker"])]
Dealer = Annotated[str, Field(max_length=30, description="The dealer's cards that lie face up.")]

Board = Annotated[str, Field(max_length=30, description="The community cards that lie face up.")]


Focus = Annotated[
    str, Field(max_length=80, description="any, close, or a kind of hands that the page of the drill lists.")
]


class PokerDecisionRequest(PrintableBody):
    """A learner's choice with a hand."""

    game: GameSlug
    hand: CardsText
    dealer: Dealer = ""
    board: Board = ""
    choice: Annotated[str, Field(max_length=20, examples=["fold"])]


class HandToDecide(BaseModel):
    """A hand to decide about."""

    seed: int
    game: str
    cards: str
    dealer: str
    board: str
    decision: str
    """The name of the street."""
    dealer_cards: int
    """The number of the dealer's cards, face down and face up."""
    board_cards: int
    """The number of community cards, face down and face up."""
    held: str
    """The value of the hand, in words; empty while it has too few cards."""
    choices: list[str]


class ChoiceWorth(BaseModel):
    """One choice and its value, per unit of the first stake."""

    choice: str
    value: str | None
    value_decimal: float | None


class JudgedDecision(BaseModel):
    """A choice beside the best one."""

    choice: str
    best: str
    right: bool
    cost: str | None
    cost_decimal: float | None
    held: str
    rule: str
    """The choice of the game's chart for such hands; empty if the chart has no words for this decision."""
    choices: list[ChoiceWorth]


@router.get("/hand")
def get_poker_hand(seed: Seed, game: GameSlug = "", focus: Focus = drill.ANY) -> HandToDecide:
    """The hand that follows from a seed."""
    found = drill.deal(game or drill.games_to_decide()[0].slug, seed, focus)
    return HandToDecide(
        seed=seed,
        game=found.game,
        cards=card_names(found.player),
        dealer=card_names(found.dealer),
        board=card_names(found.board),
        decision=found.decision,
        dealer_cards=rules_of(found.game).dealer,
        board_cards=rules_of(found.game).board,
        held=found.words,
        choices=list(found.choices),
    )


@router.post("/decisions")
def judge_poker_decision(asked: PokerDecisionRequest) -> JudgedDecision:
    """The cost of a choice against the best one: exact, over all cards that may still come."""
    dealer, board = parse_cards(asked.dealer), parse_cards(asked.board)
    found = drill.judge(asked.game, parse_cards(asked.hand), dealer, asked.choice, board)
    return JudgedDecision(
        choice=found.choice,
        best=found.found.best,
        right=found.cost == 0,
        cost=ratio(found.cost),
        cost_decimal=decimal(found.cost),
        held=found.words,
        rule=found.rule,
        choices=[
            ChoiceWorth(choice=each.choice, value=ratio(each.value), value_decimal=decimal(each.value))
            for each in found.found.choices
        ],
    )
