"""The pages of the Lab: a wager, a shoe and a pay table to change, with their figures once calculated."""

from functools import cache
from itertools import groupby
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse
from pydantic import ValidationError

from pitbook.errors import BadInput
from pitbook.exact.lab import LabDesign, Opened, evaluation, opened, options_of, pay_lines, standing, wagers
from pitbook.games import slugs
from pitbook.pay import MeterShare
from pitbook.web.http.access import public
from pitbook.web.http.cookies import rate_key
from pitbook.web.http.pages import page
from pitbook.web.lab.api import DesignRequest, lab
from pitbook.web.lab.service import NotReady
from pitbook.web.lab.starters import STARTERS, starter_of

router = APIRouter(
    include_in_schema=False,
    dependencies=[public("the Lab is public and uses no data of the room")],
)

OWN: Final = "own"
"""The choice of the visitor's own rule instead of a wager."""
USUAL: Final = "match-n-poker/match-n-poker"
METER: Final = "$10,000"
"""The default amount of a meter."""
PATIENCE: Final = 0.03
"""Seconds that a page waits for a count; after that its script polls."""
FIGURES: Final = (
    ("house_edge", "House edge"),
    ("hit_frequency", "Hit frequency"),
    ("standard_deviation", "Standard deviation"),
    ("volatility_index", "Volatility index"),
)


@router.get("/lab")
def home(request: Request) -> HTMLResponse:
    """The Lab with the design in the address: wager, decks, pay table, pays."""
    return _page(request, _asked(request))


@router.get("/lab/{name}")
def saved(request: Request, name: Annotated[str, Path(max_length=100)]) -> HTMLResponse:
    """The Lab with a saved design."""
    return _page(request, lab(request).designs.get(name))


def _asked(request: Request) -> LabDesign:
    """``?w=game/wager&decks=6&table=1&p-flush=5 to 1``, as the form on the page sends it."""
    given = dict(list(request.query_params.items())[:120])
    chosen = given.get("w", USUAL)
    game, _, wager = chosen.partition("/")
    own = chosen == OWN
    rule = given.get("rule", starter_of(given.get("starter", "")).rule).replace("\r\n", "\n") if own else ""
    pays = {name[2:]: text for name, text in given.items() if name.startswith("p-")}
    decks = given.get("decks", "")
    try:
        asked = DesignRequest(
            game="" if own else game,
            wager="" if own else wager,
            rule=rule,
            decks=int(decks) if decks.isascii() and decks.isdigit() and len(decks) < 3 else None,
            table=given.get("table", ""),
            pays=pays,
            options={name[2:]: text for name, text in given.items() if name.startswith("o-")},
            bet=given.get("bet", ""),
            meter=given.get("meter", ""),
        )
    except ValidationError as error:
        fault = error.errors()[0]
        raise BadInput(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}") from None
    return asked.design()


def _page(request: Request, design: LabDesign) -> HTMLResponse:
    house = lab(request)
    house.warm()
    found = opened(design)
    if not found.design.meter and any(isinstance(line.pay, MeterShare) for line in found.table.lines):
        found = opened(LabDesign(**found.design.to_dict() | {"meter": METER}))
    counted = house.counted(found, rate_key(request), PATIENCE)
    made = None if isinstance(counted, NotReady) else evaluation(found, counted)
    return page(request, "lab/lab.html", here="lab", **_context(found, made))


def _context(found: Opened, made: dict[str, Any] | None) -> dict[str, Any]:
    own = bool(found.design.rule)
    tables = [table for table in found.wager.tables if found.decks in table.decks] or list(found.wager.tables)
    names = {name: label for name, label in FIGURES if found.wager.requires_all_of == "" or name == "hit_frequency"}
    if found.wager.requires_all_of:
        names = {"average_win": "Value per round"} | names
    has_meter = any(isinstance(line.pay, MeterShare) for line in found.table.lines)
    if has_meter:
        names["break_even_meter"] = "Break-even meter"
    return {
        "found": found,
        "chosen": OWN if own else f"{found.design.game}/{found.design.wager}",
        "own": own,
        "menu": _menu(slugs()),
        "decks": [found.decks] if found.game.joker else list(range(1, 9)),
        "tables": list(dict.fromkeys(table.id for table in tables)),
        "has_meter": has_meter,
        "options": [(option, found.options[option.name]) for option in options_of(found.game, found.wager)],
        "lines": pay_lines(found),
        "rows": {} if made is None else {row["outcome"]: row for row in made["outcomes"]},
        "figures": names,
        "made": made,
        "word": standing(found),
        "starters": STARTERS,
    }


@cache
def _menu(games: tuple[str, ...]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The wagers to choose from, by game; ``games`` are those loaded now."""
    fits = [each for each in wagers() if each["designable"]]
    return [(name, list(each)) for name, each in groupby(fits, key=lambda each: each["game_name"])]
