"""The language of a text, with py3langid (a model of 5 MB, no network)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from lexdesk.errors import UnknownLanguage

_SAMPLE_CHARACTERS = 1000
_FEWEST_LETTERS = 40  # below that a guess is a coin toss
LANGUAGES = (
    "bg", "es", "cs", "da", "de", "et", "el", "en", "fr", "ga", "hr", "it", "lv", "lt", "hu", "mt",
    "nl", "pl", "pt", "ro", "sk", "sl", "fi", "sv", "no", "is", "ru", "uk", "tr", "ar", "he", "zh",
    "ja", "ko", "ca", "gl", "eu", "sq", "sr", "bs", "mk",
)  # fmt: skip
"""ISO 639-1 codes of the languages in which law is likely to be read; fewer choices make fewer wrong ones."""


_NOT_DETECTED = {"bs"}
"""Its law is written so much like Croatian that a fifth of the Croatian GDPR was taken for it."""


def named_language(code: str) -> str:
    """The language that a person named, as ISO 639-1; ``""`` for ``auto``, which asks to detect it.

    Raises ``UnknownLanguage``.
    """
    name = code.strip().lower()
    if name == "auto":
        return ""
    if name not in LANGUAGES:
        raise UnknownLanguage(
            f"there is no language {code!r}; known are {', '.join(sorted(LANGUAGES))}, and auto to"
            " detect it"
        )
    return name


def detect(text: str) -> str | None:
    """ISO 639-1, or ``None`` where there is too little text to tell.

    Looks at a sample from the beginning and one from the middle: a cover page may be in another
    language.
    """
    middle = len(text) // 2
    sample = text[:_SAMPLE_CHARACTERS]
    if middle > _SAMPLE_CHARACTERS:
        sample += " " + text[middle : middle + _SAMPLE_CHARACTERS]
    sample = re.sub(r"[\d\W_]+", " ", sample)
    if len(sample) < _FEWEST_LETTERS:
        return None
    language: str = _classify()(sample)[0]
    return language


@cache
def _classify() -> Callable[[str], tuple[str, float]]:
    from py3langid import langid

    langid.set_languages([code for code in LANGUAGES if code not in _NOT_DETECTED])
    classify: Callable[[str], tuple[str, float]] = langid.classify
    return classify
