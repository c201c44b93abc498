"""Git bundles that exhaust time or memory, or make the git library fail."""

from pathlib import Path

import pytest

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract.containers.contents import read_leaves
from tests.codes import raises_code
from tests.fuzz.hostile import repositories


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return dict(repositories.files())


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["author", "fan-of-folders", "one-law-200000-times", "tree-nul", "delta-of-itself"]
)
def test_hostile_bundle_is_damaged(files: dict[str, bytes], tmp_path: Path, name: str) -> None:
    path = tmp_path / "laws.bundle"
    path.write_bytes(files[f"{name}.bundle"])
    with raises_code(FileFailed, FileCode.GIT_DAMAGED):
        [leaf.read() for leaf in read_leaves(path)]
