"""Pai gow figures as plain data: the additional fields of a par sheet's record, and the advice on one hand."""

from fractions import Fraction
from typing import Any, Final

from pitbook.cards import card_names
from pitbook.exact.par import ParSheet
from pitbook.exact.record import pair
from pitbook.families.pai_gow.exact.best import Outdone
from pitbook.families.pai_gow.exact.comparison import Comparison
from pitbook.families.pai_gow.exact.count import WHOLE_PACK
from pitbook.families.pai_gow.exact.hand import SettingAdvice, SettingChoice
from pitbook.families.pai_gow.exact.sheet import player_way_of, set_hands_of
from pitbook.families.pai_gow.rules.base import is_barred
from pitbook.games.model import Game
from pitbook.hands.house_ways import house_way
from pitbook.hands.poker import CLASS_NAMES, describe

COUNTS_NOTE: Final = (
    "win, lose and push are all pairs of disjoint hands by comparison, as if nothing were barred: win + lose + push = "
    "total; barred_win and barred_lose are the parts of win and lose that a barred dealer's hand turns into pushes"
)
NOT_BARRED: Final = "win + lose + push = total; no dealer's hand is barred in this game"
MOST_DIFFERENCES: Final = 40
"""The costliest groups; the others cost almost nothing."""


def pai_gow_record(sheet: ParSheet) -> dict[str, Any]:
    """The ways that hands are set, and for the base wager the counts of all pairs."""
    record: dict[str, Any] = {"house_way": sheet.options["house-way"], "player_way": player_way_of(sheet)}
    found = set_hands_of(sheet)
    if found.comparison is not None:
        barred = is_barred(sheet.wager)
        record["counts"] = counts_record(found.comparison, barred)
        record["counts_note"] = COUNTS_NOTE if barred else NOT_BARRED
        record["copies"] = copies_record(found.comparison)
    if found.best is not None:
        outdone = found.best.outdone
        record["differences"] = [difference_record(sheet, group) for group in outdone[:MOST_DIFFERENCES]]
        record["differences_in_all"] = {
            "groups": len(outdone),
            "hands": sum(group.hands for group in outdone),
            **pair("cost", sum((group.cost for group in outdone), Fraction(0))),
        }
    return record


def counts_record(found: Comparison, barred: bool) -> dict[str, int]:
    """All pairs, as whole numbers."""
    return {
        "win": found.win,
        "lose": found.lose,
        "push": found.push,
        "barred_win": found.barred_win if barred else 0,
        "barred_lose": found.barred_lose if barred else 0,
        "total": found.pairs,
    }


def copies_record(found: Comparison) -> dict[str, int | None] | None:
    """Pairs with equal hands, which go to the dealer; None where they were not counted."""
    if found.both_copies is None:
        return None
    return {"five_card": found.five_copies, "two_card": found.two_copies, "both": found.both_copies}


def difference_record(sheet: ParSheet, group: Outdone) -> dict[str, Any]:
    """Hands that the house way does not set optimally."""
    row = house_way(sheet.options["house-way"]).rows[group.row]
    return {
        "row": row.id,
        "contains": row.contains,
        "house_way": shape_words(*group.way),
        "better": shape_words(*group.best),
        "hands": group.hands,
        "frequency_decimal": group.hands / WHOLE_PACK.hands,
        **pair("cost", group.cost),
        **pair("most", group.most),
        "example": {"house_way": str(group.example), "better": str(group.better)},
    }


def shape_words(five: int, two_is_pair: bool) -> str:
    """``low hand: pair, high hand: two pair``."""
    return f"low hand: {'pair' if two_is_pair else 'high cards'}, high hand: {CLASS_NAMES[five]}"


def advice_record(game: Game, advice: SettingAdvice, top: int) -> dict[str, Any]:
    """The record of the advice on one hand."""
    way, row = house_way(advice.way), advice.row
    return {
        "game": game.slug,
        "cards": card_names(advice.cards),
        "house_way": {
            "name": advice.way,
            **setting_record(advice.of_way),
            "row": row.id,
            "contains": row.contains,
            "low_hand": row.low,
            "cite": way.citation,
        },
        "best": setting_record(advice.best),
        **pair("house_way_costs", advice.best.expectation - advice.of_way.expectation),
        "dealer_hands": advice.best.hands,
        "settings": [
            {
                **setting_record(choice),
                "win": choice.win,
                "push": choice.push,
                "lose": choice.lose,
                "barred": choice.barred,
                **pair("expectation", choice.expectation),
                "is_house_way": choice is advice.of_way,
            }
            for choice in advice.shown(top)
        ],
        "legal_settings": len(advice.choices),
        "note": "settings of equal value are one; expectations are for each unit wagered, against every hand that the "
        "dealer may have beside these cards, set by the house way",
    }


def setting_record(choice: SettingChoice) -> dict[str, str]:
    """A setting in cards and in words."""
    setting = choice.setting
    return {
        "setting": str(setting),
        "low": card_names(setting.low),
        "high": card_names(setting.high),
        "low_is": describe(choice.low),
        "high_is": describe(choice.high),
    }
