"""Published figures of the game beside which pages print the computed ones."""

from pitbook.families.poker.rules.published import Published

PUBLISHED = (
    Published(
        "House edge",
        "2.185%",
        "https://wizardofodds.com/games/ultimate-texas-hold-em/",
        "house_edge",
    ),
    Published(
        "Average stake",
        "4.15",
        "https://wizardofodds.com/games/ultimate-texas-hold-em/",
        "average_stake",
    ),
    Published(
        "House edge of all that is staked",
        "0.53%",
        "https://wizardofodds.com/games/ultimate-texas-hold-em/",
        "element_of_risk",
    ),
)
