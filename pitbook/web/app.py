"""The application: one store, the services of the room, and all routes."""

import asyncio
import gc
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from datetime import UTC, datetime
from typing import Final

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

from pitbook import __version__
from pitbook.errors import BadInput
from pitbook.games import found_by
from pitbook.jackpot.ledger import Transaction
from pitbook.money import Cents
from pitbook.reports.outside import open_listed
from pitbook.room.alerts import Alerts
from pitbook.room.audit.service import AuditService
from pitbook.room.configurations import Configurations
from pitbook.room.days.reports import Reports
from pitbook.room.days.service import Days
from pitbook.room.designs import design_finder
from pitbook.room.jackpots.large_wins import LargeWins
from pitbook.room.jackpots.late_awards import LateAwards
from pitbook.room.jackpots.malfunctions import Malfunctions
from pitbook.room.jackpots.manual_acts import ManualActs
from pitbook.room.jackpots.service import DisplayedAmount, Jackpots
from pitbook.room.people.passkeys import Passkeys
from pitbook.room.people.proposals import Proposals
from pitbook.room.people.service import People
from pitbook.room.people.sessions import Sessions
from pitbook.room.play.service import PlayTables
from pitbook.room.tables.hold import Holds
from pitbook.room.tables.pit import Pit
from pitbook.room.tables.rounds import Rounds
from pitbook.room.tables.service import Tables
from pitbook.room.tables.shoe_key import adopt_key, key_in_file
from pitbook.room.token_bucket import TokenBucket
from pitbook.room.watch import Watch
from pitbook.store.database import Database
from pitbook.store.listening import Listening
from pitbook.web.audit import api as api_audit
from pitbook.web.audit import pages as pages_audit
from pitbook.web.dealer import api as api_tables
from pitbook.web.dealer import controllers_api as api_controllers
from pitbook.web.dealer import pages as pages_dealer
from pitbook.web.dealer import supervisor_api as api_supervisor
from pitbook.web.display import pages as pages_display
from pitbook.web.docs import pages as docs_pages
from pitbook.web.family import every_family
from pitbook.web.floor import api as api_floor
from pitbook.web.floor import pages as pages_floor
from pitbook.web.floor import surveillance as pages_surveillance
from pitbook.web.games import api as api_games
from pitbook.web.games import letters as pages_letters
from pitbook.web.games import lobby as pages_lobby
from pitbook.web.games import pages as pages_games
from pitbook.web.http import api_page as pages_api
from pitbook.web.http import pages
from pitbook.web.http.guard import Guard
from pitbook.web.http.key_path import key_path
from pitbook.web.http.live import LiveMeters, LiveTables
from pitbook.web.http.observe import observe
from pitbook.web.http.openapi import describe_refusals
from pitbook.web.http.problems import answer_problems
from pitbook.web.http.room_frame import answer_room
from pitbook.web.http.room_metrics import RoomMetrics
from pitbook.web.http.short_tasks import set_switch_interval
from pitbook.web.lab import api as api_lab
from pitbook.web.lab import pages as pages_lab
from pitbook.web.learn import api as api_learn
from pitbook.web.learn import pages as pages_learn
from pitbook.web.office import api as api_office
from pitbook.web.office import jackpots_api as api
from pitbook.web.office import pages as pages_office
from pitbook.web.office import property_api as api_property
from pitbook.web.office import reports_api as api_reports
from pitbook.web.people import api as api_people
from pitbook.web.people import pages as pages_room
from pitbook.web.people import passkeys_api as api_passkeys
from pitbook.web.people import proposals_api as api_proposals
from pitbook.web.people import sessions_api as api_sessions
from pitbook.web.play import api as api_play
from pitbook.web.play import pages as pages_play
from pitbook.web.tour import pages as pages_tour

SMALL: Final = 1_000
"""Responses below this many bytes are not compressed."""
SERVED: Final = (
    api_tables,
    api_controllers,
    api,
    api_games,
    api_sessions,
    api_people,
    api_passkeys,
    api_reports,
    api_property,
    api_proposals,
    api_play,
    api_supervisor,
    api_floor,
    api_lab,
    api_learn,
    api_audit,
    pages,
    pages_lobby,
    api_office,
    pages_office,
    pages_audit,
    pages_games,
    pages_letters,
    pages_api,
    pages_lab,
    pages_learn,
    pages_play,
    pages_room,
    pages_dealer,
    pages_display,
    pages_floor,
    pages_surveillance,
    pages_tour,
    docs_pages,
)
"""Routes are matched in this order, so the dealers' key presses come first."""
FAMILIES_BEFORE: Final = api_learn
"""The routes of families come before these, which take any game."""
CHALLENGES, CHALLENGES_A_SECOND = 60, 1
"""The rate limit of passkey challenges for one address: burst size, and requests a second after that."""


def utc_now() -> datetime:
    return datetime.now(UTC)


class Services:
    """The services that requests use, over one store."""

    def __init__(self, store: str, shoe_key: str | None = None, *, new_shoe_key: bool = False) -> None:
        self.database = Database(store)
        try:
            path = key_path(shoe_key)
            key = key_in_file(path, self.database)
            self.key_notice = adopt_key(self.database, key, utc_now().isoformat(), path, instead=new_shoe_key)
        except BadInput:
            self.database.close()
            raise
        self.jackpots = Jackpots(self.database, lambda: utc_now().isoformat())
        self.days = Days(self.jackpots)
        self.configurations = Configurations(self.jackpots)
        self._games = ExitStack()
        self._games.enter_context(found_by(design_finder(self.database)))
        try:
            self.load_listed_games()
        except BadInput:
            self._games.close()
            self.jackpots.close()
            self.database.close()
            raise
        self.configurations.guard()
        self.watch = Watch(self.days, self.configurations)
        self.reports = Reports(self.days)
        self.people = People(self.database)
        self.sessions = Sessions(self.database, self.people, utc_now)
        self.proposals = Proposals(self.people)
        self.passkeys = Passkeys(self.sessions)
        self.passkey_rate = TokenBucket(CHALLENGES, CHALLENGES_A_SECOND)
        self.live = LiveMeters()
        self.tables = Tables(self.jackpots, utc_now, key)
        self.play = PlayTables(self.tables)
        self.holds = Holds(self.database, self.days.house)
        self.pit = Pit(self.tables, self.configurations)
        self.live_tables = LiveTables()
        self.audit = AuditService(self.days, self.configurations, self.tables)
        self.now = utc_now
        self.manual_acts = ManualActs(self.pit, self.jackpots)
        self.large_wins = LargeWins(self.configurations)
        self.late_awards = LateAwards(self.jackpots, lambda: self.large_wins.payouts().late_awards)
        self.malfunctions = Malfunctions(self.jackpots, utc_now, lambda: self.large_wins.payouts().malfunction_hours)
        self.rounds = Rounds(self.database)
        self.alerts = Alerts(self.days, self.configurations, self.malfunctions, self.large_wins, utc_now)

    def load_listed_games(self) -> None:
        """Loads the outside games that the property file lists; refuses one whose files have changed."""
        if self.configurations.versions():
            version = self.configurations.current()
            try:
                open_listed(version.property.game_folders)
            except BadInput as error:
                kept = "pitbook property keep stores a property's file that states another hash or folder"
                raise BadInput(f"version {version.number} of the configuration: {error}; {kept}") from None

    def close(self) -> None:
        self._games.close()
        self.play.close()
        self.holds.close()
        self.audit.close()
        self.watch.close()
        self.jackpots.close()
        self.database.close()


def served_routes() -> Iterator[BaseRoute]:
    """Every route, in the order of matching."""
    for each in SERVED:
        if each is FAMILIES_BEFORE:
            yield from (route for family in every_family() for router in family.routers() for route in router.routes)
        yield from each.router.routes


def freeze_gc() -> None:
    """Excludes everything loaded so far from garbage collection, which pauses all requests. New objects are collected
    often, a few at a time; long-lived ones seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(1_000, 50, 100)


def create_app(store: str, shoe_key: str | None = None, *, new_shoe_key: bool = False) -> FastAPI:
    """Builds the application over a store (a file path or a PostgreSQL address) with the key of its shoes."""
    services = Services(store, shoe_key, new_shoe_key=new_shoe_key)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        set_switch_interval()

        def publish(items: Sequence[DisplayedAmount]) -> None:
            # Called from other threads: on a commit of this process, or a notification from another server.
            loop.call_soon_threadsafe(services.live.publish, items)

        def tell(items: Sequence[Transaction]) -> None:
            publish([DisplayedAmount(item.book, item.number, Cents(int(item.result["shown_cents"]))) for item in items])

        def stepped(table: str) -> None:
            loop.call_soon_threadsafe(services.live_tables.publish, table)

        def missed() -> None:
            publish(services.jackpots.shown())
            loop.call_soon_threadsafe(services.live_tables.publish_all)

        services.jackpots.worker.listeners.append(tell)
        services.jackpots.worker.table_listeners.append(stepped)
        services.play.begin()
        services.watch.begin()
        for family in every_family():
            family.warm()
        listening = None
        if services.database.is_postgresql:
            listening = Listening(
                services.database.arguments,
                lambda book, number, cents: publish([DisplayedAmount(book, number, Cents(cents))]),
                missed,
                stepped,
                lambda: services.jackpots.worker.connection.process,
            )
        async with api_games.running(app), api_lab.running(app):
            yield
        if listening is not None:
            listening.close()
        services.jackpots.worker.listeners.remove(tell)
        services.jackpots.worker.table_listeners.remove(stepped)
        services.close()

    app = FastAPI(
        title="Pitbook",
        version=__version__,
        description="Jackpots, controllers and their ledger. Amounts are whole cents or whole millionths of a dollar.",
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        telemetry={"tracing": False, "metrics": False, "logs": False, "operation_spans": False},  # see observe.py
    )
    app.state.services = services
    app.add_middleware(GZipMiddleware, minimum_size=SMALL, compresslevel=5)  # does not compress event streams
    app.add_middleware(Guard)
    figures = observe(app)
    services.jackpots.worker.listeners.append(figures.committed)
    figures.registry.register(RoomMetrics(services, figures.readiness))
    answer_problems(app)
    describe_refusals(app)
    answer_room(app)
    # Not include_router: it would build every route again for each application, which slows down the first answers.
    app.router.routes.extend(served_routes())
    app.mount("/static", pages.Files(directory=pages.STATIC), name="static")
    return app
