"""The command line: exit codes, error lines, JSON fields."""

import errno
import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from lexdesk import Library
from lexdesk.cli import COMMANDS, compliance_options, options, run
from lexdesk.cli import lexdesk as group
from lexdesk.cli.evaluate import evaluate
from lexdesk.compliance.doc2doc import parameters
from lexdesk.evaluation import measures
from lexdesk.search import options as modes

HIT_FIELDS = {
    "rank", "score", "work", "citation", "eid", "title", "heading", "text", "highlights", "path", "page",
    "valid_from", "valid_to", "why",
}  # fmt: skip
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def library(words_library: Library) -> str:
    return str(words_library.path)


def run_json(capsys: Captured, *arguments: str) -> tuple[int, dict[str, object]]:
    code = run([*arguments, "--json"])
    out, err = capsys.readouterr()
    assert err == ""
    return code, json.loads(out)


def test_mistyped_path_leaves_no_library_behind(tmp_path: Path, capsys: Captured) -> None:
    assert run(["add", "-L", str(tmp_path / "new"), str(tmp_path / "nope")]) == 2
    assert "does not exist; check the path" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    "words",
    ["vgl. BGH, Urteil vom 12. März 2015 - VII ZR 84/14, Rn. 12 ff.", "BVerfGE 65, 1 (43 ff.)"],
)
def test_citation_in_words_of_no_told_language_is_found(words: str, capsys: Captured) -> None:
    assert run(["cite", words]) == 0
    assert "court" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix", reason="needs the shell's redirections")
@pytest.mark.parametrize(
    ("closed", "expected"),
    [("search consent >&-", "standard output is closed"), ("mcp <&-", "standard input")],
)
def test_closed_streams_are_reported(words_library_path: Path, closed: str, expected: str) -> None:
    command, stream = closed.rsplit(" ", 1)
    ran = subprocess.run(  # noqa: S602 - a shell closes streams
        f"'{sys.executable}' -m lexdesk {command} -L '{words_library_path}' {stream}",
        shell=True, stderr=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert expected in ran.stderr


def test_subcommand_error_refers_to_its_help(capsys: Captured) -> None:
    assert run(["recitals", "load", "32016R0679"]) == 2
    assert "(see lexdesk recitals load --help)" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="needs pipes as POSIX has them")
def test_closed_pipe_is_no_error(words_library_path: Path) -> None:
    dump = [sys.executable, "-m", "lexdesk", "dump", "-L", str(words_library_path)]
    with subprocess.Popen(dump, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as dumping:
        assert dumping.stdout and dumping.stderr
        dumping.stdout.close()
        error_output = dumping.stderr.read()
    assert (dumping.returncode, error_output) == (0, b"")


class _ClosedOnWindows(io.FileIO):
    """A pipe without a reader, as reported by Windows."""

    def write(self, _: object) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")


def test_closed_pipe_is_no_error_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    raw = _ClosedOnWindows(tmp_path / "pipe", "w")
    stdout = io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", write_through=True)
    monkeypatch.setattr(sys, "stdout", stdout)
    assert run(["cite", "Art. 6 GDPR"]) == 0
    assert capsys.readouterr().err == ""
    with pytest.raises(OSError, match="Invalid argument"):
        stdout.close()


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii"])
def test_pipes_use_utf_8_in_every_locale(encoding: str) -> None:
    cite = [sys.executable, "-m", "lexdesk", "cite", "--json", "\u2264 § 823 BGB"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(cite, env=environment, capture_output=True, check=True)
    (citation,) = json.loads(done.stdout.decode("utf-8"))["citations"]
    assert (citation["text"], citation["start"]) == ("§ 823 BGB", 2)


def test_search_json(library: str, capsys: Captured) -> None:
    code, answer = run_json(
        capsys, "search", "-L", library, "withdraw consent", "--mode", "keyword", "--top", "3"
    )
    assert code == 0
    assert answer.keys() == {
        "query", "parsed", "mode", "as_of", "took_ms", "total", "total_is_exact", "lists_citing", "vectors_ready", "hits",
        "notice", "did_you_mean", "relaxed",
    }  # fmt: skip
    hits = answer["hits"]
    assert isinstance(hits, list)
    assert [hit["rank"] for hit in hits] == [1, 2, 3]
    assert hits[0].keys() >= HIT_FIELDS
    assert hits[0]["eid"] == "art_7__para_3"
    assert hits[0]["why"].keys() == {"keyword", "semantic"}
    start, end = hits[0]["highlights"][0]
    assert hits[0]["text"][start:end] == "withdraw"


def test_exit_codes(library: str, capsys: Captured) -> None:
    assert run(["search", "-L", library, "consent", "--mode", "keyword"]) == 0
    assert run(["search", "-L", library, "xylophone", "--mode", "keyword"]) == 1
    assert run(["show", "-L", library, "32016R0679", "art_7", "--language", "EN"]) == 0
    assert run(["show", "-L", library, "32016R0679", "art_777"]) == 1
    assert run(["check", "-L", library]) == 0
    capsys.readouterr()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["search", "consent AND"], "AND at character 9 has nothing on one side"),
        (["search", '"consent'], "not closed"),
        (["search", "consent", "--mode", "magic"], "hybrid"),
        (["search"], "Missing argument"),
        (["search", "consent", "--top", "0"], "--top"),
        (["search", "consent", "--mode", "semantic"], "lexdesk add"),
        (["frobnicate"], "No such command"),
        (["stauts"], "Did you mean 'status'?"),
        # a variable that is not set, which is not the current folder
        (["add", ""], "the path is empty"),
        (["remove", ""], "the path is empty"),
        (["watch", ""], "the path is empty"),
        (["backup", ""], "the path is empty"),
        (["status", "-L", ""], "the path is empty"),
        (["-L", "here", "search", "x"], "after it: lexdesk search -L"),
        (["add", "/there/is/no/such/path"], "check the path"),
        (["evaluate", "/there/is/no/such/collection"], "check the path"),
    ],
)
def test_errors_are_one_line_with_exit_code_2(
    library: str, capsys: Captured, arguments: list[str], says: str
) -> None:
    where = ["-L", library] if arguments[0] in ("search", "add") else []
    assert run([*arguments[:1], *where, *arguments[1:]]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("lexdesk: ")
    assert err.count("\n") == 1
    assert says in err


def test_missing_library_names_next_step(tmp_path: Path, capsys: Captured) -> None:
    assert run(["search", "-L", str(tmp_path / "none"), "consent"]) == 2
    assert "lexdesk add -L" in capsys.readouterr().err


def test_internal_error_is_reported_as_bug(
    library: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexdesk.library.admin.LibraryAdmin.check", lambda self: 1 / 0)
    monkeypatch.delenv("LEXDESK_DEBUG", raising=False)
    assert run(["check", "-L", library]) == 2
    assert "a bug in Lexdesk" in capsys.readouterr().err


def test_named_file_that_fails_ends_add_with_an_error(tmp_path: Path, capsys: Captured) -> None:
    library, broken = str(tmp_path / "library"), tmp_path / "files" / "broken.pdf"
    broken.parent.mkdir()
    broken.write_bytes(b"no page")
    (broken.parent / "good.txt").write_text("The court sits in Dublin.")
    assert run(["add", "-L", library, "--no-vectors", str(broken)]) == 2
    assert "broken.pdf is named .pdf but is not a PDF" in capsys.readouterr().out
    assert run(["add", "-L", library, "--no-vectors", str(broken.parent)]) == 0  # one of a folder


@pytest.mark.slow
def test_add_status_check_rebuild(tmp_path: Path, capsys: Captured, gdpr: Path) -> None:
    library = str(tmp_path / "library")
    code, report = run_json(capsys, "add", "-L", library, str(gdpr), "--no-vectors")
    assert (code, report["added"]) == (0, 1 + len(list(gdpr.glob("*.md"))))
    code, status = run_json(capsys, "status", "-L", library)
    assert (code, status["vectors"], status["lexical_ready"]) == (0, 0, True)
    assert status["device"] in ("cpu", "cuda")
    assert len(status["failed_files"]) == 1  # type: ignore[arg-type]
    assert run_json(capsys, "check", "-L", library) == (0, {"ok": True, "problems": []})
    code, rebuilt = run_json(capsys, "rebuild", "-L", library)
    assert (code, rebuilt["passages"]) == (0, status["passages"])


def test_library_path_is_read_from_environment(
    library: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEXDESK_LIBRARY", library)
    assert run(["search", "consent", "--mode", "keyword"]) == 0
    assert " GDPR  " in capsys.readouterr().out


def test_show_prints_text_for_people(library: str, capsys: Captured) -> None:
    assert run(["show", "-L", library, "32016R0679", "art_7__para_3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Article 7(3) GDPR\nRegulation (EU) 2016/679\n")
    assert "It shall be as easy to withdraw as to give consent." in out


def test_suggested_command_uses_same_library(
    library: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["show", "-L", library, "GDPR", "Article 17"]) == 0
    sentence = f": lexdesk references -L {shlex.quote(library)} 32016R0679 art_17\n"
    assert capsys.readouterr().out.endswith(sentence)
    monkeypatch.setenv("LEXDESK_LIBRARY", library)
    assert run(["show", "GDPR", "Article 17"]) == 0
    assert capsys.readouterr().out.endswith(": lexdesk references 32016R0679 art_17\n")


@pytest.mark.parametrize(
    "named",
    [
        ("32016R0679", "art_7__para_3"),
        ("gdpr", "Article 7(3)"),
        ("General Data Protection Regulation", "Art. 7 Abs. 3"),
        ("Article 7(3) GDPR",),
        ("Art. 7 Abs. 3 DSGVO",),
    ],
)
def test_show_accepts_citation_labels(
    library: str, capsys: Captured, named: tuple[str, ...]
) -> None:
    assert run(["show", "-L", library, *named]) == 0
    assert capsys.readouterr().out.startswith("Article 7(3) GDPR")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows calls such a name missing")
def test_system_errors_are_reported_with_remedy(library: str, capsys: Captured) -> None:
    assert (
        run(
            [
                "coverage",
                "32016R0679",
                "-L",
                library,
                "--in",
                "kind:regulation",
                "--report",
                f"/{'r' * 300}.csv",
            ]
        )
        == 2
    )
    assert capsys.readouterr().err.endswith(
        f"/{'r' * 300}.csv: File name too long; check the path\n"
    )


@pytest.mark.parametrize(
    "arguments", [("impact", "none@1", "@2"), ("coverage", "none"), ("similar", "none")]
)
def test_report_into_missing_folder_is_rejected_before_search(
    library: str, arguments: tuple[str, ...], tmp_path: Path, capsys: Captured
) -> None:
    report = tmp_path / "no" / "r.csv"
    assert run([*arguments, "-L", library, "--report", str(report)]) == 2
    error_output = capsys.readouterr().err  # and not that there is no such work
    assert f"the folder {report.parent} of the report is missing; create it first" in error_output


@pytest.mark.parametrize(
    "arguments", [("impact", "none@1", "@2"), ("coverage", "none"), ("similar", "none")]
)
def test_report_of_unknown_format_is_rejected_before_search(
    library: str, arguments: tuple[str, ...], tmp_path: Path, capsys: Captured
) -> None:
    assert run([*arguments, "-L", library, "--report", str(tmp_path / "r.xlsx")]) == 2
    error_output = capsys.readouterr().err
    assert error_output.startswith(
        "lexdesk: r.xlsx names no format to write; end it with one of: .csv"
    )


def test_json_output_has_no_table(library: str, capsys: Captured) -> None:
    assert run(["recitals", "GDPR", "-L", library, "--csv", "--json"]) == 2
    captured = capsys.readouterr()
    assert (captured.out, "not both" in captured.err) == ("", True)


@pytest.mark.parametrize("place", ["Article 17 GDPR a.F.", "Article 17 GDPR as of 1 May 2019"])
def test_recitals_of_a_wording_are_those_of_the_provision(
    library: str, place: str, capsys: Captured
) -> None:
    run(["recitals", "GDPR", "art_17", "-L", library])
    expected = capsys.readouterr()
    run(["recitals", place, "-L", library])
    assert capsys.readouterr() == expected


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_has_help(command: str, capsys: Captured) -> None:
    assert run([command, "--help"]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert COMMANDS[command][1].rstrip(".") in output, "the list says something else"
    found = group.get_command(click.Context(group), command)
    assert found is not None
    for parameter in found.params:
        assert parameter.param_type_name == "argument" or getattr(parameter, "help", None), (
            parameter.name
        )


def test_option_choices_match_engine() -> None:
    """The commands repeat the choices, since the defining modules are slow to import."""
    default = next(param for param in evaluate.params if param.name == "measures").default
    assert (options.MODES, default) == (modes.MODES, measures.DEFAULT_MEASURES)
    assert (compliance_options.FINDS, compliance_options.STAGES) == (
        parameters.FINDS,
        parameters.STAGES,
    )
