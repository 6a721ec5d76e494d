"""The catalogue against the list of letter 004, and what it claims of each game."""

from pathlib import Path

import pytest

from pitbook.errors import Faults
from pitbook.games import SLUGS, game
from pitbook.games.catalogue import CatalogueEntry, amendments, approval, catalogue, read_catalogue

# Dashes and apostrophes as the letter prints them.
PRINTED = """
 1 6-5-4 Poker
 2 6 Card Fortune Pai Gow
 3 Bahama Bonus Blackjack
 4 Bet The Bust
 5 Bet The Set 21
 6 Bet The Set 21 Deluxe
 7 Big Raise Hold'Em
 8 Big Raise Stud Poker
 9 Blackjack Switch
10 Blazing 7's Progressive – Dealer's Up Card
11 Blazing 7's Progressive – Player Cards Only
12 Caribbean Stud Poker
13 Casino War
14 Cincinnati Seven Card Stud
15 Crazy 4 Poker - Coverall
16 Dakota Stud
17 DJ Wild Stud Poker - Coverall
18 Dragon Bonus
19 Dragon Bonus – Commission Free
20 EZ Baccarat with Dragon Bonus
21 EZ Pai Gow
22 Face Up Pai Gow Poker – Dual Progressives
23 Fast Action Hold’Em
24 Field Gold 21
25 Flush Rush
26 Flushes Gone Wild
27 Fortune 7 Baccarat
28 Fortune Asia Poker
29 Fortune Blackjack
30 Fortune Pai Gow Poker Progressive
31 Fortune San Lo Poker Progressive
32 Four Card Poker
33 Free Bet Blackjack – Dual Progressives
34 High Five Poker
35 House Money – Dual Progressives
36 I Luv Suits Poker – Dual Progressives
37 King's Bounty
38 King's Bounty – Dual Progressives
39 Let It Ride, 3 Card Bonus – Cover All Bonus
40 Match Jack
41 Mississippi Stud – Cover All
42 Pai Wow Bonus
43 Rabbit Hunter Stud Poker
44 Roll Your Own Blackjack
45 Royal Match 21 – Dual Progressives
46 Royal Match 21 Deluxe
47 Sharp Shooter – Tribal
48 Six Card Poker
49 Solitaire Stud
50 Straight Edge Poker
51 Super Fun 21
52 Supreme 99
53 Texas Hold’Em Bonus
54 Three Card Baccarat
55 Three Card Draw Poker
56 Three Card Draw Poker, Pairs Plus
57 Three Card Poker
58 Three Card Poker 6 Card Bonus – Face Up
59 Three Card Poker Bonus – Face Up
60 Three Card Poker Bonus - Tribal
61 Three Card Poker Progressive – Cover All
62 TriLux Bonus – Dual Progressives
63 Triple Shot Rummy
64 Triple Shot Bonus
65 Ultimate Texas Hold’Em – Cover All
66 Zappit Blackjack – Dual Progressives
"""


def entry(number: int) -> CatalogueEntry:
    return catalogue()[number - 1]


def test_catalogue_equals_the_letters_list() -> None:
    printed = [line.strip().split(" ", 1) for line in PRINTED.strip().splitlines()]

    assert [(str(entry.number), entry.name) for entry in catalogue()] == [(number, name) for number, name in printed]
    assert [entry.number for entry in catalogue()] == list(range(1, 67))
    assert approval().approves == tuple(entry.name for entry in catalogue())


def test_every_entry_is_approved_by_letter_004() -> None:
    note = "approved on 14 June 2023 as amended (submission 3119), under rules provided on 5 May 2023 and 5 June 2023"

    assert {entry.approvals[-1] for entry in catalogue()} == {("004", note)}


def test_amendments_of_the_catalogue() -> None:
    system, products, name = amendments()

    assert "GM Atlas/Nexus Command II" in system
    assert "utility products" in products
    assert "Light and Wonder" in name


def test_only_games_of_the_rulebook_settle() -> None:
    settling = {entry.number: (entry.game, entry.wager) for entry in catalogue() if entry.settles}
    by_letter = {number: of for number, of in settling.items() if game(of[0]).letter.number}

    assert by_letter == {
        11: ("royal-match-21", "blazing-7s"),
        21: ("ez-pai-gow", ""),
        45: ("royal-match-21", ""),
    }
    for slug, wager in settling.values():
        assert slug in SLUGS
        assert not wager or wager in game(slug).wager_slugs()
    assert {slug for slug, _ in settling.values()} >= {slug for slug in SLUGS if not game(slug).letter.number}
    assert not any(entry.game or entry.wager for entry in catalogue() if not entry.settles)


def test_catalogue_file_states_no_coverage_of_higher_layers() -> None:
    assert not any(entry.play or entry.analyse for entry in catalogue())


@pytest.mark.parametrize("number", [11, 45])
def test_letter_003_entries_name_the_rules_that_settle_them(number: int) -> None:
    assert [approval.letter for approval in entry(number).approvals] == ["003", "004"]
    assert "10 March 2015" in entry(number).approvals[0].note
    assert game("royal-match-21").letter.dated.isoformat() == "2015-03-10"
    assert "rules enclosed with letter 003" in entry(number).note
    assert "does not have the 2023 rule sheet" in entry(number).note


def test_the_up_card_variant_is_not_the_wager_of_letter_003() -> None:
    assert [approval.letter for approval in entry(10).approvals] == ["004"]
    assert "A different variant" in entry(10).note
    always_seen = [group for group in game("royal-match-21").wager("blazing-7s").groups if group.only_if is None]
    assert all(group.source == "player" for group in always_seen)


def test_an_entry_without_rules_states_that() -> None:
    without = [entry for entry in catalogue() if not entry.settles]

    assert len(without) == sum(entry.status == "listed" for entry in catalogue()) >= 66 - 22
    assert all("does not have its 2023 rule sheet" in entry.note for entry in without)


def test_every_entry_states_its_coverage() -> None:
    """Played and analysed; partly, with the missing parts named; or only listed, with the reason."""
    for each in catalogue():
        assert (each.status == "played") == (not each.why)
        assert (each.status == "partly") == bool(each.missing and each.settles)
    assert [entry(number).status for number in (21, 57, 60)] == ["played"] * 3
    assert entry(61).status == "partly"
    assert "Cover All" in entry(61).why
    assert entry(1).status == "listed"
    assert entry(1).why == "Pitbook does not have its 2023 rule sheet. No public rules found."
    assert entry(4).why.endswith("Pitbook does not have it yet; its rules are public.")
    assert entry(14).why.endswith("leave open the Blind and bonus tables and how ties are settled.")


def test_summaries_are_short_sentences() -> None:
    for each in catalogue():
        assert each.summary.endswith(".")
        assert len(each.summary) <= 140
    assert {each.number for each in catalogue() if each.summary == "No public rules found."} >= {1, 16, 52}


def test_all_faults_of_a_file_are_reported_together(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.toml"
    path.write_text(
        """
amendments = ["one"]
not_enclosed = "no rules"
[[game]]
number = 1
name = "A"
family = "whist"
summary = "A game."
[[game]]
number = 3
name = "B"
family = "war"
summary = "A game."
game = "no-such-game"
[[game]]
number = 3
name = "C"
family = "war"
summary = "A game."
game = "royal-match-21"
wager = "no-such-wager"
[[game]]
number = 4
name = "D"
family = "war"
summary = "A game."
wager = "blazing-7s"
colour = "red"
"""
    )
    with pytest.raises(Faults) as caught:
        read_catalogue(path)

    assert [(fault.line, fault.key) for fault in caught.value.faults] == [
        (7, "game[0].family"),
        (10, "game[1].number"),
        (14, "game[1].game"),
        (21, "game[2].wager"),
        (27, "game[3].wager"),
        (28, "game[3].colour"),
    ]
