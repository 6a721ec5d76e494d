"""The rulebook as plain data for other programs: games, their rules, pay tables and letters."""

from dataclasses import asdict
from typing import Any

from pitbook.games.letter import Letter
from pitbook.games.model import Game, Wager
from pitbook.money import format_cents
from pitbook.pay import PayTable


def game_record(game: Game) -> dict[str, Any]:
    """A short summary of a game."""
    return {
        "game": game.slug,
        "name": game.name,
        "base": game.base,
        "letter": game.letter.number,
        "maker": game.letter.maker,
        "dated": game.letter.iso_day,
        "submission": game.letter.submission,
        "decks": list(game.decks),
        "joker": game.joker,
        "seats": game.seats,
        "wagers": [{"wager": wager.slug, "name": wager.name, "pay_tables": wager.table_ids()} for wager in game.wagers],
    }


def rules_record(game: Game) -> dict[str, Any]:
    """The procedure of a game, the cards that each wager looks at, and the options of the house."""
    return game_record(game) | {
        "about": game.about,
        "procedure": [{"text": step.text, "cite": step.cite} for step in game.procedure],
        "irregularities": [
            {"name": each.name, "when": each.when, "then": each.then, "cite": each.cite} for each in game.irregularities
        ],
        "wagers": [
            {
                "wager": wager.slug,
                "name": wager.name,
                "about": wager.about,
                "looks_at": [{"cards": group.name, "size": group.size} for group in wager.groups],
                "lowest_bet_cents": wager.lowest,
                "highest_bet_cents": wager.highest,
                "envy_minimum_cents": wager.envy_minimum,
                "outcomes": [
                    {"outcome": outcome.name, "label": outcome.label, "meaning": outcome.meaning}
                    for outcome in wager.outcomes
                ],
                "pay_tables": wager.table_ids(),
                "cite": wager.cite,
            }
            for wager in game.wagers
        ],
        "options": [
            {
                "option": option.name,
                "choices": list(option.choices),
                "default": option.default,
                "meaning": option.meaning,
                "cite": option.cite,
            }
            for option in game.all_options().values()
        ],
    }


def table_record(game: Game, table: PayTable) -> dict[str, Any]:
    """A pay table as its letter prints it."""
    record: dict[str, Any] = {
        "game": game.slug,
        "wager": table.wager,
        "pay_table": table.id,
        "decks": list(table.decks),
        "lines": [
            {"outcome": line.outcome, "label": line.label, "pays": str(line.pay), "envy_cents": line.envy}
            | ({"added": True} if line in table.added else {})
            for line in (*table.lines, *table.added)
        ],
        "cite": table.cite,
    }
    if table.tier:
        record |= {"tier": f"{format_cents(table.tier)} or more", "tier_cents": table.tier}
    if table.heading:
        record["heading"] = table.heading
    if table.game_name:
        record["game_name"] = table.game_name
    return record


def letter_record(game: Game) -> dict[str, Any]:
    """A game's letter, every claim included."""
    letter: Letter = game.letter
    record = asdict(letter)
    for name in ("regulation", "public_rules"):
        if not record[name]:
            del record[name]
    record["game"] = game.slug
    record["decks"] = list(game.decks)
    record["dated"] = letter.iso_day
    record["rules_dated"] = [day.isoformat() for day in letter.rules_dated]
    return record


def bet_rule(wager: Wager) -> str:
    """The bet that the letter allows, in words; empty if the letter leaves it to the house."""
    if wager.lowest is None or wager.highest is None:
        return ""
    if wager.lowest == wager.highest:
        return f"The wager is exactly {format_cents(wager.lowest)}."
    return f"The wager is {format_cents(wager.lowest)} to {format_cents(wager.highest)}."
