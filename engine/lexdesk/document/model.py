"""The document model: one expression of a work, with its structure, as plain data.

Vocabulary as in FRBR and Akoma Ntoso: a *work* (the GDPR) has *expressions* (its English text),
each read from one file; an expression has *provisions* and *pages*. All offsets are code points of
``Document.text``, which is NFC-normalised; ``end`` is exclusive.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import msgspec

from lexdesk.text.tokens import is_nfc

SIGNATURE_BYTES = 512
"""128 numbers of 32 bits (``lexdesk.text.minhash``)."""


@dataclass(frozen=True, slots=True)
class Provision:
    """A citable part of an expression.

    ``eid`` follows the Akoma Ntoso naming convention (``art_6__para_1__point_f``); ``kind`` is its
    element (``chapter``, ``article``, ``paragraph``, ``point``, ``recital``, ``section`` ...);
    ``number`` is as printed, without punctuation (``6``, ``f``); ``label`` is the citation within
    the work (``Article 6(1)(f)``); ``parent`` is the eid of the enclosing provision.
    """

    eid: str
    kind: str
    number: str
    heading: str
    label: str
    parent: str | None
    start: int
    end: int


WHOLE = 10_000
"""Units of a ``Box`` along the width and along the height of a page."""


class Box(NamedTuple):
    """The bounding box of a line on its page, from the upper left corner, in units of 1/``WHOLE`` of the page."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the original, with its 1-based number and its span of the text.

    ``confidence`` is ``None`` for text stored in the file, the mean OCR confidence (0..1) for
    recognised text, and 0 for an image without recognised text. ``boxes`` are the bounding boxes of
    the non-blank recognised lines, if the OCR engine reported them.
    """

    number: int
    start: int
    end: int
    confidence: float | None = None
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a file: an e-mail header or a document property.

    ``name`` is ``author``, ``created``, ``modified``, or an e-mail's ``from``, ``to``, ``cc``,
    ``bcc``, ``subject``, ``date`` or ``message-id``. The value is as stored in the file; times are
    converted to ISO 8601 if their format is known.
    """

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A citation in the text: the citing provision and the cited work or provision.

    ``start`` to ``end`` are its characters; ``eid`` is the innermost citing provision (``None``
    outside of all provisions); ``kind`` is ``cites``, ``amends``, ``repeals``, ``corrects`` or
    ``transposes``. ``work`` is the identifier of the cited work, or ``""`` if only a library can
    resolve ``name``; both are empty for a reference inside a document without an identifier.
    ``target`` is the cited eid, ``""`` for the whole work.
    """

    start: int
    end: int
    eid: str | None
    kind: str
    work: str
    name: str
    target: str


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two works, as stated in the document.

    ``kind`` is ``amends``, ``repeals``, ``corrects``, ``consolidates``, ``transposes`` or one of those below;
    ``subject`` is the acting work and ``object`` the affected one, ``""`` for the document's own
    work; ``date`` is the first day of effect.
    """

    kind: str
    subject: str
    object: str
    date: datetime.date | None = None


COMMENCES = "commences"
COMMENCES_REST = "commences the rest of"
COMMENCES_PARTLY = "commences in part"
"""Relations of a commencement order, or ``""`` for the Act itself, to a provision (``work#eid``) that it brings into force."""

ENACTED = "enacted"
"""Property: the day of enactment (ISO), if ``valid_from`` is the day of a revised text."""

STATE = "state"
"""Property: the day (ISO) of the last amendment that an undated text of a statute names as included.

Of the last version of a law in git: the day of the last reform in its repository.
"""

AMENDED = "amended"
"""Property of a law in git as enacted: the day (ISO) of its first amendment, which the text does not include."""

OTHER_NAMES = "other names"
"""Property of a law in git: its abbreviations in other languages, its short name and its number, separated by semicolons."""

ENDED = "ended"
"""Property of the last version of a law in git without force since an unknown day: its status, such as ``repealed``.

Of a file with a single provision: that its text ends by a repeal.
"""


TEXTLESS = "textless"
"""Property of an expression whose file lacks the text of the act, such as a page of menus."""

PART = "part"
"""Property: the eid of the only provision of its work that a file holds, with dates of its own, as in LEGI and RIS."""

FURNITURE = "furniture"
"""Kind of a provision that is no text of the act, and not searched."""


LAW_KINDS = frozenset({"statute", "regulation", "directive", "decision", "act"})
"""The kinds of works that may be amended or repealed."""

StatusName = Literal[
    "not yet in force",
    "not yet applicable",
    "in force",
    "applies",
    "no longer in force",
    "repealed, day unknown",
    "commencement unknown",
    "no text yet",
    "text not known",
    "no text any more",
]
"""The legal status of a work on a day; the last three concern a text of the library that is not that of the day."""

BINDING: frozenset[StatusName] = frozenset({"in force", "applies"})
"""The statuses of law that binds on the day."""

NOT_IN_FORCE: frozenset[StatusName] = frozenset({"not yet in force", "no longer in force"})
"""The statuses of law that is known not to be in force on the day."""

IN_FORCE: frozenset[StatusName] = BINDING | {"not yet applicable", "repealed, day unknown"}
"""The statuses of law that came into force by the day and is not known to have ended."""

DATE_FIELDS = ("valid_from", "valid_to", "in_force_from", "in_force_to", "applies_from")
"""The date fields of a ``Document``."""

DATED = "dated"
"""Property: the day (ISO) printed in a contract, policy or letter as its own date."""

OWN_DATE_PROPERTIES = ("date", DATED)
"""The properties with a document's own date, the most reliable first."""


class Part(NamedTuple):
    """A part shared by versions of a law: an article or the heading of a division (``eid``), or text between them."""

    eid: str
    start: int
    end: int


class Edit(NamedTuple):
    """The replacement of ``removed`` parts from the number ``at`` on, as counted in the version before."""

    at: int
    removed: int
    inserted: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """A version of a law stated by its changes since the version before.

    The text of its document is that of the ``inserted`` parts alone. ``law`` identifies the law in its repository,
    ``commit`` the version. The version before is the one at the commit ``after``; without one, ``edits`` give the
    whole law. Without ``edits``, the document states the limits of a version held. ``number`` counts the versions read,
    of ``total``; ``head`` is the commit of the last one in the repository.
    """

    law: str
    commit: str
    after: str
    edits: tuple[Edit, ...]
    number: int
    total: int
    head: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One expression of a work, read from one file.

    ``work`` is the identifier printed in the file (a CELEX number, ``IE-2018-act-15``) or ``""``;
    ``short_title`` is the name used in citations (``Regulation (EU) 2016/679``); ``language`` is
    ISO 639-1, ``None`` if unknown.

    Three periods, all dates inclusive, ``None`` if unknown or open: ``valid_from`` and ``valid_to``
    bound this version of the text, ``in_force_from`` and ``in_force_to`` the time in force;
    ``applies_from`` is the first day of application.

    ``damaged_pages`` are the numbers of the unreadable pages, ``skipped_pages`` of those whose recognition
    would have taken too long. A library reports them when it adds
    the file and does not store them.

    With a ``revision``, the text and the provisions are those of its changed parts only. ``signature`` is that of
    the text (``lexdesk.text.minhash``), empty if not computed.
    """

    text: str
    title: str
    kind: str = "document"
    work: str = ""
    short_title: str = ""
    language: str | None = None
    valid_from: datetime.date | None = None
    valid_to: datetime.date | None = None
    in_force_from: datetime.date | None = None
    in_force_to: datetime.date | None = None
    applies_from: datetime.date | None = None
    provisions: tuple[Provision, ...] = ()
    pages: tuple[Page, ...] = ()
    relations: tuple[Relation, ...] = ()
    references: tuple[Reference, ...] = ()
    properties: tuple[Property, ...] = ()
    damaged_pages: tuple[int, ...] = ()
    skipped_pages: tuple[int, ...] = ()
    revision: Revision | None = None
    signature: bytes = b""

    def validate(self) -> None:
        """Check the structure; raise ``ValueError`` on the first contradiction.

        Every parser's output passes this check before it is stored.
        """
        if not is_nfc(self.text):
            raise ValueError("text is not NFC-normalised")
        self._validate_references(self._validate_provisions())
        self._validate_pages()
        self._validate_dates()
        self._validate_parts()
        if len(self.signature) not in (0, SIGNATURE_BYTES):
            raise ValueError(f"a signature of {len(self.signature)} bytes")

    def _validate_parts(self) -> None:
        """Check that the inserted parts of a revision tile the text in order."""
        if self.revision is None:
            return
        end, after = 0, 0
        for edit in self.revision.edits:
            if edit.at < after or edit.removed < 0:
                raise ValueError(f"an edit at {edit.at} comes after part {after}")
            after = edit.at + edit.removed
            for part in edit.inserted:
                if part.start != end or part.end <= part.start:
                    raise ValueError(f"part {part.start}..{part.end} does not follow on {end}")
                end = part.end
        if end != len(self.text):
            raise ValueError(f"the parts end at {end} in a text of {len(self.text)} characters")

    def _validate_provisions(self) -> dict[str, Provision]:
        """Return the provisions by eid; each must be within the text and its parent, listed before it."""
        by_eid: dict[str, Provision] = {}
        for p in self.provisions:
            if not 0 <= p.start <= p.end <= len(self.text):
                raise ValueError(
                    f"{p.eid}: span {p.start}..{p.end} outside the text of {len(self.text)} characters"
                )
            if p.eid in by_eid:
                raise ValueError(f"{p.eid} occurs twice")
            if p.parent is not None:
                parent = by_eid.get(p.parent)
                if parent is None:
                    raise ValueError(f"{p.eid}: its parent {p.parent} does not come before it")
                if not parent.start <= p.start <= p.end <= parent.end:
                    raise ValueError(
                        f"{p.eid} {p.start}..{p.end} leaves its parent {p.parent} {parent.start}..{parent.end}"
                    )
            by_eid[p.eid] = p
        return by_eid

    def _validate_pages(self) -> None:
        end = 0
        for page in self.pages:
            if not end <= page.start <= page.end <= len(self.text):
                raise ValueError(
                    f"page {page.number}: span {page.start}..{page.end} overlaps or leaves the text"
                )
            end = page.end

    def with_references(self, references: tuple[Reference, ...]) -> Document:
        """Return the document with these references. Raises ``ValueError`` for one that is not in it."""
        document = replace(self, references=references)
        document._validate_references({provision.eid: provision for provision in self.provisions})
        return document

    def _validate_references(self, by_eid: Mapping[str, Provision]) -> None:
        for reference in self.references:
            if not 0 <= reference.start < reference.end <= len(self.text):
                raise ValueError(f"reference {reference.start}..{reference.end} outside the text")
            if reference.eid is not None and reference.eid not in by_eid:
                raise ValueError(f"a reference stands in {reference.eid}, which does not exist")

    def _validate_dates(self) -> None:
        for name in ("valid", "in_force"):
            first, last = getattr(self, f"{name}_from"), getattr(self, f"{name}_to")
            if first and last and last < first:
                raise ValueError(f"{name}_to {last} lies before {name}_from {first}")

    def to_json(self) -> bytes:
        """Serialise the document as one line of JSON."""
        return msgspec.json.encode(self)

    @classmethod
    def from_json(cls, line: bytes) -> Document:
        """Deserialise a document from the output of ``to_json``. Raises ``ValueError`` for any other."""
        return msgspec.json.decode(line, type=cls)
