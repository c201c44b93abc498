"""What a reader makes of a file: one expression of a work, with structure, in plain data.

Vocabulary as in FRBR and Akoma Ntoso: a *work* (the GDPR) has *expressions* (its English text),
each read from a file; an expression has *provisions* and *pages*. All offsets are characters (code
points) of ``Document.text``, which is NFC-normalised; ``end`` is exclusive.
"""

from __future__ import annotations

import dataclasses
import datetime
import json
import unicodedata
from dataclasses import dataclass
from operator import attrgetter
from typing import Any


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


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the original, with its 1-based printed order and its span of the text."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Document:
    """One expression of a work as read from one file.

    ``work`` is the identifier that the file itself states (a CELEX number, ``IE-2018-act-15``) or
    ``""``; ``short_title`` is how citations name the work (``Regulation (EU) 2016/679``);
    ``language`` is ISO 639-1 or ``None`` where unknown; ``valid_from`` and ``valid_to`` are the
    inclusive dates of this state of the text, ``None`` where unknown or open.
    """

    text: str
    title: str
    kind: str = "document"
    work: str = ""
    short_title: str = ""
    language: str | None = None
    valid_from: datetime.date | None = None
    valid_to: datetime.date | None = None
    provisions: tuple[Provision, ...] = ()
    pages: tuple[Page, ...] = ()

    def validate(self) -> None:
        """Raise ``ValueError`` where the structure contradicts itself.

        A wrong structure in silence is worse than none: readers are held to this before anything
        is stored.
        """
        if not unicodedata.is_normalized("NFC", self.text):
            raise ValueError("text is not NFC-normalised")
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
        end = 0
        for page in self.pages:
            if not end <= page.start <= page.end <= len(self.text):
                raise ValueError(
                    f"page {page.number}: span {page.start}..{page.end} overlaps or leaves the text"
                )
            end = page.end

    def to_json(self) -> str:
        """One line of JSON, from which ``from_json`` makes an equal document."""
        fields = {name: getattr(self, name) for name in _DOCUMENT_FIELDS}
        fields["provisions"] = [_PROVISION_VALUES(p) for p in self.provisions]
        fields["pages"] = [_PAGE_VALUES(p) for p in self.pages]
        return json.dumps(fields, default=datetime.date.isoformat, ensure_ascii=False)

    @classmethod
    def from_json(cls, line: str | bytes) -> Document:
        """The inverse of ``to_json``."""
        fields: dict[str, Any] = json.loads(line)
        for key in ("valid_from", "valid_to"):
            if fields[key] is not None:
                fields[key] = datetime.date.fromisoformat(fields[key])
        fields["provisions"] = tuple(Provision(*values) for values in fields["provisions"])
        fields["pages"] = tuple(Page(*values) for values in fields["pages"])
        return cls(**fields)


# Acts have up to 20,000 provisions, for which dataclasses.asdict takes half a second.
_DOCUMENT_FIELDS = tuple(each.name for each in dataclasses.fields(Document))
_PROVISION_VALUES = attrgetter(*(each.name for each in dataclasses.fields(Provision)))
_PAGE_VALUES = attrgetter(*(each.name for each in dataclasses.fields(Page)))
