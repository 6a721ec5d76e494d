"""The repository speaks of itself alone, and its files stay small enough to read."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from pitbook import __version__

ROOT = Path(__file__).resolve().parent.parent

# Put together from pieces, so that this file does not hold what it looks for.
MACHINE_PATH = re.compile(r"(?<![\w.~$})])/(?:" + "|".join(("home", "opt", "root", "tmp", "work")) + ")/")
REGISTRY_HOST = re.compile(
    "|".join(
        re.escape(".".join(host))
        for host in (
            ("pypi", "org"),
            ("pypi", "python"),
            ("pythonhosted", "org"),
            ("npmjs", "org"),
            ("npmjs", "com"),
            ("deb", "debian"),
        )
    )
)


@cache
def texts() -> dict[str, str]:
    """Every file that is in the repository or would be added to it, by name."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in listed.split("\0") if name]
    return {str(path.relative_to(ROOT)): path.read_text("utf-8", "ignore") for path in paths if path.is_file()}


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY_HOST], ids=["machine path", "registry host"])
def test_no_file_names_a_place_outside(pattern: re.Pattern[str]) -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]

    assert found == []


def test_machine_paths_are_recognised() -> None:
    folder = "tmp"

    assert MACHINE_PATH.search(f"see /{folder}/a")
    assert MACHINE_PATH.search(f'"/{folder}/a"')
    assert not MACHINE_PATH.search(f"docs/{folder}/a")


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.lock")), ids=lambda path: path.name)
def test_a_lock_holds_versions_and_hashes_only(lock: Path) -> None:
    entry = re.compile(r"#.*|[a-z0-9-]+==[\w.]+( ; [^\\]+)?( \\)?|--hash=sha256:[0-9a-f]{64}( \\)?")

    assert [line for line in lock.read_text().splitlines() if not entry.fullmatch(line.strip())] == []


def test_modules_stay_short() -> None:
    lines = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in ROOT.glob("pitbook/**/*.py")}

    assert {name: count for name, count in lines.items() if count > 600} == {}


def test_changelog_and_citation_state_the_version_of_the_package() -> None:
    changelog = re.findall(r"^## (\S+)", texts()["CHANGELOG.md"], re.MULTILINE)
    citation = re.findall(r"^version: (\S+)", texts()["CITATION.cff"], re.MULTILINE)

    assert (changelog[0], citation) == (__version__, [__version__])


def test_ci_runs_what_a_developer_runs() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()

    assert [line for line in lines if line and not line.startswith("#")] == ["export CI=true", "exec make test"]
