"""Documents made for tests of parsers."""

from pathlib import Path

from tests.archives import zipped

from lexdesk.document.model import Document
from lexdesk.extract import read_source
from lexdesk.structure import Source

FIXTURES = Path(__file__).parents[1] / "fixtures"


def written(folder: Path, name: str, data: bytes | str) -> Path:
    """Write a file of ``data`` into ``folder``."""
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def word(body: str, **parts: str) -> Document:
    """A Word document of a body and other parts, each the content of its root element."""
    names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    compatible = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    files = {
        f"word/{name}.xml": f"<w:part {names} {compatible}>{content}</w:part>"
        for name, content in {"document": f"<w:body>{body}</w:body>", **parts}.items()
    }
    data = zipped({"[Content_Types].xml": "", **files})
    return read_source(Source(Path("a.docx"), data))


def level(at: int, text: str, format_: str = "decimal", more: str = "") -> str:
    return f'<w:lvl w:ilvl="{at}"><w:start w:val="1"/><w:numFmt w:val="{format_}"/>{more}<w:lvlText w:val="{text}"/></w:lvl>'
