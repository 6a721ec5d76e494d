"""``pitbook settle``: what the wagers on some cards are paid, and why."""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pitbook.cards import parse_cards
from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, Slug, card_text, console, new_table, print_json, print_options
from pitbook.cli.params import (
    amount,
    as_json,
    bets_of,
    bets_option,
    decks_option,
    game_named,
    house_option,
    meter_option,
    options_of,
    tables_of,
    tables_option,
)
from pitbook.errors import BadInput, quoted
from pitbook.money import format_cents

if TYPE_CHECKING:
    from rich.text import Text

    from pitbook.games.model import Game
    from pitbook.games.settle import Layout, Seat, Settlement
    from pitbook.hands.pai_gow import Setting

T = TypeVar("T")


@click.command()
@click.argument("game")
@decks_option
@tables_option("The pay table of a wager: its id, or a TOML file of your own.")
@bets_option("A bet in dollars; for seat 1 unless a seat is named.", "[SEAT:]WAGER=AMOUNT")
@click.option("--player", "players", multiple=True, metavar="CARDS", help="A seat's cards, once for each seat.")
@click.option("--dealer", default="", metavar="CARDS", help="The dealer's cards; the first is the up card.")
@click.option("--board", default="", metavar="CARDS", help="The community cards, where the game has them.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="[SEAT:]LOW/HIGH",
    help="How a pai gow hand was set; the house way if left out.",
)
@meter_option
@click.option(
    "--restart",
    metavar="AMOUNT",
    help="The amount at which the meter restarts after a 100% award; the printed seed if left out.",
)
@house_option("A choice of the house; 'pitbook rules GAME' lists them.")
@as_json
def settle(
    game: str,
    decks: int | None,
    tables: tuple[str, ...],
    bets: tuple[str, ...],
    players: tuple[str, ...],
    dealer: str,
    board: str,
    settings: tuple[str, ...],
    meter: str | None,
    restart: str | None,
    options: tuple[str, ...],
    as_json: bool,
) -> None:
    """Settle wagers on given cards: what is paid, and which line pays it.

    A side bet can be settled here without the base wager. A blackjack player's cards after the first two are hits
    in order. Cards are a rank and a suit (Ks, 10h); the joker is Jk.

    \b
    Examples:
      pitbook settle royal-match-21 --decks 6 --table royal-match=RM-08 \\
          --bet royal-match=10 --player "Ks Qs" --dealer "9h 5c"
      pitbook settle royal-match-21 --table royal-match=RM-04 --option crown-treasure=yes \\
          --bet royal-match=5 --player "Kh Qh" --dealer "Kc Qc"
      pitbook settle million-dollar-match-the-dealer --decks 6 --table super-bonus=6-C \\
          --bet five-spots=5 --player "8s 8s" --dealer "8s 8h Kd 2c 2d"
      pitbook settle ez-pai-gow --bet base=20 --bet dynasty=5 --bet red-black=10:red \\
          --player "As Kd Jk 7h 7c 3d 2s" --dealer "Ah Ks Qd 9c 8d 4s 3h"
      pitbook settle royal-riches-pai-gow --bet 1:royal-riches=5 --bet 2:royal-riches=5 \\
          --player "9s 9d 9h 9c Ks Td 4c" --player "Ah Kd Qc 8s 6d 4h 2c" --dealer "As Ac 3h 5d 6c 8h Jd"
      pitbook settle mississippi-stud --bet ante=5 --bet third-street=5 --bet fourth-street=15 --bet fifth-street=15 \\
          --player "Js 4d" --board "Jh 8c 2s"
    """
    from pitbook.games.meter_wins import is_posted_prize
    from pitbook.games.options_read import check_options_read_at, values_read_at
    from pitbook.games.settle import Seat, lay_out
    from pitbook.games.settle import settle as settle_bets

    chosen = game_named(game)
    chosen_options = options_of(options)
    layout = lay_out(chosen, decks, tables_of(chosen, tables), chosen_options)
    if not players:
        raise BadInput("no player's cards were given: add --player with the cards of a seat")
    hands = [parse_cards(text) for text in players]
    given_bets = _by_seat(bets, len(hands), lambda text, _: bets_of(chosen, text))
    if settings and chosen.set_hands is None:
        raise BadInput(f"--set is for pai gow: {game} has no hands to set")
    settings_of = _by_seat(settings, len(hands), lambda text, seat: [_setting(text, hands[seat - 1])])
    for seat, given in settings_of.items():
        if len(given) > 1:
            raise BadInput(f"--set gives seat {seat} two settings: give one")
    if not any(given_bets.values()):
        raise BadInput(
            f"no bet was given: add --bet with a wager of {game} and an amount, such as --bet {_example(chosen)}"
        )
    seats = [
        Seat(hand, tuple(given_bets[number]), next(iter(settings_of[number]), None))
        for number, hand in enumerate(hands, 1)
    ]
    shown = amount(meter, "--meter")
    again = amount(restart, "--restart")
    if shown is not None and not any(layout.pays_from_meter(bet.wager) for seat in seats for bet in seat.bets):
        raise BadInput("--meter was given, but no wager that is bet has a line that pays from one")
    if again is not None and is_posted_prize(layout.options):
        raise BadInput("--restart is for a meter: with jackpot-kind=house the posted prize stays as it is")
    wagers = [bet.wager for seat in seats for bet in seat.bets]
    check_options_read_at(layout, wagers, "settle", chosen_options)
    read = values_read_at(layout, wagers, "settle", {})
    settled = settle_bets(layout, seats, parse_cards(dealer), shown, again, parse_cards(board))
    nets = [item.net for item in settled]
    total = None if None in nets else sum(net for net in nets if net is not None)
    if as_json:
        print_json({"settlements": [_record(item) for item in settled], "net_cents": total, "options": read})
    else:
        _print(layout, seats, parse_cards(dealer), parse_cards(board), settled, total)
        print_options(console(), read)


def _example(game: "Game") -> str:
    """An example of a bet, for an error message."""
    betted = [wager for wager in game.wagers if not (wager.requires_all_of or wager.in_round or wager.equals)]
    wager = next((wager for wager in betted if wager.tables), betted[0])
    if wager.spots:
        return f"{wager.slug}-1=5"
    equal = [each.slug for each in game.wagers if each.equals == wager.slug]
    return " --bet ".join(f"{slug}={5 * (wager.units or 1)}" for slug in (wager.slug, *equal))


def _by_seat(texts: Iterable[str], seats: int, parse: Callable[[str, int], Sequence[T]]) -> dict[int, list[T]]:
    """The values of an option by seat; a value without a seat is for seat 1."""
    given: dict[int, list[T]] = {number: [] for number in range(1, seats + 1)}
    for text in texts:
        found = re.match(r"\s*0*(\d+)\s*:(.*)", text, re.DOTALL | re.ASCII)
        # Seats have one digit; a longer number may be too long to convert.
        seat, rest = (int(found[1][:4]), found[2]) if found else (1, text)
        if seat not in given:
            held = f"{seats} seats were" if seats > 1 else "one seat was"
            raise BadInput(f"{quoted(text)} names no seat: {held} given cards with --player")
        given[seat] += parse(rest, seat)
    return given


def _setting(text: str, hand: tuple[int, ...]) -> "Setting":
    from pitbook.hands.pai_gow import parse_setting

    return parse_setting(text, hand)


def _record(item: "Settlement") -> dict[str, Any]:
    """The settlement as JSON."""
    record: dict[str, Any] = {
        "seat": item.seat,
        "wager": item.wager,
        "spot": item.spot or None,
        "bet_cents": item.bet,
        "outcome": item.outcome,
        "pays": item.pays,
        "net_cents": item.net,
        "pay_table": item.table,
    }
    if item.share is not None:
        record["share"] = _percent(item.share)
    if item.envy_from:
        record["envy_from"] = item.envy_from
    return record


def _percent(share: Fraction) -> str:
    from pitbook.pay import format_percent

    return format_percent(share)


def _as_set(cards: tuple[int, ...], setting: "Setting | None") -> "Text":
    """The cards; a pai gow hand as set: the two low cards, a slash, the five high ones."""
    return card_text(cards) if setting is None else card_text(setting.low).append(" / ") + card_text(setting.high)


def _print(
    layout: "Layout",
    seats: "Sequence[Seat]",
    dealer: tuple[int, ...],
    board: tuple[int, ...],
    settled: "list[Settlement]",
    total: int | None,
) -> None:
    from rich.text import Text

    from pitbook.games.settle import deal_of

    screen = console()
    decks = (
        f"{layout.decks} decks" if layout.decks > 1 else "one deck" + (" and the joker" if layout.game.joker else "")
    )
    screen.print(Text.assemble((layout.game.name, GOLD), (f"  {decks}", QUIET)))
    deals = [deal_of(layout, seat, dealer) for seat in seats]
    for number, deal in enumerate(deals, 1):
        screen.print(Text.assemble((f"  seat {number}  ", QUIET), _as_set(deal.player, deal.player_set)))
    if dealer:
        screen.print(Text.assemble(("  dealer  ", QUIET), _as_set(dealer, deals[0].dealer_set)))
    if board:
        screen.print(Text.assemble(("  board  ", QUIET), card_text(board)))
    table = new_table("seat", "wager", "pay table", "bet", "outcome", "pays", "net", right=("bet", "net"))
    for item in settled:
        spot = f" {item.spot}" if item.spot else ""
        what = f"{item.label} at seat {item.envy_from}" if item.envy_from else item.label
        net = "share of the meter" if item.net is None else format_cents(item.net)
        style = QUIET if item.net == 0 else WIN if item.net is None or item.net > 0 else LOSE
        bet = format_cents(item.bet) if item.bet else "-"
        wager = Slug(item.wager + spot)
        table.add_row(str(item.seat), wager, Text(item.table), bet, Text(what), item.pays, Text(net, style))
    screen.print(table)
    summary = "depends on the meter: give its amount with --meter" if total is None else format_cents(total)
    screen.print(Text.assemble(("  net to the players  ", QUIET), (summary, "bold")))
