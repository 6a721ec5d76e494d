"""EZ Pai Gow (letter 004): pai gow poker without commission, the Dynasty Bonus, Protection and Red/Black."""

from dataclasses import replace

from pitbook.cards import Cards, is_black, is_red
from pitbook.families.pai_gow.rules.base import WHEEL_SECOND, base_wager, joker, pai_gow_game, pai_gow_options
from pitbook.families.pai_gow.rules.seven_card import PLAYER_SEVEN, lines, seven_card_wager
from pitbook.games.build import read_folder
from pitbook.games.model import Game, Option, Outcome, ProcedureStep, Wager
from pitbook.money import dollars

_RULE = "letter 004, rule"

JOKER = joker(f"{_RULE} 1")
PUBLISHED = (
    "2.47% is commonly published for this game (wizardofodds.com, EZ Pai Gow Poker); that figure names neither the "
    "dealer's house way nor the player's way of setting, and both move the edge by tenths of a percentage point: the "
    "figure here is for the two ways named above."
)
DEALING = Option(
    "dealing",
    ("every spot", "wagered spots"),
    "every spot",
    "whether every spot is dealt a hand or only those with a wager",
    "letter 004, rules 7 and 7b",
    wagers=("base",),
    uses=("run", "play"),
    title="Spots that are dealt",
)
COLOR = Option("color", ("red", "black"), "red", "the color that the player bets on", f"{_RULE} 5")

# The printed 72 royals with A-Q suited include those with the joker, although table 1 calls the line natural.
DYNASTY_OUTCOMES = lines(
    natural_wheel_ace_queen_suited="Natural Luhn Tao Wheel with AQ Suited (AQs)",
    seven_card_straight_flush="Natural 7 Card S/F",
    royal_flush_ace_queen_suited="Royal Flush + A/Qs",
    seven_card_straight_flush_with_joker="Wild 7 Card S/F",
    five_aces="5 Aces",
    natural_wheel_straight_flush="Luhn Tao Wheel",
    royal_flush="Royal Flush",
    straight_flush="Straight Flush",
    four_of_a_kind="4 of a Kind",
    full_house="Full House",
    flush="Flush",
    three_of_a_kind="3 of a Kind",
    straight="Straight",
    three_pair="Three Pair",
)

PROTECTION_OUTCOMES = lines(
    natural_wheel_straight_flush="A-5 Natural Straight Flush",
    nine_high_pai_gow="9 High Pai Gow",
    ten_high_pai_gow="Ten-High Pai Gow",
    jack_high_pai_gow="Jack-High Pai Gow",
    queen_high_pai_gow="Queen-High Pai Gow",
    king_high_pai_gow="King-High Pai Gow",
    ace_high_pai_gow="Ace-High Pai Gow",
)

RED_BLACK_OUTCOMES = (
    Outcome("seven_of_the_color", "7 cards of the chosen color", "all seven cards are of the chosen color"),
    Outcome("six_of_the_color", "6 cards of the chosen color", "six of the seven cards are of the chosen color"),
    Outcome("five_of_the_color", "5 cards of the chosen color", "five of the seven cards are of the chosen color"),
    Outcome("four_of_the_color", "4 cards of the chosen color", "four of the seven cards are of the chosen color"),
)


def color_of(card: int) -> int:
    """0 for a red card, 1 for a black one, matching the choices of :data:`COLOR`; 2 for the joker."""
    if is_red(card):
        return 0
    return 1 if is_black(card) else 2


def red_black(hand: Cards, color: int) -> int:
    """The number of the seven cards that are of the chosen color; the joker has neither (letter 004, rule 5)."""
    count = 0
    for card in hand:
        if color_of(card) == color:
            count += 1
    return 1 << (7 - count) if count >= 4 else 0


WAGERS = (
    seven_card_wager(
        JOKER,
        slug="dynasty",
        name="Dynasty Bonus",
        about="Wins when your seven cards hold three of a kind or better, whatever the dealer has.",
        outcomes=DYNASTY_OUTCOMES,
        envy_minimum=dollars(5),
        cite=f"{_RULE} 3",
    ),
    seven_card_wager(
        JOKER,
        slug="protection",
        name="EZ Pai Gow Protection",
        about="Wins when your own seven cards are a pai gow, or hold a natural A-5 straight flush.",
        loss_words="EZ Pai Gow Protection needs a pai gow",
        outcomes=PROTECTION_OUTCOMES,
        cite=f"{_RULE} 4",
    ),
    Wager(
        slug="red-black",
        name="EZ Pai Gow Red/Black",
        about="Wins when at least four of your seven cards are of the color you chose.",
        loss_words="Fewer than four of your seven cards are {choice}",
        groups=(PLAYER_SEVEN,),
        outcomes=RED_BLACK_OUTCOMES,
        rule=red_black,
        choice=COLOR,
        card_class=color_of,
        cite=f"{_RULE} 5",
    ),
)

PROCEDURE = (
    ProcedureStep(
        "The pack is 52 cards and a joker. Seven cards are set as a high hand of five and a low hand of two, which can "
        "only be a pair or high cards; A-2-3-4-5 is the second-highest straight.",
        f"{_RULE} 1",
    ),
    ProcedureStep(
        "Before the cards are dealt, every player makes the base wager and may add those of the Dynasty Bonus, "
        "Protection and Red/Black that the house offers.",
        f"{_RULE}s 2 to 6",
    ),
    ProcedureStep(
        "Positions are numbered 1 to 7. Dice choose where the deal begins; it goes on counter-clockwise.",
        f"{_RULE} 6",
    ),
    ProcedureStep(
        "From a shoe or shuffler, every spot gets a hand, with a wager or without. The dealer's comes after the first "
        "seat's; if the dealer was chosen first, the first seat comes last.",
        f"{_RULE} 7",
        only_if=("dealing", "every spot"),
    ),
    ProcedureStep(
        "Or only spots with a wager get a hand: the deal then begins at the next of them after the position chosen.",
        f"{_RULE} 7b",
        only_if=("dealing", "wagered spots"),
    ),
    ProcedureStep("Hands without a wager and the four cards left over go to the discards.", f"{_RULE} 8"),
    ProcedureStep("Players set their hands: the high hand must be worth more than the low hand.", f"{_RULE} 9"),
    ProcedureStep("The dealer then turns over the dealer's cards and sets them by the house way.", f"{_RULE} 10"),
    ProcedureStep(
        "Both hands higher than the dealer's win even money, one higher pushes, none loses; ties go to the dealer. "
        "A dealer's queen-high pai gow pushes every base wager, in place of the 5% commission.",
        f"{_RULE} 11",
    ),
    ProcedureStep("The optional wagers are settled by their pay tables.", f"{_RULE} 12"),
)


def build() -> Game:
    letter, wagers = read_folder(__file__, WAGERS)
    return pai_gow_game(
        slug="ez-pai-gow",
        name="EZ Pai Gow",
        about="Pai gow poker without commission: a dealer's queen-high pai gow pushes. Three optional wagers.",
        wagers=(replace(base_wager(f"{_RULE} 11", JOKER, WHEEL_SECOND, barred=True), published=PUBLISHED), *wagers),
        letter=letter,
        procedure=PROCEDURE,
        options=(*pai_gow_options(f"{_RULE} 10"), DEALING),
        cites={
            "first position": f"{_RULE} 6",
            "deal": f"{_RULE} 7",
            "deal to wagers": f"{_RULE} 7b",
            "left over": f"{_RULE} 8",
            "set": f"{_RULE} 9",
            "dealer": f"{_RULE} 10",
            "base": f"{_RULE} 11",
        },
    )
