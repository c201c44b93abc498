"""Coverage of an act by documents, and reports."""

from pathlib import Path

import pytest
from tests.engine.compliance.agreement import AGREEMENT, LEASE, POLICY, VERSIONS, WORK, library_of

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.compliance import compute_coverage
from lexdesk.compliance.duties import find_duties
from lexdesk.compliance.passage_matching import Neighbours
from lexdesk.compliance.report import describe_reasons
from lexdesk.document.model import Document, Provision, Reference
from lexdesk.index.conditions import Exclusion
from lexdesk.system.bundled import find_corpus


@pytest.mark.parametrize(
    ("clause", "is_concerned"),
    [
        (
            "The hosting provider signs the standard contractual clauses that the Commission adopted.",
            True,
        ),
        (
            "Standard terms stay; clauses on payment are contractual, as the manager adopted them.",
            False,
        ),
    ],
)
def test_scattered_words_alone_concern_no_paragraph(
    tmp_path: Path, clause: str, is_concerned: bool
) -> None:
    """Without vectors, two of the shared words must stand together."""
    article = (
        "Article 46\nTransfers\nThe exporter shall use standard contractual clauses adopted by it."
    )
    act = Document(
        text=article, title="Regulation (EU) 2016/679", kind="regulation", work=WORK, language="en",
        provisions=(Provision("art_46", "article", "46", "Transfers", "Article 46", None, 0, len(article)),),
    )  # fmt: skip
    texts = {"terms.txt": clause, "agreement.txt": AGREEMENT, "lease.txt": LEASE}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path / name for name in texts], vectors=False, language="en")
        library.sources.add_documents([act], vectors=False)
        (covered,) = compute_coverage(library, WORK).provisions
    assert bool(covered.matches) is is_concerned


def test_coverage_shows_duties_and_gaps(library: Library) -> None:
    found = compute_coverage(library, WORK, when=1)
    provisions = {provision.eid: provision for provision in found.provisions}
    assert list(provisions) == ["art_8", "art_30", "art_33", "art_99"]
    assert [provision.eid for provision in found.provisions if provision.duties] == [
        "art_30",
        "art_33",
    ]
    assert [match.reason for match in provisions["art_30"].matches] == ["cites"]
    assert provisions["art_30"].heading == "Records of processing activities"
    assert [provision.eid for provision in found.provisions if provision.is_gap] == []
    on_leases = compute_coverage(library, WORK, when=1, within="rent")
    assert [provision.eid for provision in on_leases.provisions if provision.is_gap] == [
        "art_30",
        "art_33",
    ]


@pytest.mark.parametrize(
    ("language", "text", "count"),
    [
        ("en", "The controller shall notify. The data subject may object. Firms must report.", 2),
        ("en", "This Regulation shall enter into force on the day. It shall apply from 2018.", 0),
        ("en", "Article 5 shall not apply. The firm shall keep Art. 5 in mind.", 1),
        (
            "de",
            "Der Verantwortliche hat den Betroffenen zu unterrichten. Er kann widersprechen.",
            1,
        ),
        (
            "de",
            "Die Daten dürfen nicht übermittelt werden. Er ist verpflichtet, dies zu melden.",
            2,
        ),
        ("fr", "Le responsable doit informer la personne. Elle peut s'opposer.", 1),
        (
            "en",
            "1. Each supervisory authority shall act with independence. 2. Its members shall refrain from any action.",
            0,
        ),
        (
            "en",
            "Where the supervisory authority so requests, the controller shall reply. The Board shall issue an opinion.",
            1,
        ),
        (
            "en",
            "The tasks of the controller shall be recorded. Personal data shall be accurate.",
            2,
        ),
        (
            "de",
            "Die Mitgliedstaaten stellen sicher, dass Daten fließen. Der Verantwortliche muss melden.",
            1,
        ),
        ("fr", "Les États membres veillent à cela. Le responsable doit informer la personne.", 1),
        (
            "en",
            "The Board shall meet. It shall decide by majority. The controller shall reply. It shall keep a copy.",
            2,
        ),
        (
            "de",
            "Ist dies nicht der Fall, so hat das Registergericht dies mitzuteilen. Es hat die Beteiligten anzuhören.",
            0,
        ),
        (
            "de",
            "Die Vorstandsmitglieder haben die Sorgfalt eines ordentlichen Geschäftsleiters anzuwenden.",
            1,
        ),
        (
            "de",
            "(1) Im Falle einer Verletzung meldet der Verantwortliche diese binnen 72 Stunden. Der Anbieter kann klagen.",
            1,
        ),
        (
            "fr",
            "En cas de violation, le responsable du traitement en notifie la violation. Le sous-traitant peut recourir.",
            1,
        ),
        ("sv", "Den registrerade ska informeras.", 0),
        (None, "The controller shall notify.", 0),
    ],
)
def test_duties(language: str | None, text: str, count: int) -> None:
    assert len(find_duties(text, language)) == count


PRIVACY_POLICY = """# Privacy policy

## 1. Consent

1.1 You may take back your consent to our newsletter at any time; withdrawal does not affect what we did before.

## 2. Children

2.1 Children under 13 may not open an account without the consent of a parent.

## 3. Processors

3.1 Our hosting provider processes the data on our behalf under a written contract with standard contractual clauses.

## 4. Breaches

4.1 If personal data are lost or stolen, we inform the supervisory authority within 72 hours.

## 5. Automated decisions

5.1 A computer program alone decides on the basis of a score whether a customer may pay by instalments.

## 6. Your rights

6.1 You may ask us to correct data that are wrong.

6.2 You may ask us to delete data that we no longer need.

## 7. Parking

7.1 Customers may park behind the shop during opening hours.
"""


@pytest.mark.slow
def test_policy_covers_the_articles_that_its_sections_deal_with(
    full_library: Library, tmp_path: Path
) -> None:
    """Each section was listed under articles with similar words, and Articles 8 and 28 were gaps."""
    (tmp_path / "policy.md").write_text(PRIVACY_POLICY, encoding="utf-8")
    full_library.sources.add([tmp_path / "policy.md"])
    found = compute_coverage(full_library, WORK, language="en")
    dealing = {
        covered.eid: " ".join(match.text for match in covered.matches)
        for covered in found.provisions
    }
    for eid, word in (("art_7", "newsletter"), ("art_8", "Children"), ("art_28", "hosting")):
        assert word in dealing[eid]
    assert "stolen" in dealing["art_33"]
    assert not [eid for eid, text in dealing.items() if "Customers may park" in text]
    matches = [(covered.eid, match) for covered in found.provisions for match in covered.matches]
    assert all(match.words or match.subject for _, match in matches)
    # Neither shares a discriminative word with its article, which the subject index names.
    for eid, word in (("art_22", "instalments"), ("art_16", "correct"), ("art_17", "delete")):
        (match,) = (match for at, match in matches if at == eid and word in match.text)
        assert match.subject
        assert f"subject index: {match.subject}" in describe_reasons(match)


@pytest.mark.slow
def test_provisions_compete_without_vectors(tmp_path: Path) -> None:
    """Shared words alone linked one in sixteen of the sentences on the GDPR with its article."""
    policy = Document(PRIVACY_POLICY, "Policy", work="policy", language="en")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([find_corpus()], vectors=False)
        library.sources.add_documents([policy], vectors=False)
        found = {
            covered.eid: covered for covered in compute_coverage(library, "32016R0679").provisions
        }
    for eid in ("art_7", "art_8", "art_22", "art_28"):
        assert not found[eid].is_gap
    (match,) = found["art_22"].matches
    assert match.semantic is None
    assert found["art_35"].is_gap


@pytest.mark.slow
def test_semantic_match_states_similarity(full_library: Library, tmp_path: Path) -> None:
    policy = tmp_path / "policy.txt"
    policy.write_text(
        "Privacy policy\n\nYou may withdraw your consent to the processing of your personal data at any"
        " time; withdrawing it is as easy as giving it.\n\nOur canteen opens at noon."
    )
    full_library.sources.add([policy], language="en")
    found = compute_coverage(full_library, WORK, within="consent withdraw", language="en")
    matches = {provision.eid: provision.matches for provision in found.provisions}
    (match,) = matches["art_7"]
    assert match.reason == "semantic"
    assert match.semantic is not None
    assert "as easy as giving it" in match.text


def test_printed_part_contains_citation(
    words_library: Library, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    policy = tmp_path / "policy.txt"
    result = (
        "We keep a record of all that is done with personal data, by whom, and on which day. " * 3
    )
    policy.write_text(
        "Consent is asked for under Article 7(1) of Regulation (EU) 2016/679 and withdrawn under"
        f" Article 7(3) of Regulation (EU) 2016/679. {result}"
        "A breach is notified under Article 33(1) of Regulation (EU) 2016/679.\n"
    )
    words_library.sources.add([policy], vectors=False)
    assert (
        run(["coverage", "-L", str(words_library.path), "32016R0679", "--in", "breach notified"])
        == 0
    )
    printed = capsys.readouterr().out
    below = printed[printed.index("Article 33 ") :].splitlines()
    assert "(cites it)" in below[1]
    assert "Article 33(1)" in below[2]


def test_citing_or_most_similar_paragraphs_represent_passage(tmp_path: Path) -> None:
    texts = {
        "citing": "1. Under Article 33 of Directive (EU) 2016/680 the police notify what was lost of its files.\n\n"
        "2. Under Article 30 of Regulation (EU) 2016/679 we keep what our auditors and our clients ask for.\n\n"
        "3. Under Article 33 of Regulation (EU) 2016/679 we call our lawyers, by day and in the night.",
        "alike": "1. The controller and the processor of a personal data breach are told apart in our handbook.\n\n"
        "2. The controller notifies the supervisory authority of a personal data breach without undue delay.",
    }  # fmt: skip
    with library_of(tmp_path, texts) as library:
        found = {
            provision.eid: provision.matches
            for provision in compute_coverage(library, WORK, when=1).provisions
        }
    texts = {match.title: match.text[:2] for match in found["art_33"]}
    assert texts == {"citing": "3.", "alike": "2."}
    assert [match.text[:2] for match in found["art_30"] if match.reason == "cites"] == ["2."]


def test_long_paragraph_is_scored_by_its_most_similar_part(tmp_path: Path) -> None:
    breach = "The controller notifies the authority of a personal data breach without undue delay."
    least, between = "Breach, controller, delay. ", "Holidays begin in summer. " * 45
    with library_of(tmp_path, {"policy": breach}, []) as library:
        neighbours = Neighbours(library.search.retriever(), Exclusion(), None)
        (alone,), (first,), (last,) = (
            neighbours.of(text, "en", 9)
            for text in (breach, f"{breach} {between}{least}", f"{least}{between}{breach}")
        )
    assert alone.likeness == first.likeness == last.likeness == 1


def test_frequent_words_carry_no_weight(words_library: Library) -> None:
    neighbours = Neighbours(words_library.search.retriever(), Exclusion(), None)
    words = ("data", "controller", "pseudonymisation", "certification", "canteen")
    found = [neighbours.is_discriminative(word) for word in words]
    assert found == [False, False, True, False, True]


def articles_in(language: str, texts: list[str]) -> Document:
    """Return an act with an article for each text."""
    provisions, text = [], ""
    for n, words in enumerate(texts, 1):
        place = len(text), len(text) + len(words)
        provisions.append(
            Provision(f"art_{n}", "article", f"{n}", "", f"Article {n}", None, *place)
        )
        text += f"{words}\n\n"
    return Document(
        text=text, title=language, work=language, language=language, provisions=tuple(provisions)
    )


def test_everyday_words_of_a_rarer_language_carry_no_weight(tmp_path: Path) -> None:
    """Their share is that of the passages in the language of the act."""
    texts = {"de": ["Die Behörde regelt das Verfahren."] * 500, "en": ["Firms comply."] * 12}
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(map(articles_in, texts, texts.values()), vectors=False)
        retriever = library.search.retriever()
        found = [
            Neighbours(retriever, Exclusion(), None, language).is_discriminative("comply")
            for language in (None, "en")
        ]
    assert found == [True, False]


def test_unknown_language_still_shares_words(tmp_path: Path) -> None:
    note = Document(text=POLICY, title="Policy", work="policy")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([*VERSIONS, note], vectors=False)
        found = compute_coverage(library, WORK, when=1)
    (of_breaches,) = (provision for provision in found.provisions if provision.eid == "art_33")
    (match,) = of_breaches.matches
    assert "breach" in match.words
    assert not {"and", "the", "where", "later"} & set(match.words)


@pytest.mark.parametrize("work", ["lease-1", "our lease", "leases/1", "§ 1 (x)"])
def test_any_work_identifier_is_accepted(work: str, tmp_path: Path) -> None:
    lease = Document(
        "The tenant shall pay rent.", "Lease", work=work, language="en",
        provisions=(Provision("sec_1", "section", "1", "", "Section 1", None, 0, 26),),
    )  # fmt: skip
    letter = Document(
        "Pay as section 1 says.", "Letter", work="letter", language="en",
        references=(Reference(7, 16, None, "cites", work, "", "sec_1"),),
    )  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([lease, letter], vectors=False)
        (section,) = compute_coverage(library, work).provisions
    assert [(match.work, match.reason) for match in section.matches] == [("letter", "cites")]


@pytest.mark.parametrize(
    ("language", "heading", "text"),
    [
        ("en", "Subject-matter and objectives", "Article 1\n{}\nThe free movement of data shall not be restricted."),
        ("en", "Relationship with Directive 2002/58/EC", "Article 95\n{}\nThe controller shall comply with it."),
        ("de", "Sachlicher Anwendungsbereich", "Artikel 2 {}\nDer Verantwortliche hat dies zu beachten."),
        ("de", "Prüfung durch das Gericht", "§ 38 {}\n(1) Das Gericht hat zu prüfen, ob die Gesellschaft angemeldet ist."),
        ("fr", "Champ d’application territorial", "Article 3\n{}\nLe responsable doit en tenir compte."),
    ],
)  # fmt: skip
def test_provisions_without_duties_of_persons(language: str, heading: str, text: str) -> None:
    assert find_duties(text.format(heading), language, heading) == []


def test_purpose_limitation_is_a_duty() -> None:
    text = "Article 5\nPurpose limitation\nPersonal data shall be collected for specified purposes."
    assert len(find_duties(text, "en", "Purpose limitation")) == 1
