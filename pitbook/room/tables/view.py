"""The view of a live table as plain data for pages, without face-down cards and sealed shoes."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitbook.games.model import Wager
from pitbook.games.settle import Bet
from pitbook.games.shown import pay_words
from pitbook.money import Cents
from pitbook.pay import PayTable, is_offered
from pitbook.room.tables.live_table import LiveTable
from pitbook.table.checks import names_of
from pitbook.table.config import TableConfig
from pitbook.table.done_words import done_words, undone_words
from pitbook.table.events import UNDONE, Event
from pitbook.table.family import ShownHand, family_of
from pitbook.table.reasons import reason
from pitbook.table.steps import Ask, CardTo, Choice, Number, Place, Press, Settle, Settled, Step, Stop
from pitbook.table.view import PlayerView, RoundView, TableView
from pitbook.table.words import in_order, settled_words, take_words

View = dict[str, Any]


def view_of(live: LiveTable, seat: int, meter: Cents | None = None) -> View:
    """A table as a seat sees it, or ``SPECTATOR`` or ``CONSOLE``.

    The caller adds whose seats they are and what their play was expected to cost. ``meter`` is what the jackpot shows,
    if the caller has just read it.
    """
    table, history = live.seen_by(seat, meter), live.history
    config, round_ = table.config, table.round
    return {
        "table": live.name,
        "game": config.game.slug,
        "title": config.name,
        "number": live.number,
        "at": history.at,
        "closed": table.closed,
        "seats": config.seats,
        "decks": config.layout.decks,
        "phase": "playing" if table.playing else "betting",
        "rounds": table.rounds,
        "source": config.source,
        "wagers": _wagers(live, config),
        "shoe": _shoe(table),
        "last_shoe": dict(history.last_shoe) if history.last_shoe is not None else None,
        "meter_cents": _meter(table),
        "players": {str(each): _player(live, table, each) for each in sorted(table.seats)},
        "dealer": _dealer(round_),
        "shared": _shared(round_),
        "take": _take(table),
        "step": _step(table.step),
        "settled": [_settled(item) | {"why": reason(round_, item.settlement, item.hand)} for item in table.settled]
        if round_ is not None
        else [],
        "done": _done(live, config, seat),
    }


def _done(live: LiveTable, config: TableConfig, seat: int) -> str:
    """The last event in one sentence."""
    if not live.events:
        return ""
    ended = live.events[-1].kind == "round-over" and live.events[-2].kind == "voided"
    last = live.events[-2 if ended else -1].shown_to(seat)
    if last.kind != UNDONE:
        return done_words(last, config.game)
    since = [event.shown_to(seat) for event in live.events if event.number >= last.data["event"]]
    return undone_words(last, since, config.game)


def _meter(table: TableView) -> int | None:
    return table.meter if table.config.progressive else None


def _wagers(live: LiveTable, config: TableConfig) -> list[View]:
    """The spots of a table with their limits and pays; wagers without a bet of their own are included."""
    if not live.wagers:
        tables = config.layout.tables
        riding = [
            wager for wager in config.game.wagers if wager.requires_all_of in config.offered and wager.slug in tables
        ]
        live.wagers = [_wager(config, wager) for wager in (*config.wagers(), *riding)]
    return live.wagers


def _wager(config: TableConfig, wager: Wager) -> View:
    limits = config.limits.get(wager.slug)
    tables = _tables(config, wager)
    return {
        "slug": wager.slug,
        "name": wager.name,
        "about": wager.about,
        "required": wager.is_required,
        "equals": wager.equals,
        "alone": wager.alone,
        "in_round": wager.in_round,
        "progressive": wager.slug == config.progressive,
        "requires_all_of": wager.requires_all_of,
        "spots": wager.spots,
        "units": wager.units or 1,
        "choices": list(wager.choice.choices) if wager.choice else [],
        "low": limits.low if limits else None,
        "high": limits.high if limits else None,
        "fixed": limits is not None and limits.low == limits.high,
        "pay_table": tables[0].id,
        "lines": _lines(config, wager, tables[0]),
        "tiers": [{"from": table.tier, "lines": _lines(config, wager, table)} for table in tables if len(tables) > 1],
    }


def _tables(config: TableConfig, wager: Wager) -> Sequence[PayTable]:
    return [wager.house_table(config.layout.options)] if wager.house_table else config.layout.tables_of(wager)


def _lines(config: TableConfig, wager: Wager, table: PayTable) -> list[View]:
    meanings = {outcome.name: outcome.meaning for outcome in wager.outcomes}
    offered = [line for line in table.added if is_offered(line, config.layout.options)]
    return [
        {
            "outcome": line.outcome,
            "label": line.label,
            "pays": pay_words(wager, line.pay),
            "meaning": meanings.get(line.outcome, ""),
        }
        | ({"envy": line.envy} if line.envy else {})
        | ({"added": True} if line in offered else {})
        for line in (*table.lines, *offered)
    ]


def _shoe(table: TableView) -> View | None:
    shoe = table.shoe
    if shoe is None:
        return None
    return {"promise": shoe.promise, "cards": shoe.cards, "dealt": shoe.dealt, "shuffle_due": shoe.shuffle_due}


def _take(table: TableView) -> str:
    """The wagers that the dealer takes from the felt before the first card: the progressive wagers just locked."""
    round_ = table.round
    if round_ is None or not table.playing or not round_.taken:
        return ""
    if round_.dealer or round_.down or round_.shared or any(player.dealt for player in round_.players.values()):
        return ""
    return take_words(round_.taken)


# -- players -----------------------------------------------------------------------------------------------------------


def _player(live: LiveTable, table: TableView, seat: int) -> View:
    stay, held, round_ = live.history.stays[seat], table.seats[seat], table.round
    stakes = family_of(table.config.game).STAKES
    # Cards on the felt belong to the player who was dealt them, not to one who sat down since.
    played = round_.players.get(seat) if round_ is not None and seat in table.stayed else None
    return {
        "player": held.player,
        "stack": held.stack,
        "you": False,
        "ready": held.ready,
        "away": False,
        "bets": [_bet(bet) for bet in (played.bets if table.playing and played else held.bets).values()],
        "taken": _taken(table, seat),
        "stakes": _stakes(played) if table.playing and played is not None else [],
        "last_bets": [_bet(bet) for bet in live.last_bets(seat)],
        "hands": _hands(table, round_, seat) if round_ is not None and played is not None else [],
        **{name: played.added.get(name, 0) if played is not None else 0 for name in stakes},
        "session": {"net": stay.net, "rounds": stay.rounds, "expected": None, "left_out": []},
    }


def _taken(table: TableView, seat: int) -> list[str]:
    """Wagers of a seat that the dealer took when they were locked, and that are no longer on the felt."""
    taken = table.playing and table.round is not None and seat in table.round.taken
    return [table.config.progressive] if taken else []


def _stakes(player: PlayerView) -> list[View]:
    """A player's stakes on the felt: own money and the house's, by wager, hand and spot."""
    return [
        {"wager": key.wager, "hand": key.hand, "spot": key.spot, "own": stake.own, "house": stake.house}
        for key, stake in player.stakes.items()
    ]


def _bet(bet: Bet) -> View:
    return {"wager": bet.wager, "spot": bet.spot, "choice": bet.choice, "cents": bet.cents}


def _hands(table: TableView, round_: RoundView, seat: int) -> list[View]:
    return [_hand(table, Place(seat, number), hand) for number, hand in enumerate(round_.hands_of(seat), 1)]


def _hand(table: TableView, place: Place, hand: ShownHand) -> View:
    asked = isinstance(table.step, Ask) and place in table.step.open
    state = _ended(table, place) or hand.state or ("asked" if asked else "")
    cards = in_order(hand.cards) if hand.low else hand.cards
    return {"cards": _names(cards), "bet": hand.bet, "value": hand.words, "state": state} | _set(hand)


def _set(hand: ShownHand) -> View:
    """A hand that is set as two hands."""
    return {"low": _names(hand.cards[: hand.low]), "high": _names(hand.cards[hand.low :])} if hand.low else {}


def _ended(table: TableView, place: Place) -> str:
    """The result of the main wager of a hand."""
    main = table.config.game.main
    if not main or not table.settled:
        return ""
    nets = [
        item.settlement.net or 0
        for item in table.settled
        if (item.settlement.seat, item.settlement.wager, item.hand) == (place.seat, main, place.hand)
    ]
    return ("win" if nets[0] > 0 else "lose" if nets[0] < 0 else "push") if nets else ""


def _names(cards: Sequence[int]) -> list[str]:
    return names_of(cards).split()


def _dealer(round_: RoundView | None) -> View:
    """The dealer's cards; ``??`` is a card face down."""
    if round_ is None:
        return {"cards": [], "value": "", "low": [], "high": []}
    hand = round_.dealer_hand()
    return {
        "cards": _names(hand.cards) + ["??"] * round_.down,
        "value": hand.words,
        "low": [],
        "high": [],
    } | _set(hand)


def _shared(round_: RoundView | None) -> list[View]:
    """The cards that belong to all seats, by the names of their places."""
    places = round_.shared if round_ is not None else {}
    return [{"place": str(place), "cards": _names(cards)} for place, cards in places.items()]


# -- what comes next, and what came ------------------------------------------------------------------------------------


def _step(step: Step | None) -> View | None:
    """The next step."""
    match step:
        case None:
            return None
        case CardTo():
            shown = {"kind": "card", "count": step.count, "up": step.up}
            where = {"place": str(step.place), "seat": step.place.seat, "hand": step.place.hand}
            return shown | {"name": "card"} | where | _words(step)
        case Number():
            return {"kind": "number", "name": step.name, "low": step.low, "high": step.high} | _words(step)
        case Ask():
            asked = [
                {"seat": place.seat, "hand": place.hand, "options": list(options)} | _amounts(step.choices[place])
                for place, options in step.open.items()
            ]
            refusals = dict(step.refusals.get(next(iter(step.open)), {}))
            return {"kind": "ask", "name": step.name, **asked[0], "open": asked, "refusals": refusals} | (_words(step))
        case Press():
            return {"kind": "press", "name": step.name} | _words(step)
        case Stop():
            where = {"seat": step.decision.place.seat, "hand": step.decision.place.hand}
            return {"kind": "stop", "name": "stop", **where, "wager": step.move.key.wager} | _words(step)
        case Settle():
            item = _settled(Settled(step.settlement, step.hand, 0, step.taken))
            return {"kind": "settle", "name": "settle", "seat": step.settlement.seat, "hand": step.hand} | (
                {"settlement": item} | _words(step)
            )


def _amounts(choices: Sequence[Choice]) -> View:
    """The bounds of the sums that choices take, by their words."""
    found = {
        choice.word: {"low": choice.amount.low, "high": choice.amount.high, "step": choice.amount.step}
        for choice in choices
        if choice.amount is not None
    }
    return {"amounts": found} if found else {}


def _words(step: Step) -> View:
    return {"words": step.words, "cite": step.cite, "deadline": None}


def _settled(each: Settled) -> View:
    item = each.settlement
    # The amount of a share of the meter is known when it is paid.
    words, tone = settled_words(item) if item.net is not None else (f"{item.label}, {item.pays}", "win")
    return {
        "event": each.event,
        "seat": item.seat,
        "hand": each.hand,
        "wager": item.wager,
        "spot": item.spot,
        "bet": item.bet,
        "house": item.house,
        "outcome": item.outcome,
        "label": item.label,
        "pays": item.pays,
        "net": item.net,
        "taken": each.taken,
        "pushed_out": each.pushed_out,
        "envy_from": item.envy_from,
        "from_meter": item.share is not None,
        "words": words,
        "tone": tone,
    }


def public(event: Event, before: int, seat: int) -> View:
    """An event as a seat may see it, or ``SPECTATOR`` or ``CONSOLE``.

    The order of a shoe is left out: the view has it when its round is over.
    """
    data: Mapping[str, Any] = event.shown_to(seat).data
    if event.kind == "shoe-shown":
        data = {"promise": data["promise"]}
    return {"number": before + event.number, "kind": event.kind, "data": dict(data), "at": event.at}
