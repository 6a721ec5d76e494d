"""The HTTP API of the drills, version 1: open to anyone, and nothing is kept.

A question follows from its seed. An answer is judged by the engine that settles and counts everywhere else.
"""

import asyncio
from concurrent.futures import Future
from typing import Annotated, Final, Literal, TypeVar

from fastapi import APIRouter, Query, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, ConfigDict, Field

from pitbook.cards import card_name, card_names, parse_cards
from pitbook.families.blackjack.learn import drill as blackjack
from pitbook.families.blackjack.rules.posted import (
    BlackjackRules,
    Double,
    HoleCard,
    Pairs,
    Soft17,
    Surrender,
    parse_rules,
)
from pitbook.families.pai_gow.learn import drill as pai_gow
from pitbook.hands.pai_gow import Setting
from pitbook.hands.poker import describe
from pitbook.money import Cents
from pitbook.web.access import public
from pitbook.web.api import Asked
from pitbook.web.draw import chips_for
from pitbook.web.learn import hands, procedure

router = APIRouter(
    prefix="/api/v1/learn",
    tags=["learn"],
    dependencies=[public("the drills are for everybody, and know nothing of the room")],
)

T = TypeVar("T")
YesNo = Literal["yes", "no"]
Seed = Annotated[int, Field(ge=0, lt=2**32, description="The question follows from it.")]
CardsText = Annotated[str, Field(min_length=2, max_length=80, examples=["Ts 6d"])]
GameSlug = Annotated[str, Field(max_length=40, examples=["ez-pai-gow"])]
GameOrAny = Annotated[str, Field(max_length=40, description="A game of the rulebook, or any.")]
Way = Annotated[str, Field(max_length=20, description="A house way.")]
Ratio = Annotated[str, Field(max_length=20, examples=["3:2"])]

PATIENCE: Final = 0.4
"""Seconds after which an answer says that the count is still going on."""


async def waited(future: "Future[T]") -> T:
    """The result; a client who leaves does not stop the work that others wait for."""
    return await asyncio.shield(asyncio.wrap_future(future))


# -- blackjack ---------------------------------------------------------------------------------------------------------


class RulesAsked(Asked):
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
        named = self.model_dump(by_alias=True, include=set(RulesAsked.model_fields))
        return parse_rules({name: str(value) for name, value in named.items()})


class RulesInQuery(RulesAsked):
    """The same in the address of a request, where every value is text."""

    model_config = ConfigDict(strict=False)


class HandAsked(RulesInQuery):
    """A hand to decide about, by these rules."""

    seed: Seed
    focus: blackjack.Focus = "any"
    cell: Annotated[str, Field(max_length=20, description="Only hands of this cell of the chart.")] = ""


class DecisionAsked(Asked):
    """What a learner does with a hand."""

    rules: RulesAsked = Field(default_factory=lambda: RulesAsked.model_validate({}))
    hand: CardsText
    up: Annotated[str, Field(min_length=2, max_length=10, examples=["Th"])]
    action: Annotated[str, Field(max_length=20, examples=["stand"])]


class Expectation(BaseModel):
    """For each unit of the first wager, to the player."""

    composition_dependent: float
    total_dependent: float


class ChartCell(BaseModel):
    """One decision."""

    code: str
    values: dict[str, float]


class DepartureRecord(BaseModel):
    """A hand whose very cards make another action better than the chart's."""

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
    expectation: Expectation
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
    """What every action is worth, as ``pitbook strategy --hand`` prints it, and what the one chosen costs."""

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
    verdict: blackjack.Verdict
    """``chart``: as the chart says, though these very cards make another action better."""
    cell: str
    """Of the chart; empty where it has none."""


@router.get("/blackjack/chart")
async def get_chart(asked: Annotated[RulesInQuery, Query()]) -> ChartRecord:
    """The strategy chart for any rules, worked out exactly."""
    return ChartRecord.model_validate((await waited(blackjack.solved(asked.rules()))).record)


@router.get("/blackjack/hand")
async def get_hand(asked: Annotated[HandAsked, Query()]) -> HandRecord:
    """The hand that follows from a seed."""
    found = await waited(blackjack.solved(asked.rules()))
    dealt = blackjack.deal(found, asked.seed, asked.focus, asked.cell)
    return HandRecord(
        seed=asked.seed,
        cards=card_names(dealt.cards),
        up=card_name(dealt.up),
        total=dealt.total,
        soft=dealt.soft,
        actions=list(dealt.actions),
        cell=str(dealt.cell),
    )


@router.post("/blackjack/decisions")
async def judge_decision(asked: DecisionAsked) -> DecisionRecord:
    """Judges a decision: what it costs exactly, with these very cards out of a full shoe."""
    rules = asked.rules.rules()
    hand, up = blackjack.read_hand(rules, asked.hand, asked.up)
    found = await waited(blackjack.solved(rules))
    return DecisionRecord.model_validate(blackjack.judge(found, hand, up, asked.action))


# -- pai gow -----------------------------------------------------------------------------------------------------------


class SevenCards(BaseModel):
    """A hand to set."""

    seed: int
    cards: str


class SettingAsked(Asked):
    """How a learner sets a hand: which two cards are the low hand."""

    game: GameSlug = "ez-pai-gow"
    house_way: Way = "foxwoods"
    cards: CardsText
    low: CardsText


class SettingRecord(BaseModel):
    """A setting in cards and in words."""

    low: str
    high: str
    low_is: str
    high_is: str


class WayRecord(SettingRecord):
    """What the house way does, and by which of its rows."""

    name: str
    row: str
    contains: str
    low_hand: str
    cite: str


class WorthRecord(SettingRecord):
    """How a setting fares against every hand that the dealer may have."""

    win: int
    push: int
    lose: int
    barred: int
    expectation: str
    expectation_decimal: float
    is_house_way: bool
    is_yours: bool


class ExactRecord(BaseModel):
    """What a setting is worth, counted; for each unit wagered."""

    best: SettingRecord
    cost: str
    """What the learner's setting gives away, as a fraction."""
    cost_decimal: float
    house_way_costs: str
    house_way_costs_decimal: float
    expectation: str
    expectation_decimal: float
    dealer_hands: int
    settings: list[WorthRecord]
    """The best first."""


class JudgedSetting(BaseModel):
    """A learner's setting beside the house way's; ``exact`` is missing while it is still being counted."""

    cards: str
    yours: SettingRecord
    foul: bool
    house_way: WayRecord
    as_house_way: bool
    counting: bool
    exact: ExactRecord | None


@router.get("/pai-gow/hand")
def get_seven_cards(
    seed: Seed, focus: pai_gow.Focus = "any", game: GameSlug = "ez-pai-gow", house_way: Way = "foxwoods"
) -> SevenCards:
    """The seven cards that follow from a seed; while they are being set, the dealer's hands are made ready."""
    pai_gow.ready(pai_gow.game_of(game), house_way)
    return SevenCards(seed=seed, cards=card_names(pai_gow.deal(seed, focus, house_way)))


@router.post("/pai-gow/settings", responses={202: {"model": JudgedSetting}})
async def judge_setting(asked: SettingAsked, response: Response) -> JudgedSetting:
    """Judges a setting: by the house way at once, and exactly, or with 202 while that is still being counted."""
    played = pai_gow.game_of(asked.game)
    by_way = pai_gow.compare(played, parse_cards(asked.cards), parse_cards(asked.low), asked.house_way)
    ready = asyncio.wrap_future(pai_gow.ready(played, asked.house_way))
    done, _ = await asyncio.wait({asyncio.ensure_future(asyncio.shield(ready))}, timeout=PATIENCE)
    exact = None
    if done:
        await ready  # a fault of the count is told
        exact = _exact(await run_in_threadpool(pai_gow.judge, played, by_way, asked.house_way))
    else:
        response.status_code = 202
    wheel = pai_gow.is_wheel_second(played)
    way = WayRecord(
        **_setting(by_way.of_way, wheel),
        name=asked.house_way,
        row=by_way.row.id,
        contains=by_way.row.contains,
        low_hand=by_way.row.low,
        cite=by_way.cite,
    )
    return JudgedSetting(
        cards=asked.cards,
        yours=SettingRecord(**_setting(by_way.mine, wheel)),
        foul=by_way.foul,
        house_way=way,
        as_house_way=by_way.same,
        counting=exact is None,
        exact=exact,
    )


def _setting(setting: Setting, wheel: bool) -> dict[str, str]:
    return {
        "low": card_names(setting.low),
        "high": card_names(setting.high),
        "low_is": describe(setting.low_value()),
        "high_is": describe(setting.high_value(wheel_second=wheel)),
    }


def _exact(judged: pai_gow.Judged) -> ExactRecord:
    from pitbook.exact.record import pair
    from pitbook.families.pai_gow.exact.record import setting_record

    advice = judged.advice
    settings = [
        WorthRecord.model_validate(
            {
                **setting_record(choice),
                **pair("expectation", choice.expectation),
                "win": choice.win,
                "push": choice.push,
                "lose": choice.lose,
                "barred": choice.barred,
                "is_house_way": choice is advice.of_way,
                "is_yours": choice is judged.mine,
            }
        )
        for choice in advice.choices
    ]
    return ExactRecord.model_validate(
        {
            "best": setting_record(advice.best),
            **pair("cost", judged.cost),
            **pair("house_way_costs", advice.best.expectation - advice.of_way.expectation),
            **pair("expectation", judged.expectation),
            "dealer_hands": advice.best.hands,
            "settings": settings,
        }
    )


# -- what pays? --------------------------------------------------------------------------------------------------------


class LineRecord(BaseModel):
    """A line that the wager may be paid by."""

    outcome: str
    label: str
    pays: str


class HandsQuestion(BaseModel):
    """A wager to settle."""

    seed: int
    game: str
    game_name: str
    wager: str
    wager_name: str
    about: str
    pay_table: str
    decks: int
    bet_cents: int
    spot: int
    """Which of the numbered spots; 0 where there is one."""
    choice: str
    """What the player picked with the bet, such as a colour."""
    player: str
    dealer: str
    """Empty where the wager looks at no card of the dealer's."""
    player_low: str
    player_high: str
    dealer_low: str
    dealer_high: str
    """As set, where the wager looks at set hands."""
    lines: list[LineRecord]
    line: LineRecord | None
    """The line that is paid, where only the amount is asked for."""


class HandsAnswer(Asked):
    """A learner's answer: the outcome of a line, or what is paid over the bet in cents."""

    seed: Seed
    game: GameOrAny = hands.ANY
    outcome: Annotated[str | None, Field(max_length=60)] = None
    paid_cents: Annotated[int | None, Field(ge=0, le=10**12)] = None


class HandsJudged(BaseModel):
    """What the wager comes to."""

    right: bool
    outcome: str
    label: str
    pays: str
    net_cents: int | None
    """None for a share of a meter."""
    chips_cents: list[int]
    """The fewest chips for it, the largest first; what is below a dollar is paid in coin."""
    coin_cents: int


@router.get("/hands/question")
def get_hands_question(seed: Seed, game: GameOrAny = hands.ANY, kind: hands.Kind = "line") -> HandsQuestion:
    """A hand of any wager of the rulebook: which line is paid, or how much?"""
    asked = hands.question(seed, game, kind)
    lines = [LineRecord(outcome=line.outcome, label=line.label, pays=line.pays) for line in asked.lines]
    item = asked.settlement
    mine, theirs = asked.player_set, asked.dealer_set
    return HandsQuestion(
        seed=seed,
        game=asked.game.slug,
        game_name=asked.game.name,
        wager=asked.wager.slug,
        wager_name=asked.wager.name,
        about=asked.wager.about,
        pay_table=asked.table.id,
        decks=asked.layout.decks,
        bet_cents=asked.bet.cents,
        spot=asked.bet.spot,
        choice=asked.bet.choice,
        player=card_names(asked.player),
        dealer=card_names(asked.dealer),
        player_low=card_names(mine.low) if mine else "",
        player_high=card_names(mine.high) if mine else "",
        dealer_low=card_names(theirs.low) if theirs else "",
        dealer_high=card_names(theirs.high) if theirs else "",
        lines=lines,
        line=LineRecord(outcome=item.outcome, label=item.label, pays=item.pays) if kind == "pay" else None,
    )


@router.post("/hands/answers")
def judge_hands(answer: HandsAnswer) -> HandsJudged:
    """Judges an answer by the settlement itself."""
    asked = hands.question(answer.seed, answer.game, "line" if answer.paid_cents is None else "pay")
    item = asked.settlement
    if answer.paid_cents is None:
        right = hands.judge_line(asked, answer.outcome or "")
    else:
        right = hands.judge_pay(asked, Cents(answer.paid_cents))
    won = max(item.net or 0, 0)
    return HandsJudged(
        right=right,
        outcome=item.outcome,
        label=item.label,
        pays=item.pays,
        net_cents=item.net,
        chips_cents=chips_for(won) if won <= hands.MOST_PAID else [],
        coin_cents=won % 100,
    )


# -- procedure ---------------------------------------------------------------------------------------------------------


class SeatRecord(BaseModel):
    """A seat as the dealer sees it."""

    seat: int
    wagers: list[str]
    hands: list[str]
    low: str
    high: str
    """Where the hand is set."""


class ProcedureQuestion(BaseModel):
    """A place in a round of a real table."""

    seed: int
    game: str
    game_name: str
    kind: procedure.Kind
    dealer: str
    """``??`` for a card face down."""
    seats: list[SeatRecord]
    done: list[str]
    choices: list[str]


class ProcedureAnswer(Asked):
    """The next step, or all steps in order."""

    seed: Seed
    game: GameOrAny = procedure.ANY
    kind: procedure.Kind = "next"
    steps: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=8)]


class ProcedureJudged(BaseModel):
    """The right step or steps, each with the paragraph that it comes from."""

    right: bool
    steps: list[str]
    cites: list[str]


@router.get("/procedure/question")
def get_procedure_question(
    seed: Seed, game: GameOrAny = procedure.ANY, kind: procedure.Kind = "next"
) -> ProcedureQuestion:
    """What comes next in a round, or which order its steps have."""
    asked = procedure.question(seed, game, kind)
    seats = [
        SeatRecord(
            seat=seat.seat,
            wagers=list(seat.wagers),
            hands=[card_names(cards) for cards in seat.hands],
            low=card_names(seat.setting.low) if seat.setting else "",
            high=card_names(seat.setting.high) if seat.setting else "",
        )
        for seat in asked.before.seats
    ]
    return ProcedureQuestion(
        seed=seed,
        game=asked.game.slug,
        game_name=asked.game.name,
        kind=kind,
        dealer=procedure.shown(asked.before.dealer),
        seats=seats,
        done=list(asked.done),
        choices=list(asked.choices),
    )


@router.post("/procedure/answers")
def judge_procedure(answer: ProcedureAnswer) -> ProcedureJudged:
    """Judges an answer by the game's own procedure."""
    asked = procedure.question(answer.seed, answer.game, answer.kind)
    right = procedure.judge(asked, answer.steps)
    return ProcedureJudged(right=right, steps=list(asked.answer), cites=list(asked.cites))
