"""Passwords that are tried on files which need one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

MAX_PASSWORDS = 100
"""To try one takes up to a tenth of a second, by design of the formats, and a file has a minute."""


class Passwords:
    """A few passwords in the order in which they are tried; held in memory alone, and shown nowhere.

    What opened one file is tried first on the next. Those that are no Unicode are left out: no format takes them.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        self._given = [each for each in dict.fromkeys(given) if each and _is_unicode(each)]

    def __len__(self) -> int:
        return len(self._given)

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._given))

    def __repr__(self) -> str:
        return f"Passwords({len(self)})"

    def opened(self, password: str) -> None:
        """Have ``password``, which opened a file, tried first from now on."""
        self._given.remove(password)
        self._given.insert(0, password)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
