"""The Library screen: all works of the library, filtered, sorted, opened, exported.

``library_session`` requests the works off the interface's thread, ``library_requests`` runs in the engine, ``screen``
is the screen, ``view`` its table and its rows.
"""
