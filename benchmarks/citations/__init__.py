"""Scores of the citation extractor on the labelled sets of ``tests/engine/citations``.

python -m benchmarks.citations.extraction        spans and targets of labelled citations, by kind
python -m benchmarks.citations.reference_kinds   kinds of reference in labelled sentences
python -m benchmarks.citations.pointers FOLDER   targets of ``thereof``, ``that Directive`` and the like
python -m benchmarks.citations.resolution DATA   resolved acts and articles of the dev queries
python -m benchmarks.citations.targets FOLDER    references that lead to a provision, and their cost
"""

from pathlib import Path

LABELS = Path(__file__).parents[2] / "tests" / "engine" / "citations"
"""Folder of the labelled sets."""
