"""What a reader of Word documents leaves out of their text, or keeps although it was taken out of them.

characters -> numbers, notes    in the text: what it drops, and the numbers that Word counts
beside                          beside the text: headers, footers and comments
"""
