"""The audit of the letters as a PDF for the commission.

This module makes the text; ``audit.typ`` has the layout. The same audit gives the same bytes: the file is dated by the
newest letter, not by the clock. It is PDF/A-3b, for archives, with the audit attached as data.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby
from typing import Any, get_args

from pitbook import __version__
from pitbook.exact.audit import VERDICT_NAMES, Audit, ClaimFinding, ReadingTried, reasons
from pitbook.exact.figures import percent
from pitbook.exact.slips import SlipKind
from pitbook.games.model import Game, listed
from pitbook.reports.typeset import typeset


def write(audit: Audit, dated: date | None = None) -> bytes:
    """The report's bytes, the audit itself attached as data; dated by the newest letter unless a day is given."""
    day = dated or max(game.letter.day_printed for game in audit.games)
    return typeset(
        ("pitbook.reports.audit", "audit.typ"), day, {"data": report(audit, day)}, {"record": audit.to_dict()}
    )


def report(audit: Audit, day: date) -> dict[str, Any]:
    """Everything that the pages show, in words."""
    return {
        "title": "Audit of printed figures",
        "date": [day.year, day.month, day.day],
        "letters": [_letter(game) for game in audit.games],
        "version": __version__,
        "fingerprint": fingerprint(audit),
        "summary": [[game.letter.label, game.name, *audit.counts(game).values()] for game in audit.games],
        "verdicts": VERDICT_NAMES,
        "total": list(audit.counts().values()),
        "errors": [_group(some) for some in _grouped(audit.of("does not hold", "unchecked"), _place)],
        "under": [_group(some) for some in _grouped(audit.of("holds under"), _reading)],
        "readings": [_tried(each) for each in audit.readings],
        "slips": [[kind, _slips(audit, kind)] for kind in get_args(SlipKind) if audit.slips_by_title(kind)],
        "remarks": [[game.letter.label, remark.text, remark.cite] for game, remark in audit.remarks],
        "claims": [_group(some) for some in _grouped(audit.findings, lambda each: each.claim.cite)],
    }


def _slips(audit: Audit, kind: SlipKind) -> list[dict[str, Any]]:
    return [
        {
            "title": title,
            "slips": [
                {
                    "letter": slip.game.letter.number,
                    "words": _sentence(slip.words),
                    "quotes": [[quote.place, quote.text] for quote in slip.quotes],
                }
                for slip in slips
            ],
        }
        for title, slips in audit.slips_by_title(kind).items()
    ]


def fingerprint(audit: Audit) -> str:
    """The SHA-256 of all claims and findings."""
    return hashlib.sha256(json.dumps([__version__, audit.to_dict()], sort_keys=True).encode()).hexdigest()


def _letter(game: Game) -> dict[str, str]:
    letter = game.letter
    submission = f", submission {letter.submission}" if letter.submission else ""
    return {
        "number": letter.label,
        "subject": letter.subject,
        "about": ", ".join(filter(None, (letter.maker, letter.day))) + submission,
    }


def _grouped(findings: Iterable[ClaimFinding], key: Callable[[ClaimFinding], str]) -> list[list[ClaimFinding]]:
    return [list(some) for _, some in groupby(findings, key=key)]


def _place(finding: ClaimFinding) -> str:
    """The letter's table that a figure is in."""
    claim = finding.claim
    return "/".join((finding.game.slug, claim.wager, claim.table, claim.block))


def _reading(finding: ClaimFinding) -> str:
    return "/".join((finding.game.slug, finding.claim.wager, finding.reading))


def _group(findings: Sequence[ClaimFinding]) -> dict[str, Any]:
    first = findings[0]
    shared, own = reasons(findings)
    return {
        "letter": first.game.letter.number,
        "wager": listed(dict.fromkeys(each.game.wager(each.claim.wager).name for each in findings)),
        "reading": first.reading,
        "cite": _sentence("; ".join(dict.fromkeys(each.claim.cite for each in findings))),
        "reason": _sentence(shared) if shared else "",
        "rows": [_row(each) | {"note": why} for each, why in zip(findings, own, strict=True)],
    }


def _row(finding: ClaimFinding) -> dict[str, str]:
    claim, exact = finding.claim, finding.exact
    return {
        "table": claim.table,
        "figure": ", ".join(part for part in (claim.figure, finding.about) if part),
        "printed": claim.printed,
        "rounded": finding.rounded,
        "exact": finding.shown,
        "fraction": "" if exact is None or exact.denominator == 1 else f"{exact.numerator:,}/{exact.denominator:,}",
        "verdict": finding.verdict,
    }


def _tried(reading: ReadingTried) -> list[Any]:
    names = {slug: reading.game.wager(slug).name for slug in reading.wagers}
    edges = [
        f"{names[wager]} {' to '.join(dict.fromkeys(percent(edge, 2) for edge in span))}"
        for wager, span in reading.edges.items()
    ]
    held = f"{reading.holding} of {reading.claims}"
    return [reading.game.letter.number, reading.option.meaning, reading.choice, reading.taken, held, "; ".join(edges)]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."
