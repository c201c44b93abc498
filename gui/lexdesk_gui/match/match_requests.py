"""Asking with a whole document, and the report of it; done in processes of the engine, without Qt."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lexdesk.annotations.decisions import Subject
    from lexdesk.compliance import Similar, SimilarDocument
    from lexdesk.compliance.doc2doc.long_query import Paragraph
    from lexdesk.compliance.doc2doc.parameters import Find
    from lexdesk.library.library import Library
    from lexdesk_gui.engine.tasks import TaskContext


@dataclass(frozen=True, slots=True)
class MatchQuestion:
    """A query document: a file or a work of the library, called ``name``.

    ``find`` is the kind of result, ``None`` to derive it from the document; ``within`` is a query that restricts
    the candidates; ``as_of`` the day of the law, ``None`` for today; ``share`` the part of the semantic index complete
    by then.
    """

    query: Path | str
    name: str
    find: Find | None = None
    within: str = ""
    as_of: datetime.date | None = None
    share: float = 1.0


def match(
    context: TaskContext, *, question: MatchQuestion, path: Path | None, passphrase: str | None
) -> Similar:
    """Match ``question`` against the library in ``path``; report step and progress."""
    from lexdesk.compliance import find_similar
    from lexdesk.system.progress import Progress

    def listen(news: Progress) -> None:
        context.report((news.stage, news.done, news.total), news.done, news.total)

    context.open(path, create=False, passphrase=passphrase)
    listen(Progress("read", 0, 0))
    return find_similar(
        context.library, question.query, find=question.find, within=question.within or None, as_of=question.as_of,
        without={"interactions"},  # they do not change the ranking, and come below
        every_paragraph=True, reads_files=isinstance(question.query, Path), listener=listen,
    )  # fmt: skip


def make_pair_subject(
    library: Library,
    *,
    found: Similar,
    document: SimilarDocument,
    row: Paragraph,
    column: Paragraph,
) -> Subject:
    """Return the review subject for ``row`` and ``column`` of ``document``."""
    from lexdesk.compliance import review_subjects as reviewed

    return reviewed.make_pair_subject(library, found, document, row, column)


def write_report(
    library: Library, *, answer: Similar, target: Path, words: Mapping[str, Any]
) -> None:
    """Write results and decisions to ``target``, in the format of its suffix.

    ``words`` are the ``lexdesk.compliance.report.ReportWords``.
    """
    from lexdesk.compliance import report
    from lexdesk.compliance.review_subjects import ReviewDecisions

    report.write(answer, target, ReviewDecisions(library), report.ReportWords(**words))
