"""Passwords to try on locked files."""

from collections.abc import Iterable, Iterator

MAX_PASSWORDS = 100
"""One trial takes up to 0.1 s by design of the formats; a file has a minute."""


class Passwords:
    """A few passwords in order of trial, held in memory only and never displayed.

    The password of the last opened file is tried first on the next. Passwords with lone surrogates
    are dropped, because no format accepts them.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._given = [work for work in dict.fromkeys(given) if work and _is_unicode(work)]

    def __len__(self) -> int:
        return len(self._given)

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._given))

    def __repr__(self) -> str:
        return f"Passwords({len(self)})"

    def opened(self, password: str) -> None:
        """Move ``password``, which opened a file, to the front."""
        self._given.remove(password)
        self._given.insert(0, password)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
