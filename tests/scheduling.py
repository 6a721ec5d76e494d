"""Assigns tests to processes, and decides which start first.

A file's tests stay together. Files that compile the same rules, or need the browser, stay together too: the second
finds what the first has made. What takes longest begins first, so that no process waits long for the other at the end.
"""

from typing import Final

TOGETHER: Final = {
    "tests/browser/test_every_page.py": "every page",
    "tests/browser/test_lab.py": "browser for players",
    "tests/browser/test_learn.py": "browser for players",
    "tests/browser/test_lobby.py": "browser for players",
    "tests/browser/test_passkeys.py": "browser for players",
    "tests/browser/test_play.py": "browser for players",
    "tests/browser/test_signin.py": "browser for players",
    "tests/browser/": "browser",
    "tests/cli/test_audit.py": "audit",
    "tests/cli/test_base_sheets.py": "blackjack sheets",
    "tests/cli/test_blackjack.py": "blackjack sheets",
    "tests/exact/test_audit.py": "audit",
    "tests/exact/test_pai_gow_pairs.py": "house ways",
    "tests/cli/test_solve.py": "poker",
    "tests/families/poker/": "poker",
    "tests/games/test_rules.py": "house ways",
    "tests/hands/test_compiled.py": "house ways",
    "tests/simulate/test_pai_gow.py": "house ways",
    "tests/exact/test_design.py": "seven cards",
    "tests/exact/test_par.py": "seven cards",
    "tests/reports/test_par_reports.py": "seven cards",
    "tests/table/test_totals.py": "seven cards",
}
"""The prefix of a path, and its part; the first match counts."""
LONGEST: Final = (
    "poker",
    "browser",
    "browser for players",
    "house ways",
    "tests/cli/test_simulate.py",
    "tests/cli/test_serve.py",
    "every page",
    "tests/simulate/test_cluster.py",
    "tests/test_wheel.py",
    "tests/simulate/test_life.py",
    "tests/web/test_lobby.py",
    "tests/cli/test_play.py",
    "tests/exact/test_engine.py",
    "audit",
    "seven cards",
    "tests/simulate/test_blackjack_figures.py",
    "tests/compliance/test_rules.py",
    "tests/web/test_lab.py",
    "tests/web/test_no_raw_names.py",
    "tests/web/test_api.py",
    "tests/web/test_play_pages.py",
    "tests/web/test_learn.py",
    "tests/store/test_archive.py",
    "tests/outside/test_example.py",
    "tests/simulate/test_blackjack_play.py",
    "tests/reports/test_layout.py",
    "tests/store/test_crash.py",
    "tests/web/test_every_operation.py",
    "tests/web/test_passkeys.py",
    "tests/web/test_disasters.py",
    "tests/store/test_disasters.py",
    "blackjack sheets",
)
"""More than about four seconds of processor time each, from an empty cache, in that order; and those that wait long."""

SQLITE_FIRST: Final = (
    "tests/compliance/test_opening.py",
    "tests/room/test_alerts.py",
    "tests/room/test_reserved_prize.py",
    "tests/room/test_sessions.py",
    "tests/room/test_tables.py",
    "tests/room/test_watch.py",
    "tests/web/test_api.py",
    "tests/web/test_passkeys.py",
    "tests/web/test_sign_in.py",
)
"""Files about rules that do not depend on the store: `make test` runs them on SQLite, `make proof` on PostgreSQL
too. A test marked ``every_store`` always runs on both."""


def second_store_can_wait(test: str) -> bool:
    """Whether a test repeats on PostgreSQL what the same test has shown on SQLite."""
    return test.startswith(SQLITE_FIRST) and "postgresql" in test.partition("[")[2]


def part_of(test: str) -> str:
    """The part that a test belongs to: its file, or those that stay together."""
    file = test.split("::", 1)[0]
    return next((part for beginning, part in TOGETHER.items() if file.startswith(beginning)), file)


def place_of(test: str) -> int:
    """When a test's part begins."""
    part = part_of(test)
    return LONGEST.index(part) if part in LONGEST else len(LONGEST)
