"""Between readers and the one who fetches what they read: a queue that holds a bounded size."""

from __future__ import annotations

import threading
from collections import deque
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class BoundedResults(Generic[_Item]):
    """A queue of items whose sizes together stay below ``most_bytes``.

    Room is reserved before an item is made, so that its maker waits and not the memory; one item
    may be larger than all the room there is, and is then alone. Room is given back when the item
    after it is fetched.
    """

    def __init__(self, most_bytes: int):
        self._most = most_bytes
        self._held = 0
        self._fetched = 0
        self._items: deque[tuple[_Item, int]] = deque()
        self._stopped = False
        self._changed = threading.Condition()

    @property
    def held(self) -> int:
        """Bytes that are reserved now."""
        return self._held

    def reserve(self, size: int) -> bool:
        """Wait for room for an item of ``size`` bytes; false where the queue was stopped."""
        with self._changed:
            while self._held and self._held + size > self._most and not self._stopped:
                self._changed.wait()
            self._held += size
            return not self._stopped

    def give_back(self, size: int) -> None:
        """Free what was reserved for an item that never came."""
        with self._changed:
            self._held -= size
            self._changed.notify_all()

    def put(self, item: _Item, size: int) -> None:
        """Append an item for which ``size`` bytes were reserved."""
        with self._changed:
            self._items.append((item, size))
            self._changed.notify_all()

    def get(self) -> _Item:
        """The next item, waited for; what was fetched before it counts no longer."""
        with self._changed:
            self._held -= self._fetched
            self._fetched = 0
            self._changed.notify_all()
            while not self._items:
                self._changed.wait()
            item, self._fetched = self._items.popleft()
            return item

    def stop(self) -> None:
        """Let nobody wait for room any longer."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
