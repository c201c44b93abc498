"""The side panel: recitals, citing provisions, outline, notes and tags."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QTabBar,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from lexdesk.errors import NoteCode
from lexdesk.law.citation_labels import label_usual_citation
from lexdesk_gui.error_messages import make_sentence
from lexdesk_gui.language import find_plural, translate
from lexdesk_gui.reader.links import link_to, read_place
from lexdesk_gui.reader.outline_model import OutlineView
from lexdesk_gui.reader.recitals import Recitals
from lexdesk_gui.review.bar import DecisionBar
from lexdesk_gui.style.document_writer import DocumentWriter, deferred_layout
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import button, fill, label, scroll_to_top, scrollable, set_gaps

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Mark
    from lexdesk.law.cross_references import CitedBy
    from lexdesk_gui.reader.side_content import Recital, SideContent, SuggestedArticle

RECITALS, CITED_BY, OUTLINE, NOTES = range(4)
_MOST_CITING = 300  # listed
MarkRole = int(Qt.ItemDataRole.UserRole)


class SidePanel(QFrame):
    """The side panel of the reader.

    ``chosen`` carries the eid of a provision to read, ``linked`` a work and an eid, ``noted`` the
    kind and text of a new annotation, ``unmarked`` a ``Mark`` to delete.
    """

    chosen = Signal(str)
    linked = Signal(str, str)
    noted = Signal(str, str)
    unmarked = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._content: SideContent | None = None
        self._suggested: tuple[SuggestedArticle, ...] = ()
        self._eid: str | None = None
        self._key: tuple[str, str | None] = ("", None)  # the provision of the displayed recitals
        self._place = ("", "")  # work and citation of the place of new tags and notes
        self._drafts: dict[tuple[str, str], tuple[str, str]] = {}  # unsaved tag and note
        self.setProperty("kind", "surface")
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(translate("SidePanel", "Side panel"))
        self.tabs.setExpanding(True)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self._pages = QStackedWidget()
        self.recitals = Recitals(theme, translate("SidePanel", "Related recitals"))
        self.recitals.chosen.connect(self._follow)
        self.cited_by = self._browser(translate("SidePanel", "Cited by"))
        self.outline = OutlineView(translate("SidePanel", "Outline"), theme)
        self.outline.setUniformRowHeights(True)
        self.outline.chosen.connect(self.chosen)
        self.model = self.outline.model_of_outline
        outline = QWidget()
        self._own_column = QVBoxLayout(outline)
        fill(self._own_column, self.outline)
        notes = scrollable(self._notes_page())  # else the window grows with large text
        notes.setProperty("kind", "side")
        for page in (self.recitals, self.cited_by, outline, notes):
            self._pages.addWidget(page)
            self.tabs.addTab("")
        # The tab's label is abbreviated in German.
        self.tabs.setTabToolTip(RECITALS, self.recitals.accessibleName())
        self._name_tabs()
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        fill(QVBoxLayout(self), self.tabs, self._pages, stretch=self._pages)
        theme.follow(self._restyle)
        self.show_side_content(None, None)

    def show_side_content(self, content: SideContent | None, eid: str | None) -> None:
        """Show the content for the provision ``eid``, or nothing."""
        same = content and self._content and content.provisions == self._content.provisions
        self._content, self._eid, self._suggested = content, eid, ()
        if not same:
            self.model.put(content.provisions if content else [])
        is_bare = content is not None and not (content.provisions or eid)
        self.outline.show_note(
            translate("SidePanel", "No outline was recognised in this document.") if is_bare else ""
        )
        self.outline.show_place(eid)
        self._name_tabs()
        self._set_recitals()
        self._set_cited_by()
        self._set_notes()
        for field in (self.tag, self.note):
            field.setEnabled(content is not None)

    def show_suggested(self, suggested: tuple[SuggestedArticle, ...]) -> None:
        """Show the suggested articles below the recitals."""
        if suggested != self._suggested:
            self._suggested = suggested
            self._set_recitals()

    @property
    def recitals_in_sight(self) -> tuple[Recital, ...]:
        """Return the visible recitals, or provisions explained by the recital."""
        content = self._content
        if content is None or self.isHidden() or self.tabs.currentIndex() != RECITALS:
            return ()
        return content.recitals or content.explains

    @property
    def waits_for_recitals(self) -> bool:
        """Report whether an article lacks recitals in the visible tab."""
        content = self._content
        is_article = (self._eid or "").startswith("art_")
        in_sight = self._pages.currentWidget() is self.recitals
        return in_sight and is_article and content is not None and not content.recitals

    def switch_place(self, work: str, citation: str) -> None:
        """Store the unsaved tag and note of the current place, and restore those of another one."""
        if (work, citation) == self._place:
            return
        if any(draft := (self.tag.text(), self.note.text())):
            self._drafts[self._place] = draft
        self._place = (work, citation)
        tag, note = self._drafts.pop(self._place, ("", ""))
        self.tag.setText(tag)
        self.note.setText(note)

    def forget_drafts(self) -> None:
        """Discard all unsaved tags and notes before the library closes."""
        self._drafts.clear()
        self.tag.clear()
        self.note.clear()

    def focus_notes(self) -> None:
        """Focus the note field."""
        self.tabs.setCurrentIndex(NOTES)
        self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_tags(self) -> None:
        """Focus the tag field."""
        self.tabs.setCurrentIndex(NOTES)
        self.tag.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_decision(self) -> None:
        """Focus the review decision."""
        self.tabs.setCurrentIndex(NOTES)
        self.decision.take_focus()

    def put_outline(self, column: QVBoxLayout | None) -> None:
        """Move the outline to ``column`` and hide its tab, or back to the tab with ``None``."""
        if self.tabs.isTabVisible(OUTLINE) == (column is not None):
            self.tabs.setTabVisible(OUTLINE, column is None)
            (column or self._own_column).addWidget(self.outline)
            self.outline.show()  # reparenting hides it

    # The tabs.

    def _name_tabs(self) -> None:
        content = self._content
        shown = (content.recitals or content.explains) if content else ()
        marks = len(content.marks) if content else 0
        if content and content.explains and not content.recitals:
            first = translate("SidePanel", "Explains")
        else:
            first = translate("SidePanel", "Recitals")
        references = content.references if content else None
        counts = (len(shown), len(references.cited_by) if references else 0, 0, marks)
        names = (
            first,
            translate("SidePanel", "Cited by"),
            translate("SidePanel", "Outline"),
            translate("SidePanel", "Notes"),
        )
        for at, (name, count) in enumerate(zip(names, counts, strict=True)):
            self.tabs.setTabText(at, f"{name} {count}" if count else name)

    def _browser(self, name: str) -> QTextBrowser:
        browser = QTextBrowser()
        browser.setAccessibleName(name)
        browser.setOpenLinks(False)
        browser.setFrameShape(QFrame.Shape.NoFrame)
        browser.setObjectName("side")
        browser.anchorClicked.connect(self._follow)
        return browser

    def _follow(self, url: QUrl) -> None:
        work, eid = read_place(url)
        if work:
            self.linked.emit(work, eid)
        else:
            self.chosen.emit(eid)

    # Recitals.

    def _set_recitals(self) -> None:
        content = self._content
        shown = (content.recitals or content.explains) if content else ()
        if content is not None:  # else they are still being requested
            self._key = (self._place[0], self._eid)
        self.recitals.show_recitals(shown, self._key)
        self.recitals.show_rest("" if shown else self._no_recitals(), self._suggested)

    def _no_recitals(self) -> str:
        if self._content is None or (self._eid and not self._content.provisions):
            return ""  # being requested, or the text is being replaced
        none = translate("SidePanel", "No recital is linked with this text.")
        return self._pending_citations() or none

    # Cited by.

    def _set_cited_by(self) -> None:
        writer = DocumentWriter(self.cited_by.document(), self._theme.look)
        references = self._content.references if self._content else None
        citing = references.cited_by if references else []
        with deferred_layout(self.cited_by.document()):
            text = self._pending_citations()
            if self._content is not None and not citing and not text:
                text = translate("SidePanel", "Nothing in this library cites this provision.")
            if text:
                writer.block(20, 8)
                writer.write(text, writer.style(13, self._theme.look.tokens.secondary))
            for citation in citing[:_MOST_CITING]:
                self._set_citing(writer, citation)
            if (left_out := len(citing) - _MOST_CITING) > 0:
                writer.block(20, 8)
                more = find_plural("SidePanel", "%Ln more; a search for cites: lists them")(
                    left_out
                )
                writer.write(more, writer.style(13, self._theme.look.tokens.secondary))
        scroll_to_top(self.cited_by)

    def _pending_citations(self) -> str:
        """Return the notice that citations of some documents are not found yet; ``""`` if all are."""
        references = self._content.references if self._content else None
        notice = references.notice if references else ""
        if not notice or NoteCode.CITATIONS_PENDING not in notice.codes():
            return ""
        return make_sentence(notice)

    def _set_citing(self, writer: DocumentWriter, citation: CitedBy) -> None:
        writer.block(20, 0)
        link = link_to(citation.work, citation.eid)
        writer.write(
            label_usual_citation(citation),
            writer.style(13, weight=QFont.Weight.DemiBold, link=link),
        )
        writer.block(18, 12)
        quote = f"{name_reference_kind(citation.kind)}: “{' '.join(citation.text.split())}”"
        writer.write(quote, writer.style(12, self._theme.look.tokens.secondary))

    # Notes and tags.

    def _notes_page(self) -> QWidget:
        page = QWidget()
        page.setProperty("kind", "surface")
        self._note_column = QVBoxLayout(page)
        self.decision = DecisionBar(self._theme)
        self.decision.set_wide(False)
        self._note_column.addWidget(self.decision)
        self.tag, self.note = QLineEdit(), QLineEdit()
        for field, name, kind in (
            (self.tag, translate("SidePanel", "Add a tag"), "tag"),
            (self.note, translate("SidePanel", "Add a note"), "note"),
        ):
            field.setAccessibleName(name)
            field.setPlaceholderText(name)
            field.setProperty("kind", "plain")
            field.returnPressed.connect(partial(self._note, field, kind))
            self._note_column.addWidget(field)
        self.notes = QListWidget()
        self.notes.setAccessibleName(translate("SidePanel", "Tags and notes"))
        self.notes.setFrameShape(QFrame.Shape.NoFrame)
        self.notes.setWordWrap(True)
        self.notes.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._note_column.addWidget(self.notes, 1)
        self._remove = button(translate("SidePanel", "Remove"), "plain", self._unmark)
        self._note_column.addWidget(self._remove, 0, Qt.AlignmentFlag.AlignLeft)
        self._changed = label(kind="small", wrap=True)
        self._note_column.addWidget(self._changed)
        self.notes.itemSelectionChanged.connect(self._may_remove)
        self._may_remove()
        return page

    def _note(self, field: QLineEdit, kind: str) -> None:
        if field.text().strip():
            self.noted.emit(kind, field.text())
            field.clear()

    def _unmark(self) -> None:
        for item in self.notes.selectedItems():
            self.unmarked.emit(item.data(MarkRole))

    def _may_remove(self) -> None:
        self._remove.setEnabled(bool(self.notes.selectedItems()))

    def _set_notes(self) -> None:
        self.notes.clear()
        content = self._content
        for mark in content.marks if content else ():
            self.notes.addItem(_item(mark))
        before: Sequence[Mark] = content.earlier_marks if content else ()
        earlier = "\n".join(f"{name_annotation_kind(mark)}: {mark.value}" for mark in before)
        since = translate("SidePanel", "Text changed since:")
        self._changed.setText(f"{since}\n{earlier}" if earlier else "")
        self._may_remove()

    def _restyle(self) -> None:
        px = self._theme.look.px
        set_gaps(self._note_column, px(8), px(12), px(12), px(12), px(12))
        self._pages.setMinimumHeight(px(32))  # smaller pages scroll
        self.cited_by.document().setDocumentMargin(px(16))
        for field in (self.tag, self.note):
            field.setFixedHeight(px(28))
        self._set_recitals()
        self._set_cited_by()


def name_reference_kind(kind: str) -> str:
    """Return the label of a citation's kind."""
    return {
        "cites": translate("SidePanel", "cites"),
        "amends": translate("SidePanel", "amends"),
        "repeals": translate("SidePanel", "repeals"),
        "corrects": translate("SidePanel", "corrects"),
        "transposes": translate("SidePanel", "transposes"),
    }.get(kind, kind)


def name_annotation_kind(mark: Mark) -> str:
    """Return the label of an annotation's kind."""
    return {
        "tag": translate("SidePanel", "Tag"),
        "note": translate("SidePanel", "Note"),
        "collection": translate("SidePanel", "Collection"),
    }[mark.kind]


def _item(mark: Mark) -> QListWidgetItem:
    item = QListWidgetItem(f"{name_annotation_kind(mark)}: {mark.value}")
    item.setData(MarkRole, mark)
    return item
