"""A cache of values computed from a library, valid until the library changes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

from lexdesk.storage.store import Store

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")
_MOST = 16  # cached values of one function; each may list half of all documents


def until_changed(
    find: Callable[Concatenate[Store, _Parameters], _Result],
) -> Callable[Concatenate[Store, _Parameters], _Result]:
    """Cache the results of ``find`` by arguments until documents are added or removed."""
    known: WeakKeyDictionary[Store, tuple[int, dict[object, _Result]]] = WeakKeyDictionary()

    @functools.wraps(find)
    def kept(store: Store, /, *args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
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
