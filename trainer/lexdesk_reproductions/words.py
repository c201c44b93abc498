"""Tokens of the papers' lexical systems: without stop words, plain or analysed."""

import functools
from collections.abc import Callable

import tantivy

from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import accented_tokens
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TrainingError

Tokens = Callable[[str], list[str]]
"""Maps a text to its tokens, in order."""

_STOP_WORDS = {"de": "german", "en": "english", "pt": "portuguese"}


@functools.cache
def _stop_filter(language: str) -> tantivy.TextAnalyzer:
    if language not in _STOP_WORDS:
        known = ", ".join(_STOP_WORDS)
        raise TrainingError(TrainingCode.NO_STOP_WORDS, language=language, known=known)
    raw = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
    return raw.filter(tantivy.Filter.stopword(_STOP_WORDS[language])).build()


@functools.cache
def is_stop_word(word: str, language: str) -> bool:
    """Check a lower-case word against Snowball's stop words of ``language``."""
    return not _stop_filter(language).analyze(word)


@functools.cache
def plain(language: str) -> Tokens:
    """Create a tokenizer of lower-case words without stop words."""
    return lambda text: [word for word in accented_tokens(text) if not is_stop_word(word, language)]


@functools.cache
def make_tokenizer(language: str) -> Tokens:
    """Create a tokenizer of stems and compound parts (``lexdesk.text.analysis``) without stop words."""
    whole = analysis(language)

    @functools.lru_cache(maxsize=500_000)
    def of(word: str) -> tuple[str, ...]:
        return () if is_stop_word(word, language) else tuple(whole.text(word).split())

    return lambda text: [token for word in accented_tokens(text) for token in of(word)]
