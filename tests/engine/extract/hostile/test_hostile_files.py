"""Any file gives text or one sentence with the reason, without a crash or a hang."""

import os
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from lexdesk import Library
from lexdesk.document.model import Document
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import WorkerPool
from lexdesk.extract.workers.pool import Reading

pytestmark = pytest.mark.slow  # a minute and a half for all

Read = dict[str, list[Reading]]


@pytest.fixture(scope="module")
def readings(corpus: list[Any], tmp_path_factory: pytest.TempPathFactory) -> Read:
    """All of the corpus, through one pool as in one run of a user."""
    folder = tmp_path_factory.mktemp("hostile")
    for corpus_ in corpus:
        (folder / corpus_.name).write_bytes(corpus_.data)
    found: Read = defaultdict(list)
    with WorkerPool(2) as pool:
        for reading in pool.read_all(sorted(folder.iterdir())):
            found[reading.path.name].append(reading)
    return found


def failures(readings: list[Reading]) -> list[FileFailed]:
    return [reading.outcome for reading in readings if isinstance(reading.outcome, FileFailed)]


def test_corpus_has_enough_files(corpus: list[Any]) -> None:
    assert len(corpus) >= 200
    assert len({corpus_.name for corpus_ in corpus}) == len(corpus)


def test_each_file_is_reported_once(corpus: list[Any], readings: Read) -> None:
    for corpus_ in corpus:
        assert [r.last for r in readings[corpus_.name]].count(True) == 1, corpus_.name
        assert readings[corpus_.name][-1].last, corpus_.name


def test_no_file_crashes_or_hangs_worker(readings: Read) -> None:
    broken = {
        FileCode.PARSER_FAILED,
        FileCode.CRASHED,
        FileCode.TIMEOUT,
        FileCode.OCR_TIMEOUT,
        FileCode.WAITED,
    }
    found = [failure for reading in readings.values() for failure in failures(reading)]
    assert [str(failure) for failure in found if failure.code in broken] == []


def test_each_failure_reason_is_one_sentence(readings: Read) -> None:
    for name, item in readings.items():
        for reason in map(str, failures(item)):
            assert reason.endswith("."), (name, reason)
            assert len(reason) < 500, (name, reason)
            assert all(c.isprintable() for c in reason), (name, reason)


def test_each_file_has_expected_outcome(corpus: list[Any], readings: Read) -> None:
    wrong = []
    for corpus_ in corpus:
        if corpus_.expected is None:
            continue
        found = {failure.code for failure in failures(readings[corpus_.name])}
        is_read = any(isinstance(r.outcome, Document) for r in readings[corpus_.name])
        if not (found & corpus_.expected if corpus_.expected else is_read and not found):
            wrong.append((corpus_.name, found))
    assert wrong == []


def test_documents_are_sound(readings: Read) -> None:
    for item in readings.values():
        for reading in item:
            if isinstance(reading.outcome, Document):
                reading.outcome.validate()
                assert reading.outcome.text.strip()


def test_member_paths_are_relative_and_printable(readings: Read) -> None:
    for reading in readings.values():
        for member in (r.member for r in reading if r.member):
            assert not member.startswith("/")
            assert ".." not in member.split("/")
            assert not any(unicodedata.category(c)[0] == "C" for c in member), member


def test_external_entities_are_not_loaded(readings: Read) -> None:
    """Neither an entity nor a link reads a file of the machine."""
    secret = Path("/etc/passwd").read_text().splitlines()[0] if os.name == "posix" else "root:"
    for item in readings.values():
        for reading in item:
            assert not (isinstance(reading.outcome, Document) and secret in reading.outcome.text)


@pytest.mark.skipif(sys.platform != "linux", reason="only there names are any bytes")
def test_hostile_names_are_stored_in_library(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    names = [
        b"caf\xe9.txt",
        b"line\nbreak.txt",
        "\u202etxt.exe".encode(),
        b"\\xe9.txt",
        b"x" * 251 + b".txt",
    ]
    for number, name in enumerate(names):
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text(
            f"The law, number {number}."
        )
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.sources.add([folder], vectors=False).added == 5
        assert library.sources.add([folder], vectors=False, prune=True).unchanged == 5
        assert library.admin.status().files == 5
        Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt")).unlink()
        assert library.sources.add([folder], vectors=False, prune=True).removed == 1
