"""Events in words, one sentence each: for the dealer's console, the list of inputs to undo, and records.

Cards that lie face down are not named.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from pitbook.cards import card_words, parse_card
from pitbook.games.model import Game
from pitbook.money import format_cents
from pitbook.table.events import OWNER_SEES, Event, is_taken_back
from pitbook.table.family import family_of
from pitbook.table.steps import PLACES

STEPS: Final = {
    "coin-in": "Bets closed, progressive wagers taken",
    "end-game": "Progressive ready for the next round",
}
"""The steps that all games share; each family adds its own."""
MAX_NAMED: Final = 2
"""Up to this many cards are named; for more, only their number is given."""


def done_words(event: Event, game: Game) -> str:
    """The sentence of one event, which may be masked for a seat; empty for an event without an action."""
    shown = event.shown()
    data = shown.data
    match shown.kind:
        case "sat":
            name, place = data["player"], f"seat {data['seat']}"
            return f"A player sat down at {place}" if name.lower() == place else f"{name} sat down at {place}"
        case "bought":
            return f"Seat {data['seat']} bought {format_cents(data['chips'])} in chips"
        case "left":
            return f"Seat {data['seat']} left"
        case "bet":
            return f"Seat {data['seat']} bet {format_cents(data['cents'])} on {_wager(data, game)}"
        case "taken-back":
            return f"Seat {data['seat']} took back {_wager(data, game)}"
        case "betting-closed":
            return "Bets closed"
        case "card":
            return f"{_cards(data)} to {_place(data['to'])}"
        case "answer":
            return _answer(data, game)
        case "number":
            return f"{_sentence(data['name'])}: {data['number']}"
        case "step" if "card" in data:
            return f"Dealer turned over the {_card(data['card'])}"
        case "step":
            steps = {**STEPS, **family_of(game).STEPS}
            return steps.get(data["name"]) or _sentence(data["name"])
        case "settled":
            return _settled(data, game)
        case "undone":
            return "The last input was undone"
        case "voided":
            kind, _, why = data["reason"].partition(": ")
            return f"Round voided: {kind.replace('-', ' ')}" + (f" ({why})" if why else "")
        case "corrected":
            return f"Payment corrected to {format_cents(data['net'])}"
        case "stake-corrected":
            where = f"{_sentence(_place(data['place']))}, {_wager(data, game)}"
            return f"{where}: stake corrected to {format_cents(data['cents'])}"
        case "round-over":
            return "Round over"
        case "shuffle" | "shuffled":
            return "Cards shuffled"
        case _:
            return ""


def undone_words(undone: Event, events: Iterable[Event], game: Game) -> str:
    """An undo in words, with the supervisor and the reason; ``events`` are those of its round."""
    taken = [event for event in events if is_taken_back(event, undone)]
    more = f" and the {len(taken) - 1} inputs after it" if len(taken) > 2 else " and the input after it"
    what = done_words(taken[0], game) + (more if len(taken) > 1 else "") if taken else f"event {undone.data['event']}"
    by = f", by {undone.data['supervisor']}: {undone.data['reason']}" if "supervisor" in undone.data else ""
    return f"Taken back: {what}{by}"


def step_words(data: Mapping[str, Any], shown: str) -> str:
    """A step of the dealer by its name, with the cards that it shows."""
    return f"{str(data['name']).replace('-', ' ')}{f': {shown}' if shown else ''}"


def _wager(data: Mapping[str, Any], game: Game) -> str:
    name = next((each.name for each in game.wagers if each.slug == data["wager"]), _sentence(data["wager"]))
    return f"{name} {data['spot']}" if data.get("spot") else name


def _cards(data: Mapping[str, Any]) -> str:
    names = str(data["cards"]).split()
    if all(name == "??" for name in names):
        return "Card face down" if len(names) == 1 else f"{len(names)} cards face down"
    if len(names) > MAX_NAMED or "??" in names or OWNER_SEES.items() <= data.items():
        return f"{len(names)} cards" if len(names) > 1 else "A card"
    return _sentence(" and ".join(map(_card, names)))


@cache
def _card(name: str) -> str:
    return card_words(parse_card(name))


def _answer(data: Mapping[str, Any], game: Game) -> str:
    place, answer = _sentence(_place(data["place"])), str(data.get("answer", ""))
    question = family_of(game).QUESTIONS[data["to"]]
    choice = question.choice.get(answer)
    amount = f" {format_cents(data['cents'])}" if "cents" in data else ""
    if choice is not None and choice.verb:
        return f"{place} {choice.verb}{amount}"
    if question.done:
        return f"{place} {question.done}"
    asked = f"{place}: {question.name.replace('-', ' ')}"
    return f"{asked}, {answer}{amount}" if answer else asked


def _settled(data: Mapping[str, Any], game: Game) -> str:
    net, where = data["net"], f"Seat {data['seat']}, {_wager(data, game)}"
    if net is None:
        return f"{where}: paid from the meter"
    paid = data.get("pushed_out", max(net, 0))
    return f"{where}: {f'paid {format_cents(paid)}' if paid else 'lost' if net < 0 else 'push'}"


def _place(name: str) -> str:
    return f"the {name}" if name in PLACES.values() else name


def _sentence(words: str) -> str:
    plain = words.replace("-", " ")
    return plain[:1].upper() + plain[1:]
