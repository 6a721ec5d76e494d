"""The HTTP API of the back office: previews of configuration and terms, and the live hold of every table."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import Field

from pitbook.compliance.property import parse_property
from pitbook.compliance.rules import findings
from pitbook.errors import BadInput
from pitbook.jackpot.presets import preset_terms
from pitbook.jackpot.setup import Setup, advice_on, parse_terms
from pitbook.money import MICROS_PER_CENT, Cents, format_cents
from pitbook.room.configurations import compare
from pitbook.web.floor.api import Alerted, PreviewRequest
from pitbook.web.office.jackpots_api import OptionalDay, Reading, TermsRequest, services

router = APIRouter(prefix="/api/v1")


class Draft(PreviewRequest):
    """A draft of the property file."""

    text: Annotated[str, Field(min_length=1, max_length=60_000)]


@router.post("/configuration/preview", tags=["configuration"])
def preview_version(request: Request, asking: Reading, asked: Draft) -> dict[str, Any]:
    """Previews a new version of the property file: lists changed keys and all findings of the rules. Saves nothing."""
    kept = services(request).configurations
    drafted = parse_property(asked.text.replace("\r\n", "\n"))
    versions = kept.versions()
    changed = compare(versions[-1].text, drafted.text) if versions else []
    found = findings(drafted, kept.today())
    return {
        "hash": drafted.hash,
        "changes": [str(change) for change in changed],
        "findings": [finding.to_dict() for finding in found],
        "stops": sum(finding.stops for finding in found),
        "words": "\n".join(
            [f"{len(changed)} keys change.", *map(str, changed), f"{len(found)} findings.", *map(str, found)]
        ),
    }


class DraftTerms(PreviewRequest):
    """A draft of new terms for a jackpot."""

    terms: TermsRequest
    when: Annotated[str, Field(max_length=40)] = ""


@router.post("/jackpots/{jackpot}/terms/preview", tags=["manual acts"])
def preview_terms(request: Request, asking: Reading, jackpot: str, asked: DraftTerms) -> dict[str, Any]:
    """Previews new terms of a jackpot: their long-run effect and the letter's warnings. Changes nothing."""
    setup = services(request).jackpots.book(jackpot).setup
    drafted = parse_terms(asked.terms.seed, asked.terms.contribution, asked.terms.reserve, asked.terms.maximum)
    changed = replace(setup, terms=drafted)
    return {
        "now": effect_of(setup),
        "then": effect_of(changed),
        "advice": [advice.words for advice in advice_on(changed, preset_terms(setup))],
    }


def effect_of(setup: Setup) -> dict[str, str]:
    """The long-run figures of a jackpot: house edge of a wager, average top award, and how often it is won."""
    if setup.kind == "house":
        raise BadInput(f"{setup.id} is a house jackpot: its prize is posted, and nothing is contributed to it")
    from pitbook.exact.notebook import par
    from pitbook.exact.progressive import progressive

    sheet = par(setup.game, setup.wager, table=setup.table, decks=setup.decks)
    meter, terms = progressive(sheet), setup.terms
    seed = Cents(terms.seed // MICROS_PER_CENT)
    hold = meter.hold(terms.contribution, terms.reserve, seed)
    if setup.fixed_from == "meter":
        hold += meter.fixed_return  # fixed pays then come out of the contributions
    average = meter.average_top(terms.contribution + terms.reserve, seed)
    return {
        "house_edge": f"{float(hold):.4%}",
        "average_top_award": "none" if average is None else format_cents(Cents(int(average))),
        "wagers_between_hits": "none" if not meter.wagers_between_hits else f"{float(meter.wagers_between_hits):,.0f}",
        "restart_average": "none"
        if (restart := meter.average_restart(terms.reserve, seed)) is None
        else format_cents(Cents(int(restart))),
    }


@router.get("/holds", tags=["floor"])
def holds(
    request: Request, asking: Alerted, day: Annotated[OptionalDay, Query(description="A gambling day.")] = None
) -> dict[str, Any]:
    """Compares each table's win on a gambling day with the win expected from its wagers."""
    found = services(request)
    wanted = day or found.days.house().day_of(found.jackpots.worker.clock())
    return {"day": wanted.isoformat(), "tables": [table.to_dict() for table in found.holds.of_day(wanted)]}
