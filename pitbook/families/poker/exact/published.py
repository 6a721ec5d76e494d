"""Published figures of a game beside the computed ones: reproduced, or the difference explained."""

from fractions import Fraction
from math import comb
from typing import Any

from pitbook.cards import Shoe
from pitbook.errors import BadInput, quoted
from pitbook.exact.distribution import distribution
from pitbook.families.poker.exact.chart_data import Chart
from pitbook.families.poker.exact.problem import Problem
from pitbook.families.poker.exact.solution import Solution
from pitbook.families.poker.rules.published import Published
from pitbook.pay import Odds


def published_record(problem: Problem, solution: Solution, chart: Chart | None) -> list[dict[str, Any]]:
    """Every published figure of the game with these pay tables and options; those of a chart only with the chart."""
    if problem.dead:
        return []
    found = [each for each in problem.rules.published if _is_of(each, problem)]
    return [_compared(problem, each, solution, chart) for each in found if chart is not None or not _is_of_chart(each)]


def _is_of_chart(each: Published) -> bool:
    return each.of.removeprefix("deals x ").startswith(("chart", "simpler"))


def _is_of(each: Published, problem: Problem) -> bool:
    usual = {stake.slug: stake.tables[0].id for stake in problem.rules.stakes}
    tables = {**usual, **dict(each.tables)}
    options = {**{option.name: option.default for option in problem.rules.options}, **dict(each.options)}
    chosen = problem.table_ids()
    return options == dict(problem.options) and all(tables[slug] == table for slug, table in chosen.items())


def _compared(problem: Problem, each: Published, solution: Solution, chart: Chart | None) -> dict[str, Any]:
    match each.of.split():
        case "bonus", slug, table:
            value: Fraction | float = _bonus_edge(problem, slug, table)
        case "meter", pays:
            value = break_even_meter(*map(int, pays.split("/")))
        case _:
            value = computed(each.of, solution, chart)
    ours = printed_as(value, each.printed)
    return {
        "figure": each.figure,
        "source": each.source,
        "published": each.printed,
        "ours": ours,
        "agrees": ours == each.printed,
        "why": each.why,
    }


def _bonus_edge(problem: Problem, slug: str, table_id: str) -> Fraction:
    """The house edge of a bonus that the deal alone decides and that pays odds."""
    wager = next(each for each in problem.rules.bonuses if each.slug == slug)
    table = wager.tables_of(table_id, 1)[0]
    found = distribution(wager, Shoe.of_decks(1, joker=problem.rules.joker))
    won = Fraction(0)
    for answer, deals in found.answers.items():
        line = wager.paid_line(table, wager.named(answer))
        won += deals * (line.pay.net if line is not None and isinstance(line.pay, Odds) else -1)
    return -won / found.total


def break_even_meter(four_of_a_kind: int, full_house: int, flush: int) -> Fraction:
    """The meter at which a $1 progressive on five cards costs nothing: a royal flush wins all of it, a straight flush a
    tenth, and the others these dollars for the one that was bet."""
    royal_flushes, straight_flushes = 4, 4 * 9
    fours, full_houses = 13 * 48, 13 * comb(4, 3) * 12 * comb(4, 2)
    flushes = 4 * comb(13, 5) - royal_flushes - straight_flushes
    fixed = four_of_a_kind * fours + full_house * full_houses + flush * flushes
    return (comb(52, 5) - fixed) / (royal_flushes + Fraction(straight_flushes, 10))


def computed(of: str, solution: Solution, chart: Chart | None) -> Fraction | float:
    """A figure by its name."""
    if of.startswith("deals x "):
        return solution.deals * Fraction(computed(of.removeprefix("deals x "), solution, chart))
    kind, _, rest = of.partition(" ")
    match kind:
        case "house_edge" | "element_of_risk" | "average_stake" | "standard_deviation" | "hit_frequency":
            found: Fraction | float = getattr(solution, kind)
            return found
        case "choice":
            decision, word = rest.split()
            return solution.shares()[decision][word]
        case "hand":
            name, word = rest.split()
            return solution.hands[name][word]
        case "chart" if chart is not None:
            return chart.house_edge
        case "chart_cost" if chart is not None:
            return chart.house_edge - solution.house_edge
        case "simpler" if chart is not None:
            return next(each.house_edge for each in chart.simplifications if each.words == rest)
    raise BadInput(f"there is no figure {quoted(of)}")


def printed_as(value: Fraction | float, like: str) -> str:
    """A value with as many decimals, and in the same unit, as a printed figure."""
    percent = like.endswith("%")
    digits = like.strip("$%").replace(",", "")
    places = len(digits.partition(".")[2])
    shown = value * 100 if percent else value
    if isinstance(shown, Fraction):  # rounded without a float in between: totals have fourteen digits
        scaled = shown * 10**places
        whole = (abs(scaled) * 2 + 1).__floor__() // 2 * (1 if scaled >= 0 else -1)
        text = f"{Fraction(whole, 10**places)}" if places == 0 else f"{whole / 10**places:.{places}f}"
    else:
        text = f"{shown:.{places}f}"
    if "," in like:
        text = f"{int(text):,}"
    return "$" * like.startswith("$") + text + "%" * percent
