"""Tuned parameters of the search by whole documents, one frozen record for each kind of search.

All values were chosen on the dev halves of collections alone; docs/results/documents.md measures every
stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Find = Literal["affected", "grounds"]
"""``affected``: documents affected by a law. ``grounds``: the authorities of a document, law or decisions."""
FINDS: tuple[Find, ...] = get_args(Find)

Scorer = Literal["documents", "passages", "subject", "windows", "semantic", "citations", "matters"]
"""A scorer of documents; the scores are added up."""

Stage = Literal["denoise", Scorer, "interactions"]
"""A stage a search can leave out."""
STAGES: tuple[Stage, ...] = get_args(Stage)


@dataclass(frozen=True, slots=True)
class BM25:
    """BM25 (Robertson, Zaragoza 2009) for queries of document length.

    A word occurring n times in the query counts n to the power of ``repetition``; only the ``words`` most
    discriminative ones are searched, ``None`` for all.
    """

    k1: float
    b: float
    repetition: float = 1.0
    words: int | None = None


PLAIN = BM25(k1=1.2, b=0.75)
"""The defaults of Lucene and Tantivy; the baseline of the tuned parameters."""

SHORT = 250
"""Maximum words of a short query: the length of the measured paragraphs."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The parameters of one kind of search, and the weights of its scorers.

    ``denoise`` drops numbers and uninformative words (``query_words``); ``passage_words`` is the number of
    words of the passage query; ``subject_passages`` is the number of passages averaged for the title;
    ``window`` is the number of words on each side of a citation, scored with ``window_bm25``. A document
    counts by its best window or, with ``windows_ahead_of``, by its mean lead over the document at that rank.
    ``weights`` are the shares of the scorers for queries with citations, ``weights_uncited`` for the others;
    with ``semantic_as_in_search`` the semantic score has the same share as in a passage search. In languages
    unknown to the model the semantic score has no weight. ``citations`` is the share of mutual citations in
    the score, if there are any, and ``matters`` that of the subject index for queries without citations.
    ``interactions`` is the share of the paragraph pairs in the score of the best ``interaction_depth`` documents.

    ``short`` replaces all of this for queries of at most ``SHORT`` words, and ``by_language`` for a language;
    ``otherwise`` replaces it for queries with citations if the documents it finds by words are semantically
    nearer.
    """

    find: Find
    denoise: bool
    documents: BM25
    window_bm25: BM25
    weights: Mapping[Scorer, float]
    weights_uncited: Mapping[Scorer, float]
    passage_words: int = 60
    subject_passages: int = 3
    window: int = 75
    interactions: float = 0.0
    interaction_depth: int = 10
    candidates: int = 150
    passages: int = 2000
    source: str = field(default="", compare=False)
    semantic_as_in_search: bool = False
    citations: float = 0.5  # by judgement: collections mask the citations equal to their labels
    matters: float = 0.0
    windows_ahead_of: int | None = None
    short: Parameters | None = None
    otherwise: Parameters | None = None
    by_language: Mapping[str, Parameters] = field(default_factory=dict)

    def of_query(self, words: int, language: str | None) -> Parameters:
        """Return the parameters for a query of ``words`` words in ``language`` (ISO 639-1)."""
        if self.short and words <= SHORT:
            return self.short
        return self.by_language.get(language or "", self)


AFFECTED = Parameters(
    find="affected",
    denoise=True,
    documents=BM25(k1=1.2, b=0.3, words=100),
    window_bm25=BM25(k1=3.0, b=1.0, repetition=0.5),
    weights={"documents": 1, "passages": 8, "subject": 2},
    weights_uncited={"documents": 1, "passages": 8, "subject": 2},
    source="eu2ie dev: 33 directives against Irish Acts; 163 EU acts against those that cite them",
)
"""From a law to its implementing documents.

These are often long and implement the law in one part only: length is penalised little (small b), single
passages count, and the title of the law is a query of its own.
"""

_GROUNDS_OF_SHORT = Parameters(
    find="grounds",
    denoise=False,
    documents=PLAIN,
    window_bm25=PLAIN,
    weights={"documents": 0.4, "windows": 0.6},
    weights_uncited={"documents": 1},
    matters=0.5,
    semantic_as_in_search=True,
    source="de-citations dev: 769 paragraphs; obliqa: 500 questions; eu-citations dev: paragraphs",
)
"""From a paragraph, a question or a short letter to its authorities.

With the parameters for long documents, the shortest documents sharing a word would come first.
"""

_GROUNDS_AMONG_LIKE = Parameters(
    find="grounds",
    denoise=False,
    documents=PLAIN,
    window_bm25=BM25(k1=2.0, b=0.2),
    windows_ahead_of=3,
    weights={"documents": 0.24, "windows": 0.36, "semantic": 0.4},
    weights_uncited={"documents": 0.5, "semantic": 0.5},
    matters=0.5,
    citations=2 / 3,  # by judgement: the windows often put one document far ahead of all others
    source="de-citations dev: 164 statutes; eu-citations train: 80 acts and which acts they cite",
)
"""From a statute to its authorities among statutes and codes.

These are often longer than the query. Similarity to most of its paragraphs counts more than a large
number of shared words.
"""

GROUNDS = Parameters(
    find="grounds",
    denoise=False,  # denoising cost 0.02 of nDCG@10 on ie2eu, and 0.007 of MAP on irled
    documents=BM25(k1=20.0, b=1.0, repetition=0.5),
    window_bm25=BM25(k1=3.0, b=1.0, repetition=0.5),
    weights={"documents": 0.4, "windows": 0.6},
    weights_uncited={"documents": 1},
    matters=0.5,
    source="ie2eu dev: 32 Irish Acts against directives; irled dev: 140 judgments against decisions",
    short=_GROUNDS_OF_SHORT,
    otherwise=_GROUNDS_AMONG_LIKE,
    # No collection in German gained by the default parameters.
    by_language={"de": _GROUNDS_AMONG_LIKE},
)
"""From a document to its authorities.

The query has many subjects, so frequent words of a document keep counting (large k1); the words around
citations have the most weight.
"""

OF: Mapping[Find, Parameters] = {"affected": AFFECTED, "grounds": GROUNDS}
"""The parameters of each kind of search."""
