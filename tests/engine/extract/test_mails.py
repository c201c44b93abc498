"""Mails: messages, their attachments, mailboxes and Outlook."""

import base64
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.archives import zipped
from tests.engine.extract.crafted_containers import FIXTURES, TEXT, document, mail, read

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.document.model import Document
from lexdesk.document.passages import split_document
from lexdesk.extract import PARSER_VERSION
from lexdesk.extract.containers import mail as mails
from lexdesk.extract.containers.contents import read_leaves
from lexdesk.extract.one_document import with_references
from lexdesk.storage.schema import FileRecord


def test_archives_in_archives_and_mails(tmp_path: Path) -> None:
    inner = mail("offer", ("annexes.zip", zipped({"terms.txt": TEXT})))
    found = read(tmp_path, "x.zip", zipped({"mails/offer.eml": inner.as_bytes()}))
    assert list(found) == ["mails/offer.eml/annexes.zip/terms.txt", "mails/offer.eml"]


def test_each_message_is_document_naming_its_attachments(tmp_path: Path) -> None:
    message = mail("level 8", ("plan.txt", TEXT.encode()))
    for level in range(7, -1, -1):
        message = mail(f"level {level}", message)
    found = read(tmp_path, "deep.eml", message.as_bytes())
    path = ""
    for level in range(9):
        read_mail = document(found[path])
        assert (read_mail.title, read_mail.kind) == (f"level {level}", "email")
        assert read_mail.text.count("body of") == 1
        path = f"{path}/level {level + 1}.eml".removeprefix("/") if level < 8 else path
    assert isinstance(found[f"{path}/plan.txt"], Document)
    assert "Attachment: level 1.eml" in document(found[""]).text


def test_locked_or_damaged_attachment_leaves_message_readable(tmp_path: Path) -> None:
    locked = (FIXTURES / "locked.xlsx").read_bytes()
    found = read(
        tmp_path, "x.eml", mail("x", ("a.xlsx", locked), ("b.pdf", b"%PDF-1.4")).as_bytes()
    )
    assert "protected by a password" in str(found["a.xlsx"])
    assert "damaged" in str(found["b.pdf"])
    assert isinstance(found[""], Document)


def test_attachments_beside_shown_alternative_are_read(tmp_path: Path) -> None:
    message = mail("x")
    message.add_alternative("<p>body of x</p>", subtype="html")
    _, html = message.iter_parts()
    assert isinstance(html, EmailMessage)
    html.make_mixed()
    html.add_attachment(TEXT.encode(), maintype="text", subtype="plain", filename="a.txt")
    found = read(tmp_path, "x.eml", message.as_bytes())
    assert list(found) == ["a.txt", ""]
    assert document(found[""]).text.count("body of x") == 1


def test_unnamed_text_attachment_is_no_body(tmp_path: Path) -> None:
    message = mail("x")
    message.add_attachment("Договор", charset="koi8-r")
    message.add_attachment("<p>Terms</p>", subtype="html")
    found = read(tmp_path, "x.eml", message.as_bytes())
    assert list(found) == ["attachment-2.txt", "attachment-3.html", ""]
    assert [document(found[item]).text for item in list(found)[:2]] == ["Договор", "Terms"]
    assert "Attachment: attachment-2.txt" in document(found[""]).text
    assert "Договор" not in document(found[""]).text


def test_quoted_from_lines_of_mailbox_are_restored(tmp_path: Path) -> None:
    head = (
        b"From a@b.c Fri Dec 23 12:08:48 2022\nFrom: a@b.c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\n"
    )
    box = head + b"\n>From now on\n>>From him\n> From her\n\n" + head + b"\n>From here\n"
    found = read(tmp_path, "inbox", box)
    assert document(found["message-1.eml"]).text.endswith("\nFrom now on\n>From him\n> From her")
    assert document(found["message-2.eml"]).text.endswith("\nFrom here")


def test_mailboxes(tmp_path: Path) -> None:
    box = b"".join(
        b"From a@b.c Fri Dec 23 12:08:48 2022\n" + mail(f"no {n}").as_bytes() + b"\n\n"
        for n in range(3)
    )
    found = read(tmp_path, "inbox", box)
    assert list(found) == ["message-1.eml", "message-2.eml", "message-3.eml"]
    assert [document(item).title for item in found.values()] == ["no 0", "no 1", "no 2"]


def test_outlook_messages(tmp_path: Path) -> None:
    data = (FIXTURES / "email-with-attachment.msg").read_bytes()
    found = read(tmp_path, "x.msg", data)
    assert list(found) == ["fake-attachment.txt", ""]
    message = found[""]
    assert isinstance(message, Document)
    assert message.title == "Fake email with attachment"
    assert message.text.count("Here's the attachments!") == 1
    assert {p.name: p.value for p in message.properties} == {
        "from": "Mallori Harrell <mallori@unstructured.io>",
        "to": "Mallori Harrell <mallori@unstructured.io>",
        "subject": "Fake email with attachment",
        "date": "2023-04-20T21:39:10+00:00",
        "message-id": "<CAPgNNXSzLVJ-d1OCX_TjFgJU7ugtQrjFybPtAMmmYZzphxNFYg@mail.gmail.com>",
    }


@pytest.mark.parametrize(
    ("code_page", "charset", "subject"),
    [
        (1250, "cp1250", "Příloha č. 5"),
        (1251, "cp1251", "Договор аренды"),
        (28592, "iso8859-2", "Příloha č. 5"),
        (65001, "utf-8", "Príloha č. 5"),
        (1252, "cp1252", "Anhang für Käufer"),
        (99999, "cp1252", "Anhang für Käufer"),
    ],
)
def test_outlook_message_declares_its_code_page(
    tmp_path: Path, code_page: int, charset: str, subject: str
) -> None:
    """As Outlook wrote them up to 2002, and others still do."""
    data = (FIXTURES / "email-with-attachment.msg").read_bytes()
    wide, narrow = (f"__substg1.0_0037{kind}".encode("utf-16-le") for kind in ("001F", "001E"))
    old = "Fake email with attachment".encode("utf-16-le")
    data = data.replace(wide, narrow).replace(old, subject.encode(charset).ljust(len(old), b"\0"))
    tag = (0x3FDE0003).to_bytes(4, "little")
    at = data.index(tag) + 8
    data = data[:at] + code_page.to_bytes(4, "little") + data[at + 4 :]
    assert document(read(tmp_path, "x.msg", data)[""]).title == subject


@pytest.mark.parametrize(
    ("fixture", "inside"),
    [("email-with-attachment.msg", "EncryptedPackage"), ("simple.doc", "__properties_version1.0")],
)
def test_old_office_file_is_not_taken_for_its_embedded_file(
    tmp_path: Path, fixture: str, inside: str
) -> None:
    """A message with a locked workbook attached was reported as locked itself."""
    data = (FIXTURES / fixture).read_bytes()
    attached = inside.encode("utf-16-le").ljust(4096, b"\0")
    assert read(tmp_path, fixture, data + attached) == read(tmp_path, fixture, data)
    assert isinstance(read(tmp_path, fixture, data)[""], Document)


def test_attached_message_may_be_base64(tmp_path: Path) -> None:
    outer = mail("outer")
    outer.add_attachment(mail("inner", ("annex.txt", TEXT.encode())))
    head, _, rest = outer.as_bytes().partition(b"Content-Type: message/rfc822\n")
    body = rest.partition(b"\n\n")[2]
    inner, end, tail = body.rpartition(b"\n--")
    data = (
        head + b"Content-Type: message/rfc822\n"
        b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(inner) + end + tail
    )
    found = read(tmp_path, "x.eml", data)
    assert list(found) == ["inner.eml/annex.txt", "inner.eml", ""]
    assert document(found["inner.eml"]).title == "inner"


def test_unknown_charset_of_attached_message_is_ignored(tmp_path: Path) -> None:
    inner = b"Subject: inner\nContent-Type: text/plain; charset=undefined\n\n\xc2\xa7 5\n"
    data = b"From: a@b.c\nSubject: outer\nDate: x\nContent-Type: message/rfc822\n\n" + inner
    assert "§ 5" in document(read(tmp_path, "x.eml", data)["inner.eml"]).text


def test_reports_and_placeholders_are_text(tmp_path: Path) -> None:
    data = b"""From: a@b.c
Subject: \xd3\xe2\xe5\xe4\xee\xec\xeb\xe5\xed\xe8\xe5
MIME-Version: 1.0
Content-Type: multipart/report; boundary=b

--b
Content-Type: text/plain; charset=windows-1251

\xd1\xf0\xee\xea
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Final-Recipient: rfc822; landlord@example.org
Diagnostic-Code: smtp; 550 no such mailbox
--b
Content-Type: message/external-body; access-type=URL; URL="https://files.example.org/lease.pdf"

Content-Type: application/pdf

--b--
"""
    (read_mail,) = read(tmp_path, "x.eml", data).values()
    text = document(read_mail).text
    for line in (
        "Subject: Уведомление", "Срок", "Diagnostic-Code: smtp; 550 no such mailbox",
        "Attachment elsewhere: https://files.example.org/lease.pdf",
    ):  # fmt: skip
        assert line in text


@pytest.mark.slow
def test_library_tracks_changes_inside_container(tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    bundle = folder / "bundle.zip"
    offer = mail("offer", ("annex.txt", b"The annex about the zeppelin."))
    files: dict[str, str | bytes] = {"letters/offer.eml": offer.as_bytes(), "old.txt": TEXT}
    bundle.write_bytes(zipped(files))
    with Library.open(tmp_path / "library", create=True) as library:
        assert library.sources.add([folder], vectors=False).added == 3
        (hit,) = library.search("zeppelin", mode="keyword").hits
        assert hit.path == f"{bundle}/letters/offer.eml/annex.txt"
        assert library.sources.add([folder], vectors=False).unchanged == 1
        bundle.write_bytes(zipped({"letters/offer.eml": mail("offer").as_bytes()}))
        assert library.sources.add([folder], vectors=False).replaced == 1
        assert library.search("zeppelin", mode="keyword").hits == []
        assert library.admin.status().files == 1
        bundle.unlink()
        (folder / "other.txt").write_text(TEXT)  # a folder that is left empty is not pruned
        library.sources.add([folder], vectors=False, prune=True)
        assert library.admin.status().files == 1
        assert library.admin.check() == []


def test_attachment_links_to_mail_and_mail_has_headers(tmp_path: Path) -> None:
    bundle = tmp_path / "bundle.zip"
    offer = mail("offer", ("annex.txt", TEXT.encode()))
    bundle.write_bytes(zipped({"offer.eml": offer.as_bytes()}))
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([bundle], vectors=False)
        annex = library.law.show(f"{bundle}/offer.eml/annex.txt")
        assert annex.attached_to == f"{bundle}/offer.eml"
        message = library.law.show(annex.attached_to)
        assert message.attached_to is None
        assert message.attachments == [{"name": "annex.txt", "work": annex.work}]
        assert annex.attachments == []
        assert message.properties == {"from": "a@b.c", "subject": "offer"}


def test_mail_lists_its_attached_documents(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also those in archives and attached mails, but not the attachments of these, nor the mail's neighbours."""
    inner = mail("inner", ("inmost.txt", TEXT.encode()))
    offer = mail("offer", ("b.zip", zipped({"x.txt": TEXT, "y.txt": f"{TEXT} y"})), inner)
    for name in (
        "a.txt",
        "a.txt",
        "b.pdf",
        "inner.eml.txt",
    ):  # of one name; one that cannot be read
        offer.add_attachment(f"{TEXT} {name}".encode(), maintype="text", subtype="x", filename=name)
    path = tmp_path / "offer.eml"
    path.write_bytes(offer.as_bytes())
    (tmp_path / "offer.eml0").write_text(TEXT)
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([tmp_path], vectors=False)
        names = [attachment["name"] for attachment in library.law.show(str(path)).attachments]
        assert names == [
            "a (2).txt",
            "a.txt",
            "b.zip/x.txt",
            "b.zip/y.txt",
            "inner.eml",
            "inner.eml.txt",
        ]
        inmost = library.law.show(f"{path}/inner.eml").attachments
        assert [item["name"] for item in inmost] == ["inmost.txt"]
    assert run(["show", "-L", str(tmp_path / "library"), str(path)]) == 0
    output = capsys.readouterr().out
    assert f"attached: inner.eml: lexdesk show -L {tmp_path / 'library'} inner-eml-" in output
    assert run(["show", "-L", str(tmp_path / "library"), f"{path}/a.txt"]) == 0
    assert f"attached to {path}\n" in capsys.readouterr().out


def test_mail_keeps_text_while_its_pictures_are_read(tmp_path: Path) -> None:
    """They are read in a second round without the mail's text; members missing by then are removed."""
    text = Document(TEXT, "Offer", language="en")
    own = FileRecord("/offer.eml", "", 9, PARSER_VERSION)
    annex = FileRecord("/offer.eml/a.png", "new", 0, PARSER_VERSION, None, own.path)
    former = FileRecord("/offer.eml/b.png", "old", 0, PARSER_VERSION, None, own.path)
    with Library.open(tmp_path / "library", create=True) as library:
        store = library.store
        with store.transaction():
            for record in (own, annex, former):
                store.files.put(record, record.path, text, split_document(text))
            store.files.finish_container(replace(own, sha256="new", modified=7))
        assert store.files.records() == {
            own.path: replace(own, sha256="new", modified=7),
            annex.path: annex,
        }
        assert store.files.paths_of_documents() == [own.path, annex.path]


def test_message_without_subject_has_title_and_citations(tmp_path: Path) -> None:
    path = tmp_path / "request.eml"
    path.write_text(
        "From: Ann Bell <ann@example.org>\n\nErase my data, as Article 17(1) GDPR demands.\n"
    )
    (leaf,) = read_leaves(path)
    document = with_references(leaf.read())
    assert document.title == "request"
    assert [(r.work, r.target) for r in document.references] == [("32016R0679", "art_17__para_1")]


def test_parts_beyond_limit_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mails, "MAX_PARTS", 3)
    monkeypatch.setattr(mails, "_PIECE", 100)
    part = f"--b\nContent-Type: text/plain\n\n{TEXT}\n"
    message = f"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n{part * 50}--b--\n"
    found = read(tmp_path, "parts.eml", message.encode())
    assert 3 <= document(found[""]).text.count(TEXT) < 6
    assert "more than 3 files" in str(found["more parts"])


def test_attachment_name_may_be_raw(tmp_path: Path) -> None:
    names = {
        "Bürgschaft.txt": b"filename==?utf-8?B?QsO8cmdzY2hhZnQudHh0?=",
        "Müller; Vertrag.txt": 'filename="Müller; Vertrag.txt"'.encode("cp1252"),
        "Klage München.txt": b"filename*0*=utf-8''Klage%20M; filename*1*=%C3%BCnchen; filename*2=.txt",
    }
    parts = [
        b"\r\n--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; %s\r\n\r\n%s"
        % (name, TEXT.encode())
        for name in names.values()
    ]
    head = b"From: a@b.example\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=b\r\n"
    found = read(tmp_path, "raw.eml", head + b"".join(parts) + b"\r\n--b--\r\n")
    assert list(found)[:-1] == [*names]


def test_raw_subject_is_in_the_code_page_of_the_text(tmp_path: Path) -> None:
    text = "Subject: Απόφαση δικαστηρίου\r\n\r\nΗ απόφαση του δικαστηρίου εκδόθηκε και είναι τελεσίδικη.\r\n"
    found = read(tmp_path, "x.eml", b"From: a@b.example\r\n" + text.encode("iso8859-7"))
    assert document(found[""]).title == "Απόφαση δικαστηρίου"
