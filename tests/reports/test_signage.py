"""Displays: a meter is live or says that it is not, a house jackpot does not move, winners have no names."""

import re
from datetime import date
from html import escape
from pathlib import Path

import pytest

from pitbook.compliance.property import parse_property
from pitbook.errors import BadInput, NotFound
from pitbook.money import Cents, dollars
from pitbook.reports.postings.notices import HOUSE_DISCLOSURES
from pitbook.reports.postings.signage import MeterReading, Won, sign, write
from pitbook.room.jackpots.last_wins import last_wins
from tests.cli.command_runner import run
from tests.compliance.broken_properties import CASINO, EXAMPLES, ROOM, changed
from tests.room.rig import BOTH, QUARTER, TOP, room

CARD_ROOM, TRIBAL = parse_property(ROOM), parse_property(CASINO)


def page(**settings: object) -> str:
    of = settings.pop("of", CARD_ROOM)
    return write(sign(of, **settings)).decode()  # type: ignore[arg-type]  # a test's own words


def test_a_progressive_is_shown_with_its_pay_table_and_listens() -> None:
    shown = sign(CARD_ROOM, jackpot="royal")
    assert (shown.title, shown.figure, shown.live) == ("Royal Match Progressive", "$5,000.00", "royal")
    assert shown.state == "not live: the starting amount"
    text = page(jackpot="royal")
    assert '<body data-jackpot="royal" data-cents="500000">' in text
    assert "/api/v1/displays/" in text
    assert "100% of meter" in text
    assert "2 tables share this jackpot" in text
    assert CARD_ROOM.hash in text


def test_amount_that_is_not_live_is_marked() -> None:
    shown = sign(CARD_ROOM, jackpot="royal", shown=MeterReading(Cents(612_345), "2026-11-16 04:00:00 PST"))

    assert shown.figure == "$6,123.45"
    assert shown.state == "not live: as of 2026-11-16 04:00:00 PST"
    assert 'class="state still"' in write(shown).decode()


def test_a_house_jackpot_never_moves_and_is_disclosed() -> None:
    """WAC 230-15-671: no equipment whose meter climbs; three disclosures."""
    for text in (page(of=TRIBAL, jackpot="riches-house"), page(of=TRIBAL, table="riches-1")):
        assert "<script" not in text
        assert "EventSource" not in text
        assert "$25,000" in text
        assert "posted prize" in text
        assert "meter" not in re.sub(r"<style>.*?</style>|class=\"meter\"", "", text, flags=re.DOTALL)
        for words in HOUSE_DISCLOSURES:
            assert escape(words) in text


def test_a_table_without_a_jackpot_shows_its_pay_tables_and_limits() -> None:
    text = page(of=TRIBAL, table="match-1")

    assert "$500,000 Super Bonus Match The Dealer" in text
    assert "Match The Dealer $5 to $100" in text
    assert "6-Card Suited Match" in text
    assert "Only the highest hand gets paid." in text
    assert "Must use BOTH player cards + any of the dealer&#x27;s cards." in text
    assert 'class="figure"' not in text
    assert "<script" not in text


def test_last_wins_are_without_names() -> None:
    won = [Won(dollars(9_876), "Double Royal Match Suited", "royal-1", date(2026, 11, 15))]
    text = page(jackpot="royal", winners=won)

    assert "Last wins" in text
    assert "<td>Double Royal Match Suited, Nov 15</td><td>$9,876</td>" in text
    assert "Last wins" not in page(jackpot="royal")


def test_hostile_names_are_escaped_on_displays() -> None:
    of = parse_property(changed(ROOM, ('name = "Example Card Room"', "name = '</footer><script>x</script>'")))
    text = page(of=of, jackpot="royal", winners=[Won(Cents(1), "<b>", "t", date(2026, 1, 1))])

    assert text.count("<script>") == 1
    assert "&lt;/footer&gt;&lt;script&gt;" in text
    assert "&lt;b&gt;, Jan 1" in text


def test_a_page_fetches_nothing_but_its_meter() -> None:
    text = page(jackpot="royal")

    assert re.findall(r"""(?:src|href)=|https?://|url\(|@import""", text) == []


@pytest.mark.parametrize("both", [{}, {"table": "royal-1", "jackpot": "royal"}])
def test_display_needs_either_a_table_or_a_jackpot(both: dict[str, str]) -> None:
    with pytest.raises(BadInput, match="a display is for a table or for a jackpot"):
        page(**both)


def test_unknown_names_are_refused_for_displays() -> None:
    with pytest.raises(NotFound, match="the property has no table 'x'"):
        page(table="x")
    with pytest.raises(NotFound, match="the property has no jackpot 'x'"):
        page(jackpot="x")


def test_last_wins_of_a_store(tmp_path: Path) -> None:
    """The newest first, backed-out ones left out, as the room's day counts."""
    with room(tmp_path) as made:
        made.open()
        assert last_wins(made.days, "royal") == []
        (first,) = made.play("1", "12", seat2=QUARTER)
        made.clock.set("2026-11-05T05:00:00+00:00")
        (second,) = made.play("2", "123", seat1=TOP)
        wins = last_wins(made.days, "royal")
        assert [win.cents for win in wins] == [second["prize_cents"], first["prize_cents"]]
        assert [win.hand for win in wins] == ["Double Royal Match Suited", "Double Royal Match"]
        # Five in the morning in Greenwich is still the day before in Washington.
        assert [win.day for win in wins] == [date(2026, 11, 4), date(2026, 11, 2)]
        made.jackpots.back_out("royal", second["transaction"], "wrong hand", "form 7", BOTH, made.key())
        assert [win.cents for win in last_wins(made.days, "royal")] == [first["prize_cents"]]
        assert [win.cents for win in last_wins(made.days, "royal", 1)] == [first["prize_cents"]]


def test_signage_command(tmp_path: Path) -> None:
    example, out = str(EXAMPLES / "property.toml"), tmp_path / "sign.html"
    ran = run("signage", example, "--jackpot", "royal", "--html", str(out))
    assert ran.out == f"{out}: Royal Match Progressive, $5,000.00, not live: the starting amount\n"
    facts = run("signage", example, "--jackpot", "royal", "--html", str(out), "--json").json
    assert (facts["figure"], facts["live"]) == ("$5,000.00", "royal")
    with room(tmp_path) as made:
        made.open()
        made.play("1", "123")
        made.play("1", "1", seat1=QUARTER)
    ran = run("signage", example, "--table", "royal-1", "--html", str(out), "--store", str(tmp_path / "room.db"))
    assert (ran.code, ran.err) == (0, "")
    assert "not live: as of 2026-11-02" in ran.out
    assert "Double Royal Match, Nov 2" in out.read_text("utf-8")
    assert "name what the display hangs over" in run("signage", example, "--html", str(out)).refusal
    assert (
        "there is no store at"
        in run("signage", example, "--jackpot", "royal", "--html", str(out), "--store", str(tmp_path / "n.db")).refusal
    )
    assert (
        "cannot be written"
        in run("signage", example, "--jackpot", "royal", "--html", str(tmp_path / "no" / "x.html")).refusal
    )
