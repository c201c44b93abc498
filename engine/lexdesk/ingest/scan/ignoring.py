"""Which files of a folder are passed over: rules in ``.lexdeskignore``, written as for Git.

The rules hold in the folder of their file and below; those further down overrule those above, and
``!`` takes a file in again (gitignore(5); Git's own patterns, by pathspec).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore import GitIgnorePatternError

from lexdesk.errors import LibraryError
from lexdesk.system.paths import BESIDE_DOCUMENTS
from lexdesk.text.encodings import decode
from lexdesk.text.tokens import nfc

IGNORE_FILE = ".lexdeskignore"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that hold in a folder: those of the folders around it first."""

    specs: tuple[tuple[Path, GitIgnoreSpec], ...] = ()

    @classmethod
    def at(cls, root: Path) -> Rules:
        """The rules that hold in ``root``. Raises ``LibraryError`` for a bad pattern."""
        rules = cls(((Path(root.anchor), GitIgnoreSpec.from_lines(BESIDE_DOCUMENTS)),))
        for folder in (*reversed(root.parents), root):
            rules = rules.inside(folder)
        return rules

    def inside(self, folder: Path) -> Rules:
        """The rules in ``folder``, which adds its own if it has any. Raises ``LibraryError``."""
        own = folder / IGNORE_FILE
        if not own.is_file():
            return self
        try:
            lines = nfc(decode(own.read_bytes())).splitlines()
        except OSError as error:
            raise LibraryError(
                f"the rules in {own} cannot be read: {error.strerror}; make the file readable or remove it"
            ) from error
        return Rules((*self.specs, (folder, _spec(own, lines))))

    def ignore(self, path: Path, *, is_folder: bool) -> bool:
        """Whether ``path``, which lies below all these rules, is passed over."""
        for base, spec in reversed(self.specs):
            name = nfc(path.relative_to(base).as_posix()) + "/" * is_folder  # a Mac may write NFD
            verdict = spec.check_file(name).include
            if verdict is not None:
                return verdict
        return False


class LeftOut:
    """Which files inside ``roots``, absolute, the rules pass over now; those that a person ``named`` are not."""

    def __init__(self, roots: Iterable[Path], named: Iterable[Path] = ()):
        self._roots, self._named = list(roots), set(named)
        self._rules: dict[Path, Rules | None] = {}

    def __call__(self, file: Path) -> bool:
        """Whether ``file`` is passed over; not where a folder around it cannot be looked into.

        Raises ``LibraryError`` for rules that cannot be read.
        """
        around = (root for root in self._roots if file != root and file.is_relative_to(root))
        root = next(around, None)
        if root is None or file in self._named:
            return False
        try:
            rules = self._inside(file.parent, root)
        except OSError:
            return False
        return rules is None or rules.ignore(file, is_folder=False)

    def _inside(self, folder: Path, root: Path) -> Rules | None:
        """The rules that hold in ``folder``; ``None`` where it is passed over itself."""
        if folder not in self._rules:
            self._rules[folder] = Rules.at(root) if folder == root else self._below(folder, root)
        return self._rules[folder]

    def _below(self, folder: Path, root: Path) -> Rules | None:
        around = self._inside(folder.parent, root)
        if around is None or around.ignore(folder, is_folder=True):
            return None
        return around.inside(folder)


def is_left_out(file: Path) -> bool:
    """Whether rules around ``file``, absolute, leave it out; also where they cannot be read, and it may be meant."""
    try:
        return LeftOut([Path(file.anchor)])(file)
    except LibraryError:
        return True


def _spec(file: Path, lines: Iterable[str]) -> GitIgnoreSpec:
    patterns = list(lines)
    for number, pattern in enumerate(patterns, 1):
        try:
            GitIgnoreSpec.from_lines([pattern])
        except GitIgnorePatternError as error:
            raise LibraryError(
                f"line {number} of {file} is no pattern: {pattern!r}; correct it or remove it"
            ) from error
    return GitIgnoreSpec.from_lines(patterns)
