"""Expansion of citation shorthand in queries to the form used by acts."""

import re
from collections.abc import Callable
from functools import lru_cache

from lexdesk.structure.numbers import read_roman, to_roman
from lexdesk.text.lazy_pattern import lazy_pattern


def _whole_word(match: re.Match[str]) -> str:
    """Return ``Richtlinie `` for the end of ``Datenschutzrichtlinie ``, the name of an act before its number."""
    return f"{match[1].capitalize()} "


_SHORTHAND: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # letters swapped, left out or doubled in the word of a place
    (
        r"\b(?:artcle|aritcle|arictle|articel|artcile|artilce|arcticle|atricle|aticle|artice|artical|articlee)s?\b(?=\s?\d)",
        "Article",
    ),
    (r"\b(?:artkel|aritkel|artiekl|artikl|atrikel|arttikel|artikle)\b(?=\s?\d)", "Artikel"),
    (r"\b(?:secton|secion|setion|setcion|sectoin|sction)s?\b(?=\s?\d)", "section"),
    (r"\b(?:rectial|recitial|recial|reictal)s?\b(?=\s?\(?\d)", "recital"),
    # glued to the act: "Art.17DSGVO", "§823BGB"
    (r"^((?:§+|art(?:ikel|icle)?\.?)\s?\d+(?-i:[a-z])?)(?=(?-i:[A-ZÄÖÜ]{2}))", r"\1 "),
    (r"^(art(?:ikel|icle)?\.?)(?=\d)", r"\1 "),
    (
        r"^par(?:agra(?:ph|f)|\.)?\s(?=\d+[a-z]?\s(?:abs|[IVX]|(?-i:[A-ZÄÖÜ][\wÄÖÜäöüß]*[BGOV]\b)))",
        "§ ",
    ),
    (r"(?<=\d)\s(?:UAbs|UA|Unterabs)\b\.?\s?(?=\d+\s)", " UAbs. "),
    (
        r"(?<=[\d)])[\s,]+(?:sub-?para\b\.?\s?(\d)|(\d)(?:st|nd|rd|th)\ssub-?para(?:graph)?\b\.?)",
        r", subparagraph \1\2",
    ),
    (r"^Title\s(?=\d{1,2},?\sU\.?S\.?C)", ""),
    (r"^(?:SEC\s)?Rule\s(10[ab]-\d{1,2})(?:\([a-z]\))?$", r"17 C.F.R. § 240.\1"),
    (
        r"^(?:section|sec\.?|s\.?|§)\s(\d{1,4})\s(?:of\s(?:the\s)?)?((?-i:DGCL|SOX|ERISA|CDA|FLSA))$",
        r"\2 § \1",
    ),
    (r"^(\d{1,2})\s?U\.?S\.?C\.?(?:A\.?)?\s(?:§+\s?)?(?=\d)", r"\1 U.S.C. § "),
    # sections: "s 34 Juries Act 1976" (OSCOLA Ireland), "Juries Act 1976 s34(1)"
    (r"^s(?:s|ect?s?)?\b\.?\s*(?=\d)|^s(?=\d)", "section "),
    (r"^([^§]*\b(?:18|19|20)\d\d)[\s,]+s(?:s|ect?s?)?\.?\s?(?=\d)", r"\1, section "),
    (r"\bsch\b\.?\s*(?=\d|(?-i:[A-Z]{1,2}\d))", "Schedule "),
    # recitals: "ErwG 47 DSGVO", "Recital (47) GDPR"
    (
        r"\b(?:considerando|considérant|overweging|motyw|mot\.|cons\.|ov\.)\s(?:n[.°º]?o?\s?)?\(?(\d{1,3})\)?(?=\s)",
        r"recital \1",
    ),
    (r"\b(?:recital|rec|erwgr?|erw|eg|consid)\b\.?\s*(?:\((\d+)\)|(\d+)(?!\S))", r"recital \1\2"),
    # acts of the Union: "Art. 5 VO (EU) 2016/679"
    (r"^(?=\d{1,4}/(?:19[6-9]\d|200\d|201[0-4])[\s,]+(?:art|recital|annex))", "Regulation "),
    (
        r"\b(Reg(?:ulation)?|Dir(?:ective)?|VO|RL)\b\.?\s?\((EU|EC|EEC|EG|EWG)\)\s?(?=\d)",
        r"\1 (\2) ",
    ),
    (r"\bDel(?:egated)?\.?\s?Reg\b\.?(?=\s(?:\(|\d+/))", "Delegated Regulation"),
    (r"\bImpl(?:ementing)?\.?\s?Reg\b\.?(?=\s(?:\(|\d+/))", "Implementing Regulation"),
    (
        r"\b(?-i:[A-ZÄÖÜ])[a-zäöüß-]{3,}(richtlinie|verordnung)\s(?=(?:\(E[UG]\)\s)?(?:Nr\.\s)?\d{1,4}/\d)",
        _whole_word,
    ),
    (r"\bVO(?=\s(?:\(|\d+/))", "Verordnung"),
    (r"\bRL(?=\s(?:\(|\d+/))", "Richtlinie"),
    (r"\bReg\b\.?(?=\s(?:\(|\d+/))", "Regulation"),
    (r"\breg(s?)\b\.?\s*(?=\d{1,3}[A-Z]{0,2}(?![\w/]))", r"regulation\1 "),
    (r"\bDir\b\.?(?=\s(?:\(|\d+/))", "Directive"),
    (r"\b(?:i\.?\s?V\.?\s?m\b\.?|in\sVerbindung\smit\b)", "i.V.m."),
    (r"\b(?:in\sconjunction\swith|(?:when\s)?read\s(?:together\s)?with)\b", "and"),
    (
        r"\b(?:lus?\s|combinés?\s)?(?:en\s(?:liaison|combinaison|conjonction)\s)?avec\sl['’](?=article\s\d)",
        "et ",
    ),
    # places: "Article 6 (1) (f)", "Art. 6 (1) f", "Art. 6 para 1 S. 1 lit f", "Art. 4 No. 7"
    (r"(?<=[\d)])\s+(?=\((?-i:\d+[a-z]?|[a-z]{1,4})\))", ""),
    # "Article 6 paragraph 1 point f"; "artículo 6, apartado 1, letra f)", "articolo 6, paragrafo 1, lettera f)",
    # "artigo 6.º, n.º 1, alínea f)", "art. 6.1.f)"
    # "art. 6, § 1er, f)", "art. 6-1-f", "art. 28, c. 3", "art. 13 co. 2 lett. b"
    (
        r"\b(art(?:icle|\.)?\s?\d{1,3}),?\s(?:§|par(?:ag)?\.)\s?(\d{1,2})(?:er)?(?=[\s,]|$)",
        r"\1(\2)",
    ),
    (r"\b(art(?:icle|\.)?\s?\d{1,3})-(\d{1,2})-([a-z])\)?(?=\s)", r"\1(\2)(\3)"),
    (r"\b(art(?:icle|\.)?\s?\d{1,3}),?\s(?:co\.|c\.|comma)\s?(\d{1,2})(?=[\s,]|$)", r"\1(\2)"),
    (r"(?<=\d\)),\s((?-i:[a-z]))\)(?!\S)", r"(\1)"),
    # "art. 4, 11)", "art. 2 b)"
    (r"\b(art(?:icle|\.)?\s?\d{1,3}),\s(\d{1,2})\)(?=\s)", r"\1, point \2"),
    (r"\b(art(?:icle|\.)?\s?\d{1,3})\s([a-z])\)(?=\s)", r"\1(\2)"),
    (r"(?<=article\s\d|rticle\s\d\d|ticle\s\d\d\d)\.º", ""),
    (
        r"(?<=\d)(?<!\w/\d\d)(?<!\w/\d\d\d\d)(?<!:\d\d)(?<!:\d\d\d)(?<!:\d\d\d\d)(?<!CJ\d\d\d\d),?\s(?:paragraph|apartado|paragrafo|n\.?\s?[º°o])\s?(\d+)\b",
        r"(\1)",
    ),
    (
        r"(?<=[\d)]),?\s(?:point|letter|letra|lettera|lett\.|al[íi]nea)\s\(?((?-i:[a-z]))\)?(?=,?(?:\s|$))",
        r"(\1)",
    ),
    # "Article 4(1), No 15"; "Annex I Section A(1)"; "preamble 47"
    (r"(\bart(?:icle|\.)?\s?\d+[a-z]?\s?\(\d+\)),?\sno\b\.?\s?(\d+)(?![\w/])", r"\1(\2)"),
    (r"(\bannex\s(?:[IVX]+|\d+))\((\d+)\)", r"\1, point \2"),
    (
        r"\b([^\W\d_]{4,}tes\sBuch)\s(?:des\s)?Sozialgesetzbuch(?:e?s)?\b",
        r"Sozialgesetzbuch \1",
    ),
    (r"(\bannex\s(?:[IVX]+|\d+)),?\s(section\s[A-Z])\((\d+)\)", r"\1, \2, point \3"),
    (
        r"\b(?:preamble|preambular\s(?:clause|paragraph|recital)|whereas(?:\sclause)?),?\s(?:\((\d+)\)|(\d+)(?!\S))",
        r"recital \1\2",
    ),
    (r"(?<=[\d)]),?\s(?:punto|ponto)\s(?=\d)", ", point "),
    # several points, as hits are cited: "Buchstaben d–e", "points c)–e)", "letras a)–c)", "puntos 15–16"
    (r"(buchst(?:aben|\.)\s(?-i:[a-z]{1,3}))\s?[–-]\s?(?=(?-i:[a-z]{1,3})(?!\S))", r"\1 bis "),
    (r"(points\s(?-i:[a-z]{1,4})\))\s?[–-]\s?(?=(?-i:[a-z]{1,4})\))", r"\1 à "),
    (
        r"(?<=[\d)]),?\s(?:letras|lettere|al[íi]neas)\s((?-i:[a-z]))\)\s?[–-]\s?((?-i:[a-z]))\)",
        r"(\1)–(\2)",
    ),
    (r"(?<=\d),?\s(?:puntos|punti|pontos)\s(?=\d)", ", points "),
    (r"\b(art(?:icle|\.)?\s?\d+)\.(\d+)(?![\d/])", r"\1(\2)"),
    (r"(?<=[\d)]),?\s(?:del|do|della)\s(?=\w)", " "),
    (r"(?<=\d\))[.\s]*((?-i:[a-z]))\)?(?!\S)", r"(\1)"),
    (r"(?<=\d)\s(?:S\.|Satz|sentence)\s?\d+(?=\s(?:lit|Buchst)\b)", ""),
    (r"(?<=\d)\sabs\b\.?\s?(?=\d)", " Abs. "),
    (r"(?<=\d)\spara\b\.?\s?(?=\d)", " para. "),
    (r"(?<=\d)\sn[or]\b\.?\s?(?=\d+[\s-])", " Nr. "),
    (r"(?<=\d)\s(?:lit|buchst)\b\.?\s?(?=[a-z]\b)", " lit. "),
    (r"^([CTF])(?=\d{1,4}/\d\d(?!\d))", r"\1-"),
    (
        r"(?<=EU:[CTF]:\d{4}:\d{3}),?\s+(?:at\s+)?(?:paragraphs?|paras?\b\.?|points?|Rn\b\.?|Randnrn?\b\.?|§+)\s*\[?(\d+[\d\s,–-]*(?:(?:to|and|bis|und|et|à)\s\d+)?)\]?$",
        r", paragraphs \1",
    ),
    # files of German federal courts, by their registers: "VI ZR 405/18", "2 AZR 296/22"
    (r"^(?=(?-i:[IVX]{1,4}[a-z]?\s(?:ZR|ZB|ZA|AR)|\d\sStR)\s\d{1,4}/\d\d(?!\d))", "BGH "),
    (r"^(?=\d\s(?-i:Bv[A-Z])\s\d{1,4}/\d\d(?!\d))", "BVerfG "),
    (r"^(?=\d{1,2}\s(?-i:AZR|AZB|ABR|AZN)\s\d{1,4}/\d\d(?!\d))", "BAG "),
    (r"^(?=(?-i:[IVX]{1,4}\s[RB])\s\d{1,4}/\d\d(?!\d))", "BFH "),
    # judgments: "C-252/21 para 73", "C-252/21 at [73]", "C-252/21 Rn 73"
    # "C-300/21 paragraphs 32 to 42", "C-673/17, § 65", "[2021] UKSC 50 at [114]"
    (
        r"(?<=\d/\d\d),?\s+(?:(?:at\s+)?(?:para(?:graph)?s?\b\.?|points?|pts?\b\.?|punten|punto|ponto|pkt|apartados?|Rn\b\.?|Rz\b\.?|Randnrn?\b\.?|§+|marg(?:inal)?\s(?:no|number)\b\.?)"
        r"\s*|at\s(?=\[?\d)|(?=\[\d+\]$))\[?(\d+(?:\]?(?:\s(?:to|bis|à|and|und|et)\s|,\s|\s?[-–]\s?)\[?\d+)*)\]?$",
        r", paragraphs \1",
    ),
    (r"(\b(?:Abs|Absatz|Nr|Satz)\b\.?\s?\d+)\s((?-i:[a-z]))\)?(?!\S)", r"\1 Buchst. \2"),
)
_EXPANSIONS = tuple((lazy_pattern(short, re.IGNORECASE), full) for short, full in _SHORTHAND)
_ROMAN_PARAGRAPH = lazy_pattern(
    r"(?P<place>(?:§|[Aa]rt(?:ikel|\.)?)\s*\d+[a-z]?)\s+(?P<paragraph>[IVX]+)(?:\s+(?P<sentence>\d+))?"
    r"(?:\s+(?:(?:lit|Buchst)\.?\s*)?(?P<letter>[a-z]))?\s+(?=[^\W\d_]{2})"
)

_BOOK = lazy_pattern(r"\bSGB\s(?P<number>1[0-4]|[1-9])(?![\d(])", re.IGNORECASE)
"""A book of the Sozialgesetzbuch as it is published: ``§ 5 SGB 5``."""


@lru_cache(maxsize=64)
def expand_shorthand(query: str) -> str:
    """Expand ``Art. 6 (1) f DSGVO`` to ``Art. 6(1)(f) DSGVO``, ``§ 823 II BGB`` to ``§ 823 Abs. 2 BGB``."""
    for shorthand, full in _EXPANSIONS:
        query = shorthand.sub(full, query)
    query = _BOOK.sub(lambda match: f"SGB {to_roman(int(match['number'])).upper()}", query)
    return _ROMAN_PARAGRAPH.sub(_expand_roman_paragraph, query)


def _expand_roman_paragraph(match: re.Match[str]) -> str:
    paragraph = read_roman(match["paragraph"])
    if paragraph is None:
        return match[0]
    sentence = f" Satz {match['sentence']}" if match["sentence"] else ""
    letter = f" Buchst. {match['letter']}" if match["letter"] else ""
    return f"{match['place']} Abs. {paragraph}{sentence}{letter} "
