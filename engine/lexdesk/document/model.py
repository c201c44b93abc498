"""What a reader makes of a file: one expression of a work, with structure, in plain data.

Vocabulary as in FRBR and Akoma Ntoso: a *work* (the GDPR) has *expressions* (its English text),
each read from a file; an expression has *provisions* and *pages*. All offsets are characters (code
points) of ``Document.text``, which is NFC-normalised; ``end`` is exclusive.
"""

from __future__ import annotations

import dataclasses
import datetime
import json
from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from lexdesk.document.dates import from_iso
from lexdesk.text.tokens import is_nfc


@dataclass(frozen=True, slots=True)
class Provision:
    """A part of an expression that can be cited.

    ``eid`` follows the Akoma Ntoso naming convention (``art_6__para_1__point_f``), ``kind`` is its
    element (``chapter``, ``article``, ``paragraph``, ``point``, ``recital``, ``section`` ...),
    ``number`` is as printed without punctuation (``6``, ``f``), ``label`` as a lawyer writes it
    without the work (``Article 6(1)(f)``), ``parent`` the eid of the enclosing provision.
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
"""What the width and the height of a page count in a ``Box``."""


class Box(NamedTuple):
    """Where a line stands on its page, in ten-thousandths of its width and height from the upper left corner."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the original, with its 1-based printed order and its span of the text.

    ``confidence`` is ``None`` where the file states the page's text, the mean confidence in 0..1 of
    text that was recognised in a picture (OCR), and 0 for a picture in which none was. ``boxes`` are
    of what was recognised where the lines of its text stand, those that are not blank, as far as that is known.
    """

    number: int
    start: int
    end: int
    confidence: float | None = None
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Property:
    """What a file says of itself: an e-mail's header or a document's property.

    ``name`` is ``author``, ``created``, ``modified``, or an e-mail's ``from``, ``to``, ``cc``,
    ``bcc``, ``subject``, ``date`` or ``message-id``; the value is as the file states it, times in
    ISO 8601 where it is known how to read them.
    """

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A citation in the text, from the provision that it stands in to what it names.

    ``start`` to ``end`` are its characters; ``eid`` is the innermost provision there (``None``
    outside of all), ``kind`` is ``cites``, ``amends``, ``repeals``, ``corrects`` or ``transposes``.
    ``work`` is the identifier cited, or ``""`` where only a library knows what ``name`` means; both are
    empty for a provision of a document's own that has no identifier yet.
    ``target`` is the eid cited in it, ``""`` for the whole work.
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
    """What one work does to another, as the document states it of itself or of others.

    ``kind`` is ``amends``, ``repeals``, ``corrects``, ``consolidates`` or ``transposes``; ``subject``
    does it and ``object`` suffers it, ``""`` for the document's own work; ``date`` is from when.
    """

    kind: str
    subject: str
    object: str
    date: datetime.date | None = None


ENACTED = "enacted"
"""The property with the day (ISO) of the act itself, where ``valid_from`` is that of a revised text."""


DATES = ("valid_from", "valid_to", "in_force_from", "in_force_to", "applies_from")
"""The fields of a ``Document`` that are days."""

DATED = "dated"
"""The property with the day (ISO) that a contract, a policy or a letter states for itself."""

OF_ITSELF = ("date", DATED)
"""The properties with the day that a document states for itself, that of a mail among them, the surest first."""


@dataclass(frozen=True, slots=True)
class Document:
    """One expression of a work as read from one file.

    ``work`` is the identifier that the file itself states (a CELEX number, ``IE-2018-act-15``) or
    ``""``; ``short_title`` is how citations name the work (``Regulation (EU) 2016/679``);
    ``language`` is ISO 639-1 or ``None`` where unknown.

    Three times, kept apart, all dates inclusive and ``None`` where unknown or open: ``valid_from``
    and ``valid_to`` are those of this state of the text; ``in_force_from`` and ``in_force_to`` say
    when the work is law, ``applies_from`` from when it binds those whom it addresses.

    ``damaged_pages`` are the numbers of pages of which nothing could be read. A library tells them to whoever adds
    the file, and does not keep them with the text.
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

    def validate(self) -> None:
        """Raise ``ValueError`` where the structure contradicts itself.

        A wrong structure in silence is worse than none: readers are held to this before anything
        is stored.
        """
        if not is_nfc(self.text):
            raise ValueError("text is not NFC-normalised")
        self._validate_references(self._validated_provisions())
        self._validate_pages()
        self._validate_dates()

    def _validated_provisions(self) -> dict[str, Provision]:
        """The provisions by eid, each inside the text and inside its parent, which comes before it."""
        known: dict[str, Provision] = {}
        for p in self.provisions:
            if not 0 <= p.start <= p.end <= len(self.text):
                raise ValueError(
                    f"{p.eid}: span {p.start}..{p.end} outside the text of {len(self.text)} characters"
                )
            if p.eid in known:
                raise ValueError(f"{p.eid} occurs twice")
            if p.parent is not None:
                parent = known.get(p.parent)
                if parent is None:
                    raise ValueError(f"{p.eid}: its parent {p.parent} does not come before it")
                if not parent.start <= p.start <= p.end <= parent.end:
                    raise ValueError(
                        f"{p.eid} {p.start}..{p.end} leaves its parent {p.parent} {parent.start}..{parent.end}"
                    )
            known[p.eid] = p
        return known

    def _validate_pages(self) -> None:
        end = 0
        for page in self.pages:
            if not end <= page.start <= page.end <= len(self.text):
                raise ValueError(
                    f"page {page.number}: span {page.start}..{page.end} overlaps or leaves the text"
                )
            end = page.end

    def _validate_references(self, known: Mapping[str, Provision]) -> None:
        for reference in self.references:
            if not 0 <= reference.start < reference.end <= len(self.text):
                raise ValueError(f"reference {reference.start}..{reference.end} outside the text")
            if reference.eid is not None and reference.eid not in known:
                raise ValueError(f"a reference stands in {reference.eid}, which does not exist")

    def _validate_dates(self) -> None:
        for name in ("valid", "in_force"):
            first, last = getattr(self, f"{name}_from"), getattr(self, f"{name}_to")
            if first and last and last < first:
                raise ValueError(f"{name}_to {last} lies before {name}_from {first}")

    def to_json(self) -> str:
        """One line of JSON, from which ``from_json`` makes an equal document."""
        fields = {name: getattr(self, name) for name in _DOCUMENT_FIELDS}
        fields["provisions"] = [_PROVISION_VALUES(p) for p in self.provisions]
        fields["pages"] = [_PAGE_VALUES(p) for p in self.pages]
        fields["relations"] = [_RELATION_VALUES(r) for r in self.relations]
        fields["references"] = [_REFERENCE_VALUES(r) for r in self.references]
        fields["properties"] = [(p.name, p.value) for p in self.properties]
        return json.dumps(fields, default=datetime.date.isoformat, ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str | bytes) -> Document:
        """The inverse of ``to_json``."""
        fields: dict[str, Any] = json.loads(line)
        for key in DATES:
            fields[key] = from_iso(fields[key])
        fields["provisions"] = tuple(Provision(*values) for values in fields["provisions"])
        fields["pages"] = tuple(
            Page(number, start, end, confidence, tuple(Box(*box) for box in boxes))
            for number, start, end, confidence, boxes in fields["pages"]
        )
        fields["relations"] = tuple(
            Relation(kind, subject, object_, from_iso(date))
            for kind, subject, object_, date in fields["relations"]
        )
        fields["references"] = tuple(Reference(*values) for values in fields["references"])
        fields["properties"] = tuple(Property(*values) for values in fields["properties"])
        fields["damaged_pages"] = tuple(fields["damaged_pages"])
        return cls(**fields)


# Acts have up to 20,000 provisions, for which dataclasses.asdict takes half a second.
_DOCUMENT_FIELDS = tuple(each.name for each in dataclasses.fields(Document))
_PROVISION_VALUES = attrgetter(*(each.name for each in dataclasses.fields(Provision)))
_PAGE_VALUES = attrgetter(*(each.name for each in dataclasses.fields(Page)))
_RELATION_VALUES = attrgetter(*(each.name for each in dataclasses.fields(Relation)))
_REFERENCE_VALUES = attrgetter(*(each.name for each in dataclasses.fields(Reference)))
