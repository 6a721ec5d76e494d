"""The bets of the next round: the slip on which the player writes them, and the prompt that asks for them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from pitbook.cli.play.look import TerminalStyle
from pitbook.cli.play.prompts import ALWAYS, TYPING, Prompt, PromptKey, type_amount, typed_cents
from pitbook.cli.play.scene import PLACES, Scene
from pitbook.errors import BadInput, quoted
from pitbook.games.model import listed
from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents, dollars, format_cents, parse_cents
from pitbook.table.config import TableConfig

DEAL, BUY = "deal", "buy"
USUAL_BUY: Final = dollars(500)


@dataclass(slots=True)
class BetSlip:
    """The bets as the player writes them down; the table checks them when the deal is asked for."""

    config: TableConfig
    bets: dict[str, Bet] = field(default_factory=dict)
    """By the name of the spot; a spot without chips has a bet of $0."""

    @classmethod
    def fresh(cls, config: TableConfig, usual: Mapping[str, Cents]) -> "BetSlip":
        """Every spot of the table in the letter's order, with its usual bet."""
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
        """The bets, the base wager first."""
        required = self.config.game.required
        return sorted((bet for bet in self.bets.values() if bet.cents), key=lambda bet: bet.wager not in required)

    @property
    def total(self) -> int:
        return sum(bet.cents for bet in self.bets.values())

    def title(self, name: str) -> str:
        """A spot as the letter names it."""
        bet = self.bets[name]
        title = self.config.game.wager(bet.wager).name
        return f"{title}, {PLACES[bet.spot - 1]} card" if bet.spot else title

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
    """Asks for the bets of the next round; Enter deals with what the slip has."""

    betting = True

    def __init__(self, slip: BetSlip, stack: Cents) -> None:
        super().__init__("Your bets")
        self.slip, self.stack = slip, stack
        self.cursor = 0
        self._typed = ""

    @property
    def name(self) -> str:
        """The spot under the cursor."""
        return self.slip.names[self.cursor]

    def open_keys(self) -> tuple[PromptKey, ...]:
        choice = self.slip.config.game.wager(self.slip.bets[self.name].wager).choice
        colour = (PromptKey("c", "change", f"change {choice.name}"),) if choice else ()
        return (
            PromptKey("enter", DEAL),
            PromptKey("↑↓", "spot"),
            PromptKey("←→", "amount, or digits"),
            *colour,
            PromptKey("b", BUY, "buy chips"),
        )

    def press(self, key: str) -> str:
        self.hint = ""
        typed, self._typed = self._typed, ""
        if key == "enter":
            return self._deal()
        if key in ("up", "down"):
            self.cursor = (self.cursor + (1 if key == "down" else -1)) % len(self.slip.names)
        elif key in ("left", "right"):
            self.slip.step(self.name, 1 if key == "right" else -1)
        elif key == "x":
            self.slip.put(self.name, 0)
        elif key in TYPING:
            self._typed = type_amount(typed, key)
            self.slip.put(self.name, typed_cents(self._typed))
        elif key == "c":
            self.slip.turn(self.name)
        elif key == "b":
            return f"{BUY} {USUAL_BUY}"
        else:
            return super().press(key)
        return ""

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
        """An empty line deals; ``royal-match 5``, ``match-3=10``, ``red-black 5 black``, ``clear``, ``buy 500``."""
        self.hint, self.understood = "", False
        line = text.strip().lower()
        if line in ("", DEAL, "d"):
            return self._deal()
        command = next((each.word for each in ALWAYS if line in (each.key, each.word)), "")
        if command:
            return command
        try:
            if found := re.fullmatch(r"b(?:uy)?(?:[\s=]+(\S+))?", line):
                return f"{BUY} {parse_cents(found[1], 'chips') if found[1] else USUAL_BUY}"
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
        """The cursor on one of the spots."""
        rows = tuple(replace(row, cursor=place == self.cursor) for place, row in enumerate(scene.rows))
        return replace(scene, rows=rows)

    def status(self) -> str:
        limits = self.slip.config.limits[self.slip.bets[self.name].wager]
        total = f"{self.title}: {format_cents(self.slip.total)} together"
        return f"{total}. {self.slip.title(self.name)} takes {limits}"

    def in_words(self, look: TerminalStyle, first: bool) -> list[str]:
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
