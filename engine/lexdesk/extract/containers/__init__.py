"""Files that hold other files: archives, mailboxes, mails and PDFs with what is attached to them.

contents                what lies in a file, to any depth, one document after another
archives -> seven_zip   ZIP, TAR and 7z as folders; single files that are packed or signed; locked_zip: encrypted ones
mail, outlook           messages (EML, MBOX, MSG): their own text, and what is attached; compressed_rtf: bodies in Outlook
portfolio               what is embedded in a PDF
"""
