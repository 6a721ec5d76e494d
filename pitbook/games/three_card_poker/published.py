"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/three-card-poker/"

PUBLISHED = (
    Published("House edge", "3.37%", _WIZARD, "house_edge"),
    Published("Element of risk", "2.01%", _WIZARD, "element_of_risk"),
    Published("Average stake", "1.6742", EXACT, "average_stake"),
    Published("House edge, to four places", "3.3730%", EXACT, "house_edge"),
    Published("House edge with Ante Bonus 1-3-4", "3.8255%", EXACT, "house_edge", tables=(("ante-bonus", "1-3-4"),)),
    Published("House edge with Ante Bonus 1-2-3", "4.2780%", EXACT, "house_edge", tables=(("ante-bonus", "1-2-3"),)),
    Published("House edge with Ante Bonus 1-3-5", "3.6083%", EXACT, "house_edge", tables=(("ante-bonus", "1-3-5"),)),
    Published("Folded deals of 407,170,400", "132,652,800", EXACT, "deals x choice play fold"),
    Published(
        "House edge of the 6 Card Bonus",
        "10.23%",
        _WIZARD,
        "bonus six-card-bonus 1000-200-50-25-20-10-5",
        why="The computed one is right: it counts all 20,358,520 sets of six cards. The published one is rounded up.",
    ),
)
