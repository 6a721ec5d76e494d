"""Published figures of the game, which pages print beside the computed ones."""

from pitbook.families.poker.rules.published import EXACT, Published

_WIZARD = "https://wizardofodds.com/games/caribbean-stud-poker/"


def _meter(pays: str, printed: str, why: str = "") -> Published:
    figure = f"Break-even meter of a $1 progressive that pays {pays} for four of a kind, full house and flush"
    return Published(figure, printed, _WIZARD, f"meter {pays}", why=why)


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
    Published(
        "Total loss, raise any pair or better, or A-K with a card that matches the dealer's",
        "1,063,176,931,284",
        _WIZARD,
        "deals x simpler 2x with a pair or better, or A-K where the dealer's card matches one of yours",
    ),
    Published("Total loss, raise every hand", "3,310,360,338,060", _WIZARD, "deals x simpler 2x with every hand"),
    Published("House edge", "5.224%", _WIZARD, "house_edge"),
    Published("Element of risk", "2.555%", _WIZARD, "element_of_risk"),
    Published("Hands raised", "52.2255%", EXACT, "choice raise 2x"),
    Published("Average stake", "2.044510", EXACT, "average_stake"),
    _meter("100/75/50", "$263,205"),
    _meter("150/100/50", "$246,784"),
    _meter("500/100/50", "$217,047", "The computed one is right: one digit of the published figure is wrong."),
    _meter(
        "500/150/50",
        "$176,613",
        "The computed one is right: the published figure is that of 500/150/75, with $75 for a flush.",
    ),
)
