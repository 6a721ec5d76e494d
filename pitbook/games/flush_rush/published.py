"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/flush-rush/"

PUBLISHED = (
    Published("House edge", "3.75%", _WIZARD, "house_edge"),
    Published("House edge, to four places", "3.7493%", EXACT, "house_edge"),
    Published("Average stake", "2.473545", EXACT, "average_stake"),
    Published("Element of risk", "1.5158%", EXACT, "element_of_risk"),
    Published("Hands folded after four cards", "10.5498%", EXACT, "choice play-1 fold"),
    Published("Hands folded after six cards, of all rounds", "31.5459%", EXACT, "choice play-2 fold"),
    Published("House edge of the published strategy", "3.75%", _WIZARD, "chart"),
)
