"""Abbreviations of statutes in short questions, which carry no meaning for an encoder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Document, Library

STATUTES = (
    Document(
        "§ 10 Höhe der Abfindung\n(1) Als Abfindung ist ein Betrag bis zu zwölf Monatsverdiensten festzusetzen.",
        "Kündigungsschutzgesetz", work="DE-kschg", short_title="KSchG", kind="statute", language="de",
    ),
    Document(
        "§ 4 Videoüberwachung öffentlich zugänglicher Räume",
        "Bundesdatenschutzgesetz", work="DE-bdsg_2018", short_title="BDSG 2018", kind="statute", language="de",
    ),
    Document(
        "§ 25a Besondere organisatorische Pflichten; Verordnungsermächtigung",
        "Gesetz über das Kreditwesen", work="DE-kredwg", short_title="KredWG", kind="statute", language="de",
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("statutes") / "library", create=True) as opened:
        opened.sources.add_documents(STATUTES)
        yield opened


@pytest.mark.parametrize(
    ("query", "meaning"),
    [
        ("KSchG Abfindung", "Abfindung"),
        ("abfindung, kschg", "abfindung,"),
        ("BDSG Räume", "Räume"),
        ("KWG Organisation", "Organisation"),
        ("KSchG", "KSchG"),  # nothing else is asked
        ("§ 10 KSchG", "§ 10 KSchG"),
        ("ArbGG Abfindung", "ArbGG Abfindung"),  # not in the library: words find it nowhere
        ("GDPR consent", "GDPR consent"),
        ("Kündigungsschutzgesetz Abfindung", "Kündigungsschutzgesetz Abfindung"),
        (
            "Wie hoch ist die Abfindung, die das Gericht nach dem KSchG festsetzt?",
            "Wie hoch ist die Abfindung, die das Gericht nach dem KSchG festsetzt?",
        ),
    ],
)
def test_semantic_query_without_abbreviation(library: Library, query: str, meaning: str) -> None:
    assert library.search.explain(query).semantic_text == meaning


def test_abbreviation_does_not_change_semantic_query(library: Library) -> None:
    of_words = library.search("Abfindung", mode="semantic").hits
    assert library.search("KSchG Abfindung", mode="semantic").hits == of_words
    assert of_words[0].work == "DE-kschg"


def test_keyword_search_finds_statute_by_abbreviation(library: Library) -> None:
    hits = library.search("KredWG", mode="keyword").hits
    assert {hit.work for hit in hits} == {"DE-kredwg"}


def test_abbreviations_are_reloaded_after_library_grows(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.search.explain("KSchG Abfindung").semantic_text == "KSchG Abfindung"
        library.sources.add_documents(STATUTES, vectors=False)
        assert library.search.explain("KSchG Abfindung").semantic_text == "Abfindung"
