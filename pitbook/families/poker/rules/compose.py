"""Derives from a poker game's statement: results, outcomes of base wagers, their wagers and their pay tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pitbook.cards import JOKER, Cards
from pitbook.errors import BadInput, quoted
from pitbook.families.poker.rules.model import (
    LOSE,
    OUT_LOSE,
    TIE,
    WIN,
    OutcomeCondition,
    PokerRules,
    Stake,
    Street,
    applies,
)
from pitbook.games.build import labels_of
from pitbook.games.field_types import wrong_fields
from pitbook.games.house_rules import ROUNDING
from pitbook.games.letter import Letter
from pitbook.games.model import Deal, Game, Group, Option, Source, Wager, listed
from pitbook.games.paytables import load_tables
from pitbook.pay import Odds, PayLine, PayTable, parse_pay

CHOICE_WORDS = ("fold", "check", "1x", "2x", "3x", "4x", "ride", "pull")
"""Every choice that a table can ask for (``table/questions.py`` has their keys and labels)."""
HOUSE = "house"
"""The id of the pay table of a wager whose pays the rules fix."""


def result_of(player: int, dealer: int, lowest: int) -> int:
    """The result of a player's value against the dealer's; the dealer qualifies from ``lowest`` on."""
    compared = WIN if player > dealer else TIE if player == dealer else LOSE
    return compared if dealer >= lowest else compared + OUT_LOSE


def outcomes_of(stake: Stake, result: int, hands: int, options: Mapping[str, str]) -> int:
    """The outcomes of a base wager that a result and the lines of a hand satisfy, as a bit mask."""
    mask = 0
    for bit, line in enumerate(stake.lines):
        if result in line.results and (line.hands == 0 or line.hands & hands) and applies(line.only_if, options):
            mask |= 1 << bit
    return mask


def names_of(stake: Stake, mask: int) -> list[str]:
    """The names of the outcomes in a mask."""
    return [line.outcome.name for bit, line in enumerate(stake.lines) if mask >> bit & 1]


@dataclass(frozen=True, slots=True)
class StakeRule:
    """The rule of a base wager, composed of the game's values and lines. Its fields say all that it does, so that the
    approved package can cover it."""

    rules: PokerRules
    stake: Stake

    def __call__(self, player: Cards, *rest: Cards | int) -> int:
        rules = self.rules
        cards = [part for part in rest if isinstance(part, tuple)]
        given = [part for part in rest if isinstance(part, int)]
        options = {option.name: option.choices[index] for option, index in zip(rules.options, given, strict=True)}
        shared = cards[-1] if rules.board else ()
        own = rules.value((*player, *shared))
        if rules.dealer == 0:
            return outcomes_of(self.stake, WIN, rules.lines(own), options)
        result = result_of(own, rules.value((*cards[0], *shared)), rules.lowest_qualifying(options))
        return outcomes_of(self.stake, result, rules.lines(own), options)


@dataclass(frozen=True, slots=True)
class RaiseNeeds:
    """The requirements of a raise of this size on the hand or the house's options, as its choices state them."""

    rules: PokerRules
    stake: Stake

    def __call__(self, times: int, deal: Deal, options: Mapping[str, str]) -> str:
        rules = self.rules
        choices = [choice for choice in rules.choices_on(self.stake.slug) if choice.adds == times]
        offered = [choice for choice in choices if applies(choice.only_if, options)]
        if not offered:
            return " or ".join(f"option {each.only_if.option}={each.only_if.value}" for each in choices if each.only_if)
        held = rules.lines(rules.value((*deal.player, *deal.board)))
        if any(not choice.hands or choice.hands & held for choice in offered):
            return ""
        return next((rules.words_of(choice.hands) for choice in offered), "")


@dataclass(frozen=True, slots=True)
class FixedTable:
    """The pays of a base wager that the rules fix: the lines that there are with these options."""

    table: PayTable
    stake: Stake

    def __call__(self, options: Mapping[str, str]) -> PayTable:
        conditions = {line.outcome.name: line.only_if for line in self.stake.lines}
        return replace(
            self.table, lines=tuple(line for line in self.table.lines if applies(conditions[line.outcome], options))
        )


def _from_fold(rules: PokerRules, stake: Stake) -> tuple[Street, ...]:
    """The decision at which a hand without this wager was folded, and those after it; empty for other wagers."""
    if not rules.needs(stake.slug):
        return ()
    folds = [street.wager == stake.slug and any(choice.folds for choice in street.choices) for street in rules.streets]
    return rules.streets[folds.index(True) :]


def wager_of(rules: PokerRules, stake: Stake) -> Wager:
    """A base wager as the table settles it."""
    choices = rules.choices_on(stake.slug)
    after = _from_fold(rules, stake)
    own = Group("the player's cards", "player", rules.own, when_folded=tuple(rules.own_at(street) for street in after))
    up = tuple(street.board for street in after)
    board = (Group("the community cards", "board", rules.board, when_folded=up),) if rules.board else ()
    shown = (0, rules.dealer_up)
    dealer = (Group("the dealer's cards", "dealer", rules.dealer, when_folded=shown),) if rules.dealer else ()
    main = rules.first
    fixed = None if stake.tables[0].id != HOUSE else stake.tables[0]
    in_round = not stake.first and not stake.paid_on
    return Wager(
        slug=stake.slug,
        name=stake.name,
        about=stake.about,
        groups=(own, *dealer, *board),
        outcomes=tuple(line.outcome for line in stake.lines),
        rule=StakeRule(rules, stake),
        tables=() if fixed or stake.paid_as else stake.tables,
        house_table=FixedTable(fixed, stake) if fixed else None,
        reads=rules.options,
        suits="interchangeable",
        by_play=True,
        requires_all_of=stake.paid_on,
        needed=stake.slug == main.slug,
        equals=main.slug if stake.first and stake.slug != main.slug else "",
        in_round=in_round,
        raises=rules.raises_on(stake.slug) if in_round else (),
        raise_needs=RaiseNeeds(rules, stake) if any(each.hands or each.only_if for each in choices) else None,
        unless_folded=rules.needs(stake.slug),
        units=stake.first if stake.first > 1 else None,
        paid_as=stake.paid_as,
        counts_with=main.slug if stake.slug != main.slug else "",
        cite=stake.cite,
    )


def game_of(rules: PokerRules) -> Game:
    """The game as the rulebook holds it: base wagers with their composed rules, then the bonuses.

    No letter encloses it: it rests on public rules, which approve nothing. A statement that contradicts itself is
    refused with all its faults.
    """
    if faults := list(_faults(rules)):
        raise BadInput("; ".join(faults))
    return Game(
        slug=rules.slug,
        name=rules.name,
        base=rules.name,
        family="poker",
        about=rules.about,
        decks=(1,),
        default_decks=1,
        seats=rules.seats,
        wagers=(*(wager_of(rules, stake) for stake in rules.stakes), *rules.bonuses),
        letter=Letter(subject=rules.name, public_rules=next(iter(rules.sources), ""), listing=_listing(rules)),
        procedure=rules.procedure,
        options=(*rules.house_options, _rounding(rules)),
        joker=rules.joker,
        irregularities=rules.irregularities,
    )


def _faults(rules: PokerRules) -> Iterator[str]:
    """Everything that a table could not deal or ask, in words."""
    if rules.own < 1:
        yield f"own={rules.own}: a player must be dealt at least one card"
    dealt, pack = rules.own + rules.dealer + rules.board, JOKER + rules.joker
    if dealt > pack:
        yield f"own={rules.own}, dealer={rules.dealer} and board={rules.board} are {dealt} cards: the deck has {pack}"
    if not 0 <= rules.dealer_up <= rules.dealer:
        yield f"dealer_up={rules.dealer_up}: it must be 0 to dealer={rules.dealer}"
    if not rules.stakes or not rules.streets:
        yield "stakes and streets: a poker game needs at least one of each"
        return
    if rules.qualifies and not rules.qualifies_words:
        yield "qualifies_words is missing: the hand with which the dealer qualifies, in words"
    slugs = [stake.slug for stake in rules.stakes]
    for stake in rules.stakes:
        if not stake.first and not stake.paid_on and not rules.raises_on(stake.slug):
            yield f"no choice bets on {quoted(stake.slug)}: give it first=1, or let a choice add to it"
    for street in rules.streets:
        where = f"street {quoted(street.name)}"
        if street.wager not in slugs:
            yield f"{where} bets on {quoted(street.wager)}, which is not a stake: the stakes are {listed(slugs)}"
        for choice in street.choices:
            if choice.word not in CHOICE_WORDS:
                yield f"{where}: choice {quoted(choice.word)} is not known: allowed are {listed(CHOICE_WORDS)}"
            elif choice.word.endswith("x") and choice.word != f"{choice.adds}x":
                yield f"{where}: choice {quoted(choice.word)} adds {choice.adds} first stakes: use the same number"
        if not 1 <= rules.own_at(street) <= rules.own:
            yield f"{where}: own={street.own}: it must be 1 to own={rules.own}"
        whole = len(rules.streets) == 1 and rules.own_at(street) == rules.own and rules.dealer > 0 and not rules.board
        if not whole and any(choice.hands for choice in street.choices):
            yield f"{where}: only games with one decision, a dealer and no community cards have choices with hands="
        free = [choice for choice in street.choices if not choice.adds]
        if not free or any(choice.hands or choice.only_if for choice in free):
            yield f"{where}: a player whose time runs out needs a choice that moves no chips and is always open"
        adds = [choice.adds for choice in street.choices]
        if adds != sorted(adds):
            yield f"{where}: its choices must be listed with the smallest stake first"

    options = {option.name: option.choices for option in rules.house_options}
    for wager in rules.bonuses:
        if isinstance(wager.after_fold, tuple) and wager.after_fold[1] not in options.get(wager.after_fold[0], ()):
            name, value = wager.after_fold
            yield f"{wager.slug}: after_fold names {quoted(f'{name}={value}')}, which is not in house_options"
    lots = [rules.own_at(street) for street in rules.streets]
    if lots != sorted(lots):
        yield f"streets with {listed(lots)} own cards: a later street must have as many or more"


def _rounding(rules: PokerRules) -> Option:
    """The option of rounding; it has no bearing on a bonus whose tables pay fixed amounts only."""
    fixed = {wager.slug for wager in rules.bonuses if not any(_is_rounded(table) for table in wager.tables)}
    if not fixed:
        return ROUNDING
    slugs = [*(stake.slug for stake in rules.stakes), *(wager.slug for wager in rules.bonuses)]
    return replace(ROUNDING, wagers=tuple(slug for slug in slugs if slug not in fixed))


def _is_rounded(table: PayTable) -> bool:
    return any(isinstance(line.pay, Odds) for line in (*table.lines, *table.added))


def _listing(rules: PokerRules) -> str:
    """The list entries of letter 004 that name the game."""
    plural = "y" if len(rules.entries) == 1 else "ies"
    return f"letter 004, list entr{plural} {listed(rules.entries)}" if rules.entries else ""


def read_tables(rules_file: str, rules: PokerRules) -> PokerRules:
    """The game with the pay tables of the file beside its ``rules.py``, if there is one, and with those that the rules
    fix."""
    if wrong := [words for _, words in wrong_fields(rules)]:  # nothing else can be read from it
        raise BadInput("; ".join(wrong))
    labels = {stake.slug: {line.outcome.name: line.outcome.label for line in stake.lines} for stake in rules.stakes}
    path = Path(rules_file).parent / "paytables.toml"
    tables = load_tables(path, {**labels, **labels_of(rules.bonuses)}) if path.exists() else ()
    return replace(
        rules,
        stakes=tuple(replace(stake, tables=_complete(stake, tables)) for stake in rules.stakes),
        bonuses=tuple(
            replace(wager, tables=tuple(table for table in tables if table.wager == wager.slug))
            for wager in rules.bonuses
        ),
    )


def _complete(stake: Stake, tables: Sequence[PayTable]) -> tuple[PayTable, ...]:
    """The pay tables of a base wager, each with the lines that the rules fix."""
    fixed = tuple(_fixed(line) for line in stake.lines if line.pay)
    printed = [table for table in tables if table.wager == (stake.paid_as or stake.slug)]
    if not printed:
        return (PayTable(HOUSE, stake.slug, (1,), fixed),)
    return tuple(replace(table, lines=(*table.lines, *fixed)) for table in printed)


def _fixed(line: OutcomeCondition) -> PayLine:
    return PayLine(line.outcome.name, line.outcome.label, parse_pay(line.pay))


BOTH: Source = "player and dealer"
"""The cards of the player and of the dealer together."""
