"""``pitbook serve`` and ``make run``: set-up at the first start, output, and refusals."""

import json
import re
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from pitbook.errors import BadInput
from pitbook.jackpot.people import ROLES, NotAllowed
from pitbook.room.configurations import Configurations
from pitbook.room.people.first_run import FirstStart
from pitbook.room.people.service import check_pin
from pitbook.room.startup import EXAMPLES, random_pin, set_up_examples, set_up_property
from pitbook.web.app import Services
from tests.cli.command_runner import run
from tests.web.card_room import PIN, QUICK

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "property.toml"
PATIENCE = 120
BADGE = re.compile(r"^ {2}(\w+) +badge (\S+) +PIN (\d{6})$", re.MULTILINE)


@pytest.fixture
def services(store: str) -> Iterator[Services]:
    made = Services(store)
    made.people._hasher = QUICK
    yield made
    made.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


# -- the property's file -----------------------------------------------------------------------------------------------


def test_new_store_takes_the_property_file_and_opens_its_jackpots(services: Services) -> None:
    text = EXAMPLE.read_text("utf-8")
    said = set_up_property(services.days, text, "property.toml")
    assert [words.split(":")[0] for words in said] == ["Example Card Room", "Jackpot royal is open."]
    (version,) = Configurations(services.jackpots).versions()
    assert (version.by, version.why) == ("the terminal", "first start with property.toml")
    assert services.jackpots.tables_of("royal") == ["royal-1", "royal-2"]
    assert services.days.house().name == "Example Card Room"
    assert set_up_property(services.days, text, "property.toml") == [], "a second start changes nothing"
    assert len(Configurations(services.jackpots).versions()) == 1


def test_stored_configuration_is_not_replaced(services: Services) -> None:
    text = EXAMPLE.read_text("utf-8")
    set_up_property(services.days, text, "property.toml")
    (said,) = set_up_property(services.days, text.replace("Example Card Room", "Other Room"), "other.toml")
    how = "pitbook property keep stores it as the next version"
    assert said == f"The store runs version 1 of its configuration, which differs from other.toml: {how}."
    assert services.days.house().name == "Example Card Room"


def test_jackpot_refused_by_the_gate_stays_closed(services: Services) -> None:
    text = EXAMPLE.read_text("utf-8").replace('contribution = "10.91%"', 'contribution = "0%"')
    said = set_up_property(services.days, text, "property.toml")
    assert said[-1].startswith("Jackpot royal is not open: ")
    assert services.jackpots.names() == []


# -- example people ----------------------------------------------------------------------------------------------------


def test_example_people_have_one_role_each_and_new_badges_at_every_start(services: Services) -> None:
    first = set_up_examples(services.people)
    assert {role for shown in first for role in shown.person.roles} == set(ROLES)
    assert len(first) == len(ROLES) == len({shown.pin for shown in first})
    token, _ = services.sessions.sign_in(first[0].badge, first[0].pin)
    second = set_up_examples(services.people)
    assert [shown.person for shown in second] == [shown.person for shown in first]
    with pytest.raises(NotAllowed):
        services.sessions.person(token)
    with pytest.raises(NotAllowed):
        services.sessions.sign_in(first[1].badge, first[1].pin)
    for shown in second:
        assert services.sessions.identify(shown.badge, shown.pin) == shown.person


def test_example_people_are_refused_where_others_work(services: Services) -> None:
    services.people.add("zoe", "Zoe", ["administrator"], "token of zoe", PIN)
    with pytest.raises(BadInput, match="'zoe' works here"):
        set_up_examples(services.people)
    assert services.people.count() == 1
    with pytest.raises(NotAllowed, match="not the set-up address"):
        FirstStart(services.people).check("x")


def test_example_people_do_not_take_over_an_existing_account(services: Services) -> None:
    """A real room may have an Ada, and its server may be started with --example-people by mistake."""
    services.people.add("ada", "Ada Moore", ["administrator"], "token of ada", PIN)
    with pytest.raises(BadInput, match="'ada' works here"):
        set_up_examples(services.people)
    assert services.people.sign_in("ada", "token of ada", PIN).roles == {"administrator"}


def test_random_pins_avoid_the_most_guessed_ones() -> None:
    pins = [random_pin() for _ in range(200)]
    for pin in pins:
        check_pin(pin)
    assert len(set(pins)) > 190


# -- the command -------------------------------------------------------------------------------------------------------


@contextmanager
def served(words: list[str], port: int) -> Iterator[str]:
    """A server in its own process that is ready, and its output so far."""
    command = [sys.executable, "-m", "pitbook", *words, "--port", str(port)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    try:
        lines = []
        for line in process.stdout:
            lines.append(line)
            if "serves at" in line:
                break
        assert process.poll() is None, "".join(lines)
        answer(f"http://127.0.0.1:{port}/health")
        yield "".join(lines)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        finally:
            process.stdout.close()


def answer(asked: str | Request) -> tuple[int, str]:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(asked, timeout=30) as got:
                return int(got.status), got.read().decode()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def test_make_run_starts_the_whole_system(tmp_path: Path) -> None:
    """Runs the command of the Makefile on a new store."""
    makefile = (ROOT / "Makefile").read_text()
    line = re.search(r"^run:.*\n\t@scripts/setup run && exec .venv/bin/pitbook (.+)$", makefile, re.MULTILINE)
    assert line is not None
    words = shlex.split(line[1].replace("$(if $(GAMES),--games $(GAMES)) ", ""))
    where = words[words.index("--store") + 1]
    assert f"{Path(where).parts[0]}/" in (ROOT / ".gitignore").read_text().splitlines()
    store = tmp_path / "room.db"
    words[words.index("--store") + 1] = str(store)
    port = free_port()
    with served(words, port) as printed:
        assert f"Pitbook serves at http://localhost:{port}, the card room at http://localhost:{port}/room" in printed
        assert "Jackpot royal is open." in printed
        badges = BADGE.findall(printed)
        assert [role for role, _, _ in badges] == [role for _, _, role in EXAMPLES]
        for path in ("/", "/room/sign-in"):
            status, text = answer(f"http://127.0.0.1:{port}{path}")
            assert (status, "</html>" in text) == (200, True)
        _, badge, pin = badges[-1]
        body = f'{{"badge": "{badge}", "pin": "{pin}"}}'.encode()
        asked = Request(f"http://127.0.0.1:{port}/api/v1/sign-in", body, {"Content-Type": "application/json"})
        assert '"roles":["administrator"]' in answer(asked)[1]
        taken = run("serve", "--store", str(tmp_path / "other.db"), "--port", str(port))
        assert taken.refusal == f"port {port} is taken by another program: choose another one with --port"
        assert not (tmp_path / "other.db").exists()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(badge.split(":")[1].encode() in kept for _, badge, _ in badges)


# -- as it is installed ------------------------------------------------------------------------------------------------


def asked(port: int, source: str, method: str, path: str, body: dict[str, str] | None = None, **headers: str) -> Any:
    """A request from another address of this machine, with forged headers."""
    connection = HTTPConnection("127.0.0.1", port, 60, source_address=(source, 0))
    with closing(connection):
        sent = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}", **headers}
        connection.request(method, path, json.dumps(body) if body is not None else None, sent)
        answer = connection.getresponse()
        found = json.loads(answer.read())
        assert answer.status == 200, found
        return found | {"cookie": answer.getheader("set-cookie")} if isinstance(found, dict) else found


def test_default_installation_has_no_people_and_listens_locally(tmp_path: Path) -> None:
    """Only the printed set-up address opens it."""
    port, store = free_port(), str(tmp_path / "room.db")
    with served(["serve", "--store", store], port) as printed:
        with closing(sqlite3.connect(store)) as connection:
            assert connection.execute("SELECT * FROM people").fetchall() == []
        assert BADGE.findall(printed) == []
        assert "Other machines on this network" not in printed
        with pytest.raises(ConnectionRefusedError):  # another address of the same machine
            socket.create_connection(("127.0.0.2", port))
        token, other = re.findall(r"/room/first\?token=(\S+)", printed)
        assert "Hand the two addresses to two people" in printed
        first = {"token": token, "id": "ada", "name": "Ada Moore", "pin": "8214"}
        made = asked(port, "127.0.0.1", "POST", "/api/v1/first", first)
        assert (made["roles"], "secure" in made["cookie"].lower()) == (["administrator"], False)
        second = {"token": other, "id": "eve", "name": "Eve Stone", "pin": "8214"}
        assert asked(port, "127.0.0.1", "POST", "/api/v1/first", second)["roles"] == ["executive"]
        _believes_its_proxy_only(port, {"badge": made["badge"], "pin": "8214"})
    assert token.encode() not in (tmp_path / "room.db").read_bytes()


def _believes_its_proxy_only(port: int, badge: dict[str, str]) -> None:
    """Forwarded headers count only from the proxy's own address."""
    lies = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    stranger = asked(port, "127.0.0.2", "POST", "/api/v1/session", badge, **lies)
    assert (stranger["address"], stranger["cookie"].partition("=")[0]) == ("127.0.0.2", "pitbook-session")
    lies["Origin"] = f"https://127.0.0.1:{port}"
    proxy = asked(port, "127.0.0.1", "POST", "/api/v1/session", badge, **lies)
    assert (proxy["address"], proxy["cookie"].partition("=")[0]) == ("203.0.113.9", "__Host-pitbook-session")
    # A proxy that appends to the header: the last address that is not the proxy's own counts.
    lies["X-Forwarded-For"] = "127.0.0.1, 10.9.8.7, 203.0.113.9"
    assert asked(port, "127.0.0.1", "POST", "/api/v1/session", badge, **lies)["address"] == "203.0.113.9"


@pytest.mark.slow
def test_reachable_server_warns_and_trusts_only_the_named_proxy(tmp_path: Path) -> None:
    port = free_port()
    words = ["serve", "--store", str(tmp_path / "room.db"), "--proxy", "127.0.0.2/31"]
    words += ["--host", "0.0.0.0"]  # noqa: S104  # this is what is warned of
    with served([*words, "--example-people"], port) as printed:
        assert "Without a proxy with TLS in front of it, badges and PINs cross the network unencrypted" in printed
        _, badge, pin = BADGE.findall(printed)[-1]
        lies = {"X-Forwarded-For": "203.0.113.9"}
        for source, address in (("127.0.0.1", "127.0.0.1"), ("127.0.0.2", "203.0.113.9"), ("127.0.0.3", "203.0.113.9")):
            session = asked(port, source, "POST", "/api/v1/session", {"badge": badge, "pin": pin}, **lies)
            assert session["address"] == address


@pytest.mark.slow
def test_several_processes_serve_one_store(postgres_store: str) -> None:
    port = free_port()
    with served(["serve", "--store", postgres_store, "--workers", "2"], port) as printed:
        address, _ = re.findall(r"http://localhost:\d+(/room/first\?token=\S+)", printed)
        for _ in range(6):
            assert "Create the administrator" in answer(f"http://127.0.0.1:{port}{address}")[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "0"], "there is no port 0: it is from 1 to 65535"),
        (["--workers", "0"], "a server has 1 to 64 processes, not 0"),
        (["--workers", "2"], "several processes need PostgreSQL: a file is served by one, so leave --workers out"),
        (["--proxy", "*"], "'*' is no proxy: it is an address or a network, such as 10.0.0.5"),
        (["--proxy", "0.0.0.0/0"], "'0.0.0.0/0' is no proxy"),
        (["--proxy", "::/0"], "'::/0' is no proxy"),
        (["--proxy", "10.0.0.5", "--proxy", "the proxy"], "'the proxy' is no proxy"),
        (["--lock-after", "0"], "a screen locks after 1 to 120 minutes, not 0"),
        (["--lock-after", "999"], "a screen locks after 1 to 120 minutes, not 999"),
        (["--property", "no-such.toml"], "'no-such.toml' cannot be read: No such file or directory"),
        (["--host", "192.0.2.1"], "this machine cannot be reached at '192.0.2.1'"),
        (["--property", str(ROOT / "Makefile")], "Makefile"),
    ],
)
def test_invalid_options_are_refused(tmp_path: Path, words: list[str], sentence: str) -> None:
    port = [] if "--port" in words else ["--port", str(free_port())]
    assert sentence in run("serve", "--store", str(tmp_path / "room.db"), *words, *port).refusal
