"""Brings the translations up to date: ``python gui/build_translations.py``, with PySide6's tools.

lupdate collects the texts of the program, what was translated before is kept, and lrelease makes the
``.qm`` files that the program reads. Texts that are new stay ``unfinished`` in the ``.ts`` files, for
Qt Linguist. lupdate does not know plural forms in Python, so that texts with ``%Ln`` are marked here.

The engine speaks English. What it says of mistakes is collected from its source, with ``{0}``, ``{1}``
for what it names, into the context ``Engine`` and into ``engine.txt`` (``lexdesk_gui.engine_sentences``).
"""

from __future__ import annotations

import ast
import itertools
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree

import lexdesk

PROGRAM = Path(__file__).parent / "lexdesk_gui"
TRANSLATIONS = PROGRAM / "translations"
LANGUAGES = ("de", "en")
ENGINE = Path(lexdesk.__file__).parent
_SILENT = {
    "cli",
    "demo",
    "evaluation",
    "export",
    "ingest/cluster",
    "library/backup",
    "publishing",
    "recitals/mapping",
    "server/http",
}
"""Parts of the engine that the window does not use."""
_MAKERS = {"_error", "_unknown", "scan"}
"""Functions that make an error of what they are given."""
_NOTING = {
    "extract/__init__", "extract/sniff/__init__", "extract/sniff/sniff", "extract/one_document", "ingest/report",
    "law/application", "law/as_of", "law/inception", "law/lookup", "law/display", "law/versions",
    "compliance/neighbours", "compliance/doc2doc/ranking", "search/filters", "search/known_item/known_item",
    "search/pipeline",
    "search/retrieval/hybrid", "storage/remedies",
}  # fmt: skip
"""Parts that say in passing what is missing, or have phrases for it."""
_SQLITE = {
    "attempt to write a readonly database", "database disk image is malformed", "database is locked",
    "database or disk is full", "disk I/O error", "file is not a database", "unable to open database file",
}  # fmt: skip
"""What SQLite says of a file that cannot be used (sqlite3_errstr); the engine's sentences repeat it."""
_PHRASE = re.compile(r"(?:an?|no) [\w ]+|(?=.*\w\W+\w+\W+\w)[\w ,;:(){}]+")
_TOOLS = Path(sys.executable).parent

Known = Mapping[tuple[str, str], list[str]]
"""(context, text) -> its translation, or its forms: singular, plural."""


def main(target: Path = TRANSLATIONS) -> None:
    """Write ``lexdesk_de`` and ``lexdesk_en`` with the suffixes ``.ts`` and ``.qm``, and ``engine.txt``."""
    (target / "engine.txt").write_text("\n".join([*said_by_engine(), ""]), "utf-8")
    for language in LANGUAGES:
        old = TRANSLATIONS / f"lexdesk_{language}.ts"
        new = target / old.name
        known = translated(old) if old.exists() else {}
        tree = collected(language)
        fill(tree, known, language)
        ElementTree.indent(tree, "")  # one line each, and no blanks: they take a tenth of the file
        tree.write(new, encoding="utf-8", xml_declaration=True)
        release = (_TOOLS / "pyside6-lrelease", new, "-qm", new.with_suffix(".qm"), "-silent")
        subprocess.run(release, check=True)


def translated(file: Path) -> Known:
    """What a ``.ts`` file has translations for."""
    return {
        (str(context.findtext("name")), str(message.findtext("source"))): forms
        for context in ElementTree.parse(file).getroot().iter("context")  # noqa: S314
        for message in context.iter("message")
        if (forms := _forms(message))
    }


def _forms(message: ElementTree.Element) -> list[str]:
    found = [each.text or "" for each in message.iter("numerusform")]
    return [each for each in found or [message.findtext("translation") or ""] if each]


def collected(language: str) -> ElementTree.ElementTree[ElementTree.Element]:
    """All texts of the program."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "texts.ts"
        sources: list[Path] = sorted(PROGRAM.rglob("*.py"))
        languages = ["-source-language", "en", "-target-language", language]
        collect: tuple[str | Path, ...] = (
            _TOOLS / "pyside6-lupdate",
            *sources,
            "-ts",
            file,
            "-locations",
            "none",
        )
        alias = ["-tr-function-alias", "translate+=plural"]
        subprocess.run([*collect, *languages, *alias], check=True, capture_output=True)
        tree: ElementTree.ElementTree[ElementTree.Element] = ElementTree.parse(file)  # noqa: S314
    engine = ElementTree.SubElement(tree.getroot(), "context")
    ElementTree.SubElement(engine, "name").text = "Engine"
    for sentence in said_by_engine():
        message = ElementTree.SubElement(engine, "message")
        ElementTree.SubElement(message, "source").text = sentence
        ElementTree.SubElement(message, "translation", type="unfinished")
    return tree


def said_by_engine() -> list[str]:
    """The engine's sentences on mistakes, with ``{0}``, ``{1}`` for what they name."""
    parts = {
        file.relative_to(ENGINE).with_suffix("").as_posix(): ast.parse(file.read_text("utf-8"))
        for file in ENGINE.rglob("*.py")
    }
    makers = _errors(parts.values()) | _MAKERS
    found = set(_SQLITE)
    for part, tree in parts.items():
        if not any(f"{part}/".startswith(f"{silent}/") for silent in _SILENT):
            found.update(_said(tree, makers))
        if part in _NOTING:
            found.update(filter(_PHRASE.fullmatch, _noted(tree)))
    return sorted(found)


def _errors(trees: Iterable[ast.Module]) -> set[str]:
    """The names of the engine's errors: ``LexdeskError`` and what is made of it."""
    classes = [each for tree in trees for each in ast.walk(tree) if isinstance(each, ast.ClassDef)]
    found: set[str] = {"LexdeskError"}
    while (
        more := {each.name for each in classes if found & {_name(base) for base in each.bases}}
        - found
    ):
        found |= more
    return found


def _said(tree: ast.Module, makers: set[str]) -> Iterator[str]:
    """What errors are made of, said where they are made or in a function that is called for it."""
    called = {"how_to_get"}  # whose sentence ends those of others
    for each in ast.walk(tree):
        if isinstance(each, ast.Call) and _name(each.func) in makers:
            called |= {_name(made.func) for made in each.args[:1] if isinstance(made, ast.Call)}
            yield from itertools.chain(*map(_sentence, each.args))
    for each in ast.walk(tree):
        if isinstance(each, ast.FunctionDef) and each.name in called:
            for returned in ast.walk(each):
                if isinstance(returned, ast.Return) and returned.value is not None:
                    yield from _sentence(returned.value)


def _noted(tree: ast.Module) -> Iterator[str]:
    """All texts that are no docstrings."""
    silent = {each.value for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    texts = [each for each in ast.walk(tree) if isinstance(each, ast.JoinedStr | ast.Constant)]
    silent |= {part for each in texts if isinstance(each, ast.JoinedStr) for part in each.values}
    for each in texts:
        if each not in silent:
            yield from _sentence(each)


def _sentence(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from itertools.chain(_sentence(node.body), _sentence(node.orelse))
        return
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    if not all(isinstance(each, ast.Constant | ast.FormattedValue) for each in parts):
        return
    said = "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in parts)
    numbers = itertools.count()
    numbered = re.sub(r"\{\}", lambda _: f"{{{next(numbers)}}}", said)
    if re.sub(r"\W|\d", "", numbered):
        yield numbered


def _name(node: ast.expr) -> str:
    return getattr(node, "id", "") or getattr(node, "attr", "")


def fill(tree: ElementTree.ElementTree[ElementTree.Element], known: Known, language: str) -> None:
    """Put what is ``known`` into ``tree``; English needs no more than its plurals."""
    for context in tree.iter("context"):
        for message in list(context.iter("message")):
            source = str(message.findtext("source"))
            if "%Ln" not in source and language == "en":
                context.remove(message)
                continue
            forms = known.get((str(context.findtext("name")), source), [])
            translation = message.find("translation")
            if translation is None or not forms:
                continue
            del translation.attrib["type"]
            if "%Ln" not in source:
                translation.text = forms[0]
                continue
            message.set("numerus", "yes")
            for form in forms:
                ElementTree.SubElement(translation, "numerusform").text = form


if __name__ == "__main__":
    main()
