"""The read-only demonstration of the card room: its real pages, drawn from an example room in a temporary store.

The functions that render the pages for signed-in staff render them here once, and the text is cached. The demonstration
writes nothing to the server's own store, and its pages have no working buttons or forms.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from types import SimpleNamespace
from typing import TYPE_CHECKING, Final

from fastapi import Request
from fastapi.responses import HTMLResponse
from sqlalchemy import insert

from pitbook.games.settle import Bet
from pitbook.jackpot.people import Person, Role
from pitbook.money import dollars
from pitbook.room.startup import EXAMPLES, set_up_property
from pitbook.store import schema
from pitbook.web.audit import pages as pages_audit
from pitbook.web.dealer import pages as pages_dealer
from pitbook.web.floor import pages as pages_floor
from pitbook.web.office import pages as pages_office

if TYPE_CHECKING:
    from pitbook.web.app import Services

PROPERTY: Final = Path(__file__).with_name("demonstration.toml")
JACKPOT, TABLE, SECOND_TABLE = "royal", "royal-1", "royal-2"
BEFORE_TONIGHT: Final = 6
"""Rounds that the second table plays before its win."""
_CONTROL = re.compile(r"<(button|input|select|textarea)\b")
_LINK = re.compile(r'(<a\b[^>]*?) href="/(?:room|api|display)[^"]*"')
_drawing = Lock()


def screen(name: str) -> str:
    """A page of the demonstration. The first visitor waits until all of them are drawn."""
    with _drawing:
        return _screens()[name]


@cache
def _screens() -> Mapping[str, str]:
    from pitbook.web.app import Services

    # The shoe key must not be in the same folder as its store.
    with TemporaryDirectory(prefix="pitbook-") as folder, TemporaryDirectory(prefix="pitbook-") as key_folder:
        found = Services(str(Path(folder) / "room.db"), str(Path(key_folder) / "shoe.key"))
        try:
            staff = _hire(found)
            _play(found, staff)
            return {name: _read_only(bytes(page.body).decode()) for name, page in _pages(found, staff)}
        finally:
            found.close()


def _hire(found: "Services") -> dict[Role, Person]:
    """Adds the example staff with empty badges and PINs, so that no one can sign in as them."""
    rows = [
        {"id": person, "name": name, "roles": json.dumps([role]), "badge": "", "pin": "", "active": 1}
        for person, name, role in EXAMPLES
    ]
    with found.database.writing() as connection:
        connection.execute(insert(schema.people), rows)
    return {role: Person(person, name, frozenset({role})) for person, name, role in EXAMPLES}


def _play(found: "Services", staff: Mapping[Role, Person]) -> None:
    """An evening: one table in the middle of a round, the other with a win that waits for its supervisor."""
    set_up_property(found.days, PROPERTY.read_text("utf-8"), PROPERTY.name)
    dealer, keys, pit = staff["dealer"], (f"demonstration-{number:04}" for number in count(1)), found.pit
    pit.open(SECOND_TABLE, staff["supervisor"], next(keys), checked=True, controller_only=True)
    for _ in range(BEFORE_TONIGHT):
        _controller_round(found, dealer, keys)
        pit.press(SECOND_TABLE, "end", dealer, next(keys))
    _controller_round(found, dealer, keys)
    pit.press(SECOND_TABLE, "spot", dealer, next(keys), 2)
    pit.press(SECOND_TABLE, "hand", dealer, next(keys), 0, "double_royal_match")
    pit.open(TABLE, staff["supervisor"], next(keys), checked=True)
    for seat, player, stake in ((1, "Alex", 10), (3, "Kim", 25), (5, "Robin", 50)):
        pit.sit(TABLE, dealer, seat, player, dollars(500), next(keys))
        bets = [Bet("base", dollars(stake)), Bet("royal-match", dollars(5)), Bet("royal-match-progressive", dollars(1))]
        pit.bet(TABLE, dealer, seat, bets, next(keys))
    pit.close_betting(TABLE, dealer, next(keys))
    pit.cards(TABLE, dealer, "9h Ks 8d Th Qs 3c 7d ??", next(keys))


def _controller_round(found: "Services", dealer: Person, keys: Iterator[str]) -> None:
    for seat in (1, 2, 4):
        found.pit.press(SECOND_TABLE, "sense", dealer, next(keys), seat)
    found.pit.press(SECOND_TABLE, "lock", dealer, next(keys))


def _pages(found: "Services", staff: Mapping[Role, Person]) -> Iterator[tuple[str, HTMLResponse]]:
    def draw(name: str, path: str, page: Callable[[Request], HTMLResponse]) -> tuple[str, HTMLResponse]:
        scope = {
            "type": "http", "method": "GET", "scheme": "http", "path": path, "root_path": "", "query_string": b"",
            "headers": [(b"host", b"localhost")], "server": ("localhost", 80),
            "app": SimpleNamespace(state=SimpleNamespace(services=found)), "state": {"demonstration": name},
        }  # fmt: skip
        return name, page(Request(scope))

    yield draw("dealer", f"/room/dealer/{TABLE}", lambda of: pages_dealer.console(of, staff["dealer"], TABLE))
    yield draw("floor", "/room/floor", lambda of: pages_floor.floor(of, staff["supervisor"]))
    yield draw("office", "/room/office", lambda of: pages_office.overview(of, staff["accounting"]))
    path = f"/room/office/jackpots/{JACKPOT}"
    yield draw("jackpot", path, lambda of: pages_office.jackpot_page(of, staff["accounting"], JACKPOT))
    yield draw("audit", "/room/audit", lambda of: pages_audit.overview(of, staff["auditor"]))


def _read_only(html: str) -> str:
    """The page with its controls disabled and its links into the room removed; links of the tour itself stay."""
    top, content = html.split("<main", 1)
    return top + "<main" + _LINK.sub(r"\1", _CONTROL.sub(r"<\1 disabled", content))
