"""The ingestion pipeline: file, document, passages, storage, indexes, vectors.

Every step commits in small parts and determines the remaining work itself. An interruption, even a
power cut, costs the current step; the next run resumes there.

    addition   the steps of an addition, in order
    scan       folders: their eligible files, and their changes while watched
    change_detection    the rule for new, changed, moved and unchanged files
    difference  what an addition would change; unavailable_folders: folders that are empty or absent
    selection  files to read; unread_pages: pages without readable text
    files      documents into storage and the lexical index
    citations  citations of the stored texts
    vectors    passages encoded
    report     the report of an addition
    workers    machines for reading and encoding: this one, or a cluster
"""

from lexdesk.ingest.report import AddReport
from lexdesk.ingest.workers import Encodes, Reads, Workers
from lexdesk.system.progress import Listener, Progress

__all__ = ["AddReport", "Encodes", "Listener", "Progress", "Reads", "Workers"]
