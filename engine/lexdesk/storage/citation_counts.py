"""Counts of the citations of works and their provisions."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from lexdesk.storage.statements import Statements

# "<> ''" and "= ''" select the partial indexes.
_OF_WORK = "r.work = n.value ->> 0 AND r.work <> ''"
_BY_NAME = "r.work = '' AND r.name_key = n.value ->> 0"
_COUNTED = "(SELECT count(*) FROM reference r WHERE {})"


class CitationCounts:
    """Statements that count citations."""

    _statements: Statements

    def times_cited(
        self, eids: Mapping[str, str], names: Iterable[tuple[str, str]]
    ) -> dict[str, tuple[int, int]]:
        """Return (citations of its eid or of parts of it, citations of the work) for each cited work.

        ``eids`` maps works to eids; ``names`` are pairs (key of a name, its work), and citations by name count too. Uncited works
        are left out. The citations of a whole work, up to tens of thousands, are counted once until the file changes.
        """
        found: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        by_name = [(key, work) for key, work in names if work in eids]
        for condition, asked in ((_OF_WORK, [(work, work) for work in eids]), (_BY_NAME, by_name)):
            whole = self._count_once(condition, [key for key, _ in asked])
            cited = [(key, eids[work], work) for key, work in asked if whole[key]]
            for (key, _, work), of_eid in zip(
                cited, self._of_provisions(condition, cited), strict=True
            ):
                found[work][0] += of_eid
                found[work][1] += whole[key]
        return {work: (of_eid, of_work) for work, (of_eid, of_work) in found.items()}

    def _count_once(self, condition: str, keys: Sequence[str]) -> dict[str, int]:
        """Return the number of citations by each of ``keys``."""
        known: dict[str, int] = self._statements.known().setdefault(("citations", condition), {})
        if missing := [key for key in keys if key not in known]:
            counts = self._statements.column(
                f"SELECT {_COUNTED.format(condition)} FROM json_each(?) n ORDER BY n.key",
                (json.dumps([[key] for key in missing]),),
            )
            known.update(zip(missing, counts, strict=True))
        return known

    def _of_provisions(self, condition: str, cited: Sequence[tuple[str, str, str]]) -> list[int]:
        """Return the number of citations by the key and the eid, or a part of this, of each of ``cited``."""
        itself = _COUNTED.format(f"{condition} AND r.target = n.value ->> 1")
        parts = _COUNTED.format(
            f"{condition} AND r.target >= (n.value ->> 1) || '__' AND r.target < (n.value ->> 1) || '_`'"
        )
        return self._statements.column(
            f"SELECT {itself} + {parts} FROM json_each(?) n ORDER BY n.key", (json.dumps(cited),)
        )

    def citations_of(self, provisions: Sequence[tuple[str, str]], most: int) -> list[int]:
        """Count the citations by identifier of each (work, eid), up to ``most``, and of its parts, up to as many."""
        counted = (  # an OR of both conditions would read all of a work
            f"(SELECT count(*) FROM (SELECT 1 FROM reference r WHERE {_OF_WORK} AND {{}} LIMIT ?2))"
        )
        itself = counted.format("r.target = n.value ->> 1")
        parts = counted.format(
            "r.target > (n.value ->> 1) || '__' AND r.target < (n.value ->> 1) || '_`'"
        )
        return self._statements.column(
            f"SELECT {itself} + {parts} FROM json_each(?1) n ORDER BY n.key",
            (json.dumps(list(provisions)), most),
        )
