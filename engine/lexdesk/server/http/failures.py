"""Failed authentications, counted by client and by token, to stop guessing without locking out others."""

from __future__ import annotations

import collections
import math
import time
from dataclasses import dataclass

_MINUTE = 60.0
_MOST = 10_000
"""Keys that are remembered; the one that failed longest ago is forgotten first."""


@dataclass(slots=True)
class _Count:
    failed: int
    ends: float
    """The end of the count, or of its lockout."""


class Failures:
    """Locks a key out for ``lockout`` seconds once it failed ``most`` times within a minute."""

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
