"""Git repositories of laws, written commit by commit."""

import datetime
import subprocess
import tempfile
from pathlib import Path

from dulwich.bundle import create_bundle_from_repo, write_bundle
from dulwich.objects import Blob, Commit, ObjectID, Tree
from dulwich.refs import Ref
from dulwich.repo import MemoryRepo, Repo

from lexdesk import Library

MAIN = Ref(b"refs/heads/main")
BUNDLE = Path(__file__).parent / "engine" / "fixtures" / "legalize-fr-excerpt.bundle"


class Repository:
    """A repository of one law, written commit by commit."""

    def __init__(self) -> None:
        self.repo = MemoryRepo()
        self.count = 0
        self._merged: list[ObjectID] = []

    def reform(
        self, day: str, *texts: str, path: str = "fr/LAW.md", mode: int = 0o100644, more: str = ""
    ) -> None:
        """Commit the articles of the law as of a day, with ``more`` front matter."""
        body = "".join(f"##### Article {n}\n\n{text}\n\n" for n, text in enumerate(texts, 1))
        blob = Blob.from_string(
            f'---\ntitle: "Loi"\nidentifier: "LAW"\nlast_updated: "{day}"\n{more}---\n# Loi\n\n{body}'.encode()
        )
        self.commit({path: (mode, blob)}, f"[reform] Loi\n\nSource-Date: {day}\n")

    def merge(self, other: ObjectID, *texts: str) -> None:
        """Commit a merge of the commit ``other``, with the articles of both."""
        self._merged = [other]
        self.reform("", *texts)

    def delete(self, message: str) -> None:
        """Commit a tree without the law."""
        self.commit({"fr/README.md": (0o100644, Blob.from_string(b"Lois"))}, message)

    def commit(self, files: dict[str, tuple[int, Blob]], message: str) -> None:
        """Commit files as the whole tree."""
        tree = self._tree({tuple(path.encode().split(b"/")): file for path, file in files.items()})
        commit = Commit()
        commit.tree, commit.message = tree.id, message.encode()
        commit.author = commit.committer = b"A <a@example.org>"
        commit.author_time = commit.commit_time = self.count
        commit.author_timezone = commit.commit_timezone = 0
        commit.parents = [*([self.repo.refs[MAIN]] if self.count else []), *self._merged]
        self._merged = []
        self.repo.object_store.add_object(commit)
        self.repo.refs[MAIN] = commit.id
        self.count += 1

    def _tree(self, files: dict[tuple[bytes, ...], tuple[int, Blob]]) -> Tree:
        """Store files and their folders."""
        tree = Tree()
        inside: dict[bytes, dict[tuple[bytes, ...], tuple[int, Blob]]] = {}
        for (name, *rest), (mode, blob) in files.items():
            if rest:
                inside.setdefault(name, {})[tuple(rest)] = (mode, blob)
                continue
            self.repo.object_store.add_object(blob)
            tree.add(name, mode, blob.id)
        for name, below in inside.items():
            tree.add(name, 0o40000, self._tree(below).id)
        self.repo.object_store.add_object(tree)
        return tree

    def folder(self, path: Path, *, packed: bool) -> Path:
        """Write the folder of a repository."""
        with Repo.init_bare(path, mkdir=not path.exists()) as repo:
            store = self.repo.object_store
            for name in store:
                repo.object_store.add_object(store[name])
            repo.refs[MAIN] = self.repo.refs[MAIN]
            repo.refs.set_symbolic_ref(Ref(b"HEAD"), MAIN)
            if packed:
                repo.object_store.pack_loose_objects()
        return path

    def bundle(self, path: Path, since: bytes | None = None) -> Path:
        """Write a bundle; of the commits ``since`` one alone as git does, with differences from what came before."""
        if since is None:
            bundle = create_bundle_from_repo(self.repo, [MAIN])
            with path.open("wb") as file:
                write_bundle(file, bundle)
            bundle.close()
            return path
        with tempfile.TemporaryDirectory() as folder:
            repository = str(self.folder(Path(folder) / "law.git", packed=True))
            command = ["git", "-C", repository, "bundle", "create", "-q", str(path), "main"]
            subprocess.run([*command, f"^{since.decode()}"], check=True)
        return path

    @property
    def head(self) -> ObjectID:
        """The last commit."""
        return self.repo.refs[MAIN]


def states(library: Library, eid: str) -> list[tuple[str | None, str | None, str]]:
    """Return (first day, last day, text) of each state of an article."""
    found = []
    for stage in library.law.history("LAW", eid).stages:
        first = datetime.date.fromisoformat(stage.valid_from or "")
        text = library.law.show("LAW", eid, as_of=first).text
        found.append((stage.valid_from, stage.valid_to, text))
    return found
