"""Cards: their ids, their names and the composition of a shoe."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.cards import (
    JOKER,
    JOKER_RANK,
    NO_CARD,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    Shoe,
    card_name,
    card_names,
    is_black,
    is_red,
    parse_card,
    parse_cards,
    rank,
    suit,
)
from pitbook.errors import BadInput
from tests.hostile import NASTY, anything, refused, short

every_card = st.integers(0, JOKER)


def test_the_53_cards_have_different_names_that_read_back() -> None:
    """Every card is printed as a name of its own, and the name is that card."""
    names = [card_name(card) for card in range(JOKER + 1)]

    assert len(set(names)) == 53
    assert [parse_card(name) for name in names] == list(range(JOKER + 1))


def test_a_card_is_its_rank_times_four_and_its_suit() -> None:
    """Rank and suit take a card id apart, and the joker has a rank beyond the ace."""
    for card in range(JOKER):
        assert rank(card) * 4 + suit(card) == card
        assert card_name(card) == RANKS[rank(card)] + SUITS[suit(card)]
    assert rank(JOKER) == JOKER_RANK


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ks", "Ks"),
        ("kS", "Ks"),
        ("KS", "Ks"),
        ("K♠", "Ks"),
        ("10h", "Th"),
        ("10♥", "Th"),
        ("th", "Th"),
        ("  2c ", "2c"),
        ("A♦", "Ad"),
        ("9♣", "9c"),
        ("jk", "Jk"),
        ("JK", "Jk"),
        ("Joker", "Jk"),
        ("Jd", "Jd"),
    ],
)
def test_other_spellings_of_a_card(text: str, name: str) -> None:
    """Case does not matter, a ten may be 10, and a suit may be its symbol."""
    assert card_name(parse_card(text)) == name


@pytest.mark.parametrize(
    "text",
    [
        *NASTY,
        "K",
        "s",
        "sK",
        "1s",
        "11s",
        "0s",
        "Ksx",
        "Ks Qs",
        "K s",
        "10",
        "100h",
        "1Oh",
        "Xs",
        "Kx",
        "jkk",
        "\u212as",  # the Kelvin sign, which lower-cases to k
        "K\u017f",  # the long s, which upper-cases to S
        "J\u212a",
        "１０h",
        "٢s",
        "K♠\ufe0f",
        "Ks\x00",
    ],
    ids=short,
)
def test_a_card_that_does_not_exist_is_refused(text: str) -> None:
    """The sentence quotes what was given, cut short, and says what a card is."""
    sentence = refused(parse_card, text)

    assert sentence.startswith("there is no card ")
    assert "a card is a rank" in sentence
    assert len(sentence) < 300
    assert sentence.isprintable()


@given(anything)
def test_no_text_breaks_the_reading_of_cards(text: str) -> None:
    """Every text is refused with one sentence, or parses to cards that print and parse back the same."""
    if not refused(parse_cards, text):
        cards = parse_cards(text)
        assert parse_cards(card_names(cards)) == cards


@given(st.lists(every_card, max_size=20), st.sampled_from([" ", ",", ", ", "  ", "\n", "\t"]))
def test_cards_keep_their_order(cards: list[int], between: str) -> None:
    """Cards are read in the order written, with spaces or commas between them."""
    assert parse_cards(between.join(card_name(card) for card in cards)) == tuple(cards)
    assert parse_cards(card_names(cards)) == tuple(cards)


@given(st.integers(0, JOKER - 1), st.booleans(), st.booleans())
def test_a_card_reads_the_same_in_every_spelling(card: int, symbol: bool, lower: bool) -> None:
    """Suit symbols and lower case change nothing."""
    face = RANKS[rank(card)] + (SUIT_SYMBOLS if symbol else SUITS)[suit(card)]

    assert parse_card(face.lower() if lower else face.upper()) == card


def test_each_card_but_the_joker_has_one_colour() -> None:
    """Hearts and diamonds are red, spades and clubs black; the joker and a missing card are neither."""
    for card in range(JOKER):
        assert is_red(card) == (SUITS[suit(card)] in "dh")
        assert is_black(card) == (SUITS[suit(card)] in "cs")
    for neither in (JOKER, NO_CARD):
        assert not is_red(neither)
        assert not is_black(neither)


@pytest.mark.parametrize("decks", [1, 2, 4, 5, 6, 8])
def test_a_fresh_shoe_holds_every_card_once_a_deck(decks: int) -> None:
    """52 cards a deck, and one joker where the game has it."""
    assert len(Shoe.of_decks(decks)) == 52 * decks
    assert len(Shoe.of_decks(decks, joker=True)) == 52 * decks + 1
    assert set(Shoe.of_decks(decks).counts[:JOKER]) == {decks}


@pytest.mark.parametrize("decks", [-1, 0, 9, 10**30])
def test_a_shoe_holds_one_to_eight_decks(decks: int) -> None:
    """Any other number of decks is refused."""
    with pytest.raises(BadInput, match="a shoe holds 1 to 8"):
        Shoe.of_decks(decks)


@pytest.mark.parametrize("counts", [(), (1,) * 52, (1,) * 54, (*((1,) * 52), -1)])
def test_a_shoe_has_53_counts(counts: tuple[int, ...]) -> None:
    """A composition of another size, or with less than none of a card, is refused."""
    with pytest.raises(BadInput):
        Shoe(counts)


@given(st.integers(1, 8), st.lists(every_card, max_size=60))
def test_a_shoe_deals_only_the_cards_that_it_holds(decks: int, cards: list[int]) -> None:
    """Cards leave a shoe exactly where none of them occurs more often than the shoe holds it."""
    shoe = Shoe.of_decks(decks, joker=True)
    holds = all(cards.count(card) <= shoe.counts[card] for card in cards)

    if holds:
        left = shoe.without(cards)
        assert len(left) == len(shoe) - len(cards)
        assert [left.counts[card] + cards.count(card) for card in range(53)] == list(shoe.counts)
    else:
        with pytest.raises(BadInput, match="but the shoe holds it"):
            shoe.without(cards)


@pytest.mark.parametrize(
    ("decks", "cards", "sentence"),
    [
        (1, "Ks Ks", "Ks occurs twice, but the shoe holds it once"),
        (2, "Ks Ks Ks", "Ks occurs 3 times, but the shoe holds it twice"),
        (6, "Ks " * 7, "Ks occurs 7 times, but the shoe holds it 6 times"),
        (6, "Jk", "Jk occurs once, but the shoe holds it not at all"),
    ],
)
def test_a_card_too_many_is_named(decks: int, cards: str, sentence: str) -> None:
    """The sentence says which card, how often it occurs and how often it may."""
    with pytest.raises(BadInput) as refusal:
        Shoe.of_decks(decks).without(parse_cards(cards))

    assert str(refusal.value) == sentence
