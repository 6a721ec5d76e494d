"""Who may do what: the roles of a card room and the duties that one person must not hold together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from pitbook.errors import BadInput, PitbookError, quoted
from pitbook.games.model import listed

Role = Literal["dealer", "supervisor", "executive", "accounting", "surveillance", "auditor", "administrator"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

APART: Final[tuple[tuple[Role, Role], ...]] = (
    ("dealer", "supervisor"),
    ("dealer", "executive"),
    *((role, "accounting") for role in ("dealer", "supervisor", "executive", "surveillance")),
    *((role, "surveillance") for role in ("dealer", "supervisor", "executive", "administrator")),
    *((role, "auditor") for role in ROLES if role != "auditor"),
)
"""Roles that no person holds together: departments are independent, and an auditor only reads (WAC 230-15-430)."""

MAY: Final[Mapping[str, tuple[Role, ...]]] = {
    "deal": ("dealer", "supervisor", "executive"),
    "verify a win": ("supervisor", "executive"),
    "approve a large win": ("executive",),
    "watch a large win": ("surveillance",),
    "open a table": ("supervisor", "executive"),
    "open a jackpot": ("executive", "administrator"),
    "change terms": ("executive", "accounting"),
    "adjust": ("executive", "accounting"),
    "void": ("supervisor", "executive"),
    "report a malfunction": ("supervisor", "executive", "surveillance"),
    "close the day": ("accounting",),
    "bank": ("accounting",),
    "read the ledger": ("accounting", "executive", "surveillance", "auditor", "administrator"),
    "set up the house": ("administrator",),
    "manage people": ("administrator",),
    "approve a role": ("executive", "administrator"),
    "see the floor": ("supervisor", "executive", "surveillance", "auditor"),
    "see the back office": ("executive", "accounting", "auditor", "administrator"),
    "see the displays": ROLES,
}
"""What each duty needs: any one of these roles. An auditor sees everything and does nothing."""


MONEY_DUTIES: Final = (
    "deal", "verify a win", "approve a large win", "watch a large win", "open a jackpot", "change terms", "adjust",
    "void", "close the day", "bank", "manage people", "approve a role",
)  # fmt: skip
"""Duties by which a person moves money, is the second person of an act that does (surveillance stands by at voids and
corrections), or gives such a duty to somebody."""
MONEY_ROLES: Final[tuple[Role, ...]] = tuple(role for role in ROLES if any(role in MAY[duty] for duty in MONEY_DUTIES))
"""Roles that one person alone cannot give: an administrator proposes, a second person approves (``approve a role``)."""


class NotAllowed(PitbookError):
    """Somebody who may not do this."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the card room, as the records name them."""

    id: str
    name: str
    roles: frozenset[Role]
    credentials: str = field(default="", repr=False, compare=False)
    """Hashes of badge and PIN, and the roles, as the store had them when this was read; empty for nobody's row. What is
    done because a person showed badge or PIN is refused where these have changed since."""

    def may(self, duty: str) -> bool:
        return bool(self.roles.intersection(MAY[duty]))

    def check(self, duty: str) -> None:
        """Refuses what this person's roles do not allow."""
        if not self.may(duty):
            raise NotAllowed(f"{self.name} may not {duty}: it needs {' or '.join(MAY[duty])}")


def check_roles(roles: Iterable[str]) -> frozenset[Role]:
    """The roles of one person, refused where duties must be apart."""
    held = set(roles)
    if not held:
        raise BadInput(f"a person has at least one role: {listed(ROLES)}")
    for role in held:
        if role not in ROLES:
            raise BadInput(f"{quoted(role)} is no role: it is one of {listed(ROLES)}")
    for one, other in APART:
        if one in held and other in held:
            raise BadInput(f"nobody is {one} and {other} at once: these duties are kept apart (WAC 230-15-430)")
    return frozenset(role for role in ROLES if role in held)
