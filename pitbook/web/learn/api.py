"""The HTTP API of the drills that all games share, version 1: public, and the server stores nothing.

The seed determines the question. The engine that settles real tables judges the answer.
"""

from typing import Annotated

from pydantic import BaseModel, Field

from pitbook.cards import card_names
from pitbook.money import Cents
from pitbook.web.http.draw import chips_for, coins_for
from pitbook.web.learn import hands, procedure
from pitbook.web.learn.routers import Seed, drill_router
from pitbook.web.office.jackpots_api import PrintableBody

router = drill_router()

GameOrAny = Annotated[str, Field(max_length=40, description="A game of the rulebook, or any.")]


# -- what pays? --------------------------------------------------------------------------------------------------------


class LineRecord(BaseModel):
    """A line of the pay table that may be the answer."""

    outcome: str
    label: str
    pays: str


class HandsQuestion(BaseModel):
    """A wager to settle."""

    seed: int
    game: str
    game_name: str
    wager: str
    wager_name: str
    about: str
    pay_table: str
    decks: int
    bet_cents: int
    spot: int
    """The number of the spot; 0 if the wager has only one."""
    choice: str
    """The player's pick with the bet, such as a colour."""
    player: str
    dealer: str
    board: str
    """The cards that the wager counts; empty if it counts none."""
    player_low: str
    player_high: str
    dealer_low: str
    dealer_high: str
    """The set hands, if the wager depends on them."""
    lines: list[LineRecord]
    line: LineRecord | None
    """The line that pays, if the question is only the amount."""


class HandsAnswer(PrintableBody):
    """A learner's answer: the outcome of a line, or the payout over the bet in cents."""

    seed: Seed
    game: GameOrAny = hands.ANY
    outcome: Annotated[str | None, Field(max_length=60)] = None
    paid_cents: Annotated[int | None, Field(ge=0, le=10**12)] = None


class HandsJudged(BaseModel):
    """The right line and amount."""

    right: bool
    outcome: str
    label: str
    pays: str
    net_cents: int | None
    """None for a share of a meter."""
    chips_cents: list[int]
    """The fewest chips for it, the largest first; amounts below a dollar are paid in coin."""
    coin_cents: int


@router.get("/hands/question")
def get_hands_question(seed: Seed, game: GameOrAny = hands.ANY, kind: hands.Kind = "line") -> HandsQuestion:
    """Makes a question from a seed: which line of a wager pays, or how much?"""
    asked = hands.question(seed, game, kind)
    lines = [LineRecord(outcome=line.outcome, label=line.label, pays=line.pays) for line in asked.lines]
    item = asked.settlement
    mine, theirs = asked.player_set, asked.dealer_set
    return HandsQuestion(
        seed=seed,
        game=asked.game.slug,
        game_name=asked.game.name,
        wager=asked.wager.slug,
        wager_name=asked.wager.name,
        about=asked.wager.about,
        pay_table=asked.table.id,
        decks=asked.layout.decks,
        bet_cents=asked.bet.cents,
        spot=asked.bet.spot,
        choice=asked.bet.choice,
        player=card_names(asked.player),
        dealer=card_names(asked.dealer),
        board=card_names(asked.board),
        player_low=card_names(mine.low) if mine else "",
        player_high=card_names(mine.high) if mine else "",
        dealer_low=card_names(theirs.low) if theirs else "",
        dealer_high=card_names(theirs.high) if theirs else "",
        lines=lines,
        line=LineRecord(outcome=item.outcome, label=item.label, pays=item.pays) if kind == "pay" else None,
    )


@router.post("/hands/answers")
def judge_hands(answer: HandsAnswer) -> HandsJudged:
    """Judges an answer by settling the wager."""
    asked = hands.question(answer.seed, answer.game, "line" if answer.paid_cents is None else "pay")
    item = asked.settlement
    if answer.paid_cents is None:
        right = hands.judge_line(asked, answer.outcome or "")
    else:
        right = hands.judge_pay(asked, Cents(answer.paid_cents))
    won = max(item.net or 0, 0)
    return HandsJudged(
        right=right,
        outcome=item.outcome,
        label=item.label,
        pays=next((line.pays for line in asked.lines if line.outcome == item.outcome), item.pays),
        net_cents=item.net,
        chips_cents=chips_for(won) if won <= hands.MOST_PAID else [],
        coin_cents=coins_for(won),
    )


# -- procedure ---------------------------------------------------------------------------------------------------------


class SeatRecord(BaseModel):
    """A seat as the dealer sees it."""

    seat: int
    wagers: list[str]
    hands: list[str]
    low: str
    high: str
    """The low hand of a set hand."""


class ProcedureQuestion(BaseModel):
    """A point in a round."""

    seed: int
    game: str
    game_name: str
    kind: procedure.Kind
    dealer: str
    """``??`` for a card face down."""
    shared: dict[str, str]
    """Community cards, by the names of their places: ``board``."""
    seats: list[SeatRecord]
    done: list[str]
    choices: list[str]


class ProcedureAnswer(PrintableBody):
    """The next step, or all steps in order."""

    seed: Seed
    game: GameOrAny = procedure.ANY
    kind: procedure.Kind = "next"
    steps: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=8)]


class ProcedureJudged(BaseModel):
    """The right step or steps, each with its paragraph of the rules."""

    right: bool
    steps: list[str]
    cites: list[str]


@router.get("/procedure/question")
def get_procedure_question(
    seed: Seed, game: GameOrAny = procedure.ANY, kind: procedure.Kind = "next"
) -> ProcedureQuestion:
    """Makes a question from a seed: which step comes next in a round, or in which order do steps come?"""
    asked = procedure.question(seed, game, kind)
    seats = [
        SeatRecord(
            seat=seat.seat,
            wagers=list(seat.wagers),
            hands=[card_names(cards) for cards in seat.hands],
            low=card_names(seat.hands[0][: seat.low]) if seat.low else "",
            high=card_names(seat.hands[0][seat.low :]) if seat.low else "",
        )
        for seat in asked.before.seats
    ]
    return ProcedureQuestion(
        seed=seed,
        game=asked.game.slug,
        game_name=asked.game.name,
        kind=kind,
        dealer=procedure.shown(asked.before.dealer),
        shared={place: card_names(cards) for place, cards in asked.before.shared},
        seats=seats,
        done=list(asked.done),
        choices=list(asked.choices),
    )


@router.post("/procedure/answers")
def judge_procedure(answer: ProcedureAnswer) -> ProcedureJudged:
    """Judges an answer by the game's procedure."""
    asked = procedure.question(answer.seed, answer.game, answer.kind)
    right = procedure.judge(asked, answer.steps)
    return ProcedureJudged(right=right, steps=list(asked.answer), cites=list(asked.cites))
