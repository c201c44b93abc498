"""Citations: extraction from a text, normalisation to work and provision, resolution in context.

citation                          a citation, the mention of an act, and the place that cites
prefilter                         candidate positions in a long text
works                             judgments, and acts named or pointed at; names: those of data/
grammar -> groups -> pin_cites    provisions, with lists and ranges; grammars: by language
finder                            the extraction pipeline
act_linking                       the act of each pin cite
interpretation -> resolution -> eids      meaning in context; quotations: text for another act; context_cues:
                                  words that reveal the owner of provisions
reference_kinds                   the effect on the cited act: cites, amends, repeals ...
references                        the references of a document; clauses: a contract's references to itself
cited_eids, work_lookup           resolution in a library: the provision, and the work of a name;
                                  former_treaties: renumbered articles
act_names                         preferred names of acts, displayed instead of numbers
shorthand, query_wording, identifiers, query_language, query_cases -> query_citations     citations in queries; moments:
                                  their day, a. F.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexdesk.citations.citation import KINDS, Citation, Context
    from lexdesk.citations.finder import find, find_in_provisions
    from lexdesk.citations.work_lookup import index_names, normalize_name, resolve_name
    from lexdesk.citations.works.irish_uk import find_definitions

__all__ = [
    "KINDS", "Citation", "Context", "find", "find_definitions", "find_in_provisions", "index_names",
    "normalize_name", "resolve_name",
]  # fmt: skip

_MODULES = {
    "KINDS": "citation",
    "Citation": "citation",
    "Context": "citation",
    "find_definitions": "works.irish_uk",
    "find": "finder",
    "find_in_provisions": "finder",
    "normalize_name": "work_lookup",
    "index_names": "work_lookup",
    "resolve_name": "work_lookup",
}
"""The module of each name, loaded on demand: extraction compiles many patterns, lookup needs none."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value
