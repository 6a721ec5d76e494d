"""Published figures of the game beside which pages print the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/caribbean-stud-poker/"

PUBLISHED = (
    Published("Total loss, optimal play", "1,041,372,912,372", _WIZARD, "deals x house_edge"),
    Published("Total loss, three rules of thumb", "1,041,417,758,724", _WIZARD, "deals x chart"),
    Published(
        "Total loss, raise A-K-J-8-3 or better",
        "1,059,715,400,580",
        _WIZARD,
        "deals x simpler 2x with A-K-J-8-3 or better",
    ),
    Published(
        "Total loss, raise any pair or better", "1,090,272,101,460", _WIZARD, "deals x simpler 2x with a pair or better"
    ),
    Published(
        "Total loss, raise any A-K or better", "1,132,600,203,540", _WIZARD, "deals x simpler 2x with A-K or better"
    ),
    Published("House edge", "5.224%", _WIZARD, "house_edge"),
    Published("House edge of all that is staked", "2.555%", _WIZARD, "element_of_risk"),
    Published("Hands raised", "52.2255%", EXACT, "choice raise 2x"),
    Published("Average stake", "2.044510", EXACT, "average_stake"),
)
