"""Snowball stems, through the stemmers that come with Tantivy.

Words are stemmed first and folded then. The stemmers of the Romance languages, Hungarian and others
know their endings by the accents: folded first, French *données* and *donner* part, 12 % of the words
of a Hungarian text and 6 % of a French one get another stem, and more stems are left. German does not
mind (docs/results/analysis.md).
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import tantivy

from lexdesk.text.tokens import fold

_STEMMERS = {
    "ar": "arabic", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "fi": "finnish", "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch",
    "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish",
    "tr": "turkish",
}  # fmt: skip

_IRREGULAR = {"en": {"children": "child", "men": "man", "women": "woman"}}
"""Plurals that are no ending, by language: the stemmer leaves them, and *children* would not find the *child*."""

STEMMED_LANGUAGES = tuple(_STEMMERS)
"""ISO 639-1 codes of the languages that there is a stemmer for; words of others stay whole."""


@functools.cache
def stemmer(language: str) -> Callable[[str], str]:
    """A function from a word in small letters, with its accents, to its folded stem."""
    if language not in _STEMMERS:
        return lambda word: fold(word).strip()
    whole = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
    analyzer = whole.filter(tantivy.Filter.stemmer(_STEMMERS[language])).build()

    irregular = _IRREGULAR.get(language, {})

    def stem(word: str) -> str:
        word = irregular.get(word, word)
        stems = analyzer.analyze(word)
        return fold(stems[0] if stems else word).strip()

    return stem
