"""HTML, mails and their character sets."""

import base64
import random
import subprocess
import sys
from pathlib import Path

import pytest
from tests.engine.extract.crafted_documents import FIXTURES

from lexdesk.errors import FileFailed
from lexdesk.extract import read, read_source
from lexdesk.extract.sniff.sniff import sniff
from lexdesk.structure import Source
from lexdesk.text.encodings import decode, decode_markup


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


@pytest.mark.slow
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
    """As declared by pages and mails: by narrower names, wrongly, or not at all."""
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
        (
            "<p>EUR <del>5,<del>0</del>00</del><ins>7,500</ins>, <u style='text-decoration:line-through'>b</u>c",
            "EUR 7,500, c\n\nStruck out: 5,000 b",
        ),
        ("<del>a<br>b<p>c</p><p>d</p></del>e", "e\n\nStruck out: a b c d"),
        ("<p><ruby>東京<rp>(</rp><rt>とう</rt><rp>)</rp></ruby>", "東京"),
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
        (
            "<p>Fig. 1</p><svg><title>t</title><desc>d</desc><defs><text>x</text></defs><text>Buyer</text></svg>",
            "Fig. 1\n\nBuyer",
        ),
        ("<form><textarea>typed words</textarea>end</form>", "typed words\nend"),
        (
            "<input type=checkbox checked> yes <input type=radio> no <input value=Graz><input type=hidden value=x>",
            "☒ yes ☐ no Graz",
        ),
        ("<frameset><noframes><body><p>No frames</p></body></noframes></frameset>", "No frames"),
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
        ("<p>In 2017<a class='footnote-ref' href='#n'>2</a> and 2018<a role='doc-noteref'>3</a>", "In 2017² and 2018³"),
        ("<p>no end<sup>5<p>Article <b>17</b>", "no end⁵\n\nArticle 17"),
        ("<p>gemäß § 823 BGB<a href='#e'><sup>i</sup></a>, x<sup>i</sup>, 1<sup>er</sup>", "gemäß § 823 BGB[i], xi, 1er"),
        ("<p><a href='#a'>1</a>First note<p><a href='#b'>iv</a>An endnote<p><b>1</b>st day<p><b>2</b>A",
         "1 First note\n\niv An endnote\n\n1st day\n\n2A"),
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


def test_email_has_headers_body_and_attachments() -> None:
    document = read(FIXTURES / "email-with-attachment.eml")
    assert (document.title, document.kind) == ("Fake email with attachment", "email")
    assert document.text.startswith("Subject: Fake email with attachment\nFrom: Mallori Harrell")
    assert document.text.count("Here's the attachments!") == 1
    assert document.text.endswith("\nAttachment: fake-attachment.txt")
    properties = {p.name: p.value for p in document.properties}
    assert properties["from"] == "Mallori Harrell <mallori@unstructured.io>"
    assert properties["date"] == "2022-12-23T12:08:48-06:00"
