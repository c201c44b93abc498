"""Questions as transaction lawyers type them, of clauses of CUAD (CC BY 4.0, The Atticus Project)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lexdesk import Document, Library

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
        opened.add_documents(documents, vectors=False)
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
def test_what_transaction_lawyers_abbreviate_is_found(
    clauses: Library, query: str, clause: str
) -> None:
    assert clauses.search(query, mode="words", top=1).hits[0].work == clause


@pytest.mark.parametrize("query", ["lol", "IP address", "spa", '"LoL"'])
def test_what_means_something_else_is_left(clauses: Library, query: str) -> None:
    assert " OR " not in clauses.explain(query).parsed


@pytest.mark.parametrize(
    "query",
    ["what is Confidential Information", "Confidential Information means", "definition of confidential information"],
)  # fmt: skip
def test_a_contract_defines_by_shall_mean(clauses: Library, query: str) -> None:
    assert clauses.search(query, mode="words", top=1).hits[0].work == "secret"
