"""Regular expressions compiled on first use, so that imports do not wait for those of other commands."""

import re
from typing import AnyStr, cast


class _LazyPattern:
    """A pattern compiled on first use; it caches each method used."""

    def __init__(self, pattern: str | bytes, flags: int):
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> object:
        if name == "_compiled":
            value: object = re.compile(self.pattern, self._flags)
        elif name.startswith("__"):
            raise AttributeError(name)
        else:
            value = getattr(self._compiled, name)
        setattr(self, name, value)  # the next time, Python finds it without this method
        return value


def lazy_pattern(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return ``pattern`` with the methods of ``re.Pattern``; it is compiled by the first of them.

    A mistake in it raises ``re.error`` only then. ``re``'s own functions do not accept it.
    """
    return cast("re.Pattern[AnyStr]", _LazyPattern(pattern, flags))


def begins_word(word: str) -> str:
    r"""Return the pattern ``\b`` and ``word``, for ``IGNORECASE``: ``re`` skips to a letter, and stops at every boundary.

    ``word`` is a pattern that begins with a letter of two forms: none of i, k and s, which Unicode has more of.
    """
    return rf"(?-i:[{word[0].lower()}{word[0].upper()}])(?<!\w.){word[1:]}"
