"""The text of a replay: events with cards in colour, and the table after them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pitbook.cards import parse_card
from pitbook.cli.output import LOSE, QUIET, WIN, card_text
from pitbook.errors import BadInput
from pitbook.money import format_cents

if TYPE_CHECKING:
    from rich.text import Text

    from pitbook.games.model import Game
    from pitbook.table.events import Event
    from pitbook.table.family import ShownHand
    from pitbook.table.view import RoundView, TableView

_CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|Jk)(?![A-Za-z0-9])")
_WITH_CARDS = ("card", "answer")


def event_text(event: "Event", payments: "Mapping[int, Event]", game: "Game") -> "Text":
    """The event as a line of the notation, in colour."""
    from rich.text import Text

    words = words_of(event, payments, game)
    if event.kind == "step" and "card" in event.data:
        words += f" {event.data['card']}"
    if event.kind in _WITH_CARDS or words.startswith("step "):
        return _in_colour(words)
    if event.kind == "settled":
        net = event.data.get("net")
        return Text(words, "" if not isinstance(net, int) or net == 0 else WIN if net > 0 else LOSE)
    return Text(words)


def words_of(event: "Event", payments: "Mapping[int, Event]", game: "Game") -> str:
    """The event as a line of the notation, or as in the log where the notation has no words for it."""
    from pitbook.table.notation import event_line

    try:
        return event_line(event, payments, game)
    except BadInput:
        return event.line()


def _in_colour(words: str) -> "Text":
    from rich.text import Text

    text, end = Text(), 0
    for found in _CARD.finditer(words):
        text.append(words[end : found.start()])
        text += card_text((parse_card(found[0]),))
        end = found.end()
    return text.append(words[end:])


def touched(table: "TableView", event: "Event") -> "Text | None":
    """What an event changed: a hand, or a player's chips."""
    from rich.text import Text

    from pitbook.table.words import chips_words

    view = table.round if table.playing else None
    if event.kind == "card" and event.data.get("to") != "discards" and view is not None:
        return _hand_at(view, str(event.data["to"]), len(str(event.data["cards"]).split()))
    seat = event.data.get("seat")
    if isinstance(seat, int) and seat in table.seats and event.kind in ("bet", "taken-back", "settled", "bought"):
        chips = chips_words(event.data.get("net"), event.data.get("pushed_out"))
        left = f"{format_cents(table.seats[seat].stack)} left"
        return Text(f"{chips}, {left}" if chips else left, QUIET)
    return None


def _hand_at(view: "RoundView", to: str, came: int) -> "Text | None":
    """The hand that got the cards, if it had cards before."""
    from pitbook.table.family import ShownHand
    from pitbook.table.steps import parse_place

    place = parse_place(to)
    if place in view.shared:
        hands: Sequence[ShownHand] = [ShownHand(view.shared[place])]
    else:
        hands = view.hands_of(place.seat) if place.seat in view.players else [view.dealer_hand()]
    hand = hands[min(place.hand, len(hands)) - 1]
    return _quiet("has ") + _hand_text(hand) if len(hand.cards) > came else None


def lines_of_table(table: "TableView") -> "Iterator[Text]":
    """The whole table in words: the dealer, every seat, and what comes next."""
    from rich.text import Text

    view = table.round if table.playing else None
    if view is not None and (view.dealer or view.down):
        down = _quiet(" ".join("??" for _ in range(view.down)))
        yield _quiet("dealer  ") + Text(" ").join(filter(len, (_hand_text(view.dealer_hand()), down)))
    for place, cards in view.shared.items() if view is not None else ():
        yield _quiet(f"{place}  ") + card_text(cards)
    for seat, player in sorted(table.seats.items()):
        line = Text.assemble((f"seat {seat}  ", QUIET), player.player, (f"  {format_cents(player.stack)}", "bold"))
        bets = ", ".join(f"{name} {format_cents(bet.cents)}" for name, bet in player.bets.items())
        if bets:
            line.append(f"  {bets}", QUIET)
        if view is not None and seat in view.players and view.players[seat].dealt:
            line.append("  ")
            line += Text(" | ").join(map(_hand_text, view.hands_of(seat)))
        yield line
    if table.meter is not None:
        yield _quiet(f"jackpot  {format_cents(table.meter)}")
    yield _quiet("next  ") + Text(table.step.words if table.step else "bets are open")


def _hand_text(hand: "ShownHand") -> "Text":
    """Its cards, those of a low hand first, and what they are worth."""
    cards = card_text(hand.cards)
    if hand.low:
        cards = card_text(hand.cards[: hand.low]).append(" / ") + card_text(hand.cards[hand.low :])
    return cards + _quiet(f" ({hand.words})") if hand.words else cards


def _quiet(words: str) -> "Text":
    from rich.text import Text

    return Text.assemble((words, QUIET))  # a span, so that appended text keeps its own style
