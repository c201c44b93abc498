"""The recipe on provisions of EU acts: a reworded article, or a similar article of the same act.

Two consecutive states of an article with different words are one provision; states that differ only in
spacing, signs or markup are skipped. The earlier state and the nearest other article by BM25 in the same
version of the act are two provisions. The grade is 1 or 0: the share of common words would be high for
many of the latter as well. Texts are no longer than a passage of a search.
"""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from lexdesk.document.passages import MAX_CHARACTERS
from lexdesk.text.tokens import tokens
from lexdesk_reproductions import lexical
from lexdesk_reproductions.jurisbert.pairs import SPLITS, GradedPairs, Pair, assign_splits, balance
from lexdesk_reproductions.words import make_tokenizer
from lexdesk_trainer.data.pairs import SHORTEST, states

LANGUAGE = "en"
_MOST_PAIRS_OF_ACT = 40
"""Maximum reworded articles of one act: a third of all are of one, on the capital of banks."""
_K1, _B = 1.2, 0.75
MARKUP = re.compile(r"\AArticle \d+\w*\s+|[▼►][A-Z]\d*|[◄*|]|-{3}")
"""The number above an article, marks of amendments, and Markdown's emphasis and tables."""

Version = Mapping[str, str]
"""The articles of an act in one version, by their anchors."""


def grade_pairs(data: Path, seed: int = 1) -> GradedPairs:
    """Return pairs of articles, no act in two splits, and the latest articles of train acts."""
    acts = _acts(data)
    part = assign_splits(sorted(acts), seed)
    found: dict[str, list[Pair]] = {name: [] for name in SPLITS}
    for act, versions in acts.items():
        found[part[act]] += _pairs(versions, seed)
    pairs = {name: balance(some, seed) for name, some in found.items()}
    kept_back = {
        text for name in ("dev", "test") for pair in pairs[name] for text in (pair.left, pair.right)
    }
    last = [versions[-1] for act, versions in acts.items() if part[act] == "train"]
    texts = (text for version in last for text in version.values() if text not in kept_back)
    return GradedPairs(LANGUAGE, pairs, tuple(texts))


def _acts(data: Path) -> dict[str, list[Version]]:
    """Read the versions of each act, oldest first."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for state in states(data):
        version = found.setdefault(state.act, {}).setdefault(state.version, {})
        version[state.anchor] = MARKUP.sub("", state.text).strip()
    return {act: list(versions.values()) for act, versions in found.items()}


def _pairs(versions: Sequence[Version], seed: int) -> Iterator[Pair]:
    """Yield each reworded article with its next state, and with the most similar other article."""
    reworded = [
        (number, anchor)
        for number, (old, new) in enumerate(itertools.pairwise(versions))
        for anchor, text in old.items()
        if _fits(text) and _fits(new.get(anchor, "")) and tokens(text) != tokens(new[anchor])
    ]
    drawn = np.random.default_rng(seed).permutation(len(reworded))[:_MOST_PAIRS_OF_ACT].tolist()
    met: set[frozenset[str]] = set()  # two articles may be nearest to each other
    for number, some in itertools.groupby(
        sorted(reworded[pair] for pair in drawn), key=lambda pair: pair[0]
    ):
        old, new = versions[number], versions[number + 1]
        anchors = [anchor for _, anchor in some]
        for anchor, other in zip(anchors, _nearest(old, anchors), strict=True):
            yield Pair(old[anchor], new[anchor], 1.0, True)
            if other and (both := frozenset((old[anchor], other))) not in met:
                met.add(both)
                yield Pair(old[anchor], other, 0.0, False)


def _nearest(version: Version, anchors: Sequence[str]) -> list[str]:
    """Return for each of ``anchors`` the other article with the best BM25; ``""`` if its words are equal."""
    texts = {anchor: text for anchor, text in version.items() if _fits(text)}
    places, every = list(texts), list(texts.values())
    rows = [places.index(anchor) for anchor in anchors]
    counts = lexical.count(every, make_tokenizer(LANGUAGE))
    scores = lexical.scores(counts.matrix[rows], lexical.bm25(counts, _K1, _B))
    words = [tokens(text) for text in every]
    found = []
    for row, at in zip(scores, rows, strict=True):
        row[[words[at] == other for other in words]] = 0.0  # itself, too
        best = int(np.argmax(row))
        found.append(every[best] if row[best] > 0 else "")
    return found


def _fits(text: str) -> bool:
    return SHORTEST <= len(text) <= MAX_CHARACTERS
