"""Results of completed rows, one JSON file each; completed rows are not run again."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from lexdesk.system.atomic import write_atomically
from lexdesk_trainer.error_codes import TrainingCode
from lexdesk_trainer.errors import TrainingError

Values = Mapping[str, float]
"""Results of a row, by column."""


class Ledger:
    """Results in ``folder``, each stored with its settings.

    Results of other settings, or of another state of the data (``source``), are ignored.
    """

    def __init__(self, folder: Path, source: str):
        self.folder, self._source = folder, source

    def find(self, table: str, row: str, settings: str) -> Values | None:
        """Return the results of a row with these settings, or None."""
        path = self._path(table, row)
        if not path.exists():
            return None
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            if (record["settings"], record["source"]) != (settings, self._source):
                return None
            return {str(name): float(value) for name, value in record["values"].items()}
        except (ValueError, KeyError, TypeError, AttributeError) as problem:
            raise TrainingError(TrainingCode.ROW_UNREADABLE, path=path, problem=problem) from None

    def keep(self, table: str, row: str, settings: str, values: Values, seconds: float) -> None:
        """Write the results of a row and its run time atomically."""
        record = {
            "table": table,
            "row": row,
            "settings": settings,
            "source": self._source,
            "seconds": round(seconds, 1),
            "values": dict(values),
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        write_atomically(self._path(table, row), json.dumps(record, indent=1).encode())

    def _path(self, table: str, row: str) -> Path:
        name = re.sub(r"[^a-z0-9]+", "-", f"{table} {row}".lower()).strip("-")
        return self.folder / f"{name}.json"
