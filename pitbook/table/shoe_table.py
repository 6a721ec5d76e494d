"""The cards of a table: its own sealed shoe, or physical cards of which it knows those that have come."""

from collections import Counter
from collections.abc import Sequence

from pitbook.cards import NO_CARD, Cards, card_names
from pitbook.errors import BadInput
from pitbook.table.betting import BettingTable, Clock
from pitbook.table.config import TableConfig
from pitbook.table.events import SECRET, Journal
from pitbook.table.family import family_of
from pitbook.table.shoe import Chance, SealedShoe


class ShoeTable(BettingTable):
    """A table with cards: shuffled, sealed before anyone bets, and shown when they are no longer played."""

    def __init__(self, config: TableConfig, chance: Chance, clock: Clock, journal: Journal) -> None:
        super().__init__(config, clock, journal)
        self.family = family_of(config.game)
        self.chance = chance
        self.shoe: SealedShoe | None = None
        self.position = 0
        self._withdrawn = False
        """Whether the shoe is played no more, and the next betting begins with a fresh one."""
        self._pack = Counter(config.pack)
        self._seen: Counter[int] = Counter()
        """Cards that have come since the last shuffle."""
        self._in_play: Counter[int] = Counter()
        """Cards of the round now played."""
        self._floor = 0
        """Events up to this number cannot be taken back."""

    def shuffle(self) -> None:
        """A fresh shoe before anyone bets: the table's own is sealed, and the one before is shown.

        Physical cards may be shuffled at any time, also when they run out in mid-round.
        """
        self._check_keeps_seats()
        if self.config.source == "shoe":
            self._check_betting()
            if self._layout:
                raise BadInput("bets are on the table: take them back first, as a shoe is promised before anyone bets")
        self._record("shuffle", {})
        self._fresh_shoe()
        self._floor = self.log.length

    def _fresh_shoe(self) -> None:
        """With physical cards it is only noted that those which do not lie on the table were shuffled."""
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
        """When a shoe has been dealt, anyone may check it against its promise; unless its order is not known here."""
        if self.shoe is not None:
            told = {"order": card_names(self.shoe.order), "salt": self.shoe.salt} if self.shoe.is_known else {}
            self._record("shoe-shown" if told else "shoe-lost", {"promise": self.shoe.promise, **told})
            self.shoe = None

    @property
    def shuffle_due(self) -> bool:
        """Whether the next round needs a fresh shoe: some games shuffle for each, others when the cut card has come.

        A shoe that was shuffled in mid-round, without the cards on the table, is not played on.
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
        """Before anyone bets: the promise is that of the very cards that are bet on."""
        if self.config.source == "entered" and self.family.SHUFFLES_EACH_ROUND:
            self._seen.clear()
        elif self.shuffle_due:
            self._fresh_shoe()

    def _reshuffle(self) -> None:
        """The shoe is empty in mid-round: what does not lie on the table is shuffled again."""
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
