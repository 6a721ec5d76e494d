"""The base game's par sheet in the terminal."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pitbook.cli.output import GOLD, QUIET, new_table

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

STANDING = ("17", "18", "19", "20", "21", "bust")


def base_text(record: Mapping[str, Any]) -> "Iterator[Table | Text | str]":
    """Prints the sheet, part by part."""
    from pitbook.families.blackjack.rules.posted import headline, parse_rules
    from pitbook.games.options_read import options_line

    rules = parse_rules(record["rules"])
    name = "Blackjack" if record["game"] == "blackjack" else f"Blackjack of {record['game']}"
    yield f"[{GOLD}]{name}, base wager[/]  [{QUIET}]{headline(rules)}[/]"
    table = new_table("strategy", "expectation", "house edge", right=("expectation", "house edge"))
    for key, words in (("composition_dependent", "best for every card"), ("total_dependent", "the chart, by totals")):
        value = record["expectation"][key]
        table.add_row(f"{words}  [{QUIET}]{key}[/]", f"{value:+.12f}", f"[bold]{-value:.6%}[/]")
    yield table
    yield _outcomes(record)
    yield (
        f"Wins {record['win']:.4%}, pushes {record['push']:.4%}, loses {record['loss']:.4%}; "
        f"variance {record['variance']:.6f}, standard deviation [bold]{record['standard_deviation']:.6f}[/]\n"
    )
    yield _by_up_card(record)
    yield _removal(record)
    if record["insurance"]:
        offered = "" if record["insurance"]["offered"] else ", not offered here"
        yield (
            f"Insurance at 2 to 1{offered}: {record['insurance']['expectation']:+.4%} per unit insured "
            f"[{QUIET}]({record['insurance']['expectation_exact']}), fair at one ten in three cards[/]\n"
        )
    yield f"[{QUIET}]{record['split_treatment']}[/]"
    for text in record["assumptions"]:
        yield f"[{QUIET}]{text}[/]"
    if "options" in record:
        yield f"[{QUIET}]{options_line(record['options'])}[/]"
    seconds = record["seconds"]["composition_dependent"]
    yield f"[{QUIET}]The whole composition-dependent analysis took {seconds:.2f} s of one processor.[/]"
    yield f"[{QUIET}]Pitbook {record['version']}: {record['method']}.[/]"
    yield f"[{QUIET}]Rule hash {record['rule_hash']}[/]"
    yield f"[{QUIET}]Pay table hash {record['table_hash']}[/]"
    yield f"[{QUIET}]Inputs {record['inputs_hash']}[/]"


def _outcomes(record: Mapping[str, Any]) -> "Table":
    table = new_table(
        "net", "probability", "return", title="Outcomes of a round", right=("net", "probability", "return")
    )
    for row in record["outcomes"]:
        won = row["probability"] * row["net_decimal"]
        net = float(row["net_decimal"])
        table.add_row(f"{net:+g}" if net else "0", f"{row['probability']:.10f}", f"{won:+.8f}")
    return table


def _by_up_card(record: Mapping[str, Any]) -> "Table":
    title = "By the dealer's up card: final hands without a blackjack, and the value of a round"
    columns = ("blackjack", *STANDING, "by card", "by chart")
    table = new_table("up", *columns, title=title, right=columns)
    for up, chances in record["dealer_without_blackjack"].items():
        worth = record["by_up_card"][up]
        ends = (f"{chances[ending]:.6f}" for ending in STANDING)
        values = (f"{worth[key]:+.6f}" for key in ("composition_dependent", "total_dependent"))
        table.add_row(up, f"{record['dealer'][up]['blackjack']:.6f}", *ends, *values)
    return table


def _removal(record: Mapping[str, Any]) -> "Table":
    effects = record["effect_of_removal"]
    table = new_table(
        *effects, title="Effect of removing one card on the expectation, in percent", right=tuple(effects)
    )
    table.add_row(*("–" if effect is None else f"{effect * 100:+.4f}" for effect in effects.values()))
    return table
