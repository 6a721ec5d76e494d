"""The options that several commands share, and the parsers of their values."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import date
from fractions import Fraction
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from pitbook.errors import BadInput, quoted
from pitbook.money import Cents, parse_bet, parse_cents

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from pitbook.compliance.property import Property
    from pitbook.exact.par import ParSheet
    from pitbook.exact.select import Tables
    from pitbook.games.model import Game, Use
    from pitbook.games.settle import Bet
    from pitbook.pay import PayTable
    from pitbook.simulate.life import TableVolume
    from pitbook.table.config import TableConfig

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


# -- kinds of values ---------------------------------------------------------------------------------------------------


class WholeNumber(click.ParamType[int]):
    """A whole number in ASCII digits; digits of other scripts are refused."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if not re.fullmatch(r"-?[0-9]{1,40}", str(value)):
            self.fail(f"{quoted(str(value))} is not a whole number", param, ctx)
        return int(value)


class DayParam(click.ParamType[date]):
    """A calendar day, such as 2026-11-16."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        if isinstance(value, date):
            return value
        from pitbook.jackpot.days import parse_day

        try:
            return parse_day(str(value))
        except BadInput as error:
            self.fail(str(error), param, ctx)


WHOLE: Final = WholeNumber()
DAY: Final = DayParam()
FILE: Final = click.Path(path_type=Path, dir_okay=False)
"""A file that a command reads or writes."""


# -- options -----------------------------------------------------------------------------------------------------------

as_json: Final = click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON for a program.")
rule_option: Final = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule of the blackjack table, such as soft17=stand or surrender=late.",
)
decks_option: Final = click.option(
    "--decks", type=WHOLE, help="How many decks are in the shoe; the game's usual number if left out."
)
meter_option: Final = click.option("--meter", metavar="AMOUNT", help="What the progressive meter shows.")


def house_option(words: str = "A choice of the house.") -> Decorator:
    """``--option NAME=VALUE``, once for each choice; see ``options_of``."""
    return click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=words)


def tables_option(words: str = "The pay table of a wager.", metavar: str = "WAGER=ID") -> Decorator:
    """``--table``, once for each wager."""
    return click.option("--table", "tables", multiple=True, metavar=metavar, help=words)


def bets_option(words: str, metavar: str = "WAGER=AMOUNT") -> Decorator:
    """``--bet``, once for each wager."""
    return click.option("--bet", "bets", multiple=True, metavar=metavar, help=words)


def file_option(kind: str, words: str) -> Decorator:
    """``--pdf FILE`` and the like."""
    return click.option(f"--{kind}", f"{kind}_file", metavar="FILE", type=FILE, help=words)


@dataclass(frozen=True)
class SheetChoice:
    """One par sheet of a wager, as the options of ``sheet_options`` choose it."""

    table: str
    decks: int | None
    bet: str | None
    options: Sequence[str]
    meter: str | None = None

    def sheet(self, game: str, wager: str, bet: str | None = None) -> "ParSheet":
        """The sheet, with ``bet`` where none was given."""
        from pitbook.exact.notebook import par

        amount = bet if self.bet is None else self.bet
        options = options_of(self.options)
        return par(game, wager, table=self.table, decks=self.decks, bet=amount, meter=self.meter, options=options)


def sheet_options(
    bet: str = "The bet each round; on each spot, where there are five.", *, meter: bool = True
) -> Decorator:
    """The options that choose one par sheet; the command receives them as ``choice``."""
    options: list[Decorator] = [
        click.option("--table", default="", metavar="ID", help="Pay table; the game's usual one if left out."),
        click.option("--decks", type=WHOLE, help="Number of decks; the game's usual one if left out."),
        click.option("--bet", metavar="AMOUNT", help=bet),
        *([meter_option] if meter else []),
        house_option(),
    ]
    return packed("choice", SheetChoice, options)


def room_options(tables: str, take_up: str) -> Decorator:
    """The options that say how much a room plays; the command receives them as ``played``."""
    options: list[Decorator] = [
        click.option("--tables", type=WHOLE, default=3, show_default=True, help=tables),
        click.option("--hours", default="16", show_default=True, help="Hours of play a day."),
        click.option("--rounds-per-hour", default="60", show_default=True, help="Rounds an hour at each table."),
        click.option("--seats", default="5", show_default=True, help="Players at a table, on average."),
        click.option("--take-up", default=take_up, show_default=True, help="Share of the players who make the wager."),
    ]
    return packed("played", RoomChoice, options)


@dataclass(frozen=True)
class RoomChoice:
    """How much a room plays, as the options of ``room_options`` give it."""

    tables: int
    hours: str
    rounds_per_hour: str
    seats: str
    take_up: str

    def room(self) -> "TableVolume":
        from pitbook.simulate.hold_file import number_of, part_of
        from pitbook.simulate.life import TableVolume

        return TableVolume(
            self.tables,
            number_of(self.hours, "--hours"),
            number_of(self.rounds_per_hour, "--rounds-per-hour"),
            number_of(self.seats, "--seats"),
            part_of(self.take_up, "--take-up"),
        )


@dataclass(frozen=True)
class TableSetup:
    """A live table as options describe it."""

    decks: int | None
    tables: tuple[str, ...]
    options: tuple[str, ...]
    rules: tuple[str, ...]
    wagers: tuple[str, ...]

    def config(self, game: "Game", use: "Use", seats: int | None, **more: Any) -> "TableConfig":
        """The table; options that this ``use`` of it does not read are refused. ``more`` goes to ``configure``."""
        from pitbook.games.options_read import check_options_read_at
        from pitbook.table.config import configure

        given = options_of(self.options)
        config = configure(
            game,
            decks=self.decks,
            tables=pairs(self.tables, "--table"),
            options=given,
            rules=pairs(self.rules, "--rule"),
            seats=seats,
            **({"offered": self.wagers or None} | more),
        )
        check_options_read_at(config.layout, config.offered, use, given)
        return config


def table_options(wagers: str) -> Decorator:
    """The options that describe a live table; the command receives them as ``setup``. ``wagers`` explains ``--wager``,
    which is given once for each wager that the table offers."""
    options: list[Decorator] = [
        decks_option,
        tables_option(),
        house_option("A choice of the house, such as crown-treasure=yes."),
        rule_option,
        click.option("--wager", "wagers", multiple=True, metavar="WAGER", help=wagers),
    ]
    return packed("setup", TableSetup, options)


@dataclass(frozen=True)
class MeterChoice:
    """The terms of a progressive's meter, as the options of ``meter_options`` give them."""

    seed_amount: str | None
    contribution: str | None
    reserve: str | None

    def terms(self) -> "tuple[Cents | None, Fraction | None, Fraction | None]":
        """Seed, contribution and reserve; None for what the letter has."""
        from pitbook.simulate.hold_file import part_of

        return (
            amount(self.seed_amount, "--seed-amount"),
            None if self.contribution is None else part_of(self.contribution, "--contribution"),
            None if self.reserve is None else part_of(self.reserve, "--reserve"),
        )


def meter_options() -> Decorator:
    """The options that change the terms of a meter; the command receives them as ``meter``."""
    words = "else as the letter has it."
    options: list[Decorator] = [
        click.option("--seed-amount", metavar="AMOUNT", help=f"Amount at which the meter starts and restarts; {words}"),
        click.option("--contribution", metavar="PART", help=f"Share of each wager that goes to the display; {words}"),
        click.option("--reserve", metavar="PART", help=f"Share of each wager that goes to the reserve; {words}"),
    ]
    return packed("meter", MeterChoice, options)


def packed(argument: str, kind: "type[DataclassInstance]", options: Iterable[Decorator]) -> Decorator:
    """Adds options to a command, which receives their values as one argument: a dataclass with their names."""
    listed = list(options)

    def decorate(command: Command) -> Command:
        @wraps(command)
        def wrapped(**given: Any) -> Any:
            choice = kind(**{field.name: given.pop(field.name) for field in fields(kind) if field.name in given})
            return command(**given, **{argument: choice})

        found: Command = wrapped
        for option in reversed(listed):  # click lists the last one first
            found = option(found)
        return found

    return decorate


# -- parsers -----------------------------------------------------------------------------------------------------------


def game_named(text: str) -> "Game":
    """The game of a slug, of the Python file of a wager with its pay tables, or of a design of the Lab."""
    from pitbook import games

    if not text.endswith((".py", ".toml")):
        return games.game(text)
    from pitbook.exact.custom_wager import find_playable

    return find_playable(text)


def property_of(file: Path) -> "Property":
    """The property of a file, with the games from outside that it lists loaded."""
    from pitbook.compliance.property import read_property

    of = read_property(file)
    if of.game_folders:
        from pitbook.reports.outside import open_listed

        open_listed(of.game_folders)
    return of


def pair(text: str, option: str) -> tuple[str, str]:
    """``NAME=VALUE``."""
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise BadInput(f"{option} {quoted(text)} is not of the form NAME=VALUE")
    return name.strip(), value.strip()


def pairs(texts: Iterable[str], option: str) -> dict[str, str]:
    """Names and values of an option that may be given several times, each name once."""
    chosen: dict[str, str] = {}
    for name, value in (pair(text, option) for text in texts):
        if name in chosen:
            raise BadInput(f"{option} gives {quoted(name)} twice: give it once")
        chosen[name] = value
    return chosen


def options_of(texts: Iterable[str]) -> dict[str, str]:
    """The choices of the house that ``--option`` gives."""
    return pairs(texts, "--option")


def amount(text: str | None, option: str) -> Cents | None:
    """An amount of money, where the option was given."""
    return None if text is None else parse_cents(text, option)


def bets_of(game: "Game", text: str) -> "list[Bet]":
    """``royal-match=10``, ``match-3=5``, ``red-black=10:red``, or ``five-spots=5`` for all five."""
    from pitbook.games.settle import Bet

    name, value = pair(text, "--bet")
    stake, _, choice = value.partition(":")
    cents = parse_bet(stake, f"the bet on {name if name.isprintable() and len(name) < 40 else quoted(name)}")
    spotted = re.fullmatch(r"(.+)-(\d{1,2})", name, re.ASCII)
    if name not in game.wager_slugs() and spotted and spotted[1] in game.wager_slugs():
        return [Bet(spotted[1], cents, int(spotted[2]), choice.strip())]
    wager = game.wager(name)
    if wager.components:
        part = game.wager(wager.components[0])
        return [Bet(part.slug, cents, spot, choice.strip()) for spot in range(1, part.spots + 1)]
    if wager.spots:
        raise BadInput(f"{name} has {wager.spots} spots: bet on {name}-1 to {name}-{wager.spots}")
    return [Bet(name, cents, 0, choice.strip())]


def sheet_bets(texts: Iterable[str], wager: str = "") -> dict[str, Cents]:
    """``5`` for the wager of a par sheet, ``five-spots=25`` or ``match-3=10``."""
    chosen: dict[str, Cents] = {}
    for text in texts:
        name, value = pair(text, "--bet") if "=" in text else (wager, text)
        if name in chosen:
            raise BadInput(f"--bet gives {quoted(name) if name else 'an amount'} twice: give one")
        chosen[name] = parse_bet(value, "--bet")
    return chosen


def tables_of(game: "Game", texts: Iterable[str]) -> "dict[str, str | Sequence[PayTable]]":
    """``royal-match=RM-08``, or a path of a TOML file after the sign."""
    from pitbook.games.build import labels_of
    from pitbook.games.paytables import load_own_table

    chosen: dict[str, str | Sequence[PayTable]] = {}
    for text in texts:
        slug, value = pair(text, "--table")
        wager = game.wager(slug)
        if wager.components:  # five-spots=6-A names the Super Bonus table
            wager = game.wager(wager.components[-1])
        if wager.slug in chosen:
            raise BadInput(f"--table names a pay table of {wager.slug} twice")
        own = value.endswith(".toml") or "/" in value
        chosen[wager.slug] = load_own_table(Path(value), wager.slug, labels_of(game.wagers)) if own else value
    return chosen


def sheet_tables(game: "Game", wager: str, texts: Iterable[str]) -> "dict[str, Tables]":
    """``RM-08`` for the wager of a par sheet, ``royal-match=RM-08``, or a path of a TOML file for either."""
    from pitbook.exact.custom_wager import custom_tables, is_file
    from pitbook.exact.par import has_par_sheet
    from pitbook.exact.select import holder
    from pitbook.games.on_base import wager_of_game

    chosen: dict[str, Tables] = {}
    for text in texts:
        slug, value = pair(text, "--table") if "=" in text else (wager, text.strip())
        own = is_file(value)
        if own and not slug:
            only = [each.slug for each in game.wagers if has_par_sheet(each)]
            if len(only) > 1:
                raise BadInput(f"--table {quoted(text)} is for one wager: name it, as in --table {only[0]}={value}")
            slug = only[0] if only else wager_of_game(game).slug
        slug = holder(game, slug)
        if slug in chosen:
            raise BadInput(f"--table names a pay table of {slug or 'the game'} twice")
        chosen[slug] = custom_tables(game, Path(value), slug) if own else value
    return chosen


_ROUNDS: Final = re.compile(
    r"(-?)([0-9]{1,3}(?:[,_][0-9]{3}){1,9}|[0-9]{1,30})(?:\.([0-9]{1,20}))?(?:[eE]\+?([0-9]{1,2}))?", re.ASCII
)


def parse_rounds(text: str) -> int:
    """``1e9``, ``2.5e6``, ``1,000,000`` or ``1_000_000``: a whole number of rounds."""
    from pitbook.simulate.blocks import check_rounds

    found = _ROUNDS.fullmatch(text.strip())
    if not found:
        raise BadInput(f"--rounds {quoted(text)} is not a number of rounds: give a whole number, such as 1e9 or 50,000")
    whole, part = re.sub(r"[,_]", "", found[2]), found[3] or ""
    value = Fraction(int(whole + part) * 10 ** int(found[4] or 0), 10 ** len(part))
    if value.denominator != 1:
        raise BadInput(f"--rounds {quoted(text)} is not a whole number of rounds")
    count = -int(value) if found[1] else int(value)
    check_rounds(count)
    return count


def parse_penetration(text: str) -> Fraction:
    """``75%`` or ``0.75``, from nothing to below the whole shoe."""
    found = re.fullmatch(r"([0-9]{1,3})(?:\.([0-9]{1,6}))?\s*(%?)", text.strip(), re.ASCII)
    value = Fraction(-1)
    if found:
        value = Fraction(f"{found[1]}.{found[2] or 0}") / (100 if found[3] else 1)
    if not 0 <= value < 1:
        raise BadInput(
            f"--penetration {quoted(text)} is not where a cut card can lie: give 0% to below 100%, such as 75%"
        )
    return value
