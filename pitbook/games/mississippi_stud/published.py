"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/mississippi-stud/"

PUBLISHED = (
    Published("House edge", "4.91%", _WIZARD, "house_edge"),
    Published("House edge, to four places", "4.9149%", EXACT, "house_edge"),
    Published(
        "Average stake",
        "3.59",
        _WIZARD,
        "average_stake",
        why="With a certain push 1x, 2x and 3x are worth the same: the smallest is taken here, a larger one there.",
    ),
    Published(
        "Element of risk",
        "1.37%",
        _WIZARD,
        "element_of_risk",
        why="The average stake differs by how equal bets are chosen.",
    ),
    Published("Average stake, equal bets taken low", "3.4836", EXACT, "average_stake"),
    Published("Hands folded on 3rd Street", "31.071%", EXACT, "choice third-street fold"),
    Published("Hands bet 1x on 3rd Street", "63.047%", EXACT, "choice third-street 1x"),
    Published("Hands bet 3x on 3rd Street", "5.882%", EXACT, "choice third-street 3x"),
)
