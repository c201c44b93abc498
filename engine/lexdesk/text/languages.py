"""Languages that can be detected, by py3langid (a 5 MB model, no network)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from functools import cache

LANGUAGES = (
    "bg", "es", "cs", "da", "de", "et", "el", "en", "fr", "ga", "hr", "it", "lv", "lt", "hu", "mt",
    "nl", "pl", "pt", "ro", "sk", "sl", "fi", "sv", "no", "is", "ru", "uk", "tr", "ar", "he", "zh",
    "ja", "ko", "ca", "gl", "eu", "sq", "sr", "bs", "mk",
)  # fmt: skip
"""ISO 639-1 codes of the candidate languages; fewer candidates make fewer errors."""

_LOADING = threading.Lock()

SHORT_TEXT_LANGUAGES = ("en", "de", "fr", "es", "it", "pl", "pt", "nl")
"""Candidates for a few words."""


_NOT_DETECTED = {"bs"}
"""Bosnian: a fifth of the Croatian GDPR was detected as Bosnian."""


def classify(text: str) -> str:
    """Return the most likely language of ``text`` (ISO 639-1)."""
    return _classifier()(text)[0]


def _ranking() -> Callable[[str], list[tuple[str, float]]]:
    from py3langid import langid

    _classifier()
    rank: Callable[[str], list[tuple[str, float]]] = langid.rank
    return rank


def most_likely(text: str, languages: Collection[str] = SHORT_TEXT_LANGUAGES) -> str:
    """Return the most likely one of ``languages``: of a few words, better than ``classify``."""
    known = (row for row in _ranking()(text) if row[0] in languages)
    return max(known, key=lambda row: row[1])[0]


def _classifier() -> Callable[[str], tuple[str, float]]:
    with _LOADING:  # of searches in several threads, one sets the languages
        return _loaded()


@cache
def _loaded() -> Callable[[str], tuple[str, float]]:
    from py3langid import langid

    langid.set_languages([code for code in LANGUAGES if code not in _NOT_DETECTED])
    classify: Callable[[str], tuple[str, float]] = langid.classify
    return classify
