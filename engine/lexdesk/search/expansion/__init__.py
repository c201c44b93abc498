"""What the words of a query stand for in one library, and the query that says so.

expand          all that follows, one after another
abbreviations   those of statutes, of which an encoder makes noise
terms_of_art    what practitioners call otherwise than the acts do
act_names       acts named in several words
definitions     who asks what something is looks for its definition
"""
