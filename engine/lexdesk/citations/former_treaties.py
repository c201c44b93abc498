"""Articles of the treaties of the Communities under the numbers that they have in the treaties of today.

Article 85 EEC became Article 81 EC in 1999, and Article 101 TFEU in 2009. An article of the EC Treaty of before May 1999 has the
numbers of the EEC Treaty; a citation that does not name a year means those of 1999.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from lexdesk.citations.names import RETAINED_LAW
from lexdesk.text.tables import read_table

if TYPE_CHECKING:
    from lexdesk.citations import Citation

_FORMER = {
    "Treaty establishing the European Community": "EC",
    "Vertrag zur Gründung der Europäischen Gemeinschaft": "EC",
    "traité instituant la Communauté européenne": "EC",
    "Treaty establishing the European Economic Community": "EEC",
    "Vertrag zur Gründung der Europäischen Wirtschaftsgemeinschaft": "EEC",
    "traité instituant la Communauté économique européenne": "EEC",
}
"""The names of the treaties in citations, with their column in the table."""
_TABLE = Path(__file__).parent / "data" / "former_treaty_articles.tsv"


def find_successor(citation: Citation) -> Citation | None:
    """Return the citation of the act or article of today that took over the cited one; ``None`` if none is known.

    That of retained law of the United Kingdom is the act of the Union.
    """
    if work := RETAINED_LAW.get(citation.work, ""):
        return replace(citation, work=work, name="")
    treaty = _FORMER.get(citation.name, "") if not citation.work else ""
    found = [_successor(treaty, eid) for eid in citation.eids]
    works = {work for work, _ in found}
    if not treaty or len(works) != 1 or "" in works:
        return None
    return replace(citation, work=works.pop(), name="", eids=tuple(eid for _, eid in found))


def _successor(treaty: str, eid: str) -> tuple[str, str]:
    """Return the work and eid of an article today, with its paragraph where it keeps its own; ``""`` if unknown."""
    article, mark, inside = eid.partition("__")
    work, now = _articles().get((treaty, article.removeprefix("art_")), ("", ""))
    return work, now if "__" in now else f"{now}{mark}{inside}"


@cache
def _articles() -> dict[tuple[str, str], tuple[str, str]]:
    rows = read_table(_TABLE, ("treaty", "former", "work", "eid"))
    return {(row["treaty"], row["former"]): (row["work"], row["eid"]) for row in rows}
