"""The proxies of docs/security.md, as the page prints them: real ones, with TLS, before a real server."""

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, Final, Self

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.cli.test_serve import BADGE, EXAMPLE, free_port, served
from tests.test_docs import DOCS, blocks

NAME: Final = "room.example"
VISITOR: Final = "127.0.0.3"
"""The address of the visitor; the proxy itself is 127.0.0.1."""
PATIENCE: Final = 60
"""Seconds for an answer: signing in takes some by design, and more on a busy machine."""
AT_ONCE: Final = 10.0
"""Seconds within which an event must arrive; a buffering proxy holds it back until the next beat, 15 s, or longer."""
PROXIES: Final = ("nginx", "caddy")


def make_certificate(folder: Path) -> None:
    """Makes a self-signed certificate for the host name on the page."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / f"{NAME}.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / f"{NAME}.key").write_bytes(private)


def command(proxy: str, folder: Path, ports: tuple[int, int, int]) -> list[str]:
    """The command that starts a proxy with the page's configuration; only folders and ports differ."""
    plain, tls, behind = ports
    (words,) = blocks(DOCS / "security.md", proxy)
    words = words.replace("/etc/ssl", str(folder)).replace("127.0.0.1:8000", f"127.0.0.1:{behind}")
    if proxy == "nginx":
        words = words.replace("listen 80;", f"listen {plain};").replace("listen 443 ", f"listen {tls} ")
        kinds = " ".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        around = (
            f"daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {kinds} {words} }}"
        )
        (folder / "nginx.conf").write_text(around)
        return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    options = f"{{\n admin off\n http_port {plain}\n https_port {tls}\n storage file_system {folder}\n}}\n"
    (folder / "Caddyfile").write_text(options + words)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@contextmanager
def running(words: list[str], port: int) -> Iterator[None]:
    """A program until it is reached at a port; ended at the end."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                if process.poll() is not None or time.monotonic() > until:
                    raise
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            raise


class Visitor:
    """A client behind the proxy that forges its address."""

    def __init__(self, folder: Path, port: int) -> None:
        self.context = ssl.create_default_context(cafile=str(folder / f"{NAME}.pem"))
        self.port, self.cookie = port, ""
        self.answers = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.answers.close()

    def open(self, method: str, path: str, body: Any = None) -> HTTPResponse:
        connection = HTTPConnection(NAME, self.port, timeout=PATIENCE)
        self.answers.callback(connection.close)
        plain = socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(VISITOR, 0))
        connection.sock = self.context.wrap_socket(plain, server_hostname=NAME)
        origin = f"https://{NAME}:{self.port}"
        headers = {"Origin": origin, "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
        headers |= {
            "Content-Type": "application/json",
            "Idempotency-Key": f"key-{time.monotonic_ns()}",
        }
        headers |= {"Cookie": self.cookie} if self.cookie else {}
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        return self.answers.enter_context(connection.getresponse())

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        answer = self.open(method, path, body)
        return answer.status, answer.read()

    def sign_in(self, badge: str, pin: str) -> dict[str, str]:
        """Signs in like a screen; returns the flags of its cookie."""
        answer = self.open("POST", "/api/v1/session", {"badge": badge, "pin": pin})
        assert answer.status == 200, answer.read()
        self.cookie, *flags = (answer.getheader("set-cookie") or "").split("; ")
        return dict((f"{flag}=" if "=" not in flag else flag).lower().split("=", 1) for flag in flags)


@pytest.mark.slow
@pytest.mark.parametrize("proxy", PROXIES)
def test_a_room_behind_a_proxy_with_tls(proxy: str, tmp_path: Path) -> None:
    if shutil.which(proxy) is None:
        pytest.fail(f"install the Debian package {proxy}: this proves the set-up that docs/security.md prints")
    make_certificate(tmp_path)
    ports = free_port(), free_port(), free_port()
    words = ["serve", "--store", str(tmp_path / "room.db"), "--property", str(EXAMPLE), "--example-people"]
    with (
        served(words, ports[2]) as printed,
        running(command(proxy, tmp_path, ports), ports[1]),
        Visitor(tmp_path, ports[1]) as dealer,
        Visitor(tmp_path, ports[1]) as administrator,
    ):
        badges = {role: (badge, pin) for role, badge, pin in BADGE.findall(printed)}

        flags = dealer.sign_in(*badges["dealer"])
        assert dealer.cookie.startswith("__Host-pitbook-session=")
        assert {"secure", "httponly"} <= set(flags)
        assert (flags["samesite"], flags["path"]) == ("strict", "/")

        administrator.sign_in(*badges["administrator"])
        status, listed = administrator.ask("GET", "/api/v1/sessions")
        assert status == 200
        assert {session["address"] for session in json.loads(listed)} == {VISITOR}

        page = dealer.open("GET", "/room/dealer")
        assert (page.status, page.getheader("strict-transport-security")) == (200, "max-age=31536000")
        assert "default-src 'self'" in (page.getheader("content-security-policy") or "")

        _hears_the_meter(dealer)

        assert dealer.ask("POST", "/api/v1/controllers/royal-1/presses", {"key": "x" * 70_000})[0] == 413
        assert dealer.ask("GET", "/metrics")[0] == 403

        with closing(HTTPConnection("127.0.0.1", ports[0], timeout=PATIENCE)) as plain:
            plain.request("GET", "/room", headers={"Host": NAME})
            sent = plain.getresponse()
            assert sent.status in (301, 308)
            assert re.fullmatch(rf"https://{NAME}(:\d+)?/room", sent.getheader("location") or "")


def _hears_the_meter(dealer: Visitor) -> None:
    """A change of the meter arrives at once, although the response never ends."""
    stream = dealer.open("GET", "/api/v1/displays/royal")
    assert (stream.status, stream.getheader("content-type")) == (200, "text/event-stream; charset=utf-8")
    first = _heard_at_once(stream)
    for key, more in (("sense", {"seat": 1}), ("lock", {})):
        status, said = dealer.ask("POST", "/api/v1/controllers/royal-1/presses", {"key": key, **more})
        assert status == 200, said
    assert first < _heard_at_once(stream)
    live = dealer.open("GET", "/room/dealer/royal-1/live")
    assert live.readline() == b"event: view\n"


def _heard_at_once(stream: HTTPResponse) -> int:
    begun = time.monotonic()
    while not (line := stream.readline()).startswith(b"data: "):
        assert line, "the stream ended"
    assert time.monotonic() - begun < AT_ONCE
    return int(line[6:])
