"""Exposure to card counters: exact figures against exact distributions, sampled ones against other
samples by z-score.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, sqrt
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pitbook.cards import JOKER, SEVEN, rank
from pitbook.errors import BadInput
from pitbook.exact import counting
from pitbook.exact.composition import expectation
from pitbook.exact.counting import Exposure, cards_per_round, estimate, exposure, exposures, gone_at, round_starts
from pitbook.exact.counts import all_counts, best_count, deviation_seen, level_count
from pitbook.exact.par import ParSheet
from pitbook.exact.removal import Removal, removal
from pitbook.money import dollars
from tests.exact.all_sheets import sheet_of

MATCH_THE_DEALER, RM = "million-dollar-match-the-dealer", "royal-match-21"
FOUR_SIGMA = 4.0
SAMPLES = 8_000


@cache
def blazing() -> ParSheet:
    return sheet_of(RM, "blazing-7s", "1", 6, meter=dollars(10_000))


@cache
def progressive() -> Removal:
    return removal(sheet_of(RM, "royal-match-progressive", "RMP", 6, meter=dollars(50_000)))


@cache
def royal_match() -> ParSheet:
    return sheet_of(RM, "royal-match", "RM-11", 2)


@cache
def royal_match_exposed() -> Exposure:
    return exposure(royal_match(), samples=SAMPLES)


def shuffled(sheet: ParSheet, gone: int, number: int, seed: int) -> NDArray[np.int64]:
    """The remainders of real shuffles of a shoe, by another generator than the one under test."""
    cards = [card for card, held in enumerate(sheet.shoe.counts) for _ in range(held)]
    random = Random(seed)
    found = np.zeros((number, JOKER + 1), np.int64)
    for row in found:
        random.shuffle(cards)
        for card in cards[gone:]:
            row[card] += 1
    return found


def test_best_count_is_exact_after_one_card() -> None:
    """The tags are the effects of removing one card."""
    effects = progressive()
    count, shoe = best_count(effects), effects.sheet.shoe
    assert count is not None
    compositions = np.array([shoe.without([card]).counts for card in range(52)])
    edges = expectation(effects.sheet)(compositions)

    assert estimate(count, effects, compositions) == pytest.approx(edges, abs=1e-12)
    assert edges == pytest.approx([-float(effects.house_edge + effects.by_card[card]) for card in range(52)], abs=1e-12)


def test_deviation_of_a_count_is_exact() -> None:
    """Blazing 7's depends only on the number of sevens, whose variance without replacement is known."""
    effects = removal(blazing())
    whole, sevens, gone = 312, 24, 234
    swing = effects.by_card[SEVEN * 4] - effects.by_card[0]
    variance = gone * Fraction(sevens, whole) * Fraction(whole - sevens, whole) * Fraction(whole - gone, whole - 1)
    by_hand = float(swing) * sqrt(variance) * (whole - 1) / (whole - gone)

    assert deviation_seen(effects, gone) == pytest.approx(by_hand, rel=1e-12)


def test_betting_frequency_is_hypergeometric() -> None:
    """Blazing 7's again: the sampled share against the exact chance that enough sevens are left."""
    effects = removal(blazing())
    count = best_count(effects)
    assert count is not None
    gone, left, number = 234, 78, 20_000
    random = np.random.default_rng(5)
    drawn = random.multivariate_hypergeometric(np.array(blazing().shoe.counts), left, size=number, method="marginals")
    seen = estimate(count, effects, drawn)
    enough = min(sum(row[card] for card in range(52) if rank(card) == SEVEN) for row in drawn[seen > 0])
    chance = sum(comb(24, k) * comb(288, left - k) for k in range(enough, 25)) / comb(312, left)
    share = float((seen > 0).mean())

    assert abs(share - chance) < FOUR_SIGMA * sqrt(chance * (1 - chance) / number)
    assert float(seen.std()) == pytest.approx(deviation_seen(effects, gone), rel=0.03)


def test_unseen_cards_do_not_change_the_mean_edge() -> None:
    """Over all compositions of a penetration the mean edge is that of the full shoe, and the best count is unbiased."""
    sheet = royal_match()
    effects = removal(sheet)
    count = best_count(effects)
    assert count is not None
    drawn = shuffled(sheet, 70, 4_000, seed=3)
    edges, seen = expectation(sheet)(drawn), estimate(count, effects, drawn)

    assert abs(edges.mean() + float(effects.house_edge)) < FOUR_SIGMA * edges.std() / sqrt(len(edges))
    slope = float(((seen - seen.mean()) * edges).mean() / seen.var())
    unseen = edges - seen
    assert abs(slope - 1) < FOUR_SIGMA * float(unseen.std() / seen.std()) / sqrt(len(edges))


def test_sampled_compositions_agree_with_shuffled_shoes() -> None:
    """How often the edge favours the player at the cut card: sampled compositions against shuffles of real cards."""
    found, number = royal_match_exposed(), 4_000
    edges = expectation(royal_match())(shuffled(royal_match(), 78, number, seed=11))
    other, drawn = float((edges > 0).mean()), found.at_penetration.favourable
    assert drawn is not None
    error = sqrt(other * (1 - other) / number + drawn * (1 - drawn) / (SAMPLES // 4))

    assert abs(other - drawn) < FOUR_SIGMA * error
    assert found.at_penetration.deviation == pytest.approx(float(edges.std()), rel=0.06)


def test_shoes_played_to_the_cut_card_agree_with_sampled_compositions() -> None:
    """The perfect counter's gain from shoes dealt round by round, card after card."""
    sheet, found = royal_match(), royal_match_exposed()
    assert found.perfect is not None
    starts = round_starts(sheet.shoe, found.penetration, found.cards_per_round)
    cards = [card for card, held in enumerate(sheet.shoe.counts) for _ in range(held)]
    random, polynomial = Random(8), expectation(sheet)
    shoes = []
    for _ in range(400):
        random.shuffle(cards)
        left = np.array([np.bincount(cards[gone:], minlength=JOKER + 1) for gone in starts])
        shoes.append(float(np.maximum(polynomial(left), 0).mean()))
    mean, error = float(np.mean(shoes)), float(np.std(shoes, ddof=1)) / sqrt(len(shoes))

    assert abs(mean - found.perfect.per_round) < FOUR_SIGMA * sqrt(error**2 + found.perfect.per_round_error**2)


def test_no_count_beats_the_perfect_counter() -> None:
    """On the same cards, at any penetration; a deeper cut is worth more to every count."""
    found = royal_match_exposed()
    for _, ways in found.by_penetration:
        assert all(ways[0].per_round >= each.per_round for each in ways)
    gains = [ways[0].per_round for _, ways in found.by_penetration]
    assert gains == sorted(gains)
    assert found.advantages == dict(found.by_penetration)[found.penetration]
    assert found.perfect is not None
    assert found.perfect.per_shoe == pytest.approx(found.rounds * found.perfect.per_100_rounds / 100)
    assert found.perfect.edge == pytest.approx(found.perfect.per_round / found.perfect.share)


def test_the_same_seed_draws_the_same_cards() -> None:
    again = exposure(royal_match(), samples=SAMPLES)
    other = exposure(royal_match(), samples=SAMPLES, seed=22)

    assert again.advantages == royal_match_exposed().advantages
    assert other.advantages != again.advantages
    assert again.perfect is not None
    assert other.perfect is not None
    error = sqrt(again.perfect.per_round_error**2 + other.perfect.per_round_error**2)
    assert abs(again.perfect.per_round - other.perfect.per_round) < FOUR_SIGMA * error


def test_batch_of_sheets_equals_each_sheet_alone() -> None:
    sheets = [royal_match(), sheet_of("match-n-poker", "match-n-poker", "1", 4), royal_match()]
    found = exposures(sheets, samples=2_000)

    assert [each.sheet for each in found] == sheets
    assert found[0].advantages == found[2].advantages
    assert found[1].advantages == exposure(sheets[1], samples=2_000).advantages


def test_tags_are_the_effects_rounded() -> None:
    """Level 1 has the highest correlation of all tags up to 1, and higher levels have a higher one."""
    effects = progressive()
    counts = {count.name: count for count in all_counts(effects)}
    one, three = counts["level 1"], level_count(effects, 3)
    assert three is not None
    assert set(one.tags.values()) <= {-1, 0, 1}
    assert set(three.tags.values()) <= set(range(-3, 4))
    classes = effects.effects
    changes = np.array([float(effect.change) for effect in classes])
    copies = np.array([effect.copies for effect in classes])
    best = 0.0
    for king, queen, ace, jack_ten, low in product((-1, 0, 1), repeat=5):
        tags = np.array([ace, king, queen, jack_ten, jack_ten, *[low] * 8])
        away = tags - (tags * copies).sum() / copies.sum()
        if (spread := float((copies * away**2).sum())) > 0:
            shared = -float((copies * away * changes).sum())
            best = max(best, shared / sqrt(spread * float((copies * changes**2).sum())))

    assert one.correlation == pytest.approx(best, abs=1e-9)
    assert one.correlation < three.correlation < counts["best count"].correlation == pytest.approx(1)


def test_index_is_the_count_with_zero_edge() -> None:
    effects = progressive()
    for count in all_counts(effects):
        points = count.index / 52 * 100  # a hundred cards left
        seen = (312 - 1) / 100 * float(count.slope) * points - float(effects.house_edge)
        assert seen == pytest.approx(0, abs=1e-12)


def test_linear_count_does_not_help_at_match_the_dealer() -> None:
    """No single card changes the edge, though cards that run out together do."""
    found = exposure(sheet_of(MATCH_THE_DEALER, "five-spots", "5-C", 5), samples=2_000)

    assert found.counts == ()
    assert [each.counter for each in found.advantages] == ["perfect counter"]
    assert found.at_penetration.seen_deviation == 0
    assert found.at_penetration.deviation is not None
    assert found.at_penetration.deviation > 0.05
    assert found.bell_curve.share == 0


def test_rounds_are_dealt_until_the_cut_card() -> None:
    shoe = royal_match().shoe
    assert cards_per_round(royal_match().game, 1) == Fraction(27, 5)
    assert cards_per_round(sheet_of(MATCH_THE_DEALER, "match", "5", 5).game, 3) == 11
    starts = round_starts(shoe, Fraction(3, 4), Fraction(27, 5))
    assert starts[:3] == [0, 5, 11]
    assert starts[-1] < 78 <= starts[-1] + 6
    assert round_starts(shoe, Fraction(99, 100), Fraction(27, 5))[-1] <= 104 - 6
    assert gone_at(shoe, Fraction(999, 1000), Fraction(27, 5)) == 104 - 6


@pytest.mark.parametrize("penetration", [Fraction(1, 1000), Fraction(999, 1000)])
def test_any_penetration_is_accepted(penetration: Fraction) -> None:
    """From one round of a full shoe to as many rounds as its cards allow."""
    found = exposure(royal_match(), penetration, samples=500)
    assert found.perfect is not None
    assert found.rounds == found.perfect.rounds >= 1
    assert (found.perfect.share > 0) == (penetration > Fraction(1, 2))


def test_without_numpy_only_the_normal_approximation_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "have_numpy", lambda: False)
    found = exposure(royal_match())

    assert found.advantages == ()
    assert found.perfect is None
    assert "compositions could not be sampled" in found.method
    assert found.bell_curve == royal_match_exposed().bell_curve
    drawn = royal_match_exposed().advantages[1]
    assert found.bell_curve.share == pytest.approx(drawn.share, rel=0.2)


def test_uncountable_wagers_are_refused() -> None:
    with pytest.raises(BadInput, match="shuffled for every round"):
        exposure(sheet_of("ez-pai-gow", "red-black", "1", 1))
    for penetration in (Fraction(0), Fraction(1), Fraction(-1, 2)):
        with pytest.raises(BadInput, match="between 0% and 100%"):
            exposure(royal_match(), penetration)
    with pytest.raises(BadInput, match="1 to 7 players, not 8"):
        exposure(royal_match(), players=8)
    with pytest.raises(BadInput, match="at least 100"):
        exposure(royal_match(), samples=10)
    # A basis without a meter has no edge to count against.
    with pytest.raises(BadInput, match="give its amount"):
        exposure(replace(blazing(), rows=sheet_of(RM, "blazing-7s", "1", 6).rows))
