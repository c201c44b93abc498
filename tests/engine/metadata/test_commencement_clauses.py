"""Clauses on entry into force of national law: what decides the day, and the day where it is stated."""

import datetime

import pytest

from lexdesk.document.model import Document, Provision
from lexdesk.metadata.commencement import add_commencement
from lexdesk.metadata.commencement_clauses import Clause, find_clause
from lexdesk.metadata.commencement_orders import read_appointment

DAY = datetime.date.fromisoformat


def clause(text: str, language: str, heading: str) -> Clause | None:
    section = Provision("art_9", "article", "9", heading, "Art. 9", None, 0, len(text))
    return find_clause([section], lambda p: text[p.start : p.end], language)


@pytest.mark.parametrize(
    ("text", "language", "ground", "day", "has_exceptions"),
    [
        ("Dieses Gesetz tritt am Tag nach der Verkündung in Kraft.", "de", "publication", None, False),
        ("Die Verordnung tritt am ersten Tag des auf die Verkündung folgenden Quartals in Kraft.",
         "de", "publication", None, False),
        ("Artikel 3 tritt am 1. Januar 2019 in Kraft. Im Übrigen tritt dieses Gesetz am Tag nach der Verkündung in Kraft.",
         "de", "publication", None, True),
        ("Diese Verordnung tritt mit Wirkung vom 1. Juli 1972 in Kraft.", "de", "day", "1972-07-01", False),
        ("Dieses Gesetz tritt an dem Tag in Kraft, an dem das Abkommen in Kraft tritt.", "de", "other", None, False),
        ("2 Der Bundesrat bestimmt das Inkrafttreten.", "de", "order", None, False),
        ("Diese Verordnung tritt am 1. Januar 2024 in Kraft.", "de", "day", "2024-01-01", False),
        ("Dieses Bundesgesetz tritt mit Ablauf des Tages der Kundmachung in Kraft.", "de", "publication", None, False),
        ("La présente loi entre en vigueur le premier jour du mois suivant sa promulgation.", "fr", "publication", None, False),
        ("Le présent décret entre en vigueur le lendemain de sa publication.", "fr", "publication", None, False),
        ("La présente loi entre en vigueur le 1er janvier 2020, à l’exception de l’article 3.", "fr", "day", "2020-01-01", True),
        ("Les articles 3 et 4 de la présente loi entrent en vigueur le 1er janvier 2020.", "fr", "day", "2020-01-01", True),
        ("Le Conseil fédéral fixe la date de l’entrée en vigueur.", "fr", "order", None, False),
        ("(2) This Act shall come into operation on such day as the Minister may by order appoint.", "en", "order", None, False),
        ("(2) This Act comes into force at the end of the period of two months beginning with the day on which it is passed.",
         "en", "other", None, False),
        ("(1) Section 2 comes into operation on the day after the day on which this Act receives Royal Assent.\n"
         "(2) The other provisions of this Act come into operation on such day as the Department may by order appoint.",
         "en", "order", None, True),
        ("(1) Dieses Bundesgesetz tritt mit 1. Jänner 2024 in Kraft.", "de", "day", "2024-01-01", False),
        ("(3) This Act shall come into operation on 1 January 2016.", "en", "day", "2016-01-01", False),
        ("(3) Part 1 of this Act shall come into operation on 1 January 2016.", "en", "day", "2016-01-01", True),
    ],
)  # fmt: skip
def test_clause_says_what_decides(
    text: str, language: str, ground: str, day: str | None, has_exceptions: bool
) -> None:
    headings = {"de": "Inkrafttreten", "fr": "Entrée en vigueur", "en": "Commencement"}
    found = clause(text, language, headings[language])
    assert found is not None
    assert (found.ground, found.day, found.has_exceptions) == (
        ground,
        DAY(day) if day and not (has_exceptions and ground != "day") else None,
        has_exceptions,
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("§ 5 tritt nicht an die Stelle von Vorschriften, die in Kraft bleiben.", "de"),
        ("“1. This Act shall come into operation on 1 January 2016.”", "en"),
        ("The order shall come into operation on 1 January 2016.", "en"),
    ],
)
def test_other_sentences_are_no_clause(text: str, language: str) -> None:
    assert clause(text, language, "") is None


@pytest.mark.parametrize(
    ("sentence", "head", "day"),
    [
        ("am Tag nach der Verkündung", "ausgegeben zu Bonn am 18. Mai 2017", "2017-05-19"),
        ("am ersten Tag des auf die Verkündung folgenden Kalendermonats", "ausgegeben zu Bonn am 18. Mai 2017", "2017-06-01"),
        ("am ersten Tag des auf die Verkündung folgenden Quartals", "ausgegeben zu Bonn am 18. Dezember 2017", "2018-01-01"),
        ("drei Monate nach der Verkündung", "ausgegeben zu Bonn am 18. Mai 2017", None),
        ("am Tag nach der Verkündung", "Gesetz vom 12. Mai 2017 (BGBl. I S. 1105)", None),
    ],
)  # fmt: skip
def test_german_law_counts_from_its_promulgation_not_its_signature(
    sentence: str, head: str, day: str | None
) -> None:
    section = f"§ 3 Inkrafttreten\nDieses Gesetz tritt {sentence} in Kraft."
    text = f"Bundesgesetzblatt Jahrgang 2017 Teil I Nr. 29, {head}\nStiftegesetz\n{section}"
    provision = Provision(
        "para_3", "section", "3", "Inkrafttreten", "§ 3", None, text.index("§ 3"), len(text)
    )
    document = Document(
        text, "Stifte", kind="statute", work="DE-stiftg", language="de", provisions=(provision,)
    )
    assert add_commencement(document).in_force_from == (DAY(day) if day else None)


ORDER = """1. This Order may be cited as the Pens Act 2018 (Commencement) Order 2019.
2. In this Order “Act of 2018” means the Pens Act 2018 (No. 7 of 2018).
3. The 1st day of January 2019 is appointed as the day on which the following
provisions of the Act of 2018 shall come into operation:
(a) Part 1, other than—
(i) section 3, and
(ii) subsections (3) and (4) of section 4;
(b) sections 9, 10 and 22(4);
(c) Part 3 (other than section 98);
(d) section 50, in so far as it relates to ink;
(e) Part 7, insofar as it is not already in operation.
4. The 1st day of March 2019 is appointed as the day on which section 3 of the Act of 2018 shall come into operation.
5. The 1st day of May 2019 is appointed as the day on which section 12 of the Ink Act 2001 shall come into operation.
GIVEN under my Official Seal, 2 January 2018.
EXPLANATORY NOTE
Section 77 comes into operation on 1 January 2019."""
REGULATIONS = """1. These Regulations may be cited as the Pens Act 2018 (Commencement) Regulations 2019.
2. The following provisions of the Pens Act 2018 come into force on 1st October 2019—
(a) section 2 (power to sell pens);
(b) sections 4 to 6 so far as not already in force;
(c) section 7, for the purposes of making regulations;
(d) Schedule 2, paragraphs 1 to 3.
3. The day appointed for the coming into force of section 40 of the Act is 6th April 2020.
4. 6th April 2021 is the day appointed for the coming into force of the remaining provisions of the Act."""


def test_order_appoints_days_for_provisions() -> None:
    appointed, excepted = read_appointment(ORDER, "IE-2018-act-7", "Pens Act 2018")
    days = dict(appointed)
    first = (DAY("2019-01-01"), False)
    assert days.pop("") == (None, False)  # article 5 is about another Act
    assert days == {
        "part_1": first, "sec_3": (DAY("2019-03-01"), False), "sec_9": first, "sec_10": first, "sec_22__subsec_4": first,
        "part_3": first, "sec_50": (None, False), "part_7": (DAY("2019-01-01"), True),
    }  # fmt: skip
    assert excepted == {"sec_4__subsec_3", "sec_4__subsec_4", "sec_98"}


def test_provisions_behind_an_exception_in_brackets_have_the_day() -> None:
    text = (
        "2. Sections 10 and 11 (other than section 11(3)) and section 12 of the Act come into operation"
        " on 1 May 2019."
    )
    days, excepted = read_appointment(text, "IE-2018-act-7", "Pens Act 2018")
    assert days == dict.fromkeys(("sec_10", "sec_11", "sec_12"), (DAY("2019-05-01"), False))
    assert excepted == {"sec_11__subsec_3"}


def test_regulations_appoint_days_for_provisions() -> None:
    days, _ = read_appointment(REGULATIONS, "UK-2018-ukpga-7", "Pens Act 2018")
    rest = (DAY("2019-10-01"), True)
    assert days == {
        "sec_2": (DAY("2019-10-01"), False), "sec_4": rest, "sec_5": rest, "sec_6": rest, "sec_7": (None, False),
        **{f"sched_2__para_{n}": (DAY("2019-10-01"), False) for n in (1, 2, 3)},
        "sec_40": (DAY("2020-04-06"), False), "": (DAY("2021-04-06"), True),
    }  # fmt: skip
