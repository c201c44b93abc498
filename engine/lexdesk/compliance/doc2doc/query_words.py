"""Discriminative words of a long query, with weights.

Denoising as in Chalkidis et al. (2021, "Regulatory Compliance through Doc2Doc Information Retrieval",
section 4.2): drop stop words, then numbers, then words with an inverse document frequency below the mean
of the stop words.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lexdesk.compliance.doc2doc.parameters import BM25
from lexdesk.compliance.paragraph_words import is_pronoun
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.idf import compute_idf


@dataclass(frozen=True, slots=True)
class QueryWords:
    """The discriminative words of a query, with their inverse document frequency."""

    idf: Mapping[str, float]

    def weights(self, words: Iterable[str], bm25: BM25) -> dict[str, float]:
        """Return the highest weights of ``words``: IDF times the count to the power of ``repetition``."""
        counts = Counter(word for word in words if word in self.idf)
        weighed = {word: self.idf[word] * n**bm25.repetition for word, n in counts.items()}
        return select_informative(weighed, bm25.words)


def select_informative(weights: Mapping[str, float], words: int | None) -> dict[str, float]:
    """Return the ``words`` highest of ``weights``, highest first; all for ``None``."""
    ordered = sorted(weights, key=lambda word: (-weights[word], word))
    return {word: weights[word] for word in ordered[:words]}


def select_query_words(
    fulltext: FullText, passages: int, words: Iterable[str], language: str | None, *, denoise: bool
) -> QueryWords:
    """Return the discriminative words of a query in a library of ``passages`` passages.

    Words absent from the library, and pronouns of persons, are left out. The IDF counts passages, as the index
    does; for whole documents it measured no worse than an IDF of documents. Without ``denoise`` only stop words and single
    letters are dropped.
    """
    frequencies = fulltext.frequencies(sorted(set(words)))
    idf = {word: compute_idf(count, passages) for word, count in frequencies.items()}
    stops = {word for word in idf if is_stop_word(word, language or "en")}
    informative = {
        word: value
        for word, value in idf.items()
        if word not in stops and len(word) > 1 and not is_pronoun(word)
    }
    if denoise:
        least = sum(idf[word] for word in stops) / len(stops) if stops else 0.0
        informative = {
            word: value
            for word, value in informative.items()
            if value >= least and not any(character.isdigit() for character in word)
        }
    return QueryWords(informative)
