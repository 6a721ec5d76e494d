"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/i-luv-suits-poker/"

PUBLISHED = (
    Published(
        "House edge with an advanced strategy",
        "2.6855%",
        _WIZARD,
        "house_edge",
        why="The published strategy is a list of rules. Computed is the best choice for each hand by all seven cards.",
    ),
    Published(
        "House edge, often quoted as the lowest",
        "2.64%",
        "quoted without a source",
        "house_edge",
        why="The count of all deals does not support it: no way to play comes below 2.6645%.",
    ),
    Published(
        "Cost of raising T-8-6 or better, against the best choices",
        "0.06%",
        _WIZARD,
        "chart_cost",
        why="The chart that the solver finds is the same; it costs 0.0469% of the Ante.",
    ),
    Published("House edge", "2.6645%", EXACT, "house_edge"),
    Published("Average stake", "1.711249", EXACT, "average_stake"),
    Published("Element of risk", "1.5571%", EXACT, "element_of_risk"),
    Published("Hands folded", "32.1369%", EXACT, "choice play fold"),
    Published("Hands played 1x", "64.8065%", EXACT, "choice play 1x"),
    Published("Hands played 2x", "2.8514%", EXACT, "choice play 2x"),
    Published("Hands played 3x", "0.2052%", EXACT, "choice play 3x"),
    Published(
        "House edge of Super Flush Rush with 8000-1000-100-60-7",
        "13.11%",
        "a table of High Card Flush, which has the same bonus",
        "bonus super-flush-rush 8000-1000-100-60-7",
        why="The computed one is right: it counts all 133,784,560 hands of seven cards.",
    ),
)
