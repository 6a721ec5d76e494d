"""The content of the dealer's console: the state of a table and its controller, and the action of each key.

A key is plain data: the API requests that it sends, its keyboard shortcut, and whether it is lit because it comes next.
A table that was opened for its controller only has no seats. The console of a closed table only offers to open it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import quote

from pitbook.errors import NotFound
from pitbook.games import game
from pitbook.games.model import listed
from pitbook.games.settlement import pushed_out
from pitbook.jackpot.controller_labels import LABELS, NOT_A_WIN, in_sentence
from pitbook.jackpot.setup import Setup
from pitbook.money import Cents, format_cents
from pitbook.room.tables.pit import Pit
from pitbook.table.family import family_of
from pitbook.table.steps import YES_NO, Question
from pitbook.table.words import take_words
from pitbook.web.dealer.felt import cleared
from pitbook.web.dealer.model import ApiCall, BetRow, Console, ConsoleKey, Pay, SeatSensor, View, keeps_seats
from pitbook.web.http.draw import chips_for, coins_for
from pitbook.web.http.pages import capital

NO_CONTROLLER: Final = "DEAL"
NO_WIN: Final = "no win waits for a supervisor now"
LETTERS: Final = "abcdefghijklm"
"""Keyboard shortcuts of the hand buttons; the digits are for seats."""


@dataclass(frozen=True, slots=True)
class _TableState:
    """The data that a console is made from."""

    table: str
    view: View | None
    controller: View | None
    setup: Setup | None
    names: Mapping[str, str] = field(default_factory=dict)
    """The labels of the controller's keys."""
    wagers: Mapping[str, str] = field(default_factory=dict)
    """The names of wagers and of stakes that decisions add, by slug."""

    @property
    def tracked(self) -> bool:
        return keeps_seats(self.view)

    @property
    def step(self) -> View | None:
        return self.view["step"] if self.view is not None and self.tracked else None

    @property
    def playing(self) -> bool:
        """Whether a round is in progress at the table."""
        return self.tracked and self.view is not None and self.view["phase"] == "playing"

    def act(self, act: str, said: Mapping[str, Any] | None = None) -> ApiCall:
        return f"/api/v1/tables/{quote(self.table, safe='')}/{act}", said

    def press(self, key: str, **said: Any) -> ApiCall:
        return f"/api/v1/controllers/{quote(self.table, safe='')}/presses", {"key": key, **said}


def look_at(pit: Pit, table: str) -> Console:
    """The current console of a table."""
    try:
        view, book = pit.looked_at(table)
    except NotFound:
        view, book = None, None
    if view is None or view["closed"]:
        if not pit.has(table):
            raise NotFound(f"the room has no table {table[:60]!r}")
        return Console(table, "Closed", view["number"] if view is not None else 0, closed=True)
    return console_of(table, view, view["controller"], book.setup if book is not None else None)


def console_of(table: str, view: View | None, controller: View | None, setup: Setup | None) -> Console:
    """The console from the view of the table and the record of its controller, either of which may be missing."""
    labels = LABELS[controller["kind"]] if controller is not None else {}
    keypad = {key: label.keypad for key, label in labels.items()}
    state = _TableState(table, view, controller, setup, keypad, _wager_names(view))
    next_words, cite = _next(state)
    step = state.step
    by_hand = view is not None and view["source"] == "entered"
    return Console(
        table,
        next_words,
        view["number"] if view is not None else 0,
        False,
        view["round"] if view is not None else controller["round"] if controller is not None else 0,
        cite,
        _take(state),
        _waiting(state),
        view,
        controller,
        tuple(_place(state, seat) for seat in range(1, _seats(state) + 1)),
        tuple(_keypad(state)),
        tuple(_hands(state)),
        tuple(_fixed(state)),
        tuple(_steps(state)),
        tuple(_supervisor(state)),
        int(step["count"]) if step is not None and step["kind"] == "card" and by_hand else 0,
        _setting(state),
        tuple(_pays(state)),
        tuple(_again(state)),
        state.playing or (controller is not None and controller["phase"] != "betting"),
        view is not None and game(view["game"]).joker,
        _undo(state),
        tuple(view["undo"]) if view is not None and state.playing else (),
        _refusable(state),
        step["words"] if step is not None and step["kind"] == "stop" else "",
    )


def _seats(state: _TableState) -> int:
    known = state.view if state.view is not None else state.controller
    return int(known["seats"]) if known is not None else 0


# -- what comes next ---------------------------------------------------------------------------------------------------


def _take(state: _TableState) -> str:
    """The wagers to take: shown until the first card or, on a controller alone, until the next key."""
    if state.playing and state.view is not None:
        return str(state.view["take"])
    controller = state.controller
    if controller is None or state.setup is None or controller["phase"] != "playing":
        return ""
    if not controller["lit"] or controller["spot"] or controller["wins"] or controller["recorded"]:
        return ""
    return take_words(dict.fromkeys(controller["lit"], state.setup.bet))


def _next(state: _TableState) -> tuple[str, str]:
    controller = state.controller
    if controller is not None and (controller["wins"] or controller["phase"] in ("verifying", "recorded")):
        due = {"playing": "verify", "verifying": "record", "recorded": "run"}[controller["phase"]]
        return capital(in_sentence(controller["kind"], due)), ""
    if state.step is not None and (conflict := _other_prize(state, state.step.get("settlement"))):
        return f"Pay nothing to seat {state.step['settlement']['seat']}: another hand is recorded", conflict
    if state.step is not None:
        return _step_words(state, state.step), state.step["cite"]
    if state.tracked and state.view is not None:
        deal = state.names["lock"] if state.controller is not None else NO_CONTROLLER
        return (f"Bets, then {deal}" if state.view["players"] else "Seat a player: tap a free seat"), ""
    if state.controller is not None:
        joint = ", then " if state.controller["phase"] == "betting" else " or "
        return capital(joint.join(state.controller["expected"])), ""
    return "", ""


def _asked_words(state: _TableState, step: View) -> str:
    """``fold or raise 1x?``; ``set the hand`` if cards are the answer; a question of yes or no by its own name."""
    options = step["open"][0]["options"]
    if state.view is not None and (done := family_of(game(state.view["game"])).QUESTIONS[step["name"]].done):
        return done
    if len(options) < 2 or YES_NO[0].word in options:
        return f"{step['name']}?"
    raises = [option for option in options if option[0].isdigit()]
    named = [option for option in options if option not in raises]
    named += [f"raise {listed(raises)}"] if raises else []
    return f"{listed(named).replace(' and ', ' or ')}?"


def _step_words(state: _TableState, step: View) -> str:
    """The step as an instruction: whom to ask what, or which wager to pay; other steps by their own text."""
    if step["kind"] == "press" and step["name"] == "end-game" and state.controller is not None:
        return f"Press {state.names['end']}"
    if step["kind"] == "ask":
        return f"{_who(step['open'][0])}: {_asked_words(state, step)}"
    item = step.get("settlement")
    if item is not None:
        item = _with_prize(state, item)
    if item is None or item["net"] is None or item["envy_from"]:
        return str(step["words"])
    pay = _pay(state.wagers, item)
    verb = f"Pay seat {pay.seat} {pay.amount}" if item["pushed_out"] else f"{capital(pay.amount)} at seat {pay.seat}"
    return f"{verb}, {pay.words.removesuffix(f': {pay.amount}')}"


def _who(asked: View) -> str:
    if asked["seat"] == 0:
        return "Dealer"
    return f"Seat {asked['seat']} hand {asked['hand']}" if asked["hand"] > 1 else f"Seat {asked['seat']}"


def _wager_names(view: View | None) -> dict[str, str]:
    if view is None:
        return {}
    stakes = family_of(game(view["game"])).STAKES
    return {wager["slug"]: wager["name"] for wager in view["wagers"]} | {stake: capital(stake) for stake in stakes}


def _waiting(state: _TableState) -> str:
    """The hand and amount that the supervisor must verify."""
    if state.controller is None or not state.controller["wins"] or state.setup is None:
        return ""
    prize = state.controller["next_prize"]
    more = f", then {len(state.controller['wins']) - 1} more" if len(state.controller["wins"]) > 1 else ""
    return f"Seat {prize['seat']}: {_label(state.setup, prize['outcome'])}, {_cents(prize['prize_cents'])}{more}"


def _label(setup: Setup, outcome: str) -> str:
    return next((line.label for line in setup.pay_table.lines if line.outcome == outcome), outcome)


def _cents(cents: int) -> str:
    return format_cents(Cents(cents))


# -- seats -------------------------------------------------------------------------------------------------------------


def _place(state: _TableState, seat: int) -> SeatSensor:
    player = state.view["players"].get(str(seat)) if state.view is not None else None
    laid = player["bets"] if player is not None else []
    locked = state.controller is not None and state.controller["phase"] != "betting"
    if state.controller is not None and (locked or not state.tracked):
        lit = seat in state.controller["lit"]
    else:
        lit = _progressive(state) in {bet["wager"] for bet in laid}
    lamp = "locked" if lit and locked else "lit" if lit else "off"
    wins = state.controller["wins"] if state.controller is not None else []
    won = [_label(state.setup, outcome) for at, outcome in wins if at == seat and state.setup is not None]
    if not state.tracked and locked and (prize := _recorded(state, seat)) is not None and state.setup is not None:
        won.append(f"{_label(state.setup, prize['outcome'])}: pay {_cents(prize['prize_cents'])}")
    taken = player["taken"] if player is not None else []
    names = state.wagers
    bets = [
        f"{names.get(bet['wager'], bet['wager'])} {_cents(bet['cents'])}{' taken' if bet['wager'] in taken else ''}"
        for bet in laid
    ]
    chosen = state.controller is not None and state.controller["spot"] == seat
    press = _sensor(state, seat, player, locked)
    return SeatSensor(seat, lamp, press, chosen, ", ".join(won), player, tuple(bets))


def bet_rows(view: View, player: View) -> Iterator[BetRow]:
    """The wagers that a seat can bet on; one that comes with another wager has no row of its own."""
    laid = {(bet["wager"], bet["spot"]): bet for bet in player["bets"]}
    for wager in view["wagers"]:
        for spot in range(1, wager["spots"] + 1) if wager["spots"] else (0,):
            if wager["requires_all_of"] or game(view["game"]).wager(wager["slug"]).in_round:
                continue
            bet = laid.get((wager["slug"], spot))
            name = f"{wager['name']} {spot}" if spot else wager["name"]
            amount = _cents(bet["cents"]).lstrip("$") if bet else ""
            yield BetRow(
                wager["slug"], spot, name, _limits(wager), amount, tuple(wager["choices"]), bet["choice"] if bet else ""
            )


def _limits(wager: View) -> str:
    if wager["low"] is None:
        return ""
    return _cents(wager["low"]) if wager["fixed"] else f"{_cents(wager['low'])} to {_cents(wager['high'])}"


def _progressive(state: _TableState) -> str:
    wagers = state.view["wagers"] if state.view is not None else []
    return next((wager["slug"] for wager in wagers if wager["progressive"]), "")


def _sensor(state: _TableState, seat: int, player: View | None, locked: bool) -> ConsoleKey:
    """The key of a seat's sensor: places or removes a chip; during the round it selects the seat for a hand button."""
    key = "" if state.step is not None and state.step["kind"] in ("card", "number", "ask") else str(seat)
    label = f"Sensor of seat {seat}"
    if state.controller is None:
        return ConsoleKey(label, refused="this table has no controller")
    if locked:
        label, refused = f"Spot of seat {seat}", _no_hand(state, seat)
        if refused:
            return ConsoleKey(label, key=key, refused=refused)
        # Controllers without spots: the screen remembers the selected seat until a hand button is pressed.
        return ConsoleKey(label, (state.press("spot", seat=seat),) if state.controller["has_spots"] else (), key)
    if not state.tracked:
        return ConsoleKey(label, (state.press("sense", seat=seat),), key)
    if player is None:
        return ConsoleKey(label, refused=f"seat {seat} is empty: seat the player first", key=key)
    if state.playing:
        return ConsoleKey(label, refused="the round is being played: wagers are changed between rounds", key=key)
    progressive, bets = _progressive(state), [dict(bet) for bet in player["bets"]]
    left = [bet for bet in bets if bet["wager"] != progressive]
    if len(left) == len(bets) and state.setup is not None:
        left.append({"wager": progressive, "spot": 0, "choice": "", "cents": state.setup.bet})
    return ConsoleKey(label, (state.act("bets", {"seat": seat, "bets": left}),), key)


def _no_hand(state: _TableState, seat: int) -> str:
    """Why the hand of a seat cannot be keyed in now; empty if it can."""
    if state.controller is None or state.controller["phase"] != "playing":
        return _out_of_turn(state, "a hand button")
    if seat not in state.controller["lit"]:
        return f"seat {seat} has no progressive wager in this round"
    if _recorded(state, seat) is not None:
        return f"seat {seat} was paid in this round: a hand wins once"
    settled = state.view["settled"] if state.view is not None and state.playing else ()
    done = any(item["seat"] == seat and item["wager"] == _progressive(state) for item in settled)
    return f"the progressive wager of seat {seat} is settled: take that back first" if done else ""


def _out_of_turn(state: _TableState, label: str) -> str:
    """The refusal of a key out of turn, with what comes next."""
    expected = state.controller["expected"] if state.controller is not None else ()
    words = f"'{state.step['words']}'" if state.step is not None and not expected else " or ".join(expected)
    return f"{label} is out of turn: next comes {words}"


def _again(state: _TableState) -> list[ApiCall]:
    if state.view is None or state.playing:
        return []
    waits = any(player["last_bets"] and not player["bets"] for player in state.view["players"].values())
    return [state.act("same-bets")] if waits else []


# -- the controller's keypad -------------------------------------------------------------------------------------------


def _keypad(state: _TableState) -> list[ConsoleKey]:
    """The keys of the controller; the one that comes next is lit."""
    betting = state.view is not None and any(player["bets"] for player in state.view["players"].values())
    if state.controller is None:
        lit = betting and not state.playing
        words = "" if lit else "no bet lies on the table" if not state.playing else "the round is being played"
        return [ConsoleKey(NO_CONTROLLER, (state.act("close-betting"),), "Enter", lit, refused=words)]
    phase, wins = state.controller["phase"], bool(state.controller["wins"])
    return [_lock(state, betting), *_verifying(state, phase, wins), _end(state, phase, wins)]


def _lock(state: _TableState, betting: bool) -> ConsoleKey:
    label, controller = state.names["lock"], state.controller
    if controller is None or controller["phase"] != "betting" or state.playing:
        return ConsoleKey(label, refused=f"the round is being played: {label} comes with the next one")
    if state.tracked and not betting:
        return ConsoleKey(label, refused="no bet lies on the table")
    if state.tracked:
        return ConsoleKey(label, (state.act("close-betting"),), "Enter", True)
    if controller["lit"]:
        return ConsoleKey(label, (state.press("lock"),), "Enter", True)
    asked = f"No wager lies on a sensor. Start round {controller['round']} without a progressive wager?"
    return ConsoleKey(label, (state.press("lock", without_wagers=True),), "Enter", confirm=asked)


def _verifying(state: _TableState, phase: str, wins: bool) -> list[ConsoleKey]:
    due = {"verify": phase == "playing" and wins, "record": phase == "verifying", "run": phase == "recorded"}
    return [
        ConsoleKey(
            state.names[name], key="Enter" if now else "", lit=now, supervised=now, refused="" if now else NO_WIN
        )
        for name, now in due.items()
        if name in state.names
    ]


def _end(state: _TableState, phase: str, wins: bool) -> ConsoleKey:
    label, step = state.names["end"], state.step
    due = step is not None and step["kind"] == "press" and step["name"] == "end-game"
    if state.playing and not due:
        words = step["words"] if step is not None else ""
        return ConsoleKey(label, refused=f"{label} is out of turn: next is '{words}'")
    if phase != "playing" or wins:
        return ConsoleKey(label, refused=_out_of_turn(state, label))
    return ConsoleKey(label, (state.act("step") if due else state.press("end"),), "Enter", True)


def _hands(state: _TableState) -> list[ConsoleKey]:
    """A button for each percentage win; a second press switches it off."""
    if state.controller is None or state.setup is None:
        return []
    free = state.step is None or state.step["kind"] not in ("card", "ask")
    shut, playing, spots = _no_hands(state), state.controller["phase"] == "playing", state.controller["has_spots"]
    found = []
    for place, (outcome, share) in enumerate(state.setup.shares().items()):
        keyed = [seat for seat, name in state.controller["wins"] if name == outcome]
        only = keyed[0] if len(keyed) == 1 else 0
        press = state.press("hand", outcome=outcome) if spots else state.press("hand", outcome=outcome, seat=None)
        first = (state.press("spot", seat=only),) if spots and only and not state.controller["spot"] else ()
        note = f"{float(share * 100):g}% · {_cents(int(state.controller['available_cents'] * share))}"
        refused = "" if only and playing else shut
        key = LETTERS[place] if free else ""
        label = _label(state.setup, outcome)
        found.append(ConsoleKey(label, (*first, press), key, on=bool(keyed), note=note, refused=refused, seat=only))
    return found


def _no_hands(state: _TableState) -> str:
    """Why no hand button can be pressed now; empty if one can."""
    controller = state.controller
    if controller is None or controller["phase"] != "playing":
        return _out_of_turn(state, "a hand button")
    if not controller["lit"]:
        return "no seat has a progressive wager in this round"
    if all(_no_hand(state, seat) for seat in controller["lit"]):
        return "every progressive wager of this round is settled"
    return "press the player's spot first, then the hand" if controller["has_spots"] and not controller["spot"] else ""


def _fixed(state: _TableState) -> list[ConsoleKey]:
    """Keys for fixed pays, which the dealer enters if the table does not settle them."""
    controller = state.controller
    if controller is None or state.setup is None or state.tracked:
        return []
    if controller["phase"] != "playing" or not controller["lit"]:
        return []
    address = f"/api/v1/controllers/{quote(state.table, safe='')}/fixed-pays"
    seat = controller["spot"] or None  # None: the screen adds the selected seat
    return [
        ConsoleKey(_label(state.setup, outcome), ((address, {"outcome": outcome, "seat": seat}),), note=_cents(cents))
        for outcome, cents in state.setup.fixed().items()
    ]


def _supervisor(state: _TableState) -> list[tuple[str, str]]:
    if state.controller is None:
        return []
    names, phase = state.names, state.controller["phase"]
    if phase == "playing" and state.controller["wins"]:
        return [("verify", names["verify"])]
    if phase == "verifying":
        prize = _cents(state.controller["next_prize"]["prize_cents"])
        return [("record", f"{names['record']}: record {prize}"), ("reject", NOT_A_WIN)]
    return [("run", names["run"])] if phase == "recorded" else []


# -- the table's own steps ---------------------------------------------------------------------------------------------


def _steps(state: _TableState) -> list[ConsoleKey]:
    """The keys of the next step."""
    step = state.step
    if step is None or state.view is None:
        return []
    match step["kind"]:
        case "ask":
            return _answers(state, step)
        case "press" if step["name"] != "end-game":
            return [ConsoleKey("Done", (state.act("step"),), "Enter", True)]
        case "settle":
            return _settling(state, step)
        case "card" | "number" if state.view["source"] == "shoe":
            return [
                ConsoleKey("Deal", (state.act("step"),), "Enter", True),
                ConsoleKey("Deal to next decision", (state.act("advance"),), "g"),
            ]
        case "number":
            numbers = range(step["low"], step["high"] + 1)
            return [ConsoleKey(str(each), (state.act("number", {"number": each}),), str(each)[-1]) for each in numbers]
    return []


def _answers(state: _TableState, step: View) -> list[ConsoleKey]:
    found = []
    first, choices = step["open"][0], _question(state, step).choice
    for asked in step["open"]:
        for option in asked["options"]:
            if option not in choices:  # a set hand: the dealer selects its cards instead
                continue
            said = {"seat": asked["seat"], "answer": option, "hand": asked["hand"]}
            key = choices[option].key if asked is first else ""
            bounds = asked.get("amounts", {}).get(option)
            amount = f"{_cents(bounds['low'])} to {_cents(bounds['high'])}" if bounds else ""
            low = bounds["low"] if bounds else 0
            do = (state.act("decision", said),)
            found.append(ConsoleKey(capital(option), do, key, note=_who(asked), amount=amount, low=low))
    return found


def _question(state: _TableState, step: View) -> Question:
    if state.view is None:
        raise NotFound("the table is not open")
    return family_of(game(state.view["game"])).QUESTIONS[step["name"]]


def _settling(state: _TableState, step: View) -> list[ConsoleKey]:
    item = step["settlement"]
    keyed = state.controller is not None and any(seat == item["seat"] for seat, _ in state.controller["wins"])
    if conflict := _other_prize(state, item):
        return [ConsoleKey("Paid", refused=conflict)]
    if item["from_meter"] and state.controller is not None and _recorded(state, item["seat"]) is None:
        if keyed or state.controller["phase"] != "playing":
            return []  # the supervisor's key comes first
        return [ConsoleKey(f"Key in {item['label']}", (state.act("key-in"),), "Enter", True)]
    pay, rest = (
        ConsoleKey(_doing(item), (state.act("settle-next"),), "Enter", True),
        ConsoleKey("All", (state.act("advance"),), "g"),
    )
    return [pay, rest]


def _recorded(state: _TableState, seat: int) -> View | None:
    """The prize of a seat that the controller recorded in this round, unless it was backed out."""
    prizes: Sequence[View] = state.controller["recorded"] if state.controller is not None else ()
    return next((prize for prize in prizes if prize["seat"] == seat and "undone" not in prize), None)


def _other_prize(state: _TableState, item: View | None) -> str:
    """The conflict when the controller recorded another hand for a seat than the table has: pay neither amount."""
    if item is None or item["wager"] != _progressive(state):
        return ""
    prize = _recorded(state, item["seat"])
    if prize is None or state.setup is None or prize["outcome"] == item["outcome"]:
        return ""
    recorded = _label(state.setup, prize["outcome"])
    return (
        f"the controller has {recorded} for seat {item['seat']}, the table {item['label']}: back the prize out, or "
        "take back what was entered"
    )


def _undo(state: _TableState) -> ConsoleKey | None:
    """The undo key: for the hand that is keyed in, else the table's last input; None if only a supervisor may."""
    if state.view is None or not state.playing:
        return None
    if state.controller is not None and state.controller["wins"]:
        if state.controller["phase"] != "playing" or state.setup is None:
            return None
        seat, outcome = state.controller["wins"][-1]
        other_spot = state.controller["has_spots"] and state.controller["spot"] != seat
        spot = [state.press("spot", seat=seat)] if other_spot else []
        do = (*spot, state.press("hand", outcome=outcome, seat=seat))
        return ConsoleKey("Undo", do, "u", note=f"Take back: {_label(state.setup, outcome)} keyed in for seat {seat}")
    recorded = state.controller is not None and any("undone" not in prize for prize in state.controller["recorded"])
    last = next((each for each in state.view["undo"] if each["dealer"]), None)
    if last is None or recorded:
        return None
    return ConsoleKey("Undo", (state.act("undo", {"event": last["event"]}),), "u", note=f"Take back: {last['words']}")


def _refusable(state: _TableState) -> str:
    """The win from the meter that waits for its prize and has no hand keyed in."""
    step = state.step
    if step is None or step["kind"] != "settle" or not step["settlement"]["from_meter"] or state.controller is None:
        return ""
    seat = step["settlement"]["seat"]
    keyed = any(at == seat for at, _ in state.controller["wins"])
    if keyed or _recorded(state, seat) is not None:
        return ""
    return f"Seat {seat}: {step['settlement']['label']}, {step['settlement']['pays']}"


def _doing(item: View) -> str:
    if item["net"] is None or item["pushed_out"]:
        return "Paid"
    return "Next" if item["taken"] else "Taken" if item["net"] < 0 else "Pushed"


def _setting(state: _TableState) -> View | None:
    """The seat whose set hand the dealer enters next, with its cards."""
    step = state.step
    if step is None or step["kind"] != "ask" or state.view is None or not _question(state, step).picks:
        return None
    asked = step["open"][0]
    hands = state.view["players"][str(asked["seat"])]["hands"]
    return {"seat": asked["seat"], "cards": hands[0]["cards"], "path": state.act("decision")[0]} if hands else None


def _pays(state: _TableState) -> list[Pay]:
    """Payouts in the letter's order: first those to come, then those made, the latest first."""
    if state.view is None or not state.tracked or cleared(state.view):
        return []
    found = [_pay(state.wagers, item) for item in reversed(state.view["settled"])]
    step = state.step
    if step is not None and step["kind"] == "settle":
        found.insert(0, _pay(state.wagers, _with_prize(state, step["settlement"])))
    return found


def _with_prize(state: _TableState, item: View) -> View:
    """The payout with the exact amount of a recorded share of the meter."""
    prize = _recorded(state, item["seat"])
    if not item["from_meter"] or prize is None or prize["outcome"] != item["outcome"]:
        return item
    net = Cents(prize["prize_cents"] - item["bet"])
    return {**item, "net": net, "pushed_out": pushed_out(item["bet"], net, item["taken"])}


def _pay(names: Mapping[str, str], item: View) -> Pay:
    net, chips = item["net"], item["pushed_out"]
    name = names.get(item["wager"], item["wager"])
    name += f" {item['spot']}" if item["spot"] else ""
    paid = item["pays"] if net is None or net > 0 else ""
    words = f"{name}: {item['label']}, {paid}" if paid else f"{name}: {item['label'].lower()}"
    if net is None:
        return Pay(words, "win", item["seat"], "from the meter")
    amount = _cents(chips) if chips else "lost" if item["taken"] else "take" if net < 0 else "push"
    cut = tuple(Counter(chips_for(chips)).items())
    return Pay(words, item["tone"], item["seat"], amount, cut, coins_for(chips))
