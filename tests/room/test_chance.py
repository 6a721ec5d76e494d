"""Randomness of live tables comes only from the operating system; no seed can be enabled."""

import ast
import re
import secrets
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from pitbook.cli.serve import serve
from pitbook.compliance.gate import Gate
from pitbook.compliance.opening import open_from_property
from pitbook.compliance.property import parse_property
from pitbook.errors import NotApproved
from pitbook.room.play.service import play_config
from pitbook.room.tables.live_table import LiveTable
from pitbook.room.tables.service import Tables
from pitbook.store.work import UnitOfWork
from pitbook.table.events import Event, Journal
from pitbook.table.seeded import SeededChance
from pitbook.table.shoe import SECRET_BYTES, OsChance
from pitbook.table.table import Table
from pitbook.web.app import create_app
from tests.compliance.broken_properties import EXAMPLES, TODAY
from tests.migrated_store import with_schema
from tests.room.table_rig import ANN, Server, Watch, key, served

PACKAGE = Path(__file__).parents[2] / "pitbook"
SEEDED = cast(OsChance, SeededChance(1))
"""The type checker refuses it already; the cast bypasses that."""
REFUSED = "with the operating system's random numbers, not with a SeededChance"


# -- what a house plays with -------------------------------------------------------------------------------------------


def test_a_shoe_takes_256_bits_of_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """It reads new random bytes for every shoe and every number."""
    asked: list[int] = []

    def token_bytes(number: int) -> bytes:
        asked.append(number)
        return bytes([len(asked)]) * number

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)
    chance = OsChance()
    first, second = chance.seal(range(52)), chance.seal(range(52))
    chance.number("first position", 1, 7)
    assert asked == [SECRET_BYTES] * 3
    assert SECRET_BYTES * 8 >= 256
    assert first != second


def test_server_uses_the_operating_systems_randomness(tmp_path: Path) -> None:
    services = create_app(with_schema(str(tmp_path / "room.db"))).state.services
    try:
        assert type(services.tables.chance) is OsChance
        table = services.play.find("ez-pai-gow")
        with services.tables.look(f"play:{table}") as live:
            assert type(live.table.chance.after) is OsChance
    finally:
        services.jackpots.close()
        services.database.close()


# -- seeds are refused -------------------------------------------------------------------------------------------------


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(str(tmp_path / "room.db")) as made:
        yield made


def test_no_table_opens_with_a_seed(server: Server) -> None:
    """No way of opening a table accepts it, and nothing is stored."""
    server.tables.chance = SEEDED
    with pytest.raises(NotApproved, match=REFUSED):
        server.play.open_private("ez-pai-gow", ANN, key())
    server.tables.chance = OsChance()

    def begin(journal: Journal) -> tuple[Table, Any]:
        return Table(play_config("ez-pai-gow"), SEEDED, server.tables.clock, journal), _nothing

    with pytest.raises(NotApproved, match=REFUSED):
        server.tables.open("play:own", begin, key(), "open")
    with server.database.reading_snapshot() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM table_events").scalar() == 0


def _nothing(_unit: UnitOfWork) -> None:
    """Nothing else is written."""


def test_no_table_resumes_with_a_seed(server: Server) -> None:
    """A server with a seed cannot load existing tables either."""
    name = server.sit("ez-pai-gow", ANN)
    with server.tables.look(f"play:{name}") as live:
        events = list(live.events)
    other = Tables(server.jackpots, Watch(), server.tables.key, SEEDED)
    with pytest.raises(NotApproved, match=REFUSED), other.look(f"play:{name}"):
        pass
    with pytest.raises(NotApproved, match=REFUSED):
        LiveTable(name, 0, events, SEEDED, server.tables.clock, None)


def test_no_table_of_a_property_opens_with_a_seed() -> None:
    events: list[Event] = []
    gate = Gate(parse_property((EXAMPLES / "property.toml").read_text()), TODAY)
    with pytest.raises(NotApproved, match=REFUSED):
        open_from_property(gate, "poker-1", SEEDED, lambda: "", events.append)
    assert events == []
    open_from_property(gate, "poker-1", OsChance(), lambda: "", events.append)


# -- nothing leads to one ----------------------------------------------------------------------------------------------


@cache
def texts() -> dict[str, str]:
    return {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in PACKAGE.rglob("*.py")}


def nodes(word: str) -> Iterator[tuple[str, ast.AST]]:
    """The names in the modules that contain a word."""
    for name, text in texts().items():
        if word in text:
            yield from ((name, node) for node in ast.walk(ast.parse(text)))


def importers(module: str) -> set[str]:
    """The modules that import a module, at the top or anywhere else."""
    return {name for name, node in nodes(module.rsplit(".", 1)[-1]) if module in imported(node)}


def imported(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Import):
        return {name.name for name in node.names}
    if isinstance(node, ast.ImportFrom) and node.module:
        return {node.module} | {f"{node.module}.{name.name}" for name in node.names}
    return set()


def test_only_drills_and_reproducible_runs_use_seeds() -> None:
    """`pitbook play --seed` is a table in the player's terminal; the drill asks about the order of a round."""
    assert importers("pitbook.table.seeded") == {"cli/play/command.py", "table/run.py", "web/learn/procedure.py"}
    assert importers("pitbook.table.run") == {"cli/play/command.py", "cli/table.py", "web/learn/procedure.py"}


def test_no_table_module_imports_random() -> None:
    """`random` counts, writes examples and asks learners; no module that deals, keeps or serves a table imports it."""
    found = importers("random")
    assert {layer_of(name) for name in found} == {"exact", "learn"}
    numpy = {layer_of(name) for name, text in texts().items() if re.search(r"\b(np|numpy)\.random\b", text)}
    assert numpy == {"exact", "simulate"}


def layer_of(name: str) -> str:
    """The package that a module belongs to; of a family, its facet."""
    parts = name.split("/")
    return parts[2] if parts[0] == "families" else parts[1] if parts[:2] == ["web", "learn"] else parts[0]


def test_product_has_no_substitute_for_the_operating_systems_randomness() -> None:
    """Only tests have one."""
    classes = [(name, node) for name, node in nodes("OsChance") if isinstance(node, ast.ClassDef)]
    assert ("table/shoe.py", "OsChance") in [(name, node.name) for name, node in classes]
    assert not [name for name, node in classes if any("OsChance" in ast.unparse(base) for base in node.bases)]


WORDS = ("seed", "chance", "random", "secret", "salt", "shuffle", "entropy")


def test_no_server_option_sets_the_cards() -> None:
    names = {name for option in serve.params for name in (option.name or "", *option.opts)}
    assert not [name for name in names if any(word in name for word in WORDS)]
    assert not [option.envvar for option in serve.params if option.envvar]


def test_no_environment_variable_sets_the_cards() -> None:
    """The source reads no other environment variables than these."""
    names = {name for text in texts().values() for name in re.findall(r"\bPITBOOK_\w+", text)}
    assert names >= {"PITBOOK_STORE", "PITBOOK_LOG"}
    assert not [name for name in names if any(word in name.lower() for word in WORDS)]
    looking = {name for name, text in texts().items() if re.search(r"\bos\.(environ|getenv)\b|import environ", text)}
    # The worker processes of jobs set how many threads share a matrix.
    assert {name for name in looking if name.startswith(("table/", "room/"))} == {"room/jobs.py"}


def test_no_api_field_sets_the_cards(tmp_path: Path) -> None:
    """The fields of requests to a live table; a jackpot's seed is money, and a learner's drill is no table."""
    app = create_app(with_schema(str(tmp_path / "room.db")))
    app.state.services.jackpots.close()
    app.state.services.database.close()
    paths = app.openapi()["paths"]
    tables = {path: ways for path, ways in paths.items() if path.startswith(("/api/v1/play", "/api/v1/tables"))}
    assert len(tables) > 15
    schemas = app.openapi()["components"]["schemas"]
    names = {name for ways in tables.values() for way in ways.values() for name in sent(way, schemas)}
    assert {"game", "answer", "bets"} <= names
    assert not [name for name in names if any(word in name.lower() for word in WORDS)]


def sent(way: Any, schemas: Any) -> Iterator[str]:
    """The names of everything that a request may hold."""
    for parameter in way.get("parameters", ()):
        yield parameter["name"]
    yield from fields(way.get("requestBody", {}), schemas)


def fields(part: Any, schemas: Any) -> Iterator[str]:
    if isinstance(part, list):
        for each in part:
            yield from fields(each, schemas)
    elif isinstance(part, dict):
        yield from part.get("properties", {})
        if "$ref" in part:
            yield from fields(schemas[part["$ref"].rsplit("/", 1)[1]], schemas)
        for each in part.values():
            yield from fields(each, schemas)
