"""Passages of other documents concerned by a text of law, with reasons.

Candidates come from keyword and semantic search. A paragraph counts if it cites the provision, or if
its embedding is near and its discriminative words occur in the text. Either alone is too often chance.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec.structs import replace

from lexdesk.citations.cited_eids import list_cited_forms
from lexdesk.compliance.match import Match, match_passage
from lexdesk.compliance.paragraph_words import (
    as_written,
    find_informative_words,
    share_pair,
    split_parts,
)
from lexdesk.compliance.paragraphs import split_passage
from lexdesk.compliance.provision_choice import NEAR, choose_provisions
from lexdesk.document.eid import is_within
from lexdesk.errors import Code, Message, NoteCode
from lexdesk.index.conditions import Exclusion
from lexdesk.ingest.unread_pages import list_unread_notes
from lexdesk.models.embedder import find_semantic_weight
from lexdesk.query import And, Filter, Node, Query, Rank, Term, parse, plain
from lexdesk.recitals.similarity import compute_semantic_similarity
from lexdesk.search.expansion.subject_index import subjects_within
from lexdesk.search.filters import resolve_filters
from lexdesk.search.library_state import compute_vectors_ready
from lexdesk.search.ranking.fusion import Candidate
from lexdesk.search.retrieval.hybrid import Retriever
from lexdesk.storage.schema import PassageRow
from lexdesk.system.progress import compute_percent
from lexdesk.text.idf import compute_idf
from lexdesk.text.tokens import tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

ALIKE = 0.65
"""Minimum likeness of a paragraph without a citation (docs/results/documents.md)."""
ALIKE_ALONE = 0.25
"""Minimum likeness without embeddings: the share of words alone."""

_CHANGES = frozenset({"amends", "repeals", "corrects"})
_FEWEST_WORDS = 2  # discriminative words shared by both texts
_FEWEST_WORDS_ALONE = 3  # the same without embeddings
_SHOWN_WORDS = 5
_COMMON = 0.03  # a word in more than this share of the passages is not discriminative
_RARE = 10  # unless at most this many passages contain it
_DEPTH = 50
_MOST_OF_PROVISION = 40  # paragraphs without embeddings
_MOST_CANDIDATES = 2_000  # passages compared with all provisions of an act
_MOST_KEPT = 10_000  # passages with cached paragraph embeddings; about 6 kilobytes each


class _LawText(NamedTuple):
    """A text of law: ``words`` maps its stems to its words; ``language`` applies to documents without one."""

    text: str
    language: str | None
    words: Mapping[str, str]


class Neighbours:
    """A finder of passages concerned by a text among the documents of a library.

    ``subset`` is a query to be matched by each passage, such as ``kind:contract``; ``excluded`` are
    expressions out of scope: the act itself, and versions of other days. How rare a word is counts among the passages
    in ``language``, that of the act. ``notes`` report missing parts, and passages left out of the searches so far.
    Raise ``QueryError`` for an error in ``subset``.
    """

    def __init__(
        self,
        retriever: Retriever,
        excluded: Exclusion,
        subset: str | None,
        language: str | None = None,
    ):
        self._retriever = retriever
        self._excluded = excluded
        self._subset = require_words(subset, retriever) if subset else None
        self._passages = max(1, retriever.store.passages.count_in(language))
        self._said: dict[str, int] = {}
        self._encoded: dict[int, Vectors] = {}
        self.notes = list_search_notes(retriever, NoteCode.PASSAGES_BY_WORDS)

    def of(self, text: str, language: str | None, top: int) -> list[Match]:
        """Return the ``top`` best paragraphs concerned by ``text``, best first."""
        best: dict[tuple[str, str | None, str], Match] = {}
        for part in split_parts(text):
            for match in self._find_similar(part, language):
                known = best.get(match.place)
                if known is None or match.likeness > known.likeness:
                    best[match.place] = match
        return sorted(best.values(), key=lambda match: -match.likeness)[:top]

    def dealing_with(
        self,
        work: str,
        units: Mapping[str, str],
        language: str | None,
        begin: Callable[[int], None],
    ) -> Iterator[tuple[int, Match]]:
        """Yield (unit, paragraph) for the paragraphs that deal with one of the ``units`` of ``work`` rather than others.

        ``units`` are texts by eid. Beside likeness, subjects of the subject index count. For an act of one provision, these
        are the paragraphs that ``of`` returns. ``begin`` is called with the number of each provision before it is searched
        for.
        """
        if len(units) == 1:
            (text,) = units.values()
            begin(0)
            yield from ((0, match) for match in self.of(text, language, _MOST_OF_PROVISION))
            return
        provisions = [*units.values()]
        rows = self._candidate_rows(provisions, begin)
        paragraphs = [
            (row, row.text[start:end])
            for row in rows
            if language in (None, row.expression.language or language)
            for start, end in _spans(row)
        ]
        texts = [text for _, text in paragraphs]
        subjects = [self._subjects_of_units(text, work, [*units]) for text in texts]
        cosines = self._cosines(texts, provisions)
        weight = find_semantic_weight(self._retriever.weights, language, short=False)
        parts = [
            _LawText(text, language, find_informative_words(text, language)) for text in provisions
        ]
        for number, provision in choose_provisions(texts, provisions, subjects, cosines, weight):
            row, text = paragraphs[number]
            cosine = None if cosines is None else float(cosines[number, provision])
            match = self._matched_words(row, text, cosine, parts[provision])
            match = dataclasses.replace(match, subject=subjects[number][provision])
            if match.words or match.subject:
                yield provision, match

    def _cosines(self, texts: Sequence[str], provisions: Sequence[str]) -> Vectors | None:
        """Return the cosines of texts to their nearest lines of provisions, (texts, provisions); ``None`` without embeddings."""
        if (semantic := self._retriever.semantic) is None:
            return None
        lines_of_each = [
            [*itertools.chain.from_iterable(map(split_parts, text.split("\n")))]
            for text in provisions
        ]
        encode = semantic.encoder.encode
        return compute_semantic_similarity(
            [row[None, :] for row in encode([*texts])], [*map(encode, lines_of_each)]
        )

    def _subjects_of_units(self, text: str, work: str, units: Sequence[str]) -> list[str]:
        """Return for each of the ``units`` (eids) the longest subject in ``text`` that names it, ``""`` for none."""
        named = subjects_within(text, work, self._retriever.store)
        return [
            max(
                (words for eid, words in named.items() if is_within(eid, unit)), key=len, default=""
            )
            for unit in units
        ]

    def _candidate_rows(
        self, texts: Sequence[str], begin: Callable[[int], None]
    ) -> list[PassageRow]:
        """Return the passages nearest to each of ``texts``, nearest first, at most ``_MOST_CANDIDATES``."""
        is_semantic = self._retriever.semantic is not None
        best: dict[int, float] = {}
        rank: dict[int, int] = {}
        for number, text in enumerate(texts):
            begin(number)
            near: dict[int, float] = {}
            for candidate in itertools.chain.from_iterable(
                map(self._candidates, split_parts(text))
            ):
                score = candidate.semantic or 0.0 if is_semantic else candidate.score
                near[candidate.passage] = max(score, near.get(candidate.passage, 0.0))
            for at, passage in enumerate(
                sorted(near, key=lambda passage: (-near[passage], passage))
            ):
                best[passage] = max(near[passage], best.get(passage, 0.0))
                rank[passage] = min(at, rank.get(passage, at))
        # Of too many, each provision keeps its nearest ones: else one without near passages would seem a gap.
        kept = sorted(best, key=lambda passage: (rank[passage], -best[passage]))[:_MOST_CANDIDATES]
        if len(kept) < len(best):
            self._note(NoteCode.NEAREST_CUT, _MOST_CANDIDATES)
        chosen = sorted(kept, key=lambda passage: (-best[passage], passage))
        rows = self._retriever.store.passages.by_id(chosen)
        return [rows[passage] for passage in chosen if passage in rows]

    def find_citing(
        self, work: str, eid: str | None, top: int, spared: Callable[[str], bool] | None = None
    ) -> list[Match]:
        """Return the paragraphs of at most ``top`` passages citing ``work``, or its ``eid`` or a part of it.

        Paragraphs that only amend, repeal or correct it are left out, as are those citing only provisions accepted by
        ``spared`` (called with the cited eid).
        """
        found, total = self._filter(Filter("cites", f"{work}/{eid}" if eid else work), top)
        if total > top:
            self._note(NoteCode.CITING_CUT, top)
        rows = self._retriever.store.passages.by_id(candidate.passage for candidate in found)
        cited = (rows[candidate.passage] for candidate in found if candidate.passage in rows)
        return [
            match_passage(row, row.text[start:end], "cites")
            for row in cited
            for start, end in self._citing_spans(row, work, eid, spared)
        ]

    def notes_on(self, language: str | None) -> list[Message]:
        """Return the note that documents in scope have other languages than an act in ``language``, or none."""
        others = [
            code
            for code in self._retriever.languages
            if language and code != language and self._filter(Filter("lang", code), 1)[1]
        ]
        listed = ", ".join(others)
        return [Message(NoteCode.OTHER_LANGUAGES, languages=listed)] if others else []

    def _note(self, code: Code, count: int) -> None:
        """Note once that passages beyond ``count`` were left out."""
        note = Message(code, count=count)
        if note not in self.notes:
            self.notes.append(note)

    def _filter(self, condition: Node, top: int) -> tuple[list[Candidate], int]:
        """Return at most ``top`` passages in scope that pass ``condition``, and the number that do."""
        if self._subset is not None:
            condition = And((condition, self._subset))
        query = Query(str(condition), condition, semantic_text="", demanding=True)
        found = self._retriever.candidates(query, "keyword", top, excluded=self._excluded)
        return found.best, found.total

    def is_discriminative(self, word: str) -> bool:
        """Return whether few enough passages contain ``word`` to make it discriminative."""
        return self._count(word) <= max(_COMMON * self._passages, _RARE)

    def _citing_spans(
        self, row: PassageRow, work: str, eid: str | None, spared: Callable[[str], bool] | None
    ) -> list[tuple[int, int]]:
        """Return the citing paragraphs of a passage, or the whole passage for a citation by another name."""
        spans = _spans(row)
        references = self._retriever.store.law.references_in(
            row.expression.id, row.start, row.start + len(row.text)
        )
        forms = list_cited_forms(eid) if eid else ()
        cited = [
            reference
            for reference in references
            if (not reference.work or reference.work.lower() == work.lower())
            and (not forms or any(is_within(reference.target, form) for form in forms))
        ]
        counting = [
            reference
            for reference in cited
            if reference.kind not in _CHANGES and not (spared and spared(reference.target or ""))
        ]
        if cited and not counting:
            return []
        places = [reference.start - row.start for reference in counting]
        citing = [(start, end) for start, end in spans if any(start <= p < end for p in places)]
        return citing or [(0, len(row.text))]

    def _find_similar(self, part: str, language: str | None) -> Iterator[Match]:
        """Yield the candidate paragraphs similar to ``part``."""
        candidates = {candidate.passage: candidate.semantic for candidate in self._candidates(part)}
        wanted = _LawText(part, language, find_informative_words(part, language))
        semantic = self._retriever.semantic
        vector = semantic.encoder.encode([part])[0] if semantic else None
        for passage, row in self._retriever.store.passages.by_id(candidates).items():
            for text, cosine in self._paragraphs_of(row, candidates[passage], vector):
                if match := self._match(row, text, cosine, wanted):
                    yield match

    def _paragraphs_of(
        self, row: PassageRow, cosine: float | None, vector: Vectors | None
    ) -> Iterable[tuple[str, float | None]]:
        """Return the paragraphs of a passage with their cosines to ``vector``, (dimensions,).

        ``cosine`` is that of the whole passage, too coarse for a single near paragraph.
        """
        texts = [row.text[start:end] for start, end in _spans(row)]
        semantic = self._retriever.semantic
        if len(texts) == 1 or semantic is None or vector is None:
            return ((text, cosine) for text in texts)
        if row.id not in self._encoded:
            if len(self._encoded) >= _MOST_KEPT:
                self._encoded.clear()
            self._encoded[row.id] = semantic.encoder.encode(texts)
        return zip(texts, (self._encoded[row.id] @ vector).tolist(), strict=True)

    def _candidates(self, part: str) -> list[Candidate]:
        query = plain(part)
        words = dict.fromkeys(query.positive())
        required = (self._subset,) if self._subset is not None else ()
        narrowed = replace(query, root=Rank(tuple(words), required), demanding=bool(required))
        mode: Literal["hybrid", "keyword"] = "hybrid" if self._retriever.semantic else "keyword"
        return self._retriever.candidates(narrowed, mode, _DEPTH, excluded=self._excluded).best

    def _match(
        self, row: PassageRow, text: str, cosine: float | None, part: _LawText
    ) -> Match | None:
        """Return a paragraph of ``row`` with its reasons, or ``None`` if there are too few."""
        if cosine is not None and cosine < NEAR:
            return None
        fewest = _FEWEST_WORDS_ALONE if cosine is None else _FEWEST_WORDS
        if len(self._shared_words(row, text, part)) < fewest:
            return None
        if cosine is None and not share_pair(
            text, row.expression.language or part.language, part.text, part.language
        ):
            return None
        match = self._matched_words(row, text, cosine, part)
        return match if match.likeness >= (ALIKE_ALONE if cosine is None else ALIKE) else None

    def _shared_words(self, row: PassageRow, text: str, part: _LawText) -> list[str]:
        """Return the discriminative words of ``part`` in a paragraph."""
        found = find_informative_words(text, row.expression.language or part.language)
        common = (part.words[stem] for stem in found.keys() & part.words.keys())
        return [word for word in common if self.is_discriminative(word)]

    def _matched_words(
        self, row: PassageRow, text: str, cosine: float | None, part: _LawText
    ) -> Match:
        """Return a paragraph of ``row`` with the discriminative words that it shares with ``part``."""
        passage_words = find_informative_words(text, row.expression.language or part.language)
        shared = self._shared_words(row, text, part)
        informative = sorted(shared, key=lambda word: (self._count(word), word))
        share = sum(map(self._idf, informative)) / (
            sum(map(self._idf, passage_words.values())) or 1
        )
        return dataclasses.replace(
            match_passage(row, text, "keyword" if cosine is None else "semantic"),
            semantic=cosine,
            words=tuple(as_written(word, part.text) for word in informative[:_SHOWN_WORDS]),
            share=min(share, 1.0),
        )

    def _idf(self, word: str) -> float:
        return compute_idf(self._count(word), self._passages)

    def _count(self, word: str) -> int:
        """Return the number of passages with the exact word."""
        if word not in self._said:
            folded = tuple(tokens(word))
            self._said[word] = self._retriever.fulltext.count_holding(Term(folded, typed=word))
        return self._said[word]


def list_search_notes(retriever: Retriever, without_vectors: Code) -> list[Message]:
    """Return the notes of files left out and of missing vectors, the latter by ``without_vectors``."""
    notes = list_unread_notes(retriever.store)
    ready = compute_vectors_ready(retriever.store)
    if lack := retriever.semantic_unavailable:
        notes.append(Message(without_vectors, reason=lack))
    elif ready < 1:
        notes.append(Message(NoteCode.VECTORS_UNFINISHED, percent=compute_percent(ready)))
    return notes


def require_words(text: str, retriever: Retriever) -> Node:
    """Parse a query and require all its words, including those optional in a search.

    Raise ``QueryError`` for an error, with its position in ``text``.
    """
    query = parse(text)
    # reports an error at its position in ``text``
    resolve_filters(query, retriever.store, retriever.fulltext)
    root = query.root
    return And((*root.required, *root.optional)) if isinstance(root, Rank) else root


def _spans(row: PassageRow) -> list[tuple[int, int]]:
    return split_passage(row.text, 0, len(row.text), row.eid, row.expression.kind)
