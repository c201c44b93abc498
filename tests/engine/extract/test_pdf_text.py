"""The text of PDF pages in reading order: columns, letter-spaced type, numbers of lines."""

import io
import re
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

import pypdfium2
import pytest
from PIL import Image
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from lexdesk.extract import read, read_source
from lexdesk.extract.clean import clean
from lexdesk.extract.ocr import Scan
from lexdesk.extract.parsers.pdf_pages import join_across_pages
from lexdesk.extract.parsers.pdf_text import page_text
from lexdesk.structure import Source

LEFT = (
    "Any person who suffers damage as a result", "of an infringement of this Regulation shall",
    "have the right to receive compensation from", "the controller or the processor for the dam-",
    "age suffered, and may bring an action before", "the courts of the Member State concerned.",
)  # fmt: skip
RIGHT = (
    "A processor shall be liable for the harm", "that was caused by processing only where it",
    "has not complied with its obligations, or", "where it has acted outside or contrary to",
    "lawful instructions of the controller, who", "remains liable.",
)  # fmt: skip
SENTENCES = (
    "Plaintiff alleges that on or about March 3, 2024", "the defendant agreed to deliver the widgets to the",
    "warehouse of the plaintiff in Reno, and that it", "failed to do so, although the parties had agreed in",
    "writing that time was of the essence of it all.", "The defendant did not give notice of any delay.",
    "Wherefore, plaintiff prays for judgment as follows,", "damages according to proof, and the costs of suit.",
)  # fmt: skip
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"

Drawn = Iterable[tuple[float, float, str]]


def text_of(drawn: Drawn, spacing: float = 0) -> str:
    """Return the text of a page with strings drawn at places, in order."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    for x, y, text in drawn:
        canvas.drawString(x, y, text, charSpace=spacing)
    canvas.save()
    with pypdfium2.PdfDocument(buffer.getvalue()) as pdf:
        return " ".join(clean(page_text(pdf[0]) or "").split())


def rows(*columns: tuple[float, Iterable[str]], top: float = 700) -> Drawn:
    """Columns at places, drawn row by row."""
    lines = zip(*(column for _, column in columns), strict=True)
    for at, row in enumerate(lines):
        for (x, _), text in zip(columns, row, strict=True):
            if text:
                yield x, top - 14 * at, text


def test_columns_of_prose_follow_each_other() -> None:
    title = (
        "Regulation of the European Parliament and of the Council on damages and liability of all"
    )
    found = text_of([(72, 740, title), *rows((72, LEFT), (330, RIGHT)), (72, 500, f"{title}.")])
    left = " ".join(LEFT).replace("dam- age", "damage")
    assert found == f"{title} {left} {' '.join(RIGHT)} {title}."


def test_three_columns_follow_each_other() -> None:
    columns = [[f"{name} {line[:22].strip()}" for line in LEFT] for name in ("one", "two", "three")]
    drawn = rows(*zip((60, 230, 400), columns, strict=True))
    assert text_of(drawn) == " ".join(line for column in columns for line in column)


@pytest.mark.parametrize("notes_at", [60, 460])
def test_notes_at_the_side_of_a_statute_divide_no_sentence(notes_at: float) -> None:
    """In smaller type beside the first lines of each section; numbers at this place stay where they were."""

    def page(notes: Iterable[str]) -> str:
        buffer = io.BytesIO()
        canvas = Canvas(buffer)
        for section, top in ((LEFT, 700), (RIGHT, 600)):
            for at, (line, note) in enumerate(zip(section, notes, strict=False)):
                canvas.setFont("Helvetica", 11)
                canvas.drawString(180, top - 14 * at, line)
                canvas.setFont("Helvetica", 7)
                canvas.drawString(notes_at, top - 14 * at, note)
        canvas.save()
        with pypdfium2.PdfDocument(buffer.getvalue()) as pdf:
            return " ".join(clean(page_text(pdf[0]) or "").split())

    found = page(["Right to", "compensation", "and liability.", "", "", ""])
    assert " ".join(LEFT).replace("dam- age", "damage") in found
    assert " ".join(RIGHT) in found
    assert found.count("Right to compensation and liability.") == 2
    numbered = page(["12.3", "12.4", "12.5", "", "", ""])
    assert re.search(r"12\.3\s\S|\S\s12\.3", numbered)
    assert "12.3 12.4 12.5" not in numbered


def test_digits_in_superscript_are_not_those_of_the_number_before() -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    line = canvas.beginText(72, 700)
    for text in ("² Buildings under Article 6", "¹ of Regulation 2016/679", "¹² are safe."):
        mark = "".join(str(RAISED.index(sign)) for sign in text if sign in RAISED)
        line.setRise(4)
        line.setFont("Helvetica", 6.5)
        line.textOut(mark)
        line.setRise(0)
        line.setFont("Helvetica", 11)
        line.textOut(text.lstrip(RAISED))
    canvas.drawText(line)
    canvas.save()
    with pypdfium2.PdfDocument(buffer.getvalue()) as pdf:
        found = page_text(pdf[0])
    assert found == "² Buildings under Article 6¹ of Regulation 2016/679¹² are safe."


def test_table_and_caption_are_read_by_rows() -> None:
    names, sums = (
        ("Rent", "Deposit", "Costs of suit", "Tax", "Sum"),
        ("100", "300", "20", "20", "440"),
    )
    assert text_of(rows((72, names), (330, sums))).startswith(
        "Rent 100 Deposit 300 Costs of suit 20"
    )
    terms = ("Controller", "", "", "Processor", "", "")
    assert text_of(rows((72, terms), (330, RIGHT))).startswith(f"Controller {RIGHT[0]} {RIGHT[1]}")
    parties = ("ACME, INC.,", "Plaintiff,", "v.", "WIDGETS LTD,", "Defendant.")
    caption = ("Case No. 24-1234", "COMPLAINT", "", "Judge Smith", "Jury trial demanded")
    assert text_of(rows((72, parties), (330, caption))).startswith(
        "ACME, INC., Case No. 24-1234 Plaintiff,"
    )


@pytest.mark.parametrize("step", [14.0, 18.0])
def test_letters_on_a_grid_are_words(step: float) -> None:
    heading = "IM NAMEN DES VOLKES"
    letters = [
        (72 + step * at, 700.0, letter) for at, letter in enumerate(heading) if letter != " "
    ]
    assert (
        text_of([*letters, (72, 650, "Die Berufung ist zulässig.")])
        == f"{heading} Die Berufung ist zulässig."
    )


def test_typed_gaps_between_letters_are_words_and_lists_stay() -> None:
    assert (
        text_of([(72, 700, "J U D G M E N T   O F   T H E   C O U R T")]) == "JUDGMENT OF THE COURT"
    )
    assert text_of([(72, 700, "O R D E R")]) == "ORDER"
    assert text_of([(72, 700, "A B C D E F G H")]) == "A B C D E F G H"
    cells = [(72.0 + 60 * at, 700.0, letter) for at, letter in enumerate("YNNYNYY")]
    assert text_of(cells) == "Y N N Y N Y Y"


@pytest.mark.parametrize(
    ("step", "place"),
    [(1, "left"), (5, "left"), (5, "right"), (1, "before the text"), (1, "right"), (1, "both")],
)
def test_line_numbers_are_no_text(step: int, place: str) -> None:
    lines = SENTENCES * 4
    numbers = [str(at) if at % step == 0 else "" for at in range(1, len(lines) + 1)]
    drawn = {
        "left": rows((40, numbers), (72, lines)),
        "right": rows((72, lines), (500, numbers)),
        "both": rows((40, numbers), (72, lines), (500, numbers)),
        "before the text": [*rows((40, numbers)), *rows((72, lines))],
    }
    assert text_of(drawn[place]) == " ".join(lines)


def test_words_divided_beside_line_numbers_are_whole() -> None:
    lines = [
        part
        for sentence in SENTENCES * 2
        for part in (f"{sentence} It was plain-", "tiff who paid it.")
    ]
    numbers = [str(at) for at in range(1, len(lines) + 1)]
    whole = " ".join(lines).replace("plain- tiff", "plaintiff")
    assert text_of(rows((40, numbers), (72, lines))) == whole


def test_numbers_of_clauses_and_tables_stay() -> None:
    contents = [
        f"{n} Definitions and interpretation of the terms of this agreement" for n in range(1, 16)
    ]
    assert text_of(rows((72, contents))) == " ".join(contents)
    items = [f"{n} widgets" for n in range(1, 16)]
    assert text_of(rows((72, items))) == " ".join(items)
    quoted = [f"{sentence} {n}" for n, sentence in enumerate(SENTENCES, 5)]
    assert text_of(rows((72, quoted))) == " ".join(quoted)


def test_numbers_of_paragraphs_beside_them_stand_before_them() -> None:
    numbers = {0: "14", 6: "15", 13: "16"}
    lines = SENTENCES * 2
    for place in (400, 500):  # in the same line, or in one of their own for pdfium
        beside = [numbers.get(at, "") for at in range(len(lines))]
        text = text_of(rows((72, lines), (place, beside)))
        for at, number in numbers.items():
            assert f"{number} {lines[at]} {lines[at + 1]}" in text


def test_hyphen_stays_in_compounds_and_before_notes() -> None:
    lines = ["It is subject to the EU-", "Regulation and to COVID-", "19 rules of the plain-", "tiff and the JUDG-",
             "MENT of the respon-"]  # fmt: skip
    drawn = [(72.0, 700.0 - 14 * at, line) for at, line in enumerate(lines)]
    assert text_of([*drawn, (72, 40, "dent")]) == (
        "It is subject to the EU-Regulation and to COVID-19 rules of the plaintiff and the JUDGMENT of the respon- dent"
    )
    pages = ["The non-compete clause.", "Each non\ufffecompete ends. A dis\ufffemissal.\r\nNo."]
    assert join_across_pages(pages)[1] == "Each non-compete ends. A dis\ufffemissal.\nNo."
    usual = [
        "Ein\ufffe\r\nund Ausfuhr, EU\ufffewide, a self\ufffeemployed and self\ufffeish дого\ufffeвор. Haupt-"
    ]
    assert join_across_pages([*usual, "und Nebenpflichten"]) == [
        "Ein- und Ausfuhr, EU-wide, a self-employed and self\ufffeish дого\ufffeвор. Haupt- und",
        "Nebenpflichten",
    ]


def test_page_numbers_and_repeated_titles_are_no_text() -> None:
    pages = [
        f"Lease of 3 May\r\nThe rent of {at} is due and\r\nPage {at + 4} of 6" for at in range(3)
    ]
    assert join_across_pages(pages) == [
        "Lease of 3 May\nThe rent of 0 is due and", "The rent of 1 is due and", "The rent of 2 is due and",
    ]  # fmt: skip
    amounts = ["Sum\r\n100", "Sum\r\n250", "Other\r\n300"]
    assert join_across_pages(amounts) == [page.replace("\r\n", "\n") for page in amounts]
    assert join_across_pages(pages, fixed={0, 1, 2})[1].endswith("Page 5 of 6")


def test_annotations_follow_their_page() -> None:
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.drawString(72, 700, "The rent is due.")
    canvas.freeTextAnnotation("Received 3 March", (100, 600, 300, 640), addtopage=1)
    canvas.textAnnotation("Too high?", (100, 500, 120, 520), addtopage=1)
    canvas.textAnnotation("rent is due", (100, 400, 120, 420), addtopage=1)
    canvas.save()
    found = read_source(Source(Path("a.pdf"), buffer.getvalue())).text
    assert found == "The rent is due.\n\nReceived 3 March\nComment: Too high?"


def test_text_in_fonts_without_unicode_has_to_be_recognised() -> None:
    """A PDF of LibreOffice, whose fonts map codes of their own to characters, without these maps."""
    buffer = io.BytesIO()
    registerFont(TTFont("Vera", "Vera.ttf"))
    canvas = Canvas(buffer, pageCompression=0)
    canvas.setFont("Vera", 12)
    canvas.drawString(72, 700, "äöü éèê àçñ")
    canvas.save()
    data = re.sub(rb"/ToUnicode \d+ \d+ R", lambda found: b" " * len(found[0]), buffer.getvalue())
    with pytest.raises(Scan, match="fonts do not state their characters"):
        read_source(Source(Path("a.pdf"), data))


def test_word_across_pages_is_one_word() -> None:
    pages = ["Lease of 3 May\r\nThe tenant has a right to compen-\r\n1", "Lease of 3 May\r\nsation, which is due.\r\n2",
             "Lease of 3 May\r\nsub-\r\n3", "Lease of 3 May\r\nTenants pay the rent.\r\n4"]  # fmt: skip
    assert join_across_pages(pages) == [
        "Lease of 3 May\nThe tenant has a right to compensation,", "which is due.", "sub-", "Tenants pay the rent.",
    ]  # fmt: skip
    assert join_across_pages(["", "1"]) == ["", "1"]
    noted = ["The tenant has a right to compen-\n____\n¹ OJ L 119, p. 1.\n²Ibid.\n1", "sation.\n2"]
    assert join_across_pages(noted)[0].startswith(
        "The tenant has a right to compensation.\n____\n¹ OJ"
    )


def test_pleading_has_no_line_numbers(shared_data: Path) -> None:
    found = sorted((shared_data / "raw" / "court-files").rglob("gov.uscourts.cacd.652774.40.0.pdf"))
    text = read(found[0]).text
    assert not any(line.strip().isdigit() and int(line) > 10 for line in text.split("\n"))


def test_number_at_the_end_of_a_table_row() -> None:
    """pdfium breaks the line before a single digit far right of a number, and not before two."""
    cells = [
        ("Creditor", "Amount", "Rank"),
        ("Alpha Ltd", "1,200.00", "1"),
        ("Beta Ltd", "90.50", "2"),
    ]
    places = zip((60, 250, 420), zip(*cells, strict=True), strict=True)
    assert text_of(rows(*places)) == "Creditor Amount Rank Alpha Ltd 1,200.00 1 Beta Ltd 90.50 2"


def layered(text: str, mode: Literal[0, 3]) -> bytes:
    """Return a page with the picture of a text, and with a text over it as scanners' programs place it."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.drawInlineImage(Image.new("RGB", (100, 140), "white"), 0, 0, 595, 842)
    lines = canvas.beginText(50, 760)
    lines.setTextRenderMode(mode)
    for line in textwrap.wrap(text):
        lines.textLine(line)
    canvas.drawText(lines)
    canvas.save()
    return buffer.getvalue()


GARBLED = "Tbc t3nant sball pay tbc rcnt 0f n1nc bundrcd p0unds 0n tbc f1rst day 0f m0ntb " * 6


@pytest.mark.parametrize(
    ("text", "mode", "confidence"),
    [(GARBLED, 3, 0), (GARBLED, 0, None), (" ".join(SENTENCES), 3, None)],
)
def test_bad_text_under_a_scan_is_recognised_again(
    text: str, mode: Literal[0, 3], confidence: float | None
) -> None:
    document = read_source(Source(Path("scan.pdf"), layered(text, mode)))
    assert document.pages[0].confidence == confidence
    assert document.text.split() == text.split()


def test_spaced_lines_below_each_other_are_words() -> None:
    """The head of a German judgment, typed with one blank between letters and more between words."""
    lines = ("U R T E I L", "I M   N A M E N   D E S   V O L K E S", "I N  T H E  M A T T E R  O F")
    found = text_of([(200, 700 - 30 * at, line) for at, line in enumerate(lines)])
    assert found == "URTEIL IM NAMEN DES VOLKES IN THE MATTER OF"


@pytest.mark.parametrize(("x", "step"), [(560, 1), (40, 5), (560, 5)])
def test_numbers_of_lines_do_not_divide_words(x: float, step: int) -> None:
    """Every line or each fifth one, as in bills of the United Kingdom, also where a word goes on below."""
    lines = (
        "Plaintiff alleges that the defend-",
        "ant failed to pay the sum due under it",
        "and the amount of it",
    )
    text, numbers = [], []
    for at in range(24):
        text.append((80.0, 760 - 24.0 * at, lines[at % 3]))
        if (at + 1) % step == 0:
            numbers.append((x, 760 - 24.0 * at, str(at + 1)))
    drawn = sorted([*text, *numbers], key=lambda place: (-place[1], place[0]))
    assert text_of(drawn) == " ".join(lines * 8).replace("- ", "")
