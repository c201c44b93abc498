"""A listening socket with bounded connections, and an event loop for it.

At the bound, a new connection replaces the one idle for longest. So clients with half-sent requests keep no other client
else out.

asyncio 3.11 writes 2,048 tracebacks and schedules as many restarts each time a process is out of descriptors.
So this socket keeps one descriptor in reserve: it takes the connection with it and closes it at once.
"""

from __future__ import annotations

import asyncio
import collections
import contextlib
import errno
import ipaddress
import logging
import os
import socket
import sys
import time
import weakref
from collections.abc import Callable, Iterable
from typing import Any, Protocol, Self

from lexdesk.server.limits import Limits

_log = logging.getLogger("lexdesk.service")
_OUT_OF = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_REFUSED_AT_ONCE = 100
"""Connections refused before others on this thread go on."""
_OWN_DESCRIPTORS = 256
"""For libraries, logs and the program itself."""
_PAUSE = 0.01

_SECONDS = 60.0
_MOST_KINDS = 1_000
NAMES = ("uvicorn.error", "asyncio", "lexdesk.service")


def identify_client(address: str) -> str:
    """Return the key of a client: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)


class Tally:
    """Counts of open connections, in all and by client; those of ``proxies`` count in all alone."""

    def __init__(self, limits: Limits, proxies: Iterable[str] = ()):
        self._most, self._most_of_one = limits.connections, limits.connections_per_address
        self._proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._open: collections.Counter[str] = collections.Counter()

    def admit(self, address: str) -> str | None:
        """Count a connection; return the key for its ``release``, or ``None`` over the bound."""
        key = "proxy" if self._is_proxy(address) else identify_client(address)
        if self.is_full():
            _log.warning("%d connections are open; others are refused", self._most)
            return None
        if key != "proxy" and self._open[key] >= self._most_of_one:
            _log.warning("a client has %d connections open; more are refused", self._most_of_one)
            return None
        self._open[key] += 1
        return key

    def is_full(self) -> bool:
        """Return whether the bound is reached."""
        return self._open.total() >= self._most

    def release(self, key: str) -> None:
        """Count a connection as closed."""
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]

    def _is_proxy(self, address: str) -> bool:
        with contextlib.suppress(ValueError):
            ip = ipaddress.ip_address(address.partition("%")[0])
            return any(ip in network for network in self._proxies)
        return False


class _Connection(socket.socket):
    """A connection counted until it is closed or forgotten."""

    counted: weakref.finalize[Any, Any]

    def close(self) -> None:
        """Count it as closed, and close it."""
        self.counted()
        super().close()


class Listener(socket.socket):
    """A listening socket that closes connections over the bound."""

    tally: Tally
    evict: Callable[[], bool]
    reserve: int | None = None
    _has_accepted = False

    @classmethod
    def from_bound(cls, bound: socket.socket, tally: Tally, evict: Callable[[], bool]) -> Self:
        """Take over the descriptor of ``bound``; ``evict`` ends an idle connection, if there is one."""
        listening = cls(bound.family, bound.type, bound.proto, fileno=bound.detach())
        listening.tally, listening.evict = tally, evict
        listening._reserve()
        return listening

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection within the bound; raise ``BlockingIOError`` if there is none now.

        asyncio calls this until then, and again in its next turn. One connection a turn is accepted, so that ``evict``
        knows the earlier ones.
        """
        self._has_accepted = not self._has_accepted
        if not self._has_accepted or (self.tally.is_full() and self.evict()):
            self._has_accepted = False
            raise BlockingIOError
        for _ in range(_REFUSED_AT_ONCE):
            try:
                accepted, address = super().accept()
            except OSError as error:
                if error.errno not in _OUT_OF:
                    raise
                self._refuse_with_the_reserve()
                continue
            key = self.tally.admit(str(address[0]))
            if key is not None:
                return _count_connection(accepted, self.tally, key), address
            accepted.close()
        self._has_accepted = False
        raise BlockingIOError

    def close(self) -> None:
        """Stop listening."""
        if self.reserve is not None:
            os.close(self.reserve)
            self.reserve = None
        super().close()

    def _reserve(self) -> None:
        with contextlib.suppress(OSError):
            self.reserve = os.open(os.devnull, os.O_RDONLY)

    def _refuse_with_the_reserve(self) -> None:
        _log.warning("no descriptor is left for a connection; new ones are refused")
        if self.reserve is None:
            self._reserve()
        if self.reserve is None:
            time.sleep(_PAUSE)  # the socket stays readable: else this would spin
            raise BlockingIOError
        os.close(self.reserve)
        self.reserve = None
        try:
            super().accept()[0].close()
        finally:
            self._reserve()


def _count_connection(accepted: socket.socket, tally: Tally, key: str) -> _Connection:
    connection = _Connection(
        accepted.family, accepted.type, accepted.proto, fileno=accepted.detach()
    )
    connection.counted = weakref.finalize(connection, tally.release, key)
    connection.counted.atexit = False
    return connection


class Evictable(Protocol):
    """A connection with an immediate end."""

    def end(self) -> None:
        """End it."""


class Loop(asyncio.SelectorEventLoop):
    """An event loop with servers that listen through a ``Listener``."""

    def __init__(self, limits: Limits, proxies: Iterable[str] = ()):
        super().__init__()
        self._limits, self._tally = limits, Tally(limits, proxies)
        self.waiting: dict[Evictable, None] = {}
        """Connections on which nothing is answered now, the one that waits longest first."""
        _make_room(limits.connections)
        throttle_logs()

    def _evict(self) -> bool:
        """End the connection idle for longest; return false if none is idle."""
        longest = next(iter(self.waiting), None)
        if longest is None:
            return False
        del self.waiting[longest]
        longest.end()
        return True

    async def create_server(self, *args: Any, **options: Any) -> Any:
        """Create a server with bounds on its connections and on the time of a handshake."""
        bound = options.get("sock")
        if bound is not None:
            options["sock"] = Listener.from_bound(bound, self._tally, self._evict)
        if options.get("ssl") is not None:
            options["ssl_handshake_timeout"] = self._limits.header_seconds
            options["ssl_shutdown_timeout"] = self._limits.send_seconds
        return await super().create_server(*args, **options)


def _make_room(connections: int) -> None:
    """Raise the limit of descriptors of this process as far as the connections need and the system lets it."""
    if sys.platform == "win32":
        return
    import resource

    wanted = connections + _OWN_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < wanted:
        _log.warning("the system lets this process open %d files; %d are wanted", most, wanted)


class LogThrottle(logging.Filter):
    """A filter of one record of each kind a minute, with a count of the suppressed ones.

    The kind is the text of the message without its arguments, and the class of the exception.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write ``record``."""
        error = record.exc_info[0] if record.exc_info else None
        kind = (record.name, record.msg, error)
        now = time.monotonic()
        last, held = self._seen.get(kind, (-_SECONDS, 0))
        if now - last < _SECONDS:
            self._seen[kind] = (last, held + 1)
            return False
        if len(self._seen) >= _MOST_KINDS:
            self._seen.clear()
        self._seen[kind] = (now, 0)
        if held:
            record.msg = f"{record.msg} ({held} more in the minute before)"
        return True


def throttle_logs() -> None:
    """Hold back repeated lines of the service, of uvicorn and of asyncio, in this process."""
    for name in NAMES:
        logger = logging.getLogger(name)
        if not any(isinstance(log_filter, LogThrottle) for log_filter in logger.filters):
            logger.addFilter(LogThrottle())
