"""The Lab: a wager, a shoe and a pay table that a user edits line by line, with the exact effect of each change.

A :class:`LabDesign` holds the user's choices as text; :func:`opened` validates them and says what must be counted.
Counting is done elsewhere and once; everything here takes the counts as given and only prices them.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from pitbook import games
from pitbook.cards import Cards, Shoe
from pitbook.errors import BadInput, NotFound, quoted
from pitbook.exact.custom_wager import is_custom
from pitbook.exact.distribution import Distribution
from pitbook.exact.expression.wager import expression_game
from pitbook.exact.figures import fixed, number, one_in, percent
from pitbook.exact.lab_pays import proposed_pays
from pitbook.exact.par import (
    Basis,
    OutcomeRow,
    ParSheet,
    checked_options,
    default_basis,
    groups_seen,
    has_par_sheet,
    par_sheet,
    priced,
)
from pitbook.exact.progressive import progressive, record
from pitbook.exact.record import decimal, has_meter, outcome_record, pair, preset_of
from pitbook.exact.removal import Removal, expected_loss
from pitbook.exact.session import SessionDistribution, session
from pitbook.games.model import Game, Option, Wager, listed
from pitbook.games.on_base import wager_of_game
from pitbook.money import Cents, parse_bet, parse_cents
from pitbook.pay import Loss, PayLine, PayTable, parse_pay

NO_LINE: Final = ""
"""A pay that removes a line from the table."""
MOST_ROUNDS: Final = 10_000
BINS: Final = 24


@dataclass(frozen=True, slots=True)
class LabDesign:
    """The user's choices; an empty field means the default of the game's letter."""

    game: str = ""
    wager: str = ""
    rule: str = ""
    """The text of a custom rule, instead of game and wager."""
    decks: int | None = None
    table: str = ""
    """The pay table that the design starts from."""
    pays: Mapping[str, str] = field(default_factory=dict)
    """Outcome -> pay, where it differs from that table; an empty pay removes the line. While a custom rule is being
    written its lines come and go: pays of lines that it does not have are ignored."""
    options: Mapping[str, str] = field(default_factory=dict)
    bet: str = ""
    meter: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Only the fields that were chosen."""
        entries: dict[str, Any] = {
            "game": self.game,
            "wager": self.wager,
            "rule": self.rule,
            "decks": self.decks,
            "table": self.table,
            "pays": dict(self.pays),
            "options": dict(self.options),
            "bet": self.bet,
            "meter": self.meter,
        }
        return {name: value for name, value in entries.items() if value not in ("", None, {})}

    @property
    def id(self) -> str:
        """A hash of all choices: the same design has the same id everywhere."""
        canonical = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()[:24]


@dataclass(frozen=True, slots=True)
class CountInputs:
    """Everything that a count depends on, as text that can be sent to another process."""

    game: str
    wager: str
    rule: str
    decks: int
    options: Mapping[str, str]
    groups: int
    """The number of the wager's groups that are looked at."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "wager": self.wager,
            "rule": self.rule,
            "decks": self.decks,
            "options": dict(self.options),
            "groups": self.groups,
        }

    def found(self) -> tuple[Game, Wager]:
        return find(self.game, self.wager, self.rule)


@dataclass(frozen=True, slots=True)
class Opened:
    """A design that has been validated."""

    design: LabDesign
    """The design in canonical form, with every default filled in."""
    game: Game
    wager: Wager
    start: PayTable
    """The table that it starts from."""
    table: PayTable
    """The same with the changed pays."""
    decks: int
    options: Mapping[str, str]
    basis: Basis

    @property
    def is_printed(self) -> bool:
        """Whether it is a pay table of a letter for a deck count of that letter, with no pay changed."""
        approved = self.decks in self.game.decks and self.decks in self.start.decks
        return not is_custom(self.game) and approved and self.table.lines == self.start.lines

    @property
    def counted(self) -> CountInputs:
        """The inputs of the count that pricing needs; options that the rule does not read are left out."""
        reads = [option.name for option in (*self.wager.reads, *((self.wager.choice,) if self.wager.choice else ()))]
        options = {name: value for name, value in self.options.items() if name in reads}
        groups = len(groups_seen(self.wager, self.table, self.basis, self.options))
        design = self.design
        return CountInputs(design.game, design.wager, design.rule, self.decks, options, groups)

    @property
    def shoe(self) -> Shoe:
        return Shoe.of_decks(self.decks, joker=self.game.joker)

    def sheet(self, counted: Distribution) -> ParSheet:
        """The figures over a distribution, without sentences and variants, which are not shown while typing."""
        blank = ParSheet(
            self.game, self.wager, self.table, self.decks, self.shoe, self.options, self.basis, (), 0, ()
        )  # fmt: skip
        return priced(blank, counted)

    def whole_sheet(self) -> ParSheet:
        """The complete par sheet for printing; it counts the deals or uses the cached count.

        A changed table is named by the design's id, so that it cannot be mistaken for the letter's.
        """
        own = replace(self.table, id=f"Lab {self.design.id[:8]}", cite="", heading="", game_name="")
        table = self.table if self.is_printed else own
        return par_sheet(self.game, self.wager, table, self.decks, self.options, self.basis)


def find(game: str, wager: str, rule: str) -> tuple[Game, Wager]:
    """The wager of a game that one deal decides, or that of a rule's text."""
    if rule:
        if game or wager:
            raise BadInput("a design has either a custom rule or a wager of the rulebook, not both")
        own = expression_game(rule)
        return own, wager_of_game(own)
    found = games.game(game)
    chosen = found.wager(wager)
    if not has_par_sheet(chosen):
        raise NotFound(f"{wager} of {game} is decided by how hands are played or set, not by one deal")
    return found, chosen


def opened(design: LabDesign) -> Opened:
    """Validates a design before anything is counted."""
    game, wager = find(design.game, design.wager, design.rule)
    decks = game.default_decks if design.decks is None else design.decks
    if game.joker:
        game.check_decks(decks)
    Shoe.of_decks(decks)
    options = checked_options(game, wager, design.options)
    columns = _columns(game, wager, decks, design.table)
    bet = parse_bet(design.bet, "the bet") if design.bet else default_basis(wager, columns[0], options).bet
    wager.check_bet(bet)
    start = _column(wager, columns, bet)
    if design.rule:  # a line without a pay pays nothing until its author accepts a proposal
        start = replace(start, lines=tuple(replace(line, pay=Loss()) for line in start.lines))
    known = payable(wager, start)
    pays = {name: pay for name, pay in design.pays.items() if name in known} if design.rule else design.pays
    table = with_lines(wager, start, pays)
    meter = parse_cents(design.meter, "the meter") if design.meter else None
    basis = replace(default_basis(wager, table, options), bet=bet, meter=meter)
    usual = checked_options(game, wager, {})
    filled = replace(
        design,
        decks=decks,
        table="" if design.rule else start.id,
        pays=_changed(start, table),
        options={name: value for name, value in options.items() if value != usual[name]},
    )
    return Opened(filled, game, wager, start, table, decks, options, basis)


def _columns(game: Game, wager: Wager, decks: int, table: str) -> list[PayTable]:
    """The columns of the named pay table, for these decks if there are any; of the default table if none is named."""
    if not table:
        table = game.default_table(wager, decks) if wager.table_ids(decks) else wager.tables[0].id
    named = [each for each in wager.tables if each.id == table]
    if not named:
        raise NotFound(f"{wager.slug} has no pay table {quoted(table)}: there are {listed(wager.table_ids())}")
    return [each for each in named if decks in each.decks] or [each for each in named if each.decks == named[0].decks]


def _column(wager: Wager, columns: list[PayTable], bet: Cents) -> PayTable:
    """The column that a bet reaches; the lowest if it reaches none."""
    reached = [each for each in columns if each.tier <= bet]
    if not reached and wager.requires_all_of:
        raise BadInput(f"{wager.slug} takes ${columns[0].tier // 100} or more on each spot ({wager.cite})")
    return max(reached or columns[:1], key=lambda each: each.tier)


def payable(wager: Wager, table: PayTable) -> dict[str, str]:
    """The outcomes that a line may pay, with their labels: those of the table, then the others of the wager."""
    others = {each.name: each.label for each in wager.outcomes if not each.sum_of}
    added = {line.outcome for line in table.added}
    return {line.outcome: line.label for line in table.lines} | {
        name: label for name, label in others.items() if table.line(name) is None and name not in added
    }


def with_lines(wager: Wager, start: PayTable, pays: Mapping[str, str]) -> PayTable:
    """The table with these pays instead; a line that it does not have is added at the end."""
    known = payable(wager, start)
    for name in pays:
        if name not in known:
            raise BadInput(f"{wager.slug} has no line {quoted(name)}: it has {listed(known)}")
    lines = []
    for name, label in known.items():
        line, text = start.line(name), pays.get(name)
        if text is None:
            lines += [line] if line else []
        elif text.strip() != NO_LINE:
            try:
                pay = parse_pay(text)
            except BadInput as error:
                raise BadInput(f"{label}: {error}") from None
            lines.append(replace(line, pay=pay) if line else PayLine(name, label, pay))
    if not lines:
        raise BadInput("a pay table needs at least one line")
    return start if tuple(lines) == start.lines else replace(start, lines=tuple(lines))


def _changed(start: PayTable, table: PayTable) -> dict[str, str]:
    """Outcome -> pay, where two tables differ."""
    names = dict.fromkeys(line.outcome for line in (*start.lines, *table.lines))
    pays = {name: (_pay(start, name), _pay(table, name)) for name in names}
    return {name: new for name, (old, new) in pays.items() if old != new}


def _pay(table: PayTable, name: str) -> str:
    line = next((line for line in table.lines if line.outcome == name), None)
    return NO_LINE if line is None else str(line.pay)


def evaluation(found: Opened, counted: Distribution) -> dict[str, Any]:
    """Every figure of a design, each as a fraction and a decimal, with the names of a par sheet's record."""
    sheet = found.sheet(counted)
    entries: dict[str, Any] = {
        "id": found.design.id,
        "design": found.design.to_dict(),
        "name": found.wager.name,
        "printed": found.is_printed,
        "standing": standing(found),
        "pay_table": pay_lines(found, counted),
        "outcomes": [outcome_record(row) | {"wins": row.wins, "shown": _row_shown(row)} for row in sheet.rows],
        **pair("house_edge", sheet.house_edge),
        **pair("hit_frequency", sheet.hit_frequency),
        "standard_deviation": sheet.standard_deviation,
        "variance_exact": None if sheet.variance is None else str(sheet.variance),
        "volatility_index": sheet.volatility_index,
        "skewness": sheet.skewness,
        "total": sheet.total,
        "method": counted.method,
        "bet_cents": found.basis.bet,
        "progressive": None,
    }
    if sheet.average_win is not None:
        entries |= pair("average_win", sheet.average_win / 100)
    if has_meter(sheet):
        entries["progressive"] = record(progressive(sheet), preset_of(sheet))
    return entries | {"shown": _shown(sheet)}


def standing(found: Opened) -> str:
    """The approval status of the table."""
    if found.design.rule:
        return "A rule of your own: no letter approves it."
    if found.is_printed:
        return f"As printed: {found.game.letter.citation}, pay table {found.table.id}."
    return f"A proposal, from pay table {found.start.id} of {found.game.letter.citation}: no letter approves it."


def _shown(sheet: ParSheet) -> dict[str, str]:
    """The figures formatted for display and print."""
    shown = {
        "house_edge": percent(sheet.house_edge),
        "hit_frequency": percent(sheet.hit_frequency, 3),
        "standard_deviation": number(sheet.standard_deviation),
        "volatility_index": number(sheet.volatility_index, 3),
    }
    if sheet.average_win is not None:
        shown["average_win"] = f"${fixed(sheet.average_win / 100, 4)}"
    if has_meter(sheet):
        even = progressive(sheet).break_even_meter
        shown["break_even_meter"] = "never" if even is None else f"${fixed(even / 100, 0)}"
    return shown


def _row_shown(row: OutcomeRow) -> dict[str, str]:
    return {
        "count": f"{row.count:,}",
        "one_in": one_in(row.one_in),
        "probability": percent(row.probability, 4),
        "return": fixed(row.returned, 5),
    }


def pay_lines(found: Opened, counted: Distribution | None = None) -> list[dict[str, Any]]:
    """Every line that may be paid: its pay, and the pay in the starting table. A line of a custom rule without a pay
    has none; once the deals are counted it has a proposed pay."""
    lines = [
        {"outcome": name, "label": label, "pays": _pay(found.table, name), "was": _pay(found.start, name)}
        for name, label in payable(found.wager, found.start).items()
    ]
    if found.design.rule:
        proposed = proposed_pays(found, counted) if counted is not None else {}
        for line in lines:
            line["was"] = NO_LINE
            if line["outcome"] not in found.design.pays:
                line |= {"pays": NO_LINE, "proposed": proposed.get(line["outcome"], NO_LINE)}
    return lines


def session_record(sheet: ParSheet, rounds: int) -> dict[str, Any]:
    """The result of this many rounds, as a histogram and in words, in units of one bet."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"a session in the Lab has 1 to {MOST_ROUNDS:,} rounds, not {rounds:,}")
    made: SessionDistribution = session(sheet, rounds)
    return {
        "rounds": rounds,
        **pair("mean", made.mean),
        "standard_deviation": made.standard_deviation,
        "chance_ahead": made.chance_ahead,
        "chance_even": made.chance_even,
        "chance_behind": made.chance_behind,
        "quantiles": {
            str(chance): float(made.quantile(chance)) for chance in (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
        },
        "bins": [
            {"low": decimal(bar.low), "high": decimal(bar.high), "chance": bar.chance} for bar in made.histogram(BINS)
        ],
        "method": made.method,
        "error": made.error,
    }


def removal_record(sheet: ParSheet, without: Mapping[Cards, Distribution]) -> dict[str, Any]:
    """The change of the house edge when one card leaves the shoe, from the distributions without each."""
    whole = expected_loss(sheet)
    by_card: dict[int, Fraction] = {}
    for cards, counted in without.items():
        by_card |= dict.fromkeys(cards, expected_loss(priced(sheet, counted)) - whole)
    made = Removal(sheet, whole, dict(sorted(by_card.items())))
    return {
        **pair("house_edge", whole),
        "effects": [
            {"label": each.label, "copies": each.copies, **pair("change", each.change)} for each in made.effects
        ],
    }


def row_of(found: Opened, answer: int) -> OutcomeRow:
    """The row of the sheet for an answer of the rule."""
    return next(row for row in found.sheet(Distribution({answer: 1}, 1, "")).rows if row.count)


def presets(wager: Wager) -> list[dict[str, Any]]:
    """The pay tables of a wager, by id and deck counts; the columns of one table are one entry."""
    found: dict[tuple[str, tuple[int, ...]], dict[str, Any]] = {}
    for table in wager.tables:
        entry = found.setdefault(
            (table.id, table.decks), {"id": table.id, "decks": list(table.decks), "columns_cents": [], "pays": {}}
        )
        entry["columns_cents"].append(table.tier)
        entry["pays"] |= {line.outcome: str(line.pay) for line in table.lines if line.outcome not in entry["pays"]}
    return list(found.values())


def options_of(game: Game, wager: Wager) -> list[Option]:
    """The options of the house or the player that change this wager's figures, including offers of added lines."""
    on_top = {line.outcome.replace("_", "-") for table in wager.tables for line in table.added}
    offered = [option for option in game.options if option.name in on_top]
    return [*wager.reads, *([wager.choice] if wager.choice else []), *offered]


def wagers() -> list[dict[str, Any]]:
    """Every wager of the rulebook, with the reason if the Lab cannot open it."""
    entries = []
    for game in games.all_games():
        for wager in game.wagers:
            fits = has_par_sheet(wager)
            options = options_of(game, wager)
            entries.append(
                {
                    "game": game.slug,
                    "game_name": game.name,
                    "wager": wager.slug,
                    "name": wager.name,
                    "about": wager.about,
                    "letter": game.letter.number,
                    "decks": list(game.decks) if game.joker else list(range(1, 9)),
                    "approved_decks": list(game.decks),
                    "default_decks": game.default_decks,
                    "default_table": game.default_table(wager, game.default_decks) if fits else "",
                    "tables": presets(wager),
                    "outcomes": [{"outcome": each.name, "label": each.label} for each in wager.outcomes],
                    "options": [
                        {
                            "name": option.name,
                            "choices": list(option.choices),
                            "default": option.default,
                            "meaning": option.meaning,
                        }
                        for option in options
                    ],
                    "takes_bet": not wager.requires_all_of,
                    "designable": fits,
                    "why_not": "" if fits else "decided by how hands are played or set, not by one deal",
                }
            )
    return entries
