"""The poker games at the dealer's console with cards from a real shoe: decisions first, cards at the showdown.

One card room has a table of each. Every amount on the screen is the amount that moves, and a stored round replays.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

import pytest

from pitbook.cards import card_names, parse_cards
from pitbook.compliance.gate import Gate
from pitbook.compliance.property import parse_property
from pitbook.errors import NotApproved
from pitbook.families.poker.rules.model import PokerRules, Street
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games import all_games, game
from pitbook.games.package import package_hash
from pitbook.games.settle import lay_out
from pitbook.money import format_cents, parse_cents
from pitbook.room.jackpots.manual_acts import void_reasons
from pitbook.room.tables.log import last_opening
from pitbook.table.replay import Replay
from pitbook.web.dealer.console import look_at
from pitbook.web.dealer.model import Console
from tests.compliance.broken_properties import TODAY, UP, posted
from tests.every_game import sampled
from tests.web.card_room import PIN, CardRoom, card_room

GAMES: Final = [each.slug for each in all_games() if each.family == "poker"]
CHIPS: Final = 200_000
HOUSE: Final = """
[property]
name = "Ten Tables"
kind = "card room"
location = "here"
tables_authorised = 15
dispute = "Ask."
employees = "None."
[cash]
on_hand = "$900,000"
last_year_receipts = "$1,500,000"
prize_funds = "$9,000,000"
"""


CAPPED: Final = {"three-card-poker": ("six-card-bonus", "$250"), "caribbean-stud": ("raise", "$1,500")}
"""The most that one deal pays by odds on a wager: 50 times the highest bet, as low as the regulation allows."""


def table_text(slug: str) -> str:
    """A table with every wager that a house may offer; the payout limit of one deal where odds reach 50 to 1."""
    of, units = game(slug), rules_of(slug).first.first
    limits = {wager.slug: f"${5 * units} to ${15 * units}" for wager in of.wagers if wager.is_required}
    optional = [
        wager for wager in of.wagers if not wager.is_required and not wager.in_round and wager.house_table is None
    ]
    limits |= {wager.slug: "$1" if wager.highest == 100 else "$1 to $5" for wager in optional if not wager.counts_with}
    stated = ", ".join(f'{name} = "{words}"' for name, words in limits.items())
    sums = '{} = "{}"'.format(*CAPPED[slug]) if slug in CAPPED else ""
    return (
        f'\n[[table]]\nid = "{slug}"\ngame = "{slug}"\npostings = "{UP}"\ncards = "entered"\nlimits = {{ {stated} }}\n'
        f"aggregate = {{ {sums} }}\n"
    )


def sheet_text(slug: str) -> str:
    """The house's own rules sheet, with the pay tables that it uses."""
    tables = {name: tables[0].id for name, tables in lay_out(game(slug)).tables.items()}
    confirmed = ", ".join(f'{name} = "{table}"' for name, table in tables.items())
    return f"""
[approvals.{slug}]
package = "{package_hash(slug)}"
[approvals.{slug}.rules_sheet]
document = "{slug}, rules of the house"
day = {TODAY.isoformat()}
person = "D. Reyes"
sha256 = "{"a" * 64}"
pay_tables = {{ {confirmed} }}
"""


@pytest.mark.parametrize("slug", GAMES)
def test_without_the_houses_rules_sheet_no_table_opens(slug: str) -> None:
    with pytest.raises(NotApproved, match="encloses no rules"):
        Gate(parse_property(posted(HOUSE + table_text(slug))), TODAY).open_table(slug)


class Shoe:
    """Cards of one round by place: each is entered when it is asked for."""

    def __init__(self, rules: PokerRules, seed: int, fixed: Mapping[str, str] | None = None) -> None:
        named = parse_cards(" ".join((fixed or {}).values()))
        pack = [card for card in range(53 if rules.joker else 52) if card not in named]
        Random(f"{rules.slug} {seed}").shuffle(pack)
        sizes = {"seat 1": rules.own, "seat 2": rules.own, "dealer": rules.dealer, "board": rules.board}
        self.cards = {place: [card_names((pack.pop(),)) for _ in range(size)] for place, size in sizes.items()}
        for place, names in (fixed or {}).items():
            self.cards[place] = names.split()

    def take(self, place: str, count: int) -> str:
        taken, self.cards[place] = self.cards[place][:count], self.cards[place][count:]
        return " ".join(taken)


class Table:
    """The table of one game, worked as a dealer does."""

    def __init__(self, room: CardRoom, slug: str) -> None:
        self.room, self.slug, self.rules = room, slug, rules_of(slug)

    def do(self, act: str, body: Any = None, person: str = "dana") -> None:
        answer = self.room.post(person, f"/tables/{self.slug}/{act}", body)
        assert answer.status_code == 200, f"{self.slug} {act} {body}: {answer.text}"

    def refused(self, act: str, body: Any) -> str:
        answer = self.room.post("dana", f"/tables/{self.slug}/{act}", body)
        assert answer.status_code == 400, answer.text
        return str(answer.json()["detail"])

    def supervise(self, key: str, **said: Any) -> None:
        body = {"key": key, "badge": self.room.badges["sue"], "pin": PIN, **said}
        answer = self.room.post("dana", f"/controllers/{self.slug}/supervised", body)
        assert answer.status_code == 200, answer.text

    def void(self, reason: str) -> None:
        papers = self.room.papers("dana") | {"document": "IR-1", "reason": reason}
        answer = self.room.post("sue", f"/floor/tables/{self.slug}/voids", papers)
        assert answer.status_code == 200, answer.text

    @property
    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.room.get("dana", f"/tables/{self.slug}").json()
        return found

    @property
    def console(self) -> Console:
        return look_at(self.room.client.app.state.services.pit, self.slug)  # type: ignore[attr-defined]

    @property
    def stacks(self) -> dict[str, int]:
        return {seat: player["stack"] for seat, player in self.view["players"].items()}

    def replays(self) -> bool:
        """Whether the stored record of the table runs to the same money again."""
        with self.room.client.app.state.services.database.reading_latest() as connection:  # type: ignore[attr-defined]
            _, events = last_opening(connection, self.slug)
        return not Replay.begin(events).run().differences

    def begin(self, bound: str = "low") -> None:
        """Both seats bet the lowest amount on everything, or the highest."""
        view = self.view
        spots = [wager for wager in view["wagers"] if wager["low"] and not wager["in_round"]]
        bets = [{"wager": wager["slug"], "cents": wager[bound]} for wager in spots]
        for seat in (1, 2):
            self.do("bets", {"seat": seat, "bets": bets})
        self.do("close-betting")

    def street(self, options: list[str]) -> Street:
        return next(each for each in self.rules.streets if set(options) <= {choice.word for choice in each.choices})

    def play(self, shoe: Shoe, raises: str = "", stop_at: str = "") -> list[dict[str, Any]]:
        """Works the round to its end, or to the first step of a kind; answers with what was settled.

        Seat 1 takes the last choice that any hand allows, or ``raises``; seat 2 folds or bets as little as it can.
        Before each pay the console names the amount, and the seat's chips change by it.
        """
        settled = []
        while (step := self.view["step"]) is not None and step["kind"] != stop_at:
            if step["kind"] == "card":
                self.do("cards", {"cards": shoe.take(step["place"], step["count"])})
            elif step["kind"] == "ask":
                self.do("decision", {"seat": step["seat"], "answer": self.answer(step, raises)})
            elif step["kind"] == "settle":
                settled.append(self.settle(step))
            else:
                self.do("step")
        return settled

    def answer(self, step: dict[str, Any], raises: str) -> str:
        free = [choice.word for choice in self.street(step["options"]).choices if not choice.hands]
        open_to_all = [word for word in step["options"] if word in free]
        if step["seat"] == 2:
            return "fold" if "fold" in open_to_all else open_to_all[0]
        return raises if raises in step["options"] else open_to_all[-1]

    def settle(self, step: dict[str, Any]) -> dict[str, Any]:
        item, seat = step["settlement"], str(step["seat"])
        before, pay = self.stacks[seat], self.console.pays[0]
        self.do("settle-next")
        moved = self.stacks[seat] - before
        assert moved == item["net"] + item["bet"]
        if item["net"] > 0:
            assert pay.amount == format_cents(item["net"]), "the screen says what is pushed out"
        assert pay.seat == step["seat"]
        return dict(item)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    text = HOUSE + "".join(map(table_text, GAMES)) + "".join(map(sheet_text, GAMES))
    with card_room(str(tmp_path_factory.mktemp("poker") / "room.db")) as found:
        services = found.client.app.state.services  # type: ignore[attr-defined]
        services.configurations.keep(posted(text), "ada", "a test")
        for slug in GAMES:
            at = Table(found, slug)
            at.do("open", {"checked": True}, "sue")
            for seat in (1, 2):
                at.do("seat", {"seat": seat, "player": f"P{seat}", "chips": CHIPS})
        yield found


def test_hands_that_lie_face_down_are_turned_over_and_not_dealt_again(room: CardRoom) -> None:
    at = Table(room, "three-card-poker")
    shoe = Shoe(at.rules, 1)
    at.begin()
    at.play(shoe, stop_at="card")
    assert at.console.next == "Turn over and enter the 3 cards of the dealer"
    at.do("cards", {"cards": shoe.take("dealer", 3)})
    assert at.console.next == "Turn over and enter the 3 cards of seat 2"
    at.play(shoe)


@pytest.mark.parametrize("slug", sampled(GAMES))
def test_rounds_pay_the_amounts_that_the_console_shows(room: CardRoom, slug: str) -> None:
    at = Table(room, slug)
    for seed in range(2):
        before = at.stacks
        at.begin()
        settled = at.play(Shoe(at.rules, seed))
        after = at.stacks
        for seat in before:
            assert after[seat] - before[seat] == sum(item["net"] for item in settled if str(item["seat"]) == seat)
        assert at.view["phase"] == "betting"
        assert not [stake for player in at.view["players"].values() for stake in player["stakes"]]
    assert at.replays()


def test_the_audit_names_what_pays_every_wager(room: CardRoom) -> None:
    """The audit also names the pay table for a raise that the Ante's pay table pays."""
    services = room.client.app.state.services  # type: ignore[attr-defined]
    audited = services.audit.letters.every()
    assert all(each.holds for each in audited), "the house's rules sheets stand for letters"
    found = {each.table: {use.wager: use.pay_table for use in each.wagers} for each in audited}
    assert set(found) == set(GAMES)
    assert found["big-raise-stud"]["raise"] == found["big-raise-stud"]["ante"]


@pytest.mark.parametrize("slug", sampled(GAMES))
def test_a_misdeal_and_an_exposed_card_give_every_chip_back(room: CardRoom, slug: str) -> None:
    """The supervisor sees what the game's rules say of it and where; at the latest moment, before the first pay."""
    at = Table(room, slug)
    before = at.stacks
    for reason, moment in (("exposed-card", "ask"), ("misdeal", "card")):
        at.begin()
        at.play(Shoe(at.rules, 5), stop_at=moment)
        at.void(reason)
        assert at.stacks == before
    for rule in at.rules.irregularities:
        assert rule.when.startswith("A ")
        assert f"{rule.then} ({rule.cite})" == void_reasons(game(slug))[rule.name].rule
        assert "rules sheet prevails" in rule.cite
    assert at.replays()


@pytest.mark.parametrize("slug", GAMES)
def test_a_wrong_input_is_refused_in_one_sentence_and_moves_nothing(room: CardRoom, slug: str) -> None:
    at = Table(room, slug)
    first = at.rules.first
    too_much = {"seat": 1, "bets": [{"wager": first.slug, "cents": 100_000_00}]}
    assert f"{first.name} is " in at.refused("bets", too_much)
    in_round = next((stake.slug for stake in at.rules.stakes if not stake.first and not stake.paid_on), "")
    if in_round:
        assert "in the round" in at.refused("bets", {"seat": 1, "bets": [{"wager": in_round, "cents": 500}]})
    at.begin()
    at.play(shoe := Shoe(at.rules, 6), stop_at="ask")
    said = at.view["number"]
    assert "raise" in at.console.next or "1x" not in at.view["step"]["options"]
    assert "not asked" in at.refused("decision", {"seat": 2, "answer": "fold"})
    assert "allowed are" in at.refused("decision", {"seat": 1, "answer": "surrender"})
    assert at.view["number"] == said
    at.play(shoe, stop_at="card")
    step, said = at.view["step"], at.view["number"]
    others = [f"{rank}d" for rank in "AKQJT98"][: step["count"] - 1]
    wrong = ["As As", "Zz"] + ["As"] * (step["count"] > 1) + [" ".join(["Jk", *others])] * (not at.rules.joker)
    for cards in wrong:
        assert at.refused("cards", {"cards": cards}), cards
    assert at.view["number"] == said
    at.void("procedure")


@pytest.mark.parametrize("slug", sampled(GAMES))
def test_a_decision_is_taken_back_and_given_again(room: CardRoom, slug: str) -> None:
    at = Table(room, slug)
    before = at.stacks
    at.begin()
    shoe = Shoe(at.rules, 7)
    at.play(shoe, stop_at="ask")
    staked, step = at.stacks, at.view["step"]
    at.do("decision", {"seat": 1, "answer": at.answer(step, "")})
    undo = at.console.undo
    assert undo is not None
    ((address, said),) = undo.do
    assert room.post("dana", address.removeprefix("/api/v1"), said).status_code == 200
    assert at.stacks == staked
    assert at.view["step"] == step
    settled = at.play(shoe)
    assert sum(at.stacks.values()) - sum(before.values()) == sum(item["net"] for item in settled)
    assert at.replays()


def test_a_raise_that_the_hand_did_not_allow_is_corrected_at_the_showdown(room: CardRoom) -> None:
    """Crazy 4 Poker: three times the Ante needs a pair of aces, which shows when the cards are entered."""
    at = Table(room, "crazy-4-poker")
    before = at.stacks
    at.begin()
    settled = at.play(shoe := Shoe(at.rules, 1, {"seat 1": "Ks Kd 9h 5c 3s"}), raises="3x", stop_at="stop")
    assert "a pair of aces or better" in at.console.stopped
    assert {item["seat"] for item in settled} == {2}, "the fold was settled before"
    at.supervise("correct-stake", cents=500, why="no pair of aces")
    settled += at.play(shoe)
    assert sum(item["bet"] for item in settled if item["wager"] == "play") == 500
    assert sum(at.stacks.values()) - sum(before.values()) == sum(item["net"] for item in settled)
    assert at.replays()


@pytest.mark.parametrize(
    ("slug", "cards"),
    [
        ("three-card-poker", {"seat 1": "As Ks Qs", "dealer": "Js Ts 3h", "seat 2": "9d 8c 4h"}),
        ("caribbean-stud", {"seat 1": "As Ks Qs Js Ts", "dealer": "Ad Kh 8h 4c 2d", "seat 2": "9d 8c 4h 3d 2c"}),
    ],
)
def test_the_limit_on_a_rounds_payout_cuts_what_odds_pay(room: CardRoom, slug: str, cards: dict[str, str]) -> None:
    """A side bet, and the Raise, which is a wager of the base game."""
    at, (wager, limit) = Table(room, slug), CAPPED[slug]
    before = at.stacks
    at.begin("high")
    settled = at.play(Shoe(at.rules, 1, cards))
    paid = next(item for item in settled if (item["seat"], item["wager"]) == (1, wager))
    others = sum(item["net"] for item in settled if item["wager"] == wager and item["seat"] == 2 and item["net"] > 0)
    assert paid["net"] + others <= parse_cents(limit)
    assert f"cut to the aggregate limit of {limit} a deal" in paid["pays"]
    assert sum(at.stacks.values()) - sum(before.values()) == sum(item["net"] for item in settled)
    assert at.replays()
