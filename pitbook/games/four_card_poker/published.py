"""Published figures of the game beside which pages print the computed ones."""

from pitbook.families.poker.rules.published import Published

PUBLISHED = (
    Published(
        "House edge",
        "2.79%",
        "https://wizardofodds.com/games/four-card-poker/",
        "house_edge",
    ),
    Published(
        "House edge in the press",
        "2.78%",
        "https://atlanticcityweekly.com",
        "house_edge",
        why="The press cuts 2.7879% off after two places; rounded it is 2.79%.",
    ),
    Published(
        "House edge of all that is staked",
        "1.30%",
        "https://wizardofodds.com/games/four-card-poker/",
        "element_of_risk",
    ),
    Published(
        "House edge, to four places",
        "2.7879%",
        "exact enumeration of the reference",
        "house_edge",
    ),
    Published(
        "Average stake",
        "2.142342",
        "exact enumeration of the reference",
        "average_stake",
    ),
    Published(
        "Hands played 3x",
        "30.7136%",
        "exact enumeration of the reference",
        "choice play 3x",
    ),
    Published(
        "Hands played 1x",
        "22.0934%",
        "exact enumeration of the reference",
        "choice play 1x",
    ),
    Published(
        "Hands folded",
        "47.1930%",
        "exact enumeration of the reference",
        "choice play fold",
    ),
)
