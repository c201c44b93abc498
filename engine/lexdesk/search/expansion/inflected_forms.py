"""Other inflected forms of the plain words of a query in one library."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.term_selection import plain_words
from lexdesk.query import Query
from lexdesk.storage import Store
from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import fold, token_spans

_MOST_WORDS = 12  # of a query; longer ones are pasted texts
_LOOKED_AT = 2_000  # words with the same first letters, most frequent first
_WITHOUT_ACCENTS = {"en"}


def other_forms(
    query: Query, store: Store, fulltext: FullText, languages: Sequence[str], most: int
) -> dict[str, list[str]]:
    """Return the folded plain words of ``query``, each with at most ``most`` other forms, frequent ones first.

    Forms are of the languages of the typed word, spelled as in a text; words without other forms are left out.
    """
    plain = {term.tokens[0]: term.typed for term in plain_words(query.root, languages)}
    if len(plain) > _MOST_WORDS:
        return {}
    found: dict[str, list[str]] = {}
    for word, typed in plain.items():
        if not word.isalpha():
            continue
        known = list(fulltext.languages_of([typed], languages))
        forms = [*itertools.islice(forms_of(word, typed, fulltext, languages), most)]
        if not _WITHOUT_ACCENTS.issuperset(known):
            forms = [as_written(form, store, fulltext) for form in forms]
            forms = [form.lower() if typed.islower() else form for form in forms]
        if forms:
            found[word] = list(dict.fromkeys(forms))
    return found


def forms_of(word: str, typed: str, fulltext: FullText, languages: Sequence[str]) -> Iterator[str]:
    """Yield the folded forms of a word, frequent ones first; forms share the first half of its letters.

    A form counts in a language whose texts have it so: German *Termin* has the English stem of *termination*.
    """
    wanted = {
        language: {_stem(language, typed), _stem(language, fold(typed))}
        for language in fulltext.languages_of([typed], languages) or languages
    }
    for form, _ in fulltext.words_with_prefix(word[: max(1, len(word) // 2)], _LOOKED_AT):
        alike = [code for code in wanted if form != word and _stem(code, form) in wanted[code]]
        if alike and any(fulltext.languages_of([form], languages)[code] for code in alike):
            yield form


def _stem(language: str, word: str) -> str:
    return analysis(language).word(word)


def as_written(word: str, store: Store, fulltext: FullText) -> str:
    """Return a folded word with the accents and capitals of a passage."""
    for passage, _ in fulltext.search_weighted({word: 1.0}, 1):
        for row in store.passages.by_id([passage]).values():
            for start, end, forms in token_spans(row.text):
                if forms == (word,):
                    return row.text[start:end]
    return word
