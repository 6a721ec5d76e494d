"""Preset terms: the seed and rates that a letter prints or implies for a pay table; controllers come set to them."""

from pitbook.exact.par import par_sheet
from pitbook.exact.progressive import Preset
from pitbook.games import cached_by_game
from pitbook.games import game as game_of
from pitbook.games.meter_wins import printed_seed
from pitbook.jackpot.setup import FixedFrom, Setup, pay_table_of
from pitbook.meter import MeterTerms
from pitbook.money import MICROS_PER_CENT, Micros
from pitbook.simulate.life_preset import preset_for


@cached_by_game()
def preset_of(game: str, wager: str, table: str, decks: int, fixed_from: FixedFrom = "tray") -> Preset | None:
    """The preset of a pay table; None if its letter prints no seed."""
    rules = game_of(game)
    pays = pay_table_of(game, wager, table, decks)
    if printed_seed(rules, wager, decks) is None:
        return None
    return preset_for(par_sheet(rules, rules.wager(wager), pays, decks), fixed_from == "meter")


def preset_terms(setup: Setup) -> MeterTerms | None:
    """The preset as terms of a meter, to compare a set-up with."""
    found = preset_of(setup.game, setup.wager, setup.table, setup.decks, setup.fixed_from)
    if found is None:
        return None
    return MeterTerms(Micros(found.seed * MICROS_PER_CENT), found.contribution, found.reserve)
