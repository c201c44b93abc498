"""Judgments: paragraphs that count from 1 under the name of a court or a citation."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexdesk.document.model import Document, Page
from lexdesk.structure.decisions.german import parse_decision
from lexdesk.structure.decisions.judgment import recognise

CJEU = (
    "JUDGMENT OF THE COURT (Grand Chamber)\n16 July 2020\n(Reference for a preliminary ruling)\n"
    "In Case C\u2011311/18,\nECLI:EU:C:2020:559\nData Protection Commissioner v Facebook Ireland Ltd\n"
)
IRISH = "THE SUPREME COURT\n[2019] IESC 40\nGrace v An Bord Pleanála\nJudgment of 24 July 2019\n"
TEXT = "What the court says here goes on for a line."


def paragraphs(style: str, numbers: range | list[int]) -> str:
    return "\n".join(f"{style.format(n=n)} {TEXT}" for n in numbers)


def judgment(text: str) -> Document:
    document = Document(text, "")
    found = recognise(document)
    if found is None:
        return document
    found.validate()
    return found


@pytest.mark.parametrize(
    ("head", "style", "work", "short", "date"),
    [
        (CJEU, "{n}", "62018CJ0311", "Case C-311/18", datetime.date(2020, 7, 16)),
        (CJEU, "{n}.", "62018CJ0311", "Case C-311/18", datetime.date(2020, 7, 16)),
        (CJEU.replace("JUDGMENT OF THE COURT", "URTEIL DES GERICHTSHOFS").replace("In Case", "In der Rechtssache"), "{n}",
         "62018CJ0311", "Rechtssache C-311/18", datetime.date(2020, 7, 16)),
        (CJEU.replace("JUDGMENT OF THE COURT (Grand Chamber)", "OPINION OF ADVOCATE GENERAL"), "{n}.",
         "62018CC0311", "Case C-311/18", datetime.date(2020, 7, 16)),
        (CJEU.replace("JUDGMENT OF THE COURT (Grand Chamber)", "ORDONNANCE DU TRIBUNAL")
         .replace("In Case C", "Dans l\u2019affaire T"), "{n}",
         "62018TO0311", "Affaire T-311/18", datetime.date(2020, 7, 16)),
        (IRISH, "[{n}]", "[2019] IESC 40", "[2019] IESC 40", datetime.date(2019, 7, 24)),
        (IRISH, "{n}.", "[2019] IESC 40", "[2019] IESC 40", datetime.date(2019, 7, 24)),
    ],
)  # fmt: skip
def test_paragraphs(head: str, style: str, work: str, short: str, date: datetime.date) -> None:
    document = judgment(head + paragraphs(style, range(1, 13)))
    last = document.provisions[-1]
    assert (last.eid, last.kind, last.label, last.number) == (
        "para_12",
        "paragraph",
        "paragraph 12",
        "12",
    )
    assert len(document.provisions) == 12
    assert document.text[last.start : last.end] == f"{style.format(n=12)} {TEXT}"
    assert (document.kind, document.work, document.short_title) == ("judgment", work, short)
    assert document.valid_from == date
    assert " v " in document.title


@pytest.mark.parametrize(
    "text",
    [
        CJEU + paragraphs("{n}", [1, 2, 3]),
        CJEU + paragraphs("{n}", range(4, 20)),
        IRISH + paragraphs("[{n}]", [1, 2, 5, 6, 9, 10, 13, 14]),
        "Minutes of a meeting\n" + paragraphs("{n}.", range(1, 20)),
    ],
)  # fmt: skip
def test_inconsistent_numbering_stays_text(text: str) -> None:
    assert judgment(text).provisions == ()


UK = "IN THE HIGH COURT OF JUSTICE\nDate: 25th July 2025\nBefore:\nMR JUSTICE EXAMPLE\nHearing dates: 7-11 April 2025\n"


@pytest.mark.parametrize(
    ("head", "work", "day"),
    [
        ("Neutral Citation Number: [2025] EWHC 1881 (Comm)\n" + UK, "[2025] EWHC 1881 (Comm)", (2025, 7, 25)),
        ("Linked to Re S (care) [2023] EWFC 194\nNeutral Citation Number: [2023] EWFC 195 (B)\n" + UK,
         "[2023] EWFC 195 (B)", (2025, 7, 25)),
        ("On appeal from: [2019] EWCA Civ 1599\n[2021] UKSC 50\nJUDGMENT GIVEN ON\n10 November 2021\nHeard on 28 April 2021\n",
         "[2021] UKSC 50", (2021, 11, 10)),
        ("Osefiso (PTA decision: effect) [2021] UKUT 00116 (IAC)\nHeard on 3 March 2021\nDecision promulgated: 16/04/2021\n",
         "[2021] UKUT 116 (IAC)", (2021, 4, 16)),
        ("[2022] UKFTT 00226(TC)\nHeard on: 23 and 24 May 2022\nJudgment date: 22 July 2022\n", "[2022] UKFTT 226 (TC)",
         (2022, 7, 22)),
        ("THE HIGH COURT\n[2019] IEHC 40\nJUDGMENT of Ms Justice Example delivered on the 24th day of July, 2019\n",
         "[2019] IEHC 40", (2019, 7, 24)),
        ("OUTER HOUSE, COURT OF SESSION\n[2021] CSOH 99\nOPINION OF LORD EXAMPLE\n1 October 2021\nIntroduction\n",
         "[2021] CSOH 99", (2021, 10, 1)),
    ],
)  # fmt: skip
def test_own_citation_and_day(head: str, work: str, day: tuple[int, int, int]) -> None:
    document = judgment(head + paragraphs("{n}.", range(1, 13)))
    assert (document.work, document.valid_from) == (work, datetime.date(*day))
    assert len(document.provisions) == 12


def test_one_lost_number_of_few_keeps_the_judgment() -> None:
    head = "Neutral Citation Number: [2022] UKUT 26 (LC)\n"
    document = judgment(head + paragraphs("{n}.", [n for n in range(1, 21) if n != 8]))
    assert (document.work, len(document.provisions)) == ("[2022] UKUT 26 (LC)", 19)


def test_paragraph_inserted_between_two_numbers_has_its_letter() -> None:
    text = paragraphs("{n}.", range(1, 13)).replace("5. What", f"4A. {TEXT}\n4C. {TEXT}\n5. What")
    eids = [provision.eid for provision in judgment(IRISH + text).provisions]
    assert eids[3:6] == ["para_4", "para_4a", "para_5"]


def test_parties_end_before_the_judgment_begins() -> None:
    head = CJEU.replace("Data Protection", "in the proceedings\nData Protection").replace(
        " v Face", "\nv\nFace"
    )
    document = judgment(f"{head}gives the following\nJudgment\n{paragraphs('{n}', range(1, 13))}")
    assert document.title == "Data Protection Commissioner v Facebook Ireland Ltd"


def test_short_judgment_with_its_citation_on_top_has_its_paragraphs() -> None:
    head = "[2023] UKUT 00012 (IAC)\nUpper Tribunal\nPromulgated on 17 January 2023\nBetween\nA\nAppellant\nand\nB\nRespondent\n"
    document = judgment(head + paragraphs("{n}.", [1, 2, 3]))
    assert (document.work, document.valid_from) == (
        "[2023] UKUT 12 (IAC)",
        datetime.date(2023, 1, 17),
    )
    assert len(document.provisions) == 3
    labelled = "Neutral Citation Number: [2021] EWHC 1234 (Ch)\n"
    assert len(judgment(labelled + paragraphs("{n}.", [1, 2, 3, 5, 6, 7])).provisions) == 6
    assert (
        judgment("[2021] UKSC 50\nA note on this case\n" + paragraphs("{n}.", [1, 2, 3])).kind
        == "document"
    )


def test_argument_that_cites_a_judgment_is_none() -> None:
    head = "SKELETON ARGUMENT\nThis appeal follows the approach in [2019] IESC 40 and other authorities.\n"
    assert judgment(head + paragraphs("{n}.", range(1, 13))).kind == "document"


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("JUDGMENT OF THE COURT\nIn Case C\u201165/23,\nREQUEST for a ruling, in the proceedings\n**MK**\nv\n**K GmbH,**\n"
         "THE COURT (Eighth Chamber),\n", "MK v K GmbH"),
        ("JUDGMENT OF THE COURT\nIn Case C\u2011383/23,\nREQUEST for a ruling, in the criminal proceedings against\nILVA A/S,\n"
         "THE COURT (Fifth Chamber),\n", "ILVA A/S"),
        ("[2022] EWHC 935 (Comm)\nBetween:\n(1)\nPAUL RICHARDS\n(2)\nJANE DOE\nClaimants\n- and -\n"
         "SPEECHLY BIRCHAM LLP\nDefendant\n",
         "PAUL RICHARDS v SPEECHLY BIRCHAM LLP"),
        ("[2021] CSOH 99\nIn the cause\nACME LIMITED\nPursuer\nagainst\nBETA LIMITED\nDefender\n1 October 2021\n",
         "ACME LIMITED v BETA LIMITED"),
        ("[2021] UKSC 50\nLloyd (Respondent) v Google LLC (Appellant)\nbefore\n", "Lloyd v Google LLC"),
    ],
)  # fmt: skip
def test_name_of_case(head: str, title: str) -> None:
    assert judgment(head + paragraphs("{n}.", range(1, 13))).title == title


def test_numbers_of_quoted_paragraphs_are_skipped() -> None:
    body = (
        paragraphs("[{n}]", [1, 2, 3])
        + f"\n[5] quoted {TEXT}\n"
        + paragraphs("[{n}]", range(4, 10))
    )
    assert [p.number for p in judgment(IRISH + body).provisions] == [str(n) for n in range(1, 10)]


def test_operative_part_is_no_paragraph() -> None:
    document = judgment(
        CJEU + paragraphs("{n}", range(1, 9)) + "\nOn those grounds, the Court rules:\n1. Yes."
    )
    last = document.provisions[-1]
    assert "grounds" not in document.text[last.start : last.end]


def test_headings_and_wrapped_lines_continue_previous_paragraph() -> None:
    document = judgment(IRISH + paragraphs("[{n}]", range(1, 9)).replace("goes on", "goes\non"))
    assert len(document.provisions) == 8


BGH = (
    "BUNDESGERICHTSHOF\nIM NAMEN DES VOLKES\nURTEIL\nVIII ZR 123/20 Verkündet am:\n12. Mai 2021\nin dem Rechtsstreit\n"
    "(Fortführung von BGH, Urteil vom 3. Juli 2019 - VIII ZR 1/19, ECLI:DE:BGH:2019:030719UVIIIZR1.19.0)\nTatbestand:\n"
)
GERMAN_TEXT = (
    "Die Klägerin verlangt Schadensersatz, wie es ihr nach\n1 Satz 2 des Vertrags zusteht.\n"
)


@pytest.mark.parametrize("style", ["{n}\n", "{n} "])
def test_german_decisions_have_randnummern(style: str) -> None:
    body = [f"{style.format(n=n)}{GERMAN_TEXT}" for n in range(1, 9)]
    body.insert(4, "Entscheidungsgründe:\nI.\n")
    document = judgment(f"{BGH}{''.join(body)}Vorinstanzen:\nAG Mitte\n")
    assert [(p.eid, p.label) for p in document.provisions][::7] == [
        ("para_1", "Rn. 1"),
        ("para_8", "Rn. 8"),
    ]
    assert len(document.provisions) == 8
    assert all(document.text[p.start : p.end].endswith("zusteht.") for p in document.provisions)
    assert document.short_title == document.work == "BGH, Urteil vom 12.05.2021, VIII ZR 123/20"
    assert document.valid_from == datetime.date(2021, 5, 12)


@pytest.mark.parametrize(
    ("head", "work", "name"),
    [
        ("BUNDESARBEITSGERICHT\nUrteil vom 12.5.2021, 4 AZR 123/20\nECLI:DE:BAG:2021:120521.U.4AZR123.20.0\n",
         "ECLI:DE:BAG:2021:120521.U.4AZR123.20.0", "BAG, Urteil vom 12.05.2021, 4 AZR 123/20"),
        ("Landgericht Köln\nB E S C H L U S S\n12 O 345/20\nvom 3. März 2020\n",
         "LG Köln, Beschluss vom 03.03.2020, 12 O 345/20", "LG Köln, Beschluss vom 03.03.2020, 12 O 345/20"),
        ("BUNDESVERWALTUNGSGERICHT\nIM NAMEN DES VOLKES\nURTEIL\nBVerwG 2 C 12.19\nVerkündet\nam 4. Mai 2020\n",
         "BVerwG, Urteil vom 04.05.2020, 2 C 12.19", "BVerwG, Urteil vom 04.05.2020, 2 C 12.19"),
    ],
)  # fmt: skip
def test_german_decision_quoting_sections_is_no_contract(head: str, work: str, name: str) -> None:
    quoted = "".join(f"§ {n} Thema\n{GERMAN_TEXT}" for n in range(1, 5))
    document = judgment(f"{head}Im Vertrag heißt es:\n{quoted}")
    assert (document.kind, document.work, document.short_title) == ("judgment", work, name)
    assert document.provisions == ()


def test_writ_to_german_court_is_no_decision() -> None:
    text = f"An das\nLandgericht Köln\nKlage\nUrteil des Amtsgerichts, 12 O 345/20\n{GERMAN_TEXT}"
    assert parse_decision(text) is None


def test_number_at_page_edge_may_be_paragraph_number() -> None:
    two = f"{{}}\n{GERMAN_TEXT * 3}{{}}\n{GERMAN_TEXT * 3}"
    pages = [BGH, *(f"- {n + 1} -\n{two.format(n, n + 1)}" for n in range(1, 9, 2))]
    ends = [sum(map(len, pages[: at + 1])) for at in range(len(pages))]
    spans = zip([0, *ends], ends, strict=False)
    document = Document(
        "".join(pages), "", pages=tuple(Page(n, *span) for n, span in enumerate(spans, 1))
    )
    found = recognise(document)
    assert found is not None
    assert [p.number for p in found.provisions] == [str(n) for n in range(1, 9)]


@given(st.text(alphabet="[123]. A\nb“", max_size=300))
def test_arbitrary_lines_give_valid_structure(lines: str) -> None:
    text = IRISH + lines + "\n" + paragraphs("[{n}]", range(1, 8))
    document = judgment(text)
    assert document.text == text
    assert len({p.eid for p in document.provisions}) == len(document.provisions)
