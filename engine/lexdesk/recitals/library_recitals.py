"""The recitals of one library: links read, loaded and proposed."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from lexdesk.citations.query_language import prioritise_languages
from lexdesk.errors import NotFound, RecitalCode
from lexdesk.recitals.links import (
    ExplainingRecital,
    Link,
    find_explained_provisions,
    find_explaining_recitals,
)
from lexdesk.recitals.links import find_links as links_of
from lexdesk.recitals.preamble import Act, require_adopted_act
from lexdesk.recitals.proposal import Proposal, propose
from lexdesk.search.library_state import languages
from lexdesk.storage import Store


class Recitals:
    """Links between recitals and provisions; ``writing`` holds the writer lock for a purpose."""

    def __init__(self, store: Store, writing: Callable[[str], AbstractContextManager[None]]):
        self._store = store
        self._writing = writing

    def act(self, work: str, *, language: str | None = None) -> Act:
        """Return the act as adopted, in ``language``, else the language of ``work`` or of most documents.

        Raises ``NotFound`` if there is none with recitals, or none in ``language``.
        """
        language = language and language.lower()
        preferred = [language] if language else prioritise_languages(work, languages(self._store))
        act = require_adopted_act(self._store, work, preferred)
        found_language = act.expression.language
        if language and found_language != language:
            raise NotFound(
                RecitalCode.LANGUAGE_MISSING, work=work, language=language, languages=found_language
            )
        return act

    def links(self, work: str) -> list[Link]:
        """Return all links of a work, in the order of its recitals; empty without recitals."""
        return links_of(self._store, work)

    def explained_by(self, work: str, eid: str, near: str | None = None) -> list[ExplainingRecital]:
        """Return the recitals of a provision, or of its displayed part ``near``, sorted as in ``find_links``."""
        return find_explaining_recitals(self._store, work, eid, near)

    def explains(self, work: str, recital: str) -> list[Link]:
        """Return the links of one recital."""
        return find_explained_provisions(self._store, work, recital)

    def first_line(self, act: Act, eid: str) -> str:
        """Return the heading of a provision of ``act``, else its first line; ``""`` if it has none."""
        provision = act.provisions.get(eid)
        if provision is None or provision.heading:
            return provision.heading if provision else ""
        text = self._store.texts.text(act.expression.id, provision.start, provision.end)
        return text.strip().removeprefix(f"({provision.number})").strip().partition("\n")[0]

    def load(self, work: str, path: Path) -> int:
        """Load a table in place of the previous one; return the number of its links.

        Raises ``NotFound``, ``MappingError``, ``OSError`` and ``LibraryLocked``.
        """
        from lexdesk.recitals import mapping  # finding citations loads many patterns

        work = self.act(work).expression.work
        provisions = [
            provision
            for expression in self._store.law.expressions_of(work)
            for provision in self._store.texts.provisions(expression.id)
        ]
        pairs = mapping.read(path, mapping.ProvisionNames(work, provisions))
        with self._writing("loading of recitals"), self._store.transaction():
            self._store.law.put_explanations(work, "mapping", [(r, p, None) for r, p in pairs])
        return len(pairs)

    def remove(self, work: str) -> int:
        """Remove the table of a work; return the number of its links."""
        work = self.act(work).expression.work
        with self._writing("removal of recitals"), self._store.transaction():
            return self._store.law.put_explanations(work, "mapping", [])

    def propose(self, work: str) -> Proposal:
        """Propose links with the model, in place of its previous proposals."""
        with self._writing("proposal of recitals"), self._store.transaction():
            return propose(self._store, work)
