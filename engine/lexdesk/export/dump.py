"""A library as lines of JSON, one expression each, for programs outside of Lexdesk.

    {"work", "title", "short_title", "kind", "language", "valid_from", "valid_to", "text",
     "provisions": [{"eid", "kind", "number", "heading", "label", "parent", "start", "end"}],
     "references": [{"start", "end", "kind", "work", "target", "in_library"}]}

Offsets are characters of ``text``. References are resolved as far as the library can: ``work`` and
``target`` are in it if ``in_library`` is true. The trainer learns from these lines.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from lexdesk.law.cross_references import CrossReferences
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow


def dump_lines(store: Store) -> Iterator[str]:
    """Return every expression of the library, in the order of works and of their dates."""
    references = CrossReferences(store)
    for work in sorted(store.law.works()):
        with (
            store.as_of_one_moment()
        ):  # one snapshot a work, so that a slow reader of the dump does not hold up writers
            expressions = [
                _expression(store, references, expression)
                for expression in store.law.expressions_of(work)
            ]
        for expression in expressions:
            yield json.dumps(expression, ensure_ascii=False)


def _expression(
    store: Store, references: CrossReferences, expression: ExpressionRow
) -> dict[str, Any]:
    text = store.texts.text(expression.id)
    return {
        "work": expression.work,
        "title": expression.title,
        "short_title": expression.short_title,
        "kind": expression.kind,
        "language": expression.language,
        "valid_from": expression.valid_from,
        "valid_to": expression.valid_to,
        "text": text,
        "provisions": [asdict(provision) for provision in store.texts.provisions(expression.id)],
        "references": [
            {
                "start": reference.start,
                "end": reference.end,
                "kind": reference.kind,
                "work": reference.work,
                "target": reference.eid,
                "in_library": reference.in_library,
            }
            for reference in references.out_of(expression.id, 0, len(text))
        ],
    }
