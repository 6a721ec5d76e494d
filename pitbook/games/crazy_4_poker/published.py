"""Published figures of the game beside which pages print the computed ones."""

from pitbook.families.poker.rules.published import Published

PUBLISHED = (
    Published(
        "House edge",
        "3.42%",
        "https://wizardofodds.com/games/crazy-4-poker/",
        "house_edge",
    ),
    Published(
        "House edge of all that is staked",
        "1.09%",
        "https://wizardofodds.com/games/crazy-4-poker/",
        "element_of_risk",
    ),
    Published(
        "House edge, to four places",
        "3.4189%",
        "exact enumeration of the reference",
        "house_edge",
    ),
    Published(
        "Average stake",
        "3.136171",
        "exact enumeration of the reference",
        "average_stake",
    ),
    Published(
        "Hands played 3x",
        "18.5622%",
        "exact enumeration of the reference",
        "choice play 3x",
    ),
    Published(
        "Hands played 1x",
        "57.9306%",
        "exact enumeration of the reference",
        "choice play 1x",
    ),
    Published(
        "Hands folded",
        "23.5072%",
        "exact enumeration of the reference",
        "choice play fold",
    ),
)
