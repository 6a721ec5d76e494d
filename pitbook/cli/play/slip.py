"""The bets of the next round as the player writes them down."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pitbook.cli.play.scene import PLACES
from pitbook.errors import BadInput, quoted
from pitbook.games.model import listed
from pitbook.games.settle import Bet, bet_name
from pitbook.money import Cents, dollars
from pitbook.table.config import TableConfig


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
