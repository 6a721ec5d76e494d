"""Published figures of the game beside which pages print the computed ones."""

from pitbook.families.poker.rules.published import Published

PUBLISHED = (
    Published(
        "House edge",
        "3.2337%",
        "exact enumeration of the reference",
        "house_edge",
    ),
    Published(
        "Average stake",
        "1.673846",
        "exact enumeration of the reference",
        "average_stake",
    ),
    Published(
        "House edge of all that is staked",
        "1.9319%",
        "exact enumeration of the reference",
        "element_of_risk",
    ),
)
