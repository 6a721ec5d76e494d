"""Risk of ruin and the hold of a month, against closed forms, plain counting and each other."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, sqrt
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitbook.errors import BadInput, Faults
from pitbook.exact import ruin as ruin_module
from pitbook.exact import shipped
from pitbook.exact.notebook import par
from pitbook.exact.round_distribution import RoundDistribution, round_distribution
from pitbook.exact.ruin import Ruin, ruin
from pitbook.exact.session import sum_of_rounds
from pitbook.meter import MeterTerms
from pitbook.money import Cents, Micros, dollars
from pitbook.simulate import hold
from pitbook.simulate.covariance import Covariance
from pitbook.simulate.hold import (
    CombinedSaddlepoint,
    HoldRequest,
    Month,
    MonthlyPlay,
    play_of,
    progressive_play,
    sum_of_several,
)
from pitbook.simulate.hold_file import number_of, part_of, read_month
from pitbook.simulate.life import TableVolume
from tests.hostile import NASTY, refused, short

RM, MNP = "royal-match-21", "match-n-poker"


def one_round(chances: dict[int | Fraction, Fraction], stake: int = 100) -> RoundDistribution:
    return RoundDistribution(
        "a game", "a wager", "A wager", "as it is", Cents(stake), {Fraction(k): v for k, v in chances.items()}
    )


def coin(win: Fraction) -> RoundDistribution:
    return one_round({1: win, -1: 1 - win})


# Ruin


def test_one_round_ruins_a_player_with_one_bet() -> None:
    found = ruin(coin(Fraction(2, 5)), dollars(1), 1)
    assert found.ruined == pytest.approx([0, 0.6])


@pytest.mark.parametrize("win", [Fraction(2, 5), Fraction(1, 2), Fraction(3, 5)])
def test_a_coin_by_the_ballot_theorem(win: Fraction) -> None:
    """Ruin of 5 bets exactly in round n: 5/n of the ways to be 5 down after n."""
    found, down = ruin(coin(win), dollars(5), 61), 0.0
    for rounds in range(1, 62):
        if rounds >= 5 and (rounds - 5) % 2 == 0:
            lost = (rounds + 5) // 2
            down += 5 / rounds * comb(rounds, lost) * float(win) ** (rounds - lost) * float(1 - win) ** lost
        assert found.ruined[rounds] == pytest.approx(down)


def test_the_gambler_with_a_target() -> None:
    """The classical formula, approached if play lasts long enough."""
    win, ratio = Fraction(9, 20), 11 / 9
    found = ruin(coin(win), dollars(5), 5_000, dollars(12))
    assert found.reached == pytest.approx((ratio**5 - 1) / (ratio**12 - 1))
    assert found.chance + found.reached == pytest.approx(1)


def test_without_end_a_player_with_the_edge_may_survive() -> None:
    """For a coin the chance is (loss/win) to the power of the bets; both bounds are that."""
    found = ruin(coin(Fraction(11, 20)), dollars(10), 3_000)
    assert found.for_ever == pytest.approx(((9 / 11) ** 10, (9 / 11) ** 10))
    assert found.chance == pytest.approx((9 / 11) ** 10)
    assert found.lasts is None


def test_the_bounds_without_end_hold_for_uneven_pays() -> None:
    uneven = one_round({3: Fraction(3, 10), Fraction(1, 2): Fraction(1, 10), -1: Fraction(6, 10)})
    found = ruin(uneven, dollars(8), 20_000)
    low, high = found.for_ever
    assert low < high
    assert low <= found.chance * (1 + 1e-9)
    assert found.chance <= high


def test_a_game_that_cannot_lose_has_no_risk_of_ruin() -> None:
    found = ruin(one_round({1: Fraction(1, 2), 0: Fraction(1, 2)}), dollars(1), 50)
    assert (found.chance, found.for_ever) == (0.0, (0.0, 0.0))


def test_a_fair_game_ruins_everybody_in_the_end() -> None:
    found = ruin(coin(Fraction(1, 2)), dollars(3), 100)
    assert (found.for_ever, found.lasts) == ((1.0, 1.0), None)


def test_the_average_number_of_rounds_lies_within_walds_bounds() -> None:
    found = ruin(one_round({2: Fraction(1, 4), -1: Fraction(3, 4)}), Cents(1_050), 20_000)
    average = sum(1 - chance for chance in found.ruined)
    assert found.chance == pytest.approx(1)
    assert found.lasts is not None
    assert found.lasts[0] <= average <= found.lasts[1]


def test_fair_game_is_recognised_by_its_exact_mean() -> None:
    """Sixths do not sum to zero in floating point."""
    found = ruin(
        one_round({-1: Fraction(3, 6), 0: Fraction(1, 6), 1: Fraction(1, 6), 2: Fraction(1, 6)}), Cents(100), 1
    )
    assert (found.for_ever, found.lasts) == ((1.0, 1.0), None)


@settings(max_examples=60)
@given(
    st.dictionaries(st.sampled_from([-1, 0, 1, 2, 5, Fraction(3, 2)]), st.integers(1, 9), min_size=2, max_size=4),
    st.integers(100, 460),
    st.integers(1, 4),
)
def test_ruin_equals_enumeration_of_all_sequences(
    weights: dict[int | Fraction, int], bankroll: int, rounds: int
) -> None:
    """Against all sequences of results, one by one."""
    total = sum(weights.values())
    chances = {net: Fraction(weight, total) for net, weight in weights.items()}
    ruined = Fraction(0)
    for way in product(chances.items(), repeat=rounds):
        left, chance = Fraction(bankroll), Fraction(1)
        lost = False
        for net, part in way:
            chance *= part
            left += 100 * net if not lost else 0
            lost = lost or left < 100
        ruined += chance if lost else 0
    assert ruin(one_round(chances), Cents(bankroll), rounds).chance == pytest.approx(float(ruined))


def test_results_are_the_same_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    side = round_distribution(MNP, MNP, table="4", decks=6, bet="5")
    quick = ruin(side, dollars(60), 120)
    monkeypatch.setattr(ruin_module, "have_numpy", lambda: False)
    plain = ruin(side, dollars(60), 120)
    assert plain.ruined == pytest.approx(quick.ruined)
    with pytest.raises(BadInput, match="too many to count one by one: ask for"):
        ruin(side, dollars(60), 500_000)


@pytest.mark.parametrize(
    "wager",
    [(RM, "royal-match"), pytest.param((RM, "base"), marks=pytest.mark.slow), (MNP, MNP), ("ez-pai-gow", "dynasty")],
)
def test_truncating_high_bankrolls_does_not_change_the_result(wager: tuple[str, str]) -> None:
    """A walk cut where ruin is practically impossible agrees with one cut where it is impossible."""
    side = round_distribution(*wager)
    short_walk = ruin(side, Cents(20 * side.stake), 300)
    walk = ruin_module._walk(side, Cents(20 * side.stake))
    ruined, _ = ruin_module._carried_quickly(walk, 300 * walk.deepest + walk.start + 1, 300)
    assert short_walk.ruined == pytest.approx(ruined, abs=1e-12)


def test_the_chance_grows_with_rounds_and_falls_with_the_bankroll() -> None:
    side = round_distribution(RM, "royal-match", table="RM-04", decks=6, bet="5")
    chances: list[Ruin] = [ruin(side, dollars(amount), 200) for amount in (5, 50, 500)]
    assert chances[0].chance > chances[1].chance > chances[2].chance
    assert all(a <= b for found in chances for a, b in zip(found.ruined, found.ruined[1:], strict=False))
    assert chances[1].rounds_to(0.0) == 0
    assert chances[2].rounds_to(0.99) is None


def test_blackjack_can_lose_more_than_the_bet() -> None:
    base = round_distribution(RM, "base", bet="25")
    assert min(base.chances) == -8
    assert float(-base.mean) == pytest.approx(0.00618, abs=1e-5)
    assert sum(base.chances.values()) == 1
    assert ruin(base, dollars(100), 100).chance > 0.2


def test_a_base_game_that_was_not_counted_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    with shipped.unused(), pytest.raises(BadInput, match="run 'pitbook par ez-pai-gow base' once"):
        round_distribution("ez-pai-gow", "base")
    with pytest.raises(BadInput, match="no pay table and no meter"):
        round_distribution(RM, "base", table="RM-04")


@pytest.mark.parametrize(
    ("bankroll", "rounds", "target", "sentence"),
    [
        (99, 10, None, "does not pay for one round"),
        (0, 10, None, "does not pay for one round"),
        (500, 0, None, "1 to 1,000,000"),
        (500, -3, None, "1 to 1,000,000"),
        (500, 10**9, None, "1 to 1,000,000"),
        (500, 10, 500, "is already reached"),
        (500, 10, 0, "is already reached"),
    ],
)
def test_bad_bankrolls_are_refused(bankroll: int, rounds: int, target: int | None, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        ruin(coin(Fraction(1, 3)), Cents(bankroll), rounds, None if target is None else Cents(target))


# Hold


@cache
def plays() -> tuple[MonthlyPlay, ...]:
    quiet = TableVolume(tables=1, hours=Fraction(8), take_up=Fraction(1))
    return (
        MonthlyPlay(round_distribution(RM, "base", bet="25"), quiet, 30),
        MonthlyPlay(round_distribution(RM, "royal-match", table="RM-04", decks=6, bet="5"), quiet, 30),
        MonthlyPlay(round_distribution(MNP, MNP, table="4", decks=6, bet="5"), quiet, 30),
    )


def test_the_bets_of_a_month() -> None:
    play = plays()[0]
    assert play.bets == 8 * 60 * 5 * 30
    assert play.wagered == play.bets * 2_500
    assert play.expected == -play.one_round.mean * play.wagered


def test_month_of_one_wager_is_a_session_from_the_houses_side() -> None:
    play = plays()[1]
    month = Month((play,))
    players = sum_of_rounds(play.one_round.chances, play.bets)
    assert month.win.mean == -players.mean * 500
    assert month.win.chance_below(0) == pytest.approx(1 - players.chance_at_most(0), abs=1e-9)
    for part in (0.5, 0.95, 0.99):
        low, high = month.band(part)
        assert low == pytest.approx(-float(players.quantile((1 + part) / 2)) / play.bets, rel=1e-3)
        assert high == pytest.approx(-float(players.quantile((1 - part) / 2)) / play.bets, rel=1e-3)


def test_several_kinds_of_bets_are_the_convolution_of_each() -> None:
    """Against plain counting of a few bets of two kinds."""
    one = {Fraction(-100): Fraction(1, 4), Fraction(50): Fraction(3, 4)}
    other = {Fraction(-300): Fraction(1, 10), Fraction(0): Fraction(2, 10), Fraction(100): Fraction(7, 10)}
    found = sum_of_several([(one, 3), (other, 2)])
    exact: dict[Fraction, Fraction] = {}
    for way in product(one.items(), one.items(), one.items(), other.items(), other.items()):
        value, chance = sum((each[0] for each in way), Fraction(0)), Fraction(1)
        for each in way:
            chance *= each[1]
        exact[value] = exact.get(value, Fraction(0)) + chance
    for value in exact:
        below = float(sum(chance for each, chance in exact.items() if each <= value))
        assert found.chance_at_most(value) == pytest.approx(below)
    assert found.mean == sum(value * chance for value, chance in exact.items())
    assert (found.lowest, found.highest) == (min(exact), max(exact))
    assert found.quantile(0.5) == next(v for v in sorted(exact) if sum(exact[w] for w in exact if w <= v) >= 0.5)


def test_the_saddlepoint_of_several_kinds_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    sure = Month(plays()).win
    monkeypatch.setattr(hold, "POINTS", 1)
    rough = Month(plays()).win
    assert isinstance(rough.cumulative, CombinedSaddlepoint)
    assert rough.estimated
    assert not sure.estimated
    for chance in (0.005, 0.025, 0.25, 0.75, 0.975, 0.995):
        assert rough.chance_at_most(sure.quantile(chance)) == pytest.approx(chance, abs=2e-4)


def test_means_and_variances_add_up() -> None:
    month = Month(plays())
    assert month.win.mean == month.expected == sum(play.expected for play in plays())
    assert month.win.variance == sum(play.variance for play in plays())
    assert month.wagered == sum(play.wagered for play in plays())


def test_bands_are_nested_and_have_their_probability() -> None:
    month = Month(plays())
    half, most, nearly_all = (month.band(part) for part in (0.5, 0.95, 0.99))
    assert nearly_all[0] < most[0] < half[0] < float(month.hold) < half[1] < most[1] < nearly_all[1]
    for part in (0.5, 0.95, 0.99):
        low, high = (Fraction(round(edge * month.wagered)) for edge in month.band(part))
        assert month.win.chance_at_most(high) - month.win.chance_below(low) == pytest.approx(part, abs=5e-3)
        bell = month.bell_band(part)
        assert bell[1] - bell[0] == pytest.approx(month.band(part)[1] - month.band(part)[0], rel=0.05)


@pytest.mark.slow
def test_a_progressive_gives_the_house_its_printed_hold() -> None:
    """Contribution and reserve are the players'; a seed is paid for each 100% award: 35%, as letter 003 prints."""
    play = play_of(HoldRequest(RM, "royal-match-progressive", decks=6), TableVolume(), 30)
    assert float(play.expected / play.wagered) == pytest.approx(0.35, abs=1e-7)
    assert min(-net for net in play.one_round.chances) == -4_999
    month = Month((play,))
    # A rare seed skews the month: the bell curve's band is off to the high side.
    assert month.band(0.99)[0] < month.bell_band(0.99)[0] - 0.01
    assert month.band(0.99)[1] < month.bell_band(0.99)[1] - 0.01
    assert month.win.mean == month.expected
    assert float(month.alone.variance) == pytest.approx(play.bets * float(play.one_round.variance) * 100**2)
    assert float(month.win.variance) == pytest.approx(float(play.variance))


def test_awards_of_a_share_cost_the_house_nothing() -> None:
    sheet = par("royal-riches-pai-gow", "jackpot", table="3")
    play = progressive_play(sheet, MeterTerms(Micros(0), Fraction(1, 4)), TableVolume(seats=Fraction(1)), 30)
    fixed = sum(row.probability * (row.net + 1) for row in sheet.rows if row.wins and row.net is not None)
    assert play.expected / play.wagered == 1 - fixed - Fraction(1, 4)


def test_terms_of_a_meter_are_for_progressives_only() -> None:
    with pytest.raises(BadInput, match="has no meter"):
        play_of(HoldRequest(RM, "royal-match", seed=dollars(5)), TableVolume(), 30)
    with pytest.raises(BadInput, match="at most 7 seats"):
        play_of(HoldRequest(RM, "royal-match"), TableVolume(seats=Fraction(8)), 30)
    with pytest.raises(BadInput, match="1 to 366"):
        play_of(HoldRequest(RM, "royal-match"), TableVolume(), 0)
    with pytest.raises(BadInput, match="at least one wager"):
        Month(())


def test_correlated_seats_widen_the_bands() -> None:
    """Seven seats with one coin between them: a round wins or loses seven bets at once."""
    one_round = RoundDistribution(
        "g", "w", "a coin", "", Cents(100), {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
    )
    room = TableVolume(tables=1, hours=Fraction(1), rounds=Fraction(100), seats=Fraction(7), take_up=Fraction(1))
    apart = Month((MonthlyPlay(one_round, room, 30),))
    together = Month((MonthlyPlay(one_round, room, 30, between_seats=Covariance(Fraction(1))),))
    whole = sum_of_rounds({Fraction(700): Fraction(1, 2), Fraction(-700): Fraction(1, 2)}, 3000)

    assert apart.widening == 1
    assert together.widening == pytest.approx(sqrt(7))
    assert together.widening_error == 0
    assert together.win.variance == pytest.approx(whole.variance)
    assert apart.win is apart.alone
    for chance in (0.005, 0.025, 0.25, 0.75, 0.975, 0.995):
        assert float(together.win.quantile(chance)) == pytest.approx(float(whole.quantile(chance)), abs=1400)
    assert together.win.chance_below(0) == pytest.approx(whole.chance_below(0), abs=0.01)
    assert sum(bar.chance for bar in together.win.histogram()) == pytest.approx(1)
    simulated = Month((MonthlyPlay(one_round, room, 30, between_seats=Covariance(0.5, 0.01, 1000)),))
    wider = Month((MonthlyPlay(one_round, room, 30, between_seats=Covariance(0.51)),))
    assert simulated.widening_error == pytest.approx(wider.widening - simulated.widening, rel=0.01)


@pytest.mark.parametrize(
    ("seats", "take_up", "pairs"), [("5", "1", 20), ("4.5", "1", 16), ("0.5", "1", 0), ("1.5", "1", 1), ("5", "0.5", 5)]
)
def test_pairs_of_wagers_in_a_round(seats: str, take_up: str, pairs: int) -> None:
    """Half of the rounds with four seats and half with five: 12 and 20 ordered pairs."""
    assert TableVolume(seats=Fraction(seats), take_up=Fraction(take_up)).pairs_a_round == pairs


def test_seven_blackjack_seats_have_nearly_twice_the_deviation() -> None:
    play = play_of(HoldRequest(RM, "base", bet="25"), TableVolume(tables=1, seats=Fraction(7), take_up=Fraction(1)), 30)
    month = Month((play,))
    assert play.between_seats is not None
    assert play.between_seats.error is not None
    assert month.widening == pytest.approx(1.79, abs=0.01)
    assert month.widening_error < 0.003
    facts = month.to_dict()
    assert facts["standard_deviation_cents"] == pytest.approx(month.widening * month.alone.standard_deviation)
    assert facts["plays"][0]["between_seats"]["standard_error"] == play.between_seats.error


def test_the_record_of_a_month() -> None:
    facts = Month(plays()).to_dict()
    assert [each["wager"] for each in facts["plays"]] == ["base", "royal-match", MNP]
    assert sum(each["chance"] for each in facts["histogram"]) == pytest.approx(1)
    assert facts["standard_deviation_cents"] == pytest.approx(
        sqrt(sum(each["standard_deviation_cents"] ** 2 for each in facts["plays"]))
    )
    assert "convolution" in facts["method"]


def test_example_room_file_is_valid() -> None:
    month = read_month(Path(__file__).resolve().parents[2] / "examples" / "room.toml")
    assert [play.one_round.wager for play in month.plays] == ["base", "royal-match", "royal-match-progressive", MNP]
    assert month.plays[0].bets == 4 * 16 * 60 * Fraction(9, 2) * 30
    assert month.plays[0].one_round.stake == 2_500


def test_every_fault_of_a_room_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "room.toml"
    path.write_text(
        'days = 30\n[[play]]\ngame = "nothing"\nwager = "base"\n'
        '[[play]]\ngame = "royal-match-21"\nwager = "royal-match"\n'
        'take_up = "140%"\nseats = "many"\nchairs = 3\n',
        "utf-8",
    )
    with pytest.raises(Faults) as caught:
        read_month(path)
    words = str(caught.value)
    assert len(caught.value.faults) == 4
    for part in ("nothing", "140%", "many", "chairs"):
        assert part in words


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "plays nothing"),
        ("days = 0\n[[play]]\ngame = 'royal-match-21'\nwager = 'royal-match'\n", "1 to 366"),
        ("days = 'x'\n", "not a whole number"),
        ("play = 3\n", "not tables"),
        ("[[play]]\ngame = 'royal-match-21'\nwager = 'royal-match'\nbet = '0'\n", "is zero"),
        ("[[play]]\ngame = 'royal-match-21'\nwager = 'royal-match'\ntables = 0\n", "1 to 1,000"),
        ("[[play]]\nwager = 'royal-match'\n", "'game' is missing"),
    ],
)
def test_bad_rooms_are_refused(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "room.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadInput, match=sentence):
        read_month(path)


@pytest.mark.parametrize("text", NASTY, ids=short)
def test_hostile_numbers_are_refused(text: str) -> None:
    """One short sentence, whatever is given."""
    if text != ".5":  # .5 is a valid share
        assert 0 < len(refused(part_of, text)) < 400
    assert 0 < len(refused(number_of, text)) < 400
