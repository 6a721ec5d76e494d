"""The back-up drill: backs up the running store, restores it elsewhere, and proves it there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from pitbook.room.audit.store_proof import StoreProof, prove_store
from pitbook.store.archive import Manifest, back_up, restore
from pitbook.store.database import Database


@dataclass(frozen=True, slots=True)
class BackupDrill:
    """The result of a drill."""

    manifest: Manifest
    proof: StoreProof
    """The proof of the restored store."""
    differing: Sequence[str]
    """Tables that are not restored byte for byte."""
    seconds: dict[str, float]

    @property
    def holds(self) -> bool:
        return not self.differing and self.proof.holds


def drill(database: Database, at: str, into: str = "", say: Callable[[str], None] = lambda _words: None) -> BackupDrill:
    """Backs up, restores into another store (``into``, or a temporary file), proves and compares."""
    seconds: dict[str, float] = {}
    with TemporaryDirectory(prefix="pitbook-drill-") as folder:
        archive, address = Path(folder) / "archive.zip", into or str(Path(folder) / "restored.db")
        begun = perf_counter()
        say("backing up")
        manifest = back_up(database, archive, at)
        seconds["back-up"] = perf_counter() - begun
        begun = perf_counter()
        say("restoring")
        restore(archive, address)
        seconds["restore"] = perf_counter() - begun
        restored = Database(address)
        try:
            begun = perf_counter()
            say("proving")
            proof = prove_store(restored)
            seconds["proof"] = perf_counter() - begun
            say("comparing")
            again = back_up(restored, Path(folder) / "again.zip", at)
        finally:
            restored.close()
    differing = [name for name, part in manifest.tables.items() if again.tables.get(name) != part]
    return BackupDrill(manifest, proof, differing, seconds)
