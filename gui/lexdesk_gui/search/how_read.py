"""How a query was read, as the line under the field tells it: words with their other forms, and what stands between."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from lexdesk_gui.error_messages import sentence
from lexdesk_gui.language import translate
from lexdesk_gui.search.demands import demands_of, without

if TYPE_CHECKING:
    from lexdesk.search.results.hits import Answer
    from lexdesk_gui.style.tokens import Tokens

MOST_FORMS = 3
_PARTS = re.compile(
    r'(?P<filter>[\w-]+:(?:"[^"]*"|\S+))|(?P<operator>\b(?:AND|OR|NOT)\b|\b(?:not )?(?:w|pre)/\w+)'
    r'|(?P<word>"[^"]*"|[^\s()"]+)'
)


class Part(NamedTuple):
    """A word or phrase of a query with other ``forms`` that are found, or what stands between two."""

    text: str
    is_word: bool = False
    forms: Sequence[str] = ()


class HowRead(NamedTuple):
    """The parts of a query in their order."""

    parts: tuple[Part, ...]

    def plain(self, most: int = MOST_FORMS) -> str:
        """The line as text, with at most so many forms of each word."""
        written = (_with_forms(each, most) for each in self.parts)
        return _told("".join(written))

    def marked(self, tokens: Tokens, most: int) -> str:
        """The same as HTML: words on the ground of chips, each a link to its number among the parts."""
        chip = f"background-color: {tokens.selection}"
        told = ""
        for at, each in enumerate(self.parts):
            written = html.escape(each.text)
            if not each.is_word:
                told += f'<span style="white-space: pre-wrap">{written}</span>'
                continue
            link = (
                f'<a href="{at}" style="color: {tokens.text}; text-decoration: none">{written}</a>'
            )
            forms = html.escape(_with_forms(each, most)[len(each.text) :])
            told += f'<span style="{chip}">&nbsp;{link}{forms}&nbsp;</span>'
        return _told(told)


def notice(answer: Answer, forms: Mapping[str, Sequence[str]]) -> str | HowRead:
    """What is said of the results as a whole, or how the query was read, with other ``forms`` of its words."""
    return sentence(answer.notice) if answer.notice else how_read(answer, forms)


def how_read(answer: Answer, forms: Mapping[str, Sequence[str]]) -> HowRead:
    """How the query of ``answer`` was read; ``forms`` has the others of its words, by these as they are folded.

    Words stand there as they were typed; filters that are chips do not stand there again.
    """
    from lexdesk.text.tokens import fold

    parsed = _without_chips(answer.parsed)
    typed: dict[str, str] = {fold(word): word for word in re.findall(r"\w+", answer.query)}
    left = dict(forms)  # each told once
    parts, end = [], 0
    for found in _PARTS.finditer(parsed):
        if found["word"]:
            between, word = parsed[end : found.start()], found["word"]
            parts += [Part(between)] * bool(between)
            parts.append(Part(typed.get(word, word), True, left.pop(word, ())))
            end = found.end()
    rest = parsed[end:]
    return HowRead((*parts, *([Part(rest)] if rest else [])))


def _without_chips(parsed: str) -> str:
    """What ``parsed`` asks for beside its filters; all of it where it is these alone."""
    left = parsed
    for each in reversed(demands_of(parsed)):
        left = without(left, each)
    return left or parsed


def _with_forms(part: Part, most: int) -> str:
    return " + ".join(filter(None, (part.text, ", ".join(part.forms[:most]))))


def _told(query: str) -> str:
    return translate("Search", "Reads as  {query}").format(query=query)
