"""The words of a long query that tell something, and how much each tells.

Denoising as in Chalkidis et al. (2021, "Regulatory Compliance through Doc2Doc Information Retrieval",
section 4.2): stop words go, then numbers, then words whose inverse document frequency is below the
mean of the stop words'.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lexdesk.compliance.doc2doc.parameters import BM25
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.idf import compute_idf


@dataclass(frozen=True, slots=True)
class QueryWords:
    """What is known of the words of a query: the inverse document frequency of those that count."""

    idf: Mapping[str, float]

    def weights(self, words: Iterable[str], bm25: BM25) -> dict[str, float]:
        """Each word that counts with its weight: its IDF, times how often it is said, saturated."""
        counts = Counter(word for word in words if word in self.idf)
        weighed = {word: self.idf[word] * n**bm25.repetition for word, n in counts.items()}
        return most_telling(weighed, bm25.words)


def most_telling(weights: Mapping[str, float], words: int | None) -> dict[str, float]:
    """The ``words`` heaviest of ``weights``, heaviest first; all for ``None``."""
    ordered = sorted(weights, key=lambda word: (-weights[word], word))
    return {word: weights[word] for word in ordered[:words]}


def query_words(
    fulltext: FullText, passages: int, words: Iterable[str], language: str | None, *, denoise: bool
) -> QueryWords:
    """What the words of a query tell in a library of ``passages`` passages; words in none are left out.

    The IDF counts passages, as the index does; for whole documents it measured no worse than one
    that counts documents. Without ``denoise`` only stop words and single letters go.
    """
    frequencies = fulltext.frequencies(sorted(set(words)))
    idf = {word: compute_idf(count, passages) for word, count in frequencies.items()}
    stops = {word for word in idf if is_stop_word(word, language or "en")}
    telling = {w: value for w, value in idf.items() if w not in stops and len(w) > 1}
    if denoise:
        least = sum(idf[word] for word in stops) / len(stops) if stops else 0.0
        telling = {
            word: value
            for word, value in telling.items()
            if value >= least and not any(character.isdigit() for character in word)
        }
    return QueryWords(telling)
