"""Pages to learn on: the blackjack chart and its drill, setting pai gow hands, what pays, and the order of a round."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitbook.families.blackjack.learn import drill as blackjack
from pitbook.families.blackjack.rules.posted import RULES, BlackjackRules, headline, parse_rules
from pitbook.families.pai_gow.learn import drill as pai_gow
from pitbook.games import all_games
from pitbook.hands.house_ways import HOUSE_WAYS
from pitbook.web.access import public
from pitbook.web.draw import CHIP_COLOURS
from pitbook.web.how_to_play import LESSONS
from pitbook.web.pages import page

router = APIRouter(
    include_in_schema=False,
    dependencies=[public("the drills are for everybody, and know nothing of the room")],
)

HERE: Final = "learn"
LISTED: Final = 12
"""How many of the hands that leave the chart are listed."""
SETS: Final = tuple(range(1, 9))


@dataclass(frozen=True, slots=True)
class Drill:
    """A way to the pages of one drill."""

    path: str
    name: str
    about: str
    cards: str
    progress: str
    """Under which name scripts keep what a learner has done."""


DRILLS: Final = (
    Drill("/learn/blackjack", "Blackjack strategy", "The chart for the rules of your table, and hands to play by it. "
          "Each mistake shows what it costs.", "Ts 6d Th", "blackjack"),
    Drill("/learn/pai-gow", "Setting pai gow hands", "Choose two cards for the low hand; the other five are the high "
          "hand. See what the house way does and what is best.", "Jk As Kd", "pai-gow"),
    Drill("/learn/hands", "What pays?", "A hand of any wager: name the line that is paid, then pay it in "
          "chips.", "Kh Qh ??", "hands"),
    Drill("/learn/procedure", "The order of a round", "For dealers: say what comes next, by the procedure in the "
          "letter.", "?? ?? 7s", "procedure"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Field:
    """One rule as the form shows it."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]
    """Value and words."""


FORM: Final[Mapping[str, tuple[str, ...]]] = {
    "decks": tuple(map(str, SETS)),
    "blackjack-pays": ("3:2", "6:5", "1:1", "2:1"),
    "five-card": ("none", "charlie", "21-pays-2:1"),
}
"""The choices offered for a rule that takes any text. Insurance is left out: it changes nothing of the chart."""


@router.get("/learn")
def learn(request: Request) -> HTMLResponse:
    """What can be learnt here."""
    return page(request, "learn/home.html", here=HERE, drills=DRILLS, guides=list(LESSONS.values()))


@router.get("/learn/blackjack")
def learn_blackjack(request: Request) -> HTMLResponse:
    """The chart for any rules with its drill; where the rules are new, a page that waits for them."""
    rules = parse_rules(request.query_params.multi_items())
    future = blackjack.solved(rules)
    context: dict[str, Any] = {
        "fields": fields_of(rules),
        "rules": rules.items(),
        "headline": headline(rules),
        "focuses": FOCUSES,
    }
    if not future.done():
        return page(request, "learn/blackjack_wait.html", here=HERE, **context)
    return page(request, "learn/blackjack.html", here=HERE, **context, **chart_of(future.result()))


FOCUSES: Final = (
    ("any", "As they are dealt"),
    ("close", "Close calls"),
    ("soft", "Soft hands"),
    ("pairs", "Pairs"),
    ("drawn", "After a hit"),
    ("weak", "My weak spots"),
)


def fields_of(rules: BlackjackRules) -> list[Field]:
    """The form, with a value that it does not list among its choices."""
    values, found = rules.items(), []
    for option in RULES:
        if option.name != "insurance":
            value = values[option.name]
            choices = dict.fromkeys((*(option.choices or FORM[option.name]), value))
            found.append(Field(option.name, option.title, value, tuple((each, option.words(each)) for each in choices)))
    return found


def chart_of(found: blackjack.Solved) -> dict[str, Any]:
    """What the page shows of the chart."""
    from pitbook.families.blackjack.exact.chart import CODES, action_of
    from pitbook.families.blackjack.exact.values import UP_CARDS, VALUE_NAMES

    analysis = found.analysis
    return {
        "parts": found.chart.parts,
        "ups": [VALUE_NAMES[up] for up in UP_CARDS],
        "action_of": action_of,
        "legend": [(code, CODES[code], action_of(code)) for code in found.chart.codes()],
        "by_chart": analysis.total.expectation,
        "by_cards": analysis.composition.expectation,
        "departures": found.record["departures"][:LISTED],
        "departing": len(found.record["departures"]),
        "treatment": found.record["split_treatment"],
        "actions": ("hit", "stand", "double", "split", "surrender"),
    }


@router.get("/learn/pai-gow")
def learn_pai_gow(request: Request) -> HTMLResponse:
    """Seven cards to set."""
    games = pai_gow.games_with_hands_to_set()[::-1]
    return page(request, "learn/pai_gow.html", here=HERE, games=games, ways=HOUSE_WAYS)


@router.get("/learn/hands")
def learn_hands(request: Request) -> HTMLResponse:
    """Which line pays, and how much."""
    return page(request, "learn/hands.html", here=HERE, games=list(all_games()), chips=sorted(CHIP_COLOURS))


@router.get("/learn/procedure")
def learn_procedure(request: Request) -> HTMLResponse:
    """What comes next."""
    return page(request, "learn/procedure.html", here=HERE, games=list(all_games()))


def warm() -> None:
    """Works the usual chart out ahead of the first visitor."""
    blackjack.solved(BlackjackRules())
