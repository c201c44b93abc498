"""PowerPoint presentations: order of slides and shapes, tables, diagrams, notes, comments, numbers."""

from pathlib import Path

from tests.archives import zipped
from tests.codes import raises_code

from lexdesk.errors import FileCode, FileFailed
from lexdesk.extract import read_source
from lexdesk.structure import Source

NAMES = (
    'xmlns:p="urn:p" xmlns:a="urn:a" xmlns:r="urn:r" xmlns:dgm="urn:dgm" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)


def run(text: str, properties: str = "") -> str:
    return f"<a:r><a:rPr {properties}/><a:t>{text}</a:t></a:r>"


def shape(*paragraphs: str, y: int | None = None, of: str = "") -> str:
    place = "" if y is None else f'<a:xfrm><a:off x="0" y="{y}"/></a:xfrm>'
    kind = f'<p:ph type="{of}"/>' if of else ""
    body = "".join(f"<a:p>{paragraph}</a:p>" for paragraph in paragraphs)
    return (
        f"<p:sp><p:nvSpPr><p:nvPr>{kind}</p:nvPr></p:nvSpPr><p:spPr>{place}</p:spPr>"
        f"<p:txBody>{body}</p:txBody></p:sp>"
    )


def slide(*shapes: str) -> str:
    return f"<p:sld {NAMES}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:sld>"


def links(**targets: str) -> str:
    each = "".join(f'<Relationship Id="{id_}" Target="{to}"/>' for id_, to in targets.items())
    return f"<Relationships>{each}</Relationships>"


def numbered(text: str, level: int = 0) -> str:
    return (
        f'<a:pPr lvl="{level}"><a:buAutoNum type="{("arabicPeriod", "alphaLcParenR")[level]}"/></a:pPr>'
        f"{run(text)}"
    )


def test_presentation_has_all_that_it_shows_in_order() -> None:
    cell = "<a:tc><a:txBody><a:p>{}</a:p></a:txBody></a:tc>"
    merged = '<a:tc hMerge="1"><a:txBody><a:p/></a:txBody></a:tc>'
    table = (
        f"<a:tbl><a:tr>{cell.format(run('Rent'))}{cell.format(run('900'))}{merged}</a:tr></a:tbl>"
    )
    frame = "<p:graphicFrame><a:graphic>{}</a:graphic></p:graphicFrame>"
    first = slide(
        shape(run("Low"), y=9_000_000),
        f"<p:grpSp>{shape(run('Grouped'), y=500_000)}</p:grpSp>",
        shape(numbered("one"), numbered("inner", 1), numbered("two"), y=2_000_000),
        shape(
            run("Article 6") + run("1", 'baseline="30000"') + "<a:br/>" + run("line"), y=3_000_000
        ),
        f"<mc:AlternateContent><mc:Choice>{shape(run('New'), y=4_000_000)}</mc:Choice>"
        f"<mc:Fallback>{shape(run('Old'))}</mc:Fallback></mc:AlternateContent>",
        frame.format(table),
        frame.format('<dgm:relIds r:dm="d"/>'),
        shape(run("Title"), of="title"),
        shape(f'<a:fld type="slidenum">{run("7")}</a:fld>', of="sldNum"),
        shape(run("Firm"), of="ftr"),
    )
    notes = f"<p:notes {NAMES}><p:spTree>{shape(run('Say this'), of='body')}</p:spTree></p:notes>"
    data = zipped({
        "[Content_Types].xml": "",
        "ppt/presentation.xml": f'<p:presentation {NAMES}><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/>'
                                '<p:sldId id="258" r:id="missing"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": links(a="slides/slide1.xml", b="slides/slide2.xml"),
        "ppt/slides/slide1.xml": slide(shape(run("Last slide")), shape(run("Firm"), of="ftr")),
        "ppt/slides/slide2.xml": first,
        "ppt/slides/_rels/slide2.xml.rels": links(
            d="../diagrams/data1.xml", n="../notesSlides/notesSlide1.xml", c="../comments/comment1.xml"
        ),
        "ppt/diagrams/data1.xml": f"<dgm:dataModel {NAMES}><a:p>{run('Node')}</a:p></dgm:dataModel>",
        "ppt/notesSlides/notesSlide1.xml": notes,
        "ppt/comments/comment1.xml": f'<p:cmLst {NAMES}><p:cm authorId="0"><p:text>Check</p:text></p:cm></p:cmLst>',
        "ppt/commentAuthors.xml": f'<p:cmAuthorLst {NAMES}><p:cmAuthor id="0" name="Ann"/></p:cmAuthorLst>',
    })  # fmt: skip
    assert read_source(Source(Path("a.pptx"), data)).text.split("\n\n") == [
        "Title", "Grouped", "Rent 900", "Node", "Firm", "1. one", "a) inner", "2. two", "Article 6¹\nline", "New", "Low",
        "Notes: Say this", "Comment by Ann: Check", "Last slide",
    ]  # fmt: skip


def test_slides_that_cannot_be_read_are_named() -> None:
    """One damaged slide failed the whole file, and a missing one was left out without a word."""
    listed = "".join(
        f'<p:sldId id="{256 + at}" r:id="{id_}"/>'
        for at, id_ in enumerate(("missing", "good", "cut", "unlinked"))
    )
    parts = {
        "[Content_Types].xml": "",
        "ppt/presentation.xml": f"<p:presentation {NAMES}><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>",
        "ppt/_rels/presentation.xml.rels": links(
            missing="slides/slide9.xml", good="slides/slide1.xml", cut="slides/slide2.xml"
        ),
        "ppt/slides/slide1.xml": slide(shape(run("Notice of termination"))),
        "ppt/slides/slide2.xml": "<p:sld",
    }
    document = read_source(Source(Path("talk.pptx"), zipped(parts)))
    assert document.text.strip() == "Notice of termination"
    assert document.damaged_pages == (1, 3, 4)
    del parts["ppt/slides/slide1.xml"]
    with raises_code(FileFailed, FileCode.OFFICE_DAMAGED):
        read_source(Source(Path("talk.pptx"), zipped(parts)))
