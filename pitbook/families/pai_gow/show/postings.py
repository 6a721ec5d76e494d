"""The rules of a pai gow table as they are posted."""

from collections.abc import Iterator

from pitbook.families.pai_gow.rules.base import has_barred_hand, is_fully_wild
from pitbook.reports.family import PostedRules
from pitbook.table.config import TableConfig


def posted_rules(config: TableConfig) -> PostedRules | None:
    """How hands are set and compared, and the house's choices."""
    return PostedRules("Pai gow poker at this table", tuple(_sentences(config)))


def fees(config: TableConfig) -> tuple[str, ...]:
    """The commission, if there is one."""
    commission = config.layout.options.get("commission")
    return (f"{commission} commission on the win of a winning base wager.",) if commission else ()


def _sentences(config: TableConfig) -> Iterator[str]:
    options = config.layout.options
    joker = "an ace or completes a straight, flush or straight flush"
    if is_fully_wild(options):
        joker = "any card that is not in the hand, or completes five of a kind"
    yield f"The pack is 52 cards and a joker, which is {joker}."
    wheel = "second-highest" if options.get("wheel") == "second-highest" else "lowest"
    yield f"A-2-3-4-5 is the {wheel} straight."
    yield (
        "Set your seven cards as a high hand of five and a low hand of two; a low hand that ranks above the high hand "
        "loses. Ask the dealer to set them the house way if you like."
    )
    yield "Beat both of the dealer's hands to win; beat one of them to push. Equal hands go to the dealer."
    commission = options.get("commission")
    paid = f" less a commission of {commission} of the win" if commission else ""
    barred = " If the dealer's hand is a queen-high pai gow, the wager pushes." if has_barred_hand(config.game) else ""
    yield f"A winning wager is paid even money{paid}.{barred}"
    if "folded-hand" in options:
        may = "may still win" if options["folded-hand"] == "qualifies" else "wins no"
        what = "a bonus wager or the jackpot" if options["folded-hand"] == "qualifies" else "bonus wager and no jackpot"
        yield f"A folded hand {may} {what}."
