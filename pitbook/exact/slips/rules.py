"""Checks for rules that contradict their pay table or each other, and for missing rules."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from pitbook.cards import Shoe
from pitbook.exact.distribution import distribution
from pitbook.exact.par import par_sheet
from pitbook.exact.slips.model import MOST_CARDS, LetterCase, QuotedFaults, check
from pitbook.games.letter_text import Quote, TextSection
from pitbook.games.model import Option, Wager, listed
from pitbook.money import format_cents
from pitbook.pay import MeterShare

LIMITS: Final = re.compile(r"WAC 230-15-040")
OWN_SHEET: Final = re.compile(r"All rules pertaining to")
SHORT_HAND: Final = 5
"""Hands of fewer cards have no usual ranking that a letter could rely on."""
LITTLE: Final = Fraction(1, 100)
"""The largest change of the house edge that still counts as a small difference."""


def _sentences(section: TextSection) -> Iterator[Quote]:
    for passage in section.rules:
        yield from (Quote(passage.place, sentence) for sentence in passage.sentences)
    for table in section.tables:
        yield from (Quote(table.place, note) for note in table.notes)


def _about(case: LetterCase, wager: Wager) -> list[Quote]:
    """Every sentence of the sheets and notes about a wager."""
    sections = [each for each in case.text.of("rules", "tables") if wager.slug in each.wagers]
    return [quote for section in sections for quote in _sentences(section)]


@check("envy-rule", "Envy is paid and no rule says who wins it", "incomplete")
def envy_rules(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        paying = [table for table in wager.tables if any(line.envy for line in table.lines)]
        said = [quote for quote in _about(case, wager) if "envy" in quote.text.lower()]
        if paying and case.text.sections and not any(re.search(r"\b(?:an)?other player", quote.text) for quote in said):
            words = f"pay table {listed(table.id for table in paying)} of {wager.name} pays envy"
            rows = Quote(
                paying[0].cite,
                "; ".join(f"{line.label} envy {format_cents(line.envy)}" for line in paying[0].lines if line.envy),
            )
            yield f"{words}; no rule says on whose hand it is won", (rows, *said[:2])


@check("envy-minimum", "The wager that qualifies for envy is given in two ways", "inconsistent")
def envy_minimum(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        amounts: dict[str, Quote] = {}
        for quote in _about(case, wager):
            if re.search(r"envy", quote.text, re.IGNORECASE):
                for found in re.findall(r"(?:at least|minimum of|equals or exceeds) (\$[\d,.]*\d)", quote.text):
                    amounts.setdefault(found.removesuffix(".00"), quote)
        if len(amounts) > 1:
            yield f"{wager.name}: {listed(amounts)} qualify for envy", tuple(amounts.values())


@check("several-wins", "No rule for several shares of a meter in one round", "incomplete")
def several_wins(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        tables = [table for table in wager.tables if any(isinstance(line.pay, MeterShare) for line in table.lines)]
        said = any(re.search(r"more than one|multiple percentage", quote.text) for quote in _about(case, wager))
        if tables and _about(case, wager) and not said:
            shares = [line.outcome for line in tables[0].lines if isinstance(line.pay, MeterShare)]
            words = (
                f"{wager.name}: two wins in one round may come to more than the meter; no rule says who is paid what"
            )
            yield words, tuple(case.row_of(wager, outcome, tables[0]) for outcome in shares)


@check("limits-sentence", "A rule sheet lacks the sentence on wager limits that the others have", "incomplete")
def limits_sentence(case: LetterCase) -> QuotedFaults:
    sheets = [each for each in case.text.of("rules") if any(OWN_SHEET.search(rule.text) for rule in each.rules)]
    having = [(sheet, quote) for sheet in sheets for quote in _sentences(sheet) if LIMITS.search(quote.text)]
    places = dict.fromkeys(sheet.place for sheet, _ in having)
    for sheet in sheets:
        if having and sheet.place not in places:
            first = next(quote for quote in _sentences(sheet) if OWN_SHEET.search(quote.text))
            yield f"'{sheet.place}' has no sentence on wager limits; {listed(places)} have", (first, having[0][1])


@check("missing-condition", "A condition that every other letter has is missing", "incomplete")
def missing_conditions(case: LetterCase) -> QuotedFaults:
    if len(case.others) < 2:
        return
    mine = {condition.kind for condition in case.letter.conditions}
    common = set.intersection(*({condition.kind for condition in each.conditions} for each in case.others))
    for kind in sorted(common - mine):
        example = next(condition for condition in case.others[-1].conditions if condition.kind == kind)
        words = f"no condition on {kind}, which letters {listed(each.number for each in case.others)} all have"
        yield words, (Quote(example.cite, example.text),)


@check("highest-only", "Lines overlap and no rule says that only the highest is paid", "incomplete")
def highest_only(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        about = _about(case, wager)
        # Seven cards of one player are counted by classes of hands; other deals of many cards take too long.
        quick = sum(group.size for group in wager.groups) <= MOST_CARDS or (case.game.joker and len(wager.groups) == 1)
        if not wager.tables or not about or not quick:
            continue
        if any(re.search(r"[Oo]nly the (?:highest|best)|\bbest hand\b", quote.text) for quote in about):
            continue
        if both := _overlap(case, wager):
            quotes = tuple(case.row_of(wager, outcome, wager.tables[0]) for outcome in both)
            yield f"{wager.name}: one hand may satisfy both lines, and the letter does not say which is paid", quotes


def _overlap(case: LetterCase, wager: Wager) -> list[str]:
    """Two lines of a wager's first pay table that one deal satisfies; none if the lines exclude each other."""
    table = wager.tables[0]
    paid = [line.outcome for line in table.lines]
    shoe = Shoe.of_decks(max(table.decks), joker=case.game.joker)
    for answer in sorted(distribution(wager, shoe).answers):
        both = [outcome for outcome in paid if outcome in wager.named(answer)]
        if len(both) > 1:
            return both[:2]
    return []


@check("on-top", "A line is paid beside another and no rule says whether on top of it or instead", "incomplete")
def on_top(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        added = [(table, line) for table in wager.tables for line in table.added]
        about = _about(case, wager)
        if (
            added
            and about
            and not any(re.search(r"in addition|instead of|on top|also paid", quote.text) for quote in about)
        ):
            table, line = added[0]
            words = f"the letter does not say whether {line.label} is paid on top of the line in it, or instead of that"
            yield words, (case.row_of(wager, line.outcome, table), case.row_of(wager, table.lines[0].outcome, table))


@check("later-card", "A card dealt in play counts and no rule says what happens when play ends first", "incomplete")
def later_cards(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        later = [group for group in wager.groups if group.source == "player" and group.start > 0]
        about = _about(case, wager)
        if later and about and not any(re.search(r"dealer\b.*\bhas (?:a )?blackjack", quote.text) for quote in about):
            said = [quote for quote in about if re.search(r"\bthird\b", quote.text)]
            yield (
                f"{wager.name}: no rule for a dealer's blackjack, which ends the hand before that card",
                tuple(said[:2]),
            )


@check("ace-in-straights", "No rule says whether the ace is high or low in a short straight", "incomplete")
def ace_in_straights(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        lines = [(table, line) for table in wager.tables for line in table.lines if "straight" in line.label.lower()]
        about = _about(case, wager)
        short = sum(group.size for group in wager.groups if group.source == "player") < SHORT_HAND
        if lines and about and short and not any(re.search(r"\b[Aa]ces?\b|\bA-2", quote.text) for quote in about):
            table, line = lines[0]
            words = f"{wager.name}: the letter does not say whether an ace is high, low or both in a straight"
            yield words, (case.row_of(wager, line.outcome, table),)


@check("how-many", "The letter does not say whether a number of cards is exact or a minimum", "incomplete")
def how_many(case: LetterCase) -> QuotedFaults:
    counted = re.compile(r"(?:Any )?(\d)-Card (?:Suited )?Match")
    for wager in case.game.wagers:
        rows = {
            row.label: (int(found[1]), table.row_quote(row))
            for section, table, row, _ in case.lines()
            if wager.slug in section.wagers and section.kind == "tables" and (found := counted.fullmatch(row.label))
        }
        if rows and not any(
            re.search(r"or more cards|at least \w+ cards|exactly", quote.text) for quote in _about(case, wager)
        ):
            most = max(count for count, _ in rows.values())
            cards = sum(group.size for group in wager.groups)
            over = f"; a match of {cards} cards is possible and has no line" if most < cards else ""
            yield (
                f"{wager.name}: the number of cards may be exact or a minimum{over}",
                tuple(quote for _, quote in rows.values()),
            )


@check("looks-at", "A rule looks at fewer cards than a line of its pay table needs", "inconsistent")
def looks_at(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        needing = {name for group in wager.groups if group.source == "dealer" for name in group.only_for}
        lines = {
            line.outcome: case.row_of(wager, line.outcome)
            for table in wager.tables
            for line in (*table.lines, *table.added)
            if line.outcome in needing
        }
        about = _about(case, wager)
        considered = [quote for quote in about if re.search(r"\bconsiders?\b", quote.text)]
        if not lines or not considered or any("dealer" in quote.text for quote in considered):
            continue
        early = [quote for quote in about if re.search(r"Once players have two cards", quote.text)]
        words = (
            f"{wager.name} looks at and settles on the player's cards by the rules; these lines need the dealer's too"
        )
        yield words, (*considered[:1], *early[:1], *lines.values())


@check("high-or-low", "A wager is called a low or high hand bet and pays the opposite", "inconsistent")
def high_or_low(case: LetterCase) -> QuotedFaults:
    contrary = {"low": r"straight|flush|full house|of a kind|pair", "high": r"pai gow"}
    for wager in case.game.wagers:
        for quote in _about(case, wager):
            found = re.search(r"(?:\*|\b)([\w /]*?)\*? bet is a (low|high) hand bet", quote.text)
            if not found or found[1].strip().lower() not in wager.name.lower():
                continue
            wrong = [
                case.row_of(wager, line.outcome, table)
                for table in wager.tables
                for line in table.lines
                if re.search(contrary[found[2]], line.label, re.IGNORECASE)
            ]
            if wrong:
                yield f"{wager.name} is called a {found[2]} hand bet and pays a line that is not", (quote, *wrong[:1])


@check("which-cards", "Two rules name different cards for winning and losing", "inconsistent")
def which_cards(case: LetterCase) -> QuotedFaults:
    for wager in case.game.wagers:
        about = _about(case, wager)
        losing = [
            quote
            for quote in about
            if re.search(r"\b(?:does|do) not have\b.*\bin (?:their|his|her|the) hand\b.*\blose", quote.text)
        ]
        winning = [
            quote for quote in about if re.search(r"\bwins?\b.*\bcontains\b.*\bin the first two cards\b", quote.text)
        ]
        if losing and winning:
            yield (
                "it loses without the card in the hand, and wins with it in the first two cards only",
                (losing[0], winning[0]),
            )


@check("who-decides", "A rule leaves to the house what it prescribes", "inconsistent")
def who_decides(case: LetterCase) -> QuotedFaults:
    for section in case.text.of("rules"):
        for passage in section.rules:
            left = [
                each
                for each in passage.sentences
                if re.search(r"(?:House rules|The (?:house|casino)) determines? who\b", each)
            ]
            fixed = [each for each in passage.sentences if re.search(r"\bis (?:randomly )?(?:chosen|selected)\b", each)]
            if left and fixed:
                yield "the rule leaves it to the house, then prescribes it", (
                    Quote(passage.place, left[0]), Quote(passage.place, fixed[0]),
                )  # fmt: skip


@check("alternative", "A rule holds only for one of two ways that an earlier rule allows", "inconsistent")
def alternatives(case: LetterCase) -> QuotedFaults:
    for section in case.text.of("rules"):
        other = next((each for each in section.rules if each.text.startswith("Alternatively, only")), None)
        if other is None:
            continue
        later = section.rules[section.rules.index(other) + 1 :]
        for passage in later:
            wrong = [
                each for each in passage.sentences if re.search(r"hands that do not have wagers|\d+ extra cards", each)
            ]
            if wrong:
                words = "with the alternative no such hands are dealt, and another number of cards is left"
                yield words, (Quote(other.place, other.sentences[0]), *(Quote(passage.place, each) for each in wrong))


@check("cards-left", "The number of cards left over does not add up", "inconsistent")
def cards_left(case: LetterCase) -> QuotedFaults:
    for section in case.text.of("rules"):
        text = {quote: quote.text for quote in _sentences(section)}
        deck = _first(text, r"total of (\d+) cards")
        positions = _first(text, r"number from 1 to (\d+)")
        left = _first(text, r"(\d+) extra cards")
        if deck and positions and left and deck[0] - 7 * positions[0] != left[0]:
            words = f"{deck[0]} cards less {positions[0]} hands of 7 leave {deck[0] - 7 * positions[0]}, not {left[0]}"
            yield words, (deck[1], positions[1], left[1])


def _first(text: dict[Quote, str], pattern: str) -> tuple[int, Quote] | None:
    return next(((int(found[1]), quote) for quote, words in text.items() if (found := re.search(pattern, words))), None)


@check(
    "little-difference",
    "The letter says that a choice makes little difference, but it changes the figures",
    "inconsistent",
)
def little_difference(case: LetterCase) -> QuotedFaults:
    options = {option.name: option for wager in case.game.wagers for option in wager.reads}
    for section in case.text.of("rules"):
        for quote in _sentences(section):
            named = [
                option for option in options.values() if "little difference" in quote.text and option.name in quote.text
            ]
            for option in named:
                moved = [words for wager in case.game.wagers if (words := _moved(case, wager, option))]
                if moved:
                    yield f"the house edge moves: {'; '.join(moved)}", (quote,)


def _moved(case: LetterCase, wager: Wager, option: Option) -> str:
    """The change of the edge of a wager's first pay table with an option, if it is large."""
    if option not in wager.reads or not wager.tables:
        return ""
    table, decks = wager.tables[0], wager.tables[0].decks[0]
    edges = {
        choice: par_sheet(case.game, wager, table, decks, {option.name: choice}).house_edge for choice in option.choices
    }
    known = [edge for edge in edges.values() if edge is not None]
    if not known or max(known) - min(known) <= LITTLE:
        return ""
    each = [f"{float(edge):.2%} {option.words(choice)}" for choice, edge in edges.items() if edge is not None]
    return f"{wager.name}, pay table {table.id}, {' and '.join(each)}"
