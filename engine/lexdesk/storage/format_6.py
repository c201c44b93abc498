"""The failures of library format 6, stored as English sentences and parsed once, during migration."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from lexdesk.text.lazy_pattern import lazy_pattern

_PAGES = {
    "file.pages_damaged": "cannot be read, since the PDF is damaged there;",
    "file.pages_text_in_pictures": "cannot be read, since text in pictures has to be recognised (OCR);",
}
_PAGE_NAMES = lazy_pattern(r"pages? ([\d, -]+)(?: and \d+ more)?")
_FIELD = lazy_pattern(r"\{(\w+)(![rsa])?(:[^}]*)?\}")

SENTENCES = """
zip_bomb_of_all {name} unpacks to more than {ratio} times its size, as no document does (a zip bomb?); what came before was read, unpack it and add what is inside for the rest.
passwords_wrong {name} is protected by a password, and none of the {tried} that were tried opens it; check them and give the right one with lexdesk add --passwords FILE.
password_wrong {name} is protected by a password, and the one that was tried does not open it; check it and give the right one with lexdesk add --passwords FILE.
xml_entities {name} declares XML entities, which can be used for attacks and which legal publications do not need; remove the declaration to have it read.
opendocument_damaged {name} is damaged or not really an OpenDocument presentation; open it in the program that made it, save it again and add that.
password_unsupported {name} is protected by a password in a way that Lexdesk does not know, or is damaged; save a copy without one and add that.
version_register {name} is the register beside the dated versions of a work and holds no text of its own; nothing is lost by leaving it out.
clml_without_act {name} is a legislation.gov.uk file without primary or secondary legislation in it; download the version of the whole act.
password_needed {name} is protected by a password; give it with lexdesk add --passwords FILE, or save a copy without one and add that.
package_truncated {name} is damaged: it begins like an office document or archive and does not end like one; copy or download it again.
decision_unnamed {name} states no court or no docket (<gertyp>, <aktenzeichen>); download it again from rechtsprechung-im-internet.de.
picture_too_large {name} is a picture of {width:,} x {height:,} points, or of more than {limit:,} pages, which is more than is read; save it smaller and add that.
encrypted_for_key {name} is encrypted for those who have the key; open it in the program that has it, save what it holds and add that.
ocr_timeout {name} took longer than {seconds:g} s for a page to be recognised and was left out; if it matters, split it or save it as text.
archive_escapes {name} holds files that name a place outside of it, so it was left out; unpack it with care and add what is inside.
drm {name} is protected by its publisher (DRM), so that its own program alone opens it; ask for a copy without that.
epub_damaged {name} is damaged or not really an EPUB book; open it in the program that made it, save it again and add that.
crashed {name} made the reader crash ({reason}) and was left out; if it matters, save it again in the program that made it.
seven_zip_damaged {name} is damaged or packed by a method that Lexdesk does not know ({reason}); unpack it and add what is inside.
pdf_damaged {name} is damaged or not really a PDF; open it in the program that made it, save it again and add that.
old_office_unknown {name} is an old Office file of a kind that Lexdesk does not know; save it as PDF or DOCX and add that.
archive_too_large {name} has {size:.0f} GB or more, and of an archive {limit:.0f} GB are read; split it, or unpack it and add what is inside.
pdf_xfa_form {name} is a form that only Adobe Acrobat and Reader show (XFA); print it to a PDF there and add that.
publication_record {name} describes the publication of {described} and holds no text of its own; nothing is lost by leaving it out.
archive_alias_read {name} is another name of {other}, which was read; to have both, unpack the archive and add what is inside.
outlook_damaged {name} is damaged or not really an Outlook message; open it in Outlook, save it again and add that.
office_damaged {name} is damaged or not really {kind}; open it in the program that made it, save it again and add that.
zip_bomb {name} unpacks to more than {ratio} times its size, as no document does (a zip bomb?); it was left out.
timeout {name} took longer than {seconds:g} s to read and was left out; if it matters, split it or save it as text.
seven_zip_too_large {name} unpacks to more than {limit:.0f} MB, which a 7z archive may hold; unpack it and add what is inside.
too_many_crashes {name} holds {limit} documents that made the reader crash or hang; what comes after them was left out.
html_truncated {name} ends in the middle, without </html>, so that provisions are missing; download it again.
attachment_damaged {name} is damaged, and not all that is attached could be read ({reason}); save it again and add that.
picture_damaged {name} is a damaged picture; open it in the program that made it, save it again and add that.
embedded_object {name} is an object embedded in the message, which only Outlook opens; save it from there.
kind_unknown {name} is of a kind that Lexdesk does not know; save it as PDF, DOCX or text and add that.
too_many_scanned_pages {name} has more than {limit:,} scanned pages, which would take hours; split it into smaller files.
portfolio_member_damaged {name} is empty or damaged in {pdf}; open that in a PDF program, save {name} from it and add that.
anchor_hash {name} is damaged: the text of {anchor} has not the SHA-256 that is stated; unpack it again.
statute_unnamed {name} states no statute (<jurabk>); download it again from gesetze-im-internet.de.
archive_truncated {name} is damaged and cannot be unpacked to its end ({reason}); copy or download it again.
unpacks_too_large {name} unpacks to more than {limit:.0f} GB; what came before was read, split it for the rest.
signature_alone {name} is a signature or a certificate alone; add the file that it belongs to.
packing_unknown {name} is packed by a method that Lexdesk does not know; unpack it and add it.
too_much_memory {name} needs more memory than the reader may use; split it into smaller files.
utf8_truncated {name} is damaged: its UTF-8 breaks off at byte {byte:,}; download or export it again.
no_document {name} is {kind}, which Lexdesk does not read; save it as text where it holds prose.
text_in_pictures {name} is {what}, whose text has to be recognised (OCR); {install}, then add the file again.
contained_too_deeply {name} lies more than {limit} archives deep, as no real file does; it was left out.
contained_too_deeply {name} lies more than {limit} messages deep, as no real file does; it was left out.
too_many_members {name} holds more than {limit:,} files; the first {limit:,} were read, split it for the rest.
date_impossible {name} states the date {date!r}, which does not exist; download or export it again.
akn_without_document {name} is Akoma Ntoso without a document or its metadata; export it again.
validity_reversed {name} states that it held from {valid_from} to {valid_to}, which is backwards; unpack it again.
not_opened {name} cannot be opened ({reason}); check that it exists and that you may read it.
archive_alias_missing {name} is another name of {other}, which is not in the archive; pack both again.
lex_id_invalid {name} has the lex_id {lex_id!r}, which names no work and version; unpack it again.
contained_too_deeply {name} lies more than {limit} files deep, as no real file does; it was left out.
too_much_text {name} holds more than {limit:,} characters of text; split it into smaller files.
password_protected {name} is protected by a password; save a copy without one and add that.
not_a_pdf {name} is called .pdf and is no PDF inside; download or export it again.
too_large {name} has {size:.0f} MB or more, and {limit:.0f} MB are read; split it into smaller files.
nested_too_deeply {name} is nested more deeply than any real document; it was left out.
only_other_files {name} holds other files and no text of its own; add it to a library.
key_missing {name} has no {key}, so that it is no version of a work; unpack it again.
no_document {name} is {kind}, which Lexdesk does not read; it holds no text to search.
out_of_memory {name} needs more memory than the reader may use; it was left out.
html_unreadable {name} is no HTML that can be read to its end; download it again.
date_impossible_download {name} states the date {date!r}, which does not exist; download it again.
schema_unknown {name} has the schema {found!r}, Lexdesk reads {supported}; install a later Lexdesk.
no_provisions {name} has no list of provisions, so no text; unpack it again.
xml_invalid {name} is not well-formed XML ({reason}); download or export it again.
contradictory {name} is damaged: what was read of it contradicts itself.
formex_without_text {name} is a Formex file without a CONS.DOC: no text in it.
not_a_regular_file {name} is no regular file, so there is no document in it.
no_text {name} holds no text; there is nothing to search in it.
json_invalid {name} is no JSON that can be read ({reason}); unpack it again.
anchor_invalid {name} has the anchor {anchor!r} twice or amiss; unpack it again.
anchor_path {name} has a path at {anchor} that is no list; unpack it again.
not_a_document {name} is {what}, not a document; name the files inside it.
html_without_body {name} is an HTML page without a body: no text in it.
empty {name} is empty (0 bytes); there is nothing to read.
archive_member_damaged {name} is damaged in its archive ({reason}); copy it again.
key_not_text {name} has {value!r} as {key}, which is no text; unpack it again.
parser_failed {name} made the reader fail ({reason}); it was left out.
picture_without_text {name} is a picture in which no text was found.
worker_failed {name} was not read: the reader failed ({reason}).
kind_unreadable {name} is {kind}, which Lexdesk does not read; {advice}.
"""  # noqa: E501 - the sentences as they were
"""Codes with their English templates of that format, the templates with most fixed text first."""

_PHRASES = {
    "a scan of 1 page": "phrase.scanned_page",
    "a picture": "phrase.picture",
    "an archive": "phrase.archive",
    "a package of Outlook (TNEF)": "phrase.tnef",
    "a package": "phrase.package",
    "a document of Pages, Numbers or Keynote": "phrase.apple_document",
    "a photograph in HEIC or AVIF": "phrase.photograph",
    "a shortcut": "phrase.shortcut",
    "a section of OneNote": "phrase.onenote",
    "a recording": "phrase.recording",
    "a WordPerfect document": "phrase.wordperfect",
    "a program": "phrase.program",
    "a database": "phrase.database",
    "a data file of Outlook": "phrase.outlook_data",
    "a data file": "phrase.data",
    "unpack it and add what is inside": "phrase.unpack",
    "open the mail in Outlook, save what is attached there and add that": "phrase.save_attachments",
    "save what it shows as PDF and add that": "phrase.save_view_as_pdf",
    "export it as PDF or DOCX and add that": "phrase.export_as_pdf",
    "save it as JPEG or PDF and add that": "phrase.save_as_jpeg",
    "add the file that it leads to": "phrase.add_target",
    "export its pages as PDF or DOCX and add that": "phrase.export_pages",
    "add a transcript instead": "phrase.add_transcript",
    "save it as DOCX or PDF (LibreOffice can) and add that": "phrase.save_as_docx",
    "export its content as text or CSV and add that": "phrase.export_as_csv",
    "drag its mails from Outlook into a folder and add that": "phrase.drag_mails",
    "a folder": "phrase.folder",
    "no regular file": "phrase.no_regular_file",
    "No such file or directory": "system.missing",
    "Permission denied": "system.permission",
    "Input/output error": "system.io_error",
}
_SCAN = lazy_pattern(r"a scan of (\d+) pages")
_INSTALL = lazy_pattern(r"run: pip install 'lexdesk\[(\w+)\]'")


def failure(sentence: str, part: str) -> str:
    """Return the ``code`` of a failure, or its ``parameters`` as JSON; an unknown sentence becomes a parameter itself."""
    code, parameters = _read(sentence)
    return code if part == "code" else json.dumps(parameters)


def unread_pages(path: str, sentence: str) -> str | None:
    """Return the file, pages and code of a record for unread pages as JSON; ``None`` for any other record."""
    file, _, name = path.rpartition("/")
    named = _PAGE_NAMES.fullmatch(name)
    code = next((code for code, sign in _PAGES.items() if f"{name} {sign}" in sentence), None)
    if named is None or code is None:
        return None
    return json.dumps({"file": file, "failure": code, "pages": _numbers(named[1])})


def _numbers(ranges: str) -> list[int]:
    found: list[int] = []
    for pages in ranges.split(","):
        first, _, last = pages.strip().partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


def _read(sentence: str) -> tuple[str, dict[str, Any]]:
    for name, _, template in (line.partition(" ") for line in SENTENCES.splitlines()):
        if match := _pattern(template).fullmatch(sentence):
            fields = {field: spec for field, _, spec in _FIELD.findall(template)}
            found = {
                field: _value(text, fields[field]) for field, text in match.groupdict().items()
            }
            return f"file.{name}", found
    return "file.earlier", {"sentence": sentence}


@cache
def _pattern(template: str) -> re.Pattern[str]:
    pieces, at, seen = [], 0, set()
    for field in _FIELD.finditer(template):
        name = field[1]
        pieces.append(re.escape(template[at : field.start()]))
        pieces.append(f"(?P={name})" if name in seen else f"(?P<{name}>.*?)")
        seen.add(name)
        at = field.end()
    return re.compile("".join((*pieces, re.escape(template[at:]))), re.DOTALL)


def _value(text: str, spec: str) -> Any:
    """Return a parameter's value: a number if the template formats one, a phrase if the text is a known one."""
    if spec in (":,", ":.0f", ":g"):
        number = text.replace(",", "")
        try:
            return int(number) if number.isdecimal() else float(number)
        except ValueError:
            return text
    if text in _PHRASES:
        return {"code": _PHRASES[text], "parameters": {}}
    if scan := _SCAN.fullmatch(text):
        return {"code": "phrase.scan", "parameters": {"pages": int(scan[1])}}
    if install := _INSTALL.fullmatch(text):
        return {"code": "phrase.install_extra", "parameters": {"extra": install[1]}}
    return text
