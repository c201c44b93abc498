"""The language of a document."""

import re

from lexdesk.errors import QueryCode, UnknownLanguage
from lexdesk.text.languages import LANGUAGES, classify

_SAMPLE_CHARACTERS = 1000
_MIN_LETTERS = 40  # in shorter samples a guess is a coin toss


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
    return classify(sample)
