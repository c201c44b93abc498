"""Questions of transaction lawyers on clauses of CUAD (CC BY 4.0, The Atticus Project)."""

from collections.abc import Iterator

import pytest

from lexdesk import Document, Library
from lexdesk.citations.clauses import parse_clause, parse_clauses

CLAUSES = {
    "control": "A Change of Control shall be deemed an assignment for purposes of this Agreement.",
    "assign": "This Agreement may not be assigned by either party without the prior written consent of the other party.",
    "favour": "All Users shall be treated at least as favorable in all respects, and on terms no less favorable than those of"
    " other users of the Site.",
    "cap": "BNL shall have no liability beyond its fees; the total liability shall be limited to the first twelve months.",
    "convenience": "This Agreement may be terminated by either party for any reason or no reason by giving the other party"
    " written notice ninety (90) days in advance.",
    "refusal": "Women.com agrees to give eDiets the right of first refusal to participate in all promotion opportunities.",
    "damages": "The total liquidated damages as per this Section shall not exceed 5% of the Product Price.",
    "renewal": "The Agreement will be automatically renewed for additional one (1) year terms.",
    "property": "The Indemnifying Party will defend any Claim of infringement of any intellectual property of a third party.",
    "secret": "the term “Confidential Information” shall mean any information disclosed by one party to another.",
    "kept": "The receiving party shall keep Confidential Information in confidence; what is Confidential Information is marked.",
    "address": "The Web Site logs the address of each Internet protocol packet.",
}  # fmt: skip


@pytest.fixture(scope="module")
def clauses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library.open(tmp_path_factory.mktemp("clauses") / "library", create=True) as opened:
        documents = [Document(text, "", work=name, language="en") for name, text in CLAUSES.items()]
        opened.sources.add_documents(documents, vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("query", "clause"),
    [
        ("CoC", "control"),
        ("coc assignment", "control"),
        ("MFN", "favour"),
        ("most favoured customer", "favour"),
        ("LoL", "cap"),
        ("TfC", "convenience"),
        ("ROFR", "refusal"),
        ("LDs", "damages"),
        ("evergreen", "renewal"),
        ("IP indemnity", "property"),
    ],
)
def test_transaction_abbreviations_are_found(clauses: Library, query: str, clause: str) -> None:
    assert clauses.search(query, mode="keyword", top=1).hits[0].work == clause


@pytest.mark.parametrize("query", ["lol", "IP address", "spa", '"LoL"'])
def test_other_meanings_are_ignored(clauses: Library, query: str) -> None:
    assert " OR " not in clauses.search.explain(query).parsed


@pytest.mark.parametrize(
    "query",
    ["what is Confidential Information", "Confidential Information means", "definition of confidential information",
     '"Confidential Information" shall mean', '"Confidential Information" means', "“Confidential Information” definition"],
)  # fmt: skip
def test_definitions_by_shall_mean_are_found(clauses: Library, query: str) -> None:
    assert clauses.search(query, mode="keyword", top=1).hits[0].work == "secret"


SALE = """SHARE PURCHASE AGREEMENT

This Agreement is made as of 14 May 2022 between the parties, each a party to this Agreement.

1. INTERPRETATION

1.1 In this Agreement "Completion" means completion of the sale and purchase of the Shares in accordance with clause 6.3.

2. CONDITIONS

2.1 Completion is conditional on:

(a) merger control clearance by the authority; and

(b) no Material Adverse Change having occurred until then.

3. WARRANTIES

3.1 The liability of the Seller under clause 2.1(b) and Schedule 3 shall not exceed 20 per cent of the Purchase Price.

SCHEDULE 1
THE COMPANY

Registered number: HRB 12345. The parties shall schedule a meeting, and the Company shall attend.

SCHEDULE 3
WARRANTIES

1. Title
1.1 The Seller is the sole owner of the Shares.
"""
AGENCY = """EXCLUSIVE AGENCY AND MARKETING AGREEMENT

This Agreement is made as of 3 May 2017 between the parties, each a party to this Agreement.

ARTICLE I
DEFINITIONS

Section 1.1 Terms. The terms of this Agreement have the meaning that the parties give them in this contract.

ARTICLE II
TERM

Section 2.1 Assignment. The Agent may not, except as set forth in Section 3.1 of this Agreement:

(a) assign the license; or

(b) assign the formulation data without the prior written consent of the other party.

ARTICLE III
LAW

Section 3.1 Governing Law. This Agreement is governed by the laws of the State of Ohio, in all respects.
"""
SECRECY = """Vertraulichkeitsvereinbarung

zwischen der Halden Optics GmbH (Auftraggeber) und der Brückner KG (Auftragnehmer), den Parteien dieses Vertrags

§ 1 Begriffe

(1) Vertrauliche Informationen sind sämtliche nicht öffentlichen Informationen der Parteien dieser Vereinbarung.

§ 2 Geheimhaltung

(1) Die Partei hält Vertrauliche Informationen geheim, die sie nach diesem Vertrag von der anderen Partei erhält.

§ 3 Recht

(1) Es gilt deutsches Recht; Gerichtsstand für diese Vereinbarung ist der Sitz des Auftraggebers.
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("room")
    for name, text in {"SPA Nordlicht": SALE, "Monsanto AGENCY AND MARKETING": AGENCY, "NDA": SECRECY}.items():  # fmt: skip
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    with Library.open(tmp_path_factory.mktemp("rooms") / "library", create=True) as opened:
        opened.sources.add([folder], vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("query", "citations"),
    [
        ("clause 2.1(b)", ["Section 2.1(b) Monsanto AGENCY AND MARKETING.txt", "Clause 2.1(b) SPA Nordlicht.txt"]),
        ("Section 3.1", ["Section 3.1 Monsanto AGENCY AND MARKETING.txt", "Clause 3.1 SPA Nordlicht.txt"]),
        ("Nordlicht clause 2.1(b)", ["Clause 2.1(b) SPA Nordlicht.txt"]),
        ("clause 2.1(b) of the SPA Nordlicht", ["Clause 2.1(b) SPA Nordlicht.txt"]),
        ("Clause 2.1(b) SPA Nordlicht.txt", ["Clause 2.1(b) SPA Nordlicht.txt"]),
        ("Section 2.1(b) Monsanto AGENCY AND MARKETING.txt, p. 3", ["Section 2.1(b) Monsanto AGENCY AND MARKETING.txt"]),
        ("Article II", ["Article II Monsanto AGENCY AND MARKETING.txt"]),
        ("title:Nordlicht Section 2.01(b)", ["Clause 2.1(b) SPA Nordlicht.txt"]),
        ('work:"SPA Nordlicht" clause 3', ["Clause 3 SPA Nordlicht.txt"]),
        ("kind:contract date:2017 clause 3.1", ["Section 3.1 Monsanto AGENCY AND MARKETING.txt"]),
        ("NDA § 2 Abs. 1", ["§ 2 Abs. 1 NDA.txt"]),
        ("Schedule 3", ["Schedule 3 SPA Nordlicht.txt"]),
        ("Nordlicht schedule 1", ["Schedule 1 SPA Nordlicht.txt"]),
        ("Exhibit A", []),
        ("§ 2 Abs. 1", ["§ 2 Abs. 1 NDA.txt"]),
        ("§2.1(b) Nordlicht", ["Clause 2.1(b) SPA Nordlicht.txt"]),
        ("cl 3.1 Nordlicht", ["Clause 3.1 SPA Nordlicht.txt"]),
        ("Sec 3.1 Monsanto", ["Section 3.1 Monsanto AGENCY AND MARKETING.txt"]),
        (
            "clauses 2.1 and 3.1",
            ["Section 2.1 Monsanto AGENCY AND MARKETING.txt", "Section 3.1 Monsanto AGENCY AND MARKETING.txt",
             "Clause 2.1 SPA Nordlicht.txt", "Clause 3.1 SPA Nordlicht.txt"],
        ),
        ("Nordlicht clauses 2.1(a) and (b)", ["Clause 2.1(a) SPA Nordlicht.txt", "Clause 2.1(b) SPA Nordlicht.txt"]),
        ("Clauses 2 to 3 of the SPA Nordlicht", ["Clause 2 SPA Nordlicht.txt", "Clause 3 SPA Nordlicht.txt"]),
        ("Nordlicht schedules 1 and 3", ["Schedule 1 SPA Nordlicht.txt", "Schedule 3 SPA Nordlicht.txt"]),
        ("Schedule 3 of the Agreement", ["Schedule 3 SPA Nordlicht.txt"]),
        ("NDA §§ 2 und 3 dieses Vertrags", ["§ 2 NDA.txt", "§ 3 NDA.txt"]),
        ("clauses 9.8 and 9.9", []),
        ("Section 3 and 5 years", []),
        ("clause 9.9", []),
        ("termination clause 3", []),
        ("liability AND Section 3", []),
        ("completion clause", []),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_clause_is_found_by_number(room: Library, query: str, citations: list[str]) -> None:
    answer = room.search(query, mode="keyword", top=4)
    assert [hit.citation for hit in answer.hits if hit.named] == citations
    assert [hit.named for hit in answer.hits] == sorted((hit.named for hit in answer.hits), reverse=True)  # fmt: skip


@pytest.mark.parametrize(
    ("query", "clauses"),
    [
        ("Clause 6.2", ["6.2"]),
        ("Clauses 6.2 and 6.3", ["6.2", "6.3"]),
        ("sections 3.1, 3.2 and section 4", ["3.1", "3.2", "4"]),
        ("clauses 6.2 to 6.4", ["6.2", "6.3", "6.4"]),
        ("Clauses 6.2–6.3", ["6.2", "6.3"]),
        ("Clause 2.1(a) to (c)", ["2.1(a)", "2.1(b)", "2.1(c)"]),
        ("Ziff. 12.2 Buchst. a und b", ["12.2(a)", "12.2(b)"]),
        ("Ziffern 3.1 bis 3.3", ["3.1", "3.2", "3.3"]),
        ("Clause 2 and 3 years", []),
        ("clause and effect", []),
        ("6.2 and 6.3", []),
    ],
)
def test_clauses_are_named_in_lists(query: str, clauses: list[str]) -> None:
    assert parse_clauses(query) == [parse_clause(f"clause {clause}") for clause in clauses]


def test_articles_and_annexes_are_named_in_lists() -> None:
    assert parse_clauses("Articles II and III") == [("art_2",), ("art_3",)]
    assert parse_clauses("Exhibits A to C") == [("exhibit_a",), ("exhibit_b",), ("exhibit_c",)]


@pytest.mark.slow
def test_ambiguous_clause_is_reported(room: Library) -> None:
    notice = "No contract is named; 2 contracts here have clause 2.1(b)"
    assert room.search("clause 2.1(b)", mode="keyword").notice == notice
    of_two = room.search("clauses 2.1 and 3.1", mode="keyword").notice
    assert of_two == "No contract is named; 2 contracts here have clauses 2.1 and 3.1"
    assert room.search("clause 2.1(b)", mode="keyword").hits[1].heading == "CONDITIONS"


@pytest.mark.parametrize(
    ("work", "eid", "citation"),
    [
        ("SPA Nordlicht.txt", "clause 2.1(b)", "Clause 2.1(b) SPA Nordlicht.txt"),
        ("SPA Nordlicht", "Section 2.1", "Clause 2.1 SPA Nordlicht.txt"),
        ("SPA Nordlicht.txt", "Schedule 3", "Schedule 3 SPA Nordlicht.txt"),
        ("SPA Nordlicht.txt", "3.1", "Clause 3.1 SPA Nordlicht.txt"),
        ("Monsanto AGENCY AND MARKETING", "Article 2", "Article II Monsanto AGENCY AND MARKETING.txt"),
        ("NDA.txt", "§ 2 Abs. 1", "§ 2 Abs. 1 NDA.txt"),
    ],
)  # fmt: skip
@pytest.mark.slow
def test_show_and_history_accept_clause_number(
    room: Library, work: str, eid: str, citation: str
) -> None:
    assert room.law.show(work, eid).citation == citation
    assert room.law.history(work, eid).citation == citation


@pytest.mark.slow
def test_contract_hit_has_own_date(room: Library) -> None:
    hits = room.search("Completion conditional", mode="keyword", top=1).hits
    assert [(hit.citation, hit.dated, hit.valid_from) for hit in hits] == [
        ("Clause 2.1 SPA Nordlicht.txt", "2022-05-14", None)
    ]
    named = room.search("Monsanto clause 3.1", mode="keyword", top=1).hits[0]
    assert (named.named, named.dated) == (True, "2017-05-03")
    listed = room.search("kind:contract", mode="keyword").hits
    assert [hit.dated for hit in listed] == ["2022-05-14", "2017-05-03", None]


@pytest.mark.slow
def test_schedule_is_cited_and_cites(room: Library) -> None:
    hit = room.search("sole owner of the Shares", mode="keyword", top=1).hits[0]
    assert (hit.citation, hit.heading) == ("Schedule 3 SPA Nordlicht.txt", "WARRANTIES")
    cited_by = room.law.references("SPA Nordlicht.txt", "Schedule 3").cited_by
    assert [document.citation for document in cited_by] == ["Clause 3.1 SPA Nordlicht.txt"]
