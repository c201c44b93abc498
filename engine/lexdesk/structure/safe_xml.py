"""XML parsing without entities, DTDs or a network."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lexdesk.errors import FileCode, FileFailed
from lexdesk.text.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from lxml.etree import _Element

_ENTITY = lazy_pattern(rb"<\x00?!\x00?E\x00?N\x00?T\x00?I\x00?T\x00?Y", re.DOTALL)
_ENTITY_BIG_ENDIAN = lazy_pattern(rb"\x00<\x00!\x00E\x00N\x00T\x00I\x00T\x00Y")


def reject_entities(data: bytes, name: str) -> None:
    """Raise ``FileFailed`` if the markup declares entities."""
    if _ENTITY.search(data) or _ENTITY_BIG_ENDIAN.search(data):
        raise FileFailed(FileCode.XML_ENTITIES, name=name)


def parse_xml(data: bytes, name: str) -> _Element:
    """Parse an XML document and return its root element.

    libxml2's own limits apply (a text node of 10 MB, 256 levels). Raises ``FileFailed`` for
    declared entities (XXE and "billion laughs" attacks), for deeper nesting, and for XML that is not well-formed.
    """
    from lxml import etree

    reject_entities(data, name)
    parser = etree.XMLParser(
        resolve_entities=False,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=False,
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        if error.msg.startswith("Excessive depth"):
            raise FileFailed(FileCode.NESTED_TOO_DEEPLY, name=name) from None
        raise FileFailed(
            FileCode.XML_INVALID, name=name, reason=" ".join(error.msg.split())
        ) from None
