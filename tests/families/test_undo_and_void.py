r"""Random rounds of every game, undone and voided at every step: every chip returns, and time-outs are answered.

The listed games and those of the tests, which have stakes, choices and cards that no listed game has. Cards come from
the table's own shoe or from a real one.
"""

import random
from typing import Any

import pytest

from pitbook.cards import card_name
from pitbook.games import game, slugs
from pitbook.money import Cents, dollars
from pitbook.table.family import family_of
from pitbook.table.replay import Replay
from pitbook.table.steps import Ask, CardTo, Number, Stop
from pitbook.table.table import Table
from tests.families.conftest import GAME, SHOWDOWN
from tests.table.rig import Rig, all_bets, check_chips, entered_rig, one_step, rig

EVERY = (*slugs(), GAME, SHOWDOWN)
PLAYERS = 2


pytestmark = pytest.mark.usefixtures("duel", "showdown")


def begun(slug: str, chips: Cents, source: str) -> Rig:
    """A round of two players, with a bet on everything that is bet before the deal."""
    at = rig(slug, players=PLAYERS, chips=chips) if source == "shoe" else entered_rig(slug, players=PLAYERS)
    for seat, player in at.table.seats.items():
        for bet in all_bets(at.table.config):
            if bet.cents <= player.stack:
                at.table.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)
    at.table.close_betting()
    return at


def do_next(table: Table, chance: random.Random) -> None:
    """Does the step that is due, with a random answer, amount, card or number."""
    match table.step:
        case Ask() as step:
            place = chance.choice(list(step.choices))
            choice = chance.choice(step.choices[place])
            amount = choice.amount
            cents = chance.randrange(amount.low, amount.high + 1, amount.step) if amount is not None else None
            table.decide(place.seat, choice.word, place.hand, None if cents is None else Cents(cents))
        case CardTo() as step if table.config.source == "entered":
            left = sorted((table._pack - table._seen).elements())
            table.enter(" ".join(map(card_name, chance.sample(left, step.count))))
        case Number() as step if table.config.source == "entered":
            table.enter_number(chance.randint(step.low, step.high))
        case Stop() as step:
            stake = table.round.players[step.decision.place.seat].stakes[step.move.key] if table.round else None
            assert stake is not None
            table.correct_stake(Cents(chance.randrange(stake.own)), "not allowed", "Sam")
        case _:
            one_step(table)


def check_fallback(table: Table) -> None:
    """Asserts that the fallback of a time-out is open to every hand and costs nothing."""
    step = table.step
    if isinstance(step, Ask):
        for place, some in step.choices.items():
            answer = step.question.fallback
            step.check(place, answer)
            assert [choice.moves for choice in some if choice.word == answer] in ([()], [])


def state(table: Table) -> Any:
    """The money of a round in full."""
    assert table.round is not None
    stacks = {seat: player.stack for seat, player in table.seats.items()}
    stakes = {seat: dict(player.stakes) for seat, player in table.round.players.items()}
    ended = {seat: set(player.ended) for seat, player in table.round.players.items()}
    cards = {seat: list(player.dealt) for seat, player in table.round.players.items()}
    left = [(decision.place, decision.choice.word) for decision in table.round.unchecked]
    return stacks, stakes, ended, cards, left, table.house, table.on_layout, len(table.settled), table.position


@pytest.mark.parametrize("source", ["shoe", "entered"])
@pytest.mark.parametrize("slug", EVERY)
def test_undo_and_void_at_every_step_restore_every_chip(slug: str, source: str) -> None:
    """Each step of a random round is taken back and done again; then the same round is voided after each of them."""
    for chips in (dollars(32), dollars(10_000)) if source == "shoe" else (dollars(100_000),):
        seed = f"{slug} {chips} {source}"
        chance, at, steps = random.Random(seed), begun(slug, chips, source), 0
        while at.table.step is not None:
            check_fallback(at.table)
            before, chosen = state(at.table), chance.getstate()
            do_next(at.table, chance)
            check_chips(at.table)
            steps += 1
            if at.table.round is not None and at.table.inputs:
                after = state(at.table)
                at.table.undo(at.table.inputs[-1].number, "a mistake", "Sam")
                assert state(at.table) == before
                chance.setstate(chosen)
                do_next(at.table, chance)
                assert state(at.table) == after
        assert Replay.begin(at.events).run().differences == []
        for done in range(steps):
            chance, at = random.Random(seed), begun(slug, chips, source)
            for _ in range(done):
                do_next(at.table, chance)
            at.table.void("misdeal", "Sam")
            assert {player.stack for player in at.table.seats.values()} == {chips}
            assert (at.table.house, at.table.on_layout) == (0, 0)


@pytest.mark.parametrize("source", ["shoe", "entered"])
def test_random_rounds_of_board_showdown_make_every_choice(showdown: str, source: str) -> None:
    """Every chip is accounted for, and the record replays to the byte."""
    chosen: set[str] = set()
    stops = 0
    for seed in range(25):
        chance, at = random.Random(f"{source} {seed}"), begun(showdown, dollars(100_000), source)
        while at.table.step is not None:
            stops += isinstance(at.table.step, Stop)
            do_next(at.table, chance)
            check_chips(at.table)
        chosen |= {str(event.data["answer"]) for event in at.events if event.kind == "answer"}
        assert Replay.begin(at.events).run().differences == []
    questions = family_of(game(showdown)).QUESTIONS.values()
    every = {choice.word for question in questions for choice in question.choices}
    assert chosen == every
    assert (stops > 0) == (source == "entered")
