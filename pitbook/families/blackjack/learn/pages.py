"""The page of the strategy chart, with its drill."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastapi import Request
from fastapi.responses import HTMLResponse

from pitbook.families.blackjack.learn.drill import SolvedRules, solved
from pitbook.families.blackjack.rules.posted import RULES, BlackjackRules, headline, parse_rules
from pitbook.web.learn.page_parts import drill_page, page_router

router = page_router()

LISTED: Final = 12
"""The most exceptions to the chart that are listed."""
SETS: Final = tuple(range(1, 9))
FORM: Final[Mapping[str, tuple[str, ...]]] = {
    "decks": tuple(map(str, SETS)),
    "blackjack-pays": ("3:2", "6:5", "1:1", "2:1"),
    "five-card": ("none", "charlie", "21-pays-2:1"),
}
"""The choices offered for a rule that takes any text. Insurance is left out: it changes nothing of the chart."""
FOCUSES: Final = (
    ("any", "As they are dealt"),
    ("close", "Close calls"),
    ("soft", "Soft hands"),
    ("pairs", "Pairs"),
    ("drawn", "After a hit"),
    ("weak", "My weak spots"),
)


@dataclass(frozen=True, slots=True)
class RuleField:
    """One rule as the form shows it."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...]
    """Value and words."""


@router.get("/learn/blackjack")
def learn_blackjack(request: Request) -> HTMLResponse:
    """The chart for any rules with its drill; a waiting page while new rules are computed."""
    rules = parse_rules(request.query_params.multi_items())
    future = solved(rules)
    context: dict[str, Any] = {
        "fields": fields_of(rules),
        "rules": rules.items(),
        "headline": headline(rules),
        "focuses": FOCUSES,
    }
    if not future.done():
        return drill_page(request, "families/blackjack/wait.html", **context)
    return drill_page(request, "families/blackjack/chart.html", **context, **chart_of(future.result()))


def fields_of(rules: BlackjackRules) -> list[RuleField]:
    """The form; a value that is not among its choices is added to them."""
    values, found = rules.items(), []
    for option in RULES:
        if option.name != "insurance":
            value = values[option.name]
            choices = dict.fromkeys((*(option.choices or FORM[option.name]), value))
            found.append(
                RuleField(option.name, option.title, value, tuple((each, option.words(each)) for each in choices))
            )
    return found


def chart_of(found: SolvedRules) -> dict[str, Any]:
    """The chart as data for the page."""
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
