"""Names of attachments in odd headers, and plain texts that only stand in for a page."""

import base64
from pathlib import Path

import pytest

from lexdesk.extract import read_source
from lexdesk.structure import Source


def text_of(content: str) -> str:
    head = "From: a@x.example\nTo: b@y.example\nDate: Tue, 3 Mar 2026 10:11:12 +0100\nMIME-Version: 1.0\n"
    return read_source(Source(Path("a.eml"), (head + content).encode())).text


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        ("filename=Urteil vom 3 Mai.pdf", "Urteil vom 3 Mai.pdf"),
        ("filename=\"K_ln.pdf\"; filename*=utf-8''K%C3%B6ln.pdf", "Köln.pdf"),
        ("filename*=iso-8859-1'de'K%F6ln.pdf; filename=x.pdf", "Köln.pdf"),
        ('filename="Smith; Jones v Roe.pdf"', "Smith; Jones v Roe.pdf"),
    ],
)
def test_attachment_has_its_best_name(disposition: str, name: str) -> None:
    part = f"Content-Type: application/pdf\nContent-Disposition: attachment; {disposition}\n\n%PDF"
    text = text_of(
        f"Content-Type: multipart/mixed; boundary=B\n\n--B\n\nBody\n--B\n{part}\n--B--\n"
    )
    assert text.endswith(f"\nAttachment: {name}")


@pytest.mark.parametrize(
    ("plain", "body"),
    [
        ("This message requires a mail program for HTML.", "The hearing is on 3 May in room 12."),
        ("Open http://x.example/a", "The hearing is on 3 May in room 12."),
        ("The hearing is on 3 May in room 12, see http://x.example", None),
        ("Agreed, as the browser of the court shows.", "Agreed, as the browser shows."),
        ("Hearing moved.", "Hearing moved. Room 12, at ten, with the witnesses of the claimant."),
        ("Agreed with all points of it.", "Agreed with all points of it. Logo"),
    ],
)
def test_page_is_read_where_plain_text_only_points_to_it(plain: str, body: str | None) -> None:
    page = body or "The hearing is on 3 May in room 12."
    text = text_of(
        f"Content-Type: multipart/alternative; boundary=B\n\n--B\n\n{plain}\n--B\nContent-Type: text/html\n\n"
        f"<p style='max-height:0;overflow:hidden'>preview</p><p>{page}</p>\n--B--\n"
    )
    shown = plain if body is None or plain.startswith("Agreed") else page
    assert text.endswith(shown)
    assert "preview" not in text


@pytest.mark.parametrize(
    ("delsp", "lines", "shown"),
    [
        (
            "no",
            "The rent is \ndue.\n From May \non.\n> a \n> b\n>> c\n-- \nSig",
            "The rent is due.\nFrom May on.\n> a b\n>> c\n--\nSig",
        ),
        ("yes", "Die Neben \nkosten  \nund \n\nEnde", "Die Nebenkosten und\n\nEnde"),
    ],
)  # fmt: skip
def test_flowed_lines_are_paragraphs(delsp: str, lines: str, shown: str) -> None:
    """A blank at the end of a line goes on with the next (RFC 3676); it is no part of a word with ``DelSp``."""
    text = text_of(f"Content-Type: text/plain; format=flowed; delsp={delsp}\n\n{lines}")
    assert text.endswith(f"+0100\n\n{shown}")


@pytest.mark.parametrize(
    "words",
    [
        "=?utf-8?B?S8O8bmRpZ3VuZ3Nmcmlzd?=\n =?UTF-8?B?A==?=", "=?utf-8?Q?K=C3?= =?utf-8?Q?=BCndigungsfrist?=",
        "=?utf-8?Q?K=C3=BCndigungs?=\n\t=?utf-8?B?ZnJpc3Q=?=", "=?utf-8?Q?K=C3=BCndigungsfrist?=",
    ],
)  # fmt: skip
def test_encoded_words_may_divide_a_character(words: str) -> None:
    text = text_of(f"Subject: Re: {words}\nCc: {words} <c@x.example>\n\nBody")
    assert text.startswith("Subject: Re: Kündigungsfrist\n")
    assert "\nCc: Kündigungsfrist <c@x.example>\n" in text


@pytest.mark.parametrize(
    "type_",
    ["application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"],
)
def test_signature_of_a_mail_is_no_text(type_: str) -> None:
    """As OpenSSL and GnuPG sign: the text in clear, the signature below it."""
    part = f"Content-Type: {type_}; name=smime.p7s\nContent-Transfer-Encoding: base64\n\nMIIHhQYJKoZIhvcNAQcC\n"
    text = text_of(
        f"Content-Type: multipart/signed; protocol={type_}; boundary=B\n\n--B\n\nThe statement.\n--B\n{part}--B--\n"
    )
    assert text.endswith("\n\nThe statement.")


@pytest.mark.parametrize("missing", [1, 2, 3])
def test_cut_base64_is_read_as_far_as_possible(missing: int) -> None:
    code = base64.b64encode(b"The lessor terminates the lease at once.").decode().rstrip("=")
    text = text_of(f"Content-Transfer-Encoding: base64\n\n{code[:-missing]}")
    assert "The lessor terminates the lease at on" in text


def test_parts_without_boundary_are_text() -> None:
    text = text_of("Content-Type: multipart/mixed\n\nThe hearing is on 3 May.\n")
    assert text.endswith("\n\nThe hearing is on 3 May.")


def test_pieces_of_base64_that_end_separately_are_all_read() -> None:
    pieces = (base64.b64encode(text.encode()).decode() for text in ("first half, ", "second half"))
    body = "\n".join(pieces)
    head = "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
    assert text_of(f"{head}{body}\n").endswith("first half, second half")
