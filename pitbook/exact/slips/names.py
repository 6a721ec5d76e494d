"""Checks names of lines, games, makers and terms: spelled in two ways, not in the pay tables, or never explained."""

import re
from collections.abc import Iterator
from typing import Final

from pitbook.exact.slips.model import LetterCase, QuotedFaults, check
from pitbook.exact.slips.words import bare, joined, spelled, words_of
from pitbook.games.letter_text import LetterText, Passage, Quote, TextSection
from pitbook.games.model import listed

QUALIFIERS: Final = {
    "natural": r"\bnatural\b",
    "with the joker": r"\bwild\b|\bjoker\b",
    "or more": r"\d\+",
    "optional": r"\boptional\b",
}
"""Words in the name of a line that change which hands win it, or whether it is offered."""
_NAMES: Final = (
    "a ace aces king queen jack any all other others the of on or and with w to in one two three four five six seven "
    "eight nine ten first either card cards hand pair suit suited unsuited color chosen same kind straight flush royal "
    "full house blackjack bj high low match pai gow joker natural wild diamonds s f k q as qs aq aqs"
)
CARD_WORDS: Final = frozenset(_NAMES.split())
"""Names of cards and poker hands, which need no explanation."""
KNOWN_LETTERS: Final = frozenset(
    {"WAC", "RCW", "WSGC", "AND", "NOT", "ONLY", "RULES", "PLAY", "OF", "IS", "ALL", "N/A"}
)
_EMPHASISED: Final = re.compile(r"\*([A-Z][^*]+)\*|\"([A-Z0-9][^\"]{2,40})\" (?:payout|pays|wins?)\b")
_TERM: Final = re.compile(r"\"([A-Z][^\"]+)\" \(that is, ([^)]+)\)")


@check("line-names", "One line of the pay tables has several names", "inconsistent")
def line_names(case: LetterCase) -> QuotedFaults:
    twice: list[tuple[str, Quote]] = []
    for names in _names_of_lines(case).values():
        by_sound: dict[str, str] = {}
        for name in names:
            by_sound.setdefault(spelled(bare(name)), name)
        if len(by_sound) > 1:
            quotes = tuple(names[name] for name in by_sound.values())
            yield f"one line is called {listed(by_sound.values())}", quotes
        seconds = [name for name in names if bare(by_sound[spelled(bare(name))]) != bare(name)]
        twice += [(f"{by_sound[spelled(bare(name))]} and {name}", names[name]) for name in seconds]
    if twice:
        yield (
            f"lines are spelled in two ways: {'; '.join(words for words, _ in twice)}",
            tuple(q for _, q in twice),
        )


def _names_of_lines(case: LetterCase) -> dict[str, dict[str, Quote]]:
    """Outcome -> each name that it is printed under, with the first row that has it."""
    found: dict[str, dict[str, Quote]] = {}
    for _, table, row, outcome in case.lines():
        if re.search(r"\bother\b", row.label, re.IGNORECASE):
            continue  # its name depends on the rows before it
        name = re.sub(r"\*|\s*\((?!optional)[^)]*\)", "", row.label).strip()
        found.setdefault(outcome, {}).setdefault(name, table.row_quote(row))
    return found


@check("qualifiers", "A word that changes which hands win is in one name of a line and not in another", "inconsistent")
def qualifiers(case: LetterCase) -> QuotedFaults:
    for names in _names_of_lines(case).values():
        for what, pattern in QUALIFIERS.items():
            having = {name: quote for name, quote in names.items() if re.search(pattern, name, re.IGNORECASE)}
            lacking = {name: quote for name, quote in names.items() if name not in having}
            if having and lacking and _share_words(*having, *lacking):
                words = f"{listed(having)} against {listed(lacking)}: only the former says '{what}'"
                yield words, (*having.values(), *lacking.values())
    yield from _left_out(case)


def _share_words(*names: str) -> bool:
    return len(frozenset.intersection(*(frozenset(words_of(spelled(name))) for name in names))) > 1


def _left_out(case: LetterCase) -> QuotedFaults:
    """A table that distinguishes two kinds of a hand beside one of the same wager that does not."""
    patterns: dict[tuple[tuple[str, ...], str], dict[frozenset[str], list[Quote]]] = {}
    for section, table in case.text.tables():
        kinds: dict[str, list[tuple[str, Quote]]] = {}
        for row in table.rows:
            if not case.outcome(section, row):
                continue
            plain = spelled(bare(re.sub(r"\b(?:natural|wild|with joker)\b", "", row.label, flags=re.IGNORECASE)))
            said = [what for what, pattern in QUALIFIERS.items() if re.search(pattern, row.label, re.IGNORECASE)]
            kinds.setdefault(" ".join(plain.split()), []).append((listed(said) or "plain", table.row_quote(row)))
        for plain, rows in kinds.items():
            key = frozenset(said for said, _ in rows)
            patterns.setdefault((section.wagers, plain), {}).setdefault(key, [quote for _, quote in rows])
    for (_, plain), by_kinds in patterns.items():
        told_apart = [quotes for kinds, quotes in by_kinds.items() if len(kinds) > 1 and "plain" not in kinds]
        if told_apart and frozenset({"plain"}) in by_kinds:
            yield (
                f"one pay table distinguishes two kinds of '{plain}', another names neither",
                (*told_apart[0], *by_kinds[frozenset({"plain"})]),
            )


@check("other-cards", "Two lines differ only in the cards that they name", "inconsistent")
def other_cards(case: LetterCase) -> QuotedFaults:
    pairs: dict[str, dict[str, Quote]] = {}
    cards = re.compile(r"\b(ace|king|queen|jack|[akqj])[-/ ]?(king|queen|jack|[kqj])s?\b", re.IGNORECASE)
    for _, table, row, _ in case.lines():
        if found := cards.search(row.label):
            frame = spelled(cards.sub("@", row.label)).replace("+", "with").replace("w @", "with @")
            short = "".join(part[0].upper() for part in found.groups())
            pairs.setdefault(frame.removeprefix("natural "), {}).setdefault(short, table.row_quote(row))
    for by_cards in pairs.values():
        if len(by_cards) > 1:
            yield f"the same hand is named with {listed(by_cards)}", tuple(by_cards.values())


@check("spelling", "A word or name is spelled in two ways", "inconsistent")
def spelling(case: LetterCase) -> QuotedFaults:
    forms: dict[tuple[bool, str], dict[str, Quote]] = {}
    for section in case.text.sections:
        for quote in _prose(section):
            for form in _joins(quote.text):
                key = section.kind == "list", re.sub(r"[^a-z#]", "", form)
                forms.setdefault(key, {}).setdefault(form, quote)
    for (_, letters), variants in forms.items():
        if len(variants) > 1 and len(letters.replace("#", "")) >= 4:
            named = listed(f"'{form.replace('#', 'N')}'" for form in variants)
            yield f"spelled in {len(variants)} ways: {named}", tuple(variants.values())
    cased: dict[str, dict[str, Quote]] = {}
    for quote in (quote for section in case.text.sections for quote in _prose(section)):
        for name in re.findall(r"\b[A-Z][a-z]+(?:-[A-Za-z]+)+\b", quote.text):
            cased.setdefault(name.lower(), {}).setdefault(name, quote)
    for variants in cased.values():
        if len(variants) > 1:
            yield f"spelled in {len(variants)} ways: {listed(variants)}", tuple(variants.values())


def _prose(section: TextSection) -> Iterator[Quote]:
    yield from (Quote(passage.place, sentence) for passage in section.passages for sentence in passage.sentences)
    for table in section.tables:
        yield table.quote
        yield from (Quote(table.place, cell) for cell in table.head)


def _joins(text: str) -> Iterator[str]:
    """Each word, and each pair of words that could be written as one or with a hyphen; numbers and plurals
    normalised."""
    plain = re.sub(r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b|\d+", "#", text.lower())
    words = re.findall(r"(?:#|[a-z])[a-z#]*(?:-[a-z#]+)*", re.sub(r"- (?=[a-z])", "-", plain))
    yield from (word.removesuffix("s") for word in words if "-" in word or len(word) > 6)
    for match in re.finditer(r"(?=(?<![a-z#'-])([a-z#]+) ([a-z]{2,})(?![a-z'-]))", plain):
        yield f"{match[1]} {match[2] if match[1] == '#' else match[2].removesuffix('s')}"


@check("one-table-names", "Rows of one table follow two spellings", "inconsistent")
def spelled_alike(case: LetterCase) -> QuotedFaults:
    for _, table in case.text.tables():
        shapes: dict[str, dict[str, Quote]] = {}
        for row in table.rows:
            shape = re.sub(r"^(?:\d+|[A-Z][a-z]+)(?=[- ][A-Z][a-z]+ )", "#", row.label)
            if shape != row.label:
                shapes.setdefault(shape.replace("-", " "), {}).setdefault(shape, table.row_quote(row))
        for variants in shapes.values():
            if len(variants) > 1:
                yield "rows of one kind are spelled in two ways", tuple(variants.values())


@check("people-and-places", "A name is spelled as in no other letter", "inconsistent")
def people_and_places(case: LetterCase) -> QuotedFaults:
    for name, quote in _proper_names(case.letter.text):
        others = [each for other in case.others for each, _ in _proper_names(other.text)]
        near = [each for each in others if each != name and _edits(each, name) <= 2]
        if near and name not in others:
            yield f"{name} is {near[0]} in other letters", (quote,)


def _proper_names(text: LetterText) -> list[tuple[str, Quote]]:
    """The signatory, the maker, and the maker's place."""
    return [
        (part, passage.quote)
        for passage in text.passages("letter")
        for part in passage.text.removeprefix("for ").split(", ")
        if re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", part)
    ]


def _edits(first: str, second: str) -> int:
    """The edit distance: letters added, removed or changed."""
    row = list(range(len(second) + 1))
    for number, letter in enumerate(first, 1):
        before, row = row, [number]
        for place, other in enumerate(second, 1):
            row.append(min(row[-1] + 1, before[place] + 1, before[place - 1] + (letter != other)))
    return row[-1]


@check("game-name", "The rules call the game by another name than the approval", "inconsistent")
def game_name(case: LetterCase) -> QuotedFaults:
    subject = next((each for each in case.text.passages("letter") if each.text.startswith("RE: ")), None)
    name = case.game.name
    if subject is None or joined(name) not in joined(subject.text):
        return
    inside = [each for section in case.text.of("rules", "tables") for each in section.passages]
    if not any(joined(name) in joined(each.text) for each in inside):
        other = next((each for each in inside if " is a " in each.text), None)
        yield f"the letter approves '{name}', a name that its rules do not have", (
            subject.quote, *([Quote(other.place, other.sentences[0])] if other else []),
        )  # fmt: skip


@check("unknown-line", "A rule names a hand that no pay table has", "inconsistent")
def unknown_lines(case: LetterCase) -> QuotedFaults:
    known = {spelled(bare(row.label)) for _, table in case.text.tables() for row in table.rows}
    known |= {spelled(bare(line.label)) for wager in case.game.wagers for table in wager.tables for line in table.lines}
    wagers = {spelled(name) for wager in case.game.wagers for name in (wager.name, wager.name.split()[0])}
    missing: dict[str, list[Quote]] = {}
    for section in case.text.of("rules"):
        for passage in section.rules:
            for emphasised, quoted in _EMPHASISED.findall(passage.text):
                name = (emphasised or quoted).strip()
                if not any(spelled(name) in each for each in known | wagers) and _is_paid(passage, name):
                    missing.setdefault(name, []).append(_sentence(passage, name))
            # A hand that only a wild card can make is never named in a rule by accident.
            for name in re.findall(r"\b(?:five|six) of a kind\b", passage.text):
                if not any(spelled(name) in each for each in known):
                    missing.setdefault(name, []).append(_sentence(passage, name))
    for name, quotes in missing.items():
        yield f"no pay table has a line '{name}'", tuple(quotes)


def _sentence(passage: Passage, name: str) -> Quote:
    return Quote(passage.place, next((each for each in passage.sentences if name in each), passage.text))


def _is_paid(passage: Passage, name: str) -> bool:
    """Whether a rule is about something that is paid."""
    return bool(re.search(r"\bwins\b|payout|\bpaid\b|reconcile", _sentence(passage, name).text))


@check("unexplained", "The name of a line is nowhere explained", "incomplete")
def unexplained(case: LetterCase) -> QuotedFaults:
    prose = " ".join(each.text for each in case.text.passages("rules", "tables")).lower()
    prose += " ".join(note for _, table in case.text.tables() for note in table.notes).lower()
    told: set[str] = set()
    for _, table, row, _ in case.lines():
        strange = [
            word for word in words_of(spelled(bare(row.label))) if word not in CARD_WORDS and not word[0].isdigit()
        ]
        missing = [word for word in strange if word not in prose and word.rstrip("es") not in prose]
        if missing and row.label not in told:
            told.add(row.label)
            yield f"the letter does not explain '{row.label}'", (table.row_quote(row),)


@check("abbreviation", "An abbreviation is not explained", "incomplete")
def abbreviations(case: LetterCase) -> QuotedFaults:
    rules = list(case.text.of("rules", "tables"))
    quotes = [quote for section in rules for quote in _section_quotes(section)]
    everything = " ".join(quote.text for quote in quotes) + " ".join(each.text for each in case.text.passages())
    names = " ".join([case.game.name, *(system.name for system in case.letter.systems)]).split()
    told: set[str] = set()
    for quote in quotes:
        # Lines entirely in capitals are headings and buttons.
        for short in re.findall(
            r"(?<![\w\"-])(?![AKQJ/]+\b)[A-Z][A-Z&/]{1,4}(?![\w\"-])", re.sub(r"\"[A-Z ]+\.? ?\"", "", quote.text)
        ):
            if short in {*KNOWN_LETTERS, *names, *told} or quote.text.isupper() or f"({short})" in everything:
                continue
            told.add(short)
            yield f"'{short}' is not explained", (quote,)


def _section_quotes(section: TextSection) -> Iterator[Quote]:
    yield from (passage.quote for passage in section.passages)
    for table in section.tables:
        for row in table.rows:
            # A cell of one word is a pay, not an abbreviation.
            yield Quote(table.place, " | ".join(cell for cell in (row.label, *row.cells) if " " in cell))


@check("misused-word", "A word is used where another was meant", "inconsistent")
def misused_words(case: LetterCase) -> QuotedFaults:
    for section in case.text.of("rules", "tables"):
        for passage in section.rules:
            for sentence in passage.sentences:
                if found := re.search(
                    r"\b(?:a|the|this|sample|following|chosen) payables?\b|\bpayables\b", sentence, re.IGNORECASE
                ):
                    yield f"'{found[0].split()[-1]}' for 'pay table'", (Quote(passage.place, sentence),)


@check("definition", "One of two wagers with the same term defines it further", "incomplete")
def definitions(case: LetterCase) -> QuotedFaults:
    defined: dict[tuple[str, str], list[tuple[TextSection, Passage]]] = {}
    for section in case.text.of("rules"):
        for passage in section.rules:
            for term, meaning in _TERM.findall(passage.text):
                defined.setdefault((term, meaning), []).append((section, passage))
    for (term, _), places in defined.items():
        extra = [
            Quote(passage.place, sentence)
            for _, passage in places
            for sentence in passage.sentences
            if re.search(r"always considered|counts as", sentence)
        ]
        if 0 < len(extra) < len(places):
            others = tuple(
                Quote(passage.place, sentence)
                for _, passage in places
                for sentence in passage.sentences
                if f'"{term}" (that is' in sentence and passage.place not in {quote.place for quote in extra}
            )
            yield f"'{term}' is defined for two wagers, and only one says how the cards count in it", (*extra, *others)
