"""The language of a document: detected, or stated by the user."""

from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.errors import QueryCode, UnknownLanguage
from lexdesk.metadata.language import detect_language, parse_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The tenant shall pay the rent on the first day of each month.", "en"),
        ("Der Mieter zahlt die Miete am ersten Tag eines jeden Monats.", "de"),
        ("Le preneur paie le loyer le premier jour de chaque mois.", "fr"),
        ("El arrendatario pagará la renta el primer día de cada mes.", "es"),
        ("Najemca płaci czynsz pierwszego dnia każdego miesiąca.", "pl"),
        ("Μισθωτής καταβάλλει το μίσθωμα την πρώτη ημέρα κάθε μήνα.", "el"),
        ("Art. 17", None),
        ("", None),
    ],
)
def test_language_of_sentence_is_detected(text: str, language: str | None) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(("wording", "language"), [("de", "de"), (" EN ", "en"), ("auto", "")])
def test_language_is_named_by_its_code(wording: str, language: str) -> None:
    assert parse_language(wording) == language


def test_unknown_language_lists_known_languages(tmp_path: Path) -> None:
    with raises_code(
        UnknownLanguage, QueryCode.LANGUAGE_UNKNOWN, "ar, bg, .* auto", code="deutsch"
    ):
        parse_language("deutsch")
    with Library.open(tmp_path / "library", create=True) as library:
        with pytest.raises(UnknownLanguage):
            library.sources.add([tmp_path], language="xx")
        assert library.admin.status().files == 0


@pytest.mark.slow
def test_language_option_survives_file_changes(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    note = folder / "note.txt"
    note.write_text("The tenant shall pay the rent on the first day of each month.\n")

    def languages() -> dict[str, int]:
        return library.admin.status().languages

    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([folder], vectors=False)
        assert languages() == {"en": 1}
        assert library.sources.add([folder], vectors=False, language="de").replaced == 1
        assert languages() == {"de": 1}
        assert library.sources.add([folder], vectors=False, language="de").unchanged == 1
        note.write_text("The landlord keeps the roof and the outside walls in repair.\n")
        assert library.sources.add([folder], vectors=False).replaced == 1
        assert languages() == {"de": 1}
        assert library.sources.add([folder], vectors=False).unchanged == 1
        assert library.sources.add([folder], vectors=False, language="auto").replaced == 1
        assert languages() == {"en": 1}
