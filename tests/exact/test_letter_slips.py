"""Drafting errors in letters: each check finds a planted error and reports none in a letter without it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib.resources import files

import pytest

from pitbook import games
from pitbook.exact.slips import CHECKS, LetterCase, find_slips
from pitbook.games.letter_text import parse_letter_text
from pitbook.games.model import Game, Wager
from pitbook.money import dollars
from pitbook.pay import Amount, Odds, PayTable, Prize

LETTERS = [game for game in games.all_games() if game.letter.number]
FOLDERS = {game.slug: game.slug.replace("-", "_") for game in LETTERS}
SLUGS = {game.letter.number: game.slug for game in LETTERS}


def printed(slug: str) -> str:
    return files("pitbook.games").joinpath(FOLDERS[slug], "printed.txt").read_text("utf-8")


def with_text(game: Game, *changes: tuple[str, str]) -> Game:
    """A copy of a game whose letter has these words changed; each must be there."""
    text = printed(game.slug)
    for old, new in changes:
        assert old in text, f"{old!r} is not printed in letter {game.letter.number}"
        text = text.replace(old, new)
    return replace(game, letter=replace(game.letter, text=parse_letter_text(text, game.letter.number)))


def with_tables(game: Game, slug: str, change: Callable[[tuple[PayTable, ...]], tuple[PayTable, ...]]) -> Game:
    """A copy of a game with a wager's pay tables changed."""

    def changed(wager: Wager) -> Wager:
        return replace(wager, tables=change(wager.tables)) if wager.slug == slug else wager

    return replace(game, wagers=tuple(map(changed, game.wagers)))


def first_changed(change: Callable[[PayTable], PayTable]) -> Callable[[tuple[PayTable, ...]], tuple[PayTable, ...]]:
    return lambda tables: (change(tables[0]), *tables[1:])


def with_pay(table: PayTable, place: int, pay: Amount | Odds | Prize) -> PayTable:
    lines = list(table.lines)
    lines[place] = replace(lines[place], pay=pay)
    return replace(table, lines=tuple(lines))


@dataclass(frozen=True)
class Plant:
    """An error to plant in a copy of a letter, and first the correction of one that the letter already has."""

    check: str
    letter: str
    words: tuple[tuple[str, str], ...] = ()
    right: tuple[tuple[str, str], ...] = ()
    data: Callable[[Game], Game] | None = None

    def __str__(self) -> str:
        return self.check


WEBSITE = "All rules are as posted on the WSGC website. "
LIMITS = (
    "Operators cannot allow wagering limits to exceed the authorized limits set out in WAC 230-15-040 and "
    "WAC 230-15-140."
)
PLANTS = (
    Plant("probability", "001", (("| Match | 12.34% | 8.1 |", "| Match | 1234% | 8.1 |"),)),
    Plant("totals", "001", (("| Any Winning Hand | 22.80% |", "| Any Winning Hand | 24.80% |"),)),
    Plant("missing-row", "004", (("| Total |  | 154,143,080 | 1.00000000 | 0.00926832 |\n", ""),)),
    Plant(
        "wrong-caption", "004", (("Detailed Return Table For Pay Table 3", "Detailed Return Table For Pay Table 5"),)
    ),
    Plant("odds", "001", (("| Straight | 3.09% | 32.3 |", "| Straight | 3.09% | 23.3 |"),)),
    Plant("one-figure-for-all", "003", (("Seed amount (+2% reserve)", "Frequency of a meter win"),)),
    Plant(
        "two-bases",
        "004",
        (("| Hand | Pay Table | Share |", "| Hand | Pay Table | Return Percentages |"),),
        right=(("| Return Percentages |", "| Share |"),),
    ),
    Plant("edge-twice", "004", (("| 1 | 8.00% |", "| 1 | 8.50% |"),)),
    Plant("no-basis", "004", (("| House advantage |  | 7.01% |", "| House advantage (full table) |  | 7.01% |"),)),
    Plant("unexplained-column", "001", (("| 1 in Hands |", "| Zonk Value |"),)),
    Plant("no-figures", "001", data=lambda game: replace(game, letter=replace(game.letter, claims=()))),
    Plant("figure-names", "001", (("| House Advantage |  |  | 4.54%", "| Hold |  |  | 4.54%"),)),
    Plant("deck-note", "003", (("> RM-09 designed for 6 deck\n", ""),)),
    Plant("meter-terms", "003", (("Seed amount (+2% reserve)", "Start (+2% reserve)"),)),
    Plant("line-names", "001", (("| Straight | 3.10% |", "| Run {straight} | 3.10% |"),)),
    Plant(
        "qualifiers",
        "001",
        (("| Straight Flush | 0.21% | 474.2", "| Natural Straight Flush {straight_flush} | 0.21% | 474.2"),),
    ),
    Plant("other-cards", "004", (("| Royal Flush + A/Q {", "| Royal Flush + K/Q {"),)),
    Plant("spelling", "001", (("which one of the Payout Tables", "which one of the Payouttables"),)),
    Plant(
        "one-table-names",
        "002",
        (("| Ten-High Pai Gow | 40 to 1 | 50 to 1", "| Ten High Pai Gow | 40 to 1 | 50 to 1"),),
    ),
    Plant("people-and-places", "000", (("Gary Drumheller", "Gery Drumheller"),)),
    Plant("game-name", "000", (("Million Dollar Match The Dealer is a card game", "This is a card game"),)),
    Plant("unknown-line", "003", (("*Suited Blackjack*", "*Suited Pairing*"),)),
    Plant("unexplained", "003", (("| Suited Pair |", "| Zany Pair {suited_pair} |"),)),
    Plant("abbreviation", "001", (("per the applicable", "per the QXZ and the applicable"),)),
    Plant("misused-word", "001", (("one of the following paytables", "one of the following payables"),)),
    Plant(
        "definition",
        "002",
        (("a pair or better). The bonus", "a pair or better). The Joker counts as an ace. The bonus"),),
        right=(("The Ace is always considered high and the Joker is always considered an Ace. ", ""),),
    ),
    Plant("document-title", "003", (("RULES OF PLAY", "PROCEDURES"),)),
    Plant("missing-reference", "003", (("see Appendix A attached", "see Appendix C attached"),)),
    Plant("missing-reference", "000", (("When using Pay Table 5-E", "When using Pay Table 5-G"),)),
    Plant("vague-reference", "000", (("Card room operators must not", f"{WEBSITE}Card room operators must not"),)),
    Plant("date-order", "000", (("March 7, 2023", "May 7, 2023"),)),
    Plant("date-order", "002", (("May 25, 2021", "May 26, 2021"),)),
    Plant("equipment", "003", (("approved Bally Technologies owned", "approved Acme owned"),)),
    Plant("owner", "002", (("| Three Pair | Push |", "| Three Pair | Push |\n> © 2020 Someone Else, Inc."),)),
    Plant("list-order", "004", (("13. Casino War", "13. Zebra War"),)),
    Plant(
        "announced",
        "003",
        (("- Royal Match\n", "- Royal Match\n- Added reference to the Blue Moon Progressive System.\n"),),
    ),
    Plant("envy-rule", "002", (("if another player at the same table achieves", "if the table achieves"),)),
    Plant("envy-minimum", "004", (("See pay tables for odds.", "The *Envy Bonus* takes a minimum of $10."),)),
    Plant("several-wins", "002", (("If there are multiple percentage-based", "If there are percentage-based"),)),
    Plant("limits-sentence", "003", ((f"{LIMITS}\n\n# Blazing", "\n# Blazing"),)),
    Plant(
        "looks-at",
        "003",
        (("consider both the player's first two cards, and dealer's first", "consider the player's first"),),
    ),
    Plant("high-or-low", "004", (("*Dynasty Bonus* bet is a high hand bet", "*Dynasty Bonus* bet is a low hand bet"),)),
    Plant(
        "which-cards",
        "003",
        (("at least a 7 in the first two cards, the", "at least a 7 in their hand, the"),),
        right=(("at least a 7 in their hand, the", "at least a 7 in the first two cards, the"),),
    ),
    Plant(
        "who-decides",
        "001",
        (("The house determines the", "The house determines who deals. A dealer is chosen. The house determines the"),),
    ),
    Plant(
        "alternative",
        "004",
        (("Also, betting spots", "Alternatively, only betting spots"),),
        right=(("Alternatively, only betting spots", "Also, betting spots"),),
    ),
    Plant("cards-left", "004", (("4 extra cards", "5 extra cards"),)),
    Plant(
        "little-difference",
        "004",
        (("makes a difference", "makes little difference"),),
        right=(("makes little difference", "makes a difference"),),
    ),
    Plant("numbering", "002", (("4. The dealer pays", "5. The dealer pays"),)),
    Plant("numbering", "000", (("= Pay Table 6-C", "= Pay Table 6-G"),)),
    Plant(
        "repeated",
        "002",
        (
            (
                "House jackpots cannot be connected.",
                "House jackpots are never connected by anybody. House jackpots are never connected by anybody.",
            ),
        ),
    ),
    Plant(
        "one-word",
        "002",
        (
            (
                "House jackpots cannot be connected.",
                "The casino must display the jackpot always. The casino should display the jackpot always.",
            ),
        ),
    ),
    Plant(
        "rule-sheets",
        "003",
        (
            (
                "from the table.\n7. The dealer then follows house procedures for dealing the regular game.",
                "from the table.\n7. The dealer then follows no procedures whatever for dealing the regular game.",
            ),
        ),
    ),
    Plant(
        "equal-tables",
        "001",
        data=lambda game: with_tables(
            game, "match-n-poker", lambda tables: (replace(tables[0], lines=tables[1].lines), *tables[1:])
        ),
    ),
    Plant(
        "pay-order",
        "002",
        data=lambda game: with_tables(
            game, "dealer-pai-gow", first_changed(lambda table: with_pay(table, 3, Odds(Fraction(700), True)))
        ),
    ),
    Plant(
        "line-order",
        "002",
        data=lambda game: with_tables(
            game, "dealer-pai-gow", first_changed(lambda table: replace(table, lines=table.lines[::-1]))
        ),
    ),
    Plant(
        "columns",
        "000",
        data=lambda game: with_tables(
            game, "super-bonus", first_changed(lambda table: with_pay(table, 1, Amount(dollars(21_000))))
        ),
    ),
    Plant(
        "prize-value",
        "001",
        data=lambda game: with_tables(
            game, "match-n-poker", first_changed(lambda table: with_pay(table, 0, Prize("boat", dollars(1))))
        ),
    ),
    Plant("no-unit", "002", (("| Four of a Kind | 75 for 1 |", "| Four of a Kind | 75 |"),)),
    Plant("rounding", "002", (("| Full House | 5 to 1 |", "| Full House | 5.5 to 1 |"),)),
    Plant(
        "mixed-units",
        "002",
        data=lambda game: with_tables(
            game, "royal-riches", first_changed(lambda table: with_pay(table, 3, Odds(Fraction(250), False)))
        ),
    ),
    Plant(
        "impossible",
        "003",
        data=lambda game: with_tables(
            game, "royal-match", lambda tables: tuple(replace(table, decks=(1,)) for table in tables)
        ),
    ),
    Plant(
        "same-name",
        "003",
        data=lambda game: with_tables(
            game, "royal-match", lambda tables: (replace(tables[0], id="RM-02"), *tables[1:])
        ),
    ),
    Plant("two-names", "003", (("= 2\n| Hand", "> BZ-01 is the usual one\n\n= 2\n| Hand"),)),
    Plant("highest-only", "001", (("Only the highest pay amount is awarded.", ""),)),
    Plant(
        "on-top",
        "003",
        right=(("> *Crown Treasure = player and dealer Royal Match", "> *Crown Treasure = paid in addition"),),
        words=(("> *Crown Treasure = paid in addition", "> *Crown Treasure = player and dealer"),),
    ),
    Plant(
        "later-card",
        "003",
        right=(("10. If a player busts", "10. If the dealer has blackjack, no card follows. If a player busts"),),
        words=(("If the dealer has blackjack, no card follows. ", ""),),
    ),
    Plant(
        "ace-in-straights",
        "001",
        right=(("Only the highest pay", "An ace is high or low. Only the highest pay"),),
        words=(("An ace is high or low. ", ""),),
    ),
    Plant(
        "how-many",
        "000",
        right=(("And only the highest winning hand is paid.", "A match has exactly so many cards."),),
        words=(("A match has exactly so many cards.", ""),),
    ),
    Plant(
        "missing-condition",
        "000",
        data=lambda game: replace(
            game,
            letter=replace(
                game.letter,
                conditions=tuple(each for each in game.letter.conditions if each.kind != "internal controls"),
            ),
        ),
    ),
)


def found(check: str, game: Game) -> set[tuple[str, ...]]:
    """The findings of one check on a letter, each with the lines that it quotes."""
    others = tuple(each.letter for each in LETTERS if each.letter.number != game.letter.number)
    find = next(each.find for each in CHECKS if each.id == check)
    return {
        (words, *(f"{quote.place}: {quote.text}" for quote in quotes))
        for words, quotes in find(LetterCase(game, others))
    }


@pytest.mark.parametrize("plant", PLANTS, ids=str)
def test_planted_error_is_found_with_its_lines(plant: Plant) -> None:
    game = games.game(SLUGS[plant.letter])
    before = with_text(game, *plant.right)
    after = plant.data(game) if plant.data else with_text(game, *plant.right, *plant.words)

    new = found(plant.check, after) - found(plant.check, before)

    assert new
    assert all(len(each) > 1 for each in new), "every finding quotes the lines concerned"


def test_every_check_has_a_planted_error() -> None:
    assert {plant.check for plant in PLANTS} == {check.id for check in CHECKS}
    assert len({check.id for check in CHECKS}) == len(CHECKS) >= 12


FOUND = {
    "million-dollar-match-the-dealer": {
        "line-names": 1,
        "qualifiers": 1,
        "spelling": 1,
        "equal-tables": 2,
        "line-order": 1,
        "no-figures": 1,
        "abbreviation": 1,
        "how-many": 1,
    },
    "match-n-poker": {
        "spelling": 1,
        "people-and-places": 1,
        "document-title": 1,
        "date-order": 1,
        "owner": 1,
        "repeated": 1,
        "same-name": 1,
        "vague-reference": 1,
        "missing-condition": 1,
        "ace-in-straights": 1,
        "no-unit": 1,
    },
    "royal-riches-pai-gow": {
        "line-names": 3,
        "qualifiers": 2,
        "other-cards": 1,
        "people-and-places": 1,
        "misused-word": 2,
        "pay-order": 2,
        "no-figures": 1,
        "meter-terms": 1,
        "definition": 1,
        "vague-reference": 2,
    },
    "royal-match-21": {
        "probability": 1,
        "one-figure-for-all": 1,
        "figure-names": 1,
        "line-names": 2,
        "qualifiers": 1,
        "spelling": 1,
        "game-name": 1,
        "unknown-line": 2,
        "misused-word": 2,
        "equipment": 3,
        "looks-at": 1,
        "which-cards": 1,
        "numbering": 2,
        "repeated": 4,
        "one-word": 2,
        "rule-sheets": 2,
        "impossible": 1,
        "two-names": 1,
        "no-basis": 4,
        "deck-note": 3,
        "meter-terms": 3,
        "unexplained": 3,
        "abbreviation": 1,
        "vague-reference": 1,
        "envy-rule": 1,
        "limits-sentence": 1,
        "highest-only": 3,
        "on-top": 1,
        "later-card": 1,
        "ace-in-straights": 2,
        "prize-value": 1,
        "rounding": 1,
    },
    "ez-pai-gow": {
        "totals": 1,
        "wrong-caption": 1,
        "two-bases": 1,
        "figure-names": 1,
        "line-names": 5,
        "qualifiers": 1,
        "spelling": 3,
        "one-table-names": 1,
        "unknown-line": 1,
        "list-order": 1,
        "high-or-low": 1,
        "who-decides": 1,
        "alternative": 1,
        "little-difference": 1,
        "numbering": 1,
        "repeated": 1,
        "equal-tables": 1,
        "missing-row": 1,
        "no-basis": 1,
        "unexplained-column": 1,
        "abbreviation": 1,
        "vague-reference": 1,
        "announced": 1,
        "envy-rule": 1,
        "missing-condition": 1,
        "highest-only": 1,
    },
}


@pytest.mark.parametrize("slug", FOLDERS)
def test_findings_on_the_five_letters_are_the_reviewed_ones(slug: str) -> None:
    """Every finding on the letters as they are was checked against the letter by hand."""
    slips = find_slips(games.game(slug))
    tally: dict[str, int] = {}
    for slip in slips:
        tally[slip.check.id] = tally.get(slip.check.id, 0) + 1

    assert tally == FOUND[slug]
