"""Par sheets as plain data: the JSON record, CSV and data frames."""

import csv
import hashlib
import io
import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from pitbook import __version__
from pitbook.cards import JOKER, Cards, Shoe, card_names
from pitbook.errors import BadInput
from pitbook.exact.family import family_of
from pitbook.exact.par import OutcomeRow, ParSheet, edges_by_players
from pitbook.exact.printed import parse_printed
from pitbook.exact.progressive import Preset, progressive, record
from pitbook.exact.rule_hash import rule_hash, rule_text
from pitbook.games.package import hash_of_table
from pitbook.money import Cents
from pitbook.pay import MeterShare

CSV_COLUMNS: Final = (
    "game", "wager", "pay_table", "decks",
    "outcome", "label", "count", "probability", "probability_decimal", "one_in", "pays", "return", "return_decimal",
    "total", "hit_frequency_decimal", "house_edge_decimal", "standard_deviation",
)  # fmt: skip


def ratio(value: Fraction | None) -> str | None:
    """``"n/d"`` in lowest terms, also for an integer."""
    return None if value is None else f"{value.numerator}/{value.denominator}"


def decimal(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def pair(name: str, value: Fraction | None, *, exact: bool = True) -> dict[str, Any]:
    """A fraction and its decimal; without the fraction if it only holds a floating-point number."""
    return {name: ratio(value) if exact else None, f"{name}_decimal": decimal(value)}


OF_THE_MOMENT: Final = ("seconds", "from_cache")
"""Fields of a record about its computation, which reports omit."""


def record_of(sheet: ParSheet) -> dict[str, Any]:
    """Everything on the sheet as a JSON record."""
    return sheet_record(sheet) if sheet.detail is None else family_of(sheet.game).record_of(sheet)


def record_to_keep(sheet: ParSheet) -> dict[str, Any]:
    """The same without the computing time, for a reproducible report."""
    return {name: value for name, value in record_of(sheet).items() if name not in OF_THE_MOMENT}


def sheet_record(sheet: ParSheet) -> dict[str, Any]:
    """The fields that the sheets of all families have."""
    exact = sheet.solved is None
    entries: dict[str, Any] = {
        "game": sheet.game.slug,
        "wager": sheet.wager.slug,
        "pay_table": sheet.table.id,
        "decks": sheet.decks,
        "outcomes": [outcome_record(row) for row in sheet.rows],
        **pair("hit_frequency", sheet.hit_frequency, exact=exact),
        **pair("house_edge", sheet.house_edge, exact=exact),
        "standard_deviation": sheet.standard_deviation,
        "volatility_index": sheet.volatility_index,
        "skewness": sheet.skewness,
        "variance": decimal(sheet.variance),
        "variance_exact": ratio(sheet.variance) if exact else None,
        "total": sheet.deals,
        "basis": basis_record(sheet),
        "variants": [{"basis": each.basis, **pair("house_edge", each.house_edge)} for each in sheet.variants],
        "options": sheet.options_read(),
        "assumptions": list(sheet.assumptions),
    }
    if sheet.solved is not None:
        entries |= {"house_edge_error": sheet.solved.error, "probability_error": sheet.solved.chance_error}
    if sheet.average_win is not None:
        entries |= pair("average_win", sheet.average_win / 100)
    if sheet.envy_value is not None:
        entries["envy"] = envy_record(sheet)
    if has_meter(sheet):
        entries["progressive"] = record(progressive(sheet), preset_of(sheet))
    return entries | {
        "method": sheet.method,
        "version": __version__,
        "rule_hash": rule_hash(sheet.wager),
        "table_hash": hash_of_table(sheet.table),
        "inputs_hash": inputs_hash(sheet),
    }


def outcome_record(row: OutcomeRow) -> dict[str, Any]:
    """One line of the sheet."""
    exact = row.combinations is not None
    returned = pair("return", row.returned)
    if not exact and row.net is not None:
        returned = {"return": None, "return_decimal": float(row.probability) * float(row.net)}
    return {
        "outcome": row.outcome,
        "label": row.label,
        "count": row.combinations,
        **pair("probability", row.probability, exact=exact),
        "one_in": decimal(row.one_in),
        "pays": row.pays,
        **returned,
    }


def basis_record(sheet: ParSheet) -> dict[str, Any]:
    """The basis of the figures beside table and shoe."""
    basis = sheet.basis
    return {
        "bet_cents": basis.bet,
        "spots_cents": list(basis.spots) or None,
        "seats": basis.seats,
        "meter_cents": basis.meter,
        "added": [line.outcome for line in sheet.table.added] if basis.added else [],
        "prizes_cents": dict(basis.prizes),
        "rounding": None if basis.rounding is None else str(basis.rounding),
        "removed": card_names(removed_cards(sheet)),
    }


def envy_record(sheet: ParSheet) -> dict[str, Any]:
    """The envy value of other seats' hands, and the edge by the number of players."""
    return {
        "bet_cents": sheet.envy_bet,
        **pair("value_per_other_seat", sheet.envy_value),
        "players": sheet.basis.seats,
        "house_edge_by_players": [
            {"players": players, **pair("house_edge", edge)} for players, edge in edges_by_players(sheet).items()
        ],
    }


def has_meter(sheet: ParSheet) -> bool:
    return any(isinstance(line.pay, MeterShare) for line in sheet.table.lines)


def preset_of(sheet: ParSheet) -> Preset | None:
    """The meter's configuration that the letter prints for this table and deck count; None if it prints none.

    The letter prints seed, reserve and hold; the contribution is the remainder.
    """
    printed = {
        claim.figure: parse_printed(claim.printed).value
        for claim in sheet.game.letter.claims
        if (claim.wager, claim.table, claim.decks) == (sheet.wager.slug, sheet.table.id, sheet.decks)
        and claim.figure in ("seed", "reserve", "house advantage")
    }
    if len(printed) < 3:
        return None
    seed, reserve = Cents(int(printed["seed"] * 100)), printed["reserve"]
    feeding = progressive(sheet).feeding_for(printed["house advantage"], seed)
    return Preset(
        seed, feeding - reserve, reserve, "seed, reserve and hold as printed; the contribution is what they leave"
    )


def removed_cards(sheet: ParSheet) -> Cards:
    """The cards missing from a full shoe, in card order."""
    full = Shoe.of_decks(sheet.decks, joker=sheet.game.joker)
    return tuple(card for card in range(JOKER + 1) for _ in range(full.counts[card] - sheet.shoe.counts[card]))


def inputs_hash(sheet: ParSheet) -> str:
    """The SHA-256 hash, in hexadecimal, of all inputs of the sheet, including Pitbook's version."""
    table = sheet.table
    inputs = {
        "version": __version__,
        "game": sheet.game.slug,
        "wager": sheet.wager.slug,
        "rule": rule_text(sheet.wager.rule),
        "pay_table": table.id,
        "tier_cents": table.tier,
        "lines": [[line.outcome, line.label, str(line.pay), line.envy] for line in table.lines],
        "added": [[line.outcome, line.label, str(line.pay), line.envy] for line in table.added],
        "decks": sheet.decks,
        "options": dict(sheet.options),
        "basis": basis_record(sheet),
    }
    canonical = json.dumps(inputs, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def lines(sheets: Iterable[ParSheet]) -> Iterator[dict[str, Any]]:
    """Every outcome of every sheet as one flat row, with the figures of its sheet beside it."""
    for sheet in sheets:
        figures = {
            "game": sheet.game.slug,
            "wager": sheet.wager.slug,
            "pay_table": sheet.table.id,
            "decks": sheet.decks,
            "total": sheet.deals,
            "hit_frequency_decimal": decimal(sheet.hit_frequency),
            "house_edge_decimal": decimal(sheet.house_edge),
            "standard_deviation": sheet.standard_deviation,
        }
        for row in sheet.rows:
            both = figures | outcome_record(row)
            yield {name: both[name] for name in CSV_COLUMNS}


def csv_text(sheets: Iterable[ParSheet]) -> str:
    """All outcomes under one header line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows([_cell(name, value) for name, value in line.items()] for line in lines(sheets))
    return text.getvalue()


def _cell(name: str, value: Any) -> Any:
    """Marks a user's name that a spreadsheet would execute as a formula as text."""
    own = name in ("pay_table", "outcome", "label", "pays")
    return f"'{value}" if own and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def frame(sheets: Iterable[ParSheet]) -> Any:
    """All outcomes as a pandas data frame, else a polars one."""
    for library in ("pandas", "polars"):
        if find_spec(library):
            found = list(lines(sheets))
            return import_module(library).DataFrame({name: [line[name] for line in found] for name in CSV_COLUMNS})
    raise BadInput("a data frame needs pandas or polars: pip install one of them")
