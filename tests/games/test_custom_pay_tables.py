"""Custom pay tables: files of the same form as the built-in ones, validated before use."""

from pathlib import Path
from textwrap import dedent

import pytest

from pitbook.cards import parse_cards
from pitbook.errors import BadInput, Faults
from pitbook.games import all_games, game
from pitbook.games.build import labels_of
from pitbook.games.model import Game, Wager
from pitbook.games.paytables import load_own_table, load_tables
from pitbook.games.settle import Bet, Seat, Settlement, lay_out, settle
from pitbook.money import Cents
from pitbook.pay import PayTable

ROYAL = game("royal-match-21")

MINE = """
[[table]]
id = "mine"
decks = [6]
rounding = "down to $0.50"
pays = { royal_match = "100 to 1", suited_pair = "$250", two_suited_cards = "1.5 to 1" }
adds = { crown_treasure = "$2,000" }
envy = { royal_match = "$7.50" }
labels = { royal_match = "King and Queen" }
"""


def loaded(folder: Path, text: str, wager: str = "royal-match", chosen: Game = ROYAL) -> tuple[PayTable, ...]:
    """The tables of a file with this text."""
    path = folder / "mine.toml"
    path.write_text(dedent(text).lstrip("\n"), "utf-8")
    return load_own_table(path, wager, labels_of(chosen.wagers))


def settled(tables: tuple[PayTable, ...], player: str, dealer: str, bet: int, **options: str) -> Settlement:
    """A Royal Match wager by these tables."""
    layout = lay_out(
        ROYAL, 6, {"royal-match": tables}, {name.replace("_", "-"): text for name, text in options.items()}
    )
    return settle(layout, [Seat(parse_cards(player), (Bet("royal-match", Cents(bet)),))], parse_cards(dealer))[0]


def test_custom_table_pays_as_written(tmp_path: Path) -> None:
    """Its odds, its sums, its rounding, its id and its label."""
    tables = loaded(tmp_path, MINE)

    match = settled(tables, "Ks Qs", "Kd Qd", 333)
    assert (match.table, match.label, match.pays, match.net) == ("mine", "King and Queen", "100 to 1", 33_300)
    assert settled(tables, "7s 7s", "", 333).net == 25_000
    assert settled(tables, "2s 7s", "", 333).net == 450
    assert settled(tables, "As Ks", "", 333).outcome == "two_suited_cards"
    assert settled(tables, "2s 7h", "", 333).net == -333


def test_a_line_added_on_top_is_offered_by_the_option_of_its_name(tmp_path: Path) -> None:
    """As with the built-in tables, Crown Treasure is not offered unless the house says so."""
    tables = loaded(tmp_path, MINE)

    assert settled(tables, "Ks Qs", "Kd Qd", 100, crown_treasure="yes").net == 10_000 + 200_000
    assert settled(tables, "Ks Qs", "Kd Qd", 100).net == 10_000


def test_custom_envy(tmp_path: Path) -> None:
    """Every other seat with $5 gets the amount in the file; an added line with envy comes first."""
    text = MINE.replace('envy = { royal_match = "$7.50" }', 'envy = { royal_match = "$7.50", crown_treasure = "$90" }')
    tables = loaded(tmp_path, text)
    seats = [Seat(parse_cards("Ks Qs")), Seat(parse_cards("2h 9c"), (Bet("royal-match", Cents(500)),))]

    for offered, envy in (("no", 750), ("yes", 9000)):
        layout = lay_out(ROYAL, 6, {"royal-match": tables}, {"crown-treasure": offered})
        assert [each.net for each in settle(layout, seats, parse_cards("Kd Qd"))] == [-500, envy]


def test_custom_tiers(tmp_path: Path) -> None:
    """The bet chooses the column, a bet below the first is refused, and envy uses the recipient's column."""
    tables = loaded(
        tmp_path,
        """
        [[table]]
        tiers = ["$5", "$25"]
        [table.pays]
        royal_match = ["$100", "$600"]
        two_suited_cards = ["1 to 1", "2 to 1"]
        [table.envy]
        royal_match = "$3"
        """,
    )

    assert [settled(tables, "Ks Qs", "", bet).net for bet in (500, 2499, 2500, 10_000)] == [
        10_000,
        10_000,
        60_000,
        60_000,
    ]
    assert settled(tables, "2s 9s", "", 2500).net == 5000
    with pytest.raises(BadInput, match=r"royal-match starts at \$5 with this pay table"):
        settled(tables, "Ks Qs", "", 499)
    seats = [Seat(parse_cards("Ks Qs")), Seat(parse_cards("2h 9c"), (Bet("royal-match", Cents(500)),))]
    assert [each.net for each in settle(lay_out(ROYAL, 6, {"royal-match": tables}), seats, ())] == [-500, 300]


def test_minimal_custom_table(tmp_path: Path) -> None:
    """A table with pays only: the wager is the one it is given for, the id is 'own' and it fits every deck count."""
    (table,) = loaded(tmp_path, '[[table]]\npays = { two_suited_cards = "3 to 1" }')

    assert (table.id, table.wager, table.decks) == ("own", "royal-match", (1, 2, 3, 4, 5, 6, 7, 8))
    assert settled((table,), "2s 9s", "", 100).net == 300


def test_table_for_other_decks_is_refused(tmp_path: Path) -> None:
    """The sentence says which deck counts it is for; of several with one id the fitting one is taken."""
    one = '[[table]]\nid = "x"\ndecks = [{}]\npays = {{ two_suited_cards = "{} to 1" }}\n'

    with pytest.raises(BadInput, match="the pay table 'x' given for royal-match is for 1 deck, not 6"):
        lay_out(ROYAL, 6, {"royal-match": loaded(tmp_path, one.format("1", 3))})
    with pytest.raises(BadInput, match="is for 2 and 4 decks, not 6"):
        lay_out(ROYAL, 6, {"royal-match": loaded(tmp_path, one.format("2, 4", 3))})
    both = loaded(tmp_path, one.format("1", 3) + one.format("2, 6", 4))
    assert settled(both, "2s 9s", "", 100).net == 400


def test_one_file_holds_one_table(tmp_path: Path) -> None:
    """With two ids the table is ambiguous."""
    one = '[[table]]\nid = "{}"\npays = {{ two_suited_cards = "3 to 1" }}\n'

    with pytest.raises(BadInput, match=r"holds several pay tables \(x, y\): a file named with --table holds one"):
        loaded(tmp_path, one.format("x") + one.format("y"))


def test_custom_match_table_adds_two_matches_or_has_a_line_for_them(tmp_path: Path) -> None:
    """Two matches are the sum of their odds, unless the file has a line for them; only pays to 1 can be added up."""
    match = game("million-dollar-match-the-dealer")

    def net(pays: str) -> Cents | None:
        tables = loaded(tmp_path, f"[[table]]\npays = {{ {pays} }}", "match", match)
        seat = Seat(parse_cards("8s 8h"), (Bet("match", Cents(100), 1),))
        return settle(lay_out(match, 6, {"match": tables}), [seat], parse_cards("8s"))[0].net

    assert net('suited_match = "7 to 1", unsuited_match = "2.5 to 1"') == 950
    assert net('suited_match = "7 to 1", unsuited_match = "2 to 1", suited_and_unsuited_match = "50 to 1"') == 5000
    with pytest.raises(BadInput, match="must be paid 'to 1', because a bet can win more than once"):
        net('suited_match = "7 for 1", unsuited_match = "2 to 1"')


BROKEN = """
    rooms = 3                                              # 1

    [[table]]                                              # 3
    id = 5
    wager = "blazing-7s"
    decks = [6, 9]
    rounding = "sideways"
    color = "red"                                          # 8
    [table.pays]
    royal_match = "25 for free"                            # 10
    royal_flush = "5 to 1"
    two_suited_cards = 2.5
    suited_pair = ""                                       # 13
    [table.envy]
    royal_match = "-$5"                                    # 15
    suited_blackjack = "$5"
    suited_pair = 7
    [table.adds]                                           # 18
    crown_treasure = "25% of meter"
    [table.labels]
    royal_match = 5                                        # 21
    royal_flush = "Royal"
    two_suited_cards = "\\u001b[2J"

    [[table]]                                              # 25
    decks = []
    tiers = ["$25", "$5"]
    pays = { royal_match = "1 to 1", two_suited_cards = ["1 to 1", "x"] }

    [[table]]                                              # 30
    id = "two"
    decks = "six"
    [table.pays]                                           # 33

    [[table]]                                              # 35
    id = "two"
    tiers = ["nothing", 5]
    pays = 3
"""


def test_a_broken_file_lists_every_fault_with_its_line_and_key(tmp_path: Path) -> None:
    """One reading finds them all, in the order of the lines."""
    with pytest.raises(Faults) as refusal:
        loaded(tmp_path, BROKEN)

    assert [(fault.line, fault.key) for fault in refusal.value.faults] == [
        (1, "rooms"),
        (4, "table[0].id"),
        (5, "table[0].wager"),
        (6, "table[0].decks"),
        (7, "table[0].rounding"),
        (8, "table[0].color"),
        (10, "table[0].pays.royal_match"),
        (11, "table[0].pays.royal_flush"),
        (12, "table[0].pays.two_suited_cards"),
        (13, "table[0].pays.suited_pair"),
        (15, "table[0].envy.royal_match"),
        (16, "table[0].envy.suited_blackjack"),
        (17, "table[0].envy.suited_pair"),
        (19, "table[0].adds.crown_treasure"),
        (21, "table[0].labels.royal_match"),
        (22, "table[0].labels.royal_flush"),
        (23, "table[0].labels.two_suited_cards"),
        (26, "table[1].decks"),
        (27, "table[1].tiers"),
        (28, "table[1].pays.royal_match"),
        (28, "table[1].pays.two_suited_cards"),
        (32, "table[2].decks"),
        (33, "table[2].pays"),
        (36, "table[3].id"),
        (37, "table[3].tiers"),
        (38, "table[3].pays"),
    ]
    lines = str(refusal.value).splitlines()
    assert len(lines) == 26
    assert all(line.startswith(f"{tmp_path / 'mine.toml'}: line ") for line in lines)
    assert all(line.isprintable() and len(line) < 400 for line in lines)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the file has no [[table]]"),
        ("# nothing\n", "the file has no [[table]]"),
        ("table = []", "the file has no [[table]]"),
        ("table = 5", "line 1, table: 5 is not tables [[table]]"),
        ("[table]\npays = {}", "line 1, table: {'pays': {}} is not tables [[table]]"),
        ("[[table]]\nid = 'x'", "line 1, table[0]: 'pays' is missing: it takes a table [pays]"),
        ("[[table]]\npays = {}", "line 2, table[0].pays: a pay table needs at least one line"),
        ("[[tables]]\n", "line 1, tables: this key is not known here: known are table"),
        ("[[table]]\npays = { royal_match = ['1 to 1', '2 to 1'] }", "2 pays for 1 tier: give one for each"),
        ("[[table]]\ntiers = ['$5', '$5']\npays = {}", "tiers must rise from the lowest bet to the highest"),
        ("[[table]]\npays = { royal_match = '0 to 1' }", "pays nothing: write 'push' or 'loss'"),
        ("[[table]]\nwager = 'royal-riches'\npays = {}", "this table is for 'royal-riches', not for 'royal-match'"),
        ("[[table]]\ndecks = [0x" + "f" * 900 + "]\npays = {}", "decks: a shoe holds 1 to 8"),
    ],
)
def test_fault_messages(tmp_path: Path, text: str, sentence: str) -> None:
    """Each sentence names what is wrong and what is allowed."""
    with pytest.raises(BadInput) as refusal:
        loaded(tmp_path, text)

    assert sentence in str(refusal.value)


def test_two_tables_with_one_name_are_a_fault(tmp_path: Path) -> None:
    """The id is already used for the same deck count."""
    one = '[[table]]\nid = "x"\ndecks = [6]\npays = { two_suited_cards = "3 to 1" }\n'

    with pytest.raises(
        Faults, match=r"line 6, table\[1\].id: pay table 'x' .* is already in table\[0\] for the same deck count"
    ):
        loaded(tmp_path, one * 2)


def every_table() -> list[tuple[Game, Wager, PayTable]]:
    """All printed tables with one tier."""
    return [
        (each, wager, table)
        for each in all_games()
        for wager in each.wagers
        for table in wager.tables
        if not table.tier and not wager.components
    ]


def test_every_printed_table_round_trips_through_a_custom_file(tmp_path: Path) -> None:
    """Written out in the same form, a built-in table is the same table: its pays, envy, labels and added lines."""
    for chosen, wager, table in every_table():
        text = f'[[table]]\nid = "{table.id}"\nwager = "{wager.slug}"\n'
        text += f'decks = {list(table.decks)}\ncite = "{table.cite}"\n'
        for name, lines in (("pays", table.lines), ("adds", table.added)):
            text += f"[table.{name}]\n" + "".join(f'{line.outcome} = "{line.pay}"\n' for line in lines)
        both = (*table.lines, *table.added)
        text += "[table.labels]\n" + "".join(f'{line.outcome} = "{line.label}"\n' for line in both)
        envied = [line for line in both if line.envy is not None]
        text += "[table.envy]\n" + "".join(f'{line.outcome} = "${line.envy // 100}"\n' for line in envied if line.envy)
        assert loaded(tmp_path, text, wager.slug, chosen) == (table,)


def test_a_built_in_file_must_name_wager_and_id(tmp_path: Path) -> None:
    """A user's file may leave these out, the rulebook's may not."""
    path = tmp_path / "paytables.toml"
    path.write_text('[[table]]\npays = { two_suited_cards = "3 to 1" }\n')

    with pytest.raises(Faults) as refusal:
        load_tables(path, labels_of(ROYAL.wagers))
    assert [fault.message.split(":")[0] for fault in refusal.value.faults] == ["'wager' is missing", "'id' is missing"]
