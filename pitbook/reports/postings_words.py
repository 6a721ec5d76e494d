"""The rules of play of a table in a player's words, from the game's procedure and what this house has chosen."""

from collections.abc import Iterator
from typing import Final

from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.games.model import Wager
from pitbook.games.settle import Layout
from pitbook.money import format_cents
from pitbook.pay import Odds, is_offered
from pitbook.table.config import BASE, TableConfig

FOR_THE_DEALER: Final = ("controller", "Game Manager", "hand button", "touch pad", "sensing", "backed out", "tray")
"""Steps of a procedure that speak of these are no player's business."""


def steps(config: TableConfig) -> list[str]:
    """How a round goes: the steps of the procedure that concern a player at this table."""
    others = [wager.name for wager in config.game.wagers if wager.slug not in config.offered and not wager.rides_on]
    return [
        step.text
        for step in config.game.procedure
        if not any(word in step.text for word in FOR_THE_DEALER)
        and not any(step.text.startswith(f"{_short(name)}:") for name in others)
        and ("meter win" not in step.text or config.progressive)
        and not _other_dealing(config, step.cite)
    ]


def _short(name: str) -> str:
    return name.removesuffix(" Progressive") if name.startswith("Blazing") else name


def _other_dealing(config: TableConfig, cite: str) -> bool:
    """EZ Pai Gow's procedure has two ways to deal; one of them is this table's."""
    dealing = config.layout.options.get("dealing")
    return dealing is not None and cite.endswith(" 7" if dealing == "wagered spots" else " 7b")


def base_words(config: TableConfig) -> list[str]:
    """The base game as this house plays it."""
    if isinstance(config.rules, BlackjackRules):
        return list(_blackjack(config.rules))
    if config.game.joker:
        return list(_pai_gow(config.layout))
    return []


def _blackjack(rules: BlackjackRules) -> Iterator[str]:
    pays = rules.blackjack_pays
    decks = "one deck" if rules.decks == 1 else f"{rules.decks} decks"
    yield f"Blackjack is played with {decks}. An ace with a ten-value card pays {pays.numerator} to {pays.denominator}."
    yield f"The dealer draws to 16 and {'hits' if rules.hits_soft_17 else 'stands on'} soft 17."
    which = "any two cards" if rules.double == "any" else f"two cards that make {rules.double.replace('-', ' to ')}"
    after = ", also after a split" if rules.das and rules.split_hands > 1 else ""
    yield f"You may double your wager on {which}{after}; you then get one more card."
    if rules.split_hands > 1:
        cards = "two cards of the same value" if rules.pairs == "value" else "two cards of the same rank"
        yield f"You may split {cards}, up to {rules.split_hands} hands. {_aces(rules)}"
    else:
        yield "Pairs are not split."
    if rules.insurance:
        yield "When the dealer shows an ace you may insure for up to half your wager; insurance pays 2 to 1."
    if rules.surrender != "none":
        when = "before" if rules.surrender == "early" else "after"
        yield f"You may give up your first two cards for half your wager, {when} the dealer looks for a blackjack."
    if rules.hole_card != "peek":
        what = "only your first wager" if rules.only_original_lost else "every wager, doubled and split ones too"
        yield f"The dealer takes no hole card; a dealer's blackjack takes {what}."
    if rules.charlie:
        yield "Five cards that do not go over 21 win at once."
    elif rules.five_card_21_pays is not None:
        ratio = rules.five_card_21_pays
        yield f"21 in five or more cards pays {ratio.numerator} to {ratio.denominator} at once."


def _aces(rules: BlackjackRules) -> str:
    more = "may be split again" if rules.resplit_aces else "are not split again"
    cards = "and may take more cards" if rules.hit_split_aces else "and get one card each"
    return f"Split aces {more} {cards}."


def _pai_gow(layout: Layout) -> Iterator[str]:
    options = layout.options
    yield "The pack is 52 cards and a joker, which is an ace or completes a straight, flush or straight flush."
    wheel = "second-highest" if options.get("wheel") == "second-highest" else "lowest"
    yield f"A-2-3-4-5 is the {wheel} straight."
    yield (
        "Set your seven cards as a five-card hand and a two-card hand of lower rank; a two-card hand that ranks higher "
        "loses. Ask the dealer to set them the house way if you like."
    )
    yield "Beat both of the dealer's hands to win; beat one of them to push. Equal hands go to the dealer."
    if "commission" in options:
        yield f"A winning wager is paid even money less a commission of {options['commission']} of the win."
    else:
        yield "A winning wager is paid even money. If the dealer's hand is a queen-high pai gow, the wager pushes."
    if "folded-hand" in options:
        may = "may still win" if options["folded-hand"] == "qualifies" else "wins no"
        what = "a bonus wager or the jackpot" if options["folded-hand"] == "qualifies" else "bonus wager and no jackpot"
        yield f"A folded hand {may} {what}."


def wager_words(config: TableConfig, wager: Wager) -> list[str]:
    """What a wager is about, and what qualifies for more."""
    words = [wager.about]
    tables = config.layout.tables.get(wager.slug, ())
    if wager.envy_minimum is not None and any(line.envy for table in tables for line in table.lines):
        words.append(
            f"With a bet of {format_cents(wager.envy_minimum)} or more you also win the envy bonus when another player "
            "has such a hand; never for your own hand or the dealer's."
        )
    added = {line.label: line for table in tables for line in table.added if is_offered(line, config.layout.options)}
    words += [f"{line.label} pays {line.pay} on top." for line in added.values()]
    if wager.slug == BASE or not tables:
        return words
    if any(isinstance(line.pay, Odds) and not line.pay.stake_returned for table in tables for line in table.lines):
        words.append("'For 1' means that the wager itself is not returned; 'to 1' that it is.")
    if any(outcome.sum_of for outcome in wager.outcomes):
        words.append("Each match is paid by itself.")
    elif len(tables[0].lines) > 1:
        words.append("Only the highest line that your cards make is paid.")
    return words
