"""Readers: tokens, kept only as SHA-256, and the collections each opens."""

from __future__ import annotations

import datetime
import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

DIGEST_LENGTH = 64
"""Hexadecimal digits of a SHA-256."""


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


class Readers:
    """The readers, found by their tokens.

    Tokens have 256 random bits. So a plain hash is as good as a slow one, and the time of a look-up in a table of
    hashes does not reveal the token.
    """

    def __init__(self, readers: Iterable[Reader]):
        self._by_digest = {
            token.sha256: (reader, token) for reader in readers for token in reader.tokens
        }

    def of(self, token: str) -> Reader | None:
        """Return the reader with ``token``; ``None`` for an unknown or an expired one."""
        found = self._by_digest.get(digest(token))
        if found is None or not found[1].is_valid(datetime.datetime.now(datetime.UTC).date()):
            return None
        return found[0]


def new_token() -> str:
    """Make an unguessable token."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """Return the SHA-256 of ``token``, in hexadecimal digits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
