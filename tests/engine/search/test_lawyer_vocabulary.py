"""Questions in lawyers' words, which differ from those of the provision."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.errors import Message, NoteCode
from lexdesk.system.bundled import find_corpus
from lexdesk.text.analysis import analysis

STATUTES = {
    "bgb": """# Bürgerliches Gesetzbuch (BGB)

## Buch 1 - Allgemeiner Teil

### Abschnitt 5 - Verjährung

#### § 195 Regelmäßige Verjährungsfrist

Die regelmäßige Verjährungsfrist beträgt drei Jahre.

#### § 217 Verjährung von Nebenleistungen

Mit dem Hauptanspruch verjährt der Anspruch auf die von ihm abhängenden Nebenleistungen, auch wenn die für diesen Anspruch
geltende besondere Verjährung noch nicht eingetreten ist.

## Buch 2 - Recht der Schuldverhältnisse

### Abschnitt 8 - Einzelne Schuldverhältnisse

#### Titel 1 - Kauf, Tausch

##### § 433 Vertragstypische Pflichten beim Kaufvertrag

(1) Durch den Kaufvertrag wird der Verkäufer einer Sache verpflichtet, dem Käufer die Sache zu übergeben.

#### Titel 27 - Unerlaubte Handlungen

##### § 823 Schadensersatzpflicht

(1) Wer vorsätzlich oder fahrlässig das Leben, den Körper, die Gesundheit, die Freiheit, das Eigentum oder ein sonstiges
Recht eines anderen widerrechtlich verletzt, ist dem anderen zum Ersatz des daraus entstehenden Schadens verpflichtet.

## Buch 5 - Erbrecht

### Abschnitt 2 - Rechtliche Stellung des Erben

#### § 1944 Ausschlagungsfrist

(1) Die Ausschlagung kann nur binnen sechs Wochen erfolgen, nachdem der Erbe von dem Anfall Kenntnis erlangt.
""",
    "zpo": """# Zivilprozessordnung (ZPO)

## Buch 3 - Rechtsmittel

### Abschnitt 1 - Berufung

#### § 517 Berufungsfrist

Die Berufungsfrist beträgt einen Monat; sie ist eine Notfrist und beginnt mit der Zustellung des Urteils.
""",
    "stpo": """# Strafprozessordnung (StPO)

## Drittes Buch - Rechtsmittel

### § 315 Berufung und Wiedereinsetzungsantrag

(1) Der Beginn der Frist zur Einlegung der Berufung wird dadurch nicht ausgeschlossen, daß gegen ein auf Ausbleiben des
Angeklagten ergangenes Urteil eine Wiedereinsetzung in den vorigen Stand nachgesucht werden kann; der Prozeß ruht.
""",
    "inso": """# Insolvenzordnung (InsO)

## Erster Teil - Allgemeine Vorschriften

### § 15a Antragspflicht bei juristischen Personen

(1) Wird eine juristische Person zahlungsunfähig, haben die Mitglieder des Vertretungsorgans einen Eröffnungsantrag zu stellen.

### § 17 Zahlungsunfähigkeit

(1) Allgemeiner Eröffnungsgrund ist die Zahlungsunfähigkeit; ein Antrag auf Insolvenz nennt sie, die Insolvenz folgt.
""",
    "bdsg_2018": """# Bundesdatenschutzgesetz (BDSG 2018)

## § 62 Auftragsverarbeitung

(5) Die Verarbeitung durch einen Auftragsverarbeiter hat auf der Grundlage eines Vertrags zu erfolgen.

## § 67 Durchführung einer Datenschutz-Folgenabschätzung

(1) Der Verantwortliche hat vorab eine Abschätzung der Folgen durchzuführen.
""",
}  # fmt: skip


ACT = Path(__file__).parents[1] / "fixtures" / "IE-2018-act-32.md"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("law")
    for name, text in STATUTES.items():
        _, title, code = text.split("\n")[0].replace(")", "").replace("(", "# ").split("# ")
        front = f"---\nTitle: {title.strip()}\njurabk: {code}\nslug: {name}\n---\n\n"
        (folder / name).mkdir()
        (folder / name / "index.md").write_text(front + text)
    with Library.open(tmp_path_factory.mktemp("lawyers") / "library", create=True) as opened:
        opened.sources.add([folder, find_corpus(), ACT], vectors=False)
        yield opened


@pytest.mark.parametrize(
    ("query", "citation"),
    [
        ("Schadenersatz unerlaubte Handlung", "§ 823 Abs. 1 BGB"),  # said by the title that it lies in
        ("Berufung Frist Zivilprozess", "§ 517 ZPO"),  # by the name of the act, of which it is a part
        ("Insolvenzantragspflicht", "§ 15a Abs. 1 InsO"),  # one part by the name, others by the heading
        ("wann verjähren Ansprüche", "§ 195 BGB"),  # which verjährt is a form of
        ("Erbausschlagung Frist", "§ 1944 Abs. 1 BGB"),
        ("wer haftet für unerlaubte Handlungen", "§ 823 Abs. 1 BGB"),
        ("AVV", "Article 28(1) Regulation (EU) 2016/679"),
        ("avv Grundlage", "Article 28(1) Regulation (EU) 2016/679"),
        ("DSFA", "Article 35(1) Regulation (EU) 2016/679"),
        ("privacy by design", "Article 25(1) Regulation (EU) 2016/679"),
        ("what is a DPIA", "Article 35(1) Regulation (EU) 2016/679"),
        ("SCC", "Article 46(2) Regulation (EU) 2016/679"),
        ("what is personal data", "Article 4(1) Regulation (EU) 2016/679"),
        ("What does processor mean?", "Article 4(8) Regulation (EU) 2016/679"),
        ("personal data breach definition", "Article 4(12) Regulation (EU) 2016/679"),
        ("was ist Verjährungsfrist", "§ 195 BGB"),
        ("SCCs third country", "Article 46(2) Regulation (EU) 2016/679"),
    ],
)  # fmt: skip
def test_answering_provision_ranks_first(library: Library, query: str, citation: str) -> None:
    assert library.search(query, mode="keyword", top=1).hits[0].citation == citation


def test_term_of_art_is_explained_with_statutory_words(library: Library) -> None:
    explained = library.search.explain("privacy by design in apps")
    assert explained.parsed == '("privacy by design" OR "data protection by design") in apps'
    assert explained.semantic_text == "data protection by design in apps"
    assert library.search.did_you_mean("DPIA") == ""


def test_statutory_words_are_highlighted(library: Library) -> None:
    text = "Data protection by design and by default"
    assert library.search.highlights("privacy by design", text, "en") == [
        (0, len("Data protection by design"))
    ]


@pytest.mark.parametrize(
    "query", ['"DPIA"', "title:DPIA", "DPIA AND consent", "privacy in design", "tom", "KYC", "VLOP"]
)
def test_unknown_or_unmapped_terms_are_unchanged(library: Library, query: str) -> None:
    assert " OR " not in library.search.explain(query).parsed


def test_verb_has_stem_of_infinitive() -> None:
    german = analysis("de")
    assert german.text("verjährt") == german.text("verjähren") == german.text("Verjährung")
    assert german.text("recht") == "de:recht"


@pytest.mark.parametrize(
    ("word", "atoms"),
    [
        ("Erbausschlagung", "de:erb de:ausschlag"),
        ("Bauvertrag", "de:bau de:vertrag"),
        ("Leistungserbringer", "de:leistung de:erbring"),
        ("erbringen", ""),
    ],
)
def test_short_initial_parts_of_compounds(word: str, atoms: str) -> None:
    assert " ".join(analysis("de").atoms(word)) == atoms


def test_part_does_not_match_compound(library: Library) -> None:
    """*Prozess* is not *Zivilprozess*: passages with all words come first."""
    hits = library.search("Berufung Frist Zivilprozess", mode="keyword").hits
    assert [hit.citation for hit in hits[:2]] == ["§ 517 ZPO", "§ 315 Abs. 1 StPO"]
    assert hits[0].score > 1.5 * hits[1].score


@pytest.mark.parametrize(
    ("query", "named", "notice"),
    [
        ("UK GDPR art 17", "Article 17 Regulation (EU) 2016/679", "taken over"),
        ("Article 17 uk gdpr", "Article 17 Regulation (EU) 2016/679", "taken over"),
        ("GDPR art 17", "Article 17 Regulation (EU) 2016/679", ""),
    ],
)
def test_retained_eu_law_is_labelled_as_eu_act(
    library: Library, query: str, named: str, notice: str
) -> None:
    answer = library.search(query, mode="keyword", top=1)
    assert answer.hits[0].named
    assert answer.hits[0].citation == named
    assert answer.notice == (
        f"{query} is not in this library; this is Regulation (EU) 2016/679, from which it was taken over"
        if notice
        else ""
    )


@pytest.mark.parametrize(
    "years", ["2018 and 2020", "2018 to 2024", "2018-2024", "2018, 2020 and 2024"]
)
def test_collective_title_shows_the_first_act(library: Library, years: str) -> None:
    query = f"s 1 of the European Investment Fund Agreement Acts {years}"
    answer = library.search(query, mode="keyword", top=1)
    assert (answer.hits[0].work, answer.hits[0].eid) == ("IE-2018-act-32", "sec_1")
    assert str(answer.notice).startswith(f"{query} cites several Acts together; this is the first")


def test_earlier_act_of_a_name_does_not_pass_for_the_later(tmp_path: Path) -> None:
    act = tmp_path / "31993L0104.txt"
    act.write_text(
        "COUNCIL DIRECTIVE 93/104/EC of 23 November 1993 concerning certain aspects of the organization of working time\n"
        "Having regard to the Treaty,\nHAS ADOPTED THIS DIRECTIVE:\nArticle 1\nPurpose and scope\nThis Directive lays down"
        " minimum safety and health requirements for the organization of working time.\n",
        encoding="utf-8",
    )
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add([act], vectors=False)
        answer = library.search("Article 1 Working Time Directive", mode="keyword", top=1)
        assert answer.hits[0].citation == "Article 1 Directive 93/104/EC"
        assert isinstance(answer.notice, Message) and answer.notice.code == NoteCode.NAMESAKE
        assert not library.search("Article 1 Directive 93/104/EC", mode="keyword").notice


@pytest.mark.parametrize("query", ["UK GDPR art 170", "UK GDPR consent"])
def test_missing_article_in_retained_act_is_not_shown(library: Library, query: str) -> None:
    assert not library.search(query, mode="keyword", top=1).hits[0].named


@pytest.mark.parametrize(
    ("work", "eid", "citation"),
    [
        ("2016/679", None, "Regulation (EU) 2016/679"),
        ("2016/679", "art 17", "Article 17 Regulation (EU) 2016/679"),
        ("EIFAA 2018", None, "European Investment Fund Agreement Act 2018"),
        ("EIFAA 2018", "s 2", "Section 2 European Investment Fund Agreement Act 2018"),
        ("s 2 EIFAA 2018", None, "Section 2 European Investment Fund Agreement Act 2018"),
        ("bdsg 2018", None, "BDSG 2018"),
        ("BDSG 2018", "§ 62", "§ 62 BDSG 2018"),
        ("§ 62 BDSG 2018", None, "§ 62 BDSG 2018"),
    ],
)
def test_show_and_history_accept_search_names(
    library: Library, work: str, eid: str | None, citation: str
) -> None:
    assert library.law.show(work, eid).citation == citation
    assert library.law.history(work, eid).citation == citation


@pytest.mark.parametrize(
    ("query", "parsed"),
    [
        ("fines general data protection regulation", 'fines "general data protection regulation"'),
        (
            "european investment fund agreement act 2018 shares",
            '"european investment fund agreement act 2018" shares',
        ),
        (
            "European Investment Fund Agreement Act 2018",
            "european investment fund agreement act 2018",
        ),
        ("AI Act fines", "ai act fines"),  # not in the library
        ("GDPR fines", "gdpr fines"),
    ],
)
def test_name_of_act_is_searched_as_phrase(library: Library, query: str, parsed: str) -> None:
    """*Act* is in the title of each Irish one."""
    assert library.search.explain(query).parsed == parsed


@pytest.mark.parametrize(
    "query",
    [
        "fines general data protection regulation",
        "european investment fund agreement act 2018 shares",
        "DPIA",
        "SCC transfers",
    ],
)
def test_counts_by_filter_sum_to_total(library: Library, query: str) -> None:
    def total(query: str) -> int:
        return library.search(query, mode="keyword", top=1).total

    kinds = ("document", "regulation", "statute")
    assert sum(total(f"({query}) AND kind:{kind}") for kind in kinds) == total(query) > 0


@pytest.mark.parametrize(
    ("query", "parsed"),
    [
        ("what is a controller", 'what is a controller "controller means"'),
        ("define main establishment", 'define main establishment "main establishment means"'),
        ("what is the time limit for appeal", "what is the time limit for appeal"),  # no definition
        ('what is "consent"', '"consent" what is'),  # a condition
        ("what is", "what is"),
    ],
)
def test_definition_question_finds_definition(library: Library, query: str, parsed: str) -> None:
    assert library.search.explain(query).parsed == parsed
