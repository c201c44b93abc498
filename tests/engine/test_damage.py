"""Damaged files of an index: told before they are used, and made again from SQLite."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.index.seal import SEAL

PLACES = int(os.environ.get("LEXDESK_PLACES", "12"))
QUERIES = ('"withdraw consent"', "supervisory w/5 authority", "data protection officer")


def answers(library: Library) -> list[list[str | None]]:
    return [[hit.eid for hit in library.search(q, mode="words", top=20).hits] for q in QUERIES]


@pytest.mark.slow
def test_what_is_cut_or_flipped_is_made_again(words_library: Library, tmp_path: Path) -> None:
    expected = answers(words_library)
    words_library.close()
    chance = random.Random(20)
    names = sorted(path.name for path in (words_library.path / "words").iterdir())
    for number in range(PLACES):
        copy = tmp_path / "damaged"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(words_library.path, copy)
        file = copy / "words" / names[number % len(names)]
        data = bytearray(file.read_bytes())
        at = chance.randrange(len(data)) if data else 0
        if data and number % 3:
            data[at] ^= 1 << chance.randrange(8)
        else:
            del data[at:]
        file.write_bytes(data)
        with Library.open(copy) as library:
            assert answers(library) == expected, (file.name, at)
            assert library.check() == [], (file.name, at)


def test_a_flip_that_no_time_tells_is_found_by_check(words_library: Library) -> None:
    file = max((words_library.path / "words").glob("*.pos"), key=lambda path: path.stat().st_size)
    told = file.stat()
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    os.utime(file, ns=(told.st_atime_ns, told.st_mtime_ns))
    with Library.open(words_library.path) as library:
        (problem,) = library.check()
        assert problem == f"{file} is not as it was written; run: lexdesk rebuild"
        library.rebuild()
        assert library.check() == []


def test_a_copied_library_is_sealed_anew(words_library: Library, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(words_library.path, copy, copy_function=shutil.copyfile)
    before = (copy / "words" / SEAL).read_bytes()
    with Library.open(copy) as library:
        assert answers(library) == answers(words_library)
    assert (copy / "words" / SEAL).read_bytes() != before
    assert not (copy / "words.damaged").exists()
