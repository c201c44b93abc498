"""What a citation is, and where the text that cites stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

KINDS = ("eu", "treaty", "court", "german", "irish_uk", "us")
"""Kinds of citation: acts of the Union, its treaties, judgments of European and German courts; statutes by country, of the
United States cases as well."""


@dataclass(frozen=True, slots=True)
class Citation:
    """An expression that names provisions, a work, or both.

    ``text[start:end]`` is the expression. ``work`` is the identifier that text and context tell
    (``32016R0679``, ``DE-bgb``), else ``""``; ``name`` is how the text names the work, where it does
    (``Data Protection Act 2018``), for a library to look up. ``eids`` are the provisions cited,
    ranges expanded, none where the whole work is meant; ``pin_cite`` is how the text cites them.
    """

    start: int
    end: int
    text: str
    kind: str
    work: str = ""
    name: str = ""
    eids: tuple[str, ...] = ()
    pin_cite: str = ""


@dataclass(frozen=True, slots=True)
class Context:
    """Where a text stands: its work, the eid of its provision, and the acts named before it.

    ``named`` are identifiers or names of works, the latest last; ``aliases`` are short names that
    the document defines (``Act of 2010``, ``the Directive``) with what they stand for. ``amended`` is
    the work that the provision around the text amends, ``amended_eid`` the provision of it: what the
    text cites without naming an act belongs there.
    """

    work: str = ""
    eid: str = ""
    named: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    amended: str = ""
    amended_eid: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a document's text that belongs to one provision itself, not to those inside it.

    ``eid`` is that provision, ``""`` outside of all.
    """

    start: int
    end: int
    eid: str
