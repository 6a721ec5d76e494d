"""The HTTP API of the drill of setting hands: seven cards, the house way's setting, and what a setting costs."""

import asyncio
from typing import Annotated, Final

from fastapi import Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field

from pitbook.cards import card_names, parse_cards
from pitbook.families.pai_gow.learn import drill
from pitbook.hands.pai_gow import Setting
from pitbook.hands.poker import describe
from pitbook.web.learn.routers import CardsText, Seed, drill_router
from pitbook.web.office.jackpots_api import PrintableBody

router = drill_router("/pai-gow")

GameSlug = Annotated[str, Field(max_length=40, examples=["ez-pai-gow"])]
Way = Annotated[str, Field(max_length=20, description="A house way.")]
PATIENCE: Final = 0.4
"""Seconds to wait for a count before answering that it is still running."""


class SevenCards(BaseModel):
    """A hand to set."""

    seed: int
    cards: str


class SettingRequest(PrintableBody):
    """A learner's setting of a hand: the two cards of the low hand."""

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
    """The setting of the house way, and the deciding row."""

    name: str
    row: str
    contains: str
    low_hand: str
    cite: str


class WorthRecord(SettingRecord):
    """The results of a setting against all possible hands of the dealer."""

    win: int
    push: int
    lose: int
    barred: int
    expectation: str
    expectation_decimal: float
    is_house_way: bool
    is_yours: bool


class ExactRecord(BaseModel):
    """The value of a setting, counted; for each unit wagered."""

    best: SettingRecord
    cost: str
    """The cost of the learner's setting, as a fraction."""
    cost_decimal: float
    house_way_costs: str
    house_way_costs_decimal: float
    expectation: str
    expectation_decimal: float
    dealer_hands: int
    settings: list[WorthRecord]
    """The best first."""


class JudgedSetting(BaseModel):
    """A learner's setting compared with the house way's; ``exact`` is null while it is being counted."""

    cards: str
    yours: SettingRecord
    foul: bool
    house_way: WayRecord
    as_house_way: bool
    counting: bool
    exact: ExactRecord | None


@router.get("/hand")
def get_seven_cards(
    seed: Seed, focus: drill.Focus = "any", game: GameSlug = "ez-pai-gow", house_way: Way = "foxwoods"
) -> SevenCards:
    """The seven cards of a seed; the dealer's hands are loaded while the learner sets them."""
    drill.ready(drill.game_of(game), house_way)
    return SevenCards(seed=seed, cards=card_names(drill.deal(seed, focus, house_way)))


@router.post("/settings", responses={202: {"model": JudgedSetting}})
async def judge_setting(asked: SettingRequest, response: Response) -> JudgedSetting:
    """Judges a setting: by the house way at once, and exactly, or with 202 while that is still being counted."""
    played = drill.game_of(asked.game)
    by_way = drill.compare(played, parse_cards(asked.cards), parse_cards(asked.low), asked.house_way)
    ready = asyncio.wrap_future(drill.ready(played, asked.house_way))
    done, _ = await asyncio.wait({asyncio.ensure_future(asyncio.shield(ready))}, timeout=PATIENCE)
    exact = None
    if done:
        await ready  # report an error of the count
        exact = _exact(await run_in_threadpool(drill.judge, played, by_way, asked.house_way))
    else:
        response.status_code = 202
    wheel = drill.is_wheel_second(played)
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


def _exact(judged: drill.SettingVerdict) -> ExactRecord:
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
