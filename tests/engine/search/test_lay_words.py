"""Lay words and terms of the thesaurus, a user's own terms and names, and the order of the first hits."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.codes import raises_code

import lexdesk
from lexdesk import Library
from lexdesk.errors import LibraryCode, LibraryError, UnsafeFile
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.schema import Entry
from lexdesk.query import Node, parse
from lexdesk.search.expansion.terms_of_art import (
    THESAURUS,
    indexed_terms,
    program_terms,
    with_wordings,
)
from lexdesk.text.tables import listed, read_table

_STATUTE = """---
Title: Strafgesetzbuch
jurabk: StGB
slug: stgb
---

# Strafgesetzbuch (StGB)

##### § 142 Unerlaubtes Entfernen vom Unfallort

(1) Ein Unfallbeteiligter, der sich nach einem Unfall im Straßenverkehr entfernt, wird bestraft.

##### § 222 Fahrlässige Tötung

Wer durch Fahrlässigkeit den Tod eines Menschen verursacht, wird bestraft.
"""
_LETTER = "Sehr geehrte Damen und Herren,\n\nmein Mandant streitet die Fahrerflucht ab. Fahrerflucht war es nicht.\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of a statute, a letter and the GDPR; not to be written to."""
    folder = tmp_path_factory.mktemp("lay-words")
    (folder / "stgb.md").write_text(_STATUTE, encoding="utf-8")
    (folder / "letter.txt").write_text(_LETTER, encoding="utf-8")
    act = Path(lexdesk.__file__).parent / "demo" / "L_2016119EN.01000101.xml"
    with Library.open(folder / "library", create=True) as opened:
        opened.sources.add([folder / "stgb.md", folder / "letter.txt", act], vectors=False)
    return folder / "library"


@pytest.fixture
def library(built: Path, tmp_path: Path) -> Iterator[Library]:
    shutil.copytree(built, tmp_path / "library")
    with Library.open(tmp_path / "library") as opened:
        yield opened


def test_rows_of_thesaurus_are_complete() -> None:
    rows = read_table(THESAURUS, ("terms", "wordings", "source"))
    assert len(rows) > 150
    assert all(
        [*listed(row["terms"])] and [*listed(row["wordings"])] and row["source"] for row in rows
    )


def test_lay_word_finds_the_provision_and_is_shown(library: Library) -> None:
    answer = library.search("Fahrerflucht", mode="keyword")
    assert (answer.hits[0].work, answer.hits[0].eid) == ("DE-stgb", "para_142__abs_1")
    assert "unerlaubtes entfernen vom unfallort" in answer.parsed


def test_translation_of_a_term_ranks_no_higher_than_the_term(tmp_path: Path) -> None:
    fulltext = FullText(tmp_path / "words")
    texts = [*[f"rule {number} of the notice period" for number in range(40)], "other text"] * 2
    texts += ["the notice period of employment ends", "Fristen der ordentlichen Kündigung"]
    languages = [*["en"] * (len(texts) - 1), "de"]
    fulltext.put(
        Entry(number, number, "", text, language)
        for number, (text, language) in enumerate(zip(texts, languages, strict=True))
    )
    fulltext.commit(1)
    english, german = len(texts) - 2, len(texts) - 1

    def language_of(node: Node) -> str | None:
        found, _ = fulltext.search(node, 1, ["en", "de"])
        return languages[found[0][0]] if found else None

    query = parse("notice period in employment and leave")
    expanded = with_wordings(query, program_terms(), language_of).root
    found, _ = fulltext.search(expanded, len(texts), ["en", "de"])
    ranked = [passage for passage, _ in found]
    assert ranked.index(english) == 0
    assert german in ranked


def test_provision_headed_by_the_query_comes_first(library: Library) -> None:
    for query in ("right to be forgotten", "right to erasure", "Fahrlässige Tötung"):
        first = library.search(query, mode="keyword").hits[0]
        assert first.eid and first.eid.startswith(("art_17", "para_222")), query


def test_parts_of_one_article_do_not_fill_the_first_places(library: Library) -> None:
    hits = library.search(
        "supervisory authority processing personal data", mode="keyword", top=10
    ).hits
    articles = [(hit.work, (hit.eid or "").partition("__")[0]) for hit in hits[:5]]
    assert max(map(articles.count, articles)) <= 2


def test_general_rule_comes_before_rules_that_nothing_cites(tmp_path: Path) -> None:
    rules = (
        f"##### § {n}\n\nDie Behörde sperrt das Konto bei Gefahr. Regel {n}.\n" for n in range(1, 5)
    )
    citing = (f"##### § {n}\n\nDer Antrag nach § 3 ist zu begründen.\n" for n in range(5, 15))
    head = (
        "---\nTitle: Kontogesetz\njurabk: KontoG\nslug: kontog\n---\n\n# Kontogesetz (KontoG)\n\n"
    )
    (tmp_path / "kontog.md").write_text(head + "\n".join((*rules, *citing)), encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add([tmp_path / "kontog.md"], vectors=False)
        hits = opened.search("Wann sperrt die Behörde das Konto?", mode="keyword").hits
    assert hits[0].eid == "para_3"


def test_passages_of_one_long_section_do_not_fill_the_first_places(tmp_path: Path) -> None:
    long = "\n\n".join(
        f"Die Behörde sperrt das Konto {n} bei Gefahr. " + "Weiteres regelt die Satzung. " * 40
        for n in range(8)
    )
    short = (f"##### § {n}\n\nDie Bank sperrt das Konto nicht. Regel {n}.\n" for n in range(2, 8))
    head = (
        "---\nTitle: Kontogesetz\njurabk: KontoG\nslug: kontog\n---\n\n# Kontogesetz (KontoG)\n\n"
    )
    text = f"{head}##### § 1\n\n{long}\n\n" + "\n".join(short)
    (tmp_path / "kontog.md").write_text(text, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add([tmp_path / "kontog.md"], vectors=False)
        hits = opened.search("Wann sperrt die Behörde das Konto?", mode="keyword").hits
    assert [hit.eid for hit in hits[:6]].count("para_1") == 1


def test_terms_and_names_of_the_user_count(library: Library) -> None:
    (library.path / "thesaurus.tsv").write_text(
        "# own terms\nabhauen\tUnerlaubtes Entfernen vom Unfallort\n", encoding="utf-8"
    )
    (library.path / "names.tsv").write_text("32016R0679\tour privacy act; OPA\n", encoding="utf-8")
    with Library.open(library.path) as again:
        assert again.search("abhauen", mode="keyword").hits[0].eid == "para_142__abs_1"
        assert again.search("OPA", mode="keyword").hits[0].named
        assert again.search("Article 17 our privacy act", mode="keyword").hits[0].eid == "art_17"


def test_broken_table_of_the_user_is_rejected(library: Library) -> None:
    (library.path / "thesaurus.tsv").write_text("abhauen Unfallort\n", encoding="utf-8")
    with (
        Library.open(library.path) as again,
        raises_code(LibraryError, LibraryCode.USER_TABLE_INVALID),
    ):
        again.search("abhauen", mode="keyword")


def test_linked_table_of_the_user_is_rejected(library: Library, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.tsv").write_text("a\tb\n", encoding="utf-8")
    (library.path / "thesaurus.tsv").symlink_to(tmp_path / "elsewhere.tsv")
    with Library.open(library.path) as again, pytest.raises(UnsafeFile):
        again.search("abhauen", mode="keyword")


def test_listed_terms_share_their_wordings() -> None:
    assert indexed_terms([("a b;c", "d;e")]) == {("a", "b"): ("d", "e"), ("c",): ("d", "e")}


@pytest.mark.parametrize(
    ("query", "understood"),
    [
        ("what cites § 142 StGB", 'cites:"§ 142 StGB"'),
        ("Which judgments refer to § 222 StGB?", 'cites:"§ 222 StGB"'),
        ("what cites a contract", "what cites a contract"),
        ("who mentions the war", "who mentions the war"),
        ("What changed in the GDPR between 2018 and 2021?", "gdpr"),
        ("Was hat sich im StGB seit 2015 geändert?", "stgb"),
        ("what changed in the neighbourhood", "what changed in the neighbourhood"),
    ],
)
def test_question_of_a_fixed_form_is_another_query(
    library: Library, query: str, understood: str
) -> None:
    answer = library.search(query, mode="keyword")
    assert answer.parsed.casefold() == understood.casefold()
    assert ("lexdesk history" in answer.notice) == (understood in ("gdpr", "stgb"))


def test_notice_tells_that_not_excludes_one_word(library: Library) -> None:
    assert "Unfall" in library.search("Tod NOT Unfall Straßenverkehr", mode="keyword").notice
    assert not library.search('Tod NOT "Unfall im Straßenverkehr"', mode="keyword").notice
