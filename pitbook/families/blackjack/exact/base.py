"""The sheet of the base game beside those of other wagers: the same figures under the same names.

NumPy is loaded only when a sheet is worked out.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from pitbook.cards import Cards, Shoe
from pitbook.families.blackjack.rules.base import base_wager
from pitbook.families.blackjack.rules.posted import BlackjackRules, parse_rules
from pitbook.games.model import Game
from pitbook.games.options_read import values_read

BASE: Final = "base"
NAME: Final = "Blackjack"
METHOD: Final = "solved over the values of all cards without replacement; no deals are counted one by one"
OF_THE_MOMENT: Final = ("seconds", "from_cache")
"""What a record says of how it was come by, which no report repeats."""


@dataclass(frozen=True, slots=True)
class BlackjackSheet:
    """Blackjack solved for some rules, by itself or as the base game of a game of the rulebook.

    Where a par sheet has one figure and this has two, it is that of the strategy chart.
    """

    record: Mapping[str, Any]
    game: Game | None = None

    @property
    def title(self) -> str:
        return NAME if self.game is None else self.game.name

    @property
    def slug(self) -> str:
        return str(self.record["game"])

    @property
    def rules(self) -> BlackjackRules:
        return parse_rules(self.record["rules"])

    @property
    def decks(self) -> int:
        return int(self.record["decks"])

    @property
    def house_edge(self) -> float:
        return float(self.record["house_edge"]["total_dependent"])

    @property
    def hit_frequency(self) -> float:
        return float(self.record["win"])

    @property
    def standard_deviation(self) -> float:
        return float(self.record["standard_deviation"])

    @property
    def dated(self) -> date:
        """The letter's date; none for blackjack by itself."""
        return date.min if self.game is None else self.game.letter.dated

    @property
    def inputs_hash(self) -> str:
        """A fingerprint of all that the sheet was computed from: SHA-256, in hexadecimal."""
        inputs = {key: self.record[key] for key in ("version", "game", "rules", "shoe")}
        return hashlib.sha256(json.dumps(inputs, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Everything on the sheet, as other programs rely on it."""
        return dict(self.record) | {
            "method": METHOD,
            "rule_hash": self.rule_hash,
            "inputs_hash": self.inputs_hash,
        }

    @property
    def rule_hash(self) -> str:
        """The hash of the base wager's rule. What it pays follows from the rules that the sheet lists."""
        from pitbook.exact.rule_hash import rule_hash

        return rule_hash(base_wager(""))

    def to_keep(self) -> dict[str, Any]:
        """The same without how long it took, for a report that is the same every time."""
        return {name: value for name, value in self.to_dict().items() if name not in OF_THE_MOMENT}

    def lines(self) -> Iterator[dict[str, Any]]:
        """Every net result as one flat line, under the names that par sheets have; empty where there is no count."""
        for row in self.record["outcomes"]:
            chance, net = row["probability"], row["net_decimal"]
            yield {
                "game": self.slug,
                "wager": BASE,
                "pay_table": "house",
                "decks": self.decks,
                "outcome": f"net {row['net']}",
                "label": net_words(net),
                "count": None,
                "probability": None,
                "probability_decimal": chance,
                "one_in": 1 / chance,
                "pays": f"{row['net']} to 1" if net > 0 else "push" if net == 0 else "loss",
                "return": None,
                "return_decimal": chance * net,
                "total": None,
                "hit_frequency_decimal": self.hit_frequency,
                "house_edge_decimal": self.house_edge,
                "standard_deviation": self.standard_deviation,
            }


def net_words(net: float) -> str:
    """``Wins 1.5``, ``Push``, ``Loses 2``: for each unit of the first wager."""
    return "Push" if net == 0 else f"{'Wins' if net > 0 else 'Loses'} {abs(net):g}"


def solve_base(rules: BlackjackRules, game: Game | None = None, removed: Cards = ()) -> BlackjackSheet:
    """The sheet for these rules, from a full shoe or one that lacks some cards."""
    from pitbook.families.blackjack.exact.sheet import blackjack_sheet
    from pitbook.families.blackjack.exact.values import composition_of

    record = blackjack_sheet(rules, composition_of(Shoe.of_decks(rules.decks).without(removed)))
    if game is None:
        return BlackjackSheet(record)
    read = values_read(game, [game.wager(BASE)], [], "count", rules.items())
    return BlackjackSheet(record | {"game": game.slug, "letter": game.letter.number, "options": read}, game)
