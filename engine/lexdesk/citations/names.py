"""Short names of works known without context: the Treaties, well-known acts, German codes."""

from __future__ import annotations

TREATIES: dict[str, str] = {
    "TFEU": "12016E", "AEUV": "12016E", "TFUE": "12016E",
    "TEU": "12016M", "EUV": "12016M", "TUE": "12016M",
    "Treaty on the Functioning of the European Union": "12016E",
    "Treaty of on the Functioning of the European Union": "12016E",
    "Vertrags über die Arbeitsweise der Europäischen Union": "12016E",
    "Vertrag über die Arbeitsweise der Europäischen Union": "12016E",
    "traité sur le fonctionnement de l'Union européenne": "12016E",
    "Treaty on European Union": "12016M",
    "Vertrags über die Europäische Union": "12016M",
    "Vertrag über die Europäische Union": "12016M",
    "traité sur l'Union européenne": "12016M",
    "Charter of Fundamental Rights of the European Union": "12016P",
    "Charter of Fundamental Rights": "12016P",
    "Charta der Grundrechte der Europäischen Union": "12016P",
    "Charte des droits fondamentaux de l'Union européenne": "12016P",
    "GRCh": "12016P",
    "Treaty establishing the European Atomic Energy Community": "12016A",
    "Euratom Treaty": "12016A", "EAEC Treaty": "12016A",
    "Vertrags zur Gründung der Europäischen Atomgemeinschaft": "12016A",
    "Vertrag zur Gründung der Europäischen Atomgemeinschaft": "12016A",
    "Euratom-Vertrags": "12016A", "Euratom-Vertrag": "12016A",
    "EAG-Vertrags": "12016A", "EAG-Vertrag": "12016A",
    "traité instituant la Communauté européenne de l'énergie atomique": "12016A",
    "traité Euratom": "12016A", "traité CEEA": "12016A",
}  # fmt: skip
"""Names of the Treaties in their version of 2016 -> CELEX number."""

TREATIES |= {name.replace("'", "’"): work for name, work in TREATIES.items() if "'" in name}

FORMER_TREATIES: dict[str, str] = {
    "EC": "Treaty establishing the European Community",
    "TEC": "Treaty establishing the European Community",
    "EEC": "Treaty establishing the European Economic Community",
    "EG": "Vertrag zur Gründung der Europäischen Gemeinschaft",
    "EGV": "Vertrag zur Gründung der Europäischen Gemeinschaft",
    "EWG": "Vertrag zur Gründung der Europäischen Wirtschaftsgemeinschaft",
    "EWGV": "Vertrag zur Gründung der Europäischen Wirtschaftsgemeinschaft",
    "CE": "traité instituant la Communauté européenne",
    "CEE": "traité instituant la Communauté économique européenne",
}  # fmt: skip
"""Abbreviations after an article -> the title of the former treaty; no CELEX number, because it was renumbered."""

EU_SHORT_NAMES: dict[str, str] = {
    "GDPR": "32016R0679", "DSGVO": "32016R0679", "DS-GVO": "32016R0679", "RGPD": "32016R0679",
    "General Data Protection Regulation": "32016R0679",
    "Datenschutz-Grundverordnung": "32016R0679",
    "règlement général sur la protection des données": "32016R0679",
    "UK GDPR": "UK-2016-eur-679", "UK General Data Protection Regulation": "UK-2016-eur-679",
    "EUDPR": "32018R1725", "ePrivacy Directive": "32002L0058",
    "Law Enforcement Directive": "32016L0680",
    "MiFID II": "32014L0065", "MiFIR": "32014R0600", "EMIR": "32012R0648", "BRRD": "32014L0059",
    "AIFMD": "32011L0061", "PSD2": "32015L2366", "SFDR": "32019R2088", "MiCA": "32023R1114",
    "Solvency II": "32009L0138", "eIDAS Regulation": "32014R0910",
    "Digital Services Act": "32022R2065", "Digital Markets Act": "32022R1925",
    "Data Act": "32023R2854", "Data Governance Act": "32022R0868",
    "Artificial Intelligence Act": "32024R1689", "AI Act": "32024R1689",
    "KI-VO": "32024R1689", "KI-Verordnung": "32024R1689", "MiCAR": "32023R1114",
    "Cyber Resilience Act": "32024R2847", "NIS 2 Directive": "32022L2555",
    "NIS2 Directive": "32022L2555", "NIS-2-Richtlinie": "32022L2555", "Taxonomy Regulation": "32020R0852",
}  # fmt: skip
"""Unambiguous names of Union acts -> CELEX number."""

RETAINED_LAW: dict[str, str] = {"UK-2016-eur-679": "32016R0679"}
"""Retained EU law of the United Kingdom -> its act of the Union, with the same article numbers (European Union
(Withdrawal) Act 2018, s 3)."""

EU_CAPITALIZED_NAMES: dict[str, str] = {
    "DORA": "32022R2554", "NIS2": "32022L2555", "NIS 2": "32022L2555", "CRD IV": "32013L0036",
}  # fmt: skip
"""Names that are unambiguous in texts, in capitals; in queries they may mean something else."""

EU_ABBREVIATIONS: dict[str, str] = {
    "dora": "32022R2554", "nis2": "32022L2555", "nis 2": "32022L2555", "nis-2": "32022L2555", "nis": "32016L1148",
    "dsa": "32022R2065", "dma": "32022R1925", "dga": "32022R0868", "cra": "32024R2847",
    "crr": "32013R0575", "crd": "32013L0036", "mar": "32014R0596", "mifid 2": "32014L0065",
    "amld4": "32015L0849", "4amld": "32015L0849", "amld5": "32018L0843", "5amld": "32018L0843",
    "led": "32016L0680", "ai act": "32024R1689", "aia": "32024R1689", "data act": "32023R2854",
}  # fmt: skip
"""Names that are unambiguous only in queries with an article."""

PREFERRED_NAMES: dict[str, dict[str, str]] = {
    "32002L0058": {"en": "ePrivacy Directive"},
    "32009L0138": {"en": "Solvency II", "de": "Solvency II"},
    "32011L0061": {"en": "AIFMD"},
    "32012R0648": {"en": "EMIR", "de": "EMIR", "fr": "EMIR", "es": "EMIR", "it": "EMIR"},
    "32013L0036": {"en": "CRD IV", "de": "CRD IV"},
    "32013R0575": {"en": "CRR", "de": "CRR"},
    "32014L0059": {"en": "BRRD", "de": "BRRD", "fr": "BRRD", "it": "BRRD"},
    "32014L0065": {"en": "MiFID II", "de": "MiFID II", "es": "MiFID II", "it": "MiFID II"},
    "32014R0596": {"en": "MAR", "de": "MAR"},
    "32014R0600": {"en": "MiFIR", "de": "MiFIR", "fr": "MiFIR", "es": "MiFIR", "it": "MiFIR"},
    "32014R0910": {"en": "eIDAS Regulation"},
    "32015L2366": {"en": "PSD2", "de": "PSD2", "es": "PSD2", "it": "PSD2"},
    "32016L0680": {"en": "Law Enforcement Directive"},
    "32016R0679": {"en": "GDPR", "de": "DSGVO", "fr": "RGPD", "es": "RGPD", "pt": "RGPD", "it": "GDPR"},
    "32018R1725": {"en": "EUDPR"},
    "32019R2088": {"en": "SFDR"},
    "32020R0852": {"en": "Taxonomy Regulation"},
    "32022L2555": {"en": "NIS 2 Directive", "de": "NIS-2-Richtlinie"},
    "32022R0868": {"en": "Data Governance Act"},
    "32022R1925": {"en": "Digital Markets Act"},
    "32022R2065": {"en": "Digital Services Act"},
    "32022R2554": {"en": "DORA", "de": "DORA", "fr": "DORA", "es": "DORA", "it": "DORA", "pt": "DORA"},
    "32023R1114": {"en": "MiCA", "de": "MiCAR"},
    "32023R2854": {"en": "Data Act"},
    "32024R1689": {"en": "AI Act", "de": "KI-VO"},
    "32024R2847": {"en": "Cyber Resilience Act"},
}  # fmt: skip
"""CELEX number -> language (ISO 639-1) -> the preferred name of the act in that language.

Other acts are named by their own titles, if these state a name (``lexdesk.citations.act_names``).
"""

GERMAN_ABBREVIATIONS: dict[str, str] = {
    "AO": "DE-ao_1977", "EStDV": "DE-estdv_1955", "KWG": "DE-kredwg", "EGBGB": "DE-bgbeg",
    "EGStGB": "DE-stgbeg", "BDSG": "DE-bdsg_2018", "UrhG": "DE-urhg", "GmbHG": "DE-gmbhg",
    "UWG": "DE-uwg_2004", "UStG": "DE-ustg_1980", "TMG": "DE-tmg", "VVG": "DE-vvg_2008",
    "WpHG": "DE-wphg", "GWB": "DE-gwb", "EGHGB": "DE-hgbeg", "EGGVG": "DE-gvgeg",
    "EGStPO": "DE-stpoeg", "EGAktG": "DE-aktgeg", "EGAO": "DE-aoeg_1977", "EGVVG": "DE-vvgeg",
}  # fmt: skip
"""Official abbreviations with a published slug other than their lower case -> work."""

GERMAN_CODES: dict[str, str] = {
    "bürgerliches gesetzbuch": "DE-bgb", "strafgesetzbuch": "DE-stgb",
    "handelsgesetzbuch": "DE-hgb", "zivilprozessordnung": "DE-zpo",
    "strafprozessordnung": "DE-stpo", "gerichtsverfassungsgesetz": "DE-gvg",
    "verwaltungsgerichtsordnung": "DE-vwgo", "grundgesetz": "DE-gg",
    "abgabenordnung": "DE-ao_1977", "insolvenzordnung": "DE-inso",
    "einführungsgesetz zum bürgerlichen gesetzbuch": "DE-bgbeg",
    "einführungsgesetz zum handelsgesetzbuch": "DE-hgbeg",
    "einführungsgesetz zum strafgesetzbuch": "DE-stgbeg",
    "einführungsgesetz zur strafprozessordnung": "DE-stpoeg",
    "einführungsgesetz zum gerichtsverfassungsgesetz": "DE-gvgeg",
    "einführungsgesetz zur insolvenzordnung": "DE-eginso",
    "einführungsgesetz zum aktiengesetz": "DE-aktgeg",
    "einführungsgesetz zur abgabenordnung": "DE-aoeg_1977",
    "einführungsgesetz zum versicherungsvertragsgesetz": "DE-vvgeg",
    "aktiengesetz": "DE-aktg", "einkommensteuergesetz": "DE-estg",
    "bundesdatenschutzgesetz": "DE-bdsg_2018",
}  # fmt: skip
"""Names of codes in the nominative, in lower case and with ``ss`` for ``ß`` -> work."""

SOCIAL_CODE_BOOKS = ("erst", "zweit", "dritt", "viert", "fünft", "sechst", "siebt", "acht", "neunt",
                     "zehnt", "elft", "zwölft", "dreizehnt", "vierzehnt")  # fmt: skip
