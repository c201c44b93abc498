"""The works of a library, listed."""

import json
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.codes import raises_code

from lexdesk import Library
from lexdesk.cli import run
from lexdesk.errors import QueryCode, QueryError
from lexdesk.search.holdings import Holding

GDPR, DIRECTIVE = "32016R0679", "31995L0046"


@pytest.fixture(scope="module")
def room(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The GDPR, the directive repealed by it, and two contracts of 2018 and 2020."""
    folder = tmp_path_factory.mktemp("law")
    with tarfile.open(shared_data / "raw" / "eu-formex.tar.gz") as archive:
        wanted = [m for m in archive if any(w.lower() in m.name for w in (GDPR, DIRECTIVE))]
        archive.extractall(folder, members=wanted, filter="data")
    contracts = (shared_data / "raw" / "cuad-pdf-sample").iterdir()
    chosen = [p for p in contracts if p.name.startswith(("ImineCorp", "CUROGROUP"))]
    with Library.open(tmp_path_factory.mktemp("library") / "library", create=True) as library:
        library.sources.add([folder, *chosen], vectors=False)
        yield library


def names(found: list[Holding]) -> set[str]:
    return {document.citation.partition("_")[0] for document in found}


def test_each_work_is_listed_once_by_name(room: Library) -> None:
    found = room.catalogue.holdings()
    assert [document.citation.partition("_")[0] for document in found] == [
        "CUROGROUPHOLDINGSCORP", "Directive 95/46/EC", "Regulation (EU) 2016/679", "ImineCorp",
    ]  # fmt: skip
    assert len(found) == room.admin.status().works < room.admin.status().expressions


def test_work_has_date_versions_and_status(room: Library) -> None:
    (gdpr,) = room.catalogue.holdings("gdpr", as_of="2018-03-01")
    assert (gdpr.work, gdpr.kind, gdpr.dated) == (GDPR, "regulation", "2016-04-27")
    assert gdpr.versions > 1
    assert gdpr.status == "not yet applicable"
    (directive,) = room.catalogue.holdings("kind:directive")
    assert directive.status == "no longer in force"
    assert directive.dated is not None
    assert directive.dated.startswith("1995-10-24")


def test_contract_has_its_stated_date(room: Library) -> None:
    dated = {
        holding.citation[:5]: holding.dated for holding in room.catalogue.holdings("kind:contract")
    }
    assert dated == {"CUROG": "2020-04-08", "Imine": "2018-07-19"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("servic", {"CUROGROUPHOLDINGSCORP"}),  # the beginning of a word of the name
        ("kind:contract date:2020", {"CUROGROUPHOLDINGSCORP"}),
        (
            "kind:contract OR DSGVO",
            {"CUROGROUPHOLDINGSCORP", "ImineCorp", "Regulation (EU) 2016/679"},
        ),
        ("regulation NOT kind:contract", {"Regulation (EU) 2016/679"}),
        ("kind:regulation cites:31995L0046", {"Regulation (EU) 2016/679"}),
        ("kind:contract cites:31995L0046", set()),
        ('"personal data" regulation', {"Regulation (EU) 2016/679"}),
        ("nowhere", set()),
    ],
)
def test_name_words_and_filters_restrict_list(room: Library, query: str, found: set[str]) -> None:
    assert names(room.catalogue.holdings(query)) == found


def test_connector_is_rejected_with_reference_to_search(room: Library) -> None:
    with raises_code(QueryError, QueryCode.CONNECTOR_IN_CATALOGUE):
        room.catalogue.holdings("personal w/3 data")


def test_holdings_command_lists_works_or_reports_none(
    room: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["list", "-L", str(room.path), "kind:regulation"]) == 0
    output = capsys.readouterr().out
    assert "2016-04-27  regulation  GDPR  Regulation (EU) 2016/679  (" in output
    assert output.endswith("1 work\n")
    assert run(["list", "-L", str(room.path), "nowhere"]) == 1
    assert capsys.readouterr().out == "no work matches: nowhere\n"
    assert run(["list", "-L", str(room.path), "--json", "gdpr"]) == 0
    assert [load["work"] for load in json.loads(capsys.readouterr().out)["works"]] == [GDPR]
