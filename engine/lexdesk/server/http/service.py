"""The open parts of a service: permissions, collections, the audit log and the rate limits."""

import functools
import time

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from lexdesk.errors import NotFound, ServiceCode
from lexdesk.server.collections import ServedLibrary, open_library
from lexdesk.server.http.audit import AuditLog
from lexdesk.server.http.permissions import Permissions, Reader
from lexdesk.server.http.settings import Settings


class Service:
    """The state behind the routes: permissions, open collections, the audit log and the rate limits."""

    def __init__(self, settings: Settings, passphrase: str | None = None):
        """Open everything; raises as ``Library.open``, and ``OSError`` for the audit log."""
        limits = settings.limits
        self.permissions = Permissions(
            settings.known_readers, limits.failures_per_minute, limits.lockout_seconds
        )
        self.audit = AuditLog(settings.audit, settings.audit_bytes, settings.audit_files)
        self.seconds_to_answer = limits.answer_seconds
        self._limit = RateLimitItemPerMinute(settings.requests_per_minute)
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._collections: dict[str, ServedLibrary] = {}
        try:
            for name, path in settings.collections.items():
                opener = functools.partial(open_library, path, passphrase)
                self._collections[name] = ServedLibrary(name, opener, settings.threads)
        except BaseException:
            self.close()
            raise

    def collection(self, reader: Reader, name: str) -> ServedLibrary:
        """Return the collection ``name``; raises ``NotFound`` if ``reader`` has none of that name."""
        if not reader.may_open(name):
            raise NotFound(ServiceCode.COLLECTION_MISSING, name=name, reader=reader.name)
        return self._collections[name]

    def seconds_to_wait(self, reader: Reader) -> int:
        """Count a request of ``reader``; return 0, or the seconds until the next one is allowed."""
        if self._limiter.hit(self._limit, reader.name):
            return 0
        ends = self._limiter.get_window_stats(self._limit, reader.name).reset_time
        return int(ends - time.time()) + 1  # rounded up to whole seconds

    def close(self) -> None:
        """End the threads and close the files."""
        for collection in self._collections.values():
            collection.close()
        self.audit.close()
