"""The program's style sheet."""

from __future__ import annotations

from lexdesk_gui.style.look import Look


def popup_style_sheet(look: Look) -> str:
    """Return the style sheet of the search field's completions, a separate window."""
    t, px = look.tokens, look.px
    return f"""
QListView#offers {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.line}; padding: 1px; outline: none; }}
QListView#offers::item {{ padding: {px(4)}px {px(8)}px; border-radius: {px(4)}px; }}
QListView#offers::item:selected {{ background: {t.selection}; color: {t.text}; }}
"""


def style_sheet(look: Look) -> str:
    """Return the style sheet of ``look``."""
    t, px = look.tokens, look.px
    arrow = f"marks:down-{t.secondary.lstrip('#')}.svg"
    check = f"marks:check-{t.on_accent.lstrip('#')}.svg"
    close = f"marks:close-{t.secondary.lstrip('#')}.svg"
    ring = f"border: 2px solid {t.accent};"
    return f"""
QMenuBar {{ background: {t.window}; padding: {px(4)}px {px(8)}px; }}
QMenuBar::item {{ padding: {px(4)}px {px(8)}px; border-radius: {px(4)}px; background: transparent; }}
QMenuBar::item:selected, QMenu::item:selected {{ background: {t.selection}; color: {t.text}; }}
QMenu {{ background: {t.surface}; border: 1px solid {t.line}; padding: {px(4)}px; }}
QMenu::item {{ padding: {px(4)}px {px(24)}px; border-radius: {px(4)}px; }}
QMenu::item:disabled {{ color: {t.secondary}; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: {px(4)}px {px(8)}px; }}
QToolTip {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.line}; padding: {px(4)}px; }}

QLabel[kind="secondary"] {{ color: {t.secondary}; }}
QLabel[kind="small"] {{ color: {t.secondary}; font-size: {px(12)}px; }}
QLabel[kind="strong"] {{ font-weight: 600; }}
QLabel[kind="pane"] {{ font-size: {px(15)}px; font-weight: 600; }}
QLabel[kind="screen"] {{ font-size: {px(18)}px; font-weight: 600; }}
QLabel[kind="notice"] {{ color: {t.notice.text}; font-size: {px(12)}px; }}
QLabel[kind="bad"] {{ color: {t.bad.text}; }}
QLabel[kind="facet"] {{ color: {t.secondary}; font-size: {px(11)}px; font-weight: 600; padding-top: {px(10)}px; }}
QLabel[kind="count"] {{ color: {t.secondary}; font-size: {px(11)}px; }}
QLabel[kind="key"] {{ color: {t.secondary}; font-size: {px(11)}px; border: 1px solid {t.line};
    border-radius: {px(4)}px; padding: {px(1)}px {px(5)}px; }}
QLabel[kind="dot"] {{ background: {t.control}; border-radius: {px(8) // 2}px; min-width: {px(8)}px;
    max-width: {px(8)}px; min-height: {px(8)}px; max-height: {px(8)}px; }}
QLabel[kind="dot"][ready="growing"] {{ background: {t.accent}; }}
QLabel[kind="dot"][ready="true"] {{ background: {t.good.text}; }}

QFrame#field {{ background: {t.surface}; border: 1px solid {t.control}; border-radius: {px(6)}px; margin: 1px; }}
QFrame#field[focused="true"] {{ {ring} margin: 0px; }}
QLineEdit#query {{ border: none; background: transparent; font-size: {px(15)}px; padding: 0px;
    selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QFrame#segments {{ background: {t.window}; border: none; border-radius: {px(4)}px; }}
QFrame[kind="footer"] QFrame#segments, QFrame[kind="header"] QFrame#segments {{ background: {t.sunken}; }}
QPushButton[kind="segment"] {{ border: 2px solid transparent; background: transparent; color: {t.secondary};
    border-radius: {px(4)}px; padding: {px(1)}px {px(9)}px; min-height: {px(20)}px; }}
QPushButton[kind="compact"] {{ border: 2px solid transparent; background: {t.window}; color: {t.text}; font-weight: 600;
    border-radius: {px(4)}px; padding: {px(1)}px {px(22)}px {px(1)}px {px(8)}px; min-height: {px(20)}px; }}
QPushButton[kind="compact"]:focus {{ border-color: {t.accent}; }}
QPushButton[kind="segment"]:hover {{ color: {t.text}; }}
QPushButton[kind="segment"]:checked {{ background: {t.surface}; border: 1px solid {t.line}; color: {t.text};
    font-weight: 600; padding: {px(1) + 1}px {px(9) + 1}px; }}
QPushButton[kind="segment"]:focus {{ {ring} padding: {px(1)}px {px(9)}px; }}
QFrame#segments[narrow="true"] QPushButton[kind="segment"] {{ padding: {px(1)}px {px(4)}px; }}
QFrame#segments[narrow="true"] QPushButton[kind="segment"]:checked {{ padding: {px(1) + 1}px {px(4) + 1}px; }}
QFrame#segments[narrow="true"] QPushButton[kind="segment"]:focus {{ padding: {px(1)}px {px(4)}px; }}

QPushButton, QCheckBox, QTabBar {{ outline: none; }}
QPushButton[kind="plain"], QPushButton[kind="link"], QPushButton[kind="primary"] {{ border-radius: {px(4)}px;
    padding: {px(1)}px {px(10)}px; min-height: {px(22)}px; }}
QPushButton[kind="plain"] {{ border: 1px solid {t.control}; background: {t.surface}; color: {t.text}; }}
QPushButton[kind="plain"][beside="segments"] {{ min-height: {px(20) + 4}px; padding: {px(1) + 1}px {px(10)}px; }}
QPushButton[kind="plain"][beside="segments"]:focus {{ padding: {px(1)}px {px(10) - 1}px; }}
QPushButton[kind="plain"]:hover, QPushButton[kind="link"]:hover {{ background: {t.selection}; }}
QPushButton[kind="plain"]:pressed {{ background: {t.sunken}; }}
QPushButton[kind="plain"]:disabled {{ border-color: {t.line}; background: transparent; color: {t.secondary}; }}
QPushButton[kind="primary"] {{ border: 1px solid {t.accent}; background: {t.accent}; color: {t.on_accent};
    min-height: {px(30)}px; padding: {px(1)}px {px(16)}px; font-weight: 600; }}
QPushButton[kind="primary"]:disabled {{ border-color: {t.line}; background: transparent; color: {t.secondary}; }}
QPushButton[kind="link"] {{ border: 1px solid transparent; background: transparent; color: {t.accent};
    text-align: left; padding: {px(1)}px {px(8)}px; }}
QPushButton[kind="plain"]:focus {{ {ring} padding: {px(1) - 1}px {px(10) - 1}px; }}
QPushButton[kind="link"]:focus {{ {ring} padding: {px(1) - 1}px {px(8) - 1}px; }}
QPushButton[kind="primary"]:focus {{ border: 2px solid {t.text}; padding: {px(1) - 1}px {px(16) - 1}px; }}

QFrame[kind="header"] {{ background: {t.surface}; border: none; border-bottom: 1px solid {t.line}; }}
QFrame[kind="bar"] {{ background: {t.window}; border: none; }}
QFrame[kind="footer"] {{ background: {t.window}; border: none; border-top: 1px solid {t.line}; }}
QFrame[kind="panes"] {{ border: none; border-top: 1px solid {t.line}; }}
QFrame[kind="outline"] {{ background: {t.surface}; border: none; border-right: 1px solid {t.line}; }}
QFrame[kind="surface"], QWidget[kind="surface"] {{ background: {t.surface}; }}
QListView#results {{ background: {t.surface}; border: none; outline: none; }}
QListView#documents {{ background: {t.window}; border: none; border-top: 1px solid {t.line}; outline: none; }}
QTableView#heat, QTableView#heat QHeaderView, QTableView#heat QTableCornerButton::section {{
    background: {t.surface}; border: none; }}
QTextBrowser#reader {{ background: {t.surface}; color: {t.text}; border: 2px solid {t.surface};
    selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QTextBrowser#reader:focus {{ border-color: {t.accent}; }}
QTextBrowser#difference {{ background: {t.surface}; border: none; selection-background-color: {t.accent};
    selection-color: {t.on_accent}; }}
QTextBrowser#side, QAbstractScrollArea#pages {{ background: {t.surface}; border: 2px solid {t.surface};
    selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QTextBrowser#side:focus {{ border-color: {t.accent}; }}
QSplitter::handle {{ background: {t.line}; }}

QFrame[kind="rail"] {{ background: {t.window}; border: none; border-right: 1px solid {t.line}; }}
QToolButton[kind="rail"] {{ border: 2px solid transparent; border-radius: {px(4)}px; background: transparent;
    color: {t.secondary}; font-size: {px(11)}px; padding: {px(3)}px 0px; }}
QToolButton[kind="rail"]:hover {{ color: {t.text}; background: {t.sunken}; }}
QToolButton[kind="rail"]:checked {{ background: {t.selection}; color: {t.accent}; font-weight: 600; }}
QToolButton[kind="rail"]:focus {{ border-color: {t.accent}; }}
QToolButton[kind="tool"] {{ border: 2px solid transparent; border-radius: {px(4)}px; background: transparent; padding: 0px; }}
QToolButton[kind="tool"]:hover, QToolButton[kind="tool"]:checked {{ background: {t.selection}; }}
QToolButton[kind="tool"]:focus {{ border-color: {t.accent}; }}
QWidget#qt_calendar_navigationbar {{ background: {t.surface}; }}
QCalendarWidget QToolButton {{ border: 2px solid transparent; border-radius: {px(4)}px; background: transparent;
    color: {t.text}; font-weight: 600; min-width: {px(24)}px; min-height: {px(24)}px; }}
QCalendarWidget QToolButton:hover {{ background: {t.selection}; }}
QCalendarWidget QToolButton:focus {{ border-color: {t.accent}; }}
QCalendarWidget QToolButton::menu-indicator {{ image: none; }}
QPushButton[kind="bar"] {{ border: 1px solid {t.control}; border-radius: {px(6)}px; background: {t.surface};
    color: {t.text}; padding: {px(1)}px {px(24)}px {px(1)}px {px(10)}px; min-height: {px(32)}px; }}
QPushButton[kind="bar"]:hover {{ background: {t.selection}; }}
QPushButton[kind="bar"]:focus {{ {ring} padding: {px(1) - 1}px {px(24) - 1}px {px(1) - 1}px {px(10) - 1}px; }}
QPushButton[kind="library"] {{ border: 2px solid transparent; border-radius: {px(4)}px; background: transparent;
    color: {t.text}; font-weight: 600; text-align: left; padding: {px(4)}px {px(6)}px; }}
QPushButton[kind="library"]:hover {{ background: {t.sunken}; }}
QPushButton[kind="library"]:focus {{ border-color: {t.accent}; }}
QPushButton::menu-indicator {{ image: url("{arrow}"); width: {px(14)}px; height: {px(14)}px;
    subcontrol-position: right center; subcontrol-origin: padding; right: {px(6)}px; }}
QPushButton[kind="chip"] {{ border: 2px solid transparent; border-radius: {px(4)}px; background: {t.selection};
    color: {t.text}; font-size: {px(12)}px; padding: 0px {px(6)}px; min-height: {px(20)}px; }}
QPushButton[kind="chip"]:hover, QPushButton[kind="chip"]:focus {{ border-color: {t.accent}; }}
QPushButton[kind="notice"] {{ border: 2px solid transparent; border-radius: {px(4)}px; background: transparent;
    color: {t.notice.text}; font-weight: 600; padding: 0px {px(20)}px 0px {px(4)}px; min-height: {px(22)}px; }}
QPushButton[kind="notice"]:hover {{ background: {t.notice.ground}; }}
QPushButton[kind="notice"]:focus {{ border-color: {t.accent}; }}
QPushButton[kind="dashed"] {{ border: 1px dashed {t.control}; border-radius: {px(4)}px; background: transparent;
    color: {t.secondary}; font-size: {px(12)}px; padding: 0px {px(7)}px; min-height: {px(22)}px; }}
QPushButton[kind="dashed"]:hover {{ background: {t.selection}; }}
QPushButton[kind="dashed"]:focus {{ {ring} padding: 0px {px(7) - 1}px; min-height: {px(20)}px; }}
QPushButton[kind="quiet"], QPushButton[kind="menu"], QPushButton[kind="underlined"], QPushButton[kind="attention"] {{
    border: 2px solid transparent; border-radius: {px(4)}px; background: transparent; color: {t.text};
    font-size: {px(12)}px; padding: 0px {px(8)}px; min-height: {px(24)}px; }}
QPushButton[kind="menu"] {{ padding: 0px {px(22)}px 0px {px(8)}px; color: {t.secondary}; }}
QPushButton[kind="underlined"] {{ color: {t.accent}; text-decoration: underline; }}
QPushButton[kind="attention"] {{ color: {t.notice.text}; padding: 0px {px(4)}px; min-height: {px(20)}px; }}
QPushButton[kind="quiet"]:hover, QPushButton[kind="menu"]:hover, QPushButton[kind="underlined"]:hover {{
    background: {t.selection}; }}
QPushButton[kind="attention"]:hover {{ background: {t.notice.ground}; }}
QPushButton[kind="quiet"]:focus, QPushButton[kind="menu"]:focus, QPushButton[kind="underlined"]:focus,
QPushButton[kind="attention"]:focus {{ border-color: {t.accent}; }}
QPushButton[kind="menu"]:disabled {{ color: {t.control}; }}
QPushButton[kind="link"]:disabled {{ color: {t.secondary}; }}

QLineEdit[kind="plain"] {{ border: 1px solid {t.control}; border-radius: {px(4)}px; background: {t.surface};
    padding: 0px {px(7)}px; selection-background-color: {t.accent}; selection-color: {t.on_accent}; }}
QLineEdit[kind="plain"]:focus {{ {ring} padding: 0px {px(6)}px; }}
QComboBox {{ border: 1px solid {t.control}; border-radius: {px(4)}px; background: {t.surface}; color: {t.text};
    padding: {px(1)}px {px(8)}px; min-height: {px(22)}px; }}
QComboBox[kind="quiet"] {{ border-color: transparent; background: transparent; color: {t.secondary}; }}
QComboBox[kind="period"] {{ border: 2px solid transparent; background: {t.surface}; font-weight: 600;
    padding: 0px {px(4)}px; }}
QComboBox[kind="period"]:hover {{ background: {t.selection}; }}
QComboBox[kind="period"]:disabled {{ color: {t.text}; border-color: transparent; }}
QComboBox[kind="period"]:focus {{ {ring} padding: 0px {px(4)}px; }}
QComboBox:focus {{ {ring} padding: {px(1) - 1}px {px(8) - 1}px; }}
QComboBox::drop-down {{ border: none; width: {px(20)}px; }}
QComboBox::down-arrow {{ image: url("{arrow}"); width: {px(14)}px; height: {px(14)}px; }}
QComboBox:disabled {{ color: {t.secondary}; border-color: {t.line}; }}
QComboBox QAbstractItemView {{ background: {t.surface}; color: {t.text}; border: 1px solid {t.line};
    selection-background-color: {t.selection}; selection-color: {t.text}; outline: none; }}
QCheckBox {{ spacing: {px(8)}px; border: 2px solid transparent; padding: {px(2)}px; }}
QCheckBox::indicator {{ width: {px(13)}px; height: {px(13)}px; border: 1px solid {t.control};
    border-radius: {px(3)}px; background: {t.surface}; }}
QCheckBox::indicator:checked {{ border-color: {t.accent}; background: {t.accent}; image: url("{check}"); }}
QCheckBox[kind="facet"] {{ font-size: {px(12)}px; spacing: {px(6)}px; padding: 0px; min-height: {px(24) - 4}px; }}
QScrollArea[kind="facets"], QScrollArea[kind="facets"] > QWidget > QWidget {{ background: {t.window}; border: none; }}
QScrollArea[kind="facets"] {{ border-right: 1px solid {t.line}; }}
QCheckBox:focus {{ border-color: {t.accent}; border-radius: {px(4)}px; }}
QTabBar {{ background: {t.surface}; }}
QTabBar::tab {{ background: {t.surface}; color: {t.secondary}; padding: {px(9)}px {px(5)}px; border: none;
    border-bottom: 2px solid {t.line}; font-size: {px(12)}px; }}
QTabBar::tab:selected {{ color: {t.text}; font-weight: 600; border-bottom-color: {t.accent}; }}
QTabBar[kind="reader"]::tab {{ padding: {px(8)}px {px(12)}px; border-right: 1px solid {t.line}; }}
QTabBar::close-button {{ image: url("{close}"); width: {px(14)}px; height: {px(14)}px; }}
QTabBar::close-button:hover {{ background: {t.selection}; border-radius: {px(3)}px; }}
QTabBar::tab:hover {{ color: {t.text}; }}
QTabBar:focus {{ border: none; }}
QTabBar::tab:selected:focus {{ background: {t.selection}; }}
QTreeView, QTableView, QListWidget {{ background: {t.surface}; color: {t.text}; border: 2px solid transparent; outline: none;
    selection-background-color: {t.selection}; selection-color: {t.text}; }}
QTableView#catalogue {{ border-width: 0px 2px 2px 2px; }}
QTableView#catalogue QHeaderView {{ background: {t.surface}; }}
QTableView#catalogue QHeaderView::section {{ background: {t.surface}; color: {t.secondary}; border: none;
    border-bottom: 1px solid {t.line}; font-size: {px(12)}px; padding: {px(6)}px {px(4)}px; }}
QTableView#catalogue QHeaderView::section:first {{ padding-left: {px(16)}px; }}
QTreeView#shelf {{ background: {t.window}; padding: {px(4)}px {px(8)}px; }}
QTreeView#places {{ border-width: 0px; }}
QTreeView:focus, QTableView:focus, QListWidget:focus {{ border-color: {t.accent}; }}
QTreeView::item, QListWidget::item {{ padding: {px(4)}px {px(2)}px; }}
QTreeView::item:selected, QTableView::item:selected, QListWidget::item:selected {{ background: {t.selection}; color: {t.text}; }}
QScrollArea[kind="side"] {{ background: {t.surface}; border: none; }}
QScrollArea[kind="screen"], QScrollArea[kind="screen"] > QWidget > QWidget {{ background: {t.window}; }}
QFrame[kind="card"] {{ background: {t.surface}; border: 1px solid {t.line}; border-radius: {px(6)}px; }}
QTableView#failures, QListView#folders {{ background: transparent; border: none; outline: none; }}
QLabel[kind="added"] {{ background: {t.added}; color: {t.good.text}; text-decoration: underline; padding: 0px {px(3)}px; }}
QLabel[kind="removed"] {{ background: {t.removed}; color: {t.bad.text}; text-decoration: line-through; padding: 0px {px(3)}px; }}
QLabel[kind="letterA"], QLabel[kind="letterB"] {{ color: {t.surface}; font-size: {px(11)}px; font-weight: 600;
    border-radius: {px(3)}px; padding: 0px; }}
QFrame[kind="sides"] {{ background: {t.line}; border: none; }}
QFrame[kind="side"] {{ background: {t.surface}; border: none; border-bottom: 1px solid {t.line}; }}
QFrame[kind="panehead"] {{ background: {t.window}; border: none; border-bottom: 1px solid {t.line}; }}
QTreeView#changed {{ background: {t.window}; }}
QLabel[kind="letterA"] {{ background: {t.bad.text}; }}
QLabel[kind="letterB"] {{ background: {t.good.text}; }}
QProgressBar[done="true"]::chunk {{ background: {t.good.text}; }}

QStatusBar {{ background: {t.window}; border-top: 1px solid {t.line}; min-height: {px(28)}px; }}
QStatusBar::item {{ border: none; }}
QStatusBar QPushButton[kind="link"] {{ font-size: {px(12)}px; padding: 0px {px(6)}px; min-height: {px(20)}px; }}
QStatusBar QPushButton[kind="link"]:focus {{ padding: 0px {px(6) - 1}px; min-height: {px(20) - 2}px; }}
QProgressBar {{ border: none; background: {t.sunken}; border-radius: {px(2)}px; max-height: {px(4)}px; }}
QProgressBar::chunk {{ background: {t.accent}; border-radius: {px(2)}px; }}
QProgressBar#busy {{ background: transparent; border-radius: 0px; max-height: 2px; min-height: 2px; }}

QScrollBar:vertical {{ background: transparent; width: {px(12)}px; margin: 0px; }}
QScrollBar::handle:vertical {{ background: {t.line}; border-radius: {px(4)}px; min-height: {px(24)}px; margin: 2px; }}
QScrollBar::handle:vertical:hover {{ background: {t.control}; }}
QScrollBar::handle:vertical:disabled {{ background: transparent; }}
QScrollBar:horizontal {{ background: transparent; height: {px(12)}px; margin: 0px; }}
QScrollBar::handle:horizontal {{ background: {t.line}; border-radius: {px(4)}px; min-width: {px(24)}px; margin: 2px; }}
QScrollBar::handle:horizontal:hover {{ background: {t.control}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ height: 0px; width: 0px; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""
