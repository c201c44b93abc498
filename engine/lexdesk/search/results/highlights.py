"""Highlights: the matched ranges of a text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.citations.cited_eids import list_cited_forms
from lexdesk.document.eid import is_within
from lexdesk.index.lexical.term_selection import plain_words
from lexdesk.query import Query, Term
from lexdesk.search.known_item.targets import Target, find_target_named
from lexdesk.search.proximity.word_matchers import make_word_matcher
from lexdesk.storage import Store
from lexdesk.storage.schema import PassageRow, ReferenceRow
from lexdesk.text.analysis import analysis
from lexdesk.text.tokens import (
    RAISED_DIGITS,
    SECTION_SIGN,
    UNDECOMPOSED,
    find_word_spans,
    fold_in_place,
    is_inside_word,
    is_unspaced,
    normalize,
    tokens,
)

if TYPE_CHECKING:
    from lexdesk.storage.schema import PassageRow


class Highlighter:
    """A finder of the ranking words of a query in a text, with the folding and analysis of the index."""

    def __init__(self, query: Query, languages: Sequence[str] = ()):
        plain = dict.fromkeys(plain_words(query.root))
        in_text = (word for word in dict.fromkeys(query.positive()) if word.field == "any")
        others = [word for word in in_text if word not in plain]
        self._forms = [_form(other) for other in others if isinstance(other, Term)]
        self._alike = [make_word_matcher(other) for other in others if not isinstance(other, Term)]
        ranking = dict.fromkeys(plain_words(query.root, languages))
        self._plain = [term.typed or term.tokens[0] for term in ranking]
        self._inflected: dict[str | None, Callable[[set[str]], set[str]]] = {}

    def spans(self, text: str, language: str | None = None) -> list[tuple[int, int]]:
        """Return (start, end) of the matches in ``text``, in order, overlaps merged."""
        found = self._of_plain_words(text, language)
        if not self._forms and not self._alike:
            return found
        if self._forms:
            folded = fold_in_place(text)
            found += [span for form in self._forms for span in form.spans(folded)]
        if self._alike:
            found += find_word_spans(text, self._of_patterns)
        return merge_overlaps(sorted(found))

    def row_spans(self, row: PassageRow) -> list[tuple[int, int]]:
        """Return the matches in the text of a stored passage."""
        return self.spans(row.text, row.expression.language)

    def _of_patterns(self, words: Iterable[str]) -> list[str]:
        alike = self._alike
        return [
            word for word in words if any(is_like(t) for t in tokens(word) for is_like in alike)
        ]

    def _of_plain_words(self, text: str, language: str | None) -> list[tuple[int, int]]:
        if not self._plain:
            return []
        if language not in self._inflected:
            self._inflected[language] = analysis(language).finder(self._plain)
        return find_word_spans(text, self._inflected[language])


_NONE_OR_GAP = rf"(?:[^\w§]|[_{RAISED_DIGITS}])*"
_GAP = rf"(?:[^\w§]|[_{RAISED_DIGITS}])+"
_LONG_FOLDINGS = {"ss": "ß", **{v: k for k, v in UNDECOMPOSED.items() if len(v) > 1}}


class _Form(NamedTuple):
    """The pattern of a word or phrase, and whether a letter may precede and follow it.

    Letters are checked in the text: a pattern of all letters of Unicode is slow to compile.
    """

    pattern: re.Pattern[str]
    may_follow: bool
    may_be_followed: bool

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the matches in ``text``, which is folded in place; they may overlap."""
        at = 0
        while match := self.pattern.search(text, at):
            start, end = match.span()
            if (self.may_follow or not is_inside_word(text, start)) and (
                self.may_be_followed or not is_inside_word(text, end)
            ):
                yield start, end
            at = start + 1


def _form(term: Term) -> _Form:
    first, last = term.tokens[0], term.tokens[-1]
    words = [_as_written(first)]
    for before, after in pairwise(term.tokens):
        touch = SECTION_SIGN in (before, after) or is_unspaced(before) or is_unspaced(after)
        words += _NONE_OR_GAP if touch else _GAP, _as_written(after)
    return _Form(re.compile("".join(words)), is_unspaced(first), is_unspaced(last))


def merge_overlaps(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge overlaps of sorted ``spans``."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _as_written(token: str) -> str:
    """Return the pattern of ``token`` in a text folded in place."""
    if token == SECTION_SIGN:
        return "§"
    written = normalize("NFC", token)  # Arabic and Korean stay as they are
    for letters, letter in _LONG_FOLDINGS.items():
        written = written.replace(letters, f"(?:{letters}|{letter})")
    return written.replace("m2", "m[2²]").replace("m3", "m[3³]")


class CitationHighlighter(Highlighter):
    """A highlighter that also marks citations of the works and provisions in filters ``cites:`` of the query."""

    def __init__(self, query: Query, languages: Sequence[str], store: Store):
        super().__init__(query, languages)
        self._store = store
        named = (find_target_named(f.value, store) for f in query.filters() if f.name == "cites")
        self._targets = [
            (target, [form for eid in target.eids for form in list_cited_forms(eid)])
            for target in named
            if target
        ]

    def row_spans(self, row: PassageRow) -> list[tuple[int, int]]:
        """Return the matches and the citations in the text of a stored passage."""
        found = super().row_spans(row)
        if not self._targets:
            return found
        end = row.start + len(row.text)
        cited = [
            (reference.start - row.start, reference.end - row.start)
            for reference in self._store.law.references_in(row.expression.id, row.start, end)
            if self._is_asked(reference)
        ]
        return merge_overlaps(sorted((*found, *cited)))

    def _is_asked(self, reference: ReferenceRow) -> bool:
        return any(
            _is_of(reference, target)
            and (not eids or any(is_within(reference.target, eid) for eid in eids))
            for target, eids in self._targets
        )


def _is_of(reference: ReferenceRow, target: Target) -> bool:
    """Return whether a reference may mean the work of ``target``; one by a name alone may."""
    return reference.work in target.works or not reference.work
