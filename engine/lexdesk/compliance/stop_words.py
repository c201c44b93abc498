"""Stop words of match reasons, beyond the stop words of search.

Search keeps them, since a phrase or a question may depend on one.
"""

from __future__ import annotations

from pathlib import Path

from lexdesk.text.analysis import is_stop_word
from lexdesk.text.tables import read_table

_WORDS = {
    row["language"]: frozenset(row["words"].split())
    for row in read_table(Path(__file__).parent / "data" / "stop_words.tsv", ("language", "words"))
}
_PERSONS = _WORDS.pop("pronouns")


def is_uninformative(word: str, language: str | None) -> bool:
    """Return whether the lowercase ``word`` is uninformative in ``language`` (ISO 639-1)."""
    return is_stop_word(word, language or "") or word in _WORDS.get(language or "", ())


def is_pronoun(word: str) -> bool:
    """Return True for a pronoun of a person."""
    return word in _PERSONS
