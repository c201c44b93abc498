"""Syntax of Westlaw, Lexis, dtSearch and juris: parsed, or rejected at its character."""

import pytest

from lexdesk.errors import QueryCode, QueryError
from lexdesk.query import parse


@pytest.mark.parametrize(
    ("query", "understood"),
    [
        ("terminat! & notice", "terminat* AND notice"),
        ('"data breach" /p notif! % processor', '("data breach" w/p notif*) AND NOT processor'),
        ("Kündigung NEAR/5 fristlos", "kundigung w/5 fristlos"),
        ("notice ADJ3 termination", "notice pre/3 termination"),
        ("notice ONEAR/3 termination", "notice pre/3 termination"),
        ("Art. 41 OR", "art 41 or"),
        ("Art. 336c Abs. 1 OR", "art 336c abs 1 or"),
        ("Art. 41 OR Art. 97", "(art 41) OR (art 97)"),
        ("employ! and dismiss!", "employ* AND dismiss*"),
        ("dismiss! but not redundan!", "dismiss* AND NOT redundan*"),
        ("(lease or tenancy) /p terminat!", "(lease OR tenancy) w/p terminat*"),
        ("terms and conditions", "terms and conditions"),
        ("OR 97", "or 97"),
        ("OR Art. 41", "or art 41"),
        ("Smith & Wesson", "smith wesson"),
        ("consent & child & parent", "consent AND child AND parent"),
        ("données PROCHE/5 violation", "donnees w/5 violation"),
        ("5 % interest", "5 interest"),
        ("consent OR permission kind:judgment", "(consent OR permission) kind:judgment"),
        ("kind:statute lease OR tenancy AND rent", "(lease OR (tenancy AND rent)) kind:statute"),
        ("duty kind:statute OR fine kind:judgment", "(kind:statute duty) OR (kind:judgment fine)"),
        ("court(s) of appeal", "court(s) of appeal"),
        ("lease || tenancy", "lease OR tenancy"),
        ("lease && rent", "lease AND rent"),
        ("Miete | Pacht", "miete OR pacht"),
        ("| lease | rent |", "lease rent"),
        ("lease -commercial", "lease AND NOT commercial"),
        ("+lease -commercial", '"lease" AND NOT commercial'),
        ("Pacht !Landwirtschaft", "pacht AND NOT landwirtschaft"),
        ("Rechte und -pflichten", "rechte und pflichten"),
        ("negligen! BUT NOT contract", "negligen* AND NOT contract"),
        ("notice within/5 rent", "notice w/5 rent"),
        ("notice prox/5 rent", "notice w/5 rent"),
        ("turnover > 5000", "turnover 5000"),
        ("Kündigung /n3 fristlos", "kundigung w/3 fristlos"),
        ("Kündigung /sz fristlos", "kundigung w/s fristlos"),
        ("notice SAME rent", "notice w/p rent"),
        ("notice adj3 rent", "notice pre/3 rent"),
        ("notice AROUND(5) rent", "notice w/5 rent"),
        ("notice n/5 rent", "notice w/5 rent"),
        ("n/a notice", "n/a notice"),
        ("text(s) of notices", "text(s) of notices"),
        (
            "données ET (personnelles OU sensibles) SAUF santé",
            "donnees AND (personnelles OR sensibles) AND NOT sante",
        ),
        ("decision of the ET on costs", "decision of the et on costs"),
        ("Kündigung OHNE Miete", "kundigung AND NOT miete"),
        ("consent ANDNOT minor", "consent AND NOT minor"),
        ("data w/5 (breach or leak)", "data w/5 (breach OR leak)"),
        ("dismiss! & not redundan!", "dismiss* AND NOT redundan*"),
        ("Mieter NAHE/3 Vermieter", "mieter w/3 vermieter"),
        ("adv: lease & rent /5 notice", "lease AND (rent w/5 notice)"),
        ("advanced: TI lease", "ti lease"),
        ("-kind:contract consent", "consent AND NOT kind:contract"),
        ("after:2018 AND before:2020 consent", "after:2018 AND before:2020 AND consent"),
        ("ECLI:EU:C:2020:559 OJ:L", "ECLI:EU:C:2020:559 OJ:L"),
        ("https://x.eu/?uri=CELEX:32016R0679", "https://x.eu/?uri=CELEX:32016R0679"),
    ],
)
def test_syntax_is_understood(query: str, understood: str) -> None:
    assert str(parse(query)) == understood


@pytest.mark.parametrize(
    ("query", "code", "at"),
    [
        ('"notice period"~5', QueryCode.PHRASE_DISTANCE, 15),
        ('TI("data protection")', QueryCode.FOREIGN_FUNCTION, 0),
        ("ti,ab(consent)", QueryCode.FOREIGN_FUNCTION, 0),
        ("OPINION-BY(smith)", QueryCode.FOREIGN_FUNCTION, 0),
        ("consent ~5 child", QueryCode.FOREIGN_FUNCTION, 8),
        ("consent & da(aft 2018)", QueryCode.FOREIGN_FUNCTION, 10),
        ("atleast5(consent)", QueryCode.FOREIGN_FUNCTION, 0),
        ("COURT(supreme court)", QueryCode.FOREIGN_FUNCTION, 0),
        ('"breach * contract"', QueryCode.STAR_WITHOUT_WORD, 8),
        ("JU(Hale) & privacy", QueryCode.FOREIGN_FUNCTION, 0),
        ("da(2019) & lease", QueryCode.FOREIGN_FUNCTION, 0),
        ("allcaps(AIDS)", QueryCode.FOREIGN_FUNCTION, 0),
        ('ci("[2021] UKSC 50")', QueryCode.FOREIGN_FUNCTION, 0),
        ("lease^2 rent", QueryCode.FOREIGN_FUNCTION, 5),
        ("appl%e", QueryCode.FOREIGN_FUNCTION, 4),
        ("Kündig$", QueryCode.FOREIGN_FUNCTION, 6),
        ("Norm=BGB", QueryCode.FOREIGN_FUNCTION, 4),
        ("lease and date > 2018", QueryCode.FOREIGN_FUNCTION, 15),
        ("#smith", QueryCode.FOREIGN_FUNCTION, 0),
        ("Kündigung NEAR Frist", QueryCode.DISTANCE_MISSING, 10),
        ("notice w/5-10 rent", QueryCode.DISTANCE_MISSING, 7),
        ("notice andany rent", QueryCode.FOREIGN_FUNCTION, 7),
        ("notice w/5 xlastword", QueryCode.FOREIGN_FUNCTION, 11),
        ("JUDGES(leggatt)", QueryCode.FOREIGN_FUNCTION, 0),
        ("nocaps(aid)", QueryCode.FOREIGN_FUNCTION, 0),
        ("smith#", QueryCode.FOREIGN_FUNCTION, 5),
        ("notice /EN5 rent", QueryCode.FOREIGN_FUNCTION, 7),
        ("notice EN5 rent", QueryCode.FOREIGN_FUNCTION, 7),
        ("notice /5/ rent", QueryCode.FOREIGN_FUNCTION, 7),
        ("notice XOR rent", QueryCode.FOREIGN_FUNCTION, 7),
        ("organi#ation", QueryCode.FOREIGN_FUNCTION, 6),
        ("~rent", QueryCode.FOREIGN_FUNCTION, 0),
        ("rent and date aft 2019", QueryCode.FOREIGN_FUNCTION, 14),
        ("[2018 TO 2020] rent", QueryCode.FOREIGN_FUNCTION, 0),
        ("/re.t/", QueryCode.FOREIGN_FUNCTION, 0),
        ("heading(rent)", QueryCode.FOREIGN_FUNCTION, 0),
        ("DN(C-311/18)", QueryCode.FOREIGN_FUNCTION, 0),
        ("notice <near/5> rent", QueryCode.FOREIGN_FUNCTION, 7),
        ("rent and date geq (2016)", QueryCode.FOREIGN_FUNCTION, 14),
        ("Schadensersatz~0.8", QueryCode.TYPOS_LIMIT, 14),
        ("NORM:§823 Miete", QueryCode.FIELD_UNKNOWN, 0),
        ("!rent", QueryCode.ONLY_EXCLUDED, 0),
        ('"breach ? contract"', QueryCode.QUESTION_MARK_WITHOUT_WORD, 8),
        ('"third par*y"', QueryCode.STAR_INSIDE_WORD, 10),
    ],
)
def test_other_syntax_is_rejected_at_its_character(query: str, code: QueryCode, at: int) -> None:
    with pytest.raises(QueryError) as failed:
        parse(query)
    assert (failed.value.code, failed.value.position) == (code, at)


def test_distance_behind_quotation_is_repaired() -> None:
    with pytest.raises(QueryError) as failed:
        parse('"Kündigung Eigenbedarf"~5')
    assert failed.value.suggestion == "Kündigung w/5 Eigenbedarf"
