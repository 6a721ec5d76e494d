"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/high-five-poker/"

PUBLISHED = (
    Published("House edge", "3.6%", _WIZARD, "house_edge"),
    Published("House edge, to four places", "3.5727%", EXACT, "house_edge"),
    Published("Hands played", "67.5473%", EXACT, "choice play 1x"),
    Published("Average stake", "1.675473", EXACT, "average_stake"),
    Published("Element of risk", "2.1324%", EXACT, "element_of_risk"),
)
