"""The vocabulary of Union law in its 24 languages: kinds of act, divisions, and citation of places."""

from __future__ import annotations

from lexdesk.text.lazy_pattern import lazy_pattern

Steps = tuple[tuple[str, str], ...]
"""The path from an article or annex to a part of it: keys of ``PLACES`` with printed numbers."""

KINDS_OF_ACT: dict[str, tuple[str, ...]] = {
    "regulation": (
        "регламент", "reglamento", "nařízení", "forordning", "verordnung", "määrus",
        "κανονισμός", "κανονισμος", "regulation", "règlement", "reglement", "rialachán", "uredba",
        "regolamento", "regula", "reglamentas", "rendelet", "regolament", "verordening",
        "rozporządzenie", "regulamento", "regulament", "nariadenie", "asetus", "förordning",
    ),
    "directive": (
        "директива", "directiva", "směrnice", "direktiv", "richtlinie", "οδηγία", "οδηγια",
        "directive", "treoir", "direttiva", "direktīva", "irányelv", "richtlijn", "dyrektywa",
        "diretiva", "directivă", "smernica",
    ),
    "decision": (
        "решение", "decisión", "rozhodnutí", "afgørelse", "beschluss", "entscheidung", "otsus",
        "απόφαση", "αποφαση", "decision", "décision", "cinneadh", "odluka", "decisione", "lēmums",
        "sprendimas", "határozat", "deċiżjoni", "besluit", "beschikking", "decyzja", "decisão",
        "decizie", "decizia", "rozhodnutie", "sklep", "päätös", "beslut",
    ),
}  # fmt: skip
"""Kind of act -> stems of its name; the first stem in a title decides."""

CELEX_LETTER = {"regulation": "R", "directive": "L", "decision": "D", "recommendation": "H"}
LEGAL_VALUE = {"REG": "regulation", "DIR": "directive", "DEC": "decision"}
"""Beginnings of Formex legal values (REG, REG_IMPL, DEC ...) -> kind of act."""

DIVISIONS: dict[str, tuple[str, ...]] = {
    "part": (
        "част", "parte", "část", "del", "teil", "osa", "μέρος", "μερος", "part", "partie", "cuid",
        "dio", "daļa", "dalis", "rész", "parti", "deel", "część", "partea", "časť",
    ),
    "title": (
        "дял", "título", "titulo", "hlava", "afsnit", "titel", "jaotis", "τίτλος", "τιτλος",
        "title", "titre", "teideal", "glava", "titolo", "sadaļa", "antraštinė", "cím", "titolu",
        "tytuł", "titlul", "naslov", "osasto", "avdelning",
    ),
    "chapter": (
        "глава", "capítulo", "capitulo", "kapitola", "kapitel", "peatükk", "κεφάλαιο", "κεφαλαιο",
        "chapter", "chapitre", "caibidil", "poglavlje", "capo", "nodaļa", "skyrius", "fejezet",
        "kapitolu", "hoofdstuk", "rozdział", "capitolul", "poglavje", "luku",
    ),
    "section": (
        "раздел", "sección", "oddíl", "afdeling", "abschnitt", "jagu", "τμήμα", "τμημα", "section",
        "roinn", "odjeljak", "sezione", "iedaļa", "skirsnis", "szakasz", "taqsima", "sekcja",
        "oddział", "secção", "secțiunea", "oddiel", "oddelek", "jakso", "avsnitt",
    ),
    "subsection": (
        "unterabschnitt", "sous-section", "subsection", "sub-section", "subsección",
        "sottosezione", "subsecção", "onderafdeling", "underafsnit", "underavsnitt",
    ),
}  # fmt: skip

DIVISION_ABBREVIATION = {
    "part": "part", "title": "title", "chapter": "chp", "section": "sec",
    "subsection": "subsec", "division": "dvs",
}  # fmt: skip

RECITAL = {
    "bg": "Съображение", "es": "Considerando", "cs": "Bod odůvodnění", "da": "Betragtning",
    "de": "Erwägungsgrund", "et": "Põhjendus", "el": "Αιτιολογική σκέψη", "en": "Recital",
    "fr": "Considérant", "ga": "Aithris", "hr": "Uvodna izjava", "it": "Considerando",
    "lv": "Apsvērums", "lt": "Konstatuojamoji dalis", "hu": "Preambulumbekezdés",
    "mt": "Premessa", "nl": "Overweging", "pl": "Motyw", "pt": "Considerando",
    "ro": "Considerentul", "sk": "Odôvodnenie", "sl": "Uvodna izjava",
    "fi": "Johdanto-osan kappale", "sv": "Skäl",
}  # fmt: skip

PLACES: dict[str, dict[str, str]] = {
    "en": {
        "paragraph": "({n})", "letter": "({n})", "figure": "({n})", "roman": "({n})",
        "subparagraph": ", {ordinal} subparagraph", "after_subparagraph": ", point ({n})",
        "section": ", Section {n}",
    },
    "de": {
        "paragraph": " Absatz {n}", "letter": " Buchstabe {n}", "figure": " Nummer {n}",
        "roman": " Ziffer {n}", "subparagraph": " Unterabsatz {n}", "section": ", Abschnitt {n}",
    },
    "fr": {
        "paragraph": ", paragraphe {n}", "letter": ", point {n})", "figure": ", point {n}",
        "roman": ", point {n})", "subparagraph": ", alinéa {n}", "section": ", section {n}",
    },
    "es": {
        "paragraph": ", apartado {n}", "letter": ", letra {n})", "figure": ", punto {n}",
        "roman": ", inciso {n})", "subparagraph": ", párrafo {n}", "section": ", sección {n}",
    },
    "it": {
        "paragraph": ", paragrafo {n}", "letter": ", lettera {n})", "figure": ", punto {n}",
        "roman": ", punto {n})", "subparagraph": ", comma {n}", "section": ", sezione {n}",
    },
    "pt": {
        "paragraph": ", n.º {n}", "letter": ", alínea {n})", "figure": ", ponto {n}",
        "roman": ", subalínea {n})", "subparagraph": ", parágrafo {n}", "section": ", secção {n}",
    },
}  # fmt: skip
"""Citation of a place inside an article by each language's Interinstitutional Style Guide.

Other languages use ``6(1)(f)``.
"""

ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
            "ninth", "tenth")  # fmt: skip


CLOSING = lazy_pattern(
    r"This (Regulation|Decision|Directive) shall be binding in its entirety"
    r"|Diese Verordnung ist in allen ihren Teilen|Le présent règlement est obligatoire dans tous ses éléments"
    r"|El presente Reglamento será obligatorio en todos sus elementos|Deze verordening is verbindend in al haar onderdelen"
    r"|Il presente regolamento è obbligatorio in tutti i suoi elementi|O presente regulamento é obrigatório em todos os seus"
    r"|Done at |Geschehen zu |Fait à |Hecho en |Fatto a |Feito em |Gedaan te |Udfærdiget i |Utfärda[dt] i |Sporządzono w "
    r"|Sastavljeno u |Adoptată? la |Съставено в |Magħmul fi |Arna dhéanamh |(Tehty|Kelt|Priimta) (Br|Str|Lu)\w+\W+\d"
    r"|V (Brus|[ŠS]tras|Lu[cx]em)\w+,? (dne )?\d|(Βρυξέλλες|Στρασβούργο|Λουξεμβούργο), \d|(Brüssel|Bris|Stras|Lux|Luks)\w*, \d"
)
"""The end of the enacting terms, worded by the Joint Handbook on the ordinary legislative procedure."""


def kind_of_act(title: str) -> str:
    """Return ``regulation``, ``directive``, ``decision`` or ``act``, by the first such word of a title."""
    lowered = title.lower()
    found = [
        (lowered.find(stem), -len(stem), kind)
        for kind, stems in KINDS_OF_ACT.items()
        for stem in stems
        if stem in lowered
    ]
    return min(found)[2] if found else "act"


def kind_of_division(printed: str) -> str:
    """Return ``chapter`` for ``KAPITEL II``; ``division`` for unknown words."""
    words = [w.strip(".:,") for w in printed.lower().split()[:3]]
    for kind, names in DIVISIONS.items():
        if any(w in names for w in words):
            return kind
    return "division"


def format_place(language: str, steps: Steps, *, in_annex: bool = False) -> str:
    """Format a place inside an article: ``(("paragraph", "1"), ("letter", "f"))`` -> ``(1)(f)``.

    In an annex the first step is ``, point 1`` or ``, point (a)``.
    """
    words = PLACES.get(language, {**PLACES["en"], "subparagraph": "({n})", "section": ", {n}"})
    out = ""
    previous = ""
    for kind, n in steps:
        template = words[kind]
        if in_annex and previous in ("", "section") and template == "({n})":
            printed = "{n}" if kind == "figure" else "({n})"
            template = f", point {printed}" if language == "en" else f" {printed}"
        if previous == "subparagraph":
            template = words.get("after_subparagraph", template)
        ordinal = ORDINALS[int(n)] if n.isdecimal() and len(n) < 9 and int(n) < len(ORDINALS) else n
        out += template.format(n=n, ordinal=ordinal)
        previous = kind
    return out
