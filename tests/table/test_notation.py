"""The text of a round reads back to the same round, and a few lines typed by hand ask what it should have paid."""

from collections import Counter
from dataclasses import replace
from random import Random
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook import games
from pitbook.cards import card_names
from pitbook.errors import BadInput
from pitbook.games.model import Game
from pitbook.money import Cents, dollars
from pitbook.table.config import Limits, TableConfig, configure
from pitbook.table.events import Event
from pitbook.table.notation import event_line, parse_rounds, payments_of, write_rounds
from pitbook.table.replay import Replay
from pitbook.table.run import run_table
from pitbook.table.shoe import OsChance
from pitbook.table.steps import Ask, CardTo, Number, Press, Settle, Stop
from pitbook.table.table import Table
from tests.every_game import sampled
from tests.hostile import NASTY, anything, refused, short
from tests.table.rig import rig

GAMES = sampled()
NAMES = ("Ann", "Böðvar Ó", "# 7", 'void by "x": y', "seat 1: Ks", "a @ b", "李雷")


def facts(events: list[Event]) -> list[tuple[str, Any]]:
    """The part of a record that the notation contains: everything but times and people."""
    return [(event.kind, event.data) for event in events]


def paid(events: list[Event]) -> list[Any]:
    return [event.data for event in events if event.kind in ("settled", "round-over")]


# -- physical cards: a record comes back as it was ---------------------------------------------------------------------


def some_config(game: Game, random: Random) -> TableConfig:
    decks = random.choice(game.decks)
    rules = {}
    if game.base == "blackjack":
        rules = {
            "soft17": random.choice(("hit", "stand")),
            "surrender": random.choice(("none", "late", "early")),
            "hole-card": random.choice(("peek", "peek", "european", "original-bets-only")),
            "five-card": random.choice(("none", "charlie")),
        }
    tables = {
        wager.slug: random.choice(ids)
        for wager in game.wagers
        if (ids := wager.table_ids(decks)) and not wager.components and random.random() < 0.5
    }
    seats = random.randint(1, 3)
    first = game.main or "match"
    units = game.wager(first).units or 1  # three equal bets at Let It Ride
    low, most = dollars(units), dollars(units * random.choice((50, 5000)))
    high = Limits(low, most) if random.random() < 0.3 else None
    return configure(
        game,
        decks=decks,
        tables=tables,
        rules=rules,
        seats=seats,
        source="entered",
        limits={first: high} if high else None,
        prize=dollars(random.choice((500, 25_000))) if random.random() < 0.5 else None,
    )


class Played:
    """A table with physical cards, played at random, with everything that may happen at such a table."""

    def __init__(self, game: Game, random: Random) -> None:
        self.random, self.events = random, list[Event]()
        self.table = Table(some_config(game, random), OsChance(), lambda: "", self.events.append)
        self.shoe: list[int] = []
        self.shuffle()

    def shuffle(self) -> None:
        in_play = Counter(self.dealt) if self.table.round is not None else Counter[int]()
        self.shoe = list((Counter(self.table.config.pack) - in_play).elements())
        self.random.shuffle(self.shoe)
        if self.events[-1].kind != "opened":
            self.table.shuffle()

    def play(self, rounds: int) -> list[Event]:
        self.table.sit(1, self.random.choice(NAMES), dollars(5_000))
        for number in range(rounds):
            if self.table.family.SHUFFLES_EACH_ROUND or len(self.shoe) < 40:
                self.shuffle()
            self.bet()
            self.round(last=number == rounds - 1)
            if self.table.round is None and self.table.settled and self.random.random() < 0.3:
                self.correct()
        return self.events

    def bet(self) -> None:
        table, random = self.table, self.random
        for seat in range(1, table.config.seats + 1):
            if seat not in table.seats and random.random() < 0.5:
                table.sit(seat, random.choice(NAMES), dollars(2_000))
        for seat in list(table.seats):
            if table.seats[seat].stack < dollars(1_000):
                table.buy(seat, dollars(4_000))
            for slug in table.config.offered:
                self.bet_on(seat, slug)
            if seat > 1 and random.random() < 0.1:
                table.leave(seat)

    def bet_on(self, seat: int, slug: str) -> None:
        table, random = self.table, self.random
        wager, limits = table.config.game.wager(slug), table.config.limits[slug]
        first = wager.is_required or slug == "match"
        if wager.in_round:
            return
        if not first and random.random() < 0.3:
            return
        for spot in range(1, wager.spots + 1) if wager.spots else (0,):
            units = wager.units or 1
            most = Cents(random.choice((limits.low, min(limits.high, dollars(10)), min(limits.high, dollars(25)))))
            cents = max(limits.low, Cents(most - most % units))
            if wager.equals:
                cents = table.seats[seat].bets[wager.equals].cents
            choice = random.choice(wager.choice.choices) if wager.choice else ""
            table.bet(seat, slug, cents, spot, choice)
            if not first and random.random() < 0.2:
                table.bet(seat, slug, Cents(0), spot)

    def round(self, last: bool) -> None:
        table, random = self.table, self.random
        table.close_betting()
        self.dealt: list[int] = []
        stop = random.randint(1, 60) if random.random() < 0.3 else 10_000
        while table.step is not None and stop:
            stop -= 1
            self.step()
            if table.settled and random.random() < 0.02:
                self.correct()
            if len(table.seats) < table.config.seats and random.random() < 0.02:
                free = next(seat for seat in range(1, table.config.seats + 1) if seat not in table.seats)
                table.sit(free, "Late", dollars(3_000))
        if table.step is not None and not (last and random.random() < 0.5):
            table.void("cards were exposed: a misdeal", random.choice(NAMES))

    def step(self) -> None:
        table, random = self.table, self.random
        step = table.step
        if random.random() < 0.01:
            self.shuffle()
        if isinstance(step, CardTo):
            if not step.up and random.random() < 0.5:
                table.enter("")
                return
            cards = tuple(self.shoe.pop() for _ in range(step.count))
            try:
                table.enter(card_names(cards))
                self.dealt += cards
            except BadInput:  # a hole card that the dealer did not see
                self.shoe[:0] = cards
        elif isinstance(step, Number):
            table.enter_number(random.randint(step.low, step.high))
        elif isinstance(step, Ask):
            place = random.choice(list(step.open))
            answer = random.choice(("house way", "fold")) if step.name == "set" else random.choice(step.open[place])
            table.decide(
                place.seat, answer if "fold" in step.open[place] or answer != "fold" else "house way", place.hand
            )
        elif isinstance(step, Stop):  # a hand turned over does not have what its player's raise needed
            cents = Cents(random.choice((0, step.move.cents // 2)))
            table.correct_stake(cents, "no pair of aces", random.choice(NAMES))
        else:
            table.do()

    def correct(self) -> None:
        item = self.random.choice(self.table.settled)
        if item.settlement.seat in self.table.seats:
            self.table.correct(
                item.event, Cents(self.random.choice((0, 700, 12_345))), "misread: it was a straight", "Lee"
            )


@pytest.mark.parametrize("slug", GAMES)
@given(random=st.randoms(use_true_random=False), rounds=st.integers(1, 2))
@settings(max_examples=5)
def test_a_record_of_physical_cards_survives_the_notation_unchanged(slug: str, random: Random, rounds: int) -> None:
    events = Played(games.game(slug), random).play(rounds)
    text = write_rounds(events)

    back = parse_rounds(text)

    assert facts(back) == facts(events)
    assert write_rounds(back) == text
    assert Replay.begin(back).run().differences == []


# -- a table's own shoe: the same payments -----------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_record_of_the_tables_own_shoe_reads_back_with_the_same_payments(slug: str, seed: int) -> None:
    events: list[Event] = []
    run_table(configure(games.game(slug), seats=3), 40, 3, seed, journal=events.append)
    text = write_rounds(events)

    back = parse_rounds(text)

    assert paid(back) == paid(events)
    assert paid(parse_rounds(write_rounds(back))) == paid(events)


@pytest.mark.parametrize("answer", ["1x", "fold"])
def test_a_player_and_a_correction_between_hidden_hands_and_their_showdown_read_back(answer: str) -> None:
    """With physical cards the hands are entered after them, or not at all, although the text has them before."""
    at = rig("crazy-4-poker", players=2)
    at.begin({1: "ante=5 super-bonus=5", 2: "ante=5 super-bonus=5"})
    at.table.advance()
    at.table.decide(1, "fold")
    at.table.advance()
    if answer == "fold":
        at.table.decide(2, answer)
        while not isinstance(at.table.step, Press):
            at.table.do()
    at.table.correct(at.table.settled[-1].event, dollars(9), "misread", "Lee")
    at.table.sit(5, "Late", dollars(50))
    at.finish({2: answer} if answer != "fold" else {})

    back = parse_rounds(write_rounds(at.events))

    assert Replay.begin(back).run().differences == []
    assert back[-1].data == [event for event in at.events if event.kind == "round-over"][-1].data
    assert paid(back) == paid(at.events)


@pytest.mark.parametrize("voided", [False, True])
@pytest.mark.parametrize("folded", [[1], [1, 2]])
def test_answers_of_hidden_hands_are_read_back_from_a_round_without_an_end(folded: list[int], voided: bool) -> None:
    """The step with which physical hands are dealt is not in the text of a table's own shoe. Hands that were not turned
    over stay face down.
    """
    at = rig("crazy-4-poker", players=2)
    at.begin({1: "ante=5 super-bonus=5", 2: "ante=5 super-bonus=5"})
    at.table.advance()
    for seat in folded:
        at.table.decide(seat, "fold")
        while isinstance(at.table.step, Settle):
            at.table.do()
    at.table.sit(5, "Late", dollars(50))
    if voided:
        at.table.void("misdeal", "Lee")

    back = parse_rounds(write_rounds(at.events))

    assert [event.data["answer"] for event in back if event.kind == "answer"] == ["fold"] * len(folded)
    assert not [event for event in back if event.kind == "card"]
    assert [event.data for event in back if event.kind == "sat"][-1] == {"seat": 5, "player": "Late", "chips": 5_000}
    assert paid(back) == paid(at.events)
    assert Replay.begin(back).run().differences == []


def test_a_record_is_written_as_plain_lines() -> None:
    events: list[Event] = []
    run_table(configure(games.game("match-n-poker"), seats=1), 1, 1, 6, journal=events.append)

    assert write_rounds(events) == dedent(
        """\
        game match-n-poker
        seats 1
        seat 1 sits with $1,000,000: Player 1

        seat 1 bets $10 on base, $5 on match-n-poker
        round 1: no more bets
        seat 1: Qc Kc
        dealer: 3d [Jd]
        seat 1 match-n-poker $5 loses $5
        seat 1 stands
        step hole-card
        dealer: As 4h
        seat 1 base $10 wins $10: Win @ 1 to 1
        round over: seat 1 $1,000,005
        """
    )


def test_a_record_that_is_damaged_cannot_be_written() -> None:
    events: list[Event] = []
    run_table(configure(games.game("match-n-poker"), seats=1), 1, 1, 6, journal=events.append)
    broken = [replace(event, data={}) if event.kind == "settled" else event for event in events]

    with pytest.raises(BadInput, match=r"event \d+ is damaged"):
        write_rounds(broken)
    with pytest.raises(BadInput, match="begins with the opening"):
        write_rounds(events[1:])
    with pytest.raises(BadInput, match="is not a kind of event"):
        event_line(Event(1, "danced", {}, "", ""), {}, games.game("match-n-poker"))


# -- by hand -----------------------------------------------------------------------------------------------------------


def payments(text: str) -> list[str]:
    """The result of a text, one line per payment."""
    events = parse_rounds(text)
    game = games.game(events[0].data["game"])
    return [event_line(event, payments_of(events), game) for event in events if event.kind == "settled"]


BY_HAND = {
    "royal match, win": (
        """
        game royal-match-21
        table royal-match RM-08
        seat 1 bets $10 on base, $5 on royal-match
        seat 1: Ks Qs
        dealer: 9h 5c Td
        """,
        ["seat 1 royal-match $5 wins $125: Royal Match @ 25 to 1", "seat 1 base $10 wins $10: Win @ 1 to 1"],
    ),
    "crown treasure waits for the hole card": (
        """
        game royal-match-21
        option crown-treasure yes
        seat 1 bets $10 on base, $5 on royal-match
        seat 1: Kh Qh
        dealer: Kc Qc
        """,
        [
            "seat 1 royal-match $5 wins $1,125: Crown Treasure @ 25 to 1 + $1,000",
            "seat 1 base $10 pushes: Push @ push",
        ],
    ),
    "insured against a blackjack that only the dealer saw": (
        """
        game royal-match-21
        seat 1 bets $10 on base
        seat 1: Kh 6h
        dealer: Ac [??]
        seat 1 insurance? yes
        dealer: Qc
        """,
        ["seat 1 insurance $5 wins $10: Insurance @ 2 to 1", "seat 1 base $10 loses $10"],
    ),
    "split and doubled": (
        """
        game match-n-poker
        seat 1 bets $10 on base, $5 on match-n-poker
        seat 1: 8s 8h
        dealer: 8d [??]
        seat 1 splits
        seat 1: 3c
        seat 1 doubles
        seat 1: Ts
        seat 1 hand 2: 9c
        dealer: 6d Kc
        """,
        [
            "seat 1 match-n-poker $5 wins $100: 3 of a Kind @ 20 to 1",
            "seat 1 base $20 wins $20: Win @ 1 to 1",
            "seat 1 hand 2 base $10 wins $10: Win @ 1 to 1",
        ],
    ),
    "five spots and the super bonus": (
        """
        game million-dollar-match-the-dealer
        table super-bonus 6-C
        seat 1 bets $5 on five-spots
        seat 1: 8s 8s
        dealer: 8s 8h Kd 2c 8s
        """,
        [
            "seat 1 match-1 $5 wins $90: Two Suited Matches @ 18 to 1",
            "seat 1 match-2 $5 wins $40: Two Unsuited Matches @ 8 to 1",
            "seat 1 match-3 $5 loses $5",
            "seat 1 match-4 $5 loses $5",
            "seat 1 match-5 $5 wins $90: Two Suited Matches @ 18 to 1",
            "seat 1 super-bonus wins $8,000: 4-Card Suited Match @ $8,000",
        ],
    ),
    "envy": (
        """
        game ez-pai-gow
        seat 1 bets $20 on base, $5 on dynasty, $5 on red-black black
        seat 3 bets $20 on base, $5 on dynasty
        seat 1: As Kd Jk 7h 7c 3d 2s
        seat 3: 9s 9d 9h 9c Ks Td 4c
        dealer: Ah Kh Qd 8c 8d 4s 3h
        """,
        [
            "seat 3 base $20 pushes: Push @ push",
            "seat 3 dynasty $5 wins $125: Four of a Kind @ 25 to 1",
            "seat 1 base $20 wins $20: Win @ 1 to 1",
            "seat 1 dynasty $5 loses $5",
            "seat 1 red-black $5 loses $5",
            "seat 1 dynasty envy for seat 3 wins $5: Four of a Kind @ envy $5",
        ],
    ),
    "a hand set by its player": (
        """
        game royal-riches-pai-gow
        seat 1 bets $20 on base, $5 on royal-riches, $1 on jackpot
        seat 1: As Ks Qs Js Ts 3d 2s
        seat 1 sets 3d 2s / As Ks Qs Js Ts
        dealer: Ah Kh Qd 8c 8d 4s 3h
        """,
        [
            "seat 1 base $20 pushes: Push @ push",
            "seat 1 royal-riches $5 wins $500: Royal Flush @ 100 to 1",
            "seat 1 jackpot $1 wins $199: Royal Flush @ 200 for 1",
        ],
    ),
}


@pytest.mark.parametrize(("text", "expected"), BY_HAND.values(), ids=BY_HAND)
def test_the_rules_complete_a_text_of_a_few_lines(text: str, expected: list[str]) -> None:
    assert payments(text) == expected


def test_the_order_of_lines_of_different_places_does_not_matter() -> None:
    text, expected = BY_HAND["envy"]
    game, *bets, first, third, dealer = text.strip().splitlines()

    assert payments("\n".join([game, *bets, dealer, third, first])) == expected
    assert payments("\n".join([game, *reversed(bets), third, dealer, first])) == expected


def test_a_payment_line_is_recorded_as_written() -> None:
    text, _ = BY_HAND["royal match, win"]
    right = parse_rounds(text)
    wrong = parse_rounds(text + "seat 1 royal-match $5 wins $120: Royal Match @ 24 to 1\nround over: seat 1 $10,130")

    (found,) = [event for event in wrong if event.kind == "settled" and event.data["wager"] == "royal-match"]
    assert (found.data["net"], found.data["pays"]) == (120_00, "24 to 1")
    assert [event.data for event in wrong][-1]["stacks"] == {"1": 10_130_00}
    assert Replay.begin(right).run().differences == []
    assert len(Replay.begin(wrong).run().differences) == 2


TABLE = "game match-n-poker\n"
BET = f"{TABLE}seat 1 bets $5 on base\n"
REFUSED = {
    "": "line 1: the text must begin with its game, such as 'game royal-match-21'",
    "# only words": "line 1: the text must begin with its game, such as 'game royal-match-21'",
    "\nseat 1 bets $5 on base": "line 2: the text must begin with its game, such as 'game royal-match-21'",
    "game chess": "line 1: there is no game 'chess'",
    TABLE + "decks 9": "line 2: match-n-poker is approved for 2, 4, 5, 6 and 8 decks, not 9",
    TABLE + "decks 2\nseats 4\nrule soft17 no": "line 4: rule soft17='no' is not known",
    TABLE + "decks 2\ndecks 2": "line 3: decks is given twice",
    TABLE + "table match-n-poker 99": "line 2: match-n-poker has no pay table '99'",
    TABLE + "offers base, roulette": "line 2: match-n-poker has no wager 'roulette'",
    TABLE + "limits roulette $5": "line 2: match-n-poker has no wager 'roulette'",
    TABLE + "limits base $5 to $1": "line 2: base: limits of $5 to $1 are not possible",
    TABLE + "penetration 0/4": "line 2: the cut card is at 0 of the shoe",
    TABLE + "seat 1 leaves\ndecks 2": "line 3: this belongs in the header",
    TABLE + "hop": "line 2: 'hop' is not a line of the notation",
    TABLE + "seat 1 bets $1 on base": "line 2: Blackjack is $5 to $300 at this table, not $1",
    TABLE + "seat 1 bets 5 on base": "line 2: '5 on base' is not a bet",
    TABLE + "seat 9 bets $5 on base": "line 2: there is no seat 9",
    TABLE + "seat 1 bets $5 on match-n-poker": "line 2: seat 1 bets on Match-n-Poker without the Blackjack",
    TABLE + "round over": "line 2: no round is being played",
    TABLE + "unfinished": "line 2: 'unfinished' is not possible here: no round is being played",
    TABLE + "no more bets": "line 2: no bet has been placed",
    BET + "seat 1: Ks Qs\ndealer: 9h": "line 4: the round is not complete: next is 'A card face down",
    BET + "seat 1: Ks Qs\ndealer: 9h 9d 2c": "line 4: 2c is not dealt to dealer",
    BET + "seat 1: Ks Xs": "line 3: there is no card 'Xs'",
    BET + "seat 1: []": "line 3: '[]' names no card",
    BET
    + "seat 1: Ks Qs\ndealer: 9h 9d\nseat 2 base wins $5": "line 5: 'seat 2 base wins $5' does not come in this round",
    BET + "seat 1: Ks Qs\ndealer: 9h 9d\nround over: seat 2 $5": "line 5: seat 2 is empty",
    BET
    + "seat 1: Ks Qs\nseat 1 doubles\ndealer: 9h 9d": "line 5: the round is not complete: next is 'A card to seat 1'",
    TABLE + "decks 2\nseat 1 bets $5 on base\nseat 1: Ks Ks\ndealer: Ks 9d": "line 4: Ks cannot be dealt",
    TABLE + "x" * 2000: "line 2: a line has at most 1000 characters",
    BET + 'no more bets\nvoid by "\\q": x': "line 4: ",
}


@pytest.mark.parametrize("text", REFUSED, ids=short)
def test_an_impossible_line_is_refused_with_its_number(text: str) -> None:
    assert refused(parse_rounds, text).startswith(REFUSED[text])


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_no_text_breaks_the_reader(text: str) -> None:
    """Alone, as a line of a round, and as a word of many lines."""
    for given_text in (text, f"game match-n-poker\nseat 1 bets $5 on base\n{text}\nseat 1: {text}"):
        if sentence := refused(parse_rounds, given_text):
            assert "\n" not in sentence
    for line in (
        "game {}",
        "decks {}",
        "penetration {}",
        "seat {} bets {} on {}",
        "seat 1: {}",
        "void by {}: {}",
        "prize ${}",
    ):
        refused(parse_rounds, "game match-n-poker\n" + line.replace("{}", text[:300]))


@given(
    st.lists(
        st.one_of(
            anything.filter(lambda text: len(text) < 100),
            st.sampled_from([line.strip() for text, _ in BY_HAND.values() for line in text.strip().splitlines()]),
            st.sampled_from(["no more bets", "unfinished", "round over", "void by A: b", "seat 1 stands", "shuffle"]),
        ),
        max_size=12,
    )
)
@settings(max_examples=20)
def test_lines_in_any_order_are_read_or_refused_with_a_line(lines: list[str]) -> None:
    sentence = refused(parse_rounds, "game match-n-poker\n" + "\n".join(lines))
    assert sentence == "" or sentence.startswith("line ")
