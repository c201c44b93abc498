"""Errors are distinguished by their codes: no module compares the text of a message."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
PACKAGES = (
    "engine/lexdesk", "gui/lexdesk_gui", "trainer/lexdesk_trainer", "trainer/lexdesk_reproductions",
)  # fmt: skip
FOREIGN = {
    "engine/lexdesk/extract/parsers/office.py": "kreuzberg has no code for a password",
    "engine/lexdesk/library/backup.py": "SQLite gives a failed write of a copy the code of success",
    "engine/lexdesk/models/graph_limits.py": "onnxruntime has no codes for its limits",
    "engine/lexdesk/publishing/storage.py": "Lance raises OSError without a number",
    "engine/lexdesk/storage/damage.py": "SQLite has one code for all mistakes in statements",
    "engine/lexdesk/system/memory_shortage.py": "C++ libraries say so in the text alone",
    "trainer/lexdesk_trainer/cli.py": "torch raises RuntimeError for a lack of memory",
    "trainer/lexdesk_trainer/errors.py": "numpy and tokenizers raise errors without a number",
}
"""Modules that read the text of an error of another library, and why they have to."""
_SEARCHES = {"startswith", "endswith", "find", "index", "count", "rfind"}
_PATTERNS = {"search", "match", "fullmatch", "findall", "finditer"}
_CHANGES = {"lower", "upper", "casefold", "strip"}


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


def modules() -> list[Path]:
    files = [file for package in PACKAGES for file in (REPOSITORY / package).rglob("*.py")]
    return [file for file in sorted(files) if "errors" not in file.parent.parts]


def _errors(nodes: list[ast.AST]) -> set[str]:
    """Return the names of errors in handlers and parameters."""
    handlers = (node.name for node in nodes if isinstance(node, ast.ExceptHandler))
    arguments = (
        node.arg
        for node in nodes
        if isinstance(node, ast.arg)
        and node.annotation is not None
        and any(word in ast.unparse(node.annotation) for word in ("Error", "Exception", "Message"))
    )
    return {name for name in (*handlers, *arguments) if name}


def _texts(nodes: list[ast.AST], errors: set[str]) -> set[str]:
    """Return the names of variables with the text of a message."""
    return {
        node.targets[0].id
        for node in nodes
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and not isinstance(node.value, ast.Name)
        and _is_text(node.value, errors)
    }


def _is_text(node: ast.expr, errors: set[str]) -> bool:
    """Return whether an expression is the text of an error or of a message."""
    match node:
        case ast.Name(id=name):
            return name in errors
        case ast.Call(func=ast.Name(id="str" | "repr"), args=[inner]):
            return _is_text(inner, errors)
        case ast.Call(func=ast.Attribute(value=inner, attr=attr)) if attr in _CHANGES:
            return _is_text(inner, errors)
        case ast.Attribute(value=inner, attr="message" | "strerror" | "args"):
            return _is_text(inner, errors)
        case ast.Subscript(value=inner):
            return _is_text(inner, errors)
    return False


def _reads(tree: ast.AST) -> Iterator[int]:
    """Return the lines that compare or search the text of a message."""
    nodes = list(ast.walk(tree))
    errors = _errors(nodes)
    texts = _texts(nodes, errors) - errors

    def is_text(node: ast.expr) -> bool:
        return node.id in texts if isinstance(node, ast.Name) else _is_text(node, errors | texts)

    for node in nodes:
        match node:
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[right]):
                if isinstance(left, ast.Constant | ast.Name) and is_text(right):
                    yield node.lineno
            case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                if is_text(left) or is_text(right):
                    yield node.lineno
            case ast.Call(func=ast.Attribute(value=inner, attr=attr)) if attr in _SEARCHES:
                if _is_text(inner, errors):
                    yield node.lineno
            case ast.Call(func=ast.Attribute(attr=attr), args=[*_, text]) if attr in _PATTERNS:
                if _is_text(text, errors):
                    yield node.lineno


@pytest.mark.slow
def test_no_module_compares_or_searches_the_text_of_a_message() -> None:
    found = {
        file.relative_to(REPOSITORY).as_posix(): lines
        for file in modules()
        if (lines := list(_reads(parsed(file))))
    }
    assert {name: lines for name, lines in found.items() if name not in FOREIGN} == {}
    assert found.keys() == FOREIGN.keys(), "a reason that is no longer needed"


def _error_classes() -> set[str]:
    trees = ("engine/lexdesk/errors/tree.py", "trainer/lexdesk_trainer/errors.py")
    return {
        node.name
        for tree in trees
        for node in ast.walk(parsed(REPOSITORY / tree))
        if isinstance(node, ast.ClassDef)
    }


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_errors_are_raised_with_codes(package: str) -> None:
    classes, written = _error_classes(), []
    for file in (REPOSITORY / package).rglob("*.py"):
        for node in ast.walk(parsed(file)):
            match node:
                case ast.Call(
                    func=ast.Name(id=name), args=[ast.Constant() | ast.JoinedStr() | ast.Call(), *_]
                ) if name in classes:
                    written.append(f"{file.name}:{node.lineno}")
    assert written == [], "give the message a code in lexdesk.errors"


@pytest.mark.parametrize(
    "source",
    [
        "try: f()\nexcept OSError as error:\n  x = 'full' in str(error)",
        "try: f()\nexcept OSError as error:\n  x = str(error).lower().startswith('a')",
        "def f(failure: Message): return failure.message == 'a'",
        "def f(error: Exception): return re.search('a', str(error))",
        "def f(error: OSError):\n  told = str(error).lower()\n  return 'a' in told",
    ],
)
def test_message_comparison_is_detected(source: str) -> None:
    assert list(_reads(ast.parse(source)))
