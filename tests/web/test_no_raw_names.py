"""Identifiers (slugs, option names, outcome names) never appear in the text of a page."""

import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

import pytest
from fastapi.testclient import TestClient

from pitbook import games
from pitbook.exact.par import has_par_sheet
from pitbook.exact.select import SheetRequest, plan
from pitbook.families.blackjack.rules.posted import RULES, BlackjackRules, rules_in_words
from pitbook.room.play.service import played
from pitbook.table.events import Event
from pitbook.table.notation import event_words
from pitbook.web.app import create_app
from pitbook.web.http.cookies import NAME
from tests.migrated_store import with_schema
from tests.web.card_room import ROLES, CardRoom, card_room, count_nothing
from tests.web.recorded_rounds import play_entered, play_shoes
from tests.web.test_tables_api import ENTERED, Console

UNREAD: Final = ("script", "style", "code", "pre", "textarea")
"""Not text for reading: the last three quote records and files as they are written."""
READ: Final = ("title", "aria-label", "placeholder")
"""Attributes that people see or hear."""
NO_CRAWL: Final = re.compile(
    r"/(api|static|room|play/|games/(ez|royal-riches|million)[^/]*/)|.*[?&](table|sort|order|tables|show)="
)
"""Addresses that are not scanned: no pages, the card room, other views of a page, and wagers with slow figures, whose
pages are like the others."""
OTHERS: Final = (
    r"\b[a-z]+_[a-z_]+\b", r"\?\?", r"\brenamings\b", r"\bKing ace deuce\b", r"\bon base\b",
)  # fmt: skip
"""Names with underscores, a card that is not shown, and raw names that were once found on a page."""
ROOM_PAGES: Final = re.compile(r"/(room|display)(?!/sign-in)(?!.*(\.pdf|\.csv|\.xlsx|/live|[?&](step|day|from|to)=))")
"""Pages of the card room and displays; a round is read at its first step."""
MOST_PAGES: Final = 60
STAFF: Final = re.compile(rf".{{,30}}\b(?:{'|'.join(ROLES)})\b")
"""The ids of people, who have names."""
STAFF_PAGES: Final = ("/room/people", "/room/me")
"""Pages that administer people by their ids."""
CARDS: Final = re.compile(r"([0-9TJQKA?][cdhs?k] ?)+")
OWN_RULE: Final = "/lab?w=own"
RULE_WORDS: Final = "(groups: player, third_card, up_card, dealer, community; seven cards at most)"
"""The Lab's help on custom rules lists names of the rule language, which users type exactly so. Only this explanation,
only on those pages, is excluded from the scan."""


class Text(HTMLParser):
    """The text that people see or hear on a page, and the targets of its links."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.unread, self.parts, self.links = 0, list[str](), list[str]()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unread += tag in UNREAD
        self.parts += [value for name, value in attrs if name in READ and value]
        self.links += [value for name, value in attrs if name == "href" and value and tag == "a"]

    def handle_endtag(self, tag: str) -> None:
        self.unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        if not self.unread:
            self.parts.append(data)

    def __str__(self) -> str:
        return " ".join(" ".join(self.parts).split())


def identifiers() -> set[str]:
    """Names of games, wagers, outcomes, options and choices that no person would write."""
    found = {option.name for option in RULES} | {each for option in RULES for each in option.choices}
    for game in games.all_games():
        found.add(game.slug)
        for option in game.all_options().values():
            found |= {option.name, *option.choices}
        for wager in game.wagers:
            found |= {wager.slug, *(outcome.name for outcome in wager.outcomes)}
    plain = {"five-card", "semi-wild", "second-highest", "9-11", "10-11"}
    return {name for name in found if re.search(r"[-_]|[a-z]\d", name)} - plain


def raw_names(text: str) -> list[str]:
    """Raw names with the words around them."""
    names = "|".join(map(re.escape, sorted(identifiers(), key=len, reverse=True)))
    pattern = re.compile("|".join((rf"(?<![\w/-])(?:{names})(?![\w-])", *OTHERS)))
    return [text[max(found.start() - 30, 0) : found.end() + 30] for found in pattern.finditer(text)]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(with_schema(str(tmp_path_factory.mktemp("names") / "room.db")))
    with TestClient(app) as found:
        count_nothing(app, "slow")
        yield found


def test_no_public_page_shows_a_raw_name(client: TestClient) -> None:
    """Every page that links lead to from the front page, letters with all their findings."""
    todo, seen, faults, explained = ["/", "/learn/blackjack"], set[str](), list[str](), 0
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = client.get(path)
        if "text/html" not in answer.headers["content-type"]:
            continue
        text = Text(answer.text)
        read = str(text)
        if path.startswith(OWN_RULE):
            explained += RULE_WORDS in read
            read = read.replace(RULE_WORDS, "", 1)
        faults += [f"{path}: {words}" for words in raw_names(read)]
        found = (link.split("#")[0] for link in text.links)
        todo += [link for link in found if link.startswith("/") and not NO_CRAWL.match(link)]
    assert len(seen) > 25
    assert explained, "no page has the explanation that is left out: take RULE_WORDS away"
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("slug", played())
def test_no_play_table_shows_a_raw_name(client: TestClient, slug: str) -> None:
    """Scans the page in the middle of a round, and every sentence that the table sends to its script."""
    client.cookies.clear()
    page = client.post(f"/play/{slug}", data={"deal": "yes"}, headers={"Sec-Fetch-Site": "same-origin"}).text
    found = re.search(r'data-view="([^"]*)"', page)
    assert found
    view = json.loads(html.unescape(found[1]))
    assert view["players"], "a hand is dealt"
    faults = raw_names(str(Text(page))) + [fault for words in sentences(view) for fault in raw_names(words)]
    assert not faults, "\n".join(faults)


def sentences(view: object) -> Iterator[str]:
    """Texts of more than one word in a table's data: names alone are keys for the script."""
    if isinstance(view, str):
        yield from [view] if " " in view and not CARDS.fullmatch(view) else []
    elif isinstance(view, dict | list):
        for each in view.values() if isinstance(view, dict) else view:
            yield from sentences(each)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CardRoom]:
    """A card room after an evening, with a round under way at royal-1."""
    with card_room(str(tmp_path_factory.mktemp("evening") / "room.db")) as made:
        services = made.client.app.state.services  # type: ignore[attr-defined]
        services.configurations.keep(ENTERED, "ada", "a test")
        setup, members = services.configurations.gate(services.configurations.today()).open_jackpot("royal")
        services.jackpots.open(setup, members, services.sessions.person(made.tokens["eve"]), "open the jackpot")
        play_entered(Console(made))
        play_shoes(services, made.tokens)
        yield made


@pytest.mark.parametrize(
    "person",
    ["dana", "ann", "otto", *(pytest.param(name, marks=pytest.mark.slow) for name in ("sue", "eve", "walt", "ada"))],
)
def test_no_page_of_the_card_room_shows_a_raw_name(room: CardRoom, person: str) -> None:
    """Every page that links lead to from each role's first one, displays included."""
    headers = {"Cookie": f"{NAME}={room.tokens[person]}"}
    todo, seen, faults = ["/room", "/display"], set[str](), list[str]()
    while todo:
        path = todo.pop()
        if path in seen or len(seen) == MOST_PAGES:
            continue
        seen.add(path)
        answer = room.client.get(path, headers=headers)
        if "text/html" not in answer.headers["content-type"]:
            continue
        text = Text(answer.text)
        faults += [f"{path}: {words}" for words in raw_names(str(text))]
        if not path.startswith(STAFF_PAGES):
            faults += [f"{path}: {words}" for words in STAFF.findall(str(text))]
        found = (link.split("#")[0] for link in text.links)
        todo += [link for link in found if ROOM_PAGES.match(link)]
    assert len(seen) > 5
    assert not faults, "\n".join(dict.fromkeys(faults))


def test_the_scan_finds_former_raw_names() -> None:
    for words in (
        "soft17", "King ace deuce: no", "bets $10 on base", "[??]", "royal-match-21 tables", "1 renamings of suits",
    ):  # fmt: skip
        assert raw_names(words), words
    assert not raw_names("Dealer's soft 17: hits; $1 wins $39")


def test_every_option_has_words_for_people() -> None:
    """So has each choice that is not a plain word."""
    every = [*RULES, *(option for game in games.all_games() for option in game.all_options().values())]
    every += [wager.choice for game in games.all_games() for wager in game.wagers if wager.choice]
    for option in every:
        assert not raw_names(f"{option.title} {' '.join(map(option.words, option.choices))} {option.meaning}"), option
    assert not raw_names(rules_in_words(BlackjackRules().items()))


def test_a_replayed_round_names_its_wagers() -> None:
    """Surveillance and audit pages describe rounds in the names of wagers; the notation has short names."""
    game = games.game("million-dollar-match-the-dealer")
    bet = Event(5, "bet", {"seat": 1, "wager": "match", "spot": 4, "cents": 1_000}, "", "")
    hidden = Event(6, "card", {"to": "dealer", "cards": "9h", "up": False}, "", "").shown()
    assert event_words(bet, {}, game) == "seat 1 bets $10 on Match The Dealer spot 4"
    assert event_words(hidden, {}, game) == "dealer: one card face down"


@pytest.mark.parametrize("slug", ["match-n-poker", "royal-match-21"])
def test_assumptions_of_a_sheet_are_in_words(slug: str) -> None:
    game = games.game(slug)
    for wager in game.wagers:
        if has_par_sheet(wager):
            for text in plan(game, SheetRequest(wager.slug))[0].sheet().assumptions:
                assert not raw_names(text), text
