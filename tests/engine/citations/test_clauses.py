"""Citations of clauses within contracts: tables of citations and their targets."""

from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.citations.references import find_references
from lexdesk.document.model import Document
from lexdesk.structure.contract import recognition as contract
from lexdesk.structure.german import recognition as german_text

SERVICES = """Dienstleistungsvertrag
zwischen der Nord GmbH (nachfolgend „Auftraggeber“) und der Süd AG (nachfolgend „Auftragnehmer“)
wird folgender Vertrag geschlossen:
1. Vertragsgegenstand
1.1 Der Auftragnehmer erbringt für den Auftraggeber die vereinbarten Leistungen. {}
1.2 Für die Vergütung und die Haftung gelten die folgenden Bestimmungen dieses Vertrags.
2. Leistungen
2.1 Die Leistungen umfassen die Planung und den Bau einer Halle; § 631 BGB bleibt unberührt.
2.2 Änderungen der Leistungen bedürfen der Schriftform und der Zustimmung des Auftraggebers.
3. Vergütung
3.1 Die Vergütung beträgt
a) 900 Euro monatlich für die Planung und
b) 100 Euro für jede Fahrt zur Baustelle.
4. Schlussbestimmungen
4.1 Es gilt deutsches Recht mit Ausnahme des UN-Kaufrechts. Gerichtsstand ist Hamburg.
"""
LEASE = """Mietvertrag
zwischen der Hausverwaltung Nord GmbH (nachfolgend „Vermieter“)
und Frau Erika Mustermann (nachfolgend „Mieter“)
§ 1 Mietsache
1.1 Vermietet werden zwei Räume im Erdgeschoss. {}
1.2 Zur Mietsache gehört ein Keller mit einer Fläche von zehn Quadratmetern.
§ 2 Miete
2.1 Die Miete beträgt 900 Euro und ist monatlich im Voraus zu zahlen.
2.2 Die Miete erhöht sich nach zwei Jahren auf 950 Euro.
§ 3 Kündigung
(1) Das Mietverhältnis kann von jeder Partei gekündigt werden.
(2) Die Frist beträgt drei Monate. Die Kündigung bedarf der Schriftform.
"""
SUPPLY = """SUPPLY AGREEMENT
This Supply Agreement is entered into by and between North Ltd. ("Supplier") and South Inc. ("Buyer"). The
parties to this Agreement agree as follows:
1. Supply. 1.1 The Supplier sells and the Buyer buys the goods. {}
1.2 Title passes on delivery of the goods to the Buyer, and risk passes with it.
2. Price
2.1 The Buyer pays the price within thirty days after receipt of the invoice, which states
(a) the quantity of goods delivered, and
(b) the price of each of the goods.
2.2 The Supplier may suspend deliveries while the Buyer is in default of payment.
3. Term. This Agreement ends after two years, unless the parties agree on another term in writing.
4. Law. The law of Ireland governs this Agreement, and its courts have jurisdiction.
"""
SUPPLY = SUPPLY.replace("1. Supply. 1.1", "1. Supply\n1.1")


def cited(document: Document) -> list[str]:
    """Return the provisions of its own that a contract cites."""
    document.validate()
    return [
        reference.target
        for reference in find_references(document)
        if not (reference.work or reference.name)
    ]


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        ("Es gilt Ziff. 2.1 dieses Vertrags.", ["sec_2__subsec_1"]),
        ("Es gilt Ziffer 3.", ["sec_3"]),
        ("Es gilt Ziff.3.1 Buchst. b.", ["sec_3__subsec_1__list_b"]),
        ("Es gilt Ziff. 3.1 lit. a Satz 1.", ["sec_3__subsec_1__list_a"]),
        ("Es gilt Ziff. 3.1 a).", ["sec_3__subsec_1__list_a"]),
        (
            "Es gilt Ziff. 3.1 Buchst. a und b.",
            ["sec_3__subsec_1__list_a", "sec_3__subsec_1__list_b"],
        ),
        ("Es gelten Ziffern 2.1 und 4.1.", ["sec_2__subsec_1", "sec_4__subsec_1"]),
        ("Es gelten die Ziffern 2 bis 4.", ["sec_2", "sec_3", "sec_4"]),
        ("Es gilt Nr. 2.2 entsprechend.", ["sec_2__subsec_2"]),
        ("Es gilt Klausel 4.1, nicht Punkt 2.", ["sec_4__subsec_1", "sec_2"]),
        ("Es gilt Abschnitt 2 Abs. 7.", ["sec_2"]),  # paragraphs without numbers are none
        ("Er verlangt Ziff. 2.1 Mio. Euro.", []),
        ("Siehe Rechnung Nr. 2 vom 2.1.2024.", []),
        ("Es gilt Ziff. 2.1.2024.", []),
        ("Es gilt Ziff. 9.1.", []),
        ("Es gilt Ziff. 3 der AGB und Ziff. 2 des Hauptvertrags.", []),
        ("Es gelten Ziff. 2 VOB/B, § 3 UWG und Art. 6 Abs. 1 Ziff. 2 DSGVO.", []),
        ("Es gilt Ziffer 2 der Anlage 1, in Anlage 1 Ziffer 2 und § 2.", []),
    ],
)
def test_german_clauses(wording: str, expected: list[str]) -> None:
    text = SERVICES.format(wording)
    document = contract.recognise(Document(text=text, title="", language="de"))
    assert document is not None
    assert cited(document) == expected


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        ("Es gilt § 2.1.", ["para_2__abs_1"]),
        ("Es gelten §§ 2.1 und 2.2.", ["para_2__abs_1", "para_2__abs_2"]),
        ("Es gilt § 3 Abs. 2 Satz 1.", ["para_3__abs_2"]),
        (
            "Es gelten § 3 Abs. 1 dieses Vertrags und § 2 dieses Mietvertrages.",
            ["para_3__abs_1", "para_2"],
        ),
        ("Es gilt § 3 (2).", ["para_3__abs_2"]),
        ("Es gelten § 2 und § 545 BGB.", []),  # both of the BGB, as lawyers write
        ("Es gilt § 2 des Hauptvertrags, § 2.1 des Rahmenvertrags und § 9.", []),
        ("Es gilt Ziff. 3.", []),
    ],
)
def test_sections_of_a_german_contract(wording: str, expected: list[str]) -> None:
    document = german_text.recognise(Document(text=LEASE.format(wording), title="", language="de"))
    assert document is not None
    assert cited(document) == expected


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        ("Section 2.1(b) applies.", ["sec_2__subsec_1__list_b"]),
        ("Clause 2.1 (a) of this Agreement applies.", ["sec_2__subsec_1__list_a"]),
        ("Section 2.1(z) applies.", ["sec_2__subsec_1"]),
        ("SECTION 3 AND SECTION 4 APPLY.", ["sec_3", "sec_4"]),
        ("Sections 2.1(a) and (b) apply.", ["sec_2__subsec_1__list_a", "sec_2__subsec_1__list_b"]),
        ("Sections 2 through 4, and clause 1.2, apply.", ["sec_2", "sec_3", "sec_4", "sec_1__subsec_2"]),
        ("Subject to Section 2.2, (i) the goods are new.", ["sec_2__subsec_2"]),
        ("Sub-clause 2.2 hereof applies to the extent stated.", ["sec_2__subsec_2"]),
        ("Section 3 to the extent applicable.", ["sec_3"]),
        ("Section 3(d) applies, and Section 12.", []),
        ("Section 3 of the Merger Agreement and Section 2(a) of the Exchange Act apply.", []),
        ("Exchange Act Section 3, Exhibit B, Section 2, and Section 2 of this Exhibit apply.", []),
        ("Section 2 of Schedule 1 and Section 3 thereof apply.", []),
        ("The price of Section 2.1 million, or 2.1%.", ["sec_2__subsec_1"]),  # nobody writes so
        ("Clause 3, 4 days after delivery.", ["sec_3"]),
    ],
)  # fmt: skip
def test_english_clauses(wording: str, expected: list[str]) -> None:
    text = SUPPLY.format(wording)
    document = contract.recognise(Document(text=text, title="", language="en"))
    assert document is not None
    assert cited(document) == expected


def test_citing_clauses_of_a_clause(tmp_path: Path) -> None:
    path = tmp_path / "contract.txt"
    path.write_text(SERVICES.format("Es gilt Ziff. 3.1 Buchst. b."), "utf-8")
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([path], vectors=False)
        found = library.law.references(str(path), "sec_3__subsec_1")
        assert [(reference.eid, reference.text) for reference in found.cited_by] == [
            ("sec_1__subsec_1", "Ziff. 3.1 Buchst. b")
        ]
        (leads,) = library.law.references(str(path), "sec_1__subsec_1").cites
        assert (leads.work, leads.eid, leads.in_library) == (
            found.work, "sec_3__subsec_1__list_b", True,
        )  # fmt: skip
