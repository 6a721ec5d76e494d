"""The rules of a blackjack table as they are posted."""

from collections.abc import Iterator

from pitbook.families.blackjack.rules.posted import BlackjackRules
from pitbook.reports.family import PostedRules
from pitbook.table.config import TableConfig


def posted_rules(config: TableConfig) -> PostedRules | None:
    """Every rule that the house has chosen, in a player's words."""
    if not isinstance(config.rules, BlackjackRules):
        raise TypeError(f"{config.game.slug} has no blackjack rules")
    return PostedRules("Blackjack at this table", tuple(_sentences(config.rules)))


def fees(config: TableConfig) -> tuple[str, ...]:
    """None: the house takes no fees."""
    return ()


def _sentences(rules: BlackjackRules) -> Iterator[str]:
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
