"""Labels distinguishing documents of the same name in a list."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import PurePath

from lexdesk.compliance.doc2doc.similar import SimilarDocument
from lexdesk.compliance.match import Match


def distinguish_names(found: Iterable[Match | SimilarDocument]) -> dict[str, str]:
    """Return for each work a suffix such as `` in deposit.eml``, or ``""`` for a unique name."""
    alike: defaultdict[str, dict[str, tuple[str, ...]]] = defaultdict(dict)
    apart: dict[str, str] = {}
    for document in found:
        apart[document.work] = ""
        path = PurePath(document.path or "")
        if path.name and path.name in document.citation:
            alike[path.name][document.work] = path.parts[:-1]
        elif path.name:
            alike[document.title][document.work] = path.parts
    for ends in alike.values():
        for number in range(1, max(map(len, ends.values())) + 1):
            if len({parts[-number:] for parts in ends.values()}) == len(ends):
                break
        if len(ends) > 1:
            apart |= {work: f" in {PurePath(*parts[-number:])}" for work, parts in ends.items()}
    return apart
