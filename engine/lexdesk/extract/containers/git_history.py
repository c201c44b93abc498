"""Laws in git: the commits of a repository are the versions of its laws.

Names in a repository are never those of files; links and submodules are skipped.
"""

from __future__ import annotations

import contextlib
import datetime
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lexdesk.document.model import Document, Revision
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.containers.git_objects import (
    BLOB,
    COMMIT,
    TREE,
    Objects,
    Sha,
    as_damage,
    open_repository,
)
from lexdesk.extract.limits import MAX_TEXT_CHARACTERS
from lexdesk.structure.law_markdown import Block
from lexdesk.structure.markdown import split_front_matter
from lexdesk.text.lazy_pattern import lazy_pattern

_MOST_FOLDERS = 8  # inside each other
_LONGEST_NAME = 200
_TREES_KEPT = 16  # of the commit before and of this one

_DAY = lazy_pattern(rb"^(Source-Date|Fecha):[ \t]*(\d{4}-\d{2}-\d{2})[ \t\r]*$", re.MULTILINE)

_YEAR_1, _YEAR_9000 = -719_000, 2_567_000  # in days since 1970

Known = Mapping[str, str]
"""Law -> the commit of its last version held by the library."""


class _Commit(NamedTuple):
    """A commit: its tree, its parents, the day of its reform if its message states one, and that of its author."""

    tree: Sha
    parents: tuple[Sha, ...]
    reformed: datetime.date | None
    authored: datetime.date


class _Version(NamedTuple):
    """A version of one law; ``day`` is its first."""

    day: datetime.date
    commit: str
    blob: Sha


def read(path: Path, known: Known, beat: Callable[[], None]) -> Iterator[Law]:
    """Yield the laws in a bundle or in the folder of a repository, with the versions after those ``known``.

    ``beat`` is called now and then. Raises ``FileFailed``.
    """
    objects, head = open_repository(path, beat)
    with contextlib.closing(objects), as_damage(path.name):
        repository = _History(objects, path.name, beat)
        laws = [*_laws(repository.of_laws(head), known, repository)]
        if not laws:
            raise FileFailed(FileCode.GIT_NO_LAW, name=path.name)
        pending = [law for law in laws if law.versions]
        total = sum(len(law.versions) for law in pending)
        done = 0
        for law in pending:
            yield replace(law, done=done, total=total)
            done += len(law.versions)


@dataclass(frozen=True, slots=True)
class Law:
    """A law with its versions to read, oldest first; ``after`` is the version before them, already held."""

    name: str
    versions: Sequence[_Version]
    after: _Version | None
    history: _History = field(repr=False)
    done: int = 0
    total: int = 0

    def documents(self) -> Iterator[tuple[str, Callable[[], Document]]]:
        """Yield (member path, reader of the document) of each version that changes the text of the law."""
        from lexdesk.structure import law_markdown

        before = law_markdown.split(self._body(self.after)[1]) if self.after else []
        after, language = (self.after.commit if self.after else ""), None
        for number, version in enumerate(self.versions, self.done + 1):
            self.history.beat()
            meta, body = self._body(version)
            blocks = law_markdown.split(body)
            edits = law_markdown.changes(before, blocks)
            if not edits:
                continue
            language = language or _language(body)
            revision = Revision(self.name, version.commit, after, (), number, self.total)
            yield (
                f"{self.name}/{version.day}",
                partial(_document, meta, version.day, edits, revision, language),
            )
            before, after = blocks, version.commit

    def _body(self, version: _Version) -> tuple[dict[str, str], str]:
        with as_damage(self.history.name):
            data = self.history.objects.get(version.blob, BLOB)
        return split_front_matter(data.decode("utf-8", errors="replace").replace("\r\n", "\n"))


def _language(body: str) -> str | None:
    from lexdesk.metadata.language import detect_language

    return detect_language(body)


def _document(
    meta: dict[str, str],
    day: datetime.date,
    edits: Sequence[tuple[int, int, Sequence[Block]]],
    revision: Revision,
    language: str | None,
) -> Document:
    """Return the document of the parts that a version changes, with their references."""
    from lexdesk.citations.references import find_references
    from lexdesk.structure import law_markdown

    text, provisions, stated = law_markdown.new_text(edits, language)
    if len(text) > MAX_TEXT_CHARACTERS:
        raise FileFailed(FileCode.TOO_MUCH_TEXT, name=revision.law, limit=MAX_TEXT_CHARACTERS)
    document = replace(
        law_markdown.document(meta, Path(revision.law).stem),
        text=text,
        provisions=provisions,
        language=language,
        valid_from=day,
        revision=replace(revision, edits=stated),
    )
    document.validate()
    return replace(document, references=find_references(document))


class _History:
    """The commits of a repository, and the laws that they change."""

    def __init__(self, objects: Objects, name: str, beat: Callable[[], None]):
        self.objects = objects
        self.name, self.beat = name, beat
        self._trees: dict[Sha, frozenset[tuple[bytes, int, bytes]]] = {}

    def of_laws(self, head: Sha) -> dict[str, list[tuple[_Commit, str, Sha]]]:
        """Return (commit, its id, text) for each change of each law, oldest first."""
        found: dict[str, list[tuple[_Commit, str, Sha]]] = {}
        for number, (sha, commit) in enumerate(self._commits(head)):
            if number % 100 == 0:
                self.beat()
            parent = self._tree_of(commit.parents[0]) if commit.parents else None
            for law, blob in self._changed(commit.tree, parent, "", 0):
                found.setdefault(law, []).append((commit, sha.hex(), blob))
        return found

    def _commits(self, head: Sha) -> list[tuple[Sha, _Commit]]:
        """Return all ancestors of a commit and itself, parents first."""
        self._parsed: dict[Sha, _Commit] = {}
        ordered: list[tuple[Sha, _Commit]] = []
        stack: list[tuple[Sha, bool]] = [(head, False)]
        while stack:
            sha, is_done = stack.pop()
            if is_done:
                ordered.append((sha, self._parsed[sha]))
                continue
            if sha in self._parsed:
                continue
            if len(self._parsed) % 1000 == 0:
                self.beat()
            commit = self._parsed[sha] = _parse_commit(self.objects.get(sha, COMMIT))
            stack.append((sha, True))
            stack += [(parent, False) for parent in reversed(commit.parents)]
        return ordered

    def _tree_of(self, commit: Sha) -> Sha:
        return self._parsed[commit].tree

    def _changed(
        self, tree: Sha, before: Sha | None, folder: str, depth: int
    ) -> Iterator[tuple[str, Sha]]:
        """Yield (path, text) of the Markdown files of a tree that differ from the tree ``before``."""
        if tree == before or depth > _MOST_FOLDERS:
            return
        old = self._entries(before) if before else frozenset()
        for raw_name, mode, sha in sorted(self._entries(tree) - old):
            name = raw_name.decode(errors="replace")
            if len(name) > _LONGEST_NAME or "/" in name or name in (".", ".."):
                continue
            found = _sha(sha)
            if stat.S_ISDIR(mode):
                earlier = (_sha(e[2]) for e in old if e[0] == raw_name and stat.S_ISDIR(e[1]))
                yield from self._changed(found, next(earlier, None), f"{folder}{name}/", depth + 1)
            elif stat.S_ISREG(mode) and name.lower().endswith(".md"):
                yield f"{folder}{name}", found

    def _entries(self, tree: Sha) -> frozenset[tuple[bytes, int, bytes]]:
        """Return the (name, mode, id in hexadecimal) of all that a tree holds."""
        from dulwich.objects import parse_tree

        if tree not in self._trees:
            if len(self._trees) >= _TREES_KEPT:
                self._trees.pop(next(iter(self._trees)))
            self._trees[tree] = frozenset(parse_tree(self.objects.get(tree, TREE), 20))
        return self._trees[tree]

    def is_law(self, blob: Sha) -> bool:
        """Return True for a text with front matter that identifies a law."""
        meta, _ = split_front_matter(self.objects.get(blob, BLOB).decode("utf-8", errors="replace"))
        return bool(meta.get("identifier") and meta.get("title"))


def _parse_commit(data: bytes) -> _Commit:
    from dulwich.objects import Commit

    commit = Commit()
    commit.set_raw_string(data)
    stated = dict(_DAY.findall(commit.message))
    day = _day(stated.get(b"Source-Date", b"")) or _day(stated.get(b"Fecha", b""))
    days = (commit.author_time + commit.author_timezone) // 86_400
    authored = datetime.date(1970, 1, 1) + datetime.timedelta(
        days=max(min(days, _YEAR_9000), _YEAR_1)
    )
    parents = tuple(map(_sha, commit.parents))
    return _Commit(_sha(commit.tree), parents, day, authored)


def _sha(name: bytes) -> Sha:
    return Sha(bytes.fromhex(name.decode()))


def _day(stated: bytes) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(stated.decode())
    except ValueError:
        return None


def _laws(
    histories: Mapping[str, list[tuple[_Commit, str, Sha]]], known: Known, history: _History
) -> Iterator[Law]:
    """Yield the laws of a repository, each with the versions after the one known."""
    for name, changes in sorted(histories.items()):
        history.beat()
        if not history.is_law(changes[-1][2]):
            continue
        versions = _versions(changes)
        at = next((n for n, v in enumerate(versions) if v.commit == known.get(name)), None)
        if at is None:
            yield Law(name, versions, None, history)
        else:
            yield Law(name, versions[at + 1 :], versions[at], history)


def _versions(changes: Iterable[tuple[_Commit, str, Sha]]) -> list[_Version]:
    """Return the versions of a law that were its text on some day, oldest first.

    The text of a day is that of the last commit whose reform is not later. A commit without a reform mends the text of
    the reform before it; where no commit states one, the days of the authors count.
    """
    changes = list(changes)
    has_days = any(commit.reformed for commit, _, _ in changes)
    dated: list[_Version] = []
    for commit, sha, blob in changes:
        day = commit.reformed
        if day is None:
            day = dated[-1].day if has_days and dated else commit.authored
        dated.append(_Version(day, sha, blob))
    kept: list[_Version] = []
    for version in reversed(dated):
        if not kept or version.day < kept[-1].day:
            kept.append(version)
    return kept[::-1]
