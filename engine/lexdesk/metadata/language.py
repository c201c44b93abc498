"""Language detection with py3langid (a 5 MB model, no network)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from lexdesk.errors import QueryCode, UnknownLanguage

_SAMPLE_CHARACTERS = 1000
_MIN_LETTERS = 40  # in shorter samples a guess is a coin toss
LANGUAGES = (
    "bg", "es", "cs", "da", "de", "et", "el", "en", "fr", "ga", "hr", "it", "lv", "lt", "hu", "mt",
    "nl", "pl", "pt", "ro", "sk", "sl", "fi", "sv", "no", "is", "ru", "uk", "tr", "ar", "he", "zh",
    "ja", "ko", "ca", "gl", "eu", "sq", "sr", "bs", "mk",
)  # fmt: skip
"""ISO 639-1 codes of the candidate languages; fewer candidates make fewer errors."""


_NOT_DETECTED = {"bs"}
"""Bosnian: a fifth of the Croatian GDPR was detected as Bosnian."""


def parse_language(code: str) -> str:
    """Parse a language option: ISO 639-1, or ``""`` for ``auto`` (detect it).

    Raises ``UnknownLanguage``.
    """
    name = code.strip().lower()
    if name == "auto":
        return ""
    if name not in LANGUAGES:
        raise UnknownLanguage(
            QueryCode.LANGUAGE_UNKNOWN, code=code, known=", ".join(sorted(LANGUAGES))
        )
    return name


def detect_language(text: str) -> str | None:
    """Detect the language of ``text`` (ISO 639-1); return ``None`` if the text is too short.

    Samples the beginning and the middle, because a cover page may be in another language.
    """
    middle = len(text) // 2
    sample = text[:_SAMPLE_CHARACTERS]
    if middle > _SAMPLE_CHARACTERS:
        sample += " " + text[middle : middle + _SAMPLE_CHARACTERS]
    sample = re.sub(r"[\d\W_]+", " ", sample)
    if len(sample) < _MIN_LETTERS:
        return None
    language: str = _classify()(sample)[0]
    return language


@cache
def _classify() -> Callable[[str], tuple[str, float]]:
    from py3langid import langid

    langid.set_languages([code for code in LANGUAGES if code not in _NOT_DETECTED])
    classify: Callable[[str], tuple[str, float]] = langid.classify
    return classify
