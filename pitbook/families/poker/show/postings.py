"""The rules of a poker table as they are posted."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from pitbook.families.poker.rules.model import PokerRules, applies
from pitbook.families.poker.rules.statement import rules_of
from pitbook.games.model import listed
from pitbook.reports.family import PostedRules
from pitbook.table.config import TableConfig


def posted_rules(config: TableConfig) -> PostedRules | None:
    """The bets, the choices, who wins, and what a fold gives up."""
    rules = rules_of(config.game.slug)
    return PostedRules(f"{rules.name} at this table", tuple(_sentences(config, rules)))


def fees(config: TableConfig) -> tuple[str, ...]:
    """None: the house takes no fees."""
    return ()


def _sentences(config: TableConfig, rules: PokerRules) -> Iterator[str]:
    options = config.layout.options
    pack = "52 cards and a joker" if rules.joker else "52 cards"
    yield f"The pack is {pack}, shuffled for every round."
    for stake in rules.stakes:
        yield f"{stake.name}: {stake.about}"
    yield from _raises(config, rules)
    if rules.qualifies:
        needs = rules.lowest_qualifying(options) > 0
        yield f"The dealer qualifies with {rules.qualifies_words}." if needs else "Every dealer hand plays."
    yield from fold_sentences(config, rules)
    if config.game.letter.outside:
        yield "This game is not approved: it is played for play money only."
    elif not config.game.letter.is_approval:
        yield f"Drawn from public rules ({config.game.letter.public_rules}); the house's own rules sheet governs."


def _raises(config: TableConfig, rules: PokerRules) -> Iterator[str]:
    """``Fold, or bet twice the Ante on Play.`` What a wager takes on several streets its own sentence says."""
    found: dict[str, list[str]] = {}
    once = [name for name, count in Counter(street.wager for street in rules.streets).items() if count == 1]
    for street in rules.streets:
        offered = [choice for choice in street.choices if applies(choice.only_if, config.layout.options)]
        raises = tuple(choice.adds for choice in offered if choice.adds > 0)
        if raises and street.wager in once and any(choice.folds for choice in offered):
            times = _TIMES.get(raises) or f"{listed(map(str, raises)).replace(' and ', ' or ')} times"
            found.setdefault(f"{times} the {rules.first.name}", []).append(rules.stake(street.wager).name)
    for bet, names in found.items():
        yield f"Fold, or bet {bet} on {listed(names)}."


_TIMES: Final[dict[tuple[int, ...], str]] = {(1,): "the same amount as", (2,): "twice"}


def fold_sentences(config: TableConfig, rules: PokerRules) -> Iterator[str]:
    """Sentences on the wagers that a fold gives up, and on those that stay in play."""
    if not any(choice.folds for street in rules.streets for choice in street.choices):
        return
    options = config.layout.options
    wagers = [wager for wager in config.wagers() if not wager.in_round]
    lost = [wager.name for wager in wagers if not wager.stays_after_fold(options)]
    stays = [wager.name for wager in wagers if wager.stays_after_fold(options)]
    if _is_raised_before_a_fold(rules):
        lost.append("every bet made since")
    words = f"A player who folds loses {listed(lost)}"
    yield f"{words}; {listed(stays)} {'stay' if len(stays) > 1 else 'stays'} in play." if stays else f"{words}."


def _is_raised_before_a_fold(rules: PokerRules) -> bool:
    """Whether a player may bet on one street and fold on a later one."""
    raised = False
    for street in rules.streets:
        if raised and any(choice.folds for choice in street.choices):
            return True
        raised = raised or any(choice.adds > 0 and not choice.ends for choice in street.choices)
    return False
