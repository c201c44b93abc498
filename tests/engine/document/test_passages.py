"""Passages tile the text of any structure."""

import re
import tarfile
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk import extract
from lexdesk.document.model import Document, Page, Provision
from lexdesk.document.passages import Passage, split_document
from lexdesk.system.bundled import find_corpus
from lexdesk.text.tokens import nfc


def tiles(document: Document, pieces: list[Passage]) -> bool:
    return "".join(document.text[p.start : p.end] for p in pieces) == document.text


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Random text with random provisions, nested up to three deep, and random pages."""
    text = nfc(str(draw(st.text(alphabet="ab .;\n1é", max_size=300))))
    provisions: list[Provision] = []

    def add(parent: str | None, start: int, end: int, depth: int) -> None:
        edges = draw(st.lists(st.integers(start, end), max_size=6).map(sorted))
        for number, (left, right) in enumerate(zip(edges[::2], edges[1::2], strict=False)):
            eid = f"{parent or 'x'}_{number}"
            kind = str(draw(st.sampled_from(["article", "paragraph", "point", "chapter"])))
            provisions.append(Provision(eid, kind, str(number), "", eid, parent, left, right))
            if depth < 3:
                add(eid, left, right, depth + 1)

    add(None, 0, len(text), 1)
    borders = [0, *draw(st.lists(st.integers(0, len(text)), max_size=3).map(sorted)), len(text)]
    pages = tuple(Page(n, a, b) for n, (a, b) in enumerate(pairwise(borders), 1))
    document = Document(text, "random", provisions=tuple(provisions), pages=pages)
    document.validate()
    return document


@given(documents(), st.integers(1, 80))
def test_pieces_tile_the_text_and_cross_no_border(document: Document, limit: int) -> None:
    pieces = split_document(document, limit)
    assert tiles(document, pieces)
    spans = {p.eid: (p.start, p.end) for p in document.provisions}
    pages = {p.number: (p.start, p.end) for p in document.pages}
    for piece in pieces:
        assert 0 < piece.end - piece.start <= limit
        if piece.eid is not None:
            start, end = spans[piece.eid]
            assert start <= piece.start < piece.end <= end
        if piece.page is not None and piece.page + 1 in pages:
            assert piece.end <= pages[piece.page + 1][0] or pages[piece.page + 1][0] <= piece.start


def test_paragraphs_are_passages_and_headings_are_their_context() -> None:
    text = "Article 7\nConditions for consent\n1. The controller shall demonstrate consent.\n2. It may be withdrawn.\n"
    first, second = text.index("1."), text.index("2.")
    document = Document(
        text,
        "GDPR",
        provisions=(
            Provision(
                "art_7", "article", "7", "Conditions for consent", "Article 7", None, 0, len(text)
            ),
            Provision(
                "art_7__para_1", "paragraph", "1", "", "Article 7(1)", "art_7", first, second
            ),
            Provision(
                "art_7__para_2", "paragraph", "2", "", "Article 7(2)", "art_7", second, len(text)
            ),
        ),
    )
    heading, one, two = split_document(document)
    assert not heading.searchable
    assert (one.eid, one.label, one.heading) == (
        "art_7__para_1",
        "Article 7(1)",
        "Conditions for consent",
    )
    assert (two.eid, two.searchable) == ("art_7__para_2", True)


def test_single_point_is_cited_as_point() -> None:
    act = extract.read(find_corpus() / "L_2016119EN.01000101.xml")
    pieces = {
        act.text[p.start : p.end].strip()[:24]: p for p in split_document(act) if p.searchable
    }
    for opening, label in (
        ("(12) ‘personal data brea", "Article 4(12)"),
        ("(a) the period for which", "Article 13(2)(a)"),
        ("(b) the existence of the", "Article 13(2)(b)"),
        ("(a) the purposes of the ", "Article 15(1)(a)–(c)"),
        ("(c) a complaint has been", "Article 4(22)–(23)"),  # the end of its point 22
    ):
        assert pieces[opening].label == label


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("DE", "Artikel 6 Absatz 4 Buchstaben d–e"),
        ("ES", "Artículo 6, apartado 4, letras d)–e)"),
        ("FR", "Article 6, paragraphe 4, points d)–e)"),
        ("ES", "Artículo 4, puntos 15–16"),
        ("IT", "Articolo 6, paragrafo 1, lettere c)–e)"),
        ("IT", "Articolo 4, punti 15–16"),
        ("PT", "Artigo 6.º, n.º 1, alíneas d)–e)"),
    ],
)
def test_merged_points_are_cited_in_each_language(
    shared_data: Path, language: str, label: str
) -> None:
    act = shared_data / "raw" / "gdpr-formex" / "original" / f"L_2016119{language}.01000101.xml"
    assert label in [provision.label for provision in split_document(extract.read(act))]


def test_merged_german_points_are_cited_as_range(shared_data: Path, tmp_path: Path) -> None:
    with tarfile.open(shared_data / "raw" / "german-statutes.tar.gz") as statutes:
        statutes.extract("german-statutes/wphg/index.md", tmp_path, filter="data")
    act = extract.read(tmp_path / "german-statutes" / "wphg" / "index.md")
    labels = [provision.label for provision in split_document(act) if provision.searchable]
    assert {"§ 1 Abs. 1 Nr. 3–5", "§ 2 Abs. 17 Nr. 1 Buchst. a–b"} <= set(labels)


def cited(*points: tuple[str, str], page_ends: str = "") -> list[str]:
    """How passages of an annex are cited that has these points, each a label and a text; a page ends before one."""
    text = "Annex I"
    provisions: list[Provision] = []
    for label, words in points:
        text += f"\n{words}"
        start = len(text) - len(words)
        eid = "__".join(["anx_1", *re.findall(r"\((\w+)\)", label)])
        parent = eid.rpartition("__")[0]
        provisions = [
            replace(provision, end=len(text)) if provision.eid == parent else provision
            for provision in provisions
        ]
        provisions.append(Provision(eid, "point", "", "", label, parent, start, len(text)))
    annex = Provision("anx_1", "annex", "I", "", "Annex I", None, 0, len(text))
    border = text.index(page_ends)
    pages = (Page(1, 0, border), Page(2, border, len(text))) if page_ends else ()
    document = Document(text, "", language="en", provisions=(annex, *provisions), pages=pages)
    document.validate()
    return [provision.label for provision in split_document(document) if provision.searchable]


A, B, C = (("Annex I, point (a)", "(a) cats"), ("Annex I, point (b)", "(b) dogs"),
           ("Annex I, point (c)", "(c) birds"))  # fmt: skip
B1, B2 = (f"{B[0]}(i)", "(i) small dogs"), (f"{B[0]}(ii)", "(ii) large dogs")


def test_page_passage_cites_its_points() -> None:
    assert cited(A, B, C) == ["Annex I, points (a)–(c)"]
    assert cited(A, B, C, page_ends="(b)") == ["Annex I, point (a)", "Annex I, points (b)–(c)"]


def test_point_with_subpoints_is_cited_as_point() -> None:
    long = ("Annex I, point (c)", f"(c) {'birds ' * 50}")
    assert cited(B, B1, B2, long) == ["Annex I, point (b)", "Annex I, point (c)"]
    assert cited(A, B, B1, B2) == ["Annex I, points (a)–(b)"]


def test_long_text_is_cut_at_sentences() -> None:
    sentence = "The data subject shall have the right to withdraw his or her consent at any time. "
    pieces = split_document(Document(sentence * 50, "long"), 200)
    assert {p.end - p.start for p in pieces} == {2 * len(sentence)}


@pytest.mark.parametrize(
    ("sentence", "ends"),
    [
        ("甲方应当按照本合同第五条的约定支付全部价款，乙方应当交付货物。", "。"),
        ("債務者は「その債務の履行をしないときは、賠償する。」と述べた？　", "　"),
        ("هل للمستأجر أن يفسخ العقد قبل نهاية مدته؟ ", " "),
    ],
)
def test_other_scripts_are_cut_at_sentences_too(sentence: str, ends: str) -> None:
    text = sentence * 30
    pieces = split_document(Document(text, "long"), 200)
    assert {text[p.end - 1] for p in pieces} == {ends}
    assert max(p.end - p.start for p in pieces) == 200 // len(sentence) * len(sentence)


def test_sentence_without_blanks_is_cut_at_commas() -> None:
    text = "甲方应当按照本合同第五条的约定支付全部价款，乙方应当交付货物，" * 30
    assert {text[p.end - 1] for p in split_document(Document(text, "long"), 200)} == {"，"}


def test_no_passage_joins_two_sections_of_a_code(shared_data: Path, tmp_path: Path) -> None:
    """The Handelsgesetzbuch has sections right in its Titel, Untertitel and Unterabschnitte."""
    with tarfile.open(shared_data / "raw" / "german-statutes.tar.gz") as archive:
        member = next(entry for entry in archive if entry.name.endswith("/hgb/index.md"))
        archive.extract(member, tmp_path, filter="data")
    code = extract.read(tmp_path / member.name)
    kinds = {provision.eid: provision.kind for provision in code.provisions}
    assert {"subtitle", "subdivision"} <= set(kinds.values())
    sections = [provision.start for provision in code.provisions if provision.kind == "section"]
    pieces = [item for item in split_document(code) if item.searchable]
    joined = [p for p in pieces if any(p.start < start < p.end for start in sections)]
    assert [code.text[p.start : p.end] for p in joined] == []
    assert sum(kinds.get(p.eid or "") in ("title", "subtitle") for p in pieces) < 10
    assert not any(
        code.text[p.start : p.end].strip().startswith("(weggefallen)", -13)
        for p in pieces
        if p.end - p.start < 40
    )


@pytest.mark.parametrize("number", ["4", "- 12 -", "iii", "Page 12 of 13", "A-4", "Seite 3 von 4"])
def test_page_numbers_are_not_searchable(number: str) -> None:
    """The page footer inside a clause was a passage, and semantically near to anything."""
    clause, rest = "1. Term. It ends in May.\n", "2. Law. It is that of Ohio.\n"
    text = f"{clause}{number}\n{rest}"
    middle = len(clause) + len(number) + 1
    document = Document(
        text,
        "Lease",
        provisions=(
            Provision("sec_1", "clause", "1", "", "Clause 1", None, 0, len(clause)),
            Provision("sec_2", "clause", "2", "", "Clause 2", None, middle, len(text)),
        ),
        pages=(Page(1, 0, middle), Page(2, middle, len(text))),
    )
    found = [text[p.start : p.end] for p in split_document(document) if p.searchable]
    assert found == [clause, rest]
    assert (
        len([p for p in split_document(replace(document, pages=())) if p.searchable]) == 3
    )  # as in a table
