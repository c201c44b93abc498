"""Reading files: what they are, what comes out, and why some are refused."""

from __future__ import annotations

import base64
import datetime
import io
import os
import random
import re
import subprocess
import sys
import unicodedata
import zipfile
from pathlib import Path

import docx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.document.model import Document, Page, Property, Provision
from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import MAX_FILE_BYTES, read, read_source
from lexdesk.extract.assemble import assemble, usable_title
from lexdesk.extract.clean import clean
from lexdesk.extract.parsers.office import FIELD_CODE
from lexdesk.extract.sniff import Format
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.ingest.unread_pages import message_of_pages, unread_pages
from lexdesk.metadata.kind import detect_kind
from lexdesk.structure import Source
from lexdesk.text.encodings import decode, decode_markup

FIXTURES = Path(__file__).parents[1] / "fixtures"


def zipped(**files: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "/"), content)
    return buffer.getvalue()


def written(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
MAIL = "From: a@b.c\nSubject: Notice\nDate: Fri, 23 Dec 2022 12:08:48 -0600\n\nBody\n"


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (b"%PDF-1.4 ...", "a.txt", Format.PDF),
        (b"junk\n%PDF-1.4 ...", "a.pdf", Format.PDF),
        (zipped(**{"[Content_Types].xml": "", "word__document.xml": ""}), "a.bin", Format.DOCX),
        (zipped(**{"[Content_Types].xml": "", "xl__workbook.xml": ""}), "a.zip", Format.XLSX),
        (zipped(**{"[Content_Types].xml": "", "ppt__presentation.xml": ""}), "a", Format.PPTX),
        (zipped(mimetype="application/vnd.oasis.opendocument.text"), "a", Format.ODT),
        (OLE + "WordDocument".encode("utf-16-le"), "a.doc", Format.DOC),
        (OLE + "__properties_version1.0".encode("utf-16-le"), "a.msg", Format.MSG),
        (b"{\\rtf1 x}", "a.doc", Format.RTF),
        (b"<!DOCTYPE html><html><body>x", "a.xml", Format.HTML),
        (b'<?xml version="1.0"?>\n<!-- c -->\n<html xmlns="x">', "a.xml", Format.HTML),
        (b"<ACT><TITLE/></ACT>", "a.xml", Format.FORMEX),
        (b'<?xml version="1.0"?><CONS.ACT/>', "a.txt", Format.FORMEX),
        (b"<DOC><BIB.DOC/></DOC>", "a.doc.xml", Format.FORMEX_RECORD),
        (b"<other>x</other>", "a.xml", Format.XML),
        (b'<?xml version="1.0"?><w:wordDocument>x</w:wordDocument>', "a.doc", Format.XML),
        (b"<angle> brackets in prose", "a.txt", Format.TEXT),
        (MAIL.encode(), "a.txt", Format.MAIL),
        (MAIL.encode("utf-16"), "a.eml", Format.MAIL),
        (b"Subject: to contract\n\nDear Sir", "a.txt", Format.TEXT),
        (b"# Title", "a.md", Format.MARKDOWN),
        (b"a,b\n1,2", "a.csv", Format.CSV),
        (b"BMW v Commission", "a.txt", Format.TEXT),
        (b"MZ and others", "a.txt", Format.TEXT),
        (b"plain", "LICENSE", Format.TEXT),
        ("Köln".encode("utf-16"), "a.txt", Format.TEXT),
    ],
)
def test_sniffing(data: bytes, name: str, expected: Format) -> None:
    assert sniff(data, name) is expected


LOCKED_PDF = b"""%%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [] /Count 0>> endobj
3 0 obj <</Filter /Standard /V 1 /R 2 /P -4 /O <%b> /U <%b>>> endobj
trailer <</Root 1 0 R /Encrypt 3 0 R /ID [<00> <00>]>>
%%%%EOF""" % (b"11" * 32, b"22" * 32)

REFUSALS = [
    ("empty.txt", b"", "is empty"),
    ("blank.txt", b" \n\t\n ", "holds no text"),
    ("a.zip", zipped(a="x"), "holds other files and no text of its own"),
    ("a.tar.gz", b"\x1f\x8b\x08rest", "is damaged"),
    ("a.7z", b"7z\xbc\xaf\x27\x1c", "is damaged"),
    ("a.rar", b"Rar!\x1a\x07\x01\x00", "is an archive"),
    ("cut.docx", zipped(a="x")[:30], "is damaged"),
    ("a.png", b"\x89PNG\r\n\x1a\nxx", "OCR"),
    ("a.mp3", b"ID3\x04\x00\x00\x00", "is a recording"),
    ("a.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "is a photograph in HEIC or AVIF, .* save it as JPEG"),
    ("a.lnk", b"L\0\0\0\x01\x14\x02\0" + bytes(68), "is a shortcut, .* add the file that it leads to"),
    ("a.one", bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3"), "is a section of OneNote"),
    ("a.pages", zipped(**{"Index__Document.iwa": "x"}), "is a document of Pages, Numbers or Keynote"),
    ("a.odg", zipped(mimetype="application/vnd.oasis.opendocument.graphics", content="x"), "is a package"),
    ("a.wpd", b"\xffWPC\x10\x00", "WordPerfect"),
    ("a.exe", b"MZ\x90\x00\x03\x00", "is a program"),
    ("a.bin", bytes(range(256)) * 20, "of a kind that Lexdesk does not know"),
    ("not.pdf", b"just text", "is not a PDF"),
    ("cut.pdf", b"%PDF-1.4\n1 0 obj", "is damaged or not really a PDF"),
    ("data.json", b'{"a": 1}', "is a data file"),
    ("locked.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
    ("locked.pdf", LOCKED_PDF, "protected by a password"),
    ("odd.doc", OLE, "old Office file"),
    ("broken.docx", zipped(**{"[Content_Types].xml": "", "word__document.xml": "<x"}), "damaged|no text"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "data", "reason"), REFUSALS, ids=[r[0] for r in REFUSALS])
def test_failure_messages_are_one_sentence_with_file_name(
    tmp_path: Path, name: str, data: bytes, reason: str
) -> None:
    with pytest.raises(FileFailed, match=reason) as error:
        read(written(tmp_path, name, data))
    message = str(error.value)
    assert message.startswith(name)
    assert message.endswith(".")
    assert "\n" not in message


def test_non_files_are_rejected(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, reason in [
        (tmp_path, "is a folder"),
        (tmp_path / "pipe", "no regular file"),
        (tmp_path / "missing.txt", "cannot be opened"),
    ]:
        with pytest.raises(FileFailed, match=reason):
            read(path)


def test_oversized_file_is_rejected_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    with raises_code(FileFailed, FileCode.TOO_LARGE):
        read(path)


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        (
            b"!BDN" + bytes(60),
            "is a data file of Outlook, which Lexdesk does not read; drag its mails",
        ),
        (b"\x1aE\xdf\xa3", "is a recording, which Lexdesk does not read; add a transcript"),
    ],
)
def test_oversized_file_of_known_format_is_rejected_for_its_format(
    tmp_path: Path, head: bytes, reason: str
) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as file:
        file.write(head)
        file.truncate(MAX_FILE_BYTES + 1)
    with pytest.raises(FileFailed, match=reason):
        read(path)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Käse §".encode(), "Käse §"),
        (b"\xef\xbb\xbfbom", "bom"),
        ("Käse".encode("utf-16"), "Käse"),
        ("Käse wie nie".encode("utf-16-le"), "Käse wie nie"),
        ("Käse wie nie".encode("utf-16-be"), "Käse wie nie"),
        ("Käse".encode("utf-32"), "Käse"),
        ("§ 5 “quoted” – 3 €".encode("cp1252"), "§ 5 “quoted” – 3 €"),
        (b"a\x81b\xe4", "a\x81bä"),
        (
            "Mängel an Tür, Fußboden, Dächern, Gängen und Höfen; ".encode() * 3 + b"K\xe4se \x80",
            "Mängel an Tür, Fußboden, Dächern, Gängen und Höfen; " * 3 + "Käse €",
        ),
        ("Spaß« und Gemäß« für Bürger".encode("cp1252"), "Spaß« und Gemäß« für Bürger"),
        (b"a\r\nb\rc", "a\nb\nc"),
    ],
)
def test_encodings(data: bytes, text: str) -> None:
    assert decode(data) == text


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text",
    [
        "第一条 为了保护民事主体的合法权益，调整民事关系，维护社会和经济秩序，制定本法。\n第二条 民法调整平等主体。",
        "Статья 1. Основные начала гражданского законодательства",
        "第一条　私権は、公共の福祉に適合しなければならない。権利の行使及び義務の履行は、信義に従う。",
        "제1조(법원) 민사에 관하여 법률에 규정이 없으면 관습법에 의하고 관습법이 없으면 조리에 의한다.",
    ],
)
def test_utf_16_without_bom_is_detected_in_other_scripts(text: str, encoding: str) -> None:
    assert read_source(Source(Path("a.txt"), text.encode(encoding))).text == text


def test_random_bytes_are_not_utf_16() -> None:
    for seed in range(50):
        data = random.Random(seed).randbytes(4096)
        with pytest.raises(FileFailed):
            sniff(data, "a.txt")


@pytest.mark.parametrize(
    ("charset", "encoding", "text"),
    [
        ("iso-8859-1", "cp1252", "The “Tenant” pays 5 € – now"),
        ("us-ascii", "cp1252", "§ 5 “quoted”"),
        ("iso-8859-1", "utf-8", "§ 5 “quoted”"),
        ("gb2312", "gb18030", "镕基“合同”"),
        ("shift_jis", "cp932", "①契約"),
        ("iso-8859-8-i", "iso8859-8", "חוק"),
        ("koi8-r", "koi8-r", "Договор"),
        ("unicode_escape", "utf-8", "C:\\new “x”"),
        ("undefined", "utf-8", "§ 5"),
        ("x-unknown", "cp1252", "§ 5"),
        ("hex", "utf-8", "§ 5"),
    ],
)
def test_declared_charsets(charset: str, encoding: str, text: str) -> None:
    """As pages and as mails declare them: by smaller names than what is meant, wrongly, or by none."""
    data = text.encode(encoding)
    page = b"<html><meta charset='%s'><p>%s</p></html>" % (charset.encode(), data)
    assert text in decode_markup(page)
    head = (
        b"From: a@b.c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nContent-Type: text/%s; charset=%s\n\n"
    )
    for kind, body in ((b"plain", data), (b"html", page)):
        mail = head % (kind, charset.encode()) + body
        assert text in read_source(Source(Path("a.eml"), mail)).text


def test_mail_header_charset_precedes_html_charset() -> None:
    mail = (
        "From: a@b.c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nContent-Type: text/html; charset=koi8-r\n\n"
        "<html><meta charset='koi8-r'><p>Договор"
    ).encode("koi8-r")
    assert "Договор" in read_source(Source(Path("a.eml"), mail)).text


def test_malformed_mail_headers_are_ignored() -> None:
    mail = (
        b'From: a@b.c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nSubject: K\xfcndigung\nCc: "M\xfcller" <a@b.c>, b@\n'
        b"Content-Type: multipart/related; boundary=X\n\n--X\nContent-Type: text/html\n\n<p>The page\n"
        b"--X\nContent-Type: text/css\n\np {color: red}\n"
        b"--X\nContent-Type: text/plain; name*=undefined''K%FCn.txt\n\nthe end\n--X--\n"
    )
    document = read_source(Source(Path("a.eml"), mail))
    assert document.title == "Kündigung"
    assert "Cc: Müller <a@b.c>, b@" in document.text.replace('"', "")
    assert document.text.endswith("\nThe page\nthe end")


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<div>one</div><div>two <b>three</b></div>", "one\ntwo three"),
        ("bare<br>break<br><br>blank", "bare\nbreak\n\nblank"),
        ("<p>a<p>b", "a\n\nb"),
        ("<blockquote>q</blockquote><dl><dt>Term<dd>means</dl>", "q\n\nTerm\nmeans"),
        ("<center><font>ACT</font></center><form><p>1", "ACT\n\n1"),
        ("<ul><li>a<li>b</ul><h2>H</h2>c", "a\nb\n\nH\n\nc"),
        ("<table><tr><td><p>a</p><td>b<tr><td>c<td>d</table>", "a b\nc d"),
        ("<table><tr><td>menu<td><table><tr><td>a<td>b</table><p>c</table>", "menu\n\na b\n\nc"),
        ("<pre>a\n  b</pre> c  \n d", "a\n  b\n\nc d"),
        (
            "<p>see <a href='u'>Art. 5</a><sup>1</sup>, R&amp;D &#147;q&#148;",
            "see Art. 5¹, R&D “q”",
        ),
        (
            "<nav>menu</nav><script>x</script><style>y</style>a<p hidden>h<p style='display: none'>n",
            "a",
        ),
        ("<table><tr><td>a<tr style='display:none'><td>h<tr><td>b<td>c</table>", "a\nb c"),
        ("<header>head</header><footer>note</footer><img alt='seal'>", "head\n\nnote\n\nseal"),
        ("a\0b<!-- c -->d", "abd"),
    ],
)
def test_visible_html_text_is_read_once(page: str, text: str) -> None:
    source = Source(Path("a.html"), f"<html><head><title>T</title></head><body>{page}".encode())
    assert read_source(source).text == text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>Directive 2002/58<sup>4</sup> and Article 9<sup> 12 </sup>too", "Directive 2002/58⁴ and Article 9 ¹² too"),
        ("<p><sup>2</sup>Der Vorstand<sup><a href='#n'>7</a></sup> haftet", "²Der Vorstand⁷ haftet"),
        ("<p>Recital 4<sup>3)</sup>, the 1<sup>st</sup> of 80 m<sup>2</sup>", "Recital 4³), the 1st of 80 m²"),
        ("<p>no end<sup>5<p>Article <b>17</b>", "no end⁵\n\nArticle 17"),
        ("<p>H<sub>2</sub>O</sup> and <b>3</b>", "H2O and 3"),
    ],
)  # fmt: skip
def test_superscript_numbers_in_html_stay_apart(page: str, text: str) -> None:
    source = Source(Path("a.html"), f"<html><head><title>T</title></head><body>{page}".encode())
    assert read_source(source).text == text


def test_note_marks_behind_headings_hide_no_article() -> None:
    page = (
        "<h1>Regulation (EU) 2021/777<sup>1</sup> on hives of 2 m<sup>2</sup></h1>"
        "<h2>Article 1<sup>12</sup></h2><h3>Hives of 2 m<sup>2</sup><sup>3</sup></h3>"
        "<p>1. Hives are kept<sup>4</sup>.</p><h2>Article 2<sup>5</sup></h2><p>They stay.</p>"
        "<h2>Article 3</h2><p>It applies.</p>"
    )
    document = read_source(Source(Path("a.html"), f"<html lang=en><body>{page}".encode()))
    assert document.title == "Regulation (EU) 2021/777 on hives of 2 m²"
    assert [p.eid for p in document.provisions] == ["art_1", "art_1__para_1", "art_2", "art_3"]
    assert "Article 1¹²\n\nHives of 2 m²³\n\n1. Hives are kept⁴." in document.text
    first = document.provisions[1]
    assert document.text[first.start : first.end].strip() == "1. Hives are kept⁴."


def test_deeply_nested_html_is_read() -> None:
    source = Source(Path("a.html"), b"<html><body>" + b"<div>" * 100_000 + b"text")
    assert read_source(source).text == "text"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<ol><li>a<li>b<ol type=a><li>c<li>d</ol><li>e</ol>", "1. a\n2. b\n\na. c\nb. d\n\n3. e"),
        ("<ol start=4 type=I><li>a<li value=9>b<li>c</ol>", "IV. a\nIX. b\nX. c"),
        ("<ol type=A start=26><li>a<li>b<li type=i value=14>c</ol>", "Z. a\nAA. b\nxiv. c"),
        ("<ol reversed><li>a<li value=5>b<li>c<ul><li>d</ul></ol>", "3. a\n5. b\n4. c\n\nd"),
        ("<ol reversed start=3><li><p>a</p><p>b</p><li>c</ol>", "3. a\n\nb\n\n2. c"),
        ("<ol><li><ol type=a><li>x<li>y</ol><li>z</ol>", "1. a. x\nb. y\n\n2. z"),
        ("<ol><li hidden>h<li><li>b</ol><ol start=0 type=i><li>c<li>d</ol>", "2. b\n\n0. c\ni. d"),
        ("<table><tr><td>k<td><ol reversed><li>a<li>b</ol></table>", "k 2. a 1. b"),
        ("<ol start=99999999999><li>a</ol><ol type=x start=y><li>b</ol>", "1. a\n\n1. b"),
        ("<ul><li>a</ul><menu><li>b</menu><li>c", "a\n\nb\nc"),
        ("<ol style='list-style: none'><li>a</ol><ol><li style='list-style-type:none'>b<li>c</ol>", "a\n\nb\n2. c"),
        ("<ol style='list-style:upper-roman inside'><li>a</ol>", "I. a"),
        (
            "<ol><li>(a) a<li>2.1 b<li><b>3.</b> c<li>4 copies<li>J. Doe</ol><ol type=a><li>a. x</ol>",
            "(a) a\n2.1 b\n3. c\n4. 4 copies\n5. J. Doe\n\na. x",
        ),
    ],
)  # fmt: skip
def test_html_list_numbers_are_text(page: str, text: str) -> None:
    source = Source(Path("a.html"), f"<html><body>{page}</body></html>".encode())
    assert read_source(source).text == text


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_html_is_read_in_bounded_memory() -> None:
    page = b"<p>The <b>seller</b> delivers <i>all</i> goods</p>" * 40_000
    code = (
        "import re, sys; from pathlib import Path; from lexdesk.extract.parsers import html; "
        "html.shown_text(b'<p>text', 'b.html'); "
        "status = Path('/proc/self/status'); "  # getrusage gives the peak of the starting process, too
        r"peak = lambda: int(re.search(r'VmHWM:\s+(\d+)', status.read_text())[1]); "
        "before = peak(); html.shown_text(sys.stdin.buffer.read(), 'a.html'); print(peak() - before)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], input=page, stdout=subprocess.PIPE, check=True
    )
    assert int(ran.stdout) * 1024 < 25 * len(page)


@pytest.mark.parametrize(
    "text", ["Käse und mehr Text!!", "Die Miete ist im Voraus zu zahlen. " * 9]
)
def test_mailing_list_footer_after_base64_body_is_tolerated(text: str) -> None:
    head = b"From: a@b.c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nContent-Type: text/plain; charset=utf-8\n"
    body = base64.encodebytes(text.encode()) + b"\n_____\nThe list\n"
    mail = head + b"Content-Transfer-Encoding: base64\n\n" + body
    shown = read_source(Source(Path("a.eml"), mail)).text
    assert text.strip() in shown
    assert shown.endswith("_____\nThe list")


@pytest.mark.parametrize(
    ("type_", "body", "shown"),
    [
        ("text/rtf", "{\\rtf1\\ansi The {\\b rent} is due.\\par}", "The rent is due."),
        (
            "text/enriched",
            "<bold>Now</bold> the <<rent\nis\n\n<color><param>red</param>due<nofill> at\n  once</nofill></color>",
            "Now the <rent is\ndue at\n  once",
        ),
        ("text/richtext", "The <italic>rent</italic>\nis <lt>due<nl>at once", "The rent is <due\nat once"),
    ],
)  # fmt: skip
def test_html_mail_is_read_without_markup(type_: str, body: str, shown: str) -> None:
    mail = f"From: a@b.c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nContent-Type: {type_}\n\n{body}\n"
    assert read_source(Source(Path("a.eml"), mail.encode())).text.endswith(f"\n\n{shown}")


def test_mail_with_byte_order_mark_is_read() -> None:
    mail = b"\xef\xbb\xbfFrom: a@b.c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nSubject: Rent\n\nPaid."
    assert read_source(Source(Path("a.eml"), mail)).title == "Rent"


def test_charset_with_nul_byte_is_ignored() -> None:
    mail = b"From: a@b.c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nContent-Type: text/plain; charset=x\0y\n\nRent"
    assert "Rent" in read_source(Source(Path("a.eml"), mail)).text


@pytest.mark.parametrize(
    ("raw", "cleaned"),
    [
        ("a  \r\nb\t\n", "a\nb"),
        ("a\n\n\n\n\nb", "a\n\nb"),
        ("nul\x00 bell\x07 soft\u00adhyphen", "nul bell softhyphen"),
        ("Art.\u00a06", "Art. 6"),
        ("re\u0301sume\u0301", "résumé"),
        ("exam\x02\r\nple", "example"),
        ("page\fbreak", "page\nbreak"),
        ("lone \ud800 surrogate", "lone  surrogate"),
    ],
)
def test_cleaning(raw: str, cleaned: str) -> None:
    assert clean(raw) == cleaned


@given(st.text())
def test_cleaning_is_idempotent(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert unicodedata.is_normalized("NFC", once)
    once.encode()


@given(st.lists(st.text(min_size=1), min_size=1, max_size=5))
def test_page_offsets_match_text(pages: list[str]) -> None:
    try:
        document = assemble(pages, name="x.pdf", paged=True)
    except FileFailed:
        assert not any(clean(p).strip() for p in pages)
        return
    document.validate()
    assert [document.text[p.start : p.end] for p in document.pages] == [clean(p) for p in pages]


SPANS = st.integers(0, 50)


@given(
    st.text(),
    st.text(),
    st.none() | st.dates(),
    st.lists(st.tuples(st.text(), st.text(), SPANS, SPANS), max_size=4),
)
def test_documents_survive_json(
    text: str, title: str, date: datetime.date | None, rows: list[tuple[str, str, int, int]]
) -> None:
    document = Document(
        text=text.encode(errors="replace").decode(),
        title=title.encode(errors="replace").decode(),
        valid_from=date,
        provisions=tuple(Provision(e, "article", n, n, e, None, a, b) for e, n, a, b in rows),
        pages=tuple(Page(a, a, b) for _, _, a, b in rows),
    )
    assert Document.from_json(document.to_json()) == document


def test_unknown_xml_has_one_line_per_paragraph() -> None:
    """As Word 2003 writes its XML, also into .doc: words go on from run to run, and pictures are no text."""
    word = """<?xml version="1.0"?><?mso-application progid="Word.Document"?>
    <w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:body>
    <w:p><w:r><w:t>1.</w:t><w:tab/><w:t>Defi</w:t></w:r><w:r><w:t>nitions</w:t></w:r></w:p>
    <w:pict><w:binData w:name="wordml://1.png">iVBORw0KGgo</w:binData></w:pict>
    <w:p><w:r><w:t>The parties agree.</w:t></w:r></w:p></w:body></w:wordDocument>"""
    document = read_source(Source(Path("a.doc"), word.encode()))
    assert document.text.split("\n") == ["1. Definitions", "The parties agree."]
    log = b'<?xml version="1.0"?><a>x</a>\n<?xml version="1.0"?><a>y</a>'
    assert read_source(Source(Path("a.log"), log)).text == log.decode()
    with raises_code(FileFailed, FileCode.XML_INVALID):
        read_source(Source(Path("a.xml"), log))


def test_pdf_has_pages() -> None:
    document = read(FIXTURES / "three-pages.pdf")
    assert [p.number for p in document.pages] == [1, 2, 3]
    first, *_ = document.pages
    assert document.text[first.start : first.end].startswith("EXHIBIT 99.1\nJOINT FILING AGREEMENT")
    assert document.pages[-1].end == len(document.text)
    assert document.title == "three-pages"


def damaged_pdf(pages: int, *damaged: int) -> bytes:
    """A PDF of ``pages``, of which those with the numbers ``damaged`` cannot be read."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    for number in range(1, pages + 1):
        canvas.drawString(100, 700, f"The page {number}")
        canvas.showPage()
    canvas.save()
    data = buffer.getvalue()
    objects = re.findall(rb"(?m)^(\d+ 0 obj\s*)<<[^<>]*/Contents", data)  # of the pages
    for number in damaged:
        begins = b"\n" + objects[number - 1]
        data = data.replace(begins + b"<<", begins + b"((")
    return data


def test_damaged_page_fails_alone() -> None:
    document = read_source(Source(Path("a.pdf"), damaged_pdf(3, 2)))
    shown = [document.text[page.start : page.end] for page in document.pages]
    assert shown == ["The page 1", "", "The page 3"]
    assert [page.confidence for page in document.pages] == [None] * 3
    assert document.damaged_pages == (2,)
    assert Document.from_json(document.to_json()) == document
    with raises_code(FileFailed, FileCode.PDF_DAMAGED, name="a.pdf"):
        read_source(Source(Path("a.pdf"), damaged_pdf(3, 1, 2, 3)))


def test_page_numbers_survive_damaged_page() -> None:
    path = FIXTURES / "three-pages.pdf"
    data, whole = path.read_bytes(), read(path)
    second = list(re.finditer(rb"\d+ 0 obj\s*<<(?=[^<>]*/Type\s*/Page\b)", data))[1]
    broken = data[: second.end() - 2] + b"((" + data[second.end() :]
    document = read_source(Source(path, broken))
    assert document.damaged_pages == (2,)
    assert [page.number for page in document.pages] == [1, 2, 3]
    kept = [document.text[page.start : page.end] for page in document.pages[::2]]
    assert kept == [whole.text[page.start : page.end] for page in whole.pages[::2]]


def test_commands_report_unreadable_pages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["cite", str(written(tmp_path, "a.pdf", damaged_pdf(3, 2)))])
    assert capsys.readouterr().err.startswith(
        "a.pdf: page 2 cannot be read, since the PDF is damaged"
    )


@pytest.mark.slow
def test_library_reports_unreadable_pages(tmp_path: Path) -> None:
    alone = written(tmp_path, "alone.pdf", damaged_pdf(9, 2, 5, 6, 7))
    bundle = tmp_path / "bundle.zip"
    with zipfile.ZipFile(bundle, "w") as archive:
        archive.writestr("packed.pdf", damaged_pdf(3, 3))
    wanted = {
        f"{alone}": "pages 2, 5-7 cannot be read, since the PDF is damaged there; open it in the program"
        " that made it, save it again and add that.",
        f"{bundle}/packed.pdf": "page 3 cannot be read, since the PDF is damaged there; open it in the program"
        " that made it, save it again and add that.",
    }
    with Library.open(tmp_path / "library", create=True) as library:
        first = library.sources.add([alone, bundle], vectors=False)
        assert (first.added, first.failed) == (2, wanted)
        again = library.sources.add([alone, bundle], vectors=False)
        assert (again.unchanged, again.failed) == (2, wanted), "told each time"
        assert library.sources.retry_failed([str(alone)], vectors=False).failed == {
            path: reason for path, reason in wanted.items() if str(alone) in path
        }
        renamed = alone.rename(tmp_path / "renamed.pdf")
        assert library.sources.add([renamed], vectors=False).moved == 1
        assert str(renamed) in library.catalogue.failures()
        renamed.write_bytes(damaged_pdf(9, 2))
        assert list(library.sources.add([renamed], vectors=False).failed) == [str(renamed)]
        renamed.write_bytes(damaged_pdf(9))
        assert library.sources.add([renamed], vectors=False).failed == {}
        assert list(library.catalogue.failures()) == [f"{bundle}/packed.pdf"]
        bundle.unlink()
        library.sources.add([tmp_path], vectors=False, prune=True)
        assert library.catalogue.failures() == {}


def test_long_page_lists_are_abbreviated() -> None:
    document = Document("a", "a", damaged_pages=tuple(range(1, 101, 2)))
    message = message_of_pages(unread_pages(document))
    assert message.startswith("pages 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 … cannot be read")


@pytest.mark.parametrize("is_drawn_anew", [True, False])
def test_xfa_form_is_rejected(is_drawn_anew: bool) -> None:
    """Its one page asks to wait, in the place of what the form says (XFA 3.3, ``NeedsRendering``)."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=0)
    canvas.drawString(100, 700, "Please wait...")
    canvas.save()
    form = b"/AcroForm <</Fields [] /XFA [(template) 1 0 R]>> "
    form += b"/NeedsRendering true " if is_drawn_anew else b""
    data = buffer.getvalue().replace(b"/Type /Catalog", form + b"/Type /Catalog")
    source = Source(Path("a.pdf"), data)
    if is_drawn_anew:
        with raises_code(FileFailed, FileCode.PDF_XFA_FORM):
            read_source(source)
    else:
        assert read_source(source).text == "Please wait..."


def test_form_field_values_are_text() -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.drawString(20, 700, "CLAIM FORM of the county court")
    canvas.drawString(20, 660, "Claimant:")
    canvas.drawString(60, 620, "A hearing is wanted")
    form = canvas.acroForm
    form.textfield(name="f1[0]", value="Erika Müller", x=120, y=655, width=200, height=20)
    form.checkbox(name="b1", checked=True, x=30, y=615, size=20)
    form.checkbox(name="b2", tooltip="Costs", checked=False, x=30, y=575)
    tracks = ["Small claims", "Fast track"]
    form.choice(
        name="c",
        tooltip="Track",
        value="Fast track",
        options=tracks,
        x=20,
        y=500,
        width=99,
        height=20,
    )
    form.listbox(
        name="l",
        tooltip="Court",
        value="Leeds",
        options=["York", "Leeds"],
        x=20,
        y=400,
        width=99,
        height=50,
    )
    form.radio(name="r", tooltip="Plaintiff", value="p", selected=True, x=20, y=300)
    form.radio(name="r", tooltip="Defendant", value="d", selected=False, x=60, y=300)
    form.textfield(
        name="s", value="secret", fieldFlags="password", x=20, y=200, width=99, height=20
    )
    form.textfield(
        name="h", value="unseen", annotationFlags="hidden", x=20, y=150, width=99, height=20
    )
    form.textfield(name="e", tooltip="Empty", value="", x=20, y=100, width=99, height=20)
    canvas.showPage()
    canvas.drawString(20, 700, "The second page")
    canvas.save()
    document = read_source(Source(Path("a.pdf"), buffer.getvalue()))
    first, second = (document.text[page.start : page.end] for page in document.pages)
    assert first == (
        "CLAIM FORM of the county court\nClaimant:\nA hearing is wanted\n\n"
        "Claimant: Erika Müller\n☒ A hearing is wanted\nTrack: Fast track\nCourt: Leeds\n☒ Plaintiff"
    )
    assert second == "The second page"


def test_docx() -> None:
    document = read(FIXTURES / "simple.docx")
    assert document.text.startswith("These are a few of my favorite things:")
    assert (document.language, document.kind) == ("en", "document")


def test_docx_keeps_escaped_characters(tmp_path: Path) -> None:
    """As programs write them, also those that escape every letter beyond ASCII."""
    document = docx.Document()
    document.add_paragraph("R&D of AT&T, where 1 < 2 > 0")
    document.add_paragraph("M\N{PILCROW SIGN}ller \N{SECTION SIGN}")
    document.add_table(rows=1, cols=1).rows[0].cells[0].text = "P&L"
    path = tmp_path / "policy.docx"
    document.save(str(path))
    with zipfile.ZipFile(path) as packed:
        parts = {member: packed.read(member) for member in packed.namelist()}
    body = parts["word/document.xml"]
    body = body.replace("\N{PILCROW SIGN}".encode(), b"&#252;").replace(
        b"P&amp;L", b"P&#x26;L &quot;&#xD800;"
    )
    parts["word/document.xml"] = body.replace("\N{SECTION SIGN}".encode(), b"&quot;&apos;")
    with zipfile.ZipFile(path, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    text = read(path).text
    assert "R&D of AT&T, where 1 < 2 > 0" in text
    assert "Müller \"'" in text
    assert 'P&L "' in text, "a reference to no character harms nothing else"


_RUNS = """<w:p><w:r><w:t>1.</w:t></w:r><w:r><w:tab/></w:r><w:r><w:t>Definitions</w:t></w:r></w:p>
<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr><w:r><w:tab/><w:t>indented</w:t></w:r></w:p>
<w:p><w:r><w:t>Name:</w:t><w:tab/><w:tab/><w:t>Date:</w:t>
<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/></w:r></w:p>
<w:p><w:r><w:t>a</w:t></w:r><w:del w:id="5" w:author="a"><w:r><w:delText>b</w:delText><w:tab/></w:r></w:del>
<w:r><w:t>c</w:t></w:r></w:p>
<w:p><w:r><w:t>non</w:t><w:noBreakHyphen/><w:t>compete one</w:t><w:cr/><w:t>line</w:t></w:r></w:p>
<w:p><w:pPr><w:rPr><w:moveFrom w:id="1" w:author="a"/></w:rPr></w:pPr><w:r><w:t>kept</w:t></w:r></w:p>
<w:p><w:moveFromRangeStart w:id="2" w:name="m"/>
<w:moveFrom w:id="3" w:author="a"><w:r><w:t>moved away</w:t></w:r></w:moveFrom>
<w:moveFromRangeEnd w:id="2"/></w:p>
<w:p><w:moveTo w:id="4" w:author="a"><w:r><w:t>moved here</w:t></w:r></w:moveTo></w:p>"""


def test_docx_keeps_symbol_elements(tmp_path: Path) -> None:
    """Tabs, hyphens and line breaks in a run; and what was moved elsewhere stands there alone."""
    document = docx.Document()
    document.add_paragraph("BODY")
    document.save(str(path := tmp_path / "contract.docx"))
    with zipfile.ZipFile(path) as packed:
        parts = {member: packed.read(member) for member in packed.namelist()}
    body = parts["word/document.xml"]
    parts["word/document.xml"] = re.sub(
        rb"<w:p>(?:(?!</w:p>).)*BODY.*?</w:p>", _RUNS.encode(), body, flags=re.DOTALL
    )
    with zipfile.ZipFile(path, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    assert read(path).text.split("\n\n") == [
        "1. Definitions",
        "indented",
        "Name: Date:",
        "ac",
        "non-compete one\nline",
        "kept",
        "moved here",
    ]


STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"


def word(body: str, **parts: str) -> Document:
    """A Word document of a body and other parts, each the content of its root element."""
    names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    compatible = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    files = {
        f"word__{name}.xml": f"<w:part {names} {compatible}>{content}</w:part>"
        for name, content in {"document": f"<w:body>{body}</w:body>", **parts}.items()
    }
    data = zipped(**{"[Content_Types].xml": "", **files})
    return read_source(Source(Path("a.docx"), data))


def paragraph(text: str, runs: str = "") -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r>{runs}</w:p>"


def field(code: str, shown: str) -> str:
    begin, separate, end = (
        f'<w:r><w:fldChar w:fldCharType="{item}"/></w:r>' for item in ("begin", "separate", "end")
    )
    code = f"<w:r><w:instrText>{code}</w:instrText></w:r>"
    return f"{begin}{code}{separate}<w:r><w:t>{shown}</w:t></w:r>{end}"


def test_docx_headers_footers_and_comments_follow_text() -> None:
    box = f"<mc:Choice>{paragraph('In a box')}</mc:Choice><mc:Fallback>{paragraph('In a box')}</mc:Fallback>"
    change = "<w:del><w:r><w:t>old</w:t></w:r></w:del><w:r><w:tab/><w:t>AT&amp;T</w:t></w:r>"
    document = word(
        paragraph("The lease."),
        header1=paragraph("Az. 12 O 345/20", change) + f"<w:p><w:r>{box}</w:r></w:p>",
        header2=paragraph("Az. 12 O 345/20", change) + f"<w:p><w:r>{box}</w:r></w:p>",
        header3="<w:p/>",
        header4=paragraph("Strictly")
        .replace("w:", "s:")
        .replace("<s:p>", f'<s:p xmlns:s="{STRICT}">'),
        footer1=paragraph(
            "Seite ", field(" PAGE ", "3") + "<w:r><w:t> von </w:t></w:r>" + field("NUMPAGES", "9")
        ),
        footer2=paragraph(
            "Confidential – Page ",
            '<w:fldSimple w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple><w:r><w:t> of </w:t></w:r>'
            + field("NUMPAGES", "9"),
        ),
        footer3=paragraph("Form of ", field("DATE", "May 2020")),
        comments=f"""<w:comment w:id="0" w:author="A. Reviewer" w:date="2020-01-02T00:00:00Z">
            {paragraph("Too low?")}</w:comment><w:comment w:id="1">{paragraph("Agreed.")}</w:comment>""",
    )
    assert document.text.split("\n\n") == [
        "The lease.",
        "Header: Az. 12 O 345/20 AT&T\nIn a box",
        "Header: Strictly",
        "Footer: Confidential",
        "Footer: Form of May 2020",
        "Comment by A. Reviewer, 2020-01-02: Too low?",
        "Comment: Agreed.",
    ]


def test_damaged_docx_side_parts_are_ignored() -> None:
    assert word(paragraph("The lease."), header1="<w:p>", footer1="").text == "The lease."


def test_docx_side_parts_belong_to_no_clause() -> None:
    clauses = "".join(
        paragraph(
            f"{number}. {name}. The parties agree on the {name.lower()} of the goods that are sold."
        )
        for number, name in enumerate(
            ("Definitions", "Sale", "Price", "Delivery", "Liability", "Term"), 1
        )
    )
    head = paragraph("This Sale Agreement is made on 1 May 2020 between A Ltd and B Ltd.")
    document = word(head + clauses, footer1=paragraph("Draft of counsel"))
    last = document.provisions[-1]
    assert document.text[last.start : last.end].endswith("goods that are sold.")
    assert document.text.endswith("sold.\n\nFooter: Draft of counsel")


def test_docx_notes_keep_printed_numbers() -> None:
    def reference(kind: str, attributes: str) -> str:
        return f"<w:r><w:{kind}Reference {attributes}/></w:r>"

    def note(kind: str, id_: int, text: str) -> str:
        own = f"<w:r><w:{kind}Ref/></w:r><w:r><w:t>{text}</w:t></w:r>"
        return f'<w:{kind} w:id="{id_}"><w:p>{own}</w:p></w:{kind}>'

    star = reference("footnote", 'w:customMarkFollows="1" w:id="5"') + "<w:r><w:t>*</w:t></w:r>"
    gone = "<w:del>" + reference("footnote", 'w:id="9"') + "</w:del>"
    document = word(
        paragraph("One", reference("footnote", 'w:id="2"'))
        + paragraph("Two", gone + star)
        + paragraph("Three", reference("footnote", 'w:id="4"') + reference("endnote", 'w:id="2"')),
        footnotes=note("footnote", 2, " BGH") + note("footnote", 4, " OLG"),
        endnotes=note("endnote", 2, " BVerfG"),
    )
    assert document.text.split("\n\n") == [
        "One[1]", "Two*", "Three[2][i]", "[1] BGH", "[2] OLG", "[i] BVerfG",
    ]  # fmt: skip


BOX = f"""<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><w:txbxContent>{paragraph("Received 3 March 2026")}
    </w:txbxContent></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>{paragraph("Received 3 March 2026")}
    </w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>"""


def text_run(text: str, properties: str = "") -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>"


def test_docx_reads_first_note_and_paragraph_around_text_box() -> None:
    document = word(
        paragraph(
            "The claim is barred", '<w:r><w:footnoteReference w:id="1"/></w:r>' + text_run(".")
        )
        + paragraph("The supplier ", BOX + text_run("shall pay.")),
        footnotes=f"""<w:footnote w:type="separator" w:id="0">{paragraph("no note")}</w:footnote>
            <w:footnote w:id="1"><w:p><w:r><w:footnoteRef/></w:r>{text_run(" See Smith.")}</w:p>{paragraph("And Jones.")}
            </w:footnote><w:footnote w:id="2">{paragraph("deleted with its reference")}</w:footnote>""",
    )
    assert document.text.split("\n\n") == [
        "The claim is barred[1].", "The supplier shall pay.", "Received 3 March 2026", "[1] See Smith.", "And Jones.",
    ]  # fmt: skip


def test_docx_superscript_digits_are_raised() -> None:
    raised = '<w:vertAlign w:val="superscript"/>'
    style = f'<w:style w:type="character" w:styleId="Mark"><w:rPr>{raised}</w:rPr></w:style>'
    runs = (
        text_run("1", raised)
        + text_run(" and Article 7")
        + text_run("12", '<w:rStyle w:val="Mark"/>')
    )
    runs += (
        text_run(", the 3")
        + text_run("rd", raised)
        + text_run(" of CO")
        + text_run("2", "<w:vertAlign w:val='subscript'/>")
    )
    document = word(paragraph("Article 6", runs), styles=style)
    assert document.text == "Article 6¹ and Article 7¹², the 3rd of CO2"


def test_docx_form_fields_and_symbols_are_text() -> None:
    def form(data: str) -> str:
        return (
            f'<w:r><w:fldChar w:fldCharType="begin"><w:ffData>{data}</w:ffData></w:fldChar></w:r>'
        )

    entries = '<w:listEntry w:val="Fast track"/><w:listEntry w:val="Small claims"/>'
    runs = (
        form("<w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>") + text_run(" Yes ")
        + form("<w:checkBox><w:default w:val='0'/></w:checkBox>") + text_run(" No ")
        + form(f'<w:ddList><w:result w:val="1"/>{entries}</w:ddList>') + text_run(" ")
        + form(f'<w:ddList><w:result w:val="9"/>{entries}</w:ddList>')
        + '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:font="Arial" w:char="00A7"/><w:sym w:char="x"/></w:r>'
    )  # fmt: skip
    assert word(paragraph("Urgent: ", runs)).text == "Urgent: ☒ Yes ☐ No Small claims ☑§"


def test_docx_tables_state_each_cell_once() -> None:
    def cell(content: str, properties: str = "") -> str:
        return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"

    deleted = "<w:trPr><w:del w:id='1'/></w:trPr>"
    table = f"""<w:tbl><w:tr>{cell(paragraph("Term"), '<w:vMerge w:val="restart"/>')}{cell(paragraph("Meaning"))}</w:tr>
        <w:tr>{cell("<w:p/>", "<w:vMerge/>")}{cell(paragraph("wide"), '<w:gridSpan w:val="2"/>')}</w:tr>
        <w:tr>{deleted}{cell(paragraph("gone"))}</w:tr>
        <w:sdt><w:sdtContent><w:tr>{cell(paragraph("1.") + paragraph("2."))}{cell(paragraph("Price"))}</w:tr>
        </w:sdtContent></w:sdt></w:tbl>"""
    assert word(paragraph("Above") + table).text == "Above\n\nTerm Meaning\nwide\n1.\n2.\nPrice"


def level(at: int, text: str, format_: str = "decimal", more: str = "") -> str:
    return f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{format_}"/>{more}<w:lvlText w:val="{text}"/></w:lvl>'


def lists(*nums: str) -> str:
    """Two lists: of clauses, whose first level is that of a style, and of §§; ``nums`` are lists of them."""
    clauses = (
        level(0, "%1.", more='<w:pStyle w:val="Clause"/>')
        + level(1, "%1.%2")
        + level(2, "(%3)", "lowerLetter")
    )
    sections = (
        level(0, "§ %1") + level(1, "%1.%2", "decimal", "<w:isLgl/>") + level(2, "●", "bullet")
    )
    return "".join(
        (f'<w:abstractNum w:abstractNumId="0">{clauses}</w:abstractNum>',
         f'<w:abstractNum w:abstractNumId="1">{sections.replace("decimal", "upperRoman", 1)}</w:abstractNum>',
         *nums)
    )  # fmt: skip


def num(id_: int, abstract: int, override: str = "") -> str:
    return f'<w:num w:numId="{id_}"><w:abstractNumId w:val="{abstract}"/>{override}</w:num>'


def numbered(
    text: str, list_: int | None = None, at: int | None = None, style: str = "", more: str = ""
) -> str:
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if list_ is not None or at is not None:
        properties += "<w:numPr>" + (f'<w:ilvl w:val="{at}"/>' if at is not None else "")
        properties += (f'<w:numId w:val="{list_}"/>' if list_ is not None else "") + "</w:numPr>"
    return f"<w:p><w:pPr>{properties}{more}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


STYLES = """<w:style w:type="paragraph" w:styleId="Clause"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
    <w:style w:type="paragraph" w:styleId="Own"><w:basedOn w:val="Clause"/></w:style>
    <w:style w:type="paragraph" w:styleId="Sub"><w:basedOn w:val="Clause"/><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr>
    </w:pPr></w:style>"""


def test_docx_has_list_numbers() -> None:
    again = num(2, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>')
    change = (
        '<w:pPrChange w:id="1"><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:pPrChange>'
    )
    document = word(
        numbered("Definitions", style="Clause")
        + numbered("Terms", style="Sub")
        + numbered("words", 1, 2) + numbered("and deeds", 1, 2)
        + numbered("Signs", 1, 1) + numbered("more", 1, 2)
        + numbered("Purchase and ", 1, 0, more="<w:rPr><w:del/></w:rPr>")
        + numbered("Sale", style="Own", more=change)
        + numbered("no number", 0, style="Clause")
        + numbered("Price", 1, 1)
        + numbered("Annex", 2) + numbered("Next", 1)
        + numbered("Zweck", 3) + numbered("Mittel", 3, 1) + numbered("bullet", 3, 2) + numbered("no list", 9),
        numbering=lists(num(1, 0), again, num(3, 1)),
        styles=STYLES,
    )  # fmt: skip
    assert " ".join(document.text.split()) == (
        "1. Definitions 1.1 Terms (a) words (b) and deeds 1.2 Signs (a) more 2. Purchase and Sale no number 2.1 Price"
        " 5. Annex 6. Next § I Zweck 1.1 Mittel bullet no list"
    )


def test_docx_list_restarts_on_its_own_levels() -> None:
    """The list of a quotation, which restarts both levels, begins on the second: the first counts on."""
    override = "".join(
        f'<w:lvlOverride w:ilvl="{at}"><w:startOverride w:val="{start}"/></w:lvlOverride>'
        for at, start in ((0, 1), (1, 6))
    )
    body = [numbered("one", 1), numbered("two", 1), numbered("quoted", 2, 1), numbered("more", 2, 1),
            numbered("three", 1), numbered("new", 2), numbered("below", 2, 1), numbered("next", 2)]  # fmt: skip
    document = word("".join(body), numbering=lists(num(1, 0), num(2, 0, override)))
    assert document.text.split("\n\n") == [
        "1. one", "2. two", "2.6 quoted", "2.7 more", "3. three", "1. new", "1.6 below", "2. next",
    ]  # fmt: skip


def test_damaged_docx_numbering_and_other_scripts_are_handled() -> None:
    body = numbered("Sale", 1)
    kanji = f'<w:abstractNum w:abstractNumId="0">{level(0, "第%1条", "chineseCounting")}</w:abstractNum>'
    for damaged in (
        "<w:num>",
        num(1, 7),
        kanji + num(1, 0),
        '<w:abstractNum w:abstractNumId="0"/>' + num(1, 0),
    ):
        assert word(body, numbering=damaged).text == "Sale"


def test_numbered_docx_clauses_are_clauses() -> None:
    head = paragraph("This Sale Agreement is made on 1 May 2020 between A Ltd and B Ltd.")
    goods = (
        "the parties agree on the {} of the goods that are sold, and on all that follows from it."
    )
    body = "".join(
        numbered(name, 1, 0) + 2 * numbered(f"In this clause {goods.format(name.lower())}", 1, 1)
        for name in ("Definitions", "Sale", "Price", "Delivery", "Liability", "Term")
    )
    document = word(head + body, numbering=lists(num(1, 0)))
    found = {
        provision.label: document.text[provision.start : provision.end]
        for provision in document.provisions
    }
    assert found["Clause 3.1"].startswith("3.1 In this clause the parties agree on the price")


OPEN_DOCUMENT = 'xmlns:office="o" xmlns:text="t" xmlns:style="s" xmlns:draw="d" xmlns:dc="c" xmlns:presentation="p"'


def open_document(kind: str, **parts: str) -> Document:
    """An OpenDocument file of parts, each the content of its root element."""
    mime = f"application/vnd.oasis.opendocument.{kind}"
    files = {
        f"{n}.xml": f"<office:x {OPEN_DOCUMENT}>{item}</office:x>" for n, item in parts.items()
    }
    return read_source(Source(Path("a.odf"), zipped(mimetype=mime, **files)))


def test_odt_keeps_spaces_notes_headers_and_comments() -> None:
    note = """<text:note text:id="n{0}" text:note-class="footnote"><text:note-citation>{0}</text:note-citation>
        <text:note-body><text:p text:style-name="N">{1}</text:p></text:note-body></text:note>"""
    comment = """<office:annotation><dc:creator>Ada</dc:creator><dc:date>2024-03-01T00:00:00</dc:date>
        <text:p>Too low?</text:p></office:annotation>"""
    number = "<text:page-number>3</text:page-number>"
    document = open_document(
        "text",
        content=f"""<office:body><office:text><text:tracked-changes><text:changed-region text:id="c">
            <text:deletion><text:p>gone{note.format(9, "gone too")}</text:p></text:deletion>
            </text:changed-region></text:tracked-changes>
            <text:p>Art.<text:s/>6<text:s text:c="2"/>DSGVO<text:change text:change-id="c"/></text:p>
            <text:p>The <text:change-start text:change-id="d"/>rent{note.format(1, "BGH")}<text:change-end
            text:change-id="d"/> is due{comment}.{note.format("*", "OLG")}</text:p></office:text></office:body>""",
        styles=f"""<office:master-styles><style:header-style/><style:master-page>
            <style:header><text:p>Az. 12 O 345/20<text:tab/>Seite {number}</text:p></style:header>
            <style:header-left><text:p>Az. 12 O 345/20</text:p></style:header-left>
            <style:footer><text:p>{number}</text:p></style:footer></style:master-page></office:master-styles>""",
    )
    assert document.text.split("\n\n") == [
        "Art. 6 DSGVO",
        "The rent[1] is due.[*]",
        "[1] BGH",
        "[*] OLG",
        "Header: Az. 12 O 345/20",
        "Comment by Ada, 2024-03-01: Too low?",
    ]


def test_odt_lists_headings_and_shapes_are_read() -> None:
    """Lists continue by their name or their neighbour; levels show those above, as LibreOffice prints them."""

    def level(at: int, format_: str, more: str = "") -> str:
        kind = "bullet" if format_ == "bullet" else "number"
        return (
            f'<text:list-level-style-{kind} text:level="{at}" style:num-format="{format_}" {more}/>'
        )

    def items(attributes: str, *texts: str) -> str:
        inner = "".join(f"<text:list-item>{text}</text:list-item>" for text in texts)
        return f"<text:list {attributes}>{inner}</text:list>"

    def p(text: str) -> str:
        return f"<text:p>{text}</text:p>"

    dot = 'style:num-suffix="."'
    styles = f"""<office:automatic-styles><text:list-style style:name="L1">{level(1, "1", dot)}
        {level(2, "1", 'text:display-levels="2"')}{level(3, "a", 'style:num-prefix="(" style:num-suffix=")"')}
        </text:list-style><text:list-style style:name="L2">{level(1, "bullet")}</text:list-style>
        <style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style>
        </office:automatic-styles>"""
    frame = f"<draw:frame><draw:text-box>{p('Received 3 March')}</draw:text-box></draw:frame>"
    body = (
        items('text:style-name="L1" text:id="a"', p("Sale") + items("", p("Price") + p("more")))
        + p(f"Prose {frame}of Article 6<text:span text:style-name='T1'>1</text:span>")
        + items('text:style-name="L2"', p("bullet"))
        + items('text:style-name="L1" text:continue-list="a"', items("", p("Delay"), items("", p("words"))), p("Term"))
        + items('text:style-name="L1" text:continue-numbering="true"', p("Law"))
        + items('text:style-name="L1"', p("new"))
        + '<text:h text:outline-level="1">Facts</text:h><text:h text:outline-level="2">Claim</text:h>'
        + '<text:h text:outline-level="1" text:is-list-header="true">Annex</text:h>'
    )  # fmt: skip
    outline = f"""<text:outline-style><text:outline-level-style text:level="1" style:num-format="I" {dot}/>
        <text:outline-level-style text:level="2" style:num-format=""/></text:outline-style>"""
    document = open_document(
        "text",
        content=f"{styles}<office:body><office:text>{body}</office:text></office:body>",
        styles=outline,
    )
    assert document.text.split("\n\n") == [
        "1. Sale", "1.1 Price", "more", "Prose of Article 6¹", "Received 3 March", "bullet", "1.2 Delay", "(a) words",
        "2. Term", "3. Law", "1. new", "I. Facts", "Claim", "Annex",
    ]  # fmt: skip


def test_ods_shows_cells_sheet_by_sheet() -> None:
    cells = "".join(
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell>"
        for text in ("Rate", "50,0 %")
    )
    row = f"<table:table-row>{cells}<table:table-cell table:number-columns-repeated='1000'/></table:table-row>"
    sheet = f"<table:table table:name='Fristen'>{row}<table:table-rows>{row}</table:table-rows></table:table>"
    sheets = f"<office:spreadsheet>{sheet}<table:table table:name='Empty'/></office:spreadsheet>"
    document = open_document(
        "spreadsheet", content=f"<office:body xmlns:table='x'>{sheets}</office:body>"
    )
    assert (document.text, document.kind) == ("Fristen\n\nRate 50,0 %\nRate 50,0 %", "spreadsheet")


def test_office_template_is_read() -> None:
    document = open_document(
        "text-template",
        content="<office:body><office:text><text:p>The<text:s/>lease.</text:p></office:text></office:body>",
    )
    assert document.text == "The lease."


def test_odp_has_slides_and_notes() -> None:
    page = """<draw:page><draw:frame><draw:text-box>{}</draw:text-box></draw:frame>
        <presentation:notes><text:p>{}</text:p></presentation:notes></draw:page>"""
    slides = page.format(
        "<text:p>The <text:span>rent</text:span></text:p>", "Say more"
    ) + page.format(
        "<text:list><text:list-item><text:p>is<text:line-break/>due</text:p></text:list-item></text:list>",
        "",
    )
    document = open_document(
        "presentation",
        content=f"<office:body><office:presentation>{slides}</office:presentation></office:body>",
        meta="<office:meta><dc:title>Lease law</dc:title><dc:creator>Ada</dc:creator></office:meta>",
    )
    assert document.text == "The rent\nSay more\n\nis\ndue"
    assert (document.title, document.kind) == ("Lease law", "presentation")
    assert document.properties == (Property("author", "Ada"),)


def test_presentation_without_slides_is_rejected() -> None:
    with raises_code(FileFailed, FileCode.OPENDOCUMENT_DAMAGED):
        open_document("presentation", content="")


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ('HYPERLINK "http://a.eu/x"A link', "A link"),
        ('HYPERLINK \\l "_Toc1" 1. RentPAGEREF _Toc1 \\h 3', "1. Rent3"),
        ('TOC \\o "1-3" \\h \\z \\u Contents', "Contents"),
        ("the TOC of HYPERLINK Ltd.", "the TOC of HYPERLINK Ltd."),
    ],
)
def test_field_codes_are_not_text(code: str, shown: str) -> None:
    assert FIELD_CODE.sub("", code) == shown


def test_link_text_in_table_is_kept(shared_data: Path) -> None:
    text = read(shared_data / "raw" / "office-edge-cases" / "docx-tables.docx").text
    assert "Lorem ipsum A link example\n" in text
    old = read(shared_data / "raw" / "office-edge-cases" / "fake-doc-emphasized-text.doc").text
    assert "example\tA Link example\n" in old


def test_rtf_keeps_control_symbols(tmp_path: Path) -> None:
    path = tmp_path / "letter.rtf"
    path.write_bytes(
        rb"{\rtf1\ansi Art.\~5 of a non\_compete, C:\\~x\\_y, op\-tional,\i\~7\i0\_8\par}"
    )
    assert read(path).text == "Art. 5 of a non-compete, C:\\~x\\_y, optional, 7-8"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"Keep {\deleted gone} this.", "Keep this."),
        (rb"Keep \deleted gone\deleted0  this.", "Keep this."),
        (rb"Keep {\b\deleted\revauthdel1\revdttmdel12 go{\i n}e}{\revised this}{\*\revtbl {A;}}.", "Keep this."),
        (rb"Keep {\deleted g\'fc\{\}\u252?\par\emdash x}this {\deleted a\plain  too}.", "Keep this too."),
        (rb"A path C:\\deleted is text.", "A path C:\\deleted is text."),
    ],
)  # fmt: skip
def test_rtf_omits_tracked_deletions(body: bytes, text: str) -> None:
    data = rb"{\rtf1\ansi\deff0{\fonttbl{\f0 Times;}}\pard " + body + rb"\par The end.}"
    found = read_source(Source(Path("a.rtf"), data)).text
    assert " ".join(found.split()) == f"{text} The end."


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (rb"{\listtext\pard\plain\hich\af1\loch\f1 \'a7 1\tab}\pard\ql\ls1 {\fs20 Rent}", "§ 1 Rent"),
        (b"{\\listtext\\pard\\plain 1.1.\\tab}\\ls1\\ilvl1\r\nRent", "1.1. Rent"),
        (rb"{\pntext\f0 (\u97?)\tab}\emdash  Rent", "(a) — Rent"),
        (rb"{\listtext\pard\f3 \'b7\tab}\ls1 Rent", "Rent"),
        (rb"{\listtext\deleted 1.\tab}\pard {\deleted old}Rent", "Rent"),
    ],
)  # fmt: skip
def test_rtf_keeps_paragraph_numbers(body: bytes, text: str) -> None:
    data = rb"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}}\pard " + body + rb"\par The end.}"
    found = read_source(Source(Path("a.rtf"), data)).text
    assert found.split("\n")[0] == text


@pytest.mark.parametrize(
    ("href", "name"),
    [("a.xhtml", "a.xhtml"), ("a%20b%26c.xhtml", "a b&c.xhtml"), ("%C3%BC.xhtml", "ü.xhtml"), ("a%20b.xhtml", "a%20b.xhtml")],
)  # fmt: skip
def test_epub_manifest_paths_are_urls(href: str, name: str) -> None:
    assert book({name: "<p>The text of it.</p>"}, [href]).text == "The text of it."


def book(pages: dict[str, str], hrefs: list[str], metadata: str = "", **files: str) -> Document:
    """An EPUB of pages, each the content of its body, read in the order of ``hrefs``."""
    container = (
        '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile '
        'full-path="OEBPS/c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
    )
    manifest = (
        '<?xml version="1.0" encoding="utf-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{metadata}</metadata><manifest>'
        + "".join(
            f'<item id="i{n}" href="{item}" media-type="application/xhtml+xml"/>'
            for n, item in enumerate(hrefs)
        )
        + "</manifest><spine>"
        + "".join(f'<itemref idref="i{n}"/>' for n in range(len(hrefs)))
        + "</spine></package>"
    )
    begin = "<html xmlns='http://www.w3.org/1999/xhtml'><head><title>of a page</title></head><body>"
    files = {
        "mimetype": "application/epub+zip", "META-INF__container.xml": container, "OEBPS__c.opf": manifest, **files,
        **{f"OEBPS__{name}": f"{begin}{page}</body></html>" for name, page in pages.items()},
    }  # fmt: skip
    return read_source(Source(Path("a.epub"), zipped(**files)))


def test_epub_is_read_in_spine_order() -> None:
    numbers = "<p>Kinder sind</p><dl><dt>1.</dt><dd>eheliche,</dd><dt>2.</dt><dd>andere.</dd></dl>"
    document = book(
        {"b.xhtml": numbers, "a.xhtml": "<nav>Inhalt</nav><ol><li>First</li></ol><div>Last</div>"},
        ["b.xhtml", "a.xhtml"],
        "<dc:title>Law &amp; more</dc:title><dc:creator>Ada</dc:creator><dc:creator>Bo</dc:creator>"
        '<meta property="dcterms:modified">2024-01-02T00:00:00Z</meta>',
    )
    assert document.text == "Kinder sind\n\n1.\neheliche,\n2.\nandere.\n\n1. First\n\nLast"
    assert document.title == "Law & more"
    assert {property.name: property.value for property in document.properties} == {
        "author": "Ada, Bo", "modified": "2024-01-02T00:00:00Z",
    }  # fmt: skip


def test_drm_protected_epub_is_rejected() -> None:
    def encrypted(name: str) -> str:
        return f'<encryption><x><CipherReference URI="OEBPS/{name}"/></x></encryption>'

    fonts = {"META-INF__encryption.xml": encrypted("a.otf")}
    assert book({"a.xhtml": "<p>The text.</p>"}, ["a.xhtml"], **fonts).text == "The text."
    with raises_code(FileFailed, FileCode.DRM):
        book({"a.xhtml": "x"}, ["a.xhtml"], **{"META-INF__encryption.xml": encrypted("a.xhtml")})
    with raises_code(FileFailed, FileCode.EPUB_DAMAGED):
        read_source(Source(Path("a.epub"), zipped(mimetype="application/epub+zip")))


def test_email_has_headers_body_and_attachments() -> None:
    document = read(FIXTURES / "email-with-attachment.eml")
    assert (document.title, document.kind) == ("Fake email with attachment", "email")
    assert document.text.startswith("Subject: Fake email with attachment\nFrom: Mallori Harrell")
    assert document.text.count("Here's the attachments!") == 1
    assert document.text.endswith("\nAttachment: fake-attachment.txt")
    properties = {p.name: p.value for p in document.properties}
    assert properties["from"] == "Mallori Harrell <mallori@unstructured.io>"
    assert properties["date"] == "2022-12-23T12:08:48-06:00"


@pytest.mark.parametrize(
    ("name", "data", "title", "part"),
    [
        ("page.html", "<html><head><title>Rules of court</title></head><body><p>Grüße", "Rules of court", "Grüße"),
        ("old.html", "<meta charset='windows-1252'><h1>Überschrift</h1><p>3 €".encode("cp1252"), "Überschrift", "3 €"),
        ("en.xml", '<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Whereas</p>'
                   "</body></html>", "en", "Whereas"),
        ("other.xml", "<law><name>A</name><text>b &amp; c</text></law>", "other", "A\nb & c"),
        ("table.csv", "name,amount\nFee,100\n", "table", "Fee,100"),
        ("nul.txt", b"text with \x00 a NUL byte " * 10, "nul", "text with  a NUL byte"),
    ],
)  # fmt: skip
def test_text_formats(tmp_path: Path, name: str, data: bytes | str, title: str, part: str) -> None:
    document = read(written(tmp_path, name, data))
    assert document.title == title
    assert part in document.text


@pytest.mark.parametrize(
    ("title", "usable"),
    [
        ("Joint Filing Agreement", "Joint Filing Agreement"), ("Untitled", ""), ("x", ""),
        ("Microsoft Word - draft.doc", ""), ("scan0001.pdf", ""), ("PowerPoint Presentation", ""),
        ("12345", ""), ("two\nlines", "two lines"),
    ],
)  # fmt: skip
def test_titles(title: str, usable: str) -> None:
    assert usable_title(title) == usable


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("This Agreement is made and entered into as of May 1 by and between A and B.", "contract"),
        ("THIS LEASE, dated 1 May, between X (Landlord) and Y", "contract"),
        ("The agreement between the parties was breached.", "document"),
        ("Plaintiff sues. This Agreement was made between A and B.", "document"),
    ],
)
def test_contract_kind_requires_contract_title(text: str, kind: str) -> None:
    assert detect_kind(text) == kind


def test_inconsistent_structure_keeps_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Provision("art_1", "article", "1", "", "Article 1", None, 0, 10**9)

    def read_wrongly(_: object) -> Document:
        return Document(text="x", title="t", provisions=(wrong,))

    monkeypatch.setattr("lexdesk.structure.eu.formex.parser.read", read_wrongly)
    document = read(written(tmp_path, "act.xml", "<ACT><P>the text</P></ACT>"))
    assert (document.text, document.provisions) == ("the text", ())
