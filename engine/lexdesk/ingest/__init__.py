"""The way of a document: file -> document -> passages -> store -> indexes -> vectors.

Everything is committed in small steps and every step finds out for itself what is left to do. So
an interruption, even by a power cut, costs the step at hand, and the next run goes on from there.

    keeping    the steps of an addition, one after another
    unread     which files have to be read; unread_pages: which pages of one could not be
    files      what was read, into the store and the full-text index
    vectors    passages encoded
    report     what whoever adds is told
    workers    who reads and encodes: this machine, or others
"""

from lexdesk.ingest.report import AddReport
from lexdesk.ingest.workers import Encodes, Reads, Workers
from lexdesk.system.progress import Listener, Progress

__all__ = ["AddReport", "Encodes", "Listener", "Progress", "Reads", "Workers"]
