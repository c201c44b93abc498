"""The data of a citation and the context of the citing text."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

KINDS = (
    "eu", "treaty", "court", "german", "irish_uk", "us", "austrian", "french", "swiss", "spanish", "italian",
    "portuguese", "polish", "dutch",
)  # fmt: skip
"""Kinds of citation: acts of the Union, its treaties, judgments of European and German courts; statutes by country, for the
United States cases as well."""


COUNTRIES = {"DE-": "german", "IE-": "irish_uk", "UK-": "irish_uk", "GB-": "irish_uk"}
"""Prefixes of identifiers of national works -> the kind of citation."""


class Citation(Struct, frozen=True):
    """An expression that names provisions, a work, or both.

    ``text[start:end]`` is the expression. ``work`` is the identifier derived from text and context
    (``32016R0679``, ``DE-bgb``), else ``""``; ``name`` is the printed name of the work, if any
    (``Data Protection Act 2018``), for lookup in a library. ``eids`` are the cited provisions with
    ranges expanded, empty for the whole work; ``pin_cite`` is the printed citation of them.
    """

    start: int
    end: int
    text: str
    kind: str
    work: str = ""
    name: str = ""
    eids: tuple[str, ...] = ()
    pin_cite: str = ""


class Context(Struct, frozen=True):
    """The context of a text: its work, the eid of its provision, and the acts named before it.

    ``named`` are identifiers or names of works, the latest last; ``aliases`` maps short names
    defined in the document (``Act of 2010``, ``the Directive``) to their meaning. ``amended`` is
    the work amended by the enclosing provision, ``amended_eid`` the provision of it: pin cites
    without an act belong there.
    """

    work: str = ""
    eid: str = ""
    named: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    amended: str = ""
    amended_eid: str = ""

    @property
    def family(self) -> str:
        """Return the eid family of the text's own provisions: ``eu``, ``german`` or ``irish_uk``."""
        return COUNTRIES.get(self.work[:3], "eu")


class Segment(Struct, frozen=True):
    """A segment of a document's text that belongs to one provision but to none of its children.

    ``eid`` is that provision, ``""`` outside of all.
    """

    start: int
    end: int
    eid: str


class Segments:
    """The segments that tile a text, by position."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self._segments = segments
        self._starts = [segment.start for segment in segments]

    def at(self, position: int) -> Segment:
        """Return the segment at a position."""
        return self._segments[bisect_right(self._starts, position) - 1]

    @property
    def ends(self) -> list[int]:
        """Return the end positions of the segments, in order."""
        return [segment.end for segment in self._segments]


class ActMention(Struct, frozen=True):
    """A work named in a text, or a pointer to one.

    ``role`` is ``named``, or for pointers ``this`` (this Regulation), ``that`` (that Directive),
    ``those`` (those Directives), ``thereof``. ``act_type`` is the type of act (``regulation``, ``act``)
    used to resolve a pointer. An act that is not ``alone`` counts only if provisions of it are
    cited; one that ``continues_list`` continues a list and shares the provisions cited of the act before.
    """

    start: int
    end: int
    kind: str
    work: str = ""
    name: str = ""
    role: str = "named"
    act_type: str = ""
    alone: bool = True
    continues_list: bool = False


def act_type_of_celex(celex: str) -> str:
    """Return ``regulation`` for ``32016R0679``; ``""`` unless it is a regulation, directive or decision."""
    letters = {"R": "regulation", "L": "directive", "D": "decision", "F": "decision"}
    return letters.get(celex[5:6], "")
