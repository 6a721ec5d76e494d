"""Writes docs/access.md from the routes of the application: ``python scripts/write_access_page.py``."""

from collections.abc import Collection
from pathlib import Path

from fastapi import FastAPI

from pitbook.jackpot.people import DUTY_ROLES, MONEY_DUTIES, MONEY_ROLES, ROLES, Role
from pitbook.web.app import create_app
from pitbook.web.http.access import routes_with_rules

PAGE = Path(__file__).parent.parent / "docs" / "access.md"
BEGINNING = """\
# Access control

Every route declares the duty that it needs, next to its code, and that declaration refuses all other callers: 401
without a session (a page redirects to the sign-in), 403 without the duty. The card room then checks each action again.
`python scripts/write_access_page.py` writes this page from the routes of the application; `tests/web/test_access.py`
calls each route as every role and without signing in, and fails if one declares nothing.

## Duties

A route needs a duty, and a role has several (`pitbook/jackpot/people.py`).

"""
MONEY = """
## Roles that move money

Giving one of these roles takes two people. An administrator proposes it (`manage people`), and a second person who may
approve (`approve a role`) approves it: never the proposer, never the person who gets the role. The role, a new badge
and a first PIN take effect with the approval. No such role can be given before the room has both an administrator and
an executive. A role counts if it has one of these duties: {duties}.

| role | moves money | proposes | approves |
|---|---|---|---|
"""
SIGNED_IN = """
## Routes for people who are signed in

Where a route lists two duties, either is enough. An action that needs a second person also takes that person's badge
and PIN.

"""
PUBLIC = """
## Public routes

| route | why |
|---|---|
"""


def written(app: FastAPI) -> str:
    """The page."""
    rules = [(f"`{way.method} {way.path}`", way.rule) for way in routes_with_rules(app) if way.rule is not None]
    lines = [BEGINNING, _head("duty")]
    lines += [_row(duty, roles) for duty, roles in DUTY_ROLES.items()]
    lines += [MONEY.format(duties=", ".join(MONEY_DUTIES)), *map(_money_row, ROLES)]
    lines += [SIGNED_IN, _head("route | duty")]
    lines += [_row(f"{name} | {rule}", rule.roles) for name, rule in rules if not rule.public]
    lines += [PUBLIC, *(f"| {name} | {rule.public} |\n" for name, rule in rules if rule.public)]
    return "".join(lines)


def _head(names: str) -> str:
    columns = [*names.split(" | "), *ROLES]
    return f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n"


def _row(names: str, roles: Collection[str]) -> str:
    return f"| {names} | {' | '.join('●' if role in roles else '' for role in ROLES)} |\n"


def _money_row(role: Role) -> str:
    holds = (role in MONEY_ROLES, role in DUTY_ROLES["manage people"], role in DUTY_ROLES["approve a role"])
    return f"| {role} | {' | '.join('●' if each else '' for each in holds)} |\n"


if __name__ == "__main__":
    application = create_app(":memory:")
    PAGE.write_text(written(application), "utf-8")
    application.state.services.close()
