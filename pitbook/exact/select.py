"""Selects the requested par sheets: wager, pay tables (the letter's or custom), decks, bets, meter, seats.

Everything is validated here before anything is counted; the result is a list of sheets to compute.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from pitbook import games
from pitbook.cards import Cards, Shoe
from pitbook.errors import BadInput, NotApproved, quoted
from pitbook.exact.par import Basis, ParSheet, checked_options, default_basis, has_par_sheet, par_sheet
from pitbook.games.model import Game, Wager, listed
from pitbook.games.options_read import check_options_read
from pitbook.money import Cents
from pitbook.pay import MeterShare, PayTable

Tables = str | Sequence[PayTable]
"""A pay table by its id, or as read from a user's file."""


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """The requested sheets of a game; unset fields use the letter's and the game's defaults."""

    wager: str = ""
    """Empty for all wagers that have a par sheet."""
    tables: Mapping[str, Tables] = field(default_factory=dict)
    """By wager; under an empty name, a table of any wager that has one with that id."""
    decks: int | None = None
    bets: Mapping[str, Cents] = field(default_factory=dict)
    """By wager or numbered spot (``match-3``); under an empty name, the bet of the requested wager."""
    meter: Cents | None = None
    seats: int = 1
    options: Mapping[str, str] = field(default_factory=dict)
    removed: Cards = ()
    play: Mapping[str, str] = field(default_factory=dict)
    """How hands are played or set, by option names of the game's family, such as ``surrender`` or ``player-way``."""


@dataclass(frozen=True, slots=True)
class CountingJob:
    """One sheet of a wager that one deal decides, checked and not yet computed."""

    game: Game
    wager: Wager
    table: PayTable
    decks: int
    options: Mapping[str, str]
    basis: Basis
    removed: Cards

    def sheet(self) -> ParSheet:
        return par_sheet(self.game, self.wager, self.table, self.decks, self.options, self.basis, self.removed)


def check_has_sheet(wager: Wager) -> None:
    if not has_par_sheet(wager):
        raise BadInput(
            f"{wager.slug} is decided by how hands are played or set, which only pitbook par and pitbook cost compute"
        )


def plan(game: Game, ask: SheetRequest) -> list[CountingJob]:
    """The sheets to compute, in the letter's order; refused if nothing matches, or if part of the request matches
    nothing."""
    wagers = [game.wager(ask.wager)] if ask.wager else [each for each in game.wagers if has_par_sheet(each)]
    tables = {holder(game, slug or ask.wager): given for slug, given in ask.tables.items()}
    for wager in wagers:
        check_has_sheet(wager)
    _check_tables(game, wagers, tables)
    _check_decks(game, tables, ask.decks)
    _check_seats(game, ask.seats)
    _check_options(game, wagers, ask.options)
    _check_bets(game, wagers, ask)
    jobs = [job for wager in wagers for job in _jobs(game, wager, tables, ask)]
    if not jobs and not wagers and not tables:
        return []  # every wager of the game is decided by play
    if not jobs:
        _say_why_none(game, tables, ask)
    game.check_added(ask.options, (job.table for job in jobs))
    check_options_read(game, wagers, (job.table for job in jobs), "count", ask.options)
    if ask.meter is not None and not any(_has_meter(job.table) for job in jobs):
        raise BadInput(f"{ask.wager or game.slug} has no line that pays from a meter, so a meter changes nothing")
    if ask.seats > 1 and not any(job.table.has_envy for job in jobs):
        raise BadInput(f"{ask.wager or game.slug} pays no envy, so the number of seats changes nothing")
    for job in jobs:
        Shoe.of_decks(job.decks, joker=game.joker).without(job.removed)
    return jobs


def holder(game: Game, slug: str) -> str:
    """The wager with the named table: of several bet together, the last has the tables to choose from."""
    parts = game.wager(slug).components if slug else ()
    return parts[-1] if parts else slug


def _jobs(game: Game, wager: Wager, tables: Mapping[str, Tables], ask: SheetRequest) -> Iterator[CountingJob]:
    if wager.together is not None:
        spot, bonus = (game.wager(slug) for slug in wager.components)
        of_spots = {slug: given for slug, given in tables.items() if slug}
        found = tuple(wager.together.tables(_tables(spot, of_spots), _tables(bonus, tables)))
    else:
        found = tuple(_tables(wager, tables))
    choices = {each.choice.name for each in game.wagers if each.choice and each.slug != wager.slug}
    options = {name: value for name, value in ask.options.items() if name not in choices}
    with_tables = replace(wager, tables=found)
    for table in found:
        if table.tier and table.tier != min(each.tier for each in found if each.id == table.id):
            continue  # the higher tier is a variant of the same sheet
        for decks in table.decks:
            # A custom table may be for more deck counts than the game: those must be requested by number.
            if decks == ask.decks or (ask.decks is None and decks in game.decks):
                basis = _basis(game, with_tables, table, options, ask)
                yield CountingJob(game, with_tables, table, decks, options, basis, ask.removed)


def _tables(wager: Wager, asked: Mapping[str, Tables]) -> Sequence[PayTable]:
    """The requested pay tables of a wager; all if none was requested."""
    given = asked.get(wager.slug)
    if given is None:
        anywhere = asked.get("")
        return [table for table in wager.tables if anywhere in (None, table.id)]
    if not isinstance(given, str):
        return given
    if given not in wager.table_ids():
        wager.tables_of(given, 0)  # raises an error that lists the tables
    return [table for table in wager.tables if table.id == given]


def _basis(game: Game, wager: Wager, table: PayTable, options: Mapping[str, str], ask: SheetRequest) -> Basis:
    basis = default_basis(wager, table, checked_options(game, wager, options))
    bet = ask.bets.get(wager.slug, ask.bets.get("") if ask.wager else None)
    if bet is not None:
        wager.check_bet(bet)
        basis = replace(basis, bet=bet)
    if wager.components and (spots := _spot_bets(game, wager, ask.bets)):
        # Equal bets on every spot are the same as one bet for each.
        basis = replace(basis, bet=min(spots), spots=() if len(set(spots)) == 1 else spots)
    if _has_meter(table):
        basis = replace(basis, meter=ask.meter)
    return replace(basis, seats=ask.seats) if table.has_envy else basis


def _spot_bets(game: Game, wager: Wager, bets: Mapping[str, Cents]) -> tuple[Cents, ...]:
    """The bet on each numbered spot, 0 if there is none; empty if no spot was named."""
    names = _spot_names(game, wager)
    return tuple(bets.get(name, Cents(0)) for name in names) if any(name in bets for name in names) else ()


def _spot_names(game: Game, wager: Wager) -> list[str]:
    part = game.wager(wager.components[0])
    return [f"{part.slug}-{spot}" for spot in range(1, part.spots + 1)]


def _has_meter(table: PayTable) -> bool:
    return any(isinstance(line.pay, MeterShare) for line in table.lines)


def _check_tables(game: Game, wagers: Sequence[Wager], tables: Mapping[str, Tables]) -> None:
    """Refuses a pay table of a wager without a sheet here."""
    about = {slug for wager in wagers for slug in (wager.slug, *wager.components)}
    for slug in filter(None, tables):
        check_has_sheet(game.wager(slug))
        if slug not in about:
            raise BadInput(f"a pay table is given for {slug}, but the sheet is of {listed(w.slug for w in wagers)}")


def _check_decks(game: Game, tables: Mapping[str, Tables], decks: int | None) -> None:
    """Only a custom table may be for a deck count outside the letter, and never if the pack has a joker."""
    own = [table for given in tables.values() if not isinstance(given, str) for table in given]
    if decks is not None and (game.joker or not any(decks in table.decks for table in own)):
        game.check_decks(decks)


def _check_seats(game: Game, seats: int) -> None:
    if not 1 <= seats <= game.seats:
        raise NotApproved(f"{game.slug} is played by 1 to {game.seats} seats, not {seats}")


def _check_options(game: Game, wagers: Sequence[Wager], options: Mapping[str, str]) -> None:
    choices = {wager.choice.name: wager.choice for wager in wagers if wager.choice}
    for name, value in options.items():
        if name in choices:
            choices[name].check(value)
    game.check_options({name: value for name, value in options.items() if name not in choices})


def _check_bets(game: Game, wagers: Sequence[Wager], ask: SheetRequest) -> None:
    if "" in ask.bets and not ask.wager:
        raise BadInput(f"a bet needs its wager: {listed(each.slug for each in wagers)} are those of {game.slug}")
    known = {wager.slug for wager in wagers}
    for wager in wagers:
        if wager.components:
            spots = _spot_names(game, wager)
            known |= set(spots)
            together = "" if ask.wager else wager.slug
            if any(name in ask.bets for name in spots) and {wager.slug, together} & set(ask.bets):
                raise BadInput(f"bets are given for {wager.slug} and for its spots: give one or the other")
    for name in ask.bets:
        if name and name not in known:
            raise BadInput(f"there is no bet on {quoted(name)} here: bets are on {listed(sorted(known))}")


def _say_why_none(game: Game, tables: Mapping[str, Tables], ask: SheetRequest) -> NoReturn:
    for slug in filter(None, dict.fromkeys([holder(game, ask.wager), *tables])):
        wager, given = game.wager(slug), tables.get(slug)
        if given is not None and not isinstance(given, str):
            allowed = listed(sorted({count for table in given for count in table.decks}))
            raise BadInput(
                f"the pay table {quoted(given[0].id)} given for {slug} is for {allowed} decks: ask for one of them "
                f"with the number of decks"
            )
        if ask.decks is not None:
            wager.tables_of(given or game.default_table(wager, ask.decks), ask.decks)
    named = tables.get("")
    raise NotApproved(
        f"{game.slug} has no pay table {quoted(named)}" + (f" for {ask.decks} decks" if ask.decks else "")
    )


def can_analyse(game: str, wager: str = "") -> bool:
    """Whether a game, or one of its wagers, has par sheets, counted by the engine or computed by its family."""
    chosen = games.game(game)
    wagers = [chosen.wager(wager)] if wager else chosen.wagers
    return any(each.by_play or has_par_sheet(each) for each in wagers)
