"""Inflected forms of the words of a query in a library."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Document
from lexdesk.library.library import Library

GERMAN = "Die Kündigung der Verträge. Jede kündigt. Kündigungen des Vertrags: die Verträge, der Vertrag, ein Termin."
ENGLISH = "Consent, consents, consents: who withdraws consent. A withdrawal is withdrawn; the law is lawful. Terminate."


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("forms") / "library", create=True) as opened:
        documents = [
            Document(text, "", work=language, language=language)
            for language, text in {"de": GERMAN, "en": ENGLISH}.items()
        ]
        opened.sources.add_documents(documents, vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("withdraw consent", {"withdraw": ["withdrawal", "withdraws"], "consent": ["consents"]}),
        ("the law of consent", {"law": ["lawful"], "consent": ["consents"]}),  # what ranks
        ('"consent"', {}),
        ("consent w/5 withdraw", {}),  # beside a connector, words count as written
        ("consents OR Vertrag", {"consents": ["consent"], "vertrag": ["Vertrags", "Verträge"]}),
        ("bail", {}),
        ("terminate", {}),  # of which German Termin has the stem
        ("consent " * 3 + " ".join(map("word{}".format, "abcdefghijkl")), {}),
    ],
)
def test_forms_occur_in_library(
    library: Library, query: str, expected: dict[str, list[str]]
) -> None:
    found = library.search.other_forms(query)
    assert {word: sorted(forms) for word, forms in found.items()} == expected


def test_frequent_forms_come_first_up_to_limit(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        texts = ["Consented.", "Consents.", "Consents now.", "Consent, consenting."]
        documents = [
            Document(text, "", work=str(at), language="en") for at, text in enumerate(texts)
        ]
        library.sources.add_documents(documents, vectors=False)
        assert library.search.other_forms("consent", most=1) == {"consent": ["consents"]}
