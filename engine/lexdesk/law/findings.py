"""Findings in the text of a law, such as its commencement clause: derived at indexing, looked up by queries.

A text without a stored finding, such as one added by an earlier Lexdesk, is read when it is needed.
"""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypedDict, TypeVar
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct

from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.storage.statements import cut_batches
from lexdesk.system.json_values import parse

RULES = 2
"""Version of the rules of all findings; after a change of them, raise it, and the next addition derives them again."""

_STORED = "findings"  # setting: the last expression with findings
_BATCH = 200  # expressions in a transaction
_MAX_CACHED = 1_000  # expressions by finding

_known: WeakKeyDictionary[Store, dict[str, dict[int, Any]]] = WeakKeyDictionary()

Found = TypeVar("Found")


class _StoredSetting(TypedDict, total=False):
    rules: int
    expression: int


class Finding(Struct, Generic[Found], frozen=True):
    """A finding of a ``shape`` that can be stored as JSON, derived from the text of each law that it ``concerns``."""

    name: str
    shape: Any
    concerns: Callable[[ExpressionRow], bool]
    derive: Callable[[Store, ExpressionRow], Found]

    def of(self, store: Store, expression: ExpressionRow) -> Found:
        """Return the finding in a text: the stored one, else read now."""
        stored = store.findings.value(expression.id, self.name, RULES)
        if stored is not None:
            try:
                found: Found = parse(stored, self.shape)
            except ValueError:  # damaged: the text decides
                return self.derive(store, expression)
            return found
        return self.derive(store, expression)

    def cached(self, store: Store, expression: ExpressionRow) -> Found:
        """Return the finding in a text as ``of`` does, but once: an expression never changes."""
        known = _known.setdefault(store, {}).setdefault(self.name, {})
        if expression.id not in known:
            if len(known) >= _MAX_CACHED:
                known.clear()
            known[expression.id] = self.of(store, expression)
        found: Found = known[expression.id]
        return found


def last_stored(store: Store) -> int:
    """Return the last expression whose findings are stored by these rules; 0 for none."""
    done = store.setting(_STORED, _StoredSetting | None) or {}
    return done.get("expression", 0) if done.get("rules") == RULES else 0


def store_findings(store: Store, findings: Iterable[Finding[Any]]) -> int:
    """Derive and store the findings of the laws added since the last call; return the number of laws."""
    known = [*findings]
    last = last_stored(store)
    newest = store.findings.last_expression()
    if newest == last:
        return 0
    laws = [*store.findings.later_laws(last)]
    for batch in cut_batches(laws, _BATCH):
        values = [value for row in batch for value in _derive_rows(store, row, known)]
        with store.transaction():
            store.findings.store(RULES, values)
    store.set_setting(_STORED, {"rules": RULES, "expression": newest})
    return len(laws)


def _derive_rows(
    store: Store, row: ExpressionRow, findings: Iterable[Finding[Any]]
) -> list[tuple[int, str, str]]:
    return [
        (row.id, finding.name, msgspec.json.encode(finding.derive(store, row)).decode())
        for finding in findings
        if finding.concerns(row)
    ]
