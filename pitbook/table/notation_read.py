"""Reads the notation by playing it at a table with physical cards, which records the events.

Bets, cards, answers and written payments come from the text. The rules supply what it leaves out, so a few lines typed
by hand are enough to ask what a round should have paid.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, NamedTuple

from pitbook.errors import BadInput, quoted
from pitbook.games import game as game_of
from pitbook.games.model import Game
from pitbook.money import Cents, dollars, parse_cents
from pitbook.table.config import Limits, TableConfig, configure, parse_penetration
from pitbook.table.events import Event
from pitbook.table.family import TableFamily, family_of
from pitbook.table.notation_lines import (
    IN_ROUND,
    WITHOUT_CARDS,
    RoundLine,
    WrittenCards,
    call,
    first_line,
    last_reached,
    mark_done,
)
from pitbook.table.shoe import OsChance
from pitbook.table.steps import DEALER, SHARED, Ask, CardTo, Number, Press, Question, Settle, Stop, parse_place
from pitbook.table.table import Table
from pitbook.table.upgrade import upgrade_line, upgrade_pays

UNFINISHED: Final = "unfinished"
"""The last line of a round that is not over: the reader adds no step after it."""
MAX_LINE: Final = 1_000
CHIPS: Final = dollars(10_000)
"""The chips of a seat that bets without a line that sits it down."""

_PLACE: Final = rf"(?P<place>{'|'.join(map(str, (DEALER, *SHARED)))}|seat [1-9](?: hand [1-9])?)"
_SEAT: Final = r"seat (?P<seat>[1-9])"
_WAGER: Final = r"(?P<wager>[a-z0-9-]{1,60})"
_MONEY: Final = r"\$[0-9.,]{1,20}"
_PAYMENT: Final = rf"{_SEAT}(?: hand (?P<hand>[1-9]))? {_WAGER}(?: envy for seat (?P<envy>[1-9]))?"
_STAKE: Final = rf"(?P<bet>{_MONEY})(?: \+ (?P<house>{_MONEY}) free)?"
_RESULT: Final = rf"(?:(?P<result>wins|loses) (?P<net>{_MONEY})|pushes)"
_BY: Final = r'by (?P<by>"(?:[^"\\]|\\.)*"|[^:]*): (?P<reason>.*)'


class Payment(NamedTuple):
    """Identifies a payment of a round."""

    seat: int
    hand: int
    wager: str
    spot: int
    envy_from: int

    @classmethod
    def of(cls, data: Any) -> "Payment":
        hand, spot = data.get("hand", 1), data.get("spot", 0)
        return cls(data["seat"], hand, data["wager"], spot, data.get("envy_from", 0))


_LINES: Final[Sequence[tuple[str, str]]] = (
    ("game", r"game (?P<value>\S+)"),
    ("number-of", r"(?P<name>decks|seats|burn) (?P<value>[0-9]{1,3})"),
    ("table", rf"table {_WAGER} (?P<value>\S+)"),
    ("named", r"(?P<what>option|rule) (?P<name>[a-z0-9-]+) (?P<value>.+)"),
    ("offers", r"offers (?P<value>.+)"),
    ("limits", rf"limits {_WAGER} (?P<low>{_MONEY})(?: to (?P<high>{_MONEY}))?"),
    ("aggregate", rf"aggregate {_WAGER} (?P<value>{_MONEY})"),
    ("prize", rf"prize (?P<value>{_MONEY})"),
    ("penetration", r"penetration (?P<value>[0-9./%]{1,19})"),
    ("sits", rf"{_SEAT} sits with (?P<chips>{_MONEY})(?:: (?P<player>.+))?"),
    ("buys", rf"{_SEAT} buys (?P<chips>{_MONEY})"),
    ("leaves", rf"{_SEAT} leaves"),
    ("bets", rf"{_SEAT} bets (?P<bets>.+)"),
    ("takes back", rf"{_SEAT} takes back {_WAGER}"),
    ("shuffle", r"shuffle"),
    ("close", r"(?:round [0-9]{1,9}: )?no more bets"),
    ("over", r"round over(?:: (?P<stacks>.+))?"),
    ("unfinished", UNFINISHED),
    ("void", rf"void {_BY}"),
    ("correct", rf"correct {_PAYMENT} to (?P<sign>[+-]?)(?P<net>{_MONEY}) {_BY}"),
    ("stake", rf"correct the stake of {_PLACE} {_WAGER} to (?P<cents>{_MONEY}) {_BY}"),
    ("no prize", rf"no prize for {_PAYMENT} {_BY}"),
    ("cards", rf"{_PLACE}: (?P<cards>.+)"),
    ("answer", ""),
    ("step", r"step (?P<name>[a-z-]+)"),
    ("payment", rf"{_PAYMENT}(?: {_STAKE})? {_RESULT}(?:: (?P<label>.*) @ (?P<pays>.*))?"),
    ("number", ""),
)
"""Every kind of line with its pattern; a family supplies those of answers and numbers (:func:`_patterns`)."""
_EXAMPLES: Final = "write such as 'seat 1 bets $5 on base', 'seat 1: Ks Qs', 'dealer: 9h 5c' or 'seat 1 stands'"
_HEADER: Final = frozenset(
    ("game", "number-of", "table", "named", "offers", "limits", "aggregate", "prize", "penetration")
)
_UNPROMPTED: Final = frozenset(("sits", "shuffle", "correct", "void"))
"""Lines that the procedure does not ask for: they take effect when all lines before them have."""


def parse_rounds(text: str) -> list[Event]:
    """The events of a text; a line that is not possible is refused with its number."""
    written = list(_written(text))
    if not written or not written[0][1].startswith("game "):
        number = written[0][0] if written else 1
        raise BadInput(f"line {number}: the text must begin with its game, such as 'game royal-match-21'")
    number, first = written[0]
    opening = RoundLine(number, first, "game", {"value": first.removeprefix("game ")})
    game = call(opening, game_of, opening["value"])
    lines = list(_lines(written[1:], game))
    head = [line for line in lines if line.kind in _HEADER]
    reader = _Reader(_config(game, [opening, *head]))
    rest = [line for line in lines if line.kind not in _HEADER]
    if rest and (late := next((line for line in head if line.number > rest[0].number), None)):
        raise late.refused("this belongs in the header, before the first seat, bet or card")
    return reader.read(rest)


def _written(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank and not comments, with their numbers."""
    for number, raw in enumerate(re.split(r"\r?\n", text), 1):
        words = " ".join(raw[: MAX_LINE + 1].split())
        if len(raw) > MAX_LINE:
            raise BadInput(f"line {number}: a line has at most {MAX_LINE} characters")
        if words and not words.startswith("#"):
            yield number, upgrade_line(words)


def _lines(written: Sequence[tuple[int, str]], game: Game) -> Iterator[RoundLine]:
    patterns = _patterns(family_of(game))
    for number, words in written:
        found = ((kind, match) for kind, pattern in patterns if (match := pattern.fullmatch(words)))
        kind, match = next(found, ("", None))
        if match is None:
            raise BadInput(f"line {number}: {quoted(words)} is not a line of the notation: {_EXAMPLES}")
        yield RoundLine(number, words, kind, match.groupdict())


def _patterns(family: TableFamily) -> list[tuple[str, re.Pattern[str]]]:
    """Every kind of line at the tables of a family."""
    own = {"answer": list(_answer_patterns(family.QUESTIONS.values()))}
    numbers = "|".join(map(re.escape, family.NUMBERS))
    own["number"] = [rf"(?P<name>{numbers}) (?P<value>[0-9]{{1,3}})"] if numbers else []
    return [(kind, re.compile(each, re.ASCII)) for kind, pattern in _LINES for each in own.get(kind, [pattern])]


def _answer_patterns(questions: Iterable[Question]) -> Iterator[str]:
    """``seat 1 hits``, ``seat 1 insurance? yes``, ``seat 1 sets Ks Qs / ...``."""
    for question in questions:
        verbs = "|".join(re.escape(choice.verb) for choice in question.choices if choice.verb)
        words = "|".join(re.escape(choice.word) for choice in question.choices)
        amount = rf"(?: (?P<cents>{_MONEY}))?"
        if verbs:
            yield rf"{_PLACE} (?P<verb>{verbs}){amount}"
        if question.word:
            yield rf"{_PLACE} (?P<to>{re.escape(question.word)})\? (?P<answer>{words}){amount}"
        if question.verb:
            yield rf"{_PLACE} (?P<sets>{re.escape(question.verb)}) (?P<answer>.+)"


# -- the header --------------------------------------------------------------------------------------------------------


def _config(game: Game, lines: Sequence[RoundLine]) -> TableConfig:
    given: dict[str, Any] = {"source": "entered"}
    for line in lines[1:]:
        call(line, _add, given, game, line)
    try:
        return configure(game, **given)
    except BadInput as error:
        raise _with_line(lines, game, error) from None


def _add(given: dict[str, Any], game: Game, line: RoundLine) -> None:
    """Adds a line of the header to the arguments of :func:`configure`."""
    match line.kind:
        case "game":
            raise BadInput("the game is named twice")
        case "number-of":
            _once(given, line["name"], int(line["value"]))
        case "table":
            _once(given.setdefault("tables", {}), line["wager"], line["value"])
        case "named":
            _once(given.setdefault(f"{line['what']}s", {}), line["name"], line["value"])
        case "offers":
            _once(given, "offered", tuple(word.strip() for word in line["value"].split(",")))
        case "limits":
            game.wager(line["wager"])
            low = parse_cents(line["low"])
            high = parse_cents(line["high"]) if line["high"] else low
            _once(given.setdefault("limits", {}), line["wager"], Limits(low, high))
        case "aggregate":
            _once(given.setdefault("aggregate", {}), line["wager"], parse_cents(line["value"]))
        case "prize":
            _once(given, "prize", parse_cents(line["value"]))
        case _:
            _once(given, "penetration", _penetration(line["value"]))


def _once(given: dict[str, Any], name: str, value: object) -> None:
    if name in given:
        raise BadInput(f"{name} is given twice")
    given[name] = value


def _penetration(text: str) -> Fraction:
    """Parses ``3/4``, or the forms of :func:`parse_penetration`."""
    found = re.fullmatch(r"([0-9]{1,9})/([1-9][0-9]{0,8})", text)
    return Fraction(int(found[1]), int(found[2])) if found else parse_penetration(text)


def _with_line(lines: Sequence[RoundLine], game: Game, error: BadInput) -> BadInput:
    """Adds to a refused configuration the number of the header line that causes it."""
    for count in range(1, len(lines) + 1):
        some: dict[str, Any] = {"source": "entered"}
        for line in lines[1:count]:
            _add(some, game, line)
        try:
            configure(game, **some)
        except BadInput as found:
            if str(found) == str(error):
                return lines[count - 1].refused(error)
    return lines[0].refused(error)


# -- actions -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reader:
    """Plays the lines of a text at a table."""

    config: TableConfig
    made: list[Event] = field(default_factory=list)
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self.table = Table(self.config, OsChance(), lambda: "", self.made.append)

    def read(self, lines: Sequence[RoundLine]) -> list[Event]:
        place = 0
        while place < len(lines):
            line = lines[place]
            if line.kind == "close" or line.kind in IN_ROUND:
                body = list(_body(lines, place))
                self._play(body)
                place += len(body)
            else:
                call(line, self._do, line)
                place += 1
        return self.made

    def _do(self, line: RoundLine) -> None:
        """Does a line that no step of a procedure asks for."""
        table = self.table
        line.done = True
        match line.kind:
            case "sits":
                seat = int(line["seat"])
                table.sit(seat, line["player"] or f"Player {seat}", parse_cents(line["chips"]))
            case "buys":
                table.buy(int(line["seat"]), parse_cents(line["chips"]))
            case "leaves":
                table.leave(int(line["seat"]))
            case "bets":
                self._bet(int(line["seat"]), line["bets"])
            case "takes back":
                table.bet(int(line["seat"]), *self._spot(line["wager"], Cents(0)))
            case "shuffle":
                table.shuffle()
            case "void":
                table.void(line["reason"], _unquoted(line["by"]))
            case "correct":
                self._correct(line)
            case "over":
                raise BadInput("no round is being played")
            case _:
                raise BadInput(f"{quoted(line.text)} is not possible here: no round is being played")

    def _bet(self, seat: int, text: str) -> None:
        if seat not in self.table.seats:
            self.table.sit(seat, f"Player {seat}", CHIPS)
        for bet in text.split(", "):
            found = re.fullmatch(rf"(?P<cents>{_MONEY}) on {_WAGER}(?: (?P<choice>.+))?", bet, re.ASCII)
            if found is None:
                raise BadInput(f"{quoted(bet)} is not a bet: write $5 on royal-match, or $5 on red-black red")
            cents, choice = parse_cents(found["cents"]), found["choice"] or ""
            game = self.config.game
            parts = game.wager(found["wager"]).components if found["wager"] in game.wager_slugs() else ()
            if parts:  # five-spots: the same on every spot
                for spot in range(1, game.wager(parts[0]).spots + 1):
                    self.table.bet(seat, parts[0], cents, spot, choice)
            else:
                self.table.bet(seat, *self._spot(found["wager"], cents), choice)

    def _spot(self, name: str, cents: Cents) -> tuple[str, Cents, int]:
        wager, spot = _wager(self.config.game, name)
        return wager, cents, spot

    def _correct(self, line: RoundLine) -> None:
        event = self._payment(_payment(self.config.game, line))
        if event is None:
            raise BadInput("no such payment has been made in this round")
        net = parse_cents(line["net"])
        self.table.correct(event, Cents(-net if line["sign"] == "-" else net), line["reason"], _unquoted(line["by"]))

    def _payment(self, payment: Payment) -> int | None:
        """The number of the event that recorded a payment; None if it has not been made."""
        numbers = [item.event for item in self.table.settled]
        return next((number for number in numbers if Payment.of(self.made[number - 1].data) == payment), None)

    # -- a round -------------------------------------------------------------------------------------------------------

    def _play(self, body: list[RoundLine]) -> None:
        """Plays one round, to its end unless it is voided or unfinished."""
        first, last = body[0], body[-1]
        if first.kind == "close":
            first.done = True
        call(first, self.table.close_betting)
        whole = not any(line.kind in ("void", "unfinished") for line in body)
        cards = WrittenCards(body)
        while self.table.step is not None:
            if self._do_unprompted(body):
                continue
            if self._step(body, cards, whole):
                continue
            if whole:
                raise last.refused(f"the round is not complete: next is '{self.table.step.words}'")
            void = next((line for line in body if line.kind == "void"), None)
            if void is None:
                return
            # Cards that are written before the void and were not dealt went back with the round.
            body = body[body.index(void) :]
            cards = WrittenCards(body)
        played = self.table.last_round
        folded = {player.seat for player in played.players.values() if player.folded} if played is not None else set()
        cards.check_all_came(folded)
        self._end(body)

    def _do_unprompted(self, body: list[RoundLine]) -> bool:
        """Does the next line that the procedure does not ask for, if all lines before it are done.

        A table's own shoe may have dealt cards that this table turns over later, or not at all if a hand is folded: a
        player who sits down and a corrected payment do not wait for those.
        """
        reached, cards_later = last_reached(body), False
        for place, line in enumerate(body):
            if line.done:
                continue
            if line.kind in _UNPROMPTED:
                if cards_later and line.kind not in ("sits", "correct"):
                    return False
                if line.kind == "correct" and self._payment(_payment(self.config.game, line)) is None:
                    return False  # its payment is still to come
                call(line, self._do, line)
                return True
            if line.kind == "cards" and (place < reached or not isinstance(self.table.step, CardTo)):
                cards_later = True
            elif line.kind in IN_ROUND:
                return False
        return False

    def _end(self, body: list[RoundLine]) -> None:
        for line in body:
            if line.kind in _UNPROMPTED and not line.done:
                call(line, self._do, line)
            elif line.kind == "over":
                call(line, self._check_stacks, line)
            elif line.kind == "unfinished":
                raise line.refused("the round is over")
            elif line.kind in IN_ROUND and not line.done:
                raise line.refused(f"{quoted(line.text)} does not come in this round")

    def _step(self, body: list[RoundLine], cards: "WrittenCards", whole: bool) -> bool:
        """Does the next step from the text; in a ``whole`` round, the rules decide a step that the text omits."""
        table = self.table
        ends = not whole and not any(line.kind in WITHOUT_CARDS and not line.done for line in body)
        match table.step:
            case CardTo() as step:
                first = cards.line(step.place)
                if ends and first is not None and body.index(first) < last_reached(body):
                    return False  # it was dealt face down, and not turned over
                given = cards.next(step.place, step.count)
                if given is None:
                    return False
                line, text = given
                call(line, table.enter, text)
            case Number() as step:
                return self._number(body, step, whole)
            case Ask() as step:
                return self._answer(body, step, cards, whole)
            case Press() as step:
                line_of = first_line(body, ("step",), lambda line: line["name"] == step.name)
                if line_of is None and ends:
                    return False
                mark_done(line_of)
                table.do()
            case Stop() as stopped:
                place, wager = str(stopped.decision.place), stopped.move.key.wager
                stake = first_line(body, ("stake",), lambda line: (line["place"], line["wager"]) == (place, wager))
                if stake is None:
                    return False
                stake.done = True
                call(stake, table.correct_stake, parse_cents(stake["cents"]), stake["reason"], _unquoted(stake["by"]))
            case Settle():
                return self._settle(body, whole)
        return True

    def _number(self, body: list[RoundLine], step: Number, whole: bool) -> bool:
        line = first_line(body, ("number",), lambda line: line["name"] == step.name)
        if line is None and not whole:
            return False
        number = int(line["value"]) if line else step.low
        call(mark_done(line) or body[0], self.table.enter_number, number)
        return True

    def _answer(self, body: list[RoundLine], step: Ask, cards: "WrittenCards", whole: bool) -> bool:
        family, round_ = family_of(self.config.game), self.table.round
        assert round_ is not None  # noqa: S101 (a question is asked in a round only)

        def fits(line: RoundLine) -> bool:
            return parse_place(line["place"]) in step.open and bool(_answered(line, step.question))

        line = first_line(body, ("answer",), fits)
        if line is None and not whole:
            return False
        place = parse_place(line["place"]) if line else next(iter(step.open))
        if line is not None:
            answer = _answered(line, step.question)
        else:
            view = round_.seen_by(place.seat)
            answer = family.unwritten_answer(view, step.seen_by(place.seat), place, cards.left(place))
        named = parse_cents(line["cents"]) if line is not None and line["cents"] else None
        call(mark_done(line) or body[-1], self.table.decide, place.seat, answer, place.hand, named)
        return True

    def _settle(self, body: list[RoundLine], whole: bool) -> bool:
        """Pays by the rules; the event then gets the amounts of the text, where it states them."""
        step = self.table.step
        assert isinstance(step, Settle)  # noqa: S101 (it was matched)
        item = step.settlement
        payment = Payment(item.seat, step.hand, item.wager, item.spot, item.envy_from)
        kinds = ("payment", "no prize")
        line = first_line(body, kinds, lambda line: _payment(self.config.game, line) == payment)
        if line is None and not whole:
            return False
        if line is not None and line.kind == "no prize":
            line.done = True
            call(line, self.table.refuse_prize, line["reason"], _unquoted(line["by"]))
            return True
        place = len(self.made)
        self.table.do()
        if line is not None:
            line.done, event = True, self.made[place]
            self.made[place] = replace(event, data={**event.data, **call(line, _stated, line)})
        return True

    def _check_stacks(self, line: RoundLine) -> None:
        """Puts the stacks that the text states into the event of the round's end."""
        stated: dict[str, int] = {}
        for part in line["stacks"].split(", ") if line["stacks"] else ():
            found = re.fullmatch(rf"{_SEAT} (?P<chips>{_MONEY})", part, re.ASCII)
            if found is None:
                raise BadInput(f"{quoted(part)} is not a stack: write seat 1 $1,000")
            stated[found["seat"]] = parse_cents(found["chips"])
        place = next(place for place in reversed(range(len(self.made))) if self.made[place].kind == "round-over")
        event = self.made[place]
        unknown = set(stated) - set(event.data["stacks"])
        if unknown:
            raise BadInput(f"seat {min(unknown)} is empty")
        self.made[place] = replace(event, data={**event.data, "stacks": {**event.data["stacks"], **stated}})


def _body(lines: Sequence[RoundLine], start: int) -> Iterator[RoundLine]:
    """The lines of the round that begins here."""
    for place in range(start, len(lines)):
        line = lines[place]
        ends, begins = line.kind in ("over", "unfinished"), place == start and line.kind == "close"
        if not (ends or begins or line.kind in IN_ROUND or line.kind in _UNPROMPTED):
            return
        yield line
        if ends:
            return


# -- words -------------------------------------------------------------------------------------------------------------


def _answered(line: RoundLine, question: Question) -> str:
    """The answer of a line to a question; empty if it answers another question."""
    if line.found.get("verb"):
        return next((choice.word for choice in question.choices if choice.verb == line["verb"]), "")
    if line.found.get("to"):
        return line["answer"] if line["to"] == question.word else ""
    return line["answer"] if line["sets"] == question.verb else ""


def _wager(game: Game, name: str) -> tuple[str, int]:
    """The wager and the spot that ``match-3`` names."""
    spotted = re.fullmatch(r"(.+)-([0-9]{1,2})", name)
    if name not in game.wager_slugs() and spotted and spotted[1] in game.wager_slugs():
        return spotted[1], int(spotted[2])
    return name, 0


def _payment(game: Game, line: RoundLine) -> Payment:
    wager, spot = _wager(game, line["wager"])
    return Payment(int(line["seat"]), int(line["hand"] or 1), wager, spot, int(line["envy"] or 0))


def _stated(line: RoundLine) -> dict[str, Any]:
    """The data that a payment line states; the rules supply the rest."""
    net = parse_cents(line["net"]) if line["result"] else Cents(0)
    stated: dict[str, Any] = {"net": -net if line["result"] == "loses" else net}
    if line["bet"]:
        stated["bet"] = parse_cents(line["bet"])
    if line["house"]:
        stated["house"] = parse_cents(line["house"])
    if line.found["label"] is not None:
        stated |= {"label": line["label"], "pays": upgrade_pays(line["wager"], line["pays"])}
    return stated


def _unquoted(name: str) -> str:
    if not name.startswith('"'):
        return name
    try:
        return str(json.loads(name))
    except ValueError:
        raise BadInput(f"{quoted(name)} is not a name in quotes") from None
