"""Eligible files of a folder: ignore rules, links, sizes."""

from __future__ import annotations

import sys
import time
import tracemalloc
import unicodedata
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec
from pathspec.patterns.gitignore import GitIgnorePatternError
from tests.codes import raises_code
from tests.crafting import make_pipe
from tests.engine.ingest.folder_files import write

from lexdesk import Library
from lexdesk.errors import LibraryCode, LibraryError
from lexdesk.ingest.scan.ignore_rules import Exclusions
from lexdesk.ingest.scan.patterns import PatternError, Patterns
from lexdesk.ingest.scan.scan import find_files


def names(folder: Path) -> set[str]:
    found = find_files([folder], folder / "library")
    return {path.relative_to(folder).as_posix() for path in found}


# rules by folder, files, those that count
RULES = [
    ({}, ["a.txt", ".hidden", "~$a.docx", "Thumbs.db", "b/desktop.ini"], {"a.txt"}),
    ({"": "*.tmp"}, ["a.tmp", "b/c.tmp", "b/c.txt"], {"b/c.txt"}),
    ({"": "/drafts/"}, ["drafts/a.txt", "b/drafts/a.txt"], {"b/drafts/a.txt"}),
    ({"": "drafts/\n!drafts/keep.txt"}, ["drafts/keep.txt", "a.txt"], {"a.txt"}),  # as Git has it
    ({"": "*.pdf\n!signed.pdf"}, ["a.pdf", "b/signed.pdf"], {"b/signed.pdf"}),
    ({"": "*.pdf", "b": "!*.pdf"}, ["a.pdf", "b/a.pdf"], {"b/a.pdf"}),
    ({"b": "*.pdf"}, ["a.pdf", "b/a.pdf", "b/c/a.pdf"], {"a.pdf"}),
    ({"": "# a remark\n\nold/**/*.txt"}, ["old/x/a.txt", "old/a.md"], {"old/a.md"}),
    ({"": "!~$a.docx"}, ["~$a.docx"], {"~$a.docx"}),
    ({"": "\ufeff*.tmp"}, ["a.tmp", "b.txt"], {"b.txt"}),  # as Notepad writes it
    ({}, ["library/library.sqlite", "a.txt"], {"a.txt"}),
    ({}, ["another/library.sqlite", "another/words/meta.json", "a.txt"], {"a.txt"}),
    ({}, ["b/library.sqlite", "b/library.sqlite.format-9", "b/names.tsv", "b/desktop.ini", "b/writer.lock", "a.txt"],
     {"a.txt"}),
    ({}, ["b/library.sqlite", "b/words/meta.json", "b/hidden by it.txt"], {"b/hidden by it.txt", "b/library.sqlite"}),
]  # fmt: skip


@pytest.mark.parametrize(("rules", "files", "expected"), RULES)
def test_scanned_files(
    rules: dict[str, str], files: list[str], expected: set[str], tmp_path: Path
) -> None:
    for inside, lines in rules.items():
        write(tmp_path / inside / ".lexdeskignore", lines)
    for name in files:
        write(tmp_path / name, "text")
    assert names(tmp_path) == expected


def test_ignore_rules_of_parent_folders_apply(tmp_path: Path) -> None:
    write(tmp_path / ".lexdeskignore", "*.bak")
    write(tmp_path / "cases" / "a.bak", "text")
    write(tmp_path / "cases" / "a.txt", "text")
    assert names(tmp_path / "cases") == {"a.txt"}
    assert find_files([tmp_path / "cases" / "a.bak"], tmp_path / "library")  # named itself


@pytest.mark.slow
def test_library_folder_is_not_scanned(library: Library, tmp_path: Path) -> None:
    with raises_code(LibraryError, LibraryCode.IS_A_LIBRARY):
        library.sources.add([library.path])
    Library.open(tmp_path / "new", create=True).close()
    assert find_files([library.path.parent], tmp_path / "new") == find_files(
        [library.path.parent / "files"], tmp_path / "new"
    )


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_ignore_rules_are_unicode_normalised(tmp_path: Path, form: Literal["NFC", "NFD"]) -> None:
    """Shares of a Mac hold names in NFD, and rules are typed in NFC; or the other way about."""
    names = ["Kündigung.txt", "Prämie.txt"]
    for name in names:
        write(tmp_path / unicodedata.normalize("NFD" if form == "NFC" else "NFC", name), "x")
    write(tmp_path / ".lexdeskignore", unicodedata.normalize(form, "Kündigung*"))
    (found,) = find_files([tmp_path], tmp_path / "library")
    assert unicodedata.normalize("NFC", found.name) == "Prämie.txt"


def test_invalid_ignore_rule_is_reported(tmp_path: Path) -> None:
    write(tmp_path / ".lexdeskignore", "*.txt\n!")
    with raises_code(LibraryError, LibraryCode.IGNORE_RULE_INVALID, number="2", lines="!"):
        names(tmp_path)


@pytest.mark.parametrize(
    ("rules", "what"),
    [
        ("*.tmp\n" * 200_000, "more than 256 KB"),
        ("x" * 50_000_000, "more than 256 KB"),
        ("a\n" * 10_001, "more than 10,000 lines"),
        ("*.tmp\n" + "x" * 1_001, "more than 1,000 characters in line 2"),
        ("[ab]\n" * 1_001, "more than 1,000 brackets"),
    ],
)
def test_oversized_ignore_file_is_reported_and_folder_skipped(
    rules: str, what: str, tmp_path: Path
) -> None:
    write(tmp_path / ".lexdeskignore", rules)
    write(tmp_path / "a.txt", "text")
    started = time.monotonic()
    with raises_code(LibraryError, LibraryCode.IGNORE_RULES_TOO_LARGE, what=what):
        names(tmp_path)
    assert time.monotonic() - started < 2


def test_rules_in_nested_folders_have_one_limit(tmp_path: Path) -> None:
    folder = tmp_path
    for _ in range(5):
        folder /= "inner"
        write(folder / ".lexdeskignore", "*.tmp\n" * 9_000)
    with raises_code(
        LibraryError, LibraryCode.IGNORE_RULES_TOO_LARGE, "with the rules of the folders around it"
    ):
        names(tmp_path)


@pytest.mark.slow
def test_rules_of_neighbours_are_not_held_together(tmp_path: Path) -> None:
    for number in range(12):
        write(tmp_path / f"{number}" / ".lexdeskignore", "*a*b*c*d*e*f*g*.tmp\n" * 9_000)
        write(tmp_path / f"{number}" / "a.txt", "text")
    tracemalloc.start()
    try:
        assert len(names(tmp_path)) == 12
        exclusions = Exclusions([tmp_path])
        assert not any(exclusions(tmp_path / f"{number}" / "a.txt") for number in range(12))
        assert tracemalloc.get_traced_memory()[1] < 120_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows lets not everybody link")
@pytest.mark.parametrize("kind", ["link", "broken link", "pipe", "folder"])
def test_irregular_ignore_file_is_reported_and_folder_skipped(kind: str, tmp_path: Path) -> None:
    write(tmp_path / "a.txt", "text")
    rules = tmp_path / ".lexdeskignore"
    if kind == "pipe":
        make_pipe(rules)
    elif kind == "folder":
        rules.mkdir()
    else:
        rules.symlink_to(tmp_path / ("a.txt" if kind == "link" else "gone"))
    with raises_code(LibraryError, LibraryCode.IGNORE_RULES_NOT_A_FILE):
        names(tmp_path)


TOKENS = [
    "a",
    "b",
    "*",
    "?",
    "/",
    "**",
    "**/",
    "/**",
    "[ab]",
    "[a-b]",
    "[]a]",
    "!",
    "#",
    " ",
    "[",
    "]",
]


LINE = st.lists(st.sampled_from([*TOKENS, "\\", "\\*"]), max_size=7).map("".join)


SEGMENT = st.text("ab*!# ]", min_size=1, max_size=3)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Possible nested set:FutureWarning")  # of pathspec
@settings(max_examples=500)
@given(
    st.lists(LINE.filter(lambda line: "[!" not in line), min_size=1, max_size=4),
    st.lists(SEGMENT, min_size=1, max_size=4).map("/".join),
    st.booleans(),
)
def test_ignore_patterns_match_git(lines: list[str], path: str, is_folder: bool) -> None:
    """As in pathspec, except for negated brackets, which match a slash there."""
    path += "/" * is_folder
    try:
        expected = GitIgnoreSpec.from_lines(lines, backend="simple").check_file(path, ()).include
    except GitIgnorePatternError:
        with pytest.raises(PatternError):
            Patterns(lines)
    else:
        assert Patterns(lines).verdict(path) == expected


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("[!a]b", "cb", True),
        ("[!a]b", "ab", None),
        ("c[!a]b", "c/b", None),  # no bracket holds a slash
        ("[z-a]", "z", None),
        ("[a-]", "-", True),
        ("[^a]", "b", True),
        ("a\\*", "a*", True),
        ("*a*a*a*a*a*ab", "a" * 250, None),
        ("*a*a*a*a*a*ab", "a" * 249 + "b", True),
    ],
)
def test_ignore_pattern(pattern: str, path: str, expected: bool | None) -> None:
    assert Patterns([pattern]).verdict(path) is expected


def test_pattern_matching_is_linear() -> None:
    def seconds(stars: int) -> float:
        patterns = Patterns(["*a" * stars + "b"])
        patterns.verdict("a" * 250)
        started = time.perf_counter()
        for _ in range(20):
            assert patterns.verdict("a" * 250) is None
        return time.perf_counter() - started

    assert seconds(400) < 40 * seconds(20) + 0.1  # of twenty times as many


def test_links_are_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "outside" / "a.txt", "text")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "to-folder").symlink_to(tmp_path / "outside")
    (tmp_path / "inside" / "to-file.txt").symlink_to(tmp_path / "outside" / "a.txt")
    assert names(tmp_path / "inside") == set()
