"""One person with several roles, at any screen and by any badge, never takes two steps that need two people."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from typing import Any, Final

import pytest
from sqlalchemy import insert

from pitbook.errors import BadInput
from pitbook.jackpot.people import DUTY_ROLES, ROLES, Role, check_roles
from pitbook.jackpot.setup import parse_terms
from pitbook.store import schema
from tests.web.card_room import QUICK, CardRoom, card_room, staff


def permitted() -> Iterator[tuple[Role, ...]]:
    """Every combination of roles that one person may hold."""
    for size in range(1, len(ROLES) + 1):
        for roles in combinations(ROLES, size):
            with suppress(BadInput):
                yield tuple(sorted(check_roles(roles)))


HUMANS: Final = {
    "".join(role[0] for role in roles): list(roles) for roles in permitted() if {*roles} & {*DUTY_ROLES["deal"]}
}
"""Every combination that may key in a hand, named by the initials of its roles."""
VERIFY: Final = [human for human, roles in HUMANS.items() if {*roles} & {*DUTY_ROLES["verify a win"]}]
MOST: Final = "aes"
"""Administrator, executive and supervisor in one person."""
KINDS: Final = {
    "keyed": ("royal-match-21", "royal-match-progressive", "RMP", 6),
    "card": ("royal-match-21", "royal-match-progressive", "RMP", 6),
    "sensing": ("royal-riches-pai-gow", "jackpot", "1", 1),
}
HANDS: Final = {
    "royal-match-progressive": ("double_royal_match", "double_royal_match_suited"),
    "jackpot": ("seven_card_straight_flush_with_joker", "seven_card_straight_flush"),
}
"""A hand below the executive's amount, and one above it."""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    with card_room(str(tmp_path_factory.mktemp("human") / "room.db")) as made:
        rows = [
            dict(staff()[0])
            | {
                "id": person,
                "name": person.title(),
                "roles": json.dumps(roles),
                "badge": QUICK.hash(f"token of {person}"),
            }
            for person, roles in HUMANS.items()
        ]
        with made.client.app.state.services.database.writing() as connection:  # type: ignore[attr-defined]
            connection.execute(insert(schema.people), rows)
        made.badges = {**made.badges, **{person: f"{person}:token of {person}" for person in HUMANS}}
        for kind, (game, wager, table, decks) in KINDS.items():
            member = {"table": kind, "game": game, "wager": wager, "pay_table": table, "decks": decks}
            opened = made.post(
                "eve",
                "/jackpots",
                {"id": kind, "game": game, "wager": wager, "pay_table": table, "decks": decks}
                | {"terms": {"seed": "$10,000", "contribution": "10%", "reserve": "2%"}, "controller": kind}
                | {"executive_from": "$3,000"}  # more than a quarter of the meter, less than what several leave of it
                | {"tables": [member]},
            )
            assert opened.status_code == 200, opened.text
        made.open_tables()
        yield made


def done(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def key_in(room: CardRoom, kind: str, outcome: str, dealer: str, keyer: str) -> None:
    done(room.press(dealer, "sense", kind, seat=2))
    done(room.press(dealer, "lock", kind))
    if kind == "card":
        done(room.press(keyer, "spot", kind, seat=2))
    done(room.press(keyer, "hand", kind, seat=2, outcome=outcome))


def every_way(room: CardRoom, human: str, kind: str, step: str) -> list[Any]:
    """A step by the same human: signed in, and by badge at each kind of screen, their own included."""
    badge = room.second(human)
    answers = [
        room.press(human, step, kind),
        room.post(human, f"/floor/tables/{kind}/wins", {"step": step}),
        room.post(human, f"/floor/tables/{kind}/wins", {"step": step, **badge}),
        room.post("sue", f"/floor/tables/{kind}/wins", {"step": step, **badge}),
        room.post("dana", f"/controllers/{kind}/supervised", {"key": step, **badge}),
        room.post(human, f"/controllers/{kind}/supervised", {"key": step, **badge}),
    ]
    room.sign_in(human)  # a new session is the same person
    return [*answers, room.press(human, step, kind)]


def refused(room: CardRoom, human: str, kind: str, step: str, words: str) -> None:
    before = room.get("eve", f"/controllers/{kind}").json(), room.get("eve", f"/jackpots/{kind}/transactions").json()
    for answer in every_way(room, human, kind, step):
        if human in VERIFY:
            assert (answer.status_code, words in answer.text) == (409, True), answer.text
        else:  # a person without the duty gets that reason
            assert answer.status_code in (403, 409), answer.text
    assert before == (
        room.get("eve", f"/controllers/{kind}").json(),
        room.get("eve", f"/jackpots/{kind}/transactions").json(),
    )


def finish(room: CardRoom, kind: str) -> None:
    if kind == "keyed":
        done(room.press("eve", "run", kind))
    done(room.press("dana", "end", kind))


@pytest.mark.parametrize("kind", KINDS)
def test_one_human_does_not_verify_and_record_a_large_win(room: CardRoom, kind: str) -> None:
    human = MOST
    _, large = HANDS[KINDS[kind][1]]
    key_in(room, kind, large, "dana", "dirk")
    done(room.press(human, "verify", kind))
    refused(room, human, kind, "record", f"{human.title()} verified this win")
    done(room.press("eve", "record", kind))
    finish(room, kind)


@pytest.mark.parametrize(
    ("human", "kind"),
    [
        pytest.param(human, kind, marks=() if kind == "card" or human == MOST else pytest.mark.slow)
        for human in HUMANS
        for kind in KINDS
    ],
)
def test_one_human_does_not_key_a_hand_and_verify_or_record_it(room: CardRoom, human: str, kind: str) -> None:
    small, _ = HANDS[KINDS[kind][1]]
    key_in(room, kind, small, "dana", human)
    refused(room, human, kind, "verify", f"{human.title()} keyed in this hand: another person verifies the win")
    done(room.press("sue", "verify", kind))
    refused(room, human, kind, "record", f"{human.title()} keyed in this hand: another person records the win")
    done(room.press("sue", "record", kind))
    finish(room, kind)


def test_one_person_is_refused_as_their_own_second_person(room: CardRoom) -> None:
    """Voids, back-outs, adjustments, terms and states are not done by one human with two roles and one badge."""
    key_in(room, "card", "double_royal_match", "dana", "dana")
    done(room.press("sue", "verify", "card"))
    award = done(room.press("sue", "record", "card"))["told"]["transaction"]
    finish(room, "card")
    done(room.press("dana", "sense", "card", seat=1))
    done(room.press("dana", "lock", "card"))
    papers: dict[str, Any] = {"why": "a test", "document": "D-1", "second": room.second(MOST)}
    terms = {"seed": "$10,000", "contribution": "11%", "reserve": "2%"}
    room.restate(parse_terms("$10,000", "11%", "2%"))  # the configuration with the new terms is stored first
    before = room.get("eve", "/jackpots/card/transactions").json()
    for path, body in (
        ("/floor/tables/card/voids", papers | {"reason": "misdeal"}),
        (
            "/controllers/card/supervised",
            {"key": "void", "reason": "misdeal", "why": "a", "document": "b"} | room.second(MOST),
        ),
        ("/floor/jackpots/card/back-outs", papers | {"award": award}),
        ("/jackpots/card/back-outs", papers | {"award": award}),
        (
            "/floor/jackpots/card/adjustments",
            papers | {"pool": "displayed", "way": "up", "amount": "$1", "reason": "malfunction"},
        ),
        ("/jackpots/card/adjustments", papers | {"pool": "displayed", "micros": 10, "reason": "malfunction"}),
        ("/jackpots/card/terms", papers | {"terms": terms, "when": "restart"}),
        ("/jackpots/card/status", papers | {"action": "suspend"}),
    ):
        answer = room.post(MOST, path, body)
        assert answer.status_code in (403, 409), (path, answer.text)
        assert "different people" in answer.text, (path, answer.text)
    assert room.get("eve", "/jackpots/card/transactions").json() == before


def test_the_four_people_of_a_prize_are_on_the_ledger(room: CardRoom) -> None:
    """Keyed by Dirk, verified by Sue, recorded by Eve, paid by Ann, each with their own time; paid once."""
    _, large = HANDS["royal-match-progressive"]
    key_in(room, "keyed", large, "dana", "dirk")
    done(room.press("sue", "verify", "keyed"))
    award = done(room.press("eve", "record", "keyed"))["told"]["transaction"]
    path = f"/jackpots/keyed/awards/{award}/paid"
    assert room.post("walt", path, {"how": "cash"}).status_code == 403
    assert room.post("ann", path, {"how": "coins"}).status_code == 422
    paid = done(room.post("ann", path, {"how": "cheque", "document": "cheque 1017"}))
    assert (paid["paid_by"], paid["how"]) == ("ann", "cheque")
    again = room.post("ann", path, {"how": "cheque"})
    assert (again.status_code, "a prize is paid once" in again.text) == (400, True)
    assert room.post("ann", "/jackpots/keyed/awards/1/paid", {"how": "cash"}).status_code == 400
    finish(room, "keyed")
    ledger = room.get("eve", "/jackpots/keyed/transactions").json()
    item = ledger[award - 1]
    people = [(item["data"][step]["by"], item["data"][step]["at"]) for step in ("keyed", "verified")]
    people += [(item["by"], item["at"]), (ledger[paid["transaction"] - 1]["by"], paid["paid_at"])]
    assert [by for by, _ in people] == ["dirk", "sue", "eve", "ann"]
    assert [at for _, at in people] == sorted({at for _, at in people})
    assert room.get("eve", "/jackpots/keyed/proof").json()["holds"]
    (win,) = [
        each for each in room.get("eve", "/large-wins").json() if each["award"] == award and each["jackpot"] == "keyed"
    ]
    assert {step: said["by"] for step, said in win["people"].items()} == {
        "keyed": "dirk", "verified": "sue", "recorded": "eve", "paid": "ann",
    }  # fmt: skip


def test_a_prize_that_was_backed_out_is_not_paid(room: CardRoom) -> None:
    key_in(room, "sensing", HANDS["jackpot"][0], "dana", "dirk")
    done(room.press("sue", "verify", "sensing"))
    award = done(room.press("sue", "record", "sensing"))["told"]["transaction"]
    done(room.post("eve", "/jackpots/sensing/back-outs", room.papers("ann") | {"award": award}))
    answer = room.post("dana", f"/jackpots/sensing/awards/{award}/paid", {"how": "chips"})
    assert (answer.status_code, "was backed out: it is not paid" in answer.text) == (400, True)
    finish(room, "sensing")


def test_the_display_falls_at_run_and_not_at_j_pot(room: CardRoom) -> None:
    """Letter 003, keyed sheet, rule 9f, as the displays, the controller and the floor show it."""
    key_in(room, "keyed", "double_royal_match", "dana", "dirk")
    before = room.get("dana", "/controllers/keyed").json()["shown_cents"]
    done(room.press("sue", "verify", "keyed"))
    prize = done(room.press("sue", "record", "keyed"))["told"]["prize_cents"]
    assert prize == before // 4
    controller = room.get("dana", "/controllers/keyed").json()
    assert (controller["phase"], controller["shown_cents"], controller["available_cents"]) == (
        "recorded",
        before,
        before - prize,
    )
    assert {each["id"]: each["shown_cents"] for each in room.get("dana", "/jackpots").json()}["keyed"] == before
    done(room.press("sue", "run", "keyed"))
    assert room.get("dana", "/controllers/keyed").json()["shown_cents"] == before - prize
    done(room.press("dana", "end", "keyed"))
