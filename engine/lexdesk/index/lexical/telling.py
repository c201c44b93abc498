"""Which words of a query tell: stop words do not rank where others do, and pairs of words do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from lexdesk.query import And, Filter, Node, Or, Rank, Term, is_plain_word
from lexdesk.text.analysis import is_stop_word

FEW_WORDS = range(2, 9)
"""How many words a short query has; of a longer question, hardly any passage has all the words."""

_ASKING = {
    "de": {"wann", "wer", "wem", "wen", "wessen", "warum", "wieso", "weshalb", "wieviel", "inwieweit"},
    "en": {"what", "which", "who", "whom", "whose", "when", "where", "why", "how", "do", "does", "did"},
    "es": {"cuándo", "cuál", "cuáles", "quién", "quiénes", "cómo", "dónde", "cuánto", "cuántos"},
    "fr": {"quand", "comment", "pourquoi", "combien", "quoi", "où", "lequel", "laquelle"},
}  # fmt: skip
"""Words that ask, and are no stop words of Tantivy's lists, by language: what answers *when* need not say it."""

_MOST_BETWEEN = 2  # stop words between two words that rank as a pair


def telling_words(node: Rank, languages: Sequence[str]) -> Mapping[Node, int]:
    """What ranks in a sequence, with how often it is said: not the stop words, unless there is nothing else.

    Nor do the words that ask in a short question, of which a passage with all the words comes first. Filters are
    nothing that ranks.
    """
    optional = Counter(node.optional)
    telling = {part: n for part, n in optional.items() if not is_silent(part, languages)}
    if len(telling) <= FEW_WORDS.stop:
        telling = {part: n for part, n in telling.items() if not _asks(part, languages)} or telling
    only_filters = all(isinstance(part, Filter) for part in node.required)
    return telling if telling or not only_filters else optional


def pairs_of_words(node: Rank, languages: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """Each two plain words that follow each other, with how many stop words stand between them."""
    before, between = "", 0
    for part in node.optional:
        if is_silent(part, languages):
            between += 1
            continue
        word = part.tokens[0] if is_plain_word(part) else ""
        if before and word and between <= _MOST_BETWEEN:
            yield before, word, between
        before, between = word, 0


def prefers_all(node: Rank, languages: Sequence[str]) -> bool:
    """Whether passages with all the words of a sequence come first: those that tell are few."""
    return len(telling_words(node, languages)) in FEW_WORDS


def is_silent(node: Node, languages: Sequence[str]) -> bool:
    """Whether ``node`` is a stop word of one of ``languages``."""
    if not isinstance(node, Term) or len(node.tokens) > 1:
        return False
    return any(is_stop_word(node.typed or node.tokens[0], language) for language in languages)


def _asks(node: Node, languages: Sequence[str]) -> bool:
    return isinstance(node, Term) and any(
        (node.typed or node.tokens[0]).lower() in _ASKING.get(language, ())
        for language in languages
    )


def plain_words(node: Node, languages: Sequence[str] = ()) -> Iterator[Term]:
    """The words in ``node`` that a hit may hold in another form; in a connector words are exact.

    Without those that do not rank since they are stop words of one of ``languages``.
    """
    if is_plain_word(node):
        yield node
    match node:
        case And() | Or():
            parts = node.parts
        case Rank():
            parts = (*node.required, *telling_words(node, languages))
        case _:
            parts = ()
    for part in parts:
        yield from plain_words(part, languages)
