"""Permissions: readers, their tokens (kept only as SHA-256), the collections each may open, and lockouts."""

import collections
import datetime
import hashlib
import math
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass

from lexdesk.server.http.listener import identify_client

DIGEST_LENGTH = 64
"""Hexadecimal digits of a SHA-256."""

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


@dataclass(frozen=True, slots=True)
class Token:
    """A token by its SHA-256; ``expires`` is its last day (UTC), ``None`` for no end."""

    sha256: str
    expires: datetime.date | None = None

    def is_valid(self, day: datetime.date) -> bool:
        """Return whether the token is valid on ``day``."""
        return self.expires is None or day <= self.expires


@dataclass(frozen=True, slots=True)
class Reader:
    """A person or a program; each of ``tokens`` opens the named ``collections``."""

    name: str
    tokens: tuple[Token, ...]
    collections: frozenset[str]

    def may_open(self, collection: str) -> bool:
        """Return whether the reader may search ``collection``."""
        return collection in self.collections


class Permissions:
    """The permissions of ``readers``, found by their tokens, and the lockouts after wrong tokens.

    Tokens have 256 random bits. So a plain hash is as good as a slow one, and the time of a look-up in a table of
    hashes does not reveal the token. ``failures`` within a minute cause a lockout of ``lockout`` seconds.
    """

    def __init__(self, readers: Iterable[Reader], failures: int, lockout: float):
        self._by_digest = {
            token.sha256: (reader, token) for reader in readers for token in reader.tokens
        }
        self._failures = Failures(failures, lockout)

    def admit(self, address: str, token: str | None) -> Reader:
        """Return the reader with ``token``; raises ``Unauthenticated`` for an invalid one.

        Failures lock out the client for invalid tokens, and the client's use of this one token. So nobody
        locks out another address, nor another reader behind the same one.
        """
        client = identify_client(address)
        key = f"{client} {token[:_PREFIX]}" if token else None
        if key and (wait := self._failures.seconds_to_wait(key)):
            raise Unauthenticated(wait)
        reader = self._reader_with(token) if token else None
        if reader is not None:
            return reader
        if wait := self._failures.seconds_to_wait(client):
            raise Unauthenticated(wait)
        self._failures.add(client)
        if key:
            self._failures.add(key)
        raise Unauthenticated(0)

    def _reader_with(self, token: str) -> Reader | None:
        """Return the reader with ``token``; ``None`` for an unknown or an expired one."""
        found = self._by_digest.get(hash_token(token))
        if found is None or not found[1].is_valid(datetime.datetime.now(datetime.UTC).date()):
            return None
        return found[0]


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


def make_token() -> str:
    """Make an unguessable token."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return the SHA-256 of ``token``, in hexadecimal digits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
