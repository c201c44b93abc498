"""A size-bounded queue between workers and the consumer of their results."""

import threading
from collections import deque
from typing import Generic, TypeVar

_Item = TypeVar("_Item")


class BoundedResults(Generic[_Item]):
    """A queue of items with a total size below ``most_bytes``.

    Room is reserved before an item is produced, so the producer waits instead of filling memory.
    One item may exceed the total and is then alone. The room of an item is freed by fetching the
    next.
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
        """Return the bytes reserved now."""
        return self._held

    def reserve(self, size: int) -> bool:
        """Wait for room for an item of ``size`` bytes; return false if the queue was stopped."""
        with self._changed:
            while self._held and self._held + size > self._most and not self._stopped:
                self._changed.wait()
            self._held += size
            return not self._stopped

    def release(self, size: int) -> None:
        """Free the room reserved for an item not produced."""
        with self._changed:
            self._held -= size
            self._changed.notify_all()

    def put(self, item: _Item, size: int) -> None:
        """Append an item of ``size`` reserved bytes."""
        with self._changed:
            self._items.append((item, size))
            self._changed.notify_all()

    def get(self) -> _Item:
        """Wait for the next item and return it; free the room of the one fetched before."""
        with self._changed:
            self._held -= self._fetched
            self._fetched = 0
            self._changed.notify_all()
            while not self._items:
                self._changed.wait()
            item, self._fetched = self._items.popleft()
            return item

    def stop(self) -> None:
        """Release all producers waiting for room."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
