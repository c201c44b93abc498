"""Words of a text as the papers' lexical systems count them: without stop words, as they are or analysed."""

import functools
from collections.abc import Callable

import tantivy

from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import accented_tokens
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TrainingError

Tokens = Callable[[str], list[str]]
"""A text to its tokens, in order."""

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
    """Whether the word, in small letters, is one of Snowball's stop words of ``language``."""
    return not _stop_filter(language).analyze(word)


@functools.cache
def plain(language: str) -> Tokens:
    """Words in small letters, without stop words."""
    return lambda text: [word for word in accented_tokens(text) if not is_stop_word(word, language)]


@functools.cache
def analysed(language: str) -> Tokens:
    """Stems and the parts of compounds (``lexdesk.text.analysis``) of the words that are no stop words."""
    whole = analysis(language)

    @functools.lru_cache(maxsize=500_000)
    def of(word: str) -> tuple[str, ...]:
        return () if is_stop_word(word, language) else tuple(whole.text(word).split())

    return lambda text: [token for word in accented_tokens(text) for token in of(word)]
