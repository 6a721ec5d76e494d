"""Writes docs/access.md from the routes of the application: ``python scripts/write_access_page.py``."""

from collections.abc import Collection
from pathlib import Path

from fastapi import FastAPI

from pitbook.jackpot.people import MAY, MONEY_DUTIES, MONEY_ROLES, ROLES, Role
from pitbook.web.app import create_app
from pitbook.web.http.access import ways

PAGE = Path(__file__).parent.parent / "docs" / "access.md"
BEGINNING = """\
# Who may

Every route declares who may take it where it stands, and the declaration is what refuses everybody else: 401 without a
session (a page leads to the sign-in), 403 without the duty. Behind that the room checks its own acts once more.
`python scripts/write_access_page.py` writes this page from the routes of the application; `tests/web/test_access.py`
tries each of them as every role and without signing in, and fails where one declares nothing.

## Duties

A route asks for a duty, and a role has several (`pitbook/jackpot/people.py`).

"""
MONEY = """
## Roles that move money

No one person gives these roles. An administrator proposes (`manage people`), and a second person who already holds
authority approves (`approve a role`): never the proposer, never the person concerned. The role, a new badge and a first
PIN take effect with the approval. Until the room has both an administrator and an executive, no such role is given.
Every role with one of these duties counts: {duties}.

| role | moves money | proposes | approves |
|---|---|---|---|
"""
SIGNED_IN = """
## For whoever is signed in

Where two duties stand, either is enough. An act that needs a second person takes that person's badge and PIN besides.

"""
PUBLIC = """
## For anybody

| route | why |
|---|---|
"""


def written(app: FastAPI) -> str:
    """The page."""
    rules = [(f"`{way.method} {way.path}`", way.rule) for way in ways(app) if way.rule is not None]
    lines = [BEGINNING, _head("duty")]
    lines += [_row(duty, roles) for duty, roles in MAY.items()]
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
    holds = (role in MONEY_ROLES, role in MAY["manage people"], role in MAY["approve a role"])
    return f"| {role} | {' | '.join('●' if each else '' for each in holds)} |\n"


if __name__ == "__main__":
    application = create_app(":memory:")
    PAGE.write_text(written(application), "utf-8")
    application.state.services.close()
