"""Pay, pay table and envy: the pay that a letter prints for an outcome, and its amount of money."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitbook.errors import BadInput, quoted
from pitbook.money import Cents, Rounding, format_cents, parse_cents


@dataclass(frozen=True, slots=True)
class Odds:
    """``25 to 1`` or ``3 to 2`` (the stake is returned with the winnings) or ``40 for 1`` (it is not)."""

    ratio: Fraction
    stake_returned: bool
    decimal: bool = field(default=False, repr=False, compare=False)
    """Printed as ``1.5 to 1``, as in letter 003, instead of ``3 to 2``."""

    def __str__(self) -> str:
        ratio = self.ratio
        if self.stake_returned and not self.decimal and 1 < ratio.denominator <= _LARGEST_UNIT:
            return f"{ratio.numerator:,} to {ratio.denominator}"
        number = f"{ratio.numerator:,}" if ratio.denominator == 1 else _decimal(ratio)
        return f"{number} {'to' if self.stake_returned else 'for'} 1"

    @property
    def net(self) -> Fraction:
        """The net win of one unit."""
        return self.ratio if self.stake_returned else self.ratio - 1


@dataclass(frozen=True, slots=True)
class Amount:
    """A fixed amount; the stake is returned too."""

    cents: Cents

    def __str__(self) -> str:
        return format_cents(self.cents)


@dataclass(frozen=True, slots=True)
class MeterShare:
    """A share of the meter; the wager itself was taken when the meter increased."""

    share: Fraction

    def __str__(self) -> str:
        return f"{format_percent(self.share)} of meter"


@dataclass(frozen=True, slots=True)
class Push:
    """The stake is returned, nothing is won."""

    def __str__(self) -> str:
        return "push"


@dataclass(frozen=True, slots=True)
class Loss:
    """A line that a letter prints only to state that it loses."""

    def __str__(self) -> str:
        return "loss"


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize in kind, at a value that the house states; the stake is returned."""

    name: str
    cents: Cents

    def __str__(self) -> str:
        return f"{self.name} ({format_cents(self.cents)})"


Pay = Odds | Amount | MeterShare | Push | Loss | Prize

_PAYS_ALLOWED = (
    "write a pay as '25 to 1', '3 to 2', '2.5 to 1', '40 for 1', '$1,000', '25% of meter', 'push', 'loss' or"
    " 'car ($38,000)'"
)
_LARGEST_UNIT = 9
"""``3 to 2`` and ``6 to 5`` are printed like that; ``19 to 20`` is printed as ``0.95 to 1``."""
_NUMBER = r"((?:\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.\d{1,6})?)"


def parse_pay(text: str) -> Pay:
    """Parses a pay as a letter prints it; ``str`` of the result parses to the same pay."""
    word = " ".join(text.split()).lower()
    if word in ("push", "loss"):
        return Push() if word == "push" else Loss()
    if found := re.fullmatch(rf"{_NUMBER} (?:to ([1-9])|for 1)", word, re.ASCII):
        ratio = _number(found[1]) / int(found[2] or 1)
        if ratio == 0:
            raise BadInput(f"pay {quoted(text)} pays nothing: write 'push' or 'loss'")
        return Odds(ratio, found[2] is not None, decimal="." in found[1] and found[2] == "1")
    if found := re.fullmatch(rf"{_NUMBER}% of (?:the )?(?:meter|jackpot|progressive)", word, re.ASCII):
        share = _number(found[1]) / 100
        if not 0 < share <= 1:
            raise BadInput(f"pay {quoted(text)}: a share of the meter must be above 0% and at most 100%")
        return MeterShare(share)
    if found := re.fullmatch(r"([a-z][a-z ]{0,30}) \((\$[\d,.]+)\)", word, re.ASCII):
        return Prize(found[1], parse_cents(found[2], "prize"))
    if word.startswith("$"):
        cents = parse_cents(word, "pay")
        if cents == 0:
            raise BadInput(f"pay {quoted(text)} pays nothing: write 'push' or 'loss'")
        return Amount(cents)
    raise BadInput(f"pay {quoted(text)} is not known: {_PAYS_ALLOWED}")


@dataclass(frozen=True, slots=True)
class PayLine:
    """One line of a pay table."""

    outcome: str
    label: str
    """The line's name as the letter prints it."""
    pay: Pay
    envy: Cents | None = None
    """The win of every other qualifying seat for this outcome."""


@dataclass(frozen=True, slots=True)
class PayTable:
    """Outcome -> pay, as a letter prints it."""

    id: str
    wager: str
    decks: tuple[int, ...]
    """The deck counts for which it is approved."""
    lines: tuple[PayLine, ...]
    """In printed order."""
    added: tuple[PayLine, ...] = ()
    """Lines paid on top of the best one, if the house offers them (Crown Treasure)."""
    tier: Cents = Cents(0)
    """The lowest bet for these pays; a Super Bonus table has one pay table per tier."""
    rounding: Rounding = Rounding()
    cite: str = ""
    heading: str = ""
    """The title that the letter prints over the table, such as ``SUPER BONUS MEGA MATCHES``."""
    game_name: str = ""
    """The name that the game must use with this table, if the letter requires one."""
    _by_pay: tuple[PayLine, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_pay", tuple(paying_order(self.lines)))

    def line(self, outcome: str) -> PayLine | None:
        """The line that pays this outcome, printed or added."""
        return next((line for line in (*self.lines, *self.added) if line.outcome == outcome), None)

    @property
    def has_envy(self) -> bool:
        """Whether a hand at one seat pays the others."""
        return any(line.envy for line in (*self.lines, *self.added))

    def best(self, outcomes: Sequence[str]) -> PayLine | None:
        """The one line that is paid: the highest that these outcomes satisfy."""
        return next((line for line in self._by_pay if line.outcome in outcomes), None)


def is_offered(line: PayLine, options: Mapping[str, str]) -> bool:
    """Whether the house offers an added line: the option with its name decides; without such an option it is
    offered."""
    return options.get(line.outcome.replace("_", "-"), "yes") == "yes"


def paying_order(lines: Sequence[PayLine]) -> list[PayLine]:
    """Lines from the highest pay to the lowest; equal pays stay in printed order.

    Only pays of one kind are compared. A share of a meter, a prize, or an amount among odds has no fixed value relative
    to them and keeps its printed place.
    """
    ordered = list(lines)
    for kind in (_ODDS_KIND, Amount):
        places = [place for place, line in enumerate(lines) if isinstance(line.pay, kind)]
        ranked = sorted((lines[place] for place in places), key=lambda line: -_worth(line.pay))
        for place, line in zip(places, ranked, strict=True):
            ordered[place] = line
    return ordered


_ODDS_KIND = (Odds, Push, Loss)


def _worth(pay: Pay) -> Fraction:
    if isinstance(pay, Odds):
        return pay.net
    if isinstance(pay, Amount):
        return Fraction(pay.cents)
    return Fraction(-1 if isinstance(pay, Loss) else 0)


def net_of(pay: Pay, bet: Cents, rounding: Rounding, meter: Cents | None = None) -> Cents | None:
    """The net win of ``pay``, in cents; None for a share of a meter that is not given."""
    match pay:
        case Odds(ratio, stake_returned=True):
            return rounding.apply(bet * ratio)
        case Odds(ratio):
            return Cents(rounding.apply(bet * ratio) - bet)
        case Amount(cents) | Prize(_, cents):
            return cents
        case MeterShare(share):
            return None if meter is None else Cents(share_of(meter, share) - bet)
        case Push():
            return Cents(0)
        case Loss():
            return Cents(-bet)


def share_of(meter: Cents, share: Fraction) -> Cents:
    """A share of the displayed meter, rounded down: the part below a cent stays on the meter."""
    part = meter * share
    return Cents(part.numerator // part.denominator)


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


def format_percent(part: Fraction) -> str:
    """``10.91%``: exact, with all its decimals."""
    return f"{_decimal(part * 100)}%"


def _decimal(value: Fraction) -> str:
    """A terminating decimal in full; other fractions as ``a/b``."""
    for places in range(10):
        scaled = value * 10**places
        if scaled.denominator == 1:
            sign, digits = ("-" if scaled < 0 else ""), str(abs(scaled.numerator)).rjust(places + 1, "0")
            whole = f"{int(digits[: len(digits) - places]):,}"
            return sign + whole + (f".{digits[len(digits) - places :]}" if places else "")
    return str(value)
