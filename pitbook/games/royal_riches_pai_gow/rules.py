"""Royal Riches Pai Gow (letter 002): pai gow poker with three bonus wagers and a progressive or house jackpot."""

from collections.abc import Mapping

from pitbook.cards import Cards
from pitbook.families.pai_gow.rules.base import (
    CITED,
    COMMISSION,
    WHEEL_LOWEST,
    base_wager,
    check_deal,
    joker,
    pai_gow_game,
    pai_gow_options,
)
from pitbook.families.pai_gow.rules.seven_card import lines, seven_card_wager
from pitbook.games.build import read_folder
from pitbook.games.meter_wins import meter_order
from pitbook.games.model import Deal, Game, Group, Option, ProcedureStep, Wager
from pitbook.hands.poker import five_card_value
from pitbook.hands.seven import PAI_GOW, seven_card_lines
from pitbook.money import dollars

_RULES, _BONUS, _JACKPOT = "letter 002, rules of play", "letter 002, Royal Riches Bonus Wager", "letter 002, Jackpot"

_POSTED = f"{_RULES}, first paragraph: pai gow poker as posted (regulation 2.2)"

JOKER = joker(_POSTED)
FOLDED_HAND = Option(
    "folded-hand",
    ("does not qualify", "qualifies"),
    "does not qualify",
    "whether a folded hand may still win a bonus wager or the jackpot",
    f"{_RULES}, third paragraph: the casino determines it",
    wagers=("royal-riches", "dealer-pai-gow", "pai-gow-insurance", "jackpot"),
    uses=("play",),
    title="A folded hand and the bonuses",
)
JACKPOT_KIND = Option(
    "jackpot-kind",
    ("progressive", "house"),
    "progressive",
    "whether the jackpot is a meter that grows with the wagers or a prize that the casino sets and posts",
    f"{_JACKPOT}, first paragraph: only one of the two",
    wagers=("jackpot",),
    uses=("settle", "run", "play", "felt"),
    title="Kind of jackpot",
    choice_words={"house": "a prize that the house posts"},
)
METER_ORDER = meter_order(f"{_JACKPOT} rule 6: the casino's internal controls establish it", "jackpot")

ROYAL_RICHES_OUTCOMES = lines(
    seven_card_straight_flush="7 Card Straight Flush",
    royal_flush_ace_king_suited="Royal Flush + Ace-King Suited",
    seven_card_straight_flush_with_joker="7 Card Straight Flush with Joker",
    five_aces="5 Aces",
    royal_flush="Royal Flush",
    straight_flush="Straight Flush",
    four_of_a_kind="4 of a Kind",
    full_house="Full House",
    flush="Flush",
    three_of_a_kind="3 of a Kind",
    straight="Straight",
    three_pair="Three Pair",
)

# "Always considered an Ace" names the joker's rank; a hand whose joker completes a straight or flush is not a pai gow.
PAI_GOW_OUTCOMES = lines(
    nine_high_pai_gow="Nine-High Pai Gow",
    ten_high_pai_gow="Ten-High Pai Gow",
    jack_high_pai_gow="Jack-High Pai Gow",
    queen_high_pai_gow="Queen-High Pai Gow",
    king_high_pai_gow="King-High Pai Gow",
    ace_high_pai_gow="Ace-High Pai Gow",
)

JACKPOT_OUTCOMES = lines(
    seven_card_straight_flush="7-Card Natural Straight Flush",
    royal_flush_king_queen_suited="Royal Flush w/ K-Q Suited",
    seven_card_straight_flush_with_joker="7-Card Wild Straight Flush",
    five_aces="5 Aces",
    royal_flush="Royal Flush",
    straight_flush="Straight Flush",
    four_of_a_kind="Four of a Kind",
    full_house="Full House",
    any_seven_card_straight_flush="7-Card Straight Flush",
)


def dealer_pai_gow(dealer: Cards, player_high: Cards, dealer_high: Cards, joker: int, wheel: int) -> int:
    """The dealer's pai gow, if the player's five cards beat the dealer's (letter 002, Dealer Pai Gow Bonus Wager)."""
    lines = seven_card_lines(dealer, joker == 1) & PAI_GOW
    if lines == 0:
        return 0
    player_value = five_card_value(player_high, joker == 1, wheel == 1)
    # An equal hand does not beat the dealer's.
    return lines if player_value > five_card_value(dealer_high, joker == 1, wheel == 1) else 0


def _dealer_pai_gow_lost(deal: Deal, options: Mapping[str, str]) -> str:
    if seven_card_lines(deal.dealer, JOKER.index(options) == 1) & PAI_GOW:
        return "Your high hand does not beat the dealer's"
    return "The dealer has no pai gow"


WAGERS = (
    seven_card_wager(
        JOKER,
        slug="royal-riches",
        name="Royal Riches",
        about="Wins when your seven cards hold three of a kind or better, whatever the dealer has.",
        outcomes=ROYAL_RICHES_OUTCOMES,
        envy_minimum=dollars(5),
        cite=_BONUS,
    ),
    Wager(
        slug="dealer-pai-gow",
        name="Dealer Pai Gow",
        about="Wins when the dealer has a pai gow and your high hand beats the dealer's.",
        loss_words=_dealer_pai_gow_lost,
        groups=(
            Group("the dealer's seven cards", "dealer", 7),
            Group("the player's five-card hand", "player high", 5),
            Group("the dealer's five-card hand", "dealer high", 5),
        ),
        outcomes=PAI_GOW_OUTCOMES,
        rule=dealer_pai_gow,
        reads=(JOKER, WHEEL_LOWEST),
        suits="interchangeable",
        by_play=True,
        check_deal=check_deal,
        cite="letter 002, Dealer Pai Gow Bonus Wager",
    ),
    seven_card_wager(
        JOKER,
        slug="pai-gow-insurance",
        name="Player Pai Gow Insurance",
        about="Wins when your own seven cards are a pai gow: no pair, no straight, no flush.",
        loss_words="Player Pai Gow Insurance needs a pai gow",
        outcomes=PAI_GOW_OUTCOMES,
        cite="letter 002, Player Pai Gow Insurance Bonus Wager",
    ),
    seven_card_wager(
        JOKER,
        slug="jackpot",
        name="Royal Riches Jackpot",
        about="Wins when your seven cards hold a full house or better, up to the whole jackpot.",
        outcomes=JACKPOT_OUTCOMES,
        lowest=dollars(1),
        highest=dollars(20),
        same_for_all=True,
        cite=f"{_JACKPOT} rule 1",
    ),
)

PROCEDURE = (
    ProcedureStep(
        "Every player makes the standard pai gow poker wager and may add any bonus wager that the house offers and, on "
        "the sensed spot, the jackpot wager: one fixed amount of $1 to $20, the same for all players.",
        f"{_RULES}, third paragraph; {_JACKPOT} rule 1",
    ),
    ProcedureStep(
        "Once all wagers are placed, the dealer starts the sensing; each spot that holds a jackpot wager lights up, "
        "and the dealer removes the jackpot wagers from the lit spots.",
        f"{_JACKPOT} rule 2",
        for_dealer=True,
    ),
    ProcedureStep("The dealer deals by the casino's dealing procedures.", f"{_JACKPOT} rule 3"),
    ProcedureStep("Pai gow poker is played by its posted rules, unchanged.", f"{_RULES}, first paragraph"),
    ProcedureStep(
        "Jackpot wagers that win are paid together with the base wager and the bonus wagers.",
        f"{_JACKPOT} rule 4",
    ),
    ProcedureStep(
        "A bonus or jackpot wager is paid once, for the best hand among the player's seven cards. The casino "
        "decides whether a folded hand still qualifies.",
        f"{_RULES}, third paragraph; {_BONUS}; {_JACKPOT} rule 5",
    ),
    ProcedureStep(
        "A Royal Riches wager of $5 or more also wins envy when another player has four of a kind or better; never for "
        "the player's own hand or the dealer's.",
        _BONUS,
    ),
    ProcedureStep(
        "Fixed jackpot pays, which grow with the fixed wager, are made by casino procedures. A percentage pay is "
        "entered on the table's touch pad and paid by casino procedures.",
        f"{_JACKPOT} rules 1 and 5",
        for_dealer=True,
    ),
    ProcedureStep(
        "Several percentage wins in one round are all paid, in the order of the casino's internal controls.",
        f"{_JACKPOT} rule 6",
    ),
)


def build() -> Game:
    letter, wagers = read_folder(__file__, WAGERS)
    return pai_gow_game(
        slug="royal-riches-pai-gow",
        name="Royal Riches Pai Gow",
        about="Standard pai gow poker with three bonus wagers and a progressive or house jackpot.",
        wagers=(base_wager(f"{_RULES}, first paragraph", JOKER, WHEEL_LOWEST, barred=False), *wagers),
        letter=letter,
        procedure=PROCEDURE,
        options=(*pai_gow_options(_POSTED), COMMISSION, FOLDED_HAND, JACKPOT_KIND, METER_ORDER),
        cites=dict.fromkeys(CITED, _POSTED) | {"house jackpot": _JACKPOT},
    )
