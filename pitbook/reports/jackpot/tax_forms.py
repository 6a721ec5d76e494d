"""Tax statements for a prize with the fields filled: form 5754 for a shared win, form 1042-S for a non-resident.

They follow the boxes of the official forms but are not the forms: an accountant copies the fields and checks the codes
against the current instructions. Taxpayer numbers go onto the page and nowhere else. The same prize and the same people
give the same bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pitbook import __version__
from pitbook.errors import BadInput, quoted
from pitbook.jackpot.days import moment_of
from pitbook.jackpot.tax import NON_RESIDENT, DatedTaxRule, Standing, Winning, identical_as_one, in_force, tax_of
from pitbook.money import Cents, format_cents
from pitbook.reports.jackpot.money_words import to_the_cent
from pitbook.reports.jackpot.win_page import WinFacts
from pitbook.reports.typeset import typeset
from pitbook.toml_file import TomlFile

INCOME_CODE: Final = "28"
"""Gambling winnings, in box 1 of form 1042-S."""
NOT_EXEMPT: Final = "00"
NOT_CHAPTER_4: Final = "15"
"""The payee is not subject to withholding under chapter 4."""
INDIVIDUAL: Final = "16"


@dataclass(frozen=True, slots=True)
class Recipient:
    """Who receives winnings; everything but the name may be left for the person to write in."""

    name: str
    address: str = ""
    tin: str = ""
    """United States taxpayer identification number."""
    other_id: str = ""
    country: str = ""
    """Code of the country of residence, of a non-resident."""
    foreign_tin: str = ""
    born: date | None = None

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise BadInput("state the name of each person")


@dataclass(frozen=True)
class TaxedWin:
    """The prizes of one player in one round: identical wagers, which the law treats as one."""

    wins: tuple[WinFacts, ...]

    def __post_init__(self) -> None:
        if any(win.back_out is not None for win in self.wins):
            raise BadInput("a prize that was backed out is not paid: no tax form is made for it")
        if not self.wins or len(self._as_one) != 1:
            raise BadInput("these prizes are not of identical wagers in one round: make a form for each")

    @cached_property
    def _as_one(self) -> list[Winning]:
        # The person at the counter is one player, wherever the wagers lay.
        return identical_as_one([_winning(win) for win in self.wins])

    @property
    def first(self) -> WinFacts:
        return self.wins[0]

    @property
    def prize(self) -> Cents:
        return self._as_one[0].prize

    @property
    def bet(self) -> Cents:
        return self._as_one[0].bet

    @property
    def day(self) -> date:
        return self.first.house.day_of(self.first.prize.at)

    @property
    def slips(self) -> str:
        return ", ".join(f"{win.setup.id}-{win.prize.number}" for win in self.wins)

    @property
    def kind(self) -> str:
        setup = self.first.setup
        return f"Table game: {setup.rules.wager(setup.wager).name}, {setup.rules.name}"


def read_people(path: Path) -> tuple[str, list[tuple[Recipient, Fraction]], str, str]:
    """Reads a TOML file and decides the form: each ``[[person]]`` with a share, and the payer's EIN and address.

    With a country there is one person, a non-resident: form 1042-S. Else the first is the one who is paid: form 5754.
    """
    file = TomlFile.open(path)
    root = file.root
    payer = root.section("payer", optional=True)
    ein, address = payer.text("ein", ""), payer.text("address", "")
    payer.done()
    people = []
    for section in root.sections("person"):
        person = Recipient(
            name=section.text("name"),
            address=section.text("address", ""),
            tin=section.text("tin", ""),
            other_id=section.text("other_id", ""),
            country=section.text("country", ""),
            foreign_tin=section.text("foreign_tin", ""),
            born=section.day("born") if "born" in section else None,
        )
        share = section.parsed("share", _parse_share, "1") or Fraction(1)
        people.append((person, share))
        section.done()
    root.done()
    file.check()
    if not people:
        raise BadInput(f"{path} has no person: write a [[person]] with a name")
    abroad = [person for person, _ in people if person.country]
    if abroad and len(people) > 1:
        raise BadInput("form 1042-S is for one person: make one file for each person with a country")
    return "1042-S" if abroad else "5754", people, ein, address


def _parse_share(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"{quoted(text)} is no share: write a fraction such as 1/2") from None


def _winning(win: WinFacts) -> Winning:
    table, round_ = win.prize.data.get("table", ""), win.prize.data.get("round", 0)
    return Winning("", str(table), int(round_), win.setup.wager, win.setup.bet, win.amount)


def shares(total: Cents, parts: tuple[Fraction, ...]) -> list[Cents]:
    """A sum divided, to the cent: the cents that are left over go to the first."""
    if sum(parts) != 1 or any(part <= 0 for part in parts):
        raise BadInput("the shares of a win are above zero and add up to one, such as 1/2, 1/3 and 1/6")
    paid = [int(total * part) for part in parts]
    left = total - sum(paid)
    return [Cents(each + (place < left)) for place, each in enumerate(paid)]


def statement_5754(
    win: TaxedWin, paid_to: Recipient, winners: tuple[tuple[Recipient, Fraction], ...]
) -> dict[str, Any]:
    """What form 5754, Statement by Person(s) Receiving Gambling Winnings, says of a shared win."""
    tax = tax_of(win.prize, win.bet, win.day)
    parts = tuple(part for _, part in winners)
    first = shares(win.first.amount, parts)
    others = shares(Cents(win.prize - win.first.amount), parts)
    return {
        **_head(win, "5754", "Statement by Person(s) Receiving Gambling Winnings", "Rev. November 2024"),
        "boxes": [
            ["Date won", _day(win.day)], ["Type of winnings", win.kind], ["Game number", win.slips],
            ["Machine number", ""], ["Race number", ""],
        ],
        "part": "Part I  Person to whom winnings are paid",
        "fields": [
            ["Name", paid_to.name], ["Address", paid_to.address], ["Taxpayer identification number", paid_to.tin],
            ["Other I.D.", paid_to.other_id], ["Amount received", to_the_cent(win.prize - tax.withheld)],
            ["Federal income tax withheld", to_the_cent(tax.withheld)],
        ],
        "people": [
            [person.name, person.tin, person.address, to_the_cent(own), to_the_cent(more) if more else ""]
            for (person, _), own, more in zip(winners, first, others, strict=True)
        ],
        "total": [
            to_the_cent(win.first.amount),
            to_the_cent(win.prize - win.first.amount) if len(win.wins) > 1 else "",
        ],
        "notes": [
            tax.words,
            *(
                [f"Identical wagers of {to_the_cent(win.bet)} in all are taken for one wager."]
                if len(win.wins) > 1
                else []
            ),
            *(["A form W-2G is made for each person of part II from this statement."] if tax.reported else []),
        ],
        "declared": "Under penalties of perjury: the names, addresses and taxpayer numbers given here are right and "
        "name everybody who is entitled to a part of this payment and of payments from identical wagers.",
        "sources": _sources(tax.threshold, tax.multiple, tax.withholding),
    }  # fmt: skip


def statement_1042s(win: TaxedWin, recipient: Recipient, ein: str, address: str) -> dict[str, Any]:
    """What form 1042-S says of a non-resident's win. It is due for any amount."""
    if not recipient.country.strip():
        raise BadInput("form 1042-S needs the recipient's country: state its code, such as CA")
    rule = in_force(NON_RESIDENT, win.day)
    withheld = Cents(round(win.prize * rule.rate))
    rate = f"{float(100 * rule.rate):05.2f}"
    return {
        **_head(win, "1042-S", "Foreign Person's U.S. Source Income Subject to Withholding", f"for {win.day.year}"),
        "boxes": [
            ["1 Income code", INCOME_CODE], ["2 Gross income", to_the_cent(win.prize)], ["3 Chapter indicator", "3"],
            ["3a Exemption code", NOT_EXEMPT], ["3b Tax rate", rate], ["4a Exemption code", NOT_CHAPTER_4],
            ["4b Tax rate", "00.00"], ["7a Federal tax withheld", to_the_cent(withheld)],
            ["10 Total withholding credit", to_the_cent(withheld)],
        ],
        "part": "Withholding agent and recipient",
        "fields": [
            ["12a Withholding agent's EIN", ein], ["12d Withholding agent's name", win.first.house.name],
            ["12f Country code", "US"], ["12h, 12i Withholding agent's address", address],
            ["13a Recipient's name", recipient.name], ["13b Recipient's country code", recipient.country],
            ["13c, 13d Recipient's address", recipient.address], ["13e Recipient's U.S. TIN, if any", recipient.tin],
            ["13f Ch. 3 status code", INDIVIDUAL], ["13i Recipient's foreign TIN", recipient.foreign_tin],
            ["13l Recipient's date of birth", f"{recipient.born:%Y%m%d}" if recipient.born else ""],
            ["Prize", f"{win.slips}, {win.kind}, {_day(win.day)}"],
        ],
        "people": [],
        "total": [],
        "notes": [
            f"{rate}% of {to_the_cent(win.prize)} is withheld: {to_the_cent(win.prize - withheld)} is paid out.",
            f"Winnings at {', '.join(rule.exempt)} are free of it. A jackpot's wager is not taken for one of them.",
            "The official form takes whole dollars. A treaty may lower the rate: then codes 3a and 3b change.",
        ],
        "declared": "",
        "sources": _sources(rule),
    }  # fmt: skip


def _head(win: TaxedWin, form: str, title: str, revision: str) -> dict[str, Any]:
    moment = moment_of(win.first.prize.at).astimezone(UTC)
    return {
        "version": __version__,
        "date": [moment.year, moment.month, moment.day],
        "form": form,
        "title": title,
        "revision": revision,
        "house": win.first.house.name,
        "slips": win.slips,
    }


def _sources(*entries: "DatedTaxRule") -> list[list[str]]:
    return [[f"{each.since.year}", _what(each), str(getattr(each, "source", "")), _standing(each)] for each in entries]


def _what(entry: "DatedTaxRule") -> str:
    amount, times, rate = (getattr(entry, name, None) for name in ("cents", "times", "rate"))
    if amount is not None:
        return f"reported from {format_cents(amount)}"
    return f"{times} times the wager" if times is not None else f"{float(rate or 0):.0%} withheld"


def _standing(entry: "DatedTaxRule") -> str:
    found: Standing = getattr(entry, "standing", "read")
    return "" if found == "read" else found


def _day(day: date) -> str:
    return f"{day:%m/%d/%Y}"


def write(win: TaxedWin, statement: Mapping[str, Any]) -> bytes:
    """A statement on paper."""
    moment = moment_of(win.first.prize.at).astimezone(UTC).replace(microsecond=0)
    return typeset(("pitbook.reports.jackpot", "tax_form.typ"), moment, {"page": dict(statement)})
