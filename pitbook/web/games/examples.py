"""Worked examples: hands from a game's folder for the lines of a wager; settling them gives their pays."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pitbook import games
from pitbook.cards import Shoe, card_names, parse_cards
from pitbook.games.model import Game, Wager
from pitbook.games.settle import LOSS, Bet, Layout, Seat, deal_of, finished_bets, lay_out, settle
from pitbook.games.shown import ExampleHand, best_wager, example_hands
from pitbook.money import Cents, dollars

BET: Final = dollars(10)


@dataclass(frozen=True, slots=True)
class Example:
    """A hand and its result."""

    groups: tuple[tuple[str, str], ...]
    """Owner and cards: ``("You", "Kh Qh")``."""
    bet: Cents
    label: str
    """The line that pays."""
    outcome: str
    pays: str
    net: Cents | None
    """The payout over the bet; None for a share of a meter."""

    @property
    def verdict(self) -> str:
        """``won``, ``lost``, ``push`` or ``meter``."""
        if self.net is None:
            return "meter"
        if self.outcome == LOSS:
            return "lost"
        return "won" if self.net > 0 else "push"


def examples(game: Game, wager: Wager, table: str = "", decks: int = 0) -> tuple[Example, ...]:
    """Every example of the wager, settled with a pay table, the best first; one for each pay."""
    slug = wager.components[-1] if wager.components else wager.slug
    return _examples(game.slug, slug, table, decks)


@games.cached_by_game(1_024)
def _examples(game_slug: str, slug: str, table: str, decks: int) -> tuple[Example, ...]:
    game = games.game(game_slug)
    chosen = game.wager(slug)
    count = decks or game.default_decks
    layout = lay_out(game, count, {slug: table} if table and chosen.tables else {})
    found: dict[str, Example] = {}
    shoe = Shoe.of_decks(count, joker=game.joker)
    for hand in example_hands(game, slug):
        dealt = Counter(parse_cards(f"{hand.player} {hand.dealer} {hand.board}"))
        if all(copies <= shoe.counts[card] for card, copies in dealt.items()):
            example = _settled(layout, chosen, hand)
            found.setdefault(example.label, example)
    return tuple(sorted(found.values(), key=lambda each: (each.net is not None, -(each.net or 0))))


def best_example(game: Game) -> Example | None:
    """The example that represents a game; None if it has no examples."""
    slug = best_wager(game)
    return next(iter(examples(game, game.wager(slug))), None) if slug else None


def _settled(layout: Layout, wager: Wager, hand: ExampleHand) -> Example:
    seat, dealer = Seat(parse_cards(hand.player), tuple(_bets(layout, wager))), parse_cards(hand.dealer)
    settled = settle(layout, [seat], dealer, board=parse_cards(hand.board))
    item = next(item for item in settled if item.wager == wager.slug)
    won = item.outcome != LOSS
    label = item.label if won else "No bonus" if wager.requires_all_of else "Loses"
    groups = tuple(_groups(layout, wager, seat, hand))
    return Example(groups, item.bet, label, item.outcome, item.pays if won else label.lower(), item.net)


def _bets(layout: Layout, wager: Wager) -> Iterator[Bet]:
    """A bet of $10 if the letter allows it, with the other bets that a finished round needs."""
    bet = BET if (wager.highest is None or wager.highest >= BET) else wager.highest
    bet = Cents(bet * (wager.units or 1))
    choice = wager.choice.default if wager.choice else ""
    yield from finished_bets(layout.game, Bet(wager.slug, bet, 1 if wager.spots else 0, choice))


def _groups(layout: Layout, wager: Wager, seat: Seat, hand: ExampleHand) -> Iterator[tuple[str, str]]:
    """The cards by owner; low and high hand separately if the wager depends on set hands."""
    sources = {group.source for group in wager.groups}
    if any(source.endswith(("low", "high")) for source in sources):
        deal = deal_of(layout, seat, parse_cards(hand.dealer))
        for name, setting in (("You", deal.player_set), ("Dealer", deal.dealer_set)):
            if setting is not None:
                yield f"{name}, low hand", card_names(setting.low)
                yield f"{name}, high hand", card_names(setting.high)
        return
    yield "You", hand.player
    if hand.dealer and any("dealer" in source for source in sources):
        yield "Dealer", hand.dealer
    if hand.board and any("board" in source for source in sources):
        yield "Board", hand.board
