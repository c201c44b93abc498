"""Folders on disk: eligible files, and changes while watched.

scan        the eligible files of named paths, and folders below which no link is followed
ignore_rules    rules of ``.lexdeskignore``, with patterns as in Git
sources_registry  the source folders of documents
watch       changes in batches, also on network and removable drives
"""
