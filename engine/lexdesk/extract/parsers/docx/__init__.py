"""Word documents: corrections of the text that kreuzberg returns.

characters -> numbers, notes    lost characters, list numbers, notes
beside                          headers, footers and comments
"""
