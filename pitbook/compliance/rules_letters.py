"""Rules from the letters: conditions met, games not modified or withdrawn, pay tables available in this jurisdiction.

They also check what a letter leaves to the house: readings that its words or figures rule out, the commission, and
awards that cannot be won with the number of decks.
"""

from fractions import Fraction
from typing import Final

from pitbook.compliance.findings import EVERYWHERE, Case, ComplianceRule, Findings, Subject, rule
from pitbook.compliance.limits import FIRST_DAY
from pitbook.compliance.property import Property
from pitbook.errors import BadInput
from pitbook.exact.par import par_sheet
from pitbook.games import all_games
from pitbook.games import game as game_of
from pitbook.games.letter import Condition
from pitbook.games.model import Option, listed
from pitbook.games.package import package_hash
from pitbook.pay import MeterShare

RULES: Final[list[ComplianceRule]] = []
KEPT_BY_PROGRAM: Final = ("rules of play", "modification", "wager limits")
"""Conditions that need no record: the table enforces the rules of play, WA-02a and WA-05 check the others."""
USUAL_COMMISSION: Final = Fraction(5, 100)
"""The usual commission on a win at pai gow poker, which EZ Pai Gow's barred hand replaces (letter 004, rule 11)."""
FOR_THIS_LETTER: Final = ("internal controls", "tribal agency approval", "commission concurrence", "compact supplement")
"""Documents made for one game, which cannot be older than its letter. A manufacturer's licence can."""


@rule(
    RULES, "WA-02a", "A game that was modified or withdrawn stays closed",
    "letters 000 to 004, paragraph on modifications; WAC 230-15-035 and 230-15-045", "verified", FIRST_DAY,
)  # fmt: skip
def modified_games(case: Case) -> Findings:
    for slug in dict.fromkeys(slug for table in case.known() for slug in table.entry.games):
        approval, name = case.of.approvals.get(slug), game_of(slug).name
        if approval is None:
            continue
        said = [each.cite for each in game_of(slug).letter.conditions if each.kind == "modification"]
        cite = "; ".join([*said, "WAC 230-15-035 and 230-15-045"])
        if approval.withdrawn:
            yield Subject(game=slug), f"the authorisation of {name} is withdrawn", "the game stays closed", cite
        renewed = approval.renewed is not None and approval.renewed.day <= case.on
        if approval.modified and not renewed:
            yield Subject(game=slug), f"{name} was modified: its approval is void", "record the renewed approval", cite
        if approval.package and approval.package != package_hash(slug):
            yield (
                Subject(game=slug),
                f"the package of {name} is {package_hash(slug)[:12]}, approved is {approval.package[:12]}",
                "play the approved package, or have the new one approved and record its hash",
                cite,
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


@rule(
    RULES,
    "LETTER",
    "The letter's own conditions are recorded as met",
    "letters 000 to 004, conditions",
    "verified",
    FIRST_DAY,
)
def letter_conditions(case: Case) -> Findings:
    for slug in dict.fromkeys(slug for table in case.known() for slug in table.entry.games):
        letter = game_of(slug).letter
        met = case.of.approvals[slug].conditions if slug in case.of.approvals else {}
        for condition in letter.conditions:
            if not applies(condition, case.of):
                continue
            place, evidence = Subject(game=slug, part=condition.id), met.get(condition.id)
            if evidence is None:
                yield place, "the condition is not recorded as met", condition.text, condition.cite
            elif evidence.day > case.on:
                yield place, f"the document is dated {evidence.day}", f"on {case.on} it is not in force", condition.cite
            elif evidence.day < letter.dated and condition.kind in FOR_THIS_LETTER:
                wrong = f"the document is dated {evidence.day}, before {letter.citation}"
                yield place, wrong, f"record one made under the letter of {letter.dated}", condition.cite
        known = listed(condition.id for condition in letter.conditions if applies(condition, case.of))
        for name in met:
            if name not in {condition.id for condition in letter.conditions}:
                cite = f"letter {letter.number}, conditions"
                yield Subject(game=slug, part=name), "the letter has no such condition", f"it has {known}", cite


@rule(
    RULES, "LETTER-READING", "No reading that a letter's words or printed figures rule out",
    "letters 001, 003 and 004", "verified", FIRST_DAY,
)  # fmt: skip
def readings(case: Case) -> Findings:
    for table, config in case.configs():
        for name, option in config.game.all_options().items():
            chosen = config.layout.options[name]
            for barred in (each for each in option.lab_only if each.choice == chosen):
                allowed = listed(each for each in option.choices if each not in {one.choice for one in option.lab_only})
                place = Subject(table=table.id, part=f"options.{name}")
                yield place, f"{name} = {chosen}: {barred.why}", f"at a table it is {allowed}", barred.cite


@rule(
    RULES, "LETTER-COMMISSION", "The commission is at most 5%, or the one that the internal controls state",
    "letter 002, Commercial Card Rooms, first condition; regulation 2.2", "partly read", FIRST_DAY,
)  # fmt: skip
def commissions(case: Case) -> Findings:
    for table, config in case.configs():
        option, stated = config.game.all_options().get("commission"), config.layout.options.get("commission", "")
        if option is None or 0 < _rate(option, stated) <= USUAL_COMMISSION:
            continue
        place = Subject(table=table.id, part="options.commission")
        approvals = [case.of.approvals[slug] for slug in table.entry.games if slug in case.of.approvals]
        filed = next((approval.commission for approval in approvals if approval.commission), None)
        if filed is None:
            allowed = (
                f"take more than 0% and at most 5%, or record the internal controls that state it in "
                f"[approvals.{table.entry.games[0]}.commission]: letter {config.game.letter.number} prints none"
            )
            yield place, f"a commission of {stated}", allowed
        elif filed.evidence.day > case.on:
            wrong = f"the internal controls that state a commission of {filed.rate} are dated {filed.evidence.day}"
            yield place, wrong, f"on {case.on} they are not in force"
        elif _rate(option, filed.rate) != _rate(option, stated):
            yield place, f"a commission of {stated}", f"the internal controls on file state {filed.rate}"


def _rate(option: Option, text: str) -> Fraction:
    """The percentage as the game parses it; -1 if it is not one."""
    try:
        found = option.parse(text) if option.parse else None
    except BadInput:
        found = None
    return found if isinstance(found, Fraction) else Fraction(-1)


@rule(
    RULES, "LETTER-TOP", "Every share of a meter can be won with these decks",
    "letter 003, Blazing 7's Progressive, tables 1 and 2", "verified", FIRST_DAY, stops=False,
)  # fmt: skip
def awards_that_cannot_be_dealt(case: Case) -> Findings:
    for table, config in case.configs():
        layout = config.layout
        for slug in (slug for slug in config.offered if slug in layout.tables):
            wager, used = config.game.wager(slug), layout.tables[slug][0]
            shares = {line.outcome: line.label for line in used.lines if isinstance(line.pay, MeterShare)}
            if not shares:
                continue
            sheet = par_sheet(config.game, wager, used, layout.decks)
            never = [shares[row.outcome] for row in sheet.rows if row.outcome in shares and not row.count]
            if never:
                place = Subject(table=table.id, part=slug)
                wrong = f"{listed(never)} cannot be dealt from {layout.decks} decks, so no player can win that award"
                yield place, wrong, "use more decks, or tell players", used.cite


@rule(
    RULES, "LETTER-PT", "Pay tables that are for this jurisdiction", "letter 004, note on pay tables", "verified",
    FIRST_DAY,
)  # fmt: skip
def available_tables(case: Case) -> Findings:
    for table, config in case.configs():
        for slug, tables in config.layout.tables.items():
            barred, wager, used = case.of.unavailable.get(slug, ()), config.game.wager(slug), tables[0].id
            if used in barred and (slug in config.offered or wager.requires_all_of in config.offered):
                others = [each for each in wager.table_ids(config.layout.decks) if each not in barred]
                allowed = f"choose {listed(others)}" if others else "leave the wager out"
                yield Subject(table=table.id, part=slug), f"pay table {used} is not available here", allowed
    known = {wager.slug: wager.table_ids() for game in all_games() for wager in game.wagers}
    for slug, ids in case.of.unavailable.items():
        for each in ids:
            if each not in known.get(slug, ()):
                yield EVERYWHERE, f"[unavailable] names pay table {each} of {slug}, which no letter has", "correct it"
