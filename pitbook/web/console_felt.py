"""The felt in the middle of a dealer's console: cards and stakes as they lie, seat by seat."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitbook.games import game
from pitbook.money import Cents, format_cents
from pitbook.web.draw import chips_for

View = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Stake:
    """One wager of a seat."""

    name: str
    amount: str
    chips: tuple[tuple[int, int], ...]
    """A chip's value in cents, and how many of it lie there; none where the wager lies there no longer."""
    state: str = ""
    """``taken`` by COIN IN, ``lost``, ``push``, or what was paid: ``+$10``; empty while it is in play."""


@dataclass(frozen=True, slots=True)
class FeltHand:
    """One hand of a seat or of the dealer."""

    cards: tuple[str, ...]
    """``??`` lies face down."""
    value: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class FeltSpot:
    """One seat of the felt."""

    seat: int
    player: str
    hands: tuple[FeltHand, ...]
    stakes: tuple[Stake, ...]

    @property
    def asked(self) -> bool:
        """Whether this seat acts now."""
        return any(hand.state == "asked" for hand in self.hands)


@dataclass(frozen=True, slots=True)
class Felt:
    """What lies on the table."""

    dealer: FeltHand
    shared: tuple[tuple[str, FeltHand], ...]
    """Cards that belong to all seats, by the names of their places."""
    spots: tuple[FeltSpot, ...]
    done: str
    """What was just done."""


def felt_of(view: View) -> Felt:
    """The felt of a table that keeps its bets."""
    dealer = view["dealer"]
    spots = (_spot(view, int(seat), player) for seat, player in view["players"].items())
    shared = ((each["place"].capitalize(), FeltHand(tuple(each["cards"]))) for each in view["shared"])
    return Felt(FeltHand(tuple(dealer["cards"]), dealer["value"]), tuple(shared), tuple(spots), view["done"])


def _spot(view: View, seat: int, player: View) -> FeltSpot:
    hands = tuple(FeltHand(tuple(hand["cards"]), hand["value"], hand["state"]) for hand in player["hands"])
    return FeltSpot(seat, player["player"], hands, tuple(_stakes(view, seat, player)))


def _stakes(view: View, seat: int, player: View) -> Iterator[Stake]:
    # The dealer's word for it, and short: its whole name begins like the side bet's beside it.
    names = {wager["slug"]: "Progressive" if wager["progressive"] else wager["name"] for wager in view["wagers"]}
    main = game(view["game"]).main
    settled = [item for item in view["settled"] if item["seat"] == seat] if view["phase"] == "playing" else []
    for bet in player["bets"]:
        name = names.get(bet["wager"], bet["wager"]) + (f" {bet['spot']}" if bet["spot"] else "")
        name += f" {bet['choice']}" if bet["choice"] else ""
        # A double or a split puts more on the main wager than was bet at first.
        of_hands = bet["wager"] == main and player["hands"]
        cents = sum(hand["bet"] for hand in player["hands"]) if of_hands else bet["cents"]
        of_bet = [item for item in settled if (item["wager"], item["spot"]) == (bet["wager"], bet["spot"])]
        state = _state(of_bet) or ("taken" if bet["wager"] in player["taken"] else "")
        yield Stake(name, format_cents(Cents(cents)), () if state in ("taken", "lost") else _chips(cents), state)


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
