"""What was found in a library, kept until the library changes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from lexdesk.storage.store import Store

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")
_MOST = 16  # answers of one question that are kept: each may list half of all documents


def until_changed(
    find: Callable[Concatenate[Store, _Asked], _Found],
) -> Callable[Concatenate[Store, _Asked], _Found]:
    """Ask ``find`` once for each argument, and again when documents were added or removed."""
    known: WeakKeyDictionary[Store, tuple[int, dict[object, _Found]]] = WeakKeyDictionary()

    @functools.wraps(find)
    def kept(store: Store, /, *args: _Asked.args, **kwargs: _Asked.kwargs) -> _Found:
        change = store.last_change()
        of_store = known.get(store)
        if of_store is None or of_store[0] != change:
            of_store = known[store] = (change, {})
        found = of_store[1]
        key = (args, tuple(sorted(kwargs.items())))
        if key not in found:
            if len(found) >= _MOST:
                found.clear()
            found[key] = find(store, *args, **kwargs)
        return found[key]

    return kept
