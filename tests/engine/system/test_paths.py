"""One path for each file, also on case-insensitive disks."""

import unicodedata
from pathlib import Path

import pytest

from lexdesk.system.paths import as_listed, quote_for_shell


def is_there(path: Path) -> bool:
    """Check as a case-insensitive disk does."""
    return path.name.casefold() != "missing"


def test_names_get_the_case_of_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "Akten" / "Kündigung.txt"
    file.parent.mkdir()
    file.touch()
    decomposed = unicodedata.normalize("NFD", "KÜNDIGUNG.TXT")
    for named in ("akten/kündigung.txt", "AKTEN/KÜNDIGUNG.TXT", f"Akten/{decomposed}"):
        assert as_listed(tmp_path / named, is_there) == file
    assert (
        as_listed(tmp_path / "aKTEN" / "missing" / "A", is_there) == file.parent / "missing" / "A"
    )


def test_exact_name_wins_where_a_folder_heeds_case(tmp_path: Path) -> None:
    (tmp_path / "Law").mkdir()
    if (tmp_path / "LAW").exists():
        pytest.skip("this disk heeds no case")
    for name in ("LAW", "law"):
        (tmp_path / name).mkdir()
    for name in ("Law", "LAW", "law"):
        assert as_listed(tmp_path / name) == tmp_path / name
    assert as_listed(tmp_path / "lAw") == tmp_path / "lAw"  # which is not there


@pytest.mark.parametrize(
    ("text", "system", "quoted"),
    [
        (r"C:\law\a.pdf", "win32", r"C:\law\a.pdf"),
        (r"C:\Akten 2026\a&b.pdf", "win32", r'"C:\Akten 2026\a&b.pdf"'),
        ("/law/it's.pdf", "linux", """'/law/it'"'"'s.pdf'"""),
    ],
)
def test_arguments_are_quoted_as_the_shell_takes_them(text: str, system: str, quoted: str) -> None:
    assert quote_for_shell(text, system) == quoted
