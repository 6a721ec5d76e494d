"""Notices state what the table plays, and carry the hash of its configuration."""

import io
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypdf import PdfReader

from pitbook.compliance.property import NUMBER, Property, parse_property, posted_hash
from pitbook.errors import BadInput, NotApproved, NotFound
from pitbook.games import BASE_SLUGS, all_games
from pitbook.games import game as game_of
from pitbook.pay import is_offered
from pitbook.reports.postings import html_pages as postings_html
from pitbook.reports.postings import pdf as postings_pdf
from pitbook.reports.postings.notices import HOUSE_DISCLOSURES, PRECEDENCE, Postings, postings
from pitbook.reports.postings.words import steps
from pitbook.table.config import configure
from tests.cli.command_runner import run
from tests.compliance.broken_properties import CASINO, EXAMPLES, ROOM, changed

BOTH = [
    (parse_property(text), entry.id) for text in (ROOM, CASINO) for entry in parse_property(text).tables
]  # fmt: skip
EVERY = pytest.mark.parametrize(("of", "table"), BOTH, ids=[table for _, table in BOTH])


def text_of(posted: Postings, *ids: str) -> str:
    """All words of the placards, or of some."""
    found = []
    for placard in posted.placards:
        if not ids or placard.id in ids:
            found.append(placard.title)
            for block in placard.blocks:
                found += [block.heading, *block.words, *block.headings, block.note, block.big]
                found += [cell for row in block.rows for cell in row]
    return "\n".join(found)


@EVERY
def test_every_pay_and_limit_of_the_table_is_posted(of: Property, table: str) -> None:
    from pitbook.compliance.tables import config_of

    posted = postings(of, table)
    config = config_of(next(entry for entry in of.tables if entry.id == table))
    pays, limits = text_of(posted, "pay-tables"), text_of(posted, "limits")
    for slug in config.offered:
        assert config.game.wager(slug).name in pays
        for each in config.layout.tables.get(slug, ()):
            blocks = next(placard.blocks for placard in posted.placards if placard.id == "pay-tables")
            name = config.game.wager(slug).name
            rows = [row for block in blocks if block.heading.partition(":")[0] == name for row in block.rows]
            lines = [*each.lines, *(line for line in each.added if is_offered(line, config.layout.options))]
            assert [row[0] for row in rows] == [line.label for line in lines]
            for row, line in zip(rows, lines, strict=True):
                house = config.layout.options.get("jackpot-kind") == "house"
                assert str(line.pay).replace("of meter", "of prize" if house else "of meter") in row
        assert str(config.limits[slug]).split(" to ")[0] in limits
        assert str(config.limits[slug]).split(" to ")[-1] in limits
    assert posted.hash == posted_hash(of, table)
    assert posted.number == next(entry.postings for entry in of.tables if entry.id == table)


@EVERY
def test_disputes_and_precedence_are_posted(of: Property, table: str) -> None:
    words = text_of(postings(of, table), "disputes")

    assert of.dispute in words
    assert of.employees in words
    assert all(each in words for each in PRECEDENCE)


def test_a_house_jackpot_is_disclosed_and_never_called_a_meter() -> None:
    posted = postings(parse_property(CASINO), "riches-1")
    words = text_of(posted, "house-jackpot")

    assert "$25,000" in words
    assert all(each in words for each in HOUSE_DISCLOSURES)
    assert "meter" not in words
    assert "100% of prize" in words
    assert "meter" not in text_of(posted, "pay-tables")


def test_a_progressive_says_how_it_grows() -> None:
    words = text_of(postings(parse_property(ROOM), "royal-1"), "jackpot")

    for each in ("$5,000", "10.91%", "2%", "2 tables of this house", "100% of meter", "the players' money"):
        assert each in words


@pytest.mark.parametrize(
    ("change", "table", "words"),
    [
        (('id = "poker-1"', 'id = "poker-1"\nrules = { soft17 = "stand" }'), "poker-1", "stands on soft 17"),
        (('id = "poker-1"', 'id = "poker-1"\nrules = { surrender = "late" }'), "poker-1", "give up your first two"),
        (('id = "poker-1"', 'id = "poker-1"\nrules = { blackjack-pays = "6:5" }'), "poker-1", "pays 6 to 5"),
        (('id = "poker-1"', 'id = "poker-1"\nrules = { split-hands = "1" }'), "poker-1", "Pairs are not split."),
        (('id = "poker-1"', 'id = "poker-1"\nrules = { hole-card = "european" }'), "poker-1", "no hole card"),
        (('id = "royal-1"', 'id = "royal-1"\noptions = { crown-treasure = "yes" }'), "royal-1",
         "Crown Treasure pays $1,000 on top."),
    ],
)  # fmt: skip
def test_house_option_is_posted(change: tuple[str, str], table: str, words: str) -> None:
    assert words not in text_of(postings(parse_property(ROOM), table), "rules")
    assert words in text_of(postings(parse_property(changed(ROOM, change)), table), "rules")


def test_wagers_not_offered_are_not_posted() -> None:
    words = text_of(postings(parse_property(ROOM), "royal-1"), "rules", "pay-tables", "limits")

    assert "Blazing 7's:" not in words
    assert "controller" not in words
    plain = changed(CASINO, ('wagers = ["base", "royal-riches", "pai-gow-insurance", "jackpot"]', 'wagers = ["base"]'),
                    (CASINO[CASINO.index("limits = { base = \"$10 to $400\"") : CASINO.index("aggregate")], ""),
                    ('aggregate = { royal-riches = "$50,000" }', ""))  # fmt: skip
    assert "Dealer Pai Gow" not in text_of(postings(parse_property(plain), "riches-1"), "pay-tables")


def test_every_step_is_about_wagers_and_choices_that_its_game_has() -> None:
    for game in (*all_games(), *map(game_of, BASE_SLUGS)):
        for step in game.procedure:
            assert set(step.wagers) <= set(game.wager_slugs()), step
            if step.only_if is not None:
                name, choice = step.only_if
                assert game.all_options()[name].check(choice), step


def test_a_step_is_posted_where_it_happens() -> None:
    royal, ez = game_of("royal-match-21"), game_of("ez-pai-gow")
    with_blazing = steps(configure(royal, offered=("base", "blazing-7s")), royal)
    without = steps(configure(royal, offered=("base", "royal-match")), royal)
    assert any(text.startswith("Blazing 7's: a third 7") for text in with_blazing)
    assert any("Several meter wins" in text for text in with_blazing)
    assert not any("Progressive:" in text or "Blazing" in text or "meter win" in text for text in without)
    assert not any("controller" in text for text in with_blazing)
    every, wagered = (steps(configure(ez, options={"dealing": value}), ez) for value in ("every spot", "wagered spots"))
    assert len(every) == len(wagered)
    assert len(set(every) ^ set(wagered)) == 2


def test_only_ez_pai_gow_pushes_on_the_dealers_queen_high() -> None:
    of = parse_property(CASINO)

    assert "Queen-High Pai Gow\npush" in text_of(postings(of, "ez-1"), "pay-tables")
    assert "Dealer's Queen-High" not in text_of(postings(of, "riches-1"), "pay-tables")


def test_the_footnotes_of_letter_000_are_on_the_notice() -> None:
    notice = postings(parse_property(CASINO), "match-1")
    block = next(block for placard in notice.placards if placard.id == "pay-tables" for block in placard.blocks[1:])

    assert "Only the highest hand gets paid. Must use BOTH player cards + any of the dealer's cards." in block.note


def test_the_name_that_a_pay_table_demands_is_on_every_notice() -> None:
    """Letter 000: with -E the game is named $500,000 Super Bonus Match The Dealer."""
    posted = postings(parse_property(CASINO), "match-1")

    assert posted.game == "$500,000 Super Bonus Match The Dealer"
    for placard in posted.placards:
        assert b"$500,000 Super Bonus Match The Dealer" in postings_html.write(posted, placard)


def test_unapproved_games_are_not_posted() -> None:
    with pytest.raises(NotApproved, match="approved for 2, 4, 5, 6 and 8 decks, not 3"):
        postings(parse_property(changed(ROOM, ("decks = 6\nseats = 7\npay", "decks = 3\nseats = 7\npay"))), "poker-1")
    with pytest.raises(NotFound, match="the property has no table 'x'"):
        postings(parse_property(ROOM), "x")


class Tags(HTMLParser):
    """That every tag is closed, and what a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br", "link", "img"):
            self.open.append(tag)
        self.fetched += [
            str(value) for name, value in attrs if name in ("src", "srcset") or (tag, name) == ("link", "href")
        ]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@EVERY
def test_notices_are_valid_and_self_contained(of: Property, table: str) -> None:
    posted = postings(of, table)
    for placard in posted.placards:
        page = postings_html.write(posted, placard).decode()
        tags = Tags()
        tags.feed(page)
        assert (tags.open, tags.fetched) == ([], [])
        assert posted_hash(of, table) in page
        assert posted_hash(of, table)[:NUMBER] in page
        assert "http" not in page


def test_hostile_names_are_escaped_on_notices() -> None:
    of = parse_property(changed(ROOM, ('name = "Example Card Room"', "name = '<script>alert(1)</script> & Co'")))
    posted = postings(of, "poker-1")

    page = postings_html.write(posted, posted.placards[0]).decode()
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co" in page


@pytest.mark.parametrize("table", ["royal-1", "riches-1"])
def test_placards_as_pdf(table: str) -> None:
    of = parse_property(ROOM if table == "royal-1" else CASINO)
    posted = postings(of, table)
    for placard in posted.placards:
        made = postings_pdf.write(posted, placard)
        reader = PdfReader(io.BytesIO(made))
        words = "\n".join(page.extract_text() for page in reader.pages)
        assert posted_hash(of, table) in words.replace("\n", "")
        assert f"Notice number {posted_hash(of, table)[:NUMBER]}" in words.replace("\n", " ")
        assert placard.title.split(":")[0] in words
        assert len(reader.pages) <= 2
    assert postings_pdf.write(posted, posted.placards[0]) == postings_pdf.write(posted, posted.placards[0])


def test_placards_command(tmp_path: Path) -> None:
    example = str(EXAMPLES / "property.toml")
    ran = run("postings", example, "--table", "royal-1", "--html", str(tmp_path / "pages"))
    names = ["rules", "pay-tables", "limits", "jackpot", "disputes"]
    assert ran.out.splitlines() == [str(tmp_path / "pages" / f"royal-1-{name}.html") for name in names]
    for name in names:
        page = (tmp_path / "pages" / f"royal-1-{name}.html").read_text("utf-8")
        assert all(f'href="royal-1-{other}.html"' in page for other in names)
    assert "Rules of play" in run("postings", example, "--table", "poker-1").out
    assert [each["table"] for each in run("postings", example, "--json").json] == ["royal-1", "royal-2", "poker-1"]
    assert "has no table 'x'" in run("postings", example, "--table", "x").refusal
    (tmp_path / "file").write_text("")
    assert "is a file" in run("postings", example, "--html", str(tmp_path / "file")).refusal
    with pytest.raises(BadInput):
        postings(parse_property(""), "x")
