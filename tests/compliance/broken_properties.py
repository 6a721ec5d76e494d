"""The example properties, and small changes of them that each break one rule, with the expected refusal."""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

from pitbook.compliance.findings import Finding
from pitbook.compliance.property import NUMBER, Property, parse_property, posted_hash
from pitbook.compliance.rules import findings
from pitbook.errors import BadInput

EXAMPLES: Final = Path(__file__).parent.parent.parent / "examples"
ROOM: Final = (EXAMPLES / "property.toml").read_text("utf-8")
CASINO: Final = (EXAMPLES / "property-tribal.toml").read_text("utf-8")
TODAY: Final = date(2026, 11, 16)


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A text with pieces replaced; each piece must occur in it."""
    for old, new in changes:
        assert old in text, f"{old!r} is not in the example"
        text = text.replace(old, new)
    return posted(text)


UP: Final = "000000000000"
"""A placeholder for the number of the posted notices; the numbers in the examples are replaced too."""
NUMBERS: Final = "|".join([UP, *re.findall(r'postings = "([0-9a-f]{12})"', ROOM + CASINO)])


def posted(text: str) -> str:
    """A property's text with its notices printed again and put up."""
    try:
        of = parse_property(text)
    except BadInput:
        return text
    head, *parts = text.split("[[table]]")
    for place, (part, entry) in enumerate(zip(parts, of.tables, strict=True)):
        number = posted_hash(of, entry.id)[:NUMBER]
        parts[place] = re.sub(f'postings = "({NUMBERS})"', f'postings = "{number}"', part)
    return "[[table]]".join([head, *parts])


def property_of(*changes: tuple[str, str], text: str = ROOM) -> Property:
    return parse_property(changed(text, *changes))


def found(*changes: tuple[str, str], text: str = ROOM, on: date = TODAY) -> list[Finding]:
    return findings(property_of(*changes, text=text), on)


@dataclass(frozen=True)
class Broken:
    """A change of an example, the rule that it breaks, and the whole sentence."""

    rule: str
    sentence: str
    changes: tuple[tuple[str, str], ...]
    text: str = ROOM
    on: date = TODAY
    cite: str = ""
    """The paragraph that the finding cites, where its rule is of several letters."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence[:60]}"


def room(rule: str, sentence: str, *changes: tuple[str, str], on: date = TODAY, cite: str = "") -> Broken:
    return Broken(rule, sentence, changes, on=on, cite=cite)


def casino(rule: str, sentence: str, *changes: tuple[str, str], on: date = TODAY, cite: str = "") -> Broken:
    return Broken(rule, sentence, changes, CASINO, on, cite)


LINKED: Final = "WAC 230-15-685; letter 003, paragraph after the approved wagers"
POKER_TABLE: Final = 'id = "poker-1"\ngame = "match-n-poker"\n'
JACKPOT_TABLES: Final = 'tables = ["royal-1", "royal-2"]'
COMPONENTS: Final = '"Nexus Command Game Manager" = "v1.3.0"\n"Nexus Command Table Controller Software" = "v2.0.0"\n'
KEYED: Final = (
    ('controller = "card"', 'controller = "keyed"'),
    (
        f'{COMPONENTS}"ViPS display" = "v1.2.0"',
        (
            '"Game Manager" = "v6.6 Build 520"\n"Aquarius Controller" = "v6.5.6SP"\n"Coin Spot" = "v6.0"\n'
            '"CHAM2+ display" = "v1.66P$"'
        ),
    ),
)
"""The example on the older controller, which is fine too."""

SIXTEEN: Final = "\n".join(
    f'[[table]]\nid = "more-{number}"\ngame = "match-n-poker"\npostings = "{UP}"\n' for number in range(1, 14)
)

FILED_COMMISSION: Final = (
    "[approvals.royal-riches-pai-gow.conditions]",
    (
        '[approvals.royal-riches-pai-gow.commission]\nrate = "7%"\ndocument = "IC 7.2"\nday = 2026-02-02\n'
        'person = "M. W."\n[approvals.royal-riches-pai-gow.conditions]'
    ),
)

BROKEN: Final = (
    # -- WA-01: tables of a house
    room("WA-01", "the property: 3 tables; at most 2", ("tables_authorised = 5", "tables_authorised = 2")),
    room(
        "WA-01",
        "the property: tables_authorised is 16; no card room is authorised for more than 15",
        ("tables_authorised = 5", "tables_authorised = 16"),
    ),
    room(
        "WA-01",
        "the property: 16 tables; at most 15",
        ("tables_authorised = 5", "tables_authorised = 40"),
        ("[[jackpot]]", f"{SIXTEEN}\n[[jackpot]]"),
    ),
    room(
        "WA-01",
        "table royal-1: the id is given to more than one table; each table has its own",
        ('id = "poker-1"', 'id = "royal-1"'),
    ),
    casino("WA-01", "the property: 3 tables; at most 2", ("tables_authorised = 40", "tables_authorised = 2")),
    # -- WA-02: only what a letter approves
    room(
        "WA-02",
        "table poker-1: go-fish is not a game of the rulebook; approved are million-dollar-match-the-dealer, "
        "match-n-poker, royal-riches-pai-gow, royal-match-21 and ez-pai-gow",
        (POKER_TABLE, 'id = "poker-1"\ngame = "go-fish"\n'),
    ),
    room(
        "WA-02",
        "table poker-1, decks: match-n-poker is approved for 2, 4, 5, 6 and 8 decks, not 3 (letter 001); "
        "open it as its letter approves it",
        (f"{POKER_TABLE}decks = 6", f"{POKER_TABLE}decks = 3"),
    ),
    room(
        "WA-02",
        "table poker-1, pay_tables.match-n-poker: match-n-poker has no pay table '99': it has 1, 2, 3, 4, 5 "
        "and 6; open it as its letter approves it",
        ('match-n-poker = "4"', 'match-n-poker = "99"'),
    ),
    room(
        "WA-02",
        "table royal-1, wagers: blazing-7s and royal-match-progressive are never offered together: one progressive "
        "wager a table (letter 003, Blazing 7's Progressive rule 1); open it as its letter approves it",
        (
            'seats = 7\nwagers = ["base", "royal-match", "royal-match-progressive"]',
            'seats = 7\nwagers = ["base", "royal-match", "royal-match-progressive", "blazing-7s"]',
        ),
    ),
    room(
        "WA-02",
        "table poker-1, wagers: a table of match-n-poker offers its base wager: the others are optional (letter 001); "
        "open it as its letter approves it",
        ('pay_tables = { match-n-poker = "4" }', 'pay_tables = { match-n-poker = "4" }\nwagers = ["match-n-poker"]'),
    ),
    room(
        "WA-02",
        "table poker-1, options.crown-treasure: match-n-poker has no option 'crown-treasure': it has soft17, "
        "blackjack-pays, rounding and king-ace-deuce; open it as its letter approves it",
        ('pay_tables = { match-n-poker = "4" }', 'options = { crown-treasure = "yes" }'),
    ),
    room(
        "WA-02",
        "table royal-1, limits.royal-match-progressive: royal-match-progressive is exactly $1, not $2 (letter 003, "
        "Royal Match Progressive rule 1); open it as its letter approves it",
        (
            'limits = { base = "$5 to $300", royal-match = "$1 to $100" }',
            'limits = { base = "$5 to $300", royal-match = "$1 to $100", royal-match-progressive = "$2" }',
        ),
    ),
    room(
        "WA-02",
        "table royal-1: Royal Match 21 is not approved on 2015-03-09; letter 003 is of 2015-03-10",
        on=date(2015, 3, 9),
    ),
    # -- WA-02a: modified, withdrawn, another package
    room(
        "WA-02a",
        "royal-match-21: Royal Match 21 was modified: its approval is void; record the renewed approval",
        ("[approvals.royal-match-21.conditions]", ("[approvals.royal-match-21]\nmodified = true\n"
         "[approvals.royal-match-21.conditions]")),
        cite="letter 003, second paragraph after Tribal Casinos; WAC 230-15-035 and 230-15-045",
    ),
    room(
        "WA-02a",
        "royal-match-21: Royal Match 21 was modified: its approval is void; record the renewed approval",
        ("[approvals.royal-match-21.conditions]", ("[approvals.royal-match-21]\nmodified = true\n"
         'renewed = { document = "letter to come", day = 2026-12-01, person = "D. Reyes" }\n'
         "[approvals.royal-match-21.conditions]")),
        cite="letter 003, second paragraph after Tribal Casinos; WAC 230-15-035 and 230-15-045",
    ),
    room(
        "WA-02a",
        "match-n-poker: the authorisation of Match-n-Poker Blackjack is withdrawn; the game stays closed",
        ("[approvals.match-n-poker.conditions]", ("[approvals.match-n-poker]\nwithdrawn = true\n"
         "[approvals.match-n-poker.conditions]")),
        cite="letter 001, page 2, third paragraph; WAC 230-15-035 and 230-15-045",
    ),
    # -- WA-03: separate games
    casino(
        "WA-03",
        "table riches-1: base, royal-riches, pai-gow-insurance and jackpot take wagers over $5; "
        "at most 3 of the games may; limit the others to $5",
        ('jackpot = "$1" }', 'jackpot = "$20" }'),
        ('bet = "$1"', 'bet = "$20"'),
    ),
    room(
        "WA-03",
        "table royal-1: 3 separate games; on 2007-06-01 at most 2 a hand",
        on=date(2007, 6, 1),
    ),
    # -- WA-04: seats
    room(
        "WA-04",
        "table poker-1: match-n-poker is played by 1 to 7 seats, not 8 (letter 001); seat fewer players",
        (f"{POKER_TABLE}decks = 6\nseats = 7", f"{POKER_TABLE}decks = 6\nseats = 8"),
        cite="WAC 230-15-055",
    ),
    room(
        "WA-04",
        "table poker-1: match-n-poker is played by 1 to 7 seats, not 0 (letter 001); seat fewer players",
        (f"{POKER_TABLE}decks = 6\nseats = 7", f"{POKER_TABLE}decks = 6\nseats = 0"),
        cite="WAC 230-15-055",
    ),
    casino(
        "WA-04",
        "table ez-1: ez-pai-gow is played by 1 to 6 seats, not 7 (letter 004); seat fewer players",
        ('game = "ez-pai-gow"\nseats = 6', 'game = "ez-pai-gow"\nseats = 7'),
    ),
    # -- WA-05: ceilings
    room(
        "WA-05",
        "table poker-1, base: a highest bet of $401; at most $400 on 2026-11-16",
        ('base = "$5 to $300", match-n-poker', 'base = "$5 to $401", match-n-poker'),
    ),
    room(
        "WA-05",
        "table poker-1, match-n-poker: a highest bet of $400.01; at most $400 on 2026-11-16",
        ('match-n-poker = "$1 to $100"', 'match-n-poker = "$1 to $400.01"'),
    ),
    room(
        "WA-05",
        "the property: royal-1 marked high_limit; on 2026-11-16 0 tables may be",
        ('id = "royal-1"', 'id = "royal-1"\nhigh_limit = true'),
    ),
    room(
        "WA-05",
        "table royal-2, base: a highest bet of $300; at most $250 on 2026-11-16",
        ("tables_authorised = 5", 'tables_authorised = 5\nwager_ceiling = "$250"'),
    ),
    casino(
        "WA-05",
        "the property: no wager ceiling is stated; state in [property] the wager_ceiling of the compact",
        ("wager_ceiling = ", "# "),
    ),
    casino(
        "WA-05",
        "table ez-1, base: a highest bet of $600; at most $500 on 2026-11-16",
        ('base = "$10 to $500"', 'base = "$10 to $600"'),
    ),
    casino(
        # Letter 002 binds every casino to WAC 230-15-140.
        "WA-05",
        "table riches-1, base: a highest bet of $500; at most $400 on 2026-11-16",
        ('base = "$10 to $400"', 'base = "$10 to $500"'),
    ),
    # -- WA-06: where cards come from
    room(
        "WA-06",
        "table poker-1: dealt from the hand; deal from a shoe or an approved shuffler",
        (POKER_TABLE, f'{POKER_TABLE}dealt_from = "hand"\n'),
    ),
    # -- WA-07: postings
    room(
        "WA-07",
        "table poker-1: the postings are not acknowledged; print them with pitbook postings, put them up, then write "
        "the number on them as postings",
        ('postings = "b53e42e2c426"', ""),
    ),
    room(
        "WA-07",
        "table poker-1: the postings that are up are stale: ffffffffffff is not of this configuration; print them with "
        "pitbook postings, put them up, then write the number on them as postings",
        ('postings = "b53e42e2c426"', f'postings = "{64 * "f"}"'),
    ),
    room(
        "WA-07",
        "the property: no dispute procedure is stated; state it in [property], dispute: it is posted",
        ("dispute = ", "# "),
    ),
    room(
        "WA-07",
        "the property: no policy on employees' play is stated; state it in [property], employees: it is posted",
        ("employees = ", "# "),
    ),
    # -- WA-08: money on hand
    room(
        "WA-08",
        "the property: $20,999.99 on hand; at least $21,000 within 3 hours of opening",
        ('on_hand = "$60,000"', 'on_hand = "$20,999.99"'),
    ),
    room(
        "WA-08",
        "the property: $35,000 on hand; at least $36,000 within 3 hours of opening",
        ('on_hand = "$60,000"', 'on_hand = "$35,000"'),
        ("last_year_receipts", "# last_year_receipts"),
    ),
    room(
        # The form of 2022: $1,000 a table and the largest prize, $100 at 150 to 1.
        "WA-08",
        "the property: $7,999 on hand; at least $18,000 within 3 hours of opening",
        ('on_hand = "$60,000"', 'on_hand = "$7,999"'),
        on=date(2024, 5, 1),
    ),
    room(
        "WA-08",
        "the property: the money on hand is not stated; state [cash] on_hand",
        (ROOM[ROOM.index("[cash]") : ROOM.index("[tokes]")], ""),
    ),
    # -- WA-09: the prize account
    room(
        "WA-09",
        "the property: no prize account is stated; name the separate account in [cash] prize_account",
        ("prize_account = ", "# "),
    ),
    # -- WA-10: large prizes
    room(
        "WA-10",
        "the property: $1 is held for a prize of $500,000 (super-bonus at table million); "
        "hold it or have credit for it, and state it in [cash] prize_funds",
        ('prize_funds = "$1,000,000"', 'prize_funds = "$1"'),
        ("[[jackpot]]", ('[[table]]\nid = "million"\ngame = "million-dollar-match-the-dealer"\n'
         f'postings = "{UP}"\n\n[[jackpot]]')),
    ),
    # -- WA-11: aggregate limits
    casino(
        "WA-11",
        "table riches-1, royal-riches: royal-riches: an aggregate limit of $4,999.99 is too low: with bets up to $100 "
        "it is at least $5,000 (WAC 230-15-490); raise the limit, or leave it out",
        ('royal-riches = "$50,000"', 'royal-riches = "$4,999.99"'),
    ),
    room(
        "WA-11",
        "table royal-1, royal-match: royal-match pays less than 50 to 1 and may have no aggregate limit "
        "(WAC 230-15-490); raise the limit, or leave it out",
        ('id = "royal-1"', 'id = "royal-1"\naggregate = { royal-match = "$1,000,000" }'),
    ),
    # -- WA-12: tokes
    room(
        "WA-12",
        "the property, tokes on royal-match-progressive: the wager plays for a jackpot; no toke is taken on it",
        ('limits = { base = "$1 to $100", royal-match', 'limits = { royal-match-progressive = "$1", royal-match'),
    ),
    room(
        "WA-12",
        "the property, tokes on dynasty: no table offers this wager; leave it out",
        ('limits = { base = "$1 to $100", royal-match', 'limits = { dynasty = "$1", royal-match'),
    ),
    room(
        "WA-12",
        "the property, tokes on base: a highest toke of $500; at most $400",
        ('limits = { base = "$1 to $100", royal-match', 'limits = { base = "$1 to $500", royal-match'),
    ),
    room(
        "WA-12",
        "the property, tokes on base: limits of $0; the lowest toke is above zero and not above the highest",
        ('limits = { base = "$1 to $100", royal-match', 'limits = { base = "$0", royal-match'),
    ),
    room(
        # $50 at 25 to 1 (RM-04).
        "WA-12",
        "the property, tokes: tokes are paid at most $1,249; at least $1,250: the highest toke times 50, or times its "
        "odds where they are less",
        ('payout = "$2,500"', 'payout = "$1,249"'),
    ),
    # -- WA-13: house jackpots
    casino(
        "WA-13",
        "jackpot riches-house: a house jackpot is linked; each table posts its own prize",
        ('tables = ["riches-1"]', 'tables = ["riches-1", "ez-1"]'),
    ),
    casino(
        "WA-13",
        "jackpot riches-house: not posted: no player money is involved; post prize amount, no player money is involved "
        "and may be removed without notice",
        ('"no player money is involved", ', ""),
    ),
    # -- WA-16: jackpots and links
    room(
        "WA-16",
        "jackpot royal: tables royal-9; the property has royal-1, royal-2 and poker-1",
        (JACKPOT_TABLES, 'tables = ["royal-1", "royal-9"]'),
        cite=LINKED,
    ),
    room(
        "WA-16",
        "jackpot royal: tables none; the property has royal-1, royal-2 and poker-1",
        (JACKPOT_TABLES, "tables = []"),
        cite=LINKED,
    ),
    room(
        "WA-16",
        "jackpot royal: the same table is named twice; a table is on a link once",
        (JACKPOT_TABLES, 'tables = ["royal-1", "royal-2", "royal-1"]'),
        cite=LINKED,
    ),
    room(
        "WA-16",
        "jackpot royal: table poker-1 does not offer royal-match-progressive; offer it there, or take it off the link",
        (JACKPOT_TABLES, 'tables = ["royal-1", "royal-2", "poker-1"]'),
        cite=LINKED,
    ),
    room(
        "WA-16",
        "jackpot royal: table royal-2 plays royal-match-progressive of royal-match-21 with pay table RMP and 8 decks: "
        "Royal Match 21's wagers are never linked with another game or progressive, and its own tables only with the "
        "same wager, pay table and deck count (letter 003, approval); set it up as its letter approves it",
        ("decks = 6\nseats = 6", "decks = 8\nseats = 6"),
        cite=LINKED,
    ),
    room(
        "WA-16",
        "jackpot royal: a progressive grows with each wager: its contribution is above 0% (WAC 230-15-671); "
        "set it up as its letter approves it",
        ('contribution = "10.91%"', 'contribution = "0%"'),
        cite=LINKED,
    ),
    room(
        "WA-16",
        "jackpot royal: a meter's limit must be at least its seed; set it up as its letter approves it",
        ('reserve = "2%"', 'reserve = "2%"\nmaximum = "$4,999"'),
        cite=LINKED,
    ),
    room(
        "WA-16",
        "jackpot royal: royal-match-progressive pays its fixed awards from the tray only: they do not come off the "
        "meter (letter 003, Royal Match Progressive rule 9b); set it up as its letter approves it",
        ('controller = "card"', 'controller = "card"\nfixed_pays_from = "meter"'),
        cite=LINKED,
    ),
    room(
        "WA-16",
        "table royal-2: royal-match-progressive is offered and no jackpot is set up for it; "
        "set up a [[jackpot]] with this table, or leave the wager out",
        (JACKPOT_TABLES, 'tables = ["royal-1"]'),
        cite=LINKED,
    ),
    room(
        "WA-16",
        "jackpot royal: the id is given to more than one jackpot; each has its own",
        ("[[jackpot]]", f"{ROOM[ROOM.index('[[jackpot]]') :]}\n[[jackpot]]"),
        cite=LINKED,
    ),
    # -- WA-19 to WA-21: large prizes
    room(
        "WA-19",
        "the property, payouts: the deck is proved from $501; from $500 at the latest",
        ("[tokes]", '[payouts]\ndeck_proof_from = "$501"\n\n[tokes]'),
    ),
    room(
        "WA-19",
        "the property, payouts: surveillance verifies above $3,001; from $3,000 at the latest",
        ("[tokes]", '[payouts]\nsurveillance_over = "$3,001"\n\n[tokes]'),
    ),
    room(
        "WA-19",
        "the property, payouts: hands stay sealed for 6 days; at least 7",
        ("[tokes]", "[payouts]\nseal_days = 6\n\n[tokes]"),
    ),
    room(
        "WA-20",
        "the property, payouts: cash is paid up to $5,000.01; up to $5,000, above that by cheque",
        ("[tokes]", '[payouts]\ncash_up_to = "$5,000.01"\n\n[tokes]'),
    ),
    room(
        "WA-20",
        "the property, payouts: a cheque within 25 hours; within 24",
        ("[tokes]", "[payouts]\ncheque_hours = 25\n\n[tokes]"),
    ),
    room(
        "WA-21",
        "the property, payouts: a malfunction reported within 73 hours; within 72",
        ("[tokes]", "[payouts]\nmalfunction_hours = 73\n\n[tokes]"),
    ),
    # -- LETTER: conditions (every one of them is in test_conditions)
    room(
        "LETTER",
        "royal-match-21, commercial-internal-controls: the document is dated 2026-12-01; on 2026-11-16 it is not in "
        "force",
        ("day = 2026-03-02", "day = 2026-12-01"),
        cite="letter 003, Commercial Card Rooms, second condition, printed again as the third",
    ),
    casino(
        "LETTER",
        "ez-pai-gow, tribal-concurrence: the document is dated 2019-02-20, before letter 004; "
        "record one made under the letter of 2023-06-14",
        ('26-045", day = 2026-02-20', '19-045", day = 2019-02-20'),
        cite="letter 004, Tribal Casinos, second condition",
    ),
    room(
        "LETTER",
        "match-n-poker, equipment: the letter has no such condition; it has commercial-internal-controls",
        ("[approvals.match-n-poker.conditions]", ("[approvals.match-n-poker.conditions]\n"
         'equipment = { document = "x", day = 2026-03-09, person = "y" }')),
        cite="letter 001, conditions",
    ),
    # -- LETTER-ADVICE: only a warning
    room(
        "LETTER-ADVICE",
        "jackpot royal: a seed of $0 restarts the meter at nothing after a 100% award; the letter advises against it",
        ('seed = "$5,000"', 'seed = "$0"'),
    ),
    # -- LETTER-KIND
    casino(
        "LETTER-KIND",
        "table riches-1, jackpot: the table plays for a progressive jackpot, jackpot riches-house is a house jackpot; "
        "choose one of the two, never both",
        ('jackpot-kind = "house"', 'jackpot-kind = "progressive"'),
        cite="letter 002, Jackpot, first paragraph: only one of the two",
    ),
    casino(
        "LETTER-KIND",
        "royal-riches-pai-gow, jackpot: jackpot is run as a progressive and as a house jackpot; "
        "an operator chooses one of the two",
        ("[[jackpot]]", ('[[jackpot]]\nid = "second"\ngame = "royal-riches-pai-gow"\nwager = "jackpot"\n'
         'pay_table = "3"\nseed = "$1"\ncontribution = "20%"\ncontroller = "sensing"\ntables = []\n\n[[jackpot]]')),
        cite="letter 002, Jackpot",
    ),
    room(
        "LETTER-KIND",
        "table royal-1, blazing-7s: the table takes fixed pays from the tray, jackpot royal from the meter; "
        "set blazing-fixed-pays and fixed_pays_from to the same source",
        ('"royal-match-progressive"]', '"blazing-7s"]'),
        ('wager = "royal-match-progressive"\npay_table = "RMP"', 'wager = "blazing-7s"\npay_table = "1"'),
        ('controller = "card"', 'controller = "card"\nfixed_pays_from = "meter"'),
        cite="letter 003, Blazing 7's Progressive rule 13b",
    ),
    # -- LETTER-PT
    casino(
        "LETTER-PT",
        "table ez-1, dynasty: pay table 6 is not available here; choose 1, 2, 3, 4 and 5",
        ('dynasty = "3"', 'dynasty = "6"'),
    ),
    casino(
        "LETTER-PT",
        "table match-1, super-bonus: pay table 6-E is not available here; choose 6-A, 6-B, 6-C, 6-D and 6-F",
        ('dynasty = ["6", "7"]', 'super-bonus = ["6-E"]'),
    ),
    casino(
        "LETTER-PT",
        "the property: [unavailable] names pay table 77 of dynasty, which no letter has; correct it",
        ('dynasty = ["6", "7"]', 'dynasty = ["6", "77"]'),
    ),
    # -- LETTER-QUALIFY: only a warning
    casino(
        "LETTER-QUALIFY",
        "table ez-1, dynasty: no bet reaches the $5 that qualify for envy; "
        "raise the highest bet, or choose a pay table without envy",
        ('dynasty = "$1 to $100"', 'dynasty = "$1 to $4.99"'),
        cite="letter 004, rule 3",
    ),
    casino(
        "LETTER-QUALIFY",
        "table match-1, super-bonus: no bet of $24 on match reaches the $25 column; "
        "raise the highest bet: the column is printed on the felt",
        ('match = "$5 to $100"', 'match = "$5 to $24"'),
        cite="letter 000, rule 4",
    ),
    casino(
        "LETTER-QUALIFY",
        "table match-1, super-bonus: no bet of $4 on match reaches the $5 column and the $25 column; "
        "raise the highest bet: the column is printed on the felt",
        ('match = "$5 to $100"', 'match = "$1 to $4"'),
        cite="letter 000, rule 4",
    ),
    # -- LETTER-SYSTEM
    room(
        "LETTER-SYSTEM",
        "jackpot royal: Nexus Command Game Manager is v1.2.9, not v1.3.0 or higher; SHFL entertainment "
        "progressive system with Nexus Command needs them",
        ('"v1.3.0"', '"v1.2.9"'),
        cite="letter 003, Royal Match Progressive, card-swipe sheet, paragraph after rule 9",
    ),
    room(
        "LETTER-SYSTEM",
        "jackpot royal: ViPS display is not stated; SHFL entertainment progressive system with Nexus Command "
        "needs them",
        ('"ViPS display" = "v1.2.0"', ""),
        cite="letter 003, Royal Match Progressive, card-swipe sheet, paragraph after rule 9",
    ),
    room(
        # This component has one approved version, and no higher one.
        "LETTER-SYSTEM",
        "jackpot royal: Nexus Command Table Controller Software is v2.0.1, not v2.0.0; SHFL entertainment "
        "progressive system with Nexus Command needs them",
        ('"v2.0.0"', '"v2.0.1"'),
        cite="letter 003, Royal Match Progressive, card-swipe sheet, paragraph after rule 9",
    ),
    room(
        "LETTER-SYSTEM",
        "jackpot royal: CHAM2+ display is v1.65, not v1.66P$; SHFL entertainment progressive system with Game"
        " Manager needs them",
        *KEYED,
        ('"CHAM2+ display" = "v1.66P$"', '"CHAM2+ display" = "v1.65"'),
        cite="letter 003, Royal Match Progressive, keyed sheet, paragraph after rule 9",
    ),
    casino(
        "LETTER-SYSTEM",
        "jackpot riches-house: Match The Dealer Progressive Table System is v005s, not v005t or higher; "
        "Masque Match The Dealer Progressive Table System needs them",
        ('"v005t"', '"v005s"'),
        cite="letter 002, Royal Riches Progressive Jackpot or House Jackpot, second paragraph, and Jackpot rule 5",
    ),
    # -- LETTER-READING: choices for the laboratory only
    casino(
        "LETTER-READING",
        "table ez-1, options.wheel: wheel = lowest: A-2-3-4-5 is the second strongest straight, right after the "
        "ace-high one; at a table it is second-highest",
        ('pay_tables = { dynasty = "3" }', 'pay_tables = { dynasty = "3" }\noptions = { wheel = "lowest" }'),
        cite="letter 004, rule 1b",
    ),
    room(
        "LETTER-READING",
        "table poker-1, options.king-ace-deuce: king-ace-deuce = yes: the printed hit frequencies of straights and "
        "house advantages hold only where K-A-2 is no straight; at a table it is no",
        (
            'pay_tables = { match-n-poker = "4" }',
            'pay_tables = { match-n-poker = "4" }\noptions = { king-ace-deuce = "yes" }',
        ),
        cite="letter 001, payout tables, Hit Freq and House Advantage",
    ),
    room(
        "LETTER-READING",
        "table royal-1, options.ace-deuce-straight: ace-deuce-straight = no: the printed house advantage of RM-09 and "
        "hit frequency of the progressive hold only where A-2 suited is a straight flush; at a table it is yes",
        ('id = "royal-1"', 'id = "royal-1"\noptions = { ace-deuce-straight = "no" }'),
        cite="letter 003, Royal Match paytables, Paytable 9; Royal Match Progressive rule 3",
    ),
    # -- LETTER-COMMISSION
    casino(
        "LETTER-COMMISSION",
        "table riches-1, options.commission: a commission of 5.5%; take more than 0% and at most 5%, or record the "
        "internal controls that state it in [approvals.royal-riches-pai-gow.commission]: letter 002 prints none",
        ('house-way = "foxwoods" }', 'house-way = "foxwoods", commission = "5.5%" }'),
    ),
    casino(
        "LETTER-COMMISSION",
        "table riches-1, options.commission: a commission of 0%; take more than 0% and at most 5%, or record the "
        "internal controls that state it in [approvals.royal-riches-pai-gow.commission]: letter 002 prints none",
        ('house-way = "foxwoods" }', 'house-way = "foxwoods", commission = "0%" }'),
    ),
    casino(
        "LETTER-COMMISSION",
        "table riches-1, options.commission: a commission of 6%; the internal controls on file state 7%",
        ('house-way = "foxwoods" }', 'house-way = "foxwoods", commission = "6%" }'),
        FILED_COMMISSION,
    ),
    casino(
        "LETTER-COMMISSION",
        "table riches-1, options.commission: the internal controls that state a commission of 7% are dated 2026-12-01; "
        "on 2026-11-16 they are not in force",
        ('house-way = "foxwoods" }', 'house-way = "foxwoods", commission = "7%" }'),
        (FILED_COMMISSION[0], FILED_COMMISSION[1].replace("2026-02-02", "2026-12-01")),
    ),
    # -- LETTER-TOP: only a warning
    room(
        "LETTER-TOP",
        "table royal-1, blazing-7s: Three 7's - Same Suit cannot be dealt from 2 decks, so no player can win "
        "that award; use more decks, or tell players",
        ('"royal-match-progressive"]', '"blazing-7s"]'),
        ('wager = "royal-match-progressive"\npay_table = "RMP"', 'wager = "blazing-7s"\npay_table = "1"'),
        ("decks = 6\nseats = 7\nwagers", "decks = 2\nseats = 7\nwagers"),
        cite="letter 003, Blazing 7's Progressive, table 1",
    ),
    # -- LETTER-WAGER
    casino(
        "LETTER-WAGER",
        "table riches-1, jackpot: bets of $1 for a jackpot wager of $5; set the limits of jackpot to exactly $5",
        ('bet = "$1"', 'bet = "$5"'),
        cite="letter 002, Jackpot rule 1",
    ),
)  # fmt: skip
