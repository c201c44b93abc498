"""The passages of other documents that a text of law concerns, each with its reasons.

Candidates are the engine's own, by keyword and semantic search. A paragraph of one counts where it cites the
provision, or where it is like the text: its embedding is near, and the words that tell what it is about
stand in the text as well. Each alone is chance too often.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from lexdesk.citations.cited_eids import cited_forms
from lexdesk.compliance.paragraphs import paragraphs
from lexdesk.compliance.stop_words import is_uninformative
from lexdesk.document.eid import is_within
from lexdesk.errors import Message, NoteCode
from lexdesk.index.allowed import Excluded
from lexdesk.law.citation_labels import citation
from lexdesk.query import And, Filter, Node, Query, Rank, Term, parse, plain
from lexdesk.search.filters import resolve_filters
from lexdesk.search.ranking.fusion import Candidate
from lexdesk.search.retrieval.hybrid import Retriever
from lexdesk.storage.schema import PassageRow
from lexdesk.text.analysis import analysis
from lexdesk.text.idf import compute_idf
from lexdesk.text.tokens import accented_tokens, tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

Reason = Literal["cites", "semantic", "keyword"]

ALIKE = 0.65
"""Least likeness of a paragraph that counts without a citation (docs/results/documents.md)."""
ALIKE_ALONE = 0.25
"""The same where there are no vectors, and likeness is the share of words alone."""
NEAR = 0.35
"""Least cosine of a paragraph that counts by it: below, shared words are chance."""

_FEWEST_WORDS = 2  # telling words that both texts say
_FEWEST_WORDS_ALONE = 3  # ... and where there are no vectors
_SHOWN_WORDS = 5
_COMMON = 0.03  # a word in more than this share of all passages tells nothing
_RARE = 10  # ... unless so few passages say it
_SHORTEST_WORD = 3
_DEPTH = 50
_MOST_KEPT = 10_000  # passages whose paragraphs stay encoded; each takes some 6 kilobytes
LONGEST = 1200
"""Characters asked at once: what the model reads."""

# the archive of dated versions has no space before a point of a list, and marks what amended it: ;▼M2(d)
_BOUNDARY = re.compile(r"\n+|(?<=[.;])\s+|(?<=[.;:,])(?=(?:▼\w+)?\(\w{1,4}\))")


@dataclass(frozen=True, slots=True)
class Match:
    """A paragraph that a text concerns, and why.

    ``semantic`` is the cosine, ``None`` without vectors; ``words`` are telling words that both say, the
    rarest first, and ``share`` says how much of the paragraph's words they are, in 0..1, by their IDF.
    ``still`` is what an amendment strikes out and the paragraph says (``struck``).
    """

    work: str
    eid: str | None
    citation: str
    title: str
    path: str | None
    page: int | None
    text: str
    reason: Reason
    semantic: float | None = None
    words: tuple[str, ...] = ()
    share: float = 0.0
    still: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, str | None, str]:
        """What tells it from others: several files may hold the same."""
        return self.work, self.eid, self.text

    @property
    def likeness(self) -> float:
        """Return the cosine plus the share of its words that the text has: 0..2."""
        return (self.semantic or 0.0) + self.share


class Neighbours:
    """Finds what texts concern among the documents of a library.

    ``subset`` is a query that every passage fulfils, such as ``kind:contract``; ``excluded`` are
    expressions that count for nothing: the act itself, and versions of other days. ``notes`` say what
    is left out. Raises
    ``QueryError`` for a mistake in ``subset``.
    """

    def __init__(self, retriever: Retriever, excluded: Excluded, subset: str | None):
        self._retriever = retriever
        self._excluded = excluded
        self._subset = demanded(subset, retriever) if subset else None
        self._passages = max(1, retriever.store.progress()[1])
        self._said: dict[str, int] = {}
        self._encoded: dict[int, Vectors] = {}
        lack = retriever.semantic_unavailable
        self.notes = [Message(NoteCode.PASSAGES_BY_WORDS, reason=lack)] if lack else []

    def of(self, text: str, language: str | None, top: int) -> list[Match]:
        """The ``top`` best paragraphs that ``text`` concerns, best first."""
        best: dict[tuple[str, str | None, str], Match] = {}
        for part in parts_of(text):
            for match in self._concerned(part, language):
                known = best.get(match.place)
                if known is None or match.likeness > known.likeness:
                    best[match.place] = match
        return sorted(best.values(), key=lambda match: -match.likeness)[:top]

    def citing(
        self, work: str, eid: str | None, top: int, spared: Callable[[str], bool] | None = None
    ) -> list[Match]:
        """Paragraphs of at most ``top`` passages that cite ``work``, or its ``eid`` or something in it.

        A paragraph does not count where all that it cites of this is ``spared``, told the cited eid.
        """
        asked: Node = Filter("cites", f"{work}/{eid}" if eid else work)
        if self._subset is not None:
            asked = And((asked, self._subset))
        query = Query(str(asked), asked, semantic_text="", demanding=True)
        found = self._retriever.candidates(query, "keyword", top, excluded=self._excluded).best
        rows = self._retriever.store.passages(each.passage for each in found)
        cited = (rows[each.passage] for each in found if each.passage in rows)
        return [
            _matched(row, row.text[start:end], "cites")
            for row in cited
            for start, end in self._citing_spans(row, work, eid, spared)
        ]

    def tells(self, word: str) -> bool:
        """Whether few enough passages say ``word`` for it to tell what a text is about."""
        return self._count(word) <= max(_COMMON * self._passages, _RARE)

    def _citing_spans(
        self, row: PassageRow, work: str, eid: str | None, spared: Callable[[str], bool] | None
    ) -> list[tuple[int, int]]:
        """The paragraphs of a passage that cite, or all of it where the citation is by another name."""
        spans = _spans(row)
        references = self._retriever.store.references_in(
            row.expression.id, row.start, row.start + len(row.text)
        )
        forms = cited_forms(eid) if eid else ()
        cited = [
            each
            for each in references
            if (not each.work or each.work.lower() == work.lower())
            and (not forms or any(is_within(each.target, form) for form in forms))
        ]
        counting = [each for each in cited if not (spared and spared(each.target or ""))]
        if cited and not counting:
            return []
        places = [each.start - row.start for each in counting]
        citing = [(start, end) for start, end in spans if any(start <= p < end for p in places)]
        return citing or [(0, len(row.text))]

    def _concerned(self, part: str, language: str | None) -> Iterator[Match]:
        """The paragraphs of the candidates for ``part`` that are like it."""
        candidates = {each.passage: each.semantic for each in self._candidates(part)}
        wanted = _words(part, language)
        semantic = self._retriever.semantic
        asked = semantic.encoder.encode([part])[0] if semantic else None
        for passage, row in self._retriever.store.passages(candidates).items():
            for text, cosine in self._met(row, candidates[passage], asked):
                if match := self._match(row, text, cosine, wanted, part, language):
                    yield match

    def _met(
        self, row: PassageRow, cosine: float | None, asked: Vectors | None
    ) -> Iterable[tuple[str, float | None]]:
        """The paragraphs of a passage, each with its cosine to ``asked``, (dimensions,).

        ``cosine`` is that of the passage, in which one near paragraph is lost among others.
        """
        texts = [row.text[start:end] for start, end in _spans(row)]
        semantic = self._retriever.semantic
        if len(texts) == 1 or semantic is None or asked is None:
            return ((text, cosine) for text in texts)
        if row.id not in self._encoded:
            if len(self._encoded) >= _MOST_KEPT:
                self._encoded.clear()
            self._encoded[row.id] = semantic.encoder.encode(texts)
        return zip(texts, (self._encoded[row.id] @ asked).tolist(), strict=True)

    def _candidates(self, part: str) -> list[Candidate]:
        query = plain(part)
        words = dict.fromkeys(query.positive())
        required = (self._subset,) if self._subset is not None else ()
        asked = replace(query, root=Rank(tuple(words), required), demanding=bool(required))
        mode: Literal["hybrid", "keyword"] = "hybrid" if self._retriever.semantic else "keyword"
        return self._retriever.candidates(asked, mode, _DEPTH, excluded=self._excluded).best

    def _match(
        self,
        row: PassageRow,
        text: str,
        cosine: float | None,
        wanted: dict[str, str],
        part: str,
        language: str | None,
    ) -> Match | None:
        """A paragraph of ``row`` with its reasons, of the words ``wanted`` of a ``part``; ``None`` where there are not enough.

        A document whose language is not known is read in that of the text.
        """
        said = _words(text, row.expression.language or language)
        told = [wanted[token] for token in said.keys() & wanted.keys() if self.tells(wanted[token])]
        telling = sorted(told, key=lambda word: (self._count(word), word))
        is_far = cosine is not None and cosine < NEAR
        if is_far or len(telling) < (_FEWEST_WORDS_ALONE if cosine is None else _FEWEST_WORDS):
            return None
        share = sum(map(self._idf, telling)) / sum(map(self._idf, said.values()))
        match = replace(
            _matched(row, text, "keyword" if cosine is None else "semantic"),
            semantic=cosine,
            words=tuple(as_written(word, part) for word in telling[:_SHOWN_WORDS]),
            share=min(share, 1.0),
        )
        return match if match.likeness >= (ALIKE_ALONE if cosine is None else ALIKE) else None

    def _idf(self, word: str) -> float:
        return compute_idf(self._count(word), self._passages)

    def _count(self, word: str) -> int:
        """How many passages say the word as it stands."""
        if word not in self._said:
            folded = tuple(tokens(word))
            self._said[word] = self._retriever.fulltext.count_holding(Term(folded, typed=word))
        return self._said[word]


def parts_of(text: str) -> Iterator[str]:
    """``text`` in parts that can be asked at once, cut at lines and sentences, and at words where these are too long."""
    part = ""
    for sentence in sentences_of(text):
        for piece in textwrap.wrap(sentence, LONGEST):
            if part and len(part) + len(piece) > LONGEST:
                yield part
                part = ""
            part = f"{part} {piece}" if part else piece
    if tokens(part):
        yield part


def sentences_of(text: str) -> list[str]:
    """The lines, sentences and points of lists of ``text``."""
    return _BOUNDARY.split(text)


def as_written(word: str, text: str) -> str:
    """A ``word`` in small letters as ``text`` has it: with capital letters, but where it is small once."""
    found = re.findall(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)
    return next(filter(str.islower, found), found[0] if found else word)


def demanded(text: str, retriever: Retriever) -> Node:
    """What a query demands: of its words all, which in a search would only rank.

    Raises ``QueryError`` for a mistake, with its place in ``text``.
    """
    query = parse(text)
    resolve_filters(
        query, retriever.store, retriever.fulltext
    )  # so that a mistake is told at its place in ``text``
    root = query.root
    return And((*root.required, *root.optional)) if isinstance(root, Rank) else root


def _words(text: str, language: str | None) -> dict[str, str]:
    """Stems of the words of ``text`` that may tell something, each with its first word."""
    analysed = analysis(language)
    found: dict[str, str] = {}
    for word in dict.fromkeys(accented_tokens(text)):
        if len(word) >= _SHORTEST_WORD and word.isalpha() and not is_uninformative(word, language):
            found.setdefault(analysed.word(word), word)
    return found


def _spans(row: PassageRow) -> list[tuple[int, int]]:
    """The paragraphs of a passage that lies in no provision; a provision is one."""
    return [(0, len(row.text))] if row.eid else paragraphs(row.text, 0, len(row.text))


def _matched(row: PassageRow, text: str, reason: Reason) -> Match:
    expression = row.expression
    return Match(
        work=expression.work,
        eid=row.eid,
        citation=citation(row.label, expression, row.page),
        title=expression.title,
        path=expression.path,
        page=row.page,
        text=text.strip(),
        reason=reason,
    )
