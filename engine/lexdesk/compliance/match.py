"""A paragraph concerned by a text of law, with its reasons."""

from dataclasses import dataclass
from typing import Literal

from lexdesk.law.citation_labels import label_citation
from lexdesk.storage.schema import PassageRow

Reason = Literal["cites", "semantic", "keyword"]


@dataclass(frozen=True, slots=True)
class Match:
    """A paragraph concerned by a text, with its reasons.

    ``semantic`` is the cosine, ``None`` without embeddings; ``words`` are the shared discriminative words,
    rarest first; ``share`` is their IDF share of the paragraph's words, in 0..1. ``subject`` is an entry of the subject
    index that names the provision in the paragraph. ``still`` lists deleted wording still used in the paragraph
    (``deleted_wording``).
    """

    work: str
    eid: str | None
    citation: str
    title: str
    path: str | None
    page: int | None
    text: str
    reason: Reason
    semantic: float | None = None
    words: tuple[str, ...] = ()
    share: float = 0.0
    subject: str = ""
    still: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, str | None, str]:
        """Return a key of the paragraph, equal for copies of it in several files."""
        return self.work, self.eid, self.text

    @property
    def likeness(self) -> float:
        """Return the cosine plus the share of its words found in the text: 0..2."""
        return (self.semantic or 0.0) + self.share


def match_passage(row: PassageRow, text: str, reason: Reason) -> Match:
    """Return ``text`` of a passage as a match with its first reason."""
    expression = row.expression
    return Match(
        work=expression.work,
        eid=row.eid,
        citation=label_citation(row.label, expression, row.page),
        title=expression.title,
        path=expression.path,
        page=row.page,
        text=text.strip(),
        reason=reason,
    )
