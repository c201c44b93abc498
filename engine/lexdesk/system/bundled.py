"""The bundled law: the GDPR in Formex 4, from the Official Journal."""

from pathlib import Path

ACT = "L_2016119EN.01000101.xml"
"""The file of the act; the other one is its record of publication."""

PUBLISHED = "2016-05-04"
"""The day (ISO) of the Official Journal that it is from, as its record says."""


def find_corpus() -> Path:
    """Return the folder of the bundled law."""
    return Path(__file__).parent.parent / "demo"
