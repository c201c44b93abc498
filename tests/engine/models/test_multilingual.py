"""A family of two models: English vectors stay those of the embedder; other languages are comparable."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from tests.codes import raises_code

from lexdesk import Document, Library
from lexdesk.cli import run
from lexdesk.errors import LibraryDamaged, ModelCode, ModelDamaged
from lexdesk.models import encoder, manifest, multilingual
from lexdesk.models.multilingual import MultilingualEncoder

SHIPPED = Path(__file__).parents[3] / "exported_models"
EMBEDDER, MULTILINGUAL = SHIPPED / "legal-tokens", SHIPPED / "legal-multilingual"
# Articles 17, 33, 37 and 83 of the GDPR, the beginnings of their first paragraphs.
ENGLISH = [
    "The data subject shall have the right to obtain from the controller the erasure of personal data.",
    "In the case of a personal data breach, the controller shall notify it to the supervisory authority.",
    "The controller and the processor shall designate a data protection officer.",
    "Each supervisory authority shall ensure that the imposition of administrative fines is dissuasive.",
]
OTHERS = {
    "de": [
        "Die betroffene Person hat das Recht, von dem Verantwortlichen die Löschung personenbezogener Daten zu verlangen.",
        "Im Falle einer Verletzung des Schutzes personenbezogener Daten meldet der Verantwortliche diese der Aufsichtsbehörde.",
        "Der Verantwortliche und der Auftragsverarbeiter benennen einen Datenschutzbeauftragten.",
        "Jede Aufsichtsbehörde stellt sicher, dass die Verhängung von Geldbußen abschreckend ist.",
    ],
    "fr": [
        "La personne concernée a le droit d'obtenir du responsable du traitement l'effacement de données à caractère personnel.",
        "En cas de violation de données à caractère personnel, le responsable du traitement en notifie l'autorité de contrôle.",
        "Le responsable du traitement et le sous-traitant désignent un délégué à la protection des données.",
        "Chaque autorité de contrôle veille à ce que les amendes administratives imposées soient dissuasives.",
    ],
    "es": [
        "El interesado tendrá derecho a obtener del responsable del tratamiento la supresión de los datos personales.",
        "En caso de violación de la seguridad de los datos personales, el responsable la notificará a la autoridad de control.",
        "El responsable y el encargado del tratamiento designarán un delegado de protección de datos.",
        "Cada autoridad de control garantizará que la imposición de las multas administrativas sea disuasoria.",
    ],
    "pl": [
        "Osoba, której dane dotyczą, ma prawo żądania od administratora usunięcia danych osobowych.",
        "W przypadku naruszenia ochrony danych osobowych administrator zgłasza je organowi nadzorczemu.",
        "Administrator i podmiot przetwarzający wyznaczają inspektora ochrony danych.",
        "Każdy organ nadzorczy zapewnia, by stosowane administracyjne kary pieniężne były odstraszające.",
    ],
}


@pytest.fixture(scope="module")
def family() -> MultilingualEncoder:
    return multilingual.load(EMBEDDER, MULTILINGUAL)


def test_vectors_of_english_are_those_of_the_embedder(family: MultilingualEncoder) -> None:
    texts = [*ENGLISH, "limitation period", "negligence", "data breach"]
    np.testing.assert_array_equal(family.encode(texts), encoder.load(EMBEDDER).encode(texts))


@pytest.mark.parametrize("language", sorted(OTHERS))
def test_translation_is_nearest_in_each_language(
    family: MultilingualEncoder, language: str
) -> None:
    english, other = family.encode(ENGLISH), family.encode(OTHERS[language])
    np.testing.assert_allclose(np.linalg.norm(other, axis=1), 1, atol=1e-5)
    nearest = (english @ other.T).argmax(1)
    assert (nearest == range(4)).sum() >= (3 if language == "pl" else 4)  # Polish is the weakest


def test_long_german_question_has_more_of_the_embedder(family: MultilingualEncoder) -> None:
    """The embedder learned paragraphs with masked citations; typed questions have more of the other model."""
    chosen = multilingual.read_family(MULTILINGUAL)
    short, long = "Wann muss der Vermieter die Kaution zurückzahlen?", " ".join(OTHERS["de"])
    for text, share in ((short, chosen.share("de")), (long, chosen.questions["de long"])):
        own, other = encoder.load(EMBEDDER).encode([text]), family._other.encode([text])
        mixed = ((1 - share) * own + share * other)[0]
        vector = family.encode_question(text, ["de"])
        np.testing.assert_allclose(vector, mixed / np.linalg.norm(mixed), atol=1e-6)


@pytest.mark.parametrize(
    ("word", "language"), [("Poufność", "pl"), ("Limitações", "pt"), ("Secretaría", "es")]
)
def test_word_with_letters_that_english_lacks_is_not_english(
    family: MultilingualEncoder, word: str, language: str
) -> None:
    own, other = encoder.load(EMBEDDER).encode([word]), family._other.encode([word])
    share = multilingual.read_family(MULTILINGUAL).share(language)
    assert share > 0
    mixed = ((1 - share) * own + share * other)[0]
    np.testing.assert_allclose(family.encode([word])[0], mixed / np.linalg.norm(mixed), atol=1e-6)


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("APELAÇÃO CÍVEL. PLANO DE SAÚDE. Recusa", "apelação cível. plano de saúde. Recusa"),
        (
            "Súmula do STJ\nPRESCRIÇÃO – 5 ANOS do art. 206",
            "Súmula do stj\nprescrição – 5 anos do art. 206",
        ),
        ("Die DSGVO, das BDSG und das BGB", "Die DSGVO, das BDSG und das BGB"),
        ("ECLI:EU:C:2020:559 (EU) 2016/679", "ECLI:EU:C:2020:559 (EU) 2016/679"),
        ("", ""),
    ],
)
def test_wording_in_capitals_is_lowered_and_abbreviations_are_not(text: str, lowered: str) -> None:
    assert multilingual.lower_capitals(text) == lowered


def test_headnote_in_capitals_has_the_vector_of_its_wording(family: MultilingualEncoder) -> None:
    headnote = "APELAÇÃO CÍVEL. ACIDENTE DE TRÂNSITO. INDENIZAÇÃO DEVIDA."
    capitals, small = family.encode([headnote, headnote.lower()])
    np.testing.assert_allclose(capitals, small, atol=1e-6)


def test_parts_give_the_vectors_of_single_texts(family: MultilingualEncoder) -> None:
    texts = [ENGLISH[0], OTHERS["fr"][1], OTHERS["de"][2]]
    parts = [texts[:2], [], texts[2:]]
    together = np.concatenate([*family.encode_all(iter(parts))])
    np.testing.assert_array_equal(together, np.concatenate([family.encode([t]) for t in texts]))


def test_question_for_contexts_has_the_vector_of_a_passage(family: MultilingualEncoder) -> None:
    differs = False
    for text in (OTHERS["de"][0], ENGLISH[0]):
        for languages in (["en"], ["en", "de"], ["de"]):
            vector = family.encode_question(text, languages)
            found = family.vector_for_contexts(text, languages, vector)
            np.testing.assert_allclose(found, family.encode([text])[0], atol=1e-6)
            differs |= not np.allclose(found, vector, atol=1e-3)
    assert differs  # a question has another share of its own
    french, english = OTHERS["fr"][0], ENGLISH[0]
    assert family.encode([french])[0] @ family.encode([english])[0] > 0.2


def test_english_question_is_nearer_to_other_languages_than_english_passage(
    family: MultilingualEncoder,
) -> None:
    english = family.encode(ENGLISH)
    for languages in (["en"], []):
        found = np.stack([family.encode_question(text, languages) for text in ENGLISH])
        np.testing.assert_array_equal(found, english)
    others = family.encode(OTHERS["es"])
    for languages in (["es"], ["es", "en"]):
        asked = np.stack([family.encode_question(text, languages) for text in ENGLISH])
        np.testing.assert_allclose(np.linalg.norm(asked, axis=1), 1, atol=1e-5)
        assert (asked * others).sum(1).mean() > (english * others).sum(1).mean()
    spanish = family.encode_question(OTHERS["es"][0], ["es", "en"])
    np.testing.assert_array_equal(spanish, others[0])


def test_model_of_another_embedder_or_with_damaged_family_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(MULTILINGUAL, copy)
    stored = json.loads((copy / multilingual.FAMILY).read_text())
    monkeypatch.setattr(manifest, "find", lambda task: copy)

    def write(*, is_listed: bool = True, **changed: object) -> None:
        (copy / multilingual.FAMILY).write_text(json.dumps({**stored, **changed}))
        if is_listed:
            before = manifest.read(copy)
            manifest.write(copy, before, before.files)

    write(embedder="0" * 16)
    assert multilingual.find_installed(manifest.read(EMBEDDER)) is None
    write(shares={"de": 7})
    with raises_code(ModelDamaged, ModelCode.FILE_UNREADABLE):
        multilingual.find_installed(manifest.read(EMBEDDER))
    write()
    assert multilingual.find_installed(manifest.read(EMBEDDER)) == copy
    write(weights={"de": 1}, is_listed=False)
    with raises_code(ModelDamaged, ModelCode.FILE_HASH):
        multilingual.find_installed(manifest.read(EMBEDDER))


def test_add_renews_embeddings_of_other_languages(tmp_path: Path) -> None:
    """A library of an earlier version has German embeddings of the embedder alone."""
    documents = [
        Document(ENGLISH[0], "Act", work="work-en", language="en"),
        Document(OTHERS["de"][0], "Gesetz", work="work-de", language="de"),
    ]
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(documents)
        new = dict(row[1:] for row in library.store.vectors.rows(0))
        library.store.set_setting("multilingual_model", None)
        assert library.admin.status().old_languages == ["de"]
        before = library.embedder.encoder
        assert before is encoder.load(EMBEDDER)
        library.sources.add_documents([])
        assert library.admin.status().old_languages == []
        assert dict(row[1:] for row in library.store.vectors.rows(0)) == new
        after = library.embedder.encoder
        assert after is multilingual.load(EMBEDDER, MULTILINGUAL)
        hits = library.search("right to erasure", mode="semantic").hits
        assert {hit.work for hit in hits} == {"work-en", "work-de"}


def test_standard_embeddings_of_english_are_of_both_models_and_comparable(
    family: MultilingualEncoder,
) -> None:
    standard = multilingual.load(EMBEDDER, MULTILINGUAL, size="standard")
    fast, both = family.encode(ENGLISH), standard.encode(ENGLISH)
    cosines = (fast * both).sum(1)
    assert (cosines < 0.99).all()
    assert (cosines > 0.7).all()
    assert ((fast @ both.T).argmax(1) == range(4)).all()
    for language, texts in OTHERS.items():
        np.testing.assert_array_equal(standard.encode(texts), family.encode(texts), language)
    question = "the controller notifies a breach"
    asked = standard.encode_question(question, ["en"])
    assert asked @ family.encode_question(question, ["en"]) < 0.99
    assert (both @ asked).argmax() == (fast @ asked).argmax() == 1


def test_rebuild_changes_the_size_of_english_embeddings_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = [
        Document(ENGLISH[0], "Act", work="work-en", language="en"),
        Document(OTHERS["de"][0], "Gesetz", work="work-de", language="de"),
    ]
    path = tmp_path / "library"
    with Library.open(path, create=True) as library:
        library.sources.add_documents(documents)
        assert library.admin.status().embedding == "fast"
        assert library.embedder.seconds_for("standard") > 0
        fast = [row[2] for row in library.store.vectors.rows(0)]
    assert run(["rebuild", "--library", str(path), "--embedding", "standard"]) == 0
    assert run(["status", "--library", str(path)]) == 0
    assert ", standard, on cpu" in capsys.readouterr().out
    with Library.open(path) as library:
        assert library.admin.status().vectors_ready == 1
        now = [row[2] for row in library.store.vectors.rows(0)]
        assert [one in fast for one in now].count(True) == 1  # of German
        assert library.search("right to erasure", mode="semantic").hits[0].work == "work-en"
        library.admin.rebuild(embedding="fast")
        assert sorted(row[2] for row in library.store.vectors.rows(0)) == sorted(fast)
        library.store.set_setting("embedding_size", "large")
        with pytest.raises(LibraryDamaged):
            library.admin.status()
