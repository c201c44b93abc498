"""State of a library for searches, cached until it changes."""

from lexdesk.storage import Store, until_changed


@until_changed
def languages(store: Store) -> tuple[str, ...]:
    """Return the languages of the library, most used first; English if none is known."""
    return tuple(store.filters.expression_counts("language")) or ("en",)


def compute_vectors_ready(store: Store) -> float:
    """Return the share of searchable passages with a vector, in 0..1."""
    return _ready_with(store, store.vectors.last_number())


@until_changed
def _ready_with(store: Store, last_vector: int) -> float:
    """Return ``compute_vectors_ready`` for a given ``last_vector``: vectors come without a change."""
    del last_vector
    encoded, searchable = store.vectors.progress()
    return round(encoded / searchable, 4) if searchable else 1.0
