"""Order of the first hits: a pasted wording, a heading that is the query, general rules, the parts of one article.

*right to be forgotten* is the heading of Article 17 GDPR, while judgments only mention it. A general rule is cited more
often than its exceptions, so that citations of an article raise it a little; so do its other passages among the
candidates, since an article about a matter has several. Beyond the best one, these would fill the first places.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from lexdesk.query import Filter, Or, Query, Rank, Term
from lexdesk.search.ranking.fusion import Candidate, append_candidates
from lexdesk.search.ranking.word_coverage import has_wording
from lexdesk.storage import Store, until_changed
from lexdesk.storage.schema import PassageRow
from lexdesk.text.analysis import is_stop_word
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import tokens

_DEPTH = 40  # candidates whose headings are read
_READ = 20  # rows read at once; the first places rarely need more
_FIRST = 6  # places that one article may not fill
_MOST_OF_ARTICLE = 1
_CITED = 0.04  # boost for a unit of log(1 + citations), chosen on lawyers' questions
_CITED_DEPTH = 25  # candidates whose citations are counted
_FURTHER = 0.05  # share of the scores of an article's further passages, added to its best one
_MOST_FURTHER = 3
_MOST_CITATIONS = 200  # maximum that counts
_MOST_WORDS = 8  # of a query that may be a heading
_PARTS = lazy_pattern(r"[()\[\]‘’“”„\"«»;:–—]|,\s|\.(?:\s|$)")

_Words = frozenset[str]
_NO_WORDS: set[_Words] = {frozenset()}

RowsOf = Callable[[Sequence[int]], Mapping[int, PassageRow]]


def order_first_hits(
    candidates: Sequence[Candidate],
    query: Query,
    store: Store,
    rows_of: RowsOf,
    languages: Sequence[str],
) -> list[Candidate]:
    """Return ``candidates`` with those that have its wording first, then provisions headed by the query.

    One passage per article comes in the first places. Below, a re-ranked order stays, because the model has read the passages.
    ``rows_of`` returns the passages with the given ids.
    """
    root = query.root
    if not isinstance(root, Rank) or not all(
        isinstance(condition, Filter) for condition in root.required
    ):
        return [*candidates]
    is_reranked = any(candidate.reranked is not None for candidate in candidates[:1])
    top = candidates[:_DEPTH]
    if not is_reranked and _has_provisions(store):
        top = _raised_by_article(top, store, rows_of)
    own, in_acts = _own_words(root, languages), _wordings(root, languages)
    headed = _find_by_heading(top, own, rows_of, languages)
    if not headed:
        headed = _find_by_heading(top, in_acts, rows_of, languages)
        rows = rows_of([candidate.passage for candidate in headed])
        if len({rows[candidate.passage].expression.work for candidate in headed}) > 1:
            headed = []  # a heading of many acts, ``Definitions``, is none of them
    best = top[0].score if top else 0.0
    ordered = _moved_first(_raised_to(best, headed), top)
    spread = ordered if is_reranked else _spread_articles(ordered, rows_of)
    worded = _raised_to(best, _find_by_wording(top, query.semantic_text, rows_of))
    return _moved_first(worded, _moved_first(spread, candidates))


def _raised_to(best: float, candidates: Sequence[Candidate]) -> list[Candidate]:
    return [candidate._replace(score=max(best, candidate.score)) for candidate in candidates]


def _find_by_wording(
    candidates: Sequence[Candidate], text: str, rows_of: RowsOf
) -> list[Candidate]:
    """Return the candidates that have the words of ``text``, such as a pasted sentence, one behind the other."""
    rows = rows_of([candidate.passage for candidate in candidates])
    return [
        candidate
        for candidate in candidates
        if (row := rows.get(candidate.passage)) and has_wording(text, row.text)
    ]


def _find_by_heading(
    candidates: Sequence[Candidate], wanted: set[_Words], rows_of: RowsOf, languages: Sequence[str]
) -> list[Candidate]:
    """Return the candidates whose heading has the words of one of ``wanted``; without any, no row is read."""
    rows = rows_of([candidate.passage for candidate in candidates] if wanted else [])
    return [
        candidate
        for candidate in candidates
        if wanted and _is_headed(rows.get(candidate.passage), wanted, languages)
    ]


@until_changed
def _has_provisions(store: Store) -> bool:
    """Return whether a text has articles or sections; without, no row is read for them."""
    return store.law.has_provisions()


def _raised_by_article(top: Sequence[Candidate], store: Store, rows_of: RowsOf) -> list[Candidate]:
    """Return the candidates, raised by citations of their articles and by further candidates from the same articles."""
    rows = rows_of([candidate.passage for candidate in top])
    articles = [_article(rows.get(candidate.passage)) for candidate in top]
    counts: dict[tuple[str, str] | None, int] = {}
    if cited := list(dict.fromkeys(article for article in articles[:_CITED_DEPTH] if article)):
        counts.update(zip(cited, store.law.citations_of(cited, _MOST_CITATIONS), strict=True))
    further = _further_scores(top, articles, rows)
    raised = []
    for at, (candidate, article) in enumerate(zip(top, articles, strict=True)):
        cited_by = counts.get(article, 0) if at < _CITED_DEPTH else 0
        others = further.get(candidate.passage)
        if not cited_by and not others:
            raised.append(candidate)
            continue
        score = candidate.score * (1 + _CITED * math.log1p(cited_by))
        score += _FURTHER * sum((others or [])[:_MOST_FURTHER])
        raised.append(candidate._replace(score=score))
    return sorted(raised, key=lambda candidate: -candidate.score)


def _further_scores(
    top: Sequence[Candidate],
    articles: Sequence[tuple[str, str] | None],
    rows: Mapping[int, PassageRow],
) -> dict[int, list[float]]:
    """Map the best passage of each article of one text to the scores of its other passages; copies count once."""
    scores: defaultdict[tuple[int, str], dict[str, float]] = defaultdict(dict)
    best: dict[tuple[int, str], int] = {}
    for candidate, article in zip(top, articles, strict=True):
        if article:
            row = rows[candidate.passage]
            place = (row.expression.id, article[1])
            scores[place].setdefault(row.text, candidate.score)
            best.setdefault(place, candidate.passage)
    return {passage: [*scores[place].values()][1:] for place, passage in best.items()}


def _article(row: PassageRow | None) -> tuple[str, str] | None:
    """Return the work and the article or section of a passage."""
    if row is None or not row.eid:
        return None
    return row.expression.work, row.eid.partition("__")[0]


def _moved_first(first: Sequence[Candidate], others: Sequence[Candidate]) -> list[Candidate]:
    """Return ``first``, then those of ``others`` that are not among them."""
    taken = {candidate.passage for candidate in first}
    return append_candidates(
        first, [candidate for candidate in others if candidate.passage not in taken]
    )


def _own_words(root: Rank, languages: Sequence[str]) -> set[_Words]:
    """Return the words of the query to compare with headings; none for a long query."""
    words = [part for part in root.optional if isinstance(part, Term)]
    if len(words) < len(root.optional) or len(words) > _MOST_WORDS:
        return set()
    return {_content([token for word in words for token in word.tokens], languages)} - _NO_WORDS


def _wordings(root: Rank, languages: Sequence[str]) -> set[_Words]:
    """Return the words of a term that is the whole query, and of its wordings in acts."""
    if len(root.optional) != 1 or not isinstance(root.optional[0], Or):
        return set()
    parts = root.optional[0].parts
    return {
        _content(part.tokens, languages) for part in parts if isinstance(part, Term)
    } - _NO_WORDS


def _is_headed(row: PassageRow | None, wanted: set[_Words], languages: Sequence[str]) -> bool:
    if row is None or not row.heading:
        return False
    words = tokens(row.heading)
    if not any(map(frozenset(words).issuperset, wanted)):  # parts have no other words
        return False
    return any(_content(part, languages) in wanted for part in _parts(row.heading, words))


def _parts(heading: str, words: list[str]) -> Iterator[list[str]]:
    """Yield the ``words`` of a heading, and of each of its parts: ``Right to erasure (‘right to be forgotten’)``."""
    yield words
    yield from (tokens(part) for part in _PARTS.split(heading))


def _content(words: Sequence[str], languages: Sequence[str]) -> _Words:
    return frozenset(
        word for word in words if not any(is_stop_word(word, language) for language in languages)
    )


def _spread_articles(ordered: Sequence[Candidate], rows_of: RowsOf) -> list[Candidate]:
    """Move the second and further passages of one article behind the first places; copies of one take none."""
    first: list[Candidate] = []
    places = 0
    passages: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    rows: Mapping[int, PassageRow] = {}
    for at, candidate in enumerate(ordered):
        if places == _FIRST:
            break
        if at % _READ == 0:
            rows = rows_of([other.passage for other in ordered[at : at + _READ]])
        row = rows.get(candidate.passage)
        article = _article(row)
        if row is not None and article:
            of_article = passages[article]
            if row.text in of_article:
                first.append(candidate)
                continue
            if len(of_article) == _MOST_OF_ARTICLE:
                continue
            of_article.add(row.text)
        first.append(candidate)
        places += 1
    return _moved_first(first, ordered)
