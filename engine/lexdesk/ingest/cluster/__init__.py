"""Bulk work on many machines with Ray: extraction, structure and encoding; one machine keeps the library.

Files are read by a Ray Data pipeline, passages encoded by tasks; both are lost with a machine and done
again on another one. What comes back is stored by the same code as on one machine, each file once,
under its path, so that the library is the same and an interrupted run goes on where it was.
"""
