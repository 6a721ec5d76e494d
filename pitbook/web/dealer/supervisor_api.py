"""Acts of a supervisor at a dealer's screen, by badge and PIN and in the supervisor's own name.

The dealer stays signed in at the screen. Another person verifies a win, records it or voids the round, and the record
names that person (letter 003, rules 9e and 9f).
"""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Request
from pydantic import Field

from pitbook.errors import BadInput
from pitbook.money import Cents
from pitbook.room.jackpots.manual_acts import check_two
from pitbook.web.floor.api import void_by
from pitbook.web.http.cookies import address_of
from pitbook.web.office.jackpots_api import Dealing, SecondPerson, own_key, services
from pitbook.web.play.api import LARGEST

router = APIRouter(prefix="/api/v1/controllers", tags=["controllers"])

Words = Annotated[str, Field(max_length=200)]


class Supervised(SecondPerson):
    """A supervisor's key with badge and PIN.

    A void needs a reason, a description and a document. ``take-back`` needs the event to undo and why.
    ``refuse-prize`` settles a win from the meter without its prize and needs the reason. ``correct-stake`` is for a
    table that stopped because a hand does not allow its player's choice; it needs the right stake and why.
    """

    key: Literal["verify", "record", "reject", "run", "void", "take-back", "refuse-prize", "correct-stake"]
    event: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    cents: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    reason: Annotated[str, Field(max_length=40)] = ""
    why: Words = ""
    document: Words = ""


@router.post("/{table}/supervised")
def supervised(
    request: Request,
    asking: Dealing,
    key: Annotated[str, Header(alias="Idempotency-Key", min_length=8, max_length=80, pattern=r"^[!-~]+$")],
    table: Annotated[str, Field(min_length=1, max_length=40)],
    asked: Supervised,
) -> dict[str, Any]:
    """Presses a supervisor's key in the name of the person whose badge and PIN the request holds."""
    found = services(request)
    person = found.sessions.identify(asked.badge, asked.pin, address_of(request))
    own = own_key(person, key)
    if asked.key in ("take-back", "refuse-prize", "correct-stake"):
        person.check("verify a win" if asked.key == "refuse-prize" else "void")
        check_two(person, asking)
        if not asked.why.strip():
            raise BadInput("give the reason: every act of a supervisor needs one")
        if asked.key == "take-back":
            done = found.pit.take_back(table, person, asked.event, asked.why, own, asking)
        elif asked.key == "correct-stake":
            done = found.pit.correct_stake(table, person, Cents(asked.cents), asked.why, own, asking)
        else:
            done = found.pit.refuse_prize(table, person, asked.why, own, asking)
        return {"table": table, "number": done["number"], "by": person.name}
    if asked.key != "void":
        return found.pit.press(table, asked.key, person, own) | {"by": person.name}
    person.check("void")
    if not asked.why or not asked.document:
        raise BadInput("say what happened, and name the document that records it")
    # Two people here too: the one who shows the badge, and the one signed in at the screen.
    done = void_by(request, table, asked.reason, asked.why, asked.document, [person, asking], own)
    return {"voided": table, "by": person.name, "record": done["record"]}
