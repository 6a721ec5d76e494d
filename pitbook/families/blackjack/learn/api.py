"""The HTTP API of the blackjack drill: the chart for any rules, hands to decide about, and what a decision costs."""

from typing import Annotated, Literal

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field

from pitbook.cards import card_name, card_names
from pitbook.families.blackjack.learn import drill
from pitbook.families.blackjack.rules.posted import (
    BlackjackRules,
    Double,
    HoleCard,
    Pairs,
    Soft17,
    Surrender,
    parse_rules,
)
from pitbook.web.learn.routers import CardsText, Seed, drill_router, waited
from pitbook.web.office.jackpots_api import PrintableBody

router = drill_router("/blackjack")

YesNo = Literal["yes", "no"]
Ratio = Annotated[str, Field(max_length=20, examples=["3:2"])]


class RulesRequest(PrintableBody):
    """The rules of a blackjack table, as ``pitbook strategy --rule`` names them; Washington's where left out."""

    decks: Annotated[int, Field(ge=1, le=8)] = 6
    soft17: Soft17 = "hit"
    blackjack_pays: Ratio = Field("3:2", alias="blackjack-pays")
    double: Double = "any"
    das: YesNo = "yes"
    split_hands: Annotated[int, Field(ge=1, le=4)] = Field(4, alias="split-hands")
    resplit_aces: YesNo = Field("no", alias="resplit-aces")
    hit_split_aces: YesNo = Field("no", alias="hit-split-aces")
    surrender: Surrender = "none"
    hole_card: HoleCard = Field("peek", alias="hole-card")
    insurance: YesNo = "yes"
    five_card: Ratio = Field("none", alias="five-card", examples=["charlie"])
    pairs: Pairs = "value"

    def rules(self) -> BlackjackRules:
        named = self.model_dump(by_alias=True, include=set(RulesRequest.model_fields))
        return parse_rules({name: str(value) for name, value in named.items()})


class RulesInQuery(RulesRequest):
    """The same in the address of a request, where every value is text."""

    model_config = ConfigDict(strict=False)


class HandRequest(RulesInQuery):
    """A hand to decide about, by these rules."""

    seed: Seed
    focus: drill.Focus = "any"
    cell: Annotated[str, Field(max_length=20, description="Only hands of this cell of the chart.")] = ""


class BlackjackDecisionRequest(PrintableBody):
    """A learner's decision with a hand."""

    rules: RulesRequest = Field(default_factory=lambda: RulesRequest.model_validate({}))
    hand: CardsText
    up: Annotated[str, Field(min_length=2, max_length=10, examples=["Th"])]
    action: Annotated[str, Field(max_length=20, examples=["stand"])]


class HandExpectation(BaseModel):
    """For each unit of the first wager, to the player."""

    composition_dependent: float
    total_dependent: float


class ChartCell(BaseModel):
    """One decision."""

    code: str
    values: dict[str, float]


class DepartureRecord(BaseModel):
    """A hand with whose exact cards another action is better than the chart's."""

    hand: str
    up_card: str
    chart: str
    best: str
    gain: float
    frequency: float


class ChartRecord(BaseModel):
    """The strategy chart, as ``pitbook strategy --json`` prints it."""

    decks: int
    shoe: dict[str, int]
    rules: dict[str, str]
    expectation: HandExpectation
    split_treatment: str
    legend: dict[str, str]
    chart: dict[str, dict[str, dict[str, ChartCell]]]
    """Part, row, up card."""
    departures: list[DepartureRecord]
    version: str


class HandRecord(BaseModel):
    """A hand to decide about."""

    seed: int
    cards: str
    up: str
    total: int
    soft: bool
    actions: list[str]
    cell: str


class DecisionRecord(BaseModel):
    """The value of every action, as ``pitbook strategy --hand`` prints it, and the cost of the chosen one."""

    hand: str
    total: int
    soft: bool
    up_card: str
    values: dict[str, float]
    best: str
    chart: str
    dealer_has_looked: bool
    decks: int
    shoe: dict[str, int]
    rules: dict[str, str]
    split_treatment: str
    version: str
    action: str
    cost: float
    """For each unit of the first wager; 0 for the best action."""
    verdict: drill.Verdict
    """``chart``: the action of the chart, although another one is better with exactly these cards."""
    cell: str
    """The cell of the chart; empty if the chart has none."""


@router.get("/chart")
async def get_chart(asked: Annotated[RulesInQuery, Query()]) -> ChartRecord:
    """The strategy chart for any rules, computed in double precision."""
    return ChartRecord.model_validate((await waited(drill.solved(asked.rules()))).record)


@router.get("/hand")
async def get_hand(asked: Annotated[HandRequest, Query()]) -> HandRecord:
    """The hand that follows from a seed."""
    found = await waited(drill.solved(asked.rules()))
    dealt = drill.deal(found, asked.seed, asked.focus, asked.cell)
    return HandRecord(
        seed=asked.seed,
        cards=card_names(dealt.cards),
        up=card_name(dealt.up),
        total=dealt.total,
        soft=dealt.soft,
        actions=list(dealt.actions),
        cell=str(dealt.cell),
    )


@router.post("/decisions")
async def judge_decision(asked: BlackjackDecisionRequest) -> DecisionRecord:
    """Judges a decision: its cost with exactly these cards, dealt from a full shoe."""
    rules = asked.rules.rules()
    hand, up = drill.read_hand(rules, asked.hand, asked.up)
    found = await waited(drill.solved(rules))
    return DecisionRecord.model_validate(drill.judge(found, hand, up, asked.action))
