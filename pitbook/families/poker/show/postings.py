"""The rules of a poker table as they are posted."""

from collections.abc import Iterator

from pitbook.families.poker.rules.model import PokerRules, is_so
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games.model import listed
from pitbook.reports.family import PostedRules
from pitbook.table.config import TableConfig


def posted_rules(config: TableConfig) -> PostedRules | None:
    """What is bet, what may be chosen, who wins, and what a fold gives up."""
    rules = rules_of(config.game.slug)
    return PostedRules(f"{rules.name} at this table", tuple(_sentences(config, rules)))


def fees(config: TableConfig) -> tuple[str, ...]:
    """The house takes none."""
    return ()


def _sentences(config: TableConfig, rules: PokerRules) -> Iterator[str]:
    options = config.layout.options
    pack = "52 cards and a joker" if rules.joker else "52 cards"
    yield f"The pack is {pack}, shuffled for every round."
    for stake in rules.stakes:
        yield f"{stake.name}: {stake.about}"
    for street in rules.streets:
        offered = [choice for choice in street.choices if is_so(choice.only_if, options)]
        raises = [f"{choice.adds} times" for choice in offered if choice.adds > 0]
        if raises and any(choice.folds for choice in offered):
            once = ["the same amount as" if each == "1 times" else f"{each} as much as" for each in raises]
            name = rules.stake(street.wager).name
            yield f"Fold, or bet {listed(once).replace(' and ', ' or ')} the {rules.first.name} on {name}."
    if rules.qualifies:
        needs = rules.lowest_qualifying(options) > 0
        yield f"The dealer qualifies with {rules.qualifies_words}." if needs else "Every dealer hand plays."
    yield from fold_sentences(config, rules)
    if config.game.letter.outside:
        yield "This game is not approved: it is played for play money only."
    elif not config.game.letter.is_approval:
        yield f"Drawn from public rules ({config.game.letter.public_rules}); the house's own rules sheet governs."


def fold_sentences(config: TableConfig, rules: PokerRules) -> Iterator[str]:
    """What a fold gives up, and what stays in play."""
    if not any(choice.folds for street in rules.streets for choice in street.choices):
        return
    options = config.layout.options
    wagers = [wager for wager in config.wagers() if not wager.in_round]
    lost = [wager.name for wager in wagers if not wager.stays_after_fold(options)]
    stays = [wager.name for wager in wagers if wager.stays_after_fold(options)]
    words = f"A player who folds loses {listed(lost)}"
    yield f"{words}; {listed(stays)} {'stay' if len(stays) > 1 else 'stays'} in play." if stays else f"{words}."
