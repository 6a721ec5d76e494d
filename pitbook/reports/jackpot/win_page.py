"""The win page: one printed page for a prize, with the ledger's facts and the fields that the room fills in.

The same prize gives the same bytes: the page is dated by the prize, not by the clock. It is PDF/A-3b, for archives,
with the transaction attached as data. A prize that was backed out says so across the page.
"""

import io
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC
from typing import Any

from pitbook import __version__
from pitbook.cards import JOKER, RANKS, SUIT_SYMBOLS, Cards, Shoe, is_red, rank, suit
from pitbook.errors import BadInput
from pitbook.games.model import Deal
from pitbook.jackpot.book import ACCOUNTS, LATE, PRIZES
from pitbook.jackpot.days import moment_of
from pitbook.jackpot.house import House
from pitbook.jackpot.ledger import Transaction
from pitbook.jackpot.payout import CASH_UP_TO, DECK_FROM, SURVEILLANCE_OVER, PayoutRequirements, needs
from pitbook.jackpot.prize_people import NOT_PAID, PrizePeople, PrizeStep, people_of
from pitbook.jackpot.setup import Setup
from pitbook.jackpot.tax import W2G, Threshold
from pitbook.money import MICROS_PER_CENT, Cents, format_cents
from pitbook.reports.jackpot.money_words import money_words, to_the_cent
from pitbook.reports.typeset import typeset


@dataclass(frozen=True, slots=True)
class WinFacts:
    """A prize with its context."""

    house: House
    setup: Setup
    prize: Transaction
    dealt_by: str = ""
    paid: Transaction | None = None
    """Who handed the prize to its winner, if recorded."""
    back_out: Transaction | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """People by their short names, as the page should call them."""
    player: Cards = ()
    dealer: Cards = ()

    def __post_init__(self) -> None:
        if self.prize.kind not in PRIZES:
            raise BadInput(f"transaction {self.prize.number} of {self.setup.id} is {self.prize.kind}, not a prize")
        if self.player or self.dealer:
            check_hand(self.setup, str(self.prize.data["outcome"]), self.player, self.dealer)

    @property
    def amount(self) -> Cents:
        return Cents(int(self.prize.result["prize_cents"]))

    @property
    def people(self) -> PrizePeople:
        return people_of(self.prize, self.paid)

    def name(self, person: str) -> str:
        """``Eve Executive (eve)``; an unknown person by the short name in the ledger."""
        known = self.names.get(person, "")
        return f"{known} ({person})" if known else person


def check_hand(setup: Setup, outcome: str, player: Cards, dealer: Cards) -> None:
    """Raises for cards that do not make the recorded hand, by the rule that the table uses."""
    rules = setup.rules
    Shoe.of_decks(setup.decks, joker=rules.joker).without((*player, *dealer))
    wager = rules.wager(setup.wager)
    made = wager.satisfied(Deal(player, dealer), rules.check_options({}))
    line = wager.paid_line(setup.pay_table, made)
    if line is None or line.outcome != outcome:
        said = line.label if line is not None else "no winning hand"
        raise BadInput(f"these cards make {said}, but {wager.outcome(outcome).label} was recorded")


def write(win: WinFacts) -> bytes:
    """The page."""
    import segno

    picture = io.BytesIO()
    seal = f"{win.setup.id} {win.prize.number} {win.prize.hash}"
    segno.make(seal, error="m", micro=False).save(picture, kind="svg", border=0, xmldecl=False, svgns=True)
    template = ("pitbook.reports.jackpot", "win_page.typ")
    moment = moment_of(win.prize.at).astimezone(UTC).replace(microsecond=0)
    return typeset(
        template, moment, {"page": content(win), "seal": picture.getvalue().decode()}, {"record": record(win)}
    )


def record(win: WinFacts) -> dict[str, Any]:
    """The page's facts as data."""
    return {
        "house": win.house.to_dict(),
        "jackpot": win.setup.to_dict(),
        "prize": asdict(win.prize),
        "back_out": asdict(win.back_out) if win.back_out is not None else None,
        "dealt_by": win.dealt_by,
        **win.people.to_dict(),
        "player_cards": list(win.player),
        "dealer_cards": list(win.dealer),
    }


def content(win: WinFacts) -> dict[str, Any]:
    """Everything that the page shows, in words."""
    setup, prize = win.setup, win.prize
    moment = moment_of(prize.at).astimezone(UTC)
    day = win.house.day_of(prize.at)
    needed = needs(win.amount, setup.bet, day)
    line = setup.pay_table.line(str(prize.data["outcome"]))
    wager = setup.rules.wager(setup.wager)
    return {
        "title": f"Win page {setup.id} {prize.number}",
        "version": __version__,
        "date": [moment.year, moment.month, moment.day],
        "house": win.house.name,
        "location": setup.location,
        "slip": f"{setup.id}-{prize.number}",
        "amount": f"${win.amount // 100:,}.{win.amount % 100:02d}",
        "words": money_words(win.amount),
        "line": line.label if line is not None else str(prize.data["outcome"]),
        "pays": str(line.pay) if line is not None else "",
        "wager": wager.name,
        "hands": _hands(win),
        "blank_hands": _blank_hands(win),
        "facts": _facts(win),
        "people": [_signed(win, name, step) for name, step in win.people.steps()],
        "entries": _entries(prize),
        "ledger": [
            ["Transaction", f"{prize.number:,} of {prize.book}"],
            ["Key", prize.key],
            ["Hash", prize.hash],
            ["Chained to", prize.previous],
        ],
        "late": _late(win),
        "backed_out": _backed_out(win),
        **_to_fill_in(needed),
    }


def _signed(win: WinFacts, name: str, step: PrizeStep) -> list[str]:
    """The text under a signature line: the step, its time, and the person or why there is none."""
    if not step.by:
        return [name, "", "" if step.note == NOT_PAID else step.note]
    return [name, win.house.local(step.at) if step.at else "", win.name(step.by)]


def _hands(win: WinFacts) -> list[dict[str, Any]]:
    return [
        {"name": name, "cards": [_card(card) for card in cards]}
        for name, cards in (("Player", win.player), ("Dealer", win.dealer))
        if cards
    ]


def _card(card: int) -> dict[str, Any]:
    if card == JOKER:
        return {"rank": "Joker", "suit": "★", "red": False}
    return {"rank": RANKS[rank(card)].replace("T", "10"), "suit": SUIT_SYMBOLS[suit(card)], "red": is_red(card)}


def _blank_hands(win: WinFacts) -> list[dict[str, Any]]:
    """For unknown cards: as many empty places as the wager looks at, to be filled in by hand."""
    if win.player or win.dealer:
        return []
    places: dict[str, int] = {}
    for group in win.setup.rules.wager(win.setup.wager).groups:
        whose = "Player" if group.source.startswith("player") else "Dealer"
        places[whose] = places.get(whose, 0) + group.size
    return [{"name": whose, "cards": count} for whose, count in places.items()]


def _facts(win: WinFacts) -> list[list[str]]:
    setup, prize = win.setup, win.prize
    shown = "Meter" if setup.kind == "progressive" else "Posted prize"
    return [
        ["Time", win.house.local(prize.at)],
        ["Gambling day", win.house.day_of(prize.at).isoformat()],
        ["Table", str(prize.data.get("table", ""))],
        ["Seat", str(prize.data.get("seat", ""))],
        ["Round", str(prize.data.get("round", ""))],
        ["Dealt by", win.name(win.dealt_by)],
        ["Wager", f"{format_cents(setup.bet)}"],
        [f"{shown} before", to_the_cent(int(prize.result["before_cents"]))],
        [f"{shown} after", to_the_cent(int(prize.result["after_cents"]))],
        ["Game", f"{setup.rules.name}, {setup.rules.letter.citation}"],
        ["Pay table", f"{setup.table}, {setup.decks} deck{'s' if setup.decks > 1 else ''}"],
        ["Jackpot", f"{setup.id}, {'house jackpot' if setup.kind == 'house' else 'progressive'}"],
        ["Controller", setup.controller],
    ]


def _entries(prize: Transaction) -> list[list[str]]:
    """Account, debit, credit, in the order of the books."""
    found = []
    for account in ACCOUNTS:
        micros = prize.entries.get(account, 0)
        if micros:
            found.append([account, _micros(micros) if micros > 0 else "", _micros(-micros) if micros < 0 else ""])
    return found


def _micros(micros: int) -> str:
    """Formats an amount, to the millionth if it has a fraction of a cent."""
    places = 2 if micros % MICROS_PER_CENT == 0 else 6
    return f"{micros // 10**6:,}.{f'{micros % 10**6:06d}'[:places]}"


def _late(win: WinFacts) -> list[list[str]]:
    """A late award: why, the evidence, and the meter that it is a share of."""
    data = win.prize.data
    if win.prize.kind != LATE:
        return []
    return [
        ["Late award", f"round {data['round']} at table {data['table']} was over at {win.house.local(data['ended'])}"],
        ["Why", str(data["why"])],
        ["Document", str(data["document"])],
        ["Evidence", str(data["evidence"])],
        ["Of the meter", f"{to_the_cent(int(data['of_cents']))}, {data['basis']} (transaction {int(data['as_of']):,})"],
        ["Paid by the house", to_the_cent(int(win.prize.result["house_cents"]))],
        ["By", ", ".join(win.name(str(person)) for person in data["people"])],
    ]


def _backed_out(win: WinFacts) -> list[list[str]]:
    undone = win.back_out
    if undone is None:
        return []
    people = ", ".join(win.name(str(person)) for person in undone.data["people"])
    return [
        ["Backed out", f"{win.house.local(undone.at)}, transaction {undone.number:,}"],
        ["Why", str(undone.data["why"])],
        ["Document", str(undone.data["document"])],
        ["By", people],
    ]


def _source(threshold: Threshold) -> str:
    return threshold.source if threshold.standing == "read" else f"{threshold.source} ({threshold.standing})"


def _to_fill_in(needed: PayoutRequirements) -> dict[str, Any]:
    """The fields that the room fills in for this prize."""
    return {
        "tax": {
            "words": needed.tax.words,
            "reported": needed.tax.reported,
            "thresholds": [
                [f"{each.since.year}", format_cents(each.cents), _source(each), each == needed.tax.threshold]
                for each in W2G
            ],
        },
        "cheque": needed.cheque,
        "cash_words": f"Above {format_cents(CASH_UP_TO)}: by cheque, within 24 hours (WAC 230-15-405).",
        "deck": needed.deck,
        "deck_words": f"{format_cents(DECK_FROM)} or more",
        "surveillance": needed.surveillance,
        "surveillance_words": f"above {format_cents(SURVEILLANCE_OVER)}",
    }
