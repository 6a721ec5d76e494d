"""The table's own shoe: known answers, promises that bind, and standard statistical tests of the shuffle."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import islice, pairwise, permutations
from math import comb, factorial, sqrt
from statistics import NormalDist

import pytest

from pitbook.cards import card_names, parse_cards
from pitbook.table.seeded import SeededChance
from pitbook.table.shoe import (
    OsChance,
    SealedShoe,
    below,
    promise_of,
    random_words,
    seal,
    shuffled,
)
from tests.table.rig import POKER, rig

FAR = 5.0
"""Standard deviations beyond which a test fails: by chance once in two million."""


def secret(number: int) -> bytes:
    return hashlib.sha256(f"test {number}".encode()).digest()


def chi_square(seen: Sequence[int], expected: float) -> float:
    """The distance of counts from equal ones, in standard deviations (Wilson and Hilferty)."""
    free = len(seen) - 1
    statistic = sum((count - expected) ** 2 / expected for count in seen)
    return float(((statistic / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)))


# -- known answers -----------------------------------------------------------------------------------------------------


def test_words_follow_from_the_secret_by_shake_256() -> None:
    """The first pages of the stream, worked out here with hashlib alone."""
    words = list(islice(random_words(secret(1), "shuffle"), 1100))
    for page in range(3):
        stream = hashlib.shake_256(b"pitbook shuffle %d\n" % page + secret(1)).digest(4096)
        mine = [int.from_bytes(stream[place : place + 8], "little") for place in range(0, 4096, 8)]
        assert words[512 * page : 512 * (page + 1)] == mine[: len(words[512 * page : 512 * (page + 1)])]
    assert list(islice(random_words(secret(1), "other"), 8)) != words[:8]


def test_the_shuffle_is_that_of_fisher_and_yates() -> None:
    """Worked out again from the words: the last card changes places with one of those up to it, then the one before."""
    for number, size in ((1, 2), (2, 53), (3, 416)):
        words = (word for page in range(9) for word in page_of(secret(number), page))
        order = list(range(size))
        for last in range(size - 1, 0, -1):
            word = next(word for word in words if word < 2**64 - 2**64 % (last + 1))
            other = word % (last + 1)
            order[last], order[other] = order[other], order[last]
        assert shuffled(range(size), secret(number)) == tuple(order)


def page_of(of: bytes, page: int) -> list[int]:
    stream = hashlib.shake_256(f"pitbook shuffle {page}\n".encode() + of).digest(4096)
    return [int.from_bytes(stream[place : place + 8], "little") for place in range(0, 4096, 8)]


def test_a_known_shoe() -> None:
    """32 zero bytes and one deck: this order and this promise, for ever."""
    shoe = seal(range(52), bytes(32))
    salt = hashlib.sha256(b"pitbook salt\n" + bytes(32)).hexdigest()
    text = "pitbook shoe\n" + salt + "\n" + card_names(shoe.order) + "\n"
    assert shoe.salt == salt
    assert shoe.promise == hashlib.sha256(text.encode()).hexdigest()
    assert card_names(shoe.order[:13]) == KNOWN_CARDS
    assert shoe.promise == KNOWN_PROMISE


KNOWN_CARDS = "3h 5s 3d Ad 6h 9h 8c Kd 4d 8h 9c As Td"
KNOWN_PROMISE = "ffad3fe4628052a90434d5565ad70ba050aca647e48f6b4fd80c1d0e5c447557"


def test_seeds_repeat_and_secrets_do_not() -> None:
    assert SeededChance(7).seal(range(52)) == SeededChance(7).seal(range(52))
    assert SeededChance(7).seal(range(52)) != SeededChance(8).seal(range(52))
    chance = SeededChance(7)
    assert chance.seal(range(52)) != chance.seal(range(52))
    live = OsChance()
    assert len({live.seal(range(52)).promise for _ in range(20)}) == 20


# -- promises ----------------------------------------------------------------------------------------------------------


def test_a_promise_binds_order_and_salt() -> None:
    """No other order, and no other salt, has the same promise."""
    shoe = seal(range(52), secret(1))
    assert promise_of(shoe.order, shoe.salt) == shoe.promise
    moved = (shoe.order[1], shoe.order[0], *shoe.order[2:])
    assert SealedShoe(moved, shoe.salt).promise != shoe.promise
    assert SealedShoe(shoe.order, shoe.salt[:-1] + "x").promise != shoe.promise


def test_anyone_can_check_a_shown_shoe() -> None:
    """From public events alone: the promise before the first bet, the cards as they came, order and salt after."""
    at = rig(POKER, players=1, burn=3)
    for _ in range(3):
        at.play({1: "base=10"})
    public = [event.shown() for event in at.events]
    kinds = [event.kind for event in public]
    assert "secret" not in "".join(event.line() for event in public)
    promised = [place for place, kind in enumerate(kinds) if kind == "shuffled"]
    shown = [event for event in public if event.kind == "shoe-shown"]
    for start, end, revealed in zip(promised, promised[1:], shown, strict=False):
        promise = public[start].data["promise"]
        text = f"pitbook shoe\n{revealed.data['salt']}\n{revealed.data['order']}\n"
        assert promise == revealed.data["promise"] == hashlib.sha256(text.encode()).hexdigest()
        between = public[start:end]
        assert [event.kind for event in between].index("shoe-shown") > 0
        came = [event.data["cards"] for event in between if event.kind == "card"]
        turned = [event.data["card"] for event in between if event.kind == "step" and event.data["name"] == "hole-card"]
        order = revealed.data["order"].split()[3:]
        assert all(card in (told, "??") for card, told in zip(came, order, strict=False))
        assert not turned or turned[0] in order


def test_the_promise_is_there_before_the_first_bet() -> None:
    at = rig(POKER, players=1)
    kinds = [event.kind for event in at.events]
    assert kinds == ["opened", "shuffled", "sat"]
    at.play({1: "base=10"})
    kinds = [event.kind for event in at.events]
    for place, kind in enumerate(kinds):
        if kind == "bet":
            assert kinds[:place].count("shuffled") > kinds[:place].count("shoe-shown")


# -- statistics --------------------------------------------------------------------------------------------------------

ROUNDS = 4000


@pytest.fixture(scope="module")
def decks() -> list[tuple[int, ...]]:
    """Shuffles of one deck, with fixed secrets."""
    return [shuffled(range(52), secret(number)) for number in range(ROUNDS)]


def test_every_card_in_every_place(decks: list[tuple[int, ...]]) -> None:
    """Chi-square over 52 x 52 cells: a card is as likely in one place as in another."""
    seen = Counter((card, place) for deck in decks for place, card in enumerate(deck))
    cells = [seen[card, place] for card in range(52) for place in range(52)]
    assert abs(chi_square(cells, ROUNDS / 52)) < FAR
    for card in (0, 25, 51):
        assert abs(chi_square([seen[card, place] for place in range(52)], ROUNDS / 52)) < FAR


def test_every_pair_of_neighbours(decks: list[tuple[int, ...]]) -> None:
    """Chi-square over all ordered pairs of cards that lie one on the other."""
    seen = Counter(pair for deck in decks for pair in pairwise(deck))
    cells = [seen[one, two] for one in range(52) for two in range(52) if one != two]
    assert abs(chi_square(cells, ROUNDS * 51 / len(cells))) < FAR


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_order_of_a_small_pack(size: int) -> None:
    """All orders of a small pack are equally likely: the whole distribution is compared."""
    tries = 120 * factorial(size)
    seen = Counter(shuffled(range(size), secret(number)) for number in range(tries))
    assert abs(chi_square([seen[order] for order in permutations(range(size))], 120)) < FAR


def test_rising_sequences(decks: list[tuple[int, ...]]) -> None:
    """Their number has mean (n + 1) / 2 and variance (n + 1) / 12; after a few riffles it would be far lower."""
    counts = []
    for deck in decks:
        place = {card: at for at, card in enumerate(deck)}
        counts.append(1 + sum(place[card + 1] < place[card] for card in range(51)))
    mean = sum(counts) / len(counts)
    assert abs(mean - 26.5) < FAR * sqrt(53 / 12 / ROUNDS)
    variance = sum((count - mean) ** 2 for count in counts) / (len(counts) - 1)
    assert abs(variance - 53 / 12) < FAR * (53 / 12) * sqrt(2 / ROUNDS)


def test_fixed_points_and_cycles(decks: list[tuple[int, ...]]) -> None:
    """On average one card stays in its place, and there are 1 + 1/2 + ... + 1/52 cycles."""
    fixed = sum(card == place for deck in decks for place, card in enumerate(deck)) / ROUNDS
    assert abs(fixed - 1) < FAR / sqrt(ROUNDS)
    expected = sum(1 / size for size in range(1, 53))
    spread = sqrt(sum((size - 1) / size**2 for size in range(1, 53)))
    cycles = sum(map(cycles_of, decks)) / ROUNDS
    assert abs(cycles - expected) < FAR * spread / sqrt(ROUNDS)


def cycles_of(deck: tuple[int, ...]) -> int:
    left, found = set(range(len(deck))), 0
    while left:
        at, found = left.pop(), found + 1
        while deck[at] in left:
            at = deck[at]
            left.remove(at)
    return found


def test_distance_between_neighbours_of_a_new_deck(decks: list[tuple[int, ...]]) -> None:
    """How far apart two cards lie that were one on the other: distance d in 2 (52 - d) of 52 x 51 cases."""
    seen: Counter[int] = Counter()
    for deck in decks:
        place = {card: at for at, card in enumerate(deck)}
        seen.update(abs(place[card + 1] - place[card]) for card in range(51))
    total = ROUNDS * 51
    statistic = 0.0
    for distance in range(1, 52):
        expected = total * 2 * (52 - distance) / (52 * 51)
        statistic += (seen[distance] - expected) ** 2 / expected
    # The 51 pairs of one deck are slightly correlated: the bound is wide.
    assert statistic < 50 + FAR * sqrt(2 * 50) * 1.5


WORDS = 40_000


@pytest.fixture(scope="module")
def words() -> list[int]:
    return list(islice(random_words(secret(0), "statistics"), WORDS))


def test_words_bit_by_bit(words: list[int]) -> None:
    """Each of the 64 bits is one as often as not, and all of them together."""
    for bit in range(64):
        ones = sum(word >> bit & 1 for word in words)
        assert abs(ones - WORDS / 2) < FAR * sqrt(WORDS) / 2
    assert abs(sum(word.bit_count() for word in words) - 32 * WORDS) < FAR * sqrt(64 * WORDS) / 2


def test_words_in_bytes(words: list[int]) -> None:
    seen = Counter(byte for word in words for byte in word.to_bytes(8, "little"))
    assert abs(chi_square([seen[byte] for byte in range(256)], WORDS * 8 / 256)) < FAR


def test_runs_of_words(words: list[int]) -> None:
    """Wald and Wolfowitz: runs above and below the middle, neither too few nor too many."""
    above = [word >= 2**63 for word in words]
    ones = sum(above)
    zeros = WORDS - ones
    runs = 1 + sum(one != two for one, two in pairwise(above))
    mean = 1 + 2 * ones * zeros / WORDS
    variance = (mean - 1) * (mean - 2) / (WORDS - 1)
    assert abs(runs - mean) < FAR * sqrt(variance)


def test_serial_pairs_and_triples(words: list[int]) -> None:
    """Knuth's serial test: words that follow each other, by their high bits, in every combination."""
    high = [word >> 61 for word in words]
    pairs = Counter(zip(high[::2], high[1::2], strict=True))
    assert abs(chi_square([pairs[a, b] for a in range(8) for b in range(8)], WORDS / 2 / 64)) < FAR
    third = WORDS // 3
    triples = Counter(zip(high[: 3 * third : 3], high[1 : 3 * third : 3], high[2 : 3 * third : 3], strict=True))
    cells = [triples[a, b, c] for a in range(8) for b in range(8) for c in range(8)]
    assert abs(chi_square(cells, third / 512)) < FAR


def test_serial_correlation(words: list[int]) -> None:
    """Words at distances 1, 2, 7 and 512 (a page) are uncorrelated."""
    centred = [word / 2**64 - 0.5 for word in words]
    for lag in (1, 2, 7, 512):
        pairs = WORDS - lag
        correlation = sum(centred[place] * centred[place + lag] for place in range(pairs)) * 12 / pairs
        assert abs(correlation) < FAR / sqrt(pairs)


def test_gaps(words: list[int]) -> None:
    """Knuth's gap test: how many words lie between two of the lowest eighth."""
    gaps: Counter[int] = Counter()
    gap = 0
    for word in words:
        if word >> 61:
            gap += 1
        else:
            gaps[min(gap, 30)] += 1
            gap = 0
    total = gaps.total()
    statistic = 0.0
    for length in range(31):
        chance = (7 / 8) ** length * (1 / 8 if length < 30 else 1)
        statistic += (gaps[length] - total * chance) ** 2 / (total * chance)
    assert statistic < 30 + FAR * sqrt(60)


def test_below_is_exact() -> None:
    """Words beyond the last full round are skipped, so that no number is likelier than another."""
    most = 2**64 - 2**64 % 7
    assert below(iter([most, 2**64 - 1, 13]), 7) == 6
    assert below(iter([most - 1]), 7) == 6
    assert below(iter([0]), 7) == 0
    assert below(iter([2**64 - 1]), 2**64) == 2**64 - 1
    with pytest.raises(ValueError, match="has ended"):
        below(iter([most]), 7)


def test_the_first_position_is_as_likely_everywhere() -> None:
    chance = SeededChance(1)
    seen = Counter(chance.number("first position", 1, 7) for _ in range(7000))
    assert set(seen) == set(range(1, 8))
    assert abs(chi_square([seen[place] for place in range(1, 8)], 1000)) < FAR


def test_several_decks_keep_their_cards() -> None:
    """A shuffle moves cards and changes none."""
    pack = [card for card in range(52) for _ in range(8)]
    assert sorted(shuffled(pack, secret(1))) == pack
    assert shuffled((), secret(1)) == ()
    assert parse_cards(card_names(shuffled(range(53), secret(1)))) == shuffled(range(53), secret(1))


def test_hands_come_as_often_as_they_should(decks: list[tuple[int, ...]]) -> None:
    """Aces in the first five cards: hypergeometric."""
    seen = Counter(sum(card >= 48 for card in deck[:5]) for deck in decks)
    for aces in range(3):
        chance = comb(4, aces) * comb(48, 5 - aces) / comb(52, 5)
        assert abs(seen[aces] - ROUNDS * chance) < FAR * sqrt(ROUNDS * chance * (1 - chance))


@pytest.mark.slow
def test_very_many_shuffles() -> None:
    """Places and small orders again with fifty times the cards; the scores of all places are spread as they should."""
    seen: Counter[tuple[int, int]] = Counter()
    tries = 200_000
    for number in range(tries):
        deck = shuffled(range(52), secret(number))
        seen.update(enumerate(deck))
    scores = [chi_square([seen[place, card] for card in range(52)], tries / 52) for place in range(52)]
    assert max(map(abs, scores)) < FAR
    lower = sum(NormalDist().cdf(score) < 0.5 for score in scores)
    assert abs(lower - 26) < FAR * sqrt(13)
    orders = Counter(shuffled(range(6), secret(number)) for number in range(720 * 1000))
    assert abs(chi_square([orders[order] for order in permutations(range(6))], 1000)) < FAR
