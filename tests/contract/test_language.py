"""Docstrings, pages and messages use the terms of the field, and modules stay small."""

import ast
import re
import statistics
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
PACKAGES = (
    "engine/lexdesk", "gui/lexdesk_gui", "trainer/lexdesk_trainer", "trainer/lexdesk_reproductions",
)  # fmt: skip
PAGES = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]
SEEN = [
    *PAGES,
    REPOSITORY / "CHANGELOG.md",
    *sorted((REPOSITORY / "engine/lexdesk/errors").glob("*.py")),
    *sorted((REPOSITORY / "gui/lexdesk_gui/translations").glob("*.ts")),
]
"""Texts that users read; ``docs/commands.md`` among the pages is the help of the commands."""

_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
_RELATIVE = re.compile(
    r"\b(?:what|which|that|who|whom|whose|where|when|how|why|whether|whatever|whichever|wherever)\b",
    re.IGNORECASE,
)
_NO_PROSE = ("|", "#", "!", "<")
_BANNED = re.compile(
    r"\bby meaning\b|\bmak(?:e|es|ing) meaning\b|\bmeaning follows\b|\b(?:order|weigh)(?:s|ed)? anew\b|\bmade anew\b"
    r"|\bread anew\b|\btried again\b|\bheld against\b|\b(?:is|are) told\b|\bnought\b|\bbe they\b|\bcodes? of one bit\b"
    r"|\bone-bit codes?\b|\bsmall words\b|\bat hand\b|\bpass(?:es|ed)? over\b|\bno such thing\b|\bcarries out\b",
    re.IGNORECASE,
)
"""Private terms, each with one of the field in its place: semantic, re-rank, rebuilt, stop words, skip ..."""


@cache
def modules(package: str) -> dict[Path, ast.Module]:
    files = sorted((REPOSITORY / package).rglob("*.py"))
    return {file: ast.parse(file.read_text("utf-8")) for file in files}


def docstrings(package: str) -> Iterator[str]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for tree in modules(package).values():
        for node in ast.walk(tree):
            if isinstance(node, documented) and (text := ast.get_docstring(node)):
                yield text


def sentences(page: Path) -> Iterator[int]:
    """Yield the number of words of each sentence of a page, without its tables, headings and code."""
    text = re.sub(r"```.*?```", " ", page.read_text("utf-8"), flags=re.DOTALL)
    prose = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(_NO_PROSE))
    for sentence in re.split(r"(?<=[.!?:])\s+|\n\s*\n|\n\s*[-*] ", prose):
        if (words := len(_WORD.findall(sentence))) > 2:
            yield words


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_docstrings_have_few_clauses(package: str) -> None:
    """In model codebases 10 to 21 relative and question words per 1,000, and 1 % of docstrings open with one."""
    texts = list(docstrings(package))
    words = sum(len(_WORD.findall(text)) for text in texts)
    assert 1000 * sum(len(_RELATIVE.findall(text)) for text in texts) / words <= 22
    assert sum(bool(_RELATIVE.match(text)) for text in texts) / len(texts) <= 0.01


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_modules_and_functions_are_short(package: str) -> None:
    lines = {str(file): file.read_text("utf-8").count("\n") for file in modules(package)}
    assert {name: count for name, count in lines.items() if count > 400} == {}
    lengths = [
        (node.end_lineno or 0) - node.lineno + 1
        for tree in modules(package).values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    limit = 33 if package == "engine/lexdesk" else 42
    assert sorted(lengths)[int(0.99 * len(lengths))] <= limit


def test_engine_has_few_packages() -> None:
    engine = REPOSITORY / "engine/lexdesk"
    assert len([path for path in engine.iterdir() if (path / "__init__.py").exists()]) <= 30


def test_sentences_of_pages_are_short() -> None:
    lengths = [words for page in PAGES for words in sentences(page)]
    assert statistics.mean(lengths) < 16
    assert sum(words > 30 for words in lengths) / len(lengths) <= 0.05


def test_users_read_no_private_terms() -> None:
    found = {
        f"{file.relative_to(REPOSITORY)}: {match[0]}"
        for file in SEEN
        for match in _BANNED.finditer(file.read_text("utf-8"))
    }
    assert found == set()


@pytest.mark.parametrize("text", ["Search by meaning.", "It was made anew.", "not at hand"])
def test_private_terms_are_detected(text: str) -> None:
    assert _BANNED.search(text)
