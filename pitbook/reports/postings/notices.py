"""The notices that must be posted at a table (WAC 230-15-060), made from its configuration: one placard each."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from pitbook.compliance.property import NUMBER, JackpotEntry, Property, TableEntry, posted_hash
from pitbook.compliance.tables import config_of, prize_of
from pitbook.errors import NotFound, quoted
from pitbook.games import games_of
from pitbook.games.meter_wins import is_posted_prize
from pitbook.games.model import Wager, listed
from pitbook.games.settle import Layout
from pitbook.money import format_cents
from pitbook.pay import MeterShare, PayLine, PayTable, Prize, Push, format_percent, is_offered
from pitbook.reports.family import family_of
from pitbook.reports.postings.words import steps, wager_words
from pitbook.table.config import TableConfig

HOUSE_DISCLOSURES: Final = (
    "No player money is involved: the prize is the casino's own.",
    "Every player who makes the winning hand is paid the full posted prize.",
    "The house jackpot may be removed without notice.",
)
PRECEDENCE: Final = (
    "Title 230 of the Washington Administrative Code",
    "the approved rules of the game's manufacturer",
    "the approved rules of this house",
    "a standard book of card game rules",
)
"""Which rules apply in a dispute (WAC 230-15-065)."""


@dataclass(frozen=True, slots=True)
class PlacardBlock:
    """A part of a placard: words, or a table of figures."""

    heading: str = ""
    words: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    note: str = ""
    big: str = ""
    """An amount in large print."""
    numbered: bool = False
    footnotes: tuple[str, ...] = ()
    """The letter's footnote under a pay table."""


@dataclass(frozen=True, slots=True)
class Placard:
    """One notice."""

    id: str
    title: str
    blocks: tuple[PlacardBlock, ...]


@dataclass(frozen=True, slots=True)
class Postings:
    """Everything that is posted at one table."""

    house: str
    table: str
    game: str
    letter: str
    dated: date
    """The letter's date, used as the document's date, so that the same configuration gives the same bytes."""
    hash: str
    """The hash of the table's configuration, by which an agent compares notice and table."""
    placards: tuple[Placard, ...]

    @property
    def number(self) -> str:
        """The number to write as ``postings`` in the property's file once the notices are up."""
        return self.hash[:NUMBER]


def postings(of: Property, table: str) -> Postings:
    """The notices of a table; raises if its letter does not approve the table."""
    entry = next((entry for entry in of.tables if entry.id == table), None)
    if entry is None:
        known = listed(entry.id for entry in of.tables) or "none"
        raise NotFound(f"the property has no table {quoted(table)}: it has {known}")
    config = config_of(entry, prize_of(entry, of.jackpots))
    jackpot = next((each for each in of.jackpots if table in each.tables), None)
    letter = config.game.letter
    made = [
        _rules(config),
        _pay_tables(config),
        _limits(of, entry, config),
        *([_jackpot(config, jackpot)] if jackpot is not None else []),
        _disputes(of),
    ]
    cite = f"{letter.citation} of {letter.day}" if letter.day else letter.citation
    return Postings(of.name, table, config.name, cite, letter.day_printed, posted_hash(of, table), tuple(made))


def _rules(config: TableConfig) -> Placard:
    blocks = [PlacardBlock(words=(config.game.about,))]
    base = family_of(config.game).posted_rules(config)
    if base is not None:
        blocks.append(PlacardBlock(base.heading, base.sentences))
    played = games_of(config.game)
    for game in played:
        heading = "How a round goes" if len(played) == 1 else f"How a round of {game.name} goes"
        blocks.append(PlacardBlock(heading, tuple(steps(config, game)), numbered=True))
    blocks += [
        PlacardBlock(wager.name, tuple(wager_words(config, wager))) for wager in paying(config) if not wager.house_table
    ]
    return Placard("rules", "Rules of play", tuple(blocks))


def paying(config: TableConfig) -> list[Wager]:
    """The wagers offered, and those that come with them."""
    game = config.game
    return [wager for wager in game.wagers if wager.slug in config.offered or wager.requires_all_of in config.offered]


def _pay_tables(config: TableConfig) -> Placard:
    return Placard("pay-tables", "Pay tables", tuple(pay_block(config.layout, wager) for wager in paying(config)))


def pay_block(layout: Layout, wager: Wager) -> PlacardBlock:
    """A wager's pays at this table, with tiers and envy side by side."""
    tables = layout.tables.get(wager.paid_as or wager.slug) or (
        [wager.house_table(layout.options)] if wager.house_table else []
    )
    first = tables[0]
    offered = [line for line in first.added if is_offered(line, layout.options)]
    # A wager that is paid on another's stake returns nothing, so a line that pays nothing is not posted.
    printed = [line for line in first.lines if not (wager.requires_all_of and isinstance(line.pay, Push))]
    lines = [*printed, *offered]
    envy = any(line.envy for line in lines)
    several = len(tables) > 1
    columns = [f"{format_cents(table.tier)} or more" for table in tables] if several else ["Pays"]
    rows = [
        (line.label, *(_pay(table, line, layout) for table in tables), *([_envy(line)] if envy else []))
        for line in lines
    ]
    ids = "" if first.id == "house" else f"Pay table {first.id}, {first.cite}."
    heading = f"{wager.name}: {first.heading}" if first.heading else wager.name
    what = (
        f"on the spots of {layout.game.wager(wager.requires_all_of).name}" if several and wager.requires_all_of else ""
    )
    headings = ("Hand" if not wager.house_table else "Result", *columns, *(["Envy"] if envy else []))
    note = " ".join(part for part in (*wager.footnotes, _tier_note(what), ids) if part)
    return PlacardBlock(heading, (), headings, tuple(rows), note, footnotes=wager.footnotes)


def _tier_note(what: str) -> str:
    return f"Columns are by the lowest bet {what}." if what else ""


def _pay(table: PayTable, line: PayLine, layout: Layout) -> str:
    """The pay of a line in this column; a prize at the value that the house states."""
    own = table.line(line.outcome)
    pay = own.pay if own is not None else line.pay
    if isinstance(pay, Prize):
        return f"{pay.name} ({layout.options.get(f'{pay.name}-value', format_cents(pay.cents))})"
    if isinstance(pay, MeterShare) and is_posted_prize(layout.options):
        return str(pay).replace("of meter", "of prize")  # a house jackpot has no meter (WAC 230-15-671)
    return str(pay)


def _envy(line: PayLine) -> str:
    return format_cents(line.envy) if line.envy else ""


def _limits(of: Property, entry: TableEntry, config: TableConfig) -> Placard:
    rows = []
    for slug in config.offered:
        limits, wager = config.limits[slug], config.game.wager(slug)
        spots = f", each of {wager.spots} spots" if wager.spots else ""
        if limits.low == limits.high:
            rows.append((f"{wager.name}{spots}", "exactly", format_cents(limits.low)))
        else:
            # The lowest raise follows from the first bet, by the rules of play.
            lowest = "" if wager.in_round and slug not in entry.limits else format_cents(limits.low)
            rows.append((f"{wager.name}{spots}", lowest, format_cents(limits.high)))
    blocks = [PlacardBlock("Wager limits", (), ("Wager", "Lowest", "Highest"), tuple(rows))]
    games = len(config.separate_games())
    blocks.append(
        PlacardBlock(words=(f"{config.seats} seats. A player may bet on at most {games} games with one hand.",))
        if games > 1
        else PlacardBlock(words=(f"{config.seats} seats.",))
    )
    if config.aggregate:
        blocks.append(
            PlacardBlock(
                "Aggregate payout limits",
                ("In one deal the house pays all players together at most this much in odds. Larger wins share it.",),
                ("Wager", "Most from one deal"),
                tuple((config.game.wager(slug).name, format_cents(cents)) for slug, cents in config.aggregate.items()),
                "WAC 230-15-490.",
            )
        )
    tokes = [(slug, limits) for slug, limits in of.tokes.limits.items() if slug in config.offered]
    if tokes:
        most = (
            f" The house pays at most {format_cents(of.tokes.payout)} on a toke." if of.tokes.payout is not None else ""
        )
        blocks.append(
            PlacardBlock(
                "Bets for the dealer",
                (f"A toke is a separate bet and does not count toward the aggregate limits.{most}",),
                ("Wager", "Lowest", "Highest"),
                tuple(
                    (config.game.wager(slug).name, format_cents(each.low), format_cents(each.high))
                    for slug, each in tokes
                ),
                "The house takes no tokes on jackpot wagers." if config.progressive else "",
            )
        )
    fees = family_of(config.game).fees(config)
    if fees:
        blocks.append(PlacardBlock("Fees", fees))
    return Placard("limits", "Limits", tuple(blocks))


def _jackpot(config: TableConfig, entry: JackpotEntry) -> Placard:
    wager = config.game.wager(entry.wager)
    bet = f"The wager is exactly {format_cents(entry.bet)}; it is the same for every player."
    shares = tuple(
        (line.label, _pay(table, line, config.layout))
        for table in config.layout.tables[entry.wager]
        for line in table.lines
        if isinstance(line.pay, MeterShare)
    )
    if entry.kind == "house":
        cites = filter(None, ("WAC 230-15-671", config.game.cites.get("house jackpot")))
        blocks = (
            PlacardBlock(big=format_cents(entry.seed), words=("The posted prize.",)),
            PlacardBlock(words=(bet,)),
            PlacardBlock("What wins it", (), ("Hand", "Pays"), shares),
            PlacardBlock("Notice", HOUSE_DISCLOSURES, note=f"{'; '.join(cites)}."),
        )
        return Placard("house-jackpot", f"{wager.name}: house jackpot", blocks)
    return Placard(
        "jackpot",
        f"{wager.name}: progressive jackpot",
        (
            PlacardBlock(words=("The meter at this table shows what may be won now. It grows with every wager.", bet)),
            PlacardBlock("What wins it", (), ("Hand", "Pays"), shares),
            PlacardBlock("How it grows", tuple(_terms(entry)), note="WAC 230-15-671 and 230-15-685."),
        ),
    )


def _terms(entry: JackpotEntry) -> Iterator[str]:
    seed = format_cents(entry.seed)
    yield f"It starts at {seed}. After the whole meter is won it starts again, at {seed} plus the reserve."
    yield f"Of each wager {format_percent(entry.contribution)} is added to the meter" + (
        f" and {format_percent(entry.reserve)} to the reserve." if entry.reserve else "."
    )
    if entry.limit is not None:
        yield f"The meter shows at most {format_cents(entry.limit)}; the excess remains the players' money."
    if len(entry.tables) > 1:
        yield f"{len(entry.tables)} tables of this house share this jackpot."
    yield "The meter and the reserve are the players' money; the house only keeps it."
    yield (
        "The house lowers the meter only to pay a win, to correct a malfunction, or for another reason that the "
        "regulation lists, and records each time."
    )


def _disputes(of: Property) -> Placard:
    return Placard(
        "disputes",
        "Disputes",
        (
            PlacardBlock("If you disagree with a payment", (of.dispute or "Ask for the floor supervisor.",)),
            PlacardBlock("Which rules apply, in this order", PRECEDENCE, note="WAC 230-15-065.", numbered=True),
            PlacardBlock("Employees", (of.employees or "Ask for the policy on employees' play.",)),
            PlacardBlock(
                "On request",
                ("Ask to see the full rules of play and this house's internal controls on card games.",),
            ),
        ),
    )
