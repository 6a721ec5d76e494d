"""Published figures of the game beside which pages print the computed ones."""

from pitbook.families.poker.rules.published import Published

PUBLISHED = (
    Published(
        "House edge",
        "3.37%",
        "https://wizardofodds.com/games/three-card-poker/",
        "house_edge",
    ),
    Published(
        "House edge of all that is staked",
        "2.01%",
        "https://wizardofodds.com/games/three-card-poker/",
        "element_of_risk",
    ),
    Published(
        "Average stake",
        "1.6742",
        "exact enumeration of the reference",
        "average_stake",
    ),
    Published(
        "House edge, to four places",
        "3.3730%",
        "exact enumeration of the reference",
        "house_edge",
    ),
    Published(
        "House edge with Ante Bonus 1-3-4",
        "3.8255%",
        "exact enumeration of the reference",
        "house_edge",
        tables=(("ante-bonus", "1-3-4"),),
    ),
    Published(
        "House edge with Ante Bonus 1-2-3",
        "4.2780%",
        "exact enumeration of the reference",
        "house_edge",
        tables=(("ante-bonus", "1-2-3"),),
    ),
    Published(
        "House edge with Ante Bonus 1-3-5",
        "3.6083%",
        "exact enumeration of the reference",
        "house_edge",
        tables=(("ante-bonus", "1-3-5"),),
    ),
    Published(
        "Folded deals of 407,170,400",
        "132,652,800",
        "exact enumeration of the reference",
        "deals x choice play fold",
    ),
)
