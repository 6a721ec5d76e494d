"""The texts that players read at every table: random rounds are dealt, and every sentence is checked."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from pitbook.money import dollars
from pitbook.room.play.service import play_config, played
from pitbook.table.config import TableConfig, default_bet
from pitbook.table.family import family_of
from pitbook.table.reasons import reason
from pitbook.table.run import counting_clock
from pitbook.table.seeded import SeededChance
from pitbook.table.steps import Ask, CardTo, Number
from pitbook.table.table import Table

ROUNDS = 12
ODD = (
    r"[a-z]_[a-z]",
    r"or (Lower|Better|lower|better) or better",
    r"\b(\w+) \1\b",
    r"\bneeds (pair|straight|flush|full house|royal flush)\b",
    r"points? (loses|beats|does|pays|ties)|(?<!1 )point (lose|beat|do|pay)\b",
    r", \w+ kicker (beats|loses|does|pays)",
    r"\bhave (pair|straight|flush|full house|royal flush)\b",
    r"(Cards|Matches) pays",
)
"""Identifiers, doubled words, missing articles and commas, and verbs that do not fit."""


def a_table(config: TableConfig, seed: int, chance: Random) -> Table:
    """A seat with the bets that the game needs and some of the others, betting closed."""
    table = Table(config, SeededChance(seed), counting_clock(), lambda event: None)
    table.sit(1, "Guest", dollars(100_000))
    for wager in config.wagers():
        picked = chance.choice(wager.choice.choices) if wager.choice else ""
        if wager.spots:
            table.bet(1, wager.slug, default_bet(config, wager.slug), chance.randint(1, wager.spots), picked)
        elif wager.is_required or (not wager.in_round and chance.random() < 0.7):
            table.bet(1, wager.slug, default_bet(config, wager.slug), 0, picked)
    table.close_betting()
    return table


def sentences(slug: str) -> Iterator[str]:
    """The questions and the reasons of some rounds, in which every offered choice is taken now and then."""
    config, chance = play_config(slug), Random(slug)
    family = family_of(config.game)
    for seed in range(ROUNDS):
        table = a_table(config, seed, chance)
        while table.step is not None:
            step = table.step
            if isinstance(step, CardTo):
                table.deal()
            elif isinstance(step, Number):
                table.draw_number()
            elif isinstance(step, Ask) and table.round is not None:
                place = next(iter(step.open))
                view = table.round.seen_by(place.seat)
                yield family.question_words(view, step.seen_by(place.seat), place)
                plain = family.plain_answer(view, step.seen_by(place.seat), place)
                named = [each.word for each in step.choices[place]]  # cards that a player sets apart have no name
                answer = chance.choice([plain, *(word for word in step.open[place] if word in named)])
                table.decide(place.seat, answer, place.hand, step.lowest(place, answer))
            else:
                table.do()
        seen = table.seen_by(1)
        assert seen.round is not None
        for each in seen.settled:
            words = reason(seen.round, each.settlement, each.hand)
            assert re.search(r"\$[\d,.]+( is returned| returned| after 5% commission)?$", words), words
            yield words


@pytest.mark.parametrize("slug", played())
def test_questions_and_reasons_read_well(slug: str) -> None:
    """No identifier, no doubled word, no missing article, and each reason ends with the money."""
    for words in sentences(slug):
        assert not [found for odd in ODD if (found := re.search(odd, words))], words
        assert words[0].isupper() or words[0].isdigit(), words
