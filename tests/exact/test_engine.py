"""Every way of counting gives the same integers: by symmetry, by ranks, compiled, one by one, and by brute force."""

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path

import pytest

from pitbook.cards import JOKER, NO_CARD, Cards, Shoe
from pitbook.errors import BadInput
from pitbook.exact import kernels
from pitbook.exact.cache import cache_folder
from pitbook.exact.compiled import count_sevens_compiled, enumerate_deals
from pitbook.exact.deals import (
    NO_PERMUTATION,
    SUIT_PERMUTATIONS,
    all_deals,
    count_deals,
    kinds_of_hands,
    renamed,
    symmetries,
)
from pitbook.exact.distribution import distribution
from pitbook.exact.par import has_par_sheet
from pitbook.exact.seven import count_sevens
from pitbook.games import all_games
from pitbook.games.model import Game, Wager
from tests.every_game import marks_of

WAGERS = [(game, wager) for game in all_games() for wager in game.wagers if has_par_sheet(wager)]
RULES = list({wager.rule: (game, wager) for game, wager in WAGERS}.values())
"""One wager for each rule."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache for this file's counts; compiled code is shared with other tests."""
    shared = cache_folder()
    monkeypatch.setattr(kernels, "cache_folder", lambda: shared)
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path_factory.getbasetemp() / "counts of the engine"))


def sizes_of(wager: Wager) -> list[int]:
    return [group.size for group in wager.groups]


def reads_of(wager: Wager, choices: Sequence[int] = ()) -> tuple[int, ...]:
    """The index of each reading; the default where nothing else is chosen."""
    options = (*wager.reads, *((wager.choice,) if wager.choice else ()))
    return tuple(choices) or tuple(option.index({}) for option in options)


def quick(wager: Wager) -> bool:
    """Whether every deal of a full shoe can be tried one by one quickly."""
    return sum(sizes_of(wager)) <= 4


def of_ranks(shoe: Shoe, ranks: Sequence[int]) -> Shoe:
    return Shoe(tuple(held if card >> 2 in (*ranks, 13) else 0 for card, held in enumerate(shoe.counts)))


def shoes_for(game: Game, wager: Wager, deck_counts: Sequence[int]) -> Iterator[Shoe]:
    """Full shoes of these deck counts if that is quick, else shoes of few ranks; also with random cards removed."""
    choose = random.Random(wager.rule.__name__)  # wagers that share a rule are tried on the same shoes
    for decks in deck_counts:
        full = Shoe.of_decks(decks, joker=game.joker)
        few = of_ranks(full, choose.sample(range(13), 5 if game.joker else 3))
        start = full if quick(wager) else few
        yield start
        if decks in (game.decks[0], game.decks[-1]):
            yield Shoe(tuple(choose.randint(0, held) for held in start.counts))
            yield start.without(choose.sample([card for card in range(JOKER) if start.counts[card]], 4))
    if game.joker:  # cards of all ranks, some of each suit
        kept = {*choose.sample(range(JOKER), 15), JOKER}
        yield Shoe(tuple(int(card in kept) for card in range(JOKER + 1)))


REPRESENTATIVE = ("match", "match-n-poker", "royal-match", "royal-riches", "red-black")
"""A wager of every game and of every way to count; all are counted by brute force further down."""


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        pytest.param(
            game,
            wager,
            id=f"{game.slug}-{wager.slug}",
            marks=() if wager.slug in REPRESENTATIVE else pytest.mark.slow,
        )
        for game, wager in WAGERS
    ],
)
def test_fastest_count_equals_direct_enumeration(game: Game, wager: Wager) -> None:
    """The same integers on every path, for any shoe."""
    agrees(game, wager, sorted({game.decks[0], game.decks[-1]}))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "wager"), RULES, ids=[wager.rule.__name__ for _, wager in RULES])
def test_fastest_count_equals_direct_enumeration_for_every_deck_count(game: Game, wager: Wager) -> None:
    agrees(game, wager, game.decks)


def agrees(game: Game, wager: Wager, deck_counts: Sequence[int]) -> None:
    tried = 0
    for shoe in shoes_for(game, wager, deck_counts):
        if len(shoe) < sum(sizes_of(wager)):
            continue
        counted = distribution(wager, shoe)
        assert counted.answers == enumerate_deals(wager.rule, sizes_of(wager), shoe, reads_of(wager))
        assert counted.total == all_deals(sizes_of(wager), shoe)
        tried += 1
    assert tried >= 4


@pytest.mark.parametrize(("game", "wager"), [each for each in WAGERS if each[1].reads and quick(each[1])])
def test_fastest_count_equals_direct_enumeration_for_every_reading(game: Game, wager: Wager) -> None:
    """The readings that a letter leaves open are counted by the same engine."""
    shoe = Shoe.of_decks(game.decks[-1]).without([0, 5, 18, 51])
    for option in wager.reads:
        for choice in option.choices:
            options = {option.name: choice}
            expected = enumerate_deals(wager.rule, sizes_of(wager), shoe, reads_of(wager, [option.index(options)]))
            assert distribution(wager, shoe, options).answers == expected


def test_groups_that_a_pay_table_ignores_are_left_out() -> None:
    """Without the dealer's hand, Royal Match is a count of two cards, compiled or not."""
    wager = next(wager for _, wager in WAGERS if wager.slug == "royal-match")
    shoe = Shoe.of_decks(6).without([43, 47])
    counted = distribution(wager, shoe, None, wager.groups[:1])

    assert counted.answers == enumerate_deals(wager.rule, [2], shoe, ((NO_CARD, NO_CARD), *reads_of(wager)))
    assert counted.total == 310 * 309 // 2


SEVENS = next(wager for _, wager in WAGERS if wager.slug == "dynasty")


def sevens(hand: Cards) -> int:
    return SEVENS.rule(hand, *reads_of(SEVENS))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_seven_cards_are_counted_the_same_compiled(seed: int) -> None:
    """The same functions run plain and compiled, for packs with any cards missing."""
    choose = random.Random(seed)
    missing = choose.sample(range(JOKER + 1), 32 - 5 * seed)
    pack = Shoe.of_decks(1, joker=True).without(missing)

    assert count_sevens(sevens, pack) == count_sevens_compiled(SEVENS.rule, pack, reads_of(SEVENS))


@pytest.mark.slow
def test_all_154_million_seven_card_hands_agree() -> None:
    """Calling the rule on every hand of the whole pack gives what counting by ranks gives."""
    pack = Shoe.of_decks(1, joker=True)
    enumerated = enumerate_deals(SEVENS.rule, [7], pack, reads_of(SEVENS))

    assert sum(enumerated.values()) == 154_143_080
    assert enumerated == count_sevens(sevens, pack)


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["super-bonus", "five-spots"])
def test_every_deal_of_two_and_five_cards_agrees(slug: str) -> None:
    """Six thousand million classes of deals one by one, against counting equivalent cards together."""
    wager = next(wager for _, wager in WAGERS if wager.slug == slug)
    shoe = Shoe.of_decks(6)

    assert distribution(wager, shoe).answers == enumerate_deals(wager.rule, sizes_of(wager), shoe)


def by_brute_force(rule: Callable[..., int], sizes: Sequence[int], shoe: Shoe, reads: Sequence[int]) -> Counter[int]:
    """Every deal of physical cards, picked with the standard library alone."""
    cards = [card for card, held in enumerate(shoe.counts) for _ in range(held)]
    tally: Counter[int] = Counter()

    def deal(left: Sequence[int], dealt: tuple[Cards, ...]) -> None:
        if len(dealt) == len(sizes):
            tally[rule(*dealt, *reads)] += 1
            return
        for places in combinations(range(len(left)), sizes[len(dealt)]):
            rest = [card for place, card in enumerate(left) if place not in places]
            deal(rest, (*dealt, tuple(left[place] for place in places)))

    deal(cards, ())
    return tally


@pytest.mark.parametrize(
    ("game", "wager"),
    [pytest.param(game, wager, marks=marks_of(game.slug), id=wager.rule.__name__) for game, wager in RULES],
)
def test_count_equals_brute_force_on_a_tiny_shoe(game: Game, wager: Wager) -> None:
    choose = random.Random(wager.slug)
    decks = game.decks[-1]
    for _ in range(2):
        ranks = choose.sample(range(13), 4 if game.joker else 2)
        held = [choose.randint(0, min(decks, 2)) if card >> 2 in ranks else 0 for card in range(JOKER)]
        shoe = Shoe((*held, int(game.joker)))
        if not sum(sizes_of(wager)) <= len(shoe) <= 12:
            shoe = Shoe((*([1] * 12), *([0] * 40), int(game.joker)))

        assert distribution(wager, shoe).answers == by_brute_force(wager.rule, sizes_of(wager), shoe, reads_of(wager))


@pytest.mark.parametrize("size", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_canonical_hands_are_the_orbits_of_suit_permutations(size: int) -> None:
    """One hand of each class, the size of the class, and the permutations that leave it unchanged."""
    shoe = Shoe.of_decks(4).without([0, 1])  # clubs and diamonds have lost a deuce
    for group in (
        (SUIT_PERMUTATIONS, symmetries(shoe)) if size > 2 else (SUIT_PERMUTATIONS, symmetries(shoe), NO_PERMUTATION)
    ):
        images = {}
        for hand in combinations_with_replacement(range(JOKER + 1), size):
            images[hand] = frozenset(renamed(hand, new) for new in group)
        kinds = list(kinds_of_hands(size, group))

        assert {images[hand] for hand, _, _ in kinds} == set(images.values())
        assert len(kinds) == len(set(images.values()))
        for hand, times, kept in kinds:
            assert times == len(images[hand])
            assert kept == tuple(new for new in group if renamed(hand, new) == hand)


@pytest.mark.parametrize(("size", "hands"), [(4, 367_290), pytest.param(5, 4_187_106, marks=pytest.mark.slow)])
def test_canonical_hands_of_large_hands_add_up(size: int, hands: int) -> None:
    """Cards with repeats, from 53: no class is missing or counted twice."""
    assert sum(times for _, times, _ in kinds_of_hands(size, SUIT_PERMUTATIONS)) == hands


@pytest.mark.slow
def test_without_suit_permutations_every_hand_is_its_own_class() -> None:
    assert sum(1 for _ in kinds_of_hands(4, NO_PERMUTATION)) == 367_290


def test_shoe_with_too_few_cards_is_refused() -> None:
    wager = next(wager for _, wager in WAGERS if wager.slug == "match-n-poker")
    with pytest.raises(BadInput, match="looks at 3 cards, but the shoe holds 2"):
        distribution(wager, Shoe((2,) + (0,) * 52))
    with pytest.raises(BadInput, match="at least one card each"):
        count_deals(wager.rule, [2, 0], Shoe.of_decks(1))
    with pytest.raises(BadInput, match="none below zero"):
        Shoe((-1,) + (1,) * 52)


def test_counts_are_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cached count is used only if it adds up; a damaged file is counted again."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))
    wager = next(wager for _, wager in WAGERS if wager.slug == "blazing-7s")
    shoe = of_ranks(Shoe.of_decks(5), (4, 5)).without([20])  # few ranks: counted in a moment
    fresh = distribution(wager, shoe)
    kept = list((cache_folder() / "counts").glob("*.json"))

    assert len(kept) == 1
    for damage in ("", "{", '{"answers": {"0": 1}, "method": "wrong"}', '{"answers": [], "method": 1}'):
        kept[0].write_text(damage)
        distribution.__globals__["_distribution"].cache_clear()
        assert distribution(wager, shoe) == fresh


def test_two_processes_that_need_the_same_count_make_it_once(tmp_path: Path) -> None:
    """The second process waits for the first and reads its count; only the count is left behind."""
    entry, lock = tmp_path / "entry", tmp_path / ".lock"
    code = (
        "import sys, time; from pathlib import Path; from pitbook.exact.cache import one_at_a_time\n"
        "entry = Path(sys.argv[1])\n"
        "with one_at_a_time(Path(sys.argv[2])):\n"
        "    if not entry.exists():\n"
        "        print('counts', flush=True); time.sleep(0.2); entry.touch()\n"
    )
    command = [sys.executable, "-c", code, str(entry), str(lock)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]

    assert sorted(each.communicate(timeout=60)[0] for each in running) == ["", "", "counts\n"]
    assert [each.returncode for each in running] == [0, 0, 0]
    assert list(tmp_path.iterdir()) == [entry]
