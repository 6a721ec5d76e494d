"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

PUBLISHED = (
    Published("House edge", "3.2337%", EXACT, "house_edge"),
    Published("Average stake", "1.673846", EXACT, "average_stake"),
    Published("Element of risk", "1.9319%", EXACT, "element_of_risk"),
)
