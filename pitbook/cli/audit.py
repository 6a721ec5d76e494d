"""``pitbook audit``: every figure that the letters print, against the exact one."""

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, console, new_table, print_json, write_file
from pitbook.cli.params import as_json, file_option, game_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from fractions import Fraction

    from rich.console import Console

    from pitbook.exact.audit import Audit, ClaimFinding

LONGEST_GROUP = 5
"""A longer group of figures that match under one reading is shortened."""


@click.command()
@click.argument("game", required=False)
@click.option("--all-claims", is_flag=True, help="List every claim, also those that hold.")
@as_json
@file_option("pdf", "Write the whole audit as a PDF.")
def audit(game: str | None, all_claims: bool, as_json: bool, pdf_file: Path | None) -> None:
    """Check every figure that a game's letter prints, or all letters, against the exact figure.

    Each claim is compared at the printed precision. It holds, holds under one reading of the rule, which is named, or
    does not hold; a claim without a check is unchecked. Differences come first. Slips follow: places where a letter is
    inconsistent or incomplete, quoted; they do not change the exit code.

    \b
    Exit code: 0 if every claim holds, also under one reading only; 1 if a claim does not hold or is unchecked.

    \b
    Examples:
      pitbook audit
      pitbook audit royal-match-21 --all-claims
      pitbook audit match-n-poker --json
      pitbook audit --pdf audit.pdf
    """
    from pitbook import games
    from pitbook.exact.audit import audit as check

    done = check([game_named(game)] if game else games.all_games())
    if pdf_file is not None:
        from pitbook.reports.audit.pdf import write

        write_file(pdf_file, write(done))
        click.echo(f"{pdf_file}: the audit of {_letters(done)} as PDF", err=as_json)
    if as_json:
        print_json(done.to_dict())
    elif pdf_file is None:
        _print(console(), done, all_claims)
    if not done.clean:
        raise click.exceptions.Exit(1)


def _letters(done: "Audit") -> str:
    return done.games[0].letter.citation if len(done.games) == 1 else f"{len(done.games)} letters"


def _print(screen: "Console", done: "Audit", all_claims: bool) -> None:
    if done.findings:
        _print_errors(screen, done.of("does not hold", "unchecked"))
    else:
        screen.print("No figure is printed.\n")
    _print_readings(screen, done.of("holds under"))
    if all_claims:
        _print_claims(screen, done.findings)
    if done.readings:
        _print_tried(screen, done)
    _print_slips(screen, done)
    _print_remarks(screen, done)
    _print_summary(screen, done)


def _print_errors(screen: "Console", findings: "Sequence[ClaimFinding]") -> None:
    from pitbook.exact.audit import VERDICT_NAMES, reasons

    if not findings:
        screen.print(f"[{WIN}]Every printed figure holds.[/]\n")
        return
    screen.print(f"[{LOSE}]{_title(VERDICT_NAMES['does not hold'])}[/]  [{QUIET}]{_count(findings)}[/]\n")
    for (letter, place), group in groupby(findings, key=lambda each: (_letter(each), _place(each))):
        some = list(group)
        shared, own = reasons(some)
        more = ("why",) if any(own) else ()
        table = new_table("figure", "printed", "rounded", "exact", *more, right=("printed", "rounded", "exact"))
        for each, why in zip(some, own, strict=True):
            table.add_row(
                _figure(each), f"[{LOSE}]{each.claim.printed}[/]", each.rounded, each.shown, *([why] if more else [])
            )
        screen.print(f"[bold]{letter}, {place}[/]\n[{QUIET}]{_sentence(shared)}[/]")
        screen.print(table)


def _print_readings(screen: "Console", findings: "Sequence[ClaimFinding]") -> None:
    """Grouped by reading."""
    from rich.padding import Padding
    from rich.table import Table

    from pitbook.exact.audit import VERDICT_NAMES, reasons

    if not findings:
        return
    screen.print(f"[{GOLD}]{_title(VERDICT_NAMES['holds under'])}[/]  [{QUIET}]{_count(findings)}[/]\n")
    for (letter, wager, reading), group in groupby(
        findings, key=lambda each: (_letter(each), _wager(each), each.reading)
    ):
        some = list(group)
        shared, own = reasons(some)
        screen.print(f"{letter}, {wager}: [bold]{reading}[/]")
        if shared:
            screen.print(Padding(f"[{QUIET}]{_sentence(shared)}[/]", (0, 0, 0, 2)))
        table = Table.grid(padding=(0, 2))
        for _ in range(5):
            table.add_column(overflow="fold")
        shown = len(some) if len(some) <= LONGEST_GROUP else 2
        for each, why in zip(some[:shown], own, strict=False):
            exact = f"[{QUIET}]{each.shown}[/]"
            table.add_row(each.claim.table, _figure(each), each.claim.printed, exact, f"[{QUIET}]{why}[/]")
        if shown < len(some):
            table.add_row("", f"[{QUIET}]and {len(some) - shown} more: --all-claims lists them[/]")
        screen.print(Padding(table, (0, 0, 1, 2)))


def _print_claims(screen: "Console", findings: "Iterable[ClaimFinding]") -> None:
    """By printed table."""
    from pitbook.exact.audit import VERDICT_NAMES

    for cite, some in groupby(findings, key=lambda each: each.claim.cite):
        right = ("printed", "exact")
        table = new_table("wager", "table", "figure", "printed", "exact", "verdict", title=_title(cite), right=right)
        for each in some:
            style = {"holds": "", "holds under": GOLD}.get(each.verdict, LOSE)
            name = VERDICT_NAMES[each.verdict]
            verdict = f"[{style}]{name}[/]" if style else name
            claim = each.claim
            table.add_row(_wager(each), claim.table, _figure(each), claim.printed, each.shown, verdict)
        screen.print(table)


def _print_tried(screen: "Console", done: "Audit") -> None:
    figures = "figures that hold"
    table = new_table("letter", "option", "choice", figures, "house edge", title="Readings tried", right=(figures,))
    for each in done.readings:
        words = each.option.words(each.choice)
        choice = f"[bold]{words}[/] [{QUIET}](used here)[/]" if each.taken else words
        edges = "; ".join(f"{each.game.wager(wager).name} {_span(*span)}" for wager, span in each.edges.items())
        table.add_row(each.game.letter.number, each.option.title, choice, f"{each.holding} of {each.claims}", edges)
    screen.print(table)


def _span(low: "Fraction", high: "Fraction") -> str:
    ends = [f"{float(edge):.2%}" for edge in (low, high)]
    return " to ".join(dict.fromkeys(ends))


def _print_slips(screen: "Console", done: "Audit") -> None:
    """By kind and check, with the passages quoted."""
    from typing import get_args

    from rich.markup import escape
    from rich.padding import Padding

    from pitbook.exact.slips import SlipKind

    for kind in get_args(SlipKind):
        by_title = done.slips_by_title(kind)
        if not by_title:
            continue
        count = sum(map(len, by_title.values()))
        screen.print(f"[{GOLD}]{_title(kind)}[/]  [{QUIET}]{count} place{'s' if count > 1 else ''}[/]\n")
        for title, slips in by_title.items():
            screen.print(f"[bold]{title}[/]")
            for slip in slips:
                screen.print(Padding(f"letter {slip.game.letter.number}: {escape(slip.words)}", (0, 0, 0, 2)))
                for quote in slip.quotes:
                    line = f"[{QUIET}]{escape(quote.place)}:[/] {escape(quote.text)}"
                    screen.print(Padding(line, (0, 0, 0, 4)))
            screen.print()


def _print_remarks(screen: "Console", done: "Audit") -> None:
    if not done.remarks:
        return
    table = new_table("letter", "remark", title="Where the letters contradict themselves or leave something open")
    for game, remark in done.remarks:
        table.add_row(game.letter.label, f"{remark.text} [{QUIET}]({remark.cite})[/]")
    screen.print(table)


def _print_summary(screen: "Console", done: "Audit") -> None:
    from pitbook.exact.audit import VERDICT_NAMES

    figures = ("claims", *VERDICT_NAMES.values())
    table = new_table("letter", "game", *figures, title="Summary", right=figures)
    for game in done.games:
        table.add_row(game.letter.label, game.name, *map(str, done.counts(game).values()))
    table.add_section()
    table.add_row("[bold]all[/]", "", *(f"[bold]{count}[/]" for count in done.counts().values()))
    screen.print(table)
    empty = [game for game in done.games if not done.counts(game)["claims"]]
    if any(not game.letter.public_rules for game in empty):
        screen.print(f"[{QUIET}]A letter without claims prints pays only.[/]")
    if any(game.letter.public_rules for game in empty):
        screen.print(
            f"[{QUIET}]A game by public rules has no letter, so there is no claim to audit: pitbook solve lists "
            "published figures beside the computed ones.[/]"
        )


def _letter(finding: "ClaimFinding") -> str:
    return finding.game.letter.citation


def _place(finding: "ClaimFinding") -> str:
    claim = finding.claim
    parts = [_wager(finding), f"pay table {claim.table}" if claim.table else "", claim.block]
    return ", ".join(part for part in parts if part)


def _wager(finding: "ClaimFinding") -> str:
    return finding.game.wager(finding.claim.wager).name


def _figure(finding: "ClaimFinding") -> str:
    return ", ".join(part for part in (finding.claim.figure, finding.about) if part)


def _count(findings: "Sequence[ClaimFinding]") -> str:
    return f"{len(findings)} printed figure{'s' if len(findings) > 1 else ''}"


def _title(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return f"{_title(text)}."
