"""Effects of removal: one enumeration gives the same as counting every smaller shoe separately."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from pitbook.cards import ACE, JOKER, KING, QUEEN, Cards, Shoe, parse_card, parse_cards
from pitbook.errors import BadInput
from pitbook.exact.copies import card_classes, count_copies, count_sevens_copies
from pitbook.exact.deals import NO_PERMUTATION, SUIT_PERMUTATIONS, count_deals, symmetries
from pitbook.exact.par import ParSheet, par_sheet
from pitbook.exact.removal import removal
from pitbook.exact.seven import count_sevens
from pitbook.games.match_n_poker.rules import match_n_poker
from pitbook.games.million_dollar_match_the_dealer.rules import five_spots, matches_of
from pitbook.games.royal_match_21.rules import crown_card, royal_match
from pitbook.hands.seven import seven_card_lines
from pitbook.money import dollars
from tests.exact.all_sheets import sheet_of

MATCH_THE_DEALER = "million-dollar-match-the-dealer"
RM = "royal-match-21"


@pytest.fixture(autouse=True)
def _no_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Removal counts are cached as counts of smaller shoes, so these tests run without the cache."""
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path))


def small_shoe(names: str, copies: int) -> Shoe:
    held = Counter(parse_cards(names))
    return Shoe(tuple(copies * held[card] for card in range(JOKER + 1)))


def every_deal(rule: Callable[..., int], sizes: tuple[int, ...], shoe: Shoe, reads: tuple[int, ...]) -> Counter[int]:
    """All deals of physical cards, with identical copies distinguished."""
    cards = [card for card, held in enumerate(shoe.counts) for _ in range(held)]
    tally: Counter[int] = Counter()

    def deal(dealt: tuple[Cards, ...], left: list[int]) -> None:
        if len(dealt) == len(sizes):
            tally[rule(*dealt, *reads)] += 1
            return
        for picked in combinations(range(len(left)), sizes[len(dealt)]):
            hand = tuple(left[place] for place in picked)
            deal((*dealt, hand), [card for place, card in enumerate(left) if place not in picked])

    deal((), cards)
    return tally


@pytest.mark.parametrize(
    ("rule", "sizes", "reads", "alike", "shoe"),
    [
        (match_n_poker, (2, 1), (0,), None, small_shoe("As Ad Kh Qc Qs 2d", 2)),
        (match_n_poker, (2, 1), (0,), None, small_shoe("As Ad Ah Ac Kh Qc", 3)),
        (royal_match, (2, 2), (1,), crown_card, small_shoe("Ks Qs Kh Qh As 2d", 2)),
        (five_spots, (2, 5), (), matches_of, small_shoe("As Ah Kd", 3)),
    ],
)
def test_deals_that_avoid_a_card_are_the_deals_without_it(
    rule: Callable[..., int], sizes: tuple[int, ...], reads: tuple[int, ...], alike: Callable[..., int], shoe: Shoe
) -> None:
    """By brute force over physical cards, in shoes small enough for it; with their symmetry, and without."""
    for group in {symmetries(shoe), NO_PERMUTATION}:
        counted = count_copies(rule, sizes, shoe, reads, group=group, card_class=alike)
        assert counted.deals == every_deal(rule, sizes, shoe, reads)
        for cards in counted.classes:
            for card in cards:
                assert counted.without(cards) == every_deal(rule, sizes, shoe.without([card]), reads)


SHEETS = {
    "match-n-poker 2 decks": ("match-n-poker", "match-n-poker", "1", 2),
    "match-n-poker 8 decks": ("match-n-poker", "match-n-poker", "6", 8),
    "two cards": (RM, "royal-match", "RM-11", 1),
    "two and two": (RM, "royal-match", "RM-07", 2),
    "progressive": (RM, "royal-match-progressive", "RMP", 4),
    "blazing": (RM, "blazing-7s", "2", 4),
    "match": (MATCH_THE_DEALER, "match", "5", 5),
    "five spots": (MATCH_THE_DEALER, "five-spots", "5-C", 5),
    "red-black": ("ez-pai-gow", "red-black", "1", 1),
}


@cache
def sheet_named(name: str) -> ParSheet:
    return sheet_of(*SHEETS[name], meter=dollars(30_000) if name in ("progressive", "blazing") else None)


@pytest.mark.parametrize("name", SHEETS)
def test_removal_effects_equal_counts_of_smaller_shoes(name: str) -> None:
    """Against the sheet of the shoe without the card, counted separately and without the cache."""
    sheet = sheet_named(name)
    some = [parse_card(text) for text in ("Ah", "Ks", "Qd", "7d", "7c", "2s")]
    direct = {
        card: par_sheet(sheet.game, sheet.wager, sheet.table, sheet.decks, basis=sheet.basis, removed=[card]).house_edge
        for card in some
    }
    found = removal(sheet)

    assert found.house_edge == sheet.house_edge
    assert {card: found.house_edge + found.by_card[card] for card in some} == direct


@pytest.mark.parametrize("name", SHEETS)
def test_weighted_removal_effects_sum_to_zero(name: str) -> None:
    """An unseen card changes nothing on average."""
    sheet = sheet_named(name)
    found = removal(sheet)

    assert sum(effect.copies for effect in found.effects) == len(sheet.shoe)
    assert sum((effect.copies * effect.change for effect in found.effects), Fraction(0)) == 0
    assert sorted(card for effect in found.effects for card in effect.cards) == list(found.by_card)


@pytest.mark.parametrize(
    "name",
    ["match-n-poker 8 decks", "two and two", pytest.param("blazing", marks=pytest.mark.slow), "five spots"],
)
def test_the_whole_shoe_counts_the_same_with_and_without_copies(name: str) -> None:
    """The sibling of count_deals gives its numbers too."""
    sheet = sheet_named(name)
    wager, sizes = sheet.wager, [group.size for group in sheet.wager.groups]
    group = NO_PERMUTATION if wager.suits == "named" else SUIT_PERMUTATIONS
    reads = [option.index(sheet.options) for option in wager.reads]
    counted = count_copies(wager.rule, sizes, sheet.shoe, reads, group=group, card_class=wager.card_class)

    assert counted.deals == count_deals(wager.rule, sizes, sheet.shoe, reads, group=group, card_class=wager.card_class)


@pytest.mark.slow
def test_seven_cards_by_ranks_agree_with_smaller_packs() -> None:
    """On a pack of eights and higher with the joker: an eight, an ace and the joker removed in turn."""
    pack = Shoe((*(1 if card >= 24 else 0 for card in range(JOKER)), 1))
    counted = count_sevens_copies(lambda hand: seven_card_lines(hand, False), pack)

    assert counted.deals == count_sevens(lambda hand: seven_card_lines(hand, False), pack)
    assert [len(cards) for cards in counted.classes] == [4] * 7 + [1]
    for cards in (counted.classes[0], *counted.classes[-2:]):
        less = count_sevens(lambda hand: seven_card_lines(hand, False), pack.without(cards[-1:]))
        assert counted.without(cards) == +less


def test_royal_match_by_hand() -> None:
    """One deck, 75 to 1 for K-Q suited, 2 to 1 for other suited cards: counted with a pencil.

    Without a king there are 51 cards: 3 Royal Matches and 3 x 78 + 66 = 300 suited pairs among 1,275 hands.
    """
    found = removal(sheet_of(RM, "royal-match", "RM-11", 1))
    whole = 1 - Fraction(4 * 76 + (4 * 78 - 4) * 3, 1326)
    without_king = 1 - Fraction(3 * 76 + (300 - 3) * 3, 1275)
    without_ace = 1 - Fraction(4 * 76 + (300 - 4) * 3, 1275)

    assert found.house_edge == whole
    assert found.by_card[KING * 4] == found.by_card[QUEEN * 4 + 3] == without_king - whole
    assert found.by_card[ACE * 4 + 1] == without_ace - whole
    assert [effect.label for effect in found.effects] == [
        "A",
        "K",
        "Q",
        "J",
        "10",
        "9",
        "8",
        "7",
        "6",
        "5",
        "4",
        "3",
        "2",
    ]


def test_match_the_dealer_has_no_removal_effects() -> None:
    """It depends only on whether cards are equal."""
    assert set(removal(sheet_named("match")).by_card.values()) == {Fraction(0)}
    assert removal(sheet_named("five spots")).mean_square == 0


def test_suits_are_listed_separately_only_if_they_differ() -> None:
    red_black = removal(sheet_named("red-black"))
    labels = [effect.label for effect in red_black.effects]
    assert labels[:2] == ["A♣ A♠", "A♦ A♥"]
    assert labels[-1] == "Joker"
    assert red_black.effects[0].change < 0 < red_black.effects[1].change
    # Three sevens of diamonds win the whole meter; no other suit is named.
    sevens = [effect for effect in removal(sheet_named("blazing")).effects if effect.label.startswith("7")]
    assert {effect.label for effect in sevens} == {"7♣ 7♥ 7♠", "7♦"}
    assert max(sevens, key=lambda effect: effect.change).label == "7♦"


def test_card_classes_are_the_orbits_of_suit_permutations() -> None:
    full = Shoe.of_decks(6)
    assert [len(cards) for cards in card_classes(full, symmetries(full))] == [4] * 13
    less = full.without(parse_cards("7d"))
    assert sorted(len(cards) for cards in card_classes(less, symmetries(less))) == [1] * 13 + [3] * 13
    assert [len(cards) for cards in card_classes(full, NO_PERMUTATION)] == [1] * 52


def test_wager_without_an_edge_has_no_removal_effects() -> None:
    with pytest.raises(BadInput, match="give its amount"):
        removal(sheet_of(RM, "royal-match-progressive", "RMP", 6))
    with pytest.raises(BadInput, match="cannot be bet alone"):
        removal(sheet_of(MATCH_THE_DEALER, "super-bonus", "6-C", 6))


@pytest.mark.slow
def test_the_whole_pai_gow_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rank and the joker against the 52 cards that are left, counted anew."""
    sheet = sheet_of("ez-pai-gow", "dynasty", "1", 1)
    found = removal(sheet)
    monkeypatch.setenv("PITBOOK_CACHE", str(tmp_path / "anew"))
    for effect in found.effects:
        without = par_sheet(sheet.game, sheet.wager, sheet.table, 1, removed=effect.cards[:1])
        assert without.house_edge == effect.house_edge
