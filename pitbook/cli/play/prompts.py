"""What a player is asked, how it is shown, and how keys and typed words are taken for an answer.

A prompt knows nothing of terminals: it is given one key after another, or a line of words, until it has an answer. It
says in words what is asked, and what it changes on the felt while it is open.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitbook.cards import Cards, card_names
from pitbook.cli.play.look import Look
from pitbook.cli.play.scene import HandView, Scene
from pitbook.cli.play.slip import Slip
from pitbook.errors import BadInput, quoted
from pitbook.money import Cents, dollars, format_cents, parse_cents
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

    betting = False
    """Whether the player is placing bets, and so must see the spots."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.hint = ""
        """What was wrong with the last try, or what can be done."""
        self.understood = False
        """Whether the last line changed something, though it was no answer yet."""

    @abstractmethod
    def open_keys(self) -> tuple[Key, ...]:
        """What is open now, besides :data:`ALWAYS`."""

    def on(self, scene: Scene) -> Scene:
        """The felt while this is asked."""
        return scene

    def status(self) -> str:
        """What is asked, or what the answer would be as it is chosen so far."""
        return self.title

    @property
    def warns(self) -> bool:
        """Whether that answer would lose."""
        return False

    def in_words(self, look: Look, first: bool) -> list[str]:
        """What is asked, for those who answer by lines; ``first`` is the first time that it is asked."""
        asked = ", ".join(f"{key.word} ({key.key})" for key in self.open_keys())
        return [f"{self.title} {asked}; ? advises"]

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


class PlaceBets(Prompt):
    """The bets of the next round; Enter deals with what is written down."""

    betting = True

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
        self.hint, self.understood = "", False
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
            self.hint, self.understood = f"Bets: {self.written()}", True
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

    def status(self) -> str:
        limits = self.slip.config.limits[self.slip.bets[self.name].wager]
        total = f"{self.title}: {format_cents(self.slip.total)} together"
        return f"{total}. {self.slip.title(self.name)} takes {limits}"

    def in_words(self, look: Look, first: bool) -> list[str]:
        lines = [f"Your bets: {self.written()}. Enter deals."]
        if first:
            lines.append(f"Or write a spot and an amount: {', '.join(self.slip.names)}.")
            lines.append("Also: clear SPOT, buy AMOUNT, ? for the odds, rules, table, verify, quit.")
        return lines

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

    def on(self, scene: Scene) -> Scene:
        """The cards carry numbers, and the low ones are lifted."""
        numbers = tuple(str(place) for place in range(1, 8))
        hand = HandView(scene.you[0].title, self.cards, chosen=tuple(self.chosen), numbers=numbers, active=True)
        return replace(scene, you=(hand,))

    @property
    def warns(self) -> bool:
        return self.picked is not None and self.picked.foul

    def in_words(self, look: Look, first: bool) -> list[str]:
        cards = " ".join(f"{place}:{look.card_words([card])}" for place, card in enumerate(self.cards, 1))
        others = ", ".join(f"{key.key} for {key.word}" for key in self.keys)
        return [f"{self.title}: {cards}", f"Write two positions such as 15; {others}; ? advises"]

    def status(self) -> str:
        """Both hands in words, and whether they are a foul."""
        picked = self.picked
        if picked is None:
            return self.title
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
