"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/big-raise-stud-poker/"

PUBLISHED = (
    Published("House edge", "2.58%", _WIZARD, "house_edge"),
    Published("House edge, to four places", "2.5751%", EXACT, "house_edge"),
    Published("Average stake", "1.945701", EXACT, "average_stake"),
    Published("Element of risk", "1.3235%", EXACT, "element_of_risk"),
    Published("Hands folded", "42.896%", EXACT, "choice raise fold"),
    Published("Hands raised 1x", "44.615%", EXACT, "choice raise 1x"),
    Published("Hands raised 4x", "12.489%", EXACT, "choice raise 4x"),
)
