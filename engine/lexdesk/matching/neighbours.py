"""The passages of other documents that a text of law concerns, each with its reasons.

Candidates are the engine's own, by words and meaning. A passage counts where it cites the provision,
or where its meaning is near and it shares words that tell something: each alone is chance too often.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from lexdesk.analysis import analysis, is_stop_word
from lexdesk.index.allowed import Excluded
from lexdesk.law.naming import citation
from lexdesk.query import And, Node, Rank, Term, parse, plain
from lexdesk.search.filters import resolve
from lexdesk.search.fusion import Candidate
from lexdesk.search.retrieval import Retriever
from lexdesk.store import Store
from lexdesk.store.schema import PassageRow
from lexdesk.text import tokens, written_tokens

Reason = Literal["cites", "meaning", "words"]

Listener = Callable[[int, int], None]
"""Told how many provisions are done, of how many."""

NEAR_IN_MEANING = 0.45
"""Least cosine of a passage that counts without a citation (docs/results/matching.md)."""

_FEWEST_WORDS = 2  # telling words that both texts say, where their meaning is near
_FEWEST_WORDS_ALONE = 5  # ... and where there are no vectors
_SHOWN_WORDS = 8
_COMMON = 0.03  # a word in more than this share of all passages tells nothing
_RARE = 10  # ... unless so few passages say it
_SHORTEST_WORD = 3
_DEPTH = 50
_LONGEST = 1200  # characters asked at once: what the model reads
_BOUNDARY = re.compile(r"\n+|(?<=[.;])\s+")


@dataclass(frozen=True, slots=True)
class Match:
    """A passage that a text concerns, and why.

    ``meaning`` is the cosine, ``None`` without vectors; ``words`` are telling words that both say, the
    rarest first.
    """

    work: str
    eid: str | None
    citation: str
    title: str
    path: str | None
    page: int | None
    text: str
    reason: Reason
    meaning: float | None = None
    words: tuple[str, ...] = ()


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
        self._subset = demanded(subset, retriever.store) if subset else None
        self._passages = max(1, retriever.store.progress()[1])
        self._said: dict[str, int] = {}
        lack = retriever.without_meaning
        self.notes = [f"passages were not found by meaning: {lack}"] if lack else []

    def of(self, text: str, language: str | None, top: int) -> list[Match]:
        """The ``top`` best passages that ``text`` concerns, best first."""
        best: dict[int, Candidate] = {}
        for part in parts_of(text):
            for each in self._candidates(part):
                known = best.get(each.passage)
                if known is None or (each.meaning or 0) > (known.meaning or 0):
                    best[each.passage] = each
        rows = self._retriever.store.passages(best)
        wanted = _words(text, language)
        found = (
            self._match(best[passage], row, wanted)
            for passage, row in rows.items()
            if not self._excluded.holds_back(row.expression.id, passage)
        )
        matches = [match for match in found if match is not None]
        matches.sort(key=lambda match: (-(match.meaning or 0.0), -len(match.words)))
        return matches[:top]

    def citing(self, work: str, eid: str | None, top: int) -> list[Match]:
        """At most ``top`` passages that cite ``work``, or its provision ``eid`` or something in it."""
        query = parse(f"cites:{work}/{eid}" if eid else f"cites:{work}")
        if self._subset is not None:
            query = replace(query, root=And((query.root, self._subset)))
        found = self._retriever.candidates(query, "words", top, excluded=self._excluded).best
        rows = self._retriever.store.passages(each.passage for each in found)
        return [_matched(rows[c.passage], "cites") for c in found if c.passage in rows]

    def _candidates(self, part: str) -> list[Candidate]:
        query = plain(part)
        words = dict.fromkeys(query.positive())
        required = (self._subset,) if self._subset is not None else ()
        asked = replace(query, root=Rank(tuple(words), required), demanding=bool(required))
        mode: Literal["hybrid", "words"] = "hybrid" if self._retriever.semantic else "words"
        return self._retriever.candidates(asked, mode, _DEPTH, excluded=self._excluded).best

    def _match(self, candidate: Candidate, row: PassageRow, wanted: dict[str, str]) -> Match | None:
        """The passage with its reasons; ``None`` where there are not enough of them."""
        meaning = candidate.meaning
        if meaning is not None and meaning < NEAR_IN_MEANING:
            return None
        shared = _words(row.text, row.expression.language).keys() & wanted.keys()
        told = {token: self._count(wanted[token]) for token in shared}
        telling = [t for t in sorted(told, key=lambda t: (told[t], t)) if self._tells(told[t])]
        if len(telling) < (_FEWEST_WORDS_ALONE if meaning is None else _FEWEST_WORDS):
            return None
        words = tuple(wanted[token] for token in telling[:_SHOWN_WORDS])
        reason: Reason = "words" if meaning is None else "meaning"
        return replace(_matched(row, reason), meaning=meaning, words=words)

    def _tells(self, count: int) -> bool:
        return count <= max(_COMMON * self._passages, _RARE)

    def _count(self, word: str) -> int:
        """How many passages say the word as it stands."""
        if word not in self._said:
            folded = tuple(tokens(word))
            self._said[word] = self._retriever.fulltext.count_holding(Term(folded, typed=word))
        return self._said[word]


def parts_of(text: str) -> Iterator[str]:
    """``text`` in parts that can be asked at once, cut at lines and sentences."""
    part = ""
    for piece in _BOUNDARY.split(text):
        if part and len(part) + len(piece) > _LONGEST:
            yield part
            part = ""
        part = f"{part} {piece}" if part else piece[:_LONGEST]
    if tokens(part):
        yield part


def demanded(text: str, store: Store) -> Node:
    """What a query demands: of its words all, which in a search would only rank.

    Raises ``QueryError`` for a mistake, with its place in ``text``.
    """
    query = parse(text)
    resolve(query, store)  # so that a mistake is told at its place in ``text``
    root = query.root
    return And((*root.required, *root.optional)) if isinstance(root, Rank) else root


def _words(text: str, language: str | None) -> dict[str, str]:
    """Stems of the words of ``text`` that may tell something, each with its first word."""
    analysed = analysis(language)
    found: dict[str, str] = {}
    for word in dict.fromkeys(written_tokens(text)):
        if (
            len(word) >= _SHORTEST_WORD
            and word.isalpha()
            and not is_stop_word(word, language or "")
        ):
            found.setdefault(analysed.word(word), word)
    return found


def _matched(row: PassageRow, reason: Reason) -> Match:
    expression = row.expression
    return Match(
        work=expression.work,
        eid=row.eid,
        citation=citation(row.label, expression, row.page),
        title=expression.title,
        path=expression.path,
        page=row.page,
        text=row.text.strip(),
        reason=reason,
    )
