"""Provisions for the matter of a query, which their texts name in other words."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import lexdesk
from lexdesk import Library
from lexdesk.index.lexical.subjects import SUBJECTS
from lexdesk.search.expansion.query_tokens import GLOSSES, SYNONYMS, synonyms_of
from lexdesk.search.expansion.subject_table import LANGUAGES, Subject, token_of_word
from lexdesk.search.scope import find_expressions_within, read_scope
from lexdesk.text.tables import listed, read_table

_STATUTE = """---
Title: Strafgesetzbuch
jurabk: StGB
slug: stgb
---

# Strafgesetzbuch (StGB)

##### § 253 Erpressung

Wer einen Menschen durch Drohung nötigt und dadurch dem Vermögen Nachteil zufügt, wird bestraft.

##### § 263 Betrug

Wer das Vermögen eines anderen durch Vorspiegelung falscher Tatsachen beschädigt, wird bestraft.
"""

_IRISH = """---
title: "Test Act, 1990"
identifier: "IE-1990-act-1"
country: "ie"
publication_date: "1990-01-02"
last_updated: "1990-01-02"
---

# Test Act, 1990

## 1. Short title.

This Act may be cited as the Test Act, 1990.
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("subjects")
    (folder / "stgb.md").write_text(_STATUTE, encoding="utf-8")
    (folder / "letter.txt").write_text(
        "Dear client,\n\nblackmail is a word of the German press. The Enkeltrick fails.\n",
        encoding="utf-8",
    )
    act = Path(lexdesk.__file__).parent / "demo" / "L_2016119EN.01000101.xml"
    with Library.open(folder / "library", create=True) as opened:
        opened.sources.add([folder / "stgb.md", folder / "letter.txt", act], vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("query", "work", "eid"),
    [
        ("Enkeltrick", "DE-stgb", "para_263"),
        ("Opfer eines Enkeltricks", "DE-stgb", "para_263"),
        ("blackmail German Criminal Code", "DE-stgb", "para_253"),
        ("blackmail under German law", "DE-stgb", "para_253"),
        ("Do I have to tell people when their data was leaked?", "32016R0679", "art_34"),
        ("can my employer monitor my computer", "32016R0679", "art_88"),
        ("mon patron lit mes courriels", "32016R0679", "art_88"),
    ],
)
def test_matter_finds_the_general_provision(
    library: Library, query: str, work: str, eid: str
) -> None:
    first = library.search(query, mode="keyword").hits[0]
    assert (first.work, first.eid.partition("__")[0] if first.eid else "") == (work, eid)


def test_other_language_counts_without_law_in_it(library: Library) -> None:
    assert library.search("blackmail", mode="keyword").hits[0].work == "DE-stgb"
    assert library.search("Dear blackmail aid", mode="keyword").hits[0].work != "DE-zpo"


def test_few_words_of_a_query_do_not_bring_law_in_another_language_first(library: Library) -> None:
    hits = library.search("storage paper invoice blackmail", mode="keyword").hits
    assert hits[0].work != "DE-stgb"
    assert "DE-stgb" in {hit.work for hit in hits[:4]}
    assert library.search("invoice blackmail", mode="keyword").hits[0].work == "DE-stgb"


def test_other_language_counts_only_with_its_country(library: Library, tmp_path: Path) -> None:
    folder = library.path.parent
    (tmp_path / "IE-1990-act-1.md").write_text(_IRISH, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add([folder / "stgb.md", tmp_path / "IE-1990-act-1.md"], vectors=False)
        assert opened.store.law.works() == {"DE-stgb", "IE-1990-act-1"}
        hits = opened.search("blackmail", mode="keyword").hits
        assert all(hit.work != "DE-stgb" for hit in hits)
        assert opened.search("blackmail Germany", mode="keyword").hits[0].work == "DE-stgb"


def test_most_cited_provision_of_a_subject_comes_first(library: Library, tmp_path: Path) -> None:
    folder = library.path.parent
    (tmp_path / "a.txt").write_text("Nach § 263 StGB und § 263 Abs. 1 StGB.\n", encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add([folder / "stgb.md", tmp_path / "a.txt"], vectors=False)
        (opened.path / "subjects.tsv").write_text(
            "Pfandleihe; Leihe; Schuldner zahlt nicht\t§ 253 StGB\nPfandleihe; Haus\t§ 263 StGB\n",
            encoding="utf-8",
        )
        opened.close()
    with Library.open(tmp_path / "library") as opened:
        for query, eids in (
            ("Pfandleihe", ["para_263", "para_253"]),
            ("Leihe", ["para_253"]),
            ("im Haus gilt Leihe", ["para_263", "para_253"]),
            ("zahlt Schuldner", []),
            ("der Schuldner zahlt keine Zinsen", ["para_253"]),
        ):
            hits = opened.search(query, mode="keyword").hits
            assert [hit.eid for hit in hits if hit.subject] == eids


@pytest.mark.parametrize(
    ("words", "beside", "states_country"),
    [
        ("legal aid", {"legal"}, False),
        ("keine Strafe ohne Gesetz", {"gesetz"}, False),
        ("duties of a director", set(), False),
        ("cartel Germany", set(), True),
    ],
)
def test_subject_of_one_word_has_those_beside_it(
    words: str, beside: set[str], states_country: bool
) -> None:
    subject = Subject("DE-zpo", "para_1", "de" if "keine" in words else "en", words)
    assert (set(subject.neutral_words), subject.states_country) == (beside, states_country)


def test_subject_that_states_the_union_counts_beside_other_languages(library: Library) -> None:
    assert Subject("32019L0771", "art_13", "de", "Nacherfüllung EU").states_country
    assert Subject("32016R0679", "art_44", "en", "personal data leave EU").states_country
    hits = library.search("when may personal data leave", mode="keyword").hits
    assert any(hit.subject == "personal data leave EU" for hit in hits)


@pytest.mark.parametrize(
    ("query", "finds"),
    [
        ("Ware bezahlt, aber Paket fehlt", True),  # Ware bezahlt geliefert; Ware bezahlt betrügt
        ("Wetter im Wald fehlt", False),
    ],
)
def test_similar_subject_finds_its_provision(library: Library, query: str, finds: bool) -> None:
    hits = library.search(query, mode="keyword").hits
    assert ("DE-stgb" in {hit.work for hit in hits if hit.subject}) == finds


@pytest.mark.parametrize(
    ("query", "eid"),
    [("chantage en droit allemand", "para_253"), ("escroquerie en droit allemand", "para_263")],
)
def test_glosses_lead_to_law_named_in_another_language(
    query: str, eid: str, library: Library
) -> None:
    hit = library.search(query, mode="keyword").hits[0]
    assert (hit.work, (hit.eid or "").partition("__")[0]) == ("DE-stgb", eid)


def test_rows_of_glosses_have_words_in_two_languages() -> None:
    languages = ("de", "en", "fr")
    for row in read_table(GLOSSES, languages):
        said = {each: [*listed(row[each])] for each in languages if listed(row[each])}
        assert len({each for each in said if said[each]}) > 1
        assert all(token_of_word(w.lower(), each) for each in said for w in said[each]), said


def test_required_words_leave_the_order_alone(library: Library) -> None:
    hits = library.search('"Enkeltrick"', mode="keyword").hits
    assert all(hit.work != "DE-stgb" for hit in hits)


def test_hit_and_explanation_name_the_subject(library: Library) -> None:
    first = library.search("Opfer eines Enkeltricks", mode="keyword").hits[0]
    assert first.subject == "Enkeltrick"
    assert library.search.explain("Enkeltrick").subjects == ["Enkeltrick: § 263 StGB"]
    assert library.search.explain("§ 263 StGB").subjects == []


def test_passage_with_all_words_stays_before_a_subject(library: Library) -> None:
    query = "personal data erasure undue delay withdraws consent"
    hits = [hit.eid for hit in library.search(query, mode="keyword").hits]
    assert hits[0] == "art_17__para_1" and "art_7__para_3" in hits


def test_subjects_of_the_user_count(library: Library) -> None:
    (library.path / "subjects.tsv").write_text(
        "Pfandleihe; pawn ticket\t§ 253 StGB\nGrandparent scam\tDE-stgb para_263\nlost\tno place\n",
        encoding="utf-8",
    )
    with Library.open(library.path) as again:
        for query, eid in (("Pfandleihe", "para_253"), ("grandparent scams", "para_263")):
            first = again.search(query, mode="keyword").hits[0]
            assert first.eid and first.eid.startswith(eid) and first.subject
    (library.path / "subjects.tsv").unlink()


def test_words_in_several_subjects_of_a_provision_count_together(library: Library) -> None:
    (library.path / "subjects.tsv").write_text(
        "zebra stripes\t§ 253 StGB\nzebra foal pasture; lion foal pasture\t§ 263 StGB\nlion cage bars door\tArt. 17 GDPR\n",
        encoding="utf-8",
    )
    with Library.open(library.path) as again:
        hits = [hit.eid for hit in again.search("zebra lion", mode="keyword").hits]
    (library.path / "subjects.tsv").unlink()
    assert [eid and eid.partition("__")[0] for eid in hits[:2]] == ["para_263", "para_253"]


@pytest.mark.parametrize(
    ("query", "works", "countries", "left"),
    [
        ("removal of board members AktG", {"DE-aktg"}, set(), "removal of board members"),
        ("destruction of copies German copyright law", set(), {"DE-"}, None),
        ("Recht auf Auskunft DSGVO", {"32016R0679"}, set(), "Recht auf Auskunft"),
        ("Mindestlohn entsandte Arbeitnehmer Richtlinie", set(), {"3"}, None),
        ("Recht auf Übertragbarkeit Zahlungsdiensterichtlinie", set(), {"3"}, None),
        ("Richtlinien des Bundesausschusses", set(), set(), None),
        ("German rules on the directive", set(), {"DE-"}, None),
        ("red letters", set(), set(), "red letters"),
    ],
)
def test_query_names_its_law(
    library: Library, query: str, works: set[str], countries: set[str], left: str | None
) -> None:
    scope = read_scope(query, library.store)
    assert (set(scope.works), set(scope.countries)) == (works, countries)
    assert scope.text == (left or query)


def test_named_law_comes_first(library: Library) -> None:
    hits = library.search("Vermögen StGB consent processing", mode="keyword").hits
    assert [hit.work for hit in hits[:2]] == ["DE-stgb", "DE-stgb"] and len(hits) > 2


@pytest.mark.parametrize(
    ("query", "finds"),
    [("Frist /5 Kündigung", True), ("Kündigung +2 Frist", True), ("Frist +2 Kündigung", False)],
)
def test_compound_of_both_words_is_near(tmp_path: Path, query: str, finds: bool) -> None:
    text = "Die Kündigungsfristen gelten für alle Arbeitnehmer und für alle Arbeitgeber des Betriebes.\n"
    (tmp_path / "brief.txt").write_text(text, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as opened:
        opened.sources.add([tmp_path / "brief.txt"], language="de", vectors=False)
        assert bool(opened.search(query, mode="keyword").hits) == finds


def test_verordnung_is_of_germany_or_the_union(tmp_path: Path) -> None:
    front = (
        "---\nTitle: {0}\njurabk: {1}\nslug: {2}\n---\n\n# {0} ({1})\n\n### § 1 Löschung\n\n{3}\n"
    )
    for title, name, text in (
        (
            "Verordnung über das Register",
            "RegV",
            "Daten sind nach zehn Jahren im Register zu löschen.",
        ),
        ("Registergesetz", "RegG", "Daten. Löschung. Löschung der Daten."),
    ):
        content = front.format(title, name, name.lower(), text)
        (tmp_path / f"{name}.md").write_text(content, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path], vectors=False)
        inside = find_expressions_within(
            read_scope("Löschung Verordnung", library.store), library.store
        )
        works = {row.work for row in library.store.law.expression_rows(inside).values()}
        assert works == {"DE-regv"}


def test_rows_are_complete() -> None:
    rows = read_table(SUBJECTS, ("work", "eid", "language", "subjects"))
    for row in rows:
        assert re.fullmatch(
            r"3\d{4}[RLDF]\d{4}|12016[EMP]|LEGITEXT\d{12}|(?:DE|IE|cc)-[\w-]+", row["work"]
        ), row
        assert re.fullmatch(r"(?:art|para|sec|anx)_[a-z]?\d[\w-]*", row["eid"]), row
        assert row["language"] in ("de", "en", "fr", "es", "it", "pl"), row
        assert list(listed(row["subjects"])), row
    text = SUBJECTS.read_text(encoding="utf-8")
    others = {letter for letter in text if letter > "\xff"}
    assert not others, "letters beyond Latin-1 treble the time to load the table"
    places = [(row["work"], row["eid"], row["language"]) for row in rows]
    assert len(places) == len(set(places))


@pytest.mark.parametrize(
    ("heading", "eid"),
    [
        ("Communication of a personal data breach to the data subject", "art_34"),
        ("Right to lodge a complaint with a supervisory authority", "art_77"),
        ("Processing under the authority of the controller or processor", "art_29"),
    ],
)
def test_heading_outranks_subjects(heading: str, eid: str, words_library: Library) -> None:
    first = words_library.search(heading, mode="keyword").hits[0]
    assert first.eid and first.eid.split("__")[0] == eid


def test_synonyms_lead_from_everyday_words_to_those_of_law() -> None:
    assert token_of_word("Kündigung", "de") in synonyms_of("gefeuert", "de")
    assert token_of_word("boss", "en") in synonyms_of("employer", "en")
    assert not synonyms_of("Kündigung", "de")
    assert not synonyms_of("Chef", "fr")


def test_lists_of_synonyms_are_complete() -> None:
    for row in read_table(SYNONYMS, ("language", "words", "further")):
        words = [*listed(row["words"]), *listed(row["further"])]
        assert row["language"] in LANGUAGES
        assert [*listed(row["words"])] and len(words) > 1
        assert all(token_of_word(word.lower(), row["language"]) for word in words), words
