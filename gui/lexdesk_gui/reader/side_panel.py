"""What stands beside the text: recitals, what cites it, the outline, notes and tags."""

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

from lexdesk.document.eid import is_recital
from lexdesk.law.citation_labels import usual_citation
from lexdesk_gui.language import translate
from lexdesk_gui.reader.links import link_to, linked_place
from lexdesk_gui.reader.outline_view import OutlineView
from lexdesk_gui.reader.recitals import Recitals
from lexdesk_gui.review.bar import DecisionBar
from lexdesk_gui.style.document_writer import DocumentWriter, deferred_layout
from lexdesk_gui.style.screen_stack import scrollable
from lexdesk_gui.style.theme import Theme
from lexdesk_gui.style.widgets import button, label, scroll_to_top

if TYPE_CHECKING:
    from lexdesk.annotations.workbook import Mark
    from lexdesk.law.cross_references import CitedBy
    from lexdesk_gui.reader.beside import Beside, Recital, Suggested

RECITALS, CITED_BY, OUTLINE, NOTES = range(4)
_MOST_CITING = 300  # that are listed; nobody reads further
MarkRole = int(Qt.ItemDataRole.UserRole)


class SidePanel(QFrame):
    """``chosen`` gives the eid of a provision to read, ``linked`` a work and an eid; ``noted`` a kind
    and a text to mark the place with, ``unmarked`` a ``Mark`` to take away."""

    chosen = Signal(str)
    linked = Signal(str, str)
    noted = Signal(str, str)
    unmarked = Signal(object)

    def __init__(self, theme: Theme):
        super().__init__()
        self._theme = theme
        self._beside: Beside | None = None
        self._suggested: tuple[Suggested, ...] = ()
        self._eid: str | None = None
        self._key: tuple[str, str | None] = ("", None)  # of the provision whose recitals are shown
        self._place = ("", "")  # work and citation of what a tag or a note would be put on
        self._drafts: dict[tuple[str, str], tuple[str, str]] = {}  # a tag and a note, half typed
        self.setProperty("kind", "surface")
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(translate("SidePanel", "Beside the text"))
        self.tabs.setExpanding(True)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self._pages = QStackedWidget()
        self.recitals = Recitals(theme, translate("SidePanel", "Recitals beside the text"))
        self.recitals.chosen.connect(self._follow)
        self.cited_by = self._browser(translate("SidePanel", "Cited by"))
        self.outline = OutlineView(translate("SidePanel", "Outline"), theme)
        self.outline.setUniformRowHeights(True)
        self.outline.chosen.connect(self.chosen)
        self.model = self.outline.model_of_outline
        self._own_column = QVBoxLayout()
        self._own_column.setContentsMargins(0, 0, 0, 0)
        self._own_column.addWidget(self.outline)
        outline = QWidget()
        outline.setLayout(self._own_column)
        notes = scrollable(self._notes_page())  # else a window of large text grows for it
        notes.setProperty("kind", "beside")
        for page in (self.recitals, self.cited_by, outline, notes):
            self._pages.addWidget(page)
            self.tabs.addTab("")
        # The tab has an abbreviation in German.
        self.tabs.setTabToolTip(RECITALS, self.recitals.accessibleName())
        self._name_tabs()
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self._pages, 1)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_beside(None, None)

    def show_beside(self, beside: Beside | None, eid: str | None) -> None:
        """Show ``beside``, where ``eid`` is what is read; ``None`` where nothing is."""
        same = beside and self._beside and beside.provisions == self._beside.provisions
        self._beside, self._eid, self._suggested = beside, eid, ()
        if not same:
            self.model.put(beside.provisions if beside else [])
        self.outline.show_place(eid)
        self._name_tabs()
        self._set_recitals()
        self._set_cited_by()
        self._set_notes()
        for field in (self.tag, self.note):
            field.setEnabled(beside is not None)

    def show_suggested(self, suggested: tuple[Suggested, ...]) -> None:
        """Show the articles that what is read may concern, below the recitals."""
        if suggested != self._suggested:
            self._suggested = suggested
            self._set_recitals()

    @property
    def recitals_in_sight(self) -> tuple[Recital, ...]:
        """The recitals, or what a recital explains, where they are shown beside the text."""
        beside = self._beside
        if beside is None or self.isHidden() or self.tabs.currentIndex() != RECITALS:
            return ()
        return beside.recitals or beside.explains

    @property
    def waits_for_recitals(self) -> bool:
        """Whether an article is read that has none yet, and they would be in sight."""
        beside = self._beside
        is_article = (self._eid or "").startswith("art_")
        in_sight = self._pages.currentWidget() is self.recitals
        return in_sight and is_article and beside is not None and not beside.recitals

    def turn_to(self, work: str, citation: str) -> None:
        """Keep the tag and the note that are half typed with what they are about, and show those of another place."""
        if (work, citation) == self._place:
            return
        if any(typed := (self.tag.text(), self.note.text())):
            self._drafts[self._place] = typed
        self._place = (work, citation)
        tag, note = self._drafts.pop(self._place, ("", ""))
        self.tag.setText(tag)
        self.note.setText(note)

    def forget_drafts(self) -> None:
        """Forget all that is half typed, since the library is left."""
        self._drafts.clear()
        self.tag.clear()
        self.note.clear()

    def focus_notes(self) -> None:
        """Go to the field for a note."""
        self.tabs.setCurrentIndex(NOTES)
        self.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_tags(self) -> None:
        """Go to the field for a tag."""
        self.tabs.setCurrentIndex(NOTES)
        self.tag.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_decision(self) -> None:
        """Go to the decision."""
        self.tabs.setCurrentIndex(NOTES)
        self.decision.take_focus()

    def put_outline(self, column: QVBoxLayout | None) -> None:
        """Have the outline in ``column``, and no tab for it; in its tab again where that is ``None``."""
        if self.tabs.isTabVisible(OUTLINE) == (column is not None):
            self.tabs.setTabVisible(OUTLINE, column is None)
            (column or self._own_column).addWidget(self.outline)
            self.outline.show()  # hidden as another parent takes it

    # The tabs.

    def _name_tabs(self) -> None:
        beside = self._beside
        shown = (beside.recitals or beside.explains) if beside else ()
        marks = len(beside.marks) if beside else 0
        if beside and beside.explains and not beside.recitals:
            first = translate("SidePanel", "Explains")
        else:
            first = translate("SidePanel", "Recitals")
        references = beside.references if beside else None
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
        made = QTextBrowser()
        made.setAccessibleName(name)
        made.setOpenLinks(False)
        made.setFrameShape(QFrame.Shape.NoFrame)
        made.setObjectName("beside")
        made.anchorClicked.connect(self._follow)
        return made

    def _follow(self, url: QUrl) -> None:
        work, eid = linked_place(url)
        if work:
            self.linked.emit(work, eid)
        else:
            self.chosen.emit(eid)

    # Recitals.

    def _set_recitals(self) -> None:
        beside = self._beside
        shown = (beside.recitals or beside.explains) if beside else ()
        if beside is not None:  # else they come in a moment, of the same provision or another one
            self._key = (self._place[0], self._eid)
        self.recitals.show_recitals(shown, self._key)
        self.recitals.show_rest("" if shown else self._no_recitals(), self._suggested)

    def _no_recitals(self) -> str:
        if self._beside is None:
            return ""
        if not any(is_recital(each["eid"]) for each in self._beside.provisions):
            return translate("SidePanel", "This text has no recitals.")
        return translate("SidePanel", "No recital is linked with this provision.")

    # Cited by.

    def _set_cited_by(self) -> None:
        writer = DocumentWriter(self.cited_by.document(), self._theme.look)
        references = self._beside.references if self._beside else None
        citing = references.cited_by if references else []
        with deferred_layout(self.cited_by.document()):
            if self._beside is not None and not citing:
                writer.block(20, 8)
                told = translate("SidePanel", "Nothing in this library cites this provision.")
                writer.write(told, writer.style(13, self._theme.look.tokens.secondary))
            for each in citing[:_MOST_CITING]:
                self._set_citing(writer, each)
        scroll_to_top(self.cited_by)

    def _set_citing(self, writer: DocumentWriter, each: CitedBy) -> None:
        writer.block(20, 0)
        link = link_to(each.work, each.eid)
        writer.write(
            usual_citation(each), writer.style(13, weight=QFont.Weight.DemiBold, link=link)
        )
        writer.block(18, 12)
        told = f"{kind_of_reference(each.kind)}: “{' '.join(each.text.split())}”"
        writer.write(told, writer.style(12, self._theme.look.tokens.secondary))

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
        self.notes.setAccessibleName(translate("SidePanel", "Tags and notes here"))
        self.notes.setFrameShape(QFrame.Shape.NoFrame)
        self.notes.setWordWrap(True)
        self.notes.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._note_column.addWidget(self.notes, 1)
        self._remove = button(translate("SidePanel", "Remove"), "plain", self._unmark)
        self._note_column.addWidget(self._remove, 0, Qt.AlignmentFlag.AlignLeft)
        self._changed = label(kind="small")
        self._changed.setWordWrap(True)
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
        beside = self._beside
        for mark in beside.marks if beside else ():
            self.notes.addItem(_item(mark))
        before: Sequence[Mark] = beside.earlier_marks if beside else ()
        told = "\n".join(f"{kind_of(mark)}: {mark.value}" for mark in before)
        since = translate("SidePanel", "Text changed since:")
        self._changed.setText(f"{since}\n{told}" if told else "")
        self._may_remove()

    def _restyle(self) -> None:
        px = self._theme.look.px
        self._note_column.setContentsMargins(px(12), px(12), px(12), px(12))
        self._note_column.setSpacing(px(8))
        self._pages.setMinimumHeight(px(32))  # what has less room scrolls
        self.cited_by.document().setDocumentMargin(px(16))
        for field in (self.tag, self.note):
            field.setFixedHeight(px(28))
        self._set_recitals()
        self._set_cited_by()


def kind_of_reference(kind: str) -> str:
    """What a provision does to the one that it cites."""
    return {
        "cites": translate("SidePanel", "cites"),
        "amends": translate("SidePanel", "amends"),
        "repeals": translate("SidePanel", "repeals"),
        "corrects": translate("SidePanel", "corrects"),
        "transposes": translate("SidePanel", "transposes"),
    }.get(kind, kind)


def kind_of(mark: Mark) -> str:
    """What a mark is called."""
    return {
        "tag": translate("SidePanel", "Tag"),
        "note": translate("SidePanel", "Note"),
        "collection": translate("SidePanel", "Collection"),
    }[mark.kind]


def _item(mark: Mark) -> QListWidgetItem:
    item = QListWidgetItem(f"{kind_of(mark)}: {mark.value}")
    item.setData(MarkRole, mark)
    return item
