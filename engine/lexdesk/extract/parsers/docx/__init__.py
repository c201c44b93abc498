"""Corrections to the text of Word documents from kreuzberg.

characters -> numbers, notes    lost characters, list numbers, notes
margins                         headers, footers and comments
"""
