"""The felt in the middle of a dealer's console: cards and stakes, seat by seat."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitbook.money import Cents, format_cents
from pitbook.web.http.draw import chips_for

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FeltStake:
    """One wager of a seat."""

    name: str
    amount: str
    chips: tuple[tuple[int, int], ...]
    """The chips on the spot: value in cents and count; empty after the wager left the spot."""
    state: str = ""
    """``taken`` by COIN IN, ``taken back`` by the player, ``lost``, ``push``, or what was paid: ``+$10``."""


@dataclass(frozen=True, slots=True)
class FeltHand:
    """One hand of a seat or of the dealer."""

    cards: tuple[str, ...]
    """``??`` is a card face down."""
    value: str = ""
    state: str = ""
    low: int = 0
    """The number of its first cards that form the low hand."""


@dataclass(frozen=True, slots=True)
class FeltSpot:
    """One seat of the felt."""

    seat: int
    player: str
    hands: tuple[FeltHand, ...]
    stakes: tuple[FeltStake, ...]
    asked: bool
    """Whether this seat acts now."""


@dataclass(frozen=True, slots=True)
class Felt:
    """The cards and stakes on the table."""

    dealer: FeltHand
    shared: tuple[tuple[str, FeltHand], ...]
    """Community cards, by the names of their places."""
    spots: tuple[FeltSpot, ...]
    done: str
    """The latest event."""


def felt_of(view: View) -> Felt:
    """The felt of a table that records its bets."""
    if cleared(view):
        players = {seat: {**player, "hands": []} for seat, player in view["players"].items()}
        view = {**view, "dealer": {"cards": [], "value": ""}, "shared": [], "players": players}
    dealer = view["dealer"]
    # The dealer's short name: the full name begins like that of the side bet beside it.
    names = {wager["slug"]: "Progressive" if wager["progressive"] else wager["name"] for wager in view["wagers"]}
    spots = (_spot(view, names, int(seat), player) for seat, player in view["players"].items())
    shared = ((each["place"].capitalize(), FeltHand(tuple(each["cards"]))) for each in view["shared"])
    return Felt(_hand(dealer), tuple(shared), tuple(spots), view["done"])


def cleared(view: View) -> bool:
    """Whether the cards of the last round were taken up: they are once a bet of the next round lies on the table."""
    return view["phase"] == "betting" and any(player["bets"] for player in view["players"].values())


def _hand(hand: View) -> FeltHand:
    cards = (*hand["low"], *hand["high"]) if hand.get("low") else hand["cards"]
    return FeltHand(tuple(cards), hand["value"], hand.get("state", ""), len(hand.get("low", ())))


def _spot(view: View, names: Mapping[str, str], seat: int, player: View) -> FeltSpot:
    step, hands = view["step"], tuple(map(_hand, player["hands"]))
    asked = step is not None and step["kind"] == "ask" and any(each["seat"] == seat for each in step["open"])
    return FeltSpot(seat, player["player"], hands, tuple(_stakes(view, names, seat, player)), asked)


def _stakes(view: View, names: Mapping[str, str], seat: int, player: View) -> Iterator[FeltStake]:
    settled = [item for item in view["settled"] if item["seat"] == seat] if view["phase"] == "playing" else []
    for bet in player["bets"]:
        name = names.get(bet["wager"], bet["wager"]) + (f" {bet['spot']}" if bet["spot"] else "")
        name += f" {bet['choice']}" if bet["choice"] else ""
        of_bet = [item for item in settled if (item["wager"], item["spot"]) == (bet["wager"], bet["spot"])]
        state = _state(of_bet) or ("taken" if bet["wager"] in player["taken"] else "")
        lies = [stake for stake in player["stakes"] if (stake["wager"], stake["spot"]) == (bet["wager"], bet["spot"])]
        free, cents = sum(stake["house"] for stake in lies), bet["cents"]
        paid = [item for item in of_bet if not item["envy_from"]]
        if lies or paid:  # a double or a split has added to it, and a player may have taken some of it back
            cents = sum(stake["own"] for stake in lies) + sum(item["bet"] for item in paid)
        elif view["phase"] == "playing" and not state:
            state = "taken back"
        gone = state in ("taken", "lost", "taken back")
        yield FeltStake(name, _amount(cents, free), () if gone else _chips(cents + free), state)
    yield from _added(player, names, settled)


def _added(player: View, names: Mapping[str, str], settled: Sequence[View]) -> Iterator[FeltStake]:
    """Stakes that decisions added on wagers without a bet before the deal, and their results."""
    bet = {each["wager"] for each in player["bets"]}
    lies = {stake["wager"]: stake for stake in player["stakes"] if stake["wager"] not in bet}
    done: dict[str, list[View]] = {}
    for item in settled:
        if item["wager"] not in bet and not item["envy_from"] and (item["bet"] or item["house"]):
            done.setdefault(item["wager"], []).append(item)
    for wager in dict.fromkeys((*lies, *done)):
        name, items = names.get(wager, wager.capitalize()), done.get(wager, [])
        own = lies[wager]["own"] if wager in lies else sum(item["bet"] for item in items)
        free = lies[wager]["house"] if wager in lies else sum(item["house"] for item in items)
        state = _state(items)
        yield FeltStake(name, _amount(own, free), () if state == "lost" else _chips(own + free), state)


def _amount(cents: int, free: int) -> str:
    own = format_cents(Cents(cents))
    return f"{own} + {format_cents(Cents(free))} free" if free else own


def _state(settled: Sequence[View]) -> str:
    if not settled:
        return ""
    if any(item["net"] is None for item in settled):
        return "from the meter"
    paid = sum(item["pushed_out"] for item in settled)
    net = sum(item["net"] for item in settled)
    return f"+{format_cents(Cents(paid))}" if paid else "lost" if net < 0 else "push"


def _chips(cents: int) -> tuple[tuple[int, int], ...]:
    return tuple(Counter(chips_for(cents)).items())
