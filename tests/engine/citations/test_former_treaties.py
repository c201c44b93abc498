"""Citations of the treaties of the Communities find the article of today, and say that it was renumbered."""

from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.structure.eu.identity import read_title_treaty

TREATY = """<html><body><p class="doc-ti">CONSOLIDATED VERSION OF THE TREATY ON THE FUNCTIONING OF THE EUROPEAN UNION</p>
<p class="ti-art">Article 101</p><p class="sti-art">(ex Article 81 TEC)</p>
<p class="normal">1. The following shall be prohibited as incompatible with the internal market: all agreements.</p>
<p class="normal">2. Any agreements prohibited pursuant to this Article shall be automatically void.</p>
<p class="ti-art">Article 267</p><p class="sti-art">(ex Article 234 TEC)</p>
<p class="normal">The Court of Justice of the European Union shall have jurisdiction to give preliminary rulings.</p>
</body></html>"""


@pytest.fixture(scope="module")
def library_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("treaty")
    (place / "treaty.html").write_text(TREATY, encoding="utf-8")
    with Library.open(place / "library", create=True) as library:
        library.sources.add([place / "treaty.html"], vectors=False)
    return place / "library"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Article 81 EC", "Article 101"),
        ("Article 85 EEC", "Article 101"),
        ("Art. 81 EG", "Article 101"),
        ("Art. 177 EWG-Vertrag", "Article 267"),
        ("article 234 CE", "Article 267"),
    ],
)
def test_former_number_finds_the_article_of_today(
    library_path: Path, query: str, found: str
) -> None:
    with Library.open(library_path) as library:
        answer = library.search(query, mode="keyword")
    assert answer.hits[0].citation == f"{found} TFEU"
    assert str(answer.notice) == (
        f"{query} is not in this library; it became {found} TFEU, which is shown"
    )


@pytest.mark.parametrize("query", ["Article 205 EC", "Article 6 EEC"])
def test_article_without_a_successor_is_not_replaced(library_path: Path, query: str) -> None:
    with Library.open(library_path) as library:
        answer = library.search(query, mode="keyword")
    assert "nor is the law that it is of" in str(answer.notice)


@pytest.mark.parametrize(
    ("title", "treaty"),
    [
        ("Consolidated version of the Treaty on European Union", ("12016M", "TEU")),
        ("Vertrag über die Arbeitsweise der Europäischen Union", ("12016E", "AEUV")),
        ("CHARTER OF FUNDAMENTAL RIGHTS OF THE EUROPEAN UNION", ("12016P", "Charter")),
        ("Protocol to the Treaty on European Union", None),
    ],
)
def test_treaty_is_known_by_its_whole_title(title: str, treaty: tuple[str, str] | None) -> None:
    assert read_title_treaty(title) == treaty
