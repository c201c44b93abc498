"""Bulk work on many machines with Ray: extraction, structure and encoding; one machine keeps the library.

cluster: the work; tasks: what other machines do.

A Ray Data pipeline reads files, and tasks encode passages; both are repeated on another machine after a loss. Results
are stored by the same code as on one machine, each file once, under its path: the library is the same, and an
interrupted run resumes.
"""
