"""Import contracts, and the modules that a command may load."""

import ast
import subprocess
import sys
from collections.abc import Iterator
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
    "apsw",
    "sqlite_utils",
    "kreuzberg",
    "lxml",
    "rich",
}


def test_help_loads_no_heavy_module() -> None:
    assert not loaded_by("--help") & HEAVY
    assert not loaded_by("search", "--help") & HEAVY


NOT_FOR_KEYWORDS = HEAVY - {"apsw", "tantivy"} | {
    "asyncio",
    "concurrent",
    "email",
    "hnswlib",
    "multiprocessing",
    "pandas",
    "pydantic",
    "rensa",
}


def test_keyword_search_loads_only_what_it_calls(words_library_path: Path) -> None:
    loaded = loaded_by("search", "-L", str(words_library_path), "consent", "--mode", "keyword")
    assert "tantivy" in loaded
    assert not loaded & NOT_FOR_KEYWORDS


@pytest.mark.slow
def test_patterns_are_compiled_on_first_use() -> None:
    """Compiled at import, they took 50 ms of each command; ``lexdesk.text.lazy_pattern`` waits."""
    engine = REPOSITORY / "engine" / "lexdesk"
    below = [engine / part for part in ("errors", "system", "vector_codes")]
    early = [
        f"{path.relative_to(REPOSITORY)}:{call.lineno}"
        for path in engine.rglob("*.py")
        if not any(path.is_relative_to(part) for part in below)
        for call in _calls_at_import(ast.parse(path.read_text(encoding="utf-8")))
        if ast.unparse(call.func) == "re.compile"
    ]
    assert not early


def _calls_at_import(node: ast.AST) -> Iterator[ast.Call]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.Call):
            yield child
        yield from _calls_at_import(child)


def test_public_names_are_exported() -> None:
    import lexdesk

    for name in lexdesk.__all__:
        assert getattr(lexdesk, name) is not None
    with pytest.raises(AttributeError, match="Library"):
        lexdesk.Libary  # noqa: B018
