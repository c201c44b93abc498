"""The open parts of a service: readers, collections, the audit log and the rate limits."""

from __future__ import annotations

import collections
import functools
import math
import time
from dataclasses import dataclass

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from lexdesk.errors import NotFound, ServiceCode
from lexdesk.server.collections import ServedLibrary, open_library
from lexdesk.server.http.audit import AuditLog
from lexdesk.server.http.listener import client_of
from lexdesk.server.http.readers import Reader, Readers
from lexdesk.server.http.settings import Settings

_PREFIX = 8
"""Characters of a token that failures are counted by."""

_MINUTE = 60.0
_MOST = 10_000
"""Keys that are remembered; the one that failed longest ago is forgotten first."""


class Unauthenticated(Exception):  # noqa: N818 - named after what was found, as those of lexdesk.errors
    """A client without a valid token; ``wait`` is the lockout in seconds, or 0."""

    def __init__(self, wait: int):
        super().__init__(wait)
        self.wait = wait


class Service:
    """The state behind the routes: readers, open collections, the audit log and the rate limits."""

    def __init__(self, settings: Settings, passphrase: str | None = None):
        """Open everything; raises as ``Library.open``, and ``OSError`` for the audit log."""
        self._readers = Readers(settings.known_readers)
        self.audit = AuditLog(settings.audit, settings.audit_bytes, settings.audit_files)
        self.seconds_to_answer = settings.limits.answer_seconds
        self._failures = Failures(
            settings.limits.failures_per_minute, settings.limits.lockout_seconds
        )
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
        if name not in reader.collections:
            raise NotFound(ServiceCode.COLLECTION_MISSING, name=name, reader=reader.name)
        return self._collections[name]

    def admit(self, address: str, token: str | None) -> Reader:
        """Return the reader with ``token``; raises ``Unauthenticated`` for an invalid one.

        Failures lock out the client for invalid tokens, and the client's use of this one token. So nobody
        locks out another address, nor another reader behind the same one.
        """
        client = client_of(address)
        key = f"{client} {token[:_PREFIX]}" if token else None
        if key and (wait := self._failures.seconds_to_wait(key)):
            raise Unauthenticated(wait)
        reader = self._readers.of(token) if token else None
        if reader is not None:
            return reader
        if wait := self._failures.seconds_to_wait(client):
            raise Unauthenticated(wait)
        self._failures.add(client)
        if key:
            self._failures.add(key)
        raise Unauthenticated(0)

    def seconds_to_wait(self, reader: Reader) -> int:
        """Count a request of ``reader``; return 0, or the seconds until the next one is allowed."""
        if self._limiter.hit(self._limit, reader.name):
            return 0
        ends = self._limiter.get_window_stats(self._limit, reader.name).reset_time
        return int(ends - time.time()) + 1  # whole seconds, and past the moment itself

    def close(self) -> None:
        """End the threads and close the files."""
        for collection in self._collections.values():
            collection.close()
        self.audit.close()


@dataclass(slots=True)
class _Count:
    failed: int
    ends: float
    """The end of the count, or of its lockout."""


class Failures:
    """A lockout of each key for ``lockout`` seconds once it failed ``most`` times within a minute."""

    def __init__(self, most: int, lockout: float):
        self._most, self._lockout = most, lockout
        self._counts: collections.OrderedDict[str, _Count] = collections.OrderedDict()

    def seconds_to_wait(self, key: str) -> int:
        """Return the whole seconds of the lockout of ``key``; 0 without one."""
        count = self._counts.get(key)
        if count is None or count.failed < self._most:
            return 0
        return max(0, math.ceil(count.ends - time.monotonic()))

    def add(self, key: str) -> None:
        """Count a failure of ``key``."""
        now = time.monotonic()
        count = self._counts.pop(key, None)
        if count is None or count.ends <= now:
            count = _Count(0, now + _MINUTE)
        count.failed += 1
        if count.failed >= self._most:
            count.ends = now + self._lockout
        self._counts[key] = count
        if len(self._counts) > _MOST:
            self._counts.popitem(last=False)
