"""The cost of set hands at a pai gow table, and advice on setting seven cards."""

from typing import Final

from pitbook.families.pai_gow.table.questions import BASE
from pitbook.families.pai_gow.table.settings import set_by_way
from pitbook.games.settle import Bet
from pitbook.table.advice import Advice, Write, average
from pitbook.table.config import TableConfig
from pitbook.table.odds import BetFigures, NotCounted, TableOdds, figures_of, options_of
from pitbook.table.steps import Ask, Place
from pitbook.table.view import RoundView

SHOWN_SETTINGS: Final = 4


def figures(config: TableConfig, bet: Bet, variances: bool) -> BetFigures | None:
    """The figures of a wager on set hands, if all pairs of hands are cached; counting them takes minutes, once."""
    from pitbook.exact.select import SheetRequest as SheetAsk
    from pitbook.exact.sheets import jobs

    game, slug = config.game, bet.wager
    if not game.wager(slug).by_play:
        return None
    tables = {} if slug == BASE else {slug: config.layout.tables[slug]}
    options = options_of(config, slug, bet.choice)
    (job,) = jobs(game, SheetAsk(wager=slug, tables=tables, bets={slug: bet.cents}, options=options))
    if job.takes_long:
        raise NotCounted
    return figures_of(job.sheet())


def prepare_advice(config: TableConfig) -> None:
    """Computes the counts that all hands share, which would delay the first hand."""
    from pitbook.families.pai_gow.exact.hand import advise_in

    advise_in(config.game, config.pack[:7], options_of(config, BASE))


def advise(view: RoundView, ask: Ask, place: Place, odds: TableOdds | None, write: Write) -> Advice:
    """The house way's setting and the best one; below it several, each against every dealer hand."""
    from pitbook.families.pai_gow.exact.hand import advise_in

    player, config = view.players[place.seat], view.config
    if odds is None:
        low = set_by_way(config, tuple(player.dealt)).low
        return Advice(f"House way: {write(low)} as the low hand.", is_whole=False)
    advice, bet = advise_in(config.game, tuple(player.dealt), options_of(config, BASE)), player.bets[BASE].cents
    best = advice.best
    words = f"House way: {write(advice.of_way.setting.low)} as the low hand; on average you "
    words += average(float(advice.of_way.expectation), bet, of_bet=True)
    if best is advice.of_way:
        words += ", and nothing is better."
    else:
        words += f". Better: {write(best.setting.low)}, {average(float(best.expectation), bet)}."
    lines = []
    for choice in advice.shown(SHOWN_SETTINGS):
        mark = "  ◂ house way" if choice is advice.of_way else ""
        lines.append(
            f"{write(choice.setting.low):<11} {float(choice.expectation):+.4f}  "
            f"wins {choice.win / choice.hands:.1%}, loses {choice.lose / choice.hands:.1%}{mark}"
        )
    return Advice(words, tuple(lines))
