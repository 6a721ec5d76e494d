"""``pitbook serve`` and ``make run``: what is set up at the first start, what is printed, and what is refused."""

import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from pitbook.errors import BadInput
from pitbook.jackpot.people import ROLES, NotAllowed
from pitbook.room.first import FirstStart
from pitbook.room.opening import EXAMPLES, random_pin, set_up_examples, set_up_property
from pitbook.room.people import check_pin
from pitbook.room.property import Configurations
from pitbook.web.app import Services
from tests.cli.running import run
from tests.web.house import PIN, QUICK

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


def test_a_store_without_a_configuration_takes_the_file_and_opens_its_jackpots(services: Services) -> None:
    text = EXAMPLE.read_text("utf-8")
    said = set_up_property(services.days, text, "property.toml")
    assert [words.split(":")[0] for words in said] == ["Example Card Room", "Jackpot royal is open."]
    (version,) = Configurations(services.jackpots).versions()
    assert (version.by, version.why) == ("the terminal", "first start with property.toml")
    assert services.jackpots.tables_of("royal") == ["royal-1", "royal-2"]
    assert services.days.house().name == "Example Card Room"
    assert set_up_property(services.days, text, "property.toml") == [], "a second start changes nothing"
    assert len(Configurations(services.jackpots).versions()) == 1


def test_a_configuration_that_is_kept_stays(services: Services) -> None:
    text = EXAMPLE.read_text("utf-8")
    set_up_property(services.days, text, "property.toml")
    (said,) = set_up_property(services.days, text.replace("Example Card Room", "Other Room"), "other.toml")
    assert said == "The store runs version 1 of its configuration; other.toml is another: see pitbook property keep."
    assert services.days.house().name == "Example Card Room"


def test_a_jackpot_that_the_gate_refuses_stays_closed(services: Services) -> None:
    text = EXAMPLE.read_text("utf-8").replace('contribution = "10.91%"', 'contribution = "0%"')
    said = set_up_property(services.days, text, "property.toml")
    assert said[-1].startswith("Jackpot royal is not open: ")
    assert services.jackpots.names() == []


# -- example people ----------------------------------------------------------------------------------------------------


def test_example_people_have_one_role_each_and_other_badges_at_every_start(services: Services) -> None:
    first = set_up_examples(services.people, services.sessions)
    assert {role for shown in first for role in shown.person.roles} == set(ROLES)
    assert len(first) == len(ROLES) == len({shown.pin for shown in first})
    token, _ = services.sessions.sign_in(first[0].badge, first[0].pin)
    second = set_up_examples(services.people, services.sessions)
    assert [shown.person for shown in second] == [shown.person for shown in first]
    with pytest.raises(NotAllowed):
        services.sessions.person(token)
    with pytest.raises(NotAllowed):
        services.sessions.sign_in(first[1].badge, first[1].pin)
    for shown in second:
        assert services.sessions.identify(shown.badge, shown.pin) == shown.person


def test_example_people_do_not_mix_with_others(services: Services) -> None:
    services.people.add("zoe", "Zoe", ["administrator"], "token of zoe", PIN)
    with pytest.raises(BadInput, match="'zoe' works here"):
        set_up_examples(services.people, services.sessions)
    assert services.people.count() == 1
    with pytest.raises(NotAllowed, match="has its administrator"):
        FirstStart(services.people).check("x")


def test_pins_of_chance_are_none_that_are_guessed_first() -> None:
    pins = [random_pin() for _ in range(200)]
    for pin in pins:
        check_pin(pin)
    assert len(set(pins)) > 190


# -- the command -------------------------------------------------------------------------------------------------------


@contextmanager
def served(words: list[str], port: int) -> Iterator[str]:
    """A server in a process of its own, until it answers; gives what it printed before that."""
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
    """With the very words of the Makefile, over a store of its own."""
    makefile = (ROOT / "Makefile").read_text()
    line = re.search(r"^run:.*\n\t@scripts/setup run && exec .venv/bin/pitbook (.+)$", makefile, re.MULTILINE)
    assert line is not None
    words = shlex.split(line[1])
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


@pytest.mark.slow
def test_several_processes_serve_one_store(postgres_store: str) -> None:
    port = free_port()
    with served(["serve", "--store", postgres_store, "--workers", "2"], port) as printed:
        (address,) = re.findall(r"http://localhost:\d+(/room/first\?token=\S+)", printed)
        for _ in range(6):
            assert "Make the administrator" in answer(f"http://127.0.0.1:{port}{address}")[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--port", "0"], "there is no port 0: it is from 1 to 65535"),
        (["--workers", "0"], "a server has 1 to 64 processes, not 0"),
        (["--workers", "2"], "several processes need PostgreSQL: a file is served by one, so leave --workers out"),
        (["--lock-after", "0"], "a screen locks after 1 to 120 minutes, not 0"),
        (["--lock-after", "999"], "a screen locks after 1 to 120 minutes, not 999"),
        (["--property", "no-such.toml"], "'no-such.toml' cannot be read: No such file or directory"),
        (["--host", "192.0.2.1"], "this machine cannot be reached at '192.0.2.1'"),
        (["--property", str(ROOT / "Makefile")], "Makefile"),
    ],
)
def test_what_is_refused(tmp_path: Path, words: list[str], sentence: str) -> None:
    port = [] if "--port" in words else ["--port", str(free_port())]
    assert sentence in run("serve", "--store", str(tmp_path / "room.db"), *words, *port).refusal
