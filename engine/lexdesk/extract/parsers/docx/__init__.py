"""Corrections to the text of Word documents from kreuzberg.

characters -> numbers, notes    lost characters, list numbers, notes
beside                          headers, footers and comments
"""
