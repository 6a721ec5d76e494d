"""Par sheets of the pai gow wagers that compare set hands: the base wager, and Dealer Pai Gow of letter 002."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, cast

from pitbook.cards import Shoe
from pitbook.errors import BadInput, quoted
from pitbook.exact.assumptions import assumptions
from pitbook.exact.distribution import Distribution
from pitbook.exact.par import Basis, ParSheet, Variant, checked_options, default_basis, priced
from pitbook.exact.select import Ask
from pitbook.families.pai_gow.exact.batches import Report, is_kept, key_of, no_report
from pitbook.families.pai_gow.exact.best import Best, best_player
from pitbook.families.pai_gow.exact.comparison import Comparison
from pitbook.families.pai_gow.exact.count import Match, beaten_pai_gows, compare_ways
from pitbook.families.pai_gow.rules.base import BARRED, PUSH, WIN, set_against_barred
from pitbook.games.model import Game, Wager, listed
from pitbook.hands.house_ways import HOUSE_WAYS, house_way
from pitbook.hands.seven import ACE_HIGH_PAI_GOW
from pitbook.money import Cents
from pitbook.pay import PayTable

OPTIMAL: Final = "optimal"
BASE, DEALER_PAI_GOW = "base", "dealer-pai-gow"
METHOD: Final = "every pair of disjoint hands counted, by ranks and flushes"


@dataclass(frozen=True, slots=True)
class PaiGowSheet(ParSheet):
    """A par sheet over all pairs of a player's and a dealer's hand."""

    comparison: Comparison | None = None
    """How all pairs compare, for the base wager."""
    best: Best | None = None
    """The optimal player beside the house way, where that was asked for."""

    def to_dict(self) -> dict[str, Any]:
        from pitbook.families.pai_gow.exact.record import pai_gow_record

        return ParSheet.to_dict(self) | pai_gow_record(self)

    @property
    def player_way(self) -> str:
        return self.options["player-way"]


def is_on_set_hands(game: Game, wager: str) -> bool:
    """Whether this is a wager that hangs on how the hands are set."""
    return game.base == "pai gow poker" and wager in (BASE, DEALER_PAI_GOW) and wager in game.wager_slugs()


def is_barred(wager: Wager) -> bool:
    """Whether a dealer's queen-high pai gow pushes this wager."""
    return wager.rule is set_against_barred


def pai_gow_sheets(game: Game, ask: Ask, player_way: str = "", report: Report = no_report) -> list[PaiGowSheet]:
    """The sheets asked for: of the base wager one, of Dealer Pai Gow one for each pay table.

    ``player_way`` is a house way, or ``optimal``; the dealer's where it is empty.
    """
    options = check_ask(game, ask, player_way)
    wager = game.wager(ask.wager)
    bet = ask.bets.get(wager.slug, ask.bets.get(""))
    if wager.slug == BASE:
        return [base_sheet(game, options, bet, report)]
    match = _match(options)
    beaten = beaten_pai_gows(match, report)
    answers = {1 << (ACE_HIGH_PAI_GOW + pai_gow - 1): pairs for pai_gow, pairs in beaten.items()}
    counted = Distribution(answers | {0: match.pairs - sum(beaten.values())}, match.pairs, METHOD)
    return [_sheet(game, wager, table, options, counted, bet) for table in _tables(wager, ask)]


def is_counted(game: Game, wager: str, options: Mapping[str, str], player_way: str = "") -> bool:
    """Whether the pairs of such a sheet have been counted before, so that it is there at once."""
    match = _match(wager_options(game, game.wager(wager), options, player_way))
    key = key_of("compare" if wager == BASE else "beaten pai gows", *match.inputs)
    return is_kept(key)


def check_ask(game: Game, ask: Ask, player_way: str = "") -> dict[str, str]:
    """Refuses what cannot be counted, before anything is; else every option, and how the player sets."""
    wager = game.wager(ask.wager)
    options = wager_options(game, wager, ask.options, player_way)
    if ask.decks is not None:
        game.check_decks(ask.decks)
    if ask.removed:
        raise BadInput(f"{wager.slug} is counted over the full pack: cards cannot be removed")
    if ask.meter is not None:
        raise BadInput(f"{wager.slug} has no line that pays from a meter, so a meter changes nothing")
    if ask.seats > 1:
        raise BadInput(f"{wager.slug} pays no envy, so the number of seats changes nothing")
    for name in ask.bets:
        if name not in ("", wager.slug):
            raise BadInput(f"there is no bet on {quoted(name)} here: the sheet is of {wager.slug}")
    if wager.slug == BASE and any(ask.tables.values()):
        raise BadInput("base is paid by the rules of the house and has no pay table to choose")
    if wager.slug != BASE:
        _tables(wager, ask)
        if options["player-way"] == OPTIMAL:
            raise BadInput(f"{wager.slug} is counted for a player who follows a house way: {listed(HOUSE_WAYS)}")
    return options


def base_sheet(
    game: Game, options: Mapping[str, str], bet: Cents | None = None, report: Report = no_report
) -> PaiGowSheet:
    """The base wager; the options say how dealer (``house-way``) and player (``player-way``) set their hands."""
    wager = game.wager(BASE)
    chosen = wager_options(game, wager, options)
    match, optimal = _match(chosen), chosen["player-way"] == OPTIMAL
    table = house_table(wager, chosen)
    barred = is_barred(wager)
    basis = _basis(wager, table, chosen, bet)
    if not optimal:
        comparison = compare_ways(match, report)
        return replace(
            _sheet(game, wager, table, chosen, _distribution(comparison, barred), bet), comparison=comparison
        )
    win = next(line.pay for line in table.lines if line.outcome == "win")
    best = best_player(match, cast(Fraction, basis.net(win)), barred, report)
    sheet = _sheet(game, wager, table, chosen, _distribution(best.best, barred), bet)
    edge = priced(sheet, _distribution(best.way, barred)).house_edge
    follows = Variant(f"the player follows the {house_way(match.dealer).name} house way too", edge)
    return replace(sheet, comparison=best.best, best=best, variants=(follows,))


def wager_options(game: Game, wager: Wager, options: Mapping[str, str], player_way: str = "") -> dict[str, str]:
    """Every option of the game, and how the player sets."""
    given = dict(options)
    way = player_way or given.get("player-way", "")
    given.pop("player-way", None)
    chosen = checked_options(game, wager, given)
    if chosen["joker"] != "semi-wild":
        raise BadInput(
            "the house ways are written for a semi-wild joker: with joker=fully-wild no hand can be set by them"
        )
    allowed = (*HOUSE_WAYS, OPTIMAL)
    if way and way not in allowed:
        raise BadInput(f"the player cannot set by {quoted(way)}: the ways that are counted are {listed(allowed)}")
    return chosen | {"player-way": way or chosen["house-way"]}


def _match(options: Mapping[str, str]) -> Match:
    """The optimal player is compared with one who follows the dealer's house way."""
    dealer, player = options["house-way"], options["player-way"]
    return Match(dealer if player == OPTIMAL else player, dealer, options["wheel"] == "second-highest")


def _tables(wager: Wager, ask: Ask) -> list[PayTable]:
    given = ask.tables.get(wager.slug, ask.tables.get(""))
    if given is None:
        return list(wager.tables)
    return wager.tables_of(given, 1) if isinstance(given, str) else list(given)


def house_table(wager: Wager, options: Mapping[str, str]) -> PayTable:
    """What the rules of the house pay."""
    if wager.house_table is None:
        raise BadInput(f"{wager.slug} is not paid by the rules of the house")
    return wager.house_table(options)


def _distribution(found: Comparison, barred: bool) -> Distribution:
    """The pairs by what the rule of the base wager answers."""
    if not barred:
        return Distribution({WIN: found.win, PUSH: found.push, 0: found.lose}, found.pairs, METHOD)
    win, lose = found.win - found.barred_win, found.lose - found.barred_lose
    push = found.pairs - found.barred - win - lose
    return Distribution({BARRED: found.barred, WIN: win, PUSH: push, 0: lose}, found.pairs, METHOD)


def _basis(wager: Wager, table: PayTable, options: Mapping[str, str], bet: Cents | None) -> Basis:
    basis = default_basis(wager, table, options)
    if bet is None:
        return basis
    wager.check_bet(bet)
    return replace(basis, bet=bet)


def _sheet(
    game: Game, wager: Wager, table: PayTable, options: Mapping[str, str], counted: Distribution, bet: Cents | None
) -> PaiGowSheet:
    shoe, basis = Shoe.of_decks(1, joker=True), _basis(wager, table, options, bet)
    blank = PaiGowSheet(game, wager, table, 1, shoe, options, basis, (), 0, ())
    sheet = cast(PaiGowSheet, priced(blank, counted))
    return replace(sheet, assumptions=(*assumptions(sheet, METHOD, wager.groups, ()), *_ways(sheet)))


def _ways(sheet: PaiGowSheet) -> Iterator[str]:
    """How both set their hands, and what follows from the rules of the house."""
    dealer, player = house_way(sheet.options["house-way"]), sheet.player_way
    yield f"The dealer sets by the {dealer.name} house way ({dealer.citation})."
    if player == OPTIMAL:
        yield "The player sets every hand as well as it can be set, knowing only its seven cards."
    elif player == sheet.options["house-way"]:
        yield "The player sets by the same."
    else:
        yield f"The player sets by the {house_way(player).name} house way ({house_way(player).citation})."
    yield "Copies go to the dealer: an equal hand does not win."
    if sheet.wager.slug != BASE:
        return
    if is_barred(sheet.wager):
        yield "A dealer's queen-high pai gow pushes, whatever the player has; no commission."
    else:
        rounded = "" if sheet.basis.rounding else ", not rounded"
        yield f"The house keeps {sheet.options['commission']} of a win{rounded}."
    if sheet.wager.published:
        yield sheet.wager.published
