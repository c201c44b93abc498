"""Guards against a fault of the Qt binding that aborts the program."""

import sys

import PySide6
from PySide6.QtWidgets import QApplication, QWidget


def test_calls_that_return_nothing_keep_the_references_to_none(qapp: QApplication) -> None:
    # PySide6 6.12.0 returns None without taking a reference, as is allowed from Python 3.12 on; on
    # 3.11 the interpreter aborts with "deallocating None" after some 5,000 calls.
    widget = QWidget()
    before = sys.getrefcount(None)
    for _ in range(500):
        widget.update()
    lost = before - sys.getrefcount(None)
    assert lost < 100, (
        f"PySide6 {PySide6.__version__} loses references to None on Python"
        f" {sys.version.split()[0]}: install PySide6-Essentials<6.12, as gui/pyproject.toml says"
    )
