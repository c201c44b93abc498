"""What a search must know of a library as it stands, worked out anew only after a change."""

from __future__ import annotations

from lexdesk.storage import Store, until_changed


@until_changed
def languages(store: Store) -> tuple[str, ...]:
    """The languages of the library, most used first; English where none is known."""
    return tuple(store.expression_counts("language")) or ("en",)


def vectors_ready(store: Store) -> float:
    """The share of searchable passages that have a vector, in 0..1."""
    return _ready_with(store, store.last_vector())


@until_changed
def _ready_with(store: Store, last_vector: int) -> float:
    """``vectors_ready`` while ``last_vector`` is the last one: vectors come without a change."""
    del last_vector
    encoded, searchable = store.progress()
    return round(encoded / searchable, 4) if searchable else 1.0
