"""Wordings of commencement in acts, by language.

Sources: Joint Practical Guide of the European Parliament, the Council and the Commission, points 20
and 21, and the Interinstitutional Style Guide, 2.5, which fix these sentences in every language.
"""

import re

from msgspec import Struct

from lexdesk.text.lazy_pattern import lazy_pattern

_DAY = r"\d{1,2}(?:\.?[º°o]|\.|er)?\s+(?:de\s+)?[^\W\d]+\s+(?:de\s+)?\d{4}"
_DATE = f"(?P<date>{_DAY})"
_ORDINAL = r"(?P<ordinal>\w+)"


class CommencementWording(Struct, frozen=True):
    """The sentences of one language, as patterns.

    ``subject`` is the act itself at the beginning of a sentence. In ``entry``, the group ``date``
    is a day, ``ordinal`` a number of days after publication, ``next`` the day after, ``same`` the
    same day. ``complying`` is the duty to transpose; its group is the directive itself. ``repeal``
    is the verb of a repeal, ``effect`` the words before its date; ``in_title`` maps a word of a
    title to a relation.
    """

    subject: str
    entry: re.Pattern[str]
    application: re.Pattern[str]
    expiry: re.Pattern[str]
    complying: re.Pattern[str]
    repeal: re.Pattern[str]
    effect: re.Pattern[str]
    in_title: dict[str, str]


_BEGINS = r"(?:^|(?<=\n)|(?<=[.;:)*]\s))"


def _compile_wording(
    *, subject: str, entry: str, application: str, expiry: str, complying: str, repeal: str,
    effect: str,
    in_title: dict[str, str],
) -> CommencementWording:  # fmt: skip
    def sentence(pattern: str) -> re.Pattern[str]:
        words = {"subject": subject, "date": _DATE, "day": _DAY, "ordinal": _ORDINAL}
        return lazy_pattern(_BEGINS + pattern.format(**words))

    return CommencementWording(
        subject, sentence(entry), sentence(application), sentence(expiry),
        lazy_pattern(complying), lazy_pattern(repeal), lazy_pattern(effect), in_title,
    )  # fmt: skip


WORDINGS = {
    "en": _compile_wording(
        subject=r"(?:This (?:Regulation|Directive|Decision|Framework Decision))",
        entry=r"{subject} shall (?:enter into force|come into force|take effect)(?: and apply)? (?:on )?(?:the ){{0,2}}(?:"
        r"(?:{ordinal} day|(?P<next>day)) (?:following|after) (?:that of |the day of |the date of )?"
        r"(?:its|the) publication|(?P<same>day|date) of (?:its|the) publication|{date})",
        application=r"(?:(?:{subject}|It) shall apply|(?:They|Members? States) shall apply (?:those|these|the)"
        r" (?:measures|provisions)) (?:as )?(?:with effect )?(?:from|as of) {date}",
        expiry=r"(?:{subject}|It) shall (?:(?:expire|cease to apply) on"
        r"|(?:apply|remain in force)(?: (?:from|as of) {day} to| (?:(?:from|as of) {day} )?until)) {date}",
        complying=r"\bcomply with (this Directive)?",
        repeal=r"\b(?:is|are|shall be)(?: hereby)? repealed\b",
        effect=r"\b(?:with effect|as) (?:from|on)\b|\bon\b",
        in_title={"amending": "amends", "repealing": "repeals", "corrigendum to": "corrects",
                  "correcting": "corrects"},
    ),
    "de": _compile_wording(
        subject=r"(?:Diese Verordnung|Diese Richtlinie|Dieser Beschluss|Diese Entscheidung|Dieser Rahmenbeschluss)",
        entry=r"{subject} tritt am (?:(?:{ordinal} Tage? nach|(?P<next>Tage?) nach|(?P<same>Tage?)) (?:dem Tag )?"
        r"(?:ihrer|seiner|der) Veröffentlichung[^.]{{0,80}}?|{date} )in Kraft",
        application=r"(?:(?:{subject}|Sie|Er) gilt|Sie wenden diese (?:Vorschriften|Maßnahmen)) (?:ab|seit|vom|mit Wirkung vom)"
        r" (?:dem )?{date}",
        expiry=r"(?:{subject}|Sie|Er) (?:tritt (?P<ends>am|mit Ablauf des)|gilt (?:(?:ab|vom) (?:dem )?{day} )?bis(?: zum)?)"
        r" {date}(?(ends) außer Kraft)",
        complying=r"(?:(dieser Richtlinie)|(?:Artikel|Nummer|Buchstabe)\b)[^.\n]{0,80}\bnachzukommen",
        repeal=r"\baufgehoben\b",
        effect=r"\bmit Wirkung (?:vom|ab dem|zum)\b|\bab dem\b|\bzum\b",
        in_title={"zur änderung": "amends", "zur aufhebung": "repeals", "berichtigung": "corrects",
                  "und aufhebung": "repeals"},
    ),
    "fr": _compile_wording(
        subject=r"(?:Le présent règlement|La présente directive|La présente décision|La présente décision-cadre)",
        entry=r"{subject} (?:entre|prend) (?:en vigueur|effet) (?:le |l['’])(?:(?:{ordinal} jour|(?P<next>jour)) "
        r"suivant (?:celui de )?sa publication|(?P<tomorrow>lendemain) (?:de celui )?de sa publication|(?P<same>jour) de sa"
        r" publication|{date})",
        application=r"(?:{subject}|Il|Elle) (?:est applicable|s['’]applique) (?:à partir |à compter )?du {date}"
        r"|Ils appliquent ces (?:mesures|dispositions) (?:à partir|à compter) du (?P<date2>\d{{1,2}}(?:er)? \w+ \d{{4}})",
        expiry=r"(?:{subject}|Il|Elle) (?:(?:expire|cesse d['’]être applicable) le|(?:est applicable|s['’]applique"
        r"|reste en vigueur) (?:(?:(?:à partir |à compter )?du {day},? )?jusqu['’]au|du {day} au)) {date}",
        complying=r"\bconformer (à la présente directive)?",
        repeal=r"\b(?:est|sont) abrogée?s?\b",
        effect=r"\bavec effet (?:au|à compter du|à partir du|le)\b|\bà (?:compter|partir) du\b",
        in_title={"modifiant": "amends", "abrogeant": "repeals", "rectificatif": "corrects",
                  "rectifiant": "corrects"},
    ),
    "es": _compile_wording(
        subject=r"(?:El presente Reglamento|La presente Directiva|La presente Decisión)",
        entry=r"{subject} entrará en vigor (?:a los {ordinal} días de su publicación|"
        r"el (?P<ordinal2>\w+) día siguiente (?:al de )?(?:a )?su publicación|"
        r"(?:al|el) día (?P<next>siguiente) (?:al )?(?:de )?su publicación|"
        r"el (?P<same>(?:mismo )?día) de su publicación|el {date})",
        application=r"(?:(?:{subject} )?[Ss]erá aplicable|(?:{subject} )?[Ss]e aplicará|"
        r"(?:Los Estados miembros )?[Aa]plicarán dichas (?:disposiciones|medidas)) "
        r"(?:a partir del?|desde el|del) {date}",
        expiry=r"(?:{subject} )?(?:[Ee]xpirará el|(?:[Ss]erá aplicable|[Ss]e aplicará|[Pp]ermanecerá en vigor)"
        r" (?:(?:(?:a partir del?|desde el) {day}(?: y|,)? )?hasta el|del {day} al)) {date}",
        complying=r"\bcumplimiento (?:a lo (?:dispuesto|establecido) en |a )?(la presente Directiva)?",
        repeal=r"\b(?:[Qq]uedan?|[Ss]e) derog\w+",
        effect=r"\bcon efectos? (?:a partir )?(?:del?|desde el?)\b|\ba partir del?\b",
        in_title={"se modifica": "amends", "se modifican": "amends", "se deroga": "repeals",
                  "se derogan": "repeals", "corrección de errores": "corrects"},
    ),
    "it": _compile_wording(
        subject=r"(?:Il presente regolamento|La presente direttiva|La presente decisione)",
        entry=r"{subject} entra in vigore (?:"
        r"il {ordinal} giorno successivo alla (?:data della )?(?:sua )?pubblicazione|"
        r"il giorno (?P<next>successivo) (?:alla|a quello della) (?:sua )?pubblicazione|"
        r"il (?P<same>giorno) (?:stesso )?della (?:sua )?pubblicazione|(?:il|l['’]) ?{date})",
        application=r"(?:(?:{subject}|Essa|Esso) (?:si applica|è applicabile)|"
        r"Essi applicano tali (?:misure|disposizioni)) (?:a decorrere )?(?:dall['’]|dal |da ){date}",
        expiry=r"(?:{subject}|Essa|Esso) (?:(?:scade|cessa di applicarsi) (?:il |l['’])|(?:si applica|è applicabile"
        r"|resta in vigore) (?:(?:a decorrere )?(?:dall['’]|dal |da ){day} )?(?:fino )?a(?:l |ll['’])){date}",
        complying=r"\bconformarsi (alla presente direttiva)?",
        repeal=r"\b(?:è|sono) abrogat[aeio]\b",
        effect=r"\b(?:con effetto )?(?:a decorrere )?(?:dal|dall['’]|da)(?=\s|\d)",
        in_title={"che modifica": "amends", "recante modifica": "amends", "che abroga": "repeals",
                  "rettifica": "corrects", "e abroga": "repeals"},
    ),
    "pt": _compile_wording(
        subject=r"(?:O presente regulamento|A presente diretiva|A presente decisão)",
        entry=r"{subject} entra em vigor (?:no {ordinal} dia seguinte ao da (?:sua )?publicação|"
        r"no dia (?P<next>seguinte) ao (?:da )?(?:sua )?publicação|"
        r"no (?P<same>dia) da (?:sua )?publicação|em {date})",
        application=r"(?:(?:{subject} )?[ÉéE] aplicável|(?:{subject} )?[Aa]plica-se|"
        r"Os Estados-Membros aplicam (?:essas|as referidas) (?:disposições|medidas)) (?:a partir )?de {date}",
        expiry=r"(?:{subject} )?(?:[Cc]aduca em|(?:[ÉéE] aplicável|[Aa]plica-se|[Pp]ermanece em vigor)"
        r" (?:(?:a partir )?de {day} a(?:té)?|até)(?: ao dia)?) {date}",
        complying=r"\bcumprimento (?:ao disposto na |à )?(presente diretiva)?",
        repeal=r"\b(?:é|são) revogad[ao]s?\b",
        effect=r"\bcom efeitos? (?:a partir de|a contar de|desde)\b|\ba partir de\b",
        in_title={"que altera": "amends", "que revoga": "repeals", "retificação": "corrects"},
    ),
}  # fmt: skip
"""Language (ISO 639-1) -> its sentences."""

_COUNTED = {
    "en": "third:3 fifth:5 seventh:7 eighth:8 tenth:10 fourteenth:14 fifteenth:15 twentieth:20 thirtieth:30",
    "de": "dritten:3 fünften:5 siebten:7 siebenten:7 achten:8 zehnten:10 fünfzehnten:15 zwanzigsten:20"
    " dreißigsten:30",
    "fr": "troisième:3 cinquième:5 septième:7 huitième:8 dixième:10 quinzième:15 vingtième:20 trentième:30",
    "es": "tres:3 tercer:3 cinco:5 quinto:5 siete:7 séptimo:7 ocho:8 diez:10 décimo:10 quince:15 veinte:20"
    " vigésimo:20 treinta:30",
    "it": "terzo:3 quinto:5 settimo:7 ottavo:8 decimo:10 quindicesimo:15 ventesimo:20 trentesimo:30",
    "pt": "terceiro:3 quinto:5 sétimo:7 oitavo:8 décimo:10 vigésimo:20 trigésimo:30",
}  # fmt: skip
DAYS = {
    (language, word): int(count)
    for language, words in _COUNTED.items()
    for word, _, count in (pair.partition(":") for pair in words.split())
}
"""(language, number word) -> days after publication."""

END_OF_LIST = lazy_pattern(
    r"supplement|regard|pursuant|accordance|applica|implement|laying|establish|ergänz|durchführ|"
    r"bezug|hinsicht|concern|complét|établ|completa|complementa|respecto|relativ|stabil|estab|"
    r"festleg|gemäß",
    re.IGNORECASE,
)
"""Words of a title that end its list of amended or repealed acts."""
