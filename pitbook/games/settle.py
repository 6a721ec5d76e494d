"""Settlement: given the cards and the bets, what each wager wins, loses or pushes, to the cent."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations_with_replacement

from pitbook.cards import JOKER, Cards, Shoe
from pitbook.errors import BadInput, NotApproved, quoted
from pitbook.games.meter_wins import RIGHT_FIRST, is_posted_prize, parse_order, pay_meter_wins, printed_seed
from pitbook.games.model import Deal, Game, Group, Wager, listed
from pitbook.games.settlement import LOSS, Bet, Seat, Settlement
from pitbook.money import Cents, Rounding, format_cents, parse_cents, parse_rounding
from pitbook.pay import MeterShare, Pay, PayLine, PayTable, Prize, is_offered, net_of

__all__ = [
    "FOLDED",
    "LOSS",
    "Bet",
    "Layout",
    "Paid",
    "Seat",
    "Settlement",
    "awaited",
    "bet_name",
    "check_stakes",
    "deal_of",
    "dependent_wagers",
    "envy_line",
    "finished_bets",
    "folded_loss",
    "is_folded",
    "lay_out",
    "no_bet_words",
    "pay_for",
    "settle",
    "settle_bet",
    "settle_envy",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Layout:
    """A game as one table offers it: deck count, the pay table of each wager, the house's options."""

    game: Game
    decks: int
    tables: Mapping[str, Sequence[PayTable]]
    """Wager slug -> its pay table, one entry for each tier."""
    options: Mapping[str, str]
    _house: dict[str, PayTable] = field(init=False, repr=False, compare=False, default_factory=dict)
    """The pays of base wagers, computed from the options on first use."""
    _paid: dict[tuple[str, Cents, int, Cents, Cents], "Paid"] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )
    """Cache of pays, by wager, tier, answer of the rule, bet and house money."""

    def pays_from_meter(self, wager: str) -> bool:
        """Whether a line of the wager's pay table is a share of a meter."""
        return any(isinstance(line.pay, MeterShare) for table in self.tables.get(wager, ()) for line in table.lines)

    def table_for(self, wager: Wager, bet: Cents) -> PayTable | None:
        """The pays for this bet; None if it reaches no tier."""
        if wager.house_table is not None:
            if wager.slug not in self._house:
                self._house[wager.slug] = wager.house_table(self.options)
            return self._house[wager.slug]
        reached = [table for table in self.tables_of(wager) if table.tier <= bet]
        return reached[-1] if reached else None

    def tables_of(self, wager: Wager) -> Sequence[PayTable]:
        """The pay tables that pay a wager, one for each tier: those that it shares with another wager, or its own."""
        return self.tables[wager.paid_as or wager.slug]


def lay_out(
    game: Game,
    decks: int | None = None,
    tables: Mapping[str, str | Sequence[PayTable]] | None = None,
    options: Mapping[str, str] | None = None,
) -> Layout:
    """Checks a deck count, pay tables and options against the letter; the game's defaults fill the rest.

    A pay table is named by its id, or given as read from a user's own file.
    """
    count = game.default_decks if decks is None else decks
    game.check_decks(count)
    chosen: dict[str, Sequence[PayTable]] = {}
    for slug, named in (tables or {}).items():
        # A name that combines several wagers uses the pay table of the last of them.
        wager = game.wager(game.wager(slug).components[-1] if game.wager(slug).components else slug)
        if not wager.tables:
            raise BadInput(f"{slug} has no pay tables to choose from")
        chosen[wager.slug] = wager.tables_of(named, count) if isinstance(named, str) else _own(wager, named, count)
    for wager in game.wagers:
        if wager.table_ids(count) and wager.slug not in chosen and not wager.components:
            chosen[wager.slug] = wager.tables_of(game.default_table(wager, count), count)
    checked = game.check_options(options or {})
    game.check_added(options or {}, (table for some in chosen.values() for table in some))
    return Layout(game, count, chosen, checked)


def _own(wager: Wager, tables: Sequence[PayTable], decks: int) -> Sequence[PayTable]:
    fitting = [table for table in tables if decks in table.decks]
    if not fitting:
        allowed = listed(sorted({count for table in tables for count in table.decks}))
        name = f"the pay table {quoted(tables[0].id)} given for {wager.slug}"
        raise BadInput(f"{name} is for {allowed} deck{'s' if allowed != '1' else ''}, not {decks}")
    return fitting


def settle(
    layout: Layout,
    seats: Sequence[Seat],
    dealer: Cards,
    meter: Cents | None = None,
    restart: Cents | None = None,
    board: Cards = (),
) -> list[Settlement]:
    """Settles every bet of every seat, after checking all input.

    A hand is folded if it lacks a wager that every player who stays in bets (``Wager.unless_folded``).
    ``meter`` is the displayed amount; ``restart`` the restart after a 100% award, the printed seed by default.
    """
    game = layout.game
    if not 1 <= len(seats) <= game.seats:
        raise NotApproved(f"{game.slug} is played by 1 to {game.seats} seats, not {len(seats)}")
    Shoe.of_decks(layout.decks, joker=game.joker).without(
        [*dealer, *board, *(card for seat in seats for card in seat.cards)]
    )
    _check_cards(game, seats, dealer, board)
    for number, seat in enumerate(seats, 1):
        _check_bets(layout, number, seat)
    _check_equal_bets(game, seats)
    _check_exclusive_groups(game, seats)
    deals = [deal_of(layout, seat, dealer, board) for seat in seats]
    settled = [
        settlement
        for number, (seat, deal) in enumerate(zip(seats, deals, strict=True), 1)
        for settlement in _settle_seat(layout, number, seat, deal)
    ]
    envy = settle_envy(layout, seats, deals)
    if meter is None:
        return settled + envy
    won = [item.wager for item in settled if item.share is not None]
    again = printed_seed(game, won[0], layout.decks) if restart is None and won else restart
    order = parse_order(layout.options.get("meter-order", RIGHT_FIRST))
    return pay_meter_wins(settled, meter, again, order, is_posted_prize(layout.options)) + envy


def deal_of(layout: Layout, seat: Seat, dealer: Cards, board: Cards = ()) -> Deal:
    """The cards of a seat, the dealer and the board, set as hands where the game requires that."""
    set_hands = layout.game.set_hands
    if set_hands is None:
        return Deal(seat.cards, dealer, board=board)
    return set_hands(seat.cards, seat.setting, dealer, layout.options)


def _check_cards(game: Game, seats: Sequence[Seat], dealer: Cards, board: Cards) -> None:
    """Refuses more cards than the game deals; the wager that lacks cards refuses too few."""
    hands = [("player", f"seat {number}", seat.cards) for number, seat in enumerate(seats, 1)]
    for source, whose, cards in (*hands, ("dealer", "the dealer", dealer), ("board", "the board", board)):
        looks = [(wager, group) for wager in game.wagers for group in wager.groups if group.source == source]
        if (game.set_hands is not None and source != "board") or any(group.size == 0 for _, group in looks):
            continue  # the base wager's rules say when a hand is finished
        most = max(
            (group.start + group.size + max(wager.spots - 1, 0) * (source == "dealer") for wager, group in looks),
            default=0,
        )
        if len(cards) > most:
            raise BadInput(f"{game.slug} deals {most or 'no'} cards to {whose}, not {len(cards)}")


def _check_bets(layout: Layout, number: int, seat: Seat) -> None:
    seen = set()
    for bet in seat.bets:
        wager = layout.game.wager(bet.wager)
        if wager.components:
            raise BadInput(f"{wager.slug} is several wagers in one: bet on {' and '.join(wager.components)} one by one")
        if wager.requires_all_of:
            raise BadInput(f"{wager.slug} {no_bet_words(layout.game, wager)}")
        if wager.house_table is None and (wager.paid_as or wager.slug) not in layout.tables:
            layout.game.default_table(wager, layout.decks)  # raises an error that lists the deck counts
        if bet.cents <= 0:
            raise BadInput(f"seat {number} bets nothing on {wager.slug}: a bet is at least one cent")
        if not (1 <= bet.spot <= wager.spots if wager.spots else bet.spot == 0):
            raise BadInput(f"{wager.slug} has no spot {bet.spot}: it has {wager.spots or 'only one'}")
        if (bet.wager, bet.spot) in seen:
            raise BadInput(f"seat {number} bets twice on {bet_name(bet)}: give one amount")
        seen.add((bet.wager, bet.spot))
        if wager.choice is not None:
            if not bet.choice:
                raise BadInput(f"{wager.slug} needs a {wager.choice.name}: {' or '.join(wager.choice.choices)}")
            wager.choice.check(bet.choice)
        elif bet.choice:
            raise BadInput(f"{wager.slug} has nothing to choose, but {quoted(bet.choice)} was given with the bet")
        wager.check_bet(bet.cents)
    check_stakes(layout.game, f"seat {number}", {bet_name(bet): bet.cents for bet in seat.bets})


def no_bet_words(game: Game, wager: Wager) -> str:
    """Why a wager that requires others takes no bet, worded to follow its name."""
    if game.wager(wager.requires_all_of).spots:
        return f"cannot be bet alone: it comes with a bet on every {wager.requires_all_of} spot"
    return f"takes no bet of its own: it is paid on the {wager.requires_all_of}"


def check_stakes(game: Game, whose: str, stakes: Mapping[str, Cents]) -> None:
    """Refuses inconsistent stakes of one hand, such as a Play that is not once the Ante."""
    main = stakes.get(game.main, Cents(0))
    for wager in game.wagers:
        stake = stakes.get(wager.slug, Cents(0))
        if wager.units and stake % wager.units:
            raise BadInput(
                f"{whose} has {format_cents(stake)} on {wager.slug}, which is {wager.units} equal bets: give an amount "
                f"that {wager.units} divides"
            )
        if wager.equals and stake != stakes.get(wager.equals, Cents(0)):
            other = format_cents(stakes.get(wager.equals, Cents(0)))
            raise BadInput(
                f"{whose} has {format_cents(stake)} and {other} on {wager.slug} and {wager.equals}: they must be equal"
            )
        if stake and wager.raises and stake not in (main * times for times in wager.raises):
            allowed = listed(format_cents(main * times) for times in wager.raises).replace(" and ", " or ")
            raise BadInput(
                f"{whose} has {format_cents(stake)} on {wager.slug}: with {format_cents(main)} on {game.main} it is "
                f"{allowed} ({wager.cite})"
                if main
                else f"{whose} bets on {wager.slug} without the {game.main} wager: place that first ({wager.cite})"
            )


def finished_bets(game: Game, bet: Bet) -> tuple[Bet, ...]:
    """A bet with the others that it needs in a round played to its end, each as small as allowed."""
    wager = game.wager(bet.wager)
    if wager.requires_all_of and game.wager(wager.requires_all_of).spots:
        spots = game.wager(wager.requires_all_of)
        return tuple(Bet(spots.slug, bet.cents, spot) for spot in range(1, spots.spots + 1))
    if not wager.by_play or not any(each.unless_folded for each in game.wagers):
        return (bet,)
    main = Cents(bet.cents // wager.raises[0]) if wager.raises else bet.cents
    needed = {game.main: main} | {each.slug: main for each in game.wagers if each.equals}
    needed |= {each.slug: Cents(main * each.raises[0]) for each in game.wagers if each.unless_folded}
    if not wager.requires_all_of:
        needed[bet.wager] = bet.cents
    return tuple(Bet(slug, cents) for slug, cents in needed.items())


def is_folded(game: Game, stakes: Iterable[str]) -> bool:
    """Whether a hand with stakes on these wagers was folded: it lacks one that every player who stays in bets."""
    lie = set(stakes)
    return game.main in lie and any(wager.unless_folded and wager.slug not in lie for wager in game.wagers)


def bet_name(bet: Bet) -> str:
    """``match-3`` for a numbered spot, else the wager's slug."""
    return f"{bet.wager}-{bet.spot}" if bet.spot else bet.wager


def _check_equal_bets(game: Game, seats: Sequence[Seat]) -> None:
    for wager in game.wagers:
        amounts = {bet.cents for seat in seats for bet in seat.bets if bet.wager == wager.slug}
        if wager.same_for_all and len(amounts) > 1:
            shown = " and ".join(format_cents(cents) for cents in sorted(amounts))
            raise NotApproved(f"{wager.slug} is one fixed amount for all players, not {shown} ({wager.cite})")


def _check_exclusive_groups(game: Game, seats: Sequence[Seat]) -> None:
    """Refuses two wagers of an exclusive group."""
    offered: dict[str, str] = {}
    for bet in (bet for seat in seats for bet in seat.bets):
        wager = game.wager(bet.wager)
        other = offered.setdefault(wager.exclusive_group, wager.slug) if wager.exclusive_group else wager.slug
        if other != wager.slug:
            raise NotApproved(
                f"{wager.slug} and {other} are never offered together: "
                f"one {wager.exclusive_group} a table ({wager.cite})"
            )


FOLDED = "Folded"
"""The label of a wager that was lost with a folded hand."""


def folded_loss(layout: Layout, seat: int, wager: Wager, bet: Bet) -> Settlement:
    """A wager that is lost with a folded hand."""
    table = layout.table_for(wager, bet.cents)
    return Settlement(
        seat, wager.slug, bet.spot, bet.cents, table.id if table else "", LOSS, FOLDED, LOSS, Cents(-bet.cents)
    )


def _settle_seat(layout: Layout, number: int, seat: Seat, deal: Deal) -> list[Settlement]:
    if is_folded(layout.game, (bet.wager for bet in seat.bets)):
        _check_folded(layout.game, number, deal, seat.bets)
        return [_settle_folded(layout, number, bet, deal) for bet in seat.bets]
    _check_raises(layout, number, seat, deal)
    settled = [settle_bet(layout, number, layout.game.wager(bet.wager), bet, deal) for bet in seat.bets]
    for wager, lowest in dependent_wagers(layout, seat.bets):
        settled.append(settle_bet(layout, number, wager, Bet(wager.slug, Cents(0)), deal, qualifying=lowest))
    return settled


def _check_folded(game: Game, number: int, deal: Deal, bets: Sequence[Bet]) -> None:
    """Refuses a folded hand that was bet on later, or with a number of cards that no decision is made on."""
    placed = {bet.wager for bet in bets}
    slugs = game.wager_slugs()
    lacks = next(wager for wager in game.wagers if wager.unless_folded and wager.slug not in placed)
    folded = f"seat {number} has no bet on {lacks.slug}, so the hand is folded"
    for wager in game.wagers[slugs.index(lacks.slug) + 1 :]:
        if wager.in_round and wager.slug in placed:
            raise BadInput(f"{folded}: a bet on {wager.slug} comes after it ({wager.cite})")
    for group in lacks.groups:
        allowed = sorted({*group.when_folded, group.size})
        if (given := len(deal.cards(group.source))) not in allowed:
            counts = ", ".join(str(count) for count in allowed[:-1]) + " or " * (len(allowed) > 1) + str(allowed[-1])
            raise BadInput(f"{folded}: {group.name} are then {counts}, not {given}")


def _check_raises(layout: Layout, number: int, seat: Seat, deal: Deal) -> None:
    """Refuses a raise that these cards or the house's options do not allow."""
    game = layout.game
    stakes = {bet.wager: bet.cents for bet in seat.bets}
    for slug, cents in stakes.items():
        wager, main = game.wager(slug), stakes.get(game.main)
        if wager.raise_needs is None or not main:
            continue
        if missing := wager.raise_needs(cents // main, deal, layout.options):
            raise BadInput(
                f"seat {number} has {format_cents(cents)} on {slug}, which needs {missing} ({wager.cite}): with this "
                f"hand it is {format_cents(Cents(main * wager.raises[0]))}"
            )


def _settle_folded(layout: Layout, number: int, bet: Bet, deal: Deal) -> Settlement:
    wager = layout.game.wager(bet.wager)
    if wager.stays_after_fold(layout.options):
        return settle_bet(layout, number, wager, bet, deal)
    return folded_loss(layout, number, wager, bet)


def dependent_wagers(layout: Layout, bets: Sequence[Bet]) -> list[tuple[Wager, Cents]]:
    """The wagers that come free with these bets, each with the lowest qualifying bet."""
    found = []
    for wager in layout.game.wagers:
        if wager.requires_all_of and wager.slug in layout.tables:
            spots = [bet.cents for bet in bets if bet.wager == wager.requires_all_of]
            # The lowest of the bets decides the column (letter 000, rule 4).
            if len(spots) == max(layout.game.wager(wager.requires_all_of).spots, 1) and layout.table_for(
                wager, min(spots)
            ):
                found.append((wager, min(spots)))
    return found


def settle_bet(
    layout: Layout, seat: int, wager: Wager, bet: Bet, deal: Deal, qualifying: Cents | None = None
) -> Settlement:
    """Settles one bet; ``qualifying`` is the lowest of the bets that a wager without a bet of its own requires.

    Such a wager is paid on that bet and loses nothing.
    """
    stake = bet.cents if qualifying is None else qualifying
    table = layout.table_for(wager, Cents(stake + bet.house))
    if table is None:
        lowest = min(table.tier for table in layout.tables_of(wager))
        raise BadInput(f"{wager.slug} starts at {format_cents(lowest)} with this pay table")
    options = {**layout.options, wager.choice.name: bet.choice} if wager.choice else layout.options
    if wager.check_deal is not None:
        wager.check_deal(deal, options)
    answer = wager.answer(deal, options, bet.spot)
    _check_decided(layout, wager, table, deal, options)
    key = (wager.slug, table.tier, answer, stake, bet.house)
    paid = layout._paid.get(key)
    if paid is None:
        paid = layout._paid[key] = pay_for(layout, wager, table, wager.named(answer), stake, bet.house)
    if qualifying is not None and paid.outcome == LOSS:
        paid = replace(paid, net=Cents(0))
    outcome, label, pays, net, share = paid.outcome, paid.label, paid.pays, paid.net, paid.share
    return Settlement(
        seat, wager.slug, bet.spot, bet.cents, table.id, outcome, label, pays, net, share, house=bet.house
    )


@dataclass(frozen=True, slots=True)
class Paid:
    """The payment of one bet for the outcomes that its cards satisfy."""

    outcome: str
    label: str
    pays: str
    """The line that paid, as printed; ``loss`` where none did."""
    net: Cents | None
    """Winnings beyond the bet; None for a share of a meter."""
    share: Fraction | None = None


def pay_for(
    layout: Layout, wager: Wager, table: PayTable, names: Sequence[str], bet: Cents, house: Cents = Cents(0)
) -> Paid:
    """The best line of the table among these outcomes, with the added line that the house offers on top of it.

    A win is also paid on the house's money; a loss costs only the player's own.
    """
    rounding = _rounding(layout, table)
    line = wager.paid_line(table, names)
    if line is None:
        return Paid(LOSS, "Loss", LOSS, Cents(-bet))
    added = _added(layout, table, names)
    net = _net(layout, line.pay, Cents(bet + house), rounding)
    if net is not None and net < 0:
        net = _net(layout, line.pay, bet, rounding)
    pays, outcome, label = str(_priced(layout, line.pay)), line.outcome, line.label
    if added is not None and net is not None:
        net = Cents(net + (_net(layout, added.pay, Cents(bet + house), rounding) or 0))
        pays, outcome, label = f"{pays} + {added.pay}", added.outcome, added.label
    return Paid(outcome, label, pays, net, line.pay.share if isinstance(line.pay, MeterShare) else None)


def _check_decided(layout: Layout, wager: Wager, table: PayTable, deal: Deal, options: Mapping[str, str]) -> None:
    """Refuses to pay while cards not yet given, such as a hole card, could still make a line of the table."""
    if waited := awaited(layout, wager, table, deal, options):
        raise BadInput(f"{wager.slug} waits for {waited.name}: with this hand they may change the pay")


def awaited(layout: Layout, wager: Wager, table: PayTable, deal: Deal, options: Mapping[str, str]) -> Group | None:
    """The cards still to come that may decide the pay; None once it is decided."""
    if not any(group.only_for and len(deal.cards(group.source)) < group.start + group.size for group in wager.groups):
        return None
    offered = (line for line in table.added if is_offered(line, layout.options))
    paid = {line.outcome for line in (*table.lines, *offered)}
    for group in wager.groups:
        missing = group.start + group.size - len(deal.cards(group.source))
        if missing <= 0 or not (open_lines := paid.intersection(group.only_for)):
            continue
        for more in combinations_with_replacement(_unlike(wager, group, deal), missing):
            dealt = Deal(
                deal.player, (*deal.dealer, *more), deal.player_set, deal.dealer_set, board=deal.board
            )  # called thousands of times: replace() takes five times as long
            if open_lines.intersection(wager.satisfied(dealt, options)):
                return group
    return None


def _unlike(wager: Wager, group: Group, deal: Deal) -> Iterable[int]:
    """One card of each class that the rule distinguishes in this group."""
    if wager.card_class is None or group is not wager.groups[-1]:
        return range(JOKER)
    before = wager.look(deal)[:-1]
    return {wager.card_class(*before, card): card for card in range(JOKER)}.values()


def _added(layout: Layout, table: PayTable, names: Sequence[str]) -> PayLine | None:
    """The line paid on top of the best one, if the house offers it by the option of that name."""
    return next((line for line in table.added if line.outcome in names and is_offered(line, layout.options)), None)


def _priced(layout: Layout, pay: Pay) -> Pay:
    """A prize at the value that this house states for it."""
    if isinstance(pay, Prize) and (value := layout.options.get(f"{pay.name}-value")):
        return Prize(pay.name, parse_cents(value, f"{pay.name}-value"))
    return pay


def _net(layout: Layout, pay: Pay, bet: Cents, rounding: Rounding) -> Cents | None:
    return net_of(_priced(layout, pay), bet, rounding)


def _rounding(layout: Layout, table: PayTable) -> Rounding:
    """The house's rounding if it states one, else the table's."""
    text = layout.options.get("rounding", "")
    return parse_rounding(text) if text and text != "table" else table.rounding


def settle_envy(layout: Layout, seats: Sequence[Seat], deals: Sequence[Deal]) -> list[Settlement]:
    """Envy for every hand at another seat, whether or not that seat bet; never for the seat's own hand or the dealer's.

    Letter 002, Royal Riches bonus wager; letter 003, pay table 7; letter 004, rule 3.
    """
    paid = []
    for wager in layout.game.wagers:
        if wager.envy_minimum is None or wager.slug not in layout.tables:
            continue
        qualified = {
            number: layout.table_for(wager, bet.cents)
            for number, seat in enumerate(seats, 1)
            for bet in seat.bets
            if bet.wager == wager.slug and bet.cents >= wager.envy_minimum
        }
        for winner, deal in enumerate(deals, 1):
            for number, table in qualified.items():
                line = _envied(layout, wager, table, deal) if number != winner else None
                if table is not None and line is not None and line.envy is not None:
                    paid.append(
                        Settlement(
                            seat=number,
                            wager=wager.slug,
                            spot=0,
                            bet=Cents(0),
                            table=table.id,
                            outcome=line.outcome,
                            label=line.label,
                            pays=f"envy {format_cents(line.envy)}",
                            net=line.envy,
                            envy_from=winner,
                        )
                    )
    return paid


def _envied(layout: Layout, wager: Wager, table: PayTable | None, deal: Deal) -> PayLine | None:
    """The line of another seat's hand that envy is paid for."""
    if table is None or not deal.player or all(line.envy is None for line in (*table.lines, *table.added)):
        return None
    return envy_line(layout, wager, table, wager.satisfied(deal, layout.options))


def envy_line(layout: Layout, wager: Wager, table: PayTable, names: Sequence[str]) -> PayLine | None:
    """Among another seat's outcomes, the line for which envy is paid: an added line that has envy, else the paid
    line."""
    added = _added(layout, table, names)
    return added if added is not None and added.envy is not None else wager.paid_line(table, names)
