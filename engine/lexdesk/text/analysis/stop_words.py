"""Stop words, by Tantivy's lists."""

import functools

import tantivy

# ISO 639-1 -> the name of Tantivy's list of stop words
_STOP_WORDS = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ru": "russian", "sv": "swedish",
}  # fmt: skip


@functools.cache
def _stop_word_filter(name: str) -> tantivy.TextAnalyzer:
    raw = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
    return raw.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.stopword(name)).build()


@functools.lru_cache(maxsize=10_000)
def is_stop_word(word: str, language: str) -> bool:
    """Return True if ``word`` is a stop word of ``language`` (ISO 639-1); False without a list."""
    name = _STOP_WORDS.get(language)
    return name is not None and not _stop_word_filter(name).analyze(word)
