"""Text in the code page of its language: the GDPR in its languages, as saved by older programs."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from lexdesk.text.encodings import decode

PAGES = {
    "bg": "cp1251", "cs": "cp1250", "el": "cp1253", "et": "cp1257", "hr": "cp1250", "hu": "cp1250", "lt": "cp1257",
    "lv": "cp1257", "pl": "cp1250", "ro": "cp1250", "sk": "cp1250", "sl": "cp1250",
}  # fmt: skip
LETTERS = re.compile(r"[^\W\d_]+")
COMMA_BELOW = str.maketrans("șțȘȚ", "şţŞŢ")
"""Romanian letters that its code page lacks, and those that were typed instead."""


@pytest.fixture(scope="module")
def articles(shared_data: Path) -> list[tuple[str, str]]:
    """Language and text of each article."""
    with gzip.open(
        shared_data / "raw" / "gdpr-24-languages.jsonl.gz", "rt", encoding="utf-8"
    ) as rows:
        return [(row["lang"], row["text"]) for row in map(json.loads, rows)]


@pytest.mark.parametrize(
    ("length", "share", "step"),
    [
        (150, 0.98, 10),
        pytest.param(150, 0.99, 1, marks=pytest.mark.slow),
        pytest.param(1500, 0.999, 1, marks=pytest.mark.slow),
    ],
)
def test_text_is_decoded_by_the_code_page_of_its_language(
    articles: list[tuple[str, str]], length: int, share: float, step: int
) -> None:
    right = total = 0
    for language, text in articles[::step]:
        page = PAGES.get(language, "cp1252")
        data = text[:length].translate(COMMA_BELOW).encode(page, "ignore")
        if data.isascii():
            continue
        total += 1
        right += decode(data) == data.decode(page)
    assert total > 1900 // step
    assert right / total >= share


@pytest.mark.parametrize("page", ["cp1253", "iso8859-7"])
def test_greek_without_a_final_sigma_is_no_cyrillic(page: str) -> None:
    text = "Η απόφαση του δικαστηρίου εκδόθηκε σήμερα και είναι τελεσίδικη."
    assert decode(text.encode(page)) == text


def test_quotation_mark_of_macs_is_no_greek_letter() -> None:
    text = "Die Kündigung bedarf der Schriftform; größere Änderungen „übernimmt“ der Käufer."
    assert decode(text.encode("mac-roman")) == text


def test_czech_of_unix_without_other_signs() -> None:
    text = "Zákon č. 89/2012 Sb., občanský zákoník. Věřitel může žádat plnění a dlužník je povinen je splnit včas."
    assert decode(text.encode("iso8859-2")) == text


def test_one_stray_byte_leaves_the_rest_utf_8() -> None:
    data = "Die Prüfung der Vergütung ergibt 1.200 €.\nDie Gebühren für das Caf".encode()
    assert decode(data + b"\xe9 sind " + "fällig.".encode()) == (
        "Die Prüfung der Vergütung ergibt 1.200 €.\nDie Gebühren für das Café sind fällig."
    )


@pytest.mark.parametrize(
    ("page", "languages"),
    [
        ("koi8-u", {"bg"}), ("cp866", {"bg"}), ("iso8859-5", {"bg"}), ("iso8859-2", {"cs", "hr", "hu", "pl", "sk", "sl"}),
        ("cp850", {"da", "de", "es", "fi", "fr", "sv"}), ("mac-roman", {"da", "de", "es", "fr", "sv"}),
        ("cp852", {"hu", "pl", "sl"}), ("mac-latin2", {"cs", "pl"}), ("mac-croatian", {"sl"}),
        ("cp855", {"bg"}), ("mac-cyrillic", {"bg"}), ("cp737", {"el"}), ("mac-greek", {"el"}),
        ("cp775", {"et", "lt", "lv"}), ("iso8859-4", {"et", "lt", "lv"}), ("cp860", {"pt"}),
        ("cp869", {"el"}),
    ],
)  # fmt: skip
def test_text_of_dos_unix_and_macs_is_decoded(
    articles: list[tuple[str, str]], page: str, languages: set[str]
) -> None:
    """Compare letters alone: typographic marks differ, and short texts have too few letters."""
    texts = [text[:1500] for language, text in articles if language in languages][::18]
    pairs = [(decode(text.encode(page, "ignore")), text) for text in texts if len(text) > 600]
    right = sum(LETTERS.findall(found) == LETTERS.findall(text) for found, text in pairs)
    assert pairs
    assert right / len(pairs) >= 0.9


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("cp852", "Najemca jest obowiązany płacić czynsz w umówionym terminie. Żadna ze stron nie może wypowiedzieć umowy."),
        ("mac-cyrillic", "Наниматель обязан своевременно вносить плату за жильё. Суд вправе отказать в удовлетворении иска."),
        ("cp1125", "Наймач зобов'язаний вносити плату своєчасно. Суд має право відмовити в позові. Єдиний реєстр України."),
        ("cp857", "Kiracı kira bedelini sözleşmede kararlaştırılan sürede öder. Mahkeme davanın reddine karar verir."),
        ("cp1252", "Die Verträge übernimmt die Gesellschaft; für Ansprüche gilt § 573, ebenso für Kosten von € 5."),
    ],
)  # fmt: skip
def test_short_text_of_one_language_is_decoded(page: str, text: str) -> None:
    assert decode(text.encode(page)) == text


@pytest.mark.parametrize(
    ("pages", "text"),
    [
        ("cp850 cp437 cp1252 mac-roman", "Müller KG, Größe"),
        ("cp850 cp1252 mac-roman", "Le propriétaire où l'été commence"),
        ("cp850", "legge, tra cui l'attività di"),
        ("cp852 cp1250 iso8859-2", "Zażółć gęślą jaźń, umowa najmu"),
        ("cp866 koi8-r cp1251 iso8859-5", "Договор аренды"),
        ("cp1251 koi8-u", "Договір оренди: їх"),
        ("cp1253 iso8859-7", "Άρθρο 5: Η σύμβαση"),
        ("cp1255", "חוזה שכירות בין הצדדים"),
        ("cp1256", "عقد الإيجار بين الطرفين"),
        ("cp874", "สัญญาเช่าบ้านเลขที่"),
        ("iso8859-15", "Prix : 500 € hors taxes"),
        ("iso8859-15", "L'auteur d'une œuvre conserve ses droits"),
        ("cp1252", "Nach 1½ Jahren und ½ Tag, also ½tägig"),
        ("iso8859-3", "Il-kuntratt għandu jkun bil-miktub u jista' jiġi mħassar"),
        ("cp1250 iso8859-2", "Strony są zobowiązane do zapłaty i będą"),
        ("cp1250 iso8859-2", "Predávajúci je povinný poskytnúť súčinnosť a zaplatiť daň"),
        ("cp932 euc_jp iso2022_jp", "契約書の第五条について"),
        ("gb18030", "中华人民共和国合同法第五条"),
        ("big5", "契約條款第五條規定當事人"),
        ("euc_kr iso2022_kr", "계약서 제5조 당사자는"),
        ("cp1252", "soweit § 4 des Deutschen Richtergesetzes"),
        (
            "cp1252",
            "“penalty point”has the meaning assigned to it by section 1(1) of the Act of 2002;",
        ),
        ("mac-roman", "soweit § 4 des Gesetzes über Maß und Größe gilt"),
        ("cp1252", "Ändern Änderung Ämter ÄNDERUNG"),
    ],
)
def test_few_words_are_decoded(pages: str, text: str) -> None:
    assert {page: decode(text.encode(page)) for page in pages.split()} == dict.fromkeys(
        pages.split(), text
    )


def test_line_of_another_encoding_leaves_the_rest_utf_8() -> None:
    first, second = "Größe ist wichtig für die Prüfung.\n", "Später käme Müller."
    assert decode(first.encode() + second.encode("cp1252")) == first + second
