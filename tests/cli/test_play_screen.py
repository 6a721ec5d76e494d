"""``pitbook play`` in full-screen mode: every frame fits, keys act as shown, and the terminal is restored."""

import io
import os
import random
import re
import select
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from pitbook import games
from pitbook.cli.play.bets import BetSlip, PlaceBets
from pitbook.cli.play.keyboard import Keyboard
from pitbook.cli.play.look import ASCII, FEW, FULL, UNICODE, TerminalStyle, look_for
from pitbook.cli.play.pages import pays_panel
from pitbook.cli.play.prompts import PickCards, Prompt
from pitbook.cli.play.scene import HandView, Scene
from pitbook.cli.play.screen import Screen
from pitbook.cli.play.session import Leave, PlaySession, PlaySetup
from pitbook.cli.play.view import SceneDrawer
from pitbook.families.pai_gow.table.players import picks_of
from pitbook.families.pai_gow.table.questions import FOLD, HOUSE_WAY
from pitbook.money import Cents, dollars
from pitbook.table.config import configure, default_bet
from pitbook.table.odds import BetFigures, TableOdds
from pitbook.table.run import counting_clock
from pitbook.table.seeded import SeededChance
from pitbook.table.table import Table
from tests.cli.scripted_players import GAMES

KEYS = (
    "enter",
    "up",
    "down",
    "left",
    "right",
    "backspace",
    "escape",
    *"123456789.xcbhsdpuynwfrtv? ~é",
    "page down",
    "",
)
posix = pytest.mark.skipif(sys.platform == "win32", reason="a terminal of another kind")


class Script:
    """A prepared sequence of keys."""

    def __init__(self, keys: "Iterator[str]") -> None:
        self.keys = keys

    def read(self, seconds: float) -> str:
        try:
            return next(self.keys)
        except StopIteration:
            raise EOFError from None


def random_keys(seed: int, count: int) -> "Iterator[str]":
    """Enter often, so that rounds are played."""
    chance = random.Random(seed)
    return iter([chance.choice((*KEYS, "enter", "enter", "s", "w")) for _ in range(count)])


class Watched(Screen):
    """Keeps every frame that it draws."""

    def __init__(self, console: Console, look: TerminalStyle, keys: Script, panel: Sequence[tuple[str, str]]) -> None:
        super().__init__(console, look, keys.read, panel)
        self.frames: list[list[Text]] = []

    def _write(self, lines: Sequence[Text]) -> None:
        self.frames.append(list(lines))
        super()._write(lines)


def session_on(
    game: str, size: tuple[int, int], keys: "Iterator[str]", look: TerminalStyle, others: int = 2
) -> tuple[PlaySession, Watched]:
    """A session with a seed, its odds left out."""
    config = configure(games.game(game), seats=others + 1)
    console = Console(
        width=size[0], height=size[1], file=io.StringIO(), force_terminal=True, color_system="truecolor", _environ={}
    )
    screen = Watched(console, look, Script(keys), pays_panel(config))
    table = Table(config, SeededChance(5), counting_clock(), lambda event: None)
    odds = TableOdds(config)
    odds._ready.set()
    return PlaySession(PlaySetup(config, dollars(500), others, "practice, seed 5"), table, screen, odds), screen


SIZES = ((104, 30), (140, 45), (60, 18), (40, 12), (20, 6))


@pytest.mark.parametrize(
    ("game", "size"),
    [*((game, (80, 24)) for game in GAMES), *zip(GAMES, SIZES, strict=True)],
    ids=lambda value: value if isinstance(value, str) else f"{value[0]}x{value[1]}",
)
def test_every_frame_fits(game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """After any keys: as many lines as the screen is high, each exactly as wide."""
    monkeypatch.setattr(TableOdds, "_figures", lambda *_: BetFigures(0.01, 1.0))
    monkeypatch.setattr("pitbook.cli.play.session.advise", lambda *_: ("A long piece of advice. " * 5, "worth +0.1"))
    session, screen = session_on(game, size, random_keys(3, 120), TerminalStyle(FULL, UNICODE))
    with pytest.raises((EOFError, Leave)):
        session.play()

    assert len(screen.frames) > 80
    for frame in screen.frames:
        assert len(frame) == size[1]
        assert {line.cell_len for line in frame} == {size[0]}
    assert session.table.rounds > 1
    assert session.summary("")


def test_frames_in_plain_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal with ASCII only, only ASCII is drawn; cards have lines around them."""
    monkeypatch.setattr(TableOdds, "_figures", lambda *_: BetFigures(0.01, 1.0))
    for game in GAMES:
        session, screen = session_on(game, (80, 24), iter(["enter", "", "enter", "1", "2"]), TerminalStyle(FEW, ASCII))
        with pytest.raises(EOFError):
            session.play()
        assert all(line.plain.isascii() for frame in screen.frames for line in frame)
        assert any("+---+" in line.plain for line in screen.frames[-1])


def frame_of(screen: Watched, place: int = -1) -> str:
    return "\n".join(line.plain.rstrip() for line in screen.frames[place])


def test_first_screen_shows_commitment_spots_and_keys() -> None:
    session, screen = session_on("royal-match-21", (80, 24), iter(()), TerminalStyle(FEW, UNICODE), others=0)
    with pytest.raises(EOFError):
        session.play()
    shown = frame_of(screen)

    assert session.table.shoe is not None
    assert session.table.shoe.promise in shown
    assert re.search(r"▸ Blackjack +\$10  \$5 to \$300", shown)
    assert re.search(r"Royal Match .*\$1 to \$100", shown)
    assert re.search(r"Royal Match Progressive .*\$1$", shown, re.MULTILINE)
    assert "JACKPOT  $5,000" in shown
    assert "[Enter] deal" in shown
    assert "[?] advice  [r]ules  [t]able pays  [v]erify shoe  [q]uit" in shown


def test_bets_by_keys() -> None:
    """Digits, arrows, clearing, the colour; the total is shown as it grows."""
    keys = ["2", "5", "down", "right", "down", "4", "down", "right", "right", "c", "up", "x"]
    session, screen = session_on("ez-pai-gow", (80, 24), iter(keys), TerminalStyle(FEW, UNICODE), others=0)
    with pytest.raises(EOFError):
        session.play()
    bets = {name: (bet.cents, bet.choice) for name, bet in session.slip.bets.items()}

    assert bets == {
        "base": (2500, ""),
        "dynasty": (100, ""),
        "protection": (0, ""),
        "red-black": (200, "black"),
    }
    assert "Your bets: $28 together. EZ Pai Gow Protection takes $1 to $100" in frame_of(screen)
    assert "EZ Pai Gow Red/Black: black" in frame_of(screen)


def test_refused_bet_shows_an_error_and_changes_nothing() -> None:
    session, screen = session_on(
        "match-n-poker", (80, 24), iter(["4", "enter", ""]), TerminalStyle(FEW, UNICODE), others=0
    )
    with pytest.raises(EOFError):
        session.play()

    assert "Blackjack is $5 to $300 at this table, not $4" in frame_of(screen)
    assert session.table.on_layout == 0
    assert session.table.rounds == 0


def test_a_hand_is_set_by_its_numbers_with_a_preview() -> None:
    """The chosen cards are lifted, both hands are named, and a foul is a warning before it is a loss."""
    deal = ["enter", *[""] * 20]
    session, screen = session_on("ez-pai-gow", (80, 24), iter([*deal, "1", "7"]), TerminalStyle(FEW, UNICODE), others=0)
    with pytest.raises(EOFError):
        session.play()
    shown = frame_of(screen)
    lifted = next(line for line in shown.splitlines() if line.count("╭") == 2)

    assert re.search("Low: .* High: ", shown)
    assert "[Enter] set" in shown
    assert "house [w]ay" in shown
    assert "[f]old" not in shown
    assert lifted.index("╭") < lifted.rindex("╭")
    assert " 1   2   3   4   5   6   7" in shown


def test_dealer_and_board_have_their_names() -> None:
    """Hands side by side are labelled with their owners."""
    keys = iter(["enter", *[""] * 9, "c", *[""] * 9])
    session, screen = session_on("ultimate-texas-holdem", (100, 40), keys, TerminalStyle(FEW, UNICODE), others=0)
    with pytest.raises(EOFError):
        session.play()

    assert re.search(r"Dealer +Board", frame_of(screen))
    assert "hand 1" not in frame_of(screen)


def test_only_the_open_keys_are_shown() -> None:
    session, screen = session_on(
        "match-n-poker", (80, 24), iter(["enter", *[""] * 9]), TerminalStyle(FEW, UNICODE), others=0
    )
    with pytest.raises(EOFError):
        session.play()
    shown = frame_of(screen)

    assert "Your move:" in shown
    assert "[h]it  [s]tand  [d]ouble" in shown
    assert "s[u]rrender" not in shown
    assert "[Enter]" not in shown


def test_leaving_during_a_round_needs_confirmation() -> None:
    deal = ["enter", *[""] * 9]
    session, screen = session_on(
        "match-n-poker", (80, 24), iter([*deal, "q", "n", ""]), TerminalStyle(FEW, UNICODE), others=0
    )
    with pytest.raises(EOFError):
        session.play()
    assert any("Leave in the middle of the round?" in frame_of(screen, place) for place in range(len(screen.frames)))

    session, _ = session_on("match-n-poker", (80, 24), iter([*deal, "q", "y"]), TerminalStyle(FEW, UNICODE), others=0)
    with pytest.raises(Leave):
        session.play()
    assert "in a round that was not finished" in "\n".join(session.summary(""))

    session, _ = session_on("match-n-poker", (80, 24), iter(["q"]), TerminalStyle(FEW, UNICODE), others=0)
    with pytest.raises(Leave):
        session.play()


def test_other_players_hands_stay_hidden_at_pai_gow() -> None:
    """No player sees another player's cards, or the dealer's, before all have set."""
    session, _ = session_on("ez-pai-gow", (80, 24), iter(["enter", *[""] * 40]), TerminalStyle(FEW, UNICODE))
    with pytest.raises(EOFError):
        session.play()
    scene = session.scene()

    assert scene.dealer.cards == ()
    assert scene.dealer.down == 7
    assert [(hand.cards, hand.down) for hand in scene.others] == [((), 7)] * 2


def test_the_hole_card_stays_hidden() -> None:
    session, _ = session_on(
        "match-n-poker", (80, 24), iter(["enter", *[""] * 9]), TerminalStyle(FEW, UNICODE), others=0
    )
    with pytest.raises(EOFError):
        session.play()

    assert len(session.scene().dealer.cards) == 1
    assert session.scene().dealer.down == 1


def test_unchanged_cells_are_not_redrawn() -> None:
    """A second drawing of the same scene writes nothing; another size writes all of it."""
    session, screen = session_on("match-n-poker", (80, 24), iter(()), TerminalStyle(FEW, UNICODE), others=0)
    written = screen.console.file
    assert isinstance(written, io.StringIO)
    screen.show(session.scene(), 0)
    first = len(written.getvalue())
    screen.show(session.scene(), 0)
    assert len(written.getvalue()) == first > 1000
    screen.console.size = screen.console.size._replace(width=90)  # a terminal may be resized
    screen.show(session.scene(), 0)
    assert len(written.getvalue()) > first + 1000


def test_page_navigation() -> None:
    """Space and arrows turn, any other key goes back; a page longer than the screen says so."""
    _, screen = session_on(
        "match-n-poker", (60, 10), iter([" ", "down", "up", "page up", "z"]), TerminalStyle(FEW, UNICODE)
    )
    screen.page([f"line {number}" for number in range(30)])
    shown = [frame_of(screen, place) for place in range(len(screen.frames))]

    assert "line 0\n" in shown[0]
    assert "[Space] more" in shown[0]
    assert "line 8\n" in shown[1]
    assert "line 9\n" in shown[2]
    assert "line 8\n" in shown[3]
    assert shown[4] == shown[0]


def test_background_error_is_raised_in_the_foreground() -> None:
    session, screen = session_on("match-n-poker", (80, 24), iter(()), TerminalStyle(FEW, UNICODE))

    assert screen.work(session.scene(), "Counting", lambda: 5) == 5
    with pytest.raises(ZeroDivisionError):
        screen.work(session.scene(), "Counting", lambda: 1 // 0)


def test_colours_and_symbols_depend_on_the_terminal() -> None:

    def look(encoding: str = "utf-8", ascii_only: bool = False, **given: str) -> TerminalStyle:
        file = io.TextIOWrapper(io.BytesIO(), encoding)
        return look_for(Console(file=file, force_terminal=True, _environ={"TERM": "xterm", **given}), ascii_only)

    assert look(COLORTERM="truecolor") == TerminalStyle(FULL, UNICODE)
    assert look(COLORTERM="truecolor", NO_COLOR="1") == TerminalStyle(FEW, UNICODE)
    assert look() == TerminalStyle(FEW, UNICODE)
    assert look(encoding="latin-1", COLORTERM="truecolor") == TerminalStyle(FULL, ASCII)
    assert look(ascii_only=True, COLORTERM="truecolor") == TerminalStyle(FULL, ASCII)


def test_cards_as_boxes() -> None:
    """Each card takes four columns and the last one its edge; chosen cards are drawn one row higher."""
    cards = (51, 1, 52)
    lines = [line.plain for line in TerminalStyle(FEW, UNICODE).boxes(HandView("You", cards, down=1))]
    solid = [line.plain for line in TerminalStyle(FULL, UNICODE).boxes(HandView("You", cards))]

    assert lines == ["╭───╭───╭───╭───╮", "│A  │2  │JOK│░░░│", "│  ♠│  ♦│ ER│░░░│", "╰───╰───╰───╰───╯"]
    assert solid == ["▏A  ▏2  ▏JOK ", "▏ ♠ ▏ ♦ ▏ ★  ", "▏  A▏  2▏ ER "]


@pytest.mark.parametrize("seed", range(3))
def test_prompts_take_any_key(seed: int) -> None:
    """No key breaks a prompt, and arrow keys never move a bet beyond its limits."""
    chance = random.Random(seed)
    config = configure(games.game("ez-pai-gow"))
    slip = BetSlip.fresh(config, {slug: default_bet(config, slug) for slug in config.offered})
    cards = (0, 5, 10, 15, 20, 25, 52)
    picking = PickCards("Set your hand", cards, 2, picks_of(config, cards), (HOUSE_WAY, FOLD))
    prompts: list[Prompt] = [PlaceBets(slip, Cents(100_00)), picking]
    for _ in range(500):
        for prompt in prompts:
            prompt.press(chance.choice(KEYS))
            assert prompt.open_keys()
    slip = BetSlip.fresh(config, {slug: default_bet(config, slug) for slug in config.offered})
    for _ in range(500):
        name = chance.choice(slip.names)
        slip.step(name, chance.choice((1, -1)))
        limits = config.limits[slip.bets[name].wager]
        assert slip.bets[name].cents == 0 or limits.low <= slip.bets[name].cents <= limits.high


def test_smallest_screen_still_shows_the_keys() -> None:
    session, screen = session_on("million-dollar-match-the-dealer", (80, 6), iter(()), TerminalStyle(FEW, UNICODE))
    with pytest.raises(EOFError):
        session.play()

    assert "[q]uit" in frame_of(screen).splitlines()[-1]
    assert "[Enter] deal" in frame_of(screen).splitlines()[-2]


# -- a real terminal -------------------------------------------------------------------------------------------------


@posix
def test_terminal_key_sequences() -> None:
    """Arrows in both forms, letters in any case, several at once; unknown sequences are ignored."""
    reading, writing = os.pipe()
    keys = Keyboard(reading)
    os.write(writing, "\x1b[A\x1bOBhS\r\x7f\x1b[15~é\x1b[C".encode())
    try:
        found = [keys.read(1) for _ in range(9)]
        assert found == ["up", "down", "h", "s", "enter", "backspace", "", "é", "right"]
        assert keys.read(0) == ""
        os.write(writing, b"\x1b")
        assert keys.read(1) == "escape"
        os.write(writing, b"\xff\xfe\x00")
        assert [keys.read(1) for _ in range(3)][2] == ""
        os.write(writing, b"\x04")
        with pytest.raises(EOFError):
            keys.read(1)
        os.close(writing)
        with pytest.raises(EOFError):
            keys.read(1)
    finally:
        os.close(reading)


@posix
def test_session_in_a_pseudo_terminal(tmp_path: Path) -> None:
    """Deal, stand, leave: the screen is restored, the summary stays, and the terminal echoes again."""
    import pty
    import termios

    parent, child = pty.openpty()
    termios.tcsetwinsize(child, (24, 80))
    before = termios.tcgetattr(child)
    pid = os.fork()
    if pid == 0:  # the player's process
        os.close(parent)
        os.login_tty(child)
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": ""}
        os.execve(
            sys.executable, [sys.executable, "-m", "pitbook", "play", "match-n-poker", "--seed", "7"], environment
        )
    shown = b""

    def look(seconds: float) -> bool:
        """Reads what has been drawn; False where nothing came in time."""
        nonlocal shown
        ready = bool(select.select([parent], [], [], seconds)[0])
        shown += os.read(parent, 65536) if ready else b""
        return ready

    def wait_for(words: str) -> None:
        while words.encode() not in shown:
            assert look(60), shown[-2000:]

    try:
        wait_for("Your bets")
        os.write(parent, b"\r")
        wait_for("Your move")
        os.write(parent, b"s")
        wait_for("1 round")
        os.write(parent, b"q")
        wait_for("sha256sum")
    except BaseException:
        os.kill(pid, signal.SIGKILL)
        raise
    finally:
        _, status = os.waitpid(pid, 0)
        while look(0):
            pass
        after = termios.tcgetattr(child)
        os.close(parent)
        os.close(child)
    text = shown.decode()

    assert os.waitstatus_to_exitcode(status) == 0
    assert text.index("\x1b[?1049h") < text.index("\x1b[?1049l") < text.index("Session")
    assert text.index("\x1b[?25l") < text.index("\x1b[?25h")
    assert after[3] == before[3]
    assert "Traceback" not in text


def test_scene_is_drawn_while_cards_are_dealt() -> None:
    """Only the keys that are always available are shown."""
    session, _ = session_on("match-n-poker", (80, 24), iter(()), TerminalStyle(FEW, UNICODE))
    scene: Scene = session.scene()
    lines = SceneDrawer(TerminalStyle(FEW, UNICODE), 80, 24).screen(scene)

    assert len(lines) == 24
    assert "[h]it" not in "\n".join(line.plain for line in lines)
