"""Published figures of the game beside which pages print the computed ones."""

from pitbook.families.poker.rules.published import Published

_SOURCE = "https://wizardofodds.com/games/high-five-poker/"
_COUNTED = "exact enumeration of the reference"

PUBLISHED = (
    Published("House edge", "3.6%", _SOURCE, "house_edge"),
    Published("House edge, to four places", "3.5727%", _COUNTED, "house_edge"),
    Published("Hands played", "67.5473%", _COUNTED, "choice play 1x"),
    Published("Average stake", "1.675473", _COUNTED, "average_stake"),
    Published("House edge of all that is staked", "2.1324%", _COUNTED, "element_of_risk"),
)
