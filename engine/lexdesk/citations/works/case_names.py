"""Judgments by their usual names before a paragraph: ``Google Spain, paragraph 80``, ``Schrems II at [134]``.

The names are data: ``data/cases.tsv``, with their sources.
"""

from collections.abc import Iterator

from lexdesk.citations.citation import Citation
from lexdesk.citations.names import CASE_NAMES
from lexdesk.citations.prefilter import NamePattern, ScannedText, WordPattern
from lexdesk.citations.works.courts import NUMBERS, build_judgment_citation
from lexdesk.text.lazy_pattern import lazy_pattern

_NAME = WordPattern(NamePattern(CASE_NAMES), tuple({name.split()[0] for name in CASE_NAMES}))
WORD_PATTERNS = (_NAME,)
"""The patterns of ``find`` for the ``WordScan``."""

_PARAGRAPHS = lazy_pattern(
    rf"(?:\s\((?!C-)[^()\n]{{1,40}}\))?,?\s(?:at\s)?(?:(?:paragraphs?|paras?\.?|Rn\.|Randnrn?\.|points?)\s|(?=\[\d)){NUMBERS}"
)


def find(scanned: ScannedText) -> Iterator[Citation]:
    """Yield every judgment cited by name with its paragraphs."""
    for match in scanned.matches(_NAME):
        if paragraphs := _PARAGRAPHS.match(scanned.text, match.end()):
            work = CASE_NAMES[" ".join(match[0].split())]
            yield build_judgment_citation(scanned.text, *match.span(), paragraphs, work=work)
