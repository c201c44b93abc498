"""Acts of the Union as plain text and PDF: the provisions of the marked-up text, or none."""

import datetime
import re
import textwrap
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.document.model import Document, Page
from lexdesk.extract import read, read_source
from lexdesk.extract.parsers.plain_text import read as read_text
from lexdesk.structure import Source
from lexdesk.structure.eu.formex.parser import read as formex_of
from lexdesk.structure.eu.recognition import recognise
from lexdesk.structure.text_lines import list_content_lines, list_first_content_lines

HEADER = "L 119/{n} EN Official Journal of the European Union 4.5.2016"


@cache
def gdpr_of(folder: Path) -> Document:
    return read(next(p for p in folder.glob("*.xml") if ".doc." not in p.name))


@cache
def as_text(path: Path) -> Document:
    return read_source(Source(Path("act.txt"), gdpr_of(path).text.encode()))


@cache
def as_pdf(path: Path) -> Document:
    return read_source(Source(Path("act.pdf"), pdf(gdpr_of(path).text, HEADER)))


def eids(document: Document, *kinds: str) -> list[str]:
    return [p.eid for p in document.provisions if p.kind in kinds]


def span(document: Document, eid: str) -> str:
    provision = next(p for p in document.provisions if p.eid == eid)
    return document.text[provision.start : provision.end]


def text(
    lines: str, title: str = "REGULATION (EU) 2020/7 OF SOMEBODY\nof 1 May 2020\non a matter"
) -> Document:
    source = Source(Path("act.txt"), f"{title}\n\n{lines}".encode())
    return read_source(source)


def test_gdpr_text_matches_formex_provisions(gdpr: Path) -> None:
    document, formex = as_text(gdpr), gdpr_of(gdpr)
    assert document.provisions == formex.provisions
    assert (document.work, document.kind, document.valid_from) == (
        formex.work,
        formex.kind,
        formex.valid_from,
    )


@pytest.mark.parametrize(
    ("title", "lines", "expected"),
    [
        ("Reglamento (UE) 2020/7 de alguien\nde 1 de mayo de 2020\nsobre algo",
         "CAPÍTULO I\nDisposiciones generales\nArtículo 1\nObjeto\n1. Uno.\nArtículo 2\nDos.\nArtículo 3\nTres.",
         ["chp_1", "art_1", "art_1__para_1", "art_2", "art_3"]),
        ("Regolamento (UE) 2020/7 di qualcuno\ndel 1 maggio 2020\nsu qualcosa",
         "Articolo 1\nOggetto\n1. Uno.\nArticolo 2\nDue.\nArticolo 3\nTre.",
         ["art_1", "art_1__para_1", "art_2", "art_3"]),
        ("Regulamento (UE) 2020/7 de alguém\nde 1 de maio de 2020\nsobre algo",
         "CAPÍTULO I\nDisposições gerais\nArtigo 1.o\nObjeto\n1. Um.\nArtigo 2.o\nDois.\nArtigo 3.o\nTrês.",
         ["chp_1", "art_1", "art_1__para_1", "art_2", "art_3"]),
        ("ΚΑΝΟΝΙΣΜΟΣ (ΕΕ) 2020/7 ΚΑΠΟΙΟΥ\nτης 1ης Μαΐου 2020\nγια κάτι",
         "ΤΙΤΛΟΣ I\nΓενικές διατάξεις\nΆρθρο 1\nΑντικείμενο\n1. Ένα.\nΆρθρο 2\nΔύο.\nΆρθρο 3\nΤρία.",
         ["title_1", "art_1", "art_1__para_1", "art_2", "art_3"]),
    ],
)  # fmt: skip
def test_consolidated_text_begins_with_first_article(
    title: str, lines: str, expected: list[str]
) -> None:
    """Without recitals and preamble, its title did not end in any of these languages."""
    document = recognise(read_text(Source(Path("act.txt"), f"{title}\n\n{lines}".encode())))
    assert document is not None
    assert document.title.casefold() == " ".join(title.splitlines()).casefold()
    assert document.valid_from == datetime.date(2020, 5, 1)
    assert [p.eid for p in document.provisions] == expected


@pytest.mark.parametrize(
    "adopted",
    [
        "HAVE ADOPTED:",
        "HAN ADOPTADO EL PRESENTE REGLAMENTO:",
        "PRZYJMUJĄ NINIEJSZE ROZPORZĄDZENIE:",
    ],
)
def test_enacting_formula_is_not_in_last_recital(adopted: str) -> None:
    document = text(f"Whereas:\n(1) Reason.\n(2) Another one.\n{adopted}\n{ARTICLES}")
    assert span(document, "rec_2").endswith("Another one.")


@pytest.mark.parametrize(
    ("title", "article", "closing"),
    [
        ("RÈGLEMENT (UE) 2020/7", "Article {n}", "Le présent règlement est obligatoire dans tous ses éléments et"),
        ("REGLAMENTO (UE) 2020/7", "Artículo {n}", "El presente Reglamento será obligatorio en todos sus elementos y"),
        ("REGOLAMENTO (UE) 2020/7", "Articolo {n}", "Il presente regolamento è obbligatorio in tutti i suoi elementi e"),
        ("REGULAMENTO (UE) 2020/7", "Artigo {n}.o", "O presente regulamento é obrigatório em todos os seus elementos e"),
        ("VERORDENING (EU) 2020/7", "Artikel {n}", "Deze verordening is verbindend in al haar onderdelen en"),
        ("DIRECTIVA (UE) 2020/7", "Artículo {n}", "Hecho en Bruselas, el 27 de abril de 2016."),
        ("DYREKTYWA (UE) 2020/7", "Artykuł {n}", "Sporządzono w Brukseli dnia 27 kwietnia 2016 r."),
        ("SMĚRNICE (EU) 2020/7", "Článek {n}", "V Bruselu dne 27. dubna 2016."),
        ("DIREKTIV (EU) 2020/7", "Artikel {n}", "Udfærdiget i Bruxelles, den 27. april 2016."),
    ],
)  # fmt: skip
def test_closing_formula_is_not_in_last_article(title: str, article: str, closing: str) -> None:
    lines = "\n".join(f"{article.format(n=n)}\nText {n}." for n in range(1, 4))
    document = text(f"{lines}\n{closing}\nThe President", title)
    assert span(document, "art_3").endswith("Text 3.")


@pytest.mark.parametrize(
    ("title", "article"),
    [
        ("DURCHFÜHRUNGSVERORDNUNG (EU) 2020/7 DER KOMMISSION", "Artikel {n}"),
        ("DELEGIERTE VERORDNUNG (EU) 2020/7 DER KOMMISSION", "Artikel {n}"),
        ("UITVOERINGSVERORDENING (EU) 2020/7 VAN DE COMMISSIE", "Artikel {n}"),
        ("EUROPA-PARLAMENTETS OG RÅDETS FORORDNING (EU) 2020/7", "Artikel {n}"),
        ("KOMMISSIONENS GENNEMFØRELSESFORORDNING (EU) 2020/7", "Artikel {n}"),
        ("EUROPAPARLAMENTETS OCH RÅDETS FÖRORDNING (EU) 2020/7", "Artikel {n}"),
        ("EUROOPA PARLAMENDI JA NÕUKOGU MÄÄRUS (EL) 2020/7", "Artikkel {n}"),
        ("EUROOPAN PARLAMENTIN JA NEUVOSTON ASETUS (EU) 2020/7", "{n} artikla"),
        ("KOMISSION TÄYTÄNTÖÖNPANOASETUS (EU) 2020/7", "{n} artikla"),
        ("EUROPOS PARLAMENTO IR TARYBOS REGLAMENTAS (ES) 2020/7", "{n} straipsnis"),
        ("EIROPAS PARLAMENTA UN PADOMES REGULA (ES) 2020/7", "{n}. pants"),
        ("AZ EURÓPAI PARLAMENT ÉS A TANÁCS (EU) 2020/7 RENDELETE", "{n}. cikk"),
        ("REGOLAMENT (UE) 2020/7 TAL-PARLAMENT EWROPEW U TAL-KUNSILL", "Artikolu {n}"),
        ("PROVÁDĚCÍ NAŘÍZENÍ KOMISE (EU) 2020/7", "Článek {n}"),
        ("Delegirana uredba Komisije (EU) 2020/7", "Člen {n}"),
    ],
)
def test_acts_are_recognised_in_all_languages(title: str, article: str) -> None:
    """In some, the institution and the power that it exercises precede the kind of act."""
    lines = "\n".join(f"{article.format(n=n)}\nText {n}." for n in range(1, 5))
    document = recognise(read_text(Source(Path("act.txt"), f"{title}\n\n{lines}".encode())))
    assert document is not None
    assert document.work == "32020R0007"
    assert [p.eid for p in document.provisions] == ["art_1", "art_2", "art_3", "art_4"]


def test_gdpr_pdf_has_provisions_and_pages(gdpr: Path) -> None:
    document, formex = as_pdf(gdpr), gdpr_of(gdpr)
    kinds = ("chapter", "section", "article", "paragraph", "point", "recital")
    assert eids(document, *kinds) == eids(formex, *kinds)
    assert (document.work, document.short_title) == ("32016R0679", "Regulation (EU) 2016/679")
    assert len(document.pages) > 80
    heads = [HEADER.format(n=p.number) in document.text[p.start : p.end] for p in document.pages]
    assert heads == [True, *[False] * (len(heads) - 1)], "running titles are read once"


def test_pdf_provisions_match(gdpr: Path) -> None:
    document, formex = as_pdf(gdpr), gdpr_of(gdpr)
    for eid in eids(formex, "article", "recital"):
        printed, own = span(document, eid), span(formex, eid)
        assert re.sub(r"\s|-", "", printed) == re.sub(r"\s|-", "", own), eid


ARTICLES = "Article 1\nSubject\nText one.\nArticle 2\n1. First.\n2. Second:\n(a) one;\n(b) two.\nArticle 3\nEnd."


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (ARTICLES, ["art_1", "art_2", "art_2__para_1", "art_2__para_2", "art_2__para_2__point_a",
                    "art_2__para_2__point_b", "art_3"]),
        ("Whereas:\n(1) Reason.\n(2) Reason.\nHAVE ADOPTED:\nCHAPTER I\nGENERAL\n" + ARTICLES.replace("(a) one;\n(b) two.\n", ""),
         ["rec_1", "rec_2", "chp_1", "art_1", "art_2", "art_2__para_1", "art_2__para_2", "art_3"]),
        ("Article 1\nx.\nArticle 2\nsee\nArticle 7\nArticle 3\nx.\nArticle 3a\nx.\nArticle 4\nx.",
         ["art_1", "art_2", "art_3", "art_3a", "art_4"]),
        ("Article 1\nx.\nArticle 2\nx.\nArticle 4\nx.\nArticle 3\nx.\nArticle 5\nx.", []),
        ("Article 1\nOnly one.", []),
        ("Article 4\nx.\nArticle 5\nx.\nArticle 6\nx.", []),
        ("Article 1\nx.\nArticle 2\nAmended as follows: the following is inserted:\n‘Article 3\nQuoted.’;\nArticle 3\nx.",
         ["art_1", "art_2", "art_3"]),
        ("Article 1\nx.\nArticle 2\nx.\nArticle 3\nx.\nDone at Brussels, 1 May 2020.\nANNEX I\nList\n1. One\n2. Two",
         ["art_1", "art_2", "art_3", "anx_1", "anx_1__point_1", "anx_1__point_2"]),
    ],
)  # fmt: skip
def test_recognised_structures(lines: str, expected: list[str]) -> None:
    assert [p.eid for p in text(lines).provisions] == expected


@pytest.mark.parametrize(
    "title",
    [
        "Some commentary",
        "Notes on Directive 95/46/EC",
        "GUIDELINES ON REGULATION (EU) 2016/679",
        "Regulation of traffic",
    ],
)
def test_title_of_act_is_required(title: str) -> None:
    assert text(ARTICLES, title).provisions == ()


@pytest.mark.parametrize(
    "title",
    [
        "REGULATION OF THE EUROPEAN PARLIAMENT AND OF THE COUNCIL\namending Regulations (EU) 2016/679 and (EU) 2018/7",
        "DECISION OF THE EEA JOINT COMMITTEE No 154/2018\namending Annex XI, as regards Regulation (EU) 2016/679",
        "RICHTLINIE DES RATES\nzur Änderung der Richtlinie 95/46/EG",
    ],
)
def test_proposal_is_not_the_act_that_it_amends(title: str) -> None:
    assert text("HAVE ADOPTED THIS REGULATION:\n" + ARTICLES, title).work == ""


def test_own_number_may_follow_others_in_brackets() -> None:
    title = "COMMISSION DECISION of 3 May 2000\nreplacing Decision 94/3/EC establishing a list (2000/532/EC)"
    assert text(ARTICLES, title).work == "32000D0532"


@pytest.mark.parametrize(
    ("articles", "eids"),
    [("Article 1\nOnly one.", ["art_1"]), ("Article 1\nx.\nArticle 5\nx.\nArticle 9\nx.", [])],
)
def test_enacted_text_is_its_act(articles: str, eids: list[str]) -> None:
    document = text(
        f"Having regard to it,\nHAVE ADOPTED THIS DIRECTIVE:\n{articles}", "Directive 95/46/EC"
    )
    assert (document.work, [p.eid for p in document.provisions]) == ("31995L0046", eids)


def test_footnotes_are_no_recitals() -> None:
    document = text("Whereas:\n(1) First.\n(2) OJ L 1, 1.1.2000, p. 1.\n(2) Second.\n" + ARTICLES)
    assert span(document, "rec_2") == "(2) Second."


def test_headers_and_page_numbers_are_skipped(gdpr: Path) -> None:
    lines = {line.text for line in list_content_lines(as_pdf(gdpr))}
    assert not any("Official Journal of the European Union 4.5.2016" in line for line in lines)
    assert "17" not in lines


@given(st.text(alphabet="Article 12.()aiv\nCHAPTER‘’:;", max_size=400))
def test_arbitrary_lines_give_valid_structure(lines: str) -> None:
    text = f"Directive 95/46/EC of somebody\n{lines}\n{ARTICLES}"
    found = recognise(Document(text, ""))
    if found is not None:
        found.validate()
        assert found.text == text
        assert len({p.eid for p in found.provisions}) == len(found.provisions)


# A printing press: text as a PDF, with headers, page numbers and broken lines.
_LINES = 54  # on a page
_COLUMNS = 92


def pdf(text: str, header: str = "", columns: int = _COLUMNS) -> bytes:
    """A PDF of the text in Helvetica; ``header`` stands on every page, ``{n}`` in it is the page."""
    lines = [piece for line in text.splitlines() for piece in textwrap.wrap(line, columns) or [""]]
    pages = [lines[i : i + _LINES] for i in range(0, len(lines), _LINES)]
    streams = [_stream([header.format(n=n), *page, "", str(n)]) for n, page in enumerate(pages, 1)]
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for i, stream in enumerate(streams):
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {5 + 2 * i} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >> stream\n%s\nendstream" % (len(stream), stream))
    return _file(objects)


def _stream(lines: Iterable[str]) -> bytes:
    shown = b"".join(b"(%s) Tj T*\n" % _escaped(line) for line in lines)
    return b"BT /F1 10 Tf 14 TL 50 800 Td\n" + shown + b"ET"


def _escaped(line: str) -> bytes:
    data = line.encode("cp1252", "replace")
    for sign in (b"\\", b"(", b")"):
        data = data.replace(sign, b"\\" + sign)
    return data


def _file(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(out)


# Of the 1,063 provisions of each language, how many the text alone gives, eid and span.
LANGUAGES = [("en", 1063), ("de", 1063), ("fr", 1060), ("it", 1051), ("es", 1049), ("pt", 1048)]


@pytest.mark.parametrize(("language", "found"), LANGUAGES)
def test_text_equals_formex_text_in_six_languages(
    shared_data: Path, language: str, found: int
) -> None:
    folder = shared_data / "raw" / "gdpr-formex" / "original"
    path = next(folder.glob(f"L_2016119{language.upper()}.*1.xml"))
    formex = formex_of(Source(path, path.read_bytes()))
    plain = recognise(read_text(Source(Path("act.txt"), formex.text.encode())))
    assert plain is not None
    kinds = [p.kind for p in plain.provisions]
    assert (kinds.count("article"), kinds.count("recital")) == (99, 173)
    spans = [{(p.eid, p.start, p.end) for p in d.provisions} for d in (plain, formex)]
    assert len(spans[0] & spans[1]) >= found


@pytest.mark.parametrize("pages", [(), (Page(1, 0, 20), Page(2, 20, 39))])
def test_leading_lines_equal_full_text(pages: tuple[Page, ...]) -> None:
    text = "\nOne.\n\n  Two  words\n1\n2\nThree.\nFour.\n1\n"
    document = Document(text=text, title="", kind="document", pages=pages)
    for most in range(9):
        assert list_first_content_lines(document, most) == list_content_lines(document)[:most]
    assert len(list_content_lines(document)) == (4 if pages else 7)
