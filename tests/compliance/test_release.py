"""The release: the same wheel twice, files that are checked against its record, and packages that may be used."""

import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import distributions
from pathlib import Path

import pytest

from pitbook.compliance import release
from pitbook.errors import BadInput
from tests.cli.running import run

ROOT = Path(__file__).parents[2]


def build(folder: Path) -> Path:
    """The wheel, built by flit's own back end as `pip` would."""
    folder.mkdir()
    code = "import flit_core.buildapi as b, sys; print(b.build_wheel(sys.argv[1]))"
    date = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run([sys.executable, "-c", code, str(folder)], cwd=ROOT, check=True, env=date, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel") / "first")


def test_the_wheel_is_the_same_twice(wheel: Path, tmp_path: Path) -> None:
    assert build(tmp_path / "second").read_bytes() == wheel.read_bytes()


def test_the_wheel_holds_what_runs(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("games/royal_match_21/paytables.toml", "web/templates/base.html", "web/static/base.css"):
        assert f"pitbook/{wanted}" in names
    assert not [name for name in names if name.startswith(("tests", "benchmarks")) or name.endswith(".pyc")]


def ask(site: Path, code: str) -> str:
    """Runs with the installed files alone."""
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(site)!r}); {code}"]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=site).stdout.strip()


def test_an_installed_release_finds_every_change(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    code = "from pitbook.compliance.release import check_release as c; r = c(); print(r.kind, *r.faults, sep='|')"
    assert ask(site, code) == "release"
    (site / "pitbook/pay.py").write_text("# nothing\n" + (site / "pitbook/pay.py").read_text())
    (site / "pitbook/games/royal_match_21/letter.toml").unlink()
    (site / "pitbook/extra.py").write_text("")
    faults = ["extra.py is not of the release", "games/royal_match_21/letter.toml is missing", "pay.py was changed"]
    assert ask(site, code).split("|") == ["release", *faults]


def test_a_changed_release_does_not_serve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = release.Release("1.0", "release", "x", 2, ("pay.py was changed", "extra.py is not of the release"))
    monkeypatch.setattr(release, "check_release", lambda: found)
    with pytest.raises(BadInput, match=r"pay\.py was changed, and 1 more; install it again"):
        release.require_release()
    ran = run("release")
    assert ran.code == 1
    assert "pay.py was changed" in ran.out
    ran = run("serve", "--store", str(tmp_path / "room.db"), "--port", "8753")
    assert ran.code == 2
    assert "install it again" in ran.err


def test_a_working_copy_is_known_by_one_hash() -> None:
    first, second = run("release", "--json").json, release.check_release()
    assert first["hash"] == second.hash
    assert first["faults"] == []


LICENCES = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla|LGPL|Unlicense|0BSD|CC0|zlib", re.IGNORECASE
)


def test_every_package_may_be_used() -> None:
    """What is installed with Pitbook allows it; LGPL only for the driver of PostgreSQL, which is used as it is."""
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements/run.lock").read_text(), re.MULTILINE))
    found = {}
    for item in distributions():
        name = re.sub(r"[-_.]+", "-", item.metadata["Name"]).lower()
        classifiers = [line for line in item.metadata.get_all("Classifier", []) if line.startswith("License")]
        words = [*item.metadata.get_all("License-Expression", []), *item.metadata.get_all("License", []), *classifiers]
        found[name] = " ".join(word for word in words if word)
    for name in locked & set(found):
        assert LICENCES.search(found[name]), f"{name}: {found[name][:80]}"
        assert "LGPL" not in found[name] or name.startswith("psycopg"), name
    assert len(locked & set(found)) > 20
