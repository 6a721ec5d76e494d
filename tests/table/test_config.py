"""The set-up of a table: settings that the letters approve open, and no others do."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitbook.errors import BadInput, NotApproved
from pitbook.games import game
from pitbook.money import Cents, dollars
from pitbook.table.config import Limits, TableConfig, configure, default_bet, most_cards, parse_penetration
from tests.hostile import NASTY
from tests.table.rig import EZ, GAMES, MATCH, POKER, RICHES, ROYAL, Rig, all_bets

MILLION = "Million Dollar Match The Dealer"


@pytest.mark.parametrize("decks", [5, 6, 8])
@pytest.mark.parametrize("letter", "ABCDEF")
def test_the_name_follows_the_pay_table(decks: int, letter: str) -> None:
    """Letter 000: under -E and -F the game's name shall change."""
    name = {"E": "$500,000 Super Bonus Match The Dealer", "F": "$100,000 Super Bonus Match The Dealer"}.get(
        letter, MILLION
    )
    config = configure(game(MATCH), decks=decks, tables={"super-bonus": f"{decks}-{letter}"})
    assert config.name == name
    assert config.to_dict()["name"] == name


def test_default_configuration_opens() -> None:
    """Every game opens at every deck count of its letter without a word, and plays a round with all its seats."""
    for slug in GAMES:
        for decks in game(slug).decks:
            config = configure(game(slug), decks=decks)
            assert config.seats == game(slug).seats or decks == 1
            assert most_cards(config) <= len(config.pack)
            at = Rig(config)
            for seat in range(1, config.seats + 1):
                for bet in all_bets(config):
                    at.table.bet(seat, bet.wager, bet.cents, bet.spot, bet.choice)
            at.table.close_betting()
            at.finish()
            at.check_chips()


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    (MATCH, {"decks": 7}, "approved for 5, 6 and 8 decks, not 7"),
    (MATCH, {"decks": 1}, "approved for 5, 6 and 8 decks, not 1"),
    (POKER, {"decks": 1}, "approved for 2, 4, 5, 6 and 8 decks, not 1"),
    (ROYAL, {"decks": 3}, "approved for 1, 2, 4, 5, 6 and 8 decks, not 3"),
    (EZ, {"decks": 2}, "approved for 1 deck, not 2"),
    (RICHES, {"decks": 0}, "not 0"),
    (RICHES, {"decks": -1}, "not -1"),
    (MATCH, {"tables": {"super-bonus": "5-A"}}, "pay table 5-A of super-bonus is for 5 decks, not 6"),
    (ROYAL, {"tables": {"royal-match": "RM-06"}}, "has no pay table 'RM-06'"),
    (ROYAL, {"tables": {"royal-match": "RM-01"}}, "is for 1 deck, not 6"),
    (ROYAL, {"tables": {"base": "1"}}, "no pay tables"),
    (ROYAL, {"tables": {"nothing": "1"}}, "has no wager"),
    (POKER, {"seats": 8}, "played by 1 to 7 seats, not 8"),
    (EZ, {"seats": 7}, "played by 1 to 6 seats, not 7"),
    (EZ, {"seats": 0}, "played by 1 to 6 seats, not 0"),
    (EZ, {"seats": -3}, "played by 1 to 6 seats, not -3"),
    (ROYAL, {"offered": ("base", "royal-match-progressive", "blazing-7s")}, "never offered together"),
    (ROYAL, {"offered": ("royal-match",)}, "offers its base wager"),
    (ROYAL, {"offered": ()}, "offers its base wager"),
    (ROYAL, {"offered": ("base", "dynasty")}, "has no wager 'dynasty'"),
    (ROYAL, {"decks": 1, "offered": ("base", "royal-match-progressive")}, "no pay table of royal-match-progressive"),
    (MATCH, {"offered": ()}, "offers at least one wager"),
    (RICHES, {"limits": {"jackpot": Limits(dollars(1), dollars(2))}}, "one fixed amount for all players"),
    (RICHES, {"limits": {"jackpot": Limits(dollars(21), dollars(21))}}, r"\$1 to \$20"),
    (RICHES, {"limits": {"jackpot": Limits(Cents(50), Cents(50))}}, r"\$1 to \$20"),
    (ROYAL, {"limits": {"royal-match-progressive": Limits(dollars(1), dollars(2))}}, r"exactly \$1"),
    (ROYAL, {"limits": {"blazing-7s": Limits(dollars(1), dollars(1))}}, "which this table does not offer"),
    (ROYAL, {"limits": {"base": Limits(dollars(10), dollars(5))}}, "not possible"),
    (ROYAL, {"limits": {"base": Limits(dollars(0), dollars(5))}}, "not possible"),
    (ROYAL, {"limits": {"base": Limits(dollars(-5), dollars(5))}}, "not possible"),
    (ROYAL, {"penetration": Fraction(0)}, "penetration"),
    (ROYAL, {"penetration": Fraction(-1, 2)}, "penetration"),
    (ROYAL, {"penetration": Fraction(101, 100)}, "penetration"),
    (ROYAL, {"penetration": float("nan")}, "penetration"),
    (ROYAL, {"burn": -1}, "0 to 10"),
    (ROYAL, {"burn": 11}, "0 to 10"),
    (EZ, {"burn": 1}, "pai gow burns none"),
    (ROYAL, {"options": {"soft17": "hit"}, "rules": {"soft17": "stand"}}, "contradicts rule soft17=stand"),
    (ROYAL, {"source": "internet"}, "allowed are shoe and entered"),
    (ROYAL, {"rules": {"soft17": "maybe"}}, "soft17"),
    (ROYAL, {"rules": {"decks": "2"}}, "contradicts 6 decks"),
    (ROYAL, {"rules": {"blackjack-pays": "7:5"}}, "blackjack-pays"),
    (EZ, {"rules": {"soft17": "hit"}}, "has no blackjack rules"),
    (EZ, {"options": {"nothing": "yes"}}, "has no option"),
    (RICHES, {"options": {"meter-order": "1, 1"}}, "meter-order"),
    (RICHES, {"prize": Cents(0)}, "above zero"),
    (RICHES, {"prize": Cents(-1)}, "above zero"),
]


@pytest.mark.parametrize(("slug", "config", "words"), REFUSED)
def test_invalid_configurations_are_refused(slug: str, config: dict[str, Any], words: str) -> None:
    """One sentence that says what is wrong."""
    with pytest.raises(BadInput, match=words) as refused:
        configure(game(slug), **config)
    assert "\n" not in str(refused.value)


def test_settings_outside_a_letter_are_not_approved() -> None:
    """Deck counts, pay tables, seats and wagers that the letter does not have are refused as such."""
    for slug, config, _ in REFUSED[:9]:
        with pytest.raises(NotApproved):
            configure(game(slug), **config)


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_is_set_up_again_from_its_record(slug: str) -> None:
    """To the byte, through JSON."""
    config = configure(game(slug), seats=2)
    again = TableConfig.from_dict(json.loads(json.dumps(config.to_dict())))
    assert again.to_dict() == config.to_dict()
    assert again == config


FULL = configure(
    game(ROYAL),
    decks=8,
    tables={"royal-match": "RM-05"},
    options={"crown-treasure": "yes", "meter-order": "2, 1"},
    rules={"surrender": "late", "blackjack-pays": "6:5", "five-card": "21-pays-2:1"},
    seats=3,
    offered=("base", "royal-match", "blazing-7s"),
    limits={"base": Limits(Cents(251), Cents(9_999))},
    source="entered",
    penetration=Fraction(2, 3),
    burn=2,
    aggregate={"royal-match": dollars(5_000)},
    prize=Cents(123_456),
)


def test_everything_that_is_not_a_default_is_in_the_record() -> None:
    assert TableConfig.from_dict(FULL.to_dict()) == FULL


ODD_VALUES: list[Any] = [
    None,
    -1,
    0,
    10**40,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "x",
    "1e999999999",
    [],
    {},
    [[]],
    True,
]


@given(key=st.sampled_from(sorted(FULL.to_dict())), value=st.sampled_from(ODD_VALUES))
def test_damaged_records_are_refused(key: str, value: object) -> None:
    """A record with a wrong value is refused in one sentence, or is another table; nothing else happens."""
    record = FULL.to_dict() | {key: value}
    try:
        TableConfig.from_dict(record)
    except BadInput as error:
        assert "\n" not in str(error)  # noqa: PT017 (it may also be taken)


@pytest.mark.parametrize("key", [key for key in FULL.to_dict() if key != "name"])
def test_records_with_missing_parts_are_refused(key: str) -> None:
    record = FULL.to_dict()
    del record[key]
    with pytest.raises(BadInput, match="damaged"):
        TableConfig.from_dict(record)


def test_penetration_is_parsed() -> None:
    assert [parse_penetration(text) for text in ("75%", "0.75", "100%")] == [
        Fraction(3, 4),
        Fraction(3, 4),
        Fraction(1),
    ]
    for text in (*NASTY, "0", "0%", "101%", "1.01", "-5%", "75 percent"):
        with pytest.raises(BadInput):
            parse_penetration(text)


def test_usual_bets_are_within_the_limits() -> None:
    config = configure(game(RICHES), limits={"base": Limits(dollars(25), dollars(50))})
    assert {slug: default_bet(config, slug) for slug in config.offered} == {
        "base": 2500, "royal-riches": 500, "dealer-pai-gow": 500, "pai-gow-insurance": 500, "jackpot": 100,
    }  # fmt: skip


def test_the_meter_starts_at_the_letters_seed() -> None:
    """Letter 003 prints $5,000 for Royal Match Progressive and none for Blazing 7's."""
    assert configure(game(ROYAL)).prize == dollars(5_000)
    assert configure(game(ROYAL), offered=("base", "blazing-7s")).prize == dollars(10_000)
