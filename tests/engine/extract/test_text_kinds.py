"""Texts with a form of their own: transcripts, contacts, signed texts, mails of Apple; and texts that are no documents."""

from pathlib import Path

import pytest
from tests.archives import zipped
from tests.engine.extract.crafted_containers import read as read_all

from lexdesk.document.model import Document
from lexdesk.errors import FileFailed
from lexdesk.extract import read_source
from lexdesk.structure import Source

VTT = """WEBVTT - Hearing

NOTE by the court

1
00:00:01.000 --> 00:00:04.000 align:start
<v Judge>Please state

01:00.500 --> 01:04.000
<v Judge>your <i>name</i>.

01:05.000 --> 01:06.000
<v Witness>Smith &amp; Co.
"""
SRT = (
    "1\r\n00:00:01,000 --> 00:00:04,000\r\nThe tenant shall\r\npay the\r\n\r\n"
    "2\r\n00:00:05,000 --> 00:00:09,000\r\n<i>rent</i>.\r\n"
)
CARD = (
    "BEGIN:VCARD\r\nVERSION:2.1\r\nN:Gump;Forrest\r\nFN:Forrest Gump\r\nORG:Bubba LLP;Tax\r\n"
    "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ\r\n SkZJRgABAQEASABIAAD\r\n"
    "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:M=C3=BC=\r\nnchen\r\nEND:VCARD\r\nBEGIN:VCARD\r\n"
    "FN:Ann\r\nURL:a?q=\r\nTEL:1\r\nEND:VCARD\r\n"
)
SIGNED = """-----BEGIN PGP SIGNED MESSAGE-----
Hash: SHA256

The tenant shall pay.
- -- Ann
-----BEGIN PGP SIGNATURE-----

iQINBFabcdefghijklmnopqrstuvwxyz
-----END PGP SIGNATURE-----
"""


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        (
            "a.vtt",
            VTT,
            "[00:00:01] Judge: Please state your name.\n\n[00:01:05] Witness: Smith & Co.",
        ),
        ("a.srt", SRT, "[00:00:01] The tenant shall pay the rent."),
        (
            "a.vcf",
            CARD,
            "Name: Forrest Gump\nOrganization: Bubba LLP, Tax\nNote: München\n\nName: Ann\nURL: a?q=\nTelephone: 1",
        ),
        ("a.txt", SIGNED, "The tenant shall pay.\n-- Ann"),
        (
            "a.svg",
            '<svg xmlns="http://www.w3.org/2000/svg"><style>a{}</style><text>Chart</text></svg>',
            "Chart",
        ),
    ],
)
def test_text_has_its_words_alone(name: str, data: str, text: str) -> None:
    assert read_source(Source(Path(name), data.encode())).text == text


def test_mail_of_apple_is_a_mail(tmp_path: Path) -> None:
    mail = (
        b"From: a@b.c\nSubject: Lease\nDate: Mon, 1 Jan 2024 10:00:00 +0000\n\n" + SIGNED.encode()
    )
    data = b"%d      \n%s<?xml version='1.0'?><plist/>\n" % (len(mail), mail)
    document = read_all(tmp_path, "1.emlx", data)[""]
    assert isinstance(document, Document)
    assert document.kind == "email"
    assert document.text.endswith("+0000\n\nThe tenant shall pay.\n-- Ann")


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.eps", "%!PS-Adobe-3.0 EPSF-3.0\n(rent) show", "PostScript.*as PDF"),
        ("a.url", "[InternetShortcut]\r\nURL=https://a.example/", "shortcut"),
        ("a.pem", "-----BEGIN RSA PRIVATE KEY-----\nMIIBIjANBgkqhk\n", "a key"),
        ("a.asc", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQINBF\n", "a key"),
        ("a.p7s", "-----BEGIN PGP SIGNATURE-----\n\niQINBF\n", "signature"),
    ],
)
def test_text_that_is_no_document_is_rejected(name: str, data: str, reason: str) -> None:
    with pytest.raises(FileFailed, match=reason):
        read_source(Source(Path(name), data.encode()))


def test_package_of_an_unknown_program_is_no_archive(tmp_path: Path) -> None:
    unknown = zipped({"mimetype": "application/hwp+zip", "Contents/a.xml": "<a>x</a>"})
    assert list(read_all(tmp_path, "a.hwpx", unknown)) == [""]
    signed = zipped({"mimetype": "application/vnd.etsi.asic-e+zip", "lease.txt": "The tenant."})
    assert "lease.txt" in read_all(tmp_path, "a.asice", signed)


def test_calendar_of_before_2000_and_its_further_properties() -> None:
    data = (
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY;ENCODING=QUOTED-PRINTABLE:M=C3=BC=\r\nller\r\n"
        "CONTACT:Ann\r\nCATEGORIES:Court\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    text = read_source(Source(Path("a.vcs"), data.encode())).text
    assert text == "Summary: Müller\nContact: Ann\nCategories: Court"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Er ist zur Rech-\nnungslegung der Ein-\nund Ausfuhr ver-\npflichtet, der EU-\nweit tätige Mie-\nter, zahlt.",
         "Er ist zur Rechnungslegung\nder Ein-\nund Ausfuhr verpflichtet,\nder EU-\nweit tätige Mieter,\nzahlt."),
        ("The respon-\ndent pays. The respondent is liable.", "The respondent\npays. The respondent is liable."),
        ("A risk-\nbased view of a self-\nemployed person.", "A risk-\nbased view of a self-\nemployed person."),
    ],
)  # fmt: skip
def test_divided_words_of_typeset_text_are_whole(text: str, shown: str) -> None:
    assert read_source(Source(Path("a.txt"), text.encode())).text == shown


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.txt", "  B E S C H L U S S\n\nI M  N A M E N  D E S  V O L K E S\n\nT a t b e s t a n d :"),
        ("a.html", "<h1>B&nbsp;E&nbsp;S&nbsp;C&nbsp;H&nbsp;L&nbsp;U&nbsp;S&nbsp;S</h1><p>I M&nbsp; N A M E N&nbsp; D E S&nbsp;"
         " V O L K E S</p><p>T a t b e s t a n d :</p>"),
    ],
)  # fmt: skip
def test_lines_in_letter_spaced_type_are_words(name: str, data: str) -> None:
    text = read_source(Source(Path(name), data.encode())).text
    assert text.split() == ["BESCHLUSS", "IM", "NAMEN", "DES", "VOLKES", "Tatbestand:"]


@pytest.mark.parametrize(
    "line", ["A B C D E F", "X X X X X", "Schedule A B C D E", "M T W T F S S", "Y N N Y A Y"]
)
def test_lists_of_letters_stay(line: str) -> None:
    assert read_source(Source(Path("a.txt"), f"Text.\n\n{line}\n".encode())).text.endswith(line)


def test_text_of_xhtml_in_marked_sections_is_read() -> None:
    page = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p><![CDATA[Rent & <costs>]]></p></body></html>'
    assert read_source(Source(Path("a.xhtml"), page.encode())).text == "Rent & <costs>"


@pytest.mark.parametrize(
    "rule",
    [
        "vertical-align: super; font-size: 0.7em",
        "font-size: 0.8em; position: relative; top: -0.33em",  # of LibreOffice
    ],
)
def test_classes_of_style_sheets_raise_superscripts(rule: str) -> None:
    page = "<html xmlns='http://www.w3.org/1999/xhtml'><head>{}</head><body><p>5 m<span class='s3 x'>2</span></p></body></html>"
    css = f"p, span.s3 {{ {rule} }} .s4 {{ top: 1em }}"
    html = page.format(f"<style>{css}</style>")
    assert read_source(Source(Path("a.html"), html.encode())).text == "5 m²"
    package = (
        "<package><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/><item id='c' href='s.css' "
        "media-type='text/css'/></manifest><spine><itemref idref='a'/></spine></package>"
    )
    container = "<container><rootfiles><rootfile full-path='c.opf'/></rootfiles></container>"
    book = zipped({
        "mimetype": "application/epub+zip", "META-INF/container.xml": container, "c.opf": package,
        "a.xhtml": page.format("<link rel='stylesheet' href='s.css'/>"), "s.css": css,
    })  # fmt: skip
    assert read_source(Source(Path("a.epub"), book)).text == "5 m²"
