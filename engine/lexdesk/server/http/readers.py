"""Who may read what: tokens, of which only the SHA-256 is kept, and the collections that each opens."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from dataclasses import dataclass

DIGEST_LENGTH = 64
"""Hexadecimal digits of a SHA-256."""


@dataclass(frozen=True, slots=True)
class Reader:
    """A person or a program with a token; ``collections`` are the names of those that it opens."""

    name: str
    token_sha256: str
    collections: frozenset[str]


class Readers:
    """Finds the reader of a token.

    Tokens have 256 random bits, so that a plain hash is as good as a slow one, and looking up the hash
    tells nothing of the token by the time that it takes.
    """

    def __init__(self, readers: Iterable[Reader]):
        self._by_digest = {reader.token_sha256: reader for reader in readers}

    def of(self, token: str) -> Reader | None:
        """The reader who has ``token``; ``None`` for a wrong one."""
        return self._by_digest.get(digest(token))


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """The SHA-256 of ``token``, in hexadecimal digits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
