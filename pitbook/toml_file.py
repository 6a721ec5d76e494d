"""Reads a TOML file and reports all its faults at once, each with its line and key.

The standard library parses the values; a second, simple scan of the text only finds the line of each key.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from pitbook.errors import BadInput, Fault, Faults, quoted

T = TypeVar("T")
_MISSING: Any = object()
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters that a terminal would execute instead of displaying."""
_LARGEST_FILE = 250_000
"""In bytes; ten times the largest file of the rulebook."""
_LONGEST_LINE = 2_000
"""In characters. Parsing a key with very many dots would take minutes."""
_MOST_FAULTS = 100
"""Reading stops after this many faults."""


def read_file(path: Path, largest: int) -> bytes:
    """The content of a file of at most ``largest`` bytes; any read error becomes a one-sentence ``BadInput``."""
    try:
        # Do not trust the reported size: a device has none and may never end.
        with path.open("rb") as stream:
            content = stream.read(largest + 1)
    except OSError as error:
        raise BadInput(f"{quoted(str(path))[1:-1]}: {(error.strerror or 'cannot be read').lower()}") from None
    except ValueError:
        raise BadInput(f"{quoted(str(path))} cannot be the name of a file") from None
    if len(content) > largest:
        raise BadInput(f"{path}: the file is larger than {largest:,} bytes")
    return content


class TomlFile:
    """One file: its text, its values, its lines, and the faults found so far."""

    def __init__(self, text: str, path: str) -> None:
        self.path, self.text = path, text
        self.faults: list[Fault] = []
        if len(text) > _LARGEST_FILE:
            raise BadInput(f"{path}: the text is longer than {_LARGEST_FILE:,} characters")
        long = [number for number, line in enumerate(text.split("\n"), 1) if len(line) > _LONGEST_LINE]
        if long:
            faults = [Fault("", number, f"longer than {_LONGEST_LINE:,} characters") for number in long]
            raise Faults(path, faults[:_MOST_FAULTS])
        self._lines = _line_of_keys(text)
        try:
            self.root = Section(self, "", tomllib.loads(text))
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
            message = re.sub(r" \(at .*\)$", "", str(error))
            # An error without a position means that something is missing at the end.
            where = (int(found[1]), f"{message} (column {found[2]})") if found else (_last_line(text), message)
            raise Faults(path, [Fault("", *where)]) from None
        except RecursionError:
            raise Faults(path, [Fault("", 0, "the file is nested too deeply")]) from None

    @classmethod
    def open(cls, path: Path) -> "TomlFile":
        """Reads a file from disk; any read error becomes a one-sentence ``BadInput``."""
        content = read_file(path, _LARGEST_FILE)
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            raise BadInput(f"{path}: the file is not text in UTF-8") from None
        return cls(text.replace("\r\n", "\n"), str(path))

    def fault(self, key: str, message: str) -> None:
        """Records a fault and continues, unless there are too many."""
        self.faults.append(Fault(key, self.line_of(key), message))
        if len(self.faults) >= _MOST_FAULTS:
            self.faults.append(Fault("", _last_line(self.text), f"reading ends after {_MOST_FAULTS} faults"))
            self.check()

    def line_of(self, key: str) -> int:
        """The line of a key, or of the nearest key above it that has one."""
        while key and key not in self._lines:
            key = key[: max(key.rfind("."), key.rfind("["))] if re.search(r"[.\[]", key) else ""
        return self._lines.get(key, 0)

    def check(self) -> None:
        """Raises all faults together, if there are any."""
        if self.faults:
            raise Faults(self.path, sorted(self.faults, key=lambda fault: fault.line))


class Section:
    """A table of the file. Read each key once, by name and type; :meth:`done` reports the remaining keys as unknown."""

    def __init__(self, file: TomlFile, key: str, values: dict[str, Any]) -> None:
        self.file = file
        self.key = key
        self._values = values
        self._asked: set[str] = set()

    def path(self, name: str) -> str:
        return f"{self.key}.{name}" if self.key else name

    def fault(self, name: str, message: str) -> None:
        self.file.fault(self.path(name) if name else self.key, message)

    def faulty(self, name: str) -> bool:
        """Whether a fault of this key, or of a key below it, was found."""
        path = self.path(name)
        return any(fault.key == path or fault.key.startswith(f"{path}.") for fault in self.file.faults)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def _take(self, name: str, kind: type[T] | tuple[type, ...], expected: str, default: Any) -> Any:
        self._asked.add(name)
        value = self._values.get(name, _MISSING)
        if value is _MISSING:
            if default is _MISSING:
                self.fault("", f"{name!r} is missing: it takes {expected}")
                return None
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fault(name, f"{quoted(value)} is not {expected}")
            return None if default is _MISSING else default
        return value

    def text(self, name: str, default: str = _MISSING) -> str:
        value = self._take(name, str, "a text in quotes", default) or ""
        if _CONTROL.search(value):
            self.fault(name, f"{quoted(value)} holds a control character")
            return ""
        return value

    def flag(self, name: str, default: bool = _MISSING) -> bool:
        return bool(self._take(name, bool, "true or false", default))

    def number(self, name: str, default: int = _MISSING) -> int:
        return self._take(name, int, "a whole number", default) or 0

    def day(self, name: str, default: date | None = _MISSING) -> date:
        value: date | None = self._take(name, date, "a date such as 2023-04-10", default)
        return value or date.min

    def texts(self, name: str, default: tuple[str, ...] = _MISSING) -> tuple[str, ...]:
        return self._list(name, str, "a list of texts", default)

    def numbers(self, name: str, default: tuple[int, ...] = _MISSING) -> tuple[int, ...]:
        return self._list(name, int, "a list of whole numbers", default)

    def _list(self, name: str, kind: type[T], expected: str, default: Any) -> tuple[T, ...]:
        values = self._take(name, (list, tuple), expected, default) or ()
        for value in values:
            if not isinstance(value, kind) or isinstance(value, bool):
                self.fault(name, f"{quoted(value)} has no place in {expected}")
                return ()
        return tuple(values)

    def parsed(self, name: str, parse: Callable[[str], T], default: str = _MISSING) -> T | None:
        """A string parsed by ``parse``; its error becomes a fault of this key."""
        text: str | None = self._take(name, str, "a text in quotes", default)
        return None if text is None else self.attempt(name, parse, text)

    def attempt(self, name: str, parse: Callable[[str], T], text: str) -> T | None:
        """The result of ``parse``, or a fault of this key."""
        try:
            return parse(text)
        except BadInput as error:
            self.fault(name, str(error))
            return None

    def section(self, name: str, *, optional: bool = False) -> "Section":
        values = self._take(name, dict, f"a table [{name}]", {} if optional else _MISSING)
        return Section(self.file, self.path(name), values or {})

    def sections(self, name: str) -> Iterator["Section"]:
        """The tables of ``[[name]]``, in order; there may be none."""
        values = self._take(name, list, f"tables [[{name}]]", [])
        for index, value in enumerate(values):
            if isinstance(value, dict):
                yield Section(self.file, f"{self.path(name)}[{index}]", value)
            else:
                self.fault(name, f"{quoted(value)} is not a table [[{name}]]")

    def rename(self, name: str, names: Mapping[str, str]) -> None:
        """Renames keys of the tables ``[[name]]`` to their current names, for a file of an earlier version."""
        values = self._values.get(name)
        for value in values if isinstance(values, list) else ():
            for old in names if isinstance(value, dict) else ():
                if old in value:
                    value.setdefault(names[old], value.pop(old))

    def items(self) -> Iterator[tuple[str, Any]]:
        """Every name and value of a table with free names."""
        self._asked.update(self._values)
        yield from self._values.items()

    def done(self) -> None:
        """Reports every key that was not read as a fault."""
        for name in self._values:
            if name not in self._asked:
                known = ", ".join(sorted(self._asked))
                self.fault(name, f"this key is not known here: known are {known}")


_KEY = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_DOTTED_KEY = re.compile(rf"({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")


def _line_of_keys(text: str) -> dict[str, int]:
    """Dotted key -> line, from headers and ``key =`` lines; array tables count from 0."""
    lines: dict[str, int] = {}
    arrays: dict[str, int] = {}
    prefix = ""
    closing = ""  # the quotes that end a multi-line string
    for number, line in enumerate((line.strip() for line in text.split("\n")), 1):
        if closing or line.startswith("#"):
            closing = "" if closing and closing in line else closing
            continue
        if found := re.match(r"\[\[([^\[\]]+)\]\]", line):
            name = _resolve(found[1], arrays)
            arrays[name] = arrays.get(name, -1) + 1
            prefix = f"{name}[{arrays[name]}]"
            lines.setdefault(name, number)
            lines.setdefault(prefix, number)
        elif found := re.match(r"\[([^\[\]=]+)\]\s*(?:#.*)?$", line):
            prefix = _resolve(found[1], arrays)
            lines.setdefault(prefix, number)
        elif found := _DOTTED_KEY.match(line):
            key = ".".join(_parts(found[1]))
            lines.setdefault(f"{prefix}.{key}" if prefix else key, number)
        closing = next((quotes for quotes in ('"""', "'''") if line.count(quotes) % 2), "")
    return lines


def _resolve(name: str, arrays: dict[str, int]) -> str:
    """``table.pays`` under the third ``[[table]]`` is ``table[2].pays``."""
    *above, last = _parts(name)
    resolved = ""
    for part in above:
        bare = f"{resolved}{part}"
        resolved = f"{bare}[{arrays[bare]}]." if bare in arrays else f"{bare}."
    return resolved + last


def _parts(key: str) -> list[str]:
    return [part.strip().strip("\"'") for part in key.split(".")]


def _last_line(text: str) -> int:
    return text.rstrip("\n").count("\n") + 1
