"""A table of the room with wagers of two games: opened, dealt, paid, recorded, shown and posted."""

import re
from pathlib import Path

from pitbook.compliance.property import NUMBER, parse_property, posted_hash
from pitbook.games.package import package_hash
from pitbook.games.settle import Bet
from pitbook.money import dollars
from pitbook.reports.postings.notices import postings
from pitbook.room.audit.letters import Letters
from pitbook.room.tables.checklist import checklist_of
from tests.room.rig import DEALER
from tests.room.table_rig import key
from tests.room.test_tables_room import ENTERED, POKER, ROYAL, room_server

WAGERS = ("base", "royal-match", "match-n-poker")
GAMES = ("royal-match-21", "match-n-poker")


def with_extra() -> str:
    """Royal-1 offers Match-n-Poker too, and its notices are up."""
    text = ENTERED.replace('game = "royal-match-21"', 'game = "royal-match-21"\nextra_games = ["match-n-poker"]', 1)
    text = text.replace('"royal-match-progressive"]', '"royal-match-progressive", "match-n-poker"]', 1)
    number = posted_hash(parse_property(text), ROYAL)[:NUMBER]
    return re.sub(r'postings = "[0-9a-f]+"', f'postings = "{number}"', text, count=1)


def test_a_round_with_bets_on_two_games(tmp_path: Path) -> None:
    with room_server(str(tmp_path / "room.db"), text=with_extra()) as room:
        assert set(room.configurations.current().packages) == set(GAMES)
        room.sit(ROYAL, 1, bets=tuple(Bet(wager, dollars(5)) for wager in WAGERS))
        room.pit.close_betting(ROYAL, DEALER, key())
        room.pit.cards(ROYAL, DEALER, "Ks Kh Qs ??", key())
        view = room.pit.view(ROYAL)
        assert (view["game"], [wager["slug"] for wager in view["wagers"]]) == (
            "royal-match-21+match-n-poker",
            ["base", "royal-match", "royal-match-progressive", "match-n-poker"],
        )
        with room.server.tables.look(ROYAL) as live:
            assert live.events[0].data["packages"] == {game: package_hash(game) for game in GAMES}
        while (step := room.pit.view(ROYAL)["step"]) and step["kind"] == "settle":
            room.pit.advance(ROYAL, DEALER, key())
        paid = {item["wager"]: item["net"] for item in room.pit.view(ROYAL)["settled"]}
        assert paid == {"royal-match": dollars(125), "match-n-poker": dollars(5)}
        room.check()


def test_auditor_checklist_and_notices_name_both_letters(tmp_path: Path) -> None:
    of = parse_property(with_extra())
    posted = postings(of, ROYAL)
    assert posted.letter.startswith("letter 003 and letter 001 of ")
    headings = [block.heading for placard in posted.placards for block in placard.blocks]
    assert {"Royal Match", "Match-n-Poker", "How a round of Match-n-Poker Blackjack goes"} <= set(headings)
    with room_server(str(tmp_path / "room.db"), text=with_extra()) as room:
        audit = Letters(room.configurations, room.server.tables).table(ROYAL)
        assert audit.letters == (("royal-match-21", "003"), ("match-n-poker", "001"))
        assert audit.package_holds
        found = checklist_of(room.configurations, room.server.tables, room.jackpots, ROYAL)
        cites = " ".join(condition.cite for condition in found.conditions)
        assert "letter 003" in cites
        assert "letter 001" in cites
        assert found.may_open
        alone = Letters(room.configurations, room.server.tables).table(POKER)
        assert alone.letters == (("match-n-poker", "001"),)
