"""Simulated meters in the terminal."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, new_table
from pitbook.exact.audit_meter import rate
from pitbook.games.progressive import ADVICE
from pitbook.money import MICROS_PER_CENT, Cents, format_cents

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.simulate.life import Life
    from pitbook.simulate.life_bins import Histogram
    from pitbook.simulate.life_preset import MeterSetting
    from pitbook.simulate.life_result import LifeResult, SimulatedFigure

BAR: Final = 44
BLOCKS: Final = "▁▂▃▄▅▆▇█"
FAR: Final = 4.0
"""z-scores beyond this are highlighted."""
NONE: Final = "–"


def print_life(screen: "Console", name: str, found: "LifeResult", source: str, printed: Cents | None) -> None:
    _print_head(screen, name, found, source)
    screen.print(_figures(found, printed))
    screen.print(_quantiles(found))
    _print_risks(screen, found)
    _print_histogram(screen, "Top awards", found.histogram("top_award"), _money)
    _print_path(screen, found)
    from pitbook.simulate.life import ASSUMPTIONS, DRY_METER
    from pitbook.simulate.life_bins import RESOLUTION

    notes = [*ASSUMPTIONS, *((DRY_METER,) if found.life.fixed_from_meter else ())]
    notes.append(
        f"± is one standard error, taken over lives; quantiles are right to {RESOLUTION:.1%}. Exact top awards and "
        "restarts are those of these years, in which the meter still remembers the seed that it began with; a warm-up "
        "leads to the long run."
    )
    screen.print(f"[{QUIET}]{' '.join(notes)}[/]", soft_wrap=True)


def _print_head(screen: "Console", name: str, found: "LifeResult", source: str) -> None:
    life = found.life
    room, terms = life.room, life.terms
    decks = "one deck" if life.decks == 1 else f"{life.decks} decks"
    screen.print(f"[{GOLD}]{name}[/]  [{QUIET}]{life.game}, pay table {life.table}, {decks}[/]")
    screen.print(
        f"{found.lives:,} {'lives' if found.lives > 1 else 'life'} of {_years(life.years)}"
        + (f" after {_plain(life.warm_up)} of warm-up" if life.warm_up else "")
        + f": {room.tables} table{'s' * (room.tables > 1)}, {_plain(room.hours)} hours a day, {_plain(room.rounds)} "
        f"rounds an hour, {_plain(room.seats)} seats, take-up {rate(room.take_up)}; "
        f"{float(room.wagers_a_day):,.0f} wagers of {format_cents(life.bet)} a day."
    )
    limit = f", at most {_money(terms.limit / MICROS_PER_CENT)} shown" if terms.limit is not None else ""
    screen.print(
        f"Seed {_money(terms.seed / MICROS_PER_CENT)}, contribution {rate(terms.contribution)}, reserve "
        f"{rate(terms.reserve)}{limit}; fixed pays from the {'meter' if life.fixed_from_meter else 'tray'}. "
        f"[{QUIET}]Terms: {source}.[/]"
    )


def _figures(found: "LifeResult", printed: Cents | None) -> object:
    figures = ("played", "±", "exact", "z")
    table = new_table("", *figures, right=figures)

    def add(name: str, figure: "SimulatedFigure", show: Callable[[float], str]) -> None:
        z = figure.z
        style = LOSE if z is not None and abs(z) > FAR else WIN
        table.add_row(
            name,
            NONE if figure.value is None else show(figure.value),
            NONE if figure.error is None else show(figure.error),
            NONE if figure.exact is None else show(figure.exact),
            NONE if z is None else f"[{style}]{z:+.2f}[/]",
        )

    add("average top award", found.top_award, _money)
    settled = found.expected.top_award_for_ever
    if settled is not None:
        prints = f"; the letter prints {format_cents(printed)}" if printed is not None else ""
        table.add_row(f"[{QUIET}]  in the long run{prints}[/]", "", "", f"[{QUIET}]{_money(settled)}[/]", "")
    add("days between hits", found.days_between_hits, _decimals)
    add("hits in a life", found.hits_per_life, _decimals)
    add("shown after a hit", found.restart, _money)
    add("held for players (display and reserve)", found.held, _money)
    add("hold of the house", found.hold, _percent)
    day, week, month, recovery = found.near
    add("the next hit within a day", day, _percent)
    add("the next hit within a week", week, _percent)
    add("the next hit within 30 days", month, _percent)
    recovered = found.life.recovered_after
    if recovered:
        days = _decimals(found.days(recovered))
        add(f"the next hit before the seed is recovered ({days} days)", recovery, _percent)
    return table


def _quantiles(found: "LifeResult") -> object:
    from pitbook.simulate.life_result import QUANTILES

    heads = [f"{chance:.1%}".replace(".0%", "%") for chance in QUANTILES]
    table = new_table("at or below, in this share of cases", *heads, right=heads)

    def add(name: str, histogram: "Histogram", show: Callable[[float], str]) -> None:
        values = [histogram.quantile(chance) for chance in QUANTILES]
        table.add_row(name, *(NONE if value is None else show(value) for value in values))

    add("top award", found.histogram("top_award"), _money)
    add("days to the next hit", found.histogram("gap"), lambda wagers: _decimals(found.days(wagers)))
    add("shown after a hit", found.histogram("restart"), _money)
    add("held for players", found.histogram("held"), _money)
    add("most held in a life", found.histogram("most_held"), _money)
    table.add_row("hold of a life", *(f"{found.hold_quantile(chance):.2%}" for chance in QUANTILES))
    return table


def _print_risks(screen: "Console", found: "LifeResult") -> None:
    if found.life.fixed_from_meter:
        dry = found.dry_lives.value or 0.0
        style = LOSE if dry else WIN
        screen.print(f"Runs dry: [{style}]in {dry:.2%} of lives[/]", end="")
        first = found.histogram("first_dry").quantile(0.5)
        if first is None:
            screen.print(" a fixed pay found too little on the meter.")
        else:
            screen.print(
                f" a fixed pay found too little on the meter, half of them within {_decimals(found.days(first))} days; "
                f"the house then paid {_money(found.lacked_a_year)} a year in place of the meter."
            )
    short = found.unfunded_awards
    if short is not None:
        advance = found.advanced
        much = "" if advance is None else f", {_money(advance)} on average"
        screen.print(
            f"Prize account: {short:.2%} of awards were more than it held since the last weekly deposit{much}; so it "
            f"had to be topped up for one in {found.unfunded_lives.value or 0.0:.2%} of lives. Every 100% award also "
            "calls for a new seed."
        )
    screen.print(f"The house lost on the wager in {found.losing_lives:.2%} of lives.")


def _print_histogram(screen: "Console", title: str, histogram: "Histogram", show: Callable[[float], str]) -> None:
    from rich.text import Text

    bars = histogram.bars()
    if not bars:
        screen.print("No 100% award was won.")
        return
    longest = max(bar.share for bar in bars)
    table = new_table("from", "to below", "share", "", title=title, right=("from", "to below", "share"))
    for place, bar in enumerate(bars):
        table.add_row(
            "" if place == 0 else show(bar.low),
            "" if place == len(bars) - 1 else show(bar.high),
            f"{bar.share:.2%}",
            Text("█" * round(BAR * bar.share / longest) or "▏", "#d9a441"),
        )
    screen.print(table)


def _print_path(screen: "Console", found: "LifeResult") -> None:
    if not found.paths or len(found.paths[0]) < 2:
        return
    screen.print(f"[{GOLD}]One meter over {_years(found.life.years)}[/]  [{QUIET}]what the display shows[/]")
    path = found.paths[0]
    screen.print(f"[#d9a441]{sparkline(path, 100)}[/]  {_money(max(path))} at most", soft_wrap=True)


def sparkline(values: Sequence[float], width: int) -> str:
    """A sparkline: each block is the highest value of its interval."""
    step = max(len(values) / width, 1.0)
    count = round(len(values) / step)
    stretches = [
        values[int(place * step) : max(int((place + 1) * step), int(place * step) + 1)] for place in range(count)
    ]
    tops = [max(stretch) for stretch in stretches if stretch]
    most = max(tops) or 1
    return "".join(BLOCKS[min(int(len(BLOCKS) * value / most), len(BLOCKS) - 1)] for value in tops)


def print_advice(screen: "Console", name: str, played: "Sequence[tuple[MeterSetting, LifeResult]]") -> None:
    """Prints the recommended settings beside those advised against."""
    life: Life = played[0][0].life
    screen.print(
        f"[{GOLD}]{name}: the letter's advice, played[/]  [{QUIET}]{life.game}, pay table {life.table}, "
        f"{life.decks} decks; {played[0][1].lives:,} lives of {_years(life.years)}, "
        f"{float(life.room.wagers_a_day):,.0f} wagers a day[/]"
    )
    figures = ("hold", "top award", "restart", "restart 1%", "lives dry", "added a year")
    table = new_table("setting", *figures, right=figures)
    for setting, found in played:
        mark = f"[{WIN}]✓[/]" if setting.advised else f"[{LOSE}]✗[/]"
        low = found.histogram("restart").quantile(0.01)
        table.add_row(
            f"{mark} {setting.name}\n  [{QUIET}]{setting.advice}[/]",
            _percent(found.hold.value or 0.0),
            NONE if found.top_award.value is None else _money(found.top_award.value),
            NONE if found.restart.value is None else _money(found.restart.value),
            NONE if low is None else _money(low),
            f"{found.dry_lives.value or 0.0:.1%}" if setting.life.fixed_from_meter else NONE,
            _money(found.lacked_a_year) if setting.life.fixed_from_meter else NONE,
        )
    screen.print(table)
    screen.print(
        f"[{QUIET}]✓ recommended, ✗ advised against ({ADVICE}). "
        "Restart: what the display shows after a 100% award, on average, and what 1% of restarts stay below. Dry: "
        "lives in which a fixed pay found too little on the meter, and what the house then adds. A reserve "
        "that pays the seed costs the house the same.[/]",
        soft_wrap=True,
    )


def _plain(value: Fraction) -> str:
    return f"{float(value):g}"


def _years(years: Fraction) -> str:
    return "one year" if years == 1 else f"{_plain(years)} years"


def _money(cents: float) -> str:
    """Whole dollars; cents where they are few."""
    if abs(cents) >= 10_000:
        return f"{'-' if cents < 0 else ''}${abs(round(cents / 100)):,}"
    return f"{'-' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def _decimals(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:,.1f}" if value >= 10 else f"{value:,.2f}"


def _percent(value: float) -> str:
    return f"{value:.3%}"
