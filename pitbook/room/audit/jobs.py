"""Proofs and packs, made beside the server: a process of its own works and writes down how far it is.

What it writes is a small file that every process of the server can read, whichever of them was asked. Nothing is
written to the store. Run as a program, this module is that process: it reads what to do from its input.
"""

import hashlib
import json
import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread
from typing import Any, Final, Literal

from sqlalchemy import func, select

import pitbook
from pitbook.errors import BadInput, NotFound, PitbookError, quoted
from pitbook.exact.outside import ensure, given
from pitbook.games import found_by
from pitbook.room.audit.history_proof import ChainProof, count_rows, prove_history
from pitbook.room.audit.ledger_proof import ledgers, prove
from pitbook.room.audit.row_proof import RowsProof, prove_rows
from pitbook.room.audit.table_proof import RecordProof, prove_record
from pitbook.room.designs import design_finder
from pitbook.room.tables.log import last_number, tables
from pitbook.room.tables.service import Busy
from pitbook.store import schema
from pitbook.store.database import Database

Kind = Literal["proof", "pack"]
State = Literal["running", "done", "failed"]
BEAT: Final = 2.0
"""Seconds after which a process that works says so again."""
SILENT: Final = 45.0
"""Seconds after which one that says nothing is taken for gone."""
AT_ONCE: Final = 2
KEPT_HOURS: Final = 24
MOST_KEPT: Final = 20
TOLD: Final = 0.25
"""Seconds between two notes of how far the work is."""


@dataclass(frozen=True, slots=True)
class LedgerProof:
    """One ledger, gone through from its first transaction."""

    jackpot: str
    holds: bool
    transactions: int
    hash: str
    fault: int
    """The first transaction that cannot be; 0 where all hold."""
    words: str


@dataclass(frozen=True, slots=True)
class PackMade:
    """A pack that lies ready."""

    name: str
    sha256: str
    bytes: int
    files: int


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of work, and how far it is."""

    id: str
    kind: Kind
    asked: dict[str, Any]
    by: str
    at: str
    state: State = "running"
    done: int = 0
    of: int = 0
    """Transactions, rows of history and events in all; 0 where they are not counted."""
    now: str = "beginning"
    """What is being done."""
    seconds: float = 0.0
    ledgers: tuple[LedgerProof, ...] = ()
    chains: tuple[ChainProof, ...] = ()
    records: tuple[RecordProof, ...] = ()
    rows: tuple[RowsProof, ...] = ()
    pack: PackMade | None = None
    words: str = ""
    """Why it failed."""
    holds: bool = field(init=False, default=False)
    """Whether it is done, and everything that was proved holds."""
    percent: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        held = [*(each.holds for each in self.ledgers), *(each.holds for each in self.chains)]
        held += [*(each.holds for each in self.records), *(each.holds for each in self.rows)]
        sound = all(held)
        object.__setattr__(self, "holds", self.state == "done" and sound)
        object.__setattr__(self, "percent", min(100, 100 * self.done // self.of) if self.of else 0)


def job_of(record: dict[str, Any]) -> Job:
    """A job as it was written down."""
    pack, _, _ = (record.pop(name) for name in ("pack", "holds", "percent"))
    proofs = tuple(LedgerProof(**each) for each in record.pop("ledgers"))
    chains = tuple(ChainProof(**each) for each in record.pop("chains"))
    records = tuple(RecordProof(**each) for each in record.pop("records"))
    rows = tuple(RowsProof(**each) for each in record.pop("rows", ()))
    made = PackMade(**pack) if pack else None
    return Job(**record, ledgers=proofs, chains=chains, records=records, rows=rows, pack=made)


class Jobs:
    """Proofs and packs over one store."""

    def __init__(self, database: Database) -> None:
        self.store = database.engine.url.render_as_string(hide_password=False)
        self._started: list[subprocess.Popen[bytes]] = []
        self._turn = Lock()

    @property
    def folder(self) -> Path:
        from pitbook.exact.cache import cache_folder

        return cache_folder() / "audit" / hashlib.sha256(self.store.encode()).hexdigest()[:16]

    def begin(self, kind: Kind, asked: dict[str, Any], by: str) -> Job:
        """Starts a piece of work; the same one, while it is being done, is not done twice."""
        with self._turn:
            running = [job for job in self.every() if job.state == "running"]
            for job in running:
                if (job.kind, job.asked) == (kind, asked):
                    return job
            if len(running) >= AT_ONCE:
                raise Busy(f"{AT_ONCE} proofs or packs are being made already: wait for one of them")
            self._tidy()
            job = Job(secrets.token_hex(8), kind, asked, by, datetime.now(UTC).isoformat())
            _write(self.folder, job)
            process = _start()
            self._started = [each for each in self._started if each.poll() is None] + [process]
            assert process.stdin is not None  # noqa: S101 (it was asked for)
            with process.stdin as told:
                told.write(json.dumps([self.store, str(self.folder), job.id, given()]).encode())
        return job

    def find(self, job: str) -> Job:
        """A piece of work by its name."""
        if not re.fullmatch(r"[0-9a-f]{16}", job):
            raise NotFound(f"there is no proof or pack {quoted(job[:40])}")
        try:
            return _read(self.folder / f"{job}.json")
        except (OSError, ValueError, TypeError, KeyError):
            raise NotFound(f"there is no proof or pack {job}: they are kept for {KEPT_HOURS} hours") from None

    def every(self) -> list[Job]:
        """Those that are kept, the newest first."""
        found = []
        for path in self.folder.glob("*.json"):
            try:
                found.append(_read(path))
            except (OSError, ValueError, TypeError, KeyError):
                continue  # removed in this moment, or no job
        return sorted(found, key=lambda job: job.at, reverse=True)

    def file(self, job: str) -> Path:
        """The pack that a piece of work has made."""
        found = self.find(job)
        path = self.folder / f"{job}.zip"
        if found.pack is None or not path.is_file():
            raise NotFound(f"{job} has made no pack")
        return path

    def close(self) -> None:
        """Ends what was started here and is not done."""
        with self._turn:
            for process in self._started:
                if process.poll() is None:
                    process.kill()
                process.wait()
            self._started = []

    def _tidy(self) -> None:
        """Old ones are removed, packs above all: they hold what is nobody else's business."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.folder.chmod(0o700)
        except OSError as error:
            raise BadInput(f"{self.folder} cannot be written: {(error.strerror or str(error)).lower()}") from None
        oldest = time.time() - KEPT_HOURS * 3600
        kept = [job.id for job in self.every()][:MOST_KEPT]
        for path in self.folder.iterdir():
            if path.stem not in kept or path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)


def _start() -> "subprocess.Popen[bytes]":
    above = str(Path(pitbook.__file__).parent.parent)
    paths = os.pathsep.join(filter(None, (above, os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        [sys.executable, "-m", "pitbook.room.audit.jobs"],
        stdin=subprocess.PIPE,
        # Ctrl-C is for the server alone. Not a new session: Linux shares time by session, whatever the priority.
        process_group=0,
        env=os.environ | {"PYTHONPATH": paths},
    )


def _write(folder: Path, job: Job) -> None:
    part = folder / f".{job.id}.{os.getpid()}"
    part.write_text(json.dumps(asdict(job)), "utf-8")
    part.chmod(0o600)
    part.replace(folder / f"{job.id}.json")  # whole or not at all


def _read(path: Path) -> Job:
    job = job_of(json.loads(path.read_text("utf-8")))
    if job.state == "running" and time.time() - path.stat().st_mtime > SILENT:
        return replace(job, state="failed", words="it was interrupted: begin again")
    return job


# -- the process -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Work:
    """What the process does, and tells of it."""

    database: Database
    folder: Path
    job: Job
    begun: float = field(default_factory=time.monotonic)
    _told: float = 0.0
    _turn: Any = field(default_factory=Lock)

    def tell(self, *, at_once: bool = False, **changes: Any) -> None:
        """Writes down how far the work is."""
        with self._turn:
            now = time.monotonic()
            self.job = replace(self.job, seconds=round(now - self.begun, 2), **changes)
            if at_once or now - self._told >= TOLD:
                self._told = now
                _write(self.folder, self.job)

    def run(self) -> None:
        """All of it; what goes wrong is told."""
        try:
            changes = self._prove() if self.job.kind == "proof" else self._pack()
            self.tell(at_once=True, state="done", now="", **changes)
        except PitbookError as error:
            self.tell(at_once=True, state="failed", words=str(error))
        except Exception as error:  # whoever waits must hear of it
            self.tell(at_once=True, state="failed", words=f"it went wrong: {type(error).__name__} {quoted(error)}")
            raise

    def _prove(self) -> dict[str, Any]:
        database, names = self.database, ledgers(self.database)
        with database.reading() as connection:
            recorded = tables(connection) if self.job.asked.get("tables") else []
            events = {table: last_number(connection, table) for table in recorded}
        sizes = {name: _transactions(database, name) for name in names}
        rows = count_rows(database)
        self.tell(at_once=True, of=sum(sizes.values()) + rows + sum(events.values()), done=0)
        proved: list[LedgerProof] = []
        for name in names:
            before = self.job.done
            self.tell(now=f"ledger of {name}")
            proof = prove(database, name, self._further(before))
            fault = proof.fault
            words = (fault.number, fault.words) if fault is not None else (0, "")
            proved.append(LedgerProof(name, proof.holds, proof.transactions, proof.hash, *words))
            self.tell(at_once=True, done=before + sizes[name], ledgers=tuple(proved))
        before = self.job.done
        self.tell(now="presses, events, requests and records")
        chains = tuple(prove_history(database, self._further(before)))
        people = tuple(prove_rows(database))
        self.tell(at_once=True, done=before + rows, chains=chains, rows=people)
        found: list[RecordProof] = []
        for table in recorded:
            before = self.job.done
            self.tell(now=f"record of table {table}")
            found.append(prove_record(database, table, self._further(before)))
            self.tell(at_once=True, done=before + events[table], records=tuple(found))
        return {
            "ledgers": tuple(proved), "chains": chains, "records": tuple(found), "rows": people, "done": self.job.of,
        }  # fmt: skip

    def _further(self, before: int) -> Callable[[int], None]:
        """Tells how far it is altogether, in a part that began after so much."""
        return lambda done: self.tell(done=before + done)

    def _pack(self) -> dict[str, Any]:
        from pitbook.room.audit.pack import make_pack
        from pitbook.room.configurations import Configurations
        from pitbook.room.days.service import Days
        from pitbook.room.jackpots.service import Jackpots

        asked = self.job.asked
        first, last = date.fromisoformat(asked["first"]), date.fromisoformat(asked["last"])
        self.tell(at_once=True, now="gathering letters, ledgers, days and rounds")
        jackpots = Jackpots(self.database, lambda: datetime.now(UTC).isoformat())
        try:
            made = make_pack(
                Days(jackpots), Configurations(jackpots).current().property, first, last, par=bool(asked["par"])
            )
        finally:
            jackpots.close()
        path = self.folder / f"{self.job.id}.zip"
        path.touch(0o600)
        path.write_bytes(made.content)
        name = f"audit-pack-{first}-{last}.zip"
        return {"pack": PackMade(name, made.sha256, len(made.content), len(made.manifest["files"]))}


def _transactions(database: Database, jackpot: str) -> int:
    rows = schema.transactions
    with database.reading() as connection:
        return int(connection.execute(select(func.max(rows.c.number)).where(rows.c.book == jackpot)).scalar() or 0)


def main() -> None:
    """Does one piece of work."""
    store, folder, name, games = json.loads(sys.stdin.buffer.read())
    path, ended = Path(folder) / f"{name}.json", Signal()
    database = Database(store)
    work = Work(database, Path(folder), _read(path))

    def beat() -> None:
        while not ended.wait(BEAT):
            work.tell(at_once=True)

    Thread(target=beat, daemon=True).start()
    try:
        ensure(games)
        with found_by(design_finder(database)):
            work.run()
    finally:
        ended.set()
        database.close()


if __name__ == "__main__":
    main()
