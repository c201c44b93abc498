"""Inflected forms of words beside connectors: ``Kündigung /3 fristlos`` finds *fristlose Kündigung*.

Connectors are verified on the words of a text as they stand, so that a word becomes any of its forms in the library that
differ in the ending of a noun or an adjective. Words in quotes stay as written, and other relatives need a ``!``:
*liquidator* is not *liquidated*. Both words in one German compound are near, too: ``Frist /5 Kündigung`` finds
*Kündigungsfrist*.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from lexdesk.index.lexical.fulltext import FullText
from lexdesk.query import Near, Node, Or, Query, Rank, Term
from lexdesk.query.tree import And
from lexdesk.search.expansion.inflected_forms import forms_of
from lexdesk.text.analysis import analysis

_MOST = 12  # forms of a word, frequent ones first
_LOOKED_AT = 2_000  # words with the first letters of a compound
_GERMAN = "de"
_ENDINGS = frozenset(
    ("", "s", "es", "e", "en", "em", "er", "n", "ns", "ens", "x", "y", "ies", "ren")
)
"""Endings of nouns and adjectives in English, German and French, without accents."""
_SHORTEST = 4  # letters; shorter words have few forms, and many words like them


def with_inflections(query: Query, fulltext: FullText, languages: Sequence[str]) -> Query:
    """Return ``query`` with each plain word beside a connector as any of its forms."""
    if not query.demanding:
        return query
    forms = _Forms(fulltext, languages)
    return replace(query, root=_add_forms(query.root, forms, beside=False))


def _add_forms(node: Node, forms: _Forms, *, beside: bool) -> Node:
    """Return ``node`` with ``forms`` in place of the words below connectors, or of itself if ``beside`` one."""
    match node:
        case Near():
            left = _add_forms(node.left, forms, beside=True)
            right = _add_forms(node.right, forms, beside=True)
            near = replace(node, left=left, right=right)
            compounds = tuple(itertools.islice(forms.compounds(node), _MOST))
            return Or((near, *compounds)) if compounds else near
        case Or():
            return Or(tuple(_flat(_add_forms(part, forms, beside=beside) for part in node.parts)))
        case And():
            parts = tuple(_add_forms(part, forms, beside=False) for part in node.parts)
            excluded = tuple(_add_forms(part, forms, beside=False) for part in node.excluded)
            return And(parts, excluded)
        case Rank():
            required = tuple(_add_forms(part, forms, beside=False) for part in node.required)
            return replace(node, required=required)
        case Term() if beside:
            return forms.of(node)
    return node


def _flat(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield the alternatives of ``nodes``, each once."""
    seen: dict[Node, None] = {}
    for node in nodes:
        seen |= dict.fromkeys(node.parts if isinstance(node, Or) else (node,))
    yield from seen


class _Forms(Struct, frozen=True):
    """The forms and compounds of words in one library."""

    fulltext: FullText
    languages: Sequence[str]

    def of(self, term: Term) -> Node:
        """Return a plain word with its forms as alternatives."""
        if not _is_plain(term):
            return term
        (word,) = term.tokens
        related = forms_of(word, term.typed or word, self.fulltext, self.languages)
        forms = itertools.islice((form for form in related if _is_inflected(word, form)), _MOST)
        others = tuple(Term((form,), typed=form) for form in forms)
        return Or((term, *others)) if others else term

    def compounds(self, near: Near) -> Iterator[Term]:
        """Yield the German compounds of both operands, in their order if the connector has one."""
        left, right = near.left, near.right
        if near.negated or _GERMAN not in self.languages:
            return
        if not (isinstance(left, Term) and isinstance(right, Term)):
            return
        if not (_is_plain(left) and _is_plain(right)):
            return
        orders = ((left, right),) if near.ordered else ((left, right), (right, left))
        for modifier, head in orders:
            ends = [
                analysis(_GERMAN).word(word.typed or word.tokens[0]) for word in (modifier, head)
            ]
            for form, _ in self.fulltext.words_with_prefix(modifier.tokens[0][:-1], _LOOKED_AT):
                atoms = analysis(_GERMAN).atoms(form)
                if len(atoms) > 1 and [atoms[0], atoms[-1]] == ends:
                    yield Term((form,), typed=form)


def _is_plain(term: Term) -> bool:
    """Return whether ``term`` is one unquoted word of some letters."""
    return (
        not term.quoted
        and term.field == "any"
        and len(term.tokens) == 1
        and len(term.tokens[0]) >= _SHORTEST
        and term.tokens[0].isalpha()
    )


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
