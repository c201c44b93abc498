"""The way of a document: file -> document -> passages -> store -> indexes -> vectors.

Everything is committed in small steps and every step finds out for itself what is left to do. So
an interruption, even by a power cut, costs the step at hand, and the next run goes on from there.
"""

from lexdesk.ingest.files import add_documents, add_files, count_left_behind, prune, remove
from lexdesk.ingest.report import AddReport, Listener, Progress
from lexdesk.ingest.vectors import make_vectors
from lexdesk.ingest.workers import Encodes, Readers, Workers

__all__ = [
    "AddReport",
    "Encodes",
    "Listener",
    "Progress",
    "Readers",
    "Workers",
    "add_documents",
    "add_files",
    "count_left_behind",
    "make_vectors",
    "prune",
    "remove",
]
