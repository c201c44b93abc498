"""Days that commencement orders, or an Act itself, appoint for provisions of an Act of Ireland or the United Kingdom.

"The 1st day of January 2019 is appointed as the day on which sections 3, 5(2) and Part 4 shall come into operation";
"The following provisions of the Act come into force on 1st October 2010". A day is certain where the sentence consists
of provisions, the day and the words of such sentences; a purpose or a condition leaves it open.
"""

import datetime
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lexdesk.structure.dates import find_dates
from lexdesk.text.lazy_pattern import lazy_pattern

_BLOCK = lazy_pattern(r"^(?=\W*(?:\d{1,2}\.[\s—–-]|\(\d{1,2}\)|\d{1,2}[.,]?[—–-]))", re.MULTILINE)
_END = lazy_pattern(
    r"^\W*(?:GIVEN under|EXPLANATORY NOTE|L\.S\.|Signed by)", re.MULTILINE | re.IGNORECASE
)
_COMMENCES = lazy_pattern(
    r"\b(?:come|comes|coming|came)\s+into\s+(?:operation|force)\b", re.IGNORECASE
)
_OWN = lazy_pattern(
    r"\W*(?:\d{1,2}\W*)?(?:\(\d\)\W*)?(?:This\s+(?:Order|instrument)|These\s+(?:Regulations|Rules))\b"
)
_ACT = r"(?:\s?\((?:No|c)\.\s?\d+(?:\s+of\s+\d{4})?\s?\))?"
_OTHER_ACT = lazy_pattern(r"\b(?:Act,?|Acts?\s+of|Regulations,?|Order,?)\s+(?:1[89]|20)\d\d\b")
_THIS_ACT = lazy_pattern(r"\b(?:[Tt]he|[Tt]his|[Tt]hat)\s+Act\b")
_ITEM = lazy_pattern(r"\n+\s*(?:and\s*\n+\s*)?(?=\W*\([a-z]{1,4}\))|;\s*(?=\([a-z]{1,4}\))")
_MARK = lazy_pattern(r"\W*\((?P<mark>[a-z]{1,4})\)\s*")
_ROMAN = lazy_pattern(r"(?:x{0,2}(?:ix|iv|v?i{1,3}|v|x))")
_EXCEPT = r"(?:other\s+than|except(?:ing)?(?:\s+for)?|with\s+the\s+exception\s+of|excluding|save(?:\s+for)?)"
_EXCEPTION = lazy_pattern(
    rf"\(\s*{_EXCEPT}\b(?P<inside>(?:[^()]|\([^()]{{0,200}}\)){{0,1000}})\)|,?\s*\b{_EXCEPT}\b"
)
_REST = lazy_pattern(
    r",?\s*\(?(?:in\s*so\s*far\s+as|to\s+the\s+extent\s+that|so\s+far\s+as)(?:\s+(?:it\s+is|they\s+are|that\s+\w+\s+is))?"
    r"\s+not\s+(?:already|yet|otherwise)\s+(?:in\s+(?:operation|force)|commenced)\)?"
    r"|\b(?:all\s+)?(?:the\s+)?remaining\s+(?=provisions)"
)
_SUBJECT_TO = lazy_pattern(
    r"\bSubject\s+to\s+(?:Article|paragraph|regulation)s?\s++[\d(), and]+,\s", re.IGNORECASE
)
"""Other articles of the order, which are read themselves."""
_CONDITION = lazy_pattern(
    r"\b(?:in\s*so\s*far|so\s+far\s+as|to\s+the\s+extent|for\s+the\s+purposes?|purposes?\s+of|in\s+relation|relates?|relating"
    r"|subject\s+to|if|where|only|in\s+respect|as\s+regards|unless)\b",
    re.IGNORECASE,
)
_DESCRIPTION = lazy_pattern(
    r"\((?!\s*(?:in\s*so|so\s+far|to\s+the\s+extent|for|other|except))(?=[^()]*[a-z]{3})[^()]*\)"
)
_OPENS_LIST = lazy_pattern(r"\bfollowing\s+provisions?\b|[:—–-]\s*$")
_WORD = lazy_pattern(r"[A-Za-z]{2,}")
_PLAIN = lazy_pattern(
    r"the|following|provisions?|of|shall|comes?|into|operation|force|is|are|be|to|appointed|fixed|hereby|as|day|on|which|and"
    r"|namely|for|coming|act|date|by|whole|that|its?|all|remaining|th|st|nd|rd|from|with|effect|operative|deemed|have|take|january|february"
    r"|march|april|may|june|july|august|september|october|november|december",
    re.IGNORECASE,
)
"""The words of a sentence that brings listed provisions into force without a condition."""
_EIDS = ("sec_", "part_", "chp_", "sched_", "title_")
_IN_DIVISION = lazy_pattern(r"^(?:part|chp|title)_.*?__(?=sec_)")


class AppointedDay(NamedTuple):
    """The first day in force of a provision; ``None`` for some purposes or under conditions.

    ``is_latest``: of what is not in force already, so that its first day may be an earlier one.
    """

    day: datetime.date | None
    is_latest: bool = False


class Appointment(NamedTuple):
    """The days by eid, ``""`` for the whole Act, and the provisions excepted from those around them."""

    days: Mapping[str, AppointedDay]
    excepted: frozenset[str]

    def by_provision(self, parents: Mapping[str, str | None]) -> dict[str, AppointedDay]:
        """Return the days of all provisions, inherited from those around them; ``parents`` come first."""
        found: dict[str, AppointedDay] = {}
        for eid, parent in parents.items():
            inherited = (
                None if eid in self.excepted else found.get(parent or "") or self._of_act(parent)
            )
            if own := self.days.get(eid) or inherited:
                found[eid] = own
        return found

    def _of_act(self, parent: str | None) -> AppointedDay | None:
        return self.days.get("") if parent is None else None


def read_appointment(text: str, work: str, title: str) -> Appointment:
    """Return the days that ``text``, an order or a section, appoints for the Act ``work`` with this ``title``."""
    days: dict[str, AppointedDay] = {}
    excepted: set[str] = set()
    end = _END.search(text)
    for block in _BLOCK.split(text[: end.start() if end else len(text)]):
        if _COMMENCES.search(block) and not _OWN.match(block):
            for eids, appointed, without in _read_block(_insert_act_name(block, work, title), work):
                excepted.update(without)
                for eid in eids:
                    days[eid] = _merge(days.get(eid), appointed)
    return Appointment(days, frozenset(excepted - days.keys()))


def _merge(known: AppointedDay | None, new: AppointedDay) -> AppointedDay:
    """Return one of two statements on a provision: the earlier certain day, which may have been that of a part."""
    if known is None or known == new:
        return new
    if known.day and new.day:
        return AppointedDay(min(known.day, new.day), is_latest=known.is_latest or new.is_latest)
    return known if known.day else new


def _insert_act_name(block: str, work: str, title: str) -> str:
    """Return a block with the names of the Act as ``the Act``."""
    words = [re.escape(word) for word in re.sub(r"[,.]", " ", title).split()]
    if words:
        name = r",?\s+".join(words)
        block = re.sub(rf"(?:the\s+)?{name}\b{_ACT}", "the Act", block, flags=re.IGNORECASE)
    year = work.split("-")[1] if work.count("-") >= 2 else ""
    return (
        re.sub(rf"\b(?:the\s+)?Act of {year}\b{_ACT}", "the Act", block)
        if year.isdigit()
        else block
    )


def _read_block(block: str, work: str) -> Iterator[tuple[list[str], AppointedDay, list[str]]]:
    """Yield the provisions, their day and the exceptions of each item of a sentence."""
    if _OTHER_ACT.search(block):
        yield _eids(block, work) or [""], AppointedDay(None), []
        return
    if not any(find_dates(block)):
        return
    head, *items = _ITEM.split(block)
    of_head = {*find_dates(head)}
    common = of_head.pop() if len(of_head) == 1 else None
    is_head_open = is_excepting = False
    for item in (head, *items):
        mark = _MARK.match(item)
        if is_excepting and mark and _ROMAN.fullmatch(mark["mark"]):
            yield [], AppointedDay(None), _eids(item, work)
            continue
        listed, excepted, is_excepting = _divide(item)
        found = {*find_dates(listed)}
        day = common if not found else found.pop() if len(found) == 1 else None
        rest = _REST.sub(" ", _SUBJECT_TO.sub(" ", listed))
        is_open = day is None or _CONDITION.search(rest) is not None or not _is_plain(rest, work)
        is_sentence = _COMMENCES.search(listed) is not None
        if item is head:
            is_head_open = is_open
        elif is_head_open and not is_sentence:
            is_open = True
        is_latest = _REST.search(listed) is not None
        appointed = AppointedDay(None if is_open else day, is_latest=is_latest)
        eids, without = _eids(listed, work), _eids(excepted, work)
        if not eids and is_sentence and _THIS_ACT.search(listed) and not _OPENS_LIST.search(listed):
            eids = [""]
        if eids or without:
            yield eids, appointed, without


def _divide(item: str) -> tuple[str, str, bool]:
    """Return an item without its exception, the exception, and whether that goes on in the next items."""
    match = _EXCEPTION.search(item)
    if match is None:
        return item, "", False
    if match["inside"] is not None:
        return item[: match.start()] + item[match.end() :], match["inside"], False
    verb = _COMMENCES.search(item, match.end())
    behind = item[match.end() : verb.start() if verb else len(item)]
    after = item[verb.start() :] if verb else ""
    cut = re.search(r",\s+(?:shall|is\b|are\b)", behind)
    excepted = behind[: cut.start()] if cut else behind
    return (
        f"{item[: match.start()]} {behind[len(excepted) :]}{after}",
        excepted,
        not excepted.strip(" —–:-\n"),
    )


def _eids(text: str, work: str) -> list[str]:
    from lexdesk.citations import Context, find  # loads many patterns

    text = re.sub(r"\s+of\s+the\s+Act\b", "", text)
    return [
        _IN_DIVISION.sub("", eid)
        for citation in find(text, "en", Context(work=work))
        if citation.work == work
        for eid in citation.eids
        if eid.startswith(_EIDS)
    ]


def _is_plain(text: str, work: str) -> bool:
    """Return True if a text holds provisions and the words of commencement alone."""
    from lexdesk.citations import Context, find

    text = re.sub(r"\s+of\s+the\s+Act\b", "", _DESCRIPTION.sub(" ", text))
    kept, at = [], 0
    for citation in find(text, "en", Context(work=work)):
        if citation.work != work or not all(eid.startswith(_EIDS) for eid in citation.eids):
            return False
        kept.append(text[at : citation.start])
        at = citation.end
    words = _WORD.findall(" ".join([*kept, text[at:]]))
    return all(map(_PLAIN.fullmatch, words))
