"""What an application has open while it serves: readers, collections, the audit log and the limits of rate."""

from __future__ import annotations

import time

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from lexdesk.errors import NotFound
from lexdesk.server.http.audit import AuditLog
from lexdesk.server.http.collections import ServedLibrary
from lexdesk.server.http.readers import Reader, Readers
from lexdesk.server.http.settings import Settings


class Service:
    """What the routes need: readers, open collections, the audit log and the limits of rate."""

    def __init__(self, settings: Settings, passphrase: str | None = None):
        """Open everything; raises what ``Library.open`` raises, ``OSError`` for the audit log."""
        self.readers = Readers(settings.readers)
        self.audit = AuditLog(settings.audit)
        self._limit = RateLimitItemPerMinute(settings.requests_per_minute)
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._collections: dict[str, ServedLibrary] = {}
        try:
            for name, path in settings.collections.items():
                self._collections[name] = ServedLibrary(name, path, settings.threads, passphrase)
        except BaseException:
            self.close()
            raise

    def collection(self, reader: Reader, name: str) -> ServedLibrary:
        """The collection ``name``; raises ``NotFound`` where it is not there for ``reader``."""
        if name not in reader.collections:
            raise NotFound(f"there is no collection {name!r} that {reader.name} may open")
        return self._collections[name]

    def seconds_to_wait(self, reader: Reader) -> int:
        """Count a request of ``reader``: 0, or the seconds after which one is allowed again."""
        if self._limiter.hit(self._limit, reader.name):
            return 0
        ends = self._limiter.get_window_stats(self._limit, reader.name).reset_time
        return int(ends - time.time()) + 1  # whole seconds, and past the moment itself

    def close(self) -> None:
        """End the threads and let go of the files."""
        for collection in self._collections.values():
            collection.close()
        self.audit.close()
