"""Wordings of a text's own date in the languages of the Union other than English.

The labels are those common in contracts and policies. The date in the title of an act and the
closing formula follow the Interinstitutional Style Guide, 2.2 and 2.4.
"""

from __future__ import annotations

from typing import NamedTuple


class DayWording(NamedTuple):
    """The words before a date, as case-insensitive patterns.

    ``labels`` begin a line with the date (``Stand: 3. März 2024``), ``in_force`` a line with the
    start of validity, ``done`` a line with place and date at the end of acts and contracts (``Fait
    à Bruxelles, le``). ``on`` links the place and date of a letterhead; ``of`` precedes the date in
    the second line of an act's title (``vom``).
    """

    labels: str
    done: str = ""
    on: str = ""
    of: str = ""
    in_force: str = ""


DAY_WORDINGS = {
    "bg": DayWording(
        "дата|последна актуализация|последно обновяване",
        done="съставено в", on="на", of="от",
    ),
    "cs": DayWording(
        "datum|poslední aktualizace|aktualizováno",
        done="v bruselu|ve štrasburku|v lucemburku", on="dne", of="ze dne",
    ),
    "da": DayWording(
        "dato|(?:sidst|senest) opdateret",
        done="udfærdiget i", on="den", of="af",
    ),
    "de": DayWording(
        "(?-i:Stand)|datum|ausfertigungsdatum|(?-i:Zuletzt) (?:aktualisiert|überarbeitet|geändert)"
        "|letzte (?:aktualisierung|änderung)",
        done="geschehen zu", on="den|am", of="vom",
        in_force="gültig (?:ab|seit)|in kraft (?:ab|seit)|datum des inkrafttretens",
    ),
    "el": DayWording(
        "ημερομηνία|τελευταία ενημέρωση",
        done="βρυξέλλες,|στρασβούργο,|λουξεμβούργο,", of="της",
    ),
    "es": DayWording(
        "fecha|(?:fecha de )?(?:la )?última (?:actualización|modificación|revisión)|actualizado",
        done="hecho en", on="a|el|a día", of="de",
        in_force="fecha de entrada en vigor|en vigor desde",
    ),
    "et": DayWording(
        "kuupäev|viimati uuendatud",
        done="brüssel,|strasbourg,|luxembourg,",
    ),
    "fi": DayWording(
        "päiväys|päivämäärä|(?:viimeksi )?päivitetty",
        done="tehty", of="annettu",
    ),
    "fr": DayWording(
        "date|(?:dernière )?mise à jour|mis à jour|dernière modification|version",
        done="fait à", on="le", of="du",
        in_force="(?:date d['’])?entrée en vigueur|en vigueur (?:depuis|à compter du)|date d['’]effet",
    ),
    "ga": DayWording(
        "dáta",
        done="arna dhéanamh", of="an",
    ),
    "hr": DayWording(
        "datum|(?:zadnje|posljednje) ažuriranje",
        done="sastavljeno u", on="dana", of="od",
    ),
    "hu": DayWording(
        "dátum|utolsó frissítés",
        done="kelt", in_force="hatályos|hatálybalépés",
    ),
    "it": DayWording(
        "data|ultimo aggiornamento|ultima modifica|aggiornat[oa]",
        done="fatto a", on="il|l[iì]|addì", of="del|dell['’]",
        in_force="in vigore dal|data di entrata in vigore",
    ),
    "lt": DayWording(
        "data|(?:paskutinį kartą )?atnaujinta",
        done="priimta",
    ),
    "lv": DayWording(
        "datums|pēdējo reizi atjaunināt[sa]",
        done="briselē,|strasbūrā,|luksemburgā,",
    ),
    "mt": DayWording(
        "data",
        done="magħmul fi", of="ta[a-zċż]?-?",
    ),
    "nl": DayWording(
        "datum|laatst (?:bijgewerkt|gewijzigd|herzien)|laatste (?:wijziging|update)",
        done="gedaan te", on="op|de", of="van",
        in_force="geldig vanaf|ingangsdatum",
    ),
    "pl": DayWording(
        "data|ostatnia (?:aktualizacja|zmiana)|(?:umowa )?zawarta (?:w dniu|dnia)",
        done="sporządzono w", on="dnia|w dniu", of="z dnia",
        in_force="obowiązuje od(?: dnia)?",
    ),
    "pt": DayWording(
        "data|(?:data da )?última (?:atualização|actualização|alteração|revisão)|ac?tualizad[oa]",
        done="feito em", on="em|aos|a", of="de",
        in_force="em vigor desde|data de entrada em vigor",
    ),
    "ro": DayWording(
        "data|ultima actualizare|actualizat",
        done="adoptată? la|încheiată? la", of="din",
    ),
    "sk": DayWording(
        "dátum|posledná aktualizácia|aktualizované",
        done="v bruseli|v štrasburgu|v luxemburgu", on="dňa", of="zo?",
    ),
    "sl": DayWording(
        "datum|zadnja posodobitev|zadnjič posodobljeno",
        done="v bruslju|v strasbourgu|v luxembourgu", on="dne", of="z dne",
    ),
    "sv": DayWording(
        "datum|senast (?:uppdaterad|ändrad|reviderad)",
        done="utfärda[dt] i", on="den", of="av den",
    ),
}  # fmt: skip
"""By ISO 639-1."""
