"""``pitbook rules``: how a game is played."""

import click

from pitbook.cli.output import GOLD, QUIET, console, new_table, print_item, print_json
from pitbook.cli.params import as_json, game_named


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
    from pitbook.games.record import bet_rule, rules_record
    from pitbook.web.family import family_of

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
    for lacking in family_of(chosen).lobby_facts(chosen).missing:
        print_item(screen, "  -  ", f"Missing: {lacking}.")
    for wager in chosen.wagers:
        screen.print(f"\n[{GOLD}]{wager.name}[/]  [{QUIET}]{wager.slug}[/]\n{wager.about}")
        if wager.groups:
            looks_at = f"Looks at: {'; '.join(group.name for group in wager.groups)}. {bet_rule(wager)}"
            screen.print(f"[{QUIET}]{looks_at.rstrip()}[/]")
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
