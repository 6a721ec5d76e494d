"""The rules of a blackjack table: names, defaults and refusals."""

from dataclasses import fields
from fractions import Fraction

import pytest

from pitbook import games
from pitbook.errors import BadInput, NotApproved
from pitbook.families.blackjack.rules.base import BLACKJACK_OPTIONS, BLACKJACK_PAYS, SOFT_17
from pitbook.families.blackjack.rules.posted import RULES, BlackjackRules, headline, parse_rules, rules_of_game


def test_every_field_is_a_rule_of_the_same_name_and_default() -> None:
    """The command line and the mathematics have the same list of rules."""
    assert [option.name.replace("-", "_") for option in RULES] == [each.name for each in fields(BlackjackRules)]
    assert BlackjackRules().items() == {option.name: option.default for option in RULES}


def test_base_wager_options_are_rules() -> None:
    """The settlement options have the same names and meanings; only the rounding of pays is not a rule of play."""
    names = {option.name for option in RULES}

    assert {option.name for option in BLACKJACK_OPTIONS} - names == {"rounding"}
    for choice in SOFT_17.choices:
        assert parse_rules({"soft17": choice}).soft17 == choice
    for choice in BLACKJACK_PAYS.choices:
        won, bet = choice.split(":")
        assert parse_rules({"blackjack-pays": choice}).blackjack_pays == Fraction(int(won), int(bet))


def test_the_defaults_are_washingtons() -> None:
    """Regulation 2.1: six decks, H17, 3:2, any two, DAS, four hands, one card to split aces, peek, no surrender."""
    rules = BlackjackRules()

    assert (rules.decks, rules.hits_soft_17, rules.blackjack_pays, rules.double) == (6, True, Fraction(3, 2), "any")
    assert (rules.das, rules.split_hands, rules.resplit_aces, rules.hit_split_aces) == (True, 4, False, False)
    assert (rules.surrender, rules.hole_card, rules.insurance, rules.five_card) == ("none", "peek", True, "none")
    assert str(rules) == "the standard rules"


def test_only_changed_rules_are_shown_and_they_read_back() -> None:
    """The text of rules has the form of the command line."""
    rules = BlackjackRules(decks=2, soft17="stand", blackjack_pays=Fraction(6, 5), das=False, surrender="late")

    assert str(rules) == "decks=2 soft17=stand blackjack-pays=6:5 das=no surrender=late"
    assert parse_rules([tuple(word.split("=")) for word in str(rules).split()]) == rules  # type: ignore[misc]
    assert parse_rules(rules.items()) == rules


def test_the_headline_uses_a_players_words() -> None:
    """One line, with what a player asks about."""
    rules = parse_rules(
        {"surrender": "late", "hole-card": "european", "five-card": "21-pays-2:1", "split-hands": "1"}, 1
    )

    assert headline(rules) == (
        "one deck, dealer hits soft 17, blackjack pays 3:2, double any two, no splits, late surrender, no hole card, "
        "five-card 21 pays 2:1"
    )


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"soft17": "draw"}, "rule soft17='draw' is not known: allowed are stand, hit"),
        ({"soft-17": "hit"}, "blackjack has no rule 'soft-17': it has decks, soft17"),
        ({"decks": "9"}, "rule decks=9 is not possible: a shoe holds 1 to 8 decks"),
        ({"decks": "six"}, "rule decks: 'six' is not a whole number"),
        ({"split-hands": "5"}, "rule split-hands='5' is not known: allowed are 1, 2, 3, 4"),
        ({"das": "maybe"}, "rule das='maybe' is not known: allowed are yes, no"),
        ({"blackjack-pays": "3/2"}, "rule blackjack-pays: '3/2' is not a ratio: write 3:2, 6:5 or 1:1"),
        ({"blackjack-pays": "3:0"}, "'3:0' is not a ratio"),
        ({"blackjack-pays": "0:1"}, "'0:1' is not a ratio"),
        ({"double": "8-11"}, "allowed are any, 9-11, 10-11"),
        ({"surrender": "yes"}, "allowed are none, late, early"),
        ({"hole-card": "none"}, "allowed are peek, european, original-bets-only"),
        ({"five-card": "bonus"}, "'bonus' is not known: allowed are none, charlie, and 21-pays-2:1"),
        ({"resplit-aces": "yes", "split-hands": "2"}, "resplit-aces=yes needs split-hands=3 or more"),
        ({"hit-split-aces": "yes", "split-hands": "1"}, "hit-split-aces=yes needs split-hands=2 or more"),
    ],
)
def test_invalid_rule_is_refused_with_one_sentence(given: dict[str, str], words: str) -> None:
    """It names the rule and says what is allowed."""
    with pytest.raises(BadInput) as refused:
        parse_rules(given)

    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_rule_given_twice_or_against_the_decks_is_refused() -> None:
    """A contradiction is not settled silently."""
    with pytest.raises(BadInput, match="rule das is given twice"):
        parse_rules([("das", "yes"), ("das", "no")])
    with pytest.raises(BadInput, match="contradicts 6 decks"):
        parse_rules({"decks": "2"}, decks=6)
    assert parse_rules({"decks": "6"}, decks=6).decks == 6


def test_a_games_options_and_decks_are_its_base_wagers_rules() -> None:
    """The letter's deck counts hold, and an option of the game is a rule of the same name."""
    game = games.game("match-n-poker")

    assert rules_of_game(game, None, {}, {"soft17": "stand"}) == BlackjackRules(decks=6, soft17="stand")
    assert rules_of_game(game, 2, {"das": "no"}, {}) == BlackjackRules(decks=2, das=False)
    with pytest.raises(NotApproved, match="approved for 2, 4, 5, 6 and 8 decks, not 1"):
        rules_of_game(game, 1, {}, {})
    with pytest.raises(BadInput, match="rule soft17 is given twice"):
        rules_of_game(game, 6, {"soft17": "hit"}, {"soft17": "stand"})


def test_number_of_splits_allowed() -> None:
    """Aces once unless they may be resplit; tens of unlike rank never, where ranks must match."""
    assert [BlackjackRules().most_hands(value) for value in (1, 2, 10)] == [2, 4, 4]
    assert BlackjackRules(resplit_aces=True).most_hands(1) == 4
    assert BlackjackRules(pairs="rank").most_hands(10) == 1
    assert [BlackjackRules(double="9-11").may_double(total) for total in (8, 9, 11, 12)] == [False, True, True, False]
