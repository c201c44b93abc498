"""Inflected forms of words beside connectors: ``Kündigung /3 fristlos`` finds *fristlose Kündigung*.

Connectors are verified on the words of a text as they stand, so that a word becomes any of its forms in the library that
differ in the ending of a noun or an adjective. Words in quotes stay as written, and other relatives need a ``!``:
*liquidator* is not *liquidated*.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.query import Near, Node, Or, Query, Rank, Term
from lexdesk.query.tree import And
from lexdesk.search.expansion.inflected_forms import forms_of

_MOST = 12  # forms of a word, frequent ones first
_ENDINGS = frozenset(
    ("", "s", "es", "e", "en", "em", "er", "n", "ns", "ens", "x", "y", "ies", "ren")
)
"""Endings of nouns and adjectives in English, German and French, without accents."""
_SHORTEST = 4  # letters; shorter words have few forms, and many words like them


_Forms = Callable[[Term], Node]


def with_inflections(query: Query, words: FullText, languages: Sequence[str]) -> Query:
    """Return ``query`` with each plain word beside a connector as any of its forms."""
    if not query.demanding:
        return query
    forms = partial(_with_forms, words=words, languages=languages)
    return dataclasses.replace(query, root=_inflected(query.root, forms, beside=False))


def _inflected(node: Node, forms: _Forms, *, beside: bool) -> Node:
    """Return ``node`` with ``forms`` in place of the words below connectors, or of itself if ``beside`` one."""
    match node:
        case Near():
            left = _inflected(node.left, forms, beside=True)
            right = _inflected(node.right, forms, beside=True)
            return dataclasses.replace(node, left=left, right=right)
        case Or():
            return Or(tuple(_flat(_inflected(part, forms, beside=beside) for part in node.parts)))
        case And():
            parts = tuple(_inflected(part, forms, beside=False) for part in node.parts)
            excluded = tuple(_inflected(part, forms, beside=False) for part in node.excluded)
            return And(parts, excluded)
        case Rank():
            required = tuple(_inflected(part, forms, beside=False) for part in node.required)
            return dataclasses.replace(node, required=required)
        case Term() if beside:
            return forms(node)
    return node


def _flat(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield the alternatives of ``nodes``, each once."""
    seen: dict[Node, None] = {}
    for node in nodes:
        seen |= dict.fromkeys(node.parts if isinstance(node, Or) else (node,))
    yield from seen


def _with_forms(term: Term, words: FullText, languages: Sequence[str]) -> Node:
    if term.quoted or term.field != "any" or len(term.tokens) != 1:
        return term
    (word,) = term.tokens
    if len(word) < _SHORTEST or not word.isalpha():
        return term
    related = forms_of(word, term.typed or word, words, languages)
    forms = itertools.islice((form for form in related if _is_inflected(word, form)), _MOST)
    others = tuple(Term((form,), typed=form) for form in forms)
    return Or((term, *others)) if others else term


def _is_inflected(word: str, form: str) -> bool:
    """Return whether two words differ in the ending of a noun or an adjective alone."""
    shared = next(
        (at for at, (a, b) in enumerate(zip(word, form, strict=False)) if a != b),
        min(len(word), len(form)),
    )
    return any(
        word[at:] in _ENDINGS and form[at:] in _ENDINGS
        for at in range(max(shared - 1, _SHORTEST - 1), shared + 1)
    )
