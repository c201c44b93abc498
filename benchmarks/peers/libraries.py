"""Libraries for building a search engine: bm25s, txtai, tantivy-py, hnswlib."""

import contextlib
import re
import sqlite3
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from benchmarks.peers.protocol import Corpus, Question, Vectors, Way
from lexdesk.models.encoder import Encoder, load
from lexdesk.models.manifest import find

_EF = 100  # as many of hnswlib's candidates as it is built with
_CHARACTERS = 2_000  # of a snippet: all of most passages


def encoder() -> Encoder:
    """Load the shipped model as Lexdesk does."""
    return load(find("embedder"))


class Bm25s:
    """bm25s with its own tokenizer and Snowball stems, all in memory."""

    name: ClassVar[str] = "bm25s"
    ways: ClassVar[tuple[Way, ...]] = ("keyword",)

    @classmethod
    def build(cls, folder: Path, corpus: Corpus) -> None:
        """Build as in its documentation."""
        import bm25s

        tokens = bm25s.tokenize(
            [passage.text for passage in corpus.passages], stemmer=_stemmer(), show_progress=False
        )
        retriever = bm25s.BM25()
        retriever.index(tokens, show_progress=False)
        retriever.save(folder / "bm25s")
        np.save(folder / "numbers.npy", [passage.id for passage in corpus.passages])

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        import bm25s

        self._numbers = np.load(folder / "numbers.npy").tolist()
        self._bm25s, self._stemmer = bm25s, _stemmer()
        self._retriever = bm25s.BM25.load(folder / "bm25s")

    def search(self, way: Way, question: Question, limit: int) -> list[int]:
        """Search for any of the words."""
        tokens = self._bm25s.tokenize(question.words, stemmer=self._stemmer, show_progress=False)
        found, _ = self._retriever.retrieve(tokens, k=limit, show_progress=False)
        return [self._numbers[at] for at in found[0]]


def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("english")


class Txtai:
    """txtai: BM25 and faiss with equal weights; passages have given vectors, questions are encoded."""

    name: ClassVar[str] = "txtai"
    ways: ClassVar[tuple[Way, ...]] = ("keyword", "semantic", "hybrid")

    @classmethod
    def build(cls, folder: Path, corpus: Corpus) -> None:
        """Build with vectors in the order of its requests, the order of the passages."""
        from txtai import Embeddings

        taken = iter(range(0, len(corpus.vectors)))

        def given(texts: list[str]) -> Vectors:
            return np.stack([corpus.vectors[next(taken)] for _ in texts])

        index = Embeddings(method="external", transform=given, hybrid=True)
        index.index((passage.id, passage.text, None) for passage in corpus.passages)
        index.config.pop("transform")  # a function cannot be saved
        index.save(str(folder / "txtai"))

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        from txtai import Embeddings

        model = encoder()

        def encode(texts: list[str]) -> Vectors:  # it takes no method
            return model.encode(texts)

        self._index = Embeddings(method="external", transform=encode, hybrid=True)
        self._index.load(str(folder / "txtai"), config={"transform": encode})
        self._index.config["transform"] = encode
        self._index.model = self._index.loadvectors()

    def search(self, way: Way, question: Question, limit: int) -> list[int]:
        """Search with the weight as the share of vectors."""
        weight = {"keyword": 0.0, "semantic": 1.0}.get(way, 0.5)
        found = self._index.search(question.words, limit, weights=weight)
        return [int(number) for number, _ in found]


class RawTantivy:
    """tantivy-py with its English stemmer: passages only, without stored text."""

    name: ClassVar[str] = "raw tantivy-py"
    ways: ClassVar[tuple[Way, ...]] = ("keyword", "phrase", "filter")
    _stores: ClassVar[bool] = False

    @classmethod
    def build(cls, folder: Path, corpus: Corpus) -> None:
        """Index in one commit."""
        import tantivy

        (folder / "tantivy").mkdir()
        index = tantivy.Index(cls._schema(), path=str(folder / "tantivy"))
        writer = index.writer(128_000_000)
        for passage in corpus.passages:
            document = tantivy.Document()
            document.add_integer("id", passage.id)
            document.add_text("text", passage.text)
            document.add_text("kind", passage.kind)
            writer.add_document(document)
        writer.commit()
        writer.wait_merging_threads()

    @classmethod
    def _schema(cls) -> Any:
        import tantivy

        builder = tantivy.SchemaBuilder()
        builder.add_integer_field("id", stored=True)
        builder.add_text_field("text", tokenizer_name="en_stem", stored=cls._stores)
        builder.add_text_field("kind", tokenizer_name="raw", stored=cls._stores)
        return builder.build()

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        import tantivy

        self._index = tantivy.Index.open(str(folder / "tantivy"))
        self._searcher = self._index.searcher()

    def search(self, way: Way, question: Question, limit: int) -> list[int]:
        """Search with its own query parser."""
        terms = " ".join(re.findall(r"\w+", question.words))
        text = f'"{terms}"' if way == "phrase" else terms
        if way == "filter":
            text = f"+({text}) +kind:{question.kind}"
        query = self._index.parse_query(text, ["text"])
        hits = self._searcher.search(query, limit).hits
        return [self._number(self._searcher.doc(address), query) for _, address in hits]

    def _number(self, found: Any, query: Any) -> int:
        del query
        return int(found["id"][0])


class WholeTantivy(RawTantivy):
    """tantivy-py with text and kind of each hit, and Tantivy's own highlights."""

    name: ClassVar[str] = "tantivy-py, whole hits"
    _stores: ClassVar[bool] = True

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        super().__init__(folder, corpus)
        self._snippets: tuple[Any, Any] = (None, None)

    def _number(self, found: Any, query: Any) -> int:
        import tantivy

        if self._snippets[0] is not query:
            made = tantivy.SnippetGenerator.create(self._searcher, query, self._schema(), "text")
            made.set_max_num_chars(_CHARACTERS)
            self._snippets = query, made
        self._snippets[1].snippet_from_doc(found).highlighted()
        return super()._number(found, query)


class RawHnswlib:
    """hnswlib, M 16, ef 100, on float32; and the bare model for the question."""

    name: ClassVar[str] = "raw hnswlib"
    ways: ClassVar[tuple[Way, ...]] = ("semantic",)

    @classmethod
    def build(cls, folder: Path, corpus: Corpus) -> None:
        """Build the graph on all cores."""
        import hnswlib

        numbers = [passage.id for passage in corpus.passages]
        graph = hnswlib.Index(space="ip", dim=corpus.vectors.shape[1])
        graph.init_index(max_elements=len(numbers), M=16, ef_construction=_EF)
        for start in range(0, len(numbers), 50_000):  # else all vectors would be mapped at once
            end = start + 50_000
            graph.add_items(corpus.vectors[start:end], numbers[start:end])
        graph.save_index(str(folder / "graph.hnsw"))

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        import hnswlib

        self._graph = hnswlib.Index(space="ip", dim=corpus.vectors.shape[1])
        self._graph.load_index(str(folder / "graph.hnsw"))
        self._graph.set_ef(_EF)

    def search(self, way: Way, question: Question, limit: int) -> list[int]:
        """Encode the question and search the graph."""
        vector = self._encoder.encode([question.words])
        return [int(n) for n in self._graph.knn_query(vector, k=limit, num_threads=1)[0][0]]

    @cached_property
    def _encoder(self) -> Encoder:
        return encoder()


class WholeHnswlib(RawHnswlib):
    """hnswlib, with work, kind and text of each hit from SQLite, and the places of the question's words."""

    name: ClassVar[str] = "hnswlib, whole hits"

    @classmethod
    def build(cls, folder: Path, corpus: Corpus) -> None:
        """Build the graph, and a table of the passages."""
        super().build(folder, corpus)
        with contextlib.closing(sqlite3.connect(folder / "passages.sqlite")) as table:
            table.execute("CREATE TABLE passage (id INTEGER PRIMARY KEY, work, kind, text)")
            table.executemany("INSERT INTO passage VALUES (?, ?, ?, ?)", corpus.passages)
            table.commit()

    def __init__(self, folder: Path, corpus: Corpus) -> None:
        super().__init__(folder, corpus)
        self._table = sqlite3.connect(folder / "passages.sqlite")

    def search(self, way: Way, question: Question, limit: int) -> list[int]:
        """Search, read each hit and find the words of the question in it."""
        numbers = super().search(way, question, limit)
        either = "|".join(re.findall(r"\w+", question.words))
        words = re.compile(rf"\b(?:{either})", re.IGNORECASE)
        hits = self._table.execute(
            f"SELECT id, work, kind, text FROM passage WHERE id IN ({','.join('?' * len(numbers))})",
            numbers,
        ).fetchall()
        for *_, text in hits:
            _ = [match.span() for match in words.finditer(text)]
        return numbers
