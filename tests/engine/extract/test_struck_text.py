"""Text struck out in documents: below the text, labelled, as on web pages."""

from pathlib import Path

import pytest
from tests.archives import zipped
from tests.engine.extract.crafted_documents import word

from lexdesk.extract import read_source
from lexdesk.extract.parsers.word_97.styles import run_properties
from lexdesk.structure import Source

STYLE = '<w:style w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style>'
SHOWN = "Notice is six months.\n\nStruck out: three whole"


@pytest.mark.parametrize(
    "properties",
    ["<w:strike/>", "<w:dstrike/>", '<w:strike w:val="true"/>', '<w:rStyle w:val="Gone"/>'],
)
def test_text_struck_out_in_word_is_below(properties: str) -> None:
    struck = "".join(
        f"<w:r><w:rPr>{properties}</w:rPr>{text}</w:r>"
        for text in ("<w:t>three</w:t>", "<w:tab/>", "<w:t>whole</w:t>")
    )
    kept = '<w:r><w:t xml:space="preserve">{}</w:t></w:r>'
    body = f"<w:p>{kept.format('Notice is ')}{struck}{kept.format(' six months.')}</w:p>"
    assert word(body, styles=STYLE).text == SHOWN


def test_strike_that_is_off_and_notes_in_text_struck_out() -> None:
    note = '<w:footnote w:id="1"><w:p><w:r><w:t>Of 2019.</w:t></w:r></w:p></w:footnote>'
    body = (
        '<w:p><w:r><w:rPr><w:rStyle w:val="Gone"/><w:strike w:val="0"/></w:rPr><w:t>Kept</w:t></w:r></w:p>'
        '<w:p><w:r><w:rPr><w:strike/></w:rPr><w:t>Fee</w:t><w:footnoteReference w:id="1"/></w:r></w:p>'
        "<w:p><w:r><w:rPr><w:strike/></w:rPr><w:t>Tax</w:t></w:r></w:p><w:p><w:r><w:t>End</w:t></w:r></w:p>"
    )
    text = word(body, styles=STYLE, footnotes=note).text
    assert text == "Kept\n\nEnd\n\n[1] Of 2019.\n\nStruck out: Fee[1] Tax"


def test_text_struck_out_in_rtf_and_open_document_is_below() -> None:
    rtf = rb"{\rtf1 Notice is {\strike three} {\striked1 whole}\striked0  six months.\par}"
    assert read_source(Source(Path("a.rtf"), rtf)).text == SHOWN
    content = (
        '<o:c xmlns:o="office" xmlns:t="text" xmlns:s="style"><o:automatic-styles>'
        '<s:style s:name="T1"><s:text-properties s:text-line-through-style="solid"/></s:style>'
        '</o:automatic-styles><o:body><o:text><t:p>Notice is <t:span t:style-name="T1">three whole</t:span>'
        " six months.</t:p></o:text></o:body></o:c>"
    )
    odt = zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})
    assert read_source(Source(Path("a.odt"), odt)).text == SHOWN


@pytest.mark.parametrize("code", [0x0837, 0x2A53])
def test_characters_of_word_97_keep_their_strike(code: int) -> None:
    assert run_properties({code: b"\1"}, []) == '<rPr><strike val="1"/></rPr>'
