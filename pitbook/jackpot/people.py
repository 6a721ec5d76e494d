"""Access control: the roles of a card room, the duties that each role may do, and roles that exclude each other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from pitbook.errors import BadInput, PitbookError, quoted
from pitbook.games.model import listed

Role = Literal["dealer", "supervisor", "executive", "accounting", "surveillance", "auditor", "administrator"]
ROLES: Final[tuple[Role, ...]] = get_args(Role)

INCOMPATIBLE: Final[tuple[tuple[Role, Role], ...]] = (
    ("dealer", "supervisor"),
    ("dealer", "executive"),
    *((role, "accounting") for role in ("dealer", "supervisor", "executive", "surveillance")),
    *((role, "surveillance") for role in ("dealer", "supervisor", "executive", "administrator")),
    *((role, "auditor") for role in ROLES if role != "auditor"),
)
"""Pairs of roles that one person must not have: departments are independent, and an auditor only reads
(WAC 230-15-430)."""

DUTY_ROLES: Final[Mapping[str, tuple[Role, ...]]] = {
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
"""The roles that may do each duty. An auditor may read everything and change nothing."""


MONEY_DUTIES: Final = (
    "deal", "verify a win", "approve a large win", "watch a large win", "open a jackpot", "change terms", "adjust",
    "void", "close the day", "bank", "manage people", "approve a role",
)  # fmt: skip
"""Duties that move money, that make a person the second one in moving it (surveillance witnesses voids and
corrections), or that give such a duty to a person."""
MONEY_ROLES: Final[tuple[Role, ...]] = tuple(
    role for role in ROLES if any(role in DUTY_ROLES[duty] for duty in MONEY_DUTIES)
)
"""Roles that need two people to be given: an administrator proposes, a second person approves (``approve a role``)."""


def one_of(words: Sequence[str]) -> str:
    """Alternatives in a sentence: ``executive, accounting or auditor``."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


class NotAllowed(PitbookError):
    """The person's roles do not allow this."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person of the card room."""

    id: str
    name: str
    roles: frozenset[Role]
    credentials: str = field(default="", repr=False, compare=False)
    """Hashes of badge and PIN, and the roles, when the person was read from the store; empty for a person who is not
    stored. An act that a badge or PIN confirmed is refused if these have changed meanwhile."""

    def may(self, duty: str) -> bool:
        return bool(self.roles.intersection(DUTY_ROLES[duty]))

    def check(self, duty: str) -> None:
        """Refuses what this person's roles do not allow."""
        if not self.may(duty):
            raise NotAllowed(f"{self.name} may not {duty}: it needs the role {one_of(DUTY_ROLES[duty])}")


def check_roles(roles: Iterable[str]) -> frozenset[Role]:
    """Checks the roles of one person; refuses roles that exclude each other."""
    held = set(roles)
    if not held:
        raise BadInput(f"a person needs at least one role: {listed(ROLES)}")
    for role in held:
        if role not in ROLES:
            raise BadInput(f"{quoted(role)} is not a role: it is one of {listed(ROLES)}")
    for one, other in INCOMPATIBLE:
        if one in held and other in held:
            raise BadInput(f"one person cannot be both {one} and {other}: these duties are kept apart (WAC 230-15-430)")
    return frozenset(role for role in ROLES if role in held)
