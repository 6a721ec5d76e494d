"""The release: a reproducible wheel, files checked against its record, and permitted licences."""

import marshal
import os
import py_compile
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pitbook.compliance import release
from pitbook.compliance.licences import parts
from pitbook.errors import BadInput
from tests.cli.command_runner import run

ROOT = Path(__file__).parents[2]


def build(folder: Path) -> Path:
    """The wheel, built by hatchling's own back end as `pip` would."""
    folder.mkdir()
    code = "import hatchling.build as b, sys; print(b.build_wheel(sys.argv[1]))"
    date = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run([sys.executable, "-c", code, str(folder)], cwd=ROOT, check=True, env=date, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel") / "first")


def test_wheel_is_reproducible(wheel: Path, tmp_path: Path) -> None:
    assert build(tmp_path / "second").read_bytes() == wheel.read_bytes()


def test_wheel_contains_every_needed_file(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("games/royal_match_21/paytables.toml", "web/templates/base.html", "web/static/base.css"):
        assert f"pitbook/{wanted}" in names
    assert not [name for name in names if name.startswith(("tests", "benchmarks")) or name.endswith(".pyc")]


def ask(site: Path, code: str) -> str:
    """Runs code with only the installed files."""
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
    faults = [
        "extra.py is not part of the release",
        "games/royal_match_21/letter.toml is missing",
        "pay.py was changed",
    ]
    assert ask(site, code).split("|") == ["release", *faults]


@pytest.mark.slow
def test_an_installed_release_with_one_changed_bit_does_not_serve(wheel: Path, tmp_path: Path) -> None:
    """The installed command itself, with a changed template that no import would notice."""
    site, store = tmp_path / "site", tmp_path / "room.db"
    zipfile.ZipFile(wheel).extractall(site)
    template = site / "pitbook/web/templates/base.html"
    content = bytearray(template.read_bytes())
    content[len(content) // 2] ^= 1
    template.write_bytes(content)
    code = f"import sys; sys.path.insert(0, {str(site)!r}); sys.argv = sys.argv[:1] + {['serve', '--port', '8754']!r}"
    command = [sys.executable, "-I", "-c", f"{code}; from pitbook.cli import main; main()"]
    ran = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        env=os.environ | {"PITBOOK_STORE": str(store)},
    )
    assert ran.returncode == 2
    assert ran.stderr.startswith("pitbook: Pitbook ")
    assert "differs from its release: web/templates/base.html was changed; install it again" in ran.stderr
    assert not store.exists()


def test_changed_release_refuses_to_serve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = release.Release("1.0", "release", "x", 2, ("pay.py was changed", "extra.py is not part of the release"))
    monkeypatch.setattr(release, "check_release", lambda: found)
    with pytest.raises(BadInput, match=r"pay\.py was changed, and 1 more; install it again"):
        release.require_release()
    ran = run("release")
    assert ran.code == 1
    assert "pay.py was changed" in ran.out
    ran = run("serve", "--store", str(tmp_path / "room.db"), "--port", "8753")
    assert ran.code == 2
    assert "install it again" in ran.err


def test_working_copy_has_one_hash() -> None:
    first, second = run("release", "--json").json, release.check_release()
    assert first["hash"] == second.hash
    assert first["faults"] == []


def test_stale_bytecode_is_detected(tmp_path: Path) -> None:
    """Python runs the file in `__pycache__`, not the source, as long as its date and length match the source."""
    source = tmp_path / "paid.py"
    source.write_text("PAID = [1, 2.5, 'x', frozenset({1, 2})]\ndef twice(bet): return (lambda: 2 * bet)()\n")
    cached = Path(str(py_compile.compile(str(source), doraise=True)))
    assert list(release.changed_bytecode(tmp_path)) == []
    whole = cached.read_bytes()
    other = marshal.dumps(compile("PAID = 3", source, "exec"))
    for changed in (whole[:16] + other, whole[:16], whole[:-1], whole.replace(b"x", b"y")):
        cached.write_bytes(changed)
        assert list(release.changed_bytecode(tmp_path)) == ["the cached bytecode of paid.py does not match its source"]
    cached.write_bytes(whole[:8] + bytes(8) + other)  # with another date, so Python does not use it
    assert list(release.changed_bytecode(tmp_path)) == []


LICENCES = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla|LGPL|Unlicense|0BSD|CC0|zlib", re.IGNORECASE
)


def test_every_dependency_has_a_permitted_licence() -> None:
    """LGPL only for the driver of PostgreSQL, which is used unmodified."""
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements/run.lock").read_text(), re.MULTILINE))
    found = {re.sub(r"[-_.]+", "-", part.name).lower(): part.licence for part in parts()}
    for name in locked & set(found):
        assert LICENCES.search(found[name]), f"{name}: {found[name]}"
        assert "LGPL" not in found[name] or name.startswith("psycopg"), name
    assert len(locked & set(found)) > 20


def test_the_list_of_licences_names_every_part() -> None:
    """The list that `make release` writes for a laboratory, and the list as JSON."""
    listed = run("release", "--licences").out
    rows = re.findall(r"^\| (\S+) \| (\S+) \| (.+) \|$", listed, re.MULTILINE)[1:]
    assert rows == [(part.name, part.version, part.licence) for part in parts()]
    assert run("release", "--licences", "--json").json == [part.to_dict() for part in parts()]
    fonts = {path.stem for path in (ROOT / "pitbook/web/static/fonts").glob("*.woff2")}
    assert {name.lower() for name, version, _ in rows if version == "bundled"} == fonts
    assert "pitbook" not in {name for name, *_ in rows}
