"""German statutes in Markdown."""

import pytest
from tests.engine.structure.statutes import eids, german

from lexdesk.document.passages import split_document
from lexdesk.structure.german.vocabulary import parse_division


def test_german_nesting() -> None:
    document = german(
        "# X\n\n## Buch 1 - Allgemeines\n\n### Zweiter Abschnitt\n\n#### § 3a Titel\n\n(1) Wer\n\n"
        "1.  eins,\n    weiter\n\n    a)  klein,\n\n        aa)  kleiner,\n\n2.  zwei\n\ntut es.\n\n"
        "(1a) Neu.\n\n#### § 4\n\nOhne Absatz:\n\n1.  so\n"
    )
    assert eids(document) == [
        "buch_1", "buch_1__abschnitt_2", "para_3a", "para_3a__abs_1", "para_3a__abs_1__nr_1",
        "para_3a__abs_1__nr_1__buchst_a", "para_3a__abs_1__nr_1__buchst_a__dbuchst_aa",
        "para_3a__abs_1__nr_2", "para_3a__abs_1a", "para_4", "para_4__nr_1",
    ]  # fmt: skip
    second = next(p for p in document.provisions if p.eid == "para_3a__abs_1__nr_2")
    assert document.text[second.start : second.end] == "2. zwei"
    assert second.label == "§ 3a Abs. 1 Nr. 2"
    assert "1. eins, weiter\n" in document.text


def test_number_before_dash_is_german_division() -> None:
    document = german(
        "# X\n\n### X a. - Verteidigungsfall\n\n#### § 3 Wahl - Amtszeit\n\nWer wählt.\n\n"
        "## Anlage\n\n### I. - Muster\n\nIch wähle.\n"
    )
    assert [(p.eid, p.label, p.heading) for p in document.provisions] == [
        ("abschnitt_10a", "X a.", "Verteidigungsfall"),
        ("para_3", "§ 3", "Wahl - Amtszeit"),
        ("anlage_1", "Anlage", ""),
    ]
    treaty = german(
        "# X\n\n## Art 4\n\n### II. - Übernahme\n\n#### § 1\n\nA.\n\n## Art 5\n\n### § 1\n\nB.\n"
    )
    assert eids(treaty) == [
        "art_4",
        "art_4__abschnitt_2",
        "art_4__para_1",
        "art_5",
        "art_5__para_1",
    ]
    searched = [
        document.text[p.start : p.end].strip() for p in split_document(document) if p.searchable
    ]
    assert not any(text.endswith("Verteidigungsfall") for text in searched)


def test_balance_sheet_items_have_letters_and_roman_numbers() -> None:
    document = german(
        "###### § 266 Gliederung der Bilanz\n\n(3) Passivseite\n\nA.  Eigenkapital:\n\n    I.  Gezeichnetes Kapital;\n\n\n"
        "    III. Gewinnrücklagen:\n\n        1.  gesetzliche Rücklage;\n\n\n        4.  andere Gewinnrücklagen;\n\n\n\n\n\n"
        "    V.  Jahresüberschuß/Jahresfehlbetrag.\n\n\n\nB.  Rückstellungen:\n\n    1.  Rückstellungen für Pensionen und\n"
        "        ähnliche Verpflichtungen;\n\n\n\nC.  Verbindlichkeiten (BGBl. I\n    S. 1);\n"
    )
    assert [p.label.removeprefix("§ 266 Abs. 3 ") for p in document.provisions[2:]] == [
        "A.", "A. I.", "A. III.", "A. III. Nr. 1", "A. III. Nr. 4", "A. V.", "B.", "B. Nr. 1", "C.",
    ]  # fmt: skip
    assert eids(document)[5] == "para_266__abs_3__buchst_A__nr_III__nr_1"
    reserves = next(p for p in document.provisions if p.label.endswith("A. III."))
    assert document.text[reserves.start : reserves.end] == (
        "III. Gewinnrücklagen:\n1. gesetzliche Rücklage;\n4. andere Gewinnrücklagen;"
    )


def test_german_articles_with_roman_numbers() -> None:
    document = german(
        "# X\n\n## Art II\n\n1.  Wo in Gesetzen dem Rechtsamt in Hamburg Aufgaben übertragen sind, gehen diese über.\n\n"
        "## Art V\n\nDieses Gesetz gilt auch im Land Berlin.\n"
    )
    assert [(p.eid, p.number, p.label) for p in document.provisions] == [
        ("art_2", "II", "Art. II"), ("art_2__nr_1", "1", "Art. II Nr. 1"), ("art_5", "V", "Art. V"),
    ]  # fmt: skip


def test_sections_numbered_through_articles_have_no_prefix() -> None:
    document = german(
        "# X\n\n## Art I - Finanzverwaltung\n\n### § 1\n\n(1) Die Ausgaben der Finanzbehörden gehen über.\n\n"
        "## Art II - Sonstige Verwaltungen\n\n### § 2\n\nAus.\n\n### Anlage\n\nListe\n"
    )
    assert [(p.eid, p.label, p.parent) for p in document.provisions] == [
        ("art_1", "Art. I", None), ("para_1", "§ 1", "art_1"), ("para_1__abs_1", "§ 1 Abs. 1", "para_1"),
        ("art_2", "Art. II", None), ("para_2", "§ 2", "art_2"), ("anlage_1", "Anlage", None),
    ]  # fmt: skip
    assert document.provisions[0].heading == "Finanzverwaltung"
    document = german("# X\n\n## Art 229\n\n### § 1\n\nAus.\n\n## Art 230\n\n### § 1\n\nEin.\n")
    assert eids(document) == ["art_229", "art_229__para_1", "art_230", "art_230__para_1"]


def test_annex_continues_after_own_headings() -> None:
    """As in SGB V, whose annex was in no provision but for its heading, and that in the last Kapitel."""
    document = german(
        "# X\n\n## Teil 4 - Schluss\n\n### § 68\n\nMorgen.\n\n### Anlage 1 (zu § 5)\n\nFundstelle\n\n"
        "# Inhaltsverzeichnis\n\nZusammenfassung\n\n### Anlage 2\n\nListe\n"
    )
    texts = {p.eid: document.text[p.start : p.end] for p in document.provisions}
    assert list(texts) == ["teil_4", "para_68", "anlage_1", "anlage_2"]
    assert texts["anlage_1"].endswith("Inhaltsverzeichnis\nZusammenfassung")
    assert texts["teil_4"].endswith("Morgen.")


def test_model_statutes_of_annex_are_not_sections() -> None:
    """As behind § 60 of the Abgabenordnung, with headings above that of their annex."""
    document = german(
        "# X\n\n## Erster Teil\n\n### § 1\n\nDas Gesetz gilt.\n\n### § 2\n\nSteuern sind Abgaben.\n\n"
        "### Anlage 1 (Bestimmungen)\n\n## § 1\n\nDie Körperschaft ist selbstlos.\n\n## § 2\n\nMittel.\n"
    )
    assert eids(document) == ["teil_1", "para_1", "para_2", "anlage_1"]
    assert document.text[document.provisions[-1].start :].endswith("§ 2\nMittel.")


def test_german_quotation_is_no_provision() -> None:
    document = german(
        "## § 1 Änderung\n\nEs wird gefasst:\n\n„(1) Neu\n\n(2) Auch.“\n\n## § 2\n\n(1) Eigen\n"
    )
    assert eids(document) == ["para_1", "para_2", "para_2__abs_1"]


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Buch 2 - Recht", ("book", "2", "Recht")),
        ("Erster Abschnitt", ("division", "1", "")),
        ("2. Abschnitt Verfahren", ("division", "2", "Verfahren")),
        ("Zehnter Teil - Z", ("part", "10", "Z")),
        ("Siebter Abschnitt", ("division", "7", "")),
        ("Zweiundzwanzigster Abschnitt - Betrug", ("division", "22", "Betrug")),
        ("Dreißigster Abschnitt", ("division", "30", "")),
        ("Anlage (zu § 5)", ("annex", "", "(zu § 5)")),
        ("Titelblatt", None), ("Teilung des Landes", None), ("Titel der Urkunde", None),
    ],
)  # fmt: skip
def test_german_divisions(heading: str, expected: tuple[str, str, str] | None) -> None:
    found = parse_division(heading)
    assert (found and (found.kind, found.number, found.heading)) == expected
