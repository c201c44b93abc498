"""The date that a contract or a policy states for itself, as distinct from that of its file."""

import dataclasses
import datetime
from pathlib import Path

import pytest

from lexdesk import Library
from lexdesk.compliance.doc2doc.dates import (
    Period,
    WorkDate,
    derive_document_date,
    derive_work_date,
    exclude_by_date,
)
from lexdesk.compliance.doc2doc.similar import find_similar
from lexdesk.compliance.report import list_reasons
from lexdesk.document.model import DATED, Document, Property
from lexdesk.extract import read
from lexdesk.metadata.own_date import find_own_date

DAY = datetime.date.fromisoformat


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("THIS AGREEMENT is made this 15th day of July, 2010, by and between A and B.", "2010-07-15"),
        ("This Lease is made and entered into as of March 1, 2011 (the “Effective Date”)", "2011-03-01"),
        ("DATA PROCESSING AGREEMENT\nThis Agreement is dated 14 June 2019.", "2019-06-14"),
        ("the “Amendment”) is entered into on January 6th, 2016. BETWEEN", "2016-01-06"),
        ("Privacy Policy\nlast updated 3 March 2024\n\nWe process data.", "2024-03-03"),
        ("Richtlinie\nStand: 3. März 2024\n", "2024-03-03"),
        ("Richtlinie\nStand: 03.03.2024\n", "2024-03-03"),
        ("Date: 2024-03-03\nDear Sirs", "2024-03-03"),
        # of contracts of CUAD (CC BY 4.0, The Atticus Project)
        ("all terms and conditions of this Consulting\nAgreement (“Agreement”) dated June 1, 2020, effective as of July 1, 2020",
         "2020-06-01"),
        ("This JOINT CONTENT LICENSE AGREEMENT (the “Agreement”), dated February 1, 2018 (the", "2018-02-01"),
        (' This Agreement, dated as of January 30, 2000 ("Effective Date")', "2000-01-30"),
        ('This Outsourcing Agreement (" Agreement") is executed as of this 1 st day of May 2006, by', "2006-05-01"),
        ("ENERGY XXI USA, INC.\nDATED EFFECTIVE AS OF\nMarch 11, 2015\nTRANSPORTATION AGREEMENT", "2015-03-11"),
        ("1. EFFECTIVE DATE: November 01, 2016\n2. C", "2016-11-01"),
        ("      RESELLER AGREEMENT\n                   DATED SEPTEMBER 14, 2005\n", "2005-09-14"),
        ("Exhibit 10.2\nSTRATEGIC ALLIANCE AGREEMENT\ndated as of August 26, 2015\namong", "2015-08-26"),
        ("RESTATED NET INVESTMENT INCOME MAINTENANCE AGREEMENT, effective as of May 1, 2012, by\nhave previously entered into"
         " a Maintenance Agreement, effective as of February 1, 2009", "2012-05-01"),
        ("THE SCOTTS COMPANY LLC\nEffective as of September 30, 1998\nTABLE OF CONTENTS\n is entered into on August 31, 2017",
         "2017-08-31"),
        ("This AMENDMENT NO. 2 (this “Amendment”) to the Manufacturing and Supply Agreement dated as of December 8, 2009", None),
        ("The Tribunal made an order accordingly on 23.8.1991.", None),
        ("Case 17-2678\nEffective December 15, 2008, the Court accepts filings by computer alone.", None),
        ("Acme Ltd\n\n3 May 2019\n\nDear Ms Smith,\nwe refer to the lease.", "2019-05-03"),
        ("OFFICE OF THE CLERK\nJanuary 11, 2021\nMr. A. Bell\nRe: 20-8063, Bell v. Chase\nDear Counsel:", "2021-01-11"),
        ("Minutes\n\n3 May 2019\n\nThe board met.", None),
        ("Dear Ms Smith,\nwe met on\n3 May 2019\nin London.", None),
        ("The payment was made on 3 May 2019 and accepted.", None),
        ("Dear Sirs\nyour application made on 3 May 2019", None),
        ("In this case the lease was executed on the 12th February 1944 b", None),
        ("The appellant entered into a contract on July 7, 1958", None),
        ("The Officer made the assessment on February 26, 1951", None),
        ("a contract which is entered into on or after 1 April 2018", None),
        ("a claim made on or after the 12th day of June, 1997", None),
        ("ENDORSEMENT AGREEMENT\nentered into by and between ANDY NORTH and GOLFERS\nEffective February 21, 2011", "2011-02-21"),
        ("Gifts policy\n\nVersion 3, in force from 1 January 2023\n", "2023-01-01"),
        ("Last reviewed: 31 February 2024", None),  # is no day
        ("Date of this Agreement: 3 May 2019", "2019-05-03"),
        ("Date of last review: 3 May 2019", "2019-05-03"),
        ("EMPLOYMENT CONTRACT\nDate of birth: 3 May 1970\nDate: 1 June 2019", "2019-06-01"),
        ("Date of the accident: 3 May 2019", None),
        ("Datum der Geburt: 3.3.1970", None),
        ("Date de naissance : 3 mars 1970", None),
        ("Stand: Berichtigung vom 3.3.2020", None),  # of another text
        ("Stand der Bearbeitung: 3.3.2020", "2020-03-03"),
        ("Hausordnung\nFassung vom 3. März 2024\n", "2024-03-03"),
        ("des Warenzeichengesetzes in der\nFassung vom 9. Mai 1961 (Bundesgesetzbl. I S. 574) wird bekanntgemacht", None),
        ("des Warenzeichengesetzes in der\nFassung vom 9. Mai 1961", None),
        ("pursuant to the Master Agreement dated 3 May 2001", None),  # of another document
        ("the Master Agreement\ndated 3 May 2001", None),
        ("It is made as of the Effective Date. The rent of 3 May 2001 is due.", None),
        ("Regulation (EU) 2016/679 of 27 April 2016", None),
    ],
)  # fmt: skip
def test_text_states_its_date(text: str, day: str | None) -> None:
    assert find_own_date(text) == (datetime.date.fromisoformat(day) if day else None)


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        # as acts are printed in the Official Journal: title, and the formula below
        ("bg", "Съставено в Брюксел на 27 април 2016 година.", "2016-04-27"),
        ("cs", "V Bruselu dne 27. dubna 2016.", "2016-04-27"),
        ("da", "Udfærdiget i Bruxelles, den 27. april 2016.", "2016-04-27"),
        ("de", "VERORDNUNG (EU) 2016/679 DES EUROPÄISCHEN PARLAMENTS UND DES RATES\nvom 27. April 2016\nzum", "2016-04-27"),
        ("de", f"{'Artikel 1' * 1000}\n\nGeschehen zu Brüssel am 27. April 2016.\n\nANHANG I", "2016-04-27"),
        ("de", f"{'Der Mieter zahlt. ' * 500}\n\nHamburg, den 3. März 2024\n\nVermieter      Mieter", "2024-03-03"),
        ("de", f"{'Der Mieter zahlt. ' * 500}\nHamburg, den 3. März 2024\nBerlin, den 4. März 2024", None),
        ("el", "Βρυξέλλες, 27 Απριλίου 2016.", "2016-04-27"),
        ("es", "Reglamento (UE) 2016/679 del Parlamento Europeo y del Consejo\nde 27 de abril de 2016\nrelativo", "2016-04-27"),
        ("et", "Brüssel, 27. aprill 2016", "2016-04-27"),
        ("fi", "Tehty Brysselissä 27 päivänä huhtikuuta 2016.", "2016-04-27"),
        ("fr", "Règlement (UE) 2016/679 du Parlement européen et du Conseil\ndu 27 avril 2016\nrelatif", "2016-04-27"),
        ("ga", "Arna dhéanamh sa Bhruiséil, 27 Aibreán 2016.", "2016-04-27"),
        ("hr", "Sastavljeno u Bruxellesu 27. travnja 2016.", "2016-04-27"),
        ("hu", "Kelt Brüsszelben, 2016. április 27-én.", "2016-04-27"),
        ("it", "Fatto a Bruxelles, il 27 aprile 2016", "2016-04-27"),
        ("lt", "Priimta Briuselyje 2016 m. balandžio 27 d.", "2016-04-27"),
        ("lv", "Briselē, 2016. gada 27. aprīlī", "2016-04-27"),
        ("mt", "Magħmul fi Brussell, is-27 ta' April 2016.", "2016-04-27"),
        ("nl", "Gedaan te Brussel, 27 april 2016.", "2016-04-27"),
        ("pl", "ROZPORZĄDZENIE PARLAMENTU EUROPEJSKIEGO I RADY (UE) 2016/679\nz dnia 27 kwietnia 2016 r.\nw", "2016-04-27"),
        ("pt", "Feito em Bruxelas, em 27 de abril de 2016.", "2016-04-27"),
        ("ro", "Adoptat la Bruxelles, 27 aprilie 2016.", "2016-04-27"),
        ("sk", "V Bruseli 27. apríla 2016", "2016-04-27"),
        ("sl", "V Bruslju, 27. aprila 2016", "2016-04-27"),
        ("sv", "Utfärdad i Bryssel den 27 april 2016.", "2016-04-27"),
        # of policies, contracts and letters
        ("de", "Betäubungsmittelgesetz\n\nAusfertigungsdatum\n:   1981-07-28\n", "1981-07-28"),
        ("de", "Richtlinie zu Geschenken\nZuletzt aktualisiert am 3. März 2024\n", "2024-03-03"),
        ("de", "Berlin, den 3. März 2024\n\nSehr geehrte Damen und Herren", "2024-03-03"),
        ("de", "Hausordnung\nGültig ab 1. Jänner 2024\n", "2024-01-01"),
        ("fr", "Paris, le 1er mars 2024", "2024-03-01"),
        ("fr", "**Dernière mise à jour** : 12 octobre 2025", "2025-10-12"),
        ("fr", "en deux exemplaires.\n\nFait à Lyon, le 03/03/2024", "2024-03-03"),
        ("es", "En Madrid, a 3 de marzo de 2024.\nREUNIDOS", "2024-03-03"),
        ("es", "Última actualización: 17 de Junio, 2025", "2025-06-17"),
        ("it", "Roma, lì 3 marzo 2024", "2024-03-03"),
        ("pt", "Lisboa, 3 de março de 2024", "2024-03-03"),
        ("nl", "Laatst bijgewerkt: 24/03/2026", "2026-03-24"),
        ("pl", "UMOWA NAJMU\nzawarta w dniu 3 marca 2024 r. w Warszawie pomiędzy", "2024-03-03"),
        ("pl", "Warszawa, dnia 3 listopada 2024 r.", "2024-11-03"),
        ("hr", "Zadnje ažuriranje: 3. listopada 2024.", "2024-10-03"),  # of another month in Polish
        ("cs", "Poslední aktualizace: 1. 4. 2026", "2026-04-01"),
        ("cs", "V Praze dne 3. července 2024", "2024-07-03"),
        ("cs", "V Praze dne 3. června 2024", "2024-06-03"),
        ("hu", "Utolsó frissítés: 2026. március 27.", "2026-03-27"),
        ("lt", "Paskutinį kartą atnaujinta: 2025 m. lapkričio 9 d.", "2025-11-09"),
        ("fi", "Viimeksi päivitetty: 16. marraskuuta 2025", "2025-11-16"),
        ("ga", "Dáta: 3 Meán Fómhair 2024", "2024-09-03"),
        # of something else
        ("de", "1. Nachtrag zum Mietvertrag\nvom 3. März 2001\n", None),
        ("de", "Merkblatt zur Verordnung (EU) 2016/679\nvom 27. April 2016\n", None),
        ("de", "das zuletzt durch Artikel 4 des Gesetzes vom 3. März 2020 geändert worden ist", None),
        ("de", "Zuletzt geändert durch Art. 4 G v. 3.3.2020 I 12", None),
        ("de", "des Gesetzes vom 1. Mai 2001,\nzuletzt geändert am 3. März 2020", None),
        ("de", "Beginn am 3. März 2024\nEnde am 4. März 2025", None),
        ("de", "Die Sitzung findet in Berlin, den 3. März 2024 eingeschlossen, statt.", None),
        ("de", "Geschehen zu Bonn am 3. März 1990\n\nGeschehen zu Berlin am 4. März 1991", None),  # two acts
        ("cs", "Narozen dne 3. března 1970", None),
        ("fr", "Le contrat du 3 mars 2001 prend fin le 31 décembre 2025.", None),
        ("de", "Stand: 31. Februar 2024", None),
        ("pl", "Warszawa, dnia 3 foo 2024 r.", None),
        ("fr", "Berlin, den 3. März 2024", None),  # in German
        ("en", "Berlin, 3 March 2024", None),
        (None, "Berlin, den 3. März 2024", None),
    ],
)  # fmt: skip
def test_text_states_its_date_in_its_language(
    language: str | None, text: str, day: str | None
) -> None:
    assert find_own_date(text, language) == (DAY(day) if day else None)


def test_date_in_text_precedes_file_property(tmp_path: Path) -> None:
    policy = tmp_path / "policy.txt"
    policy.write_text("Data policy\n\nlast updated 3 March 2024\n\nWe process personal data.")
    found = read(policy)
    assert found.properties == (Property(DATED, "2024-03-03"),)
    template = Property("created", "2013-12-23T23:15:00Z")
    assert derive_document_date(
        dataclasses.replace(found, properties=(template, *found.properties))
    ) == (datetime.date(2024, 3, 3))


def test_text_is_parsed_in_its_language(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text(
        "Berlin, den 3. März 2024\n\nSehr geehrte Damen und Herren, hiermit kündige ich."
    )
    assert read(letter).properties == (Property(DATED, "2024-03-03"),)


def test_file_date_is_labelled(tmp_path: Path) -> None:
    template = Property("created", "2013-12-23T23:15:00Z")
    texts = {"policy": (template, Property(DATED, "2024-03-03")), "notes": (template,), "query": ()}
    documents = [
        Document(
            text="We process personal data of our customers lawfully and keep records of processing.",
            title=name, work=name, language="en", properties=properties,
        )
        for name, properties in texts.items()
    ]  # fmt: skip
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents(documents, vectors=False)
        store = library.search.retriever().store
        rows = {name: store.law.expressions_of(name) for name in texts}
        assert derive_work_date(store, rows["policy"]) == WorkDate(datetime.date(2024, 3, 3), False)
        assert derive_work_date(store, rows["notes"]) == WorkDate(datetime.date(2013, 12, 23), True)
        assert exclude_by_date(store, Period(first=datetime.date(2020, 1, 1))) == {
            rows["notes"][0].id
        }
        found = find_similar(library, "query", without=("semantic", "interactions")).documents
        reasons = {document.work: list_reasons(document)[-1] for document in found}
    assert reasons == {"policy": "dated 2024-03-03", "notes": "file of 2013-12-23"}


def test_real_contracts(shared_data: Path) -> None:
    folder = shared_data / "raw" / "cuad-pdf-sample"
    stated = {
        "AzulSa": "2016-01-06", "ImineCorp": "2018-07-19", "PhoenixNewMedia": "2009-11-24", "TomOnline": "2005-08-22",
    }  # fmt: skip
    for name, day in stated.items():
        found = read(next(folder.glob(f"{name}*")))
        assert derive_document_date(found) == datetime.date.fromisoformat(day)


DATED_TEXTS = [
    # in force from a day before the year of its number: it looks back
    Document("A.", "A", work="32020R2084", in_force_from=DAY("2010-01-01"), valid_from=DAY("2020-12-14")),
    Document("B.", "B", work="32019R1234", in_force_from=DAY("2019-08-01"), valid_from=DAY("2019-07-12")),
    Document("C.", "C", work="c", properties=(Property("date", "soon"), Property("modified", "2012-03-04"))),
    Document("D.", "D", work="d"),
]  # fmt: skip


@pytest.mark.parametrize("document", DATED_TEXTS, ids=lambda document: document.work)
def test_document_has_one_date_everywhere(document: Document, tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        library.sources.add_documents([document], vectors=False)
        store = library.search.retriever().store
        (row,) = store.law.expressions_of(document.work)
        day = derive_work_date(store, [row]).day
        assert derive_document_date(document) == day
        for year in (2009, 2011, 2013, 2019, 2020, 2021):
            for period in (Period(first=DAY(f"{year}-07-20")), Period(last=DAY(f"{year}-07-20"))):
                assert (row.id not in exclude_by_date(store, period)) == (day in period), period
