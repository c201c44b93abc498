"""Update the translations with PySide6's tools: ``python gui/build_translations.py``.

lupdate collects the texts, earlier translations are kept, and lrelease writes the ``.qm`` files for the program. New
texts stay ``unfinished`` in the ``.ts`` files, for Qt Linguist. lupdate does not know plural forms in Python, so
texts with ``%Ln`` are marked here.

The English templates of the engine's codes (``lexdesk.errors``) form the context ``Messages``
(``lexdesk_gui.engine_messages``).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from lexdesk.errors import list_codes
from lexdesk_gui.engine_messages import CONTEXT

PROGRAM = Path(__file__).parent / "lexdesk_gui"
TRANSLATIONS = PROGRAM / "translations"
LANGUAGES = ("de", "en")
_TOOLS = Path(sys.executable).parent

Known = Mapping[tuple[str, str], list[str]]
"""(context, text) -> its translation, or its forms: singular, plural."""


def main(target: Path = TRANSLATIONS) -> None:
    """Write ``lexdesk_de`` and ``lexdesk_en`` with the suffixes ``.ts`` and ``.qm``."""
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
    """Return the translations in a ``.ts`` file."""
    return {
        (str(context.findtext("name")), str(message.findtext("source"))): forms
        for context in ElementTree.parse(file).getroot().iter("context")  # noqa: S314
        for message in context.iter("message")
        if (forms := _forms(message))
    }


def _forms(message: ElementTree.Element) -> list[str]:
    found = [plural_form.text or "" for plural_form in message.iter("numerusform")]
    return [text for text in found or [message.findtext("translation") or ""] if text]


def collected(language: str) -> ElementTree.ElementTree[ElementTree.Element]:
    """Return all texts of the program."""
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
        alias = ["-tr-function-alias", "translate+=find_plural"]
        subprocess.run([*collect, *languages, *alias], check=True, capture_output=True)
        tree: ElementTree.ElementTree[ElementTree.Element] = ElementTree.parse(file)  # noqa: S314
    engine = ElementTree.SubElement(tree.getroot(), "context")
    ElementTree.SubElement(engine, "name").text = CONTEXT
    for template in sorted({code.template for code in list_codes()}):
        message = ElementTree.SubElement(engine, "message")
        ElementTree.SubElement(message, "source").text = template
        ElementTree.SubElement(message, "translation", type="unfinished")
    return tree


def fill(tree: ElementTree.ElementTree[ElementTree.Element], known: Known, language: str) -> None:
    """Put the ``known`` translations into ``tree``; English keeps only plural forms."""
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
