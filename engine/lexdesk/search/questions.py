"""Questions of a fixed form, translated to queries: what cites a provision, what changed in an act.

Also notices on words that look like operators, such as ``NOT`` before several words.
"""

import re
from itertools import pairwise
from typing import NamedTuple

from lexdesk.errors import Message, NoteCode
from lexdesk.query.lexer import lex
from lexdesk.search.known_item.item import KnownItem
from lexdesk.search.known_item.library_citations import citation_of, library_citation
from lexdesk.storage import Store
from lexdesk.text.lazy_pattern import lazy_pattern

_LONGEST = 500  # characters of a question
_FIRST_WORDS = ("what", "who", "which", "was", "wer", "welche", "qui", "qu'", "qu’", "cited", "ce")
_CITING = lazy_pattern(
    r"\s*(?:(?:what|who|which\s[a-z]+)\s(?:cites?|refers?\sto|mentions?)"
    r"|(?:was|wer|welche[rs]?\s\w+)\s(?:zitier(?:t|en)|verweis(?:t|en)\sauf)"
    r"|(?:qui|qu['’]est-ce\squi)\scite|cited\sby\s(?:whom|what):?)\s(?P<cited>[^\"]+?)\s*\??\s*",
    re.IGNORECASE,
)
_CHANGED = (
    lazy_pattern(
        r"\s*(?:what|which\s\w+)\s(?:has\s|have\s|was\s|were\s)?(?:been\s)?(?:changed?|amended)\s(?:in|to|of)\s(?:the\s)?"
        r"(?P<law>[^\"]+?)(?:,?\s(?:between|since|from|after|before|in|by|with)\s.+)?\s*\??\s*",
        re.IGNORECASE,
    ),
    lazy_pattern(
        r"\s*was\s(?:hat\ssich|wurde|ist)\s(?:in|an|am|im|bei)\s(?:de[rmn]\s)?(?P<law>[^\"]+?)"
        r"(?:\s(?:zwischen|seit|von|nach|vor|bis|im\sJahr|mit|durch)\s.+?)?\s(?:geändert|verändert|anders)(?:\sworden)?\s*\??\s*",
        re.IGNORECASE,
    ),
    lazy_pattern(
        r"\s*(?:qu['’]est-ce\squi|ce\squi)\sa\s(?:été\s)?(?:changé|modifié)\s(?:dans|à|au)\s(?:l[ae]\s|l['’])?"
        r"(?P<law>[^\"]+?)(?:\s(?:entre|depuis|de|après|avant|en)\s\d.*)?\s*\??\s*",
        re.IGNORECASE,
    ),
)
_CONDITION = lazy_pattern(
    r"\b(?:(?P<field>after|before|date)(?: is| of| =)? (?P<day>(?:19|20)\d\d(?:-\d\d){0,2})(?![\w/:-])|(?<=\w )adj(?= \w))",
    re.IGNORECASE,
)
_AMOUNT = lazy_pattern(r"[$€£¥]\s?(?P<number>\d[\d.,]*)|(?P<digits>\d[\d.,]*)\s?[$€£¥]")


class Question(NamedTuple):
    """The query that answers a question; ``is_about_changes`` if its answer is the history of a law."""

    query: str
    is_about_changes: bool = False


def read_question(query: str, store: Store) -> Question:
    """Return the query for a question, such as ``cites:"Article 17 GDPR"``; other queries unchanged."""
    if len(query) > _LONGEST:
        return Question(query)
    asked = " ".join(query.split())  # runs of blanks would take cubic time
    if not asked.casefold().startswith(_FIRST_WORDS):
        return Question(query)
    citing = _CITING.fullmatch(asked)
    if citing and citation_of(citing["cited"]):
        return Question(f'cites:"{citing["cited"]}"')
    for pattern in _CHANGED:
        changed = pattern.fullmatch(asked)
        if changed and (citation_of(changed["law"]) or library_citation(changed["law"], store)):
            return Question(changed["law"], is_about_changes=True)
    return Question(query)


def describe_question(question: Question, item: KnownItem) -> Message | None:
    """Return the notice that names the history of the law asked for, or what the ``NOT`` of a query excludes."""
    if question.is_about_changes and item.located:
        located = item.located[0]
        eid = located.provision.eid if located.provision else ""
        place = f"{located.expression.work} {eid}".strip()
        return Message(NoteCode.CHANGES_ASKED, place=place)
    return _notice_of_exclusion(question.query) or _notice_of_words(question.query)


def _notice_of_words(query: str) -> Message | None:
    """Return the notice on a condition given as words, such as ``after 2021``, or on a sign that is not searched."""
    if "adj" not in query.lower() and not any(map(str.isdigit, query)):
        return None  # the patterns below need one of both
    if found := _CONDITION.search(query):
        field = (found["field"] or "adj").lower()
        written = f"{field}:{found['day']}" if found["day"] else "adj1"
    elif found := _AMOUNT.search(query):
        field, written = "", found["number"] or found["digits"]
    else:
        return None
    if query[: found.start()].count('"') % 2:
        return None
    code = NoteCode.CONDITION_AS_WORDS if field else NoteCode.SIGN_NOT_SEARCHED
    return Message(code, typed=found[0].strip(), written=written)


def _notice_of_exclusion(query: str) -> Message | None:
    """Return the notice that ``NOT direct marketing`` excludes its first word only."""
    if "NOT" not in query and "NICHT" not in query:
        return None
    lexemes = lex(query)
    for (operator, excluded), (_, following) in pairwise(pairwise(lexemes)):
        if operator.kind == "NOT" and (excluded.kind, following.kind) == ("word", "word"):
            return Message(
                NoteCode.ONE_WORD_EXCLUDED,
                word=excluded.text,
                both=f"{excluded.text} {following.text}",
            )
    return None
