"""What the search by whole documents is tuned to: one frozen record for each kind of search.

Every value was chosen on the dev halves of collections alone; docs/results/documents.md
measures every stage.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Find = Literal["affected", "grounds"]
"""``affected``: the documents that a law touches. ``grounds``: the law or the decisions that a
document rests on."""
FINDS: tuple[Find, ...] = get_args(Find)

Voice = Literal["documents", "passages", "subject", "windows", "semantic", "citations"]
"""What gives a document a score of its own, before all are added up."""
VOICES: tuple[Voice, ...] = get_args(Voice)

Stage = Literal["denoise", Voice, "interactions"]
"""What can be left out of a search."""
STAGES: tuple[Stage, ...] = get_args(Stage)


@dataclass(frozen=True, slots=True)
class BM25:
    """BM25 (Robertson, Zaragoza 2009) for queries that are documents.

    A word that the query says n times counts n to the power of ``repetition``; only the ``words``
    most telling ones are asked, ``None`` for all.
    """

    k1: float
    b: float
    repetition: float = 1.0
    words: int | None = None


PLAIN = BM25(k1=1.2, b=0.75)
"""As Lucene and Tantivy have it: what the tuned ones are measured against."""

SHORT = 250
"""Words of a query up to which it is a short text: as many as the paragraphs had that were measured."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """How one kind of search asks, and what each voice counts.

    ``denoise`` says whether numbers and words that tell nothing are dropped (``query_words``);
    ``passage_words`` is how many words are asked of passages; ``subject_passages`` of how many
    passages the mean is taken that say the title best; ``window`` the words on each side of a
    citation, ``window_bm25`` how windows are scored: a document counts by its best one or, with
    ``windows_ahead_of``, by how far it is ahead of the document in that place, on average of all.
    ``weights`` are shares of the voices where the query shows where it cites, ``weights_uncited``
    where it does not; with ``semantic_as_in_search`` meaning has the share beside them that it has in a
    search of passages. In a language of which the model knows nothing meaning has none. ``citations``
    is the share of the citations between both in the score, where there are any. ``interactions`` is
    the share of the pairs of paragraphs in the score of the best ``interaction_depth`` documents.

    In place of all of this, ``short`` asks with a text of at most ``SHORT`` words, and ``by_language``
    in a language; ``otherwise`` asks with a query that shows where it cites, if the documents that it
    finds by words are nearer in meaning.
    """

    find: Find
    denoise: bool
    documents: BM25
    passage_words: int
    subject_passages: int
    window: int
    window_bm25: BM25
    weights: Mapping[Voice, float]
    weights_uncited: Mapping[Voice, float]
    interactions: float
    interaction_depth: int = 10
    candidates: int = 150
    passages: int = 2000
    source: str = field(default="", compare=False)
    semantic_as_in_search: bool = False
    citations: float = 0.5  # by judgement: collections mask the citations that tell their labels
    windows_ahead_of: int | None = None
    short: Parameters | None = None
    otherwise: Parameters | None = None
    by_language: Mapping[str, Parameters] = field(default_factory=dict)

    def of_query(self, words: int, language: str | None) -> Parameters:
        """Those for a query of so many ``words`` in ``language`` (ISO 639-1)."""
        if self.short and words <= SHORT:
            return self.short
        return self.by_language.get(language or "", self)


AFFECTED = Parameters(
    find="affected",
    denoise=True,
    documents=BM25(k1=1.2, b=0.3, words=100),
    passage_words=60,
    subject_passages=3,
    window=75,
    window_bm25=BM25(k1=3.0, b=1.0, repetition=0.5),
    weights={"documents": 1, "passages": 8, "subject": 2},
    weights_uncited={"documents": 1, "passages": 8, "subject": 2},
    interactions=0.0,
    source="eu2ie dev: 33 directives against Irish Acts; 163 EU acts against those that cite them",
)
"""From a law to the documents that carry it out. These are often long and say it in one part only,
so length is forgiven (small b), single passages count, and what the law is about (its title) is
asked by itself."""

_GROUNDS_OF_SHORT = Parameters(
    find="grounds",
    denoise=False,
    documents=PLAIN,
    passage_words=60,
    subject_passages=3,
    window=75,
    window_bm25=PLAIN,
    weights={"documents": 0.4, "windows": 0.6},
    weights_uncited={"documents": 1},
    interactions=0.0,
    semantic_as_in_search=True,
    source="de-citations dev: 769 paragraphs; obliqa: 500 questions; eu-citations dev: paragraphs",
)
"""From a paragraph, a question or a short letter: by what suits documents of thousands of words, the
shortest documents come first that say a word of it."""

_GROUNDS_AMONG_LIKE = Parameters(
    find="grounds",
    denoise=False,
    documents=PLAIN,
    passage_words=60,
    subject_passages=3,
    window=75,
    window_bm25=BM25(k1=2.0, b=0.2),
    windows_ahead_of=3,
    weights={"documents": 0.24, "windows": 0.36, "semantic": 0.4},
    weights_uncited={"documents": 0.5, "semantic": 0.5},
    citations=2 / 3,  # by judgement: one document is often far ahead of all others for its windows
    interactions=0.0,
    source="de-citations dev: 164 statutes; eu-citations train: 80 acts and which acts they cite",
)
"""From a statute to the statutes and codes that it rests on: those are often longer than it, and what
the most of its paragraphs come near to counts more than what says the most of its words."""

GROUNDS = Parameters(
    find="grounds",
    denoise=False,  # it took 0.02 of nDCG@10 away on ie2eu, and 0.007 of MAP on irled
    documents=BM25(k1=20.0, b=1.0, repetition=0.5),
    passage_words=60,
    subject_passages=3,
    window=75,
    window_bm25=BM25(k1=3.0, b=1.0, repetition=0.5),
    weights={"documents": 0.4, "windows": 0.6},
    weights_uncited={"documents": 1},
    interactions=0.0,
    source="ie2eu dev: 32 Irish Acts against directives; irled dev: 140 judgments against decisions",
    short=_GROUNDS_OF_SHORT,
    otherwise=_GROUNDS_AMONG_LIKE,
    by_language={"de": _GROUNDS_AMONG_LIKE},  # no collection in German gained by the other way
)
"""From a document to what it rests on. The query speaks of many things, so that what a document says
often keeps counting (large k1); what stands around a citation tells most."""

OF: Mapping[Find, Parameters] = {"affected": AFFECTED, "grounds": GROUNDS}
"""The parameters of each kind of search."""
