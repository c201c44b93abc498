"""Containers of other files: archives, mailboxes, mails and documents with attachments.

contents                all documents inside a file, to any depth
embedded                files in PDF, Office and OpenDocument documents
archives -> seven_zip   ZIP, TAR and 7z as folders; packed or signed single files
git_history             laws in git, a commit a version; git_versions: the versions of one law, and its end
git_objects             the objects of a bundle or repository; git_packs: packs, measured before they are read
mail, outlook           messages (EML, MBOX, MSG): text and attachments (mail_parts); compressed_rtf: bodies in Outlook;
                        tnef: its winmail.dat
"""
