"""Section 3 of the paper: how documents with references become queries, labels and what is searched.

What finds the references is not part of it: a document comes with the references in each passage.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

MASK = "[REF]"
SHARES = (0.8, 0.1, 0.1)
SPLITS = ("train", "dev", "test")
_POINTER = re.compile(r"\s*(?:Vgl|Siehe)\b\.?", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*\([^()]*\)|\s*\{[^{}]*\}|\s*\[(?!REF\])(?:\[REF\]|[^\[\]])*\]")


@dataclass(frozen=True)
class Reference:
    """A reference at ``start`` to ``end`` of its passage, to the document ``target``."""

    start: int
    end: int
    target: str


@dataclass(frozen=True)
class Passage:
    """A passage with its references; ``given`` are targets that a passage after it handed over."""

    text: str
    references: tuple[Reference, ...] = ()
    given: tuple[str, ...] = ()

    @property
    def targets(self) -> frozenset[str]:
        """The documents that it refers to."""
        return frozenset(self.given) | {each.target for each in self.references}


@dataclass(frozen=True)
class Example:
    """A query: a passage of ``document`` as it is shown, and the documents that it refers to."""

    document: str
    text: str
    relevant: frozenset[str]


def handed_over(passages: Sequence[Passage]) -> list[Passage]:
    """Passages in order, without those that only point: their references go to the passage before.

    A passage that opens with "Vgl." or "Siehe" says where the passage before has its law from. The
    first passage of a document has none before it and is dropped.
    """
    kept: list[Passage] = []
    for passage in passages:
        if not _POINTER.match(passage.text):
            kept.append(passage)
        elif kept:
            given = (*kept[-1].given, *sorted(passage.targets))
            kept[-1] = replace(kept[-1], given=given)
    return kept


def masked(passage: Passage) -> str:
    """The text with ``[REF]`` in place of each reference, and without what stands in brackets."""
    pieces, at = [], 0
    for each in sorted(passage.references, key=lambda reference: reference.start):
        if each.start >= at:  # of two that overlap one mask stands for both
            pieces += [passage.text[at : each.start], MASK]
        at = max(at, each.end)
    return without_brackets("".join([*pieces, passage.text[at:]]))


def without_brackets(text: str) -> str:
    """``text`` without bracketed parts, the innermost first; ``[REF]`` stays."""
    before = ""
    while before != text:
        before, text = text, _BRACKETED.sub("", text)
    return text.strip()


def examples(document: str, passages: Sequence[Passage], known: frozenset[str]) -> list[Example]:
    """The queries of one document: passages that refer to documents of the collection ``known``.

    A reference of a document to itself labels nothing, since it is never ranked for its own queries.
    """
    return [
        Example(document, masked(passage), relevant)
        for passage in handed_over(passages)
        if (relevant := (passage.targets & known) - {document})
    ]


def retrievable(documents: Iterable[str], queries: Iterable[Example]) -> list[str]:
    """The documents that may be ranked: none that a query comes from."""
    sources = {query.document for query in queries}
    return [document for document in documents if document not in sources]


def split(count: int, seed: int = 1) -> dict[str, list[int]]:
    """Numbers 0..count at random to train, dev and test by 0.8, 0.1 and 0.1."""
    order = np.random.default_rng(seed).permutation(count).tolist()
    ends = np.rint(np.cumsum((0.0, *SHARES)) * count).astype(int).tolist()
    return {
        name: sorted(order[start:end])
        for name, start, end in zip(SPLITS, ends, ends[1:], strict=False)
    }
