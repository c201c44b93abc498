"""400 paragraphs of the GDPR, English and German, distributed with the trainer.

One half calibrates quantizations, the other half measures them, so that calibration texts are never
measured. Source: Regulation (EU) 2016/679, © European Union, reused under Commission Decision
2011/833/EU, https://eur-lex.europa.eu.
"""

import json
from importlib.resources import files
from typing import Literal


def gdpr(use: Literal["parity", "calibration"]) -> list[str]:
    """Return the 200 paragraphs for one use, English before German."""
    lines = (
        files("lexdesk_trainer.data").joinpath("gdpr_paragraphs.jsonl").read_text(encoding="utf-8")
    )
    rows = [json.loads(line) for line in lines.splitlines()]
    return [row["text"] for row in rows if row["use"] == use]
