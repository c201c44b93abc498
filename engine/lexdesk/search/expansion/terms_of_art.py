"""Terms of art, and their wordings in acts: ``SCC`` are *standard data protection clauses* in Article 46 GDPR.

Such a term is searched with the words of the act as well. Sources of the terms: the glossaries of the European
Commission on data protection (justice/data-protection), its Implementing Decision (EU) 2021/914 on standard
contractual clauses, the Glossary of the FATF Recommendations; in German, the supervisory authorities' conference
(DSK, Kurzpapiere 1, 5 and 13); for contracts, the categories of CUAD (Hendrycks et al. 2021), and common
abbreviations of transaction lawyers. Sources of the wordings: Regulation (EU) 2016/679 in each language,
Directive (EU) 2015/849, Regulations (EU) 2022/2065 and 2024/1689, the Companies Act 2014, §§ 253 and 305 BGB; and
the clauses of CUAD.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeGuard

from lexdesk.query import Node, Or, Query, Rank, Term
from lexdesk.text.tokens import tokens

_DPIA, _DPO = "data protection impact assessment", "data protection officer"
_CLAUSES = "standard data protection clauses"
_DILIGENCE, _RECORDS = "customer due diligence", "records of processing activities"
_FAVOURED = ("most favored nation", "most favoured nation", "most favored customer", "most favoured customer",
             "less favorable than", "less favourable than", "most favorable", "most favourable")  # fmt: skip
_SECRECY = ("non-disclosure agreement", "confidentiality agreement", "Vertraulichkeitsvereinbarung",
            "Geheimhaltungsvereinbarung")  # fmt: skip
_SHARES = ("share purchase agreement", "stock purchase agreement")
_SERVICES = ("master services agreement", "master service agreement")
_LEVELS = ("service level agreement", "service levels", "service level")
_CONVENIENCE = ("termination for convenience", "for convenience", "without cause", "for any reason")
_RENEWED = (
    "automatically renewed",
    "automatically renew",
    "automatic renewal",
    "automatically extended",
)
_PROPERTY, _RIGHTS = "intellectual property", "intellectual property rights"
_ADDRESSES = ("internet protocol address", "internet protocol addresses")
_TERMS, _CONDITIONS = "terms and conditions", ("conditions precedent", "condition precedent")
_WARRANTIES = "representations and warranties"

_WORDINGS: Mapping[str, tuple[str, ...]] = {
    "privacy by design": ("data protection by design", "Datenschutz durch Technikgestaltung"),
    "privacy by default": ("by design and by default", "datenschutzfreundliche Voreinstellungen"),
    "standard contractual clauses": (_CLAUSES,), "SCC": (_CLAUSES,), "SCCs": (_CLAUSES,),
    "BCR": ("binding corporate rules",), "BCRs": ("binding corporate rules",),
    "DPIA": (_DPIA,), "privacy impact assessment": (_DPIA,),
    "DPO": (_DPO, "délégué à la protection des données"),
    "DSAR": ("right of access",), "subject access request": ("right of access",),
    "ROPA": (_RECORDS,), "records of processing": (_RECORDS,),
    "KYC": (_DILIGENCE,), "CDD": (_DILIGENCE,), "know your customer": (_DILIGENCE,),
    "UBO": ("beneficial owner", "beneficial owners"),
    "PEP": ("politically exposed person", "politically exposed persons"),
    "PEPs": ("politically exposed person", "politically exposed persons"),
    "AML": ("money laundering",), "CFT": ("terrorist financing",),
    "AGM": ("annual general meeting",), "EGM": ("extraordinary general meeting",),
    "GPAI": ("general-purpose AI model", "general-purpose AI models"),
    "VLOP": ("very large online platform", "very large online platforms"),
    "whistleblower": ("protected disclosure", "protected disclosures"),
    "whistleblowing": ("protected disclosure", "protected disclosures"),
    "AVV": ("Auftragsverarbeiter",), "AV-Vertrag": ("Auftragsverarbeiter",),
    "DSFA": ("Datenschutz-Folgenabschätzung",), "DSB": ("Datenschutzbeauftragter",),
    "VVT": ("Verarbeitungstätigkeiten",), "TOM": ("technische und organisatorische Maßnahmen",),
    "TOMs": ("technische und organisatorische Maßnahmen",),
    "Standardvertragsklauseln": ("Standarddatenschutzklauseln",),
    "Betroffenenrechte": ("Rechte der betroffenen Person",),
    "AGB": ("Allgemeine Geschäftsbedingungen", "Allgemeiner Geschäftsbedingungen",
            "Allgemeinen Geschäftsbedingungen"),
    "U-Haft": ("Untersuchungshaft",), "Mietkaution": ("Mietsicherheiten",), "Kaution": ("Mietsicherheiten",),
    "Kartellverbot": ("Verbot wettbewerbsbeschränkender Vereinbarungen",),
    "Schmerzensgeld": ("billige Entschädigung in Geld",),
    "AIPD": ("analyse d'impact relative à la protection des données",),
    "clauses contractuelles types": ("clauses types de protection des données",),
    "EIPD": ("evaluación de impacto relativa a la protección de datos",),
    "DPD": ("délégué à la protection des données", "delegado de protección de datos"),
    "cláusulas contractuales tipo": ("cláusulas tipo de protección de datos",),
    "CoC": ("change of control", "change in control"),
    "MFN": _FAVOURED, "MFNs": _FAVOURED, "most favored nation": _FAVOURED, "most favoured nation": _FAVOURED,
    "most favored customer": _FAVOURED, "most favoured customer": _FAVOURED,
    "ROFR": ("right of first refusal", "rights of first refusal"),
    "ROFO": ("right of first offer", "rights of first offer"),
    "ROFN": ("right of first negotiation", "first right to negotiate"),
    "pre-emption right": ("pre-emptive right", "preemptive right", "right of first refusal"),
    "LoL": ("limitation of liability", "limitations of liability", "aggregate liability", "total liability"),
    "LD": ("liquidated damages",), "LDs": ("liquidated damages",),
    "TfC": _CONVENIENCE, "T4C": _CONVENIENCE, "evergreen": _RENEWED,
    "MAC": ("material adverse change", "material adverse effect"),
    "MAE": ("material adverse effect", "material adverse change"),
    "NDA": _SECRECY, "NDAs": _SECRECY, "SPA": _SHARES, "APA": ("asset purchase agreement",),
    "MSA": _SERVICES, "SLA": _LEVELS, "SLAs": _LEVELS,
    "SOW": ("statement of work", "statements of work"), "SOWs": ("statement of work", "statements of work"),
    "JV": ("joint venture",), "JVA": ("joint venture agreement",), "SHA": ("shareholders agreement",),
    "LOI": ("letter of intent",), "MoU": ("memorandum of understanding",),
    "EULA": ("end user license agreement", "end user licence agreement"),
    "T&C": (_TERMS,), "T&Cs": (_TERMS,), "CP": _CONDITIONS, "CPs": _CONDITIONS,
    "R&W": (_WARRANTIES,), "reps and warranties": (_WARRANTIES,),
    "IP": (_PROPERTY,), "IPR": (_RIGHTS,), "IPRs": (_RIGHTS,),
    "IP address": _ADDRESSES, "IP addresses": _ADDRESSES,
    "KPI": ("key performance indicators", "key performance indicator"),
    "KPIs": ("key performance indicators", "key performance indicator"),
}  # fmt: skip
"""Terms -> the wording of acts for them; semantic search takes the first."""

_ALSO_WORDS = frozenset(
    ("tom", "pep", "toms", "peps", "lol", "ld", "lds", "mac", "mae", "spa", "sow", "sows", "sha", "apa", "cp", "cps")
)  # fmt: skip
"""Terms that are other words in small letters."""

_LONGEST = 4  # words of a term


def with_wordings(query: Query, is_held: Callable[[Node], bool]) -> Query:
    """Add the wordings of acts to the terms of art in ``query``, if ``is_held`` finds them in a passage.

    Quoted and required words stay unchanged.
    """
    root, semantic_text = query.root, query.semantic_text
    words = root.optional if isinstance(root, Rank) else (root,)
    expanded: list[Node] = []
    while len(words) > 0:
        term, wordings = _term_of(words)
        if held := [wording for wording in wordings if is_held(_said(wording))]:
            typed = " ".join(word.typed for word in term)
            expanded.append(Or((_said(typed), *map(_said, held))))
            semantic_text = semantic_text.replace(typed, held[0], 1)
        else:
            expanded += words[: len(term) or 1]
        words = words[len(term) or 1 :]
    if not any(isinstance(node, Or) for node in expanded):
        return query
    if isinstance(root, Rank):
        root = dataclasses.replace(root, optional=tuple(expanded))
    else:
        (root,) = expanded
    return dataclasses.replace(query, root=root, semantic_text=semantic_text)


def is_term(word: str) -> bool:
    """Return whether ``word`` alone is a term of art."""
    return word not in _ALSO_WORDS and tuple(tokens(word)) in _terms()


def _term_of(words: Sequence[Node]) -> tuple[tuple[Term, ...], tuple[str, ...]]:
    """Return the longest term at the beginning of ``words``, and its wordings; two empty tuples for none."""
    if not (_is_typed(words[0]) and words[0].tokens[:1] in _beginnings()):
        return (), ()
    for length in range(min(_LONGEST, len(words)), 0, -1):
        term = tuple(word for word in words[:length] if _is_typed(word))
        if len(term) < length:
            continue
        wordings = _terms().get(tuple(token for word in term for token in word.tokens), ())
        if wordings and not (length == 1 and term[0].typed in _ALSO_WORDS):
            return term, wordings
    return (), ()


def _is_typed(node: Node) -> TypeGuard[Term]:
    return isinstance(node, Term) and not node.quoted and node.field == "any"


def _said(words: str) -> Term:
    """Return a word in any form, or several as a phrase."""
    found = tuple(tokens(words))
    return Term(found, quoted=len(found) > 1, typed=words)


@cache
def _beginnings() -> frozenset[tuple[str, ...]]:
    return frozenset(term[:1] for term in _terms())


@cache
def _terms() -> dict[tuple[str, ...], tuple[str, ...]]:
    return {tuple(tokens(term)): wordings for term, wordings in _WORDINGS.items()}
