"""Section 3 of the paper: queries, labels and searched documents from documents with references.

Reference extraction is not included: a document comes with the references in each passage.
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
    """A passage with its references; ``given`` are targets taken over from the following passage."""

    text: str
    references: tuple[Reference, ...] = ()
    given: tuple[str, ...] = ()

    @property
    def targets(self) -> frozenset[str]:
        """The referenced documents."""
        return frozenset(self.given) | {reference.target for reference in self.references}


@dataclass(frozen=True)
class Example:
    """A query: a masked passage of ``document``, and its referenced documents."""

    document: str
    text: str
    relevant: frozenset[str]


def handed_over(passages: Sequence[Passage]) -> list[Passage]:
    """Merge pure pointers into the passage before; return the other passages in order.

    A passage that opens with "Vgl." or "Siehe" gives the source of the passage before. The first passage
    of a document has none before it and is dropped.
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
    """Replace each reference by ``[REF]`` and remove brackets."""
    pieces, at = [], 0
    for cited in sorted(passage.references, key=lambda reference: reference.start):
        if cited.start >= at:  # two overlapping citations get one mask
            pieces += [passage.text[at : cited.start], MASK]
        at = max(at, cited.end)
    return without_brackets("".join([*pieces, passage.text[at:]]))


def without_brackets(text: str) -> str:
    """Remove bracketed parts, the innermost first; ``[REF]`` stays."""
    before = ""
    while before != text:
        before, text = text, _BRACKETED.sub("", text)
    return text.strip()


def examples(document: str, passages: Sequence[Passage], known: frozenset[str]) -> list[Example]:
    """Return the queries of one document: passages with references to documents in ``known``.

    References to the own document are no labels, since it is never ranked for its own queries.
    """
    return [
        Example(document, masked(passage), relevant)
        for passage in handed_over(passages)
        if (relevant := (passage.targets & known) - {document})
    ]


def retrievable(documents: Iterable[str], queries: Iterable[Example]) -> list[str]:
    """Return the documents without queries, the only ones to be ranked."""
    sources = {query.document for query in queries}
    return [document for document in documents if document not in sources]


def split(count: int, seed: int = 1) -> dict[str, list[int]]:
    """Split 0..count at random into train, dev and test by 0.8, 0.1 and 0.1."""
    order = np.random.default_rng(seed).permutation(count).tolist()
    ends = np.rint(np.cumsum((0.0, *SHARES)) * count).astype(int).tolist()
    return {
        name: sorted(order[start:end])
        for name, start, end in zip(SPLITS, ends, ends[1:], strict=False)
    }
