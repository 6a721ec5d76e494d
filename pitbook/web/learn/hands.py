"""The drill "What pays?": a hand of any wager of the rulebook, the line that pays, and the amount."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Final, Literal

from pitbook.cards import JOKER, Cards, Shoe, rank, suit
from pitbook.errors import BadInput
from pitbook.games import cached_by_game, game, slugs
from pitbook.games.model import Deal, Game, Wager, listed
from pitbook.games.settle import LOSS, Bet, Layout, Settlement, deal_of, lay_out, settle
from pitbook.games.shown import NOTHING, pay_words
from pitbook.hands.pai_gow import Setting
from pitbook.money import Cents, dollars
from pitbook.pay import PayTable, is_offered
from pitbook.web.family import FinishedDeal, family_of

Kind = Literal["line", "pay"]
"""The kind of question: which line pays, or how much."""

BETS: Final = tuple(map(dollars, (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 85, 100, 125, 150)))
MOST_PAID: Final = dollars(10_000)
"""The most that a dealer pays in chips; the cage pays larger amounts."""
ANY: Final = "any"
_DEALS, _SET_DEALS = 160, 16
"""Number of deals to choose a question from; fewer for set hands, which take longer."""


@dataclass(frozen=True, slots=True)
class HandLine:
    """A possible result of the wager."""

    outcome: str
    label: str
    pays: str


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A settled wager; ``settlement`` is the answer."""

    layout: Layout
    wager: Wager
    table: PayTable
    bet: Bet
    player: Cards
    """The cards of the seat that the wager counts."""
    dealer: Cards
    board: Cards
    player_set: Setting | None
    dealer_set: Setting | None
    """The set hands, if the wager depends on them."""
    lines: tuple[HandLine, ...]
    settlement: Settlement

    @property
    def game(self) -> Game:
        return self.layout.game


@cached_by_game()
def layout_of(slug: str) -> Layout:
    """The usual layout of a game."""
    return lay_out(game(slug))


def wagers_of(layout: Layout) -> list[Wager]:
    """The wagers that a question can use."""
    return [
        each for each in layout.game.wagers if not each.components and (each.house_table or each.slug in layout.tables)
    ]


@cached_by_game(512)
def question(seed: int, slug: str = ANY, kind: Kind = "line") -> HandQuestion:
    """The question of a seed."""
    if slug != ANY and slug not in slugs():
        game(slug)  # an unknown game is refused with the list of games
    chance = Random(f"hands {kind} {slug} {seed}")
    layout = layout_of(chance.choice(slugs()) if slug == ANY else slug)
    wager = chance.choice(wagers_of(layout))
    bet = _bet(chance, wager)
    return _with_table(_asked(chance, layout, wager, bet, kind), layout, wager, bet)


def _bet(chance: Random, wager: Wager) -> Bet:
    low, high = wager.lowest or BETS[0], wager.highest or BETS[-1]
    some = [cents for cents in BETS if low <= cents <= high and cents % (wager.units or 1) == 0] or [low]
    picked = chance.choice(wager.choice.choices) if wager.choice else ""
    return Bet(wager.slug, chance.choice(some), chance.randint(1, wager.spots) if wager.spots else 0, picked)


def _asked(chance: Random, layout: Layout, wager: Wager, bet: Bet, kind: Kind) -> FinishedDeal:
    """Chooses one of several deals: each line that occurred is equally likely, so that rare hands come up too."""
    of_set_hands = layout.game.set_hands is not None and any(" " in group.source for group in wager.groups)
    by_outcome: dict[str, FinishedDeal] = {}
    for _ in range(_SET_DEALS if of_set_hands else _DEALS):
        dealt = _deal(chance, layout, wager, bet)
        seen = deal_of(layout, *dealt) if of_set_hands else Deal(dealt.seat.cards, dealt.dealer, board=dealt.board)
        by_outcome.setdefault(_line_of(layout, wager, bet, seen), dealt)
    found = sorted(by_outcome)
    if kind == "pay":
        nets = {name: _settled(layout, wager, by_outcome[name]).net for name in found}
        paid = [name for name, net in nets.items() if net is not None and 0 < net <= MOST_PAID]
        found = paid or [name for name, net in nets.items() if net is not None and net <= 0]
    return by_outcome[chance.choice(found)]


def _line_of(layout: Layout, wager: Wager, bet: Bet, dealt: Deal) -> str:
    options = {**layout.options, wager.choice.name: bet.choice} if wager.choice else layout.options
    line = wager.paid_line(_table(layout, wager, bet), wager.satisfied(dealt, options, bet.spot))
    return line.outcome if line else LOSS


def _table(layout: Layout, wager: Wager, bet: Bet) -> PayTable:
    table = layout.table_for(wager, bet.cents)
    if table is None:
        raise BadInput(f"{wager.slug} has no pays for this bet")
    return table


def _deal(chance: Random, layout: Layout, wager: Wager, bet: Bet) -> FinishedDeal:
    """A finished deal from part of the shoe: with few ranks or suits, paying hands are frequent."""
    cards = _cards(chance, layout)
    return family_of(layout.game).finished_deal(lambda count: tuple(islice(cards, count)), layout, wager, bet)


def _cards(chance: Random, layout: Layout) -> Iterator[int]:
    """Random cards of the shoe: first some suits and consecutive ranks, then the rest."""
    left = list(Shoe.of_decks(layout.decks, joker=layout.game.joker).counts)
    first, ranks = chance.randrange(13), chance.randint(1, 13)
    suits = chance.sample(range(4), chance.randint(1, 4))
    liked = [card for card in range(JOKER) if (rank(card) - first) % 13 < ranks and suit(card) in suits]
    liked += [JOKER] * (layout.game.joker and chance.random() < 0.3)
    for pool in (liked, [card for card in range(JOKER + 1) if left[card] and card not in liked]):
        while pool:
            card = chance.choice(pool)
            left[card] -= 1
            if not left[card]:
                pool.remove(card)
            yield card


def _settled(layout: Layout, wager: Wager, dealt: FinishedDeal) -> Settlement:
    settled = settle(layout, [dealt.seat], dealt.dealer, board=dealt.board)
    return next(item for item in settled if item.wager == wager.slug)


def _with_table(dealt: FinishedDeal, layout: Layout, wager: Wager, bet: Bet) -> HandQuestion:
    whole = deal_of(layout, *dealt)
    table = _table(layout, wager, bet)
    sets = {group.source.split()[0] for group in wager.groups if " " in group.source}
    return HandQuestion(
        layout, wager, table, bet,
        _seen(wager, "player", dealt.seat.cards), _seen(wager, "dealer", dealt.dealer),
        _seen(wager, "board", dealt.board),
        whole.player_set if "player" in sets else None, whole.dealer_set if "dealer" in sets else None,
        _lines(layout, wager, table), _settled(layout, wager, dealt),
    )  # fmt: skip


def _seen(wager: Wager, whose: str, cards: Cards) -> Cards:
    """The cards that the wager counts, up to the last of them; all cards of a set hand."""
    groups = [group for group in wager.groups if whose in group.source.split()]
    if any(group.size == 0 or " " in group.source for group in groups):
        return cards
    spots = wager.spots if whose == "dealer" else 0
    return cards[: max((group.start + group.size + max(spots - 1, 0) for group in groups), default=0)]


def _lines(layout: Layout, wager: Wager, table: PayTable) -> tuple[HandLine, ...]:
    """Every possible answer: the printed lines, combined and additional pays, and the loss."""
    found = [HandLine(line.outcome, line.label, pay_words(wager, line.pay)) for line in table.lines]
    for outcome in wager.outcomes:
        line = wager.paid_line(table, [outcome.name]) if outcome.sum_of else None
        if line is not None and table.line(outcome.name) is None:
            found.append(HandLine(line.outcome, line.label, str(line.pay)))
    found += [
        HandLine(line.outcome, line.label, f"{line.pay} on top")
        for line in table.added
        if is_offered(line, layout.options)
    ]
    if any(line.pays == NOTHING for line in found):
        return tuple(found)
    return (*found, HandLine(LOSS, "Nothing: the wager loses", LOSS))


def judge_line(asked: HandQuestion, outcome: str) -> bool:
    """Whether this line pays."""
    if outcome not in {line.outcome for line in asked.lines}:
        raise BadInput(f"there is no line {outcome!r}: the lines are {listed(line.outcome for line in asked.lines)}")
    return outcome == asked.settlement.outcome


def judge_pay(asked: HandQuestion, cents: Cents) -> bool:
    """Whether this is the payout over the bet."""
    return cents == max(asked.settlement.net or 0, 0)
