"""Par sheets of the wagers on set hands: figures and refusals."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitbook.errors import BadInput, NotApproved
from pitbook.exact.par import ParSheet
from pitbook.exact.select import SheetRequest
from pitbook.exact.sheets import jobs
from pitbook.families.pai_gow.exact.count import Match
from pitbook.families.pai_gow.exact.sheet import base_sheet, pai_gow_sheets
from pitbook.games import game
from pitbook.games.model import Group, Outcome
from pitbook.money import Cents, dollars
from tests.exact.pai_gow_known import BEATEN, FOXWOODS, put_known_counts

EZ, RICHES = game("ez-pai-gow"), game("royal-riches-pai-gow")


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The requested counts."""
    return put_known_counts(monkeypatch)


def only(found: list[ParSheet]) -> ParSheet:
    assert len(found) == 1
    return found[0]


def test_the_counts_of_the_base_wager() -> None:
    """Integers over all pairs, as if nothing were barred; the barred hands are listed separately."""
    record = base_sheet(EZ, {}).to_dict()

    assert record["counts"] == {
        "win": 2_402_482_226_669_052,
        "lose": 2_506_863_515_529_772,
        "push": 3_341_113_289_015_576,
        "barred_win": 127_206_564_679_464,
        "barred_lose": 1_703_411_996_724,
        "total": 8_250_459_031_214_400,
    }
    assert record["copies"] == {
        "five_card": 3_015_127_599_528,
        "two_card": 205_747_450_121_912,
        "both": 104_235_871_128,
    }
    assert "win + lose + push = total" in record["counts_note"]
    assert (record["house_way"], record["player_way"]) == ("foxwoods", "foxwoods")


def test_the_edge_without_commission() -> None:
    """Even money; a barred hand is neither won nor lost."""
    record = base_sheet(EZ, {}).to_dict()
    counts = record["counts"]
    lost = counts["lose"] - counts["barred_lose"] - (counts["win"] - counts["barred_win"])

    assert Fraction(record["house_edge"]) == Fraction(lost, counts["total"])
    assert record["house_edge_decimal"] == pytest.approx(0.027863230478901352)
    by_name = {each["outcome"]: each["count"] for each in record["outcomes"]}
    assert by_name["barred"] == FOXWOODS.barred
    assert sum(by_name.values()) == counts["total"]
    assert record["standard_deviation"] == pytest.approx(0.7606826941211063)


def test_the_edge_with_a_commission() -> None:
    """A win pays nineteen twentieths; no hand is barred, and the counts state that."""
    record = base_sheet(RICHES, {}).to_dict()

    assert Fraction(record["house_edge"]) == (FOXWOODS.lose - Fraction(19, 20) * FOXWOODS.win) / FOXWOODS.pairs
    assert (record["counts"]["barred_win"], record["counts"]["barred_lose"]) == (0, 0)
    assert {row["outcome"]: row["pays"] for row in record["outcomes"]}["win"] == "0.95 to 1"
    assert "The house keeps 5% of a win, not rounded." in record["assumptions"]
    less = base_sheet(RICHES, {"commission": "4%"}).to_dict()
    assert Fraction(record["house_edge"]) - Fraction(less["house_edge"]) == Fraction(FOXWOODS.win, 100 * FOXWOODS.pairs)


def test_a_rounded_commission_depends_on_the_wager() -> None:
    """Rounded down to whole dollars, a $10 wager wins $9."""
    ask = SheetRequest("base", options={"rounding": "down to 1.00"}, bets={"": dollars(10)})
    found = only(pai_gow_sheets(RICHES, ask))

    assert found.house_edge == (FOXWOODS.lose - Fraction(9, 10) * FOXWOODS.win) / FOXWOODS.pairs


def test_player_follows_the_dealers_way_unless_another_is_named(asked: list[Any]) -> None:
    """The player follows the dealer's way unless another is named; the place of the wheel is the game's."""
    base_sheet(EZ, {"house-way": "flamingo"})
    pai_gow_sheets(RICHES, SheetRequest("base"), "flamingo")
    pai_gow_sheets(RICHES, SheetRequest("base", options={"wheel": "second-highest"}), "optimal")
    pai_gow_sheets(EZ, SheetRequest("base", options={"house-way": "flamingo"}), "optimal")

    assert asked == [
        Match("flamingo", "flamingo", True),
        Match("flamingo", "foxwoods", False),
        (Match("foxwoods", "foxwoods", True), Fraction(19, 20), False),
        (Match("flamingo", "flamingo", True), Fraction(1), True),
    ]


def test_the_assumptions_name_the_ways() -> None:
    """Each side's way of setting, with its regulation."""
    words = " ".join(only(pai_gow_sheets(EZ, SheetRequest("base"), "flamingo")).assumptions)

    assert "The dealer sets by the Foxwoods house way (regulation 2.4, house way A)." in words
    assert "The player sets by the Flamingo house way (regulation 2.5, house way B)." in words
    assert "Copies go to the dealer" in words
    # The sheet explains why it differs from the commonly published figure.
    assert words.count("2.47% is commonly published") == 1
    assert "queen-high pai gow pushes" in words
    assert "Joker: semi-wild (" in words
    assert "A-2-3-4-5 ranks: as the second highest straight (" in words


def test_the_optimal_player() -> None:
    """The edge, that of the house way beside it, and where the two differ; copies are not counted here."""
    found = only(pai_gow_sheets(EZ, SheetRequest("base"), "optimal"))
    record = found.to_dict()

    assert record["player_way"] == "optimal"
    assert record["copies"] is None
    assert record["variants"][0]["basis"] == "the player follows the Foxwoods house way too"
    assert record["variants"][0]["house_edge_decimal"] == pytest.approx(0.027863230478901352)
    difference = record["differences"][0]
    assert difference["row"] == "A12b"
    assert difference["house_way"] == "low hand: pair, high hand: pair"
    assert difference["better"] == "low hand: high cards, high hand: two pair"
    assert (difference["hands"], difference["cost"]) == (459_156, "1/9000")
    assert difference["example"]["house_way"] == "Kh Kd / 7h 7d 6h 2s 2h"
    assert record["differences_in_all"]["groups"] == 1


def test_house_ways_change_the_input_hash() -> None:
    """Sheets that differ only in the player's way have different input hashes."""
    found = [only(pai_gow_sheets(EZ, SheetRequest("base"), way)) for way in ("", "flamingo", "optimal")]
    hashes = {sheet.to_dict()["inputs_hash"] for sheet in found}

    assert len(hashes) == 3


def test_dealer_pai_gow_sheet_has_the_usual_fields() -> None:
    """Three pay tables over one count; the outcomes are all pairs."""
    found = pai_gow_sheets(RICHES, SheetRequest("dealer-pai-gow"))

    assert [each.table.id for each in found] == ["1", "2", "3"]
    for each in found:
        assert sum(row.count for row in each.rows) == each.total == FOXWOODS.pairs
        assert each.hit_frequency == Fraction(sum(BEATEN.values()), FOXWOODS.pairs)
    edges = [float(each.house_edge or 0) for each in found]
    assert edges == pytest.approx([0.09885399964628146, 0.1223626977172734, 0.13848261102576043], abs=1e-15)
    record = found[0].to_dict()
    assert record["outcomes"][0] == {
        "outcome": "nine_high_pai_gow",
        "label": "Nine-High Pai Gow",
        "count": 1_663_439_401_140,
        "probability": record["outcomes"][0]["probability"],
        "probability_decimal": pytest.approx(0.00020161780),
        "one_in": pytest.approx(4959.879, abs=0.01),
        "pays": "100 to 1",
        "return": record["outcomes"][0]["return"],
        "return_decimal": pytest.approx(0.020161780),
    }
    assert "counts" not in record


def test_dealer_pai_gow_with_a_named_and_a_custom_pay_table() -> None:
    """By its id, or as read from a file."""
    assert only(pai_gow_sheets(RICHES, SheetRequest("dealer-pai-gow", {"dealer-pai-gow": "2"}))).table.id == "2"
    mine = replace(RICHES.wager("dealer-pai-gow").tables[0], id="mine")
    assert only(pai_gow_sheets(RICHES, SheetRequest("dealer-pai-gow", {"dealer-pai-gow": [mine]}))).table.id == "mine"


@pytest.mark.parametrize(
    ("ask", "way", "sentence"),
    [
        (
            SheetRequest("base"),
            "mine",
            "the player cannot set by 'mine': the ways that are counted are foxwoods, flamingo and optimal",
        ),
        (
            SheetRequest("base", options={"house-way": "mine"}),
            "",
            "option house-way='mine' is not known: allowed are foxwoods",
        ),
        (SheetRequest("base", options={"wheel": "first"}), "", "option wheel='first' is not known"),
        (
            SheetRequest("base", {"base": "1"}),
            "",
            "base is paid by the rules of the house and has no pay table to choose",
        ),
        (SheetRequest("base", removed=(1,)), "", "base is counted over the full pack: cards cannot be removed"),
        (SheetRequest("base", meter=Cents(5)), "", "base has no line that pays from a meter"),
        (SheetRequest("base", seats=3), "", "base pays no envy"),
        (SheetRequest("base", bets={"royal-riches": Cents(500)}), "", "there is no bet on 'royal-riches' here"),
        (
            SheetRequest("dealer-pai-gow"),
            "optimal",
            "counted for a player who follows a house way: foxwoods and flamingo",
        ),
    ],
)
def test_invalid_requests_are_refused_before_counting(
    ask: SheetRequest, way: str, sentence: str, asked: list[Any]
) -> None:
    with pytest.raises(BadInput, match=sentence.replace("(", r"\(")):
        pai_gow_sheets(RICHES, ask, way)
    assert asked == []


def test_unapproved_decks_and_pay_tables_are_refused() -> None:
    with pytest.raises(NotApproved, match="is approved for 1 deck, not 2"):
        pai_gow_sheets(RICHES, SheetRequest("base", decks=2))
    with pytest.raises(NotApproved, match="dealer-pai-gow has no pay table '9'"):
        pai_gow_sheets(RICHES, SheetRequest("dealer-pai-gow", {"dealer-pai-gow": "9"}))


def test_wager_that_pairs_of_hands_do_not_decide_is_refused(asked: list[Any]) -> None:
    """Another outcome of the base wager, or other cards, would be counted wrongly."""
    base, beaten = RICHES.wager("base"), RICHES.wager("dealer-pai-gow")
    pushes = replace(base, outcomes=(*base.outcomes, Outcome("ace_high", "Ace-High Pai Gow", "the dealer has it")))
    own_pai_gow = replace(beaten, groups=(Group("the player's seven cards", "player", 7), *beaten.groups[1:]))
    for wager, sentence in ((pushes, "has an outcome 'ace_high'"), (own_pai_gow, "no count of pairs answers")):
        changed = replace(RICHES, wagers=(wager,))
        with pytest.raises(BadInput, match=sentence):
            jobs(changed, SheetRequest(wager.slug))
    assert asked == []
