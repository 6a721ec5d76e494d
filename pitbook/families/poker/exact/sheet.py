"""The par sheet of a poker game's base wagers: every deal by its net result with the best choices."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, Final

from pitbook.cards import Shoe, card_names
from pitbook.errors import BadInput
from pitbook.exact.par import OutcomeRow, ParSheet, checked_options, default_basis
from pitbook.exact.progress import Report
from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import SheetJob
from pitbook.families.poker.exact.problem import Problem, pose
from pitbook.families.poker.exact.record import solution_record
from pitbook.families.poker.exact.stored import is_known, seconds_to_solve, solved
from pitbook.families.poker.rules.compose import HOUSE
from pitbook.families.poker.rules.model import PokerRules, Stake
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games.model import Game, Wager, listed
from pitbook.games.options_read import check_options_read
from pitbook.money import Cents
from pitbook.pay import PayLine, PayTable

STRATEGY: Final = "the best choice for every hand"
TIES: Final = "Among equal choices the one with the smaller stake is taken."


@dataclass(frozen=True, slots=True)
class SolvedBase:
    """The additional data of the sheet of base wagers: the solved game."""

    record: Mapping[str, Any]
    """As :func:`pitbook.families.poker.exact.record.solution_record` writes it."""
    tables: Mapping[str, str]
    """The pay tables of the base wagers that have some to choose from."""
    lines: tuple[PayTable, ...]
    """The same tables."""


def base_jobs(game: Game, ask: SheetRequest) -> list[SheetJob]:
    """The sheets of the first stake, one for each requested pay table of the base wagers."""
    rules, wager = rules_of(game.slug), game.wager(ask.wager)
    if wager.counts_with:
        parts = listed(game.wager(slug).name for slug in game.part_of(wager.counts_with))
        raise BadInput(
            f"{wager.slug} is decided together with {wager.counts_with}: its figures are on the sheet of "
            f"{wager.counts_with}, which is that of {parts}"
        )
    _check(game, rules, wager, ask)
    options = checked_options(game, wager, ask.options)
    return [_job(game, rules, wager, tables, options, ask) for tables in _combinations(rules, ask)]


def _check(game: Game, rules: PokerRules, wager: Wager, ask: SheetRequest) -> None:
    if ask.decks is not None:
        game.check_decks(ask.decks)
    if ask.meter is not None:
        raise BadInput(f"{wager.slug} has no line that pays from a meter, so a meter changes nothing")
    if ask.seats > 1:
        raise BadInput(f"{wager.slug} pays no envy, so the number of seats changes nothing")
    if ask.play:
        raise BadInput(f"{game.slug} is solved for the best choices: {listed(ask.play)} would change nothing")
    bets = {wager.slug, ""}
    for name in ask.bets:
        if name not in bets:
            raise BadInput(f"there is no bet on {name!r} here: the sheet is of {wager.slug}")
    check_options_read(game, [game.wager(slug) for slug in game.part_of(wager.slug)], (), "count", ask.options)


def chosen_tables(rules: PokerRules, tables: Mapping[str, Sequence[PayTable]]) -> dict[str, str]:
    """The ids of the given pay tables of base wagers that have some to choose from."""
    return {stake.slug: tables[stake.slug][0].id for stake in with_tables(rules) if stake.slug in tables}


def with_tables(rules: PokerRules) -> list[Stake]:
    """The base wagers that have pay tables to choose from."""
    return [stake for stake in rules.stakes if stake.tables[0].id != HOUSE and not stake.paid_as]


def _combinations(rules: PokerRules, ask: SheetRequest) -> Iterator[dict[str, str]]:
    """The requested pay tables, or all."""
    stakes = with_tables(rules)
    known = {stake.slug for stake in stakes}
    # A table named for the sheet's own wager may belong to a wager that is one game with it.
    asked = {"" if slug == ask.wager and slug not in known else slug: given for slug, given in ask.tables.items()}
    for slug, given in asked.items():
        if slug and slug not in known:
            has = f"its base wagers with pay tables are {listed(known)}" if known else "its base wagers have none"
            raise BadInput(f"{rules.slug}: a pay table is given for {slug}, but {has}")
        if not isinstance(given, str):
            raise BadInput(f"a pay table of one's own for {slug or rules.slug} is solved with pitbook solve --pay")
    every = {stake.slug: [table.id for table in stake.tables] for stake in stakes}
    chosen = {slug: [str(given)] for slug, given in asked.items() if slug}
    anywhere = asked.get("")
    if anywhere is not None:
        holders = [slug for slug, ids in every.items() if anywhere in ids]
        if not holders:
            known_ids = listed(each for ids in every.values() for each in ids)
            raise BadInput(f"no base wager of {rules.slug} has a pay table {anywhere!r}: it has {known_ids}")
        chosen |= {slug: [str(anywhere)] for slug in holders[:1]}
    lists = [chosen.get(slug, ids) for slug, ids in every.items()]
    for ids in product(*lists):
        yield dict(zip(every, ids, strict=True))


def _job(
    game: Game,
    rules: PokerRules,
    wager: Wager,
    tables: Mapping[str, str],
    options: Mapping[str, str],
    ask: SheetRequest,
) -> SheetJob:
    known = {option.name for option in rules.options}
    read = {name: value for name, value in options.items() if name in known}
    problem = pose(rules, tables, (), read, ask.removed)
    if ask.removed:
        Shoe.of_decks(1, joker=game.joker).without(ask.removed)
    bet = ask.bets.get(wager.slug, ask.bets.get(""))
    table_id = " ".join(tables.values()) or HOUSE

    def make(report: Report) -> ParSheet:
        return sheet_of(game, wager, problem, options, table_id, bet, report)

    return SheetJob(
        game,
        wager,
        table_id,
        1,
        "solved over all deals",
        seconds_to_solve(problem),
        make,
        lambda: is_known(problem),
        STRATEGY,
    )


def sheet_of(
    game: Game,
    wager: Wager,
    problem: Problem,
    options: Mapping[str, str],
    table_id: str,
    bet: Cents | None,
    report: Report,
) -> ParSheet:
    """A sheet from the solved game."""
    record = solution_record(problem, solved(problem, report))
    table = PayTable(table_id, wager.slug, (1,), tuple(_lines(problem)))
    basis = default_basis(wager, table, options)
    if bet is not None:
        wager.check_bet(bet)
        basis = replace(basis, bet=bet)
    rows = tuple(_row(problem.rules, each, record["deals"]) for each in reversed(record["distribution"]))
    shoe = Shoe.of_decks(1, joker=game.joker).without(problem.dead)
    ids = problem.table_ids()
    return ParSheet(
        game, wager, table, 1, shoe, options, basis, rows, record["deals"],
        assumptions=tuple(_assumptions(problem, record)),
        method=record["method"],
        strategy=STRATEGY,
        detail=SolvedBase(record, ids, tuple(problem.tables[slug] for slug in ids)),
    )  # fmt: skip


def _lines(problem: Problem) -> Iterator[PayLine]:
    """The pays of all base wagers, each line under the name of its wager."""
    for stake in problem.rules.stakes:
        for line in problem.tables[stake.slug].lines:
            yield replace(line, outcome=f"{stake.slug}:{line.outcome}", label=f"{stake.name}: {line.label}")


def _row(rules: PokerRules, each: Mapping[str, Any], deals: int) -> OutcomeRow:
    net, times = Fraction(each["net"]), each["deals"]
    return OutcomeRow(
        f"net {net}",
        net_words(rules, net),
        times,
        Fraction(times, deals),
        f"{_number(net):+}" if net else "0",
        net,
        net > 0,
    )


def net_words(rules: PokerRules, net: Fraction) -> str:
    """``Win 2 Antes``."""
    name = rules.first.name if rules.first.first == 1 else "bet"
    amount = abs(_number(net))
    plural = "" if amount == 1 else "s"
    return "Even" if net == 0 else f"{'Win' if net > 0 else 'Lose'} {amount} {name}{plural}"


def _number(net: Fraction) -> int | float:
    return int(net) if net.denominator == 1 else float(net)


def _assumptions(problem: Problem, record: Mapping[str, Any]) -> Iterator[str]:
    rules = problem.rules
    pack = f"one deck of 52 cards{' and one joker' if rules.joker else ''}"
    yield f"Every round is dealt from a fresh shuffle of {pack}."
    if problem.dead:
        yield f"Removed before the deal: {card_names(problem.dead)}."
    names = listed(stake.name for stake in rules.stakes)
    yield f"The sheet is of {names} together: they are decided by the same choices."
    yield f"{record['deals']:,} equally likely deals; {record['method']}."
    yield f"Figures are for each unit of the first stake ({rules.first.name}), put up before the deal."
    yield f"The player makes the best choice for each of {record['information_sets']:,} kinds of knowledge. {TIES}"
    yield str(record["knowledge"])
    for name, value in problem.options.items():
        option = next(option for option in rules.options if option.name == name)
        yield f"{option.title}: {option.words(value)} ({option.meaning})."


def base_record(sheet: ParSheet) -> dict[str, Any]:
    """The additional fields of the sheet's record."""
    solved: SolvedBase = sheet.detail
    figures = ("element_of_risk_decimal", "average_stake_decimal", "choices", "information_sets", "knowledge")
    return {
        "pay_tables": dict(solved.tables),
        "wagers": list(sheet.game.part_of(sheet.wager.slug)),
        "strategy": f"{STRATEGY[:1].upper()}{STRATEGY[1:]}. {TIES}",
        "solved": {name: solved.record[name] for name in figures},
    }
