"""Rules on tables: how many, which games, wagers, seats, limits, cards, postings, aggregate limits and tokes."""

from datetime import date
from fractions import Fraction
from typing import Final

from pitbook.compliance.findings import EVERYWHERE, Case, ComplianceRule, Findings, Subject, rule
from pitbook.compliance.limits import FIRST_DAY, OVER, SEATS, SEPARATE_GAMES, Ceiling, ceiling_on, in_force
from pitbook.compliance.property import NUMBER, posted_hash
from pitbook.compliance.tables import CheckedTable
from pitbook.games import all_games, exists
from pitbook.games import game as game_of
from pitbook.games.model import Game, listed
from pitbook.money import Cents, format_cents
from pitbook.pay import Odds
from pitbook.table.config import TableConfig

MOST_TABLES: Final = 15
RULES: Final[list[ComplianceRule]] = []
_APPROVE: Final = "open it as its letter approves it"


@rule(RULES, "WA-01", "At most 15 tables, each with its own id", "RCW 9.46.0282", "verified", FIRST_DAY)
def tables_of_a_house(case: Case) -> Findings:
    authorised = case.of.tables_authorised
    most = min(MOST_TABLES, authorised) if case.is_card_room else authorised
    if case.is_card_room and authorised > MOST_TABLES:
        allowed = f"no card room is authorised for more than {MOST_TABLES}"
        yield EVERYWHERE, f"tables_authorised is {authorised}", allowed
    if len(case.tables) > most:
        yield EVERYWHERE, f"{len(case.tables)} tables", f"at most {most}"
    names = [table.id for table in case.tables]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Subject(table=name), "the id is given to more than one table", "each table has its own"


@rule(
    RULES,
    "WA-02",
    "Only what a letter or a regulation approves, from its day on",
    "WAC 230-15-035",
    "verified",
    FIRST_DAY,
)
def approved_games(case: Case) -> Findings:
    for table in case.tables:
        if table.game is None:
            wrong = f"{listed(game for game in table.entry.games if not exists(game))} is not a game of the rulebook"
            yield Subject(table=table.id), wrong, f"approved are {listed(approved_slugs())}"
            continue
        for game in map(game_of, table.entry.games):
            letter = game.letter
            if letter.outside:
                wrong = f"{game.name} was loaded from outside Pitbook: it is not approved and opens for play money only"
                yield Subject(table=table.id), wrong, f"approved are {listed(approved_slugs())}"
            elif letter.listing:
                yield from _listed_only(case, table, game)
            elif not letter.is_approval:
                wrong = f"{game.name} is approved by no letter and no regulation"
                yield Subject(table=table.id), wrong, f"approved are {listed(approved_slugs())}"
            elif case.on < letter.dated:
                wrong = f"{game.name} is not approved on {case.on}"
                yield Subject(table=table.id), wrong, f"{letter.citation} is of {letter.dated}"
        for each in table.refused:
            if each.key != "seats" and not each.key.startswith("aggregate."):
                yield Subject(table=table.id, part=each.key), each.words, _APPROVE


def _listed_only(case: Case, table: CheckedTable, game: Game) -> Findings:
    """A game that a letter only lists needs the house's own rules sheet, which confirms its pay tables."""
    approval, part = case.of.approvals.get(game.slug), f"approvals.{game.slug}.rules_sheet"
    sheet, place = approval.rules_sheet if approval else None, Subject(table=table.id, part=part)
    cite = f"WAC 230-15-035; {game.letter.listing}"
    if approval is None or sheet is None:
        wrong = f"{game.letter.listing} names {game.name} and encloses no rules, and no rules sheet is on file"
        yield place, wrong, "put the house's own rules sheet on file, with its SHA-256 and its pay tables", cite
        return
    if sheet.evidence.day > case.on:
        yield place, f"the rules sheet is dated {sheet.evidence.day}", f"on {case.on} it is not in force", cite
    if not approval.package:
        wrong = f"the rules sheet of {game.name} is on file, and the package that plays it is not confirmed"
        yield Subject(table=table.id, part=f"approvals.{game.slug}.package"), wrong, "record the package's hash", cite
    played = table.config.layout.tables if table.config is not None else {}
    offered = table.config.offered if table.config is not None else ()
    for slug, tables in played.items():
        wager = game.wager(slug)
        if slug not in offered and wager.requires_all_of not in offered:
            continue
        confirmed = sheet.pay_tables.get(slug)
        if confirmed != tables[0].id:
            has = f"the rules sheet confirms {confirmed}" if confirmed else "the rules sheet confirms none"
            yield place, f"{wager.name} is paid by {tables[0].id}", f"{has}: confirm it, or pay by that one", cite


def approved_slugs() -> list[str]:
    """The games that a letter or a regulation approves."""
    return [game.slug for game in all_games() if game.letter.is_approval]


def wac_limits_apply(case: Case, table: CheckedTable) -> bool:
    """Whether WAC 230-15-040 and -140 apply: to card rooms, and where the letter says so (002) to tribal casinos."""
    if case.is_card_room or table.game is None:
        return case.is_card_room
    limits = [condition for condition in table.game.letter.conditions if condition.kind == "wager limits"]
    return any(condition.applies_to in ("all", "tribal casinos") for condition in limits)


@rule(RULES, "WA-03", "Separate games on one hand of cards", "WAC 230-15-040", "partly read", FIRST_DAY)
def separate_games(case: Case) -> Findings:
    limit = in_force(SEPARATE_GAMES, case.on)
    for table, config in case.configs():
        if not wac_limits_apply(case, table):
            continue
        # Match The Dealer's five spots are one separate game (letters, conventions).
        games = config.separate_games()
        if len(games) > limit.most:
            wrong = f"{len(games)} separate games"
            yield Subject(table=table.id), wrong, f"on {case.on} at most {limit.most} a hand"
        over = config.separate_games(above=OVER)
        if len(over) > limit.most_over:
            yield (
                Subject(table=table.id),
                f"{listed(over)} take wagers over {format_cents(OVER)}",
                f"at most {limit.most_over} of the games may; limit the others to {format_cents(OVER)}",
            )


@rule(RULES, "WA-04", "Seats", "WAC 230-15-055; letter 004, rule 6", "partly read", FIRST_DAY)
def seats(case: Case) -> Findings:
    limit = in_force(SEATS, case.on)
    for table in case.known():
        yield from (
            (Subject(table=table.id), each.words, "seat fewer players") for each in table.refused if each.key == "seats"
        )
        if case.is_card_room and table.config is not None and table.config.seats > limit.most:
            yield Subject(table=table.id), f"{table.config.seats} seats", f"on {case.on} at most {limit.most}"


@rule(RULES, "WA-05", "No wager above the ceiling", "WAC 230-15-140", "partly read", FIRST_DAY)
def ceilings(case: Case) -> Findings:
    ceiling = ceiling_on(case.on)
    if case.is_card_room:
        high = [table.id for table in case.tables if table.entry.high_limit]
        allowed = ceiling.high_tables(case.of.tables_authorised)
        if len(high) > allowed:
            yield EVERYWHERE, f"{listed(high)} marked high_limit", f"on {case.on} {allowed} tables may be"
    elif case.of.wager_ceiling is None:
        yield EVERYWHERE, "no wager ceiling is stated", "state in [property] the wager_ceiling of the compact"
    for table, config in case.configs():
        top = _top(case, table, ceiling)
        for slug, limits in config.limits.items():
            if top is not None and limits.high > top:
                place = Subject(table=table.id, part=slug)
                yield (
                    place,
                    f"a highest bet of {format_cents(limits.high)}",
                    f"at most {format_cents(top)} on {case.on}",
                )


def _top(case: Case, table: CheckedTable, ceiling: Ceiling) -> Cents | None:
    """The highest bet at a table: the house's own ceiling, the state's, or the lower of both."""
    own = case.of.wager_ceiling
    if not wac_limits_apply(case, table):
        return own
    state = ceiling.high if table.entry.high_limit and ceiling.high and case.is_card_room else ceiling.most
    return state if own is None else min(state, own)


@rule(
    RULES, "WA-06", "Cards come from a shoe or an approved shuffler", "WAC 230-15-465", "partly read", FIRST_DAY,
    card_rooms_only=True,
)  # fmt: skip
def dealt_from(case: Case) -> Findings:
    for table in case.tables:
        if table.entry.deal_source == "hand":
            yield Subject(table=table.id), "dealt from the hand", "deal from a shoe or an approved shuffler"


@rule(RULES, "WA-07", "Postings are up before a table opens", "WAC 230-15-060", "verified", FIRST_DAY)
def postings(case: Case) -> Findings:
    allowed = "print them with pitbook postings, put them up, then write the number on them as postings"
    for table in case.tables:
        number = table.entry.postings
        if not number:
            yield Subject(table=table.id), "the postings are not acknowledged", allowed
        elif not posted_hash(case.of, table.id).startswith(number):
            wrong = f"the postings that are up are stale: {number[:NUMBER]} is not of this configuration"
            yield Subject(table=table.id), wrong, allowed
    if not case.of.dispute.strip():
        yield EVERYWHERE, "no dispute procedure is stated", "state it in [property], dispute: it is posted"
    if not case.of.employees.strip():
        yield EVERYWHERE, "no policy on employees' play is stated", "state it in [property], employees: it is posted"


@rule(RULES, "WA-11", "Aggregate payout limits and their floor", "WAC 230-15-490", "verified", FIRST_DAY)
def aggregate_limits(case: Case) -> Findings:
    # The floor of 2021 is used for every day, because the live table knows no other.
    for table in case.tables:
        for each in table.refused:
            if each.key.startswith("aggregate."):
                place = Subject(table=table.id, part=each.key.removeprefix("aggregate."))
                yield place, each.words, "raise the limit, or leave it out"


@rule(RULES, "WA-12", "Tokes", "WAC 230-15-491", "verified", date(2021, 1, 1), card_rooms_only=True)
def tokes(case: Case) -> Findings:
    given = case.of.tokes
    configs = [config for _, config in case.configs()]
    ceiling = ceiling_on(case.on).most
    highest = Fraction(0)
    for slug, limits in given.limits.items():
        place = Subject(part=f"tokes on {slug}")
        offering = [config for config in configs if slug in config.offered]
        if not offering:
            yield place, "no table offers this wager", "leave it out"
            continue
        if any(config.progressive == slug for config in offering):
            yield place, "the wager plays for a jackpot", "no toke is taken on it"
        if not 0 < limits.low <= limits.high:
            yield place, f"limits of {limits}", "the lowest toke is above zero and not above the highest"
        elif limits.high > ceiling:
            yield place, f"a highest toke of {format_cents(limits.high)}", f"at most {format_cents(ceiling)}"
        odds = max(highest_odds(config, slug) for config in offering)
        highest = max(highest, limits.high * min(odds, Fraction(50)))
    if given.payout is not None and given.payout < highest:
        yield (
            Subject(part="tokes"),
            f"tokes are paid at most {format_cents(given.payout)}",
            f"at least {format_cents(int(highest))}: the highest toke times 50, or times its odds where they are less",
        )


def highest_odds(config: TableConfig, slug: str) -> Fraction:
    """The highest odds of a wager, to 1, without fixed sums and shares of a meter."""
    house = config.game.wager(slug).house_table
    tables = config.layout.tables.get(slug, ()) if house is None else (house(config.layout.options),)
    return max(
        (line.pay.net for table in tables for line in table.lines if isinstance(line.pay, Odds)), default=Fraction(0)
    )


@rule(
    RULES, "LETTER-QUALIFY", "Bets that qualify for envy and Super Bonus can be made",
    "letters 000, 002, 003 and 004: $5, and $25 for the higher column", "verified", FIRST_DAY, stops=False,
)  # fmt: skip
def qualifying_bets(case: Case) -> Findings:
    for table, config in case.configs():
        for slug, tables in config.layout.tables.items():
            wager = config.game.wager(slug)
            place = Subject(table=table.id, part=slug)
            if slug in config.offered and wager.envy_minimum is not None:
                pays = any(line.envy for each in tables for line in each.lines)
                if pays and config.limits[slug].high < wager.envy_minimum:
                    wrong = f"no bet reaches the {format_cents(wager.envy_minimum)} that qualify for envy"
                    yield place, wrong, "raise the highest bet, or choose a pay table without envy", wager.cite
            if wager.requires_all_of in config.offered:
                high = config.limits[wager.requires_all_of].high
                missed = [each.tier for each in tables if each.tier > high]
                if missed:
                    wrong = f"no bet of {format_cents(high)} on {wager.requires_all_of} reaches {_tiers(missed)}"
                    yield place, wrong, "raise the highest bet: the column is printed on the felt", wager.cite


def _tiers(tiers: list[Cents]) -> str:
    return listed(f"the {format_cents(tier)} column" for tier in tiers)
