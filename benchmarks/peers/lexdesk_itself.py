"""Lexdesk through its Python interface."""

import shutil
from pathlib import Path
from typing import ClassVar

from benchmarks.peers.protocol import WAYS, Corpus, Question, Way
from lexdesk import Document, Library
from lexdesk.query import plain
from lexdesk.search.options import Mode
from lexdesk.vector_codes.int8 import pack

_DEPTH = 50  # candidates of each way of searching
_MODES: dict[Way, Mode] = {"semantic": "semantic", "hybrid": "hybrid"}


class Lexdesk:
    """Lexdesk on whole documents, which it cuts itself, with given vectors."""

    name: ClassVar[str] = "Lexdesk"
    ways: ClassVar[tuple[Way, ...]] = WAYS

    @classmethod
    def build(cls, folder: Path, corpus: Corpus) -> None:
        """Build the keyword index; ``add_vectors`` is measured apart."""
        with Library.open(folder / "library", create=True) as library:
            library.sources.add_documents(
                (
                    Document(
                        path.read_text(), "", work=path.stem, kind=path.parent.name, language="en"
                    )
                    for path in sorted((corpus.folder / "texts").rglob("*.txt"))
                ),
                vectors=False,
            )

    @classmethod
    def add_vectors(cls, folder: Path, corpus: Corpus) -> None:
        """Store the vectors and index them."""
        with Library.open(folder / "library") as library:
            store = library.store
            numbers = sorted(store.vectors.missing_passages())  # as the vectors are ordered
            with store.transaction():
                for start in range(0, len(numbers), 10_000):
                    some = pack(corpus.vectors[start : start + 10_000])
                    store.vectors.put(zip(numbers[start : start + 10_000], some, strict=True))
            library.embedder.adopt()
            library.sources.add_documents(())  # nothing is left to encode

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        self._library = Library.open(folder / "library")

    def search(self, way: Way, question: Question, limit: int) -> list[int]:
        """Search with highlights, citations and all other parts of a result."""
        text = question.words
        if way == "phrase":
            text = f'"{text}"'
        elif way == "filter":
            text = f"kind:{question.kind} {text}"
        answer = self._library.search(text, mode=_MODES.get(way, "keyword"), top=limit)
        return [hit.rank for hit in answer.hits]

    def passages(self, way: Way, question: Question, limit: int) -> list[int]:
        """Return the best passages without grouping of copies, as ``lexdesk evaluate`` measures."""
        mode = _MODES.get(way, "keyword")
        found = self._library.search.retriever(mode).candidates(plain(question.words), mode, _DEPTH)
        return [candidate.passage for candidate in found.best[:limit]]


def copied(folder: Path, library: Path) -> None:
    """Copy an existing library."""
    shutil.copytree(library, folder / "library")
