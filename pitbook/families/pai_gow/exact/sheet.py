"""Par sheets of the wagers that compare set hands: the base wager, and wagers on a dealer's pai gow that is beaten."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Final, cast

from pitbook.cards import Shoe
from pitbook.errors import BadInput, quoted
from pitbook.exact.assumptions import assumptions
from pitbook.exact.distribution import Distribution
from pitbook.exact.par import Basis, ParSheet, Variant, checked_options, default_basis, priced
from pitbook.exact.progress import Report, no_report
from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import SheetJob
from pitbook.families.pai_gow.exact import SECONDS
from pitbook.families.pai_gow.exact.batches import is_kept, key_of
from pitbook.families.pai_gow.exact.best import Best, best_player
from pitbook.families.pai_gow.exact.comparison import Comparison
from pitbook.families.pai_gow.exact.count import Match, beaten_pai_gows, compare_ways
from pitbook.families.pai_gow.rules.base import BARRED, PUSH, WIN, is_barred, is_fully_wild
from pitbook.games.model import Game, Wager, listed
from pitbook.hands.house_ways import HOUSE_WAYS, WILD_BY_WAY, house_way
from pitbook.hands.seven import ACE_HIGH_PAI_GOW, PAI_GOW
from pitbook.money import Cents
from pitbook.pay import PayTable

OPTIMAL: Final = "optimal"
BASE: Final = "base"
METHOD: Final = "every pair of disjoint hands counted, by ranks and flushes"
PLAY: Final = ("house-way", "player-way")
"""How hands are set, in the words of ``SheetRequest.play``."""


@dataclass(frozen=True, slots=True)
class SetHands:
    """The additional data of a sheet over all pairs of hands."""

    comparison: Comparison | None = None
    """The comparison of all pairs, for the base wager."""
    best: Best | None = None
    """The optimal player compared with the house way, if requested."""


def set_hands_of(sheet: ParSheet) -> SetHands:
    return cast(SetHands, sheet.detail)


def player_way_of(sheet: ParSheet) -> str:
    return sheet.options["player-way"]


def pai_gow_jobs(game: Game, ask: SheetRequest) -> Sequence[SheetJob]:
    """One sheet for the base wager; for a wager on beaten pai gows one for each pay table."""
    for name in ask.play:
        if name not in PLAY:
            raise BadInput(f"pai gow hands are set by {listed(PLAY)}: there is no {quoted(name)}")
    wager, player_way = game.wager(ask.wager), ask.play.get("player-way", "")
    asked = replace(ask, options=with_way(ask.options, ask.play.get("house-way")), play={})
    options = check_ask(game, asked, player_way)
    game.check_bearing(asked.options, [wager], "count")
    same = options["player-way"] == options["house-way"]
    words = "both set by the house way" if same else _ways_in_words(options)
    tables = ["house"] if wager.house_table else [table.id for table in _tables(wager, asked)]
    made: list[ParSheet] = []

    def make(place: int, report: Report) -> ParSheet:
        """One count of pairs serves all pay tables."""
        if not made:
            made.extend(pai_gow_sheets(game, asked, player_way, report))
        return made[place]

    return [
        SheetJob(
            game,
            wager,
            table,
            1,
            "counted over all pairs of hands",
            SECONDS,
            partial(make, place),
            partial(is_counted, game, wager.slug, asked.options, player_way),
            words,
        )
        for place, table in enumerate(tables)
    ]


def with_way(options: Mapping[str, str], house_way: str | None) -> dict[str, str]:
    """The options with the dealer's house way, which may be given as an option too."""
    if house_way is None:
        return dict(options)
    if options.get("house-way", house_way) != house_way:
        raise BadInput("--house-way and --option house-way name two house ways: give one")
    return {**options, "house-way": house_way}


def pai_gow_sheets(game: Game, ask: SheetRequest, player_way: str = "", report: Report = no_report) -> list[ParSheet]:
    """The requested sheets: one for the base wager; for a wager on beaten pai gows one for each pay table.

    ``player_way`` is a house way, or ``optimal``; the dealer's house way if it is empty.
    """
    options = check_ask(game, ask, player_way)
    wager = game.wager(ask.wager)
    bet = ask.bets.get(wager.slug, ask.bets.get(""))
    if wager.house_table is not None:
        return [base_sheet(game, options, bet, report)]
    match = _match(options)
    beaten = beaten_pai_gows(match, report)
    answers = {1 << (ACE_HIGH_PAI_GOW + pai_gow - 1): pairs for pai_gow, pairs in beaten.items()}
    counted = Distribution(answers | {0: match.pairs - sum(beaten.values())}, match.pairs, METHOD)
    return [_sheet(game, wager, table, options, counted, bet) for table in _tables(wager, ask)]


def is_counted(game: Game, wager: str, options: Mapping[str, str], player_way: str = "") -> bool:
    """Whether the count for such a sheet is in the cache."""
    match = _match(wager_options(game, game.wager(wager), options, player_way))
    key = key_of("compare" if game.wager(wager).house_table else "beaten pai gows", *match.inputs)
    return is_kept(key)


def check_known(wager: Wager) -> None:
    """Refuses a wager that cannot be computed from a count of pairs."""
    if wager.house_table is not None:
        is_barred(wager)
        return
    looks_at = tuple(group.source for group in wager.groups)
    pai_gows = all(outcome.mask and not outcome.mask & ~PAI_GOW for outcome in wager.outcomes)
    if looks_at != ("dealer", "player high", "dealer high") or not pai_gows:
        raise BadInput(f"{wager.slug} is decided by set hands in a way that no count of pairs answers")


def check_ask(game: Game, ask: SheetRequest, player_way: str = "") -> dict[str, str]:
    """Checks a request before anything is counted; returns every option, and how the player sets."""
    wager = game.wager(ask.wager)
    check_known(wager)
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
    if wager.house_table is not None and any(ask.tables.values()):
        raise BadInput(f"{wager.slug} is paid by the rules of the house and has no pay table to choose")
    if wager.house_table is None:
        _tables(wager, ask)
        if options["player-way"] == OPTIMAL:
            raise BadInput(f"{wager.slug} is counted for a player who follows a house way: {listed(HOUSE_WAYS)}")
    return options


def base_sheet(
    game: Game, options: Mapping[str, str], bet: Cents | None = None, report: Report = no_report
) -> ParSheet:
    """The base wager; the options say how dealer (``house-way``) and player (``player-way``) set their hands."""
    wager = game.wager(BASE)
    chosen = wager_options(game, wager, options)
    match, optimal = _match(chosen), chosen["player-way"] == OPTIMAL
    table = house_table(wager, chosen)
    barred = is_barred(wager)
    basis = _basis(wager, table, chosen, bet)
    if not optimal:
        comparison = compare_ways(match, report)
        sheet = _sheet(game, wager, table, chosen, _distribution(comparison, barred), bet)
        return replace(sheet, detail=SetHands(comparison))
    win = next(line.pay for line in table.lines if line.outcome == "win")
    best = best_player(match, cast(Fraction, basis.net(win)), barred, report)
    sheet = _sheet(game, wager, table, chosen, _distribution(best.best, barred), bet)
    edge = priced(sheet, _distribution(best.way, barred)).house_edge
    follows = Variant(f"the player follows the {house_way(match.dealer).name} house way too", edge)
    return replace(sheet, detail=SetHands(best.best, best), variants=(follows,))


def wager_options(game: Game, wager: Wager, options: Mapping[str, str], player_way: str = "") -> dict[str, str]:
    """Every option of the game, and how the player sets."""
    given = dict(options)
    way = player_way or given.get("player-way", "")
    given.pop("player-way", None)
    chosen = checked_options(game, wager, given)
    allowed = (*HOUSE_WAYS, OPTIMAL)
    if way and way not in allowed:
        raise BadInput(f"the player cannot set by {quoted(way)}: the ways that are counted are {listed(allowed)}")
    return chosen | {"player-way": way or chosen["house-way"]}


def _match(options: Mapping[str, str]) -> Match:
    """The optimal player is compared with one who follows the dealer's house way."""
    dealer, player = options["house-way"], options["player-way"]
    wheel = options["wheel"] == "second-highest"
    return Match(dealer if player == OPTIMAL else player, dealer, wheel, wild=is_fully_wild(options))


def _tables(wager: Wager, ask: SheetRequest) -> list[PayTable]:
    given = ask.tables.get(wager.slug, ask.tables.get(""))
    if given is None:
        return list(wager.tables)
    return wager.tables_of(given, 1) if isinstance(given, str) else list(given)


def house_table(wager: Wager, options: Mapping[str, str]) -> PayTable:
    """The house's own pay table."""
    if wager.house_table is None:
        raise BadInput(f"{wager.slug} is not paid by the rules of the house")
    return wager.house_table(options)


def _distribution(found: Comparison, barred: bool) -> Distribution:
    """The pairs by the answer of the base wager's rule."""
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
) -> ParSheet:
    shoe, basis = Shoe.of_decks(1, joker=True), _basis(wager, table, options, bet)
    blank = ParSheet(game, wager, table, 1, shoe, options, basis, (), 0, (), detail=SetHands())
    sheet = priced(replace(blank, strategy=_ways_in_words(options)), counted)
    return replace(sheet, assumptions=(*assumptions(sheet, METHOD, wager.groups, ()), *_ways(sheet)))


def _ways_in_words(options: Mapping[str, str]) -> str:
    """The ways in which both set their hands, in a few words."""
    dealer, player = options["house-way"], options["player-way"]
    if player == OPTIMAL:
        so = "as well as possible"
    else:
        so = "too" if player == dealer else f"by the {house_way(player).name} one"
    return f"the dealer sets by the {house_way(dealer).name} house way, the player {so}"


def _ways(sheet: ParSheet) -> Iterator[str]:
    """The ways in which both set their hands, and the consequences of the house rules."""
    dealer, player = house_way(sheet.options["house-way"]), player_way_of(sheet)
    yield f"The dealer sets by the {dealer.name} house way ({dealer.citation})."
    if player == OPTIMAL:
        yield "The player sets every hand in the best way, knowing only their own seven cards."
    elif player == sheet.options["house-way"]:
        yield "The player sets by the same house way."
    else:
        yield f"The player sets by the {house_way(player).name} house way ({house_way(player).citation})."
    if is_fully_wild(sheet.options):
        yield WILD_BY_WAY
    yield "Copies go to the dealer: an equal hand does not win."
    if sheet.wager.house_table is None:
        return
    if is_barred(sheet.wager):
        yield "A dealer's queen-high pai gow pushes, whatever the player has; no commission."
    else:
        rounded = "" if sheet.basis.rounding else ", not rounded"
        yield f"The house keeps {sheet.options['commission']} of a win{rounded}."
    if sheet.wager.published:
        yield sheet.wager.published
