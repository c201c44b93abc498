"""Limits on the verification of connectors in one search: a short query can require any amount of work."""

import contextlib
import time
import traceback
from collections.abc import Iterator

from msgspec import Struct

from lexdesk.errors import QueryCode, QueryError
from lexdesk.query.lexer import lex

MOST_PAIRS = 200_000
"""Maximum number of pairs of matches compared in one stretch of text; real queries need hundreds."""

SECONDS = (
    1.2  # for up to 100,000 passages, more in proportion; real queries take hundredths of that
)
_PASSAGES = 100_000


class TooMuchWork(Exception):  # noqa: N818
    """The connectors of a query match more places than can be verified."""


class Effort(Struct):
    """A limit on the processor time of this thread for connectors among ``passages``, counted from the first check."""

    passages: int
    # Unset until the first check: most queries have no connector, and reading the clock costs time on a busy machine.
    _begun: float | None = None

    @property
    def seconds(self) -> float:
        """Return the time limit of a search."""
        return SECONDS * max(1.0, self.passages / _PASSAGES)

    def check(self) -> None:
        """Raise ``TooMuchWork`` once the time is used up."""
        now = time.thread_time()
        if self._begun is None:
            self._begun = now
        if now - self._begun > self.seconds:
            raise TooMuchWork


@contextlib.contextmanager
def rejecting_excess(text: str) -> Iterator[None]:
    """Raise ``QueryError`` if the connectors of the query ``text`` match more places than can be verified."""
    try:
        yield
    except TooMuchWork as error:
        traceback.clear_frames(error.__traceback__)  # else the texts live as long as the error
        near = next(
            lexeme for lexeme in lex(text) if lexeme.kind in ("connector", "phrase", "joined")
        )
        raise QueryError(
            QueryCode.TOO_MANY_PLACES, text, near.start, near.end - near.start
        ) from None
