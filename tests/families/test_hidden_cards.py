r"""The data sent to a person does not depend on cards that are face down for them, at any game.

Every listed game is dealt, and those of the tests; a new game needs no code here.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient

from pitbook import families, games
from pitbook.cards import NO_CARD, card_names
from pitbook.money import dollars
from pitbook.room.play.hints import WORKING
from pitbook.room.play.service import owner_of
from pitbook.table import table as table_module
from pitbook.table.events import CONSOLE, SPECTATOR, Event
from pitbook.table.round import Round
from pitbook.table.steps import Ask, Place, Press
from pitbook.web.app import create_app
from pitbook.web.play.api import COOKIE
from tests.every_game import sampled
from tests.families import round_pairs
from tests.families.conftest import FAMILY, GAME, SHOWDOWN
from tests.families.round_pairs import (
    WHO,
    FullHints,
    Played,
    Playing,
    compare,
    differing,
    plain,
    play_random_round,
    played_to,
    token,
)

OWN_GAMES: Final = {GAME: "tests.families.high_card_duel.rules", SHOWDOWN: "tests.families.board_showdown.rules"}
SLUGS: Final = (*games.slugs(), *OWN_GAMES)
FULL_HINTS: Final = FullHints()
TRIES: Final = 20
"""The number of shoes tried if the rules announce different things."""


@pytest.fixture(autouse=True)
def games_of_tests() -> Iterator[None]:
    with ExitStack() as added:
        added.enter_context(families.added(FAMILY, "tests.families.duel"))
        added.enter_context(families.added("showdown", "tests.families.showdown"))
        for slug, module in OWN_GAMES.items():
            added.enter_context(games.added(slug, module))
        yield


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return create_app(str(tmp_path_factory.mktemp("pairs") / "room.db"))


def pages(app: Any, at: Playing, seat: int) -> list[str]:
    """All that a browser or a program can ask for at a table for play money, except the stream, which does not end."""
    app.state.services.play = at.play
    client = TestClient(app, headers={"Accept-Encoding": "identity"}, cookies={COOKIE: token(seat)} if seat else {})
    found, asked = [], {"wager": at.table.config.offered[0], "cents": "500"}
    for route in app.routes:
        if not isinstance(route, APIRoute) or "GET" not in (route.methods or ()):
            continue
        if "/play/" not in route.path or "{table}" not in route.path or route.path.endswith("/events"):
            continue
        for form in ("log", "notation") if route.path.endswith("/record") else ("",):
            answer = client.get(route.path.format(table=at.name), params=asked | ({"form": form} if form else {}))
            answer.headers.pop("x-request-id")  # by chance
            found.append(f"{route.path} {answer.status_code} {sorted(answer.headers.items())} {answer.text}")
    assert len(found) >= 7
    assert sum(" 200 " in each[:80] for each in found) >= 3
    assert not [each for each in at.hashes() if each in "".join(found)]
    return [at.without_promise(each) for each in found]


@pytest.mark.parametrize("slug", sampled(SLUGS))
def test_no_response_depends_on_a_face_down_card(slug: str, app: Any) -> None:
    story = play_random_round(slug, 1)
    for who in WHO:
        for stop in story.stops[who]:
            other = alike(story, who, stop)
            if who == WHO[0] and stop == story.stops[who][0]:
                assert pages(app, played_to(story, stop), who) == pages(app, other, who)


@pytest.mark.slow  # a minute: the same with many shoes, for questions and steps that one round does not have
@pytest.mark.parametrize("slug", SLUGS)
def test_no_response_depends_on_a_face_down_card_in_many_rounds(slug: str) -> None:
    for seed in range(2, 50):
        story = play_random_round(slug, seed)
        for who in WHO:
            for stop in story.stops[who]:
                alike(story, who, stop)


@pytest.mark.slow  # hints of blackjack and pai gow take a second each
@pytest.mark.parametrize("slug", SLUGS)
def test_full_hints_do_not_depend_on_a_card_face_down(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_pairs, "HINTS", FULL_HINTS)
    for seed in range(1, 4):
        story = play_random_round(slug, seed, WHO[:1])
        assert not any(WORKING in sent for sent in story.sent[WHO[0]])
        for stop in story.stops[WHO[0]]:
            alike(story, WHO[0], stop)


def test_full_hints_of_a_poker_game_do_not_depend_on_a_card_face_down(monkeypatch: pytest.MonkeyPatch) -> None:
    test_full_hints_do_not_depend_on_a_card_face_down("three-card-poker", monkeypatch)


def alike(story: Played, who: int, stop: int) -> Playing:
    """A round that the observer cannot tell from the first one before a step, though other cards are face down."""
    kept = list[Playing]()
    for number in range(TRIES):
        order = differing(story, who, stop, Random(f"{who} {stop} {number}"))
        assert order != story.order
        if compare(story, who, stop, order, kept.append):
            return kept[0]
    raise AssertionError(f"step {stop}: what the rules announce always differs")


@pytest.mark.parametrize("slug", SLUGS)
def test_a_seat_is_sent_only_its_own_choices(slug: str) -> None:
    story = play_random_round(slug, 2, who=())
    at = Playing(slug, story.order)
    for answer in story.answers:
        if answer is not None:
            for who in (WHO[0], SPECTATOR):
                step = at.play.view(at.name, owner_of(token(who)) if who else "")["step"]
                asked = {each["seat"]: each["options"] for each in step["open"]}
                assert all(not options for seat, options in asked.items() if seat != who)
                assert bool(asked.get(who)) == (who in asked)
        at.go(answer)


def test_the_dealer_sees_the_hands_of_players_who_do_not_see_each_others() -> None:
    """A test of the pairs themselves: one seat and the dealer see a difference that another seat does not see."""
    story = play_random_round(SHOWDOWN, 1, (1, 2, CONSOLE))
    stop = story.stops[2][-1]
    other = alike(story, 2, stop)
    for who in (1, CONSOLE):
        assert other.sent(who) != story.sent[who][stop]


def test_a_player_sees_the_cards_of_others_when_they_are_turned_over() -> None:
    story = play_random_round(SHOWDOWN, 1, (2,))
    at = played_to(story, story.stops[2][-1])

    def cards(seat: int) -> list[str]:
        view = at.play.view(at.name, owner_of(token(2)))
        return [card for hand in view["players"][str(seat)]["hands"] for card in hand["cards"]]

    assert (cards(1), "??" in cards(2)) == (["??", "??"], False)
    while set(cards(1)) == {"??"}:
        at.go(None)
    assert cards(1) == card_names(at.order[at.dealt[0].start :][:2]).split()


def test_a_player_who_sits_down_later_is_not_shown_the_previous_players_hand() -> None:
    """A hand that was never turned over stays face down for all others when its round is over."""
    story = play_random_round(SHOWDOWN, 1, ())
    at = played_to(story, len(story.answers))
    assert at.table.round is None
    assert at.table.last_round is not None
    at.table.last_round.players[2].private = True
    seen = at.table.seen_by(2).round
    assert seen is not None
    assert NO_CARD not in seen.players[2].dealt
    at.table.by = owner_of(token(2))
    at.table.leave(2)
    at.table.sit(2, "Somebody else", dollars(100))
    seen = at.table.seen_by(2).round
    assert seen is not None
    assert set(seen.players[2].dealt) == {NO_CARD}
    heard = at.play.news(at.name, owner_of(token(2)), 1)["events"]
    dealt = [event["data"]["cards"] for event in heard if event["data"].get("to") == "seat 2"]
    assert dealt == ["?? ??"]


# -- leaks are detected ------------------------------------------------------------------------------------------------


def leaks(story: Played, who: int) -> bool:
    """Whether some pair of rounds differs in the data sent to an observer."""
    try:
        for stop in story.stops[who]:
            for number in range(TRIES):
                compare(story, who, stop, differing(story, who, stop, Random(number)))
    except AssertionError:
        return True
    return False


def test_view_with_hidden_cards_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    seen_by = Round.seen_by
    monkeypatch.setattr(Round, "seen_by", lambda self, seat: seen_by(self, CONSOLE))
    assert leaks(play_random_round(SHOWDOWN, 1, (2,)), 2)


def test_event_with_hidden_cards_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "shown_to", lambda self, seat: self)
    assert leaks(play_random_round(SHOWDOWN, 1, (2,)), 2)


def test_step_that_names_a_hidden_card_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The data that the dealer's console would get before the hole card is turned over."""
    monkeypatch.setattr(table_module, "step_seen_by", lambda step, seat: step)
    slug = next(slug for slug in games.slugs() if _turns_a_card(play_random_round(slug, 1, ())))
    assert leaks(play_random_round(slug, 1, (CONSOLE,)), CONSOLE)


def _turns_a_card(story: Played) -> bool:
    at, found = Playing(story.slug, story.order), False
    for answer in story.answers:
        found |= isinstance(at.table.step, Press) and bool(at.table.step.data)
        at.go(answer)
    return found


def test_procedure_that_depends_on_hidden_cards_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board card comes only where the dealer's two cards have one colour."""
    facet: Any = families.facet("showdown", "table")
    play = facet.play

    def asks_first(round_: Round) -> Any:
        procedure, reply = play(round_), None
        while True:
            try:
                step = procedure.send(reply)
            except StopIteration:
                return
            if isinstance(step, Ask) and round_.hidden[0] % 2:
                yield Press("wait", "Wait")
            reply = yield step

    monkeypatch.setattr(facet, "play", asks_first)
    assert leaks(play_random_round(SHOWDOWN, 1, (2,)), 2)


def test_unsalted_event_hash_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    story = play_random_round(SHOWDOWN, 1, ())
    at = Playing(SHOWDOWN, story.order)
    view = at.play.view
    at.play.news = lambda name, owner, after: view(name, owner) | {"hash": at.table.log.hash}  # type: ignore[method-assign]
    with pytest.raises(AssertionError, match="not sealed"):
        at.sent(2)


def test_function_in_a_view_is_detected() -> None:
    """It may have access to all cards."""
    at = Playing(SHOWDOWN, play_random_round(SHOWDOWN, 1, ()).order)
    question, place = next(iter(at.table.family.QUESTIONS.values())), Place(2)
    at.table.step = ask = Ask(question, {place: question.choices}, read=lambda place, answer: answer)
    assert plain(at.table.seen_by(2).step)["read"] is None
    for step in (ask, replace(ask, read=None)):  # the second has a choice with a condition
        with pytest.raises(AssertionError, match="leads to"):
            plain(step)
