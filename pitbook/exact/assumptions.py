"""The assumptions of a par sheet's figures, in sentences."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from pitbook.cards import card_names
from pitbook.exact.spots import splittings
from pitbook.games.model import Group
from pitbook.money import format_cents
from pitbook.pay import MeterShare, Prize

if TYPE_CHECKING:
    from pitbook.exact.par import ParSheet

NUMBERS: Final = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def assumptions(sheet: "ParSheet", method: str, looked_at: Sequence[Group], removed: Sequence[int]) -> Iterator[str]:
    """One sentence for each assumption; ``method`` says how the deals were counted."""
    decks, basis, wager, table = sheet.decks, sheet.basis, sheet.wager, sheet.table
    pack = f"{decks} decks of 52 cards" if decks > 1 else "one deck of 52 cards"
    joker = " and one joker" if sheet.game.joker else ""
    yield f"A fresh shoe of {pack}{joker}, dealt without replacement, all cards unseen."
    if removed:
        yield f"Removed from it before the deal: {card_names(removed)}."
    seen = ", ".join(group.name for group in looked_at)
    yield f"The wager looks at {seen}; {sheet.total:,} deals; {method}."
    if wager.components:
        yield from _spot_assumptions(sheet)
    elif wager.requires_all_of:
        yield f"The wager takes no bet of its own; its pays are those of the {format_cents(table.tier)} column."
    else:
        yield f"Figures are for each unit of a {format_cents(basis.bet)} wager; one player, without envy."
    if table.added:
        offered = "offered" if basis.added else "not offered"
        yield f"{table.added[0].label}, which the house may add, is {offered}."
    for line in table.lines:
        if isinstance(line.pay, Prize):
            yield f"The {line.pay.name} is worth {format_cents(basis.prizes.get(line.pay.name, line.pay.cents))}."
        if (
            isinstance(line.pay, MeterShare)
            and not next(row for row in sheet.rows if row.outcome == line.outcome).count
        ):
            yield f"{line.label} ({line.pay}) cannot occur with {decks} decks."
    if basis.rounding is not None:
        yield f"Winnings are rounded {basis.rounding}."
    if basis.meter is not None:
        yield f"The meter shows {format_cents(basis.meter)}."
    if wager.choice is not None:
        yield f"The player bets on {sheet.options[wager.choice.name]}."
    read = sheet.options_read()
    for option in (each for each in wager.reads if each.name in read):
        yield f"{option.title}: {option.words(sheet.options[option.name])} ({option.meaning})."


def _spot_assumptions(sheet: "ParSheet") -> Iterator[str]:
    basis, tier = sheet.basis, sheet.table.tier
    spot, bonus = (sheet.game.wager(slug) for slug in sheet.wager.components)
    if not basis.spots:
        number = NUMBERS.get(spot.spots, str(spot.spots))
        figures = f"figures are for each unit of all {number} bets"
        yield f"{format_cents(basis.bet)} on each of the {number} spots; {figures}."
    else:
        bets = ", ".join(format_cents(bet) if bet else "none" for bet in basis.spots)
        yield f"Bets on the spots in order: {bets}; figures are for each unit of all of them."
        ways = splittings(basis.spots)
        yield f"Each deal counts once for each way to assign the dealer's cards to the bets: {ways} ways."
    if basis.lowest >= tier:
        yield f"The lowest bet, {format_cents(basis.lowest)}, gets the {format_cents(tier)} column of the {bonus.name}."
    else:
        yield f"No {bonus.name}: it takes {format_cents(tier)} or more on every spot."
    yield f"The deviation is that of all spots and the {bonus.name} together, which share their cards."
