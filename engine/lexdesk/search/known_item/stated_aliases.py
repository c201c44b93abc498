"""Parallel references of a work as texts state them: an ECLI, a page of the Official Journal or of law reports.

A text that cites ``C-311/18, EU:C:2020:559`` ties the two; one that cites ``Regulation (EU) 2016/679 ... (OJ L 119,
4.5.2016, p. 1)`` ties the page to the act. The work named most often beside the reference is meant.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from lexdesk.citations import Citation
from lexdesk.citations.query_wording import simplify_wording
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.query import And, Node, Or, Term
from lexdesk.storage import Store
from lexdesk.storage.schema import PassageRow
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import tokens

_ECLI = lazy_pattern(r"(?:ECLI:)?(?P<number>EU:[CTF]:\d{4}:\d{1,4})", re.IGNORECASE)
_JOURNAL = lazy_pattern(
    r"(?:OJ|ABl\.?|JO(?:UE)?)\s?(?:EU|EG|EC)?\s?(?:N[ro]\.?\s)?(?P<series>[LC])\s?(?P<number>\d{1,3})(?:\s[EIA])?"
    r"(?:,|,?\s(?:vom|du|of))?\s(?P<day>\d{1,2})[./](?P<month>\d{1,2})[./](?P<year>\d{4})(?:,?\s(?:pp?|S)\.?\s?(?P<page>\d+))?"
    r"(?:\s?[-–]\s?\d+)?",
    re.IGNORECASE,
)
_JOURNAL_OF_YEAR = lazy_pattern(
    r"(?:\[(?P<before>(?:19|20)\d\d)\]\s)?(?:OJ|ABl\.?|JO(?:UE)?)\s?(?:EU|EG|EC)?\s?(?:\[?(?P<year>(?:19|20)\d\d)\]?,?\s)?"
    r"(?:N[ro]\.?\s)?(?P<series>[LC])\s?(?P<number>\d{1,3})(?:,\s?|/)(?:(?:pp?|S)\.\s?)?(?P<page>\d+)",
    re.IGNORECASE,
)
_JOURNAL_ALONE = lazy_pattern(
    r"(?:OJ|ABl\.?|JO(?:UE)?)\s?(?:EU|EG|EC)?\s?(?:N[ro]\.?\s)?(?P<series>[LC])\s?(?P<number>\d{1,3})(?:,\s(?:pp?|S)\.\s?|/)(?P<page>\d+)",
    re.IGNORECASE,
)
"""Without a year: ``OJ L 119/1``."""
"""As courts cite it: ``OJ 2016 L 119, p. 1``, ``[2016] OJ L119/1``, ``ABl. EU 2016 L 119/1``."""
_CASE = lazy_pattern(r"(?:(?:Case|Rs\.)\s)?(?P<number>[CTF][-‑–]\d{1,4}/\d\d)")
_REPORT = lazy_pattern(
    r"(?:BGHZ|BGHSt|BVerfGE|BVerwGE|BAGE|BFHE|BSGE)\s\d{1,3},\s\d{1,4}|(?:NJW|NZA|WM|ZIP|GRUR|NStZ|NVwZ)(?:-RR)?\s\d{4},\s\d{1,4}"
    r"|\[\d{4}\]\s(?:\d\s)?[A-Z][A-Za-z. ]{0,12}\s\d{1,4}"
)
_WITH_PARAGRAPH = lazy_pattern(
    r"(?P<reference>.+?),?\s(?:(?:at\s)?(?:paragraphs?|paras?\b\.?|points?|Rn\b\.?|Randnrn?\b\.?|Rz\b\.?|§)\s?\[?|(?:at\s)?\[)"
    r"(?P<number>\d{1,3})(?:\]|(?=[\s,–-]|$)).{0,20}",
    re.IGNORECASE,
)
"""``EU:C:2020:559, paragraph 134``, ``[2022] AC 1217 at [114]``."""
_JOINED = lazy_pattern(
    r"(?:[Jj]oined\s[Cc]ases|verbundenen\sRechtssachen|affaires\sjointes)\s[^\n;]{1,300}"
)
"""The numbers of the cases that one judgment decides, in its head."""
_BOUNDARY = lazy_pattern(r"(?:\bp|\bS)\.\s?\d+\)|(?<!\d)[.;]\s(?=[A-Z])|\n\n")
_MOST_PASSAGES = 40
_MOST_WITH_PAGE = 400  # many have a number and a page of other references
_LEAST_SHARE = 0.9
_BEFORE = {"court": 200, "eu": 900}  # characters
_HEAD = 2500  # characters at the start of a judgment with its own ECLI


class _Alias(NamedTuple):
    """A reference: the kind of work that it means, ``joined`` for a further case of one judgment, and its forms in texts.

    ``dated`` is the pattern of its form with a day that the query does not state. A reference without a year means a work
    only if hardly any text states another for it (``is_alone``).
    """

    kind: str
    forms: tuple[str, ...]
    dated: str = ""
    is_alone: bool = False


def find_stated(
    query: str, store: Store, fulltext: FullText, languages: tuple[str, ...]
) -> Citation | None:
    """Return the work in ``store`` that its texts cite beside the reference ``query``; ``None`` for none."""
    typed = query.strip().strip(".,;()")
    eids: tuple[str, ...] = ()
    has_number = any(map(str.isdigit, typed))
    alias = None
    if has_number:
        alias = next(filter(None, map(_alias, (typed, *simplify_wording(typed)))), None)
    if alias is None and has_number and (pinned := _WITH_PARAGRAPH.fullmatch(typed)):
        alias, eids = _alias(pinned["reference"]), (f"para_{pinned['number']}",)
    if alias is None or (eids and alias.kind == "eu"):
        return None
    phrases: list[Node] = [Term(tuple(tokens(form)), quoted=True) for form in alias.forms]
    if alias.dated:
        series, number, sign, page = tokens(alias.forms[0])[-4:]
        parts = (series, number), (sign, page)
        phrases.append(And(tuple(Term(part, quoted=True) for part in parts), ()))
    found, _ = fulltext.search(
        Or(tuple(phrases)) if len(phrases) > 1 else phrases[0],
        _MOST_WITH_PAGE if alias.dated else _MOST_PASSAGES,
        languages,
    )
    passages = store.passages.by_id(passage for passage, _ in found)
    votes: Counter[str] = Counter()
    for passage in passages.values():
        votes.update(_works_beside(passage, alias, store))
    if alias.is_alone and max(votes.values(), default=0) < _LEAST_SHARE * votes.total():
        return None
    here = [work for work, _ in votes.most_common() if store.law.expressions_of(work)]
    kind = "eu" if alias.kind == "eu" else "court"
    return Citation(0, len(typed), typed, kind, here[0], eids=eids) if here else None


def _alias(typed: str) -> _Alias | None:
    if ecli := _ECLI.fullmatch(typed):
        return _Alias("court", (ecli["number"].upper(),))
    if journal := _JOURNAL.fullmatch(typed):
        day = f"{int(journal['day'])}.{int(journal['month'])}.{journal['year']}"
        head = f"{journal['series'].upper()} {journal['number']}"
        pages = {sign: f" {sign} {journal['page']}" if journal["page"] else "" for sign in "pS"}
        return _Alias(
            "eu",
            tuple(
                f"{head} {word} {day}{pages[sign]}"
                for word, sign in (("", "p"), ("vom", "S"), ("du", "p"))
            ),
        )
    journal = _JOURNAL_OF_YEAR.fullmatch(typed)
    if year := journal and (journal["before"] or journal["year"]):
        head, page = f"{journal['series'].upper()} {journal['number']}", journal["page"]
        forms = tuple(f"{year} {head} {sign} {page}" for sign in "pS")
        return _Alias(
            "eu", forms, rf"{head},? (?:vom |du )?\d\d?[./]\d\d?[./]{year}, [pS]\. {page}(?!\d)"
        )
    if alone := _JOURNAL_ALONE.fullmatch(typed):
        head, page = f"{alone['series'].upper()} {alone['number']}", alone["page"]
        dated = rf"{head},? (?:vom |du )?\d\d?[./]\d\d?[./]\d{{4}}, [pS]\. {page}(?!\d)"
        return _Alias("eu", tuple(f"{head} {sign} {page}" for sign in "pS"), dated, is_alone=True)
    if case := _CASE.fullmatch(typed):
        return _Alias("joined", (re.sub(r"[‑–]", "-", case["number"].upper()),))
    return _Alias("court", (typed,)) if _REPORT.fullmatch(typed) else None


def _works_beside(passage: PassageRow, alias: _Alias, store: Store) -> Iterator[str]:
    """Yield the work cited before each occurrence of the reference, or the judgment that it heads."""
    from lexdesk.citations import find  # many patterns

    is_head = passage.expression.kind == "judgment" and passage.start < _HEAD
    if alias.kind == "joined":
        of_both = _JOINED.search(passage.text) if is_head else None
        if of_both and alias.forms[0] in of_both[0].replace("‑", "-").replace("–", "-"):
            yield passage.expression.work
        return
    if alias.kind == "court" and is_head:
        yield passage.expression.work
    forms = [r"\W+".join(map(re.escape, tokens(form))) + r"(?!\w)" for form in alias.forms]
    for form in (*forms, *filter(None, (alias.dated,))):
        pattern = re.compile(form, re.IGNORECASE)
        for match in pattern.finditer(passage.text):
            before = passage.text[max(0, match.start() - _BEFORE[alias.kind]) : match.start()]
            if alias.kind == "eu":
                before = _BOUNDARY.split(before.rstrip("( "))[-1]
            cited = [
                citation.work
                for citation in find(before, passage.expression.language)
                if citation.kind == alias.kind and citation.work
            ]
            if cited:
                yield cited[0] if alias.kind == "eu" else cited[-1]
