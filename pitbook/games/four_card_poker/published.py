"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/four-card-poker/"

PUBLISHED = (
    Published("House edge", "2.79%", _WIZARD, "house_edge"),
    Published(
        "House edge in the press",
        "2.78%",
        "https://atlanticcityweekly.com",
        "house_edge",
        why="The press cuts 2.7879% off after two places; rounded it is 2.79%.",
    ),
    Published("Element of risk", "1.30%", _WIZARD, "element_of_risk"),
    Published("House edge, to four places", "2.7879%", EXACT, "house_edge"),
    Published("Average stake", "2.142342", EXACT, "average_stake"),
    Published("Hands played 3x", "30.7136%", EXACT, "choice play 3x"),
    Published("Hands played 1x", "22.0934%", EXACT, "choice play 1x"),
    Published("Hands folded", "47.1930%", EXACT, "choice play fold"),
)
