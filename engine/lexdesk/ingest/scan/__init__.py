"""Folders on disk: eligible files, and changes while watched.

scan        the eligible files of named paths; ignoring: rules of ``.lexdeskignore``, with patterns as in Git
confinement folders below which no link is followed
sources     the source folders of documents; sources_registry: those registered in a library
watch       changes in batches, also on network and removable drives
"""
