"""The procedure of the pai gow games: letter 004, rules 6 to 12; letter 002, which leaves the base game as posted.

Each step cites the letter of its own game (``Game.cites``).
"""

from collections.abc import Iterator, Mapping, Sequence

from pitbook.errors import BadInput, quoted
from pitbook.families.pai_gow.table.questions import (
    ALL_SET,
    BASE,
    DEALER_HAND,
    FIRST_POSITION,
    FOLD,
    HOUSE_WAY,
    LOW_CARDS,
    SET,
)
from pitbook.families.pai_gow.table.settings import set_by_way
from pitbook.games.house_rules import check_none
from pitbook.games.model import Deal, Game
from pitbook.games.settle import Bet, Layout, Settlement, settle_bet
from pitbook.hands.pai_gow import Setting, parse_setting
from pitbook.money import Cents
from pitbook.table.config import TableConfig
from pitbook.table.family import StatementTrial
from pitbook.table.hidden import deal_hands, show_hands
from pitbook.table.round import (
    Player,
    Round,
    coin_in,
    end_game,
    is_share,
    settle_envies,
    settle_meter_wins,
    within_aggregate,
)
from pitbook.table.steps import DEALER, DISCARDS, Ask, CardTo, Number, Place, Press, Procedure, Settle

SEVEN, POSITIONS = 7, 7


def play(round_: Round) -> Procedure:
    """From the jackpot's sensors to the last pay."""
    cites = round_.config.game.cites
    yield from coin_in(round_)
    start = yield Number(FIRST_POSITION, 1, POSITIONS, cites["first position"])
    words = "Deal seven cards to each spot and wait until all players have set their hands"
    yield from deal_hands(round_, hands_to_deal(round_, start), Press(ALL_SET, words))
    if round_.config.source == "shoe":
        yield from set_hands(round_, round_.from_left)
        setting = set_by_way(round_.config, tuple(round_.hidden))
        words = "Turn over the dealer's cards and set them by the house way"
        turned = Press(DEALER_HAND, words, cites["dealer"], {"setting": str(setting)})
        yield from show_hands(round_, [DEALER, *map(Place, round_.players)], turned)
        lay_dealer(round_, setting)
    else:
        yield from turn_hands(round_)
    yield from settle_all(round_)
    yield from end_game(round_)


def dealing_order(start: int) -> Iterator[int]:
    """Positions counter-clockwise from the chosen one, as seats: 0 is the dealer, who is position 1.

    Seats count from the dealer's left, so counter-clockwise they come in falling order and the dealer after the first.
    """
    for step in range(POSITIONS):
        position = (start - 1 + step) % POSITIONS
        yield (POSITIONS - position) % POSITIONS


def hands_to_deal(round_: Round, start: int) -> Iterator[CardTo]:
    """Seven cards to every spot, or only to those with a wager, as the house chose (rules 7 and 7b)."""
    every_spot = round_.config.layout.options.get("dealing", "every spot") == "every spot"
    cites, dealt = round_.config.game.cites, 0
    cite = cites["deal" if every_spot else "deal to wagers"]
    order = list(dealing_order(start))
    if not every_spot and order[0] and order[0] not in round_.players:
        # The next position with a wager gets the first hand, and the dealer has none (rule 7b).
        first = next(place for place, seat in enumerate(order) if seat in round_.players)
        order = order[first:] + order[:first]
    for seat in order:
        player = round_.players.get(seat)
        if seat == 0:
            yield CardTo(DEALER, "nobody", SEVEN, cite)
        elif player is not None:
            yield CardTo(Place(seat), "owner", SEVEN, cite)
        elif every_spot:
            yield CardTo(DISCARDS, "nobody", count=SEVEN, cite=cites["left over"])
        else:
            continue
        dealt += SEVEN
    left = len(round_.config.pack) - dealt
    yield CardTo(DISCARDS, "nobody", count=left, cite=cites["left over"])


def turn_hands(round_: Round) -> Procedure:
    """With physical cards, which players set unseen: enters the dealer's hand first, then each seat's as set."""
    yield from show_hands(round_, [DEALER], cite=round_.config.game.cites["dealer"])
    lay_dealer(round_, set_by_way(round_.config, tuple(round_.dealer)))
    for player in round_.from_right:
        yield from show_hands(round_, [Place(player.seat)])
        yield from set_hands(round_, [player])


def set_hands(round_: Round, players: list[Player]) -> Procedure:
    """Players set their hands in any order; a foul loses the base wager, so it is taken as set (rule 9)."""
    may_fold = "folded-hand" in round_.config.layout.options
    choices = (HOUSE_WAY, FOLD) if may_fold else (HOUSE_WAY,)
    dealt = {Place(player.seat): tuple(player.dealt) for player in players}

    def read(place: Place, answer: str) -> str:
        if answer == FOLD.word and not may_fold:
            raise BadInput(f"{place} cannot fold: {round_.config.game.name} has no folded hands")
        if answer == HOUSE_WAY.word:
            return str(set_by_way(round_.config, dealt[place]))
        if len(answer) > 60:
            raise BadInput(f"{quoted(answer)} is not a setting: write low cards, a slash and high cards")
        return FOLD.word if answer == FOLD.word else str(parse_setting(answer, dealt[place]))

    left = list(players)
    while left:
        open_to = {Place(player.seat): choices for player in left}
        place, answer = yield Ask(SET, open_to, read=read, cite=round_.config.game.cites["set"])
        player = round_.players[place.seat]
        left.remove(player)
        player.folded = answer == FOLD.word
        # A folded hand is set by the house way, so that a bonus wager can still be looked at.
        if player.folded:
            player.hands = [set_by_way(round_.config, dealt[place])]
        else:
            player.hands = [parse_setting(answer, dealt[place])]


def lay_dealer(round_: Round, setting: Setting) -> None:
    """The dealer's hand lies face up as it is set, the low hand first."""
    round_.dealer[:] = (*setting.low, *setting.high)


def dealer_setting(dealer: Sequence[int]) -> Setting | None:
    """The setting of the dealer's face-up cards; None before they are set."""
    cards = tuple(dealer)
    return Setting(cards[:LOW_CARDS], cards[LOW_CARDS:]) if cards else None


def settle_all(round_: Round) -> Procedure:
    """From the dealer's far right, a seat at a time: the base wager, then the optional ones; then envy, then meters."""
    config = round_.config
    bonus = {
        wager.slug: within_aggregate(config, _bonus(round_, wager.slug))
        for wager in config.wagers()
        if wager.slug != BASE
    }
    from_meter: list[Settlement] = []
    for player in round_.from_right:
        yield Settle(_base(round_, player), cite=config.game.cites["base"])
        for slug, items in bonus.items():
            if slug in player.bets:
                item = next(items)
                if is_share(item):
                    from_meter.append(item)
                else:
                    yield Settle(item, cite=config.game.wager(slug).cite)
    # A folded hand that does not qualify wins no envy for others either.
    yield from settle_envies(
        round_, lambda player: _deal(round_, player) if _qualifies(round_, player) else Deal((), ())
    )
    yield from settle_meter_wins(round_, from_meter)


def _base(round_: Round, player: Player) -> Settlement:
    bet, wager = player.bets[BASE], round_.config.game.wager(BASE)
    if player.folded:
        return Settlement(player.seat, BASE, 0, bet.cents, "house", "loss", "Folded", "loss", Cents(-bet.cents))
    return settle_bet(round_.config.layout, player.seat, wager, bet, _deal(round_, player))


def _bonus(round_: Round, slug: str) -> list[Settlement]:
    """An optional wager at every seat that bet on it; for a folded hand by the house's option (letter 002)."""
    layout, found = round_.config.layout, []
    for player in round_.from_right:
        bet = player.bet_on(slug)
        if bet is None:
            continue
        wager = layout.game.wager(slug)
        item = settle_bet(layout, player.seat, wager, bet, _deal(round_, player))
        if not wager.after_fold and not _qualifies(round_, player):
            label = "Folded: does not qualify"
            item = Settlement(player.seat, slug, 0, bet.cents, item.table, "loss", label, "loss", Cents(-bet.cents))
        found.append(item)
    return found


def _qualifies(round_: Round, player: Player) -> bool:
    return not player.folded or round_.config.layout.options.get("folded-hand") == "qualifies"


def _deal(round_: Round, player: Player) -> Deal:
    setting: Setting = player.hands[0]
    return Deal(tuple(player.dealt), tuple(round_.dealer), setting, dealer_setting(round_.dealer))


def most_cards(config: TableConfig) -> int:
    """Seven hands and the four cards left over are the whole pack."""
    return len(config.pack)


def most_staked(config: TableConfig, bets: Mapping[str, Bet]) -> Mapping[str, Cents]:
    """Nothing: no bet is raised in a round."""
    return {}


def check(config: TableConfig) -> None:
    if config.burn:
        raise BadInput(
            f"{config.burn} burn cards: pai gow burns none, because seven hands and the four cards left over are the "
            f"whole pack ({config.game.cites['left over']})"
        )


def statement_trials(game: Game) -> tuple[StatementTrial, ...]:
    """None: the folder of a game states only its wagers."""
    return ()


def post_rules(layout: Layout, rules: Mapping[str, str]) -> tuple[Layout, None]:
    """None: its rules are options of the game."""
    check_none(layout.game, rules)
    return layout, None
