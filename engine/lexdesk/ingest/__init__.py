"""The way of a document: file, document, passages, storage, indexes, vectors.

Every step commits in small parts and finds out for itself what is left to do. An interruption, even a
power cut, costs the current step; the next run continues from there.

    keeping    the steps of an addition, in order
    scan       folders: their files, changes and renames; watching
    change_detection    the rule by which a file is new, changed, moved or unchanged
    selection  files that must be read; unread_pages: pages that could not be read
    files      documents into storage and the lexical index
    vectors    passages encoded
    report     the report of an addition
    workers    who reads and encodes: this machine, or a cluster
"""

from lexdesk.ingest.report import AddReport
from lexdesk.ingest.workers import Encodes, Reads, Workers
from lexdesk.system.progress import Listener, Progress

__all__ = ["AddReport", "Encodes", "Listener", "Progress", "Reads", "Workers"]
