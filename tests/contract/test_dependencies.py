"""Who may import whom, and what a command may load."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]


def test_import_contracts_hold() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports")]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


LOADED = """
import sys
from lexdesk.cli import run
code = run(sys.argv[1:])
print(code, *sorted({name.partition(".")[0] for name in sys.modules}), sep="\\n", file=sys.stderr)
"""


def loaded_by(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=False
    )
    code, *modules = done.stderr.split()
    assert code == "0", done.stderr
    return set(modules)


HEAVY = {
    "numpy",
    "onnxruntime",
    "tokenizers",
    "tantivy",
    "sqlite_utils",
    "kreuzberg",
    "lxml",
    "rich",
}


def test_help_loads_no_heavy_module() -> None:
    assert not loaded_by("--help") & HEAVY
    assert not loaded_by("search", "--help") & HEAVY


@pytest.mark.slow
def test_keyword_search_loads_no_model(words_library_path: Path) -> None:
    loaded = loaded_by("search", "-L", str(words_library_path), "consent", "--mode", "keyword")
    assert "tantivy" in loaded
    assert not loaded & {"onnxruntime", "tokenizers", "kreuzberg", "lxml", "rich"}


def test_public_names_are_exported() -> None:
    import lexdesk

    for name in lexdesk.__all__:
        assert getattr(lexdesk, name) is not None
    with pytest.raises(AttributeError, match="Library"):
        lexdesk.Libary  # noqa: B018
