"""Reads a retrieval collection in BEIR layout.

corpus.jsonl[.gz]    _id, title, text, metadata
queries.jsonl[.gz]   _id, text, metadata
qrels[.NAME].tsv     query-id, corpus-id, score; with a header; or qrels/NAME.tsv
meta.json            optional: language; "corpus": a sibling collection whose corpus to use;
                     "exclude": documents that must not be ranked for a query
"""

import contextlib
import datetime
import gzip
import io
import itertools
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from lexdesk.document.model import Document
from lexdesk.errors import CollectionCode, CollectionError, FileCode, Message, PhraseCode
from lexdesk.extract.limits import MAX_RATIO, RATIO_OF_ALL_APPLIES_FROM
from lexdesk.system.regular_files import hash_file, open_regular
from lexdesk.text.lazy_pattern import lazy_pattern
from lexdesk.text.tokens import nfc

Qrels = dict[str, dict[str, int]]
"""Grades by query and document."""

_RULE = ("corpus_field", "query_field", "query_ids_field")
"""The fields of ``exclude``, the last of which may be left out."""


_FOLDER_NAME = lazy_pattern(r"(?!\.\.?\Z)[^/\\\0\ud800-\udfff]{1,255}")
_LONGEST_LINE = 20_000_000
"""Characters of a document with its metadata; the largest codes have 5 million."""
_LINE = 64
"""Characters that a line counts at least, so that millions of empty ones end as well."""
_MOST_META = 1 << 20
"""Bytes of ``meta.json``."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A query of a collection, with its metadata."""

    id: str
    text: str
    metadata: Mapping[str, Any]


class Collection:
    """The collection in the folder ``path``.

    It and the readers of its files raise ``CollectionError`` for missing or malformed files.
    """

    def __init__(self, path: Path):
        if not path.is_dir():
            raise CollectionError(CollectionCode.FOLDER_MISSING, path=path)
        self.path = path
        self.name = path.absolute().name
        self._meta = self._read_meta()
        corpus_of = self._meta.get("corpus", self.name)
        if corpus_of != self.name and not _FOLDER_NAME.fullmatch(corpus_of):
            raise CollectionError(
                CollectionCode.CORPUS_NOT_A_NAME, path=path / "meta.json", value=corpus_of
            )
        self._corpus_folder = path if corpus_of == self.name else path.absolute().parent / corpus_of

    def _read_meta(self) -> dict[str, Any]:
        path = self.path / "meta.json"
        if not path.exists():
            return {}
        try:
            with open_regular(path, follows_links=True) as file:
                content = file.read(_MOST_META + 1)
            fields = dict(json.loads(content[:_MOST_META]))
        except (ValueError, TypeError, RecursionError) as error:
            raise CollectionError(CollectionCode.META_NOT_JSON, path=path, reason=error) from error
        _require({"corpus": "", **fields}, str(path), ("corpus",))
        if rule := fields.get("exclude"):
            where = f"{path}, exclude"
            if not isinstance(rule, dict):
                raise CollectionError(CollectionCode.RULE_NOT_JSON, where=where, error=rule)
            _require({"query_ids_field": "", **rule}, where, _RULE)
        return fields

    @property
    def language(self) -> str | None:
        """Return the ISO 639-1 code of the corpus, if ``meta.json`` states one."""
        language = self._meta.get("language")
        return language if isinstance(language, str) and len(language) == 2 else None

    @property
    def corpus_file(self) -> Path:
        """Return the path of the documents."""
        return _file(self._corpus_folder, "corpus")

    @property
    def queries_file(self) -> Path:
        """Return the path of the queries."""
        return _file(self.path, "queries")

    @cached_property
    def fingerprint(self) -> str:
        """Return a fingerprint of the corpus, which changes with any byte of it."""
        return hash_file(self.corpus_file)[:16]

    def documents(self) -> Iterator[Document]:
        """Return the corpus; each document's work is its ``_id``, and valid from the ``date`` of its metadata."""
        for row in _rows(self.corpus_file, ("_id", "text")):
            yield Document(
                text=nfc(row["text"]),
                title=nfc(row.get("title") or ""),
                work=row["_id"],
                language=self.language,
                valid_from=read_date((row.get("metadata") or {}).get("date")),
            )

    def corpus_field(self, field: str) -> dict[str, Any]:
        """Return the value of a metadata field, or ``_id``, for each document with one."""
        rows = _rows(self.corpus_file, ("_id",))
        values = (
            (row["_id"], row["_id"] if field == "_id" else (row.get("metadata") or {}).get(field))
            for row in rows
        )
        return {document: value for document, value in values if value is not None}

    def topics(self) -> dict[str, Topic]:
        """Return all queries, by id."""
        rows = _rows(self.queries_file, ("_id", "text"))
        return {
            row["_id"]: Topic(row["_id"], nfc(row["text"]), (row.get("metadata") or {}))
            for row in rows
        }

    @cached_property
    def judgements(self) -> dict[str, Path]:
        """Return the files of judgements by their names in ``qrels``; ``""`` is ``qrels.tsv``."""
        files = sorted(self.path.glob("qrels/*.tsv"))
        return {path.stem: path for path in files} | {
            path.name.removeprefix("qrels").removesuffix(".tsv").strip("."): path
            for path in sorted(self.path.glob("qrels*.tsv"))
        }

    def qrels(self, name: str | None = None) -> Qrels:
        """Return the relevance judgements called ``name``, or the only ones there are."""
        path = self._judgements_named(name)
        judged: Qrels = {}
        for number, line in read_numbered_lines(path):
            row = line.rstrip("\n")
            if number == 1 and row.split("\t")[-1] == "score":
                continue
            where = f"{path}, line {number}"
            query, document, grade = _judgement(row, where)
            known = judged.setdefault(query, {}).setdefault(document, grade)
            if known != grade:
                raise CollectionError(
                    CollectionCode.GRADE_REPEATED,
                    where=where,
                    known=known,
                    query=query,
                    document=document,
                )
        return judged

    def _judgements_named(self, name: str | None) -> Path:
        """Return the file of judgements called ``name``, or the only one there is."""
        files = self.judgements
        if not files:
            raise CollectionError(CollectionCode.NO_JUDGEMENTS, path=self.path)
        if name is None and len(files) == 1:
            (name,) = files
        if name not in files:
            named = ", ".join(sorted(known or "(unnamed)" for known in files))
            reason = (
                Message(PhraseCode.NO_QRELS, name=name)
                if name
                else Message(PhraseCode.QRELS_NOT_CHOSEN)
            )
            raise CollectionError(
                CollectionCode.SPLIT_MISSING, path=self.path, asked=reason, named=named
            )
        return files[name]

    def exclusions(self, topics: Mapping[str, Topic]) -> dict[str, frozenset[str]]:
        """Return for each query the documents barred from its ranking by the rule ``exclude`` of ``meta.json``."""
        rule = self._meta.get("exclude")
        if not rule:
            return {}
        barred: dict[str, set[str]] = {}
        for document, value in self.corpus_field(rule["corpus_field"]).items():
            barred.setdefault(json.dumps(value), set()).add(document)
        field, ids_field = rule["query_field"], rule.get("query_ids_field", "")
        return {
            topic.id: frozenset(barred.get(json.dumps(topic.metadata.get(field)), ()))
            | frozenset(_texts(topic.metadata.get(ids_field)))
            for topic in topics.values()
        }


def _texts(stated: object) -> Iterator[str]:
    """Yield the texts of a list; none for anything else."""
    if isinstance(stated, list):
        yield from (value for value in stated if isinstance(value, str))


def read_date(stated: object) -> datetime.date | None:
    """Return a date in ISO form; ``None`` for anything else."""
    with contextlib.suppress(ValueError):
        return datetime.date.fromisoformat(stated) if isinstance(stated, str) else None
    return None


def _file(folder: Path, stem: str) -> Path:
    for name in (f"{stem}.jsonl", f"{stem}.jsonl.gz"):
        if (folder / name).exists():
            return folder / name
    raise CollectionError(CollectionCode.NO_LINES, folder=folder, stem=stem)


def _rows(path: Path, required: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Return the objects of a file, each with an ``_id`` of its own."""
    known: set[str] = set()
    for number, line in read_numbered_lines(path):
        if line.strip():
            where = f"{path}, line {number}"
            row = _row(line, where, required)
            if row["_id"] in known:
                raise CollectionError(CollectionCode.ID_REPEATED, where=where, id=row["_id"])
            known.add(row["_id"])
            yield row


def read_numbered_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file, unpacked if its name ends in ``.gz``, numbered from 1.

    Raises ``CollectionError`` for a damaged file or one not in UTF-8, ``OSError`` for an unreadable one.
    """
    most = max(RATIO_OF_ALL_APPLIES_FROM, MAX_RATIO * path.stat().st_size)
    read = 0
    try:
        with (
            open_regular(path, follows_links=True) as file,
            io.TextIOWrapper(
                gzip.GzipFile(fileobj=file) if path.suffix == ".gz" else file, encoding="utf-8"
            ) as lines,
        ):
            for number in itertools.count(1):
                line = lines.readline(_LONGEST_LINE + 1)
                if not line:
                    return
                read += max(len(line), _LINE)
                if len(line) > _LONGEST_LINE:
                    raise CollectionError(
                        CollectionCode.LINE_TOO_LONG,
                        where=f"{path}, line {number}",
                        limit=_LONGEST_LINE,
                    )
                if read > most:
                    bomb = Message(FileCode.ZIP_BOMB, name=path.name, ratio=MAX_RATIO)
                    raise CollectionError(CollectionCode.DAMAGED, path=path, reason=bomb)
                yield number, line
    except (gzip.BadGzipFile, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise CollectionError(CollectionCode.DAMAGED, path=path, reason=error) from error


def _row(line: str, where: str, required: tuple[str, ...]) -> dict[str, Any]:
    try:
        row: dict[str, Any] = json.loads(line)
        if not isinstance(row, dict):
            raise TypeError(f"it is {row!r}")
        if "\\ud" in line.lower():  # half of a character, which no file of text can hold
            json.dumps(row, ensure_ascii=False).encode()
    except (ValueError, TypeError, RecursionError) as error:
        raise CollectionError(CollectionCode.RULE_NOT_JSON, where=where, error=error) from error
    _require({**row, "title": row.get("title") or ""}, where, (*required, "title"))
    if not isinstance(row.get("metadata") or {}, dict):
        raise CollectionError(
            CollectionCode.RULE_NOT_JSON, where=f"{where}, metadata", error=row["metadata"]
        )
    return row


def _require(row: Mapping[str, Any], where: str, required: tuple[str, ...]) -> None:
    """Raise ``CollectionError`` if ``row`` lacks one of the fields ``required``, or it is no text."""
    if missing := [key for key in required if key not in row]:
        raise CollectionError(
            CollectionCode.FIELD_MISSING, where=where, missing=" and no ".join(missing)
        )
    for key in required:
        if not isinstance(row[key], str):
            raise CollectionError(
                CollectionCode.FIELD_NOT_TEXT, where=where, key=key, value=row[key]
            )


def _judgement(line: str, where: str) -> tuple[str, str, int]:
    """Return (query, document, grade) of a line."""
    try:
        query, document, grade = line.split("\t")
        return query, document, int(grade)
    except ValueError as error:
        raise CollectionError(CollectionCode.QRELS_LINE, where=where, line=line) from error
