"""Contract: the path of a free-text query from the command line to the index stays short."""

import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

import lexdesk
from lexdesk.cli import run

ENGINE = Path(lexdesk.__file__).parent
STEPS = ("cli/", "library/", "query/", "search/", "index/")
"""Packages that hold the steps of a search; those below (text, law, storage ...) serve every step."""
INDEX = "index/lexical/fulltext_search.py"
MOST_FILES_TO_INDEX = 12
MOST_RETURNS = 2


class QueryPath:
    """The engine files passed by one query; a file is entered once from each calling file."""

    def __init__(self) -> None:
        self.callers: defaultdict[str, set[str]] = defaultdict(set)
        self.files_to_index: list[str] = []

    def __call__(self, frame: FrameType, event: str, _value: object) -> None:
        files = _files_on_stack(frame) if event == "call" else []
        if len(files) > 1 and _file_of(frame) == files[0]:
            self.callers[files[0]].add(files[1])
        if files[:1] == [INDEX]:
            self.files_to_index = max(self.files_to_index, files, key=len)


def _file_of(frame: FrameType) -> str:
    return _step_file(frame.f_code.co_filename)


@cache
def _step_file(name: str) -> str:
    path = Path(name)
    file = path.relative_to(ENGINE).as_posix() if path.is_relative_to(ENGINE) else ""
    return file if file.startswith(STEPS) else ""


def _files_on_stack(frame: FrameType | None) -> list[str]:
    """The files of the calls, the latest first, each stay in one file once."""
    files: list[str] = []
    while frame is not None:
        file = _file_of(frame)
        if file and files[-1:] != [file]:
            files.append(file)
        frame = frame.f_back
    return files


@pytest.fixture(scope="module")
def path(words_library_path: Path) -> QueryPath:
    query = ["search", "-L", str(words_library_path), "withdraw consent to processing", "--mode", "keyword"]  # fmt: skip
    assert run(query) == 0  # modules are imported, and caches filled
    path = QueryPath()
    sys.setprofile(path)
    try:
        assert run(query) == 0
    finally:
        sys.setprofile(None)
    return path


def test_few_files_lie_between_command_and_index(path: QueryPath) -> None:
    assert path.files_to_index[-1] == "cli/__init__.py"
    assert len(path.files_to_index) <= MOST_FILES_TO_INDEX, path.files_to_index


def test_no_search_step_is_revisited_often(path: QueryPath) -> None:
    assert path.callers["search/pipeline.py"] == {"library/search.py"}
    often = {
        file: callers
        for file, callers in path.callers.items()
        if file.startswith(("library/", "search/")) and len(callers) > 1 + MOST_RETURNS
    }
    assert not often
