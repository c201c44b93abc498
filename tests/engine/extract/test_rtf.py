"""RTF as Word shows it: notes, text boxes, tables, fields, code pages."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.document.model import Document, Property
from lexdesk.errors import FileFailed
from lexdesk.extract import read_source
from lexdesk.structure import Source

HEAD = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman\fcharset0 Times;}{\f1\fswiss\fcharset238{\*\panose 020b}Arial CE;}
{\f2\fcharset204 Arial Cyr;}{\f3\fcharset128 Mincho;}}{\stylesheet{\s1 heading 1;}}{\*\listtable{\list{\listname none;}}}"""


def rtf(body: bytes, head: bytes = HEAD) -> Document:
    return read_source(Source(Path("a.rtf"), head + body + b"}"))


@pytest.mark.parametrize(
    ("body", "paragraphs"),
    [
        (
            rb"\pard The claim{\super\chftn{\footnote\pard\plain{\super\chftn} See Smith.\par And Jones.}} is barred{\super\chftn"
            rb"{\footnote {\super\chftn} BGH.}}.\par\pard The end.",
            ["The claim[1] is barred[2].", "The end.", "[1] See Smith.", "And Jones.", "[2] BGH."],
        ),
        (
            rb"\pard Goods{\shp{\*\shpinst\shpleft0{\sp{\sn fLine}{\sv 0}}{\shptxt\pard Received 3 March\par}}{\shprslt{\*\do"
            rb"{\dptxbxtext\pard Received 3 March\par}}}} are sold.\par",
            ["Goods are sold.", "Received 3 March"],
        ),
        (rb"Article 6{\super 1} and 7\super 12\nosupersub , the 3{\super rd}, CO{\sub 2}", ["Article 6¹ and 7¹², the 3rd, CO2"]),
        (rb"A {\field{\*\fldinst{HYPERLINK \"x\"}}{\fldrslt{link}}}, {\field{\*\fldinst PAGE }{\fldrslt 7}}.", ["A link, ."]),
        (
            rb"Above\par\trowd\cellx1\cellx2\pard\intbl A\cell B\cell\row\trowd\pard\intbl C\par D\cell E\cell\row\pard Below",
            ["Above", "A B\nC\nD\nE", "Below"],
        ),
        (rb"caf\'e9 \u8364?uro \u-10179?\u-8704?\uc2\u167\'a1\'a1 5 {\uc0\u252 }ber", ["café €uro 😀§ 5 über"]),
        (rb"\f1 \'b9\'b3 \f2 \'c7\'e0\'ea\'ee\'ed \f3 \'93\'fa\plain  \'df", ["ął Закон 日 ß"]),
        (b"a{\\pict\\pngblip\\bin4 {}\\}89ab}b {\\*\\unknown c}\r\nd\\\ne \\ldblquote f\\rdblquote", ["ab d", "e “f”"]),
    ],
)  # fmt: skip
def test_text_as_word_shows_it(body: bytes, paragraphs: list[str]) -> None:
    assert rtf(body).text.split("\n\n") == paragraphs


SIGNS = (
    HEAD + rb"{\fonttbl{\f4\fnil\fcharset2 Symbol;}{\f5\fnil\fcharset2{\*\panose 05}Wingdings;}}"
)
CHECK = rb"{\field{\*\fldinst FORMCHECKBOX {\*\formfield{\fftype1\ffres%d\ffdefres1}}}{\fldrslt}}"


@pytest.mark.parametrize(
    ("body", "paragraphs"),
    [
        (rb"EUR {\v floor 5 }7 and \v or \v0 8", ["EUR 7 and 8", "Hidden text: floor 5 or"]),
        (rb"a {\f4 \'a3 b\u-3999?} c {\f5\'fe} yes", ["a ≤ βα c ☑ yes"]),
        (rb"Article 6{\up6\fs16 1} GDPR, 7{\up6 2}", ["Article 6¹ GDPR, 72"]),
        (rb"By {\field{\*\fldinst MACROBUTTON NoMacro [name]}{\fldrslt }}", ["By [name]"]),
        (rb"{\field{\*\fldinst SYMBOL 167 \\f Arial}{\fldrslt ?}} 5", ["§ 5"]),
        (CHECK % 0 + rb" a " + CHECK % 25 + rb" b", ["☐ a ☒ b"]),
        (
            rb"{\field{\*\fldinst FORMDROPDOWN {\*\formfield{\fftype2\ffres1{\*\ffl A}{\*\ffl B}}}}{\fldrslt}}",
            ["B"],
        ),
    ],
)
def test_hidden_text_signs_and_form_fields(body: bytes, paragraphs: list[str]) -> None:
    assert rtf(body, SIGNS).text.split("\n\n") == paragraphs


def test_margins_and_properties_follow() -> None:
    info = rb"{\info{\title Lease of land}{\author Ada}{\creatim\yr2020\mo1\dy2\hr3\min4}{\*\company X}}"
    margins = rb"{\header\pard Az. 12 O 345/20\par}{\headerf\pard Az. 12 O 345/20\par}{\footer\pard Page \chpgn\par}"
    note = rb"{\*\atnid AB}{\*\atnauthor Ada}{\*\annotation\pard Too low?}"
    document = rtf(info + margins + rb"\pard The rent" + note + rb" is due.\par")
    assert document.text.split("\n\n") == [
        "The rent is due.",
        "Header: Az. 12 O 345/20",
        "Comment by Ada: Too low?",
    ]
    assert document.title == "Lease of land"
    assert document.properties == (
        Property("author", "Ada"),
        Property("created", "2020-01-02T03:04:00"),
    )


PIECES = [
    b"{", b"}", b"\\", b"\\'8", b"\\'93", b"\\u-1", b"\\u9999999999", b"\\bin9", b"\\*", b"\\footnote", b"\\chftn",
    b"\\cell", b"\\row", b"\\fonttbl", b"\\f1", b"\\fcharset999", b"\\cpg7", b"\\shptxt", b"\\fldinst", b"\\fldrslt",
    b"\\uc99", b"\\creatim", b"\\yr1", b"\\listtext", b"\\super", b"\\deleted", b"\\par", b"\\header", b" law ", b"1",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_damaged_file_has_text_or_fails(pieces: list[bytes]) -> None:
    with contextlib.suppress(FileFailed):
        assert rtf(b"".join(pieces)).text.strip()


@pytest.mark.parametrize(
    ("head", "body", "text"),
    [
        (HEAD, rb"{\upr{Lodz}{\*\ud{\u321?\u243?d\u378?}}}, Polska", "Łódź, Polska"),
        (HEAD, "Kündigung zum März".encode(), "Kündigung zum März"),
        (HEAD, rb"5 m{\up8\fs19 2}, 6 m{{\*\updnprop8000}\up8\loch 3}", "5 m², 6 m³"),
        (HEAD, rb"Let {\mmath{\*\moMath{\mf{\mfPr{\mtype bar}}{\mr a+b}}}} be", "Let a+b be"),
        (HEAD.replace(rb"\deff0", rb"\deff1"), rb"\'bf\'b9da\'e6", "żądać"),
    ],
)
def test_characters_for_new_programs_are_read(head: bytes, body: bytes, text: str) -> None:
    """Destinations in Unicode, raw UTF-8, formulas, and the charset of the default font."""
    assert rtf(body, head).text == text
