"""The audit of a letter: every printed figure against the exact one, and slips in the letter's words and tables.

A claim **holds** if the exact figure, on the basis that the letter states or that is settled for it, rounds to the
printed one. It **holds under** a reading if the letter leaves the basis open and the figure rounds to the printed one
on one of the possible bases, which is then named. Otherwise it **does not hold**. A claim without a check is
**unchecked** and counts as a failure. Figures are compared at the printed precision.

The second kind of finding is a **slip**: a place where the letter contradicts itself or is incomplete
(:mod:`pitbook.exact.slips`).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final, Literal, get_args

from pitbook.errors import BadInput
from pitbook.exact import audit_bases as bases
from pitbook.exact import audit_meter as meters
from pitbook.exact.audit_bases import AuditedGame, Candidate, Check
from pitbook.exact.figures import deck_words
from pitbook.exact.printed import Printed, parse_printed
from pitbook.exact.slips import Slip, SlipKind, find_slips
from pitbook.games.letter import Claim, Figure, Notice
from pitbook.games.model import Game, Option, listed
from pitbook.games.settle import LOSS

Verdict = Literal["holds", "holds under", "does not hold", "unchecked"]
VERDICTS: Final[tuple[Verdict, ...]] = get_args(Verdict)
VERDICT_NAMES: Final[Mapping[Verdict, str]] = {
    "holds": "holds",
    "holds under": "holds if read this way",
    "does not hold": "does not hold",
    "unchecked": "unchecked",
}
"""The names of the verdicts on pages, in the terminal and in the PDF."""

CHECKS: Final[Mapping[Figure, Check]] = {
    "hit frequency": bases.hit_frequency,
    "one in": bases.one_in,
    "house advantage": meters.advantage,
    "return": bases.returned,
    "total return": bases.total_return,
    "combinations": bases.combinations,
    "probability": bases.probability,
    "envy pays": bases.envy_pays,
    "envy return": bases.envy_return,
    "total envy return": bases.total_envy_return,
    "house edge by players": bases.edge_by_players,
    "hold": meters.hold,
    "top payout odds": bases.top_payout_odds,
    "top payout average": meters.top_payout_average,
    "seed": meters.seed,
    "reserve": meters.reserve,
}
"""The check of each kind of figure."""


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """The audit's result for one claim."""

    game: Game
    claim: Claim
    verdict: Verdict
    reading: str
    """The basis on which it holds, if the letter does not state it; else empty."""
    exact: Fraction | None
    """The exact figure on that basis, or on the plain one if the claim does not hold; money in dollars."""
    reason: str
    tried: tuple[Candidate, ...] = ()
    """Every basis that was tried, in order."""
    settled: Mapping[str, str] = field(default_factory=dict)
    """The options that the wager's rule reads, with the values used."""

    @property
    def words(self) -> str:
        """The verdict with its reading."""
        return f"{self.verdict}: {self.reading}" if self.reading else self.verdict

    @property
    def printed(self) -> Printed:
        return parse_printed(self.claim.printed)

    @property
    def label(self) -> str:
        """The outcome of the figure, as its pay table names it; empty if it has none."""
        wager, name = self.game.wager(self.claim.wager), self.claim.outcome
        lines = [line for table in wager.tables if table.id == self.claim.table for line in table.lines]
        named = [*((line.outcome, line.label) for line in lines), *((each.name, each.label) for each in wager.outcomes)]
        words = "All other" if name == LOSS else name.replace("_", " ").capitalize()
        return next((label for outcome, label in named if outcome == name), words)

    @property
    def about(self) -> str:
        """The subject of the figure: the outcome, the deck count or the number of players."""
        decks, players = self.claim.decks, self.claim.players
        counts = [
            deck_words(decks) if decks else "",
            f"{players} player{'s' if players > 1 else ''}" if players else "",
        ]
        return ", ".join(part for part in (self.label, *counts) if part)

    @property
    def rounded(self) -> str:
        """The exact figure at the printed precision."""
        return "-" if self.exact is None else self.printed.render(self.exact)

    @property
    def shown(self) -> str:
        """The exact figure for display: in the printed format, with three more decimals if it is not exact there."""
        if self.exact is None:
            return "-"
        return self.rounded if parse_printed(self.rounded).value == self.exact else self.printed.render(self.exact, 3)

    def to_dict(self) -> dict[str, Any]:
        claim, exact = self.claim, self.exact
        record: dict[str, Any] = {
            "id": claim.id,
            "letter": self.game.letter.number,
            "game": self.game.slug,
            "wager": claim.wager,
            "table": claim.table,
            "decks": claim.decks or None,
            "outcome": claim.outcome,
            "players": claim.players or None,
            "block": claim.block,
            "figure": claim.figure,
            "printed": claim.printed,
            "exact": None if exact is None else f"{exact.numerator}/{exact.denominator}",
            "exact_decimal": None if exact is None else float(exact),
            "exact_as_printed": self.rounded,
            "verdict": self.words,
            "reading": self.reading,
            "reason": self.reason,
            "settled": dict(self.settled),
            "cite": claim.cite,
        }
        if self.verdict != "holds":
            record["tried"] = [
                {
                    "basis": each.basis,
                    "exact_decimal": None if each.exact is None else float(each.exact),
                    "agrees": self.printed.agrees(each.exact),
                }
                for each in self.tried
            ]
        return record


def reasons(findings: Sequence[ClaimFinding]) -> tuple[str, list[str]]:
    """The reasons that all these findings share, and the remaining reasons of each."""
    parts = [dict.fromkeys(finding.reason.split("; ")) for finding in findings]
    shared = [part for part in parts[0] if all(part in others for others in parts)]
    own = [
        [part for part in mine if part not in shared and part not in finding.about]
        for finding, mine in zip(findings, parts, strict=True)
    ]
    return "; ".join(shared), ["; ".join(mine) for mine in own]


@dataclass(frozen=True, slots=True)
class ReadingTried:
    """The number of a game's figures that hold with one choice of an option that changes how cards are classified."""

    game: Game
    option: Option
    choice: str
    wagers: tuple[str, ...]
    """The wagers that read the option and have printed figures."""
    holding: int
    claims: int
    edges: Mapping[str, tuple[Fraction, Fraction]]
    """The lowest and highest house edge of each wager's pay tables, at the game's usual deck count."""

    @property
    def taken(self) -> bool:
        return self.choice == self.option.default

    def to_dict(self) -> dict[str, Any]:
        return {
            "letter": self.game.letter.number,
            "game": self.game.slug,
            "wagers": list(self.wagers),
            "option": self.option.name,
            "choice": self.choice,
            "taken": self.taken,
            "holding": self.holding,
            "claims": self.claims,
            "house_edge_decimal": {wager: [float(edge) for edge in span] for wager, span in self.edges.items()},
        }


@dataclass(frozen=True, slots=True)
class Audit:
    """The findings on one or more letters."""

    games: tuple[Game, ...]
    findings: tuple[ClaimFinding, ...]
    readings: tuple[ReadingTried, ...]
    slips: tuple[Slip, ...]
    """Places where the letters are inconsistent or incomplete. They do not decide whether the audit is clean."""

    @property
    def clean(self) -> bool:
        """Whether every claim was checked and holds, including those that hold under a stated reading."""
        return all(finding.verdict in ("holds", "holds under") for finding in self.findings)

    @property
    def remarks(self) -> tuple[tuple[Game, Notice], ...]:
        return tuple((game, remark) for game in self.games for remark in game.letter.remarks)

    def counts(self, game: Game | None = None) -> dict[str, int]:
        """Claims for each verdict, of one game's letter or of all."""
        mine = [finding for finding in self.findings if game is None or finding.game.slug == game.slug]
        tally = Counter(finding.verdict for finding in mine)
        return {"claims": len(mine)} | {verdict.replace(" ", "_"): tally[verdict] for verdict in VERDICTS}

    def slips_by_title(self, kind: SlipKind) -> dict[str, list[Slip]]:
        """The slips of one kind, grouped by check."""
        found: dict[str, list[Slip]] = {}
        for slip in self.slips:
            if slip.check.kind == kind:
                found.setdefault(slip.check.title, []).append(slip)
        return found

    def of(self, *verdicts: Verdict) -> list[ClaimFinding]:
        return [finding for finding in self.findings if finding.verdict in verdicts]

    def to_dict(self) -> dict[str, Any]:
        letters = {game.letter.number: {"game": game.slug} | self.counts(game) for game in self.games}
        return {
            "summary": letters | {"total": self.counts()},
            "claims": [finding.to_dict() for finding in self.findings],
            "remarks": [
                {"letter": game.letter.number, "game": game.slug, "text": remark.text, "cite": remark.cite}
                for game, remark in self.remarks
            ],
            "readings": [reading.to_dict() for reading in self.readings],
            "slips": [slip.to_dict() for slip in self.slips],
        }


def audit(games: Iterable[Game]) -> Audit:
    """Checks every claim of these games' letters, and finds the slips in their words and tables."""
    chosen = tuple(games)
    findings = {game.slug: tuple(audit_letter(game)) for game in chosen}
    return Audit(
        chosen,
        tuple(finding for game in chosen for finding in findings[game.slug]),
        tuple(reading for game in chosen for reading in readings_tried(game, findings[game.slug])),
        tuple(slip for game in chosen for slip in find_slips(game)),
    )


def audit_letter(game: Game) -> Iterator[ClaimFinding]:
    """Checks every claim of one letter, with the settled readings."""
    audited = AuditedGame(game)
    true_of: dict[tuple[str, ...], list[str]] = {}  # pay tables, by printed block
    for claim in game.letter.claims:
        finding = judge(audited, claim)
        if finding.verdict == "does not hold":
            key = (claim.wager, claim.table, str(claim.decks), claim.block or claim.id)
            if key not in true_of:
                true_of[key] = list(_true_of_tables(audited, claim))
            finding = replace(finding, reason=_explained(audited, finding, true_of[key]))
        yield finding


def readings_tried(game: Game, findings: Sequence[ClaimFinding]) -> Iterator[ReadingTried]:
    """Each option that a rule reads, with each choice, against the figures of the wagers that read it."""
    for option in {option.name: option for wager in game.wagers for option in wager.reads}.values():
        readers = [wager.slug for wager in game.wagers if option in wager.reads]
        mine = [finding for finding in findings if finding.claim.wager in readers]
        wagers = tuple(dict.fromkeys(finding.claim.wager for finding in mine))
        for choice in option.choices if mine else ():
            audited = AuditedGame(game, {option.name: choice})
            taken = choice == option.default
            judged = mine if taken else [judge(audited, finding.claim) for finding in mine]
            holding = sum(finding.verdict in ("holds", "holds under") for finding in judged)
            edges = {wager: span for wager in wagers if (span := _edge_span(audited, wager))}
            yield ReadingTried(game, option, choice, wagers, holding, len(mine), edges)


def _edge_span(audited: AuditedGame, slug: str) -> tuple[Fraction, Fraction] | None:
    wager, usual = audited.game.wager(slug), audited.game.default_decks
    sheets = [audited.sheet(wager, table, usual) for table in wager.tables if usual in table.decks]
    edges = [sheet.house_edge for sheet in sheets if sheet.house_edge is not None]
    return (min(edges), max(edges)) if edges else None


def judge(audited: AuditedGame, claim: Claim) -> ClaimFinding:
    """Checks one claim against every basis that may have been meant."""
    check = CHECKS.get(claim.figure)
    tried = tuple(check(audited, claim)) if check else ()
    read = audited.game.check_options(audited.options)
    settled = {option.name: read[option.name] for option in audited.game.wager(claim.wager).reads}
    printed = parse_printed(claim.printed)

    def finding(verdict: Verdict, exact: Fraction | None, reason: str, reading: str = "") -> ClaimFinding:
        return ClaimFinding(audited.game, claim, verdict, reading, exact, reason, tried, settled)

    if not tried:
        return finding("unchecked", None, "there is no check for this figure")
    plain = [candidate for candidate in tried if candidate.plain]
    if plain and all(printed.agrees(candidate.exact) for candidate in plain):
        return finding("holds", plain[0].exact, _said(plain[0]))
    others = [candidate for candidate in tried if not candidate.plain and printed.agrees(candidate.exact)]
    if others:
        first, *also = others
        reasons = [first.why or "the letter does not print the basis", *(f"also {each.basis}" for each in also)]
        return finding("holds under", first.exact, "; ".join(reasons), first.basis)
    nearest = (plain or sorted(tried, key=lambda each: _distance(printed, each)))[0]
    return finding("does not hold", nearest.exact, _said(nearest))


def _said(candidate: Candidate) -> str:
    return f"{candidate.basis}; {candidate.why}" if candidate.why else candidate.basis


def _distance(printed: Printed, candidate: Candidate) -> tuple[bool, Fraction]:
    if candidate.exact is None:
        return True, Fraction(0)
    return False, abs(candidate.exact - printed.value)


def _explained(audited: AuditedGame, finding: ClaimFinding, true_of_tables: Sequence[str]) -> str:
    """Why a figure does not hold: whether it was truncated, and the pay tables or deck counts whose figure it is."""
    parts = [finding.reason]
    if finding.printed.truncates(finding.exact):
        parts.append("truncated instead of rounded")
    return "; ".join([*parts, *true_of_tables, *_true_of_decks(audited, finding.claim)])


def _true_of_tables(audited: AuditedGame, claim: Claim) -> Iterator[str]:
    """Other pay tables for which the whole printed block is true."""
    wager = audited.game.wager(claim.wager)
    if not claim.table:
        return
    keys = ("wager", "table", "decks", "block")
    block = [
        other
        for other in audited.game.letter.claims
        if claim.block and all(getattr(other, key) == getattr(claim, key) for key in keys)
    ] or [claim]
    others = [table for table in wager.table_ids() if table != claim.table and _all_true(audited, block, table=table)]
    if others:
        what = "every figure of this printed block" if len(block) > 1 else "the printed figure"
        yield f"{what} is that of pay table {listed(others)}"


def _true_of_decks(audited: AuditedGame, claim: Claim) -> Iterator[str]:
    """Other deck counts for which the figure is true."""
    wager = audited.game.wager(claim.wager)
    tables = [table for table in wager.tables if claim.table in ("", table.id)]
    counts = sorted({count for table in tables for count in table.decks} - {claim.decks})
    right = [count for count in counts if claim.decks and _all_true(audited, [claim], decks=count)]
    if right:
        yield f"the printed figure is that of {listed(map(str, [*right[:-1], deck_words(right[-1])]))}"


def _all_true(audited: AuditedGame, claims: Sequence[Claim], **changed: Any) -> bool:
    """Whether all these claims would hold on the plain basis for another table or deck count."""
    try:
        return all(judge(audited, replace(claim, **changed)).verdict == "holds" for claim in claims)
    except BadInput:
        return False
