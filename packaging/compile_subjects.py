"""Compile the table of subjects after a change: ``python packaging/compile_subjects.py``."""

from lexdesk.index.lexical.subjects import SUBJECTS
from lexdesk.search.expansion.subject_table import COMPILED, compile_subjects

if __name__ == "__main__":
    COMPILED.write_bytes(compile_subjects(SUBJECTS.read_bytes()))
