"""Wagers of several games on one base game: one table, one record, each bet settled by its own game's rule."""

from dataclasses import replace

import pytest

from pitbook import games
from pitbook.cards import parse_cards
from pitbook.errors import NotApproved
from pitbook.games.package import package_hash
from pitbook.games.settle import Bet, Seat, lay_out, settle
from pitbook.money import dollars
from pitbook.table.config import TableConfig, configure
from pitbook.table.notation import parse_rounds, write_rounds
from pitbook.table.replay import Replay
from tests.table.rig import POKER, ROYAL, deal, rig

BOTH = games.joined(ROYAL, POKER)


def test_a_combined_game_has_all_wagers_and_the_decks_approved_for_all() -> None:
    both = games.game(BOTH)
    assert both.wager_slugs() == [*games.game(ROYAL).wager_slugs(), POKER]
    assert both.decks == (2, 4, 5, 6, 8)  # letter 001 has no pay table for one deck
    assert both.required == ("base",)
    assert both.letter.citation == "letter 003 and letter 001"
    assert [game.slug for game in games.games_of(both)] == [ROYAL, POKER]
    assert games.base_slug(both) == "blackjack"
    assert games.game(BOTH) is both


def test_option_applies_to_the_wagers_of_its_game() -> None:
    both = games.game(BOTH)
    assert "meter-order" not in both.options_for([both.wager(POKER)], "settle")
    assert "rounding" in both.options_for([both.wager(POKER)], "settle")
    assert "king-ace-deuce" in both.options_for([both.wager(POKER)], "settle")


@pytest.mark.parametrize(
    ("slugs", "why"),
    [
        ((ROYAL, "ez-pai-gow"), "it is played on pai-gow-poker, and royal-match-21 on blackjack"),
        (("royal-riches-pai-gow", "ez-pai-gow"), "their base wagers have different rules"),
        ((ROYAL, ROYAL), "its wagers are there already"),
        ((ROYAL, "blackjack"), "its wagers are there already"),
        ((ROYAL, POKER, POKER), "both have a wager match-n-poker"),
        ((ROYAL, "million-dollar-match-the-dealer"), "it is played on million-dollar-match-the-dealer"),
    ],
)
def test_incompatible_games_are_refused(slugs: tuple[str, ...], why: str) -> None:
    with pytest.raises(NotApproved, match=f"cannot be offered with {slugs[0]} at one table: {why}"):
        games.game(games.joined(*slugs))


def test_each_bet_is_settled_by_the_rule_of_its_own_game() -> None:
    """The same hand as at a table of each game alone."""
    cards, dealer = parse_cards("Ks Qs"), parse_cards("Kh 5c")

    def net(slug: str, *wagers: str) -> list[tuple[str, int | None]]:
        seat = Seat(cards, tuple(Bet(wager, dollars(5)) for wager in wagers))
        return [(item.wager, item.net) for item in settle(lay_out(games.game(slug)), [seat], dealer)]

    assert net(BOTH, "royal-match", POKER) == net(ROYAL, "royal-match") + net(POKER, POKER)


def test_a_table_records_its_games_and_replays() -> None:
    at = rig(BOTH, players=1)
    at.play({1: "base=10 royal-match=5 match-n-poker=5"}, deal(["Ks Qs"], "Kh 9c"))
    assert [line for line in at.paid if "base" not in line] == [
        "1 royal-match royal_match $125",
        "1 match-n-poker match $5",
    ]
    opened = at.events[0].data
    assert (opened["game"], opened["extra_games"], opened["base_game"]) == (ROYAL, [POKER], "blackjack")
    assert opened["packages"] == {slug: package_hash(slug) for slug in (ROYAL, POKER)}
    assert Replay.begin(at.events).run().differences == []
    assert TableConfig.from_dict(opened).to_dict() == at.table.config.to_dict()
    text = write_rounds(at.events)
    assert text.startswith(f"game {BOTH}\n")
    assert write_rounds(parse_rounds(text)) == text


def test_a_second_meter_at_one_table_is_refused() -> None:
    """Two progressives whose letters do not exclude each other."""
    game = games.game(ROYAL)
    wagers = tuple(replace(wager, exclusive_group="") for wager in game.wagers)
    with pytest.raises(
        NotApproved, match="blazing-7s and royal-match-progressive are both paid from a meter: a table has"
    ):
        configure(replace(game, wagers=wagers), offered=game.wager_slugs())
    assert configure(replace(game, wagers=wagers)).progressive == "royal-match-progressive"
    assert "blazing-7s" not in configure(replace(game, wagers=wagers)).offered
