"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import Published

_WIZARD = "https://wizardofodds.com/games/six-card-poker/"

PUBLISHED = (
    Published("House edge", "1.2717%", _WIZARD, "house_edge"),
    Published("Element of risk", "0.7486%", _WIZARD, "element_of_risk"),
    Published("Average stake", "1.6987", _WIZARD, "average_stake"),
    Published("Hands folded", "0.301316", _WIZARD, "choice raise fold"),
)
