"""Cited places that a text in the library lacks, alone or beside others: ``Articles 5 and 105 GDPR``."""

import re
from collections.abc import Sequence

from lexdesk.citations.citation import Citation
from lexdesk.citations.cited_eids import is_absent
from lexdesk.errors import Message, NoteCode
from lexdesk.law.citation_labels import label_citation as law_name
from lexdesk.law.cross_references import CitationTarget
from lexdesk.storage import Store
from lexdesk.structure.numbers import to_roman
from lexdesk.text.lazy_pattern import lazy_pattern

_ABSATZ = lazy_pattern(r"(?P<article>(?:para|art)_\w+?)__abs_(?P<number>\w+?)(?:__.*)?")
_STEP = lazy_pattern(r"(?:point|para|abs|nr|subsec)_(\d{1,3}|[a-z]{1,2})(?=__|$)")
_WORD = lazy_pattern(r"(?P<word>[^\W\d_]+\.?\s|§+\s?)\(?(?P<roman>[IVXLC]+\b)?")
_GERMAN = {"abs": "Abs.", "nr": "Nr.", "buchst": "Buchst.", "dbuchst": "Doppelbuchst."}
_NUMBERED = ("point", "para", "nr", "buchst", "subsec", "clause")
_OUTERMOST = ("art", "rec", "anx", "anlage", "sec", "sched", "para", "reg", "rule")
_WORD_FOR_ACT = lazy_pattern(
    r"(?:verordnung|richtlinie|gesetz(?:buch)?|(?<!\w)(?:directive|regulation|act|code))$",
    re.IGNORECASE,
)
_MOST_NAMED = 3
_LABEL = lazy_pattern(r"(?<![\w(])\(?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5})\)\s")
"""The number of an item in a list: ``(a)``, ``3)``."""


def encloses(store: Store, located: CitationTarget, eid: str) -> bool:
    """Return whether the located provision only encloses ``eid``, which does not exist."""
    if located.provision is None or located.provision.eid == eid:
        return False
    if _lacks_absatz(store, located, eid):
        return True
    provisions = store.texts.provisions(located.expression.id)
    eids = (provision.eid for provision in provisions)
    if is_absent(eid, located.provision.eid, eids):
        return not _prints(store, located, eid)
    return eid.startswith(f"{located.provision.eid}__") and _is_plain(store, located, eid)


def _lacks_absatz(store: Store, located: CitationTarget, eid: str) -> bool:
    """Return whether ``eid`` is an Absatz, such as ``Abs. 1a``, that the text of its section lacks."""
    absatz = _ABSATZ.fullmatch(eid)
    if located.provision is None or absatz is None or located.provision.eid != absatz["article"]:
        return False
    return absatz["number"] != "1" and f"({absatz['number']})" not in _text(store, located)


def _prints(store: Store, located: CitationTarget, eid: str) -> bool:
    """Return whether the text prints the number of ``eid``, which its structure lacks: ``; (2) in matters``."""
    assert located.provision is not None  # noqa: S101 - the caller tests it
    step = _STEP.match(eid.removeprefix(f"{located.provision.eid}__"))
    if step is None:
        return False
    number = rf"(?:^|[;:.,\n|]|\b(?:and|or)|[▼►]\w{{1,3}})\s*\({step[1]}\)\s?[‘“']?[^\W\d]"
    return re.search(number, _text(store, located)) is not None


def _is_plain(store: Store, located: CitationTarget, eid: str) -> bool:
    """Return whether a place without parts prints no list, or one with numbers, and not the number of ``eid``."""
    assert located.provision is not None  # noqa: S101 - the caller tests it
    level, _, number = (
        eid.removeprefix(f"{located.provision.eid}__").partition("__")[0].partition("_")
    )
    text = _text(store, located).strip()
    if level not in _NUMBERED:
        return False
    if re.search(rf"(?<!\w){re.escape(number)}\s?[).°]", text, re.IGNORECASE):
        return False
    is_listing = any(sign in text for sign in (";", ":"))
    return not is_listing or len(_LABEL.findall(text)) > 1


def _text(store: Store, located: CitationTarget) -> str:
    assert located.provision is not None  # noqa: S101 - callers test it
    provision = located.provision
    return store.texts.text(located.expression.id, provision.start, provision.end)


def describe_partly_missing(
    store: Store, located: Sequence[tuple[CitationTarget, str]]
) -> Message | None:
    """Return the notice that an act has some of several cited places only; ``None`` if it has all or none."""
    missing = [
        (item, eid)
        for item, eid in located
        if eid and (item.provision is None or encloses(store, item, eid))
    ]
    held = [
        item.provision for item, eid in located if item.provision and (item, eid) not in missing
    ]
    if not (missing and held):
        return None
    label = held[0].label
    places = ", ".join(_print_place(eid, label) for _, eid in missing[:_MOST_NAMED])
    name = law_name("", missing[0][0].expression, None)
    return Message(NoteCode.PARTLY_HELD, name=name, pin_cite=places)


def describe_lacking(
    store: Store,
    citation: Citation,
    located: Sequence[tuple[CitationTarget, str]],
    *,
    is_partly: bool,
) -> Message | None:
    """Return the notice that the library lacks the law of a citation beside other words, or some of its places.

    ``is_partly`` is whether the library has another place of the query.
    """
    if any(_is_relative(eid, citation.work) for eid in citation.eids):
        return None  # the rest of a citation that was not understood
    if not located:
        return Message(NoteCode.LAW_NOT_HELD, cited=citation.text.strip(" ,;"))
    if notice := describe_partly_missing(store, located):
        return notice
    item, eid = located[0]
    if item.provision is not None and not encloses(store, item, eid):
        return None
    name = law_name("", item.expression, None)
    code = NoteCode.PARTLY_HELD if is_partly else NoteCode.WORDS_INSTEAD
    return Message(code, name=name, pin_cite=citation.pin_cite)


def _is_relative(eid: str, work: str) -> bool:
    """Return whether ``eid`` lies inside an unnamed article or section: ``subpara_2``, in Union law ``para_3``."""
    level = eid.partition("_")[0]
    return level not in _OUTERMOST or (level == "para" and work[:1] == "3")


def _print_place(eid: str, like: str) -> str:
    """Return the place of ``eid`` with the word of the label ``like``: ``Article 105(2)``, ``§ 8230 Abs. 1``."""
    first, *inner = (step.partition("_")[::2] for step in eid.split("__"))
    word = _WORD.match(like)
    number = first[1]
    if word and word["roman"] and number.isdecimal():
        number = to_roman(int(number)).upper()
    place = f"{word['word'] if word else ''}{number}"
    for level, number in inner:
        place += f" {_GERMAN[level]} {number}" if level in _GERMAN else f"({number})"
    return place


def is_surely_law(text: str) -> bool:
    """Return whether a name surely means law: by a number, capitals or a word for an act; ``dora`` may be a person."""
    has_sign = any(map(str.isdigit, text)) or text[1:] != text[1:].lower()
    return has_sign or _WORD_FOR_ACT.search(text) is not None
