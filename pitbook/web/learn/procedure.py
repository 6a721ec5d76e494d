"""The drill "The order of a round": a table plays a round by the game's procedure, and the learner names steps."""

from dataclasses import dataclass
from random import Random
from typing import Final, Literal

from pitbook.cards import NO_CARD, Cards, card_name
from pitbook.errors import BadInput
from pitbook.games import cached_by_game, game, slugs
from pitbook.games.model import Game, listed
from pitbook.money import dollars
from pitbook.table.config import TableConfig, configure, default_bet
from pitbook.table.events import CONSOLE
from pitbook.table.family import family_of
from pitbook.table.run import counting_clock
from pitbook.table.seeded import SeededChance
from pitbook.table.steps import Ask, CardTo, Number, Settle, Step
from pitbook.table.table import Table

Kind = Literal["next", "order"]
"""The kind of question: the next step, or steps to put in order."""

ANY: Final = "any"
CHOICES: Final = 4
SHORTEST, LONGEST = 4, 6
"""Number of steps to put in order."""
CHIPS: Final = dollars(100_000)
_NEAR: Final = 8
"""Wrong answers are steps of the same round at most this far away."""
_BELOW: Final = 2**32


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat as the dealer sees it."""

    seat: int
    wagers: tuple[str, ...]
    hands: tuple[Cards, ...]
    low: int
    """The number of cards at the front of its first hand that form the low hand."""


@dataclass(frozen=True, slots=True)
class FeltState:
    """The felt before a step."""

    dealer: Cards
    """The dealer's cards, with NO_CARD for a card face down."""
    shared: tuple[tuple[str, Cards], ...]
    """Community cards, by the names of their places."""
    seats: tuple[SeatSeen, ...]


@dataclass(frozen=True, slots=True)
class DescribedStep:
    """One step of the round in words, with its paragraph of the rules."""

    words: str
    cite: str
    before: FeltState


@dataclass(frozen=True, slots=True)
class StepQuestion:
    """A point in a round, with the next step or the right order as the answer."""

    game: Game
    kind: Kind
    before: FeltState
    done: tuple[str, ...]
    """The steps so far, in order."""
    choices: tuple[str, ...]
    answer: tuple[str, ...]
    """One step, or all of them in order."""
    cites: tuple[str, ...]
    """The paragraphs of the answer's steps."""


@cached_by_game(512)
def question(seed: int, slug: str = ANY, kind: Kind = "next") -> StepQuestion:
    """The question of a seed."""
    if slug != ANY and slug not in slugs():
        game(slug)  # an unknown game is refused with the list of games
    chance = Random(f"procedure {kind} {slug} {seed}")
    chosen = chance.choice(slugs()) if slug == ANY else slug
    while True:
        story = told(chosen, chance.randrange(_BELOW))
        found = _next(chance, chosen, story) if kind == "next" else _order(chance, chosen, story)
        if found is not None:
            return found


def _next(chance: Random, slug: str, story: tuple[DescribedStep, ...]) -> StepQuestion | None:
    """Chooses each kind of step with equal probability, however frequent it is in the round."""
    kinds: dict[str, list[int]] = {}
    for place, step in enumerate(story):
        kinds.setdefault(step.words.split()[0], []).append(place)
    place = chance.choice(kinds[chance.choice(sorted(kinds))])
    right = story[place]
    near = sorted(range(len(story)), key=lambda other: abs(other - place))
    others = [story[other].words for other in near if story[other].words != right.words]
    wrong = list(dict.fromkeys(others))[:_NEAR]
    if len(wrong) < CHOICES - 1:
        return None
    choices = [right.words, *chance.sample(wrong, CHOICES - 1)]
    chance.shuffle(choices)
    done = tuple(step.words for step in story[:place])
    return StepQuestion(game(slug), "next", right.before, done, tuple(choices), (right.words,), (right.cite,))


def _order(chance: Random, slug: str, story: tuple[DescribedStep, ...]) -> StepQuestion | None:
    """Chooses consecutive steps, all different."""
    runs = {
        (start, end): len({step.words.split()[0] for step in story[start:end]})
        for start in range(len(story))
        for end in range(start + SHORTEST, min(start + LONGEST, len(story)) + 1)
        if len({step.words for step in story[start:end]}) == end - start
    }
    if not runs:
        return None
    # Prefer steps across two parts of the round to a run of similar settlements.
    start, end = chance.choices(list(runs), [kinds**3 * (end - start) for (start, end), kinds in runs.items()])[0]
    right = tuple(step.words for step in story[start:end])
    mixed = list(right)
    while tuple(mixed) == right:
        chance.shuffle(mixed)
    done, cites = tuple(step.words for step in story[:start]), tuple(step.cite for step in story[start:end])
    return StepQuestion(game(slug), "order", story[start].before, done, tuple(mixed), right, cites)


def told(slug: str, seed: int) -> tuple[DescribedStep, ...]:
    """A whole round at a real table, step by step."""
    chance = Random(f"round {slug} {seed}")
    config = _config(slug)
    table = Table(config, SeededChance(seed), counting_clock(), lambda event: None)
    for seat in sorted(chance.sample(range(1, config.seats + 1), 2)):
        table.sit(seat, f"Player {seat}", CHIPS)
        for slug_, spot, choice in _spots(chance, config):
            table.bet(seat, slug_, default_bet(config, slug_), spot, choice)
    table.close_betting()
    story: list[DescribedStep] = []
    waited = ""
    while table.step is not None:
        waits_for = _waits_for(table.step)
        if not waits_for or waits_for != waited:  # decisions that players make in any order count as one step
            story.append(DescribedStep(_said(table.step, config.game), table.step.cite, _seen(table)))
        waited = waits_for
        _do(table, table.step)
    return tuple(story)


@cached_by_game()
def _config(slug: str) -> TableConfig:
    return configure(game(slug))


def _spots(chance: Random, config: TableConfig) -> list[tuple[str, int, str]]:
    """The base wager and some of the others."""
    found = []
    for wager in config.wagers():
        if wager.spots:
            spots = range(1, wager.spots + 1)
            found += [(wager.slug, spot, "") for spot in sorted(chance.sample(spots, chance.choice((2, wager.spots))))]
        elif wager.is_required or (not wager.in_round and chance.random() < 0.5):
            found.append((wager.slug, 0, chance.choice(wager.choice.choices) if wager.choice else ""))
    return found


def _waits_for(step: Step) -> str:
    """The question put to all players at once; empty for any other step."""
    return step.name if isinstance(step, Ask) and step.question.together else ""


def _said(step: Step, played: Game) -> str:
    """The dealer's action in words; for a question, its text as the players hear it."""
    if isinstance(step, Settle):
        return step.words_with(_name(step.settlement.wager, played))
    if not isinstance(step, Ask):
        return step.words
    answers = " / ".join(next(iter(step.open.values())))
    return step.question.dealer.format(places=listed(step.open), name=step.name, answers=answers)


def _name(slug: str, played: Game) -> str:
    """A wager's name; insurance is not among the letter's wagers, so it is named here."""
    return next((wager.name for wager in played.wagers if wager.slug == slug), slug.capitalize())


def _seen(table: Table) -> FeltState:
    """The felt as the dealer sees it."""
    view = table.seen_by(CONSOLE).round
    if view is None:
        raise BadInput("no round is being played")
    seats = []
    for player in view.players.values():
        wagers = tuple(dict.fromkeys(_name(bet.wager, table.config.game) for bet in player.bets.values()))
        hands = view.hands_of(player.seat)
        seats.append(
            SeatSeen(player.seat, wagers, tuple(hand.cards for hand in hands) or ((),), hands[0].low if hands else 0)
        )
    shared = tuple((str(place), cards) for place, cards in view.shared.items())
    return FeltState((*view.dealer, *(NO_CARD for _ in range(view.down))), shared, tuple(seats))


def shown(cards: Cards) -> str:
    """The names of cards; ``??`` for one face down."""
    return " ".join("??" if card == NO_CARD else card_name(card) for card in cards)


def _do(table: Table, step: Step) -> None:
    """Does the step; players decide by a fixed rule, without calculation."""
    if isinstance(step, CardTo):
        table.deal()
    elif isinstance(step, Number):
        table.draw_number()
    elif isinstance(step, Ask) and table.round is not None:
        place = next(iter(step.open))
        view = table.round.seen_by(place.seat)
        answer = family_of(table.config.game).plain_answer(view, step.seen_by(place.seat), place)
        table.decide(place.seat, answer, place.hand, step.lowest(place, answer))
    else:
        table.do()


def judge(asked: StepQuestion, answer: list[str]) -> bool:
    """Whether these are the right step or steps, in the right order."""
    strange = [words for words in answer if words not in asked.choices]
    if strange or len(answer) != len(asked.answer):
        count = "one of them" if asked.kind == "next" else f"all {len(asked.answer)} of them, each once"
        raise BadInput(f"the steps to answer with are {listed(asked.choices)}: give {count}")
    return tuple(answer) == asked.answer
