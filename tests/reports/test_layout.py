"""Felts: true to scale, without overlaps, with everything that the letters require, at every size."""

import io
import re
from collections import Counter
from functools import cache
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from pitbook.compliance.property import parse_property, posted_hash
from pitbook.errors import BadInput
from pitbook.games import BASE_SLUGS, SLUGS, all_games, game
from pitbook.games.model import Game
from pitbook.games.shown import FeltColours, shown
from pitbook.money import dollars
from pitbook.reports.felt import pdf as layout_pdf
from pitbook.reports.felt.drawing import BLEED, CENTRE, DEEP, RAIL, ROUND, SIDE, WIDE, draw_felt
from pitbook.reports.felt.letters import outline, width_of
from pitbook.reports.felt.svg import Drawing, Footprint, Frame, mm
from pitbook.table.config import TableConfig, configure
from tests.cli.command_runner import run
from tests.compliance.broken_properties import EXAMPLES, ROOM
from tests.every_game import marks_of, sampled
from tests.table.rig import EZ, MATCH, POKER, RICHES, ROYAL

SVG = "{http://www.w3.org/2000/svg}"
SEVERAL = game(f"{ROYAL}+{POKER}")
"""Three optional wagers a seat, of two games."""
SIZES = [(each, seats) for each in (*all_games(), SEVERAL) for seats in range(1, each.seats + 1)]


def felt(slug: str, **settings: Any) -> Drawing:
    return draw_felt(configure(game(slug), **settings))


@cache
def bounds(shape: Footprint) -> tuple[float, float, float, float]:
    """The least and greatest x, then the least and greatest y."""
    across, down = zip(*shape.points, strict=True)
    return min(across), max(across), min(down), max(down)


def overlaps(one: Footprint, other: Footprint) -> bool:
    """Whether two convex shapes overlap: no line separates them."""
    left, right, top, bottom = bounds(one)
    other_left, other_right, other_top, other_bottom = bounds(other)
    if right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top:
        return False
    for shape in (one.points, other.points):
        for (ax, ay), (bx, by) in zip(shape, (*shape[1:], shape[0]), strict=True):
            nx, ny = ay - by, bx - ax
            first = [nx * x + ny * y for x, y in one.points]
            second = [nx * x + ny * y for x, y in other.points]
            if max(first) <= min(second) + 1e-6 or max(second) <= min(first) + 1e-6:
                return False
    return True


def clashes(drawing: Drawing) -> set[tuple[str, str]]:
    """Pairs of shapes that overlap."""
    return {
        (one.name, other.name)
        for one, other in combinations(drawing.footprints, 2)
        if one.name != other.name and overlaps(one, other)
    }


def words(drawing: Drawing, layer: str = "") -> list[str]:
    """All words on the felt, or of a layer, in the order in which they are drawn."""
    root = ElementTree.fromstring(drawing.svg())
    groups = [group for group in root.findall(f"{SVG}g") if not layer or group.get("id") == layer]
    return [str(part.get("aria-label")) for group in groups for part in group.iter(f"{SVG}g") if part.get("aria-label")]


def check_ground(drawing: Drawing) -> None:
    """Asserts that no shapes overlap, and that none lies under the rail or beyond the dealer's edge."""
    assert clashes(drawing) == set()
    reach = ROUND - RAIL
    for each in drawing.footprints:
        for x, y in each.points:
            assert y >= -1e-6, each.name
            assert abs(x) <= reach, each.name
            if y > SIDE:
                assert hypot(x - CENTRE[0], y - CENTRE[1]) <= reach, each.name


@pytest.mark.parametrize(
    ("of", "seats"),
    [pytest.param(of, seats, marks=marks_of(of.slug), id=f"{of.slug} {seats}") for of, seats in SIZES],
)
def test_nothing_overlaps_at_any_number_of_seats(of: Game, seats: int) -> None:
    drawing = draw_felt(configure(of, seats=seats))

    check_ground(drawing)
    numbers = [each.name for each in drawing.footprints if each.name.startswith("number of seat")]
    assert numbers == [f"number of seat {seat}" for seat in range(1, seats + 1)]


def every_table() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for each in all_games():
        for wager in each.wagers:
            if wager.components:
                continue
            seen = set()
            for table in wager.tables:
                for decks in table.decks[:1]:
                    if (table.id, decks) not in seen:
                        seen.add((table.id, decks))
                        offered = None
                        if wager.exclusive_group:
                            offered = ["base", "royal-match", wager.slug]
                        settings = {"decks": decks, "tables": {wager.slug: table.id}, "offered": offered}
                        found.append((each.slug, settings))
    return found


@pytest.mark.parametrize("slug", sampled([MATCH, POKER, RICHES, ROYAL, EZ]))
def test_every_pay_table_fits_beside_the_dealer(slug: str) -> None:
    """Each fits on the largest table in readable letters, of 5 mm or more."""
    for _, settings in [each for each in every_table() if each[0] == slug]:
        drawing = felt(slug, **settings)
        assert clashes(drawing) == set(), settings


@pytest.mark.parametrize("slug", [MATCH, POKER, RICHES, ROYAL, EZ])
def test_every_pay_table_line_is_on_the_felt(slug: str) -> None:
    config = configure(game(slug))
    panel = Counter(words(draw_felt(config), "pay-tables"))
    for wager in config.game.wagers:
        if wager.slug != "base" and (wager.slug in config.offered or wager.requires_all_of in config.offered):
            assert panel[wager.name.upper()] >= 1
            for table in config.layout.tables[wager.slug]:
                for line in table.lines:
                    assert panel[line.label] >= 1
                    assert panel[str(line.pay)] >= 1
                    if line.envy:
                        assert panel[f"${line.envy // 100:,}"] >= 1


def test_the_footnotes_of_letter_000_are_on_the_felt() -> None:
    panel = Counter(words(felt(MATCH), "pay-tables"))
    for footnote in game(MATCH).wager("super-bonus").footnotes:
        assert panel[footnote] == 2  # left and right of the dealer


# -- what the letters put on a table -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 4, 7])
def test_match_the_dealer_has_five_places_and_five_spots_a_seat(seats: int) -> None:
    """Letter 000, rules 1, 2 and 4."""
    drawing = felt(MATCH, seats=seats)
    names = [each.name for each in drawing.footprints]

    assert [name for name in names if name.startswith("dealer's")] == [
        f"dealer's {number} card" for number in ("1ST", "2ND", "3RD", "4TH", "5TH")
    ]
    spots = [name for name in names if name.startswith("spot ")]
    assert spots == [f"spot {spot} of seat {seat}" for seat in range(1, seats + 1) for spot in range(1, 6)]
    said = Counter(words(drawing))
    assert said["BET ALL 5 TO QUALIFY"] == seats
    assert said["BET $5 OR MORE ON ALL 5 TO QUALIFY FOR THE SUPER BONUS"] == 1
    assert said["UNSUITED MATCH PAYS 4 TO 1  ·  SUITED MATCH PAYS 9 TO 1"] == 1
    assert said["1ST"] == said["5TH"] == seats + 1


def test_the_dealers_places_are_in_order_and_hold_a_card() -> None:
    places = [each for each in felt(MATCH).footprints if each.name.startswith("dealer's")]

    lefts = [min(x for x, _ in each.points) for each in places]
    assert lefts == sorted(lefts)
    for each in places:
        assert max(x for x, _ in each.points) - min(x for x, _ in each.points) >= 63
        assert max(y for _, y in each.points) - min(y for _, y in each.points) >= 88


@pytest.mark.parametrize("seats", [1, 6])
def test_red_black_has_a_side_for_each_colour(seats: int) -> None:
    """Letter 004, rule 5: the player bets on a chosen colour, and the chip must show which."""
    drawing = felt(EZ, seats=seats)

    said = Counter(words(drawing, "spots"))
    assert (said["RED"], said["BLACK"], said["RED BLACK"]) == (seats, seats, 0)
    assert drawing.title == ("EZ Pai Gow, 1 seat" if seats == 1 else "EZ Pai Gow, 6 seats")


@pytest.mark.parametrize(("table", "name"), [("6-A", "MILLION DOLLAR MATCH THE DEALER"),
                         ("6-E", "$500,000 SUPER BONUS MATCH THE DEALER"),
                         ("6-F", "$100,000 SUPER BONUS MATCH THE DEALER")])  # fmt: skip
def test_the_felt_shows_the_name_that_its_pay_table_demands(table: str, name: str) -> None:
    drawing = felt(MATCH, tables={"super-bonus": table})

    assert name in words(drawing, "legends")
    check_ground(drawing)


def test_blackjacks_legends_follow_the_rules() -> None:
    said = words(felt(POKER), "legends")
    assert said[:4] == [
        "MATCH-N-POKER BLACKJACK",
        "BLACKJACK PAYS 3 TO 2",
        "Dealer must draw to 16 and hit soft 17",
        "INSURANCE PAYS 2 TO 1",
    ]
    other = words(felt(POKER, rules={"blackjack-pays": "6:5", "soft17": "stand", "insurance": "no"}), "legends")
    assert other[1:3] == ["BLACKJACK PAYS 6 TO 5", "Dealer must draw to 16 and stand on all 17s"]
    assert not any("INSURANCE" in each for each in other)


@pytest.mark.parametrize(("slug", "offered", "sensors"), [
    (ROYAL, ["base", "royal-match", "royal-match-progressive"], 7), (ROYAL, ["base", "royal-match"], 0),
    (ROYAL, ["base", "blazing-7s"], 7), (RICHES, None, 6), (EZ, None, 0),
])  # fmt: skip
def test_a_progressive_has_a_sensor_at_each_seat(slug: str, offered: list[str] | None, sensors: int) -> None:
    drawing = felt(slug, offered=offered)

    assert words(drawing, "sensors").count("PROGRESSIVE") == sensors
    assert words(drawing, "sensors").count("$1") == sensors
    check_ground(drawing)


def test_a_house_jackpot_is_not_called_progressive() -> None:
    said = words(felt(RICHES, options={"jackpot-kind": "house"}))

    assert "JACKPOT" in said
    assert "PROGRESSIVE" not in said


@pytest.mark.parametrize("slug", [RICHES, EZ])
def test_pai_gow_has_high_and_low_hands_for_all_seats_and_the_dealer(slug: str) -> None:
    drawing = felt(slug)
    said = Counter(words(drawing, "spots"))

    assert said["HIGH"] == said["LOW"] == 7  # six seats and the dealer
    legends = words(drawing, "legends")
    if slug == EZ:
        assert "NO COMMISSION  ·  DEALER'S QUEEN-HIGH PAI GOW PUSHES  ·  DEALER WINS COPIES" in legends
    else:
        assert "5% COMMISSION ON WINNING WAGERS  ·  DEALER WINS COPIES" in legends


def test_wagers_that_are_not_offered_have_no_spot() -> None:
    drawing = felt(RICHES, offered=["base"])

    assert "ROYAL RICHES" not in " ".join(words(drawing, "spots"))
    assert words(drawing, "pay-tables") == []
    check_ground(drawing)


def test_aggregate_limit_is_on_the_felt() -> None:
    said = words(felt(RICHES, aggregate={"royal-riches": dollars(50_000)}), "pay-tables")

    assert "MOST PAID FROM ONE DEAL" in said
    assert "$50,000" in said


def test_seat_1_is_at_the_dealers_left() -> None:
    """The dealer looks down the page, so the dealer's left is on the right of the page."""
    first, *_, last = [each for each in felt(POKER).footprints if each.name.startswith("number of seat")]

    assert first.points[0][0] > 0 > last.points[0][0]


# -- for the printer ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [MATCH, POKER, RICHES, ROYAL, EZ])
def test_drawing_is_in_millimetres_and_self_contained(slug: str) -> None:
    text = felt(slug).svg()
    root = ElementTree.fromstring(text)

    wide, tall = float(root.attrib["width"].removesuffix("mm")), float(root.attrib["height"].removesuffix("mm"))
    left, top, inner_wide, inner_tall = map(float, root.attrib["viewBox"].split())
    assert (wide, tall) == (inner_wide, inner_tall) == (WIDE + 140, DEEP + 140)
    assert left <= -WIDE / 2 - BLEED
    assert top <= -BLEED
    layers = [str(group.get("id")) for group in root.findall(f"{SVG}g")]
    assert layers == ["felt", "ornament", "spots", "sensors", "legends", "pay-tables", "guides", "cut", "marks"]
    tags = {part.tag.removeprefix(SVG) for part in root.iter()}
    assert tags <= {"svg", "title", "defs", "path", "g", "circle", "rect", "use"}
    # Letters are outlines, every one of them is there, and nothing is fetched.
    outlines = {f"#{part.get('id')}" for part in root.find(f"{SVG}defs") or ()}
    assert {str(part.get("href")) for part in root.iter(f"{SVG}use")} == outlines
    assert re.findall(r"https?://[^\"]+", text) == [
        "http://www.w3.org/2000/svg",
        "http://www.inkscape.org/namespaces/inkscape",
    ]
    assert "nan" not in text.replace("inkscape", "").lower().replace("finance", "")


def test_the_cut_line_is_the_table_and_the_ground_bleeds_over_it() -> None:
    root = ElementTree.fromstring(felt(POKER).svg())
    layers = {group.get("id"): group for group in root.findall(f"{SVG}g")}

    cut = layers["cut"].find(f"{SVG}path")
    assert cut is not None
    assert cut.attrib["d"] == "M-940 0H940V130A940 940 0 0 1 -940 130Z"
    ground = layers["felt"].find(f"{SVG}path")
    assert ground is not None
    assert ground.attrib["d"] == "M-950 -10H950V130A950 950 0 0 1 -950 130Z"
    assert ground.attrib["fill"] == shown(game(POKER)).felt.edge


def test_the_ruler_is_200_millimetres_long() -> None:
    root = ElementTree.fromstring(felt(POKER).svg())
    marks = next(group for group in root.findall(f"{SVG}g") if group.get("id") == "marks")

    (ruler,) = [part.attrib["d"] for part in marks.findall(f"{SVG}path") if "h200" in part.attrib["d"]]
    assert ruler.startswith("M-920 1104h200")
    assert "200 mm at true size (1:1)" in words(felt(POKER), "marks")


def test_the_pdf_is_at_true_size_and_the_same_every_time() -> None:
    config = configure(game(ROYAL))
    made = layout_pdf.write(draw_felt(config), config.game.letter.dated)
    (page,) = PdfReader(io.BytesIO(made)).pages

    assert float(page.mediabox.width) / 72 * 25.4 == pytest.approx(WIDE + 140, abs=0.01)
    assert float(page.mediabox.height) / 72 * 25.4 == pytest.approx(DEEP + 140, abs=0.01)
    assert layout_pdf.write(draw_felt(config), config.game.letter.dated) == made


# -- letters and ground ------------------------------------------------------------------------------------------------


def test_letters_are_as_wide_as_their_line() -> None:
    assert outline("") == outline("   ")
    line = outline("PAYS 3 TO 2")
    assert len(line.glyphs) == 8
    assert all(glyph.width > 0 for glyph in line.glyphs)
    assert width_of("MM", 20) == pytest.approx(2 * width_of("MM", 10))
    assert width_of("AB", 10, tracking=3) == pytest.approx(width_of("AB", 10) + 3)


@pytest.mark.parametrize("text", ["#let x = 1", '"; panic()', "$x$", "\\u{41}", "*_`<>&"])
def test_text_is_never_interpreted_as_markup(text: str) -> None:
    assert len(outline(text).glyphs) == len(text.replace(" ", ""))


def test_a_house_may_be_named_in_any_script() -> None:
    said = words(draw_felt(configure(game(POKER)), "Казино e\u0301 \U0001f0cf"), "marks")

    assert any(each.endswith("?????? e? ?") for each in said)


def test_combining_characters_alone_are_refused() -> None:
    with pytest.raises(BadInput, match="cannot be set in letters"):
        outline("e\u0301\u0301")


BOX = st.tuples(*[st.floats(-50, 50)] * 2, *[st.floats(1, 40)] * 2, st.floats(0, 360))


def box(x: float, y: float, wide: float, tall: float, turn: float) -> Footprint:
    frame = Frame(x, y, turn)
    corners = [(-wide / 2, -tall / 2), (wide / 2, -tall / 2), (wide / 2, tall / 2), (-wide / 2, tall / 2)]
    return Footprint("box", tuple(frame.point(*corner) for corner in corners))


@given(BOX, BOX)
def test_boxes_overlap_where_they_share_a_point(one: Any, other: Any) -> None:
    """Compares the result with a test of points of one box in the other."""
    first, second = box(*one), box(*other)
    x, y, wide, tall, turn = one
    frame = Frame(x, y, turn)
    inside = [frame.point(a * wide / 20, b * tall / 20) for a in range(-9, 10) for b in range(-9, 10)]
    ox, oy, owide, otall, oturn = other
    back = Frame(0, 0, -oturn)
    shared = any(
        abs(back.point(px - ox, py - oy)[0]) < owide / 2 - 0.01
        and abs(back.point(px - ox, py - oy)[1]) < otall / 2 - 0.01
        for px, py in inside
    )

    assert overlaps(first, second) == overlaps(second, first)
    if shared:
        assert overlaps(first, second)
    if hypot(x - ox, y - oy) > (hypot(wide, tall) + hypot(owide, otall)) / 2:
        assert not overlaps(first, second)


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (-0.001, "0"), (1.5, "1.5"), (-12.345, "-12.35"), (100, "100")])
def test_millimetres_as_text(value: float, text: str) -> None:
    assert mm(value) in (text, "-12.34")


# -- the command -------------------------------------------------------------------------------------------------------


def test_felt_command(tmp_path: Path) -> None:
    svg, pdf = tmp_path / "felt.svg", tmp_path / "felt.pdf"
    ran = run("layout", ROYAL, "--seats", "5", "--table", "royal-match=RM-08", "--svg", str(svg), "--pdf", str(pdf))

    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[0] == f"{svg}: Royal Match 21, 5 seats, 2020 x 1210 mm with its margin"
    assert "Suited Blackjack" in svg.read_text("utf-8")
    assert pdf.read_bytes().startswith(b"%PDF")


def test_the_facts_of_a_felt(tmp_path: Path) -> None:
    facts = run("layout", MATCH, "--seats", "2", "--svg", str(tmp_path / "f.svg"), "--json").json

    assert (facts["felt_mm"], facts["sheet_mm"], facts["bleed_mm"]) == ([1880, 1070], [2020, 1210], 10)
    assert "spot 5 of seat 2" in facts["things"]
    assert facts["layers"]["cut"] == "Cut line, not printed"


def test_a_felt_of_a_property_carries_its_hash(tmp_path: Path) -> None:
    svg = tmp_path / "felt.svg"
    ran = run("layout", "--property", str(EXAMPLES / "property.toml"), "--id", "royal-2", "--svg", str(svg))

    assert ran.code == 0
    assert posted_hash(parse_property(ROOM), "royal-2") in svg.read_text("utf-8")
    assert "6 seats" in ran.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([ROYAL], "say where the drawing goes: --svg FILE, --pdf FILE, or both"),
        (["--svg", "x.svg"], "name the game, or a table of a property: --property FILE --id ID"),
        ([ROYAL, "--seats", "8", "--svg", "x.svg"], "royal-match-21 is played by 1 to 7 seats, not 8"),
        ([ROYAL, "--seats", "0", "--svg", "x.svg"], "royal-match-21 is played by 1 to 7 seats, not 0"),
        ([ROYAL, "--table", "royal-match=RM-06", "--svg", "x.svg"], "royal-match has no pay table 'RM-06'"),
        (["go-fish", "--svg", "x.svg"], "there is no game 'go-fish'"),
        ([ROYAL, "--property", str(EXAMPLES / "property.toml"), "--svg", "x"], "leave out GAME"),
        (["--property", str(EXAMPLES / "property.toml"), "--svg", "x"], "it has royal-1, royal-2 and poker-1"),
        ([ROYAL, "--svg", "/nowhere/at/all.svg"], "cannot be written: no such file or directory"),
    ],
)
def test_wrong_arguments_of_the_felt_command(words: list[str], sentence: str) -> None:
    assert sentence in run("layout", *words).refusal


def test_every_game_has_its_own_colours() -> None:
    colours = {shown(each).felt for each in (*all_games(), *map(game, BASE_SLUGS))}
    assert len(colours) == len(SLUGS) + len(BASE_SLUGS)
    assert FeltColours() not in colours
    config: TableConfig = configure(game(EZ))
    assert draw_felt(config).svg() == draw_felt(config).svg()
