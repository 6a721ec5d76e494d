"""A game's package hash covers letter, pay tables, declarations and rules, and nothing else."""

import ast
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import pitbook.games.shown
from pitbook.compliance.approved import BY_FILES, current_hash
from pitbook.exact.rule_hash import rule_hash
from pitbook.games import LETTER_SLUGS, all_games, folder, game
from pitbook.games.letter import Letter
from pitbook.games.model import Game, Option, ProcedureStep
from pitbook.games.package import BORDER, WORDS, hash_of_game, hash_of_rule, hash_of_table, package_hash
from pitbook.games.shown import ShowFile
from pitbook.money import Cents
from pitbook.pay import Amount
from pitbook.source.modules import Module, Sources, installed, read_source
from pitbook.source.reach import definitions_reached, hash_of_functions

PINNED = {
    "million-dollar-match-the-dealer": "05a54baabe0c111721eee8dc462296146d58c360affbd43de4c82c22342e3021",
    "match-n-poker": "0bcc5c1c46a1c57bfe21437f226e3742dd0cb72f48d8a117e9703093be3bcfeb",
    "royal-riches-pai-gow": "fff84f400338e068f7202fd74f0a9ea94f4fe70b6b24a58cd11c2c3f83ee61aa",
    "royal-match-21": "981f31fb8184fe3587d2ad11f29ce4a28320b02a6edef64f1833c5f06670daeb",
    "ez-pai-gow": "48ff16c849aafe9654973751f89bef543bd01a19e62654e91d0f3524cfc1364e",
}
BLACKJACK = "royal-match-21"


def test_the_rule_hash_of_every_wager_is_by_meaning() -> None:
    """Those of base wagers too, whose rules are in their family's folder: none is the hash of a name."""
    for each in all_games():
        for wager in each.wagers:
            assert rule_hash(wager) == hash_of_rule(wager), (each.slug, wager.slug)


@pytest.mark.parametrize("slug", LETTER_SLUGS)
def test_package_hash_is_the_pinned_one(slug: str) -> None:
    """A change of this hash voids every approval on file: pin another one only for a change that must do so."""
    assert package_hash(slug) == PINNED[slug]


def test_packages_recorded_by_file_hashes_map_to_current_ones() -> None:
    assert sorted(BY_FILES.values()) == sorted(PINNED.values())
    for by_files, by_meaning in BY_FILES.items():
        assert current_hash(by_files) == current_hash(by_meaning) == by_meaning
    assert current_hash("0" * 64) == "0" * 64


# -- data --------------------------------------------------------------------------------------------------------------


def with_tables(of: Game, wager: str, tables: Any) -> Game:
    return replace(of, wagers=tuple(replace(each, tables=tables) if each.slug == wager else each for each in of.wagers))


@pytest.mark.parametrize("slug", LETTER_SLUGS)
def test_every_pay_changes_the_hash(slug: str) -> None:
    of = game(slug)
    for wager in of.wagers:
        for table in wager.tables:
            right = hash_of_table(table)
            for name in ("lines", "added"):
                lines = getattr(table, name)
                for at, line in enumerate(lines):
                    for other in (replace(line, pay=Amount(Cents(123_457))), replace(line, envy=Cents(123_457))):
                        parts: dict[str, Any] = {name: (*lines[:at], other, *lines[at + 1 :])}
                        changed = replace(table, **parts)
                        assert hash_of_table(changed) != right, (table.id, line.outcome)
        if wager.tables:
            last = replace(wager.tables[-1], cite="elsewhere")
            assert hash_of_game(with_tables(of, wager.slug, (*wager.tables[:-1], last))) == PINNED[slug]
            last = replace(last, lines=last.lines[::-1])
            assert hash_of_game(with_tables(of, wager.slug, (*wager.tables[:-1], last))) != PINNED[slug]


@pytest.mark.parametrize("slug", LETTER_SLUGS)
def test_options_change_the_hash_and_their_descriptions_do_not(slug: str) -> None:
    for option in game(slug).all_options().values():
        assert hash_of_game(with_option(slug, option, default="another")) != PINNED[slug], option.name
        choices = (*option.choices, "another")
        assert hash_of_game(with_option(slug, option, choices=choices)) != PINNED[slug], option.name
        words = with_option(
            slug, option, meaning="in other words", cite="elsewhere", title="Otherwise", choice_words={"": "x"}
        )
        assert hash_of_game(words) == PINNED[slug], option.name


def with_option(slug: str, option: Option, **parts: Any) -> Game:
    """The game with this option changed, in the game or in a wager."""

    def put(options: tuple[Option, ...]) -> tuple[Option, ...]:
        return tuple(replace(each, **parts) if each == option else each for each in options)

    of = game(slug)
    wagers = tuple(replace(wager, reads=put(wager.reads)) for wager in of.wagers)
    return replace(of, options=put(of.options), wagers=wagers)


def test_letter_and_declarations_change_the_hash_and_explanations_do_not() -> None:
    of = game(BLACKJACK)
    first, *others = of.wagers
    condition, *conditions = of.letter.conditions
    counted = (
        replace(of, decks=of.decks[1:]),
        replace(of, default_tables={}),
        replace(of, base_rules=None),
        replace(of, wagers=tuple(others)),
        replace(of, wagers=(replace(first, suits="only flushes"), *others)),
        replace(of, wagers=(replace(first, lowest=Cents(100)), *others)),
        replace(of, letter=replace(of.letter, conditions=tuple(conditions))),
        replace(of, letter=replace(of.letter, conditions=(replace(condition, text="otherwise"), *conditions))),
    )
    words = replace(
        of,
        about="A lesson.",
        procedure=(ProcedureStep("Deal.", "nowhere"),),
        letter=replace(of.letter, remarks=()),
        wagers=(replace(first, about="A sentence.", cite="elsewhere"), *others),
    )

    hashes = {hash_of_game(each) for each in counted}
    assert len(hashes) == len(counted)
    assert PINNED[BLACKJACK] not in hashes
    assert hash_of_game(words) == PINNED[BLACKJACK]


def test_regulation_and_published_rules_change_the_hash() -> None:
    of = game("blackjack")
    letters = (Letter(regulation="regulation 2.1"), Letter(regulation="regulation 2.2"), Letter(public_rules="a page"))
    assert len({hash_of_game(replace(of, letter=each)) for each in (*letters, Letter())}) == 4


def test_show_toml_is_not_part_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash is the pinned one even if ``show.toml`` cannot be read."""

    def refuse(path: Path) -> ShowFile:
        raise AssertionError(path)

    monkeypatch.setattr(pitbook.games.shown, "read_shown", refuse)
    for slug in LETTER_SLUGS:
        assert hash_of_game(game(slug)) == PINNED[slug]
        assert (folder(slug) / "show.toml").is_file()


def test_a_rule_has_a_hash_without_its_pay_tables() -> None:
    (wager,) = (each for each in game(BLACKJACK).wagers if each.slug == "royal-match")

    assert hash_of_rule(replace(wager, tables=())) == hash_of_rule(wager)
    assert hash_of_rule(replace(wager, reads=())) != hash_of_rule(wager)
    assert hash_of_rule(replace(wager, card_class=None)) != hash_of_rule(wager)


def test_every_field_that_is_left_out_exists() -> None:
    """A renamed field would count again."""
    of = game("royal-riches-pai-gow")
    wager = of.wagers[0]
    examples: tuple[Any, ...] = (of, wager, wager.outcomes[0], of.options[0], of.letter, of.letter.conditions[0])
    for each in examples:
        assert WORDS[type(each).__name__] <= {field.name for field in fields(each)}


# -- rules -------------------------------------------------------------------------------------------------------------


def edited(*changes: tuple[str, str, str]) -> Sources:
    """Pitbook's sources with texts replaced: module, before, after. An empty module name means all modules."""

    def read(name: str) -> str | None:
        text = read_source(name)
        for module, before, after in changes:
            if text is not None and module in ("", name):
                assert before in text or not module
                text = text.replace(before, after)
        return text

    return Edited(read)


class Edited(Sources):
    """Parses only what was edited."""

    def module(self, name: str) -> Module | None:
        return super().module(name) if self.text(name) != installed().text(name) else installed().module(name)


RULES = "pitbook.games.royal_match_21.rules"
SAME = {
    "a comment and a docstring": ((RULES, '"""King and queen of one suit', '# A lesson.\n    """K and Q'),),
    "a colour in the folder": ((RULES, "def build()", 'FELT = "#136f3f"\n\n\ndef build()'),),
    "a local variable": ((RULES, "lines", "bits"),),
    "a helper function": (("", "is_suited_blackjack", "makes_suited_blackjack"),),
    "a parameter": ((RULES, "ace_deuce_straight", "low_ace"),),
    "annotations": ((RULES, "(a: int, b: int) -> bool", "(a, b)"),),
    "the words of a refusal": (
        ("pitbook.families.blackjack.rules.base", "continues after a bust", "went on after a bust"),
    ),
    "the words of an option": (("pitbook.families.blackjack.rules.base", "what a blackjack is paid", "the pay"),),
    "the words of a rule": (("pitbook.families.blackjack.rules.posted", "whether a hand may be doubled after", "if"),),
    "the title of an option and the words of its choices": (
        ("pitbook.families.blackjack.rules.base", 'title="Dealer\'s soft 17"', 'title="Soft 17"'),
        ("pitbook.families.blackjack.rules.base", '{"hit": "hits", "stand": "stands"}', '{"hit": "takes a card"}'),
    ),
    "a method of the machinery": (("pitbook.games.model", "def check_bet(", "def look_at_bet("),),
}
OTHER = {
    "the rule": (RULES, "if a == b:", "if a >= b:"),
    "a bit": (RULES, "1 << bit for bit in range(7)", "2 << bit for bit in range(7)"),
    "the base game": ("pitbook.families.blackjack.rules.base", "points > dealer_points", "points >= dealer_points"),
    "the dealer": ("pitbook.hands.blackjack", "DEALER_STANDS: Final = 17", "DEALER_STANDS: Final = 16"),
    "the cards": ("pitbook.cards", "return card >> 2", "return card >> 3"),
    "a split": ("pitbook.families.blackjack.rules.hands", "hands < most_hands", "hands <= most_hands"),
    "insurance": ("pitbook.families.blackjack.rules.hands", "Odds(Fraction(2), True)", "Odds(Fraction(3), True)"),
    "a default of the base game": ("pitbook.families.blackjack.rules.posted", "das: bool = True", "das: bool = False"),
}


@pytest.mark.parametrize("changes", SAME.values(), ids=SAME)
def test_edit_without_effect_keeps_the_hash(changes: tuple[tuple[str, str, str], ...]) -> None:
    assert hash_of_game(game(BLACKJACK), edited(*changes)) == PINNED[BLACKJACK]


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_edit_with_an_effect_changes_the_hash(change: tuple[str, str, str]) -> None:
    assert hash_of_game(game(BLACKJACK), edited(change)) != PINNED[BLACKJACK]


POKER = "crazy-4-poker"
COMPOSE, MODEL = "pitbook.families.poker.rules.compose", "pitbook.families.poker.rules.model"
COMPOSED = {
    "a local variable of the composed rule": (False, COMPOSE, "shared", "common"),
    "the comparison": (True, COMPOSE, "WIN if player > dealer", "WIN if player >= dealer"),
    "the hands that lines need": (True, COMPOSE, "line.hands == 0 or", "line.hands != 0 or"),
    "the cards of the dealer": (True, COMPOSE, "rules.value((*cards[0], *shared))", "rules.value(cards[0])"),
    "whether the dealer qualifies": (True, MODEL, '== "yes" else 0', '== "no" else 0'),
    "an option's value": (True, MODEL, "options[reading.option] == reading.value", "True"),
}
"""Code of a poker game's base wager: whether an edit has an effect, the module, the text before and after."""


@pytest.mark.parametrize(("effect", "module", "before", "after"), COMPOSED.values(), ids=COMPOSED)
def test_objects_that_are_rules_are_hashed_with_their_code(effect: bool, module: str, before: str, after: str) -> None:
    """A poker game's rules are objects, and their code calls methods of what they hold."""
    of, sources = game(POKER), edited((module, before, after))
    for right, now in (
        (hash_of_game(of), hash_of_game(of, sources)),
        (hash_of_rule(of.wager("ante")), hash_of_rule(of.wager("ante"), sources)),
    ):
        assert (right != now) == effect


def test_strategies_and_published_figures_of_a_poker_game_are_not_part_of_the_package() -> None:
    of = game("caribbean-stud")
    rule: Any = of.wager("ante").rule
    assert rule.rules.chart
    assert rule.rules.published

    def hash_with(**changes: Any) -> str:
        def changed(rule: Any) -> Any:
            return replace(rule, rules=replace(rule.rules, **changes))

        wagers = tuple(replace(each, rule=changed(each.rule)) if each.by_play else each for each in of.wagers)
        return hash_of_game(replace(of, wagers=wagers))

    assert hash_with(chart=(), published=(), novice=(), novice_words="") == hash_of_game(of)
    assert hash_with(dealer_up=2) != hash_of_game(of)


def test_size_of_a_raise_and_pays_by_option_are_part_of_the_package() -> None:
    of = game(POKER)
    for before, after in (
        ("not choice.hands or choice.hands & held", "choice.hands & held"),
        ("if applies(conditions[line.outcome]", "if not applies(conditions[line.outcome]"),
    ):
        assert hash_of_game(of) != hash_of_game(of, edited((COMPOSE, before, after)))


def test_moved_module_keeps_the_hash() -> None:
    before, after = "pitbook.hands.blackjack", "pitbook.families.totals"

    def read(name: str) -> str | None:
        text = None if name == before else read_source(before if name == after else name)
        return text.replace(before, after) if text else text

    assert hash_of_game(game(BLACKJACK), Edited(read)) == PINNED[BLACKJACK]


def mutants(node: ast.AST) -> Iterator[str]:
    """Changes each comparison and each number of a definition in turn, yields its place, and restores it."""
    for each in ast.walk(node):
        if isinstance(each, ast.Compare):
            name, right, wrong = "ops", each.ops, [ast.NotEq() if isinstance(each.ops[0], ast.Eq) else ast.Eq()]
        elif isinstance(each, ast.Constant) and type(each.value) is int:
            name, right, wrong = "value", each.value, each.value + 1  # type: ignore[assignment]
        else:
            continue
        setattr(each, name, wrong)
        yield f"line {each.lineno}"
        setattr(each, name, right)


class Parsed(Sources):
    """Sources whose trees can be changed."""

    def __init__(self, modules: dict[str, Module | None]) -> None:
        super().__init__()
        self._modules = modules


@pytest.mark.parametrize("slug", ["match-n-poker", "million-dollar-match-the-dealer"])
def test_every_comparison_and_number_of_the_rules_changes_the_hash(slug: str) -> None:
    functions = [function for wager in game(slug).wagers for function in (wager.rule, wager.card_class) if function]
    shared = installed()
    names = {name for name, _ in definitions_reached(functions, BORDER, shared)}
    sources = Parsed({name: shared.module(name) for name in names})
    right = hash_of_functions(functions, BORDER, sources)
    tried = 0
    for name, definition in definitions_reached(functions, BORDER, sources):
        for where in mutants(definition):
            assert hash_of_functions(functions, BORDER, sources) != right, f"{name}, {where}"
            tried += 1
    assert hash_of_functions(functions, BORDER, sources) == right
    assert tried > 20


def test_every_function_of_every_game_can_be_read_from_its_source() -> None:
    for of in all_games():
        for wager in of.wagers:
            assert len(hash_of_rule(wager)) == 64
