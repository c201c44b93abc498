"""Citations by position: ``thereof``, ``that Article``, ``those Directives``."""

from pathlib import Path

import pytest
from benchmarks.citations import pointers
from tests.archives import extract

from lexdesk.citations import Context, find, find_in_provisions
from lexdesk.citations.citation import Segment

GDPR, MIFID = "32016R0679", "32014L0065"

# Where the text stands, the text, and what its last citation or citations mean.
POINTERS = [
    (GDPR, "art_49__para_3",
     "Points (a) and (b) of the first subparagraph of paragraph 1 and the second subparagraph thereof shall not apply.",
     [f"{GDPR} art_49__para_1__point_a art_49__para_1__point_b art_49__para_1__subpara_2"]),
    (MIFID, "art_1__para_4__point_b", "Article 28 and Article 29, excluding the second subparagraph of paragraph 2 thereof",
     [f"{MIFID} art_29__para_2__subpara_2"]),
    (GDPR, "art_86", "a system listed in Annex III, except under point 2 thereof", [f"{GDPR} anx_3__point_2"]),
    (GDPR, "art_5__para_5", "Directive 95/46/EC, and paragraph 1, point (h), that is point (h)(iii) thereof",
     [f"{GDPR} art_5__para_1__point_h__point_iii"]),
    (GDPR, "art_33", "Directive 95/46/EC as well as this Regulation, in particular Articles 21 and 23 thereof",
     [f"{GDPR} art_21 art_23"]),
    (GDPR, "art_93", "Article 8 of Regulation (EU) No 182/2011, in conjunction with Article 5 thereof",
     ["32011R0182 art_5"]),
    (GDPR, "art_19", "Directive 95/46/EC applies. This Section, with the exception of Article 24(3) thereof",
     [f"{GDPR} art_24__para_3"]),
    (GDPR, "art_19", "an enterprise as defined in Recommendation 2003/361/EC under Article 4(2) thereof",
     ["32003H0361 art_4__para_2"]),
    (GDPR, "rec_1", "Having regard to the Treaty on the Functioning of the European Union, and Article 16 thereof",
     ["12016E art_16"]),
    ("31995L0046", "", "Having regard to the Treaty establishing the European Community, and Article 100a thereof",
     ["Treaty establishing the European Community art_100a"]),
    (GDPR, "anx_1", "Regulation (EU) 2018/1139 on aviation, amending Regulation (EU) No 996/2010 and repealing "
     "Regulation (EEC) No 3922/91, as far as Article 2(1) thereof", ["32018R1139 art_2__para_1"]),
    (GDPR, "art_4", "Regulation (EU) 2016/679, as provided for in Article 5(1), point (c), thereof, and",
     [f"{GDPR} art_5__para_1__point_c"]),
    (GDPR, "art_491", "Articles 489 and 490 apply: in paragraphs 3 and 5 of those Articles",
     [f"{GDPR} art_489__para_3 art_489__para_5 art_490__para_3 art_490__para_5"]),
    (GDPR, "art_7", "paragraph 2, point (a), point (aa)(i) or (ii), point (b), and of point (c) of that paragraph",
     [f"{GDPR} art_7__para_2__point_c"]),
    (GDPR, "art_7", "point (a) of the first subparagraph of Article 3(1) applies as does point (b) of that subparagraph",
     [f"{GDPR} art_3__para_1__point_b"]),
    (GDPR, "art_7", "Directive 2002/87/EC, as calculated under Article 6 of and Annex I to that Directive",
     ["32002L0087 art_6 anx_1"]),
    (GDPR, "art_7", "Directive 2013/36/EU and Section II, Chapter 3, Title VII of that Directive",
     ["32013L0036 title_7__chp_3__sec_2"]),
    (GDPR, "art_7", "Regulation (EU) No 648/2012 and Article 6(1), points (c) and (e), respectively, of that Regulation",
     ["32012R0648 art_6__para_1__point_c art_6__para_1__point_e"]),
    (GDPR, "art_7", "Directive 86/560/EEC. Under Directive 2009/72/EC, Directive 2009/73/EC or Regulation (EU) No 2/2014, "
     "and those Directives", ["32009L0072", "32009L0073"]),
    (GDPR, "art_7", "Directive 2009/72/EC applies. Those are the rules of those Directives", ["32009L0072"]),
    (GDPR, "art_7", "Directives 2009/72/EC and 2009/73/EC, and Article 5 of those Directives", [" art_5"]),
]  # fmt: skip


def line_of(work: str, name: str, eids: tuple[str, ...]) -> str:
    return " ".join((work or name, *eids))


@pytest.mark.parametrize(("work", "eid", "text", "meant"), POINTERS)
def test_pointers_resolve_to_their_acts(work: str, eid: str, text: str, meant: list[str]) -> None:
    found = find(text, "en", Context(work, eid))
    assert [line_of(c.work, c.name, c.eids) for c in found][-len(meant) :] == meant


def test_thereof_resolves_to_the_introduction() -> None:
    pieces = {
        "art_5__para_1": "The following of Regulation (EU) No 648/2012 apply: ",
        "art_5__para_1__point_a": "Article 2 thereof; ",
        "art_5__para_1__point_b": "Directive 95/46/EC; ",
        "art_5__para_2": "Article 3 thereof.",
    }
    segments, text = [], ""
    for eid, words in pieces.items():
        segments.append(Segment(len(text), len(text) + len(words), eid))
        text += words
    found = find_in_provisions(text, "en", Context(GDPR), segments)
    assert [line_of(c.work, c.name, c.eids) for c in found] == [
        "32012R0648", "32012R0648 art_2", "31995L0046", f"{GDPR} art_3",
    ]  # fmt: skip


@pytest.mark.slow
def test_pointers_of_key_acts_match_labels(shared_data: Path, tmp_path: Path) -> None:
    extract(shared_data / "raw" / "eu-formex.tar.gz", tmp_path)
    right, total, wrong = pointers.score(tmp_path)
    assert total == 100 and right / total >= 0.98, wrong
