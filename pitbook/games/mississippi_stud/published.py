"""Published figures of the game beside which pages print the computed ones."""

from pitbook.families.poker.rules.published import Published

PUBLISHED = (
    Published(
        "House edge",
        "4.91%",
        "https://wizardofodds.com/games/mississippi-stud/",
        "house_edge",
    ),
    Published(
        "House edge, to four places",
        "4.9149%",
        "exact enumeration of the reference",
        "house_edge",
    ),
    Published(
        "Average stake",
        "3.59",
        "https://wizardofodds.com/games/mississippi-stud/",
        "average_stake",
        why="With a certain push 1x, 2x and 3x are worth the same: the smallest is taken here, a larger one there.",
    ),
    Published(
        "House edge of all that is staked",
        "1.37%",
        "https://wizardofodds.com/games/mississippi-stud/",
        "element_of_risk",
        why="The average stake differs by how equal bets are chosen.",
    ),
    Published(
        "Average stake, equal bets taken low",
        "3.4836",
        "exact enumeration of the reference",
        "average_stake",
    ),
    Published(
        "Hands folded on 3rd Street",
        "31.071%",
        "exact enumeration of the reference",
        "choice third-street fold",
    ),
    Published(
        "Hands bet 1x on 3rd Street",
        "63.047%",
        "exact enumeration of the reference",
        "choice third-street 1x",
    ),
    Published(
        "Hands bet 3x on 3rd Street",
        "5.882%",
        "exact enumeration of the reference",
        "choice third-street 3x",
    ),
)
