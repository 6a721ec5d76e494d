"""Which options a par sheet reads: those that can change a figure on it. Any other is refused, never ignored."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from pitbook.games.model import Game, Wager, listed, no_bearing
from pitbook.pay import PayTable, Prize

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet


def options_read(game: Game, wager: Wager, table: PayTable) -> list[str]:
    """The names of the options that can change a figure of this wager with this pay table."""
    elsewhere = _printed_elsewhere(game, [table])
    return [name for name in game.options_for([wager], "count") if name not in elsewhere]


def relevant(game: Game, wager: Wager, table: PayTable, options: Mapping[str, str]) -> dict[str, str]:
    """Of all options of a live table those that the sheet of this wager reads."""
    read = options_read(game, wager, table)
    return {name: value for name, value in options.items() if name in read}


def options_record(sheet: "ParSheet") -> dict[str, str]:
    """The options that a sheet read, with their values."""
    return {name: sheet.options[name] for name in options_read(sheet.game, sheet.wager, sheet.table)}


def check_options_read(
    game: Game, wagers: Iterable[Wager], tables: Iterable[PayTable], options: Mapping[str, str]
) -> None:
    """Refuses an option that changes no figure of any of these sheets."""
    chosen = list(wagers)
    game.check_bearing(options, chosen, "count")
    used = list(tables)
    elsewhere = _printed_elsewhere(game, used)
    for name in options:
        if name in elsewhere:
            allowed = [other for other in game.options_for(chosen, "count") if other not in elsewhere]
            raise no_bearing(name, f"pay table {listed(dict.fromkeys(table.id for table in used))}", allowed)


def _printed_elsewhere(game: Game, tables: Iterable[PayTable]) -> set[str]:
    """Options for lines or prizes that other pay tables of the game print, and these do not."""
    chosen = list(tables)
    paid = {line.outcome for table in chosen for line in table.lines}
    in_vain = {
        name for name, option in game.all_options().items() if option.outcomes and paid.isdisjoint(option.outcomes)
    }
    return in_vain | (_printed(table for wager in game.wagers for table in wager.tables) - _printed(chosen))


def _printed(tables: Iterable[PayTable]) -> set[str]:
    """Options named after an added line (crown-treasure) or a prize (car-value)."""
    found = set()
    for table in tables:
        found |= {line.outcome.replace("_", "-") for line in table.added}
        found |= {f"{line.pay.name}-value" for line in table.lines if isinstance(line.pay, Prize)}
    return found
