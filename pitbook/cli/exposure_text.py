"""How sessions, effects of removal and exposures look in a terminal."""

from collections.abc import Sequence
from fractions import Fraction
from math import isinf
from typing import TYPE_CHECKING

from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, Slug, new_table, print_options
from pitbook.money import Cents, format_cents

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.exact.counting import Advantage, Exposure
    from pitbook.exact.par import ParSheet
    from pitbook.exact.removal import Removal
    from pitbook.exact.session import Session

BAR = 40
"""Characters of the longest bar."""
WIDE = 96
"""Where a terminal has fewer columns, the league table leaves two figures to --json."""


def _title(sheet: "ParSheet") -> str:
    decks = "one deck" if sheet.decks == 1 else f"{sheet.decks} decks"
    joker = " and the joker" if sheet.game.joker else ""
    return f"[{GOLD}]{sheet.wager.name}[/]  [{QUIET}]{sheet.game.slug}, pay table {sheet.table.id}, {decks}{joker}[/]"


def print_session(screen: "Console", sheet: "ParSheet", found: "Session") -> None:
    from rich.table import Table
    from rich.text import Text

    from pitbook.exact.exposure_record import LOSSES, QUANTILES, stake_of

    stake = stake_of(sheet)

    def money(net: Fraction | float) -> str:
        return format_cents(round(net * stake))

    screen.print(_title(sheet))
    spots = " (all spots together)" if sheet.wager.components else ""
    screen.print(
        f"{found.rounds:,} round{'s' * (found.rounds > 1)} at {format_cents(stake)} each{spots}; "
        f"on average {money(found.mean)}, give or take {money(found.standard_deviation)}."
    )
    screen.print(
        f"[{WIN}]Ahead {found.chance_ahead:.2%}[/], even {found.chance_even:.2%}, "
        f"[{LOSE}]behind {found.chance_behind:.2%}[/]. "
        f"[{QUIET}]A normal approximation would give ahead {1 - found.normal_at_most(0):.2%}.[/]"
    )
    quantiles = new_table("of all sessions", "end at or below", right=("of all sessions", "end at or below"))
    for chance in QUANTILES:
        quantiles.add_row(f"{chance:.1%}", money(found.quantile(chance)))
    losses = new_table("lose at least", "chance", right=("lose at least", "chance"))
    for bets in LOSSES:
        if -bets >= found.lowest:
            losses.add_row(money(Fraction(bets)), f"{found.chance_lost_at_least(bets):.3%}")
    beside = Table.grid(padding=(0, 4))
    beside.add_row(quantiles, losses)
    screen.print(beside)
    bars = found.histogram()
    longest = max(bar.chance for bar in bars) or 1
    table = new_table("from", "to below", "chance", "", right=("from", "to below", "chance"))
    for bar in bars:
        style = LOSE if bar.high is not None and bar.high <= 0 else WIN
        table.add_row(
            "" if bar.low is None else money(bar.low),
            "" if bar.high is None else money(bar.high),
            f"{bar.chance:.2%}",
            Text("█" * round(BAR * bar.chance / longest) or "▏", style),
        )
    screen.print(table)
    sure = "about" if found.estimated else "below"
    method = found.method[0].upper() + found.method[1:]
    screen.print(f"[{QUIET}]{method}; the error of each chance is {sure} {found.error:.1e}.[/]", soft_wrap=True)
    if sheet.basis.meter is not None:
        meter = format_cents(sheet.basis.meter)
        screen.print(f"[{QUIET}]The meter is taken to show {meter} in every round; a real one moves.[/]")
    print_options(screen, sheet.options_read("rounds"))


def print_removal(screen: "Console", found: "Removal") -> None:
    from pitbook.exact.counting import is_shoe_game
    from pitbook.exact.figures import fixed, percent

    screen.print(_title(found.sheet))
    screen.print(f"House edge of the whole shoe: [bold]{percent(found.house_edge)}[/]")
    longest = max((abs(effect.change) for effect in found.effects), default=Fraction(0)) or Fraction(1)
    table = new_table(
        "card gone", "copies", "house edge", "change", "", "", right=("copies", "house edge", "change", "player gains")
    )
    table.columns[4].justify = "right"
    for effect in found.effects:
        length = round(BAR // 2 * abs(effect.change) / longest)
        helps, hurts = ("█" * length, "") if effect.change < 0 else ("", "█" * length)
        table.add_row(
            effect.label,
            str(effect.copies),
            percent(effect.house_edge),
            f"{'+' * (effect.change > 0)}{fixed(effect.change * 100, 4)}",
            f"[{WIN}]{helps}[/]",
            f"[{LOSE}]{hurts}[/]",
        )
    screen.print(table)
    screen.print(
        f"[{QUIET}]Change in points of a percent of the wager; green helps the player, red the house. Exact: over all "
        f"{len(found.sheet.shoe)} cards the changes add up to nothing.[/]",
        soft_wrap=True,
    )
    if not any(effect.change for effect in found.effects):
        screen.print("No card by itself makes a difference here: only cards of a kind that run out together do.")
    if not is_shoe_game(found.sheet.game):
        screen.print(
            f"[{QUIET}]The pack is shuffled for every round, so no card is gone that could be counted: this is what a "
            "card seen by mistake is worth.[/]",
            soft_wrap=True,
        )
    print_options(screen, found.sheet.options_read())


def _gain(each: "Advantage") -> str:
    """With its error, where there is one, to the digits that say something."""
    error = f" ± {100 * each.per_round_error:.3f}" if each.per_round_error else ""
    return f"{each.per_100_rounds:.3f}{error}"


def print_exposure(screen: "Console", found: "Exposure") -> None:
    from pitbook.exact.figures import percent

    screen.print(_title(found.sheet))
    screen.print(
        f"A shoe dealt to {float(found.penetration):.0%}: {found.rounds} rounds of about "
        f"{float(found.cards_per_round):g} cards ({found.players} player{'s' * (found.players > 1)}). House edge of a "
        f"fresh shoe [bold]{percent(found.removal.house_edge)}[/]. One unit is bet when it looks favourable, nothing "
        "else."
    )
    table = new_table(
        "counter", "bets on", "edge then", "won per 100 rounds", "won per shoe",
        right=("bets on", "edge then", "won per 100 rounds", "won per shoe"),
    )  # fmt: skip
    for each in (*found.advantages, found.bell_curve):
        edge = "-" if each.edge is None else f"{each.edge:+.2%}"
        table.add_row(each.counter, f"{each.share:.2%}", edge, _gain(each), f"{each.per_shoe:.4f}")
    screen.print(table)
    deep = found.at_penetration
    if deep.deviation is not None and deep.quantiles and deep.favourable is not None:
        low, high = deep.quantiles[0.01], deep.quantiles[0.99]
        screen.print(
            f"At {float(found.penetration):.0%} of the shoe the player's edge deviates by {deep.deviation:.2%} "
            f"(from {low:+.2%} to {high:+.2%} in 98 of 100 shoes) and is favourable in {deep.favourable:.2%} of them."
        )
        screen.print(
            f"[{QUIET}]The best count sees a deviation of {deep.seen_deviation:.2%} (exact), {deep.seen_share:.0%} of "
            "the variance; the rest hangs on which cards are gone together.[/]"
        )
    _print_counts(screen, found)
    if found.by_penetration:
        cuts = new_table("cut card at", "rounds", *(each.counter for each in found.advantages))
        for column in cuts.columns[1:]:
            column.justify = "right"
        for cut, ways in found.by_penetration:
            style = "bold" if cut == found.penetration else ""
            cells = (_gain(each) for each in ways)
            cuts.add_row(f"{float(cut):.0%}", str(ways[0].rounds), *cells, style=style)
        cuts.title, cuts.title_style, cuts.title_justify = "Won per 100 rounds, by penetration", GOLD, "left"
        screen.print(cuts)
    screen.print(f"[{QUIET}]Method: {found.method}. ± is one standard error.[/]", soft_wrap=True)
    print_options(screen, found.sheet.options_read())


def _index(index: float) -> str:
    return "never" if isinf(index) else f"{index:+.2f}"


def _print_counts(screen: "Console", found: "Exposure") -> None:
    if not found.counts:
        screen.print("No count of single cards helps: every card makes the same difference by itself.")
        return
    levels = found.counts[1:]
    table = new_table("card", "effect of removal", *(count.name for count in levels))
    for column in table.columns[1:]:
        column.justify = "right"
    for effect in found.removal.effects:
        tags = (f"{int(count.tags[effect.cards[0]]):+d}".replace("+0", "0") for count in levels)
        table.add_row(effect.label, f"{float(effect.change) * 100:+.4f}", *tags)
    table.add_section()
    table.add_row("correlation", "1", *(f"{count.correlation:.4f}" for count in levels))
    table.add_row("true count where its edge is 0", "", *(f"{count.index:+.2f}" for count in levels))
    if found.indexes:
        table.add_row("bet from true count (drawn)", "", *(_index(index) for index in found.indexes[1:]))
    screen.print(table)
    screen.print(
        f"[{QUIET}]Effects in points of house edge. The true count is the running count less what it should be by now, "
        "for each deck left.[/]",
        soft_wrap=True,
    )


def print_league(screen: "Console", league: "Sequence[Exposure]", meter: Cents) -> None:
    first, wide = league[0], screen.width >= WIDE
    right = ("decks", "house", *(["deviates"] * wide), "bets on", "then", "per 100", *(["shoe"] * wide), "count")
    table = new_table("wager", "table", *right, title="Exposure to card counters, the most exposed first", right=right)
    for each in league:
        most = each.perfect or each.bell_curve
        best = each.advantages[1].per_100_rounds if len(each.advantages) > 1 else 0.0
        cells = {
            "decks": str(each.sheet.decks),
            "house": f"{float(each.removal.house_edge):.2%}",
            "deviates": "-" if each.at_penetration.deviation is None else f"{each.at_penetration.deviation:.2%}",
            "bets on": f"{most.share:.2%}",
            "then": "-" if most.edge is None else f"{most.edge:+.2%}",
            "per 100": _gain(most),
            "shoe": f"{most.per_shoe:.3f}",
            "count": f"{best:.3f}",
        }
        table.add_row(Slug(each.sheet.wager.slug), each.sheet.table.id, *(cells[name] for name in right))
    screen.print(table)
    players = f"{first.players} player{'s' * (first.players > 1)}"
    meters = f"Meters show {format_cents(meter)}. " if any(each.sheet.basis.meter for each in league) else ""
    deviates, shoe = (", and by how much that deviates at this penetration", " and per shoe") if wide else ("", "")
    screen.print(
        f"[{QUIET}]A shoe dealt to {float(first.penetration):.0%}, {players}. House: its edge on a fresh shoe"
        f"{deviates}. A perfect counter bets one unit when the exact edge has turned: how often, with what edge "
        f"then, and what that wins in units per 100 rounds{shoe}. Count: what the best count wins per 100 rounds. "
        f"{meters}Method: {first.method}. ± is one standard error. Pai gow packs are shuffled for every round and "
        "are not exposed. Every option has its usual value; --json lists the options that each wager reads.[/]",
        soft_wrap=True,
    )
