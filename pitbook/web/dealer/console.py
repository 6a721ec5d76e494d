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
from pitbook.games.settlement import pushed_out
from pitbook.jackpot.controller_labels import LABELS, NOT_A_WIN, in_sentence
from pitbook.jackpot.setup import Setup
from pitbook.money import Cents, format_cents
from pitbook.room.tables.pit import Pit
from pitbook.table.family import family_of
from pitbook.table.steps import Question
from pitbook.table.words import take_words
from pitbook.web.dealer.model import Ask, BetRow, Console, Key, Pay, SeatSensor, View, keeps_seats
from pitbook.web.http.draw import chips_for

NO_CONTROLLER: Final = "DEAL"
NO_WIN: Final = "no win waits for a supervisor now"
LETTERS: Final = "abcdefghijklm"
"""Keyboard shortcuts of the hand buttons; the digits are for seats."""


@dataclass(frozen=True, slots=True)
class _Desk:
    """The data that a console is made from."""

    table: str
    view: View | None
    pad: View | None
    setup: Setup | None
    names: Mapping[str, str] = field(default_factory=dict)

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

    def act(self, act: str, said: Mapping[str, Any] | None = None) -> Ask:
        return f"/api/v1/tables/{quote(self.table, safe='')}/{act}", said

    def press(self, key: str, **said: Any) -> Ask:
        return f"/api/v1/pads/{quote(self.table, safe='')}/presses", {"key": key, **said}


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


def console_of(table: str, view: View | None, pad: View | None, setup: Setup | None) -> Console:
    """The console from the view of the table and the record of its controller, either of which may be missing."""
    labels = LABELS[pad["kind"]] if pad is not None else {}
    desk = _Desk(table, view, pad, setup, {key: label.keypad for key, label in labels.items()})
    next_words, cite = _next(desk)
    step = desk.step
    by_hand = view is not None and view["source"] == "entered"
    return Console(
        table,
        next_words,
        view["number"] if view is not None else 0,
        False,
        view["round"] if view is not None else pad["round"] if pad is not None else 0,
        cite,
        _take(desk),
        _waiting(desk),
        view,
        pad,
        tuple(_place(desk, seat) for seat in range(1, _seats(desk) + 1)),
        tuple(_keypad(desk)),
        tuple(_hands(desk)),
        tuple(_fixed(desk)),
        tuple(_steps(desk)),
        tuple(_supervisor(desk)),
        int(step["count"]) if step is not None and step["kind"] == "card" and by_hand else 0,
        _setting(desk),
        tuple(_pays(desk)),
        tuple(_again(desk)),
        desk.playing or (pad is not None and pad["phase"] != "betting"),
        view is not None and game(view["game"]).joker,
        _undo(desk),
        tuple(view["undo"]) if view is not None and desk.playing else (),
        _refusable(desk),
        step["words"] if step is not None and step["kind"] == "stop" else "",
    )


def _seats(desk: _Desk) -> int:
    return int(desk.view["seats"] if desk.view is not None else desk.pad["seats"] if desk.pad is not None else 0)


# -- what comes next ---------------------------------------------------------------------------------------------------


def _take(desk: _Desk) -> str:
    """The wagers to take: shown until the first card or, on a controller alone, until the next key."""
    if desk.playing and desk.view is not None:
        return str(desk.view["take"])
    if desk.pad is None or desk.setup is None or desk.pad["phase"] != "playing":
        return ""
    if not desk.pad["lit"] or desk.pad["spot"] or desk.pad["wins"] or desk.pad["recorded"]:
        return ""
    return take_words(dict.fromkeys(desk.pad["lit"], desk.setup.bet))


def _next(desk: _Desk) -> tuple[str, str]:
    if desk.pad is not None and (desk.pad["wins"] or desk.pad["phase"] in ("verifying", "recorded")):
        due = {"playing": "verify", "verifying": "record", "recorded": "run"}[desk.pad["phase"]]
        return _sentence(in_sentence(desk.pad["kind"], due)), ""
    if desk.step is not None and (conflict := _other_prize(desk, desk.step.get("settlement"))):
        return f"Pay nothing to seat {desk.step['settlement']['seat']}: another hand is recorded", conflict
    if desk.step is not None:
        return _step_words(desk, desk.step), desk.step["cite"]
    if desk.tracked and desk.view is not None:
        deal = desk.names["lock"] if desk.pad is not None else NO_CONTROLLER
        return (f"Bets, then {deal}" if desk.view["players"] else "Seat a player: tap a free seat"), ""
    if desk.pad is not None:
        joint = ", then " if desk.pad["phase"] == "betting" else " or "
        return _sentence(joint.join(desk.pad["expected"])), ""
    return "", ""


def _step_words(desk: _Desk, step: View) -> str:
    """The step as an instruction: whom to ask what, or which wager to pay; other steps by their own text."""
    if step["kind"] == "press" and step["name"] == "end-game" and desk.pad is not None:
        return f"Press {desk.names['end']}"
    if step["kind"] == "ask":
        return f"{_who(step['open'][0])}: {step['name']}?"
    item = step.get("settlement")
    if item is not None:
        item = _with_prize(desk, item)
    if item is None or item["net"] is None or item["envy_from"]:
        return str(step["words"])
    pay = _pay(_wager_names(desk), item)
    verb = f"Pay seat {pay.seat} {pay.amount}" if item["pushed_out"] else f"{_sentence(pay.amount)} at seat {pay.seat}"
    return f"{verb}: {pay.words}"


def _who(asked: View) -> str:
    if asked["seat"] == 0:
        return "Dealer"
    return f"Seat {asked['seat']} hand {asked['hand']}" if asked["hand"] > 1 else f"Seat {asked['seat']}"


def _wager_names(desk: _Desk) -> dict[str, str]:
    wagers = desk.view["wagers"] if desk.view is not None else ()
    stakes = family_of(game(desk.view["game"])).STAKES if desk.view is not None else ()
    return {wager["slug"]: wager["name"] for wager in wagers} | {stake: _sentence(stake) for stake in stakes}


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _waiting(desk: _Desk) -> str:
    """The hand and amount that the supervisor must verify."""
    if desk.pad is None or not desk.pad["wins"] or desk.setup is None:
        return ""
    prize = desk.pad["next_prize"]
    more = f", then {len(desk.pad['wins']) - 1} more" if len(desk.pad["wins"]) > 1 else ""
    return f"Seat {prize['seat']}: {_label(desk.setup, prize['outcome'])}, {_cents(prize['prize_cents'])}{more}"


def _label(setup: Setup, outcome: str) -> str:
    return next((line.label for line in setup.pay_table.lines if line.outcome == outcome), outcome)


def _cents(cents: int) -> str:
    return format_cents(Cents(cents))


# -- seats -------------------------------------------------------------------------------------------------------------


def _place(desk: _Desk, seat: int) -> SeatSensor:
    player = desk.view["players"].get(str(seat)) if desk.view is not None else None
    laid = player["bets"] if player is not None else []
    locked = desk.pad is not None and desk.pad["phase"] != "betting"
    if desk.pad is not None and (locked or not desk.tracked):
        lit = seat in desk.pad["lit"]
    else:
        lit = _progressive(desk) in {bet["wager"] for bet in laid}
    lamp = "locked" if lit and locked else "lit" if lit else "off"
    wins = desk.pad["wins"] if desk.pad is not None else []
    won = [_label(desk.setup, outcome) for at, outcome in wins if at == seat and desk.setup is not None]
    names = _wager_names(desk)
    taken = player["taken"] if player is not None else []
    bets = [
        f"{names.get(bet['wager'], bet['wager'])} {_cents(bet['cents'])}{' taken' if bet['wager'] in taken else ''}"
        for bet in laid
    ]
    chosen = desk.pad is not None and desk.pad["spot"] == seat
    press = _sensor(desk, seat, player, locked)
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


def _progressive(desk: _Desk) -> str:
    wagers = desk.view["wagers"] if desk.view is not None else []
    return next((wager["slug"] for wager in wagers if wager["progressive"]), "")


def _sensor(desk: _Desk, seat: int, player: View | None, locked: bool) -> Key:
    """The key of a seat's sensor: places or removes a chip; during the round it selects the seat for a hand button."""
    key = "" if desk.step is not None and desk.step["kind"] in ("card", "number", "ask") else str(seat)
    label = f"Sensor of seat {seat}"
    if desk.pad is None:
        return Key(label, refused="this table has no controller")
    if locked:
        label, refused = f"Spot of seat {seat}", _no_hand(desk, seat)
        if refused:
            return Key(label, key=key, refused=refused)
        # Controllers without spots: the screen remembers the selected seat until a hand button is pressed.
        return Key(label, (desk.press("spot", seat=seat),) if desk.pad["has_spots"] else (), key)
    if not desk.tracked:
        return Key(label, (desk.press("sense", seat=seat),), key)
    if player is None:
        return Key(label, refused=f"seat {seat} is empty: seat the player first", key=key)
    if desk.playing:
        return Key(label, refused="the round is being played: wagers are changed between rounds", key=key)
    progressive, bets = _progressive(desk), [dict(bet) for bet in player["bets"]]
    left = [bet for bet in bets if bet["wager"] != progressive]
    if len(left) == len(bets) and desk.setup is not None:
        left.append({"wager": progressive, "spot": 0, "choice": "", "cents": desk.setup.bet})
    return Key(label, (desk.act("bets", {"seat": seat, "bets": left}),), key)


def _no_hand(desk: _Desk, seat: int) -> str:
    """Why the hand of a seat cannot be keyed in now; empty if it can."""
    if desk.pad is None or desk.pad["phase"] != "playing":
        return _out_of_turn(desk, "a hand button")
    if seat not in desk.pad["lit"]:
        return f"seat {seat} has no progressive wager in this round"
    if _recorded(desk, seat) is not None:
        return f"seat {seat} was paid in this round: a hand wins once"
    settled = desk.view["settled"] if desk.view is not None and desk.playing else ()
    done = any(item["seat"] == seat and item["wager"] == _progressive(desk) for item in settled)
    return f"the progressive wager of seat {seat} is settled: take that back first" if done else ""


def _out_of_turn(desk: _Desk, label: str) -> str:
    """The refusal of a key out of turn, with what comes next."""
    expected = desk.pad["expected"] if desk.pad is not None else ()
    words = f"'{desk.step['words']}'" if desk.step is not None and not expected else " or ".join(expected)
    return f"{label} is out of turn: next comes {words}"


def _again(desk: _Desk) -> list[Ask]:
    if desk.view is None or desk.playing:
        return []
    waits = any(player["last_bets"] and not player["bets"] for player in desk.view["players"].values())
    return [desk.act("same-bets")] if waits else []


# -- the controller's keypad -------------------------------------------------------------------------------------------


def _keypad(desk: _Desk) -> list[Key]:
    """The keys of the controller; the one that comes next is lit."""
    betting = desk.view is not None and any(player["bets"] for player in desk.view["players"].values())
    if desk.pad is None:
        lit = betting and not desk.playing
        words = "" if lit else "no bet lies on the table" if not desk.playing else "the round is being played"
        return [Key(NO_CONTROLLER, (desk.act("close-betting"),), "Enter", lit, refused=words)]
    phase, wins = desk.pad["phase"], bool(desk.pad["wins"])
    return [_lock(desk, betting), *_verifying(desk, phase, wins), _end(desk, phase, wins)]


def _lock(desk: _Desk, betting: bool) -> Key:
    label, pad = desk.names["lock"], desk.pad
    if pad is None or pad["phase"] != "betting" or desk.playing:
        return Key(label, refused=f"the round is being played: {label} comes with the next one")
    if desk.tracked and not betting:
        return Key(label, refused="no bet lies on the table")
    if desk.tracked:
        return Key(label, (desk.act("close-betting"),), "Enter", True)
    if pad["lit"]:
        return Key(label, (desk.press("lock"),), "Enter", True)
    asked = f"No wager lies on a sensor. Start round {pad['round']} without a progressive wager?"
    return Key(label, (desk.press("lock", without_wagers=True),), "Enter", confirm=asked)


def _verifying(desk: _Desk, phase: str, wins: bool) -> list[Key]:
    due = {"verify": phase == "playing" and wins, "record": phase == "verifying", "run": phase == "recorded"}
    return [
        Key(desk.names[name], key="Enter" if now else "", lit=now, supervised=now, refused="" if now else NO_WIN)
        for name, now in due.items()
        if name in desk.names
    ]


def _end(desk: _Desk, phase: str, wins: bool) -> Key:
    label, step = desk.names["end"], desk.step
    due = step is not None and step["kind"] == "press" and step["name"] == "end-game"
    if desk.playing and not due:
        words = step["words"] if step is not None else ""
        return Key(label, refused=f"{label} is out of turn: next is '{words}'")
    if phase != "playing" or wins:
        return Key(label, refused=_out_of_turn(desk, label))
    return Key(label, (desk.act("step") if due else desk.press("end"),), "Enter", True)


def _hands(desk: _Desk) -> list[Key]:
    """A button for each percentage win; a second press switches it off."""
    if desk.pad is None or desk.setup is None:
        return []
    free = desk.step is None or desk.step["kind"] not in ("card", "ask")
    shut, playing, spots = _no_hands(desk), desk.pad["phase"] == "playing", desk.pad["has_spots"]
    found = []
    for place, (outcome, share) in enumerate(desk.setup.shares().items()):
        keyed = [seat for seat, name in desk.pad["wins"] if name == outcome]
        only = keyed[0] if len(keyed) == 1 else 0
        press = desk.press("hand", outcome=outcome) if spots else desk.press("hand", outcome=outcome, seat=None)
        first = (desk.press("spot", seat=only),) if spots and only and not desk.pad["spot"] else ()
        note = f"{float(share * 100):g}% · {_cents(int(desk.pad['available_cents'] * share))}"
        refused = "" if only and playing else shut
        key = LETTERS[place] if free else ""
        label = _label(desk.setup, outcome)
        found.append(Key(label, (*first, press), key, on=bool(keyed), note=note, refused=refused, seat=only))
    return found


def _no_hands(desk: _Desk) -> str:
    """Why no hand button can be pressed now; empty if one can."""
    pad = desk.pad
    if pad is None or pad["phase"] != "playing":
        return _out_of_turn(desk, "a hand button")
    if not pad["lit"]:
        return "no seat has a progressive wager in this round"
    if all(_no_hand(desk, seat) for seat in pad["lit"]):
        return "every progressive wager of this round is settled"
    return "press the player's spot first, then the hand" if pad["has_spots"] and not pad["spot"] else ""


def _fixed(desk: _Desk) -> list[Key]:
    """Keys for fixed pays, which the dealer enters if the table does not settle them."""
    if desk.pad is None or desk.setup is None or desk.tracked or desk.pad["phase"] != "playing" or not desk.pad["lit"]:
        return []
    address = f"/api/v1/pads/{quote(desk.table, safe='')}/fixed-pays"
    seat = desk.pad["spot"] or None  # None: the screen adds the selected seat
    return [
        Key(_label(desk.setup, outcome), ((address, {"outcome": outcome, "seat": seat}),), note=_cents(cents))
        for outcome, cents in desk.setup.fixed().items()
    ]


def _supervisor(desk: _Desk) -> list[tuple[str, str]]:
    if desk.pad is None:
        return []
    names, phase = desk.names, desk.pad["phase"]
    if phase == "playing" and desk.pad["wins"]:
        return [("verify", names["verify"])]
    if phase == "verifying":
        prize = _cents(desk.pad["next_prize"]["prize_cents"])
        return [("record", f"{names['record']}: record {prize}"), ("reject", NOT_A_WIN)]
    return [("run", names["run"])] if phase == "recorded" else []


# -- the table's own steps ---------------------------------------------------------------------------------------------


def _steps(desk: _Desk) -> list[Key]:
    """The keys of the next step."""
    step = desk.step
    if step is None or desk.view is None:
        return []
    match step["kind"]:
        case "ask":
            return _answers(desk, step)
        case "press" if step["name"] != "end-game":
            return [Key("Done", (desk.act("step"),), "Enter", True)]
        case "settle":
            return _settling(desk, step)
        case "card" | "number" if desk.view["source"] == "shoe":
            return [Key("Deal", (desk.act("step"),), "Enter", True), Key("Deal on", (desk.act("advance"),), "g")]
        case "number":
            numbers = range(step["low"], step["high"] + 1)
            return [Key(str(each), (desk.act("number", {"number": each}),), str(each)[-1]) for each in numbers]
    return []


def _answers(desk: _Desk, step: View) -> list[Key]:
    found = []
    first, choices = step["open"][0], _question(desk, step).choice
    for asked in step["open"]:
        for option in asked["options"]:
            if option not in choices:  # a set hand: the dealer selects its cards instead
                continue
            said = {"seat": asked["seat"], "answer": option, "hand": asked["hand"]}
            key = choices[option].key if asked is first else ""
            bounds = asked.get("amounts", {}).get(option)
            amount = f"{_cents(bounds['low'])} to {_cents(bounds['high'])}" if bounds else ""
            low = bounds["low"] if bounds else 0
            do = (desk.act("decision", said),)
            found.append(Key(_sentence(option), do, key, note=_who(asked), amount=amount, low=low))
    return found


def _question(desk: _Desk, step: View) -> Question:
    if desk.view is None:
        raise NotFound("the table is not open")
    return family_of(game(desk.view["game"])).QUESTIONS[step["name"]]


def _settling(desk: _Desk, step: View) -> list[Key]:
    item = step["settlement"]
    keyed = desk.pad is not None and any(seat == item["seat"] for seat, _ in desk.pad["wins"])
    if conflict := _other_prize(desk, item):
        return [Key("Paid", refused=conflict)]
    if item["from_meter"] and desk.pad is not None and _recorded(desk, item["seat"]) is None:
        if keyed or desk.pad["phase"] != "playing":
            return []  # the supervisor's key comes first
        return [Key(f"Key in {item['label']}", (desk.act("key-in"),), "Enter", True)]
    pay, rest = Key(_doing(item), (desk.act("settle-next"),), "Enter", True), Key("All", (desk.act("advance"),), "g")
    return [pay, rest]


def _recorded(desk: _Desk, seat: int) -> View | None:
    """The prize of a seat that the controller recorded in this round, unless it was backed out."""
    prizes: Sequence[View] = desk.pad["recorded"] if desk.pad is not None else ()
    return next((prize for prize in prizes if prize["seat"] == seat and "undone" not in prize), None)


def _other_prize(desk: _Desk, item: View | None) -> str:
    """The conflict when the controller recorded another hand for a seat than the table has: pay neither amount."""
    if item is None or item["wager"] != _progressive(desk):
        return ""
    prize = _recorded(desk, item["seat"])
    if prize is None or desk.setup is None or prize["outcome"] == item["outcome"]:
        return ""
    recorded = _label(desk.setup, prize["outcome"])
    return (
        f"the controller has {recorded} for seat {item['seat']}, the table {item['label']}: back the prize out, or "
        "take back what was entered"
    )


def _undo(desk: _Desk) -> Key | None:
    """The undo key: for the hand that is keyed in, else the table's last input; None if only a supervisor may."""
    if desk.view is None or not desk.playing:
        return None
    if desk.pad is not None and desk.pad["wins"]:
        if desk.pad["phase"] != "playing" or desk.setup is None:
            return None
        seat, outcome = desk.pad["wins"][-1]
        spot = [desk.press("spot", seat=seat)] if desk.pad["has_spots"] and desk.pad["spot"] != seat else []
        do = (*spot, desk.press("hand", outcome=outcome, seat=seat))
        return Key("Undo", do, "u", note=f"Take back: {_label(desk.setup, outcome)} keyed in for seat {seat}")
    recorded = desk.pad is not None and any("undone" not in prize for prize in desk.pad["recorded"])
    last = next((each for each in desk.view["undo"] if each["dealer"]), None)
    if last is None or recorded:
        return None
    return Key("Undo", (desk.act("undo", {"event": last["event"]}),), "u", note=f"Take back: {last['words']}")


def _refusable(desk: _Desk) -> str:
    """The win from the meter that waits for its prize and has no hand keyed in."""
    step = desk.step
    if step is None or step["kind"] != "settle" or not step["settlement"]["from_meter"] or desk.pad is None:
        return ""
    seat = step["settlement"]["seat"]
    keyed = any(at == seat for at, _ in desk.pad["wins"])
    if keyed or _recorded(desk, seat) is not None:
        return ""
    return f"Seat {seat}: {step['settlement']['label']}, {step['settlement']['pays']}"


def _doing(item: View) -> str:
    if item["net"] is None or item["pushed_out"]:
        return "Paid"
    return "Next" if item["taken"] else "Taken" if item["net"] < 0 else "Pushed"


def _setting(desk: _Desk) -> View | None:
    """The seat whose set hand the dealer enters next, with its cards."""
    step = desk.step
    if step is None or step["kind"] != "ask" or desk.view is None or not _question(desk, step).picks:
        return None
    asked = step["open"][0]
    hands = desk.view["players"][str(asked["seat"])]["hands"]
    return {"seat": asked["seat"], "cards": hands[0]["cards"], "path": desk.act("decision")[0]} if hands else None


def _pays(desk: _Desk) -> list[Pay]:
    """Payouts in the letter's order: first those to come, then those made, the latest first."""
    if desk.view is None or not desk.tracked:
        return []
    names = _wager_names(desk)
    found = [_pay(names, item) for item in reversed(desk.view["settled"])]
    step = desk.step
    if step is not None and step["kind"] == "settle":
        found.insert(0, _pay(names, _with_prize(desk, step["settlement"])))
    return found


def _with_prize(desk: _Desk, item: View) -> View:
    """The payout with the exact amount of a recorded share of the meter."""
    prize = _recorded(desk, item["seat"])
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
    return Pay(words, item["tone"], item["seat"], amount, tuple(Counter(chips_for(chips)).items()))
