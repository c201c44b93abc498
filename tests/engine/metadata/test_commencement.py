"""Entry into force and effects on other acts, from sentences and real acts."""

import datetime
from pathlib import Path

import pytest
from tests.archives import extract

from lexdesk.document.model import Document, Provision, Relation
from lexdesk.extract import read
from lexdesk.metadata.commencement import add_commencement
from lexdesk.structure.eu.publication import read_text_publication

PUBLISHED = datetime.date(2016, 5, 4)


def day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def act(
    *articles: str, language: str = "en", title: str = "", work: str = "32016R0679"
) -> Document:
    text, provisions = "", []
    for number, article in enumerate(articles, 1):
        start = len(text)
        text += f"{article}\n"
        provisions.append(
            Provision(f"art_{number}", "article", str(number), "", "", None, start, len(text) - 1)
        )
    return Document(
        text=text, title=title, work=work, language=language, provisions=tuple(provisions)
    )


@pytest.mark.parametrize(
    ("language", "sentence", "entry"),
    [
        ("en", "This Regulation shall enter into force on the twentieth day following that of its publication in",
         "2016-05-24"),
        ("en", "This Directive shall enter into force on the day following that of its publication in", "2016-05-05"),
        ("en", "This Decision shall enter into force on the day of its publication in", "2016-05-04"),
        ("en", "This Regulation shall enter into force on the third day following its publication", "2016-05-07"),
        ("en", "This Regulation shall enter into force on the 20th day following its publication in", "2016-05-24"),
        ("en", "This Regulation shall enter into force on the the twentieth day following that of its publication",
         "2016-05-24"),
        ("en", "This Regulation shall enter into force and apply on the third day following that of its publication in",
         "2016-05-07"),
        ("en", "This Regulation shall enter into force on 1 July 2016.", "2016-07-01"),
        ("en", "The decision shall enter into force on the day of its publication", None),
        ("en", "‘This Regulation shall enter into force on 1 July 2016.’", None),  # quoted
        ("de", "Diese Verordnung tritt am zwanzigsten Tag nach ihrer Veröffentlichung im Amtsblatt in Kraft.",
         "2016-05-24"),
        ("de", "Dieser Beschluss tritt am Tag nach seiner Veröffentlichung im Amtsblatt in Kraft.", "2016-05-05"),
        ("de", "Diese Verordnung tritt am Tag ihrer Veröffentlichung im Amtsblatt in Kraft.", "2016-05-04"),
        ("de", "Diese Richtlinie tritt am 1. Januar 2017 in Kraft.", "2017-01-01"),
        ("fr", "Le présent règlement entre en vigueur le vingtième jour suivant celui de sa publication", "2016-05-24"),
        ("fr", "La présente décision entre en vigueur le jour suivant celui de sa publication", "2016-05-05"),
        ("fr", "La présente directive entre en vigueur le 1er janvier 2017.", "2017-01-01"),
        ("es", "El presente Reglamento entrará en vigor a los veinte días de su publicación", "2016-05-24"),
        ("es", "El presente Reglamento entrará en vigor el vigésimo día siguiente al de su publicación", "2016-05-24"),
        ("es", "La presente Directiva entrará en vigor al día siguiente de su publicación", "2016-05-05"),
        ("it", "Il presente regolamento entra in vigore il ventesimo giorno successivo alla pubblicazione", "2016-05-24"),
        ("it", "La presente direttiva entra in vigore il giorno successivo alla pubblicazione", "2016-05-05"),
        ("pt", "O presente regulamento entra em vigor no vigésimo dia seguinte ao da sua publicação", "2016-05-24"),
        ("pt", "A presente diretiva entra em vigor no dia seguinte ao da sua publicação", "2016-05-05"),
    ],
)  # fmt: skip
def test_entry_into_force(language: str, sentence: str, entry: str | None) -> None:
    assert add_commencement(
        act("Subject", sentence, language=language), PUBLISHED
    ).in_force_from == day(entry)


def test_relative_entry_needs_publication_date() -> None:
    text = "This Regulation shall enter into force on the day following that of its publication"
    assert add_commencement(act(text)).in_force_from is None


FORCE = "This Directive shall enter into force on 1 July 2016."


@pytest.mark.parametrize(
    ("articles", "applies"),
    [
        ([f"{FORCE}\nIt shall apply from 25 May 2018."], "2018-05-25"),
        ([f"{FORCE}\n2. This Directive shall apply from 1 January 2017, with the exception of"], "2017-01-01"),
        ([f"{FORCE}\nHowever, Article 3 shall apply from 1 November 2022."], None),
        (["States shall adopt what is necessary to comply with this Directive.\n"
          "They shall apply those measures from 18 October 2024.", FORCE], "2024-10-18"),
        (["States shall adopt what is necessary to comply with this Directive.\n"
          "3. They shall adopt what is necessary to comply with Article 2.\n"
          "They shall apply those measures from 30 December 2024.", FORCE], None),
        (["It shall apply from 1 January 2015.", FORCE], None),  # some other act
    ],
)  # fmt: skip
def test_application(articles: list[str], applies: str | None) -> None:
    assert add_commencement(act(*articles)).applies_from == day(applies)


_ENTRIES = {
    "en": "This Regulation shall enter into force on 1 July 2010.",
    "de": "Diese Verordnung tritt am 1. Juli 2010 in Kraft.",
    "fr": "Le présent règlement entre en vigueur le 1er juillet 2010.",
    "es": "El presente Reglamento entrará en vigor el 1 de julio de 2010.",
    "it": "Il presente regolamento entra in vigore il 1o luglio 2010.",
    "pt": "O presente regulamento entra em vigor em 1 de julho de 2010.",
}


@pytest.mark.parametrize(
    ("language", "sentence", "applies", "ends"),
    [
        ("en", "It shall apply until 31 May 2022.", None, "2022-05-31"),
        ("en", "It shall apply from 1 July 2021 to 30 June 2022.", "2021-07-01", "2022-06-30"),
        ("en", "It shall apply from 1 July 2021 until 30 June 2022.", "2021-07-01", "2022-06-30"),
        ("en", "It shall apply to 30 June 2022.", None, None),
        ("de", "Sie gilt bis zum 31. Mai 2022.", None, "2022-05-31"),
        ("de", "Sie gilt vom 1. Juli 2021 bis zum 30. Juni 2022.", "2021-07-01", "2022-06-30"),
        ("de", "Sie tritt am 31. Mai 2022 außer Kraft.", None, "2022-05-31"),
        ("de", "Sie tritt mit Ablauf des 31. Mai 2022 außer Kraft.", None, "2022-05-31"),
        ("de", "Sie tritt am 31. Mai 2022 in Kraft.", None, None),
        ("fr", "Il expire le 31 mai 2022.", None, "2022-05-31"),
        ("fr", "Il s’applique jusqu’au 31 mai 2022.", None, "2022-05-31"),
        ("fr", "Il est applicable du 1er juillet 2021 au 30 juin 2022.", "2021-07-01", "2022-06-30"),
        ("fr", "Il est applicable à partir du 1er juillet 2021.", "2021-07-01", None),
        ("es", "Será aplicable hasta el 31 de mayo de 2022.", None, "2022-05-31"),
        ("es", "Será aplicable del 1 de julio de 2021 al 30 de junio de 2022.", "2021-07-01", "2022-06-30"),
        ("es", "Se aplicará desde el 1 de julio de 2021 hasta el 30 de junio de 2022.", "2021-07-01", "2022-06-30"),
        ("it", "Esso si applica fino al 31 maggio 2022.", None, "2022-05-31"),
        ("it", "Esso si applica dal 1o luglio 2021 al 30 giugno 2022.", "2021-07-01", "2022-06-30"),
        ("it", "Esso si applica a decorrere dal 1° luglio 2021.", "2021-07-01", None),
        ("pt", "É aplicável até 31 de maio de 2022.", None, "2022-05-31"),
        ("pt", "É aplicável de 1 de julho de 2021 a 30 de junho de 2022.", "2021-07-01", "2022-06-30"),
        ("pt", "O presente regulamento é aplicável a partir de 1 de julho de 2021.", "2021-07-01", None),
    ],
)  # fmt: skip
def test_application_to_a_last_day(
    language: str, sentence: str, applies: str | None, ends: str | None
) -> None:
    document = add_commencement(
        act("Subject", f"{_ENTRIES[language]}\n{sentence}", language=language)
    )
    assert document.in_force_from == day("2010-07-01")
    assert (document.applies_from, document.in_force_to) == (day(applies), day(ends))


@pytest.mark.parametrize(
    ("language", "sentence", "expected"),
    [
        ("en", "1. Directive 95/46/EC is repealed with effect from 25 May 2018.", [("31995L0046", "2018-05-25")]),
        ("en", "Directives 2005/60/EC and 2006/70/EC are repealed with effect from 26 June 2017.",
         [("32005L0060", "2017-06-26"), ("32006L0070", "2017-06-26")]),
        ("en", "Regulation (EU) No 648/2012 is hereby repealed.", [("32012R0648", None)]),
        ("en", "1. With effect from 15 August 2009 Directives 76/207/EEC and 97/80/EC shall be repealed without prejudice",
         [("31976L0207", "2009-08-15"), ("31997L0080", "2009-08-15")]),
        ("fr", "Avec effet au 15 août 2009, la directive 76/207/CEE est abrogée.", [("31976L0207", "2009-08-15")]),
        ("en", "Article 5 of Directive 95/46/EC is repealed.", []),
        ("en", "References to acts repealed by Directive 95/46/EC are kept.", []),
        ("de", "(1) Die Richtlinie 95/46/EG wird mit Wirkung vom 25. Mai 2018 aufgehoben.", [("31995L0046", "2018-05-25")]),
        ("fr", "1. La directive 95/46/CE est abrogée avec effet au 25 mai 2018.", [("31995L0046", "2018-05-25")]),
        ("es", "1. Queda derogada la Directiva 95/46/CE con efecto a partir del 25 de mayo de 2018.",
         [("31995L0046", "2018-05-25")]),
        ("it", "1. La direttiva 95/46/CE è abrogata a decorrere da 25 maggio 2018.", [("31995L0046", "2018-05-25")]),
        ("pt", "1. A Diretiva 95/46/CE é revogada com efeitos a partir de 25 de maio de 2018.",
         [("31995L0046", "2018-05-25")]),
    ],
)  # fmt: skip
def test_repeals(language: str, sentence: str, expected: list[tuple[str, str | None]]) -> None:
    found = add_commencement(act(sentence, language=language)).relations
    assert list(found) == [Relation("repeals", "", work, day(date)) for work, date in expected]


@pytest.mark.parametrize(
    ("language", "title", "expected"),
    [
        ("en", "Regulation (EU) No 600/2014 of 15 May 2014 on markets and amending Regulation (EU) No 648/2012",
         [("amends", "32012R0648")]),
        ("en", "Directive on banks, amending Directive 2002/87/EC and repealing Directives 2006/48/EC and 2006/49/EC",
         [("amends", "32002L0087"), ("repeals", "32006L0048"), ("repeals", "32006L0049")]),
        ("en", "Corrigendum to Regulation (EU) 2016/1011", [("corrects", "32016R1011")]),
        ("en", "Commission Regulation supplementing Regulation (EU) No 648/2012", []),
        ("en", "Regulation amending Directive 2009/65/EC with regard to Regulation (EU) No 648/2012",
         [("amends", "32009L0065")]),
        ("de", "Verordnung zum Schutz und zur Aufhebung der Richtlinie 95/46/EG", [("repeals", "31995L0046")]),
        ("fr", "Règlement relatif à la protection, et abrogeant la directive 95/46/CE", [("repeals", "31995L0046")]),
    ],
)  # fmt: skip
def test_titles(language: str, title: str, expected: list[tuple[str, str]]) -> None:
    found = add_commencement(act("Subject", title=title, language=language)).relations
    assert [(r.kind, r.object) for r in found] == expected


def test_statutes_of_germany_and_ireland() -> None:
    section = "(1) Dieses Gesetz tritt am 1. August 2010 in Kraft."
    german = Document(
        text=section, title="", work="DE-bgb", language="de",
        provisions=(Provision("para_1", "section", "1", "", "", None, 0, len(section)),),
    )  # fmt: skip
    assert add_commencement(german).in_force_from == datetime.date(2010, 8, 1)
    irish = Document(
        text="An Act to give effect to Directive 95/46/EC of 24 October 1995",
        title="",
        work="IE-2003-act-6",
    )
    assert add_commencement(irish).relations == (Relation("transposes", "", "31995L0046"),)


def test_existing_dates_are_kept() -> None:
    stated = Document(text="", title="", work="32016R0679", language="en", in_force_from=PUBLISHED)
    assert add_commencement(stated).in_force_from == PUBLISHED


@pytest.mark.parametrize("language", ["DE", "EN", "ES", "FR", "IT", "PT"])
def test_gdpr_in_six_languages(shared_data: Path, language: str) -> None:
    folder = shared_data / "raw" / "gdpr-formex"
    adopted = read(folder / "original" / f"L_2016119{language}.01000101.xml")
    consolidated = read(folder / "consolidated" / f"gdpr-consolidated-{language.lower()}.xml")
    repeal = Relation("repeals", "", "31995L0046", datetime.date(2018, 5, 25))
    for document in (adopted, consolidated):
        assert document.in_force_from == datetime.date(2016, 5, 24)
        assert document.applies_from == datetime.date(2018, 5, 25)
        assert repeal in document.relations
    assert Relation("corrects", "32016R0679R(02)", "") in consolidated.relations


# Reckoned by hand from the last articles of each act and the day in the line above its title.
KEY_ACTS = [
    ("31995l0046/1995-10-24/en.html", None, None, 0),  # addressed to states, which were notified
    ("32013r0575/2013-06-28/en.html", "2013-06-28", "2014-01-01", 0),
    ("32013r0575/2019-12-25/en.html", "2013-06-28", "2014-01-01", 10),
    ("32014l0065/2014-05-15/en.xml", "2014-07-02", "2017-01-03", 0),
    ("32014l0065/2026-06-06/en.html", "2014-07-02", "2018-01-03", 15),
    ("32014r0600/2014-05-15/en.xml", "2014-07-02", "2017-01-03", 0),
    ("32014r0600/2025-11-23/en.html", "2014-07-02", "2018-01-03", 11),
    ("32015l0849/2015-05-20/en.xml", "2015-06-25", None, 0),
    ("32015l0849/2024-12-30/en.html", "2015-06-25", None, 4),
    ("32016r0679/2016-04-27/en.xml", "2016-05-24", "2018-05-25", 0),
    ("32016r0679/2016-05-04/en.html", "2016-05-24", "2018-05-25", 1),
    ("32022l2555/2022-12-14/en.xml", "2023-01-16", "2024-10-18", 0),
    ("32022r1925/2022-09-14/en.xml", "2022-11-01", "2023-05-02", 0),
    ("32022r2065/2022-10-19/en.xml", "2022-11-16", "2024-02-17", 0),
    ("32022r2554/2022-12-14/en.xml", "2023-01-16", "2025-01-17", 0),
    ("32023r2854/2023-12-13/en.xml", "2024-01-11", "2025-09-12", 0),
    ("32024r1689/2024-06-13/en.xml", "2024-08-01", "2026-08-02", 0),
    ("32024r1689/2026-07-27/en.html", "2024-08-01", "2026-08-02", 1),
]


@pytest.fixture(scope="module")
def key_acts(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("eu-formex")
    extract(shared_data / "raw" / "eu-formex.tar.gz", folder)
    return next(folder.rglob("32016r0679")).parent


@pytest.mark.slow
@pytest.mark.parametrize(("path", "entry", "applies", "changed_by"), KEY_ACTS)
def test_key_acts(
    key_acts: Path, path: str, entry: str | None, applies: str | None, changed_by: int
) -> None:
    document = read(key_acts / path)
    assert (document.in_force_from, document.applies_from) == (day(entry), day(applies))
    assert sum(bool(relation.subject) for relation in document.relations) == changed_by


@pytest.mark.parametrize(
    ("sentences", "expiry"),
    [
        ("This Regulation shall enter into force on 1 July 2014.\n\nIt shall apply until 31 December 2026.", "2026-12-31"),
        ("This Regulation shall enter into force on 1 July 2014.\nIt shall apply from 1 July 2014 until 29 February 2024.",
         "2024-02-29"),
        ("This Regulation shall enter into force on 1 July 2014.\nIt shall expire on 30 June 2024.", "2024-06-30"),
        ("This Regulation shall enter into force on 1 July 2014.\nIt shall apply from 1 January 2015.", None),
        ("This Regulation shall enter into force on 1 July 2014.\nArticle 3 shall apply until 31 December 2026.", None),
        ("This Regulation shall enter into force on 1 July 2014.\nIt shall expire on 30 June 2014.", None),
        ("This Regulation shall enter into force on 1 July 2014.\n‘It shall apply until 30 June 2014’.", None),
    ],
)  # fmt: skip
def test_act_applicable_until_date_ends_then(sentences: str, expiry: str | None) -> None:
    """Article 59 of Regulation (EU) No 651/2014, and an act's insertions into a third one."""
    assert add_commencement(act(sentences)).in_force_to == day(expiry)


@pytest.mark.parametrize(
    ("printed", "published"),
    [
        ("OJ L 390, 31.12.2004, p. 38", None),  # of the act that it amends
        ("OJ L 247, 21.9.2007, p. 1", datetime.date(2007, 9, 21)),
    ],
)
def test_act_is_published_after_its_adoption(printed: str, published: datetime.date | None) -> None:
    title = "Directive 2007/44/EC of 5 September 2007 amending Directive 2004/109/EC"
    document = Document(text=f"{title} ({printed})", title=title, work="32007L0044")
    assert read_text_publication(document).date == published
