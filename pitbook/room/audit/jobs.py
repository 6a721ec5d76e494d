"""Proofs and packs, made by worker processes (:mod:`pitbook.room.jobs`), which write down their progress.

The progress is a small file, so that any process of the server can report on a job, not only the one that started it.
Nothing is written to the store.
"""

import hashlib
import json
import os
import re
import secrets
import time
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread
from typing import Any, Final, Literal

from pitbook.errors import BadInput, NotFound, PitbookError, quoted
from pitbook.games import found_by
from pitbook.jackpot.ledger import Proof
from pitbook.jackpot.people import NotAllowed, Person
from pitbook.room.audit.history_proof import ChainProof
from pitbook.room.audit.row_proof import RowsProof
from pitbook.room.audit.store_proof import ProofProgress, StoreProof, prove_store
from pitbook.room.audit.table_proof import RecordProof
from pitbook.room.designs import design_finder
from pitbook.room.jobs import JobRunner, Lane
from pitbook.room.tables.service import Busy
from pitbook.store.database import Database

Kind = Literal["proof", "pack"]
State = Literal["running", "done", "failed", "stopped"]
BEAT: Final = 2.0
"""Seconds between two heartbeats of a worker."""
SILENT: Final = 45.0
"""Seconds without a heartbeat after which a worker counts as dead."""
AT_ONCE: Final = 2
LANE: Final = "audit"
KEPT_HOURS: Final = 24
MOST_KEPT: Final = 20
TOLD: Final = 0.25
"""Seconds between two progress reports."""


@dataclass(frozen=True, slots=True)
class LedgerProof:
    """One ledger, proved from its first transaction."""

    jackpot: str
    holds: bool
    transactions: int
    hash: str
    fault: int
    """The first transaction that does not hold; 0 if all hold."""
    words: str


@dataclass(frozen=True, slots=True)
class PackMade:
    """A pack that is ready for download."""

    name: str
    sha256: str
    bytes: int
    files: int


@dataclass(frozen=True, slots=True)
class AuditJob:
    """A proof or a pack, and its progress."""

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
    """The present part of the work, in words."""
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


def job_of(record: dict[str, Any]) -> AuditJob:
    """A job from its file."""
    pack, _, _ = (record.pop(name) for name in ("pack", "holds", "percent"))
    proofs = tuple(LedgerProof(**each) for each in record.pop("ledgers"))
    chains = tuple(ChainProof(**each) for each in record.pop("chains"))
    records = tuple(RecordProof(**each) for each in record.pop("records"))
    rows = tuple(RowsProof(**each) for each in record.pop("rows", ()))
    made = PackMade(**pack) if pack else None
    return AuditJob(**record, ledgers=proofs, chains=chains, records=records, rows=rows, pack=made)


class Jobs:
    """Proofs and packs over one store."""

    def __init__(self, database: Database) -> None:
        self.store = database.engine.url.render_as_string(hide_password=False)
        self.runner = JobRunner({LANE: Lane(workers=AT_ONCE, waiting=AT_ONCE, idle_seconds=1.0)}, kept=AT_ONCE)
        self._turn = Lock()

    @property
    def folder(self) -> Path:
        from pitbook.exact.cache import cache_folder

        return cache_folder() / "audit" / hashlib.sha256(self.store.encode()).hexdigest()[:16]

    def begin(self, kind: Kind, asked: dict[str, Any], by: str) -> AuditJob:
        """Starts a job; if the same one is running already, that one is returned."""
        with self._turn:
            running = [job for job in self.every() if job.state == "running"]
            for job in running:
                if (job.kind, job.asked) == (kind, asked):
                    return job
            if len(running) >= AT_ONCE:
                raise Busy(f"{AT_ONCE} proofs or packs are being made already: wait for one of them")
            self._tidy()
            job = AuditJob(secrets.token_hex(8), kind, asked, by, datetime.now(UTC).isoformat())
            _write(self.folder, job)
            self.runner.ask(LANE, job.id, do, self.store, str(self.folder), job.id)
        return job

    def find(self, job: str) -> AuditJob:
        """A job by its id."""
        if not re.fullmatch(r"[0-9a-f]{16}", job):
            raise NotFound(f"there is no proof or pack {quoted(job[:40])}")
        try:
            return _read(self.folder / f"{job}.json")
        except (OSError, ValueError, TypeError, KeyError):
            raise NotFound(f"there is no proof or pack {job}: they are kept for {KEPT_HOURS} hours") from None

    def every(self) -> list[AuditJob]:
        """The jobs that are kept, the newest first."""
        found = []
        for path in self.folder.glob("*.json"):
            try:
                found.append(_read(path))
            except (OSError, ValueError, TypeError, KeyError):
                continue  # it was removed meanwhile, or is no job
        return sorted(found, key=lambda job: job.at, reverse=True)

    def file(self, job: str) -> Path:
        """The pack that a job has made."""
        found = self.find(job)
        path = self.folder / f"{job}.zip"
        if found.pack is None or not path.is_file():
            raise NotFound(f"{job} has made no pack")
        return path

    def stop(self, job: str, by: Person) -> AuditJob:
        """Stops a job that is running, on request of the person who began it.

        The note in the folder reaches a worker of another process of the server with its next heartbeat.
        """
        found = self.find(job)
        if found.by != by.id:
            raise NotAllowed(f"{found.by} began this: only the person who began a proof or a pack stops it")
        if found.state == "running":
            _stop_note(self.folder, job).touch(0o600)
            mine = self.runner.find(job)
            if mine is not None:
                mine.cancel()
        return self.find(job)

    def close(self) -> None:
        """Stops the jobs that were started here and are not done."""
        self.runner.close()

    def _tidy(self) -> None:
        """Removes old jobs and their packs, which hold confidential records."""
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


def _write(folder: Path, job: AuditJob) -> None:
    part = folder / f".{job.id}.{os.getpid()}"
    part.write_text(json.dumps(asdict(job)), "utf-8")
    part.chmod(0o600)
    part.replace(folder / f"{job.id}.json")  # whole or not at all


def _read(path: Path) -> AuditJob:
    job = job_of(json.loads(path.read_text("utf-8")))
    if job.state == "running" and _stop_note(path.parent, job.id).exists():
        return replace(job, state="stopped")
    if job.state == "running" and time.time() - path.stat().st_mtime > SILENT:
        return replace(job, state="failed", words="it was interrupted: begin again")
    return job


def _stop_note(folder: Path, job: str) -> Path:
    """The file that asks a job to stop."""
    return folder / f"{job}.stop"


# -- the process -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class AuditWork:
    """A job at work in its process."""

    database: Database
    folder: Path
    job: AuditJob
    begun: float = field(default_factory=time.monotonic)
    _told: float = 0.0
    _turn: Any = field(default_factory=Lock)

    def report(self, *, at_once: bool = False, **changes: Any) -> None:
        """Writes the progress to the job's file."""
        with self._turn:
            now = time.monotonic()
            self.job = replace(self.job, seconds=round(now - self.begun, 2), **changes)
            if at_once or now - self._told >= TOLD:
                self._told = now
                _write(self.folder, self.job)

    def run(self) -> None:
        """Does the job; an error is written to its file."""
        try:
            changes = self._prove() if self.job.kind == "proof" else self._pack()
            self.report(at_once=True, state="done", now="", **changes)
        except PitbookError as error:
            self.report(at_once=True, state="failed", words=str(error))
        except Exception as error:  # the page that waits shows it
            self.report(at_once=True, state="failed", words=f"it failed: {type(error).__name__} {quoted(error)}")
            raise

    def _prove(self) -> dict[str, Any]:
        found = prove_store(self.database, self._report_progress, tables=bool(self.job.asked.get("tables")))
        return {**_results(found), "done": self.job.of}

    def _report_progress(self, at: ProofProgress) -> None:
        results = _results(at.proof) if at.part_done else {}
        self.report(at_once=at.part_done or self.job.of != at.of, now=at.now, done=at.done, of=at.of, **results)

    def _pack(self) -> dict[str, Any]:
        from pitbook.room.audit.pack import make_pack
        from pitbook.room.configurations import Configurations
        from pitbook.room.days.service import Days
        from pitbook.room.jackpots.service import Jackpots

        asked = self.job.asked
        first, last = date.fromisoformat(asked["first"]), date.fromisoformat(asked["last"])
        self.report(at_once=True, now="gathering letters, ledgers, days and rounds")
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


def _results(found: StoreProof) -> dict[str, Any]:
    return {
        "ledgers": tuple(map(_ledger, found.ledgers)), "chains": tuple(found.chains), "records": tuple(found.tables),
        "rows": tuple(found.rows),
    }  # fmt: skip


def _ledger(proof: Proof) -> LedgerProof:
    fault = (proof.fault.number, proof.fault.words) if proof.fault is not None else (0, "")
    return LedgerProof(proof.book, proof.holds, proof.transactions, proof.hash, *fault)


def do(store: str, folder: str, name: str) -> None:
    """Does one job, in a worker process."""
    path, ended = Path(folder) / f"{name}.json", Signal()
    database = Database(store)
    work = AuditWork(database, Path(folder), _read(path))

    def beat() -> None:
        while not ended.wait(BEAT):
            if _stop_note(work.folder, name).exists():
                os._exit(1)  # the job's own thread cannot be interrupted; nothing is written to the store
            work.report(at_once=True)

    Thread(target=beat, daemon=True).start()
    try:
        with found_by(design_finder(database)):
            work.run()
    finally:
        ended.set()
        database.close()
