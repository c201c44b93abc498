"""Names of months, and numbers in words, by language."""

from lexdesk.errors.message import MONTHS as _ENGLISH_MONTHS

MONTHS: dict[str, tuple[str, ...]] = {"en": _ENGLISH_MONTHS} | {
    language: (*names.split(),)
    for language, names in {
        "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
        "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
        "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    }.items()
}
"""January first; for all languages of the Union, see ``structure.dates``."""

ORDINALS: dict[str, tuple[str, ...]] = {
    language: (*words.split(),)
    for language, words in {
        "en": "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth",
        "de": "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt"
        " fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst einundzwanzigst zweiundzwanzigst"
        " dreiundzwanzigst vierundzwanzigst fünfundzwanzigst sechsundzwanzigst siebenundzwanzigst"
        " achtundzwanzigst neunundzwanzigst dreißigst",
        "fr": "premier deuxième troisième quatrième cinquième sixième septième huitième",
        "es": "primer segund tercer cuart quint sext séptim octav",
        "it": "prim second terz quart quint sest settim ottav",
        "nl": "eerste tweede derde vierde vijfde zesde zevende achtste negende tiende",
        "pt": "primeir segund terceir quart quint sext sétim oitav",
        "pl": "pierwsz drug trzeci czwart piąt szóst siódm ósm",
    }.items()
}
"""The first first, without the endings of German; the StGB has thirty Abschnitte."""

_UNITS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
UNITS = (*_UNITS.split(),)
"""English numbers from one."""
TENS = (*_TENS.split(),)
"""English tens from twenty."""
