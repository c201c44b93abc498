"""The subjects of provisions as searched words: a passage ranks by those of its provision, too.

``subjects.tsv`` says under which words people look a provision up, as at the end of a textbook. Indexing them with the text is
document expansion (Nogueira and others, *Document Expansion by Query Prediction*, 2019) by hand. They rank alone: what a
query requires must stand in the text.
"""

import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

from lexdesk.text.analysis import analysis
from lexdesk.text.tables import read_table

SUBJECTS = Path(__file__).with_suffix(".tsv")

NATIONAL_LANGUAGES = {"DE-": "de", "IE-": "en"}
"""Languages of national law: subjects in others would bring it forward in searches for other law."""

_KNOWN = 1_000  # subjects of provisions: files of one work follow each other

_Row = tuple[str, str, str]
"""A provision, the language of subjects, and these."""


def find_subjects(work: str, eid: str) -> str:
    """Return the subjects of a provision and of those around it as tokens of ``lexdesk.text.analysis``, each once."""
    if work not in compute_checksums():  # most files state no law, and need not wait for the table
        return ""
    found: dict[str, None] = {}
    for provision, language, subjects in group_by_work().get(work, ()):
        if eid == provision or eid.startswith(f"{provision}__"):
            found.update(dict.fromkeys(_tokens(language, subjects)))
    return " ".join(found)


@cache
def compute_checksums() -> Mapping[str, int]:
    """Return the CRC-32 of the rows of each work, by which an index is compared with the present subjects."""
    found: dict[str, int] = {}
    for line in SUBJECTS.read_bytes().splitlines():
        if not line.startswith(b"#"):
            work = line.partition(b"\t")[0].decode()
            found[work] = zlib.crc32(line, found.get(work, 0))
    return found


@cache
def group_by_work() -> Mapping[str, Sequence[_Row]]:
    """Return the subjects of each work's provisions."""
    found: defaultdict[str, list[_Row]] = defaultdict(list)
    for row in read_table(SUBJECTS, ("work", "eid", "language", "subjects")):
        work, language = row["work"], row["language"]
        if NATIONAL_LANGUAGES.get(work[:3], language) == language:
            found[work].append((row["eid"], language, row["subjects"]))
    return found


@lru_cache(_KNOWN)
def _tokens(language: str, subjects: str) -> tuple[str, ...]:
    return tuple(analysis(language).text(subjects.replace(";", " ")).split())
