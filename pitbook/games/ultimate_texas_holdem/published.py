"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import Published

_WIZARD = "https://wizardofodds.com/games/ultimate-texas-hold-em/"

PUBLISHED = (
    Published("House edge", "2.185%", _WIZARD, "house_edge"),
    Published("Average stake", "4.15", _WIZARD, "average_stake"),
    Published("Element of risk", "0.53%", _WIZARD, "element_of_risk"),
)
