"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import Published

_WIZARD = "https://wizardofodds.com/games/texas-hold-em-bonus/"
_ATLANTIC_CITY = (("ante-pays-from", "flush"),)

PUBLISHED = (
    Published("House edge, Las Vegas rules", "2.037%", _WIZARD, "house_edge"),
    Published("Average stake", "3.8181", _WIZARD, "average_stake"),
    Published("Element of risk", "0.5335%", _WIZARD, "element_of_risk"),
    Published(
        "Standard deviation",
        "3.5008",
        _WIZARD,
        "standard_deviation",
        why="The published figure leaves folded hands out of the squares.",
    ),
    Published("2-3 offsuit played", "-1.155927", _WIZARD, "hand 32o 2x"),
    Published("2-7 offsuit played", "-1.031301", _WIZARD, "hand 72o 2x"),
    Published("K-2 offsuit played", "-0.102668", _WIZARD, "hand K2o 2x"),
    Published("House edge, Atlantic City rules", "5.5935%", _WIZARD, "house_edge", options=_ATLANTIC_CITY),
    Published("2-3 offsuit played, Atlantic City rules", "-1.195592", _WIZARD, "hand 32o 2x", options=_ATLANTIC_CITY),
    Published("2-7 offsuit played, Atlantic City rules", "-1.050057", _WIZARD, "hand 72o 2x", options=_ATLANTIC_CITY),
    Published("2-8 offsuit played, Atlantic City rules", "-0.917393", _WIZARD, "hand 82o 2x", options=_ATLANTIC_CITY),
    Published("K-2 offsuit played, Atlantic City rules", "-0.1154", _WIZARD, "hand K2o 2x", options=_ATLANTIC_CITY),
)
