"""Monitoring: health, readiness, Prometheus metrics, and a log with one JSON object per line.

Metrics and log hold no personal data: they name routes by their pattern, never by the full path, and contain no name,
badge, PIN, token or player.
"""

import json
import logging
import secrets
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from threading import Lock
from time import monotonic, perf_counter
from typing import Any, Final

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from sqlalchemy import text
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitbook import __version__
from pitbook.jackpot.book import PRIZES
from pitbook.jackpot.ledger import Transaction
from pitbook.store.database import Database
from pitbook.store.write_connection import StoreUnavailable
from pitbook.web.http.access import public

SLOW_SECONDS: Final = 1.0
"""Seconds after which a request is logged as slow."""
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
HERE: Final = ("127.0.0.1", "::1", "testclient")
PROBED: Final = public("health checks, without data of the room")
HERE_ONLY: Final = public("programs on this machine only; requests from elsewhere or through a proxy are refused")
READY_SECONDS: Final = 1.0
NOT_READY_SECONDS: Final = 5.0
_TRIAL: Final = text(
    "INSERT INTO tries (whose, count, at) VALUES ('readiness', 0, :at) ON CONFLICT (whose) DO UPDATE SET at = :at"
)
"""A write with no effect on the room, to test whether the store accepts writes."""
NO_ROUTE: Final = "(none)"
FACTS: Final = "facts"
"""The attribute of a log record that holds the fields of its request."""
METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
NO_METHOD: Final = "(other)"
"""Counts all other methods together, since a client may invent any number of names."""

router = APIRouter(tags=["operation"])
log = logging.getLogger("pitbook")
"""The log of requests; it writes nothing until :func:`write_log` is called."""


class ServerMetrics:
    """The metrics of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        names: Any = {"registry": self.registry, "namespace": "pitbook"}
        self.requests = Counter("requests", "Requests answered.", ("method", "route", "status"), **names)
        self.seconds = Histogram("request_seconds", "Seconds for an answer.", ("route",), buckets=BUCKETS, **names)
        self.transactions = Counter("transactions", "Transactions committed here.", ("kind",), **names)
        self.shown = Gauge("jackpot_shown_dollars", "The amount on a jackpot's display.", ("jackpot",), **names)
        self.prizes = Counter("prizes_dollars", "Prizes recorded here.", ("jackpot",), **names)
        self.faults = Counter("faults", "Requests that failed by a fault of the server.", **names)
        self.looking = Gauge("live_streams", "Open live streams.", **names)
        self.readiness = Readiness()
        self._answered: dict[tuple[str, str, int], Callable[[], None]] = {}
        self._took: dict[str, Callable[[float], None]] = {}
        ProcessCollector("pitbook", registry=self.registry)
        about = Gauge("info", "The running version.", ("version",), **names)
        about.labels(__version__).set(1)

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        """Counts and times a request; the counters of each kind are looked up once."""
        kind = (method, route, status)
        if kind not in self._answered:
            self._answered[kind] = self.requests.labels(method, route, str(status)).inc
            self._took[route] = self.seconds.labels(route).observe
        self._answered[kind]()
        self._took[route](seconds)

    def committed(self, items: Sequence[Transaction]) -> None:
        """Called by the store's worker after each commit."""
        for item in items:
            self.transactions.labels(item.kind).inc()
            self.shown.labels(item.book).set(int(item.result["shown_cents"]) / 100)
            if item.kind in PRIZES:
                self.prizes.labels(item.book).inc(int(item.result.get("prize_cents", 0)) / 100)


class Readiness:
    """Whether the store accepts writes, tested at most once a second, however many probes arrive.

    A nearly full disk may accept the test but no real write, so a failed write of a request counts for a while too.
    """

    def __init__(self) -> None:
        self._known = ("", 0.0)
        self._turn = Lock()

    def why(self, database: Database) -> str:
        """Why the store does not accept writes; empty if it does."""
        with self._turn:
            why, until = self._known
            if monotonic() >= until:
                try:
                    why = ""
                    with database.writing() as connection:
                        connection.execute(_TRIAL, {"at": datetime.now(UTC).isoformat()})
                except StoreUnavailable as error:
                    why = str(error)
                self._known = (why, monotonic() + READY_SECONDS)
            return why

    def found(self, why: str) -> None:
        """Records that a request failed because the store accepts no writes; does not wait for a running test."""
        self._known = (why, monotonic() + NOT_READY_SECONDS)


class Observe:
    """ASGI middleware that counts and times every answer."""

    def __init__(self, app: ASGIApp, figures: ServerMetrics) -> None:
        self.app, self.figures = app, figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status, request = perf_counter(), 500, secrets.token_hex(8)
        live = False

        async def noted(message: Message) -> None:
            nonlocal status, live
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", request.encode())]
                if any(value.startswith(b"text/event-stream") for _, value in message["headers"]):
                    live = True
                    self.figures.looking.inc()
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            seconds = perf_counter() - begun
            if live:
                self.figures.looking.dec()
            self._note(scope, status, 0.0 if live else seconds, request)

    def _note(self, scope: Scope, status: int, seconds: float, request: str) -> None:
        route = str(getattr(scope.get("route"), "path", NO_ROUTE))
        method = scope["method"] if scope["method"] in METHODS else NO_METHOD
        self.figures.answered(method, route, status, seconds)
        if status >= 500:
            self.figures.faults.inc()
        if not log.isEnabledFor(logging.INFO):
            return  # logging is off
        facts: dict[str, Any] = {"method": method, "route": route, "status": status, "request": request}
        facts["milliseconds"] = round(seconds * 1000, 1)
        if status >= 500:
            log.error("request failed", extra={FACTS: facts})
        elif seconds > SLOW_SECONDS:
            log.warning("request was slow", extra={FACTS: facts})
        elif method not in ("GET", "HEAD", "OPTIONS"):
            log.info("request done" if status < 400 else "request refused", extra={FACTS: facts})


def observe(app: FastAPI) -> ServerMetrics:
    """Adds metrics and log to an application."""
    figures = ServerMetrics()
    app.state.operation = figures
    app.add_middleware(Observe, figures=figures)
    app.router.routes.extend(router.routes)
    return figures


@router.get("/health", dependencies=[PROBED])
def health() -> dict[str, str]:
    """Returns 200 if the process answers at all."""
    return {"status": "alive", "version": __version__}


@router.get("/ready", dependencies=[PROBED], responses={503: {"description": "It cannot, and why."}})
def ready(request: Request) -> JSONResponse:
    """Returns 200 if the store can be reached and accepts writes, otherwise 503 with the reason."""
    why = request.app.state.operation.readiness.why(request.app.state.services.database)
    return JSONResponse({"status": "not ready", "why": why}, 503) if why else JSONResponse({"status": "ready"})


@router.get("/metrics", include_in_schema=False, dependencies=[HERE_ONLY])
def metrics(request: Request) -> Response:
    """Returns the metrics for Prometheus, to this machine only and never through a proxy."""
    here = request.client is not None and request.client.host in HERE
    if not here or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        return Response("metrics are available on this machine only\n", 403, media_type="text/plain")
    return Response(generate_latest(request.app.state.operation.registry), media_type=CONTENT_TYPE_LATEST)


def write_log() -> None:
    """Starts the log: one JSON object per line on stderr, including the messages of libraries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    log.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error"):
        # Removes log handlers that the server has set up before.
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True


class _Lines(logging.Formatter):
    """Formats messages as JSON. Of a library's message, only the first line without its values, which may be personal
    data; of a traceback, only the type of the exception."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name == log.name:
            own: dict[str, Any] = getattr(record, FACTS)
            at = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
            return json.dumps(own | {"event": record.msg, "level": record.levelname.lower(), "timestamp": at})
        facts: dict[str, Any] = {"event": str(record.msg).partition("\n")[0][:500], "level": record.levelname.lower()}
        if record.exc_info and record.exc_info[0] is not None:
            facts["fault"] = record.exc_info[0].__name__
        return json.dumps(facts | {"logger": record.name})
