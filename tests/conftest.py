"""Fixtures for all tests."""

import atexit
import contextlib
import gc
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

REPOSITORY = Path(__file__).parents[1]

# Python's default: else every process that a test starts compiles the project anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# How long an example takes tells of the machine, and of what else runs on it.
settings.register_profile("lexdesk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("lexdesk")

# The key that signs graphs lies there: not in the state folder of whoever runs the tests.
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="lexdesk-state-")
os.environ["WIN_PD_OVERRIDE_LOCAL_APPDATA"] = os.environ["XDG_STATE_HOME"]  # platformdirs
atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)

gc.disable()  # all that is imported while tests are collected stays to the end


def pytest_collection_finish() -> None:
    """Exclude imported modules from later garbage collections: with torch, a million objects."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _kept_workers() -> Iterator[None]:
    from tests.kept_workers import keeping

    with keeping():
        yield


@pytest.fixture
def own_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pools start processes of their own, and end them."""
    from lexdesk.extract.workers import pool, supervisor

    monkeypatch.setattr(pool, "WorkerProcess", supervisor.WorkerProcess)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of shared test data; without it, tests that need it are skipped."""
    place = Path(os.environ.get("LEXDESK_DATA") or REPOSITORY.parent / "shared" / "data")
    if not place.is_dir():
        pytest.skip(f"needs the shared data: {place} does not exist; set LEXDESK_DATA to its path")
    return place


@pytest.fixture(scope="session")
def words_library_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the bundled GDPR with words alone; not to be written to."""
    from lexdesk import Library
    from lexdesk.system.bundled import find_corpus

    path = tmp_path_factory.mktemp("words") / "library"
    with Library.open(path, create=True) as library:
        library.sources.add([find_corpus()], vectors=False)
    return path


OnlyRead = Callable[[Path], contextlib.AbstractContextManager[Path]]


@pytest.fixture
def only_read(tmp_path: Path) -> OnlyRead:
    """Make folders read-only: by their modes or, for root, by a read-only mount."""

    @contextlib.contextmanager
    def mounted(folder: Path) -> Iterator[Path]:
        if os.name == "nt":
            pytest.skip("needs folders that cannot be written")
        if os.geteuid():
            paths = [folder, *folder.rglob("*")]
            modes = {path: path.stat().st_mode for path in paths}
            for path in paths:
                path.chmod(modes[path] & ~0o222)
            try:
                yield folder
            finally:
                for path, mode in modes.items():
                    path.chmod(mode)
            return
        place = tmp_path / "medium"
        place.mkdir(exist_ok=True)
        bind = ("mount", "--bind", folder, place)
        if subprocess.run(bind, check=False, stderr=subprocess.DEVNULL).returncode:
            pytest.skip("root may write anywhere, and may not mount here")
        subprocess.run(("mount", "-o", "remount,ro,bind", place), check=True)
        try:
            yield place
        finally:  # what failed may have files open
            subprocess.run(("umount", "--lazy", place), check=True)

    return mounted


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 16 MB of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", place)
    if os.geteuid() or subprocess.run(mount, check=False).returncode:
        pytest.skip("needs the right to mount a disk")
    yield place
    subprocess.run(("umount", "--lazy", place), check=True)  # what failed may hold files of it
