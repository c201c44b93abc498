"""The German interface: every text is translated, and shown as translated."""

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

import lexdesk_gui
from lexdesk.extract.parsers import office
from lexdesk.structure.akoma_ntoso import identity
from lexdesk.text.languages import LANGUAGES
from lexdesk_gui import language, rail, wording

TRANSLATIONS = Path(lexdesk_gui.__file__).parent / "translations"
_FIELD = re.compile(r"\{\w*\}|%Ln?")


@pytest.fixture(scope="module")
def build() -> ModuleType:
    """The module that builds the translations."""
    path = Path(__file__).parents[2] / "gui" / "build_translations.py"
    spec = importlib.util.spec_from_file_location("build_translations", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_translations_are_those_of_the_program(build: ModuleType, tmp_path: Path) -> None:
    build.main(tmp_path)
    for code in build.LANGUAGES:
        name = f"lexdesk_{code}"
        fresh = build.translated(tmp_path / f"{name}.ts")
        assert fresh == build.translated(TRANSLATIONS / f"{name}.ts")
        assert "unfinished" not in (tmp_path / f"{name}.ts").read_text("utf-8")
        compiled = (tmp_path / f"{name}.qm").read_bytes()
        assert compiled == (TRANSLATIONS / f"{name}.qm").read_bytes(), (
            "run: python gui/build_translations.py"
        )


def test_kinds_of_documents_have_german_names(qapp: QApplication) -> None:
    of_files = {*office._KINDS.values(), *identity.KINDS.values(), *identity.SUBTYPES}
    language.install(qapp, "de")
    try:
        named = {kind: wording.kind_name(kind) for kind in (*of_files, "contract", "email")}
    finally:
        language.install(qapp, "en")
    assert len(named) == 10
    assert [kind for kind, name in named.items() if name == kind.capitalize()] == []


def test_no_translation_loses_a_field(build: ModuleType) -> None:
    for (_, source), forms in build.translated(TRANSLATIONS / "lexdesk_de.ts").items():
        for form in forms:
            assert sorted(_FIELD.findall(form)) == sorted(_FIELD.findall(source)), source


def test_every_text_of_the_program_is_translated(build: ModuleType) -> None:
    """Also those that lupdate skips, such as calls inside an f-string."""
    known = build.translated(TRANSLATIONS / "lexdesk_de.ts")
    found = [text for file in build.PROGRAM.rglob("*.py") for text in texts_in(file)]
    assert len(found) > 200
    assert [item for item in found if item not in known] == []


def texts_in(file: Path) -> Iterator[tuple[str, str]]:
    """Yield context and text of each call that translates a literal."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("translate", "plural"):
            context, text = node.args[:2]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield ast.literal_eval(context), text.value


@pytest.mark.parametrize(
    ("wanted", "spoken"),
    [
        (["de-Latn-AT", "de-AT", "de-Latn", "de"], "de"),
        (["en-US", "en", "de-DE", "de"], "en"),
        (["fr-FR", "fr", "de-DE", "de", "en"], "de"),
        (["den-CA", "deu"], "en"),
        (["C"], "en"),
        ([], "en"),
    ],
)
def test_the_language_of_the_display_is_spoken_and_not_that_of_dates(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, wanted: list[str], spoken: str
) -> None:
    """As in English Windows with the region Germany, where ``QLocale.system().name()`` is ``de_DE``."""

    class Locale(QLocale):
        @staticmethod
        def system() -> QLocale:
            return Locale(QLocale.Language.German)

        def uiLanguages(self, *_: object) -> list[str]:  # noqa: N802
            return wanted

    monkeypatch.setattr(language, "QLocale", Locale)
    try:
        assert language.install(qapp, "system") == spoken
    finally:
        monkeypatch.undo()
        language.install(qapp, "en")


def test_german_is_spoken_and_english_again(qapp: QApplication) -> None:
    assert language.install(qapp, "de") == "de"
    try:
        assert rail.name_screen("settings") == "Optionen"
        assert language.format_long_date("2026-03-02") == "2. März 2026"
        assert wording.number(1_204) == "1.204"
        assert wording.decimal(12.84, 1) == "12,8"
        assert language.find_plural("Wording", "%Ln documents")(1) == "1 Dokument"
        assert language.find_plural("Wording", "%Ln documents")(1_204) == "1.204 Dokumente"
        assert language.name_language("en") == "Englisch"
        assert [language.name_language(code) for code in ("zh", "sv", "ar")] == [
            "Chinesisch",
            "Schwedisch",
            "Arabisch",
        ]
    finally:
        language.install(qapp, "en")
    assert rail.name_screen("settings") == "Settings"
    assert not [code for code in LANGUAGES if language.name_language(code) == code]
    assert language.format_long_date("2026-03-02") == "2 Mar 2026"
    assert wording.number(1_204) == "1,204"
    assert wording.decimal(12.84, 1) == "12.8"
    assert language.find_plural("Wording", "%Ln documents")(1_204) == "1,204 documents"
