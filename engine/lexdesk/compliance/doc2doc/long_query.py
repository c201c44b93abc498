"""Documents as queries: text, passages, and the places of citations."""

import bisect
import datetime
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lexdesk.citations.query_language import prioritise_languages
from lexdesk.citations.references import find_references
from lexdesk.citations.work_lookup import normalize_name
from lexdesk.compliance.doc2doc.dates import derive_document_date, derive_work_date
from lexdesk.compliance.paragraphs import split_passage
from lexdesk.document.model import LAW_KINDS, Document, Reference
from lexdesk.document.passages import split_document
from lexdesk.errors import FileCode, FileFailed, LawCode, NotFound
from lexdesk.law.citation_labels import label_citation
from lexdesk.law.provision_lookup import sort_by_language
from lexdesk.law.versions import build_versions, find_nearest_period
from lexdesk.search.retrieval.hybrid import Retriever
from lexdesk.system.paths import encode_path, make_absolute
from lexdesk.text.control_characters import escape_controls
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import fold, tokens

_MARKER = lazy_pattern(r"\[\??(?:CITATION|REF)\??\]")
_WORD = lazy_pattern(r"\w+")
_LETTERS = lazy_pattern(r"[^\W_]+")
_LONGEST_SUBJECT = 60  # words of a title


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A passage of a document: citation label, character range, text.

    ``eid`` is the enclosing provision and ``page`` the first page, if known.
    """

    label: str
    start: int
    end: int
    text: str
    eid: str | None = None
    page: int | None = None

    @property
    def place(self) -> str:
        """Return the label or else the page, ``p. 3``; ``""`` without either."""
        return self.label or (f"p. {self.page}" if self.page else "")


@dataclass(frozen=True)
class LongQuery:
    """A document used as a query.

    ``own`` are the expressions of its work, if the library contains it.
    """

    name: str
    title: str
    text: str
    language: str | None
    kind: str
    work: str
    date: datetime.date | None
    paragraphs: tuple[Paragraph, ...]
    references: tuple[Reference, ...]
    own: frozenset[int] = frozenset()

    @property
    def is_law(self) -> bool:
        """Return whether it is law itself, so that implementing documents are searched."""
        return self.kind in LAW_KINDS

    @cached_property
    def words(self) -> list[str]:
        """Return its folded words in order, without citation markers."""
        return fold_words(self.text)

    @property
    def subject(self) -> list[str]:
        """Return the folded words of its title."""
        return fold_words(self.title)[:_LONGEST_SUBJECT]

    @cached_property
    def written_forms(self) -> Mapping[str, str]:
        """Map its folded words to their written form, preferring a lower-case occurrence."""
        found: dict[str, str] = {}
        for word in (match[0] for match in _LETTERS.finditer(self.text)):
            folded = fold(word)
            if word.islower() or folded not in found:
                found[folded] = word
        return found

    def windows(self, reach: int, names: Container[str] = ()) -> list[Paragraph]:
        """Return ``reach`` words on each side of every citation of another work; may be empty.

        ``names`` are the keys of names (``lexdesk.citations.work_lookup.normalize_name``) of works of the library.
        Citations by any other name alone, such as an Irish Act among directives, get no window.
        Citations within ``reach`` words of the last window share it.
        """
        spans = [match.span() for match in _WORD.finditer(self.text)]
        starts = [start for start, _ in spans]
        found, last = [], -reach
        for place in self._citation_positions(names):
            at = min(bisect.bisect_left(starts, place), len(spans) - 1)
            if at - last < reach:
                continue
            last = at
            start, end = spans[max(0, at - reach)][0], spans[min(at + reach, len(spans) - 1)][1]
            found.append(Paragraph(self._label_at(place), start, end, self.text[start:end]))
        return found

    def _citation_positions(self, names: Container[str]) -> list[int]:
        """Return the positions of citations of other works and of citation markers."""
        own = self.work.lower()
        cited = {
            r.start
            for r in self.references
            if (r.work.lower() != own if r.work else r.name and normalize_name(r.name) in names)
        }
        return sorted(cited | {match.start() for match in _MARKER.finditer(self.text)})

    def _label_at(self, place: int) -> str:
        return next((p.label for p in self.paragraphs if p.start <= place < p.end), "")


def fold_words(text: str) -> list[str]:
    """Return the folded words of ``text``, without citation markers."""
    return tokens(_MARKER.sub(" ", text))


def query_from_document(document: Document, name: str) -> LongQuery:
    """Return a document outside the library as a query named ``name``."""
    found = document.references or find_references(document)
    return LongQuery(
        name=escape_controls(document.short_title or name),
        title=document.title,
        text=document.text,
        language=document.language,
        kind=document.kind,
        work=document.work,
        date=derive_document_date(document),
        paragraphs=tuple(_paragraphs(document)),
        references=found,
    )


def query_from_file(path: Path) -> LongQuery:
    """Return the document of a file, or the first one packed in it. Raise ``FileFailed``."""
    from lexdesk.extract.workers.pool import WorkerPool

    failure = FileFailed(FileCode.NO_TEXT, name=path.name)
    with WorkerPool(processes=1) as pool:
        for reading in pool.read_all([path]):
            if isinstance(reading.outcome, Document):
                return query_from_document(reading.outcome, path.name)
            if isinstance(reading.outcome, FileFailed):
                failure = reading.outcome
    raise failure


def query_from_work(retriever: Retriever, work: str, language: str | None = None) -> LongQuery:
    """Return a work of the library in its current version, or the last before. Raise ``NotFound``."""
    store = retriever.store
    preferred = prioritise_languages(work, retriever.languages)
    expressions = sort_by_language(store, work, language, preferred)[0]
    version = find_nearest_period(build_versions(expressions), datetime.date.today())
    chosen = version.expressions[0]
    rows = store.passages.by_id(p.id for p in store.passages.pieces_in(chosen.id) if p.searchable)
    of_all = store.law.expressions_of(chosen.work)
    cited = store.law.references_in(chosen.id, 0, None)
    in_provisions = bool(store.texts.provisions(chosen.id))
    return LongQuery(
        name=label_citation("", chosen, None),
        title=chosen.title,
        text=store.texts.text(chosen.id),
        language=chosen.language,
        kind=chosen.kind,
        work=chosen.work,
        date=derive_work_date(store, of_all).day,
        paragraphs=tuple(
            Paragraph(r.label, r.start + start, r.start + end, r.text[start:end], r.eid, r.page)
            for r in rows.values()
            for start, end in split_passage(
                r.text, 0, len(r.text), r.eid, chosen.kind, in_provisions=in_provisions
            )
        ),
        references=tuple(
            Reference(r.start, r.end, r.eid, r.kind, r.work, r.name, r.target) for r in cited
        ),
        own=frozenset(expression.id for expression in of_all),
    )


def query_from_work_or_file(
    retriever: Retriever,
    query: Path | str,
    language: str | None = None,
    *,
    reads_files: bool = True,
) -> LongQuery:
    """Return a work of the library, or the document of a file; a file in the library is its work.

    ``reads_files`` is false for names that others give: a work may be named like any file of this machine.
    Raise ``NotFound`` and ``FileFailed``.
    """
    if not reads_files:
        return query_from_work(retriever, str(query), language)
    path = Path(query)
    known = retriever.store.files.work_of_file(encode_path(make_absolute(path)))
    if known is None and path.is_file():
        return query_from_file(path)
    try:
        return query_from_work(retriever, known or str(query), language)
    except NotFound as error:  # a work may be named like a path: Directive 95/46/EC
        if path.is_dir():
            raise NotFound(LawCode.WORK_IS_FOLDER, query=query) from error
        if language or known or path.exists():
            raise
        raise NotFound(LawCode.FILE_OR_WORK_MISSING, query=query, reason=error) from error


def _paragraphs(document: Document) -> Iterator[Paragraph]:
    text, in_provisions = document.text, bool(document.provisions)
    for piece in split_document(document):
        spans = split_passage(
            text, piece.start, piece.end, piece.eid, document.kind, in_provisions=in_provisions
        )
        for start, end in spans if piece.searchable else ():
            yield Paragraph(piece.label, start, end, text[start:end], piece.eid, piece.page)
