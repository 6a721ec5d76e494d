"""Which options a result reads: those that can change it. A command lists them and refuses every other option."""

from collections.abc import Iterable, Mapping

from pitbook.errors import BadInput
from pitbook.games.meter_wins import is_posted_prize
from pitbook.games.model import Game, Use, Wager, listed, no_bearing
from pitbook.games.settle import Layout
from pitbook.pay import PayTable, Prize


def options_read(game: Game, wagers: Iterable[Wager], tables: Iterable[PayTable], use: Use) -> list[str]:
    """The names of the options that can change a result of these wagers with these pay tables."""
    elsewhere = _printed_elsewhere(game, tables)
    return [name for name in game.options_for(wagers, use) if name not in elsewhere]


def values_read(
    game: Game, wagers: Iterable[Wager], tables: Iterable[PayTable], use: Use, options: Mapping[str, str]
) -> dict[str, str]:
    """The options read, each with the given value or its default: a result lists them under ``options``."""
    chosen = list(wagers)
    known = game.options_for(chosen, use)
    return {name: options.get(name, known[name].default) for name in options_read(game, chosen, tables, use)}


def check_options_read(
    game: Game, wagers: Iterable[Wager], tables: Iterable[PayTable], use: Use, given: Iterable[str]
) -> None:
    """Refuses an option that changes no result of these wagers with these pay tables."""
    chosen, used = list(wagers), list(tables)
    names = list(given)
    game.check_bearing(names, chosen, use)
    allowed = options_read(game, chosen, used, use)
    for name in names:
        if name not in allowed:
            raise no_bearing(name, f"pay table {listed(dict.fromkeys(table.id for table in used))}", allowed)


def values_read_at(layout: Layout, slugs: Iterable[str], use: Use, choices: Mapping[str, str]) -> dict[str, str]:
    """The options that a table reads if these wagers are bet; ``choices`` are the players', such as a color."""
    wagers, tables = _at(layout, slugs)
    values = values_read(layout.game, wagers, tables, use, {**layout.options, **choices})
    return {name: value for name, value in values.items() if name not in _in_vain(layout)}


def check_options_read_at(layout: Layout, slugs: Iterable[str], use: Use, given: Iterable[str]) -> None:
    """Refuses an option that changes nothing at a table where these wagers are bet."""
    wagers, tables = _at(layout, slugs)
    names = list(given)
    check_options_read(layout.game, wagers, tables, use, names)
    for name in _in_vain(layout).intersection(names):
        raise BadInput(f"option {name} has no bearing on a posted prize: each winner is paid a share of all of it")


def check_full_shoe(wager: Wager, given: Iterable[str]) -> None:
    """Refuses a player's choice with the bet, such as a color: in a full shoe all choices have the same figures."""
    if wager.choice is not None and wager.choice.name in given:
        raise BadInput(
            f"option {wager.choice.name} has no bearing here: every round begins with a full shoe, in which "
            f"{listed(wager.choice.choices)} have the same figures"
        )


def options_line(values: Mapping[str, str]) -> str:
    """The options read, in the form that commands print and ``--option`` takes."""
    return f"Options read: {', '.join(f'{name}={value}' for name, value in values.items()) or 'none'}."


def options_in_words(game: Game, values: Mapping[str, str]) -> str:
    """The same for pages: ``Dealer's soft 17: hits; Blackjack pays: 3 to 2``."""
    known = game.options_for(game.wagers, "count")
    return "; ".join(f"{known[name].title}: {known[name].words(value)}" for name, value in values.items()) or "none"


def _at(layout: Layout, slugs: Iterable[str]) -> tuple[list[Wager], list[PayTable]]:
    """The wagers with those that require them, and their pay tables."""
    bet = dict.fromkeys(slugs)
    wagers = [wager for wager in layout.game.wagers if wager.slug in bet or wager.requires_all_of in bet]
    return wagers, [table for wager in wagers for table in layout.tables.get(wager.slug, ())]


def _in_vain(layout: Layout) -> set[str]:
    """Options without effect because of another option: a posted prize does not decrease, so the order of wins is
    irrelevant."""
    return {"meter-order"} if is_posted_prize(layout.options) else set()


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
