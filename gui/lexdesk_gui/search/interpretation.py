"""The interpretation of a query for the line under the field: words with inflected forms, and operators."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lexdesk.law.citation_labels import label_usual_citation
from lexdesk_gui.error_messages import make_sentence
from lexdesk_gui.language import translate
from lexdesk_gui.search.query_filters import list_filters, without_filter

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Answer
    from lexdesk_gui.style.look import Tokens

MOST_FORMS = 3
_SUBJECTS = 1  # shown beside the words
_PARTS = re.compile(
    r'(?P<filter>[\w-]+:(?:"[^"]*"|\S+))|(?P<operator>\b(?:AND|OR|NOT)\b|\b(?:not )?(?:w|pre)/\w+)'
    r'|(?P<word>"[^"]*"|[^\s()"]+)'
)


class Part(NamedTuple):
    """A word or phrase of a query with its inflected ``forms``, or the text between two."""

    text: str
    is_word: bool = False
    forms: Sequence[str] = ()


class Interpretation(NamedTuple):
    """The parts of a query in order."""

    parts: tuple[Part, ...]

    def plain(self, most: int = MOST_FORMS) -> str:
        """Return the line as text, with at most ``most`` forms of each word."""
        written = (_with_forms(part, most) for part in self.parts)
        return _sentence("".join(written))

    def marked(self, tokens: Tokens, most: int) -> str:
        """Return the line as HTML: words on chip backgrounds, each linked to its index among the parts."""
        from html import escape

        chip = f"background-color: {tokens.selection}"
        html_text = ""
        for at, part in enumerate(self.parts):
            written = escape(part.text)
            if not part.is_word:
                html_text += f'<span style="white-space: pre-wrap">{written}</span>'
                continue
            link = (
                f'<a href="{at}" style="color: {tokens.text}; text-decoration: none">{written}</a>'
            )
            forms = escape(_with_forms(part, most)[len(part.text) :])
            html_text += f'<span style="{chip}">&nbsp;{link}{forms}&nbsp;</span>'
        return _sentence(html_text)


def find_notice(answer: Answer, forms: Mapping[str, Sequence[str]]) -> str | Interpretation:
    """Return the notice of the results, or else the interpretation of the query with ``forms``."""
    return make_sentence(answer.notice) if answer.notice else interpret(answer, forms)


def interpret(answer: Answer, forms: Mapping[str, Sequence[str]]) -> Interpretation:
    """Return the interpretation of the query of ``answer``; ``forms`` maps folded words to inflected forms.

    Words keep their typed spelling; filters shown as chips are omitted. The citation of a provision is one part.
    """
    if what := _cited(answer):
        return Interpretation((Part(_without_chips(answer.query), True), Part(f"  ·  {what}")))
    from lexdesk.text.tokens import token_spans

    parsed = _without_chips(answer.parsed)
    spans = list(token_spans(answer.query))
    typed = {folded[0]: answer.query[start:end] for start, end, folded in spans if len(folded) == 1}
    left = dict(forms)  # each shown once
    parts, end = [], 0
    for found in _PARTS.finditer(parsed):
        if found["word"]:
            between, word = parsed[end : found.start()], found["word"]
            parts += [Part(between)] * bool(between)
            as_typed = typed.get(word) or _phrase_as_typed(word, answer.query, spans)
            parts.append(Part(as_typed, True, left.pop(word, ())))
            end = found.end()
    placed = dict.fromkeys(
        f"{hit.subject} – {label_usual_citation(hit)}" for hit in answer.hits if hit.subject
    )
    subjects = "; ".join([*placed][:_SUBJECTS]) + " …" * (len(placed) > _SUBJECTS)
    shown = translate("Search", "subject index: {subjects}").format(subjects=subjects)
    rest = parsed[end:] + (f"  ·  {shown}" if subjects else "")
    return Interpretation((*parts, *([Part(rest)] if rest else [])))


def _cited(answer: Answer) -> str:
    """Return what is listed for the citation of a provision, else ``""``."""
    if not (answer.lists_citing and answer.hits):
        return ""
    if not answer.hits[0].named:
        return translate("Search", "the passages that cite the provision")
    if answer.hits[-1].named:
        return translate("Search", "the cited provision; no passage found cites it")
    return translate("Search", "the cited provision, then the passages that cite it")


def _phrase_as_typed(
    phrase: str, query: str, spans: Sequence[tuple[int, int, Sequence[str]]]
) -> str:
    """Return a parsed ``phrase`` as it stands in ``query``: ``2014/65/EU`` for ``"2014 65 eu"``."""
    words = phrase.strip('"').split()
    folded = [forms[0] for _, _, forms in spans]
    for at in range(len(folded) - len(words) + 1) if len(words) > 1 else ():
        if folded[at : at + len(words)] == words:
            start, end = spans[at][0], spans[at + len(words) - 1][1]
            quote = '"' if query[:start].endswith('"') else ""
            return f"{quote}{query[start:end]}{quote}"
    return phrase


def _without_chips(parsed: str) -> str:
    """Return ``parsed`` without its filters, or all of it if nothing else remains."""
    left = parsed
    for query_filter in reversed(list_filters(parsed)):
        left = without_filter(left, query_filter)
    return left or parsed


def _with_forms(part: Part, most: int) -> str:
    return " + ".join(filter(None, (part.text, ", ".join(part.forms[:most]))))


def _sentence(query: str) -> str:
    return translate("Search", "Reads as  {query}").format(query=query)
