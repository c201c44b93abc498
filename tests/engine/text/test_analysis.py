"""Words by language: stems and compounds, in search and in highlights."""

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lexdesk import Document, Library
from lexdesk.index.lexical.fulltext import FullText
from lexdesk.index.lexical.schema import Entry
from lexdesk.query import parse
from lexdesk.text.analysis import STEMMED_LANGUAGES, analysis
from lexdesk.text.analysis.compounds import load_german
from lexdesk.text.analysis.stems import BY_ENDING
from lexdesk.text.tokens import accented_tokens, fold, tokens


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "lease leases leased"),
        ("en", "withdraw withdraws withdrawing"),
        ("en", "child children Children"),
        ("de", "Vertrag Vertrages Verträge Verträgen"),
        ("de", "Straße STRASSEN strasse"),
        ("fr", "donnée données DONNÉES"),
        ("fr", "transféré transférées"),
        ("pt", "investigação investigações"),
        ("es", "responsable responsables"),
        ("hu", "adatkezelő adatkezelőt"),
        ("el", "δεδομένα δεδομένων"),
        ("da", "møde møder MØDERNE"),
        ("fr", "manœuvre manœuvres manoeuvres"),
    ],
)
def test_inflected_forms_share_token(language: str, words: str) -> None:
    assert len({analysis(language).word(word) for word in words.split()}) == 1


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("datenschutzbeauftragter", {"daten", "schutz", "beauftragter", "datenschutz"}),
        ("bundesversicherungsamt", {"bundes", "versicherungs", "amt"}),
        ("kundigungsschutzklage", {"kundigungs", "schutz", "klage", "kundigungsschutz"}),
        ("umsatzsteuergesetz", {"umsatz", "steuer", "gesetz", "umsatzsteuer", "steuergesetz"}),
        ("auftragsverarbeiter", {"auftrags", "verarbeiter"}),
        ("kindergeld", {"kinder", "geld"}),
        ("schulgesetz", {"schul", "gesetz"}),
        ("mietvertrag", {"miet", "vertrag"}),
        ("wirtschaftsprufer", {"wirtschafts", "prufer"}),
        ("schadenersatz", {"schaden", "ersatz"}),
        (
            "schadensersatzpflicht",
            {"schadens", "ersatz", "pflicht", "schadensersatz", "ersatzpflicht"},
        ),
        ("lebenserwartung", {"lebens", "erwartung"}),
        ("landerrat", {"lander", "rat"}),
        ("gemeinschaft", set()),
        ("verordnung", set()),
        ("kontrolle", set()),
        ("unternehmen", set()),
        ("transport", set()),
        ("vorstand", set()),
        ("personenbezogene", set()),
        ("", set()),
    ],
)
def test_compounds_are_split(word: str, parts: set[str]) -> None:
    assert set(load_german().parts(word)) == parts


PIECES = (
    "daten",
    "schutz",
    "beauftragter",
    "kinder",
    "geld",
    "miet",
    "vertrag",
    "recht",
    "s",
    "en",
    "x",
)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=6).map("".join))
@example("datenschutzrecht")
def test_compound_atoms_form_the_word(word: str) -> None:
    parts = load_german().parts(word)
    rest = word
    for part in parts:
        if not rest:
            break
        assert rest.startswith(part)
        rest = rest[len(part) :]
    assert not parts or not rest


@given(st.text(max_size=60), st.sampled_from((*STEMMED_LANGUAGES, "pl", "")))
def test_each_token_matches_its_word(text: str, language: str) -> None:
    analysed = analysis(language)
    indexed = analysed.text(text).split()
    for word in accented_tokens(text):
        token = analysed.word(word)
        assert not token or token in indexed


@given(st.text(max_size=60))
def test_accented_tokens_fold_to_tokens(text: str) -> None:
    folded = [token for word in accented_tokens(text) for token in tokens(word)]
    assert folded == tokens(fold(text))


def test_highlights_need_no_analysis_of_words_with_other_letters(shared_data: Path) -> None:
    seen = set()
    with gzip.open(shared_data / "raw" / "gdpr-24-languages.jsonl.gz", "rt", encoding="utf-8") as f:
        for row in map(json.loads, f):
            language = row["lang"]
            for word in accented_tokens(row["text"]) if language in BY_ENDING else ():
                if word[0].isascii():
                    assert analysis(language).word(word).removeprefix(f"{language}:")[0] == word[0]
                    seen.add(language)
    assert seen == BY_ENDING


def test_unanalysed_words_are_tokens() -> None:
    assert analysis("de").text("§ 823 Abs. 1") == "sectionsign 823 de:abs 1"
    assert analysis(None).text("Leases of 1990") == "leases of 1990"
    assert analysis("pl").text("Najemcy") == "pl:najemcy"
    assert analysis("en").word("C-311/18") == ""


INDEXED = [
    Entry(1, 1, "Act", "The lease of a house", "en"),
    Entry(2, 2, "Act", "Leases of houses", "en"),
    Entry(3, 3, "Gesetz", "Der Datenschutzbeauftragte wird bestellt", "de"),
    Entry(4, 4, "Gesetz", "Der Beauftragte achtet auf den Schutz von Daten", "de"),
    Entry(5, 5, "Loi", "La part du preneur", "fr"),
    Entry(6, 6, "Kupczyk leases", "Umowa", None),
    Entry(7, 7, "Act", "The parts of a machine", "en"),
]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("lease", {1, 2}),
        ("leases", {1, 2, 6}),
        ('"leases"', {2, 6}),
        ("leas*", {1, 2, 6}),
        ("title:lease", set()),
        ("lease AND houses", {1, 2}),
        ('lease AND "houses"', {2}),
        ("house NOT leases", set()),
        ("lease w/3 house", {1}),
        ("Datenschutz", {3, 4}),  # Daten and Schutz rank, too
        ("bestellt AND Datenschutz", {3}),
        ("Beauftragter AND Datenschutz", {3}),  # the parts of a condition are no condition
        ("parties", {5}),  # in French; English parties are no parts
        ("the", {1, 7}),
    ],
)
def test_plain_words_match_forms_and_quoted_words_do_not(
    tmp_path: Path, query: str, found: set[int]
) -> None:
    index = FullText(tmp_path / "words")
    index.put(INDEXED)
    index.commit(1)
    root = parse(query).root
    hits, _ = index.search(root, 10, ["en", "de", "fr"])
    assert {passage for passage, _ in hits} == found
    index.close()


def test_danish_stems_tell_letters_apart_that_exact_forms_do_not(tmp_path: Path) -> None:
    assert analysis("da").word("møder") != analysis("da").word("mod")
    index = FullText(tmp_path / "words")
    index.put([Entry(1, 1, "", "Et møde i Østerbro", "da"), Entry(2, 2, "", "Imod", "da")])
    index.commit(1)
    for query in ("møder", "mode", "osterbro", '"ØSTERBRO"', "oster*"):
        hits, _ = index.search(parse(query).root, 10, ["da"])
        assert [passage for passage, _ in hits] == [1], query
    index.close()


def test_exact_form_ranks_before_other_forms(tmp_path: Path) -> None:
    index = FullText(tmp_path / "words")
    index.put([Entry(1, 1, "", "Leases end", "en"), Entry(2, 2, "", "Lease ends", "en")])
    index.commit(1)
    for query, first in (("leases", 1), ("lease", 2)):
        hits, _ = index.search(parse(query).root, 10, ["en"])
        assert [passage for passage, _ in hits] == [first, 3 - first]
    index.close()


@pytest.mark.parametrize(
    ("query", "language", "shown"),
    [
        ("leases", "en", ["lease", "leased", "LEASES"]),
        ('"lease"', "en", ["lease"]),
        ("lease w/9 rent", "en", ["lease", "LEASES", "rent"]),
        ("Schutz Vertrag", "de", ["Datenschutzes", "Verträge"]),
    ],
)
def test_matched_forms_are_highlighted(
    tmp_path: Path, query: str, language: str, shown: list[str]
) -> None:
    text = {
        "en": "A lease is leased under LEASES for rent.",
        "de": "Zum Zweck des Datenschutzes bestehen Verträge.",
    }[language]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(
            [Document(text, "T", work="w", language=language)], vectors=False
        )
        (hit,) = library.search(query, mode="keyword").hits
    assert [hit.text[start:end] for start, end in hit.highlights] == shown


def test_overlong_word_is_no_compound() -> None:
    assert load_german().parts("daten" * 1000) == ()


GDPR_7 = {
    "en": (
        "The data subject shall have the right to withdraw his or her consent at any time. The withdrawal of consent"
        " shall not affect the lawfulness of processing based on consent before its withdrawal."
    ),
    "es": (
        "El interesado tendrá derecho a retirar su consentimiento en cualquier momento. La retirada del consentimiento"
        " no afectará a la licitud del tratamiento basada en el consentimiento previo a su retirada."
    ),
    "fr": (
        "La personne concernée a le droit de retirer son consentement à tout moment. Le retrait du consentement ne"
        " compromet pas la licéité du traitement fondé sur le consentement effectué avant ce retrait. Les notifications"
        " et la notification de la violation restent réservées."
    ),
}


def test_rare_language_does_not_rank_first(tmp_path: Path) -> None:
    """Its stems are rare in the library, and those of another word tell nothing at all."""
    english = [
        Document(
            f"The tenant of house {n} gives consent to the alterations by notification to the landlord.",
            title="Lease", work=f"lease-{n}", language="en",
        )
        for n in range(12)
    ]  # fmt: skip
    articles = [
        Document(text, title="Article 7", work=f"gdpr-{at}", language=at)
        for at, text in GDPR_7.items()
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*english, *articles], vectors=False)
        found = library.search("consent", mode="keyword", top=20).hits
        assert found[0].work == "gdpr-en"
        assert [hit.language for hit in found] == ["en"] * 13 + ["es", "fr"]  # still there
        assert library.search("consentement", mode="keyword").hits[0].work == "gdpr-fr"
        assert library.search("consentimientos", mode="keyword").hits[0].work == "gdpr-es"
        found = library.search("notification", mode="keyword", top=20).hits  # a word of both
        why = {hit.language: hit.why["keyword"] or 0 for hit in found}
        assert 0 < why["fr"] < 2 * why["en"]
