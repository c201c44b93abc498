"""What the law is on a day: versions and amendments, provisions shown, references between them.

versions        which version of a text holds on a day, and whether its work is law then
as_of           both for a search; in_force for the filter; application: where provisions have days of their own
beginning       works that are older than their first text here
locate -> show  a work or provision as it is named, and all that is known of it
history         what changed, word by word (compare), in what is wording and not print; by whom (amendments)
cross_references                        where a provision points, and what points to it
naming, citation_styles, authority      how law is named, and whose it is
"""
