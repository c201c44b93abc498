"""Citations by the short titles of a library's works, and of places without an act."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.compliance import compute_coverage, compute_impact, find_similar

FIXTURES = Path(__file__).parents[1] / "fixtures"

SOCIAL_CODE = """---
Title: Zehntes Buch Sozialgesetzbuch - Sozialverwaltungsverfahren und Sozialdatenschutz -
jurabk: SGB 10
layout: default
origslug: sgb_10
slug: sgb_10

---

# Zehntes Buch Sozialgesetzbuch - Sozialverwaltungsverfahren und Sozialdatenschutz - (SGB 10)

#### § 3 Amtshilfepflicht

(1) Jede Behörde leistet anderen Behörden auf Ersuchen ergänzende Hilfe (Amtshilfe).

(2) Amtshilfe liegt nicht vor, wenn die Hilfeleistung in Handlungen besteht, die der ersuchten Behörde als eigene
Aufgabe obliegen.
"""
EXPLOSIVES = """---
Title: Zweite Verordnung zum Sprengstoffgesetz
jurabk: SprengV 2
layout: default
origslug: sprengv_2
slug: sprengv_2

---

# Zweite Verordnung zum Sprengstoffgesetz (SprengV 2)

#### § 3 Allgemeine Anforderungen

(1) Wer explosionsgefährliche Stoffe aufbewahrt, hat Vorsorge nach § 3 Abs. 2 des Zehnten Buches Sozialgesetzbuch zu
treffen.
"""


@pytest.fixture(scope="module")
def acts(gdpr: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("acts")
    files = {"sgb_10.md": SOCIAL_CODE, "sprengv_2.md": EXPLOSIVES}
    for name in ("IE-1981-act-35.md", "IE-2018-act-32.md", "stipg.md"):
        files[name] = (FIXTURES / name).read_text(encoding="utf-8")
    for name, text in files.items():
        folder.joinpath(name).write_text(text, encoding="utf-8")
    with Library.open(folder / "library", create=True) as library:
        library.sources.add([gdpr, *(folder / name for name in files)], vectors=False)
        yield library


@pytest.mark.parametrize(
    ("query", "citation"),
    [
        ("SGB 10", "SGB 10"),
        ("SGB X", "SGB 10"),
        ("sgb x", "SGB 10"),
        ("SprengV 2", "SprengV 2"),
        ("§ 3 Abs. 2 SGB 10", "§ 3 Abs. 2 SGB 10"),
        ("SGB 10, § 3 Abs. 2", "§ 3 Abs. 2 SGB 10"),
        ("§ 3 SprengV 2", "§ 3 SprengV 2"),
        (
            "Section 1 Rent Restrictions (Temporary Provisions)(Continuance) Act, 1981",
            "Section 1 Rent Restrictions (Temporary Provisions)(Continuance) Act, 1981",
        ),
        (
            "section 2 of the European Investment Fund Agreement Act 2018",
            "Section 2 European Investment Fund Agreement Act 2018",
        ),
        ("s 2 EIFAA 2018", "Section 2 European Investment Fund Agreement Act 2018"),
        ("EIFAA 2018", "European Investment Fund Agreement Act 2018"),
        (
            "RRTPCA 1981 s 1",
            "Section 1 Rent Restrictions (Temporary Provisions)(Continuance) Act, 1981",
        ),
        ("2016/679", "Regulation (EU) 2016/679"),
        ("(EU) 2016/679", "Regulation (EU) 2016/679"),
        ("EU 2016/679 art 17(3)", "Article 17(3) Regulation (EU) 2016/679"),
        ("Art. 17 2016/679", "Article 17 Regulation (EU) 2016/679"),
        ("Art 17(3)(b)", "Article 17(3)(b) Regulation (EU) 2016/679"),
        ("recital 26", "Recital 26 Regulation (EU) 2016/679"),
        ("§ 3 Abs. 2", "§ 3 Abs. 2 SGB 10"),
        ("§ 3", "§ 3 StipG"),
        ("Section 1", "Section 1 European Investment Fund Agreement Act 2018"),
    ],
)
def test_citation_in_library_style_is_resolved(query: str, citation: str, acts: Library) -> None:
    first = acts.search(query, mode="keyword").hits[0]
    assert (first.citation, first.named) == (citation, True)


def test_citation_labels_of_hits_are_resolved(acts: Library) -> None:
    hits = [hit for word in ("Stipendium", "fund", "Behörde") for hit in acts.search(word).hits]
    assert len(hits) > 10
    for hit in hits:
        first = acts.search(hit.citation, mode="keyword").hits[0]
        assert (first.work, first.eid, first.named) == (hit.work, hit.eid, True)


@pytest.mark.parametrize(
    ("query", "first", "marked"),
    [
        ("Art. 17 GDPR erasure", ["art_17"], "erasure"),
        ("art 17 gdpr erasure", ["art_17"], "erasure"),
        (
            "how long under Article 5(1)(e) GDPR may data be kept?",
            ["art_5__para_1__point_e"],
            "kept",
        ),
        ("Article 17 GDPR and Article 21 GDPR", ["art_17", "art_21"], "Article 21"),
        ("erasure under Article 170 GDPR", [], ""),
        ("erasure under the GDPR", [], ""),
    ],
)
def test_cited_provision_ranks_before_keyword_hits(
    query: str, first: list[str], marked: str, words_library: Library
) -> None:
    hits = words_library.search(query, mode="keyword").hits
    assert [hit.eid for hit in hits[: len(first)]] == first
    assert not any(hit.named for hit in hits)  # the query is more than a citation
    assert [hit.eid for hit in hits if hit.query_cites] == first
    if first:
        spans = [hits[0].text[start:end] for start, end in hits[0].highlights]
        assert marked in spans or "Article 21" in hits[0].text
    else:
        assert all(hit.why["keyword"] for hit in hits)


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("art. 17 RGPD excepciones", "es"),
        ("art. 17 RGPD", "fr"),
        ("art. 17 RGPD effacement", "fr"),
        ("Art. 17 GDPR Löschung", "de"),
        ("Art. 17 GDPR erasure", "en"),
        ("Art. 17 DSGVO erasure", "en"),
        ("Art. 17 DSGVO qwertz", "de"),
    ],
)
def test_language_of_keywords_selects_expression(
    query: str, language: str, gdpr_in_languages: Library
) -> None:
    hit = gdpr_in_languages.search(query, mode="keyword").hits[0]
    assert (hit.eid, hit.language) == ("art_17", language)


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("GDPR", "en"),
        ("DSGVO", "de"),
        ("Art. 7 Abs. 3 DSGVO", "de"),
        ("artículo 7 RGPD", "es"),
        ("32016R0679", "en"),
    ],
)
def test_language_of_cited_act_selects_expression(
    query: str, language: str, gdpr_in_languages: Library
) -> None:
    answer = gdpr_in_languages.search(query, mode="keyword", top=30)
    assert answer.hits[0].named
    assert len(answer.hits) > 1 or answer.hits[0].eid  # few passages cite a provision
    assert {hit.language for hit in answer.hits} == {language}


@pytest.mark.parametrize(
    ("query", "language"),
    [
        ("Art. 7(3) GDPR lang:de", "de"),
        ("lang:fr Art. 7(3) GDPR", "fr"),
        ("Art. 7 Abs. 3 DSGVO (lang:en OR lang:it)", "en"),
        ("Art. 7(3) GDPR kind:regulation", "en"),
        ("Art. 7(3) GDPR (kind:regulation AND lang:pt)", "pt"),
    ],
)
def test_citation_with_filter_is_resolved_within_filter(
    query: str, language: str, gdpr_in_languages: Library
) -> None:
    first = gdpr_in_languages.search(query, mode="keyword").hits[0]
    assert first.named
    assert (first.eid, first.language) == ("art_7__para_3", language)


def test_citation_outside_filter_is_not_resolved(gdpr_in_languages: Library) -> None:
    answer = gdpr_in_languages.search("Art. 7(3) GDPR before:2000", mode="keyword")
    assert not any(hit.named for hit in answer.hits)


@pytest.mark.parametrize(
    ("work", "eid", "language"),
    [
        ("Art. 17 DSGVO", None, "de"),
        ("DSGVO", "art_17", "de"),
        ("GDPR", "art_17", "en"),
        ("Règlement (UE) 2016/679", "art_17", "fr"),
        ("32016R0679", "Artikel 17", "de"),
    ],
)
def test_language_of_short_title_selects_expression(
    work: str, eid: str | None, language: str, gdpr_in_languages: Library
) -> None:
    shown = gdpr_in_languages.law.show(work, eid)
    assert (shown.eid, shown.language) == ("art_17", language)
    assert gdpr_in_languages.law.show(work, eid, language="it").language == "it"
    assert gdpr_in_languages.law.history(work, eid).language == language
    assert gdpr_in_languages.law.references(work, eid).citation == shown.citation


@pytest.mark.slow
def test_language_of_short_title_selects_work_text(gdpr_in_languages: Library) -> None:
    for name, citation in (
        ("DSGVO", "Verordnung (EU) 2016/679"),
        ("GDPR", "Regulation (EU) 2016/679"),
    ):
        assert compute_coverage(gdpr_in_languages, name).citation == citation
        assert compute_impact(gdpr_in_languages, name, 1, 1).citation == citation
        assert find_similar(gdpr_in_languages, name).title.startswith(citation)
        assert gdpr_in_languages.law.recitals.act(name).expression.short_title == citation


@pytest.mark.parametrize(
    "query",
    [
        "Article 15(1)(d)–(f) Regulation (EU) 2016/679",
        "Artikel 15 Absatz 1 Buchstaben d–f Verordnung (EU) 2016/679",
        "Artículo 15, apartado 1, letras d)–f) Reglamento (UE) 2016/679",
        "Article 15, paragraphe 1, points d)–f) Règlement (UE) 2016/679",
        "Articolo 15, paragrafo 1, lettere d)–f) Regolamento (UE) 2016/679",
        "Artigo 15.º, n.º 1, alíneas d)–f) Regulamento (UE) 2016/679",
    ],
)
def test_pin_cites_of_points_are_resolved_in_each_language(
    query: str, gdpr_in_languages: Library
) -> None:
    hits = gdpr_in_languages.search(query, mode="keyword").hits
    assert [hit.eid for hit in hits if hit.named] == [
        f"art_15__para_1__point_{letter}" for letter in "def"
    ]


@pytest.mark.parametrize(
    "query",
    [
        "Artikel 4 Nummern 15–16 Verordnung (EU) 2016/679",
        "Artículo 4, puntos 15–16 Reglamento (UE) 2016/679",
        "Article 4, points 15–16 Règlement (UE) 2016/679",
        "Articolo 4, punti 15–16 Regolamento (UE) 2016/679",
        "Artigo 4.º, pontos 15–16 Regulamento (UE) 2016/679",
    ],
)
def test_pin_cites_of_numbered_points_are_resolved(query: str, gdpr_in_languages: Library) -> None:
    hits = gdpr_in_languages.search(query, mode="keyword").hits
    assert [hit.eid for hit in hits if hit.named] == ["art_4__point_15", "art_4__point_16"]


def test_provision_without_act_is_reported_as_ambiguous(acts: Library) -> None:
    answer = acts.search("§ 3", mode="keyword")
    assert answer.notice == "No act is named; 3 acts here have § 3, the most cited first"
    named = [hit.citation for hit in answer.hits if hit.named]
    assert named == ["§ 3 StipG", "§ 3 SGB 10", "§ 3 SprengV 2"]  # which nothing cites
    assert acts.search("recital 26", mode="keyword").notice == ""
    listed = acts.search("recitals 26 and 27", mode="keyword")
    assert [hit.eid for hit in listed.hits if hit.named] == ["rec_26", "rec_27"]
    assert listed.notice == ""


@pytest.mark.parametrize(
    "query", ["3", "24/7", "2015/679", "consent 2018", "fund", "Section I of the fund", "5 years"]
)
def test_other_queries_contain_no_citation(query: str, acts: Library) -> None:
    answer = acts.search(query, mode="keyword")
    assert answer.notice == ""
    assert not any(hit.named for hit in answer.hits)


@pytest.mark.parametrize(
    "query",
    [
        "section 2 European Investment Fund Agreement Act",
        "European Investment Fund Agreement Acts 2018 s 2",
        "EIFAA s 2",
    ],
)
def test_act_is_cited_without_its_year_in_the_plural_and_by_initials(
    acts: Library, query: str
) -> None:
    first = acts.search(query, mode="keyword").hits[0]
    assert (first.work, first.eid, first.named) == ("IE-2018-act-32", "sec_2", True)
