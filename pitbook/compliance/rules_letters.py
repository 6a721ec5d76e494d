"""The letters' own conditions: recorded as met, not modified, not withdrawn, with pay tables meant for this place."""

from typing import Final

from pitbook.compliance.findings import EVERYWHERE, Case, Found, Place, Rule, rule
from pitbook.compliance.limits import FIRST_DAY
from pitbook.compliance.property import Property
from pitbook.games import all_games
from pitbook.games import game as game_of
from pitbook.games.letter import Condition
from pitbook.games.model import listed
from pitbook.games.package import package_hash

RULES: Final[list[Rule]] = []
KEPT_BY_PROGRAM: Final = ("rules of play", "modification", "wager limits")
"""Conditions that nobody records: the table plays by the rules, WA-02a and WA-05 see to the others."""
FOR_THIS_LETTER: Final = ("internal controls", "tribal agency approval", "commission concurrence", "compact supplement")
"""Papers that are made for the game: none is older than its letter. A maker's licence may be."""


@rule(
    RULES, "WA-02a", "A game that was modified or withdrawn stays closed",
    "each letter's paragraph on modifications; WAC 230-15-035 and 230-15-045", "verified", FIRST_DAY,
)  # fmt: skip
def modified_games(case: Case) -> Found:
    for slug in dict.fromkeys(table.game.slug for table in case.known() if table.game):
        approval, name = case.of.approvals.get(slug), game_of(slug).name
        if approval is None:
            continue
        if approval.withdrawn:
            yield Place(game=slug), f"the authorisation of {name} is withdrawn", "the game stays closed"
        renewed = approval.renewed is not None and approval.renewed.day <= case.on
        if approval.modified and not renewed:
            yield Place(game=slug), f"{name} was modified: its approval is void", "record the renewed approval"
        if approval.package and approval.package != package_hash(slug):
            yield (
                Place(game=slug),
                f"the package of {name} is {package_hash(slug)[:12]}, approved is {approval.package[:12]}",
                "play the approved package, or have the new one approved and record its hash",
            )


def applies(condition: Condition, of: Property) -> bool:
    """Whether a property must record that a condition is met."""
    if condition.kind in KEPT_BY_PROGRAM:
        return False
    if condition.kind == "licensed equipment":
        return of.kind == "card room"
    if condition.kind == "certified equipment":
        return of.kind == "tribal casino"
    group = "commercial card rooms" if of.kind == "card room" else "tribal casinos"
    return condition.applies_to in ("all", group)


@rule(RULES, "LETTER", "The letter's own conditions are recorded as met", "each letter", "verified", FIRST_DAY)
def letter_conditions(case: Case) -> Found:
    for slug in dict.fromkeys(table.game.slug for table in case.known() if table.game):
        letter = game_of(slug).letter
        met = case.of.approvals[slug].conditions if slug in case.of.approvals else {}
        for condition in letter.conditions:
            if not applies(condition, case.of):
                continue
            place, evidence = Place(game=slug, part=condition.id), met.get(condition.id)
            if evidence is None:
                yield place, "the condition is not recorded as met", f"{condition.text} ({condition.cite})"
            elif evidence.day > case.on:
                yield place, f"the document is dated {evidence.day}", f"on {case.on} it is not in force"
            elif evidence.day < letter.dated and condition.kind in FOR_THIS_LETTER:
                wrong = f"the document is dated {evidence.day}, before {letter.citation}"
                yield place, wrong, f"record one made under the letter of {letter.dated}"
        known = listed(condition.id for condition in letter.conditions if applies(condition, case.of))
        for name in met:
            if name not in {condition.id for condition in letter.conditions}:
                yield Place(game=slug, part=name), "the letter has no such condition", f"it has {known}"


@rule(
    RULES, "LETTER-PT", "Pay tables that are for this jurisdiction", "letter 004, note on pay tables", "verified",
    FIRST_DAY,
)  # fmt: skip
def available_tables(case: Case) -> Found:
    for table, config in case.configs():
        for slug, tables in config.layout.tables.items():
            barred, wager, used = case.of.unavailable.get(slug, ()), config.game.wager(slug), tables[0].id
            if used in barred and (slug in config.offered or wager.rides_on in config.offered):
                others = [each for each in wager.table_ids(config.layout.decks) if each not in barred]
                allowed = f"choose {listed(others)}" if others else "leave the wager out"
                yield Place(table=table.id, part=slug), f"pay table {used} is not available here", allowed
    known = {wager.slug: wager.table_ids() for game in all_games() for wager in game.wagers}
    for slug, ids in case.of.unavailable.items():
        for each in ids:
            if each not in known.get(slug, ()):
                yield EVERYWHERE, f"[unavailable] names pay table {each} of {slug}, which no letter has", "correct it"
