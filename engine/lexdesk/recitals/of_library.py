"""The recitals of one library: its links read, loaded and proposed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from lexdesk.citations.query_citations import prioritise_languages
from lexdesk.errors import NotFound
from lexdesk.recitals.links import ExplainingRecital, Link, explained_by, explains
from lexdesk.recitals.links import links as links_of
from lexdesk.recitals.preamble import Act, require_adopted
from lexdesk.recitals.proposal import Proposal, propose
from lexdesk.search.current import languages
from lexdesk.storage import Store


class Recitals:
    """Links between recitals and provisions; ``writing`` holds the writer lock for a purpose.

    Without one the ``store`` itself has to refuse what would change them.
    """

    def __init__(
        self,
        store: Store,
        writing: Callable[[str], AbstractContextManager[None]] = lambda purpose: nullcontext(),
    ):
        self._store = store
        self._writing = writing

    def act(self, work: str, *, language: str | None = None) -> Act:
        """The act as adopted, in ``language``, or that which ``work`` tells as ``DSGVO`` does, or that of most documents.

        Raises ``NotFound`` where there is none with recitals, or none in ``language``.
        """
        language = language and language.lower()
        wanted = [language] if language else prioritise_languages(work, languages(self._store))
        found = require_adopted(self._store, work, wanted)
        there = found.expression.language
        if language and there != language:
            raise NotFound(f"{work} has no recitals in the language {language}; it has in: {there}")
        return found

    def links(self, work: str) -> list[Link]:
        """All links of a work, in the order of its recitals; none where it has no recitals."""
        return links_of(self._store, work)

    def explained_by(self, work: str, eid: str, near: str | None = None) -> list[ExplainingRecital]:
        """The recitals of a provision, or of one of which the provision ``near`` is read, as ``links`` orders them."""
        return explained_by(self._store, work, eid, near)

    def explains(self, work: str, recital: str) -> list[Link]:
        """The links of one recital."""
        return explains(self._store, work, recital)

    def first_line(self, act: Act, eid: str) -> str:
        """The heading of a provision of ``act``, or else how its text begins; ``""`` if it has none."""
        provision = act.provisions.get(eid)
        if provision is None or provision.heading:
            return provision.heading if provision else ""
        text = self._store.text(act.expression.id, provision.start, provision.end)
        return text.strip().removeprefix(f"({provision.number})").strip().partition("\n")[0]

    def load(self, work: str, path: Path) -> int:
        """Load a table in the place of the one loaded before; how many links it has.

        Raises ``NotFound``, ``MappingError``, ``OSError`` and ``LibraryLocked``.
        """
        from lexdesk.recitals import mapping  # finding citations loads many patterns

        work = self.act(work).expression.work
        provisions = [
            provision
            for expression in self._store.expressions_of(work)
            for provision in self._store.provisions(expression.id)
        ]
        pairs = mapping.read(path, mapping.ProvisionNames(work, provisions))
        with self._writing("loading of recitals"), self._store.transaction():
            self._store.put_explanations(work, "mapping", [(r, p, None) for r, p in pairs])
        return len(pairs)

    def remove(self, work: str) -> int:
        """Remove the table loaded for a work; how many links it had."""
        work = self.act(work).expression.work
        with self._writing("removal of recitals"), self._store.transaction():
            return self._store.put_explanations(work, "mapping", [])

    def propose(self, work: str) -> Proposal:
        """Let the model propose links, in the place of those that it proposed before."""
        with self._writing("proposal of recitals"), self._store.transaction():
            return propose(self._store, work)
