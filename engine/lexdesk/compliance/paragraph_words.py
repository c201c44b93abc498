"""The parts of a text of law as queries, and the informative words of paragraphs."""

import itertools
import re
import textwrap
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tables import read_table
from lexdesk.text.tokens import accented_tokens, tokens

_WORDS = {
    row["language"]: frozenset(row["words"].split())
    for row in read_table(Path(__file__).parent / "data" / "stop_words.tsv", ("language", "words"))
}
_PERSONS = _WORDS.pop("pronouns")

_SHORTEST_WORD = 3
LONGEST = 1200
"""Maximum characters of one query: the input length of the model."""
# The archive of dated versions has no space before a list point and marks amendments: ;▼M2(d)
_BOUNDARY = lazy_pattern(r"\n+|(?<=[.;])\s+|(?<=[.;:,])(?=(?:▼\w+)?\(\w{1,4}\))")


def is_uninformative(word: str, language: str | None) -> bool:
    """Return whether the lowercase ``word`` is uninformative in ``language`` (ISO 639-1).

    Search keeps some of these words, since a phrase or a question may depend on one.
    """
    return is_stop_word(word, language or "") or word in _WORDS.get(language or "", ())


def is_pronoun(word: str) -> bool:
    """Return True for a pronoun of a person."""
    return word in _PERSONS


def split_parts(text: str) -> Iterator[str]:
    """Yield ``text`` in parts of at most ``LONGEST`` characters, cut at lines, sentences or words."""
    part = ""
    for sentence in split_sentences(text):
        for piece in textwrap.wrap(sentence, LONGEST):
            if part and len(part) + len(piece) > LONGEST:
                yield part
                part = ""
            part = f"{part} {piece}" if part else piece
    if tokens(part):
        yield part


def split_sentences(text: str) -> list[str]:
    """Split ``text`` into lines, sentences and list points."""
    return _BOUNDARY.split(text)


def as_written(word: str, text: str) -> str:
    """Return the lower-case ``word`` as written in ``text``, preferring a lower-case occurrence."""
    found = re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)
    return next(filter(str.islower, found), found[0] if found else word)


@lru_cache(maxsize=8192)  # a paragraph is compared with many parts
def find_informative_words(text: str, language: str | None) -> Mapping[str, str]:
    """Map the stems of the informative words of ``text`` to their first word."""
    analysed = analysis(language)
    found: dict[str, str] = {}
    for word in dict.fromkeys(accented_tokens(text)):
        if len(word) >= _SHORTEST_WORD and word.isalpha() and not is_uninformative(word, language):
            found.setdefault(analysed.word(word), word)
    return found


def share_pair(passage: str, passage_language: str | None, part: str, language: str | None) -> bool:
    """Return whether two informative words stand together in both texts: ``contractual clauses``.

    Without embeddings, single words in common are mostly everyday words.
    """
    return not _pairs(passage, passage_language).isdisjoint(_pairs(part, language))


@lru_cache(maxsize=256)  # a part is compared with many passages
def _pairs(text: str, language: str | None) -> frozenset[tuple[str, ...]]:
    """Return the pairs of informative words, as stems, with no other such word between them."""
    analysed = analysis(language)
    stems = [
        analysed.word(word)
        for word in accented_tokens(text)
        if len(word) >= _SHORTEST_WORD and word.isalpha() and not is_uninformative(word, language)
    ]
    return frozenset(
        tuple(sorted(pair)) for pair in itertools.pairwise(stems) if pair[0] != pair[1]
    )
