"""A text notation for rounds: a header, then one short line for each event.

::

    game royal-match-21
    seat 1 sits with $1,000: Ann

    seat 1 bets $10 on base, $5 on royal-match
    round 1: no more bets
    seat 1: Ks Qs
    dealer: 9h [5c]
    seat 1 royal-match $5 wins $125: Royal Match @ 25 to 1
    seat 1 stands
    step hole-card
    dealer: Td
    seat 1 base $10 wins $10: Win @ 1 to 1
    round over: seat 1 $1,135

Cards in brackets lie face down. The header has the settings that differ from the game's defaults. Times, the people who
recorded, shoes and undone inputs are not written. Reading a text gives a table with physical cards: the log of such a
table survives the round trip unchanged, and the log of a table with its own shoe comes back with the same bets, cards,
answers and payments.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

from pitbook.errors import BadInput, quoted
from pitbook.games.model import Game
from pitbook.money import format_cents
from pitbook.table.config import TableConfig, configure
from pitbook.table.events import Event, check_record, effective_events, fault_of
from pitbook.table.family import TableFamily, family_of
from pitbook.table.notation_read import UNFINISHED, parse_rounds

__all__ = ["event_line", "event_words", "header", "parse_rounds", "payment_name", "payments_of", "write_rounds"]

_NOT_WRITTEN: Final = ("closed", "opened", "ready", "shoe-lost", "shoe-shown", "shoe-withdrawn", "shuffled")


def write_rounds(events: Sequence[Event]) -> str:
    """The log of a table as text; :func:`parse_rounds` reads it."""
    check_record(events)
    config = TableConfig.from_dict(events[0].data)
    lines, payments = list(header(config)), payments_of(events)
    playing = False
    for kind, some in groupby(_groups(config, effective_events(events)), key=lambda pair: pair[0]):
        group = [event for _, event in some]
        if kind[0] == "bet":
            lines.append(_guarded(_bets_line, group))
        elif kind[0] == "card":
            lines.extend(_guarded(_card_lines, group))
        elif kind[0] == "shuffled":
            lines.append("shuffle")
        else:
            lines.extend(event_line(event, payments, config.game) for event in group)
        playing = kind[0] == "betting-closed" or (playing and kind[0] != "round-over")
        if kind[0] in ("sat", "round-over") and not playing:
            lines.append("")
    if playing:
        lines.append(UNFINISHED)
    return "\n".join(lines).rstrip("\n") + "\n"


def _groups(config: TableConfig, events: Iterable[Event]) -> Iterator[tuple[tuple[str, object], Event]]:
    """The events to write, each with a key; neighbours with equal keys share lines."""
    own_shoe, dealt = config.source == "shoe", False
    family = family_of(config.game)
    for event in events:
        kind = event.kind
        if kind == "bet":
            yield (kind, event.data.get("seat")), event
        elif kind == "card":
            dealt = True
            if event.data.get("to") != "discards":
                yield (kind, None), event
        elif kind == "shuffled":
            # A table's own shoe is not written, but its end is: it decides which cards may still come.
            if dealt and not family.SHUFFLES_EACH_ROUND:
                yield (kind, event.number), event
            dealt = False
        elif kind not in _NOT_WRITTEN and not (own_shoe and _is_for_own_shoe(event, family)):
            yield (kind, None if kind == "sat" else event.number), event


def _is_for_own_shoe(event: Event, family: TableFamily) -> bool:
    """Whether a table with physical cards does this differently: it shuffles on its own, and reads hands when they
    are turned over."""
    return event.kind == "shuffle" or (event.kind == "step" and event.data.get("name") in family.OWN_SHOE_STEPS)


def header(config: TableConfig) -> Iterator[str]:
    """The lines of the configuration: the game, and the settings that differ from its defaults."""
    game, decks = config.game, config.layout.decks
    tables = {slug: named[0].id for slug, named in config.layout.tables.items()}
    defaults = configure(game, decks=decks, seats=1)
    same_tables = configure(game, decks=decks, seats=1, tables=tables, offered=config.offered)
    yield f"game {game.slug}"
    if decks != game.default_decks:
        yield f"decks {decks}"
    for slug, table_id in tables.items():
        if defaults.layout.tables[slug][0].id != table_id:
            yield f"table {slug} {table_id}"
    rules = config.rules.items() if config.rules else {}
    for name, value in config.layout.options.items():
        if name not in rules and same_tables.layout.options[name] != value:
            yield f"option {name} {value}"
    for name, value in rules.items():
        if same_tables.rules is not None and same_tables.rules.items()[name] != value:
            yield f"rule {name} {value}"
    if config.offered != defaults.offered:
        yield f"offers {', '.join(config.offered)}"
    for slug, limits in config.limits.items():
        if same_tables.limits[slug] != limits:
            yield f"limits {slug} {limits}"
    for slug, cents in config.aggregate.items():
        yield f"aggregate {slug} {format_cents(cents)}"
    if config.prize != same_tables.prize:
        yield f"prize {format_cents(config.prize)}"
    if config.seats != game.seats:
        yield f"seats {config.seats}"
    if config.penetration != same_tables.penetration:
        yield f"penetration {config.penetration}"
    if config.burn != same_tables.burn:
        yield f"burn {config.burn}"


def payments_of(events: Iterable[Event]) -> dict[int, Event]:
    """Payments by their event number, by which corrections refer to them."""
    return {event.number: event for event in events if event.kind == "settled"}


def event_line(event: Event, payments: Mapping[int, Event], game: Game) -> str:
    """One event as a line of the notation, or in words if the notation leaves it out."""
    return str(_guarded(lambda events: _line(events[0], payments, game), [event]))


def event_words(event: Event, payments: Mapping[int, Event], game: Game) -> str:
    """One event for a page: wagers by their full names, a hidden card as a card face down."""
    named = {number: _with_name(each, game) for number, each in payments.items()}
    return event_line(_with_name(event, game), named, game).replace("[??]", "one card face down")


def _with_name(event: Event, game: Game) -> Event:
    wager = event.data.get("wager")
    if wager not in {each.slug for each in game.wagers}:
        return event
    spot = f" spot {event.data['spot']}" if event.data.get("spot") else ""
    return replace(event, data={**event.data, "wager": game.wager(wager).name + spot, "spot": 0})


def _guarded(write: Any, events: list[Event]) -> Any:
    try:
        return write(events)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"event {events[0].number} is damaged: {fault_of(error)}") from None


def _line(event: Event, payments: Mapping[int, Event], game: Game) -> str:
    data = event.data
    seat = f"seat {data['seat']}" if "seat" in data else ""
    match event.kind:
        case "opened":
            return f"{data['name']} opens: {data['seats']} seats"
        case "sat":
            return f"{seat} sits with {format_cents(data['chips'])}: {data['player']}"
        case "bought":
            return f"{seat} buys {format_cents(data['chips'])}"
        case "left":
            return f"{seat} leaves"
        case "bet":
            return _bets_line([event])
        case "taken-back":
            return f"{seat} takes back {_wager(data)}"
        case "shuffle":
            return "shuffle"
        case "shuffled":
            return f"a shoe of {data['cards']} cards is sealed, its promise {data['promise']}"
        case "shoe-shown":
            return f"the shoe of promise {data['promise']} is shown"
        case "shoe-withdrawn":
            return f"the shoe is taken out of play: {data['reason']}"
        case "shoe-lost":
            return f"the shoe of promise {data['promise']} cannot be shown: its order is lost"
        case "ready":
            return f"{seat} is ready"
        case "closed":
            return "the table is closed"
        case "betting-closed":
            return f"round {data['round']}: no more bets"
        case "card":
            return " ".join(_card_lines([event]))
        case "number":
            return f"{data['name']} {data['number']}"
        case "answer":
            return _answer(data, game)
        case "step":
            return f"step {data['name']}"
        case "settled" if "supervisor" in data:
            return f"no prize for {payment_name(data)} by {_name(data['supervisor'])}: {data['reason']}"
        case "settled":
            return _payment(data)
        case "undone":
            by = f" by {_name(data['supervisor'])}: {data['reason']}" if "supervisor" in data else ""
            return f"event {data['event']} and the inputs after it are taken back{by}"
        case "voided":
            return f"void by {_name(data['supervisor'])}: {data['reason']}"
        case "corrected":
            where = payment_name(payments[data["payment"]].data)
            net = ("+" if data["net"] > 0 else "") + format_cents(data["net"])
            return f"correct {where} to {net} by {_name(data['supervisor'])}: {data['reason']}"
        case "stake-corrected":
            stake = f"{data['place']} {data['wager']} to {format_cents(data['cents'])}"
            return f"correct the stake of {stake} by {_name(data['supervisor'])}: {data['reason']}"
        case "round-over":
            stacks = ", ".join(f"seat {seat} {format_cents(chips)}" for seat, chips in data["stacks"].items())
            return f"round over: {stacks}" if stacks else "round over"
        case _:
            raise BadInput(f"event {event.number}: {quoted(event.kind)} is not a kind of event")


def _bets_line(events: list[Event]) -> str:
    bets = ", ".join(
        f"{format_cents(event.data['cents'])} on {_wager(event.data)}"
        + (f" {event.data['choice']}" if event.data.get("choice") else "")
        for event in events
    )
    return f"seat {events[0].data['seat']} bets {bets}"


def _card_lines(events: list[Event]) -> list[str]:
    """Consecutive cards, one line for each place; the game's procedure implies the order in which they came."""
    cards: dict[str, list[str]] = {}
    for event in events:
        shown = event.data["cards"] if event.data.get("up", True) else f"[{event.data['cards']}]"
        cards.setdefault(event.data["to"], []).append(shown)
    return [f"{place}: {' '.join(some)}" for place, some in cards.items()]


def _answer(data: Mapping[str, Any], game: Game) -> str:
    place, answer = data["place"], data["answer"]
    question = family_of(game).QUESTIONS[data["to"]]
    amount = f" {format_cents(data['cents'])}" if "cents" in data else ""
    if question.word:
        return f"{place} {question.word}? {answer}{amount}"
    choice = question.choice.get(answer)
    if choice is not None and choice.verb:
        return f"{place} {choice.verb}{amount}"
    if not question.verb:
        raise BadInput(f"{quoted(answer)} is not an answer to {question.name}")
    return f"{place} {question.verb} {answer}"


def _payment(data: Mapping[str, Any]) -> str:
    net, bet = data["net"] or 0, f" {format_cents(data['bet'])}" if data["bet"] or data.get("house") else ""
    bet += f" + {format_cents(data['house'])} free" if data.get("house") else ""
    result = "pushes" if net == 0 else f"{'wins' if net > 0 else 'loses'} {format_cents(abs(net))}"
    why = "" if (data["label"], data["pays"]) == ("Loss", "loss") else f": {data['label']} @ {data['pays']}"
    return f"{payment_name(data)}{bet} {result}{why}"


def payment_name(data: Mapping[str, Any]) -> str:
    """Names a payment: ``seat 1 hand 2 base``, ``seat 3 match-4``, ``seat 2 dynasty envy for seat 5``."""
    hand = f" hand {data['hand']}" if data.get("hand", 1) > 1 else ""
    envy = f" envy for seat {data['envy_from']}" if data.get("envy_from") else ""
    return f"seat {data['seat']}{hand} {_wager(data)}{envy}"


def _wager(data: Mapping[str, Any]) -> str:
    return f"{data['wager']}-{data['spot']}" if data.get("spot") else str(data["wager"])


def _name(name: str) -> str:
    """A name that a colon follows: in quotes if it contains a colon itself."""
    return json.dumps(name, ensure_ascii=False) if ":" in name or name.startswith('"') else name
