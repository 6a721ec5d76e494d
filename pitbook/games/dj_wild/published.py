"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

PUBLISHED = (
    Published(
        "House edge",
        "3.48%",
        "widely quoted",
        "house_edge",
        why="3.48% is the figure if the Blind loses on a tie; rule sheets say that all bets push.",
    ),
    Published("House edge, to four places", "3.4674%", EXACT, "house_edge"),
    Published("Average stake", "3.386469", EXACT, "average_stake"),
    Published("Element of risk", "1.0239%", EXACT, "element_of_risk"),
    Published("Hands played", "69.3235%", EXACT, "choice play 2x"),
)
