"""The interface of any open library, in a folder (``library``) or published (``lexdesk.publishing``)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from lexdesk.library.catalogue import LibraryCatalogue
    from lexdesk.library.law import LibraryLaw
    from lexdesk.library.search import LibrarySearch
    from lexdesk.library.status import Status
    from lexdesk.models.embedder import Embedder


class Inspection(Protocol):
    """The status and the integrity of a library."""

    def status(self) -> Status:
        """Return the contents and the state of the indexes. Raises ``LibraryError``."""

    def check(self) -> list[str]:
        """Read every byte of the indexes, compare them with the documents, and return the defects in words."""


class ReadableLibrary(Protocol):
    """An open library from a reader's view. Close it, or use it in a ``with`` statement.

    One object serves one thread. A ``Library`` can do more: it has ``sources``, notes and an ``admin`` that writes.
    """

    @property
    def path(self) -> Path:
        """Return the folder of its files on this machine."""

    @property
    def embedder(self) -> Embedder:
        """Return the model of its searches."""

    @property
    def search(self) -> LibrarySearch:
        """Return its search; call it with a query."""

    @property
    def law(self) -> LibraryLaw:
        """Return its works and provisions as of a day."""

    @property
    def catalogue(self) -> LibraryCatalogue:
        """Return the lists of its documents."""

    @property
    def admin(self) -> Inspection:
        """Return its status and checks."""

    def close(self) -> None:
        """Close the files."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...
