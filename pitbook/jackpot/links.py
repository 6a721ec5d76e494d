"""Which tables may share a jackpot (WAC 230-15-685; the letters' own conditions)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitbook.errors import NotApproved
from pitbook.exact.par import par_sheet
from pitbook.games import game as game_of
from pitbook.games.meter_wins import RIGHT_FIRST, parse_order
from pitbook.games.progressive import progressives_of
from pitbook.jackpot.setup import Setup


@dataclass(frozen=True, slots=True)
class Member:
    """A table that is to play for a jackpot."""

    table: str
    game: str
    wager: str
    pay_table: str
    decks: int
    location: str
    has_display: bool
    progressives: tuple[str, ...] = ()
    """The jackpots that this table plays for already."""
    seats: int = 0
    """0 for as many as the game allows."""
    order: str = RIGHT_FIRST
    """The order in which several wins of a round are paid, by the house's internal controls."""

    def __post_init__(self) -> None:
        parse_order(self.order)


def check_link(setup: Setup, members: Sequence[Member]) -> None:
    """Refuses tables that may not share this jackpot."""
    if len({member.table for member in members}) != len(members):
        raise NotApproved("the same table is named twice: a table is on a link once")
    for words in _violations(setup, members):
        raise NotApproved(words)


def _violations(setup: Setup, members: Sequence[Member]) -> Iterator[str]:
    if setup.kind == "house" and len(members) > 1:
        yield "a house jackpot is never linked: each table posts its own prize (letter 002, Jackpot; WAC 230-15-671)"
    for member in members:
        where = f"table {member.table}"
        if member.location != setup.location:
            apart = f"{where} is at {member.location}, the jackpot at {setup.location}"
            yield f"{apart}: links stay within one location (WAC 230-15-685)"
        if not member.has_display:
            yield f"{where} has no display of the meter: it must show on every table (WAC 230-15-685)"
        others = [jackpot for jackpot in member.progressives if jackpot != setup.id]
        if others:
            yield f"{where} plays for {others[0]} already: one progressive at a time (WAC 230-15-685)"
        same = (member.game, member.wager, member.pay_table, member.decks) == (
            setup.game, setup.wager, setup.table, setup.decks,
        )  # fmt: skip
        if same:
            continue
        strict = next((each for each in (setup.game, member.game) if progressives_of(each).linked_only_alike), None)
        if strict is not None:
            yield (
                f"{where} plays {member.wager} of {member.game} with pay table {member.pay_table} and {member.decks} "
                f"decks: {game_of(strict).name}'s wagers are never linked with another game or progressive, and its "
                "own tables only with the same wager, pay table and deck count "
                f"({progressives_of(strict).linked_only_alike})"
            )
        elif winning_hands(member.game, member.wager, member.pay_table, member.decks) != winning_hands(
            setup.game, setup.wager, setup.table, setup.decks
        ):
            yield (
                f"{where} has other winning hands, pays or chances than the jackpot: linked games need the same "
                "probability and the same winning hands (WAC 230-15-685; letter 002, Jackpot)"
            )


def winning_hands(game: str, wager: str, table: str, decks: int) -> dict[str, tuple[str, Fraction]]:
    """Every line with its pay and exact probability, which is counted from the rules, not declared."""
    rules = game_of(game)
    sheet = par_sheet(rules, rules.wager(wager), rules.wager(wager).table(table, decks), decks)
    return {
        row.outcome: (str(line.pay), row.probability) for row in sheet.rows if (line := sheet.table.line(row.outcome))
    }
