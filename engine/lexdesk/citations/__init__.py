"""Citations: found in a text, normalised to work and provision, resolved where the text stands.

scan                              where in a long text patterns are tried at all
works -> acts                     judgments, and acts named or pointed at; names knows those that need no context
grammar -> groups -> places       provisions, with lists and ranges
finder                            all of these, one after another
joining                           which act places are of
interpreting -> resolve -> eids   what both mean here; quotes: for another act; beside: words that tell whose
                                  provisions these are
kinds                             what the text does to what it cites
references                        all of this for a document, when it is read; clauses: what a contract cites of itself
cited_eids, lookup                what a library adds: the provision, and the work of a name
usual                             what lawyers call an act, which is shown in place of its number
shorthand -> typed                the citation that a query is
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexdesk.citations.citation import KINDS, Citation, Context
    from lexdesk.citations.finder import find, find_in_provisions
    from lexdesk.citations.lookup import name_key, names_of_works, with_work
    from lexdesk.citations.works.irish_uk import definitions

__all__ = [
    "KINDS",
    "Citation",
    "Context",
    "definitions",
    "find",
    "find_in_provisions",
    "name_key",
    "names_of_works",
    "with_work",
]

_MODULES = {
    "KINDS": "citation",
    "Citation": "citation",
    "Context": "citation",
    "definitions": "works.irish_uk",
    "find": "finder",
    "find_in_provisions": "finder",
    "name_key": "lookup",
    "names_of_works": "lookup",
    "with_work": "lookup",
}
"""Where each name is; finding loads many patterns, which looking up names does not need."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
