"""Export for OpenSearch: an index, bulk files, and a hybrid query with its pipeline.

index.json       the body of PUT /INDEX: settings and mapping
pipeline.json    the body of PUT /_search/pipeline/lexdesk: the combination of both scores
template.json    the body of PUT /_scripts/lexdesk: the hybrid query, to be filled with ``parameters``
bulk-0001.ndjson ... each the body of one POST /INDEX/_bulk

Needs OpenSearch 3.0: lower bounds of the normalization came with it. With them it scales as
``lexdesk.search.ranking.fusion`` does, each score by its maximum, from BM25 0 and from cosine 0. One
difference from Lexdesk: a passage returned by only one of the two queries counts as unlike for the other.

Sources: the documentation of OpenSearch on the k-NN vector field, spaces, k-NN and hybrid queries,
the normalization processor and the bulk API (docs.opensearch.org).
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lexdesk.document.model import DATE_FIELDS
from lexdesk.errors import ExportCode, LibraryError
from lexdesk.export.source import MADE_BY, ExportResult, Text, read_export, read_texts
from lexdesk.index.lexical.word_forms import EXACT, STEM, TITLE_BOOST
from lexdesk.models.embedder import find_semantic_weight, model_of, read_fusion_weights
from lexdesk.storage import Store
from lexdesk.system.atomic import new_folder
from lexdesk.system.progress import Listener, ignore
from lexdesk.text.analysis import analysis, is_stop_word
from lexdesk.text.tokens import fold, tokenize_folded

FORMAT = 1
"""Raised when a field changes its name or meaning."""

MOST_DIMENSIONS = 16_000
"""Of a ``knn_vector``."""

MOST_RESULTS = 10_000
"""``index.max_result_window``, and the most neighbours of a ``knn`` query."""

BULK_BYTES = 50_000_000
"""Of one bulk file, at most; a node takes 100 MB (``http.max_content_length``), some hosts only 10."""

# So many characters of four bytes fit into Lucene's longest term, 32,766 bytes.
_KEYWORD_BYTES = 8_191
_NAME = "lexdesk"  # of the pipeline and of the template
_NO_LIKENESS = 0.5  # the score of a cosine of 0 in the space ``cosinesimil``: (1 + cosine) / 2


def export(
    store: Store, folder: Path, bulk_bytes: int = BULK_BYTES, listener: Listener = ignore
) -> ExportResult:
    """Write index, pipeline, template and bulk files to ``folder``, an empty or new one.

    Raises ``LibraryError`` for a folder with files in it and for vectors too long for
    OpenSearch, and ``OSError``.
    """
    with new_folder(folder) as partial, store.as_of_one_moment():
        dimensions = store.vectors.vector_bytes()
        if dimensions > MOST_DIMENSIONS:
            raise LibraryError(
                ExportCode.TOO_MANY_DIMENSIONS, dimensions=dimensions, limit=MOST_DIMENSIONS
            )
        main = next(iter(store.filters.expression_counts("language")), "")
        metadata = {"format": FORMAT, "made_by": MADE_BY, "model": model_of(store)}
        bodies = {
            "index": index(dimensions, metadata),
            "pipeline": build_pipeline(
                find_semantic_weight(read_fusion_weights(store), main, short=True)
            ),
            "template": build_template(has_vectors=bool(dimensions)),
        }
        for name, body in bodies.items():
            if dimensions or name != "pipeline":
                text = json.dumps(body, indent=1, ensure_ascii=False)
                (partial / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")
        written = _Bulk(partial, bulk_bytes)
        for text_of in read_texts(store, listener=listener):
            for number, document in list_documents(text_of):
                written.add(number, document)
        written.close()
    return read_export(folder, {"passages": written.documents, "files": written.files})


def index(dimensions: int, metadata: dict[str, Any]) -> dict[str, Any]:
    """Return the body for creating the index, without vectors for 0 ``dimensions``."""
    settings: dict[str, Any] = {
        "analysis": {
            "analyzer": {
                "folded": {
                    "type": "custom",
                    "tokenizer": "standard",
                    "filter": ["lowercase", "asciifolding"],
                },
                "analysed": {"type": "custom", "tokenizer": "whitespace"},
            }
        }
    }
    keyword = {"type": "keyword", "ignore_above": _KEYWORD_BYTES}
    folded = {"type": "text", "analyzer": "folded"}
    analysed = {"type": "text", "analyzer": "analysed", "index_options": "freqs"}
    fields: dict[str, Any] = {
        "passage": {"type": "long"},
        "expression": {"type": "long"},
        **dict.fromkeys(("work", "eid", "kind", "language", "path"), keyword),
        **{name: {"type": "date", "format": "strict_date"} for name in DATE_FIELDS},
        "page": {"type": "integer"},
        "title": folded,
        "title_stems": analysed,
        **{name: {**folded, "copy_to": "words"} for name in ("label", "heading", "text")},
        "words": folded,
        "stems": analysed,
    }
    if dimensions:
        settings |= {"index.knn": True, "index.search.default_pipeline": _NAME}
        method = {"name": "hnsw", "engine": "faiss", "space_type": "cosinesimil"}
        parameters = {"ef_construction": 100, "m": 16}
        fields["vector"] = {
            "type": "knn_vector",
            "dimension": dimensions,
            "method": {**method, "parameters": parameters},
        }
    mapping = {"dynamic": "strict", "_meta": {"lexdesk": metadata}, "properties": fields}
    return {"settings": settings, "mappings": mapping}


def build_pipeline(weight: float) -> dict[str, Any]:
    """Return the combination of both scores, with ``weight`` (0..1) as the semantic share."""
    bounds = [{"mode": "apply", "min_score": 0.0}, {"mode": "clip", "min_score": _NO_LIKENESS}]
    processor = {
        "normalization": {"technique": "min_max", "parameters": {"lower_bounds": bounds}},
        "combination": {
            "technique": "arithmetic_mean",
            "parameters": {"weights": [round(1 - weight, 6), weight]},
        },
    }
    return {
        "description": "Words and meaning as Lexdesk adds them up",
        "phase_results_processors": [{"normalization-processor": processor}],
    }


def build_template(*, has_vectors: bool) -> dict[str, Any]:
    """Return the hybrid query as a search template; without vectors, the keyword query."""
    words = {
        "bool": {
            "should": [
                {"match": {name: {"query": f"{{{{{parameter}}}}}", "boost": boost}}}
                for name, parameter, boost in (
                    ("stems", "stems", STEM),
                    ("words", "words", EXACT),
                    ("title_stems", "stems", STEM * TITLE_BOOST),
                    ("title", "words", EXACT * TITLE_BOOST),
                )
            ]
        }
    }
    query: dict[str, Any] = words
    if has_vectors:
        near = {"vector": {"vector": "<vector>", "k": "<k>"}}
        query = {"hybrid": {"queries": [words, {"knn": near}], "pagination_depth": "<k>"}}
    body = {
        "size": "<size>",
        "_source": {"excludes": ["vector", "stems", "title_stems"]},
        "query": query,
    }
    source = json.dumps(body)
    for name in ("size", "k"):
        source = source.replace(f'"<{name}>"', f"{{{{{name}}}}}")
    source = source.replace('"<vector>"', "{{#toJson}}vector{{/toJson}}")
    return {"script": {"lang": "mustache", "source": source}}


def build_parameters(
    query: str,
    languages: Sequence[str],
    vector: NDArray[np.float32] | None = None,
    size: int = 10,
    depth: int = 50,
) -> dict[str, Any]:
    """Return the template parameters of ``query``: its content words, their stems, and its vector.

    ``languages`` are ISO 639-1 codes of the library, ``vector`` the encoded query of shape
    (dimensions,), ``depth`` how many hits of each way are added up. Raises ``ValueError`` for more
    results than OpenSearch gives.
    """
    if not 1 <= size <= MOST_RESULTS or not size <= depth <= MOST_RESULTS:
        raise ValueError(f"1 to {MOST_RESULTS} results can be had, and no more than the depth")
    content_words = [
        w for w in query.split() if not any(is_stop_word(w, language) for language in languages)
    ]
    query_words = content_words or query.split()
    stems = (analysis(language).text(word) for word in query_words for language in ("", *languages))
    filled: dict[str, Any] = {
        "words": " ".join(token for word in query_words for token in tokenize_folded(fold(word))),
        "stems": " ".join(dict.fromkeys(" ".join(stems).split())),
        "size": size,
        "k": depth,
    }
    return (
        filled
        if vector is None
        else {**filled, "vector": [float(component) for component in vector]}
    )


def list_documents(text: Text) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (passage, document) of each searchable passage of an expression."""
    of = text.expression
    analysed = analysis(of.language)
    about = {
        "expression": of.id,
        "work": of.work,
        "kind": of.kind,
        "language": of.language,
        "path": of.path,
        **{name: getattr(of, name) for name in DATE_FIELDS},
    }
    for row in text.passages:
        if row.id not in text.indexed:
            continue
        title, body = text.indexed[row.id]
        document = {
            "passage": row.id,
            **about,
            "eid": row.eid,
            "label": row.label,
            "heading": row.heading,
            "page": row.page,
            "title": title.strip(),
            "title_stems": analysed.text(title),
            "text": row.text.strip(),
            "stems": analysed.text(body),
        }
        if row.id in text.vectors:
            document["vector"] = [round(float(vector), 6) for vector in text.vectors[row.id]]
        yield row.id, {name: value for name, value in document.items() if value is not None}


class _Bulk:
    """A writer of documents to files, each within the size of one request."""

    def __init__(self, folder: Path, most: int):
        self.documents = self.files = 0
        self._folder, self._most = folder, most
        self._waiting: list[bytes] = []
        self._bytes = 0

    def add(self, number: int, document: dict[str, Any]) -> None:
        """Add a document under the number of its passage."""
        action = json.dumps({"index": {"_id": str(number)}}).encode()
        line = json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
        size = len(action) + len(line) + 2
        if size > self._most:
            raise LibraryError(
                ExportCode.PASSAGE_TOO_LARGE, number=number, size=size, limit=self._most
            )
        if self._bytes + size > self._most:
            self.close()
        self._waiting += (action, line)
        self._bytes += size
        self.documents += 1

    def close(self) -> None:
        """Write the buffered documents."""
        if self._waiting:
            self.files += 1
            path = self._folder / f"bulk-{self.files:04}.ndjson"
            path.write_bytes(b"\n".join(self._waiting) + b"\n")
            self._waiting, self._bytes = [], 0
