"""The rules of a blackjack table, as a frozen set of options."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, get_args

from pitbook.errors import BadInput, quoted
from pitbook.families.blackjack.rules.base import BLACKJACK_PAYS, SOFT_17
from pitbook.games.model import Game, Option

Soft17 = Literal["hit", "stand"]
Double = Literal["any", "9-11", "10-11"]
Surrender = Literal["none", "late", "early"]
HoleCard = Literal["peek", "european", "original-bets-only"]
Pairs = Literal["value", "rank"]

_CITE: Final = "regulation 2.1"
_YES_NO: Final = ("yes", "no")
MOST_DECKS: Final = 8
MOST_SPLIT_HANDS: Final = 4
FIVE_CARDS: Final = 5
_HIGHEST_RATIO: Final = 100


@dataclass(frozen=True, slots=True)
class BlackjackRules:
    """The rules of a table. The defaults are Washington's; ``str()`` shows only the differences from them."""

    decks: int = 6
    """Decks in the shoe, 1 to 8; each round is dealt from a full one."""
    soft17: Soft17 = "hit"
    """The dealer's action with a soft 17."""
    blackjack_pays: Fraction = Fraction(3, 2)
    """The pay of an ace with a ten-value card as the first two cards, to 1."""
    double: Double = "any"
    """The two-card totals on which the wager may be doubled for one more card."""
    das: bool = True
    """Whether a hand may be doubled after a split (never a split ace)."""
    split_hands: int = 4
    """The most hands that one hand may become by splitting; 1 forbids splitting, 2 resplitting."""
    resplit_aces: bool = False
    """Whether an ace drawn to a split ace may be split again."""
    hit_split_aces: bool = False
    """Whether a split ace may take more than one card."""
    surrender: Surrender = "none"
    """Whether the first two cards may be given up for half the wager: late, after the dealer has looked for a
    blackjack (with no hole card: unless the dealer draws one), or early, before."""
    hole_card: HoleCard = "peek"
    """Peek: the dealer looks under an ace or a ten for a blackjack before anyone acts. European: no hole card, and a
    dealer's blackjack takes every wager, doubled and split ones too. Original bets only: no hole card, but it takes
    only what was wagered first."""
    insurance: bool = True
    """Whether a dealer's ace may be insured for half the wager, paid 2 to 1. Never part of the strategy here."""
    five_card: str = "none"
    """A house's bonus. Charlie: five cards not over 21 win. 21-pays-2:1 (any ratio): 21 in five or more cards is paid
    at that ratio. Both win against any hand of the dealer's except a blackjack."""
    pairs: Pairs = "value"
    """Which ten-value cards are a pair: any two, or two of one rank. Where they pair by rank, figures
    assume that they are never split: no optimal strategy for a full shoe splits them anyway."""

    def __post_init__(self) -> None:
        """Raises for impossible rules; the texts of options were checked when they were read."""
        if not 1 <= self.decks <= MOST_DECKS:
            raise BadInput(f"rule decks={self.decks} is not possible: a shoe holds 1 to {MOST_DECKS} decks")
        if not 1 <= self.split_hands <= MOST_SPLIT_HANDS:
            raise BadInput(f"rule split-hands={self.split_hands} is not possible: it must be 1 (no splits) to 4")
        if not 0 < self.blackjack_pays <= _HIGHEST_RATIO:
            raise BadInput(f"rule blackjack-pays={_ratio_text(self.blackjack_pays)} is not possible: give 3:2 or 6:5")
        if self.split_hands < 3 and self.resplit_aces:
            raise BadInput("rule resplit-aces=yes needs split-hands=3 or more: aces are split again into a third hand")
        if self.split_hands < 2 and self.hit_split_aces:
            raise BadInput("rule hit-split-aces=yes needs split-hands=2 or more: split-hands=1 forbids splitting")
        for choice, allowed in (
            (self.soft17, Soft17), (self.double, Double), (self.surrender, Surrender), (self.hole_card, HoleCard),
            (self.pairs, Pairs),
        ):  # fmt: skip
            if choice not in get_args(allowed):
                raise BadInput(f"{quoted(choice)} is not known: allowed are {', '.join(get_args(allowed))}")
        _parse_five_card(self.five_card)

    @property
    def hits_soft_17(self) -> bool:
        return self.soft17 == "hit"

    @property
    def only_original_lost(self) -> bool:
        """Whether a dealer's blackjack leaves the wagers added by doubling and splitting alone."""
        return self.hole_card != "european"

    @property
    def charlie(self) -> bool:
        return self.five_card == "charlie"

    @property
    def five_card_21_pays(self) -> Fraction | None:
        """The pay of 21 in five or more cards, to 1; None if it counts as any other 21."""
        return None if self.five_card in ("none", "charlie") else _parse_five_card(self.five_card)

    def most_hands(self, value: int) -> int:
        """The most hands that a pair of this value (1 for aces) may become."""
        if value == 10 and self.pairs == "rank":
            return 1
        return min(self.split_hands, 2) if value == 1 and not self.resplit_aces else self.split_hands

    def may_double(self, total: int) -> bool:
        """Whether two cards of this total may be doubled; a soft total is never 9, 10 or 11."""
        return self.double == "any" or (9 if self.double == "9-11" else 10) <= total <= 11

    def items(self) -> dict[str, str]:
        """Every rule by its name on the command line, as :func:`parse_rules` reads it."""
        return {option.name: _value_text(getattr(self, _field_name(option.name))) for option in RULES}

    def __str__(self) -> str:
        standard = BlackjackRules().items()
        changed = [f"{name}={value}" for name, value in self.items().items() if standard[name] != value]
        return " ".join(changed) or "the standard rules"


def _parse_ratio(text: str) -> Fraction:
    """``3:2``, ``6:5``, ``1:1``: what is paid for each unit bet."""
    found = re.fullmatch(r"(\d{1,3}):(\d{1,3})", text.strip(), re.ASCII)
    ratio = Fraction(int(found[1]), int(found[2])) if found and int(found[2]) else Fraction(0)
    if not 0 < ratio <= _HIGHEST_RATIO:
        raise BadInput(f"{quoted(text)} is not a ratio: write 3:2, 6:5 or 1:1")
    return ratio


def _ratio_text(ratio: Fraction) -> str:
    return f"{ratio.numerator}:{ratio.denominator}"


def _parse_five_card(text: str) -> Fraction:
    """``none``, ``charlie``, or ``21-pays-2:1`` for any ratio."""
    if text in ("none", "charlie"):
        return Fraction(1)
    prefix, _, ratio = text.rpartition("-")
    if prefix != "21-pays":
        raise BadInput(f"{quoted(text)} is not known: allowed are none, charlie, and 21-pays-2:1 or another ratio")
    return _parse_ratio(ratio)


def _parse_number(text: str) -> int:
    if not re.fullmatch(r"\d{1,2}", text.strip(), re.ASCII):
        raise BadInput(f"{quoted(text)} is not a whole number")
    return int(text)


_TITLES: Final = {"das": "Double after a split"}
"""Titles of rules whose names do not explain them."""


def _yes_no(name: str, default: str, meaning: str) -> Option:
    return Option(name, _YES_NO, default, meaning, _CITE, title=_TITLES.get(name, ""))


RULES: Final = (
    Option("decks", (), "6", "decks in the shoe, 1 to 8", _CITE, parse=_parse_number),
    SOFT_17,
    # The base wager is settled at the ratios that the regulation knows; the mathematics takes any.
    replace(BLACKJACK_PAYS, choices=(), parse=_parse_ratio),
    Option(
        "double",
        get_args(Double),
        "any",
        "the two-card totals that may be doubled",
        _CITE,
        choice_words={"any": "any two cards", "9-11": "9, 10, 11", "10-11": "10, 11"},
    ),
    _yes_no("das", "yes", "whether a hand may be doubled after a split"),
    Option(
        "split-hands",
        ("1", "2", "3", "4"),
        "4",
        "the most hands by splitting; 1 forbids it",
        _CITE,
        title="Split to",
        choice_words={"1": "no splits", "2": "2 hands", "3": "3 hands", "4": "4 hands"},
    ),
    _yes_no("resplit-aces", "no", "whether split aces may be split again"),
    _yes_no("hit-split-aces", "no", "whether a split ace may take more than one card"),
    Option("surrender", get_args(Surrender), "none", "whether two cards may be given up for half the wager", _CITE),
    Option(
        "hole-card",
        get_args(HoleCard),
        "peek",
        "what a dealer's blackjack takes, and when it is seen",
        _CITE,
        choice_words={
            "peek": "dealer looks for blackjack",
            "european": "none, all bets lose to a blackjack",
            "original-bets-only": "none, only the first bet loses to a blackjack",
        },
    ),
    _yes_no("insurance", "yes", "whether a dealer's ace may be insured at 2 to 1"),
    Option(
        "five-card",
        (),
        "none",
        "a house's bonus: none, charlie, or 21-pays-2:1",
        parse=_parse_five_card,
        title="Five cards",
        choice_words={"none": "nothing special", "charlie": "Charlie wins", "21-pays-2:1": "21 pays 2 to 1"},
    ),
    Option(
        "pairs",
        get_args(Pairs),
        "value",
        "which ten-value cards are a pair",
        _CITE,
        title="Ten-value pairs",
        choice_words={"value": "any two ten-value cards", "rank": "only two of one rank"},
    ),
)
"""Each rule as the command line knows it, in the order of the fields."""


def parse_rules(given: Mapping[str, str] | Iterable[tuple[str, str]], decks: int | None = None) -> BlackjackRules:
    """The rules that ``soft17=hit``, ``das=yes`` ... state; a rule that is not given has its default."""
    known = {option.name: option for option in RULES}
    chosen: dict[str, str] = {}
    for name, value in given.items() if isinstance(given, Mapping) else given:
        if name not in known:
            raise BadInput(f"blackjack has no rule {quoted(name)}: it has {', '.join(known)}")
        if name in chosen:
            raise BadInput(f"rule {name} is given twice: give it once")
        try:
            chosen[name] = known[name].check(value.strip())
        except BadInput as error:
            raise BadInput(str(error).replace("option ", "rule ", 1)) from None
    if decks is not None:
        if chosen.get("decks", str(decks)) != str(decks):
            raise BadInput(f"rule decks={chosen['decks']} contradicts {decks} decks: give one of them")
        chosen["decks"] = str(decks)
    values = {_field_name(name): _value_of(name, text) for name, text in chosen.items()}
    return BlackjackRules(**values)  # type: ignore[arg-type]  # each value was checked by its option


def _field_name(name: str) -> str:
    return name.replace("-", "_")


def _value_of(name: str, text: str) -> object:
    if name in ("decks", "split-hands"):
        return int(text)
    if name == "blackjack-pays":
        return _parse_ratio(text)
    return text == "yes" if text in _YES_NO else text


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return _ratio_text(value) if isinstance(value, Fraction) else str(value)


def rules_in_words(values: Mapping[str, str]) -> str:
    """Every rule with its value, as a report prints them."""
    return "; ".join(f"{option.title}: {option.words(values[option.name])}" for option in RULES)


def headline(rules: BlackjackRules) -> str:
    """The rules in a player's words, in one line."""
    words = [
        "one deck" if rules.decks == 1 else f"{rules.decks} decks",
        f"dealer {'hits' if rules.hits_soft_17 else 'stands on'} soft 17",
        f"blackjack pays {_ratio_text(rules.blackjack_pays)}",
        "double any two" if rules.double == "any" else f"double {rules.double}",
    ]
    if rules.split_hands > 1:
        words.append("double after split" if rules.das else "no double after split")
    words.append(f"split to {rules.split_hands} hands" if rules.split_hands > 1 else "no splits")
    if rules.resplit_aces:
        words.append("resplit aces")
    if rules.hit_split_aces:
        words.append("hit split aces")
    if rules.surrender != "none":
        words.append(f"{rules.surrender} surrender")
    if rules.hole_card != "peek":
        words.append("no hole card" + (", original bets only" if rules.only_original_lost else ""))
    if rules.five_card != "none":
        words.append("five-card Charlie" if rules.charlie else f"five-card {rules.five_card.replace('-', ' ')}")
    return ", ".join(words)


def rules_of_game(
    game: Game, decks: int | None, rules: Mapping[str, str] | Iterable[tuple[str, str]], options: Mapping[str, str]
) -> BlackjackRules:
    """The rules of a game's base wager: the game's options are rules of the same names."""
    game.check_options(options)
    count = game.default_decks if decks is None else decks
    game.check_decks(count)
    names = {option.name for option in RULES}
    chosen = [(name, value) for name, value in options.items() if name in names]
    return parse_rules([*chosen, *(rules.items() if isinstance(rules, Mapping) else rules)], count)
