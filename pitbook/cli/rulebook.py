"""``pitbook games``, ``rules``, ``paytables``, ``letter`` and ``catalogue``: the rulebook in the terminal."""

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

import click

from pitbook.cli.named import game_named
from pitbook.cli.output import GOLD, QUIET, Slug, as_json, console, new_table, print_item, print_json
from pitbook.money import format_cents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from rich.console import Console, RenderableType

    from pitbook.games.letter import Claim, Letter
    from pitbook.games.model import Game, Wager
    from pitbook.pay import PayTable


@click.command()
@as_json
def games(as_json: bool) -> None:
    """List the games, their letters and their wagers.

    \b
    Examples:
      pitbook games
      pitbook games --json
    """
    from pitbook.games import all_games, loaded
    from pitbook.games.record import game_record

    found = list(all_games())
    outside = [each for game in found if (each := loaded(game.slug)) is not None]
    if as_json:
        places = {each.game.slug: {"outside": {"place": str(each.place), "hash": each.digest}} for each in outside}
        print_json([game_record(game) | places.get(game.slug, {}) for game in found])
        return
    screen = console()
    table = new_table("game", "letter", "wager", "tables", "figures", right=("figures",))
    for game in found:
        letter, decks = game.letter, " ".join(map(str, game.decks)) + (" + joker" if game.joker else "")
        about: list[tuple[RenderableType, str, str]] = [
            (Slug(game.slug, "bold"), _letter_and_month(letter), str(len(letter.claims) or "-")),
            (f"[{QUIET}]{game.name}[/]", f"[{QUIET}]decks {decks}[/]", ""),
            (f"[{QUIET}]{letter.maker}[/]", "", ""),
        ]
        wagers: list[tuple[RenderableType, str, str]] = [
            (Slug(wager.slug), _table_range(wager), "") for wager in game.wagers
        ]
        for (name, where, figures), (slug, tables, _) in zip_longest(about, wagers, fillvalue=("", "", "")):
            table.add_row(name, where, slug, tables, figures)
        table.add_section()
    screen.print(table)
    for each in outside:
        screen.print(
            f"{each.game.slug} is not approved. It was loaded from {each.place}, hash {each.digest}.", soft_wrap=True
        )
    screen.print(
        f"[{QUIET}]pitbook rules GAME, pitbook paytables GAME and pitbook letter GAME show one of them whole.[/]"
    )


def _letter_and_month(letter: "Letter") -> str:
    if not letter.number and letter.public_rules:
        return "none: public rules"
    return f"{letter.label}, {letter.dated:%b %Y}" if letter.day else letter.label


LONG_ID: Final = 8
"""Letters of an id that is a list of pays: two of them are too long for a line."""


def _table_range(wager: "Wager") -> str:
    """How many, and the first and last id."""
    ids = wager.table_ids()
    if len(ids) < 2:
        return "".join(ids) or f"[{QUIET}]house rules[/]"
    lowest = [table for table in wager.tables if table.tier == min(other.tier for other in wager.tables)]
    if len(ids[0]) > LONG_ID:
        return f"{len(lowest)} by their pays"
    return f"{len(lowest)}: {ids[0]} to {ids[-1]}"


@click.command()
@click.argument("game")
@as_json
def rules(game: str, as_json: bool) -> None:
    """Explain a game: how it is dealt, what each wager looks at, what each outcome is, what the house may choose.

    \b
    Examples:
      pitbook rules royal-match-21
      pitbook rules ez-pai-gow --json
    """
    from pitbook.games.record import rules_record

    chosen = game_named(game)
    if as_json:
        print_json(rules_record(chosen))
        return
    screen = console()
    screen.print(f"[{GOLD}]{chosen.name}[/]  [{QUIET}]{chosen.letter.source}[/]")
    screen.print(chosen.about)
    screen.print(f"\n[bold]How a round goes[/] [{QUIET}](up to {chosen.seats} players)[/]")
    for number, step in enumerate(chosen.procedure, 1):
        print_item(screen, f" {number:>2}. ", f"{step.text} [{QUIET}]({step.cite})[/]")
    for each in chosen.irregularities:
        print_item(screen, "  -  ", f"{each.when.rstrip('.')}: {each.then}. [{QUIET}]({each.cite})[/]")
    for wager in chosen.wagers:
        screen.print(f"\n[{GOLD}]{wager.name}[/]  [{QUIET}]{wager.slug}[/]\n{wager.about}")
        if wager.groups:
            screen.print(
                f"[{QUIET}]Looks at: {'; '.join(_group(group.name) for group in wager.groups)}.{_bet_rule(wager)}[/]"
            )
        table = new_table("outcome", "what it is")
        for outcome in wager.outcomes:
            table.add_row(f"{outcome.label}\n[{QUIET}]{outcome.name}[/]", outcome.meaning)
        screen.print(table)
    options = chosen.all_options().values()
    if options:
        table = new_table("option", "choices", "meaning", title="What the house may choose")
        for option in options:
            choices = "\n".join(
                f"[bold]{choice}[/] (default)" if choice == option.default else choice for choice in option.choices
            )
            table.add_row(
                option.name,
                choices or f"[bold]{option.default}[/] (default)",
                f"{option.meaning}" + (f" [{QUIET}]({option.cite})[/]" if option.cite else ""),
            )
        screen.print(table)
        screen.print(f"[{QUIET}]Defaults are bold.[/]")


def _group(name: str) -> str:
    return name


def _bet_rule(wager: "Wager") -> str:
    if wager.lowest is None or wager.highest is None:
        return ""
    if wager.lowest == wager.highest:
        return f" The wager is exactly {format_cents(wager.lowest)}."
    return f" The wager is {format_cents(wager.lowest)} to {format_cents(wager.highest)}."


@click.command()
@click.argument("game")
@click.argument("wager", required=False)
@as_json
def paytables(game: str, wager: str | None, as_json: bool) -> None:
    """Print every pay table of a game, or of one of its wagers, as its letter prints them.

    \b
    Examples:
      pitbook paytables match-n-poker
      pitbook paytables royal-match-21 royal-match
      pitbook paytables ez-pai-gow dynasty --json
    """
    from pitbook.games.record import table_record

    chosen = game_named(game)
    wagers = [chosen.wager(wager)] if wager is not None else [one for one in chosen.wagers if one.tables]
    if as_json:
        print_json([table_record(chosen, table) for one in wagers for table in one.tables])
        return
    screen = console()
    for one in wagers:
        if not one.tables:
            screen.print(f"[{GOLD}]{one.name}[/]  [{QUIET}]pays by the house's rules: see pitbook rules {game}[/]")
        elif wager is not None or not one.components:
            _print_tables(screen, chosen, one)


def _print_tables(screen: "Console", game: "Game", wager: "Wager") -> None:
    """Tables that share deck counts stand side by side, as in the letters."""
    blocks: dict[tuple[int, ...], list[PayTable]] = {}
    for table in wager.tables:
        blocks.setdefault(table.decks, []).append(table)
    for decks, tables in blocks.items():
        where = (
            "one deck and the joker"
            if game.joker
            else f"{', '.join(map(str, decks))} deck{'s' if decks != (1,) else ''}"
        )
        wide = max(13, *(len(table.id) + 3 for table in tables))
        for some in _side_by_side(tables, max(1, (screen.width - 32) // wide)):
            _print_block(screen, f"{wager.name}, {where}", some)
    for words in wager.footnotes:
        screen.print(f"[{QUIET}]{words}[/]")
    names = dict.fromkeys((table.id, table.game_name) for table in wager.tables if table.game_name)
    for table_id, name in names:
        screen.print(f"[{QUIET}]With {table_id} the game is named {name}.[/]")


def _print_block(screen: "Console", title: str, tables: "Sequence[PayTable]") -> None:
    columns = [f"{table.id} ({format_cents(table.tier)})" if table.tier else table.id for table in tables]
    screen.print(f"[{GOLD}]{title}[/]")
    table = new_table("hand", *columns, right=columns)
    for outcome, _ in _names(tables[0]):
        lines = [one.line(outcome) for one in tables]
        label = next(line.label for line in lines if line)
        cells = []
        for one, line in zip(tables, lines, strict=True):
            if line is None:
                cells.append(f"[{QUIET}]-[/]")
                continue
            plus = "+ " if line in one.added else ""
            envy = f"\n[{QUIET}]envy {format_cents(line.envy)}[/]" if line.envy else ""
            cells.append(f"{plus}{line.pay}{envy}")
        table.add_row(label, *cells)
    screen.print(table)
    if any(one.added for one in tables):
        screen.print(f"[{QUIET}]A line with + is optional and is paid on top of the line that the hand wins.[/]")


def _side_by_side(tables: "Sequence[PayTable]", most: int) -> "Iterator[list[PayTable]]":
    """Tables that print the same lines under the same names, as many as fit beside each other."""
    some: list[PayTable] = []
    for table in tables:
        if some and (len(some) == most or _names(table) != _names(some[-1])):
            yield some
            some = []
        some.append(table)
    yield some


def _names(table: "PayTable") -> list[tuple[str, str]]:
    return [(line.outcome, line.label) for line in (*table.lines, *table.added)]


@click.command()
@click.argument("game")
@click.option("--claims", is_flag=True, help="Also list every printed figure.")
@as_json
def letter(game: str, claims: bool, as_json: bool) -> None:
    """Show a game's approval letter: what it approves, the conditions, the systems, the figures it prints.

    \b
    Examples:
      pitbook letter royal-match-21
      pitbook letter match-n-poker --claims
    """
    from pitbook.games.record import letter_record

    chosen = game_named(game)
    if as_json:
        print_json(letter_record(chosen))
        return
    _print_letter(console(), chosen, chosen.letter, claims)


def _print_letter(screen: "Console", game: "Game", letter: "Letter", claims: bool) -> None:
    submission = f", submission {letter.submission}" if letter.submission else ""
    about = ", ".join(filter(None, (letter.citation, letter.day)))
    screen.print(f"[{GOLD}]{letter.subject}[/]  [{QUIET}]{about}{submission}[/]")
    if not letter.is_approval:
        screen.print("No letter and no regulation approves it.")
    if letter.encloses:
        screen.print(f"{letter.maker}. Encloses: {letter.encloses}.")
    if letter.rules_dated:
        screen.print(f"Rules provided on {' and '.join(map(_long_date, letter.rules_dated))}.")
    screen.print(f"Decks: {', '.join(map(str, game.decks))}{' and the joker' if game.joker else ''}.")
    for text in letter.approves:
        print_item(screen, "  approves  ", text)
    if letter.conditions:
        table = new_table("applies to", "condition", "what must be true", title="Conditions")
        for condition in letter.conditions:
            table.add_row(condition.applies_to, condition.kind, f"{condition.text} [{QUIET}]({condition.cite})[/]")
        screen.print(table)
    for title, notices in (
        ("Notices", letter.notices),
        ("Linking", letter.linking),
        ("The maker's advice", letter.advice),
        ("Where the letter contradicts itself or leaves something open", letter.remarks),
    ):
        if notices:
            screen.print(f"[{GOLD}]{title}[/]")
            for notice in notices:
                print_item(screen, "  - ", f"{notice.text} [{QUIET}]({notice.cite})[/]")
    for system in letter.systems:
        screen.print(
            f"[{GOLD}]{system.name}[/]  "
            f"[{QUIET}]{system.controller} controller, for {', '.join(system.wagers)} ({system.cite})[/]"
        )
        for part in system.components:
            higher = " or higher" if part.or_higher else ""
            instead = f", or instead of {part.alternative_to}" if part.alternative_to else ""
            print_item(screen, "  - ", f"{part.name} {part.version}{higher}{instead}")
    if claims:
        _print_claims(screen, letter.claims)
    elif letter.number:
        screen.print(f"[{QUIET}]{len(letter.claims)} printed figures are kept as claims: add --claims to list them.[/]")


def _long_date(day: "date") -> str:
    return f"{day:%B} {day.day}, {day.year}"


def _print_claims(screen: "Console", claims: "Sequence[Claim]") -> None:
    table = new_table(
        "wager", "table", "decks", "figure", "about", "printed", title="Printed figures", right=("printed",)
    )
    for claim in claims:
        about = claim.outcome or (f"{claim.players} players" if claim.players else "")
        decks = str(claim.decks or "")
        table.add_row(Slug(claim.wager), claim.table, decks, claim.figure, about, claim.printed)
    screen.print(table)


@click.command()
@as_json
def catalogue(as_json: bool) -> None:
    """List the 66 games that letter 004 amends, with what Pitbook holds of each.

    \b
    Examples:
      pitbook catalogue
      pitbook catalogue --json
    """
    from dataclasses import asdict, replace

    from pitbook.exact.select import can_analyse
    from pitbook.games.catalogue import amendments
    from pitbook.games.catalogue import catalogue as listed_games

    entries = [
        replace(entry, analyse=entry.settles and can_analyse(entry.game, entry.wager)) for entry in listed_games()
    ]
    if as_json:
        print_json({"amendments": list(amendments()), "games": [asdict(entry) for entry in entries]})
        return
    screen = console()
    screen.print(f"[{GOLD}]Letter 004, submission 3119[/]  [{QUIET}]the amendments: {'; '.join(amendments())}[/]")
    table = new_table("no", "game", "family", "what it is", "in Pitbook", right=("no",))
    for entry in entries:
        status = f"{entry.status}, par sheets" if entry.analyse else entry.status
        table.add_row(str(entry.number), entry.name, entry.family, entry.summary, status)
    screen.print(table)


COMMANDS = (games, rules, paytables, letter, catalogue)
