"""A policy, and its match with the GDPR, for tests of the Match screen."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QTextBrowser
from pytestqt.qtbot import QtBot

from lexdesk.compliance import Similar, find_similar
from lexdesk.library.library import Library
from lexdesk_gui.language import install
from lexdesk_gui.main_window import MainWindow

ANSWER_PATIENCE = 60_000
"""Milliseconds to wait for a match."""

POLICY = """# Customer data policy

3.3 Withdrawing consent

A customer may withdraw consent at any time. It is as easy to withdraw consent as to give it, and the
withdrawal does not affect the lawfulness of processing based on consent before its withdrawal.

7.1 Breaches

We notify a personal data breach to the supervisory authority not later than 72 hours after having
become aware of it, unless a risk to the rights and freedoms of natural persons is unlikely.
"""

BREACHES = """# Breaches

We notify a personal data breach to the supervisory authority not later than 72 hours after having
become aware of it, unless a risk to the rights and freedoms of natural persons is unlikely.
"""


def wait_for_answer(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.matching.is_busy, timeout=ANSWER_PATIENCE)
    assert window.matching.answer is not None


@pytest.fixture
def breaches(tmp_path: Path) -> Path:
    """A document on Article 33 of the GDPR with uncovered duties in it."""
    file = tmp_path / "breaches.md"
    file.write_text(BREACHES)
    return file


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    """A document with Articles 7(3) and 33 of the GDPR as authorities."""
    file = tmp_path / "policy.md"
    file.write_text(POLICY)
    return file


@pytest.fixture(scope="session")
def answer(gdpr: Path, tmp_path_factory: pytest.TempPathFactory) -> Similar:
    """The matches of the policy."""
    file = tmp_path_factory.mktemp("policies") / "policy.md"
    file.write_text(POLICY)
    with Library.open(gdpr) as library, pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEXDESK_MODELS", str(file.parent))
        return find_similar(library, file, every_paragraph=True)


@pytest.fixture
def in_german(qapp: QApplication) -> Iterator[None]:
    install(qapp, "de")
    yield
    install(qapp, "en")


def marked(text: QTextBrowser) -> set[str]:
    """Return the words of a paragraph with a background of their own."""
    return set(re.findall("background-color:[^>]*>([^<]+)<", text.toHtml()))
