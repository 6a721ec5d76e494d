"""Longer texts: rules, pay tables, the shoe and its proof, the odds, the summary of a session."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any, Final

from pitbook.cards import parse_cards
from pitbook.cli.play.tally import SessionTally
from pitbook.games.settle import Bet
from pitbook.money import Cents, format_cents
from pitbook.pay import PayTable, is_offered
from pitbook.table.config import TableConfig
from pitbook.table.family import family_of
from pitbook.table.odds import TableOdds
from pitbook.table.shoe import promise_of
from pitbook.table.view import ShoeView
from pitbook.table.words import settled_words, signed

COMMAND_WIDTH: Final = 76
Lines = list[str]
"""A line that begins with ``# `` is a heading."""


def rules_page(config: TableConfig) -> Lines:
    """The rules of the game, from the rulebook."""
    game = config.game
    lines = [f"# {config.name}", game.about, ""]
    lines += [f"{', '.join(family_of(game).felt_words(config)).capitalize()}."]
    lines += ["", "# How a round goes"]
    lines += [f"{number}. {step.text} ({step.cite})" for number, step in enumerate(game.procedure, 1)]
    for wager in config.wagers():
        lines += ["", f"# {wager.name}, {config.limits[wager.slug]}", wager.about]
        lines += [f"- {outcome.label}: {outcome.meaning}" for outcome in wager.outcomes if outcome.meaning]
    return [*lines, "", f"The whole page: pitbook rules {game.slug}"]


def tables_in_use(config: TableConfig) -> dict[str, list[PayTable]]:
    """Every pay table of the layout by the wager's name, one for each tier; the base wager's rules too."""
    found: dict[str, list[PayTable]] = {}
    for wager in config.game.wagers:
        if wager.components or not (wager.slug in config.offered or wager.requires_all_of in config.offered):
            continue
        if wager.house_table is not None:
            found[wager.name] = [wager.house_table(config.layout.options)]
        elif wager.slug in config.layout.tables:
            found[wager.name] = list(config.layout.tables[wager.slug])
    return found


def pays_of(config: TableConfig, table: PayTable) -> list[tuple[str, str]]:
    """Each line of a pay table that the house offers: what it is called, and what it pays."""
    lines = []
    added = [line for line in table.added if is_offered(line, config.layout.options)]
    for line in (*table.lines, *added):
        plus = "+ " if line in table.added else ""
        envy = f", envy {format_cents(line.envy)}" if line.envy else ""
        lines.append((line.label, f"{plus}{line.pay}{envy}"))
    return lines


def pays_panel(config: TableConfig) -> list[tuple[str, str]]:
    """The printed pay tables for the side of a wide screen."""
    lines = [("", "")]
    for name, tables in tables_in_use(config).items():
        for table in tables:
            if table.id != "house":
                tier = f", {format_cents(table.tier)} and more" if len(tables) > 1 else ""
                lines += [(f"{name}, table {table.id}{tier}", ""), *pays_of(config, table), ("", "")]
    return lines


def pays_page(config: TableConfig) -> Lines:
    """What every wager of this table pays."""
    lines: Lines = []
    for name, tables in tables_in_use(config).items():
        for table in tables:
            tier = f", bets of {format_cents(table.tier)} and more" if table.tier else ""
            of = "house rules" if table.id == "house" else f"pay table {table.id}"
            lines += ["", f"# {name}: {of}{tier}"]
            lines += [f"{label:<34} {pays}" for label, pays in pays_of(config, table)]
    return lines[1:]


def check_lines(promise: str, salt: str, order: str) -> Lines:
    """The proof of a published shoe, with a shell command that checks it."""
    holds = promise_of(parse_cards(order), salt) == promise
    cards = [f"  {line} \\" for line in wrap(order, COMMAND_WIDTH - 4)]
    return [
        "The fingerprint that was fixed before the bets:",
        promise,
        "The cards dealt match the fingerprint: no card was moved. Check it yourself:"
        if holds
        else "THE CARDS DEALT DO NOT MATCH THE FINGERPRINT. Check it yourself:",
        "{ printf 'pitbook shoe\\n%s\\n' \\",
        f"  {salt}",
        "  echo \\",
        *cards,
        "; } | sha256sum",
    ]


def shoe_page(shoe: ShoeView | None, shown: Mapping[str, Any] | None) -> Lines:
    """The promise of the shoe in play, and the last one that was shown."""
    lines = ["# The shoe in play"]
    if shoe is not None:
        lines += [
            f"Fingerprint: {shoe.promise}",
            f"{shoe.dealt} of {shoe.cards} cards are dealt.",
            "The fingerprint is the SHA-256 hash of the order of the cards and a secret salt, made before you bet.",
            "Order and salt are shown when the shoe is finished: then anyone can check that no card was moved.",
        ]
    if shown is not None:
        lines += ["", "# The last shoe"]
        lines += check_lines(shown["promise"], shown["salt"], shown["order"])
    return lines


def odds_lines(config: TableConfig, odds: TableOdds, bets: Mapping[str, Bet], meter: Cents | None, seats: int) -> Lines:
    """The average cost of each wager at the player's current bet."""
    lines = ["What the bets cost on average, for a fresh shoe:"]
    seen: set[str] = set()
    for bet in bets.values():
        if bet.wager in seen:
            continue
        seen.add(bet.wager)
        name = config.game.wager(bet.wager).name
        lowest = Bet(bet.wager, bet.cents or config.limits[bet.wager].low, bet.spot, bet.choice)
        edge = odds.edge(lowest, meter, seats)
        if isinstance(edge, str):
            lines.append(f"{name}: {edge}")
            continue
        plays_by = family_of(config.game).PLAYS_BY
        how = f" by {plays_by}" if bet.wager == config.game.main and plays_by else ""
        lines.append(
            f"{name}: {edge:.2%} of the wager{how}, {signed(-edge * lowest.cents)} at {format_cents(lowest.cents)}"
        )
    return lines


def summary_lines(tally: SessionTally, bought: Cents, stack: Cents, left: Cents, wait: float) -> Lines:
    """The figures of the whole session."""
    lines = ["# Session", tally.words(wait)]
    if tally.biggest is not None:
        lines.append(f"Biggest win     {settled_words(tally.biggest)[0]}")
    lines.append(f"Chips           {format_cents(stack)} of {format_cents(bought)} bought")
    if left:
        lines.append(f"Left on table   {format_cents(left)} in a round that was not finished and is not counted")
    if settled := stack + left - bought - tally.net:
        lines.append(f"Settled in it   {signed(settled)}, not counted either")
    return lines + [f"Expected loss and luck: {reason}." for reason in tally.left_out.values()]
