"""``pitbook serve``: the whole system as a server."""

import errno
import json
import os
import socket
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pitbook.cli.open_room import STORE, address_of, store_option
from pitbook.cli.params import WHOLE
from pitbook.errors import BadInput, quoted

if TYPE_CHECKING:
    from fastapi import FastAPI

    from pitbook.web.app import Services

GRACE_SECONDS: Final = 2
"""Seconds that displays and requests have to finish when the server stops."""
PATIENCE_SECONDS: Final = 60
"""Seconds without a heartbeat before a worker process is replaced; long enough for a busy machine."""
WAITING: Final = 2048
"""The queue of connections that wait to be accepted."""
LOCK_MINUTES: Final = 10
MOST_MINUTES: Final = 120
MOST_WORKERS: Final = 64
OPEN_TO_OTHERS: Final = (
    "Other machines on this network can reach the server. Without a proxy with TLS in front of it, badges and PINs "
    "cross the network unencrypted: see docs/security.md."
)
THIS_MACHINE: Final = "127.0.0.1"


@click.command()
@store_option
@click.option(
    "--property", "file", metavar="FILE", help="The property's file: the configuration of a store without one."
)
@click.option("--host", default=THIS_MACHINE, show_default=True, help="The address to listen on.")
@click.option("--port", type=WHOLE, default=8000, show_default=True, help="The port to listen on.")
@click.option(
    "--proxy", "proxies", multiple=True, default=[THIS_MACHINE], show_default=True, metavar="ADDRESS",
    help="A trusted proxy: its headers say where a request comes from and whether it used TLS.",
)  # fmt: skip
@click.option("--workers", type=WHOLE, default=1, show_default=True, help="Processes, with PostgreSQL.")
@click.option(
    "--lock-after", "minutes", type=WHOLE, default=LOCK_MINUTES, show_default=True,
    help="Minutes after which a screen of the card room locks.",
)  # fmt: skip
@click.option(
    "--shoe-key", metavar="FILE",
    help="The key that seals shoes, the same for all servers of a room; else $PITBOOK_SHOE_KEY, else in the user's "
    "configuration folder. It is created if missing.",
)  # fmt: skip
@click.option(
    "--new-shoe-key", is_flag=True,
    help="Replace the room's lost key: open rounds are voided and reshuffled.",
)  # fmt: skip
@click.option("--log", is_flag=True, help="Log to the error stream, one JSON line per event.")
@click.option(
    "--example-people",
    is_flag=True,
    help="One example person for each role, with their badges and PINs shown here; for trying out only.",
)
def serve(
    store: str | None, file: str | None, host: str, port: int, proxies: tuple[str, ...], workers: int, minutes: int,
    shoe_key: str | None, new_shoe_key: bool, log: bool, example_people: bool,
) -> None:  # fmt: skip
    """Serve games, play-money tables, the card room, displays and the API at one address.

    The first start of a store prints two one-time addresses, one for the administrator and one for the executive: hand
    them to two people. No password is built in. With --property the file becomes the configuration of a store that has
    none, and its jackpots open as the rules allow.

    The server is reached from this machine only, unless --host says otherwise; put a proxy with TLS before it where
    tables reach it over a network (docs/security.md). With PostgreSQL several processes and several servers may share a
    store. The API describes itself at /api/docs.

    \b
    Examples:
      pitbook serve
      pitbook serve --store room.db --property examples/property.toml
      pitbook serve --store postgresql://... --workers 4
    """
    if not 0 < port < 65_536:
        raise BadInput(f"there is no port {port}: it is from 1 to 65535")
    if not 0 < minutes <= MOST_MINUTES:
        raise BadInput(f"a screen locks after 1 to {MOST_MINUTES} minutes, not {minutes}")
    address = address_of(store)
    if not 0 < workers <= MOST_WORKERS:
        raise BadInput(f"a server has 1 to {MOST_WORKERS} processes, not {workers}")
    if workers > 1 and not address.startswith("postgres"):
        raise BadInput("several processes need PostgreSQL: a file is served by one, so leave --workers out")
    for proxy in proxies:
        _check_proxy(proxy)
    text = _read(file)
    with _listening_socket(host, port) as listening:
        os.environ |= {STORE: address, "PITBOOK_LOCKS_MINUTES": str(minutes), "PITBOOK_LOG": "yes" if log else ""}
        from pitbook.exact.outside import given
        from pitbook.web.http.key_path import VARIABLE, key_path
        from pitbook.web.worker import GAMES, NEW_SHOE_KEY, worker

        os.environ |= {VARIABLE: str(key_path(shoe_key)), NEW_SHOE_KEY: "yes" if new_shoe_key else ""}
        os.environ[GAMES] = json.dumps(given())

        # With several workers, each process makes its own application; this one only prepares the store.
        app = worker()
        services = app.state.services
        if services.key_notice:
            click.echo(services.key_notice, err=True)
        if file is not None:
            _set_up_property(services, text, file)
        if example_people:
            _set_up_examples(services)
        if not ip_address(listening.getsockname()[0]).is_loopback:
            click.echo(OPEN_TO_OTHERS, err=True)
        words = _welcome(services, f"http://{'localhost' if host == THIS_MACHINE else host}:{port}")
        if workers == 1:
            click.echo(words, err=True)
            _run(app, listening, proxies, log)
            return
    services.close()
    click.echo(words, err=True)
    _run_many(host, port, proxies, workers, log)


def _read(file: str | None) -> str:
    if file is None:
        return ""
    try:
        return Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        words = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise BadInput(f"{quoted(file)} cannot be read: {words}") from None


def _check_proxy(proxy: str) -> None:
    """One address or network: a trusted proxy may claim any origin for a request."""
    try:
        everybody = ip_network(proxy).prefixlen == 0
    except ValueError:
        everybody = True  # uvicorn would take an asterisk for every address
    if everybody:
        raise BadInput(f"{quoted(proxy)} is no proxy: it is an address or a network, such as 10.0.0.5")


def _listening_socket(host: str, port: int) -> socket.socket:
    """The listening socket, opened first, so that a port in use is reported before any work."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(WAITING)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise BadInput(f"port {port} is taken by another program: choose another one with --port") from None
        raise BadInput(f"this machine cannot be reached at {quoted(host)}, port {port}: {error.strerror}") from None
    return listening


def _set_up_property(services: "Services", text: str, file: str) -> None:
    """Loads the listed games first: a file that names a changed folder must not become the configuration."""
    from pitbook.compliance.property import parse_property
    from pitbook.reports.outside import open_listed
    from pitbook.room.startup import set_up_property

    if not services.configurations.versions():
        open_listed(parse_property(text.replace("\r\n", "\n"), Path(file).name).game_folders)
    for sentence in set_up_property(services.days, text, Path(file).name):
        click.echo(sentence, err=True)


def _set_up_examples(services: "Services") -> None:
    from pitbook.room.startup import set_up_examples

    click.echo(
        "Example people, one for each role, for trying out: anyone who reads this can act as all of them.", err=True
    )
    click.echo("These badges and PINs are shown here only; a store that has other people refuses them:", err=True)
    for shown in set_up_examples(services.people):
        role = ", ".join(shown.person.roles)
        click.echo(f"  {role:<14}badge {shown.badge:<30}PIN {shown.pin}", err=True)


def _welcome(services: "Services", address: str) -> str:
    """Prints the address, and one-time addresses for a missing administrator or executive."""
    from pitbook.room.people.first_run import FirstStart

    first = FirstStart(services.people)
    lines = [
        f"This room has no {role} yet. This address creates the {role}; it works once, within an hour:\n"
        f"  {address}/room/first?token={first.invite(role)}"
        for role in services.people.missing()
    ]
    if len(lines) > 1:
        lines.append("Hand the two addresses to two people: roles that move money are given by both together.")
    return "\n".join([*lines, f"Pitbook serves at {address}, the card room at {address}/room; Ctrl-C stops it."])


def settings(proxies: tuple[str, ...], log: bool) -> dict[str, Any]:
    """How a server runs, with one process or several."""
    from uvicorn.config import LOGGING_CONFIG

    return {
        "log_level": "warning",
        "access_log": False,
        # Its own logging would mix tracebacks with our JSON lines.
        "log_config": None if log else LOGGING_CONFIG,
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "forwarded_allow_ips": [*proxies],
    }


def _run(app: "FastAPI", listening: socket.socket, proxies: tuple[str, ...], log: bool) -> None:
    import uvicorn

    uvicorn.Server(uvicorn.Config(app, **settings(proxies, log))).run(sockets=[listening])


def _run_many(host: str, port: int, proxies: tuple[str, ...], workers: int, log: bool) -> None:
    import uvicorn

    uvicorn.run(
        "pitbook.web.worker:worker", factory=True, host=host, port=port, workers=workers,
        timeout_worker_healthcheck=PATIENCE_SECONDS, **settings(proxies, log),
    )  # fmt: skip
