"""A version of an act, and the documents compared with it."""

import datetime
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from lexdesk.compliance.passage_matching import Neighbours
from lexdesk.document.model import Provision
from lexdesk.index.conditions import Exclusion
from lexdesk.law.as_of import exclude_expressions
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.comparison import have_same_words
from lexdesk.law.versions import Version
from lexdesk.search.retrieval.hybrid import Retriever
from lexdesk.storage import Store
from lexdesk.storage.schema import ExpressionRow
from lexdesk.text.lazy_pattern import lazy_pattern

# Consolidated texts of the Union mark the source act of each part: ▼M2, ►C1 … ◄.
_AMENDMENT_MARK = lazy_pattern(r"[▼►]\w+|◄")


@dataclass(frozen=True, slots=True)
class ActVersion:
    """A version of an act: its expression, its provisions by eid, and all expressions of the work."""

    expression: ExpressionRow
    provisions: dict[str, Provision]
    own: frozenset[int]

    @property
    def work(self) -> str:
        """Return the identifier of the work."""
        return self.expression.work

    @property
    def language(self) -> str | None:
        """Return the ISO 639-1 code of the text."""
        return self.expression.language

    @property
    def citation(self) -> str:
        """Return the citation of the act."""
        return label_citation("", self.expression, None)

    def name_of(self, eid: str) -> str:
        """Return the citation of a provision; a missing one is cited by its eid."""
        provision = self.provisions.get(eid)
        return label_citation(provision.label if provision else eid, self.expression, None)


def find_unchanged(store: Store, old: ActVersion, new: ActVersion) -> frozenset[str]:
    """Return the eids of provisions with the same words and introductory words in both versions.

    A changed introduction changes the meaning of each point of its list.
    """
    before, after = (_own_words(store, act) for act in (old, new))
    amended = {eid for eid in before if not have_same_words(before[eid], after.get(eid, ""))}
    amended |= after.keys() - before.keys()
    touched = {eid for changed in amended for eid in _self_and_ancestors(changed)}
    return frozenset(
        eid for eid in before if eid not in touched and amended.isdisjoint(_self_and_ancestors(eid))
    )


def _own_words(store: Store, act: ActVersion) -> dict[str, str]:
    """Return the text of each provision by eid, without the provisions inside it."""
    text = store.texts.text(act.expression.id)
    inside: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for provision in act.provisions.values():
        if provision.parent:
            inside[provision.parent].append((provision.start, provision.end))
    found = {}
    for eid, provision in act.provisions.items():
        fragments, at = [], provision.start
        for start, end in sorted(inside[eid]):
            fragments.append(text[at:start])
            at = max(at, end)
        found[eid] = _AMENDMENT_MARK.sub(" ", " ".join([*fragments, text[at : provision.end]]))
    return found


def _self_and_ancestors(eid: str) -> Iterator[str]:
    """Yield ``eid`` and its enclosing provisions, up to the article or section."""
    while eid:
        yield eid
        eid = eid.rpartition("__")[0]


def read_act(store: Store, version: Version) -> ActVersion:
    """Return the act in ``version``."""
    expression = version.expressions[0]
    own = frozenset(version.id for version in store.law.expressions_of(expression.work))
    return ActVersion(expression, {p.eid: p for p in store.texts.provisions(expression.id)}, own)


def make_neighbour_finder(retriever: Retriever, act: ActVersion, within: str | None) -> Neighbours:
    """Return a finder of current passages of other works matching ``within``.

    Raise ``QueryError`` for an error in ``within``.
    """
    today = exclude_expressions(retriever.store, datetime.date.today())
    own_recitals = (retriever.store.law.recitals_in(own_expression) for own_expression in act.own)
    spared = today.spared.difference(*own_recitals)
    excluded = Exclusion(today.expressions | act.own, spared)
    return Neighbours(retriever, excluded, within, act.language)
