"""German statutes and contracts as text, where only numbers show the structure."""

import tarfile
import textwrap
import time
from collections import Counter
from pathlib import Path

import pytest

from lexdesk.document.model import ENACTED, STATE, Document, Property
from lexdesk.extract import read
from lexdesk.extract.parsers.markdown import read as read_markdown
from lexdesk.structure import Source
from lexdesk.structure.german import recognition as german_text

LEASE = """Mietvertrag
zwischen der Hausverwaltung Nord GmbH (nachfolgend „Vermieter“)
und Frau Erika Mustermann (nachfolgend „Mieter“)
Inhalt
§ 1 Mietsache
§ 2 Mietzeit und Kündigung
§ 3 Miete
§ 1 Mietsache
(1) Vermietet werden zwei Räume im Erdgeschoss, deren Fläche sich nach
§ 1 Abs. 2 richtet und die der Mieter bei Vertragsschluss besichtigt hat.
(2) Zur Mietsache gehören außerdem
a) ein Kellerraum,
b) ein Stellplatz und
aa) dessen Zufahrt,
bb) dessen Beleuchtung.
§ 2 Mietzeit und Kündigung
1. Das Mietverhältnis beginnt am
1. Januar 2024 und läuft auf unbestimmte Zeit.
2. Es kann mit der Frist des
§ 573c BGB gekündigt werden, soweit dieser Vertrag nichts anderes bestimmt.
3. § 545 BGB ist ausgeschlossen.
§ 3
Miete
Die Miete beträgt monatlich 900 Euro und ist im Voraus zu zahlen, spätestens am dritten Werktag.
Ort, Datum
Unterschrift Vermieter
Anlage 1: Übergabeprotokoll
Die Räume werden besenrein übergeben.
"""


def recognised(text: str, language: str | None = "de") -> Document:
    document = german_text.recognise(Document(text=text, title="", language=language))
    assert document is not None
    document.validate()
    return document


def texts(document: Document) -> dict[str, str]:
    return {p.eid: document.text[p.start : p.end] for p in document.provisions}


AUSTRIAN = """Bundesgesetz über Beispiele (Beispielgesetz 2021 – BspG 2021)
StF: BGBl. I Nr. 33/2021
Zweck
§ 1. (1) Dieses Bundesgesetz regelt Beispiele, soweit nichts anderes bestimmt ist, und zwar abschließend.
(2) Es gilt nicht für Muster nach den Vorschriften, die von den Ländern erlassen worden sind.
Strafbestimmung
§ 2. Wer Beispiele unterlässt, obwohl er dazu verpflichtet ist, ist zu bestrafen.
§ 3. Mit der Vollziehung ist der Bundesminister für Beispiele und für Muster betraut.
"""


def test_austrian_sections_have_text_behind_their_numbers() -> None:
    document = recognised(AUSTRIAN)
    assert (document.kind, document.short_title) == ("statute", "BspG 2021")
    assert [(p.eid, p.heading) for p in document.provisions] == [
        ("para_1", "Zweck"), ("para_1__abs_1", ""), ("para_1__abs_2", ""), ("para_2", "Strafbestimmung"), ("para_3", ""),
    ]  # fmt: skip
    assert texts(document)["para_2"].startswith("Strafbestimmung\n§ 2. Wer")


def test_austrian_section_may_begin_with_a_list() -> None:
    definitions = "Begriffe\n§ 2. Im Sinne dieses Gesetzes ist\n1. Beispiel: eine Darstellung;\n2. Muster: eine Vorlage.\n"
    at = AUSTRIAN.index("Strafbestimmung")
    document = recognised(
        AUSTRIAN[:at] + definitions + AUSTRIAN[at:].replace("§ 3", "§ 4").replace("§ 2", "§ 3")
    )
    headings = {p.eid: p.heading for p in document.provisions}
    assert (headings["para_2"], headings["para_2__nr_2"]) == ("Begriffe", "")


def test_austrian_page_has_numbers_and_headings_on_lines_of_their_own() -> None:
    lines = (
        line.replace(". ", ".\n", 1) if line.startswith("§") else line
        for line in AUSTRIAN.split("\n")
    )
    document = recognised("\n".join(lines))
    assert [(p.eid, p.heading) for p in document.provisions if p.kind == "section"] == [
        ("para_1", "Zweck"), ("para_2", "Strafbestimmung"), ("para_3", ""),
    ]  # fmt: skip


def test_consolidated_austrian_law_has_its_title_and_state() -> None:
    head = "Gesamte Rechtsvorschrift für Beispielgesetz, Fassung vom 01.02.2024\n"
    document = recognised(f"{head}{AUSTRIAN.replace('Zweck', 'I. HAUPTSTÜCK' + chr(10) + 'Zweck')}")
    assert (document.title, document.short_title) == ("Beispielgesetz", "BspG 2021")
    assert document.properties == (Property(STATE, "2024-02-01"),)
    assert document.provisions[0].eid == "hauptstueck_1"


def test_contract_is_divided_into_sections() -> None:
    document = recognised(LEASE)
    assert document.kind == "contract"
    assert [(p.eid, p.label, p.heading) for p in document.provisions] == [
        ("para_1", "§ 1", "Mietsache"), ("para_1__abs_1", "§ 1 Abs. 1", ""), ("para_1__abs_2", "§ 1 Abs. 2", ""),
        ("para_1__abs_2__buchst_a", "§ 1 Abs. 2 Buchst. a", ""), ("para_1__abs_2__buchst_b", "§ 1 Abs. 2 Buchst. b", ""),
        ("para_1__abs_2__buchst_b__dbuchst_aa", "§ 1 Abs. 2 Buchst. b Doppelbuchst. aa", ""),
        ("para_1__abs_2__buchst_b__dbuchst_bb", "§ 1 Abs. 2 Buchst. b Doppelbuchst. bb", ""),
        ("para_2", "§ 2", "Mietzeit und Kündigung"), ("para_2__nr_1", "§ 2 Nr. 1", ""), ("para_2__nr_2", "§ 2 Nr. 2", ""),
        ("para_2__nr_3", "§ 2 Nr. 3", ""), ("para_3", "§ 3", "Miete"), ("anlage_1", "Anlage 1", "Übergabeprotokoll"),
    ]  # fmt: skip


def test_wrapped_citation_begins_no_section() -> None:
    found = texts(recognised(LEASE))
    assert found["para_1__abs_1"].endswith(
        "§ 1 Abs. 2 richtet und die der Mieter bei Vertragsschluss besichtigt hat."
    )
    assert found["para_2__nr_1"].endswith("1. Januar 2024 und läuft auf unbestimmte Zeit.")
    assert found["para_2__nr_2"].startswith("2. Es kann mit der Frist des\n§ 573c BGB gekündigt")


def test_last_section_ends_at_signatures() -> None:
    found = texts(recognised(LEASE))
    assert found["para_3"].endswith("spätestens am dritten Werktag.")
    assert found["anlage_1"] == "Anlage 1: Übergabeprotokoll\nDie Räume werden besenrein übergeben."


TEXT = "Der Auftragnehmer erbringt die vereinbarten Leistungen nach den anerkannten Regeln der Technik."


def test_dotted_numbers_within_sections() -> None:
    document = recognised(
        f"Werkvertrag\n§ 1 Gegenstand\n1.1 {TEXT}\n1.2 {TEXT}\na) {TEXT}\n1.2.1 {TEXT}\n1.3 {TEXT}\n1.3.1 {TEXT}\n"
        f"§ 2) Vergütung\n2.1 {TEXT}\n(1) {TEXT}\n(2) {TEXT}\n2.2 {TEXT}\n§ 3 a) Haftung\n3.1 {TEXT}\n"
    )
    assert [(p.eid, p.label) for p in document.provisions] == [
        ("para_1", "§ 1"), ("para_1__abs_1", "§ 1.1"), ("para_1__abs_2", "§ 1.2"),
        ("para_1__abs_2__buchst_a", "§ 1.2 Buchst. a"), ("para_1__abs_3", "§ 1.3"), ("para_1__abs_3__nr_1", "§ 1.3.1"),
        ("para_2", "§ 2"), ("para_2__abs_1", "§ 2.1"), ("para_2__abs_2", "§ 2.2"), ("para_3a", "§ 3a"),
    ]  # fmt: skip
    assert [p.heading for p in document.provisions if p.parent is None] == [
        "Gegenstand", "Vergütung", "Haftung",
    ]  # fmt: skip


def test_annex_sections_are_not_contract_sections() -> None:
    def sections(last: int, word: str) -> str:
        return "".join(f"§ {n} {word} {n}\n(1) {TEXT}\n" for n in range(1, last + 1))

    text = f"Rahmenvertrag\n{sections(4, 'Thema')}Berlin, den 3. März 2023\nAnlage 1 AGB\n{sections(9, 'Sache')}"
    document = recognised(text)
    assert [p.eid for p in document.provisions if p.parent is None] == [
        "para_1", "para_2", "para_3", "para_4", "anlage_1",
    ]  # fmt: skip
    assert texts(document)["para_4"] == f"§ 4 Thema 4\n(1) {TEXT}"


def test_repeated_restarts_take_linear_time() -> None:
    text = f"§ 1 Zweck\n§ 2 Begriffe\n{TEXT}\n" * 8000
    began = time.process_time()
    assert german_text.recognise(Document(text=text, title="", language="de")) is None
    assert time.process_time() - began < 10


def test_letters_and_writs_with_sections_are_not_recognised() -> None:
    quoted = "".join(f"§ {n} Thema\n{TEXT}\n" for n in range(1, 5))
    for beginning in (
        "Mietvertrag\nSehr geehrte Frau Meier,",
        "In dem Rechtsstreit\nMeier ./. Müller",
    ):
        assert german_text.recognise(Document(text=f"{beginning}\n{quoted}", title="", language="de")) is None  # fmt: skip
    assert recognised(f"Kommentar zum Mietgesetz\n{quoted}").kind == "document"


STATUTE = """Ein Service des Bundesministeriums der Justiz sowie des Bundesamts für
Justiz ‒ www.gesetze-im-internet.de
Kündigungsschutzgesetz (KSchG)
KSchG
Ausfertigungsdatum: 10.08.1951
Vollzitat:
"Kündigungsschutzgesetz in der Fassung der Bekanntmachung vom 25. August 1969 (BGBl. I S. 1317), das zuletzt durch
Artikel 2 des Gesetzes vom 14. Juni 2021 (BGBl. I S. 1762) geändert worden ist"
Erster Abschnitt
Allgemeiner Kündigungsschutz
§ 1 Sozial ungerechtfertigte Kündigungen
(1) Die Kündigung des Arbeitsverhältnisses ist rechtsunwirksam, wenn sie sozial ungerechtfertigt ist.
§ 1a Abfindungsanspruch bei betriebsbedingter Kündigung
(1) Kündigt der Arbeitgeber wegen dringender betrieblicher Erfordernisse nach § 1 Abs. 2 Satz 1, hat der
Arbeitnehmer Anspruch auf eine Abfindung.
§§ 2 bis 16 (weggefallen)
Dritter Abschnitt
Anzeigepflichtige Entlassungen
§ 17 Anzeigepflicht
(1) Der Arbeitgeber ist verpflichtet, der Agentur für Arbeit Anzeige zu erstatten, bevor er
1. in Betrieben mit in der Regel mehr als 20 und weniger als 60 Arbeitnehmern mehr als 5 Arbeitnehmer,
2. in Betrieben mit in der Regel mindestens 500 Arbeitnehmern mindestens 30 Arbeitnehmer entläßt.
"""


def test_publisher_names_statute() -> None:
    document = recognised(STATUTE)
    assert (document.work, document.short_title, document.kind) == ("DE-kschg", "KSchG", "statute")
    assert document.title == "Kündigungsschutzgesetz"
    assert document.properties == (Property(ENACTED, "1951-08-10"),)


def test_publisher_file_is_read_completely(tmp_path: Path) -> None:
    path = tmp_path / "kschg.txt"
    path.write_text(STATUTE)
    document = read(path)
    assert (document.work, document.title) == ("DE-kschg", "Kündigungsschutzgesetz")
    assert Property(ENACTED, "1951-08-10") in document.properties
    assert ("para_1a__abs_1", "DE-kschg", "para_1__abs_2") in {
        (reference.eid, reference.work, reference.target) for reference in document.references
    }


def test_divisions_contain_their_sections() -> None:
    document = recognised(STATUTE)
    assert [(p.eid, p.parent, p.heading) for p in document.provisions if p.kind in ("division", "section")] == [
        ("abschnitt_1", None, "Allgemeiner Kündigungsschutz"),
        ("para_1", "abschnitt_1", "Sozial ungerechtfertigte Kündigungen"),
        ("para_1a", "abschnitt_1", "Abfindungsanspruch bei betriebsbedingter Kündigung"),
        ("abschnitt_3", None, "Anzeigepflichtige Entlassungen"),
        ("para_17", "abschnitt_3", "Anzeigepflicht"),
    ]  # fmt: skip
    assert "§§ 2 bis 16" not in texts(document)["para_1a"]


def test_section_after_lettered_repealed_ones_is_found() -> None:
    law = STATUTE.replace(
        "§§ 2 bis 16 (weggefallen)", f"§§ 2 bis 16a (weggefallen)\n§ 16b Folgen\n{TEXT}"
    )
    assert "para_16b" in texts(recognised(law))


def test_articles_are_recognised() -> None:
    law = "\n".join(
        f"Artikel {number}\n(1) Dieser Artikel Nummer {number} sagt etwas, das so lang ist, dass es ein Text ist."
        for number in range(1, 5)
    )
    assert [(p.eid, p.label) for p in recognised(law).provisions][:2] == [
        ("art_1", "Art. 1"),
        ("art_1__abs_1", "Art. 1 Abs. 1"),
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (LEASE, "en"),
        (LEASE, None),
        (STATUTE + STATUTE.replace("KSchG", "BUrlG"), "de"),
        ("§ 1 Zweck\n§ 2 Begriffe\n§ 3 Pflichten\n§ 4 Kosten\n", "de"),
        ("Nach § 1 und § 2 gilt das, was\n§ 3 BGB sagt.\n§ 5 Abs. 2 gilt entsprechend.\n" * 20, "de"),
    ],
)  # fmt: skip
def test_other_texts_are_not_recognised(text: str, language: str | None) -> None:
    assert german_text.recognise(Document(text=text, title="", language=language)) is None


_DIVISIONS = ("book", "part", "chapter", "subchapter", "division", "subdivision", "title", "subtitle")  # fmt: skip
_WANTED = {
    "section": (0.997, 0.997),
    "paragraph": (0.997, 0.997),
    "point": (0.96, 0.98),
    "division": (0.91, 0.93),
}


@pytest.mark.slow
def test_wrapped_statutes_have_real_provisions(shared_data: Path) -> None:
    """Recall and precision of eids against those of the Markdown, with lines broken as on a page."""
    stated: Counter[str] = Counter()
    read: Counter[str] = Counter()
    both: Counter[str] = Counter()
    with tarfile.open(shared_data / "raw" / "german-statutes.tar.gz") as archive:
        for member in archive:
            file = archive.extractfile(member) if member.name.endswith("/index.md") else None
            if file is None:
                continue
            statute = read_markdown(Source(Path("index.md"), file.read()))
            lines = (textwrap.wrap(line, 110) or [""] for line in statute.text.split("\n"))
            text = "\n".join(line for wrapped in lines for line in wrapped)
            found = german_text.recognise(Document(text=text, title="", language="de"))
            if found is None:
                continue
            found.validate()
            for kind in _WANTED:
                kinds = _DIVISIONS if kind == "division" else (kind,)
                ours = {p.eid for p in found.provisions if p.kind in kinds}
                theirs = {  # a number alone, "II.", names a division only where it is marked as a heading
                    p.eid
                    for p in statute.provisions
                    if p.kind in kinds and not p.label.endswith(".")
                }
                stated[kind] += len(theirs)
                read[kind] += len(ours)
                both[kind] += len(ours & theirs)
    assert stated["section"] > 10_000
    for kind, (recall, precision) in _WANTED.items():
        assert both[kind] >= recall * stated[kind], kind
        assert both[kind] >= precision * read[kind], kind
