"""``pitbook replay``: a recorded round step by step, settled again by the rules."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from pitbook.cli.output import GOLD, LOSE, QUIET, WIN, console, print_json
from pitbook.cli.params import WHOLE, as_json
from pitbook.cli.replay_text import event_text, lines_of_table, touched, words_of
from pitbook.errors import BadInput, quoted

if TYPE_CHECKING:
    from rich.console import Console

    from pitbook.games.model import Game
    from pitbook.table.events import Event
    from pitbook.table.proof import ShoeCheck
    from pitbook.table.replay import Difference, Replay

LARGEST_FILE = 2_000_000_000
PIECE = 1_000_000
STOPS = ("q", "Q", "\x1b")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--round", "number", type=WHOLE, metavar="N", help="Show only this round; all are settled again.")
@click.option("--step", is_flag=True, help="Show the whole table after each step, and wait for Enter.")
@click.option("--notation", is_flag=True, help="Print only the record, in the text notation.")
@as_json
def replay(file: Path, number: int | None, step: bool, notation: bool, as_json: bool) -> None:
    """Go through a record step by step, and settle it again: any difference between record and rule is shown.

    FILE is an event log (one JSON line per event, as pitbook table run --log writes it) or a text in the notation for
    rounds; - reads from the standard input. A few lines are enough to ask what a round should have paid:

    \b
      game royal-match-21
      seat 1 bets $10 on base, $5 on royal-match
      seat 1: Ks Qs
      dealer: 9h 5c Td

    Every shoe that was shown is checked against the promise made before it was bet on.

    \b
    Exit code: 0 if the record agrees with the rules; 1 if it differs; 2 if it is incomplete or unreadable.

    \b
    Examples:
      pitbook replay rounds.jsonl
      pitbook replay rounds.jsonl --round 17 --step
      pitbook replay dispute.txt --json
      pitbook replay rounds.jsonl --notation > rounds.txt
    """
    from pitbook.table.notation import write_rounds

    if notation and (number is not None or step or as_json):
        raise BadInput("--notation prints the whole record as text: leave out --round, --step and --json")
    record = read_record(file)
    if notation:
        click.echo(write_rounds(record.events), nl=False)
        return
    rounds = list(rounds_of(record.events))
    if number is not None and number not in rounds:
        raise BadInput(f"the record has no round {number}: it has rounds 1 to {rounds[-1]}")
    shown = None if number is None else {place for place, of in enumerate(rounds) if of == number}
    report = _as_record if as_json else _as_text
    if not report(record, rounds, shown, step):
        raise click.exceptions.Exit(1)


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file that was read."""

    name: str
    form: str
    """``log`` or ``notation``."""
    events: "Sequence[Event]"
    hash: str | None = None
    """The hash of the log's lines as stored in the file."""


def read_record(path: Path) -> RecordFile:
    """The events of a log, or of a text in the notation."""
    from pitbook.table.events import log_hash, read_lines
    from pitbook.table.notation import parse_rounds
    from pitbook.table.upgrade import parse_log

    name = "the standard input" if str(path) == "-" else str(path)
    try:
        if str(path) == "-":
            content = _content(sys.stdin.buffer)
        elif path.is_char_device():
            raise ValueError("it is a device, which may never end")
        else:
            with path.open("rb") as file:
                content = _content(file)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadInput(f"{name} cannot be read: {why.lower()}") from None
    if len(content) > LARGEST_FILE:
        raise BadInput(f"{name} is larger than {LARGEST_FILE:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{name} is no text in UTF-8") from None
    is_log = text.lstrip().startswith(("[", "{"))
    try:
        if is_log:
            return RecordFile(name, "log", parse_log(text), log_hash(read_lines(text)))
        return RecordFile(name, "notation", parse_rounds(text))
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None


def _content(file: BinaryIO) -> bytearray:
    """Reads a file up to just above the size limit, in pieces: one large read would allocate the whole limit."""
    whole = bytearray()
    while len(whole) <= LARGEST_FILE and (piece := file.read(PIECE)):
        whole += piece
    return whole


def rounds_of(events: "Sequence[Event]") -> Iterator[int]:
    """The round that each event belongs to: a bet to the coming round, anything after a round to that round."""
    number, over = 1, False
    for event in events:
        if over and event.kind not in ("corrected", "shoe-shown", "shoe-lost", "shuffled"):
            number, over = number + 1, False
        yield number
        over = over or event.kind == "round-over"


def _replayed(record: RecordFile) -> "Iterator[tuple[Replay, Event, int]]":
    """Replays event by event, with the number of differences before each; ends where it cannot continue."""
    from pitbook.table.replay import Replay

    try:
        doing = Replay.begin(record.events)
    except BadInput as error:
        raise BadInput(f"{record.name}: {error}") from None
    yield doing, record.events[0], 0
    while doing.done < len(record.events):
        before, event = len(doing.differences), record.events[doing.done]
        try:
            doing.step()
        except BadInput:
            yield doing, event, before  # noted as a difference
            return
        yield doing, event, before


# -- for a program -----------------------------------------------------------------------------------------------------


def _as_record(record: RecordFile, rounds: list[int], shown: set[int] | None, step: bool) -> bool:
    from pitbook import __version__
    from pitbook.table.notation import payments_of
    from pitbook.table.proof import check_shoes

    payments, steps, doing = payments_of(record.events), [], None
    for doing, event, _ in _replayed(record):
        if shown is None or event.number - 1 in shown:
            steps.append(
                {
                    "event": event.number,
                    "round": rounds[event.number - 1],
                    "kind": event.kind,
                    "words": words_of(event, payments, doing.table.config.game),
                    "data": dict(event.shown().data),
                    "chips_cents": {str(seat): player.stack for seat, player in sorted(doing.table.seats.items())},
                    "on_the_table_cents": doing.table.on_layout,
                    "next": doing.table.step.words if doing.table.step else None,
                }
            )
    assert doing is not None  # noqa: S101 (a record has its first event)
    shoes = check_shoes(record.events)
    sound = not doing.differences and all(shoe.kept is not False for shoe in shoes)
    print_json(
        {
            "file": record.name,
            "form": record.form,
            "game": doing.table.config.game.slug,
            "name": doing.table.config.name,
            "rounds": doing.table.rounds,
            "events": len(record.events),
            "event_log_hash": record.hash,
            "sound": sound,
            "differences": [_difference(each) for each in doing.differences],
            "shoes": [shoe.to_dict() for shoe in shoes],
            "steps": steps,
            "version": __version__,
        }
    )
    return sound


def _difference(each: "Difference") -> dict[str, Any]:
    def data(event: "Event | None") -> dict[str, Any] | None:
        return None if event is None else {"kind": event.kind, "data": dict(event.data)}

    return {
        "event": each.recorded.number if each.recorded else None,
        "recorded": data(each.recorded),
        "by_the_rules": data(each.found),
        "refusal": each.refusal or None,
    }


# -- for people --------------------------------------------------------------------------------------------------------


def _as_text(record: RecordFile, rounds: list[int], shown: set[int] | None, step: bool) -> bool:
    from rich.text import Text

    from pitbook.table.events import CONSOLE
    from pitbook.table.notation import header, payments_of

    screen, payments, doing, number = console(), payments_of(record.events), None, 0
    wait = step and sys.stdin.isatty() and screen.is_terminal
    for doing, event, before in _replayed(record):
        place = event.number - 1
        if place == 0:
            _print_title(screen, list(header(doing.table.config)), doing.table.config.name)
        if shown is not None and place not in shown:
            continue
        if rounds[place] != number:
            number = rounds[place]
            screen.print(Text(f"round {number}", GOLD))
        if event.kind != "opened":
            line = Text.assemble(
                (f"  {event.number:>4}  ", QUIET), event_text(event, payments, doing.table.config.game)
            )
            after = touched(doing.table.seen_by(CONSOLE), doing.made[place]) if place < len(doing.made) else None
            screen.print(line if after is None else line.append("   ") + after, soft_wrap=not screen.is_terminal)
        for each in doing.differences[before:]:
            _print_difference(screen, each, payments, doing.table.config.game)
        if step and event.kind != "opened":
            for row in lines_of_table(doing.table.seen_by(CONSOLE)):
                screen.print(Text("          ") + row)
            if wait and not _go_on():
                wait = step = False
    assert doing is not None  # noqa: S101 (a record has its first event)
    return _print_end(screen, record, doing)


def _go_on() -> bool:
    """Waits for a key; returns whether to wait after the next step too."""
    key = click.getchar()
    if key in ("\x03", "\x04"):
        raise click.Abort
    return key not in STOPS


def _print_title(screen: "Console", lines: list[str], name: str) -> None:
    from rich.text import Text

    screen.print(Text.assemble((name, GOLD), (f"  {'; '.join(lines)}", QUIET)))


def _print_difference(screen: "Console", each: "Difference", payments: "dict[int, Event]", game: "Game") -> None:
    from rich.text import Text

    if each.refusal:
        screen.print(Text(f"        could not have happened: {each.refusal}", LOSE))
        return
    recorded, found = each.recorded, each.found
    if recorded is None or found is None:
        screen.print(Text("        does not follow from any recorded action", LOSE))
        return
    by_rule = event_text(found, payments, game)
    if recorded.kind == found.kind and str(event_text(recorded, payments, game)) == str(by_rule):
        by_rule = Text(f"event {found.number} is {found.line()}, recorded as {recorded.line()}")
    screen.print(Text.assemble(("        by the rules: ", LOSE), by_rule), soft_wrap=True)


def _print_end(screen: "Console", record: RecordFile, doing: "Replay") -> bool:
    from rich.text import Text

    from pitbook.table.proof import check_shoes

    table, shoes = doing.table, check_shoes(record.events)
    rounds = f"{table.rounds:,} round{'s' if table.rounds != 1 else ''}"
    if table.round is not None:
        rounds += f", the last of them not over: next is '{table.step.words if table.step else ''}'"
    count = len(doing.differences)
    screen.print(Text(f"\n{rounds}, {len(record.events):,} events", QUIET))
    if count:
        screen.print(Text(f"{count} difference{'s' if count > 1 else ''} between record and rule", LOSE))
    else:
        screen.print(Text("Every payment is what the rules say.", WIN))
    for words, style in _shoe_words(shoes):
        screen.print(Text(words, style))
    if record.hash is not None:
        screen.print(Text(f"event log hash {record.hash}", QUIET), soft_wrap=True)
    return not count and all(shoe.kept is not False for shoe in shoes)


def _shoe_words(shoes: "Sequence[ShoeCheck]") -> Iterator[tuple[str, str]]:
    for shoe in shoes:
        if shoe.kept is False:
            yield f"event {shoe.shown}: {shoe.fault}", LOSE
    kept = sum(shoe.kept is True for shoe in shoes)
    if kept:
        yield f"{kept:,} shoe{'s' if kept > 1 else ''} shown, as promised before the bets.", WIN
    for shoe in shoes:
        if shoe.lost:
            yield (
                f"event {shoe.lost}: a shoe was taken out of play and cannot be shown: its key was lost.",
                QUIET,
            )
    if shoes and shoes[-1].kept is None and not shoes[-1].lost:
        yield f"The shoe in play is sealed: its promise is {quoted(shoes[-1].promise)[1:13]}…", QUIET
