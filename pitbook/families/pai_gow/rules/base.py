"""The base wager of the pai gow games: two hands against the dealer's two, copies to the dealer.

Letter 002 plays standard pai gow poker with a commission; letter 004 (EZ Pai Gow) pays even money and bars the
dealer's queen-high pai gow instead.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from pitbook.cards import Cards
from pitbook.errors import BadInput, quoted
from pitbook.games.house_rules import ROUNDING
from pitbook.games.model import ALL_USES, Deal, Game, Group, LabOnly, Option, Outcome, Wager
from pitbook.hands.house_ways import HOUSE_WAYS, house_way
from pitbook.hands.pai_gow import LOSE, Setting, is_foul, is_queen_high_pai_gow
from pitbook.hands.pai_gow import WIN as BOTH_WON
from pitbook.hands.pai_gow import outcome as compare
from pitbook.hands.poker import five_card_value, two_card_value
from pitbook.pay import Loss, Odds, PayLine, PayTable, Push


def joker(cite: str) -> Option:
    """The option that says which cards the joker may replace."""
    return Option(
        "joker",
        ("semi-wild", "fully-wild"),
        "semi-wild",
        "semi-wild: an ace, or the card that completes a straight, flush or straight flush; fully wild: any card",
        cite,
        choice_words={"fully-wild": "fully wild"},
    )


def is_fully_wild(options: Mapping[str, str]) -> bool:
    """Whether the joker may be any card, and not only an ace or the card that completes a straight or flush."""
    return options["joker"] == "fully-wild"


_WHEEL = ("lowest", "second-highest")
_WHEEL_TITLE = "A-2-3-4-5 ranks"
_WHEEL_WORDS = {"lowest": "as the lowest straight", "second-highest": "as the second highest straight"}
WHEEL_LOWEST = Option(
    "wheel",
    _WHEEL,
    "lowest",
    "where A-2-3-4-5 ranks among straights; second-highest needs internal controls that say so",
    "regulation 2.2",
    title=_WHEEL_TITLE,
    choice_words=_WHEEL_WORDS,
    wagers=("base",),  # the rule of Dealer Pai Gow reads it too, but a dealer with a pai gow has no straight to compare
)
WHEEL_SECOND = Option(
    "wheel",
    _WHEEL,
    "second-highest",
    "where A-2-3-4-5 ranks among straights",
    "letter 004, rule 1b",
    title=_WHEEL_TITLE,
    choice_words=_WHEEL_WORDS,
    lab_only=(
        LabOnly(
            "lowest", "A-2-3-4-5 is the second strongest straight, right after the ace-high one", "letter 004, rule 1b"
        ),
    ),
)


def parse_commission(text: str) -> Fraction:
    """A percentage such as ``5%``; below 100."""
    found = re.fullmatch(r"\s*(\d{1,2}(?:\.\d{1,4})?)\s*%?\s*", text, re.ASCII)
    if not found:
        raise BadInput(f"commission {quoted(text)} is not a percentage below 100: write it as '5%'")
    return Fraction(found[1]) / 100


COMMISSION = Option(
    "commission",
    (),
    "5%",
    "the share of a win on the base wager that the house keeps",
    "regulation 2.2",
    parse_commission,
    wagers=("base",),
    uses=ALL_USES,
    title="Commission on wins",
)


def pai_gow_options(house_way_cite: str) -> tuple[Option, ...]:
    """The options of every pai gow game."""
    way = Option(
        "house-way",
        tuple(HOUSE_WAYS),
        "foxwoods",
        "how the dealer sets the two hands, and those of players who ask for it",
        house_way_cite,
        wagers=("base", "dealer-pai-gow"),
        choice_words={"foxwoods": "Foxwoods", "flamingo": "Flamingo"},
    )
    return way, ROUNDING


BARRED, FOUL, WIN, PUSH = (1 << bit for bit in range(4))
OUTCOMES = (
    Outcome("foul", "Foul", "the low hand outranks the high hand: the wager loses", mask=FOUL),
    Outcome("win", "Win", "both hands beat the dealer's", mask=WIN),
    Outcome("push", "Push", "one hand beats the dealer's and the other does not; a copy goes to the dealer", mask=PUSH),
)
BARRED_OUTCOME = Outcome(
    "barred",
    "Dealer's Queen-High Pai Gow",
    "the dealer's seven cards are a queen-high pai gow: the wager pushes",
    mask=BARRED,
)
"""EZ Pai Gow only."""


def has_barred_hand(game: Game) -> bool:
    """Whether a certain dealer hand pushes every base wager, instead of a commission (letter 004)."""
    return any(outcome.name == BARRED_OUTCOME.name for wager in game.wagers for outcome in wager.outcomes)


def is_barred(wager: Wager) -> bool:
    """Whether a dealer's queen-high pai gow pushes this base wager, which then has that outcome.

    Refused: a wager with an outcome that does not follow from the comparison of hands in this way.
    """
    for outcome in wager.outcomes:
        if outcome not in (BARRED_OUTCOME, *OUTCOMES):
            raise BadInput(f"{wager.slug} has an outcome {quoted(outcome.name)} that no comparison of hands decides")
    return BARRED_OUTCOME in wager.outcomes


def set_against(
    player_low: Cards, player_high: Cards, dealer_low: Cards, dealer_high: Cards, joker: int, wheel: int
) -> int:
    """The outcome of a set hand against the dealer's; 0 is a loss."""
    low, high = two_card_value(player_low, joker == 1), five_card_value(player_high, joker == 1, wheel == 1)
    if is_foul(low, high):
        return FOUL
    result = compare(
        low, high, two_card_value(dealer_low, joker == 1), five_card_value(dealer_high, joker == 1, wheel == 1)
    )
    if result == BOTH_WON:
        return WIN
    return 0 if result == LOSE else PUSH


def set_against_barred(
    player_low: Cards, player_high: Cards, dealer_low: Cards, dealer_high: Cards, dealer: Cards, joker: int, wheel: int
) -> int:
    """The same in EZ Pai Gow, where a dealer's queen-high pai gow pushes every base wager (letter 004, rule 11)."""
    if is_queen_high_pai_gow(dealer, joker == 1):
        return BARRED
    return set_against(player_low, player_high, dealer_low, dealer_high, joker, wheel)


def even_money_table(options: Mapping[str, str]) -> PayTable:
    """EZ Pai Gow: one to one, no commission (letter 004, rule 11)."""
    return _house_table(Fraction(1), PayLine(BARRED_OUTCOME.name, BARRED_OUTCOME.label, Push()))


def commission_table(options: Mapping[str, str]) -> PayTable:
    """Even money less the commission on the win."""
    return _house_table(1 - parse_commission(options.get("commission", COMMISSION.default)))


def _house_table(win: Fraction, *first: PayLine) -> PayTable:
    lines = (
        *first,
        PayLine("win", "Win", Odds(win, True)),
        PayLine("push", "Push", Push()),
        PayLine("foul", "Foul", Loss()),
    )
    return PayTable("house", "base", (1,), lines)


def set_hands(player: Cards, setting: Setting | None, dealer: Cards, options: Mapping[str, str]) -> Deal:
    """Seven cards each, set: the dealer's by the house way, the player's as given or by the house way too."""
    way = house_way(options["house-way"])
    reading = is_fully_wild(options), options["wheel"] == "second-highest"
    for cards, whose in ((player, "a seat's"), (dealer, "the dealer's")):
        if len(cards) != 7 and (cards or cards is player):
            raise BadInput(f"{whose} pai gow hand has seven cards, not {len(cards)}")
    set_dealer = way.set_hand(dealer, *reading) if dealer else None
    return Deal(player, dealer, setting or way.set_hand(player, *reading), set_dealer)


_GROUPS = (
    Group("the player's two-card hand", "player low", 2),
    Group("the player's five-card hand", "player high", 5),
    Group("the dealer's two-card hand", "dealer low", 2),
    Group("the dealer's five-card hand", "dealer high", 5),
)


def check_deal(deal: Deal, options: Mapping[str, str]) -> None:
    """The base wager compares set hands, so both must be there."""
    if not deal.dealer:
        raise BadInput("this wager compares with the dealer's hand: give the dealer's seven cards")


def base_wager(cite: str, joker: Option, wheel: Option, *, barred: bool) -> Wager:
    """The pai gow poker wager: with ``barred``, EZ Pai Gow's; else with a commission."""
    return Wager(
        slug="base",
        name="Pai Gow Poker",
        about="Wins even money when both your hands beat the dealer's; one of two is a push.",
        groups=(*_GROUPS, Group("the dealer's seven cards", "dealer", 7)) if barred else _GROUPS,
        outcomes=(BARRED_OUTCOME, *OUTCOMES) if barred else OUTCOMES,
        rule=set_against_barred if barred else set_against,
        reads=(joker, wheel),
        house_table=even_money_table if barred else commission_table,
        by_play=True,
        check_deal=check_deal,
        cite=cite,
    )


CITED: Final = ("first position", "deal", "deal to wagers", "left over", "set", "dealer", "base")
"""The steps of a round whose source a table shows."""


def pai_gow_game(**fields: Any) -> Game:
    """A game of pai gow poker with these fields of its own."""
    return Game(
        base="pai gow poker",
        family="pai_gow",
        decks=(1,),
        default_decks=1,
        seats=6,
        joker=True,
        set_hands=set_hands,
        **fields,
    )
