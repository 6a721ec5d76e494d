"""Properties of every rule of the rulebook, for every game."""

import random
from collections.abc import Callable, Iterator
from inspect import isfunction

import pytest

from pitbook.cards import JOKER, Cards, Shoe
from pitbook.exact.deals import SUIT_PERMUTATIONS, renamed
from pitbook.exact.kernels import compiled
from pitbook.games import all_games
from pitbook.games.model import Game, Wager
from tests.every_game import marks_of

WAGERS = [(game, wager) for game in all_games() for wager in game.wagers if all(group.size for group in wager.groups)]


def every_wager(*, having: Callable[[Wager], bool] = lambda wager: True, sample: bool = False) -> pytest.MarkDecorator:
    """The wagers that a test is about, by name; with ``sample`` those of games outside the sample are marked slow."""
    chosen = [(game, wager) for game, wager in WAGERS if having(wager)]
    return pytest.mark.parametrize(
        ("game", "wager"),
        [
            pytest.param(game, wager, marks=marks_of(game.slug) if sample else [], id=f"{game.slug}-{wager.slug}")
            for game, wager in chosen
        ],
    )


def deals(game: Game, wager: Wager, count: int, seed: int = 1) -> Iterator[tuple[tuple[Cards, ...], tuple[int, ...]]]:
    """Random groups of cards for a wager, from few ranks so that rare outcomes come up, and random readings."""
    choose = random.Random(seed)
    shoe = Shoe.of_decks(game.default_decks, joker=game.joker)
    for number in range(count):
        ranks = choose.sample(range(13), 13 if number % 2 or game.decks == (1,) else 3)
        cards = [card for card in range(JOKER + 1) for _ in range(shoe.counts[card]) if card >> 2 in (*ranks, 13)]
        dealt = choose.sample(cards, sum(group.size for group in wager.groups))
        groups = []
        for group in wager.groups:
            groups.append(tuple(dealt[: group.size]))
            dealt = dealt[group.size :]
        reads = (*wager.reads, wager.choice) if wager.choice else wager.reads
        yield tuple(groups), tuple(choose.randrange(len(option.choices)) for option in reads)


@every_wager(having=lambda wager: isfunction(wager.rule), sample=True)
def test_a_compiled_rule_answers_as_the_plain_one(game: Game, wager: Wager) -> None:
    """The simulator runs the rulebook's own functions, so they must compile and agree to the last bit."""
    fast = compiled(wager.rule)
    for groups, reads in deals(game, wager, 400):
        assert fast(*groups, *reads) == wager.rule(*groups, *reads)


@every_wager(having=lambda wager: wager.suits != "named")
def test_rule_uses_only_the_declared_suit_information(game: Game, wager: Wager) -> None:
    """If suits are interchangeable, permuting them in all cards changes no answer."""
    for groups, reads in deals(game, wager, 60):
        for new in SUIT_PERMUTATIONS:
            assert wager.rule(*(renamed(group, new) for group in groups), *reads) == wager.rule(*groups, *reads)


@every_wager()
def test_rule_ignores_the_order_within_a_group(game: Game, wager: Wager) -> None:
    """Cards of one group are counted without order, so a rule must not see it."""
    shuffle = random.Random(5)
    for groups, reads in deals(game, wager, 200):
        mixed = [tuple(shuffle.sample(group, len(group))) for group in groups]
        assert wager.rule(*mixed, *reads) == wager.rule(*groups, *reads)


@every_wager(having=lambda wager: wager.card_class is not None)
def test_cards_of_one_declared_class_are_interchangeable(game: Game, wager: Wager) -> None:
    """Replacing a card by one that the wager calls equivalent does not change the answer."""
    assert wager.card_class is not None
    replace = random.Random(7)
    for groups, reads in deals(game, wager, 300):
        *before, last = groups
        place = replace.randrange(len(last))
        for other in range(JOKER + game.joker):
            if wager.card_class(*before, other) == wager.card_class(*before, last[place]):
                swapped = (*last[:place], other, *last[place + 1 :])
                assert wager.rule(*before, swapped, *reads) == wager.rule(*groups, *reads)


@every_wager(having=lambda wager: wager.card_kind is not None)
def test_cards_of_one_class_are_interchangeable_in_every_group(game: Game, wager: Wager) -> None:
    assert wager.card_kind is not None
    replace = random.Random(7)
    for groups, reads in deals(game, wager, 300):
        at = replace.randrange(len(groups))
        place = replace.randrange(len(groups[at]))
        for other in range(JOKER + game.joker):
            if wager.card_kind(other) == wager.card_kind(groups[at][place]):
                swapped = [*groups]
                swapped[at] = (*groups[at][:place], other, *groups[at][place + 1 :])
                assert wager.rule(*swapped, *reads) == wager.rule(*groups, *reads)
