"""A library with mapped recitals, and the names of its provisions."""

from pathlib import Path

import pytest
from tests.engine.recitals.linked_acts import GDPR

from lexdesk import Library
from lexdesk.document.model import Provision
from lexdesk.recitals.mapping import ProvisionNames


@pytest.fixture
def places() -> ProvisionNames:
    def provision(eid: str, kind: str, number: str, label: str) -> Provision:
        return Provision(eid, kind, number, "", label, None, 0, 0)

    return ProvisionNames(
        GDPR,
        [
            *(provision(f"rec_{n}", "recital", str(n), f"Recital {n}") for n in range(1, 31)),
            *(provision(f"art_{n}", "article", str(n), f"Article {n}") for n in range(1, 8)),
            provision("art_6__para_1", "paragraph", "1", "Article 6(1)"),
            provision("art_6__para_1__point_f", "point", "f", "Article 6(1)(f)"),
            provision("anx_1", "annex", "I", "Annex I"),
        ],
    )


@pytest.fixture
def mapped(words_library: Library, tmp_path: Path) -> Library:
    file = tmp_path / "table.csv"
    file.write_text(
        'recital,provision\n47,6(1)(f)\n40,6\n51,9\n"39, 40",art_5__para_1\n', encoding="utf-8"
    )
    words_library.law.recitals.load(GDPR, file)
    return words_library
