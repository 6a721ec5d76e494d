"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/let-it-ride/"

PUBLISHED = (
    Published("House edge with table A", "3.51%", _WIZARD, "house_edge"),
    Published("House edge with table A", "3.5057%", EXACT, "house_edge"),
    Published("Average bets left with table A", "1.223707", EXACT, "average_stake"),
    Published("Element of risk with table A", "2.8648%", EXACT, "element_of_risk"),
    Published("House edge with table B", "3.4262%", EXACT, "house_edge", tables=(("bet", "B"),)),
    Published("Average bets left with table B", "1.223707", EXACT, "average_stake", tables=(("bet", "B"),)),
    Published("Element of risk with table B", "2.7998%", EXACT, "element_of_risk", tables=(("bet", "B"),)),
    Published("House edge with table C", "3.8380%", EXACT, "house_edge", tables=(("bet", "C"),)),
    Published("Average bets left with table C", "1.222802", EXACT, "average_stake", tables=(("bet", "C"),)),
    Published("Element of risk with table C", "3.1387%", EXACT, "element_of_risk", tables=(("bet", "C"),)),
)
