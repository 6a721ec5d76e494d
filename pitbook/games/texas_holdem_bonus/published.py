"""Published figures of the game beside which pages print the computed ones."""

from pitbook.families.poker.rules.published import Published

PUBLISHED = (
    Published(
        "House edge, Las Vegas rules",
        "2.037%",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "house_edge",
    ),
    Published(
        "Average stake",
        "3.8181",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "average_stake",
    ),
    Published(
        "House edge of all that is staked",
        "0.5335%",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "element_of_risk",
    ),
    Published(
        "Standard deviation",
        "3.5008",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "standard_deviation",
        why="The published figure leaves folded hands out of the squares.",
    ),
    Published(
        "2-3 offsuit played",
        "-1.155927",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "hand 32o 2x",
    ),
    Published(
        "2-7 offsuit played",
        "-1.031301",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "hand 72o 2x",
    ),
    Published(
        "K-2 offsuit played",
        "-0.102668",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "hand K2o 2x",
    ),
    Published(
        "House edge, Atlantic City rules",
        "5.5935%",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "house_edge",
        options=(("ante-pays-from", "flush"),),
    ),
    Published(
        "2-3 offsuit played, Atlantic City rules",
        "-1.195592",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "hand 32o 2x",
        options=(("ante-pays-from", "flush"),),
    ),
    Published(
        "2-7 offsuit played, Atlantic City rules",
        "-1.050057",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "hand 72o 2x",
        options=(("ante-pays-from", "flush"),),
    ),
    Published(
        "2-8 offsuit played, Atlantic City rules",
        "-0.917393",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "hand 82o 2x",
        options=(("ante-pays-from", "flush"),),
    ),
    Published(
        "K-2 offsuit played, Atlantic City rules",
        "-0.1154",
        "https://wizardofodds.com/games/texas-hold-em-bonus/",
        "hand K2o 2x",
        options=(("ante-pays-from", "flush"),),
    ),
)
