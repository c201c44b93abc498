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

IGNORE_FILE = ".lexdeskignore"

_ALWAYS = ("~$*", "Thumbs.db", "desktop.ini")  # what Office and Windows put beside documents


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that hold in a folder: those of the folders around it first."""

    specs: tuple[tuple[Path, GitIgnoreSpec], ...] = ()

    @classmethod
    def at(cls, root: Path) -> Rules:
        """The rules that hold in ``root``. Raises ``LibraryError`` for a bad pattern."""
        rules = cls(((Path(root.anchor), GitIgnoreSpec.from_lines(_ALWAYS)),))
        for folder in (*reversed(root.parents), root):
            rules = rules.inside(folder)
        return rules

    def inside(self, folder: Path) -> Rules:
        """The rules in ``folder``, which adds its own if it has any. Raises ``LibraryError``."""
        own = folder / IGNORE_FILE
        if not own.is_file():
            return self
        try:
            lines = own.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise LibraryError(
                f"the rules in {own} cannot be read: {error.strerror}; make the file readable or remove it"
            ) from error
        return Rules((*self.specs, (folder, _spec(own, lines))))

    def ignore(self, path: Path, *, is_folder: bool) -> bool:
        """Whether ``path``, which lies below all these rules, is passed over."""
        for base, spec in reversed(self.specs):
            name = path.relative_to(base).as_posix() + "/" * is_folder
            verdict = spec.check_file(name).include
            if verdict is not None:
                return verdict
        return False


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
