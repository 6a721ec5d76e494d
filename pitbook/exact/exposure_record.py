"""Sessions, effects of removal and exposures as JSON records."""

from fractions import Fraction
from itertools import zip_longest
from math import isinf
from typing import Any, Final

from pitbook.cards import card_name
from pitbook.exact.counting import Advantage, Exposure, is_shoe_game
from pitbook.exact.par import ParSheet
from pitbook.exact.removal import Removal
from pitbook.exact.session import SessionDistribution
from pitbook.games.model import Use

QUANTILES: Final = (0.001, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)
LOSSES: Final = (10, 20, 50, 100, 200, 500, 1000)
"""Losses, in wagers of one round: the record gives the probability of losing at least this much, if that is
possible."""


def _identity(sheet: ParSheet, use: Use = "count") -> dict[str, Any]:
    return {
        "game": sheet.game.slug,
        "wager": sheet.wager.slug,
        "pay_table": sheet.table.id,
        "decks": sheet.decks,
        "bet_cents": sheet.basis.bet,
        "meter_cents": sheet.basis.meter,
        "options": sheet.options_read(use),
    }


def _exact(name: str, value: Fraction) -> dict[str, Any]:
    """A fraction in lowest terms and its decimal."""
    return {name: f"{value.numerator}/{value.denominator}", f"{name}_decimal": float(value)}


def stake_of(sheet: ParSheet) -> int:
    """The total wager of one round, in cents."""
    spots = sheet.game.wager(sheet.wager.components[0]).spots if sheet.wager.components else 1
    return sum(sheet.basis.spots) or sheet.basis.bet * spots


def session_record(sheet: ParSheet, found: SessionDistribution) -> dict[str, Any]:
    stake = stake_of(sheet)

    def money(net: Fraction | None) -> float | None:
        return None if net is None else float(net * stake)

    return _identity(sheet, "rounds") | {
        "rounds": found.rounds,
        "wagered_each_round_cents": stake,
        **_exact("mean", found.mean),
        "mean_cents": money(found.mean),
        "standard_deviation": found.standard_deviation,
        "standard_deviation_cents": found.standard_deviation * stake,
        "lowest": str(found.lowest),
        "highest": str(found.highest),
        "chance_ahead": found.chance_ahead,
        "chance_even": found.chance_even,
        "chance_behind": found.chance_behind,
        "bell_curve_chance_ahead": 1 - found.normal_at_most(0),
        "quantiles": [
            {"chance": chance, **_exact("net", net := found.quantile(chance)), "net_cents": money(net)}
            for chance in QUANTILES
        ],
        "lost_at_least": [
            {"bets": bets, "cents": bets * stake, "chance": found.chance_lost_at_least(bets)}
            for bets in LOSSES
            if -bets >= found.lowest
        ],
        "histogram": [
            {"from_cents": money(bar.low), "below_cents": money(bar.high), "chance": bar.chance}
            for bar in found.histogram()
        ],
        "unit": "one round's wager; mean, deviation and quantiles are in it",
        "method": found.method,
        "error": found.error,
        "error_is_an_estimate": found.estimated,
    }


def removal_record(found: Removal) -> dict[str, Any]:
    return _identity(found.sheet) | {
        **_exact("house_edge", found.house_edge),
        "effects": [
            {
                "label": effect.label,
                "cards": [card_name(card) for card in effect.cards],
                "copies": effect.copies,
                **_exact("change", effect.change),
                **_exact("house_edge_without", effect.house_edge),
            }
            for effect in found.effects
        ],
        "fresh_pack_each_round": not is_shoe_game(found.sheet.game),
    }


def exposure_record(found: Exposure) -> dict[str, Any]:
    def advantage(each: Advantage) -> dict[str, Any]:
        return {
            "counter": each.counter,
            "share_of_rounds": each.share,
            "share_error": each.share_error,
            "average_edge": each.edge,
            "per_100_rounds": each.per_100_rounds,
            "per_100_rounds_error": 100 * each.per_round_error,
            "per_shoe": each.per_shoe,
            "rounds_per_shoe": each.rounds,
        }

    deep = found.at_penetration
    return _identity(found.sheet) | {
        "penetration": float(found.penetration),
        "players": found.players,
        "cards_per_round": float(found.cards_per_round),
        "rounds_per_shoe": found.rounds,
        **_exact("house_edge", found.removal.house_edge),
        "counters": [advantage(each) for each in found.advantages],
        "bell_curve": advantage(found.bell_curve),
        "at_penetration": {
            "standard_deviation": deep.deviation,
            "standard_deviation_seen_by_best_count": deep.seen_deviation,
            "share_of_variance_seen_by_best_count": deep.seen_share,
            "favourable": deep.favourable,
            "quantiles": [{"chance": chance, "edge": edge} for chance, edge in (deep.quantiles or {}).items()],
        },
        "counts": [
            {
                "count": count.name,
                "tags": {card_name(card): float(tag) for card, tag in count.tags.items()},
                "mean_tag": float(count.mean),
                "correlation": count.correlation,
                "true_count_of_no_edge": count.index,
                "bet_from_true_count": None if index is None or isinf(index) else index,
            }
            for count, index in zip_longest(found.counts, found.indexes)
        ],
        "by_penetration": [
            {"penetration": float(cut), "counters": [advantage(each) for each in ways]}
            for cut, ways in found.by_penetration
        ],
        "unit": "one round's wager",
        "method": found.method,
    }
