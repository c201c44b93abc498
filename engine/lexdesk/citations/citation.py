"""What a citation is, and where the text that cites stands."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

KINDS = ("eu", "treaty", "court", "german", "irish_uk", "us")
"""Kinds of citation: acts of the Union, its treaties, judgments of European and German courts; statutes by country, of the
United States cases as well."""


COUNTRIES = {"DE-": "german", "IE-": "irish_uk", "UK-": "irish_uk", "GB-": "irish_uk"}
"""How identifiers of national works begin, with the kind that such works and their provisions are of."""


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

    @property
    def family(self) -> str:
        """Whose eids the text's own provisions have: ``eu``, ``german`` or ``irish_uk``."""
        return COUNTRIES.get(self.work[:3], "eu")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a document's text that belongs to one provision itself, not to those inside it.

    ``eid`` is that provision, ``""`` outside of all.
    """

    start: int
    end: int
    eid: str


class Stretches:
    """The stretches that tile a text, by position."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self._stretches = stretches
        self._starts = [stretch.start for stretch in stretches]

    def at(self, position: int) -> Stretch:
        """The one in which the position lies."""
        return self._stretches[bisect_right(self._starts, position) - 1]

    @property
    def ends(self) -> list[int]:
        """Where they end, in order."""
        return [stretch.end for stretch in self._stretches]
