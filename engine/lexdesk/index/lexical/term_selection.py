"""Selection of the ranking terms of a query: stop words and interrogatives are dropped, pairs of words added."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from lexdesk.query import And, Filter, Node, Or, Rank, Term, is_plain_word
from lexdesk.text.analysis import is_stop_word

FEW_WORDS = range(2, 9)
"""Maximum words of a short query; of a longer question, hardly any passage has all the words."""

_ASKING = {
    "de": {"wann", "wer", "wem", "wen", "wessen", "warum", "wieso", "weshalb", "wieviel", "inwieweit"},
    "en": {"what", "which", "who", "whom", "whose", "when", "where", "why", "how", "do", "does", "did"},
    "es": {"cuándo", "cuál", "cuáles", "quién", "quiénes", "cómo", "dónde", "cuánto", "cuántos"},
    "fr": {"quand", "comment", "pourquoi", "combien", "quoi", "où", "lequel", "laquelle"},
}  # fmt: skip
"""Words that ask, and are no stop words of Tantivy's lists, by language: what answers *when* need not say it."""

_LONG = 25  # terms; text of that length is mostly pasted
_RARE_WORDS = 50, 100  # terms from which rare words begin to weigh more, and weigh by their IDF

_MOST_BETWEEN = 2  # stop words between two words that rank as a pair


def select_terms(node: Rank, languages: Sequence[str]) -> Mapping[Node, int]:
    """Return the terms of a sequence that rank, with their frequency in the query.

    Stop words rank only where no other term does; interrogatives are dropped in a short question, since passages
    with all of its words come first. Filters do not rank.
    """
    optional = Counter(node.optional)
    selected = {part: n for part, n in optional.items() if not is_stop_term(part, languages)}
    if len(selected) <= FEW_WORDS.stop:
        selected = {
            part: n for part, n in selected.items() if not _asks(part, languages)
        } or selected
    only_filters = all(isinstance(part, Filter) for part in node.required)
    return selected if selected or not only_filters else optional


def weigh_terms(selected: Mapping[Node, int], idf: Callable[[Term], float]) -> Mapping[Node, float]:
    """Return the weight of each term: in a long query, repetitions count less, and rare words more.

    The wording that many texts share, as that of headnotes, would decide otherwise. ``idf`` is that of a plain word; the
    mean weight of words stays as it is. Measured: docs/results/relevance.md.
    """
    if len(selected) < _LONG:
        return selected
    weights: dict[Node, float] = {part: math.log2(1 + n) for part, n in selected.items()}
    first, last = _RARE_WORDS
    if (power := min(1.0, (len(selected) - first) / (last - first))) > 0:
        rarity = {part: idf(part) for part in selected if is_plain_word(part)}
        mean = sum(rarity.values()) / max(len(rarity), 1)
        for part, own in rarity.items():
            weights[part] *= (own / mean) ** power
    return weights


def list_word_pairs(node: Rank, languages: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """Yield pairs of consecutive plain words, with the number of stop words between them."""
    before, between = "", 0
    for part in node.optional:
        if is_stop_term(part, languages):
            between += 1
            continue
        word = part.tokens[0] if is_plain_word(part) else ""
        if before and word and between <= _MOST_BETWEEN:
            yield before, word, between
        before, between = word, 0


def prefers_all_terms(node: Rank, languages: Sequence[str]) -> bool:
    """Return whether passages with all terms of a sequence come first: the sequence is short."""
    return len(select_terms(node, languages)) in FEW_WORDS


def compute_translation_boost(part: Node, node: Or, idf: Callable[[str], float]) -> float:
    """Return the boost of a ``part`` of ``node``: a translation weighs at most as much as the words typed.

    Neither more words nor a language with few texts make a matter more specific. ``idf`` is that of a token.
    """
    typed = node.parts[0]
    if part not in node.translations or not isinstance(part, Term) or not isinstance(typed, Term):
        return 1.0
    own, others = (sum(map(idf, term.tokens)) for term in (typed, part))
    return min(1.0, own / others) if others else 1.0


def is_stop_term(node: Node, languages: Sequence[str]) -> bool:
    """Return whether ``node`` is a stop word of one of ``languages``."""
    if not isinstance(node, Term) or len(node.tokens) > 1:
        return False
    word = node.typed or node.tokens[0]
    for language in languages:  # noqa: SIM110 - no generator, for each word of each query
        if is_stop_word(word, language):
            return True
    return False


def _asks(node: Node, languages: Sequence[str]) -> bool:
    return isinstance(node, Term) and any(
        (node.typed or node.tokens[0]).lower() in _ASKING.get(language, ())
        for language in languages
    )


def plain_words(node: Node, languages: Sequence[str] = ()) -> Iterator[Term]:
    """Yield the words in ``node`` with matches in other inflected forms; words of a connector match exactly.

    Stop words of ``languages`` are skipped beside other words.
    """
    if is_plain_word(node):
        yield node
    match node:
        case And() | Or():
            parts = node.parts
        case Rank():
            parts = (*node.required, *select_terms(node, languages))
        case _:
            parts = ()
    for part in parts:
        yield from plain_words(part, languages)
