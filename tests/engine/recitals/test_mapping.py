"""Tables of recitals and provisions: loaded, rejected, exported."""

import contextlib
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.recitals.linked_acts import GDPR, links_of

from lexdesk import Library
from lexdesk.document.model import Provision
from lexdesk.errors import MappingError, UnsafeFile
from lexdesk.recitals import Link
from lexdesk.recitals.mapping import ProvisionNames, read, write

SIMPLE = [("rec_26", "art_4")]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("recital,provision\n26,4\n", SIMPLE),
        ("provision,recital\n4,26\n", SIMPLE),
        ("Recital;Article\r\nrecital 26;Article 4\r\n", SIMPLE),
        ("\ufeffRecitals;Provisions;Remark\nRecital 26;art_4;sure\n", SIMPLE),
        ("recital\tprovision\n(26)\tArt. 4\n\n", SIMPLE),
        ('recital,provision\nrec_26,"4; 4"\n26,4\n', SIMPLE),
        ("Erwägungsgrund;Artikel\nErwägungsgrund 26;Artikel 4\n", SIMPLE),
        ("recital;provision\n26;\n;4\n26;4", SIMPLE),
        ("recital,provision,source,score\nrec_26,art_4,model,0.9\n", SIMPLE),
        ('recital,provision\n26,"6(1)(f)"\n', [("rec_26", "art_6__para_1__point_f")]),
        ("recital;provision\n26;Article 6(1), point (f)\n", [("rec_26", "art_6__para_1__point_f")]),
        ("recital;provision\n26;Annex I\n", [("rec_26", "anx_1")]),
        ("recital;provision\n28-30;Articles 1 to 2\n",
         [(f"rec_{r}", f"art_{a}") for r in (28, 29, 30) for a in (1, 2)]),
        ('recital,provision\n"1, 2","Article 3, 4"\n',
         [(f"rec_{r}", f"art_{a}") for r in (1, 2) for a in (3, 4)]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_tables(
    tmp_path: Path,
    places: ProvisionNames,
    table: str,
    expected: list[tuple[str, str]],
    encoding: str,
) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes(table.removeprefix("\ufeff" * (encoding == "utf-16")).encode(encoding))
    assert read(file, places) == expected


@pytest.mark.parametrize(
    ("table", "says"),
    [
        (b"", "it has nothing"),
        (b"\n\n", "it has nothing"),
        (b"hello world\n", "'hello world' in its first line"),
        (b"a,b\n1,2\n", "has the columns a, b; wanted are recital and provision"),
        (b"recital,provision\n", "links no recital to a provision"),
        (b"recital,provision\n26,4\n31,4\n", "line 3: 32016R0679 has no recital '31'"),
        (b"recital,provision\nArticle 4,4\n", "line 2: 32016R0679 has no recital 'Article 4'"),
        (b"recital,provision\n26,99\n", "line 2: 32016R0679 has no provision '99'"),
        (b"recital,provision\n26,Article 4 TFEU\n", "no provision 'Article 4 TFEU'"),
        (b"recital,provision\n26,rec_25\n", "no provision 'rec_25'"),
        (b"recital,provision\n26,3,4\n", "line 2: 3 cells under 2 headings"),
        (b"recital,provision\n26,4\n\xe9,4\n", "line 3: this is not UTF-8 text"),
        (b"PK\x03\x04\xff\xff", "this is not UTF-8 text"),
        (b'recital,provision\n26,"4"x\n', "line 2"),
    ],
)
def test_tables_are_rejected(
    tmp_path: Path, places: ProvisionNames, table: bytes, says: str
) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes(table)
    with pytest.raises(MappingError) as error:
        read(file, places)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    "table",
    [
        "recital,provision\n" + "1-30,Articles 1 to 2\n" * 20_000,
        "recital;provision\n" + "1-30," * 20_000 + ";4\n",
        "recital,provision\n" + "." * 100_000 + ",4\n",
        "recital,provision\n" + " ." * 50_000 + "x,4\n",
        "recital,provision\n" + "1" * 5_000 + "-" + "1" * 5_000 + ",4\n",
        "recital,provision\n1," + "Article 4 and " * 9_000 + "\n",
        "recital,provision\n1," + "6(1)(f) " * 16_000 + "\n",
        "recital,provision\n1," + "(" * 100_000 + "\n",
        "recital" * 1_000_000,
        '"' * 1_000_000,
        "recital,provision\n1," + "x" * 9_000_000,
    ],
    ids=range(11),
)
def test_hostile_tables_end_in_seconds(tmp_path: Path, places: ProvisionNames, table: str) -> None:
    file = tmp_path / "table.csv"
    file.write_text(table)
    started = time.process_time()
    with contextlib.suppress(MappingError, UnsafeFile):
        assert read(file, places)
    assert time.process_time() - started < 3


@given(
    st.lists(
        st.tuples(
            st.integers(1, 30), st.sampled_from(["art_1", "art_6__para_1__point_f", "anx_1"])
        ),
        min_size=1,
        unique=True,
    )
)
def test_exported_table_can_be_loaded(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[int, str]]
) -> None:
    places = ProvisionNames(
        GDPR,
        [
            *(Provision(f"rec_{n}", "recital", str(n), "", "", None, 0, 0) for n in range(1, 31)),
            *(Provision(eid, "part", "", "", eid, None, 0, 0) for _, eid in pairs),
        ],
    )
    links = [Link(f"rec_{recital}", eid, "model", 0.5) for recital, eid in pairs]
    file = tmp_path_factory.mktemp("export") / "table.csv"
    file.write_text(write(links), encoding="utf-8")
    assert read(file, places) == [(link.recital, link.provision) for link in links]


def test_loading_replaces_and_rejected_table_changes_nothing(
    words_library: Library, tmp_path: Path
) -> None:
    file = tmp_path / "table.csv"

    def mapped() -> list[tuple[str, str]]:
        return [(link.recital, link.provision) for link in links_of(words_library, "mapping")]

    def load(table: str) -> list[tuple[str, str]]:
        file.write_text(table, encoding="utf-8")
        words_library.law.recitals.load(GDPR.lower(), file)
        return mapped()

    assert load("recital,provision\n26,4(1)\n47,6(1)(f)\n") == [
        ("rec_26", "art_4__point_1"),
        ("rec_47", "art_6__para_1__point_f"),
    ]
    assert load("recital,provision\n65,17\n") == [("rec_65", "art_17")]
    with pytest.raises(MappingError):
        load("recital,provision\n66,17\n174,17\n")
    assert mapped() == [("rec_65", "art_17")]
    assert words_library.law.recitals.remove(GDPR) == 1
    assert mapped() == []
