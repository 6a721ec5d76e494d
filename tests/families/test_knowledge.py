"""The cards that a solver uses at a decision are cards that the seat sees at the table, at every game."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final, cast

import pytest

from pitbook import families, games
from pitbook.cards import NO_CARD
from pitbook.errors import BadInput
from pitbook.exact.solving import KnownCards, SolveRequest, SolvingFamily, solve
from pitbook.games import game
from pitbook.room.play.service import owner_of, play_config
from pitbook.table.family import family_of
from pitbook.table.run import finish_round
from pitbook.table.steps import BOARD, Ask, Place
from pitbook.table.view import RoundView
from tests.families.round_pairs import Playing, token
from tests.families.test_hidden_cards import SLUGS, games_of_tests  # noqa: F401 (a fixture that every test uses)

ROUNDS: Final = 3
MANY: Final = 200


def seen_at(view: RoundView, place: Place) -> KnownCards:
    """The numbers of cards that the asked seat sees: its own, the dealer's and the board's."""

    def known(cards: Any) -> int:
        return sum(card != NO_CARD for card in cards)

    hand = view.players[place.seat].dealt
    return KnownCards(known(hand), known(view.dealer), known(view.shared.get(BOARD, ())))


def faults(known: KnownCards | None, view: RoundView, place: Place) -> list[str]:
    """The cards that a solver uses although the seat does not see them."""
    if known is None:
        return []
    seen, dealt = seen_at(view, place), len(view.players[place.seat].dealt)
    used = {"own": (dealt if known.own is None else known.own, seen.own), "dealer": (known.dealer, seen.dealer)}
    used["board"] = (known.board, seen.board)
    return [f"{name}: {uses} of {sees}" for name, (uses, sees) in used.items() if uses > (sees or 0)]


def decisions(slug: str, seed: int) -> Iterator[tuple[str, int, RoundView, Place]]:
    """Every decision of a round with answers by chance: the question, how often it came before, and the seat's view."""
    chance, times = Random(f"decisions {slug} {seed}"), Counter[tuple[int, str]]()
    order = list(play_config(slug).pack)
    chance.shuffle(order)
    at = Playing(slug, tuple(order))
    while (step := at.table.step) is not None:
        answer = None
        if isinstance(step, Ask):
            for place in step.open:
                if place.seat > 0 and at.table.round is not None:
                    yield step.name, times[place.seat, step.name], at.table.round.seen_by(place.seat), place
            place = chance.choice(list(step.open))
            times[place.seat, step.name] += 1
            answer = (place, chance.choice(step.choices[place]).word)
        at.go(answer)


def family(slug: str) -> SolvingFamily:
    return cast("SolvingFamily", families.facet(game(slug).family, "solve"))


def check_decisions(slug: str, rounds: int) -> int:
    count = 0
    for seed in range(rounds):
        for question, number, view, place in decisions(slug, seed):
            known = family(slug).known_cards(slug, question, number)
            assert not faults(known, view, place), (question, number)
            count += 1
    return count


@pytest.mark.parametrize("slug", SLUGS)
def test_a_solver_uses_no_card_that_the_seat_does_not_see(slug: str) -> None:
    assert bool(check_decisions(slug, ROUNDS)) == bool(family_of(game(slug)).QUESTIONS)


@pytest.mark.slow  # seconds for each game: questions that few rounds have
@pytest.mark.parametrize("slug", SLUGS)
def test_a_solver_uses_no_card_that_the_seat_does_not_see_in_many_rounds(slug: str) -> None:
    check_decisions(slug, MANY)


@pytest.mark.parametrize(
    "known", [KnownCards(own=3), KnownCards(own=2, dealer=1), KnownCards(own=None, board=1)], ids=repr
)
def test_use_of_an_unseen_card_is_detected(known: KnownCards) -> None:
    """At the first decision of a showdown a seat sees two cards of its own."""
    _, _, view, place = next(decisions("board-showdown", 0))
    assert faults(known, view, place)
    assert not faults(KnownCards(own=2), view, place)


@pytest.mark.parametrize("slug", SLUGS)
def test_automatic_players_and_hints_get_only_their_own_view(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The view has only the choices of that seat."""
    facet, asked = family_of(game(slug)), list[str]()

    def watch(name: str) -> None:
        inner = getattr(facet, name)

        def watched(view: RoundView, ask: Ask, place: Place, *more: Any) -> Any:
            asked.append(name)
            assert view.seat == place.seat
            assert all(not open_to for other, open_to in ask.open.items() if other.seat != place.seat)
            return ask.question.fallback if name == "answer_for" else inner(view, ask, place, *more)

        monkeypatch.setattr(facet, name, watched)

    for name in ("answer_for", "advise"):
        watch(name)
    at = Playing(slug, play_config(slug).pack)
    while at.table.step is not None and not isinstance(at.table.step, Ask):
        at.go(None)
    if isinstance(at.table.step, Ask):
        place = next(iter(at.table.step.open))
        at.play.advice(at.name, owner_of(token(place.seat)))
    finish_round(at.table)
    assert set(asked) == ({"answer_for", "advise"} if facet.QUESTIONS else set())


@pytest.mark.parametrize("slug", games.slugs())
def test_unsupported_knowledge_is_refused_with_one_sentence(slug: str) -> None:
    """Every game, for knowledge that no solver has."""
    with pytest.raises(BadInput, match="--sees") as refused:
        solve(SolveRequest(slug, sees="everything"))
    assert "\n" not in str(refused.value)
