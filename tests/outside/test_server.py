"""A server with games from outside: pages and figures, play money, and what the property's file lists."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pitbook import games
from pitbook.errors import BadInput
from pitbook.games.outside import files_in, hash_of_files
from pitbook.reports.outside import open_games
from pitbook.web.app import Services, create_app
from tests.cli.command_runner import run
from tests.families.test_fake_family import ROOM
from tests.migrated_store import with_schema
from tests.outside.conftest import change

SLUG = "two-red-21"
PATIENCE = 60.0
OWN_RULE = "cards: player 2, up_card 1\nThree Alike: same_rank(all)\nFlush: suited(all)\nPair: pair(all)\n"
OWN = {"rule": OWN_RULE, "decks": 6, "pays": {"three_alike": "30 to 1", "flush": "3 to 1", "pair": "2 to 1"}}


@contextmanager
def server(store: Path) -> Iterator[TestClient]:
    with TestClient(create_app(with_schema(str(store)))) as client:
        yield client


def until_counted(client: TestClient, path: str, body: Any = None) -> Any:
    """The response once nothing is being counted any more."""
    ends = monotonic() + PATIENCE
    while True:
        headers = {"Idempotency-Key": f"key-{monotonic()}"}
        answer = client.get(path) if body is None else client.post(path, json=body, headers=headers)
        if answer.status_code != 202:
            return answer
        assert monotonic() < ends
        sleep(0.05)


def play_a_round(client: TestClient, table: str, bets: list[dict[str, Any]], player: str = "Ann") -> dict[str, Any]:
    """Sits down unless the visitor has a seat (no ``player``), bets, and answers until the round is settled."""

    def do(act: str, body: Any = None) -> Any:
        headers = {"Idempotency-Key": f"key-{monotonic()}"}
        answer = client.post(f"/api/v1/play/tables/{table}/{act}", json=body, headers=headers)
        assert answer.status_code == 200, f"{act}: {answer.text}"
        return answer.json()

    if player:
        do("seat", {"player": player})
    do("bets", {"bets": bets})
    view: dict[str, Any] = do("ready")
    while view["step"] is not None:
        answers = view["step"]["open"][0]["options"]
        word = next(word for word in ("no", "stand", "decline", *answers) if word in answers)
        view = do("decision", {"answer": word, "hand": 1})
    return view


PAGES = (
    "/games/{game}",
    "/games/{game}/base",
    "/play",
    "/api/v1/games/{game}/two-red/par",
    "/api/v1/games/{game}/two-red/counting",
)
"""Those whose figures are counted elsewhere; the game in examples/ goes through all of them."""


def test_figures_of_a_game_from_outside_are_counted_in_other_processes(folder: Path, tmp_path: Path) -> None:
    """Figures are counted in other processes, which load the same folder."""
    open_games([folder])
    with server(tmp_path / "room.db") as client:
        answers = {page: until_counted(client, page.format(game=SLUG)) for page in PAGES}
        faults = [
            f"{page}: {each.status_code} {each.text[:200]}" for page, each in answers.items() if not each.is_success
        ]
        assert not faults, "\n".join(faults)
        assert "not approved" in answers["/games/{game}"].text
        figures = until_counted(client, "/api/v1/lab/evaluate", {"game": SLUG, "wager": "two-red"}).json()
    assert figures["house_edge"] == run("par", SLUG, "two-red", "--decks", "6", "--json").json["house_edge"]


def test_a_worker_refuses_a_folder_that_has_changed(folder: Path, tmp_path: Path) -> None:
    open_games([folder])
    change(folder / "paytables.toml", "7 to 1", "8 to 1")
    with server(tmp_path / "room.db") as client:
        answer = until_counted(client, f"/api/v1/games/{SLUG}/two-red/par")
    assert answer.status_code == 400
    assert f"{folder} has changed: its hash is" in answer.json()["detail"]


def test_private_table_of_an_outside_game(folder: Path, tmp_path: Path) -> None:
    open_games([folder])
    with server(tmp_path / "room.db") as client:
        headers = {"Idempotency-Key": "open-the-table"}
        opened = client.post("/api/v1/play/tables", json={"game": SLUG, "private": True}, headers=headers)
        bets = [{"wager": "base", "cents": 1000}, {"wager": "two-red", "cents": 500}]
        view = play_a_round(client, opened.json()["table"], bets)
        assert {"base", "two-red"} <= {each["wager"] for each in view["settled"]}
        assert "Not approved" in client.get(f"/play/table/{opened.json()['table']}").text


def test_a_design_of_the_lab_is_played_at_a_private_table(tmp_path: Path) -> None:
    """The table is found again by a server that starts later, from the design in the store."""
    store = tmp_path / "room.db"
    with server(store) as client:
        opened = until_counted(client, "/api/v1/lab/play", OWN)
        assert opened.status_code == 200, opened.text
        assert opened.json()["approved"] is False
        table = opened.json()["table"]
        bets = [{"wager": "base", "cents": 1000}, {"wager": "own-rule", "cents": 500}]
        view = play_a_round(client, table, bets, player="")
        assert {"base", "own-rule"} <= {each["wager"] for each in view["settled"]}
        page = client.get(opened.json()["path"])
        assert page.status_code == 200
        assert "Not approved" in page.text
        slug = f"lab-{opened.json()['design'].removeprefix('/lab/')}"
        for path in (f"/games/{slug}", f"/games/{slug}/own-rule", f"/api/v1/games/{slug}/own-rule/par"):
            assert until_counted(client, path).status_code == 200, path
        refused = client.post(
            "/api/v1/play/tables", json={"game": slug}, headers={"Idempotency-Key": "open-a-public-one"}
        )
        assert "private tables only" in refused.json()["detail"]
    assert not games.exists(slug)
    with server(store) as client:
        assert client.get(f"/api/v1/play/tables/{table}").json()["rounds"] == 1


def test_changed_pay_table_of_a_listed_game_is_played(tmp_path: Path) -> None:
    design = {"game": "royal-match-21", "wager": "royal-match", "pays": {"royal_match": "30 to 1"}}
    with server(tmp_path / "room.db") as client:
        opened = until_counted(client, "/api/v1/lab/play", design)
        assert opened.status_code == 200, opened.text
        bets = [{"wager": "base", "cents": 1000}, {"wager": "royal-match", "cents": 500}]
        assert play_a_round(client, opened.json()["table"], bets, player="")["settled"]


def test_the_file_of_a_design_is_a_game_for_every_command(tmp_path: Path) -> None:
    with server(tmp_path / "room.db") as client:
        saved = client.post("/api/v1/lab/designs", json=OWN).json()
        text = client.get(f"/api/v1/lab/designs/{saved['id']}/design.toml").text
        edge = until_counted(client, "/api/v1/lab/evaluate", OWN).json()["house_edge"]
    file = tmp_path / "design.toml"
    file.write_text(text, "utf-8")
    assert run("par", str(file), "--json").json["house_edge"] == edge
    for line in (("rules",), ("table", "run", "--rounds", "2", "--seed", "1"), ("layout", "--svg", f"{file}.svg")):
        words = [*line[:2], str(file), *line[2:]] if line[0] == "table" else [line[0], str(file), *line[1:]]
        ran = run(*words)
        assert ran.code == 0, ran.err


def property_with(folder: Path, digest: str) -> str:
    return ROOM.replace('postings = "POSTED"\n', "") + f'\n[[games]]\nfolder = "{folder}"\nhash = "{digest}"\n'


def store_property(store: Path, text: str) -> None:
    """Stores a property's file in a store that no server has open."""
    services = Services(with_schema(str(store)))
    services.configurations.keep(text, "ada", "a test")
    services.close()


def test_a_server_loads_the_folders_that_the_property_lists(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "room.db"
    store_property(store, property_with(folder, hash_of_files(files_in(folder))))
    assert not games.exists(SLUG)
    with server(store) as client:
        assert client.get(f"/games/{SLUG}").status_code == 200


def test_commands_load_the_folders_that_the_property_lists(folder: Path, tmp_path: Path) -> None:
    file, digest = tmp_path / "room.toml", hash_of_files(files_in(folder))
    file.write_text(property_with(folder, digest), "utf-8")
    run("comply", str(file))
    assert games.exists(SLUG)
    games.unregister(SLUG)
    file.write_text(property_with(folder, "0" * 64), "utf-8")
    for command in (("comply",), ("postings",), ("layout", "--svg", "felt.svg", "--id", "duel-1", "--property")):
        ran = run(*command, str(file))
        assert (ran.code, ran.out) == (2, "")
        assert f"{folder} has changed: its hash is {digest[:12]}, not 000000000000" in ran.err


def test_a_property_with_a_changed_folder_does_not_become_the_configuration(folder: Path, tmp_path: Path) -> None:
    file, store = tmp_path / "room.toml", with_schema(str(tmp_path / "room.db"))
    file.write_text(property_with(folder, "0" * 64), "utf-8")
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ran = run("serve", "--store", store, "--property", str(file), "--port", str(port))
    assert (ran.code, "has changed: its hash is" in ran.err) == (2, True)
    services = Services(store)
    assert not services.configurations.versions()
    services.close()


def test_a_server_refuses_a_listed_folder_that_has_changed(folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "room.db"
    store_property(store, property_with(folder, hash_of_files(files_in(folder))))
    change(folder / "words.py", "red cards", "green cards")
    with pytest.raises(BadInput, match=r"version 1 of the configuration: .* has changed: .*pitbook property keep"):
        create_app(str(store))
    assert not games.exists(SLUG)
