"""TOML of somebody else: the same values as tomllib, in linear time."""

import time
import tomllib
from pathlib import Path

import pytest

from lexdesk.cli import run
from lexdesk.system.toml_values import parse

_PARTS = 50_000


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * _PARTS + " = 1",
        "a" + '."a.b"' * _PARTS + " = 1",
        "a" + " . 'a'" * _PARTS + " = 1",
        "b = 1\n[a" + ".a" * _PARTS + "]",
        "b = {c = '[', a" + ".a" * _PARTS + " = 1}",
        'b = """\n"""\n# " \na' + ".a" * _PARTS + " = 1",
        "a = " + "[" * _PARTS,
        "a = " + "1_" * _PARTS + "1",
        '"' + '\\"' * _PARTS,
        '"""' + '""\\' * _PARTS,
        "'''" + "''a" * _PARTS,
        "a" * _PARTS,
    ],
    ids=range(12),
)
def test_hostile_toml_is_rejected_in_linear_time(text: str) -> None:
    started = time.process_time()
    with pytest.raises(ValueError):
        parse(text)
    assert time.process_time() - started < 1


def test_usual_toml_has_values_of_tomllib() -> None:
    dots = '"1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18"'
    text = (
        f"a.'b.c'.\"d.e\" = [{dots}, 1.5, 2.5]  # {dots}\n[x.y]\nz = {{k.l = '''{dots}'''}}\n"
        'm = """\n' + "a." * 30 + 'a"""\nproxies = [' + "'10.0.0.1', " * 30 + "]\n"
    )
    assert parse(text) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * _PARTS + " = 1",
        "x" * 900_000 + " = 1",
        "[collections]\nlaw = '~no-such-user/law'\n[readers.r]\ncollections = ['law']",
        "host = '"
        + "h" * 100_000
        + "'\n[collections]\nlaw = 'law'\n[readers.r]\ncollections = ['law']\n"
        f"token_sha256 = '{'0' * 64}'",
    ],
    ids=["deep key", "long key", "home of nobody", "long host"],
)
def test_settings_of_somebody_else_end_in_one_short_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "service.toml").write_text(text)
    assert run(["serve", "--settings", str(tmp_path / "service.toml")]) == 2
    message = capsys.readouterr().err
    assert "bug" not in message
    assert len(message) < 2_000


@pytest.mark.parametrize(
    "text",
    [
        'a = "b\\u0000"',
        '"\\u0000" = 1',
        f"a = 0x{'f' * 5_000}",
        "a = [{ b = [1e3, 0x8000000000000000] }]",
    ],
)
def test_values_that_nothing_can_use_are_rejected(text: str) -> None:
    """A port of that many digits was called a bug in Lexdesk."""
    with pytest.raises(ValueError, match=r"null character|64 bits"):
        parse(text)
