"""Prometheus metrics of the room, read from the store and the writer's queue at each scrape."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from pitbook.room.alerts import KINDS, LEVELS
from pitbook.store.write_connection import StoreUnavailable

if TYPE_CHECKING:
    from pitbook.web.app import Services
    from pitbook.web.http.observe import Readiness


class RoomMetrics(Collector):
    """Metrics of the room. All processes of a server report the same, except the queue of their own writer."""

    def __init__(self, services: "Services", readiness: "Readiness") -> None:
        self.services, self.readiness = services, readiness

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The names of the metrics, without reading the store."""
        for name, words, labels in (READY, WAITING, ALERTS, TO_CLOSE):
            yield GaugeMetricFamily(name, words, labels=labels)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The metrics; those of the room are left out without the store, since old values would mislead."""
        lost = bool(self.readiness.why(self.services.database))
        yield _gauge(READY, {(): 0 if lost else 1})
        yield _gauge(WAITING, {(): self.services.jackpots.writer.waiting})
        try:
            found = Counter((alert.kind, alert.level) for alert in self.services.alerts.look())
            to_close = self.services.days.to_close()
        except StoreUnavailable:
            return
        # Report 0 for each kind and level without alerts, so that a missing series always means a fault.
        every: dict[tuple[str, ...], int] = {(kind, level): 0 for kind in KINDS for level in LEVELS}
        yield _gauge(ALERTS, every | dict(found))
        yield _gauge(TO_CLOSE, {(): to_close})


Named = tuple[str, str, tuple[str, ...]]
READY: Final[Named] = ("pitbook_store_ready", "Whether the store can be reached and accepts writes.", ())
WAITING: Final[Named] = ("pitbook_writer_waiting", "Units of work in the queue of this process's writer.", ())
ALERTS: Final[Named] = ("pitbook_room_alerts", "Open alerts of the room.", ("kind", "level"))
TO_CLOSE: Final[Named] = ("pitbook_days_to_close", "Gambling days that are over and not closed.", ())


def _gauge(named: Named, values: dict[tuple[str, ...], int]) -> GaugeMetricFamily:
    name, words, labels = named
    gauge = GaugeMetricFamily(name, words, labels=labels)
    for each, value in values.items():
        gauge.add_metric(each, value)
    return gauge
