"""Example values for the schemas of the API's own description."""

from collections.abc import Mapping
from typing import Any, Final

from tests.web.card_room import PIN
from tests.web.test_tables_api import ENTERED

GIVEN: Final[Mapping[str, Any]] = {
    "badge": "eve:token of eve", "pin": PIN, "table": "royal-1", "jackpot": "royal", "person": "dana", "id": "other",
    "day": "2026-11-01", "number": 1, "award": 1, "roles": ["dealer"], "text": ENTERED, "amount": "$1",
    "game": "royal-match-21", "wager": "royal-match-progressive", "pay_table": "RMP", "first": "2026-11-01",
    "last": "2026-11-01", "seed": "$5,000", "contribution": "10%", "decks": 6, "reserve": "2%", "maximum": "",
}  # fmt: skip


def example_of(schemas: Mapping[str, Any], wanted: Mapping[str, Any], name: str = "") -> Any:
    """A value that a schema allows."""
    if "$ref" in wanted:
        return example_of(schemas, schemas[wanted["$ref"].rpartition("/")[2]], name)
    if name in GIVEN:
        return GIVEN[name]
    for key in ("const", "default"):
        if key in wanted:
            return wanted[key]
    if "enum" in wanted or wanted.get("examples"):
        return (wanted.get("enum") or wanted["examples"])[0]
    if "anyOf" in wanted:
        return example_of(schemas, wanted["anyOf"][0], name)
    match wanted.get("type"):
        case "object":
            return {key: example_of(schemas, part, key) for key, part in wanted.get("properties", {}).items()}
        case "array":
            return [example_of(schemas, wanted["items"])] * max(1, wanted.get("minItems", 0))
        case "integer" | "number":
            return max(1, wanted.get("minimum", 1))
        case "boolean":
            return True
        case _:
            return "2026-11-01" if wanted.get("format") == "date" else "x" * max(4, wanted.get("minLength", 0))
