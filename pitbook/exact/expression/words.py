"""Splits the text of a rule into lines and words, each with its position."""

import re
from dataclasses import dataclass
from typing import Final, NoReturn

from pitbook.errors import BadInput, quoted

LONGEST_TEXT: Final = 4_000
MOST_WORDS: Final = 1_200
_WORD: Final = re.compile(r"\s*(?:([A-Za-z_]\w*)|(\d+)|(\.\.|==|!=|<=|>=|[-+*%<>=(){}:,]))", re.ASCII)


class Misread(BadInput):
    """A text that is not a rule, with the position of the error."""

    def __init__(self, words: str, line: int, column: int) -> None:
        self.line, self.column = line, column
        super().__init__(f"line {line}, column {column}: {words}")


@dataclass(frozen=True, slots=True)
class Word:
    """A name, a number or a sign; empty at the end of a statement."""

    text: str
    line: int
    column: int

    def refuse(self, words: str) -> NoReturn:
        raise Misread(words, self.line, self.column)

    @property
    def is_name(self) -> bool:
        return self.text[:1].isalpha() or self.text[:1] == "_"

    @property
    def shown(self) -> str:
        return quoted(self.text) if self.text else "the end of the line"


@dataclass(frozen=True, slots=True)
class Statement:
    """The text before the colon (or ``let``), and the words after it."""

    head: Word
    words: tuple[Word, ...]


def statements(text: str) -> list[Statement]:
    """The statements of a text; a line that begins with a space continues the one before, ``#`` begins a comment."""
    if len(text) > LONGEST_TEXT:
        raise BadInput(f"the rule is {len(text):,} characters long: {LONGEST_TEXT:,} are allowed")
    found: list[tuple[Word, list[Word]]] = []
    total = 0
    for number, whole in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = whole.partition("#")[0].rstrip()
        if not line:
            continue
        start = 0
        if line[0] in " \t":
            if not found:
                raise Misread("the first line begins with a space: only a line that continues another may", number, 1)
        else:
            head, start = _head(line, number)
            found.append((head, []))
        words = _words(line, start, number)
        total += len(words)
        if total > MOST_WORDS:
            raise Misread(f"the rule is too long: it may have {MOST_WORDS:,} words and signs", number, 1)
        found[-1][1].extend(words)
    return [
        Statement(head, (*words, Word("", *((words[-1].line, _end(words[-1])) if words else (head.line, _end(head))))))
        for head, words in found
    ]


def _end(word: Word) -> int:
    return word.column + len(word.text)


def _head(line: str, number: int) -> tuple[Word, int]:
    """The first word of a statement, and the position where the others start."""
    if re.match(r"let\s", line, re.ASCII):
        return Word("let", number, 1), 3
    colon = line.find(":")
    if colon < 0:
        raise Misread("a line is a name, a colon and a condition, such as 'Pair: pair(player)'", number, 1)
    return Word(line[:colon].strip(), number, 1), colon + 1


def _words(line: str, start: int, number: int) -> list[Word]:
    words = []
    while start < len(line):
        found = _WORD.match(line, start)
        if not found or found.end() == found.start():
            rest = line[start:].lstrip()
            column = len(line) - len(rest) + 1
            raise Misread(f"the character {quoted(rest[:1])} has no meaning here", number, column)
        text = found[0].strip()
        words.append(Word(text, number, found.end() - len(text) + 1))
        start = found.end()
    return words
