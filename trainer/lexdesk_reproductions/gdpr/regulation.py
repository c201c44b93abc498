"""The GDPR as prepared by the paper: 661 units of 99 articles, with recitals linked to units."""

import csv
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lexdesk.errors import CollectionError
from lexdesk_trainer.data import jsonl
from lexdesk_trainer.error_codes import TrainingCode

_UNITS = "gdpr_cased_articles_with_recitals.csv"
_RECITALS = "gdpr_recitals.csv"


@dataclass(frozen=True)
class Unit:
    """A paragraph, or a point with its premise; ``recitals`` are the numbers of linked recitals."""

    article: int
    text: str
    recitals: frozenset[int]


@dataclass(frozen=True)
class Regulation:
    """``titles`` and ``chapters`` by article; ``recitals`` are texts by number."""

    units: tuple[Unit, ...]
    titles: Mapping[int, str]
    chapters: Mapping[int, str]
    recitals: Mapping[int, str]

    @cached_property
    def articles(self) -> tuple[int, ...]:
        """Return the numbers of the articles in order; a label is a position in this tuple."""
        return tuple(sorted(self.titles))

    @cached_property
    def units_of(self) -> dict[int, tuple[str, ...]]:
        """Return the texts of the units of each article."""
        found: dict[int, list[str]] = {article: [] for article in self.articles}
        for unit in self.units:
            found[unit.article].append(unit.text)
        return {article: tuple(texts) for article, texts in found.items()}

    @cached_property
    def articles_of(self) -> dict[int, frozenset[int]]:
        """Return the articles linked to each recital through their units."""
        found: dict[int, set[int]] = {}
        for unit in self.units:
            for recital in unit.recitals & self.recitals.keys():
                found.setdefault(recital, set()).add(unit.article)
        return {recital: frozenset(articles) for recital, articles in sorted(found.items())}


def read(data: Path) -> Regulation:
    """Read the paper's files in ``gdpr-simeri``, with the chapters of ``gdpr-articles``."""
    folder = data / "gdpr-simeri"
    rows = _rows(folder / _UNITS, "article_id", "article_title", "article_text", "article_recitals")
    units = tuple(
        Unit(
            _number(row["article_id"]),
            " ".join(row["article_text"].split()),
            frozenset(
                int(element) for element in re.findall(r"\d+", row["article_recitals"] or "")
            ),
        )
        for row in rows
    )
    recitals = _rows(folder / _RECITALS, "recital_id", "recital_text")
    return Regulation(
        units,
        {_number(row["article_id"]): row["article_title"].strip() for row in rows},
        {
            row["metadata"]["article"]: row["metadata"]["path"][0]
            for row in jsonl.rows(data / "gdpr-articles" / "corpus.jsonl.gz")
        },
        {_number(row["recital_id"]): row["recital_text"] for row in recitals},
    )


def files(data: Path) -> list[Path]:
    """List the paper's files."""
    return [data / "gdpr-simeri" / name for name in (_UNITS, _RECITALS)]


def _rows(path: Path, *columns: str) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines))
    except OSError as problem:
        raise CollectionError(
            TrainingCode.FILE_UNREADABLE, path=path, strerror=problem.strerror
        ) from None
    if not rows or not set(columns) <= rows[0].keys():
        raise CollectionError(TrainingCode.COLUMNS_MISSING, path=path, columns=", ".join(columns))
    return rows


def _number(name: str) -> int:
    return int(re.sub(r"\D", "", name))
