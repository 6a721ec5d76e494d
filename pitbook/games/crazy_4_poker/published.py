"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/crazy-4-poker/"

PUBLISHED = (
    Published("House edge", "3.42%", _WIZARD, "house_edge"),
    Published("Element of risk", "1.09%", _WIZARD, "element_of_risk"),
    Published("House edge, to four places", "3.4189%", EXACT, "house_edge"),
    Published("Average stake", "3.136171", EXACT, "average_stake"),
    Published("Hands played 3x", "18.5622%", EXACT, "choice play 3x"),
    Published("Hands played 1x", "57.9306%", EXACT, "choice play 1x"),
    Published("Hands folded", "23.5072%", EXACT, "choice play fold"),
)
