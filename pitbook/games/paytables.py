"""Reads pay tables from TOML: the built-in ones, and a user's own in the same format.

A table is::

    [[table]]
    id = "RM-08"
    wager = "royal-match"
    decks = [2, 4, 5, 6, 8]
    pays = { royal_match = "25 to 1", suited_blackjack = "5 to 1", two_suited_cards = "2.5 to 1" }
    adds = { crown_treasure = "$1,000" }     # paid on top, where the house offers it
    envy = { royal_match = "$10" }           # to every other qualifying seat

The lines are in printed order. With ``tiers = ["$5", "$25"]`` each pay is a list, one for each tier.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pitbook.errors import BadInput, quoted
from pitbook.money import Cents, Rounding, parse_bet, parse_cents, parse_rounding
from pitbook.pay import Amount, Loss, Odds, Pay, PayLine, PayTable, parse_pay
from pitbook.toml_file import Section, TomlFile

Labels = Mapping[str, Mapping[str, str]]
"""Wager slug -> outcome name -> the label, if a table prints no other."""


def load_tables(path: Path, labels: Labels, *, only_wager: str = "") -> tuple[PayTable, ...]:
    """Every ``[[table]]`` of the file, or all its faults at once.

    With ``only_wager`` the file is a user's: it may leave out the wager and the deck counts, and every
    table must be for that wager.
    """
    file = TomlFile.open(path)
    tables = []
    seen: dict[tuple[str, str, Cents, int], str] = {}
    for section in file.root.sections("table"):
        for table in _read_table(section, labels, only_wager):
            keys = [(table.wager, table.id, table.tier, decks) for decks in table.decks]
            earlier = next((seen[key] for key in keys if key in seen), "")
            if earlier and not section.faulty("id"):
                name = f"pay table {quoted(table.id)} of {table.wager}"
                section.fault("id", f"{name} is already in {earlier} for the same deck count")
            seen |= dict.fromkeys(keys, section.key)
            tables.append(table)
    file.root.done()
    if not tables and not file.faults:
        file.fault("", "the file has no [[table]]")
    file.check()
    return tuple(tables)


def load_own_table(path: Path, wager: str, labels: Labels) -> tuple[PayTable, ...]:
    """A user's one pay table for a wager (several entries where it has tiers)."""
    tables = load_tables(path, labels, only_wager=wager)
    if len({table.id for table in tables}) > 1:
        names = ", ".join(dict.fromkeys(table.id for table in tables))
        raise BadInput(f"{path} holds several pay tables ({names}): a file named with --table holds one")
    return tables


def _read_table(section: Section, labels: Labels, only_wager: str) -> list[PayTable]:
    wager = section.text("wager", only_wager) if only_wager else section.text("wager")
    table_id = section.text("id", "own") if only_wager else section.text("id")
    if not table_id.strip() and "id" in section:
        section.fault("id", "a pay table's id must not be empty")
    decks = section.numbers("decks", tuple(range(1, 9)) if only_wager else ())
    if only_wager and wager != only_wager:
        section.fault("wager", f"this table is for {quoted(wager)}, not for {only_wager!r}")
        wager = only_wager
    if wager and wager not in labels:
        section.fault("wager", f"wager {quoted(wager)} is not known: this file may use {', '.join(labels)}")
    for count in decks:
        if not 1 <= count <= 8:
            section.fault("decks", f"{quoted(count)} decks: a shoe holds 1 to 8")
    if "decks" in section and not decks and not section.faulty("decks"):
        section.fault("decks", "a pay table needs at least one deck count")
    known = labels.get(wager, {})
    own_labels = _own_labels(section, known)
    tiers = _tiers(section)
    envy = _envy(section, known)
    pays = _pays(section, "pays", known, len(tiers))
    adds = _pays(section, "adds", known, len(tiers))
    if "pays" in section and not pays and not section.faulty("pays"):
        section.fault("pays", "a pay table needs at least one line")
    for name in envy:
        if name not in pays and name not in adds:
            section.fault(f"envy.{name}", "this table does not pay that outcome, so it cannot have envy")
    rounding = section.parsed("rounding", parse_rounding, str(Rounding())) or Rounding()
    cite, heading, game_name = (section.text(name, "") for name in ("cite", "heading", "game_name"))
    section.done()

    def lines(printed: Mapping[str, Sequence[str]], tier: int) -> tuple[PayLine, ...]:
        made = []
        for name, texts in printed.items():
            key, parse = (f"pays.{name}", parse_pay) if printed is pays else (f"adds.{name}", _parse_added)
            pay = section.attempt(key, parse, texts[tier]) or Loss()
            made.append(PayLine(name, own_labels.get(name, known.get(name, name)), pay, envy.get(name)))
        return tuple(made)

    return [
        PayTable(
            id=table_id,
            wager=wager,
            decks=tuple(sorted(decks)),
            lines=lines(pays, index),
            added=lines(adds, index),
            tier=tier,
            rounding=rounding,
            cite=cite,
            heading=heading,
            game_name=game_name,
        )
        for index, tier in enumerate(tiers)
    ]


def _parse_added(text: str) -> Pay:
    """A pay on top of another line must not return the stake a second time."""
    pay = parse_pay(text)
    if not isinstance(pay, Amount) and not (isinstance(pay, Odds) and pay.stake_returned):
        raise BadInput(f"{quoted(text)} cannot be paid on top of a line: write '$1,000' or '5 to 1'")
    return pay


def _tiers(section: Section) -> list[Cents]:
    texts = section.texts("tiers", ())
    tiers = [section.attempt("tiers", parse_bet, text) or Cents(0) for text in texts]
    if tiers != sorted(set(tiers)):
        section.fault("tiers", "tiers must rise from the lowest bet to the highest")
    return tiers or [Cents(0)]


def _pays(section: Section, name: str, known: Mapping[str, str], tiers: int) -> dict[str, list[str]]:
    """Outcome -> its printed pay for each tier."""
    pays: dict[str, list[str]] = {}
    part = section.section(name, optional=name == "adds")
    for outcome, value in part.items():
        texts = value if isinstance(value, list) else [value]
        if known and outcome not in known:
            part.fault(outcome, f"outcome {quoted(outcome)} is not known: known are {', '.join(known)}")
        elif not all(isinstance(text, str) for text in texts):
            part.fault(outcome, f'{quoted(value)} is not a pay in quotes, such as "25 to 1"')
        elif len(texts) != tiers:
            part.fault(outcome, f"{len(texts)} pays for {tiers} tier{'s' if tiers > 1 else ''}: give one for each")
        else:
            pays[outcome] = texts
    return pays


def _envy(section: Section, known: Mapping[str, str]) -> dict[str, Cents]:
    envy: dict[str, Cents] = {}
    part = section.section("envy", optional=True)
    for outcome, value in part.items():
        if known and outcome not in known:
            part.fault(outcome, f"outcome {quoted(outcome)} is not known: known are {', '.join(known)}")
        elif not isinstance(value, str):
            part.fault(outcome, f'{quoted(value)} is not an amount in quotes, such as "$250"')
        else:
            cents = part.attempt(outcome, lambda text: parse_cents(text, "envy"), value)
            envy[outcome] = cents if cents is not None else Cents(0)
    return envy


def _own_labels(section: Section, known: Mapping[str, str]) -> dict[str, str]:
    labels: dict[str, str] = {}
    part = section.section("labels", optional=True)
    for outcome in dict(part.items()):
        if known and outcome not in known:
            part.fault(outcome, f"outcome {quoted(outcome)} is not known: known are {', '.join(known)}")
        elif label := part.text(outcome):
            labels[outcome] = label
    return labels
