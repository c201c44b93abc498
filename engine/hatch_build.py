"""Puts the exported models into the engine's sdist and wheel.

An editable install leaves them where they are: a copy would go stale. A wheel built from the sdist
finds them beside this file, one built from the repository one folder up.
"""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ExportedModels(BuildHookInterface[Any]):
    """A build hook that adds ``exported_models/`` as ``lexdesk/exported_models`` (wheel) or as it is (sdist)."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Extend the build's ``force_include``; ``version`` is ``editable`` or ``standard``."""
        if version == "editable":
            return
        root = Path(self.root)
        target = "exported_models" if self.target_name == "sdist" else "lexdesk/exported_models"
        for models in (root / "exported_models", root.parent / "exported_models"):
            if models.is_dir():
                build_data["force_include"][str(models)] = target
                return
        raise FileNotFoundError(
            f"no exported_models/ in {root} or {root.parent}: the wheel would have no model"
        )
