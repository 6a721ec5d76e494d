"""What a player is asked, and how keys and typed words are taken for an answer.

A prompt knows nothing of screens: it is given one key after another, or a line of words, until it has an answer.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from pitbook.cards import Cards, card_names
from pitbook.cli.play.scene import Scene
from pitbook.errors import BadInput, quoted
from pitbook.games.model import listed
from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents, dollars, format_cents, parse_cents
from pitbook.table.config import TableConfig
from pitbook.table.family import Picked
from pitbook.table.steps import Amount, Choice

ADVICE, RULES, PAYS, SHOE, QUIT = "advice", "rules", "table", "verify", "quit"
DEAL, BUY, BACK = "deal", "buy", "back"


@dataclass(frozen=True, slots=True)
class Key:
    """One thing that may be pressed, or typed as a word."""

    key: str
    word: str
    shown: str = ""
    """Where it is not the word itself."""

    def parts(self) -> tuple[str, str, str]:
        """What stands before the key, the key, and what stands after it: s[p]lit."""
        words = self.shown or self.word
        place = words.lower().find(self.key) if len(self.key) == 1 else -1
        if place < 0:
            return "", self.key.capitalize(), f" {words}"
        return words[:place], words[place], words[place + 1 :]


ALWAYS: Final = (
    Key("?", ADVICE),
    Key("r", RULES),
    Key("t", PAYS, "table pays"),
    Key("v", SHOE, "verify shoe"),
    Key("q", QUIT),
)
"""What may be asked for at any time."""


class Prompt(ABC):
    """A question."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.hint = ""
        """What was wrong with the last try, or what can be done."""

    @abstractmethod
    def open_keys(self) -> tuple[Key, ...]:
        """What is open now, besides :data:`ALWAYS`."""

    def press(self, key: str) -> str:
        """Takes a key; the answer, or nothing while there is none."""
        self.hint = ""
        return next((each.word for each in (*self.open_keys(), *ALWAYS) if each.key == key), "")

    def read(self, text: str) -> str:
        """Takes a line; the answer, or nothing and a hint."""
        self.hint = ""
        word = text.strip().lower()
        found = next((each.word for each in (*self.open_keys(), *ALWAYS) if word in (each.key, each.word)), "")
        if not found:
            words = [key.word for key in self.open_keys()]
            choices = " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
            self.hint = (
                f"{quoted(text.strip())} is not possible now: choose {choices}" if text.strip() else f"Choose {choices}"
            )
        return found


class Choose(Prompt):
    """One of a few words, such as hit or stand."""

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        super().__init__(title)
        self.keys = tuple(_keys(choices))

    def open_keys(self) -> tuple[Key, ...]:
        return self.keys


class NameAmount(Prompt):
    """The sum that a player names with a choice; Enter takes what is written."""

    def __init__(self, word: str, amount: Amount) -> None:
        super().__init__(f"How much to {word}? {amount}")
        self.amount, self.cents = amount, int(amount.low)
        self._typed = ""

    def open_keys(self) -> tuple[Key, ...]:
        return (
            Key("enter", "accept", f"{format_cents(self.cents)}"),
            Key("←→", "amount, or digits"),
            Key("b", BACK, "back to the choices"),
        )

    def press(self, key: str) -> str:
        self.hint = ""
        if key == "enter":
            return self._answer()
        if key in ("left", "right"):
            moved = self.cents + (1 if key == "right" else -1) * self.amount.step
            self.cents, self._typed = int(min(max(moved, self.amount.low), self.amount.high)), ""
        elif key == "backspace":
            self._write(self._typed[:-1])
        elif key in tuple("0123456789."):
            self._write(self._typed + key)
        else:
            return super().press(key)
        return ""

    def _write(self, text: str) -> None:
        if re.fullmatch(r"\d{0,7}(\.\d{0,2})?", text, re.ASCII):
            self._typed = text
            self.cents = int(parse_cents(text)) if text.strip(".") else 0

    def _answer(self) -> str:
        if not self.amount.allows(self.cents):
            self.hint = f"{format_cents(self.cents)} is not possible: allowed is {self.amount}"
            return ""
        return str(self.cents)

    def read(self, text: str) -> str:
        word = text.strip().lower()
        if not word or re.fullmatch(r"\$?[\d,.]+", word):
            try:
                self.cents = int(parse_cents(word)) if word else self.cents
            except BadInput as error:
                self.hint = str(error)
                return ""
            return self._answer()
        return super().read(text)


def _keys(choices: Sequence[Choice]) -> Iterator[Key]:
    """Each with its key, or the next letter of its word that is free where the key means something else here."""
    taken = {key.key for key in ALWAYS} | {choice.key for choice in choices}
    for choice in choices:
        free = choice.key and choice.key not in {key.key for key in ALWAYS}
        letter = choice.key if free else next((letter for letter in choice.word if letter not in taken), "")
        taken.add(letter)
        yield Key(letter, choice.word)


@dataclass(slots=True)
class Slip:
    """The bets as the player writes them down; the table checks them when the deal is asked for."""

    config: TableConfig
    bets: dict[str, Bet] = field(default_factory=dict)
    """By the name of the spot; a bet of nothing is left in its place."""

    @classmethod
    def fresh(cls, config: TableConfig, usual: Mapping[str, Cents]) -> "Slip":
        """Every spot of the table in the letter's order, with the bets that are usual."""
        slip = cls(config)
        for wager in (wager for wager in config.wagers() if not wager.in_round):
            choice = wager.choice.default if wager.choice else ""
            for spot in range(1, wager.spots + 1) if wager.spots else (0,):
                bet = Bet(wager.slug, usual.get(wager.slug, Cents(0)), spot, choice)
                slip.bets[bet_name(bet)] = bet
        return slip

    @property
    def names(self) -> list[str]:
        return list(self.bets)

    @property
    def placed(self) -> list[Bet]:
        """What is bet, the base wager first."""
        required = self.config.game.required
        return sorted((bet for bet in self.bets.values() if bet.cents), key=lambda bet: bet.wager not in required)

    @property
    def total(self) -> int:
        return sum(bet.cents for bet in self.bets.values())

    def title(self, name: str) -> str:
        """A spot as the letter names it."""
        bet = self.bets[name]
        title = self.config.game.wager(bet.wager).name
        return f"{title}, {('1st', '2nd', '3rd', '4th', '5th')[bet.spot - 1]} card" if bet.spot else title

    def full_title(self, name: str) -> str:
        """The same with what the player picked."""
        bet = self.bets[name]
        return f"{self.title(name)}: {bet.choice}" if bet.choice else self.title(name)

    def put(self, name: str, cents: int) -> None:
        self.bets[name] = replace(self.bets[name], cents=Cents(max(cents, 0)))

    def step(self, name: str, direction: int) -> None:
        """A chip more or less: from nothing to the lowest bet, and back."""
        limits, now = self.config.limits[self.bets[name].wager], self.bets[name].cents
        unit = dollars(
            5 if limits.low >= dollars(5) or now > dollars(5) or (now == dollars(5) and direction > 0) else 1
        )
        if now == 0:
            self.put(name, limits.low if direction > 0 else 0)
        elif now + direction * unit < limits.low:
            self.put(name, 0)
        else:
            self.put(name, min(now + direction * unit, limits.high))

    def pick(self, name: str, choice: str) -> None:
        """What the player picks with a bet, such as a colour."""
        option = self.config.game.wager(self.bets[name].wager).choice
        if option is None:
            raise BadInput(f"{name} has nothing to choose")
        self.bets[name] = replace(self.bets[name], choice=option.check(choice))

    def turn(self, name: str) -> None:
        """The next of the things to pick from."""
        option = self.config.game.wager(self.bets[name].wager).choice
        if option is not None:
            following = (option.choices.index(self.bets[name].choice) + 1) % len(option.choices)
            self.pick(name, option.choices[following])

    def find(self, text: str) -> list[str]:
        """The spots that a word means: a number in the list, a name or its beginning, or all spots of a wager."""
        word = text.lower()
        if word.isascii() and word.isdecimal() and len(word) < 3 and 1 <= int(word) <= len(self.bets):
            return [self.names[int(word) - 1]]
        if word in self.bets:
            return [word]
        spots = [name for name, bet in self.bets.items() if word in (bet.wager, "all")]
        found = spots or [name for name in self.names if name.startswith(word)]
        if not found or (not spots and len(found) > 1):
            meant = f"may be {listed(found)}" if found else "is no bet here"
            raise BadInput(f"{quoted(text)} {meant}: bets are {listed(self.names)}")
        return found


class PlaceBets(Prompt):
    """The bets of the next round; Enter deals with what is written down."""

    def __init__(self, slip: Slip, stack: Cents) -> None:
        super().__init__("Your bets")
        self.slip, self.stack = slip, stack
        self.cursor = 0
        self._typed = ""

    @property
    def name(self) -> str:
        """The spot under the cursor."""
        return self.slip.names[self.cursor]

    def open_keys(self) -> tuple[Key, ...]:
        choice = self.slip.config.game.wager(self.slip.bets[self.name].wager).choice
        colour = (Key("c", "change", f"change {choice.name}"),) if choice else ()
        return (
            Key("enter", DEAL),
            Key("↑↓", "spot"),
            Key("←→", "amount, or digits"),
            *colour,
            Key("b", BUY, "buy chips"),
        )

    def press(self, key: str) -> str:
        self.hint = ""
        if key == "enter":
            return self._deal()
        if key in ("up", "down"):
            self.cursor = (self.cursor + (1 if key == "down" else -1)) % len(self.slip.names)
            self._typed = ""
        elif key in ("left", "right"):
            self.slip.step(self.name, 1 if key == "right" else -1)
            self._typed = ""
        elif key == "c":
            self.slip.turn(self.name)
        elif key in ("x", "backspace", *"0123456789."):
            self._type(key)
        elif key == "b":
            return f"{BUY} {dollars(500)}"
        else:
            return super().press(key)
        return ""

    def _type(self, key: str) -> None:
        """An amount, digit by digit."""
        if key == "x":
            self._typed = ""
        elif key == "backspace":
            self._typed = self._typed[:-1]
        elif len(self._typed) < 8:
            self._typed += key
        try:
            self.slip.put(self.name, parse_cents(self._typed.rstrip(".") or "0"))
        except BadInput:
            self._typed = self._typed[:-1]

    def _deal(self) -> str:
        if not self.slip.total:
            self.hint = "Nothing is bet yet: put chips on a spot first"
        elif self.slip.total > self.stack:
            self.hint = (
                f"{format_cents(self.slip.total)} is more than the {format_cents(self.stack)} you have: "
                "bet less, or buy chips"
            )
        else:
            return DEAL
        return ""

    def read(self, text: str) -> str:
        """Nothing deals; ``royal-match 5``, ``match-3=10``, ``red-black 5 black``, ``clear``, ``buy 500``."""
        self.hint = ""
        line = text.strip().lower()
        if line in ("", DEAL, "d"):
            return self._deal()
        command = next((each.word for each in ALWAYS if line in (each.key, each.word)), "")
        if command:
            return command
        try:
            if found := re.fullmatch(r"b(?:uy)?(?:[\s=]+(\S+))?", line):
                return f"{BUY} {parse_cents(found[1] or '500', 'chips')}"
            for part in filter(None, (part.strip() for part in line.split(","))):
                self._bet(part)
        except BadInput as error:
            self.hint = str(error)
        else:
            self.hint = f"Bets: {self.written()}"
        return ""

    def _bet(self, text: str) -> None:
        words = re.split(r"[\s=:]+", text)
        if words[0] in ("clear", "x") and len(words) <= 2:
            for name in self.slip.find(words[1] if len(words) == 2 else "all"):
                self.slip.put(name, 0)
            return
        if not 2 <= len(words) <= 3:
            raise BadInput(
                f"{quoted(text)} is no bet: write a spot and an amount, such as {self.slip.names[-1]} 5; "
                "Enter deals, help is ?"
            )
        names = self.slip.find(words[0])
        cents = parse_cents(words[1], "the bet")
        for name in names:
            if len(words) == 3:
                self.slip.pick(name, words[2])
            self.slip.put(name, cents)

    def on(self, scene: Scene) -> Scene:
        """The felt with the cursor on one of its spots."""
        rows = tuple(replace(row, cursor=place == self.cursor) for place, row in enumerate(scene.rows))
        return replace(scene, rows=rows)

    def written(self) -> str:
        """The bets in words."""
        bets = [
            f"{self.slip.title(name)} {format_cents(bet.cents)}{f' on {bet.choice}' if bet.choice else ''}"
            for name, bet in self.slip.bets.items()
            if bet.cents
        ]
        return ", ".join(bets) or "none"


class PickCards(Prompt):
    """Some cards for the low hand."""

    def __init__(self, title: str, cards: Cards, count: int, ways: Sequence[Picked], choices: Sequence[Choice]) -> None:
        super().__init__(title)
        self.cards, self.count = cards, count
        """In the order in which they are shown, which is that of the positions."""
        self.ways, self.keys = {tuple(sorted(way.low)): way for way in ways}, tuple(_keys(choices))
        self.chosen: list[int] = []
        """Positions from 1."""
        self._warned: list[int] = []

    def open_keys(self) -> tuple[Key, ...]:
        ready = (Key("enter", "set"),) if len(self.chosen) == self.count else ()
        return Key(f"1-{len(self.cards)}", "low cards"), *ready, *self.keys

    @property
    def picked(self) -> Picked | None:
        """As chosen so far; None before there are enough cards."""
        return self.ways.get(tuple(sorted(self.cards[place - 1] for place in self.chosen)))

    def preview(self) -> str:
        """Both hands in words, and whether they are a foul."""
        picked = self.picked
        if picked is None:
            return ""
        low, _, high = picked.words.partition(" / ")
        return f"{'FOUL, the low hand is higher.  ' if picked.foul else ''}Low: {low}   High: {high}"

    def press(self, key: str) -> str:
        self.hint = ""
        if key.isdecimal() and 1 <= int(key) <= len(self.cards):
            self._toggle(int(key))
            return ""
        if key in ("x", "backspace", "escape"):
            self.chosen.clear()
            return ""
        return self._done() if key == "enter" else super().press(key)

    def _toggle(self, place: int) -> None:
        if place in self.chosen:
            self.chosen.remove(place)
        else:
            self.chosen = [*self.chosen[1 - self.count :], place]

    def _done(self) -> str:
        """A foul loses, so it is set only when asked for twice (letter 004, rule 9)."""
        picked = self.picked
        if picked is None:
            self.hint = "Choose two cards for the low hand, by their numbers"
            return ""
        if picked.foul and self._warned != sorted(self.chosen):
            self._warned = sorted(self.chosen)
            self.hint = "That is a foul and loses the base wager: set it again to mean it, or choose other cards"
            return ""
        low = tuple(self.cards[place - 1] for place in self.chosen)
        high = tuple(card for card in self.cards if card not in low)
        return f"{card_names(low)} / {card_names(high)}"

    def read(self, text: str) -> str:
        """``15`` or ``1 5``: the low cards by position; ``w``, ``house way``, ``f``, ``fold``."""
        self.hint = ""
        digits = re.sub(r"[\s,]", "", text)
        if re.fullmatch(rf"[1-{len(self.cards)}]{{{self.count}}}", digits) and len({*digits}) == self.count:
            self.chosen = [int(digit) for digit in digits]
            return self._done()
        found = super().read(text)
        if found in ("set", "low cards") or not found:
            words = " or ".join(key.word for key in self.keys)
            self.hint = f"{quoted(text.strip())} sets nothing: write two positions such as 15, or {words}"
            return ""
        return found
