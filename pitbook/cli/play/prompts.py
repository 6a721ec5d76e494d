"""Questions to the player: what is asked, and how keys and typed lines become an answer.

A prompt is given keys (:meth:`Prompt.press`) or lines (:meth:`Prompt.read`) until one of them makes an answer. It does
no input or output itself, so :class:`~pitbook.cli.play.screen.Screen` can use it with either.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pitbook.cards import Cards, card_names
from pitbook.cli.play.look import TerminalStyle
from pitbook.cli.play.scene import HandView, Scene
from pitbook.errors import BadInput, quoted
from pitbook.money import format_cents, parse_cents
from pitbook.table.family import Picked
from pitbook.table.steps import AmountBounds, Choice

ADVICE, RULES, PAYS, SHOE, QUIT = "advice", "rules", "table", "verify", "quit"
BACK: Final = "back"


@dataclass(frozen=True, slots=True)
class PromptKey:
    """A key with the word that can be typed instead."""

    key: str
    word: str
    shown: str = ""
    """The words on the screen, where they differ from the word."""

    def parts(self) -> tuple[str, str, str]:
        """The shown words before, at and after the key: ``s[p]lit``."""
        words = self.shown or self.word
        place = words.lower().find(self.key) if len(self.key) == 1 else -1
        if place < 0:
            return "", self.key.capitalize(), f" {words}"
        return words[:place], words[place], words[place + 1 :]


ALWAYS: Final = (
    PromptKey("?", ADVICE),
    PromptKey("r", RULES),
    PromptKey("t", PAYS, "table pays"),
    PromptKey("v", SHOE, "verify shoe"),
    PromptKey("q", QUIT),
)
"""Keys that work at every prompt."""


def keys_of(choices: Sequence[Choice]) -> tuple[PromptKey, ...]:
    """A key for each choice: its own, or the first unused letter of its word where that key has another meaning."""
    always = {key.key for key in ALWAYS}
    taken = always | {choice.key for choice in choices}
    keys = []
    for choice in choices:
        own = choice.key if choice.key not in always else ""
        letter = own or next((letter for letter in choice.word if letter not in taken), "")
        taken.add(letter)
        keys.append(PromptKey(letter, choice.word))
    return tuple(keys)


class Prompt:
    """A question that is answered with one of a few keys or words, such as hit or stand."""

    betting = False
    """Whether the player places bets and must see the spots."""

    def __init__(self, title: str, keys: Sequence[PromptKey] = ()) -> None:
        self.title = title
        self.keys = tuple(keys)
        self.hint = ""
        """The fault of the last key or line, or a hint."""
        self.understood = False
        """Whether the last line changed something without being an answer."""

    def open_keys(self) -> tuple[PromptKey, ...]:
        """The keys that work now, besides :data:`ALWAYS`."""
        return self.keys

    def on(self, scene: Scene) -> Scene:
        """The scene to draw during this question."""
        return scene

    def status(self) -> str:
        """The question, or the answer as chosen so far."""
        return self.title

    @property
    def warns(self) -> bool:
        """Whether the answer chosen so far would lose."""
        return False

    def in_words(self, look: TerminalStyle, first: bool) -> list[str]:
        """The question and its answers for a player who types lines; ``first`` adds an introduction."""
        asked = ", ".join(f"{key.word} ({key.key})" for key in self.open_keys())
        return [f"{self.title} {asked}; ? advises"]

    def press(self, key: str) -> str:
        """Takes a key; returns the answer, or "" while there is none."""
        self.hint = ""
        return next((each.word for each in (*self.open_keys(), *ALWAYS) if each.key == key), "")

    def read(self, text: str) -> str:
        """Takes a line; returns the answer, or "" and sets :attr:`hint`."""
        self.hint = ""
        word = text.strip().lower()
        found = next((each.word for each in (*self.open_keys(), *ALWAYS) if word in (each.key, each.word)), "")
        if not found:
            words = [key.word for key in self.open_keys()]
            choices = " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
            self.hint = f"{quoted(text.strip())} is not possible now: choose {choices}" if word else f"Choose {choices}"
        return found


def type_amount(typed: str, key: str) -> str:
    """The typed amount after one more key; a key that does not fit an amount of money changes nothing."""
    text = typed[:-1] if key == "backspace" else typed + key
    return text if re.fullmatch(r"(\d{1,7}(\.\d{0,2})?)?", text, re.ASCII) else typed


def typed_cents(typed: str) -> int:
    """The amount that :func:`type_amount` has so far."""
    return int(parse_cents(typed.rstrip(".") or "0"))


TYPING: Final = ("backspace", *"0123456789.")
"""Keys for :func:`type_amount`."""


class NameAmount(Prompt):
    """An amount that goes with a choice; Enter accepts the one shown."""

    def __init__(self, word: str, amount: AmountBounds) -> None:
        super().__init__(f"How much to {word}? {amount}")
        self.amount, self.cents = amount, int(amount.low)
        self._typed = ""

    def open_keys(self) -> tuple[PromptKey, ...]:
        return (
            PromptKey("enter", "accept", f"{format_cents(self.cents)}"),
            PromptKey("←→", "amount, or digits"),
            PromptKey("b", BACK, "back to the choices"),
        )

    def press(self, key: str) -> str:
        self.hint = ""
        if key == "enter":
            return self._answer()
        if key in ("left", "right"):
            moved = self.cents + (1 if key == "right" else -1) * self.amount.step
            self.cents, self._typed = int(min(max(moved, self.amount.low), self.amount.high)), ""
        elif key in TYPING:
            self._typed = type_amount(self._typed, key)
            self.cents = typed_cents(self._typed)
        else:
            return super().press(key)
        return ""

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


class PickCards(Prompt):
    """The cards of the low hand, by their positions; the other choices have keys."""

    def __init__(self, title: str, cards: Cards, count: int, ways: Sequence[Picked], choices: Sequence[Choice]) -> None:
        super().__init__(title, keys_of(choices))
        self.cards, self.count = cards, count
        """The cards in the order of their positions, which is the order on the screen."""
        self.ways = {tuple(sorted(way.low)): way for way in ways}
        self.chosen: list[int] = []
        """Positions from 1."""
        self._warned: list[int] = []

    def open_keys(self) -> tuple[PromptKey, ...]:
        ready = (PromptKey("enter", "set"),) if len(self.chosen) == self.count else ()
        return PromptKey(f"1-{len(self.cards)}", "low cards"), *ready, *self.keys

    @property
    def picked(self) -> Picked | None:
        """The hands as chosen so far; None before enough cards are chosen."""
        return self.ways.get(tuple(sorted(self.cards[place - 1] for place in self.chosen)))

    def on(self, scene: Scene) -> Scene:
        """Numbers under the cards; the chosen ones are lifted."""
        numbers = tuple(str(place) for place in range(1, 8))
        hand = HandView(scene.you[0].title, self.cards, chosen=tuple(self.chosen), numbers=numbers, active=True)
        return replace(scene, you=(hand,))

    @property
    def warns(self) -> bool:
        return self.picked is not None and self.picked.foul

    def in_words(self, look: TerminalStyle, first: bool) -> list[str]:
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
        """A foul loses, so it must be confirmed by setting it again (letter 004, rule 9)."""
        picked = self.picked
        if picked is None:
            self.hint = "Choose two cards for the low hand, by their numbers"
            return ""
        if picked.foul and self._warned != sorted(self.chosen):
            self._warned = sorted(self.chosen)
            self.hint = "That is a foul and loses the base wager: set it again to confirm, or choose other cards"
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
            self.hint = f"{quoted(text.strip())} sets no hand: write two positions such as 15, or {words}"
            return ""
        return found
