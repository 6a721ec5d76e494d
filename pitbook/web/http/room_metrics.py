"""What an operator is alerted to, for Prometheus: read when it is asked for, from the store and from what waits."""

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


class Watched(Collector):
    """The room as it stands. The same from every process of a server, but for the line before its writer."""

    def __init__(self, services: "Services", readiness: "Readiness") -> None:
        self.services, self.readiness = services, readiness

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Their names, without looking at the store."""
        for name, words, labels in (READY, WAITING, ALERTS, TO_CLOSE):
            yield GaugeMetricFamily(name, words, labels=labels)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Those of the room are left out while the store is away: an old figure would look like a good one."""
        lost = bool(self.readiness.why(self.services.database))
        yield _gauge(READY, {(): 0 if lost else 1})
        yield _gauge(WAITING, {(): self.services.jackpots.writer.waiting})
        try:
            found = Counter((alert.kind, alert.level) for alert in self.services.alerts.look())
            to_close = self.services.days.to_close()
        except StoreUnavailable:
            return
        # Each kind is told at every level, as 0 where there is none: whoever hears nothing knows that something broke.
        every: dict[tuple[str, ...], int] = {(kind, level): 0 for kind in KINDS for level in LEVELS}
        yield _gauge(ALERTS, every | dict(found))
        yield _gauge(TO_CLOSE, {(): to_close})


Named = tuple[str, str, tuple[str, ...]]
READY: Final[Named] = ("pitbook_store_ready", "Whether the store is reached and takes what is written to it.", ())
WAITING: Final[Named] = ("pitbook_writer_waiting", "Pieces of work in line before the writer of this process.", ())
ALERTS: Final[Named] = ("pitbook_room_alerts", "What somebody of the room must see to.", ("kind", "level"))
TO_CLOSE: Final[Named] = ("pitbook_days_to_close", "Gambling days that are over and not closed.", ())


def _gauge(named: Named, values: dict[tuple[str, ...], int]) -> GaugeMetricFamily:
    name, words, labels = named
    gauge = GaugeMetricFamily(name, words, labels=labels)
    for each, value in values.items():
        gauge.add_metric(each, value)
    return gauge
