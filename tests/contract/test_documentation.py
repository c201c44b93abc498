"""Commands, options, paths and outputs in the documentation are those of the programs."""

import ast
import doctest
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from lexdesk.cli import lexdesk as group
from lexdesk.cli import run
from lexdesk.query import parse
from lexdesk.system.bundled import find_corpus
from lexdesk_reproductions.cli import cli as reproductions
from lexdesk_trainer.cli import cli as trainer

REPOSITORY = Path(__file__).parents[2]
README = (REPOSITORY / "README.md").read_text()
PAGES = sorted(path for path in (REPOSITORY / "docs").rglob("*.md") if path.name != "commands.md")
CARDS = sorted((REPOSITORY / "exported_models").rglob("*.md"))
QUERY_LANGUAGE = (REPOSITORY / "docs" / "query-language.md").read_text()


@pytest.mark.slow
def test_python_example_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "statutes").mkdir()
    for source in find_corpus().glob("*.xml"):
        shutil.copy(source, tmp_path / "statutes")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 - our own text
    assert capsys.readouterr().out.startswith("Article 7(3) Regulation (EU) 2016/679")


@pytest.mark.slow
def test_python_page_examples_produce_shown_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "statutes").mkdir()
    for source in find_corpus().glob("*.xml"):
        shutil.copy(source, tmp_path / "statutes")
    monkeypatch.chdir(tmp_path)
    page = (REPOSITORY / "docs" / "python.md").read_text()
    examples = "\n".join(re.findall(r"```python\n(.*?)```", page, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "python.md", "docs/python.md", 0)
    messages: list[str] = []
    results = doctest.DocTestRunner().run(test, out=messages.append)
    assert results.attempted > 10
    assert not results.failed, "".join(messages)


PROGRAMS = {"lexdesk": group, "lexdesk-trainer": trainer, "lexdesk-reproduce": reproductions}


def commands_in(page: Path) -> list[list[str]]:
    """Return the calls of our programs in a page as words, each up to a pipe."""
    text = page.read_text().replace("\\\n", " ")
    lines = re.findall(r"^(?:    |\$ )*(lexdesk(?:-trainer|-reproduce)? \w.*)$", text, re.MULTILINE)
    lines += re.findall(r"`(lexdesk(?:-trainer|-reproduce)? \w[^`\n]*)`", text)
    return [shlex.split(line.partition("|")[0].replace("...", ""), comments=True) for line in lines]


@pytest.mark.parametrize(
    "page",
    [page for page in (REPOSITORY / "README.md", *PAGES, *CARDS) if commands_in(page)],
    ids=lambda page: f"{page.parent.name}-{page.stem}",
)
def test_every_shown_command_exists(page: Path) -> None:
    for program, *words in commands_in(page):
        found: click.Command | None = PROGRAMS[program]
        options = {"-h", "--help"}
        for word in words:
            if not isinstance(found, click.Group) or word.startswith("-"):
                break
            inner = found.get_command(click.Context(found), word)
            if inner is None and found.name == "recitals":  # which shows where no command is named
                inner = found.get_command(click.Context(found), "show")
            found = inner
            assert found is not None, (program, word)
            options |= {name for param in found.params for name in param.opts}
        used = {word for word in words if re.match("-+[a-z]", word, re.IGNORECASE)}
        assert used <= options | {
            name for param in PROGRAMS[program].params for name in param.opts
        }, words


@pytest.mark.slow
def test_json_page_lists_printed_fields(
    words_library_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (REPOSITORY / "docs" / "json.md").read_text()
    library = ["-L", str(words_library_path), "--json"]
    commands = {
        "search": ["search", "withdraw consent", "--mode", "keyword", *library],
        "show": ["show", "32016R0679", "art_7", *library],
        "list": ["list", *library],
        "history": ["history", "32016R0679", "art_7", *library],
        "references": ["references", "32016R0679", "art_7", *library],
        "recitals": ["recitals", "32016R0679", "art_7", *library],
        "status": ["status", *library],
        "check": ["check", *library],
        "duplicates": ["duplicates", *library],
        "cite": ["cite", "Article 6(1) GDPR", "--json"],
        "classify": ["classify", "You may take back your consent at any time.", "--json"],
        "similar": ["similar", "32016R0679", *library],
    }
    for command, arguments in commands.items():
        run(arguments)
        printed = json.loads(capsys.readouterr().out)
        inside = [item for value in printed.values() if isinstance(value, list) for item in value]
        fields = set(printed).union(*(item for item in inside if isinstance(item, dict)))
        section = page.partition(f"## {command}\n")[2].partition("\n## ")[0]
        row = "".join(line for line in page.splitlines() if line.startswith(f"| `{command}` |"))
        missing = fields - set(re.findall(r"`(\w+)`", section or row))
        if command not in NOT_WHOLLY_LISTED:
            assert not missing, command
        assert set(printed) - missing == set(printed), command


NOT_WHOLLY_LISTED = {"show", "references"}
"""Whose lists hold parts that have pages of their own."""


def queries_in_tables(text: str) -> list[str]:
    """Return the first column of the tables."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return re.findall(r"`([^`]+)`", "\n".join(cells))


LANGUAGE, _, MISTAKES = QUERY_LANGUAGE.partition("## Mistakes")


@pytest.mark.parametrize("query", queries_in_tables(LANGUAGE))
def test_every_shown_query_parses(query: str) -> None:
    assert parse(query).root


@pytest.mark.parametrize("query", queries_in_tables(MISTAKES))
def test_every_shown_query_error_is_rejected(query: str, words_library_path: Path) -> None:
    assert run(["search", "-L", str(words_library_path), query, "--mode", "keyword"]) == 2


@pytest.mark.parametrize(
    ("query", "answer"), re.findall(r"^\$ lexdesk search '(.*)'\n(.*)$", MISTAKES, re.MULTILINE)
)
def test_shown_query_errors_have_shown_answers(
    query: str, answer: str, words_library_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["search", "-L", str(words_library_path), query]) == 2
    assert capsys.readouterr().err.strip() == answer


def test_command_reference_equals_program_help() -> None:
    written = subprocess.run(
        [sys.executable, REPOSITORY / "packaging" / "commands.py", "markdown"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert (REPOSITORY / "docs" / "commands.md").read_text() == written, "run: make commands"


@pytest.mark.parametrize("page", ["architecture.md", "training.md"])
def test_every_path_of_page_exists(page: str) -> None:
    text = (REPOSITORY / "docs" / page).read_text()
    named = re.findall(
        r"`([\w/]+\.py)`" if page == "training.md" else r"`([\w/]+(?:\.py|/))`", text
    )
    assert named
    folders = (
        REPOSITORY,
        REPOSITORY / "engine" / "lexdesk",
        REPOSITORY / "engine" / "lexdesk" / "extract",
        REPOSITORY / "gui" / "lexdesk_gui",
        REPOSITORY / "trainer" / "lexdesk_trainer",
    )
    derived = {"words/", "vectors/"}
    for name in named:
        assert name in derived or any((folder / name).exists() for folder in folders), name


@pytest.mark.parametrize(
    ("heading", "package"),
    [
        ("## The engine's parts", "lexdesk"),
        ("## The window's parts", "lexdesk_gui"),
        ("## The trainer's parts", "lexdesk_trainer"),
    ],
)
def test_documented_layers_match_import_contracts(heading: str, package: str) -> None:
    contracts = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (
        contract["layers"] for contract in contracts if contract.get("containers") == [package]
    )
    level = {part: at for at, layer in enumerate(layers) for part in re.split(" [:|] ", layer)}
    table = (
        (REPOSITORY / "docs" / "architecture.md").read_text().split(heading)[1].split("\n## ")[0]
    )
    named = [
        re.findall(r"`(\w+)(?:/|\.py)`", line.split("|")[1])
        for line in table.splitlines()
        if line.startswith("| `")
    ]
    found = [level[part] for row in named for part in row]
    assert found == sorted(found)
    assert {part for row in named for part in row} >= {
        part for part in level if level[part] < len(layers) - 1
    }


_LISTED_ELSEWHERE = {REPOSITORY / "engine/lexdesk", REPOSITORY / "engine/lexdesk/cli"}
"""The parts of the engine are a table of docs/architecture.md, commands one of ``cli/commands.tsv``."""

PACKAGES = [
    init.parent
    for program in ("engine/lexdesk", "gui/lexdesk_gui", "trainer")
    for init in sorted((REPOSITORY / program).rglob("__init__.py"))
    if init.parent not in _LISTED_ELSEWHERE
]


@pytest.mark.parametrize("folder", PACKAGES, ids=lambda folder: str(folder.relative_to(REPOSITORY)))
def test_package_docstrings_list_all_modules(folder: Path) -> None:
    result = ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__", "__main__", "_version"}
    modules |= {path.parent.name for path in folder.glob("*/__init__.py")}
    assert modules
    assert modules <= set(re.findall(r"\w+", result))
