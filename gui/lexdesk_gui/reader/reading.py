"""What the reader shows: a provision as numbered paragraphs with marks, or the page of a file."""

from __future__ import annotations

import dataclasses
import datetime
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lexdesk.errors import Message, NotFound, listed
from lexdesk.law.citation_labels import find_act, usual_citation, with_usual_name
from lexdesk.system.paths import path_on_disk
from lexdesk.text.line_unwrapping import unwrap_lines
from lexdesk_gui.reachable import is_file
from lexdesk_gui.reader.scanned import Scanned, ScannedPage

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import Subject
    from lexdesk.annotations.workbook import Kept
    from lexdesk.law.citation_labels import CitedPlace
    from lexdesk.law.display import Shown
    from lexdesk.library.library import Library
    from lexdesk.search.results.hits import Hit

_WHOLE = 20_000  # characters of a provision that is shown whole: some eight screens
_GLANCE = 700  # characters
_TITLE = 120  # characters of the title of a chapter
_AROUND = 6_000  # characters on either side of a passage in a text without provisions
_NUMBER = re.compile(  # in archives of Markdown it is bold
    r"(?P<bold>\*\*)?(?P<number>\d{1,3}[a-z]{0,2}\.|\(\d{1,4}[a-z]?\)|\([a-z]{1,4}\)|(?P<letter>[a-z])(?P=letter){0,2}\)|[ivx]{2,5}\)|\d{1,3}\))(?(bold)\*\*)\s+"
)
_ROMAN = re.compile(r"[ivx]+")
_DOUBLED = re.compile(r"([a-z])\1{1,2}\)")
_SECOND_DOUBLED = re.compile(r"^\s*bb\)\s", re.MULTILINE)
_SINCE = r"since \d+ \w+ \d+"
_PLAINLY = re.compile(rf"in force( {_SINCE})?(, applies {_SINCE})?")  # lexdesk.law.versions

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph without its number; ``marks`` are spans of ``text`` (characters, end exclusive).

    ``level`` is how deep it is set in, from 0; ``is_hit`` where it belongs to the passage found;
    ``is_heading`` where it begins another provision of a whole text.
    """

    number: str
    text: str
    level: int
    marks: tuple[Span, ...]
    is_hit: bool
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A mail, or a document that came with one: its ``work``, and what it is called."""

    work: str
    name: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A provision, or a part of a file, ready to be set; ``citation`` is that of the hit.

    ``place`` is what is cited and marked; ``eid`` the provision shown, which may be larger. ``words``
    are the texts that were found, ``pages`` the PDF that can be shown as it is, from ``page`` on (from 1),
    ``status`` the engine's sentence on whether the work is law on the day that counts, and what is not known; ``named`` where the
    query itself cited it, so that it is read from its beginning. ``around`` is the citation of the provision
    shown, ``valid_from`` and ``valid_to`` are the days (ISO, inclusive) through which it says this, as far as known;
    ``lost_pages`` where it was read in a PDF that is no longer there. ``scanned`` has the lines of its pages that are
    pictures. ``attached`` are the documents that came with a mail, ``attached_to`` the mail that a document came with.
    ``force`` is the name of the status, ``act`` what lawyers call the act, where it has such a name.
    """

    citation: str
    source: str
    title: str
    paragraphs: tuple[Paragraph, ...]
    place: Kept | None = None
    eid: str | None = None
    words: tuple[str, ...] = ()
    pages: Path | None = None
    page: int | None = None
    status: str = ""
    named: bool = False
    around: str = ""
    valid_from: str | None = None
    valid_to: str | None = None
    lost_pages: bool = False
    scanned: Scanned = field(default_factory=dict)
    attached: tuple[Enclosed, ...] = ()
    attached_to: Enclosed | None = None
    force: str = ""
    act: str = ""

    @property
    def called(self) -> str:
        """What it is called: its citation, by the name of its act that lawyers use."""
        if self.place is None:
            return self.citation
        return with_usual_name(self.citation, self.place.work, self.place.title)

    @property
    def is_plainly_law(self) -> bool:
        """Whether ``status`` says no more than that the work is in force, and since when."""
        return self.force in ("in force", "applies") and bool(_PLAINLY.fullmatch(self.status))

    @property
    def passage(self) -> str:
        """What was found, as the file has it."""
        return self.place.text if self.place else ""

    @property
    def text(self) -> str:
        """The paragraphs of the passage that was found, as plain text."""
        found = [p for p in self.paragraphs if p.is_hit] or self.paragraphs
        return "\n".join(f"{p.number} {p.text}".strip() for p in found)


def read(
    library: Library, hit: Hit, query: str = "", as_of: datetime.date | None = None
) -> Reading:
    """The provision around ``hit``, with what ``query`` asks for marked in all of it."""
    from lexdesk.annotations.workbook import kept

    place = kept(hit)
    shown = _shown(library, place, as_of)
    if shown is None:
        begins = datetime.date.fromisoformat(hit.valid_from) if hit.valid_from else None
        found = _of_another_day(library, place, query, begins)
        return dataclasses.replace(
            found, status=hit.status_sentence, named=hit.named, force=hit.status or ""
        )
    if shown.eid is None:
        text, (source, title) = _around(shown.text, hit.text), _named(hit)
    else:
        source, title, text = _headed(shown)
    found = _reading(
        library, place, title, source, text, _marks(library, query, place, text), shown
    )
    return dataclasses.replace(found, named=hit.named)


def read_place(
    library: Library, place: Kept, as_of: datetime.date | None = None, query: str = ""
) -> Reading:
    """What ``place`` is, read anew and marked alike: its provision, or what it was where that is gone."""
    shown = _shown(library, place, as_of)
    if shown is None:
        found = _of_another_day(library, place, query, None)
        return dataclasses.replace(found, status=_lacking(library, place, as_of) if as_of else "")
    if shown.eid is None:
        text = _around(shown.text, place.text) if place.text else shown.text[:_WHOLE]
        source, title = _named(place)
        return _reading(
            library, place, title, source, text, _marks(library, query, place, text), shown
        )
    source, title, text = _headed(shown)
    own = (_provision(library, place, place.eid, as_of) if place.eid else None) or shown
    marks = _marks(library, query, place, text)
    found = _reading(library, _in_words_of(place, own, shown), title, source, text, marks, shown)
    return dataclasses.replace(found, page=place.page or own.page)


def _of_another_day(
    library: Library, place: Kept, query: str, day: datetime.date | None
) -> Reading:
    """``place``, of which the day that counts has no text: in its provision on ``day``, where that says the same."""
    shown = _shown(library, place, day)
    if shown is None or shown.eid is None or not place.text or place.text not in shown.text:
        marks = _marks(library, query, place)
        source, title = _named(place)
        return _reading(library, place, title, source, place.text, marks, None)
    source, title, text = _headed(shown)
    return _reading(library, place, title, source, text, _marks(library, query, place, text), shown)


def _in_words_of(place: Kept, there: Shown, around: Shown) -> Kept:
    """``place`` with the words that are ``there``, unless ``around`` has its own: they are copied and marked."""
    from lexdesk.annotations.workbook import kept

    if place.text in around.text or place.eid is None:
        return place
    return kept(
        dataclasses.replace(
            place,
            eid=there.eid,
            citation=there.citation,
            heading=there.heading,
            text=there.text,
            path=there.path,
        )
    )


def _lacking(library: Library, place: Kept, day: datetime.date) -> str:
    """Why there is no text of ``place`` on ``day``."""
    try:
        library.show(place.work, place.eid, language=place.language, as_of=day)
    except NotFound as error:
        return error.message
    return ""


def place_of(
    library: Library,
    work: str,
    eid: str | None,
    language: str | None = None,
    as_of: datetime.date | None = None,
) -> Kept:
    """A provision as a place. Raises ``NotFound``."""
    from lexdesk.annotations.workbook import Kept

    shown = library.show(work, eid, language=language, as_of=as_of)
    text = shown.text if eid else ""
    return Kept(
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
    """A provision of the library, or the beginning of a work. Raises ``NotFound``."""
    return read_place(library, place_of(library, work, eid, language, as_of), as_of)


def read_passage(
    library: Library, *, work: str, text: str, page: int | None, as_of: datetime.date | None
) -> Reading:
    """``text``, which ``work`` has on ``page`` and outside of any provision, with what is around it. Raises ``NotFound``."""
    place = place_of(library, work, None, as_of=as_of)
    return read_place(library, dataclasses.replace(place, text=text, page=page), as_of)


def read_whole(
    library: Library, *, place: Kept, as_of: datetime.date | None, query: str
) -> Reading:
    """All of the work of ``place``, marked alike, its headings told apart. Raises ``NotFound``."""
    shown = library.show(place.work, None, language=place.language, as_of=as_of)
    whole = dataclasses.replace(
        place, eid=None, citation=shown.citation, title=shown.title, text="", page=None
    )
    marks = _marks(library, query, whole, shown.text)
    source, title = _named(shown)
    found = _reading(library, whole, title, source, shown.text, marks, shown)
    titles = {told for p in shown.provisions for told in _titles(p["label"], p["heading"])}
    paragraphs = list(found.paragraphs)
    begins = [
        _is_title(p.text, titles) or _is_title(f"{p.number} {p.text}", titles) for p in paragraphs
    ]
    for at in range(len(begins) - 1, 0, -1):
        begins[at - 1] |= begins[at] and _names_a_part(paragraphs[at - 1])
    headed = (
        dataclasses.replace(p, is_heading=is_heading)
        for p, is_heading in zip(paragraphs, begins, strict=True)
    )
    return dataclasses.replace(found, paragraphs=tuple(headed))


def _is_title(line: str, titles: Set[str]) -> bool:
    return " ".join(line.split()).rstrip(".") in titles


def _names_a_part(paragraph: Paragraph) -> bool:
    """Whether it can be ``CHAPTER III`` or its title, where it stands right above another heading."""
    text = paragraph.text.rstrip()
    return not paragraph.number and len(text) <= _TITLE and not text.endswith((".", ",", ";", ":"))


def _titles(label: str, heading: str) -> Iterator[str]:
    """The lines that a provision may begin with: ``Article 7``, ``§ 26 Title``, ``3. Functions.``"""
    if heading:
        yield from (label, heading.rstrip("."), f"{label} {heading}".rstrip("."))


def glance(
    library: Library, work: str, eid: str | None, as_of: datetime.date | None = None
) -> tuple[str, str]:
    """Title and beginning of a provision that is pointed at. Raises ``NotFound``."""
    shown = library.show(work, eid, as_of=as_of)
    return "  ".join(filter(None, (usual_citation(shown), shown.heading))), shown.text[:_GLANCE]


def copied(_library: Library, *, file: Path, target: Path) -> None:
    """Write ``file``, whose drive may be slow, to ``target`` as it is. Raises ``OSError``."""
    from lexdesk.system.atomic import write_atomically

    write_atomically(target, file.read_bytes())


def subject_of(library: Library, place: Kept, as_of: datetime.date | None = None) -> Subject:
    """What is decided on where ``place`` is read: its provision, or the passage. Raises ``NotFound``."""
    from lexdesk.annotations.decisions import Subject
    from lexdesk.compliance.reviewed import subject_of_provision

    if place.eid:
        return subject_of_provision(library, place.work, place.eid, place.language, as_of=as_of)
    return Subject(place.work, "", place.language or "", place.citation, place.text)


def _marks(library: Library, query: str, of: Hit | Kept, text: str | None = None) -> list[Span]:
    """Where ``text``, by default that of the place, holds what is asked for."""
    text = of.text if text is None else text
    return library.highlights(query, text, of.language) if query else []


def _shown(library: Library, place: Kept, as_of: datetime.date | None) -> Shown | None:
    """The largest provision around ``place`` that is short enough, or the whole work of a file."""
    try:
        if place.eid is None:
            return library.show(place.work, language=place.language)
        for eid in _outer_first(place.eid):
            shown = _provision(library, place, eid, as_of)
            if shown and len(shown.text) <= _WHOLE:
                return shown
    except NotFound:  # removed since it was found
        pass
    return None


def _provision(
    library: Library, place: Kept, eid: str, as_of: datetime.date | None
) -> Shown | None:
    try:
        return library.show(place.work, eid, language=place.language, as_of=as_of)
    except NotFound:
        return None


def _outer_first(eid: str) -> Iterator[str]:
    """``art_6``, ``art_6__para_1``, ``art_6__para_1__point_f``."""
    parts = eid.split("__")
    for length in range(1, len(parts) + 1):
        yield "__".join(parts[:length])


def without_title(shown: Shown) -> str:
    """The text of a provision without the lines that make its title."""
    return _headed(shown)[2]


def _named(place: CitedPlace) -> tuple[str, str]:
    """What stands above the title, and the title: the act as it is cited, and what the place is called."""
    act = find_act(place.citation, place.work, place.title)
    return act.formal if act.usual else "", usual_citation(place)


def _headed(shown: Shown) -> tuple[str, str, str]:
    """Source, title and the text without the lines that make the title.

    EU law has ``Article 7`` and its heading in two lines, German law ``§ 26`` and its heading in one,
    Irish law ``3. Functions of the company.``, whose citation is another.
    """
    first, _, rest = shown.text.partition("\n")
    label = first.strip().removesuffix(shown.heading).rstrip()
    is_cited = label != "" and shown.citation.startswith(label)
    is_heading = is_cited or label != first.strip()
    if not (rest and is_heading):
        source, title = _named(shown)
        return source, "  ".join(filter(None, [title, shown.heading])), shown.text
    second, _, below = rest.partition("\n")
    text = below if second.strip() == shown.heading else rest
    named = label if is_cited else shown.citation
    source = shown.citation.removeprefix(named).strip()
    return source, "  ".join(filter(None, [named, shown.heading])), text


def _around(text: str, passage: str) -> str:
    """Whole lines of ``text`` around ``passage``."""
    at = text.find(passage)
    if at < 0:
        return passage
    start = text.rfind("\n", 0, max(at - _AROUND, 0)) + 1 if at > _AROUND else 0
    end = text.find("\n", at + len(passage) + _AROUND)
    return text[start : end if end >= 0 else len(text)]


def _reading(
    library: Library,
    place: Kept,
    title: str,
    source: str,
    text: str,
    marks: Sequence[Span],
    shown: Shown | None,
) -> Reading:
    words = (" ".join(text[start:end].split()) for start, end in marks)
    pages = _pages(place.path)
    heading = shown.text.removesuffix(text) if shown and shown.eid else ""
    own = place.text.removeprefix(heading)
    found = text.find(own) if own else -1
    passage = (found, found + len(own)) if found >= 0 else (0, 0)
    return Reading(
        place.citation,
        source,
        title,
        tuple(_paragraphs(text, marks, passage)),
        place,
        shown.eid if shown else place.eid,
        tuple({word.lower(): word for word in words}.values()),
        pages,
        place.page,
        (_law_on_day(shown) or "") if shown else "",
        around=shown.citation if shown else "",
        valid_from=shown.valid_from if shown else None,
        valid_to=shown.valid_to if shown else None,
        lost_pages=_has_lost_pages(place.path),
        scanned=_scanned(library, pages),
        attached=tuple(Enclosed(each["work"], each["name"]) for each in _attachments(shown)),
        attached_to=_mail(library, shown),
        force=(shown.status or "") if shown else "",
        act=find_act(place.citation, place.work, place.title).usual,
    )


def _scanned(library: Library, pages: Path | None) -> dict[int, ScannedPage]:
    lines = library.scanned_lines(pages) if pages else {}
    return {number: ScannedPage.of(each) for number, each in lines.items() if each}


def _attachments(shown: Shown | None) -> Sequence[dict[str, str]]:
    return shown.attachments if shown else ()


def _mail(library: Library, shown: Shown | None) -> Enclosed | None:
    """The mail that what is shown came with, by its subject and the name of its file."""
    if shown is None or shown.attached_to is None:
        return None
    try:
        mail = library.show(shown.attached_to)
    except NotFound:  # removed meanwhile
        return None
    return Enclosed(mail.work, " · ".join(dict.fromkeys((mail.title, mail.citation))))


def _pages(path: str | None) -> Path | None:
    """The file at ``path`` where it is a PDF that is still there."""
    file = _pdf(path)
    return file if file and is_file(file) else None


def _has_lost_pages(path: str | None) -> bool:
    """Whether ``path`` is that of a PDF that is no longer there, nor the mail or archive that held it."""
    file = _pdf(path)
    return file is not None and not any(is_file(each) for each in (file, *file.parents))


def _pdf(path: str | None) -> Path | None:
    return path_on_disk(path) if path and path.lower().endswith(".pdf") else None


def _paragraphs(text: str, marks: Sequence[Span], passage: Span) -> Iterator[Paragraph]:
    text = unwrap_lines(text)
    at, letter = 0, ""
    has_doubled = _SECOND_DOUBLED.search(text) is not None  # else aa) was inserted behind a)
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        if not line.strip():
            continue
        match = _NUMBER.match(line)
        number = match["number"] if match else ""
        doubled = has_doubled and _DOUBLED.fullmatch(number)
        level = len(number) - 1 if doubled else _level(number, letter)
        letter = {0: "", 1: number.strip("()")}.get(level, letter)
        begin, end = start + (match.end() if match else 0), start + len(line.rstrip())
        inside = tuple((a - begin, b - begin) for a, b in marks if begin <= a and b <= end)
        is_hit = passage[0] < end and start < passage[1]
        yield Paragraph(number, text[begin:end], level, inside, is_hit)


def _level(number: str, last_letter: str) -> int:
    """How deep ``number`` stands: digits 0, letters 1, roman numerals 2, told by what came before."""
    bare = number.strip("().")
    if not bare or bare[0].isdigit():
        return 0
    follows = last_letter[:1] and ord(bare[0]) == ord(last_letter[0]) + 1
    return 2 if _ROMAN.fullmatch(bare) and not follows else 1


def _law_on_day(shown: Shown) -> Message | None:
    """Return the status of a text on its day, and what is not known of it."""
    return listed(*(m for m in (shown.status_sentence, shown.notice) if isinstance(m, Message)))
