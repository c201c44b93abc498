"""Content of the reader: provisions as highlighted paragraphs, or pages of a file."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.document.model import BINDING, StatusName
from lexdesk.errors import Message, NoteCode, NotFound, PhraseCode, StatusCode, both
from lexdesk.law.citation_labels import find_act, label_usual_citation, replace_act_name
from lexdesk_gui.reader.paragraphs import (
    Paragraph,
    Span,
    cut_text_around,
    make_paragraphs,
    with_headings,
)
from lexdesk_gui.reader.scanned_pages import Scanned, ScannedPage, find_pdf, has_lost_pages
from lexdesk_gui.reader.title_lines import find_source_and_title, split_title

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import Subject
    from lexdesk.annotations.workbook import Bookmark
    from lexdesk.errors import OptionalMessage
    from lexdesk.law.display import ShownText
    from lexdesk.library.library import Library
    from lexdesk.search.results.hits import Hit

_WHOLE = 20_000  # characters of a provision shown whole, some eight screens
_GLANCE = 700  # characters
_OUTDATED = {
    NoteCode.AMENDED_SINCE,
    NoteCode.AMENDED_ON_UNKNOWN_DAY,
    NoteCode.TEXT_ENDED,
    NoteCode.UNDATED_TEXT_HELD,
    NoteCode.IN_OTHER_LANGUAGE,
}
_PLAIN = {StatusCode.IN_FORCE, StatusCode.APPLIES, StatusCode.APPLIES_AS_HELD, PhraseCode.LIST}


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A mail or an attachment: its ``work`` and its name."""

    work: str
    name: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A provision, or a part of a file, ready for display; ``citation`` is that of the hit.

    ``place`` is the cited and highlighted place; ``eid`` the displayed, possibly larger provision.
    ``words`` are the matched texts. ``pages`` is the displayable PDF, shown from ``page`` (from 1);
    ``scanned`` has the lines of its scanned pages. ``lost_pages`` reports a missing PDF. ``status``
    is the engine's sentence on the legal status on the as-of date and on gaps; ``force`` is the
    status itself. ``named`` reports a citation in the query; the text then starts at its beginning.
    ``around`` is the citation of the displayed provision, ``valid_from`` and ``valid_to`` its known
    period of validity (ISO, inclusive), ``earliest`` the first day that it may have begun on.
    ``attached`` are the attachments of a mail, ``attached_to`` is the mail of an attachment.
    ``act`` is the usual name of the act. ``is_outdated`` reports that the library lacks the text of the
    as-of date and shows an earlier one.
    """

    citation: str
    source: str
    title: str
    paragraphs: tuple[Paragraph, ...]
    place: Bookmark | None = None
    eid: str | None = None
    words: tuple[str, ...] = ()
    pages: Path | None = None
    page: int | None = None
    status: OptionalMessage = ""
    named: bool = False
    around: str = ""
    valid_from: str | None = None
    valid_to: str | None = None
    earliest: str | None = None
    lost_pages: bool = False
    scanned: Scanned = field(default_factory=dict)
    attached: tuple[Enclosed, ...] = ()
    attached_to: Enclosed | None = None
    force: StatusName | None = None
    act: str = ""
    is_outdated: bool = False

    @property
    def citation_by_usual_name(self) -> str:
        """Return the citation with the usual name of the act."""
        if self.place is None:
            return self.citation
        return replace_act_name(self.citation, self.place.work, self.place.title)

    @property
    def is_plainly_law(self) -> bool:
        """Report whether ``status`` says only that the work is in force, and since which date."""
        is_plain = self.status and _PLAIN.issuperset(self.status.codes())
        return bool(is_plain) and self.force in BINDING

    @property
    def passage(self) -> str:
        """Return the passage in the file's own wording."""
        return self.place.text if self.place else ""

    @property
    def text(self) -> str:
        """Return the paragraphs of the passage as plain text."""
        passage = [p for p in self.paragraphs if p.is_hit] or self.paragraphs
        return "\n".join(f"{p.number} {p.text}".strip() for p in passage)


def read(
    library: Library, hit: Hit, query: str = "", as_of: datetime.date | None = None
) -> Reading:
    """Return the provision around ``hit`` with highlights of ``query``."""
    from lexdesk.annotations.workbook import make_bookmark

    place = make_bookmark(hit)
    shown = _shown(library, place, as_of)
    if shown is None:
        begins = datetime.date.fromisoformat(hit.valid_from) if hit.valid_from else None
        reading = _from_other_day(library, place, query, begins)
        return dataclasses.replace(
            reading, status=hit.status_sentence, named=hit.named, force=hit.status
        )
    if shown.eid is None:
        text, (source, title) = cut_text_around(shown.text, hit.text), find_source_and_title(hit)
    else:
        source, title, text = split_title(shown)
    reading = _reading(
        library, place, title, source, text, _marks(library, query, place, text), shown
    )
    return dataclasses.replace(reading, named=hit.named)


def read_place(
    library: Library, place: Bookmark, as_of: datetime.date | None = None, query: str = ""
) -> Reading:
    """Return ``place`` reloaded with highlights: its provision, or its stored text if that is gone."""
    shown = _shown(library, place, as_of)
    if shown is None:
        reading = _from_other_day(library, place, query, None)
        return dataclasses.replace(
            reading, status=_missing_reason(library, place, as_of) if as_of else ""
        )
    if shown.eid is None:
        text = cut_text_around(shown.text, place.text) if place.text else shown.text[:_WHOLE]
        source, title = find_source_and_title(place)
        return _reading(
            library, place, title, source, text, _marks(library, query, place, text), shown
        )
    source, title, text = split_title(shown)
    own = (_provision(library, place, place.eid, as_of) if place.eid else None) or shown
    marks = _marks(library, query, place, text)
    reading = _reading(
        library, _with_wording_of(place, own, shown), title, source, text, marks, shown
    )
    return dataclasses.replace(reading, page=place.page or own.page)


def _from_other_day(
    library: Library, place: Bookmark, query: str, day: datetime.date | None
) -> Reading:
    """Return ``place`` without a text on the as-of date: in its provision of ``day`` if the wording matches."""
    shown = _shown(library, place, day)
    if shown is None or shown.eid is None or not place.text or place.text not in shown.text:
        marks = _marks(library, query, place)
        source, title = find_source_and_title(place)
        return _reading(library, place, title, source, place.text, marks, None)
    source, title, text = split_title(shown)
    return _reading(library, place, title, source, text, _marks(library, query, place, text), shown)


def _with_wording_of(place: Bookmark, there: ShownText, around: ShownText) -> Bookmark:
    """Return ``place`` with the wording of ``there``, for copies and highlights, unless ``around`` contains its own."""
    from lexdesk.annotations.workbook import make_bookmark

    if place.text in around.text or place.eid is None:
        return place
    return make_bookmark(
        dataclasses.replace(
            place,
            eid=there.eid,
            citation=there.citation,
            heading=there.heading,
            text=there.text,
            path=there.path,
        )
    )


def _missing_reason(library: Library, place: Bookmark, day: datetime.date) -> OptionalMessage:
    """Return the reason for the missing text of ``place`` on ``day``."""
    try:
        library.law.show(place.work, place.eid, language=place.language, as_of=day)
    except NotFound as error:
        return error.message
    return ""


def place_of(
    library: Library,
    work: str,
    eid: str | None,
    language: str | None = None,
    as_of: datetime.date | None = None,
) -> Bookmark:
    """Return a provision as a place. Raise ``NotFound``."""
    from lexdesk.annotations.workbook import Bookmark

    shown = library.law.show(work, eid, language=language, as_of=as_of)
    text = shown.text if eid else ""
    return Bookmark(
        "", shown.work, shown.eid, shown.citation, shown.title, shown.heading, text, shown.path,
        None, shown.language,
    )  # fmt: skip


def read_provision(
    library: Library,
    work: str,
    eid: str | None,
    language: str | None = None,
    as_of: datetime.date | None = None,
) -> Reading:
    """Return a provision of the library, or the beginning of a work. Raise ``NotFound``."""
    return read_place(library, place_of(library, work, eid, language, as_of), as_of)


def read_passage(
    library: Library, *, work: str, text: str, page: int | None, as_of: datetime.date | None
) -> Reading:
    """Return the passage ``text`` of ``work`` outside any provision, with its surroundings. Raise ``NotFound``."""
    place = place_of(library, work, None, as_of=as_of)
    return read_place(library, dataclasses.replace(place, text=text, page=page), as_of)


def read_whole(
    library: Library, *, place: Bookmark, as_of: datetime.date | None, query: str
) -> Reading:
    """Return the whole work of ``place`` with highlights and headings. Raise ``NotFound``."""
    shown = library.law.show(place.work, None, language=place.language, as_of=as_of)
    whole = dataclasses.replace(
        place, eid=None, citation=shown.citation, title=shown.title, text="", page=None
    )
    marks = _marks(library, query, whole, shown.text)
    source, title = find_source_and_title(shown)
    return _reading(library, whole, title, source, shown.text, marks, shown)


def read_preview(
    library: Library, work: str, eid: str | None, as_of: datetime.date | None = None
) -> tuple[str, str]:
    """Return title and beginning of a provision for a preview. Raise ``NotFound``."""
    shown = library.law.show(work, eid, as_of=as_of)
    return "  ".join(filter(None, (label_usual_citation(shown), shown.heading))), shown.text[
        :_GLANCE
    ]


def make_subject(library: Library, place: Bookmark, as_of: datetime.date | None = None) -> Subject:
    """Return the subject of a review decision at ``place``: its provision or passage. Raise ``NotFound``."""
    from lexdesk.annotations.decisions import Subject
    from lexdesk.compliance.review_subjects import make_provision_subject

    if place.eid:
        return make_provision_subject(library, place.work, place.eid, place.language, as_of=as_of)
    return Subject(place.work, "", place.language or "", place.citation, place.text)


def _marks(library: Library, query: str, of: Hit | Bookmark, text: str | None = None) -> list[Span]:
    """Return the highlights of ``query`` in ``text``, by default that of the place."""
    text = of.text if text is None else text
    return library.search.highlights(query, text, of.language) if query else []


def _shown(library: Library, place: Bookmark, as_of: datetime.date | None) -> ShownText | None:
    """Return the largest sufficiently short provision around ``place``, or the whole work of a file."""
    try:
        if place.eid is None:
            return _unmarked(library.law.show(place.work, language=place.language))
        for eid in _outer_first(place.eid):
            shown = _provision(library, place, eid, as_of)
            if shown and len(shown.text) <= _WHOLE:
                return shown
    except NotFound:  # removed meanwhile
        pass
    return None


def _provision(
    library: Library, place: Bookmark, eid: str, as_of: datetime.date | None
) -> ShownText | None:
    try:
        return _unmarked(library.law.show(place.work, eid, language=place.language, as_of=as_of))
    except NotFound:
        return None


def _unmarked(shown: ShownText) -> ShownText:
    """Return ``shown`` without marks of Markdown and of consolidation, as in the text of a hit."""
    from lexdesk.law.printed_text import print_record

    return dataclasses.replace(shown, text=print_record(shown.text, shown.path)[0])


def _outer_first(eid: str) -> Iterator[str]:
    """Yield ``art_6``, ``art_6__para_1``, ``art_6__para_1__point_f``."""
    parts = eid.split("__")
    for length in range(1, len(parts) + 1):
        yield "__".join(parts[:length])


def _reading(
    library: Library,
    place: Bookmark,
    title: str,
    source: str,
    text: str,
    marks: Sequence[Span],
    shown: ShownText | None,
) -> Reading:
    words = (" ".join(text[start:end].split()) for start, end in marks)
    pages = find_pdf(place.path)
    scans = library.catalogue.scanned_lines(pages) if pages else {}
    heading = shown.text.removesuffix(text) if shown and shown.eid else ""
    own = place.text.removeprefix(heading)
    at = text.find(own) if own else -1
    passage = (at, at + len(own)) if at >= 0 else (0, 0)
    notice = shown.notice if shown else None
    headings = [(p["label"], p["heading"]) for p in shown.provisions] if shown else []
    is_outdated = not _OUTDATED.isdisjoint(notice.codes()) if notice else False
    return Reading(
        place.citation,
        source,
        title,
        with_headings([*make_paragraphs(text, marks, passage)], headings),
        place,
        shown.eid if shown else place.eid,
        tuple({word.lower(): word for word in words}.values()),
        pages,
        place.page,
        (_law_on_day(shown) or "") if shown else "",
        around=shown.citation if shown else "",
        valid_from=shown.valid_from if shown else None,
        valid_to=shown.valid_to if shown else None,
        earliest=shown.earliest if shown else None,
        lost_pages=has_lost_pages(place.path),
        scanned={number: ScannedPage.of(page) for number, page in scans.items() if page},
        attached=_attachments(shown),
        attached_to=_mail(library, shown),
        force="text not known" if is_outdated else shown.status if shown else None,
        act=find_act(place.citation, place.work, place.title).usual,
        is_outdated=is_outdated,
    )


def _attachments(shown: ShownText | None) -> tuple[Enclosed, ...]:
    attachments = shown.attachments if shown else ()
    return tuple(Enclosed(item["work"], item["name"]) for item in attachments)


def _mail(library: Library, shown: ShownText | None) -> Enclosed | None:
    """Return the mail of an attachment with subject and file name."""
    if shown is None or shown.attached_to is None:
        return None
    try:
        mail = library.law.show(shown.attached_to)
    except NotFound:  # removed meanwhile
        return None
    return Enclosed(mail.work, " · ".join(dict.fromkeys((mail.title, mail.citation))))


def _law_on_day(shown: ShownText) -> Message | None:
    """Return the legal status of a text on its date, and its gaps."""
    return both(shown.status_sentence or None, shown.notice or None)
