"""The cards of a table: its own sealed shoe, or physical cards, of which it counts those that have come."""

from collections import Counter
from collections.abc import Sequence

from pitbook.cards import NO_CARD, Cards
from pitbook.errors import BadInput
from pitbook.table.betting import BettingTable, Clock
from pitbook.table.config import TableConfig
from pitbook.table.events import SECRET, Journal
from pitbook.table.family import family_of
from pitbook.table.shoe import Chance, SealedShoe


class ShoeTable(BettingTable):
    """A table with a shoe: shuffled and committed to before anyone bets, and revealed when it is out of play."""

    def __init__(self, config: TableConfig, chance: Chance, clock: Clock, journal: Journal) -> None:
        super().__init__(config, clock, journal)
        self.family = family_of(config.game)
        self.chance = chance
        self.shoe: SealedShoe | None = None
        self.position = 0
        self._withdrawn = False
        """Whether the shoe is out of play, so that the next betting begins with a fresh one."""
        self._pack = Counter(config.pack)
        self._seen: Counter[int] = Counter()
        """Cards that have come since the last shuffle."""
        self._in_play: Counter[int] = Counter()
        """Cards of the current round."""
        self._floor = 0
        """Events up to this number cannot be undone."""

    def shuffle(self) -> None:
        """Makes a fresh shoe before anyone bets: seals the table's own, and reveals the previous one.

        Physical cards may be shuffled at any time, also when they run out in mid-round.
        """
        self._check_keeps_seats()
        if self.config.source == "shoe":
            self._check_betting()
            if self._layout:
                raise BadInput("bets are on the table: take them back first, because a shoe must be sealed before bets")
        self._record("shuffle", {})
        self._fresh_shoe()
        self._floor = self.log.length

    def _fresh_shoe(self) -> None:
        """Replaces the shoe; with physical cards, only resets the count of cards that are not on the table."""
        self._show_shoe()
        self._seen = Counter(self._in_play)
        if self.config.source == "shoe":
            self._seal(self.config.pack)
            self.position = self.config.burn

    def _seal(self, cards: Sequence[int]) -> None:
        shoe = self.chance.seal(cards)
        self._record(
            "shuffled",
            {"cards": len(shoe.order), "promise": shoe.promise, SECRET: shoe.secret},
        )
        self.shoe = shoe
        self.position = 0
        self._withdrawn = False

    def _show_shoe(self) -> None:
        """Reveals a shoe that is out of play, so that anyone can check its commitment; records a loss if its order is
        not known."""
        if self.shoe is not None:
            contents = {"order": self.shoe.names, "salt": self.shoe.salt} if self.shoe.is_known else {}
            self._record("shoe-shown" if contents else "shoe-lost", {"promise": self.shoe.promise, **contents})
            self.shoe = None

    @property
    def shuffle_due(self) -> bool:
        """Whether the next round needs a fresh shoe: some games shuffle for every round, others after the cut card.

        A shoe that was shuffled in mid-round lacks the cards on the table, so it is not used for another round.
        """
        if self.config.source == "entered" or self.config.controller_only:
            return False
        if self.shoe is None or self._withdrawn:
            return True
        if self.family.SHUFFLES_EACH_ROUND:
            return self.position > self.config.burn
        whole = self._pack.total()
        return len(self.shoe.order) < whole or self.position >= self.config.penetration * whole

    def _ready_shoe(self) -> None:
        """Makes a fresh shoe if one is due, before anyone bets: the commitment must cover the cards that are bet on."""
        if self.config.source == "entered" and self.family.SHUFFLES_EACH_ROUND:
            self._seen.clear()
        elif self.shuffle_due:
            self._fresh_shoe()

    def _reshuffle(self) -> None:
        """Shuffles all cards that are not on the table, because the shoe ran out in mid-round."""
        left = self._pack - self._in_play
        if not left:
            raise BadInput("the shoe has no card left: a supervisor must void the round")
        self._show_shoe()
        self._seal(sorted(left.elements()))
        self._floor = self.log.length

    def _count_cards(self, cards: Cards, times: int) -> None:
        for card in cards:
            if card != NO_CARD:
                self._seen[card] += times
                self._in_play[card] += times
