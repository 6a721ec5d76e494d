"""Drills: judgements equal the engine's and the command's figures; invalid input is refused."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.cards import parse_cards
from pitbook.cli import cli
from pitbook.errors import BadInput
from pitbook.families.blackjack.learn import drill as blackjack
from pitbook.families.blackjack.learn.api import RulesRequest
from pitbook.families.blackjack.rules.posted import RULES, BlackjackRules
from pitbook.families.pai_gow.learn import drill as pai_gow
from pitbook.games import SLUGS, game
from pitbook.games.settle import LOSS, Bet, Seat, finished_bets, settle
from pitbook.hands.house_ways import HOUSE_WAYS
from pitbook.hands.pai_gow import Setting
from pitbook.money import Cents
from pitbook.web.app import create_app
from pitbook.web.learn import hands, procedure
from tests.every_game import sampled
from tests.migrated_store import with_schema
from tests.web.card_room import count_nothing

LATE: dict[str, str | int] = {"decks": 2, "soft17": "stand", "surrender": "late", "double": "9-11"}
SEEDS = st.integers(0, 2**32 - 1)
NONSENSE: tuple[Any, ...] = (
    None, True, -1, 10**30, 1.5, float("nan"), "", "\x00", "a\x00b", "\ud800", "💰" * 20, "x" * 9_000, [], {},
    ["x"] * 50, "Ts Ts Ts Ts Ts Ts Ts", "Jk", "As Ks Qs Js Ts 9s 8s 7s", "<script>", "'; drop table books; --",
)  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(with_schema(str(tmp_path_factory.mktemp("learn") / "room.db")))
    with TestClient(app) as found:
        count_nothing(app, "slow")
        yield found


@pytest.fixture(scope="module")
def usual() -> blackjack.SolvedRules:
    return blackjack.solved(BlackjackRules()).result()


def command(*words: str) -> Any:
    answer = CliRunner().invoke(cli, [*words, "--json"])
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.output)


def api(client: TestClient, path: str, **query: str | int) -> Any:
    answer = client.get(f"/api/v1/learn{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def judged(client: TestClient, path: str, body: object) -> Any:
    answer = client.post(f"/api/v1/learn{path}", json=body)
    assert answer.status_code in (200, 202), answer.text
    return answer.json()


# -- blackjack ---------------------------------------------------------------------------------------------------------


def test_the_chart_is_the_commands_chart(client: TestClient) -> None:
    """Every cell and every digit, for unusual rules."""
    words = [part for name, value in LATE.items() if name != "decks" for part in ("--rule", f"{name}={value}")]
    assert api(client, "/blackjack/chart", **LATE) == command("strategy", "--decks", "2", *words)


def test_every_rule_of_the_command_can_be_asked_for() -> None:
    names = [field.alias or name for name, field in RulesRequest.model_fields.items()]
    assert names == [option.name for option in RULES]
    assert RulesRequest.model_validate({}).rules() == BlackjackRules()


@pytest.mark.parametrize(("hand", "up"), [("8s 8d", "Ah"), ("4s 5d 7h", "Kd")])
def test_a_decision_is_judged_by_the_commands_figures(client: TestClient, hand: str, up: str) -> None:
    expected = command("strategy", "--hand", hand, "--up", up)
    for action, value in expected["values"].items():
        found = judged(client, "/blackjack/decisions", {"hand": hand, "up": up, "action": action})
        assert found["values"] == expected["values"]
        assert found["cost"] == max(expected["values"].values()) - value
        assert (found["best"], found["chart"]) == (expected["best"], expected["chart"])
        right = "best" if action == expected["best"] else "chart" if action == expected["chart"] else "mistake"
        assert found["verdict"] == right


def test_the_chart_and_the_best_play_for_the_exact_cards_may_differ(client: TestClient) -> None:
    """16 in three cards against a ten: the chart hits, but with exactly these cards standing is better; neither is a
    mistake."""
    costs = {
        action: judged(client, "/blackjack/decisions", {"hand": "4s 5d 7h", "up": "Kd", "action": action})
        for action in ("hit", "stand")
    }
    assert costs["stand"]["verdict"] == "best"
    assert costs["hit"]["verdict"] == "chart"
    assert 0 < costs["hit"]["cost"] < 0.01


@settings(max_examples=40)
@given(seed=SEEDS, focus=st.sampled_from(["any", "close", "soft", "pairs", "drawn"]))
def test_a_dealt_hand_is_what_was_asked_for(usual: blackjack.SolvedRules, seed: int, focus: blackjack.Focus) -> None:
    dealt = blackjack.deal(usual, seed, focus)
    assert dealt == blackjack.deal(usual, seed, focus)
    assert len(dealt.cards) == (3 if focus == "drawn" else 2)
    assert focus not in ("soft", "pairs") or dealt.cell.part == focus
    found = blackjack.judge(usual, dealt.cards, dealt.up, dealt.actions[0])
    assert set(found["values"]) == set(dealt.actions)
    assert found["cell"] == str(dealt.cell)
    parts = usual.record["chart"]
    assert dealt.cell.up in parts[dealt.cell.part][dealt.cell.row]
    if focus == "close":
        best, second, *_ = sorted(found["values"].values(), reverse=True)
        assert best - second < blackjack.CLOSE


def test_a_weak_spot_is_dealt_again(usual: blackjack.SolvedRules) -> None:
    cells = {str(blackjack.deal(usual, seed, cell="pairs 8,8 A").cell) for seed in range(5)}
    assert cells == {"pairs 8,8 A"}
    with pytest.raises(BadInput, match="no cell 'hard 21 T'"):
        blackjack.deal(usual, 1, cell="hard 21 T")


def test_hands_come_as_often_as_they_are_dealt(usual: blackjack.SolvedRules) -> None:
    """The weights are all deals of two cards and an up card, less those with nothing to decide."""
    whole = 312 * 311 * 310
    natural = 2 * 24 * 96 * 310
    assert sum(start.weight for start in usual.starts) == whole - natural


def test_without_splits_there_are_no_pairs(client: TestClient) -> None:
    answer = client.get("/api/v1/learn/blackjack/hand", params={"seed": 1, "focus": "pairs", "split-hands": 1})
    assert answer.status_code == 400
    assert "no hands for 'pairs'" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"hand": "Ts 6d", "up": "Th", "action": "split"}, "'split' is not allowed"),
        ({"hand": "Ts 6d", "up": "Th Tc", "action": "hit"}, "not one card"),
        ({"hand": "Ts 6d", "up": "Jk", "action": "hit"}, "the shoe holds it not at all"),
        ({"hand": "Ts Td Ts", "up": "Th", "action": "hit"}, "not over 21"),
        ({"hand": "Ts", "up": "Th", "action": "hit"}, "two cards or more"),
        ({"hand": "As Ks", "up": "Th", "action": "hit"}, "allowed are stand"),
        ({"hand": "7s 7s", "up": "Th", "action": "hit", "rules": {"decks": 1}}, "occurs twice"),
        ({"hand": "Ts 6d", "up": "Th", "action": "hit", "rules": {"split-hands": 1, "resplit-aces": "yes"}}, "needs"),
        ({"hand": "Ts 6d", "up": "Th", "action": "hit", "rules": {"blackjack-pays": "0:0"}}, "is not a ratio"),
    ],
)
def test_invalid_decisions_are_refused(client: TestClient, body: dict[str, Any], words: str) -> None:
    answer = client.post("/api/v1/learn/blackjack/decisions", json=body)
    assert answer.status_code == 400
    assert words in answer.json()["detail"]


# -- pai gow -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "way"),
    [("ez-pai-gow", "foxwoods"), pytest.param("royal-riches-pai-gow", "flamingo", marks=pytest.mark.slow)],
)
def test_a_setting_is_judged_by_the_commands_figures(client: TestClient, slug: str, way: str) -> None:
    """Every one of the 21 settings: its cost is what `pitbook set` counts, and a foul loses."""
    pai_gow.ready(game(slug), way).result()
    cards = "Kc Qc 7h 7d 6d 2s 2h"
    expected = command("set", cards, "--house-way", way, "--game", slug, "--top", "21")
    worth = {each["setting"]: Fraction(each["expectation"]) for each in expected["settings"]}
    best = max(worth.values())
    met = set()
    for low in combinations(cards.split(), 2):
        found = judged(
            client, "/pai-gow/settings", {"game": slug, "house_way": way, "cards": cards, "low": " ".join(low)}
        )
        assert found["house_way"]["row"] == expected["house_way"]["row"]
        assert found["exact"]["best"]["low"] == expected["best"]["low"]
        mine = next((each for each in found["exact"]["settings"] if each["is_yours"]), None)
        assert (mine is None) == found["foul"]
        if mine is not None:
            name = f"{mine['low']} / {mine['high']}"
            met.add(name)
            assert Fraction(found["exact"]["cost"]) == best - worth[name]
            assert found["as_house_way"] == mine["is_house_way"]
        else:
            assert Fraction(found["exact"]["expectation"]) <= Fraction(-95, 100)
    assert met == set(worth)


def test_a_foul_loses_to_all_but_the_hand_that_pushes(client: TestClient) -> None:
    pai_gow.ready(game("ez-pai-gow"), "foxwoods").result()
    found = judged(client, "/pai-gow/settings", {"cards": "As Ad Kc 9d 7h 4s 2c", "low": "As Ad"})
    barred = found["exact"]["settings"][0]["barred"]
    assert found["foul"]
    assert barred > 0
    assert Fraction(found["exact"]["expectation"]) == Fraction(barred, found["exact"]["dealer_hands"]) - 1


@settings(max_examples=40)
@given(seed=SEEDS, way=st.sampled_from(list(HOUSE_WAYS)))
def test_tricky_hands_have_something_to_choose(seed: int, way: str) -> None:
    cards = pai_gow.deal(seed, "tricky", way)
    assert HOUSE_WAYS[way].deciding_row(cards).contains not in pai_gow.PLAIN
    assert len(set(pai_gow.deal(seed))) == 7


@settings(max_examples=40)
@given(seed=SEEDS, way=st.sampled_from(list(HOUSE_WAYS)))
def test_the_house_way_agrees_with_itself(seed: int, way: str) -> None:
    cards = pai_gow.deal(seed)
    low = HOUSE_WAYS[way].set_hand(cards).low
    found = pai_gow.compare(game("ez-pai-gow"), cards, low, way)
    assert found.same
    assert not found.foul


def test_house_way_is_shown_while_costs_are_counted(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    never: Future[None] = Future()
    monkeypatch.setattr("pitbook.families.pai_gow.learn.api.PATIENCE", 0.01)
    monkeypatch.setattr(pai_gow, "ready", lambda played, way: never)
    answer = client.post("/api/v1/learn/pai-gow/settings", json={"cards": "As Ad Kc 9d 7h 4s 2c", "low": "Kc 9d"})
    assert answer.status_code == 202
    assert answer.json()["counting"]
    assert answer.json()["exact"] is None
    assert answer.json()["as_house_way"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"cards": "As Ad Kc 9d 7h 4s 2c", "low": "As"}, "two low cards and five high"),
        ({"cards": "As Ad Kc 9d 7h 4s 2c", "low": "As As"}, "two low cards and five high"),
        ({"cards": "As Ad Kc 9d 7h 4s 2c", "low": "Qs Qd"}, "among the seven"),
        ({"cards": "As Ad Kc 9d 7h 4s", "low": "As Ad"}, "seven cards, not 6"),
        ({"cards": "As As Kc 9d 7h 4s 2c", "low": "Kc 9d"}, "occurs twice"),
        ({"cards": "As Ad Kc 9d 7h 4s 2c", "low": "Kc 9d", "house_way": "mine"}, "no house way"),
        ({"cards": "As Ad Kc 9d 7h 4s 2c", "low": "Kc 9d", "game": "match-n-poker"}, "no hands to set"),
    ],
)
def test_invalid_settings_are_refused(client: TestClient, body: dict[str, Any], words: str) -> None:
    answer = client.post("/api/v1/learn/pai-gow/settings", json=body)
    assert answer.status_code == 400
    assert words in answer.json()["detail"]


# -- what pays? --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", sampled([*SLUGS, "any"]))
@pytest.mark.parametrize("kind", ["line", "pay"])
def test_a_drill_question_is_settled_by_the_rulebook(client: TestClient, slug: str, kind: hands.Kind) -> None:
    """Settled again from what the learner is shown, and only the right answer is right."""
    for seed in range(8):
        shown = api(client, "/hands/question", seed=seed, game=slug, kind=kind)
        asked = hands.question(seed, slug, kind)
        item = again(shown)
        assert (shown["line"] is not None) == (kind == "pay")
        if kind == "line":
            outcomes = [line["outcome"] for line in shown["lines"]]
            assert len(set(outcomes)) == len(outcomes)
            found = [
                judged(client, "/hands/answers", {"seed": seed, "game": slug, "outcome": each}) for each in outcomes
            ]
            assert [each["right"] for each in found] == [each == item.outcome for each in outcomes]
        else:
            assert asked.settlement.net is not None
            paid = max(asked.settlement.net, 0)
            wrong = judged(client, "/hands/answers", {"seed": seed, "game": slug, "paid_cents": paid + 1})
            exact = judged(client, "/hands/answers", {"seed": seed, "game": slug, "paid_cents": paid})
            assert (wrong["right"], exact["right"]) == (False, True)
            assert sum(exact["chips_cents"]) + exact["coin_cents"] == paid


def again(shown: dict[str, Any]) -> Any:
    """The wager settled on the cards shown; a blackjack side wager needs no finished hand."""
    player, dealer, board = (parse_cards(shown[name]) for name in ("player", "dealer", "board"))
    wager = game(shown["game"]).wager(shown["wager"])
    bet = Bet(wager.slug, shown["bet_cents"], shown["spot"], shown["choice"])
    bets = finished_bets(game(shown["game"]), bet)
    low, high = shown["player_low"], shown["player_high"]
    setting = Setting(parse_cards(low), parse_cards(high)) if low else None
    found = settle(hands.layout_of(shown["game"]), [Seat(player, bets, setting)], dealer, board=board)
    return next(item for item in found if item.wager == wager.slug)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_two_lines_of_a_question_have_the_same_name(slug: str) -> None:
    """A learner who picks the right words must not be marked wrong."""
    layout = hands.layout_of(slug)
    for wager in hands.wagers_of(layout):
        table = layout.table_for(wager, Cents(wager.lowest or 1_000))
        assert table is not None
        labels = [line.label for line in hands._lines(layout, wager, table)]
        assert len(labels) == len(set(labels)), (wager.slug, labels)


def test_every_wager_is_asked_about_and_rare_lines_are_met() -> None:
    asked = [hands.question(seed, "royal-match-21") for seed in range(60)]
    assert {each.wager.slug for each in asked} == set(game("royal-match-21").wager_slugs())
    outcomes = [each.settlement.outcome for each in asked]
    assert outcomes.count(LOSS) < len(outcomes) / 2
    assert "royal_match" in outcomes


@pytest.mark.parametrize(
    "body", [{"seed": 1, "outcome": "nothing"}, {"seed": 1}, {"seed": 1, "game": "whist", "outcome": LOSS}]
)
def test_invalid_answer_is_refused(client: TestClient, body: dict[str, Any]) -> None:
    assert client.post("/api/v1/learn/hands/answers", json=body).status_code == 400


# -- procedure ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", sampled())
@pytest.mark.parametrize("kind", ["next", "order"])
def test_procedure_drill_follows_the_tables_order(client: TestClient, slug: str, kind: procedure.Kind) -> None:
    for seed in range(6):
        shown = api(client, "/procedure/question", seed=seed, game=slug, kind=kind)
        asked = procedure.question(seed, slug, kind)
        assert sorted(set(asked.answer) & set(shown["choices"])) == sorted(asked.answer)
        assert len(set(shown["choices"])) == len(shown["choices"])
        body = {"seed": seed, "game": slug, "kind": kind}
        assert judged(client, "/procedure/answers", {**body, "steps": list(asked.answer)})["right"]
        wrong = next(each for each in shown["choices"] if each != asked.answer[0])
        steps = [wrong] if kind == "next" else list(reversed(asked.answer))
        assert not judged(client, "/procedure/answers", {**body, "steps": steps})["right"]


def test_match_n_poker_is_settled_before_anybody_plays() -> None:
    """Letter 001, paragraph 4: first of all, from the dealer's right to left."""
    for seed in range(20):
        words = [step.words for step in procedure.told("match-n-poker", seed)]
        side = [place for place, step in enumerate(words) if " match-n-poker" in step]
        plays = [place for place, step in enumerate(words) if step.startswith("Ask")]
        assert not side or not plays or max(side) < min(plays)


def test_a_hole_card_lies_face_down_until_it_is_turned() -> None:
    for step in procedure.told("match-n-poker", 0):
        turned = step.words.startswith("Turn over the hole card")
        if turned or step.words.startswith("Ask"):
            assert procedure.shown(step.before.dealer).endswith(" ??")


@pytest.mark.parametrize("steps", [["nothing"], ["Wait", "Wait"], ["x" * 200]])
def test_unknown_steps_are_refused(client: TestClient, steps: list[str]) -> None:
    answer = client.post("/api/v1/learn/procedure/answers", json={"seed": 1, "steps": steps})
    assert answer.status_code == 400


# -- pages and invalid requests ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["", "/blackjack", "/pai-gow", "/hands", "/procedure"])
def test_drill_page(client: TestClient, usual: blackjack.SolvedRules, path: str) -> None:
    answer = client.get(f"/learn{path}")
    assert answer.status_code == 200
    assert 'aria-current="page">Learn' in answer.text


def test_the_page_shows_the_chart(client: TestClient, usual: blackjack.SolvedRules) -> None:
    text = client.get("/learn/blackjack").text
    cells = sum(len(row) for part in usual.record["chart"].values() for row in part.values())
    assert text.count("data-cell=") == cells == 340
    assert f"{-100 * usual.record['expectation']['total_dependent']:.4f}%" in text


def test_new_rules_are_answered_at_once(client: TestClient) -> None:
    """A waiting page first; the chart once it is computed."""
    path = "/learn/blackjack?decks=3&blackjack-pays=7:5"
    first = client.get(path)
    assert "Solving blackjack for these rules" in first.text
    assert '<option value="7:5" selected>7:5</option>' in first.text
    assert client.get("/api/v1/learn/blackjack/chart?decks=3&blackjack-pays=7:5").status_code == 200
    assert "data-cell=" in client.get(path).text


@pytest.mark.parametrize(
    "query", ["decks=9", "decks=1&decks=2", "soft17=<b>", "nothing=1", "five-card=21-pays-0:0", "decks=" + "9" * 5000]
)
def test_invalid_rules_are_an_error_page(client: TestClient, query: str) -> None:
    answer = client.get(f"/learn/blackjack?{query}")
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("text/html")
    assert "<b>" not in answer.text


BODIES: dict[str, dict[str, Any]] = {
    "/blackjack/decisions": {"rules": {"decks": 6, "soft17": "hit"}, "hand": "Ts 6d", "up": "Th", "action": "hit"},
    "/pai-gow/settings": {
        "game": "ez-pai-gow",
        "house_way": "foxwoods",
        "cards": "As Ad Kc 9d 7h 4s 2c",
        "low": "Kc 9d",
    },
    "/hands/answers": {"seed": 1, "game": "any", "outcome": LOSS, "paid_cents": 5},
    "/procedure/answers": {"seed": 1, "game": "any", "kind": "next", "steps": ["x"]},
}


@pytest.mark.parametrize("path", BODIES)
def test_invalid_drill_requests_are_refused_with_one_sentence(client: TestClient, path: str) -> None:
    chance = random.Random(9)
    for name in BODIES[path]:
        for value in chance.sample(NONSENSE, 12):
            text = json.dumps(BODIES[path] | {name: value}).encode()
            answer = client.post(f"/api/v1/learn{path}", content=text, headers={"Content-Type": "application/json"})
            assert answer.status_code < 500, (name, value, answer.text)
            if answer.status_code >= 400:
                assert 0 < len(answer.json()["detail"]) <= 600
    for path_ in ("/blackjack/hand", "/pai-gow/hand", "/hands/question", "/procedure/question"):
        for seed in ("-1", str(2**32), "1.5", "nan", "x", ""):
            assert client.get(f"/api/v1/learn{path_}", params={"seed": seed}).status_code == 422


def test_every_pair_is_dealt_as_often_as_any_other() -> None:
    """Ten-value cards would make half of a drill about pairs; here they are one pair of ten."""
    found = blackjack.solve(BlackjackRules())
    rows = Counter(blackjack.deal(found, seed, "pairs").cell.row for seed in range(400))
    assert len(rows) == 10
    assert rows["T,T"] < 80


@pytest.mark.parametrize(("game", "player", "dealer"), [("let-it-ride", 3, 0), ("caribbean-stud", 5, 5)])
def test_cards_of_a_poker_drill_before_the_first_hand(client: TestClient, game: str, player: int, dealer: int) -> None:
    """A game without a dealer's hand shows no cards of a dealer."""
    page = client.get("/learn/poker", params={"game": game}).text
    assert page.split("data-player>")[1].split("</div>")[0].count("<svg") == player
    assert page.split("data-dealer>")[1].split("</div>")[0].count("<svg") == dealer
    assert ('<div class="spot" hidden><p class="over">Dealer' in page) == (dealer == 0)
