"""The amount that the console tells a dealer to pay for a progressive wager equals the ledger's, to the cent."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitbook.cards import Cards, card_names, parse_cards
from pitbook.compliance.property import NUMBER, parse_property, posted_hash
from pitbook.games.settle import Bet
from pitbook.jackpot.book import RESERVED, TRAY
from pitbook.money import MICROS_PER_CENT, Cents, dollars, parse_cents
from pitbook.table.steps import Ask, Settle
from pitbook.web.dealer.console import look_at
from tests.room.rig import DEALER, EXECUTIVE, SUPERVISOR
from tests.room.table_rig import Stacked, Watch, key, served
from tests.room.test_tables_room import TRIBAL, RoomServer
from tests.table.rig import deal, deal_sevens

PINS = Path(__file__).parents[1] / "data" / "v0_1" / "property.toml"


class Game(NamedTuple):
    """A table with a meter, and the bet that plays for it."""

    room: str
    table: str
    jackpot: str
    wager: str
    cents: Cents
    sevens: bool
    """Whether it deals hands of seven cards."""


GAMES = {
    "Royal Match Progressive": Game("card room", "royal-1", "royal", "royal-match-progressive", dollars(1), False),
    "Royal Match Progressive, keyed": Game("keyed", "royal-1", "royal", "royal-match-progressive", dollars(1), False),
    "Blazing 7's from the tray": Game("card room", "blazing-2", "blazing-tray", "blazing-7s", dollars(1), False),
    "Blazing 7's from the meter": Game("card room", "blazing-1", "blazing", "blazing-7s", dollars(1), False),
    "Royal Riches progressive": Game("card room", "riches-1", "riches", "jackpot", dollars(5), True),
    "Royal Riches house jackpot": Game("tribal", "riches-1", "riches-house", "jackpot", dollars(1), True),
}
SUITED = ("Ks Qs", "Kh Qh", "Kd Qd", "8h 9h", "Ac Jc", "Ad Td", "As Ks", "2c 3c", "9c 8d", "Kd Qh")
SEVENS = ("7c 7c", "7d 7d", "7h 7d", "7s 7c", "7d 7s", "7c Td", "9c 7h", "9c 8d")
PAI_GOW = (
    ("4h 5h 6h 7h 8h 9h Th", "Jc Jd Jh Js 4c 3c 2d"),
    ("4h 5h 6h Jk 8h 9h Th", "Ac Ad Ah Kc Kd 4d 2d"),
    ("As Ks Qs Js Ts Kd Qd", "9c 8d 7h 5s 4c 3h 2h"),
    ("As Ah Ad Ac Jk 4d 3c", "8s 9s Ts Js Qs 2c 5d"),
    ("As Ks Qs Js Ts 3d 2s", "9c 9d 9h 5s 5c 3h 2h"),
)
"""Hands of two seats: every share of the meter, every fixed pay, and losses."""


class Shoe(Stacked):
    """A shoe whose first cards each round states."""

    def __init__(self) -> None:
        super().__init__(())


def card_room() -> str:
    """The property of the stored data, dealt from the tables' own shoes, with a second Blazing 7's table."""
    text = PINS.read_text("utf-8").replace('cards = "entered"\n', "")
    text = text.replace(
        'options = { blazing-fixed-pays = "meter" }', 'options = { blazing-fixed-pays = "meter" }\n{more}'
    )
    table = text[text.index('[[table]]\nid = "blazing-1"') : text.index('[[table]]\nid = "riches-1"')]
    jackpot = text[text.index('[[jackpot]]\nid = "blazing"') : text.index('[[jackpot]]\nid = "riches"')]
    # An aggregate limit cuts what odds pay: the ledger books what is left.
    text = text.replace("{more}", 'aggregate = { blazing-7s = "$60" }')
    second = table.replace("{more}", "").replace('"meter"', '"tray"').replace("blazing-1", "blazing-2")
    other = jackpot.replace('fixed_pays_from = "meter"', 'fixed_pays_from = "tray"').replace("blazing-1", "blazing-2")
    other = other.replace('id = "blazing"', 'id = "blazing-tray"').replace('"75%"', '"10%"')
    text = text.replace('[[jackpot]]\nid = "royal"', f'{second}[[jackpot]]\nid = "royal"') + other
    of = parse_property(text, "property.toml")
    for entry in of.tables:
        before = f'id = "{entry.id}"\npostings = "{entry.postings}"'
        assert text.count(before) == 1
        text = text.replace(before, f'id = "{entry.id}"\npostings = "{posted_hash(of, entry.id)[:NUMBER]}"')
    return text


def keyed(text: str) -> str:
    """The same property, with keys instead of cards at the controller of Royal Match Progressive."""
    start = text.index('[[jackpot]]\nid = "royal"')
    end = text.index("[[jackpot]]", start + 1)
    jackpot = text[start:end].replace('controller = "card"', 'controller = "keyed"')
    jackpot = jackpot.replace(
        '"Nexus Command Game Manager" = "v1.3.0"', '"Game Manager" = "v6.6 Build 520"\n"Coin Spot" = "v6.0"'
    ).replace('"Nexus Command Table Controller Software" = "v2.0.0"', '"Aquarius Controller" = "v6.5.6SP"')
    return text[:start] + jackpot + text[end:]


@contextmanager
def opened(folder: Path, game: Game) -> Iterator[RoomServer]:
    """The table of a game, open, with players at seats 1 and 2."""
    text = TRIBAL if game.room == "tribal" else card_room()
    text = keyed(text) if game.room == "keyed" else text
    with served(str(folder / "room.db"), Watch(), Shoe()) as server:
        room = RoomServer(server, text)
        room.pit.open(game.table, SUPERVISOR, key(), checked=True)
        for seat in (1, 2):
            room.pit.sit(game.table, DEALER, seat, f"Player {seat}", dollars(1_000_000), key())
        yield room


def blackjack_cards(draw: st.DrawFn, hands: tuple[str, ...], third: tuple[str, ...]) -> Cards:
    first, second = draw(st.sampled_from(hands)), draw(st.sampled_from(hands))
    dealer = draw(st.sampled_from(("Ks Qs", "Kh Qh", "Qs Kd", "9d 7c", "6d Tc")))
    return deal([first, second], dealer, " ".join(draw(st.lists(st.sampled_from(third), max_size=2))))


@st.composite
def cards_of(draw: st.DrawFn, game: Game) -> Cards:
    """The first cards of a shoe, mostly winning ones."""
    if not game.sevens:
        sevens = game.wager == "blazing-7s"
        return blackjack_cards(draw, SEVENS if sevens else SUITED, ("7c", "7d", "7h") if sevens else ("5c", "5d"))
    hands = draw(st.permutations(draw(st.sampled_from(PAI_GOW))))
    used = " ".join(hands).split()
    rest = [name for name in card_names(tuple(range(52))).split() if name not in used]
    return deal_sevens(dict(enumerate(hands, 1)), " ".join(draw(st.permutations(rest))[:7]), 1)


def play(
    room: RoomServer, game: Game, cards: Cards, answers: Iterator[str], wagered: tuple[int, ...]
) -> Mapping[int, int]:
    """Plays a round; returns, by seat, the chips that the console told the dealer to push out for the progressive."""
    pit, tables = room.pit, room.server.tables
    assert isinstance(tables.chance, Shoe)
    tables.chance.top = cards if game.sevens else (*parse_cards("2d"), *cards)  # the first card is burned
    pit.shuffle(game.table, DEALER, key())
    for seat in (1, 2):
        more = (Bet(game.wager, game.cents),) if seat in wagered else ()
        pit.bet(game.table, DEALER, seat, (Bet("base", dollars(10)), *more), key())
    pit.close_betting(game.table, DEALER, key())
    shown = look_at(pit, game.table)
    plural = "s" if len(wagered) > 1 else ""
    seats = " and ".join(map(str, wagered))
    assert shown.take == f"Take the ${game.cents // 100} progressive wager{plural}: seat{plural} {seats}"
    paid: dict[int, int] = {}
    while True:
        with tables.look(game.table) as live:
            step, recorded = live.table.step, live.jackpot is not None and live.jackpot.controller
        if step is None:
            return paid
        if isinstance(step, Ask):
            place = next(iter(step.open))
            answer = next(answers) if step.name == "play" else {"set": "house way"}.get(step.name, "no")
            answer = answer if answer in (*step.open[place], "house way") else "stand"
            pit.decide(game.table, DEALER, place.seat, answer, place.hand, key())
            continue
        if isinstance(step, Settle) and step.settlement.wager == game.wager:
            if step.settlement.share is not None and not (recorded and recorded.paid(step.settlement.seat)):
                pit.key_in(game.table, DEALER, key())
                room.jackpots.press(game.table, "verify", SUPERVISOR, key())
                room.jackpots.press(game.table, "record", EXECUTIVE, key())
                if room.jackpots.controller(game.table).phase == "recorded":  # a keyed controller books the tray at RUN
                    room.jackpots.press(game.table, "run", SUPERVISOR, key())
            due = look_at(pit, game.table).pays[0]
            # No step asks the dealer to take a wager that was taken before, so everything due is paid.
            cents = parse_cents(due.amount)
            assert sum(value * count for value, count in due.chips) + due.coins == cents
            paid[due.seat] = cents
            pit.settle_next(game.table, DEALER, key())
        else:
            pit.step(game.table, DEALER, key())


def check_round(room: RoomServer, game: Game, cards: Cards, answers: list[str], wagered: tuple[int, ...]) -> None:
    """One round: console, log, ledger and the players' stacks agree."""
    before = room.jackpots.number(game.jackpot)
    paid = play(room, game, cards, iter(answers + ["stand"] * 20), wagered)
    items = room.jackpots.transactions(game.jackpot, before)
    # A keyed controller reserves a prize at J-POT; the tray is booked at RUN.
    booked = {
        int(item.data["seat"]): -item.entries[RESERVED if RESERVED in item.entries else TRAY]
        for item in items
        if item.kind in ("award", "fixed-pay")
    }
    assert -sum(item.entries.get(TRAY, 0) for item in items if item.kind != "coin-in") == sum(booked.values())
    assert {seat: cents * MICROS_PER_CENT for seat, cents in paid.items()} == booked
    view = room.pit.view(game.table)
    of_progressive = [item for item in view["settled"] if item["wager"] == game.wager]
    assert {item["seat"] for item in of_progressive} == set(wagered)
    for item in of_progressive:
        assert item["taken"]
        assert item["pushed_out"] == paid.get(item["seat"], 0) == item["net"] + game.cents
    with room.server.tables.look(game.table) as live:
        assert live.table.on_layout == 0
        recorded = [event.data for event in live.events if event.kind == "settled"][-len(view["settled"]) :]
        stacks = sum(held.stack for held in live.table.seats.values())
        assert live.table.bought == stacks + live.table.house
    assert [data["pushed_out"] for data in recorded] == [item["pushed_out"] for item in view["settled"]]


@pytest.fixture(scope="module")
def room_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, RoomServer]]:
    """Each game's room, opened when a test first asks for it and used by all of its rounds."""
    made: dict[str, RoomServer] = {}
    stack = []

    class Rooms(dict[str, RoomServer]):
        def __missing__(self, name: str) -> RoomServer:
            context = opened(tmp_path_factory.mktemp("room"), GAMES[name])
            self[name] = context.__enter__()
            stack.append(context)
            return self[name]

    made = Rooms()
    yield made
    for context in stack:
        context.__exit__(None, None, None)


SOME = settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


@pytest.mark.parametrize("name", GAMES)
@SOME
@given(data=st.data())
def test_chips_shown_for_the_progressive_equal_the_ledger(
    name: str, room_servers: dict[str, RoomServer], data: st.DataObject
) -> None:
    """Random rounds of every game with a meter, with wins of every kind and losses."""
    game = GAMES[name]
    answers = data.draw(st.lists(st.sampled_from(["hit", "stand", "split"]), max_size=6))
    wagered = data.draw(st.sampled_from([(1,), (2,), (1, 2)]))
    check_round(room_servers[name], game, data.draw(cards_of(game)), answers, wagered)


def test_every_game_with_a_meter_pays_shares_and_fixed_sums_and_takes_losses(
    room_servers: dict[str, RoomServer],
) -> None:
    """The rounds above would prove nothing if no hand won: these do, each outcome in its turn."""
    both = (1, 2)
    rounds = {
        "Royal Match Progressive": [deal(["Ks Qs", "8h 9h"], "Kh Qh"), deal(["Kh Qh", "9c 8d"], "Kh Qh")],
        "Royal Match Progressive, keyed": [deal(["Ks Qs", "8h 9h"], "Kh Qh"), deal(["Kh Qh", "9c 8d"], "Kh Qh")],
        "Blazing 7's from the tray": [
            deal(["7c 7c", "7h 7d"], "9d 8c", "7c 7d"),
            deal(["7c 7d", "9c 8d"], "9d 8c", "7d"),
        ],
        "Blazing 7's from the meter": [deal(["7h 7d", "7h 7s"], "9d 8c", "7d 7c"), deal(["7c Td", "9c 8d"], "9d 8c")],
        "Royal Riches progressive": [deal_sevens({1: one, 2: two}, "Kh Qc 9d 8c 6c 5c 3s") for one, two in PAI_GOW[:1]],
        "Royal Riches house jackpot": [
            deal_sevens({1: one, 2: two}, "Kh Qc 9d 8c 6c 5c 3s") for one, two in PAI_GOW[3:4]
        ],
    }
    for name, hands in rounds.items():
        before = room_servers[name].jackpots.number(GAMES[name].jackpot)
        for cards in hands:
            check_round(room_servers[name], GAMES[name], cards, ["hit", "hit", "stand"], both)
        kinds = {item.kind for item in room_servers[name].jackpots.transactions(GAMES[name].jackpot, before)}
        assert {"coin-in", "award", "fixed-pay"} <= kinds


def test_an_aggregate_limit_cuts_payout_and_booking_alike(room_servers: dict[str, RoomServer]) -> None:
    """Three sevens pay 200 for 1; under a limit of $60 a deal the dealer pushes out the wager and $60."""
    room, game = room_servers["Blazing 7's from the meter"], GAMES["Blazing 7's from the meter"]
    before = room.jackpots.number(game.jackpot)
    check_round(room, game, deal(["7c 7d", "9c 8d"], "9d 8c", "7h"), ["hit"], (1, 2))
    (paid,) = [item for item in room.jackpots.transactions(game.jackpot, before) if item.kind == "fixed-pay"]
    assert paid.result["prize_cents"] == dollars(61)
    assert room.jackpots.verify(game.jackpot).holds
