"""The rule for changed files: ``status`` and ``--dry-run`` predict the work of ``add``."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lexdesk import Library
from lexdesk.extract import one_document
from lexdesk.ingest import change_detection, selection

NAMES = ("a.txt", "b.txt", "c.txt", "d.txt")
_LONG_AGO = 1_500_000_000  # seconds: a time that is settled

contents = st.sampled_from(["", "Consent.", "Notice.", "Consent must be given.", "No one."])
files = st.dictionaries(st.sampled_from(NAMES), contents, max_size=len(NAMES))


def put(folder: Path, wanted: dict[str, str], time: int) -> None:
    """Change ``folder`` to the ``wanted`` files; changed contents get another time."""
    for name in NAMES:
        path = folder / name
        if name not in wanted:
            path.unlink(missing_ok=True)
        elif not path.exists() or path.read_text() != wanted[name]:
            path.write_text(wanted[name])
            os.utime(path, (time, time))


def raise_version_of_parsers(patched: pytest.MonkeyPatch) -> None:
    for module in (one_document, change_detection, selection):
        patched.setattr(module, "PARSER_VERSION", one_document.PARSER_VERSION + 1)


@pytest.mark.slow
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    before=files,
    after=files,
    touched=st.sets(st.sampled_from(NAMES)),
    same_time=st.booleans(),
    new_parsers=st.booleans(),
    language=st.sampled_from([None, "de"]),
)
@example({"a.txt": "Consent."}, {"b.txt": "Consent."}, set(), False, False, "de")
def test_difference_matches_addition(
    before: dict[str, str],
    after: dict[str, str],
    touched: set[str],
    same_time: bool,
    new_parsers: bool,
    language: str | None,
) -> None:
    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patched:
        folder = Path(place) / "files"
        folder.mkdir()
        with Library.open(Path(place) / "library", create=True) as library:
            put(folder, before, _LONG_AGO)
            library.sources.add([folder], vectors=False, language=language)
            put(folder, after, _LONG_AGO + (0 if same_time else 60))
            for name in touched & after.keys():
                os.utime(folder / name, (_LONG_AGO + 120, _LONG_AGO + 120))
            if new_parsers:
                raise_version_of_parsers(patched)
            announced = library.sources.difference([folder])
            failed = set(library.catalogue.failures())
            done = library.sources.add([folder], vectors=False)
            read = done.added + done.replaced
            failed_now = {path for path in announced.new + announced.changed if path in done.failed}
            assert len(announced.new) + len(announced.changed) == read + len(failed_now)
            assert len(announced.moved) == done.moved
            untouched = len(set(done.failed) & failed - failed_now)
            assert announced.unchanged == done.unchanged + untouched
            again = library.sources.difference([folder])
            assert (again.new, again.changed, again.moved) == ([], [], {})


def test_new_version_of_parsers_is_announced(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    put(folder, {"a.txt": "Consent."}, _LONG_AGO)
    with (
        Library.open(tmp_path / "library", create=True) as library,
        pytest.MonkeyPatch.context() as patched,
    ):
        library.sources.add([folder], vectors=False)
        assert library.sources.difference([folder]).unchanged == 1
        raise_version_of_parsers(patched)
        assert library.sources.difference([folder]).changed == [str(folder / "a.txt")]
        assert library.sources.add([folder], vectors=False).replaced == 1


def test_touched_file_is_unchanged(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    put(folder, {"a.txt": "Consent."}, _LONG_AGO)
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder], vectors=False)
        os.utime(folder / "a.txt", (_LONG_AGO + 60, _LONG_AGO + 60))
        assert library.sources.difference([folder]).unchanged == 1
        assert library.sources.add([folder], vectors=False).unchanged == 1
